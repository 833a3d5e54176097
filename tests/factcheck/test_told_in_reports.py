"""How reports of load tests tell things: experiments by their place, shares with the whole behind them, slopes, chains, extremes of a spread, drops."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts


def _part(
    share: list[float], denominator: str, names: str, values: list[float] | None = None, part_of: str | None = None
) -> dict[str, Any]:
    held = metric("%", "lower", 1, names, names, {"share": share} | ({"mean": values} if values else {}))
    return held | {"denominator": denominator, "part_of": part_of}


READAHEAD: dict[str, Any] = document(
    "readahead", "prefetch_depth", None, ["4", "16", "64"],
    {
        "rps": metric("1/s", "higher", 0, "request rate;RPS;requests per second", "RPS;скорость;запросов в секунду",
                      {"mean": [5210, 6480, 6105], "max": [6010, 7305, 7640], "min": [3980, 5120, 3340], "stddev": [240, 190, 515], "slope": [-0.62, 0.18, -3.45], "r_squared": [0.31, 0.04, 0.77]}),
        "scan": metric("ms", "lower", 1, "scan time", "время сканирования;сканирование", {"mean": [18.4, 11.6, 12.9], "p99": [47.5, 29.3, 61.8]}),
        "busy": metric("%", "none", 1, "device utilisation;device", "утилизация устройства;устройство", {"mean": [41.7, 63.2, 78.9]}),
        "queue": metric("thousand", "lower", 0, "pages in flight", "страниц в полёте;страницы в полёте", {"mean": [112, 268, 947], "slope": [0.4, 2.1, 8.3]}),
        "waits": metric("1", "lower", 0, "waits;all waits", "ожидания;все ожидания", {"mean": [3300, 2710, 4120]}),
        "latches": _part([21.4, 28.6, 44.9], "waits", "latches;латчи;латчей", part_of="waits"),
        "bucket": _part([12.3, 33.7, 58.1], "latches", "BucketLock", part_of="latches"),
    },
    repeats=1, primary="rps", baseline="4",
    effects=[("rps", "16", "4", 24.4, None, None, "single_run"), ("rps", "64", "4", 17.2, None, None, "single_run"), ("rps", "64", "16", -5.8, None, None, "single_run"),
             ("scan", "16", "4", -37.0, None, None, "single_run"), ("scan", "64", "16", 11.2, None, None, "single_run")],
    correlations=[("rps", "scan", "pearson", [-0.4127, -0.5318, -0.8863])],
    windows=[{"level": "64", "run": 1, "kind": "drop", "metric": "rps", "starts_at": "03:10", "ends_at": "03:34", "depth_pct": 45.3, "recovered_after_s": 780},
             {"level": "64", "run": 1, "kind": "drop", "metric": "rps", "starts_at": "04:02", "ends_at": "04:11", "depth_pct": 22.8, "recovered_after_s": 180}],
)  # fmt: skip

TWINS = [
    # experiments by their place in the list
    ("The scan time of the third experiment is 12.9 ms.", "The scan time of the third experiment is 11.6 ms."),
    ("Время сканирования во втором эксперименте — 11,6 мс.", "Время сканирования во втором эксперименте — 12,9 мс."),
    ("В последнем эксперименте скорость составила 6 105 RPS.", "В последнем эксперименте скорость составила 6 480 RPS."),
    # the ends of the levels
    ("RPS grew by 17.2% from the smallest to the largest depth.", "RPS grew by 24.4% from the smallest to the largest depth."),
    # the whole stands behind the percentage, the part before it
    ("At 16 BucketLock is 33.7% of latches.", "At 16 BucketLock is 28.6% of latches."),
    ("Заметен BucketLock (58,1% латчей) при 64.", "Заметен BucketLock (44,9% латчей) при 64."),
    ("BucketLock при 64: 58,1% латчей против 12,3% при 4.", "BucketLock при 64: 58,1% латчей против 21,4% при 4."),
    # a slope within the run, with the way that the verb tells
    ("At 64 the request rate declined by 3.45 every minute.", "At 64 the request rate declined by 0.62 every minute."),
    ("At 64 the request rate declined by 3.45 every minute.", "At 64 the request rate climbed by 3.45 every minute."),
    ("При 4 скорость снижалась на 0,62 RPS за минуту, при 64 — на 3,45.", "При 4 скорость снижалась на 0,62 RPS за минуту, при 64 — на 0,18."),
    ("При 64 число страниц в полёте прирастало на 8,3 тыс. в минуту.", "При 64 число страниц в полёте прирастало на 2,1 тыс. в минуту."),
    # a statistic behind a comma belongs to the number behind it
    ("При 4 сканирование занимает 18,4 мс, p99 — 47,5 мс.", "При 4 сканирование занимает 47,5 мс, p99 — 18,4 мс."),
    # how busy a device is: a value, no change
    ("Устройство при 16 загружено на 63,2%.", "Устройство при 16 загружено на 41,7%."),
    # a chain of two values is held to its two values, not to all levels
    ("Request rate fell in this pair: 6,480 → 6,105.", "Request rate fell in this pair: 6,105 → 6,480."),
    # the way of the next clause is the next clause's
    ("Переход с 4 на 16 сокращает время сканирования на 37,0% при росте скорости на 24,4%.", "Переход с 4 на 16 сокращает время сканирования на 37,0% при снижении скорости на 24,4%."),
    # extremes and ways of a spread or of a percentile
    ("Наименьшее стандартное отклонение скорости даёт 16 — 190.", "Наименьшее стандартное отклонение скорости даёт 4 — 240."),
    ("По p99 время сканирования хуже всего при 64 (61,8 мс).", "По p99 время сканирования хуже всего при 4 (47,5 мс)."),
    # a change with its sign against the baseline that is named
    ("The scan time at 16 is better: −37.0% against the baseline.", "The scan time at 16 is better: −24.4% against the baseline."),
    # how deep drops were, in brackets
    ("Просадки при 64 были глубокими (45,3% и 22,8%).", "Просадки при 64 были глубокими (54,3% и 22,8%)."),
    # one value against those of the other levels, in any order
    ("The scan time is best at 16: 11.6 ms against 12.9 and 18.4.", "The scan time is best at 16: 11.6 ms against 12.9 and 14.8."),
    # a level, a dash and its value
    ("RPS в пуле 64 — 6 105.", "RPS в пуле 64 — 6 480."),
    # a row of coefficients under its two metrics
    ("Request rate versus scan time: −0.4127 → −0.5318 → −0.8863.", "Request rate versus scan time: −0.4127 → −0.8863 → −0.5318."),
    # a value of the level behind the one that is named
    ("Время сканирования упало с 18,4 до 11,6 мс при 16, после чего выросло (12,9 мс).", "Время сканирования упало с 18,4 до 11,6 мс при 16, после чего выросло (21,9 мс)."),
    # one way and then the other
    ("Скорость растёт до 16 и затем падает: 5 210 → 6 480 → 6 105.", "Скорость растёт до 16 и затем падает: 5 210 → 6 105 → 6 480."),
    # amplitudes held by their ends
    ("Размах скорости при 64 — 4 300, почти вдвое больше, чем при 16.", "Размах скорости при 64 — 4 300, почти втрое больше, чем при 16."),
    # a tail is the percentile that is held
    ("Худший хвост — 61,8 мс при 64.", "Худший хвост — 47,5 мс при 64."),
    # recoveries and lengths, each in its clause
    ("Вторая просадка при 64 была короче — 9 минут; восстановление заняло 3 минуты.", "Вторая просадка при 64 была короче — 17 минут; восстановление заняло 3 минуты."),
    # counts of drops in words
    ("У 64 просадок две, и обе под утро.", "У 64 просадок три, и все под утро."),
    ("At 64 there were two drops during the night.", "At 64 there were three drops during the night."),
    # the part and its whole, both before the number
    ("Доля BucketLock в латчах выросла с 12,3% до 58,1%.", "Доля BucketLock в латчах выросла с 21,4% до 58,1%."),
    # two statistics of one level
    ("При 64 p99 сканирования 61,8 мс, почти впятеро больше среднего.", "При 64 p99 сканирования 61,8 мс, почти втрое больше среднего."),
    ("Для 16 скорость в среднем максимальна, p99 минимален.", "Для 64 скорость в среднем максимальна, p99 минимален."),
    # a level before the unit of the metric that follows
    ("При глубине 64 RPS вырос до 6 105.", "При глубине 64 RPS вырос до 6 480."),
    # two moves in one sentence
    ("From 4 to 16 the scan time drops by 6.8 ms, from 16 to 64 it grows by 1.3 ms.", "From 4 to 16 the scan time drops by 8.6 ms, from 16 to 64 it grows by 1.3 ms."),
    # extremes told one after the other
    ("Наибольшая скорость — при 16 (6 480), наименьшая — при 4 (5 210).", "Наибольшая скорость — при 4 (5 210), наименьшая — при 16 (6 480)."),
    # the statistic behind a comma is the next value's
    ("При 4 скорость — 5 210 RPS, в пике 6 010.", "При 4 скорость — 6 010 RPS, в пике 5 210."),
    # a base told by "instead of"; a ranking of levels with their values
    ("Утилизация устройства при 64 — 78,9% вместо 41,7% у базового.", "Утилизация устройства при 64 — 41,7% вместо 78,9% у базового."),
    ("Рейтинг по скорости: 16 (6 480) > 64 (6 105) > 4 (5 210).", "Рейтинг по скорости: 16 (6 105) > 64 (6 480) > 4 (5 210)."),
    # one way up to a level, and on from there
    ("Скорость растёт до 16 и снижается к 64.", "Скорость снижается до 16 и растёт к 64."),
    # thousands said once, at the end of a row
    ("Страниц в полёте: 112 → 268 → 947 тыс.", "Страниц в полёте: 112 → 286 → 947 тыс."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_a_true_sentence_passes_and_its_false_twin_is_refuted(true: str, false: str) -> None:
    assert not is_refused(true, READAHEAD), true
    assert "contradicted" in verdicts(false, READAHEAD), false


OPEN = [
    "All of these figures come from one night.",  # "all" names no metric of all waits
    "The depth of 64 is close to the best value in request rate.",
    "По сравнению с лучшим результатом скорость при 64 ниже на 5,8%.",
    "По медианному времени сканирования 64 лучше остальных.",  # no median is held
    "The first drop at 64 took more than ten minutes to recover from.",
    "Запросов в секунду становится больше: скорость при 64 прыгает до 7 640.",
    "Возможно, более долгое сканирование под нагрузкой удерживает латчи дольше (гипотеза).",
    "In the quiet hour the request rate was ~4,200-4,800.",
    "Users will notice the difference between 30 and 47 ms.",
    "Mean and p99 of the scan time diverge at 64 (12.9 and 61.8 ms).",
    "Амплитуда скорости при 64 равна 4 300 (от 3 340 до 7 640).",
    "Больше всего латчей при 64 — 44,9% ожиданий, меньше всего при 4 — 21,4%.",
    "Страниц в полёте стало в 8,5 раза больше: 947 против 112 тыс.",
    "At 64 the request rate slipped to 6,105, 5.8% below a depth of 16, though it still beats the baseline by 17.2%.",
    "Во всех прогонах действовало одно правило, и все оно соблюдено.",
]  # fmt: skip


@pytest.mark.parametrize("text", OPEN)
def test_what_is_no_error_is_not_refused(text: str) -> None:
    assert not is_refused(text, READAHEAD), text
