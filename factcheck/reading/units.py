"""Knows the units that benchmark reports use, in both languages, so that 0.0138 s and 13,8 мс are one value.

A unit is a dimension and a scale to that dimension's base (ms, bytes, bytes a second, events a second).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Unit:
    """`dimension` is time, bytes, bandwidth, frequency, percent, points, or count; `scale` multiplies to its base."""

    name: str
    dimension: str
    scale: float


_K = 1024.0
_TIME = {
    "ns нс наносекунда наносекунды наносекунд nanoseconds nanosecond": 1e-6,
    "us μs мкс микросекунда микросекунды микросекунд microseconds microsecond usec": 1e-3,
    "ms мс миллисекунда миллисекунды миллисекунд миллисекунду миллисекундой миллисекундами миллисекундах миллисекундам milliseconds millisecond msec мсек": 1.0,
    "s с sec сек секунда секунду секунды секунд секундах секундам секундой секундами seconds second секундный секундная": 1e3,
    "min мин минута минуту минуты минут минутах минутам минутой минутами minutes minute минутный минутном минутного минутная "
    "минутные минутным минутной mins": 6e4,
    "h ч час часа часов часам часах часом часами hour hours hrs hr часовой часового": 3.6e6,
    "d сутки суток дня дней день day days": 8.64e7,
}
_BYTES = {
    "b байт байта байтов byte bytes": 1.0, "kb кб кбайт килобайт килобайта килобайтов килобайтом килобайте килобайтами килобайтах kib киб kilobytes": _K,
    "mb мб мбайт мегабайт мегабайта мегабайтов мегабайтом мегабайте мегабайту мегабайтами мегабайтах мегабайтам mib миб megabytes megabyte meg megs мег мега мегов": _K**2,
    "gb гб гбайт гигабайт гигабайта гигабайтов гигабайтом гигабайте гигабайту гигабайтами гигабайтах гигабайтам gib гиб gigabytes gigabyte g гиг гига гигов гиге гигах гигами gigs gig": _K**3,
    "tb тб тбайт терабайт терабайта терабайтов терабайтом терабайте терабайту терабайтами терабайтах терабайтам tib тиб terabytes terabyte": _K**4,
}  # fmt: skip
_PER_SECOND = r"\s?/\s?(?:секунду|сек|с|second|sec|s)\b\.?|\s?\b(?:в|за)\s(?:секунду|сек|с)\b\.?|\s?\b(?:per|a|each)\s(?:second|sec)\b"
_PER_MINUTE = (
    r"\s?/\s?(?:минуту|мин|minute|min)\b\.?|\s?\b(?:в|за)\s(?:минуту|мин)\b\.?|\s?\b(?:per|a)\s(?:minute|min)\b"
)
_PER_HOUR = r"\s?/\s?(?:час|ч|hour|h)\b\.?|\s?\b(?:в|за)\sчас\b|\s?\b(?:per|an)\shour\b"
_EVENTS = (
    r"(?:transactions?|транзакци[йия]|queries|query|запрос(?:ов|а)?|operations?|операци[йия]|ops|op|оп|io|i/o|"
    r"requests?|statements?|commits?|инструкци[йия]|событи[йя]|events?|строк[аи]?|rows?|fsyncs?|ввода-вывода|wal records?)"
)

_WORDS: dict[str, Unit] = {}
for _table, _dimension in ((_TIME, "time"), (_BYTES, "bytes")):
    for _names, _scale in _table.items():
        for _name in _names.split():
            _WORDS[_name] = Unit(_names.split()[0], _dimension, _scale)

_BYTES_WORD = r"(?:(?:kilo|mega|giga|tera)bytes?|(?:кило|мега|гига|тера)байт\w*|[kmgtкмгт]i?(?:b|б|байт)|б|байта?|bytes?|[kmg]bytes|[кмг]иб)"
_PATTERNS: list[tuple[re.Pattern[str], str]] = [
    (re.compile(r"(?:%|percent|процент\w*|pct)(?:-?\s?(?:points?|пункт\w*)|(?<=процентных)\sпункт\w*)", re.I), "points"),
    (re.compile(r"процентн\w+\sпункт\w*|percentage\spoints?|п\.\s?п\.?|пп\b|p\.p\.?|pp\b|%-?\s?п\.?\s?п\.", re.I), "points"),
    (re.compile(r"%|percent\b|процент\w*|pct\b", re.I), "percent"),
    (re.compile(rf"({_BYTES_WORD})(?:{_PER_SECOND}|ps\b)", re.I), "bandwidth"),
    (re.compile(rf"({_BYTES_WORD})(?:{_PER_MINUTE})", re.I), "bandwidth60"),
    (re.compile(rf"({_BYTES_WORD})(?:{_PER_HOUR})", re.I), "bandwidth3600"),
    (re.compile(rf"([kmgкмг])(?:bit|бит)(?:{_PER_SECOND})|([mg])bps\b", re.I), "bits"),
    (re.compile(r"(?:tps|qps|iops|rps)\b", re.I), "frequency"),
    (re.compile(rf"(?:{_EVENTS}|1)?(?:{_PER_SECOND})", re.I), "frequency"),
    (re.compile(rf"(?:{_EVENTS}|1)?(?:{_PER_MINUTE})", re.I), "frequency60"),
    (re.compile(rf"(?:{_EVENTS}|1)?(?:{_PER_HOUR})", re.I), "frequency3600"),
    (re.compile(r"hz\b|гц\b", re.I), "clock"),
    (re.compile(r"([kmgкмг])(?:hz|гц)\b", re.I), "clock"),
]  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+")
# A lone Latin or Cyrillic letter is a unit only where nothing else can be meant.
_LONE = {"с", "ч", "s", "h", "d", "b", "g"}
_WITH = {"ним", "ней", "ними", "нею", "этим"}
_INSTRUMENTAL = ("ой", "ым", "ом", "ами", "ями", "ем", "ью", "их", "ого")


def unit_at(text: str, place: int) -> tuple[Unit, int] | None:
    """The unit written at this place of a text and where it ends, or None."""
    for pattern, kind in _PATTERNS:
        found = pattern.match(text, place)
        if found and found.end() > place:
            return _made(kind, found), found.end()
    word = _WORD.match(text, place)
    if not word:
        return None
    name = word.group()
    unit = _WORDS.get(name.lower())
    if unit is None:
        return None
    if name.lower() in _LONE:
        after = text[word.end() : word.end() + 2]
        if name == "с" and place > 2 and re.search(r"[^\W\d_]/\d+\s$", text[max(0, place - 14) : place]):
            return None  # "off/16 с off/8": a cell of a grid and the preposition
        if name == "с" and re.match(r"\s[а-яa-zA-Z\d]", after) and place and text[place - 1] == " ":
            # "13,8 с 50": the preposition. "за 13,8 с": the second.
            tail = text[word.end() + 1 : word.end() + 12].split(" ")[0].rstrip(".,;")
            if re.match(r"[\da-z]", tail) or tail in _WITH or tail.endswith(_INSTRUMENTAL):
                return None
        if name in ("b", "d", "g", "B", "D", "S", "H") and place and text[place - 1] == " ":
            return None
        if name == "С" or name == "Ч":
            return None
    return unit, word.end()


def _made(kind: str, found: re.Match[str]) -> Unit:
    if kind == "percent":
        return Unit("%", "percent", 1.0)
    if kind == "points":
        return Unit("pp", "points", 1.0)
    if kind.startswith("bandwidth"):
        size = _WORDS[_bytes_name(found.group(1))]
        return Unit(size.name + "/s", "bandwidth", size.scale / float(kind[len("bandwidth") :] or 1))
    if kind == "bits":
        letter = (found.group(1) or found.group(2)).lower()
        return Unit(letter + "bit/s", "bandwidth", {"k": 1e3, "к": 1e3, "m": 1e6, "м": 1e6}.get(letter, 1e9) / 8)
    if kind == "clock":
        letter = found.group(1).lower() if found.re.groups else ""
        return Unit(letter + "hz", "clock", {"": 1.0, "k": 1e3, "к": 1e3, "m": 1e6, "м": 1e6}.get(letter, 1e9))
    per = {"frequency": 1.0, "frequency60": 60.0, "frequency3600": 3600.0}[kind]
    return Unit("1/s" if per == 1 else "1/min" if per == 60 else "1/h", "frequency", 1 / per)


def _bytes_name(text: str) -> str:
    name = text.lower()
    return name if name in _WORDS else "kb" if name[0] in "kк" else "mb" if name[0] in "mм" else "gb"


@lru_cache(maxsize=1024)
def unit_named(name: str | None) -> Unit | None:
    """The unit that a facts file names; None when it names none, or one that is only a label ("requests")."""
    if not name or name in ("1", "-", "none", "ratio"):
        return None
    text = name.strip().replace("\u00b5", "μ")
    page = re.fullmatch(r"(\d+)\s*(kB|MB)", text)
    if page:
        return Unit(text, "bytes", int(page.group(1)) * _WORDS[page.group(2).lower()].scale)
    if re.fullmatch(r"1/s|/s|ops/s|per second|1/sec", text, re.I):
        return Unit("1/s", "frequency", 1.0)
    many = re.fullmatch(r"(?:(1000|1e3|k)|(10\^?6|1000000|1e6))\s?/\s?(?:s|sec)", text, re.I)
    if many:
        return Unit(text, "frequency", 1e3 if many.group(1) else 1e6)
    if re.fullmatch(r"1/min|/min|per minute", text, re.I):
        return Unit("1/min", "frequency", 1 / 60)
    found = unit_at(text, 0)
    return found[0] if found and found[1] == len(text) else None


def convert(value: float, source: Unit | None, target: Unit | None) -> list[float]:
    """The value told in another unit; several where bytes may be counted by 1000 or by 1024; none if impossible."""
    if source is None or target is None or source == target or source.dimension in ("percent", "points"):
        return [value] if source is None or target is None or source.dimension == target.dimension else []
    if source.dimension != target.dimension:
        return []
    values = [value * source.scale / target.scale]
    if source.dimension in ("bytes", "bandwidth") and source.scale != target.scale:
        steps = round(__import__("math").log(source.scale / target.scale, 1024))
        values.append(value * 1000.0**steps)
    return values


def compatible(shown: Unit | None, held: Unit | None) -> bool:
    """Whether a number so written can be a value of a metric with that unit."""
    if shown is None or held is None:
        return True
    return shown.dimension == held.dimension
