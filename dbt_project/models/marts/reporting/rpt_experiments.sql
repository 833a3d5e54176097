-- An execution with its question, design and progress.
with runs as (
    select
        execution_id,
        count(*) filter (where is_valid)::integer as runs_valid,
        count(*) filter (where not is_valid)::integer as runs_invalid,
        min(night) as first_night,
        max(night) as last_night
    from {{ ref('int_runs') }}
    group by execution_id
),

planned as (
    select execution_id, count(*) filter (where attempt = 1)::integer as runs_planned
    from {{ ref('stg_runs') }}
    group by execution_id
),

blocks as (
    select execution_id, count(*)::integer as blocks_complete
    from (
        select runs.execution_id, runs.block
        from {{ ref('int_runs') }} as runs
        where runs.is_counted and runs.role = 'level'
        group by runs.execution_id, runs.block
        having count(*) = (select count(*) from {{ ref('int_levels') }} as levels where levels.execution_id = runs.execution_id)
    ) as complete
    group by execution_id
),

described as (
    select
        executions.execution_id, executions.experiment_id, executions.execution, executions.origin, executions.profile, executions.server, executions.status,
        experiments.title, experiments.question, executions.factors, executions.repeats, executions.primary_metric, executions.minimum_effect_pct,
        executions.is_randomised, executions.has_sentinel, executions.is_preregistered, executions.seed, executions.environment, executions.spec,
        executions.planned_at, executions.started_at, executions.completed_at,
        coalesce(planned.runs_planned, 0) as runs_planned, coalesce(runs.runs_valid, 0) as runs_valid, coalesce(runs.runs_invalid, 0) as runs_invalid,
        coalesce(blocks.blocks_complete, 0) as blocks_complete,
        case when executions.status = 'complete' then 'final' else 'progress' end as verdict_scope,
        runs.first_night, runs.last_night
    from {{ ref('stg_executions') }} as executions
    inner join {{ ref('int_executions_due') }} as due on executions.execution_id = due.execution_id and not due.is_gone
    inner join {{ ref('stg_experiments') }} as experiments on executions.experiment_id = experiments.experiment_id
    left join runs on executions.execution_id = runs.execution_id
    left join planned on executions.execution_id = planned.execution_id
    left join blocks on executions.execution_id = blocks.execution_id
)

select * from described
