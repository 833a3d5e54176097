-- The steps of each run's load; warm-up is step 0.
with source as (
    select * from {{ source('control', 'load_steps') }}
),

renamed as (
    select
        run_id,
        step,
        clients,
        target_tps,
        starts_at,
        ends_at,
        is_warm_up
    from source
)

select * from renamed
