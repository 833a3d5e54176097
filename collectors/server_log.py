"""Reads PostgreSQL's own log: checkpoints, autovacuum, temporary files, lock waits, errors, restarts.

Three forms: jsonlog (15 on), csvlog, and stderr with the default prefix. Nothing that may hold a user's data is kept: of
errors the class and a text without literals, of statements nothing.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any


@dataclass(frozen=True)
class LogLine:
    """One entry of the log, whatever its form."""

    at: datetime
    severity: str
    sqlstate: str | None
    message: str
    backend_type: str | None = None


@dataclass(frozen=True)
class LogEvent:
    """A row of raw.log_events. `detail` holds numbers by name, units in the names."""

    at: datetime
    kind: str
    severity: str
    sqlstate: str | None
    message: str
    detail: dict[str, Any] = field(default_factory=dict)

    def row(self) -> dict[str, Any]:
        """Columns and values, without run and night."""
        return {
            "at": self.at, "kind": self.kind, "severity": self.severity, "sqlstate": self.sqlstate, "message": self.message,
            "detail": json.dumps(self.detail, sort_keys=True),
        }  # fmt: skip


# ---------------------------------------------------------------------------------------------- forms


def parse_jsonlog(lines: Iterable[str]) -> Iterator[LogLine]:
    """log_destination = jsonlog; a last line that is still being written is passed over."""
    for line in lines:
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        at = parse_time(entry.get("timestamp", ""))
        if at is not None:
            yield LogLine(
                at,
                entry.get("error_severity", ""),
                entry.get("state_code"),
                entry.get("message", ""),
                entry.get("backend_type"),
            )


#: Columns of csvlog (doc/src/sgml/config.sgml): log time 0, severity 11, SQLSTATE 12, message 13, backend type 23.
def parse_csvlog(lines: Iterable[str]) -> Iterator[LogLine]:
    """log_destination = csvlog."""
    for fields in csv.reader(lines):
        at = parse_time(fields[0]) if len(fields) > 13 else None
        if at is not None:
            yield LogLine(at, fields[11], fields[12] or None, fields[13], fields[23] if len(fields) > 23 else None)


_STDERR = re.compile(
    r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [A-Z][A-Za-z0-9+-]*) .*?"
    r"\b(DEBUG\d?|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC|DETAIL|HINT|CONTEXT|STATEMENT|QUERY):  (?:([0-9A-Z]{5}): )?(.*)"
)


def parse_stderr(lines: Iterable[str]) -> Iterator[LogLine]:
    """The text form; its prefix must hold the time (%m or %t), as the default does. Continued lines belong to the one before."""
    current: list[Any] | None = None
    for line in lines:
        found = _STDERR.match(line)
        if found is not None:
            if current is not None:
                yield LogLine(*current)
            at = parse_time(found[1])
            is_kept = at is not None and found[2] not in ("DETAIL", "HINT", "CONTEXT", "STATEMENT", "QUERY")
            current = [at, found[2], found[3], found[4]] if is_kept else None
        elif current is not None and line.startswith("\t"):
            current[3] += "\n" + line.strip()
    if current is not None:
        yield LogLine(*current)


def parse_time(text: str) -> datetime | None:
    """'2026-11-21 12:00:00.123 UTC' in UTC; None for a zone that is not an offset, UTC or GMT (a server's log_timezone should be UTC)."""
    found = re.match(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?) ?(\S*)", text)
    if found is None:
        return None
    zone = found[2]
    if zone in ("UTC", "GMT", "Z", ""):
        return datetime.fromisoformat(found[1]).replace(tzinfo=UTC)
    if re.fullmatch(r"[+-]\d\d(:?\d\d)?", zone):
        return datetime.fromisoformat(found[1] + (zone if len(zone) > 3 else zone + ":00")).astimezone(UTC)
    return None
