"""Clauses that leave their metric, level or predicate to what stands before: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

CACHES: dict[str, Any] = document(
    "caches", "cache_size", None, ["16MB", "64MB", "256MB", "512MB"],
    {
        "requests": metric("1/s", "higher", 0, "requests per second", "запросы в секунду", {"mean": [2110, 3240, 4480, 4120], "max": [2500, 3900, 4700, 5300], "min": [1700, 2600, 4100, 2200], "stddev": [80, 130, 60, 410]}),
        "wait": metric("ms", "lower", 1, "queueing delay", "задержка в очереди", {"mean": [14.2, 9.6, 6.1, 7.9], "p95": [31.0, 22.0, 25.5, 41.2], "max": [90.0, 64.0, 120.0, 233.0]}),
        "reads": metric("1/s", "none", 0, "disk reads", "чтения с диска", {"mean": [8100, 5200, 2300, 1150]}),
        "kernel": metric("%", "none", 1, "kernel time", "время ядра", {"mean": [6.2, 8.8, 12.9, 11.3]}),
        "evictions": metric("1/s", "lower", 0, "evictions", "вытеснения", {"mean": [640, 410, 95, 94]}),
    },
    repeats=1, primary="requests", baseline="16MB",
)  # fmt: skip

TWINS = [
    # the metric stands in the sentence before
    ("Queueing delay matters most to us. It is lowest at 256MB.", "Queueing delay matters most to us. It is lowest at 64MB."),
    ("We watched disk reads. They decline at every step.", "We watched kernel time. It declines at every step."),
    ("Kernel time was recorded, too. It peaks at 256MB.", "Kernel time was recorded, too. It peaks at 64MB."),
    ("Requests per second come first. They are higher at 256MB than at 512MB.", "Requests per second come first. They are higher at 512MB than at 256MB."),
    ("Посмотрим на задержку в очереди. Ниже всего она при 256MB.", "Посмотрим на задержку в очереди. Ниже всего она при 64MB."),
    ("Посмотрим на чтения с диска. С каждым шагом они сокращаются.", "Посмотрим на время ядра. С каждым шагом оно сокращается."),
    ("Время ядра мы тоже записали. При 256MB оно выше, чем при 512MB.", "Время ядра мы тоже записали. При 512MB оно выше, чем при 256MB."),
    # the level stands in the heading, the metric in the item
    ("### cache_size = 256MB\n\n- Queueing delay: the lowest of all", "### cache_size = 512MB\n\n- Queueing delay: the lowest of all"),
    ("### cache_size = 256MB\n\n- Here kernel time is highest", "### cache_size = 512MB\n\n- Here kernel time is highest"),
    ("### cache_size = 512MB\n\n- Чтения с диска здесь самые низкие", "### cache_size = 256MB\n\n- Чтения с диска здесь самые низкие"),
    ("### cache_size = 256MB\n\n- Запросы в секунду: максимум среди всех вариантов", "### cache_size = 64MB\n\n- Запросы в секунду: максимум среди всех вариантов"),
    ("### cache_size = 512MB\n\n- Disk reads are lower than in the baseline", "### cache_size = 512MB\n\n- Disk reads are higher than in the baseline"),
    ("### cache_size = 64MB\n\n- Задержка в очереди ниже, чем в базовом режиме", "### cache_size = 64MB\n\n- Время ядра ниже, чем в базовом режиме"),
    # several statements in a sentence
    ("Requests per second are highest at 256MB, while disk reads are lowest at 512MB.", "Requests per second are highest at 256MB, while disk reads are lowest at 64MB."),
    ("Kernel time is highest at 256MB, but queueing delay is lowest there.", "Kernel time is highest at 256MB, but disk reads are lowest there."),
    ("Queueing delay is lowest at 256MB; at 16MB it is highest.", "Queueing delay is lowest at 256MB; at 512MB it is highest."),
    ("При 256MB запросы в секунду выше, чем при 64MB, а чтения с диска ниже.", "При 256MB запросы в секунду выше, чем при 64MB, а время ядра ниже."),
    ("Задержка в очереди ниже всего при 256MB, а выше всего она при 16MB.", "Задержка в очереди ниже всего при 256MB, а выше всего она при 512MB."),
    ("Disk reads fall at every step, and so do evictions.", "Disk reads fall at every step, and so does queueing delay."),
    ("Disk reads decline with each step; evictions follow the same path.", "Disk reads decline with each step; queueing delay follows the same path."),
    ("Requests per second are highest at 256MB, and kernel time goes in the same direction.", "Requests per second are highest at 256MB, and disk reads go in the same direction."),
    ("Время ядра выше всего при 256MB, запросы в секунду — тоже.", "Время ядра выше всего при 256MB, чтения с диска — тоже."),
    # another statistic, likeness, ways
    ("Queueing delay is worst at 16MB, and its peak is highest at 512MB.", "Queueing delay is worst at 16MB, and its peak is highest at 256MB."),
    ("The worst queueing delay was smallest at 64MB.", "The worst queueing delay was smallest at 256MB."),
    ("Evictions are much the same at 256MB and 512MB.", "Evictions are much the same at 64MB and 256MB."),
    ("Evictions are low. From 256MB to 512MB they hardly change.", "Evictions are low. From 16MB to 64MB they hardly change."),
    ("Disk reads keep falling all the way to 512MB.", "Queueing delay keeps falling all the way to 512MB."),
    ("Queueing delay improves steadily up to 256MB.", "Queueing delay improves steadily up to 512MB."),
    ("Чтения с диска убывают вплоть до 512MB.", "Чтения с диска растут вплоть до 512MB."),
    ("From 256MB to 512MB requests per second fall, whereas queueing delay rises.", "From 256MB to 512MB requests per second fall, whereas disk reads rise."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_clauses_are_read_with_their_context(true: str, false: str) -> None:
    assert not is_refused(true, CACHES)
    assert is_refused(false, CACHES)
