"""A metric's value with its statistic as a part of a formula, and what every reader of figures asks."""

from __future__ import annotations

from collections.abc import Callable

from factcheck.binding.arguments import UNSETTLED
from factcheck.reading.numbers import Number
from factcheck.stating.parts import Statement

STATS = ("median", "max", "min", "p95", "p99", "stddev")
_PLAIN = ("so", "keep", "happen", "becomes", "moves", "even", "gives")
Value = Callable[[str], str]


def value_of(metric: str, stat: str | None) -> Value:
    return lambda level: f'value("{metric}", {level})' if stat is None else f'value("{metric}", {level}, "{stat}")'


def statistics_in(s: Statement) -> list[str]:
    """The statistics that are named, in their order, each read; "mean" among them."""
    found: list[str] = []
    for at, atom in enumerate(s.atoms):
        if at in s.read or atom.kind != "word":
            continue
        named = [stat for stat in ("mean", *STATS) if f"stat.{stat}" in atom.plays]
        if named:
            found += named[:1]
            s.read.add(at)
    return found


def one_value(s: Statement, metric: str) -> list[Value] | None:
    """What the value may be where one statistic is said, or none; None where several are."""
    said = list(dict.fromkeys(statistics_in(s)))
    if len(said) > 1:
        return None
    return [value_of(metric, said[0] if said else None)]


def is_open(s: Statement, metric: str) -> bool:
    """Whether a difference of the metric's means is more than two numbers: a verdict has left one open."""
    return any(effect.verdict in UNSETTLED for effect in s.scene.vocabulary.effects(metric))


def is_open_between(s: Statement, metric: str, one: str, two: str) -> bool:
    """Whether a verdict has left the difference between two levels open."""
    held = s.scene.vocabulary.effect(metric, two.strip('"'), one.strip('"'))
    return held is not None and held[0].verdict in UNSETTLED


def is_read(s: Statement, *soft: str) -> bool:
    return s.is_done(*_PLAIN, *soft)


def number_at(s: Statement, at: int) -> Number:
    number = s.atoms[at].number
    assert number is not None
    return number
