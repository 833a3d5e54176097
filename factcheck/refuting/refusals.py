"""Gathers the judges that only refute and need nothing of what was judged before them, in one place for the walk over the words."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruled
from factcheck.refuting.assured import judge_assured
from factcheck.refuting.bottlenecks import judge_bottlenecks
from factcheck.refuting.elliptic import judge_elliptic
from factcheck.refuting.everylevel import judge_every_level
from factcheck.refuting.everystat import judge_every_stat
from factcheck.refuting.goals import judge_goals
from factcheck.refuting.gridways import judge_grid_ways
from factcheck.refuting.influence import judge_influence
from factcheck.refuting.occurrence import judge_occurrence
from factcheck.refuting.rates import judge_rates
from factcheck.refuting.samelinks import judge_same_links
from factcheck.refuting.steadiness import judge_steadiness
from factcheck.refuting.stepwise import judge_stepwise
from factcheck.refuting.stretches import judge_stretches
from factcheck.refuting.versus import judge_rivals, judge_sides
from factcheck.refuting.ways import judge_ways

_JUDGES = (
    judge_every_stat,
    judge_every_level,
    judge_grid_ways,
    judge_goals,
    judge_same_links,
    judge_assured,
    judge_bottlenecks,
    judge_influence,
    judge_rates,
    judge_steadiness,
    judge_stretches,
    judge_occurrence,
    judge_stepwise,
    judge_elliptic,
    judge_rivals,
    judge_sides,
    judge_ways,
)


def judge_refusals(scene: Scene) -> Iterator[Ruled]:
    """(first token, last token, predicate, ruling) of each statement that one of them refutes."""
    for judge in _JUDGES:
        yield from judge(scene)
