-- Metrics that an import declares.
with source as (
    select * from {{ source('raw', 'metric_declarations') }}
),

renamed as (
    select
        execution_id,
        metric,
        unit,
        better,
        part_of,
        names
    from source
)

select * from renamed
