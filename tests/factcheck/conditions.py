"""What a plain statement claims, as a condition on its table (`corpus/plain/conditions`, line by line with the statements), and tables in which the condition is so.

In a condition v("level", "column") is the number in the row of a level, col("column") all numbers of a column in the table's order, levels the names of the rows, r(x, n)
rounds half up, and pct(a, b) is the change from a to b in percent.
"""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from types import CodeType
from typing import Any

from tests.factcheck.plain import FOLDER, statements, table_of

CONDITIONS = FOLDER / "conditions"
Columns = dict[str, list[float]]
FACTORS = (0.3, 0.5, 0.7, 0.9, 1.1, 1.4, 2.0, 3.0)
_NUMBER = re.compile(r'(?<![\w"])\d+(?:\.\d+)?(?![\w"])')


@dataclass(frozen=True)
class Table:
    """The rows of a table of one factor."""

    levels: list[str]
    columns: Columns

    @classmethod
    def read(cls, file: Path) -> Table | None:
        """A table; None where two rows have the same first cell, or a column holds what is no number."""
        with file.open(encoding="utf-8") as text:
            heads, *rows = csv.reader(text)
        levels = [row[0] for row in rows]
        try:
            columns = {head: [float(row[at]) for row in rows] for at, head in enumerate(heads) if at}
        except ValueError:
            return None
        return cls(levels, columns) if len(set(levels)) == len(levels) else None


class Claimed:
    """A condition that is asked of tables with the same rows and heads."""

    def __init__(self, condition: str, table: Table) -> None:
        self.levels = table.levels
        self.code: CodeType = compile(condition, "condition", "eval")
        self.numbers = [float(one) for one in _NUMBER.findall(condition)]
        self.told = [head for head in table.columns if head in condition] or list(table.columns)
        self.untold = [head for head in table.columns if head not in condition]
        self.rows = [at for at, level in enumerate(table.levels) if f'"{level}"' in condition]
        self.other_rows = [at for at in range(len(table.levels)) if at not in self.rows]

    def holds(self, columns: Columns) -> bool:
        """Whether the condition is so; what cannot be worked out is not."""
        names: dict[str, Any] = {
            "v": lambda level, head: columns[head][self.levels.index(str(level))],
            "col": lambda head: list(columns[head]) if head in columns else [float(level) for level in self.levels],
            "levels": self.levels,
            "r": lambda x, n=0: float(Decimal(repr(x)).quantize(Decimal(1).scaleb(-n), ROUND_HALF_UP)),
            "pct": lambda a, b: 100 * (b - a) / a,
        }
        try:
            return bool(eval(self.code, names))
        except (ArithmeticError, ValueError, LookupError):
            return False


def claimed_of(file: Path) -> Iterator[tuple[bool, str, Claimed]]:
    """Each statement of a file: whether it is true, its text and what it claims; nothing of a table of two factors."""
    table, held = Table.read(table_of(file)), CONDITIONS / file.name
    if table is None or not held.exists():
        return
    for (is_true, text), condition in zip(statements(file), held.read_text(encoding="utf-8").splitlines(), strict=True):
        yield is_true, text, Claimed(condition, table)


def bearing_out(claimed: Claimed, table: Table, is_true: bool, rng: random.Random) -> tuple[list[Columns], list[Columns]]:  # fmt: skip
    """Tables like the given one in which a condition is so, and others in which it is not."""
    starts = [table.columns] if is_true else list(_made_true(claimed, table.columns, rng))
    within, without = list(starts), list[Columns]()
    for start in starts:
        for _ in range(120 if is_true else 40):
            varied = _varied(claimed, start, rng)
            (within if claimed.holds(varied) else without).append(varied)
    return within, without


def _varied(claimed: Claimed, columns: Columns, rng: random.Random) -> Columns:
    """A table with some cells, or all that the condition does not name, changed."""
    found, way = {head: list(row) for head, row in columns.items()}, rng.random()
    if way < 0.15:
        rng.shuffle(found[rng.choice(list(found))])
    elif way < 0.3 and claimed.untold:
        for head in claimed.untold:
            rng.shuffle(found[head])
            found[head] = [round(one * rng.choice(FACTORS), 3) for one in found[head]]
    elif way < 0.5 and claimed.other_rows:
        for head in claimed.told:
            for at in claimed.other_rows:
                if rng.random() < 0.7:
                    found[head][at] = round(rng.choice(found[head]) * rng.choice(FACTORS), 3)
    else:
        for _ in range(rng.choice((1, 1, 2, 3, 4))):
            row = found[rng.choice(list(found))]
            at, kind = rng.randrange(len(row)), rng.random()
            if kind < 0.4:
                row[at] = rng.choice(row)
            elif kind < 0.8 or not claimed.numbers:
                row[at] = round(row[at] * rng.choice(FACTORS), 3)
            else:
                row[at] = rng.choice(claimed.numbers)
    return found


def _made_true(claimed: Claimed, columns: Columns, rng: random.Random, most: int = 6) -> Iterator[Columns]:
    """Tables in which a condition that is false is so: found by trial."""
    for _ in range(600):
        found = {head: list(row) for head, row in columns.items()}
        if rng.random() < 0.2:
            row, kind = found[rng.choice(claimed.told)], rng.random()
            row.sort(reverse=kind > 0.4)
            if kind > 0.8:
                row[:] = [row[0]] * len(row)
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            row = found[rng.choice(claimed.told)]
            at = rng.choice(claimed.rows) if claimed.rows and rng.random() < 0.7 else rng.randrange(len(row))
            row[at] = _another(row, claimed.numbers, rng)
        if claimed.holds(found):
            yield found
            most -= 1
            if not most:
                return


def _another(row: list[float], numbers: list[float], rng: random.Random) -> float:
    """A value that a condition with these numbers may ask for."""
    base, kind = rng.choice(row), rng.random()
    if not numbers or kind > 0.85:
        return round(base * rng.choice(FACTORS), 3)
    told = rng.choice(numbers)
    if kind < 0.3:
        return told
    if kind < 0.5:
        return base + rng.choice((1, -1)) * told
    if kind < 0.7:
        return rng.choice(
            (base * told, base / told if told else base, base * (1 + told / 100), base * (1 - told / 100))
        )
    return base
