-- Checkpoints and who wrote the buffers, cumulative: pg_stat_bgwriter to 16, pg_stat_checkpointer beside it from 17 on, in one form.
-- table: stat_checkpointer
-- every: 1 s
-- units: *_ms milliseconds, buffers_* buffers of block_size, the others counts
-- since: 14, until: 16
select
    checkpoints_timed, checkpoints_req as checkpoints_requested,
    checkpoint_write_time as write_ms, checkpoint_sync_time as sync_ms, buffers_checkpoint,
    buffers_clean, maxwritten_clean, buffers_alloc, buffers_backend, buffers_backend_fsync,
    stats_reset as checkpointer_reset, stats_reset as bgwriter_reset,
    pg_catalog.pg_postmaster_start_time() as postmaster_started_at
from pg_catalog.pg_stat_bgwriter
-- since: 17, until: 17
select
    checkpointer.num_timed as checkpoints_timed, checkpointer.num_requested as checkpoints_requested,
    checkpointer.write_time as write_ms, checkpointer.sync_time as sync_ms, checkpointer.buffers_written as buffers_checkpoint,
    writer.buffers_clean, writer.maxwritten_clean, writer.buffers_alloc,
    checkpointer.stats_reset as checkpointer_reset, writer.stats_reset as bgwriter_reset,
    pg_catalog.pg_postmaster_start_time() as postmaster_started_at
from pg_catalog.pg_stat_checkpointer as checkpointer cross join pg_catalog.pg_stat_bgwriter as writer
-- since: 18
select
    checkpointer.num_timed as checkpoints_timed, checkpointer.num_requested as checkpoints_requested,
    checkpointer.num_done as checkpoints_done,
    checkpointer.write_time as write_ms, checkpointer.sync_time as sync_ms, checkpointer.buffers_written as buffers_checkpoint,
    checkpointer.slru_written, writer.buffers_clean, writer.maxwritten_clean, writer.buffers_alloc,
    checkpointer.stats_reset as checkpointer_reset, writer.stats_reset as bgwriter_reset,
    pg_catalog.pg_postmaster_start_time() as postmaster_started_at
from pg_catalog.pg_stat_checkpointer as checkpointer cross join pg_catalog.pg_stat_bgwriter as writer
