-- CPU shares as iostat and vmstat printed them: they add up to the whole, and nothing is over it.
with shares as (
    select scope_runs.execution_id, scope_runs.run_id, 'iostat' as tool, rows.at, rows.is_since_boot,
        rows.user_pct + coalesce(rows.nice_pct, 0) + rows.system_pct + coalesce(rows.iowait_pct, 0) + coalesce(rows.steal_pct, 0) + rows.idle_pct
            as total_pct,
        greatest(rows.user_pct, rows.nice_pct, rows.system_pct, rows.iowait_pct, rows.steal_pct, rows.idle_pct) as greatest_pct,
        least(rows.user_pct, rows.nice_pct, rows.system_pct, rows.iowait_pct, rows.steal_pct, rows.idle_pct) as least_pct,
        rows.steal_pct, null::bigint as swap_kb
    from scope_runs
    inner join raw.iostat_cpu as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
    union all
    select scope_runs.execution_id, scope_runs.run_id, 'vmstat', rows.at, rows.is_since_boot,
        rows.us_pct + rows.sy_pct + rows.id_pct + coalesce(rows.wa_pct, 0) + coalesce(rows.st_pct, 0) + coalesce(rows.gu_pct, 0),
        greatest(rows.us_pct, rows.sy_pct, rows.id_pct, rows.wa_pct, rows.st_pct),
        least(rows.us_pct, rows.sy_pct, rows.id_pct, rows.wa_pct, rows.st_pct),
        rows.st_pct, (coalesce(rows.si_kb_per_s, 0) + coalesce(rows.so_kb_per_s, 0))::bigint
    from scope_runs
    inner join raw.vmstat as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
),

measured as (
    select
        execution_id,
        run_id,
        null::text as metric,
        tool as entity,
        percentile_cont(0.5) within group (order by total_pct) as total_pct,
        avg(case when total_pct between 95 and 105 then 0 else 1 end) as sums_off_share,
        max(greatest_pct) as greatest_pct,
        min(least_pct) as least_pct,
        avg(steal_pct) filter (where not is_since_boot) / 100 as steal_share,
        sum(swap_kb) filter (where not is_since_boot) as swapped_kb
    from shares
    group by execution_id, run_id, tool
)

select * from measured
