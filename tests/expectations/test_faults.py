"""Every kind of fault is caught, at the strength, severity and by the expectation that the table promises; clean nights are clean."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

sys.path.insert(0, str(Path(__file__).parent))
import faults
import nights

from expectations.catalog import all_suites
from expectations.checks import Severity


@pytest.fixture(scope="module")
def made(module_warehouse_dsn: str) -> Iterator[tuple[psycopg.Connection[Any], dict[str, nights.Night]]]:
    """A warehouse with a clean own night and a clean imported one; every test rolls back what it did."""
    with psycopg.connect(module_warehouse_dsn) as connection:
        connection.execute("set timezone = 'UTC'")
        found = {"own": nights.own_night(connection), "import": nights.imported_night(connection)}
        connection.commit()
        yield connection, found


@pytest.mark.parametrize("kind", ["own", "import"])
def test_a_clean_night_offends_no_check(made: tuple[psycopg.Connection[Any], dict[str, nights.Night]], kind: str) -> None:
    connection, found = made
    failed = faults.raw_verdicts(connection, found[kind].execution_id)
    connection.rollback()
    assert failed == []


@pytest.mark.parametrize("fault", faults.FAULTS, ids=lambda fault: f"{fault.night}: {fault.name}")
def test_a_fault_is_caught_at_its_severity(made: tuple[psycopg.Connection[Any], dict[str, nights.Night]], fault: faults.Fault) -> None:
    connection, found = made
    night = found[fault.night]
    run_id = next(run for run, level in zip(night.run_ids[4:], night.levels[4:], strict=True) if level == "1GB")
    for strength in fault.strengths:
        changed = faults.inject(connection, fault, strength.x, run_id, night.execution_id, faults.NAMES)
        failed = {f"{v.suite}.{v.expectation}": v for v in faults.raw_verdicts(connection, night.execution_id)}
        connection.rollback()
        assert changed > 0, f"{fault.name}: nothing was spoilt"
        if strength.caught_by is None:
            expected = {s.caught_by for s in fault.strengths}
            assert not expected & set(failed), f"{fault.name} at {strength.x}: seen although below the threshold: {failed}"
            continue
        assert strength.caught_by in failed, f"{fault.name} at {strength.x}: caught by {sorted(failed)}"
        verdict = failed[strength.caught_by]
        assert verdict.severity == strength.severity
        assert verdict.run_id in (run_id, None) or "own" == fault.night and verdict.run_id in night.run_ids
        assert "{" not in verdict.message_en + verdict.message_ru


def test_there_are_forty_kinds_of_fault_and_more() -> None:
    assert len({fault.name for fault in faults.FAULTS}) >= 40


def test_every_critical_check_of_raw_data_has_a_fault_that_trips_it() -> None:
    tripped = {s.caught_by for fault in faults.FAULTS for s in fault.strengths}
    # Counter sources share their checks by construction: one source that trips a check stands for all.
    sources = {suite.name for suite in all_suites() if suite.boundary == "raw" and {c.id for c in suite.checks} >= {"falls", "negatives"}}
    tripped_kinds = {name.split(".")[1] for name in tripped if name and name.split(".")[0] in sources}
    critical: Severity = "critical"
    missing = [
        f"{suite.name}.{check.id}"
        for suite in all_suites()
        if suite.boundary == "raw"
        for check in suite.checks
        if check.severity == critical
        and f"{suite.name}.{check.id}" not in tripped
        and not (suite.name in sources and check.id in tripped_kinds)
    ]
    assert missing == []
