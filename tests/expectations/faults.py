"""Kinds of fault that spoil a night, as SQL on one run's rows, each at several strengths: what tests and the benchmark inject.

A statement may use %(run_id)s, %(execution_id)s, %(x)s (the strength), %(from)s, %(to)s (the measured time) and %(cut)s
(the moment after which a fault in the middle sets in: 40% of the measured time).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import psycopg

from expectations.catalog import all_suites
from expectations.measuring import begin, boundary_suites, existing, measure, set_scope
from expectations.verdicts import Verdict, judge, run_names, verdicts_of

Night = Literal["own", "import"]


@dataclass(frozen=True)
class Strength:
    """How strong, and what must say so; `caught_by` is None where the strength is below what can be seen."""

    x: float
    caught_by: str | None
    severity: str | None = None


@dataclass(frozen=True)
class Fault:
    name: str
    night: Night
    sql: str
    strengths: tuple[Strength, ...]

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that the fault needs rows of."""
        return tuple(dict.fromkeys(word.strip("(),;") for word in self.sql.split() if word.startswith("raw.")))


def fault(name: str, night: Night, sql: str, *strengths: tuple[float, str | None, str | None]) -> Fault:
    return Fault(name, night, sql, tuple(Strength(*strength) for strength in strengths))


C, W, INFO = "critical", "warning", "info"


def _gap(table: str, side: str = "middle") -> str:
    """Deletes the share x of the measured time's rows: in the middle, or at the end."""
    begin = "%(from)s + 0.2 * (%(to)s - %(from)s)" if side == "middle" else "%(to)s - %(x)s * (%(to)s - %(from)s)"
    return (
        f"delete from {table} where run_id = %(run_id)s and at > {begin}"
        f" and at <= {begin} + %(x)s * (%(to)s - %(from)s) + interval '1 s'"
    )


def _twice(table: str) -> str:
    """Loads the first share x of the measured time's rows once more."""
    return f"insert into {table} select * from {table} where run_id = %(run_id)s and at <= %(from)s + %(x)s * (%(to)s - %(from)s)"


def _after_cut(table: str, change: str) -> str:
    return f"update {table} set {change} where run_id = %(run_id)s and at > %(cut)s"


def _all(table: str, change: str) -> str:
    return f"update {table} set {change} where run_id = %(run_id)s"


def _graded(check: str, *strengths: tuple[float, str | None]) -> tuple[tuple[float, str | None, str | None], ...]:
    """Strengths of a graded check: None is not seen, W is its warning, C is its critical twin."""
    names = {None: None, W: check, C: f"{check}_badly"}
    return tuple((x, names[severity], severity) for x, severity in strengths)


OWN = (
    fault("gap in pgbench's progress", "own", _gap("raw.pgbench_progress"), *_graded("pgbench.missing_share", (0.02, None), (0.3, C), (0.6, C))),
    fault("truncated tail of pgbench's progress", "own", _gap("raw.pgbench_progress", "tail"), *_graded("pgbench.missing_share", (0.02, None), (0.3, C), (0.6, C))),
    fault("gap in a counter source", "own", _gap("raw.stat_database"), *_graded("stat_database.missing_share", (0.02, None), (0.3, W), (0.75, C))),
    fault("truncated tail of a counter source", "own", _gap("raw.os_disk", "tail"), *_graded("os_disk.missing_share", (0.3, W), (0.75, C))),
    fault("sampler starved", "own", _all("raw.ticks", "taken = ceil(expected * (1 - %(x)s)), missed = expected - ceil(expected * (1 - %(x)s))"),
          *_graded("sampling.taken_share", (0.1, W), (0.5, C))),
    fault("samples late", "own", _all("raw.ticks", "late = (expected * %(x)s)::int"), (0.1, None, None), (0.5, "sampling.late_share", W)),
    fault("progress lines twice", "own", _twice("raw.pgbench_progress"), (0.1, "pgbench.duplicates", C), (1, "pgbench.duplicates", C)),
    fault("counter batch loaded twice", "own", _twice("raw.stat_database"), (0.1, "stat_database.duplicates", C), (1, "stat_database.duplicates", C)),
    fault("wait samples loaded twice", "own", _twice("raw.activity_waits"), (0.1, "waits.bad_counts", C), (1, "waits.bad_counts", C)),
    fault("statistics reset in mid-run", "own",
          _after_cut("raw.stat_wal", "wal_records = wal_records / 1000, wal_bytes = floor(wal_bytes / 1000), wal_sync = wal_sync / 1000, stats_reset = %(cut)s"),
          (1, "stat_wal.resets", W)),
    fault("two epochs mixed", "own", "update raw.stat_wal set stats_reset = %(cut)s where run_id = %(run_id)s and extract(second from at)::int %% 2 = 0",
          (1, "stat_wal.epochs_mixed", C)),
    fault("counter falls without a reset", "own", _after_cut("raw.stat_wal", "wal_bytes = wal_bytes * (1 - %(x)s)"), (1e-9, None, None), (0.1, "stat_wal.falls", C), (0.9, "stat_wal.falls", C)),
    fault("server restarted in mid-run", "own", _after_cut("raw.stat_database", "postmaster_started_at = %(cut)s"), (1, "stat_database.restarts", C)),
    fault("machine rebooted in mid-run", "own", _after_cut("raw.os_cpu", "booted_at = %(cut)s"), (1, "os_cpu.restarts", C)),
    fault("clock stepped back under a counter source", "own", _after_cut("raw.stat_database", "at = at - %(x)s * interval '1 s'"),
          (0.1, None, None), (3, "stat_database.falls", C), (3600, "stat_database.falls", C)),
    fault("clock stepped forward under pgbench", "own", _after_cut("raw.pgbench_progress", "at = at + %(x)s * interval '1 s'"),
          *_graded("pgbench.missing_share", (0.5, None), (30, C), (3600, C))),
    fault("clock step seen by the recorder", "own",
          "insert into raw.clock_offsets (run_id, night, at, clock, offset_ms) select run_id, night, %(cut)s, 'collector step', %(x)s from control.runs where run_id = %(run_id)s",
          *_graded("clocks.moved_ms", (60, None), (500, W), (5000, C))),
    fault("server's clock off", "own", _all("raw.clock_offsets", "offset_ms = offset_ms + %(x)s"), (300, None, None), (5000, "clocks.offset_ms", W)),
    fault("time zone of a counter source", "own", _all("raw.stat_wal", "at = at + %(x)s * interval '1 hour'"), *_graded("stat_wal.outside_share", (1, C), (-3, C))),
    fault("time zone of pgbench's progress", "own", _all("raw.pgbench_progress", "at = at + %(x)s * interval '1 hour'"), *_graded("pgbench.missing_share", (1, C), (3, C))),
    fault("database sensor stuck", "own",
          "update raw.stat_database set xact_commit = (select min(xact_commit) from raw.stat_database as f where f.run_id = %(run_id)s and f.at > %(to)s - %(x)s * (%(to)s - %(from)s))"
          " where run_id = %(run_id)s and at > %(to)s - %(x)s * (%(to)s - %(from)s)",
          (0.05, None, None), (0.4, "cross.committed_by_load", W), (0.7, "stat_database.flat_share", W), (0.95, "cross.committed_by_load_badly", C)),
    fault("CPU sensor stuck", "own",
          "update raw.os_cpu set (user_ticks, system_ticks, idle_ticks) = (select min(user_ticks), min(system_ticks), min(idle_ticks) from raw.os_cpu as f where f.run_id = %(run_id)s and f.at > %(to)s - %(x)s * (%(to)s - %(from)s))"
          " where run_id = %(run_id)s and at > %(to)s - %(x)s * (%(to)s - %(from)s)",
          (0.2, None, None), (0.7, "os_cpu.flat_share", W)),
    fault("latency in another unit in the progress", "own", _all("raw.pgbench_progress", "latency_ms = latency_ms * %(x)s"),
          *_graded("pgbench.clients_by_progress", (1.05, None), (1.3, W), (1000, C), (0.001, C))),
    fault("latency in another unit in the summary", "own", _all("raw.pgbench_summary", "latency_ms = latency_ms * %(x)s"),
          *_graded("pgbench.clients_by_summary", (1.05, None), (1.3, W), (1000, C))),
    fault("speed and latency swapped in the progress", "own", _all("raw.pgbench_progress", "tps = latency_ms, latency_ms = tps"), (1, "pgbench.log_by_summary_badly", C)),
    fault("minimum and maximum swapped in the aggregate", "own", _all("raw.pgbench_aggregate", "latency_min_us = latency_max_us, latency_max_us = latency_min_us"),
          (1, "pgbench.means_outside", C)),
    fault("a mean outside its range", "own", _all("raw.pgbench_aggregate", "latency_sum_us = latency_sum_us * %(x)s, latency_2_sum_us2 = latency_2_sum_us2 * %(x)s * %(x)s"),
          (1.5, None, None), (100, "pgbench.means_outside", C)),
    fault("NaN among the speeds", "own", "update raw.pgbench_progress set tps = 'NaN' where run_id = %(run_id)s and at > %(to)s - %(x)s * (%(to)s - %(from)s)",
          (0.1, "pgbench.bad_values", C), (1, "pgbench.bad_values", C)),
    fault("negative speed", "own", _after_cut("raw.pgbench_progress", "tps = -tps"), (1, "pgbench.bad_values", C)),
    fault("negative counter", "own", _after_cut("raw.os_disk", "writes = -writes"), (1, "os_disk.negatives", C)),
    fault("a counter beyond any machine", "own", _after_cut("raw.stat_database", "xact_commit = xact_commit + %(x)s"), (1e3, None, None), (1e12, "stat_database.rate_of_possible", C)),
    fault("level under another name", "own", "update control.runs set level = l.other, levels = jsonb_build_object('{factor}', l.other) from (select '{other}' as other) as l where run_id = %(run_id)s",
          (1, "settings.inactive_settings", C)),
    fault("level that the experiment does not have", "own", "update control.runs set level = '7MB', levels = jsonb_build_object('{factor}', '7MB') where run_id = %(run_id)s",
          (1, "runs.unknown_level", C)),
    fault("level not active", "own", "update raw.settings set setting = '{inactive}' where run_id = %(run_id)s and name = '{factor}'", (1, "settings.inactive_settings", C)),
    fault("restart pending", "own", "update raw.settings set pending_restart = true where run_id = %(run_id)s and name = '{factor}'", (1, "settings.inactive_settings", C)),
    fault("factor never read back", "own", "delete from raw.settings where run_id = %(run_id)s and name = '{factor}'", (1, "settings.unread_settings", W)),
    fault("a second setting changed", "own", "update raw.settings set setting = 'off', source = 'configuration file' where run_id = %(run_id)s and name = 'fsync'", (1, "settings.other_settings", C)),
    fault("setting changed under the load", "own", "update raw.settings set setting = '1234' where run_id = %(run_id)s and name = 'max_wal_size' and moment = 'after'", (1, "settings.moved_settings", C)),
    fault("kernel setting changed", "own", "update raw.kernel_settings set value = '7' where run_id = %(run_id)s and name = '{sysctl}'", (1, "settings.other_sysctls", W)),
    fault("foreign processes", "own",
          "update raw.os_processes as p set cpu_ticks = cpu_ticks + (%(x)s * 200 * extract(epoch from at - %(from)s))::bigint where run_id = %(run_id)s and process_group = 'other'",
          (0.02, None, None), (0.3, "system.foreign_share", W), (0.8, "system.foreign_share", W)),
    fault("hypervisor steals", "own",
          "update raw.os_cpu set steal_ticks = steal_ticks + (%(x)s * 200 * extract(epoch from at - %(from)s))::bigint, idle_ticks = idle_ticks - (%(x)s * 100 * extract(epoch from at - %(from)s))::bigint where run_id = %(run_id)s",
          (0.01, None, None), (0.3, "system.steal_share", W)),
    fault("foreign sessions", "own",
          "insert into raw.activity_waits (run_id, night, at, backend_type, state, wait_event_type, wait_event, backends)"
          " select distinct run_id, night, at, 'client backend', 'idle', 'Client', 'Foreign', (%(x)s)::int from raw.activity_waits where run_id = %(run_id)s",
          *_graded("waits.foreign_sessions", (1, None), (20, W), (200, C))),
    fault("CPU quota throttles", "own",
          "update raw.os_cgroup set value = value + %(x)s * 10 * extract(epoch from at - %(from)s) where run_id = %(run_id)s and key = 'nr_throttled'",
          (0.01, None, None), (0.6, "system.throttled_share", W)),
    fault("swapping", "own", _after_cut("raw.os_vmstat", "pswpout = pswpout + %(x)s"), (100, None, None), (50000, "system.swapped_pages", W)),
    fault("out-of-memory kill", "own", _after_cut("raw.os_vmstat", "oom_kill = oom_kill + 1"), (1, "system.oom_kills", C)),
    fault("memory in megabytes", "own", _all("raw.os_memory", "mem_total_kb = mem_total_kb / 1048576"), (1, "system.parts_over_whole", C)),
    fault("memory's unit changes in mid-run", "own",
          _after_cut("raw.os_memory", "mem_total_kb = mem_total_kb / 1024, mem_free_kb = mem_free_kb / 1024, mem_available_kb = mem_available_kb / 1024, cached_kb = cached_kb / 1024"),
          (1, "system.memory_size_ratio", C)),
    fault("number of processors changes", "own", _after_cut("raw.os_cpu", "cpus = cpus + 1"), (1, "system.cpus_changed", C)),
    fault("tick length wrong", "own", _all("raw.os_cpu", "ticks_per_s = (ticks_per_s * %(x)s)::int"), *_graded("system.cpu_time_found", (1.03, None), (1.4, W), (10, C))),
    fault("pressure in another unit", "own", _all("raw.os_pressure", "total_us = total_us * %(x)s"), (1000, "system.pressure_share", C)),
    fault("run longer than the others", "own",
          "update control.runs set measured_to = measured_from + %(x)s * (measured_to - measured_from), ended_at = measured_from + %(x)s * (measured_to - measured_from) + interval '2 s' where run_id = %(run_id)s",
          *_graded("runs.length_ratio", (1.005, None), (1.08, W), (1.5, C), (0.5, C))),
    fault("another number of clients planned", "own", "update control.load_steps set clients = clients * 2 where run_id = %(run_id)s", (1, "runs.other_load", C)),
    fault("pgbench with other clients than planned", "own", _all("raw.pgbench_summary", "clients = clients + 1"), (1, "pgbench.other_clients", C)),
    fault("a level missing in a block", "own", "update control.runs set status = 'failed' where run_id = (select max(run_id) from control.runs where execution_id = %(execution_id)s and role = 'level')", (1, "design.incomplete_blocks", W)),
    fault("no block complete", "own", "update control.runs set status = 'failed' where execution_id = %(execution_id)s and role = 'level' and level = '{other}'", (1, "design.complete_blocks", C)),
    fault("sentinel missing in a block", "own", "update control.runs set status = 'failed' where run_id = (select max(run_id) from control.runs where execution_id = %(execution_id)s and role = 'sentinel')", (1, "design.blocks_without_sentinel", W)),
    fault("order confounded with level: levels one after the other", "own",
          "update control.runs set run = ordered.position from (select run_id, row_number() over (order by level, block) as position from control.runs where execution_id = %(execution_id)s) as ordered where runs.run_id = ordered.run_id",
          (1, "design.order_by_level", W)),
    fault("the same order in every block", "own",
          "update control.runs set run = ordered.position from (select run_id, row_number() over (order by block, role, level) as position from control.runs where execution_id = %(execution_id)s) as ordered where runs.run_id = ordered.run_id",
          (1, "design.order_in_block_by_level", W)),
    fault("every level on nights of its own", "own",
          "update control.runs set night = night + (select count(distinct level)::int from control.runs as r where r.execution_id = %(execution_id)s and r.level < runs.level) where execution_id = %(execution_id)s",
          (1, "design.most_levels_a_night", C)),
    fault("two runs at one position", "own", "update control.runs set run = (select min(run) from control.runs as r where r.execution_id = %(execution_id)s and r.role = 'level') where run_id = (select max(run_id) from control.runs where execution_id = %(execution_id)s and role = 'level')", (1, "design.shared_positions", W)),
    fault("two runs at once", "own",
          "update control.runs set started_at = o.started_at, measured_from = o.measured_from, measured_to = o.measured_to, ended_at = o.ended_at from control.runs as o where runs.run_id = %(run_id)s and o.run_id = (select max(run_id) from control.runs where execution_id = %(execution_id)s and run_id <> %(run_id)s and status = 'done')",
          (1, "runs.overlapping", C)),
    fault("a step failed", "own", "update control.run_steps set is_ok = false where run_id = %(run_id)s and step = 'load'", (1, "runs.failed_steps", C)),
    fault("level never proven", "own", "delete from control.run_steps where run_id = %(run_id)s and step = 'prove active'", (1, "runs.proofs", C)),
    fault("load generator at its limit", "own",
          "update raw.os_processes set cpu_ticks = cpu_ticks + (%(x)s * 200 * extract(epoch from at - %(from)s))::bigint where run_id = %(run_id)s and process_group = 'pgbench'",
          (0.05, None, None), (0.95, "system.pgbench_busy_share", W)),
    fault("clients wait for the generator, not the server", "own", "delete from raw.activity_waits where run_id = %(run_id)s and state = 'active' and (wait_event is not null or random() < 2)", (1, "waits.active_share", W)),
    fault("lag grows under a rate", "own",
          "with paced as (update control.load_steps set target_tps = 1000 where run_id = %(run_id)s) update raw.pgbench_progress set schedule_lag_ms = 1 + extract(epoch from at - %(from)s) * %(x)s where run_id = %(run_id)s",
          (0.1, None, None), (100, "pgbench.lag_growth_ms", W)),
    fault("rate not reached", "own", "update control.load_steps set target_tps = 1e6 where run_id = %(run_id)s", (1, "pgbench.rate_reached", W)),
    fault("transactions fail", "own", _all("raw.pgbench_summary", "failed = (transactions * %(x)s / (1 - %(x)s))::bigint"), *_graded("pgbench.failed_share", (0.001, None), (0.05, W), (0.5, C))),
    fault("transactions skipped", "own", _all("raw.pgbench_summary", "skipped = (transactions * %(x)s)::bigint"), (0.001, None, None), (0.2, "pgbench.skipped_share", W)),
    fault("load stands still", "own", "update raw.pgbench_progress set tps = 0, latency_ms = 0 where run_id = %(run_id)s and at > %(to)s - %(x)s * (%(to)s - %(from)s)",
          *_graded("pgbench.stalled_share", (0.1, None), (0.45, W), (1, C))),
    fault("nothing finished", "own", _all("raw.pgbench_summary", "transactions = 0, tps = 0"), (1, "pgbench.transactions_done", C)),
    fault("log and summary of two runs", "own", _all("raw.pgbench_summary", "tps = tps * %(x)s, transactions = (transactions * %(x)s)::bigint"),
          *_graded("pgbench.log_by_summary", (1.05, None), (1.15, W), (1.5, C))),
    fault("a thread's aggregate file missing", "own", "delete from raw.pgbench_aggregate where run_id = %(run_id)s and thread = 0", *_graded("pgbench.aggregate_by_summary", (1, C))),
    fault("wrong sampling rate", "own", _all("raw.latency_histograms", "sampling_rate = %(x)s"), *_graded("pgbench.histogram_by_summary", (0.97, None), (0.8, W), (0.1, C))),
    fault("wrong device", "own", _all("raw.os_disk", "is_data_device = (device = 'vdb'), sectors_written = case when device = 'vdb' then 1000 else sectors_written end"), (1, "disks.written_by_wal", W)),
    fault("no device known", "own", _all("raw.os_disk", "is_data_device = false"), (1, "disks.has_data_device", INFO)),
    fault("disk busier than the clock", "own", _all("raw.os_disk", "io_ms = io_ms * %(x)s"), *_graded("disks.busy_share", (1.1, None), (2.0, W), (10, C))),
    fault("sectors in another unit", "own", _all("raw.os_disk", "sectors_read = sectors_read * %(x)s, sectors_written = sectors_written * %(x)s"), (2, None, None), (1e5, "disks.request_kb", C), (1e-3, "disks.request_kb", C)),
    fault("database grown", "own", _all("raw.stat_database", "database_bytes = (database_bytes * %(x)s)::bigint"), *_graded("start_state.size_ratio", (1.02, None), (1.2, W), (3, C))),
    fault("dead rows carried over", "own", "update raw.table_stats set n_dead_tup = n_dead_tup + n_live_tup * %(x)s where run_id = %(run_id)s and moment = 'before'",
          (0.01, None, None), (0.2, "start_state.dead_share_above", W)),
    fault("autovacuum under the load", "own", "update raw.table_stats set autovacuum_count = autovacuum_count + 1 where run_id = %(run_id)s and moment = 'after'", (1, "start_state.autovacuums", INFO)),
    fault("nothing recorded", "own",
          "with a as (delete from raw.pgbench_progress where run_id = %(run_id)s), b as (delete from raw.pgbench_summary where run_id = %(run_id)s), c as (delete from raw.pgbench_aggregate where run_id = %(run_id)s),"
          " d as (delete from raw.latency_histograms where run_id = %(run_id)s), f as (delete from raw.stat_statements where run_id = %(run_id)s) delete from raw.stat_database where run_id = %(run_id)s",
          (1, "runs.has_samples", C)),
    fault("another run's file", "own",
          "update raw.pgbench_progress as p set tps = o.tps, latency_ms = o.latency_ms from (select row_number() over (order by at) as n, tps, latency_ms from raw.pgbench_progress where run_id = (select max(run_id) from control.runs where execution_id = %(execution_id)s and run_id <> %(run_id)s and status = 'done')) as o,"
          " (select at, row_number() over (order by at) as n from raw.pgbench_progress where run_id = %(run_id)s) as mine where p.run_id = %(run_id)s and p.at = mine.at and mine.n = o.n",
          (1, "twins.copied_courses", C)),
    fault("statements evicted", "own", _after_cut("raw.stat_statements", "dealloc = coalesce(dealloc, 0) + 5"), (1, "stat_statements.evictions", W)),
    fault("another database watched", "own",
          "update raw.stat_database as d set xact_commit = f.first + ((d.xact_commit - f.first) * %(x)s)::bigint from (select min(xact_commit) as first from raw.stat_database where run_id = %(run_id)s) as f where run_id = %(run_id)s",
          *_graded("cross.committed_by_load", (0.97, None), (0.8, W), (0.1, C))),
    fault("run on another kernel", "own",
          "update control.runs set fingerprint = jsonb_build_object('differs_from_first', jsonb_build_array('machine.kernel: 6.1 became 6.12')) where run_id = %(run_id)s",
          (1, "runs.other_environment", W)),
    fault("run repeated", "own", "update control.runs set attempt = 2 where run_id = %(run_id)s", (1, "runs.attempt", INFO)),
    fault("measured time ends before it begins", "own", "update control.runs set measured_to = measured_from - interval '1 s' where run_id = %(run_id)s", (1, "runs.disordered_times", C)),
    fault("no run was carried out", "own", "update control.runs set status = 'failed' where execution_id = %(execution_id)s", (1, "design.runs_done", C)),
    fault("one level twice in a block", "own",
          "update control.runs set level = o.level, levels = o.levels from control.runs as o where runs.run_id = (select max(run_id) from control.runs where execution_id = %(execution_id)s and role = 'level')"
          " and o.run_id = (select min(run_id) from control.runs as r where r.execution_id = %(execution_id)s and r.role = 'level' and r.block = runs.block)", (1, "design.doubled_cells", W)),
    fault("kernel setting not active", "own",
          "with f as (update control.executions set factors = factors || '[{\"name\": \"{sysctl}\", \"kind\": \"sysctl\", \"levels\": [\"55\"]}]' where execution_id = %(execution_id)s)"
          " update control.runs set levels = levels || '{\"{sysctl}\": \"55\"}' where run_id = %(run_id)s", (1, "settings.inactive_sysctls", C)),
    fault("device beyond its limit", "own",
          "with f as (update control.executions set factors = factors || '[{\"name\": \"disk\", \"kind\": \"storage\", \"levels\": [\"slow\"]}]', spec = spec || '{\"volumes\": {\"slow\": {\"mbps\": 1}}}' where execution_id = %(execution_id)s)"
          " update control.runs set levels = levels || '{\"disk\": \"slow\"}' where run_id = %(run_id)s", (1, "disks.mbps_by_limit", C)),
    fault("progress of two runs in one", "own",
          "insert into raw.pgbench_progress (run_id, night, at, interval_s, tps, latency_ms) select run_id, night, at + interval '0.5 s', interval_s, tps, latency_ms from raw.pgbench_progress where run_id = %(run_id)s and at <= %(from)s + %(x)s * (%(to)s - %(from)s)",
          *_graded("pgbench.surplus_share", (0.11, None), (0.2, W), (1, C))),
    fault("count, speed and duration disagree", "own", _all("raw.pgbench_summary", "duration_s = duration_s * %(x)s"), *_graded("pgbench.count_by_speed", (1.01, None), (1.1, W), (60, C))),
    fault("aggregate log cut short", "own", "delete from raw.pgbench_aggregate where run_id = %(run_id)s and at >= %(to)s - %(x)s * (%(to)s - %(from)s)",
          *_graded("pgbench.aggregate_by_summary", (0.1, W), (0.5, C))),
    fault("memory exhausted", "own", _all("raw.os_memory", "mem_available_kb = mem_total_kb * 0.01"), (1, "system.memory_left_share", W)),
    fault("memory's size is no machine's", "own", _all("raw.os_memory", "mem_total_kb = mem_total_kb * 1e6, mem_free_kb = mem_free_kb * 1e6, mem_available_kb = mem_available_kb * 1e6"), (1, "system.memory_mb", C)),
    fault("autovacuum throughout", "own",
          "insert into raw.activity_waits (run_id, night, at, backend_type, state, backends) select distinct run_id, night, at, 'autovacuum worker', 'active', 1 from raw.activity_waits where run_id = %(run_id)s",
          (1, "waits.autovacuum_share", INFO)),
)  # fmt: skip

IMPORT = (
    fault("gap in the primary series", "import", "delete from raw.series where run_id = %(run_id)s and metric = '{primary}' and at between %(cut)s and %(cut)s + %(x)s * (%(to)s - %(from)s)",
          (0.01, None, None), (0.08, "series.missing_share", W), (0.3, "series.primary_missing_share", C)),
    fault("gap in another series", "import", "delete from raw.series where run_id = %(run_id)s and metric = 'backup_mbps' and at between %(cut)s and %(cut)s + %(x)s * (%(to)s - %(from)s)",
          (0.01, None, None), (0.3, "series.missing_share", W)),
    fault("truncated tail of a series", "import", "delete from raw.series where run_id = %(run_id)s and metric = '{primary}' and at > %(to)s - %(x)s * (%(to)s - %(from)s)",
          (0.01, None, None), (0.3, "series.primary_missing_share", C)),
    fault("points twice", "import", "insert into raw.series select * from raw.series where run_id = %(run_id)s and metric = '{primary}' and at < %(from)s + %(x)s * (%(to)s - %(from)s)",
          (0.1, "series.repeated_rows", W), (1, "series.repeated_rows", W)),
    fault("two values at one instant", "import", "insert into raw.series (run_id, night, at, metric, entity, value) select run_id, night, at, metric, entity, value * 1.01 from raw.series where run_id = %(run_id)s and metric = '{primary}' and at < %(from)s + %(x)s * (%(to)s - %(from)s)",
          (0.1, "series.contradicting_rows", C), (1, "series.contradicting_rows", C)),
    fault("NaN in a series", "import", "update raw.series set value = 'NaN' where run_id = %(run_id)s and metric = '{primary}' and at > %(to)s - %(x)s * (%(to)s - %(from)s)",
          *_graded("series.empty_share", (0.05, W), (0.3, C))),
    fault("empty values in a series", "import", "update raw.series set value = null where run_id = %(run_id)s and metric = '{primary}' and at > %(to)s - %(x)s * (%(to)s - %(from)s)",
          *_graded("series.empty_share", (0.05, W), (0.3, C))),
    fault("infinite value", "import", "update raw.series set value = 'Infinity' where run_id = %(run_id)s and metric = '{primary}' and at > %(to)s - %(x)s * (%(to)s - %(from)s)",
          *_graded("series.empty_share", (0.05, W), (0.3, C))),
    fault("negative rate", "import", "update raw.series set value = -value where run_id = %(run_id)s and metric = '{primary}' and at > %(to)s - %(x)s * (%(to)s - %(from)s)", (0.1, "series.negative_share", C)),
    fault("share over the whole", "import", "update raw.series set value = value * %(x)s where run_id = %(run_id)s and metric = 'hit_pct'", (1.01, None, None), (1.3, "series.share_of_whole", C), (100, "series.share_of_whole", C)),
    fault("unit changes in mid-run", "import", "update raw.series set value = value * %(x)s where run_id = %(run_id)s and metric = '{primary}' and at > %(cut)s",
          (2, None, None), (60, "series.unit_jump", W), (1024, "series.unit_jump_badly", C), (0.001, "series.unit_jump_badly", C)),
    fault("a run in another unit", "import", "update raw.series set value = value * %(x)s where run_id = %(run_id)s and metric = '{primary}'",
          (3, None, None), (60, "series.scale_off", W), (1024, "series.scale_off_badly", C), (0.001, "series.scale_off_badly", C)),
    fault("sensor stuck", "import",
          "update raw.series set value = (select value from raw.series where run_id = %(run_id)s and metric = '{primary}' order by at desc limit 1) where run_id = %(run_id)s and metric = '{primary}' and at > %(to)s - %(x)s * (%(to)s - %(from)s)",
          (0.05, None, None), (0.2, "series.stuck_surprise", W), (0.6, "series.stuck_surprise_badly", C)),
    fault("time zone of one series", "import", "update raw.series set at = at + %(x)s * interval '1 hour' where run_id = %(run_id)s and metric = '{primary}'", *_graded("series.outside_share", (1, C), (-3, C))),
    fault("clock stepped back in a series", "import", "update raw.series set at = at - %(x)s * interval '1.001 s' where run_id = %(run_id)s and metric = '{primary}' and at > %(cut)s",
          (0.5, None, None), (10, "series.crowded_share", W), (60, "series.crowded_share_badly", C)),
    fault("part over its whole", "import", "update raw.series set value = value * %(x)s where run_id = %(run_id)s and metric = 'backup_read_mbps'", (1.1, None, None), (3, "series.over_whole_share", C)),
    fault("one series under two runs", "import",
          "update raw.series as p set value = o.value from (select row_number() over (order by at) as n, value from raw.series where metric = '{primary}' and run_id = (select max(run_id) from control.runs where execution_id = %(execution_id)s and run_id <> %(run_id)s)) as o,"
          " (select at, row_number() over (order by at) as n from raw.series where run_id = %(run_id)s and metric = '{primary}') as mine where p.run_id = %(run_id)s and p.metric = '{primary}' and p.at = mine.at and mine.n = o.n",
          (1, "twins.copied_courses", C)),
    fault("result is no number", "import", "update raw.results set value = 'NaN' where run_id = %(run_id)s", (1, "results.bad_value", C)),
    fault("result in another unit", "import", "update raw.results set value = value * %(x)s where run_id = %(run_id)s", (3, None, None), (60, "results.scale_off", W), (1000, "results.scale_off_badly", C)),
    fault("one result under two runs", "import", "update raw.results set value = (select max(value) from raw.results where run_id = (select max(run_id) from control.runs where execution_id = %(execution_id)s and run_id <> %(run_id)s)) where run_id = %(run_id)s", (1, "twins.equal_results", W)),
    fault("two results of one metric", "import", "insert into raw.results select run_id, night, metric, value * 1.1 from raw.results where run_id = %(run_id)s", (1, "results.repeated_rows", C)),
    fault("since-boot report not marked", "import", "update raw.iostat set is_since_boot = false where run_id = %(run_id)s", (1, "iostat.first_report_off", W)),
    fault("iostat started anew within the run", "import", "update raw.iostat set is_since_boot = true where run_id = %(run_id)s and at = (select min(at) from raw.iostat where run_id = %(run_id)s and at > %(cut)s)", (1, "iostat.late_since_boot", C)),
    fault("iostat's kilobytes as megabytes", "import", "update raw.iostat set read_kb_per_s = read_kb_per_s * %(x)s, write_kb_per_s = write_kb_per_s * %(x)s where run_id = %(run_id)s",
          *_graded("iostat.read_by_requests", (1.1, None), (2, W), (1024, C), (1 / 1024, C))),
    fault("iostat's columns swapped: requests and kilobytes", "import", "update raw.iostat set reads_per_s = read_kb_per_s, read_kb_per_s = reads_per_s where run_id = %(run_id)s", *_graded("iostat.read_by_requests", (1, C))),
    fault("iostat's columns swapped: waiting and queue", "import", "update raw.iostat set r_await_ms = aqu_sz, aqu_sz = r_await_ms * 100 where run_id = %(run_id)s", *_graded("iostat.queue_by_waiting", (1, C))),
    fault("utilisation over 100%", "import", "update raw.iostat set util_pct = util_pct * %(x)s where run_id = %(run_id)s", (1.05, None, None), (1.5, "iostat.busiest_pct", W), (10, "iostat.busiest_pct_badly", C)),
    fault("negative waiting", "import", "update raw.iostat set w_await_ms = -1 where run_id = %(run_id)s and at > %(cut)s", (1, "iostat.bad_values", C)),
    fault("CPU shares do not add up", "import", "update raw.iostat_cpu set idle_pct = idle_pct - %(x)s where run_id = %(run_id)s", (1, None, None), (10, "printed_cpu.total_pct", W), (25, "printed_cpu.total_pct_badly", C)),
    fault("vmstat's columns swapped", "import", "update raw.vmstat set id_pct = cs_per_s, cs_per_s = id_pct where run_id = %(run_id)s", (1, "printed_cpu.greatest_pct", C)),
    fault("one vmstat line damaged", "import", "update raw.vmstat set us_pct = 0 where run_id = %(run_id)s and at > %(to)s - %(x)s * (%(to)s - %(from)s)", (0.02, None, None), (0.2, "printed_cpu.sums_off_share", W)),
    fault("imported runs at one time", "import",
          "update control.runs set started_at = o.started_at, measured_from = o.measured_from, measured_to = o.measured_to, ended_at = o.ended_at from control.runs as o where runs.run_id = %(run_id)s and o.run_id = (select max(run_id) from control.runs where execution_id = %(execution_id)s and run_id <> %(run_id)s)",
          (1, "runs.imported_overlapping", W)),
    fault("iostat's units of requests", "import", "update raw.iostat set read_kb_per_s = read_kb_per_s * %(x)s, write_kb_per_s = write_kb_per_s * %(x)s, rareq_kb = null, wareq_kb = null where run_id = %(run_id)s",
          (2, None, None), (1e6, "iostat.request_kb", C), (1e-3, "iostat.request_kb", C)),
    fault("iostat's kilobytes written as megabytes", "import", "update raw.iostat set write_kb_per_s = write_kb_per_s * %(x)s where run_id = %(run_id)s",
          *_graded("iostat.written_by_requests", (1.1, None), (2, W), (1024, C))),
    fault("iostat's waiting in another unit", "import", "update raw.iostat set r_await_ms = r_await_ms * %(x)s, w_await_ms = w_await_ms * %(x)s where run_id = %(run_id)s",
          *_graded("iostat.queue_by_waiting", (1.2, None), (3, W), (1000, C))),
    fault("negative CPU share", "import", "update raw.vmstat set us_pct = -us_pct where run_id = %(run_id)s and at > %(cut)s", (1, "printed_cpu.least_pct", C)),
    fault("hypervisor steals, by vmstat", "import", "update raw.vmstat set st_pct = 20, id_pct = id_pct - 20 where run_id = %(run_id)s", (1, "printed_cpu.steal_share", W)),
    fault("swapping, by vmstat", "import", "update raw.vmstat set so_kb_per_s = 5000 where run_id = %(run_id)s", (1, "printed_cpu.swapped_kb", W)),
    fault("a few points outside the run", "import", "update raw.series set at = at - interval '1 hour' where run_id = %(run_id)s and metric = '{primary}' and at < %(from)s + 0.1 * (%(to)s - %(from)s)",
          (1, "series.outside_share", W)),
    fault("share as a result over the whole", "import",
          "with d as (update raw.metric_declarations set unit = '%%' where execution_id = %(execution_id)s and metric = 'final_qps') update raw.results set value = value where run_id = %(run_id)s",
          (1, "results.share_of_whole", C)),
    fault("negative result", "import", "update raw.results set value = -value where run_id = %(run_id)s", (1, "results.negative", W)),
)  # fmt: skip

FAULTS = OWN + IMPORT
#: What the statements call by name in the generated nights; a real night names its own.
NAMES = {"factor": "shared_buffers", "other": "64MB", "inactive": "999", "sysctl": "vm.swappiness", "primary": "qps"}


def inject(
    connection: psycopg.Connection[Any],
    fault: Fault,
    x: float,
    run_id: int,
    execution_id: int,
    names: dict[str, str],
) -> int:
    """Spoils one run; returns how many rows changed. The caller rolls back."""
    row = connection.execute(
        "select measured_from, measured_to from control.runs where run_id = %s", [run_id]
    ).fetchone()
    assert row is not None
    begin, end = row
    assert isinstance(begin, datetime)
    statement = fault.sql
    for name, value in names.items():
        statement = statement.replace("{" + name + "}", value)
    parameters = {
        "run_id": run_id,
        "execution_id": execution_id,
        "x": x,
        "from": begin,
        "to": end,
        "cut": begin + 0.4 * (end - begin),
    }
    return connection.execute(statement, parameters).rowcount  # type: ignore[arg-type]


def failed_verdicts(
    connection: psycopg.Connection[Any], execution_id: int, boundary: str, only: set[str] | None = None
) -> list[Verdict]:
    """The failed verdicts of an execution, judged in SQL and by `Check.holds` in the caller's transaction; `only` names suites."""
    validation_id = begin(connection, boundary, [execution_id])
    set_scope(connection, [execution_id])
    names = run_names(connection)
    found: list[Verdict] = []
    for suite in existing(connection, boundary_suites(all_suites(), boundary)):
        if only is None or suite.name in only:
            measured = measure(connection, validation_id, suite, [execution_id])
            found += verdicts_of(suite, judge(suite, measured), names)
    return [verdict for verdict in found if not verdict.is_success]


def raw_verdicts(connection: psycopg.Connection[Any], execution_id: int, only: set[str] | None = None) -> list[Verdict]:
    """`failed_verdicts` of the raw boundary."""
    return failed_verdicts(connection, execution_id, "raw", only)
