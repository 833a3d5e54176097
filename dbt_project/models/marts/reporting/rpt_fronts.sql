-- The Pareto front: which levels nothing dominates, and what is traded for what.
with described as (
    select
        execution_id,
        experiment_id,
        level,
        metrics,
        criteria,
        is_on_front,
        front_levels,
        dominated_by,
        dominates,
        traded_with,
        comparisons
    from {{ ref('fct_fronts') }}
    where {{ is_due('execution_id') }}
)

select * from described
