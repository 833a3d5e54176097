-- How steady a level's speed is: minutes in drops an hour, low percentile against median, spread; ranked only where intervals separate.
with series as (
    select
        series.execution_id, series.metric, series.run_id, series.seconds, series.samples, runs.experiment_id, runs.level, runs.step_starts, runs.duration_s
    from {{ ref('int_series') }} as series
    inner join {{ ref('int_metrics') }} as metrics on series.execution_id = metrics.execution_id and series.metric = metrics.metric
    inner join {{ ref('int_runs') }} as runs on series.run_id = runs.run_id
    where
        runs.is_counted and runs.role = 'level' and metrics.is_throughput and series.samples_taken >= 20
        and (metrics.is_primary or metrics.base_metric in ('tps', 'operational_speed'))
),

-- Speed is normalised by its load step's median, so that a ramp is no instability.
steadiness as (
    select series.execution_id, series.experiment_id, series.level, series.metric, series.run_id, series.duration_s, spread.*
    from series
    cross join lateral (
        select
            percentile_cont(0.05) within group (order by normal.value) / nullif(percentile_cont(0.5) within group (order by normal.value), 0) as p5_to_p50,
            100 * percentile_cont(0.5) within group (order by abs(normal.value - 1)) as mad_pct
        from (
            select point.value / nullif(step.median, 0) as value
            from unnest(series.seconds, series.samples) as point (second, value)
            inner join (
                select width_bucket(inner_point.second, series.step_starts) as step, percentile_cont(0.5) within group (order by inner_point.value) as median
                from unnest(series.seconds, series.samples) as inner_point (second, value)
                group by 1
            ) as step on width_bucket(point.second, series.step_starts) = step.step
        ) as normal
    ) as spread
),

with_drops as (
    select
        steadiness.*,
        coalesce((
            select sum((drops.ends_s - drops.starts_s)::numeric)
            from {{ ref('fct_drops') }} as drops
            where {{ is_due('drops.execution_id') }} and drops.execution_id = steadiness.execution_id and drops.run_id = steadiness.run_id and drops.metric = steadiness.metric
        ), 0)::double precision / nullif(duration_s, 0) * 60 as drop_minutes_per_h
    from steadiness
),

levelled as (
    select
        execution_id, experiment_id, level, metric, count(*)::integer as runs,
        avg(drop_minutes_per_h::numeric)::double precision as drop_minutes_per_h,
        avg(ln(greatest(p5_to_p50, 0.0001))::numeric)::double precision as log_ratio,
        stddev_samp(ln(greatest(p5_to_p50, 0.0001))::numeric)::double precision / sqrt(count(*)) as log_error,
        avg(mad_pct::numeric)::double precision as mad_pct
    from with_drops
    group by execution_id, experiment_id, level, metric
),

critical as (
    select distinct_runs.runs, {{ student_t_critical('0.05', 'distinct_runs.runs - 1') }} as critical
    from (select distinct runs from levelled where runs > 1) as distinct_runs
),

bounded as (
    select
        levelled.*,
        exp(log_ratio) as p5_to_p50,
        exp(log_ratio - critical.critical * log_error) as p5_to_p50_low,
        exp(log_ratio + critical.critical * log_error) as p5_to_p50_high
    from levelled
    left join critical on levelled.runs = critical.runs
),

-- A rank is one more than the number of levels that are surely steadier; a level whose interval overlaps none stands apart.
compared as (
    select
        bounded.execution_id, bounded.experiment_id, bounded.level, bounded.metric, bounded.runs, bounded.drop_minutes_per_h, bounded.p5_to_p50,
        bounded.p5_to_p50_low, bounded.p5_to_p50_high, bounded.mad_pct,
        count(others.level) filter (where others.p5_to_p50_low > bounded.p5_to_p50_high) as surely_steadier,
        coalesce(bool_and(others.p5_to_p50_low > bounded.p5_to_p50_high or others.p5_to_p50_high < bounded.p5_to_p50_low), false) as is_separated
    from bounded
    left join bounded as others
        on bounded.execution_id = others.execution_id and bounded.metric = others.metric and bounded.level <> others.level
    group by
        bounded.execution_id, bounded.experiment_id, bounded.level, bounded.metric, bounded.runs, bounded.drop_minutes_per_h, bounded.p5_to_p50,
        bounded.p5_to_p50_low, bounded.p5_to_p50_high, bounded.mad_pct
),

ranked as (
    select
        compared.*,
        case
            when p5_to_p50_low is not null and bool_or(is_separated) over (partition by execution_id, metric) then surely_steadier::integer + 1
        end as rank
    from compared
)

select * from ranked
