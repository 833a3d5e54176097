"""Frames that one language had and the other had not: what is equalled or outdone, shared nouns, ranges, parts that fall to, points of a percentile, levels behind "under"."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import verdicts

SIZES: dict[str, Any] = document(
    "pool", "pool_size", "GB", ["1", "4", "16", "64"],
    {
        "tps": metric("1/s", "higher", 0, "throughput;tps", "пропускная способность;tps", {"mean": [41250, 47820, 52640, 51980], "median": [42300, 48650, 53110, 53420], "min": [18400, 24900, 30200, 12600], "max": [52100, 55700, 58900, 60300]}),
        "latency": metric("ms", "lower", 1, "query latency", "задержка запроса", {"mean": [17.4, 16.7, 18.1, 22.4], "p95": [38.2, 31.5, 44.6, 71.3], "p99": [214.0, 88.7, 142.3, 265.8], "max": [9840, 1260, 2310, 4170]}),
        "r_await": metric("ms", "lower", 1, "read latency;r_await", "задержка чтения;r_await", {"mean": [5.8, 4.2, 3.0, 3.6], "max": [18.4, 6.2, 7.5, 13.9]}),
        "w_await": metric("ms", "lower", 1, "write latency;w_await", "задержка записи;w_await", {"mean": [9.4, 7.2, 5.1, 5.8]}),
        "util": metric("%", "none", 1, "disk utilisation", "утилизация диска", {"mean": [93.8, 90.1, 84.6, 84.6], "min": [84, 78, 70, 52], "max": [99, 98, 96, 100]}),
        "recovery": metric("s", "lower", 0, "restart time", "время перезапуска", {"mean": [9, 31, 118, 204]}),
        "stalls": metric("1/s", "lower", 0, "stalled writes", "застрявшие записи", {"mean": [412, 58, 21, 17], "max": [9350, 240, 96, 96]}),
        "sy": metric("%", "lower", 1, "system time", "системное время", {"mean": [6.2, 7.0, 9.4, 11.7]}),
    },
    repeats=1, primary="tps", baseline="1",
    windows=[{"level": "1", "run": 1, "kind": "drop", "metric": "tps", "starts_at": at, "ends_at": to, "depth_pct": depth, "recovered_after_s": 240} for at, to, depth in (("00:14", "00:17", 41.2), ("00:52", "00:55", 47.8), ("01:33", "01:36", 55.4))],
)  # fmt: skip
MODES: dict[str, Any] = document(
    "modes", "sync_mode", None, ["off", "local", "on", "strict"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [94870, 70100, 55960, 30400], "min": [41200, 18350, 9740, 2115]}),
        "waits": metric("1/min", "lower", 0, "waits", "ожидания", {"mean": [1480, 2310, 3960, 7420]}),
        "io": {**metric("1/min", "lower", 1, "IO waits;IO", "ожидания IO;IO", {"mean": [166, 1349, 491, 601]}), "part_of": "waits"},
        "sync": {**metric("1/min", "lower", 1, "WALSync", "WALSync", {}), "part_of": "io"},
        "write": {**metric("1/min", "lower", 1, "WALWrite", "WALWrite", {}), "part_of": "io"},
    },
    repeats=1, primary="tps", baseline="on",
    correlations=[("waits", "io", "pearson", [0.42, 0.91, 0.57, -0.22])],
)  # fmt: skip
MODES["facts"] += [
    {"id": f"{level}.{name}.share", "level": level, "run": None, "metric": name, "stat": "share", "value": value, "unit": "%", "decimals": 1, "n": None, "runs": 1, "ci": None, "scope": "run", "partner": None, "denominator": "io", "parents": []}
    for name, row in (("sync", (18.9, 87.3, 60.2, 55.1)), ("write", (72.6, 10.8, 31.0, 33.4)))
    for level, value in zip(("off", "local", "on", "strict"), row, strict=True)
]  # fmt: skip

_TRUE = [
    # drops that are listed
    "## pool_size = 1\n\nThree drops were seen, each deeper than the last: 41.2% → 47.8% → 55.4%.",
    # a noun that two metrics share
    "At 16 GB read and write latency are 3.0 and 5.1 ms.",
    "На 16 ГБ задержка чтения и записи — 3,0 и 5,1 мс.",
    # what an extreme lies above is not where it is
    "16 GB is the best choice:\n\n- The highest throughput: +27.6% over 1 GB",
    "Лучший выбор — 16 ГБ:\n\n- Наибольшая пропускная способность: +27,6% к 1 ГБ",
    # by how much the parameter itself was raised
    "A 64-fold increase made the restart time 23 times longer.",
    "64-кратное увеличение удлинило время перезапуска в 23 раза.",
    "Увеличение в 64 раза удлинило время перезапуска в 23 раза.",
    "Raising the pool 64-fold made the restart time 23 times longer.",
    # the base of a bare change; a denied gain
    "Going on to 64 GB brought no gain in throughput: it is 1.3% lower.",
    "Дальнейшее увеличение до 64 ГБ не улучшило пропускную способность: она на 1,3% ниже.",
    # ranges
    "At 64 the range of disk utilisation is wider than at 16.",
    "На 64 диапазон утилизации диска шире, чем на 16.",
    "Disk utilisation at 16 and 64 GB is identical (84.6%), though at 64 its range is wider.",
    # what a level is called equal to, or outdoes
    "## pool_size = 64\n\nSystem time is almost double the baseline: 11.7% versus 6.2%.",
    "## pool_size = 64\n\nMedian throughput is the highest, 53,420, but the mean falls short of 16 GB: 51,980.",
    "## pool_size = 64\n\nDisk utilisation is the same as at 16 GB (84.6 vs 84.6%).",
    "## pool_size = 4\n\nMean query latency is nearly the same as at the baseline (16.7 vs 17.4 ms).",
    "## pool_size = 4\n\nСредняя задержка запроса почти такая же, как на 1 ГБ (16,7 против 17,4 мс).",
    # the points of a percentile
    "r_await falls.\n\np95 of query latency: 38.2 → 31.5 → 44.6 → 71.3 ms. p99 follows the same shape: its low point at 4, its high point at 64.",
    # maxima, and no verb
    "Stalled writes fall from 412 to 17 per second; the peaks at 16 and 64 coincided.",
    "Застрявшие записи падают с 412 до 17 в секунду; пики на 16 и 64 совпали.",
    # the lowest moment is a minimum
    "The lowest instantaneous throughput was seen at 64 GB.",
]  # fmt: skip
_FALSE = [
    "Throughput drops: 41,250 → 47,820 → 52,640.",
    "На 16 ГБ задержка чтения и записи — 5,8 и 5,1 мс.",
    "At 16 GB read and write latency are 5.8 and 5.1 ms.",
    "64-кратное увеличение удлинило время перезапуска в 33 раза.",
    "A 64-fold increase in restart time was seen.",
    "Going on to 64 GB changed throughput: it is 1.3% higher.",
    "At 64 the range of disk utilisation is narrower than at 16.",
    "## pool_size = 64\n\nSystem time is almost triple the baseline: 11.7% versus 6.2%.",
    "The mean throughput at 64 GB exceeds that at 16 GB.",
    "## pool_size = 64\n\nThe mean throughput falls short of 4 GB: 51,980.",
    "## pool_size = 4\n\nMean query latency is nearly the same as at the baseline (18.9 vs 17.4 ms).",
    "r_await falls.\n\np95 of query latency: 38.2 → 31.5 → 44.6 → 71.3 ms. p99 follows the same shape: its low point at 4, its high point at 16.",
    "The stalled writes peaks at 4 and 64 coincided.",
    "Пики застрявших записей на 4 и 64 совпали.",
    "The lowest instantaneous throughput was seen at 1 GB.",
]  # fmt: skip
_TRUE_OF_MODES = [
    "Within IO under local, 87.3% falls to WALSync and 10.8% to WALWrite.",
    "Внутри IO при local 87,3% приходится на WALSync и 10,8% на WALWrite.",
    "IO is most strongly tied to waits under local: 0.91.",
    "Waits are most strongly tied to IO under local: 0.91.",
    "IO теснее всего связан с ожиданиями при local: 0,91.",
    "Under on, the minimum throughput is 9,740.",
    "Under local load nothing was measured; the minimum throughput of on is 9,740.",
]
_FALSE_OF_MODES = [
    "Within IO under local, 10.8% falls to WALSync and 87.3% to WALWrite.",
    "Внутри IO при local 10,8% приходится на WALSync и 87,3% на WALWrite.",
    "IO is most strongly tied to waits under off: 0.42.",
    "Under on, the minimum throughput is 18,350.",
    "При on минимальная пропускная способность 18 350.",
]


@pytest.mark.parametrize("text", _TRUE)
def test_a_true_statement_is_not_refused(text: str) -> None:
    assert "contradicted" not in verdicts(text, copy.deepcopy(SIZES))


@pytest.mark.parametrize("text", _FALSE)
def test_its_false_twin_is_refused(text: str) -> None:
    assert "contradicted" in verdicts(text, copy.deepcopy(SIZES))


@pytest.mark.parametrize("text", _TRUE_OF_MODES)
def test_a_true_statement_of_modes_is_not_refused(text: str) -> None:
    assert "contradicted" not in verdicts(text, copy.deepcopy(MODES))


@pytest.mark.parametrize("text", _FALSE_OF_MODES)
def test_its_false_twin_of_modes_is_refused(text: str) -> None:
    assert "contradicted" in verdicts(text, copy.deepcopy(MODES))
