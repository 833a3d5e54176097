"""The fingerprint of a run: everything that could make its figures differ, and the name of what does between two runs."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
from functools import cache
from typing import Any

from experiments import kernel
from experiments.desired import Touched
from experiments.model import Experiment
from experiments.postgres import Postgres
from experiments.proof import Active
from pgverdict import __version__
from pgverdict.paths import PROJECT_ROOT

#: What the server computes from shared_buffers where nobody set it.
DERIVED_FROM_SHARED_BUFFERS = {
    "wal_buffers", "commit_timestamp_buffers", "subtransaction_buffers", "transaction_buffers", "io_max_concurrency",
}  # fmt: skip


@cache
def commit() -> str:
    """The commit of this checkout, with '+' when files differ from it; empty outside a checkout."""
    environment = os.environ | {"GIT_OPTIONAL_LOCKS": "0"}
    call = ["git", "-C", str(PROJECT_ROOT)]
    try:
        head = subprocess.run(
            [*call, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, timeout=10, env=environment
        )
        changed = subprocess.run(
            [*call, "status", "--porcelain", "-uno"], capture_output=True, text=True, timeout=10, env=environment
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return head.stdout.strip() + ("+" if changed.stdout.strip() else "") if head.returncode == 0 else ""


def environment(postgres: Postgres) -> dict[str, Any]:
    """The facts document's `environment`: machine, kernel, PostgreSQL and pgverdict; the same for all runs of a night."""
    with postgres.connect() as connection:
        row = connection.execute("select current_setting('server_version'), version()").fetchone()
        assert row is not None
        extensions = dict(connection.execute("select extname, extversion from pg_extension order by 1").fetchall())
    return kernel.fingerprint(postgres.host, postgres.data_directory) | {
        "postgres_version": row[0],
        "postgres_build": row[1],
        "extensions": extensions,
        "pgverdict_version": __version__,
        "pgverdict_commit": commit(),
        "python": platform.python_version(),
    }


def of_run(
    experiment: Experiment, levels: dict[str, str], active: Active, start: dict[str, Any], machine: dict[str, Any]
) -> dict[str, Any]:
    """The run's fingerprint; nested by what it is about."""
    workload = hashlib.sha256()
    for group in experiment.groups(levels):
        workload.update(group.model_dump_json().encode())
        for script in group.scripts:
            if script.file:
                workload.update(experiment.script_path(script.file).read_bytes())
    workload.update(experiment.query_mode(levels).encode())
    return {
        "machine": machine,
        "settings": {
            name: setting.setting for name, setting in active.settings.items() if name not in data_dependent()
        },
        "sysctl": active.sysctl,
        "transparent_huge_pages": active.transparent,
        "workload_sha256": workload.hexdigest(),
        "scale": experiment.scale(levels),
        "database_mb": round(start["database_bytes"] / 2**20),
        "dead_tuples": start["dead_tuples"],
        "spec_sha256": experiment.spec_hash,
    }


def data_dependent() -> set[str]:
    """Settings that say where a server is, not how it works."""
    return {
        "port",
        "unix_socket_directories",
        "data_directory",
        "config_file",
        "hba_file",
        "ident_file",
        "external_pid_file",
        "application_name",
    }


def difference(left: dict[str, Any], right: dict[str, Any], factors: set[str]) -> list[str]:
    """What differs between two runs beside the factors, as 'what: this became that'; sizes may differ by 2%."""
    found: list[str] = []
    for path, (one, other) in _leaves(left, right).items():
        name = path[-1]
        if name in factors or (path[0] == "machine" and name in ("pgverdict_commit",) and not one):
            continue
        if name == "database_mb" and one and other and abs(one - other) <= 0.02 * max(one, other):
            continue
        found.append(f"{'.'.join(path)}: {one} became {other}")
    return found


def _leaves(
    left: dict[str, Any], right: dict[str, Any], path: tuple[str, ...] = ()
) -> dict[tuple[str, ...], tuple[Any, Any]]:
    found: dict[tuple[str, ...], tuple[Any, Any]] = {}
    for key in sorted(left.keys() | right.keys()):
        one, other = left.get(key), right.get(key)
        if isinstance(one, dict) and isinstance(other, dict):
            found |= _leaves(one, other, (*path, key))
        elif one != other:
            found[(*path, key)] = (one, other)
    return found


def exempt(experiment: Experiment, touches: Touched) -> set[str]:
    """Names in a fingerprint that the factors themselves change."""
    kinds = {factor.kind for factor in experiment.form.factors}
    names = {factor.name for factor in experiment.form.factors} | set(touches.guc)
    names |= {"huge_pages_status", "shared_memory_size", "shared_memory_size_in_huge_pages", "num_os_semaphores"}
    names |= DERIVED_FROM_SHARED_BUFFERS if "shared_buffers" in names else set()
    names |= {"scale", "database_mb"} if "scale" in kinds else set()
    names |= {"workload_sha256"} if "workload" in kinds else set()
    if "storage" in kinds:
        names |= {"device", "device_mb", "device_model", "device_scheduler", "file_system", "mount_options"}
    return names
