-- What sessions do at an instant: backends by type, state and wait event. Idle background processes are one row, kept apart
-- from sessions: their event names would be eight rows an instant that say nothing. The function, not the view: the view
-- joins names of databases and users, which nobody asks for here, ten times a second.
-- table: activity_waits
-- every: 0.1 s
-- units: backends count
-- since: 14
select
    case when wait_event_type = 'Activity' then 'background' else coalesce(backend_type, 'unknown') end as backend_type,
    state,
    wait_event_type,
    case when wait_event_type = 'Activity' then null else wait_event end as wait_event,
    count(*) as backends
from pg_catalog.pg_stat_get_activity(null)
where pid <> pg_catalog.pg_backend_pid()
group by 1, 2, 3, 4
