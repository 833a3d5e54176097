"""Refuses a value of a section's level that is the value of another level: under "Ratio 10", "wa reaches 68%" where 68 is the maximum at 20.

Only where the metric stands right beside its number, neither the sentence nor those before it name a level or compare, and the facts hold that
statistic at the section's own level. The numbers that differ between levels are the ones that are swapped by accident.
"""

from __future__ import annotations

import re

from factcheck.agreement import agrees, in_unit, rounds_to, significant_digits
from factcheck.binding import Bound, reads_as_change
from factcheck.facts import Fact
from factcheck.scene import Scene
from factcheck.values import CORRELATIONS
from factcheck.verdicts import Ruling

_COMPARES = re.compile(
    r"\b(?:than|against|versus|vs|compared|from|before|after|instead|another|other|former|previous|baseline|default|all|each|both|same|as in|in total|limit|of the)\b|"
    r"(?<!\w)(?:чем|против|вместо|относительно|сравнени\w+|было|был|была|ранее|раньше|прежн\w+|друг\w+|остальн\w+|исходн\w+|базов\w+|всех|все|обоих|оба|кажд\w+|из|с|со|от|после|перед|тот|та|те|так же|предел)(?!\w)",
    re.I,
)
_SHIFTED = ("delta_pct", "ratio", "slope", "angle", "share", *CORRELATIONS)


def of_another_level(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> Ruling | None:
    """The refusal of a value that the section's level does not have and another level does; None where that is open."""
    number = bound.number
    if predicate != "value" or ruling.verdict == "contradicted" or scene.block.kind not in ("paragraph", "item"):
        return None
    if number.kind != "value" or number.high is not None or number.hedge is not None or significant_digits(number.text) < 2:  # fmt: skip
        return None
    level = _in_force(scene)
    metric = _beside(scene, bound)
    if level is None or metric is None or _COMPARES.search(scene.sentence.text) or reads_as_change(scene, bound.place):
        return None
    rows = [f for f in scene.vocabulary.by_metric.get(metric, ()) if f.partner is None and f.stat not in _SHIFTED]
    own = [f for f in rows if f.level is None or scene.vocabulary.canonical(f.level) == level]
    others = [f for f in rows if f not in own and _states(scene, bound, f)]
    if any(_states(scene, bound, f) for f in own) or len({f.level for f in others}) != 1:
        return None
    fact = others[0]
    if any(_states(scene, bound, f) for m in scene.vocabulary.metrics if m != metric for f in scene.vocabulary.by_metric[m] if f.level == level and f.partner is None):  # fmt: skip
        return None
    held = next((f for f in own if f.stat == fact.stat and f.scope == fact.scope), None)
    if held is None:
        return None
    en, ru = f"{held.name} is {held.value:g}; {fact.value:g} is {fact.name}", f"{held.name} равно {held.value:g}; {fact.value:g} — это {fact.name}"  # fmt: skip
    return Ruling("contradicted", en, ru, (held.name, fact.name), f"{held.value:g}")


def _states(scene: Scene, bound: Bound, fact: Fact) -> bool:
    values = in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(fact.metric))
    return agrees(bound.number, values) or any(rounds_to(value, r) for value in values for r in bound.number.readings)


def _in_force(scene: Scene) -> str | None:
    """The one level that a heading above names, with none named since."""
    if scene.mentions.levels or any(t.text in scene.vocabulary.level_ids for t in scene.tokens):
        return None
    former = scene.former
    while former is not None:
        if former.mentions.levels:
            return None
        former = former.former
    head = next((b for b in scene.block.context if b.kind == "heading"), None)
    if head is None or any(scene.world.mentions_of(b).levels for b in scene.block.context if b is not head and b.kind != "heading"):  # fmt: skip
        return None
    named = {m.ids for m in scene.world.mentions_of(head).levels}
    one = next(iter(named)) if len(named) == 1 else frozenset()
    return next(iter(one)) if len(one) == 1 and scene.inherited_levels == one else None


def _beside(scene: Scene, bound: Bound) -> str | None:
    """The metric whose whole name stands right before a number, with nothing but a verb between."""
    before = [m for m in scene.mentions.metrics if m.last < bound.place and not m.modifier]
    if not before or not before[-1].exact or len(before[-1].metrics) != 1:
        return None
    gap = scene.tokens[before[-1].last + 1 : bound.place]
    near = len(gap) <= 4 and not any(t.text in ",;:" or t.number is not None for t in gap)
    return next(iter(before[-1].metrics)) if near else None
