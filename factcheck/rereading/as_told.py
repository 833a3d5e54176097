"""Withholds the support of a value that is not what its clause tells: of another whole, of another statistic, or of one level where it tells of all.

A number finds its like among many facts. What the clause itself names (the whole behind a share, the extreme before a value, "in every run"
before a bound) must be that of the fact that is to bear it out; where it is not, the statement is open, or refuted where the fact that is named is held.
"""

from __future__ import annotations

import re
from dataclasses import replace

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.arguments import PERCENTILES, clause_bounds
from factcheck.binding.bound import Bound
from factcheck.binding.denominators import is_of, wholes_behind
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import never_passed
from factcheck.reading.units import compatible
from factcheck.refuting.statsaid import outermost, statistic_said

_AT_ALL = re.compile(
    r"\b(?:in|at|on|with|under|for) (?:every|each|all|no|none|any)\b|\b(?:everywhere|nowhere)\b|"
    r"(?<!\w)(?:ни (?:на|в|при|у|для) одн\w+|нигде|везде|(?:во?|на|при|у) (?:каждом|каждой|каждого|всех|любом))(?!\w)", re.I
)  # fmt: skip
_EVER = re.compile(r"\b(?:never|throughout|nobody)\b|(?<!\w)(?:ни разу|никогда|никто)(?!\w)", re.I)


def only_as_told(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> Ruling:
    """The ruling of a value in prose: open where what bears it out is not what the clause tells."""
    fact = scene.vocabulary.by_name.get(ruling.facts[0]) if len(ruling.facts) == 1 else None
    prose = scene.block.kind in ("paragraph", "item", "lead", "heading")
    if ruling.verdict != "supported" or predicate not in ("value", "share") or fact is None or not prose:
        return ruling
    for rule in (_of_another_whole, _past_its_percentile, _of_another_statistic, _not_everywhere, _is_level):
        other = rule(scene, bound, fact)
        if other is not None:
            return other
    return ruling


def _open(en: str, ru: str, fact: Fact) -> Ruling:
    return Ruling("unverifiable", en, ru, (fact.name,))


def _refuted(own: Fact, fact: Fact) -> Ruling:
    value = f"{own.value:g}"
    return Ruling("contradicted", f"{own.name} is {value}", f"{own.name} — {value}", (own.name, fact.name), value)


def _of_another_whole(scene: Scene, bound: Bound, fact: Fact) -> Ruling | None:
    """ "It takes 86.9% of active session time" of what is 86.9% of the IO waits."""
    wholes = wholes_behind(scene, bound.place, 2)
    if fact.denominator is None or fact.stat != "share" or not wholes or fact.denominator in wholes:
        return None
    held = [f for f in scene.vocabulary.values(fact.metric, "share", fact.level) if f.denominator in wholes]
    if held and not any(agrees(bound.number, in_unit(f, bound.number.unit, None)) for f in held):
        return _refuted(held[0], fact)
    outer = [f for f in scene.vocabulary.shares if f.level == fact.level and f.denominator in wholes and is_of(scene, fact.denominator, frozenset({f.metric}))]  # fmt: skip
    told = [f.value * fact.value / 100 for f in outer]
    if told and not agrees(bound.number, told):
        text = f"{fact.value:g} × {outer[0].value:g} / 100 = {told[0]:.3g}"
        return Ruling("contradicted", text, text, (fact.name, outer[0].name), f"{told[0]:.3g}")
    return _open(f"it is a share of {fact.denominator}", f"это доля от «{fact.denominator}»", fact)


def _past_its_percentile(scene: Scene, bound: Bound, fact: Fact) -> Ruling | None:
    """ "No query ran longer than 33.7 s" of what is the 95th percentile of a time whose maximum is held: some did."""
    number = bound.number
    if number.hedge != "under" or number.unit is None or not never_passed(scene.block.text, number):
        return None
    bare = replace(number, hedge=None)
    for own in scene.vocabulary.facts.facts:
        if own.level != fact.level or own.stat not in _MOSTLY or own.run is not None:
            continue
        unit = scene.vocabulary.unit_of(own.metric)
        if not compatible(number.unit, unit) or not agrees(bare, in_unit(own, number.unit, unit)):
            continue
        most = next((f for f in scene.vocabulary.values(own.metric, "max", own.level) if f.run is None), None)
        if most is not None and not agrees(number, in_unit(most, number.unit, unit)):
            return _refuted(most, own)
    return None


_MOSTLY = {*PERCENTILES, "median"}


def _of_another_statistic(scene: Scene, bound: Bound, fact: Fact) -> Ruling | None:
    """ "It peaked at 70.5%" of a mean where the maximum is held."""
    hedge = bound.number.hedge
    ends = hedge in ("over", "under") and never_passed(scene.block.text, bound.number)
    stat, at = (
        ("max" if hedge == "under" else "min", bound.place)
        if ends
        else statistic_said(scene, bound) or ("", bound.place)
    )
    if stat not in ("max", "min") or fact.stat not in ("mean", "median") or fact.run is not None:
        return None
    furthest = outermost(scene, fact, stat)
    if furthest and any(at < m.first < bound.place for m in scene.mentions.levels):
        return None  # "throughput peaks at 32 with 6240": the best of the levels' means
    held = [f for f in scene.vocabulary.values(fact.metric, stat, fact.level) if f.run is None]
    unit = scene.vocabulary.unit_of(fact.metric)
    own = next((f for f in held if agrees(bound.number, in_unit(f, bound.number.unit, unit))), None)
    if own is not None:
        return Ruling("supported", f"{own.name} is {own.value:g}", f"{own.name} — {own.value:g}", (own.name,))
    if ends and hedge == "over" and bound.level_source != "own":
        return None  # "never below 60%" under a heading: held to the minimum with the bounds that are passed
    if held and bound.level_source == "own" and not furthest:
        return _refuted(held[0], fact)
    return _open(f"{fact.name} is no {stat}", f"{fact.name} — не {stat}", fact) if held else None


def _not_everywhere(scene: Scene, bound: Bound, fact: Fact) -> Ruling | None:
    """ "In no run did it exceed 90%" of one run: a bound that is told of all levels must hold at each."""
    number = bound.number
    start, stop = clause_bounds(scene, bound.place)
    clause = scene.block.text[scene.tokens[start].start : scene.tokens[stop].end]
    said = bound.level_source == "own" or scene.mentions.levels or not _AT_ALL.search(clause)
    own = (frozenset().union(*bound.levels) if bound.levels else scene.inherited_levels) if said else frozenset[str]()
    if number.hedge not in ("over", "under") or len(own) == 1 or not (_AT_ALL.search(clause) or _EVER.search(clause)):
        return None
    unit = scene.vocabulary.unit_of(fact.metric)
    row = [f for level, f in scene.vocabulary.series(fact.metric, fact.stat) if not own or level in own]
    if all(agrees(number, in_unit(f, number.unit, unit)) for f in row):
        return None
    return _open(f"{fact.name} is but one level", f"{fact.name} — лишь один уровень", fact)


def _is_level(scene: Scene, bound: Bound, fact: Fact) -> Ruling | None:
    """ "By 60 the tenth ..." of a run's length: a bare number that is a level's own."""
    if fact.stat == "duration" and bound.number.unit is None and bound.number.text.strip() in scene.vocabulary.level_ids:  # fmt: skip
        return _open("a level by its number alone", "уровень, названный одним числом", fact)
    return None
