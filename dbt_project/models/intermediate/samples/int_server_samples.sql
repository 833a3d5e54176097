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

{%- set database_metrics = {
    'cache_hit_pct': '100 * blks_hit_per_s / nullif(blks_hit_per_s + blks_read_per_s, 0)', 'temp_mbps': 'temp_bytes_per_s / 1048576',
    'deadlocks_per_s': 'deadlocks_per_s', 'rollbacks_per_s': 'xact_rollback_per_s',
} %}
{%- set wal_metrics = {'wal_mbps': 'wal_bytes_per_s / 1048576', 'wal_fpi_per_s': 'wal_fpi_per_s'} %}
{%- set checkpointer_metrics = {
    'buffers_written_per_s': 'buffers_checkpoint_per_s + coalesce(buffers_clean_per_s, 0) + coalesce(buffers_backend_per_s, 0)',
} %}

databases_gathered as (
    {{ gathered('database_sums_rated', database_metrics, rates=database_metrics.keys() | list, sums={
        'transactions': 'sum((xact_commit_per_s + xact_rollback_per_s) * interval_s order by seconds)',
    }) }}
),

wal_gathered as (
    {{ gathered('wal_rated', wal_metrics, rates=wal_metrics.keys() | list, sums={
        'wal_bytes': 'sum(wal_bytes_per_s * interval_s order by seconds)',
    }) }}
),

checkpointer_gathered as (
    {{ gathered('checkpointer_rated', checkpointer_metrics, rates=checkpointer_metrics.keys() | list, sums={
        'checkpoints': 'sum((checkpoints_timed_per_s + checkpoints_requested_per_s) * interval_s order by seconds)',
        'known_s': 'sum(interval_s order by seconds) filter (where checkpoints_timed_per_s is not null)',
    }) }}
),

-- One figure a run: a share of all its transactions, a number of rare events.
totals as (
    select
        databases_gathered.run_id,
        wal_gathered.wal_bytes / nullif(databases_gathered.transactions, 0) / 1024 as wal_per_tx_kb,
        3600 * checkpointer_gathered.checkpoints / nullif(checkpointer_gathered.known_s, 0) as checkpoints_per_h
    from databases_gathered
    left join wal_gathered on databases_gathered.run_id = wal_gathered.run_id
    left join checkpointer_gathered on databases_gathered.run_id = checkpointer_gathered.run_id
),

united as (
    {{ unpivoted('databases_gathered', database_metrics, database_metrics.keys() | list) }}
    union all
    {{ unpivoted('wal_gathered', wal_metrics, wal_metrics.keys() | list) }}
    union all
    {{ unpivoted('checkpointer_gathered', checkpointer_metrics, checkpointer_metrics.keys() | list) }}
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
