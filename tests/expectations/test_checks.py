"""Checks and their words: bounds, NaN, what is shown, and that each of the catalogue's sentences can be said in both languages."""

import math
import re
import sys
from types import ModuleType

import pytest

from expectations.catalog import all_suites
from expectations.checks import Check, Suite, Texts, graded
from expectations.deferred import Deferred, deferred_imports
from expectations.measuring import Measurement
from expectations.verdicts import in_russian, judge, silent, verdicts_of
from pgverdict.paths import PROJECT_ROOT

EMPTY = Texts("…", "…")
EVERY_CHECK = [(suite, check) for suite in all_suites() for check in suite.checks]


def check_of(**values: object) -> Check:
    return Check(
        "share", "critical", Texts("It holds", "Соблюдено"), Texts("it is {observed}", "это {observed}"), **values
    )  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "holds"),
    [(0.0, True), (0.5, True), (1.0, True), (1.0001, False), (-0.1, False), (math.nan, False), (math.inf, False)],
)
def test_bounds_are_inclusive_and_nan_never_holds(value: float, holds: bool) -> None:
    assert check_of(low=0, high=1).holds(value) is holds


def test_nan_fails_against_a_lower_bound_alone() -> None:
    assert not check_of(low=0).holds(math.nan)


def test_a_check_without_bounds_is_refused_because_it_cannot_fail() -> None:
    with pytest.raises(ValueError, match="cannot fail"):
        check_of()


def test_a_suite_that_names_a_check_twice_or_a_graver_one_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="names a check twice"):
        Suite("s", "raw", EMPTY, "", (check_of(low=0), check_of(low=0)))
    with pytest.raises(ValueError, match="no check is called"):
        Suite("s", "raw", EMPTY, "", (check_of(low=0, graver="worse"),))


def test_shares_are_shown_in_percent_and_in_the_languages_own_form() -> None:
    check = check_of(low=0.985, unit="%", decimals=1)
    assert check.shown(0.5, "en") == "50.0%"
    assert check.shown(0.5, "ru") == "50,0\u00a0%"
    assert check.expected("en") == "at least 98.5%"
    assert check.expected("ru") == "не менее 98,5\u00a0%"
    assert check_of(low=1, high=1).expected("en") == "exactly 1"


def measurement(**quantities: float) -> Measurement:
    return Measurement(1, 7, None, None, quantities, {})


def graded_suite() -> Suite:
    checks = graded("gap", EMPTY, EMPTY, warning=(None, 0.02), critical=(None, 0.1), critically=EMPTY)
    return Suite("s", "raw", EMPTY, "", checks)


def test_where_the_graver_check_fails_the_milder_one_stays_silent() -> None:
    suite = graded_suite()
    failed = [v for v in verdicts_of(suite, judge(suite, [measurement(gap=0.5)]), {}) if not v.is_success]
    assert [(v.expectation, v.severity) for v in failed] == [("gap_badly", "critical")]
    failed = [v for v in verdicts_of(suite, judge(suite, [measurement(gap=0.05)]), {}) if not v.is_success]
    assert [(v.expectation, v.severity) for v in failed] == [("gap", "warning")]


def test_rows_of_several_devices_become_one_verdict_that_names_the_worst_and_counts_the_rest() -> None:
    suite = Suite(
        "s",
        "raw",
        EMPTY,
        "",
        (Check("busy", "critical", EMPTY, Texts("{entity} {observed}.", "{entity} {observed}."), high=1),),
    )
    rows = [
        Measurement(1, 7, None, f"sd{letter}", {"busy": value}, {})
        for letter, value in zip("abcde", (0.5, 3, 5, 2, 4), strict=True)
    ]
    verdicts = verdicts_of(suite, judge(suite, rows), {})
    assert len(verdicts) == 1
    assert verdicts[0].observed == "5 (sdc)"
    assert verdicts[0].message_en == "sdc 5. sde 4. sdb 3. And 1 more alike."


def test_a_check_that_applied_to_nothing_is_visible_as_info() -> None:
    suite = graded_suite()
    rows = silent(suite, [1, 2], judge(suite, [measurement(gap=0.0)]))
    assert {(v.execution_id, v.expectation, v.severity, v.is_success) for v in rows} == {
        (2, "gap", "info", True), (2, "gap_badly", "info", True),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("suite", "check"), EVERY_CHECK, ids=lambda item: getattr(item, "name", None) or getattr(item, "id", None)
)
def test_every_sentence_can_be_said_in_both_languages(suite: Suite, check: Check) -> None:
    for language in ("en", "ru"):
        said = check.sentence(language, 1.5, {"detail": "d", "metric": "tps", "entity": "sda"})
        assert said.endswith(".") and "{" not in said and "  " not in said
        assert (re.search("[а-яё]", check.expects[language]) is not None) == (language == "ru")
        if "p = " not in said:
            assert (re.search("[а-яё]", said) is not None) == (language == "ru")
    assert f'"{check.column}"' not in suite.measure  # quoted names would hide a typo
    assert check.column in suite.measure


def test_a_deferred_module_loads_itself_when_asked_and_leaves_no_trace_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)  # another test's pictures may have loaded it
    with deferred_imports("colorsys"):
        import colorsys

        assert isinstance(sys.modules["colorsys"], Deferred)
    assert "colorsys" not in sys.modules
    assert colorsys.rgb_to_hsv(1, 0, 0) == (0.0, 1.0, 1)
    assert type(sys.modules["colorsys"]) is ModuleType


def test_a_module_that_is_loaded_already_is_not_deferred() -> None:
    with deferred_imports("math"):
        assert sys.modules["math"] is math


def test_every_reason_that_collectors_give_for_a_missed_sample_is_told_in_russian() -> None:
    said: set[str] = set()
    for path in (PROJECT_ROOT / "collectors").glob("*.py"):
        said |= set(
            re.findall(
                r'"((?:the (?:host|server|collector) (?:had|was|is|went|ended)|no answer|not (?:on|readable))[^"]*)"',
                path.read_text(),
            )
        )
    reasons = {re.sub(r"\{[^}]*\}", "7", reason) for reason in said}
    assert len(reasons) >= 9
    # What a server or host said comes after a colon, in its own words.
    untold = {reason for reason in reasons if re.search(r"[a-z]{3,}", in_russian(reason))}
    assert untold == set()
