-- pg_stat_wal, cumulative.
with source as (
    select * from {{ source('raw', 'stat_wal') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        wal_records,
        wal_fpi,
        wal_bytes,
        wal_buffers_full,
        stats_reset,
        postmaster_started_at
    from source
)

select * from renamed
