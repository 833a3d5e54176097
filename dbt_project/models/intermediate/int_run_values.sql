-- What a run is worth for a metric: the median over time of its deviation from the median of all runs at the same moment, on the metric's own scale.
with metrics as (
    select * from {{ ref('int_metrics') }}
    where not is_always_zero
),

-- A value of zero: half an event an interval stands for it in rates, (x + 0.5) / (n + 1) of 100 samples in shares.
scaled as (
    select
        moments.execution_id,
        moments.metric,
        moments.run_id,
        moments.moment,
        moments.value,
        case
            when metrics.scale = 'signed' then moments.value
            when moments.value > 0 then ln(moments.value)
            when metrics.scale = 'share' then ln(0.5 / 101 * 100)
            else ln(metrics.zero_step / moments.width_s)
        end as scaled
    from {{ ref('int_run_moments') }} as moments
    inner join metrics on moments.execution_id = metrics.execution_id and moments.metric = metrics.metric
),

centres as (
    select
        execution_id, metric, moment,
        percentile_cont(0.5) within group (order by scaled) as centre
    from scaled
    group by execution_id, metric, moment
),

-- Where more than a tenth of the moments are zero a median sees nothing: the run's mean is compared instead.
sparse as (
    select execution_id, metric, avg((value <= 0)::integer) > 0.1 as is_sparse
    from scaled
    group by execution_id, metric
),

deviated as (
    select
        scaled.execution_id,
        scaled.metric,
        scaled.run_id,
        percentile_cont(0.5) within group (order by scaled.scaled - centres.centre) as deviation
    from scaled
    inner join centres
        on scaled.execution_id = centres.execution_id and scaled.metric = centres.metric and scaled.moment = centres.moment
    group by scaled.execution_id, scaled.metric, scaled.run_id
),

means as (
    select
        series.execution_id, series.metric, series.run_id, averaged.mean,
        greatest(coalesce(runs.duration_s, 1), 1) as duration_s
    from {{ ref('int_series') }} as series
    inner join {{ ref('int_runs') }} as runs on series.run_id = runs.run_id
    cross join lateral (select avg(sample.value) as mean from unnest(series.samples) as sample (value)) as averaged
),

valued as (
    select
        deviated.execution_id,
        deviated.run_id,
        deviated.metric,
        metrics.scale,
        metrics.is_throughput,
        sparse.is_sparse and metrics.scale <> 'signed' as is_sparse,
        means.mean,
        case
            when sparse.is_sparse and metrics.scale <> 'signed'
                then ln(greatest(means.mean, case when metrics.scale = 'share' then 0.005 else metrics.zero_step / means.duration_s end))
            else deviated.deviation
        end as value,
        case when metrics.is_throughput then ln(greatest(means.mean, metrics.zero_step / means.duration_s)) end as total_value
    from deviated
    inner join metrics on deviated.execution_id = metrics.execution_id and deviated.metric = metrics.metric
    inner join sparse on deviated.execution_id = sparse.execution_id and deviated.metric = sparse.metric
    inner join means
        on deviated.execution_id = means.execution_id and deviated.metric = means.metric and deviated.run_id = means.run_id
)

select * from valued
