"""Changes told as a range or as a difference: held to the changes of the rows, never to values."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

GRID: dict[str, Any] = {
    "format": "pgverdict-facts/1",
    "experiment": {
        "id": "grid", "title": {}, "repeats": 1, "primary": "tps",
        "factors": [{"name": "host", "levels": ["alpha", "beta", "gamma"], "baseline": "alpha"}, {"name": "build", "levels": ["stock", "tuned"], "baseline": "stock"}],
    },
    "metrics": [{"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}}],
    "facts": [
        {"id": f"{cell}.tps.mean", "level": cell, "metric": "tps", "stat": "mean", "value": value, "unit": "1/s", "decimals": 0}
        for cell, value in (("alpha/stock", 1000), ("alpha/tuned", 1040), ("beta/stock", 2000), ("beta/tuned", 2170), ("gamma/stock", 500), ("gamma/tuned", 556))
    ],
}  # fmt: skip
TWO: dict[str, Any] = document(
    "build", "build", None, ["stock", "tuned"],
    {
        "tps": metric("1/s", "higher", 0, "throughput;tps", "пропускная способность;tps", {"mean": [1000, 1300]}),
        "mem": metric("MB", "lower", 0, "memory use", "расход памяти", {"mean": [400, 520]}),
        "recovery": metric("s", "lower", 0, "recovery time", "время восстановления", {"mean": [40, 31]}),
        "scan": metric("ms", "lower", 1, "scan time", "время обхода", {"mean": [70.2, 7.02], "p95": [90.5, 20.1]}),
    },
    repeats=1, primary="tps", baseline="stock",
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Overall, between 4% and 11.2% improvement in throughput was observed.",
        "Throughput increased between 4% to\n11.2%.",
        "That is a 4% to 11.2% throughput gain!",
        "An improvement of 4% to 11.2% in throughput was seen.",
        "В целом пропускная способность выросла на 4–11,2%.",
        "Получен прирост пропускной способности от 4% до 11,2%.",
        "Наблюдался рост пропускной способности между 4% и 11,2%.",
    ],
)
def test_a_range_of_changes_holds_of_the_rows(text: str) -> None:
    assert not is_refused(text, GRID)


@pytest.mark.parametrize(
    "text",
    [
        "Overall, between 321% and 333% improvement in throughput was observed.",
        "Throughput increased between 321% to 333%.",
        "That is a 321% to 333% throughput gain!",
        "Получен прирост пропускной способности от 321% до 333%.",
        "Снижение пропускной способности от 4% до 11,2%.",
    ],
)
def test_a_range_in_which_no_change_lies_is_refused(text: str) -> None:
    assert is_refused(text, GRID)


@pytest.mark.parametrize(
    "text",
    [
        "There is a 9 s difference in recovery time.",
        "There is a 70.4 ms difference in the 95th percentile.",
        "Разница в 9 с по времени восстановления.",
        "The tuned build adds 120 MB.",
        "Сборка tuned добавляет 120 МБ.",
        "The tuned build was tried. Improvement: 90% faster!",
    ],
)
def test_a_difference_is_no_value(text: str) -> None:
    assert not is_refused(text, TWO)


@pytest.mark.parametrize(
    "text",
    [
        "There is a 25 s difference in recovery time between stock and tuned.",
        "Tuned adds 300 MB of memory use over stock.",
        "Разница во времени восстановления между stock и tuned — 25 с.",
        "Recovery time is 55 s with tuned.",
    ],
)
def test_a_difference_that_no_two_levels_have_is_refused(text: str) -> None:
    assert is_refused(text, TWO)
