-- Any metric at an instant.
with source as (
    select * from {{ source('raw', 'series') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        metric,
        entity,
        value
    from source
)

select * from renamed
