"""Numbers that stand in a sentence for something besides its metric: what a data check noted of a run, sizes of pages, a part of a run.

They are read before a number is refused as a wrong value; nothing here refutes.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.environment import entries
from factcheck.judging.verdicts import Ruling
from factcheck.reading.units import convert, unit_named

_RUN = re.compile(
    r"(?:\bruns?,?(?: number| no\.?)?|(?<!\w)прогон\w*(?: номер| №)?)\s+(\d{1,3})(?![\d.,]*\d|\s?%)", re.I
)
_PAGES_AFTER = re.compile(r"\s*-?\s*(?:huge |large )?(?:pages?\b|страниц)", re.I)
_PAGES_BEFORE = re.compile(r"(?:page size|размер\w* страниц\w*)(?: of| is| —|:| в)?\s*$", re.I)
_PART = re.compile(r"(?:\bof|\bout of|(?<!\w)из)\s+$", re.I)


def aside(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """(predicate, ruling) of such a number; None when it is none."""
    for rule in (
        _of_a_check,
        _page,
        _part_of_a_run,
        _whole_run,
        _limit_of_setting,
        _without_some,
        _recovery,
        _before_its_level,
    ):
        found = rule(scene, bound)
        if found is not None:
            return found
    return None


def _of_a_check(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "Run 17 had 1.3% of CPU steal": the number that the check of that run holds."""
    named = set(_RUN.findall(scene.sentence.text))
    for check in scene.vocabulary.facts.checks:
        if check.run is None or str(check.run) not in named:
            continue
        held = re.findall(r"\d+(?:[.,]\d+)?", f"{check.en or ''} {check.ru or ''}")
        values = [float(text.replace(",", ".")) for text in held if text != str(check.run)]
        if values and agrees(bound.number, values):
            text = check.en or check.ru or ""
            return "check", Ruling("supported", f"the check says: {text}", f"проверка говорит: {text}", ("checks",))
    return None


def _page(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "2 MB pages", "a page size of 2 MB"."""
    number = bound.number
    before, after = scene.block.text[: number.start][-30:], scene.block.text[number.end : number.end + 24]
    if number.dimension == "bytes" and (_PAGES_AFTER.match(after) or _PAGES_BEFORE.search(before)):
        return "design", Ruling("unverifiable", "the size of a page", "размер страницы")
    return None


_SPANNING = re.compile(r"(?:(?<!\w)за(?: все| эти)?|\b(?:in|over|during)(?: the| those| its)?)\s+(?:\w+\s+)?$", re.I)
_LIMITED = re.compile(r"\b(?:parameter|setting|values? from|ceiling|upper limit|accepts?|allowed|maximum value)\b|(?<!\w)(?:параметр|настройк|принимает|потол|допуст|допуска|предел)\w*", re.I)  # fmt: skip


def _whole_run(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "Три прохода за три часа": in how long something was done, where that is the length of a run."""
    number = bound.number
    if number.dimension != "time" or not _SPANNING.search(scene.block.text[max(0, number.start - 20) : number.start]):
        return None
    held = [(value, unit or unit_named("min")) for key, value, unit in entries(scene) if re.match(r"run_|duration", key)]  # fmt: skip
    if not any(agrees(number, convert(value, unit, number.unit)) for value, unit in held):
        return None
    return "environment", Ruling("supported", "the length of a run", "длина прогона", ("environment",))


def _limit_of_setting(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "The parameter takes values from 0 to 100,000 µs", "you may raise it; the ceiling is 262,143": an end of what a setting allows."""
    number = bound.number
    clause = re.split(r"[;:]", scene.block.text[: number.end])[-1]
    if number.kind != "value" or not _LIMITED.search(clause):
        return None
    for setting in scene.vocabulary.facts.settings:
        ends = [end for end in (setting.min, setting.max) if end is not None and abs(end) >= 2]
        told = [v for r in number.readings for v in convert(r.value, number.unit, unit_named(setting.unit))]
        if any(end in told for end in ends):
            name = (f"setting {setting.name}",)
            return "setting", Ruling("supported", f"a limit of {setting.name}", f"граница {setting.name}", name)
    return None


_WITHOUT_SOME = re.compile(r"\b(?:mean|average)\b[^.;]*\b(?:remaining|other|rest|without)\b[^.;]*$|(?<!\w)средн\w+[^.;]*(?:оставш|остальн|прочих|без )[^.;]*$", re.I)  # fmt: skip
_RECOVERY = re.compile(r"\brecover\w*[^.;]*$|(?<!\w)восстанов\w+[^.;]*$", re.I)


def _without_some(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "Выкинем его — среднее оставшихся четырёх будет 24768": a mean of some of the runs."""
    before = scene.sentence.text[: max(0, bound.number.start - scene.tokens[0].start)]
    if bound.number.kind != "value" or not _WITHOUT_SOME.search(before):
        return None
    return "value", Ruling("unverifiable", "a mean of some of the runs", "среднее части прогонов")


def _recovery(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "В интервале 01:15–01:24 скорость просела на 75%, восстановление заняло 13 минут": of the drop that the sentence tells."""
    before = scene.sentence.text[: max(0, bound.number.start - scene.tokens[0].start)]
    if bound.number.dimension != "time" or not _RECOVERY.search(before) or not _OF_A_DROP.search(before):
        return None
    for window in scene.vocabulary.facts.windows:
        clock = re.search(r"\d\d:\d\d", window.starts_at or "")
        if clock is None or clock.group() not in scene.sentence.text:
            continue
        held = convert(window.recovered_after_s or 0.0, unit_named("s"), bound.number.unit)
        if window.recovered_after_s and agrees(bound.number, held):
            text = f"window {window.level} {window.starts_at}"
            return "window", Ruling("supported", text, text, (text,))
    return None


def _before_its_level(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "Only without a delay does utilisation exceed 90%, and from 1000 µs on it was lower": the one level that is named belongs to the next clause."""
    levels = scene.mentions.levels
    if bound.level_source != "sentence" or not levels or min(m.first for m in levels) < bound.place:
        return None
    gap = [t.lower for t in scene.tokens[bound.place + 1 : levels[0].first]]
    apart = any(a == "," and b in ("and", "but", "while", "и", "а", "но") for a, b in itertools.pairwise(gap))
    values = [(f, scene.vocabulary.unit_of(m)) for m in bound.metrics for f in scene.vocabulary.values(m, "mean", any_level=True)]  # fmt: skip
    if not apart or not any(agrees(bound.number, in_unit(f, bound.number.unit, unit)) for f, unit in values):
        return None
    return "value", Ruling("unverifiable", "at which level is not said", "при каком уровне, не сказано")


_OF_A_DROP = re.compile(r"\d\d:\d\d")


def _part_of_a_run(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "62 minutes of the 180": the length of a run as the whole."""
    number = bound.number
    before = scene.block.text[max(0, number.start - 12) : number.start]
    if not _PART.search(re.sub(r"\b(?:the|its|their|those)\s+$", "", before, flags=re.I)):
        return None
    minutes = [(value, unit or unit_named("min")) for key, value, unit in entries(scene) if re.match(r"run_|duration", key)]  # fmt: skip
    timed = any(t.number is not None and t.number.dimension == "time" for t in scene.tokens[: bound.place])
    unit = number.unit or unit_named("min")
    values = [v for value, held in minutes for v in convert(value, held, unit)]
    if timed and number.dimension in ("time", None) and values and agrees(number, values):
        return "environment", Ruling("supported", "the length of a run", "длина прогона", ("environment",))
    return None
