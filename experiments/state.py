"""The server's state before: recorded once before anything is touched, kept in the warehouse and on disk."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from experiments import data, gucs, kernel, volumes
from experiments.desired import Touched
from experiments.model import Experiment
from experiments.postgres import Postgres
from pgverdict.errors import ComponentFailed
from pgverdict.paths import state_directory

State = dict[str, Any]


def record(postgres: Postgres, experiment: Experiment, touches: Touched) -> State:
    """Everything that restoring needs and that "the only change" is judged by. Touches nothing."""
    with postgres.connect() as connection:
        settings = gucs.read_settings(connection)
        row = connection.execute("select pg_read_file('postgresql.auto.conf', 0, 10000000, true), version()").fetchone()
        assert row is not None
        of_the_role = gucs.role_settings(connection, data.load_owner(postgres))
        databases = [name for (name,) in connection.execute("select datname from pg_database order by 1").fetchall()]
    host = postgres.host
    return {
        "format": "pgverdict-state/1",
        "taken_at": datetime.now(UTC).isoformat(),
        "server": postgres.name,
        "version": row[1],
        "data_directory": postgres.data_directory,
        "auto_conf": row[0] or "",
        "settings": {name: setting.as_json() for name, setting in settings.items()},
        "role_settings": of_the_role,
        "sysctl": kernel.read_watched(host) | {name: str(kernel.read_sysctl(host, name)) for name in touches.sysctl},
        "min_free_kbytes": kernel.read_sysctl(host, "vm.min_free_kbytes"),
        "pools": kernel.read_pools(host),
        "transparent_huge_pages": kernel.read_transparent(host),
        "mounts": kernel.read_mounts(host),
        "databases": [
            name for name in databases if name != data.DATABASE and not name.startswith(data.TEMPLATE_PREFIX)
        ],
        "touched": touches.as_json(),
        "volumes": volumes.planned(postgres, experiment, touches.volumes),
        "keeps_data": postgres.server.keeps_data,
        "host_mark": host_owner(postgres) if touches.kernel else None,
    }


def host_owner(postgres: Postgres) -> State:
    """How our mark on the host names us."""
    return {"server": postgres.name, "state": str(state_directory())}


def disk_copy(server: str) -> Path:
    """Where the copy of the saved state lies, for the day on which the warehouse is gone."""
    return state_directory() / "saved_states" / f"{server}.json"


def write_disk_copy(server: str, state: State) -> None:
    """Written whole or not at all, and on the disk before we go on. Errors: ComponentFailed (full disk), nothing touched yet."""
    path = disk_copy(server)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        with partial.open("w") as file:
            json.dump(state, file)
            file.flush()
            os.fsync(file.fileno())
        partial.rename(path)
    except OSError as error:
        raise ComponentFailed(
            f"the state of server {server} cannot be written to {path} ({error.strerror}); nothing was touched"
        ) from None
