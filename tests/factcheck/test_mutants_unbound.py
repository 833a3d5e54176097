"""A digit, a unit, a sign or a count of runs that is wrong beside what names it: refused, and its true neighbour is not."""

from __future__ import annotations

import pytest

from tests.factcheck.helpers import REPEATED, run, verdicts


def _refused(text: str) -> bool:
    return any(claim.verdict == "contradicted" for claim in run(text).claims)


@pytest.mark.parametrize(
    ("head", "wrong", "right"),
    [
        ("## 100", "Mean 15.2 ms.", "Mean 12.5 ms."),
        ("## 100", "В среднем 15,2 мс.", "В среднем 12,5 мс."),
        ("## 50", "Mean 13.8 s.", "Mean 13.8 ms."),
        ("## 50", "Среднее — 13,8 с.", "Среднее — 13,8 мс."),
    ],
)
def test_a_misprint_of_the_only_thing_it_can_be(head: str, wrong: str, right: str) -> None:
    """What is measured in the number's unit at the level of the heading has these digits but for a misprint."""
    assert _refused(f"# Report\n\n{head}\n\n- {wrong}\n")
    assert not _refused(f"# Report\n\n{head}\n\n- {right}\n")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("Read latency: 13.8 → 9.8 ms (+29.0%).", "Read latency: 13.8 → 9.8 ms (−29.0%)."),
        ("Задержка чтения: 13,8 → 9,8 мс (+29,0%).", "Задержка чтения: 13,8 → 9,8 мс (−29,0%)."),
        ("50: read latency is 13.8 ms, never below 8.4.", "50: read latency is 13.8 ms, never below 8.1."),
    ],
)
def test_what_stands_beside_decides(wrong: str, right: str) -> None:
    """The sign of a change of two values that are told, the bound beside the mean of its level."""
    assert _refused(wrong)
    assert not _refused(right)


def test_runs_of_a_level_are_not_all_runs() -> None:
    """Fifteen runs in all are five of each value."""
    assert "contradicted" in verdicts("На каждое значение пришлось пятнадцать прогонов.", REPEATED)
    assert "contradicted" not in verdicts("На каждое значение пришлось пять прогонов.", REPEATED)
    assert "contradicted" not in verdicts("Пять прогонов на каждое значение, всего пятнадцать прогонов.", REPEATED)
    assert "contradicted" in verdicts("Each value got fifteen runs.", REPEATED)


def test_the_bound_of_other_levels_is_not_held_to_the_level_before() -> None:
    """ "In the other cases" is said of levels that are not named."""
    text = "При 50 задержка чтения — 13,8 мс, в остальных случаях она не опускалась ниже {}."
    assert not _refused(text.format("9,0"))
    assert not _refused("At 50 read latency is 13.8 ms, in the other cases it never went below 9.0.")
