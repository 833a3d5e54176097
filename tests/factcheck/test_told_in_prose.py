"""Claims told in plain prose: extremes, turns, leaders and verdicts that lean on what was said before; true twins pass, false twins fall."""

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts

POOL: dict[str, Any] = document(
    "pool", "pool_size", None, ["10", "40", "80", "200"],
    {
        "rate": metric("1/s", "higher", 0, "throughput;requests per second", "пропускная способность;запросов в секунду", {"mean": [2100, 5200, 6400, 5900], "max": [2500, 5900, 6900, 7300]}),
        "delay": metric("ms", "lower", 1, "response delay", "задержка ответа", {"mean": [4.7, 7.6, 12.4, 33.8]}),
        "swap": metric("ms", "lower", 1, "swap latency", "задержка подкачки", {"mean": [2.1, 2.1, 2.2, 2.1]}),
        "swaps": metric("1/s", "lower", 0, "swap", "подкачка", {"mean": [10, 20, 55, 140]}),
        "size": metric("GB", "lower", 1, "resident memory", "память процессов", {"mean": [1.2, 2.9, 5.3, 9.8]}),
        "locks": metric("%", "lower", 0, "Lock waits;Lock", "ожидания Lock", {"share": [8, 13, 22, 41]}, denominator="active time"),
        "iow": metric("%", "lower", 0, "IO waits;IO", "ожидания IO", {"share": [44, 37, 25, 14]}, denominator="active time"),
    },
    repeats=5, primary="rate", baseline="40", environment={"link_mbps": 1200},
    correlations=[("rate", "delay", "pearson", [0.61, 0.32, 0.08, -0.44]), ("rate", "locks", "pearson", [-0.21, -0.52, -0.71, -0.93]), ("size", "swaps", "pearson", [-0.12, -0.31, 0.24, -0.07])],
    effects=[("rate", "10", "40", -59.6, None, None, "worse"), ("rate", "80", "40", 23.1, None, None, "better"), ("rate", "200", "40", 13.5, None, None, "better"),
             ("rate", "200", "80", -7.8, None, None, "worse"), ("rate", "80", "10", 204.8, None, None, "better"), ("rate", "200", "10", 181.0, None, None, "better"),
             ("swap", "10", "40", 0.0, None, None, "equivalent"), ("swap", "80", "40", 4.8, None, None, "undecided"), ("swap", "200", "40", 0.0, None, None, "equivalent"),
             ("swaps", "10", "40", -50.0, None, None, "better"), ("swaps", "80", "40", 175.0, None, None, "worse"), ("swaps", "200", "40", 600.0, None, None, "worse"),
             ("delay", "10", "40", -38.2, None, None, "better"), ("delay", "80", "40", 63.2, None, None, "worse"), ("delay", "200", "40", 344.7, None, None, "worse")],
)  # fmt: skip
BUILDS: dict[str, Any] = document(
    "builds", "build", None, ["plain", "tuned", "lean", "safe"],
    {
        "score": metric("1/min", "higher", 0, "score", "скорость", {"mean": [41000, 39800, 40400, 22600], "angle": [-12.5, -10.1, -8.2, -30.4]}),
        "copy": metric("min", "lower", 1, "copy time", "время копирования", {"mean": [18.0, 44.0, 12.0, 11.0]}),
        "load": metric("min", "lower", 1, "load time", "время загрузки", {"mean": [16.0, 25.0, 12.5, 13.5]}),
        "prepare": metric("s", "lower", 1, "planning", "планирование", {"mean": [0.4, 0.6, 0.5, 9.0]}),
        "work": metric("s", "lower", 1, "execution", "выполнение", {"mean": [3.0, 2.0, 2.5, 4.0], "median": [3.3, 2.1, 2.8, 4.4]}),
        "bulk": metric("GB", "lower", 0, "archive size", "размер архива", {"mean": [400, 120, 160, 110]}),
    },
    repeats=1, primary="score", baseline="plain",
)  # fmt: skip

SWITCH: dict[str, Any] = document(
    "switch", "compiler", None, ["off", "on"],
    {
        "shorts": metric("ms", "lower", 1, "short queries", "короткие запросы", {"mean": [18.0, 31.0]}),
        "longs": metric("ms", "lower", 0, "long queries", "длинные запросы", {"mean": [214, 184]}),
    },
    repeats=5, primary="shorts", baseline="on",
    effects=[("shorts", "off", "on", -41.9, None, None, "better"), ("longs", "off", "on", 16.3, None, None, "worse")],
)  # fmt: skip

TWINS = [
    # a word of speed is of a time or a rate, whatever was named last
    (POOL, "Resident memory grew to 9.8 GB at 200. The slowest answer, 33.8 ms, came at 200.", "Resident memory grew to 9.8 GB at 200. The fastest answer, 33.8 ms, came at 200."),
    (POOL, "The delay follows throughput: shortest at 10, longest at 200.", "The delay follows throughput: longest at 10, shortest at 200."),
    (BUILDS, "We chose safe. It is the fastest to copy, the smallest to store, and a little slower to load than lean.", "We chose safe. It is the fastest to copy, the largest to store, and a little slower to load than lean."),
    # extremes of a moment, and of some of the levels
    (POOL, "The best single minute of the night belongs to 200.", "The best single minute of the night, in throughput, belongs to 80."),
    # each word of a sentence that turns is of its own stretch
    (POOL, "Throughput rises to 6,400 at 80 and then slips to 5,900 at 200.", "Throughput rises to 6,400 at 80 and then climbs to 5,900 at 200."),
    (POOL, "Throughput climbs up to 80 and then falls.", "Throughput climbs up to 80 and then rises."),
    (POOL, "Пропускная способность растёт до 6400 при 80, а затем снижается до 5900 при 200.", "Пропускная способность растёт до 6400 при 80, а затем увеличивается до 5900 при 200."),
    (POOL, "The response delay at 200 is 33.8 ms. At 10 it is 4.7 ms, so it grew.", "The response delay at 200 is 33.8 ms. At 10 it is 4.7 ms, so it fell."),
    # who leads, and over which levels
    (POOL, "IO is the largest of the two up to 80.", "IO is the largest of the two up to 200."),
    (POOL, "At 200 the first place goes to Lock.", "At 200 the first place stays with IO."),
    (POOL, "При 200 первое место переходит к Lock.", "При 80 первое место переходит к Lock."),
    # verdicts of the two values or levels told right before
    (POOL, "Throughput is best at 80; the last step (6,400 → 5,900) is significant.", "Throughput is best at 80; the last step (6,400 → 5,900) lies within equivalence."),
    (POOL, "The latency of the swap stays where it was. It averages 2.1 or 2.2 ms, and no difference in it is significant.", "The latency of the swap stays where it was. It averages 2.1 or 2.2 ms, and every difference in it is significant."),
    # names have no order; what rises, rises within the runs
    (BUILDS, "Under load the score falls with all builds.", "Under load the score rises with all builds."),
    # where the best level lies
    (POOL, "The optimum of throughput lies inside the grid.", "The optimum of throughput lies at the edge of the grid."),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "true", "false"), TWINS)
def test_a_true_sentence_passes_and_its_false_twin_falls(facts: dict[str, Any], true: str, false: str) -> None:
    assert not is_refused(true, facts), true
    assert "contradicted" in verdicts(false, facts), false


OF_AMOUNTS = [
    # multiples and fractions of the one pair that is left
    (POOL, "The response delay almost triples from 80 to 200.", "The response delay almost quintuples from 80 to 200."),
    (POOL, "Resident memory at 200 is 9.8 GB. At 10 it is 1.2 GB, so it grew about eightfold.", "Resident memory at 200 is 9.8 GB. At 10 it is 1.2 GB, so it grew about fourfold."),
    (POOL, "The copies moved 580 MB/s, about half of the 1,200 MB/s that the link gives.", "The copies moved 580 MB/s, about a fifth of the 1,200 MB/s that the link gives."),
    (BUILDS, "The copy time of tuned is 44.0 minutes, more than twice as long as plain.", "The copy time of tuned is 44.0 minutes, more than five times as long as plain."),
    (POOL, "At 10 throughput is 2,100 requests per second, about 60% below the baseline.", "At 10 throughput is 2,100 requests per second, about a third below the baseline."),
    # the whole that a share is of
    (POOL, "Lock waits take 41% of active time at 200.", "Lock waits take 41% of idle time at 200."),
    (POOL, "Ожидания Lock занимают 41% активного времени при 200.", "Ожидания Lock занимают 41% процессорного времени при 200."),
    (POOL, "Waits (share of active time): Lock and IO.", "Waits (share of user CPU): Lock and IO."),
    # one row of coefficients
    (POOL, "The correlation of throughput with the response delay goes from positive to negative.", "The correlation of throughput with the response delay goes from negative to positive."),
    (POOL, "Связь пропускной способности с Lock теснее всего при 200.", "Связь пропускной способности с ожиданиями Lock теснее всего при 10."),
    (POOL, "The correlation of throughput with Lock waits is negative everywhere.", "The correlation of throughput with Lock waits is positive everywhere."),
    (POOL, "The correlation of resident memory with the swap is negative everywhere except at 80.", "The correlation of resident memory with the swap is negative everywhere except at 10."),
    (POOL, "The correlation of throughput with Lock waits is negative at 200.", "The correlation of throughput with Lock waits is positive at 200."),
    (POOL, "Связь пропускной способности с ожиданиями Lock усиливается.", "Связь пропускной способности с ожиданиями Lock ослабевает."),
    (BUILDS, "Скорость падает при всех сборках. Круче всего — при safe.", "Скорость падает при всех сборках. Круче всего — при lean."),
    (POOL, "The correlation of resident memory with the swap is positive only at 80.", "The correlation of resident memory with the swap is positive only at 10."),
    # one metric, or statistic, against another
    (BUILDS, "With plain, execution takes longer than planning.", "With plain, planning takes longer than execution."),
    (BUILDS, "При safe планирование занимает больше времени, чем выполнение.", "При safe выполнение занимает больше времени, чем планирование."),
    (BUILDS, "For execution the median is above the mean everywhere.", "For execution the median is below the mean everywhere."),
    (POOL, "Throughput more than doubled from 10 to 40.", "Throughput more than tripled from 10 to 40."),
    (POOL, "Памяти стало больше: 1,2, 2,9, 5,3 и 9,8 ГБ.", "Памяти процессов стало меньше: 1,2, 2,9, 5,3 и 9,8 ГБ."),
    # dependence, places behind the first, the distance of two parts
    (POOL, "Resident memory clearly depends on pool_size.", "Resident memory does not depend on pool_size."),
    (POOL, "Throughput at 200 is the second highest of all.", "Throughput at 80 is the second highest of all."),
    (POOL, "At 80 IO is still the largest, 3 points ahead of Lock.", "At 80 IO is still the largest, 8 points ahead of Lock."),
    (POOL, "The maximum of throughput grows to the end: at 200 it is the largest, 7,300.", "The maximum of throughput grows to the end: at 200 it is the smallest, 7,300."),
    (POOL, "Going to 80 is better: +23.1% of throughput.", "Going to 80 is undecided: +23.1% of throughput."),
    (BUILDS, "No build wins alone: plain is first on score and planning; safe on copy time and archive size.", "No build wins alone: plain is first on score and planning; safe on copy time and load time."),
    # two values held against each other, a gap told from the value before, and what a switch does
    (BUILDS, "Copying takes longer since tuned: the copy time is 44.0 minutes against 18.0 minutes with plain.", "Copying takes less time since tuned: the copy time is 44.0 minutes against 18.0 minutes with plain."),
    (BUILDS, "The copy time is 12.0 minutes with lean; with plain it needs 6 minutes more.", "The copy time is 12.0 minutes with lean; with plain it needs 6 minutes less."),
    (SWITCH, "Short queries get better, long queries get worse.", "Short queries get worse, long queries get better."),
    # chains with their values, levels a little apart, verdicts behind their change
    (BUILDS, "By score the order is plain (41,000) > lean (40,400) > tuned (39,800) > safe (22,600).", "By score the order is plain (41,000) > tuned (39,800) > lean (40,400) > safe (22,600)."),
    (POOL, "Throughput at 200 is even a little less than at 80.", "Throughput at 200 is even a little more than at 80."),
    (POOL, "Throughput at 200 is lower than at 80: -7.8%, worse.", "Throughput at 200 is lower than at 80: -7.8%, undecided."),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "true", "false"), OF_AMOUNTS)
def test_amounts_wholes_and_coefficients_in_words(facts: dict[str, Any], true: str, false: str) -> None:
    assert not is_refused(true, facts), true
    assert "contradicted" in verdicts(false, facts), false


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        (POOL, "The response delay went from 33.8 ms in the worst cell to 4.7 ms in the best."),
        (POOL, "Resident memory is 5.3 GB at 80. That is not among the two fastest."),
        (POOL, "For smaller effects five repeats do not suffice."),
        (POOL, "Do not expect a rise of throughput at 200 over 80."),
        (POOL, "Не ждите роста пропускной способности."),
        (
            POOL,
            "Resident memory is 9.8 GB at 200. The number of workers that share the throughput rises with every step.",
        ),
        (POOL, "The contrary is proven of swap latency: 200 and 40 are equivalent."),
        (POOL, "Swap latency at 80 does not differ conclusively from that at 40."),
        (POOL, "The worst query took a minute at 200."),
        (POOL, "We doubled pool_size and nothing came of it."),
        (POOL, "Then we doubled the pool from 40 to 80, and throughput gained 23.1%."),
        (POOL, "At 200 IO leads to longer delays."),
        (
            POOL,
            "Throughput with Lock waits correlates at -0.21, -0.52, -0.71 and -0.93. The strongest change of throughput came at 40.",
        ),
        (POOL, "The best level is 80; 200 falls behind by throughput."),
        (POOL, "The gain over 10 is smaller than over 80, which sounds even better."),
        (POOL, "Resident memory grows faster than throughput falls."),
        (POOL, "VACUUM of the largest table took a minute less at 80, and resident memory was 5.3 GB."),
        (POOL, "The scatter of throughput was smallest at 200, we believe from the plots."),
        (POOL, "The leader among the waits changes: up to 80 it is IO, at 200 it is Lock."),
        (POOL, "The spread between the runs of throughput at 10 is far larger than the gap between the means."),
        (POOL, 'Note that "undecided" is a different animal from "equivalent".'),
        (POOL, "At 10 resident memory is least, 1.2 GB; at 200 it is most, 9.8 GB."),
        (POOL, "For resident memory take 10, but what happens below was not measured."),
        (POOL, "80 gives the highest throughput, 23.1% above 40. At 10 it is 2,100."),
        (POOL, "The correlation of throughput with Lock waits strengthens as the pool grows."),
        (POOL, "Swap latency at 80 against 40 is undecided: equivalence was not shown."),
        (POOL, "In run 8 throughput was lower than in the others."),
        (BUILDS, "За точку отсчёта взят plain, он же установлен в системе по умолчанию."),
        (BUILDS, "The copy time of lean is 12 minutes, which is not far off the shortest."),
    ],
)
def test_what_only_looks_like_an_extreme_or_a_way_is_left_alone(facts: dict[str, Any], text: str) -> None:
    assert not is_refused(text, facts)


# A part in milliseconds and its whole in seconds; two drops at the last level, a slope, and percentiles beside the mean.
STAGES: dict[str, Any] = document(
    "stages", "batch_size", None, ["8", "32", "128"],
    {
        "rate": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [1000, 2600, 3000], "max": [1500, 2700, 3100], "first": [1010, 2610, 4000], "last": [990, 2590, 2480], "slope": [-2, -10, -31]}),
        "job": metric("s", "lower", 2, "job time", "время задания", {"mean": [5.00, 4.00, 3.80], "p99": [6.00, 12.00, 30.00]}),
        "parse": metric("ms", "lower", 0, "parsing", "разбор", {"mean": [200, 400, 190]}, part_of="job"),
        "locks": metric("%", "lower", 0, "Lock waits", "ожидания Lock", {"share": [10, 20, 40]}, denominator="active time"),
        "tuple_locks": metric("%", "lower", 0, "tuple locks", "блокировки строк", {"share": [5, 10, 30]}, denominator="active time", part_of="locks"),
        "heap": metric("MB", "lower", 1, "heap size", "размер кучи", {"mean": [50.0, 50.2, 61.0], "median": [49.8, 50.1, 60.7], "slope": [0.1, 0.2, 0.9], "r_squared": [0.1, 0.2, 0.74]}),
    },
    repeats=4, primary="rate", baseline="128",
    effects=[("rate", "32", "128", -13.3, None, None, "worse"), ("heap", "8", "32", -0.4, None, None, "equivalent"), ("heap", "128", "32", 21.5, None, None, "worse")],
    windows=[{"level": "128", "run": 1, "kind": "drop", "metric": "rate", "starts_at": at, "ends_at": end, "depth_pct": depth, "recovered_after_s": 60}
             for at, end, depth in (("10:00", "10:05", 20.0), ("10:30", "10:33", 31.0))],
)  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 8 parsing took 200 ms (4%).", "At 8 parsing took 200 ms (9%)."),
        ("## Throughput\n\n### 32\n\n- Throughput more than doubles, to 2,600", "## Throughput\n\n### 32\n\n- Throughput more than quadruples, to 2,600"),
        ("### 128\n\n- Throughput dropped twice", "### 32\n\n- Throughput dropped twice"),
        ("The difference in heap size between 8 and 32 is shown to be negligible.", "The difference in heap size between 128 and 32 is shown to be negligible."),
        ("The heap size at 128 grows by 0.9 MB a minute (R² 0.74).", "The heap size at 128 grows by 0.5 MB a minute (R² 0.74)."),
        ("At 32 job time had a p99 of 12.00 s, twice what 8 needed.", "At 128 job time had a p99 of 12.00 s, twice what 8 needed."),
        ("The lowest median of heap size belongs to 8.", "The lowest median of heap size belongs to 128."),
        ("The highest reading of throughput came at 128.", "The highest reading of throughput came at 8."),
        ("From 8 to 128 throughput goes up; for p99 of job time it is 5 times.", "From 8 to 128 throughput goes up; for p99 of job time it is 9 times."),
        ("The slope of throughput at 128 is −31 a minute, over three times that at 32.", "The slope of throughput at 128 is −31 a minute, over six times that at 32."),
    ],
)  # fmt: skip
def test_amounts_are_read_in_their_unit_and_of_what_they_are_told(true: str, false: str) -> None:
    assert not is_refused(true, STAGES), true
    assert is_refused(false, STAGES), false


@pytest.mark.parametrize(
    "text",
    [
        "At 32 parsing takes 10% of job time.",
        "At 128 it is the other way round: 85% of the throughput and 12% of the heap size.",
        "At 128 throughput opened at 4,000 and closed at 2,480, a loss of 38%.",
        "At 8 p99 of job time was 6.00 s, a fifth of the worst case at 128.",
        "Where p99 of job time must stay under 15 s, 12.00 s is the largest that qualifies.",
        "At 8 the median of 49.8 MB is the best of the three.",
        "At 128 heap size is less than hoped, yet the p99 of job time is 400% above the one at 8.",
        "## Tuple locks\n\n- Tuple locks: 30% of active time at 128\n- At 128 they make up 75% of all Lock waits.",
    ],
)
def test_what_an_amount_is_only_held_against_is_not_what_it_is_of(text: str) -> None:
    assert not is_refused(text, STAGES)
