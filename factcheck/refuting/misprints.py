"""Refuses a number that no judge could place and that is the fact of its place but for a misprint: "Mean 124 s" under a level whose mean is 214 s.

A number of three digits and more that differs from a value of what is spoken of in one digit, or has two of its digits in each other's
place, is that value by more than chance where metric and level are said and no other fact has it; so is one with the digits of the value
in a unit a thousand times off ("4.4 s" of 4.4 ms). Only refutes.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from factcheck.binding.agreement import agrees, display
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import Number
from factcheck.reading.units import unit_named
from factcheck.rereading.clemency import states
from factcheck.rereading.slips import differ_little, values_of

_PROSE = ("paragraph", "item", "lead")
_MEASURED = ("time", "bytes", "bandwidth", "frequency")
_SPREADS = ("stddev", "slope", "angle", "r_squared", "amplitude")
_ENDS = ("min", "max")
_WORKED_OUT = ("it may be", "right for", "its place says", "a working")


def refused_as_misprint(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> tuple[str, Ruling]:
    """The predicate and the ruling of a number that was left unverifiable: contradicted where it is a misprint of the fact of its place."""
    number = bound.number
    if ruling.verdict != "unverifiable" or scene.block.kind not in _PROSE or number.kind != "value" or number.fraction:
        return predicate, ruling
    if number.hedge is not None or number.open_end or scene.has("hedge") or ruling.en.startswith(_WORKED_OUT):
        return predicate, ruling
    found = _misprinted(scene, bound)
    if found is None:
        return predicate, ruling
    fact, shown = found
    text, ru = f"{fact.name} is {shown}, not {number.text}", f"{fact.name} равно {shown}, а не {number.text}"
    return "correlates" if fact.partner else "value", Ruling("contradicted", text, ru, (fact.name,), shown)


def _misprinted(scene: Scene, bound: Bound) -> tuple[Fact, str] | None:
    """The fact that a number is but for a misprint, and its value as the number would show it."""
    metrics, levels, stats = _metrics(scene, bound), _levels(scene, bound), _statistics(scene, bound)
    held = [fact for fact in scene.vocabulary.facts.facts if fact.run is None]
    named = [fact for fact in held if fact.metric in metrics or fact.partner in metrics]
    if any(_is_stated(scene, one, fact) for one in _ends(bound) for fact in named) and bound.number.high is None:
        return None
    if _between_levels(scene, bound.number):
        return None
    told = [t.number for t in scene.tokens if t.number is not None and t.number.is_value and t.index != bound.place]
    for fact in named or _of_its_unit(scene, bound, held):
        if levels and fact.level is not None and fact.level not in levels:
            continue
        if stats and fact.stat not in stats and fact.partner is None or not stats and fact.stat in _SPREADS:
            continue
        if not named and (not levels or fact.level is None):
            continue
        for shown in _meant(scene, bound, fact, stats):
            if not any(agrees(other, values_of(scene, other, fact)) for other in told):
                return fact, shown
    return None


def _meant(scene: Scene, bound: Bound, fact: Fact, stats: set[str]) -> Iterator[str]:
    """What a number would be if it was the fact's, where it is that but for a misprint."""
    number = bound.number
    if number.high is not None:
        return
    digits = re.sub(r"\D", "", number.text).lstrip("0")
    values = values_of(scene, number, fact)
    for value in values:
        if len(digits) >= 3 and differ_little(number, value, same=False):
            yield display(value, number.readings[0])
    own = unit_named(fact.unit) or scene.vocabulary.unit_of(fact.metric)
    told = number.unit
    if own is None or told is None or own.dimension != told.dimension or own.dimension not in _MEASURED:
        return
    off = max(told.scale / own.scale, own.scale / told.scale)
    if fact.partner is None and off in (1000.0, 1024.0, 1e6) and agrees(replace(number, unit=None), [fact.value]):
        if len(digits) >= 2:
            yield f"{number.text.split()[0]} {fact.unit or ''}".strip()


def _ends(bound: Bound) -> Iterator[Bound]:
    yield bound


def _is_stated(scene: Scene, bound: Bound, fact: Fact) -> bool:
    if fact.partner is not None:
        return agrees(bound.number, [fact.value])
    return states(scene, bound, fact)


def _between_levels(scene: Scene, number: Number) -> bool:
    """ "From 8192 to 8704, only 512 pages": the distance of two levels."""
    sizes = [level.number for level in scene.vocabulary.levels if level.number is not None]
    return any(agrees(number, [abs(a - b)]) for a, b in itertools.combinations(sizes, 2))


def _of_its_unit(scene: Scene, bound: Bound, held: list[Fact]) -> list[Fact]:
    """ "Mean 124 s" where no metric is named: what is measured in the number's own unit, where the facts hold the number nowhere."""
    told = bound.number.unit
    if told is None or told.dimension not in _MEASURED or any(states(scene, bound, fact) for fact in held):
        return []
    rows = [f for f in held if f.partner is None and (own := scene.vocabulary.unit_of(f.metric)) is not None and own.dimension == told.dimension]  # fmt: skip
    return [f for f in rows if (own := scene.vocabulary.unit_of(f.metric)) is not None]


def _metrics(scene: Scene, bound: Bound) -> frozenset[str]:
    """The metrics that the sentence speaks of, or else those of what stands before or above it."""
    said = bound.metrics.union(*(m.metrics for m in scene.mentions.metrics))
    if bound.mismatch is not None:
        said |= bound.mismatch.metrics
    return said or scene.inherited_metrics


def _levels(scene: Scene, bound: Bound) -> frozenset[str]:
    """The level that a number is of, or all that its sentence names, or that of its heading."""
    if bound.levels:
        return frozenset().union(*bound.levels)
    return frozenset().union(*(m.ids for m in scene.mentions.levels)) or scene.inherited_levels


def _statistics(scene: Scene, bound: Bound) -> set[str]:
    """The statistics that the sentence names before a number since the number before it; empty where it names none."""
    if bound.stat is not None:
        return {bound.stat}
    before = [t for t in scene.tokens[: bound.place] if t.statistic or t.number is not None and t.number.is_value]
    last = before[-1].statistic if before else None
    return {last} if last is not None else set()
