-- pgbench's closing report.
with source as (
    select * from {{ source('raw', 'pgbench_summary') }}
),

renamed as (
    select
        run_id,
        night,
        script,
        tps,
        latency_ms,
        transactions,
        duration_s
    from source
)

select * from renamed
