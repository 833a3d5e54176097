"""What the texts of iostat and sar have in common: the banner, the lines with times, numbers as people's locales write them."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

from collectors.imports.clocks import clock_time, sysstat_date
from collectors.imports.rows import Context
from collectors.imports.text import Lines
from collectors.lines import LineProblem, shown

_BANNER = re.compile(r"Linux\s+(\S+)\s+\((.*?)\)\s+(\S.*?)(?:\s+_(\S+)_)?(?:\s+\((\d+) CPU.*\))?\s*$")
_ISO = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)([+-]\d\d:?\d\d|Z)?$")
_STAMP = re.compile(r"(\S+?)\s+(\d{1,2}:\d\d:\d\d)(?:\s*(AM|PM))?$", re.IGNORECASE)
_CHINESE = re.compile(r"(\d{4}年\d{1,2}月\d{1,2}日)\s+(\d\d[时時]\d\d分\d\d秒)$")
_OLD = re.compile(r"(?:Time|Время|Zeit|Heure|Hora):\s*(\d{1,2}:\d\d:\d\d)(?:\s*(AM|PM))?$", re.IGNORECASE)
#: `date` between the reports, as scripts of cron write it.
_DATE_COMMAND = re.compile(
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) +(\d{1,2}) (\d\d:\d\d:\d\d) (?:(AM|PM) )?(\S+) (\d{4})$"
)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def banner(line: str, number: int, context: Context) -> date | None:
    """The day of a banner such as "Linux 6.1.0 (host)  03/04/2025  _x86_64_  (4 CPU)"; None when the line is none."""
    found = _BANNER.match(line)
    if found is None:
        return None
    context.environment.setdefault("kernel", found[1])
    if found[5]:
        context.environment.setdefault("cpu_cores", int(found[5]))
    try:
        return sysstat_date(found[3])
    except ValueError:
        raise LineProblem(number, f"the banner's date {found[3]!r} is of no known form") from None


def stamp(line: str, day: date | None) -> datetime | None:
    """The instant of a line that holds nothing else (-t); None when it is none. `day`: the banner's, for old "Time: …" lines."""
    text = line.strip()
    try:
        if found := _ISO.match(text):
            return _utc(datetime.fromisoformat(f"{found[1]}T{found[2]}{found[3] or ''}"))
        if found := _CHINESE.match(text):
            return datetime.combine(sysstat_date(found[1]), clock_time(found[2]), UTC)
        if (found := _OLD.match(text)) and day is not None:
            return datetime.combine(day, clock_time(found[1], found[2]), UTC)
        if found := _DATE_COMMAND.match(text):
            at = date(int(found[6]), _MONTHS.index(found[1]) + 1, int(found[2]))
            return datetime.combine(at, clock_time(found[3], found[4]), UTC)
        if found := _STAMP.match(text):
            return datetime.combine(sysstat_date(found[1]), clock_time(found[2], found[3]), UTC)
    except ValueError:
        return None
    return None


def _utc(at: datetime) -> datetime:
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)


#: --human: sizes in powers of 1024, with kB as the base; percentages carry their sign.
_HUMAN = {"B": 1 / 1024, "k": 1.0, "M": 1024.0, "G": 1024.0**2, "T": 1024.0**3, "%": 1.0}


def figure(text: str, line: int) -> float:
    """A number with a decimal point or comma, or one of --human ("1.2M" in kB, "4.5%"). Errors: LineProblem."""
    bare, scale = (text[:-1], _HUMAN[text[-1]]) if text[-1:] in _HUMAN else (text, 1.0)
    try:
        value = float(bare.replace(",", "."))
    except ValueError:
        value = float("nan")
    if value - value != 0 or "_" in bare:
        raise LineProblem(line, f"{shown(text)} is not a number")
    return value * scale


#: One instant of a machine with thousands of devices is not larger than this.
_LARGEST_INSTANT = 32 << 20


def statistics(lines: Lines, context: Context) -> Iterator[dict[str, Any]]:
    """The objects of "statistics": […] in the JSON of sadf -j and iostat -o JSON, one at a time: a month needs no more memory than an instant."""
    decoder = json.JSONDecoder()
    buffer, depth, is_inside, is_ended = "", 0, False, False
    for line in lines:
        buffer += line + "\n"
        if not is_inside:
            _machine(line, context)
            if (found := re.search(r'"statistics"\s*:\s*\[', buffer)) is None:
                continue
            buffer, is_inside = buffer[found.end() :], True
            depth = _opened(buffer)
        else:
            depth += _opened(line)
        while depth <= 0 and (buffer := buffer.lstrip(" \t\n,")):
            if buffer.startswith("]"):
                is_inside, is_ended, buffer, depth = False, True, "", 0
                break
            try:
                record, end = decoder.raw_decode(buffer)
            except json.JSONDecodeError:
                break
            buffer = buffer[end:]
            if isinstance(record, dict):
                yield record
        if len(buffer) > _LARGEST_INSTANT:
            raise LineProblem(lines.number, "is no JSON of sysstat: one of its statistics does not end")
    if not is_ended or is_inside:
        raise LineProblem(lines.number, "the JSON of sysstat breaks off, or is of another kind")


def _opened(text: str) -> int:
    """How many brackets `text` opens beyond those that it closes; decoding is tried only where an object can be whole."""
    return sum(map(text.count, "{[")) - sum(map(text.count, "}]"))


def _machine(line: str, context: Context) -> None:
    if found := re.search(r'"number-of-cpus"\s*:\s*"?(\d+)', line):
        context.environment.setdefault("cpu_cores", int(found[1]))
    if found := re.search(r'"release"\s*:\s*"([^"]+)"', line):
        context.environment.setdefault("kernel", found[1])
