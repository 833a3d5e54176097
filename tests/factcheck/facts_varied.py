"""Facts in which a formula is so, and facts in which it is not, made by chance from those of an experiment: what `conditions.py` does for tables."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator

from factcheck.assisted.amounts import Unusable
from factcheck.assisted.formulas import Formulas
from factcheck.binding.agreement import shown
from factcheck.forms.facts import Fact
from factcheck.reading.numbers import Number
from factcheck.weighing.columns import PAIRED, Column
from tests.factcheck.conditions import FACTORS

Values = dict[str, list[float]]
_SCALES = (1, 1, 1, 1, 1000, 0.001, 1e6, 60, 1 / 60)  # of a number to what the facts are measured in
_TRIES, _STARTS, _VARIANTS, _MOST_NUMBERS = 300, 4, 46, 8


class Varied:
    """The facts that a formula uses and those of some columns, with other values; `undo` puts the old ones back."""

    def __init__(self, used: list[Fact], others: Iterable[Fact], numbers: list[Number], rng: random.Random) -> None:
        rows: dict[tuple[object, ...], dict[int, Fact]] = {}
        for fact in (*used, *others):
            rows.setdefault((fact.metric, fact.stat, fact.partner, fact.scope, fact.run is None), {})[id(fact)] = fact
        self._rows, self._used, self._rng = [list(row.values()) for row in rows.values()], used, rng
        own = {id(fact) for fact in used}
        self._told = [row for row in self._rows if any(id(fact) in own for fact in row)]
        self._untold = [row for row in self._rows if not any(id(fact) in own for fact in row)]
        self._beside = [fact for row in self._told for fact in row if id(fact) not in own]
        self._all = [fact for row in self._rows for fact in row]
        self._numbers = [readings[0].value for number in numbers for readings in (number.readings, number.high) if readings][:_MOST_NUMBERS]  # fmt: skip
        self._start = self.values()

    def values(self) -> list[float]:
        """The values as they are now."""
        return [fact.value for fact in self._all]

    def put(self, values: list[float]) -> None:
        """Puts other values in their place."""
        for fact, one in zip(self._all, values, strict=True):
            fact.value = one

    def undo(self) -> None:
        """Puts the old values back."""
        self.put(self._start)

    def vary(self) -> None:
        """Changes some values, or all that the formula does not use."""
        rng, way = self._rng, self._rng.random()
        if way < 0.15:
            self._shuffle(rng.choice(self._told))
        elif way < 0.3 and self._untold:
            for row in self._untold:
                self._shuffle(row)
                for fact in row:
                    self._set(fact, self._scaled(fact, fact.value))
        elif way < 0.5 and self._beside:
            for fact in self._beside:
                if rng.random() < 0.7:
                    self._set(fact, self._scaled(fact, rng.choice(self._beside).value if rng.random() < 0.3 else fact.value))  # fmt: skip
        else:
            for _ in range(rng.choice((1, 1, 2, 3, 4))):
                row = rng.choice(self._rows if rng.random() < 0.5 else self._told)
                fact, kind = rng.choice(row), rng.random()
                if kind < 0.4:
                    fact.value = rng.choice(row).value
                elif kind < 0.8 or not self._numbers:
                    self._set(fact, self._scaled(fact, fact.value))
                else:
                    self._set(fact, self._number())

    def push(self) -> None:
        """Changes what the formula uses to what its numbers and words may ask for."""
        rng = self._rng
        if rng.random() < 0.25:
            row = rng.choice(self._told)
            values = sorted((fact.value for fact in row), reverse=rng.random() < 0.5)
            for fact, one in zip(row, values[:1] * len(row) if rng.random() < 0.2 else values, strict=True):
                fact.value = one
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            fact = rng.choice(self._used if rng.random() < 0.75 else self._all)
            base, kind = rng.choice(self._used if rng.random() < 0.7 else self._all).value, rng.random()
            if not self._numbers or kind > 0.85:
                self._set(fact, self._scaled(fact, base))
            elif kind < 0.3:
                self._set(fact, self._number())
            elif kind < 0.7:
                told = rng.choice(self._numbers)
                ways = (base + told, base - told, base * told, base / (told or 1), base * (1 + told / 100), base * (1 - told / 100))  # fmt: skip
                self._set(fact, rng.choice(ways))
            else:
                self._set(fact, base)

    def _shuffle(self, row: list[Fact]) -> None:
        values = [fact.value for fact in row]
        self._rng.shuffle(values)
        for fact, one in zip(row, values, strict=True):
            fact.value = one

    def _set(self, fact: Fact, value: float) -> None:
        if math.isfinite(value):
            held = max(-1.0, min(1.0, value)) if fact.stat in PAIRED else value
            fact.value = round(held, 3 if fact.decimals is None else fact.decimals)

    def _scaled(self, fact: Fact, value: float) -> float:
        return self._rng.uniform(-1, 1) if fact.stat in PAIRED else value * self._rng.choice(FACTORS)

    def _number(self) -> float:
        return self._rng.choice(self._numbers) * self._rng.choice(_SCALES)


def bearing_out(varied: Varied, is_so: Callable[[], bool], values: Callable[[], Values], is_true: bool) -> tuple[list[Values], list[Values]]:  # fmt: skip
    """The values of columns in facts in which a formula is so, and in others in which it is not; none where no such facts are found. The facts are as before afterwards."""
    within, without = list[Values](), list[Values]()
    try:
        starts = [varied.values()] if is_true else list(_made_true(varied, is_so))
        for start in starts:
            varied.put(start)
            within.append(values())
        for at in range(_VARIANTS if starts else 0):
            varied.put(starts[at % len(starts)])
            varied.vary()
            (within if is_so() else without).append(values())
    finally:
        varied.undo()
    return within, without


def _made_true(varied: Varied, is_so: Callable[[], bool]) -> Iterator[list[float]]:
    start, found = varied.values(), 0
    for _ in range(_TRIES):
        varied.put(start)
        varied.push()
        if is_so():
            yield varied.values()
            found += 1
        if found == _STARTS:
            return


def is_so(formulas: Formulas, formula: str, numbers: list[Number]) -> bool:
    """Whether a formula is so; what cannot be worked out is not."""
    try:
        return formulas.work_out(formula, numbers).truth is True
    except Unusable:
        return False


def values_of(columns: dict[str, Column], twin: dict[int, Fact]) -> Values:
    """The values of columns as their facts' twins have them."""
    return {name: [math.nan if fact is None else shown(twin.get(id(fact), fact)) for fact in column.facts] for name, column in columns.items()}  # fmt: skip
