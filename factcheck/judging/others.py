"""Judges a limit or a value told of the levels that are left: "peaks at 97 at 256MB, while no other setting ever went beyond 88", "остальные не выше 88%".

Such a number is of none of the levels that its sentence names. A limit holds where even the extremes of the runs keep it, and is refused where the levels' own
values are past it; what lies between is open.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import never_passed

_OTHERS = re.compile(
    r"\b(?:(?P<no>no|none of the|nowhere|neither of the)|any|every|each|all|the|every one of the|all of the|each of the|all the)(?: \w+)? "
    r"(?:others?|else|rest|remaining)\b|\belsewhere\b|(?<!\w)(?:остальн|прочи)\w+|(?<!\w)(?P<ни>больше (?:нигде|никто)|(?:нигде|никто) (?:больше|другой)|ни од\w+ (?:\w+ )?друг\w+)(?!\w)",
    re.I,
)
_COMPARED = {"than", "of", "from", "against", "over", "above", "below", "to", "by", "чем", "от", "из", "к", "против", "относительно", "among", "среди", "unlike"}  # fmt: skip
_FAR = 14  # tokens between the phrase and its number


def judge_of_others(scene: Scene, bound: Bound) -> Ruling | None:
    """The ruling on a number whose clause is told of all the levels but those named before; None where it is not."""
    number = bound.number
    told = _phrase(scene, bound)
    if told is None or len(bound.metrics) != 1 or number.high is not None or number.signed or number.kind != "value":
        return None
    at, denied = told
    before = [m for m in scene.mentions.levels if m.last < at]
    named = before[-1].ids if before else scene.inherited_levels
    open_ = Ruling(
        "unverifiable", "of the other levels, which are not named", "об остальных уровнях, которые не названы"
    )
    rest = [level for level in scene.vocabulary.level_ids if level not in named]
    if not named or not rest or len(scene.vocabulary.facts.experiment.factors) > 1 or len({m.ids for m in before}) > 1:
        return open_
    (metric,) = bound.metrics
    if number.hedge not in ("over", "under"):
        if denied or any(t.has("negation") for t in scene.tokens[at : bound.place + 4]):
            return open_  # "остальные за 15 ГБ не выходили"
        facts = _row(scene, metric, bound.stat or "mean", rest)
        good = bool(facts) and all(_holds(scene, bound, fact) for fact in facts)
        return _told("supported", facts) if good else open_
    turned = (denied or _is_denied(scene, bound)) and not never_passed(scene.block.text, number)
    upper = (number.hedge == "under") != turned
    own = _row(scene, metric, bound.stat or "mean", rest)
    ends = own if bound.stat else _row(scene, metric, "max" if upper else "min", rest)
    past = [fact for fact in own if _past(scene, bound, fact, upper)]
    if past:
        bound.of_others = True
        return _told("contradicted", past)
    kept = bool(ends) and not any(_past(scene, bound, fact, upper) for fact in ends)
    return _told("supported", ends) if kept else open_


def told_of_others(scene: Scene, bound: Bound) -> bool:
    """Whether a number is told of all the levels but those that the sentence names."""
    return _phrase(scene, bound) is not None


def _phrase(scene: Scene, bound: Bound) -> tuple[int, bool] | None:
    """Where "the others" stand that a number is told of, and whether they are denied it."""
    start = scene.tokens[0].start
    text = scene.sentence.text[: scene.tokens[bound.place].start - start]
    found = [hit for hit in _OTHERS.finditer(text) if not text[hit.end() :].startswith("'")]
    if not found:
        return None
    at = next(t.index for t in scene.tokens if t.start - start >= found[-1].start())
    between = scene.tokens[at : bound.place]
    parted = any(t.text in ";:(" or t.number is not None and t.number.is_value for t in between)
    named = any(at <= m.first <= bound.place + 4 for m in scene.mentions.levels)
    if parted or named or len(between) > _FAR or at and _is_base(scene, at):
        return None
    denied = any(found[-1].group(key) for key in ("no", "ни"))
    return at, denied


def _is_denied(scene: Scene, bound: Bound) -> bool:
    """ "The others did not go beyond 84%", "остальные не ниже 7,9 мс": a denial right before the words of the limit."""
    start = bound.number.hedge_start
    before = [t for t in scene.tokens[: bound.place] if start is not None and t.end <= start][-3:]
    return any(t.has("negation") for t in before)


def _is_base(scene: Scene, at: int) -> bool:
    """ "Higher than the others, 97%", "выше остальных": what another level is compared with."""
    before = scene.tokens[at - 1]
    return before.lower in _COMPARED or before.has("up.comparative", "down.comparative", "better", "worse")


def _row(scene: Scene, metric: str, stat: str, levels: list[str]) -> list[Fact]:
    """The facts of a statistic at all of these levels; none where one of them has none."""
    row = [held[0] for level in levels if (held := scene.vocabulary.values(metric, stat, level))]
    return row if len(row) == len(levels) else []


def _values(scene: Scene, bound: Bound, fact: Fact) -> list[float]:
    return in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(fact.metric))


def _holds(scene: Scene, bound: Bound, fact: Fact) -> bool:
    return agrees(bound.number, _values(scene, bound, fact))


def _past(scene: Scene, bound: Bound, fact: Fact, upper: bool) -> bool:
    """Whether a value lies past the limit, whichever way the number is read."""
    limits = [reading.value for reading in bound.number.readings]
    return all(
        (value > limit) if upper else (value < limit) for value in _values(scene, bound, fact) for limit in limits
    )


def _told(verdict: str, facts: list[Fact]) -> Ruling:
    text = ", ".join(f"{fact.name} = {fact.value:g}" for fact in facts[:6])
    return Ruling("supported" if verdict == "supported" else "contradicted", text, text, tuple(f.name for f in facts))
