"""Builds the marts: dbt in this process, as often as executions are due, with telemetry off and the profile made from the warehouse's address."""

import hashlib
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from pgverdict.errors import ComponentFailed
from pgverdict.paths import PROJECT_ROOT, state_directory
from pgverdict.warehouse import connect, warehouse_dsn

DBT_PROJECT = PROJECT_ROOT / "dbt_project"
#: dbt asks the world about itself unless told not to; with a DNS that never answers that is 10 s a call.
QUIET = {
    "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
    "DO_NOT_TRACK": "1",
    "DBT_VERSION_CHECK": "false",
    "DBT_USE_COLORS": "false",
    "DBT_STATIC_PARSER": "true",
}
THREADS = 2


@dataclass(frozen=True)
class BuildReport:
    """What a build did: executions (by id) whose marts were built anew, in how many passes, how long each part took.

    `is_full_refresh` also tells of a rebuild that the project's own change made necessary.
    """

    executions: list[int]
    passes: int
    seconds: float
    is_full_refresh: bool
    timings_s: dict[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        how = ", everything anew" if self.is_full_refresh else ""
        return f"marts built in {self.seconds:.1f} s: {len(self.executions)} executions{how}, {self.passes} passes"


def build(
    full_refresh: bool = False,
    dsn: str | None = None,
    execution_ids: Sequence[int] | None = None,
) -> BuildReport:
    """Builds what is due: executions with new runs, samples or quality verdicts, or (`execution_ids`) those that are named.

    A changed dbt project makes everything due. Bounded memory: a pass takes as many executions as `rows_a_pass` allows.
    Errors: ComponentFailed with the model and the database's message; what was built before it stays, the rest is due again.
    """
    started = time.monotonic()
    target = dsn or warehouse_dsn()
    timings: dict[str, float] = {}
    with connect("pgverdict_dbt", target, autocommit=True) as connection, _one_builder(connection):
        version = project_version()
        is_changed = _built_version(connection) != version
        is_full = full_refresh or is_changed
        if execution_ids and not is_full:
            _forget(connection, execution_ids)
        built: list[int] = []
        passes = 0
        dbt = Dbt(target)
        timings["start_s"] = time.monotonic() - started
        while True:
            selected = ["--exclude-resource-type", "test", "--exclude-resource-type", "unit_test"]
            if not is_full:  # views and seeds stand as they are while the project has not changed
                selected += ["--exclude", "path:models/staging", "--exclude-resource-type", "seed"]
            dbt.invoke("build", *selected, *(["--full-refresh"] if is_full and passes == 0 else []))
            passes += 1
            done, left = _progress(connection)
            built += [execution for execution in done if execution not in built]
            if passes == 1:
                _note_version(connection, version)
            if not left:
                break
        timings["dbt_s"] = time.monotonic() - started - timings["start_s"]
    return BuildReport(sorted(built), passes, time.monotonic() - started, is_full, timings)


def publish_docs(site: Path, dsn: str | None = None) -> Path:
    """Writes the dbt docs as one page that needs no network; returns site/dbt/index.html. Errors: ComponentFailed."""
    target = dsn or warehouse_dsn()
    dbt = Dbt(target)
    dbt.invoke("docs", "generate", "--no-compile", "--static")
    directory = site / "dbt"
    directory.mkdir(parents=True, exist_ok=True)
    page = directory / "index.html"
    # The page carries the manifest, and that the paths of the machine that made it.
    text = (dbt.target_path / "static_index.html").read_text()
    page.write_text(text.replace(str(dbt.target_path), "target").replace(str(dbt.project), "dbt_project"))
    return page


class Dbt:
    """dbt in this process on one warehouse: the project is parsed once, every further invocation reuses the manifest."""

    def __init__(self, dsn: str, project: Path = DBT_PROJECT) -> None:
        self.project = project
        self.home = state_directory() / "dbt"
        # Parsed state is kept by warehouse: another database means another profile, and dbt then parses everything anew.
        self.target_path = self.home / hashlib.sha256(dsn.encode()).hexdigest()[:12]
        self.target_path.mkdir(parents=True, exist_ok=True)
        write_profile(self.target_path, dsn)
        self._manifest: Any = None

    def invoke(self, *words: str) -> Any:
        """One dbt invocation; returns its result. Errors: ComponentFailed naming the nodes that failed."""
        from dbt.cli.main import dbtRunner

        arguments = [
            *words, "--project-dir", str(self.project), "--profiles-dir", str(self.target_path),
            "--target-path", str(self.target_path), "--log-path", str(self.home / "logs"),
            "--threads", str(THREADS), "--log-level", "none", "--log-level-file", "info", "--no-use-colors",
        ]  # fmt: skip
        with _environment(QUIET):
            runner = dbtRunner(manifest=self._manifest)
            answer = runner.invoke(arguments)
            if self._manifest is None and answer.success and hasattr(answer.result, "results"):
                self._manifest = getattr(runner, "manifest", None)
        if not answer.success:
            raise ComponentFailed(
                f"dbt {words[0]} failed: {_reason(answer)}; its log is {self.home / 'logs' / 'dbt.log'}"
            )
        return answer.result


def write_profile(directory: Path, dsn: str) -> Path:
    """Writes profiles.yml for a libpq address (a socket directory is a host like another) with mode 0600; returns its path."""
    parts = {name: str(value) for name, value in conninfo_to_dict(dsn).items() if value is not None}
    output: dict[str, Any] = {
        "type": "postgres",
        "host": parts.get("host", os.environ.get("PGHOST", "")),
        "port": int(parts.get("port", os.environ.get("PGPORT", "5432"))),
        "user": parts.get("user", os.environ.get("PGUSER", "postgres")),
        "password": parts.get("password", os.environ.get("PGPASSWORD", "")),
        "dbname": parts.get("dbname", "pgverdict"),
        "schema": "marts",
        "role": "pgverdict_dbt",
        "threads": THREADS,
        "application_name": "pgverdict dbt",
    }
    output |= {name: parts[name] for name in ("sslmode", "sslcert", "sslkey", "sslrootcert") if name in parts}
    profile = {"pgverdict": {"target": "warehouse", "outputs": {"warehouse": output}}}
    path = directory / "profiles.yml"
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(profile, file, indent=1)  # JSON is YAML, and quotes itself
    return path


def project_version(project: Path = DBT_PROJECT) -> str:
    """A hash over everything that decides what the marts hold."""
    digest = hashlib.sha256()
    for path in sorted(project.rglob("*")):
        if path.suffix in (".sql", ".csv") or path.name == "dbt_project.yml" or path.suffix == ".yml":
            digest.update(str(path.relative_to(project)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _one_builder(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """Two builds at a time would rebuild the same executions under each other's feet: the second one waits."""
    connection.execute("select pg_advisory_lock(hashtext('pgverdict build'))")
    try:
        yield
    finally:
        if not connection.closed:
            connection.execute("select pg_advisory_unlock(hashtext('pgverdict build'))")


def _built_version(connection: psycopg.Connection[Any]) -> str | None:
    row = connection.execute("select obj_description(to_regclass('intermediate.int_executions_built'))").fetchone()
    return row[0] if row else None


def _note_version(connection: psycopg.Connection[Any], version: str) -> None:
    connection.execute(f"comment on table intermediate.int_executions_built is '{version}'")


def _forget(connection: psycopg.Connection[Any], execution_ids: Sequence[int]) -> None:
    if _built_version(connection) is not None:
        connection.execute(
            "delete from intermediate.int_executions_built where execution_id = any(%s)", [list(execution_ids)]
        )


def _progress(connection: psycopg.Connection[Any]) -> tuple[list[int], int]:
    """The executions of the pass that ended, and how many are due still."""
    rows = connection.execute(
        "select execution_id, left_over from intermediate.int_executions_due where not is_gone"
    ).fetchall()
    return [row[0] for row in rows], max((row[1] for row in rows), default=0)


@contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None) if value is None else os.environ.__setitem__(name, value)


def _reason(answer: Any) -> str:
    failures = [
        f"{result.node.name}: {' '.join(str(result.message).split())}"
        for result in getattr(answer.result, "results", None) or []
        if str(result.status) in ("error", "fail", "runtime error", "RunStatus.Error", "TestStatus.Fail")
    ]
    return "; ".join(failures) or str(answer.exception or "no reason given")
