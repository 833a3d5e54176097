-- Checkpoints of each level: timed and requested ones, WAL written, and whether runs were long enough for two cycles of their own timeout.
with runs as (
    select * from {{ ref('int_runs') }} where is_counted and role = 'level'
),

counted as (
    select
        stats.run_id,
        stats.checkpoints_timed - lag(stats.checkpoints_timed) over in_time as timed,
        stats.checkpoints_requested - lag(stats.checkpoints_requested) over in_time as requested,
        stats.at
    from {{ ref('stg_stat_checkpointer') }} as stats
    inner join runs on stats.run_id = runs.run_id
    where {{ in_due_nights('stats.night') }} and stats.at >= runs.measured_from and stats.at < runs.measured_to
    window in_time as (partition by stats.run_id, stats.checkpointer_reset, stats.postmaster_started_at order by stats.at)
),

run_counts as (
    select run_id, sum(greatest(timed, 0)) as timed, sum(greatest(requested, 0)) as requested
    from counted
    group by run_id
),

timeouts as (
    select settings.run_id, max(settings.setting::double precision) as timeout_s
    from {{ ref('stg_settings') }} as settings
    where {{ in_due_nights('settings.night') }} and settings.name = 'checkpoint_timeout' and settings.moment = 'active' and settings.setting ~ '^[0-9]+$'
    group by settings.run_id
),

written as (
    select execution_id, run_id, mean * 1048576 as wal_bytes_per_s
    from {{ ref('fct_boundaries') }}
    where metric = 'wal_mbps' and run_id is not null and {{ is_due() }}
),

levelled as (
    select
        runs.execution_id, runs.experiment_id, runs.level, count(*)::integer as runs,
        avg((run_counts.timed + run_counts.requested)::numeric)::double precision as cycles_per_run,
        sum(run_counts.timed)::integer as timed,
        sum(run_counts.requested)::integer as requested,
        avg((written.wal_bytes_per_s * runs.duration_s)::numeric)::double precision as wal_bytes_per_run,
        bool_or(runs.duration_s < 2 * timeouts.timeout_s) as is_short_run,
        max(timeouts.timeout_s) as timeout_s
    from runs
    inner join run_counts on runs.run_id = run_counts.run_id
    left join timeouts on runs.run_id = timeouts.run_id
    left join written on runs.execution_id = written.execution_id and runs.run_id = written.run_id
    group by runs.execution_id, runs.experiment_id, runs.level
)

select * from levelled
