-- Settings of the factors, of what was held, and of what articles recommend on: their ranges and what a change costs.
with due as (
    select execution_id, experiment_id from {{ ref('int_executions_due') }} where not is_gone
),

recorded as (
    select distinct on (runs.execution_id, settings.name)
        runs.execution_id, runs.experiment_id, settings.name, settings.unit, settings.min_val, settings.max_val, settings.boot_val, settings.context, settings.setting,
        settings.moment
    from {{ ref('stg_settings') }} as settings
    inner join {{ ref('int_runs') }} as runs on settings.run_id = runs.run_id
    where {{ in_due_nights('settings.night') }}
    order by runs.execution_id, settings.name, settings.moment = 'before' desc, settings.at, runs.run_id
),

wanted as (
    select executions.execution_id, factor.value ->> 'name' as name
    from {{ ref('stg_executions') }} as executions
    inner join due on executions.execution_id = due.execution_id
    cross join lateral jsonb_array_elements(executions.factors) as factor (value)
    union
    select executions.execution_id, held.name
    from {{ ref('stg_executions') }} as executions
    inner join due on executions.execution_id = due.execution_id
    cross join lateral jsonb_object_keys(
        case when jsonb_typeof(executions.spec #> '{hold,guc}') = 'object' then executions.spec #> '{hold,guc}' else '{}' end
    ) as held (name)
    union
    select due.execution_id, usual.name
    from due
    cross join unnest(array[
        'shared_buffers', 'work_mem', 'max_wal_size', 'checkpoint_timeout', 'checkpoint_completion_target', 'wal_buffers', 'wal_compression',
        'synchronous_commit', 'bgwriter_delay', 'bgwriter_lru_maxpages', 'effective_io_concurrency', 'huge_pages', 'random_page_cost', 'commit_delay'
    ]) as usual (name)
),

described as (
    select
        recorded.execution_id, recorded.experiment_id, recorded.name, recorded.unit,
        case when recorded.min_val ~ '^-?[0-9.]+(e[+-]?[0-9]+)?$' then recorded.min_val::double precision end as min,
        case when recorded.max_val ~ '^-?[0-9.]+(e[+-]?[0-9]+)?$' then recorded.max_val::double precision end as max,
        recorded.boot_val, recorded.context, recorded.setting as server_value
    from recorded
    inner join wanted on recorded.execution_id = wanted.execution_id and recorded.name = wanted.name
)

select * from described
