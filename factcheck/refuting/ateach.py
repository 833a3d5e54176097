"""Holds a value or a change that is told of all levels to each of them: "keeps a constant 10% at all four settings", "by 6.9% under any load".

One level at which it is so makes such a number look right; the quantifier asks for the others. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, in_unit, significant_digits
from factcheck.binding.arguments import clause_bounds, is_hedged, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import Pair, changes_pct
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.refuting.tight import levels_of

_EACH = re.compile(
    r"\b(?:at|in|with|for|on|under|across|over)\s+(?:(?P<both>both)|all|every|each|any)\b(?:\s+of)?(?:\s+the)?(?:\s+(?!our\b)[\w-]+){0,2}?\s+"
    r"(?:levels?|settings?|runs?|values?|modes?|configurations?|variants?|loads?|cells?|versions?|cases|experiments?|clients|counts?|sizes|schedulers?|disks)\b|"
    r"\b(?:regardless of|irrespective of|whatever)\s+(?:the|its|their)?\s*(?:level|setting|load|value|mode|number|size|count)\w*|"
    r"(?<!\w)(?:при|во?|на|у|для|с)\s+(?:(?P<both_ru>об[ео]их)|всех|люб(?:ом|ой|ых)|кажд(?:ом|ой))(?:\s+[\w-]+){0,2}?\s+"
    r"(?:уровн\w+|режим\w*|вариант\w*|нагрузк\w*|значени\w+|прогон\w*|случаях|конфигураци\w+|настройк\w*|эксперимент\w*|верси\w+|числе|количестве|дисках|планировщик\w*)(?!\w)|"
    r"(?<!\w)независимо от\s+(?:уровня|режима|нагрузки|значени\w+|числа|количества|размера)(?!\w)",
    re.I,
)
_NOT_ONE = re.compile(
    r"\b(?:between|from|up to|at least|at most|no more|no less|never|less|more|fewer|above|below|over|under|sum|together|respectively|average|worst|best|highest|lowest|within|except|but)\b|"
    r"(?<!\w)(?:от|до|между|не (?:менее|более|меньше|больше|выше|ниже|превыш\w+)|менее|более|больше|меньше|выше|ниже|свыше|сумм\w+|вместе|соответственно|в среднем|средн\w+|лучш\w+|худш\w+|кроме|почти|в пределах)(?!\w)",
    re.I,
)
_NEAR = 9  # tokens between the number and "at all levels"


def judge_at_each(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each number told of all levels that one of them does not have."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for phrase in phrases(scene, _EACH):
        place = _number(scene, bounds, phrase)
        if place is None or is_negated(scene, place) or is_hedged(scene, place):
            continue
        bound = bounds[place]
        wrong = _of_value(scene, bound, phrase) if bound.predicate == "value" else _of_change(scene, bound, phrase)
        if wrong:
            first, last = min(place, phrase.first), max(place, phrase.last)
            ruling = Ruling("contradicted", f"not at each: {wrong}", f"не при каждом: {wrong}", bound.facts, wrong)
            found.append((first, last, bound.predicate, ruling))
    return found


def _number(scene: Scene, bounds: dict[int, Bound], phrase: Phrase) -> int | None:
    """The one number of the clause that the quantifier is said of."""
    start, stop = clause_bounds(scene, phrase.first)
    row = [at for at in bounds if start <= at <= stop and not phrase.first <= at <= phrase.last]
    near = [at for at in row if min(abs(phrase.first - at), abs(at - phrase.last)) <= _NEAR]
    if len(near) != 1:
        return None
    place = near[0]
    bound = bounds[place]
    like = [at for at in row if at != place and (bounds[at].metrics & bound.metrics or bounds[at].number.unit == bound.number.unit)]  # fmt: skip
    low, high = sorted((place, phrase.first))
    between = scene.tokens[low + 1 : high]
    if like or any(t.text in ";.:" for t in between) or sum(t.text == "," for t in between) > 0:
        return None
    number = bound.number
    told = bound.verdict == "supported" and number.high is None and number.hedge is None and not number.fraction
    before = scene.block.text[max(0, number.start - 45) : number.start]
    return place if told and significant_digits(number.text) >= 1 and not _NOT_ONE.search(before.rsplit(";")[-1]) else None  # fmt: skip


def _scope(scene: Scene, phrase: Phrase) -> list[str]:
    """The levels that are all: in a grid those of the cells that the sentence keeps to."""
    every = scene.vocabulary.level_ids
    named = [m for m in scene.mentions.levels if not m.group and not phrase.first <= m.first <= phrase.last]
    kept = [level for level in every if all(level in m.ids for m in named)]
    both = phrase.match.group("both") or phrase.match.group("both_ru")
    if both and len(kept) != 2 or len(scene.vocabulary.facts.experiment.factors) == 1 and named:
        return []
    return kept if len(kept) >= 2 else []


def _of_value(scene: Scene, bound: Bound, phrase: Phrase) -> str:
    fact = scene.vocabulary.by_name.get(bound.facts[0]) if len(bound.facts) == 1 else None
    if fact is None or fact.level is None or fact.partner is not None or fact.run is not None:
        return ""
    row = [(level, own) for level in _scope(scene, phrase) if (own := _own(scene, fact, level)) is not None]
    unit = scene.vocabulary.unit_of(fact.metric)
    wrong = [own for _, own in row if not agrees(bound.number, in_unit(own, bound.number.unit, unit))]
    return ", ".join(f"{level}: {own.value:g}" for level, own in row) if wrong and len(row) >= 2 else ""


def _own(scene: Scene, fact: Fact, level: str) -> Fact | None:
    held = [
        one for one in scene.vocabulary.values(fact.metric, fact.stat, any_level=True)
        if one.level is not None and scene.vocabulary.canonical(one.level) == level and one.run is None
        and one.partner is None and (one.denominator, one.scope) == (fact.denominator, fact.scope)
    ]  # fmt: skip
    return held[0] if len(held) == 1 else None


def _of_change(scene: Scene, bound: Bound, phrase: Phrase) -> str:
    """A change between two levels of one factor, told of all levels of the other."""
    metric = _metric(scene, bound)
    if bound.predicate != "delta" or bound.number.dimension != "percent" or metric is None:
        return ""
    ends = [end.split("/") for end in levels_of(scene, Ruling("supported", "", "", bound.facts))]
    if len(ends) != 2 or len(ends[0]) != 2 or sum(a != b for a, b in zip(*ends, strict=True)) != 1:
        return ""
    varied = 0 if ends[0][0] != ends[1][0] else 1
    others = [str(level) for level in scene.vocabulary.facts.experiment.factors[1 - varied].levels]
    rows = []
    for other in others:
        one, two = ("/".join([end[varied], other] if varied == 0 else [other, end[varied]]) for end in ends)
        changes = changes_pct(scene, metric, Pair(one, two, True), None)
        if changes:
            rows.append((other, changes[0][0], any(agrees(bound.number, [abs(v), v]) for v, _ in changes)))
    if len(rows) != len(others) or all(fits for _, _, fits in rows):
        return ""
    return ", ".join(f"{other}: {value:+.1f}%" for other, value, _ in rows)


def _metric(scene: Scene, bound: Bound) -> str | None:
    """The metric of the effect or of the values that a change was found right by."""
    if not bound.facts:
        return None
    effect = re.match(r"effect (\S+) ", bound.facts[0])
    fact = scene.vocabulary.by_name.get(bound.facts[0])
    return effect[1] if effect is not None else fact.metric if fact is not None else None
