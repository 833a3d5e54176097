-- A run that was begun, valid or not, and why not.
with runs as (
    select
        execution_id, experiment_id, run_id, run, level, levels, block, planned_order, role, attempt, is_valid, invalid_reason as reason,
        started_at, measured_from, measured_to, duration_s, night
    from {{ ref('int_runs') }}
)

select * from runs
