"""Amounts in tables follow from the cells beside them, and a cell is no value of what only stands around its table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import run

FACTS: dict[str, Any] = document(
    "pool_size", "pool_size", None, ["10", "20", "40"],
    {
        "tps": metric("1/s", "higher", 0, "tps;throughput", "tps;пропускная способность", {"mean": [400, 520, 610]}),
        "latency": metric("ms", "lower", 1, "query latency;latency", "задержка запроса;задержка", {"mean": [48.0, 36.5, 22.4]}),
        "errors": metric("%", "lower", 1, "error rate", "доля ошибок", {"mean": [0.8, 0.5, 0.2]}),
        "open_sessions": metric("1", "none", 0, "open sessions", "открытые сессии", {"mean": [9, 17, 31]}),
    },
    repeats=1, primary="tps", baseline="10",
)  # fmt: skip


def verdict_of(text: str, quote: str) -> set[str]:
    """The verdicts of the claims whose quote has these characters."""
    return {claim.verdict for claim in run(text, FACTS).claims if quote in claim.quote}


def table(head: str, *rows: str) -> str:
    return "\n".join([f"| {head} |", "|" + "---|" * (head.count("|") + 1), *(f"| {row} |" for row in rows)])


@pytest.mark.parametrize(
    ("head", "row", "false"),
    [
        ("Metric | 20 | 40 | Change", "throughput | 520 | 610 | +17%", "+27%"),
        ("Metric | 20 | 40 | Change", "query latency | 36.5 ms | 22.4 ms | -39%", "+39%"),
        ("Metric | 40 | 20 | Change", "query latency | 22.4 ms | 36.5 ms | -39%", "-49%"),
        ("Metric | 20 | 40 | Change", "error rate | 0.5% | 0.2% | -60%", "-40%"),
        ("Metric | 20 | 40 | Change", "query latency | 36.5 ms | 22.4 ms | -14.1 ms", "-24.1 ms"),
        ("Metric | 20 | 40 | Change", "query latency | 36.5 ms | 22.4 ms | 1.6x better", "2.6x better"),
        ("Метрика | 20 | 40 | Δ", "пропускная способность | 520 | 610 | +17%", "+27%"),
        ("Метрика | 20 | 40 | Δ", "задержка запроса | 36,5 мс | 22,4 мс | -39%", "-49%"),
        ("Метрика | 20 | 40 | Ускорение", "задержка запроса | 36,5 мс | 22,4 мс | **1,6x**", "**2,6x**"),
    ],
)
def test_an_amount_follows_from_any_two_cells_of_its_row(head: str, row: str, false: str) -> None:
    amount = row.rsplit("| ", 1)[1]
    assert verdict_of(table(head, row), amount.strip("*")) == {"supported"}
    twin = table(head, row.replace(amount, false))
    assert verdict_of(twin, false.strip("*")) == {"contradicted"}


def test_an_amount_may_follow_from_what_stands_in_brackets_or_from_a_range() -> None:
    head = "Metric | 20 | 40 | Change"
    assert verdict_of(table(head, "open sessions | 17 (366 ms) | 31 (1144 ms) | +213%"), "+213%") == {"supported"}
    assert verdict_of(table(head, "query latency | 5 ms | 200-208 ms | 41x"), "41x") == {"supported"}
    assert verdict_of(table(head, "open sessions | 17 (366 ms) | 31 (1144 ms) | +113%"), "+113%") == {"contradicted"}


def test_the_level_that_the_head_names_is_the_base_of_a_sign() -> None:
    row = "throughput | 400 | 520 | {}"
    assert verdict_of(table("Metric | 10 | 20 | vs 10", row.format("+30%")), "+30%") == {"supported"}
    assert verdict_of(table("Metric | 10 | 20 | vs 10", row.format("-23%")), "-23%") == {"contradicted"}


def test_columns_set_apart_by_tabs_are_a_table() -> None:
    text = "metric\t20\t40\t%change\n======\t=====\t=====\t=====\nthroughput\t\t520\t\t610\t17.3%\nlatency\t36.5\t\t22.4\t\t-38.6%\n"
    assert {c.verdict for c in run(text, FACTS).claims if "%" in c.quote} == {"supported"}
    assert "contradicted" in {c.verdict for c in run(text.replace("610", "710"), FACTS).claims}


@pytest.mark.parametrize(
    ("lead", "head"), [("How throughput went:", "pool_size | throughput"), ("Как шла пропускная способность:", "pool_size | tps")]
)  # fmt: skip
def test_a_change_behind_a_value_is_against_some_row(lead: str, head: str) -> None:
    text = lead + "\n\n" + table(head, "10 | 400", "20 | 520 (+30%)", "40 | 610 ({})")
    assert verdict_of(text.format("+17%"), "+17%") <= {"supported", "unverifiable"}
    assert verdict_of(text.format("+53%"), "+53%") <= {"supported", "unverifiable"}
    assert verdict_of(text.format("+85%"), "+85%") == {"contradicted"}


def test_a_change_behind_a_value_may_come_from_rounded_ones() -> None:
    text = table("pool_size | open sessions", "10 | 9", "20 | 17 ({})")
    assert "contradicted" not in verdict_of(text.format("+85%"), "+85%")  # 9.3 and 17.2
    assert verdict_of(text.format("+45%"), "+45%") == {"contradicted"}


@pytest.mark.parametrize(
    ("heading", "head", "row"),
    [
        ("## Query latency", "pool_size | Imported | {}", "20 | 12 | 36.5"),
        ("## Задержка запроса", "pool_size | Строк | {}", "20 | 12 | 36,5"),
    ],
)
def test_a_cell_under_another_head_has_no_metric_of_the_heading(heading: str, head: str, row: str) -> None:
    result = "Result" if "Imported" in head else "Результат"
    text = f"{heading}\n\n" + table(head.format(result), row)
    assert not verdict_of(text, "12") & {"contradicted", "unparsed"}
    assert verdict_of(text.replace("36.5", "31.5").replace("36,5", "31,5"), "31") == {"contradicted"}


def test_the_second_of_used_and_allowed_is_no_value() -> None:
    for head, row in (("Resource | 20", "open sessions | {}"), ("Ресурс | 20", "открытые сессии | {}")):
        assert verdict_of(table(head, row.format("17/100")), "17") == {"supported"}
        assert "contradicted" not in verdict_of(table(head, row.format("17/100")), "100")
        assert verdict_of(table(head, row.format("13/100")), "13") == {"contradicted"}


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("- Wanted: at least 600 tps\n- At 10: 400 tps (a shortfall of 33%)", "33%"),
        ("- Надо: не меньше 600 tps\n- При 10: 400 tps (дефицит -33%)", "-33%"),
        ("At 10 the query latency is 48.0 ms (an excess of +92%).", "+92%"),
        ("При 10 задержка запроса 48,0 мс (превышение +92%).", "+92%"),
    ],
)
def test_what_a_target_is_missed_by_is_no_change_of_a_level(text: str, amount: str) -> None:
    assert not verdict_of(text, amount) & {"contradicted", "unparsed"}


def test_what_a_level_is_missed_by_is_still_judged() -> None:
    assert verdict_of("At 20 the query latency is 36.5 ms (an excess of +92% against the baseline).", "+92%") == {
        "contradicted"
    }
    assert verdict_of("At 20 the query latency is 36.5 ms (+92%).", "+92%") == {"contradicted"}


@pytest.mark.parametrize(
    ("text", "true", "false"),
    [
        ("## Query latency\n\n- Small pool: 36.5 ms\n- Big pool: 22.4 ms\n- Improvement: {} faster", "39%", "59%"),
        (
            "## Задержка запроса\n\n- Малый пул: 36,5 мс\n- Большой пул: 22,4 мс\n- Улучшение: на {} быстрее",
            "39%",
            "59%",
        ),
    ],
)
def test_an_amount_follows_from_the_two_items_before_it(text: str, true: str, false: str) -> None:
    assert verdict_of(text.format(true), true) == {"supported"}
    assert verdict_of(text.format(false), false) == {"contradicted"}
