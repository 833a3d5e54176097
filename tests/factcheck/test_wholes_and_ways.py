"""What is told of a whole, of every metric, of nothing left, of a section's level and of all steps: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import REPEATED, is_refused

LEVELS = ["4", "8", "16", "32"]
ROWS = {
    ("tps", "mean"): [3100, 3480, 3650, 3390], ("tps", "max"): [3500, 3910, 4020, 4110], ("tps", "min"): [2700, 3020, 2890, 1650],
    ("lag", "mean"): [9.6, 7.2, 6.1, 8.3], ("lag", "p99"): [21.5, 16.4, 17.9, 41.2], ("lag", "max"): [30.4, 22.1, 28.6, 77.5],
    ("cpu", "mean"): [41.5, 48.2, 55.9, 63.4], ("queue", "mean"): [88, 31, 6, 2], ("timeouts", "count"): [14, 3, 0, 5],
    ("disk", "mean"): [210, 190, 176, 181], ("disk", "max"): [260, 244, 231, 239],
}  # fmt: skip
SHARES = {
    ("locks", "waits"): [22.0, 30.0, 38.0, 44.0],
    ("io", "waits"): [61.0, 50.0, 42.0, 30.0],
    ("buffer_content", "locks"): [12.0, 25.0, 51.0, 80.0],
}
METRICS = {
    "tps": ("1/s", "higher", None, "throughput", "пропускная способность"), "lag": ("ms", "lower", None, "commit latency", "задержка фиксации"),
    "cpu": ("%", "lower", None, "user CPU", "загрузка процессора"), "queue": ("1", "lower", None, "run queue", "очередь на выполнение"),
    "timeouts": ("1", "lower", None, "timeouts", "тайм-ауты"), "disk": ("MB/s", "lower", None, "disk writes", "запись на диск"),
    "waits": ("1", "lower", None, "waits", "ожидания"), "locks": ("1", "lower", "waits", "LWLock waits", "легковесные блокировки"),
    "io": ("1", "lower", "waits", "IO waits", "ожидания IO"), "buffer_content": ("1", "lower", "locks", "BufferContent", "BufferContent"),
}  # fmt: skip


def writers() -> dict[str, Any]:
    facts: list[dict[str, Any]] = [
        {"id": f"{level}.{metric}.{stat}", "level": level, "metric": metric, "stat": stat, "value": value, "unit": METRICS[metric][0], "decimals": 1 if isinstance(value, float) else 0}
        for (metric, stat), row in ROWS.items()
        for level, value in zip(LEVELS, row, strict=True)
    ]  # fmt: skip
    facts += [
        {"id": f"{level}.{metric}.share", "level": level, "metric": metric, "stat": "share", "value": value, "unit": "%", "decimals": 1, "denominator": of}
        for (metric, of), row in SHARES.items()
        for level, value in zip(LEVELS, row, strict=True)
    ]  # fmt: skip
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "writers", "title": {}, "factors": [{"name": "io_writer_pool", "levels": LEVELS, "baseline": "8"}], "repeats": 1, "primary": "tps"},
        "metrics": [{"id": key, "unit": unit, "better": better, "part_of": part, "names": {"en": [en], "ru": [ru]}} for key, (unit, better, part, en, ru) in METRICS.items()],
        "facts": facts,
        "windows": [
            {"level": "4", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "10:10", "ends_at": "10:40", "depth_pct": 22.5, "recovered_after_s": 120},
            {"level": "32", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "13:05", "ends_at": "13:12", "depth_pct": 48.1, "recovered_after_s": 400},
        ],
    }  # fmt: skip


EN32, EN16, RU32, RU16 = (
    f"## {word} (io_writer_pool = {level})\n\n- "
    for word, level in (("The large pool", "32"), ("The middle", "16"), ("Большой пул", "32"), ("Средний", "16"))
)
CASES = [
    # a share within a class is none of the whole
    ("At 32 BufferContent is 35.2% of all waits.", "At 32 BufferContent is 80% of all waits."),
    ("При 32 на BufferContent приходится 35,2% всех ожиданий.", "При 32 на BufferContent приходится 80% всего времени ожидания."),
    (EN32 + "About a third of all waits is BufferContent.", EN32 + "More than three quarters of all waiting is BufferContent."),
    ("## io_writer_pool = 32\n\nThe highest peak of throughput is found here, and the deepest fall, 1650.", "## io_writer_pool = 32\n\nThe highest peak of throughput is found here, and the deepest fall, 2890."),
    (EN32 + "LWLock waits make 44% of all waits.", EN32 + "In other words, 80% of all waits are BufferContent."),
    # every metric, no metric
    ("A pool of 32 does not win in every metric.", "A pool of 32 loses on all counts."),
    ("Пул 32 проигрывает не по всем показателям.", "Пул 32 не даёт выигрыша ни по одному показателю."),
    ("Enlarging the pool improves some metrics.", "Enlarging the pool improves every metric."),
    ("Pool 4 does not lose in all metrics.", "Pool 4 loses on every count."),
    # what is said to be gone
    ("At 16 the timeouts disappeared.", "At 32 the timeouts disappeared."),
    ("При 16 тайм-ауты исчезли.", "При 32 тайм-ауты исчезли полностью."),
    ("При 32 очередь на выполнение почти исчезла.", "При 32 очередь на выполнение исчезла."),
    ("Timeouts occurred at 4 (14), 8 (3) and 32 (5); at the other value there were none.", "Timeouts occurred at 4 (14) and 8 (3); at the other values there were none."),
    # the statistic that the words beside a number name
    ("At 8 commit latency is 7.2 ms on average.", "At 8 commit latency is 16.4 ms on average."),
    (EN16 + "Commit latency is 17.9 ms even at the 99th percentile.", EN16 + "Commit latency is 6.1 ms even at the 99th percentile."),
    (RU16 + "Задержка фиксации — 6,1 мс в среднем.", RU16 + "Задержка фиксации — 6,1 мс даже по 99-му перцентилю."),
    ("The amplitude of throughput at 8 is 890.", "The amplitude of throughput at 8 is 3910."),
    ("Запись на диск при 4 достигает 260 MB/s.", "Амплитуда записи на диск при 4 равна 260 MB/s."),
    ("The amplitude of throughput is largest at 32.", "The amplitude of throughput is largest at 16."),
    ("Размах пропускной способности минимален при 4.", "Размах пропускной способности минимален при 16."),
    # an extreme of the section's level
    (EN16 + "It also has the lowest commit latency.", EN16 + "It also has the lowest user CPU."),
    (EN32 + "It has the highest user CPU and the shortest run queue.", EN16 + "It has the best commit latency and the shortest run queue."),
    (RU16 + "Здесь же наименьшая задержка фиксации.", RU32 + "Здесь же наименьшая задержка фиксации."),
    (EN16 + "The tail of commit latency is not the shortest here.", EN16 + "The tail of commit latency is also the shortest here."),
    (RU32 + "Здесь зафиксирован абсолютный максимум пропускной способности.", RU16 + "Здесь зафиксирован абсолютный максимум пропускной способности."),
    ("At 32 the throughput peaks at 4110, and its peak of 4110 is the highest in the series.", "At 16 the throughput peaks at 4020, and its peak of 4020 is the highest in the series."),
    ("- Лучший по скорости — 16.\n- Он же даёт наименьшую запись на диск.", "- Лучший по скорости — 16.\n- Он же даёт наименьшую загрузку процессора."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), CASES)
def test_the_true_twin_passes_and_the_false_one_is_refused(true: str, false: str) -> None:
    assert not is_refused(true, writers())
    assert is_refused(false, writers())


WAYS = [
    # along the parameter, all levels count
    ("User CPU grows with the pool, from 41.5% (4) to 63.4% (32).", "Throughput improves as the pool grows: from 3100 (4) to 3390 (32)."),
    ("Загрузка процессора растёт с увеличением пула: от 41,5% (4) до 63,4% (32).", "Пропускная способность растёт с увеличением пула: от 3100 (4) до 3390 (32)."),
    ("Throughput grows with the pool up to 16: 3100 → 3480 → 3650.", "The maximum of commit latency grows with a larger pool (2.5 times)."),
    ("The maximum of throughput rises as the pool grows, from 3500 at 4 to 4110 at 32.", "The minimum of throughput falls as the pool grows, from 2700 at 4 to 1650 at 32."),
    ("Dispersion aside, user CPU rises with the pool.", "Commit latency falls with the pool, from 9.6 (4) to 8.3 (32)."),
    ("С ростом пула загрузка процессора растёт: от 41,5% (4) до 63,4% (32).", "С ростом пула пропускная способность растёт: от 3100 (4) до 3390 (32)."),
    ("По сравнению с io_writer_pool = 4 пропускная способность при 32 выше на 9,4%.", "По сравнению с io_writer_pool = 4 пропускная способность при 32 ниже на 9,4%."),
    ("Compared with io_writer_pool = 4, throughput at 32 is 9.4% higher.", "Compared with io_writer_pool = 4, throughput at 32 is 9.4% lower."),
    # a row that is called monotone
    ("User CPU follows a monotone path, 41.5 → 48.2 → 55.9 → 63.4.", "Disk writes follow a monotone path, 210 → 190 → 176 → 181."),
    ("Загрузка процессора: 41,5 → 48,2 → 55,9 → 63,4, неуклонный рост.", "Запись на диск: 210 → 190 → 176 → 181, неуклонное падение."),
    ("Commit latency does not fall monotonically: 9.6, 7.2, 6.1 and 8.3 ms.", "Commit latency falls steadily: 9.6, 7.2, 6.1 and 8.3 ms."),
    # the peaks of what stood before
    ("- Throughput is 3100, 3480, 3650 and 3390.\n- The peaks go on: with every doubling they only grow.", "- Commit latency is 9.6, 7.2, 6.1 and 8.3 ms.\n- The peaks behave alike: with every doubling they only shrink."),
    ("- Пропускная способность — 3100, 3480, 3650 и 3390.\n- Максимумы с каждым удвоением только растут.", "- Задержка фиксации — 9,6, 7,2, 6,1 и 8,3 мс.\n- Максимумы такие же: с каждым удвоением они только уменьшаются."),
    # two metrics over the levels
    ("The higher user CPU, the lower the run queue.", "The higher user CPU, the lower the commit latency."),
    ("Чем выше загрузка процессора, тем меньше очередь на выполнение.", "Чем выше загрузка процессора, тем меньше задержка фиксации."),
    # a fall of more than a hundred per cent
    ("The run queue went down by 97.7% from 4 to 32.", "The run queue went down by 4300% from 4 to 32."),
    ("От 32 к 8 очередь на выполнение выросла на 1450%.", "От 8 к 32 очередь на выполнение сократилась на 1450%."),
    # ratings
    ("Rating by commit latency: 16, 8, 32, 4.", "Rating by commit latency: 16, 32, 8, 4."),
    ("Рейтинг по загрузке процессора: 4, 8, 16, 32.", "Рейтинг по загрузке процессора: 4, 16, 8, 32."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), WAYS)
def test_a_way_holds_for_all_the_levels_it_is_told_of(true: str, false: str) -> None:
    assert not is_refused(true, writers())
    assert is_refused(false, writers())


PLACES = [
    # a value of another level under a section's head
    (EN16 + "Throughput reaches 4020.", EN16 + "Throughput reaches 4110."),
    (RU32 + "Запись на диск составляет 181 MB/s.", RU32 + "Запись на диск составляет 176 MB/s."),
    ("Throughput was better. Here throughput at 16 reaches 4020.", "Throughput was better. Here throughput at 16 reaches 3910."),
    ("## Commit latency\n\n- Its p99 at 8 is 16.4 ms.", "## Commit latency\n\n- Its p99 at 8 is 17.9 ms."),
    # an amount against a statistic of its own level, or against the amplitude of another
    ("At 32 the p99 of commit latency is 41.2 ms, nearly five times its mean.", "At 32 the p99 of commit latency is 41.2 ms, nine times its mean."),
    ("The amplitude of throughput at 32 is 2460, about three times that of 4.", "The amplitude of throughput at 32 is 2460, five times that of 4."),
    ("At 16 commit latency is 6.1 ms on average and 17.9 ms at the 99th percentile.", "At 16 commit latency is 17.9 ms on average and 6.1 ms at the 99th percentile."),
    ("The tail of commit latency at 8 is 16.4 ms.", "The tail of commit latency at 8 is 17.9 ms."),
    # who is first by the metric in front
    ("By the 99th percentile of commit latency the winner is 8.", "By the 99th percentile of commit latency the winner is 16."),
    ("По задержке фиксации лидирует 16.", "По задержке фиксации лидирует 32."),
    # a further increase is one from the level before
    ("A further increase to 32 raises user CPU.", "A further increase to 32 improves commit latency."),
    ("Дальнейшее увеличение пула до 16 улучшает пропускную способность.", "Дальнейшее увеличение пула до 32 улучшает пропускную способность."),
    # slopes
    ("The steepest trend was found at 32.", "The steepest trend was found at 8."),
    ("Самый пологий наклон — при 8.", "Самый пологий наклон — при 32."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), PLACES)
def test_a_value_is_of_the_level_that_its_place_names(true: str, false: str) -> None:
    held = writers()
    held["facts"] += [
        {"id": f"{level}.tps.slope", "level": level, "metric": "tps", "stat": "slope", "value": value, "decimals": 2}
        for level, value in zip(LEVELS, (1.2, 0.1, -0.6, -2.9), strict=True)
    ]
    assert not is_refused(true, held)
    assert is_refused(false, held)


def test_two_levels_and_a_word_of_speed_are_told_of_the_primary_metric() -> None:
    assert is_refused("100 is clearly faster than 0.", REPEATED)
    assert not is_refused("1000 is clearly slower than 0.", REPEATED)
    assert is_refused("100 уверенно быстрее 0.", REPEATED)


def test_a_setting_is_no_way_of_the_metric_that_shares_its_noun() -> None:
    held = writers()
    held["metrics"][5]["names"]["en"] = ["page cache"]
    assert not is_refused("With a larger cache IO waits fall.", held)


def test_a_column_of_two_letters_is_a_metric_in_english_too() -> None:
    held = writers()
    held["metrics"][2]["names"]["en"].append("sy")
    assert not is_refused("At 8 sy is 48.2%.", held)
    assert is_refused("At 8 sy is 55.9%.", held)


def test_a_level_that_is_compared_with_is_no_growth_of_the_parameter() -> None:
    values = {"1min": 1097, "15min": 836, "30min": 1411}
    document = {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "c", "title": {}, "factors": [{"name": "checkpoint_timeout", "levels": list(values), "baseline": "1min"}], "repeats": 5, "primary": "tps"},
        "metrics": [{"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}}],
        "facts": [{"id": f"{level}.tps", "level": level, "metric": "tps", "stat": "mean", "value": value, "unit": "1/s", "decimals": 0} for level, value in values.items()],
        "effects": [{"metric": "tps", "level": "30min", "baseline": "1min", "effect_pct": 28.9, "ci_pct": [19.9, 38.5], "verdict": "better"}],
    }  # fmt: skip
    for text in (
        "Compared with checkpoint_timeout = 1min, throughput at 30min is 28.9% higher.",
        "По сравнению с checkpoint_timeout = 1min пропускная способность при 30min выше на 28,9 %.",
    ):
        assert not is_refused(text, document)
    assert is_refused("Throughput grows with checkpoint_timeout.", document)
