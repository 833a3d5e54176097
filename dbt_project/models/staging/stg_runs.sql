-- The runs as planned and as they happened.
with source as (
    select * from {{ source('control', 'runs') }}
),

renamed as (
    select
        run_id,
        execution_id,
        block,
        planned_order,
        run,
        level,
        levels,
        role,
        attempt,
        repeats_run_id,
        status,
        reason,
        night,
        started_at,
        measured_from,
        measured_to,
        ended_at
    from source
)

select * from renamed
