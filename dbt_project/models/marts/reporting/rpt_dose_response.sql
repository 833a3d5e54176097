-- Metrics over an ordered factor, their shape and the whole sequence.
with described as (
    select
        execution_id,
        experiment_id,
        factor,
        metric,
        levels,
        means,
        contrast_p,
        shape,
        reason_code
    from {{ ref('fct_dose_responses') }}
    where {{ is_due('execution_id') }}
)

select * from described
