"""Holds the time that a rate is told by to the metric's own: "1,284 operations/s" of what is counted a minute. Only refutes."""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.units import Unit

_THINGS = r"(?:операц\w*|транзакц\w*|запрос\w*|событи\w*|строк\w*|вызов\w*|оп\.?|operations?|transactions?|queries|requests?|events?|rows?|calls|ops|tx)"
_SPAN = r"(?P<span>сек(?:унд\w*)?|с(?!\w)|мин(?:ут\w*)?|час\w*|ч(?!\w)|seconds?|secs?|s|minutes?|mins?|hours?|h)"
_RATE = re.compile(
    rf"(?<!\w){_THINGS}\s*(?:/|\bper\b|\ba\b|\ban\b|(?<!\w)в(?!\w)|(?<!\w)за(?!\w))\s*{_SPAN}(?!\w)", re.I
)
_SECONDS = (("с", 1), ("s", 1), ("m", 60), ("м", 60), ("ч", 3600), ("h", 3600))


def judge_rates(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each rate told by another time than its metric is counted by."""
    found = []
    for phrase in phrases(scene, _RATE):
        metric = _counted(scene, phrase.first)
        if metric is None:
            continue
        unit = scene.vocabulary.unit_of(metric)
        seconds = _period(unit) if unit is not None else None
        span = phrase.match.group("span").lower()
        said = 3600 if span.startswith("час") else next(n for start, n in _SECONDS if span.startswith(start))
        if seconds is not None and seconds != said:
            text = scene.vocabulary.metrics[metric].unit or ""
            ruling = Ruling("contradicted", f"{metric} is counted in {text}", f"{metric} измеряется в {text}", (), text)
            found.append((phrase.first, phrase.last, "value", ruling))
    return found


def _counted(scene: Scene, place: int) -> str | None:
    """The metric of the value right before, or of the last of a chain of values; None when it does not stand as the facts hold it."""
    before = [(at, bound) for at, bound in sorted(scene.bounds.items()) if at <= place and place - at <= 7]
    if not before or before[-1][1].verdict != "supported" or before[-1][1].predicate != "value":
        return None
    names = [scene.vocabulary.by_name.get(name) for name in before[-1][1].facts]
    metrics = {f.metric for f in names if f is not None and f.partner is None and f.stat not in ("slope", "angle")}
    number = before[-1][1].number
    converted = number.unit is not None and number.unit.dimension == "frequency"
    held = next(iter(metrics)) if len(metrics) == 1 else None
    if held is None or converted and not any(abs(r.value - f.value) <= r.quantum for f in names if f for r in number.readings):  # fmt: skip
        return None
    return held


def _period(unit: Unit) -> int | None:
    """The seconds that a rate is counted by; None for what is no rate."""
    if unit.dimension != "frequency":
        return None
    return next((n for n in (1, 60, 3600) if abs(unit.scale * n - 1) < 1e-6), None)
