-- Intervals of single runs' own means, with what they are and are not.
with described as (
    select
        intervals.execution_id,
        intervals.experiment_id,
        intervals.level,
        intervals.run,
        intervals.metric,
        metrics.unit,
        intervals.n,
        intervals.mean,
        intervals.mean_low,
        intervals.mean_high,
        intervals.batches,
        intervals.batch_s,
        intervals.batch_lag1,
        intervals.reason_code
    from {{ ref('fct_run_intervals') }} as intervals
    inner join {{ ref('int_metrics') }} as metrics on intervals.execution_id = metrics.execution_id and intervals.metric = metrics.metric
    where {{ is_due('intervals.execution_id') }}
)

select * from described
