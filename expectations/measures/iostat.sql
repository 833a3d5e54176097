-- What iostat printed: shares below the whole, sizes that devices have, and the queue that its own numbers imply.
with reports as (
    select
        scope_runs.execution_id,
        rows.*,
        dense_rank() over (partition by rows.run_id, rows.device order by rows.at) as position,
        rows.reads_per_s + rows.writes_per_s as iops,
        coalesce(rows.read_kb_per_s, 0) + coalesce(rows.write_kb_per_s, 0) as kb_per_s
    from scope_runs
    inner join raw.iostat as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
),

judged as (
    select
        reports.execution_id,
        reports.run_id,
        reports.device,
        count(*) as reports,
        max(reports.util_pct) as busiest_pct,
        count(*) filter (where reports.is_since_boot and reports.position > 1) as late_since_boot,
        count(*) filter (
            where least(
                reports.reads_per_s, reports.writes_per_s, reports.read_kb_per_s, reports.write_kb_per_s, reports.r_await_ms,
                reports.w_await_ms, reports.await_ms, reports.aqu_sz, reports.rareq_kb, reports.wareq_kb, reports.util_pct
            ) < 0
            or 'NaN' in (
                reports.reads_per_s, reports.writes_per_s, reports.read_kb_per_s, reports.write_kb_per_s, reports.r_await_ms,
                reports.w_await_ms, reports.await_ms, reports.aqu_sz, reports.util_pct
            )
        ) as bad_values,
        percentile_cont(0.5) within group (order by reports.kb_per_s / nullif(reports.iops, 0))
            filter (where not reports.is_since_boot and reports.iops >= 1) as request_kb,
        percentile_cont(0.5) within group (
            order by reports.read_kb_per_s / nullif(reports.reads_per_s * reports.rareq_kb, 0)
        ) filter (where not reports.is_since_boot and reports.reads_per_s >= 10 and reports.rareq_kb > 1) as read_by_requests,
        percentile_cont(0.5) within group (
            order by reports.write_kb_per_s / nullif(reports.writes_per_s * reports.wareq_kb, 0)
        ) filter (where not reports.is_since_boot and reports.writes_per_s >= 10 and reports.wareq_kb > 1) as written_by_requests,
        percentile_cont(0.5) within group (
            order by (reports.reads_per_s * reports.r_await_ms + reports.writes_per_s * reports.w_await_ms) / 1000 / nullif(reports.aqu_sz, 0)
        ) filter (
            where not reports.is_since_boot and reports.aqu_sz >= 1 and coalesce(reports.flushes_per_s, 0) = 0
                and coalesce(reports.discards_per_s, 0) = 0
        ) as queue_by_waiting
    from reports
    group by reports.execution_id, reports.run_id, reports.device
),

-- How far the first report stands from the rest, in robust deviations of the logarithm: since boot it is an average of another life.
logged as (
    select run_id, device, position, is_since_boot, ln(iops) as y
    from reports
    where iops > 0
),

centred as (
    select
        run_id,
        device,
        percentile_cont(0.5) within group (order by y) as centre,
        count(*) as n
    from logged
    where position > 1
    group by run_id, device
),

spread as (
    select
        logged.run_id,
        logged.device,
        percentile_cont(0.5) within group (order by abs(logged.y - centred.centre)) * 1.4826 as mad
    from logged
    inner join centred using (run_id, device)
    where logged.position > 1
    group by logged.run_id, logged.device
),

firsts as (
    select
        logged.run_id,
        logged.device,
        abs(logged.y - centred.centre) / greatest(spread.mad, 0.1) as first_report_off
    from logged
    inner join centred using (run_id, device)
    inner join spread using (run_id, device)
    where logged.position = 1 and not logged.is_since_boot and centred.n >= 10
),

measured as (
    select
        judged.execution_id,
        judged.run_id,
        null::text as metric,
        judged.device as entity,
        judged.busiest_pct,
        judged.late_since_boot,
        judged.bad_values,
        judged.request_kb,
        judged.read_by_requests,
        judged.written_by_requests,
        judged.queue_by_waiting,
        firsts.first_report_off
    from judged
    left join firsts using (run_id, device)
)

select * from measured
