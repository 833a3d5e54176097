"""Gives every word of a stretch its part by a lexicon, so that what is read is read whole: "a difference | from on | is | not | shown"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from factcheck.binding.mentions import LevelMention, MetricMention
from factcheck.binding.scene import Scene
from factcheck.reading.counts import count_said
from factcheck.reading.numbers import Number
from factcheck.stating.clauses import pieces_of

_MARKS = {",", '"', "«", "»", "“", "”", "=", "/", "(", ")"}
#: What parts statements; commas and conjunctions may stand within one ("for A, B and C a difference is not shown").
_FIRM = {";", ":", "—", "–", ".", "!", "…", "?", "("}
#: A neighbouring clause that begins so makes a condition or an exception of what is read.
_BINDS = {
    "if", "unless", "except", "only", "until", "provided", "assuming", "whether", "when", "because", "besides", "apart", "otherwise", "than", "although", "though",
    "если", "кроме", "лишь", "только", "пока", "ли", "когда", "разве", "помимо", "иначе", "исключая", "хотя",
}  # fmt: skip
_AGAINST = {"from", "against", "versus", "vs", "with", "to", "than", "over", "от", "против", "с", "со", "чем", "относительно", "relative"}  # fmt: skip
_MOST = 14


@dataclass(slots=True)
class Named:
    """A level of a stretch, and whether something is held against it."""

    ids: frozenset[str]
    apart: bool


@dataclass(slots=True)
class Parts:
    """The parts of a stretch whose words are all known."""

    roles: set[str] = field(default_factory=set)
    levels: list[Named] = field(default_factory=list)
    metrics: list[frozenset[str]] = field(default_factory=list)
    numbers: list[Number] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    factors: set[int] = field(default_factory=set)

    def has(self, *roles: str) -> bool:
        """Whether all of these parts are played."""
        return self.roles.issuperset(roles)


def candidates(scene: Scene) -> list[tuple[int, int]]:
    """Stretches between firm marks that may be statements, longer ones first."""
    pieces = pieces_of(scene)
    if len(pieces) > _MOST:
        return []
    found = []
    for size in range(len(pieces), 0, -1):
        for at in range(len(pieces) - size + 1):
            first, last = pieces[at][0], pieces[at + size - 1][1]
            firm = any(t.text in _FIRM for t in scene.tokens[first : last + 1])
            beside = [one for i, one in enumerate(pieces) if not at <= i < at + size and _same_clause(scene, one, (first, last))]  # fmt: skip
            joined = first > 0 and scene.tokens[first].lower in ("and", "or", "и", "или") and scene.tokens[first - 1].number is not None  # fmt: skip
            if not firm and not joined and not any(scene.tokens[one[0]].lower in _BINDS for one in beside):
                found.append((first, last))
    return found


def _same_clause(scene: Scene, one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether no firm mark stands between two stretches."""
    low, high = sorted((one, two))
    return not any(t.text in _FIRM for t in scene.tokens[low[1] + 1 : high[0]])


def parts_of(scene: Scene, first: int, last: int, words: Mapping[str, str]) -> Parts | None:
    """The parts of a stretch by a lexicon of words and lemmas; None where a word has none."""
    parts = Parts()
    levels = {m.first: m for m in scene.mentions.levels}
    metrics = {m.first: m for m in scene.mentions.metrics}
    factors = dict(scene.mentions.factors)
    at = first
    while at <= last:
        token = scene.tokens[at]
        level, metric = levels.get(at), metrics.get(at)
        role = next((words[w] for w in (token.lower, *sorted(token.stems)) if w in words), None)
        if level is not None and token.number is not None and token.number.high is not None:
            parts.numbers.append(token.number)  # "between 2 and 10 ms"
            at = level.last + 1
            continue
        if level is not None and level.last <= last:
            _add_level(scene, parts, level)
            at = level.last + 1
            continue
        if metric is not None and metric.last <= last and (metric.exact or role is None):
            if not _add_metric(parts, metric):
                return None
            at = metric.last + 1
            continue
        if at in factors:
            parts.factors.add(factors[at])
        elif _is_bare_level(scene, at):
            parts.levels.append(Named(frozenset({token.text}), True))
        elif role is not None:
            parts.roles.add(role)
        elif token.number is not None and token.number.is_value:
            parts.numbers.append(token.number)
        elif token.is_word and (count := count_said(token.lower)) is not None:
            parts.counts.append(count)
        elif token.text not in _MARKS:
            return None
        at += 1
    return parts


def _is_bare_level(scene: Scene, at: int) -> bool:
    """ "from on", "с on": a level's name that is a word of the language, too."""
    return at > 0 and scene.tokens[at].text in scene.vocabulary.level_ids and scene.tokens[at - 1].lower in _AGAINST


def _add_level(scene: Scene, parts: Parts, mention: LevelMention) -> None:
    before = scene.tokens[mention.first - 1].lower if mention.first else ""
    parts.levels.append(Named(mention.ids, before in _AGAINST or mention.role in ("than", "from")))


def _add_metric(parts: Parts, mention: MetricMention) -> bool:
    parts.metrics.append(mention.metrics)
    return bool(mention.metrics)


def lexicon(**roles: str) -> dict[str, str]:
    """Words by their parts from rows of words."""
    return {word: role for role, row in roles.items() for word in row.split()}
