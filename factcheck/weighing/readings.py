"""All readings that a sentence may have: a kind of claim, the metric, the levels and the number that it would be of, and whether the table bears it out.

`readings_of` makes them from what the sentence names, without a look at its other words; which of them are likely is for `marks.py` and `weights.py`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.binding.agreement import agrees
from factcheck.binding.mentions import LevelMention, MetricMention
from factcheck.binding.scene import Scene
from factcheck.outlining.amounts import agrees_with_amounts
from factcheck.outlining.values import in_unit_of
from factcheck.reading.numbers import Number
from factcheck.stating.context import context_of
from factcheck.weighing.columns import PAIRED, Column, columns_of_article, columns_of_table, told_in

#: Kinds of one level, and of each which place it takes from the top (-1: from the bottom).
RANKS = {"highest": 1, "lowest": -1, "second highest": 2, "second lowest": -2, "third highest": 3, "third lowest": -3}
TURNS = {"peak": 1, "trough": -1}
#: Kinds of two levels: the first against the second.
ORDERS = {"higher": 1, "lower": -1, "same": 0}
#: Kinds of the whole column.
COURSES = {"rises": 1, "falls": -1, "flat": 0, "not rising": 1, "not falling": -1, "ends higher": 1, "ends lower": -1}
#: Kinds of a correlation, at a level or at all: the least and the most that its amount may be, and those of its own.
STRENGTHS = {"strong": (0.5, 1.01), "weak": (-0.01, 0.5)}
SIDES = {"positive": 1, "negative": -1}
#: Kinds of an amount that is that of the level where a column is greatest, or least.
ENDS = {"most": max, "least": min}
#: Kinds of a number that is passed, each from above and from below.
BOUNDS = {"above": 1, "below": -1}
_LIKE, _EVEN = 0.03, 0.05  # how far apart levels may be that are "the same", and those of a flat course
_MOST_METRICS, _MOST_LEVELS, _MOST_NUMBERS = 12, 6, 4  # of a table
_MOST_TOLD, _MOST_AROUND, _NEAREST = (
    8,
    2,
    3,
)  # levels and numbers of an article's sentence, levels around it, and levels near to a number
_MOST_ROWS = 20


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
    """What a sentence names: mentions of metrics and of single levels (by their places in the table), and its amounts by their tokens.

    `columns` are what it may be of, `around` the levels that are spoken of around it, nearest first.
    """

    columns: dict[str, Column]
    values: dict[str, list[float]]
    metrics: dict[str, list[MetricMention]]
    levels: dict[int, list[LevelMention]]
    numbers: dict[int, Number]
    size: int  # how many levels the table has
    around: tuple[int, ...] = ()
    of_article: bool = False

    def mentions_of(self, column: str) -> list[MetricMention]:
        """The mentions of a column's metric."""
        return self.metrics[self.columns[column].metric]

    @property
    def counts(self) -> set[int]:
        """The whole numbers that may say of how many levels something is told."""
        told = {number.low_value() for number in self.numbers.values() if number.kind == "value"}
        return {int(one) for one in told if one in range(1, self.size + 1)}


def named_in(scene: Scene) -> Named | None:
    """What a sentence names; None where it names too much to be one statement, or where a table has several factors."""
    of_table, factors = scene.vocabulary.is_spreadsheet, len(scene.vocabulary.facts.experiment.factors)
    if of_table and factors != 1 or not 2 <= len(scene.vocabulary.level_ids) <= _MOST_ROWS:
        return None
    order = scene.vocabulary.level_ids if of_table else scene.vocabulary.numeric_order
    places = {level: at for at, level in enumerate(order)}
    context = None if of_table else context_of(scene, 0)
    columns = columns_of_table(scene) if context is None else columns_of_article(scene, context)
    metrics: dict[str, list[MetricMention]] = {column.metric: [] for column in columns.values()}
    for mention in scene.mentions.metrics:
        for metric in sorted(mention.metrics & set(metrics)):
            metrics[metric].append(mention)
    levels: dict[int, list[LevelMention]] = {}
    for cell, level in _levels(scene):
        if cell in places:
            levels.setdefault(places[cell], []).append(level)
    numbers = {
        token.index: token.number
        for token in scene.tokens
        if token.number is not None and token.number.is_value and token.index not in scene.mentions.level_tokens
    }
    most = (_MOST_LEVELS, _MOST_NUMBERS) if of_table else (_MOST_TOLD, _MOST_TOLD)
    if not columns or of_table and len(columns) > _MOST_METRICS or len(levels) > most[0] or len(numbers) > most[1]:
        return None
    spoken_of = [] if context is None else [places[one] for one in context.levels if one in places]
    around = [level for level in spoken_of if level not in levels][:_MOST_AROUND]
    values = {name: column.values for name, column in columns.items()}
    return Named(columns, values, metrics, levels, numbers, len(places), tuple(around), not of_table)


def _levels(scene: Scene) -> Iterator[tuple[str, LevelMention]]:
    """The single levels that a sentence names; in a grid the cells that levels of all factors make together, too, each where that one of them stands of which several are named."""
    mentions = [m for m in scene.mentions.levels if not m.group]
    yield from ((next(iter(m.ids)), m) for m in mentions if len(m.ids) == 1)
    factors = range(len(scene.vocabulary.facts.experiment.factors))
    by_factor = [[m for m in mentions if m.factor == factor and len(m.ids) > 1] for factor in factors]
    if len(by_factor) > 1 and all(by_factor):
        most = max(factors, key=lambda factor: len({m.ids for m in by_factor[factor]}))
        for row in itertools.islice(itertools.product(*by_factor), _MOST_TOLD):
            cell = frozenset.intersection(*(m.ids for m in row))
            if len(cell) == 1:
                yield next(iter(cell)), row[most]


def readings_of(named: Named) -> Iterator[Reading]:
    """All readings of what a sentence names."""
    pairs = _pairs(named)
    spoken_of = [*named.levels, *named.around]
    for metric, column in named.columns.items():
        if column.whole:
            paired = column.stat in PAIRED
            for level in spoken_of:
                yield from (Reading(kind, metric, (level,)) for kind in RANKS)
                if 0 < level < named.size - 1 and not paired:
                    yield from (Reading(kind, metric, (level,)) for kind in TURNS)
                if paired:
                    yield from (Reading(kind, metric, (level,)) for kind in (*STRENGTHS, *SIDES))
            for one, two in pairs:
                yield from (Reading(kind, metric, (one, two)) for kind in ORDERS if kind != "same" or one < two)
            yield from (Reading(kind, metric) for kind in COURSES)
            if paired:
                yield from (Reading(kind, metric) for kind in (*STRENGTHS, *SIDES))
        elif column.stat in PAIRED:
            yield from (Reading(kind, metric) for kind in (*STRENGTHS, *SIDES))
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
    others = sorted(
        {other for other in (one - 1, one + 1, 0, last, *named.around) if 0 <= other <= last and other != one}
    )
    return [pair for other in others for pair in ((one, other), (other, one))]


def _of_number(named: Named, metric: str, pairs: list[tuple[int, int]], place: int, number: Number) -> Iterator[Reading]:  # fmt: skip
    levels = [*named.levels, *named.around]
    if named.of_article:
        if len(named.levels) > _NEAREST:
            levels = sorted(named.levels, key=lambda level: min(abs(m.first - place) for m in named.levels[level]))[:_NEAREST]  # fmt: skip
            pairs = [pair for pair in pairs if set(pair) <= set(levels)]
        if number.kind == "value":
            yield from _of_amount(named, metric, levels, place, number)
        levels = levels or [0, named.size - 1]
    if not named.columns[metric].whole:
        return
    if number.kind == "times" or number.fraction:
        yield from (Reading("ratio", metric, pair, place) for pair in pairs)
    if number.fraction or number.kind == "value" and number.dimension in ("percent", "points"):
        yield from (Reading("change", metric, pair, place) for pair in pairs)
    if number.kind != "value":
        return
    yield from (Reading("difference", metric, pair, place) for pair in pairs if pair[0] < pair[1])
    for level in levels:
        yield Reading("value", metric, (level,), place)
        for kind in BOUNDS:
            yield from (Reading(f"{whose}{kind}", metric, (level,), place) for whose in ("", "only ", "all but "))
    for kind in BOUNDS:
        yield from (Reading(f"{whose} {kind}", metric, (), place) for whose in ("all", "none"))
        counts = named.counts - {int(number.low_value())} or (() if named.of_article else range(1, named.size))
        yield from (Reading(f"count {kind}", metric, (), place, count) for count in sorted(counts))


def _of_amount(named: Named, metric: str, levels: list[int], place: int, number: Number) -> Iterator[Reading]:
    """What an amount in an article may be but for what it may be in a table: a value that is not looked for further, an end of a column, the upper end of a range."""
    column, upper = named.columns[metric], ["upper end"] if number.high is not None else []
    if column.whole:
        yield from (Reading(kind, metric, (), place) for kind in (*ENDS, *upper))
        yield from (Reading(kind, metric, (level,), place) for level in levels or [0, named.size - 1] for kind in upper)
        return
    places: list[tuple[int, ...]] = [(level,) for level in levels] if len(column.facts) > 1 else [()]
    yield from (Reading(kind, metric, told, place) for told in places for kind in ("value", *upper))


def holds(scene: Scene, reading: Reading, named: Named) -> bool:
    """Whether the table bears a reading out."""
    column = named.values[reading.metric]
    told = [column[at] for at in reading.levels]
    if any(math.isnan(one) for one in told):
        return False
    number = named.numbers[reading.number] if reading.number is not None else None
    if number is None:
        return _is_so(reading.kind, column, told, reading.levels)
    if reading.kind == "value":
        return agrees_with_amounts(number, _amounts(scene, reading, named, told or column[:1]))
    if reading.kind in ENDS:
        held = [one for one in column if not math.isnan(one)]
        return agrees_with_amounts(number, _amounts(scene, reading, named, [ENDS[reading.kind](held)]))
    if reading.kind == "upper end":
        held = [one for one in told or column if not math.isnan(one)]
        return agrees(number, _amounts(scene, reading, named, [max(held)]), high=True)
    if reading.kind == "difference":
        gap = told[0] - told[1]
        return agrees_with_amounts(number, _amounts(scene, reading, named, [gap, -gap]))
    if reading.kind in ("change", "ratio"):
        return bool(told[1]) and _relates(reading.kind, number, told[0], told[1])
    whose, _, kind = reading.kind.rpartition(" ")
    beyond = [at for at, one in enumerate(column) if _passes(scene, reading, named, number, one, BOUNDS[kind])]
    if whose == "count":
        return len(beyond) == reading.count
    (own,) = reading.levels or (None,)
    size = sum(not math.isnan(one) for one in column)
    return {
        "": own in beyond, "only": beyond == [own], "all but": own not in beyond and len(beyond) == size - 1, "all": len(beyond) == size, "none": not beyond,
    }[whose]  # fmt: skip


def _amounts(scene: Scene, reading: Reading, named: Named, amounts: list[float]) -> list[float]:
    """Amounts in the unit of a reading's number."""
    assert reading.number is not None
    number, column = named.numbers[reading.number], named.columns[reading.metric]
    held = [one for one in amounts if not math.isnan(one)]
    return told_in(scene, column, number, held) if named.of_article else in_unit_of(scene, column.metric, number, held)


def _is_so(kind: str, column: list[float], told: list[float], levels: tuple[int, ...]) -> bool:
    if kind in RANKS:
        rank = RANKS[kind]
        return sum((one - told[0]) * rank > 0 for one in column) == abs(rank) - 1
    if kind in ORDERS:
        one, two = told
        return abs(one - two) <= _LIKE * max(abs(one), abs(two)) if kind == "same" else (one - two) * ORDERS[kind] > 0
    if kind in STRENGTHS or kind in SIDES:
        return all(_correlates(kind, one) for one in told or column if told or not math.isnan(one))
    if kind in TURNS:
        way, at = TURNS[kind], levels[0]
        signed = [one * way for one in column]
        return _never_falls(signed[: at + 1]) and _never_falls(signed[at:][::-1])
    way = COURSES[kind]
    column = [one for one in column if not math.isnan(one)]
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


def _correlates(kind: str, one: float) -> bool:
    if kind in SIDES:
        return one * SIDES[kind] > 0
    least, most = STRENGTHS[kind]
    return least <= abs(one) < most


def _passes(scene: Scene, reading: Reading, named: Named, number: Number, one: float, way: int) -> bool:
    return any((found - number.low_value()) * way > 0 for found in _amounts(scene, reading, named, [one]))
