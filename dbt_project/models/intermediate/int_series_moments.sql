-- Mean, standard deviation, minimum and maximum of every series: one scan of the arrays, in double precision about the first value.
{{ config(indexes=[{'columns': ['series_key']}]) }}

with measured as (
    select
        series.series_key,
        series.execution_id,
        series.run_id,
        series.metric,
        series.samples[1] as first,
        series.samples[series.samples_taken] as last,
        moments.n,
        moments.mean,
        moments.stddev,
        moments.min,
        moments.max
    from {{ ref('int_series') }} as series
    cross join lateral {{ moments_of('series.samples') }} as moments
)

select * from measured
