-- Indexes of the database under load, before and after.
-- table: index_stats
-- moments: before, after
-- units: *_bytes bytes, the others counts
-- since: 14
select
    $1::text as moment, stats.schemaname, stats.relname, stats.indexrelname,
    pg_catalog.pg_relation_size(stats.indexrelid) as index_bytes,
    stats.idx_scan, stats.idx_tup_read, stats.idx_tup_fetch, blocks.idx_blks_read, blocks.idx_blks_hit
from pg_catalog.pg_stat_user_indexes as stats
inner join pg_catalog.pg_statio_user_indexes as blocks using (indexrelid)
