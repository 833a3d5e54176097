"""The way back, from any process: finds what servers still carry, puts them back as their saved states say, and closes those."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from experiments import hostmark, undo
from experiments import state as states
from experiments.control import Control
from experiments.forms import ServerForm
from experiments.holder import Holder
from experiments.hosts import LocalHost
from experiments.postgres import Postgres
from experiments.servers import Server, load_servers, server_named
from experiments.undo import RestoreReport
from pgverdict.errors import ComponentFailed, Refused
from pgverdict.paths import state_directory


def _quiet(_: str) -> None:
    pass


def restore(
    server: str | None = None,
    *,
    dsn: str | None = None,
    servers_file: Path | None = None,
    progress: Callable[[str], None] = _quiet,
) -> list[RestoreReport]:
    """Puts one server (or every one that carries our settings) back, from any state and any process.

    Without a warehouse the copies on disk serve. Errors: Refused when a process is at work on the server right now.
    """
    try:
        control = Control(dsn)
    except ComponentFailed:
        return _restore_from_disk(server, progress)
    with control:
        if server is not None:
            server_named(server, load_servers(servers_file))
        rows = [row for row in control.open_states() if server is None or row["server"] == server]
        reports = []
        for row in rows:
            with control.locked(row["server"]):
                reports.append(restore_saved(control, row, progress))
                if row["execution_id"] is not None:
                    control.interrupt_running(row["execution_id"], "the server was restored while it ran")
        _release_stray_mark(server, {row["server"] for row in control.open_states()})
    return reports


def _release_stray_mark(server: str | None, held: set[str]) -> None:
    """A kill between marking the host and saving the state leaves a mark that no saved state answers for."""
    host = LocalHost()
    mark = hostmark.read(host)
    if (
        mark
        and mark.get("state") == str(state_directory())
        and mark["server"] not in held
        and server in (None, mark["server"])
    ):
        hostmark.release(host, mark)


def _restore_from_disk(server: str | None, progress: Callable[[str], None]) -> list[RestoreReport]:
    reports = []
    for path in sorted(states.disk_copy("any").parent.glob("*.json")):
        if server is None or path.stem == server:
            state = json.loads(path.read_text())
            postgres = Postgres(server_of(state))
            reports.append(undo.restore(postgres, state, state.get("execution_id"), progress))
    return reports


def restore_what_is_open(
    control: Control, server: str, holder: str | None, progress: Callable[[str], None]
) -> list[str]:
    """Before a new night: a state that a killed one left is restored first. Errors: Refused when that night still lives."""
    saved = control.open_state(server)
    if saved is None:
        return []
    held = Holder.from_json(saved["holder"])
    if held.is_alive(holder):
        raise Refused(
            f"server {server} is held by execution {saved['execution_id']} ({held.describe()}); one experiment a server at a time. "
            f"If that night is dead, `pgverdict restore {server}` frees it"
        )
    progress(
        f"server {server} still carries the settings of execution {saved['execution_id']}, whose process is gone; restoring first"
    )
    report = restore_saved(control, saved, progress)
    if not report.is_restored:
        raise ComponentFailed(not_restored(report))
    if saved["execution_id"] is not None:
        control.interrupt_running(saved["execution_id"], "the process that carried it out was killed")
    return [f"server {server} was restored after execution {saved['execution_id']} had been killed"]


def restore_saved(control: Control, saved: dict[str, Any], progress: Callable[[str], None]) -> RestoreReport:
    postgres = Postgres(server_of(saved["state"]))
    try:
        return restore_row(control, postgres, saved, progress)
    finally:
        postgres.close()


def server_of(state: dict[str, Any]) -> Server:
    """The server as its file names it now (a new password file, another port); as it was, where the file no longer does."""
    file = Path(state["servers_file"])
    try:
        return server_named(state["server"], load_servers(file))
    except Refused:
        return Server(state["server"], ServerForm.model_validate(state["server_form"]), file)


def restore_row(
    control: Control, postgres: Postgres, saved: dict[str, Any], progress: Callable[[str], None]
) -> RestoreReport:
    report = undo.restore(postgres, saved["state"], saved["execution_id"], progress)
    if report.is_restored:
        control.close_state(saved["saved_state_id"], report.proof | {"restored": report.restored})
        states.disk_copy(postgres.name).unlink(missing_ok=True)
    return report


def not_restored(report: RestoreReport) -> str:
    return (
        f"server {report.server} is not as it was: {'; '.join(report.problems)}. Mend what is named, then `pgverdict restore {report.server}` "
        f"(its state before is kept in the warehouse and in {states.disk_copy(report.server)})"
    )
