"""Numbers that are of a statistic, a level, a product or a quotient which their text speaks of elsewhere are not refuted; their false twins are."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

POOLS: dict[str, Any] = document(
    "pool_sizes", "pool_size", None, ["12", "36", "108"],
    {
        "orders": metric("1/s", "higher", 0, "order rate;orders", "скорость заказов;заказы",
                         {"mean": [3120, 4475, 4180], "min": [2710, 3590, 1265], "max": [3390, 4820, 4905], "stddev": [88, 141, 536]}),
        "page": metric("ms", "lower", 2, "page time", "время страницы",
                       {"mean": [5.38, 5.12, 6.03], "p95": [9.7, 11.3, 19.8], "p99": [14.2, 18.9, 61.5]}),
        "passes": metric(None, "none", 0, "cleaning passes", "проходы очистки", {"count": [17, 26, 41]}),
        "pass_time": metric("min", "lower", 1, "pass duration", "длительность прохода", {"mean": [4.9, 3.1, 2.2]}),
        "log": metric("MB/s", "none", 1, "log rate", "поток журнала", {"mean": [38.6, 52.9, 71.3]}),
        "images": metric("%", "lower", 0, "share of images", "доля образов", {"share": [64, 47, 31]}),
        "switches": metric("1/s", "lower", 0, "context switches", "переключения контекста", {"mean": [81400, 129000, 268000]}),
        "sweep": metric("s", "lower", 0, "sweep time", "время уборки", {"mean": [418, 233, 251]}),
        "io_wait": metric("%", "lower", 1, "IO waits", "ожидания IO", {"mean": [27.4, 22.8, 19.3]}),
        "lock_wait": metric("%", "lower", 1, "lock waits", "ожидания блокировок", {"mean": [31.9, 36.2, 41.7]}),
    },
    repeats=1, primary="orders", baseline="12", environment={"cpu_cores": 24, "ram_gb": 96, "duration_min": 90},
)  # fmt: skip

TRUE = (
    "Even 36 is 33% worse than 12 at p99 of the page time.",
    "The mean page time hardly cares, the tail does: against 36, at 108 p99 more than triples.",
    "На одно ядро приходится 130 заказов в секунду при 12 и 186 при 36.",
    "Page time: 12 → 36 gives minus 5% on average, plus 16% at p95, plus 33% at p99.",
    "The standard deviation of the order rate grows from 88 at 12 to 536.",
    "Уборка занимала 418 секунд, стала занимать 233.",
    "The smallest spread of the order rate belongs to 12 (88 orders/s).",
    "Самый маленький разброс скорости заказов, 88 заказов в секунду, у двенадцати.",
    "Lock waits were the largest class, ahead of IO waits (31.9% against 27.4%).",
    "Multiplied by the number of cleaning passes, the pass duration makes 83 minutes at 12 and 90 at 108.",
    "The log rate at 12 carries a share of images of 64%, that is 25 MB/s of images.",
    "At 108 that is about 64 context switches for each order, at 12 only 26.",
    "При 108 это примерно 64 переключения контекста на каждый заказ.",
    "At 36 a cleaning pass starts every 208 seconds.",
    "In use stood 6,400 blocks of 2 MB, which amounts to 12.5 GB.",
    "Переключения контекста: 268 тысяч в секунду на 108, на 36 вдвое меньше.",
    "The page time never fell below 5.12 ms on average.",
    "Of the pools only 36 broke through 4,400 orders/s.",
    "At 12 the sweep time is 418 s; on the other two it is under 260 s.",
    "At 108 the order rate bottoms out at 1,265, a 70% fall from its own mean.",
    "The last step, from 36 to 108, multiplies the context switches by 2.1.",
    "Relative to the mean the standard deviation of the order rate is 3% at 12 and 13% at 108.",
    "I repeated the sweep time measurement seven times per pool.",
    "Скорость заказов: было 3 120, стало 4 475.",
    "The sweep time at 12 was 418 s, 418 s being nearly seven minutes; 36 needs 233 s.",
)
FALSE = (
    "At 36 the p99 of the page time is 51% worse than at 12.",
    "At 108 p99 of the page time is 71% worse than at 12.",
    "The standard deviation of the order rate grows from 88 at 12 to 736 at 108.",
    "Время уборки при 12 составило 233 секунды, при 36 — 418.",
    "The order rate has a mean of 88 orders/s at 12.",
    "Lock waits were 27.4% at 12, IO waits 31.9%.",
    "The pass duration at 12 is 83 minutes.",
    "The log rate at 12 is 25 MB/s.",
    "При 108 переключений контекста 64 в секунду.",
    "The sweep time at 36 is 208 s.",
    "At 12 the sweep time is 418 s; on the other two it is under 220 s.",
    "Of the pools only 36 broke through 5,500 orders/s.",
    "At 108 the order rate bottoms out at 1,265, a 40% fall from its own mean.",
    "The last step, from 36 to 108, multiplies the context switches by 3.4.",
    "Скорость заказов при 12: было 4 475, стало 3 120.",
)


@pytest.mark.parametrize("text", TRUE)
def test_what_is_told_of_something_spoken_of_is_not_refused(text: str) -> None:
    assert not is_refused(text, POOLS)


@pytest.mark.parametrize("text", FALSE)
def test_false_twins_are_refused(text: str) -> None:
    assert is_refused(text, POOLS)
