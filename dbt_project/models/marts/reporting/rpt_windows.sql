-- Named windows that facts and sentences refer to: drops, and the steps of a ramp.
with drops as (
    select execution_id, experiment_id, level, run, drop_name as name, 'drop' as kind, metric, starts_at, ends_at, depth_pct, recovered_after_s
    from {{ ref('rpt_drops') }}
    where {{ is_due('execution_id') }}
),

steps as (
    select
        runs.execution_id, runs.experiment_id, runs.level, runs.run, 'step_' || load_steps.step as name, 'step' as kind, null::text as metric,
        load_steps.starts_at, load_steps.ends_at, null::double precision as depth_pct, null::double precision as recovered_after_s
    from {{ ref('int_runs') }} as runs
    inner join {{ ref('stg_load_steps') }} as load_steps on runs.run_id = load_steps.run_id
    where runs.steps > 1 and not load_steps.is_warm_up
),

united as (
    select * from drops
    union all
    select * from steps
)

select * from united
