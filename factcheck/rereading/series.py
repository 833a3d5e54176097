"""Reads a list of numbers as one series of the facts, level by level, where the whole list is one: "declines in every run: by 480, 310, 905 and 150"."""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling

_PROSE = ("paragraph", "item", "lead")
_LIST = {"→", "->", "⟶", ",", ";", "и", "and", "a", "то", "then", "затем", "(", ")", "by", "на", "to", "до"}


def open_member(scene: Scene, bound: Bound, ruling: Ruling) -> Ruling:
    """The ruling of a number: supported instead of contradicted where it stands in a list that as a whole is a series of the facts."""
    if ruling.verdict != "contradicted" or scene.block.kind not in _PROSE:
        return ruling
    row = _list_around(scene, bound)
    if len(row) < 3:
        return ruling
    fact = _member(scene, row, row.index(bound))
    if fact is None:
        return ruling
    return Ruling("supported", f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}", (fact.name,))


def _list_around(scene: Scene, bound: Bound) -> list[Bound]:
    """The numbers of one unit that stand with this one in one list."""
    taken = {i for m in scene.mentions.levels for i in range(m.first, m.last + 1)}
    rows: list[list[Bound]] = []
    for place, other in sorted(scene.bounds.items()):
        former = rows[-1][-1] if rows else None
        gap = scene.tokens[former.place + 1 : place] if former is not None else []
        linked = former is not None and len(gap) <= 6 and all(t.lower in _LIST or t.index in taken for t in gap)
        if linked and former is not None and former.number.dimension in (None, other.number.dimension):
            rows[-1].append(other)
        else:
            rows.append([other])
    return next((row for row in rows if bound in row), [])


def _member(scene: Scene, row: list[Bound], at: int) -> Fact | None:
    """The fact at this place of a series (of one statistic, or of one coefficient) that has the whole row, in the levels' order or against it."""
    vocabulary = scene.vocabulary
    over_levels: dict[tuple[str | None, ...], dict[str, Fact]] = {}
    over_steps: dict[tuple[str | None, ...], list[Fact]] = {}
    for fact in vocabulary.facts.facts:
        if fact.level is not None and fact.run is None:
            over_levels.setdefault((fact.metric, fact.stat, fact.partner, fact.denominator, fact.scope), {})[
                fact.level
            ] = fact
            over_steps.setdefault((fact.metric, fact.stat, fact.partner, fact.denominator, fact.level), []).append(fact)
    named = {m for mention in scene.mentions.metrics for m in mention.metrics}
    over_levels = {
        kind: held
        for kind, held in over_levels.items()
        if not named or kind[0] in named and (kind[2] is None or kind[2] in named or len(named) == 1)
    }
    over_steps = {kind: held for kind, held in over_steps.items() if not named or kind[0] in named and kind[2] is None}
    rows = [[held[level] for level in vocabulary.level_ids if level in held] for held in over_levels.values()]
    rows += [part for held in over_levels.values() for part in _lines_of_a_grid(scene, held)]
    for series in (*rows, *([f for f in held if f.scope not in (None, "run")] for held in over_steps.values())):
        for start in range(len(series) - len(row) + 1):
            part = series[start : start + len(row)]
            for order in (part, part[::-1]):
                if all(_states(scene, bound, fact) for bound, fact in zip(row, order, strict=True)):
                    return order[at]
    return None


def _lines_of_a_grid(scene: Scene, held: dict[str, Fact]) -> list[list[Fact]]:
    """The cells of a grid that share all parts of their names but one, in the levels' order."""
    lines: dict[tuple[int, tuple[str, ...]], list[Fact]] = {}
    for level in scene.vocabulary.level_ids if len(scene.vocabulary.facts.experiment.factors) > 1 else ():
        parts = re.split(r"[/_,; ]+", level)
        for at in range(len(parts)) if level in held else ():
            lines.setdefault((at, (*parts[:at], "", *parts[at + 1 :])), []).append(held[level])
    return list(lines.values())


def _states(scene: Scene, bound: Bound, fact: Fact) -> bool:
    unit = scene.vocabulary.unit_of(fact.metric) if fact.partner is None else None
    values = in_unit(fact, bound.number.unit, unit) if fact.partner is None and fact.stat != "slope" else [fact.value]
    return agrees(bound.number, [*values, *(abs(v) for v in values if fact.stat == "slope")])
