-- Validations that were made.
with source as (
    select * from {{ source('quality', 'validations') }}
),

renamed as (
    select
        validation_id,
        boundary,
        execution_ids,
        started_at
    from source
)

select * from renamed
