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
from factcheck.binding.bound import Bound, reads_as_change
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import Number
from factcheck.reading.units import unit_named
from factcheck.rereading.clemency import states
from factcheck.rereading.slips import differ_little, values_of

_PROSE = ("paragraph", "item", "lead")
_MEASURED = ("time", "bytes", "bandwidth", "frequency", "clock")
_SPREADS = ("stddev", "slope", "angle", "r_squared", "amplitude")


def refused_as_misprint(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> tuple[str, Ruling]:
    """The predicate and the ruling of a number that was left unverifiable: contradicted where it is a misprint of the fact of its place."""
    number = bound.number
    if ruling.verdict != "unverifiable" or scene.block.kind not in _PROSE or number.kind != "value" or number.fraction:
        return predicate, ruling
    digits = len(re.sub(r"\D", "", number.text).lstrip("0"))
    if number.hedge is not None or number.open_end or number.high is not None or scene.has("hedge") or digits < 2:
        return predicate, ruling
    if ruling.en.startswith("it may be") and bound.level_source != "own":
        return predicate, ruling
    if reads_as_change(scene, bound.place):
        return predicate, ruling  # "18.7% lower", "a 13 ms difference": a difference, and no value
    if _belongs_to_a_name(scene, bound):
        return predicate, ruling
    found = _misprinted(scene, bound, digits)
    if found is None:
        return predicate, ruling
    fact, shown = found
    text, ru = f"{fact.name} is {shown}, not {number.text}", f"{fact.name} равно {shown}, а не {number.text}"
    return "correlates" if fact.partner else "value", Ruling("contradicted", text, ru, (fact.name,), shown)


def _belongs_to_a_name(scene: Scene, bound: Bound) -> bool:
    """ "PostgreSQL `18.6`", "a Samsung SSD 990", "connectionTimeoutMs=3000": the version, the model or the option of what no metric is called."""
    before = scene.tokens[bound.place - 1] if bound.place else None
    if before is None or bound.metric_source == "near" and before.text != "=":
        return False
    spans = [(m.first, m.last) for m in scene.mentions.metrics] + [(m.first, m.last) for m in scene.mentions.levels]
    name = before.index - 1 if before.text == "=" else before.index
    named = any(first <= name <= last for first, last in spans)
    if before.text == "=":
        return not named
    return scene.tokens[bound.place].code or before.text[:1].isupper() and before.text.isascii() and not named


def _misprinted(scene: Scene, bound: Bound, digits: int) -> tuple[Fact, str] | None:
    """The fact that a number is but for a misprint, and its value as the number would show it."""
    metrics, levels, stats = _metrics(scene, bound), _levels(scene, bound), _statistics(scene, bound)
    held = [fact for fact in scene.vocabulary.facts.facts if fact.run is None]
    named = [fact for fact in held if fact.metric in metrics or fact.partner in metrics]
    asked = named if bound.metric_source == "near" else held  # a metric further off may not be meant
    if any(_is_stated(scene, bound, fact) for fact in asked) or _between_levels(scene, bound.number):
        return None
    told = [t.number for t in scene.tokens if t.number is not None and t.number.is_value and t.index != bound.place]
    for fact in [*named, *_of_its_unit(scene, bound, held, metrics)]:
        if fact.level not in levels and (levels and fact.level is not None or fact not in named):
            continue
        if not _of_the_statistic(scene, fact, stats) or digits < _least(scene, fact, metrics, stats):
            continue
        for shown in _meant(scene, bound, fact):
            if not any(agrees(other, values_of(scene, other, fact)) for other in told):
                return fact, shown
    return None


def _least(scene: Scene, fact: Fact, metrics: frozenset[str], stats: set[str]) -> int:
    """How many digits make a misprint more than chance: two where both metrics of a coefficient are named, or R² is said."""
    pair = fact.partner is not None and {fact.metric, fact.partner} <= metrics and scene.has("correlate")
    return 2 if pair or stats == {"r_squared"} == {fact.stat} else 3


def _of_the_statistic(scene: Scene, fact: Fact, stats: set[str]) -> bool:
    """Whether a fact is of a statistic that is said; of what is held of its metric where that has none of these, and of no spread unless one is said."""
    if fact.partner is not None:
        return "r_squared" not in stats
    if fact.stat in stats or not stats:
        return bool(stats) or fact.stat not in _SPREADS
    others = {f.stat for f in scene.vocabulary.by_metric.get(fact.metric, ()) if f.level == fact.level}
    return not stats & (others | set(_SPREADS)) and fact.stat not in _SPREADS


def _meant(scene: Scene, bound: Bound, fact: Fact) -> Iterator[str]:
    """What a number would be if it was the fact's, where it is that but for a misprint or a unit a thousand times off."""
    number = bound.number
    for value in values_of(scene, number, fact):
        if differ_little(number, value, same=False):
            yield display(value, number.readings[0])
    own, told = unit_named(fact.unit) or scene.vocabulary.unit_of(fact.metric), number.unit
    if own is None or told is None or own.dimension != told.dimension or own.dimension not in _MEASURED:
        return
    off = max(told.scale / own.scale, own.scale / told.scale)
    if fact.partner is None and off in (1000.0, 1024.0) and agrees(replace(number, unit=None), [fact.value]):
        yield f"{fact.value:g} {fact.unit or ''}".strip()


def _is_stated(scene: Scene, bound: Bound, fact: Fact) -> bool:
    if fact.partner is not None:
        return agrees(bound.number, [fact.value])
    return states(scene, bound, fact)


def _between_levels(scene: Scene, number: Number) -> bool:
    """ "From 8192 to 8704, only 512 pages": the distance of two levels."""
    sizes = [level.number for level in scene.vocabulary.levels if level.number is not None]
    return any(agrees(number, [abs(a - b)]) for a, b in itertools.combinations(sizes, 2))


def _of_its_unit(scene: Scene, bound: Bound, held: list[Fact], metrics: frozenset[str]) -> list[Fact]:
    """ "Mean 124 s" where no metric of that kind is named: what is measured in seconds, where the facts hold the number nowhere."""
    told = bound.number.unit
    if told is None or told.dimension not in _MEASURED or any(states(scene, bound, fact) for fact in held):
        return []
    units = {metric: scene.vocabulary.unit_of(metric) for metric in {fact.metric for fact in held}}
    alike = {metric for metric, unit in units.items() if unit is not None and unit.dimension == told.dimension}
    return [f for f in held if f.metric in alike and f.partner is None] if not alike & metrics else []


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
