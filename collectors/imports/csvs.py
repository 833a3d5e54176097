"""Reads the CSV kinds of one run that are not series: settings, wait events, statements."""

import csv
import difflib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from collectors.imports.clocks import instant
from collectors.imports.rows import Context, Row, Rows
from collectors.imports.text import Lines
from collectors.lines import LineProblem, shown

#: The family of live collection whose samples these are (raw.ticks).
FAMILY = "activity_waits"


def _records(
    lines: Lines, required: tuple[str, ...], optional: tuple[str, ...], others_allowed: bool
) -> Iterator[dict[str, str]]:
    """The lines of a CSV with a header, by column. Errors: LineProblem."""
    first = next(lines, None)
    if first is None or not first.strip():
        raise LineProblem(1, "the file is empty")
    delimiter = max(",;\t|", key=first.count)
    lines.push_back(first)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        names = [name.strip().lower() for name in next(reader)]
        _check_names(names, required, optional, others_allowed)
        for fields in reader:
            if not fields:
                continue
            if len(fields) != len(names):
                said = shown(delimiter.join(fields))
                raise LineProblem(lines.number, f"has {len(fields)} fields where the header has {len(names)}: {said}")
            yield dict(zip(names, fields, strict=True))
    except csv.Error as error:
        raise LineProblem(lines.number, f"is no line of a CSV ({error})") from None


def _check_names(names: list[str], required: tuple[str, ...], optional: tuple[str, ...], others_allowed: bool) -> None:
    for name in required:
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1, cutoff=0.0)
            raise LineProblem(1, f"there is no column {name!r}; the nearest is {near[0] if near else 'none'!r}")
    for name in names:
        if name not in (*required, *optional) and not others_allowed:
            near = difflib.get_close_matches(name, [*required, *optional], n=1, cutoff=0.0)
            raise LineProblem(1, f"unknown column {name!r}; the nearest known one is {near[0]!r}")


_SETTING_TEXTS = ("unit", "vartype", "context", "source", "boot_val", "min_val", "max_val")


def read_settings(lines: Lines, context: Context) -> Rows:
    """raw.settings from `\\copy (select * from pg_settings) to … csv header`; columns that we do not keep are passed over."""
    at = context.started_at or context.imported_at
    for record in _records(lines, ("name", "setting"), _SETTING_TEXTS, others_allowed=True):
        if not record["name"]:
            raise LineProblem(lines.number, "a setting without a name")
        pending = record.get("pending_restart", "")
        values: dict[str, Any] = {"at": at, "moment": "active", "name": record["name"], "setting": record["setting"]}
        values |= {name: record.get(name) or None for name in _SETTING_TEXTS}
        values["pending_restart"] = None if not pending else pending[0].lower() == "t"
        if record["name"] == "server_version":
            context.environment["pg_version"] = record["setting"]
        context.defaults[record["name"]] = record.get("boot_val") or None
        yield Row("settings", values)


def read_wait_events(lines: Lines, context: Context) -> Rows:
    """raw.activity_waits from at, type, event, state, backends; and how many instants a second has, in raw.ticks.

    An empty type is a backend that waits for nothing (it is on the CPU). An instant with no active backend is a line with backends 0.
    """
    seconds: Counter[Any] = Counter()
    last = None
    for record in _records(lines, ("at", "type", "event", "backends"), ("state",), others_allowed=False):
        at = _instant(record["at"], lines, context)
        backends = _whole(record["backends"], lines)
        if at != last:
            seconds[at.replace(microsecond=0)] += 1
            last = at
        if backends:
            yield Row("activity_waits", {
                "at": at, "backend_type": "client backend", "state": record.get("state") or "active",
                "wait_event_type": _none(record["type"]), "wait_event": _none(record["event"]), "backends": backends,
            })  # fmt: skip
    # What the sampler that wrote the file meant to take is not known: each instant that is there was expected.
    for at, taken in sorted(seconds.items()):
        yield Row("ticks", {"at": at, "family": FAMILY, "expected": taken, "taken": taken, "late": 0, "missed": 0})


def _none(text: str) -> str | None:
    return None if text.strip() in ("", "CPU", "NULL", "\\N", "None") else text.strip()


def read_statements(lines: Lines, context: Context) -> Rows:
    """raw.stat_statements from at, queryid, calls, rows, total_ms: cumulative, as pg_stat_statements gives them."""
    for record in _records(lines, ("at", "queryid", "calls", "rows", "total_ms"), (), others_allowed=False):
        yield Row("stat_statements", {
            "at": _instant(record["at"], lines, context), "queryid": _whole(record["queryid"], lines),
            "calls": _whole(record["calls"], lines), "rows": _whole(record["rows"], lines),
            "total_exec_ms": _real(record["total_ms"], lines),
        })  # fmt: skip


def _instant(text: str, lines: Lines, context: Context) -> Any:
    try:
        return instant(text, context.started_at)
    except (ValueError, OverflowError) as error:
        raise LineProblem(lines.number, str(error)) from None


def _whole(text: str, lines: Lines) -> int:
    try:
        value = int(text)
    except ValueError:
        raise LineProblem(lines.number, f"{shown(text)} is not a whole number") from None
    if not -(2**63) <= value < 2**63:
        raise LineProblem(lines.number, f"{shown(text)} does not fit 64 bits")
    return value


def _real(text: str, lines: Lines) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("inf")
    if value - value != 0:
        raise LineProblem(lines.number, f"{shown(text)} is not a number")
    return value
