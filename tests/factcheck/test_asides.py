"""Numbers that stand beside a metric for something else are no wrong values of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused


def pages() -> dict[str, Any]:
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "pages", "title": {}, "factors": [{"name": "pool", "levels": ["10", "40"], "baseline": "10"}], "repeats": 2, "primary": "cpu", "environment": {"run_minutes": 150}},
        "metrics": [{"id": "cpu", "unit": "%", "better": "none", "names": {"en": ["CPU"], "ru": ["CPU"]}}, {"id": "pt", "unit": "MB", "better": "lower", "names": {"en": ["page tables", "size of page tables"], "ru": ["таблицы страниц"]}}],
        "facts": [{"id": f"{level}.{metric}", "level": level, "metric": metric, "stat": "mean", "value": value, "unit": unit, "decimals": 1} for metric, unit, row in (("cpu", "%", (38.2, 41.7)), ("pt", "MB", (840.0, 2310.0))) for level, value in zip(("10", "40"), row, strict=True)],
        "runs": [{"run": n, "level": level, "block": b, "order": n, "role": "level", "valid": True} for n, level, b in ((1, "10", 1), (2, "40", 1), (3, "40", 2), (4, "10", 2))],
        "windows": [{"level": "40", "run": 2, "kind": "drop", "metric": "cpu", "starts_at": "10:00", "ends_at": "10:12", "depth_pct": 40.0}, {"level": "40", "run": 3, "kind": "drop", "metric": "cpu", "starts_at": "14:00", "ends_at": "14:09", "depth_pct": 30.0}],
        "checks": [{"run": 3, "severity": "warning", "expectation": "steal below 1%", "en": "steal 1.7% in run 3", "ru": "steal 1,7% в прогоне 3"}],
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Run 3 lost 1.7% of its CPU to a neighbour and is kept.",
        "Two runs, 2 and 3 (both at 40), show more CPU.",
        "Page tables at 40 took 2310.0 MB with 4 kB pages; a page size of 2 MB was not tried.",
        "При 40 в просадках вместе проведена 21 минута из 150.",
    ],
)
def test_what_is_said_in_passing_is_no_wrong_value(text: str) -> None:
    assert not is_refused(text, pages())


def test_values_beside_them_are_still_held() -> None:
    assert is_refused("Run 3 lost 1.7% of its time; CPU at 40 was 47.1%.", pages())
    assert is_refused("Page tables at 40 took 1310.0 MB with 4 kB pages.", pages())
