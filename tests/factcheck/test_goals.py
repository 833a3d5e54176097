"""Advice for a goal is held to the figures of that goal: refused where the level is the worst by it, open otherwise."""

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import verdicts

FACTS = document(
    "cache", "cache_size", "MB", ["64", "128", "256", "512"],
    {
        "tps": metric("1/s", "higher", 0, "throughput;tps", "скорость", {"mean": [4100, 6300, 8800, 8100], "stddev": [40, 60, 80, 900], "min": [3900, 6000, 8300, 3000], "max": [4200, 6500, 9000, 9900]}),
        "latency": metric("ms", "lower", 1, "latency", "задержка", {"mean": [21.0, 18.5, 16.2, 19.9], "p99": [61.0, 55.5, 66.0, 90.0]}),
        "memory": metric("MB", "none", 0, "memory", "память", {"mean": [400, 520, 800, 1400]}),
        "table": metric("GB", "none", 1, "table size", "размер таблицы", {"last": [4.0, 4.9, 6.0, 9.5]}),
    },
    repeats=1, primary="tps", baseline="64",
)  # fmt: skip

TWINS = [
    ("Where p99 latency matters most, 128 MB is the right choice.", "Where p99 latency matters most, 512 MB is the right choice."),
    ("On hosts short of memory, 64 MB is the setting to pick.", "On hosts short of memory, 512 MB is the setting to pick."),
    ("При нехватке памяти подойдёт 64 МБ.", "При нехватке памяти подойдёт 512 МБ."),
    ("Если важнее всего хвост (p99), лучше выбрать 128 МБ.", "Если важнее всего хвост (p99), лучше выбрать 512 МБ."),
    ("- Shortest p99 latency: 128 MB", "- Shortest p99 latency: 256 MB"),
    ("При нехватке места на диске предпочтительно 64 МБ.", "При нехватке места на диске предпочтительно 512 МБ."),
]  # fmt: skip


@pytest.mark.parametrize(("sound", "unsound"), TWINS)
def test_advice_that_the_figures_of_its_goal_speak_against_is_refused(sound: str, unsound: str) -> None:
    assert "contradicted" not in verdicts(sound, FACTS), sound
    assert "contradicted" in verdicts(unsound, FACTS), unsound


@pytest.mark.parametrize(
    "text",
    [
        "Where p99 latency matters most, do not choose 512 MB.",
        "Where latency matters, 64 MB is an acceptable compromise with 256 MB as the alternative.",
        "On hosts short of memory, 128 MB is acceptable.",
        "If latency matters, test 512 MB on your own load, or not at all.",
        "При нехватке памяти 512 МБ лучше не ставить.",
    ],
)
def test_what_is_no_such_advice_stays_open(text: str) -> None:
    assert "contradicted" not in verdicts(text, FACTS)


SPREAD = document(
    "commit", "synchronous_commit", None, ["off", "local", "on"],
    {"latency": metric("ms", "lower", 2, "latency", "задержка", {"mean": [0.34, 1.27, 1.28], "stddev": [0.10, 0.11, 0.12]}),
     "latency_stddev": metric("ms", "lower", 2, "latency spread", "разброс задержки", {"mean": [0.20, 0.42, 0.48], "stddev": [0.06, 0.08, 0.17]})},
    repeats=5, primary="latency", baseline="on",
)  # fmt: skip


@pytest.mark.parametrize(
    ("sound", "unsound"),
    [
        ("Кому важнее разброс задержки, тому подходит synchronous_commit = off.", "Кому важнее разброс задержки, тому подходит synchronous_commit = on."),
        ("Where latency spread matters most, synchronous_commit = off is the right choice.", "Where latency spread matters most, synchronous_commit = on is the right choice."),
    ],
)  # fmt: skip
def test_a_metric_that_is_called_a_spread_is_no_spread_of_another(sound: str, unsound: str) -> None:
    assert "contradicted" not in verdicts(sound, SPREAD), sound
    assert "contradicted" in verdicts(unsound, SPREAD), unsound
