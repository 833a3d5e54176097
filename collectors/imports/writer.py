"""Brings rows into raw.* by COPY while the next ones are still being read: one connection, one transaction, bounded buffers."""

import json
import queue
import struct
import threading
from collections import Counter
from collections.abc import Callable
from datetime import date, datetime
from typing import Any, TypeVar

import psycopg
from psycopg import sql

Result = TypeVar("Result")

#: The tables that imports fill, with the columns after run_id and night.
TABLES: dict[str, tuple[str, ...]] = {
    "activity_waits": ("at", "backend_type", "state", "wait_event_type", "wait_event", "backends"),
    "iostat": (
        "at", "device", "is_since_boot", "reads_per_s", "writes_per_s", "read_kb_per_s", "write_kb_per_s", "rrqm_per_s",
        "wrqm_per_s", "rrqm_pct", "wrqm_pct", "r_await_ms", "w_await_ms", "await_ms", "aqu_sz", "rareq_kb", "wareq_kb",
        "svctm_ms", "util_pct", "discards_per_s", "discard_kb_per_s", "d_await_ms", "flushes_per_s", "f_await_ms", "tps",
    ),
    "iostat_cpu": ("at", "is_since_boot", "user_pct", "nice_pct", "system_pct", "iowait_pct", "steal_pct", "idle_pct"),
    "latency_histograms": ("at", "script_group", "script", "lower_us", "upper_us", "transactions", "sampling_rate"),
    "log_events": ("at", "kind", "severity", "sqlstate", "message", "detail"),
    "pgbench_aggregate": (
        "at", "script_group", "thread", "script", "interval_s", "transactions", "latency_sum_us", "latency_2_sum_us2",
        "latency_min_us", "latency_max_us", "lag_sum_us", "lag_2_sum_us2", "lag_min_us", "lag_max_us", "skipped", "retried",
        "retries", "serialization_failures", "deadlock_failures",
    ),
    "pgbench_progress": (
        "at", "script_group", "interval_s", "tps", "latency_ms", "latency_stddev_ms", "failed", "retried", "retries",
        "schedule_lag_ms", "skipped", "clients",
    ),
    "pgbench_summary": (
        "at", "script_group", "step", "script", "scale", "query_mode", "clients", "threads", "duration_s", "transactions",
        "failed", "skipped", "latency_ms", "latency_stddev_ms", "schedule_lag_ms", "initial_connection_ms", "tps",
        "tps_includes_connecting", "server_version", "script_sha256",
    ),
    "results": ("metric", "value"),
    "series": ("at", "metric", "entity", "value"),
    "settings": (
        "at", "moment", "name", "setting", "unit", "vartype", "context", "source", "boot_val", "min_val", "max_val",
        "pending_restart",
    ),
    "stat_statements": ("at", "queryid", "calls", "rows", "total_exec_ms"),
    "ticks": ("at", "family", "expected", "taken", "late", "missed"),
    "vmstat": (
        "at", "is_since_boot", "r", "b", "swpd_kb", "free_kb", "buff_kb", "cache_kb", "inact_kb", "active_kb", "si_kb_per_s",
        "so_kb_per_s", "bi_kb_per_s", "bo_kb_per_s", "in_per_s", "cs_per_s", "us_pct", "sy_pct", "id_pct", "wa_pct", "st_pct",
        "gu_pct",
    ),
}  # fmt: skip

#: A buffer of text is sent when it has grown to this many bytes.
_FULL = 2 << 20
#: Blocks that may wait for the server; with series' blocks of some 10 MB this bounds memory.
_WAITING_BLOCKS = 3
_BINARY_SIGNATURE = b"PGCOPY\n\xff\r\n\0" + struct.pack(">ii", 0, 0)
_BINARY_END = struct.pack(">h", -1)
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


class Writer:
    """Writes rows of the night `night`. Use as a context manager; leaving it waits for the server, or gives up after an error.

    A second thread talks to the server, so that parsing and loading go on at once. Nothing else may use the connection
    meanwhile but functions given to `call`, which are carried out in order.
    """

    def __init__(self, connection: psycopg.Connection[Any], night: date) -> None:
        self.night = night
        self.counts: Counter[int] = Counter()  # rows by run_id
        self._connection = connection
        self._buffers: dict[str, list[str]] = {table: [] for table in TABLES}
        self._sizes: Counter[str] = Counter()
        self._blocks: queue.Queue[Any] = queue.Queue(_WAITING_BLOCKS)
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="import writer", daemon=True)

    def __enter__(self) -> "Writer":
        self._thread.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            for table in TABLES:
                self._send_text(table)
        self._blocks.put(None)
        self._thread.join()
        if kind is None and self._error is not None:
            raise self._error

    def add(self, table: str, run_id: int, row: dict[str, Any]) -> None:
        """One row as {column: value}; columns that are missing are null. Errors: KeyError for a column that does not exist."""
        columns = TABLES[table]
        line = "\t".join([_text(row.get(column)) for column in columns])
        if len(row) > len(columns) or not row.keys() <= set(columns):
            raise KeyError(f"raw.{table} has no column {sorted(row.keys() - set(columns))}")
        self.counts[run_id] += 1
        self._buffers[table].append(f"{run_id}\t{self.night}\t{line}\n")
        self._sizes[table] += len(line) + 40
        if self._sizes[table] >= _FULL:
            self._send_text(table)

    def add_binary(self, table: str, blocks: list[bytes]) -> None:
        """Rows in the binary form of COPY (without its header); whoever makes them counts them."""
        self._put(("copy", table, "binary", [_BINARY_SIGNATURE, *blocks, _BINARY_END]))

    def call(self, function: Callable[[psycopg.Connection[Any]], Result]) -> Result:
        """Carries out `function(connection)` after everything sent so far, and gives its result."""
        answer: queue.Queue[Any] = queue.Queue(1)
        self._put(("call", function, answer))
        while True:
            try:
                result: Result = answer.get(timeout=1)
                return result
            except queue.Empty:
                self._raise_error()

    def _send_text(self, table: str) -> None:
        lines, self._buffers[table], self._sizes[table] = self._buffers[table], [], 0
        if lines:
            self._put(("copy", table, "text", ["".join(lines).encode()]))

    def _put(self, item: Any) -> None:
        self._raise_error()
        self._blocks.put(item)

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error

    def _work(self) -> None:
        while (item := self._blocks.get()) is not None:
            if self._error is not None:
                continue  # the reader may be waiting for room in the queue: empty it
            try:
                if item[0] == "copy":
                    self._copy(*item[1:])
                else:
                    item[2].put(item[1](self._connection))
            except BaseException as error:
                self._error = error

    def _copy(self, table: str, form: str, blocks: list[bytes]) -> None:
        columns = sql.SQL(", ").join(map(sql.Identifier, ("run_id", "night", *TABLES[table])))
        statement = sql.SQL("copy raw.{} ({}) from stdin (format {})").format(
            sql.Identifier(table), columns, sql.SQL(form)
        )
        with self._connection.cursor().copy(statement) as copy:
            for block in blocks:
                copy.write(block)


def _text(value: Any) -> str:
    """A value in the text form of COPY."""
    if value is None:
        return "\\N"
    if isinstance(value, str):
        return value.translate(_ESCAPES)
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, default=str).translate(_ESCAPES)
    return repr(value)
