-- Failed verdicts in force; a view, so that checks made after the build are seen as well.
{{ config(materialized='view', post_hook="{{ grants_of(this) }}") }}

with failed as (
    select
        verdicts.execution_id, executions.experiment_id, coalesce(runs.run, runs.planned_order) as run, verdicts.run_id, verdicts.metric, verdicts.severity, verdicts.suite,
        verdicts.expectation, verdicts.observed, verdicts.expected, verdicts.message_en as en, verdicts.message_ru as ru
    from {{ ref('stg_verdicts_in_force') }} as verdicts
    inner join {{ ref('stg_executions') }} as executions on verdicts.execution_id = executions.execution_id
    left join {{ ref('stg_runs') }} as runs on verdicts.run_id = runs.run_id
    where not verdicts.is_success
)

select * from failed
