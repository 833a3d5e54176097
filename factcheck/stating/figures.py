"""Statements on one metric's values: tries the readers of numbers, amounts, orders and steps in turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from factcheck.stating.over import of_what
from factcheck.stating.parts import Statement
from factcheck.stating.told_amounts import amount
from factcheck.stating.told_numbers import bound, exactly, pairs, spans
from factcheck.stating.told_orders import compared, ranked, rival, trend
from factcheck.stating.told_steps import steps
from factcheck.stating.values import number_at

_PASSIVE = re.compile(r"\b(?:exceeded|surpassed|topped|beaten|outdone|overtaken) by\b", re.I)
_ADDS = re.compile(r"add(?:s|ed|ing)?\b|shav(?:e|es|ed)\b|knock(?:s|ed)?\b|tack(?:s|ed)?\b|прибав|добав|накин|накид|убав|отним|отня|сним|сбав", re.I)  # fmt: skip
_SAMPLES = (
    "single",
    "reading",
    "sample",
    "measure",
    "peak",
    "spike",
    "замер",
    "пик",
    "всплеск",
    "отсч",
    "измер",
    "единичн",
)


def figures(s: Statement) -> list[str]:
    """The formulas that a statement on one metric's values may mean."""
    numbers = s.of("number")
    if (
        len(s.metrics) != 1
        or s.places("link", "scatter", "steadiness")
        or s.graded("steady")
        or s.places("scatters", "range")
        and not numbers
    ):
        return []
    metric = s.metrics[0]
    if any(_may_be_coefficient(s, metric, at) for at in numbers):
        return []
    if _PASSIVE.search(s.scene.sentence.text):
        return []
    s = _never_a_sample(s)
    readers: tuple[Callable[[Statement, str], list[str]], ...] = (steps, rival, compared, ranked, trend)
    if numbers:
        told = [number_at(s, at) for at in numbers]
        if len(told) > 1 and any(number.dimension == "points" for number in told):
            return []  # "13.2%, 5.7 points above the base": a value and a difference
        parts = any(_is_part_or_addend(s, at) for at in numbers)
        readers = (steps, amount) if parts else (steps, spans, pairs, amount, bound, exactly)
    for reader in readers:
        found = reader(s.fresh(), metric)
        if found:
            return found
    return []


def _is_part_or_addend(s: Statement, at: int) -> bool:
    """ "Less than half of that", "256 adds another 6,700": a part of a value or what comes on top of it, and no value."""
    number = s.atoms[at].number
    return number is not None and number.fraction or any(_ADDS.match(atom.text) for atom in s.atoms if atom.kind == "word")  # fmt: skip


def _may_be_coefficient(s: Statement, metric: str, at: int) -> bool:
    """Whether a number may be the metric's correlation with what the text speaks of around ("from −0.44 at 40 to −0.92 at 160")."""
    number = number_at(s, at)
    paired = any(metric in (fact.metric, fact.partner) for fact in s.scene.vocabulary.correlated)
    small = (
        number.unit is None
        and number.kind == "value"
        and all(abs(r.value) <= 1 and r.quantum < 1 for r in number.readings)
    )
    return paired and small


def _never_a_sample(s: Statement) -> Statement:
    """ "No single reading went beyond 5 ms" is that it never did."""
    atoms = [replace(atom, plays=frozenset({"never"})) if atom.is_("none") and of_what(s, at, *_SAMPLES) else atom for at, atom in enumerate(s.atoms)]  # fmt: skip
    return Statement(s.scene, atoms, set(s.read))
