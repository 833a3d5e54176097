"""Reads a number at a load step of the run: "with 8 clients the default is 5.8% behind", and the cells of a table whose rows are steps.

A run's own steps (`step8` of the facts) may have the same numbers as the levels have; what was refused by a whole run is asked of the step that is said.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from factcheck.binding.agreement import agrees
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.rereading.clemency import states


def open_step(scene: Scene, bound: Bound, ruling: Ruling) -> Ruling:
    """The ruling of a number: supported where a step that is said has this value, open where two of its values make the number."""
    if ruling.verdict != "contradicted" or not scene.vocabulary.steps or scene.world.workings <= 0:
        return ruling
    if (
        scene.block.kind == "cell"
        and scene.block.text.strip() in scene.vocabulary.steps
        and scene.block.row_header is None
    ):
        return Ruling("supported", "a load step", "ступень нагрузки", ("facts.scope",))
    held = list(_at_steps(scene, bound))
    scene.world.workings -= len(held) ** 2
    levels = _levels(scene)
    for fact in held:
        if states(scene, bound, fact) and (not levels or fact.level in levels):
            return Ruling("supported", f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}", (fact.name,))  # fmt: skip
    for one, two in itertools.permutations(held, 2) if scene.block.kind != "cell" else ():
        alike = one.metric == two.metric and one.stat == two.stat and (one.level == two.level) != (one.scope == two.scope)  # fmt: skip
        if alike and two.value and _made_of(bound, one.value, two.value):
            en, ru = f"it may be {one.name} and {two.name}; which are meant is not said clearly", f"это может быть {one.name} и {two.name}; что имеется в виду, ясно не сказано"  # fmt: skip
            return Ruling("unverifiable", en, ru, ruling.facts)
    return ruling


def _made_of(bound: Bound, one: float, two: float) -> bool:
    percent, times = bound.number.dimension == "percent", bound.number.kind == "times"
    made = [100 * abs(one - two) / two] if percent else [one / two] if times else [abs(one - two)]
    return agrees(bound.number, made) or bound.number.signed and agrees(bound.number, [-one for one in made])


def _at_steps(scene: Scene, bound: Bound) -> Iterator[Fact]:
    """The facts of the steps whose numbers the sentence, the cell's heads or the block say; of the metrics meant."""
    heads = [head.text for head in (scene.block.column_header, scene.block.row_header) if head is not None]
    own = scene.block.text[: bound.number.start] + " " + scene.block.text[bound.number.end :]
    said = set(re.findall(r"(?<![\d.,])\d+(?![\d.,]*\d)", " ".join([*heads, "" if heads else own])))
    named = bound.metrics | {m for mention in scene.mentions.metrics for m in mention.metrics} | scene.inherited_metrics
    for step, facts in scene.vocabulary.steps.items():
        if step in said:
            yield from (fact for fact in facts if not named or fact.metric in named)


def _levels(scene: Scene) -> set[str]:
    """The levels that a cell's heads name; in prose any may be meant."""
    heads = [head for head in (scene.block.column_header, scene.block.row_header) if head is not None]
    return {i for head in heads for m in scene.world.mentions_of(head).levels for i in m.ids}
