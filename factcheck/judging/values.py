"""Judges stated values: a metric's statistic at a level, ranges, correlations and fits.

The binding says which facts may answer; the number must be one of them, rounded as shown. That it equals some other
fact is no excuse, and is said in the reason, since it is what a swap looks like.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable

from factcheck.binding.agreement import agrees, display, in_unit, rounds_to, significant_digits
from factcheck.binding.bound import Bound, called_by_itself, of_moments
from factcheck.binding.contenders import grid_rows
from factcheck.binding.pairs import pairs_for
from factcheck.binding.scene import Scene
from factcheck.binding.vocabulary import CENTRAL
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import Number, never_passed

CORRELATIONS = ("pearson", "spearman", "partial")
_NOT_VALUES = (
    *CORRELATIONS,
    "slope",
    "angle",
    "r_squared",
    "delta_pct",
    "ratio",
    "stddev",
    "amplitude",
    "duration",
    "count",
)
_ENDS_OF_RANGE = {"от", "from", "до", "to", "between"}
_REACH = {
    "достигать", "достичь", "reach", "peak", "hit", "падать", "упасть", "fall", "drop", "подняться", "подниматься", "просесть", "climb", "рост", "вплоть",
    "снизиться", "снижаться", "возрастать", "возрасти", "вырасти", "расти", "увеличиваться", "увеличиться", "rise", "grow", "опускаться", "сокращаться",
    "превышать", "диапазон", "range", "колебаться", "вариться", "варьироваться", "vary", "from", "пик",
}  # fmt: skip


def names_of(scene: Scene, metrics: Iterable[str]) -> str:
    return "/".join(sorted(metrics))


def _levels_label(levels: list[frozenset[str]]) -> str:
    return ", ".join("|".join(sorted(ids)) for ids in levels)


def facts_for(scene: Scene, metric: str, levels: frozenset[str] | None, stats: list[str] | None) -> list[Fact]:
    """Facts of a metric at any of the levels (None: all), restricted to statistics."""
    held = []
    for fact in scene.vocabulary.by_metric.get(metric, ()):
        if fact.partner is not None and (stats is None or not set(stats) & set(CORRELATIONS)):
            continue
        if stats is not None and fact.stat not in stats:
            continue
        if levels is not None and fact.level not in levels:
            continue
        held.append(fact)
    return _scoped(scene, held)


def _scoped(scene: Scene, facts: list[Fact]) -> list[Fact]:
    """Facts of single runs and of windows answer only where the sentence speaks of them."""
    text = scene.sentence.lower_text
    runs = any(token.stems & {"прогон", "run", "блок", "block", "повтор", "repeat"} for token in scene.tokens)
    whole = [f for f in facts if (f.run is None or runs) and (f.scope in (None, "run") or str(f.scope).lower() in text)]
    return whole or facts


def allowed_stats(
    scene: Scene, bound: Bound, metric: str, levels: frozenset[str] | None
) -> tuple[list[str], str | None]:
    """The statistics a number may be, and a note when the stated one is not held."""
    held = {fact.stat for fact in facts_for(scene, metric, levels, None)}
    every = set(scene.vocabulary.stats_of(metric))
    central = [stat for stat in CENTRAL if stat in held] or [
        stat for stat in held if stat not in (*_NOT_VALUES, "min", "max", "p95", "p99", "first")
    ]
    stat = bound.stat
    if stat == "amplitude" and bound.place and scene.tokens[bound.place - 1].lower in _ENDS_OF_RANGE:
        return [one for one in ("min", "max") if one in held], None  # "the amplitude is 4,300 (from 3,340 to 7,640)"
    if stat is not None and stat not in every and called_by_itself(scene.vocabulary, metric, stat):
        return central, None  # "the coefficient of variation" of what is itself one
    if stat in CORRELATIONS or stat in ("slope", "angle"):
        return ([stat], None) if stat in every else (central, None)
    if stat is None:
        unit = scene.vocabulary.unit_of(metric)
        if bound.number.dimension == "percent" and "share" in held and unit is not None and unit.dimension != "percent":
            return ["share"], None  # "Q4 takes 6.5%" of what is measured in seconds
        stats = list(central)
        if not stats:
            stats = [s for s in held if s not in _NOT_VALUES] or [
                s for s in held if s in ("count", "duration", "amplitude")
            ]
        if dips(scene, bound.place):
            extremes = [s for s in ("min", "max", "first", "last") if s in held]
            return ([*extremes, *stats], None) if extremes else ([], "missing")
        if reaching(scene, bound):
            stats += [s for s in ("min", "max", "first", "last", "median") if s in held]
        return list(dict.fromkeys(stats)), None
    if stat in held:
        extra = central if bound.stat_superlative and not definite_extreme(scene, bound) else []
        return [stat, *extra], None
    if stat == "mean" and "mean" not in every and "median" in held:
        return ["median"], None
    if bound.stat_superlative and not definite_extreme(scene, bound):
        return central, None
    if stat in ("share", "count", "duration", "first", "last", "amplitude") and stat not in every:
        return central, None if stat in ("share", "count", "first", "last") else "missing"
    return [], "missing"


def definite_extreme(scene: Scene, bound: Bound) -> bool:
    """ "пиковые", "peak": an extreme of the run, not the highest of the levels."""
    if bound.stat_at is None:
        return False
    token = scene.tokens[bound.stat_at]
    attributive = (
        bound.metric_at is not None and bound.metric_at.first == bound.stat_at + 1 and token.statistic in ("max", "min")
    )
    if attributive and not (bound.stat_at and scene.tokens[bound.stat_at - 1].lower in ("для", "for")):
        return True
    return bool(token.stems & {"пиковый", "пик", "peak"})


_DIPS = {"просадка", "провал", "всплеск", "выброс", "скачок", "dip", "spike", "outlier", "trough", "surge"}


def dips(scene: Scene, place: int) -> bool:
    """ "Dips to 300 tps appeared", "появились просадки до 200-300 tps", "at times 52": how far single moments of a run went, and no mean."""
    if of_moments(scene, max(0, place - 6), place):
        return True
    before = scene.tokens[max(0, place - 3) : place]
    led = any(t.lower in ("до", "to", "as", "of", "в") for t in before[1:])
    return led and any(t.stems & _DIPS for t in before)


def reaching(scene: Scene, bound: Bound) -> bool:
    """Whether the words before the number say that it was reached: "до 16 мс", "peaks at"."""
    tokens = scene.tokens
    before = tokens[max(0, bound.place - 5) : bound.place]
    if before and before[-1].lower in ("до", "to"):
        return True
    return bound.number.hedge == "under" or any(token.stems & _REACH for token in before)


def judge_value(scene: Scene, bound: Bound) -> Ruling | None:
    """The ruling on a plain value, or None when nothing could be bound."""
    if not bound.metrics:
        return _unbound(scene, bound)
    if bound.number.high is not None:
        return _range(scene, bound)
    if bound.partner is not None and bound.other is not None:
        moved = _moved(scene, bound)
        if moved is not None:
            return moved
    specs: list[frozenset[str] | None] = list(bound.levels) or [None]
    used: list[str] = []
    outcomes: list[Ruling] = []
    for levels in specs:
        outcomes.append(_at_levels(scene, bound, levels))
        used += outcomes[-1].facts
    for verdict in ("contradicted", "unverifiable"):
        for outcome in outcomes:
            if outcome.verdict == verdict:
                return outcome
    first = outcomes[0]
    return Ruling("supported", first.en, first.ru, tuple(dict.fromkeys(used)), None)


def _moved(scene: Scene, bound: Bound) -> Ruling | None:
    """One end of "с A до B" without levels: some pair of levels, in the experiment's order, must hold both."""
    assert bound.other is not None and bound.partner is not None
    first, second = (bound, bound.other) if bound.partner[1] else (bound.other, bound)
    inherited = {i for ids in (first.levels + second.levels) for i in ids}
    versus = any(
        t.lower in ("против", "vs", "versus", "against", "than", "чем", "compared")
        for t in scene.tokens[first.place : second.place]
    )
    pairs = pairs_for(scene, None, bound.place)
    candidates = [(p.base, p.level) for p in pairs]
    if versus:
        candidates = (
            [(b, a) for a, b in candidates] + candidates
            if not inherited
            else [(level, other) for level in inherited for other in scene.vocabulary.level_ids if other != level]
        )
    for metric in sorted(bound.metrics):
        unit = scene.vocabulary.unit_of(metric)
        for one, two in candidates:
            ones, _ = allowed_stats(scene, first, metric, frozenset({one}))
            held_one = [
                f
                for f in facts_for(scene, metric, frozenset({one}), ones)
                if agrees(first.number, in_unit(f, first.number.unit, unit))
            ]
            if not held_one:
                continue
            twos, _ = allowed_stats(scene, second, metric, frozenset({two}))
            held_two = [
                f
                for f in facts_for(scene, metric, frozenset({two}), twos)
                if agrees(second.number, in_unit(f, second.number.unit, unit)) and f.stat in {g.stat for g in held_one}
            ]
            if held_two:
                return Ruling(
                    "supported",
                    f"{held_one[0].name} and {held_two[0].name}",
                    f"{held_one[0].name} и {held_two[0].name}",
                    (held_one[0].name, held_two[0].name),
                )
        # inside one level: its first and last value, or its extremes
        levels = inherited or set(scene.vocabulary.level_ids)
        for level in levels:
            held = facts_for(scene, metric, frozenset({level}), None)
            held = [f for f in held if f.stat not in _NOT_VALUES]
            one_ok = [f for f in held if agrees(first.number, in_unit(f, first.number.unit, unit))]
            two_ok = [f for f in held if agrees(second.number, in_unit(f, second.number.unit, unit))]
            if (
                one_ok
                and two_ok
                and one_ok[0] is not two_ok[0]
                and (inherited or {one_ok[0].stat, two_ok[0].stat} & {"first", "last", "min", "max"})
            ):
                return Ruling(
                    "supported",
                    f"{one_ok[0].name} and {two_ok[0].name}",
                    f"{one_ok[0].name} и {two_ok[0].name}",
                    (one_ok[0].name, two_ok[0].name),
                )
    return None


def _at_levels(scene: Scene, bound: Bound, levels: frozenset[str] | None) -> Ruling:
    number = bound.number
    tried: list[Fact] = []
    notes: list[str] = []
    for metric in sorted(bound.metrics):
        stats, note = allowed_stats(scene, bound, metric, levels)
        if note:
            notes.append(note)
        candidates = facts_for(scene, metric, levels, stats)
        if levels is not None and bound.level_source in ("inherited", "sentence"):
            candidates += [
                f
                for f in scene.vocabulary.by_metric.get(metric, ())
                if f.level is None and f.stat in stats and f.partner is None
            ]
        for fact in candidates:
            if agrees(number, in_unit(fact, number.unit, scene.vocabulary.unit_of(metric))):
                wrong = _wrong_denominator(scene, bound, fact)
                if wrong:
                    return wrong
                return Ruling(
                    "supported", f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}", (fact.name,)
                )
        tried += candidates
    label = names_of(scene, bound.metrics)
    where = f" at {_levels_label([levels])}" if levels else ""
    ru_where = f" при {_levels_label([levels])}" if levels else ""
    if not tried:
        part = _part_of_whole(scene, bound, levels)
        if part:
            return part
        called = _called_otherwise(scene, bound, levels) if "missing" in notes else None
        if called:
            return called
        share = _correlation_as_share(scene, bound, levels)
        if share:
            return share
        what = bound.stat or "value"
        return Ruling(
            "unverifiable",
            f"the facts hold no {what} of {label}{where}",
            f"в фактах нет такого показателя ({what}) для {label}{ru_where}",
        )
    share = _correlation_as_share(scene, bound, levels) or _part_of_whole(scene, bound, levels)
    if share:
        return share
    inside = _momentary(scene, bound, levels)
    if inside:
        return inside
    return _refuted(scene, bound, tried, label, where, ru_where, levels)


def _refuted(
    scene: Scene, bound: Bound, tried: list[Fact], label: str, where: str, ru_where: str, levels: frozenset[str] | None
) -> Ruling:
    number = bound.number
    if _is_excepted(scene, levels) or _is_of_another_unit(scene, bound, tried):
        return Ruling("unverifiable", f"it may be of something else than {label}{where}", f"возможно, речь не о том, что {label}{ru_where}")  # fmt: skip
    best = min(tried, key=lambda f: abs(f.value - number.low_value()) if levels is None else 0.0)
    values = in_unit(best, number.unit, scene.vocabulary.unit_of(best.metric)) or [best.value]
    expected = display(values[0], number.readings[0])
    if rounds_to(values[0], number.readings[0]):
        expected = f"{values[0]:g}"
    other = _elsewhere(scene, bound)
    told = _told_of(scene, bound, other)
    if told is not None:
        text = f"{told.name} is {told.value:g}"
        return Ruling("supported", text, f"{told.name} равно {told.value:g}", (told.name,))
    en = f"{best.name} is {values[0]:g}, not {number.text}"
    ru = f"{best.name} равно {values[0]:g}, а не {number.text}"
    if other is not None:
        en += f"; {number.text} is {other.name}"
        ru += f"; {number.text} — это {other.name}"
    return Ruling("contradicted", en, ru, tuple(f.name for f in tried[:4]), expected)


PER_ONE = re.compile(
    r"(?:^|[,;:.] ?)\W*(?:per(?! level| unit)|for each|each (?:extra|additional|further)|на (?:один|одну|одно|каждый|каждую|каждое)|в пересч[её]те на)\s",
    re.I,
)


def open_per_one(scene: Scene, bound: Bound, ruling: Ruling) -> Ruling:
    """ "Each extra connection costs 13 to 14 MB": an amount of one, and of no level."""
    if ruling.verdict != "contradicted" or not PER_ONE.search(scene.sentence.text) or _is_per_one(scene, bound):
        return ruling
    return Ruling("unverifiable", "an amount for one, not of a level", "величина на одну единицу, а не для уровня", ruling.facts)  # fmt: skip


def _is_per_one(scene: Scene, bound: Bound) -> bool:
    """Whether a metric is itself told per something: "tps per core"."""
    held = (scene.vocabulary.metrics.get(metric) for metric in bound.metrics)
    return any(re.search(r"\bper\b|/|_per_|(?<!\w)на ", " ".join([one.id, *(n for row in one.names.values() for n in row)])) for one in held if one is not None)  # fmt: skip


_EXCEPT = {"but", "except", "кроме", "помимо"}


def _is_excepted(scene: Scene, levels: frozenset[str] | None) -> bool:
    """ "All types but BRIN answered in under half a millisecond": the level of which it is not said."""
    own = [m for m in scene.mentions.levels if levels is not None and m.ids == levels]
    return len(own) == 1 and any(t.lower in _EXCEPT for t in scene.tokens[max(0, own[0].first - 1) : own[0].first])


def _is_of_another_unit(scene: Scene, bound: Bound, tried: list[Fact]) -> bool:
    """ "At 64 MB a temporary file holds about 15 MB", where files are counted, and sizes measured elsewhere."""
    told = bound.number.dimension
    if told not in ("bytes", "bandwidth", "time") or any(scene.vocabulary.unit_of(f.metric) or f.unit for f in tried):
        return False
    units = (scene.vocabulary.unit_of(metric) for metric in scene.vocabulary.metrics)
    return any(unit is not None and unit.dimension == told for unit in units)


_LIMIT = re.compile(r"\b(?:cap|caps|capped|limit|limits|ceiling)\b|(?<!\w)(?:лимит|предел|потол)\w*", re.I)
_PER_MINUTE = re.compile(r"^\W*(?:[^\W\d]+ )?(?:per|a|each|every|в|за) (?:minute|минуту)|^\W*/ ?(?:min|мин)", re.I)
_AT_WORST = re.compile(
    r"^\W*(?:[^\W\d]+ )?(?:at (?:its|the|their) (?:worst|best|peak|height|lowest|highest)|at worst|(?:в|на) (?:сам\w+ )?(?:пике|худш\w+))(?!\w)",
    re.I,
)
_FALLS_TO = re.compile(
    r"^\s*%?,?\s*(?:[^\W\d]+ ){0,3}?(?:приход\w+ на|goes to|go to|went to|falls to|fall to|belongs? to)\b", re.I
)


_FROM_THERE_TO = re.compile(r"\bfrom [\d.,]+ ?[^\s\d,;]* (?:on|at|under|with|in) [^,;.]{1,24} to $|(?<!\w)со? [\d.,]+ ?[^\s\d,;]* (?:при|на|у|под) [^,;.]{1,24} до $", re.I)  # fmt: skip


def _told_of(scene: Scene, bound: Bound, other: Fact | None) -> Fact | None:
    """The fact that the words right around a number name: a limit, a slope "a minute", a share that "приходится на WALSync"."""
    text = scene.sentence.text
    after = text[bound.number.end - scene.tokens[0].start :]
    if other is not None and (
        other.level is None
        and _LIMIT.search(text)
        or other.stat == "slope"
        and (
            _PER_MINUTE.match(after)
            or re.search(r"/ ?(?:min|мин)", scene.block.text[bound.number.start : bound.number.end])
        )
        or other.stat in ("max", "min")
        and other.metric in bound.metrics
        and _AT_WORST.match(after)
    ):
        return other
    if (
        other is not None
        and other.stat == "share"
        and other.metric in bound.metrics
        and bound.number.dimension == "percent"
        and scene.vocabulary.unit_of(other.metric) != bound.number.unit
        and any(other.level in ids for ids in bound.levels)
    ):
        return other  # "5.64 planned, of which 43.6% start": the share that the facts hold beside the count
    here = text[: bound.number.start - scene.tokens[0].start]
    if other is not None and other.metric in bound.metrics and other.stat in CENTRAL and _FROM_THERE_TO.search(here):
        return other  # "from 17.2% on XFS to 26.8%": at the level that was told before
    falls = _FALLS_TO.match(after)
    if falls is None or bound.number.dimension != "percent":
        return None
    named = next(
        (
            m
            for m in scene.mentions.metrics
            if m.metrics and scene.tokens[m.first].start >= bound.number.end + falls.end() - 1
        ),
        None,
    )
    levels = frozenset().union(*bound.levels) if bound.levels else frozenset()
    shares = [
        f
        for f in scene.vocabulary.shares
        if named is not None and f.metric in named.metrics and (not levels or f.level in levels)
    ]
    return next((f for f in shares if agrees(bound.number, [f.value])), None)


def _elsewhere(scene: Scene, bound: Bound) -> Fact | None:
    """A fact of another level, metric or statistic that the number would state rightly."""
    for fact in scene.vocabulary.facts.facts[:20_000]:
        if fact.partner is None and agrees(
            bound.number, in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(fact.metric))
        ):
            return fact
    return None


def _called_otherwise(scene: Scene, bound: Bound, levels: frozenset[str] | None) -> Ruling | None:
    """A mean told as a peak, a maximum as an amplitude: the digits are there, under another statistic."""
    said = scene.tokens[bound.stat_at].lower[:6] if bound.stat_at is not None else ""
    for metric in sorted(bound.metrics):
        names = scene.vocabulary.metrics[metric].names if metric in scene.vocabulary.metrics else {}
        if len(said) == 6 and any(said in str(held).lower() for held in names.values()):
            continue  # "the coefficient of variation" is what the metric is called
        for fact in facts_for(scene, metric, levels, None):
            if fact.stat in _NOT_VALUES and fact.stat != "amplitude" or bound.stat == "mean" and fact.stat == "share":
                continue  # "LWLock averages 57.2%": the share of a run is an average
            if fact.stat != bound.stat and agrees(
                bound.number, in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(metric))
            ):
                if is_end_of_levels(scene, fact, bound.stat):
                    return Ruling("supported", f"{fact.name} = {fact.value:g}, of all levels", f"{fact.name} = {fact.value:g}, из всех уровней", (fact.name,))  # fmt: skip
                return Ruling(
                    "contradicted", f"{bound.number.text} is the {fact.stat} ({fact.name}), not the {bound.stat}",
                    f"{bound.number.text} — это {fact.stat} ({fact.name}), а не {bound.stat}", (fact.name,), fact.stat,
                )  # fmt: skip
    return None


def is_end_of_levels(scene: Scene, fact: Fact, stat: str | None) -> bool:
    """ "Peak throughput, 14,880 tps, was attained on 24 cores": the highest of the means, where a metric has no maximum of its own."""
    if stat not in ("max", "min") or any(stat in scene.vocabulary.stats_of(metric) for metric in scene.vocabulary.metrics):  # fmt: skip
        return False
    named = any(fact.level in m.ids for m in scene.mentions.levels)
    held = [other.value for _, other in scene.vocabulary.series(fact.metric, fact.stat)] if named else []
    return bool(held) and fact.value == (max(held) if stat == "max" else min(held))


def _correlation_as_share(scene: Scene, bound: Bound, levels: frozenset[str] | None) -> Ruling | None:
    """ "LOCK (78%)" where 0.78 is a correlation; "12% of the IOPS" is none."""
    following = scene.tokens[bound.place + 1].lower if bound.place + 1 < len(scene.tokens) else ""
    if bound.number.dimension != "percent" or following in ("of", "от"):
        return None
    for fact in scene.vocabulary.correlated:
        if fact.metric in bound.metrics or fact.partner in bound.metrics:
            if levels is None or fact.level in levels:
                if any(rounds_to(abs(fact.value) * 100, reading) for reading in bound.number.readings):
                    return Ruling(
                        "contradicted", f"{fact.name} = {fact.value:g} is a correlation, not a share",
                        f"{fact.name} = {fact.value:g} — это корреляция, а не доля", (fact.name,), f"{fact.value:g}",
                    )  # fmt: skip
    return None


def _part_of_whole(scene: Scene, bound: Bound, levels: frozenset[str] | None) -> Ruling | None:
    """A percentage of a whole, where part and whole are measured by the same statistic."""
    if bound.number.dimension != "percent":
        return None
    for metric in sorted(bound.metrics):
        held = scene.vocabulary.metrics.get(metric)
        if held is None or held.part_of is None:
            continue
        for stat in ("mean", "median", "max", "share"):
            shares = []
            for level in scene.vocabulary.level_ids:
                part, whole = (
                    scene.vocabulary.central(metric, level, stat),
                    scene.vocabulary.central(held.part_of, level, stat),
                )
                if part is not None and whole is not None and part.denominator != whole.denominator:
                    continue
                if part is not None and whole is not None and whole.value and (levels is None or level in levels):
                    share = part.value / whole.value * scene.vocabulary.scale_between(metric, held.part_of) * 100
                    shares.append((share, level, (part.name, whole.name)))
            if not shares:
                continue
            names = tuple(name for _, _, row in shares for name in row)
            text = ", ".join(f"{level}: {value:.1f}%" for value, level, _ in shares)
            if bound.number.high is not None:
                good = all(_inside(bound.number, value) for value, _, _ in shares)
            else:
                good = any(agrees(bound.number, [value]) for value, _, _ in shares)
            return Ruling(
                "supported" if good else "contradicted",
                f"{metric} of {held.part_of}: {text}",
                f"{metric} от {held.part_of}: {text}",
                names,
                None if good else text,
            )
    return None


def _momentary(scene: Scene, bound: Bound, levels: frozenset[str] | None) -> Ruling | None:
    """A value at a moment inside a run can be any between the run's extremes; outside them it is refuted."""
    if not scene.within_run or bound.stat is not None and bound.stat not in ("first", "last"):
        return None
    for metric in sorted(bound.metrics):
        unit = scene.vocabulary.unit_of(metric)
        lows = [v for f in facts_for(scene, metric, levels, ["min"]) for v in in_unit(f, bound.number.unit, unit)]
        highs = [v for f in facts_for(scene, metric, levels, ["max"]) for v in in_unit(f, bound.number.unit, unit)]
        if highs and any(min(lows, default=0.0) <= reading.value <= max(highs) for reading in bound.number.readings):
            return Ruling(
                "unverifiable",
                "a value at a moment, between the extremes of the run",
                "значение в момент времени, между крайними значениями прогона",
            )
    return None


#: A denominator in words that is the whole: "all waits", "total time".
_OF_ALL = re.compile(r"\b(?:all|total|every|whole)\b|(?<!\w)(?:вс(?:е|ех|его)|общ\w+)(?!\w)", re.I)


def _denominator_words(denominator: str) -> list[set[str]]:
    """The words by which a denominator is said, each as the set of its lemmas' first letters' words."""
    from factcheck.binding.vocabulary import _WHOLES
    from factcheck.reading.words import english, russian

    rows = []
    for text in (denominator.replace("_", " "), *_WHOLES.get(denominator, ())):
        words = set()
        for word in text.lower().split():
            words.add(english(word) if word.isascii() else min(russian(word), key=len))
        rows.append(words)
    return rows


def _wrong_denominator(scene: Scene, bound: Bound, fact: Fact) -> Ruling | None:
    """A share of one thing told as a share of another."""
    if fact.denominator is None or bound.number.dimension != "percent":
        return None
    tokens = scene.tokens
    for mention in scene.mentions.metrics:
        if mention.first > bound.place and mention.first - bound.place <= 5 and mention.metrics:
            between = tokens[bound.place + 1 : mention.first]
            if (
                any(t.lower in ("of", "от", "из", "среди", "in", "в") for t in between)
                or mention.first == bound.place + 1
            ):
                names = {fact.denominator.lower()}
                if (
                    mention.text.lower() not in fact.denominator.lower()
                    and not any(
                        m.lower() in names or fact.denominator in scene.vocabulary.metrics and m == fact.denominator
                        for m in sorted(mention.metrics)
                    )
                    and mention.metrics != bound.metrics
                ):
                    return Ruling(
                        "contradicted", f"{fact.name} is a share of {fact.denominator}, not of {mention.text}",
                        f"{fact.name} — доля от {fact.denominator}, а не от «{mention.text}»", (fact.name,), fact.denominator,
                    )  # fmt: skip
    tail = " ".join(t.lower for t in tokens[bound.place + 1 : bound.place + 8])
    said = {stem for t in tokens[bound.place + 1 : bound.place + 8] for stem in t.stems}
    own = _denominator_words(fact.denominator)
    if own and any(words <= said for words in own):
        return None
    whole = any(
        p in tail
        for p in ("of all", "of the total", "от всех", "всех ожиданий", "от общего", "of total", "общего времени")
    )
    if (
        whole
        and not _OF_ALL.search(fact.denominator)
        and fact.denominator.lower()
        not in (
            "all",
            "total",
            "waits",
            "waitings",
            "active_sessions",
            "active session time",
            "all_waits",
            "total_waits",
        )
    ):
        return Ruling(
            "contradicted", f"{fact.name} is a share of {fact.denominator}, not of the whole",
            f"{fact.name} — доля от {fact.denominator}, а не от целого", (fact.name,), fact.denominator,
        )  # fmt: skip
    return None


def _unbound(scene: Scene, bound: Bound) -> Ruling | None:
    number = bound.number
    if bound.mismatch is not None and number.dimension == "percent":
        kept, bound.metrics = bound.metrics, bound.mismatch.metrics
        share = _correlation_as_share(scene, bound, bound.levels[0] if bound.levels else None)
        bound.metrics = kept
        if share:
            return share
    set_up = (scene.vocabulary.facts.experiment.environment or {}).values()
    if bound.mismatch is not None and not any(number.low_value() == value for value in set_up) and not _unit_goes_on(scene, bound):  # fmt: skip
        for metric in sorted(bound.mismatch.metrics):
            for levels in (*bound.levels,) or (None,):
                for fact in facts_for(scene, metric, levels, None):
                    if fact.stat not in _NOT_VALUES and any(rounds_to(fact.value, r) for r in number.readings):
                        unit = fact.unit or (scene.vocabulary.metrics[metric].unit or "")
                        return Ruling(
                            "contradicted", f"{fact.name} is {fact.value:g} {unit}, the unit stated is another",
                            f"{fact.name} равно {fact.value:g} {unit}, указана другая единица", (fact.name,), f"{fact.value:g} {unit}",
                        )  # fmt: skip
    if bound.unknown:
        name = bound.metric_at.text if bound.metric_at else ""
        return Ruling(
            "unverifiable",
            f"the facts hold nothing about {name or 'this'}",
            f"в фактах нет ничего о «{name or 'этом'}»",
        )
    return None


_OF_TWO_UNITS = re.compile(r"(?:\s(?:до|to)\s[\d\s\u00a0.,]+)?\s?(?:[^\W\d]{1,4})?\s?/\s?[^\W\d]+")


def _unit_goes_on(scene: Scene, bound: Bound) -> bool:
    """ "С 61,3 до 5 913,7 с/мин": the unit that was read is only the first part of what stands behind the number or the other end of its pair."""
    number = bound.number
    ends = (number.end, number.unit_start if number.unit_start is not None else number.end)
    return any(_OF_TWO_UNITS.match(scene.block.text, at) for at in ends)


def _middles(scene: Scene, bound: Bound, metric: str) -> list[str]:
    """The statistics of which each level has one value that a range over levels goes through: the percentile that is said ("the 95th percentile is 98-99%"), else the central ones."""
    said = bound.stat in ("p95", "p99", "stddev", "median", "mean") and bound.stat in scene.vocabulary.stats_of(metric)
    return [bound.stat] if said and bound.stat is not None else list(CENTRAL)


def _row_of_grid(scene: Scene, bound: Bound) -> tuple[str, ...]:
    """ "While the clients are few, the modes are alike (7.1–7.6%)": the facts of a row of the grid whose ends are told, where no level is."""
    for metric in sorted(bound.metrics):
        unit, held = scene.vocabulary.unit_of(metric), facts_for(scene, metric, None, _middles(scene, bound, metric))
        for ids in itertools.chain.from_iterable(grid_rows(scene, at) for at in range(len(scene.vocabulary.facts.experiment.factors))):  # fmt: skip
            row = [f for f in held if f.level in ids]
            values = [v for f in row for v in in_unit(f, bound.number.unit, unit)]
            if len(row) > 1 and values and _both(bound.number, [min(values), max(values)]):
                return tuple(f.name for f in row)
    return ()


def _range(scene: Scene, bound: Bound) -> Ruling:
    """ "89–94%": minimum and maximum of a level, or of the levels' values."""
    number = bound.number
    label = names_of(scene, bound.metrics)
    consistent: list[str] = []
    against: list[Fact] = []
    spans: list[Fact] = []
    for metric in sorted(bound.metrics):
        unit = scene.vocabulary.unit_of(metric)
        for levels in (*bound.levels,) or (None,):
            lows = facts_for(scene, metric, levels, ["min"])
            highs = facts_for(scene, metric, levels, ["max"])
            if levels is None:
                lows, highs = _widest(lows, min), _widest(highs, max)
            for low in (*lows,) or (None,):
                for high in (*highs,) or (None,):
                    low_ok = low is None or agrees(number, in_unit(low, number.unit, unit))
                    high_ok = high is None or agrees(number, in_unit(high, number.unit, unit), high=True)
                    if (low or high) and low_ok and high_ok:
                        edge = low or high
                        if edge is not None and (low is None or high is None):
                            here = frozenset({edge.level}) if edge.level else levels
                            means = facts_for(scene, metric, here, list(CENTRAL))
                            if means and not any(_inside(number, v) for f in means for v in in_unit(f, number.unit, unit)):  # fmt: skip
                                continue  # by one end alone, though not even the mean lies inside
                        members = _members_outside(scene, bound, metric, levels)
                        if members:
                            return members
                        names = tuple(f.name for f in (low, high) if f)
                        return Ruling(
                            "supported",
                            f"{label}: {low.value if low else '?'}–{high.value if high else '?'}",
                            f"{label}: от {low.value if low else '?'} до {high.value if high else '?'}",
                            names,
                        )
            spans += [*lows, *highs]
            central = [
                f for f in facts_for(scene, metric, levels, None) if f.stat in _middles(scene, bound, metric)
            ] or [f for f in facts_for(scene, metric, levels, None) if f.stat in ("share", "last") and f.run is None]
            for fact in central:
                if fact.ci and len(fact.ci) == 2 and _both(number, fact.ci):
                    return Ruling("supported", f"interval of {fact.name}", f"интервал {fact.name}", (fact.name,))
                inside = any(_inside(number, v) for v in in_unit(fact, number.unit, unit))
                if inside or fact.stat not in (*CENTRAL, bound.stat):
                    consistent.append(fact.name)
                else:
                    against.append(fact)
            if levels is None and len(central) >= 2:
                values = [v for f in central for v in in_unit(f, number.unit, unit)]
                if values and _both(number, [min(values), max(values)]):
                    return Ruling(
                        "supported", f"{label} over the levels", f"{label} по уровням", tuple(f.name for f in central)
                    )
    if len(bound.levels) == 0 or any(len(ids) > 1 for ids in bound.levels):
        row = [
            f
            for m in sorted(bound.metrics)
            for ids in ((*bound.levels,) or (None,))
            for f in facts_for(scene, m, ids, _middles(scene, bound, m))
        ]
        values = [v for f in row for v in in_unit(f, number.unit, scene.vocabulary.unit_of(f.metric))]
        if values and _both(number, [min(values), max(values)]):
            return Ruling(
                "supported", f"{label} over the levels", f"{label} по уровням", tuple(f.name for f in row[:6])
            )
    if not bound.levels and (told := _row_of_grid(scene, bound)):
        return Ruling("unverifiable", f"{label} over one row of the grid", f"{label} по одному ряду сетки", told)
    only = bound.levels[0] if bound.levels else None
    share = (
        _correlation_as_share(scene, bound, only)
        or _part_of_whole(scene, bound, only)
        or _momentary(scene, bound, only)
    )
    if share:
        return share
    if spans and bound.levels:
        stays = _STAYS.search(scene.block.text[max(0, number.start - 40) : number.start]) and not consistent and against
        if not stays and _within(scene, number, spans) or holds_extremes(scene, bound):
            return _open_range(spans)
        lowest = next((f for f in spans if f.stat == "min"), None)
        highest = next((f for f in spans if f.stat == "max"), None)
        expected = f"{lowest.value if lowest else '?'}–{highest.value if highest else '?'}"
        return Ruling(
            "contradicted",
            f"{label} ranges {expected}",
            f"{label}: {expected}",
            tuple(f.name for f in spans[:4]),
            expected,
        )
    if spans and not bound.levels and _within(scene, number, spans):
        return _open_range(spans)
    if _DIFFERENCE.search(scene.block.text[max(0, number.start - 40) : number.start]) and bound.metric_source != "near":
        return _open_range(spans)
    if dips(scene, bound.place):
        ends = [v for f in spans for v in in_unit(f, number.unit, scene.vocabulary.unit_of(f.metric))]
        if not ends or any(_inside(number, v) for v in ends) or min(ends) <= number.low_value() <= max(ends):
            return _open_range(spans)
    if against:
        fact = against[0]
        return Ruling(
            "contradicted",
            f"{fact.name} = {fact.value:g} lies outside",
            f"{fact.name} = {fact.value:g} вне этого диапазона",
            (fact.name,),
            f"{fact.value:g}",
        )
    if bound.metric_source == "near" and not bound.levels and _ends_nowhere(scene, bound):
        if corridor := _in_corridor(scene, bound):
            return Ruling("supported", f"all values of {label} lie inside", f"все значения {label} лежат внутри", corridor)  # fmt: skip
        return Ruling(
            "contradicted",
            f"no value of {label} is an end of this range",
            f"ни одно значение {label} не является границей",
            tuple(consistent[:3]),
        )
    if spans and not bound.levels:
        return Ruling(
            "contradicted",
            f"no level of {label} has this range",
            f"такого диапазона у {label} нет ни при одном уровне",
            tuple(f.name for f in spans[:6]),
        )
    return Ruling(
        "unverifiable", f"the facts hold no range of {label}", f"в фактах нет диапазона {label}", tuple(consistent[:3])
    )


_DIFFERENCE = re.compile(
    r"\b(?:difference|gap|distance) between\s+$|(?<!\w)(?:разниц\w+|разрыв\w*|отличи\w+) между\s+$", re.I
)
#: Words that tell the whole range of a run, and not of some stretch of it.
_WHOLE_RANGE = re.compile(
    r"range|vari|fluctuat|between|from|колеб|варьир|диапазон|размах|разброс|предел|(?<!\w)от(?!\w)|(?<!\w)между(?!\w)",
    re.I,
)


def _within(scene: Scene, number: Number, spans: list[Fact]) -> bool:
    """Whether a range may be that of some stretch of the runs: it passes no extreme that is held, and is not told as the whole."""
    before = scene.block.text[max(0, number.start - 30) : number.start]
    if _WHOLE_RANGE.search(before) or scene.block.kind == "cell" or number.high is None:
        return False
    lows = [v for f in spans if f.stat == "min" for v in in_unit(f, number.unit, scene.vocabulary.unit_of(f.metric))]
    highs = [v for f in spans if f.stat == "max" for v in in_unit(f, number.unit, scene.vocabulary.unit_of(f.metric))]
    fits_low = not lows or number.low_value() >= min(lows) * 0.98
    fits_high = not highs or number.high[0].value <= max(highs) * 1.02
    hedged = number.hedge is not None or bool(re.search(r"[~≈(]\s*$", before))
    return fits_low and fits_high and (hedged or not lows or not highs)


_BETWEEN = re.compile(
    r"\b(?:between|within|inside)\W*$|(?<!\w)(?:между|внутри|в (?:пределах|диапазоне|промежутке)(?: от)?)\W*$", re.I
)
_STAYS = re.compile(r"\bwithin\b|(?<!\w)(?:в пределах|укладыв\w+|не выход\w+)(?!\w)", re.I)


def holds_extremes(scene: Scene, bound: Bound) -> bool:
    """ "Stays within 50–75%" of readings from 51 to 74: a corridor in which all of a level's values lie."""
    number = bound.number
    if number.high is None or not _STAYS.search(scene.block.text[max(0, number.start - 40) : number.start]):
        return False
    named = frozenset().union(*bound.levels) or frozenset(scene.vocabulary.level_ids)
    for metric, level in itertools.product(sorted(bound.metrics), sorted(named)):
        ends = facts_for(scene, metric, frozenset({level}), ["min", "max", *CENTRAL])
        values = [v for f in ends for v in in_unit(f, number.unit, scene.vocabulary.unit_of(metric))]
        stats = {f.stat for f in ends}
        if len(stats) > 1 and stats & {"min", "max"} and all(_inside(number, value) for value in values):
            return True
    return False


def _open_range(spans: list[Fact]) -> Ruling:
    return Ruling(
        "unverifiable",
        "the facts hold no range of this stretch",
        "в фактах нет диапазона этого участка",
        tuple(f.name for f in spans[:4]),
    )


_JOINTLY = re.compile(r"together|combined|in sum|вместе|в сумме|суммарно", re.I)


def _in_corridor(scene: Scene, bound: Bound) -> tuple[str, ...]:
    """ "Lies between 200 and 300 MB/s at every level": the facts where the ends are round, and each level's value is between them; else none."""
    number = bound.number
    ends = [reading.value / reading.quantum for reading in (number.readings[0], *(number.high or [])[:1])]
    is_round = all(len(f"{abs(end):.0f}".rstrip("0")) <= 2 for end in ends)
    if not is_round or not _BETWEEN.search(scene.block.text[max(0, number.start - 24) : number.start]):
        return ()
    vocabulary = scene.vocabulary
    held = [
        vocabulary.central(metric, level, None) for metric in sorted(bound.metrics) for level in vocabulary.level_ids
    ]
    facts = [fact for fact in held if fact is not None]
    values = [in_unit(fact, number.unit, vocabulary.unit_of(fact.metric)) for fact in facts]
    inside = len(facts) == len(held) and all(any(_inside(number, one) for one in row) for row in values)
    return tuple(fact.name for fact in facts[:6]) if inside else ()


def _ends_nowhere(scene: Scene, bound: Bound) -> bool:
    """Whether the high or the low end of a range is no value that the facts hold of the metric, nor near one."""
    number = bound.number
    held = [
        v
        for m in sorted(bound.metrics)
        for f in scene.vocabulary.by_metric.get(m, ())
        if f.stat not in CORRELATIONS
        for v in in_unit(f, number.unit, scene.vocabulary.unit_of(m))
    ]
    ends = [v for m in bound.metrics for f in scene.vocabulary.by_metric.get(m, ()) for v in f.ci or ()]
    if len(held) < 2 or number.hedge is not None or scene.matches(_JOINTLY):
        return False
    return not agrees(number, [*held, *ends]) or not agrees(number, [*held, *ends], high=True)


def _widest(facts: list[Fact], pick: Callable[..., object]) -> list[Fact]:
    """All of them, the extreme over the levels first."""
    return sorted(facts, key=lambda f: f.value, reverse=pick is max)


def _both(number: Number, pair: list[float]) -> bool:
    return agrees(number, [pair[0]]) and agrees(number, [pair[1]], high=True)


def _inside(number: Number, value: float) -> bool:
    return any(
        low.value - low.quantum / 2 <= value <= high.value + high.quantum / 2
        for low in number.readings
        for high in number.high or ()
    )


def _members_outside(scene: Scene, bound: Bound, metric: str, levels: frozenset[str] | None) -> Ruling | None:
    """A range of "read/write latency" must hold the means of read and of write latency."""
    for member in members_of(scene, metric):
        for fact in facts_for(scene, member, levels, list(CENTRAL)):
            if not any(
                _inside(bound.number, v) for v in in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(member))
            ):
                return Ruling(
                    "contradicted", f"{fact.name} = {fact.value:g} is a mean outside the range stated for both",
                    f"{fact.name} = {fact.value:g}: среднее лежит вне диапазона, указанного для обоих", (fact.name,), f"{fact.value:g}",
                )  # fmt: skip
    return None


def members_of(scene: Scene, metric: str) -> list[str]:
    """The metrics that a joint name ("задержки чтения/записи") speaks of together."""
    held = scene.vocabulary.metrics.get(metric)
    if held is None:
        return []
    for names in held.names.values():
        for name in names:
            if "/" not in name or name.lower() in ("mb/s", "мб/с"):
                continue
            words = {
                w
                for name_ in scene.vocabulary.names
                if metric in name_.metrics and name_.text == name
                for w in name_.words
            }
            found = []
            for other in scene.vocabulary.metrics:
                if other == metric:
                    continue
                rows = [n.words for n in scene.vocabulary.names if other in n.metrics and 2 <= len(n.words) <= 3]
                if any(all(any(part & w for w in words) for part in row) for row in rows):
                    found.append(other)
            if len(found) >= 2:
                return found
    return []


def _of_another_pair(scene: Scene, bound: Bound, pair: set[str], pool: list[Fact]) -> Ruling | None:
    """ "A falls as B grows (r = -0.72)" where -0.72 is of A and C, of which nothing here speaks; None where that is open."""
    named = {next(iter(m.metrics)) for m in scene.mentions.metrics if m.exact and len(m.metrics) == 1}
    if len(pair) != 2 or not pair <= named or bound.number.high is not None or bound.number.hedge is not None:
        return None
    if any({f.metric, f.partner} == pair for f in pool) or significant_digits(bound.number.text) < 2:
        return None
    places = [m.first for m in scene.mentions.metrics if m.metrics <= pair and m.first < bound.place]
    words = [t.index for t in scene.tokens[: bound.place] if t.has("correlate") or t.lower in ("r", "ρ", "rho")]
    if not places or not words or min(places) < words[-1] < max(places):
        return None  # "with a strong correlation of A (0.72)": with what is not said
    around = frozenset().union(
        named,
        *(m.metrics for block in scene.surroundings for m in scene.world.mentions_of(block).metrics),
        *(m.metrics for m in (scene.former.mentions.metrics if scene.former is not None else ())),
    )
    levels = frozenset().union(*bound.levels) if bound.levels else scene.inherited_levels
    held = [
        f
        for f in pool
        if len({f.metric, f.partner} & pair) == 1
        and not {f.metric, f.partner or ""} <= around
        and agrees(bound.number, [f.value])
        and (not levels or f.level is None or f.level in levels)
    ]
    if not held:
        return None
    fact = held[0]
    text = f"{fact.name} = {fact.value:g}"
    return Ruling(
        "contradicted", f"{text}: the coefficient of another pair", f"{text}: коэффициент другой пары", (fact.name,)
    )


_BY_SIZE = re.compile(r"(?<!\w)по (?:модулю|абсолютной величине)|\bin (?:absolute|magnitude)|\babsolute value", re.I)


_JOINED = {"versus", "vs", "against", "with", "and", "с", "со", "и", "от", "~", "–", "-", "—", "/", "×", "over", "to"}


def pair_before(scene: Scene, bound: Bound) -> list[str] | None:
    """ "TPS versus wa: −0.33 → −0.91": the two metrics that are joined right before a row of coefficients, if facts pair them."""
    named = [m for m in scene.mentions.metrics if not m.modifier and m.metrics and m.last < bound.place]
    if len(named) < 2 or named[-2].metrics & named[-1].metrics or bound.number.readings[0].quantum > 0.01:
        return None
    gap = scene.tokens[named[-2].last + 1 : named[-1].first]
    if not gap or len(gap) > 2 or not all(t.lower in _JOINED for t in gap):
        return None
    words = scene.tokens[named[-1].last + 1 : bound.place]
    if any(t.text in ";." for t in words):
        return None
    both = named[-2].metrics | named[-1].metrics
    held = [f for f in scene.vocabulary.correlated if {f.metric, f.partner} <= both]
    return sorted({m for f in held for m in (f.metric, f.partner) if m}) if held else None


_ELSEWHERE = re.compile(
    r"\b(?:elsewhere|(?:in|at|for|of) the (?:others?|rest|remaining))\b|(?<!\w)(?:в|у|при|на) (?:остальн|других|прочих)\w*",
    re.I,
)


def _before(scene: Scene, bound: Bound) -> str:
    """The text of the clause before a number."""
    first = max((t.index + 1 for t in scene.tokens[: bound.place] if t.text == ";"), default=0)
    return scene.text_of(first, bound.place)


def judge_correlation(scene: Scene, bound: Bound, metrics: list[str]) -> Ruling:
    """A correlation coefficient of two metrics (or of one with whatever it is paired with)."""
    number = bound.number
    wanted = [bound.stat] if bound.stat in ("spearman", "partial") else ["pearson", "spearman", "partial"]
    pool = [f for f in scene.vocabulary.correlated if f.stat in wanted]
    pair = set(metrics)
    if len(pair) >= 2:
        fitting = [f for f in pool if {f.metric, f.partner} <= pair and f.metric != f.partner]
    else:
        fitting = [f for f in pool if not pair or f.metric in pair or f.partner in pair]
    specs: list[frozenset[str] | None] = list(bound.levels) or [None]
    ranges = number.high is not None or number.hedge in ("over", "under")
    if ranges and len(specs) == 1 and specs[0] and _ELSEWHERE.search(_before(scene, bound)):
        specs = [frozenset(scene.vocabulary.level_ids) - specs[0]]  # "at 0 r = 0.72; elsewhere between 0.39 and 0.51"
    used: list[str] = []
    for levels in specs:
        here = [f for f in fitting if levels is None or f.level in levels or f.level is None]
        if not here:
            other = _of_another_pair(scene, bound, pair, pool)
            return other or Ruling(
                "unverifiable", "the facts hold no such correlation", "в фактах нет такой корреляции"
            )
        if number.hedge in ("over", "under"):
            past = [
                f
                for f in here
                if (f.value > number.low_value() if number.hedge == "under" else f.value < number.low_value())
            ]
            if not past:
                used += [f.name for f in here]
                continue
            if never_passed(scene.block.text, number):
                text = f"{past[0].name} = {past[0].value:g}"
                return Ruling("contradicted", text, text, tuple(f.name for f in past[:4]), f"{past[0].value:g}")
        sizes = bool(_BY_SIZE.search(scene.sentence.text))
        match = next((f for f in here if agrees(number, [f.value, abs(f.value)] if sizes else [f.value])), None)
        if match is None and number.high is not None:
            values = [f.value for f in here]
            if _both(number, [min(values), max(values)]) or any(_both(number, f.ci) for f in here if f.ci):
                match = here[0]
        if match is None:
            expected = display(here[0].value, number.readings[0])
            return Ruling(
                "contradicted",
                f"{here[0].name} is {here[0].value:g}",
                f"{here[0].name} равно {here[0].value:g}",
                tuple(f.name for f in here[:4]),
                expected,
            )
        used.append(match.name)
    return Ruling("supported", "the coefficient of the facts", "коэффициент как в фактах", tuple(used))
