-- The small caches (transaction status, subtransactions, multixacts …), cumulative; those never used are held back.
-- table: stat_slru
-- every: 1 s
-- units: counts
-- silent: zero
-- key: name
-- since: 14
select
    name, blks_zeroed, blks_hit, blks_read, blks_written, blks_exists, flushes, truncates,
    stats_reset, pg_catalog.pg_postmaster_start_time() as postmaster_started_at
from pg_catalog.pg_stat_slru
