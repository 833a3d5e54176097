"""Withholds a refusal by a metric whose name another one goes on from, where what it goes on with stands around: "Query Duration | 18.4ms" below "at 20,000 QPS".

Facts may hold "query duration", and "select query duration at 20,000 QPS" beside it. Under a heading, or behind a sentence, that names what only the longer
name has, the short one stands for the long one as like as not: a number that the long one has is then not false, and a statement that is read whole stays open.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import changes_pct, pairs_for, ratios
from factcheck.binding.scene import Scene
from factcheck.binding.vocabulary import words_of
from factcheck.judging.verdicts import Ruling
from factcheck.reading.document import Block
from factcheck.rereading.derived import times_agree, way_of

_SPEED = {"speed", "скорость"}
_FAR = 60  # blocks, of which each cell of a table is one


def kinds_around(scene: Scene, metric: str) -> set[str]:
    """The metrics whose names go on from one of this metric's names, with a number or with words that the headings or the blocks just before have."""
    goes_on = scene.vocabulary.kinds_of(metric)
    if not goes_on:
        return set()
    around = scene.surroundings
    last = next((at for at, block in enumerate(around) if block.kind == "heading"), len(around))
    heads = frozenset().union(*(words_of(block.text) for block in around[: last + 1]))
    before = heads.union(*(words_of(block.text) for block in _before(scene)))
    found = set()
    for kind, words, bare in goes_on:
        numbers = {word for word in words if word.isdigit()}
        if words <= (heads if bare else before) or not bare and numbers & before:
            found.add(kind)
    return found


def _before(scene: Scene) -> Iterator[Block]:
    """The blocks of a sentence's section that stand just before it, without the cells of tables."""
    for block in itertools.islice(reversed(scene.world.blocks[: scene.block.order]), _FAR):
        if block.section != scene.block.section:
            return
        if block.kind != "cell":
            yield block


def open_qualified(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> Ruling:
    """The ruling of a number: unverifiable instead of contradicted where a kind of its metric that stands around has it."""
    if ruling.verdict != "contradicted" or predicate not in ("value", "delta", "ratio"):
        return ruling
    kinds = set().union(*(kinds_around(scene, metric) for metric in bound.metrics)) - bound.metrics
    if not any(_states(scene, bound, kind) for kind in sorted(kinds)):
        return ruling
    return Ruling(
        "unverifiable",
        f"of which kind of the metric it is told is said around ({ruling.en})",
        f"о какой разновидности показателя речь, сказано вокруг ({ruling.ru})",
        ruling.facts,
    )


def _states(scene: Scene, bound: Bound, metric: str) -> bool:
    """Whether a number is a value of a metric, of the statistic that was bound, or a change or a multiple between two of its levels."""
    number, unit = bound.number, scene.vocabulary.unit_of(metric)
    if number.hedge in ("over", "under"):
        return False  # too much lies beyond a bound
    facts = scene.vocabulary.by_metric.get(metric, ())
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    way = way_of(scene, bound, metric)
    if (
        unit is not None
        and unit.dimension == "time"
        and any(t.stems & _SPEED for t in scene.tokens[bound.place + 1 : bound.place + 4])
    ):
        way = -way  # "gains 7% in speed"
    pairs = pairs_for(scene, bound.levels[0] if bound.levels else None, bound.place)
    if number.kind == "times":
        held = [f.value for f in facts if f.stat == "ratio"]
        return any(times_agree(number, v) for v in held) or any(
            times_agree(number, v) for pair in pairs for v, _ in ratios(scene, metric, pair, None)
        )
    if any(
        agrees(number, in_unit(f, number.unit, unit))
        for f in facts
        if (bound.stat is None or f.stat == bound.stat) and (not own or f.level is None or f.level in own)
    ):
        return True
    return number.dimension == "percent" and any(
        (not way or v * way > 0) and agrees(number, [abs(v)])
        for pair in pairs
        for v, _ in changes_pct(scene, metric, pair, None)
    )
