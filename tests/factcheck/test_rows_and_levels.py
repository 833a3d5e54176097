"""A list that is a series of the facts holds to it, and a value is told of a level that was tried."""

from __future__ import annotations

import pytest

from tests.factcheck.helpers import is_refused, verdicts
from tests.factcheck.test_numbers_in_their_place import buffers


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("TPS by level: 4,210 → 4,875 → 5,360 → 4,990.", "TPS by level: 4,210 → 4,875 → 5,660 → 4,990."),
        ("Write latency was 3.4, 2.8, 6.1 and 4.7 ms respectively.", "Write latency was 3.4, 2.8, 1.1 and 4.7 ms respectively."),
        ("Системное время по уровням: 11,8, 14,3, 16,9 и 22,6%.", "Системное время по уровням: 11,8, 14,3, 10,9 и 22,6%."),
        ("- Задержка записи: 3,4 мс (2), 2,8 мс (5), 6,1 мс (12), 4,7 мс (40).", "- Задержка записи: 3,4 мс (2), 2,8 мс (5), 6,1 мс (12), 9,7 мс (40)."),
    ],
)  # fmt: skip
def test_a_list_does_not_break_its_series(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("TPS rises: 4,210 (2), 4,875 (5), then 5,360 (12).", "TPS rises: 4,210 (2), 4,875 (5), then 5,360 (18)."),
        ("Наименьшая задержка записи — 2,8 мс против 4,7 при 40.", "Наименьшая задержка записи — 2,8 мс против 4,7 при 60."),
        ("Throughput was highest at 12 (5,360).", "Throughput was highest at 14 (5,360)."),
    ],
)  # fmt: skip
def test_a_value_is_told_of_a_level_that_was_tried(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


def test_a_condition_beside_a_value_is_no_level() -> None:
    assert not is_refused("TPS was 5,360 (3 clients had left by then) and 4,990 (40).", buffers())
    assert "contradicted" not in verdicts("The write latency of 2.8 ms at 60 connections is an outlier.", buffers())
