"""Where a number's metric, level and statistic are told plainly, no chance hit elsewhere saves it: cells, shares of a named whole, extremes."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.factcheck.helpers import DOCUMENT, is_refused

TABLE = """**Read latency, ms**

| cost_limit | Minimum | Mean | Maximum |
|---|---:|---:|---:|
| 50 | {low} | 13.8 | {high} |
| 100 | 7.9 | 12.5 | 16.4 |
| 150 | 5.5 | 9.8 | 17.2 |
"""


@pytest.mark.parametrize(
    ("low", "high", "refused"),
    [("8.1", "19.0", False), ("19.0", "8.1", True), ("8.1", "13.8", True), ("13.8", "19.0", True)],
)
def test_values_exchanged_between_the_statistics_of_a_table_are_refused(low: str, high: str, refused: bool) -> None:
    assert is_refused(TABLE.format(low=low, high=high)) is refused


def with_waits() -> dict[str, Any]:
    """The document with shares of waits, of which sums and products can hit many a percentage."""
    document = deepcopy(DOCUMENT)
    shares = {"WalSync": (43.4, 42.9, 38.2), "DataFileRead": (20.1, 24.1, 22.6), "transactionid": (9.1, 9.5, 12.4), "BufferContent": (4.6, 5.3, 7.0), "WALWrite": (3.8, 2.5, 4.1)}  # fmt: skip
    for name, row in shares.items():
        document["metrics"].append(
            {"id": name, "unit": "%", "better": "none", "part_of": None, "names": {"en": [name], "ru": [name]}}
        )
        for level, value in zip(("50", "100", "150"), row, strict=True):
            document["facts"].append({"id": f"{level}.{name}.share", "level": level, "run": None, "metric": name, "stat": "share", "value": value, "unit": "%", "decimals": 1, "denominator": "active_session_time", "scope": "run"})  # fmt: skip
    return document


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("При 50 на WalSync приходится 43,4 % всего времени активных сеансов.\n", False),
        ("At 50, WalSync takes 43.4% of all active session time, at 100 it takes 42.9%.\n", False),
        ("At 50, WalSync takes 42.9% of all active session time, at 100 it takes 43.4%.\n", True),
        ("At 50, WalSync and DataFileRead together make 63.5% of active session time.\n", False),
        ("At 50, read latency has a minimum of 8.1 ms and a maximum of 19.0 ms.\n", False),
        ("At 50, read latency has a maximum of 8.1 ms and a mean of 13.8 ms.\n", True),
    ],
)
def test_what_is_named_plainly_is_not_saved_by_a_sum_of_others(text: str, refused: bool) -> None:
    assert is_refused(text, with_waits()) is refused


@pytest.mark.parametrize(
    ("row", "refused"),
    [
        ("13.8 (50), 12.5 (100), 9.8 (150)", False),
        ("13.8 (50), 9.8 (100), 12.5 (150)", True),
        ("13.8 (50), 12.5 (100), 9.1 (150)", True),
        ("13.8 ms (50), 12.5 ms (100) and 7.0 ms (150)", True),  # the mean of another metric
    ],
)
def test_a_row_that_names_its_levels_is_held_to_them(row: str, refused: bool) -> None:
    assert (
        is_refused(f"Read latency by level: {row}. Write latency by level: 6.6 (50), 7.0 (100), 7.3 (150).\n")
        is refused
    )
