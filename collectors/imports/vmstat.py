"""Reads vmstat's texts (procps 3 and 4), with -t, -w, -a and -S, as printed; sizes become kB."""

import re
from datetime import UTC, datetime, tzinfo
from typing import Any

from collectors.imports.clocks import zone
from collectors.imports.rows import Context, Row, Rows
from collectors.imports.text import Lines
from collectors.lines import LineProblem, shown

_SIZES = {
    "swpd": "swpd_kb",
    "free": "free_kb",
    "buff": "buff_kb",
    "cache": "cache_kb",
    "inact": "inact_kb",
    "active": "active_kb",
}
_RATES = {
    "si": "si_kb_per_s",
    "so": "so_kb_per_s",
    "bi": "bi_kb_per_s",
    "bo": "bo_kb_per_s",
    "in": "in_per_s",
    "cs": "cs_per_s",
}
_SHARES = {"us": "us_pct", "sy": "sy_pct", "id": "id_pct", "wa": "wa_pct", "st": "st_pct", "gu": "gu_pct"}
COLUMNS = {"r": "r", "b": "b"} | _SIZES | _RATES | _SHARES
_WHOLE = frozenset({"r", "b", *_SIZES})
#: -S converts sizes and swapping, not blocks. The text does not say so: the manifest does.
_CONVERTED = frozenset({*_SIZES, "si", "so"})
_UNITS_KB = {"k": 1000 / 1024, "K": 1.0, "m": 1e6 / 1024, "M": 1024.0}
_STAMP = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?: (\S+))?$")


def read_vmstat(lines: Lines, context: Context) -> Rows:
    """raw.vmstat. The first report is the average since boot. Errors: LineProblem."""
    columns: list[str] = []
    here: tzinfo = UTC
    position = -1
    for line in lines:
        text = line.strip()
        if not text or text == "^C" or re.match(r"-*procs\b", text):
            continue
        fields = text.split()
        if fields[:2] == ["r", "b"]:
            columns, zone_name = _header(fields, lines.number)
            here = _zone(zone_name, context)
        elif not columns:
            raise LineProblem(lines.number, f"not a line of vmstat, whose header is expected here: {shown(text)}")
        else:
            position += 1
            yield _sample(fields, columns, here, position, lines, context)


def _header(fields: list[str], number: int) -> tuple[list[str], str | None]:
    columns = [name for name in fields if name in COLUMNS]
    zone_name = fields[len(columns) :]
    if fields[: len(columns)] != columns or len(zone_name) > 1 or not {"swpd", "free", "bi", "us"} <= set(columns):
        raise LineProblem(number, f"vmstat's columns are not known: {shown(' '.join(fields))}")
    return columns, zone_name[0] if zone_name else None


def _zone(name: str | None, context: Context) -> tzinfo:
    found = zone(name or "UTC")
    if found is None:
        context.warn(f"the time zone {name!r} means several offsets: times are taken as UTC")
    return found or UTC


def _sample(fields: list[str], columns: list[str], here: tzinfo, position: int, lines: Lines, context: Context) -> Row:
    values, rest = fields[: len(columns)], " ".join(fields[len(columns) :])
    stamp = _STAMP.match(rest)
    if len(values) < len(columns) or (rest and stamp is None):
        raise LineProblem(
            lines.number,
            f"has {len(fields)} columns where vmstat's header has {len(columns)} (cut off?): {shown(' '.join(fields))}",
        )
    if stamp is None and lines.stamp is not None:
        at = lines.stamp
    elif stamp is None:
        at = context.tick(lines.number, position)
    else:
        own = _zone(stamp[3], context) if stamp[3] else here
        at = datetime.fromisoformat(f"{stamp[1]}T{stamp[2]}").replace(tzinfo=own).astimezone(UTC)
    row: dict[str, Any] = {"at": at, "is_since_boot": position == 0 and context.is_since_boot is not False}
    factor = _UNITS_KB[context.unit]
    for name, value in zip(columns, values, strict=True):
        if not value.isdecimal():
            raise LineProblem(lines.number, f"{shown(value)} is not a whole number")
        number = int(value) * (factor if name in _CONVERTED else 1)
        row[COLUMNS[name]] = round(number) if name in _WHOLE else float(number)
    return Row("vmstat", row)
