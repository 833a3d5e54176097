"""What articles in other styles say: each class of statement in a true form that passes and a false one that is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import DOCUMENT, REPEATED, is_refused, verdicts

CACHE: dict[str, Any] = document(
    "shared_buffers", "shared_buffers", "GB", ["1GB", "4GB", "16GB"],
    {"tps": metric("1/s", "higher", 0, "throughput;tps", "скорость;tps", {"mean": [3000, 4200, 4300], "max": [3400, 4600, 4900]}),
     "p99": metric("ms", "lower", 1, "p99 latency", "задержка p99", {"mean": [40.0, 20.0, 19.0]}),
     "vac": metric("s", "lower", 0, "vacuum duration", "длительность очистки", {"mean": [318, 201, 187]}),
     "recov": metric("s", "lower", 0, "recovery time", "время восстановления", {"mean": [11, 35, 118]})},
    repeats=4, primary="tps", baseline="4GB", environment={"cpu_cores": 8, "ram_gb": 32, "clients": 24, "run_minutes": 50, "table_rows_mln": 120},
    effects=[("tps", "1GB", "4GB", -28.6, [-30.0, -27.0], 0.0, "worse"), ("tps", "16GB", "4GB", 2.4, [-1.0, 5.5], 0.3, "undecided"),
             ("p99", "1GB", "4GB", 100.0, [90.0, 110.0], 0.0, "worse"), ("p99", "16GB", "4GB", -5.0, [-9.0, -1.0], 0.01, "better")],
    windows=[{"level": "1GB", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "09:52", "ends_at": "10:09", "depth_pct": 41.0, "recovered_after_s": 300},
             {"level": "1GB", "run": 4, "kind": "drop", "metric": "tps", "starts_at": "11:10", "ends_at": "11:19", "depth_pct": 30.0, "recovered_after_s": 90}],
    settings=[{"name": "shared_buffers", "unit": "8kB", "min": 16, "max": 1073741823, "context": "postmaster"}],
) | {"runs": [{"run": n + 1, "level": level, "block": n // 3 + 1, "order": n + 1, "role": "level", "valid": True} for n, level in enumerate(["1GB", "4GB", "16GB"] * 4)]}  # fmt: skip
CACHE["experiment"]["minimum_effect_pct"] = 3
SLOPES: dict[str, Any] = document(
    "shared_buffers", "shared_buffers", "GB", ["1GB", "4GB", "16GB"],
    {"tps": metric("1/s", "higher", 0, "throughput;tps", "скорость;tps", {"mean": [3000, 4200, 4300], "slope": [-3.5, -2.5, -1.5]}),
     "recov": metric("s", "lower", 0, "recovery time", "время восстановления", {"mean": [11, 35, 118]})},
    repeats=1, primary="tps", baseline="4GB", environment={"cpu_cores": 8},
    correlations=[("tps", "recov", "pearson", [0.68, 0.55, 0.41]), ("tps", "recov", "partial", [0.12, 0.22, 0.31])],
)  # fmt: skip
LETTERS: dict[str, Any] = document(
    "variant", "variant", None, ["A", "B", "C"],
    {"tps": metric("1/s", "higher", 0, "throughput;tps", "скорость;tps", {"mean": [3878, 3945, 2990]})},
    repeats=1, primary="tps", baseline="A", environment={"cpu_cores": 8},
)  # fmt: skip

TWINS = [
    # amounts and the values beside them
    (CACHE, "Throughput rose from 3000 to 4200 tps, by 40%.", "Throughput rose from 3000 to 4200 tps, by 29%."),
    (CACHE, "Recovery time more than tripled (11 → 35 s) at 4GB.", "Recovery time doubled (11 → 35 s) at 4GB."),
    (CACHE, "Задержка p99 упала с 40,0 до 20,0 мс, это минус половина.", "Задержка p99 упала с 40,0 до 20,0 мс, это минус четверть."),
    (CACHE, "At 1GB throughput is more than a quarter below the 4GB level.", "At 1GB throughput is about a tenth below the 4GB level."),
    (CACHE, "At 1GB throughput is 28.6% below 4GB.", "At 1GB throughput is 28.6% below 16GB."),
    # units
    (CACHE, "Vacuuming took 318 s at 1GB.", "Vacuuming took 318 min at 1GB."),
    # restarts
    (CACHE, "Changing it needs a restart.", "No restart is needed."),
    (DOCUMENT, "bgwriter_delay меняется без перезапуска.", "bgwriter_delay меняется только с перезапуском."),
    # the design
    (CACHE, "A warning was raised for run 2 (4GB).", "A warning was raised for run 2 (16GB)."),
    (CACHE, "We agreed in advance to ignore anything below 3%.", "We agreed in advance to ignore anything below 8%."),
    (CACHE, "Every run lasted 50 minutes.", "Every run lasted 15 minutes."),
    (CACHE, "The load came from 24 clients.", "The load came from 42 clients."),
    (CACHE, "Значение 16GB находится на краю сетки.", "Значение 4GB находится на краю сетки."),
    (CACHE, "Of the values tried the baseline is 4GB.", "Baseline is 16GB."),
    # drops
    (CACHE, "At 1GB there were two drops in throughput.", "At 1GB there were five drops in throughput."),
    (CACHE, "При 16GB провалов не было.", "При 1GB провалов не было."),
    # all, none, only; every step
    (CACHE, "At all three levels throughput is above 2900 tps.", "At none of the three levels throughput is above 2900 tps."),
    (CACHE, "Throughput rises at every step.", "Throughput falls at every step."),
    (CACHE, "Время восстановления увеличивается на каждом шаге.", "Время восстановления уменьшается на каждом шаге."),
    # chains, lists, places
    (CACHE, "By throughput: 1GB < 4GB < 16GB.", "By throughput: 4GB < 1GB < 16GB."),
    (CACHE, "By throughput, from least to most: 1GB, 4GB, 16GB.", "By throughput, from least to most: 4GB, 1GB, 16GB."),
    # verdicts that lean on what was told
    (CACHE, "At 1GB throughput fell by 28.6%, and that loss is confirmed.", "At 1GB throughput fell by 28.6%, but that loss is not confirmed."),
    (CACHE, "At 16GB throughput grew by 2.4%, which stays open.", "At 16GB throughput grew by 2.4%, a solid gain."),
    (REPEATED, "Compared with 0, tps at 1000 fell by 12.6%, и это подтвердилось.", "Compared with 0, tps at 1000 fell by 12.6%, но это не подтвердилось."),
    # proofs and limits
    (CACHE, "The bottleneck was not determined.", "The bottleneck is the disk."),
    (CACHE, "Узкое место не определялось.", "Узкое место — запись на диск."),
    (DOCUMENT, "The correlation of disk throughput and read latency does not prove a cause.", "The correlation of disk throughput and read latency proves a cause."),
    # ranges
    (CACHE, "P99 latency stayed between 19.0 and 40.0 ms.", "P99 latency stayed between 29.0 and 47.0 ms."),
    # fractions: by, to, and a little more
    (CACHE, "P99 latency fell by a half from 1GB to 4GB (40.0 to 20.0 ms).", "P99 latency fell by a third from 1GB to 4GB (40.0 to 20.0 ms)."),
    (CACHE, "Going back to 1GB cuts recovery time to about a third (35 → 11).", "Going back to 1GB cuts recovery time by about a third (35 → 11)."),
    (CACHE, "The step costs 44.1% of it, so a little less than half.", "The step costs 44.1% of it, so a little more than half."),
    # directions beside their own values
    (CACHE, "Recovery time rose when the cache grew: 11 s with 1GB, 35 s with 4GB, 118 s with 16GB.", "Recovery time fell when the cache grew: 11 s with 1GB, 35 s with 4GB, 118 s with 16GB."),
    (CACHE, "Recovery time goes up with the cache (11, 35, 118).", "Recovery time goes down with the cache (11, 35, 118)."),
    (CACHE, "Время восстановления растёт с 11 до 118 с.", "Время восстановления падает со 118 до 11 с."),
    (SLOPES, "The slope of throughput is negative: -3.5 at 1GB.", "The slope of throughput is positive: -3.5 at 1GB."),
    # the sign of a step
    (CACHE, "Для скорости второй шаг даёт изменение на +2,4%.", "Для скорости второй шаг даёт изменение на -2,4%."),
    # levels that stand tightly
    (CACHE, "Vacuuming took 318 s at 1GB.", "Vacuuming took 318 s at 16GB."),
    (LETTERS, "Скорость в C — 2990 TPS, на 22,9 % ниже A и на 24,2 % ниже B.", "Скорость в C — 2990 TPS, на 24,2 % ниже A и на 22,9 % ниже B."),
    (CACHE, "При 1GB скорость на 28,6% ниже, чем при 4GB.", "При 1GB скорость на 28,6% ниже, чем при 16GB."),
    (CACHE, "At 16GB throughput is 4300 tps. Against 4GB the gain is a modest 2.4%.", "At 16GB throughput is 4300 tps. Against 1GB the gain is a modest 2.4%."),
    # the kind of a coefficient, and rows of slashes
    (SLOPES, "Throughput and recovery time correlate at 0.68, with a partial correlation of 0.12 left.", "Throughput and recovery time correlate at 0.68, with a partial correlation of 0.68 left."),
    (SLOPES, "The link of throughput and recovery time weakens from 0.68 (1GB) to 0.41 (16GB).", "The link of throughput and recovery time strengthens from 0.68 (1GB) to 0.41 (16GB)."),
    (CACHE, "Vacuum duration: 318 / 201 / 187 s.", "Vacuum duration: 201 / 318 / 187 s."),
    # extremes told beside their value
    (CACHE, "P99 latency is largest at 1GB (40.0 ms).", "P99 latency is largest at 16GB (19.0 ms)."),
    (CACHE, "16GB landed last with 118 s of recovery time.", "16GB landed second with 118 s of recovery time."),
    (CACHE, "Recovery time at 16GB was 118 s, the largest of the three.", "Recovery time at 16GB was 118 s, the smallest of the three."),
    (CACHE, "4GB is the second fastest setting tried, 4200 tps.", "16GB is the second fastest setting tried, 4300 tps."),
    # the design in words
    (CACHE, "| | |\n|---|---|\n| Baseline | 4GB |\n", "| | |\n|---|---|\n| Baseline | 16GB |\n"),
    (CACHE, "16GB is the largest value tried.", "1GB is the largest value tried."),
    (CACHE, "Каждое значение проверено четырьмя прогонами.", "Каждое значение проверено тремя прогонами."),
    # limits of a parameter
    (CACHE, "The allowed range goes from 16 to 1073741823.", "The allowed range goes from 16 to 107374182."),
    # what passes a bound
    (CACHE, "P99 latency exceeds 15 ms in three settings.", "P99 latency exceeds 15 ms in two settings."),
    (CACHE, "Throughput is only at 1GB below 4000 tps.", "Throughput is only at 16GB above 4000 tps."),
    # verdicts of several comparisons; of the values told last
    (CACHE, "For p99 latency both differences are significant.", "For p99 latency neither difference is significant."),
    (CACHE, "P99 latency was 20.0 ms at 4GB and 19.0 ms at 16GB, and that last difference is significant.", "P99 latency was 20.0 ms at 4GB and 19.0 ms at 16GB, and that last difference is not significant."),
    # the list of runs counts them
    (CACHE, "Four repeats, twelve runs in total.", "Four repeats, sixteen runs in total."),
    # cells under the head of their level
    (CACHE, "| | 1GB | 4GB | 16GB |\n|---|---|---|---|\n| vacuum duration, s | 318 | 201 | 187 |\n", "| | 1GB | 4GB | 16GB |\n|---|---|---|---|\n| vacuum duration, s | 187 | 201 | 318 |\n"),
]  # fmt: skip


@pytest.mark.parametrize(("document_", "true", "false"), TWINS)
def test_a_true_statement_passes_and_its_false_twin_is_refuted(
    document_: dict[str, Any], true: str, false: str
) -> None:
    assert not is_refused(true, document_), true
    assert "contradicted" in verdicts(false, document_), false


LEFT_ALONE = [
    "Эксперимент 2 (4GB). Скорость составила 4200 tps.",
    "99 out of 100 transactions finished in time.",
    "Throughput climbs up to 4GB and then flattens.",
    "Both ran on the very same drive.",
    "| | 1GB | 4GB | 16GB |\n|---|---|---|---|\n| tps, thousand | 3.0 | 4.2 | 4.3 |\n",
    "Vacuuming took 318 seconds at 1GB, 201 at 4GB and 187 at 16GB.",
    "From 4GB to 16GB the change of throughput could not be separated from noise.",
    "Не меньше пяти блоков понадобится, чтобы решить вопрос.",
    "The allowed range goes from 16 to 1073741823.",
]


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_what_stands_for_something_else_is_not_refused(text: str) -> None:
    assert not is_refused(text, CACHE)


def test_a_table_teaches_the_name_of_the_one_level_that_it_calls_otherwise() -> None:
    table = "| | 1GB | small one | 16GB |\n|---|---|---|---|\n| tps | 3000 | 4200 | 4300 |\n"
    assert not is_refused(table, CACHE)
    assert is_refused(table.replace("| 4200 |", "| 4900 |"), CACHE)


def test_a_comma_parts_thousands_in_an_english_text_that_writes_decimal_points() -> None:
    text = "P99 latency is 20.0 ms at 4GB. Throughput is {} tps at 4GB.\n"
    assert not is_refused(text.format("4,200"), CACHE)
    assert is_refused("P99 latency is 20.0 ms at 4GB. Vacuum duration is 0,201 min at 4GB and 318,000 s at 1GB.", CACHE)
