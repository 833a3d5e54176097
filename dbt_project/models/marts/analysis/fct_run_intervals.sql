-- How well a single run knows its own mean: an interval from the means of its batches. It says nothing of another run of the same level.
with series as (
    select
        series.execution_id, runs.experiment_id, runs.level, runs.run, runs.run_id, series.metric, series.seconds, series.samples, series.samples_taken
    from {{ ref('int_series') }} as series
    inner join {{ ref('int_runs') }} as runs on series.run_id = runs.run_id
    inner join {{ ref('int_metrics') }} as metrics on series.execution_id = metrics.execution_id and series.metric = metrics.metric
    where
        runs.is_counted and runs.steps = 1 and not metrics.is_always_zero and series.samples_taken >= 40
        and (metrics.is_primary or metrics.family in ('throughput', 'latency') or (metrics.is_pictured and metrics.family in ('waits', 'disk')))
),

-- Twenty batches; where even their means remember each other the run is too short for its own memory. (Ten longer ones instead let random walks pass.)
batched as (
    select series.*, 20 as batches, of_run.mean, of_run.error, of_run.lag1, of_run.lag1 <= {{ largest_batch_memory('20') }} as is_independent
    from series
    cross join lateral {{ batch_means('series.samples', 'series.samples_taken', '20') }} as of_run
    where of_run.error > 0
),

critical as (
    select {{ student_t_critical('0.05', '19') }} as critical
),

bounded as (
    select
        batched.execution_id, batched.experiment_id, batched.level, batched.run, batched.run_id, batched.metric, batched.samples_taken as n, batched.mean,
        case when batched.is_independent then batched.mean - critical.critical * batched.error end as mean_low,
        case when batched.is_independent then batched.mean + critical.critical * batched.error end as mean_high,
        batched.batches,
        (batched.seconds[batched.samples_taken] - batched.seconds[1]) / (batched.samples_taken - 1) * (batched.samples_taken / batched.batches) as batch_s,
        batched.lag1 as batch_lag1,
        case when batched.is_independent then 'within_run' else 'batches_remember' end as reason_code
    from batched
    cross join critical
)

select * from bounded
