"""A night from begin to finish on a real server: what is applied is proven, what fails is repeated, what was touched is put back."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from experiments import night, planning
from experiments.control import Control
from experiments.data import logins, make_roles
from experiments.gucs import alter_system, read_settings, role_settings
from experiments.holder import Holder
from experiments.model import load_experiment
from experiments.postgres import Postgres
from pgverdict.errors import ComponentFailed, Refused
from pgverdict.interfaces import RunTarget
from tests.experiments.conftest import GOOD
from tests.experiments.fakes import StillRecorder, sound

Write = Callable[..., Path]


def rows(dsn: str, query: str, *parameters: Any) -> list[dict[str, Any]]:
    with psycopg.connect(dsn, row_factory=dict_row) as connection:
        return connection.execute(query, parameters).fetchall()  # type: ignore[arg-type]


@pytest.fixture
def begin(postgres: Postgres, warehouse_dsn: str, servers_file: Path) -> Callable[..., night.Night]:
    def _begin(path: Path, **more: Any) -> night.Night:
        return night.begin(path, dsn=warehouse_dsn, servers_file=servers_file, **more)

    return _begin


def test_a_whole_night_leaves_complete_blocks_and_the_server_as_it_was(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str, postgres: Postgres
) -> None:
    with postgres.connect() as connection:
        before = read_settings(connection)
    seen: dict[int, str] = {}

    def look(target: RunTarget) -> None:
        with psycopg.connect(target.dsn) as connection:
            row = connection.execute("select current_setting('work_mem'), session_user, current_database()").fetchone()
        assert row is not None and row[1:] == ("pgverdict_collector", "pgverdict_load")
        seen[target.run_id] = row[0]

    recorder, said = StillRecorder(look), []
    started = begin(write(), progress=said.append)
    assert [run["level"] for run in started.planned].count("2MB") == 2
    outcomes = []
    while outcome := night.run_next(started.execution_id, recorder, sound, said.append, dsn=warehouse_dsn):
        outcomes.append(outcome)
    state = night.finish(started.execution_id, dsn=warehouse_dsn)

    assert [(outcome.status, outcome.reason) for outcome in outcomes] == [("done", None)] * 3
    assert (state.status, state.blocks_complete, state.runs_left) == ("complete", 1, 0)
    assert state.restored is not None and state.restored.is_restored
    with postgres.connect() as connection:
        assert {name: found.setting for name, found in read_settings(connection).items()} == {
            name: found.setting for name, found in before.items()
        }
        assert not connection.execute("select 1 from pg_database where datname = 'pgverdict_load'").fetchone()
    assert rows(warehouse_dsn, "select 1 from control.saved_states where restored_at is null") == []
    assert any("run 1 of 3" in line for line in said)
    assert seen == {outcome.run_id: outcome.level for outcome in outcomes}
    _steps_are_logged(warehouse_dsn)
    _the_load_is_handed_over(recorder, outcomes)


def _steps_are_logged(dsn: str) -> None:
    steps = rows(
        dsn, "select step, is_ok, ended_at >= started_at as is_ordered from control.run_steps order by run_id, position"
    )
    assert {
        "apply",
        "restore data",
        "settle",
        "prove active",
        "load",
        "prove untouched",
        "end state",
        "ingest",
        "check",
    } <= {row["step"] for row in steps}
    assert all(row["is_ok"] and row["is_ordered"] for row in steps)
    starts = rows(
        dsn, "select distinct detail->>'dead_tuples' as dead from control.run_steps where step = 'restore data'"
    )
    assert starts == [{"dead": "0"}]
    runs = rows(dsn, "select * from control.runs")
    assert all(run["measured_from"] < run["measured_to"] and run["fingerprint"]["settings"]["work_mem"] for run in runs)
    assert len(rows(dsn, "select 1 from control.load_steps where not is_warm_up")) == 3


def _the_load_is_handed_over(recorder: StillRecorder, outcomes: list[night.RunOutcome]) -> None:
    files = recorder.ingested[outcomes[0].run_id][0]
    assert files.clients == 2 and files.scripts == ["<builtin: select-only>"]
    assert "tps = " in files.summary.read_text()
    assert files.progress.exists()  # a load of a second may end before pgbench's first report
    assert files.logs and all(log.stat().st_size for log in files.logs)


def test_a_run_that_fails_is_repeated_at_its_blocks_end_at_most_twice(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str
) -> None:
    def bad(run_id: int) -> list[str]:
        level = rows(warehouse_dsn, "select level from control.runs where run_id = %s", run_id)[0]["level"]
        return ["too few samples"] if level == "8MB" else []

    def fails(target: RunTarget) -> None:
        # The first try fails its data checks; the repeats fail before their load, which saves the tests some seconds.
        if rows(warehouse_dsn, "select 1 from control.runs where run_id = %s and attempt > 1", target.run_id):
            raise ComponentFailed("the recorder does not start")

    started = begin(write())
    outcomes = []
    while outcome := night.run_next(started.execution_id, StillRecorder(fails), bad, dsn=warehouse_dsn):
        outcomes.append(outcome)
    state = night.finish(started.execution_id, dsn=warehouse_dsn)
    failed = [outcome for outcome in outcomes if outcome.level == "8MB"]
    assert [(outcome.attempt, outcome.will_repeat) for outcome in failed] == [(1, True), (2, True), (3, False)]
    assert outcomes[-1].level == "8MB" and outcomes[-2].level == "8MB"
    assert failed[0].reason == "data checks: too few samples"
    assert state.status == "failed" and "failed 3 times (level 8MB)" in str(state.reason)
    repeats = rows(warehouse_dsn, "select repeats_run_id from control.runs where attempt = 2")
    assert repeats == [{"repeats_run_id": failed[0].run_id}]


def test_what_the_server_refuses_in_a_run_ends_the_run_and_not_the_night(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str
) -> None:
    def full(_: RunTarget) -> None:
        raise psycopg.errors.DiskFull("could not extend file: No space left on device")

    started = begin(write())
    outcome = night.run_next(started.execution_id, StillRecorder(full), sound, dsn=warehouse_dsn)
    night.finish(started.execution_id, dsn=warehouse_dsn)
    assert outcome is not None and (outcome.status, outcome.will_repeat) == ("failed", True)
    assert outcome.reason == "could not extend file: No space left on device"


def test_a_setting_changed_by_another_session_makes_the_run_fail(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str, postgres: Postgres
) -> None:
    started = begin(write())
    tampered = StillRecorder(lambda _: _alter(postgres, {"random_page_cost": "1.5"}))
    outcome = night.run_next(started.execution_id, tampered, sound, dsn=warehouse_dsn)
    assert outcome is not None and outcome.status == "failed" and outcome.will_repeat
    assert "changed during the run: random_page_cost: 4 became 1.5" in str(outcome.reason)
    again = night.run_next(started.execution_id, StillRecorder(), sound, dsn=warehouse_dsn)
    assert again is not None and "random_page_cost is 1.5, it was 4, and this experiment does not set it" in str(
        again.reason
    )
    _alter(postgres, {"random_page_cost": None})
    night.finish(started.execution_id, dsn=warehouse_dsn)


def _alter(postgres: Postgres, wanted: dict[str, str | None]) -> None:
    alter_system(postgres, wanted)


def test_a_setting_changed_and_changed_back_in_mid_run_is_noticed_as_well(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str, postgres: Postgres
) -> None:
    def there_and_back(_: RunTarget) -> None:
        _alter(postgres, {"random_page_cost": "1.5"})
        _alter(postgres, {"random_page_cost": None})

    started = begin(write())
    outcome = night.run_next(started.execution_id, StillRecorder(there_and_back), sound, dsn=warehouse_dsn)
    night.finish(started.execution_id, dsn=warehouse_dsn)
    assert outcome is not None and "configuration was loaded again" in str(outcome.reason)


def test_a_server_that_crashes_under_load_is_started_and_the_run_repeated(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str, postgres: Postgres
) -> None:
    started = begin(write())
    outcome = night.run_next(
        started.execution_id, StillRecorder(lambda _: postgres.cluster.stop("immediate")), sound, dsn=warehouse_dsn
    )
    assert outcome is not None and outcome.status == "failed" and outcome.will_repeat
    said: list[str] = []
    after = night.run_next(started.execution_id, StillRecorder(), sound, said.append, dsn=warehouse_dsn)
    assert after is not None and after.status == "done"
    assert any("is down, starting it" in line for line in said)
    night.finish(started.execution_id, dsn=warehouse_dsn)


def test_another_night_is_kept_out_while_one_holds_the_server(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str
) -> None:
    started = begin(write(), holder="night-1", lease_s=600)
    with pytest.raises(Refused, match=r"held by execution \d+ \(night night-1.*one experiment a server at a time"):
        begin(write(GOOD.replace("id: small", "id: other"), "other.yml"), holder="night-2")
    with pytest.raises(Refused, match="held by execution"):
        begin(write())
    again = begin(write(), holder="night-1", lease_s=600)
    assert again.execution_id == started.execution_id and again.is_resumed
    night.finish(started.execution_id, dsn=warehouse_dsn)


def test_two_steps_never_work_on_one_server_at_once(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str
) -> None:
    started = begin(write())
    refused: list[str] = []

    def second(_: RunTarget) -> None:
        with pytest.raises(Refused, match="another process is at work on server local") as error:
            night.run_next(started.execution_id, StillRecorder(), sound, dsn=warehouse_dsn)
        refused.append(str(error.value))

    outcome = night.run_next(started.execution_id, StillRecorder(second), sound, dsn=warehouse_dsn)
    night.finish(started.execution_id, dsn=warehouse_dsn)
    assert refused and outcome is not None and outcome.status == "done"


def test_a_holder_lives_as_long_as_its_process_or_its_lease() -> None:
    mine = Holder.of_this_process(None, 0, None)
    assert not mine.is_alive(None)  # this very process may begin again
    another = Holder.from_json(mine.as_json() | {"pid": 1, "started_ticks": -1})
    assert not another.is_alive(None)  # that process is gone
    leased = Holder.of_this_process("dag", 600, None)
    assert leased.is_alive("other") and not leased.is_alive("dag")
    expired = Holder.from_json(leased.as_json() | {"seen_at": (datetime.now(UTC) - timedelta(hours=1)).isoformat()})
    assert not expired.is_alive("other")


def test_a_run_that_would_not_end_in_the_window_is_not_begun(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str
) -> None:
    started = begin(write())
    until = (datetime.now(UTC) + timedelta(seconds=2)).isoformat()
    with psycopg.connect(warehouse_dsn) as connection:
        connection.execute(
            "update control.saved_states set holder = holder || jsonb_build_object('until', %s::text)", [until]
        )
    said: list[str] = []
    assert night.run_next(started.execution_id, StillRecorder(), sound, said.append, dsn=warehouse_dsn) is None
    assert "the next night goes on with block 1" in said[-1]
    state = night.finish(started.execution_id, dsn=warehouse_dsn)
    assert state.status == "planned" and state.runs_left == 3
    again = begin(write())
    assert again.execution_id == started.execution_id and again.is_resumed
    night.finish(started.execution_id, dsn=warehouse_dsn)


def test_a_file_changed_under_way_is_refused_and_a_new_execution_needs_a_word(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str
) -> None:
    started = begin(write())
    night.run_next(started.execution_id, StillRecorder(), sound, dsn=warehouse_dsn)
    night.finish(started.execution_id, dsn=warehouse_dsn)
    changed = write(GOOD + "minimum_effect: 5%\n")
    with pytest.raises(Refused, match="fixed before the first run"):
        begin(changed)
    anew = begin(changed, abandon=True)
    assert anew.execution == 2 and len(anew.planned) == 3
    night.finish(anew.execution_id, dsn=warehouse_dsn)
    statuses = rows(warehouse_dsn, "select status, seed from control.executions order by execution")
    assert [row["status"] for row in statuses] == ["abandoned", "planned"]
    assert statuses[0]["seed"] != statuses[1]["seed"]


def test_a_file_or_script_edited_in_mid_night_changes_no_run_of_it_and_the_next_night_says_what_changed(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str, tmp_path: Path, servers_file: Path
) -> None:
    (tmp_path / "own.sql").write_text("select 41;")
    text = GOOD.replace("{builtin: select-only}", "{file: own.sql}")
    path = write(text)
    started = begin(path)
    path.write_text(text.replace("[2MB, 8MB]", "[2MB, 16MB]").replace("clients: 2", "clients: 3"))
    (tmp_path / "own.sql").write_text("select 1 / 0;")
    servers_file.write_text("servers: {}\n")
    outcomes = []
    while outcome := night.run_next(started.execution_id, StillRecorder(), sound, dsn=warehouse_dsn):
        outcomes.append(outcome)
    night.finish(started.execution_id, dsn=warehouse_dsn)
    assert {(outcome.status, outcome.level) for outcome in outcomes} == {("done", "2MB"), ("done", "8MB")}
    assert {row["clients"] for row in rows(warehouse_dsn, "select clients from control.load_steps")} == {2}
    hashes = rows(
        warehouse_dsn,
        "select distinct fingerprint->>'spec_sha256' = spec_hash as same from control.runs join control.executions using (execution_id)",
    )
    assert hashes == [{"same": True}]


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda text, folder: text.replace("clients: 2", "clients: 3"), r"workload\.load\.clients: 2 became 3"),
        (lambda text, folder: (folder / "own.sql").write_text("select 2;") and text, "the text of a script of it"),
        (lambda text, folder: text + "warm_up: 1s\nseed: 7\n", "warm_up: nothing became 1s; seed: nothing became 7"),
    ],
)
def test_the_next_night_names_what_an_edit_changed(
    edit: Callable[[str, Path], str], words: str, begin: Callable[..., night.Night], write: Write, warehouse_dsn: str,
    tmp_path: Path,
) -> None:  # fmt: skip
    (tmp_path / "own.sql").write_text("select 1;")
    text = GOOD.replace("{builtin: select-only}", "{file: own.sql}")
    started = begin(write(text))
    # A run that failed was begun all the same.
    night.run_next(started.execution_id, StillRecorder(_does_not_start), sound, dsn=warehouse_dsn)
    night.finish(started.execution_id, dsn=warehouse_dsn)
    with pytest.raises(Refused, match=words):
        begin(write(edit(text, tmp_path)))


def test_two_servers_that_begin_an_experiment_in_the_same_second_get_two_executions(
    write: Write, warehouse_dsn: str, postgres: Postgres
) -> None:
    experiment = load_experiment(write())

    def plan_anew(_: int) -> int:
        with Control(warehouse_dsn) as control:
            return planning._plan(control, postgres, experiment)

    with ThreadPoolExecutor(4) as pool:
        executions = list(pool.map(plan_anew, range(8)))
    found = rows(warehouse_dsn, "select execution_id, execution from control.executions order by 2")
    assert sorted(executions) == sorted(row["execution_id"] for row in found)
    assert [row["execution"] for row in found] == list(range(1, 9))


def test_a_run_in_another_environment_is_marked_and_the_difference_is_named(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str
) -> None:
    started, said = begin(write()), []
    first = night.run_next(started.execution_id, StillRecorder(_does_not_start), sound, dsn=warehouse_dsn)
    assert first is not None and first.status == "failed"  # one that is discarded is no measure for the others
    second = night.run_next(started.execution_id, StillRecorder(), sound, dsn=warehouse_dsn)
    assert second is not None
    with psycopg.connect(warehouse_dsn) as connection:
        connection.execute(
            "update control.runs set fingerprint = jsonb_set(fingerprint, '{machine,kernel}', '\"5.0\"') where run_id = %s",
            [second.run_id],
        )
    third = night.run_next(started.execution_id, StillRecorder(), sound, said.append, dsn=warehouse_dsn)
    night.finish(started.execution_id, dsn=warehouse_dsn)
    assert third is not None
    found = rows(
        warehouse_dsn,
        "select run_id, fingerprint->'differs_from_first' as found from control.runs where run is not null order by run",
    )
    assert found[1]["found"] is None
    assert len(found[2]["found"]) == 1 and found[2]["found"][0].startswith("machine.kernel: 5.0 became ")
    assert any("differs from the first beside its factors: machine.kernel: 5.0 became" in line for line in said)


def _does_not_start(_: RunTarget) -> None:
    raise ComponentFailed("the recorder does not start")


@pytest.mark.parametrize("scope", ["database", "role"])
def test_a_setting_for_the_loads_database_or_role_is_seen_by_the_load_alone_and_gone_afterwards(
    scope: str, begin: Callable[..., night.Night], write: Write, warehouse_dsn: str, postgres: Postgres
) -> None:
    with postgres.connect() as connection:
        make_roles(postgres)
        connection.execute("alter role pgverdict_load set work_mem = '3MB'")  # somebody's own, which must come back
    seen: dict[int, tuple[str, str]] = {}

    def look(target: RunTarget) -> None:
        with psycopg.connect(logins(postgres).load) as load, postgres.connect() as other:
            mine, theirs = (connection.execute("show work_mem").fetchone() for connection in (load, other))
        assert mine is not None and theirs is not None
        seen[target.run_id] = (mine[0], theirs[0])

    started = begin(write(GOOD.replace("kind: guc,", f"kind: guc, scope: {scope},")))
    outcomes = []
    try:
        while outcome := night.run_next(started.execution_id, StillRecorder(look), sound, dsn=warehouse_dsn):
            outcomes.append(outcome)
    finally:
        state = night.finish(started.execution_id, dsn=warehouse_dsn)
        with postgres.connect() as connection:
            left = role_settings(connection, "pgverdict_load")
            connection.execute("alter role pgverdict_load reset all")
            elsewhere = connection.execute("select count(*) from pg_db_role_setting").fetchone()
    if scope == "database":
        # The role's own setting wins over the database's, and the proof says so.
        assert {outcome.status for outcome in outcomes} == {"failed"}
        assert "work_mem should be" in str(outcomes[0].reason) and "it is 3MB" in str(outcomes[0].reason)
    else:
        assert [(outcome.status, outcome.reason) for outcome in outcomes] == [("done", None)] * 3
        assert set(seen.values()) == {("2MB", "4MB"), ("8MB", "4MB")}
        assert seen == {outcome.run_id: (outcome.level, "4MB") for outcome in outcomes}
    assert state.restored is not None and state.restored.is_restored
    assert left == {"work_mem": "3MB"} and elsewhere == (0,)


def test_a_setting_for_the_loads_database_is_active_in_the_load(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str, postgres: Postgres
) -> None:
    seen: set[tuple[str, str]] = set()

    def look(target: RunTarget) -> None:
        with psycopg.connect(logins(postgres).load) as load, postgres.connect() as other:
            mine, theirs = (connection.execute("show work_mem").fetchone() for connection in (load, other))
        assert mine is not None and theirs is not None
        seen.add((mine[0], theirs[0]))

    started = begin(write(GOOD.replace("kind: guc,", "kind: guc, scope: database,")))
    while outcome := night.run_next(started.execution_id, StillRecorder(look), sound, dsn=warehouse_dsn):
        assert outcome.status == "done", outcome
    night.finish(started.execution_id, dsn=warehouse_dsn)
    assert seen == {("2MB", "4MB"), ("8MB", "4MB")}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "[2MB, 8MB], baseline: 2MB",
            "[2MB, 80TB], baseline: 2MB",
            r"yml:5: factors\[0\]\.levels\[1\]: work_mem takes 64kB to",
        ),
        (
            "name: work_mem",
            "name: worc_mem",
            r"yml:5: factors\[0\]\.levels\[0\]: PostgreSQL here has no setting 'worc_mem'; nearest: work_mem",
        ),
        ("clients: 2", "clients: 500", r"yml:9: workload\.load: 500 clients and 10 sessions of ours do not fit"),
        ("scale: 1\n", "scale: 900000\n", "this experiment needs about"),
        (
            "name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB",
            "name: block_size, kind: guc, levels: [4096, 8192]",
            "block_size is fixed when",
        ),
    ],
)
def test_what_the_server_would_refuse_is_refused_before_anything_is_touched(
    old: str, new: str, words: str, begin: Callable[..., night.Night], write: Write, warehouse_dsn: str
) -> None:
    assert old in GOOD
    with pytest.raises(Refused, match=words):
        begin(write(GOOD.replace(old, new)))
    assert rows(warehouse_dsn, "select 1 from control.saved_states") == []
    assert rows(warehouse_dsn, "select 1 from control.executions") == []


def test_only_what_the_servers_file_allows_is_touched(
    begin: Callable[..., night.Night], write: Write, servers_file: Path
) -> None:
    servers_file.write_text(servers_file.read_text().replace('guc: ["*"]', 'guc: ["shared_*"]'))
    with pytest.raises(Refused, match=r"may_touch\.guc: work_mem is not allowed there"):
        begin(write())


def test_a_night_that_was_not_begun_has_no_runs(warehouse_dsn: str) -> None:
    with pytest.raises(Refused, match="knows no execution 77"):
        night.run_next(77, StillRecorder(), sound, dsn=warehouse_dsn)


def test_a_label_is_asked_for_once_a_change_and_a_no_stops(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str
) -> None:
    text = GOOD.replace(
        "name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB", "name: cable, kind: label, levels: [old, new]"
    )
    started = begin(write(text), confirm=True)
    asked: list[str] = []

    def yes(question: str) -> bool:
        asked.append(question)
        return True

    with pytest.raises(ComponentFailed, match="was not set to"):
        night.run_next(started.execution_id, StillRecorder(), sound, dsn=warehouse_dsn, ask=lambda _: False)
    while night.run_next(started.execution_id, StillRecorder(), sound, dsn=warehouse_dsn, ask=yes):
        pass
    state = night.finish(started.execution_id, dsn=warehouse_dsn)
    order = [row["level"] for row in rows(warehouse_dsn, "select level from control.runs order by run")]
    assert len(asked) == 1 + sum(one != other for one, other in itertools.pairwise(order))
    assert state.status == "complete"


def test_a_label_without_anybody_to_ask_is_refused(begin: Callable[..., night.Night], write: Write) -> None:
    text = GOOD.replace(
        "name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB", "name: cable, kind: label, levels: [old, new]"
    )
    with pytest.raises(Refused, match="a person changes a factor of kind label"):
        begin(write(text))


def test_the_reason_of_a_broken_run_is_what_broke_it_not_the_recorder_that_then_could_not_stop(
    begin: Callable[..., night.Night], write: Write, warehouse_dsn: str, tmp_path: Path
) -> None:
    class Broken(StillRecorder):
        def stop(self) -> Any:
            raise ComponentFailed("the recorder lost the server as well")

    (tmp_path / "broken.sql").write_text("select 1 / 0;")
    started = begin(write(GOOD.replace("{builtin: select-only}", "{file: broken.sql}")))
    outcome = night.run_next(started.execution_id, Broken(), sound, dsn=warehouse_dsn)
    night.finish(started.execution_id, dsn=warehouse_dsn)
    assert outcome is not None and "division by zero" in str(outcome.reason)
