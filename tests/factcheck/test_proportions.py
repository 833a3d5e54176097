"""Amounts told of another level, of another statistic, of a whole, or in turn after the amount before: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts

QUEUES: dict[str, Any] = document(
    "queues", "queue_depth", None, ["4", "16", "64"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [2000, 5000, 6000], "min": [1500, 4000, 1800], "stddev": [100, 250, 900]}),
        "reply": metric("ms", "lower", 1, "reply time", "время ответа", {"mean": [12.0, 8.0, 6.0], "p99": [36.0, 40.0, 60.0]}),
        "user": metric("%", "none", 1, "user CPU", "user", {"mean": [20.0, 40.0, 60.0]}),
        "system": metric("%", "none", 1, "system CPU", "system", {"mean": [10.0, 10.0, 15.0]}),
    },
    repeats=1, primary="tps", baseline="4",
)  # fmt: skip
TWINS = [
    ("At 64 the minimum of throughput is 30% of its mean.", "At 64 the minimum of throughput is 45% of its mean."),
    ("At 4 the minimum of throughput sits at three quarters of its mean, with 16 at four fifths.", "At 4 the minimum of throughput sits at three quarters of its mean, with 64 at two thirds."),
    ("При 16 p99 времени ответа превосходит среднее в 5 раз.", "При 16 p99 времени ответа превосходит среднее в 8 раз."),
    ("При 4 пропускная способность — треть от уровня 64.", "При 4 пропускная способность — половина от уровня 64."),
    ("At 64 user CPU outweighs system CPU fourfold.", "At 64 user CPU outweighs system CPU sevenfold."),
    ("На 64 user и system вместе занимают три четверти времени, на 16 — половину.", "На 64 user и system вместе занимают три четверти времени, на 16 — четверть."),
    ("Against 16, throughput at 64 grew by a fifth.", "Against 16, throughput at 64 grew by a half."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_an_amount_is_held_to_what_it_is_told_of(true: str, false: str) -> None:
    assert not is_refused(true, QUEUES), true
    assert is_refused(false, QUEUES), false


OPEN = [
    "At 64 half of the requests waited.",  # nothing is held of requests
    "Roughly two fifths of the gain had arrived at 16.",
    "The last doubling of clients added a quarter.",
]


@pytest.mark.parametrize("text", OPEN)
def test_an_amount_of_something_else_is_left_alone(text: str) -> None:
    assert not is_refused(text, QUEUES), text


BORNE_OUT = [
    # a fraction is a share, a change or a ratio as its words say, and of its own metric
    ("At 64 user CPU takes more than half of the time.", "At 16 user CPU takes more than half of the time."),
    ("Growing the queue from 4 to 16 costs a third of the reply time.", "Growing the queue from 4 to 16 costs half of the reply time."),
    # a loss is told of the former value
    ("Going from 4 to 16 costs 33.3% of the reply time.", "Going from 4 to 16 costs 50% of the reply time."),
    # a bound that is told of every level, and a multiple that is told of every step
    ("At every depth user CPU exceeds 15%.", "At every depth user CPU exceeds 30%."),
    ("Throughput grows at every step.", "Throughput at least doubles at every step."),
    # an extreme of a run is no mean
    ("At 64 throughput bottoms out at a minimum of 1800.", "At 64 throughput bottoms out at a minimum of 6000."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), BORNE_OUT)
def test_what_bears_an_amount_out_is_what_its_clause_tells(true: str, false: str) -> None:
    assert "supported" in verdicts(true, QUEUES), true
    assert "supported" not in verdicts(false, QUEUES), false
