-- Throughput, latency and waits by load step.
with described as (
    select
        steps.execution_id,
        steps.experiment_id,
        steps.level,
        steps.step,
        'step_' || steps.step as name,
        steps.clients,
        steps.target_tps,
        steps.metric,
        metrics.unit,
        steps.runs,
        steps.n,
        steps.mean,
        steps.mean_low,
        steps.mean_high
    from {{ ref('fct_steps') }} as steps
    inner join {{ ref('int_metrics') }} as metrics on steps.execution_id = metrics.execution_id and steps.metric = metrics.metric
    where {{ is_due('steps.execution_id') }}
)

select * from described
