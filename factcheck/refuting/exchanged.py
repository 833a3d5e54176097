"""Refuses two values of a sentence that stand in one another's place: "31.2 GB (peak 28.4)", "utilisation 5.8%, r_await 78.2 ms".

Each place says by the words beside it of which metric, statistic and level its value is. Where neither number is what its place asks for, and each
is what the other's asks for, the two were exchanged; so they were where a run's peak lies below its mean, or its minimum above it. Only refutes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from factcheck.binding.agreement import agrees, in_unit, significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling

_SAID = ("own", "sentence", "inherited", "sequence")
_NEAR = 2  # how many numbers on the other may stand


def judge_exchanged(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each pair of values that were exchanged."""
    if scene.block.kind not in ("paragraph", "item", "lead"):
        return []
    plain = [bounds[p] for p in sorted(bounds) if _is_plain(bounds[p])]
    found: list[Ruled] = []
    for at, one in enumerate(plain):
        for two in plain[at + 1 : at + 1 + _NEAR]:
            facts = _exchanged(scene, one, two)
            if facts is not None:
                text = f"{facts[0].name} is {facts[0].value:g}, {facts[1].name} is {facts[1].value:g}"
                ru = f"{facts[0].name} равно {facts[0].value:g}, {facts[1].name} равно {facts[1].value:g}"
                right = f"{facts[0].value:g}, {facts[1].value:g}"
                found.append((one.place, two.place, "value", Ruling("contradicted", text, ru, tuple(f.name for f in facts), right)))  # fmt: skip
    return found


def _is_plain(bound: Bound) -> bool:
    number = bound.number
    return number.kind == "value" and number.high is None and not number.fraction and number.hedge in (None, "about")


def _exchanged(scene: Scene, one: Bound, two: Bound) -> tuple[Fact, Fact] | None:
    """What the places of two numbers ask for, where each is the other's; None where the numbers are right in any reading."""
    if one.number.low_value() == two.number.low_value() or not (one.metrics and two.metrics):
        return None
    if sum(significant_digits(b.number.text) for b in (one, two)) < 4:
        return None
    crossed: tuple[Fact, Fact] | None = None
    for a, b in _places(scene, one, two):
        if _states(scene, one, one, a) or _states(scene, two, two, b):
            return None
        if crossed is None and a.value != b.value and _states(scene, two, one, a) and _states(scene, one, two, b):
            crossed = a, b
    return crossed


def _places(scene: Scene, one: Bound, two: Bound) -> Iterator[tuple[Fact, Fact]]:
    """The facts that two places ask for: at their own levels, at that of the section, or both at one and the same."""
    for metric, other in itertools.product(sorted(one.metrics), sorted(two.metrics)):
        stats = _stat(scene, one), _stat(scene, two)
        if (metric, stats[0]) == (other, stats[1]) and "own" not in (one.level_source, two.level_source):
            continue
        for level, beside in _levels(scene, one, two):
            a, b = _asked(scene, metric, level, stats[0]), _asked(scene, other, beside, stats[1])
            if a is not None and b is not None and a is not b:
                yield a, b


def _stat(scene: Scene, bound: Bound) -> str | None:
    """The statistic that a place names; none where "highest on HDD, 98.7%" ranks the levels and is no extreme of a run."""
    if not bound.stat_superlative or bound.stat_at is None:
        return bound.stat
    word = scene.tokens[bound.stat_at]
    ranks = word.has("up.comparative", "down.comparative", "superlative.max", "superlative.min")
    return None if ranks and word.statistic is None else bound.stat


def _levels(scene: Scene, one: Bound, two: Bound) -> list[tuple[str, str]]:
    own = [[next(iter(ids)) for ids in b.levels if len(ids) == 1] if b.level_source in _SAID else [] for b in (one, two)]  # fmt: skip
    around = list(scene.inherited_levels) if len(scene.inherited_levels) == 1 else []
    first, second = own[0] or own[1] or around, own[1] or own[0] or around
    if first and second:
        return list(itertools.product(first, second)) if own[0] and own[1] else list(zip(first, second, strict=False))
    return [(level, level) for level in scene.vocabulary.level_ids]


def _asked(scene: Scene, metric: str, level: str, stat: str | None) -> Fact | None:
    return scene.vocabulary.central(metric, level, stat)


def _states(scene: Scene, told: Bound, place: Bound, fact: Fact) -> bool:
    """Whether a number is a fact's value, in the unit of the place that it may belong to."""
    return agrees(told.number, in_unit(fact, place.number.unit, scene.vocabulary.unit_of(fact.metric)))
