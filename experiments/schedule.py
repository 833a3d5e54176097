"""Randomised complete blocks: every cell once a block, the baseline cell twice, and one of those two drawn as the sentinel."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class PlannedRun:
    """One run as planned. `planned_order` counts from 1 over the whole execution; `levels` maps a factor to its level."""

    block: int
    planned_order: int
    levels: dict[str, str]
    role: str  # 'level' or 'sentinel'

    @property
    def level(self) -> str:
        return "/".join(self.levels.values())


@dataclass(frozen=True)
class FactorLevels:
    """A factor with its baseline settled."""

    name: str
    levels: Sequence[str]
    baseline: str


def cells(factors: Sequence[FactorLevels]) -> list[dict[str, str]]:
    """The full grid, in the order in which the levels are listed."""
    names = [factor.name for factor in factors]
    return [
        dict(zip(names, combination, strict=True)) for combination in itertools.product(*(f.levels for f in factors))
    ]


def schedule(factors: Sequence[FactorLevels], repeats: int, seed: int, order: str) -> list[PlannedRun]:
    """All runs of an execution; the same arguments give the same plan on any machine and Python version that we support.

    Which of the baseline's two runs is the sentinel is drawn after the order is: taking always the second one would
    bias the comparison by the drift within a block (method.md).
    """
    draw = random.Random(seed)  # noqa: S311 (a plan must repeat; nothing secret)
    grid = cells(factors)
    baseline = {factor.name: factor.baseline for factor in factors}
    runs: list[PlannedRun] = []
    for block in range(1, repeats + 1):
        members = [*grid, baseline]
        if order == "randomised":
            draw.shuffle(members)
        at_baseline = [index for index, levels in enumerate(members) if levels == baseline]
        sentinel = draw.choice(at_baseline)
        for index, levels in enumerate(members):
            role = "sentinel" if index == sentinel else "level"
            runs.append(PlannedRun(block, len(runs) + 1, dict(levels), role))
    return runs
