"""What is denied, excepted or left to the others: "not NVMe but RAID", "all but NVMe", "on the other two", "no drop past 40%", "no query longer than 200 ms"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

MEDIA: dict[str, Any] = document(
    "media", "носитель", None, ["HDD", "SATA", "NVMe", "RAID"],
    {
        "speed": metric("1/s", "higher", 0, "speed", "скорость", {"mean": [4130, 11860, 19470, 17920], "median": [4280, 12110, 19640, 18350], "min": [1020, 7430, 16020, 6910], "max": [5210, 13480, 21930, 22460], "slope": [-4.2, 1.3, 2.8, -6.1]}),
        "latency": metric("ms", "lower", 1, "latency;query time", "время отклика", {"mean": [52.6, 15.3, 8.2, 9.6], "p99": [310.0, 58.2, 24.3, 71.9], "max": [1840, 412, 168, 655]}),
        "waits": metric("1/min", "lower", 0, "waits", "ожидания", {"mean": [9840, 5120, 2870, 3040], "max": [12600, 6480, 4190, 15300]}),
        "util": metric("%", "none", 1, "disk utilisation", "утилизация диска;утилизация", {"mean": [98.7, 91.4, 43.6, 37.2], "max": [100, 98, 71, 100]}),
    },
    repeats=1, primary="speed", baseline="SATA",
    correlations=[("speed", "waits", "pearson", [-0.22, 0.31, 0.77, 0.54])],
    windows=[
        {"level": level, "run": 1, "kind": "drop", "metric": "speed", "starts_at": start, "ends_at": end, "depth_pct": depth, "recovered_after_s": 300}
        for level, start, end, depth in (("HDD", "03:11", "03:23", 76.2), ("SATA", "22:44", "22:46", 38.6), ("RAID", "04:36", "04:41", 62.3))
    ],
)  # fmt: skip
DELAYS: dict[str, Any] = document(
    "delay", "write_delay", None, ["500", "1500", "3000", "6000"],
    {
        "speed": metric("1/s", "higher", 0, "speed", "скорость", {"mean": [14210, 15380, 15120, 15405], "median": [14305, 15420, 15190, 15610], "max": [16020, 16890, 16740, 17950]}),
        "latency": metric("ms", "lower", 2, "latency", "задержка", {"mean": [4.51, 4.16, 4.23, 4.15], "median": [4.12, 4.01, 4.05, 3.9], "p99": [13.6, 11.2, 12.4, 24.7]}),
        "locks": metric("1/min", "lower", 0, "lock waits", "ожидания блокировок", {"mean": [512, 523, 508, 446]}),
        "dirty": metric("MB", "none", 0, "dirty memory", "грязная память", {"mean": [310, 640, 1100, 1900]}),
    },
    repeats=3, primary="speed", baseline="3000",
    effects=[("speed", "500", "3000", -6.0, [-8.0, -4.1], 0.001, "worse"), ("latency", "1500", "3000", -1.7, [-2.6, -0.8], 0.02, "equivalent")],
    correlations=[("speed", "dirty", "pearson", [0.45, 0.38, -0.17, -0.34])],
    windows=[
        {"level": level, "run": 1, "kind": "drop", "metric": "speed", "starts_at": start, "ends_at": end, "depth_pct": depth, "recovered_after_s": 50}
        for level, start, end, depth in (("500", "03:11", "03:23", 31.0), ("3000", "22:44", "22:46", 27.8), ("6000", "04:36", "04:41", 60.8))
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("document_", "true", "false"),
    [
        # a level that is excepted
        (MEDIA, "Просадки скорости были на всех носителях, кроме NVMe.", "Просадки скорости были на всех носителях, кроме HDD."),
        (MEDIA, "Drops were seen on all media except NVMe.", "Drops were seen on all media except SATA."),
        # no drop of a size
        (MEDIA, "On SATA and NVMe no drop exceeded 40%.", "On SATA there were no drops."),
        (MEDIA, "На SATA ни одна просадка не превысила 40%.", "На HDD не было ни одной просадки."),
        # a level that is put right
        (MEDIA, "Самый высокий пик скорости показал не NVMe, а RAID: 22 460 против 21 930.", "Самый высокий пик скорости показал не RAID, а NVMe."),
        (MEDIA, "The highest mean speed is not on HDD.", "The highest mean speed is not on NVMe."),
        # the extreme's value between commas
        (MEDIA, "Больше всего ожиданий в среднем на HDD (9 840), однако самый высокий пик, 15 300, на RAID.", "Больше всего ожиданий в среднем на HDD (9 840), однако самый высокий пик, 12 600, на HDD."),
        # one statistic against the same of another level
        (MEDIA, "Минимум скорости RAID (6 910) хуже минимума SATA (7 430).", "Минимум скорости RAID (6 910) лучше минимума SATA (7 430)."),
        (MEDIA, "Пик скорости RAID выше пика NVMe.", "Пик скорости RAID ниже пика NVMe."),
        # what goes on over time, each level in its clause
        (MEDIA, "По ходу прогона скорость росла на SATA и NVMe, на остальных двух она снижалась.", "По ходу прогона скорость снижалась на HDD, на остальных трёх она росла."),
        (MEDIA, "During the run speed grew on SATA and NVMe, while on the other two it fell.", "During the run speed grew on SATA, while on the other three it fell."),
        # a bound that is never passed
        (MEDIA, "На NVMe ни один запрос не выполнялся дольше 200 мс.", "На NVMe ни один запрос не выполнялся дольше 24,3 мс."),
        (MEDIA, "On NVMe no query time was longer than 200 ms.", "On NVMe no query time was longer than 24.3 ms."),
        (MEDIA, "Утилизация диска на NVMe не дошла до 50%.", "Утилизация диска на NVMe не дошла до 30%."),
        (MEDIA, "Disk utilisation on NVMe did not reach 75%.", "Disk utilisation on NVMe did not reach 30%."),
        # a ranking of the levels is no extreme of a run
        (MEDIA, "Средняя утилизация выше всего на HDD, 98,7%; до 100% она поднималась на HDD и на RAID.", "Утилизация диска на SATA 43,6%, на NVMe 91,4%."),
        # a coefficient and, behind a turn, another level's
        (MEDIA, "Со скоростью ожидания теснее всего связаны на NVMe, r = 0,77, а на HDD эта связь отрицательная.", "Со скоростью ожидания теснее всего связаны на NVMe, r = 0,77, а на SATA эта связь отрицательная."),
        (MEDIA, "Speed is most closely linked with waits on NVMe, r = 0.77, but on HDD the link is negative.", "Speed is most closely linked with waits on NVMe, r = 0.77, but on SATA the link is negative."),
        # in the order of what the levels do
        (MEDIA, "Чем быстрее носитель, тем меньше у него ожиданий.", "Меньше всего ожиданий на RAID."),
        # a joined extreme keeps its statistic
        (DELAYS, "The maximum of speed is highest at 6000 and lowest at 500.", "The maximum of speed is highest at 6000 and lowest at 1500."),
        (DELAYS, "Максимум скорости выше всего на 6000 и ниже всего на 500.", "Максимум скорости выше всего на 6000 и ниже всего на 1500."),
        # several statistics are no verdict
        (DELAYS, "Only 1500 beats the baseline in latency on mean, median and p99 alike.", "Mean latency is lower at 1500 than at 3000, and the difference is significant."),
        # a stretch that begins at a level
        (DELAYS, "Dirty memory correlates positively with speed at 500 and 1500, and negatively from 3000 on.", "Dirty memory correlates negatively with speed from 1500 on."),
        # none of the drops
        (DELAYS, "Three drops of speed were recorded overall. At 1500 there was none.", "Three drops of speed were recorded overall. At 500 there was none."),
        # a level that opens a part and does something
        (DELAYS, "A short delay is not free: 500 writes the most and is 6.0% slower than the baseline.", "Speed at 500 is 9.0% lower than at the baseline."),
        # the place of a percentile and a drop behind it
        (DELAYS, "3000 had the second-lowest p99 of latency and one drop.", "3000 had the lowest p99 of latency and one drop."),
        # words
        (DELAYS, "Lock waits are rarer at 6000 than at 500.", "Lock waits become rarer with each increase of the parameter."),
    ],
)  # fmt: skip
def test_a_true_sentence_passes_and_its_false_twin_is_refuted(document_: dict[str, Any], true: str, false: str) -> None:
    assert not is_refused(true, document_)
    assert is_refused(false, document_)


def test_a_recommended_level_is_spoken_of_in_what_follows() -> None:
    assert is_refused("Use 1500 in production. Its latency is demonstrably lower than that of the baseline.", DELAYS)
    assert not is_refused("Use 1500 in production. Its p99 of latency is 9.7% lower than that of the baseline.", DELAYS)


def test_the_metric_right_behind_a_share_is_its_own() -> None:
    shares = document(
        "shares", "pool", None, ["8", "16"],
        {
            "waits": metric("1/min", "lower", 0, "waits", "ожидания", {"mean": [900, 700]}),
            "io": metric("%", "lower", 1, "I/O waits", "ожидания ввода-вывода", {}),
            "lwlock": metric("%", "lower", 1, "LWLock waits", "ожидания LWLock", {}),
        },
        repeats=1, primary="waits", baseline="8",
    )  # fmt: skip
    shares["facts"] += [
        {"id": f"{level}.{one}.share", "level": level, "metric": one, "stat": "share", "value": value, "unit": "%", "denominator": "waits", "scope": "run"}
        for level, row in (("8", (31.7, 34.5)), ("16", (58.6, 17.9)))
        for one, value in zip(("io", "lwlock"), row, strict=True)
    ]  # fmt: skip
    assert not is_refused("At 8 LWLock waits are ahead: 34.5% against 31.7% for I/O waits.", shares)
    assert is_refused("At 8 I/O waits are ahead: 34.5% against 31.7% for LWLock waits.", shares)
