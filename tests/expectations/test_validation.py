"""Validation as the command and the DAGs call it: Great Expectations over all runs, verdict rows, who may be published, and pages."""

import re
import subprocess
import sys
from pathlib import Path

import faults
import measured_nights as nights
import psycopg
import pytest

import expectations
from expectations.docs import publish
from expectations.runs import check_run
from pgverdict.errors import ComponentFailed, Refused

SPOILT = (
    "counter falls without a reset",
    "NaN among the speeds",
    "foreign processes",
    "a second setting changed",
    "wrong device",
)


@pytest.fixture(scope="module")
def spoilt(module_warehouse_dsn: str) -> tuple[str, nights.Night, int]:
    """A night in which one run has five faults."""
    with psycopg.connect(module_warehouse_dsn) as connection:
        connection.execute("set timezone = 'UTC'")
        night = nights.own_night(connection, blocks=3, seconds=15)
        run_id = night.run_ids[5]
        for fault in faults.FAULTS:
            if fault.name in SPOILT:
                faults.inject(connection, fault, fault.strengths[-1].x, run_id, night.execution_id, faults.NAMES)
    return module_warehouse_dsn, night, run_id


@pytest.fixture(scope="module")
def report(spoilt: tuple[str, nights.Night, int]) -> expectations.ValidationReport:
    dsn, night, _ = spoilt
    return expectations.validate([night.execution_id], "raw", dsn)


def test_great_expectations_and_the_check_after_a_run_give_the_same_verdicts(
    spoilt: tuple[str, nights.Night, int], report: expectations.ValidationReport
) -> None:
    dsn, night, _ = spoilt
    with psycopg.connect(dsn) as connection:
        in_sql = {
            (v.run_id, v.metric, v.suite, v.expectation, v.severity, v.message_ru)
            for v in faults.raw_verdicts(connection, night.execution_id)
        }
        connection.rollback()
    by_great_expectations = {
        (v.run_id, v.metric, v.suite, v.expectation, v.severity, v.message_ru) for v in report.failures
    }
    assert len(in_sql) >= 5
    assert by_great_expectations == in_sql


def test_the_report_names_the_run_and_stays_publishable(
    spoilt: tuple[str, nights.Night, int], report: expectations.ValidationReport
) -> None:
    _, night, run_id = spoilt
    assert not report.is_success
    assert {v.run_id for v in report.critical} == {run_id}
    assert report.is_publishable and report.refused == []
    assert report.runs == len(night.run_ids)
    assert report.to_json()["failures"][0]["message_ru"].startswith("Прогон 6 (")


def test_verdict_rows_are_in_force_with_both_sentences(
    spoilt: tuple[str, nights.Night, int], report: expectations.ValidationReport
) -> None:
    dsn, night, run_id = spoilt
    with psycopg.connect(dsn) as connection:
        rows = connection.execute(
            "select severity, is_success, observed, expected, message_en, message_ru from quality.verdicts_in_force"
            " where execution_id = %s and run_id = %s and suite = 'stat_wal' and expectation = 'falls'",
            [night.execution_id, run_id],
        ).fetchall()
        silent = connection.execute(
            "select count(*) from quality.verdicts where severity = 'info' and observed = '—' and message_ru like 'Не применимо%%'"
        ).fetchone()
    assert len(rows) == 1
    severity, is_success, observed, expected, english, russian = rows[0]
    assert (severity, is_success, expected) == ("critical", False, "exactly 0") or expected == "at most 0"
    assert observed == "1" and "wal_bytes" in english and re.search("[а-я]", russian)
    assert silent is not None and silent[0] > 0


def test_an_execution_without_two_levels_left_is_refused(warehouse_dsn: str) -> None:
    with psycopg.connect(warehouse_dsn) as connection:
        night = nights.own_night(connection, blocks=2, seconds=10)
        for run_id, level in zip(night.run_ids, night.levels, strict=True):
            if level != "1GB":
                connection.execute("update raw.pgbench_progress set tps = 'NaN' where run_id = %s", [run_id])
    assert expectations.validate([night.execution_id], "raw", warehouse_dsn).refused == [night.execution_id]


def test_a_mended_run_is_no_longer_failed(warehouse_dsn: str) -> None:
    with psycopg.connect(warehouse_dsn) as connection:
        night = nights.own_night(connection, blocks=1, seconds=10)
        connection.execute("update raw.pgbench_progress set tps = -1 where run_id = %s", [night.run_ids[0]])
    assert any(
        "no numbers, infinite or negative" in sentence for sentence in check_run(night.run_ids[0], warehouse_dsn)
    )
    with psycopg.connect(warehouse_dsn) as connection:
        connection.execute("update raw.pgbench_progress set tps = 1000 where run_id = %s", [night.run_ids[0]])
        connection.execute("update raw.pgbench_progress set latency_ms = 8 where run_id = %s", [night.run_ids[0]])
    check_run(night.run_ids[0], warehouse_dsn)
    with psycopg.connect(warehouse_dsn) as connection:
        row = connection.execute(
            "select is_success from quality.verdicts_in_force where run_id = %s and expectation = 'bad_values' and suite = 'pgbench'",
            [night.run_ids[0]],
        ).fetchone()
    assert row == (True,)


@pytest.mark.parametrize("boundary", ["raw", "marts"])
def test_an_unknown_execution_is_refused(warehouse_dsn: str, boundary: expectations.Boundary) -> None:
    with pytest.raises(Refused, match="no such execution: 77"):
        expectations.validate([77], boundary, warehouse_dsn)


def test_an_unknown_run_and_an_unknown_boundary_are_refused(warehouse_dsn: str) -> None:
    with pytest.raises(Refused, match="no run 4711"):
        check_run(4711, warehouse_dsn)
    with pytest.raises(Refused, match="no boundary 'sideways'"):
        expectations.validate([1], "sideways", warehouse_dsn)  # type: ignore[arg-type]


def test_marts_that_are_not_built_yet_apply_to_nothing_and_say_so(spoilt: tuple[str, nights.Night, int]) -> None:
    dsn, night, _ = spoilt
    found = expectations.validate([night.execution_id], "marts", dsn)
    assert found.failures == [] and found.checks > 0
    with psycopg.connect(dsn) as connection:
        row = connection.execute(
            "select count(*), count(*) filter (where severity = 'info' and observed = '—') from quality.verdicts where validation_id = %s",
            [found.validation_id],
        ).fetchone()
    assert row is not None and row[0] == row[1] > 0


def test_a_measuring_query_that_fails_names_its_suite(warehouse_dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with psycopg.connect(warehouse_dsn) as connection:
        night = nights.own_night(connection, blocks=1, seconds=10)
        connection.execute("alter table raw.os_disk rename column io_ms to io_minutes")
    with pytest.raises(ComponentFailed, match="suite 'os_disk'"):
        expectations.validate([night.execution_id], "raw", warehouse_dsn)


def test_the_check_after_a_run_does_not_import_great_expectations() -> None:
    code = (
        "import sys, expectations.runs, expectations, expectations.docs; sys.exit('great_expectations' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_pages_say_what_failed_in_both_languages_and_load_nothing(
    spoilt: tuple[str, nights.Night, int], report: expectations.ValidationReport, tmp_path: Path
) -> None:
    dsn, night, _ = spoilt
    index = publish(tmp_path, dsn)
    assert index == tmp_path / "quality" / "index.html"
    pages = {page.name: page.read_text(encoding="utf-8") for page in (tmp_path / "quality").glob("*.html")}
    name = f"execution-{night.execution_id}"
    assert {"index.html", "index.ru.html", "checks.html", "checks.ru.html", f"{name}.html", f"{name}.ru.html"} <= set(
        pages
    )
    for page, text in pages.items():
        assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", text), f"{page} loads something from elsewhere"
        for target in re.findall(r'href="([^"#]+)"', text):
            assert target in pages, f"{page} points to {target}, which is not there"
    assert "counters fell 1 times without a reset" in pages[f"{name}.html"]
    assert "счётчики без сброса убывали" in pages[f"{name}.ru.html"]
    assert "2026-03-04" in pages["index.html"]


def test_pages_of_an_empty_warehouse_say_that_nothing_was_validated(warehouse_dsn: str, tmp_path: Path) -> None:
    assert "Nothing was validated yet." in publish(tmp_path, warehouse_dsn).read_text(encoding="utf-8")
