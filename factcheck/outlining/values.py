"""What the facts hold of a piece: the value of a metric at a level, which side is meant, and which metrics a piece is of."""

from __future__ import annotations

from factcheck.binding.agreement import shown
from factcheck.binding.operands import has_speed
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.outlining.outline import Piece
from factcheck.stating.orders.parts import Part

_SIGNS = {"higher": 1, "lower": -1, "up": 1, "down": -1, "max": 1, "min": -1, "exceeds": 1, "under": -1, "ge": 1, "le": -1}  # fmt: skip
_JUDGED = {"better": 1, "worse": -1, "good": 1, "bad": -1, "best": 1, "worst": -1, "wins": 1, "loses": -1, "surpasses": 1}  # fmt: skip


def value(scene: Scene, metric: str, level: str) -> float | None:
    """The value of a metric at a level, as it is displayed."""
    fact = fact_at(scene, metric, level)
    return shown(fact) if fact is not None else None


def fact_at(scene: Scene, metric: str, level: str) -> Fact | None:
    """The fact that stands for a metric at a level: of the statistic that the sentence names, where the metric has it."""
    named = {t.statistic for t in scene.tokens if t.statistic is not None} & set(scene.vocabulary.stats_of(metric))
    stat = next(iter(named)) if len(named) == 1 else None
    return scene.vocabulary.central(metric, level, stat)


def row(scene: Scene, metric: str, levels: list[str]) -> dict[str, float]:
    """The values at these levels; empty where one is missing."""
    found = {level: value(scene, metric, level) for level in levels}
    return {} if None in found.values() else {level: told for level, told in found.items() if told is not None}


def sign(scene: Scene, part: Part, metric: str) -> int:
    """+1 where a word says more of the metric, -1 where less, 0 where that cannot be told."""
    found = {_SIGNS[sense] for sense in part.senses if sense in _SIGNS}
    if not found:
        good = {"higher": 1, "lower": -1}.get(scene.vocabulary.better(metric) or "", 0)
        if part.has("fast") and not has_speed(scene, metric):
            return 0
        found = {_JUDGED[sense] * good for sense in part.senses if sense in _JUDGED}
    return found.pop() if len(found) == 1 else 0


def metrics_of(scene: Scene, piece: Piece, relation: Part | None = None) -> list[tuple[str, ...]]:
    """The metrics that a piece is of, each as the ids that its name may mean; by a word of speed alone, all that measure speed, as one."""
    if relation is not None and relation.has("fast") and (not piece.metrics or piece.lent):
        speeds = tuple(m for m in scene.vocabulary.metrics if has_speed(scene, m) and scene.vocabulary.better(m))
        return [speeds] if speeds else []
    return list(dict.fromkeys(part.ids for part in piece.metrics))


def levels_of(scene: Scene, piece: Piece) -> list[str]:
    """The levels that a statement on all of them is of: all, or in a grid those with what the piece names."""
    every = scene.vocabulary.level_ids
    if len(scene.vocabulary.facts.experiment.factors) <= 1:
        return list(every)
    cells = frozenset(every)
    for part in piece.levels:
        cells &= frozenset(part.ids)
    return [level for level in every if level in cells]
