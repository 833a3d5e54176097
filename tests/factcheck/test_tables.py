"""CSV tables as people have them: grids, turned tables, Russian heads, columns of text; what was understood is told, what cannot be used is refused."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from factcheck import check
from factcheck.command import run_from_csv
from factcheck.forms.facts import UnusableFacts, facts_of
from factcheck.forms.from_csv import facts_from_csv
from factcheck.forms.sides import better_by_name


def table(folder: Path, text: str, **options: Any) -> dict[str, Any]:
    path = folder / "table.csv"
    path.write_text(text, encoding="utf-8")
    return facts_from_csv(path, **options)


def held(document: dict[str, Any]) -> dict[tuple[str, str], float]:
    return {(fact["level"], fact["metric"]): fact["value"] for fact in document["facts"] if fact["run"] is None}


GRID = "shared_buffers,clients,tps,latency_ms\n1GB,8,1200,6.6\n1GB,64,5400,11.8\n8GB,8,1350,5.9\n8GB,64,9100,7.0\n"


def test_columns_that_make_a_full_grid_are_its_factors(tmp_path: Path) -> None:
    document = table(tmp_path, GRID, baseline="1GB/8")
    factors = document["experiment"]["factors"]
    assert [(one["name"], one["levels"], one["baseline"]) for one in factors] == [
        ("shared_buffers", ["1GB", "8GB"], "1GB"),
        ("clients", ["8", "64"], "8"),
    ]
    assert held(document)["8GB/64", "tps"] == 9100 and document["experiment"]["repeats"] is None
    facts = facts_of(document)
    assert check("With 8GB and 64 clients we got 9100 tps.", facts).status == 0
    assert check("With 8GB and 64 clients we got 5400 tps.", facts, strict=True).status == 1


def test_repeated_rows_of_a_grid_are_runs(tmp_path: Path) -> None:
    rows = "".join(f"{scale},{clients},{rep},{scale + clients + rep}\n" for scale in (10, 100) for clients in (8, 16) for rep in (1, 2))  # fmt: skip
    document = table(tmp_path, "scale,clients,iteration,tps\n" + rows)
    assert [one["name"] for one in document["experiment"]["factors"]] == ["scale", "clients"]
    assert document["experiment"]["repeats"] == 2 and held(document)["100/16", "tps"] == 117.5


def test_a_metric_that_repeats_like_a_factor_is_a_metric(tmp_path: Path) -> None:
    document = table(tmp_path, "setting,deadlocks,tps\noff,0,10\noff,1,11\non,0,12\non,1,13\n")
    assert [one["name"] for one in document["experiment"]["factors"]] == ["setting"]
    assert held(document)["on", "deadlocks"] == 0.5


def test_a_grid_with_a_hole_is_named_by_its_columns(tmp_path: Path) -> None:
    text = "a,b,tps\nx,1,10\nx,2,20\ny,1,30\n"
    assert [one["name"] for one in table(tmp_path, text)["experiment"]["factors"]] == ["a"]
    document = table(tmp_path, text, factors=["a", "b"])
    assert [one["levels"] for one in document["experiment"]["factors"]] == [["x", "y"], ["1", "2"]]
    with pytest.raises(UnusableFacts, match="--factor 'c' is no column; columns are a, b, tps"):
        table(tmp_path, text, factors=["c"])


def test_a_long_table_may_have_its_factors_in_columns_of_their_own(tmp_path: Path) -> None:
    text = "disk,clients,metric,stat,value\nssd,8,tps,mean,10\nssd,16,tps,mean,20\n"
    document = table(tmp_path, text, factors=["disk", "clients"])
    assert held(document) == {("ssd/8", "tps"): 10, ("ssd/16", "tps"): 20}
    with pytest.raises(UnusableFacts, match="unknown column 'disk'; if it was varied: --factor 'disk'"):
        table(tmp_path, text)


def test_a_table_with_metrics_down_and_levels_across_is_turned(tmp_path: Path) -> None:
    document = table(tmp_path, "metric,stat,unit,4MB,64MB\nqps,mean,1/s,412.3,478.6\nlatency,p99,ms,12.1,–\n")
    assert held(document) == {("4MB", "qps"): 412.3, ("64MB", "qps"): 478.6, ("4MB", "latency"): 12.1}
    assert {(fact["metric"], fact["stat"], fact["unit"]) for fact in document["facts"]} == {("qps", "mean", "1/s"), ("latency", "p99", "ms")}  # fmt: skip


def test_a_russian_spreadsheet_whose_first_head_is_value(tmp_path: Path) -> None:
    text = "Значение;TPS;Средняя задержка, мс\noff;10 234,5;3,1\non;8 120,3;4,2\n"
    document = table(tmp_path, text, baseline="on")
    assert held(document)["off", "TPS"] == 10234.5 and document["metrics"][1]["better"] == "lower"
    facts = facts_of(document)
    assert check("При off средняя задержка 3,1 мс против 4,2 мс при on.", facts).status == 0
    assert check("При off средняя задержка 3,9 мс против 4,2 мс при on.", facts).status == 1


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("conf,comment,tps\na,good run,10\nb,bad,12\n", "column 'comment' holds no measured values; take it out"),
        ("conf,started_at,tps\na,2026-01-01 10:00,10\nb,2026-01-02 11:00,12\n", "column 'started_at'"),
        ("metric,stat,valeu\na,mean,1\n", "no column value; 'valeu' for 'value'?"),
        ("tps\n10\n", "no column metric"),
        ("metric,stat\na,mean\n", "none that is a level"),
    ],
)
def test_what_is_no_table_of_results_is_refused_with_what_to_do(tmp_path: Path, text: str, part: str) -> None:
    with pytest.raises(UnusableFacts, match=part.replace("?", r"\?")):
        table(tmp_path, text)


def test_how_a_table_was_read_is_told_beside_the_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "grid.csv"
    path.write_text(GRID, encoding="utf-8")
    out = io.StringIO()
    assert run_from_csv(path, out=out) == 0
    told = capsys.readouterr().err
    assert "varied: shared_buffers: 1GB, 8GB; clients: 8, 64 | measured: tps (more is better); latency_ms (less is better)" in told  # fmt: skip


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("tps", "higher"), ("transactions per second", "higher"), ("iops_read", "higher"), ("скорость", "higher"), ("latency_avg", "lower"), ("p99 latency", "lower"),
        ("время отклика", "lower"), ("r_await", "lower"), ("transaction time", "lower"), ("cpu_percent", None), ("hit ratio", "higher"), ("uptime", None), ("tps_stddev", None),
        ("throughput lag", None), ("wal_mb", None),
    ],
)  # fmt: skip
def test_the_better_side_is_known_by_plain_names_alone(name: str, side: str | None) -> None:
    assert better_by_name(name) == side


def test_a_side_that_the_table_says_goes_before_the_name(tmp_path: Path) -> None:
    document = table(tmp_path, "level,metric,stat,value,better\n1,tps,mean,10,lower\n1,latency,mean,3,none\n")
    assert [one["better"] for one in document["metrics"]] == ["lower", "none"]


def test_columns_that_are_statistics_of_one_metric_are_one_metric(tmp_path: Path) -> None:
    document = table(tmp_path, "pool,tps,latency_avg_ms,latency_p99_ms\n25,8953,5.6,24\n50,11910,8.4,41\n")
    assert [one["id"] for one in document["metrics"]] == ["tps", "latency"]
    assert {(fact["metric"], fact["stat"], fact["unit"]) for fact in document["facts"]} == {("tps", "mean", "1/s"), ("latency", "mean", "ms"), ("latency", "p99", "ms")}  # fmt: skip
    article = "# Pools\n\n| pool | tps | p99, ms |\n|---|---|---|\n| 25 | 8953 | 24 |\n| 50 | 11910 | 43 |\n"
    wrong = [claim for claim in check(article, facts_of(document)).claims if claim.verdict == "contradicted"]
    assert [claim.facts for claim in wrong] == [["50.latency.p99"]]


def test_columns_of_one_name_and_statistic_stay_apart(tmp_path: Path) -> None:
    document = table(tmp_path, "pool,read latency (ms),write latency (ms)\n25,5.6,24\n50,8.4,41\n")
    assert [one["id"] for one in document["metrics"]] == ["read latency (ms)", "write latency (ms)"]
