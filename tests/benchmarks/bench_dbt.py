"""Measures a night's build: seconds and memory on an empty warehouse and on one with history, and the moments against one hand-written scan.

python tests/benchmarks/bench_dbt.py [--seconds 1800] [--history 100] [--history-seconds 20]
A batch is 4 executions x 4 runs a block x 7 blocks, one wide row a second and source. The history's runs are as many as a real night's but shorter: marts
grow with runs, raw partitions with nights; their samples are pruned, so their number does not matter (which the measurement shows).
"""

import argparse
import os
import resource
import shutil
import sys
import tempfile
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
#: One scan of each wide source that computes mean, deviation, minimum and maximum of its metrics by run, as somebody would write it by hand (float8).
HAND_WRITTEN = [
    ("pgbench_progress", ["tps", "latency_ms", "latency_stddev_ms"], []),
    ("os_memory", ["mem_available_kb / 1024.0", "dirty_kb / 1024.0"], []),
    (
        "os_cpu",
        ["user_ticks", "system_ticks", "iowait_ticks", "idle_ticks", "steal_ticks", "context_switches"],
        ["rate"],
    ),
    (
        "os_disk",
        ["reads", "writes", "sectors_read", "sectors_written", "read_ms", "write_ms", "io_ms", "weighted_io_ms"],
        ["rate"],
    ),
    ("stat_database", ["blks_hit", "blks_read", "temp_bytes", "deadlocks", "xact_rollback"], ["rate"]),
    ("stat_wal", ["wal_bytes", "wal_fpi"], ["rate"]),
]


def hand_written(night: date) -> list[str]:
    statements = []
    for table, columns, kind in HAND_WRITTEN:
        moments = ", ".join(
            f"avg(m{i}), stddev_samp(m{i}), min(m{i}), max(m{i}), count(m{i})" for i in range(len(columns))
        )
        values = ", ".join(
            f"(({c}) - lag({c}) over w)::float8 / extract(epoch from at - lag(at) over w)::float8 as m{i}"
            if kind
            else f"({c})::float8 as m{i}"
            for i, c in enumerate(columns)
        )
        window = " window w as (partition by run_id order by at)" if kind else ""
        statements.append(
            f"select run_id, {moments} from (select run_id, {values} from raw.{table} where night = '{night}'{window}) as wide group by run_id"
        )
    return statements


def batch(connection: Any, night: date, number: int, seconds: int) -> None:
    connection.execute("select raw.ensure_night(%s)", [night])
    values = {"night": night, "number": number, "seconds": seconds}
    for statement in CONTROL.split(";\n"):
        connection.execute(statement, values)
    for statement in RAW:
        connection.execute(statement, values)


def explain_slowest(dsn: str, target: Path, count: int = 3) -> None:
    """Prints which models took longest."""
    import json

    results = json.loads((target / "run_results.json").read_text())["results"]
    slowest = sorted(((one["execution_time"], one["unique_id"].split(".")[-1]) for one in results), reverse=True)
    print("slowest models:", ", ".join(f"{name} {seconds:.1f} s" for seconds, name in slowest[: count + 5]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=1800)
    parser.add_argument("--history", type=int, default=100)
    parser.add_argument("--history-seconds", type=int, default=20)
    options = parser.parse_args()
    state = Path(tempfile.mkdtemp(prefix="pgv-bench-"))
    state.chmod(0o755)
    os.environ["PGVERDICT_STATE"] = str(state / "s")
    import psycopg

    from pgverdict.clusters import Cluster
    from pgverdict.command.build import Dbt, build
    from pgverdict.warehouse import EMBEDDED_SETTINGS, migrate

    cluster = Cluster.embedded("bench")
    cluster.create(EMBEDDED_SETTINGS)
    cluster.start()
    try:
        with psycopg.connect(cluster.dsn(), autocommit=True) as connection:
            connection.execute("create database empty")
            connection.execute("create database filled")
        first = date(2026, 1, 1)
        night = first + timedelta(days=options.history + 1)
        for name, history in (("empty", 0), ("filled", options.history)):
            dsn = cluster.dsn(name)
            migrate(dsn)
            with psycopg.connect(dsn, autocommit=True) as connection:
                for number in range(1, history + 1):
                    batch(connection, first + timedelta(days=number), number, options.history_seconds)
                connection.execute("analyze")
            build(dsn=dsn)  # makes the views and (filled) the history's marts
            with psycopg.connect(dsn, autocommit=True) as connection:
                batch(connection, night, history + 1, options.seconds)
                connection.execute("analyze")
                instants = connection.execute(
                    "select count(*) from raw.pgbench_progress where night = %s", [night]
                ).fetchone()[0]
            report = build(dsn=dsn)
            print(f"{name}: {history} nights of history, {instants} instants: {report.seconds:.1f} s, {report.passes} passes, "
                  f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB of python", flush=True)  # fmt: skip
            explain_slowest(dsn, Dbt(dsn).target_path)
            with psycopg.connect(dsn, autocommit=True) as connection:
                connection.execute("set max_parallel_workers_per_gather = 0; set work_mem = '96MB'; set jit = off")
                begun = time.monotonic()
                for statement in hand_written(night):
                    connection.execute(f"select count(*) from ({statement}) as scanned")
                print(f"{name}: hand-written scans of the moments: {time.monotonic() - begun:.1f} s", flush=True)
    finally:
        cluster.stop("immediate")
        shutil.rmtree(state, ignore_errors=True)


if __name__ == "__main__":
    main()
