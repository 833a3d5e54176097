-- A run's result where only that is known.
with source as (
    select * from {{ source('raw', 'results') }}
),

renamed as (
    select
        run_id,
        night,
        metric,
        value
    from source
)

select * from renamed
