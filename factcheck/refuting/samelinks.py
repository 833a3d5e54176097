"""Holds links that are said to be alike at all levels to their signs: "all four runs show the same link between speed and IOPS", "связь одинакова во всех прогонах".

Only refutes, and only where the coefficients of the pair that is named have both signs among the levels spoken of, neither of them near zero.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from factcheck.binding.agreement import display
from factcheck.binding.arguments import is_hedged
from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling

_EVERY = re.compile(
    r"\b(?:all|every|each|both|any|whatever|whichever|regardless|irrespective|everywhere|throughout)\b"
    r"|(?<!\w)(?:все|всех|всем|всеми|кажд\w+|люб\w+|оба|обе|обоих|обеих|независимо|везде|всюду)(?!\w)",
    re.I,
)
_SAME = re.compile(
    r"\b(?:same|alike|identical(?:ly)?|similar(?:ly)?|equally|unchanged|constant|consistent(?:ly)?)\b"
    r"|(?<!\w)(?:одинаков\w*|т(?:а|от|о|у) же|одн\w+ и т\w+ же|сходн\w+|схож\w+|единообразн\w+|не меняется)(?!\w)",
    re.I,
)
_LINK = re.compile(
    r"\b(?:links?|linked|ties|tied|relat\w+|correlat\w+|depend\w*|connect\w+|coupl\w+|goes? (?:hand in hand )?with|go together|picture|story|pattern)\b"
    r"|(?<!\w)(?:связ\w+|корреляц\w+|коррелир\w+|зависим\w+|завис\w+|картин\w+|сопровожда\w+)(?!\w)",
    re.I,
)
_THE_MORE = re.compile(
    r"\bthe (?:more|less|fewer|\w+er)\b.{1,80}?,? the (?:more|less|fewer|\w+er)\b|\b(?:more|higher|busier|larger|longer|lower|fewer)\b.{1,60}?\b(?:goes?|comes?|means?|are intervals) with\b"
    r"|(?<!\w)чем \w+.{1,80}?, тем(?!\w)",
    re.I,
)
_OTHERWISE = re.compile(
    r"\b(?:not|no|never|n't|neither|nor|differ\w*|different|except|but|apart|unlike|only|almost|nearly|most|if|whether)\b"
    r"|(?<!\w)(?:не|нет|ни|кроме|за исключением|различ\w+|разн\w+|только|лишь|почти|если|но)(?!\w)(?! меняется)",
    re.I,
)
_CLEAR = 0.1  # nearer to zero, a sign says nothing


def judge_same_links(scene: Scene) -> Iterator[Ruled]:
    """(first token, last token, predicate, ruling) of a link that is said to be alike everywhere and changes its sign."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return
    for phrase in phrases(scene, _EVERY):
        rest = scene.sentence.text
        alike = _SAME.search(rest) is not None and _LINK.search(rest) is not None
        if (
            not (alike or _THE_MORE.search(rest))
            or _OTHERWISE.search(_SAME.sub(" ", rest))
            or is_hedged(scene, phrase.first)
        ):
            return
        for row in _links(scene):
            low, high = min(row, key=lambda fact: fact.value), max(row, key=lambda fact: fact.value)
            if low.value <= -_CLEAR and high.value >= _CLEAR:
                told = ", ".join(f"{fact.level}: {display(fact.value)}" for fact in row)
                last = max((m.last for m in scene.mentions.metrics), default=phrase.last)
                text = f"{row[0].metric} ~ {row[0].partner}: {told}"
                ruling = Ruling("contradicted", f"{text}; the sign changes", f"{text}; знак меняется", (low.name, high.name), f"{low.level}: {display(low.value)}, {high.level}: {display(high.value)}")  # fmt: skip
                yield min(phrase.first, last), max(phrase.last, last), "correlates", ruling
                return
        return


def _links(scene: Scene) -> Iterator[list[Fact]]:
    """The coefficients, over the levels spoken of, of the pairs that a sentence names."""
    vocabulary = scene.vocabulary
    named = list(dict.fromkeys(next(iter(m.metrics)) for m in scene.mentions.metrics if len(m.metrics) == 1))
    levels = scene.inherited_levels or frozenset(vocabulary.level_ids)
    for mention in scene.mentions.levels:
        levels = levels & mention.ids or mention.ids  # "under OLAP, in all four runs"
    for one, two in itertools.combinations(named, 2):
        row = [
            fact
            for fact in vocabulary.correlated
            if {fact.metric, fact.partner} == {one, two} and fact.level in levels and fact.stat == "pearson"
        ]
        if len(row) > 1:
            yield row


__all__ = ["judge_same_links"]
