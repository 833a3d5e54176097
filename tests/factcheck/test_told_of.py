"""A number whose metric is told beyond doubt is not saved by a fact of another metric that has its value."""

from __future__ import annotations

import pytest

from tests.factcheck.helpers import is_refused
from tests.factcheck.test_everywhere import caches


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 6 replica lag is 53 ms.", "At 6 replica lag is 33.7 ms."),
        ("Отставание реплики при 6 составляет 53 мс.", "Отставание реплики при 6 составляет 33,7 мс."),
        ("P99 latency: 41.2 ms at 1, 31.9 ms at 12, 36.4 ms at 30.", "P99 latency: 41.2 ms at 1, 52 ms at 12, 36.4 ms at 30."),
        ("Задержка p99: 41,2 мс при 1, 31,9 мс при 12.", "Задержка p99: 41,2 мс при 1, 52 мс при 12."),
        ("Replica lag rises from 51 to 54 ms.", "Replica lag rises from 51 to 36.4 ms."),
        ("Отставание реплики выросло с 51 до 54 мс.", "Отставание реплики выросло с 36,4 до 54 мс."),
    ],
)  # fmt: skip
def test_a_value_of_another_metric_is_refused(true: str, false: str) -> None:
    assert not is_refused(true, caches())
    assert is_refused(false, caches())


def test_a_change_beside_a_metrics_name_is_no_value_of_it() -> None:
    assert not is_refused("Raising the setting to 12 removes about 23% of p99 latency.", caches())
