-- Clocks against each other and against the monotonic one: a step moves samples to where they do not belong.
with offsets as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        clock_offsets.clock,
        clock_offsets.offset_ms,
        -- The recorder notes its own clock only when it jumped, by how much; other clocks it measures again and again.
        clock_offsets.clock like '%%step' as is_step
    from scope_runs
    inner join raw.clock_offsets using (run_id)
    where clock_offsets.night = any(%(nights)s) and clock_offsets.run_id = any(%(run_ids)s)
),

measured as (
    select
        execution_id,
        run_id,
        null::text as metric,
        clock as entity,
        case when is_step then max(abs(offset_ms)) else max(offset_ms) - min(offset_ms) end as moved_ms,
        case when not is_step then abs(percentile_cont(0.5) within group (order by offset_ms)) end as offset_ms
    from offsets
    group by execution_id, run_id, clock, is_step
)

select * from measured
