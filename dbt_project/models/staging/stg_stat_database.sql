-- pg_stat_database, cumulative.
with source as (
    select * from {{ source('raw', 'stat_database') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        database,
        xact_commit,
        xact_rollback,
        blks_read,
        blks_hit,
        tup_returned,
        tup_fetched,
        tup_inserted,
        tup_updated,
        tup_deleted,
        temp_bytes,
        deadlocks,
        stats_reset,
        postmaster_started_at
    from source
)

select * from renamed
