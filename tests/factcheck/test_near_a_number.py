"""What stands around a number: denials, bounds never passed, levels beside it, sums of parts, a grid's own spelling of its levels."""

import copy
from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import DOCUMENT, REPEATED, is_refused, verdicts

SWITCH: dict[str, Any] = document(
    "jit", "jit", None, ["on", "off"],
    {"jit_time": metric("s", "lower", 1, "time in JIT", "время в JIT", {"mean": [46.3, 0.4]}),
     "long": metric("s", "lower", 1, "longest query", "самый длинный запрос", {"mean": [31.4, 38.5]}),
     "cpu_us": metric("%", "none", 1, "user CPU time", "процессорное время пользователя", {"mean": [86.4, 83.1]})},
    repeats=1, primary="long", baseline="on",
)  # fmt: skip
LETTERS: dict[str, Any] = document(
    "scheduler", "scheduler", None, ["A", "B", "C"],
    {"tps": metric("1/s", "higher", 0, "tps", "tps;средняя скорость", {"mean": [3872, 3941, 2117]})},
    repeats=1, primary="tps", baseline="A",
)  # fmt: skip
PARTS: dict[str, Any] = copy.deepcopy(DOCUMENT)
PARTS["metrics"] += [
    {"id": one, "unit": "%", "names": {"en": [one.upper()], "ru": [one.upper()]}, "better": None, "decimals": 1}
    for one in ("io", "lwlock", "lock")
]
PARTS["facts"] += [
    {"id": f"{level}.{one}.share", "level": level, "metric": one, "stat": "share", "value": value, "unit": "%", "denominator": "waits", "scope": "run"}
    for level, row in (("50", (61.3, 20.4, 9.1)), ("100", (55.2, 24.9, 11.6)), ("150", (48.7, 30.2, 12.8)))
    for one, value in zip(("io", "lwlock", "lock"), row, strict=True)
]  # fmt: skip

TWINS = [
    # a number that the text itself denies
    (DOCUMENT, "Read latency at 150 is 9.8 ms and not 8.9 ms.", "Read latency at 150 is 8.9 ms and not 9.8 ms."),
    (DOCUMENT, "Задержка чтения при 150 — 9,8 мс, а не 8,9 мс.", "Задержка чтения при 150 — 8,9 мс, а не 9,8 мс."),
    # a bound that a coefficient never passes
    (DOCUMENT, "The correlation of disk throughput with read latency is never above -0.2.", "The correlation of disk throughput with read latency is never above -0.6."),
    # a level and its value behind a dash are no range
    (DOCUMENT, "Задержка чтения: при 50 — 13,8 мс, а при 150 — 9,8 мс.", "Задержка чтения: при 50 — 9,8 мс, а при 150 — 13,8 мс."),
    # a change that is told with its level, in a list
    (DOCUMENT, "Disk throughput is 10.4% lower at 50 and 6.1% higher at 150.", "Disk throughput is 6.1% lower at 50 and 10.4% higher at 150."),
    # the values of several levels against that of the base
    (REPEATED, "Latency was higher at 1000 than at 0 (3.65 against 3.19 ms).", "Latency was higher at 1000 than at 0 (3.19 against 3.65 ms)."),
    (DOCUMENT, "Read latency was higher at 50 and 100 than at 150 (13.8 and 12.5 against 9.8 ms).", "Read latency was higher at 50 and 100 than at 150 (13.8 and 9.8 against 12.5 ms)."),
    # a factor switched on or off
    (SWITCH, "The longest query takes 38.5 s without JIT and 31.4 s with JIT.", "The longest query takes 31.4 s without JIT and 38.5 s with JIT."),
    (SWITCH, "Самый длинный запрос идёт 38,5 с без JIT и 31,4 с с JIT.", "Самый длинный запрос идёт 31,4 с без JIT и 38,5 с с JIT."),
    # levels of one letter
    (LETTERS, "По средней скорости прогоны A и B близки: 3872 и 3941 TPS.", "По средней скорости прогоны A и B близки: 3941 и 3872 TPS."),
    # two signed numbers and an interval
    (DOCUMENT, "Against 100 read latency changes by plus 10.4% at 50 and minus 21.6% at 150.", "Against 100 read latency changes by plus 21.6% at 50 and minus 10.4% at 150."),
    # the range of the level behind it
    (DOCUMENT, "Размах задержки чтения при 50 — 10,9 мс, больше, чем при 100 (8,5 мс).", "Размах задержки чтения при 50 — 10,9 мс, больше, чем при 100 (5,8 мс)."),
]  # fmt: skip


@pytest.mark.parametrize(("document_", "true", "false"), TWINS)
def test_a_true_sentence_passes_and_its_false_twin_is_refuted(document_: dict[str, Any], true: str, false: str) -> None:
    assert not is_refused(true, document_), true
    assert "contradicted" in verdicts(false, document_), false


@pytest.mark.parametrize(
    "text",
    [
        "At 50 two types (IO + LWLOCK) cover 81.7% of the waits; at 100 and 150 two types cover 80.1% and 78.9%.",
        "80% ожиданий при 50 покрывают два типа: IO + LWLOCK = 81,7%.",
    ],
)
def test_the_largest_parts_of_a_whole_add_up(text: str) -> None:
    assert not is_refused(text, PARTS), text


def test_minutes_in_a_head_are_no_minimum() -> None:
    held = document(
        "backup", "method", None, ["gzip", "lz4"],
        {"restore": metric("min", "lower", 1, "restore time", "время восстановления", {"mean": [24.8, 13.1]})},
        repeats=1, primary="restore", baseline="gzip",
    )  # fmt: skip
    table = "| Method | Restore, min |\n|---|---:|\n| gzip | {} |\n| lz4 | 13.1 |\n"
    assert not is_refused(table.format("24.8"), held)
    assert "contradicted" in verdicts(table.format("28.4"), held)


def test_a_grid_spells_its_levels_as_its_heads_do() -> None:
    held = document(
        "hash", "work_mem", None, ["4MB", "64MB"],
        {"batch": metric("s", "lower", 0, "run time", "время", {"mean": [0, 0]})},
        repeats=1, primary="batch", baseline="4MB",
    )  # fmt: skip
    held["experiment"]["factors"].append(
        {"name": "hash_mem_multiplier", "unit": None, "levels": ["1", "2"], "baseline": "2", "default": "2"}
    )
    held["facts"] = [
        {"id": f"{level}.batch.mean", "level": level, "metric": "batch", "stat": "mean", "value": value, "unit": "s", "scope": "run"}
        for level, value in (("4MB/1", 1482), ("4MB/2", 1391), ("64MB/1", 968), ("64MB/2", 902))
    ]  # fmt: skip
    grid = "Run time in seconds:\n\n  work_mem     x1     x2\n  4MB        1482   1391\n  64MB        968    902\n\n"
    assert not is_refused(grid + "At x2 the step from 4MB to 64MB saves 489 seconds.", held)
    assert "contradicted" in verdicts(grid + "With 64MB/x2 the run time is 968 s.", held)


THOUSANDS: dict[str, Any] = document(
    "index", "index", None, ["none", "brin", "btree"],
    {"insert": metric("1000/s", "higher", 1, "insert rate", "скорость вставки", {"mean": [121.0, 118.2, 71.5]}),
     "hit": metric("%", "higher", 1, "cache hit ratio", "доля попаданий в кэш", {"mean": [61.3, 88.4, 99.2]}),
     "size": metric("GB", "lower", 1, "index size", "размер индекса", {"mean": [0.0, 0.4, 2.1]})},
    repeats=1, primary="insert", baseline="none",
)  # fmt: skip


CLASSES = [
    # a rate that the facts hold in thousands
    (THOUSANDS, "При none сервер принимает 121,0 тыс. строк в секунду, это скорость вставки.", "При none сервер принимает 112,0 тыс. строк в секунду, это скорость вставки."),
    # what a share leaves to the whole
    (THOUSANDS, "Доля попаданий в кэш с brin падает до 88,4%, промахов, стало быть, 11,6%.", "Доля попаданий в кэш с brin падает до 84,8%, промахов, стало быть, 11,6%."),
    # a sentence that begins with the name of a level
    (THOUSANDS, "The index size with brin is 0.4 GB. btree needs 2.1 GB.", "The index size with brin is 2.1 GB. btree needs 0.4 GB."),
    # a unit that is said once, behind "about"
    (DOCUMENT, "Read latency went down from about 13.8 to about 9.8 ms.", "Read latency went down from about 18.3 to about 9.8 ms."),
    # the same difference in the unit and in percent
    (REPEATED, "In tps, 0 against 1000 is 630 tps, or 12.6%.", "In tps, 0 against 1000 is 360 tps, or 12.6%."),
    # an extreme of means needs no verdict
    (REPEATED, "The highest mean tps belongs to 100.", "The highest mean tps belongs to 1000."),
]  # fmt: skip


@pytest.mark.parametrize(("document_", "true", "false"), CLASSES)
def test_a_class_of_numbers_is_read_and_its_false_twin_refuted(
    document_: dict[str, Any], true: str, false: str
) -> None:
    assert not is_refused(true, document_), true
    assert "contradicted" in verdicts(false, document_), false


@pytest.mark.parametrize(
    "text",
    [
        "Read latency at 150: which of the two is better cannot be said from these data.",
        "Задержка чтения при 50 и при 100: кто из них лучше, по этим данным сказать нельзя.",
        "Утилизация диска держится чуть ниже порога при 50 и при 100.",
        "План на завтра: по пять повторов каждого значения вперемешку.",
        "Опыт проводился не впервые; ниже — задержка чтения в его выполнениях при 50, 100 и 150.",
    ],
)
def test_questions_thresholds_and_plans_are_no_orders_and_no_counts(text: str) -> None:
    assert not is_refused(text, DOCUMENT), text


@pytest.mark.parametrize(
    "text",
    [
        # what the metric is stays open, and so does the level: nothing is refused on a guess
        "It is 7 there.",
        "It is the worst of them all, and we said so.",
        "They are equivalent, then.",
    ],
)
def test_nothing_is_refused_on_a_guess(text: str) -> None:
    assert "contradicted" not in verdicts(text, REPEATED), text


@pytest.mark.parametrize(
    "text",
    [
        "The machine is the same as ever (8 cores, 16 GB, 40 clients).",
        "One more quibble: the post had five runs per setting.",
        "Автор статьи сделал по пять прогонов на значение.",
        "Базовое значение в каждом блоке запускалось дважды.",
    ],
)
def test_counts_of_other_things_are_no_plan(text: str) -> None:
    assert not is_refused(text, DOCUMENT), text
