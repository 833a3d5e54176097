-- Sources that count the same thing, against each other: what pgbench finished and what the server committed, WAL and its inserts.
with load as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        sum(rows.tps * coalesce(rows.interval_s, 1)) as transactions,
        min(rows.at) as first_at,
        max(rows.at) as last_at
    from scope_runs
    inner join raw.pgbench_progress as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        and rows.at > scope_runs.measured_from and rows.at <= scope_runs.measured_to
    group by scope_runs.execution_id, scope_runs.run_id
),

by_database as (
    select
        load.run_id,
        rows.database,
        (max(rows.xact_commit + rows.xact_rollback) - min(rows.xact_commit + rows.xact_rollback))
        / nullif(extract(epoch from max(rows.at) - min(rows.at)), 0) as transactions_per_s,
        count(*) as samples
    from load
    inner join raw.stat_database as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        and rows.at between load.first_at and load.last_at
    group by load.run_id, rows.database
),

server as (
    select run_id, max(transactions_per_s) as transactions_per_s
    from by_database
    where samples >= 5
    group by run_id
),

measured as (
    select
        load.execution_id,
        load.run_id,
        null::text as metric,
        null::text as entity,
        -- Other sessions add to the server's count, so it has a floor and no ceiling. Backends report their counts up to a
        -- second late, at both ends, which is forgiven: two seconds of the load.
        server.transactions_per_s
        / nullif(load.transactions / nullif(extract(epoch from load.last_at - load.first_at), 0), 0)
        * extract(epoch from load.last_at - load.first_at) / (extract(epoch from load.last_at - load.first_at) - 2) as committed_by_load,
        round((
            100 * server.transactions_per_s
            / nullif(load.transactions / nullif(extract(epoch from load.last_at - load.first_at), 0), 0)
        )::numeric) || '%%' as committed_by_load_detail
    from load
    inner join server using (run_id)
    where load.last_at - load.first_at >= interval '5 s'
)

select * from measured
