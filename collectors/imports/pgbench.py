"""Brings what pgbench wrote, in any version from 9.4 on, into the same tables as our own runs."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from collectors.imports.clocks import FIRST_EPOCH_S, from_micros
from collectors.imports.rows import Context, Row, Rows
from collectors.imports.text import Lines, open_bytes
from collectors.imports.transactions import LogTotals, Second, add_log
from collectors.lines import LineProblem
from collectors.pgbench import ProgressSample, bucket_bounds, parse_aggregate, parse_progress
from collectors.pgbench_summary import TOTAL, ScriptSummary, Summary, parse_summary


def read_summary(lines: Lines, context: Context) -> Rows:
    """raw.pgbench_summary: one row for the whole and one a script. Its `at` is the end of the load where that is known."""
    summary = parse_summary(lines)
    context.clients = summary.clients
    version = summary.server_version or summary.pgbench_version
    if version:
        context.environment.setdefault("pg_version", version)
    starts = context.started_at
    ends = (
        None
        if starts is None
        else starts + timedelta(seconds=length_s(summary.duration_s, summary.total.transactions, summary.total.tps))
    )
    at = context.load_ended_at or ends or context.imported_at
    yield _summary_row(summary, summary.total, context, at)
    for script in summary.scripts:
        if script.script != TOTAL:
            yield _summary_row(summary, script, context, at)


def length_s(duration_s: float | None, transactions: int | None, tps: float | None) -> float:
    """How long the load was: as asked for (-T), else what its transactions took (-t); 0 where neither is told."""
    if duration_s is not None:
        return duration_s
    return transactions / tps if transactions and tps else 0.0


def _summary_row(summary: Summary, part: ScriptSummary, context: Context, at: datetime) -> Row:
    return Row("pgbench_summary", {
        "at": at, "script_group": context.group, "step": 1, "script": part.script, "scale": summary.scale,
        "query_mode": summary.query_mode, "clients": summary.clients, "threads": summary.threads,
        "duration_s": summary.duration_s, "transactions": part.transactions, "failed": part.failed, "skipped": part.skipped,
        "latency_ms": part.latency_ms, "latency_stddev_ms": part.latency_stddev_ms, "schedule_lag_ms": summary.schedule_lag_ms,
        "initial_connection_ms": summary.initial_connection_ms, "tps": part.tps,
        "tps_includes_connecting": summary.tps_includes_connecting, "server_version": summary.server_version,
        "script_sha256": None,
    })  # fmt: skip


def read_progress(lines: Lines, context: Context) -> Rows:
    """raw.pgbench_progress; `at` is the end of the interval. The summary that may follow in the same text is passed over."""
    for sample, interval_s in _with_intervals(parse_progress(lines)):
        yield Row("pgbench_progress", {
            "at": _ended_at(sample, lines, context), "script_group": context.group, "interval_s": interval_s, "tps": sample.tps,
            "latency_ms": sample.latency_ms,
            "latency_stddev_ms": sample.latency_stddev_ms, "failed": sample.failed, "retried": sample.retried,
            "retries": sample.retries, "schedule_lag_ms": sample.schedule_lag_ms, "skipped": sample.skipped, "clients": context.clients,
        })  # fmt: skip


def _ended_at(sample: ProgressSample, lines: Lines, context: Context) -> datetime:
    """The report's own clock, else the time that stands before the line, else the run's start and the seconds since then."""
    if sample.is_epoch:
        return from_micros(round(sample.clock_s * 1e6))
    return lines.stamp or context.start(lines.number) + timedelta(seconds=sample.clock_s)


def _with_intervals(samples: Iterator[ProgressSample]) -> Iterator[tuple[ProgressSample, float | None]]:
    """Each report with the seconds since the one before; an epoch's first report has the length of the second one."""
    waiting: ProgressSample | None = None
    before: float | None = 0.0
    for sample in samples:
        if before == 0.0 and sample.is_epoch and waiting is None:
            waiting = sample
            continue
        if waiting is not None:
            yield waiting, round(sample.clock_s - waiting.clock_s, 6)
            before, waiting = waiting.clock_s, None
        yield sample, round(sample.clock_s - (before or 0.0), 6)
        before = sample.clock_s
    if waiting is not None:
        yield waiting, None


def read_aggregate(lines: Lines, context: Context, thread: int) -> Rows:
    """raw.pgbench_aggregate of one thread's log; the interval is the manifest's, otherwise the distance of the first two lines."""
    buffered: list[Any] = []
    for sample in parse_aggregate(lines):
        if sample.starts_s < FIRST_EPOCH_S:
            raise LineProblem(
                lines.number,
                "no interval of --aggregate-interval: its time is impossible (is it a log of transactions?)",
            )
        buffered.append(sample)
        if context.interval_s is None and len(buffered) < 2:
            continue
        if context.interval_s is None:
            context.interval_s = float(buffered[1].starts_s - buffered[0].starts_s)
        yield from (_aggregate_row(each, context, thread) for each in buffered)
        buffered.clear()
    if buffered:
        raise LineProblem(lines.number, "one line does not tell the interval: give it (`interval: 10s`)")


def _aggregate_row(sample: Any, context: Context, thread: int) -> Row:
    values = {name: value for name, value in sample._asdict().items() if name != "starts_s" and value is not None}
    at = from_micros(sample.starts_s * 1_000_000)
    return Row(
        "pgbench_aggregate",
        {"at": at, "script_group": context.group, "thread": thread, "interval_s": context.interval_s} | values,
    )


def read_logs(paths: list[Path], context: Context) -> Rows:
    """raw.latency_histograms of all threads' transaction logs, and progress a second where no progress file tells it."""
    totals = LogTotals()
    for path in paths:
        try:
            with open_bytes(path) as stream:
                add_log(stream, totals)
        except LineProblem as problem:
            raise problem.within(path) from None
    for (second, script, number), transactions in sorted(totals.histograms.items()):
        lower, upper = bucket_bounds(number)
        yield Row("latency_histograms", {
            "at": from_micros(second * 1_000_000), "script_group": context.group, "script": script, "lower_us": lower,
            "upper_us": upper, "transactions": transactions, "sampling_rate": context.sampling_rate,
        })  # fmt: skip
    if "pgbench_progress" not in context.siblings:
        yield from _progress_of(totals, context)


#: A second of which the load covers less than this gives no speed: a handful of transactions in a few milliseconds.
_SHORTEST_S = 0.5


def _progress_of(totals: LogTotals, context: Context) -> Rows:
    """A second's speed and latencies over all scripts; seconds without a transaction are there with zero."""
    if not totals.seconds:
        return
    rate = context.sampling_rate
    for second in range(min(totals.seconds), max(totals.seconds) + 1):
        covered = min(second + 1, totals.ended_s) - max(second, totals.began_s)
        if covered < _SHORTEST_S:
            continue
        sums = totals.seconds.get(second, Second())
        count = sums.transactions
        mean = sums.latency_us / count if count else None
        spread = max(0.0, sums.latency_2_us2 / count - mean**2) ** 0.5 if mean is not None else None
        yield Row("pgbench_progress", {
            "at": from_micros((second + 1) * 1_000_000), "script_group": context.group, "interval_s": round(covered, 6),
            "tps": count / rate / covered, "latency_ms": None if mean is None else mean / 1e3,
            "latency_stddev_ms": None if spread is None else spread / 1e3, "failed": round(sums.failed / rate),
            "skipped": round(sums.skipped / rate), "retried": round(sums.retried / rate), "retries": round(sums.retries / rate),
            "schedule_lag_ms": sums.lag_us / sums.lags / 1e3 if sums.lags else None, "clients": context.clients,
        })  # fmt: skip
