-- What shared_buffers holds, before and after. The summary function does not lock the buffers; before it (extension 1.4, version
-- 16) the view is counted. Versions are those of the extension.
-- table: buffercache
-- moments: before, after
-- units: buffers_* buffers of block_size
-- needs: pg_buffercache
-- since: 1.0, until: 1.3
select
    $1::text as moment, count(relfilenode) as buffers_used, count(*) - count(relfilenode) as buffers_unused,
    count(*) filter (where isdirty) as buffers_dirty, count(*) filter (where pinning_backends > 0) as buffers_pinned,
    avg(usagecount) as usagecount_avg
from {schema}.pg_buffercache
-- since: 1.4
select $1::text as moment, buffers_used, buffers_unused, buffers_dirty, buffers_pinned, usagecount_avg
from {schema}.pg_buffercache_summary()
