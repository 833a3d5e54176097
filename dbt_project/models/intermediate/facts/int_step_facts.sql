-- Facts of load steps: what a step's clients brought (the scope is the step's name), and how many they were.
{{ config(materialized='ephemeral') }}

with measured as (
    select
        steps.execution_id, steps.experiment_id, steps.level, steps.metric, 'mean' as stat, steps.mean as value, metrics.unit,
        {{ decimals_for('steps.mean', 'metrics.decimals') }} as decimals, steps.n, steps.runs, steps.mean_low as ci_low, steps.mean_high as ci_high, steps.step
    from {{ ref('fct_steps') }} as steps
    inner join {{ ref('int_metrics') }} as metrics on steps.execution_id = metrics.execution_id and steps.metric = metrics.metric
    where {{ is_due('steps.execution_id') }}
),

loaded as (
    select
        execution_id, experiment_id, level, 'clients' as metric, 'count' as stat, max(clients)::double precision as value, 'count' as unit,
        0 as decimals, null::integer as n, max(runs) as runs, null::double precision as ci_low, null::double precision as ci_high, step
    from {{ ref('fct_steps') }}
    where {{ is_due() }} and clients is not null
    group by execution_id, experiment_id, level, step
),

united as (
    select * from measured
    union all
    select * from loaded
),

named as (
    select
        execution_id, experiment_id, {{ fact_id('level', 'metric', 'stat', scope="('step_' || step)") }} as fact_id, level, null::integer as run, metric, stat, value, unit,
        decimals, n, runs, ci_low, ci_high, 'step_' || step as scope, null::text as partner, null::text as denominator, '{}'::text[] as parents, 'fct_steps' as source_model
    from united
)

select * from named
