"""A number in whose clause nothing is named: no metric, no level, no statistic ("The two upper targets rose instead: 3.20 and 6.75").

What it is of was then taken from farther off, and is as often wrong as right, unless the sentence speaks of one metric only.
"""

from __future__ import annotations

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import segment
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.rereading.clemency import states
from factcheck.rereading.slips import differ_little

_HEADS = ("—", "–", "(", ":")  # "in the mode A — 12", "off (12)", "off: 12"
_STEPS = ("→", "->", ">")


def names_nothing(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """Whether neither the clause of a number nor the one that it is set off from names what it is of."""
    first, last = segment(scene, bound.place)
    around = scene.tokens[max(0, first - 1) : last + 2]
    if len({m.metrics for m in scene.mentions.metrics if m.metrics}) == 1 or any(t.text in _STEPS for t in around):
        return False
    if first > 1 and scene.tokens[first - 1].text in _HEADS:
        first, _ = segment(scene, first - 2)
    levels = (*scene.mentions.levels, *bound.level_at)
    named = (*(m.first for m in scene.mentions.metrics if m.metrics), *(m.first for m in levels))
    if any(first <= at <= last for at in named) or any(t.statistic for t in scene.tokens[first : last + 1]):
        return False
    judged = [fact for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]
    return bool(judged) and not any(_stands_for(scene, bound, fact) for fact in judged)


def _stands_for(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether a number is a fact but for a slip or its unit, or is what another level that the sentence names has."""
    named = {one for m in scene.mentions.levels for one in m.ids}
    if differ_little(bound.number, fact.value):
        return True
    for other in scene.vocabulary.by_metric.get(fact.metric, ()):
        if other.partner != fact.partner:
            continue
        if other.level == fact.level and differ_little(bound.number, other.value, same=False):
            return True
        if other.level in named and other.stat == fact.stat and states(scene, bound, other):
            return True
    return False
