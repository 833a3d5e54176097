-- What is sent to standbys and how far they are behind, where there are any.
-- table: replication
-- every: 1 s
-- units: *_bytes bytes, *_ms milliseconds
-- since: 14
select
    application_name, state, sync_state,
    case
        when pg_catalog.pg_is_in_recovery() then pg_catalog.pg_last_wal_receive_lsn() - sent_lsn
        else pg_catalog.pg_current_wal_lsn() - sent_lsn
    end as sent_lag_bytes,
    1000 * extract(epoch from write_lag) as write_lag_ms,
    1000 * extract(epoch from flush_lag) as flush_lag_ms,
    1000 * extract(epoch from replay_lag) as replay_lag_ms
from pg_catalog.pg_stat_replication
