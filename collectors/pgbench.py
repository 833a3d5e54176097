"""Reads what pgbench writes: progress, aggregate logs, transaction logs and the summary. Pure functions, lines in, samples out.

Formats: doc/src/sgml/ref/pgbench.sgml of PostgreSQL 9.4 to 18. Latencies are in the unit that pgbench prints:
milliseconds in progress and summary, microseconds in logs. Every parser raises `LineProblem` at the first line that
its format does not allow; a line that begins with "progress:" must be one.
"""

import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from collectors.lines import LineProblem, shown

#: Above this a progress clock is an epoch (--progress-timestamp), below it seconds since the start of the load.
FIRST_EPOCH_S = 1e9


class ProgressSample(NamedTuple):
    """One report of -P. `clock_s`: Unix time with --progress-timestamp (`is_epoch`), otherwise seconds since the start."""

    clock_s: float
    is_epoch: bool
    tps: float
    latency_ms: float | None
    latency_stddev_ms: float | None
    failed: int | None
    schedule_lag_ms: float | None
    skipped: int | None
    retried: int | None
    retries: int | None


_NUMBER = r"(-?nan|[-+]?\d+(?:\.\d+)?)"
_PROGRESS = re.compile(
    rf"progress: (\d+(?:\.\d+)?) s, {_NUMBER} tps, lat {_NUMBER} ms(?: stddev {_NUMBER})?"
    rf"(?:, (\d+) failed)?(?:, lag {_NUMBER} ms)?(?:, (\d+) skipped)?(?:, (\d+) retried, (\d+) retries)?\s*$"
)


def parse_progress(lines: Iterable[str]) -> Iterator[ProgressSample]:
    """The progress reports among `lines`; pgbench's other messages (vacuum, warnings, NOTICEs) are passed over."""
    for position, line in enumerate(lines, 1):
        if not line.startswith("progress:"):
            continue
        found = _PROGRESS.match(line)
        if found is None:
            raise LineProblem(position, f"not a progress report of pgbench: {shown(line.rstrip())}")
        clock, tps, latency, stddev, failed, lag, skipped, retried, retries = found.groups()
        clock_s = float(clock)
        yield ProgressSample(
            clock_s, clock_s >= FIRST_EPOCH_S, _real(tps) or 0.0, _real(latency), _real(stddev),
            _whole(failed), _real(lag), _whole(skipped), _whole(retried), _whole(retries),
        )  # fmt: skip


class AggregateSample(NamedTuple):
    """One interval of one thread from --log --aggregate-interval. Latencies and lags in microseconds; None: not in this version."""

    starts_s: int
    transactions: int
    latency_sum_us: float
    latency_2_sum_us2: float
    latency_min_us: float
    latency_max_us: float
    lag_sum_us: float | None = None
    lag_2_sum_us2: float | None = None
    lag_min_us: float | None = None
    lag_max_us: float | None = None
    skipped: int | None = None
    retried: int | None = None
    retries: int | None = None
    serialization_failures: int | None = None
    deadlock_failures: int | None = None


#: 6 columns; with -R 10; with -R and -L 11 (up to 14); always 15 from version 15 on.
AGGREGATE_WIDTHS = (6, 10, 11, 15)


def parse_aggregate(lines: Iterable[str]) -> Iterator[AggregateSample]:
    """The intervals of one thread's aggregate log, as pgbench 9.4 to 18 write them."""
    for position, line in enumerate(lines, 1):
        fields = line.split()
        width = len(fields)
        if width not in AGGREGATE_WIDTHS:
            raise LineProblem(
                position, f"an aggregate log has 6, 10, 11 or 15 columns, not {width}: {shown(line.rstrip())}"
            )
        try:
            values: list[Any] = [int(fields[0]), int(fields[1]), *map(float, fields[2:10]), *map(int, fields[10:])]
            yield AggregateSample._make(values + [None] * (15 - width))
        except ValueError:
            raise LineProblem(position, f"not numbers of an aggregate log: {shown(line.rstrip())}") from None


class Transaction(NamedTuple):
    """One transaction of --log. `latency_us` is None when it was skipped or failed (`outcome` says which)."""

    ended_at_s: int
    ended_at_us: int
    script: int
    latency_us: float | None
    outcome: str  # done, skipped, failed, serialization, deadlock
    lag_us: float | None
    retries: int | None


_OUTCOMES = {"skipped", "failed", "serialization", "deadlock"}


def parse_transactions(lines: Iterable[str], seventh: str = "lag") -> Iterator[Transaction]:
    """The transactions of one thread's log. `seventh` says what a lone seventh column is: "lag" (-R) or "retries" (--max-tries)."""
    for position, line in enumerate(lines, 1):
        fields = line.split()
        width = len(fields)
        if not 6 <= width <= 8:
            raise LineProblem(position, f"a transaction log has 6 to 8 columns, not {width}: {shown(line.rstrip())}")
        try:
            lag = float(fields[6]) if width == 8 or (width == 7 and seventh == "lag") else None
            retries = int(fields[-1]) if width == 8 or (width == 7 and seventh == "retries") else None
            is_done = fields[2] not in _OUTCOMES
            yield Transaction(
                int(fields[4]), int(fields[5]), int(fields[3]), float(fields[2]) if is_done else None,
                "done" if is_done else fields[2], lag, retries,
            )  # fmt: skip
        except ValueError:
            raise LineProblem(position, f"not numbers of a transaction log: {shown(line.rstrip())}") from None


#: Width of a latency bucket: 5% keeps a percentile within 2.5% of its value with about 200 buckets from 1 µs to 20 ms.
BUCKET_RATIO = 1.05
_LOG_RATIO = math.log(BUCKET_RATIO)


def bucket(latency_us: float) -> int:
    """The number of the latency bucket: bucket b holds [1.05^b, 1.05^(b+1)) µs; everything below 1 µs is in bucket 0."""
    return int(math.log(latency_us) / _LOG_RATIO) if latency_us > 1 else 0


def bucket_bounds(number: int) -> tuple[float, float]:
    """Lower and upper bound of a bucket in µs."""
    return (0.0 if number == 0 else BUCKET_RATIO**number, BUCKET_RATIO ** (number + 1))


class SecondSums:
    """Sums of one second and script over all threads' transaction logs; the columns of an aggregate log."""

    __slots__ = ("deadlocks", "has_lag", "has_retries", "lag", "lag_2", "lag_max", "lag_min", "latency", "latency_2",
                 "latency_max", "latency_min", "retried", "retries", "serializations", "skipped", "transactions")  # fmt: skip

    def __init__(self) -> None:
        self.transactions = self.skipped = self.retried = self.retries = self.serializations = self.deadlocks = 0
        self.latency = self.latency_2 = self.latency_max = self.lag = self.lag_2 = self.lag_max = 0.0
        self.latency_min = self.lag_min = math.inf
        self.has_lag = self.has_retries = False

    def add(self, transaction: Transaction) -> None:
        """Counts one transaction. A lag is counted whether or not the transaction succeeded, as pgbench does."""
        if transaction.lag_us is not None:
            self.has_lag = True
            if transaction.outcome != "skipped":
                self.lag += transaction.lag_us
                self.lag_2 += transaction.lag_us**2
                self.lag_min = min(self.lag_min, transaction.lag_us)
                self.lag_max = max(self.lag_max, transaction.lag_us)
        if transaction.retries is not None:
            self.has_retries = True
            self.retries += transaction.retries
            self.retried += transaction.retries > 0
        if transaction.latency_us is not None:
            self.transactions += 1
            self.latency += transaction.latency_us
            self.latency_2 += transaction.latency_us**2
            self.latency_min = min(self.latency_min, transaction.latency_us)
            self.latency_max = max(self.latency_max, transaction.latency_us)
        elif transaction.outcome == "skipped":
            self.skipped += 1
        elif transaction.outcome == "deadlock":
            self.deadlocks += 1
        else:
            self.serializations += 1

    def sample(self, second: int) -> AggregateSample:
        """As an aggregate log would say it; minima are 0 where nothing was counted."""
        lags = (self.lag, self.lag_2, _finite(self.lag_min), self.lag_max) if self.has_lag else (None,) * 4
        retries = (self.retried, self.retries) if self.has_retries else (None, None)
        return AggregateSample._make([
            second, self.transactions, self.latency, self.latency_2, _finite(self.latency_min), self.latency_max,
            *lags, self.skipped, *retries, self.serializations, self.deadlocks,
        ])  # fmt: skip


class TransactionTotals:
    """What is kept of transaction logs: sums a second and script, and latency histograms. Memory grows with seconds, not rows."""

    def __init__(self) -> None:
        self.seconds: dict[tuple[int, int], SecondSums] = {}  # (second, script)
        self.histograms: dict[tuple[int, int, int], int] = {}  # (second, script, bucket) -> transactions

    def add(self, transactions: Iterable[Transaction]) -> None:
        """Adds the transactions of one log to those of the others."""
        seconds, histograms, log = self.seconds, self.histograms, math.log
        for transaction in transactions:
            key = (transaction[0], transaction[2])
            sums = seconds.get(key)
            if sums is None:
                sums = seconds[key] = SecondSums()
            sums.add(transaction)
            latency = transaction[3]
            if latency is not None:
                cell = (*key, int(log(latency) / _LOG_RATIO) if latency > 1 else 0)
                histograms[cell] = histograms.get(cell, 0) + 1


def _finite(value: float) -> float:
    return value if math.isfinite(value) else 0.0


def _real(text: str | None) -> float | None:
    """A number; None for one that is missing or not a number (no transaction in the interval)."""
    if text is None or text.endswith("nan"):
        return None
    return float(text)


def _whole(text: str | None) -> int | None:
    return None if text is None else int(text)
