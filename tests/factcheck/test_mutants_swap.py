"""Two values told in one another's place: rows in no order, ways against their word, statistics exchanged."""

from __future__ import annotations

import pytest

from tests.factcheck.helpers import is_refused
from tests.factcheck.test_numbers_in_their_place import buffers


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("TPS: 4,210 → 4,875 → 5,360 → 4,990.", "TPS: 4,875 → 4,210 → 5,360 → 4,990."),
        ("TPS: 4,990 → 5,360 → 4,875 → 4,210 on the way back from 40 to 2.", "TPS: 4,990 → 4,875 → 5,360 → 4,210 on the way back from 40 to 2."),
        ("Median TPS: 4,180 → 4,820 → 5,290.", "Median TPS: 4,820 → 4,180 → 5,290."),
        ("Системное время: 11,8, 14,3, 16,9 и 22,6%.", "Системное время: 14,3, 11,8, 16,9 и 22,6%."),
        ("Цепочка: 4210 (2) → 4875 (5) → 5360 (12).", "Цепочка: 4875 (2) → 4210 (5) → 5360 (12)."),
        ("При 12, 5 и 2 TPS составляет 5360, 4875 и 4210.", "При 12, 5 и 2 TPS составляет 5360, 4210 и 4875."),
    ],
)  # fmt: skip
def test_a_row_is_told_in_an_order(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


def test_a_ranking_may_be_told() -> None:
    assert not is_refused("TPS in descending order: 5,360, 4,990, 4,875 and 4,210.", buffers())
    assert not is_refused("TPS по убыванию: 5360, 4990, 4875 и 4210.", buffers())
    assert not is_refused("TPS, начиная с самого высокого: 5360, 4990, 4875 и 4210.", buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("System time rises from 11.8% to 22.6%.", "System time rises from 22.6% to 11.8%."),
        ("System time: from 11.8% up to 22.6%.", "System time: from 11.8% down to 22.6%."),
        ("TPS go up from 4,210 to 5,360, and WAL volume from 31.4 to 44.2 MB/s.", "TPS go up from 4,210 to 5,360, and WAL volume from 44.2 to 31.4 MB/s."),
        ("Системное время растёт от 11,8 до 22,6%.", "Системное время растёт от 22,6 до 11,8%."),
        ("При 12 TPS держится в пределах 4040–6020.", "При 12 TPS держится в пределах 6020–4040."),
        ("At 12 the TPS ranges from 4,040 to 6,020.", "At 12 the TPS ranges from 6,020 to 4,040."),
        ("Системное время почти не меняется, от 11,8 до 14,3%.", "Системное время почти не меняется, от 14,3 до 11,8%."),
    ],
)  # fmt: skip
def test_a_way_goes_as_its_word_says(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


def test_a_way_back_and_a_turn_are_no_way_along_the_levels() -> None:
    assert not is_refused("Going back from 12 to 5, TPS falls from 5,360 to 4,875.", buffers())
    assert not is_refused("Going back to 2 cuts the throughput (4,875 → 4,210).", buffers())
    assert not is_refused("TPS растёт до 12, затем снижается: 4210 → 4875 → 5360 → 4990.", buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 12: TPS 5,360 (peak 6,020).", "At 12: TPS 6,020 (peak 5,360)."),
        ("При 12 TPS — 5360, минимум проваливается до 4040.", "При 12 TPS — 4040, минимум проваливается до 5360."),
        ("При 12: системное время 16,9%, задержка записи 6,1 мс.", "При 12: системное время 6,1%, задержка записи 16,9 мс."),
    ],
)  # fmt: skip
def test_values_stand_in_their_own_places(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Memory used: mean 31 GB, peak 38 GB.", "Memory used: mean 38 GB, peak 31 GB."),
        ("Между 412 и 430 с, медиана 419 с.", "Между 412 и 419 с, медиана 430 с."),
        ("Swapping was seen in 17 samples of 120.", "Swapping was seen in 120 samples of 17."),
        ("Подкачка замечена в 17 отсчётах из 120.", "Подкачка замечена в 120 отсчётах из 17."),
    ],
)
def test_what_cannot_be_is_refused_without_facts(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())
