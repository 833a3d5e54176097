"""Keeps an extreme or a way from being refused by one statistic where the value beside it bears it out by its own.

"The worst tail is at local, 41.3 ms": the number is the p99 of that level, so it is the p99 that the word ranks, whatever the sentence names first.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from factcheck.binding.agreement import significant_digits
from factcheck.binding.arguments import UNSETTLED, clause_bounds, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.scope import topics
from factcheck.forms.facts import Fact
from factcheck.judging.superlatives import extremes
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token
from factcheck.rereading.clemency import states

_OF_SCATTER = ("stddev", "amplitude")
_VALUES = ("mean", "median", "min", "max", "p95", "p99", *_OF_SCATTER)
_FAR = 10
_PLACES = {2: ("second", "втор"), 3: ("third", "треть", "трети"), 4: ("fourth", "четверт", "четвёрт")}
_ARROWS = ("→", "->", "⟶")


def extreme_by_its_value(scene: Scene, token: Token, kind: str, levels: frozenset[str], ruling: Ruling) -> Ruling:
    """The ruling of an extreme: supported where the number beside it is a fact of the level said, and that level has the extreme of its statistic."""
    if kind not in ("max", "min", "best", "worst"):
        return ruling
    if (rank := _rank_said(scene, token)) > 1:
        return _ranked(scene, token, kind, levels, rank) or ruling
    if ruling.verdict != "contradicted" or ruling.expected in UNSETTLED:
        return ruling
    for fact in _facts_beside(scene, token):
        if levels and fact.level not in levels:
            continue
        ids = extremes(scene, fact.metric, _kind_of(kind, fact.stat), fact.stat)
        if ids == {fact.level}:
            row = scene.vocabulary.series(fact.metric, fact.stat)
            text = f"{fact.stat}: " + ", ".join(f"{level}: {held.value:g}" for level, held in row)
            return Ruling("supported", text, text, tuple(held.name for _, held in row))
    return ruling


def _rank_said(scene: Scene, token: Token) -> int:
    """ "the second lowest", "вторая по величине лучшая": the place counted from the extreme; 1 where none is said."""
    before = scene.tokens[token.index - 1].lower if token.index else ""
    return next((rank for rank, words in _PLACES.items() if before.startswith(words)), 1)


def _ranked(scene: Scene, token: Token, kind: str, levels: frozenset[str], rank: int) -> Ruling | None:
    """Whether the level of the value beside has this place among all levels."""
    for fact in _facts_beside(scene, token):
        if levels and fact.level not in levels:
            continue
        row = scene.vocabulary.series(fact.metric, fact.stat)
        order = _kind_of(kind, fact.stat)
        if order in ("best", "worst"):
            better = scene.vocabulary.better(fact.metric)
            if better is None:
                return None
            order = "max" if (order == "best") == (better == "higher") else "min"
        ahead = sum(held.value > fact.value if order == "max" else held.value < fact.value for _, held in row)
        text = f"{fact.stat}: " + ", ".join(f"{level}: {held.value:g}" for level, held in row)
        return Ruling("supported" if ahead == rank - 1 else "contradicted", text, text, (fact.name,), str(ahead + 1))
    return None


def _kind_of(kind: str, stat: str) -> str:
    """The best scatter is the smallest, whatever is better of the metric."""
    return {"best": "min", "worst": "max"}.get(kind, kind) if stat in _OF_SCATTER else kind


def _facts_beside(scene: Scene, token: Token) -> Iterator[Fact]:
    """The facts that the numbers near a word state, nearest first: those that the numbers were found right by, then those of the topic."""
    start, stop = clause_bounds(scene, token.index)
    near = sorted(
        (b for at, b in scene.bounds.items() if start <= at <= stop + _FAR and abs(at - token.index) <= _FAR),
        key=lambda b: abs(b.place - token.index),
    )
    named = frozenset().union(*topics(scene))
    for bound in near:
        if bound.number.high is not None or bound.number.hedge is not None:
            continue
        yield from (fact for fact in _held(scene, bound) if fact.stat in _VALUES and fact.level is not None)
        if bound.verdict != "supported" and significant_digits(bound.number.text) >= 2:
            yield from (
                fact
                for fact in scene.vocabulary.facts.facts
                if fact.metric in bound.metrics | named
                and fact.stat in _VALUES
                and fact.partner is None
                and fact.level is not None
                and states(scene, bound, fact)
            )


def _held(scene: Scene, bound: Bound) -> list[Fact]:
    if bound.verdict != "supported":
        return []
    return [fact for name in bound.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]


def way_by_its_values(scene: Scene, token: Token, ruling: Ruling) -> Ruling:
    """The ruling of a way: supported where the values told after it, all of one statistic, go that way step by step; open where it leads to one of them."""
    way = 1 if token.has("up.intransitive", "up.transitive", "up.comparative", "up.noun") else -1
    downward = token.has("down.intransitive", "down.transitive", "down.comparative", "down.noun")
    if ruling.verdict != "contradicted" or (way < 0) != downward or is_negated(scene, token.index):
        return ruling
    told = [
        b for at, b in sorted(scene.bounds.items()) if token.index < at <= clause_bounds(scene, token.index)[1] + _FAR
    ]
    row = [facts[0] for b in told if len(facts := [f for f in _held(scene, b) if f.stat in _VALUES]) == 1]
    row = [fact for fact in row if (fact.metric, fact.stat) == (row[0].metric, row[0].stat)]
    if len({f.level for f in row}) != len(row) or len(row) < _levels_to_tell(scene, ruling):
        return ruling
    if len(row) == 2 and not any(t.text in _ARROWS or t.lower in ("to", "до") for t in scene.tokens[token.index :]):
        return ruling  # "less at 10 s: 12 MB/s against 9" compares, and does not go from one to the other
    if all((two.value - one.value) * way > 0 for one, two in itertools.pairwise(row)):
        text = " → ".join(f"{fact.value:g} ({fact.level})" for fact in row)
        return Ruling("supported", text, text, tuple(fact.name for fact in row))
    return ruling


def _levels_to_tell(scene: Scene, ruling: Ruling) -> int:
    """How many values must be told: all the levels of a factor where a trend over the parameter was refused, two otherwise."""
    over_all = "monotone" in ruling.en or not scene.mentions.levels
    return min(len(factor.levels) for factor in scene.vocabulary.facts.experiment.factors) if over_all else 2
