"""Refuses the one number of a list that breaks a series of the facts: "77.7 → 10.8 → 1.1 ms" where the last level has 9.1.

All the others are the series', at their places (of few digits, or twice the same, where the row has every level of a metric that is named: "passes: 57 → 14 → 9 → 2"), and no fact of the metric has this one. Only refutes.
"""

from __future__ import annotations

from factcheck.binding.agreement import significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.rows import lists_in, parts_of_rows, states
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling


def judge_broken_rows(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each number that does not belong to the series its list is."""
    if scene.block.kind not in ("paragraph", "item", "lead"):
        return []
    found: list[Ruled] = []
    for row in lists_in(scene, bounds.values()):
        plain = all(b.number.kind == "value" and b.number.high is None and not b.number.fraction for b in row)
        if len(row) < 3 or not plain or any(b.predicate not in ("value", "design", "delta", "correlates") for b in row):
            continue
        odd = _odd_one(scene, row)
        if odd is None or odd[0].verdict == "contradicted":
            continue
        bound, fact = odd
        text, ru = f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}"
        found.append((bound.place, bound.place, "value", Ruling("contradicted", text, ru, (fact.name,), f"{fact.value:g}")))  # fmt: skip
    return found


def _odd_one(scene: Scene, row: list[Bound]) -> tuple[Bound, Fact] | None:
    """The number that breaks the series, and what stands there in the facts."""
    broken: list[tuple[Bound, Fact]] = []
    for part in parts_of_rows(scene, len(row)):
        wrong = [(bound, fact) for bound, fact in zip(row, part, strict=True) if not states(scene, bound, fact)]
        if not wrong:
            return None
        right = [bound for bound in row if bound is not wrong[0][0]]
        told = len({b.number.text for b in right}) == len(right) and all(significant_digits(b.number.text) >= 2 for b in right)  # fmt: skip
        named = any(wrong and wrong[0][1].metric in m.metrics and m.last < row[0].place for m in scene.mentions.metrics)
        whole = named and len(right) >= 3 and len(row) == len(scene.vocabulary.level_ids)
        if len(wrong) == 1 and (told or whole):
            broken.append(wrong[0])
    if not broken or any(states(scene, bound, held) for bound, fact in broken for held in scene.vocabulary.by_metric[fact.metric]):  # fmt: skip
        return None
    return broken[0] if len({id(bound) for bound, _ in broken}) == 1 else None
