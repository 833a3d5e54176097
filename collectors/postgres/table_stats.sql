-- Tables of the database under load, before and after: size, scans, rows changed, dead rows, vacuums, blocks.
-- table: table_stats
-- moments: before, after
-- units: *_bytes bytes, the others counts
-- since: 14
select
    $1::text as moment, stats.schemaname, stats.relname, stats.relid::bigint as relid,
    pg_catalog.pg_total_relation_size(stats.relid) as total_bytes, pg_catalog.pg_relation_size(stats.relid) as heap_bytes,
    stats.seq_scan, stats.seq_tup_read, stats.idx_scan, stats.idx_tup_fetch,
    stats.n_tup_ins, stats.n_tup_upd, stats.n_tup_del, stats.n_tup_hot_upd, stats.n_live_tup, stats.n_dead_tup,
    stats.vacuum_count, stats.autovacuum_count, stats.analyze_count, stats.autoanalyze_count,
    blocks.heap_blks_read, blocks.heap_blks_hit, blocks.idx_blks_read, blocks.idx_blks_hit
from pg_catalog.pg_stat_user_tables as stats
inner join pg_catalog.pg_statio_user_tables as blocks using (relid)
