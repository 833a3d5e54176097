"""What the text speaks of where a number stands: the metrics, levels and statistics of its sentence, of the values found true in it, and of the sentences before.

The readings of a number are tried over these, nearest first; what is spoken of nowhere near is no reading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.rereading.clemency import states

VALUES = ("mean", "median", "min", "max", "p95", "p99", "first", "last", "count", "share", "stddev", "amplitude", "duration")  # fmt: skip
PERCENTILE = re.compile(r"p\d{2,3}")
_BACK = 2  # sentences before this one
_SCATTER = re.compile(
    r"\b(?:deviat\w*|variation|variab\w*|scatter\w*|spread\w*|swing\w*|vari(?:es|ed))|(?<!\w)(?:отклонени|вариаци|разброс|колеба|ровн)\w*",
    re.I,
)
_WIDTH = re.compile(r"\b(?:range|amplitude|spread|swing)\w*|(?<!\w)(?:размах|амплитуд|разброс|диапазон)\w*", re.I)
_MOMENT = re.compile(
    r"\b(?:momentary|instantaneous|single (?:reading|second|sample)|peak|trough|dip\w*|bottom\w*|lowest|highest)\b"
    r"|(?<!\w)(?:мгновенн|пик|провал|дно|впадин|наименьш|наибольш|минимальн|максимальн)\w*",
    re.I,
)


@dataclass(slots=True)
class Spoken:
    """Metrics, levels and statistics in the order of their nearness, and the facts of the values that were found true."""

    metrics: list[str] = field(default_factory=list)
    levels: list[str] = field(default_factory=list)
    stats: list[str] = field(default_factory=list)
    told: list[Fact] = field(default_factory=list)


def spoken_of(scene: Scene, bound: Bound) -> Spoken:
    """What is spoken of around a number: its own binding, its sentence, the values told in it, the sentences before."""
    told = facts_told(scene, besides=bound)
    before: list[Fact] = []
    levels = [i for ids in bound.levels for i in sorted(ids)]
    levels += [i for m in scene.mentions.levels for i in sorted(m.ids)]
    levels += [f.level for f in told if f.level is not None]
    metrics = [*sorted(bound.metrics), *(m for one in scene.mentions.metrics for m in sorted(one.metrics))]
    metrics += [m for t in scene.tokens for m in sorted(scene.vocabulary.entities.get(t.lower, ()))]
    metrics += [f.metric for f in told]
    stats = said_statistics(scene)
    former = scene.former
    for _ in range(_BACK):
        if former is None:
            break
        held = facts_told(former)
        before += held
        levels += [i for m in former.mentions.levels for i in sorted(m.ids)] + [f.level for f in held if f.level]
        metrics += [f.metric for f in held]
        former = former.former
    levels += [*sorted(scene.inherited_levels), *sorted(scene.vocabulary.special("baseline"))]
    metrics += sorted(scene.inherited_metrics)
    metrics = list(dict.fromkeys(metrics))[:12]
    told += _stated(scene, bound, metrics)
    levels += [f.level for f in told if f.level is not None]
    stats += [f.stat for f in (*told, *before)]
    return Spoken(
        metrics,
        list(dict.fromkeys(levels))[:16],
        list(dict.fromkeys(stats)),
        [*told, *before],
    )


def facts_told(scene: Scene, besides: Bound | None = None) -> list[Fact]:
    """The facts that the sentence's numbers were found to be."""
    names = [
        name
        for _, other in sorted(scene.bounds.items())
        if other is not besides and other.verdict == "supported"
        for name in other.facts
    ]
    held = (scene.vocabulary.by_name.get(name) for name in names)
    return [fact for fact in held if fact is not None and fact.partner is None]


def _stated(scene: Scene, bound: Bound, metrics: list[str]) -> list[Fact]:
    """What the sentence's other numbers state of the metrics that are spoken of, where only one fact or two have such a value."""
    found: list[Fact] = []
    for other in scene.bounds.values():
        if other is bound or other.verdict == "contradicted" or other.number.kind != "value" or other.number.high:
            continue
        held = [
            fact
            for metric in metrics
            for fact in scene.vocabulary.by_metric.get(metric, ())
            if fact.partner is None and fact.run is None and fact.stat in VALUES and states(scene, other, fact)
        ]
        found += held if len(held) <= 2 else []
    return found


def said_statistics(scene: Scene) -> list[str]:
    """The statistics that the sentence's words name, by any word for them."""
    found = [t.statistic or t.lower for t in scene.tokens if t.statistic in VALUES or PERCENTILE.fullmatch(t.lower)]
    if scene.matches(_WIDTH):
        found += ["amplitude"]
    if scene.matches(_SCATTER):
        found += ["stddev"]
    if scene.matches(_MOMENT):
        found += ["min", "max"]
    return list(dict.fromkeys(found))


def value_of(scene: Scene, metric: str, stat: str, level: str) -> Fact | None:
    """The fact of a metric by a statistic at a level; an amplitude that is not held is made of its two ends."""
    held = scene.vocabulary.values(metric, stat, level)
    if held:
        return held[0]
    low, high = scene.vocabulary.values(metric, "min", level), scene.vocabulary.values(metric, "max", level)
    if stat == "amplitude" and low and high:
        return high[0].model_copy(
            update={"id": f"{high[0].name} − {low[0].name}", "value": high[0].value - low[0].value}
        )
    return None
