"""Withholds support where the facts that bear out a word say less than its clause: "every latency improved" by the mean alone, "its share grows" by the value.

Wrongly supported is worse than left open: a reader takes it for checked. What a clause says of its measure, and of how many it speaks, must be in the facts that are named for it.
"""

from __future__ import annotations

import re

from factcheck.binding.arguments import clause_bounds
from factcheck.binding.quantifiers import Quantity, find
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import segment
from factcheck.judging.exempt import correlative
from factcheck.judging.verdicts import Ruling
from factcheck.refuting.allround import is_of_all_metrics
from factcheck.rereading.measured import measure_missed

_WORDS = ("order", "best", "equivalent", "verdict", "significance", "stable")
_STEPS = re.compile(r"\bstepwise\b|\bstep (?:by|after) step\b|(?<!\w)(?:шаг за шагом|ступень за ступенью)(?!\w)", re.I)
_ENOUGH = 3  # two levels bear out no rule
_SEVERAL_MEASURES = 2
_SEVERAL = ("all", "none", "only", "but", "count")


def open_support(scene: Scene, predicate: str, place: int, ruling: Ruling) -> Ruling:
    """The ruling of a claiming word in prose: unverifiable instead of supported where its facts bear out but a part of what is said."""
    if ruling.verdict != "supported" or not ruling.facts or scene.block.kind not in ("paragraph", "item", "lead"):
        return ruling
    why = measure_missed(scene, predicate, place, ruling) or _told_of_more(scene, predicate, place, ruling)
    if why is None:
        return ruling
    return Ruling(
        "unverifiable",
        f"only a part of what is said is borne out ({why}: {ruling.en})",
        f"подтверждается лишь часть сказанного ({why}: {ruling.ru})",
        ruling.facts,
    )


def _told_of_more(scene: Scene, predicate: str, place: int, ruling: Ruling) -> str | None:
    """The quantifier of a clause that ranges over more than the facts named: "no mode made any percentile worse"."""
    if predicate not in _WORDS:
        return None
    facts = [fact for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]
    levels = {fact.level for fact in facts}
    measured = {(fact.metric, fact.stat) for fact in facts}
    start, stop = segment(scene, place)
    if len(levels) < _ENOUGH and correlative(scene, scene.tokens[place]):
        return scene.tokens[place].text
    if len(levels) < _ENOUGH and (steps := _STEPS.search(scene.text_of(*clause_bounds(scene, place)))) is not None:
        return steps.group()
    if len(measured) < _SEVERAL_MEASURES and is_of_all_metrics(scene, place):
        return scene.tokens[place].text
    for quantity in find(scene.tokens, start, stop, levels=frozenset(scene.mentions.level_tokens)):
        if quantity.kind not in _SEVERAL or quantity.first <= place <= quantity.last:
            continue
        if len(measured if quantity.noun in ("metric", "stat") else levels) < _wanted(scene, quantity):
            return scene.text_of(quantity.first, quantity.last)
    return None


def _wanted(scene: Scene, quantity: Quantity) -> int:
    """How many levels or measures bear out what is said of several."""
    if quantity.noun in ("metric", "stat"):
        return _SEVERAL_MEASURES
    return min(_ENOUGH, len(scene.vocabulary.level_ids))
