-- pg_stat_statements, cumulative.
with source as (
    select * from {{ source('raw', 'stat_statements') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        queryid,
        database,
        calls,
        rows as returned_rows,
        total_exec_ms,
        shared_blks_hit,
        shared_blks_read,
        wal_bytes,
        dealloc,
        stats_reset,
        postmaster_started_at
    from source
)

select * from renamed
