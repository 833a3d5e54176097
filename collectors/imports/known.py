"""The metrics that pgverdict knows (a test compares them with those that the marts name), and what others must be declared."""

import difflib

from collectors.imports.manifest import Manifest
from pgverdict.errors import Refused

KNOWN_METRICS = frozenset({
    "tps", "latency_ms", "latency_p95_ms", "latency_p99_ms", "latency_stddev_ms", "failed_per_s", "operational_speed",
    "rows_speed", "active_sessions", "waiting_sessions", "waits_share", "wait_lwlock_share", "wait_lock_share",
    "wait_io_share", "wait_ipc_share", "wait_bufferpin_share", "wait_timeout_share", "wait_extension_share",
    "cpu_us_pct", "cpu_sy_pct", "cpu_wa_pct", "cpu_id_pct", "cpu_st_pct", "run_queue", "context_switches_per_s",
    "mem_available_mb", "dirty_mb", "r_iops", "w_iops", "iops", "read_mbps", "write_mbps", "mbps", "r_await_ms",
    "w_await_ms", "aqu_sz", "util_pct", "wal_mbps", "wal_fpi_per_s", "wal_per_tx_kb", "checkpoints_per_h",
    "buffers_written_per_s", "cache_hit_pct", "temp_mbps", "deadlocks_per_s", "rollbacks_per_s", "psi_cpu_pct",
    "psi_io_pct", "psi_memory_pct",
})  # fmt: skip
#: Kinds of files whose metrics are ours without being declared.
_TELLING = frozenset(
    {
        "pgbench_summary",
        "pgbench_progress",
        "pgbench_log",
        "pgbench_aggregate",
        "iostat",
        "vmstat",
        "sar",
        "wait_events",
        "statements",
    }
)


def check_metrics(manifest: Manifest, found: set[str], where: str) -> list[str]:
    """What is to be said of metrics that nobody declared. Errors: Refused when the primary metric is unknown or nowhere to be found."""
    declared = {metric.id for metric in manifest.metrics}
    primary = manifest.experiment.primary
    kinds = {file.kind for run in manifest.runs for file in run.files}
    if primary not in declared | KNOWN_METRICS:
        near = difflib.get_close_matches(primary, sorted(found | declared | KNOWN_METRICS), n=1, cutoff=0.0)
        raise Refused(
            f"{where}: primary: {primary!r} is neither declared under `metrics` nor known; the nearest is {near[0]}"
        )
    if primary not in found and not (primary in KNOWN_METRICS and kinds & _TELLING):
        near = difflib.get_close_matches(primary, sorted(found), n=1, cutoff=0.0)
        raise Refused(
            f"{where}: primary: no file or result tells {primary!r}" + (f"; the nearest is {near[0]}" if near else "")
        )
    unknown = sorted(name for name in found - declared - KNOWN_METRICS if not name.startswith("sar_"))
    if not unknown:
        return []
    return [f"not declared under `metrics`, so that nothing is said of their being better: {', '.join(unknown)}"]
