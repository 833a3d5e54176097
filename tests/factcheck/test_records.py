"""Extremes told in other words than a superlative beside its metric, and what is said to stay as it was: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

RUNS: dict[str, Any] = document(
    "wal_level", "segment_policy", None, ["old", "mixed", "new"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [3050, 3410, 3720], "max": [4120, 4690, 4380]}),
        "wait": metric("ms", "lower", 1, "waits", "ожидания", {"mean": [12.0, 10.4, 9.1], "max": [60.0, 82.0, 71.0]}),
        "r_wait": metric("ms", "lower", 1, "read latency;reads", "задержка чтения", {"mean": [4.4, 3.9, 2.8]}),
        "w_wait": metric("ms", "lower", 1, "write latency", "задержка записи", {"mean": [2.1, 4.6, 2.2]}),
        "busy": metric("%", "none", 1, "disk load", "занятость диска", {"mean": [50.0, 70.5, 88.0]}),
        "q1": metric("s", "lower", 0, "Q1", "Q1", {"mean": [140, 90, 61]}),
        "q2": metric("s", "lower", 0, "Q2", "Q2", {"mean": [55, 48, 50]}),
    },
    repeats=1, primary="tps", baseline="old", minimum=15.0,
    effects=[("tps", "mixed", "old", 11.8, None, None, "single_run"), ("tps", "new", "old", 22.0, None, None, "single_run")],
    correlations=[("tps", "busy", "pearson", [-0.21, -0.74, -0.48])],
)  # fmt: skip
CASES = [
    ("Maximum waits reach their peak with mixed.", "Maximum waits reach their peak with new."),
    ("Средние ожидания достигают максимума при old.", "Средние ожидания достигают максимума при mixed."),
    ("Throughput peaks at 4690. The record belongs to mixed.", "Disk load grows throughout. The record belongs to mixed."),
    ("Что до занятости диска, рекорд принадлежит new.", "Что до занятости диска, рекорд принадлежит mixed."),
    ("Throughput and disk load are correlated most weakly with old.", "Throughput and disk load are correlated most weakly with new."),
    ("Пропускная способность и занятость диска связаны теснее всего при mixed.", "Пропускная способность и занятость диска связаны теснее всего при new."),
    ("new keeps write latency almost unchanged.", "mixed keeps write latency unchanged."),
    ("При new задержка записи осталась почти прежней.", "При mixed задержка записи осталась прежней."),
    ("Waits fade away.", "Disk load fades away."),
    ("The gain of new over old in throughput exceeds the minimum effect.", "The gain of mixed over old in throughput exceeds the minimum effect."),
    ("Прирост 11,8% при mixed меньше минимального эффекта.", "Прирост 22% при new меньше минимального эффекта."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), CASES)
def test_an_extreme_belongs_to_who_has_it(true: str, false: str) -> None:
    assert not is_refused(true, RUNS)
    assert is_refused(false, RUNS)


STILL_TRUE = [
    "Of the queries every one except Q2 has its best time with new.",
    "Throughput stays ahead of waits in every run.",
    "Время Q1 падает монотонно: 140, 90 и 61 с.",
    "Write latency shows no trend, while Q1 falls monotonically (140 → 90 → 61 s).",
    "Run-to-run noise was not measured.",
    "При new максимальные ожидания меньше, чем при mixed, и по минимуму Q1 лучше.",
]  # fmt: skip


@pytest.mark.parametrize("text", STILL_TRUE)
def test_what_is_left_out_or_told_in_a_row_is_not_refused(text: str) -> None:
    assert not is_refused(text, RUNS)
