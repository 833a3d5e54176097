"""What is told of the levels that are left, of some of the runs, of a level's own extremes, of all drops, and over a whole grid."""

from __future__ import annotations

from typing import Any

import pytest

from factcheck.judging.changes import is_how_often
from factcheck.reading.numbers import find_numbers
from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts

LEVELS = ["1MB", "4MB", "16MB", "64MB"]
SENDERS: dict[str, Any] = document(
    "wal_buffers", "wal_buffers", "MB", LEVELS,
    {
        "tps": metric("1/s", "higher", 0, "throughput;tps", "пропускная способность;tps", {"mean": [4810, 5120, 5390, 5260], "max": [4930, 5240, 5480, 5450], "min": [4700, 5010, 5310, 5020]}),
        "latency": metric("ms", "lower", 2, "latency", "задержка", {"mean": [6.65, 6.24, 5.93, 6.08], "p95": [14.1, 13.2, 11.9, 12.7], "max": [212, 188, 167, 431]}),
        "disk": metric("%", "none", 1, "disk utilisation", "утилизация диска", {"mean": [61.2, 58.3, 55.1, 72.4], "max": [84, 81, 79, 98]}),
        "flush": metric("s", "lower", 0, "flush duration;flush time", "длительность сброса;время сброса", {"mean": [96, 74, 48, 41], "max": [118, 95, 66, 83]}),
    },
    repeats=5, primary="tps", baseline="4MB", runs=True,
    effects=[("tps", "1MB", "4MB", -6.1, [-8.0, -4.1], 0.001, "worse"), ("tps", "16MB", "4MB", 5.3, [3.6, 7.0], 0.001, "better"), ("tps", "64MB", "4MB", 2.7, [0.2, 5.2], 0.03, "better")],
    windows=[
        {"level": level, "run": run, "kind": "drop", "metric": "tps", "starts_at": f"{hour:02}:10", "ends_at": f"{hour:02}:12", "depth_pct": depth, "recovered_after_s": back}
        for level, run, hour, depth, back in (("64MB", 3, 1, 41.5, 240), ("64MB", 8, 2, 27.5, 110), ("64MB", 9, 3, 36.0, 130), ("1MB", 4, 4, 31.0, 170))
    ],
    settings=[{"name": "max_wal_senders", "unit": None, "min": 0, "max": 262143, "context": "postmaster"}, {"name": "commit_siblings", "unit": None, "min": 0, "max": 1000, "context": "user"}],
)  # fmt: skip

GRID: dict[str, Any] = {
    "format": "pgverdict-facts/1",
    "experiment": {
        "id": "grid", "title": {}, "repeats": 4, "primary": "tps",
        "factors": [{"name": "clients", "levels": ["10", "40"], "baseline": "40"}, {"name": "pool", "unit": "MB", "levels": ["8MB", "32MB", "128MB"], "baseline": "8MB", "default": "8MB"}],
    },
    "metrics": [{"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}}],
    "facts": [
        {"id": f"{cell}.tps.mean", "level": cell, "metric": "tps", "stat": "mean", "value": value, "unit": "1/s", "decimals": 0}
        for cell, value in (("10/8MB", 900), ("10/32MB", 1000), ("10/128MB", 1040), ("40/8MB", 2000), ("40/32MB", 2500), ("40/128MB", 1850))
    ],
    "effects": [
        *({"metric": "tps", "level": f"40/{pool}", "baseline": "40/8MB", "effect_pct": pct, "verdict": verdict} for pool, pct, verdict in (("32MB", 25.0, "better"), ("128MB", -7.5, "worse"))),
        *({"metric": "tps", "level": f"pool={pool}", "baseline": "pool=8MB", "effect_pct": pct, "verdict": verdict} for pool, pct, verdict in (("32MB", 20.7, "better"), ("128MB", -0.3, "undecided"))),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Disk utilisation averages 72.4% at 64MB and peaks at 98%, while no other setting ever went beyond 84%.",
        "Disk utilisation peaks at 98% at 64MB, while nowhere else did it go beyond 84%.",
        "Disk utilisation peaks at 98% at 64MB, while the others never went beyond 84%.",
        "Disk utilisation peaks at 98% at 64MB, while every other setting stays below 85%.",
        "Disk utilisation averages 72.4% at 64MB, and no other setting went beyond 62%.",
        "Утилизация диска на 64MB в среднем 72,4%, в пике 98%, а остальные ни разу не поднимались выше 84%.",
        "Утилизация диска на 64MB в среднем 72,4%, в пике 98%, а больше нигде не поднималась выше 84%.",
        "Утилизация диска на 64MB 72,4%, остальные за 61% не выходили.",
        "Утилизация диска на 64MB 72,4%; на прочих уровнях — не ниже 55%.",
        "Disk utilisation averages 72.4% at 64MB, the others did not go beyond 62%.",
    ],
)
def test_a_limit_told_of_the_other_levels_is_not_held_against_the_one_named(text: str) -> None:
    assert not is_refused(text, SENDERS)


@pytest.mark.parametrize(
    "text",
    [
        "Disk utilisation peaks at 98% at 64MB, while nowhere else did it go beyond 50%.",
        "Disk utilisation peaks at 98% at 64MB, while all the other settings stay above 60%.",
        "Disk utilisation averages 72.4% at 64MB, and no other setting went beyond 50%.",
        "Disk utilisation averages 72.4% at 64MB, the others did not go beyond 50%.",
        "Утилизация диска на 64MB в пике 98%, а больше нигде не поднималась выше 50%.",
    ],
)
def test_a_limit_that_the_other_levels_pass_is_refused(text: str) -> None:
    assert is_refused(text, SENDERS)


def test_a_limit_between_the_means_and_the_peaks_of_the_others_is_open() -> None:
    text = "Disk utilisation peaks at 98% at 64MB, while every other setting stays below 70%."
    assert not is_refused(text, SENDERS)
    assert "unverifiable" in verdicts(text, SENDERS)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("16MB was ahead of 4MB in all five blocks, once by only 35 tps.", False),
        ("16MB beat 4MB in every block, in the first block by 35 tps.", False),
        ("16MB was ahead of 4MB by 270 tps.", False),
        ("16MB was ahead of 4MB by 480 tps.", True),
        ("16MB led with 5390 tps, followed by 5260 tps of 64MB.", False),
        ("16MB обогнал 4MB во всех блоках, однажды лишь на 35 tps.", False),
        ("16MB обогнал 4MB во всех блоках, в первом блоке на 35 tps.", False),
    ],
)
def test_by_how_much_in_some_runs(text: str, refused: bool) -> None:
    assert is_refused(text, SENDERS) == refused


@pytest.mark.parametrize(
    ("text", "often"),
    [
        ("Five times in twenty runs it fell.", True),
        ("It stalled 4 times over the whole series.", True),
        ("Пять раз за двадцать прогонов она падала.", True),
        ("It is five times higher.", False),
        ("Она выше в пять раз за счёт кэша.", False),
        ("It is 5 times the baseline in all runs.", False),
    ],
)
def test_how_often(text: str, often: bool) -> None:
    numbers = find_numbers(text)
    assert any(is_how_often(text, number) for number in numbers) == often


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("Four times in twenty runs throughput fell off a ledge.", False),
        ("Четыре раза за двадцать прогонов пропускная способность падала.", False),
        ("Latency at 64MB is four times higher than at 4MB.", True),
    ],
)
def test_how_often_it_fell_is_no_multiple_and_no_way(text: str, refused: bool) -> None:
    assert is_refused(text, SENDERS) == refused


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("The single slowest transaction, 431 ms, was seen at 64MB, more than double what 4MB's worst case needed.", False),
        ("16MB needs about half the flush time of the smallest buffer.", False),
        ("The throughput of the largest buffer is 5260 tps.", False),
        ("Время сброса самого маленького буфера вдвое больше, чем у 16MB.", False),
        ("The best run, 5480 tps, was a 16MB one; the worst, 4700, came from 1MB.", False),
        ("The lowest throughput is that of 64MB.", True),
        ("64MB has the highest throughput.", True),
        ("The flush time of 1MB is the lowest.", True),
    ],
)  # fmt: skip
def test_a_superlative_that_calls_a_level_ranks_nothing(text: str, refused: bool) -> None:
    assert is_refused(text, SENDERS) == refused


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("The longest flush got longer on that last step, from 66 to 83 seconds.", False),
        ("Самый долгий сброс на последнем шаге вырос, с 66 до 83 секунд.", False),
        ("On the last step the flush time falls from 48 to 41 seconds.", False),
        ("On the last step the flush time falls from 74 to 41 seconds.", False),
        ("On the last step the flush time falls from 66 to 41 seconds.", True),
    ],
)
def test_a_last_step_is_no_last_value(text: str, refused: bool) -> None:
    lead = (
        "Flush duration changes at every step. "
        if text[0] == "T" or text[0] == "O"
        else "Длительность сброса меняется. "
    )
    assert is_refused(lead + text, SENDERS) == refused


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("The mean latency is at its best with 16MB, 5.93 ms.", False),
        ("Latency is at its best with 16MB, 5.93 ms.", False),
        ("At its worst moment latency at 64MB is 6.08 ms.", True),
        ("Latency at 64MB reaches 6.08 ms at its worst.", True),
    ],
)
def test_at_its_best_with_a_level(text: str, refused: bool) -> None:
    assert is_refused(text, SENDERS) == refused


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("## Drops\n\n- 64MB: three of them, all deeper than 25%.", False),
        ("## Просадки\n\n- 64MB: три штуки, все глубже 25%.", False),
        ("All drops at 64MB were deeper than 25%.", False),
        ("All drops at 64MB were deeper than 30%.", True),
        ("Все просадки на 64MB глубже 30%.", True),
    ],
)
def test_a_limit_of_depths(text: str, refused: bool) -> None:
    assert is_refused(text, SENDERS) == refused


@pytest.mark.parametrize("text", ["All three drops at 64MB were deeper than the one at 1MB.", "Все три просадки на 64MB глубже, чем та, что на 1MB."])  # fmt: skip
def test_all_drops_are_deeper_where_the_least_is(text: str) -> None:
    assert "supported" not in verdicts(text, SENDERS, "order")


def test_the_slowest_at_a_percentile_is_of_no_drops() -> None:
    text = "The deepest drop was at 64MB. At the 95th percentile of latency, too, 64MB is the slowest of the four."
    assert is_refused(text, SENDERS)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("On average over the grid 128MB loses 0.3% of throughput to the default, though this loss is not proven.", False),
        ("В среднем по сетке 128MB проигрывают умолчанию 0,3%, хотя этот минус и не доказан.", False),
        ("В среднем по сетке 32MB выигрывают у умолчания 20,7%, хотя этот плюс и не доказан.", True),
    ],
)  # fmt: skip
def test_over_a_grid_the_default_is_a_factors_level(text: str, refused: bool) -> None:
    assert is_refused(text, GRID) == refused


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("commit_siblings is open to any user, with a range from 0 to 1000.", False),
        ("commit_siblings is open to any user, with a range from 0 to 100.", True),
        ("commit_siblings доступен обычному пользователю, диапазон от 0 до 1000.", False),
        ("commit_siblings доступен обычному пользователю, диапазон от 0 до 100.", True),
    ],
)
def test_a_range_of_a_named_setting(text: str, refused: bool) -> None:
    assert is_refused(text, SENDERS) == refused


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("The machine has 8 cores, and the data live on an NVMe drive.", True),
        ("Машина обычная: 8 ядер, данные лежат на NVMe.", True),
        ("The data live on a SATA SSD.", False),
        ("Данные лежат на SSD.", False),
        ("If the data were on NVMe, this would look different.", False),
        ("На NVMe картина была бы другой.", False),
        ("WAL lives on NVMe, the data are on a SATA disk.", False),
    ],
)
def test_where_the_data_lie(text: str, refused: bool) -> None:
    held = {**SENDERS, "experiment": {**SENDERS["experiment"], "environment": {"disk": "SATA SSD", "cpu_cores": 8}}}
    assert is_refused(text, held) == refused
