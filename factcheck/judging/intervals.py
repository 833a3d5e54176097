"""The interval of an estimate: "95% CI 8.9–15.1%", a column headed "tps (95% CI)" with "6,120 (6,050–6,190)" or "[6,050; 6,190]" under it."""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, rounds_to
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.units import convert

_INTERVAL_HEAD = re.compile(r"\b(?:ci|ди)\b|интервал|interval", re.I)


def is_interval(scene: Scene, bound: Bound) -> bool:
    """Whether a range is told as the interval of an estimate: "95% CI 8.9–15.1%", or so by its column's head."""
    tokens = scene.tokens
    before = tokens[bound.place - 1] if bound.place else None
    header = scene.block.column_header
    if header is not None and _INTERVAL_HEAD.search(header.text):
        return True
    if before is not None and before.text == "[":
        return True
    if bound.number.signed and bound.number.high is not None and bound.number.dimension == "percent":
        return True
    return any(
        t.lower in ("ди", "ci", "interval", "confidence") or t.stems & {"доверительный", "интервал"}
        for t in tokens[max(0, bound.place - 9) : bound.place]
    ) and not any(
        t.stems & {"интервал"} and m.first <= t.index <= m.last
        for t in tokens[max(0, bound.place - 9) : bound.place]
        for m in scene.mentions.levels
    )


def interval_end(scene: Scene, bound: Bound) -> Ruling | None:
    """One end of an effect's interval that stands as a number of its own; None where the facts hold none for the row."""
    header = scene.block.column_header
    if header is None or not _INTERVAL_HEAD.search(header.text) or _is_estimate(scene, bound):
        return None
    metrics = bound.metrics or (bound.mismatch.metrics if bound.mismatch is not None else scene.inherited_metrics)
    levels = frozenset().union(*bound.levels) if bound.levels else scene.inherited_levels
    held = [
        effect
        for metric in sorted(metrics)
        for effect in scene.vocabulary.effects(metric)
        if effect.ci_pct and (not levels or scene.vocabulary.canonical_effect(effect.level) in levels)
    ]
    of_values = [] if bound.number.dimension == "percent" and held else _of_values(scene, metrics, levels)
    if not of_values and (not held or bound.number.dimension == "time"):
        return None
    numbers = [t.index for t in scene.tokens if t.number is not None and t.number.is_value]
    ends = {numbers[0]: 0, numbers[-1]: 1} if len(numbers) > 1 else {}
    for effect in held:
        wanted = [effect.ci_pct[ends[bound.place]]] if bound.place in ends and effect.ci_pct else effect.ci_pct or []
        if any(rounds_to(end, reading) for end in wanted for reading in bound.number.readings):
            name = f"effect {effect.metric} {effect.level} vs {effect.baseline}"
            return Ruling("supported", f"an end of the interval of {name}", f"граница интервала: {name}", (name,))
    for fact in of_values:
        wanted = [fact.ci[ends[bound.place]]] if bound.place in ends and fact.ci else fact.ci or []
        if agrees(
            bound.number,
            [v for end in wanted for v in convert(end, scene.vocabulary.unit_of(fact.metric), bound.number.unit)],
        ):
            name = fact.name
            return Ruling("supported", f"an end of the interval of {name}", f"граница интервала: {name}", (name,))
    if of_values:
        text = "; ".join(f"{f.name}: {f.ci[0]:.4g} … {f.ci[-1]:.4g}" for f in of_values[:3] if f.ci)
        return Ruling("contradicted", text, text, tuple(f.name for f in of_values[:3]), text)
    text = "; ".join(f"{e.level} vs {e.baseline}: {e.ci_pct[0]:.4g} … {e.ci_pct[-1]:.4g}" for e in held[:3] if e.ci_pct)
    return Ruling("contradicted", text, text, tuple(f"effect {e.metric} {e.level}" for e in held[:3]), text)


def _is_estimate(scene: Scene, bound: Bound) -> bool:
    """ "6,120 (6,050–6,190)", "6,120 ± 70": in front of the interval stands what it is the interval of."""
    behind = scene.tokens[bound.place + 1 :]
    number = next((t for t in behind if t.number is not None), None)
    if number is None:
        return False
    between = [t.text for t in behind if t.index < number.index]
    return number.text.startswith("±") or bool({"(", "[", "±"} & set(between)) and not {")", "]"} & set(between)


def _of_values(scene: Scene, metrics: frozenset[str], levels: frozenset[str]) -> list[Fact]:
    """The values of these metrics and levels that have an interval of their own."""
    return [
        fact
        for metric in sorted(metrics)
        for fact in scene.vocabulary.by_metric.get(metric, ())
        if fact.ci and len(fact.ci) == 2 and fact.run is None and (not levels or fact.level in levels)
    ]
