"""Refuses what no run can do: grow "to" its minimum, fall "to" its maximum, stay within a bound that its own extreme passes.

"Throughput grew to 2,512" of the level's minimum, "waits fell to 74" of its maximum, "no write takes longer than 4 ms" where one took 9. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import in_unit, rounds_to, significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import DOWN, UP
from factcheck.binding.scene import Scene
from factcheck.binding.statwords import says_percentile
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_of
from factcheck.judging.others import told_of_others
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token

_EXTREME = re.compile(
    r"\b(?:peaks?|max\w*|min\w*|extrem\w*|highest|lowest|worst|best|largest|smallest|longest|shortest|top|floor|ceiling|low|high)\b|"
    r"(?<!\w)(?:пик\w*|максим\w*|миним\w*|экстрем\w*|наибольш\w+|наименьш\w+|худш\w+|лучш\w+|рекорд\w*|сам\w+|верхн\w+|нижн\w+|потол\w+|дно)(?!\w)",
    re.I,
)
_MOVES = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive")
_OTHERS = re.compile(
    r"\b(?:others?|rest|remaining|elsewhere|else)\b|(?<!\w)(?:остальн\w+|проч\w+|друг\w+|ин(?:ых|ые|ом))(?!\w)", re.I
)
_NEVER = re.compile(
    r"(?:\bat no (?:moment|time|point)\s+(?:\w+\s+){0,3}?(?:(?P<over_no>above|over|more than|longer than|exceed\w*|beyond|higher than)|(?P<under_no>below|under|less than|lower than|fewer than))|"
    r"\b(?:never|no(?:t| \w+)(?: \w+)?|nowhere|none)\s+(?:\w+\s+){0,3}?(?P<over>above|over|more than|longer than|exceed\w*|beyond|higher than)|"
    r"\b(?:never|nowhere)\s+(?:\w+\s+){0,3}?(?P<under>below|under|less than|lower than)|"
    r"(?<!\w)(?:ни разу |никогда |никто )?не\s+(?:\w+\s+){0,2}?(?P<over_ru>дольше|больше|выше|более|превыша\w+|превысил\w*)|"
    r"(?<!\w)(?:ни разу |никогда )?не\s+(?:\w+\s+)?(?P<under_ru>ниже|меньше|менее|опуска\w+ (?:ниже )?|опустил\w+ (?:ниже )?))\s*(?:чем |ниже )?$",
    re.I,
)
_NO_END = ("mean", "median", "p90", "p95", "p99")


def judge_outer_ends(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each value that is the wrong end of its run."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        number = bound.number
        if number.high is not None or number.fraction or number.kind != "value" or significant_digits(number.text) < 1:
            continue
        if told_of_others(scene, bound):
            continue
        wrong = _wrong_end(scene, bounds, bound) or _passed(scene, bound)
        if wrong is not None:
            first, fact, en, ru = wrong
            found.append((first, place, "value", Ruling("contradicted", en, ru, (fact.name,), f"{fact.value:g}")))
    return found


def _wrong_end(scene: Scene, bounds: dict[int, Bound], bound: Bound) -> tuple[int, Fact, str, str] | None:
    fact = scene.vocabulary.by_name.get(bound.facts[0]) if len(bound.facts) == 1 else None
    told = bound.verdict == "supported" and bound.predicate == "value" and fact is not None
    if fact is None or not told or fact.stat not in ("min", "max") or fact.level is None or scene.inherited_stat:
        return None
    word = _move(scene, bound)
    way = direction_of(scene, word, frozenset({fact.metric})) if word is not None else 0
    if word is None or way != (UP if fact.stat == "min" else DOWN) or scene.matches(_EXTREME):
        return None
    others = [
        other for at, other in bounds.items()
        if at != bound.place and any((f := scene.vocabulary.by_name.get(n)) is not None and f.stat == fact.stat for n in other.facts)
    ]  # fmt: skip
    alike = [one for one in scene.vocabulary.by_metric.get(fact.metric, ()) if one.stat not in ("min", "max") and _tells(scene, bound, one)]  # fmt: skip
    if others or alike or not scene.vocabulary.values(fact.metric, "mean", fact.level) and fact.scope in (None, "run"):
        return None
    kind = ("the minimum", "минимум") if fact.stat == "min" else ("the maximum", "максимум")
    return word.index, fact, f"{fact.name} is {kind[0]}", f"{fact.name} — это {kind[1]}"


def _move(scene: Scene, bound: Bound) -> Token | None:
    """The verb of way right before "to" and the number."""
    tokens, place = scene.tokens, bound.place
    if not place or tokens[place - 1].lower not in ("to", "до"):
        return None
    for token in reversed(tokens[max(0, place - 4) : place - 1]):
        if token.text in ",;:" or token.number is not None:
            return None
        if token.has(*_MOVES):
            return token
    return None


def _tells(scene: Scene, bound: Bound, fact: Fact) -> bool:
    if fact.partner is not None:
        return False
    values = in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(fact.metric))
    return any(rounds_to(value, reading) for value in values for reading in bound.number.readings)


def _of_its_values(scene: Scene, bound: Bound) -> bool:
    """Whether a bound is of the values themselves: not in "the deviation never exceeds 151", "the mean never exceeds 151"."""
    if bound.stat not in ("mean", "median") or bound.stat_at is None:
        return bound.stat in (None, "mean", "median", "max", "min")
    between = scene.tokens[bound.stat_at + 1 : bound.place]
    return any(t.number is not None or t.text in ",;:—" or t.lower in ("и", "and", "но", "but") for t in between)


def _passed(scene: Scene, bound: Bound) -> tuple[int, Fact, str, str] | None:
    """ "No write takes longer than 4 ms": of the extreme at the one level that is meant, where the bound itself is a central value."""
    before = scene.sentence.text[: scene.tokens[bound.place].start - scene.tokens[0].start]
    never = _NEVER.search(before)
    if never is None or len(bound.metrics) != 1 or bound.verdict != "supported" or not _of_its_values(scene, bound):
        return None
    over = bool(never.group("over") or never.group("over_ru") or never.group("over_no"))
    (metric,) = bound.metrics
    exact = any(m.exact and m.metrics == bound.metrics and not m.modifier for m in scene.mentions.metrics)
    alone = bound.level_source == "sentence" and len({m.ids for m in scene.mentions.levels}) == 1
    alone = alone and _OTHERS.search(before) is None  # "at 1 it is at 76%, in the other three cases never below 93%"
    levels = _levels(scene, bound.place) or (bound.levels[0] if bound.level_source == "own" or alone else frozenset())
    central = [f for f in scene.vocabulary.by_metric.get(metric, ()) if f.stat in _NO_END and f.level in levels]
    if (tail := _passed_by_some(scene, bound, metric, levels) if over else None) is not None:
        return bound.place, tail, f"{tail.name} is passed by some", f"{tail.name} кем-то превышено"
    held = [f for level in levels for f in scene.vocabulary.values(metric, "max" if over else "min", level)]
    beside = scene.bounds.values()  # "5,385 tps, never below 3,108": the mean of the level is told beside it
    if not levels or len(held) != len(levels) or not exact and not any(_tells(scene, b, f) for b in beside for f in central):  # fmt: skip
        return None
    told, place = bound.number.low_value(), bound.number.readings[0].quantum
    for fact in held:
        limits = in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(metric))
        wrong = all(v > told + place for v in limits) if over else all(v < told - place for v in limits)
        if wrong and limits:
            return bound.place, fact, f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}"
    return None


def _passed_by_some(scene: Scene, bound: Bound, metric: str, levels: frozenset[str]) -> Fact | None:
    """The percentile that is told as never passed, where nothing else of the metric has this value."""
    if significant_digits(bound.number.text) < 2 or says_percentile(scene):
        return None
    row = [f for f in scene.vocabulary.by_metric.get(metric, ()) if not levels or f.level in levels]
    told = [f for f in row if f.run is None and _tells(scene, bound, f)]
    return told[0] if told and all(f.stat in ("p90", "p95", "p99") for f in told) else None


def _levels(scene: Scene, place: int) -> frozenset[str]:
    """The levels that the number's own part of the sentence names, between commas; those around where the sentence names none."""
    tokens = scene.tokens
    start = max((t.index for t in tokens[:place] if t.text in ",;:—"), default=-1)
    stop = next((t.index for t in tokens[place:] if t.text in ",;:—"), len(tokens))
    here = [m for m in scene.mentions.levels if start < m.first < stop and m.role == "at"]
    if here:
        return frozenset().union(*(m.ids for m in here))
    return frozenset() if scene.mentions.levels else scene.inherited_levels
