"""Extremes turned round beside their value, and means called peaks: refused; their true neighbours are not."""

from __future__ import annotations

import pytest

from tests.factcheck.helpers import is_refused

_AT_50 = "## cost_limit = 50\n\n- {}\n"
_AT_150 = "## cost_limit = 150\n\n- {}\n"


@pytest.mark.parametrize(
    "text",
    [
        _AT_150.format("Read latency is 9.8 ms, the highest of the three."),
        _AT_150.format("Задержка чтения 9,8 мс — худший результат серии."),
        _AT_150.format("Read latency of 9.8 ms is also the highest."),
        _AT_150.format("Lowest disk throughput, 137.5 MB/s, at this level."),
        _AT_50.format("Лучший результат по задержке чтения — 13,8 мс."),
        "Disk throughput was 116.1 MB/s at 50 and 137.5 MB/s at 150, the lowest figure.\n",
    ],
)
def test_an_extreme_beside_a_value_that_is_none(text: str) -> None:
    assert is_refused(text)


@pytest.mark.parametrize(
    "text",
    [
        _AT_150.format("Read latency is 9.8 ms, the lowest of the three."),
        _AT_150.format("Задержка чтения 9,8 мс — лучший результат серии."),
        _AT_150.format("Read latency of 9.8 ms is also the lowest."),
        _AT_150.format("Highest disk throughput, 137.5 MB/s, at this level."),
        _AT_50.format("Худший результат по задержке чтения — 13,8 мс."),
        "Disk throughput was 116.1 MB/s at 50 and 137.5 MB/s at 150, the highest figure.\n",
        _AT_150.format("Read latency is 9.8 ms, the largest wait takes 17.2 ms."),
        _AT_150.format("Read latency is 9.8 ms, not the highest."),
        _AT_150.format("Read latency is 9.8 ms, the second lowest so far."),
    ],
)
def test_an_extreme_that_is_one_or_says_something_else(text: str) -> None:
    assert not is_refused(text)


@pytest.mark.parametrize(
    "text",
    [
        _AT_50.format("Peak read latency is 13.8 ms."),
        _AT_50.format("Пиковая задержка чтения 13,8 мс."),
        _AT_50.format("Read latency: 13.8 ms, the worst peak of all."),
        _AT_50.format("Задержка чтения 13,8 мс — худшее пиковое значение серии."),
        "Peak read latency falls from 13.8 ms at 50 to 9.8 ms at 150.\n",
        _AT_50.format("Even the fastest read took 19.0 ms of read latency; in the best case 19.0 ms."),
    ],
)
def test_a_mean_called_a_peak(text: str) -> None:
    assert is_refused(text)


@pytest.mark.parametrize(
    "text",
    [
        _AT_50.format("Peak read latency is 19.0 ms."),
        _AT_50.format("Пиковая задержка чтения 19,0 мс."),
        _AT_50.format("Read latency: 19.0 ms, the worst peak of all."),
        "Read latency peaks at 50 with 13.8 ms.\n",
        "Peak read latency falls from 19.0 ms at 50 to 17.2 ms at 150.\n",
        _AT_50.format("In the worst case the read latency is 19.0 ms."),
    ],
)
def test_a_peak_that_is_one(text: str) -> None:
    assert not is_refused(text)
