-- Spooled batches that were brought in; late ones make an execution due again.
with source as (
    select * from {{ source('raw', 'batches') }}
),

renamed as (
    select
        batch_id,
        run_id,
        night,
        row_count,
        loaded_at
    from source
)

select * from renamed
