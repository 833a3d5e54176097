"""Holds what is said to stay as it was to its change: "keeps write latency unchanged" where it doubles, "не меняет загрузку процессора" where that grows by half; and "fades away" of what grows.

Only refutes, where one metric is named in full and the change between the two levels (or over all of them) is far.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import clause_bounds, is_hedged, is_negated
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases, refuted
from factcheck.judging.verdicts import Ruled

_SAME = re.compile(
    r"\b(?:keeps?|leaves?|left|kept)\b[^.;,]{2,40}?\b(?:unchanged|untouched|intact|as (?:it|they) (?:was|were))\b|"
    r"\b(?:stays?|remains?|stayed|remained|is|are) (?:unchanged|untouched|constant|exactly the same)\b|"
    r"\b(?:did|does|has|have|do) not change(?:d)?\b(?! (?:the|its|sign))|(?<!\w)не (?:изменил(?:ся|ась|ось|ись)|меня(?:ется|ются|лся|лась|лось))(?!\w)|"
    r"(?<!\w)не (?:меняет|изменя(?:ет|ют)|измени(?:л|ла|ло|ли)) (?=[а-яёa-z])|(?<!\w)оставля\w+[^.;,]{2,40}?(?:без изменений|неизменн\w+|прежн\w+)|"
    r"(?<!\w)оста(?:[её]тся|ются|лась|лось|лись|лся) (?:неизменн\w+|прежн\w+|без изменений|на том же уровне)",
    re.I,
)
_FADES = re.compile(
    r"\b(?:fades? away|faded away|fades?|dies? (?:down|away)|recedes?|receded|goes away|vanish(?:es|ed)?)\b|(?<!\w)(?:сходит на нет|сош(?:ла|ло|ли|[её]л) на нет|отступа\w+|уходит на второй план|затуха\w+|угаса\w+)(?!\w)",
    re.I,
)
_ABOUT = re.compile(r"\b(?:almost|nearly|practically|hardly|from|between|after|until|beyond)\b|(?<!\w)(?:почти|практически|едва|от|между|после|до|дальше|знак\w*)(?!\w)", re.I)  # fmt: skip
_FAR = 20.0  # percent


def judge_unchanged(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each such statement that the values refute."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    if len(scene.vocabulary.facts.experiment.factors) > 1 or scene.within_run or scene.has("correlate"):
        return []
    found = []
    for pattern in (_SAME, _FADES):
        for phrase in phrases(scene, pattern):
            start, stop = clause_bounds(scene, phrase.first)
            clause = scene.text_of(start, stop)
            negated = pattern is _FADES and is_negated(scene, phrase.first)
            if not _ABOUT.search(clause) and not is_hedged(scene, phrase.first) and not negated:
                found += _judge(scene, phrase, start, stop, fades=pattern is _FADES)
    return found


def _judge(scene: Scene, phrase: Phrase, start: int, stop: int, *, fades: bool) -> list[Ruled]:
    own = [m for m in scene.mentions.metrics if start <= m.first <= stop and not m.modifier]
    own = [m for m in own if phrase.first <= m.first <= phrase.last] or own
    own = [m for m in own if m.last < phrase.first][-1:] if fades else own
    if len(own) != 1 or len(own[0].metrics) != 1 or not own[0].exact:
        return []
    (metric,) = own[0].metrics
    row = dict(scene.vocabulary.series(metric))
    order = [level for level in scene.vocabulary.numeric_order if level in row]
    ends = _ends(scene, start, stop, order)
    if ends is None or any(shown(row[level]) <= 0 for level in ends) or len(order) != len(scene.vocabulary.level_ids):
        return []
    before, after = (shown(row[level]) for level in ends)
    change = (after / before - 1) * 100
    held = scene.vocabulary.effect(metric, *ends) if scene.vocabulary.repeated else None
    if held is not None and held[0].verdict in ("undecided", "equivalent", "drifting", "invalid"):
        return []
    wrong = change > 0 and all(shown(row[level]) >= before for level in order) if fades else abs(change) >= _FAR
    if not wrong:
        return []
    text = f"{metric}: {before:g} ({ends[0]}) → {after:g} ({ends[1]})"
    span = Phrase(phrase.match, min(phrase.first, own[0].first), max(phrase.last, own[0].last))
    return [refuted(span, "equivalent" if not fades else "order", text, tuple(row[level].name for level in ends), text)]


def _ends(scene: Scene, start: int, stop: int, order: list[str]) -> tuple[str, str] | None:
    """(before, after): the baseline and the level of the clause, or the first and the last level where none is named."""
    named = {m.ids for m in scene.mentions.levels if start <= m.first <= stop and not m.group}
    base = scene.vocabulary.special("baseline")
    if not named and len(order) >= 2 and not scene.inherited_levels:
        return order[0], order[-1]
    one = next(iter(named)) if len(named) == 1 else scene.inherited_levels if not named else frozenset()
    if len(one) != 1 or len(base) != 1 or one == base:
        return None
    ends = next(iter(base)), next(iter(one))
    return ends if all(level in order for level in ends) else None
