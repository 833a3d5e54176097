"""Opens refusals of what a sentence about a plain table may say otherwise: of a part of the levels, of a difference, of one metric against another.

It stands behind all other judges of such facts; what is opened is unverifiable, never supported.
"""

from __future__ import annotations

from collections.abc import Callable

from factcheck.binding.scene import Scene
from factcheck.forms.result import Claim, Why
from factcheck.outlining.amounts import is_given_by_two
from factcheck.outlining.of_amounts import (
    is_a_budget,
    is_a_distance,
    is_a_total,
    is_a_width,
    is_between_levels,
    is_of_a_price,
    is_of_the_one_before,
    is_of_two_metrics,
    is_of_what_follows,
    is_per_one,
    is_scaled,
    is_told_in_thousands,
    is_where_it_came_from,
)
from factcheck.outlining.of_levels import (
    is_a_bound,
    is_a_gap,
    is_a_noun_alone,
    is_a_stretch,
    is_against_something,
    is_conditional,
    is_denied_gain,
    is_from_there_on,
    is_no_fate,
    is_no_more_than,
    is_of_a_part,
    is_second,
    leaves_out_none,
)
from factcheck.outlining.values import tokens_of

_OF_ALL = ("all", "bound", "best", "stated", "order", "same")
_STEPWISE = ("monotone", "all", "order")
_AMOUNTS = ("value", "delta", "ratio", "share")


def open_otherwise(scene: Scene, claims: list[Claim]) -> None:
    """Opens what is refused of a plain table's sentence where it may be said of something else."""
    _open(scene, claims, _WAYS)


def open_differences(scene: Scene, claims: list[Claim]) -> None:
    """Opens the refusals of amounts that are the difference of two levels, whatever levels are named; asked before outlines, which know of differences (and of millions)."""
    _open(
        scene,
        claims,
        (
            (("value",), is_given_by_two, ("the difference of these levels is so", "такова разница этих уровней")),
            (_AMOUNTS, is_between_levels, ("the difference of two levels is so", "такова разница двух уровней")),
            (
                ("all",),
                is_scaled,
                ("the metric is told in millions or thousands", "показатель дан в миллионах или тысячах"),
            ),
            (
                ("value",),
                is_a_distance,
                ("how far one level is from another", "насколько один уровень отстоит от другого"),
            ),
        ),
    )


_Way = tuple[tuple[str, ...], Callable[[Scene, Claim], bool], tuple[str, str]]


def _open(scene: Scene, claims: list[Claim], ways: tuple[_Way, ...]) -> None:
    for claim in claims:
        if claim.verdict != "contradicted" or not tokens_of(scene, claim):
            continue
        reason = next((reason for predicates, holds, reason in ways if claim.predicate in predicates and holds(scene, claim)), None)  # fmt: skip
        if reason is not None:
            claim.verdict, claim.expected = "unverifiable", None
            claim.why = Why(en=reason[0], ru=reason[1])


_WAYS: tuple[_Way, ...] = (
    (_OF_ALL, is_of_a_part, ("it is said of a part of the levels", "это сказано о части уровней")),
    (_OF_ALL, leaves_out_none, ("the level without any may not be meant", "уровень, где ничего нет, может и не подразумеваться")),
    (("best", "stated"), is_a_noun_alone, ("no superlative of a level", "не превосходная степень уровня")),
    (("all", "bound"), is_from_there_on, ("from a level on", "начиная с уровня")),
    (("value",), is_where_it_came_from, ("the value that it came from", "значение, от которого пришли")),
    (("ratio", "delta", "share"), is_of_what_follows, ("of what stands behind the number", "о том, что стоит за числом")),
    (("best", "stated"), is_conditional, ("the best of what a condition leaves", "лучший из того, что оставляет условие")),
    (_OF_ALL, is_no_fate, ("what is denied is that something kept it from happening", "отрицается, что этому что-то помешало")),
    (("best", "stated", "order"), is_second, ("the second place is told", "сказано о втором месте")),
    (("order", "stated", "ratio", "delta", "best"), is_against_something, ("what it is compared with was not understood", "с чем сравнивается, не понято")),
    (("order", "stated", "ratio", "best"), is_of_a_price, ("a price is told", "сказано о цене")),
    ((*_OF_ALL, *_AMOUNTS), is_per_one, ("an amount for one, not of a level", "величина на одну единицу, а не для уровня")),
    (("value",), is_a_total, ("a total, not the value of a level", "сумма, а не значение уровня")),
    (("value",), is_told_in_thousands, ("the column is in thousands or millions", "столбец дан в тысячах или миллионах")),
    (("order", "best"), is_a_bound, ("a mark, not another level", "отметка, а не другой уровень")),
    (("order", "stated"), is_no_more_than, ("it may be said of equal values, too", "так говорят и о равных значениях")),
    (("order", "best", "stated"), is_denied_gain, ("that there is a gain is denied", "отрицается, что есть выигрыш")),
    (("order", "best", "stated"), is_a_gap, ("the gap between two metrics", "разрыв между двумя показателями")),
    (("value",), is_of_the_one_before, ("the number is of a level told before", "число относится к уровню, названному раньше")),
    (_STEPWISE, is_a_stretch, ("it is said of a part of the levels", "это сказано о части уровней")),
    (("bound", "value"), is_a_width, ("the width of a range", "ширина диапазона")),
    (("value",), is_a_budget, ("a limit that is set, not a value", "заданный предел, а не значение")),
    (("ratio", "value"), is_of_two_metrics, ("one metric against another", "один показатель против другого")),
)  # fmt: skip
