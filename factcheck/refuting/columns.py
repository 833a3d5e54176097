"""Holds a cell to the level that heads its column, where the heads of a table are the levels, each once.

A loose reading finds the value of one level under the head of another: two values exchanged in a row. The head decides.
"""

from __future__ import annotations

from factcheck.binding.agreement import in_unit, rounds_to
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene, World
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.document import Block

_FIRM = 4  # significant digits that a value needs when only its statistic is said


def read_heads(world: World, row: list[Block]) -> dict[int, str]:
    """The level that each head of a table stands for, by the head's place in the document; empty unless every level has just one head."""
    every = world.vocabulary.level_ids
    names = {level.strip().lower(): level for level in every}
    found: dict[int, str] = {}
    for block in row:
        ids = {i for m in world.mentions_of(block).levels for i in m.ids}
        if len(ids) > 1:
            return {}
        level = next(iter(ids), None) or names.get(block.text.strip(" `*_").lower())
        if level is not None:
            found[block.order] = level
    left = set(every) - set(found.values())
    rest = [block for block in row[1:] if block.order not in found and not world.mentions_of(block).metrics]
    if len(left) == 1 and len(rest) == 1 and rest[0].text.strip():
        found[rest[0].order] = left.pop()
    return found if not left and len(found) == len(every) else {}


def refused_by_its_column(scene: Scene, bound: Bound, ruling: Ruling) -> Ruling | None:
    """A refutation when a cell holds the value of another level than its column's, and none of its own."""
    head = scene.block.column_header if scene.block.kind == "cell" else None
    level = scene.world.column_levels.get(head.order) if head is not None else None
    if (
        level is None
        or ruling.verdict == "contradicted"
        or bound.number.kind != "value"
        or bound.number.high is not None
    ):
        return None
    vocabulary = scene.vocabulary
    metrics = bound.metrics or scene.inherited_metrics
    if len(metrics) > 1 or not metrics and (bound.stat is None or _digits(bound) < _FIRM):
        return None
    held = [
        fact
        for fact in (vocabulary.by_metric.get(next(iter(metrics)), ()) if metrics else vocabulary.facts.facts)
        if fact.level is not None
        and fact.partner is None
        and (metrics or fact.stat == bound.stat)
        and _states(scene, bound, fact)
    ]
    if not held or any(vocabulary.canonical(fact.level or "") == level for fact in held) or any(f.run is not None for f in held):  # fmt: skip
        return None
    if metrics and (ruling.verdict != "supported" or not set(ruling.facts) & {fact.name for fact in held}):
        return None
    own = vocabulary.central(held[0].metric, level, held[0].stat)
    if own is None or len({fact.metric for fact in held}) != 1:
        return None
    return Ruling(
        "contradicted", f"{own.name} is {own.value:g}", f"{own.name} равно {own.value:g}", (own.name,), f"{own.value:g}"
    )


def _digits(bound: Bound) -> int:
    return len("".join(char for char in bound.number.text if char.isdigit()).strip("0"))


def _states(scene: Scene, bound: Bound, fact: Fact) -> bool:
    values = in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(fact.metric))
    return any(rounds_to(value, reading) for value in values for reading in bound.number.readings)
