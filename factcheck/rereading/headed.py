"""A cell of a table whose row names the level, whose head is a statistic and nothing else, and whose metric is told for the whole table: nothing else can be meant."""

from __future__ import annotations

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling

_PERCENTILE = {"процентиль", "перцентиль", "percentile", "p", "tile"}
_UNITS = {"мс", "ms", "s", "с", "%", "tps", "qps", "мб", "mb", "кб", "kb"}


def is_headed(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """Whether a refused cell has its metric, level and statistic from caption, row and column, and the facts hold just that.

    "| Level | Median | 95th percentile |", "| off | 0.50 | 0.86 |" below a line that names the metric: 0.50 and 0.86 exchanged are
    wrong, although each is a value of something.
    """
    head = scene.block.column_header
    if (
        ruling.verdict != "contradicted"
        or head is None
        or scene.block.kind != "cell"
        or bound.metric_source != "inherited"
    ):
        return False
    if len(bound.metrics) != 1 or len(bound.levels) != 1 or len(bound.levels[0]) != 1 or bound.stat is None:
        return False
    words = [t for t in scene.world.tokens_of(head) if t.is_word or t.number is not None]
    said = {t.statistic for t in words if t.statistic is not None}
    stat = bound.stat
    said |= {stat} if any(t.lower in _PERCENTILE for t in words) and stat.startswith("p") else set()
    plain = all(t.statistic is not None or t.number is not None or t.lower in _UNITS | _PERCENTILE for t in words)
    (level,), (metric,) = bound.levels[0], bound.metrics
    return plain and stat in said and scene.vocabulary.central(metric, level, stat) is not None
