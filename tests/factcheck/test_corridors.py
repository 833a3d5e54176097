"""Corridors of values ("stays within 68–74%"), trends called clear beside their R², links called negligible, and verbs that are the setting's or the metric's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts

RUNS: dict[str, Any] = document(
    "flush_after", "flush_after", None, ["1", "4", "16"],
    {
        "tps": metric("1/s", "higher", 0, "throughput;tps", "пропускная способность;tps", {"mean": [5010, 5065, 4380], "slope": [-96.0, -12.0, -210.0], "r_squared": [0.15, 0.02, 0.74]}),
        "util": metric("%", "none", 1, "disk utilisation", "утилизация диска", {"mean": [66.2, 70.5, 88.0], "min": [51, 62, 80], "max": [74, 79, 96]}),
        "r_await": metric("ms", "lower", 1, "read latency", "задержка чтения", {"mean": [7.1, 8.4, 9.9], "max": [11.9, 14.2, 16.0]}),
        "sync": metric("%", "none", 1, "WALSync", "WALSync", {"mean": [41.8, 36.2, 33.9]}),
        "write": metric("%", "none", 1, "WALWrite", "WALWrite", {"mean": [17.3, 19.6, 22.8]}),
    },
    repeats=1, primary="tps", baseline="1",
    correlations=[("tps", "util", "pearson", [0.46, 0.12, -0.81])],
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "At 1 disk utilisation stays within 68–74%.",
        "At 1 disk utilisation sits in the 68–74% range.",
        "At 1 read latency stays within 8–12 ms.",
        "At 1 throughput shows a clear linear decline (R² = 0.15).",
        "At 1 the correlation of throughput with disk utilisation is negligibly weak (0.46).",
        "При 1 утилизация диска держится в пределах 68–74%.",
        "При 1 задержка чтения держится в пределах 8–12 мс.",
        "При 1 тренд пропускной способности выражен очень чётко (R² = 0,15).",
        "При 1 корреляция пропускной способности и утилизации диска ничтожно слабая (0,46).",
    ],
)
def test_what_the_figures_do_not_bear_is_refused(text: str) -> None:
    assert is_refused(text, RUNS)


@pytest.mark.parametrize(
    "text",
    [
        "At 1 disk utilisation stays within 51–74%.",
        "At 1 disk utilisation stays within 50–75%.",
        "At 1 disk utilisation sits in the 51–74% range.",
        "At 1 read latency stays within 6–12 ms.",
        "At 16 throughput shows a clear linear decline (slope -210, R² = 0.74).",
        "At 1 throughput shows no clear linear decline (R² = 0.15).",
        "At 1 the correlation of throughput with disk utilisation is moderate (0.46).",
        "At 4 the correlation of throughput with disk utilisation is negligible (0.12).",
        "При 1 утилизация диска держится в пределах 51–74%.",
        "При 1 утилизация диска держится в пределах 50–75%.",
        "При 16 тренд пропускной способности выражен очень чётко (R² = 0,74).",
        "При 1 тренд пропускной способности выражен слабо (R² = 0,15).",
        "При 4 корреляция пропускной способности и утилизации диска ничтожная (0,12).",
    ],
)
def test_what_they_bear_is_not(text: str) -> None:
    assert not is_refused(text, RUNS)


def test_the_settings_verb_supports_nothing_of_the_metric_before_it() -> None:
    assert "supported" not in verdicts("WALSync and WALWrite both lose weight as the threshold is raised.", RUNS)
    assert is_refused("WALSync and WALWrite both shrink as the threshold is raised.", RUNS)
    assert not is_refused("WALSync shrinks as the threshold is raised, while WALWrite grows.", RUNS)


def test_a_fall_with_an_amount_of_its_own_is_the_metrics() -> None:
    told = "Throughput suffers here. Its mean drops by {}% between 1 and 16."
    assert not is_refused(told.format("12.6"), RUNS)
    assert is_refused(told.format("14.4"), RUNS)
