"""What is said of several statistics, of reads and writes, of all queries or of nothing at all: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

CACHES: dict[str, Any] = document(
    "cache_mode", "cache_mode", None, ["off", "lazy", "eager"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [3050, 3410, 3720], "max": [4120, 3990, 4380]}),
        "lag": metric("ms", "lower", 1, "reply time", "время ответа", {"mean": [12.0, 10.4, 9.1], "p95": [24.0, 22.1, 19.8], "p99": [33.0, 41.5, 30.2]}),
        "r_wait": metric("ms", "lower", 1, "read latency", "задержка чтения", {"mean": [4.4, 3.9, 2.8]}),
        "w_wait": metric("ms", "lower", 1, "write latency", "задержка записи", {"mean": [2.1, 2.6, 2.3]}),
        "q1": metric("s", "lower", 0, "Q1", "Q1", {"mean": [140, 90, 61]}),
        "q2": metric("s", "lower", 0, "Q2", "Q2", {"mean": [55, 48, 50]}),
    },
    repeats=1, primary="tps", baseline="off",
)  # fmt: skip
SWITCH: dict[str, Any] = document(
    "prefetch", "prefetch", None, ["off", "on"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [3050, 3410]}),
        "free": metric("MB", "higher", 0, "free memory", "свободная память", {"mean": [5100, 1480]}),
        "q1_ms": metric("ms", "lower", 0, "Q1", "Q1", {"mean": [140, 90]}),
        "q2_ms": metric("ms", "lower", 0, "Q2", "Q2", {"mean": [55, 61]}),
    },
    repeats=1, primary="tps", baseline="off",
)  # fmt: skip
CASES = [
    ("With eager the reply time falls, tail included.", "With lazy the reply time falls, tail included."),
    ("Режим eager сокращает время ответа и в среднем, и в хвосте.", "Режим lazy сокращает время ответа и в среднем, и в хвосте."),
    ("All statistics of reply time improve with eager.", "All statistics of reply time improve with lazy."),
    ("eager holds the record for both mean and peak throughput.", "lazy holds the record for both mean and peak throughput."),
    ("off has the worst latency on reads alone.", "off has the worst latency for reads and writes alike."),
    ("Q1 is at its best with eager.", "All queries are best with eager."),
    ("lazy loses to off in write latency.", "lazy loses to off in nothing."),
    ("eager wins in throughput. It is not ahead everywhere.", "eager wins in throughput. All other indicators are on its side as well."),
    ("eager improved most metrics.", "eager improved every metric."),
    ("The p99 of the reply time is worst at lazy.", "The p99 of the reply time is worst at off."),
    ("Для p99 худшим оказалось значение lazy.", "Для p99 худшим оказалось значение off."),
    ("Some metrics we collected look worse at off than at eager.", "Every metric we collected looks worse at off than at eager."),
    ("lazy does not lead in throughput.", "eager does not lead on a single metric."),
]  # fmt: skip
TWO = [
    ("Turning prefetch on makes it faster at the cost of free memory.", "Turning prefetch on makes it faster with no drawbacks."),
    ("Not all queries gained.", "All queries gained."),
    ("Включение prefetch ускоряет Q1.", "Все запросы выиграли."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false", "held"), [(*one, CACHES) for one in CASES] + [(*one, SWITCH) for one in TWO])
def test_what_is_said_of_several_holds_of_each(true: str, false: str, held: dict[str, Any]) -> None:
    assert not is_refused(true, held)
    assert is_refused(false, held)


FURTHER = [
    ("lazy is better than off by most measures.", "lazy is better than off by every measure."),
    ("eager is better than off in both the mean and the tail of the reply time.", "lazy is better than off in both the mean and the tail of the reply time."),
    ("Write latency hardly changed with eager.", "Read latency did not change with eager."),
    ("При eager задержка записи почти не изменилась.", "При eager задержка чтения не изменилась."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), FURTHER)
def test_a_comparison_by_every_measure_and_no_change_at_all(true: str, false: str) -> None:
    assert not is_refused(true, CACHES)
    assert is_refused(false, CACHES)
