"""Statements whose metric, level or partner stands in a clause, a sentence or a head before: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import GAINS_OVER_LOADS, is_refused

POOLS: dict[str, Any] = document(
    "pools", "pool_size", None, ["8", "16", "32", "64"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [3150, 5020, 6240, 5870], "max": [3420, 5390, 6980, 7310], "min": [2840, 4510, 4930, 3660], "stddev": [96, 141, 338, 705]}),
        "reply": metric("ms", "lower", 1, "reply time", "время ответа", {"mean": [12.4, 9.1, 8.3, 10.2], "p95": [21.0, 17.4, 15.9, 31.6], "max": [88.0, 71.0, 93.0, 240.0]}),
        "idle": metric("%", "none", 1, "idle CPU", "простой процессора", {"mean": [61.2, 33.8, 9.4, 11.7]}),
        "switches": metric("1/s", "none", 0, "context switches", "переключения контекста", {"mean": [41000, 83000, 160000, 214000]}),
        "queue": metric("1", "lower", 1, "run queue", "очередь на выполнение", {"mean": [3.1, 7.9, 15.2, 12.6]}),
        "io": metric("%", "lower", 1, "IO waits", "ожидания IO", {"share": [52.1, 41.0, 24.3, 18.8]}, denominator="waits"),
        "lwlock": metric("%", "lower", 1, "LWLock waits", "ожидания LWLock", {"share": [12.0, 22.6, 39.7, 47.5]}, denominator="waits"),
    },
    repeats=1, primary="tps", baseline="8",
)  # fmt: skip

GOES_ON = [
    ("Throughput is 5020 at 16. At 32 it was higher still.", "Throughput is 6240 at 32. At 64 it was higher still."),
    ("Reply time dropped to 9.1 ms with 16 and got even shorter at 32.", "Reply time dropped to 8.3 ms with 32 and got even shorter at 64."),
    ("At 16 the run queue is 7.9. With 32 it grew further.", "At 32 the run queue is 15.2. With 64 it grew further."),
    ("Idle CPU fell to 33.8% at 16 and continued to fall at 32.", "Idle CPU fell to 9.4% at 32 and continued to fall at 64."),
    ("При 16 пропускная способность 5020. На 32 она стала ещё выше.", "При 32 пропускная способность 6240. На 64 она стала ещё выше."),
    ("Время ответа снизилось до 9,1 мс при 16 и продолжило снижение при 32.", "Время ответа снизилось до 8,3 мс при 32 и продолжило снижение при 64."),
    ("Простой процессора на 16 — 33,8%, и к 32 он опускается ещё ниже.", "Простой процессора на 32 — 9,4%, и к 64 он опускается ещё ниже."),
    ("Очередь на выполнение при 16 — 7,9. При 32 она выросла ещё.", "Очередь на выполнение при 32 — 15,2. При 64 она выросла ещё."),
]  # fmt: skip
OTHER_STATISTIC = [
    ("## Pool of 64\n\nMean throughput slips to 5870. The minimum slips as well.", "## Pool of 64\n\nMean throughput slips to 5870. The maximum slips as well."),
    ("At 64 throughput is 5870. The maximum is higher than at 32.", "At 64 throughput is 5870. The minimum is higher than at 32."),
    ("Пропускная способность при 64 — 5870. Максимум выше, чем при 32.", "Пропускная способность при 64 — 5870. Минимум выше, чем при 32."),
    ("Throughput at 16 is 5020. At 16 the spread is the smallest of all.", "Throughput at 32 is 6240. At 32 the spread is the smallest of all."),
    ("Пропускная способность на 16 — 5020. На 16 разброс был самым маленьким из всех.", "Пропускная способность на 32 — 6240. На 32 разброс был самым маленьким из всех."),
    ("Reply time: mean 8.3 ms at 32. A pool of 16 has the smallest maximum.", "Reply time: mean 8.3 ms at 32. A pool of 32 has the smallest maximum."),
    ("Throughput: 5870 at 64 is not the highest mean. At 64 the maximum was the highest.", "Throughput: 6240 at 32 is the highest mean, and the highest peak too."),
]  # fmt: skip
SO_TOO = [
    ("Переключения контекста растут: 41000, 83000, 160000 и 214000. Очередь на выполнение тоже.", "Переключения контекста растут: 41000, 83000, 160000 и 214000. Простой процессора тоже."),
    ("Доля LWLock растёт от шага к шагу: 12,0 → 22,6 → 39,7 → 47,5%; переключения контекста тоже.", "Доля LWLock растёт от шага к шагу: 12,0 → 22,6 → 39,7 → 47,5%; доля IO тоже."),
    ("The share of LWLock grows: 12.0 → 22.6 → 39.7 → 47.5%; context switches as well.", "The share of LWLock grows: 12.0 → 22.6 → 39.7 → 47.5%; idle CPU as well."),
    ("Idle CPU falls: 61.2, 33.8, 9.4 and 11.7%. The share of IO too.", "Idle CPU falls: 61.2, 33.8, 9.4 and 11.7%. The run queue too."),
]  # fmt: skip
RIVALS = [
    ("On a pool of 32 LWLock (39.7%) has overtaken IO.", "On a pool of 16 LWLock (22.6%) has overtaken IO."),
    ("At 64 LWLock waits outweigh IO waits.", "At 16 LWLock waits outweigh IO waits."),
    ("## Pool of 16\n\nIO waits take 41.0%. They outweigh LWLock waits.", "## Pool of 32\n\nIO waits take 24.3%. They outweigh LWLock waits."),
    ("На 8 ввод-вывод ещё опережал лёгкие блокировки.", "На 32 ввод-вывод ещё опережал лёгкие блокировки."),
    ("При 32 доля LWLock (39,7%) превысила долю ввода-вывода.", "При 16 доля LWLock (22,6%) превысила долю ввода-вывода."),
]  # fmt: skip
SIDES = [
    ("At 16 the minimum was 4510, still better than the average with 8.", "At 16 the minimum was 4510, still better than the average with 64."),
    ("Throughput: the minimum of 32 is higher than the mean of 8.", "Throughput: the minimum of 32 is higher than the mean of 16."),
    ("Максимум пропускной способности при 16 выше среднего при 8.", "Максимум пропускной способности при 16 выше среднего при 64."),
    ("Idle CPU and IO waits peak at the same setting.", "Context switches and the run queue peak at the same setting."),
]  # fmt: skip
COUNTS = [
    ("Only three of the four pools averaged below 10.3 ms of reply time.", "Only one of the four settings averaged a reply time below 10.3 ms."),
    ("Переключения контекста растут вслед за параметром.", "Пропускная способность растёт вслед за параметром."),
    ("The more memory the pool takes, the lower the idle CPU at first.", "Throughput deviates more with each step, and the share of IO rises with each step."),
    ("Наибольшее стандартное отклонение пропускной способности — при 64.", "Наибольшее стандартное отклонение пропускной способности — при 32."),
    ("По разбросу пропускной способности лучшим оказалось значение 8.", "По разбросу пропускной способности лучшим оказалось значение 32."),
]  # fmt: skip
GRID = [
    (
        "With jit on, throughput is higher at every number of clients.",
        "With jit off, throughput is higher at every number of clients.",
    ),
    (
        "jit on outperforms jit off at every number of clients.",
        "jit off outperforms jit on at every number of clients.",
    ),
]
#: True, and open to a hasty reader: what each is said of is no metric, is an amount, or is another stretch.
OPEN = [
    "Throughput is 6240 at 32. At 64 the kernel does more work.",
    "Reply time is 8.3 ms at 32. At 64 more than half of the clients wait longer.",
    "Пропускная способность на 32 — 6240. На 64 ядро работает больше.",
    "Throughput peaks at 32 with 6240 and then falls.",
    "Очередь на выполнение при 64 — 12,6. Это больше пятой части пула.",
    "Idle CPU is 11.7% at 64, which is higher than at 32.",
]


@pytest.mark.parametrize(
    "text", [true for true, _ in (*GOES_ON, *OTHER_STATISTIC, *SO_TOO, *RIVALS, *SIDES, *COUNTS)] + OPEN
)
def test_what_is_so_is_not_refused(text: str) -> None:
    assert not is_refused(text, POOLS)


@pytest.mark.parametrize(
    "text", [false for _, false in (*GOES_ON, *OTHER_STATISTIC, *SO_TOO, *RIVALS, *SIDES, *COUNTS)]
)
def test_what_every_reading_refutes_is_refused(text: str) -> None:
    assert is_refused(text, POOLS)


@pytest.mark.parametrize(("true", "false"), GRID)
def test_a_level_that_is_ahead_everywhere_is_so_at_each_level_of_the_other_factor(true: str, false: str) -> None:
    assert not is_refused(true, GAINS_OVER_LOADS)
    assert is_refused(false, GAINS_OVER_LOADS)
