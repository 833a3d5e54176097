"""Levels spoken of by their words or as what a value is put beside; extremes, steps and drops counted from one of their ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

# Cores that serve the network queue, by names with a hyphen; a metric is called after a core, too.
CORES: dict[str, Any] = document(
    "queue_cores", "queue_cores", None, ["every-core", "two-cores", "lone-core"],
    {
        "speed": metric("1/min", "higher", 0, "speed", "скорость", {"mean": [90000, 87300, 72000]}),
        "latency": metric("ms", "lower", 1, "latency", "задержка", {"mean": [10.4, 10.9, 12.7], "max": [164, 131, 412]}),
        "hot": metric("%", "lower", 1, "load of the hottest core;hottest core", "загрузка самого горячего ядра", {"mean": [9.7, 61.2, 93.8]}),
    },
    repeats=1, primary="speed", baseline="every-core",
    effects=[("speed", "two-cores", "every-core", -3.0, None, None, "single_run"), ("speed", "lone-core", "every-core", -20.0, None, None, "single_run")],
)  # fmt: skip
# Pauses between two cleanings, in hours; the cost falls twice and then rises.
PAUSES: dict[str, Any] = document(
    "pause", "pause", "h", ["2", "8", "24", "72"],
    {
        "speed": metric("1/min", "higher", 0, "speed", "скорость", {"mean": [148320, 171940, 169850, 152610]}),
        "size": metric("GB", "lower", 1, "index size", "размер индексов", {"mean": [11.2, 14.5, 19.8, 31.6], "max": [13.1, 17.4, 23.9, 44.7]}),
        "bloat": metric("%", "lower", 1, "index bloat", "раздувание индексов", {"mean": [4.1, 9.3, 23.6, 41.2]}),
        "cost": metric("1", "lower", 0, "plan cost", "стоимость плана", {"mean": [1874, 1506, 1433, 1468]}),
    },
    repeats=1, primary="speed", baseline="8",
    effects=[("speed", "2", "8", -13.7, None, None, "single_run")],
    correlations=[("speed", "bloat", "pearson", [-0.41, -0.62, -0.35, -0.91])],
    windows=[
        {"level": "72", "run": 4, "kind": "drop", "metric": "speed", "starts_at": "09:52", "ends_at": "10:09", "depth_pct": 61.4, "recovered_after_s": 540},
        {"level": "72", "run": 4, "kind": "drop", "metric": "speed", "starts_at": "11:12", "ends_at": "11:19", "depth_pct": 34.8, "recovered_after_s": 300},
        {"level": "2", "run": 1, "kind": "drop", "metric": "speed", "starts_at": "12:12", "ends_at": "12:15", "depth_pct": 22.3, "recovered_after_s": 120},
    ],
    settings=[
        {"name": "work_mem", "unit": "kB", "min": 64, "max": 2147483647, "context": "user"},
        {"name": "shared_buffers", "unit": "8kB", "min": 16, "max": 1073741823, "context": "postmaster"},
        {"name": "max_wal_size", "unit": "MB", "min": 2, "max": 2147483647, "context": "sighup"},
        {"name": "wal_segment_size", "unit": "B", "min": 1048576, "max": 1073741824, "context": "internal"},
    ],
)  # fmt: skip
UNDER_24 = "## Experiment 3: pause = 24\n\n- "
UNDER_24_RU = "## Эксперимент 3: pause = 24\n\n- "


@pytest.mark.parametrize(
    ("text", "facts", "refused"),
    [
        # the name of a level without its hyphen
        ("Two cores lose 3.0% of the speed, lone core 20%.", CORES, False),
        ("With two cores the speed is 87,300 a minute.", CORES, False),
        ("With two cores the speed is 72,000 a minute.", CORES, True),
        # a value under one level, put beside another
        (UNDER_24_RU + "Скорость 169 850 — почти на уровне восьмичасовой паузы.", PAUSES, False),
        (UNDER_24_RU + "Скорость 152 610 — почти на уровне восьмичасовой паузы.", PAUSES, True),
        (UNDER_24 + "Speed is 169,850, slower than at 8 hours.", PAUSES, False),
        (UNDER_24 + "Speed is 152,610, slower than at 8 hours.", PAUSES, True),
        # a statistic before the name of what follows
        ("При паузе 72 ч размер индексов растёт до 44,7 ГБ при среднем раздувании индексов 41,2%.", PAUSES, False),
        ("With a pause of 72 h index size peaks at 44.7 GB at a mean index bloat of 41.2%.", PAUSES, False),
        ("При паузе 72 ч размер индексов растёт до 40,7 ГБ при среднем раздувании индексов 41,2%.", PAUSES, True),
        # an extreme of a run, ranked among the levels
        ("## two-cores\n\n- The longest transaction latency is the shortest of the three (131 ms).", CORES, False),
        ("## two-cores\n\n- The longest transaction latency is the shortest of the three (164 ms).", CORES, True),
        # the smallest value of a metric is no smallest level
        (UNDER_24 + "The speed–index bloat correlation has its smallest value here, -0.35.", PAUSES, False),
        (UNDER_24 + "The speed–index bloat correlation is -0.91.", PAUSES, True),
        # steps counted from an end
        ("Plan cost falls at each of the first two steps.", PAUSES, False),
        ("Plan cost falls at each of the last two steps.", PAUSES, True),
        ("Plan cost falls at every step.", PAUSES, True),
        ("Стоимость плана падает на каждом шаге.", PAUSES, True),
        # one more drop, whenever it came
        ("The deepest drop hit 72 h, a fall of 61.4%; a second drop at 72 h lost 34.8%.", PAUSES, False),
        ("The deepest drop hit 72 h, a fall of 61.4%; a second drop at 72 h lost 44.8%.", PAUSES, True),
        # what repeats a rule, and what says one of its own
        ("`shared_buffers` takes effect only after a restart; `work_mem`, too, can be set per session.", PAUSES, False),
        ("`shared_buffers` takes effect only after a restart; `work_mem`, too.", PAUSES, True),
        ("`shared_buffers` takes effect only after a restart; so does `work_mem`.", PAUSES, True),
        ("max_wal_size вступит в силу после перечитывания конфигурации.", PAUSES, False),
        ("max_wal_size вступит в силу только после рестарта.", PAUSES, True),
        ("`wal_segment_size` can be applied with a configuration reload.", PAUSES, True),
        ("`wal_segment_size` cannot be changed without a restart.", PAUSES, False),
        # an adjective with its degree before a noun of its own
        ("At 8 h it delivers almost the speed of 24 h with a far lighter scheduler.", PAUSES, False),
        # two metrics that one superlative is said of, each by its own statistic; in both of two
        ("Лучшие средняя скорость и максимум задержки принадлежат every-core.", CORES, True),
        ("Лучшие средняя скорость и средняя задержка принадлежат every-core.", CORES, False),
        ("Two-cores came out ahead of the baseline in both speed and mean latency.", CORES, True),
        ("The baseline came out ahead of two-cores in both speed and mean latency.", CORES, False),
        # a contest is no way along the levels
        ("The two middle pauses beat both ends on mean speed.", PAUSES, False),
        ("Скорость с ростом паузы только растёт.", PAUSES, True),
    ],
)  # fmt: skip
def test_each_is_of_its_own(text: str, facts: dict[str, Any], refused: bool) -> None:
    assert is_refused(text, facts) is refused
