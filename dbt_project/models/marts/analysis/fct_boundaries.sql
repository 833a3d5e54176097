-- The boundaries of every series: of each run, and of each level over the samples of its valid runs (sentinels stand apart).
with of_runs as (
    select
        moments.execution_id, runs.experiment_id, moments.metric, runs.level, runs.run, moments.run_id, 1 as runs, runs.is_valid,
        runs.is_counted and runs.role = 'level' as is_of_level,
        moments.n, moments.first, moments.last, moments.mean, moments.stddev, moments.min, moments.max
    from {{ ref('int_series_moments') }} as moments
    inner join {{ ref('int_runs') }} as runs on moments.run_id = runs.run_id
),

-- The mean of a level is the mean of its runs' means, so that a longer run does not weigh more; everything else is of all samples.
level_means as (
    select
        execution_id, experiment_id, metric, level, count(*)::integer as runs, sum(n)::integer as n,
        avg(mean::numeric)::double precision as mean, sum(n * mean order by run_id) / sum(n) as sample_mean, min(min) as min, max(max) as max
    from of_runs
    where is_of_level
    group by execution_id, experiment_id, metric, level
),

-- Squares about the mean of all samples, out of each run's own: no sample is read twice (Chan, Golub and LeVeque 1979).
of_levels as (
    select
        levels.execution_id, levels.experiment_id, levels.metric, levels.level, null::integer as run, null::bigint as run_id, levels.runs, true as is_valid, true as is_of_level,
        levels.n, null::double precision as first, null::double precision as last, levels.mean,
        case
            when levels.runs = 1 then max(of_runs.stddev)
            else sqrt(sum(
                coalesce((of_runs.n - 1) * of_runs.stddev ^ 2, 0) + of_runs.n * (of_runs.mean - levels.sample_mean) ^ 2 order by of_runs.run_id
            ) / nullif(levels.n - 1, 0))
        end as stddev,
        levels.min, levels.max
    from level_means as levels
    inner join of_runs
        on levels.execution_id = of_runs.execution_id and levels.metric = of_runs.metric and levels.level = of_runs.level and of_runs.is_of_level
    group by levels.execution_id, levels.experiment_id, levels.metric, levels.level, levels.runs, levels.n, levels.mean, levels.min, levels.max
),

united as (
    select * from of_runs
    union all
    select * from of_levels
),

bounded as (
    select
        united.execution_id, united.experiment_id, united.metric, united.level, united.run, united.run_id, united.runs, united.is_valid, united.is_of_level,
        united.n, united.first, united.last, united.mean, united.stddev, united.min,
        ranked.quantiles[1] as p5, ranked.quantiles[2] as median, ranked.quantiles[3] as p95, ranked.quantiles[4] as p99,
        united.max, united.max - united.min as amplitude
    from united
    inner join {{ ref('int_series_quantiles') }} as ranked
        on united.execution_id = ranked.execution_id and united.metric = ranked.metric and united.level = ranked.level
        and united.run_id is not distinct from ranked.run_id
)

select * from bounded
