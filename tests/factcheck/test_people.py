"""Text as people write it: tables with two key columns, rows of what was not measured, levels called before and after, multiples behind a cross, errors of the checker's own."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from factcheck.binding.vocabulary import Vocabulary
from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import facts, is_refused, run

_TIME = metric("ms", "lower", 2, "query time;time", "время запроса;время", {"mean": [78.4, 30.1]})
RU: dict[str, Any] = document(
    "index", "индекс", None, ["до", "после"],
    {"time": _TIME, "rows": metric("", "lower", 0, "rows read", "прочитано строк", {"count": [361579, 526579]})}, repeats=1, primary="time", baseline="до",
)  # fmt: skip


def _grid(
    name: str, first: tuple[str, list[str]], second: tuple[str, list[str]], rows: list[list[float]]
) -> dict[str, Any]:
    """A grid of two factors with one metric, `rows` by the first factor's levels."""
    cells = [f"{a}/{b}" for a in first[1] for b in second[1]]
    values = [value for row in rows for value in row]
    made = document(name, first[0], None, cells, {"tps": metric("1/s", "higher", 0, "tps;throughput", "tps;скорость", {"mean": values})}, repeats=1, primary="tps", baseline=cells[0])  # fmt: skip
    made["experiment"]["factors"] = [
        {"name": of, "unit": None, "levels": levels, "baseline": levels[0]} for of, levels in (first, second)
    ]
    return made


INDEXES = _grid("order", ("table order", ["Unordered", "Ordered"]), ("index type", ["B-tree", "BRIN"]), [[458, 522], [688, 731]])  # fmt: skip
CHANGES = _grid("trees", ("warehouses", ["5", "10"]), ("variant", ["Baseline", "Deterministic (Change A)"]), [[1791, 910], [2750, 1387]])  # fmt: skip
POOLS = _grid("pools", ("pooler", ["Alpha", "Beta"]), ("clients", ["10", "50", "100"]), [[210, 440, 300], [190, 350, 590]])  # fmt: skip


def test_a_row_may_be_keyed_by_two_columns_under_a_heading_that_names_a_level() -> None:
    page = "# Why BRIN is fun\n\n| Table order | Index type | tps |\n|---|---|---|\n| Unordered | B-tree | {} |\n| Unordered | BRIN | {} |\n"
    assert not is_refused(page.format(458, 522), INDEXES)
    assert is_refused(page.format(522, 458), INDEXES)


def test_a_level_called_a_change_heads_no_column_of_changes() -> None:
    table = "Throughput:\n\n| warehouses | Baseline | Deterministic (Change A) |\n|---|---|---|\n| 5 | 1791 | {} |\n"
    assert not is_refused(table.format(910), CHANGES)
    assert is_refused(table.format(1387), CHANGES)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Время запроса снизилось с 78,4 мс до 30,1 мс (×2.6).", "Время запроса снизилось с 78,4 мс до 36,1 мс."),
        ("Query time fell (78.4 → 30.1 ms).", "Query time rose (78.4 → 30.1 ms)."),
        ("После индекса время запроса 30,1 мс.", "После индекса время запроса 78,4 мс."),
    ],
)
def test_levels_called_before_and_after(true: str, false: str) -> None:
    """In Russian "до" is both a level and "to"."""
    assert not is_refused(true, RU)
    assert is_refused(false, RU)


def test_a_row_of_a_size_that_was_not_measured_is_open() -> None:
    table = "| clients | tps |\n|---|---|\n| {} | 7000 |\n"
    one = document("clients", "clients", None, ["10", "50"], {"tps": metric("1/s", "higher", 0, "tps", "tps", {"mean": [2100, 4400]})}, repeats=1, primary="tps", baseline="10")  # fmt: skip
    assert not is_refused(table.format(500), one)
    assert is_refused(table.format(50), one)


def test_a_trend_in_a_grid_goes_along_the_rows_of_a_factor() -> None:
    """Only some rows rise, so nothing is said of which; with Beta alone the row is told."""
    assert not is_refused("Throughput grows with every step.", POOLS)
    assert not is_refused("For Beta throughput grows with every step in clients.", POOLS)
    assert is_refused("For Alpha throughput grows with every step in clients.", POOLS)


@pytest.mark.parametrize("text", ["For lower connection counts Alpha has the best throughput.", "Alpha was occasionally even faster than Beta.", "A bad policy can reduce throughput by 80%."])  # fmt: skip
def test_what_is_said_of_some_cases_is_open(text: str) -> None:
    assert not is_refused(text, POOLS)


def test_an_error_of_the_checkers_own_costs_one_block() -> None:
    text = "Alpha serves 440 tps at 50 clients.\n\nBeta serves 350 tps at 50 clients.\n"

    def broken(scene: Any) -> Any:
        if "Alpha" in scene.sentence.text:
            raise IndexError("made up")
        return [], []

    with patch("factcheck.checker.judge_generality", broken), patch("factcheck.checker._LOG.exception") as told:
        claims = run(text, POOLS).claims
    assert [claim.why.en[:31] for claim in claims if claim.verdict == "unparsed"] == ["An error of the checker itself,"]
    assert any(claim.verdict == "supported" and claim.line == 3 for claim in claims)
    told.assert_called_once_with("line %d could not be judged", 1)


def test_cells_are_cut_where_a_factors_level_ends() -> None:
    """A level may hold a slash, and the baseline of a main effect is no cell."""
    grid = _grid("paths", ("mount", ["/data", "/data/fast"]), ("clients", ["4", "8"]), [[100, 190], [120, 260]])
    main = {
        "metric": "tps",
        "level": "mount=/data/fast",
        "baseline": "/data",
        "effect_pct": 28.0,
        "verdict": "single_run",
    }
    grid["effects"] = [main]
    vocabulary = Vocabulary(facts(grid))
    assert vocabulary.parts_of("/data/fast/8") == ("/data/fast", "8") and vocabulary.parts_of("/data") == ("/data",)
    assert vocabulary.apart("/data/8", "/data/fast/8") == [0] and len(vocabulary.level_ids) == 4
    assert not is_refused("With 8 clients tps is best everywhere.", grid)
