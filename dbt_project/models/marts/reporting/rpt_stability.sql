-- How steady each level is, ranked only where intervals separate.
with described as (
    select
        execution_id,
        experiment_id,
        level,
        metric,
        runs,
        drop_minutes_per_h,
        p5_to_p50,
        p5_to_p50_low,
        p5_to_p50_high,
        mad_pct,
        rank,
        is_separated
    from {{ ref('fct_stability') }}
    where {{ is_due('execution_id') }}
)

select * from described
