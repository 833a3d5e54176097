"""Brings what a run left behind into raw.*: pgbench's outputs and the server log's part. Doing it again changes nothing."""

import hashlib
import statistics
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from collectors import pgbench
from collectors.lines import LineProblem
from collectors.loader import copy_text
from collectors.log_files import events_between
from collectors.pgbench_summary import Summary, parse_summary
from collectors.rows import text_of
from pgverdict.errors import ComponentFailed
from pgverdict.interfaces import LoadFiles, RunTarget
from pgverdict.warehouse import connect

Rows = dict[str, list[dict[str, Any]]]

#: The tables that pgbench's outputs fill; a repeated ingest replaces the run's rows in all of them.
LOAD_TABLES = ("pgbench_progress", "pgbench_aggregate", "latency_histograms", "pgbench_summary")


def ingest_load(target: RunTarget, load: list[LoadFiles], dsn: str | None = None) -> None:
    """pgbench's outputs of a run. Errors: LineProblem with file and line for a text that cannot be read; nothing is written then."""
    rows: Rows = {table: [] for table in LOAD_TABLES}
    for files in load:
        for table, found in rows_of_load(files).items():
            rows[table] += found
    _replace(target, "load", rows, dsn)


def rows_of_load(files: LoadFiles) -> Rows:
    """One script group's outputs as rows by raw table, without run and night."""
    progress = _read(files.progress, pgbench.parse_progress) if files.progress.exists() else []
    rows: Rows = {
        "pgbench_progress": progress_rows(progress, files.group, files.clients, files.started_at),
        "pgbench_summary": [],
    }
    if files.summary.exists():
        rows["pgbench_summary"] = summary_rows(_read_summary(files.summary), files)
    if files.aggregate_interval_s:
        rows["pgbench_aggregate"] = [
            _aggregate_row(sample, files.group, thread, None, float(files.aggregate_interval_s))
            for thread, path in enumerate(files.logs)
            for sample in _read(path, pgbench.parse_aggregate)
        ]
    elif files.logs:
        rows |= _transaction_rows(
            files, "lag" if any(sample.schedule_lag_ms is not None for sample in progress) else "retries"
        )
    return rows


def progress_rows(
    samples: list[pgbench.ProgressSample], group: str, clients: int | None, started_at: datetime
) -> list[dict[str, Any]]:
    """Progress reports with their length: the time since the report before; the first one's is the time since the start,
    or with epoch clocks, where connecting comes before the clock starts, the usual length."""
    lengths = [later.clock_s - sooner.clock_s for sooner, later in pairwise(samples)]
    rows = []
    for position, sample in enumerate(samples):
        if position:
            length = lengths[position - 1]
        elif not sample.is_epoch:
            length = sample.clock_s
        else:
            length = statistics.median(lengths) if lengths else sample.clock_s - started_at.timestamp()
        at = (
            datetime.fromtimestamp(sample.clock_s, UTC)
            if sample.is_epoch
            else started_at + timedelta(seconds=sample.clock_s)
        )
        rows.append(
            {"at": at, "script_group": group, "interval_s": round(length, 3), "clients": clients}
            | {name: value for name, value in sample._asdict().items() if name not in ("clock_s", "is_epoch")}
        )
    return rows


def summary_rows(summary: Summary, files: LoadFiles) -> list[dict[str, Any]]:
    """One row over all scripts (script "") and one a script."""
    common = {
        "at": files.ended_at, "script_group": files.group, "step": files.step, "scale": summary.scale,
        "query_mode": summary.query_mode, "clients": summary.clients, "threads": summary.threads, "duration_s": summary.duration_s,
        "schedule_lag_ms": summary.schedule_lag_ms, "initial_connection_ms": summary.initial_connection_ms,
        "tps_includes_connecting": summary.tps_includes_connecting, "server_version": summary.server_version,
        "script_sha256": script_hash(files.scripts),
    }  # fmt: skip
    columns = ("script", "transactions", "failed", "skipped", "latency_ms", "latency_stddev_ms", "tps")
    return [common | {name: getattr(part, name) for name in columns} for part in (summary.total, *summary.scripts)]


def script_hash(scripts: list[str]) -> str:
    """SHA-256 of the workload: names with weights, and the contents of those that are files."""
    digest = hashlib.sha256()
    for script in scripts:
        digest.update(script.rpartition("/")[2].encode() + b"\0")
        path = Path(script.rpartition("@")[0] if "@" in script else script)
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _transaction_rows(files: LoadFiles, seventh: str) -> Rows:
    totals = pgbench.TransactionTotals()
    for path in files.logs:
        try:
            with path.open() as lines:
                totals.add(pgbench.parse_transactions(lines, seventh))
        except LineProblem as problem:
            raise problem.within(path) from None
    histograms = []
    for (second, script, number), count in totals.histograms.items():
        lower, upper = pgbench.bucket_bounds(number)
        histograms.append(
            {"at": datetime.fromtimestamp(second, UTC), "script_group": files.group, "script": script, "lower_us": lower,
             "upper_us": upper, "transactions": count, "sampling_rate": files.sampling_rate}
        )  # fmt: skip
    seconds = [
        _aggregate_row(sums.sample(second), files.group, 0, script, 1.0)
        for (second, script), sums in totals.seconds.items()
        if files.sampling_rate >= 1  # a sampled log counts too few; the progress has the counts
    ]
    return {"latency_histograms": histograms, "pgbench_aggregate": seconds}


def _aggregate_row(
    sample: pgbench.AggregateSample, group: str, thread: int, script: int | None, interval_s: float
) -> dict[str, Any]:
    values = sample._asdict()
    at = datetime.fromtimestamp(values.pop("starts_s"), UTC)
    return {"at": at, "script_group": group, "thread": thread, "script": script, "interval_s": interval_s, **values}


def _read(path: Path, parse: Any) -> list[Any]:
    try:
        with path.open(errors="replace") as lines:
            return list(parse(lines))
    except LineProblem as problem:
        raise problem.within(path) from None


def _read_summary(path: Path) -> Summary:
    try:
        with path.open(errors="replace") as lines:
            return parse_summary(lines)
    except LineProblem as problem:
        raise problem.within(path) from None


def ingest_server_log(target: RunTarget, load: list[LoadFiles], dsn: str | None = None) -> None:
    """The server log's part of the run: from the run's start to its load's end. Nothing where the log cannot be read."""
    if not load or target.log_file is None:
        return
    with connect("pgverdict_collector", dsn) as connection:
        run = connection.execute(
            "select started_at, ended_at from control.runs where run_id = %s", [target.run_id]
        ).fetchone()
    begins = min([files.started_at for files in load] + ([run[0]] if run and run[0] else []))
    ends = max(files.ended_at for files in load)
    events = events_between(Path(target.log_file), begins, ends, target.host.ssh)
    _replace(target, "log", {"log_events": [event.row() for event in events]}, dsn)


def _replace(target: RunTarget, name: str, rows: Rows, dsn: str | None) -> None:
    """Writes the rows in one transaction; those of an earlier ingest of the run go first."""
    batch_id = f"ingest-{name}-{target.run_id}"
    try:
        with connect("pgverdict_collector", dsn) as connection, connection.transaction():
            connection.execute("set local synchronous_commit = on")
            connection.execute("select raw.ensure_night(%s)", [target.night])
            connection.execute("delete from raw.batches where batch_id = %s", [batch_id])
            for table in rows:
                statement = sql.SQL("delete from raw.{} where night = %s and run_id = %s").format(sql.Identifier(table))
                connection.execute(statement, [target.night, target.run_id])
            count = sum(map(len, rows.values()))
            connection.execute(
                "insert into raw.batches (batch_id, run_id, night, row_count) values (%s, %s, %s, %s)",
                [batch_id, target.run_id, target.night, count],
            )
            for table, found in rows.items():
                _copy(connection, target, table, found)
    except psycopg.OperationalError as error:
        raise ComponentFailed(
            f"the warehouse went away while run {target.run_id} was ingested ({error}); ingest it again"
        ) from None


def _copy(connection: psycopg.Connection[Any], target: RunTarget, table: str, rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    names = list(rows[0])
    lead = f"{target.run_id}\t{target.night}\t".encode()
    text = b"".join(lead + b"\t".join(_text(row[name]) for name in names) + b"\n" for row in rows)
    copy_text(connection, table, ["run_id", "night", *names], text)


def _text(value: Any) -> bytes:
    return value.isoformat().encode() if isinstance(value, datetime) else text_of(value)
