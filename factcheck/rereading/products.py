"""Finds the product or the quotient of two things that the text speaks of: a share of a total, a count times a mean, so much for each of something.

"That is 65 MB/s of page images", "4.4 transactions a flush", "seven passes of 2.9 minutes, 20 minutes in all", "about 15 for each core": told in
passing, such a number is the value of no metric that stands beside it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.environment import entries
from factcheck.reading.units import compatible, convert, unit_named
from factcheck.rereading.spoken_of import Spoken, spoken_of

_EACH = re.compile(
    r"\b(?:each|every|apiece|a piece|divid\w+|one \w+ (?:serves|carries|takes|costs|gives|yields|handles|accounts))\b"
    r"|\b(?:per|an?) (?!second|minute|hour|day|run|cent)\w+|(?<!\w)(?:кажд\w+|дел\w*|подел\w+|приходится|штук\w*)(?!\w)"
    r"|(?<!\w)на (?:одн\w+|транзакци\w+|запрос\w*|соединени\w+|клиент\w*|ядро|ядра|сесси\w+|воркер\w*|процент\w*|коммит\w*|строк\w+|операци\w+|вызов\w*|заказ\w*)(?!\w)",
    re.I,
)
_SURELY = re.compile(
    r"\b(?:multipl\w+|divid\w+|for each|for every|for one|per (?:core|client|connection|session|worker|transaction|commit|query|request|order|call)|one \w+ (?:serves|carries|costs|handles)|together|in total|altogether)\b"
    r"|(?<!\w)(?:умнож\w+|помнож\w+|раздел\w+|подел\w+|на (?:кажд\w+|одн\w+)|приходится|вместе|суммарн\w*|в сумме|всего|итого)(?!\w)",
    re.I,
)
_TIMED = re.compile(
    r"\b(?:by the end|over the (?:run|hour|test|night|whole)|in (?:total|all)|altogether|a run|per run|during the)\b|(?<!\w)(?:за (?:весь |один )?(?:прогон|час|тест|опыт|ночь)|к концу|суммарн\w*|всего|в сумме|итого)(?!\w)",
    re.I,
)
_SHARED = ("share",)
_TIME = unit_named("s")


def product_or_quotient(scene: Scene, bound: Bound, beside: bool = False) -> str | None:
    """What two spoken things give the number by one multiplication or division, in words; None when none does.

    Where its metric and its level both stand `beside` the number it is that value, unless the sentence says that it is worked out.
    """
    number = bound.number
    if number.kind != "value" or number.high is not None or number.signed:
        return None
    if number.dimension in ("percent", "points"):
        return _part_of_the_machine(scene, bound)
    if beside and not scene.matches(_SURELY):
        return None
    return next(_of_two(scene, bound, spoken_of(scene, bound)), None)


def _part_of_the_machine(scene: Scene, bound: Bound) -> str | None:
    """ "24 GB, that is 75% of the memory": a level's own size as a part of what the machine has."""
    for key, held, unit in entries(scene):
        for level in scene.vocabulary.level_ids:
            size = re.fullmatch(r"(\d+(?:[.,]\d+)?) ?([^\W\d]+)", level)
            own = unit_named(size[2]) if size is not None else None
            if size is None or own is None or unit is None or own.dimension != unit.dimension or not held:
                continue
            parts = [value / held * 100 for value in convert(float(size[1].replace(",", ".")), own, unit)]
            if agrees(bound.number, parts):
                return f"{level} / {key}"
    return None


def _of_two(scene: Scene, bound: Bound, spoken: Spoken) -> Iterator[str]:
    each = _EACH.search(scene.sentence.text) is not None
    for level in spoken.levels:
        held = [f for m in spoken.metrics if (f := scene.vocabulary.central(m, level)) is not None and f.value]
        for one, two in itertools.permutations(held, 2):
            times = _factor(scene, one, two)
            if times and _states(scene, bound, two, times):
                yield f"{one.name} · {two.name}"
            elif each and _quotient(scene, bound, one, two):
                yield f"{one.name} / {two.name}"
        if each:
            sizes = _sizes(scene, level)
            yield from (f"{f.name} / {v:g}" for f in held for v in sizes if _states(scene, bound, f, 1 / v))
    yield from _over_the_window(scene, bound, spoken, each)
    yield from _of_two_numbers(scene, bound)


def _states(scene: Scene, bound: Bound, fact: Fact, times: float) -> bool:
    """Whether the number is so many times a fact, in a unit of the fact's own kind."""
    unit = scene.vocabulary.unit_of(fact.metric)
    if bound.number.unit is not None and not compatible(bound.number.unit, unit):
        return False
    return agrees(bound.number, [value * times for value in in_unit(fact, bound.number.unit, unit)])


def _factor(scene: Scene, one: Fact, two: Fact) -> float:
    """What the first fact multiplies the second by: a share of it, or so many of it; 0 where it does neither."""
    if one.stat in _SHARED and two.stat not in _SHARED:
        return one.value / 100
    return one.value if _counts(scene, one) and not _counts(scene, two) else 0.0


def _counts(scene: Scene, fact: Fact) -> bool:
    """Whether a fact counts something: passes, calls, files."""
    return fact.stat == "count" or scene.vocabulary.unit_of(fact.metric) is None and fact.unit in (None, "", "1", "count") and fact.value >= 2 and fact.stat != "share"  # fmt: skip


def _quotient(scene: Scene, bound: Bound, one: Fact, two: Fact) -> bool:
    """Whether the number is one value for each of another: both by the second, or of their own units."""
    number = bound.number
    if number.unit is not None and number.dimension != "frequency":
        unit = scene.vocabulary.unit_of(one.metric)
        return compatible(number.unit, unit) and _states(scene, bound, one, 1 / two.value)
    return one.stat == two.stat and agrees(
        number, [one.value / two.value * scene.vocabulary.scale_between(one.metric, two.metric)]
    )


def _sizes(scene: Scene, level: str) -> list[float]:
    """What the environment and the level itself count: cores, clients, connections."""
    found: list[float] = []
    environment = scene.vocabulary.facts.experiment.environment or {}
    found += [float(v) for v in environment.values() if isinstance(v, int | float) and not isinstance(v, bool)]
    for factor in scene.vocabulary.facts.experiment.factors[:1]:
        if len(scene.vocabulary.facts.experiment.factors) == 1 and factor.unit in (None, "1"):
            found += [float(level)] if re.fullmatch(r"\d+", level) else []
    return [value for value in dict.fromkeys(found) if value > 1]


def _over_the_window(scene: Scene, bound: Bound, spoken: Spoken, each: bool) -> Iterator[str]:
    """A rate over the whole run ("6.9 TPS a minute, roughly 830 by the end"), or the run's time for each of a count ("a vacuum every seven seconds")."""
    seconds = _run_seconds(scene)
    if not seconds:
        return
    number = bound.number
    if each and number.dimension == "time":
        for level in spoken.levels:
            for metric in spoken.metrics:
                fact = scene.vocabulary.central(metric, level)
                if fact is not None and fact.value > 1 and _counts(scene, fact):
                    if agrees(number, convert(seconds / fact.value, _TIME, number.unit)):
                        yield f"{seconds:g} s / {fact.name}"
    if not scene.matches(_TIMED):
        return
    rates = [b.number.low_value() for b in scene.bounds.values() if b is not bound and b.number.kind == "value"]
    for rate in rates:
        if agrees(number, [abs(rate) * seconds, abs(rate) * seconds / 60]):
            yield f"{rate:g} over {seconds:g} s"


def _run_seconds(scene: Scene) -> float:
    """How long a run took, as the environment tells it."""
    for key, value in (scene.vocabulary.facts.experiment.environment or {}).items():
        if not isinstance(value, int | float) or isinstance(value, bool) or "duration" not in key:
            continue
        scale = 60.0 if "min" in key else 3600.0 if "hour" in key or key.endswith("_h") else 1.0
        return float(value) * scale
    return 0.0


def _of_two_numbers(scene: Scene, bound: Bound) -> Iterator[str]:
    """ "8,372 pages of 2 MB, which amounts to some 16.4 GB": the product of two numbers of the sentence, one a bare count."""
    number = bound.number
    if number.unit is None:
        return
    values = [
        t.number for t in scene.tokens if t.number is not None and t.index < bound.place and t.number.kind == "value"
    ]
    for one, two in itertools.permutations(values, 2):
        if one.unit is not None or two.unit is None or not compatible(number.unit, two.unit) or one.low_value() <= 1:
            continue
        if agrees(number, convert(one.low_value() * two.low_value(), two.unit, number.unit)):
            yield f"{one.text.strip()} · {two.text.strip()}"
