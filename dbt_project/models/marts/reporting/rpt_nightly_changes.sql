-- Change over the nights of an experiment.
with described as (
    select
        execution_id,
        experiment_id,
        level,
        metric,
        nights,
        theil_sen_per_night,
        kendall_p,
        pettitt_p,
        pettitt_night,
        verdict
    from {{ ref('fct_nightly_changes') }}
    where {{ is_due('execution_id') }}
)

select * from described
