-- Backends by state and wait event at an instant, from pg_stat_activity.
with source as (
    select * from {{ source('raw', 'activity_waits') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        backend_type,
        state,
        wait_event_type,
        wait_event,
        backends
    from source
)

select * from renamed
