"""Withholds the refusal of a number whose own words say that it is no plain value of the level that was bound: a saving, a sum, the next level, a share of a whole that is named.

Each rule asks the facts whether the number is what its words say; only then does the refusal give way.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.units import convert

_SAVING = re.compile(
    r"\b(?:saving|gain|cut|loss|drop|jump|step|increase|rise|fall|decrease)s?, (?:of )?$|"
    r"\b(?:comparison|difference|gap|saving|gain|increase)s? (?:yields?|gives?|is|was|amounts to|comes to|makes)(?: only| just| about)? $|"
    r"(?<!\w)(?:экономи|выигрыш|прибавк|скач|прирост|снижени|рост|потер)\w*, (?:в )?$|"
    r"(?<!\w)(?:сравнени|разниц|разрыв|экономи|выигрыш|прирост)\w* (?:да[её]т|составляет|составил\w?|—)(?: лишь| только| всего)? $",
    re.I,
)
_TOGETHER = re.compile(
    r"\b(?:the|these|those|all) (?:two|three|four) (?:of them )?(?:together|combined)|\bboth (?:together|combined)|(?<!\w)(?:вдвоём|вдвоем|обе вместе|оба вместе|эти (?:два|две|три) (?:\w+ )?вместе|вместе они|вместе эти|в сумме они)(?!\w)",
    re.I,
)
_NEXT = re.compile(
    r"\bthe next (?:value|level|step|size|setting|one|notch)\b[^.;:]{0,30}$|(?<!\w)следующ\w+ (?:значени|уров|шаг|ступен|размер|вариант)\w*[^.;:]{0,30}$",
    re.I,
)
_BURSTS = re.compile(r"\b(?:bursts?|spikes?|surges?)\b|(?<!\w)(?:всплеск|выброс|скачк)\w*", re.I)
_OF_ALL = re.compile(
    r"^\s*(?:of (?:all )?(?:the )?(?:total )?|(?:от |из )?(?:всех|всего|общего числа)\s)(?P<what>[\w ]{3,24})", re.I
)
_HOLDS_FOR = re.compile(
    r"\b(?:the same|this|it) (?:(?:also )?(?:holds|goes|applies|is true)) (?:for|at|with|of) $|(?<!\w)то же (?:самое )?(?:верно|справедливо|и|относится|можно сказать)(?: \w+)? (?:при|для|к|у|о) $",
    re.I,
)


def told_otherwise(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> Ruling:
    """The ruling on a number, open where its own words say of it something else, which the facts bear out."""
    if ruling.verdict != "contradicted" or scene.block.kind == "cell":
        return ruling
    if predicate == "delta":
        return _open(_of_what_failed(scene, bound), ruling)
    if predicate != "value":
        return ruling
    before = scene.sentence.text[: scene.tokens[bound.place].start - scene.tokens[0].start]
    after = scene.block.text[bound.number.end : bound.number.end + 60]
    rules = (
        _SAVING.search(before) is not None and _is_difference(scene, bound),
        _TOGETHER.search(before) is not None and bound.number.dimension == "percent",
        _NEXT.search(before) is not None and _is_next(scene, bound),
        _BURSTS.search(before) is not None and bool(bound.metrics) and _held(scene, bound, "max"),
        _HOLDS_FOR.search(before) is not None and _names_level(scene, bound),
        _of_the_whole_named(scene, bound, after),
        _ends_of_grid(scene, bound),
    )
    return _open(any(rules), ruling)


def _open(so: bool, ruling: Ruling) -> Ruling:
    if not so:
        return ruling
    return Ruling(
        "unverifiable", f"told of something else ({ruling.en})", f"сказано о другом ({ruling.ru})", ruling.facts
    )


def _agree(scene: Scene, bound: Bound, facts: list[Fact]) -> list[Fact]:
    unit_of = scene.vocabulary.unit_of
    return [f for f in facts if agrees(bound.number, in_unit(f, bound.number.unit, unit_of(f.metric)))]


def _rows(scene: Scene, bound: Bound) -> Iterator[list[Fact]]:
    """The values over the levels of each statistic of the metrics that are spoken of."""
    for metric in sorted(bound.metrics):
        for stat in sorted(scene.vocabulary.stats_of(metric)):
            yield [fact for _, fact in scene.vocabulary.series(metric, stat)]


def _is_difference(scene: Scene, bound: Bound) -> bool:
    """ "The largest single saving, 15.2 ms": by how much one statistic of two levels differs."""
    unit = scene.vocabulary.unit_of
    return any(
        agrees(bound.number, convert(round(abs(one.value - two.value), 9), unit(one.metric), bound.number.unit))
        for row in _rows(scene, bound)
        for one, two in itertools.combinations(row, 2)
    )


def _is_next(scene: Scene, bound: Bound) -> bool:
    """ "Stop at 15: the next value needs 96 s": the value of the level that follows."""
    order, levels = scene.vocabulary.numeric_order, {level for ids in bound.levels for level in ids}
    if len(levels) != 1 or not levels <= set(order):
        return False
    place = order.index(min(levels)) + 1
    row = [f for facts in _rows(scene, bound) for f in facts if place < len(order) and f.level == order[place]]
    return bool(_agree(scene, bound, row))


def _held(scene: Scene, bound: Bound, stat: str) -> bool:
    """ "Write bursts …: 1,406 MB/s": a maximum, of a level that is not told."""
    facts = [f for metric in bound.metrics for f in scene.vocabulary.values(metric, stat, any_level=True)]
    levels = {level for ids in bound.levels for level in ids}
    return bool(_agree(scene, bound, [f for f in facts if not levels or f.level in levels]))


def _names_level(scene: Scene, bound: Bound) -> bool:
    """ "The same holds for 10 ms": the level, with the unit of its parameter."""
    return any(f"{reading.value:g}" in scene.vocabulary.level_ids for reading in bound.number.readings)


def _of_the_whole_named(scene: Scene, bound: Bound, after: str) -> bool:
    """ "Ожидания ввода-вывода составляют 59,4% всех ожиданий": a share of the whole that is named, of what is called much like another metric."""
    whole = _OF_ALL.match(after) if bound.number.dimension == "percent" else None
    loose = bound.metric_at is not None and bound.metric_at.text.lower() not in scene.sentence.lower_text
    if whole is None or not loose or any(scene.vocabulary.values(m, "share", any_level=True) for m in bound.metrics):
        return False
    levels = {level for ids in bound.levels for level in ids}
    shares = [f for f in scene.vocabulary.shares if f.denominator and (not levels or f.level in levels)]
    return bool(_agree(scene, bound, shares))


def _ends_of_grid(scene: Scene, bound: Bound) -> bool:
    """ "WALWrite goes from 23.5% to 19.1% and does not change between 10 and 20": the levels are those of the next clause."""
    words = [t.lower for t in scene.tokens[bound.place - 1 : bound.place + 3]]
    pair = next((t for t in scene.tokens[bound.place + 1 : bound.place + 3] if t.number is not None), None)
    if pair is None or words[:1] not in (["from"], ["с"], ["со"]) or not {"to", "до"} & set(words):
        return False
    levels = scene.mentions.levels
    joint = next((t.index for t in scene.tokens[pair.index :] if t.lower in ("and", "и", "but", "но")), None)
    if joint is None or not levels or min(m.first for m in levels) < joint:
        return False
    order, second = scene.vocabulary.numeric_order, scene.bounds[pair.index].number
    for metric in sorted(bound.metrics):
        unit = scene.vocabulary.unit_of(metric)
        for stat in sorted(scene.vocabulary.stats_of(metric)):
            row = dict(scene.vocabulary.series(metric, stat))
            one, two = row.get(order[0]), row.get(order[-1])
            if one is None or two is None or not agrees(bound.number, in_unit(one, bound.number.unit, unit)):
                continue
            if agrees(second, in_unit(two, second.unit, unit)):
                return True
    return False


def _of_what_failed(scene: Scene, bound: Bound) -> bool:
    """ "I/O waits ate 36% of the time at 0.3, ten points more than at 0.9": how far a value goes that was not found under its metric."""
    former = [one for at, one in sorted(scene.bounds.items()) if at < bound.place]
    if not former or bound.number.dimension not in ("percent", "points"):
        return False
    one = former[-1]
    open_value = (
        one.predicate in ("value", "share") and one.verdict == "unverifiable" and one.number.dimension == "percent"
    )
    return (
        open_value
        and one.metrics == bound.metrics
        and one.metric_at is bound.metric_at
        and bound.place - one.place <= 14
    )
