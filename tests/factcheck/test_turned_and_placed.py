"""Statements whose clause turns, restricts or places what is said: the true ones are not refused for a word or a number of theirs, the plain false ones still are."""

from __future__ import annotations

import pytest

from tests.factcheck.helpers import is_refused
from tests.factcheck.test_stated_in_context import CACHES

TRUE = [
    # denied, reversed, of one of two
    "Weighing queueing delay and kernel time, 64MB is a fair bargain: it is the worst on neither.",
    "По задержке в очереди лучше варианта 256MB ничего не нашлось.",
    "Из 512MB и 256MB по запросам в секунду второй лучше.",
    "Запросы в секунду растут от 16MB до 256MB. Обратная картина — у метрики вытеснения.",
    # here, there, the course of the sentence before
    "We began with 512MB and went back to 64MB. Evictions were higher there.",
    "From 256MB to 512MB disk reads fall. Requests per second fall as well.",
    "От 256MB к 512MB чтения с диска убывают. Иначе с задержкой в очереди: она растёт.",
    # by another measure
    "The mean of requests per second is not everything. For stability 256MB is the best of all.",
    "The peak of queueing delay at 512MB was 233 ms, 159% above the peak at 16MB.",
    "From 16MB to 64MB disk reads change by 36%. From 16MB to 256MB the change is larger.",
    # numbers in their place
    "Moving to 256MB instead of 16MB gives 95 per second instead of 640 per second for evictions.",
    "At 512MB, queueing delay came to 7.9 ms on average, 233 ms at most.",
    "### cache_size: 16MB | 256MB\n\n- Kernel time: 6.2% | 12.9%",
    "Disk reads at 512MB: 1150 per second. All the others are at least twice as high.",
    "Задержка в очереди при 256MB — 6,1 мс; на прочих уровнях — не ниже 7,9 мс.",
    # likeness of the statement, and not of the values
    "Queueing delay is lower on average at 64MB than at 16MB. It is the same with the maxima.",
    "- At 64MB, kernel time averages 8.8%\n- Same setting, evictions: 410 per second",
    "256MB gives 6.1 ms of queueing delay. Each of the remaining settings does worse.",
    "Queueing delay is 14.2 ms at 16MB. At 256MB it is less than half of that.",
    # a row, an end with its value, a part of the way, within its level, by a pronoun
    "Evictions at 16MB are 1.6 times those at 64MB (640 against 410).",
    "The highest requests per second, 4,480, came with 256MB, the lowest, 2,110, by the smallest cache.",
    "Requests per second grow up to 256MB and decline after it: 2110 → 3240 → 4480 → 4120.",
    "### cache_size = 64MB\n\n- The longest queueing delay was 64.0 ms.",
    "С ростом кэша запросы в секунду меняются, строгой монотонности нет: при 512MB они ниже, чем при 256MB.",
    "The kernel has little to do. So the tail decides, and it is best at 64MB.",
    # the mean is said, the way is said
    "### cache_size = 512MB\n\nThe longest queueing delay was 233 ms; the mean there, 7.9, comes to almost two per core.",
    "Mean queueing delay is the lowest of all at 256MB, 6.1 ms.",
    "### cache_size = 256MB\n\n- Mean kernel time 12.9%, disk reads 2300",
    "### cache_size = 64MB\n\n- средняя скорость — 3240 запросов в секунду, а стандартное отклонение — 130;",
    "### cache_size = 64MB\n\n- вытеснения падают до 410, в полтора раза против предыдущего шага;",
    "### cache_size = 256MB\n\n- чтения с диска падают до 2300, в два с лишним раза против предыдущего шага;",
    "### cache_size = 256MB\n\n- Вытеснения: 95 в секунду, всего на 545 меньше базы.",
    "При 64MB задержка в очереди ниже базовой на 32,4% ценой времени ядра, которое больше на 42%.",
]  # fmt: skip
FALSE = [
    "64MB is a fair bargain: its queueing delay is the worst.",
    "512MB лучше 256MB по запросам в секунду.",
    "We began with 512MB and went back to 64MB. Evictions were lower at 64MB than at 512MB.",
    "At 512MB, queueing delay came to 9.7 ms on average.",
    "### cache_size: 16MB | 256MB\n\n- Kernel time: 6.2% | 15.3%",
    "16MB gives 14.2 ms of queueing delay. Each of the remaining settings does worse.",
    "Requests per second at 16MB: 2110. The others are all lower.",
    "Requests per second are higher on average at 512MB than at 64MB. It is the same with the minima.",
    "Requests per second decline: 2110 → 3240 → 4480 → 4120.",
    "### cache_size = 64MB\n\n- The longest queueing delay was 90.0 ms.",
    "Requests per second rise with every step of the cache.",
    "### cache_size = 512MB\n\nThe longest queueing delay was 233 ms; the peak there, 7.9, comes to almost two per core.",
    "Peak queueing delay is the lowest of all at 256MB, 6.1 ms.",
    "### cache_size = 256MB\n\n- Peak kernel time 12.9%, disk reads 2300",
    "### cache_size = 64MB\n\n- пиковая скорость — 3240 запросов в секунду, а стандартное отклонение — 130;",
    "### cache_size = 64MB\n\n- вытеснения растут до 410, в полтора раза против предыдущего шага;",
    "### cache_size = 256MB\n\n- Вытеснения: 95 в секунду, всего на 545 больше базы.",
    "При 64MB задержка в очереди ниже базовой на 32,4% ценой времени ядра, которое меньше на 42%.",
]  # fmt: skip


@pytest.mark.parametrize("text", TRUE)
def test_what_is_turned_or_placed_is_not_refused(text: str) -> None:
    assert not is_refused(text, CACHES)


@pytest.mark.parametrize("text", FALSE)
def test_the_plain_claim_is_refused(text: str) -> None:
    assert is_refused(text, CACHES)
