"""What stands beside an extreme or a way decides of which statistic it is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused


def commits() -> dict[str, Any]:
    rows = {
        "mean": (9.2, 6.5, 5.3), "p99": (19.7, 15.2, 41.3), "stddev": (2.1, 1.4, 3.6), "min": (4.4, 3.1, 3.9),
    }  # fmt: skip
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "c", "title": {}, "factors": [{"name": "commit_delay", "unit": "us", "levels": ["0", "500", "2000"], "baseline": "0"}], "repeats": 1, "primary": "latency"},
        "metrics": [{"id": "latency", "unit": "ms", "better": "lower", "names": {"en": ["commit latency"], "ru": ["задержка фиксации"]}}],
        "facts": [
            {"id": f"{level}.latency.{stat}", "level": level, "metric": "latency", "stat": stat, "value": value, "unit": "ms", "decimals": 1}
            for stat, row in rows.items() for level, value in zip(("0", "500", "2000"), row, strict=True)
        ],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 2000 the p99 of commit latency is the worst one, 41.3 ms.", "At 500 the p99 of commit latency is the worst one, 15.2 ms."),
        ("Хуже всего по p99 значение 2000, задержка фиксации там 41,3 мс.", "Хуже всего по p99 значение 0, задержка фиксации там 19,7 мс."),
        ("Задержка фиксации падает: 9,2 → 6,5 → 5,3 мс.", "Задержка фиксации растёт: 9,2 → 6,5 → 5,3 мс."),
        ("At 0 commit latency has the second lowest p99, 19.7 ms.", "At 2000 commit latency has the second lowest p99, 41.3 ms."),
        ("The p99 is 41.3 ms at 2000, the mean 5.3 ms.", "The p99 is 5.3 ms at 2000, the mean 41.3 ms."),
        ("p99 is lowest at 500.", "p99 is lowest at 2000."),
        ("The p99 of commit latency rises from 15.2 ms at 500 to 41.3 ms at 2000.", "The p99 of commit latency falls from 15.2 ms at 500 to 41.3 ms at 2000."),
    ],
)  # fmt: skip
def test_the_value_beside_a_word_tells_its_statistic(true: str, false: str) -> None:
    assert not is_refused(true, commits())
    assert is_refused(false, commits())
