"""One place for units: what they are called in each language, how many of a base unit they hold, and how settings spell them."""

from dataclasses import dataclass

from pgverdict.errors import Refused


@dataclass(frozen=True)
class Unit:
    """`factor` converts a value into the base unit of its dimension (seconds, bytes, ratio, bytes/s, 1/s)."""

    id: str
    dimension: str
    factor: float
    en: str
    ru: str


UNITS: dict[str, Unit] = {
    unit.id: unit
    for unit in (
        Unit("us", "time", 1e-6, "µs", "мкс"),
        Unit("ms", "time", 1e-3, "ms", "мс"),
        Unit("s", "time", 1.0, "s", "с"),
        Unit("min", "time", 60.0, "min", "мин"),
        Unit("h", "time", 3600.0, "h", "ч"),
        Unit("d", "time", 86400.0, "d", "сут"),
        Unit("B", "bytes", 1.0, "B", "Б"),
        Unit("kB", "bytes", 1024.0, "kB", "КБ"),
        Unit("MB", "bytes", 1024.0**2, "MB", "МБ"),
        Unit("GB", "bytes", 1024.0**3, "GB", "ГБ"),
        Unit("TB", "bytes", 1024.0**4, "TB", "ТБ"),
        Unit("kB/s", "bytes_rate", 1024.0, "kB/s", "КБ/с"),
        Unit("MB/s", "bytes_rate", 1024.0**2, "MB/s", "МБ/с"),
        Unit("1/s", "rate", 1.0, "1/s", "1/с"),
        Unit("1/min", "rate", 1 / 60, "1/min", "1/мин"),
        Unit("1/h", "rate", 1 / 3600, "1/h", "1/ч"),
        Unit("%", "ratio", 0.01, "%", "%"),
        Unit("pp", "ratio", 0.01, "pp", "п. п."),
        Unit("1", "ratio", 1.0, "", ""),
        Unit("sessions", "count", 1.0, "sessions", "сеансов"),
        Unit("requests", "count", 1.0, "requests", "запросов"),
        Unit("count", "count", 1.0, "", ""),
    )
}

#: How PostgreSQL's settings spell units of time and memory (guc.c), to seconds and bytes.
SETTING_UNITS = {
    "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0,
    "B": 1.0, "kB": 1024.0, "MB": 1024.0**2, "GB": 1024.0**3, "TB": 1024.0**4, "8kB": 8192.0, "16MB": 16 * 1024.0**2,
}  # fmt: skip


def unit(unit_id: str) -> Unit:
    """The unit of that id; an undeclared one (an import's own) stands for itself."""
    return UNITS.get(unit_id) or Unit(unit_id, unit_id, 1.0, unit_id, unit_id)


def split_quantity(text: str) -> tuple[float, str]:
    """'15min' -> (15.0, 'min'), '0.9' -> (0.9, ''). Errors: Refused when it does not begin with a number."""
    number = text.strip()
    tail = ""
    while number and not (number[-1].isdigit() or number[-1] == "."):
        number, tail = number[:-1], number[-1] + tail
    try:
        return float(number), tail.strip()
    except ValueError:
        raise Refused(f"{text!r} is not a number with a unit") from None


def seconds(text: str) -> float:
    """'30min' -> 1800.0; a bare number is seconds. Errors: Refused."""
    value, name = split_quantity(text)
    if not name:
        return value
    if name not in UNITS or UNITS[name].dimension != "time":
        raise Refused(f"{text!r} is not a duration; units are us, ms, s, min, h, d")
    return value * UNITS[name].factor


def size_bytes(text: str) -> int:
    """'8GB' -> 8589934592; a bare number is bytes. Errors: Refused."""
    value, name = split_quantity(text)
    if not name:
        return int(value)
    if name not in UNITS or UNITS[name].dimension != "bytes":
        raise Refused(f"{text!r} is not a size; units are B, kB, MB, GB, TB")
    return int(value * UNITS[name].factor)
