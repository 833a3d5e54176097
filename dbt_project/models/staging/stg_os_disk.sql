-- /proc/diskstats since boot; a sector has 512 bytes whatever the device says.
with source as (
    select * from {{ source('raw', 'os_disk') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        device,
        is_data_device,
        reads,
        writes,
        sectors_read * 512 as read_bytes,
        sectors_written * 512 as written_bytes,
        read_ms,
        write_ms,
        io_ms,
        weighted_io_ms
    from source
)

select * from renamed
