-- The recorder's own books: what it meant to take and what it took, by metric family, within the measured time.
with books as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        null::text as metric,
        ticks.family as entity,
        sum(ticks.taken)::float8 / nullif(sum(ticks.expected), 0) as taken_share,
        coalesce(string_agg(distinct ticks.reason, ', '), '?') as taken_share_detail,
        sum(ticks.late)::float8 / nullif(sum(ticks.expected), 0) as late_share,
        round(max(ticks.max_late_ms))::text as late_share_detail
    from scope_runs
    inner join raw.ticks using (run_id)
    where ticks.night = any(%(nights)s) and ticks.run_id = any(%(run_ids)s)
        and ticks.at between scope_runs.measured_from and scope_runs.measured_to
    group by scope_runs.execution_id, scope_runs.run_id, ticks.family
)

select * from books
