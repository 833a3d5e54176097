-- Locks held and awaited by type and mode at an instant; our own apart.
-- table: locks
-- every: 1 s
-- units: locks count
-- since: 14
select locktype, mode, granted, count(*) as locks
from pg_catalog.pg_locks
where pid <> pg_catalog.pg_backend_pid()
group by 1, 2, 3
