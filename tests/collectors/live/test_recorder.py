"""The recorder with its real process, on a real server: what is sampled, and what survives kills and absences."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from collectors.families import families
from collectors.recorder import ProcessRecorder, load_leftover_spools, make_recorder, spool_of
from pgverdict.clusters import Cluster
from pgverdict.errors import ComponentFailed, Refused
from pgverdict.interfaces import RunTarget
from pgverdict.paths import PROJECT_ROOT, state_directory

Targets = Callable[..., RunTarget]


def _ask(dsn: str, query: str, *parameters: object) -> list[tuple[Any, ...]]:
    with psycopg.connect(dsn) as connection:
        return connection.execute(query, parameters).fetchall()  # type: ignore[arg-type]


def _until(condition: Callable[[], object], timeout_s: float = 20) -> None:
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def _is_resumed(recorder: ProcessRecorder, restarts: int, killed: int) -> bool:
    return len(recorder.restarts) == restarts and recorder.sampler_pid != killed


def _assert_complete(dsn: str, run_id: int) -> None:
    """Every second of every sampled family, from the first to the last, is in the book, once; no sample is there twice."""
    once = ["settings", "table_stats", "index_stats", "buffercache", "statement_texts"]
    gaps = _ask(
        dsn,
        "select family, count(*), count(distinct at), extract(epoch from max(at) - min(at)) + 1 from raw.ticks"
        " where run_id = %s and family <> all(%s) and expected > 0 group by family",
        run_id,
        once,
    )
    assert len(gaps) > 10
    assert [row for row in gaps if not row[1] == row[2] == row[3]] == []
    assert (
        _ask(
            dsn,
            "select 1 from raw.ticks where run_id = %s and (expected <> taken + missed or (missed > 0 and reason is null))",
            run_id,
        )
        == []
    )
    for table, key in (
        ("os_cpu", "at"),
        ("stat_database", "at, database"),
        ("activity_waits", "at, backend_type, state, wait_event_type, wait_event"),
    ):
        assert (
            _ask(dsn, f"select {key} from raw.{table} where run_id = %s group by {key} having count(*) > 1", run_id)
            == []
        )
        samples = _ask(dsn, f"select count(distinct at) from raw.{table} where run_id = %s", run_id)[0][0]
        taken = _ask(dsn, "select sum(taken) from raw.ticks where run_id = %s and family = %s", run_id, table)[0][0]
        assert samples == taken


def test_a_run_is_sampled_whole(
    server_under_test: Cluster, target_of: Targets, recorder: ProcessRecorder, warehouse_dsn: str
) -> None:
    target = target_of(41)
    recorder.start(target)
    command = [str(server_under_test.binaries / "pgbench"), "-n", "-c", "4", "-T", "3", server_under_test.dsn("bench")]
    subprocess.run(command, check=True, capture_output=True)
    report = recorder.stop()
    assert report.missed == {} or all("CPU in time" in line for lines in report.missed.values() for line in lines)
    assert report.taken["activity_waits"] >= 25
    assert report.taken["os_cpu"] >= 4
    _assert_complete(warehouse_dsn, 41)
    for table in (
        "activity_waits", "buffercache", "clock_offsets", "index_stats", "kernel_settings", "locks", "os_cpu", "os_disk", "os_memory",
        "os_network", "os_processes", "os_vmstat", "settings", "stat_checkpointer", "stat_database", "stat_io", "stat_slru",
        "stat_statements", "stat_wal", "statement_texts", "table_stats",
    ):  # fmt: skip
        assert _ask(warehouse_dsn, f"select 1 from raw.{table} where run_id = 41 limit 1"), table
    assert {moment for (moment,) in _ask(warehouse_dsn, "select distinct moment from raw.settings")} == {
        "active",
        "after",
    }
    assert {moment for (moment,) in _ask(warehouse_dsn, "select distinct moment from raw.table_stats")} == {
        "before",
        "after",
    }
    assert not spool_of(target.directory).exists()


def test_the_counters_say_what_the_load_did(
    server_under_test: Cluster, target_of: Targets, recorder: ProcessRecorder, warehouse_dsn: str
) -> None:
    recorder.start(target_of(42))
    command = [
        str(server_under_test.binaries / "pgbench"),
        "-n",
        "-c",
        "2",
        "-t",
        "200",
        server_under_test.dsn("bench"),
    ]
    subprocess.run(command, check=True, capture_output=True)
    time.sleep(1.2)  # backends hand in their counters when they end, and idle ones after a second
    recorder.stop()
    ((committed, inserted),) = _ask(
        warehouse_dsn,
        "select max(xact_commit) - min(xact_commit), max(tup_inserted) - min(tup_inserted)"
        " from raw.stat_database where run_id = 42 and database = 'bench'",
    )
    assert 400 <= committed < 700
    assert inserted == 400
    calls = _ask(
        warehouse_dsn,
        "select max(calls) - min(calls) from raw.stat_statements inner join raw.statement_texts using (run_id, queryid)"
        " where run_id = 42 and query ilike 'insert into pgbench_history%%' group by queryid",
    )
    assert (
        sum(gained for (gained,) in calls) >= 399
    )  # the very first sample of a new statement has nothing to be compared with


def test_no_literal_of_a_statement_reaches_the_warehouse_or_the_disk(
    server_under_test: Cluster, target_of: Targets, recorder: ProcessRecorder, warehouse_dsn: str
) -> None:
    target = target_of(43)
    recorder.start(target)
    with psycopg.connect(server_under_test.dsn("bench"), autocommit=True) as connection:
        connection.execute("create role secretive password 'hunter2-of-the-run'")
        connection.execute("select count(*) from pgbench_accounts where filler = 'hunter2-of-the-run'")
    time.sleep(1.5)
    recorder.abandon()
    spooled = b"".join(path.read_bytes() for path in spool_of(target.directory).glob("*.sealed"))
    assert b"secretive" in spooled
    assert b"hunter2" not in spooled
    load_leftover_spools(warehouse_dsn)
    texts = " ".join(text for (text,) in _ask(warehouse_dsn, "select query from raw.statement_texts where run_id = 43"))
    assert "password ?" in texts.lower()
    assert "hunter2" not in texts
    with psycopg.connect(server_under_test.dsn("bench"), autocommit=True) as connection:
        connection.execute("drop role secretive")


def test_a_killed_collector_is_resumed_and_what_it_missed_is_recorded(
    target_of: Targets, recorder: ProcessRecorder, warehouse_dsn: str
) -> None:
    recorder.start(target_of(44))
    time.sleep(1.6)
    for number in (1, 2):
        killed = recorder.sampler_pid
        assert killed is not None
        os.kill(killed, signal.SIGKILL)
        _until(partial(_is_resumed, recorder, number, killed))
        time.sleep(1.2)
    report = recorder.stop()
    assert recorder.restarts == ["the collector was killed by signal 9"] * 2
    assert any("killed by signal 9" in line for line in report.missed["os_cpu"])
    _assert_complete(warehouse_dsn, 44)


def test_a_server_that_is_away_is_recorded_and_the_host_goes_on(
    server_under_test: Cluster, target_of: Targets, recorder: ProcessRecorder, warehouse_dsn: str
) -> None:
    recorder.start(target_of(45))
    time.sleep(0.5)
    server_under_test.stop("fast")
    time.sleep(1.5)
    server_under_test.start()
    time.sleep(2.5)
    report = recorder.stop()
    assert any("away" in line for line in report.missed["activity_waits"])
    assert report.taken["stat_wal"] >= 2
    assert "os_cpu" not in report.missed
    epochs = _ask(warehouse_dsn, "select count(distinct postmaster_started_at) from raw.stat_wal where run_id = 45")
    assert epochs == [(2,)]
    _assert_complete(warehouse_dsn, 45)


def test_when_whoever_started_it_is_killed_the_collector_ends_and_its_spool_is_brought_in_later(
    target_of: Targets, tmp_path: Path, warehouse_dsn: str
) -> None:
    target = target_of(46)
    program = (
        "import sys, time, datetime, pathlib\n"
        "from collectors.recorder import make_recorder\nfrom pgverdict.interfaces import RunTarget\n"
        f"r = make_recorder({warehouse_dsn!r})\n"
        f"r.start(RunTarget(46, 1, datetime.date(2026, 11, 21), 'local', {target.dsn!r}, 'bench', pathlib.Path({str(target.directory)!r})))\n"
        "print(r.sampler_pid, flush=True)\ntime.sleep(60)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(PROJECT_ROOT), "PGVERDICT_STATE": str(state_directory())}
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        sampler = int(parent.stdout.readline())
        time.sleep(1.5)
        assert load_leftover_spools(warehouse_dsn) == 0  # it is still being written
        parent.kill()
    _until(lambda: not Path(f"/proc/{sampler}").exists())
    rows = load_leftover_spools(warehouse_dsn)
    assert rows > 0
    assert load_leftover_spools(warehouse_dsn) == 0
    _assert_complete(warehouse_dsn, 46)


def test_a_warehouse_that_is_away_at_the_end_gets_the_samples_later(target_of: Targets, warehouse_dsn: str) -> None:
    away = make_recorder("host=/nonexistent dbname=x connect_timeout=1", patience_s=0.2)
    away.start(target_of(47))
    time.sleep(1.2)
    with pytest.raises(ComponentFailed, match="the samples are safe in"):
        away.stop()
    assert load_leftover_spools(warehouse_dsn) > 0
    _assert_complete(warehouse_dsn, 47)


def test_segments_are_loaded_while_a_long_run_goes_on(target_of: Targets, warehouse_dsn: str) -> None:
    recorder = make_recorder(warehouse_dsn, load_every_s=0.3)
    recorder.start(target_of(48))
    _until(
        lambda: (
            _ask(warehouse_dsn, "select 1 from pg_class where relname = 'os_cpu_20261121'")
            and _ask(warehouse_dsn, "select 1 from raw.os_cpu where run_id = 48")
        )
    )
    recorder.stop()
    _assert_complete(warehouse_dsn, 48)


def test_intervals_come_from_the_run_and_zero_leaves_a_family_out(
    target_of: Targets, recorder: ProcessRecorder
) -> None:
    off = {name: 0.0 for name, family in families().items() if family.interval_s and name != "activity_waits"}
    recorder.start(target_of(49, intervals_s=off | {"activity_waits": 0.5, "os_cpu": 0.25}))
    time.sleep(2)
    report = recorder.stop()
    assert "stat_io" not in report.expected
    assert 4 <= report.taken["activity_waits"] <= 8
    assert 7 <= report.taken["os_cpu"] <= 13


@pytest.mark.parametrize("intervals", [{"activity_wait": 0.1}, {"locks": -1.0}])
def test_an_interval_of_nothing_is_refused_before_anything_starts(
    intervals: dict[str, float], target_of: Targets, recorder: ProcessRecorder
) -> None:
    with pytest.raises(Refused):
        recorder.start(target_of(50, intervals_s=intervals))
    assert recorder.sampler_pid is None


def test_a_server_that_cannot_be_reached_is_said(target_of: Targets, recorder: ProcessRecorder) -> None:
    recorder.connect_timeout_s = 0.5
    with pytest.raises(ComponentFailed, match=r"collector of run 51 did not start: .*cannot log in.*No such file"):
        recorder.start(target_of(51, dsn="host=/nonexistent user=collector"))


def test_a_login_without_the_role_is_said(
    target_of: Targets, recorder: ProcessRecorder, server_under_test: Cluster
) -> None:
    with pytest.raises(ComponentFailed, match=r'role "nobody_known" does not exist'):
        recorder.start(target_of(52, dsn=server_under_test.dsn(user="nobody_known")))


def test_a_login_that_does_not_see_others_waits_is_refused(
    target_of: Targets, recorder: ProcessRecorder, server_under_test: Cluster
) -> None:
    with psycopg.connect(server_under_test.dsn(), autocommit=True) as connection:
        connection.execute("create role blind login")
    with pytest.raises(ComponentFailed, match=r"role blind is no member of pg_monitor; `grant pg_monitor to blind`"):
        recorder.start(target_of(56, dsn=server_under_test.dsn(user="blind")))


def test_stopping_what_does_not_run_is_refused(recorder: ProcessRecorder) -> None:
    with pytest.raises(Refused, match="nothing is being recorded"):
        recorder.stop()


def test_the_clock_of_the_same_machine_is_ours(
    target_of: Targets, recorder: ProcessRecorder, warehouse_dsn: str
) -> None:
    recorder.start(target_of(53))
    recorder.stop()
    offsets = _ask(
        warehouse_dsn, "select offset_ms, uncertainty_ms from raw.clock_offsets where run_id = 53 and clock = 'server'"
    )
    assert len(offsets) == 2
    assert all(abs(offset) <= uncertainty + 0.5 for offset, uncertainty in offsets)
    newest = _ask(warehouse_dsn, "select max(at) from raw.os_cpu where run_id = 53")[0][0]
    assert datetime.now(UTC) - newest < timedelta(minutes=2)


def test_a_collector_that_is_killed_while_the_server_is_away_records_that_too(
    server_under_test: Cluster, target_of: Targets, recorder: ProcessRecorder, warehouse_dsn: str
) -> None:
    recorder.start(target_of(54))
    killed = recorder.sampler_pid
    assert killed is not None
    server_under_test.stop("fast")
    try:
        os.kill(killed, signal.SIGKILL)
        _until(partial(_is_resumed, recorder, 1, killed))
        time.sleep(1.2)
    finally:
        server_under_test.start()
    time.sleep(2.5)
    report = recorder.stop()
    assert report.taken["os_cpu"] >= 3
    assert any("away" in line for line in report.missed["stat_wal"])
    _assert_complete(warehouse_dsn, 54)
    postgres = _ask(
        warehouse_dsn,
        "select processes from raw.os_processes where run_id = 54 and process_group = 'postgres' order by at desc limit 1",
    )
    assert postgres[0][0] > 3  # the processes of the restarted server are known as the server's


def test_a_collector_that_cannot_be_started_again_is_said(
    target_of: Targets, recorder: ProcessRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder.start(target_of(55))
    killed = recorder.sampler_pid
    assert killed is not None
    monkeypatch.setattr(sys, "executable", "/bin/false")
    monkeypatch.setattr("collectors.recorder.MOST_FAILED_RESTARTS", 2)
    os.kill(killed, signal.SIGKILL)
    _until(lambda: recorder.failure is not None and "2 attempts" in recorder.failure)
    report = recorder.stop()
    assert "given up after 2 attempts" in report.missed["collector"][0]
