"""Words of way and amount that the values beside them bear out only turned round: refused; the true ones are not."""

from __future__ import annotations

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused
from tests.factcheck.test_stated_in_context import CACHES

#: (true, the same with its word turned round)
PAIRS = [
    # bounds of multiples and parts
    ("Requests per second go from 2110 to 4480, so they more than double.", "Requests per second go from 2110 to 4480, so they less than double."),
    ("At 256MB queueing delay is 6.1 ms, less than half of the 14.2 ms at 16MB.", "At 256MB queueing delay is 6.1 ms, more than half of the 14.2 ms at 16MB."),
    ("Задержка в очереди при 256MB — 6,1 мс, меньше половины того, что при 16MB.", "Задержка в очереди при 256MB — 6,1 мс, больше половины того, что при 16MB."),
    # a comparative behind an amount
    ("При 256MB запросов в секунду 4480, в 2,1 раза больше, чем при 16MB.", "При 256MB запросов в секунду 4480, в 2,1 раза меньше, чем при 16MB."),
    ("Queueing delay at 16MB is 14.2 ms, 2.3 times higher than at 256MB.", "Queueing delay at 16MB is 14.2 ms, 2.3 times lower than at 256MB."),
    # rows and what is reached
    ("Requests per second rise from 2110 to 4480.", "Requests per second fall from 2110 to 4480."),
    ("Запросы в секунду растут: 2110 → 3240 → 4480.", "Запросы в секунду падают: 2110 → 3240 → 4480."),
    ("- At 256MB queueing delay falls to 6.1 ms.", "- At 256MB queueing delay rises to 6.1 ms."),
    ("- При 256MB задержка в очереди падает до 6,1 мс.", "- При 256MB задержка в очереди растёт до 6,1 мс."),
    # bounds that are never passed
    ("Kernel time never rose above 15.3%.", "Kernel time never rose below 15.3%."),
    ("Время ядра не опускалось ниже 6,2%.", "Время ядра не опускалось выше 6,2%."),
    # how the tail grows beside the mean
    ("From 256MB to 512MB the tail grows faster than the mean of queueing delay.", "From 256MB to 512MB the tail grows slower than the mean of queueing delay."),
]  # fmt: skip
MEDIANS = document(
    "caches", "cache_size", None, ["16MB", "64MB"],
    {"requests": metric("1/s", "higher", 0, "requests per second", "запросы в секунду", {"mean": [2110, 3240], "median": [2090, 3260]})},
    repeats=1, primary="requests", baseline="16MB",
)  # fmt: skip


@pytest.mark.parametrize("text", [true for true, _ in PAIRS])
def test_a_true_word_of_way_is_not_refused(text: str) -> None:
    assert not is_refused(text, CACHES)


@pytest.mark.parametrize("text", [turned for _, turned in PAIRS])
def test_a_word_of_way_turned_round_is_refused(text: str) -> None:
    assert is_refused(text, CACHES)


def test_a_median_is_held_to_the_mean_before_it() -> None:
    head = "### cache_size = 64MB\n\n"
    assert not is_refused(head + "- 3240 запросов в секунду в среднем, медиана чуть выше — 3260.", MEDIANS)
    assert is_refused(head + "- 3240 запросов в секунду в среднем, медиана чуть ниже — 3260.", MEDIANS)
    assert is_refused(head + "- Requests per second: mean 3240, the median slightly lower, 3260.", MEDIANS)
