-- Normalised texts of statements.
with source as (
    select * from {{ source('raw', 'statement_texts') }}
),

renamed as (
    select
        run_id,
        night,
        queryid,
        query
    from source
)

select * from renamed
