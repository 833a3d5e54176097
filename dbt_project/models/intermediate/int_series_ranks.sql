-- Ranks and memory of the series that are correlated: once a series, however many pairs it belongs to.
{{ config(indexes=[{'columns': ['series_key']}], external=['ranks']) }}

with wanted as (
    select execution_id, metric from {{ ref('int_correlation_pairs') }}
    union
    select execution_id, partner from {{ ref('int_correlation_pairs') }}
),

series as (
    select series.series_key, series.seconds, series.samples, series.samples_taken, runs.step_starts
    from {{ ref('int_series') }} as series
    inner join wanted on series.execution_id = wanted.execution_id and series.metric = wanted.metric
    inner join {{ ref('int_runs') }} as runs on series.run_id = runs.run_id
    where runs.is_counted and runs.role = 'level' and series.samples_taken >= 4
),

ranked as (
    select series.series_key, of_series.ranks, of_series.lag1
    from series
    cross join lateral {{ ranked_within_steps('series') }} as of_series
)

select * from ranked
