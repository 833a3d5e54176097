"""Holds what is said of the machine, the data and the load to the environment of the facts, where its name stands right beside the number.

"Steps of 30 minutes", "a 640 GB database", "gzip level 6", "Cores / RAM | 16 / 64 GB", "from 6 to 24 clients", "disk vdd". Only refutations are given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.binding.agreement import agrees
from factcheck.binding.scene import Scene
from factcheck.judging.environment import entries
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.counts import OTHERWISE
from factcheck.reading.numbers import Number
from factcheck.reading.units import Unit, convert

_UNITS = {"minutes", "min", "gb", "mb", "kb", "ms", "s", "hours", "seconds", "sec", "mln", "million", "millions", "k", "thousand", "mbps", "iops"}  # fmt: skip
#: Names, by the only part of a key that is no unit.
_NAMES = {
    "rows": r"rows?|строк\w*", "database": r"database|баз[аыу]|БД", "db": r"database|баз[аыу]|БД", "step": r"steps?|шаг(?:и|ами|ов)?|ступен\w+", "table": r"table|таблиц\w+",
    "scale": r"scale|масштаб\w*", "clients": r"clients?|клиент\w*", "sessions": r"sessions?|сесси\w+", "cores": r"cores|cpus?|vcpus?|ядер|ядра|процессор\w*", "ram": r"ram|memory|памят\w+|озу",
    "vcpu": r"vcpus?|cpus?|ядер|ядра",
}  # fmt: skip
_SELDOM = {"run", "duration", "warm", "pg", "version", "postgresql", "pooler", "network"}
_LINK = (
    r"(?:\s*(?:=|:|—|–|-|\()\s*|\s+(?:of|is|was|at|set to|on|на|в|по|равен|равно|равна|размером|size of|стоит)\s+|\s+)"
)
_MORE = re.compile(
    r"^\W*(?:\w+\s+)?(?:larger|bigger|smaller|more|less|longer|больше|меньше|крупнее|дольше|higher|lower)\b", re.I
)
_DENIAL = re.compile(
    r"\b(?:not|no|another|other|if|beyond|above|below|fewer|more|up)\b|n't\b|(?<!\w)(?:не|друг\w+|если|больше|меньше|выше|ниже|до)(?!\w)",
    re.I,
)


def judge_setting_out(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each statement on the set-up that the facts refute."""
    if scene.tokens[-1].text == "?":
        return []
    if scene.block.kind == "cell":
        return _row(scene)
    return [*_beside_names(scene), *_load(scene), *_device(scene)]


def _ruled(scene: Scene, place: int, key: str, value: str) -> Ruled:
    told = f"environment.{key} is {value}"
    return place, place, "environment", Ruling("contradicted", told, f"{key} = {value}", (f"environment.{key}",), value)


def _name(key: str) -> str | None:
    """The pattern of what a key is called; None for those that other judges hold."""
    parts = [part for part in key.lower().split("_") if part not in _UNITS]
    if not parts or parts[0] in _SELDOM:
        return None
    if parts in (["cpu", "cores"], ["cores"]):
        return _NAMES["cores"]
    if len(parts) == 1:
        return _NAMES.get(parts[0])
    return r"[ _-]+".join(map(re.escape, parts))


def _wrong(number: Number, value: float, unit: Unit | None) -> bool:
    """Whether a number of the same kind is another value."""
    own = None if number.shared_unit and unit is None else number.unit
    if (unit is None) != (own is None) or unit is not None and unit.dimension != number.dimension:
        return False
    plain = number.kind == "value" and number.high is None and number.hedge is None and not number.signed
    return plain and not agrees(number, convert(value, unit, number.unit) if unit is not None else [value])


def _all_of(scene: Scene) -> Iterator[tuple[str, list[float], Unit | None]]:
    """(key, its values, unit) of each entry: a key may hold one value a level."""
    held: dict[str, tuple[list[float], Unit | None]] = {}
    for key, value, unit in entries(scene):
        held.setdefault(key, ([], unit))[0].append(value)
    for key, (values, unit) in held.items():
        yield key, values, unit


def _beside_names(scene: Scene) -> list[Ruled]:
    text, offset = scene.sentence.text, scene.tokens[0].start
    factors = {factor.name.lower() for factor in scene.vocabulary.facts.experiment.factors}
    found = []
    for key, values, unit in _all_of(scene):
        name = _name(key)
        if name is None or key.lower() in factors or name in (_NAMES["cores"], _NAMES["ram"], _NAMES["clients"]):
            continue
        for token in scene.tokens:
            number = token.number
            if number is None or number.fraction or token.index in scene.mentions.level_tokens:
                continue
            before, after = text[: token.start - offset], text[token.end - offset :]
            behind = re.search(rf"(?<![\w])(?:{name}){_LINK}$", before, re.I)
            ahead = re.match(rf"(?:\s+of)?[\s-]+(?:[a-zа-яё]+\s+)?(?:{name})(?!\w)", after, re.I) if key.count("_") < 2 else None  # fmt: skip
            if OTHERWISE.search(re.split(r"[,;(]", before)[-1]):
                continue
            if not behind and not ahead or _MORE.match(after) or _DENIAL.search(before[-24:]):
                continue
            if any(m.metrics and m.first <= token.index + 2 and token.index - 2 <= m.last and m.exact for m in scene.mentions.metrics):  # fmt: skip
                continue
            if all(_wrong(number, value, unit) for value in values):
                found.append(_ruled(scene, token.index, key, f"{values[0]:g}"))
    return found


_FROM_TO = re.compile(r"(?:\bfrom|(?<!\w)от|(?<!\w)с)\s+(?P<low>\d+)\s+(?:to|до)\s+(?P<high>\d+)(?![\d.,]*\d|%)", re.I)
_ABOUT_LOAD = re.compile(r"нагрузк|\bload\b|client|клиент|session|сесси", re.I)


def _load(scene: Scene) -> list[Ruled]:
    """ "The load grows from 6 to 24": the ends that the environment holds."""
    ends = [next((v for key, v, _ in entries(scene) if key.lower() == name), None) for name in ("load_from", "load_to")]
    text, offset = scene.sentence.text, scene.tokens[0].start
    if None in ends or not _ABOUT_LOAD.search(text):
        return []
    found = []
    for match in _FROM_TO.finditer(text):
        held = [(t.index, t.number) for t in scene.tokens if t.number is not None and match.start() <= t.start - offset < match.end()]  # fmt: skip
        places = [place for place, _ in held]
        plain = all(number.unit is None and place not in scene.mentions.level_tokens for place, number in held)
        if len(places) == 2 and plain and [float(match.group("low")), float(match.group("high"))] != ends:
            found.append(_ruled(scene, places[-1], "load", f"{ends[0]:g} … {ends[1]:g}"))
    return found


_DEVICE = re.compile(r"(?<![\w/])(?:[svx]v?d[a-z]{1,2}\d?|nvme\d+n\d+)(?!\w)")


def _device(scene: Scene) -> list[Ruled]:
    """ "The scheduler of vdd": the block device that the environment names."""
    environment = scene.vocabulary.facts.experiment.environment or {}
    held = {str(value) for value in environment.values() if isinstance(value, str) and _DEVICE.fullmatch(value)}
    found = []
    for token in scene.tokens if len(held) == 1 else ():
        if _DEVICE.fullmatch(token.text) and token.text not in held and token.index not in scene.mentions.level_tokens:
            found.append(_ruled(scene, token.index, "device", ", ".join(held)))
    return found


def _row(scene: Scene) -> list[Ruled]:
    """ "| Cores / RAM | 16 / 64 GB |": names and numbers of a row of names and values, one by one."""
    head, column = scene.block.row_header, scene.block.column_header
    if head is None or column is not None and scene.world.mentions_of(column).levels:
        return []
    names = [part.strip(" :*`") for part in head.text.split("/")]
    numbers = [t for t in scene.tokens if t.number is not None and t.number.is_value]
    if len(names) != len(numbers) or len(names) > 3 or scene.world.mentions_of(head).levels:
        return []
    found = []
    for name, token in zip(names, numbers, strict=True):
        for key, values, unit in _all_of(scene):
            called = _name(key)
            number = token.number
            if called is None or number is None or not re.fullmatch(called, name, re.I):
                continue
            foreign = unit is None and number.unit is not None and not number.shared_unit
            if foreign or all(_wrong(number, value, unit) for value in values):
                found.append(_ruled(scene, token.index, key, f"{values[0]:g}"))
    return found
