"""Gathers the judges that only refute and need nothing of what was judged before them, in one place for the walk over the words."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.bottlenecks import judge_bottlenecks
from factcheck.influence import judge_influence
from factcheck.occurrence import judge_occurrence
from factcheck.openpairs import judge_open_pairs
from factcheck.rates import judge_rates
from factcheck.scene import Scene
from factcheck.steadiness import judge_steadiness
from factcheck.stretches import judge_stretches
from factcheck.verdicts import Ruled

_JUDGES = (
    judge_bottlenecks,
    judge_influence,
    judge_rates,
    judge_steadiness,
    judge_stretches,
    judge_occurrence,
    judge_open_pairs,
)


def judge_refusals(scene: Scene) -> Iterator[Ruled]:
    """(first token, last token, predicate, ruling) of each statement that one of them refutes."""
    for judge in _JUDGES:
        yield from judge(scene)
