-- Facts of location and spread: of every level, and of every run for the metrics that questions are decided on.
{{ config(materialized='ephemeral') }}

with boundaries as (
    select boundaries.*, metrics.unit, metrics.decimals, metrics.is_primary or metrics.family in ('throughput', 'latency') as is_key
    from {{ ref('fct_boundaries') }} as boundaries
    inner join {{ ref('int_metrics') }} as metrics on boundaries.execution_id = metrics.execution_id and boundaries.metric = metrics.metric
    where {{ is_due('boundaries.execution_id') }}
),

-- The first and the last value belong to a run; a level of one run has its run's.
single_runs as (
    select levels.execution_id, levels.level, levels.metric, min(of_runs.first) as first, min(of_runs.last) as last
    from boundaries as levels
    inner join boundaries as of_runs
        on levels.execution_id = of_runs.execution_id and levels.level = of_runs.level and levels.metric = of_runs.metric and of_runs.run is not null and of_runs.is_valid
    where levels.run is null and levels.runs = 1
    group by levels.execution_id, levels.level, levels.metric
    having count(*) = 1
),

interval_of_means as (
    select execution_id, level, metric, count(*)::integer as runs, avg(mean::numeric)::double precision as mean, stddev_samp(mean::numeric)::double precision / sqrt(count(*)) as error
    from boundaries
    where run is not null and is_of_level
    group by execution_id, level, metric
    having count(*) > 1
),

critical as (
    select distinct_runs.runs, {{ student_t_critical('0.05', 'distinct_runs.runs - 1') }} as critical
    from (select distinct runs from interval_of_means) as distinct_runs
),

-- A run's own interval tells how well that run knows its mean, and nothing of another run: it stands at the run's fact and at no level's.
within_runs as (
    select execution_id, run_id, metric, mean_low, mean_high
    from {{ ref('fct_run_intervals') }}
    where {{ is_due() }}
),

unpivoted as (
    select
        boundaries.execution_id, boundaries.experiment_id, boundaries.level, boundaries.run, boundaries.metric, statistic.stat, statistic.value,
        boundaries.unit, boundaries.decimals, boundaries.n, boundaries.runs,
        case when statistic.stat = 'mean' then case when boundaries.run is null then means.mean - critical.critical * means.error else within_runs.mean_low end end as ci_low,
        case when statistic.stat = 'mean' then case when boundaries.run is null then means.mean + critical.critical * means.error else within_runs.mean_high end end as ci_high
    from boundaries
    left join single_runs
        on boundaries.run is null and boundaries.execution_id = single_runs.execution_id and boundaries.level = single_runs.level and boundaries.metric = single_runs.metric
    left join interval_of_means as means
        on boundaries.execution_id = means.execution_id and boundaries.level = means.level and boundaries.metric = means.metric
    left join critical on means.runs = critical.runs
    left join within_runs
        on boundaries.execution_id = within_runs.execution_id and boundaries.run_id = within_runs.run_id and boundaries.metric = within_runs.metric
    cross join lateral (
        values
        ('mean', boundaries.mean), ('median', boundaries.median), ('min', boundaries.min), ('max', boundaries.max), ('stddev', boundaries.stddev),
        ('p5', boundaries.p5), ('p95', boundaries.p95), ('p99', boundaries.p99), ('amplitude', boundaries.amplitude),
        ('first', coalesce(boundaries.first, single_runs.first)), ('last', coalesce(boundaries.last, single_runs.last))
    ) as statistic (stat, value)
    where
        statistic.value is not null
        and (boundaries.run is null or (boundaries.is_key and statistic.stat in ('mean', 'median', 'min', 'max', 'stddev', 'first', 'last')))
),

named as (
    select
        execution_id, experiment_id,
        {{ fact_id('level', 'metric', 'stat', run='run') }} as fact_id,
        level, run, metric, stat, value, unit, {{ decimals_for('value', 'decimals') }} as decimals, n, runs, ci_low, ci_high,
        'run' as scope, null::text as partner, null::text as denominator, '{}'::text[] as parents, 'fct_boundaries' as source_model
    from unpivoted
)

select * from named
