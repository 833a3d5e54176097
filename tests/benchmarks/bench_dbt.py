"""Measures a night's build: seconds and memory on an empty warehouse and on one with history, in turn, and the moments against one hand-written scan.

python tests/benchmarks/bench_dbt.py [--seconds 1800] [--history 100] [--history-seconds 20] [--repeats 3]
A batch is 4 executions x 4 runs a block x 7 blocks, one wide row a second and source. The history's runs are as many as a real night's but shorter: marts
grow with runs, raw partitions with nights; their samples are pruned, so their number does not matter (which the measurement shows).
"""

import argparse
import json
import os
import re
import resource
import shutil
import statistics
import sys
import tempfile
import threading
import time
from datetime import date, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

CONTROL = """
insert into control.experiments (experiment_id, title) select 'bench_' || e, '{}' from generate_series(1, 4) as e on conflict do nothing;
with made as (
    insert into control.executions (experiment_id, execution, origin, status, spec, spec_hash, factors, repeats, primary_metric, minimum_effect_pct,
        is_randomised, has_sentinel, started_at, completed_at)
    select 'bench_' || e, %(number)s, 'run', 'complete', '{}', 'x', '[{"name": "f", "kind": "guc", "levels": ["1", "2", "4"], "baseline": "2"}]', 7, 'tps', 3,
        true, true, %(night)s, %(night)s
    from generate_series(1, 4) as e returning execution_id
)
insert into control.runs (execution_id, block, planned_order, run, level, levels, role, status, night, started_at, measured_from, measured_to, ended_at)
select execution_id, (position - 1) / 4 + 1, position, position, level, jsonb_build_object('f', level), case when part = 3 then 'sentinel' else 'level' end, 'done', %(night)s,
    at, at, at + %(seconds)s * interval '1 s', at + %(seconds)s * interval '1 s'
from made cross join generate_series(1, 28) as position
cross join lateral (select (position - 1) %% 4 as part) as parts
cross join lateral (select (array['1', '2', '4', '2'])[part + 1] as level, %(night)s::timestamptz + position * (%(seconds)s + 60) * interval '1 s' as at) as placed
"""
INSTANTS = "select run_id, night, measured_from + s * interval '1 s' + interval '10 ms' as at, s from control.runs cross join generate_series(0, %(seconds)s - 1) as s where night = %(night)s"
RAW = [
    f"insert into raw.pgbench_progress (run_id, night, at, interval_s, tps, latency_ms, latency_stddev_ms, failed, clients) select run_id, night, at, 1, exp(7 + 0.05 * random_normal()), 4 + random(), 1 + random(), 0, 8 from ({INSTANTS}) as i",
    f"insert into raw.os_cpu (run_id, night, at, cpus, ticks_per_s, user_ticks, nice_ticks, system_ticks, idle_ticks, iowait_ticks, irq_ticks, softirq_ticks, steal_ticks, context_switches, procs_running, procs_blocked) select run_id, night, at, 2, 100, 100 * s + (10 * random())::int, 0, 40 * s, 50 * s, 8 * s, 0, s, s, 9000 * s, 3, 0 from ({INSTANTS}) as i",
    f"insert into raw.os_memory (run_id, night, at, mem_available_kb, dirty_kb) select run_id, night, at, 8000000 + (100000 * random())::int, (50000 * random())::int from ({INSTANTS}) as i",
    f"insert into raw.os_disk (run_id, night, at, device, is_data_device, reads, writes, sectors_read, sectors_written, read_ms, write_ms, io_ms, weighted_io_ms) select run_id, night, at, 'sda', true, 500 * s, 900 * s + (20 * random())::int, 8000 * s, 20000 * s, 700 * s, 1900 * s, 600 * s, 2500 * s from ({INSTANTS}) as i",
    f"insert into raw.os_pressure (run_id, night, at, resource, kind, total_us) select run_id, night, at, r, 'some', s * 20000 + (5000 * random())::int from ({INSTANTS}) as i cross join unnest(array['cpu', 'io', 'memory']) as r",
    f"insert into raw.stat_database (run_id, night, at, database, xact_commit, xact_rollback, blks_read, blks_hit, temp_bytes, deadlocks) select run_id, night, at, 'bench', 1000 * s, 0, 300 * s + (50 * random())::int, 60000 * s, 0, 0 from ({INSTANTS}) as i",
    f"insert into raw.stat_wal (run_id, night, at, wal_records, wal_fpi, wal_bytes) select run_id, night, at, 9000 * s, 10 * s, 2000000::numeric * s + (9000 * random())::int from ({INSTANTS}) as i",
    f"insert into raw.stat_checkpointer (run_id, night, at, checkpoints_timed, checkpoints_requested, buffers_checkpoint, buffers_clean) select run_id, night, at, s / 300, 0, 90 * s + (30 * random())::int, 0 from ({INSTANTS}) as i",
    f"insert into raw.ticks (run_id, night, at, family, expected, taken, late, missed) select run_id, night, at, 'activity_waits', 10, 10, 0, 0 from ({INSTANTS}) as i",
    f"insert into raw.activity_waits (run_id, night, at, backend_type, state, wait_event_type, wait_event, backends) select run_id, night, at, 'client backend', 'active', w.type, w.event, 1 + (9 * random())::int from ({INSTANTS}) as i cross join (values ('IO', 'WALSync'), ('LWLock', 'WALWrite'), ('Lock', 'transactionid'), (null, null)) as w (type, event)",
]
#: One scan of each wide source that computes the moments of its metrics by run, as somebody would write it by hand (float8): name, rows, window, metrics.
HAND_WRITTEN = [
    ("pgbench_progress", "select * from raw.pgbench_progress where night = {night}", False, ["tps", "latency_ms", "latency_stddev_ms", "failed"]),
    ("os_memory", "select * from raw.os_memory where night = {night}", False, ["mem_available_kb / 1024.0::float8", "dirty_kb / 1024.0::float8"]),
    ("os_cpu", "select run_id, at, user_ticks + nice_ticks as us, system_ticks + irq_ticks + softirq_ticks as sy, iowait_ticks as wa, idle_ticks as idle, steal_ticks as st, context_switches as cs,"
     " user_ticks + nice_ticks + system_ticks + irq_ticks + softirq_ticks + iowait_ticks + idle_ticks + steal_ticks as total from raw.os_cpu where night = {night}", True,
     ["100 * {us} / nullif({total}, 0)", "100 * {sy} / nullif({total}, 0)", "100 * {wa} / nullif({total}, 0)", "100 * {idle} / nullif({total}, 0)", "100 * {st} / nullif({total}, 0)", "{cs} / s"]),
    ("os_disk", "select * from raw.os_disk where night = {night}", True,
     ["{reads} / s", "{writes} / s", "({reads} + {writes}) / s", "{sectors_read} / s / 2048", "{sectors_written} / s / 2048", "({sectors_read} + {sectors_written}) / s / 2048",
      "{read_ms} / nullif({reads}, 0)", "{write_ms} / nullif({writes}, 0)", "{weighted_io_ms} / s / 1000", "least({io_ms} / s / 10, 100)"]),
    ("os_pressure", "select run_id, at, max(total_us) filter (where resource = 'cpu') as cpu, max(total_us) filter (where resource = 'io') as io, max(total_us) filter (where resource = 'memory') as memory"
     " from raw.os_pressure where night = {night} group by run_id, at", True, ["{cpu} / s / 10000", "{io} / s / 10000", "{memory} / s / 10000"]),
    ("stat_database", "select * from raw.stat_database where night = {night}", True,
     ["100 * {blks_hit} / nullif({blks_hit} + {blks_read}, 0)", "{temp_bytes} / s / 1048576", "{deadlocks} / s", "{xact_rollback} / s"]),
    ("stat_wal", "select run_id, at, wal_bytes::float8 as wal_bytes, wal_fpi from raw.stat_wal where night = {night}", True, ["{wal_bytes} / s / 1048576", "{wal_fpi} / s"]),
    ("stat_checkpointer", "select * from raw.stat_checkpointer where night = {night}", True, ["({buffers_checkpoint} + {buffers_clean}) / s"]),
    ("activity_waits", "select run_id, date_trunc('second', at) as at, sum(backends)::float8 as active, sum(backends) filter (where wait_event is not null) as waiting, "
     + ", ".join(f"coalesce(sum(backends) filter (where wait_event_type = '{kind}'), 0) as {kind.lower()}" for kind in ("LWLock", "Lock", "IO", "IPC", "BufferPin", "Timeout", "Extension"))
     + " from raw.activity_waits where night = {night} and backend_type = 'client backend' and state = 'active' group by 1, 2", False,
     ["active / 10", "waiting / 10", *(f"100 * {column} / active" for column in ("waiting", "lwlock", "lock", "io", "ipc", "bufferpin", "timeout", "extension"))]),
]  # fmt: skip
#: The models that compute moments, from raw rows to `int_series_moments`; and those of rank statistics.
MOMENT_MODELS = [
    *(f"int_{source}_samples" for source in ("load", "latency", "wait", "server", "statement", "host", "disk", "imported", "summary")),
    "int_series", "int_series_moments",
]  # fmt: skip
RANK_MODELS = ["int_series_quantiles", "int_series_ranks"]


def hand_written(night: date) -> list[str]:
    """The scans as SQL: a run a row, with mean, standard deviation, minimum, maximum and number of each metric."""
    statements = []
    for _, rows, is_counter, metrics in HAND_WRITTEN:
        moments = ", ".join(
            f"avg(m{i}), stddev_samp(m{i}), min(m{i}), max(m{i}), count(m{i})" for i in range(len(metrics))
        )
        values = ", ".join(f"({metric})::float8 as m{i}" for i, metric in enumerate(metrics))
        source = rows.replace("{night}", f"'{night}'")
        if is_counter:
            names = sorted({name for metric in metrics for name in re.findall(r"{(\w+)}", metric)})
            steps = ", ".join(f"({name} - lag({name}) over w)::float8 as {name}" for name in names)
            source = (
                f"select run_id, date_part('epoch', at - lag(at) over w) as s, {steps} from ({source}) as counters"
                " window w as (partition by run_id order by at)"
            )
            values = re.sub(r"{(\w+)}", r"\1", values)
        statements.append(
            f"select run_id, {moments} from (select run_id, {values} from ({source}) as wide) as metrics group by run_id"
        )
    return statements


def batch(connection: Any, night: date, number: int, seconds: int) -> None:
    connection.execute("select raw.ensure_night(%s)", [night])
    values = {"night": night, "number": number, "seconds": seconds}
    for statement in CONTROL.split(";\n"):
        connection.execute(statement, values)
    for statement in RAW:
        connection.execute(statement, values)


def model_seconds(target: Path) -> dict[str, float]:
    """Seconds of each model of the last build."""
    results = json.loads((target / "run_results.json").read_text())["results"]
    return {one["unique_id"].split(".")[-1]: one["execution_time"] for one in results}


def processor_s(postmaster: int) -> float:
    """Processor seconds of the cluster's processes that have ended (its builds' sessions have) and of the postmaster."""
    fields = Path(f"/proc/{postmaster}/stat").read_text().rsplit(") ", 1)[1].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


class PeakMemory(threading.Thread):
    """Watches the private memory of the cluster's processes (what shared_buffers holds counts once, apart): `peak_mb`."""

    def __init__(self, postmaster: int) -> None:
        super().__init__(daemon=True)
        self.postmaster, self.peak_mb, self.is_over = postmaster, 0.0, threading.Event()

    def run(self) -> None:
        while not self.is_over.wait(0.2):
            kilobytes = 0
            for process in Path("/proc").iterdir():
                if not process.name.isdigit():
                    continue
                try:
                    if int((process / "stat").read_text().rsplit(") ", 1)[1].split()[1]) == self.postmaster:
                        kilobytes += int(re.search(r"RssAnon:\s+(\d+)", (process / "status").read_text()).group(1))  # type: ignore[union-attr]
                except (OSError, AttributeError):
                    continue  # it has ended meanwhile
            self.peak_mb = max(self.peak_mb, kilobytes / 1024)


def measured_build(dsn: str, postmaster: int) -> dict[str, float]:
    """One build: wall and processor seconds, of PostgreSQL and of python, peak memory of both, and the parts of the wall seconds."""
    from pgverdict.command.build import Dbt, build

    memory = PeakMemory(postmaster)
    memory.start()
    before, own = processor_s(postmaster), time.process_time()
    report = build(dsn=dsn)
    memory.is_over.set()
    memory.join()
    models = model_seconds(Dbt(dsn).target_path)
    print(
        "  slowest:",
        ", ".join(f"{name} {models[name]:.1f}" for name in sorted(models, key=models.get, reverse=True)[:8]),
        flush=True,
    )  # type: ignore[arg-type]
    return {
        "wall_s": report.seconds,
        "postgres_cpu_s": processor_s(postmaster) - before,
        "python_cpu_s": time.process_time() - own,
        "postgres_mb": memory.peak_mb,
        "python_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "moments_s": sum(models.get(name, 0) for name in MOMENT_MODELS),
        "ranks_s": sum(models.get(name, 0) for name in RANK_MODELS),
    }


def moments_against_scans(dsn: str, night: date) -> dict[str, float]:
    """Processor seconds of one session each: the moment models, one after the other; those of rank statistics; the hand-written scans.

    The last build's compiled statements run once more on the transient tables that it left.
    """
    import psycopg

    from pgverdict.command.build import Dbt

    target = Dbt(dsn).target_path
    nodes = {node["name"]: node for node in json.loads((target / "manifest.json").read_text())["nodes"].values()}

    def built(models: list[str]) -> list[str]:
        """As the materialization does it: an unlogged table, its long arrays stored uncompressed."""
        statements = []
        for model in models:
            query = next((target / "compiled").rglob(f"{model}.sql")).read_text()
            statements.append(f"create unlogged table bench_{model} as {query} with no data")
            statements += [
                f"alter table bench_{model} alter column {column} set storage external"
                for column in nodes[model]["config"].get("external", [])
            ]
            statements.append(f"insert into bench_{model} {query}")
        return statements

    def spent(statements: list[str]) -> float:
        with psycopg.connect(dsn) as connection:
            connection.execute(
                "set max_parallel_workers_per_gather = 0; set work_mem = '96MB'; set jit = off; set timezone = 'UTC'; set synchronize_seqscans = off"
            )
            for statement in statements:
                connection.execute(statement)
            seconds = session_s(connection.info.backend_pid)
            connection.rollback()
        return seconds

    return {
        "moments_cpu_s": spent(built(MOMENT_MODELS)),
        "ranks_cpu_s": spent(built(RANK_MODELS)),
        "scans_cpu_s": spent(hand_written(night)),
    }


def session_s(process: int) -> float:
    """Processor seconds of one session so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=1800, help="length of the batch's runs")
    parser.add_argument("--history", type=int, default=100, help="batches that the filled warehouse holds already")
    parser.add_argument("--history-seconds", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=3, help="builds on either warehouse, in turn")
    options = parser.parse_args()
    state = Path(tempfile.mkdtemp(prefix="pgv-bench-"))
    state.chmod(0o755)
    os.environ["PGVERDICT_STATE"] = str(state / "s")
    import psycopg

    from pgverdict.clusters import Cluster
    from pgverdict.command.build import build
    from pgverdict.warehouse import EMBEDDED_SETTINGS, migrate

    cluster = Cluster.embedded("bench")
    cluster.create(EMBEDDED_SETTINGS)
    cluster.start()
    first = date(2026, 1, 1)
    try:
        for name, history in (("empty", 0), ("filled", options.history)):
            with psycopg.connect(cluster.dsn(), autocommit=True) as connection:
                connection.execute(f"create database {name}")
            dsn = cluster.dsn(name)
            migrate(dsn)
            with psycopg.connect(dsn, autocommit=True) as connection:
                for number in range(1, history + 1):
                    batch(connection, first + timedelta(days=number), number, options.history_seconds)
                connection.execute("analyze")
            build(dsn=dsn)  # makes the views and (filled) the history's marts
            print(f"{name}: {history} batches of history", flush=True)
        measure(
            cluster,
            ["empty", "filled"],
            first + timedelta(days=options.history + 1),
            options.history + 1,
            options.seconds,
            options.repeats,
        )
    finally:
        cluster.stop("immediate")
        shutil.rmtree(state, ignore_errors=True)


def measure(cluster: Any, names: list[str], night: date, number: int, seconds: int, repeats: int) -> None:
    """Builds one new batch on a copy of each warehouse, in turn, and prints figures and their medians."""
    import psycopg

    postmaster = int((cluster.data_directory / "postmaster.pid").read_text().split()[0])
    found: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    for name in names:  # the batch is written once; each build starts from a copy
        with psycopg.connect(cluster.dsn(), autocommit=True) as connection:
            connection.execute(f"drop database if exists {name}_batch")
            connection.execute(f"create database {name}_batch template {name}")
        with psycopg.connect(cluster.dsn(f"{name}_batch"), autocommit=True) as connection:
            batch(connection, night, number, seconds)
            connection.execute("vacuum (analyze)")  # or autovacuum's work would count as the build's
            instants = connection.execute(
                "select count(*) from raw.pgbench_progress where night = %s", [night]
            ).fetchone()[0]
    for turn in range(repeats):
        for name in names:
            with psycopg.connect(cluster.dsn(), autocommit=True) as connection:
                connection.execute("drop database if exists turn")
                connection.execute(f"create database turn template {name}_batch")
                connection.execute("checkpoint")
            figures = measured_build(cluster.dsn("turn"), postmaster)
            figures |= moments_against_scans(cluster.dsn("turn"), night)
            found[name].append(figures)
            print(
                f"{name}, {instants} instants, turn {turn + 1}: "
                + ", ".join(f"{key} {value:.1f}" for key, value in figures.items()),
                flush=True,
            )
    for name in names:
        print(
            f"{name}, medians: "
            + ", ".join(f"{key} {statistics.median(one[key] for one in found[name]):.1f}" for key in found[name][0])
        )
    for key in ("wall_s", "postgres_cpu_s"):
        ratios = [filled[key] / empty[key] for empty, filled in zip(found[names[0]], found[names[-1]], strict=True)]
        print(f"ratio {names[-1]}/{names[0]} of {key}: " + ", ".join(f"{ratio:.2f}" for ratio in ratios))
    ratios = [one["moments_cpu_s"] / one["scans_cpu_s"] for ones in found.values() for one in ones]
    print(
        "ratio of the moment models' processor time to that of the hand-written scans: "
        + ", ".join(f"{ratio:.2f}" for ratio in ratios)
    )


if __name__ == "__main__":
    main()
