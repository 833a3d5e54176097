"""Whatever kills a night, the server is put back: from another process, by the next night, from the copy on disk, off line."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import psycopg
import pytest

from experiments import night, undo
from experiments import state as states
from experiments.control import Control
from experiments.gucs import read_settings
from experiments.postgres import Postgres
from experiments.run import Run, outcome_of
from pgverdict.errors import ComponentFailed, Refused
from tests.experiments.conftest import GOOD
from tests.experiments.fakes import StillRecorder, sound

#: A night of one kill: begins, carries runs out, and says each line as it comes.
VICTIM = """
import sys
from pathlib import Path
from experiments import checks, night
checks.LEAST_LOAD_S = 1
from tests.experiments.fakes import StillRecorder, sound
say = lambda line: print(line, flush=True)
begun = night.begin(Path(sys.argv[1]), dsn=sys.argv[2], servers_file=Path(sys.argv[3]), progress=say)
while night.run_next(begun.execution_id, StillRecorder(lambda _: say("recording")), sound, say, dsn=sys.argv[2]):
    pass
night.finish(begun.execution_id, dsn=sys.argv[2])
"""

Write = Callable[..., Path]


def victim(path: Path, dsn: str, servers: Path) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(Path.cwd())}
    return subprocess.Popen(
        [sys.executable, "-c", VICTIM, str(path), dsn, str(servers)], stdout=subprocess.PIPE, text=True, env=environment
    )


def kill_when(process: subprocess.Popen[str], word: str) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if word in line:
            process.kill()
            process.wait()
            return
    raise AssertionError(f"the victim never said {word!r}")


def work_mem(postgres: Postgres) -> str:
    with postgres.connect() as connection:
        return read_settings(connection)["work_mem"].shown()


def one(dsn: str, query: str) -> Any:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(query).fetchone()  # type: ignore[arg-type]
    return row[0] if row else None


def pgbenches() -> int:
    """pgbench processes of ours that still run."""
    count = 0
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().split(b"\0")
        except OSError:
            continue
        count += words[0].endswith(b"/pgbench") and any(
            str(states.state_directory()).encode() in word for word in words
        )
    return count


def test_after_a_kill_another_process_restores_and_the_next_night_resumes_at_the_run_that_failed(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    path = write()
    kill_when(victim(path, warehouse_dsn, servers_file), "recording")
    assert one(warehouse_dsn, "select status from control.runs where run = 1") == "running"
    reports = night.restore("local", dsn=warehouse_dsn, servers_file=servers_file)
    assert len(reports) == 1 and reports[0].is_restored, reports
    assert work_mem(postgres) == "4MB"
    assert night.restore(dsn=warehouse_dsn, servers_file=servers_file) == []
    time.sleep(0.3)
    assert pgbenches() == 0

    begun = night.begin(path, dsn=warehouse_dsn, servers_file=servers_file)
    assert begun.is_resumed and len(begun.planned) == 3
    outcomes = []
    while outcome := night.run_next(begun.execution_id, StillRecorder(), sound, dsn=warehouse_dsn):
        outcomes.append(outcome)
    state = night.finish(begun.execution_id, dsn=warehouse_dsn)
    assert state.status == "complete"
    assert [outcome.attempt for outcome in outcomes].count(2) == 1 and outcomes[-1].attempt == 2
    assert (
        one(warehouse_dsn, "select reason from control.runs where status = 'interrupted'")
        == "the server was restored while it ran"
    )


def test_the_next_night_restores_first_what_a_killed_one_left(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    path = write()
    kill_when(victim(path, warehouse_dsn, servers_file), "recording")
    said: list[str] = []
    begun = night.begin(path, dsn=warehouse_dsn, servers_file=servers_file, progress=said.append)
    assert any("still carries the settings of execution" in line for line in said)
    assert any("was restored after execution" in line for line in begun.messages)
    assert work_mem(postgres) == "4MB"
    night.finish(begun.execution_id, dsn=warehouse_dsn)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_night_that_is_told_to_end_puts_the_server_back_itself(
    number: signal.Signals, postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    path = write(GOOD.replace("duration: 1s", "duration: 30s"))
    environment = os.environ | {"PGVERDICT_WAREHOUSE_DSN": warehouse_dsn, "PGVERDICT_SERVERS_FILE": str(servers_file)}
    process = subprocess.Popen(
        [sys.executable, "-m", "pgverdict", "run", str(path)],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # whoever runs the tests may ignore it
    )
    deadline = time.monotonic() + 120
    try:
        while not one(warehouse_dsn, "select 1 from control.run_steps where step = 'load' and ended_at is null"):
            assert process.poll() is None and time.monotonic() < deadline, process.stderr and process.stderr.read()
            time.sleep(0.1)
        process.send_signal(number)
        _, words = process.communicate(timeout=120)
    finally:
        process.kill()  # a night that goes on would disturb the tests that follow
    assert process.returncode == 3, words
    assert work_mem(postgres) == "4MB"
    assert one(warehouse_dsn, "select count(*) from control.saved_states where restored_at is null") == 0
    assert pgbenches() == 0
    assert (
        one(warehouse_dsn, "select string_agg(distinct status, ' ' order by status) from control.runs")
        == "interrupted planned"
    )


def test_a_signal_whose_exception_got_lost_ends_the_run_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    class Done:
        def __init__(self) -> None:
            self.state: dict[str, float] = {}

        def carry_out(self) -> list[str]:
            return []

    assert outcome_of(cast(Any, Done())) == ("done", None)
    monkeypatch.setattr("pgverdict.errors._Told.to_end", True)
    with pytest.raises(KeyboardInterrupt):
        outcome_of(cast(Any, Done()))


@pytest.mark.parametrize("verb", ["start", "stop"])
def test_a_server_that_is_still_starting_or_stopping_is_waited_for(postgres: Postgres, verb: str) -> None:
    if verb == "start":
        postgres.stop()
    cluster = postgres.cluster
    # pg_ctl without waiting, as a process that was killed leaves it behind.
    arguments = ["-D", str(cluster.data_directory), "-W", "-m", "fast", "stop"]
    if verb == "start":
        options = f"-c listen_addresses=127.0.0.1 -c port={cluster.port} -c unix_socket_directories={cluster.sockets}"
        arguments = ["-D", str(cluster.data_directory), "-W", "-l", str(cluster.log_file), "-o", options, "start"]
    postgres.as_owner(
        ["sh", "-c", shlex.join([str(cluster.binaries / "pg_ctl"), *arguments]) + " >/dev/null 2>&1 </dev/null"]
    )
    postgres.ensure_up()
    assert postgres.answers()


def test_a_server_that_servers_yml_no_longer_names_is_restored_as_well(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    begun = night.begin(write(), dsn=warehouse_dsn, servers_file=servers_file)
    night.run_next(begun.execution_id, StillRecorder(), sound, dsn=warehouse_dsn)
    servers_file.unlink()
    assert night.restore(dsn=warehouse_dsn)[0].is_restored
    assert work_mem(postgres) == "4MB"


def test_while_the_process_lives_nobody_restores_behind_its_back(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    process = victim(write(), warehouse_dsn, servers_file)
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if "recording" in line:
                break
        with pytest.raises(Refused, match="another process is at work on server local"):
            night.restore("local", dsn=warehouse_dsn, servers_file=servers_file)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert night.restore("local", dsn=warehouse_dsn, servers_file=servers_file)[0].is_restored


def test_a_server_that_does_not_start_because_of_the_setting_is_restored(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    text = GOOD.replace(
        "name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB",
        "name: shared_buffers, kind: guc, levels: [64MB, 900GB], baseline: 64MB",
    )
    begun = night.begin(write(text), dsn=warehouse_dsn, servers_file=servers_file)
    outcomes = []
    while outcome := night.run_next(begun.execution_id, StillRecorder(), sound, dsn=warehouse_dsn):
        outcomes.append(outcome)
        if len(outcomes) == 4:
            break
    bad = [outcome for outcome in outcomes if outcome.level == "900GB"]
    assert bad and all(outcome.status == "failed" and "does not start" in str(outcome.reason) for outcome in bad)
    assert any(outcome.status == "done" for outcome in outcomes)
    state = night.finish(begun.execution_id, dsn=warehouse_dsn)
    assert state.restored is not None and state.restored.is_restored
    with postgres.connect() as connection:
        assert read_settings(connection)["shared_buffers"].shown() == "128MB"


def test_without_the_warehouse_the_copy_on_disk_serves(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    begun = night.begin(write(), dsn=warehouse_dsn, servers_file=servers_file)
    night.run_next(begun.execution_id, StillRecorder(), sound, dsn=warehouse_dsn)
    assert work_mem(postgres) in ("2MB", "8MB")
    reports = night.restore("local", dsn="host=/nowhere port=1 dbname=none", servers_file=servers_file)
    assert len(reports) == 1 and reports[0].is_restored
    assert work_mem(postgres) == "4MB"
    night.finish(begun.execution_id, dsn=warehouse_dsn)


def test_nothing_is_touched_when_the_state_cannot_be_written(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(ComponentFailed, match=r"cannot be written .*No space left on device.*nothing was touched"):
        night.begin(write(), dsn=warehouse_dsn, servers_file=servers_file)
    monkeypatch.undo()
    assert one(warehouse_dsn, "select count(*) from control.saved_states") == 0
    assert work_mem(postgres) == "4MB"


def test_what_cannot_be_put_back_is_named_and_the_state_stays_open(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = night.begin(write(), dsn=warehouse_dsn, servers_file=servers_file)
    night.run_next(begun.execution_id, StillRecorder(), sound, dsn=warehouse_dsn)
    monkeypatch.setattr(undo.gucs, "alter_system", lambda *_: [])
    with pytest.raises(ComponentFailed, match=r"work_mem is .*MB, it was 4MB.*pgverdict restore local"):
        night.finish(begun.execution_id, dsn=warehouse_dsn)
    monkeypatch.undo()
    assert one(warehouse_dsn, "select count(*) from control.saved_states where restored_at is null") == 1
    assert night.restore(dsn=warehouse_dsn, servers_file=servers_file)[0].is_restored
    night.finish(begun.execution_id, dsn=warehouse_dsn)


def test_the_record_of_before_names_everything_that_may_be_touched(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    begun = night.begin(
        write(GOOD + "hold: {guc: {random_page_cost: 2}}\n"), dsn=warehouse_dsn, servers_file=servers_file
    )
    saved = one(warehouse_dsn, "select state from control.saved_states where restored_at is null")
    assert saved["touched"]["guc"] == ["random_page_cost", "work_mem"]
    assert len(saved["settings"]) > 300 and saved["sysctl"]["vm.swappiness"].isdigit()
    assert json.loads(states.disk_copy("local").read_text())["touched"] == saved["touched"]
    night.finish(begun.execution_id, dsn=warehouse_dsn)
    assert not states.disk_copy("local").exists()


def test_an_error_that_an_interruption_brought_about_is_no_failed_run() -> None:
    """A cancellation sent for the query that was broken off may reach the next one, and is not the server's own word."""

    class Interrupted:
        def __init__(self) -> None:
            self.state: dict[str, Any] = {}

        def carry_out(self) -> list[str]:
            try:
                raise KeyboardInterrupt
            except KeyboardInterrupt:
                self.log_the_step()
                raise

        def log_the_step(self) -> None:
            raise psycopg.errors.QueryCanceled("canceling statement due to user request")

    class Cancelled(Interrupted):
        def carry_out(self) -> list[str]:
            raise psycopg.errors.QueryCanceled("canceling statement due to statement timeout")

    with pytest.raises(KeyboardInterrupt):
        outcome_of(cast(Run, Interrupted()))
    assert outcome_of(cast(Run, Cancelled()))[0] == "failed"


def test_an_interrupted_query_leaves_a_session_that_can_be_written_to(warehouse_dsn: str) -> None:
    """Many times, since it is the moment between sending and waiting that breaks a session."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    former = signal.signal(signal.SIGALRM, interrupt)
    try:
        with Control(warehouse_dsn) as control:
            for moment in range(1, 41):
                with pytest.raises(KeyboardInterrupt):
                    signal.setitimer(signal.ITIMER_REAL, 0.0005 * moment)
                    while True:
                        control.rows("select 1 as one")
                assert control.rows("select 2 as two") == [{"two": 2}]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
