"""Slips of the pen: a number that is what the facts hold but for one digit, or for two in each other's place ("81,420" for 18,420).

Few numbers are that by chance, so a slip says what it is of even where the wording alone does not.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import Number

_VALUE = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def is_slip_of_a_fact(scene: Scene, bound: Bound) -> bool:
    """Whether a number is a value of its metric at its level but for a slip, or a value of what is named in another unit."""
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    for metric in bound.metrics.union(*(m.metrics for m in scene.mentions.metrics)):
        for fact in scene.vocabulary.by_metric.get(metric, ()):
            if fact.partner is not None or own and fact.level not in own:
                continue
            values = {fact.value, *(values_of(scene, bound.number, fact) if metric in bound.metrics else ())}
            if _slipped(bound.number, values, metric in bound.metrics, True):
                return True
    return False


def is_slip_of(bound: Bound, ruling: Ruling) -> bool:
    """Whether a change or a multiple is the one that refutes it but for a slip."""
    expected = _VALUE.search(ruling.expected or "")
    return expected is not None and _slipped(bound.number, {float(expected.group())}, True, False)


def differ_little(number: Number, value: float, *, same: bool = True) -> bool:
    """Whether a number has the digits of a value, whatever its unit, but for a slip; `same`: or just these."""
    return _slipped(number, {value}, True, same)


def values_of(scene: Scene, number: Number, fact: Fact) -> list[float]:
    """The value of a fact in the unit of a number; a coefficient as it is."""
    return (
        [fact.value] if fact.partner is not None else in_unit(fact, number.unit, scene.vocabulary.unit_of(fact.metric))
    )


def _slipped(number: Number, values: set[float], own: bool, same: bool) -> bool:
    text = number.text.replace(",", ".")
    places = len(re.sub(r"\D", "", text.rpartition(".")[2])) if "." in text else 0
    shown = {f"{abs(value):.{at}f}" for value in values for at in (places, 0 if places > 2 else places)}
    return any(_are_nearly(_digits(text), _digits(one), own, same) for one in shown)


def _are_nearly(told: str, shown: str, own: bool, same: bool) -> bool:
    """Whether two rows of digits are the same, or but for one digit, or for two in each other's place."""
    if len(told) != len(shown) or len(told) < 2:
        return False
    wrong = [at for at, (a, b) in enumerate(zip(told, shown, strict=True)) if a != b]
    if not wrong:
        return same
    swapped = len(wrong) == 2 and told[wrong[0]] == shown[wrong[1]] and told[wrong[1]] == shown[wrong[0]]
    return own and len(told) > 2 and (len(wrong) == 1 or swapped)


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())
