-- What a run is worth for a metric: the median over time of its deviation from the middle of all runs at the same moment, on the metric's own scale.
with metrics as (
    select keyed.metric_key, metrics.*
    from {{ ref('int_metrics') }} as metrics
    inner join (
        select distinct execution_id, metric, metric_key from {{ ref('int_series') }}
    ) as keyed on metrics.execution_id = keyed.execution_id and metrics.metric = keyed.metric
    where not metrics.is_always_zero
),

-- A value of zero: half an event an interval stands for it in rates, (x + 0.5) / (n + 1) of 100 samples in shares.
scaled as (
    select
        moments.metric_key,
        moments.series_key,
        moments.moment,
        moments.value,
        case
            when metrics.scale = 'signed' then moments.value
            when moments.value > 0 then ln(moments.value)
            when metrics.scale = 'share' then ln(0.5 / 101 * 100)
            else ln(metrics.zero_step / moments.width_s)
        end as scaled
    from {{ ref('int_run_moments') }} as moments
    inner join metrics on moments.metric_key = metrics.metric_key
),

present as (
    select
        metric_key, moment,
        array_agg(scaled order by scaled) as ordered,
        count(*) filter (where value <= 0) as zeros,
        count(*)::integer as present
    from scaled
    group by metric_key, moment
),

-- The median of the runs; of fewer than ten the mean without the extremes (of three or two the mean): where few runs stand beside each other each is the
-- median itself so often that the median of its deviations would be exactly zero, whatever it did.
centres as (
    select
        metric_key, moment, zeros, present,
        case
            when present >= 10 then (ordered[(present + 1) / 2] + ordered[present / 2 + 1]) / 2
            when present > 3 then (select avg(middle.value) from (select unnest(ordered[2:present - 1]) as value) as middle)
            else (select avg(every.value) from (select unnest(ordered) as value) as every)
        end as centre
    from present
),

-- Where more than a tenth of the moments are zero a median sees nothing: the run's mean is compared instead.
sparse as (
    select metric_key, sum(zeros) > 0.1 * sum(present) as is_sparse
    from centres
    group by metric_key
),

deviated as (
    select
        scaled.metric_key,
        scaled.series_key,
        percentile_cont(0.5) within group (order by scaled.scaled - centres.centre) as deviation
    from scaled
    inner join centres on scaled.metric_key = centres.metric_key and scaled.moment = centres.moment
    group by scaled.metric_key, scaled.series_key
),

means as (
    select
        moments.series_key, moments.run_id, moments.mean,
        greatest(coalesce(runs.duration_s, 1), 1) as duration_s
    from {{ ref('int_series_moments') }} as moments
    inner join {{ ref('int_runs') }} as runs on moments.run_id = runs.run_id
),

valued as (
    select
        metrics.execution_id,
        means.run_id,
        metrics.metric,
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
    inner join metrics on deviated.metric_key = metrics.metric_key
    inner join sparse on deviated.metric_key = sparse.metric_key
    inner join means on deviated.series_key = means.series_key
)

select * from valued
