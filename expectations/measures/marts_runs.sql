-- The execution's own books: what it counts must be what it lists.
with listed as (
    select
        execution_id,
        count(*) filter (where is_valid) as valid_runs,
        count(*) filter (where not is_valid) as invalid_runs,
        count(*) filter (where measured_to < measured_from or duration_s <= 0) as backward_runs
    from marts.rpt_runs
    where execution_id = any(%(execution_ids)s)
    group by execution_id
),

measured as (
    select
        rpt_experiments.execution_id,
        null::bigint as run_id,
        null::text as metric,
        null::text as entity,
        rpt_experiments.runs_valid - coalesce(listed.valid_runs, 0) as valid_off,
        coalesce(listed.backward_runs, 0) as backward_runs,
        rpt_experiments.blocks_complete - rpt_experiments.repeats as blocks_over,
        rpt_experiments.runs_valid,
        case when rpt_experiments.verdict_scope = 'final' then rpt_experiments.blocks_complete end as final_blocks
    from marts.rpt_experiments
    left join listed using (execution_id)
    where rpt_experiments.execution_id = any(%(execution_ids)s)
)

select * from measured
