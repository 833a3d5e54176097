-- vmstat as printed.
with source as (
    select * from {{ source('raw', 'vmstat') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        is_since_boot,
        r as run_queue,
        us_pct as cpu_us_pct,
        sy_pct as cpu_sy_pct,
        wa_pct as cpu_wa_pct,
        id_pct as cpu_id_pct,
        st_pct as cpu_st_pct,
        cs_per_s as context_switches_per_s
    from source
)

select * from renamed
