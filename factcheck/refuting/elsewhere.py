"""Refuses a value that its metric has at another level only: "wa reaches 68%" under a head that names a level where nothing of wa is 68.

The general judge leaves open what a number is of when it is right elsewhere. Here the metric's whole name stands right before the number (or a percentile
is named that only the metric of the topic has), and one level is meant: named in the clause, or by the section's head. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, in_unit, significant_digits
from factcheck.binding.arguments import clause_bounds, is_hedged
from factcheck.binding.bound import Bound
from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.scope import topics
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling

_TELLS = {
    "reaches", "reached", "is", "was", "are", "were", "hits", "hit", "stands", "stood", "averages", "averaged", "at", "peaks", "peaked", "to", "up", "climbs", "climbed",
    "достигает", "достигла", "достиг", "достигло", "достигают", "составляет", "составила", "составил", "составило", "равен", "равна", "равно", "доходит", "доходила", "до", "—", "–", ":", "=",
}  # fmt: skip
_STATS = ("mean", "median", "min", "max", "p95", "p99")
_ELSE = re.compile(
    r"\b(?:than|versus|vs|against|from|instead|elsewhere|other|compared|unlike|while)\b|(?<!\w)(?:чем|против|вместо|друг\w+|остальн\w+|прежн\w+|раньше|тогда как|в отличие|минут\w*)(?!\w)",
    re.I,
)


def judge_elsewhere(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each value that its metric has at other levels and not at the one meant."""
    if scene.block.kind not in ("paragraph", "item") or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        number = bound.number
        open_ = bound.verdict == "unverifiable" and bound.predicate == "value" and number.kind == "value"
        if not open_ or number.high is not None or number.hedge or number.signed or significant_digits(number.text) < 2:
            continue
        level = _level(scene, place)
        if level is None or is_hedged(scene, place):
            continue
        for metric, stat, first in (*_named(scene, bounds, place), *_of_topic(scene, bound)):
            ruling = _ruling(scene, bound, metric, stat, level)
            if ruling is not None:
                found.append((first, place, "value", ruling))
                break
    return found


def _level(scene: Scene, place: int) -> str | None:
    """The one level of the clause, or of the section's head where the sentence names none."""
    if _ELSE.search(scene.sentence.text) or len({m.ids for m in scene.mentions.levels}) > 2:
        return None
    start, stop = clause_bounds(scene, place)
    before = [t.index for t in scene.tokens[start:place] if t.text == ","]
    start = before[-1] if before else start
    after = next((t.index for t in scene.tokens[place + 1 : stop + 1] if t.text == ","), stop)
    here = {m.ids for m in scene.mentions.levels if start <= m.first <= after}
    if not here and scene.mentions.levels:
        return None
    if not here and any(one.mentions.levels for one in scene.before()):
        return None  # only a sentence before names a level, and may have done with it
    ids = next(iter(here)) if len(here) == 1 else frozenset() if here else scene.inherited_levels
    return next(iter(ids)) if len(ids) == 1 else None


def _named(scene: Scene, bounds: dict[int, Bound], place: int) -> list[tuple[str, str | None, int]]:
    """The metric whose whole name stands right before the number, with nothing but a verb between."""
    for mention in scene.mentions.metrics:
        if not _whole(mention) or not mention.last < place:
            continue
        gap = scene.tokens[mention.last + 1 : place]
        if len(gap) <= 3 and all(t.lower in _TELLS for t in gap):
            return [(next(iter(mention.metrics)), None, mention.first)]
    return []


def _whole(mention: MetricMention) -> bool:
    return mention.exact and not mention.modifier and not mention.whole and len(mention.metrics) == 1


def _of_topic(scene: Scene, bound: Bound) -> list[tuple[str, str | None, int]]:
    """The one metric of the topic that has the percentile named before the number, where none named here has it."""
    stat = bound.stat
    if stat not in ("p95", "p99") or bound.stat_at is None or not 0 < bound.place - bound.stat_at <= 8:
        return []
    vocabulary = scene.vocabulary
    if any(stat in vocabulary.stats_of(metric) for m in scene.mentions.metrics if m.exact for metric in m.metrics):
        return []
    around = [metric for metrics in topics(scene) for metric in metrics if stat in vocabulary.stats_of(metric)]
    held = list(dict.fromkeys(around))
    return [(held[0], stat, bound.stat_at)] if len(held) == 1 else []


def _ruling(scene: Scene, bound: Bound, metric: str, stat: str | None, level: str) -> Ruling | None:
    vocabulary = scene.vocabulary
    unit = vocabulary.unit_of(metric)

    def told(fact: Fact) -> bool:
        return agrees(bound.number, in_unit(fact, bound.number.unit, unit))

    facts = [f for f in vocabulary.by_metric.get(metric, ()) if f.partner is None and f.level is not None]
    here = [f for f in facts if vocabulary.canonical(f.level or "") == level]
    there = [f for f in facts if f not in here and f.run is None and f.stat in (_STATS if stat is None else (stat,))]
    if not any(f.stat == stat or stat is None and f.stat in _STATS for f in here) or any(told(f) for f in here):
        return None
    match = next((f for f in there if told(f)), None)
    if match is None:
        return None
    own = [f for f in here if f.stat == match.stat] or here
    text = f"{own[0].name} is {own[0].value:g}; {match.name} is {match.value:g}"
    ru = f"{own[0].name} равно {own[0].value:g}; {match.name} равно {match.value:g}"
    return Ruling("contradicted", text, ru, (own[0].name, match.name), f"{own[0].value:g}")
