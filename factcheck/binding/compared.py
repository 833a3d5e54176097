"""Finds the effects that a verdict told in words is of: by the change or the two values that stand beside it, or by the metric and the two levels that are named."""

from __future__ import annotations

import re

from factcheck.binding.arguments import clause_bounds
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.scope import metrics_said, topics
from factcheck.forms.facts import Effect

_EFFECT = re.compile(r"effect (?P<metric>\S+) (?P<level>.+) vs (?P<base>.+)")
_SPEED = re.compile(
    r"^(?:fast\w*|slow\w*|quick\w*|ahead|outperform\w*|beat\w*|wins?|won|leads?|speed\w*|performance|throughput|быстр\w+|медленн\w+|ускор\w+|замедл\w+|опере\w+|обгон\w+|обогн\w+|побе\w+|производительн\w+)$",
    re.I,
)
_REACH = 14  # tokens between a verdict and the number that it is of


def effects_told(scene: Scene, place: int, *, alone: bool = True) -> list[Effect]:
    """Every effect that the verdict at a place may be of; empty where that is not said clearly. One level `alone` is compared with the baseline."""
    near = _by_numbers(scene, place)
    if near is not None:
        return [near]
    pair = pair_said(scene, place)
    one = len({m.ids for m in scene.mentions.levels}) < 2 and len(scene.vocabulary.level_ids) > 2
    if pair is None or not alone and one and len(scene.vocabulary.facts.experiment.factors) <= 1:
        return []
    metrics = metrics_meant(scene, place)
    held = [(metric, scene.vocabulary.effect(metric, *pair)) for metric in metrics]
    found = [effect[0] for _, effect in held if effect is not None]
    return found if found and len(found) == len(held) else []


def metrics_meant(scene: Scene, place: int) -> list[str]:
    """The one metric of the clause, of what was spoken of before, or, with a word of speed, the one that the experiment is decided on."""
    start, stop = clause_bounds(scene, place)
    said = metrics_said(scene, place)
    if said:
        return sorted(said[0]) if len(said[0]) == 1 else []
    primary = scene.vocabulary.facts.experiment.primary
    if any(m for m in scene.mentions.metrics if not m.modifier):
        return []  # a term that the facts do not hold
    if primary and any(_SPEED.match(t.text) for t in scene.tokens[start : stop + 1]):
        return [primary]
    before = topics(scene)[:1]
    hinted = [m.metrics for m in scene.mentions.metrics if m.modifier and m.metrics and start <= m.first <= stop]
    if before and any(not before[0] & metrics for metrics in hinted):
        return []  # "it reads more megabytes a second": something else than what was told before
    return sorted(before[0]) if before and len(before[0]) == 1 else []


def _by_numbers(scene: Scene, place: int) -> Effect | None:
    """The effect of the change told nearest in the clause, or of two values of one metric at two levels."""
    start, stop = clause_bounds(scene, place)
    row = [(abs(at - place), b) for at, b in scene.bounds.items() if start <= at <= stop and abs(at - place) <= _REACH]
    near = [
        bound for _, bound in sorted(row, key=lambda one: one[0])
        if bound.verdict == "supported" and not any(t.text == "," for t in scene.tokens[place : bound.place])
    ]  # fmt: skip
    for bound in near:
        if bound.predicate in ("delta", "ratio"):
            return _of_change(scene, bound)
    values = [bound for bound in near if bound.predicate == "value" and len(bound.facts) == 1]
    return _between(scene, [bound.facts[0] for bound in values]) if len(values) == 2 else None


def _of_change(scene: Scene, bound: Bound) -> Effect | None:
    if len(bound.facts) == 1 and (named := _EFFECT.fullmatch(bound.facts[0])) is not None:
        held = [e for e in scene.vocabulary.effects(named["metric"]) if (e.level, e.baseline) == (named["level"], named["base"])]  # fmt: skip
        return held[0] if held else None
    return _between(scene, list(bound.facts[:2]))


def _between(scene: Scene, names: list[str]) -> Effect | None:
    """The effect between the levels of two values of one metric's mean."""
    facts = [fact for name in names if (fact := scene.vocabulary.by_name.get(name)) is not None]
    if len(facts) != 2 or facts[0].metric != facts[1].metric or facts[0].stat != facts[1].stat:
        return None
    if any(fact.partner is not None or fact.level is None or fact.stat in ("max", "min", "stddev") for fact in facts):
        return None
    one, two = (scene.vocabulary.canonical(fact.level or "") for fact in facts)
    held = scene.vocabulary.effect(facts[0].metric, one, two)
    return held[0] if held is not None else None


def pair_said(scene: Scene, place: int) -> tuple[str, str] | None:
    """The two levels that a clause compares: both named, or one that the baseline is the other of, or the two of an experiment."""
    start, stop = clause_bounds(scene, place)
    every = scene.vocabulary.level_ids
    groups = [m.ids for m in scene.mentions.levels if start <= m.first <= stop]
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        return _pair_in_grid(scene, groups)
    if any(len(ids) != 1 for ids in groups):
        return None
    named = list(dict.fromkeys(next(iter(ids)) for ids in groups))
    if len(every) == 2:
        return every[0], every[1]
    if len(named) == 2:
        return named[0], named[1]
    if len(named) == 1 and (subject := _pronoun_level(scene)) is not None and subject != named[0]:
        return subject, named[0]
    base = scene.vocabulary.special("baseline")
    compared = len({m.ids for m in scene.mentions.levels}) > 1 or any(m.role in ("than", "from") for m in scene.mentions.levels)  # fmt: skip
    if len(named) == 1 and len(base) == 1 and named[0] not in base and not compared:
        return named[0], next(iter(base))
    return None


_PRONOUN = re.compile(
    r"^\W*(?:and |but |yet |also |и |а |но |зато )?(?:it|its|he|they|their|он|она|оно|они|его|её|ее|их|у (?:него|неё|нее|них))(?!\w)",
    re.I,
)


def _pronoun_level(scene: Scene) -> str | None:
    """The level that "it" or "its" at the head of a sentence stands for: the one that the sentences before are of."""
    if not scene.matches(_PRONOUN) or any(m.role != "than" for m in scene.mentions.levels if m.first <= 2):
        return None
    for former in scene.before(3):
        said = {m.ids for m in former.mentions.levels if m.role != "than"}
        if said:
            ids = next(iter(said))
            return next(iter(ids)) if len(said) == 1 and len(ids) == 1 else None
    return None


def _pair_in_grid(scene: Scene, groups: list[frozenset[str]]) -> tuple[str, str] | None:
    """Two cells that differ in one factor alone: "at 100 clients" of a switch, or a cell against the baseline of one factor."""
    cells = frozenset(scene.vocabulary.level_ids)
    for ids in groups:
        cells &= ids
    if len(cells) != 2 or not groups:
        return None
    one, two = sorted(cells, key=scene.vocabulary.order_of)
    return (one, two) if len(scene.vocabulary.apart(one, two)) == 1 else None
