"""A line of numbers (a table's row or column, a grid, a row in prose) is of one metric as a whole; the odd one in it is found."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused, run


def pools() -> dict[str, Any]:
    values = {
        "rate": ("1/s", 0, {"en": ["request rate"], "ru": ["поток запросов"]}, [3120, 4415, 4390, 2875]),
        "lat": ("ms", 1, {"en": ["mean response time"], "ru": ["среднее время ответа"]}, [8.1, 6.4, 6.9, 11.3]),
        "tail": ("ms", 1, {"en": ["p99 response time"], "ru": ["p99 времени ответа"]}, [31.5, 22.8, 25.2, 60.4]),
    }
    levels = ["10", "25", "60", "140"]
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "pool", "title": {}, "factors": [{"name": "pool_size", "levels": levels, "baseline": "10"}], "repeats": 4, "primary": "rate", "minimum_effect_pct": 3},
        "metrics": [{"id": key, "unit": unit, "better": "none", "names": names} for key, (unit, _, names, _) in values.items()],
        "facts": [
            {"id": f"{level}.{key}", "level": level, "metric": key, "stat": "mean", "value": value, "unit": unit, "decimals": places}
            for key, (unit, places, _, row) in values.items()
            for level, value in zip(levels, row, strict=True)
        ],
    }  # fmt: skip


def grid() -> dict[str, Any]:
    cells = {"8MB/1": 930.4, "8MB/4": 655.1, "32MB/1": 702.6, "32MB/4": 511.9, "128MB/1": 588.3, "128MB/4": 540.7}
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "grid", "title": {}, "factors": [{"name": "sort_memory", "unit": "MB", "levels": ["8MB", "32MB", "128MB"], "baseline": "8MB"}, {"name": "workers", "levels": ["1", "4"], "baseline": "1"}], "repeats": 3, "primary": "dur"},
        "metrics": [{"id": "dur", "unit": "s", "better": "lower", "names": {"en": ["report time"]}}],
        "facts": [{"id": f"{cell}.dur", "level": cell, "metric": "dur", "stat": "mean", "value": value, "unit": "s", "decimals": 1} for cell, value in cells.items()],
    }  # fmt: skip


JIRA = (
    "|| Metric || 10 || 25 || 60 || 140 ||\n|| Request rate || 3,120 || 4,415 || 4,390 || 2,875 ||\n"
    "|| Mean response time, ms || 8.1 || 6.4 || 6.9 || 11.3 ||\n|| p99 response time, ms || 31.5 || 22.8 || 25.2 || 60.4 ||\n"
)
TURNED = (
    "| Пул | Среднее время ответа, мс | p99 времени ответа, мс |\n|---|---|---|\n"
    "| 10 | 8,1 | 31,5 |\n| 25 | 6,4 | 22,8 |\n| 60 | 6,9 | 25,2 |\n| 140 | 11,3 | 60,4 |\n"
)
SPACED = (
    "Report time in seconds:\n\n  sort_memory     x1      x4\n  8MB          930.4   655.1\n  32MB         702.6   511.9\n"
    "  128MB        588.3   540.7\n"
)


@pytest.mark.parametrize("table", [JIRA, TURNED])
def test_true_tables_stand(table: str) -> None:
    assert not is_refused(table, pools())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("4,415 || 4,390", "4,390 || 4,415"),  # two values of a row exchanged
        ("31.5 || 22.8", "8.1 || 6.4"),  # another metric's values
        ("6.4 || 6.9", "6.4 || 9.6"),  # a value of nothing
    ],
)
def test_a_wrong_cell_between_double_bars_is_found(old: str, new: str) -> None:
    assert old in JIRA
    assert is_refused(JIRA.replace(old, new), pools())


def test_cells_exchanged_between_two_columns_are_found() -> None:
    assert is_refused(TURNED.replace("| 25 | 6,4 | 22,8 |", "| 25 | 22,8 | 6,4 |"), pools())


def test_a_grid_of_columns_set_apart_by_spaces_is_held_to_its_two_heads() -> None:
    assert not is_refused(SPACED, grid())
    assert is_refused(SPACED.replace("702.6   511.9", "511.9   702.6"), grid())


def test_a_line_of_derived_numbers_is_left_alone() -> None:
    table = "| Metric | 10 | 25 | 60 | 140 |\n|---|---|---|---|---|\n| Connections in use | 9 | 21 | 44 | 71 |\n"
    assert not is_refused(table, pools())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Mean response time: 8.1 ms, 6.4 ms, 6.9 ms, 11.3 ms.", "Mean response time: 8.1 ms, 6.9 ms, 6.4 ms, 11.3 ms."),
        ("p99 времени ответа по порядку: 31,5; 22,8; 25,2; 60,4 мс.", "p99 времени ответа по порядку: 31,5; 25,2; 22,8; 60,4 мс."),
        ("Request rate: 3120 / 4415 / 4390 / 2875.", "Request rate: 3120 / 4451 / 4390 / 2875."),
    ],
)  # fmt: skip
def test_a_row_of_one_value_a_level_keeps_their_order(true: str, false: str) -> None:
    assert not is_refused(true, pools())
    assert is_refused(false, pools())


def test_a_ranking_is_no_row_out_of_order() -> None:
    assert not is_refused("Mean response time, from the longest: 11.3, 8.1, 6.9 and 6.4 ms.", pools())


def test_a_list_of_double_bars_without_a_head_gives_the_smallest_effect() -> None:
    text = "|| Repeats || 4 ||\n|| Smallest effect of interest || {}% of the rate ||\n"
    assert not is_refused(text.format(3), pools())
    assert is_refused(text.format(8), pools())


def test_wiki_headings_carry_their_text_only() -> None:
    claims = run("== Results ==\n\nh3. Latency\n\nAt 25 the mean response time is 6.4 ms.\n", pools()).claims
    assert [claim.verdict for claim in claims] == ["supported"]
