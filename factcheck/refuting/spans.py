"""Refutes a span over the levels one end of which is a value of its metric and the other is none: "between 41 and 63 ms" where the facts hold 41 to 43.

A span of which no value of the metric lies inside is refuted, too. Only metrics that the sentence names outright are held.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import in_unit, rounds_to
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.values import holds_extremes
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import Number, Reading

_SPAN = re.compile(
    r"\b(?:between|rang(?:es?|ed|ing)|within|stays?|stayed|lies?|lay|varies|varied|from)\b|(?<!\w)(?:между|в пределах|в интервале|в диапазоне|держ\w+|колебал\w+|колебл\w+|менял\w+|от|лежит|лежат|укладыва\w+)(?!\w)",
    re.I,
)
_OTHER = re.compile(
    r"\b(?:together|interval|confidence|CI|margin|levels?|values between|settings?|allowed|accepts?|permitted|range is)\b|(?<!\w)(?:вместе|в сумме|доверит\w*|ДИ|порог\w*|допустим\w*|разрешен\w*)(?!\w)|(?:%-?\s?(?:ный|й)?|"
    r"процентн\w+) интервал",
    re.I,
)
_PLAIN = ("mean", "median", "min", "max", "last", "first", "share", "count", "duration", "p95", "p99", "stddev")

_LOAD = re.compile(r"\W*(?:clients?|connections?|sessions?|threads|workers|users|клиент|соединени|сесси|поток|воркер|пользовател)", re.I)  # fmt: skip


def judge_spans(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of each span that the facts refute."""
    if scene.block.kind == "cell" or not scene.matches(_SPAN) or scene.matches(_OTHER):
        return []
    metrics = {m.metrics for m in scene.mentions.metrics if m.exact and m.metrics and not m.modifier}
    if len(metrics) != 1 or len(next(iter(metrics))) != 1:
        return []
    ((metric,),) = metrics
    found = []
    for place, bound in sorted(bounds.items()):
        number = bound.number
        if (
            number.high is None
            or number.signed
            or number.kind != "value"
            or bound.predicate in ("interval", "delta", "ratio")
        ):
            continue
        if number.unit is None and _LOAD.match(scene.block.text[number.end : number.end + 16]):
            continue  # "between 32 and 64 clients": a part of the load
        facts = [f for f in scene.vocabulary.by_metric.get(metric, ()) if f.stat in _PLAIN and f.partner is None and f.level is not None]  # fmt: skip
        ruling = _ruling(scene, number, facts)
        if ruling is not None and not holds_extremes(scene, bound):
            found.append((place, place, "value", ruling))
    return found


def _ruling(scene: Scene, number: Number, facts: list[Fact]) -> Ruling | None:
    values = {v for fact in facts for v in in_unit(fact, number.unit, scene.vocabulary.unit_of(fact.metric))}
    own = [v for f in facts if f.run is None for v in in_unit(f, number.unit, scene.vocabulary.unit_of(f.metric))]
    if len(own) < 2:
        return None
    low, high = number.readings, number.high or []
    at_low, at_high = _stated(values, low), _stated(values, high)
    inside = any(a.value <= value <= b.value for value in values for a in low for b in high)
    if at_low and at_high or not at_low and not at_high and inside:
        return None
    text = f"{min(own):g} … {max(own):g}"
    return Ruling("contradicted", f"the values are {text}", f"значения: {text}", tuple(f.name for f in facts[:4]), text)


def _stated(values: set[float], readings: list[Reading]) -> bool:
    return any(rounds_to(value, reading) for value in values for reading in readings)
