"""Counts pgbench's transaction logs by second and latency bucket, some millions of lines a second."""

import io
import math
from collections import Counter
from dataclasses import dataclass, field
from typing import IO, Any

import numpy as np
import pandas as pd

from collectors.imports.clocks import FIRST_EPOCH_S
from collectors.imports.text import read_block
from collectors.lines import LineProblem
from collectors.pgbench import BUCKET_RATIO, parse_transactions


@dataclass
class Second:
    """Sums of one second. `lags` counts the transactions that tell their lag."""

    transactions: int = 0
    failed: int = 0
    skipped: int = 0
    latency_us: float = 0.0
    latency_2_us2: float = 0.0
    lag_us: float = 0.0
    lags: int = 0
    retries: int = 0
    retried: int = 0


@dataclass
class LogTotals:
    """What is kept of all threads' logs; memory grows with seconds, not with transactions.

    `began_s`, `ended_s`: when the first transaction began and the last one ended, Unix time.
    """

    seconds: dict[int, Second] = field(default_factory=dict)
    histograms: Counter[tuple[int, int, int]] = field(default_factory=Counter)  # (second, script, bucket)
    began_s: float = math.inf
    ended_s: float = -math.inf


def add_log(stream: IO[bytes], totals: LogTotals) -> None:
    """Adds one thread's log. Errors: LineProblem."""
    first = 1
    seventh = "lag"
    while raw := read_block(stream, first):
        seventh = _seventh(raw) if first == 1 else seventh
        lines = raw.count(b"\n") + (not raw.endswith(b"\n"))
        frame = _frame(raw, lines)
        if frame is None:
            frame = _frame_slowly(raw, first, seventh)
        elif seventh == "retries":
            frame = frame.rename(columns={"lag": "retries"})
        _check(frame, first)
        _count(frame, totals)
        first += lines
    if first == 1:
        raise LineProblem(1, "the file is empty")


def _frame(raw: bytes, lines: int) -> pd.DataFrame | None:
    """The lines at once; None where something is unusual (failures, a version of its own) and each line must be looked at."""
    width = len(raw[: raw.find(b"\n") + 1 or None].split())
    if width not in (6, 7) or raw.count(b" ") != lines * (width - 1):
        return None
    names = ["client", "number", "latency", "script", "second", "micro", "lag"][:width]
    try:
        frame = pd.read_csv(
            io.BytesIO(raw), header=None, names=names, sep=" ", engine="c", na_filter=False, index_col=False, skip_blank_lines=False,
            dtype={name: "float64" if name in ("latency", "lag") else "int64" for name in names},
        )  # fmt: skip
    except (ValueError, OverflowError):
        return None
    if len(frame) != lines or not np.isfinite(frame["latency"].to_numpy()).all():
        return None
    frame["outcome"] = "done"
    return frame


def _seventh(raw: bytes) -> str:
    """What a lone seventh column is: with -R the lag in microseconds, which is hardly ever 0; with --max-tries the retries, which mostly are."""
    values = [fields[6] for line in raw[:100_000].splitlines()[:-1] if len(fields := line.split()) == 7]
    return "retries" if values and values.count(b"0") * 2 > len(values) else "lag"


def _frame_slowly(raw: bytes, first: int, seventh: str) -> pd.DataFrame:
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise LineProblem(first + raw[: error.start].count(b"\n"), "is not text of a transaction log") from None
    try:
        rows: list[Any] = list(parse_transactions(text.splitlines(), seventh))
    except LineProblem as problem:
        raise LineProblem(first + problem.line - 1, problem.problem) from None
    frame = pd.DataFrame(rows, columns=["second", "micro", "script", "latency", "outcome", "lag", "retries"])
    return frame.astype({"latency": "float64", "lag": "float64", "retries": "float64"})


def _check(frame: pd.DataFrame, first: int) -> None:
    """An aggregate log has six whole numbers as well: its columns are no times."""
    wrong = (
        ~frame["second"].between(FIRST_EPOCH_S, 1e11) | ~frame["micro"].between(0, 999_999) | ~frame["script"].between(0, _SCRIPTS - 1)
        | (frame["latency"] < 0)
    )  # fmt: skip
    if wrong.any():
        line = first + int(np.argmax(wrong.to_numpy()))
        raise LineProblem(
            line, "no transaction of pgbench --log: its time or script is impossible (is it an aggregate log?)"
        )


def _count(frame: pd.DataFrame, totals: LogTotals) -> None:
    latency = frame["latency"].to_numpy(dtype=np.float64)
    second = frame["second"].to_numpy(dtype=np.int64)
    script = frame["script"].to_numpy(dtype=np.int64)
    outcome = frame["outcome"].to_numpy()
    ended = second + frame["micro"].to_numpy(dtype=np.float64) / 1e6
    totals.began_s = min(totals.began_s, float(np.min(ended - np.nan_to_num(latency) / 1e6)))
    totals.ended_s = max(totals.ended_s, float(np.max(ended)))
    is_done = ~np.isnan(latency)
    # The same buckets as collectors.pgbench.bucket(): everything up to 1 µs is in bucket 0.
    buckets = (np.log(np.maximum(latency[is_done], 1.0)) / math.log(BUCKET_RATIO)).astype(np.int64)
    keys, counts = np.unique((second[is_done] * _SCRIPTS + script[is_done]) * _BUCKETS + buckets, return_counts=True)
    for key, count in zip(keys.tolist(), counts.tolist(), strict=True):
        rest, number = divmod(key, _BUCKETS)
        totals.histograms[(*divmod(rest, _SCRIPTS), number)] += count
    lag = frame["lag"].to_numpy(dtype=np.float64) if "lag" in frame else np.full(len(frame), np.nan)
    retries = np.nan_to_num(frame["retries"].to_numpy(dtype=np.float64)) if "retries" in frame else np.zeros(len(frame))
    has_lag = ~np.isnan(lag) & (outcome != "skipped")
    parts = {
        "transactions": is_done, "skipped": outcome == "skipped", "failed": ~is_done & (outcome != "skipped"), "lags": has_lag,
        "latency_us": np.where(is_done, latency, 0.0), "latency_2_us2": np.where(is_done, latency**2, 0.0),
        "lag_us": np.where(has_lag, lag, 0.0),
        "retries": retries,
        "retried": retries > 0,
    }  # fmt: skip
    distinct, inverse = np.unique(second, return_inverse=True)
    sums = {name: np.bincount(inverse, weights=weights.astype(np.float64)) for name, weights in parts.items()}
    for position, at in enumerate(distinct):
        target = totals.seconds.setdefault(int(at), Second())
        for name, column in sums.items():
            value = column[position]
            setattr(target, name, getattr(target, name) + (float(value) if name in _REALS else int(value)))


#: Larger than any number of a script or bucket, so that one whole number holds second, script and bucket.
_SCRIPTS, _BUCKETS = 1 << 10, 1 << 11
_REALS = frozenset({"latency_us", "latency_2_us2", "lag_us"})
