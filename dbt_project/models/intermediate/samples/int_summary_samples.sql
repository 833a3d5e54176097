-- A run's closing report where nothing finer is known of it.
{{ config(external=['seconds', 'samples']) }}

with reported as (
    select runs.run_id, summaries.tps, summaries.latency_ms
    from {{ ref('stg_pgbench_summary') }} as summaries
    inner join {{ ref('int_runs') }} as runs on summaries.run_id = runs.run_id
    where {{ in_due_nights('summaries.night') }} and summaries.script = ''
),

summed as (
    select run_id, sum(tps) as tps, case when count(*) = 1 then max(latency_ms) end as latency_ms
    from reported
    group by run_id
),

united as (
    select
        summed.run_id, unpivoted.metric, '' as entity,
        array[0]::double precision[] as seconds, array[unpivoted.value] as samples
    from summed
    cross join lateral (values ('tps', summed.tps), ('latency_ms', summed.latency_ms)) as unpivoted (metric, value)
    where unpivoted.value is not null
)

select * from united
