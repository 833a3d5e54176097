"""What is said of all levels at once holds of each: spans, signs of coefficients, all others against the baseline, one statistic against another."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused


def caches() -> dict[str, Any]:
    levels = ["1", "6", "12", "30"]
    rows = {
        ("tps", "mean"): [4120, 4300, 4415, 4290], ("tps", "median"): [4160, 4350, 4440, 4330], ("tps", "min"): [2210, 2480, 2105, 1990], ("tps", "max"): [5010, 5230, 5340, 5190],
        ("hit", "mean"): [93.1, 93.6, 93.4, 93.9], ("lag", "mean"): [51, 53, 52, 54], ("tail", "mean"): [41.2, 33.7, 31.9, 36.4],
    }  # fmt: skip
    units = {"tps": "1/s", "hit": "%", "lag": "ms", "tail": "ms"}
    names = {
        "tps": ("throughput", "пропускная способность"),
        "hit": ("hit ratio", "доля попаданий"),
        "lag": ("replica lag", "отставание реплики"),
        "tail": ("p99 latency", "задержка p99"),
    }
    facts = [
        {"id": f"{level}.{metric}.{stat}", "level": level, "metric": metric, "stat": stat, "value": value, "unit": units[metric], "decimals": 1 if metric in ("hit", "tail") else 0}
        for (metric, stat), row in rows.items()
        for level, value in zip(levels, row, strict=True)
    ]  # fmt: skip
    facts += [{"id": f"{level}.tps~lag", "level": level, "metric": "tps", "stat": "pearson", "partner": "lag", "value": value, "decimals": 2} for level, value in zip(levels, (-0.31, -0.44, 0.12, -0.58), strict=True)]  # fmt: skip
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "cache", "title": {}, "factors": [{"name": "cache_size", "levels": levels, "baseline": "1"}], "repeats": 1, "primary": "tps"},
        "metrics": [{"id": key, "unit": units[key], "better": "higher" if key in ("tps", "hit") else "lower", "names": {"en": [names[key][0]], "ru": [names[key][1]]}} for key in units],
        "facts": facts,
        "settings": [{"name": "max_connections", "min": 1, "max": 262143, "context": "postmaster"}],
    }  # fmt: skip


ROW = "Throughput with replica lag: -0.31 (1), -0.44 (6), 0.12 (12), -0.58 (30). "
ROW_RU = "Корреляция пропускной способности с отставанием реплики: -0,31 (1), -0,44 (6), 0,12 (12), -0,58 (30). "


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Replica lag ranged between 51 and 54 ms.", "Replica lag ranged between 51 and 74 ms."),
        ("Доля попаданий держится в пределах 93,1–93,9 % при всех значениях.", "Доля попаданий держится в пределах 93,1–97,9 % при всех значениях."),
        ("The hit ratio stays between 93.1 and 93.9% everywhere.", "The hit ratio stays between 83.1 and 83.9% everywhere."),
        (ROW + "It is positive only at 12.", ROW + "It is positive throughout."),
        (ROW_RU + "Положительна она только при 12.", ROW_RU + "Положительна она при всех, кроме 12."),
        ("Throughput: all three are above the baseline.", "Throughput: all three are below the baseline."),
        ("p99 latency: all three are better than the baseline.", "p99 latency: all three are worse than the baseline."),
        ("Медиана пропускной способности везде выше среднего, медиана больше среднего во всех прогонах.", "Медиана меньше среднего во всех прогонах."),
        ("1: минимум 2210, медиана 4160, максимум 5010 (пропускная способность).", "Пропускная способность при 1: минимум 4160, медиана 2210, максимум 5010."),
        # signs of coefficients that are not told, of slopes; one metric before another; no value at any time
        ("Throughput correlates negatively with replica lag at 6.", "The correlation of throughput with replica lag is negative at every setting."),
        ("Throughput correlates negatively with replica lag at 6.", "Against replica lag, throughput correlates negatively at all four settings."),
        ("Корреляция пропускной способности с отставанием реплики при 6 отрицательна.", "Корреляция пропускной способности с отставанием реплики во всех прогонах отрицательна."),
        ("Throughput and replica lag: the coefficient is -0.31 at 1 and positive only at 12.", "Throughput and replica lag: the coefficient is -0.31 at 1 and stays below zero at all the other levels."),
        ("Replica lag exceeds p99 latency at all four settings.", "P99 latency outweighs replica lag at all four settings."),
        ("At no level did throughput fall below 1900.", "At no level did throughput fall below 3000."),
        ("Ни на одном уровне пропускная способность не опускалась ниже 1900.", "Ни на одном уровне пропускная способность не опускалась ниже 3000."),
        ("max_connections was the limit. Raising it requires a restart.", "max_connections was the limit. Raising it requires no restart."),
    ],
)  # fmt: skip
def test_what_is_said_of_all_holds_of_each(true: str, false: str) -> None:
    assert not is_refused(true, caches())
    assert is_refused(false, caches())


def test_a_span_of_something_else_is_left_alone() -> None:
    assert not is_refused("Replica lag allowed by the alert lies between 0 and 54 ms.", caches())


def test_an_interval_of_one_level_is_no_span_over_the_levels() -> None:
    held = caches()
    next(f for f in held["facts"] if f["id"] == "12.hit.mean")["ci"] = [93.1, 94.2]
    assert not is_refused("Доля попаданий при 12 — 93,4 % (95-процентный интервал — от 93,1 до 94,2 %).", held)
    assert not is_refused("The hit ratio at 12 is 93.4% (95% interval from 93.1 to 94.2%).", held)
