"""Numbers and words are of what they stand beside: the level with its noun, the cell that two levels name together, the statistic that is spoken of, the first of two joined verbs."""

from __future__ import annotations

from typing import Any

import pytest

from factcheck.reading.words import stems
from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, run, verdicts

SHARE = {"denominator": "waits"}
CPUS: dict[str, Any] = document(
    "cpu_count", "cpu", None, ["1", "2", "4", "6"],
    {
        "tps": metric("tps", "higher", 0, "throughput", "пропускная способность", {"mean": [1020, 1940, 3150, 3090], "stddev": [41, 62, 120, 240]}),
        "reply": metric("ms", "lower", 1, "reply time", "время ответа", {"mean": [39.4, 21.3, 11.2, 11.9], "median": [33.1, 18.4, 10.1, 9.3], "p99": [140.6, 77.1, 33.4, 58.8], "max": [480.0, 310.0, 220.0, 700.0]}),
        "backlog": metric("processes", "lower", 1, "backlog", "очередь процессов", {"mean": [25.3, 17.2, 9.6, 11.4], "max": [47.0, 38.0, 30.0, 55.0]}),
        "stolen": metric("%", "lower", 1, "stolen time", "украденное время", {"mean": [0.3, 0.7, 2.2, 6.9], "max": [0.9, 1.7, 7.4, 18.8]}),
        "flush": metric("%", "none", 1, "LogFlush", "LogFlush", {"share": [12.2, 30.4, 35.1, 26.3]}, **SHARE),
        "append": metric("%", "none", 1, "LogAppend", "LogAppend", {"share": [8.1, 14.3, 22.6, 29.9]}, **SHARE),
        "sessions": metric(None, "none", 1, "waiting sessions", "ждущие сессии", {"mean": [8.8, 14.2, 20.5, 33.7]}),
    },
    repeats=1, primary="tps", baseline="4",
    correlations=[("tps", "backlog", "pearson", [0.61, 0.72, 0.55, -0.31]), ("tps", "flush", "pearson", [0.44, 0.51, 0.66, 0.38])],
)  # fmt: skip
CELLS = [f"{one}/{two}" for one in ("off", "on") for two in ("0", "5s", "60s")]


def grid() -> dict[str, Any]:
    """Two settings crossed: whether the replica reports back, and how long it may wait."""
    rows = {
        "reads": ("tps", "higher", ["reads per second"], ["скорость чтения"], [2700, 2950, 2990, 3040, 3080, 3075]),
        "writes": ("tps", "higher", ["write speed"], ["скорость записи"], [4200, 4210, 4190, 4050, 4018, 3954]),
        "lag": ("s", "lower", ["replay lag"], ["отставание"], [0.4, 3.1, 28.0, 0.3, 0.5, 0.9]),
    }
    links = [-0.15, -0.38, -0.66, -0.12, 0.08, -0.05]
    base = {"run": None, "scope": "run", "partner": None, "denominator": None, "runs": 1, "parents": []}
    found = [
        {**base, "id": f"{cell}.{name}.mean", "level": cell, "metric": name, "stat": "mean", "value": value, "unit": unit, "decimals": 1 if unit == "s" else 0}
        for name, (unit, _, _, _, values) in rows.items()
        for cell, value in zip(CELLS, values, strict=True)
    ]  # fmt: skip
    found += [
        {**base, "id": f"{cell}.reads.pearson~lag", "level": cell, "metric": "reads", "stat": "pearson", "partner": "lag", "value": value, "unit": "1", "decimals": 2}
        for cell, value in zip(CELLS, links, strict=True)
    ]  # fmt: skip
    drops = [("off/5s", "22:40", "22:46", 31.5), ("off/60s", "23:05", "23:14", 52.0), ("off/60s", "23:31", "23:37", 40.4), ("on/60s", "04:20", "04:23", 21.2)]  # fmt: skip
    return {
        "format": "pgverdict-facts/1",
        "experiment": {
            "id": "replica", "title": {}, "repeats": 1, "primary": "reads",
            "factors": [
                {"name": "report_back", "levels": ["off", "on"], "baseline": "off"},
                {"name": "wait_limit", "levels": ["0", "5s", "60s"], "baseline": "5s"},
            ],
        },
        "metrics": [{"id": name, "unit": unit, "better": better, "names": {"en": en, "ru": ru}} for name, (unit, better, en, ru, _) in rows.items()],
        "facts": found,
        "windows": [{"name": cell + a, "level": cell, "run": 1, "kind": "drop", "metric": "reads", "starts_at": a, "ends_at": b, "depth_pct": depth} for cell, a, b, depth in drops],
    }  # fmt: skip


def test_a_word_that_drops_nothing_has_no_form_of_another() -> None:
    assert not stems("on") & stems("one")
    assert stems("decreasing") & stems("decrease")
    assert stems("CPUs") & stems("CPU")


TWINS = [
    # "and" joins two verbs of one subject
    ("On 6 CPUs LogAppend overtakes LogFlush and comes first.", "On 2 CPUs LogAppend overtakes LogFlush and comes first."),
    ("На 6 CPU LogAppend обгоняет LogFlush и занимает первое место.", "На 2 CPU LogAppend обгоняет LogFlush и занимает первое место."),
    # two levels between which something grows, whatever was spoken of before
    ("From 4 CPUs on stolen time matters. Waiting sessions more than triple between 1 and 6 CPUs.", "From 4 CPUs on stolen time matters. Waiting sessions more than quadruple between 1 and 6 CPUs."),
    # the noun of a level, and no growth of the parameter
    ("Mean reply time fell from 39.4 ms on 1 CPU to 11.2 ms on 4.", "Mean reply time fell from 39.4 ms on 1 CPU to 13.2 ms on 4."),
    ("Время ответа упало с 39,4 мс на 1 CPU до 11,2 мс на 4 CPU.", "Время ответа упало с 39,4 мс на 1 CPU до 13,2 мс на 4 CPU."),
    # an echo of another statistic, below a heading, behind a value in brackets
    ("### 4 CPUs\n\n- The mean reply time is the lowest of all (11.2 ms), and so is the 99th percentile.", "### 6 CPUs\n\n- The median reply time is the lowest of all (9.3 ms), and so is the 99th percentile."),
    ("### При 4 CPU\n\n- Среднее время ответа ниже всех (11,2 мс), то же верно для 99-го процентиля.", "### При 6 CPU\n\n- Медиана времени ответа ниже всех (9,3 мс), то же верно для 99-го процентиля."),
    ("On 4 the median reply time is lower than on 2, and so is p99.", "On 6 the median reply time is lower than on 4, and so is p99."),
    # a goal, and the level behind it
    ("For the lowest p99: 4 CPUs.", "For the lowest p99: 6 CPUs."),
    ("For the shortest tail: 4 CPUs.", "For the shortest tail: 6 CPUs."),
    ("Самый короткий хвост — при 4 CPU.", "Самый короткий хвост — при 6 CPU."),
    # a sign that all levels share
    ("Throughput–LogFlush: the correlation is 0.44 on 1 CPU. All four machines show the same positive relation.", "Throughput–backlog: the correlation is 0.61 on 1 CPU. All four machines show the same positive relation."),
    ("The correlation of throughput with backlog is positive almost everywhere.", "The correlation of throughput with backlog is positive everywhere."),
    ("Корреляция пропускной способности с очередью процессов положительна почти на всех уровнях.", "Корреляция пропускной способности с очередью процессов положительна на всех уровнях."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_what_is_told_is_of_what_stands_beside_it(true: str, false: str) -> None:
    assert not is_refused(true, CPUS)
    assert is_refused(false, CPUS)


@pytest.mark.parametrize(
    "text",
    [
        # of single moments, and not on average
        "On 1 CPU the average backlog is 25.3 processes, at times as long as 47.",
        "On 1 CPU the average backlog is 25.3 processes, at times 47.",
        "На 1 CPU очередь процессов в среднем 25,3, временами до 47.",
        # the extreme of one level's runs
        "### 2 CPUs\n\n- Stolen time is still under 2% even at its worst.",
        # a ranking whose own value is of another metric than was spoken of before
        "### 1 CPU\n\n- Stolen time is 0.3%.\n- The steadiest run in absolute terms: a standard deviation of 41 tps, 4% of the mean.",
        # a value of each, and no count of runs
        "For the best return per core: 1 and 2 CPUs, 970 tps each.",
    ],
)
def test_what_another_reading_bears_out_is_not_refused(text: str) -> None:
    assert not is_refused(text, CPUS)


def test_a_levels_number_is_no_value() -> None:
    claims = run("For the lowest p99: 33 ms on 4 CPUs. For the lowest p99: 6 CPUs.", CPUS).claims
    assert not any(claim.predicate == "value" and claim.quote.endswith("6") for claim in claims)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        # the cell that two levels name together
        ("- Off, 5 s: one drop at 22:40–22:46, 31.5% deep", "- On, 5 s: one drop of speed"),
        ("- Off, 60 s: two drops, the first 52.0% deep", "- Off, 60 s: one drop at 23:05–23:14"),
        ("- On, 60 s: one drop at 04:20–04:23, 21.2% deep", "- On, 60 s: one drop at 04:20–04:23, 52.0% deep"),
        ("## report_back off\n\n- With 60 s two drops were found", "## report_back on\n\n- With 60 s two drops were found"),
        # a link along one of two factors
        ("The correlation of reads per second with replay lag strengthens with wait_limit while report_back is off, ending at −0.66.", "The correlation of reads per second with replay lag weakens with wait_limit while report_back is off, ending at −0.66."),
        # the ends of a range of changes, whatever level the rest of the sentence names
        ("With report_back on write speed is lower by 3.6% to 5.6%.", "With report_back on write speed is lower by 13.6% to 15.6%."),
        ("С report_back on скорость записи ниже на 3,6% до 5,6%.", "С report_back on скорость записи ниже на 13,6% до 15,6%."),
        # what a setting is said to have removed
        ("report_back removed the drops of one kind.", "report_back removed the drops of reads per second altogether."),
        ("report_back убрал не все просадки.", "report_back полностью убрал просадки."),
    ],
)  # fmt: skip
def test_a_grids_cells_are_named_together(true: str, false: str) -> None:
    assert not is_refused(true, grid())
    assert is_refused(false, grid())


def test_one_end_of_a_range_alone_bears_nothing_out() -> None:
    assert "supported" in verdicts("With report_back on write speed is lower by 3.6% to 5.6%.", grid(), "delta")
    assert verdicts("With report_back on write speed is lower by 3.6% to 9.6%.", grid(), "delta") == {"unverifiable"}
