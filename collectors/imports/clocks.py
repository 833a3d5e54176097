"""Turns the clocks of other people's files into UTC: ISO 8601, epochs in four units, sysstat's dates, 12 hour clocks."""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

#: Numbers below this are seconds since the start of the run, not an epoch (1973).
FIRST_EPOCH_S = 1e8
_NUMBER = re.compile(r"[-+]?\d+(\.\d*)?([eE]\+?\d+)?")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def instant(text: str, started_at: datetime | None = None) -> datetime:
    """The instant that `text` means, in UTC; without a zone it is UTC already.

    ISO 8601, or a Unix time in s, ms, µs or ns (told by its size); below FIRST_EPOCH_S seconds since `started_at`. Errors: ValueError.
    """
    bare = text.strip()
    if not _NUMBER.fullmatch(bare):
        try:
            found = datetime.fromisoformat(bare)
        except ValueError:
            raise ValueError(f"{text!r} is not a time (ISO 8601 or a Unix time)") from None
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    value = float(bare)
    if value < FIRST_EPOCH_S:
        if started_at is None:
            raise ValueError(f"{text!r} is a time since the start of the run: give the run's started_at")
        return started_at + timedelta(seconds=value)
    for scale in (1.0, 1e3, 1e6, 1e9):
        if value / scale < 1e11:
            whole = int(bare) if bare.isdigit() else None
            # Whole numbers are divided exactly; a float holds microseconds of today's epoch anyhow.
            micros = whole * 1_000_000 // int(scale) if whole is not None else round(value / scale * 1e6)
            return _EPOCH + timedelta(microseconds=micros)
    raise ValueError(f"{text!r} is too large for a time")


def micros(at: datetime) -> int:
    """Microseconds since 1970, exactly."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def from_micros(value: int) -> datetime:
    """The instant that many microseconds after 1970."""
    return _EPOCH + timedelta(microseconds=value)


_DATES = (
    (re.compile(r"(\d{4})-(\d\d)-(\d\d)"), "ymd"),
    (re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})日"), "ymd"),
    (re.compile(r"(\d{4})/(\d\d)/(\d\d)"), "ymd"),
    (re.compile(r"(\d{4})\.(\d\d)\.(\d\d)\.?"), "ymd"),
    (re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)"), "dmy"),
    (re.compile(r"(\d{1,2})-(\d{1,2})-(\d{4}|\d\d)"), "dmy"),
    (re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4}|\d\d)"), "mdy"),
)
#: Dates in words, as some English locales have them.
_LONG_DATES = (
    "%A %d %B %Y",
    "%a %d %b %Y",
    "%d %B %Y",
    "%d %b %Y",
    "%d-%b-%Y",
    "%A, %B %d, %Y",
    "%b %d, %Y",
    "%B %d, %Y",
)


def sysstat_date(text: str) -> date:
    """A date as sysstat prints it in its locale: 2025-03-04, 03/04/2025 or 03/04/25 (month first), 04.03.2025 (day first).

    03/04 is month first (the C locale) unless the first number cannot be a month. Errors: ValueError.
    """
    for pattern, order in _DATES:
        if found := pattern.fullmatch(text):
            parts = dict(zip(order, map(int, found.groups()), strict=True))
            year = parts["y"] + (2000 if parts["y"] < 100 else 0)
            month, day = parts["m"], parts["d"]
            if month > 12 >= day:
                month, day = day, month
            return date(year, month, day)
    for form in _LONG_DATES:
        try:
            return datetime.strptime(text, form).date()
        except ValueError:
            continue
    raise ValueError(f"{text!r} is not a date")


_TIME = re.compile(r"(\d{1,2})[:时時](\d\d)[:分](\d\d)(?:秒|[.,](\d+))?")


def clock_time(text: str, half: str | None = None) -> time:
    """'01:02:03' with an optional 'AM' or 'PM' (a 12 hour clock: 12 AM is midnight). Errors: ValueError."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a time of day")
    hour, minute, second = int(found[1]), int(found[2]), int(found[3])
    if half is not None:
        if not 1 <= hour <= 12:
            raise ValueError(f"{text!r} {half} is not a time of a 12 hour clock")
        hour = hour % 12 + (12 if half.upper() == "PM" else 0)
    return time(hour, minute, second, int((found[4] or "0")[:6].ljust(6, "0")))


class DayClock:
    """Times of day in the order in which they were printed: a clock that goes back by more than half a day is the next day's."""

    def __init__(self, day: date) -> None:
        self._day = day
        self._last: time | None = None

    def at(self, clock: time) -> datetime:
        """The instant of this time of day, in UTC."""
        if self._last is not None:
            back = (self._last.hour - clock.hour) * 3600 + (self._last.minute - clock.minute) * 60
            if back > 12 * 3600:
                self._day += timedelta(days=1)
        self._last = clock
        return datetime.combine(self._day, clock, UTC)


#: Abbreviations that mean one offset only; IST, BST, CST mean several and are not known.
_ZONES_H = {
    "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "JST": 9, "KST": 9,
    "EST": -5, "EDT": -4, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AEST": 10, "AEDT": 11, "HKT": 8, "NZST": 12,
}  # fmt: skip


def zone(name: str) -> tzinfo | None:
    """The time zone of an abbreviation, an offset (+03, -03:30) or a place (Europe/Moscow); None where that is not certain."""
    if name in _ZONES_H:
        return timezone(timedelta(hours=_ZONES_H[name]))
    if found := re.fullmatch(r"([+-])(\d\d):?(\d\d)?", name):
        offset = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        return timezone(-offset if found[1] == "-" else offset)
    try:
        return ZoneInfo(name) if "/" in name else None
    except (ZoneInfoNotFoundError, ValueError):
        return None
