"""Generates a clean night in the warehouse: blocks of runs with samples as collectors leave them, cumulative counters and all.

The figures are those of a small machine under pgbench with noise of a few percent; nothing in them should offend any check.
"""

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg

START = datetime(2026, 3, 4, 22, 0, tzinfo=UTC)
NIGHT = START.date()
BOOT = datetime(2026, 3, 1, tzinfo=UTC)
LEVELS = {"64MB": 800.0, "256MB": 1000.0, "1GB": 1200.0}  # level: transactions a second
CLIENTS = 8
PAGES = {"64MB": 8192, "256MB": 32768, "1GB": 131072}


@dataclass
class Night:
    """What was generated: the execution and its runs in the order in which they ran."""

    execution_id: int
    run_ids: list[int] = field(default_factory=list)
    levels: list[str] = field(default_factory=list)
    is_import: bool = False


def copy_rows(connection: psycopg.Connection[Any], table: str, columns: str, rows: Iterable[Sequence[Any]]) -> None:
    with connection.cursor().copy(f"copy {table} ({columns}) from stdin") as copy:
        for row in rows:
            copy.write_row(row)


def _execution(connection: psycopg.Connection[Any], experiment: str, blocks: int, origin: str, primary: str) -> int:
    factors = [
        {
            "name": "shared_buffers",
            "kind": "guc",
            "unit": "MB",
            "levels": list(LEVELS),
            "baseline": "256MB",
            "default": "128MB",
        }
    ]
    spec = {"workload": {"scale": 10}, "hold": {"guc": {"max_wal_size": "4GB"}}}
    connection.execute(
        "insert into control.experiments (experiment_id) values (%s) on conflict do nothing", [experiment]
    )
    row = connection.execute(
        """
        insert into control.executions (
            experiment_id, execution, origin, profile, server, status, spec, spec_hash, factors, repeats, primary_metric, minimum_effect_pct,
            is_randomised, has_sentinel, seed, started_at, completed_at
        )
        select %s, coalesce(max(execution), 0) + 1, %s, null, 'local', 'complete', %s, 'h', %s, %s, %s, 3, true, %s, 1, %s, %s
        from control.executions where experiment_id = %s
        returning execution_id
        """,
        [
            experiment, origin, json.dumps(spec), json.dumps(factors), blocks, primary, origin == "run", START,
            START + timedelta(hours=8), experiment,
        ],
    ).fetchone()  # fmt: skip
    assert row is not None
    return int(row[0])


def _plan(blocks: int, has_sentinel: bool, rng: random.Random) -> list[tuple[int, str, str]]:
    plan = []
    for block in range(1, blocks + 1):
        cells = [(block, level, "level") for level in LEVELS]
        if has_sentinel:
            cells.append((block, "256MB", "sentinel"))
        rng.shuffle(cells)
        plan += cells
    return plan


def own_night(connection: psycopg.Connection[Any], blocks: int = 5, seconds: int = 20, seed: int = 1) -> Night:
    """A night of our own runs, every source present: three levels and the sentinel in `blocks` blocks."""
    rng = random.Random(seed)
    night = Night(_execution(connection, "quickstart", blocks, "run", "tps"))
    connection.execute("select raw.ensure_night(%s)", [NIGHT])
    machine = _Machine(rng)
    for position, (block, level, role) in enumerate(_plan(blocks, True, rng), 1):
        started = START + timedelta(seconds=position * (seconds + 15))
        measured = started + timedelta(seconds=5)
        run_id = _run(connection, night, position, block, level, role, started, measured, seconds)
        machine.record(connection, run_id, level, measured, seconds)
    connection.commit()
    return night


def _run(
    connection: psycopg.Connection[Any],
    night: Night,
    position: int,
    block: int,
    level: str,
    role: str,
    started: datetime,
    measured: datetime,
    seconds: int,
) -> int:
    ended = measured + timedelta(seconds=seconds)
    row = connection.execute(
        """
        insert into control.runs (execution_id, block, planned_order, run, level, levels, role, status, night, started_at, measured_from,
            measured_to, ended_at)
        values (%s, %s, %s, %s, %s, %s, %s, 'done', %s, %s, %s, %s, %s) returning run_id
        """,
        [
            night.execution_id, block, position, position, level, json.dumps({"shared_buffers": level}), role, NIGHT, started, measured,
            ended, ended + timedelta(seconds=2),
        ],
    ).fetchone()  # fmt: skip
    assert row is not None
    run_id = int(row[0])
    night.run_ids.append(run_id)
    night.levels.append(level)
    for number, step in enumerate(("apply", "prove active", "warm up", "load"), 1):
        connection.execute(
            "insert into control.run_steps (run_id, position, step, started_at, ended_at, is_ok) values (%s, %s, %s, %s, %s, true)",
            [run_id, number, step, started, ended],
        )
    connection.execute(
        "insert into control.load_steps (run_id, step, clients, starts_at, ends_at) values (%s, 1, %s, %s, %s)",
        [run_id, CLIENTS, measured, ended],
    )
    return run_id


class _Machine:
    """A server and its host: counters go on from run to run."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.counters: dict[str, float] = {}

    def grown(self, name: str, by: float) -> int:
        self.counters[name] = self.counters.get(name, 1e6) + max(by, 0)
        return int(self.counters[name])

    def around(self, value: float, spread: float = 0.05) -> float:
        return value * (1 + self.rng.uniform(-spread, spread))

    def record(
        self, connection: psycopg.Connection[Any], run_id: int, level: str, measured: datetime, seconds: int
    ) -> None:
        self.postmaster = measured - timedelta(seconds=8)  # restarted for the level
        tps = [round(self.around(LEVELS[level]), 1) for _ in range(seconds)]
        self._pgbench(connection, run_id, measured, tps)
        self._database(connection, run_id, measured, tps)
        self._host(connection, run_id, measured, tps)
        self._settings(connection, run_id, level, measured)

    def _pgbench(self, connection: psycopg.Connection[Any], run_id: int, measured: datetime, tps: list[float]) -> None:
        head = (run_id, NIGHT)
        latency = [round(CLIENTS / speed * 1000 * self.rng.uniform(0.985, 0.999), 3) for speed in tps]
        copy_rows(
            connection, "raw.pgbench_progress",
            "run_id, night, at, script_group, interval_s, tps, latency_ms, latency_stddev_ms, failed",
            ((*head, measured + timedelta(seconds=s + 1), "main", 1.0, tps[s], latency[s], latency[s] / 3, 0) for s in range(len(tps))),
        )  # fmt: skip
        done = int(sum(tps))
        copy_rows(
            connection, "raw.pgbench_summary",
            "run_id, night, at, script, scale, clients, threads, duration_s, transactions, failed, latency_ms, tps, server_version",
            [(*head, measured + timedelta(seconds=len(tps)), "<builtin: TPC-B (sort of)>", 10, CLIENTS, 2, len(tps), done, 0,
              CLIENTS * len(tps) / done * 1000 * 0.995, done / len(tps), "18.6")],
        )  # fmt: skip
        copy_rows(
            connection, "raw.pgbench_aggregate",
            "run_id, night, at, thread, interval_s, transactions, latency_sum_us, latency_2_sum_us2, latency_min_us, latency_max_us",
            (
                (*head, measured + timedelta(seconds=s), thread, 1.0, int(tps[s] / 2), latency[s] * 1000 * int(tps[s] / 2),
                 (latency[s] * 1000) ** 2 * 1.1 * int(tps[s] / 2), latency[s] * 200, latency[s] * 5000)
                for s in range(len(tps)) for thread in (0, 1)
            ),
        )  # fmt: skip
        buckets = [(1000 * 1.05**b, 1000 * 1.05 ** (b + 1)) for b in range(40)]
        copy_rows(
            connection, "raw.latency_histograms", "run_id, night, at, lower_us, upper_us, transactions, sampling_rate",
            ((*head, measured + timedelta(seconds=s), low, high, int(tps[s] / 40), 1.0) for s in range(len(tps)) for low, high in buckets),
        )  # fmt: skip

    def _database(self, connection: psycopg.Connection[Any], run_id: int, measured: datetime, tps: list[float]) -> None:
        seconds = len(tps)
        instants = [(s, measured + timedelta(seconds=s, milliseconds=self.rng.uniform(0, 20))) for s in range(seconds)]
        rows: dict[str, list[tuple[Any, ...]]] = {
            "database": [],
            "wal": [],
            "io": [],
            "checkpointer": [],
            "statements": [],
        }
        for s, at in instants:
            speed = tps[s - 1] if s else 0
            head = (run_id, NIGHT, at)
            rows["database"].append(
                (*head, "bench", CLIENTS + 1, self.grown("commit", speed), self.grown("rollback", 0), self.grown("read", speed * 2),
                 self.grown("hit", speed * 30), self.grown("active", 4000), 160_000_000, BOOT, self.postmaster)
            )  # fmt: skip
            rows["wal"].append(
                (
                    *head,
                    self.grown("records", speed * 6),
                    self.grown("wal", speed * 4000),
                    self.grown("wal_sync", speed / 3),
                    BOOT,
                    self.postmaster,
                )
            )
            rows["checkpointer"].append(
                (
                    *head,
                    self.grown("timed", 0),
                    self.grown("requested", 0),
                    self.grown("buffers", speed),
                    BOOT,
                    BOOT,
                    self.postmaster,
                )
            )
            rows["io"] += [
                (
                    *head,
                    kind,
                    "relation",
                    "normal",
                    self.grown(f"{kind}.reads", speed),
                    self.grown(f"{kind}.writes", speed),
                    BOOT,
                    self.postmaster,
                )
                for kind in ("client backend", "checkpointer")
            ]
            rows["statements"] += [
                (*head, query, "bench", self.grown(f"q{query}.calls", speed), self.grown(f"q{query}.rows", speed),
                 self.grown(f"q{query}.ms", speed * 0.7), 0, BOOT, self.postmaster)
                for query in (11, 12, 13)
            ]  # fmt: skip
        columns = {
            "database": "database, numbackends, xact_commit, xact_rollback, blks_read, blks_hit, active_ms, database_bytes, stats_reset, postmaster_started_at",
            "wal": "wal_records, wal_bytes, wal_sync, stats_reset, postmaster_started_at",
            "checkpointer": "checkpoints_timed, checkpoints_requested, buffers_checkpoint, checkpointer_reset, bgwriter_reset, postmaster_started_at",
            "io": "backend_type, object, context, reads, writes, stats_reset, postmaster_started_at",
            "statements": "queryid, database, calls, rows, total_exec_ms, dealloc, stats_reset, postmaster_started_at",
        }
        for name, found in rows.items():
            copy_rows(connection, f"raw.stat_{name}", f"run_id, night, at, {columns[name]}", found)
        tenths = [measured + timedelta(seconds=t / 10) for t in range(seconds * 10)]
        copy_rows(
            connection, "raw.activity_waits", "run_id, night, at, backend_type, state, wait_event_type, wait_event, backends",
            (
                (run_id, NIGHT, at, "client backend", state, kind, event, count)
                for at in tenths
                for state, kind, event, count in (
                    ("active", None, None, 2), ("active", "LWLock", "WALWrite", 1 + self.rng.randrange(3)),
                    ("active", "IO", "DataFileRead", 1), ("idle", "Client", "ClientRead", 1 + self.rng.randrange(2)),
                )
            ),
        )  # fmt: skip
        copy_rows(
            connection, "raw.ticks", "run_id, night, at, family, expected, taken, late, missed, max_late_ms",
            (
                (run_id, NIGHT, measured + timedelta(seconds=s), family, count, count, 0, 0, 8.0)
                for s in range(seconds) for family, count in (("activity_waits", 10), ("stat_database", 1), ("os", 1))
            ),
        )  # fmt: skip
        copy_rows(
            connection, "raw.clock_offsets", "run_id, night, at, clock, offset_ms, uncertainty_ms",
            ((run_id, NIGHT, measured + timedelta(seconds=s), "server", self.rng.uniform(-2, 2), 0.5) for s in range(0, seconds, 5)),
        )  # fmt: skip

    def _host(self, connection: psycopg.Connection[Any], run_id: int, measured: datetime, tps: list[float]) -> None:
        rows: dict[str, list[tuple[Any, ...]]] = {
            name: [] for name in ("cpu", "memory", "vmstat", "disk", "pressure", "processes", "cgroup")
        }
        for s in range(len(tps)):
            head = (run_id, NIGHT, measured + timedelta(seconds=s))
            user, system, steal = self.around(100, 0.2), self.around(40, 0.2), self.rng.uniform(0, 4)
            wait = self.around(10, 0.5)
            rows["cpu"].append(
                (*head, 2, 100, self.grown("user", user), 0, self.grown("system", system), self.grown("idle", 200 - user - system - steal - wait),
                 self.grown("iowait", wait), 0, 0, self.grown("steal", steal), self.grown("ctx", 9000), BOOT)
            )  # fmt: skip
            free = int(self.around(2_000_000))
            rows["memory"].append((*head, 8_000_000, free, free + 3_000_000, 2_900_000, 0, 0))
            rows["vmstat"].append((*head, self.grown("faults", 5000), self.grown("pgpgout", tps[s] * 5), 100, 100, 0))
            rows["disk"] += [
                (*head, device, is_data, self.grown(f"{device}.r", self.around(200)), self.grown(f"{device}.sr", self.around(3200)),
                 self.grown(f"{device}.w", self.around(500)), self.grown(f"{device}.sw", self.around(tps[s] * 16)),
                 0, self.grown(f"{device}.io", self.around(600)), self.grown(f"{device}.wio", self.around(1500)))
                for device, is_data in (("vda", True), ("vdb", False))
            ]  # fmt: skip
            rows["pressure"] += [
                (*head, resource, "some", self.grown(f"psi.{resource}", self.around(200_000)))
                for resource in ("cpu", "io", "memory")
            ]
            rows["processes"] += [
                (*head, group, 3, self.grown(f"g.{group}", ticks))
                for group, ticks in (("postgres", 90), ("pgbench", 25), ("pgverdict", 5), ("other", 4))
            ]
            rows["cgroup"] += [
                (*head, "cpu", "nr_periods", self.grown("periods", 10)),
                (*head, "cpu", "nr_throttled", self.grown("throttled", 0)),
            ]
        columns = {
            "cpu": "cpus, ticks_per_s, user_ticks, nice_ticks, system_ticks, idle_ticks, iowait_ticks, irq_ticks, softirq_ticks, steal_ticks, context_switches, booted_at",
            "memory": "mem_total_kb, mem_free_kb, mem_available_kb, cached_kb, swap_total_kb, swap_free_kb",
            "vmstat": "pgfault, pgpgout, pswpin, pswpout, oom_kill",
            "disk": "device, is_data_device, reads, sectors_read, writes, sectors_written, in_flight, io_ms, weighted_io_ms",
            "pressure": "resource, kind, total_us",
            "processes": "process_group, processes, cpu_ticks",
            "cgroup": "controller, key, value",
        }
        for name, found in rows.items():
            copy_rows(connection, f"raw.os_{name}", f"run_id, night, at, {columns[name]}", found)

    def _settings(self, connection: psycopg.Connection[Any], run_id: int, level: str, measured: datetime) -> None:
        settings = [
            ("shared_buffers", str(PAGES[level]), "8kB", "integer", "postmaster", "configuration file"),
            ("max_wal_size", "4096", "MB", "integer", "sighup", "configuration file"),
            ("work_mem", "4096", "kB", "integer", "user", "default"),
            ("fsync", "on", None, "bool", "sighup", "configuration file"),
            ("wal_buffers", str(PAGES[level] // 32), "8kB", "integer", "postmaster", "default"),
            ("shared_memory_size", str(PAGES[level] // 128 + 20), "MB", "integer", "internal", "default"),
        ]
        copy_rows(
            connection, "raw.settings", "run_id, night, at, moment, name, setting, unit, vartype, context, source, pending_restart",
            (
                (run_id, NIGHT, measured + timedelta(seconds=shift), moment, *row, False)
                for moment, shift in (("active", 0), ("after", 20)) for row in settings
            ),
        )  # fmt: skip
        copy_rows(
            connection, "raw.kernel_settings", "run_id, night, at, moment, name, value",
            [(run_id, NIGHT, measured, "active", "vm.swappiness", "60"), (run_id, NIGHT, measured, "active", "vm.dirty_ratio", "20")],
        )  # fmt: skip
        copy_rows(
            connection, "raw.table_stats",
            "run_id, night, at, moment, schemaname, relname, n_live_tup, n_dead_tup, autovacuum_count",
            [
                (run_id, NIGHT, measured, moment, "public", "pgbench_accounts", 1_000_000, int(self.around(dead)), 1)
                for moment, dead in (("before", 1000), ("after", 20000))
            ],
        )  # fmt: skip


def imported_night(connection: psycopg.Connection[Any], blocks: int = 5, points: int = 60, seed: int = 2) -> Night:
    """An imported experiment: declared metrics as series, iostat and vmstat as printed, a result; no counters, no settings."""
    rng = random.Random(seed)
    night = Night(_execution(connection, "imported", blocks, "import", "qps"), is_import=True)
    connection.execute("select raw.ensure_night(%s)", [NIGHT])
    copy_rows(
        connection, "raw.metric_declarations", "execution_id, metric, unit, better, part_of, names",
        [
            (night.execution_id, metric, unit, better, whole, json.dumps({"en": [metric], "ru": [metric]}))
            for metric, unit, better, whole in (
                ("qps", "1/s", "higher", None), ("hit_pct", "%", "higher", None), ("backup_mbps", "MB/s", "none", None),
                ("backup_read_mbps", "MB/s", "none", "backup_mbps"), ("final_qps", "1/s", "higher", None),
            )
        ],
    )  # fmt: skip
    for position, (block, level, role) in enumerate(_plan(blocks, False, rng), 1):
        measured = START + timedelta(seconds=position * (points * 2 + 30))
        run_id = _run(
            connection, night, position, block, level, role, measured - timedelta(seconds=1), measured, points * 2
        )
        connection.execute("delete from control.run_steps where run_id = %s", [run_id])
        connection.execute("delete from control.load_steps where run_id = %s", [run_id])
        _printed(connection, rng, run_id, level, measured, points)
    connection.commit()
    return night


def _printed(
    connection: psycopg.Connection[Any], rng: random.Random, run_id: int, level: str, measured: datetime, points: int
) -> None:
    def around(value: float) -> float:
        return value * (1 + rng.uniform(-0.1, 0.1))

    series, iostat, cpu, vmstat = [], [], [], []
    for point in range(points):
        head = (run_id, NIGHT, measured + timedelta(seconds=2 * point + 1))
        whole = around(40)
        series += [
            (*head, "qps", "", around(LEVELS[level])), (*head, "hit_pct", "", min(around(88), 100)), (*head, "backup_mbps", "vda", whole),
            (*head, "backup_read_mbps", "vda", whole * rng.uniform(0.5, 0.8)),
        ]  # fmt: skip
        is_first = point == 0
        reads, writes, r_await, w_await, size = around(900), around(400), around(1.5), around(3.0), around(16)
        if is_first:
            reads, writes = 2.0, 1.0
        iostat.append(
            (*head, "vda", is_first, reads, writes, reads * size, writes * 8, r_await, w_await, (reads * r_await + writes * w_await) / 1000,
             size, 8.0, around(70))
        )  # fmt: skip
        user, system = around(40), around(20)
        cpu.append((*head, is_first, user, 0, system, 5, 0.5, 94.5 - user - system))
        vmstat.append(
            (
                *head,
                is_first,
                4,
                1,
                around(1e6),
                0,
                0,
                around(9000),
                round(user),
                round(system),
                5,
                0,
                95 - round(user) - round(system),
            )
        )
    copy_rows(connection, "raw.series", "run_id, night, at, metric, entity, value", series)
    copy_rows(
        connection, "raw.iostat",
        "run_id, night, at, device, is_since_boot, reads_per_s, writes_per_s, read_kb_per_s, write_kb_per_s, r_await_ms, w_await_ms, aqu_sz,"
        " rareq_kb, wareq_kb, util_pct",
        iostat,
    )  # fmt: skip
    copy_rows(
        connection,
        "raw.iostat_cpu",
        "run_id, night, at, is_since_boot, user_pct, nice_pct, system_pct, iowait_pct, steal_pct, idle_pct",
        cpu,
    )
    copy_rows(
        connection,
        "raw.vmstat",
        "run_id, night, at, is_since_boot, r, b, free_kb, si_kb_per_s, so_kb_per_s, cs_per_s, us_pct, sy_pct, wa_pct, st_pct, id_pct",
        ((*row[:6], int(row[6]), *row[7:]) for row in vmstat),
    )
    copy_rows(
        connection, "raw.results", "run_id, night, metric, value", [(run_id, NIGHT, "final_qps", around(LEVELS[level]))]
    )
