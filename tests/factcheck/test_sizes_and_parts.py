"""A pool's sizes and a flush's: intervals in cells, the parameter's noun, steps that are called doublings, records, parts of a class, denied monotony."""

import copy
from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts

POOL: dict[str, Any] = document(
    "pool", "default_pool_size", None, ["10", "20", "40", "80", "160"],
    {"tps": metric("1/s", "higher", 0, "transactions per second;tps;throughput", "транзакций в секунду;tps", {"mean": [6120, 8940, 10480, 10610, 9270]}),
     "latency": metric("ms", "lower", 2, "latency", "задержка", {"mean": [32.68, 22.37, 19.08, 18.85, 21.57], "median": [31.9, 21.6, 17.4, 15.2, 14.9], "p99": [52.3, 43.6, 58.1, 96.4, 171.0]}),
     "pool_wait": metric("ms", "lower", 1, "pool wait;wait for a server connection", "ожидание соединения в пуле", {"mean": [31.0, 20.1, 15.3, 11.3, 4.3]}),
     "cpu": metric("%", "none", 1, "user CPU", "пользовательское время процессора", {"mean": [38.4, 54.1, 63.9, 64.7, 55.2]}),
     "ctx": metric("1/s", "lower", 0, "context switches", "переключения контекста", {"mean": [71400, 118300, 162900, 231700, 318500]})},
    repeats=5, primary="tps", baseline="40", runs=True,
    effects=[("tps", "10", "40", -41.6, [-42.9, -40.3], None, "worse"), ("tps", "20", "40", -14.7, [-16.6, -12.7], None, "worse"),
             ("tps", "80", "40", 1.2, [-1.0, 3.5], None, "undecided"), ("tps", "160", "40", -11.5, [-15.4, -7.3], None, "worse"),
             ("pool_wait", "160", "40", -71.9, [-74.6, -68.9], None, "better")],
    settings=[{"name": "commit_delay", "unit": "us", "min": 0, "max": 100000, "context": "superuser"}],
)  # fmt: skip
POOL["experiment"]["minimum_effect_pct"] = 3
for _fact in POOL["facts"]:
    if _fact["metric"] == "tps" and _fact["stat"] == "mean" and _fact.get("run") is None:
        _fact["ci"] = {"10": [6050, 6190], "20": [8820, 9065], "40": [10310, 10640], "80": [10390, 10830], "160": [8890, 9640]}[_fact["level"]]  # fmt: skip

FLUSH: dict[str, Any] = document(
    "flush", "checkpoint_flush_after", None, ["0", "128kB", "256kB", "512kB", "2MB"],
    {"speed": metric("", "higher", 0, "speed", "скорость", {"mean": [412350, 438120, 455870, 457240, 431960], "median": [421800, 442600, 462300, 459900, 440100]}),
     "latency": metric("ms", "lower", 1, "latency", "время отклика", {"mean": [24.6, 21.9, 20.7, 20.9, 22.8], "median": [14.1, 14.3, 14.6, 14.4, 14.0]}),
     "dirty": metric("MB", "lower", 0, "dirty pages", "грязные страницы", {"mean": [1184, 486, 402, 447, 915], "max": [2873, 1022, 861, 968, 2240]})},
    repeats=1, primary="speed", baseline="256kB",
)  # fmt: skip
CLASSES: dict[str, Any] = copy.deepcopy(FLUSH)
CLASSES["metrics"] += [
    {"id": one, "unit": "%", "part_of": whole, "better": None, "names": {"en": [en], "ru": [ru]}}
    for one, whole, en, ru in (
        ("waits", None, "waits", "ожидания"), ("wait_io", "waits", "IO waits", "ожидания типа IO"), ("wait_lock", "waits", "Lock", "Lock"),
        ("ev_transactionid", "wait_lock", "transactionid", "transactionid"), ("ev_tuple", "wait_lock", "tuple", "tuple"),
    )
]  # fmt: skip
CLASSES["facts"] += [
    {"id": f"{level}.{one}.share", "level": level, "metric": one, "stat": "share", "value": value, "unit": "%", "denominator": whole, "scope": "run"}
    for one, whole, row in (
        ("wait_io", "waits", (41.8, 35.2, 31.6, 33.0, 38.4)), ("wait_lock", "waits", (34.1, 35.9, 36.8, 37.2, 35.7)),
        ("ev_transactionid", "wait_lock", (88.9, 90.4, 91.7, 90.8, 89.6)), ("ev_tuple", "wait_lock", (6.1, 5.2, 4.9, 5.0, 5.8)),
    )
    for level, value in zip(("0", "128kB", "256kB", "512kB", "2MB"), row, strict=True)
]  # fmt: skip


def _table(head: str, cell: str) -> str:
    return f"| pool | {head} |\n|---|---|\n| 10 | {cell} |\n| 20 | 8,940 (8,820–9,065) |\n"


@pytest.mark.parametrize("head", ["tps (95% CI)", "tps, 95% CI", "tps [95% CI]"])
@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("6,120 (6,050–6,190)", "6,210 (6,050–6,190)"),
        ("6,120 [6,050; 6,190]", "6,120 [6,005; 6,190]"),
        ("6,120 ± 70", "6,210 ± 70"),
        ("[6,050; 6,190]", "[6,050; 6,910]"),
        ("6,050 to 6,190", "6,050 to 6,910"),
    ],
)
def test_an_interval_and_what_it_is_the_interval_of_share_a_cell(head: str, true: str, false: str) -> None:
    assert not is_refused(_table(head, true), POOL), (head, true)
    assert "contradicted" in verdicts(_table(head, false), POOL), (head, false)


def test_the_interval_of_an_effect_shares_a_cell_with_the_effect() -> None:
    table = "| пул | tps к 40, 95% ДИ |\n|---|---|\n| 80 | {} |\n"
    assert not is_refused(table.format("+1,2% [−1,0; +3,5]"), POOL)
    assert "contradicted" in verdicts(table.format("+2,1% [−1,0; +3,5]"), POOL)
    assert "contradicted" in verdicts(table.format("+1,2% [−1,0; +5,3]"), POOL)


TWINS = [
    # the parameter's short noun in front of its levels is no metric
    (POOL, "Against the baseline, the pools of 10, 20 and 160 are worse.", "Against the baseline, the throughput of the pool of 20 is better."),
    (POOL, "Throughput is 8,940 with a pool of 20.", "Throughput is 9,840 with a pool of 20."),
    (POOL, "При пуле из 20 соединений задержка — 22,37 мс.", "При пуле из 20 соединений задержка — 23,27 мс."),
    # with every step after that: from the level that is pointed at
    (POOL, "p99 is lowest at 20 and gets longer with every step after that.", "p99 is lowest at 20 and gets shorter with every step after that."),
    (POOL, "p99 минимален при 20 и после этого растёт с каждым шагом.", "p99 минимален при 20 и после этого падает с каждым шагом."),
    (POOL, "p99 drops to 43.6 ms at 20 and grows with every step from there.", "p99 gets longer with every step."),
    # what a level loses is no bound of interest
    (POOL, "Against the baseline the pool of 160 loses 11.5%, and its interval is beyond the minimum effect.", "We said beforehand that anything below 5% would not interest us."),
    (POOL, "При 160 tps теряет 11,5%, это больше минимального значимого эффекта, назначенного заранее.", "Заранее назначили, что отличия меньше 5% не интересны."),
    # a step is no amount
    (POOL, "The median latency falls all the way from 31.9 to 14.9 ms, although the last doubling saves a mere 0.3 ms.", "The mean latency falls from 32.68 to 18.85 ms, a doubling."),
    # from end to end: from the first level to the last
    (POOL, "User CPU at 80 is 64.7%. Context switches grow 4.5 times from end to end.", "User CPU at 80 is 64.7%. Context switches grow 3.5 times from end to end."),
    (POOL, "При 80 пользовательское время процессора 64,7%. Переключения контекста вырастают в 4,5 раза от края до края.", "При 80 пользовательское время процессора 64,7%. Переключения контекста вырастают в 3,5 раза от края до края."),
    # nobody is above a level as long as no verdict has put anybody there
    (POOL, "Stay at 40. No level tried has been shown to be better on throughput.", "Stay at 40. No level tried has been shown to be worse on throughput."),
    (POOL, "Оставайтесь на 40. Ни одно значение не оказалось лучше по tps.", "Оставайтесь на 40. Ни одно значение не оказалось хуже по tps."),
    (POOL, "Ни одно значение не показало себя лучше базового по tps.", "Ни одно значение не показало себя хуже базового по tps."),
    # what a relative clause says that a setting accepts
    (POOL, "One could try `commit_delay`, which accepts up to 100,000 µs.", "One could try `commit_delay`, which accepts up to 200,000 µs."),
    # a statistic in front of a colon holds behind it
    (FLUSH, "Скорость при 0 — 412 350. По медиане картина иная: лидирует 256kB.", "Скорость при 0 — 412 350. По медиане картина иная: лидирует 512kB."),
    (FLUSH, "Latency is lowest at 256kB. By the median it is otherwise: the lowest is at 2MB.", "Latency is lowest at 256kB. By the median it is otherwise: the lowest is at 256kB."),
    # what is said not to be monotone goes no one way
    (FLUSH, "Зависимость скорости от параметра немонотонна: оба края проигрывают середине.", "Зависимость скорости от параметра монотонна: она падает."),
    (FLUSH, "The speed is not monotone: it falls off at both ends.", "The speed is monotone: it falls."),
    # a record is the highest of all
    (FLUSH, "Рекордный пик грязных страниц — 2 873 МБ при 0.", "Рекордный пик грязных страниц — 2 240 МБ при 2MB."),
    (FLUSH, "Рекордная средняя скорость — 457 240 при 512kB.", "Рекордная средняя скорость — 455 870 при 256kB."),
    # of this class: of the class that the part belongs to
    (CLASSES, "- **Lock.** transactionid преобладает при любом значении: от 88,9% до 91,7% ожиданий этого типа.", "- **Lock.** transactionid преобладает при любом значении: от 86,9% до 91,7% ожиданий этого типа."),
    (CLASSES, "transactionid covers 88.9% of the waits of this class at 0.", "transactionid covers 88.9% of all waits at 0."),
    (CLASSES, "- **Lock.** transactionid преобладает при любом значении.", "- **Типы.** Ожидания типа IO преобладают при любом значении."),
]  # fmt: skip


@pytest.mark.parametrize(("document_", "true", "false"), TWINS)
def test_a_true_sentence_passes_and_its_false_twin_is_refuted(document_: dict[str, Any], true: str, false: str) -> None:
    assert not is_refused(true, document_), true
    assert "contradicted" in verdicts(false, document_), false


@pytest.mark.parametrize(
    "text",
    [
        # so many of the blocks, and a level behind them
        "In four of the five blocks 80 finished ahead of 40.",
        "В четырёх блоках из пяти 80 опередил 40.",
        "In both blocks 4 levels failed.",
        # a part of what was spoken of before
        "The mean wait for a server connection shrinks from 31.0 to 4.3 ms. At 10 it makes up 95% of the mean latency, at 160 only 20%.",
        "Среднее ожидание соединения в пуле убывает с 31,0 до 4,3 мс. При 10 оно составляет 95% средней задержки, при 160 лишь 20%.",
        # of the pool that has it
        "The baseline delivered 10,480 transactions per second. The highest figure belongs to the pool of 80, 1.2% above the baseline.",
    ],
)
def test_parts_of_the_blocks_and_of_what_was_spoken_of_are_left_alone(text: str) -> None:
    assert not is_refused(text, POOL), text
