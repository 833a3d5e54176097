"""Reads a server's log of any log_line_prefix, in any of its three forms; what happened is told apart as in live collection."""

import csv
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime

from collectors.imports.clocks import from_micros, zone
from collectors.imports.rows import Context, Row, Rows
from collectors.imports.text import LONGEST_LINE, Lines
from collectors.lines import LineProblem, shown
from collectors.log_events import event_of
from collectors.server_log import LogLine

#: Severities and the parts of an entry, as lc_messages may translate them.
_WORDS = {
    "LOG": "LOG", "ERROR": "ERROR", "FATAL": "FATAL", "PANIC": "PANIC", "WARNING": "WARNING", "NOTICE": "NOTICE", "INFO": "INFO",
    "DEBUG": "DEBUG", "DEBUG1": "DEBUG1", "DEBUG2": "DEBUG2", "DEBUG3": "DEBUG3", "DEBUG4": "DEBUG4", "DEBUG5": "DEBUG5",
    "DETAIL": "", "HINT": "", "CONTEXT": "", "STATEMENT": "", "QUERY": "", "LOCATION": "", "BACKTRACE": "",
    "СООБЩЕНИЕ": "LOG", "ОШИБКА": "ERROR", "ВАЖНО": "FATAL", "ПАНИКА": "PANIC", "ПРЕДУПРЕЖДЕНИЕ": "WARNING", "ЗАМЕЧАНИЕ": "NOTICE",
    "ИНФОРМАЦИЯ": "INFO", "ПОДРОБНОСТИ": "", "ПОДСКАЗКА": "", "КОНТЕКСТ": "", "ОПЕРАТОР": "", "ЗАПРОС": "",
    "FEHLER": "ERROR", "WARNUNG": "WARNING", "HINWEIS": "NOTICE", "ANWEISUNG": "", "TIPP": "", "ZUSAMMENHANG": "",
    "ERREUR": "ERROR", "ATTENTION": "WARNING", "DÉTAIL": "", "INSTRUCTION": "", "CONTEXTE": "", "ASTUCE": "",
    "日志": "LOG", "错误": "ERROR", "警告": "WARNING", "致命错误": "FATAL", "语句": "", "详细信息": "", "提示": "", "上下文": "",
}  # fmt: skip
_ENTRY = re.compile(
    rf"(?:^|(?<=[\s:\],>|)]))({'|'.join(sorted(_WORDS, key=len, reverse=True))}):  ?(?:([0-9A-Z]{{5}}): )?(.*)",
    re.DOTALL,
)
_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:[.,]\d+)?)(?: ?((?:[A-Z][A-Za-z]*/[A-Za-z_/]+)|[A-Z]{1,5}\b|[+-]\d\d(?::?\d\d)?))?"
)
_EPOCH = re.compile(r"(?<![\d.])(\d{10}\.\d{3})(?![\d.])")
_SQLSTATE = re.compile(r"(?<![0-9A-Z])(\d[0-9A-Z]{4}|[A-Z]{2}\d{3}|XX00\d|P000\d|F0000|HV\d{3})(?![0-9A-Za-z])")


def read_log(lines: Lines, context: Context) -> Rows:
    """raw.log_events. Errors: LineProblem when it is no log of PostgreSQL, or its lines tell no time."""
    first = next(lines, None)
    if first is None:
        raise LineProblem(1, "the file is empty")
    lines.push_back(first)
    if first.startswith("{"):
        entries = _json_entries(lines, context)
    elif re.match(r"\d{4}-\d\d-\d\d [^,]+,[^,]*,[^,]*,\d+,", first):
        entries = _csv_entries(lines, context)
    else:
        entries = _text_entries(lines, context)
    counted = 0
    for entry in entries:
        counted += 1
        if "PostgreSQL " in entry.message and (found := re.search(r"PostgreSQL (\d+(?:\.\d+)*)", entry.message)):
            context.environment.setdefault("pg_version", found[1])
        event = event_of(entry)
        if event is not None:
            yield Row("log_events", {
                "at": event.at, "kind": event.kind, "severity": event.severity, "sqlstate": event.sqlstate,
                "message": event.message, "detail": event.detail,
            })  # fmt: skip
    if not counted:
        raise LineProblem(max(lines.number, 1), "no entry of a PostgreSQL log in it")
    context.is_silent = True  # a log in which nothing of interest happened is a log


def _instant(text: str, context: Context) -> datetime | None:
    found = _TIME.search(text)
    if found is None:
        epoch = _EPOCH.search(text)
        return None if epoch is None else from_micros(round(float(epoch[1]) * 1e6))
    try:
        at = datetime.fromisoformat(f"{found[1]}T{found[2].replace(',', '.')}")
    except ValueError:
        return None
    here = zone(found[3] or "UTC")
    if here is None:
        context.warn(f"the time zone {found[3]!r} of the server's log is not known: its times are taken as UTC")
    return at.replace(tzinfo=here or UTC).astimezone(UTC)


def _json_entries(lines: Lines, context: Context) -> Iterator[LogLine]:
    for line in lines:
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except ValueError:
            raise LineProblem(lines.number, f"no entry of jsonlog (cut off?): {shown(line)}") from None
        at = _instant(str(entry.get("timestamp", "")), context) if isinstance(entry, dict) else None
        if at is None:
            raise LineProblem(lines.number, f"an entry of jsonlog without its time: {shown(line)}")
        yield LogLine(
            at,
            str(entry.get("error_severity", "LOG")),
            entry.get("state_code"),
            str(entry.get("message", "")),
            entry.get("backend_type"),
        )


def _csv_entries(lines: Lines, context: Context) -> Iterator[LogLine]:
    # The longest field is as long as the longest line: a quote that is never closed must not fill memory.
    csv.field_size_limit(LONGEST_LINE)
    try:
        for fields in csv.reader((line + "\n" for line in lines), strict=True):
            if not fields:
                continue
            at = _instant(fields[0], context) if len(fields) >= 22 else None
            if at is None:
                raise LineProblem(lines.number, f"no entry of csvlog (cut off?): {shown(','.join(fields))}")
            yield LogLine(at, fields[11], fields[12] or None, fields[13], fields[23] if len(fields) > 23 else None)
    except csv.Error as error:
        raise LineProblem(lines.number, f"no entry of csvlog (cut off?): {error}") from None


#: Lines of a message beyond this are not kept: only its beginning says what happened.
_MOST_CONTINUED = 40


def _text_entries(lines: Lines, context: Context) -> Iterator[LogLine]:
    """Entries of the text form. A line without time and severity goes on with the entry before it."""
    current: LogLine | None = None
    continued = 0
    is_first = True
    for line in lines:
        found = None if line.startswith("\t") else _ENTRY.search(line)
        if found is None:
            if is_first and line.strip() and not line.startswith(("\t", " ")):
                raise LineProblem(lines.number, f"no entry of a PostgreSQL log: {shown(line)}")
            continued += 1
            if current is not None and continued <= _MOST_CONTINUED:
                current = LogLine(current.at, current.severity, current.sqlstate, f"{current.message}\n{line.strip()}")
            continue
        is_first = False
        prefix, severity = line[: found.start()], _WORDS[found[1]]
        if not severity:  # DETAIL, HINT, STATEMENT …: may hold a user's data
            if current is not None:
                yield current
            current, continued = None, 0
            continue
        if current is not None:
            yield current
        at = _instant(prefix, context)
        if at is None:
            raise LineProblem(lines.number, f"log_line_prefix tells no time (%m, %t or %n is needed): {shown(line)}")
        state = found[2] or (states[0] if (states := _SQLSTATE.findall(_without_time(prefix))) else None)
        current, continued = LogLine(at, severity, state, found[3]), 0
    if current is not None:
        yield current


def _without_time(prefix: str) -> str:
    return re.sub(r"\d{4}-\d\d-\d\d[ T][\d:.,]+", " ", prefix)
