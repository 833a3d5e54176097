"""Levels told in the order in which they are listed, and -1 among them, which is no size."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts


def _listed(levels: list[str], baseline: str) -> dict[str, Any]:
    return document(
        "pause", "autovacuum_pause", "ms", levels,
        {
            "tps": metric("1/s", "higher", 0, "throughput;tps", "пропускная способность;tps", {"mean": [900, 870, 810, 640], "slope": [-0.3, -0.2, -0.9, -2.4], "stddev": [21, 26, 35, 52]}),
            "lag": metric("ms", "lower", 1, "commit latency", "задержка коммита", {"mean": [3.1, 3.4, 4.9, 9.2], "slope": [0.1, 0.2, 0.2, 0.7]}),
        },
        repeats=1, primary="tps", baseline=baseline, correlations=[("tps", "lag", "pearson", [0.71, 0.64, 0.42, 0.18])],
    )  # fmt: skip


OFF_FIRST = _listed(["-1", "500", "50", "5"], "-1")
FALLING = _listed(["500", "50", "5", "0"], "500")
RISING = _listed(["0", "5", "50", "500"], "0")
DEFAULT_FIRST = _listed(["50", "0", "500", "5"], "50")
ALONG = [
    "Throughput falls at every step.",
    "Пропускная способность падает на каждом шаге.",
    "Commit latency grows with every step: 3.1 → 3.4 → 4.9 → 9.2 ms.",
    "Задержка коммита растёт монотонно: 3,1 → 3,4 → 4,9 → 9,2 мс.",
    "The standard deviation of throughput rises steadily: 21 → 26 → 35 → 52.",
    "Связь пропускной способности с задержкой коммита последовательно слабеет: 0,71 → 0,64 → 0,42 → 0,18.",
]
NAMED = [
    "Commit latency is lowest at 5.",
    "Задержка коммита наименьшая при 5.",
    "Throughput at 5 is higher than at 50.",
    "Пропускная способность при 5 выше, чем при 50.",
]


@pytest.mark.parametrize("facts", [OFF_FIRST, FALLING, RISING, DEFAULT_FIRST])
@pytest.mark.parametrize("text", ALONG)
def test_told_as_listed(text: str, facts: dict[str, Any]) -> None:
    """What holds in the order listed is not refused, whatever the sizes are."""
    assert not is_refused(text, facts)


@pytest.mark.parametrize("text", NAMED)
def test_levels_by_name(text: str) -> None:
    """What names its levels is held to them, in whatever order they are listed."""
    assert is_refused(text, OFF_FIRST)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Throughput rises as autovacuum_pause grows.", "Throughput falls as autovacuum_pause grows."),
        (
            "С ростом autovacuum_pause задержка коммита падает.",
            "С ростом autovacuum_pause задержка коммита растёт.",
        ),
    ],
)
@pytest.mark.parametrize("facts", [OFF_FIRST, FALLING])
def test_the_parameter_moves(true: str, false: str, facts: dict[str, Any]) -> None:
    """Where the parameter is said to grow, its sizes count alone; "off" before the largest stands above it."""
    assert not is_refused(true, facts)
    assert is_refused(false, facts)


@pytest.mark.parametrize("text", ["Throughput rises at every step.", "Задержка коммита падает на каждом шаге."])
def test_neither_order(text: str) -> None:
    """Refused where the levels are listed by size; where they are not, either order will do."""
    assert is_refused(text, RISING)
    assert not is_refused(text, FALLING)
    assert is_refused(text, DEFAULT_FIRST)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Commit latency grows over the course of each run.", "Commit latency shrinks over the course of each run."),
        ("Задержка коммита нарастает по ходу каждого прогона.", "Задержка коммита снижается по ходу каждого прогона."),
        ("Throughput declines during every test.", "Throughput rises during every test."),
        ("Пропускная способность падает на протяжении каждого теста.", "Пропускная способность растёт на протяжении каждого теста."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("facts", [OFF_FIRST, RISING])
def test_over_each_run(true: str, false: str, facts: dict[str, Any]) -> None:
    """What goes on within the runs is of the slopes, and not of the levels."""
    assert not is_refused(true, facts)
    assert is_refused(false, facts)


def test_a_slope_beside_its_fit() -> None:
    """A statistic with "=" and a number behind is not that of the number before it."""
    facts = document(
        "fit", "work_mem", "MB", ["4", "16", "64"],
        {"tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [500, 520, 560], "slope": [-1.2, -3.4, -9.6], "r_squared": [0.12, 0.33, 0.81]})},
        repeats=1, primary="tps", baseline="4",
    )  # fmt: skip
    for text in ("- The slopes of throughput are negative.\n- The steepest is at 64: -9.6 with R² = 0.81.", "- Наклон пропускной способности отрицателен.\n- Самый крутой — при 64: -9,6 при R² = 0,81."):  # fmt: skip
        assert not is_refused(text, facts)
        assert is_refused(text.replace("0.81", "0.33").replace("0,81", "0,33"), facts)
    assert verdicts("Throughput at 64 has a slope of -9.6 with R² = 0.81.", facts, "value") == {"supported"}
