"""Withholds the refusal of a number where what it is of was guessed: "the queue, 71 requests, exceeds the other's maximum by a factor of 2.5" of throughput.

A judge takes the nearest metric, level and base that a number can be of. Here it is asked what the sentence itself says of them. Where a change has no metric in
its clause, follows from a number told beside it, or is of a number of another kind; where a value has no level anywhere, or its clause speaks of something
that the facts do not hold; where the refusal's own reason has the number: there nothing certain was refuted. A number that is another fact of the very metric
it was bound to (a mean told as a peak, a neighbour's value) is a slip and stays refused. Counted on unread articles, such refusals were wrong more often than right.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator

from factcheck.binding.agreement import agrees, significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.denominators import is_of
from factcheck.binding.operands import REST, SHARED_OUT, clause_speaks_of_else, statistics_in, window
from factcheck.binding.ordinals import ordinal
from factcheck.binding.pairs import Pair, changes_pct, pairs_for, ratios
from factcheck.binding.quantifiers import exception_after
from factcheck.binding.rows import lists_in
from factcheck.binding.scene import Scene
from factcheck.binding.scope import metrics_said, topics
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_said, is_multiple, judge_change
from factcheck.judging.drops import is_the_whole
from factcheck.judging.exempt import is_expected
from factcheck.judging.verdicts import Ruling
from factcheck.judging.windows import length_of
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import Token
from factcheck.reading.units import compatible, convert, unit_named
from factcheck.rereading.beside import part_agrees
from factcheck.rereading.clemency import beside_level, states
from factcheck.rereading.combinations import SUMMED
from factcheck.rereading.nameless import names_nothing
from factcheck.rereading.readings import speaks_of_difference
from factcheck.rereading.slips import is_slip_of, is_slip_of_a_fact, values_of

_PROSE = ("paragraph", "item", "lead")
_BY_LEVELS = ("by the facts the change is", "by the facts the ratio is", "by the facts it is")
_BY_ITS_CLAUSE = ("by what it is told of it is",)
_THAT_IS = ("e", "i.e", "or", "или", "есть")
_RATES = ("minute", "hour", "second", "минуту", "час", "секунду", "мин", "min")


def open_unsaid(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> tuple[str, Ruling]:
    """The predicate and the ruling of a number in prose: unverifiable instead of contradicted where its metric, its level or its base is a guess."""
    if scene.block.kind not in _PROSE or ruling.verdict not in ("contradicted", "unparsed"):
        return predicate, ruling
    if ruling.verdict == "unparsed" and not _aside_percentage(scene, bound):
        return predicate, ruling
    if ruling.verdict == "unparsed" or is_expected(scene, bound.place):
        unsure = True
    elif predicate in ("delta", "ratio", "share"):
        unsure = _unsure_change(scene, bound, predicate, ruling)
    elif predicate == "window":
        unsure = _unsure_window(scene, bound, ruling)
    else:
        unsure = _unsure_value(scene, bound, predicate, ruling)
    if not unsure:
        return predicate, ruling
    if predicate == "value" and (changed := _as_a_difference(scene, bound)) is not None:
        return "delta", changed
    bound.reread = True
    return predicate, Ruling(
        "unverifiable",
        f"of what it is told is not said clearly ({ruling.en})",
        f"о чём это, ясно не сказано ({ruling.ru})",
        ruling.facts,
    )


def _aside_percentage(scene: Scene, bound: Bound) -> bool:
    """ "Without a delay 565 are lost (12.1%)": the percentage that a bracket adds to the amount before it."""
    before = scene.tokens[bound.place - 1].text if bound.place else ""
    return before == "(" and bound.number.dimension == "percent"


def _as_a_difference(scene: Scene, bound: Bound) -> Ruling | None:
    """ "Going from 256MB to 1GB cost another 464 MB": what refutes a value as a difference of the metric and the two levels that are named."""
    pairs = pairs_for(scene, bound.levels[0] if bound.levels else None, bound.place)
    two = len(bound.levels) == 2 or any(p.explicit for p in pairs)
    if bound.metric_source == "none" or not two or not speaks_of_difference(scene, bound):
        return None
    changed = judge_change(scene, bound)
    return changed if changed.verdict == "contradicted" else None


# -- changes and multiples --------------------------------------------------------------------------------------------


def _unsure_change(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """Whether the metric or the base of a change is not said."""
    if _told_as_a_value(scene, bound) or _rounded_in_words(bound, ruling):
        return True
    if is_slip_of(bound, ruling):
        return False
    if not ruling.en.startswith((*_BY_LEVELS, *_BY_ITS_CLAUSE)):
        return False
    estimate = any(name.startswith("effect ") for name in ruling.facts)  # told with its interval: no quotient of means
    if not estimate and _between_levels(scene, bound) or _follows_from_the_one_before(scene, bound):
        return True
    if _ends_told(scene, bound) or _to_the_next_level(scene, bound) or _depth_in_words(scene, bound):
        return True
    if _start_not_read(scene, bound):
        return True
    if ruling.en.startswith(_BY_ITS_CLAUSE):
        return False
    if _of_what_else_is_spoken_of(scene, bound, ruling) or _against_an_ordinal(scene, bound) or _of_a_sum(scene, bound):
        return True
    if predicate == "delta" and _in_a_row_of_levels(scene, bound):
        return True
    if predicate == "delta":
        return (
            _of_no_metric(scene, bound)
            or _extreme_not_judged(scene, bound, ruling)
            or _of_other_levels(scene, bound, ruling)
        )
    return _of_the_number_before(scene, bound) or _against_a_statistic(scene, bound)


def _rounded_in_words(bound: Bound, ruling: Ruling) -> bool:
    """ "Forty percent less" of 41.6: a percentage in words is a round one."""
    expected = re.search(r"\d+(?:\.\d+)?", ruling.expected or "")
    number = bound.number
    if expected is None or number.dimension != "percent" or number.fraction or re.search(r"\d", number.text):
        return False
    return number.high is None and abs(float(expected.group()) - number.low_value()) <= 0.05 * number.low_value()


def _start_not_read(scene: Scene, bound: Bound) -> bool:
    """ "From the smallest buffer to 64 MB it shrinks by a third", "от нуля к 2048 вдвое": where the way to a named level begins is no level that was read."""
    named = {at for m in scene.mentions.levels for at in range(m.first, m.last + 1)}
    start, stop = window(scene, bound.place)
    tokens = scene.tokens
    for goal in scene.mentions.levels:
        before = tokens[goal.first - 1].lower if goal.first else ""
        if goal.role != "to" and before not in ("to", "до", "к") or not start - 6 <= goal.first <= stop:
            continue
        opened = next((t.index for t in reversed(tokens[max(0, goal.first - 7) : goal.first - 1]) if t.lower in ("from", "от", "с", "со")), None)  # fmt: skip
        if opened is not None and not named & set(range(opened + 1, goal.first)) and not any(t.text in ",;:" for t in tokens[opened : goal.first]):  # fmt: skip
            return True
    return False


def _of_what_else_is_spoken_of(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """ "The longest tail of all, more than double that of performance", "LWLock leads IO, with three times the share": the metric is inherited, and another metric, statistic or base that is spoken of gives the amount."""
    if bound.number.kind != "times" and not bound.number.fraction or len(ruling.facts) == 1:
        return False  # no amount, or judged as the share that a fact holds
    if any(_amounts_to(scene, bound, value) for value in (*_of_two_metrics(scene, bound), *_of_two_drops(scene))):
        return True
    pairs = [p for p in pairs_for(scene, bound.levels[0] if bound.levels else None, bound.place) if p.explicit]
    named = bound.metrics.union(*metrics_said(scene, bound.place)) if bound.number.fraction else bound.metrics
    if bound.metric_source in ("near", "sentence") or bound.number.fraction and named:
        metrics, stats = named, {stat for _, stat in statistics_in(scene, 0, bound.place)}
    else:
        metrics, stats = _spoken_of(scene, bound)
        spoken = {i for m in scene.mentions.levels for i in m.ids} | {i for ids in bound.levels for i in ids}
        levels = spoken or set(scene.inherited_levels)
        pairs = pairs or [Pair(a, b, False) for a, b in itertools.permutations(scene.vocabulary.level_ids, 2) if {a, b} & levels]  # fmt: skip
    way, _ = direction_said(scene, bound)
    return any(
        value > 0 and (not way or (value > 1) == (way > 0)) and _amounts_to(scene, bound, value)
        for metric in sorted(metrics)
        for stat in sorted(stats)
        for pair in pairs
        for value, _ in ratios(scene, metric, pair, stat or None)
    )


def _spoken_of(scene: Scene, bound: Bound) -> tuple[frozenset[str], set[str]]:
    """The metrics and the statistics that an amount with no metric beside it may be of: those named here or in the two sentences before, the topic's, the main one; of a tail those that have one."""
    scenes = [scene, *scene.before(2)]
    said = {stat for one in scenes for _, stat in statistics_in(one, 0, len(one.tokens) - 1)}
    stats = {bound.stat or "", "", *said, *(("stddev", "amplitude") if "spread" in said else ())}
    metrics = bound.metrics | scene.inherited_metrics | {i for one in scenes for m in one.mentions.metrics for i in m.metrics}  # fmt: skip
    metrics = metrics.union(*topics(scene)) | {scene.vocabulary.facts.experiment.primary or ""}
    if "p99" in said:
        metrics |= {m for m in scene.vocabulary.metrics if "p99" in scene.vocabulary.stats_of(m)}
    return metrics, stats


def _of_two_metrics(scene: Scene, bound: Bound) -> Iterator[float]:
    """The quotients of the metrics that the sentence names (beside a level of its own also the two before), of one unit and at the level that is spoken of."""
    scenes = [scene, *(scene.before(2) if bound.level_source == "own" else ())]
    named = list(dict.fromkeys(i for one in scenes for m in one.mentions.metrics for i in sorted(m.metrics)))[:6]
    levels = frozenset().union(*bound.levels) if bound.level_source == "own" else scene.vocabulary.level_ids
    for one, two in itertools.combinations(named, 2) if bound.number.kind == "times" else ():
        for level in levels:
            facts = [scene.vocabulary.central(m, level) for m in (one, two)]
            a, b = facts
            if a is not None and b is not None and a.stat == b.stat and a.unit == b.unit and a.value > 0 and b.value > 0:  # fmt: skip
                yield a.value / b.value


def _of_two_drops(scene: Scene) -> Iterator[float]:
    """ "The only drop was half as deep as the worst of the base": the quotients of how deep the drops were."""
    depths = [w.depth_pct for w in scene.vocabulary.facts.windows if w.depth_pct] if scene.has("drop") else []
    yield from (a / b for a, b in itertools.combinations(depths[:12], 2))


def _against_an_ordinal(scene: Scene, bound: Bound) -> bool:
    """ "The last step costs twice as much as the second", "последний вдвое дороже второго": held against a step or a run that its number stands for."""
    after = scene.tokens[bound.place + 1 : bound.place + 6]
    behind = next((t.index for t in after if t.lower in ("than", "as", "чем") or t.has("up.comparative", "down.comparative", "better", "worse")), None)  # fmt: skip
    behind_it = scene.tokens[behind + 1 : behind + 4] if behind is not None else []
    return bound.number.kind == "times" and any(ordinal(t) is not None for t in behind_it)


def _of_a_sum(scene: Scene, bound: Bound) -> bool:
    """ "Three times as much as all the others together": held against a sum."""
    start, stop = window(scene, bound.place)
    return (bound.number.kind == "times" or bound.number.fraction) and SUMMED.search(
        scene.text_of(start, stop)
    ) is not None


def _amounts_to(scene: Scene, bound: Bound, quotient: float) -> bool:
    """Whether a multiple or a part is what a quotient of two values says."""
    if bound.number.kind == "times":
        return is_multiple(scene, bound, max(quotient, 1 / quotient))
    return any(part_agrees(bound.number, part) for part in (min(quotient, 1 / quotient), abs(quotient - 1)))


def _told_as_a_value(scene: Scene, bound: Bound) -> bool:
    """ "Busy for 76.5% at 5 and 93.4% at 0", "415 times with 4MB, 12.6 times with 16MB": to three digits a value at the number's own level, with no direction said."""
    number = bound.number
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    if (
        number.high is not None
        or number.fraction
        or significant_digits(number.text) < 3
        or direction_said(scene, bound)[0]
    ):
        return False
    held = [f for f in scene.vocabulary.facts.facts if f.level in own and f.partner is None and f.run is None]
    if number.kind == "times":
        return any(agrees(number, [f.value]) for f in held if f.metric in scene.vocabulary.metrics)
    return number.dimension == "percent" and any(states(scene, bound, f) for f in held)


def _of_no_metric(scene: Scene, bound: Bound) -> bool:
    """ "The disk is busier than anywhere else (93.4%)": no metric is named, and no verb before the number says that it is a change."""
    verbs = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive")
    before = scene.tokens[max(0, bound.place - 2) : bound.place]
    return bound.metric_source == "none" and not any(t.has(*verbs) for t in before) and not _between_two(scene, bound)


def _between_two(scene: Scene, bound: Bound) -> bool:
    """ "Throughput is up 56% with A and 63% with B. The 4.3% between A and B": of the one metric that the sentence before compares."""
    behind = scene.tokens[bound.place + 1 : bound.place + 2]
    levels = [m for m in scene.mentions.levels if m.first > bound.place and len(m.ids) == 1]
    former = scene.former.mentions.metrics if scene.former is not None else ()
    joined = bool(behind) and behind[0].lower in ("between", "между") and len(levels) >= 2
    return joined and len({m.metrics for m in former if m.metrics}) == 1


def _in_a_row_of_levels(scene: Scene, bound: Bound) -> bool:
    """ "The table grew by 0.4, 0.6, 1.3, 3.9 and 8.8 GB": one amount a level, and no level named beside any."""
    row = next((row for row in lists_in(scene, scene.bounds.values()) if bound in row), [])
    return len(row) >= 3 and len(row) == len(scene.vocabulary.level_ids) and bound.level_source != "own"


def _between_levels(scene: Scene, bound: Bound) -> bool:
    """ "Between 5 and 20 ms 19% of the mean speed is lost": the change between the two levels that the clause names."""
    number = bound.number
    if number.dimension != "percent" or number.fraction or number.high is not None:
        return False
    pairs = [p for p in pairs_for(scene, bound.levels[0] if bound.levels else None, bound.place) if p.explicit]
    way, _ = direction_said(scene, bound)
    return any(
        agrees(number, [abs(value)]) and (not way or (value > 0) == (way > 0))
        for metric in sorted(bound.metrics)
        for pair in pairs
        for value, _ in changes_pct(scene, metric, pair, bound.stat)
    )


def _ends_told(scene: Scene, bound: Bound) -> bool:
    """ "User time hardly changes, 43.5–47.9%": the ends of a range are values of the metric, and no change."""
    number = bound.number
    if number.high is None:
        return False
    values = [
        v
        for m in bound.metrics
        for f in scene.vocabulary.by_metric.get(m, ())
        if f.partner is None
        for v in values_of(scene, number, f)
    ]
    return agrees(number, values) and agrees(number, values, high=True)


def _to_the_next_level(scene: Scene, bound: Bound) -> bool:
    """ "Gains another 8.7% up to 128, and then falls by 14.8%": on the way along the levels, the change from one to the next, where the clause does not name both."""
    number, order = bound.number, scene.vocabulary.numeric_order
    if number.dimension != "percent" or number.fraction or number.high is not None:
        return False
    start, stop = window(scene, bound.place)
    told = [m for m in scene.mentions.levels if m.first <= stop and len(m.ids) == 1]
    if len([m for m in told if m.first >= start]) > 1 or not told:
        return False
    way, _ = direction_said(scene, bound)
    last = next(iter(told[-1].ids))
    walk = any(
        at < bound.place and b.number.dimension == "percent" and b.predicate == "delta"
        for at, b in scene.bounds.items()
    )
    steps = [Pair(a, b, False) for a, b in itertools.pairwise(order) if walk or last in (a, b)]
    return any(
        agrees(number, [abs(value)]) and (not way or (value > 0) == (way > 0))
        for metric in sorted(bound.metrics)
        for pair in steps
        for value, _ in changes_pct(scene, metric, pair, bound.stat)
    )


def _depth_in_words(scene: Scene, bound: Bound) -> bool:
    """ "The one at 128 cost a quarter of the throughput": how deep a drop was, in words or as a percentage."""
    if direction_said(scene, bound)[0] > 0:
        return False
    if not bound.number.fraction:
        return _depth_of_a_drop(scene, bound)
    about = scene.has("drop") or any(one.has("drop") for one in scene.before(3))
    depths = [w.depth_pct / 100 for w in scene.vocabulary.facts.windows if w.depth_pct is not None]
    return about and any(part_agrees(bound.number, depth) for depth in depths)


def _numbers(scene: Scene) -> list[Token]:
    return [
        t for t in scene.tokens
        if t.number is not None and t.number.kind == "value" and t.number.readings and not t.number.fraction and t.index not in scene.mentions.level_tokens
    ]  # fmt: skip


def _follows_from_the_one_before(scene: Scene, bound: Bound) -> bool:
    """ "From 1,851 to 4,627, that is by a factor of 2.5": the quotient or the difference of the number right before and another of the sentence."""
    told = [t for t in _numbers(scene) if t.index != bound.place]
    before = [t for t in told if t.index < bound.place]
    if not before or bound.number.high is not None:
        return False
    way, _ = direction_said(scene, bound)
    return any(
        _gives(bound.number, value, way)
        for other in told
        if other is not before[-1] and before[-1].number is not None and other.number is not None
        for value in _amounts(bound.number, before[-1].number, other.number, way)
    )


def _amounts(amount: Number, one: Number, two: Number, way: int) -> Iterator[float]:
    """What two numbers give: how many times the smaller the larger is, the change in percent on the side that is said, their difference."""
    units = one.unit, two.unit
    if units[0] is not None and units[1] is not None and not compatible(units[0], units[1]):
        return
    scale = units[0].scale / units[1].scale if units[0] is not None and units[1] is not None else 1.0
    low, high = sorted((abs(one.low_value()) * scale, abs(two.low_value())))
    if not low:
        return
    if amount.kind == "times" or amount.unit is None:
        yield high / low
    elif amount.dimension == "percent":
        if way >= 0:
            yield 100 * (high / low - 1)
        if way <= 0:
            yield 100 * (1 - low / high)


def _gives(amount: Number, value: float, way: int) -> bool:
    if amount.readings[0].quantum:
        return agrees(amount, [value])
    return abs(value - amount.low_value()) <= 0.12 * amount.low_value()


def _of_the_number_before(scene: Scene, bound: Bound) -> bool:
    """ "Recovery took longest at 100 — 18 minutes, twice as long as": a multiple with no metric in its clause, behind a number that is none of the metric it was bound to."""
    before = [t for t in _numbers(scene) if t.index < bound.place]
    other = scene.bounds.get(before[-1].index) if before else None
    if other is None or bound.metric_source == "near" or other.verdict == "contradicted":
        return False
    if any(t.lower in _THAT_IS for t in scene.tokens[other.place + 1 : bound.place]):
        return False  # "grows by 48%, i.e. one and a half times": the same said twice
    return not (other.predicate == "value" and other.verdict == "supported" and other.metrics & bound.metrics)


def _against_a_statistic(scene: Scene, bound: Bound) -> bool:
    """ "p99 stood at 7.6 times p95", "four times the mean; at 16MB about three times": held against another statistic, not another level."""
    start, stop = window(scene, bound.place)
    if _statistic_behind(scene, bound.place):
        return True
    bare = not statistics_in(scene, start, stop) and not any(start <= m.first <= stop for m in scene.mentions.metrics)
    told = [(scene, at) for at, other in scene.bounds.items() if at < bound.place and other.number.kind == "times"]
    if not told and scene.former is not None:
        told = [(scene.former, at) for at, other in scene.former.bounds.items() if other.number.kind == "times"]
    return bare and any(_statistic_behind(one, at) for one, at in told)


def _statistic_behind(scene: Scene, place: int) -> bool:
    """ "Four times the mean", "7.6 times p95"."""
    return bool(statistics_in(scene, place + 1, place + 2))


def _extreme_not_judged(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """ "Its worst p99, 29.7 ms, is 8.7 ms better than the worst before": the clause speaks of extremes, the change was taken of something else."""
    start, stop = window(scene, bound.place)
    said = {superlative_kind(scene, t) for t in scene.tokens[start : stop + 1]} & {"worst", "best"}
    judged = {f.stat for n in ruling.facts if (f := scene.vocabulary.by_name.get(n)) is not None}
    return bool(said) and not judged & {"max", "min", "stddev", "amplitude"}


def _of_other_levels(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """Whether levels are spoken of, and the change that was judged is of another."""
    spoken = frozenset().union(*bound.levels) if bound.levels else frozenset()
    spoken |= frozenset().union(*(m.ids for m in scene.mentions.levels))
    judged = {
        f.level for n in ruling.facts if (f := scene.vocabulary.by_name.get(n)) is not None and f.level is not None
    }
    return len(spoken) > 1 and not judged <= spoken | scene.vocabulary.special("baseline")


# -- values -----------------------------------------------------------------------------------------------------------


def _unsure_value(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """Whether the metric or the level of a value is not said, or something else that is spoken of has it."""
    if _ends_of_another(scene, bound) or _lists_levels(scene, bound) or _within_words(scene, bound):
        return True
    if predicate == "value" and bound.level_source == "sequence" and bound.metric_source in ("inherited", "none"):
        return True  # a row whose metric is not said with it: of something that was worked out, as often as not
    if predicate == "correlates":
        if bound.place and scene.tokens[bound.place - 1].stems & {"разница", "difference", "gap"}:
            return True
        return _within(scene, bound, ruling) or not _speaks_of_correlation(scene, bound, ruling)
    if predicate != "value" or "correlation, not" in ruling.en or "is a correlation" in ruling.en:
        return False
    if bound.number.text.startswith("+") or _coefficient(scene, bound) or _depth_of_a_drop(scene, bound):
        return True
    if _by_the_minute(scene, bound) or _part_of_a_time(scene, bound):
        return True
    if names_nothing(scene, bound, ruling) or _told_of_a_difference(scene, bound) or _with_an_exception(scene, bound):
        return True
    slips = _slips(scene, bound)
    if slips:
        return any(_is_another_reading(scene, bound, fact) for fact in slips)
    if is_slip_of_a_fact(scene, bound) or any(t.has("correlate") for t in scene.tokens):
        return False
    no_level = bound.level_source == "none" and bound.stat_at is None and bound.metric_source != "near"
    guessed = no_level or _of_a_spread(scene, bound) or _out_of_reach(scene, bound) or _worked_out(scene, bound)
    guessed = guessed or _sum_of_parts(scene, bound) or _of_another_statistic(scene, bound, ruling)
    return guessed or clause_speaks_of_else(scene, bound.place)


def _within_words(scene: Scene, bound: Bound) -> bool:
    """ "Lock hovers between seven and nine percent": a range in words holds every value, and its ends are no values."""
    number = bound.number
    if number.high is None or re.search(r"\d", number.text) or len(bound.metrics) != 1:
        return False
    low, high = number.readings[0].value, number.high[0].value
    (metric,) = bound.metrics
    facts = [f for f in scene.vocabulary.by_metric.get(metric, ()) if f.partner is None and f.run is None]
    values = [v for f in facts if f.stat in ("share", "mean") for v in values_of(scene, number, f)]
    return bool(values) and low <= min(values) and max(values) <= high and max(values) - min(values) > (high - low) / 2


def _told_of_a_difference(scene: Scene, bound: Bound) -> bool:
    """ "The runs differ by less than 100 transactions", "прогоны разошлись менее чем на 100": how far apart, and no value."""
    before = [t.lower for t in scene.tokens[max(0, bound.place - 4) : bound.place]]
    return (
        before[-2:] == ["чем", "на"]
        or before[-1:] == ["by"]
        or len(before) > 2
        and before[-1] == "than"
        and before[-3] == "by"
    )


def _with_an_exception(scene: Scene, bound: Bound) -> bool:
    """ "Больше 40 мс лаг не поднимался нигде, кроме async": of the levels that the exception behind the number leaves."""
    at = exception_after(scene.tokens, bound.place, len(scene.tokens) - 1)
    return at is not None and any(m.first > at for m in scene.mentions.levels)


def _sum_of_parts(scene: Scene, bound: Bound) -> bool:
    """ "The three waits add up to 55.1% at 1MB and 50.3% at 64MB": the sum of two or three shares of one whole at the number's level."""
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    if len(own) != 1 or bound.number.dimension != "percent" or not SUMMED.search(scene.sentence.text):
        return False
    wholes: dict[str | None, list[float]] = defaultdict(list)
    for fact in scene.vocabulary.shares:
        if fact.level in own and fact.stat == "share" and fact.run is None:
            wholes[fact.denominator].append(fact.value)
    rows = [row for parts in wholes.values() for n in (2, 3) for row in itertools.combinations(parts[:12], n)]
    return any(agrees(bound.number, [sum(row)]) for row in rows)


def _of_another_statistic(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """ "The trend loses 20.7 a minute, which is 2,280 in the run": behind a statistic of the course or the spread, of which the value that was judged is none."""
    said = {t.statistic for t in scene.tokens[: bound.place]} & {"slope", "angle", "r_squared"}
    judged = {f.stat for name in ruling.facts if (f := scene.vocabulary.by_name.get(name)) is not None}
    return bool(said) and not said & judged


def _speaks_of_correlation(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """Whether a word of the sentence or its head says that a number is a coefficient, or the sentence names both metrics."""
    tokens = [*scene.tokens, *(t for block in scene.surroundings[:3] for t in scene.world.tokens_of(block))]
    if any(t.has("correlate") or t.lower in ("r", "ρ", "rho") for t in tokens):
        return True
    named = frozenset().union(*(m.metrics for m in scene.mentions.metrics))
    facts = [f for name in ruling.facts if (f := scene.vocabulary.by_name.get(name)) is not None]
    told = bound.number.signed or significant_digits(bound.number.text) >= 3
    return told and any({f.metric, f.partner} <= named for f in facts)


def _part_of_a_time(scene: Scene, bound: Bound) -> bool:
    """ "That level spent 19 of its 90 minutes in drops"."""
    after = scene.tokens[bound.place + 1 : bound.place + 4]
    whole = any(t.number is not None and t.number.dimension == "time" for t in after)
    return whole and bool(after) and after[0].lower in ("of", "из") and bound.number.unit is None


def _of_a_spread(scene: Scene, bound: Bound) -> bool:
    """ "The spread of page tables is 8 GB at off; at on it is no more than 33 MB": the distance of the ends that the facts hold."""
    start, _ = window(scene, bound.place)
    first = 0 if bound.metric_source == "sentence" else start
    spread = any(stat == "spread" for _, stat in statistics_in(scene, first, bound.place))
    ends_said = {superlative_kind(scene, t) for t in scene.tokens[: bound.place]} & {"max", "min", "best", "worst"}
    if not spread and len(ends_said) < 2:
        return False
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    rows = [
        f for m in bound.metrics for f in scene.vocabulary.by_metric.get(m, ()) if f.level in own and f.partner is None
    ]
    ends = {
        stat: [v for f in rows if f.stat == stat for v in values_of(scene, bound.number, f)] for stat in ("min", "max")
    }
    spreads = [high - low for low, high in itertools.product(ends["min"], ends["max"])]
    return agrees(bound.number, spreads)


def _out_of_reach(scene: Scene, bound: Bound) -> bool:
    """Whether a number is more than three times farther out than anything that its metric ever was, and the metric does not stand right beside it."""
    told, percent = abs(bound.number.low_value()), [scene.vocabulary.tells_percent(m) for m in bound.metrics]
    if bound.number.unit is None and told > 100 and percent and all(percent):
        return True  # no percentage at all
    if "±" in scene.tokens[bound.place].text:
        return False
    near = bound.metric_source == "near" and bound.metric_cost <= 3
    if near and bound.metric_at is not None and bound.metric_at.exact:
        return False
    values = [
        abs(v)
        for m in bound.metrics
        for f in scene.vocabulary.by_metric.get(m, ())
        if f.partner is None
        for v in values_of(scene, bound.number, f)
    ]
    return bool(values) and not min(values) / 3 <= told <= max(values) * 3


_QUOTIENTS = {"ratio", "отношение", "соотношение", "price", "цена"}
_OF_THE_LOAD = ("level", "client", "connection", "session", "worker", "клиент", "соединен", "сесси", "воркер", "уров")


def _worked_out(scene: Scene, bound: Bound) -> bool:
    """ "A watt buys 193 transactions", "what is left after CPU and locks is 6.3%": a word before the number says that it is worked out of several."""
    before = scene.tokens[: bound.place]
    if any(t.lower == "left" or t.stems & (REST | _QUOTIENTS) for t in before):
        return True
    for_one = any(a.lower == "на" and "один" in b.stems for a, b in itertools.pairwise(before))
    taken_off = any(a.lower == "minus" and b.is_word for a, b in itertools.pairwise(before))
    return for_one or taken_off or any(t.stems & SHARED_OUT and not _by_time_or_load(scene, t) for t in before)


def _by_time_or_load(scene: Scene, token: Token) -> bool:
    """ "Per second" is a rate; what falls to each client is worked out elsewhere."""
    after = scene.tokens[token.index + 1 : token.index + 3]
    times = ("sec", "min", "hour", "day", "сек", "мин", "час")
    return any(t.lower.startswith((*times, *_OF_THE_LOAD)) for t in after)


def _within(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """Whether a range holds the very coefficient that refutes it: "0.91–0.97 in every run" against 0.96 of one."""
    number = bound.number
    if number.high is None:
        return False
    low, high = sorted((number.readings[0].value, number.high[0].value))
    facts = [f for name in ruling.facts if (f := scene.vocabulary.by_name.get(name)) is not None]
    return bool(facts) and any(low <= value <= high for f in facts for value in values_of(scene, number, f))


def _ends_of_another(scene: Scene, bound: Bound) -> bool:
    """ "The maximum at all delays but one is 5,060–5,120", "the minimum is 5–8% everywhere": both ends are values of one statistic of a metric that is named."""
    number = bound.number
    if number.high is None:
        return False
    said = {t.statistic for t in scene.tokens if t.statistic}
    for metric in bound.metrics.union(*(m.metrics for m in scene.mentions.metrics)):
        rows: dict[str, list[float]] = defaultdict(list)
        for fact in scene.vocabulary.by_metric.get(metric, ()):
            fits = number.unit is None or compatible(number.unit, scene.vocabulary.unit_of(metric))
            if fact.partner is None and fact.run is None and fits:
                rows[fact.stat] += values_of(scene, number, fact)
        for stat, row in rows.items():
            whole = stat in said and agrees(number, [min(row)]) and agrees(number, [max(row)], high=True)
            other = metric not in bound.metrics and significant_digits(number.text) >= 3
            if whole or other and agrees(number, row) and agrees(number, row, high=True):
                return True
    return False


def _lists_levels(scene: Scene, bound: Bound) -> bool:
    """Whether a number stands in a list of three and more that are all levels: "five delays: 0, 2, 5, 10 and 20 ms"."""
    first = last = bound.place
    tokens = scene.tokens
    while first and (
        tokens[first - 1].number is not None or tokens[first - 1].lower in (",", "и", "and", "/", "or", "или")
    ):
        first -= 1
    while last + 1 < len(tokens) and (
        tokens[last + 1].number is not None or tokens[last + 1].lower in (",", "и", "and", "/", "or", "или")
    ):
        last += 1
    told = [t.number.low_value() for t in tokens[first : last + 1] if t.number is not None and t.number.readings]
    sizes = {level: scene.vocabulary.order_of(level) for level in scene.vocabulary.level_ids}
    names = {_size(level) for level in sizes}
    return len(told) >= 3 and len(set(told)) == len(told) and all(value in names for value in told)


def _size(level: str) -> float | None:
    digits = "".join(c for c in level if c.isdigit() or c == ".")
    return float(digits) if digits and digits.count(".") <= 1 and digits != "." else None


def _coefficient(scene: Scene, bound: Bound) -> bool:
    """Whether a number is, to three digits, a coefficient of a metric that its sentence names."""
    if bound.number.unit is not None or bound.number.high is not None or significant_digits(bound.number.text) < 3:
        return False
    named = {m for mention in scene.mentions.metrics for m in mention.metrics}
    return any(agrees(bound.number, [f.value]) for f in scene.vocabulary.correlated if {f.metric, f.partner} & named)


def _depth_of_a_drop(scene: Scene, bound: Bound) -> bool:
    """Whether a percentage is how deep a drop was, where drops are spoken of here or a sentence before."""
    about = scene.has("drop") or any(one.has("drop") for one in scene.before(3))
    depths = [w.depth_pct for w in scene.vocabulary.facts.windows if w.depth_pct is not None]
    return about and bound.number.dimension == "percent" and bound.number.high is None and agrees(bound.number, depths)


def _slips(scene: Scene, bound: Bound) -> list[Fact]:
    """The facts of a bound metric, or of another that the sentence names, that the number states, of whatever level or statistic."""
    if bound.number.high is not None:
        return []
    named = bound.metrics | frozenset().union(*(m.metrics for m in scene.mentions.metrics))
    rows = (f for m in sorted(named) for f in scene.vocabulary.by_metric.get(m, ()) if f.partner is None)
    return [f for f in rows if states(scene, bound, f)]


def _told_before_its_rival(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """ "Twice as much at 60 as at 10: 4,480 and 2,240": the first of two values, which is of the level that is compared, and the second of its rival."""
    rivals = [m for m in scene.mentions.levels if m.role == "than"]
    compared = [
        m
        for m in scene.mentions.levels
        if m.role != "than" and fact.level in m.ids and rivals and m.first < rivals[0].first
    ]
    other = next((b for at, b in sorted(scene.bounds.items()) if at > bound.place), None)
    if len(rivals) != 1 or not compared or other is None or rivals[0].first > bound.place:
        return False
    rows = scene.vocabulary.by_metric.get(fact.metric, ())
    return any(f.level in rivals[0].ids and f.stat == fact.stat and states(scene, other, f) for f in rows)


def _by_the_minute(scene: Scene, bound: Bound) -> bool:
    """ "Waits piled up slowest at off (8.4 a minute)": the slope of a bound metric, told as a rate."""
    rate = bound.number.dimension == "frequency" or any(
        t.lower.strip("/") in _RATES for t in scene.tokens[bound.place + 1 : bound.place + 4]
    )
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    rows = (f for m in sorted(bound.metrics) for f in scene.vocabulary.by_metric.get(m, ()) if f.stat == "slope")
    return rate and any(agrees(bound.number, [abs(f.value)]) for f in rows if not own or f.level in own)


def _is_another_reading(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether what looks like a slip is what the sentence says: a later level of "from 1000 on", a share of the whole behind it."""
    place = bound.place
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    if fact.metric not in bound.metrics:
        start, _ = window(scene, place)
        beside = any(start <= m.first < place and fact.metric in m.metrics and m.exact for m in scene.mentions.metrics)
        wholes = [f.denominator or "" for m in bound.metrics for f in scene.vocabulary.by_metric.get(m, ())]
        beside = beside and not any(is_of(scene, whole, frozenset({fact.metric})) for whole in wholes)
        return beside and fact.level in own and significant_digits(bound.number.text) >= 3
    level_open = bound.level_source != "own" or fact.level in own
    extreme = any(superlative_kind(scene, t) in ("worst", "best") for t in scene.tokens[:place])
    if fact.stat in ("max", "min") and level_open and extreme:
        return True  # "the worst latency is that of one worker, over 10 ms"
    if fact.level is None or fact.level in own:
        return False
    if bound.metric_source == "inherited" and bound.level_source == "sentence":
        said = [m.ids for one in (scene, scene.former) if one is not None for m in one.mentions.levels]
        return significant_digits(bound.number.text) >= 3 and any(fact.level in ids for ids in said)
    if _told_before_its_rival(scene, bound, fact):
        return True
    order = scene.vocabulary.order_of
    later = bool(own) and all(order(fact.level) > order(level) for level in own)
    return later and bool(bound.level_at) and all(m.role == "from" for m in bound.level_at)


# -- drops ------------------------------------------------------------------------------------------------------------


def _unsure_window(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """Whether a length or a depth is that of another drop than the one it was held to, or of several together."""
    number, windows = bound.number, scene.vocabulary.facts.windows
    if number.dimension == "percent":
        named = [
            w for w in windows if f"window {w.level} {w.starts_at}" in ruling.facts or not beside_level(scene, bound)
        ]
        return any(w.depth_pct is not None and agrees(number, [w.depth_pct]) for w in named)
    if number.dimension != "time":
        return False
    said = frozenset().union(*(m.ids for m in scene.mentions.levels)) if not beside_level(scene, bound) else frozenset()
    told = [w for w in windows if scene.vocabulary.canonical(w.level or "") in said]
    guessed = bound.level_source == "sentence" or bound.level_source == "inherited" and _from_a_sentence(scene)
    if scene.has("recover"):
        values = [w.recovered_after_s / 60 for w in (windows if guessed else told) if w.recovered_after_s is not None]
    else:
        values = [length_of(w) or 0.0 for w in (windows if guessed else told)]
        summed = scene.has("drop") or is_the_whole(scene, bound.place + 3) or SUMMED.search(scene.sentence.text)
        values += _totals(scene) if summed else []
    return any(agrees(number, convert(value, unit_named("min"), number.unit)) for value in values)


def _totals(scene: Scene) -> list[float]:
    """How many minutes the drops of each level took together."""
    totals: dict[str | None, float] = defaultdict(float)
    for one in scene.vocabulary.facts.windows:
        totals[one.level] += length_of(one) or 0.0
    return [*totals.values(), sum(totals.values())]


def _from_a_sentence(scene: Scene) -> bool:
    """Whether the level in force is the one of a sentence before, and not of a heading."""
    return any(one.mentions.levels for one in scene.before())
