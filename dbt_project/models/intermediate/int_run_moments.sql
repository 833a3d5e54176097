-- Each run's series at common moments: means of non-overlapping buckets, at most `moments_a_run` a run, as long as the samples lie apart at least.
with series as (
    select
        series.*,
        runs.duration_s,
        (series.seconds[series.samples_taken] - series.seconds[1]) / nullif(series.samples_taken - 1, 0) as spacing_s
    from {{ ref('int_series') }} as series
    inner join {{ ref('int_runs') }} as runs on series.run_id = runs.run_id
    where runs.is_counted
),

-- Samplers drift by milliseconds: spacing is rounded up to a hundredth of a second before it makes buckets.
widths as (
    select
        metric_key,
        greatest(
            coalesce(ceil(100 * percentile_cont(0.5) within group (order by spacing_s) - 0.01) / 100, 1),
            coalesce(max(duration_s), 1) / {{ var('moments_a_run') }}
        ) as width_s
    from series
    group by metric_key
),

bucketed as (
    select
        series.execution_id,
        series.metric_key,
        series.series_key,
        widths.width_s,
        bucket.moment,
        bucket.value
    from series
    inner join widths on series.metric_key = widths.metric_key
    cross join lateral (
        select floor(sample.second / widths.width_s)::integer as moment, avg(sample.value) as value
        from (select unnest(series.seconds) as second, unnest(series.samples) as value) as sample
        group by 1
    ) as bucket
)

select * from bucketed
