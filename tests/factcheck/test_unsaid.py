"""A refused number is let be where its metric, its level or its base was a guess; its false twin, which says them, stays refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts


def delays() -> dict[str, Any]:
    return document(
        "autovac", "delay", "ms", ["2", "5", "10", "20"],
        {
            "tps": metric("1/s", "higher", 0, "throughput;SPEED", "скорость;SPEED", {"mean": [4685, 4710, 4390, 3815], "max": [5090, 5120, 5060, 5080], "min": [3920, 3890, 3210, 2610]}),
            "latency": metric("ms", "lower", 1, "latency", "задержка", {"mean": [6.8, 6.8, 7.3, 8.4], "p99": [24.7, 25.1, 33.0, 51.6]}),
            "dead": metric("count", "lower", 2, "dead tuples", "мёртвые строки", {"mean": [0.61, 1.75, 3.90, 7.20]}),
            "us": metric("%", "none", 1, "user time;us", "us", {"mean": [47.2, 46.9, 44.1, 41.3]}),
            "sy": metric("%", "none", 1, "system time;sy", "sy", {"mean": [9.4, 9.9, 10.8, 12.6]}),
            "util": metric("%", "none", 1, "disk utilisation", "загрузка диска", {"mean": [71.2, 93.4, 61.9, 58.3]}),
            "queue": metric("count", "lower", 1, "disk queue", "очередь к диску", {"mean": [4.1, 3.7, 3.3, 2.9], "max": [28.0, 31.0, 44.0, 71.0]}),
            "log": metric("MB/s", "none", 1, "log rate", "поток журнала", {"mean": [52.4, 55.6, 47.0, 39.5]}),
        },
        repeats=1, primary="tps", baseline="2", environment={"ram_gb": 32, "cpu_cores": 8, "duration_min": 110},
        correlations=[("tps", "dead", "pearson", [-0.1022, -0.3518, -0.7741, -0.9268])],
        windows=[
            {"level": "10", "run": 3, "kind": "drop", "metric": "tps", "starts_at": "18:05", "ends_at": "18:16", "depth_pct": 41.0, "recovered_after_s": 660},
            {"level": "20", "run": 4, "kind": "drop", "metric": "tps", "starts_at": "21:10", "ends_at": "21:28", "depth_pct": 68.2, "recovered_after_s": 1080},
            {"level": "20", "run": 4, "kind": "drop", "metric": "tps", "starts_at": "21:44", "ends_at": "22:15", "depth_pct": 59.3, "recovered_after_s": 1860},
        ],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Dead tuples go up from 0.61 to 7.20, that is by a factor of 11.8.", "Dead tuples at 20 exceed those at 2 by a factor of 15.8."),
        ("The deepest queue, 71 requests, exceeds the maximum at 2 by a factor of 2.5.", "Dead tuples at 10 exceed those at 5 by a factor of 3.5."),
        ("Throughput gains 0.5% from 2 to 5, loses 6.8% from 5 to 10, and then falls by 13.1%.", "From 10 to 20 throughput falls by 23.1%."),
        ("us меняется мало, 41,3–47,2%.", "us при 20 ниже, чем при 2, на 22,5%."),
        ("The log rate at 5 is 6% faster than at 2.", "The log rate at 5 is 6% slower than at 2."),
        ("Going from 2 to 20 costs another 870 TPS of throughput.", "Going from 2 to 20 costs another 970 TPS of throughput."),
    ],
)  # fmt: skip
def test_a_change_is_refused_where_its_metric_and_base_are_said(true: str, false: str) -> None:
    assert not is_refused(true, delays())
    assert "contradicted" in verdicts(false, delays())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("# 2\n\nThe price of a dead tuple: 4.9 ms.", "# 2\n\nDead tuples: 4.90."),
        ("From 10 on disk utilisation stays at 61.9% and 58.3%.", "At 10 disk utilisation is 58.3%."),
        ("На один ватт приходится скорость 43 при 20.", "Скорость при 20 равна 3 518."),
        ("Вместе us и sy при 10 дают 54,9%.", "Вместе us и sy при 10 дают 59,4%."),
        ("От минимума до максимума скорость при 20 проходит 2 470.", "При 20 скорость равна 2 470."),
        ("Максимальная SPEED при ненулевых задержках 5 060–5 120.", "Задержка при 20 равна 5,9–6,1 мс."),
        ("The server has 32 GB of RAM, 8 GB of which are shared buffers.", "The server has 8 GB of RAM."),
    ],
)  # fmt: skip
def test_a_value_is_refused_where_its_metric_and_level_are_said(true: str, false: str) -> None:
    assert not is_refused(true, delays())
    assert is_refused(false, delays())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("При 20 SPEED находилась в просадке 49 минут из 110.", "При 20 SPEED находилась в просадке 59 минут из 110."),
        ("Two drops matter. The one at 10 lasted 11 minutes. The deepest, 68.2%, came with run 4 and went on for eighteen minutes.",
         "The drop at 10 set in at 18:05. It went on for eighteen minutes."),
        ("Drops hit 20 twice: 68.2% from 21:10 to 21:28 and 59.3% from 21:44 to 22:15.", "Drops hit 20 twice: 59.3% from 21:10 to 21:28 and 68.2% from 21:44 to 22:15."),
    ],
)  # fmt: skip
def test_a_length_or_a_depth_is_held_to_the_drop_that_is_meant(true: str, false: str) -> None:
    assert not is_refused(true, delays())
    assert "contradicted" in verdicts(false, delays())
