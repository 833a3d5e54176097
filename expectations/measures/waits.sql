-- Sessions at the sampled instants: no more of them than the load opened, and ours among them.
with instants as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        rows.at,
        sum(rows.backends) filter (where rows.backend_type = 'client backend') as client_backends,
        sum(rows.backends) filter (where rows.backend_type = 'client backend' and rows.state = 'active') as active_backends,
        sum(rows.backends) filter (where rows.backend_type = 'autovacuum worker') as autovacuum_workers,
        min(rows.backends) as fewest,
        count(*) - count(distinct (rows.backend_type, rows.state, rows.wait_event_type, rows.wait_event)) as duplicates
    from scope_runs
    inner join raw.activity_waits as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        and rows.at between scope_runs.measured_from and scope_runs.measured_to
    group by scope_runs.execution_id, scope_runs.run_id, rows.at
),

loads as (
    select scope_runs.run_id, max(load_steps.clients) as most_clients
    from scope_runs
    inner join control.load_steps using (run_id)
    where not load_steps.is_warm_up
    group by scope_runs.run_id
),

measured as (
    select
        instants.execution_id,
        instants.run_id,
        null::text as metric,
        null::text as entity,
        -- pgbench opens one session more than it has clients when it starts; monitoring and ours may stand beside.
        percentile_cont(0.5) within group (order by instants.client_backends) - max(loads.most_clients) as foreign_sessions,
        case when min(loads.most_clients) > 0 then avg(coalesce(instants.active_backends, 0)) / max(loads.most_clients) end as active_share,
        sum(case when instants.fewest < 1 then 1 else 0 end) + sum(instants.duplicates) as bad_counts,
        avg(case when instants.autovacuum_workers > 0 then 1 else 0 end) as autovacuum_share
    from instants
    left join loads using (run_id)
    group by instants.execution_id, instants.run_id
)

select * from measured
