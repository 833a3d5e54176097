"""What is told of every step along the levels, and levels that are a word and a number: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import GAINS_OVER_LOADS, is_refused

DEPTHS: dict[str, Any] = document(
    "read_delay", "read_delay", "us", ["0", "200", "800", "3200"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [4100, 4350, 4720, 4480], "max": [5010, 5240, 5660, 5890], "min": [2900, 3310, 3100, 2750]}),
        "lag": metric("ms", "lower", 1, "reply time", "время ответа", {"mean": [9.8, 9.1, 8.4, 7.7], "p95": [22.4, 20.1, 23.6, 25.0], "p99": [41.0, 38.5, 36.2, 33.9]}),
        "busy": metric("%", "none", 1, "disk load", "занятость диска", {"mean": [91.0, 84.5, 80.2, 71.3]}),
    },
    repeats=1, primary="tps", baseline="0",
    correlations=[("tps", "busy", "pearson", [-0.31, -0.64, -0.52, -0.88]), ("tps", "lag", "pearson", [-0.22, -0.35, -0.61, -0.79])],
    windows=[
        {"level": level, "run": 1, "kind": "drop", "metric": "tps", "starts_at": "09:52", "ends_at": "09:58", "depth_pct": 41.0, "recovered_after_s": after}
        for level, after in (("0", 200), ("200", 260), ("800", 90), ("3200", 410))
    ],
)  # fmt: skip
RELEASES: dict[str, Any] = document(
    "releases", "server_version", None, ["PG14", "PG15", "PG16"],
    {
        "tps": metric("1/s", "higher", 0, "throughput;TPS", "пропускная способность;TPS", {"mean": [7100, 7460, 7480]}),
        "lag": metric("ms", "lower", 1, "reply time", "время ответа", {"mean": [12.4, 10.8, 11.6]}),
    },
    repeats=4, primary="tps", baseline="PG14", runs=True,
    effects=[("tps", "PG15", "PG14", 5.1, [3.0, 7.1], 0.001, "better"), ("tps", "PG16", "PG14", 5.4, [3.2, 7.5], 0.001, "better"), ("tps", "PG16", "PG15", 0.3, [-1.9, 2.4], 0.8, "undecided"),
             ("lag", "PG15", "PG14", -12.9, [-16.0, -9.8], 0.001, "better"), ("lag", "PG16", "PG14", -6.5, [-9.6, -3.3], 0.01, "better"), ("lag", "PG16", "PG15", 7.4, [3.1, 11.6], 0.01, "worse")],
)  # fmt: skip

STEPS = [
    ("Peak throughput grows with every increase of the parameter.", "Minimum throughput grows with every increase of the parameter."),
    ("Reply time falls with each step.", "Throughput rises with each step."),
    ("As the delay grows, the mean reply time falls.", "As the delay grows, p95 of reply time falls."),
    ("С ростом параметра занятость диска снижается.", "С ростом параметра пропускная способность повышается."),
    ("Максимальная пропускная способность увеличивается вместе с параметром.", "Минимальная пропускная способность увеличивается вместе с параметром."),
    ("Связь пропускной способности со временем ответа усиливается с ростом задержки.", "Связь пропускной способности с занятостью диска усиливается с ростом задержки."),
    ("The link of throughput with reply time strengthens with every step.", "The link of throughput with disk load strengthens with every step."),
    ("Recovery varies with the parameter.", "Recovery gets slower with every increase of the parameter."),
    ("- Reply time falls steadily from 0 through 800 to 3200.\n- So does the 99th percentile of reply time.", "- Reply time falls steadily from 0 through 800 to 3200.\n- So does the 95th percentile of reply time."),
    ("Среднее время ответа уменьшается с каждым шагом. То же происходит с p99 времени ответа.", "Среднее время ответа уменьшается с каждым шагом. То же происходит с p95 времени ответа."),
]  # fmt: skip
VERSIONS = [
    ("Версия 15 отвечает быстрее версии 14: время ответа 10,8 мс против 12,4.", "Версия 15 отвечает быстрее версии 14: время ответа 11,6 мс против 12,4."),
    ("Version 16 has a longer reply time than version 15.", "Version 16 has a shorter reply time than version 15."),
    ("Между версиями 15 и 16 разница в пропускной способности не установлена.", "Между версиями 14 и 15 разница в пропускной способности не установлена."),
    ("Пропускная способность растёт от версии к версии.", "Время ответа уменьшается от версии к версии."),
    ("Throughput rises with every release.", "Reply time drops with every release."),
]  # fmt: skip
GAINS = [
    ("The gain does not grow with the number of clients.", "The gain grows with the number of clients."),
    ("Выигрыш зависит от числа клиентов.", "Чем больше клиентов, тем полезнее JIT."),
]


@pytest.mark.parametrize(
    ("true", "false", "held"),
    [(*one, DEPTHS) for one in STEPS]
    + [(*one, RELEASES) for one in VERSIONS]
    + [(*one, GAINS_OVER_LOADS) for one in GAINS],
)
def test_twins(true: str, false: str, held: dict[str, Any]) -> None:
    assert not is_refused(true, held)
    assert is_refused(false, held)


STRETCHES = [
    "As the delay grows from 0 to 800, throughput rises.",
    "From 0 to 800 throughput rises steadily.",
    "The throughput does not grow with every step.",
]


@pytest.mark.parametrize("text", STRETCHES)
def test_a_way_told_of_a_stretch_is_held_to_that_stretch(text: str) -> None:
    assert not is_refused(text, DEPTHS)
