"""True statements of articles that nobody had read, which were refused: units, ends of ways, switches, savings, sums, growth, drops counted last."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

DELAYS: dict[str, Any] = document(
    "delay", "vacuum_delay", "ms", ["0", "2", "10", "20"],
    {
        "tps": metric("1/s", "higher", 0, "throughput;TPS", "пропускная способность;TPS", {"mean": [5200, 5150, 5010, 4780], "min": [4900, 4800, 4600, 4100], "max": [5400, 5350, 5300, 5200], "stddev": [41, 44, 60, 95]}),
        "latency": metric("ms", "lower", 1, "latency", "задержка", {"mean": [3.1, 3.3, 3.4, 3.7], "p99": [48.3, 33.1, 24.6, 21.9], "max": [121, 138, 135, 190]}),
        "dead": metric("million", "lower", 1, "dead tuples", "мёртвые строки", {"mean": [2.1, 2.4, 6.2, 19.6]}),
        "wal": metric("MB/s", "none", 1, "WAL", "WAL", {"mean": [41.7, 39.8, 36.2, 33.9], "max": [60.1, 58.0, 51.2, 89.3]}),
        "reads": metric("MB/s", "lower", 1, "disk reads;MB/s", "чтение с диска;МБ/с", {"mean": [6.2, 6.9, 7.7, 8.8]}),
        "hourly": metric("GB/h", "none", 1, "log volume", "объём журнала", {"mean": [61.8, 45.2, 38.6, 36.1]}),
        "recovery": metric("s", "lower", 0, "recovery time", "время восстановления", {"duration": [20, 31, 47, 96]}),
        "us": metric("%", "none", 1, "user CPU;us", "us", {"mean": [30.1, 31.4, 33.0, 34.2]}),
        "sy": metric("%", "none", 1, "system CPU;sy", "sy", {"mean": [10.2, 11.0, 12.4, 13.1]}),
    },
    repeats=1, primary="tps", baseline="2", environment={"cpu_cores": 8, "ram_gb": 16},
    correlations=[("tps", "latency", "pearson", [-0.72, -0.41, -0.51, -0.39])],
    windows=[
        {"level": "20", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "16:08", "ends_at": "16:19", "depth_pct": 71.5},
        {"level": "20", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "16:31", "ends_at": "16:34", "depth_pct": 58.0},
        {"level": "20", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "16:47", "ends_at": "16:58", "depth_pct": 89.6},
        {"level": "2", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "10:01", "ends_at": "10:04", "depth_pct": 20.0},
    ],
)  # fmt: skip
DELAYS["facts"].append({"id": "20.dead.slope", "level": "20", "metric": "dead", "stat": "slope", "value": 0.418, "unit": "million per min", "decimals": 3})  # fmt: skip

SWITCH: dict[str, Any] = document(
    "jit", "jit", None, ["off", "on"],
    {
        "long": metric("s", "lower", 1, "long queries", "длинные запросы", {"mean": [34.8, 31.6]}),
        "jit_time": metric("ms", "lower", 0, "JIT time", "время JIT", {"mean": [0, 360]}),
    },
    repeats=1, primary="long", baseline="on",
)  # fmt: skip


def refuses(text: str, facts: dict[str, Any] = DELAYS) -> bool:
    return is_refused(text, copy.deepcopy(facts))


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Log volume: 61.8 → 45.2 → 38.6 → 36.1 GB an hour.", "Log volume: 61.8 → 45.2 → 38.6 → 35.1 GB an hour."),
        ("Dead tuples: 2.1 → 19.6 million.", "Dead tuples at 20 ms: 18.2 million."),
        ("At 20 ms dead tuples grow by 0.418 million a minute.", "At 20 ms dead tuples grow by 0.318 million a minute."),
        ("WAL falls with throughput: from 41.7 at 0 to 33.9 MB/s at 20.", "WAL at 20: 36.9 MB/s."),
        ("us and sy together: 40.3%, 42.4%, 45.4%, 47.3%.", "sy: 40.3%, 42.4%, 45.4%, 47.3%."),
        ("At 10 ms recovery takes 47 s: the next value needs 96 s.", "At 10 ms recovery takes 96 s."),
        ("p99 falls from 48.3 ms at 0 to 33.1 ms at 2; the largest single saving, 15.2 ms, comes with 2.", "Latency at 2 averages 15.2 ms."),
        ("Mean TPS at 20: 4780, with a scatter of 95.", "TPS at 20: 4780, with a mean scatter of 41."),
        ("TPS at 20: no interval outside 4,100–5,200.", "TPS at 20: 4,300–5,200."),
        ("TPS is tied to latency most closely at 0 (r = -0.72); elsewhere the coefficient stays between -0.51 and -0.39.", "At 0 TPS and latency correlate with -0.51."),
        ("Latency: 3.4 ms at 10, and the longest response (135 ms) is even shorter than with 2.", "The longest response at 10 is 190 ms."),
        ("No pass at 10 was longer than 48 s in recovery time.", "Recovery time at 10 is 48 s."),
    ],
)  # fmt: skip
def test_units_ways_and_what_a_number_is_of(true: str, false: str) -> None:
    assert not refuses(true)
    assert refuses(false)


def test_a_switch_is_no_metric_though_a_metric_is_called_after_it() -> None:
    assert not refuses("Long queries take 34.8 s or 31.6 s. Turning JIT off makes them 10.1% slower.", SWITCH)
    assert refuses("Long queries take 34.8 s or 31.6 s. Turning JIT off makes them 20.1% slower.", SWITCH)


def test_drops_counted_last_and_those_another_run_had() -> None:
    told = "Three drops at 20: 16:08, 16:31 and 16:47. The last is the deepest."
    assert not refuses(told)
    assert not refuses("Three drops. The first, from 16:08 to 16:19, is the longest; the last is the deepest.")
    assert refuses(told.replace("deepest", "shallowest"))


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("При 20 из метрик ухудшилась задержка, остальные показатели стали ниже.", "При 20 задержка стала ниже."),
        ("Там, где пропускная способность выше, задержки меньше.", "Пропускная способность растёт от уровня к уровню."),
        ("Допустимо 10; дальнейшее увеличение не ускоряет восстановление.", "Время восстановления снижается с каждым шагом."),
        ("К концу прогон при 0 превзошёл свой старт по TPS в 1,6 раза.", "При 0 TPS в 1,6 раза больше, чем при 2."),
    ],
)  # fmt: skip
def test_ways_that_go_not_along_the_levels(true: str, false: str) -> None:
    assert not refuses(true)
    assert refuses(false)
