"""True and false twins of clauses that only say that something else is so, too: of two at once, of a way that words tell at length, of what is an echo itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

SHARDS: dict[str, Any] = document(
    "shards", "shard_count", None, ["1", "2", "4", "8"],
    {
        "qps": metric("1/s", "higher", 0, "throughput;QPS", "пропускная способность;QPS", {"mean": [410, 520, 640, 780]}),
        "resp": metric("ms", "lower", 1, "response time", "время ответа", {"mean": [9.8, 7.7, 6.9, 6.2], "median": [8.1, 6.4, 5.9, 5.5], "p95": [21.0, 16.0, 14.0, 12.5], "p99": [30.0, 33.5, 41.0, 26.0]}),
        "commit": metric("ms", "lower", 1, "commit time", "время фиксации", {"mean": [3.2, 2.4, 1.9, 1.1]}),
        "scan": metric("ms", "lower", 1, "scan time", "время сканирования", {"mean": [2.2, 1.4, 1.9, 3.1]}),
        "heat": metric("°C", "none", 0, "disk temperature", "температура диска", {"mean": [38, 41, 44, 47]}),
    },
    repeats=1, primary="qps", baseline="2",
)  # fmt: skip
TWINS = [
    ("Response time falls with every increase in shard numbers, and so does commit time.", "Response time falls with every increase in shard numbers, and so does scan time."),
    ("Response time falls with every increase in shard numbers, and so does p95.", "Response time falls with every increase in shard numbers, and so does p99."),
    ("Throughput: 410 → 520 → 640 → 780 QPS, monotone upwards. Disk temperature follows the same path.", "Throughput: 410 → 520 → 640 → 780 QPS, monotone upwards. Scan time follows the same path."),
    ("Response time falls throughout; the same holds for commit time and the median.", "Response time falls throughout; the same holds for commit time and scan time."),
    ("Mean response time is lowest at 8; the same is true of p95 and p99.", "Mean response time is highest at 1; the same is true of p95 and p99."),
    ("p95 at 8 is lower than at 1; the same is true of p99.", "p95 at 4 is lower than at 1; the same is true of p99."),
    ("Response time falls at every step. For throughput the reverse is true. The same goes for disk temperature.", "Response time falls at every step. For throughput the reverse is true. The same goes for commit time."),
    ("Время ответа с каждым шагом снижается; то же верно для времени фиксации.", "Время ответа с каждым шагом снижается; то же верно для времени сканирования."),
    ("Среднее время ответа наименьшее при 8; то же верно для p95 и p99.", "Среднее время ответа наибольшее при 1; то же верно для p95 и p99."),
    ("p95 при 8 ниже, чем при 1; для p99 справедливо то же самое.", "p95 при 4 ниже, чем при 1; для p99 справедливо то же самое."),
    ("Пропускная способность растёт на каждом шаге. Для времени ответа верно обратное. То же верно для времени фиксации.", "Пропускная способность растёт на каждом шаге. Для времени ответа верно обратное. То же верно для температуры диска."),
]  # fmt: skip
OPEN = [
    "Once there are two shards, throughput climbs with every step: 520 (2), 640 (4), 780 (8). Scan time follows the same path.",
    "From 2 on, throughput rises at every step: 520, 640, 780. Scan time follows the same path.",
    "Время ответа снижается почти с каждым шагом; то же верно для времени сканирования.",
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_echoes(true: str, false: str) -> None:
    assert not is_refused(true, SHARDS)
    assert is_refused(false, SHARDS)


@pytest.mark.parametrize("text", OPEN)
def test_what_is_so_of_some_steps_only_is_left_open(text: str) -> None:
    assert not is_refused(text, SHARDS)
