-- What each step of a load brought: throughput, latency and waits by level and step, with intervals over the runs.
with steps as (
    select
        runs.execution_id, runs.experiment_id, runs.level, runs.run_id, load_steps.step, load_steps.clients, load_steps.target_tps,
        date_part('epoch', load_steps.starts_at - runs.measured_from) as starts_s,
        date_part('epoch', load_steps.ends_at - runs.measured_from) as ends_s
    from {{ ref('int_runs') }} as runs
    inner join {{ ref('stg_load_steps') }} as load_steps on runs.run_id = load_steps.run_id
    where runs.is_counted and runs.role = 'level' and runs.steps > 1 and not load_steps.is_warm_up
),

series as (
    select series.run_id, series.metric, series.seconds, series.samples
    from {{ ref('int_series') }} as series
    inner join {{ ref('int_metrics') }} as metrics on series.execution_id = metrics.execution_id and series.metric = metrics.metric
    where
        not metrics.is_always_zero and series.samples_taken > 1
        and (metrics.is_primary or (metrics.is_pictured and metrics.family in ('throughput', 'latency', 'waits')))
),

of_runs as (
    select
        steps.execution_id, steps.experiment_id, steps.level, steps.step, steps.run_id, steps.clients, steps.target_tps, series.metric, within_step.n, within_step.mean
    from steps
    inner join series on steps.run_id = series.run_id
    cross join lateral (
        select count(*)::integer as n, avg(point.value) as mean
        from (select unnest(series.seconds) as second, unnest(series.samples) as value) as point
        where point.second >= steps.starts_s and point.second < steps.ends_s
    ) as within_step
    where within_step.n > 0
),

pooled as (
    select
        execution_id, experiment_id, level, step, metric, max(clients) as clients, max(target_tps) as target_tps, count(*)::integer as runs, sum(n)::integer as n,
        avg(mean::numeric)::double precision as mean,
        stddev_samp(mean::numeric)::double precision / sqrt(count(*)) as error
    from of_runs
    group by execution_id, experiment_id, level, step, metric
),

critical as (
    select distinct_runs.runs, {{ student_t_critical('0.05', 'distinct_runs.runs - 1') }} as critical
    from (select distinct runs from pooled where runs > 1) as distinct_runs
),

bounded as (
    select
        pooled.execution_id, pooled.experiment_id, pooled.level, pooled.step, pooled.clients, pooled.target_tps, pooled.metric, pooled.runs, pooled.n, pooled.mean,
        pooled.mean - critical.critical * pooled.error as mean_low,
        pooled.mean + critical.critical * pooled.error as mean_high
    from pooled
    left join critical on pooled.runs = critical.runs
)

select * from bounded
