-- WAL written, cumulative, and the insert position. From 18 on writes and syncs are in stat_io (object wal), not here.
-- table: stat_wal
-- every: 1 s
-- units: *_bytes bytes, *_ms milliseconds, the others counts
-- since: 14, until: 17
select
    wal_records, wal_fpi, wal_bytes, wal_buffers_full, wal_write, wal_sync,
    wal_write_time as wal_write_ms, wal_sync_time as wal_sync_ms,
    case when not pg_catalog.pg_is_in_recovery() then pg_catalog.pg_current_wal_insert_lsn() - '0/0'::pg_lsn end as insert_lsn_bytes,
    stats_reset, pg_catalog.pg_postmaster_start_time() as postmaster_started_at
from pg_catalog.pg_stat_wal
-- since: 18
select
    wal_records, wal_fpi, wal_bytes, wal_buffers_full,
    case when not pg_catalog.pg_is_in_recovery() then pg_catalog.pg_current_wal_insert_lsn() - '0/0'::pg_lsn end as insert_lsn_bytes,
    stats_reset, pg_catalog.pg_postmaster_start_time() as postmaster_started_at
from pg_catalog.pg_stat_wal
