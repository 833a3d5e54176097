"""Judges at which levels a bound is passed: "exceeds 15% in one cell only", "only run C is above 90 %", "both bind cells exceed 10 ms".

Which levels pass a bound is counted from the values themselves. Only refutations are given: what agrees says no more than the number
beside it, which has a claim of its own.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import in_unit, shown
from factcheck.binding.arguments import clause_bounds
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.scope import metrics_said, phrases
from factcheck.forms.facts import Fact
from factcheck.judging.steps import is_denied
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.units import compatible

_IN_SO_MANY = re.compile(
    r"\b(?:in|at) (?:(?:only|just|exactly) )?(?P<en>one|two|three|four|five|six|\d) (?:cells?|levels?|settings?|variants?|configurations?)\b|"
    r"(?<!\w)(?:в|на|у|при) (?:(?:только|лишь) )?(?P<ru>одн\w+|дв\w+|тр[её]х|четыр[её]х|пяти|шести) (?:ячейк\w+|уровн\w+|вариант\w+|значени\w+)",
    re.I,
)
_ONLY = re.compile(r"\b(?:only|solely)\s+(?:(?:in|at|with|under|for)\s+)?(?:run |version |level )?$|(?<!\w)(?:только|лишь)\s+(?:(?:в|при|на|у|с|для)\s+)?(?:прогон\w* |уровн\w* |верси\w* )?$", re.I)  # fmt: skip
_OF_A_KIND = re.compile(r"(?P<all>\b(?:both|all)\b|(?<!\w)(?:оба|обе|все)(?!\w))|(?P<none>\b(?:neither|none of the|no)\b|(?<!\w)ни одна?(?!\w))", re.I)  # fmt: skip
_RU = {"одн": 1, "дв": 2, "тр": 3, "че": 4, "пя": 5, "ше": 6}


def judge_thresholds(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of each statement on who passes a bound that the values refute."""
    if scene.block.kind not in ("paragraph", "item", "lead") or not bounds or scene.tokens[-1].text == "?":
        return []
    return [
        ruled
        for ruled in (
            *_counted(scene, bounds),
            *_of_so_many(scene, bounds),
            *_only(scene, bounds),
            *_of_a_kind(scene, bounds),
        )
        if ruled
    ]


def _passing(scene: Scene, bounds: dict[int, Bound], at: int) -> tuple[int, dict[str, tuple[bool, float]]] | None:
    """(place of the bound, by level: whether it passes and its value), by the one metric that fits; None where values are missing."""
    start, stop = clause_bounds(scene, at)
    held = _threshold(scene, bounds, start, stop)
    if held is None:
        return None
    place, metrics, test = held
    row = {}
    for level in scene.vocabulary.level_ids:
        fact = scene.vocabulary.central(metrics[0], level, test.stat_of(scene, metrics[0]))
        if fact is None:
            return None
        row[level] = (test.holds(scene, metrics[0], fact), shown(fact))
    return (place, row) if len(row) > 1 else None


def _refuted(first: int, last: int, row: dict[str, tuple[bool, float]]) -> tuple[int, int, str, Ruling]:
    text = ", ".join(f"{level}: {value:g}" for level, (_, value) in row.items())
    passing = ", ".join(level for level, (holds, _) in row.items() if holds) or "-"
    return min(first, last), max(first, last), "all", Ruling("contradicted", text, text, (), passing)


def _counted(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, str, Ruling]]:
    found = []
    for phrase in phrases(scene, _IN_SO_MANY):
        word = (phrase.match.group("en") or phrase.match.group("ru")).lower()
        count = int(word) if word.isdigit() else WORD_NUMBERS.get(word) or next((n for s, n in _RU.items() if word.startswith(s)), 0)  # fmt: skip
        held = _passing(scene, bounds, phrase.first)
        if held is None or not count or not 0 < phrase.first - held[0] <= 3:
            continue
        if sum(holds for holds, _ in held[1].values()) != count:
            found.append(_refuted(held[0], phrase.last, held[1]))
    return found


_SO_MANY = re.compile(
    r"\b(?:only|just|exactly) (?P<en>one|two|three|four|five|six|\d) (?:of (?:the )?)?(?:(?:two|three|four|five|six|seven|eight|nine|\d+) )?(?:cells?|levels?|settings?|variants?|configurations?|runs?)\b|"
    r"(?<!\w)(?:только|лишь) (?P<ru>одн\w+|дв\w+|три|тр[её]х|четыр\w+|пят\w+|шест\w+)(?: из (?:\w+))? (?:ячейк\w+|уровн\w+|вариант\w*|значени\w+|прогон\w*|конфигураци\w+|настро\w+)",
    re.I,
)


def _of_so_many(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, str, Ruling]]:
    """ "Only three of the nine configurations averaged below 40 seconds": how many pass the bound that follows."""
    found = []
    for phrase in phrases(scene, _SO_MANY):
        word = (phrase.match.group("en") or phrase.match.group("ru")).lower()
        count = int(word) if word.isdigit() else WORD_NUMBERS.get(word) or next((n for s, n in _RU.items() if word.startswith(s)), 0)  # fmt: skip
        held = _passing(scene, bounds, phrase.last)
        if held is None or not count or not 0 < held[0] - phrase.last <= 8:
            continue
        if sum(holds for holds, _ in held[1].values()) != count:
            found.append(_refuted(phrase.first, held[0], held[1]))
    return found


def _only(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, str, Ruling]]:
    found = []
    offset = scene.tokens[0].start
    for mention in scene.mentions.levels:
        before = scene.sentence.text[: scene.tokens[mention.first].start - offset]
        if not _ONLY.search(before) or len(mention.ids) != 1:
            continue
        start, stop = clause_bounds(scene, mention.first)
        if any(m is not mention and start <= m.first <= stop for m in scene.mentions.levels):
            continue
        held = _passing(scene, bounds, mention.first)
        if held is None or abs(held[0] - mention.last) > 8:
            continue
        if any(holds and level not in mention.ids for level, (holds, _) in held[1].items()):
            found.append(_refuted(mention.first, held[0], held[1]))
    return found


def _of_a_kind(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, str, Ruling]]:
    """ "Both bind cells exceed 10 ms": the cells of one level of a factor."""
    found = []
    for phrase in phrases(scene, _OF_A_KIND):
        mention = next((m for m in scene.mentions.levels if 0 < m.first - phrase.last <= 2), None)
        if mention is None or len(mention.ids) < 2:
            continue
        start, stop = clause_bounds(scene, phrase.first)
        if any(m is not mention and start <= m.first <= stop for m in scene.mentions.levels):
            continue
        held = _passing(scene, bounds, phrase.first)
        if held is None or not 0 < held[0] - mention.last <= 8:
            continue
        passing = [holds for level, (holds, _) in held[1].items() if level in mention.ids]
        if not passing or (all(passing) if phrase.match.group("all") else not any(passing)):
            continue
        found.append(_refuted(phrase.first, held[0], held[1]))
    return found


# -- the bound -----------------------------------------------------------------------------------------------------------


class _Threshold:
    """A bound that a value is held against."""

    base: frozenset[str] = frozenset()

    def __init__(self, bound: Bound, above: bool) -> None:
        self.bound, self.above = bound, above

    def stat_of(self, scene: Scene, metric: str) -> str | None:
        stat = self.bound.stat
        return stat if stat in scene.vocabulary.stats_of(metric) else None

    def holds(self, scene: Scene, metric: str, fact: Fact) -> bool:
        limit = self.bound.number.low_value()
        values = (
            [fact.value]
            if self.bound.number.fraction
            else in_unit(fact, self.bound.number.unit, scene.vocabulary.unit_of(metric))
        )
        return any(value > limit if self.above else value < limit for value in values)


def _threshold(
    scene: Scene, bounds: dict[int, Bound], start: int, stop: int
) -> tuple[int, list[str], _Threshold] | None:
    """(place, metrics, test) of "выше 90 %", "exceeds 10 ms", "fill more than half" in the clause."""
    for place, bound in sorted(bounds.items()):
        if not start <= place <= stop or bound.number.high is not None or bound.number.kind != "value":
            continue
        before = [t for t in scene.tokens[max(0, place - 4) : place] if t.text not in ",;"]
        words = {t.lower for t in before}
        stems = {stem for t in before for stem in t.stems}
        above = bool(
            words & {"above", "over", "exceeds", "exceeded", "выше", "свыше", "более", "больше"}
            or stems & {"exceed", "превышать", "превысить"}
            or {"more", "than"} <= words
        )
        below = bool(
            words & {"below", "under", "ниже", "менее", "меньше"}
            or {"less", "than"} <= words
            or {"fewer", "than"} <= words
        )
        reach = bool(stems & {"достигать", "достичь", "reach", "fill"})
        if above == below and not reach or above and below:
            continue
        if is_denied(scene, place) and (above or reach):
            above, below = False, True
        metrics = [*sorted(bound.metrics)] if bound.metrics else []
        own = metrics_said(scene, place)
        metrics += [m for group in own for m in sorted(group) if m not in metrics]
        fitting = [m for m in metrics if compatible(bound.number.unit, scene.vocabulary.unit_of(m))]
        if fitting:
            return place, fitting, _Threshold(bound, above or not below)
    return None
