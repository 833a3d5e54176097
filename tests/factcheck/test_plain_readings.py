"""True sentences that a plain reading bears out, beside false twins that stay refused: kinds of a metric, costs, settings beside an amount, rows of a grid."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.helpers import is_refused, run, verdicts


def _document(
    factors: list[dict[str, Any]], metrics: list[dict[str, Any]], facts: list[dict[str, Any]], **rest: Any
) -> dict[str, Any]:
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "x", "title": {}, "repeats": 1, "primary": metrics[0]["id"], "factors": factors},
        "metrics": metrics,
        "facts": [{"decimals": 2, "scope": "run", **fact} for fact in facts],
        "effects": rest.get("effects", []),
    }


def _metric(name: str, unit: str, better: str, en: str, ru: str) -> dict[str, Any]:
    return {"id": name, "unit": unit, "better": better, "names": {"en": en.split(";"), "ru": ru.split(";")}}


def _fact(
    metric: str, level: str | None, value: float, stat: str = "mean", unit: str = "1", **more: Any
) -> dict[str, Any]:
    scope = more.get("scope", "run")
    return {"id": f"{level}.{metric}.{stat}.{scope}", "level": level, "metric": metric, "stat": stat, "value": value, "unit": unit, **more}  # fmt: skip


POOLS = _document(
    [{"name": "pool", "levels": ["odyssey", "pgcat"], "baseline": "odyssey"}],
    [
        _metric("insert_time", "ms", "lower", "request time;insert request time", "время запроса;время запроса вставки"),
        _metric("read_time", "ms", "lower", "request time at 9,000 users", "время запроса при 9000 пользователей"),
        _metric("tps", "1/s", "higher", "TPS", "TPS"),
        _metric("tps_glove", "1/s", "higher", "TPS on glove-200", "TPS на glove-200"),
        _metric("cached", "1/s", "higher", "cached TPS", "TPS из кэша"),
        _metric("warmup", "s", "lower", "warm-up time", "время прогрева"),
    ],
    [
        _fact("insert_time", "odyssey", 3, "median", "ms"), _fact("insert_time", "pgcat", 7, "median", "ms"),
        _fact("read_time", "pgcat", 14.2, "median", "ms"),
        _fact("tps", "odyssey", 1000, unit="1/s"), _fact("tps", "pgcat", 6000, unit="1/s"),
        _fact("tps_glove", "odyssey", 1000, unit="1/s"), _fact("tps_glove", "pgcat", 2000, unit="1/s"),
        _fact("cached", "odyssey", 120000, unit="1/s"), _fact("cached", "pgcat", 114000, unit="1/s"),
        _fact("warmup", "pgcat", 41, unit="s"),
    ],
)  # fmt: skip

CELLS = ("v1/100", "v2/100", "v1/400", "v2/400", "v1/800", "v2/800")
TPS = dict(zip(CELLS, (42608.8, 42372.8, 54264.5, 53672.7, 60667.5, 60116.1), strict=True))
SAME = dict(zip(CELLS, (11.4, 11.4, 18.9, 18.9, 26.2, 26.2), strict=True))
SCANS = dict(zip(CELLS, (900.0, 850.0, 1000.0, 900.0, 1200.0, 1050.0), strict=True))
GRID = _document(
    [
        {"name": "version", "levels": ["v1", "v2"], "baseline": "v1"},
        {"name": "threads", "levels": ["100", "400", "800"], "baseline": "100"},
    ],
    [
        _metric("update_tps", "1/s", "higher", "Update Index performance;Update Index TPS", "производительность Update Index;TPS Update Index"),
        _metric("update_p95", "ms", "lower", "Update Index latency", "задержка Update Index"),
        _metric("scan_tps", "1/s", "higher", "Range Scan performance;Range Scan TPS", "производительность Range Scan;TPS Range Scan"),
    ],
    [_fact(name, cell, row[cell], unit=unit) for name, row, unit in (("update_tps", TPS, "1/s"), ("update_p95", SAME, "ms"), ("scan_tps", SCANS, "1/s")) for cell in CELLS],
    effects=[{"metric": "update_tps", "level": "version=v2", "baseline": "version=v1", "effect_pct": -0.85, "verdict": "single_run"}],
)  # fmt: skip

KINDS = [
    "### At 9,000 users\n\n|  | Request time |\n|---|---|\n| Median | 14.2 ms |\n",
    "### glove-200\n\npgcat gives 2 times the TPS of odyssey.\n",
    "### glove-200\n\nУ pgcat TPS в 2 раза выше, чем у odyssey.\n",
]
KINDS_FALSE = [
    "### At 9,000 users\n\n|  | Request time |\n|---|---|\n| Median | 12.4 ms |\n",
    "### Inserts\n\npgcat gives 2 times the TPS of odyssey.\n",
    "### glove-200\n\nУ pgcat TPS в 3 раза выше, чем у odyssey.\n",
]


@pytest.mark.parametrize("text", KINDS)
def test_a_short_name_may_stand_for_the_kind_that_its_heading_names(text: str) -> None:
    assert not is_refused(text, POOLS)


@pytest.mark.parametrize("text", KINDS_FALSE)
def test_what_no_kind_has_stays_refused(text: str) -> None:
    assert is_refused(text, POOLS)


def test_a_value_without_a_level_may_be_of_one_that_is_not_held() -> None:
    assert not is_refused("After a restart the warm-up time was less than 20 s.", POOLS)
    assert not is_refused("После перезапуска время прогрева составило 18 с.", POOLS)
    assert is_refused("With pgcat the warm-up time was 18 s.", POOLS)
    assert is_refused("У pgcat время прогрева составило 18 с.", POOLS)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("Cached, we see 120K TPS (odyssey) vs 114K TPS (pgcat), which is 5% slower.", False),
        ("Cached, we see 120K TPS (odyssey) vs 114K TPS (pgcat), which is 15% slower.", True),
        ("Из кэша 120 тыс. TPS (odyssey) против 114 тыс. TPS (pgcat), это на 5% медленнее.", False),
        ("Из кэша 120 тыс. TPS (odyssey) против 114 тыс. TPS (pgcat), это на 15% медленнее.", True),
    ],
)
def test_of_two_values_labelled_alike_either_may_be_the_base(text: str, refused: bool) -> None:
    assert ("contradicted" in verdicts(text, POOLS, "delta")) == refused


def test_an_amount_does_not_follow_from_the_values_of_a_setting() -> None:
    for text in (
        "We ran it with `list_size` = 100 instead of the previous 250, resulting in a 35% increase in write speed.",
        "С `list_size` = 100 вместо прежних 250 получился прирост скорости записи на 35%.",
    ):
        assert not any("follow" in claim.why.en for claim in run(text, POOLS).claims)
    measured = "Request time fell to 100 ms instead of the previous 250, a 35% decrease."
    assert any("follow" in claim.why.en for claim in run(measured, POOLS).claims)


EQUAL = [
    "Compared with v1, the Update Index performance of v2 is basically unchanged, reduced by 0.85%.",
    "Compared with v1, the Update Index performance of v2 is unchanged, reduced by 0.85%.",
    "По сравнению с v1 производительность Update Index у v2 практически не изменилась.",
    "The Update Index latency of v1 and v2 is identical.",
]
UNEQUAL = [
    "The Range Scan performance of v1 and v2 is identical.",
    "Compared with v1, the Range Scan performance of v2 is unchanged.",
]


@pytest.mark.parametrize("text", EQUAL)
def test_two_levels_of_a_grid_are_equal_row_by_row(text: str) -> None:
    assert not is_refused(text, GRID)


@pytest.mark.parametrize("text", UNEQUAL)
def test_what_differs_in_each_row_is_not_equal(text: str) -> None:
    assert is_refused(text, GRID)


TABLE = """### Range Scan performance

| Threads | v1 TPS | v2 TPS | TPS improvement (%) |
|---|---|---|---|
| 100 | 900.0 | 850.0 | -5.56 |
| 400 | 1000.0 | {value} | {change} |
"""


def test_a_column_of_a_grid_is_of_its_headings_metric() -> None:
    assert {c.verdict for c in run(TABLE.format(value="900.0", change="-10.00"), GRID).claims} == {"supported"}
    wrong = run(TABLE.format(value="930.0", change="-15.00"), GRID).claims
    assert {c.quote for c in wrong if c.verdict == "contradicted"} == {"930.0", "-15.00"}


ONE_METRIC = _document(
    [
        {"name": "commit", "levels": ["on", "off"], "baseline": "on"},
        {"name": "replicas", "levels": ["2A", "1S+1A", "2S ALL"], "baseline": "2A"},
    ],
    [_metric("tps", "1/s", "higher", "tps", "tps")],
    [
        _fact("tps", f"{commit}/{replicas}", value, unit="1/s")
        for commit, row in (("on", (190, 145, 140)), ("off", (210, 215, 220)))
        for replicas, value in zip(("2A", "1S+1A", "2S ALL"), row, strict=True)
    ],
)


def test_a_cell_that_crosses_two_levels_is_of_the_only_metric() -> None:
    table = "| | 2A | 1S+1A | 2S ALL |\n|---|---|---|---|\n| on | 190 | 145 | {} |\n| off | 210 | 215 | 220 |\n"
    assert {c.verdict for c in run(table.format(140), ONE_METRIC).claims} == {"supported"}
    assert [c.quote.strip() for c in run(table.format(160), ONE_METRIC).claims if c.verdict == "contradicted"] == [
        "160"
    ]


TIMES = _document(
    [{"name": "function", "levels": ["plain", "native", "typed"], "baseline": "plain"}],
    [_metric("time", "us", "lower", "Avg Time", "среднее время"), _metric("order", "%", "higher", "sorting accuracy", "точность сортировки")],
    [_fact("time", "plain", 86.3, unit="us"), _fact("time", "native", 58.1, unit="us"), _fact("time", "typed", 86.5, unit="us"),
     _fact("order", "native", 99.9, "share", "%")],
    effects=[{"metric": "time", "level": "native", "baseline": "plain", "effect_pct": -32.7, "verdict": "single_run"},
             {"metric": "time", "level": "typed", "baseline": "plain", "effect_pct": 0.2, "verdict": "single_run"}],
)  # fmt: skip


def test_a_column_of_changes_is_of_the_tables_one_metric() -> None:
    table = "| Function | Avg Time (μs) | Speed vs plain |\n|---|---|---|\n| native | 58.1 | {}% faster |\n| typed | 86.5 | 0% (equivalent) |\n"
    assert not is_refused(table.format(33), TIMES)
    assert "supported" in verdicts(table.format(33), TIMES, "delta")
    assert [c.quote for c in run(table.format(53), TIMES).claims if c.verdict == "contradicted"] == ["53% faster"]


@pytest.mark.parametrize(
    "text",
    [
        "Sorting cost: 10–39% performance impact for sorted keys.",
        "On average the sorting overhead does not exceed 1–3%.",
        "Накладные расходы на сортировку не превышают 3%.",
        "The Avg Time may increase by 6–15% under load.",
        "Под нагрузкой среднее время может вырасти на 15%.",
    ],
)
def test_costs_and_what_may_be_are_not_refuted(text: str) -> None:
    assert not is_refused(text, TIMES)


@pytest.mark.parametrize(
    "text",
    [
        "With native the sorting accuracy is 39%.",
        "With native the Avg Time increased by 15%.",
        "С native среднее время выросло на 15%.",
    ],
)
def test_measured_amounts_stay_refuted(text: str) -> None:
    assert is_refused(text, TIMES)


NODES = _document(
    [{"name": "nodes", "levels": ["3", "4", "5", "6"], "baseline": "3"}],
    [_metric("efficiency", "%", "higher", "efficiency", "эффективность"), _metric("tps", "1/s", "higher", "throughput", "пропускная способность")],
    [_fact("efficiency", level, value, unit="%") for level, value in (("3", 99.71), ("4", 99.79), ("5", 99.79), ("6", 99.72))]
    + [_fact("tps", level, value, unit="1/s") for level, value in (("3", 100), ("4", 140), ("5", 180), ("6", 230))],
)  # fmt: skip


def test_what_one_verb_takes_is_not_the_subject_of_the_next() -> None:
    assert not is_refused("The cluster sustains efficiency and maintains linear growth as the nodes increase.", NODES)
    assert not is_refused("Кластер удерживает эффективность и показывает рост с увеличением числа nodes.", NODES)
    assert is_refused("Efficiency keeps growing as the nodes increase.", NODES)


RANKED = _document(
    [{"name": "index", "levels": ["flat", "graph"], "baseline": "flat"}],
    [_metric("similarity", "1", "higher", "similarity", "сходство")],
    [_fact("similarity", level, value, "last", scope=f"row {at}") for level, row in (("flat", (0.95, 0.91, 0.90)), ("graph", (0.95, 0.91, 0.92))) for at, value in enumerate(row)],
)  # fmt: skip


def test_facts_of_several_rows_have_no_one_value() -> None:
    assert not is_refused("With graph the similarity is higher than with flat.", RANKED)
    assert not is_refused("У graph сходство выше, чем у flat.", RANKED)
