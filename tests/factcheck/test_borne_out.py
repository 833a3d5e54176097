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


def waits() -> dict[str, Any]:
    """Latency with coefficients of two kinds, shares of waits, and two settings."""
    document = commits()
    document["metrics"] += [
        {"id": "waits", "unit": "1", "better": "lower", "names": {"en": ["waits"], "ru": ["ожидания"]}},
        {"id": "io", "unit": "1", "better": "lower", "part_of": "waits", "names": {"en": ["IO waits"], "ru": ["ожидания IO"]}},
    ]  # fmt: skip
    for level, pearson, spearman, share, total in (
        ("0", -0.61, -0.52, 44.0, 300),
        ("500", 0.34, 0.29, 51.5, 412),
        ("2000", 0.72, 0.66, 63.1, 395),
    ):
        document["facts"] += [
            {
                "id": f"{level}.{kind}",
                "level": level,
                "metric": "latency",
                "partner": "waits",
                "stat": kind,
                "value": value,
                "unit": "1",
                "decimals": 2,
            }
            for kind, value in (("pearson", pearson), ("spearman", spearman))
        ]
        document["facts"] += [
            {
                "id": f"{level}.io.share",
                "level": level,
                "metric": "io",
                "stat": "share",
                "value": share,
                "unit": "%",
                "decimals": 1,
                "denominator": "waits",
            },
            {
                "id": f"{level}.waits.mean",
                "level": level,
                "metric": "waits",
                "stat": "mean",
                "value": total,
                "unit": "1",
                "decimals": 0,
            },
            {
                "id": f"{level}.latency.max",
                "level": level,
                "metric": "latency",
                "stat": "max",
                "value": 88.0,
                "unit": "ms",
                "decimals": 1,
            },
        ]
    document["settings"] = [
        {"name": "work_mem", "unit": "kB", "min": 64, "max": 2147483647, "context": "user"},
        {"name": "max_parallel_workers", "unit": None, "min": 0, "max": 1024, "context": "user"},
    ]
    return document  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 2000 commit latency goes with waits: Spearman 0.66.", "At 2000 commit latency goes with waits: Spearman 0.72."),
        ("Связь задержки фиксации с ожиданиями при 2000: Пирсон 0,72.", "Связь задержки фиксации с ожиданиями при 2000: Пирсон 0,66."),
        ("IO waits make up 51.5% of the waits at 500.", "IO waits make up 95.9% of the waits at 500."),
        ("При 500 задержка фиксации в пике составила 88,0 мс.", "При 500 задержка фиксации в пике составила 6,5 мс."),
        ("work_mem can safely be left at 64 kB.", "work_mem can safely be left at 32 kB."),
        ("Поднимите max_parallel_workers до 1000, чтобы план не упирался в предел.", "Поднимите max_parallel_workers до 2048, чтобы план не упирался в предел."),
        ("Commit latency and waits are inversely correlated at 0 (−0.61).", "Commit latency and waits are inversely correlated at every level (−0.61 at 0)."),
        ("Доля ожиданий IO растёт с каждым шагом.", "Максимальная задержка фиксации растёт с каждым шагом."),
    ],
)  # fmt: skip
def test_the_kind_the_whole_and_the_limits_that_are_named_count(true: str, false: str) -> None:
    assert not is_refused(true, waits())
    assert is_refused(false, waits())


def test_a_row_whose_ends_are_labelled_is_not_read_as_the_end() -> None:
    document = commits()
    assert not is_refused("Commit latency by level: 9.2 ms (0), 6.5 and 5.3 ms.", document)
    assert is_refused("Commit latency is 6.5 ms at 0 and 9.2 ms at 500.", document)
