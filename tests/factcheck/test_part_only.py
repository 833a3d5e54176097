"""Support is withheld where its facts say less than the clause: of another measure, or of fewer levels and metrics than it ranges over."""

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import run

FACTS = document(
    "pool", "pool_size", None, ["10", "20", "40", "80"],
    {
        "tps": metric("1/s", "higher", 0, "throughput;tps", "скорость", {"mean": [4100, 6300, 8800, 8100], "stddev": [40, 60, 80, 300]}),
        "latency": metric("ms", "lower", 1, "latency", "задержка", {"mean": [21.0, 18.5, 16.2, 19.9], "p95": [30.1, 29.0, 31.0, 44.0], "p99": [61.0, 55.5, 66.0, 90.0]}),
        "locks": metric("%", "lower", 1, "lock waits", "ожидания блокировок", {"share": [4.0, 9.0, 15.0, 31.0]}),
    },
    repeats=1, primary="tps", baseline="10",
)  # fmt: skip


def _supported(text: str) -> bool:
    return any(
        c.verdict == "supported" and c.predicate in ("order", "best", "monotone") for c in run(text, FACTS).claims
    )


@pytest.mark.parametrize(
    "text",
    [
        "At 40 every latency percentile is lower than at 10.",
        "При 40 все перцентили задержки ниже, чем при 10.",
        "As a share of the total, latency is lower at 40 than at 10.",
        "The higher the pool, the higher the throughput.",
        "The slowest second at 40 is faster in throughput than the one at 10.",
    ],
)
def test_a_part_that_is_right_does_not_bear_out_the_whole(text: str) -> None:
    assert not _supported(text)


@pytest.mark.parametrize(
    "text",
    [
        "At 40 latency is lower than at 10.",
        "При 40 задержка ниже, чем при 10.",
        "Throughput is highest at 40.",
        "Lock waits grow with every step: 4.0, 9.0, 15.0, 31.0%.",
    ],
)
def test_what_its_facts_say_in_full_stays_supported(text: str) -> None:
    assert _supported(text)
