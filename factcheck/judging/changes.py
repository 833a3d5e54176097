"""Judges by how much something changed: percent, points, differences and ratios, with their base and their direction."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from factcheck.binding.agreement import agrees, as_multiple, display, hedged_agrees, in_unit
from factcheck.binding.arguments import clause_bounds
from factcheck.binding.bound import AT_TIMES, OF_RUNS, Bound
from factcheck.binding.operands import clause_speaks_of_else
from factcheck.binding.pairs import DOWN, UP, Pair, changes_pct, differences, pairs_for, parameter_words, ratios
from factcheck.binding.parameter import may_be_parameter
from factcheck.binding.scene import Scene
from factcheck.binding.surroundings import of_a_group
from factcheck.forms.facts import Fact, Window
from factcheck.judging.values import names_of
from factcheck.judging.verdicts import Ruling
from factcheck.judging.windows import windows_at
from factcheck.reading.numbers import Number, Reading
from factcheck.reading.sentences import Token
from factcheck.reading.units import compatible, convert

_UPS = ("up.intransitive", "up.transitive", "up.noun", "up.comparative")
_DOWNS = ("down.intransitive", "down.transitive", "down.noun", "down.comparative")


#: Behind these words what follows is told of something else: "на 38,5 % при росте us", "by 12% with a rise of waits".
_NEXT_CLAUSE = {"при", "с", "со", "with", "while", "and", "и", "а", "but", "но", "at", "despite", "несмотря", "ценой"}
_ADDS = {"добавить", "добавлять", "прибавить", "прибавлять", "add"}


#: "вчетверо с лишним меньше": the word stands behind.
_WITH_MORE = (["с", "лишним"], ["с", "небольшим"], ["с", "гаком"])

_OF_SPEED = ("faster", "быстрее", "quicker", "slower", "медленнее")


def direction_of(scene: Scene, token: Token, metrics: frozenset[str]) -> int:
    """The way a word says that the value goes: +1, -1, or 0 when it does not say (or the metric has no better side)."""
    higher = token.has("up.comparative", "down.comparative")
    levels = scene.mentions.levels  # "30 опережает 60" in latency: lower
    ahead = any(m.last == token.index - 1 or 0 < m.first - token.index <= 2 for m in levels)
    if token.has("better", "worse") and (not higher or ahead):
        units = [scene.vocabulary.unit_of(metric) for metric in metrics]
        if (
            token.lower in _OF_SPEED
            and units
            and all(u is not None and u.dimension in ("bandwidth", "frequency") for u in units)
        ):
            return UP if token.has("better") else DOWN  # a rate that is faster is higher, whether that is good or not
        sides = {scene.vocabulary.better(metric) for metric in metrics}
        if len(sides) != 1 or None in sides:
            return 0
        good = UP if sides == {"higher"} else DOWN
        return good if token.has("better") else -good
    if token.has(*_UPS):
        return UP
    if token.has(*_DOWNS):
        return DOWN
    return 0


def is_multiple_of_the_next(scene: Scene, place: int) -> bool:
    """ "Less throughput at twice the latency": of what is named behind it, whose side the number itself says."""
    tokens = scene.tokens
    if not place or tokens[place].lower not in ("twice", "half", "double", "triple") or tokens[place - 1].lower not in ("at", "for", "with"):  # fmt: skip
        return False
    return any(m.first in (place + 1, place + 2) and m.metrics for m in scene.mentions.metrics)


def direction_said(scene: Scene, bound: Bound) -> tuple[int, Token | None]:
    """The direction stated for a change: by its sign or by the nearest direction word that is not the parameter's."""
    number, tokens, place = bound.number, scene.tokens, bound.place
    if is_multiple_of_the_next(scene, place):
        return 0, None
    own = parameter_words(scene)
    ahead = place + 3 if [t.lower for t in tokens[place + 1 : place + 3]] in _WITH_MORE else place + 1
    after = [t for t in tokens[ahead : ahead + 3] if t.index not in own]
    if (
        after
        and after[0].lower == "off"
        and any(t.stems & {"take", "tak", "cut", "knock", "shave", "shav"} for t in tokens[max(0, place - 3) : place])
    ):
        return DOWN, after[0]  # "takes 40% off read latency"
    for token in after:
        if token.number is not None or token.text in ",;" or token.lower in _NEXT_CLAUSE:
            break
        if token.lower == "more" and tokens[token.index - 1].lower == "once":
            break  # "halved once more"
        if token.has("up.comparative", "down.comparative", "better", "worse", "up.noun", "down.noun"):
            # "на 5% выше" and "5% drop", but not "на 5% снижение параметра"
            way = direction_of(scene, token, bound.metrics)
            if way:
                return way, token
    at = (
        place - 2
        if place > 1 and tokens[place - 1].lower in ("by", "about", "some", "roughly", "around", "~")
        else place - 1
    )
    adverb = tokens[at].lower if place else ""
    if adverb in ("up", "down") and not (at and tokens[at - 1].stems & {"make", "made", "mak", "end", "wind", "go"}):
        return (UP if adverb == "up" else DOWN), tokens[at]
    if number.signed:
        return (DOWN if number.low_value() < 0 else UP), None
    if number.kind == "times" and number.readings[0].quantum == 0:
        spoken = number.text.lower()
        if spoken.startswith("halv"):
            return DOWN, tokens[place]
        if spoken.startswith(("doubl", "tripl", "quadr", "удв", "утро")) and spoken not in ("double", "triple"):
            return UP, tokens[place]
    for token in reversed(tokens[:place]):
        if token.text == ";" or token.wall >= 6 and token.lower not in ("что",):
            break
        if token.index in own:
            continue
        if token.stems & _ADDS and {t.lower for t in tokens[token.index + 1 : place]} & {
            "к",
            "ещё",
            "еще",
            "to",
            "another",
            "further",
        }:
            return 0, None  # "adds another 14.3% to this": on the way that was told before
        if (
            token.number is not None
            and token.number.is_value
            and token.index not in scene.mentions.level_tokens
            and reads_change_number(token.number)
        ):
            between = tokens[token.index + 1 : place]
            if not all(t.lower in (",", "и", "and", "на", "by", "or", "или", "(", ")") for t in between):
                # a direction word before another change belongs to that one
                if any(t.has(*_UPS, *_DOWNS, "better", "worse") for t in between):
                    continue
                break
        way = direction_of(scene, token, bound.metrics)
        if (
            way
            and token.has("up.comparative", "down.comparative")
            and token.lower in ("более", "менее", "more", "less", "over", "above", "below", "больше", "меньше")
            and place - token.index <= 2
            and not (number.dimension == "percent" and tokens[place - 1].lower in ("на", "by"))  # "больше на 6%"
            and not (number.kind == "times" and tokens[place - 1].lower == "в")  # "меньше в 1,8 раза"
        ):
            continue
        if way and place - token.index <= 4 and token.has("up.comparative", "down.comparative") and [t.lower for t in tokens[token.index + 1 : place] if t.text != ","] in _THAN_BY:  # fmt: skip
            continue  # «сокращает больше чем на треть»
        if way:
            return way, token
    return 0, None


_THAN_BY = (["чем", "на"], ["чем", "в"], ["than", "by"])


def reads_change_number(number: Number) -> bool:
    return number.dimension in ("percent", "points") or number.kind == "times"


_BEATS = re.compile(r"\b(?:beats?|outperform\w*|outpac\w+|(?:is|comes out) ahead)\b|(?<!\w)(?:обгоня|опережа|превосход|обош[её]?л|выигрыва)\w*", re.I)  # fmt: skip


def _reached(scene: Scene, bound: Bound) -> frozenset[str]:
    """The one metric of the value that a change leads to, right behind it, where what was spoken of before is in another unit: "by 35% to 268 s"."""
    row = scene.tokens[bound.place + 1 : bound.place + 3]
    number = row[1].number if len(row) == 2 and row[0].lower in ("to", "до") else None
    unit_of = scene.vocabulary.unit_of
    if (
        number is None
        or number.unit is None
        or any(unit_of(m) is not None and compatible(number.unit, unit_of(m)) for m in bound.metrics)
    ):
        return frozenset()
    levels = bound.levels[0] if bound.levels else frozenset(scene.vocabulary.level_ids)
    held = [f for f in scene.vocabulary.facts.facts if f.level in levels and f.stat == (bound.stat or "mean") and compatible(number.unit, unit_of(f.metric))]  # fmt: skip
    found = frozenset(f.metric for f in held if agrees(number, in_unit(f, number.unit, unit_of(f.metric))))
    return found if len(found) == 1 else frozenset()


_LASTING = re.compile(r"\s*%?\s*(?:longer|shorter|дольше|короче)(?!\w)", re.I)


def _is_timed(scene: Scene, bound: Bound) -> bool:
    """Whether a metric that a change was bound to is told in time, or has no unit that says otherwise."""
    units = [scene.vocabulary.unit_of(metric) for metric in bound.metrics]
    return any(unit is None or unit.dimension in ("time", None) for unit in units) or bound.metric_source == "own"


def judge_change(scene: Scene, bound: Bound) -> Ruling:
    """The ruling on "на 29% ниже", "+4.2%", "by 3.7 points", "на 4 мс меньше"."""
    if (joined := _joined_range(scene, bound)) is not None:
        bound.number = joined
        if (ranged := _range_of_changes(scene, bound, direction_said(scene, bound)[0])) is not None:
            return ranged
    number = bound.number
    if _in_one_run(scene, bound.place):
        return Ruling("unverifiable", "of one of the runs", "об одном из прогонов")
    targets = bound.levels[0] if bound.levels else None
    pairs = pairs_for(scene, targets, bound.place, within=True)
    primary = scene.vocabulary.facts.experiment.primary
    beside = any(m.role == "than" and 0 < bound.place - m.last <= 3 for m in scene.mentions.levels)
    if not bound.metrics and number.signed and primary is not None and beside:
        bound.metrics = scene.inherited_metrics or frozenset({primary})  # "128 against 16: -19.6%"
    reached = _reached(scene, bound)
    if reached and bound.metric_source == "inherited":
        bound.metrics = reached  # "the mean drops by 35% to 268 s": of what is measured in seconds
    way, _ = direction_said(scene, bound)
    near_pair = _values_beside(scene, bound)
    tried: list[tuple[float, tuple[str, ...]]] = []
    said = _bound_pair(scene, bound)
    if said is not None:
        pairs, bound.stat, bound.stat_superlative = [said[0], *pairs], said[1] or bound.stat, False
        pairs = [said[0]]
    if not way and not number.signed and of_a_difference(scene, bound.place):
        # "a difference of 2.5%" says no direction: either way round will do
        pairs = [*pairs, *(Pair(pair.level, pair.base, pair.explicit) for pair in pairs if pair.explicit)]
    for metric in sorted(bound.metrics):
        for pair in pairs:
            for value, names in _expected(scene, metric, pair, bound):
                tried.append((value, names))
                if _fits(number, value, way):
                    return Ruling(
                        "supported",
                        f"{metric}: {pair.base} → {pair.level} is {value:+.4g}",
                        f"{metric}: {pair.base} → {pair.level} — это {value:+.4g}",
                        names,
                    )
    if tried and _LASTING.match(scene.block.text, number.end) and not _is_timed(scene, bound):
        return Ruling("unverifiable", "of a time, which is not named", "о времени, которое не названо")
    if near_pair is not None and _has_subject_of_its_own(scene, bound):
        return Ruling("unverifiable", "of what the clause names itself", "о том, что названо в самой части")
    if near_pair is not None and (not tried or not bound.metrics):
        return _arithmetic(number, near_pair, way)
    if not tried:
        inside = _within_level(scene, bound, way)
        if inside:
            return inside
        label = names_of(scene, bound.metrics)
        return Ruling(
            "unverifiable",
            f"the facts hold no comparison of {label or 'this'} for these levels",
            f"в фактах нет такого сравнения для {label}" if label else "в фактах нет такого сравнения",
        )
    inside = _within_level(scene, bound, way)
    if inside is not None and inside.verdict == "supported":
        return inside
    if number.high is not None and not any(pair.explicit for pair in pairs):
        if (ranged := _range_of_changes(scene, bound, way)) is not None:
            return ranged
    if _is_gap_elsewhere(scene, bound):
        return Ruling("unverifiable", "of what it is a difference is not said", "о какой разнице речь, не сказано")
    if _of_another_time(scene, bound, way):
        return Ruling("unverifiable", "what is faster is not said", "не сказано, что быстрее")
    if bound.metric_source == "inherited" and primary is not None and scene.matches(_BEATS):
        for pair in pairs if primary not in bound.metrics else ():
            won = [one for value, one in _expected(scene, primary, pair, bound) if agrees(number, [abs(value)])]
            if won:  # "64MB does beat the smaller sizes: by 28.4% over 1MB": in what is decided on
                return Ruling("supported", f"{primary}: {pair.base} → {pair.level}", f"{primary}: {pair.base} → {pair.level}", won[0])  # fmt: skip
    value, names = tried[0]
    low = number.readings[0]
    expected = display(value if way or number.signed else abs(value), low)
    if hedged_agrees(abs(value), Reading(abs(low.value), low.quantum), number.hedge):
        return Ruling(
            "contradicted",
            f"the change is {value:+.4g}: the direction is the other one",
            f"изменение {value:+.4g}: направление обратное",
            names,
            f"{value:+.3g}",
        )
    return Ruling(
        "contradicted", f"by the facts the change is {value:+.4g}", f"по фактам изменение {value:+.4g}", names, expected
    )


def _joined_range(scene: Scene, bound: Bound) -> Number | None:
    """ "Lower by 3.9% to 5.4%", "на 3,9% до 5,4%", of what is not measured in percent: the two numbers are the ends of a range of changes."""
    tokens, place = scene.tokens, bound.place
    units = [scene.vocabulary.unit_of(metric) for metric in bound.metrics]
    if (
        bound.number.dimension != "percent"
        or not units
        or any(u is not None and u.dimension == "percent" for u in units)
    ):
        return None
    for low, high in ((place, place + 2), (place - 2, place)):
        if low < 1 or high >= len(tokens) or tokens[low + 1].lower not in ("to", "до"):
            continue
        one, two = tokens[low].number, tokens[high].number
        if one is None or two is None or {one.dimension, two.dimension} != {"percent"} or one.high or two.high:
            continue
        if tokens[low - 1].lower not in ("from", "с", "со") and one.low_value() < two.low_value():
            return replace(one, high=two.readings)
    return None


def _range_of_changes(scene: Scene, bound: Bound, way: int) -> Ruling | None:
    """ "Between 3.3% and 6.1% improvement": the least and the most of the changes between any two levels; open where one lies inside, None where none does."""
    number, inside = bound.number, False
    values: list[float] = []
    for metric in sorted(bound.metrics):
        for pair in _of_one_factor(scene):
            for value, _ in _expected(scene, metric, pair, bound):
                inside = inside or _fits(number, value, way)
                values += [abs(value)] if not way or value * way > 0 else []
    if agrees(number, values) and agrees(number, values, high=True):
        return Ruling("supported", "two of the changes", "два из изменений")
    return Ruling("unverifiable", "of which changes is not said", "каких изменений, не сказано") if inside else None


_MANY_LEVELS = 60


def _of_one_factor(scene: Scene) -> list[Pair]:
    """The pairs of levels, in a grid of those in one row of it, of which the second is not the baseline."""
    factors = scene.vocabulary.facts.experiment.factors
    found = []
    for one, two in itertools.permutations(scene.vocabulary.level_ids[:_MANY_LEVELS], 2):
        cells = [side.split("/") if len(factors) > 1 else [side] for side in (one, two)]
        if len(cells[0]) != len(factors) or len(cells[1]) != len(factors):
            continue
        varied = [(factor, b) for factor, a, b in zip(factors, *cells, strict=True) if a != b]
        if len(varied) == 1 and varied[0][0].baseline != varied[0][1]:
            found.append(Pair(one, two, False))
    return found


def _of_another_time(scene: Scene, bound: Bound, way: int) -> bool:
    """ "Before: 74.2 ms; after: 6.7 ms; 91% faster": of a time or a rate that the sentence does not name, and that does change so."""
    number, behind = bound.number, scene.tokens[bound.place + 1 : bound.place + 2]
    fast = bool(behind) and behind[0].lower in _OF_SPEED and number.dimension == "percent" and number.high is None
    if (
        not fast
        or bound.metric_source in ("near", "own")
        or any(m.metrics & bound.metrics for m in scene.mentions.metrics)
    ):
        return False
    of_speed = [
        m
        for m in scene.vocabulary.metrics
        if (unit := scene.vocabulary.unit_of(m)) is not None and unit.dimension in _DIMENSIONS
    ]
    pairs = _of_one_factor(scene)
    good = UP if behind[0].has("better") else DOWN
    return any(
        agrees(number, [abs(value)]) and value * (good if scene.vocabulary.better(metric) == "higher" else -good) > 0
        for metric in of_speed
        for pair in pairs
        for value, _ in _expected(scene, metric, pair, bound)
    )


def _is_gap_elsewhere(scene: Scene, bound: Bound) -> bool:
    """ "A 13.4 ms difference in the 95th percentile": of the metric that is meant, where the sentence names none, or of another of its statistics."""
    number, unit_of = bound.number, scene.vocabulary.unit_of
    if number.unit is None or reads_change_number(number) or number.high is not None:
        return False
    named = bound.metric_source in ("near", "own")
    rows: dict[tuple[str, str], list[float]] = {}
    for fact in scene.vocabulary.facts.facts:
        if fact.partner is None and fact.run is None and not (named and fact.metric not in bound.metrics):
            rows.setdefault((fact.metric, fact.stat), []).extend(in_unit(fact, number.unit, unit_of(fact.metric)))
    return any(
        agrees(number, [abs(a - b)]) for row in rows.values() for a, b in itertools.combinations(row[:_MANY_LEVELS], 2)
    )


_DIMENSIONS = ("time", "frequency", "bandwidth")


def _in_one_run(scene: Scene, place: int) -> bool:
    """ "Ahead in all five blocks, once by only 22 tps", "в первом блоке на 22 tps": by how much in some of the runs, which no mean tells."""
    start = next((t.index for t in reversed(scene.tokens[:place]) if t.text in ",;(:"), -1)
    part = scene.tokens[start + 1 : place]
    return any(
        t.lower in AT_TIMES
        and not (t.index and scene.tokens[t.index - 1].lower == "at")
        or t.index > start + 1
        and bool(t.stems & OF_RUNS)
        and scene.tokens[t.index - 1].lower in _ORDINALS
        for t in part
    )


_ORDINALS = {
    *("one", "first", "second", "third", "fourth", "fifth", "last", "final"),
    *("одном", "одну", "первом", "первую", "втором", "вторую", "третьем", "третью", "четвёртом", "четвертом", "пятом", "последнем", "последнюю"),
}  # fmt: skip


_LIKE = {"between", "между", "within", "equivalent", "эквивалентный"}


def of_a_difference(scene: Scene, place: int) -> bool:
    """Whether a change is told with no way, so that either level may be its base: "they differ by 2.5%"; "costs 23%" tells it of the former."""
    start, stop = clause_bounds(scene, place)
    return any(t.has("differ", "noise") or t.stems & _LIKE or t.lower in _LIKE for t in scene.tokens[start : stop + 1])


def _expected(scene: Scene, metric: str, pair: Pair, bound: Bound) -> list[tuple[float, tuple[str, ...]]]:
    number = bound.number
    stat = (
        bound.stat if bound.stat in ("max", "min", "median", "mean", "p95", "p99", "stddev", "first", "last") else None
    )
    if bound.stat_superlative and stat in ("max", "min") and stat not in scene.vocabulary.stats_of(metric):
        stat = None
    unit = scene.vocabulary.unit_of(metric)
    if number.dimension == "points":
        return (
            [(value, names) for value, names, _ in differences(scene, metric, pair, stat)]
            if unit is not None and unit.dimension == "percent"
            else []
        )
    if number.dimension == "percent":
        changes = changes_pct(scene, metric, pair, stat)
        estimated = [(value, names) for value, names in changes if names[0].startswith("effect ")]
        return estimated if estimated and _is_estimate(scene) else changes
    found = []
    for value, names, _ in differences(scene, metric, pair, stat):
        for shown_value in convert(value, unit, number.unit):
            found.append((shown_value, names))
    for effect in scene.vocabulary.effects(metric):
        if effect.effect_abs is not None and (effect.level, effect.baseline) == (pair.level, pair.base):
            found.append((effect.effect_abs, (f"effect {metric} {effect.level} vs {effect.baseline}",)))
    return found


_INTERVAL = re.compile(
    r"(?:9[059]|confidence|доверит)[^.;]{0,24}(?:\binterval|интервал|\bCI\b|\bДИ\b)|interval of the effect|интервал эффекта|estimated effect|оценка эффекта",
    re.I,
)


def _is_estimate(scene: Scene) -> bool:
    """Whether a change is told with its interval, or in a column of effects: then it is the estimate, no quotient of means."""
    header = scene.block.column_header
    if header is not None and re.search(r"\beffect|(?<!\w)эффект", header.text, re.I):
        return True
    return scene.matches(_INTERVAL)


def _fits(number: Number, value: float, way: int) -> bool:
    if way and value and (value > 0) != (way > 0) and abs(value) > 1e-12:
        return False
    for reading in number.readings:
        if hedged_agrees(abs(value), Reading(abs(reading.value), reading.quantum), number.hedge, number.open_end):
            if number.high is None:
                return True
        if number.high is not None:
            ends = sorted((abs(reading.value), abs(number.high[0].value)))
            if ends[0] - reading.quantum / 2 <= abs(value) <= ends[1] + reading.quantum / 2:
                return True
    return False


def _bound_pair(scene: Scene, bound: Bound) -> tuple[Pair, str | None] | None:
    """The two values of the sentence, with levels of their own, that a change is told of: "от 270 (1 мин) до 1284 (30 мин)"."""
    row = [
        other for place, other in scene.bounds.items()
        if place != bound.place and other.number.kind == "value" and other.number.high is None and not reads_change_number(other.number)
        and other.level_source in ("own", "sequence") and len(other.levels) == 1 and len(other.levels[0]) == 1 and other.metrics & bound.metrics
        and not any(t.text == ";" for t in scene.tokens[min(place, bound.place) : max(place, bound.place)])
    ]  # fmt: skip
    if len(row) != 2 or row[0].levels == row[1].levels:
        return None
    one, two = (next(iter(other.levels[0])) for other in row)
    words = [t.lower for t in scene.tokens[row[0].place : row[1].place]]
    if any(word in ("против", "vs", "versus", "against", "than", "чем") for word in words):
        one, two = two, one
    elif not any(word in ("до", "to", "→", "->") for word in words):
        return None
    return Pair(one, two, True), row[0].stat if row[0].stat == row[1].stat else None


def _values_beside(scene: Scene, bound: Bound) -> tuple[float, float] | None:
    """The two values of "с A до B" (or "A → B") beside a change, for arithmetic inside the text."""
    tokens = scene.tokens
    values = [
        t
        for t in tokens
        if t.number
        and t.number.kind == "value"
        and t.number.high is None
        and t.index != bound.place
        and t.index not in scene.mentions.level_tokens
        and not reads_change_number(t.number)
    ]
    if not values and bound.number.dimension == "percent":
        values = [
            t
            for t in tokens
            if t.number
            and t.number.kind == "value"
            and t.index != bound.place
            and t.number.high is None
            and not t.number.signed
        ]
    for one, two in itertools.pairwise(values):
        between = [t.lower for t in tokens[one.index + 1 : two.index]]
        if any(word in ("до", "to", "→", "->") for word in between) and len(between) <= 8:
            assert one.number and two.number
            if abs(one.index - bound.place) <= 14:
                return one.number.low_value(), two.number.low_value()
    return None


_JOINS = {"and", "but", "while", "whereas", "и", "а", "но"}


def _has_subject_of_its_own(scene: Scene, bound: Bound) -> bool:
    """ "Wait climbs from 6.3% to 9.7% and the relation is 17% larger": an amount behind two values, of a noun that its clause begins with."""
    tokens = scene.tokens
    values = [t.index for t in tokens[: bound.place] if t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens]  # fmt: skip
    joined = next((t.index for t in tokens[values[-1] : bound.place] if t.lower in _JOINS), None) if values else None
    return joined is not None and clause_speaks_of_else(scene, bound.place)


def _arithmetic(number: Number, pair: tuple[float, float], way: int) -> Ruling:
    first, second = pair
    if not first:
        return Ruling("unverifiable", "the base is zero", "база равна нулю")
    if number.kind == "times":
        value = second / first if second >= first else first / second if second else float("inf")
    elif number.dimension == "percent":
        value = (second - first) / abs(first) * 100
    else:
        value = second - first
    if _fits(number, value, way if number.kind != "times" else 0):
        return Ruling(
            "supported",
            f"arithmetic of the sentence: {first:g} → {second:g}",
            f"арифметика предложения: {first:g} → {second:g}",
        )
    return Ruling(
        "contradicted",
        f"{first:g} → {second:g} is {value:+.4g}",
        f"{first:g} → {second:g} — это {value:+.4g}",
        (),
        display(value, number.readings[0]),
    )


def _within_level(scene: Scene, bound: Bound, way: int) -> Ruling | None:
    """A fall or rise inside a run: the depth of a drop, or between two statistics of one level."""
    if bound.number.dimension not in ("percent",):
        return None
    windows = [
        w
        for w in scene.vocabulary.facts.windows
        if w.depth_pct is not None and (not bound.metrics or w.metric in bound.metrics or w.metric is None)
    ]
    if bound.levels:
        windows = [
            w
            for w in windows
            if w.level is None
            or any(w.level in ids or scene.vocabulary.canonical(w.level) in ids for ids in bound.levels)
        ]
    if any(t.has("drop") or t.has("down.noun", "down.intransitive") for t in scene.tokens) and windows:
        for window in windows:
            if (
                way != UP
                and window.depth_pct is not None
                and agrees(bound.number, [window.depth_pct, -window.depth_pct])
            ):
                return Ruling(
                    "supported",
                    f"depth of the drop {window.depth_pct:g}%",
                    f"глубина просадки {window.depth_pct:g}%",
                    (f"window {window.level} {window.starts_at}",),
                )
    beside = _values_beside(scene, bound)
    if beside is not None:
        return _arithmetic(bound.number, beside, way)
    return None


_MORE = re.compile(r"\s*(?:больше|меньше|выше|ниже|быстрее|медленнее|чаще|реже|дольше|короче)(?!\w)", re.I)


_IN_TIMES = re.compile(
    r"(?<!\w)во?[\s\u00a0]+(?:(?:почти|примерно|приблизительно|около|более|менее|чем|целых|ровно|среднем|в|целые|какие-то|добрых)[\s\u00a0]+){0,3}[~≈×]?\s*$",
    re.I,
)


#: "Five times in twenty-five runs", "four times during the night": so often, and not so many times more.
_OFTEN = re.compile(
    r"\s+(?:in|over|during|across|within|out of) (?:(?:the|all|these|those|a|an|its|my|our|\d+|[a-z]+-?[a-z]*) ){1,3}?"
    r"(?:runs?|blocks?|nights?|hours?|minutes?|days?|repeats?|repetitions|series|experiments?|tests?|sessions?)\b",
    re.I,
)


_IN_A_ROW = re.compile(r"\s+(?:in a row|running|over)(?!\w)", re.I)
#: "Twice at 1 MB, once at 4": what is told beside "once" is counted; no multiple is one.
_ONCE = re.compile(r"\bonce (?:at|with|in|on|for|under|each)\b", re.I)
_HELD_TO = re.compile(r"\s+(?:as\b|that\b|what\b|(?:\w+er|more|less|fewer)\b)", re.I)


def is_how_often(text: str, number: Number) -> bool:
    """ "прогнали 7 раз", "five times in twenty-five runs": without "в" before it and a comparison behind it, this is no ratio."""
    if number.kind != "times" or _MORE.match(text, number.end):
        return False
    if re.search(r"(?<!\w)раза?$", text[number.start : number.end], re.I):
        return _IN_TIMES.search(text[max(0, number.start - 40) : number.start]) is None
    told = text[number.start : number.end].lower()
    if told == "twice" and _IN_A_ROW.match(text, number.end):
        return True
    if (
        told.endswith(("times", "twice"))
        and _ONCE.search(text[max(0, number.start - 100) : number.end + 100])
        and not _HELD_TO.match(text, number.end)
    ):
        return True
    return told.endswith("times") and _OFTEN.match(text, number.end) is not None


_OF_THE_BASE = re.compile(r"\s+(?:[\w-]+\s+){0,3}?(?:исходн|базов|baseline|default)", re.I)
_WIDELY = re.compile(r"\s+(?:as\s+|more\s+)?(?:widely|wide|wider|broadly)\b|\s+шире(?!\w)", re.I)


#: "Between 10 and 20 the drop is larger than between 2 and 10, more than twice", "превзошёл свой старт в 1,6 раза".
_OF_STEPS = re.compile(r"\bbetween\b.*\bthan between\b|(?<!\w)между(?!\w).*(?<!\w)чем между(?!\w)", re.I)
_OWN_START = re.compile(
    r"\bits (?:own )?(?:start\w*|beginning|initial \w+)|\bwhere it (?:started|began)|(?<!\w)сво(?:й|его|ему|им) (?:же )?(?:старт\w*|начал\w+|начальн\w+)",
    re.I,
)


def _beyond_a_colon(scene: Scene, bound: Bound) -> bool:
    """ "Для журналов годится off: скорость вдвое выше базовой": the metric that was taken stands before the colon."""
    named = [m.last for m in scene.mentions.metrics if m.last < bound.place and m.metrics & bound.metrics]
    loose = not any(m.exact and m.metrics & bound.metrics for m in scene.mentions.metrics)
    return loose and bool(named) and any(t.text in ":;" for t in scene.tokens[named[-1] : bound.place])


def _as_deep(scene: Scene, bound: Bound) -> Window | None:
    """ "The deepest crisis halved throughput": a drop that takes away as large a part."""
    rises = bound.number.text.lower().startswith(("doubl", "tripl", "quadr", "удво", "утро", "удва", "утра"))
    if not scene.has("drop") or scene.mentions.levels or rises or direction_said(scene, bound)[0] > 0:
        return None
    wanted = as_multiple(bound.number.low_value())
    held = [w for w in windows_at(scene, bound.levels[0] if bound.levels else None) if w.depth_pct is not None]
    return next((w for w in held if abs(100 / max(100 - (w.depth_pct or 0.0), 1.0) - wanted) <= 0.12 * wanted), None)


def judge_ratio(scene: Scene, bound: Bound) -> Ruling:
    """The ruling on "в 4,7 раза", "twice as high", "2x"."""
    number = bound.number
    targets = bound.levels[0] if bound.levels else None
    pairs = pairs_for(scene, targets, bound.place, within=scene.block.kind == "cell")
    way, _ = direction_said(scene, bound)
    stat = (
        bound.stat
        if bound.stat in ("max", "min", "median", "mean", "p95", "p99", "amplitude", "stddev", "slope")
        else None
    )
    if is_how_often(scene.block.text, number):
        return Ruling("unverifiable", "how often something was done", "сколько раз что-то сделано")
    if stat not in ("stddev", "amplitude") and _WIDELY.match(scene.block.text, number.end):
        return Ruling("unverifiable", "how widely the values scatter", "насколько широк разброс")
    loose = number.readings[0].quantum == 0
    said = _bound_pair(scene, bound)
    if said is not None:
        pairs, stat = [said[0]], said[1] or stat
    if _of_each_step(scene, bound) and len(bound.metrics) == 1 and not any(pair.explicit for pair in pairs):
        return _each_step(scene, bound, next(iter(bound.metrics)), stat)
    tried: list[tuple[float, tuple[str, ...]]] = []
    for metric in sorted(bound.metrics):
        for pair in pairs:
            for value, names in ratios(scene, metric, pair, stat):
                big = value if value >= 1 else 1 / value if value else float("inf")
                tried.append((big, names))
                if way and value != 1 and (value > 1) != (way > 0) and not _is_quotient(number):
                    continue
                if is_multiple(scene, bound, big):
                    return Ruling(
                        "supported",
                        f"{metric}: {pair.level} over {pair.base} is {value:.4g}",
                        f"{metric}: {pair.level} к {pair.base} — {value:.4g}",
                        names,
                    )
    beside = _values_beside(scene, bound)
    if beside is not None and not tried:
        return _arithmetic(number, beside, way)
    if not tried:
        return Ruling("unverifiable", "the facts hold no such ratio", "в фактах нет такого отношения")
    if _of_what_is_left_out(scene, bound):
        return Ruling("unverifiable", "of what a pronoun stands for", "о том, на что указывает местоимение")
    if (window := _as_deep(scene, bound)) is not None:
        text = f"depth of the drop {window.depth_pct:g}%"
        return Ruling("supported", text, f"глубина просадки {window.depth_pct:g}%", (f"window {window.level} {window.starts_at}",))  # fmt: skip
    if bound.metric_source == "near" and _beyond_a_colon(scene, bound) and clause_speaks_of_else(scene, bound.place):
        return Ruling("unverifiable", "of what the clause names itself", "о том, что названо в самой части")
    if _of_the_factor(scene, bound):
        return Ruling("unverifiable", "of the parameter, not of a result", "о параметре, а не о результате")
    base = scene.vocabulary.special("baseline")
    if _OF_THE_BASE.match(scene.block.text, number.end) and not any({pair.base, pair.level} & base for pair in pairs):
        return Ruling(
            "unverifiable", "of the baseline; of which level is not said", "об исходном уровне; о каком ещё, не сказано"
        )
    for former in _values_before(scene, bound) if stat is None else ():
        if former.level is None:
            continue
        own = [*pairs, *(Pair(one, former.level, True) for one in base if one != former.level)]
        held = [one for pair in own for one in ratios(scene, former.metric, pair, former.stat)]
        sided = former.stat != "slope"  # "erodes four times as fast": the word tells where it goes
        same = [names for value, names in held if value > 0 and is_multiple(scene, bound, max(value, 1 / value)) and (not sided or (value > 1) == (way >= 0))]  # fmt: skip
        if same:
            return Ruling("supported", "by the statistic told before it", "по статистике, названной раньше", same[0])
    if (way_open := _OF_STEPS.search(scene.sentence.text)) or _OWN_START.search(
        scene.text_of(*clause_bounds(scene, bound.place))
    ):
        en, ru = (
            ("of two differences", "о двух разностях")
            if way_open
            else ("against its own start", "к собственному началу")
        )
        return Ruling("unverifiable", en, ru)
    value, names = tried[0]
    return Ruling(
        "contradicted",
        f"by the facts the ratio is {value:.4g}",
        f"по фактам отношение равно {value:.4g}",
        names,
        display(value, number.readings[0] if not loose else Reading(1, 0.1)),
    )


def _is_quotient(number: Number) -> bool:
    """ "0.91x" in a column of quotients: one value over the other as it comes out, whichever is said to be ahead."""
    return number.kind == "times" and number.high is None and number.readings[0].quantum != 0 and 0 < number.low_value() < 1  # fmt: skip


def is_multiple(scene: Scene, bound: Bound, big: float) -> bool:
    """Whether a ratio, put as a multiple, is the one that is told: "4.1 times" exactly, "about four times" nearly."""
    number, wanted = bound.number, as_multiple(bound.number.low_value())
    low, high = number.readings[0], number.high[0] if number.high else None
    if high is not None and low.value - low.quantum / 2 <= big <= high.value + high.quantum / 2:
        return True
    if low.quantum != 0:
        return agrees(number, [1 / big if _is_quotient(number) else big])
    near = 0.2 if number.hedge == "about" and _roughly(scene, bound) else 0.12
    return abs(big - wanted) <= near * wanted or past(scene, bound.place, big, wanted)


def _values_before(scene: Scene, bound: Bound) -> list[Fact]:
    """ "p99: 33.9 ms, but still 2.4 times as bad as the baseline", "falls by 640 a minute (R² 0.7), four times the baseline's rate": the values of the same metric told before in the sentence, the last one first."""
    before = [scene.bounds[at] for at in sorted(scene.bounds, reverse=True) if at < bound.place and scene.bounds[at].verdict == "supported"]  # fmt: skip
    facts = [scene.vocabulary.by_name.get(name) for one in before for name in one.facts]
    return [fact for fact in facts if fact is not None and fact.metric in bound.metrics]


_EACH_STEP = re.compile(
    r"\b(?:every|each) (?:step|doubling|level)\b|(?<!\w)кажд\w+ (?:шаг\w*|удвоени\w+|ступен\w+)", re.I
)


def _of_each_step(scene: Scene, bound: Bound) -> bool:
    start, stop = clause_bounds(scene, bound.place)
    offset = scene.tokens[start].start
    found = _EACH_STEP.search(scene.block.text[offset : scene.tokens[stop].end])
    if found is None or offset + found.start() <= bound.number.start < offset + found.end():
        return False  # "grows with every doubling"
    return len(scene.vocabulary.facts.experiment.factors) == 1


def _each_step(scene: Scene, bound: Bound, metric: str, stat: str | None) -> Ruling:
    """ "It doubles at every step": so at each, the same way."""
    steps = [rows[0] for one, two in itertools.pairwise(scene.vocabulary.numeric_order) if (rows := ratios(scene, metric, Pair(one, two, False), stat))]  # fmt: skip
    text, names = (
        ", ".join(f"{value:.3g}" for value, _ in steps),
        tuple(dict.fromkeys(n for _, row in steps for n in row)),
    )
    wanted, least = as_multiple(bound.number.low_value()), 0.8 if bound.number.hedge in ("about", "nearly") else 0.88
    sizes = [value if value >= 1 else 1 / value for value, _ in steps if value > 0]
    alike = len({value > 1 for value, _ in steps}) == 1
    most = 1.6 if bound.number.hedge == "over" else 2 - least
    if len(steps) > 1 and alike and all(least * wanted <= size <= most * wanted for size in sizes):
        return Ruling("supported", f"{metric}: {text}", f"{metric}: {text}", names)
    return Ruling("unverifiable", f"not so at each step: {text}", f"не на каждом шаге: {text}", names)


_POINTING = re.compile(r"(?<!\w)(?:их|them|those)\s+(?:(?:почти|примерно|almost|nearly|about)\s+)?$", re.I)


def _of_what_is_left_out(scene: Scene, bound: Bound) -> bool:
    """ "Просадок было по одной; у базового их втрое больше", "любое сжатие урезает журнал больше чем вдвое": no metric and no pair of levels of its own."""
    before = scene.block.text[max(0, bound.number.start - 24) : bound.number.start]
    return _POINTING.search(before) is not None and bound.metric_source != "near" or of_a_group(scene, bound.place)


def _of_the_factor(scene: Scene, bound: Bound) -> bool:
    """ "We doubled work_mem": what was done to the parameter."""
    after = [t.index for t in scene.tokens[bound.place + 1 : bound.place + 4] if t.text not in ",;:"]
    verb = bound.number.readings[0].quantum == 0 and scene.tokens[bound.place].lower.startswith(
        ("doubl", "tripl", "halv", "quadr", "удво", "утро")
    )
    every = bound.place and scene.tokens[bound.place - 1].lower in ("every", "each")  # "with every doubling"
    named = any(place in after for place, _ in scene.mentions.factors)
    named = named or scene.tokens[bound.place].lower.endswith("ing") and any(may_be_parameter(scene, scene.tokens[place].text) for place in after)  # fmt: skip
    if verb and (bool(every) or named):
        return True
    return _of_its_levels(scene, bound)


_RAISING = re.compile(r"(?:(?<!\w)(?:увеличени|рост|подняти)\w*|\b(?:increase|raise|growth|rise)\b)(?: of)?(?: в| by)?\s*$", re.I)  # fmt: skip


_RAISED = re.compile(r"(?:[-\s]*fold|[-\s]*кратн\w+)?\s+(?:increase|growth|rise|raise|увеличени\w+|рост\w*|подняти\w+)(?!\w)", re.I)  # fmt: skip
_RAISES = ("raising", "increasing", "growing", "bumping", "увеличив")


def _of_its_levels(scene: Scene, bound: Bound) -> bool:
    """ "Увеличение в 64 раза удлинило восстановление", "a 64-fold increase made recovery longer": by how much the levels themselves lie apart."""
    text, number = scene.block.text, bound.number
    of = next((t.index for t in scene.tokens[bound.place + 2 :] if t.lower not in ("of", "in", "the")), -1)
    given = bound.place > 0 and scene.tokens[bound.place - 1].lower in (
        "при",
        "with",
    )  # "при пятикратном увеличении задержки"
    raised = _RAISED.match(text, number.end) and (given or not any(m.first == of for m in scene.mentions.metrics))
    if not raised and not _RAISING.search(text[max(0, number.start - 30) : number.start]) and not _raises_it(scene, bound.place):  # fmt: skip
        return False
    sizes = [level.number for level in scene.vocabulary.levels if level.number]
    return bool(sizes) and agrees(number, [a / b for a in sizes for b in sizes if a > b])


def _raises_it(scene: Scene, place: int) -> bool:
    """ "Raising the limit 64-fold made …": what is raised by so much is no metric."""
    before = scene.tokens[max(0, place - 5) : place]
    raises = [t.index for t in before if t.lower.startswith(_RAISES)]
    return bool(raises) and not any(raises[0] < m.first < place for m in scene.mentions.metrics)


_OVER = re.compile(r"(?:\bmore than|\bover|\bwell over|(?<!\w)более чем|(?<!\w)больше чем)\s+(?:в\s+)?$", re.I)


def past(scene: Scene, place: int, ratio: float, wanted: float) -> bool:
    """ "more than twice" of 2.4: a multiple in words that is said to be passed."""
    before = scene.sentence.text[: scene.tokens[place].start - scene.tokens[0].start]
    return bool(_OVER.search(before)) and wanted * 0.98 <= ratio <= wanted * 1.6


def _roughly(scene: Scene, bound: Bound) -> bool:
    return any(
        t.lower
        in ("roughly", "about", "примерно", "около", "почти", "almost", "nearly", "приблизительно", "approximately")
        for t in scene.tokens[max(0, bound.place - 3) : bound.place]
    )


def _of_a_run(scene: Scene, bound: Bound) -> bool:
    """ "No interval outside 16,880–19,310": the least and the most of a run, whose intervals are of time."""
    unit, of = bound.number.unit, scene.vocabulary.values
    levels = [level for ids in bound.levels for level in sorted(ids)] or scene.vocabulary.level_ids
    return any(
        agrees(bound.number, convert(low.value, scene.vocabulary.unit_of(metric), unit))
        and agrees(bound.number, convert(high.value, scene.vocabulary.unit_of(metric), unit), high=True)
        for metric in bound.metrics
        for level in levels
        for low in of(metric, "min", level)
        for high in of(metric, "max", level)
    )


def judge_interval(scene: Scene, bound: Bound) -> Ruling | None:
    """An interval stated beside an estimate; None when the facts hold none for what it is bound to."""
    number = bound.number
    targets = bound.levels[0] if bound.levels else None
    found: list[tuple[list[float], str]] = []
    for metric in sorted(bound.metrics):
        for pair in pairs_for(scene, targets, bound.place):
            held = scene.vocabulary.effect(metric, pair.level, pair.base)
            if held and held[0].ci_pct and len(held[0].ci_pct) == 2 and number.dimension in ("percent", "points", None):
                low, high = held[0].ci_pct
                if held[1]:
                    low, high = (1 / (1 + high / 100) - 1) * 100, (1 / (1 + low / 100) - 1) * 100
                found.append(([low, high], f"effect {metric} {held[0].level} vs {held[0].baseline}"))
        for fact in scene.vocabulary.by_metric.get(metric, ()):
            if (
                fact.ci
                and len(fact.ci) == 2
                and (not bound.levels or fact.level is None or any(fact.level in ids for ids in bound.levels))
            ):
                unit = scene.vocabulary.unit_of(metric)
                for low in convert(fact.ci[0], unit, number.unit):
                    for high in convert(fact.ci[1], unit, number.unit):
                        found.append(([low, high], fact.name))
    if not found:
        return None
    for (low, high), name in found:
        if agrees(number, [low]) and agrees(number, [high], high=True):
            return Ruling("supported", f"interval of {name}", f"интервал: {name}", (name,))
    if number.high is not None and _of_a_run(scene, bound):
        return None
    (low, high), name = found[0]
    return Ruling(
        "contradicted",
        f"the interval of {name} is {low:.4g} to {high:.4g}",
        f"интервал для {name}: от {low:.4g} до {high:.4g}",
        (name,),
        f"{low:.4g}–{high:.4g}",
    )
