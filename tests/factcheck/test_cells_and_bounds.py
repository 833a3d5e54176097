"""Of which cell of a grid a sentence speaks, and on which side of a bound its denial puts the values."""

from __future__ import annotations

from typing import Any

import pytest

from factcheck.reading.sentences import tokens_of
from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts

RATE = {"plain/8": 1000, "plain/64": 2000, "lz4/8": 1100, "lz4/64": 1800, "zstd/8": 900, "zstd/64": 2400}
SPREAD = {"plain/8": 14, "plain/64": 90, "lz4/8": 12, "lz4/64": 130, "zstd/8": 15, "zstd/64": 60}
P99 = {"plain/8": 4.1, "plain/64": 20.5, "lz4/8": 3.9, "lz4/64": 30.7, "zstd/8": 4.6, "zstd/64": 15.2}
DELAY = {"plain/8": 2.4, "plain/64": 10.5, "lz4/8": 2.2, "lz4/64": 14.1, "zstd/8": 2.5, "zstd/64": 9.8}
SYSTEM = {"plain/8": 7.4, "plain/64": 13.2, "lz4/8": 7.1, "lz4/64": 27.5, "zstd/8": 7.6, "zstd/64": 15.1}
LINK = {"plain/8": -0.09, "plain/64": -0.28, "lz4/8": -0.04, "lz4/64": -0.11, "zstd/8": -0.22, "zstd/64": -0.52}


def grid() -> dict[str, Any]:
    rows: list[tuple[str, str, str, int, dict[str, float], str | None]] = [
        ("rate", "mean", "1/s", 0, RATE, None), ("rate", "stddev", "1/s", 0, SPREAD, None), ("latency", "p99", "ms", 1, P99, None),
        ("latency", "mean", "ms", 1, DELAY, None), ("cpu_sy", "mean", "%", 1, SYSTEM, None), ("rate", "pearson", "1", 2, LINK, "cpu_sy"),
    ]  # fmt: skip
    return {
        "format": "pgverdict-facts/1",
        "experiment": {
            "id": "codecs", "title": {}, "repeats": 1, "primary": "rate",
            "factors": [
                {"name": "wal_compression", "levels": ["plain", "lz4", "zstd"], "baseline": "plain", "default": "plain"},
                {"name": "clients", "levels": ["8", "64"], "baseline": "8", "default": "8"},
            ],
        },
        "metrics": [
            {"id": "rate", "unit": "1/s", "better": "higher", "names": {"en": ["rate", "tps"], "ru": ["tps", "скорость"]}},
            {"id": "latency", "unit": "ms", "better": "lower", "names": {"en": ["latency"], "ru": ["задержка"]}},
            {"id": "cpu_sy", "unit": "%", "better": "lower", "names": {"en": ["sy", "system time"], "ru": ["sy", "системное время"]}},
        ],
        "facts": [
            {"id": f"{cell}.{name}.{stat}", "level": cell, "metric": name, "stat": stat, "value": value, "unit": unit, "decimals": decimals, "partner": partner}
            for name, stat, unit, decimals, values, partner in rows
            for cell, value in values.items()
        ],
        "windows": [
            {"level": cell, "run": 1, "kind": "drop", "metric": "rate", "starts_at": a, "ends_at": b, "depth_pct": depth}
            for cell, a, b, depth in (("plain/64", "22:10", "22:14", 31.0), ("lz4/64", "23:10", "23:14", 44.0))
        ],
    }  # fmt: skip


CACHE = document(
    "cache_limit", "cache_limit", "GiB", ["2", "4", "8", "16"],
    {
        "speed": metric("1/s", "higher", 0, "speed", "скорость", {"mean": [100, 150, 201, 199], "min": [80, 120, 160, 150], "max": [130, 170, 230, 260]}),
        "held": metric("GiB", "higher", 1, "page cache", "страничный кэш;кэш страниц", {"mean": [0.9, 2.6, 5.1, 9.3], "min": [0.3, 1.8, 3.7, 4.2], "max": [1.4, 3.0, 6.7, 10.9]}),
        "swap": metric("MB", "lower", 0, "swap", "swap", {"mean": [1846, 372, 12, 9], "max": [2930, 844, 30, 33]}),
        "faults": metric("1/s", "lower", 0, "page faults", "страничные отказы", {"mean": [3870, 2140, 415, 62]}),
        "latency": metric("ms", "lower", 1, "latency", "задержка", {"mean": [31.3, 19.4, 13.6, 13.7], "p95": [96.1, 61.3, 28.4, 27.1], "p99": [402.6, 131.8, 49.3, 58.9]}),
    },
    repeats=1, primary="speed", baseline="8",
    correlations=[("speed", "faults", "pearson", [-0.84, -0.51, -0.19, -0.12])],
)  # fmt: skip


@pytest.mark.parametrize(("text", "hedge"), [
    ("Кэш ни разу не превысил 1,4 GiB", "under"), ("Кэш не вышел за 1,4 GiB", "under"), ("Кэш превысил 1,4 GiB", "over"),
    ("Кэш не опускался ниже 1,4 GiB", "over"), ("Кэш упал ниже 1,4 GiB", "under"), ("It did not go above 1.4 GiB", "under"),
    ("It didn't exceed 1.4 GiB", "under"), ("It never surpassed 1.4 GiB", "under"), ("It surpassed 1.4 GiB", "over"),
    ("It did not fall below 1.4 GiB", "over"), ("It fell below 1.4 GiB", "under"),
])  # fmt: skip
def test_a_denied_verb_of_passing_is_a_bound_on_the_other_side(text: str, hedge: str) -> None:
    assert [t.number.hedge for t in tokens_of(text) if t.number is not None] == [hedge]


TRUE = [
    # the most and the least of the row in which a cell stands
    "zstd при 64 клиентах показал лучший p99 и самый ровный tps.",
    "zstd платит временем процессора, зато при 64 клиентах показал лучший p99 и самый ровный tps.",
    "zstd at 64 clients has the best p99.",
    "При 64 клиентах tps у zstd в 1,3 раза больше, чем у lz4. При этом p99 у него самый короткий: 15,2 против 20,5 у plain и 30,7 у lz4.",
    "По tps так. При 8 клиентах лидирует lz4, а при 64 он же замыкает список.",
    "By tps, lz4 leads at 8 clients, but at 64 it comes last.",
    # of the link, and not of its metrics
    "Связь tps с системным временем слабая. Самая сильная она у zstd при 64 клиентах (-0,52).",
    # a range of one row
    "Пока клиентов мало, по sy режимы почти неразличимы (7,1–7,6%).",
    "With few clients sy hardly differs (7.1–7.6%).",
    # the bound of a deviation
    "## 8 клиентов\n\nРазброс мал: стандартное отклонение tps не превышает 15.",
    # a level's cells together
    "Drops were seen only at 64 clients.",
    "Просадки наблюдались при plain и lz4.",
    # a cell beside its neighbours
    "При 64 клиентах lz4 проигрывает по задержке.",
    "При 8 клиентах lz4 выигрывает по задержке.",
]
FALSE = [
    "lz4 при 64 клиентах показал лучший p99 и самый ровный tps.",
    "lz4 платит временем процессора, зато при 64 клиентах показал лучший p99.",
    "lz4 at 64 clients has the best p99.",
    "By tps, lz4 leads at 8 clients, and at 64 it comes first.",
    "По sy режимы почти неразличимы (8,1–9,6%).",
    "Drops were seen only with lz4.",
    "Просадки наблюдались только при lz4.",
    "Drops were seen at 8 clients.",
    "При 64 клиентах lz4 не проигрывает по задержке.",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_one_reading_of_the_grid_bears_out_is_not_refused(text: str) -> None:
    assert not is_refused(text, grid())


@pytest.mark.parametrize("text", FALSE)
def test_what_no_reading_of_the_grid_bears_out_is_refused(text: str) -> None:
    assert is_refused(text, grid())


def test_a_multiple_is_of_cells_that_differ_in_one_factor_and_near_what_is_told() -> None:
    text = "С 8 до 64 клиентов p99 у plain вырос в 5 раз, а у lz4 — примерно в {} раз."
    assert "supported" not in [c for c in verdicts(text.format(20), grid(), "ratio") if c != "supported"]
    assert not is_refused(text.format(8), grid())


CACHE_TRUE = [
    "## cache_limit = 2 GiB\n\nКэш страниц ни разу не превысил 1,4 GiB, а swap доходил до 2930 МБ.",
    "## cache_limit = 2 GiB\n\nThe page cache never surpassed 1.4 GiB, and swap reached 2930 MB.",
    "## cache_limit = 2 GiB\n\nСтраничный кэш ни разу не опускался ниже 0,3 GiB.",
    "По p95 впереди 16 GiB (27,1 мс), по p99 — 8 GiB (49,3 мс).",
    "Отправной точкой остаётся 8 GiB. Удвоение лимита сверх этого значения разгружает диск, но скорость не повышает.",
    "Doubling the limit beyond 8 GiB frees the disk but does not raise the speed.",
    "The best speed is at 8 GiB. Going beyond that frees the disk but does not raise the speed.",
    "Correlation of speed and page faults at 2 GiB: strong negative (-0.84).",
    "Корреляция скорость–страничные отказы при 8 GiB: слабая отрицательная (-0,19).",
    "При 8 GiB самая высокая скорость, самый короткий хвост p99 и меньше страничных отказов, чем при 4 GiB.",
]
CACHE_FALSE = [
    "## cache_limit = 2 GiB\n\nСтраничный кэш ни разу не опускался ниже 0,5 GiB.",
    "Ни при одном лимите страничный кэш не опускался ниже 0,5 GiB.",
    "Correlation of speed and page faults at 8 GiB: strong negative (-0.19).",
    "Корреляция скорость–страничные отказы при 8 GiB: сильная отрицательная (-0,19).",
    "При 8 GiB самый короткий хвост p99 и наименьшее число страничных отказов.",
    "At 8 GiB it has the shortest p99 tail and the lowest page faults.",
    "Удвоение лимита сверх 4 GiB не повышает скорость.",
]


@pytest.mark.parametrize("text", CACHE_TRUE)
def test_bounds_links_and_ways_from_a_level_on_that_hold_are_not_refused(text: str) -> None:
    assert not is_refused(text, CACHE)


@pytest.mark.parametrize("text", CACHE_FALSE)
def test_bounds_links_and_ways_from_a_level_on_that_do_not_hold_are_refused(text: str) -> None:
    assert is_refused(text, CACHE)


def test_a_way_from_a_level_on_is_not_borne_out_by_what_stands_before_it() -> None:
    assert "supported" not in verdicts("Удвоение лимита сверх 8 GiB повышает скорость.", CACHE, "order")
