-- The newest verdict of each expectation.
with source as (
    select * from {{ source('quality', 'verdicts_in_force') }}
),

renamed as (
    select
        validation_id,
        execution_id,
        run_id,
        metric,
        suite,
        expectation,
        severity,
        is_success,
        observed,
        expected,
        message_en,
        message_ru
    from source
)

select * from renamed
