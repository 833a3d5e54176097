"""Whether what a number is told of leaves no doubt, so that a fact of something else cannot save it.

"LWLock waits claim 25.8%": its metric stands right before it by its whole name. "Read wait: 0.31 ms without a scheduler, 3.41 with kyber": the other
values of the row are those of the metric, each at its own level.
"""

from __future__ import annotations

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.vocabulary import Name

_NEAR = 3.0  # tokens and what stands between, as binding weighs them
_ROW = 12  # tokens between two values of one row
_MOVES = ({"→"}, {"->"}, {"⟶"}, {"/"}, {"to"}, {"до"})
_OF_A_LEVEL = {"at", "with", "under", "for", "при", "у", "для", "с", "со"}


def metric_is_told(scene: Scene, bound: Bound) -> bool:
    """Whether a number's metric stands right beside it by its whole name, or is that of the row of values that the number is in."""
    return _is_beside(bound) or is_in_row(scene, bound)


def _is_beside(bound: Bound) -> bool:
    at = bound.metric_at
    return bound.metric_source == "near" and bound.metric_cost <= _NEAR and at is not None and at.exact


def is_told_plainly(scene: Scene, bound: Bound, others: set[str]) -> bool:
    """Whether a value is told of its own metric so plainly that `others`, the metrics that have this very value, are not meant.

    The metric's name ends before the number with no level between ("VacuumDelay at 10 and 50 million"), and is no part of the name of one of the others
    ("I/O wait" where "I/O waits" are a metric, too).
    """
    if is_in_row(scene, bound):
        return True
    at = bound.metric_at
    if at is None or not _is_beside(bound) or bound.number.kind != "value":
        return False
    if at.first > bound.place + (bound.number.dimension != "percent"):
        return False  # "removes 40% of remote accesses": by how much
    if bound.number.unit is None and bound.number.text.strip() in scene.vocabulary.level_ids:
        return False
    if any(t.lower in _OF_A_LEVEL or t.number is not None for t in scene.tokens[at.last + 1 : bound.place]):
        return False
    said = [t.stems for t in scene.tokens[at.first : at.last + 1] if t.is_word]
    return not any(_holds(name, said) for name in scene.vocabulary.names if name.metrics & others)


def _holds(name: Name, said: list[frozenset[str]]) -> bool:
    """Whether every word that is said is one of a name's."""
    return all(any(stems & word for word in name.words) for stems in said)


def is_in_row(scene: Scene, bound: Bound) -> bool:
    """Whether another value near it, with no other metric between, is its metric's: at a level of its own, or at the other end of a move.

    "0.31 ms without a scheduler, 0.33 with mq-deadline", "33.8% → 41.2%".
    """
    if scene.block.kind == "cell":
        return False
    return (
        _is_moved(scene, bound)
        or _has_own_level(bound)
        and any(
            other is not bound
            and other.metrics == bound.metrics
            and _has_own_level(other)
            and other.levels != bound.levels
            and other.number.unit in (bound.number.unit, None)
            and abs(other.place - bound.place) <= _ROW
            and not _parted(scene, bound, other)
            and _is_value(scene, other)
            for other in scene.bounds.values()
        )
    )


def _is_moved(scene: Scene, bound: Bound) -> bool:
    """ "From 33.8% to 41.2%": whether the value at the other end is one of the same metric's, at whatever level."""
    places = sorted(scene.bounds)
    at = places.index(bound.place)
    for place in places[max(0, at - 1) : at] + places[at + 1 : at + 2]:
        other = scene.bounds[place]
        first, last = sorted((bound.place, place))
        moved = {t.lower for t in scene.tokens[first + 1 : last]} in _MOVES
        alike = other.metrics == bound.metrics and other.number.unit in (bound.number.unit, None)
        if moved and alike and all(_is_of_one_metric(b) for b in (bound, other)):
            (metric,), stat = other.metrics, other.stat
            row = [fact for _, fact in scene.vocabulary.series(metric, stat)]
            unit = scene.vocabulary.unit_of(metric)
            if any(agrees(other.number, in_unit(fact, other.number.unit, unit)) for fact in row):
                return True
    return False


def _is_of_one_metric(bound: Bound) -> bool:
    return bound.number.kind == "value" and bound.number.high is None and len(bound.metrics) == 1


def _has_own_level(bound: Bound) -> bool:
    return (
        _is_of_one_metric(bound)
        and bound.level_source == "own"
        and len(bound.levels) == 1
        and len(bound.levels[0]) == 1
    )


def _parted(scene: Scene, one: Bound, two: Bound) -> bool:
    """Whether a metric is named between two numbers."""
    first, last = sorted((one.place, two.place))
    return any(first < mention.first < last and mention.metrics for mention in scene.mentions.metrics)


def _is_value(scene: Scene, bound: Bound) -> bool:
    """Whether a number is a value of its metric at its level, by the mean or the statistic that is said."""
    (metric,), (level,) = bound.metrics, bound.levels[0]
    fact = scene.vocabulary.central(metric, level, bound.stat)
    unit = scene.vocabulary.unit_of(metric)
    return fact is not None and agrees(bound.number, in_unit(fact, bound.number.unit, unit))
