-- Reads, writes, extends and fsyncs by backend type, object and context, cumulative. Rows in which nothing was ever counted
-- are held back until they move (most of some ninety); their last sample of zeros is then written with the first that counts.
-- table: stat_io
-- every: 1 s
-- units: *_bytes bytes, *_ms milliseconds, the others operations
-- silent: zero
-- key: backend_type, object, context
-- since: 16, until: 17
select
    backend_type, object, context, reads, reads * op_bytes as read_bytes, read_time as read_ms,
    writes, writes * op_bytes as write_bytes, write_time as write_ms, writebacks, writeback_time as writeback_ms,
    extends, extends * op_bytes as extend_bytes, extend_time as extend_ms,
    hits, evictions, reuses, fsyncs, fsync_time as fsync_ms,
    stats_reset, pg_catalog.pg_postmaster_start_time() as postmaster_started_at
from pg_catalog.pg_stat_io
-- since: 18
select
    backend_type, object, context, reads, read_bytes, read_time as read_ms,
    writes, write_bytes, write_time as write_ms, writebacks, writeback_time as writeback_ms,
    extends, extend_bytes, extend_time as extend_ms,
    hits, evictions, reuses, fsyncs, fsync_time as fsync_ms,
    stats_reset, pg_catalog.pg_postmaster_start_time() as postmaster_started_at
from pg_catalog.pg_stat_io
