-- Rank statistics: percentiles of every series, and of each level over the samples of its valid runs; the only sorts of all samples.
with series as (
    select
        series.execution_id, series.run_id, series.metric, series.samples, runs.level,
        runs.is_counted and runs.role = 'level' as is_of_level
    from {{ ref('int_series') }} as series
    inner join {{ ref('int_runs') }} as runs on series.run_id = runs.run_id
),

of_runs as (
    select series.execution_id, series.metric, series.level, series.run_id, ranked.quantiles
    from series
    cross join lateral {{ quantiles_of('(select unnest(series.samples) as value) as sample') }} as ranked
),

levels as (
    select execution_id, metric, level, count(*) as runs, min(run_id) as run_id
    from series
    where is_of_level
    group by execution_id, metric, level
),

-- A level of one run has its run's.
of_levels as (
    select
        levels.execution_id, levels.metric, levels.level, null::bigint as run_id,
        case when levels.runs = 1 then of_runs.quantiles else ranked.quantiles end as quantiles
    from levels
    inner join of_runs on levels.run_id = of_runs.run_id and levels.metric = of_runs.metric
    cross join lateral {{ quantiles_of(
        '(select unnest(pooled.samples) as value from ' ~ ref('int_series') ~ ' as pooled inner join ' ~ ref('int_runs')
        ~ " as runs on pooled.run_id = runs.run_id and runs.is_counted and runs.role = 'level' "
        ~ 'where levels.runs > 1 and pooled.execution_id = levels.execution_id and pooled.metric = levels.metric and runs.level = levels.level) as sample'
    ) }} as ranked
),

united as (
    select * from of_runs
    union all
    select * from of_levels
)

select * from united
