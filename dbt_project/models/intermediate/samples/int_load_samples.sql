-- Speed and latency as pgbench told them, one series a run: script groups added up, threads of the aggregate log as well.
{{ config(external=['seconds', 'samples']) }}

with progress as (
    {{ measured(ref('stg_pgbench_progress')) }}
),

-- A jittering clock can put two lines of one group into one second: they are averaged before groups are added.
progress_by_group as (
    select
        run_id, script_group, floor(seconds) as seconds, min(seconds) as exact_seconds, bool_and(is_measured) as is_measured,
        avg(tps) as tps, avg(latency_ms) as latency_ms, avg(latency_stddev_ms) as latency_stddev_ms,
        sum(failed / nullif(interval_s, 0)) as failed_per_s
    from progress
    group by run_id, script_group, floor(seconds)
),

progress_groups as (
    select run_id, count(*) as script_groups
    from (select distinct run_id, script_group from {{ ref('stg_pgbench_progress') }} where {{ in_due_nights() }}) as seen
    group by run_id
),

progress_together as (
    -- One group, as usual: there is nothing to add.
    select
        by_group.run_id, by_group.exact_seconds as seconds, by_group.is_measured, by_group.tps, by_group.latency_ms, by_group.latency_stddev_ms,
        by_group.failed_per_s
    from progress_by_group as by_group
    inner join progress_groups as groups on by_group.run_id = groups.run_id and groups.script_groups = 1
    union all
    select
        by_group.run_id,
        min(by_group.exact_seconds) as seconds,
        bool_and(by_group.is_measured) as is_measured,
        sum(by_group.tps) as tps,
        sum(by_group.latency_ms * by_group.tps) / nullif(sum(by_group.tps), 0) as latency_ms,
        null as latency_stddev_ms,
        sum(by_group.failed_per_s) as failed_per_s
    from progress_by_group as by_group
    inner join progress_groups as groups on by_group.run_id = groups.run_id and groups.script_groups > 1
    group by by_group.run_id, by_group.seconds, groups.script_groups
    having count(*) = groups.script_groups
),

aggregate_log as (
    {{ measured(ref('stg_pgbench_aggregate')) }}
),

aggregate_together as (
    select
        run_id, seconds, bool_and(is_measured) as is_measured,
        sum(transactions) / max(interval_s) as tps,
        (sum(latency_sum_us) / nullif(sum(transactions), 0)) / 1000 as latency_ms,
        sum(failed) / max(interval_s) as failed_per_s
    from aggregate_log
    where run_id not in (select progress_groups.run_id from progress_groups)
    group by run_id, seconds
),

united as (
    {{ collected('progress_together', {'tps': 'tps', 'latency_ms': 'latency_ms', 'latency_stddev_ms': 'latency_stddev_ms', 'failed_per_s': 'failed_per_s'}) }}
    union all
    {{ collected('aggregate_together', {'tps': 'tps', 'latency_ms': 'latency_ms', 'failed_per_s': 'failed_per_s'}) }}
)

select * from united
