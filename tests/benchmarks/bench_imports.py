"""Rows a second of an import against plain COPY of the same rows, in turn; and what memory bad files of gigabytes cost."""

import argparse
import csv
import gzip
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import psycopg

from collectors.imports import import_manifests
from pgverdict.clusters import Cluster
from pgverdict.errors import Refused
from pgverdict.warehouse import EMBEDDED_SETTINGS, migrate

LEVELS, REPEATS, METRICS = ("1", "4", "32"), 10, 20
MANIFEST = """
experiment: {{id: {id}, title: {{en: Bench, ru: Bench}}, primary: metric_0, minimum_effect: 2%,
             factors: [{{name: work_mem, kind: guc, unit: MB, levels: [1, 4, 32], baseline: 4}}]}}
metrics: [{{id: metric_0, unit: 1/s, better: higher}}]
series_tables:
  - {{path: {path}, columns: {{level: {{work_mem: wm}}, repeat: rep, order: pos, at: ts, metric: name, entity: dev, value: v}}}}
"""


def simulated(instants: int) -> Iterator[tuple[int, str, int, int, str, str, str, float]]:
    """(run, level, repeat, order, at, metric, entity, value) of a simulated experiment, 1 s apart."""
    chance = random.Random(20261121)
    at, position = datetime(2025, 3, 4, 10, tzinfo=UTC), 0
    for repeat in range(1, REPEATS + 1):
        for level in chance.sample([*LEVELS, "4"], 4):
            position += 1
            for _ in range(instants // (REPEATS * 4)):
                stamp = at.strftime("%Y-%m-%dT%H:%M:%SZ")
                for metric in range(METRICS):
                    value = round(chance.lognormvariate(3, 0.2), 4)
                    yield (
                        position,
                        level,
                        repeat,
                        position,
                        stamp,
                        f"metric_{metric}",
                        "sda" if metric % 2 else "",
                        value,
                    )
                at += timedelta(seconds=1)


def write_files(folder: Path, instants: int) -> None:
    """table.csv as people have it, table.csv.gz, and plain.csv: the rows of raw.series ready for COPY."""
    with (folder / "table.csv").open("w") as table, (folder / "plain.csv").open("w") as plain:
        long, ready = csv.writer(table), csv.writer(plain)
        long.writerow(("wm", "rep", "pos", "ts", "name", "dev", "v"))
        for run, *fields in simulated(instants):
            long.writerow(fields)
            ready.writerow((run, "2025-03-04", *fields[3:6], fields[6]))
    with gzip.open(folder / "table.csv.gz", "wb", compresslevel=6) as packed:
        packed.write((folder / "table.csv").read_bytes())
    for name in ("table.csv", "table.csv.gz"):
        (folder / f"{name}.yml").write_text(MANIFEST.format(id=name.replace(".", "_"), path=name))


SERIES = "run_id, night, at, metric, entity, value"
WAITS = "run_id, night, at, backend_type, state, wait_event_type, wait_event, backends"


def copy_plainly(dsn: str, path: Path, target: str, columns: str = SERIES) -> float:
    """Seconds of COPY of the prepared rows into `target`, committed."""
    with psycopg.connect(dsn) as connection:
        connection.execute("create table if not exists public.bare (like raw.series)")
        connection.execute("select raw.ensure_night(%s)", [date(2025, 3, 4)])
        connection.commit()
        began = time.monotonic()
        kept = "force_not_null (entity)" if "entity" in columns else "null ''"
        statement = f"copy {target} ({columns}) from stdin (format csv, {kept})"
        with path.open("rb") as stream, connection.cursor().copy(statement) as copy:
            while block := stream.read(1 << 18):
                copy.write(block)
        connection.commit()
    return time.monotonic() - began


def import_once(dsn: str, manifest: Path) -> float:
    """Seconds of an import whose rows are not there yet."""
    with psycopg.connect(dsn) as connection:
        connection.execute("delete from control.executions")
        connection.execute("select raw.drop_night((now() at time zone 'UTC')::date)")
        connection.execute("create table if not exists public.bare (like raw.series)")
        connection.execute("truncate public.bare")
        connection.execute("select raw.drop_night('2025-03-04')")
    began = time.monotonic()
    import_manifests([manifest], dsn)
    return time.monotonic() - began


def bench_rows(dsn: str, instants: int, pairs: int) -> None:
    """Prints rows a second and the ratio to plain COPY, medians of `pairs` rounds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(folder, instants)
        count = instants // (REPEATS * 4) * REPEATS * 4 * METRICS
        seconds: dict[str, list[float]] = {
            "COPY into raw.series": [],
            "COPY into a bare table": [],
            "import .csv": [],
            "import .csv.gz": [],
        }
        for _ in range(pairs):
            seconds["COPY into raw.series"].append(copy_plainly(dsn, folder / "plain.csv", "raw.series"))
            seconds["COPY into a bare table"].append(copy_plainly(dsn, folder / "plain.csv", "public.bare"))
            seconds["import .csv"].append(import_once(dsn, folder / "table.csv.yml"))
            seconds["import .csv.gz"].append(import_once(dsn, folder / "table.csv.gz.yml"))
        print(f"{count} rows, {pairs} rounds")
        for what, taken in seconds.items():
            ratios = [plain / own for plain, own in zip(seconds["COPY into raw.series"], taken, strict=True)]
            bare = [plain / own for plain, own in zip(seconds["COPY into a bare table"], taken, strict=True)]
            print(
                f"{what:24} {count / statistics.median(taken):>10.0f} rows/s; to COPY into raw.series {statistics.median(ratios):.2f} "
                f"({min(ratios):.2f} to {max(ratios):.2f}), to COPY into a bare table {statistics.median(bare):.2f}"
            )


def bench_waits(dsn: str, instants: int, pairs: int) -> None:
    """Prints the same for wait events: seven columns, half of them null."""
    with tempfile.TemporaryDirectory() as name:
        folder, chance, count = Path(name), random.Random(2), 0
        with (folder / "w.csv").open("w") as table, (folder / "plain.csv").open("w") as plain:
            table.write("at,type,event,state,backends\n")
            for tick in range(instants):
                at = (datetime(2025, 3, 4, 10, tzinfo=UTC) + timedelta(milliseconds=100 * tick)).isoformat(
                    timespec="milliseconds"
                )
                for kind, event in (
                    ("LWLock", "WALWrite"),
                    ("IO", "WALSync"),
                    ("Lock", "tuple"),
                    ("", ""),
                    ("Client", "ClientRead"),
                ):
                    backends, count = chance.randint(1, 8), count + 1
                    table.write(f"{at},{kind},{event},active,{backends}\n")
                    plain.write(f"1,2025-03-04,{at},client backend,active,{kind},{event},{backends}\n")
        (folder / "m.yml").write_text(
            "experiment: {id: waits, title: x, primary: waits_share, factors: [{name: a, levels: [b]}]}\n"
            "runs:\n  - {level: {a: b}, files: [{kind: wait_events, path: w.csv}]}\n"
        )
        seconds: list[tuple[float, float]] = []
        for _ in range(pairs):
            copied = copy_plainly(dsn, folder / "plain.csv", "raw.activity_waits", WAITS)
            seconds.append((copied, import_once(dsn, folder / "m.yml")))
        ratios = [copied / imported for copied, imported in seconds]
        print(
            f"wait events: {count} rows, import {count / statistics.median(i for _, i in seconds):.0f} rows/s; to COPY into "
            f"raw.activity_waits {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        )


def bench_huge(dsn: str, gigabytes: int) -> None:
    """Prints how long a file of one line is read, and what memory it costs, until it is refused."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "one.line").open("wb") as huge:
            for _ in range(gigabytes << 6):
                huge.write(b"7" * (1 << 24))
        for kind in ("iostat", "series", "pgbench_log", "postgres_log", "sar"):
            (folder / "m.yml").write_text(
                "experiment: {id: huge, title: x, primary: tps, factors: [{name: a, levels: [b]}]}\n"
                f"runs:\n  - {{level: {{a: b}}, started_at: 2025-01-01, files: [{{kind: {kind}, path: one.line}}]}}\n"
            )
            before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
            try:
                import_manifests([folder / "m.yml"], dsn)
            except Refused as refused:
                grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
                print(
                    f"{kind}: {str(refused).split('/')[-1]}; {time.monotonic() - began:.1f} s, {grown / 1024:.0f} MB more memory"
                )


def bench_manifests(dsn: str, experiments: int) -> None:
    """Prints the seconds of one call with that many small experiments."""
    with tempfile.TemporaryDirectory() as name:
        folder, chance, paths = Path(name), random.Random(1), []
        for number in range(experiments):
            lines = ["wm,rep,pos,ts,name,dev,v"]
            for run in range(20):
                for second in range(60):
                    at = datetime(2025, 1, 1, tzinfo=UTC) + timedelta(days=number % 700, seconds=run * 100 + second)
                    level, value = LEVELS[run % 4] if run % 4 < 3 else "4", chance.lognormvariate(7, 0.1)
                    lines.append(f"{level},{run // 4 + 1},{run + 1},{at.isoformat()},metric_0,,{value:.3f}")
            (folder / f"t{number}.csv").write_text("\n".join(lines) + "\n")
            paths.append(folder / f"m{number}.yml")
            paths[-1].write_text(MANIFEST.format(id=f"e{number}", path=f"t{number}.csv"))
        began = time.monotonic()
        reports = import_manifests(paths, dsn)
        taken = time.monotonic() - began
        runs, rows = sum(report.runs for report in reports), sum(report.rows for report in reports)
        print(f"{experiments} experiments, {runs} runs, {rows} rows in one call: {taken:.1f} s")
        began = time.monotonic()
        import_manifests(paths, dsn)
        print(f"the same again: {time.monotonic() - began:.1f} s")
        print(
            f"largest resident memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instants", type=int, default=200_000)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--experiments", type=int, default=1000)
    parser.add_argument("--gigabytes", type=int, default=0, help="size of a file of one line; 0: not tried")
    given = parser.parse_args()
    cluster = Cluster.embedded("bench_imports")
    cluster.create(EMBEDDED_SETTINGS)
    cluster.start()
    try:
        with psycopg.connect(cluster.dsn(), autocommit=True) as connection:
            connection.execute("drop database if exists bench with (force)")
            connection.execute("create database bench")
        migrate(cluster.dsn("bench"))
        bench_manifests(cluster.dsn("bench"), given.experiments)
        bench_rows(cluster.dsn("bench"), given.instants, given.pairs)
        bench_waits(cluster.dsn("bench"), given.instants, given.pairs)
        if given.gigabytes:
            bench_huge(cluster.dsn("bench"), given.gigabytes)
    finally:
        cluster.stop()


if __name__ == "__main__":
    main()
