-- Rates of the server's own counters: rows, cache, temporary files, WAL, buffers written.
{{ config(external=['seconds', 'samples']) }}

with databases as (
    {{ measured(ref('stg_stat_database'), margin_s=30) }}
),

database_sums as (
    select
        run_id, at, seconds, is_measured,
        min(stats_reset) as stats_reset, min(postmaster_started_at) as postmaster_started_at, count(*) as databases,
        sum(blks_hit)::bigint as blks_hit, sum(blks_read)::bigint as blks_read, sum(temp_bytes)::bigint as temp_bytes, sum(deadlocks)::bigint as deadlocks,
        sum(xact_commit)::bigint as xact_commit, sum(xact_rollback)::bigint as xact_rollback
    from databases
    group by run_id, at, seconds, is_measured
),

{{ rates_of('database_sums', ['blks_hit', 'blks_read', 'temp_bytes', 'deadlocks', 'xact_commit', 'xact_rollback'], ['stats_reset', 'postmaster_started_at', 'databases']) }},

wal as (
    {{ measured(ref('stg_stat_wal'), margin_s=30) }}
),

{{ rates_of('wal', ['wal_bytes', 'wal_fpi'], ['stats_reset', 'postmaster_started_at']) }},

checkpointer as (
    {{ measured(ref('stg_stat_checkpointer'), margin_s=30) }}
),

{{ rates_of('checkpointer', ['buffers_checkpoint', 'buffers_clean', 'buffers_backend', 'checkpoints_timed', 'checkpoints_requested'], ['checkpointer_reset', 'postmaster_started_at']) }},

-- One figure a run: a share of all its transactions, a number of rare events.
totals as (
    select
        transacted.run_id,
        written.wal_bytes / nullif(transacted.transactions, 0) / 1024 as wal_per_tx_kb,
        checkpointed.checkpoints_per_h
    from (
        select run_id, sum((xact_commit_per_s + xact_rollback_per_s) * interval_s order by at) as transactions
        from database_sums_rated
        where is_measured
        group by run_id
    ) as transacted
    left join (
        select run_id, sum(wal_bytes_per_s * interval_s order by at) as wal_bytes from wal_rated where is_measured group by run_id
    ) as written on transacted.run_id = written.run_id
    left join (
        select
            run_id,
            3600 * sum((checkpoints_timed_per_s + checkpoints_requested_per_s) * interval_s order by at)
            / nullif(sum(interval_s order by at) filter (where checkpoints_timed_per_s is not null), 0) as checkpoints_per_h
        from checkpointer_rated
        where is_measured
        group by run_id
    ) as checkpointed on transacted.run_id = checkpointed.run_id
),

united as (
    {{ collected('database_sums_rated', {
        'cache_hit_pct': '100 * blks_hit_per_s / nullif(blks_hit_per_s + blks_read_per_s, 0)', 'temp_mbps': 'temp_bytes_per_s / 1048576',
        'deadlocks_per_s': 'deadlocks_per_s', 'rollbacks_per_s': 'xact_rollback_per_s',
    }, rates=['cache_hit_pct', 'temp_mbps', 'deadlocks_per_s', 'rollbacks_per_s']) }}
    union all
    {{ collected('wal_rated', {'wal_mbps': 'wal_bytes_per_s / 1048576', 'wal_fpi_per_s': 'wal_fpi_per_s'}, rates=['wal_mbps', 'wal_fpi_per_s']) }}
    union all
    {{ collected('checkpointer_rated', {
        'buffers_written_per_s': 'buffers_checkpoint_per_s + coalesce(buffers_clean_per_s, 0) + coalesce(buffers_backend_per_s, 0)',
    }, rates=['buffers_written_per_s']) }}
    union all
    select
        totals.run_id, unpivoted.metric, '' as entity, array[0]::double precision[] as seconds, array[unpivoted.value] as samples
    from totals
    cross join lateral (
        values ('wal_per_tx_kb', totals.wal_per_tx_kb), ('checkpoints_per_h', totals.checkpoints_per_h)
    ) as unpivoted (metric, value)
    where unpivoted.value is not null
)

select * from united
