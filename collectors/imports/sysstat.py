"""What the texts of iostat and sar have in common: the banner, the lines with times, numbers as people's locales write them."""

import re
from datetime import UTC, date, datetime, time

from collectors.imports.clocks import clock_time, sysstat_date
from collectors.imports.rows import Context
from collectors.lines import LineProblem, shown

_BANNER = re.compile(r"(?:Linux|FreeBSD|Darwin)\s+(\S+)\s+\((.*?)\)\s+(\S+)(?:\s+_(\S+)_)?(?:\s+\((\d+) CPU.*\))?\s*$")
_ISO = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)([+-]\d\d:?\d\d|Z)?$")
_STAMP = re.compile(r"(\S+?)\s+(\d{1,2}:\d\d:\d\d)(?:\s*(AM|PM))?$", re.IGNORECASE)
_CHINESE = re.compile(r"(\d{4}年\d\d月\d\d日)\s+(\d\d)时(\d\d)分(\d\d)秒$")
_OLD = re.compile(r"(?:Time|Время|Zeit|Heure|Hora):\s*(\d{1,2}:\d\d:\d\d)(?:\s*(AM|PM))?$", re.IGNORECASE)
#: `date` between the reports, as scripts of cron write it.
_DATE_COMMAND = re.compile(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) +(\d{1,2}) (\d\d:\d\d:\d\d) (?:(AM|PM) )?(\S+) (\d{4})$")
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
            return datetime.combine(sysstat_date(found[1]), time(int(found[2]), int(found[3]), int(found[4])), UTC)
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
