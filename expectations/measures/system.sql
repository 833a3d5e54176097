-- The machine around the run: whether its CPU time adds up, who else used it, whether memory or a quota ran out.
with cpu_steps as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        rows.cpus,
        rows.ticks_per_s,
        rows.at,
        extract(epoch from rows.at - lag(rows.at) over by_time) as seconds,
        rows.user_ticks + rows.nice_ticks + rows.system_ticks + rows.idle_ticks + rows.iowait_ticks + rows.irq_ticks + rows.softirq_ticks
        + rows.steal_ticks as all_ticks,
        rows.steal_ticks,
        (rows.user_ticks + rows.nice_ticks + rows.system_ticks + rows.idle_ticks + rows.iowait_ticks + rows.irq_ticks + rows.softirq_ticks
        + rows.steal_ticks) - lag(
            rows.user_ticks + rows.nice_ticks + rows.system_ticks + rows.idle_ticks + rows.iowait_ticks + rows.irq_ticks
            + rows.softirq_ticks + rows.steal_ticks
        ) over by_time as ticks,
        rows.procs_blocked,
        rows.load_1
    from scope_runs
    inner join raw.os_cpu as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        and rows.at between scope_runs.measured_from and scope_runs.measured_to
    window by_time as (partition by scope_runs.run_id order by rows.at)
),

cpu as (
    select
        run_id,
        percentile_cont(0.5) within group (order by ticks / nullif(cpus * ticks_per_s * seconds, 0)) filter (where seconds > 0) as cpu_time_found,
        (max(steal_ticks) - min(steal_ticks))::float8 / nullif(max(all_ticks) - min(all_ticks), 0) as steal_share,
        max(cpus) as cpus,
        max(ticks_per_s) as ticks_per_s,
        count(distinct cpus) - 1 as cpus_changed
    from cpu_steps
    group by run_id
),

group_steps as (
    select
        scope_runs.run_id,
        rows.process_group,
        extract(epoch from rows.at - lag(rows.at) over by_time) as seconds,
        rows.cpu_ticks - lag(rows.cpu_ticks) over by_time as ticks
    from scope_runs
    inner join raw.os_processes as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        and rows.at between scope_runs.measured_from and scope_runs.measured_to
    window by_time as (partition by scope_runs.run_id, rows.process_group order by rows.at)
),

-- Ticks of processes that ended are gone from the sum: such an interval is left out.
groups as (
    select
        group_steps.run_id,
        sum(ticks) filter (where process_group = 'other')
        / nullif(sum(seconds) filter (where process_group = 'other') * max(cpu.cpus) * max(cpu.ticks_per_s), 0) as foreign_share,
        sum(ticks) filter (where process_group = 'pgbench')
        / nullif(sum(seconds) filter (where process_group = 'pgbench') * max(cpu.ticks_per_s), 0) as pgbench_cpus
    from group_steps
    inner join cpu using (run_id)
    where group_steps.ticks >= 0 and group_steps.seconds > 0
    group by group_steps.run_id
),

threads as (
    select run_id, sum(threads) as threads
    from (
        select distinct scope_runs.run_id, rows.script_group, rows.threads
        from scope_runs
        inner join raw.pgbench_summary as rows using (run_id)
        where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
    ) as by_group
    group by run_id
),

memory as (
    select
        scope_runs.run_id,
        count(*) filter (
            where rows.mem_available_kb > rows.mem_total_kb or rows.mem_free_kb > rows.mem_total_kb or rows.cached_kb > rows.mem_total_kb
                or rows.swap_free_kb > rows.swap_total_kb or rows.hugepages_free > rows.hugepages_total
        ) as parts_over_whole,
        max(rows.mem_total_kb)::float8 / nullif(min(rows.mem_total_kb), 0) as memory_size_ratio,
        min(rows.mem_available_kb)::float8 / nullif(max(rows.mem_total_kb), 0) as memory_left_share,
        min(rows.mem_total_kb) / 1024.0 as memory_mb
    from scope_runs
    inner join raw.os_memory as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        and rows.at between scope_runs.measured_from and scope_runs.measured_to
    group by scope_runs.run_id
),

vm as (
    select
        scope_runs.run_id,
        (max(rows.pswpin) - min(rows.pswpin)) + (max(rows.pswpout) - min(rows.pswpout)) as swapped_pages,
        max(rows.oom_kill) - min(rows.oom_kill) as oom_kills
    from scope_runs
    inner join raw.os_vmstat as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        and rows.at between scope_runs.measured_from and scope_runs.measured_to
    group by scope_runs.run_id
),

-- Keys as the kernel names them: nr_periods and nr_throttled of cpu.stat, in v1 and v2.
quota as (
    select
        by_key.run_id,
        (max(grown) filter (where key = 'nr_throttled')) / nullif(max(grown) filter (where key = 'nr_periods'), 0) as throttled_share
    from (
        select scope_runs.run_id, rows.key, max(rows.value) - min(rows.value) as grown
        from scope_runs
        inner join raw.os_cgroup as rows using (run_id)
        where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
            and rows.key in ('nr_throttled', 'nr_periods')
            and rows.at between scope_runs.measured_from and scope_runs.measured_to
        group by scope_runs.run_id, rows.key
    ) as by_key
    group by by_key.run_id
),

pressure_steps as (
    select
        scope_runs.run_id,
        rows.resource,
        rows.kind,
        (max(rows.total_us) - min(rows.total_us)) / nullif(extract(epoch from max(rows.at) - min(rows.at)) * 1e6, 0) as share
    from scope_runs
    inner join raw.os_pressure as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        and rows.at between scope_runs.measured_from and scope_runs.measured_to
    group by scope_runs.run_id, rows.resource, rows.kind
),

pressure as (
    select run_id, max(share) as pressure_share from pressure_steps group by run_id
),

measured as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        null::text as metric,
        null::text as entity,
        cpu.cpu_time_found,
        cpu.steal_share,
        cpu.cpus_changed,
        groups.foreign_share,
        groups.pgbench_cpus / nullif(least(threads.threads, cpu.cpus), 0) as pgbench_busy_share,
        memory.parts_over_whole,
        memory.memory_size_ratio,
        memory.memory_left_share,
        memory.memory_mb,
        vm.swapped_pages,
        vm.oom_kills,
        quota.throttled_share,
        pressure.pressure_share
    from scope_runs
    left join cpu using (run_id)
    left join groups using (run_id)
    left join threads using (run_id)
    left join memory using (run_id)
    left join vm using (run_id)
    left join quota using (run_id)
    left join pressure using (run_id)
    where coalesce(cpu.run_id, memory.run_id, vm.run_id, quota.run_id, pressure.run_id) is not null
)

select * from measured
