"""Numbers as Russian and English prose writes them."""

from __future__ import annotations

import pytest

from factcheck.binding.agreement import rounds_to
from factcheck.reading.numbers import find_numbers
from factcheck.reading.text import clean
from factcheck.reading.units import convert, unit_named


def values(text: str) -> list[float]:
    """The first readings of all values of a text, ranges opened."""
    found = []
    for number in find_numbers(clean(text)[0]):
        if number.is_value:
            found.append(number.readings[0].value)
            if number.high:
                found.append(number.high[0].value)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("выросло с 3.1 млн до 4,2 млн", [3.1e6, 4.2e6]), ("всего 20 417 строк", [20417]), ("7,25 мс", [7.25]), ("−31%", [-31]), ("в 2,5 раза", [2.5]),
        ("3,141,592 rows", [3141592]), ("LOAD 8-16", [8, 16]), ("71–78%", [71, 78]), ("(-0,412)", [-0.412]), ("0.5 → 0.75", [0.5, 0.75]), ("вдвое меньше", [2]),
        ("roughly 1.5k operations", [1500]), ("от −4 % до +2 %", [-4, 2]), ("95% CI 1.2 to 3.4%", [95, 1.2, 3.4]), ("[+1.5%; +4.0%]", [1.5, 4.0]), ("32+ GB", [32]),
        ("between 18 and 29 ms", [18, 29]), ("минус 3,5 п. п.", [-3.5]), ("1.234,5", [1234.5]), ("1,234.5", [1234.5]), ("HugePages: 2048 kB", [2048]), ("12 тыс. операций", [12000]),
    ],
)  # fmt: skip
def test_a_number_is_read_as_a_reader_reads_it(text: str, expected: list[float]) -> None:
    assert values(text) == pytest.approx(expected)


@pytest.mark.parametrize(
    "text",
    [
        "период 08:58-09:51",
        "kernel 5.15.0-91-generic",
        "dp2-ssd и ko3-ssd",
        "p95",
        "21 ноября 2026 г.",
        "2026-11-21T12:00:00Z",
        "PostgreSQL 18.6",
        "October 3, 2025",
    ],
)
def test_a_clock_a_version_a_date_or_a_name_is_no_value(text: str) -> None:
    assert values(text) == []


def test_an_ambiguous_form_keeps_both_readings() -> None:
    (number,) = find_numbers("1,284")
    assert [reading.value for reading in number.readings] == [1284.0, 1.284]


@pytest.mark.parametrize(
    ("text", "hedge"),
    [
        ("около 90%", "about"),
        ("almost 30 ms", "nearly"),
        ("более 80%", "over"),
        ("не более 5 мс", "under"),
        ("ниже на 5%", None),
        ("более чем на 5%", "over"),
    ],
)
def test_a_hedge_is_told_from_a_direction(text: str, hedge: str | None) -> None:
    assert find_numbers(text)[0].hedge == hedge


def test_units_are_converted_and_bytes_counted_both_ways() -> None:
    assert convert(0.0138, unit_named("s"), unit_named("ms")) == pytest.approx([13.8])
    assert convert(2.0, unit_named("GB"), unit_named("MB")) == pytest.approx([2048.0, 2000.0])
    assert convert(1.0, unit_named("ms"), unit_named("MB/s")) == []


def test_a_unit_said_once_belongs_to_the_whole_row() -> None:
    assert [number.unit and number.unit.name for number in find_numbers("с 13,8 до 9,8 мс")] == ["ms", "ms"]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("2 мин 43 сек", 163 / 60, "min"),
        ("78 min and 15 s", 78.25, "min"),
        ("за 1 ч 20 мин", 1 + 1 / 3, "h"),
    ],
)
def test_a_length_of_time_may_be_told_in_two_units(text: str, value: float, unit: str) -> None:
    (number,) = find_numbers(text)
    assert number.readings[0].value == pytest.approx(value) and number.unit and number.unit.name == unit


def test_two_lengths_stay_two() -> None:
    assert [number.text for number in find_numbers("5 min 3 runs, then 7 min 90 s, 10 s 5 min")] == ["5", "3", "7", "90", "10", "5"]  # fmt: skip
    assert [number.unit and number.unit.name for number in find_numbers("от 5 до 7 минут 30 секунд")] == ["min", "min"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (".466 .484 4.0%", [0.466, 0.484, 4.0]),
        ("memory usage - 3.5 GB", [3.5]),
        ("a change of (- 29%)", [-29.0]),
        ("delta: -29%", [-29.0]),
        ("at 32 - 400 ms", [32.0, 400.0]),
        ("it reached 300 - 400 ms", [300.0]),
    ],
)
def test_points_and_dashes_before_digits(text: str, values: list[float]) -> None:
    assert [number.readings[0].value for number in find_numbers(text)] == values


def test_last_zeros_are_hardly_measured_digits() -> None:
    """68,154 may be told as "68000", and 1,003,200 as "1,000,000"; 68,600 and 1,010,000 may not."""
    for text, near, far in (("68000", 68154, 68600), ("1,000,000", 1003200, 1010000), ("43 000", 42826, 43600)):
        (reading, *_) = find_numbers(text)[0].readings
        assert rounds_to(near, reading) and not rounds_to(far, reading)
