-- Transactions, blocks, rows, temporary files and session time of every database, cumulative. The size on disk is asked for
-- only at the first, the last and every sixtieth sample ($1): it looks at every file of the database.
-- table: stat_database
-- every: 1 s
-- units: *_ms milliseconds, *_bytes bytes, the others counts
-- thorough: 60
-- since: 14
select
    datname as database, numbackends, xact_commit, xact_rollback, blks_read, blks_hit,
    tup_returned, tup_fetched, tup_inserted, tup_updated, tup_deleted, conflicts,
    temp_files, temp_bytes, deadlocks, blk_read_time as blk_read_ms, blk_write_time as blk_write_ms,
    session_time as session_ms, active_time as active_ms, idle_in_transaction_time as idle_in_transaction_ms, sessions,
    case when $1::boolean then pg_catalog.pg_database_size(datid) end as database_bytes,
    stats_reset, pg_catalog.pg_postmaster_start_time() as postmaster_started_at
from pg_catalog.pg_stat_database
where datid <> 0 and datname not in ('template0', 'template1')
