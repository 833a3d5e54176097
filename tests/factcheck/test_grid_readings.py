"""In a grid, a level's heading, the other factor's rows and the default beside a level are among the readings; and words are of what stands beside them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused, verdicts

TPS = {"1/8": 1000, "1/32": 1500, "1/128": 1300, "0/8": 1010, "0/32": 1600, "0/128": 1430}
P99 = {"1/8": 4.1, "1/32": 9.3, "1/128": 21.4, "0/8": 4.0, "0/32": 8.8, "0/128": 17.6}
MEAN = {"1/8": 1.2, "1/32": 2.9, "1/128": 5.1, "0/8": 1.1, "0/32": 2.7, "0/128": 4.6}
DROPS = {"1/128": ("22:10", "22:14", 31.0)}


def grid() -> dict[str, Any]:
    rows = [("tps", "mean", "1/s", 0, TPS), ("latency", "p99", "ms", 1, P99), ("latency", "mean", "ms", 1, MEAN)]
    return {
        "format": "pgverdict-facts/1",
        "experiment": {
            "id": "grouping",
            "title": {},
            "repeats": 3,
            "primary": "tps",
            "factors": [
                {"name": "kernel.task_grouping_enabled", "levels": ["1", "0"], "baseline": "1", "default": "1"},
                {"name": "clients", "levels": ["8", "32", "128"], "baseline": "32", "default": "32"},
            ],
        },
        "metrics": [
            {"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput", "tps"], "ru": ["пропускная способность", "tps"]}},
            {"id": "latency", "unit": "ms", "better": "lower", "names": {"en": ["latency"], "ru": ["задержка"]}},
        ],
        "facts": [
            {"id": f"{cell}.{metric}.{stat}", "level": cell, "metric": metric, "stat": stat, "value": value, "unit": unit, "decimals": decimals}
            for metric, stat, unit, decimals, values in rows
            for cell, value in values.items()
        ],
        "windows": [
            {"level": cell, "run": 1, "kind": "drop", "metric": "tps", "starts_at": a, "ends_at": b, "depth_pct": depth}
            for cell, (a, b, depth) in DROPS.items()
        ],
    }  # fmt: skip


TABLE = "## Throughput\n\n| Clients | tps, grouping on | tps, grouping off | Difference |\n|---|---|---|---|\n| 8 | 1000 | 1010 | +1.0% |\n| 128 | 1300 | 1430 | {} |\n"

TRUE = [
    "### 128 clients\n\n- With grouping off throughput is 1430 tps.",
    "### 128 clients\n\n- p99: 21.4 ms falls to 17.6 ms.",
    "- p99 at 128 clients: 21.4 ms falls to 17.6 ms.",
    "### 8 клиентов\n\n- Задержка p99 при 8 клиентах: 4,1 мс снижается до 4,0 мс.",
    TABLE.format("+10.0%"),
    "Mean latency is 5.1 ms at 128 clients with the default and 4.6 ms with grouping off.",
    "Average p99 latency is 21.4 ms at 128 clients with grouping on.",
    "### grouping off\n\n- With 128 clients not a single drop was logged.",
    "The slowest recovery, 210 seconds, was seen under the default.",
]
FALSE = [
    TABLE.format("+17.3%"),
    "### 128 clients\n\n- With grouping off throughput is 1300 tps.",
    "### grouping on\n\n- With 128 clients not a single drop was logged.",
    "Average latency is 21.4 ms at 128 clients with grouping on.",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_is_true_of_a_cell_is_not_refused(text: str) -> None:
    assert not is_refused(text, grid())


@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_of_a_cell_is_refused(text: str) -> None:
    assert is_refused(text, grid())


def test_a_bound_that_is_never_passed_is_no_change() -> None:
    assert "delta" not in {*verdicts("Disk utilisation never falls below 92%.", None, "delta")}
    assert not is_refused("Disk utilisation never falls below 92% on average.")


LEVELS = [
    "Raising the value lowers read latency but never removes it.",
    "Увеличение значения снижает задержку чтения, но не устраняет её.",
    "It changes how disk utilisation looks: fewer operations, larger requests.",
    "Disk throughput rises: the disk moves more data in fewer requests.",
    "Read latency means 13.8, 12.5 and 9.8 ms.",
    "For minimal read latency: 150 (9.8 ms against 13.8 ms at 50).",
    "Для минимальной задержки чтения: 150 (9,8 мс против 13,8 мс при 50).",
]


@pytest.mark.parametrize("text", LEVELS)
def test_words_are_of_what_stands_beside_them(text: str) -> None:
    assert not is_refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "Raising the value raises read latency.",
        "Увеличение значения повышает задержку чтения.",
        "Mean read latency at 50 is 12.5 ms.",
        "The minimum of read latency at 150 is 9.8 ms.",
    ],
)
def test_and_their_false_twins_are_refused(text: str) -> None:
    assert is_refused(text)
