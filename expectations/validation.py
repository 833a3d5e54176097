"""Validates executions at a boundary of the warehouse with Great Expectations: one validation over all their runs, failing runs named."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg

from expectations.catalog import all_suites
from expectations.checks import Boundary, Suite
from expectations.measuring import Measurement, begin, boundary_suites, existing, finish, measure, set_scope
from expectations.verdicts import Judged, Verdict, run_names, silent, store, verdicts_of
from pgverdict.errors import Refused
from pgverdict.warehouse import connect, warehouse_dsn


@dataclass(frozen=True)
class ValidationReport:
    """What a validation found. `failures` are the failed verdicts, gravest first; seconds are of wall time by stage."""

    validation_id: int
    boundary: Boundary
    execution_ids: list[int]
    failures: list[Verdict]
    checks: int  # how many verdicts were given
    runs: int
    refused: list[int] = field(default_factory=list)  # executions that cannot be published
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def critical(self) -> list[Verdict]:
        return [verdict for verdict in self.failures if verdict.severity == "critical"]

    @property
    def is_success(self) -> bool:
        """True when nothing critical failed. Warnings are published, they do not fail."""
        return not self.critical

    @property
    def is_publishable(self) -> bool:
        """True when every execution still has enough valid runs; a few invalid ones are left out, not a reason to stop."""
        return not self.refused

    def to_json(self) -> dict[str, Any]:
        return {
            "validation_id": self.validation_id,
            "boundary": self.boundary,
            "execution_ids": self.execution_ids,
            "is_success": self.is_success,
            "is_publishable": self.is_publishable,
            "refused": self.refused,
            "checks": self.checks,
            "runs": self.runs,
            "failures": [vars(verdict) for verdict in self.failures],
            "seconds": self.seconds,
        }


def validate(execution_ids: Sequence[int], boundary: Boundary, dsn: str | None = None) -> ValidationReport:
    """Validates these executions' runs (`raw`) or what the marts say of them (`marts`), writing to `quality`.

    Errors: Refused for an unknown execution or boundary; ComponentFailed when a measuring query or Great Expectations fails.
    """
    if boundary not in ("raw", "marts"):
        raise Refused(f"there is no boundary {boundary!r}; it is 'raw' or 'marts'")
    ids = sorted(set(execution_ids))
    seconds: dict[str, float] = {}
    with connect("pgverdict_quality", dsn) as connection:
        _refuse_unknown(connection, ids)
        validation_id = begin(connection, boundary, ids)
        started = time.monotonic()
        set_scope(connection, ids)
        names = run_names(connection)
        suites = boundary_suites(all_suites(), boundary)
        present = {suite.name for suite in existing(connection, suites)}
        measured = {s.name: measure(connection, validation_id, s, ids) if s.name in present else [] for s in suites}
        connection.commit()  # Great Expectations reads over a connection of its own
        seconds["measure"] = round(time.monotonic() - started, 3)
        judged, statistics = _judge(suites, measured, validation_id, dsn, seconds)
        verdicts = [
            verdict
            for suite in suites
            for verdict in verdicts_of(suite, judged[suite.name], names) + silent(suite, ids, judged[suite.name])
        ]
        store(connection, validation_id, verdicts)
        failures = sorted(
            (v for v in verdicts if not v.is_success),
            key=lambda v: (
                ("critical", "warning", "info").index(v.severity),
                v.execution_id,
                v.run_id or 0,
                v.expectation,
            ),
        )
        refused = _refused(connection, ids, failures, boundary)
        report = ValidationReport(validation_id, boundary, ids, failures, len(verdicts), len(names), refused, seconds)
        finish(
            connection, validation_id, report.is_success,
            {"seconds": seconds, "suites": statistics, "refused": refused, "runs": len(names)},
        )  # fmt: skip
    return report


def _judge(
    suites: Sequence[Suite],
    measured: dict[str, list[Measurement]],
    validation_id: int,
    dsn: str | None,
    seconds: dict[str, float],
) -> tuple[dict[str, list[Judged]], dict[str, Any]]:
    """Great Expectations' answers by suite; imported here, because importing it costs more than all the rest."""
    started = time.monotonic()
    from expectations import great

    seconds["import"] = round(time.monotonic() - started, 3)
    started = time.monotonic()
    asked = []
    for suite in suites:
        known = {name for row in measured[suite.name] for name in row.quantities}
        if checks := [check for check in suite.checks if check.column in known]:
            asked.append((suite, checks))
    answers, statistics = great.run(asked, validation_id, dsn or warehouse_dsn())
    seconds["expectations"] = round(time.monotonic() - started, 3)
    judged: dict[str, list[Judged]] = {suite.name: [] for suite in suites}
    for suite, checks in asked:
        for check in checks:
            failing = answers[suite.name][check.id]
            judged[suite.name] += [
                Judged(check, row, row.quantities[check.column], row.key not in failing)
                for row in measured[suite.name]
                if check.column in row.quantities
            ]
    return judged, statistics


def _refuse_unknown(connection: psycopg.Connection[Any], ids: Sequence[int]) -> None:
    rows = connection.execute(
        "select execution_id from control.executions where execution_id = any(%s)", [list(ids)]
    ).fetchall()
    unknown = set(ids) - {row[0] for row in rows}
    if unknown or not ids:
        named = ", ".join(map(str, sorted(unknown))) or "none was named"
        raise Refused(f"no such execution: {named}; `pgverdict list` shows those that there are")


def _refused(
    connection: psycopg.Connection[Any], ids: Sequence[int], failures: Sequence[Verdict], boundary: Boundary
) -> list[int]:
    """Executions that nothing can be published of: a critical failure of the whole, or less than two levels with a valid run.

    What the marts say is published as it is, so there any critical failure refuses.
    """
    critical = [v for v in failures if v.severity == "critical"]
    if boundary == "marts":
        return sorted({v.execution_id for v in critical})
    refused = {v.execution_id for v in critical if v.run_id is None and v.metric is None}
    invalid = sorted({v.run_id for v in critical if v.run_id is not None})
    rows = connection.execute(
        """
        select execution_id
        from (
            select execution_id, level, count(*) filter (where run_id <> all(%s)) as valid_runs
            from scope_peers
            where role = 'level'
            group by execution_id, level
        ) as by_level
        group by execution_id
        having count(*) filter (where valid_runs > 0) < least(2, count(*))
        """,
        [invalid],
    ).fetchall()
    empty = set(ids) - {row[0] for row in connection.execute("select distinct execution_id from scope_peers")}
    return sorted(refused | {int(row[0]) for row in rows} | empty)
