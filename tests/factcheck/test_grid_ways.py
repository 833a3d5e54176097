"""Ways that are told of all rows of a grid: along one factor in each row, and between the two levels of a switch at each level of the other factor."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused

_CELLS = ("off/8", "off/32", "off/128", "on/8", "on/32", "on/128")
_METRICS: dict[str, tuple[str, str, str, str, tuple[float, ...]]] = {
    "tps": ("1/s", "higher", "throughput", "пропускная способность", (1000, 2500, 2300, 1010, 2750, 2900)),
    "latency": ("ms", "lower", "latency", "задержка", (8.0, 12.8, 55.6, 7.9, 11.6, 44.1)),
    "switches": ("1/s", "lower", "context switches", "переключения контекста", (6200, 14900, 17100, 5900, 13100, 17700)),
    "system": ("%", "lower", "system time", "системное время", (14.1, 21.7, 26.9, 13.6, 19.2, 24.8)),
}  # fmt: skip
GRID: dict[str, Any] = {
    "format": "pgverdict-facts/1",
    "experiment": {
        "id": "grid", "title": {}, "repeats": 3, "primary": "tps",
        "factors": [{"name": "jit", "levels": ["off", "on"], "baseline": "off"}, {"name": "clients", "levels": ["8", "32", "128"], "baseline": "8"}],
    },
    "metrics": [{"id": name, "unit": unit, "better": better, "names": {"en": [en], "ru": [ru]}} for name, (unit, better, en, ru, _) in _METRICS.items()],
    "facts": [
        {"id": f"{cell}.{name}.mean", "level": cell, "metric": name, "stat": "mean", "value": value, "unit": row[0], "decimals": 1}
        for name, row in _METRICS.items() for cell, value in zip(_CELLS, row[4], strict=True)
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Throughput climbs with every step in clients.",
        "Throughput grows with every increase in clients under both settings.",
        "Context switches fall at every client count.",
        "Switching jit on cuts context switches at all three client counts.",
        "Пропускная способность растёт с каждым шагом по числу клиентов.",
        "Переключения контекста сокращаются при каждом числе клиентов.",
    ],
)
def test_a_row_that_turns_round_is_refused(text: str) -> None:
    assert is_refused(text, GRID)


@pytest.mark.parametrize(
    "text",
    [
        "Latency climbs with every step in clients.",
        "System time is lower at every client count once jit is on.",
        "Context switches grow with every step in clients.",
        "Context switches fall at almost every client count.",
        "Switching jit on cuts system time at all three client counts.",
        "With jit on throughput climbs with every step in clients.",
        "Задержка растёт с каждым шагом по числу клиентов.",
        "Системное время снижается при каждом числе клиентов.",
        "При on пропускная способность растёт с каждым шагом по числу клиентов.",
        "Переключения контекста сокращаются не при каждом числе клиентов.",
    ],
)
def test_what_holds_in_all_rows_meant_is_not(text: str) -> None:
    assert not is_refused(text, GRID)
