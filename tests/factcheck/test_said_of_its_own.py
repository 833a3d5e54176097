"""Levels of several words, numbered experiments, rows of a grid, later bases and listed values are bound to what they are said of."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts

CELLS = [
    "relatime/write back", "noatime/write back", "lazytime/write back",
    "relatime/write through", "noatime/write through", "lazytime/write through",
]  # fmt: skip


def grid() -> dict[str, Any]:
    """Three mount options under two modes of the write cache; "write" is a word of other metrics, too."""
    found = document(
        "mounts", "atime", None, CELLS,
        {
            "tps": metric("1/s", "higher", 0, "throughput;tps", "пропускная способность;tps",
                          {"mean": [4312, 4387, 4398, 3105, 3268, 3241], "slope": [-1.8, -0.6, -1.1, -9.4, -4.7, -7.2]}),
            "latency": metric("ms", "lower", 2, "transaction latency;latency", "задержка транзакции;задержка",
                              {"mean": [7.42, 7.29, 7.28, 10.31, 9.79, 9.87], "p99": [21.7, 20.9, 24.6, 38.2, 33.5, 41.3]}),
            "w_await": metric("ms", "lower", 2, "write latency;w_await", "задержка записи;w_await", {"mean": [0.84, 0.81, 0.86, 2.47, 2.31, 2.35]}),
            "journal": metric("MB/s", "lower", 1, "journal writes", "запись журнала", {"mean": [3.9, 2.1, 1.4, 3.1, 1.8, 1.1]}),
            "flushes": metric("1/s", "none", 0, "flush requests", "запросы сброса", {"mean": [612, 618, 620, 0, 0, 0]}),
            "util": metric("%", "none", 1, "disk utilisation", "утилизация диска",
                           {"mean": [71.3, 68.2, 66.9, 96.6, 95.8, 96.1], "p95": [86, 83, 88, 99, 98, 99]}),
        },
        repeats=5, primary="tps", baseline="relatime/write back",
        effects=[("tps", "noatime/write back", "relatime/write back", 1.7, [0.6, 2.8], 0.09, "equivalent"),
                 ("tps", "noatime/write through", "relatime/write through", 5.2, [3.0, 7.6], 0.012, "better"),
                 ("tps", "lazytime/write back", "relatime/write back", 2.0, [0.4, 3.6], 0.11, "undecided"),
                 ("tps", "lazytime/write through", "relatime/write through", 4.4, [1.1, 7.8], 0.031, "better")],
        windows=[{"level": "relatime/write back", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "09:35:00", "ends_at": "09:35:15", "depth_pct": 33.9, "recovered_after_s": 20},
                 {"level": "lazytime/write through", "run": 2, "kind": "drop", "metric": "tps", "starts_at": "10:08:00", "ends_at": "10:09:50", "depth_pct": 47.4, "recovered_after_s": 150}],
    )  # fmt: skip
    found["experiment"]["factors"] = [
        {"name": "atime", "levels": ["relatime", "noatime", "lazytime"], "baseline": "relatime", "default": "relatime"},
        {"name": "write_cache", "levels": ["write back", "write through"], "baseline": "write back", "default": "write back"},
    ]  # fmt: skip
    return found


def row() -> dict[str, Any]:
    """Five counts of workers, of which two are the numbers of other experiments."""
    return document(
        "gather", "workers_per_gather", None, ["0", "1", "2", "4", "8"],
        {
            "speed": metric("1/min", "higher", 0, "operational speed;speed", "операционная скорость;скорость",
                            {"mean": [41230, 46870, 52640, 54180, 47310], "median": [41660, 47520, 53390, 53120, 46050], "max": [47910, 55340, 62770, 71450, 73860]}),
            "latency": metric("ms", "lower", 0, "query latency", "длительность запроса;длительность запросов",
                              {"mean": [318, 284, 251, 262, 347], "median": [301, 262, 214, 198, 205]}),
            "waits": metric(None, "lower", 0, "waits", "ожидания", {"mean": [1410, 1385, 1612, 2540, 4205], "max": [2380, 2455, 3120, 6870, 9940]}),
            "cpu_us": metric("%", "none", 1, "CPU user time", "пользовательское время CPU;us", {"mean": [38.4, 45.7, 55.2, 61.8, 58.3]}),
            "cpu_sy": metric("%", "lower", 1, "CPU system time", "системное время CPU;sy", {"mean": [4.1, 5.2, 7.0, 11.3, 15.8]}),
        },
        repeats=1, primary="speed", baseline="2", default="2",
        windows=[{"level": "2", "run": 3, "kind": "drop", "metric": "speed", "starts_at": "15:12", "ends_at": "15:19", "depth_pct": 37.9, "recovered_after_s": 480},
                 {"level": "4", "run": 4, "kind": "drop", "metric": "speed", "starts_at": "17:41", "ends_at": "17:58", "depth_pct": 62.7, "recovered_after_s": 1080},
                 {"level": "4", "run": 4, "kind": "drop", "metric": "speed", "starts_at": "18:20", "ends_at": "18:26", "depth_pct": 41.3, "recovered_after_s": 420},
                 {"level": "8", "run": 5, "kind": "drop", "metric": "speed", "starts_at": "20:05", "ends_at": "20:31", "depth_pct": 75.5, "recovered_after_s": 1560}],
    )  # fmt: skip


#: The article's own numbering, in either language.
NUMBERED_RU = "".join(f"- Эксперимент-{at}: workers_per_gather = {level}\n" for at, level in enumerate((0, 1, 2, 4, 8), 1))  # fmt: skip
NUMBERED_EN = NUMBERED_RU.replace("Эксперимент", "Experiment")

TABLE = "# How the write cache works\n\n| Cell | tps, mean | latency mean, ms |\n|---|---|---|\n| noatime / write back | {} | 7.29 |\n"


@pytest.mark.parametrize(
    "text",
    [
        TABLE.format("4,387"),
        "Throughput is lower with write through: lazytime / write through reaches 3,241.",
        "Under write through, both alternatives beat relatime: noatime by 5.2%, lazytime by 4.4%.",
        "Latency: under write through, p99 with lazytime is 23% above that of noatime.",
        "**Flush requests** run at 612-620 per second under write back.",
        "The write-through cells carry 0 flush requests.",
    ],
)
def test_a_word_of_a_level_names_no_metric(text: str) -> None:
    assert not is_refused(text, grid())


@pytest.mark.parametrize(
    "text",
    [TABLE.format("4,837"), "**Flush requests** run at 712-790 per second under write back."],
)
def test_what_is_told_of_such_a_level_is_judged(text: str) -> None:
    assert is_refused(text, grid())


def test_a_bounded_number_sets_no_base_and_a_percentile_has_its_own_range() -> None:
    assert not is_refused("Disk utilisation averages more than 95% in all write-through cells; the 95th percentile is 98-99% there.", grid())  # fmt: skip
    assert is_refused("Disk utilisation averages more than 95% in all write-through cells; the 95th percentile is 86-88% there.", grid())  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("In throughput, noatime is never significantly slower than relatime.", False),
        ("In throughput, relatime is never significantly slower than noatime.", True),
        ("По пропускной способности noatime нигде не значимо медленнее relatime.", False),
    ],
)
def test_a_denied_way_is_refuted_by_an_effect_that_way_alone(text: str, wrong: bool) -> None:
    assert is_refused(text, grid()) is wrong


def test_the_speed_of_a_drift_is_no_rank_of_its_metric() -> None:
    text = "Within a run, throughput drifted down in every cell, fastest in {} (-9.4 tps per minute)."
    assert not is_refused(text.format("relatime / write through"), grid())
    assert is_refused(text.format("noatime / write through"), grid())


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Lazytime has the highest p99 latency in both cache modes.", False),
        ("Lazytime is the fastest option in both cache modes.", True),
        ("Throughput is best with lazytime in both cache modes.", True),
        ("В обоих режимах кэша лучшая пропускная способность у lazytime.", True),
        ("В обоих режимах кэша наименьшая запись журнала у lazytime.", False),
    ],
)
def test_a_rank_in_each_row_of_a_grid(text: str, wrong: bool) -> None:
    assert is_refused(text, grid()) is wrong


def test_a_parameter_of_two_words_is_found() -> None:
    assert is_refused("Throughput does not depend on the write cache.", grid())
    assert not is_refused("Throughput depends on the write cache.", grid())
    assert not is_refused("Two settings were varied: the atime mount option of the data files, and the write cache mode of the device.", grid())  # fmt: skip


def test_the_longest_of_the_grid_is_that_of_all_its_cells() -> None:
    assert is_refused("The longest p99 latency of the grid was recorded for lazytime with write back.", grid())
    assert not is_refused("The longest p99 latency of the grid was recorded for lazytime with write through.", grid())


def test_all_recoveries_are_held_to_their_bound() -> None:
    assert is_refused("All drops were over within two minutes, recovery included.", grid())
    assert not is_refused("All drops were over within three minutes, recovery included.", grid())


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Ни одной просадки не было только в экспериментах 1 и 2.", False),
        ("Стабильнее всего скорость без воркеров; ни одной просадки не было в экспериментах 1 и 2.", False),
        ("Просадок не было в экспериментах 3 и 4.", True),
        ("Операционная скорость в эксперименте 3 составила 52 640.", False),
        ("Операционная скорость в эксперименте 2 составила 52 640.", True),
    ],
)
def test_experiments_are_counted_as_the_article_numbers_them(text: str, wrong: bool) -> None:
    assert is_refused(f"{NUMBERED_RU}\n{text}", row()) is wrong


def test_experiments_are_counted_in_english_and_in_short() -> None:
    assert not is_refused(f"{NUMBERED_EN}\nThe mean operational speed was 46,870 in experiment 2.", row())
    assert is_refused(f"{NUMBERED_EN}\nThe mean operational speed was 41,230 in experiment 2.", row())
    table = "\n| Метрика | Эксп-1 | Эксп-2 | Эксп-3 | Эксп-4 | Эксп-5 |\n|---|---|---|---|---|---|\n| Скорость, среднее | {} | {} | 52640 | 54180 | 47310 |\n"
    assert not is_refused(NUMBERED_RU + table.format(41230, 46870), row())
    assert is_refused(NUMBERED_RU + table.format(46870, 41230), row())


def test_a_level_behind_what_something_lies_above_is_the_base() -> None:
    text = "Максимум ожиданий (9 940) зафиксирован в эксперименте-5, это в {} раза выше максимума эксперимента-1."
    assert not is_refused(f"{NUMBERED_RU}\n{text.format('4,2')}", row())


def test_a_list_with_one_number_twice_lists_values() -> None:
    assert not is_refused(f"{NUMBERED_RU}\nЧисло просадок по экспериментам: 0, 0, 1, 2 и 1.", row())
    assert not is_refused(f"{NUMBERED_EN}\nDrops by experiment: 0, 0, 1, 2 and 1.", row())


def test_the_second_of_two_drops_is_held_against_the_first() -> None:
    before = "**Эксперимент-3.** Единственный кризис пришёлся на 15:12–15:19.\n\n"
    text = "**Эксперимент-4.** Первый кризис (17:41–17:58) отнял 62,7% скорости, второй, начавшийся в 18:20, был {}."
    assert not is_refused(f"{NUMBERED_RU}\n{before}{text.format('мельче')}", row())
    assert is_refused(f"{NUMBERED_RU}\n{before}{text.format('глубже')}", row())


def test_a_base_of_a_later_statement_is_none_of_an_earlier_one() -> None:
    text = "{} при 4 и немного отступает при 8; ожидания увеличиваются и при 8 выше, чем при 0."
    assert not is_refused(text.format("us растёт до 61,8%"), row())
    assert is_refused(text.format("sy растёт до 11,3%"), row())


def test_two_statistics_of_two_metrics_are_not_mixed() -> None:
    text = "Лучшая средняя скорость — при 4, лучшие медиана скорости и средняя длительность запроса — при {}."
    assert not is_refused(text.format(2), row())


def test_beside_the_baseline_is_not_from_it() -> None:
    text = "Из двух соседних с базой значений (1 и 4) следует предпочесть 4: медиана длительности запроса там ниже."
    assert not is_refused(text, row())


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Значение 8 уступает базовому по всем показателям скорости и длительности запроса.", True),
        ("Значение 1 уступает базовому по всем показателям скорости и длительности запроса.", False),
        ("At 8 it is worse than the baseline by all measures of operational speed.", True),
        ("At 1 it is worse than the baseline by all measures of operational speed.", False),
    ],
)
def test_all_measures_of_a_metric_are_asked(text: str, wrong: bool) -> None:
    assert is_refused(text, row()) is wrong
    assert verdicts(text, row())
