-- What pgbench said every second.
with source as (
    select * from {{ source('raw', 'pgbench_progress') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        script_group,
        tps,
        latency_ms,
        latency_stddev_ms,
        failed,
        interval_s
    from source
)

select * from renamed
