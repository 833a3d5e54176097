"""Writes the experiment, its execution and its runs of an import to control.*, a thousand experiments in a few statements."""

from __future__ import annotations

import hashlib
import json
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import sql

from collectors.imports.clocks import from_micros
from collectors.imports.manifest import Experiment
from collectors.imports.runs import ImportedRun
from collectors.imports.writer import TABLES
from pgverdict.errors import Refused

if TYPE_CHECKING:
    from collectors.imports.loader import Source

Connection = psycopg.Connection[Any]


def lock(connection: Connection) -> None:
    """One import at a time, until the transaction ends."""
    connection.execute("select pg_advisory_xact_lock(hashtext('pgverdict import'))")


def unchanged(connection: Connection, hashes: dict[str, str]) -> dict[str, tuple[int, int]]:
    """experiment_id -> (execution_id, runs) of what is imported already with this hash. Errors: Refused for an experiment of our own."""
    rows = connection.execute(
        """
        select executions.experiment_id, execution_id, origin, source_hash,
            (select count(*) from control.runs where runs.execution_id = executions.execution_id)
        from control.executions where experiment_id = any(%s)
        """,
        [list(hashes)],
    ).fetchall()
    for experiment_id, _, origin, _, _ in rows:
        if origin != "import":
            raise Refused(
                f"experiment {experiment_id!r} was run by pgverdict itself; give the import another `experiment.id`"
            )
    return {row[0]: (row[1], row[4]) for row in rows if row[3] == hashes[row[0]]}


def replace(connection: Connection, sources: list[Source]) -> None:
    """Takes away what was imported under these ids, and inserts experiments and executions; each source gets its execution_id."""
    ids = [source.experiment_id for source in sources]
    old = connection.execute(
        """
        select run_id, night from control.runs inner join control.executions using (execution_id)
        where experiment_id = any(%s) and origin = 'import'
        """,
        [ids],
    ).fetchall()
    if old:
        runs, nights = [row[0] for row in old], sorted({row[1] for row in old if row[1] is not None})
        for table in TABLES:
            statement = sql.SQL("delete from raw.{} where night = any(%s) and run_id = any(%s)").format(
                sql.Identifier(table)
            )
            connection.execute(statement, [nights, runs])
    connection.execute("delete from control.executions where experiment_id = any(%s) and origin = 'import'", [ids])
    with connection.cursor() as cursor:
        cursor.executemany(
            """
            insert into control.experiments (experiment_id, title, question) values (%s, %s, %s)
            on conflict (experiment_id) do update set title = excluded.title, question = excluded.question
            """,
            [
                (s.experiment_id, _json(s.manifest.experiment.title), _json(s.manifest.experiment.question))
                for s in sources
            ],
        )
        cursor.executemany(
            """
            insert into control.executions (experiment_id, execution, origin, status, spec, spec_hash, factors, repeats, primary_metric,
                minimum_effect_pct, is_preregistered, languages, source_hash)
            values (%s, 1, 'import', 'complete', '{}', '', '[]', 0, %s, %s, false, %s, %s)
            """,
            [
                (s.experiment_id, s.manifest.experiment.primary, s.manifest.experiment.minimum_effect,
                 list(s.manifest.experiment.languages), s.source_hash) for s in sources
            ],
        )  # fmt: skip
        cursor.executemany(
            """
            insert into raw.metric_declarations (execution_id, metric, unit, better, part_of, names)
            select execution_id, %s, %s, %s, %s, %s from control.executions where experiment_id = %s and origin = 'import'
            """,
            [
                (metric.id, metric.unit, metric.better, metric.part_of, _json(metric.names), s.experiment_id)
                for s in sources for metric in s.manifest.metrics
            ],
        )  # fmt: skip
    found = dict(
        connection.execute(
            "select experiment_id, execution_id from control.executions where experiment_id = any(%s) and origin = 'import'",
            [ids],
        ).fetchall()
    )
    for source in sources:
        source.execution_id = found[source.experiment_id]


def insert_runs(connection: Connection, runs: list[tuple[Source, ImportedRun]], night: date) -> None:
    """Inserts runs, whose order is not known yet, and gives each its run_id."""
    # planned_order is unique within an execution: until the order is known it is negative.
    rows = [
        (source.execution_id, run.repeat, -run.number, run.level,
         _json({f.name: level for f, level in zip(source.manifest.experiment.factors, run.levels, strict=True)}))
        for source, run in runs
    ]  # fmt: skip
    inserted = connection.execute(
        """
        insert into control.runs (execution_id, block, planned_order, level, levels, status, night)
        select *, 'done', %s from unnest(%s::bigint[], %s::integer[], %s::integer[], %s::text[], %s::jsonb[])
        returning run_id, execution_id, planned_order
        """,
        [night, *(list(column) for column in zip(*rows, strict=True))] if rows else [night, [], [], [], [], []],
    ).fetchall()
    ids = {(execution_id, position): run_id for run_id, execution_id, position in inserted}
    for (_, run), row in zip(runs, rows, strict=True):
        run.run_id = ids[row[0], row[2]]


def settle(connection: Connection, sources: list[Source]) -> None:
    """Writes what only the data told: order and roles, times, load steps, the executions' summaries."""
    runs: list[tuple[Any, ...]] = []
    steps: list[tuple[Any, ...]] = []
    for source in sources:
        is_randomised, has_sentinel = source.book.settle()
        _settle_execution(connection, source, is_randomised, has_sentinel)
        for run in source.book.runs:
            starts, measured_from, ends = _times(run, source.manifest.experiment)
            runs.append((run.run_id, run.position, run.role, starts, measured_from, ends))
            if measured_from is not None:
                clients = _clients(run, source.manifest.experiment)
                if measured_from != starts:
                    steps.append((run.run_id, 0, clients, starts, measured_from, True))
                steps.append((run.run_id, 1, clients, measured_from, ends, False))
    connection.execute(
        """
        update control.runs set planned_order = settled.position, run = settled.position, role = settled.role,
            started_at = settled.starts, measured_from = settled.measured_from, measured_to = settled.ends, ended_at = settled.ends
        from unnest(%s::bigint[], %s::integer[], %s::text[], %s::timestamptz[], %s::timestamptz[], %s::timestamptz[])
            as settled (run_id, position, role, starts, measured_from, ends)
        where runs.run_id = settled.run_id
        """,
        [list(column) for column in zip(*runs, strict=True)],
    )
    if steps:
        connection.execute(
            """
            insert into control.load_steps (run_id, step, clients, starts_at, ends_at, is_warm_up)
            select * from unnest(%s::bigint[], %s::integer[], %s::integer[], %s::timestamptz[], %s::timestamptz[], %s::boolean[])
            """,
            [list(column) for column in zip(*steps, strict=True)],
        )


def _settle_execution(connection: Connection, source: Source, is_randomised: bool | None, has_sentinel: bool) -> None:
    experiment = source.manifest.experiment
    spec = _spec(source)
    times = [
        (s, e) for s, _, e in (_times(run, experiment) for run in source.book.runs) if s is not None and e is not None
    ]
    connection.execute(
        """
        update control.executions set spec = %s, spec_hash = %s, factors = %s, repeats = %s, is_randomised = %s, has_sentinel = %s,
            environment = %s, started_at = %s, completed_at = %s
        where execution_id = %s
        """,
        [
            _json(spec), hashlib.sha256(_json(spec).encode()).hexdigest(), _json(spec["factors"]), len(source.book.blocks), is_randomised,
            has_sentinel, _json(source.environment | _typed(experiment.environment)), min((t[0] for t in times), default=None),
            max((t[1] for t in times), default=None), source.execution_id,
        ],
    )  # fmt: skip


def _spec(source: Source) -> dict[str, Any]:
    """The experiment in the form of contracts.md 1, as far as it is known."""
    experiment = source.manifest.experiment
    factors = [
        {"name": f.name, "kind": f.kind, "unit": f.unit, "levels": f.levels, "baseline": f.base,
         "default": f.level(source.defaults.get(f.name) or "") if source.defaults.get(f.name) else None}
        for f in experiment.factors
    ]  # fmt: skip
    spec: dict[str, Any] = {
        "id": experiment.id, "title": experiment.title, "question": experiment.question, "factors": factors, "primary": experiment.primary,
        "minimum_effect": f"{experiment.minimum_effect:g}%", "repeats": len(source.book.blocks), "languages": list(experiment.languages),
        "import": {"manifest": source.path.name, "files": sum(1 for _ in source.files())},
    }  # fmt: skip
    if experiment.warm_up is not None:
        spec["warm_up"] = f"{experiment.warm_up:g}s"
    return spec


def _times(run: ImportedRun, experiment: Experiment) -> tuple[Any, Any, Any]:
    """Start, end of the warm-up, end; None where they are not known. Errors: Refused when nothing is left after the warm-up."""
    first, last = run.span.first, run.span.ends
    if first is None or last is None:
        return run.declared.started_at if run.declared else None, None, None
    starts, ends = from_micros(first), from_micros(last)
    measured_from = starts + timedelta(seconds=experiment.warm_up or 0.0)
    if measured_from >= ends:
        raise Refused(f"{experiment.id}: {run}: its data end {ends} before the warm-up does; shorten `warm_up`")
    return starts, measured_from, ends


def _clients(run: ImportedRun, experiment: Experiment) -> int | None:
    for factor, level in zip(experiment.factors, run.levels, strict=True):
        if factor.kind == "clients" and level.isdecimal():
            return int(level)
    return run.clients


def _typed(environment: dict[str, str]) -> dict[str, Any]:
    """What the manifest says of the machine, whole numbers as numbers."""
    return {name: int(text) if text.isdecimal() else text for name, text in environment.items()}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
