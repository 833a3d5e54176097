"""Reads pg_settings as psql writes it in CSV."""

import csv
import difflib
from collections.abc import Iterator
from typing import Any

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
