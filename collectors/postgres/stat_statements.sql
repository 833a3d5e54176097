-- Statements by query identifier and database, cumulative, with evictions (dealloc); the collector's own are left out.
-- A statement that has not moved since our first sample is held back until it does; its last still sample comes with it.
-- Versions are those of the extension.
-- table: stat_statements
-- every: 1 s
-- units: *_ms milliseconds, wal_bytes bytes, *_blks_* blocks, the others counts
-- needs: pg_stat_statements
-- silent: unchanged
-- key: queryid, database
-- since: 1.9, until: 1.10
select
    statement.queryid, datname as database, sum(statement.calls) as calls, sum(statement.rows) as rows,
    sum(statement.total_exec_time) as total_exec_ms, sum(statement.total_plan_time) as total_plan_ms,
    sum(statement.shared_blks_hit) as shared_blks_hit, sum(statement.shared_blks_read) as shared_blks_read,
    sum(statement.shared_blks_dirtied) as shared_blks_dirtied, sum(statement.shared_blks_written) as shared_blks_written,
    sum(statement.temp_blks_read) as temp_blks_read, sum(statement.temp_blks_written) as temp_blks_written,
    sum(statement.blk_read_time) as blk_read_ms, sum(statement.blk_write_time) as blk_write_ms,
    sum(statement.wal_records) as wal_records, sum(statement.wal_fpi) as wal_fpi, sum(statement.wal_bytes) as wal_bytes,
    info.dealloc, info.stats_reset, pg_catalog.pg_postmaster_start_time() as postmaster_started_at
from {schema}.pg_stat_statements(false) as statement
cross join {schema}.pg_stat_statements_info as info
left join pg_catalog.pg_database on pg_database.oid = statement.dbid
where statement.queryid is not null and statement.userid <> current_user::regrole::oid
group by statement.queryid, datname, info.dealloc, info.stats_reset
-- since: 1.11
select
    statement.queryid, datname as database, sum(statement.calls) as calls, sum(statement.rows) as rows,
    sum(statement.total_exec_time) as total_exec_ms, sum(statement.total_plan_time) as total_plan_ms,
    sum(statement.shared_blks_hit) as shared_blks_hit, sum(statement.shared_blks_read) as shared_blks_read,
    sum(statement.shared_blks_dirtied) as shared_blks_dirtied, sum(statement.shared_blks_written) as shared_blks_written,
    sum(statement.temp_blks_read) as temp_blks_read, sum(statement.temp_blks_written) as temp_blks_written,
    sum(statement.shared_blk_read_time) as blk_read_ms, sum(statement.shared_blk_write_time) as blk_write_ms,
    sum(statement.wal_records) as wal_records, sum(statement.wal_fpi) as wal_fpi, sum(statement.wal_bytes) as wal_bytes,
    info.dealloc, info.stats_reset, pg_catalog.pg_postmaster_start_time() as postmaster_started_at
from {schema}.pg_stat_statements(false) as statement
cross join {schema}.pg_stat_statements_info as info
left join pg_catalog.pg_database on pg_database.oid = statement.dbid
where statement.queryid is not null and statement.userid <> current_user::regrole::oid
group by statement.queryid, datname, info.dealloc, info.stats_reset
