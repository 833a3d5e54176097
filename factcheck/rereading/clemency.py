"""The last readings of a number before it is refused: the value of another statistic, level or metric that stands around it.

A binding is certain only where a metric, a level and a statistic stand right beside a number. Where one of them was only inherited
or stands farther off, a number that is exactly the fact of a near reading is that fact; where no fact is near at all and nothing
beside the number names a metric, what it counts is not said, and it is not refuted.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, in_unit, significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.scene import STATS_SAID, Scene
from factcheck.binding.scope import metrics_said
from factcheck.forms.facts import Fact
from factcheck.judging.environment import allowed, counts_hardware, set_up, smallest_effect, wrong_length, wrong_set_up
from factcheck.judging.values import CORRELATIONS, pair_before
from factcheck.judging.verdicts import Ruling
from factcheck.judging.windows import length_of, windows_at
from factcheck.reading.numbers import never_passed
from factcheck.reading.units import compatible, convert, unit_named
from factcheck.refuting.portions import hold_to_its_kind
from factcheck.refuting.tight import refused_by_what_is_tight
from factcheck.rereading.asides import aside
from factcheck.rereading.combinations import SUMMED, combination
from factcheck.rereading.comparisons import (
    change_of_topic,
    interval_of_topic,
    metrics_around,
    named_base,
    ratio_of_topic,
    topic_metrics,
)
from factcheck.rereading.labels import label
from factcheck.rereading.readings import speaks_of_difference
from factcheck.rereading.slips import is_slip_of_a_fact
from factcheck.rereading.stat_readings import held_otherwise, held_value
from factcheck.rereading.told_of import metric_is_told

_SHOWN_AS = ("mean", "median", "max", "min", "first", "last", "count", "share", "duration", "p95", "p99", "p90", "amplitude", "stddev", "slope", "angle", "r_squared")  # fmt: skip


def another_reading(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> tuple[str, Ruling]:
    """What a refused number is after all; the ruling as it was where it stays refused."""
    if ruling.en.startswith("does not follow from"):
        return predicate, ruling  # the sentence itself refutes it
    changed = predicate == "design" and speaks_of_difference(scene, bound)
    if (
        (predicate in ("delta", "value") or changed)
        and (ruling.verdict != "supported")
        and bound.number.dimension in ("percent", "points")
    ):
        told = change_of_topic(scene, bound, predicate, ruling)
        if told is not None:
            return told
    if predicate == "ratio" and ruling.verdict != "supported" and bound.number.kind == "times":
        told = ratio_of_topic(scene, bound, ruling)
        if told is not None:
            return told
    if ruling.verdict not in ("contradicted", "unparsed") or "correlation, not" in ruling.en:
        return predicate, ruling
    beside = aside(scene, bound)
    if beside is not None:
        return beside
    if predicate in ("value", "correlates", "ratio", "delta", "environment", "interval", "window", "threshold"):
        for rule in (interval_of_topic, label, set_up, _pair_of_metrics, smallest_effect, allowed, combination):
            found = rule(scene, bound)
            if found is not None:
                return found
    before = scene.block.text[max(0, bound.number.start - 24) : bound.number.start]
    if predicate == "runs" and re.search(
        r"(?:не меньше|не менее|хотя бы|нужно|at least|need\w*|more than|следующ\w+)\s+$", before, re.I
    ):
        return "runs", Ruling("unverifiable", "a plan, not what was done", "план, а не сделанное")
    if predicate == "window" and SUMMED.search(scene.sentence.text):
        held = [
            length
            for w in windows_at(scene, bound.levels[0] if bound.levels else scene.inherited_levels or None)
            if (length := length_of(w)) is not None
        ]
        if held and agrees(bound.number, convert(sum(held), unit_named("min"), bound.number.unit)):
            return "window", Ruling("supported", f"{sum(held):g} min in all", f"всего {sum(held):g} мин")
    if predicate == "environment" and not counts_hardware(scene, bound):
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


def _near_fact(scene: Scene, bound: Bound) -> Fact | None:
    """The fact of a near reading that the number states exactly."""
    if bound.number.high is not None or bound.number.kind != "value" or bound.number.hedge in ("over", "under"):
        return None
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    vocabulary = scene.vocabulary
    matches = [
        fact
        for fact in vocabulary.facts.facts
        if fact.partner is None and fact.stat in _SHOWN_AS and states(scene, bound, fact)
    ]
    for fact in matches:
        if (
            fact.metric in bound.metrics
            and (fact.level in own or not own and fact.level is None)
            and not _another_statistic_said(scene, bound, fact)
        ):
            return fact
    for fact in matches:
        if (
            fact.metric in bound.metrics
            and fact.level not in own
            and _level_open(scene, bound, fact)
            and (bound.stat_superlative or not _another_statistic_said(scene, bound, fact))
        ):
            return fact
    if _metric_certain(scene, bound):
        return None
    around = metrics_around(scene)
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


def states(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether the number is the fact's value, in a unit that it can be told in."""
    unit = scene.vocabulary.unit_of(fact.metric)
    if bound.number.dimension == "percent" and not scene.vocabulary.tells_percent(fact.metric):
        return False
    if bound.number.unit is not None and not compatible(bound.number.unit, unit):
        return False
    return agrees(bound.number, in_unit(fact, bound.number.unit, unit))


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
        or any(fact.stat in (t.statistic, t.lower) for t in scene.tokens[: bound.place])
    ):
        return False
    spoken = scene.tokens[bound.stat_at]
    return scene.vocabulary.has_percentile(spoken.lower, bound.metrics) or not spoken.stems & names


def _level_open(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether the sentence leaves the level so open that the fact's may be meant."""
    if scene.block.kind == "cell" or fact.level is None:
        return False
    base = scene.vocabulary.special("baseline")
    if bound.level_source == "sentence":
        # "-9.6 at 64 with R² = 0.33": the fit of a line is that of the one level named
        return bound.stat != "r_squared" or len({m.ids for m in scene.mentions.levels}) > 1
    if bound.level_source == "own" and _later(scene, bound):
        order = scene.vocabulary.level_ids
        told = [order.index(i) for ids in bound.levels for i in ids if i in order]
        return fact.level in order and order.index(fact.level) > max(told, default=len(order))
    if bound.level_source == "own" and fact.level in base:
        return not beside_level(scene, bound)
    if bound.level_source == "inherited" and len(_told_before(scene)) > 1:
        return fact.level in _told_before(scene)
    return bound.level_source == "none"


_LATER = re.compile(
    r"\b(?:after which|then|afterwards|thereafter|beyond (?:it|that))\b|(?<!\w)(?:после чего|затем|потом|далее|дальше)(?!\w)",
    re.I,
)


def _later(scene: Scene, bound: Bound) -> bool:
    """ "rose to 70.0% at 3000, after which it stopped (69.6%)": a value of a level behind the one that was named."""
    last = max((m.last for m in bound.level_at), default=None)
    if last is None or last > bound.place:
        return False
    start = scene.tokens[0].start
    return bool(
        _LATER.search(scene.sentence.text[scene.tokens[last].end - start : scene.tokens[bound.place].start - start])
    )


def _told_before(scene: Scene) -> set[str]:
    """The levels that earlier sentences of the block name."""
    found: set[str] = set()
    former = scene.former
    while former is not None:
        found |= {i for m in former.mentions.levels for i in m.ids}
        former = former.former
    return found


def beside_level(scene: Scene, bound: Bound) -> bool:
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
    return metric_is_told(scene, bound)


def _says_what(scene: Scene, bound: Bound) -> bool:
    """Whether the text says so much of what the number is that a wrong value is an error."""
    if _swapped(scene, bound) or _other_unit(scene, bound) or is_slip_of_a_fact(scene, bound):
        return True
    if bound.number.unit is not None and speaks_of_difference(scene, bound):
        return True
    if (
        bound.number.unit is None
        and "." in bound.number.text.replace(",", ".")
        and any(t.has("correlate") for t in scene.tokens)
    ):
        return True
    placed = bound.number.unit is not None or any(m.tight for m in bound.level_at)
    if bound.level_source == "own" and placed and _told_beside(scene, bound):
        return True
    if bound.metric_source == "unit" and bound.number.dimension in ("bytes", "time") and bound.number.hedge is not None:
        return False  # "a working set of about 12 GB": its unit alone names no metric
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


def _swapped(scene: Scene, bound: Bound) -> bool:
    """Whether the number is a value of what is spoken of at another level that the sentence names, its own standing beside it."""
    if bound.level_source != "own" or not bound.levels or not beside_level(scene, bound):
        return False
    own = frozenset().union(*bound.levels)
    said = {i for m in scene.mentions.levels for i in m.ids} - own
    topic = topic_metrics(scene, bound)
    return any(
        f.metric in topic and f.level in said and f.partner is None and states(scene, bound, f)
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
    if number.dimension not in ("time", "bytes", "bandwidth", "frequency", "clock"):
        return False
    topic = set(topic_metrics(scene, bound))
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


def _pair_of_metrics(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """A coefficient in a row that names both metrics, or in a sentence that speaks of a correlation."""
    number = bound.number
    if (
        number.unit is not None
        or number.high is not None
        or never_passed(scene.block.text, number)
        or abs(number.low_value()) > 1
        or number.readings[0].quantum >= 1
    ):
        return None
    said = set(pair_before(scene, bound) or ()) or {m for one in scene.mentions.metrics for m in one.metrics}
    for head in (scene.block.row_header, scene.block.column_header):
        if head is not None:
            said |= {m for mention in scene.world.mentions_of(head).metrics for m in mention.metrics}
    named = set(said)
    if len(said) < 2:
        said |= metrics_around(scene)
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


def too_kind(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> tuple[str, Ruling]:
    """Refuses what a loose reading let pass: another base than the one that is named, a slip of the unit, values of two levels exchanged."""
    if bound.number.fraction and predicate == "ratio" and not ruling.en.startswith(("follows from", "does not follow")):
        return predicate, hold_to_its_kind(scene, bound, ruling)
    if ruling.verdict == "supported" and predicate in ("delta", "ratio", "arithmetic"):
        wrong = named_base(scene, bound)
        if wrong is not None:
            return "delta" if predicate == "arithmetic" else predicate, wrong
    wrong = refused_by_what_is_tight(scene, bound, predicate, ruling)
    if wrong is not None:
        return predicate, wrong
    if ruling.verdict == "unverifiable" and predicate in ("design", "value") and scene.block.kind != "cell":
        return _undecided(scene, bound, predicate, ruling)
    return predicate, ruling


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
    wrong = wrong_set_up(scene, bound) or wrong_length(scene, bound)
    if wrong is not None:
        return "environment", wrong
    if number.unit is None or number.dimension in ("percent", "points") or significant_digits(number.text) < 2:
        return predicate, ruling
    topic = set(topic_metrics(scene, bound)) | metrics_around(scene)
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    held = [
        f
        for f in scene.vocabulary.facts.facts
        if f.partner is None and f.stat in _SHOWN_AS and f.run is None and states(scene, bound, f)
    ]
    for fact in held:
        if (fact.level in own or not own and fact.level is None) and (
            fact.metric in topic or significant_digits(number.text) >= 3
        ):
            return held_value(fact)
    if own and bound.level_source == "own" and beside_level(scene, bound) and significant_digits(number.text) >= 3:
        said = {i for m in scene.mentions.levels for i in m.ids} - own
        if any(f.level in said for f in held):
            fact = next(f for f in held if f.level in said)
            return held_otherwise(fact)
    if not held and _other_unit(scene, bound):
        return "value", Ruling(
            "contradicted", "these digits are the value in another unit", "эти цифры — значение в другой единице", ()
        )
    return predicate, ruling
