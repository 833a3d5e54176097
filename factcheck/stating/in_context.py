"""Reads the clauses of a sentence, each with what it leaves to its context: every candidate that may fill an empty slot is a reading."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass

from factcheck.assisted.amounts import Truth, Unusable
from factcheck.assisted.formulas import Outcome
from factcheck.binding.scene import Scene
from factcheck.reading.numbers import Number
from factcheck.stating.clauses import short_stretches, stretches
from factcheck.stating.contests import contests
from factcheck.stating.context import Context, as_level, as_metric, context_of
from factcheck.stating.estimates import worked_out
from factcheck.stating.leaning import leaning, sibling, told_beside
from factcheck.stating.over import ranges_over_levels
from factcheck.stating.parallel import says_also
from factcheck.stating.parts import Statement, statements_in
from factcheck.stating.rankings import outcomes_ranking
from factcheck.stating.spelled_out import outcomes_echoing, outcomes_pointing
from factcheck.stating.topics import of_deviation, on_topic
from factcheck.stating.ways import goes_on_of_spread, ways

Frame = Callable[[Statement], list[str]]
SUPPOSED = re.compile(
    r"\b(?:if|would|could|should|might|may|expect\w*|supposed?|assum\w+|hope[ds]?|hypothes\w+|predict(?:s|ed|ions?)?|imagine|seem(?:s|ed)?|question|myth|whether|claim\w*"
    r"|ideally|believe[ds]?|thought|usually|typically|(?<!more )(?<!most )(?<!less )(?<!least )(?<!as )often|tomorrow|earlier|previous\w*|last (?:year|time|month)|elsewhere)\b"
    r"|(?<!\w)(?:ожида(?!ни|ющ)\w+|(?:по|вопреки|против|сверх|наши\w*|мои\w*) ожидани\w+|ожидани\w+ (?:не )?(?:оправда|сбы)\w+)(?!\w)"
    r"|(?<!\w)(?:если|бы|чтобы|предполага\w+|гипотез\w+|казалось|кажется|вероятно|возможно|должн\w+|должен|миф\w*|надея\w+|думал\w*|обычно|раньше|ранее|прежде|прошл\w+|вопрос\w*|теоретически|будет|будут)(?!\w)",
    re.I,
)
_BOUND = re.compile(
    r'^[^"]*value\("[^"]*", [^()]*\) [<>]=? "[^"]*"[^"]*$|^(?:not )?(?:all|any)\(value\([^()]*\) [<>]=? "[^"]*" for l in (?:levels|others\("[^"]*"\))\)$'
)
_LIKE = re.compile(
    r"\b(?:much|nearly|almost|practically|virtually|roughly) the same\b|(?:почти|практически|примерно) (?:одинаков|та же|то же|тот же|такая же|такой же|равн)",
    re.I,
)
_MOST_FILLED = 24
_FEW = 8  # readings of an amount, one of which is enough


@dataclass(slots=True)
class Clause:
    """A stretch that was read, and what each of its readings says."""

    first: int
    last: int
    outcomes: list[Outcome]
    plain: bool  # it says no more than its readings do
    amount: bool = False  # it tells an amount, and one of its readings has it
    degree: bool = False  # it says by how much in words

    @property
    def truth(self) -> Truth:
        """Whether all readings hold, or none of them; None where they differ or some are open."""
        return agreed(self.outcomes)

    @property
    def borne_out(self) -> bool:
        """Whether all readings hold, and nothing more is said than they do."""
        return self.truth is True and not self.degree

    @property
    def holds(self) -> bool:
        """Whether no part of it may be refused."""
        return self.amount or self.plain and self.truth is True


def agreed(outcomes: list[Outcome]) -> Truth:
    """What all readings say; None where they differ, some are open, or there are none."""
    told = {one.truth for one in outcomes}
    return told.pop() if len(told) == 1 else None


def read_clauses(scene: Scene, frames: tuple[Frame, ...]) -> list[Clause]:
    """The clauses of a sentence that is read by no whole reading, the longest first."""
    if scene.matches(SUPPOSED) or scene.within_run:
        return []
    found: list[Clause] = []
    covered: list[tuple[int, int]] = []
    readers = (
        (short_stretches(scene), (outcomes_ranking, outcomes_echoing)),
        (stretches(scene), (outcomes_pointing, _outcomes_of_contests, _outcomes)),
    )
    for rows, ways_to_read in readers:
        for first, last in rows:
            if any(first <= stop and start <= last for start, stop in covered):
                continue
            outcomes = next((told for read in ways_to_read if (told := read(scene, first, last, frames))), [])
            if outcomes:
                contest = bool(_outcomes_of_contests(scene, first, last, frames))
                plain = contest or outcomes_echoing in ways_to_read or _is_plain(scene, first, last)
                amount = _has_amount(scene, first, last, outcomes)
                degree = not contest and _has_degree(scene, first, last)
                found.append(Clause(first, last, outcomes, plain, amount, degree))
                covered.append((first, last))
    return found


def _is_plain(scene: Scene, first: int, last: int) -> bool:
    """Whether a clause names its own metric, and no degree or likeness that goes beyond its formula."""
    return any(
        s.metrics
        and (not s.places("degree", "same", "flat") or _LIKE.search(scene.text_of(first, last)) is not None)
        and (s.of("level") or not s.places("improves", "worsens"))
        for s in statements_in(scene, first, last)
    )


def _has_degree(scene: Scene, first: int, last: int) -> bool:
    return any(s.places("degree") for s in statements_in(scene, first, last))


def _has_amount(scene: Scene, first: int, last: int, outcomes: list[Outcome]) -> bool:
    """Whether a stretch tells an amount that one of its few readings has; of percentages a difference in points is no sure one."""
    if len(outcomes) > _FEW or not any(one.truth for one in outcomes):
        return False
    context = context_of(scene, first)
    numbers = [t.number for t in scene.tokens[first : last + 1] if t.number is not None]
    formulas = [f for s in statements_in(scene, first, last) for f in leaning(s, context)]
    if any(number.dimension == "percent" for number in numbers):
        formulas = [f for f in formulas if " / " in f or "change(" in f or "effect(" in f]
    return any(_holds(scene, formula, numbers) for formula in formulas)


def _holds(scene: Scene, formula: str, numbers: list[Number]) -> bool:
    try:
        return worked_out(scene, formula, numbers).truth is True
    except Unusable:
        return False


def holds_otherwise(scene: Scene, first: int, last: int, frames: tuple[Frame, ...]) -> bool:
    """Whether a stretch that fails as a whole holds in a reading of its clause."""
    return any(one.truth for one in _outcomes(scene, first, last, frames))


def _outcomes_of_contests(scene: Scene, first: int, last: int, frames: tuple[Frame, ...]) -> list[Outcome]:
    """What is said of two metrics, two statistics or the parts of one whole against each other."""
    return _worked(scene, first, last, contests(scene, first, last, context_of(scene, first)))


def _outcomes(scene: Scene, first: int, last: int, frames: tuple[Frame, ...]) -> list[Outcome]:
    statements = statements_in(scene, first, last)
    if not statements:
        return []
    context = context_of(scene, first)
    if context.foreign and not any(s.metrics for s in statements):
        return []
    if any(s.places("follows", "together") and says_also(s) for s in statements):
        return []
    formulas = list(dict.fromkeys(f for s in statements for f in _formulas(s, context, frames)))
    return _worked(scene, first, last, formulas)


def _worked(scene: Scene, first: int, last: int, formulas: list[str]) -> list[Outcome]:
    """The outcomes of the formulas that can be worked out."""
    found: list[Outcome] = []
    numbers = [t.number for t in scene.tokens[first : last + 1] if t.number is not None]
    for formula in formulas:
        try:
            found.append(worked_out(scene, formula, numbers))
        except Unusable:
            continue
    return found


def _formulas(s: Statement, context: Context, frames: tuple[Frame, ...]) -> list[str]:
    topical = [f for one in on_topic(s, context) for frame in frames[:3] for f in frame(one.fresh())]
    if topical:
        return list(dict.fromkeys(topical))
    deviation = of_deviation(s)
    if deviation is not None:
        return ways(deviation, context)
    if goes_on_of_spread(s) and not s.places("scatter", "scatters", "steadiness", "link", "drop"):
        return []
    found = leaning(s, context) or told_beside(s, context) or ways(s, context)
    if found:
        return found
    numbers = s.of("number")
    if any(at + 1 < len(s.atoms) and s.atoms[at + 1].grade is not None for at in numbers):  # "13% less"
        return []
    if len(numbers) > 1 or any(
        at and (s.atoms[at - 1].is_("by") or s.atoms[at - 1].kind in ("mark", "level")) for at in numbers
    ):
        return []
    for one in _filled(s, context):
        for frame in frames:
            formulas = frame(one.fresh())
            if formulas:
                found += formulas
                break
    return found if not s.of("number") or all(_BOUND.search(f) and '== "' not in f for f in found) else []


def _filled(s: Statement, context: Context) -> list[Statement]:
    """A statement with each metric and level that may stand where it names none; as it is, too, where it needs none of them."""
    metrics = (
        [] if s.metrics or s.places("drop") else [as_metric(s.scene, one, s.atoms[0].first) for one in context.metrics]
    )
    among_metrics = len(s.metrics) == 2 and bool(
        s.graded("force", "size", grade="sup") or s.graded("force", "size", grade="cmp")
    )
    others = bool(s.places("others"))
    named = s.of("level") or among_metrics or others and not s.of("number") or ranges_over_levels(s)
    around = [*context.levels, *(sibling(s) if others else [])]
    levels = [] if named else [as_level(one, s.atoms[0].first) for one in around]
    rows = itertools.product([None, *metrics] if metrics else [None], [None, *levels])
    found = [Statement(s.scene, [*(atom for atom in row if atom is not None), *s.atoms]) for row in rows]
    return found if len(found) <= _MOST_FILLED else []
