"""All that run control keeps in the warehouse: executions, runs, steps, saved states, and the lock that serialises a server."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime
from typing import Any

import psycopg
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from experiments.schedule import PlannedRun
from pgverdict.errors import ComponentFailed, PgverdictError, Refused
from pgverdict.warehouse import connect

#: A run is tried this often at most: the first time and two repeats.
ATTEMPTS = 3
#: First key of the advisory locks, so that they meet no other user's.
LOCK_CLASS = zlib.crc32(b"pgverdict server under test") & 0x7FFFFFFF

Row = dict[str, Any]


class Control:
    """A session with the warehouse as pgverdict_control, with autocommit: what is written here survives our end."""

    def __init__(self, dsn: str | None = None) -> None:
        self.dsn = dsn
        self.connection = self._connected()

    def _connected(self) -> psycopg.Connection[Any]:
        return connect("pgverdict_control", self.dsn, autocommit=True, row_factory=dict_row)

    def _renew(self) -> None:
        """After an interruption in the middle of a query its session may be of no more use; what ends the run is still to be written."""
        with suppress(PgverdictError):
            self.connection.close()
            self.connection = self._connected()

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Control:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rows(self, query: str, parameters: Any = ()) -> list[Row]:
        try:
            return self.connection.execute(query, parameters).fetchall()  # type: ignore[arg-type,return-value]
        except KeyboardInterrupt:
            self._renew()
            raise
        except psycopg.OperationalError as error:
            raise ComponentFailed(
                f"the warehouse was lost ({str(error).strip()}); go on with `pgverdict resume`"
            ) from None

    def row(self, query: str, parameters: Any = ()) -> Row | None:
        found = self.rows(query, parameters)
        return found[0] if found else None

    def do(self, query: str, parameters: Any = ()) -> int:
        try:
            return self.connection.execute(query, parameters).rowcount  # type: ignore[arg-type]
        except KeyboardInterrupt:
            self._renew()
            raise
        except psycopg.OperationalError as error:
            raise ComponentFailed(
                f"the warehouse was lost ({str(error).strip()}); go on with `pgverdict resume`"
            ) from None

    # ------------------------------------------------------------ the lock

    @contextmanager
    def locked(self, server: str) -> Iterator[None]:
        """Holds the server for one step of work; the lock ends with the session, so a killed process frees it.

        Errors: Refused when another process is at work on that server right now.
        """
        key = zlib.crc32(server.encode()) & 0x7FFFFFFF
        got = self.row("select pg_try_advisory_lock(%s, %s) as got", (LOCK_CLASS, key))
        if not got or not got["got"]:
            raise Refused(
                f"another process is at work on server {server} right now; one experiment a server at a time. Try again when it has ended"
            )
        try:
            yield
        finally:
            if not self.connection.closed:
                self.connection.execute("select pg_advisory_unlock(%s, %s)", (LOCK_CLASS, key))

    # ------------------------------------------------------------ saved states

    def open_state(self, server: str) -> Row | None:
        """The state that this server must be brought back to; None when it is as it was."""
        return self.row("select * from control.saved_states where server = %s and restored_at is null", (server,))

    def open_states(self) -> list[Row]:
        return self.rows("select * from control.saved_states where restored_at is null order by saved_state_id")

    def save_state(self, server: str, execution_id: int, state: Row, holder: Row) -> int:
        row = self.row(
            "insert into control.saved_states (server, execution_id, state, holder) values (%s, %s, %s, %s) returning saved_state_id",
            (server, execution_id, _json(state), _json(holder)),
        )
        assert row is not None
        return int(row["saved_state_id"])

    def hold(self, saved_state_id: int, holder: Row) -> None:
        self.do(
            "update control.saved_states set holder = %s where saved_state_id = %s", (_json(holder), saved_state_id)
        )

    def close_state(self, saved_state_id: int, proof: Row) -> None:
        self.do(
            "update control.saved_states set restored_at = now(), proof = %s where saved_state_id = %s",
            (_json(proof), saved_state_id),
        )

    # ------------------------------------------------------------ executions

    def execution(self, execution_id: int) -> Row:
        row = self.row("select * from control.executions where execution_id = %s", (execution_id,))
        if row is None:
            raise Refused(f"the warehouse knows no execution {execution_id}; `pgverdict list` shows what there is")
        return row

    def open_execution(self, experiment_id: str, server: str, profile: str | None) -> Row | None:
        """The execution that is planned or under way, which the next night goes on with."""
        return self.row(
            """select * from control.executions
               where experiment_id = %s and server = %s and profile is not distinct from %s and status in ('planned', 'running')
               order by execution desc limit 1""",
            (experiment_id, server, profile),
        )

    def next_execution(self, experiment_id: str) -> int:
        """The number that the experiment's next execution will have."""
        row = self.row(
            "select coalesce(max(execution), 0) + 1 as next from control.executions where experiment_id = %s",
            (experiment_id,),
        )
        assert row is not None
        return int(row["next"])

    @contextmanager
    def planning(self, experiment_id: str) -> Iterator[None]:
        """One planner of an experiment at a time: two servers may begin it in the same second, and its executions are numbered."""
        with self.connection.transaction():
            self.do(
                "select pg_advisory_xact_lock(%s, %s)",
                (LOCK_CLASS, zlib.crc32(f"plan {experiment_id}".encode()) & 0x7FFFFFFF),
            )
            yield

    def plan_execution(self, values: Row, title: Row, question: Row, runs: list[PlannedRun]) -> int:
        """Writes a new execution with all its runs, or nothing."""
        with self.connection.transaction():
            self.do(
                """insert into control.experiments (experiment_id, title, question) values (%s, %s, %s)
                   on conflict (experiment_id) do update set title = excluded.title, question = excluded.question""",
                (values["experiment_id"], _json(title), _json(question)),
            )
            columns = {
                key: _json(value) if isinstance(value, (dict, list)) and key != "languages" else value
                for key, value in values.items()
            }
            names = ", ".join(columns)
            marks = ", ".join(f"%({name})s" for name in columns)
            row = self.row(
                f"insert into control.executions ({names}) values ({marks}) returning execution_id",
                columns,
            )
            assert row is not None
            for run in runs:
                self.do(
                    "insert into control.runs (execution_id, block, planned_order, level, levels, role) values (%s, %s, %s, %s, %s, %s)",
                    (row["execution_id"], run.block, run.planned_order, run.level, _json(run.levels), run.role),
                )
        return int(row["execution_id"])

    def set_execution(self, execution_id: int, **values: Any) -> None:
        marks = ", ".join(f"{name} = %({name})s" for name in values)
        columns = {key: _json(value) if isinstance(value, dict) else value for key, value in values.items()}
        self.do(
            f"update control.executions set {marks} where execution_id = %(execution_id)s",
            columns | {"execution_id": execution_id},
        )

    # ------------------------------------------------------------ runs

    def runs(self, execution_id: int) -> list[Row]:
        """In the order in which they are carried out: by block, repeats at its end."""
        return self.rows(
            "select * from control.runs where execution_id = %s order by block, attempt, planned_order", (execution_id,)
        )

    def run(self, run_id: int) -> Row:
        row = self.row("select * from control.runs where run_id = %s", (run_id,))
        if row is None:
            raise Refused(f"the warehouse knows no run {run_id}")
        return row

    def next_run(self, execution_id: int) -> Row | None:
        return self.row(
            "select * from control.runs where execution_id = %s and status = 'planned' order by block, attempt, planned_order limit 1",
            (execution_id,),
        )

    def claim(self, run_id: int, night: date, directory: str) -> Row:
        """Marks a run as running and gives it its position in the execution."""
        row = self.row(
            """update control.runs set status = 'running', started_at = clock_timestamp(), night = %s, directory = %s,
                   run = (select coalesce(max(other.run), 0) + 1 from control.runs as other where other.execution_id = runs.execution_id)
               where run_id = %s and status = 'planned' returning *""",
            (night, directory, run_id),
        )
        if row is None:
            raise ComponentFailed(f"run {run_id} was claimed by another process meanwhile")
        return row

    def set_run(self, run_id: int, **values: Any) -> None:
        marks = ", ".join(f"{name} = %({name})s" for name in values)
        columns = {key: _json(value) if isinstance(value, (dict, list)) else value for key, value in values.items()}
        self.do(f"update control.runs set {marks} where run_id = %(run_id)s", columns | {"run_id": run_id})

    def end_run(self, run_id: int, status: str, reason: str | None) -> bool:
        """Ends a run; one that failed is planned again at its block's end, at most twice. Returns whether it is repeated."""
        with self.connection.transaction():
            self.do(
                """update control.runs set status = %s, reason = %s, ended_at = clock_timestamp()
                   where run_id = %s and status in ('running', 'planned')""",
                (status, reason, run_id),
            )
            if status == "done":
                return False
            added = self.do(
                """insert into control.runs (execution_id, block, planned_order, level, levels, role, attempt, repeats_run_id)
                   select execution_id, block, planned_order, level, levels, role, attempt + 1, run_id
                   from control.runs where run_id = %s and attempt < %s
                   on conflict (execution_id, planned_order, attempt) do nothing""",
                (run_id, ATTEMPTS),
            )
        return added > 0

    def interrupt_running(self, execution_id: int, reason: str) -> list[int]:
        """Runs that a killed process left running are interrupted and planned again. Returns their ids."""
        left = [
            row["run_id"]
            for row in self.rows(
                "select run_id from control.runs where execution_id = %s and status = 'running'", (execution_id,)
            )
        ]
        for run_id in left:
            self.end_run(run_id, "interrupted", reason)
        return left

    def step(self, run_id: int, step: str) -> int:
        row = self.row(
            """insert into control.run_steps (run_id, position, step, started_at)
               select %s, coalesce(max(position), 0) + 1, %s, clock_timestamp() from control.run_steps where run_id = %s returning position""",
            (run_id, step, run_id),
        )
        assert row is not None
        return int(row["position"])

    def end_step(self, run_id: int, position: int, is_ok: bool, detail: Row) -> None:
        self.do(
            "update control.run_steps set ended_at = clock_timestamp(), is_ok = %s, detail = %s where run_id = %s and position = %s",
            (is_ok, _json(detail), run_id, position),
        )

    def load_step(
        self,
        run_id: int,
        step: int,
        clients: int,
        tps: float | None,
        starts_at: datetime,
        ends_at: datetime,
        is_warm_up: bool,
    ) -> None:
        self.do(
            "insert into control.load_steps (run_id, step, clients, target_tps, starts_at, ends_at, is_warm_up) values (%s, %s, %s, %s, %s, %s, %s)",
            (run_id, step, clients, tps, starts_at, ends_at, is_warm_up),
        )

    def usual_run_s(self, execution_id: int) -> float | None:
        """The longest that a finished run of this execution took, in seconds."""
        row = self.row(
            "select max(extract(epoch from ended_at - started_at))::float8 as longest from control.runs where execution_id = %s and status = 'done'",
            (execution_id,),
        )
        return row["longest"] if row else None


def _json(value: Any) -> Jsonb:
    return Jsonb(value, dumps=lambda thing: json.dumps(thing, ensure_ascii=False, default=str))
