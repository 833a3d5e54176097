-- The profile of pg_wait_sampling, cumulative since its own last reset: its clock and its resolution (period_ms), never to be
-- mixed with ours. Versions are those of the extension.
-- table: wait_sampling
-- every: 1 s
-- units: samples count, period_ms milliseconds
-- needs: pg_wait_sampling
-- silent: unchanged
-- key: wait_event_type, wait_event, queryid
-- since: 1.1
select
    event_type as wait_event_type, event as wait_event, queryid, sum(count) as samples,
    pg_catalog.current_setting('pg_wait_sampling.profile_period')::integer as period_ms
from {schema}.pg_wait_sampling_get_profile()
where pid <> pg_catalog.pg_backend_pid()
group by 1, 2, 3
