"""Measures in SQL what the checks judge: sets the scope of runs, asks each suite's query once, keeps the answers in the warehouse."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from expectations.checks import Suite
from pgverdict.errors import ComponentFailed

#: The rows that a measuring query is about, as temporary tables: partitions of raw.* are pruned by night.
_SCOPE = """
create temporary table {name} as
select
    runs.run_id, runs.execution_id, runs.night, runs.level, runs.levels, runs.block, runs.role, runs.run,
    runs.planned_order, runs.attempt, runs.status, runs.started_at, runs.ended_at,
    coalesce(runs.measured_from, runs.started_at) as measured_from,
    coalesce(runs.measured_to, runs.ended_at) as measured_to,
    executions.origin, executions.factors, executions.spec, executions.primary_metric, executions.repeats,
    executions.has_sentinel, executions.is_randomised, executions.status as execution_status
from control.runs
inner join control.executions using (execution_id)
where {condition}
"""


@dataclass(frozen=True)
class Measurement:
    """One measured row: which run (None: the execution as a whole), metric and entity, and the quantities by name."""

    execution_id: int
    run_id: int | None
    metric: str | None
    entity: str | None
    quantities: dict[str, float]
    details: dict[str, str]

    @property
    def key(self) -> tuple[int, int | None, str | None, str | None]:
        return self.execution_id, self.run_id, self.metric, self.entity


def begin(connection: psycopg.Connection[Any], boundary: str, execution_ids: Sequence[int]) -> int:
    """Opens a validation and returns its id."""
    row = connection.execute(
        "insert into quality.validations (boundary, execution_ids) values (%s, %s) returning validation_id",
        [boundary, list(execution_ids)],
    ).fetchone()
    assert row is not None
    return int(row[0])


def finish(connection: psycopg.Connection[Any], validation_id: int, is_success: bool, report: dict[str, Any]) -> None:
    """Closes a validation with its answer and its costs."""
    connection.execute(
        "update quality.validations set ended_at = clock_timestamp(), is_success = %s, report = %s where validation_id = %s",
        [is_success, Jsonb(report), validation_id],
    )


def set_scope(connection: psycopg.Connection[Any], execution_ids: Sequence[int], run_id: int | None = None) -> None:
    """Makes `scope_runs` (the one run, or all runs done) and `scope_peers` (all runs done) of these executions."""
    for name in ("scope_runs", "scope_peers"):
        connection.execute(f"drop table if exists pg_temp.{name}")
    # Right after a run its status may still be 'running': it is named, so it is in; of the others only those done.
    peers = "runs.execution_id = any(%(execution_ids)s) and (runs.status = 'done' or runs.run_id = %(run_id)s)"
    here = "runs.run_id = %(run_id)s" if run_id is not None else peers
    parameters = {"execution_ids": list(execution_ids), "run_id": run_id}
    connection.execute(_SCOPE.format(name="scope_runs", condition=here), parameters)  # type: ignore[arg-type]
    connection.execute(
        _SCOPE.format(name="scope_peers", condition=peers),  # type: ignore[arg-type]
        parameters,
    )
    connection.execute("analyze pg_temp.scope_runs")
    connection.execute("analyze pg_temp.scope_peers")
    # Rows that were loaded a second ago have no statistics: a nested loop planned on a guess took minutes where a hash
    # join takes a moment. The ids stand in the queries, so indexes are used all the same.
    connection.execute("set local enable_nestloop = off")
    connection.execute("set local jit = off")


def existing(connection: psycopg.Connection[Any], suites: Iterable[Suite]) -> list[Suite]:
    """The suites whose tables are there (marts that dbt has not built yet are not)."""
    return [
        suite
        for suite in suites
        if all((connection.execute("select to_regclass(%s)", [name]).fetchone() or [None])[0] for name in suite.needs)
    ]


def measure(
    connection: psycopg.Connection[Any], validation_id: int, suite: Suite, execution_ids: Sequence[int]
) -> list[Measurement]:
    """Asks the suite's query about the scope, keeps and returns the rows.

    Errors: ComponentFailed naming the suite when the query fails.
    """
    nights = [row[0] for row in connection.execute("select distinct night from scope_peers where night is not null")]
    run_ids = [row[0] for row in connection.execute("select run_id from scope_runs")]
    peer_ids = [row[0] for row in connection.execute("select run_id from scope_peers")]
    query = f"""
        insert into quality.measurements (validation_id, suite, execution_id, run_id, metric, entity, quantities, details)
        select
            %(validation_id)s, %(suite)s, measured.execution_id, measured.run_id, measured.metric, measured.entity,
            coalesce(parts.quantities, '{{}}'), coalesce(parts.details, '{{}}')
        from (
{suite.measure}
        ) as measured
        cross join lateral (
            select
                jsonb_object_agg(key, value) filter (where right(key, 7) <> '_detail') as quantities,
                jsonb_object_agg(key, value) filter (where right(key, 7) = '_detail') as details
            from jsonb_each(to_jsonb(measured) - array['execution_id', 'run_id', 'metric', 'entity'])
            where value <> 'null'
        ) as parts
        returning execution_id, run_id, metric, entity, quantities, details
    """
    parameters = {
        "validation_id": validation_id,
        "suite": suite.name,
        "nights": nights,
        "run_ids": run_ids,
        "peer_ids": peer_ids,
        "execution_ids": list(execution_ids),
    }
    try:
        with connection.cursor(row_factory=dict_row) as cursor:
            rows = cursor.execute(query, parameters).fetchall()  # type: ignore[arg-type]
    except psycopg.Error as error:
        raise ComponentFailed(f"the measuring query of suite {suite.name!r} failed: {error}") from error
    return [_measurement(row) for row in rows]


def _measurement(row: dict[str, Any]) -> Measurement:
    return Measurement(
        execution_id=row["execution_id"],
        run_id=row["run_id"],
        metric=row["metric"],
        entity=row["entity"],
        quantities={name: float(value) for name, value in row["quantities"].items()},  # "NaN" arrives as text
        details={name.removesuffix("_detail"): str(value) for name, value in row["details"].items()},
    )


def boundary_suites(suites: Iterable[Suite], boundary: str) -> list[Suite]:
    """The suites of a boundary; 'run' means those of raw that are asked right after each run."""
    if boundary == "run":
        return [suite for suite in suites if suite.boundary == "raw" and suite.after_run]
    return [suite for suite in suites if suite.boundary == boundary]
