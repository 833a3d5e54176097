"""Finds the change, ratio or interval of what is spoken of, where a number leans on metrics and levels that were named before it."""

from __future__ import annotations

import itertools

from factcheck.binding.agreement import agrees, close_to_bound, significant_digits
from factcheck.binding.bound import Bound, reads_as_change
from factcheck.binding.pairs import Pair, changes_pct, differences, pairs_for, ratios
from factcheck.binding.scene import Scene
from factcheck.judging.changes import direction_said, of_a_difference
from factcheck.judging.verdicts import Ruling
from factcheck.refuting.tight import level_at
from factcheck.rereading.derived import times_agree, way_of
from factcheck.rereading.readings import alone_in_its_clause, interval_either_way, reached, speaks_of_difference


def metrics_around(scene: Scene) -> set[str]:
    found = {m for mention in scene.mentions.metrics for m in mention.metrics}
    former, back = scene.former, 0
    while former is not None and back < 3:
        found |= {m for mention in former.mentions.metrics for m in mention.metrics}
        found |= {m for b in former.bounds.values() if b.verdict == "supported" for m in b.metrics}
        former, back = former.former, back + 1
    for block in scene.surroundings[:3]:
        found |= {m for mention in scene.world.mentions_of(block).metrics for m in mention.metrics}
    return found


def topic_metrics(scene: Scene, bound: Bound) -> list[str]:
    """The metrics that the sentence's other numbers were found to be of, then those around."""
    told = [m for b in scene.bounds.values() if b is not bound and b.verdict == "supported" for m in sorted(b.metrics)]
    named = [m for mention in scene.mentions.metrics if not mention.whole for m in sorted(mention.metrics)]
    return list(dict.fromkeys([*sorted(bound.metrics), *told, *named, *sorted(scene.inherited_metrics)]))


def change_of_topic(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> tuple[str, Ruling] | None:
    """A percentage as a change of what is spoken of, between levels that are spoken of; None when none fits and it may be something else."""
    number = bound.number
    if (
        number.high is not None
        or number.kind != "value"
        or number.fraction
        or scene.block.kind == "cell"
        or reached(scene, bound)
    ):
        return None
    if predicate == "ratio":
        return None
    if predicate == "value" and number.hedge in ("over", "under") and not reads_as_change(scene, bound.place):
        return None
    if predicate == "value" and not (
        reads_as_change(scene, bound.place)
        or speaks_of_difference(scene, bound)
        or not bound.metrics
        or bound.metric_source != "near"
    ):
        return None
    explicit = ruling.verdict == "contradicted" and (
        bound.metric_source == "near"
        and (bound.metric_cost <= 3 or ruling.en.endswith("the direction is the other one"))
        or alone_in_its_clause(scene, bound)
    )
    former = [
        (p, b) for p, b in sorted(scene.bounds.items()) if p < bound.place and b.verdict == "supported" and b.metrics
    ]
    told = list(dict.fromkeys(m for _, b in reversed(former) for m in sorted(b.metrics)))
    metrics = list(
        dict.fromkeys([*told, *topic_metrics(scene, bound), *([] if explicit else sorted(metrics_around(scene)))])
    )
    primary = scene.vocabulary.facts.experiment.primary
    if primary and primary not in metrics:
        metrics.append(primary)
    if explicit:
        metrics = [m for m in metrics if m in bound.metrics]
    pairs = [Pair(a, b, False) for a, b in itertools.permutations(_levels_around(scene, bound)[:8], 2)]
    if ruling.verdict == "contradicted" and predicate == "delta":
        targets = bound.levels[0] if bound.levels else None
        said = [p for p in pairs_for(scene, targets, bound.place) if p.explicit]
        own = frozenset().union(*bound.levels) if bound.levels and bound.level_source == "own" else frozenset()
        pairs = said or [p for p in pairs if not own or {p.base, p.level} & own]
        if said or own and bound.metric_source == "near":
            # what is compared is said: only another metric may be meant
            metrics = [m for m in metrics if m not in bound.metrics]
    tried = []
    other_way: tuple[str, float] | None = None
    either = of_a_difference(scene, bound.place)
    baseline = scene.vocabulary.special("baseline")
    own_levels = frozenset().union(*bound.levels) if bound.levels else scene.inherited_levels
    for metric in metrics[:10]:
        way = way_of(scene, bound, metric)
        for pair in pairs:
            base, level = pair.base, pair.level
            if number.dimension == "points":
                unit = scene.vocabulary.unit_of(metric)
                rows = (
                    [(v, n) for v, n, _ in differences(scene, metric, pair, None)]
                    if unit is not None and unit.dimension == "percent"
                    else []
                )
            else:
                rows = changes_pct(scene, metric, pair, None)
            for value, names in rows:
                if (way or number.signed or not either) and level in baseline and level not in own_levels:
                    continue
                if number.hedge in ("over", "under") and not close_to_bound(number, value):
                    continue
                if way and value and (value > 0) != (way > 0) or number.signed and value * number.low_value() < 0:
                    if agrees(number, [abs(value), -abs(value)]) and metric in told[:1]:
                        other_way = (metric, value)
                    continue
                if agrees(number, [abs(value), value]) or number.signed and agrees(number, [value]):
                    return "delta", Ruling(
                        "supported",
                        f"{metric}: {base} → {level} is {value:+.4g}",
                        f"{metric}: {base} → {level} — это {value:+.4g}",
                        names,
                    )
                tried.append((metric, value))
    if other_way is not None and ruling.verdict != "contradicted" and former and bound.place - former[-1][0] <= 8:
        text = f"{other_way[0]}: {other_way[1]:+.4g}"
        return "delta", Ruling(
            "contradicted",
            f"{text}: the direction is the other one",
            f"{text}: направление обратное",
            (),
            f"{other_way[1]:+.3g}",
        )
    if ruling.verdict == "contradicted" and bound.metric_source != "near":
        other = _change_of_any_metric(scene, bound, pairs)
        if other is not None:
            return "delta", other
    sure = former and _right_after(scene, former[-1][0], bound.place) and predicate == "delta" and tried
    if ruling.verdict == "unverifiable" and sure:
        metric, value = tried[0]
        return "delta", Ruling(
            "contradicted",
            f"no change of {metric} between the levels here is so large",
            f"между названными уровнями {metric} так не меняется",
            (),
            f"{value:+.3g}",
        )
    return None


def _change_of_any_metric(scene: Scene, bound: Bound, pairs: list[Pair]) -> Ruling | None:
    """A percentage between two levels that is right for a metric that stands farther off; which is meant is not said."""
    said = {m.ids for m in scene.mentions.levels}
    if len(said) < 2 or significant_digits(bound.number.text) < 2 or bound.number.dimension != "percent":
        return None
    for metric in scene.vocabulary.metrics:
        way = way_of(scene, bound, metric)
        for pair in pairs:
            for value, names in changes_pct(scene, metric, pair, None):
                if agrees(bound.number, [abs(value), value]) and (not way or (value > 0) == (way > 0)):
                    return Ruling(
                        "unverifiable",
                        f"right for {metric}; of what it is told is not said clearly",
                        f"верно для {metric}; о чём это, ясно не сказано",
                        names,
                    )
    return None


def interval_of_topic(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """An interval of an effect of what is spoken of, between levels that are spoken of (or averaged over a grid)."""
    number = bound.number
    if number.high is None or number.dimension not in ("percent", "points", None):
        return None
    primary = scene.vocabulary.facts.experiment.primary
    metrics = [*topic_metrics(scene, bound), *sorted(metrics_around(scene)), *([primary] if primary else [])]
    levels = set(_levels_around(scene, bound))
    return interval_either_way(scene, number, dict.fromkeys(metrics), levels, or_main=True)


def ratio_of_topic(scene: Scene, bound: Bound, ruling: Ruling) -> tuple[str, Ruling] | None:
    """ "41,3 мс; это вчетверо больше, чем у ext4": how many times more of what was told just before."""
    former = [
        b
        for p, b in sorted(scene.bounds.items())
        if p < bound.place and b.verdict == "supported" and b.metrics and b.predicate in ("value", "delta")
    ]
    if not former or bound.metric_source == "near" and bound.metric_cost <= 3 and bound.metrics:
        return None
    last = former[-1]
    if any(m.role in ("from", "to") and abs(m.first - bound.place) <= 10 for m in scene.mentions.levels):
        return None
    than = [m.ids for m in scene.mentions.levels if m.role == "than" and 0 < m.first - bound.place <= 8]
    own = [i for ids in last.levels for i in sorted(ids)] or [i for ids in bound.levels for i in sorted(ids)]
    bases = [i for ids in than for i in sorted(ids)] or _levels_around(scene, bound)
    seen = None
    way, _ = direction_said(scene, bound)
    for metric in sorted(last.metrics):
        for one in bases[:8]:
            for two in own[:4] or _levels_around(scene, bound)[:8]:
                for stat in (None, "max", "min"):
                    for value, names in ratios(scene, metric, Pair(one, two, True), stat) if one != two else ():
                        if times_agree(bound.number, value) and not (
                            than and own and way and value != 1 and (value > 1) != (way > 0)
                        ):
                            return "ratio", Ruling(
                                "supported",
                                f"{metric}: {two} over {one} is {value:.4g}",
                                f"{metric}: {two} к {one} — {value:.4g}",
                                names,
                            )
                        seen = seen or (metric, one, two, value)
    if ruling.verdict == "unverifiable" and seen and than and own:
        text = f"{seen[0]}: {seen[2]} over {seen[1]} is {seen[3]:.4g}"
        return "ratio", Ruling("contradicted", text, text, (), f"{seen[3]:.3g}")
    return None


def _right_after(scene: Scene, value: int, place: int) -> bool:
    """Whether a change is told right after a value: "7,9 мс, на 18 % ниже", "97 ГБ (−54 %)"."""
    gap = scene.tokens[value + 1 : place]
    return (
        len(gap) <= 4
        and not any(t.text in ";." or t.lower in ("but", "но", "а") for t in gap)
        and not any(value < m.first < place for m in scene.mentions.metrics if not m.modifier)
    )


def _levels_around(scene: Scene, bound: Bound) -> list[str]:
    """The levels of the number, of its sentence, of the surroundings, and the baseline; all where none is named."""
    vocabulary = scene.vocabulary
    row = [i for ids in bound.levels for i in sorted(ids)]
    row += [i for m in scene.mentions.levels for i in sorted(m.ids)]
    row += [i for b in scene.bounds.values() if b.verdict == "supported" for ids in b.levels for i in sorted(ids)]
    if len(set(row)) < 2:
        row += sorted(scene.inherited_levels)
    if len(set(row)) < 2 and scene.former is not None:
        row += [i for m in scene.former.mentions.levels for i in sorted(m.ids)]
    row += sorted(vocabulary.special("baseline"))
    row = list(dict.fromkeys(row))
    return row if len(row) >= 2 else list(vocabulary.level_ids)


_BESIDE = {"ниже", "выше", "below", "above"}
_BELOW = {
    "below",
    "above",
    "than",
    "over",
    "против",
    "чем",
    "ниже",
    "выше",
    "compared",
    "against",
    "относительно",
    "behind",
    "ahead",
}


_ENDS = ("max", "min", "p99", "median", "last")


def _base_beside(scene: Scene, place: int) -> tuple[frozenset[str], list[frozenset[str]]] | None:
    """The level that an amount is compared with (right behind it, or "Against B" at the head of the sentence), and the others."""
    tokens = scene.tokens
    if place + 2 < len(tokens) and tokens[place + 1].lower in _BESIDE:
        ids, _ = level_at(scene, place + 2)
        if ids and ids not in scene.vocabulary.main_levels:
            return ids, [m.ids for m in scene.mentions.levels if m.role != "than" and m.ids != ids]
    base = next((m for m in scene.mentions.levels if m.role == "than" and place < m.first <= place + 9), None)
    if base is None:
        alone = scene.mentions.levels[0] if len({m.ids for m in scene.mentions.levels}) == 1 else None
        heads = alone is not None and alone.role == "than" and alone.first == 1 and tokens[0].lower in _BELOW
        clear = heads and not any(t.text in ";:" or t.number and t.number.is_value for t in tokens[2:place])
        if alone is None or not clear or alone.ids in scene.vocabulary.main_levels:
            return None
        return alone.ids, []
    if base.ids in scene.vocabulary.main_levels:  # a main effect is compared over all cells of its level
        return None
    gap = tokens[place + 1 : base.first]
    stops = [
        t for t in gap if t.text in ",;:.(" and not (t.text == "," and tokens[t.index + 1].lower in ("чем", "than"))
    ]
    if (
        stops
        or any(t.number is not None and t.number.is_value for t in gap)
        or not any(t.lower in _BELOW or t.stems & _BELOW for t in gap)
    ):
        return None
    return base.ids, [m.ids for m in scene.mentions.levels if m.role != "than" and m.ids != base.ids]


def named_base(scene: Scene, bound: Bound) -> Ruling | None:
    """ "45.1% below XFS", "36.1% longer with A than with B": a change from the level that stands right behind it, or none at all."""
    number = bound.number
    if (
        number.fraction
        or number.high is not None
        or number.dimension not in ("percent", "points")
        and number.kind != "times"
    ):
        return None
    place = bound.place
    found = _base_beside(scene, place)
    if found is None:
        return None
    base, goals = found
    levels = [i for ids in goals for i in sorted(ids)] or [i for i in scene.vocabulary.level_ids if i not in base]
    levels += [i for ids in bound.levels for i in sorted(ids) if i not in base]
    primary = scene.vocabulary.facts.experiment.primary
    decided = [primary] if primary is not None and bound.metric_source in ("inherited", "none") else []
    metrics = list(
        dict.fromkeys([*sorted(bound.metrics), *decided, *topic_metrics(scene, bound), *sorted(metrics_around(scene))])
    )
    seen = False
    for metric in metrics[:10]:
        for one in sorted(base):
            for two in dict.fromkeys(levels):
                pair = Pair(one, two, True)
                if number.kind == "times":
                    rows = [x for stat in (None, *_ENDS) for x in ratios(scene, metric, pair, stat)]
                    seen = seen or bool(rows)
                    if any(v and (times_agree(number, v) or agrees(number, [v, 1 / v])) for v, _ in rows):
                        return None
                    continue
                rows = (
                    [(v, n) for v, n, _ in differences(scene, metric, pair, None)]
                    if number.dimension == "points"
                    else changes_pct(scene, metric, pair, None)
                )
                for stat in _ENDS:
                    if stat in scene.vocabulary.stats_of(metric) and number.dimension == "percent":
                        rows = [*rows, *changes_pct(scene, metric, pair, stat)]
                seen = seen or bool(rows)
                if any(agrees(number, [abs(v), -abs(v)]) for v, _ in rows):
                    return None
    pronoun = scene.tokens[place - 1].lower if place else ""
    former = scene.tokens[place - 2].lower if place > 1 else ""
    if not seen or bound.metric_source != "near" and {pronoun, former} & {"его", "её", "ее", "их", "it", "them"}:
        return None  # "256 МБ сокращают его в 2,5 раза против умолчания": of what the pronoun stands for
    said = ", ".join(sorted(base))
    return Ruling("contradicted", f"no change from {said} is so large", f"от {said} такого изменения нет", (), said)
