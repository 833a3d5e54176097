-- Events of the server's log.
with source as (
    select * from {{ source('raw', 'log_events') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        kind,
        severity
    from source
)

select * from renamed
