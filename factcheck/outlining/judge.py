"""Holds the outline of each piece of a sentence to the facts, and refuses what fails in every reading."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.binding.scene import Scene
from factcheck.binding.vocabulary import Vocabulary
from factcheck.judging.verdicts import Ruled
from factcheck.outlining.amounts import judge_amounts
from factcheck.outlining.marks import judge_marks, judge_range
from factcheck.outlining.outline import Piece, pieces_of
from factcheck.outlining.rankings import judge_ranking
from factcheck.outlining.relations import judge_relations
from factcheck.outlining.trends import judge_trend
from factcheck.stating.in_context import SUPPOSED

_LONGEST = 45  # tokens


def judge_outlines(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each piece that the facts refute."""
    if not is_statement(scene) or not is_plain_table(scene):
        return []
    return [ruled for piece in pieces_of(scene) for ruled in _judge(scene, piece)][:1]


def is_statement(scene: Scene) -> bool:
    """Whether a sentence says something that is so, and says it shortly enough."""
    if scene.block.kind not in ("paragraph", "item", "lead") or len(scene.tokens) > _LONGEST or scene.tokens[-1].text == "?":  # fmt: skip
        return False
    return not (scene.matches(SUPPOSED) or scene.has("hedge") or scene.within_run)


def is_plain_table(scene: Scene) -> bool:
    """Whether the facts are a table of one value for each metric and level (or its percentiles) and nothing more: what is said is then hardly of anything else."""
    return scene.vocabulary.once("plain table", lambda: _holds_values_alone(scene.vocabulary))


def _holds_values_alone(vocabulary: Vocabulary) -> bool:
    facts = vocabulary.facts
    if facts.effects or facts.windows or facts.settings or any(f.partner or f.denominator or f.run or f.level is None for f in facts.facts):  # fmt: skip
        return False
    stats = [set(vocabulary.stats_of(metric)) for metric in vocabulary.metrics]
    if any(vocabulary.kinds_of(metric) for metric in vocabulary.metrics):
        return False  # "TPS" and "TPS of glove-200": a heading may say which is meant
    return all(len(held) == 1 or held <= {"mean", "median", "p90", "p95", "p99", "p999"} for held in stats)


_SUMMED = re.compile(
    r"\b(?:plus|together|combined|in total|sum of)\b|(?<!\w)(?:плюс|вместе|суммарн\w+|в сумме|сумма)(?!\w)", re.I
)


def _judge(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    if any(not m.metrics and not m.whole for m in scene.mentions.metrics) or scene.matches(_SUMMED):
        return  # of something else, too: "higher than with D on 12k IOPS"
    for judge in (
        judge_relations,
        judge_amounts,
        judge_marks,
        judge_range,
        judge_ranking,
        judge_trend,
    ):
        yield from judge(scene, piece)
