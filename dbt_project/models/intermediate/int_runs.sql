-- The runs that were begun, with the treatment that each one stands for: the sentinel of a block is told apart from its baseline.
with due as (
    select execution_id from {{ ref('int_executions_due') }} where not is_gone
),

executions as (
    select executions.*
    from {{ ref('stg_executions') }} as executions
    inner join due on executions.execution_id = due.execution_id
),

-- Checks of the run and raw boundary decide; checks of marts come after the build.
failed_runs as (
    select
        verdicts.run_id,
        string_agg(verdicts.message_en, '; ' order by verdicts.expectation collate "C", verdicts.message_en collate "C") as reason
    from {{ ref('stg_verdicts_in_force') }} as verdicts
    inner join {{ ref('stg_validations') }} as validations on verdicts.validation_id = validations.validation_id
    where
        verdicts.execution_id in (select due.execution_id from due)
        and validations.boundary <> 'marts'
        and verdicts.severity = 'critical' and not verdicts.is_success
        and verdicts.run_id is not null and verdicts.metric is null
    group by verdicts.run_id
),

steps as (
    select
        load_steps.run_id,
        array_agg(extract(epoch from load_steps.starts_at - runs.measured_from)::double precision order by load_steps.step) as step_starts,
        count(*)::integer as steps
    from {{ ref('stg_load_steps') }} as load_steps
    inner join {{ ref('stg_runs') }} as runs on load_steps.run_id = runs.run_id
    where runs.execution_id in (select due.execution_id from due) and not load_steps.is_warm_up
    group by load_steps.run_id
),

begun as (
    select
        runs.*,
        executions.experiment_id,
        executions.status as execution_status,
        runs.status = 'done' and failed_runs.run_id is null as is_valid,
        coalesce(failed_runs.reason, case when runs.status <> 'done' then coalesce(runs.reason, runs.status) end) as invalid_reason,
        extract(epoch from runs.measured_to - runs.measured_from)::double precision as duration_s,
        coalesce(steps.step_starts, '{0}') as step_starts,
        coalesce(steps.steps, 1) as steps
    from {{ ref('stg_runs') }} as runs
    inner join executions on runs.execution_id = executions.execution_id
    left join failed_runs on runs.run_id = failed_runs.run_id
    left join steps on runs.run_id = steps.run_id
    where runs.status <> 'planned'
),

-- One run a block and treatment counts: the last valid attempt. The sentinel is told apart when the block is planned (or imported).
numbered as (
    select
        begun.*,
        row_number() over (partition by execution_id, block, level, role, is_valid order by attempt desc, planned_order, run_id) as position_among_equals
    from begun
),

counted as (
    select
        execution_id,
        experiment_id,
        execution_status,
        run_id,
        coalesce(run, planned_order) as run,
        level,
        levels,
        role,
        block,
        planned_order,
        attempt,
        night,
        started_at,
        measured_from,
        measured_to,
        ended_at,
        duration_s,
        step_starts,
        steps,
        is_valid,
        invalid_reason,
        is_valid and position_among_equals = 1 as is_counted
    from numbered
)

select * from counted
