"""Finds the change or the multiple that a number tells by a statistic or between levels that the text speaks of elsewhere: "37% worse than 15s at p99".

A change is judged by the central values of the levels nearest to it. Where the sentence names another statistic, or the value that is compared
was told with its own level before, the change is of those: "at its fullest the queue held 29.9 requests, five times the A figure".
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import pairs_for
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.reading.units import compatible
from factcheck.rereading.derived import times_agree, way_of
from factcheck.rereading.spoken_of import PERCENTILE, Spoken, said_statistics, spoken_of, value_of

_CENTRAL = ("mean", "median", "count", "share", "last")
_OF_BASE = re.compile(
    r"\b(?:baseline|defaults?|shipped|unmodified|initial|original)\b|(?<!\w)(?:базов|умолчани|исходн|первоначальн|изначальн)\w*",
    re.I,
)
_GAP = re.compile(
    r"\b(?:gap|difference|distance|between|apart|above|below|over|spread)\b|(?<!\w)(?:разрыв|разниц|расстояни|между|отрыв|выше|ниже)\w*",
    re.I,
)
_COMPARES = ("against", "vs", "versus", "than", "over", "below", "above", "против", "чем", "к", "относительно")
_AHEAD = re.compile(r"\bahead\b|(?<!\w)(?:впереди|опереж)\w*")
_BEHIND = re.compile(r"\bbehind\b|(?<!\w)(?:позади|отста)\w*")
_LEADER = re.compile(r"\b(?:winner|leader|best|champion|top)\b|(?<!\w)(?:победител|лидер|лучш)\w*", re.I)
_LOSER = re.compile(r"\b(?:loser|worst|outsider)\b|(?<!\w)(?:аутсайдер|худш|отстающ)\w*", re.I)


def another_change(scene: Scene, bound: Bound, predicate: str) -> str | None:
    """What the number tells by another statistic, or between other levels that are spoken of; None when nothing gives it."""
    number = bound.number
    multiplied = predicate == "value" and number.unit is None and _multiplied(scene, bound)
    if multiplied:
        spoken = spoken_of(scene, bound)
        rows = [scene.vocabulary.series(metric) for metric in spoken.metrics]
        pairs = ((a, b) for row in rows for (_, a), (_, b) in itertools.permutations(row, 2) if a.value)
        return next((f"{b.name} / {a.name}" for a, b in pairs if agrees(number, [b.value / a.value])), None)
    within = _of_two_statistics(scene, bound)
    if within is not None:
        return within
    amount = (
        number.dimension == "percent" and bound.metric_source != "near" and len(re.sub(r"\D", "", number.text)) >= 3
    )
    if predicate not in ("delta", "ratio", "share") and not amount or number.high is not None:
        return None
    if number.dimension not in ("percent", "points") and number.kind != "times" and not number.fraction:
        return None
    spoken = spoken_of(scene, bound)
    return next(_changes(scene, bound, spoken), None)


def _of_two_statistics(scene: Scene, bound: Bound) -> str | None:
    """ "p99 is 3.5 times its mean", "the gap between p95 and p99 grows to 41.7 ms": two statistics of one level that the sentence names."""
    said = [one for one in said_statistics(scene) if one not in ("stddev", "amplitude")]
    if len(said) < 2 or bound.number.high is not None:
        return None
    own = [i for ids in bound.levels for i in sorted(ids)] or sorted(scene.inherited_levels)
    for metric in sorted(bound.metrics | scene.inherited_metrics):
        for level in own:
            held = [f for stat in said if (f := value_of(scene, metric, stat, level)) is not None and f.value]
            for one, two in itertools.permutations(held, 2):
                if one.stat != two.stat and (_is_change(scene, bound, one, two) or _is_apart(scene, bound, one, two)):
                    return f"{two.name} − {one.name}"
    return None


def _is_apart(scene: Scene, bound: Bound, one: Fact, two: Fact) -> bool:
    """Whether the number is how far two values stand apart, in their own unit, where a gap is spoken of."""
    unit = scene.vocabulary.unit_of(one.metric)
    if bound.number.unit is None or not compatible(bound.number.unit, unit) or not scene.matches(_GAP):
        return False
    rows = zip(in_unit(two, bound.number.unit, unit), in_unit(one, bound.number.unit, unit), strict=False)
    return agrees(bound.number, [abs(a - b) for a, b in rows])


def _multiplied(scene: Scene, bound: Bound) -> bool:
    """ "multiplies the throughput by 3.7", "умножает скорость на 3,7"."""
    before = scene.tokens[max(0, bound.place - 8) : bound.place]
    by = bool(before) and before[-1].lower in ("by", "на")
    return by and any(t.lower.startswith(("multipl", "умнож")) for t in before)


def _changes(scene: Scene, bound: Bound, spoken: Spoken) -> Iterator[str]:
    explicit = _explicit(scene, bound)
    vague = bound.number.kind == "times" and bound.number.readings[0].quantum == 0 or bound.number.fraction
    for metric in _metrics(scene, bound, spoken):
        way = _way(scene, bound, metric)
        for stat, sure in _stats(scene, bound, spoken, metric):
            if vague and not sure or explicit and metric in bound.metrics and stat in _CENTRAL:
                continue  # what is compared is said: only another metric, or a statistic that is named, may be meant
            for one, two in _pairs(scene, bound, spoken, metric):
                if explicit and frozenset((one, two)) not in explicit:
                    continue
                a, b = value_of(scene, metric, stat, one), value_of(scene, metric, stat, two)
                if a is None or b is None or not a.value or way and (b.value > a.value) != (way > 0):
                    continue
                if _is_change(scene, bound, a, b):
                    yield f"{b.name} / {a.name}"


def _explicit(scene: Scene, bound: Bound) -> set[frozenset[str]]:
    """The pairs of levels that the sentence names for this number, where there is but one parameter."""
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        return set()
    pairs = pairs_for(scene, bound.levels[0] if bound.levels else None, bound.place)
    return {frozenset((pair.base, pair.level)) for pair in pairs if pair.explicit}


def _metrics(scene: Scene, bound: Bound, spoken: Spoken) -> list[str]:
    """The bound metric, and where none stands beside the number all that is spoken of."""
    if bound.metric_source == "near" and bound.metric_at is not None and bound.metric_at.exact:
        return sorted(bound.metrics)
    primary = scene.vocabulary.facts.experiment.primary
    gains = primary is not None and primary not in spoken.metrics and len(re.sub(r"\D", "", bound.number.text)) >= 3
    return [*spoken.metrics, *([primary] if primary is not None and gains else [])]


def _stats(scene: Scene, bound: Bound, spoken: Spoken, metric: str) -> list[tuple[str, bool]]:
    """The statistics to try, and whether each is told of this metric by a value, or by a word that is not "mean"."""
    behind = _statistic_behind(scene, bound)
    if behind is not None:
        return [(behind, True)]
    told = {fact.stat for fact in spoken.told if fact.metric == metric}
    found = [(stat, stat in told or stat not in _CENTRAL) for stat in spoken.stats]
    return [*found, *((stat, False) for stat in _CENTRAL if stat not in spoken.stats)]


def _pairs(scene: Scene, bound: Bound, spoken: Spoken, metric: str) -> list[tuple[str, str]]:
    """(base, level): pairs that the form of the sentence allows."""
    vocabulary = scene.vocabulary
    levels = [*spoken.levels, *_extreme_level(scene, metric)]
    pairs = list(itertools.permutations(dict.fromkeys(levels), 2))
    roles = {role: _of_role(scene, role) for role in ("from", "to", "than")}
    own = frozenset().union(*bound.levels) if bound.levels and bound.level_source == "own" else frozenset()
    base = vocabulary.special("baseline")
    if roles["from"] and roles["to"]:
        pairs = [(a, b) for a, b in pairs if a in roles["from"] and b in roles["to"]]
    against = _against(scene, bound) or roles["than"]
    if against:
        pairs = [(a, b) for a, b in pairs if a in against]
    elif base and scene.matches(_OF_BASE):
        pairs = [(a, b) for a, b in pairs if a in base]
    if bound.number.signed and not roles["from"]:
        order = vocabulary.order_of  # told the other way round every change has the other sign
        pairs = [(a, b) for a, b in pairs if a in base or b not in base and order(a) < order(b)]
    if own and not against & own:
        pairs = [(a, b) for a, b in pairs if (a in own and b in own if len(own) > 1 else a in own or b in own)]
    whole = {i for m in scene.mentions.levels if len(m.ids) == 1 for i in m.ids} | {f.level for f in spoken.told}
    whole |= set(_extreme_level(scene, metric)) | base
    return [(a, b) for a, b in pairs if {a, b} <= whole or _comparable(scene, a, b)]


def _statistic_behind(scene: Scene, bound: Bound) -> str | None:
    """The statistic that is said right behind the number: "20% at p95", "в 11 раз по максимуму"."""
    for token in scene.tokens[bound.place + 1 : bound.place + 6]:
        if token.number is not None and token.number.is_value or token.text in ",;":
            return None
        if token.statistic or PERCENTILE.fullmatch(token.lower):
            return token.statistic or token.lower
    return None


def _way(scene: Scene, bound: Bound, metric: str) -> int:
    """The direction that is said of the change; "behind" and "ahead" are worse and better."""
    behind = " ".join(t.lower for t in scene.tokens[bound.place + 1 : bound.place + 4])
    before = scene.tokens[bound.place - 2].lower + " " + scene.tokens[bound.place - 1].lower if bound.place > 1 else ""
    better = scene.vocabulary.better(metric)
    for pattern, good in ((_AHEAD, 1), (_BEHIND, -1)):
        if better in ("higher", "lower") and (pattern.search(behind) or pattern.search(before)):
            return good if better == "higher" else -good
    return way_of(scene, bound, metric)


def _against(scene: Scene, bound: Bound) -> frozenset[str]:
    """The level right behind the number that it is compared with: "20.4% against 0"."""
    near = [m for m in scene.mentions.levels if bound.place < m.first <= bound.place + 5]
    if not near:
        return frozenset()
    gap = [t.lower for t in scene.tokens[bound.place + 1 : near[0].first]]
    return near[0].ids if near[0].role == "than" or any(word in _COMPARES for word in gap) else frozenset()


def _of_role(scene: Scene, role: str) -> frozenset[str]:
    return frozenset(i for m in scene.mentions.levels if m.role == role for i in m.ids)


def _comparable(scene: Scene, one: str, two: str) -> bool:
    """Whether two cells of a grid differ in one factor."""
    if len(scene.vocabulary.facts.experiment.factors) <= 1:
        return True
    return len(scene.vocabulary.apart(one, two)) == 1


def _extreme_level(scene: Scene, metric: str) -> list[str]:
    """The level that "the winner" or "the slowest" is by this metric."""
    text = scene.sentence.text
    best, worst = _LEADER.search(text), _LOSER.search(text)
    better = scene.vocabulary.better(metric)
    row = scene.vocabulary.series(metric)
    if not (best or worst) or better not in ("higher", "lower") or not row:
        return []
    top = (better == "higher") == bool(best)
    ranked = sorted(row, key=lambda pair: pair[1].value, reverse=top)
    return [ranked[0][0]]


def _is_change(scene: Scene, bound: Bound, one: Fact, two: Fact) -> bool:
    """Whether the number is how much the second value differs from the first, or how often it holds it."""
    number = bound.number
    if number.kind == "times":
        return times_agree(number, abs(two.value / one.value))
    change = (two.value - one.value) / abs(one.value) * 100
    if number.fraction:
        return agrees(number, [abs(change)]) and abs(change) <= 1.5 * number.low_value()
    if number.signed and change * number.low_value() < 0:
        return False
    unit = scene.vocabulary.unit_of(one.metric)
    if number.dimension == "points":
        return unit is not None and unit.dimension == "percent" and agrees(number, [abs(two.value - one.value)])
    if number.dimension == "percent":
        return agrees(number, [change, abs(change)])
    if number.unit is not None and not compatible(number.unit, unit):
        return False
    rows = zip(in_unit(two, number.unit, unit), in_unit(one, number.unit, unit), strict=False)
    return agrees(number, [abs(a - b) for a, b in rows])
