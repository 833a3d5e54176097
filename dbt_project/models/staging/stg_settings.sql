-- pg_settings at a moment of a run.
with source as (
    select * from {{ source('raw', 'settings') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        moment,
        name,
        setting,
        unit,
        vartype,
        context,
        boot_val,
        min_val,
        max_val
    from source
)

select * from renamed
