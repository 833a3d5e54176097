"""What a place in a sentence speaks of, as candidates: which metrics, which levels; the likeliest first, with how sure that is.

A judge of words that names its metric itself needs none of this. Those that lean on what was said before ("it burns the most of
all", "that saving is confirmed") take every candidate as a reading, and refute only what all of them refute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.binding.arguments import clause_bounds
from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token


@dataclass(frozen=True, slots=True)
class Phrase:
    """A match in a sentence and its tokens (last inclusive)."""

    match: re.Match[str]
    first: int
    last: int


def refuted(phrase: Phrase, predicate: str, told: str, names: tuple[str, ...], expected: str) -> Ruled:
    """The refusal of a phrase by what the facts hold."""
    return phrase.first, phrase.last, predicate, Ruling("contradicted", told, told, names, expected)


def phrases(scene: Scene, pattern: re.Pattern[str]) -> Iterator[Phrase]:
    """The places of a pattern in the sentence's text as read (markup is blank)."""
    if not scene.matches(pattern):
        return
    offset = scene.tokens[0].start
    for match in pattern.finditer(scene.sentence.text):
        inside = [t.index for t in scene.tokens if t.end > offset + match.start() and t.start < offset + match.end()]
        if inside:
            yield Phrase(match, inside[0], inside[-1])


def metrics_said(scene: Scene, place: int) -> list[frozenset[str]]:
    """The metrics that the sentence itself names or tells values of, nearest first; empty when it does neither."""
    start, stop = clause_bounds(scene, place)
    own = [m for m in scene.mentions.metrics if not m.modifier and not m.whole]
    inside = [m for m in own if start <= m.first <= stop]
    row = sorted(inside, key=lambda m: scene.sentence.distance(place, m.first) + (2 if m.first > place else 0))
    row += sorted(
        (m for m in own if m not in inside), key=lambda m: (m.first > place, scene.sentence.distance(place, m.first))
    )
    said = [m.metrics for m in row if m.metrics and m.exact] or [m.metrics for m in row if m.metrics]
    told = sorted(
        (abs(at - place), bound.metrics)
        for at, bound in scene.bounds.items()
        if bound.metrics and bound.verdict == "supported" and len(bound.metrics) == 1
    ) if scene.bounds else []  # fmt: skip
    return list(dict.fromkeys([*said, *(metrics for _, metrics in told)]))


def names_unknown(scene: Scene, place: int) -> bool:
    """Whether the clause names a term that the facts do not hold, and none that they do."""
    start, stop = clause_bounds(scene, place)
    inside = [m for m in scene.mentions.metrics if not m.modifier and start <= m.first <= stop]
    return bool(inside) and not any(m.metrics for m in inside)


def topics(scene: Scene) -> list[frozenset[str]]:
    """What the sentence leans on: the sentences before it, or the heads around it, or the blocks before; the nearest that name any."""
    found: list[frozenset[str]] = []
    for former in scene.before(3):
        found += [
            b.metrics for _, b in sorted(former.bounds.items(), reverse=True) if b.metrics and b.verdict == "supported"
        ]
        found += _named(former.mentions.metrics[::-1])
    if found:
        return list(dict.fromkeys(found))
    if len(scene.tokens) <= 6:  # a head that runs into its paragraph
        row = scene.world.scenes_of(scene.block)
        at = next((i for i, one in enumerate(row) if one is scene), len(row))
        found += [metrics for following in row[at + 1 : at + 2] for metrics in _named(following.mentions.metrics)]
    if scene.inherited_metrics:
        found.append(scene.inherited_metrics)
    for block in scene.surroundings[:4]:
        found += _named(scene.world.mentions_of(block).metrics)
    for place in range(scene.block.order - 1, max(-1, scene.block.order - 4), -1):
        other = (
            scene.world.blocks[place] if scene.block.kind != "cell" and place < len(scene.world.blocks) else scene.block
        )
        if (
            other is not scene.block
            and other.section == scene.block.section
            and other.kind in ("paragraph", "item", "lead")
        ):
            found += _named(scene.world.mentions_of(other).metrics[::-1])
    return list(dict.fromkeys(found))


def _named(mentions: list[MetricMention]) -> list[frozenset[str]]:
    return [m.metrics for m in mentions if m.metrics and not m.modifier and not m.whole]


def candidates(scene: Scene, place: int, *, primary: bool = True) -> list[str]:
    """Every metric that may be meant at a place: the sentence's own if it has any, otherwise the topics and the primary metric."""
    own = metrics_said(scene, place)
    groups = own or topics(scene)
    row = [metric for metrics in groups for metric in sorted(metrics)]
    decided = scene.vocabulary.facts.experiment.primary
    if primary and not own and decided:
        row.append(decided)
    return list(dict.fromkeys(row))


def levels_said(scene: Scene, start: int = 0, stop: int | None = None) -> list[frozenset[str]]:
    """The levels mentioned within a stretch of the sentence, in their order."""
    stop = len(scene.tokens) if stop is None else stop
    return list(dict.fromkeys(m.ids for m in scene.mentions.levels if start <= m.first <= stop))


def level_of_subject(scene: Scene) -> frozenset[str]:
    """The one level that "it" stands for: the surroundings' own, or the one that the sentence before names last."""
    if scene.inherited_levels:
        return scene.inherited_levels
    for former in scene.before(2):
        said = [m.ids for m in former.mentions.levels if m.role != "than"]
        if said:
            return said[-1] if len(set(said)) == 1 else frozenset()
    return frozenset()


_LAST_TWO = re.compile(
    r"\b(?:that|this|the) last (?:difference|step|gap)\b|\bthe last two\b|(?<!\w)последн\w+ двумя|(?<!\w)последн\w+ (?:разниц|различи|шаг)\w*",
    re.I,
)


def last_two_told(scene: Scene, place: int) -> tuple[str, str, str] | None:
    """(metric, level before last, last level) that "the last difference" before a place is of: the two values told last."""
    if not _LAST_TWO.search(scene.sentence.text[: scene.tokens[place].start - scene.tokens[0].start]):
        return None
    row = [bound for at, bound in sorted(scene.bounds.items()) if at < place]
    for former in scene.before(2):
        row = [*(bound for _, bound in sorted(former.bounds.items())), *row]
    told = []
    for bound in row:
        fact = (
            scene.vocabulary.by_name.get(bound.facts[0])
            if bound.verdict == "supported" and bound.predicate == "value" and len(bound.facts) == 1
            else None
        )
        if fact is not None and fact.level is not None and fact.partner is None:
            told.append((fact.metric, scene.vocabulary.canonical(fact.level)))
    if len(told) < 2 or told[-1][0] != told[-2][0] or told[-1][1] == told[-2][1]:
        return None
    return told[-1][0], told[-2][1], told[-1][1]


def of_equality(scene: Scene, place: int) -> bool:
    """ "The contrary is proven: they are equivalent": what is said to be proven is an equality, which its own word tells."""
    following = scene.tokens[place + 1 : place + 12]
    if any(t.lower.startswith(("эквивал", "equival")) and t.index - place <= 4 for t in following):
        return True  # "подтверждено тестом на эквивалентность"
    at = next((n for n, t in enumerate(following) if t.lower.startswith(("эквивал", "equival"))), None)
    return at is not None and any(t.text == ":" or t.lower in ("что", "that") for t in following[:at])


_NOT_EVERYWHERE = re.compile(
    r"(?:\W+\w+){0,3}?\W+(?:не (?:(?:во|в|на|при|у) (?:всех|каждом|каждой|любом|обоих)|везде|всюду|всегда)|not (?:(?:in|at|on|with|under) (?:all|every|both|each)|everywhere|always))(?!\w)",
    re.I,
)


def not_everywhere(scene: Scene, place: int) -> bool:
    """ "Prevails, but not in all runs": what is said at a place is not said of every level."""
    return bool(_NOT_EVERYWHERE.match(scene.sentence.text[scene.tokens[place].end - scene.tokens[0].start :]))


def word_before(scene: Scene, place: int) -> Token | None:
    """The token before a place."""
    return scene.tokens[place - 1] if place else None


__all__ = [
    "Phrase",
    "candidates",
    "last_two_told",
    "level_of_subject",
    "levels_said",
    "metrics_said",
    "names_unknown",
    "not_everywhere",
    "of_equality",
    "phrases",
    "topics",
    "word_before",
]
