"""Judges who is first or last by a list of metrics: "none is first on mean speed, IOPS and system time; mq-deadline on writes and fsync".

Each metric of the list is asked on its own, at the level before it; a level named without the verb goes on with the verb before. Only
refutes, and only by metrics that are named and have a better side.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.scope import level_of_subject
from factcheck.judging.superlatives import extremes
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token

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
    return found or _fronted(scene)


_FRONTED = re.compile(r"^\W*(?:(?:а|and|but|но)\s+)?(?:по|by|on|in terms of|for)\s", re.I)
_WINNER = re.compile(
    r"(?<!\w)(?:(?P<best>победител\w+|лидер|лидиру\w+|впереди|лучш(?:ий|ая|ее|е всех)|выигрыва\w+|winner|leader|leads|best|wins|comes first)|(?P<worst>аутсайдер|худш(?:ий|ая|ее)|worst|comes last))(?!\w)",
    re.I,
)


def _fronted(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "By the 99th percentile of total latency the winner is 80": one metric in front, one level behind."""
    said = _WINNER.search(scene.sentence.text)
    if said is None or not _FRONTED.match(scene.sentence.text) or len(list(_WINNER.finditer(scene.sentence.text))) > 1:
        return []
    offset = scene.tokens[0].start
    token = next(t for t in scene.tokens if t.end - offset > said.start())
    front = [m for m in scene.mentions.metrics if m.last < token.index and not m.modifier and not m.whole]
    if len({m.metrics for m in front}) != 1 or not front[0].exact or any(t.text in ".;:" for t in scene.tokens[: token.index]):  # fmt: skip
        return []
    level = _level_behind(scene, token)
    if level is None or is_negated(scene, token.index) or is_hedged(scene, token.index):
        return []
    told = re.search(
        r"(?<!\d)p?(95|99)(?:th|-\w+)?(?!\d)", scene.sentence.text[: scene.tokens[front[0].last].end - offset]
    )
    percentile = f"p{told.group(1)}" if told is not None else None
    if percentile is not None and not all(percentile in scene.vocabulary.stats_of(m) for m in front[0].metrics):
        return []
    ruled = _ruled(scene, scene.tokens[0], front[0], level, "best" if said.group("best") else "worst", percentile)
    return [ruled] if ruled is not None else []


def _level_behind(scene: Scene, token: Token) -> str | None:
    """The one level that follows a word, by its bare number, too; none where a value or another level stands with it."""
    named = {m.ids for m in scene.mentions.levels if m.role != "than"}
    if len(named) == 1:
        mention = next(m for m in scene.mentions.levels if m.role != "than")
        near = 0 < mention.first - token.index <= 5 or 0 < token.index - mention.last <= 2
        return next(iter(mention.ids)) if near and len(mention.ids) == 1 else None
    texts = [t.text for t in scene.tokens[token.index + 1 :] if t.number is not None]
    return texts[0] if not named and len(texts) == 1 and texts[0] in scene.vocabulary.level_ids else None


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
    scene: Scene, token: Token, mention: MetricMention, level: str, kind: str, of: str | None = None
) -> tuple[int, int, str, Ruling] | None:
    if mention.modifier or mention.whole or len(mention.metrics) != 1:
        return None
    (metric,) = mention.metrics
    stat = of or next(
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
