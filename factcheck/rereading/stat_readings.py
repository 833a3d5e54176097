"""Other statistics that a number may be of, before it is called false: a single run's value, a range told of its ends, the extreme
of the levels, a percentile that is the metric itself.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.arguments import clause_bounds
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.forms.result import Judgement
from factcheck.judging.verdicts import Ruling
from factcheck.refuting.innershares import share_of_whole
from factcheck.refuting.spokenstat import stat_behind
from factcheck.rereading.beside import times_fit

_PERCENTILE = re.compile(r"p_?(\d{2,3})(?:\D|$)")


def _held(scene: Scene, bound: Bound, metric: str) -> list[Fact]:
    """The facts of a metric at the level that the number was bound to; at any level when it was bound to none."""
    levels = bound.levels[0] if len(bound.levels) == 1 else None
    return [f for f in scene.vocabulary.by_metric.get(metric, ()) if levels is None or f.level in levels]


def _agrees(scene: Scene, bound: Bound, fact: Fact) -> bool:
    return agrees(bound.number, in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(fact.metric)))


def held_value(fact: Fact, en: str = "", ru: str = "") -> tuple[str, Ruling]:
    """A value that a fact holds, with how it is meant."""
    return "value", Ruling(
        "supported", f"{fact.name} is {fact.value:g}{en}", f"{fact.name} равно {fact.value:g}{ru}", (fact.name,)
    )


def held_otherwise(fact: Fact) -> tuple[str, Ruling]:
    """A value that a fact holds otherwise than it is told."""
    value = f"{fact.value:g}"
    return "value", Ruling("contradicted", f"{fact.name} is {value}", f"{fact.name} равно {value}", (fact.name,), value)


def _of_a_run(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """The value of one run of the level, where the facts hold single runs."""
    if predicate != "value" or bound.number.readings[0].quantum > abs(bound.number.low_value()) / 20:
        return None
    fact = next(
        (
            f
            for m in sorted(bound.metrics)
            for f in _held(scene, bound, m)
            if f.run is not None and (bound.stat_at is None or f.stat == bound.stat) and _agrees(scene, bound, f)
        ),
        None,
    )
    return held_value(fact, ", in one run", ", в одном прогоне") if fact else None


def _percentile(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "the 99th percentile is 7.9": the mean over runs of a metric that is itself that percentile."""
    if predicate != "value" or bound.stat not in ("p95", "p99", "median"):
        return None
    for metric in sorted(bound.metrics):
        own = {f"p{found}" for found in _PERCENTILE.findall(metric)}
        if bound.stat in own or bound.stat == "median" and "p50" in own:
            fact = next(
                (
                    f
                    for f in _held(scene, bound, metric)
                    if f.stat in ("mean", "median") and f.run is None and _agrees(scene, bound, f)
                ),
                None,
            )
            if fact is not None:
                return held_value(fact)
    return None


def _extreme_of_levels(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "the lowest p99 was shown by 1000: 36.9 ms": the least of the levels' percentiles; of other metrics a mean is no extreme."""
    if predicate != "value" or bound.stat not in ("min", "max"):
        return None
    for metric in sorted(metric for metric in bound.metrics if _PERCENTILE.search(metric)):
        means = [
            f
            for f in scene.vocabulary.by_metric.get(metric, ())
            if f.stat in ("mean", "median") and f.level is not None and f.run is None and f.partner is None
        ]
        if len(means) < 2:
            continue
        most = (min if bound.stat == "min" else max)(means, key=lambda fact: fact.value)
        named = not bound.levels or any(most.level in ids for ids in bound.levels)
        if named and _agrees(scene, bound, most):
            return held_value(most, f", the {bound.stat} of the levels", ", крайнее из уровней")
    return None


def _range(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """A range or amplitude that the facts hold by its ends only."""
    if predicate != "value" or bound.stat != "amplitude":
        return None
    behind = [m.ids for m in scene.mentions.levels if m.role == "than" and 0 < bound.place - m.last <= 2]
    for metric in sorted(bound.metrics):
        for level in scene.vocabulary.level_ids:
            if (behind or bound.levels) and not any(level in ids for ids in behind or bound.levels):
                continue
            low, high = scene.vocabulary.central(metric, level, "min"), scene.vocabulary.central(metric, level, "max")
            if low is not None and high is not None and agrees(bound.number, [high.value - low.value]):
                text = f"{high.name} - {low.name} = {high.value - low.value:g}"
                return "value", Ruling("supported", text, text, (high.name, low.name))
    if not any(
        f.stat == "amplitude" or f.stat in ("min", "max") for m in bound.metrics for f in _held(scene, bound, m)
    ):
        return "value", Ruling("unverifiable", "the facts hold no range of this", "размаха этой величины в фактах нет")
    return None


_REST = re.compile(
    r"\b(?:miss(?:es|ed)?|rest|remain\w*|idle|other)\b|(?<!\w)(?:промах|остал|остат|остальн|просто|проста[ию])\w*", re.I
)


def _complement(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "misses are 11.6%": what a percentage leaves to the whole."""
    if predicate != "value" or bound.number.dimension != "percent" or not scene.matches(_REST):
        return None
    if bound.of_others:
        return None  # "no other setting went beyond 50%"
    for metric in sorted(bound.metrics):
        for fact in _held(scene, bound, metric):
            if fact.stat in ("mean", "median", "share", "last") and agrees(bound.number, [100 - fact.value]):
                text = f"100 - {fact.value:g}"
                return "value", Ruling("supported", text, text, (fact.name,))
    return None


def _of_the_whole(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "52.7% of the locks, or 18.3% of all waits": the share of a part in the whole, through its class."""
    if predicate != "value" or bound.number.dimension != "percent" or bound.number.high is not None:
        return None
    named = {m for mention in scene.mentions.metrics if mention.exact and not mention.modifier for m in mention.metrics}
    levels = bound.levels[0] if len(bound.levels) == 1 else scene.inherited_levels or scene.vocabulary.level_ids
    for metric in sorted(named):
        for level in sorted(levels):
            product = share_of_whole(scene, metric, level)
            if product is not None and agrees(bound.number, [product[0]]):
                text = f"{product[1].name} × {product[2].name} = {product[0]:.4g}%"
                return "value", Ruling("supported", text, text, (product[1].name, product[2].name))
    return None


_TAIL = re.compile(r"\btails?\b|(?<!\w)хвост\w*", re.I)


def _named_around(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "11.2 ms on average and 38 ms at the 99th percentile", "the tail of the latency is 12.7 ms": by the statistic behind it, or the tail before it."""
    if predicate != "value" or len(bound.levels) != 1:
        return None
    start, _ = clause_bounds(scene, bound.place)
    before = scene.sentence.text[scene.tokens[start].start - scene.tokens[0].start : scene.tokens[bound.place].start - scene.tokens[0].start]  # fmt: skip
    behind = stat_behind(scene, bound.place)
    stats = (behind,) if behind else ("p99", "p95") if _TAIL.search(before) else ()
    row = [f for m in sorted(bound.metrics) for f in _held(scene, bound, m) if f.stat in stats and f.run is None]
    fact = next((f for f in row if _agrees(scene, bound, f)), None)
    return held_value(fact) if fact is not None else None


_LOW = re.compile(
    r"\b(?:deepest|lowest|worst|furthest|biggest)\s+(?:fall|dip|drop|trough|low|point)\W+(?:\w+\W+){0,2}$|(?<!\w)(?:глубоч\w+|глубок\w+|низк\w+|сильн\w+)\s+(?:провал|просадк|падени|спад)\w*\W+(?:\w+\W+){0,2}$",
    re.I,
)


def _lowest_fall(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "the deepest fall, 713": the minimum of the run, where the value is in the metric's own unit."""
    before = scene.sentence.text[: scene.tokens[bound.place].start - scene.tokens[0].start]
    if predicate != "value" or bound.number.dimension == "percent" or not _LOW.search(before):
        return None
    row = [f for m in sorted(bound.metrics) for f in _held(scene, bound, m) if f.stat == "min" and f.run is None]
    fact = next((f for f in row if _agrees(scene, bound, f)), None)
    return held_value(fact) if fact is not None else None


def _of_its_mean(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "p99 61.8 ms, almost five times its mean": one statistic over another of the same level."""
    if predicate != "ratio" or bound.number.kind != "times":
        return None
    other = next(
        (
            t.statistic
            for t in scene.tokens[bound.place + 1 : bound.place + 5]
            if t.statistic in ("mean", "median", "min", "max")
        ),
        None,
    )
    told = [
        b for p, b in sorted(scene.bounds.items()) if p < bound.place and b.verdict == "supported" and len(b.facts) == 1
    ]
    fact = scene.vocabulary.by_name.get(told[-1].facts[0]) if told else None
    if other is None or fact is None or fact.level is None or fact.stat == other:
        return None
    base = scene.vocabulary.central(fact.metric, fact.level, other)
    if base is None or not base.value:
        return None
    ratio = fact.value / base.value
    good = times_fit(bound.number, ratio) or bool(ratio) and times_fit(bound.number, 1 / ratio)
    text = f"{fact.name} over {base.name} is {ratio:.3g}"
    verdict: Judgement = "supported" if good else "contradicted"
    return "ratio", Ruling(
        verdict,
        text,
        f"{fact.name} к {base.name} — {ratio:.3g}",
        (fact.name, base.name),
        None if good else f"{ratio:.3g}",
    )


#: In the order in which they are tried.
STAT_READINGS = (
    _of_its_mean,
    _percentile,
    _extreme_of_levels,
    _range,
    _complement,
    _of_the_whole,
    _named_around,
    _lowest_fall,
    _of_a_run,
)
