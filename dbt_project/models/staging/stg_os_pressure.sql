-- Pressure stall information since boot.
with source as (
    select * from {{ source('raw', 'os_pressure') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        resource,
        kind,
        total_us
    from source
)

select * from renamed
