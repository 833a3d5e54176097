"""Ways along the levels, with what the clause leaves out: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

BATCHES: dict[str, Any] = document(
    "batches", "batch_rows", None, ["10", "50", "250", "1000", "5000"],
    {
        "rate": metric("1/s", "higher", 0, "load rate", "скорость загрузки", {"mean": [810, 1930, 3120, 3480, 2950], "min": [640, 1500, 2610, 2300, 1700], "stddev": [40, 31, 22, 58, 97]}),
        "wait": metric("ms", "lower", 1, "commit wait", "ожидание фиксации", {"mean": [9.1, 6.0, 4.2, 3.6, 5.3], "p99": [31.0, 24.0, 28.5, 36.0, 49.0]}),
        "wal": metric("MB/s", "none", 1, "WAL traffic", "поток журнала", {"mean": [6.2, 13.9, 21.8, 24.1, 20.4]}),
        "cpu": metric("%", "none", 1, "CPU load", "загрузка процессора", {"mean": [71.0, 62.5, 55.1, 50.2, 47.3]}),
        "hits": metric("%", "higher", 1, "buffer hits", "попадания в буфер", {"mean": [97.4, 97.4, 97.4, 97.4, 97.4]}),
    },
    repeats=1, primary="rate", baseline="10",
)  # fmt: skip

TWINS = [
    ("CPU load shrinks with every step.", "CPU load mounts with every step."),
    ("CPU load keeps shrinking to the end.", "The load rate keeps growing along all steps."),
    ("Going from 1000 to 5000 lowers the load rate.", "Going from 1000 to 5000 lifts the load rate."),
    ("The load rate is 810 at 10. Up to 250 the minimum climbs, then it slides.", "The load rate is 810 at 10. Up to 1000 the minimum climbs."),
    ("The spread of the load rate narrows up to 250.", "The spread of the load rate narrows up to 5000."),
    ("Commit wait is 9.1 ms at 10. Its p99 lengthens on the last step.", "Commit wait is 9.1 ms at 10. Its p99 shortens on the last step."),
    ("Commit wait peaks at the ends; p99 bottoms out at 50.", "Commit wait peaks at the ends; p99 bottoms out at 1000."),
    ("Buffer hits do not depend on the batch.", "Commit wait does not depend on the batch."),
    ("Between 50 and 1000 buffer hits stay put.", "Between 50 and 1000 the load rate stays put."),
    ("The load rate climbs up to 1000. WAL traffic goes the same way.", "The load rate climbs up to 1000. CPU load goes the same way."),
    ("CPU load falls from step to step. From 10 to 1000 the load rate moves in the opposite direction.", "CPU load falls from step to step. From 10 to 1000 commit wait moves in the opposite direction."),
    ("Going from 250 to 1000 improves the mean commit wait but worsens the tail.", "Going from 250 to 1000 worsens the mean commit wait but improves the tail."),
    ("Загрузка процессора убывает от шага к шагу.", "Загрузка процессора прибывает от шага к шагу."),
    ("До 1000 скорость загрузки растёт, затем идёт на убыль.", "До 250 скорость загрузки растёт, затем идёт на убыль и на последнем шаге прирастает."),
    ("Переход с 1000 на 5000 удлиняет ожидание фиксации.", "Переход с 1000 на 5000 сокращает ожидание фиксации."),
    ("Попадания в буфер стоят на месте.", "На последнем шаге поток журнала стоит на месте."),
    ("Скорость загрузки при 10 равна 810. Разброс до 250 сужается, потом расширяется.", "Скорость загрузки при 10 равна 810. Разброс до 1000 сужается."),
    ("Ожидание фиксации при 10 — 9,1 мс. На последнем шаге оно удлиняется.", "Ожидание фиксации при 10 — 9,1 мс. На последнем шаге оно укорачивается."),
    ("p99 ожидания фиксации разворачивается на 50.", "p99 ожидания фиксации разворачивается на 1000."),
    ("## 5000\n\nСравнение с 1000:\n\n- скорость загрузки просела;\n- загрузка процессора сократилась.", "## 5000\n\nСравнение с 1000:\n\n- скорость загрузки подросла;\n- загрузка процессора сократилась."),
]  # fmt: skip
OPEN = [
    "The load rate would grow further at 5000.",
    "Стоит проверить, растёт ли скорость загрузки при 5000.",
    "The load rate grows faster than WAL traffic falls.",
    "Ядро при 5000 замедляется.",
]


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_a_way_goes_where_its_row_goes(true: str, false: str) -> None:
    assert not is_refused(true, BATCHES), true
    assert is_refused(false, BATCHES), false


@pytest.mark.parametrize("text", OPEN)
def test_what_is_supposed_or_foreign_is_left_open(text: str) -> None:
    assert not is_refused(text, BATCHES)
