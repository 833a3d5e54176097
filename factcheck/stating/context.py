"""What a statement may leave to its context: metrics, levels and statistics that stand in the clause before, the sentence before, list parents and headings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from factcheck.binding.scene import Scene
from factcheck.binding.subjects import is_of_noun_before
from factcheck.reading.document import Block
from factcheck.reading.sentences import Token
from factcheck.stating.parts import Atom
from factcheck.stating.values import STATS
from factcheck.stating.words import parts

_DEVIATION = re.compile(r"standard deviation|std\.? ?dev|σ|sigma|стандартн\w+ отклонен|среднеквадратич|сигм|ско\b")
_PERCENTILE = re.compile(
    r"(?<![\w.])p?(95|99)(?:th|-?й|-?го|-?м|-?му)?[- ]?(?:(?<=p95)|(?<=p99)|percentile|перцентил|процентил)"
)
_MOST_METRICS = 6


@dataclass(slots=True)
class Context:
    """The candidates for what a clause leaves out, nearest first."""

    metrics: list[str]
    levels: list[str]
    stats: list[str]
    foreign: bool = False  # the nearest term is one that the facts do not hold


def context_of(scene: Scene, first: int) -> Context:
    """The candidates for a clause that begins at a token."""
    metrics, foreign = _metrics(scene, first)
    return Context(metrics, _levels(scene, first), _stats(scene, first), foreign)


def _metrics(scene: Scene, first: int) -> tuple[list[str], bool]:
    rows = [[m for m in scene.mentions.metrics if m.last < first and not m.modifier]]
    rows += [[m for m in former.mentions.metrics if not m.modifier] for former in scene.before(2)]
    found: list[str] = []
    foreign: bool | None = None
    for row in rows:
        if row and foreign is None:
            foreign = not row[-1].metrics
        found += [one for m in reversed(row) for one in sorted(m.metrics)]
    if not found:
        found = _around(scene)
    elif (block := _head(scene)) is not None:
        found += [
            one
            for m in scene.world.mentions_of(block).metrics
            if not m.modifier and m.exact
            for one in sorted(m.metrics)
        ]
    found = list(dict.fromkeys(found))
    return (found if len(found) <= _MOST_METRICS else []), bool(
        foreign if foreign is not None else scene.inherited_unknown
    )


def _around(scene: Scene) -> list[str]:
    """The metrics of list parents and headings, or what the scene inherits otherwise."""
    found: list[str] = []
    for block in scene.surroundings:
        own = [m for m in scene.world.mentions_of(block).metrics if not m.modifier and m.metrics]
        found += [one for m in own for one in sorted(m.metrics)]
        if own and block.kind == "heading":
            break
    return found + sorted(scene.inherited_metrics)


def _head(scene: Scene) -> Block | None:
    return next((block for block in scene.surroundings if block.kind in ("heading", "lead")), None)


def _levels(scene: Scene, first: int) -> list[str]:
    found = [one for m in reversed(scene.mentions.levels) if m.last < first and not m.group for one in sorted(m.ids)]
    found += [t.text for t in reversed(scene.tokens[:first]) if t.text in scene.vocabulary.level_ids]
    if is_of_noun_before(scene, first):
        return list(dict.fromkeys(found))
    for former in scene.before(2):
        found += [one for m in reversed(former.mentions.levels) if not m.group for one in sorted(m.ids)]
    for block in scene.surroundings[:3]:
        if block.order or block.kind != "heading":
            found += [one for m in scene.world.mentions_of(block).levels if not m.group for one in sorted(m.ids)]
    return list(dict.fromkeys([*found, *sorted(scene.inherited_levels)]))


def _stats(scene: Scene, first: int) -> list[str]:
    """The statistics that stand before a clause, in the sentence before it and in the heads."""
    tokens = [*scene.tokens[:first], *(t for former in scene.before(1) for t in former.tokens)]
    return stats_in([*tokens, *(t for block in scene.surroundings[:3] for t in scene.world.tokens_of(block))])


def stats_in(tokens: list[Token]) -> list[str]:
    """The statistics that words name."""
    words = {word for t in tokens for word in (t.lower, *t.stems)}
    said = {t.statistic for t in tokens}
    text = " ".join(t.lower for t in tokens)
    said |= {f"p{found[1]}" for found in _PERCENTILE.finditer(text)}
    if _DEVIATION.search(text):
        said.add("stddev")
    said |= {stat for word in words for stat in _stat_words().get(word, ())}
    return [stat for stat in STATS if stat in said]


@cache
def _stat_words() -> dict[str, tuple[str, ...]]:
    """Single words to the statistics that they name."""
    rows = {
        key[0]: [play[5:] for play in plays if play.startswith("stat.")]
        for key, plays in parts().items()
        if len(key) == 1
    }
    return {word: tuple(stats) for word, stats in rows.items() if stats}


def as_metric(scene: Scene, metric: str, at: int) -> Atom:
    """A metric that is put where a clause names none."""
    return Atom("metric", at, at, metric, value=metric)


def as_level(level: str, at: int) -> Atom:
    """A level that is put where a clause names none."""
    return Atom("level", at, at, level, value=level)
