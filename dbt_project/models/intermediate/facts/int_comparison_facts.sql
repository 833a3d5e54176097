-- Differences and ratios of level means, with the two means as parents: what may be printed beside them.
{{ config(materialized='ephemeral') }}

with means as (
    select boundaries.*, metrics.decimals
    from {{ ref('fct_boundaries') }} as boundaries
    inner join {{ ref('int_metrics') }} as metrics on boundaries.execution_id = metrics.execution_id and boundaries.metric = metrics.metric
    where boundaries.run is null and {{ is_due('boundaries.execution_id') }}
),

compared as (
    select
        pairs.execution_id, one.experiment_id, pairs.level, pairs.baseline, one.metric, statistic.stat, statistic.value, statistic.unit, statistic.decimals, one.runs
    from {{ ref('int_pairs') }} as pairs
    inner join means as one on pairs.execution_id = one.execution_id and pairs.level = one.level
    inner join means as other on pairs.execution_id = other.execution_id and pairs.baseline = other.level and one.metric = other.metric
    cross join lateral (
        values
        ('delta_pct', 100 * (one.mean / nullif(other.mean, 0) - 1), '%', 1),
        ('ratio', one.mean / nullif(other.mean, 0), '1', 2)
    ) as statistic (stat, value, unit, decimals)
    where other.mean > 0
),

named as (
    select
        execution_id, experiment_id, {{ fact_id('level', 'metric', 'stat', partner='baseline') }} as fact_id,
        level, null::integer as run, metric, stat, value, unit, decimals, null::integer as n, runs,
        null::double precision as ci_low, null::double precision as ci_high, 'run' as scope, baseline as partner, null::text as denominator,
        array[{{ fact_id('level', 'metric', "'mean'") }}, {{ fact_id('baseline', 'metric', "'mean'") }}] as parents, 'fct_boundaries' as source_model
    from compared
)

select * from named
