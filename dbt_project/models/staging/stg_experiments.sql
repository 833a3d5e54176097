-- The questions, in both languages.
with source as (
    select * from {{ source('control', 'experiments') }}
),

renamed as (
    select
        experiment_id,
        title,
        question
    from source
)

select * from renamed
