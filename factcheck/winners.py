"""Judges who is first or last by a list of metrics: "none is first on mean speed, IOPS and system time; mq-deadline on writes and fsync".

Each metric of the list is asked on its own, at the level before it; a level named without the verb goes on with the verb before. Only
refutes, and only by metrics that are named and have a better side.
"""

from __future__ import annotations

import re

from factcheck.agreement import shown
from factcheck.arguments import is_hedged, is_negated
from factcheck.mentions import MetricMention
from factcheck.scene import Scene
from factcheck.scope import level_of_subject
from factcheck.sentences import Token
from factcheck.superlatives import extremes
from factcheck.verdicts import Ruling

_BY = {"по", "by", "on", "in"}
_HEADS = (
    ("best", re.compile(r"^(?:перв\w+|лучш\w+|лидирует|впереди|first|best|leads|ahead)$", re.I)),
    ("worst", re.compile(r"^(?:последн\w+|худш\w+|last|worst)$", re.I)),
    ("wins", re.compile(r"^(?:выигрывает|побеждает|wins)$", re.I)),
)
_JOINS = {",", "и", "and", "а", "также", "the", "as", "well"}


def judge_winners(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of each metric of a list by which the level is not what it is called."""
    if scene.block.kind not in ("paragraph", "item", "lead") or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    found = []
    kind: str | None = None
    for token in scene.tokens:
        kind = next((name for name, words in _HEADS if words.match(token.lower)), kind)
        if token.text in ".!?":
            kind = None
        if kind is None or token.lower not in _BY or is_negated(scene, token.index) or is_hedged(scene, token.index):
            continue
        level = _subject(scene, token)
        if level is None:
            continue
        for mention in _listed(scene, token):
            ruled = _ruled(scene, token, mention, level, kind)
            if ruled is not None:
                found.append(ruled)
    return found


def _subject(scene: Scene, token: Token) -> str | None:
    """The level right before "по", its verb or its dash; the one that "it" stands for where none is named."""
    before = [m for m in scene.mentions.levels if m.last < token.index and len(m.ids) == 1 and m.role != "than"]
    if before:
        gap = scene.tokens[before[-1].last + 1 : token.index]
        near = len(gap) <= 4 and all(_carries(t) for t in gap)
        if near or _pronoun(scene, token) and len({m.ids for m in before}) == 1:
            return next(iter(before[-1].ids))
        return None
    held = level_of_subject(scene)
    return next(iter(held)) if _pronoun(scene, token) and len(held) == 1 else None


_LINKS = {"—", "–", "-", "is", "was", "comes", "came", "the", "it", "once", "again", "снова", "опять", "здесь", "тоже"}


def _carries(token: Token) -> bool:
    """Whether a word may stand between a level and what it is first in: nothing else is said of it there."""
    return token.lower in _LINKS or any(words.match(token.lower) for _, words in _HEADS)


def _pronoun(scene: Scene, token: Token) -> bool:
    return any(t.lower in ("он", "она", "оно", "it") for t in scene.tokens[max(0, token.index - 4) : token.index])


def _listed(scene: Scene, token: Token) -> list[MetricMention]:
    """The metrics that follow in one list, with nothing but joins and statistics between them."""
    row: list[MetricMention] = []
    at = token.index
    for mention in scene.mentions.metrics:
        if mention.first <= token.index:
            continue
        gap = scene.tokens[at + 1 : mention.first]
        if any(t.lower not in _JOINS and t.statistic is None for t in gap):
            break
        row.append(mention)
        at = mention.last
    return row


def _ruled(
    scene: Scene, token: Token, mention: MetricMention, level: str, kind: str
) -> tuple[int, int, str, Ruling] | None:
    if mention.modifier or mention.whole or len(mention.metrics) != 1:
        return None
    (metric,) = mention.metrics
    stat = next(
        (
            t.statistic
            for t in scene.tokens[max(token.index, mention.first - 2) : mention.first]
            if t.statistic in ("max", "min", "median")
        ),
        None,
    )
    if stat is not None and stat not in scene.vocabulary.stats_of(metric):
        return None
    top = extremes(scene, metric, "worst" if kind == "worst" else "best", stat)
    row = scene.vocabulary.series(metric, stat)
    if not top or level in top or len(row) < 3 or level not in dict(row):
        return None
    if kind == "wins" and not _loses(scene, metric, level, stat):
        return None
    text = f"{metric}: " + ", ".join(f"{name}: {shown(fact):g}" for name, fact in row)
    names = tuple(fact.name for _, fact in row)
    return mention.first, mention.last, "best", Ruling("contradicted", text, text, names, ", ".join(sorted(top)))


def _loses(scene: Scene, metric: str, level: str, stat: str | None) -> bool:
    """Whether a level is no better than the baseline either: to win may mean to win against that."""
    base = scene.vocabulary.special("baseline")
    one = scene.vocabulary.central(metric, level, stat)
    two = scene.vocabulary.central(metric, next(iter(base)), stat) if len(base) == 1 else None
    if one is None or two is None or level in base:
        return False
    gap = shown(one) - shown(two)
    return gap <= 0 if scene.vocabulary.better(metric) == "higher" else gap >= 0
