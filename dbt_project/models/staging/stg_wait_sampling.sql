-- pg_wait_sampling's profile, cumulative.
with source as (
    select * from {{ source('raw', 'wait_sampling') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        wait_event_type,
        wait_event,
        queryid,
        samples,
        period_ms
    from source
)

select * from renamed
