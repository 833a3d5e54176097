"""A night on a server: begin, one run after the other, finish; each may be another process, and any of them may be killed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from experiments import data, frozen, hostmark, preflight, provenance, undo
from experiments import state as states
from experiments.control import ATTEMPTS, Control
from experiments.desired import touched
from experiments.holder import Holder
from experiments.labels import confirm_labels
from experiments.model import Experiment, load_experiment
from experiments.plan import run_seconds
from experiments.planning import open_or_plan, window_end
from experiments.postgres import Postgres
from experiments.restoring import not_restored, restore, restore_row, restore_saved, restore_what_is_open, server_of
from experiments.run import Run, outcome_of
from experiments.servers import Server, load_servers, server_named
from experiments.undo import RestoreReport
from pgverdict.errors import ComponentFailed, Refused, follows_interruption
from pgverdict.interfaces import Recorder, RunCheck
from pgverdict.paths import state_directory

__all__ = ["ExecutionState", "Night", "RunOutcome", "begin", "finish", "restore", "run_next"]

#: Slots in a night beyond the planned runs, a block: they serve repeats.
SPARE_SLOTS_A_BLOCK = 2


@dataclass(frozen=True)
class Night:
    """What is to be done: the runs that are left, in their order, and how many slots a DAG should hold ready."""

    execution_id: int
    execution: int
    server: str
    experiment_id: str
    planned: list[dict[str, Any]]
    slots: int
    expected_s: float
    is_resumed: bool
    messages: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class RunOutcome:
    """How a run ended. `remaining` counts the runs that are still planned, with repeats."""

    run_id: int
    run: int
    block: int
    level: str
    role: str
    attempt: int
    status: str
    reason: str | None
    will_repeat: bool
    seconds: float
    remaining: int


@dataclass(frozen=True)
class ExecutionState:
    """Where an execution stands when a night ends."""

    execution_id: int
    experiment_id: str
    status: str
    blocks: int
    blocks_complete: int
    runs_done: int
    runs_left: int
    reason: str | None
    restored: RestoreReport | None


def _quiet(_: str) -> None:
    pass


# ---------------------------------------------------------------- begin


def begin(
    experiment_file: Path,
    profile: str | None = None,
    server: str | None = None,
    *,
    confirm: bool = False,
    abandon: bool = False,
    keep_window: bool = False,
    holder: str | None = None,
    lease_s: float = 0,
    dsn: str | None = None,
    servers_file: Path | None = None,
    progress: Callable[[str], None] = _quiet,
) -> Night:
    """Plans a new execution or goes on with the open one; takes the server, records its state, makes the test data.

    `abandon` gives up an open execution whose file was changed since; `keep_window` keeps to the server's window (nights do);
    `holder` names the night for a caller whose steps are processes of their own, which keep the server for `lease_s` seconds
    between two steps. Errors: Refused with nothing changed; ComponentFailed with the server restored or resumable.
    """
    experiment = load_experiment(Path(experiment_file), profile)
    where = server_named(server or experiment.form.server, load_servers(servers_file))
    with Control(dsn) as control, control.locked(where.name):
        postgres = Postgres(where)
        try:
            messages = restore_what_is_open(control, where.name, holder, progress)
            return _begin(
                control,
                postgres,
                experiment,
                _Wishes(confirm, abandon, keep_window, holder, lease_s),
                messages,
                progress,
            )
        finally:
            postgres.close()


@dataclass(frozen=True)
class _Wishes:
    confirm: bool
    abandon: bool
    keep_window: bool
    holder: str | None
    lease_s: float


def _begin(
    control: Control,
    postgres: Postgres,
    experiment: Experiment,
    wishes: _Wishes,
    messages: list[str],
    progress: Callable[[str], None],
) -> Night:
    until = window_end(postgres.server) if wishes.keep_window else None
    postgres.prepare()
    postgres.version()
    preflight.check(postgres, experiment, wishes.confirm)
    if touched(experiment).kernel:
        hostmark.take(postgres.host, states.host_owner(postgres))
    execution_id, is_resumed = open_or_plan(control, postgres, experiment, wishes.abandon)
    for run_id in control.interrupt_running(execution_id, "the process that carried it out was killed"):
        messages.append(f"run {run_id} was interrupted and is planned again")
    holder = Holder.of_this_process(wishes.holder, wishes.lease_s, until)
    state = _record_and_prepare(control, postgres, experiment, execution_id, holder, progress)
    control.set_execution(execution_id, environment=state["environment"])
    left = [run for run in control.runs(execution_id) if run["status"] == "planned"]
    blocks = len({run["block"] for run in left})
    expected = len(left) * (control.usual_run_s(execution_id) or run_seconds(experiment))
    row = control.execution(execution_id)
    return Night(
        execution_id,
        row["execution"],
        postgres.name,
        experiment.id,
        left,
        len(left) + SPARE_SLOTS_A_BLOCK * blocks,
        expected,
        is_resumed,
        messages,
    )


def _record_and_prepare(
    control: Control,
    postgres: Postgres,
    experiment: Experiment,
    execution_id: int,
    holder: Holder,
    progress: Callable[[str], None],
) -> dict[str, Any]:
    """Writes the state before to disk and warehouse; only then makes roles and test data. Returns the state."""
    state = states.record(postgres, experiment, touched(experiment)) | {
        "experiment_file": str(experiment.file.resolve()),
        "profile": experiment.profile,
        "experiment": frozen.freeze(experiment),
        "servers_file": str(postgres.server.file.resolve()),
        "server_form": postgres.server.form.model_dump(mode="json", exclude_unset=True),
        "execution_id": execution_id,
        "environment": provenance.environment(postgres),
    }
    states.write_disk_copy(postgres.name, state)
    saved = control.save_state(postgres.name, execution_id, state, holder.as_json())
    progress(f"state of server {postgres.name} recorded ({len(state['settings'])} settings)")
    try:
        data.make_roles(postgres)
        for scale in experiment.scales():
            data.make_template(postgres, experiment, scale, progress)
    except BaseException:
        row = {"saved_state_id": saved, "state": state, "execution_id": execution_id}
        restore_row(control, postgres, row, progress)
        raise
    return state


# ---------------------------------------------------------------- one run


def run_next(
    execution_id: int,
    recorder: Recorder,
    check: RunCheck,
    progress: Callable[[str], None] = _quiet,
    *,
    dsn: str | None = None,
    ask: Callable[[str], bool] | None = None,
) -> RunOutcome | None:
    """Claims and carries out the next planned run; None when nothing is left or the window has no room for it.

    A run that fails is planned again at its block's end, at most twice. `ask` is asked for each change of a label.
    Errors: Refused when this execution does not hold the server (begin first); ComponentFailed.
    """
    with Control(dsn) as control:
        execution = control.execution(execution_id)
        with control.locked(execution["server"]):
            return _run_next(control, execution, recorder, check, progress, ask)


def _run_next(
    control: Control,
    execution: dict[str, Any],
    recorder: Recorder,
    check: RunCheck,
    progress: Callable[[str], None],
    ask: Callable[[str], bool] | None,
) -> RunOutcome | None:
    saved, server = _held(control, execution)
    experiment = frozen.thaw(saved["state"], execution_directory(int(execution["execution_id"])))
    execution_id, held = int(execution["execution_id"]), Holder.from_json(saved["holder"])
    control.interrupt_running(execution_id, "the process that carried it out was killed")
    planned = control.next_run(execution_id)
    if planned is None:
        return None
    needed = control.usual_run_s(execution_id) or run_seconds(experiment)
    if held.until is not None and datetime.now(UTC) + timedelta(seconds=needed) > held.until:
        progress(
            f"the window closes at {held.until:%H:%M} UTC and a run takes about {needed:.0f} s: the next night goes on with block {planned['block']}"
        )
        return None
    postgres = Postgres(server)
    try:
        confirm_labels(control, saved, experiment, planned, ask)
        return _claimed(control, postgres, experiment, saved, planned, recorder, check, progress)
    finally:
        control.hold(saved["saved_state_id"], held.seen_now().as_json() | {"labels": saved["holder"].get("labels", {})})
        postgres.close()


def _claimed(
    control: Control,
    postgres: Postgres,
    experiment: Experiment,
    saved: dict[str, Any],
    planned: dict[str, Any],
    recorder: Recorder,
    check: RunCheck,
    progress: Callable[[str], None],
) -> RunOutcome:
    began = time.monotonic()
    state = saved["state"]
    if not postgres.answers():
        progress(f"server {postgres.name} is down, starting it")
        undo.start_again(postgres, state)
    directory = run_directory(planned["execution_id"], planned["run_id"])
    row = control.claim(planned["run_id"], postgres.server.night(datetime.now(UTC)), str(directory))
    control.set_execution(
        row["execution_id"],
        status="running",
        started_at=control.execution(row["execution_id"])["started_at"] or datetime.now(UTC),
    )
    progress(_announcement(control, row, experiment))
    status, reason = "interrupted", "the process was stopped"
    try:
        status, reason = outcome_of(Run(control, postgres, experiment, state, row, recorder, check, progress))  # type: ignore[assignment]
    except OSError as error:
        if follows_interruption(error):
            raise KeyboardInterrupt from error
        # A full disk of ours, most likely: the run is void, the server is not.
        status, reason = "failed", f"{error.strerror or error} ({error.filename or directory})"
    finally:
        will_repeat = control.end_run(row["run_id"], status, reason)
    remaining = sum(run["status"] == "planned" for run in control.runs(row["execution_id"]))
    if status != "done":
        progress(
            f"run {row['run']} {status}: {reason}" + ("; it is repeated at the end of its block" if will_repeat else "")
        )
    return RunOutcome(
        row["run_id"],
        row["run"],
        row["block"],
        row["level"],
        row["role"],
        row["attempt"],
        status,
        reason,
        will_repeat,
        time.monotonic() - began,
        remaining,
    )


def execution_directory(execution_id: int) -> Path:
    """The execution's folder: its runs' own, and the experiment as it was begun."""
    return state_directory() / "runs" / str(execution_id)


def run_directory(execution_id: int, run_id: int) -> Path:
    """The run's own folder, made on first use; pgbench's outputs and the recorder's spool go there."""
    path = execution_directory(execution_id) / str(run_id)
    path.mkdir(parents=True, exist_ok=True)
    return path


def _announcement(control: Control, row: dict[str, Any], experiment: Experiment) -> str:
    runs = control.runs(row["execution_id"])
    done = sum(run["status"] == "done" for run in runs)
    left = sum(run["status"] in ("planned", "running") for run in runs)
    seconds = left * (control.usual_run_s(row["execution_id"]) or run_seconds(experiment))
    sentinel = ", sentinel" if row["role"] == "sentinel" else ""
    again = f", attempt {row['attempt']} of {ATTEMPTS}" if row["attempt"] > 1 else ""
    return f"run {done + 1} of {done + left}: {row['level']} (block {row['block']}{sentinel}{again}); about {seconds / 60:.1f} min to go"


def _held(control: Control, execution: dict[str, Any]) -> tuple[dict[str, Any], Server]:
    """The open saved state and the server of an execution that was begun."""
    saved = control.open_state(execution["server"])
    if saved is None or saved["execution_id"] != execution["execution_id"]:
        taken = f"execution {saved['execution_id']} holds it" if saved else "its state was restored"
        raise Refused(
            f"execution {execution['execution_id']} does not hold server {execution['server']} ({taken}); begin it again: `pgverdict resume`"
        )
    return saved, server_of(saved["state"])


# ---------------------------------------------------------------- finish


def finish(execution_id: int, *, dsn: str | None = None, progress: Callable[[str], None] = _quiet) -> ExecutionState:
    """Restores the server, proves it, and marks the execution complete when all of its blocks are.

    Errors: ComponentFailed when the server could not be proven to be as it was; what is wrong is named.
    """
    with Control(dsn) as control:
        execution = control.execution(execution_id)
        with control.locked(execution["server"]):
            saved, report = control.open_state(execution["server"]), None
            if saved is not None and saved["execution_id"] == execution_id:
                report = restore_saved(control, saved, progress)
            control.interrupt_running(execution_id, "the process that carried it out was killed")
            state = _settle(control, execution, report)
    if report is not None and not report.is_restored:
        raise ComponentFailed(not_restored(report))
    return state


def _settle(control: Control, execution: dict[str, Any], report: RestoreReport | None) -> ExecutionState:
    execution_id, runs = int(execution["execution_id"]), control.runs(int(execution["execution_id"]))
    valid = {(run["block"], run["planned_order"]) for run in runs if run["status"] == "done"}
    all_cells = {(run["block"], run["planned_order"]) for run in runs}
    blocks = {run["block"] for run in runs}
    complete = [block for block in blocks if {cell for cell in all_cells if cell[0] == block} <= valid]
    left = sum(run["status"] == "planned" for run in runs)
    status, reason = execution["status"], None
    if left == 0 and status in ("planned", "running"):
        status, reason = _verdict(len(blocks), len(complete), runs)
        control.set_execution(execution_id, status=status, reason=reason, completed_at=datetime.now(UTC))
    return ExecutionState(
        execution_id, execution["experiment_id"], status, len(blocks), len(complete), len(valid), left, reason, report
    )


def _verdict(blocks: int, complete: int, runs: list[dict[str, Any]]) -> tuple[str, str | None]:
    """An execution with a block that failed for good is complete with the blocks it has, if they are two at least."""
    if complete == blocks:
        return "complete", None
    lost = sorted({run["level"] for run in runs if run["attempt"] == ATTEMPTS and run["status"] != "done"})
    reason = f"{blocks - complete} of {blocks} blocks lack a run that failed {ATTEMPTS} times (level {', '.join(lost)})"
    return ("complete", reason) if complete >= 2 else ("failed", reason)
