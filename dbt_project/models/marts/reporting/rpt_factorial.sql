-- F tests of main effects and interactions.
with described as (
    select
        execution_id,
        experiment_id,
        term,
        metric,
        f_value,
        df_term,
        df_error,
        p_value
    from {{ ref('fct_factorial') }}
    where {{ is_due('execution_id') }}
)

select * from described
