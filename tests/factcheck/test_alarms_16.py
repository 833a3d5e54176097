"""True statements of articles that were refused: slopes told over a time, sections numbered in two steps, bounds in other words, corridors with round ends, ways within the runs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused

_ROWS = {
    "tps": ("1/s", "higher", ["throughput"], ["скорость"], {"mean": (900, 1200, 1100), "slope": (-1.5, -2.5, -0.5)}),
    "latency": ("ms", "lower", ["latency"], ["задержка"], {"mean": (12.5, 10.1, 11.4), "slope": (0.34, -0.21, 0.12)}),
    "util": ("%", "lower", ["disk utilisation"], ["утилизация диска"], {"mean": (63.4, 81.7, 94.3), "slope": (0.34, -0.21, 0.1)}),
    "read": ("MB/s", "none", ["read rate"], ["поток чтения"], {"mean": (212.4, 268.1, 287.5), "first": (210, 260, 280), "last": (210, 275, 290)}),
}  # fmt: skip
_LEVELS = ("2", "4", "8")


def _facts() -> dict[str, Any]:
    rows = [
        {"level": level, "metric": metric, "stat": stat, "value": value, "unit": unit}
        for metric, (unit, _, _, _, held) in _ROWS.items()
        for stat, values in held.items()
        for level, value in zip(_LEVELS, values, strict=True)
    ]
    rows += [
        {"level": level, "metric": "tps", "stat": "pearson", "partner": "read", "value": value}
        for level, value in zip(_LEVELS, (-0.7, -0.5, -0.8), strict=True)
    ]
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "workers", "factors": [{"name": "workers", "levels": list(_LEVELS)}]},
        "metrics": [
            {"id": metric, "unit": unit, "better": better, "names": {"en": en, "ru": ru}}
            for metric, (unit, better, en, ru, _) in _ROWS.items()
        ],
        "facts": rows,
    }


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 2 workers latency grows by 0.34 ms a minute.", "At 2 workers latency grows by 0.54 ms a minute."),
        ("With 4 workers latency falls by 0.21 ms each minute.", "With 4 workers latency falls by 0.31 ms each minute."),
        ("Latency creeps up with time: at 2 workers by 0.34 ms a minute.", "Latency creeps up with time: at 2 workers by 0.54 ms a minute."),
        ("При 2 задержка растёт на 0,34 мс в минуту.", "При 2 задержка растёт на 0,54 мс в минуту."),
        ("At 2 workers disk utilisation climbs by 0.34 points per minute.", "At 2 workers disk utilisation climbs by 0.64 points per minute."),
        ("При 4 утилизация диска снижается на 0,21 п.п. в минуту.", "При 4 утилизация диска снижается на 0,71 п.п. в минуту."),
        ("At 8 disk utilisation is north of 90%.", "At 4 disk utilisation is north of 90%."),
        ("At 8 disk utilisation clears 90%.", "At 2 disk utilisation clears 90%."),
        ("При 8 утилизация диска далеко за 80%.", "При 2 утилизация диска далеко за 80%."),
        ("При 2 поток чтения умещается в 250 МБ/с.", "При 8 поток чтения умещается в 250 МБ/с."),
        ("At 2 the read rate fits into 250 MB/s.", "At 8 the read rate fits into 250 MB/s."),
        ("The read rate lies between 200 and 300 MB/s at every level.", "The read rate lies between 200 and 280 MB/s at every level."),
        ("Поток чтения везде в пределах от 200 до 300 МБ/с.", "Поток чтения везде в пределах от 220 до 300 МБ/с."),
        ("Throughput and the read rate oppose each other at 4.", "Throughput and the read rate are positively correlated at 4."),
    ],
)  # fmt: skip
def test_what_is_true_is_let_be(true: str, false: str) -> None:
    assert not is_refused(true, _facts())
    assert is_refused(false, _facts())


@pytest.mark.parametrize(
    "true",
    [
        "Throughput and the read rate: opposed in every test.",
        "Скорость и поток чтения тянут в разные стороны при каждом значении.",
        "Throughput sank everywhere.",  # within the runs, while from level to level it goes up and down
        "## Workers: 2\n\nThe read rate did not grow.",
    ],
)
def test_what_may_be_meant_so_is_let_be(true: str) -> None:
    assert not is_refused(true, _facts())


_NUMBERED = """\
FIRST EXPERIMENT. 2 workers

1.1. Speed. Throughput is {least} of the three.
1.2. Disk. Better than in experiment 2 or 3.

SECOND EXPERIMENT. 4 workers

2.1. Disk. It is busier.
2.2. Speed. Throughput is {most} of the three.
"""
_HEADED = """\
1. Two workers: 2

1.1. Speed
 - Throughput is {least} of the three.
1.2. Disk
 - The read rate is the lowest.

2. Four workers: 4

2.1. Speed
 - Throughput is {most} of the three.
"""


@pytest.mark.parametrize("article", [_NUMBERED, _HEADED])
def test_parts_of_a_numbered_section_are_of_its_level(article: str) -> None:
    assert not is_refused(article.format(least="the lowest", most="the highest"), _facts())
    assert is_refused(article.format(least="the highest", most="the highest"), _facts())
    assert is_refused(article.format(least="the lowest", most="the lowest"), _facts())


@pytest.mark.parametrize(
    ("heading", "least"),
    [
        ("## Experiment 4: two workers", True),
        ("## 🧪 Эксперимент 8. Два процесса", True),
        ("## Day 2, workers = 4", False),
        ("## Test 2 — 4 workers", False),
        ("## Setting 2", True),
    ],
)
def test_a_heading_that_counts_is_of_the_level_behind_its_number(heading: str, least: bool) -> None:
    lowest, highest = f"{heading}\n\nThroughput is the lowest.", f"{heading}\n\nThroughput is the highest."
    assert is_refused(lowest, _facts()) is not least
    assert is_refused(highest, _facts()) is least


def test_a_level_told_in_percent_is_one_behind_at() -> None:
    ratio = _facts() | {"experiment": {"id": "ratio", "factors": [{"name": "vm.dirty_ratio", "unit": "%", "levels": list(_LEVELS)}]}}  # fmt: skip
    assert not is_refused("Throughput is the highest at 4%.", ratio)
    assert is_refused("Throughput is the highest at 8%.", ratio)
    assert not is_refused("При 4% задержка рекордно мала.", ratio)
    assert is_refused("При 8% задержка рекордно мала.", ratio)


def test_a_section_is_of_its_level_whatever_it_is_compared_with() -> None:
    article = "# Workers\n\n## Workers: 4\n\nBetter than 2 and than 8. Throughput is {}.\n"
    assert not is_refused(article.format("the highest"), _facts())
    assert is_refused(article.format("the lowest"), _facts())


def test_a_word_that_sets_a_level_apart_names_it() -> None:
    disks = ("network HDD", "network SSD", "local NVMe")
    facts = _facts()
    facts["experiment"] = {"id": "disks", "factors": [{"name": "disk", "levels": list(disks)}]}
    facts["facts"] = [row | {"level": disks[_LEVELS.index(row["level"])]} for row in facts["facts"]]
    assert not is_refused("Throughput is the lowest on HDD.", facts)
    assert is_refused("Throughput is the lowest on NVMe.", facts)
