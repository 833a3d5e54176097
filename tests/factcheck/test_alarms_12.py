"""True statements of articles that were refused: extremes of bare numbers and of drops, the same leader, statistics told before a colon, shares of a whole, runs."""

from __future__ import annotations

import pytest

from tests.factcheck.helpers import is_refused
from tests.factcheck.test_alarms_11 import nights


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Peaks tell another tale: the highest throughput is that of 12.", "Peaks tell another tale: the highest throughput is that of 6."),
        ("### cache_size = 12\n\n- Peak throughput.\n", "### cache_size = 6\n\n- Peak throughput.\n"),
        ("Which cache would you drop? Not 12: it has the highest throughput.", "Which cache would you drop? Not 6: it has the highest throughput."),
        ("Пропускная способность при 12 самая высокая, у 1 самая низкая.", "Пропускная способность при 12 самая высокая, у 6 самая низкая."),
        ("It is 12 that has the highest throughput and 1 that has the lowest.", "It is 6 that has the highest throughput."),
        ("Throughput is lowest at 1, and its minimum shows the same leader.", "Throughput is lowest at 6."),
        ("There were three drops. The one with 1 is the shallowest.", "Throughput is highest at 1."),
        ("Throughput against hit ratio: positive everywhere, loosest at 30.", "The link of throughput with hit ratio is positive at 12 only."),
    ],
)  # fmt: skip
def test_what_is_true_is_let_be(true: str, false: str) -> None:
    assert not is_refused(true, nights())
    assert is_refused(false, nights())
