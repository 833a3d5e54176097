"""Refuses two values told as a way that the facts went backwards: "its deviation shrank from 275 to 160 ms" where the baseline has the 160.

Two values are a way from the baseline; and what a run "falls to" is not its maximum. Only refutes, where no level is named that could say otherwise.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import in_unit, rounds_to, significant_digits
from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import Number
from factcheck.reading.units import compatible
from factcheck.rereading.comparisons import metrics_around

_FROM, _TO = {"from", "с", "со", "от"}, {"to", "до", "→", "->"}
_MOVES = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive", "up.noun", "down.noun")
_RANGE = re.compile(r"\b(?:rang|var|fluctuat|between|swing|oscillat|spread)\w*|(?<!\w)(?:колеб|варьир|диапазон|размах|разброс|предел|лежит|меня)\w*", re.I)  # fmt: skip
_BACK = re.compile(r"\b(?:back|return\w*|without|undo|revert\w*)\b|(?<!\w)(?:обратно|назад|возвра\w+|без|вернуть\w*)(?!\w)", re.I)  # fmt: skip
_KINDS = ("mean", "median", "max", "min", "p95", "p99", "stddev", "share", "amplitude", "last", "count")


def judge_ways_back(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each "from A to B" whose values are those of B's and A's levels."""
    factors = scene.vocabulary.facts.experiment.factors
    if scene.block.kind not in ("paragraph", "item", "lead") or len(factors) != 1 or scene.mentions.levels:
        return []
    base = scene.vocabulary.special("baseline")
    if len(base) != 1 or scene.tokens[-1].text == "?" or scene.matches(_RANGE) or scene.matches(_BACK):  # fmt: skip
        return []
    found: list[Ruled] = []
    for one, two in _pairs(scene, bounds):
        ways = _ways(scene, one, two)
        if not ways or is_negated(scene, one) or is_hedged(scene, one):
            continue
        if all(b.level in base and _after(scene, a, b) for a, b in ways):
            a, b = ways[0]
            text = f"{b.name} is {b.value:g}, {a.name} is {a.value:g}"
            ru = f"{b.name} равно {b.value:g}, {a.name} равно {a.value:g}"
            ruling = Ruling("contradicted", text, ru, (b.name, a.name), f"{b.value:g} → {a.value:g}")
            found.append((one, two, "value", ruling))
    return found


def _after(scene: Scene, one: Fact, two: Fact) -> bool:
    """Whether a fact's level comes behind another's in the experiment's order: upwards any way may be told."""
    order = [scene.vocabulary.order_of(scene.vocabulary.canonical(fact.level or "")) for fact in (one, two)]
    return order[0] > order[1]


def _pairs(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int]]:
    """The places of "from A to B" behind a word of way."""
    tokens = scene.tokens
    found = []
    places = sorted(bounds)
    for one, two in itertools.pairwise(places):
        gap = [t.lower for t in tokens[one + 1 : two]]
        if len(gap) > 2 or not set(gap) & _TO or not one or tokens[one - 1].lower not in _FROM:
            continue
        if any(t.has(*_MOVES) for t in tokens[max(0, one - 6) : one - 1]) and not any(t.text in ",;" for t in tokens[max(0, one - 3) : one]):  # fmt: skip
            found.append((one, two))
    return found


def _ways(scene: Scene, one: int, two: int) -> list[tuple[Fact, Fact]]:
    """The pairs of facts of one metric and statistic at two levels that two numbers tell, of what is spoken of if there are any."""
    first, second = scene.tokens[one].number, scene.tokens[two].number
    if first is None or second is None or min(significant_digits(first.text), significant_digits(second.text)) < 2:
        return []
    held: dict[tuple[str, str, str | None], list[tuple[Fact, bool, bool]]] = {}
    for fact in scene.vocabulary.facts.facts:
        if fact.level is None or fact.partner is not None or fact.run is not None or fact.stat not in _KINDS:
            continue
        told = _tells(scene, first, second, fact), _tells(scene, second, second, fact)
        if any(told):
            held.setdefault((fact.metric, fact.stat, fact.denominator), []).append((fact, *told))
    ways = [
        (a, b)
        for row in held.values() for a, is_first, _ in row for b, _, is_second in row
        if is_first and is_second and a.level != b.level
    ]  # fmt: skip
    near = metrics_around(scene)
    return [(a, b) for a, b in ways if a.metric in near] or ways


def _tells(scene: Scene, number: Number, with_unit: Number, fact: Fact) -> bool:
    unit = number.unit or with_unit.unit
    held = scene.vocabulary.unit_of(fact.metric)
    if unit is not None and not compatible(unit, held):
        return False
    return any(rounds_to(value, reading) for value in in_unit(fact, unit, held) for reading in number.readings)
