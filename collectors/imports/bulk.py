"""Reads the CSV kinds of one run that grow long (wait events, statements) by blocks of columns."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

import numpy as np

from collectors.imports import series
from collectors.imports.binary import Column, Fixed, Ints, Text
from collectors.imports.clocks import from_micros
from collectors.imports.rows import Context, Row
from collectors.imports.series import Block, Header, Layout
from collectors.lines import LineProblem

#: The family of live collection whose samples wait events are (raw.ticks).
FAMILY = "activity_waits"


@dataclass(frozen=True)
class Bulk:
    """Rows of one table by columns, in the order of the table's columns after `at`; `at_us` in microseconds since 1970."""

    table: str
    at_us: Ints
    columns: list[Column]


def read_wait_events(stream: IO[bytes], context: Context) -> Iterator[Bulk | Row]:
    """raw.activity_waits from at, type, event, state, backends; and how many instants a second has, in raw.ticks.

    An empty type is a backend that waits for nothing (it is on the CPU). An instant with no active backend is a line with backends 0.
    """
    header, at = _header(stream, ("at", "type", "event", "backends"), ("state",))
    state = at.get("state")
    texts = [at["at"], at["type"], at["event"], *([] if state is None else [state])]
    seen: list[Ints] = []
    for block in series.read_blocks(stream, header, Layout(texts, [], [at["backends"]])):
        at_us = series.instants(block, at["at"], context.started_at)
        seen.append(np.unique(at_us))
        backends = block.frame[at["backends"]].to_numpy(dtype=np.int64)
        _check_backends(block, backends)
        kept = np.flatnonzero(backends)
        columns: list[Column] = [
            Text([b"client backend"], np.zeros(len(kept), dtype=np.int64)),
            Text([b"active"], np.zeros(len(kept), dtype=np.int64))
            if state is None
            else _text(block, state, kept, b"active"),
            _text(block, at["type"], kept, None),
            _text(block, at["event"], kept, None),
            Fixed(">i4", backends[kept]),
        ]
        yield Bulk("activity_waits", at_us[kept], columns)
    # What the sampler that wrote the file meant to take is not known: each instant that is there was expected.
    seconds, counts = np.unique(np.unique(np.concatenate(seen)) // 1_000_000, return_counts=True)
    for second, taken in zip(seconds.tolist(), counts.tolist(), strict=True):
        instant = from_micros(second * 1_000_000)
        yield Row("ticks", {"at": instant, "family": FAMILY, "expected": taken, "taken": taken, "late": 0, "missed": 0})


def read_statements(stream: IO[bytes], context: Context) -> Iterator[Bulk | Row]:
    """raw.stat_statements from at, queryid, calls, rows, total_ms: cumulative, as pg_stat_statements gives them."""
    names = ("queryid", "calls", "rows")
    header, at = _header(stream, ("at", *names, "total_ms"), ())
    for block in series.read_blocks(stream, header, Layout([at["at"]], [at["total_ms"]], [at[name] for name in names])):
        total_ms = block.frame[at["total_ms"]].to_numpy(dtype=np.float64)
        columns: list[Column] = [Fixed(">i8", block.frame[at[name]].to_numpy(dtype=np.int64)) for name in names]
        columns.append(Fixed(">f8", total_ms, np.isnan(total_ms)))
        yield Bulk("stat_statements", series.instants(block, at["at"], context.started_at), columns)


def _header(stream: IO[bytes], required: tuple[str, ...], optional: tuple[str, ...]) -> tuple[Header, dict[str, int]]:
    """The header and the position of each column. Errors: LineProblem for one that is missing or unknown."""
    header = series.read_header(stream)
    known = (*required, *optional)
    for name in header.names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0.0)
            raise LineProblem(1, f"unknown column {name!r}; the nearest known one is {near[0]!r}")
    for name in required:
        if name not in header.names:
            raise LineProblem(1, f"there is no column {name!r}; needed are {', '.join(required)}")
    return header, {name: position for position, name in enumerate(header.names)}


def _text(block: Block, column: int, rows: Ints, empty: bytes | None) -> Text:
    """A column of some rows; what means "nothing" becomes `empty`."""
    categorical = block.frame[column].cat
    texts: list[bytes | None] = []
    for category in categorical.categories:
        bare = str(category).strip()
        texts.append(empty if bare in _NOTHING else bare.encode())
    return Text(texts, categorical.codes.to_numpy().astype(np.int64)[rows])


_NOTHING = frozenset({"", "CPU", "NULL", "None", "\\N"})


def _check_backends(block: Block, backends: Any) -> None:
    wrong = (backends < 0) | (backends >= 1 << 31)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise LineProblem(int(block.lines[row]), f"{int(backends[row])} is no number of backends")
