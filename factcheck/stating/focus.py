"""What a clause may point at: the metric, the statistic and the levels that stand nearest before it, in its sentence, the sentences before, list parents and headings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from factcheck.binding.mentions import Mentions
from factcheck.binding.scene import Scene
from factcheck.reading.sentences import Token
from factcheck.stating.context import stats_in

_NEAR = 3  # heads around that are asked


@dataclass(slots=True)
class Focus:
    """The nearest metrics with the statistic told of them, and the nearest levels in their order; `base` are levels that something was only held against."""

    metrics: list[str] = field(default_factory=list)
    stats: list[str] = field(default_factory=list)
    levels: list[str] = field(default_factory=list)
    base: list[str] = field(default_factory=list)
    pair: list[str] = field(default_factory=list)  # the nearest two that stand together


def focus_of(scene: Scene, first: int) -> Focus | None:
    """What a clause that begins at a token may point at; None where a term stands nearer that the facts do not hold."""
    focus = Focus()
    for mentions, tokens in _rows(scene, first):
        named = [m for m in mentions.metrics if not m.modifier]
        if named and not focus.metrics:
            if any(not m.metrics for m in named):
                return None
            exact = [m for m in named if m.exact] or named
            if any(len(m.metrics) != 1 for m in exact):
                return None
            focus.metrics = list(dict.fromkeys(one for m in exact for one in m.metrics))
            focus.stats = stats_in(tokens)
        together = list(dict.fromkeys(one for m in mentions.levels if not m.group for one in sorted(m.ids)))
        if len(together) == 2 and not focus.pair:
            focus.pair = together
        if mentions.levels and not focus.levels and not focus.base:
            if any(m.group or len(m.ids) != 1 for m in mentions.levels):
                return None
            focus.levels = list(dict.fromkeys(one for m in mentions.levels if m.role != "than" for one in m.ids))
            focus.base = list(dict.fromkeys(one for m in mentions.levels if m.role == "than" for one in m.ids))
    return focus


def _rows(scene: Scene, first: int) -> Iterator[tuple[Mentions, list[Token]]]:
    """The mentions of what stands before, nearest first, each with its tokens."""
    own = Mentions(
        [m for m in scene.mentions.metrics if m.last < first], [m for m in scene.mentions.levels if m.last < first]
    )
    yield own, scene.tokens[:first]
    for former in scene.before(2):
        yield former.mentions, former.tokens
    if scene.former is None and scene.block.kind == "item":
        other = scene.end_of_block_before("item")
        if other is not None and other.block not in scene.surroundings:
            yield other.mentions, other.tokens
    for block in scene.surroundings[:_NEAR]:
        yield scene.world.mentions_of(block), scene.world.tokens_of(block)
