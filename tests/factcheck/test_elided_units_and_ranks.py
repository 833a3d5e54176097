"""What stands in few words beside a level or a metric: a number without its unit, a percentile in words, a peak, a slope's unit, a sum of something else."""

from __future__ import annotations

from typing import Any

import pytest

from factcheck.reading.numbers import find_numbers
from factcheck.reading.sentences import tokens_of
from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts

TIMED: dict[str, Any] = document(
    "archive_timeout", "archive_timeout", "min", ["1min", "5min", "15min", "30min"],
    {
        "tps": metric("1/s", "higher", 0, "throughput;tps", "скорость;tps", {"mean": [4100, 4600, 3900, 4400], "max": [6900, 6400, 6100, 5200], "min": [310, 900, 150, 1240]}),
        "latency": metric("ms", "lower", 1, "latency", "задержка", {"mean": [4.9, 3.2, 3.6, 3.1], "p95": [8.7, 5.5, 9.9, 8.1]}),
        "wal": metric("MB/s", "none", 1, "WAL rate", "поток WAL", {"mean": [41.2, 33.0, 26.5, 20.4]}),
    },
    repeats=1, primary="tps", baseline="5min", environment={"cpu_cores": 8, "ram_gb": 16},
    windows=[
        {"level": level, "run": 1, "kind": "drop", "metric": "tps", "starts_at": start, "ends_at": end, "depth_pct": depth, "recovered_after_s": 300}
        for level, start, end, depth in (("1min", "09:52", "10:02", 60.0), ("1min", "10:46", "11:01", 70.0), ("5min", "14:10", "14:21", 50.0))
    ],
)  # fmt: skip
SLOPED: dict[str, Any] = document(
    "cache_pool", "cache_pool", "MB", ["64", "128", "256", "512"],
    {
        "tps": metric("1/min", "higher", 0, "speed;tps", "скорость;tps", {"mean": [37200, 42300, 44900, 38900], "min": [14200, 27700, 41000, 13900]}),
        "wa": metric("%", "lower", 1, "I/O wait", "ожидание I/O", {"mean": [29.3, 26.2, 23.0, 25.3], "slope": [0.032, 0.003, -0.031, 0.023]}),
        "r_await": metric("ms", "lower", 1, "read latency", "задержка чтения", {"mean": [14.8, 13.0, 10.6, 11.9], "p95": [18.9, 14.3, 11.3, 14.9], "slope": [0.034, 0.008, -0.004, 0.019]}),
    },
    repeats=1, primary="tps", baseline="64", environment={"cpu_cores": 8, "ram_gb": 16},
    correlations=[("tps", "r_await", "pearson", [-0.89, -0.68, -0.34, -0.92])],
)  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 30 minutes minimum throughput is four times what it is at one.", "At 30 minutes minimum throughput is nine times what it is at one."),
        ("On p95 latency, 15 minutes is worse than one.", "On p95 latency, 30 minutes is worse than one."),
        ("По p95 задержки 15 минут хуже одной.", "По p95 задержки 30 минут хуже одной."),
        ("Throughput rises from one to 5 minutes.", "Throughput falls from one to 5 minutes."),
    ],
)  # fmt: skip
def test_the_unit_of_a_level_may_be_left_out(true: str, false: str) -> None:
    assert not is_refused(true, TIMED)
    assert is_refused(false, TIMED)


def test_a_number_word_of_something_else_is_no_level() -> None:
    assert not is_refused("At 15 minutes latency is better than one would expect.", TIMED)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Peak throughput declines steadily as the timeout grows.", "Peak throughput rises steadily as the timeout grows."),
        ("Peak throughput declines as the interval grows: 6,900 → 6,400 → 6,100 → 5,200.", "Peak throughput grows as the interval grows: 6,900 → 6,400 → 6,100 → 5,200."),
        ("Пиковая скорость снижается с ростом таймаута.", "Пиковая скорость растёт с ростом таймаута."),
    ],
)  # fmt: skip
def test_a_peak_before_its_metric_is_a_statistic_and_the_parameter_has_a_verb_of_its_own(true: str, false: str) -> None:
    assert not is_refused(true, TIMED)
    assert is_refused(false, TIMED)


def test_a_sum_of_another_number_leaves_the_drops_to_their_level() -> None:
    assert not is_refused("1min: two drops, at 09:52–10:02 and 10:46–11:01, 25 minutes in total.", TIMED)
    assert is_refused("1min: three drops, at 09:52–10:02 and 10:46–11:01, 25 minutes in total.", TIMED)
    assert not is_refused("At 1min and 5min there were three drops in total.", TIMED)
    assert is_refused("At 1min and 5min there were six drops in total.", TIMED)
    assert not is_refused("При 1min и 5min в сумме было три просадки.", TIMED)
    assert is_refused("При 1min и 5min в сумме было шесть просадок.", TIMED)


def test_a_level_called_by_its_size_is_not_the_level_told_before() -> None:
    before = "At 30min latency is 3.1 ms. "
    assert not is_refused(before + "The price of the shortest sleep is the WAL rate: 41.2 MB/s.", TIMED)
    assert not is_refused(before + "The price of the shortest timeout is the WAL rate: 41.2 MB/s.", TIMED)
    assert is_refused(before + "The price is the WAL rate: 41.2 MB/s.", TIMED)


def test_a_pass_of_something_is_no_repeat() -> None:
    document_ = {**TIMED, "experiment": {**TIMED["experiment"], "repeats": 5}}
    assert not is_refused("The vacuum ran often; a single pass took a while.", document_)
    assert is_refused("Four timeouts, a single pass.", document_)
    assert is_refused("Four timeouts in one pass.", document_)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 256, I/O wait declines over the run (slope -0.031 pp/min).", "At 256, I/O wait declines over the run (slope -0.052 pp/min)."),
        ("При 256 ожидание I/O снижается по ходу прогона (наклон -0,031 п.п./мин).", "При 256 ожидание I/O снижается по ходу прогона (наклон -0,052 п.п./мин)."),
        ("The slope of read latency is positive at three values and negative only at 256.", "The slope of read latency is positive at three values and negative only at 128."),
        ("Наклон задержки чтения отрицательный только при 256.", "Наклон задержки чтения отрицательный только при 128."),
        ("The correlation of speed with read latency is negative everywhere.", "The correlation of speed with read latency is positive everywhere."),
        ("The correlation of speed with read latency never falls below -0.92.", "The correlation of speed with read latency never falls below -0.68."),
    ],
)  # fmt: skip
def test_slopes_and_links(true: str, false: str) -> None:
    assert not is_refused(true, SLOPED)
    assert is_refused(false, SLOPED)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The 95th percentile of read latency is worse at 512 than at 128.", "The 95th percentile of read latency is better at 512 than at 128."),
        ("The 95th percentile of read latency is 18.9, 14.3, 11.3 and 14.9 ms: here 512 is worse than 128.", "The 95th percentile of read latency is 18.9, 14.3, 11.3 and 14.9 ms: here 64 is better than 128."),
        ("95-й процентиль задержки чтения хуже при 512, чем при 128.", "95-й процентиль задержки чтения лучше при 512, чем при 128."),
    ],
)  # fmt: skip
def test_a_percentile_in_words_is_a_statistic(true: str, false: str) -> None:
    assert not is_refused(true, SLOPED)
    assert is_refused(false, SLOPED)


def test_per_minute_is_no_minimum() -> None:
    table = "Run averages:\n\n| Metric | 64 | 128 | 256 | 512 |\n|---|---|---|---|---|\n| Speed, 1/min | {} | 42,300 | 44,900 | 38,900 |\n"
    assert not is_refused(table.format("37,200"), SLOPED)
    assert is_refused(table.format("31,700"), SLOPED)
    assert [t.statistic for t in tokens_of("max/min")] == ["max", None, "min"]
    assert [t.rank for t in tokens_of("the 95th percentile")] == [None, None, "p95"]


def test_a_multiple_of_one_word_leaves_the_number_before_it_alone() -> None:
    kinds = [n.kind for n in find_numbers("by 6% relative to 256 and doubles the latency")]
    assert kinds == ["value", "value", "times"]
    assert [n.kind for n in find_numbers("2 or 3 times")] == ["times", "times"]


SHARES: dict[str, Any] = document(
    "io_shares", "cache_pool", "MB", ["64", "128", "256", "512"],
    {
        "tps": metric("1/min", "higher", 0, "speed;tps", "скорость;tps", {"mean": [37200, 42300, 44900, 38900]}),
        "io": metric(None, "none", 0, "IO waits;IO", "ожидания IO;IO", {"mean": [900, 800, 850, 990]}),
        "dfr": metric("%", "none", 1, "DataFileRead", "DataFileRead", {"share": [71.4, 68.9, 69.7, 78.2]}),
        "wsync": metric("%", "none", 1, "WALSync", "WALSync", {"share": [18.3, 20.6, 20.1, 12.5]}),
    },
    repeats=1, primary="tps", baseline="128", environment={"cpu_cores": 8, "ram_gb": 16},
)  # fmt: skip
for _fact in SHARES["facts"]:
    if _fact["metric"] in ("dfr", "wsync"):
        _fact["denominator"] = "io"


def test_where_a_part_is_largest_may_be_of_the_levels() -> None:
    assert not is_refused("The DataFileRead share is smallest at 128, which is also where the WALSync share is largest.", SHARES)  # fmt: skip
    assert is_refused("The DataFileRead share is smallest at 128, which is also where the WALSync share is smallest.", SHARES)  # fmt: skip
    assert "contradicted" in verdicts("The DataFileRead share is largest at 512, which is also where the WALSync share is largest.", SHARES)  # fmt: skip
