"""True statements that were refused: what an article calls its base, levels told in words, one run among many, what a clause leaves to its sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import REPEATED, is_refused
from tests.factcheck.test_alarms_7 import tails


def senders() -> dict[str, Any]:
    """Subscribers that the title counts, with CPU columns, a p99, the length of a run and a drop."""
    levels, rows = ["0", "1", "2", "4"], {
        ("speed", "mean"): [4120, 4050, 3990, 3700], ("latency", "p99"): [18.2, 17.5, 19.1, 24.6], ("lag", "max"): [10, 18, 16, 240], ("lag", "mean"): [2.0, 3.1, 4.6, 38.5],
        ("cpu_us", "mean"): [52.4, 58.1, 57.6, 60.3], ("cpu_sy", "mean"): [14.8, 13.1, 13.4, 12.2], ("cpu_wa", "mean"): [15.7, 9.8, 10.6, 8.1],
        ("w_iops", "mean"): [1000, 900, 800, 720], ("wmb", "mean"): [20, 22, 24, 26],
    }  # fmt: skip
    units = {
        "speed": "1/s",
        "latency": "ms",
        "lag": "MB",
        "cpu_us": "%",
        "cpu_sy": "%",
        "cpu_wa": "%",
        "w_iops": "1/s",
        "wmb": "MB/s",
    }
    names = {"speed": ["speed", "скорость"], "latency": ["latency", "задержка"], "lag": ["replica lag", "отставание"], "cpu_us": ["CPU user time", "us"],
             "cpu_sy": ["CPU system time", "sy"], "cpu_wa": ["CPU I/O wait", "wa"], "w_iops": ["write IOPS", "IOPS записи"], "wmb": ["device writes", "объём записи"]}  # fmt: skip
    return {
        "format": "pgverdict-facts/1",
        "experiment": {
            "id": "senders", "title": {"ru": "Число подписчиков логической репликации"}, "repeats": 1, "primary": "speed", "environment": {"run_minutes": 180, "ram_gb": 64},
            "factors": [{"name": "subscribers", "levels": levels, "baseline": "0"}],
        },
        "metrics": [{"id": key, "unit": unit, "better": "higher" if key == "speed" else "lower", "names": {"en": [names[key][0]], "ru": [names[key][1]]}} for key, unit in units.items()],
        "facts": [
            {"id": f"{level}.{metric}.{stat}", "level": level, "metric": metric, "stat": stat, "value": value, "unit": units[metric], "decimals": 1}
            for (metric, stat), row in rows.items()
            for level, value in zip(levels, row, strict=True)
        ],
        "windows": [{"level": "4", "run": 4, "kind": "drop", "metric": "speed", "starts_at": "01:15", "ends_at": "01:24", "depth_pct": 75.8, "recovered_after_s": 780}],
        "settings": [{"name": "max_wal_senders", "min": 0, "max": 262143, "context": "postmaster"}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("База — это 1. В базе пропускная способность 4120, у 6 она 4300.", "База — это 1. В базе пропускная способность 4300, у 6 она 4120."),
        ("База — это 1. Отставание реплики в базе самое низкое.", "База — это 1. Доля попаданий в базе самая высокая."),
        ("За базу принято 1. Пропускная способность при 12 — 4415 (+7,2% к базе).", "За базу принято 1. Пропускная способность при 12 — 4415 (+9,2% к базе)."),
        ("### cache_size = 6\n\nПропускная способность выросла до 4300 (+4,4% к базовому значению).", "### cache_size = 6\n\nПропускная способность выросла до 4700 (+4,4% к базовому значению)."),
        ("You may raise max_connections; a restart is required, and the ceiling is 262,143.", "The ceiling of max_connections is 362,143."),
        ("The poorest minute of throughput was 1990 at 30.", "The poorest minute of throughput was 4290 at 30."),
    ],
)  # fmt: skip
def test_the_base_and_the_limits_of_a_setting(true: str, false: str) -> None:
    assert not is_refused(true, tails())
    assert is_refused(false, tails())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("При четырёх подписчиках p99 задержки 24,6 мс.", "При четырёх подписчиках p99 задержки 17,5 мс."),
        ("С одним подписчиком p99 задержки лучше исходного.", "С четырьмя подписчиками p99 задержки лучше исходного."),
        ("Отставание при одном и двух подписчиках ни разу не вышло за 18 МБ.", "Отставание при 4 ни разу не поднималось выше 18 МБ."),
        ("At 1, us, sy and wa add up to 81.0%.", "At 1, us, sy and wa add up to 71.0%."),
        ("4 issues 28% fewer write operations than 0 yet writes 30% more data.", "4 issues 38% fewer write operations than 0."),
        ("В интервале 01:15–01:24 скорость просела на 75,8%, восстановление заняло 13 минут.", "В интервале 01:15–01:24 скорость просела на 65,8%."),
    ],
)  # fmt: skip
def test_levels_in_words_and_columns_in_a_row(true: str, false: str) -> None:
    assert not is_refused(true, senders())
    assert is_refused(false, senders())


@pytest.mark.parametrize(
    "text",
    [
        "One run took an hour.",
        "The best single run at 100 merely equals the mean at 0.",
        "The gap between the fastest and the slowest run is widest at 1000.",
        "At 1000 tps falls; one in a hundred then takes more than five minutes.",
        "Среднее оставшихся четырёх прогонов при 1000 будет 4395 tps.",
    ],
)
def test_a_run_among_several_and_what_is_left_open(text: str) -> None:
    assert not is_refused(text, REPEATED)


def test_how_often_each_level_was_run_is_still_counted() -> None:
    assert is_refused("Each level was run once, one run per level.", REPEATED)


def test_how_long_a_run_is() -> None:
    assert not is_refused("При 4 три прохода за три часа.", senders())
