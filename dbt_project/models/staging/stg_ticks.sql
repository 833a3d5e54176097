-- How many samples each family should have taken and took.
with source as (
    select * from {{ source('raw', 'ticks') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        family,
        expected,
        taken
    from source
)

select * from renamed
