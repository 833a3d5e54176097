-- iostat as printed; kB are MB here.
with source as (
    select * from {{ source('raw', 'iostat') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        device,
        is_since_boot,
        reads_per_s as r_iops,
        writes_per_s as w_iops,
        read_kb_per_s / 1024 as read_mbps,
        write_kb_per_s / 1024 as write_mbps,
        r_await_ms,
        w_await_ms,
        aqu_sz,
        util_pct,
        tps
    from source
)

select * from renamed
