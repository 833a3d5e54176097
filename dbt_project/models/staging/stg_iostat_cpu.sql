-- iostat's CPU line.
with source as (
    select * from {{ source('raw', 'iostat_cpu') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        is_since_boot,
        user_pct + nice_pct as cpu_us_pct,
        system_pct as cpu_sy_pct,
        iowait_pct as cpu_wa_pct,
        idle_pct as cpu_id_pct,
        steal_pct as cpu_st_pct
    from source
)

select * from renamed
