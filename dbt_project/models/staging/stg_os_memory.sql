-- /proc/meminfo in MB.
with source as (
    select * from {{ source('raw', 'os_memory') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        mem_available_kb / 1024.0::double precision as mem_available_mb,
        dirty_kb / 1024.0::double precision as dirty_mb
    from source
)

select * from renamed
