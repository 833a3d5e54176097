"""Makes up the raw samples of a full-size night (20 runs of half an hour, one sample a second) and takes them through the whole report to docs/examples/full-night.

python tests/benchmarks/make_full_night.py [folder of the site]

Nobody measured these figures: a model of a server, with checkpoints that cost speed and longer intervals that save full page images, draws them from a
seed. Everything after the samples is the product as it is: data checks, dbt, articles, the checker, the site.
"""

import math
import os
import random
import shutil
import sys
import tempfile
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import psycopg
from psycopg.types.json import Jsonb
from ruamel.yaml import YAML

NIGHT = date(2026, 11, 18)
BEGAN = datetime(2026, 11, 18, 19, 0, tzinfo=UTC)
SECONDS, STEP_S, CLIENTS = 1800, 600, (8, 14, 20)
CORES, SCALE = 8, 100
#: level: seconds between checkpoints, speed without them, full page images' share of WAL
LEVELS = {"1min": (60, 0.90, 2.1), "15min": (900, 1.0, 1.25), "30min": (1800, 1.015, 1.12)}
STATEMENTS = (
    (7001, "update hot_rows set hits = hits + $1, touched_at = now() where hot_id = $2", 0.44, 0.4),
    (7002, "delete from queue where message_id in ( select message_id from queue order by message_id limit $1 for update skip locked )", 0.23, 0.3),
    (7003, "insert into queue (account_id, amount, body) select $1, $2 + step, repeat(md5(($3 + step)::text), $4) from generate_series($5, $6) as step", 0.17, 0.3),
    (7004, "update pgbench_accounts set abalance = abalance + $1 where aid = $2", 0.11, 0.4),
    (7005, "select abalance from pgbench_accounts where aid = $1", 0.05, 0.2),
)  # fmt: skip
SETTINGS = (
    ("max_wal_size", "65536", "MB", "integer", "sighup", "1024", "2", "2147483647"),
    ("checkpoint_completion_target", "0.9", None, "real", "sighup", "0.9", "0", "1"),
    ("shared_buffers", "1048576", "8kB", "integer", "postmaster", "16384", "16", "1073741823"),
    ("synchronous_commit", "on", None, "enum", "user", "on", None, None),
    ("commit_delay", "0", None, "integer", "superuser", "0", "0", "100000"),
)


def plan(draw: random.Random) -> list[tuple[int, str, str]]:
    """(block, level, role) of every run in order: five blocks with a sentinel each."""
    runs = []
    for block in range(1, 6):
        members = [(block, level, "level") for level in LEVELS] + [(block, "15min", "sentinel")]
        draw.shuffle(members)
        runs += members
    return runs


def control(connection: psycopg.Connection[Any], runs: list[tuple[int, str, str]]) -> tuple[int, list[int]]:
    """The execution and its runs; returns their ids."""
    spec: dict[str, Any] = YAML(typ="safe", pure=True).load(ROOT / "experiments" / "catalog" / "checkpoint_timeout.yml")
    spec.pop("profiles")
    spec["repeats"] = 5
    spec["id"] = "checkpoint_timeout_full"
    spec["workload"] |= {"load": {"kind": "ramp", "clients_list": list(map(str, CLIENTS)), "step": "10min"}}
    factors = [
        {
            "name": "checkpoint_timeout",
            "kind": "guc",
            "unit": "min",
            "levels": list(LEVELS),
            "baseline": "15min",
            "default": "5min",
        }
    ]
    environment = {
        "cpu_cores": CORES,
        "cpu_model": "a made-up server",
        "memory_mb": 64_000,
        "postgres_version": "18.6",
        "kernel": "Linux 6.1.0 x86_64",
        "file_system": "ext4",
    }
    connection.execute("insert into control.experiments (experiment_id, title, question) values (%s, %s, %s)", [spec["id"], Jsonb(spec["title"]), Jsonb(spec["question"])])  # fmt: skip
    ended = BEGAN + timedelta(seconds=len(runs) * (SECONDS + 420))
    execution_id = connection.execute(
        """
        insert into control.executions (experiment_id, execution, origin, profile, server, status, spec, spec_hash, factors, repeats, primary_metric,
            minimum_effect_pct, is_randomised, has_sentinel, seed, environment, started_at, completed_at)
        values (%s, 1, 'run', 'full', 'local', 'complete', %s, 'made-up', %s, 5, 'tps', 3, true, true, 20261118, %s, %s, %s) returning execution_id
        """,
        [spec["id"], Jsonb(spec), Jsonb(factors), Jsonb(environment), BEGAN, ended],
    ).fetchone()[0]  # type: ignore[index]
    ids = []
    for position, (block, level, role) in enumerate(runs, 1):
        start = BEGAN + timedelta(seconds=(position - 1) * (SECONDS + 420))
        measured = start + timedelta(seconds=360)
        row = connection.execute(
            """
            insert into control.runs (execution_id, block, planned_order, run, level, levels, role, status, night, started_at, measured_from, measured_to, ended_at, fingerprint)
            values (%s, %s, %s, %s, %s, %s, %s, 'done', %s, %s, %s, %s, %s, '{}') returning run_id
            """,
            [execution_id, block, position, position, level, Jsonb({"checkpoint_timeout": level}), role, NIGHT, start, measured,
             measured + timedelta(seconds=SECONDS), measured + timedelta(seconds=SECONDS + 20)],
        ).fetchone()  # fmt: skip
        ids.append(row[0])  # type: ignore[index]
        for step, clients in enumerate(CLIENTS, 1):
            at = measured + timedelta(seconds=STEP_S * (step - 1))
            connection.execute(
                "insert into control.load_steps (run_id, step, clients, starts_at, ends_at) values (%s, %s, %s, %s, %s)",
                [row[0], step, clients, at, at + timedelta(seconds=STEP_S)],  # type: ignore[index]
            )
    return execution_id, ids


class Server:
    """The model: speed, waits, WAL and disk of one run, a second at a time."""

    def __init__(self, level: str, block: int, draw: random.Random) -> None:
        self.draw, self.level = draw, level
        self.every, self.factor, self.images = LEVELS[level]
        self.shift = 1 + 0.01 * math.sin(block) + draw.gauss(0, 0.008)
        self.first = draw.randint(20, self.every - 1) if self.every < SECONDS else draw.randint(500, 1300)
        self.noise = 0.0
        self.rows: dict[str, list[tuple[Any, ...]]] = {}
        self.sum: dict[str, float] = {}

    def checkpoint(self, second: int) -> tuple[bool, float]:
        """(a checkpoint begins, what checkpoints leave of the speed)."""
        since = (second - self.first) % self.every if second >= self.first else self.every
        begins = second >= self.first and since == 0
        if self.every == 60:
            return begins, 0.955 if since < 54 else 0.90
        depth, length = (0.34, 24) if self.every == 900 else (0.56, 38)
        spread = 0.98 if since < 0.9 * self.every else 1.0
        return begins, (1 - depth if since < length else spread)

    def second(self, run_id: int, measured: datetime, second: int) -> None:
        """All samples of one instant."""
        draw, at = self.draw, measured + timedelta(seconds=second, milliseconds=10)
        clients = CLIENTS[second // STEP_S]
        self.noise = 0.6 * self.noise + draw.gauss(0, 0.03)
        begins, left = self.checkpoint(second)
        tps = 118 * clients / (1 + clients / 17) * self.factor * self.shift * left * math.exp(self.noise)
        latency = 1000 * clients / tps
        add = self.add
        add(
            "pgbench_progress",
            run_id,
            NIGHT,
            at,
            1,
            round(tps, 1),
            round(latency, 3),
            round(latency * (0.35 + 0.1 * draw.random()), 3),
            0,
            clients,
        )
        busy = min(0.96, 0.22 + 0.62 * tps / 1000)
        cpu = {"user": 0.78 * busy, "system": 0.22 * busy, "iowait": 0.04 + 0.10 * (1 - left)}
        ticks = {name: self.grow(name, 100 * CORES * share * (1 + draw.gauss(0, 0.02))) for name, share in cpu.items()}
        idle = self.grow("idle", 100 * CORES * max(0.02, 1 - sum(cpu.values())))
        add(
            "os_cpu",
            run_id,
            NIGHT,
            at,
            CORES,
            100,
            ticks["user"],
            0,
            ticks["system"],
            idle,
            ticks["iowait"],
            0,
            0,
            0,
            self.grow("switches", 31 * tps),
            draw.randint(2, 6),
            1,
        )
        for group, share in (("postgres", 0.86), ("pgbench", 0.12), ("pgverdict", 0.01), ("other", 0.01)):
            add(
                "os_processes",
                run_id,
                NIGHT,
                at,
                group,
                10,
                self.grow(f"of {group}", 100 * CORES * busy * share),
                90_000,
            )
        add(
            "os_memory",
            run_id,
            NIGHT,
            at,
            64_000_000,
            38_000_000 + draw.randint(-90_000, 90_000),
            int(240_000 + 160_000 * left * draw.random()),
        )
        wal = (
            tps
            * 5200
            * (
                self.images
                if second - self.first < 0.3 * self.every or self.every == 60
                else 1 + (self.images - 1) * 0.4
            )
        )
        wal *= 1 + draw.gauss(0, 0.05)
        writes = (tps * 1.1 + (3100 if left < 0.9 else 650)) * (1 + draw.gauss(0, 0.06))
        wait_ms = 0.55 + 1.9 * (1 - left) * (left < 0.9)
        add("os_disk", run_id, NIGHT, at, "nvme0n1", True, self.grow("reads", 120 + draw.randint(0, 30)), self.grow("sectors_r", 2200 * (0.5 + draw.random())), self.grow("read_ms", 70 * (0.5 + draw.random())),
            self.grow("writes", writes), self.grow("sectors_w", wal / 512 + 16 * writes), self.grow("write_ms", writes * wait_ms),
            self.grow("io_ms", min(990, 1000 * writes / 5200 * (1 + draw.gauss(0, 0.08)))), self.grow("weighted", writes * wait_ms + 70))  # fmt: skip
        for resource, share in (("cpu", 0.05), ("io", 0.03 + 0.2 * (1 - left)), ("memory", 0.0)):
            add(
                "os_pressure",
                run_id,
                NIGHT,
                at,
                resource,
                "some",
                self.grow(f"psi {resource}", 1e6 * share * (0.8 + 0.4 * draw.random())),
            )
        blocks = self.grow("blks_read", 260 + draw.randint(0, 40)), self.grow("blks_hit", 46 * tps)
        add("stat_database", run_id, NIGHT, at, "bench", self.grow("commits", tps), 0, *blocks, self.grow("temp", 0), 0)
        add(
            "stat_wal",
            run_id,
            NIGHT,
            at,
            self.grow("records", 21 * tps),
            self.grow("fpi", wal / 8192 * (self.images - 1) / 2),
            self.grow("wal", wal),
        )
        add(
            "stat_checkpointer",
            run_id,
            NIGHT,
            at,
            self.grow("timed", int(begins)),
            0,
            self.grow("buffers", 900 if left < 1 else 120),
            0,
        )
        waits = {
            ("IO", "WalSync"): 0.27, ("LWLock", "WALWrite"): 0.15 + 0.06 * (self.images - 1), ("Lock", "transactionid"): 0.115,
            ("IO", "DataFileRead"): 0.03, ("LWLock", "BufferContent"): 0.02 + 0.2 * (1 - left) * (left < 0.9),
        }  # fmt: skip
        active = clients * 0.93
        for (kind, event), share in waits.items():
            backends = int(active * share + draw.random())
            if backends:
                add("activity_waits", run_id, NIGHT, at, "client backend", "active", kind, event, backends)
        running = max(1, int(active * (1 - sum(waits.values())) + draw.random()))
        add("activity_waits", run_id, NIGHT, at, "client backend", "active", None, None, running)
        add("ticks", run_id, NIGHT, at, "activity_waits", 1, 1, 0, 0)
        if second % 10 == 0 or second == SECONDS - 1:
            for queryid, _, time_share, calls in STATEMENTS:
                add("stat_statements", run_id, NIGHT, at, queryid, "bench", int(self.sum.get("commits", 0) * calls), int(self.sum.get("commits", 0) * calls),
                    1000 * 0.9 * self.sum.get("busy", 0.0) * time_share)  # fmt: skip
        self.sum["busy"] = self.sum.get("busy", 0.0) + active

    def grow(self, counter: str, by: float) -> int:
        """A cumulative counter, as a server gives it."""
        self.sum[counter] = self.sum.get(counter, 0.0) + by
        return int(self.sum[counter])

    def add(self, table: str, *values: Any) -> None:
        """One row of a raw table."""
        self.rows.setdefault(table, []).append(values)


COLUMNS = {
    "pgbench_progress": "run_id, night, at, interval_s, tps, latency_ms, latency_stddev_ms, failed, clients",
    "os_cpu": "run_id, night, at, cpus, ticks_per_s, user_ticks, nice_ticks, system_ticks, idle_ticks, iowait_ticks, irq_ticks, softirq_ticks, steal_ticks, context_switches, procs_running, procs_blocked",
    "os_processes": "run_id, night, at, process_group, processes, cpu_ticks, rss_kb",
    "os_memory": "run_id, night, at, mem_total_kb, mem_available_kb, dirty_kb",
    "os_disk": "run_id, night, at, device, is_data_device, reads, sectors_read, read_ms, writes, sectors_written, write_ms, io_ms, weighted_io_ms",
    "os_pressure": "run_id, night, at, resource, kind, total_us",
    "stat_database": "run_id, night, at, database, xact_commit, xact_rollback, blks_read, blks_hit, temp_bytes, deadlocks",
    "stat_wal": "run_id, night, at, wal_records, wal_fpi, wal_bytes",
    "stat_checkpointer": "run_id, night, at, checkpoints_timed, checkpoints_requested, buffers_checkpoint, buffers_clean",
    "activity_waits": "run_id, night, at, backend_type, state, wait_event_type, wait_event, backends",
    "ticks": "run_id, night, at, family, expected, taken, late, missed",
    "stat_statements": "run_id, night, at, queryid, database, calls, rows, total_exec_ms",
    "statement_texts": "run_id, night, queryid, query",
    "settings": "run_id, night, at, moment, name, setting, unit, vartype, context, source, boot_val, min_val, max_val, pending_restart",
}  # fmt: skip


def fill(connection: psycopg.Connection[Any]) -> int:
    """The whole night into raw.*; returns the execution's id."""
    draw = random.Random(20261118)
    runs = plan(draw)
    connection.execute("select raw.ensure_night(%s)", [NIGHT])
    execution_id, ids = control(connection, runs)
    for position, (run_id, (block, level, _)) in enumerate(zip(ids, runs, strict=True), 1):
        measured = BEGAN + timedelta(seconds=(position - 1) * (SECONDS + 420) + 360)
        server = Server(level, block, draw)
        for second in range(SECONDS):
            server.second(run_id, measured, second)
        server.rows["statement_texts"] = [(run_id, NIGHT, queryid, text) for queryid, text, _, _ in STATEMENTS]
        minutes = int(level.removesuffix("min")) * 60
        timeout = ("checkpoint_timeout", str(minutes), "s", "integer", "sighup", "300", "30", "86400")
        for moment in ("active", "after"):
            for name, value, unit, kind, context, boot, low, high in (timeout, *SETTINGS):
                server.add(
                    "settings",
                    run_id,
                    NIGHT,
                    measured,
                    moment,
                    name,
                    value,
                    unit,
                    kind,
                    context,
                    "configuration file",
                    boot,
                    low,
                    high,
                    False,
                )
        for table, rows in server.rows.items():
            with connection.cursor() as cursor, cursor.copy(f"copy raw.{table} ({COLUMNS[table]}) from stdin") as copy:
                for row in rows:
                    copy.write_row(row)
    connection.execute("analyze")
    return execution_id


def main(target: Path) -> None:
    """Fills a warehouse of its own, reports as a night does, and copies the articles to the examples."""
    state = Path(tempfile.mkdtemp(prefix="pgv-full-"))
    state.chmod(0o755)
    os.environ["PGVERDICT_STATE"] = str(state / "s")
    os.environ["PGVERDICT_SITE"] = str(target)
    os.environ["PGVERDICT_CATALOG"] = str(state / "experiments" / "catalog")
    from pgverdict.clusters import Cluster
    from pgverdict.command import stages
    from pgverdict.warehouse import EMBEDDED_SETTINGS, migrate

    cluster = Cluster.embedded("full")
    cluster.create(EMBEDDED_SETTINGS | {"fsync": "off"})
    cluster.start()
    try:
        with psycopg.connect(cluster.dsn(), autocommit=True) as connection:
            connection.execute("create database w")
        os.environ["PGVERDICT_WAREHOUSE_DSN"] = cluster.dsn("w")
        migrate(cluster.dsn("w"))
        with psycopg.connect(cluster.dsn("w"), autocommit=True) as connection:
            execution_id = fill(connection)
        print(f"filled: execution {execution_id}", flush=True)
        for article in stages.report([execution_id]):
            print(article.language, article.title, article.check["summary"], flush=True)
    finally:
        if not os.environ.get("KEEP"):
            cluster.stop("immediate")
            shutil.rmtree(state, ignore_errors=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("site-full-night"))
