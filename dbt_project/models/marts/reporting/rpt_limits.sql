-- What limits a level, with its evidence.
with described as (
    select
        execution_id,
        experiment_id,
        level,
        resource,
        evidence,
        evidence_count
    from {{ ref('fct_limits') }}
    where {{ is_due('execution_id') }}
)

select * from described
