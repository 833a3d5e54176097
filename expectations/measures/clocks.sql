-- Clocks against the recorder's monotonic one: a step moves samples to where they do not belong.
with offsets as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        null::text as metric,
        clock_offsets.clock as entity,
        max(clock_offsets.offset_ms) - min(clock_offsets.offset_ms) as moved_ms,
        abs(percentile_cont(0.5) within group (order by clock_offsets.offset_ms)) as offset_ms
    from scope_runs
    inner join raw.clock_offsets using (run_id)
    where clock_offsets.night = any(%(nights)s)
    group by scope_runs.execution_id, scope_runs.run_id, clock_offsets.clock
)

select * from offsets
