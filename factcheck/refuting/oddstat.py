"""Refuses the one value of a row in prose that is of another statistic than the rest: "612 s without, 318 with 2, 264 with 4 and 251 with 8" where the last is a minimum.

A row of values of one metric, each with its level, or two that are held against each other, tells one statistic unless a word between says otherwise.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import agrees, in_unit, significant_digits
from factcheck.binding.arguments import PERCENTILES
from factcheck.binding.bound import Bound
from factcheck.binding.scene import STATS_SAID, Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.units import Unit

_LINKS = {",", "and", "и", "/", ";", "(", ")", "at", "with", "при", "с", "со", "у", "for", "on", "in", "under", "в", "на", "для", "then", "затем", "`", "—", "–", ":", "→", "->"}  # fmt: skip
_AGAINST = {"against", "vs", "versus", "vs.", "против", "instead", "вместо", "rather", "compared"}
_STATS = ("mean", "median", "max", "min", "p95", "p99", "stddev")
_EXTREME = re.compile(
    r"(?<!\w)(?:up to|as (?:high|low|much|little) as|down to|at (?:most|least|worst|best)|peak\w*|never|до|не (?:более|менее|выше|ниже)|пик\w*|худш\w*|лучш\w*|worst|best|sometimes|иногда|moment\w*|мгновен\w*|момент\w*|run\w*|прогон\w*)(?!\w)",
    re.I,
)


_EXTREME_SAID = re.compile(
    r"\b(?:peak|max|min|worst|best|highest|lowest|tail|percentile|p9\d|largest|longest|shortest)\w*|(?<!\w)(?:пик|максим|миним|худш|лучш|хвост|перцентил|наибольш|наименьш)\w*",
    re.I,
)


def judge_odd_statistics(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each value that is of another statistic than its row."""
    if scene.block.kind not in ("paragraph", "item", "lead") or len(bounds) < 2:
        return []
    found: list[Ruled] = [*_among_metrics(scene, bounds), *_beside_change(scene, bounds)]
    for row in _rows(scene, bounds):
        facts = [scene.vocabulary.by_name[bound.facts[0]] for bound in row]
        kinds = [fact.stat for fact in facts]
        usual = max(dict.fromkeys(kinds), key=kinds.count)
        odd = [at for at, kind in enumerate(kinds) if kind != usual]
        if len(row) == 2 and _said_of_first(scene, row[0], facts[0]):
            usual, odd = kinds[0], [1] if kinds[1] != kinds[0] else []
        elif len(row) == 2 and "mean" in kinds and _plain_pair(scene, row, facts):
            usual, odd = "mean", [at for at, kind in enumerate(kinds) if kind != "mean"]
        elif len(row) == 2 and (usual not in ("mean", "median") or not _held_against(scene, *row)):
            continue
        if len(odd) != 1:
            continue
        fact = facts[odd[0]]
        own = scene.vocabulary.values(fact.metric, usual, fact.level)
        bound = row[odd[0]]
        unit = scene.vocabulary.unit_of(fact.metric)
        if len(own) != 1 or agrees(bound.number, in_unit(own[0], bound.number.unit or _unit(row), unit)):
            continue
        if _one_of_its_kind(scene, row, fact):
            continue
        text = f"{own[0].name} is {own[0].value:g}; {fact.name} is {fact.value:g}"
        ru = f"{own[0].name} равно {own[0].value:g}; {fact.name} равно {fact.value:g}"
        ruling = Ruling("contradicted", text, ru, (own[0].name, fact.name), f"{own[0].value:g}")
        found.append((bound.place, bound.place, "value", ruling))
    return found


def _unit(row: list[Bound]) -> Unit | None:
    return next((bound.number.unit for bound in reversed(row) if bound.number.unit is not None), None)


def _one_of_its_kind(scene: Scene, row: list[Bound], odd: Fact) -> bool:
    """Whether all values of the row are also those of the odd one's statistic."""
    for bound in row:
        fact = scene.vocabulary.by_name[bound.facts[0]]
        held = scene.vocabulary.values(fact.metric, odd.stat, fact.level)
        unit = scene.vocabulary.unit_of(fact.metric)
        if not any(agrees(bound.number, in_unit(one, bound.number.unit or _unit(row), unit)) for one in held):
            return False
    return True


def _rows(scene: Scene, bounds: dict[int, Bound]) -> list[list[Bound]]:
    """Stretches of right values of one metric, each of another level, with nothing but levels and marks between; two only where one is held against the other."""
    rows: list[list[Bound]] = []
    for place in sorted(bounds):
        bound = bounds[place]
        if not _plain(scene, bound):
            rows.append([])
            continue
        joined = rows and rows[-1] and _joined(scene, rows[-1][-1], bound)
        if joined:
            rows[-1].append(bound)
        else:
            rows.append([bound])
    return [row for row in rows if len(row) >= 2]


def _plain_pair(scene: Scene, row: list[Bound], facts: list[Fact]) -> bool:
    """ "4,875 TPS at 5 and 5,870 TPS at 40": two values with their levels, in a sentence that names no statistic."""
    said = any(t.statistic in STATS_SAID for t in scene.tokens) or _EXTREME_SAID.search(scene.sentence.text)
    reached = _EXTREME.search(scene.sentence.text) or scene.inherited_stat
    return not said and not reached and all(_level_of(scene, b, f) for b, f in zip(row, facts, strict=True))


def _said_of_first(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether the statistic of the first of two values is named before it: "p95 at 40 is 7.9 ms, and at 20 33.6"."""
    words = scene.tokens[max(0, bound.place - 9) : bound.place]
    said = [t.lower if t.lower in ("p95", "p99") else t.statistic for t in words if t.statistic or t.lower in ("p95", "p99")]  # fmt: skip
    return bool(said) and said[-1] == fact.stat


def _plain(scene: Scene, bound: Bound) -> bool:
    number = bound.number
    if bound.verdict != "supported" or bound.predicate != "value" or len(bound.facts) != 1 or number.high is not None:
        return False
    fact = scene.vocabulary.by_name.get(bound.facts[0])
    if fact is None or fact.level is None or fact.run is not None or fact.scope not in (None, "run"):
        return False
    return fact.stat in _STATS and number.hedge is None and significant_digits(number.text) >= 2


def _joined(scene: Scene, one: Bound, two: Bound) -> bool:
    a, b = scene.vocabulary.by_name[one.facts[0]], scene.vocabulary.by_name[two.facts[0]]
    if a.metric != b.metric or a.level == b.level:
        return False
    gap = scene.tokens[one.place + 1 : two.place]
    named = {at for m in scene.mentions.levels for at in range(m.first, m.last + 1)}
    if any(t.statistic in STATS_SAID or t.lower in PERCENTILES for t in gap) or len(gap) > 9:
        return False
    text = scene.block.text[scene.tokens[one.place].end : scene.tokens[two.place].start]
    if _EXTREME.search(text):
        return False
    if _level_of(scene, one, a) and _level_of(scene, two, b) and not any(t.text in ";." for t in gap):
        return not any(one.place < m.first < two.place and m.metrics != one.metrics for m in scene.mentions.metrics)
    return all(
        t.lower in _LINKS | _AGAINST or t.index in named or t.number is not None or len(t.text) <= 3 for t in gap
    )


def _level_of(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether the level of a value stands close before or behind it."""
    return any(
        fact.level in m.ids and (0 < bound.place - m.last <= 6 or 0 < m.first - bound.place <= 3)
        for m in scene.mentions.levels
    )


def _among_metrics(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """ "w_await 3.0 ms, IOPS 1,320, MB/s 21.7" of one level: the one value that is an extreme among means, each right behind its metric."""
    row = []
    for place, bound in sorted(bounds.items()):
        near = [m for m in scene.mentions.metrics if m.exact and m.metrics == bound.metrics and 0 < place - m.last <= 2]
        if _plain(scene, bound) and near:
            row.append(bound)
    facts = [scene.vocabulary.by_name[bound.facts[0]] for bound in row]
    if len(row) < 4 or len({fact.level for fact in facts}) != 1 or len({fact.metric for fact in facts}) != len(row):
        return []
    odd = [(bound, fact) for bound, fact in zip(row, facts, strict=True) if fact.stat != "mean"]
    told = scene.block.text[scene.tokens[0].start :]
    if len(odd) != 1 or any(t.statistic in STATS_SAID for t in scene.tokens) or _EXTREME.search(told):
        return []
    bound, fact = odd[0]
    own = scene.vocabulary.values(fact.metric, "mean", fact.level)
    if len(own) != 1:
        return []
    text = f"{own[0].name} is {own[0].value:g}; {fact.name} is {fact.value:g}"
    ru = f"{own[0].name} равно {own[0].value:g}; {fact.name} равно {fact.value:g}"
    ruling = Ruling("contradicted", text, ru, (own[0].name, fact.name), f"{own[0].value:g}")
    return [(bound.place, bound.place, "value", ruling)]


_EFFECT = re.compile(r"^effect (\S+) (.+) vs (.+)$")


def _beside_change(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """ "fell to 45.5 MB/s, that is by 40%": the change is of the means, the value of the level is none."""
    found: list[Ruled] = []
    places = sorted(bounds)
    for one, two in itertools.pairwise(places):
        value, change = bounds[one], bounds[two]
        if not _plain(scene, value) or change.predicate != "delta" or change.verdict != "supported" or two - one > 7:
            continue
        fact = scene.vocabulary.by_name[value.facts[0]]
        gap = scene.tokens[one + 1 : two]
        if fact.stat not in ("min", "max", "p95", "p99") or any(t.text in ";." for t in gap) or fact.level is None:
            continue
        effect = _EFFECT.match(change.facts[0]) if len(change.facts) == 1 else None
        ends = [held for name in change.facts if (held := scene.vocabulary.by_name.get(name)) is not None]
        of_mean = effect is not None and effect[1] == fact.metric and fact.level == effect[2]
        of_mean = of_mean or len(ends) == 2 and {e.stat for e in ends} == {"mean"} and (ends[1].metric, ends[1].level) == (fact.metric, fact.level)  # fmt: skip
        said = any(t.statistic in STATS_SAID for t in scene.tokens[:two]) or _EXTREME_SAID.search(scene.sentence.text)
        own = scene.vocabulary.values(fact.metric, "mean", fact.level)
        if not of_mean or said or len(own) != 1 or any(m.first in range(one, two) for m in scene.mentions.metrics):
            continue
        text = f"{own[0].name} is {own[0].value:g}; {fact.name} is {fact.value:g}"
        ru = f"{own[0].name} равно {own[0].value:g}; {fact.name} равно {fact.value:g}"
        ruling = Ruling("contradicted", text, ru, (own[0].name, fact.name), f"{own[0].value:g}")
        found.append((one, one, "value", ruling))
    return found


def _held_against(scene: Scene, one: Bound, two: Bound) -> bool:
    gap = scene.tokens[one.place + 1 : two.place]
    return any(t.lower in _AGAINST for t in gap)
