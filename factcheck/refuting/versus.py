"""Judges one metric (or statistic) told against another: "execution takes longer than planning", "the median is above the mean everywhere".

Both must be of one unit and have values at the levels that are meant; it is refuted when it holds at none of them, or fails at one
of those that the sentence names. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import clause_bounds, is_hedged, is_negated
from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, candidates, phrases
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling

_MORE = re.compile(
    r"(?P<up>\b(?:more|longer|higher|larger|greater|above|exceeds?|slower)\b|(?<!\w)(?:больше|дольше|выше|длиннее|медленнее|превышает))|"
    r"(?P<down>\b(?:less|shorter|lower|smaller|below|faster)\b|(?<!\w)(?:меньше|короче|ниже|быстрее)(?!\w))",
    re.I,
)
_ALL = re.compile(
    r"\b(?:everywhere|always|throughout|at every|in every|at all|with every)\b|(?<!\w)(?:везде|всюду|всегда|при любом|при каждом|при всех|во всех|на всех)(?!\w)",
    re.I,
)
_OTHERS = re.compile(
    r"\b(?:other|remaining) (?:levels|values|settings|variants|runs)\b|(?<!\w)(?:остальн\w+|прочих) (?:\w+)", re.I
)


def judge_versus(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each comparison of two metrics, or statistics, that the facts refute."""
    if scene.block.kind not in ("paragraph", "item", "lead") or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    found = []
    for phrase in phrases(scene, _MORE):
        if (
            is_negated(scene, phrase.first)
            or is_hedged(scene, phrase.first)
            or any(
                t.number
                for t in scene.tokens[max(0, phrase.first - 3) : phrase.last + 4]
                if t.number and t.number.is_value
            )
        ):
            continue
        ruled = _metrics(scene, phrase) or _statistics(scene, phrase)
        if ruled is not None:
            found.append(ruled)
    return found


def _metrics(scene: Scene, phrase: Phrase) -> Ruled | None:
    start, _ = clause_bounds(scene, phrase.first)
    named = [m for m in scene.mentions.metrics if not m.modifier and len(m.metrics) == 1]
    before = [m for m in named if start <= m.first and m.last < phrase.first and phrase.first - m.last <= 3]
    after = [m for m in named if phrase.last < m.first and m.first - phrase.last <= 5 and _than(scene, phrase, m)]
    if not before or not after or before[-1].metrics == after[0].metrics:
        return None
    one, two = next(iter(before[-1].metrics)), next(iter(after[0].metrics))
    if scene.vocabulary.unit_of(one) is None or scene.vocabulary.unit_of(one) != scene.vocabulary.unit_of(two):
        return None
    pairs = {
        level: (a, b)
        for level in scene.vocabulary.level_ids
        if (a := scene.vocabulary.central(one, level)) is not None
        and (b := scene.vocabulary.central(two, level)) is not None
        and a.stat == b.stat
    }
    return _ruled(scene, phrase, pairs, after[0].last)


def _than(scene: Scene, phrase: Phrase, mention: MetricMention) -> bool:
    gap = [t.lower for t in scene.tokens[phrase.last + 1 : mention.first]]
    return bool({"than", "чем"} & set(gap)) or phrase.match.group().lower() in (
        "above",
        "below",
        "exceeds",
        "exceed",
        "превышает",
    )


def _statistics(scene: Scene, phrase: Phrase) -> Ruled | None:
    """ "Медиана везде больше среднего"."""
    before = [t for t in scene.tokens[max(0, phrase.first - 4) : phrase.first] if t.statistic in ("median", "mean")]
    after = [t for t in scene.tokens[phrase.last + 1 : phrase.last + 4] if t.statistic in ("median", "mean")]
    if not before or not after or before[-1].statistic == after[0].statistic:
        return None
    for metric in candidates(scene, phrase.first)[:4]:
        pairs = {
            level: (a, b)
            for level in scene.vocabulary.level_ids
            if (a := scene.vocabulary.central(metric, level, before[-1].statistic)) is not None
            and (b := scene.vocabulary.central(metric, level, after[0].statistic)) is not None
            and a.stat != b.stat
        }
        if pairs:
            return _ruled(scene, phrase, pairs, after[0].index)
    return None


def _ruled(scene: Scene, phrase: Phrase, pairs: dict[str, tuple[Fact, Fact]], last: int) -> Ruled | None:
    """A refutation when the comparison fails at a level that is meant, or at all where none is."""
    levels, each = _meant(scene, phrase)
    meant = {level: pair for level, pair in pairs.items() if level in levels}
    up = bool(phrase.match.group("up"))
    wrong = [level for level, (a, b) in meant.items() if (shown(a) > shown(b)) != up]
    if not meant or not wrong or not each and len(wrong) < len(meant):
        return None
    a, b = meant[wrong[0]]
    text = f"{a.name} is {a.value:g}, {b.name} is {b.value:g}"
    ru = f"{a.name} — {a.value:g}, {b.name} — {b.value:g}"
    return phrase.first, last, "order", Ruling("contradicted", text, ru, (a.name, b.name), f"{a.value:g} / {b.value:g}")


def _meant(scene: Scene, phrase: Phrase) -> tuple[list[str], bool]:
    """The levels that a comparison is of, and whether it must hold at each."""
    every = scene.vocabulary.level_ids
    start, stop = clause_bounds(scene, phrase.first)
    named = {i for m in scene.mentions.levels if start <= m.first <= stop for i in m.ids}
    if named:
        return [level for level in every if level in named], True
    if _OTHERS.search(scene.sentence.text) and scene.former is not None:
        told = {i for m in scene.former.mentions.levels for i in m.ids}
        return [level for level in every if level not in told], bool(told)
    if _ALL.search(scene.sentence.text):
        return every, True
    return (sorted(scene.inherited_levels), True) if scene.inherited_levels else (every, False)
