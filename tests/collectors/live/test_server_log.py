"""The server's log: three forms, the same events; no data of users; one run's part of a large file."""

import io
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from collectors.ingest import ingest_server_log
from collectors.log_events import event_of, without_data
from collectors.log_files import events_between, offset_before
from collectors.server_log import LogEvent, LogLine, parse_csvlog, parse_jsonlog, parse_stderr, parse_time
from pgverdict.clusters import Cluster
from pgverdict.interfaces import LoadFiles, RunTarget

AT = datetime(2026, 11, 21, 12, 0, 0, 123000, tzinfo=UTC)
CHECKPOINT = (
    "checkpoint complete: wrote 8318 buffers (25.4%), wrote 17 SLRU buffers; 0 WAL file(s) added, 1 removed, 5 recycled; "
    "write=269.714 s, sync=0.046 s, total=269.848 s; sync files=33, longest=0.007 s, average=0.002 s; "
    "distance=78472 kB, estimate=93631 kB; lsn=0/10B8E108, redo lsn=0/C0A6878"
)
VACUUM = (
    'automatic vacuum of table "bench.public.pgbench_accounts": index scans: 1\n'
    "pages: 0 removed, 8341 remain, 8341 scanned (100.00% of total)\ntuples: 7920 removed, 500000 remain, 3 are dead but not yet removable\n"
    "avg read rate: 1.250 MB/s, avg write rate: 0.044 MB/s\nbuffer usage: 26433 hits, 12 misses, 2 dirtied\n"
    "WAL usage: 25932 records, 2 full page images, 1487506 bytes\nsystem usage: CPU: user: 0.07 s, system: 0.01 s, elapsed: 0.35 s"
)
LINES = [
    LogLine(AT, "LOG", "00000", "checkpoint starting: time"),
    LogLine(AT, "LOG", "00000", CHECKPOINT),
    LogLine(AT, "LOG", "00000", VACUUM),
    LogLine(AT, "LOG", "00000", 'temporary file: path "base/pgsql_tmp/pgsql_tmp13638.0", size 3481600'),
    LogLine(AT, "LOG", "00000", "process 12 still waiting for ShareLock on transaction 748 after 1000.123 ms"),
    LogLine(AT, "ERROR", "22P02", 'invalid input syntax for type integer: "hunter2"'),
    LogLine(AT, "ERROR", "40P01", "deadlock detected"),
    LogLine(AT, "LOG", "00000", 'parameter "work_mem" changed to "8MB"'),
    LogLine(AT, "LOG", "00000", "server process (PID 99) was terminated by signal 9: Killed"),
    LogLine(AT, "LOG", "00000", "duration: 12.1 ms  statement: select 'hunter2'"),
]
KINDS = [
    "checkpoint_starting", "checkpoint", "autovacuum", "temporary_file", "lock_wait", "error", "deadlock", "setting_changed", "server",
]  # fmt: skip


def _csv(lines: list[LogLine]) -> str:
    def quoted(text: str) -> str:
        return '"' + text.replace('"', '""') + '"'

    lead, tail = "2026-11-21 12:00:00.123 UTC,,,1,,x,1,,2026-11-21 12:00:00 UTC,,0", ',,,,,,,,,"","client backend",,0'
    return "".join(f"{lead},{line.severity},{line.sqlstate},{quoted(line.message)}{tail}\n" for line in lines)


def _json(lines: list[LogLine]) -> str:
    return "".join(
        json.dumps(
            {
                "timestamp": "2026-11-21 12:00:00.123 UTC",
                "error_severity": line.severity,
                "state_code": line.sqlstate,
                "message": line.message,
            }
        )
        + "\n"
        for line in lines
    )


def _stderr(lines: list[LogLine]) -> str:
    text = ""
    for line in lines:
        message = line.message.replace("\n", "\n\t")
        text += f"2026-11-21 12:00:00.123 UTC [13608] {line.severity}:  {message}\n2026-11-21 12:00:00.123 UTC [13608] STATEMENT:  select 'hunter2'\n"
    return text


@pytest.mark.parametrize(
    ("write", "parse"),
    [(_csv, parse_csvlog), (_json, parse_jsonlog), (_stderr, parse_stderr)],
    ids=["csvlog", "jsonlog", "stderr"],
)
def test_the_three_forms_tell_the_same_events(write: Callable[..., str], parse: Callable[..., object]) -> None:
    events = [event for line in parse(io.StringIO(write(LINES))) if (event := event_of(line))]  # type: ignore[attr-defined]
    assert [event.kind for event in events] == KINDS
    assert all(event.at == AT for event in events)
    by_kind: dict[str, LogEvent] = {event.kind: event for event in events}
    assert (
        by_kind["checkpoint_starting"].detail == {"flags": ["time"], "is_timed": True}
        or by_kind["checkpoint_starting"].detail["is_timed"]
    )
    assert by_kind["checkpoint"].detail["buffers"] == 8318
    assert by_kind["checkpoint"].detail["write_s"] == 269.714
    assert by_kind["checkpoint"].detail["distance_kb"] == 78472
    assert by_kind["autovacuum"].detail["tuples_removed"] == 7920
    assert by_kind["autovacuum"].detail["elapsed_s"] == 0.35
    assert by_kind["temporary_file"].detail == {"bytes": 3481600}
    assert by_kind["lock_wait"].detail["waited_ms"] == 1000.123
    assert by_kind["setting_changed"].detail == {"name": "work_mem", "value": "8MB"}
    assert "hunter2" not in json.dumps([event.row() for event in events], default=str)


@pytest.mark.parametrize(
    ("sqlstate", "message", "kept"),
    [
        ("22P02", 'invalid input syntax for type integer: "secret"', 'invalid input syntax for type integer: "…"'),
        ("42P01", 'relation "accounts" does not exist', 'relation "accounts" does not exist'),
        (None, 'column "secret" does not exist', 'column "…" does not exist'),
        ("42601", 'syntax error at or near "secret', "syntax error at or near …"),
        ("P0001", "raised with 'secret'", 'raised with "…"'),
    ],
)
def test_what_a_user_sent_is_not_kept_of_an_error(sqlstate: str | None, message: str, kept: str) -> None:
    assert without_data(LogLine(AT, "ERROR", sqlstate, message)) == kept


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2026-11-21 12:00:00.123 UTC", AT),
        ("2026-11-21 15:00:00.123 +03", AT),
        ("2026-11-21 12:00:00 GMT", AT.replace(microsecond=0)),
        ("2026-11-21 12:00:00 MSK", None),
        ("not a time", None),
    ],
)
def test_times_are_read_where_their_zone_is_certain(text: str, time: datetime | None) -> None:
    assert parse_time(text) == time


def test_a_runs_part_is_found_in_a_large_log_without_reading_it_all(tmp_path: Path) -> None:
    start = datetime(2026, 11, 21, tzinfo=UTC)
    log = tmp_path / "server.log"
    with log.open("w") as stream:
        for second in range(20_000):
            at = (start + timedelta(seconds=second)).strftime("%Y-%m-%d %H:%M:%S.000 UTC")
            stream.write(f"{at} [1] LOG:  checkpoint starting: time\n\tcontinued\n{at} [1] STATEMENT:  x\n")
    begins, ends = start + timedelta(seconds=15_000), start + timedelta(seconds=15_010)
    with log.open("rb") as stream_:
        assert log.stat().st_size * 0.7 < offset_before(stream_, begins) < log.stat().st_size * 0.76
    events = events_between(log, begins, ends)
    assert [event.at for event in events] == [begins + timedelta(seconds=second) for second in range(11)]


def test_of_rotated_files_the_most_precise_form_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text(_stderr(LINES))
    (tmp_path / "a.csv").write_text(_csv(LINES))
    assert len(events_between(tmp_path, AT - timedelta(seconds=1), AT + timedelta(seconds=1))) == len(KINDS)


def test_a_log_that_cannot_be_read_tells_nothing(tmp_path: Path) -> None:
    assert events_between(tmp_path / "gone.log", AT, AT) == []


def test_the_log_of_a_real_run_comes_to_the_warehouse_once(
    server_under_test: Cluster, target_of: Callable[..., RunTarget], warehouse_dsn: str
) -> None:
    target = target_of(61)
    started = datetime.now(UTC)
    with psycopg.connect(server_under_test.dsn("bench"), autocommit=True) as connection:
        connection.execute("checkpoint")
        with pytest.raises(psycopg.Error):
            connection.execute("select 'hunter2'::int")
    load = LoadFiles(
        "main", 1, 1, [], target.directory / "s", target.directory / "p", [], None, 1.0, started, datetime.now(UTC)
    )
    for _ in range(2):
        ingest_server_log(target, [load], warehouse_dsn)
    with psycopg.connect(warehouse_dsn) as connection:
        events = connection.execute(
            "select kind, message from raw.log_events where run_id = 61 order by at, kind"
        ).fetchall()
    # a checkpoint of nothing ends in the millisecond in which it began
    assert sorted(kind for kind, _ in events) == ["checkpoint", "checkpoint_starting", "error"]
    assert "hunter2" not in str(events)
