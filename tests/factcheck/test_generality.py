"""True and false twins of what is said of all, none, only or so many levels, steps and metrics."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused

_LEVELS = ["2", "4", "8", "16"]
_ROWS: dict[tuple[str, str], list[float]] = {
    ("tps", "mean"): [900, 1400, 1700, 1300],
    ("tps", "stddev"): [12, 18, 25, 90],
    ("read_latency", "mean"): [9.0, 6.2, 5.1, 7.4],
    ("read_latency", "p99"): [31.0, 22.0, 18.5, 44.0],
    ("swap", "mean"): [0.0, 0.0, 1.5, 12.0],
}
_METRICS = [
    {"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}},
    {"id": "read_latency", "unit": "ms", "better": "lower", "names": {"en": ["read latency"], "ru": ["задержка чтения"]}},
    {"id": "swap", "unit": "MB/s", "better": "lower", "names": {"en": ["swap traffic"], "ru": ["подкачка"]}},
]  # fmt: skip
POOLS: dict[str, Any] = {
    "format": "pgverdict-facts/1",
    "experiment": {
        "id": "pool",
        "factors": [{"name": "pool_size", "levels": _LEVELS, "baseline": "4"}],
        "repeats": 1,
        "primary": "tps",
    },
    "metrics": _METRICS,
    "facts": [
        {"level": level, "metric": metric, "stat": stat, "value": value, "decimals": 1, "scope": "run",
         "unit": next(m["unit"] for m in _METRICS if m["id"] == metric)}
        for (metric, stat), row in _ROWS.items() for level, value in zip(_LEVELS, row, strict=True)
    ],
}  # fmt: skip
TWINS = [
    ("No setting took throughput past 1800 tps.", "No setting took throughput past 1600 tps."),
    ("Read latency is under 10 ms everywhere.", "Read latency is under 8 ms everywhere."),
    ("Read latency exceeds 7 ms in exactly two settings.", "Read latency exceeds 7 ms in exactly three settings."),
    ("Throughput is above 1000 tps at every setting except 2.", "Throughput is above 1350 tps at every setting except 2."),
    ("Ни одно значение не дало пропускной способности выше 1800.", "Ни одно значение не дало пропускной способности выше 1600."),
    ("Задержка чтения нигде не опускалась ниже 5 мс.", "Задержка чтения нигде не опускалась ниже 6 мс."),
    ("Выше 1500 пропускная способность только при 8.", "Выше 1350 пропускная способность только при 8."),
    ("p99 задержки чтения ни разу не превысил 45 мс.", "p99 задержки чтения ни разу не превысил 40 мс."),
    ("Пропускная способность на всех уровнях выше 800.", "Пропускная способность на всех уровнях выше 1000."),
]  # fmt: skip
OPEN = [
    "Hello everybody, I took two identical machines and set all of them up the same way.",
    "No setting should take throughput past 1600 tps.",
    "If any setting took throughput past 1600 tps, we would see it.",
]


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_each_member_is_asked(true: str, false: str) -> None:
    assert not is_refused(true, POOLS)
    assert is_refused(false, POOLS)


@pytest.mark.parametrize("text", OPEN)
def test_what_quantifies_nothing_measured_is_left_alone(text: str) -> None:
    assert not is_refused(text, POOLS)
