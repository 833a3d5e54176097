"""Reads the numbers that stand in one list, and the rows of the facts that such a list may be: "77.7 → 10.8 → 1.1 ms", "480, 310, 905 and 150"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact

_LINKS = {"→", "->", "⟶", "/", ",", ";", "и", "and", "a", "то", "then", "затем", "(", ")", "by", "на", "to", "до"}
_GAP = 6


def lists_in(scene: Scene, bounds: Iterable[Bound]) -> list[list[Bound]]:
    """The numbers of one unit that nothing but signs of a list, and the levels they are of, part; in their order in the sentence."""
    taken = scene.mentions.level_tokens | {i for m in scene.mentions.levels for i in range(m.first, m.last + 1)}
    rows: list[list[Bound]] = []
    for bound in sorted(bounds, key=lambda one: one.place):
        former = rows[-1][-1] if rows else None
        gap = scene.tokens[former.place + 1 : bound.place] if former is not None else []
        linked = former is not None and len(gap) <= _GAP and all(t.lower in _LINKS or t.index in taken for t in gap)
        if linked and former is not None and former.number.dimension in (None, bound.number.dimension):
            rows[-1].append(bound)
        else:
            rows.append([bound])
    return rows


def rows_of_facts(scene: Scene) -> list[list[Fact]]:
    """What a list may tell: a metric's statistic (or coefficient) level by level, or step by step at one level; of the named metrics, where any is."""
    over_levels: dict[tuple[str | None, ...], dict[str, Fact]] = {}
    over_steps: dict[tuple[str | None, ...], list[Fact]] = {}
    named = {m for mention in scene.mentions.metrics for m in mention.metrics}
    for fact in scene.vocabulary.facts.facts:
        if fact.level is None or fact.run is not None or named and fact.metric not in named:
            continue
        kind = (fact.metric, fact.stat, fact.partner, fact.denominator)
        if fact.partner is None or not named or fact.partner in named or len(named) == 1:
            over_levels.setdefault((*kind, fact.scope), {})[fact.level] = fact
        if fact.scope not in (None, "run") and (fact.partner is None or not named):
            over_steps.setdefault((*kind, fact.level), []).append(fact)
    rows = [[held[level] for level in scene.vocabulary.level_ids if level in held] for held in over_levels.values()]
    rows += [part for held in over_levels.values() for part in _lines_of_a_grid(scene, held)]
    return [*rows, *over_steps.values()]


def _lines_of_a_grid(scene: Scene, held: dict[str, Fact]) -> list[list[Fact]]:
    """The cells of a grid that share all parts of their names but one, in the levels' order."""
    lines: dict[tuple[int, tuple[str, ...]], list[Fact]] = {}
    for level in scene.vocabulary.level_ids if len(scene.vocabulary.facts.experiment.factors) > 1 else ():
        parts = re.split(r"[/_,; ]+", level)
        for at in range(len(parts)) if level in held else ():
            lines.setdefault((at, (*parts[:at], "", *parts[at + 1 :])), []).append(held[level])
    return list(lines.values())


def parts_of_rows(scene: Scene, length: int) -> Iterable[list[Fact]]:
    """The rows of the facts, and their parts, that are as long as a list; each in the levels' order and against it."""
    for row in rows_of_facts(scene):
        for start in range(len(row) - length + 1):
            yield row[start : start + length]
            yield row[start : start + length][::-1]


def grows_within(scene: Scene, first: int, last: int) -> bool:
    """Whether a stretch tells an amount that was found right as the growth within one run: "ext4 grew by 37.2 GB" between its start and its end."""
    told = [b for at, b in scene.bounds.items() if first <= at <= last and b.verdict == "supported"]
    kinds = [{f.stat for name in b.facts if (f := scene.vocabulary.by_name.get(name)) is not None} for b in told]
    return {"first", "last"} in kinds


def states(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether a number as written is the fact's; a slope may be told without its sign."""
    unit = scene.vocabulary.unit_of(fact.metric) if fact.partner is None else None
    values = in_unit(fact, bound.number.unit, unit) if fact.partner is None and fact.stat != "slope" else [fact.value]
    return agrees(bound.number, [*values, *(abs(v) for v in values if fact.stat == "slope")])
