-- Points of pictures: each run of the primary metric, and for every other pictured metric the median and range of a level's runs.
with series as (
    select
        series.execution_id, runs.experiment_id, runs.level, runs.run, series.metric, series.entity, series.seconds, series.samples, metrics.is_primary,
        runs.duration_s,
        (series.seconds[series.samples_taken] - series.seconds[1]) / nullif(series.samples_taken - 1, 0) as spacing_s
    from {{ ref('int_series') }} as series
    inner join {{ ref('int_runs') }} as runs on series.run_id = runs.run_id
    inner join {{ ref('int_metrics') }} as metrics on series.execution_id = metrics.execution_id and series.metric = metrics.metric
    where (runs.is_counted or metrics.is_primary) and (metrics.is_pictured or metrics.is_primary) and not metrics.is_always_zero and series.samples_taken > 1
),

widths as (
    select
        execution_id, metric,
        greatest(ceil(100 * percentile_cont(0.5) within group (order by spacing_s) - 0.01) / 100, max(duration_s) / {{ var('picture_points') }}) as width_s
    from series
    group by execution_id, metric
),

bucketed as (
    select
        series.execution_id, series.experiment_id, series.level, series.run, series.metric, series.entity, series.is_primary,
        bucket.moment * widths.width_s as seconds, bucket.value, bucket.value_low, bucket.value_high
    from series
    inner join widths on series.execution_id = widths.execution_id and series.metric = widths.metric
    cross join lateral (
        select floor(point.second / widths.width_s) as moment, avg(point.value) as value, min(point.value) as value_low, max(point.value) as value_high
        from (select unnest(series.seconds) as second, unnest(series.samples) as value) as point
        group by 1
    ) as bucket
),

drawn as (
    select execution_id, experiment_id, level, run, metric, entity, seconds, value, value_low, value_high
    from bucketed
    where is_primary
    union all
    select
        execution_id, experiment_id, level, null, metric, entity, seconds,
        percentile_cont(0.5) within group (order by value), min(value), max(value)
    from bucketed
    group by execution_id, experiment_id, level, metric, entity, seconds
)

select * from drawn
