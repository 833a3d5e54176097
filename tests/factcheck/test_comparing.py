"""Who is compared with whom, by what, and how: every reading of the sentence must fail before it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

CACHES: dict[str, Any] = document(
    "caches", "cache_size", "MB", ["64MB", "128MB", "256MB", "512MB"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [3100, 3650, 4420, 4180], "min": [900, 1700, 1500, 1250], "max": [3900, 4300, 5200, 5600], "stddev": [55, 12, 31, 80]}),
        "latency": metric("ms", "lower", 1, "latency", "задержка", {"mean": [9.8, 8.1, 6.4, 7.0], "p99": [61.5, 38.2, 44.7, 52.9], "max": [480.0, 350.0, 610.0, 720.0]}),
        "ram": metric("GB", "lower", 1, "memory", "память", {"mean": [4.1, 5.0, 6.9, 9.3]}),
        "restart": metric("s", "lower", 0, "restart time", "время перезапуска", {"mean": [22, 31, 47, 90]}),
    },
    repeats=1, primary="tps", baseline="64MB",
    windows=[
        {"level": level, "run": 1, "kind": "drop", "metric": "tps", "starts_at": start, "ends_at": end, "depth_pct": depth}
        for level, start, end, depth in (("64MB", "10:00", "10:12", 34.0), ("128MB", "11:00", "11:03", 51.0), ("512MB", "12:00", "12:20", 22.0))
    ],
)  # fmt: skip

TWINS = [
    # extremes whose criterion is in the word
    ("512MB is the hungriest for memory.", "256MB is the hungriest for memory."),
    ("Прожорливее всех до памяти 512MB.", "Прожорливее всех до памяти 256MB."),
    ("The quickest restart is that of 64MB.", "The quickest restart is that of 128MB."),
    ("Throughput is what we look at. The tightest set of runs came from 128MB.", "Throughput is what we look at. The tightest set of runs came from 256MB."),
    # places, and the one after
    ("On throughput the crown goes to 256MB; its closest follower is 512MB.", "On throughput the crown goes to 256MB; its closest follower is 128MB."),
    ("По пропускной способности в аутсайдерах 64MB.", "По пропускной способности в аутсайдерах 128MB."),
    ("По задержке лидирует 256MB, серебро берёт 512MB.", "По задержке лидирует 256MB, серебро берёт 128MB."),
    # one against another, with what was told before
    ("The worst second of 128MB was quicker than the worst second of 256MB.", "The worst second of 64MB was quicker than the worst second of 256MB."),
    ("Задержка меньше всего при 256MB. По p99, однако, он проигрывает значению 128MB.", "Задержка меньше всего при 256MB. По p99, однако, он проигрывает значению 512MB."),
    ("The minimum throughput of 128MB is higher than that of 256MB.", "The minimum throughput of 64MB is higher than that of 256MB."),
    # between, closer, wider
    ("On latency, 512MB sits between 256MB and 128MB.", "On latency, 64MB sits between 256MB and 128MB."),
    ("По p99 задержки 256MB ближе к 128MB, чем к 64MB.", "По p99 задержки 512MB ближе к 128MB, чем к 64MB."),
    ("In throughput the gap between 128MB and 256MB is wider than between 64MB and 128MB.", "In throughput the gap between 64MB and 128MB is wider than between 128MB and 256MB."),
    ("Самый большой скачок памяти пришёлся на переход от 256MB к 512MB.", "Самый большой скачок памяти пришёлся на переход от 64MB к 128MB."),
    # changes from the baseline
    ("The biggest gain in throughput is earned by 256MB.", "The biggest gain in throughput is earned by 512MB."),
    ("На 512MB время перезапуска изменилось в процентах сильнее, чем память.", "На 512MB память изменилась в процентах сильнее, чем время перезапуска."),
    # drops
    ("The deepest drop happened at 128MB.", "The deepest drop happened at 64MB."),
    ("Самая долгая просадка пришлась на 512MB.", "Самая долгая просадка пришлась на 64MB."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_a_comparison_that_fails_under_every_reading_is_refused(true: str, false: str) -> None:
    assert not is_refused(true, CACHES), true
    assert is_refused(false, CACHES), false


@pytest.mark.parametrize(
    "text",
    [
        "If memory were free, 64MB would be the fastest.",
        "The largest table belongs to 64MB.",
        "Is 64MB the fastest?",
        "64MB is probably the quickest to warm up.",
        "Throughput at 128MB: the worst minute was 1,700.",
    ],
)
def test_what_is_not_of_these_values_or_not_asserted_is_left_alone(text: str) -> None:
    assert not is_refused(text, CACHES)
