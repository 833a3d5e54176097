"""Holds lists of levels that are told in an order: "ranked by throughput: A, B, C", «по времени поиска порядок от лучшего к худшему таков: …»."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruled
from factcheck.outlining.outline import Piece
from factcheck.outlining.values import refused, row

_CUE = re.compile(
    r"\b(?:orders?|ranking|ranked|rank|sorted|in descending|in ascending|leaderboard|followed by|line-?up|ranks|standings)\b"
    r"|(?<!\w)(?:порядк\w+|порядок|располаг\w+|ранжир\w+|рейтинг\w*|выстраива\w+|по (?:убыванию|возрастанию)|места распредел\w+)(?!\w)",
    re.I,
)
_BEST_FIRST = re.compile(
    r"\b(?:best first|from (?:the )?best|from (?:the )?top)\b|(?<!\w)(?:от лучш\w+|лучш\w+ перв\w+|сверху вниз)", re.I
)
_WORST_FIRST = re.compile(r"\b(?:worst first|from (?:the )?worst)\b|(?<!\w)(?:от худш\w+|худш\w+ перв\w+)", re.I)
_LARGEST_FIRST = re.compile(
    r"\b(?:descending|(?:highest|largest) first|from (?:the )?(?:highest|largest))\b|(?<!\w)по убыванию", re.I
)
_SMALLEST_FIRST = re.compile(r"\b(?:ascending|(?:lowest|smallest|shortest) first)\b|(?<!\w)по возрастанию", re.I)


def _ways(scene: Scene, metric: str) -> tuple[int, ...]:
    """Which ways a row may go: +1 where its values grow, -1 where they fall; both where the sentence does not say."""
    good = {"higher": 1, "lower": -1}.get(scene.vocabulary.better(metric) or "", 0)
    for pattern, way in ((_BEST_FIRST, -good), (_WORST_FIRST, good), (_LARGEST_FIRST, -1), (_SMALLEST_FIRST, 1)):
        if way and scene.matches(pattern):
            return (way,)
    return (1, -1)


def judge_ranking(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """The refusal of a row of three levels or more that a metric of the sentence ranks otherwise; asked of the piece in which the row begins."""
    row_of = [m for m in scene.mentions.levels if len(m.ids) == 1]
    if len(row_of) < 3 or not piece.first <= row_of[0].first <= piece.last or not scene.matches(_CUE):
        return
    between = [t for one, two in itertools.pairwise(row_of) for t in scene.tokens[one.last + 1 : two.first]]
    if any(t.text not in (",", ">", "→", "<", "≈") and t.lower not in ("and", "then", "и", "затем", "потом", "followed", "by", "next", "first", "last", "second", "third", "comes") for t in between):  # fmt: skip
        return
    metrics = {m.metrics for m in scene.mentions.metrics if m.metrics and not m.modifier}
    levels = [next(iter(m.ids)) for m in row_of]
    if len(metrics) != 1 or len(set(levels)) != len(levels):
        return
    outcomes = []
    for metric in sorted(next(iter(metrics))):
        held = row(scene, metric, levels)
        if not held:
            return
        values = [held[level] for level in levels]
        outcomes.append((metric, held, any(all((b - a) * way >= 0 for a, b in itertools.pairwise(values)) for way in _ways(scene, metric))))  # fmt: skip
    if outcomes and not any(fits for _, _, fits in outcomes):
        yield refused(piece, "order", outcomes[0][1], outcomes[0][0])
