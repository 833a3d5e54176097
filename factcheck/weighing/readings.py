"""All readings that a sentence about a plain table may have: a kind of claim, the metric, the levels and the number that it would be of, and whether the table bears it out.

`readings_of` makes them from what the sentence names, without a look at its other words; which of them are likely is for `marks.py` and `weights.py`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.binding.mentions import LevelMention, MetricMention
from factcheck.binding.scene import Scene
from factcheck.outlining.amounts import agrees_with_amounts
from factcheck.outlining.values import in_unit_of, row
from factcheck.reading.numbers import Number

#: Kinds of one level, and of each which place it takes from the top (-1: from the bottom).
RANKS = {"highest": 1, "lowest": -1, "second highest": 2, "second lowest": -2, "third highest": 3, "third lowest": -3}
TURNS = {"peak": 1, "trough": -1}
#: Kinds of two levels: the first against the second.
ORDERS = {"higher": 1, "lower": -1, "same": 0}
#: Kinds of the whole column.
COURSES = {"rises": 1, "falls": -1, "flat": 0, "not rising": 1, "not falling": -1, "ends higher": 1, "ends lower": -1}
#: Kinds of a number that is passed, each from above and from below.
BOUNDS = {"above": 1, "below": -1}
_LIKE, _EVEN = 0.03, 0.05  # how far apart levels may be that are "the same", and those of a flat course
_MOST_METRICS, _MOST_LEVELS, _MOST_NUMBERS = 12, 6, 4


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sentence may say: `levels` by their places in the table, `number` the token of its amount, `count` of how many levels it would be."""

    kind: str
    metric: str
    levels: tuple[int, ...] = ()
    number: int | None = None
    count: int | None = None

    @property
    def sign(self) -> int:
        """+1 where it says more of the metric, -1 where less, 0 where neither."""
        rank = RANKS.get(self.kind, TURNS.get(self.kind, ORDERS.get(self.kind, 0)))
        if rank:
            return 1 if rank > 0 else -1
        return {"rises": 1, "falls": -1, "ends higher": 1, "ends lower": -1}.get(self.kind, 0)


@dataclass(slots=True)
class Named:
    """What a sentence names: mentions of metrics and of single levels (by their places in the table), and its amounts by their tokens."""

    columns: dict[str, list[float]]
    metrics: dict[str, list[MetricMention]]
    levels: dict[int, list[LevelMention]]
    numbers: dict[int, Number]
    size: int  # how many levels the table has

    @property
    def counts(self) -> set[int]:
        """The whole numbers that may say of how many levels something is told."""
        told = {number.low_value() for number in self.numbers.values() if number.kind == "value"}
        return {int(one) for one in told if one in range(1, self.size + 1)}


def named_in(scene: Scene) -> Named | None:
    """What a sentence names; None where the table has several factors, or the sentence names too much to be one statement."""
    vocabulary = scene.vocabulary
    if len(vocabulary.facts.experiment.factors) != 1 or not 2 <= len(vocabulary.level_ids) <= 20:
        return None
    places = {level: at for at, level in enumerate(vocabulary.level_ids)}
    rows = {metric: row(scene, metric, vocabulary.level_ids) for metric in vocabulary.metrics}
    columns = {metric: [*held.values()] for metric, held in rows.items() if held}
    metrics: dict[str, list[MetricMention]] = {metric: [] for metric in columns}
    for mention in scene.mentions.metrics:
        for metric in sorted(mention.metrics & set(metrics)):
            metrics[metric].append(mention)
    levels: dict[int, list[LevelMention]] = {}
    for level in scene.mentions.levels:
        if not level.group and len(level.ids) == 1:
            levels.setdefault(places[next(iter(level.ids))], []).append(level)
    numbers = {
        token.index: token.number
        for token in scene.tokens
        if token.number is not None and token.number.is_value and token.index not in scene.mentions.level_tokens
    }
    if not columns or len(columns) > _MOST_METRICS or len(levels) > _MOST_LEVELS or len(numbers) > _MOST_NUMBERS:
        return None
    return Named(columns, metrics, levels, numbers, len(places))


def readings_of(named: Named) -> Iterator[Reading]:
    """All readings of what a sentence names."""
    pairs = _pairs(named)
    for metric in named.columns:
        for level in named.levels:
            yield from (Reading(kind, metric, (level,)) for kind in RANKS)
            if 0 < level < named.size - 1:
                yield from (Reading(kind, metric, (level,)) for kind in TURNS)
        for one, two in pairs:
            yield from (Reading(kind, metric, (one, two)) for kind in ORDERS if kind != "same" or one < two)
        yield from (Reading(kind, metric) for kind in COURSES)
        for place, number in named.numbers.items():
            yield from _of_number(named, metric, pairs, place, number)


def _pairs(named: Named) -> list[tuple[int, int]]:
    """The pairs of levels that may be compared, in both orders; a single level with its neighbours and the ends of the table, and without any the ends themselves."""
    last, levels = named.size - 1, sorted(named.levels)
    if not levels:
        return [(last, 0), (0, last)]
    if len(levels) > 1:
        return list(itertools.permutations(levels, 2))
    (one,) = levels
    others = sorted({other for other in (one - 1, one + 1, 0, last) if 0 <= other <= last and other != one})
    return [pair for other in others for pair in ((one, other), (other, one))]


def _of_number(named: Named, metric: str, pairs: list[tuple[int, int]], place: int, number: Number) -> Iterator[Reading]:  # fmt: skip
    if number.kind == "times" or number.fraction:
        yield from (Reading("ratio", metric, pair, place) for pair in pairs)
    if number.fraction or number.kind == "value" and number.dimension in ("percent", "points"):
        yield from (Reading("change", metric, pair, place) for pair in pairs)
    if number.kind != "value":
        return
    yield from (Reading("difference", metric, pair, place) for pair in pairs if pair[0] < pair[1])
    for level in named.levels:
        yield Reading("value", metric, (level,), place)
        for kind in BOUNDS:
            yield from (Reading(f"{whose}{kind}", metric, (level,), place) for whose in ("", "only ", "all but "))
    for kind in BOUNDS:
        yield from (Reading(f"{whose} {kind}", metric, (), place) for whose in ("all", "none"))
        counts = named.counts - {int(number.low_value())} or range(1, named.size)
        yield from (Reading(f"count {kind}", metric, (), place, count) for count in sorted(counts))


def holds(scene: Scene, reading: Reading, named: Named) -> bool:
    """Whether the table bears a reading out."""
    column = named.columns[reading.metric]
    told = [column[at] for at in reading.levels]
    number = named.numbers[reading.number] if reading.number is not None else None
    if number is None:
        return _is_so(reading.kind, column, told, reading.levels)
    if reading.kind == "value":
        return agrees_with_amounts(number, in_unit_of(scene, reading.metric, number, told))
    if reading.kind == "difference":
        gap = told[0] - told[1]
        return agrees_with_amounts(number, in_unit_of(scene, reading.metric, number, [gap, -gap]))
    if reading.kind in ("change", "ratio"):
        return told[1] != 0 and _relates(reading.kind, number, told[0], told[1])
    whose, _, kind = reading.kind.rpartition(" ")
    beyond = [at for at, one in enumerate(column) if _passes(scene, reading.metric, number, one, BOUNDS[kind])]
    if whose == "count":
        return len(beyond) == reading.count
    (own,) = reading.levels or (None,)
    return {
        "": own in beyond, "only": beyond == [own], "all but": own not in beyond and len(beyond) == named.size - 1, "all": len(beyond) == named.size, "none": not beyond,
    }[whose]  # fmt: skip


def _is_so(kind: str, column: list[float], told: list[float], levels: tuple[int, ...]) -> bool:
    if kind in RANKS:
        rank = RANKS[kind]
        return sum((one - told[0]) * rank > 0 for one in column) == abs(rank) - 1
    if kind in ORDERS:
        one, two = told
        return abs(one - two) <= _LIKE * max(abs(one), abs(two)) if kind == "same" else (one - two) * ORDERS[kind] > 0
    if kind in TURNS:
        way, at = TURNS[kind], levels[0]
        signed = [one * way for one in column]
        return _never_falls(signed[: at + 1]) and _never_falls(signed[at:][::-1])
    way = COURSES[kind]
    signed = [one * way for one in column]
    if kind == "flat":
        return max(column) - min(column) <= _EVEN * max(abs(one) for one in column)
    if kind.startswith("ends"):
        return signed[-1] > signed[0]
    rises = _never_falls(signed) and signed[0] < signed[-1]
    return not rises if kind.startswith("not") else rises


def _never_falls(row: list[float]) -> bool:
    return all(one <= two for one, two in itertools.pairwise(row))


def _relates(kind: str, number: Number, one: float, two: float) -> bool:
    change = 100 * (one - two) / two
    amounts = [one / two] if kind == "ratio" else [abs(change) / 100] if number.fraction else [change, abs(change)]
    return agrees_with_amounts(number, amounts)


def _passes(scene: Scene, metric: str, number: Number, one: float, way: int) -> bool:
    return any((found - number.low_value()) * way > 0 for found in in_unit_of(scene, metric, number, [one]))
