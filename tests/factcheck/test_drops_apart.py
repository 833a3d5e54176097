"""One of several drops told by its clock or its place in the count, and links told in words: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

STALLS: dict[str, Any] = document(
    "stalls", "wal_size", "GB", ["2GB", "4GB", "8GB"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [2100, 2480, 2390]}),
        "lag": metric("s", "lower", 1, "replay lag", "отставание", {"mean": [3.2, 1.9, 2.4]}),
        "sync": metric("ms", "lower", 1, "sync time", "время синхронизации", {"mean": [4.4, 6.1, 9.8]}),
        "writes": metric("1/s", "none", 0, "disk writes", "записи на диск", {"mean": [810, 640, 505]}),
    },
    repeats=1, primary="tps", baseline="2GB",
    correlations=[("tps", "lag", "pearson", [-0.71, -0.66, -0.78]), ("tps", "sync", "pearson", [0.34, 0.11, -0.62]), ("tps", "writes", "pearson", [0.88, 0.45, 0.08])],
    windows=[
        {"level": level, "run": 1, "kind": "drop", "metric": "tps", "starts_at": start, "ends_at": end, "depth_pct": depth}
        for level, start, end, depth in (("2GB", "11:02", "11:09", 31.0), ("4GB", "13:20", "13:24", 47.5), ("8GB", "23:40", "23:58", 62.0), ("8GB", "00:31", "00:42", 80.5))
    ],
)  # fmt: skip
ONE_OF_THEM = [
    ("Two stalls at 8GB. The first ran from 23:40 to 23:58. The second, from 00:31 to 00:42, was shorter but deeper.", "Two stalls at 8GB. The first ran from 23:40 to 23:58. The second, from 00:31 to 00:42, was longer but deeper."),
    ("Two stalls at 8GB. The first ran from 23:40 to 23:58. The second, from 00:31 to 00:42, was harsher.", "Two stalls at 8GB. The first ran from 23:40 to 23:58. The second, from 00:31 to 00:42, was milder."),
    ("На 8GB два провала: первый с 23:40 до 23:58, второй с 00:31 до 00:42, покороче и поглубже.", "На 8GB два провала: первый с 23:40 до 23:58, второй с 00:31 до 00:42, покороче и помельче."),
    ("Просадок две: 23:40–23:58 и 00:31–00:42. Самая глубокая из них — вторая.", "Просадок две: 23:40–23:58 и 00:31–00:42. Самая глубокая из них — первая."),
    ("Просадка 13:20–13:24 — самая короткая из всех.", "Просадка 11:02–11:09 — самая короткая из всех."),
    ("Просадка 13:20–13:24 длиннее, чем ни одна другая, не была.", "Просадка 13:20–13:24 — самая короткая из всех, она же и самая мелкая."),
]  # fmt: skip
LINKS = [
    ("Throughput and replay lag are closely linked at all sizes.", "Throughput and disk writes are closely linked at all sizes."),
    ("Пропускная способность связана с отставанием тесно при всех размерах; связь остаётся тесной везде.", "Связь пропускной способности с записями на диск остаётся тесной при всех размерах."),
    ("Связь пропускной способности с временем синхронизации: отрицательной она становится только с 8GB.", "Связь пропускной способности с временем синхронизации: отрицательной она становится только с 4GB."),
    ("Корреляция пропускной способности с отставанием отрицательна везде, а сильнее всего она выражена при 8GB.", "Корреляция пропускной способности с отставанием отрицательна везде, а сильнее всего она выражена при 4GB."),
    ("At 2GB throughput correlates with replay lag (-0.71). The link with disk writes is even stronger.", "At 2GB throughput correlates with replay lag (-0.71). The link with sync time is even stronger."),
    ("The link between throughput and disk writes weakens, whereas the one with replay lag persists at 8GB.", "The link between throughput and disk writes weakens, whereas the one with replay lag vanishes at 8GB."),
]  # fmt: skip


@pytest.mark.parametrize("text", [true for true, _ in (*ONE_OF_THEM, *LINKS)])
def test_what_is_so_is_not_refused(text: str) -> None:
    assert not is_refused(text, STALLS)


@pytest.mark.parametrize("text", [false for _, false in (*ONE_OF_THEM, *LINKS)])
def test_what_is_not_so_is_refused(text: str) -> None:
    assert is_refused(text, STALLS)
