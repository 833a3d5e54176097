"""Holds a share that sums up others to their sum: "SyncRep takes 52.6% and WALSync another 21.9%, so two thirds of the time", "Q1, Q2 and Q3 make up 80%".

The parts are told beside it, or named in a row before it; shares of one whole at one level add up. Only refutes.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import agrees
from factcheck.binding.bound import Bound
from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import Number
from factcheck.rereading.beside import part_agrees

_SO = re.compile(
    r"(?:,|—|–|:|;)\s*(?:and )?(?:so|thus|hence|therefore|together|in sum|in total|altogether|that is|i\.e\.|which makes?|making|or|so that|значит|то есть|итого|вместе|в сумме|суммарно|всего|а вместе|так что|получается)(?:,|\s)[^,.;:\d]{0,40}$",
    re.I,
)
_MAKE_UP = re.compile(
    r"^[^.,;:\d(]{0,20}?\b(?:make up|makes up|account for|accounts for|take|takes|took|consume|cover|give|gave|form|amount to|add up to|sum to|are responsible for|hold)\b[^.,;:\d]{0,20}$|"
    r"^[^.,;:\d(]{0,20}?(?<!\w)(?:составля\w+|занима\w+|дают|да[её]т|забира\w+|съеда\w+|отнима\w+|покрыва\w+|приходится)(?!\w)[^.,;:\d]{0,20}$|^\s*(?:приходится|—|–)\s*$",
    re.I,
)
_JOINS = {",", "and", "и", "+", "&", "/"}


def judge_summed(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each sum of shares that its parts do not give."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        number = bound.number
        told = number.fraction or number.dimension == "percent"
        if not told or bound.verdict == "contradicted" or number.high is not None or number.hedge == "under":
            continue
        first, sums = _of_told(scene, bounds, place) or _of_named(scene, place) or (place, [])
        if sums and not any(_fits(number, value) for value in sums):
            text = " / ".join(f"{value:.3g}%" for value in sums[:3])
            ruling = Ruling("contradicted", f"the parts add up to {text}", f"части складываются в {text}", (), text)
            found.append((first, place, "share", ruling))
    return found


def _fits(number: Number, percent: float) -> bool:
    if number.fraction:  # 74.5% is three quarters, not two thirds
        near = number.hedge is not None or abs(percent - number.low_value()) <= 6.0
        return near and part_agrees(number, percent / 100)
    return agrees(number, [percent]) or abs(number.low_value() - percent) <= number.readings[0].quantum


def _share(scene: Scene, bound: Bound) -> Fact | None:
    fact = scene.vocabulary.by_name.get(bound.facts[0]) if len(bound.facts) == 1 else None
    right = bound.verdict == "supported" and bound.predicate == "value" and fact is not None
    return fact if right and fact is not None and fact.denominator and fact.level is not None else None


def _of_told(scene: Scene, bounds: dict[int, Bound], place: int) -> tuple[int, list[float]] | None:
    """The sum of the shares told before "so two thirds of the time": of one whole, at one level."""
    before = scene.sentence.text[: scene.tokens[place].start - scene.tokens[0].start]
    row = [(at, fact) for at, bound in sorted(bounds.items()) if at < place and (fact := _share(scene, bound)) is not None]  # fmt: skip
    others = [at for at in bounds if at < place and at not in {one for one, _ in row}]
    if not _SO.search(before) or len(row) < 2 or others or place - row[-1][0] > 8:
        return None
    if len({(f.level, f.denominator) for _, f in row}) != 1 or len({f.metric for _, f in row}) != len(row):
        return None
    if any(m.first > row[-1][0] and m.last < place and m.exact and m.metrics for m in scene.mentions.metrics):
        return None  # a share of something else that is named
    values = [f.value for _, f in row]
    sums = [sum(part) for count in range(2, len(values) + 1) for part in itertools.combinations(values, count)]
    return row[0][0], [*sums, 100 - sum(values)]


def _of_named(scene: Scene, place: int) -> tuple[int, list[float]] | None:
    """The sums of the shares of the metrics named in a row before "make up 80%", at each level that may be meant."""
    named = _row(scene, place)
    if len(named) < 2:
        return None
    before = scene.block.text[scene.tokens[named[-1].last].end : scene.tokens[place].start].lstrip(" ,")
    if not _MAKE_UP.match(before):
        return None
    levels = frozenset().union(*(m.ids for m in scene.mentions.levels)) or scene.inherited_levels
    sums = []
    for level in scene.vocabulary.level_ids:
        parts = [_held(scene, next(iter(m.metrics)), level) for m in named]
        known = [fact for fact in parts if fact is not None]
        if len(known) == len(parts) and len({fact.denominator for fact in known}) == 1 and (not levels or level in levels):  # fmt: skip
            sums.append(sum(fact.value for fact in known))
    return (named[0].first, sums) if sums else None


def _row(scene: Scene, place: int) -> list[MetricMention]:
    """The metrics that stand in one row, joined by commas and "and", before a place."""
    row: list[MetricMention] = []
    for mention in reversed([m for m in scene.mentions.metrics if m.last < place and not m.whole]):
        if not mention.exact or len(mention.metrics) != 1 or mention.modifier:
            break
        gap = scene.tokens[mention.last + 1 : row[0].first] if row else []
        if row and (not gap or not all(t.lower in _JOINS for t in gap)):
            break
        row.insert(0, mention)
    return row if len({m.metrics for m in row}) == len(row) else []


def _held(scene: Scene, metric: str, level: str) -> Fact | None:
    held = [
        f for f in scene.vocabulary.shares
        if f.metric == metric and f.level is not None and f.run is None and scene.vocabulary.canonical(f.level) == level
        and f.denominator and f.scope in (None, "run")
    ]  # fmt: skip
    return held[0] if len(held) == 1 else None
