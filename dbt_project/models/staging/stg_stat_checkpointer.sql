-- The checkpointer and the background writer, cumulative.
with source as (
    select * from {{ source('raw', 'stat_checkpointer') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        checkpoints_timed,
        checkpoints_requested,
        write_ms,
        sync_ms,
        buffers_checkpoint,
        buffers_clean,
        buffers_backend,
        checkpointer_reset,
        postmaster_started_at
    from source
)

select * from renamed
