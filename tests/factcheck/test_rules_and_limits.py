"""How settings are changed, when drops came, what was at its limit, how tightly two metrics are linked: true twins pass, false twins fall."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused, verdicts


def store() -> dict[str, Any]:
    values = {"row": (3110, 2650, 3390), "page": (3480, 3012, 3806), "column": (2275, 1120, 2940)}
    busy = {"row": (38.4, 57), "page": (44.1, 62), "column": (71.8, 99)}
    facts = [
        {"id": f"{level}.tps.{stat}", "level": level, "metric": "tps", "stat": stat, "value": value, "unit": "1/s", "decimals": 0}
        for level, row in values.items() for stat, value in zip(("mean", "min", "max"), row, strict=True)
    ] + [
        {"id": f"{level}.util.{stat}", "level": level, "metric": "util", "stat": stat, "value": value, "unit": "%", "decimals": 1}
        for level, row in busy.items() for stat, value in zip(("mean", "max"), row, strict=True)
    ] + [
        {"id": f"{level}.user.max", "level": level, "metric": "user", "stat": "max", "value": value, "unit": "%", "decimals": 0}
        for level, value in (("row", 41), ("page", 45), ("column", 88))
    ] + [
        {"id": f"{level}.tps.pearson~util", "level": level, "metric": "tps", "stat": "pearson", "partner": "util", "value": value, "unit": "1", "decimals": 2}
        for level, value in (("row", 0.94), ("page", -0.87), ("column", 0.04))
    ]  # fmt: skip
    windows = [("column", "16:04", "16:10", 31.5, 300), ("column", "16:41", "16:58", 22.0, 960), ("row", "08:20", "08:24", 12.5, 120)]  # fmt: skip
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "layout", "title": {}, "factors": [{"name": "layout", "unit": None, "levels": ["row", "page", "column"], "baseline": "row", "default": "row"}], "repeats": 4, "primary": "tps", "environment": {}},
        "metrics": [
            {"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["скорость"]}},
            {"id": "util", "unit": "%", "better": "none", "names": {"en": ["disk utilisation"], "ru": ["занятость диска"]}},
            {"id": "user", "unit": "%", "better": "none", "names": {"en": ["user CPU"], "ru": ["процессор, user"]}},
        ],
        "facts": facts,
        "windows": [{"level": level, "run": 1, "kind": "drop", "metric": "tps", "starts_at": start, "ends_at": end, "depth_pct": depth, "recovered_after_s": after} for level, start, end, depth, after in windows],
        "settings": [
            {"name": "wal_buffers", "unit": "8kB", "min": -1, "max": 262143, "context": "postmaster"},
            {"name": "wal_writer_delay", "unit": "ms", "min": 1, "max": 10000, "context": "sighup"},
            {"name": "commit_siblings", "unit": None, "min": 0, "max": 1000, "context": "user"},
            {"name": "track_functions", "unit": None, "context": "superuser"},
        ],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("A change of wal_buffers means bouncing the server.", "A change of wal_writer_delay means bouncing the server."),
        ("wal_buffers has to wait for a restart. So does nothing else here.", "wal_buffers has to wait for a restart. So does wal_writer_delay."),
        ("wal_writer_delay is picked up on reload.", "wal_buffers is picked up on reload."),
        ("Each session may choose its own commit_siblings.", "Each session may choose its own wal_writer_delay."),
        ("An ordinary user cannot change track_functions.", "An ordinary user cannot change commit_siblings."),
        ("track_functions is reserved for superusers.", "commit_siblings is reserved for superusers."),
        ("commit_siblings can be set per session without a restart.", "track_functions can be set by any user without a restart."),
        ("Для commit_siblings верхняя граница — 1000, так что 800 допустимо.", "Для commit_siblings верхняя граница — 1000, но допустимо и 1500."),
        ("wal_writer_delay хватит перечитать; поставить можно и 9 секунд.", "wal_writer_delay хватит перечитать; поставить можно и 90 секунд."),
        ("No value of commit_siblings above 1000 is accepted.", "No value of commit_siblings above 500 is accepted."),
        ("commit_siblings любой пользователь меняет сам; wal_buffers — нет.", "commit_siblings любой пользователь меняет сам; то же касается wal_buffers."),
        ("Чтобы сменить wal_buffers, придётся остановить сервер.", "Чтобы сменить wal_writer_delay, придётся остановить сервер."),
    ],
)  # fmt: skip
def test_a_setting_is_changed_as_its_context_and_range_allow(true: str, false: str) -> None:
    assert not is_refused(true, store())
    assert is_refused(false, store())


@pytest.mark.parametrize(
    "text",
    [
        "If wal_writer_delay needed a restart, we would say so.",
        "After changing wal_writer_delay we restarted the server before each run.",
        "Does wal_writer_delay need a restart?",
        "The restart took 15 s.",
        "What changing max_connections costs on a running server is worth finding out.",
    ],
)
def test_what_is_no_rule_of_a_setting_is_left_alone(text: str) -> None:
    assert not is_refused(text, store())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Under column the disk was saturated.", "Under page the disk was saturated."),
        ("С column сервер упёрся в процессор.", "С row сервер упёрся в процессор."),
        ("With page the disk had headroom; with column it did not.", "The bottleneck of the row runs was the disk."),
        ("Процессор нигде, кроме column, не был узким местом.", "У page диск работал на пределе."),
    ],
)
def test_a_resource_at_its_limit_was_busy(true: str, false: str) -> None:
    assert not is_refused(true, store())
    assert is_refused(false, store())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("One of the column runs broke down twice. The first collapse set in at 16:04.", "One of the column runs broke down twice. The first collapse set in at 16:10."),
        ("Column suffered two dips. The first lasted six minutes; the second was longer, but shallower.", "Column suffered two dips. The first lasted six minutes; the second was shorter, but shallower."),
        ("Row had a single dip, which began before nine o'clock.", "Row had a single dip, which began after nine o'clock."),
        ("У column два провала. Первый был глубже: скорость упала на 31,5 %.", "У column два провала. Второй был мельче: скорость упала на 31,5 %."),
        ("У column два провала. От второго сервер оправился только через 16 минут.", "У column два провала. От первого сервер оправился только через 16 минут."),
        ("Together the two drops of column lasted 23 minutes.", "Column had two drops. The last one was over at 16:41."),
    ],
)  # fmt: skip
def test_a_drop_is_told_as_it_came(true: str, false: str) -> None:
    assert not is_refused(true, store())
    assert is_refused(false, store())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("With row, throughput and disk utilisation are tightly linked. With column the same pair shows no connection.", "With row, throughput and disk utilisation are tightly linked. With column the same pair is closely tied."),
        ("- row. Скорость и занятость диска связаны тесно.", "- column. Скорость и занятость диска связаны тесно."),
        ("Page is another matter. There throughput and disk utilisation are negatively correlated.", "Row is another matter. There throughput and disk utilisation are negatively correlated."),
        ("Disk utilisation is a strong companion of throughput under row.", "Disk utilisation is a strong companion of throughput under column."),
    ],
)  # fmt: skip
def test_a_link_is_as_tight_as_its_coefficient(true: str, false: str) -> None:
    assert not is_refused(true, store())
    assert is_refused(false, store())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            "Disk utilisation averaged 38.4 % under row, page 44.1 %.",
            "Disk utilisation averaged 38.4 % under row, page 71.8 %.",
        ),
        (
            "Занятость диска у row в среднем 38,4 %, у page 44,1 %.",
            "Занятость диска у row в среднем 38,4 %, у page 71,8 %.",
        ),
    ],
)
def test_a_value_is_of_its_label(true: str, false: str) -> None:
    assert not is_refused(true, store())
    assert is_refused(false, store())


@pytest.mark.parametrize(
    "text",
    [
        "Ниже 1120 скорость у column не опускалась.",
        "The higher the disk utilisation, the lower the throughput under page.",
        "One query in a hundred needed more time with column.",
    ],
)
def test_what_compares_no_levels_is_left_alone(text: str) -> None:
    assert not is_refused(text, store())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("If memory is short instead, max_wal_size can be lowered with a reload.", "If memory is short instead, max_wal_size can be lowered by a restart only."),
        ("Не забудьте, что max_wal_size вступит в силу после перечитывания конфигурации.", "Не забудьте, что max_wal_size вступит в силу лишь после перезапуска."),
        ("max_wal_size вступит в силу после перечитывания конфигурации.", "max_wal_size вступит в силу только после рестарта."),
    ],
)  # fmt: skip
def test_a_rule_stands_behind_a_condition_and_where_it_takes_effect(true: str, false: str) -> None:
    assert "contradicted" not in verdicts(true), true
    assert "contradicted" in verdicts(false), false
