-- pgbench's aggregate log; at is the interval's start.
with source as (
    select * from {{ source('raw', 'pgbench_aggregate') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        script_group,
        interval_s,
        transactions,
        latency_sum_us,
        latency_2_sum_us2,
        serialization_failures + deadlock_failures as failed
    from source
)

select * from renamed
