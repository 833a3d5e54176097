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
        ("At 12 throughput falls to 2105 at worst.", "At 12 throughput falls to 5340 at worst."),
        ("При 12 пропускная способность в среднем 4415, в худший момент она проседает до 2105.", "При 12 пропускная способность в худший момент проседает до 2305."),
        ("Просадки при 12: 10:17–10:25 и ещё одна, помельче, на 61%.", "Просадки при 12: 10:17–10:25, на 61%, и ещё одна."),
        ("The link of throughput with hit ratio is at least 0.42 everywhere, and with replica lag at 30 it is negative.", "The link of throughput with hit ratio is at least 0.42 everywhere, and with replica lag at 30 it is positive."),
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


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The p99 of replica lag is at its best, 88 ms, at 1.", "The median of replica lag is at its best, 98 ms, at 1."),
        ("All sixteen caches are warm.", "We compared sixteen caches of different size."),
        ("Median replica lag changes: 50 → 52 → 51 → 53 ms.", "Replica lag rises monotonically with the cache: 51 → 53 → 52 → 54 ms."),
        ("Doubling the cache once more changes little for throughput.", "At 6 throughput doubles against 1."),
        ("For replica lag, the two lower settings are better and the two upper ones worse.", "Replica lag gets better at every step."),
        ("Из 20 запросов при 30 медленнее, чем при 1, оказались пять.", "При 30 пропускная способность ниже, чем при 1."),
        ("Throughput rises from 4120 at 1 to 4300 at 6; beyond that the curve is flat.", "Throughput at 1 and 6 is identical."),
        ("Link of throughput with hit ratio: 0.91 at 1; the coefficient gets smaller at each level.", "Throughput gets smaller at each level."),
        ("Throughput goes from 4120 TPS at 1 to 4300.", "Throughput goes from 4120 TPS at 1 to 4900."),
        ("Median replica lag is the same at the two largest sizes (53 ms).", "Replica lag is 51 ms, the largest of all."),
    ],
)  # fmt: skip
def test_what_is_said_of_some_levels_or_of_no_metric_is_let_be(true: str, false: str) -> None:
    assert not is_refused(true, nights())
    assert is_refused(false, nights())


def test_an_amount_is_of_what_stands_around_it() -> None:
    told = "Replica lag was measured.\n\n### cache_size = 6\n\n- The hit ratio is 93.6%.\n"
    assert not is_refused(told + "- The mean grows by 3.9% to 53 ms.\n", nights())
    drop = "### Drops\n\nThere were two drops at 12. The longest began at 10:17 and cost "
    assert not is_refused(drop + "88.5% of throughput.\n", nights())
    assert is_refused(drop + "77.5% of throughput.\n", nights())


def test_a_run_grows_from_its_start_to_its_end() -> None:
    held = nights()
    held["metrics"].append({"id": "size", "unit": "GB", "better": "lower", "names": {"en": ["space used"], "ru": ["место"]}})  # fmt: skip
    held["facts"] += [
        {"id": f"{level}.size.{stat}", "level": level, "metric": "size", "stat": stat, "value": value, "unit": "GB", "decimals": 1}
        for stat, row in (("first", (121.4, 121.9, 122.3, 121.0)), ("last", (159.6, 159.1, 171.8, 160.2)))
        for level, value in zip(("1", "6", "12", "30"), row, strict=True)
    ]  # fmt: skip
    assert not is_refused("Space used at 6 grew by 37.2 GB.", held)
    assert is_refused("Space used at 6 grew by 47.2 GB.", held)


def test_the_spread_of_the_sentence_before_is_meant_by_its_pronoun() -> None:
    held = nights()
    held["facts"] += [
        {"id": f"{level}.lag.stddev", "level": level, "metric": "lag", "stat": "stddev", "value": value, "decimals": 1}
        for level, value in zip(("1", "6", "12", "30"), (10.0, 8.0, 12.0, 13.0), strict=True)
    ]
    told = "Стандартное отклонение отставания реплики минимально при 6. "
    assert not is_refused(told + "При 30 оно превышает базовое на 30%.", held)
    assert is_refused(told + "При 30 оно превышает базовое на 50%.", held)
