"""True amounts that were refused: of what else is spoken of, counts told as "twice", bases that were not read, units of two parts, ranges in words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused

LEVELS = ["1", "4", "16", "64"]


def buffers() -> dict[str, Any]:
    """Sizes of a buffer with speed, its worst and its tail, waits in seconds a minute, misses that are counted, and the shares of two waits."""
    rows = {
        ("speed", "mean", "1/s", 0): (2400, 3000, 3600, 3300),
        ("speed", "min", "1/s", 0): (1900, 2000, 1700, 800),
        ("latency", "mean", "ms", 1): (10.0, 8.0, 6.7, 7.2),
        ("latency", "p99", "ms", 1): (60.0, 31.0, 25.0, 75.0),
        ("latency", "max", "ms", 1): (95.0, 70.0, 66.0, 120.0),
        ("waits", "mean", "s/min", 1): (812.4, 411.8, 300.6, 644.1),
        ("misses", "mean", "M/s", 1): (320.4, 81.2, 40.5, 12.1),
        ("lock", "share", "%", 1): (7.1, 8.2, 8.0, 7.4),
        ("io", "share", "%", 1): (21.5, 24.4, 23.9, 22.6),
    }
    names = {
        "speed": ("speed", "скорость"),
        "latency": ("latency", "задержка"),
        "waits": ("total waits", "ожидания"),
        "misses": ("TLB misses", "промахи TLB"),
        "lock": ("Lock waits", "ожидания Lock"),
        "io": ("IO waits", "ожидания IO"),
    }
    units = {metric: unit for metric, _, unit, _ in rows}
    facts: list[dict[str, Any]] = [
        {"id": f"{level}.{metric}.{stat}", "level": level, "metric": metric, "stat": stat, "value": value, "unit": unit, "decimals": decimals}
        for (metric, stat, unit, decimals), row in rows.items()
        for level, value in zip(LEVELS, row, strict=True)
    ]  # fmt: skip
    for fact in facts:
        if fact["stat"] == "share":
            fact["denominator"] = "total waits"
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "buffers", "title": {}, "factors": [{"name": "wal_buffers", "unit": "MB", "levels": LEVELS, "baseline": "1"}], "repeats": 1, "primary": "speed"},
        "metrics": [{"id": key, "unit": units[key], "better": "higher" if key == "speed" else "lower", "names": {"en": [names[key][0]], "ru": [names[key][1]]}} for key in names],
        "facts": facts,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        # of another statistic that is spoken of
        ("Look at the minimum of speed instead. It declines, and at 64 it is less than half of what 4 guarantees.", "Speed at 64 is less than half of the speed at 4."),
        ("The p99 of latency at 64 is the longest: three times that of 16.", "Latency at 64 is three times that of 16."),
        # how often, and no multiple
        ("Speed collapsed three times: twice at 64 and once at 1.", "Speed at 64 is twice that at 1."),
        ("The latency at 16 is lowest; total waits then rise twice in a row.", "Total waits at 16 are twice as high as at 1."),
        # where a way begins that was not read
        ("From the smallest buffer to 16 MB total waits fall by almost two thirds.", "From 1 to 16 MB speed falls by almost two thirds."),
        ("Задержка сокращается вдвое от самого малого до 4.", "Задержка от 1 до 4 сокращается вдвое."),
        # two metrics, sums, ordinals
        ("IO waits lead Lock waits at every setting, with about three times the share.", "IO waits at 4 take five times the share of Lock waits at 4."),
        ("Misses of the TLB at 4 are nearly four times rarer than at 1.", "TLB misses at 4 are nearly eight times rarer than at 1."),
        # words and units
        ("Lock waits hover between seven and nine percent of total waits.", "Lock waits take between 17 and 19 percent of total waits."),
        ("Ожидания сокращаются быстрее, чем число клиентов: с 812,4 до 300,6 с/мин.", "При 16 ожидания — 411,8, при 4 — 300,6."),
        ("При 64 скорость на тридцать восемь процентов выше, чем при 1.", "При 64 скорость на 58% выше, чем при 1."),
        ("Худшая минута по задержке при 64 — больше 119 мс.", "При 64 средняя задержка 119 мс."),
        ("Больше 100 мс задержка не поднималась нигде, кроме 64.", "При 16 задержка поднималась до 100 мс."),
        ("More than a third of the waits is gone at 4.", "Total waits are gone at 4."),
    ],
)  # fmt: skip
def test_what_is_true_is_let_be(true: str, false: str) -> None:
    assert not is_refused(true, buffers())
    assert is_refused(false, buffers())
