-- The boundaries of every series: of each run, and of each level over the samples of its valid runs (sentinels stand apart).
with series as (
    select
        series.execution_id, series.metric, series.run_id, series.samples, series.samples_taken, runs.level, runs.run, runs.role, runs.experiment_id,
        runs.is_valid, runs.is_counted and runs.role = 'level' as is_of_level
    from {{ ref('int_series') }} as series
    inner join {{ ref('int_runs') }} as runs on series.run_id = runs.run_id
),

of_runs as (
    select
        series.execution_id, series.experiment_id, series.metric, series.level, series.run, series.run_id, 1 as runs, series.is_valid, series.is_of_level,
        moments.n, series.samples[1] as first, series.samples[series.samples_taken] as last, moments.mean, moments.stddev, moments.min, moments.max, moments.quantiles
    from series
    cross join lateral {{ moments_of('unnest(series.samples) as sample (value)') }} as moments
),

levels as (
    select execution_id, experiment_id, metric, level, count(*)::integer as runs
    from series
    where is_of_level
    group by execution_id, experiment_id, metric, level
),

-- The mean of a level is the mean of its runs' means, so that a longer run does not weigh more; everything else is of all samples.
of_levels as (
    select
        levels.execution_id, levels.experiment_id, levels.metric, levels.level, null::integer as run, null::bigint as run_id, levels.runs, true as is_valid, true as is_of_level,
        moments.n, null::double precision as first, null::double precision as last, averaged.mean, moments.stddev, moments.min, moments.max, moments.quantiles
    from levels
    cross join lateral {{ moments_of(
        ref('int_series') ~ ' as pooled inner join ' ~ ref('int_runs') ~ " as runs on pooled.run_id = runs.run_id and runs.is_counted and runs.role = 'level', "
        ~ 'unnest(pooled.samples) as sample (value) '
        ~ 'where pooled.execution_id = levels.execution_id and pooled.metric = levels.metric and runs.level = levels.level'
    ) }} as moments
    inner join (
        select execution_id, metric, level, avg(mean::numeric)::double precision as mean
        from of_runs
        where is_of_level
        group by execution_id, metric, level
    ) as averaged
        on levels.execution_id = averaged.execution_id and levels.metric = averaged.metric and levels.level = averaged.level
),

united as (
    select * from of_runs
    union all
    select * from of_levels
),

bounded as (
    select
        execution_id, experiment_id, metric, level, run, run_id, runs, is_valid, is_of_level, n, first, last, mean, stddev, min,
        quantiles[1] as p5, quantiles[2] as median, quantiles[3] as p95, quantiles[4] as p99, max, max - min as amplitude
    from united
)

select * from bounded
