"""What collecting costs and whether anything is lost: overhead in turn, CPU seconds, bytes an hour, kills and absences, equality with sysstat.

    make bench ARGS='-k collectors'        everything, about forty minutes
    python tests/benchmarks/bench_collectors.py overhead | rates | lost | equal [--minutes N]

Results stand in docs/measurements/collectors.md.
"""

import argparse
import math
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import psycopg

from collectors.recorder import ProcessRecorder, load_leftover_spools, make_recorder
from pgverdict.clusters import Cluster
from pgverdict.interfaces import RunTarget
from pgverdict.warehouse import EMBEDDED_SETTINGS, migrate

CORES = os.cpu_count() or 1
ONCE = ["settings", "table_stats", "index_stats", "buffercache", "statement_texts"]


@dataclass
class Bench:
    """A server under test and a warehouse of our own, below a folder that is removed afterwards."""

    server: Cluster
    warehouse: Cluster
    folder: Path
    runs: int = 0

    @property
    def dsn(self) -> str:
        return self.warehouse.dsn("postgres")

    def target(self, **more: Any) -> RunTarget:
        self.runs += 1
        directory = self.folder / f"run{self.runs}"
        directory.mkdir()
        values = {"dsn": self.server.dsn(user="collector"), "log_file": str(self.server.log_file)} | more
        return RunTarget(self.runs, 1, date.today(), "local", database="bench", directory=directory, **values)

    def pgbench(self, *options: str, seconds: int) -> subprocess.Popen[str]:
        command = [str(self.server.binaries / "pgbench"), "-n", "-T", str(seconds), *options, self.server.dsn("bench")]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def tps(self, *options: str, seconds: int) -> float:
        out, _ = self.pgbench(*options, seconds=seconds).communicate()
        return float(out.rpartition("tps = ")[2].split(" ", 1)[0])

    def ask(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.dsn) as connection:
            return connection.execute(query, parameters).fetchall()  # type: ignore[arg-type]


@contextmanager
def bench() -> Iterator[Bench]:
    folder = Path(tempfile.mkdtemp(prefix="pgvb-"))
    folder.chmod(0o755)
    os.environ["PGVERDICT_STATE"] = str(folder / "s")
    server, warehouse = Cluster.embedded("under-test"), Cluster.embedded("warehouse")
    server.create({"shared_buffers": "256MB", "max_connections": "120", "shared_preload_libraries": "pg_stat_statements",
                   "track_io_timing": "on", "log_timezone": "UTC", "max_wal_size": "4GB"})  # fmt: skip
    warehouse.create(EMBEDDED_SETTINGS)
    try:
        server.start()
        warehouse.start()
        migrate(warehouse.dsn("postgres"))
        with psycopg.connect(server.dsn(), autocommit=True) as connection:
            connection.execute("create database bench")
            connection.execute("create role collector login")
            connection.execute("grant pg_monitor to collector")
        with psycopg.connect(server.dsn("bench"), autocommit=True) as connection:
            connection.execute("create extension pg_stat_statements")
            connection.execute("create extension pg_buffercache")
        subprocess.run(
            [str(server.binaries / "pgbench"), "-iqs", "10", server.dsn("bench")], check=True, capture_output=True
        )
        yield Bench(server, warehouse, folder)
    finally:
        server.stop("immediate")
        warehouse.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)


def cpu_s(pid: int) -> float:
    """CPU seconds of a process so far, to the nanosecond: ticks of 10 ms would be too coarse."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def backend_of(bench: Bench) -> int:
    with psycopg.connect(bench.server.dsn("bench")) as connection:
        row = connection.execute(
            "select pid from pg_stat_activity where application_name = 'pgverdict collector'"
        ).fetchone()
    assert row is not None
    return int(row[0])


def median_interval(values: list[float], confidence: float = 0.95) -> tuple[float, float, float]:
    """Median with its distribution-free interval: order statistics by the binomial (no shape is assumed of the noise)."""
    ordered, number = sorted(values), len(values)
    outside, rank = 0.0, 0
    while (more := outside + math.comb(number, rank) / 2**number) <= (1 - confidence) / 2:
        outside, rank = more, rank + 1
    rank = max(rank, 1)
    return ordered[rank - 1], statistics.median(ordered), ordered[number - rank]


# ---------------------------------------------------------------------------------------------- what it costs


def overhead(pairs: int, seconds: int) -> dict[str, dict[str, float]]:
    """Pairs of pgbench runs with and without the collector, in random order within each pair."""
    chance, results = random.Random(20261121), {}
    with bench() as made:
        for name, options in (("select-only", ["-S"]), ("TPC-B", [])):
            load = [*options, "-c", str(4 * CORES), "-j", str(CORES), "-M", "prepared"]
            made.tps(*load, seconds=5)
            ratios, costs = [], []
            for _ in range(pairs):
                speeds: dict[bool, float] = {}
                for with_collector in chance.sample([True, False], 2):
                    if not with_collector:
                        speeds[False] = made.tps(*load, seconds=seconds)
                        continue
                    recorder = make_recorder(made.dsn)
                    recorder.start(made.target())
                    sampler, backend = recorder.sampler_pid or 0, backend_of(made)
                    before, began = (cpu_s(sampler), cpu_s(backend)), time.monotonic()
                    speeds[True] = made.tps(*load, seconds=seconds)
                    length = time.monotonic() - began
                    costs.append(
                        [(cpu_s(pid) - was) / length for pid, was in zip((sampler, backend), before, strict=True)]
                    )
                    recorder.stop()
                ratios.append(speeds[True] / speeds[False])
            low, median, high = median_interval(ratios)
            sampler_s, backend_s = (statistics.mean(cost[part] for cost in costs) for part in (0, 1))
            results[name] = {
                "pairs": pairs, "ratio_low": low, "ratio": median, "ratio_high": high, "collector_ms_per_s": 1000 * sampler_s,
                "backend_ms_per_s": 1000 * backend_s, "machine_pct": 100 * (sampler_s + backend_s) / CORES,
            }  # fmt: skip
            print(name, {key: round(value, 4) for key, value in results[name].items()}, flush=True)
    return results


def rates(seconds: int) -> dict[str, dict[str, float]]:
    """CPU and bytes at several rates of the waits, select-only at saturation."""
    results = {}
    with bench() as made:
        for name, interval, clients in (
            ("1 Hz", 1.0, 4 * CORES),
            ("10 Hz", 0.1, 4 * CORES),
            ("100 Hz", 0.01, 4 * CORES),
            ("10 Hz, 95 clients", 0.1, 95),
        ):
            recorder = make_recorder(made.dsn)
            load = made.pgbench("-c", str(clients), "-j", str(CORES), "-M", "prepared", seconds=seconds + 3)
            time.sleep(1)
            target = made.target(intervals_s={"activity_waits": interval})
            recorder.start(target)
            sampler, backend = recorder.sampler_pid or 0, backend_of(made)
            before, began = cpu_s(sampler) + cpu_s(backend), time.monotonic()
            time.sleep(seconds)
            used, length = cpu_s(sampler) + cpu_s(backend) - before, time.monotonic() - began
            recorder.stop()
            load.communicate()
            late, taken, worst = made.ask(
                "select sum(late), sum(taken), max(max_late_ms) from raw.ticks where run_id = %s and family = 'activity_waits'",
                target.run_id,
            )[0]
            results[name] = {
                "cpu_ms_per_s": 1000 * used / length, "machine_pct": 100 * used / length / CORES, "late_share": late / taken,
                "max_late_ms": worst, "mb_per_hour": _bytes(made, target.run_id) / length * 3600 / 1e6,
            }  # fmt: skip
            print(name, {key: round(value, 4) for key, value in results[name].items()}, flush=True)
    return results


def _bytes(made: Bench, run_id: int) -> float:
    """Bytes of one run's sampled rows: rows with their line pointers, and 7 a row for the index, whose equal keys are stored once.

    Sizes of files would count the first pages of some twenty partitions, which an hour fills and twenty seconds do not.
    """
    total = 0.0
    for (table,) in made.ask("select relname from pg_class where relnamespace = 'raw'::regnamespace and relkind = 'p'"):
        if table not in (*ONCE, "kernel_settings"):
            ((size,),) = made.ask(
                f"select sum(pg_column_size(rows) + 4 + 7) from raw.{table} as rows where run_id = %s", run_id
            )
            total += float(size or 0)
    return total


# ---------------------------------------------------------------------------------------------- nothing lost


def lost(minutes: float) -> dict[str, Any]:
    """Collection with the collector killed ten times, the warehouse stopped twice and the server restarted once."""
    chance = random.Random(20261121)
    with bench() as made:
        recorder = make_recorder(made.dsn, load_every_s=5)
        target = made.target()
        load = made.pgbench("-c", "4", "-R", "200", seconds=round(minutes * 60) + 30)
        recorder.start(target)
        began = time.monotonic()
        events = sorted(
            [(chance.uniform(0.03, 0.97), "kill") for _ in range(10)]
            + [(0.2, "warehouse"), (0.7, "warehouse"), (0.45, "server")]
        )
        away: list[threading.Timer] = []
        killed: set[int] = set()
        for share, what in events:
            time.sleep(max(0, began + share * minutes * 60 - time.monotonic()))
            print(f"{time.monotonic() - began:6.1f} s: {what}", flush=True)
            if what == "kill":
                _kill(recorder, killed)
            elif what == "server":
                made.server.restart()
            else:
                made.warehouse.stop("immediate" if away else "fast")
                away.append(threading.Timer(minutes * 6, made.warehouse.start))
                away[-1].start()
        for timer in away:
            timer.join()
        time.sleep(max(0, began + minutes * 60 - time.monotonic()))
        report = recorder.stop()
        load.kill()
        load.communicate()
        assert load_leftover_spools(made.dsn) == 0
        return _account(made, target.run_id, report, recorder)


def _kill(recorder: ProcessRecorder, killed: set[int]) -> None:
    """Kills the sampler that runs now, once: after a kill shortly before, its successor."""
    while (pid := recorder.sampler_pid) is None or pid in killed:
        time.sleep(0.05)
    killed.add(pid)
    os.kill(pid, signal.SIGKILL)


def _account(made: Bench, run_id: int, report: Any, recorder: ProcessRecorder) -> dict[str, Any]:
    """Every second of every family once in the book; every missed sample with a reason; no sample twice."""
    per_family = made.ask(
        "select family, count(*), count(distinct at), extract(epoch from max(at) - min(at)) + 1, sum(expected), sum(taken), sum(missed)"
        " from raw.ticks where run_id = %s and family <> all(%s) and expected > 0 group by family order by family",
        run_id,
        ONCE,
    )
    unexplained = made.ask(
        "select count(*) from raw.ticks where run_id = %s and (expected <> taken + missed or (missed > 0 and reason is null))",
        run_id,
    )[0][0]
    doubled = 0
    for family, rows, seconds, span, _, taken, _ in per_family:
        assert rows == seconds == span, (family, rows, seconds, span)
        instants = made.ask(f"select count(distinct at) from raw.{family} where run_id = %s", run_id)[0][0]
        if family not in ("locks", "replication", "wait_sampling", "stat_statements"):  # may have no row at an instant
            assert instants == taken, (family, instants, taken)
    for table, key in (("os_cpu", "at"), ("stat_database", "at, database"), ("stat_io", "at, backend_type, object, context"),
                       ("stat_statements", "at, queryid, database"), ("os_disk", "at, device"),
                       ("activity_waits", "at, backend_type, state, wait_event_type, wait_event")):  # fmt: skip
        doubled += made.ask(
            f"select count(*) from (select 1 from raw.{table} where run_id = %s group by {key} having count(*) > 1) as twice",
            run_id,
        )[0][0]
    reasons = made.ask(
        "select reason, sum(missed) from raw.ticks where run_id = %s and missed > 0 group by reason order by 2 desc",
        run_id,
    )
    expected, taken, missed = (sum(int(row[column]) for row in per_family) for column in (4, 5, 6))
    result = {
        "families": len(per_family), "seconds": int(per_family[0][3]), "expected": expected, "taken": taken, "missed": missed,
        "unexplained": unexplained, "twice": doubled, "restarts": len(recorder.restarts), "reasons": reasons,
    }  # fmt: skip
    print(result, flush=True)
    assert unexplained == doubled == 0
    assert expected == taken + missed
    assert len(recorder.restarts) >= 10
    return result


# ---------------------------------------------------------------------------------------------- equality with sysstat

#: Our figures between two instants by the formulas of staging, and the columns of iostat -x that they must equal.
_DISK = """
select
    (b.reads - a.reads) / s as "r/s", (b.writes - a.writes) / s as "w/s",
    (b.sectors_read - a.sectors_read) / 2.0 / s as "rkB/s", (b.sectors_written - a.sectors_written) / 2.0 / s as "wkB/s",
    coalesce((b.read_ms - a.read_ms)::float8 / nullif(b.reads - a.reads, 0), 0) as r_await,
    coalesce((b.write_ms - a.write_ms)::float8 / nullif(b.writes - a.writes, 0), 0) as w_await,
    (b.weighted_io_ms - a.weighted_io_ms) / 1000.0 / s as "aqu-sz", (b.io_ms - a.io_ms) / 10.0 / s as "%%util"
from raw.os_disk as a, raw.os_disk as b, lateral (select extract(epoch from b.at - a.at)::float8 as s) as length
where a.run_id = %s and b.run_id = a.run_id and a.device = %s and b.device = a.device and a.at = %s and b.at = %s
"""
_CPU = """
select
    100.0 * (b.user_ticks - a.user_ticks + b.nice_ticks - a.nice_ticks) / t as us,
    100.0 * (b.system_ticks - a.system_ticks + b.irq_ticks - a.irq_ticks + b.softirq_ticks - a.softirq_ticks) / t as sy,
    100.0 * (b.idle_ticks - a.idle_ticks) / t as id, 100.0 * (b.iowait_ticks - a.iowait_ticks) / t as wa,
    100.0 * (b.steal_ticks - a.steal_ticks) / t as st,
    (b.context_switches - a.context_switches) / s as cs, (b.interrupts - a.interrupts) / s as "in"
from raw.os_cpu as a, raw.os_cpu as b, lateral (select extract(epoch from b.at - a.at)::float8 as s) as length,
    lateral (
        select (b.user_ticks + b.nice_ticks + b.system_ticks + b.idle_ticks + b.iowait_ticks + b.irq_ticks + b.softirq_ticks + b.steal_ticks
            - a.user_ticks - a.nice_ticks - a.system_ticks - a.idle_ticks - a.iowait_ticks - a.irq_ticks - a.softirq_ticks
            - a.steal_ticks)::float8 as t
    ) as ticks
where a.run_id = %s and b.run_id = a.run_id and a.at = %s and b.at = %s
"""


def equal(minutes: float) -> dict[str, dict[str, float]]:
    """Our disk and CPU figures against `iostat -x 1` and `vmstat 1` that run beside, report by report.

    The samplers of both look at their own instants; ours look 25 times a second here, so that each report of theirs has
    samples of ours within 20 ms of its two ends.
    """
    with bench() as made:
        off = dict.fromkeys(("activity_waits", "stat_io", "locks", "stat_statements", "stat_slru", "os_processes"), 0.0)
        target = made.target(intervals_s=off | {"os_disk": 0.04, "os_cpu": 0.04})
        recorder = make_recorder(made.dsn)
        load = made.pgbench("-c", "4", "-R", "300", seconds=round(minutes * 60) + 10)
        recorder.start(target)
        reports: dict[str, list[tuple[float, dict[str, float]]]] = {"iostat": [], "vmstat": []}
        readers = [
            threading.Thread(target=_iostat, args=[round(minutes * 60), reports["iostat"], made]),
            threading.Thread(target=_vmstat, args=[round(minutes * 60), reports["vmstat"]]),
        ]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
        load.kill()
        load.communicate()
        recorder.stop()
        return _compare(made, target.run_id, reports)


def _command(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C", "S_TIME_FORMAT": "ISO"}
    )


def _iostat(count: int, reports: list[tuple[float, dict[str, float]]], made: Bench) -> None:
    device = _data_device()
    with _command("iostat", "-d", "-x", "-y", device, "1", str(count)) as process:
        assert process.stdout is not None
        names: list[str] = []
        for line in process.stdout:
            words = line.split()
            if words and words[0].startswith("Device"):
                names = words[1:]
            elif words and words[0] == device:
                reports.append((time.time(), dict(zip(names, map(float, words[1:]), strict=True))))


def _vmstat(count: int, reports: list[tuple[float, dict[str, float]]]) -> None:
    with _command("vmstat", "1", str(count + 1)) as process:
        assert process.stdout is not None
        names: list[str] = []
        for line in process.stdout:
            words = line.split()
            if words and words[0] == "r":
                names = words
            elif words and words[0].isdigit() and names:
                reports.append((time.time(), dict(zip(names, map(float, words), strict=True))))
    del reports[0]  # since boot


def _data_device() -> str:
    from collectors.os.mounts import data_devices

    folder = os.path.realpath(tempfile.gettempdir())
    (device,) = data_devices(folder, Path("/proc/self/mountinfo").read_text(), Path("/proc/diskstats").read_text())
    return device


def _compare(
    made: Bench, run_id: int, reports: dict[str, list[tuple[float, dict[str, float]]]]
) -> dict[str, dict[str, float]]:
    """Over all reports: the mean of theirs, of ours, the difference of the means, and the median and largest difference of a report."""
    results: dict[str, dict[str, float]] = {}
    for tool, table, query, entity in (("iostat", "os_disk", _DISK, [_data_device()]), ("vmstat", "os_cpu", _CPU, [])):
        where = "and device = %s" if entity else ""
        instants = [
            at
            for (at,) in made.ask(f"select at from raw.{table} where run_id = %s {where} order by at", run_id, *entity)
        ]
        theirs, ours = [], []
        with psycopg.connect(made.dsn) as connection:
            for (begins, _), (ends, report) in zip(reports[tool], reports[tool][1:], strict=False):
                first, last = (min(instants, key=lambda at: abs(at.timestamp() - edge)) for edge in (begins, ends))
                row = (
                    connection.cursor(row_factory=psycopg.rows.dict_row)
                    .execute(query, [run_id, *entity, first, last])
                    .fetchone()
                )  # type: ignore[arg-type]
                assert row is not None
                theirs.append({name: report[name] for name in row})
                ours.append({name: float(value) for name, value in row.items()})
        for name in ours[0]:
            gaps = [abs(ours_[name] - theirs_[name]) for ours_, theirs_ in zip(ours, theirs, strict=True)]
            means = [statistics.mean(report[name] for report in side) for side in (theirs, ours)]
            results[f"{tool} {name}"] = {
                "reports": len(ours), "theirs": means[0], "ours": means[1], "difference": means[1] - means[0],
                "median_gap": statistics.median(gaps), "largest_gap": max(gaps),
            }  # fmt: skip
            print(
                f"{tool:7} {name:8}",
                {key: round(value, 4) for key, value in results[f"{tool} {name}"].items()},
                flush=True,
            )
    return results


# ---------------------------------------------------------------------------------------------- as tests


def test_collectors_cost_less_than_a_hundredth_of_the_machine() -> None:
    for result in overhead(pairs=20, seconds=6).values():
        assert result["machine_pct"] <= 1.0
        assert result["ratio_high"] >= 1.0


def test_collectors_lose_nothing_in_fifteen_minutes_of_kills() -> None:
    assert lost(15)["unexplained"] == 0


def test_collectors_equal_sysstat_over_ten_minutes() -> None:
    for name, result in equal(10).items():
        assert abs(result["difference"]) <= 0.02 * abs(result["theirs"]) + 0.05, name


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["overhead", "rates", "lost", "equal"])
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=8)
    arguments = parser.parse_args()
    if arguments.what == "overhead":
        overhead(arguments.pairs, arguments.seconds)
    elif arguments.what == "rates":
        rates(arguments.seconds)
    else:
        {"lost": lost, "equal": equal}[arguments.what](arguments.minutes)
    sys.exit(0)
