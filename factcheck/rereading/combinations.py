"""Reads a number as a sum of two metrics, a growth from first to last, or a gap between two levels, where the words say so."""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import agrees, rounds_to, significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling
from factcheck.reading.units import compatible, convert
from factcheck.rereading.comparisons import metrics_around, topic_metrics
from factcheck.rereading.derived import way_of
from factcheck.rereading.readings import speaks_of_difference

SUMMED = re.compile(
    r"\bplus\b|\bsum\b|\btogether\b|\btotal\b|\badd(?:s|ed)? up\b|\bcombined\b|плюс|сумм|вместе|итого|всего|совокупн",
    re.I,
)


_GAPPED = re.compile(
    r"\bgr(?:ew|ow\w*)\b|\bshrank\b|\bspread\b|\bdiffer\w*|\bsav\w+|\badd\w*\b|\bcost\w*\b|\bmore\b|\bless\b|\bwithin\b|\bjump\b|\bstep\b|\bby\b|вырос|выросл|разниц|разрыв|разброс|эконом|прибав|больше|меньше|скач|выгод|"
    r"выигрыш|gain|benefit",
    re.I,
)


def combination(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """A sum of two metrics at a level, a growth from first to last, a gap between two levels: told where the words say so."""
    number, vocabulary = bound.number, scene.vocabulary
    if (
        number.high is not None
        or number.kind != "value"
        or number.fraction
        or scene.block.kind == "cell"
        or significant_digits(number.text) < 1
    ):
        return None
    own = (
        [i for ids in bound.levels for i in sorted(ids)]
        or sorted(scene.inherited_levels)
        or [i for m in scene.mentions.levels for i in sorted(m.ids)]
    )
    topic = list(dict.fromkeys([*topic_metrics(scene, bound), *(sorted(metrics_around(scene)))]))[:12]
    text = scene.sentence.text
    if scene.matches(SUMMED) or scene.former is not None and scene.former.matches(SUMMED):
        for level in own[:4] if bound.level_source == "own" else [*own[:4], *vocabulary.level_ids[:6]]:
            held = [
                f
                for m in topic
                for f in vocabulary.by_metric.get(m, ())
                if f.level == level
                and f.run is None
                and f.partner is None
                and f.stat in ("mean", "last", "share", "sum", "count")
            ]
            named = {one for m in scene.mentions.metrics for one in m.metrics}
            own_rows = [f for f in held if f.metric in named][:8]
            groups = itertools.chain(
                itertools.combinations(held[:16], 2), *(itertools.combinations(own_rows, size) for size in (3, 4))
            )
            for parts in groups:
                unit = vocabulary.unit_of(parts[0].metric)
                alike = len({(f.unit, f.denominator) for f in parts}) == 1 and compatible(number.unit, unit)
                if not alike or len({f.metric for f in parts}) < len(parts):
                    continue
                whole = sum(f.value for f in parts)
                if agrees(number, [whole, *convert(whole, unit, number.unit)]):
                    told = " + ".join(f"{f.value:g}" for f in parts)
                    return "share", Ruling("supported", told, told, tuple(f.name for f in parts))
    if not _GAPPED.search(text) and not speaks_of_difference(scene, bound):
        return None
    for metric in topic:
        unit = vocabulary.unit_of(metric)
        if number.unit is not None and not compatible(number.unit, unit) or number.dimension == "percent":
            continue
        for level in own[:4]:
            first, last = vocabulary.values(metric, "first", level), vocabulary.values(metric, "last", level)
            if first and last and agrees(number, convert(abs(last[0].value - first[0].value), unit, number.unit)):
                return "delta", Ruling(
                    "supported",
                    f"{metric}: {first[0].value:g} → {last[0].value:g}",
                    f"{metric}: {first[0].value:g} → {last[0].value:g}",
                    (first[0].name, last[0].name),
                )
        if bound.level_source == "own" and bound.metric_source == "near":
            continue
        said = {i for m in scene.mentions.levels for i in m.ids} | set(own)
        base = vocabulary.special("baseline")
        for stat in ("mean", "last", "max", "median"):
            means = {
                level: f.value
                for level in vocabulary.level_ids
                for f in vocabulary.values(metric, stat, level)
                if f.run is None
            }
            of_gap = any(t.has("differ") for t in scene.tokens[max(0, bound.place - 3) : bound.place])
            way = 0 if of_gap else way_of(scene, bound, metric)  # "the gap of 25 TPS is less than the deviation"
            gaps = [
                abs(means[a] - means[b])
                for a, b in itertools.combinations(means, 2)
                if ({a, b} <= said | base or _of_a_gap(scene, bound) and {a, b} & base)
                and (way * (means[a] - means[b]) * ((b in base) - (a in base)) >= 0)
            ]
            if not said or len(vocabulary.facts.experiment.factors) > 1:
                inside = [v for level, v in means.items() if not said or level in said]
                gaps += [max(inside) - min(inside)] if len(inside) > 1 else []
            if any(
                rounds_to(value, r)
                for gap in gaps
                for value in convert(gap, unit, number.unit)
                for r in number.readings
            ):
                return "delta", Ruling("supported", f"a gap of {metric}", f"разница по {metric}", (metric,))
    return None


def _of_a_gap(scene: Scene, bound: Bound) -> bool:
    """ "5 600 TPS из 16 300": the whole gain, of which a part was told."""
    before = scene.tokens[bound.place - 1].lower if bound.place else ""
    return before in ("из", "of") and bound.place > 1 and scene.tokens[bound.place - 2].number is not None
