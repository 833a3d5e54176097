"""Reads a list of numbers as one series of the facts, level by level, where the whole list is one: "declines in every run: by 480, 310, 905 and 150"."""

from __future__ import annotations

from factcheck.binding.bound import Bound
from factcheck.binding.rows import lists_in, parts_of_rows, states
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling

_PROSE = ("paragraph", "item", "lead")


def open_member(scene: Scene, bound: Bound, ruling: Ruling) -> Ruling:
    """The ruling of a number: supported instead of contradicted where it stands in a list that as a whole is a series of the facts."""
    if ruling.verdict != "contradicted" or scene.block.kind not in _PROSE:
        return ruling
    fact = _member(scene, bound)
    if fact is None:
        return ruling
    return Ruling("supported", f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}", (fact.name,))


def in_series(scene: Scene, bound: Bound) -> bool:
    """Whether a number stands in a list of three and more that as a whole is a series of the facts."""
    return _member(scene, bound) is not None


def _member(scene: Scene, bound: Bound) -> Fact | None:
    """The fact that a number is in the series that has its whole list."""
    row = next((row for row in lists_in(scene, scene.bounds.values()) if bound in row), [])
    if len(row) < 3:
        return None
    for part in parts_of_rows(scene, len(row)):
        if all(states(scene, one, fact) for one, fact in zip(row, part, strict=True)):
            return part[row.index(bound)]
    return None
