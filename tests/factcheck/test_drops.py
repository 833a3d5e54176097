"""What is told of several drops, and of the machine, the data and the load, is held to the windows and the environment of the facts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused


def stalls() -> dict[str, Any]:
    windows = [("30", "11:02", "11:09", 44.0), ("90", "12:15", "12:26", 58.0), ("90", "12:40", "12:58", 71.0)]
    return {
        "format": "pgverdict-facts/1",
        "experiment": {
            "id": "ratio", "title": {}, "factors": [{"name": "dirty_ratio", "unit": "%", "levels": ["5", "15", "30", "90"], "baseline": "15", "default": "15"}], "repeats": 1, "primary": "tps",
            "environment": {"cpu_cores": 6, "ram_gb": 48, "database_gb": 220, "step_minutes": 25, "rows_million": 350, "lz4_level": 4, "load_from": 8, "load_to": 40, "disk": "sdb"},
        },
        "metrics": [{"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}}],
        "facts": [{"id": f"{level}.tps", "level": level, "metric": "tps", "stat": "mean", "value": value, "unit": "1/s", "decimals": 0} for level, value in (("5", 2210), ("15", 2340), ("30", 2290), ("90", 1875))],
        "windows": [{"level": level, "run": 1, "kind": "drop", "metric": "tps", "starts_at": start, "ends_at": end, "depth_pct": depth} for level, start, end, depth in windows],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Прогоны 5 и 15 прошли без просадок.", "Прогоны 5 и 15 прошли с просадками."),
        ("При 5 и 15 кризисов не зафиксировано.", "При 5 и 15 зафиксировано по кризису."),
        ("The runs at 5 and 15 had no drops.", "Drops were seen at 5 and 30."),
        ("При 5 и 15 просадок не было, при 30 случилась одна.", "При 15 и 30 просадок не было."),
        ("Three drops were found: one at 30 and two at 90.", "Four drops were found: one at 30 and two at 90."),
        ("Neither 5 nor 15 suffered a single drop.", "Neither 30 nor 90 suffered a single drop."),
        ("The drops took 36 minutes altogether.", "The drops took 63 minutes altogether."),
        ("При 90 в просадках вместе проведено 29 минут.", "При 90 в просадках вместе проведено 36 минут."),
        ("Each drop is deeper and longer than the one before.", "Each drop is shallower and longer than the one before."),
        ("At 90 there were two drops, 12:15-12:26 and 12:40-12:58; the second was deeper.", "At 90 there were two drops, 12:15-12:26 and 12:40-12:58; the second was shallower."),
        ("При 90 две просадки: 12:15–12:26 и 12:40–12:58. Первая короче второй.", "При 90 две просадки: 12:15–12:26 и 12:40–12:58. Первая дольше второй."),
    ],
)  # fmt: skip
def test_several_drops_are_those_of_the_facts(true: str, false: str) -> None:
    assert not is_refused(true, stalls())
    assert is_refused(false, stalls())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("A 220 GB database was used.", "A 270 GB database was used."),
        ("Steps of 25 minutes.", "Steps of 40 minutes."),
        ("Мы взяли таблицу на 350 миллионов строк.", "Мы взяли таблицу на 530 миллионов строк."),
        ("Backups were packed with lz4 level 4.", "Backups were packed with lz4 level 9."),
        ("Нагрузка растёт с 8 до 40 сессий.", "Нагрузка растёт с 8 до 80 сессий."),
        ("Данные лежат на диске sdb.", "Данные лежат на диске sdc."),
        ("|| Cores / RAM || 6 / 48 GB ||\n|| Rows || 350 million ||\n", "|| Cores / RAM || 8 / 48 GB ||\n|| Rows || 350 million ||\n"),
    ],
)  # fmt: skip
def test_the_set_up_is_that_of_the_environment(true: str, false: str) -> None:
    assert not is_refused(true, stalls())
    assert is_refused(false, stalls())


def test_another_database_is_no_slip() -> None:
    assert not is_refused("Would the same be seen on a 900 GB database?", stalls())
    assert not is_refused("After the run the database was 3 GB larger.", stalls())


@pytest.mark.parametrize(("level", "refused"), [("30", False), ("90", True), ("5", True)])
@pytest.mark.parametrize("text", ["Зафиксирован единственный кризис.", "The sole drop was recorded here."])
def test_the_only_drop_of_a_section_is_one_drop_of_its_level(text: str, level: str, refused: bool) -> None:
    assert is_refused(f"## dirty_ratio = {level}\n\n- {text}\n", stalls()) is refused
