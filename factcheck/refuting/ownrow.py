"""Refutes a way told of every step by the very values that are told after it: "rises monotonically: 41.6% → 38.8% → 52.7%"."""

from __future__ import annotations

import itertools

from factcheck.binding.arguments import is_negated
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling
from factcheck.rereading.witnesses import rows_behind, way_around

_NEAR = 6


def judge_own_row(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """The refusals of words of every step whose own row goes both ways; the row must begin within a few tokens of the word."""
    found = []
    for token in scene.tokens:
        if not token.has("monotone") or is_negated(scene, token.index) or scene.block.kind == "cell":
            continue
        way = way_around(scene, token)
        for row in rows_behind(scene, token.index)[:1]:
            values = [bound.number.low_value() for bound in row]
            steps = [b - a for a, b in itertools.pairwise(values)]
            amounts = scene.tokens[row[0].place - 1].lower in ("by", "на")  # by how much, not to what
            near = row[0].place - token.index <= _NEAR and not amounts
            if near and way and not all(step * way >= 0 for step in steps):
                text = " → ".join(f"{value:g}" for value in values)
                found.append((token.index, row[-1].place, "monotone", Ruling("contradicted", text, text, (), text)))
    return found
