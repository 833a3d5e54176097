-- Facts of different metrics against physics: Little's law, parts that add up, requests of a size that disks get.
with means as (
    select
        execution_id,
        level,
        -- A mean of latencies over seconds counts a stalled second as much as a busy one, so Little's law holds for medians only.
        coalesce(max(value) filter (where metric = 'tps' and stat = 'median'), max(value) filter (where metric = 'tps' and stat = 'mean')) as tps,
        coalesce(
            max(value) filter (where metric = 'latency_ms' and stat = 'median'), max(value) filter (where metric = 'latency_ms' and stat = 'mean')
        ) as latency_ms,
        max(value) filter (where stat = 'mean' and metric = 'iops') as iops,
        max(value) filter (where stat = 'mean' and metric = 'r_iops') as r_iops,
        max(value) filter (where stat = 'mean' and metric = 'w_iops') as w_iops,
        max(value) filter (where stat = 'mean' and metric = 'mbps') as mbps,
        max(value) filter (where stat = 'mean' and metric = 'read_mbps') as read_mbps,
        max(value) filter (where stat = 'mean' and metric = 'write_mbps') as write_mbps,
        max(value) filter (where stat = 'mean' and metric = 'latency_p95_ms') as latency_p95_ms,
        max(value) filter (where stat = 'mean' and metric = 'latency_p99_ms') as latency_p99_ms,
        sum(value) filter (where stat = 'mean' and metric in ('cpu_us_pct', 'cpu_sy_pct', 'cpu_wa_pct', 'cpu_id_pct', 'cpu_st_pct')) as cpu_pct,
        count(*) filter (where stat = 'mean' and metric in ('cpu_us_pct', 'cpu_sy_pct', 'cpu_wa_pct', 'cpu_id_pct')) as cpu_parts
    from marts.rpt_facts
    where execution_id = any(%(execution_ids)s) and stat in ('mean', 'median') and run is null and scope = 'run' and level is not null
    group by execution_id, level
),

loads as (
    select scope_peers.execution_id, scope_peers.level, min(load_steps.clients) as fewest, max(load_steps.clients) as clients,
        bool_or(load_steps.target_tps is not null) as is_paced
    from scope_peers
    inner join control.load_steps using (run_id)
    where not load_steps.is_warm_up
    group by scope_peers.execution_id, scope_peers.level
),

measured as (
    select
        means.execution_id,
        null::bigint as run_id,
        null::text as metric,
        means.level as entity,
        case when loads.fewest = loads.clients and not loads.is_paced then means.tps * means.latency_ms / 1000 / loads.clients end as clients_by_little,
        means.iops / nullif(means.r_iops + means.w_iops, 0) as iops_by_parts,
        means.mbps / nullif(means.read_mbps + means.write_mbps, 0) as mbps_by_parts,
        case when means.cpu_parts >= 4 then means.cpu_pct / 100 end as cpu_by_parts,
        case when means.iops > 1 then means.mbps * 1024 / means.iops end as request_kb,
        means.latency_p95_ms / nullif(means.latency_p99_ms, 0) as p95_by_p99
    from means
    left join loads using (execution_id, level)
)

select * from measured
