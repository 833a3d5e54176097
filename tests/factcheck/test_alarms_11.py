"""True statements of articles that were refused: extremes told behind a mean, drops counted off, links told in a row, the verb "drop", what is of one level."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused
from tests.factcheck.test_everywhere import caches


def nights() -> dict[str, Any]:
    """Cache sizes with drops, the slopes and peaks of replica lag, and a second link of throughput."""
    held = caches()
    rows = {
        ("lag", "slope"): (0.38, 0.33, 0.48, 0.31),
        ("lag", "max"): (98, 121, 98, 105),
        ("lag", "median"): (50, 52, 51, 53),
        ("lag", "p99"): (88, 90, 92, 97),
    }
    held["facts"] += [
        {"id": f"{level}.{metric}.{stat}", "level": level, "metric": metric, "stat": stat, "value": value, "unit": "ms", "decimals": 2 if stat == "slope" else 0}
        for (metric, stat), row in rows.items()
        for level, value in zip(("1", "6", "12", "30"), row, strict=True)
    ]  # fmt: skip
    held["facts"] += [
        {"id": f"{level}.tps~hit", "level": level, "metric": "tps", "stat": "pearson", "partner": "hit", "value": value, "decimals": 2}
        for level, value in zip(("1", "6", "12", "30"), (0.91, 0.83, 0.64, 0.42), strict=True)
    ]  # fmt: skip
    held["facts"] += [
        {"id": f"{level}.stalls", "level": level, "metric": "stalls", "stat": "count", "value": count, "decimals": 0}
        for level, count in zip(("1", "6", "12", "30"), (1, 0, 2, 0), strict=True)
    ]
    held["metrics"].append(
        {"id": "stalls", "unit": "1", "better": "lower", "names": {"en": ["stalls", "drops"], "ru": ["просадки"]}}
    )
    drops = [("1", "09:10", "09:12", 40.0), ("12", "10:17", "10:25", 88.5), ("12", "10:41", "10:44", 61.0)]
    held["windows"] = [
        {"level": level, "run": 1, "kind": "drop", "metric": "tps", "starts_at": start, "ends_at": end, "depth_pct": depth}
        for level, start, end, depth in drops
    ]  # fmt: skip
    return held


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 12 throughput is 4415 on average, dipping as low as 2105.", "At 12 throughput is 4415 on average, dipping as low as 2305."),
        ("At 12 throughput is 4415, ranging from 2105 to 5340.", "At 12 throughput is 4415, ranging from 2705 to 5340."),
        ("Throughput drops from 4415 at 12 to 4290 at 30.", "Throughput drops from 4415 at 12 to 4120 at 30."),
        ("При 12 два провала, 10:17–10:25 и 10:41–10:44; второй короче на 5 минут.", "При 12 два провала, 10:17–10:25 и 10:41–10:44; второй короче на 9 минут."),
        ("При 12 просадок было две: первая, 10:17–10:25, глубиной 88,5%, вторая — 61%.", "При 12 просадок было две: первая, 10:17–10:25, глубиной 61%, вторая — 88,5%."),
        ("Дольше всего в просадках находился вариант 12 — 11 минут.", "Дольше всего в просадках находился вариант 1 — 2 минуты."),
        ("Отставание реплики растёт; быстрее всего — при 12: наклон 0,48, медленнее всего — при 30: наклон 0,31.", "Быстрее всего отставание реплики растёт при 1: наклон 0,38."),
        ("Пики отставания реплики при 1 и 12 совпали.", "Пики отставания реплики при 6 и 12 совпали."),
        ("При 6 медиана пропускной способности 4350 при самой низкой пиковой при 1.", "Самая низкая пиковая пропускная способность — при 6."),
        ("The correlation of throughput with hit ratio at 12 is 0.64.", "The correlation of throughput with hit ratio at 12 is 0.42."),
        ("Корреляция пропускной способности с долей попаданий: 0,64 при 12; с отставанием реплики она ещё ниже — 0,12.", "Корреляция пропускной способности с долей попаданий при 12 — 0,42."),
        ("Link with replica lag and throughput: -0.31 at 1, -0.44 at 6, then the correlation is positive at 12.", "Link with replica lag and throughput: the correlation is positive at 6."),
    ],
)  # fmt: skip
def test_what_is_true_is_let_be(true: str, false: str) -> None:
    assert not is_refused(true, nights())
    assert is_refused(false, nights())


def test_what_never_happened_at_one_level_is_of_its_run() -> None:
    assert not is_refused("### cache_size = 12\n\n- Отставание реплики ни разу не поднялось выше 98 мс.\n", nights())
    assert is_refused("### cache_size = 12\n\n- Отставание реплики ни разу не поднялось выше 50 мс.\n", nights())


def test_each_drop_is_held_to_the_one_before_it_at_its_level() -> None:
    told = "12 had two:\n\n1. 10:17–10:25, down 88.5%.\n2. 10:41–10:44, down 61%.\n\n"
    assert not is_refused(told + "Each drop was shallower than the one before.", nights())
    assert is_refused(told + "Each drop was deeper than the one before.", nights())
