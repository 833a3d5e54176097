"""Holds a way that is told of all of a grid's rows to each: "throughput climbs with every step in clients", "the peak fell at every client count", "падает при каждом числе клиентов".

Along one factor it must go the way in each row of the others that may be meant; between the two levels of a factor it may not turn round from one level
of the other to the next, whichever of the two it leads to. Only refutes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.binding.arguments import argument_of, clause_bounds, is_negated, stat_of
from factcheck.binding.contenders import grid_rows
from factcheck.binding.pairs import DOWN, UP
from factcheck.binding.quantifiers import Quantity, find
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import Row, rows_meant, rows_of
from factcheck.judging.changes import direction_of
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token

_WAYS = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive", "up.comparative", "down.comparative", "better", "worse")  # fmt: skip
_OPEN = {"almost", "nearly", "mostly", "except", "but", "average", "averaged", "if", "would", "trend", "drift", "drifts", "почти", "кроме", "среднем", "если", "бы", "обычно", "usually", "until", "up",
         "from", "than", "чем", "correlation", "корреляция", "связь"}  # fmt: skip
_LOADS = {"client", "connection", "session", "thread", "клиент", "соединение", "подключение", "сессия"}
_A_LOAD, _A_SETTING = {"load", "нагрузка"}, {"setting", "parameter", "value", "настройка", "параметр", "значение"}
_STATS = frozenset({"mean", "median", "max", "min", "p95", "p99", "share", None})


@dataclass(frozen=True, slots=True)
class Every:
    """A word of all levels of one factor; `steps` where the steps between them are meant."""

    first: int
    last: int
    factor: int
    steps: bool


def judge_grid_ways(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each way that a row of the grid turns round."""
    factors = scene.vocabulary.facts.experiment.factors
    if len(factors) != 2 or scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for start, stop in _clauses(scene):
        every = list(_every(scene, start, stop))
        if every and (ruled := _judge(scene, every, start, stop)) is not None:
            found.append(ruled)
    return found


def _clauses(scene: Scene) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(scene.tokens):
        _, stop = clause_bounds(scene, start)
        yield start, stop
        start = stop + 2


def _every(scene: Scene, start: int, stop: int) -> Iterator[Every]:
    """The words of a clause that say that all levels, or all steps, of one factor are meant."""
    words = _words(scene)
    named = frozenset(scene.mentions.level_tokens)
    found = find(scene.tokens, start, stop, words[0] | words[1], named)
    if any(one.kind != "all" or one.noun not in ("level", "step") for one in found):
        return
    for one in found:
        far = 4 if one.noun == "step" else 1  # "every step in clients"
        near = scene.tokens[one.first : min(one.last + far, stop + 1)]
        owners = [at for at in (0, 1) if any(t.stems & words[at] - words[1 - at] for t in near)]
        if len(owners) == 1 and _as_many(scene, one, owners[0]):
            yield Every(one.first, one.last, owners[0], one.noun == "step")


def _words(scene: Scene) -> list[frozenset[str]]:
    """The words that each factor is called by; beside a load the other is "the setting"."""
    finder = scene.world.finder
    words = [frozenset(a | b) for a, b in zip(finder.factor_parts, finder.factor_single, strict=True)]
    loads = [at for at, row in enumerate(words) if row & _LOADS]
    if len(loads) == 1:
        words[loads[0]] |= _A_LOAD
        words[1 - loads[0]] |= _A_SETTING
    return words


def _as_many(scene: Scene, one: Quantity, factor: int) -> bool:
    levels = len(scene.vocabulary.facts.experiment.factors[factor].levels)
    return one.count is None or one.count == levels - (one.noun == "step")


def _judge(scene: Scene, every: list[Every], start: int, stop: int) -> Ruled | None:
    every.sort(key=lambda one: not one.steps)
    rest = {one.factor for one in every[1:]}  # "with every step of the setting at both loads"
    if rest - {1 - every[0].factor} or len(every) > 2 or rest and not every[0].steps or any(t.lower in _OPEN or t.has("hedge", "correlate", "stable") for t in scene.tokens[start : stop + 1]):  # fmt: skip
        return None
    one = every[0]
    if any(m.factor == one.factor for m in scene.mentions.levels):
        return None  # the levels of a stretch are told
    word = _word(scene, one, start, stop)
    if word is None or is_negated(scene, word.index):
        return None
    if any(t.has("negation") for t in scene.tokens[max(0, one.first - 2) : one.first]):
        return None  # "не при каждом"
    told: list[str] = []
    rows = _rows(scene, word)
    for row in rows:
        way = direction_of(scene, word, frozenset({row.metric}))
        wrong = (
            _along(scene, row, one.factor, way, every_row=bool(rest))
            if one.steps
            else _across(scene, row, one.factor, way)
        )
        if way not in (UP, DOWN) or wrong is None:
            return None
        told.append(wrong)
    if not told:
        return None
    ruling = Ruling("contradicted", f"not so everywhere: {told[0]}", f"не везде так: {told[0]}", (), told[0])
    return min(word.index, one.first), max(word.index, one.last), "all", ruling


def _word(scene: Scene, one: Every, start: int, stop: int) -> Token | None:
    """The only word of way of the clause; none where a number tells the amount."""
    row = [t for t in scene.tokens[start : stop + 1] if not one.first <= t.index <= one.last]
    if any(t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens for t in row):
        return None
    spans = {at for m in scene.mentions.metrics for at in range(m.first, m.last + 1)}
    words = [t for t in row if t.has(*_WAYS) and t.index not in spans]
    return words[0] if len(words) == 1 else None


def _rows(scene: Scene, word: Token) -> tuple[Row, ...]:
    """Every row of values that the word may be said of."""
    argument = argument_of(scene, word)
    if argument is None or not argument.own:
        return rows_meant(scene, word.index)
    stat = stat_of(scene, argument, word)
    return rows_of(scene, argument.metrics, stat) if stat in _STATS and len(argument.metrics) == 1 else ()


def _along(scene: Scene, row: Row, factor: int, way: int, *, every_row: bool = False) -> str | None:
    """The row of the grid in which a step along the factor goes against the way; None where all that may be meant go it."""
    vocabulary = scene.vocabulary
    if not all(level.number is not None for level in vocabulary.levels if level.factor == factor):
        return None
    cells = frozenset(vocabulary.level_ids)
    for mention in scene.mentions.levels:
        cells &= mention.ids
    if not scene.mentions.levels and scene.inherited_levels and not every_row:
        cells &= scene.inherited_levels
    for line in grid_rows(scene, factor):
        values = [(cell, row.at(scene, cell)) for cell in sorted(line & cells, key=vocabulary.order_of)]
        held = [(cell, value) for cell, value in values if value is not None]
        if len(held) == len(values) == len(line) >= 3 and any((b - a) * way < 0 for (_, a), (_, b) in itertools.pairwise(held)):  # fmt: skip
            return _text(row, held)
    return None


def _across(scene: Scene, row: Row, factor: int, way: int) -> str | None:
    """The values of the two levels of the other factor at each of this one's, where their order turns round."""
    vocabulary = scene.vocabulary
    pairs = [sorted(line, key=vocabulary.order_of) for line in grid_rows(scene, 1 - factor)]
    if any(len(pair) != 2 for pair in pairs) or len(pairs) < 2:
        return None
    held = [tuple(row.at(scene, cell) for cell in pair) for pair in pairs]
    steps = [b - a for a, b in held if a is not None and b is not None]
    if len(steps) != len(pairs) or not (min(steps) < 0 < max(steps)):
        return None
    if _along(scene, row, factor, way) is None or _over_time(scene, row, way):
        return None  # from step to step, or in the course of each run, it does go that way
    return _text(row, [(cell, row.at(scene, cell) or 0.0) for pair in pairs for cell in pair])


def _over_time(scene: Scene, row: Row, way: int) -> bool:
    """Whether the slopes within the runs go the way in all cells."""
    slopes = scene.vocabulary.values(row.metric, "slope", any_level=True)
    return bool(slopes) and all(fact.value * way > 0 for fact in slopes)


def _text(row: Row, values: list[tuple[str, float]]) -> str:
    return f"{row}: " + ", ".join(f"{cell}: {value:g}" for cell, value in values)


__all__ = ["judge_grid_ways"]
