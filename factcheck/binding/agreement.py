"""Decides whether a number in a text is a value of the facts: the value rounded to the digits that are shown.

Truncation is not rounding. A hedge ("about", "almost", "more than") loosens the comparison by what it says and no more.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache

from factcheck.forms.facts import Fact
from factcheck.reading.numbers import Number, Reading
from factcheck.reading.units import Unit, convert, unit_named

_MULTIPLE = 0.2  # how far off a multiple told in a word may be
_ABOUT = (
    0.05  # "about": one unit of the last digit that is not a zero where that is within five percent, else half of it
)


def rounds_to(value: float, reading: Reading) -> bool:
    """Whether the value, rounded to the shown places, is the reading; both neighbours are right for a tie."""
    if not math.isfinite(value) or not math.isfinite(reading.value):
        return False
    if reading.quantum == 0:
        return value == reading.value
    return abs(value - reading.value) <= reading.quantum * 0.5 * (1 + 1e-9) + 1e-12 * abs(value)


def near(value: float, reading: Reading, share: float = _ABOUT) -> bool:
    """Whether "about `reading`" is a fair thing to say of the value."""
    if rounds_to(value, reading):
        return True
    if reading.quantum == 0:  # "twice", "one and a half times"
        return abs(value - reading.value) <= _MULTIPLE * abs(reading.value)
    place = significant(reading)
    slack = place if place <= share * abs(reading.value) else place / 2
    return abs(value - reading.value) <= max(slack * 0.9999, 0.02 * abs(value))


def significant(reading: Reading) -> float:
    """The place of the last digit that is not a trailing zero: 10 for 90, 0.1 for 2.5."""
    place = reading.quantum or 1.0
    scaled = round(abs(reading.value) / place)
    while scaled and scaled % 10 == 0:
        scaled //= 10
        place *= 10
    return place


def significant_digits(text: str) -> int:
    """How many digits of a number say something: 2 for 0.71, 3 for 12 600."""
    digits = re.sub(r"\D", "", text.split("e")[0])
    return len(digits.strip("0"))


def hedged_agrees(value: float, reading: Reading, hedge: str | None, open_end: bool = False) -> bool:
    """The comparison that the hedge asks for."""
    if open_end:
        return value >= reading.value * (1 - 1e-9)
    if hedge == "about":
        return near(value, reading)
    if hedge == "nearly":
        return near(value, reading, 0.1) and (abs(value) <= abs(reading.value) or rounds_to(value, reading))
    if hedge == "over":
        return abs(value) >= abs(reading.value) * (1 - 1e-9)
    if hedge == "under":
        return rounds_to(value, reading) or abs(value) <= abs(reading.value) * (1 + 1e-9)
    return rounds_to(value, reading)


def shown(fact: Fact) -> float:
    """The fact as it is displayed, at its own number of decimals."""
    return round(fact.value, fact.decimals) if fact.decimals is not None else fact.value


_MANY = re.compile(
    r"(?:(?P<k>thousand\w*|тыс\w*\.?|k)|(?P<m>million\w*|mln\.?|mio\.?|млн\.?|m))(?:\s*/.*|(?:\s+\w+){1,2})?", re.I
)


def multiple_of(unit: str | None) -> float:
    """What a unit that only counts in thousands or millions multiplies by: 1000 for "thousand" and "тыс./мин"."""
    found = _MANY.fullmatch((unit or "").strip())
    return 1.0 if found is None else 1e3 if found["k"] else 1e6


#: What a count or a ratio cannot be told in.
MEASURED = ("time", "bytes", "bandwidth")


def in_unit(fact: Fact, unit: Unit | None, metric_unit: Unit | None) -> list[float]:
    """The fact's value (full and as displayed) in the unit that the text uses."""
    return list(_in_unit(fact.value, shown(fact), fact.unit, unit, metric_unit))


def amount_in_unit(amount: float, name: str | None, unit: Unit | None, metric_unit: Unit | None) -> tuple[float, ...]:
    """An amount that is measured as a fact with this name of a unit is, in the unit that the text uses."""
    return _in_unit(amount, amount, name, unit, metric_unit)


@lru_cache(maxsize=100_000)  # a number is held against every fact it may be, and there are far fewer facts than that
def _in_unit(full: float, displayed: float, name: str | None, unit: Unit | None, metric_unit: Unit | None) -> tuple[float, ...]:  # fmt: skip
    own = unit_named(name)
    held = own or metric_unit
    if held is None and name and unit is not None and unit.dimension in MEASURED:
        return ()  # "5.9 ms" of a queue that is counted in requests
    if unit is not None and unit.dimension == "percent" and own is not None and own.dimension == "percent":
        return full, displayed
    if name in ("1", "ratio") and unit is not None and unit.dimension == "percent":
        return (full * 100,)
    found: list[float] = []
    for value in {full, displayed}:
        if unit is not None and held is not None and unit.dimension == "percent" and held.dimension == "percent":
            found.append(value)
        else:
            found += convert(value, held, unit)
            if (unit is None or unit.dimension == "frequency") and multiple_of(name) > 1:
                found.append(value * multiple_of(name))
            if unit is None and held is not None and held.dimension == "frequency" and held.scale >= 1000:
                found.append(value * held.scale)  # "118.2 thousand" of what the facts hold in thousands
    return tuple(found)


def agrees(number: Number, values: Iterable[float], *, high: bool = False) -> bool:
    """Whether the number (its high end when asked for) states one of the values."""
    readings = (number.high if high and number.high else number.readings) or []
    return any(hedged_agrees(value, reading, number.hedge, number.open_end) for value in values for reading in readings)


def close_to_bound(number: Number, value: float) -> bool:
    """Whether a value lies so near to the bound that is told of it ("more than 70%" of 84, not of 11,900) that it may be what was meant."""
    told, size = abs(number.low_value()), abs(value)
    return told <= size <= 1.6 * told if number.hedge == "over" else 0.5 * told <= size <= 1.01 * told


def display(value: float, like: Reading | None = None) -> str:
    """The value as the text would have shown it: with as many places as the reading has."""
    if not math.isfinite(value):
        return str(value)
    if like is None or like.quantum <= 0:
        return f"{value:.4g}"
    if like.quantum >= 1000:
        rounded = round(value / like.quantum) * like.quantum
        return f"{rounded:g}" if rounded or value == 0 else f"{value:.4g}"
    places = max(0, -round(math.log10(like.quantum)))
    text = f"{value:.{places}f}"
    return text if text.strip("-0.") or value == 0 else f"{value:.3g}"


def as_multiple(value: float) -> float:
    """A multiple told either way as one of at least 1: 0.25 as 4; of nothing it is without bound."""
    return value if value >= 1 else 1 / value if value > 0 else math.inf
