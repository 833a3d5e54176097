"""The last readings of a number before it is refused: the value of another statistic, level or metric that stands around it.

A binding is certain only where a metric, a level and a statistic stand right beside a number. Where one of them was only inherited
or stands farther off, a number that is exactly the fact of a near reading is that fact; where no fact is near at all and nothing
beside the number names a metric, what it counts is not said, and it is not refuted.
"""

from __future__ import annotations

import itertools
import re

from factcheck.agreement import agrees, in_unit, rounds_to
from factcheck.binding import Bound, reads_as_change
from factcheck.changes import direction_said
from factcheck.derived import times_agree, way_of
from factcheck.facts import Fact
from factcheck.pairs import Pair, changes_pct, differences, pairs_for, ratios
from factcheck.portions import hold_to_its_kind
from factcheck.readings import _speaks_of_difference, reached
from factcheck.scene import STATS_SAID, Scene
from factcheck.scope import metrics_said
from factcheck.stat_readings import held_value
from factcheck.units import Unit, compatible, convert, unit_named
from factcheck.values import CORRELATIONS
from factcheck.verdicts import Ruling
from factcheck.windows import length_of, windows_at
from factcheck.words import stems

_SHOWN_AS = ("mean", "median", "max", "min", "first", "last", "count", "share", "duration", "p95", "p99", "p90", "amplitude", "stddev", "slope", "angle", "r_squared")  # fmt: skip
_UNIT_OF_KEY = {
    "minutes": "min",
    "min": "min",
    "gb": "GB",
    "mb": "MB",
    "kb": "kB",
    "ms": "ms",
    "s": "s",
    "hours": "h",
    "seconds": "s",
    "sec": "s",
}
_SCALE_OF_KEY = {"mln": 1e6, "million": 1e6, "millions": 1e6, "k": 1e3, "thousand": 1e3}
_RANGE = re.compile(
    r"\ballowed\b|\brange\b|\bminimum\b|\bmaximum\b|\bgoes (?:from|down|up)\b|\blimits?\b|допустим|диапазон|минимум|максимум|предел",
    re.I,
)
_THRESHOLD = re.compile(
    r"\bunder\b|\bbelow\b|\bsmaller\b|\bless than\b|\bthinner\b|меньше|тоньше|ниже|порог|threshold|±|margin|worth|ignore",
    re.I,
)


def another_reading(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> tuple[str, Ruling]:
    """What a refused number is after all; the ruling as it was where it stays refused."""
    changed = predicate == "design" and _speaks_of_difference(scene, bound)
    if (
        (predicate in ("delta", "value") or changed)
        and (ruling.verdict != "supported")
        and bound.number.dimension in ("percent", "points")
    ):
        told = change_of_topic(scene, bound, predicate, ruling)
        if told is not None:
            return told
    if predicate == "ratio" and ruling.verdict != "supported" and bound.number.kind == "times":
        told = _ratio_of_topic(scene, bound, ruling)
        if told is not None:
            return told
    if ruling.verdict not in ("contradicted", "unparsed") or "correlation, not" in ruling.en:
        return predicate, ruling
    if predicate in ("value", "correlates", "ratio", "delta", "environment", "interval", "window", "threshold"):
        for rule in (_interval_of_topic, _label, _set_up, _pair_of_metrics, _smallest_effect, _allowed, _combination):
            found = rule(scene, bound)
            if found is not None:
                return found
    before = scene.block.text[max(0, bound.number.start - 24) : bound.number.start]
    if predicate == "runs" and re.search(
        r"(?:не меньше|не менее|хотя бы|нужно|at least|need\w*|more than|следующ\w+)\s+$", before, re.I
    ):
        return "runs", Ruling("unverifiable", "a plan, not what was done", "план, а не сделанное")
    if predicate == "window" and _SUMMED.search(scene.sentence.text):
        held = [
            length
            for w in windows_at(scene, bound.levels[0] if bound.levels else scene.inherited_levels or None)
            if (length := length_of(w)) is not None
        ]
        if held and agrees(bound.number, convert(sum(held), unit_named("min"), bound.number.unit)):
            return "window", Ruling("supported", f"{sum(held):g} min in all", f"всего {sum(held):g} мин")
    if predicate == "environment" and not _counts_hardware(scene, bound):
        return "value", Ruling(
            "unverifiable", "what the number is of is not said clearly", "о чём это число, ясно не сказано"
        )
    if predicate == "threshold" and bound.number.high is not None:
        return "value", Ruling("unverifiable", "the facts hold no such range", "в фактах нет такого размаха")
    if predicate == "value":
        fact = _near_fact(scene, bound)
        if fact is not None:
            return held_value(fact)
        if not (ruling.verdict == "unparsed" and significant_digits(bound.number.text) >= 3) and not _says_what(
            scene, bound
        ):
            return "value", Ruling(
                "unverifiable", "what the number is of is not said clearly", "о чём это число, ясно не сказано"
            )
    return predicate, ruling


# -- facts around -----------------------------------------------------------------------------------------------------


def _near_fact(scene: Scene, bound: Bound) -> Fact | None:
    """The fact of a near reading that the number states exactly."""
    if bound.number.high is not None or bound.number.kind != "value" or bound.number.hedge in ("over", "under"):
        return None
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    vocabulary = scene.vocabulary
    matches = [
        fact
        for fact in vocabulary.facts.facts
        if fact.partner is None and fact.stat in _SHOWN_AS and _states(scene, bound, fact)
    ]
    for fact in matches:
        if (
            fact.metric in bound.metrics
            and (fact.level in own or not own and fact.level is None)
            and not _another_statistic_said(scene, bound, fact)
        ):
            return fact
    for fact in matches:
        if fact.metric in bound.metrics and fact.level not in own and _level_open(scene, bound, fact):
            return fact
    if _metric_certain(scene, bound):
        return None
    around = _metrics_around(scene)
    for fact in matches:
        if fact.metric in bound.metrics:
            continue
        digits = significant_digits(bound.number.text)
        telling = digits >= 3 or digits == 2 and bound.number.dimension in ("time", "bytes", "bandwidth")
        if fact.level in own and (fact.metric in around or telling or scene.block.kind == "cell"):
            return fact
        if (
            (fact.level is None or fact.level not in own)
            and _level_open(scene, bound, fact)
            and telling
            and (fact.metric in around or bound.metric_source != "near")
        ):
            return fact
    return None


def _states(scene: Scene, bound: Bound, fact: Fact) -> bool:
    unit = scene.vocabulary.unit_of(fact.metric)
    if bound.number.dimension == "percent" and not scene.vocabulary.tells_percent(fact.metric):
        return False
    if bound.number.unit is not None and not compatible(bound.number.unit, unit):
        return False
    return agrees(bound.number, in_unit(fact, bound.number.unit, unit))


def significant_digits(text: str) -> int:
    """How many digits of a number say something: 2 for 0.71, 3 for 12 600."""
    digits = re.sub(r"\D", "", text.split("e")[0])
    return len(digits.strip("0"))


def _another_statistic_said(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether another statistic than the fact's stands in the number's own clause or head."""
    names = {
        stem for name in scene.vocabulary.names if name.metrics & bound.metrics for word in name.words for stem in word
    }
    if scene.block.kind == "cell":
        heads = [head for head in (scene.block.row_header, scene.block.column_header) if head is not None]
        said = {
            t.statistic
            for head in heads
            for t in scene.world.tokens_of(head)
            if t.statistic in STATS_SAID and not t.stems & names and not any(n.startswith(t.lower[:3]) for n in names)
        }
        return bool(said) and fact.stat not in said
    if (
        bound.stat_at is None
        or bound.stat == fact.stat
        or any(t.statistic == fact.stat for t in scene.tokens[: bound.place])
    ):
        return False
    return not scene.tokens[bound.stat_at].stems & names


def _level_open(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether the sentence leaves the level so open that the fact's may be meant."""
    if scene.block.kind == "cell" or fact.level is None:
        return False
    base = scene.vocabulary.special("baseline")
    if bound.level_source == "sentence":
        return True
    if bound.level_source == "own" and fact.level in base:
        return not _beside_level(scene, bound)
    return bound.level_source == "none"


def _beside_level(scene: Scene, bound: Bound) -> bool:
    """Whether the number's own level stands within two tokens, or in the bracket after it."""
    return any(
        mention.tight or 0 <= mention.first - bound.place <= 5 or 0 <= bound.place - mention.last <= 3
        for mention in bound.level_at
    )


def _metric_certain(scene: Scene, bound: Bound) -> bool:
    if scene.block.kind == "cell":
        head = [
            m
            for one in (scene.block.row_header, scene.block.column_header)
            if one is not None
            for m in scene.world.mentions_of(one).metrics
        ]
        return any(m.exact and m.metrics & bound.metrics for m in head) and not any(
            t.number for one in (scene.block.row_header,) if one is not None for t in scene.world.tokens_of(one)
        )
    return (
        bound.metric_source == "near"
        and bound.metric_cost <= 3
        and bound.metric_at is not None
        and bound.metric_at.exact
    )


def _metrics_around(scene: Scene) -> set[str]:
    found = {m for mention in scene.mentions.metrics for m in mention.metrics}
    former, back = scene.former, 0
    while former is not None and back < 3:
        found |= {m for mention in former.mentions.metrics for m in mention.metrics}
        found |= {m for b in former.bounds.values() if b.verdict == "supported" for m in b.metrics}
        former, back = former.former, back + 1
    for block in scene.surroundings[:3]:
        found |= {m for mention in scene.world.mentions_of(block).metrics for m in mention.metrics}
    return found


def _says_what(scene: Scene, bound: Bound) -> bool:
    """Whether the text says so much of what the number is that a wrong value is an error."""
    if _swapped(scene, bound) or _other_unit(scene, bound):
        return True
    if bound.number.unit is not None and _speaks_of_difference(scene, bound):
        return True
    if (
        bound.number.unit is None
        and "." in bound.number.text.replace(",", ".")
        and any(t.has("correlate") for t in scene.tokens)
    ):
        return True
    if bound.level_source == "own" and bound.number.unit is not None and _told_beside(scene, bound):
        return True
    if scene.block.kind == "cell" or bound.metric_source in ("near", "unit"):
        return (
            scene.block.kind == "cell"
            or bound.metric_source == "near"
            or bound.level_source not in ("none", "sentence")
        )
    values = [
        abs(value)
        for metric in bound.metrics
        for fact in scene.vocabulary.by_metric.get(metric, ())
        if fact.stat not in CORRELATIONS
        for value in in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(metric))
        if value
    ]
    told = abs(bound.number.low_value())
    if bound.number.dimension == "percent" and any(
        not scene.vocabulary.tells_percent(m, strictly=True) for m in bound.metrics
    ):
        return False
    room = 5 if bound.number.unit is not None and bound.metric_source == "sentence" else 2
    close = bool(values) and min(values) / room <= told <= max(values) * room
    return close and (bound.metric_source == "sentence" or bound.level_source not in ("none",))


def _topic_metrics(scene: Scene, bound: Bound) -> list[str]:
    """The metrics that the sentence's other numbers were found to be of, then those around."""
    told = [m for b in scene.bounds.values() if b is not bound and b.verdict == "supported" for m in sorted(b.metrics)]
    named = [m for mention in scene.mentions.metrics if not mention.whole for m in sorted(mention.metrics)]
    return list(dict.fromkeys([*sorted(bound.metrics), *told, *named, *sorted(scene.inherited_metrics)]))


def _swapped(scene: Scene, bound: Bound) -> bool:
    """Whether the number is a value of what is spoken of at another level that the sentence names, its own standing beside it."""
    if bound.level_source != "own" or not bound.levels or not _beside_level(scene, bound):
        return False
    own = frozenset().union(*bound.levels)
    said = {i for m in scene.mentions.levels for i in m.ids} - own
    topic = _topic_metrics(scene, bound)
    return any(
        f.metric in topic and f.level in said and f.partner is None and _states(scene, bound, f)
        for f in scene.vocabulary.facts.facts
    )


def _told_beside(scene: Scene, bound: Bound) -> bool:
    """Whether the sentence tells other values of a bound metric in the number's own unit: one row, of which this is a member."""
    return (
        any(
            other is not bound
            and other.verdict in ("supported", "")
            and other.metrics & bound.metrics
            and other.number.unit == bound.number.unit
            for other in scene.bounds.values()
        )
        or bound.metric_source == "inherited"
        and any(
            scene.vocabulary.unit_of(m) == bound.number.unit
            and m in {x for g in metrics_said(scene, bound.place) for x in g}
            for m in bound.metrics
        )
    )


_SLIPS = (1000.0, 0.001, 1e6, 1e-6, 60.0, 1 / 60)


def _other_unit(scene: Scene, bound: Bound) -> bool:
    """Whether the same digits in another unit are a value of what is spoken of: "0.81 s" for 0.81 ms."""
    number = bound.number
    if number.dimension not in ("time", "bytes", "bandwidth", "frequency"):
        return False
    topic = set(_topic_metrics(scene, bound))
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    telling = significant_digits(number.text) >= 3
    for fact in scene.vocabulary.facts.facts:
        unit = scene.vocabulary.unit_of(fact.metric)
        if (
            fact.metric not in topic
            and not (telling and own)
            or own
            and fact.level not in own
            or not compatible(number.unit, unit)
        ):
            continue
        values = in_unit(fact, number.unit, unit)
        if any(agrees(number, [value * slip]) for value in values for slip in _SLIPS):
            return True
    return False


# -- changes ----------------------------------------------------------------------------------------------------------


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
        or _speaks_of_difference(scene, bound)
        or not bound.metrics
        or bound.metric_source != "near"
    ):
        return None
    explicit = ruling.verdict == "contradicted" and bound.metric_source == "near" and bound.metric_cost <= 3
    former = [
        (p, b) for p, b in sorted(scene.bounds.items()) if p < bound.place and b.verdict == "supported" and b.metrics
    ]
    told = list(dict.fromkeys(m for _, b in reversed(former) for m in sorted(b.metrics)))
    metrics = list(
        dict.fromkeys([*told, *_topic_metrics(scene, bound), *([] if explicit else sorted(_metrics_around(scene)))])
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
    baseline = scene.vocabulary.special("baseline")
    own_levels = frozenset().union(*bound.levels) if bound.levels and bound.level_source == "own" else frozenset()
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
                if (way or number.signed) and level in baseline and level not in own_levels:
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


def _interval_of_topic(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """An interval of an effect of what is spoken of, between levels that are spoken of (or averaged over a grid)."""
    number = bound.number
    if number.high is None or number.dimension not in ("percent", "points", None):
        return None
    primary = scene.vocabulary.facts.experiment.primary
    metrics = [*_topic_metrics(scene, bound), *sorted(_metrics_around(scene)), *([primary] if primary else [])]
    levels = set(_levels_around(scene, bound))
    for metric in dict.fromkeys(metrics):
        for effect in scene.vocabulary.effects(metric):
            ends = {
                scene.vocabulary.canonical_effect(effect.level),
                scene.vocabulary.canonical_effect(effect.baseline or ""),
            }
            if effect.ci_pct and len(effect.ci_pct) == 2 and (ends <= levels or "=" in effect.level):
                low, high = effect.ci_pct
                if (
                    agrees(number, [low])
                    and agrees(number, [high], high=True)
                    or agrees(number, [-high])
                    and agrees(number, [-low], high=True)
                ):
                    name = f"effect {metric} {effect.level} vs {effect.baseline}"
                    return "interval", Ruling("supported", f"interval of {name}", f"интервал: {name}", (name,))
    return None


def _ratio_of_topic(scene: Scene, bound: Bound, ruling: Ruling) -> tuple[str, Ruling] | None:
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


# -- correlations -----------------------------------------------------------------------------------------------------


def _pair_of_metrics(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """A coefficient in a row that names both metrics, or in a sentence that speaks of a correlation."""
    number = bound.number
    if (
        number.unit is not None
        or number.high is not None
        or abs(number.low_value()) > 1
        or number.readings[0].quantum >= 1
    ):
        return None
    said = {m for mention in scene.mentions.metrics for m in mention.metrics}
    for head in (scene.block.row_header, scene.block.column_header):
        if head is not None:
            said |= {m for mention in scene.world.mentions_of(head).metrics for m in mention.metrics}
    named = set(said)
    if len(said) < 2:
        said |= _metrics_around(scene)
    elif (
        scene.block.kind != "cell"
        and not any(t.has("correlate") for t in scene.tokens)
        and bound.level_source == "none"
    ):
        return None
    words = {
        t.lower
        for head in (scene.block.row_header, scene.block.column_header)
        if head is not None
        for t in scene.world.tokens_of(head)
    }
    said |= {
        one for fact in scene.vocabulary.correlated for one in (fact.metric, fact.partner or "") if one.lower() in words
    }
    levels = frozenset().union(*bound.levels) if bound.levels else scene.inherited_levels
    if scene.block.kind != "cell" and bound.level_source in ("inherited", "none", "sentence"):
        levels = frozenset()
    for fact in scene.vocabulary.correlated:
        if named and not named & {fact.metric, fact.partner}:
            continue
        if (
            not named
            and scene.block.kind != "cell"
            and said & {fact.metric, fact.partner}
            and significant_digits(number.text) >= 2
            and agrees(number, [fact.value])
            and any(t.has("correlate") for t in scene.tokens)
        ):
            return "correlates", Ruling(
                "supported", f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}", (fact.name,)
            )
        if (
            fact.metric in said
            and fact.partner in said
            and (fact.level is None or not levels or fact.level in levels)
            and agrees(number, [fact.value])
        ):
            return "correlates", Ruling(
                "supported", f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}", (fact.name,)
            )
    return None


# -- the design -------------------------------------------------------------------------------------------------------


def entries(scene: Scene) -> list[tuple[str, float, Unit | None]]:
    """(key, value, unit) of each number that the facts hold of the environment."""
    found = []
    for key, held in (scene.vocabulary.facts.experiment.environment or {}).items():
        parts = key.lower().split("_")
        unit = unit_named(_UNIT_OF_KEY.get(parts[-1], "")) if len(parts) > 1 else None
        for value in held.values() if isinstance(held, dict) else [held]:
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                found.append((key, float(value) * _SCALE_OF_KEY.get(parts[-1], 1.0), unit))
            elif isinstance(value, str):
                found += [
                    (key, float(digits.replace(",", "")), None)
                    for digits in re.findall(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w.])", value)
                ]
    return found


def _set_up(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """A size, a duration or a version of the machine and the runs."""
    number = bound.number
    if (
        number.high is not None
        or number.fraction
        or number.kind != "value"
        or number.hedge in ("over", "under")
        or number.signed
        or scene.block.kind == "cell"
        and bound.metrics
        and number.unit is None
    ):
        return None
    for key, value, unit in entries(scene):
        if number.unit is not None and unit is None and number.dimension in ("time", "percent", "points"):
            continue
        if (
            (number.unit is None) != (unit is None)
            and number.dimension in ("bytes", "time")
            or unit is not None
            and number.unit is None
        ):
            continue
        values = convert(value, unit, number.unit) if unit is not None else [value]
        named = _named_by(scene, bound, key)
        if not named and (bound.level_source == "own" or number.unit is None and bound.metrics):
            continue
        if number.low_value() > 3 and agrees(number, values):
            return "environment", Ruling(
                "supported", f"environment.{key} is {value:g}", f"{key} = {value:g}", (f"environment.{key}",)
            )
    return None


_LABELLED = {
    "эксперимент", "experiment", "тест", "test", "прогон", "run", "этап", "stage", "шаг", "step", "часть", "part", "раздел", "section", "рисунок", "figure", "таблица", "table",
    "блок", "block", "номер", "number", "пункт", "вопрос", "question", "версия", "version", "кризис", "rev", "revision", "сценарий", "день", "day", "ночь", "night",
}  # fmt: skip
_OUT_OF = re.compile(r"^\W{0,3}(?:out of|in every|из)\s+(?:every\s+|каждых\s+)?\d|^\s*[×*·]\s*\d", re.I)
_OUT_OF_BEFORE = re.compile(r"\d\s+(?:out of|in every|из)\s+(?:every\s+|каждых\s+)?$|\d\s*[×*·]\s*$", re.I)
_BAR = re.compile(
    r"(?:порог\w*|threshold|a limit|лимит\w*|цел[ьи]\w*|target|SLA|SLO)\s+(?:of\s+|в\s+|на\s+|at\s+|is\s+|was\s+|—\s+)?$",
    re.I,
)


def _label(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """The number of an experiment, a part of "99 out of 100", a bar that was set: nothing that was measured."""
    number = bound.number
    text, start = scene.block.text, number.start
    before, after = text[max(0, start - 40) : start], text[number.end : number.end + 24]
    former = scene.tokens[bound.place - 1] if bound.place else None
    whole = number.unit is None and text[start : number.end].strip().isdigit()
    if whole and number.low_value() < 100 and former is not None and former.stems & _LABELLED:
        return "design", Ruling("unverifiable", "a number of the text itself", "номер в самом тексте")
    if (
        scene.block.kind != "cell"
        and bound.place == 0
        and number.unit is None
        and re.match(r"\d{1,2}(?:\.\d{1,2})*\.\s+\S", text[start:])
        and bound.metric_source != "near"
    ):
        return "design", Ruling("unverifiable", "a number of the text itself", "номер в самом тексте")
    if (
        scene.block.kind == "cell"
        and scene.block.row_header is not None
        and re.match(r"\W*(?:runs|прогон\w*|число прогонов|number of runs)\W*$", scene.block.row_header.text, re.I)
    ):
        return "runs", Ruling("unverifiable", "a count of runs", "число прогонов")
    if _OUT_OF.match(after) and number.unit is None or _OUT_OF_BEFORE.search(before):
        return "design", Ruling(
            "unverifiable", "a part of a count that the facts do not hold", "часть счёта, которого нет в фактах"
        )
    if _BAR.search(before):
        return "design", Ruling("unverifiable", "a bar that was set, not a result", "назначенный порог, не результат")
    return None


def _counts_hardware(scene: Scene, bound: Bound) -> bool:
    """Whether the number is told of the machine: its noun or its unit stands right beside."""
    near = scene.tokens[max(0, bound.place - 2) : bound.place + 3]
    words = {stem for t in near for stem in t.stems}
    if bound.number.dimension == "bytes":
        return bool(words & {"memory", "память", "ram", "озу", "машина", "machine", "server", "сервер"})
    return bound.number.low_value() == int(bound.number.low_value()) and bool(
        words & {"core", "ядро", "cpu", "vcpu", "client", "клиент", "processor", "процессор", "cores"}
    )


_SUMMED = re.compile(
    r"\bplus\b|\bsum\b|\btogether\b|\btotal\b|\badd(?:s|ed)? up\b|\bcombined\b|плюс|сумм|вместе|итого|всего|совокупн",
    re.I,
)
_GAPPED = re.compile(
    r"\bgr(?:ew|ow\w*)\b|\bshrank\b|\bspread\b|\bdiffer\w*|\bsav\w+|\badd\w*\b|\bcost\w*\b|\bmore\b|\bless\b|\bwithin\b|\bjump\b|\bstep\b|\bby\b|вырос|выросл|разниц|разрыв|разброс|эконом|прибав|больше|меньше|скач|выгод|выигрыш|gain|benefit",
    re.I,
)


def _combination(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
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
    topic = list(dict.fromkeys([*_topic_metrics(scene, bound), *(sorted(_metrics_around(scene)))]))[:12]
    text = scene.sentence.text
    if _SUMMED.search(text):
        for level in own[:4]:
            held = [
                f
                for m in topic
                for f in vocabulary.by_metric.get(m, ())
                if f.level == level
                and f.run is None
                and f.partner is None
                and f.stat in ("mean", "last", "share", "sum", "count")
            ]
            for one, two in itertools.combinations(held[:16], 2):
                unit = vocabulary.unit_of(one.metric)
                if (
                    one.metric != two.metric
                    and one.unit == two.unit
                    and one.denominator == two.denominator
                    and compatible(number.unit, unit)
                ):
                    if agrees(number, [one.value + two.value, *convert(one.value + two.value, unit, number.unit)]):
                        return "share", Ruling(
                            "supported",
                            f"{one.value:g} + {two.value:g}",
                            f"{one.value:g} + {two.value:g}",
                            (one.name, two.name),
                        )
    if not _GAPPED.search(text) and not _speaks_of_difference(scene, bound):
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
            gaps = [
                abs(means[a] - means[b])
                for a, b in itertools.combinations(means, 2)
                if {a, b} <= said | base or _of_a_gap(scene, bound) and {a, b} & base
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


_NOUNS = {
    "clients": "клиент client session сеанс connection соединение", "scale": "scale масштаб", "run": "run прогон минута minute", "duration": "run прогон минута", "ram": "memory память ram ОЗУ", "cores": "core ядро cpu vcpu",
    "cpu": "core ядро cpu", "warm": "warm прогрев", "shared": "shared_buffers buffer буфер", "swap": "swap своп", "rows": "row строка", "pool": "pool пул", "pg": "postgresql версия version", "version": "postgresql версия version",
    "connections": "connection соединение", "queries": "query запрос", "table": "table таблица", "io": "iops", "nodes": "node узел", "page": "page страница", "record": "record", "storage": "iops storage",
}  # fmt: skip


def _named_by(scene: Scene, bound: Bound, key: str) -> bool:
    """Whether a noun for what the environment's key holds stands close to the number."""
    words = {stem for part in key.lower().split("_") for word in _NOUNS.get(part, part).split() for stem in stems(word)}
    near = scene.tokens[max(0, bound.place - 4) : bound.place + 4]
    return any(t.stems & words or t.lower in words for t in near if t.is_word)


def _smallest_effect(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "smaller than 3 %", "±3%": the effect below which nothing matters."""
    held = scene.vocabulary.facts.experiment.minimum_effect_pct
    if (
        held is None
        or bound.number.dimension != "percent"
        or bound.number.fraction
        or bound.number.high is not None
        or not _THRESHOLD.search(scene.sentence.text)
    ):
        return None
    if re.search(r"maxim\w+ effect|(?:максимальн|наибольш)\w+ эффект", scene.sentence.text, re.I):
        return None
    if agrees(bound.number, [held, -held]):
        return "threshold", Ruling(
            "supported",
            f"the minimum effect is {held:g}%",
            f"минимальный эффект {held:g} %",
            ("experiment.minimum_effect_pct",),
        )
    return None


def _allowed(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """An end of a setting's allowed range, where a range is spoken of."""
    if not _RANGE.search(scene.sentence.text) or bound.number.high is not None:
        return None
    for name, setting in scene.vocabulary.settings.items():
        for end in (setting.min, setting.max):
            if end is not None and agrees(
                bound.number, [end, *convert(end, unit_named(setting.unit), bound.number.unit)]
            ):
                return "setting", Ruling(
                    "supported", f"{name} may go to {end:g}", f"{name}: граница {end:g}", (f"settings.{name}",)
                )
    return None


# -- heads ------------------------------------------------------------------------------------------------------------

_HEAD_UNIT = re.compile(r"[,(]\s*([^\s,()]+(?:/[^\s,()]+)?)\s*\)?\s*$")
_HEAD_SCALE = re.compile(
    r"[,(]\s*(?:(?P<k>тыс\w*\.?|thousands?|k)|(?P<m>млн\.?|millions?|mln|m)|(?P<g>млрд\.?|billions?))(?:\s+[^,()]+)?\s*\)?\s*$",
    re.I,
)


def unit_of_heads(scene: Scene) -> tuple[Unit | None, float]:
    """The unit and the multiplier that the head of a cell's column or row gives to its numbers ("p50, ms", "строки, млн")."""
    for head in (scene.block.column_header, scene.block.row_header):
        if head is None:
            continue
        text = head.text.strip()
        scale = _HEAD_SCALE.search(text)
        if scale:
            return None, 1e3 if scale.group("k") else 1e6 if scale.group("m") else 1e9
        named = _HEAD_UNIT.search(text)
        unit = unit_named(named.group(1)) if named else None
        if unit is not None and unit.dimension in ("time", "bytes", "bandwidth", "percent"):
            return unit, 1.0
    return None, 1.0


# -- what is too kindly read ------------------------------------------------------------------------------------------


def too_kind(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> tuple[str, Ruling]:
    """Refuses what a loose reading let pass: another base than the one that is named, a slip of the unit, values of two levels exchanged."""
    if bound.number.fraction and predicate == "ratio" and not ruling.en.startswith(("follows from", "does not follow")):
        return predicate, hold_to_its_kind(scene, bound, ruling)
    if ruling.verdict == "supported" and predicate in ("delta", "ratio", "arithmetic"):
        wrong = _named_base(scene, bound)
        if wrong is not None:
            return "delta" if predicate == "arithmetic" else predicate, wrong
    if ruling.verdict == "unverifiable" and predicate in ("design", "value") and scene.block.kind != "cell":
        return _undecided(scene, bound, predicate, ruling)
    return predicate, ruling


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


def _named_base(scene: Scene, bound: Bound) -> Ruling | None:
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
    base = next((m for m in scene.mentions.levels if m.role == "than" and place < m.first <= place + 9), None)
    if (
        base is None or base.ids in scene.vocabulary.main_levels
    ):  # a main effect is compared over all cells of its level
        return None
    gap = scene.tokens[place + 1 : base.first]
    if any(t.text in ",;:.(" or t.number is not None and t.number.is_value for t in gap) or not any(
        t.lower in _BELOW or t.stems & _BELOW for t in gap
    ):
        return None
    goals = [m.ids for m in scene.mentions.levels if m.role != "than" and m.ids != base.ids]
    levels = [i for ids in goals for i in sorted(ids)] or [i for i in scene.vocabulary.level_ids if i not in base.ids]
    levels += [i for ids in bound.levels for i in sorted(ids) if i not in base.ids]
    metrics = list(
        dict.fromkeys([*sorted(bound.metrics), *_topic_metrics(scene, bound), *sorted(_metrics_around(scene))])
    )
    seen = False
    for metric in metrics[:10]:
        for one in sorted(base.ids):
            for two in dict.fromkeys(levels):
                pair = Pair(one, two, True)
                if number.kind == "times":
                    rows = [(v, n) for v, n in ratios(scene, metric, pair, None)]
                    seen = seen or bool(rows)
                    if any(v and (times_agree(number, v) or agrees(number, [v, 1 / v])) for v, _ in rows):
                        return None
                    continue
                rows = (
                    [(v, n) for v, n, _ in differences(scene, metric, pair, None)]
                    if number.dimension == "points"
                    else changes_pct(scene, metric, pair, None)
                )
                for stat in ("max", "min", "p99", "median", "last"):
                    if stat in scene.vocabulary.stats_of(metric) and number.dimension == "percent":
                        rows = [*rows, *changes_pct(scene, metric, pair, stat)]
                seen = seen or bool(rows)
                if any(agrees(number, [abs(v)]) for v, _ in rows):
                    return None
    if not seen:
        return None
    said = ", ".join(sorted(base.ids))
    return Ruling("contradicted", f"no change from {said} is so large", f"от {said} такого изменения нет", (), said)


def _undecided(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> tuple[str, Ruling]:
    """A number that its sentence left open: the set-up's, the value of a near fact, a slip of the unit, or one of another level."""
    number = bound.number
    if (
        number.high is not None
        or number.kind != "value"
        or number.fraction
        or number.hedge in ("over", "under")
        or number.signed
    ):
        return predicate, ruling
    wrong = _wrong_set_up(scene, bound) or _wrong_length(scene, bound)
    if wrong is not None:
        return "environment", wrong
    if number.unit is None or number.dimension in ("percent", "points") or significant_digits(number.text) < 2:
        return predicate, ruling
    topic = set(_topic_metrics(scene, bound)) | _metrics_around(scene)
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    held = [
        f
        for f in scene.vocabulary.facts.facts
        if f.partner is None and f.stat in _SHOWN_AS and f.run is None and _states(scene, bound, f)
    ]
    for fact in held:
        if (fact.level in own or not own and fact.level is None) and (
            fact.metric in topic or significant_digits(number.text) >= 3
        ):
            return held_value(fact)
    if own and bound.level_source == "own" and _beside_level(scene, bound) and significant_digits(number.text) >= 3:
        said = {i for m in scene.mentions.levels for i in m.ids} - own
        if any(f.level in said for f in held):
            fact = next(f for f in held if f.level in said)
            return "value", Ruling(
                "contradicted",
                f"{fact.name} is {fact.value:g}",
                f"{fact.name} равно {fact.value:g}",
                (fact.name,),
                f"{fact.value:g}",
            )
    if _other_unit(scene, bound):
        return "value", Ruling(
            "contradicted", "these digits are the value in another unit", "эти цифры — значение в другой единице", ()
        )
    return predicate, ruling


def _wrong_set_up(scene: Scene, bound: Bound) -> Ruling | None:
    """ "84 clients" where the environment holds 48: the noun right behind the number names what the facts hold."""
    number = bound.number
    following = scene.tokens[bound.place + 1 : bound.place + 3]
    if (
        not following
        or number.hedge is not None
        or number.open_end
        or scene.has("hedge", "recommend")
        or number.low_value() <= 3
    ):
        return None
    if re.match(r"\s+\S+\s+(?:из|of|out of)\s+\d", scene.block.text[number.end : number.end + 40]):
        return None
    if any(
        t.lower in ("not", "не", "no", "fewer", "other", "another", "more", "или", "or", "untested")
        or t.has("negation")
        for t in scene.tokens[max(0, bound.place - 6) : bound.place + 8]
    ):
        return None
    for key, value, unit in entries(scene):
        if _by_its_name(scene, bound, key):
            comparable = (
                unit is not None
                and number.unit is not None
                and unit.dimension == number.dimension
                or unit is None
                and number.unit is None
            )
            if comparable and not agrees(number, convert(value, unit, number.unit) if unit is not None else [value]):
                return Ruling(
                    "contradicted",
                    f"environment.{key} is {value:g}",
                    f"{key} = {value:g}",
                    (f"environment.{key}",),
                    f"{value:g}",
                )
            if comparable:
                return Ruling(
                    "supported", f"environment.{key} is {value:g}", f"{key} = {value:g}", (f"environment.{key}",)
                )
        noun = _EXACT_NOUNS.get(key.lower())
        if noun is None or unit is not None or number.unit is not None and number.dimension != "count":
            continue
        words = {stem for word in noun.split() for stem in stems(word)}
        at = next((t for t in following if t.is_word), None)
        if (
            at is not None
            and at.index == bound.place + 1
            and at.stems & words
            and not any(m.first <= at.index <= m.last for m in scene.mentions.levels)
        ):
            if agrees(number, [value]):
                return None
            return Ruling(
                "contradicted",
                f"environment.{key} is {value:g}",
                f"{key} = {value:g}",
                (f"environment.{key}",),
                f"{value:g}",
            )
    return None


_RUN_LASTS = re.compile(
    r"(?:\bruns?|прогон\w*)\s+(?:takes?|took|lasts?|lasted|is|was|of|длил\w+|длится|занимал\w*|занимает|по|длительностью|—)\s*$|(?:раз|times)\s+(?:по|for)\s*$",
    re.I,
)


def _wrong_length(scene: Scene, bound: Bound) -> Ruling | None:
    """ "Every run lasted 15 minutes": how long the runs were, where the facts say it."""
    if bound.number.dimension != "time" or not _RUN_LASTS.search(
        scene.block.text[max(0, bound.number.start - 40) : bound.number.start]
    ):
        return None
    held = [
        (value, unit)
        for key, value, unit in entries(scene)
        if key.lower() in ("run_minutes", "duration_min", "run_min", "duration_minutes", "run_hours", "duration_h")
    ]
    held += [
        (f.value, scene.vocabulary.unit_of(f.metric))
        for f in scene.vocabulary.facts.facts
        if f.metric in ("run_length", "run_duration") and f.level is None
    ]
    held += [(value, unit) for key, value, unit in entries(scene) if key.lower().startswith("warm")]
    if not held or bound.number.unit is None:
        return None
    values = [v for value, unit in held for v in convert(value, unit or unit_named("min"), bound.number.unit)]
    text = ", ".join(f"{value:g}" for value, _ in held[:1])
    if agrees(bound.number, values):
        return Ruling("supported", f"a run lasts {text} min", f"прогон длится {text} мин", ("environment",))
    return Ruling("contradicted", f"a run lasts {text} min", f"прогон длится {text} мин", ("environment",), text)


def _by_its_name(scene: Scene, bound: Bound, key: str) -> bool:
    """Whether the entry's own name stands right beside: "`work_mem` равен 64 МБ", "160 GB of shared buffers", "180 млн строк"."""
    parts = [part for part in key.lower().split("_") if part not in _UNIT_OF_KEY and part not in _SCALE_OF_KEY]
    if len(parts) < 2 or any(part in ("run", "duration", "warm", "pg", "version", "ram", "cpu") for part in parts):
        return False
    before = scene.block.text[max(0, bound.number.start - 40) : bound.number.start].lower()
    after = scene.block.text[bound.number.end : bound.number.end + 40].lower()
    name = r"[ _]+".join(map(re.escape, parts))
    if re.search(rf"{name}\W+(?:равен|равно|равна|=|:|is|was|of|at|set to|в|—|-)?\W*$", before) or re.match(
        rf"\s*(?:of |под |на |в )?\W*{name}", after
    ):
        return not any(m.first <= bound.place <= m.last for m in scene.mentions.levels) and name not in {
            f.name.lower() for f in scene.vocabulary.facts.experiment.factors
        }
    return (
        parts[-1] == "rows" and bool(re.match(r"\s*(?:rows|строк)", after)) and bool(re.search(r"table|таблиц", before))
    )


_EXACT_NOUNS = {
    "clients": "client клиент",
    "cpu_cores": "core ядро",
    "numa_nodes": "node узел",
    "queries": "query запрос",
}
