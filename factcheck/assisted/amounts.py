"""Amounts that a formula works with, and how they compare: with a number as a sentence writes it, and with each other.

Truth has three values (Kleene): True, False, and None where a fact is missing or a margin is too thin to say.
"""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from factcheck.binding.agreement import agrees, near
from factcheck.reading.numbers import Number
from factcheck.reading.units import Unit, convert

Truth = bool | None
PERCENT = Unit("%", "percent", 1.0)
MINUTES = Unit("min", "time", 6e4)
SAME = 0.005  # two values that differ by less are told as equal ...
UNLIKE = 0.02  # ... and by more are not; between the two nothing is said


class Unusable(ValueError):
    """The formula is none of the language, or names what the facts or the sentence do not have."""


class Missing(Exception):
    """The facts hold no such value."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A value worked out of facts; `decimals` is the precision with which a single fact is shown."""

    value: float
    unit: Unit | None = None
    decimals: int | None = None
    counted: bool = False  # a number of things, which is told exactly
    thousands: float = 1.0  # what its unit multiplies by where that only counts: 1e6 for "млн"
    also: float | None = None  # what else the facts record for the same: an effect beside the change of its means
    per_time: bool = False  # a slope, which "6.8 a minute" tells without its metric's unit
    of: tuple[str, str] | None = None  # the metric and the level whose mean it is

    @property
    def shown(self) -> float:
        """The value as the facts display it."""
        return self.value if self.decimals is None else round(self.value, self.decimals)

    @property
    def is_bare(self) -> bool:
        """A constant or a ratio, which no fact shows with digits of its own."""
        return self.unit is None and self.decimals is None and not self.counted

    @property
    def in_percent(self) -> bool:
        """Whether it is told in percent or in points of it."""
        return self.unit is not None and self.unit.dimension in ("percent", "points")


@dataclass(frozen=True, slots=True)
class Written:
    """A number as the sentence writes it."""

    number: Number

    @property
    def amount(self) -> Amount:
        """What it says, without the precision of its writing."""
        return Amount(self.number.readings[0].value, self.number.unit)


def every(said: Iterable[Truth]) -> Truth:
    """Whether all are true: one that is false decides, otherwise one that is open leaves it open."""
    held = list(said)
    return False if False in held else None if None in held else True


def opposite(one: Truth) -> Truth:
    """Not."""
    return None if one is None else not one


def told_in(amount: Amount, unit: Unit | None) -> list[float]:
    """The amount, full and as shown, in the unit of a text; a ratio may be told in percent; none if units do not go together."""
    found: list[float] = []
    for value in dict.fromkeys((amount.value, amount.shown, amount.value if amount.also is None else amount.also)):
        if amount.per_time and unit is not None and unit.dimension == "frequency":
            found += [value, value * amount.thousands]
        elif unit is not None and unit.dimension in ("percent", "points"):
            found += [value] if amount.in_percent else [value * 100, value] if amount.unit is None else []
        else:
            found += convert(value, amount.unit, unit)
            if amount.thousands > 1 and (unit is None or unit.dimension == "frequency"):  # "415.8 million a second"
                found += [
                    value * amount.thousands,
                    value * amount.thousands / (unit.scale if unit is not None else 1.0),
                ]
    return found


def beside(one: Amount, two: Amount) -> list[float]:
    """The first amount in the unit of the second; a bare number is in any unit."""
    return [one.value] if one.unit is None or two.unit is None else told_in(one, two.unit)


def equals(amount: Amount, number: Number) -> Truth:
    """Whether the number of a text states the amount, at the precision and with the hedge that it is written with."""
    values = told_in(amount, number.unit)
    if amount.in_percent and not number.signed:
        values += [abs(value) for value in values]
    return None if not values else agrees(number, values)


def alike(one: Amount, two: Amount) -> Truth:
    """Whether two amounts may be told as equal."""
    if (one.is_bare or two.is_bare) and not (one.counted or two.counted):
        return nearly(one, two)
    values = beside(one, two)
    if not values:
        return None
    apart, size = min(abs(value - two.value) for value in values), max(abs(two.value), abs(values[0]))
    if one.shown == two.shown or apart <= SAME * size:
        return True
    return False if apart > UNLIKE * size or one.counted or two.counted else None


def nearly(one: Amount, two: Amount) -> Truth:
    """Whether one is "about" the other: by a tenth; beyond a fifth it is not."""
    values = beside(one, two)
    if not values:
        return None
    apart = min(abs(value - two.value) for value in values)
    return True if apart <= 0.1 * abs(two.value) else False if apart > 0.2 * abs(two.value) else None


def told_about(amount: Amount, number: Number) -> Truth:
    """Whether an amount may be told as "about" a number; off by less than a twentieth it is not refuted."""
    values = told_in(amount, number.unit)
    held = [abs(value) for value in values] if amount.in_percent and not number.signed else values
    if not held:
        return None
    if any(near(value, reading) for value in held for reading in number.readings):
        return True
    told = number.readings[0].value
    return False if all(abs(value - told) > 0.05 * abs(told) for value in held) else None


def more(one: Any, two: Any) -> Truth:
    """Whether the first is more; a number of the text that rounds to the value decides nothing."""
    if isinstance(one, Amount) and isinstance(two, Amount):
        if one.unit == two.unit:
            return one.shown > two.shown
        values = beside(one, two)
        return None if not values else values[0] > two.value
    if isinstance(one, Amount) and isinstance(two, Written):
        return _beyond(one, two.number, 1)
    if isinstance(one, Written) and isinstance(two, Amount):
        return _beyond(two, one.number, -1)
    raise Unusable("compares what has no order")


def _beyond(amount: Amount, number: Number, sign: int) -> Truth:
    values = told_in(amount, number.unit)
    if not values:
        return None
    limit = number.readings[0].value
    if sign * (values[0] - limit) > 0:
        return True
    apart = min(abs(value - reading.value) for value in values for reading in number.readings)
    if apart == 0 and amount.in_percent and limit == 100:
        return False  # "in no run did it touch 100%": what is shown as all of it is all of it
    return None if apart <= min(number.readings[0].quantum / 2, UNLIKE * abs(limit)) else False


def climbs(row: list[Amount], sign: int) -> Truth:
    """Whether a row rises (`sign` 1) or falls (-1) at each step; a step that is flat, or against it by a hair, decides nothing."""
    if len(row) < 2:
        raise Missing
    found: Truth = True
    for one, two in itertools.pairwise(row):
        step = sign * (two.shown - one.shown)
        if step < -SAME * abs(one.value):
            return False
        found = found if step > 0 else None
    return found


def summed(row: list[Amount]) -> Amount:
    """The sum of amounts of one unit."""
    if not row:
        raise Missing
    if any(one.unit != row[0].unit for one in row):
        raise Unusable("a sum of different units")
    return Amount(math.fsum(one.value for one in row), row[0].unit)


def combined(op: ast.operator, one: Amount, two: Amount) -> Amount:
    """Arithmetic of two amounts, with their units: sums of one unit, a multiple, a share of something, a ratio (of what is unlike, too)."""
    same = one.unit == two.unit
    match op:
        case ast.Add() | ast.Sub() if same or one.unit is None or two.unit is None:
            sign = 1 if isinstance(op, ast.Add) else -1
            both = one.decimals is not None and two.decimals is not None
            decimals = max(one.decimals or 0, two.decimals or 0) if both else None
            return Amount(one.value + sign * two.value, one.unit or two.unit, decimals)
        case ast.Mult() if one.unit is None or two.unit is None or one.in_percent or two.in_percent:
            unit = two.unit if one.unit is None or one.in_percent and two.unit is not None else one.unit
            return Amount(one.value * two.value, unit)
        case ast.Div():
            values = told_in(two, one.unit) if one.unit is not None and two.unit is not None else []
            of = values[0] if values else two.value
            if of == 0:
                raise Missing
            return Amount(one.value / of, one.unit if two.unit is None else None)
    raise Unusable("units do not go together")
