"""One connection to the server under test: families as prepared statements, all that are due in one round trip, never blocking.

libpq's own interface (psycopg.pq) is used, and values stay the text that the server sent: turning each into a Python object
and back into COPY text would cost more than the sampling.
"""

import select
import time
from dataclasses import dataclass, field
from typing import Any

from psycopg import pq

from collectors.families import Family, Version, families, parse_version

#: What the session is set to. No JIT, no parallel plan: both cost more than these statements.
SESSION = (
    "set application_name = 'pgverdict collector'; set timezone = 'UTC'; set datestyle = 'ISO'; set search_path = pg_catalog; "
    "set jit = off; set max_parallel_workers_per_gather = 0; set plan_cache_mode = force_generic_plan; "
    "set default_transaction_read_only = on; set lock_timeout = '2s'; set statement_timeout = '20s'; "
    "set client_encoding = 'UTF8'; set extra_float_digits = 1"
)
_DISCOVERY = (
    "select current_setting('server_version_num')::int / 10000, pg_backend_pid(), case when is_monitor then"
    " coalesce(nullif(pg_tablespace_location(dattablespace), ''), current_setting('data_directory', true)) end,"
    " is_monitor, current_user from pg_database, pg_has_role(current_user, 'pg_monitor', 'usage') as is_monitor"
    " where datname = current_database()"
)
_EXTENSIONS = "select extname, extversion, quote_ident(nspname) from pg_extension inner join pg_namespace on pg_namespace.oid = extnamespace"

CLOCK_STATEMENT = b"clock"
_CLOCK = "select extract(epoch from pg_catalog.clock_timestamp())"

#: A connection attempt that has not succeeded by then is given up and begun again.
CONNECT_TIMEOUT_S = 10.0
RETRY_S = 0.5

#: Types (pg_type.oid) whose text holds nothing that COPY would have to escape: bool, int8, int4, oid, float8, timestamptz, numeric.
PLAIN_TYPES = frozenset({16, 20, 23, 26, 701, 1184, 1700})

Rows = list[list[bytes | None]]


class ServerAway(Exception):
    """The connection was lost, or is not there yet; `str()` is the reason that raw.ticks keeps."""


@dataclass
class Answer:
    """What one family answered: its columns and rows, or the server's error."""

    family: Family
    columns: list[str]
    rows: Rows
    error: str | None = None
    texts: list[int] = field(default_factory=list)  # positions of columns whose values may need escaping


#: Not a file of `postgres/`: its answer is compared with our clock on the spot.
CLOCK_FAMILY = Family("clock", "the server's clock", "clock_offsets", ())


@dataclass
class ServerLink:
    """The connection and what is prepared on it. `state`: away, connecting, ready, waiting."""

    dsn: str
    state: str = "away"
    reason: str = "not connected yet"
    version: int = 0
    backend_pid: int = 0
    data_directory: str | None = None
    connections: int = 0
    prepared: dict[str, Family] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)  # family -> why it cannot be asked here
    _connection: Any = None
    _pending: list[Family] = field(default_factory=list)
    _answers: list[Answer] = field(default_factory=list)
    _try_again_at: float = 0.0
    _give_up_at: float = 0.0
    _poll_for: int = select.POLLOUT

    def descriptor(self) -> tuple[int, int] | None:
        """What to poll: file descriptor and events; None when there is nothing to wait for."""
        if self.state == "connecting":
            return self._connection.socket, self._poll_for
        if self.state == "waiting":
            return self._connection.socket, select.POLLIN
        return None

    def tend(self) -> None:
        """Goes on with connecting, as far as it goes without waiting."""
        now = time.monotonic()
        if self.state == "away" and now >= self._try_again_at:
            self._connection = pq.PGconn.connect_start(self.dsn.encode())
            self.state, self._give_up_at = "connecting", now + CONNECT_TIMEOUT_S
            self._poll_for = select.POLLOUT
            if self._connection.status == pq.ConnStatus.BAD:
                self._lost(self._message())
        elif self.state == "connecting":
            self._advance(now)

    def _advance(self, now: float) -> None:
        state = self._connection.connect_poll()
        if state == pq.PollingStatus.OK:
            try:
                self._prepare()
            except ServerAway as error:
                self._lost(str(error))
            else:
                self.state, self.reason = "ready", ""
                self.connections += 1
        elif state == pq.PollingStatus.FAILED:
            self._lost(self._message())
        elif now > self._give_up_at:
            self._lost(f"no connection within {CONNECT_TIMEOUT_S:.0f} s")
        else:
            self._poll_for = select.POLLIN if state == pq.PollingStatus.READING else select.POLLOUT

    def _prepare(self) -> None:
        """Sets the session up and prepares every family that this server has. A round trip for each, once a connection."""
        self._exchange(SESSION)
        version, pid, data_directory, is_monitor, user = self._exchange(_DISCOVERY)[0]
        if is_monitor != b"t":  # others' sessions would show no wait and pass for busy: worse than no sample
            name = (user or b"").decode()
            raise ServerAway(f"role {name} is no member of pg_monitor; `grant pg_monitor to {name}` on the server")
        self.version, self.backend_pid = int(version or b"0"), int(pid or b"0")
        self.data_directory = data_directory.decode() if data_directory else None
        extensions = {
            (name or b"").decode(): ((number or b"").decode(), (schema or b"").decode())
            for name, number, schema in self._exchange(_EXTENSIONS)
        }
        self.prepared, self.absent = {}, {}
        for family in families().values():
            statement, why_not = statement_for(family, self.version, extensions)
            if statement is None:
                self.absent[family.name] = why_not
                continue
            result = self._connection.prepare(family.name.encode(), statement.encode())
            if result.status == pq.ExecStatus.COMMAND_OK:
                self.prepared[family.name] = family
            else:
                self._fail_if_lost()
                self.absent[family.name] = _first_line(result.error_message)
        self._connection.prepare(CLOCK_STATEMENT, _CLOCK.encode())
        self._connection.nonblocking = 1
        self._connection.enter_pipeline_mode()

    def _exchange(self, statement: str) -> Rows:
        result = self._connection.exec_(statement.encode())
        if result.status not in (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK):
            raise ServerAway(_first_line(result.error_message) or "the connection was lost")
        return [[result.get_value(row, column) for column in range(result.nfields)] for row in range(result.ntuples)]

    def send(self, asked: list[tuple[Family, bytes | None]]) -> None:
        """Sends the families that are due with their parameter (None: it takes none), in one packet. Only in state ready."""
        try:
            for family, parameter in asked:
                self._connection.send_query_prepared(family.name.encode(), None if parameter is None else [parameter])
            self._connection.pipeline_sync()
            self._connection.flush()
        except Exception as error:  # libpq says what happened in the text only
            self._lost(_first_line(str(error)))
            return
        self._pending = [family for family, _ in asked]
        self._answers = []
        self.state = "waiting"

    def receive(self) -> list[Answer] | None:
        """Reads what has arrived; the answers when all are there, None while some are not. A lost connection gives state away."""
        connection = self._connection
        try:
            connection.consume_input()
            while not connection.is_busy():
                result = connection.get_result()
                if result is None:
                    continue
                if result.status == pq.ExecStatus.PIPELINE_SYNC:
                    self.state = "ready"
                    answers, self._answers = self._answers, []
                    return answers
                self._answers.append(_answer(self._pending[len(self._answers)], result))
        except Exception as error:
            self._lost(_first_line(str(error)))
            return None
        if connection.status == pq.ConnStatus.BAD:
            self._lost(self._message())
        return None

    def wait(self, timeout_s: float) -> list[Answer] | None:
        """Waits for the answers, for the first and the last samples of a run; None when they did not come in time."""
        deadline = time.monotonic() + timeout_s
        while self.state == "waiting":
            watched = self.descriptor()
            left = deadline - time.monotonic()
            if watched is None or left <= 0:
                return None
            poll = select.poll()
            poll.register(*watched)
            poll.poll(left * 1000)
            if (answers := self.receive()) is not None:
                return answers
        return None

    def ask_clock(self, questions: int = 5, timeout_s: float = 0.5) -> list[tuple[float, float, float]]:
        """(sent, the server's clock, received) in Unix seconds, a few times; only in state ready, waits for each answer."""
        times = []
        for _ in range(questions):
            sent = time.time()
            self._connection.send_query_prepared(CLOCK_STATEMENT, None)
            self._connection.pipeline_sync()
            self._pending, self._answers, self.state = [CLOCK_FAMILY], [], "waiting"
            answers = self.wait(timeout_s)
            if not answers or answers[0].error is not None:
                break
            times.append((sent, float(answers[0].rows[0][0] or b"nan"), time.time()))
        return times

    def give_up(self, reason: str) -> None:
        """Drops a connection that is dead; `tend` begins another."""
        self._lost(reason)

    def close(self) -> None:
        """Closes the connection."""
        if self._connection is not None:
            self._connection.finish()
            self._connection = None
        self.state = "away"

    def _message(self) -> str:
        return _first_line(self._connection.get_error_message())

    def _fail_if_lost(self) -> None:
        if self._connection.status == pq.ConnStatus.BAD:
            raise ServerAway(self._message())

    def _lost(self, reason: str) -> None:
        self.close()
        self.reason = reason or "the connection was lost"
        self._try_again_at = time.monotonic() + RETRY_S


def statement_for(family: Family, server: int, extensions: dict[str, tuple[str, str]]) -> tuple[str | None, str]:
    """The family's SQL for this server, or None and why not. `extensions`: name -> (version, quoted schema)."""
    version: Version = (server,)
    schema = "pg_catalog"
    if family.needs is not None:
        if family.needs not in extensions:
            return None, f"extension {family.needs} is not installed in this database"
        number, schema = extensions[family.needs]
        version = parse_version(number)
    variant = family.variant(version)
    if variant is None:
        return None, f"not before {family.needs or 'PostgreSQL'} {'.'.join(map(str, family.variants[0].since))}"
    return variant.sql.replace("{schema}", schema), ""


def _answer(family: Family, result: Any) -> Answer:
    if result.status != pq.ExecStatus.TUPLES_OK:
        return Answer(
            family, [], [], _first_line(result.error_message) or "not run: an earlier family of this tick failed"
        )
    width = range(result.nfields)
    value = result.get_value
    rows = [[value(row, column) for column in width] for row in range(result.ntuples)]
    names = [result.fname(column).decode() for column in width]
    return Answer(family, names, rows, None, [column for column in width if result.ftype(column) not in PLAIN_TYPES])


def _first_line(text: Any) -> str:
    if isinstance(text, bytes):
        text = text.decode(errors="replace")
    return str(text or "").strip().split("\n", 1)[0].replace("\t", " ")[:300]
