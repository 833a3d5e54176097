"""Finds what a line of numbers is of by the line as a whole (a table's row or column, a grid, a row in prose), and refutes the odd one.

A number alone may be right of some other level or metric: two values exchanged, a row of another metric. But most of a line agrees with one
metric and statistic at the levels that its places stand for, and what departs from that is refuted, whatever else it equals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from factcheck.binding.agreement import in_unit, rounds_to, significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene, World
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.document import Block
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import tokens_of
from factcheck.reading.tablehead import unit_of_heads
from factcheck.reading.units import Unit

Key = tuple[str, str, str | None, str | None]  # metric, statistic, partner, denominator
_MOST_CELLS = 20_000
_LARGEST = 600  # cells of one table
_FIRM = 5  # digits that the agreeing numbers of a line must show together
_MARKS = re.compile(r"^[\s`'\"*_(×xXхХ=]+|[\s`'\"*_):]+$")


@dataclass(slots=True)
class _Cell:
    """A body cell with one plain number, and the levels that its place stands for."""

    block: Block
    number: Number
    levels: frozenset[str]
    unit: Unit | None


@dataclass(slots=True)
class _Line:
    """Cells that share a metric, and what its head says of it."""

    head: Block | None
    cells: list[_Cell] = field(default_factory=list)


def read_lines(world: World, blocks: list[Block]) -> None:
    """Notes of each cell that departs from its line (by its place) the fact that should stand there."""
    tables: dict[int, list[Block]] = {}
    for block in blocks[:_MOST_CELLS]:
        if block.kind == "cell" and block.table is not None and len(block.text) < 80:
            tables.setdefault(block.table, []).append(block)
    world.index = index = Index(world)
    for cells in tables.values():
        if len(cells) <= _LARGEST and len(world.vocabulary.level_ids) > 1:
            for line in _lines(world, cells):
                world.departing.update(_departing(world, index, line))
    world.forget_mentions()


class Index:
    """The facts over whole runs, by level, and by key and level."""

    def __init__(self, world: World) -> None:
        self.by_level: dict[str, list[tuple[Key, Fact]]] = {}
        self.by_key: dict[tuple[Key, str], Fact] = {}
        for fact in world.vocabulary.facts.facts:
            if fact.level is None or fact.run is not None or fact.scope not in (None, "run"):
                continue
            key = (fact.metric, fact.stat, fact.partner, fact.denominator)
            level = world.vocabulary.canonical(fact.level)
            self.by_level.setdefault(level, []).append((key, fact))
            self.by_key.setdefault((key, level), fact)
        self.keys = list(dict.fromkeys(key for key, _ in self.by_key))
        self._world = world
        self._told: dict[tuple[str, Unit | None], list[tuple[Key, list[float]]]] = {}

    def told(self, level: str, unit: Unit | None) -> list[tuple[Key, list[float]]]:
        """The facts of a level by key, each with its values in a unit; a table's cells ask for the same ones in turn."""
        if (level, unit) not in self._told:
            rows = self.by_level.get(level, ())
            self._told[level, unit] = [(key, _values(self._world, unit, fact)) for key, fact in rows]
        return self._told[level, unit]


# -- the levels of places ---------------------------------------------------------------------------------------------


def _lines(world: World, cells: list[Block]) -> list[_Line]:
    """The lines of a table whose places stand for levels: its rows, its columns, or the whole grid."""
    levels = _head_levels(world, {id(b): b for c in cells for b in (c.row_header, c.column_header) if b is not None})
    rows: dict[int, frozenset[str]] = {}
    for cell in cells:  # further columns that say a row's level: "| 4GB | off | 8,120 |"
        if cell.row_header is None or cell.column_header is None:
            continue
        named = levels.get(cell.row_header.order)
        own = _named_alone(world, cell) if named and len(named) > 1 else None
        if own and named and named & own:
            rows[cell.row_header.order] = rows.get(cell.row_header.order, named) & own
    found: dict[tuple[str, int], _Line] = {}
    for cell in cells:
        row, column = cell.row_header, cell.column_header
        if row is None or column is None:
            continue
        of_row = rows.get(row.order, levels.get(row.order, frozenset()))
        of_column = levels.get(column.order, frozenset())
        here = of_row & of_column if of_row and of_column else of_row or of_column
        number = _plain_number(cell)
        if len(here) != 1 or number is None:
            continue
        if of_row and of_column:
            key, head = ("grid", 0), cell.caption
        elif of_column:
            key, head = ("row", row.order), row
        else:
            key, head = ("column", column.order), column
        unit = unit_of_heads(cell)[0]
        line = found.setdefault(key, _Line(head))
        line.cells.append(_Cell(cell, number, here, number.unit or unit))
    return list(found.values())


def _head_levels(world: World, heads: dict[int, Block]) -> dict[int, frozenset[str]]:
    """The levels that each head stands for; of a grid's factor also behind a mark ("x2", "=on") where all heads of an axis fit it."""
    found: dict[int, frozenset[str]] = {}
    for block in heads.values():
        ids = _named_alone(world, block)
        if ids:
            found[block.order] = ids
    return found


def _named_alone(world: World, block: Block) -> frozenset[str] | None:
    """The levels that a head is, if it says no more than that."""
    if block.order in world.column_levels:
        return frozenset({world.column_levels[block.order]})
    text = _MARKS.sub("", block.text).strip()
    if not text or len(text) > 40:
        return None
    vocabulary = world.vocabulary
    for level in vocabulary.levels:
        if text.lower() == level.text.lower():
            return vocabulary.ids_of(level) or None
    if text in vocabulary.level_ids:
        return frozenset({text})
    mentions = world.mentions_of(block)
    said = [m for m in mentions.levels if m.role != "than"]
    if len({m.ids for m in said}) != 1 or any(m.metrics for m in mentions.metrics):
        return None
    named = {at for m in said for at in range(m.first, m.last + 1)}
    rest = [t for t in world.tokens_of(block) if t.index not in named and (t.is_word or t.number is not None)]
    own = {t.index for t in rest if any(t.stems & (a | b) for a, b in zip(world.finder.factor_parts, world.finder.factor_single, strict=True))}  # fmt: skip
    return said[0].ids if len(rest) - len(own) <= 1 else None


def _plain_number(cell: Block) -> Number | None:
    """The one number of a cell that holds nothing else but its unit."""
    if not any(char.isdigit() for char in cell.text):
        return None
    tokens = tokens_of(cell.text)
    numbers = [t.number for t in tokens if t.number is not None]
    if len(numbers) != 1 or any(t.is_word for t in tokens):
        return None
    number = numbers[0]
    plain = number.is_value and number.kind == "value" and number.high is None and number.hedge is None
    return number if plain and not number.fraction else None


# -- the vote ---------------------------------------------------------------------------------------------------------


def states_in(world: World, number: Number, unit: Unit | None, fact: Fact) -> bool:
    """Whether a number tells a fact in a unit."""
    return _states(number, _values(world, unit, fact))


def _values(world: World, unit: Unit | None, fact: Fact) -> list[float]:
    return in_unit(fact, unit, world.vocabulary.unit_of(fact.metric))


def _states(number: Number, values: list[float]) -> bool:
    for reading in number.readings:
        for value in values:
            if rounds_to(value, reading):
                return True
    return False


def _departing(world: World, index: Index, line: _Line) -> dict[int, Fact]:
    """The cells of a line that are not what the line is of; empty where that is not certain."""
    if len(line.cells) < 3:
        return {}
    votes: dict[Key, list[_Cell]] = {}
    for cell in line.cells:
        (level,) = cell.levels
        for key, values in index.told(level, cell.unit):
            if _states(cell.number, values):
                row = votes.setdefault(key, [])
                if not row or row[-1] is not cell:
                    row.append(cell)
    held = {key: [c for c in line.cells if (key, next(iter(c.levels))) in index.by_key] for key in votes}
    named = _named_metrics(world, line.head)
    elected = _elected(votes, held, named)
    if elected is None:
        return {}
    agreeing = {id(cell) for cell in votes[elected]}
    return {
        cell.block.order: index.by_key[elected, next(iter(cell.levels))]
        for cell in held[elected]
        if id(cell) not in agreeing
    }


def _digits(texts: Iterable[str]) -> int:
    """The digits that different numbers show together; a column of nothing but twos shows one."""
    return sum(significant_digits(text) for text in set(texts))


def firm(texts: Iterable[str]) -> bool:
    """Whether numbers that agree show enough digits together to be no chance."""
    return _digits(texts) >= _FIRM


def _elected(votes: dict[Key, list[_Cell]], held: dict[Key, list[_Cell]], named: frozenset[str]) -> Key | None:
    """The key that a line is of: what its head names if the half agree, otherwise what two thirds agree to."""
    row = sorted(votes, key=lambda key: (len(votes[key]), key[0] in named), reverse=True)
    if not row:
        return None
    best = row[0]
    count, of = len(votes[best]), len(held[best])
    rivals = [key for key in row[1:] if len(votes[key]) == count and (key[0] in named) == (best[0] in named)]
    if named and best[0] not in named or rivals or count < 2 or count == of:
        return None
    if 2 * count < of or not named and 3 * count < 2 * of:
        return None
    return best if _digits(cell.number.text for cell in votes[best]) >= _FIRM else None


def _named_metrics(world: World, head: Block | None) -> frozenset[str]:
    """The metrics that a line's head names."""
    if head is None:
        return frozenset()
    mentions = [m for m in world.mentions_of(head).metrics if not m.modifier and m.metrics]
    exact = [m for m in mentions if m.exact] or mentions
    return frozenset().union(*(m.metrics for m in exact)) | world.headed(head)


# -- rows in prose ------------------------------------------------------------------------------------------------------

_BETWEEN = {"/", ",", ";", "→", "->", "⇒", "and", "и", "|"}


def rows_departing(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, Ruling]]:
    """Rows in prose, one value a level and no level beside any ("5.5 ms, 6.6 ms, 10.5 ms"): the values that are not those of their place."""
    levels = scene.vocabulary.level_ids
    if scene.block.kind == "cell" or len(levels) < 3 or len(scene.vocabulary.facts.experiment.factors) != 1:
        return []
    found = []
    for row in _rows(scene, bounds):
        if len(row) != len(levels):
            continue
        held = _row_departs(scene, row)
        for place, fact in held:
            ruling = Ruling(
                "contradicted", f"in this row {fact.name} is {fact.value:g}", f"в этом ряду {fact.name} равно {fact.value:g}", (fact.name,), f"{fact.value:g}",
            )  # fmt: skip
            found.append((place, place, ruling))
    return found


def _rows(scene: Scene, bounds: dict[int, Bound]) -> list[list[Bound]]:
    """The stretches of numbers with nothing but marks between them."""
    rows: list[list[Bound]] = []
    for place in sorted(bounds):
        number = bounds[place].number
        if number.kind != "value" or number.high is not None or number.fraction or number.hedge is not None:
            rows.append([])
            continue
        last = rows[-1][-1].place if rows and rows[-1] else None
        gap = [t.lower for t in scene.tokens[last + 1 : place]] if last is not None else None
        if gap is not None and 0 < len(gap) <= 2 and all(text in _BETWEEN for text in gap):
            rows[-1].append(bounds[place])
        else:
            rows.append([bounds[place]])
    return rows


def _row_departs(scene: Scene, row: list[Bound]) -> list[tuple[int, Fact]]:
    """The places of a row that are not what stands there in any order that the levels may be told in."""
    index, world = scene.world.index, scene.world
    if index is None:
        return []
    unit = next((b.number.unit for b in reversed(row) if b.number.unit is not None), None)
    named = frozenset().union(*(m.metrics for m in scene.mentions.metrics if not m.modifier and m.exact))
    tallies: list[tuple[int, Key, list[str], list[Bound]]] = []
    for key in index.keys:
        facts = [index.by_key.get((key, level)) for level in scene.vocabulary.level_ids]
        if any(fact is None for fact in facts) or named and key[0] not in named:
            continue
        for order in orders_of(scene):
            agreeing = [
                bound
                for bound, level in zip(row, order, strict=True)
                if states_in(world, bound.number, bound.number.unit or unit, index.by_key[key, level])
            ]
            if len(agreeing) == len(row):
                return []
            tallies.append((len(agreeing), key, order, agreeing))
    if not tallies:
        return []
    count, key, order, agreeing = max(tallies, key=lambda one: one[0])
    digits = _digits(bound.number.text for bound in agreeing)
    enough = count >= max(3, len(row) - 2) or bool(named) and _exchanged(scene, index, row, key, unit)
    spoken = named or scene.inherited_metrics & {key[0]}
    enough = enough or bool(spoken) and count == len(row) - 1 and _repeated(row, agreeing)
    if not enough or digits < _FIRM or any(t[0] == count and t[1] != key for t in tallies):
        return []
    return [
        (bound.place, index.by_key[key, level])
        for bound, level in zip(row, order, strict=True)
        if bound not in agreeing
    ]


def _repeated(row: list[Bound], agreeing: list[Bound]) -> bool:
    """Whether the one value that does not agree only says a neighbour's again."""
    odd = next((bound for bound in row if bound not in agreeing), None)
    return odd is not None and any(odd.number.low_value() == bound.number.low_value() for bound in agreeing)


def _exchanged(scene: Scene, index: Index, row: list[Bound], key: Key, unit: Unit | None) -> bool:
    """Whether a row holds each value of a key once, in an order that is no ranking."""
    values = [bound.number.low_value() for bound in row]
    if values in (sorted(values), sorted(values, reverse=True)) or len(set(values)) < len(values):
        return False
    left = {level: index.by_key[key, level] for level in scene.vocabulary.level_ids}
    for bound in row:
        own = bound.number.unit or unit
        level = next((level for level, fact in left.items() if states_in(scene.world, bound.number, own, fact)), None)
        if level is None:
            return False
        del left[level]
    return True


def orders_of(scene: Scene) -> list[list[str]]:
    """The orders that a row without levels may be told in: the experiment's, by number, as the surroundings name them; and backwards."""
    every = scene.vocabulary.level_ids
    found = [every, scene.vocabulary.numeric_order]
    blocks = [scene.mentions, *(scene.world.mentions_of(block) for block in scene.surroundings[:3])]
    blocks += [scene.former.mentions] if scene.former is not None else []
    for mentions in blocks:
        named = list(dict.fromkeys(next(iter(m.ids)) for m in mentions.levels if len(m.ids) == 1))
        if len(named) == len(every):
            found.append(named)
    return [*found, *(order[::-1] for order in found)]


def refused_by_its_line(scene: Scene, ruling: Ruling) -> Ruling | None:
    """The refutation of a cell that departs from its line."""
    fact = scene.world.departing.get(scene.block.order) if scene.block.kind == "cell" else None
    if fact is None or ruling.verdict == "contradicted":
        return None
    return Ruling(
        "contradicted", f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}", (fact.name,), f"{fact.value:g}"
    )  # fmt: skip
