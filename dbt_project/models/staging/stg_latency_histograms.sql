-- Transactions a second and latency bucket.
with source as (
    select * from {{ source('raw', 'latency_histograms') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        lower_us,
        upper_us,
        transactions,
        sampling_rate
    from source
)

select * from renamed
