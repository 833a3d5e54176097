"""The signs by which a refusal is more or less sure: what kind of claim it is, how much its sentence says at once, and where what it rests on is named.

A sign is a name that a refusal has or has not ("two numbers in its clause", "its metric is named in another clause"). None of them looks at single words of
one article: they are counted of the sentence's parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.reading.numbers import Number
from factcheck.rereading.slips import differ_little, values_of
from factcheck.stating.clauses import pieces_of
from factcheck.stating.parts import parts_of
from factcheck.stating.words import grade_of


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
_TURNING = {"but", "while", "whereas", "though", "although", "yet", "however", "но", "а", "хотя", "зато", "однако", "тогда"}  # fmt: skip
_SETTING_APART = {":": "colon", ";": "semicolon", "—": "dash", "–": "dash", "(": "bracket"}


def signs(scene: Scene, one: Judged, others: Iterable[Judged]) -> set[str]:
    """The signs of a refusal among the claims of its sentence."""
    others = list(others)
    clauses = pieces_of(scene)
    pieces = [p for p in clauses if p[0] <= one.last and p[1] >= one.first]
    first, last = (pieces[0][0], pieces[-1][1]) if pieces else (one.first, one.last)
    found = {f"is {one.predicate}", f"in {scene.block.kind}"}
    found |= _sizes(scene, first, last, len(clauses)) | _marks(scene, first, last) | _named(scene, one, first, last)
    found |= _numbers(scene, one, first, last) | _beside(one, others, first, last)
    found |= {f"says {concept}" for t in scene.tokens[first : last + 1] for concept in t.concepts}
    found |= _understood(scene, first, last)
    return found | _where(
        {
            "whole clause": one.first <= first and one.last >= last,
            "later clause": first > 0,
            "opens its block": scene.former is None,
            "level around": bool(scene.inherited_levels),
            "grid": len(scene.vocabulary.facts.experiment.factors) > 1,
        }
    )


_TURNS_OF_SPEECH = (
    "if", "only", "than", "but", "per", "its", "it", "while", "without", "between", "against", "over", "also", "just", "even", "half", "every", "all", "both",
    "чем", "только", "лишь", "но", "зато", "а", "если", "даже", "против", "вместо", "без", "между", "все", "всех", "оба", "на", "за",
)  # fmt: skip


def words_around(scene: Scene) -> set[str]:
    """Small words of a sentence that turn what it says."""
    said = f" {scene.sentence.text.lower()} "
    return {f"word {word}" for word in _TURNS_OF_SPEECH if f" {word} " in said}


def at_least(name: str, count: int, *bounds: int) -> set[str]:
    """The signs that a count is at least so and so much."""
    return {f"{name} {bound}+" for bound in bounds if count >= bound}


def _sizes(scene: Scene, first: int, last: int, clauses: int) -> set[str]:
    mentions = scene.mentions
    inside = [m for m in mentions.levels if first <= m.first <= last]
    return (
        at_least("words of sentence", len(scene.tokens), 8, 14, 20, 30)
        | at_least("words of clause", last - first + 1, 4, 8, 14)
        | at_least("clauses", clauses, 2, 3, 4, 6)
        | at_least("metrics", len({m.metrics for m in mentions.metrics if m.metrics}), 1, 2, 3)
        | at_least("levels", len({m.ids for m in mentions.levels}), 1, 2, 3)
        | at_least("levels of clause", len({m.ids for m in inside}), 1, 2, 3)
    )


def _understood(scene: Scene, first: int, last: int) -> set[str]:
    """The parts that the words of the clause may play in plain statements, and how many of them play none."""
    spans = [(m.first, m.last) for m in scene.mentions.metrics] + [(m.first, m.last) for m in scene.mentions.levels]
    named = {at for start, stop in (*spans, *scene.mentions.factors) for at in range(start, stop + 1)}
    found, unknown = set(), 0
    for token in scene.tokens[first : last + 1]:
        if not token.is_word or token.index in named:
            continue
        plays = parts_of(token)
        found |= {f"plays {part}" for part in plays}
        unknown += not plays and not token.concepts and token.statistic is None and grade_of(token.lower) is None
    return found | at_least("unknown words", unknown, 1, 2, 3, 5)


def _marks(scene: Scene, first: int, last: int) -> set[str]:
    """The marks that set apart and the words that point, turn, compare and deny."""
    clause = scene.tokens[first : last + 1]
    words, inner = {t.lower for t in scene.tokens}, {t.lower for t in clause}
    found = {f"{_SETTING_APART[t.text]} in sentence" for t in scene.tokens if t.text in _SETTING_APART}
    found |= {f"{_SETTING_APART[t.text]} in clause" for t in clause if t.text in _SETTING_APART}
    return found | _where(
        {
            "pointing in sentence": bool(words & _POINTING),
            "pointing in clause": bool(inner & _POINTING),
            "turning": bool(words & _TURNING),
            "than": bool(inner & {"than", "чем"}),
            "denied": any(t.has("negation") for t in clause),
        }
    )


def _named(scene: Scene, one: Judged, first: int, last: int) -> set[str]:
    """Where the metric, the levels and the statistic of the facts that it rests on are named, and what else is named there."""
    facts = _facts(scene, one)
    if not facts:
        return {"no fact"}
    of_metrics, of_levels = scene.mentions.metrics, scene.mentions.levels
    named = _all(m.metrics for m in of_metrics)
    exact = _all(m.metrics for m in of_metrics if m.exact)
    inner = _all(m.metrics for m in of_metrics if first <= m.first <= last)
    inner_exact = _all(m.metrics for m in of_metrics if first <= m.first <= last and m.exact)
    around, inside = _all(m.ids for m in of_levels), _all(m.ids for m in of_levels if first <= m.first <= last)
    metrics, stats = {fact.metric for fact in facts}, {fact.stat for fact in facts}
    levels = {fact.level for fact in facts if fact.level is not None}
    said = {t.statistic for t in scene.tokens}
    other = {t.statistic for t in scene.tokens[first : last + 1]} - {None} - stats
    metric_at = "clause" if metrics <= inner else "sentence" if metrics <= named else "context"
    level_at = "clause" if levels <= inside else "sentence" if levels <= around else "context"
    found = {f"metric in {metric_at}" + (" exactly" if metric_at != "context" and metrics <= exact else "")}
    return found | {f"levels in {level_at}"} | at_least("facts", len(facts), 2, 3) | _where(
        {
            "several metrics": len(metrics) > 1,
            "statistic not named": not stats - {"mean"} <= said,
            "another metric named": bool(inner_exact) and not inner_exact & metrics,
            "another level named": bool(around and levels) and not around <= levels and not (inside and inside <= levels),
            "another statistic named": bool(other),
            "another statistic in sentence": not other and bool(said - {None} - stats),
        }
    )  # fmt: skip


def _facts(scene: Scene, one: Judged) -> list[Fact]:
    return [fact for name in one.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]


def _all(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)


def _numbers(scene: Scene, one: Judged, first: int, last: int) -> set[str]:
    told = [t for t in scene.tokens if t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens]  # fmt: skip
    found = at_least("numbers", len(told), 1, 2, 3, 4)
    found |= at_least("numbers of clause", sum(first <= t.index <= last for t in told), 1, 2, 3)
    own = [t for t in told if one.first <= t.index <= one.last]
    facts = _facts(scene, one)
    for token in own:
        assert token.number is not None
        found |= _told_elsewhere(scene, token.number, facts)
        found.add(f"digits {min(_digits(token.text), 4)}")
        if any(differ_little(token.number, value, same=False) for f in facts for value in values_of(scene, token.number, f)):  # fmt: skip
            found.add("slip of its fact")
        found |= _bound(scene.bounds[token.index]) if token.index in scene.bounds else set()
    return found | at_least("own numbers", len(own), 1, 2)


def _digits(text: str) -> int:
    """How many digits of a number carry something: 1 of "300", 2 of "0.85", 4 of "1,205"; a round number is seldom a measured one."""
    core = re.match(r"\D*([\d\s.,']*)", text)
    digits = re.sub(r"\D", "", core[1] if core else "").lstrip("0")
    return len(digits.rstrip("0") if core and not re.search(r"[.,]\d{1,2}$", core[1].strip()) else digits)


def _bound(bound: Bound) -> set[str]:
    """How a number was bound to what it is said of."""
    number = bound.number
    unit = "none" if number.unit is None else "percent" if number.unit.dimension == "percent" else "some"
    by = "by word" if bound.stat_at is not None else "by rule" if bound.stat else ""
    found = {f"metric by {bound.metric_source}", f"level by {bound.level_source}", f"unit {unit}"}
    found.add(f"statistic {by}" if by else "no statistic")
    return found | _where(
        {
            "term unknown": bound.unknown,
            "unit mismatch": bound.mismatch is not None,
            "paired": bound.partner is not None,
            "metrics open": len(bound.metrics) > 1,
            "hedged number": bool(number.hedge),
            "signed": number.signed,
        }
    )


def _where(signs_: dict[str, bool]) -> set[str]:
    """The signs that are there."""
    return {name for name, there in signs_.items() if there}


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
        found |= at_least(f"{verdict} beside", len(held), 1, 2)
        found |= at_least(f"{verdict} in clause", sum(o.first <= last and o.last >= first for o in held), 1)
    return found
