"""Reads a list of values that one value is held against as those of the other levels: "the best is 8 GB: 31.2 ms against 47.9 and 37.8"."""

from __future__ import annotations

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling
from factcheck.rereading.stat_readings import held_value

_AGAINST = {"against", "versus", "vs", "против"}
_JOINS = {",", "and", "и", "или", "or"}


def one_of_the_rest(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """The fact of a remaining level that a number of such a list states, each level being told once."""
    if predicate != "value" or bound.number.high is not None or scene.block.kind == "cell":
        return None
    opened = next((t.index for t in reversed(scene.tokens[: bound.place]) if t.lower in _AGAINST), None)
    if opened is None:
        return None
    head = scene.bounds.get(max((p for p in scene.bounds if p < opened), default=-1))
    fact = scene.vocabulary.by_name.get(head.facts[0]) if head is not None and len(head.facts) == 1 else None
    row = _list_behind(scene, opened)
    if fact is None or fact.level is None or bound.place not in row or len(row) < 2:
        return None
    unit = scene.vocabulary.unit_of(fact.metric)
    left = [
        f
        for f in scene.vocabulary.values(fact.metric, fact.stat, any_level=True)
        if f.level != fact.level and f.run is None
    ]
    told = None
    for place in row:
        number = scene.bounds[place].number
        one = next((f for f in left if agrees(number, in_unit(f, number.unit, unit))), None)
        if one is None:
            return None
        left.remove(one)
        told = one if place == bound.place else told
    return held_value(told) if told is not None else None


def _list_behind(scene: Scene, opened: int) -> list[int]:
    row: list[int] = []
    for token in scene.tokens[opened + 1 :]:
        if token.index in scene.bounds:
            row.append(token.index)
        elif token.lower not in _JOINS:
            break
    return row
