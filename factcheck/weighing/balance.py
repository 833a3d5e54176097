"""Weighs all readings of a sentence: how likely each is by its marks, and whether the table bears it out."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from factcheck.binding.scene import Scene
from factcheck.outlining.judge import is_statement
from factcheck.weighing.marks import Marker, Words, words_of
from factcheck.weighing.readings import Named, Reading, holds, named_in, readings_of
from factcheck.weighing.weights import FILE, OF_ARTICLES, Weights, weights

_MOST = 1000  # few sentences have half so many readings
_STEPS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)


class Weighed(NamedTuple):
    """A reading, how likely it is, and whether the table bears it out."""

    reading: Reading
    likelihood: float
    true: bool


@dataclass(slots=True)
class Balance:
    """A sentence with its readings, those that are true and those that are false, the likeliest first."""

    named: Named
    words: Words
    true: list[Weighed]
    false: list[Weighed]

    def signs(self, first: int, last: int, metrics: set[str]) -> set[str]:
        """How likely true and false readings are: at all, of numbers between two tokens, and of these metrics."""
        found: set[str] = set()
        for name, row in (("true", self.true), ("false", self.false)):
            found |= likely(f"{name} reading", row)
            found |= likely(
                f"{name} reading of its number", [one for one in row if one.reading.number in range(first, last + 1)]
            )
            found |= likely(
                f"{name} reading of its metric",
                [one for one in row if self.named.columns[one.reading.metric].metric in metrics],
            )
        return found


def likely(name: str, row: list[Weighed]) -> set[str]:
    """The signs of how likely the likeliest of some readings is."""
    most = max((one.likelihood for one in row), default=0.0)
    return {f"{name} {step}+" for step in _STEPS if most >= step}


def readings_in(scene: Scene) -> tuple[Named, Words, list[Reading]] | None:
    """The readings of a sentence; None where it is no statement that can be read so."""
    named = named_in(scene) if is_statement(scene) else None
    readings = [] if named is None else list(itertools.islice(readings_of(named), _MOST + 1))
    return None if named is None or len(readings) > _MOST else (named, words_of(scene), readings)


def weigh(scene: Scene, by: Weights | None = None) -> Balance | None:
    """The readings of a sentence with their likelihoods; None where it has none."""
    held = readings_in(scene)
    if held is None:
        return None
    named, words, readings = held
    of = by or weights(OF_ARTICLES if named.of_article else FILE)
    marker, added = Marker(scene, named, words), dict[tuple[str, Hashable], float]()

    def odds(reading: Reading) -> Iterator[float]:
        for same, marks in marker.marks_of(reading):
            key = reading.kind, same
            if key not in added:
                added[key] = of.odds(reading.kind, marks)
            yield added[key]

    row = [Weighed(one, of.likelihood(sum(odds(one))), holds(scene, one, named)) for one in readings]
    row.sort(key=lambda one: -one.likelihood)
    return Balance(named, words, [one for one in row if one.true], [one for one in row if not one.true])
