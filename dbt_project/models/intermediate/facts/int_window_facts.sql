-- Facts of windows: drops with their depth, length and recovery, how many there were, how steady a level is, checkpoints.
{{ config(materialized='ephemeral') }}

with drops as (
    select
        drops.execution_id, drops.experiment_id, drops.level, drops.run, drops.metric, drops.drop_name as scope, statistic.stat, statistic.value, statistic.unit,
        statistic.decimals, 1 as runs, 'fct_drops' as source_model
    from {{ ref('fct_drops') }} as drops
    inner join {{ ref('int_metrics') }} as metrics on drops.execution_id = metrics.execution_id and drops.metric = metrics.metric and {{ is_due('drops.execution_id') }}
    cross join lateral (
        values
        ('min', drops.lowest_value, metrics.unit, metrics.decimals), ('duration', drops.ends_s - drops.starts_s, 's', 0),
        ('delta_pct', -drops.depth_pct, '%', 1), ('recovery', drops.recovered_after_s, 's', 0)
    ) as statistic (stat, value, unit, decimals)
),

steadiness as (
    select
        stability.execution_id, stability.experiment_id, stability.level, null::integer as run, stability.metric, statistic.scope, statistic.stat, statistic.value,
        statistic.unit, statistic.decimals, stability.runs, 'fct_stability' as source_model
    from {{ ref('fct_stability') }} as stability
    cross join lateral (
        select count(*)::double precision as value
        from {{ ref('fct_drops') }} as counted
        where
            {{ is_due('counted.execution_id') }} and counted.execution_id = stability.execution_id and counted.level = stability.level and counted.metric = stability.metric
            and counted.role = 'level'
    ) as drop_count
    cross join lateral (
        values
        ('drops', 'duration', stability.drop_minutes_per_h, 'min/h', 2), ('drops', 'count', drop_count.value, 'count', 0),
        ('run', 'p5_to_p50', stability.p5_to_p50, '1', 2), ('run', 'mad', stability.mad_pct, '%', 1)
    ) as statistic (scope, stat, value, unit, decimals)
),

checkpoints as (
    select
        execution_id, experiment_id, level, null::integer as run, 'checkpoints' as metric, statistic.scope, 'count' as stat, statistic.value, 'count' as unit, 0 as decimals,
        runs, 'fct_checkpoints' as source_model
    from {{ ref('fct_checkpoints') }}
    cross join lateral (values ('timed', timed::double precision), ('requested', requested::double precision)) as statistic (scope, value)
),

united as (
    select * from drops
    union all
    select * from steadiness
    union all
    select * from checkpoints
),

named as (
    select
        execution_id, experiment_id, {{ fact_id('level', 'metric', 'stat', run='run', scope='scope') }} as fact_id, level, run, metric, stat, value, unit,
        decimals::integer as decimals, null::integer as n, runs, null::double precision as ci_low, null::double precision as ci_high, scope, null::text as partner,
        null::text as denominator, '{}'::text[] as parents, source_model
    from united
    where {{ is_due() }}
)

select * from named
