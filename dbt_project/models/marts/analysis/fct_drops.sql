-- Drops of speed: where a run falls far below its own load step, with start, depth, and the recovery to 90%.
with series as (
    select
        series.execution_id, series.metric, series.run_id, series.seconds, series.samples, runs.experiment_id, runs.level, runs.run, runs.role,
        runs.measured_from, runs.duration_s, runs.step_starts
    from {{ ref('int_series') }} as series
    inner join {{ ref('int_metrics') }} as metrics on series.execution_id = metrics.execution_id and series.metric = metrics.metric
    inner join {{ ref('int_runs') }} as runs on series.run_id = runs.run_id
    where runs.is_valid and metrics.is_throughput and series.samples_taken >= 20 and (metrics.is_primary or metrics.base_metric in ('tps', 'operational_speed'))
),

points as (
    select
        series.execution_id, series.run_id, series.metric, point.second, point.value, point.position,
        width_bucket(point.second, series.step_starts) as step,
        ln(greatest(point.value, 0.000000001)) as log_value
    from series
    cross join lateral unnest(series.seconds, series.samples) with ordinality as point (second, value, position)
),

-- A load step's own level is its 60th percentile: drops themselves pull a median down.
step_levels as (
    select run_id, metric, step, percentile_cont(0.6) within group (order by log_value) as level, percentile_cont(0.5) within group (order by log_value) as median
    from points
    group by run_id, metric, step
),

step_spreads as (
    select points.run_id, points.metric, points.step, step_levels.level,
        greatest(1.4826 * percentile_cont(0.5) within group (order by abs(points.log_value - step_levels.median)), 0.01) as spread
    from points
    inner join step_levels on points.run_id = step_levels.run_id and points.metric = step_levels.metric and points.step = step_levels.step
    group by points.run_id, points.metric, points.step, step_levels.level
),

scored as (
    select
        points.*, spreads.level, spreads.spread,
        (points.log_value - spreads.level) / spreads.spread as z,
        lead((points.log_value - spreads.level) / spreads.spread) over in_time as next_z
    from points
    inner join step_spreads as spreads on points.run_id = spreads.run_id and points.metric = spreads.metric and points.step = spreads.step
    window in_time as (partition by points.run_id, points.metric order by points.position)
),

-- Two samples below -4 begin a drop, two above -1.5 end it: the last of these signals says where a sample belongs.
signalled as (
    select
        scored.*,
        max(position) filter (where z < -4 and next_z < -4) over so_far as last_entry,
        max(position) filter (where z > -1.5 and (next_z > -1.5 or next_z is null)) over so_far as last_exit
    from scored
    window so_far as (partition by run_id, metric order by position)
),

-- A drop is named by the exit before it: all its samples share that.
inside as (
    select signalled.*, coalesce(last_exit, 0) as island
    from signalled
    where last_entry > coalesce(last_exit, 0)
),

islands as (
    select
        execution_id, run_id, metric, island,
        min(position) as first_position, max(position) as last_position, min(second) as starts_s,
        min(value) as lowest_value, max(exp(level)) as normal_value, max(spread) as spread,
        (array_agg(position order by value, position))[1] as lowest_position
    from inside
    group by execution_id, run_id, metric, island
    having min(log_value - level) <= ln(0.8)
),

recovered as (
    select islands.*, later.ends_s, later.recovered_s - islands.starts_s as recovered_after_s
    from islands
    inner join {{ ref('int_series') }} as series on islands.run_id = series.run_id and islands.metric = series.metric
    cross join lateral (
        select
            min(point.second) filter (where point.position > islands.last_position) as ends_s,
            min(point.second) filter (where point.position > islands.lowest_position and point.value >= 0.9 * islands.normal_value) as recovered_s
        from unnest(series.seconds, series.samples) with ordinality as point (second, value, position)
    ) as later
),

named as (
    select
        recovered.execution_id, series.experiment_id, series.level, series.run, recovered.run_id, series.role, recovered.metric,
        'drop_' || series.run || '_' || row_number() over (partition by recovered.run_id, recovered.metric order by recovered.starts_s) as drop_name,
        series.measured_from + recovered.starts_s * interval '1 s' as starts_at,
        series.measured_from + coalesce(recovered.ends_s, series.duration_s) * interval '1 s' as ends_at,
        recovered.starts_s, coalesce(recovered.ends_s, series.duration_s) as ends_s,
        100 * (1 - recovered.lowest_value / recovered.normal_value) as depth_pct,
        recovered.lowest_value, recovered.normal_value,
        recovered.recovered_after_s,
        recovered.recovered_after_s is null as is_censored,
        100 * greatest(0.2, 1 - exp(-4 * recovered.spread)) as smallest_visible_pct
    from recovered
    inner join series on recovered.run_id = series.run_id and recovered.metric = series.metric
)

select * from named
