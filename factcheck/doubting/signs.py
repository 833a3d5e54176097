"""The signs by which a refusal is more or less sure: what kind of claim it is, how much its sentence says at once, and where what it rests on is named.

A sign is a name that a refusal has or has not ("two numbers in its clause", "its metric is named in another clause"). None of them looks at single words of
one article: they are counted of the sentence's parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.reading.numbers import Number
from factcheck.stating.clauses import pieces_of


class Judged(NamedTuple):
    """A claim of a sentence: its tokens, what it is, what was said of it and by which facts."""

    first: int
    last: int
    predicate: str
    verdict: str
    facts: tuple[str, ...]


_POINTING = {
    "it", "its", "they", "their", "them", "this", "that", "these", "those", "which", "both", "one", "ones", "such", "latter", "former", "there", "here", "same",
    "он", "она", "оно", "они", "его", "её", "ее", "их", "этот", "эта", "это", "эти", "тот", "та", "те", "который", "которая", "которые", "которое", "которого", "которой", "им", "ему", "ей", "ним", "ней", "него", "них",
    "такой", "такая", "такое", "столько", "там", "здесь", "тут", "первый", "второй", "оба", "обе",
}  # fmt: skip
_TURNING = {
    "but",
    "while",
    "whereas",
    "though",
    "although",
    "yet",
    "however",
    "но",
    "а",
    "хотя",
    "зато",
    "однако",
    "тогда",
}
_SETTING_APART = {":": "colon", ";": "semicolon", "—": "dash", "–": "dash", "(": "bracket"}


def signs(scene: Scene, one: Judged, others: Iterable[Judged]) -> set[str]:
    """The signs of a refusal among the claims of its sentence."""
    others = list(others)
    pieces = [p for p in pieces_of(scene) if p[0] <= one.last and p[1] >= one.first]
    first, last = (pieces[0][0], pieces[-1][1]) if pieces else (one.first, one.last)
    found = {f"is {one.predicate}", f"in {scene.block.kind}"}
    found |= _sizes(scene, first, last) | _marks(scene, first, last) | _named(scene, one, first, last)
    found |= _numbers(scene, one, first, last) | _beside(one, others, first, last)
    found |= {f"says {concept}" for t in scene.tokens[first : last + 1] for concept in t.concepts}
    if one.first <= first and one.last >= last:
        found.add("whole clause")
    if first > 0:
        found.add("later clause")
    if scene.former is None:
        found.add("opens its block")
    if scene.inherited_levels:
        found.add("level around")
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        found.add("grid")
    return found


def _at_least(name: str, count: int, *bounds: int) -> set[str]:
    return {f"{name} {bound}+" for bound in bounds if count >= bound}


def _sizes(scene: Scene, first: int, last: int) -> set[str]:
    mentions = scene.mentions
    inside = [m for m in mentions.levels if first <= m.first <= last]
    return (
        _at_least("words of sentence", len(scene.tokens), 8, 14, 20, 30)
        | _at_least("words of clause", last - first + 1, 4, 8, 14)
        | _at_least("clauses", len(pieces_of(scene)), 2, 3, 4, 6)
        | _at_least("metrics", len({m.metrics for m in mentions.metrics if m.metrics}), 1, 2, 3)
        | _at_least("levels", len({m.ids for m in mentions.levels}), 1, 2, 3)
        | _at_least("levels of clause", len({m.ids for m in inside}), 1, 2, 3)
    )


def _marks(scene: Scene, first: int, last: int) -> set[str]:
    found = {f"{_SETTING_APART[t.text]} in sentence" for t in scene.tokens if t.text in _SETTING_APART}
    found |= {f"{_SETTING_APART[t.text]} in clause" for t in scene.tokens[first : last + 1] if t.text in _SETTING_APART}
    words = {t.lower for t in scene.tokens}
    inner = {t.lower for t in scene.tokens[first : last + 1]}
    if words & _POINTING:
        found.add("pointing in sentence")
    if inner & _POINTING:
        found.add("pointing in clause")
    if words & _TURNING:
        found.add("turning")
    if inner & {"than", "чем"}:
        found.add("than")
    if any(t.has("negation") for t in scene.tokens[first : last + 1]):
        found.add("denied")
    return found


def _named(scene: Scene, one: Judged, first: int, last: int) -> set[str]:
    """Where the metric, the levels and the statistic of the facts that it rests on are named."""
    facts = [fact for name in one.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]
    if not facts:
        return {"no fact"}
    mentions, found = scene.mentions, set()
    metrics = {fact.metric for fact in facts}
    exact = frozenset().union(*(m.metrics for m in mentions.metrics if m.exact))
    inner = frozenset().union(*(m.metrics for m in mentions.metrics if first <= m.first <= last))
    named = frozenset().union(*(m.metrics for m in mentions.metrics))
    where = "clause" if metrics <= inner else "sentence" if metrics <= named else "context"
    found.add(f"metric in {where}" + (" exactly" if where != "context" and metrics <= exact else ""))
    levels = {fact.level for fact in facts if fact.level is not None}
    inside = frozenset().union(*(m.ids for m in mentions.levels if first <= m.first <= last))
    around = frozenset().union(*(m.ids for m in mentions.levels))
    found.add(
        "levels in clause" if levels <= inside else "levels in sentence" if levels <= around else "levels in context"
    )
    stats = {fact.stat for fact in facts} - {"mean"}
    if stats and not stats <= {t.statistic for t in scene.tokens}:
        found.add("statistic not named")
    inner_exact = frozenset().union(*(m.metrics for m in mentions.metrics if first <= m.first <= last and m.exact))
    if inner_exact and not inner_exact & metrics:
        found.add("another metric named")
    if around and levels and not around <= levels and not (inside and inside <= levels):
        found.add("another level named")
    if told := {t.statistic for t in scene.tokens[first : last + 1]} - {None} - {fact.stat for fact in facts}:
        found.add("another statistic named")
    if {t.statistic for t in scene.tokens} - {None} - {fact.stat for fact in facts} and not told:
        found.add("another statistic in sentence")
    if len(metrics) > 1:
        found.add("several metrics")
    return found | _at_least("facts", len(facts), 2, 3)


def _numbers(scene: Scene, one: Judged, first: int, last: int) -> set[str]:
    told = [t for t in scene.tokens if t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens]  # fmt: skip
    found = _at_least("numbers", len(told), 1, 2, 3, 4)
    found |= _at_least("numbers of clause", sum(first <= t.index <= last for t in told), 1, 2, 3)
    own = [t.number for t in told if one.first <= t.index <= one.last and t.number is not None]
    found |= _at_least("own numbers", len(own), 1, 2)
    if own:
        facts = [fact for name in one.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]
        found |= {sign for number in own for sign in _told_elsewhere(scene, number, facts)}
    for t in told:
        bound = scene.bounds.get(t.index)
        if bound is None or not one.first <= t.index <= one.last:
            continue
        found.add(f"metric by {bound.metric_source}")
        found.add(f"level by {bound.level_source}")
        found.add(
            "statistic by word" if bound.stat_at is not None else "statistic by rule" if bound.stat else "no statistic"
        )
        if bound.unknown:
            found.add("term unknown")
        if bound.mismatch is not None:
            found.add("unit mismatch")
        if bound.partner is not None:
            found.add("paired")
        if len(bound.metrics) > 1:
            found.add("metrics open")
        found.add(
            f"unit {'none' if t.number.unit is None else t.number.unit.dimension if t.number.unit.dimension == 'percent' else 'some'}"
        )
        if t.number.hedge:
            found.add("hedged number")
        if t.number.signed:
            found.add("signed")
    return found


def _told_elsewhere(scene: Scene, number: Number, facts: list[Fact]) -> set[str]:
    """Whether the number is right of something else: of another level, another statistic, another metric."""
    metrics, levels = {f.metric for f in facts}, {f.level for f in facts}
    found = set()
    for fact in scene.vocabulary.facts.facts:
        if number.unit is None and fact.metric not in metrics and number.readings[0].value in range(100):
            continue  # small bare numbers are found everywhere
        if not agrees(number, in_unit(fact, number.unit, scene.vocabulary.unit_of(fact.metric))):
            continue
        if fact.metric not in metrics:
            found.add("number of another metric")
        elif fact.level in levels:
            found.add("number of another statistic")
        else:
            found.add("number of another level")
    return found or {"number of nothing"}


def _beside(one: Judged, others: list[Judged], first: int, last: int) -> set[str]:
    found: set[str] = set()
    for verdict in ("supported", "contradicted", "unverifiable"):
        held = [o for o in others if o.verdict == verdict]
        found |= _at_least(f"{verdict} beside", len(held), 1, 2)
        found |= _at_least(f"{verdict} in clause", sum(o.first <= last and o.last >= first for o in held), 1)
    return found
