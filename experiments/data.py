"""The load's databases: a template for each scale, made once, and a copy of it for each run, so that all runs begin alike."""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from experiments.model import Experiment
from experiments.postgres import Postgres
from pgverdict.errors import ComponentFailed
from pgverdict.paths import state_directory

DATABASE = "pgverdict_load"
LOAD_ROLE = "pgverdict_load"
COLLECTOR_ROLE = "pgverdict_collector"
TEMPLATE_PREFIX = "pgverdict_template_"
#: What observation can use, where the server has it.
EXTENSIONS = ("pg_stat_statements", "pg_buffercache", "pg_prewarm", "pg_wait_sampling")
#: pgbench -i makes about this much a unit of scale (tables and indexes), in bytes.
BYTES_PER_SCALE = 15_800_000


@dataclass(frozen=True)
class Logins:
    """Connection strings of the load's and of the collectors' roles, to the load's database."""

    load: str
    collector: str


def logins(postgres: Postgres) -> Logins:
    """How pgbench and the collectors log in. Passwords of roles that we made lie in the state directory, mode 0600."""
    form = postgres.form
    passwords = _passwords(postgres)
    load = form.load_dsn or postgres.dsn(DATABASE, LOAD_ROLE)
    collector = form.collector_dsn or postgres.dsn(DATABASE, COLLECTOR_ROLE)
    if passwords:
        load = load if form.load_dsn else make_conninfo(load, password=passwords[LOAD_ROLE])
        collector = collector if form.collector_dsn else make_conninfo(collector, password=passwords[COLLECTOR_ROLE])
    return Logins(make_conninfo(load, dbname=DATABASE), make_conninfo(collector, dbname=DATABASE))


def _passwords(postgres: Postgres) -> dict[str, str]:
    """None are needed on the private socket of an embedded server."""
    if postgres.server.is_embedded:
        return {}
    path = state_directory() / "credentials" / f"{postgres.name}.json"
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        text = json.dumps({role: secrets.token_urlsafe(24) for role in (LOAD_ROLE, COLLECTOR_ROLE)})
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
    return dict(json.loads(path.read_text()))


def make_roles(postgres: Postgres) -> None:
    """The load's role (owner of its databases, nothing else) and the collectors' (pg_monitor, nothing else)."""
    passwords = _passwords(postgres)
    with postgres.connect() as connection:
        for role, given in ((LOAD_ROLE, postgres.form.load_dsn), (COLLECTOR_ROLE, postgres.form.collector_dsn)):
            if given:
                continue
            if not connection.execute("select 1 from pg_roles where rolname = %s", [role]).fetchone():
                connection.execute(sql.SQL("create role {} login").format(sql.Identifier(role)))
            if passwords:
                connection.execute(
                    sql.SQL("alter role {} password {}").format(sql.Identifier(role), sql.Literal(passwords[role]))
                )
        if not postgres.form.collector_dsn:
            connection.execute(sql.SQL("grant pg_monitor to {}").format(sql.Identifier(COLLECTOR_ROLE)))


def load_owner(postgres: Postgres) -> str:
    """The role that owns the load's databases: the one that pgbench logs in as."""
    if not postgres.form.load_dsn:
        return LOAD_ROLE
    return str(psycopg.conninfo.conninfo_to_dict(postgres.form.load_dsn).get("user") or LOAD_ROLE)


def template_name(experiment: Experiment, scale: int) -> str:
    """A name by content: scale, and the SQL of further tables."""
    digest = hashlib.sha256()
    for name in experiment.form.workload.tables:
        digest.update(experiment.script_path(name).read_bytes())
    suffix = f"_{digest.hexdigest()[:8]}" if experiment.form.workload.tables else ""
    return f"{TEMPLATE_PREFIX}{scale}{suffix}"


def make_template(postgres: Postgres, experiment: Experiment, scale: int, progress: Callable[[str], None]) -> str:
    """Makes the template of a scale unless it is there whole; a half-made one of a killed process is made again."""
    name = template_name(experiment, scale)
    with postgres.connect() as connection:
        row = connection.execute("select datistemplate from pg_database where datname = %s", [name]).fetchone()
        if row and row[0]:
            return name
        progress(f"making the test data of scale {scale} (about {scale * bytes_per_scale(experiment) // 10**6} MB)")
        connection.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))
        owner = load_owner(postgres)
        connection.execute(
            sql.SQL("create database {} owner {} template template0").format(
                sql.Identifier(name), sql.Identifier(owner)
            )
        )
    _make_extensions(postgres, name)
    target = make_conninfo(logins(postgres).load, dbname=name)
    _client(postgres, ["pgbench", "-i", "-q", "-n", "-s", str(scale), target], "pgbench -i")
    for table in experiment.form.workload.tables:
        path = experiment.script_path(table)
        _client(
            postgres,
            ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-v", f"scale={scale}", "-d", target, "-f", str(path)],
            table,
        )
    with postgres.connect(name) as connection:
        connection.execute("vacuum (analyze, freeze)")
        connection.execute("checkpoint")
        # Only a whole one carries the mark, so that a kill before this line leaves nothing that looks finished.
        connection.execute(sql.SQL("alter database {} is_template true").format(sql.Identifier(name)))
    return name


def _make_extensions(postgres: Postgres, database: str) -> None:
    with postgres.connect(database) as connection:
        preloaded = str(connection.execute("select current_setting('shared_preload_libraries')").fetchone())
        available = {row[0] for row in connection.execute("select name from pg_available_extensions").fetchall()}
        for extension in EXTENSIONS:
            needs_preload = extension in ("pg_stat_statements", "pg_wait_sampling")
            if extension in available and (not needs_preload or extension in preloaded):
                connection.execute(sql.SQL("create extension if not exists {}").format(sql.Identifier(extension)))


def client_environment() -> dict[str, str]:
    """The environment without PG* (which would redirect a client), in the C locale (whose numbers parsers read)."""
    return {key: value for key, value in os.environ.items() if not key.startswith("PG") or key in ("PGPASSFILE",)} | {
        "LC_ALL": "C"
    }


def _client(postgres: Postgres, command: list[str], what: str) -> None:
    path = postgres.client_binaries / command[0]
    if not path.exists():
        raise ComponentFailed(f"there is no {command[0]} at {path}; `pgverdict doctor` says what is missing")
    done = subprocess.run(
        [str(path), *command[1:]],
        env=client_environment(),
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
    )
    if done.returncode != 0:
        raise ComponentFailed(
            f"{what} on server {postgres.name} ended with {done.returncode}: {done.stderr.strip()[-1000:]}"
        )


def restore_data(postgres: Postgres, experiment: Experiment, scale: int, tablespace: str | None) -> dict[str, Any]:
    """Gives the load a database in the state in which every run begins. Returns its size in bytes and its dead tuples."""
    how = experiment.form.between_runs.restore_data
    template = template_name(experiment, scale)
    if how == "reinitialise":
        drop_database(postgres, DATABASE)
        drop_database(postgres, template)
        template = make_template(postgres, experiment, scale, lambda _: None)
    with postgres.connect() as connection:
        exists = connection.execute("select 1 from pg_database where datname = %s", [DATABASE]).fetchone()
        if how != "none" or not exists:
            drop_database(postgres, DATABASE)
            _copy(connection, template, load_owner(postgres), tablespace)
    return data_state(postgres)


def _copy(connection: psycopg.Connection[Any], template: str, owner: str, tablespace: str | None) -> None:
    statement = sql.SQL("create database {} template {} owner {}").format(
        *map(sql.Identifier, (DATABASE, template, owner))
    )
    if connection.info.server_version >= 150000:
        # File by file: copying through WAL would leave the copy's WAL and a warm buffer cache to the run.
        statement += sql.SQL(" strategy file_copy")
    if tablespace:
        statement += sql.SQL(" tablespace {}").format(sql.Identifier(tablespace))
    connection.execute(statement)


def drop_database(postgres: Postgres, name: str) -> None:
    """Also with sessions in it, and also when it is a template."""
    with postgres.connect() as connection:
        row = connection.execute("select datistemplate from pg_database where datname = %s", [name]).fetchone()
        if row is None:
            return
        if row[0]:
            connection.execute(sql.SQL("alter database {} is_template false").format(sql.Identifier(name)))
        connection.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))


def data_state(postgres: Postgres) -> dict[str, Any]:
    """Size and dead tuples of the load's database."""
    with postgres.connect(DATABASE) as connection:
        row = connection.execute(
            "select pg_database_size(current_database()), coalesce((select sum(n_dead_tup) from pg_stat_user_tables), 0)::bigint"
        ).fetchone()
    assert row is not None
    return {"database_bytes": row[0], "dead_tuples": row[1]}


def prewarm(postgres: Postgres) -> None:
    """Reads the load's tables and indexes into the buffer cache."""
    with postgres.connect(DATABASE) as connection:
        connection.execute(
            "select sum(pg_prewarm(oid::regclass)) from pg_class where relkind in ('r', 'i', 'm') and relnamespace = 'public'::regnamespace"
        )


def our_databases(postgres: Postgres) -> list[str]:
    with postgres.connect() as connection:
        rows = connection.execute(
            "select datname from pg_database where datname = %s or datname like %s", [DATABASE, TEMPLATE_PREFIX + "%"]
        ).fetchall()
    return [row[0] for row in rows]


def remove_ours(postgres: Postgres) -> list[str]:
    """Drops the databases and roles that we made. Returns what went."""
    gone = our_databases(postgres)
    for name in gone:
        drop_database(postgres, name)
    with postgres.connect() as connection:
        for role, given in ((LOAD_ROLE, postgres.form.load_dsn), (COLLECTOR_ROLE, postgres.form.collector_dsn)):
            if not given and connection.execute("select 1 from pg_roles where rolname = %s", [role]).fetchone():
                connection.execute(sql.SQL("drop owned by {}").format(sql.Identifier(role)))
                connection.execute(sql.SQL("drop role {}").format(sql.Identifier(role)))
                gone.append(f"role {role}")
    (state_directory() / "credentials" / f"{postgres.name}.json").unlink(missing_ok=True)
    return gone


def bytes_per_scale(experiment: Experiment) -> int:
    """What a unit of scale takes: pgbench's tables, and those of `tables`, whose files say `-- MB a unit of scale: N`."""
    total = BYTES_PER_SCALE
    for name in experiment.form.workload.tables:
        said = re.search(r"^-- MB a unit of scale: (\d+)", experiment.script_path(name).read_text(), re.M)
        total += int(said[1]) * 10**6 if said else 0
    return total


def disk_needed_bytes(experiment: Experiment) -> int:
    """About what an execution writes at once: each template, the largest copy with room to grow, and WAL."""
    sizes = [scale * bytes_per_scale(experiment) for scale in experiment.scales()]
    return sum(sizes) + int(max(sizes) * 1.5) + 2 * 1024**3


def growth_bytes(postgres: Postgres, experiment: Experiment) -> int:
    """The least that a run adds to the data directory: templates that are not there yet, the copy, and the WAL of both.

    WAL goes up to somewhat above max_wal_size (1 GB by default), and a small load does not write as much.
    """
    there = set(our_databases(postgres))
    sizes = {scale: scale * bytes_per_scale(experiment) for scale in experiment.scales()}
    missing = sum(size for scale, size in sizes.items() if template_name(experiment, scale) not in there)
    most = max(sizes.values())
    return missing + int(most * 1.1) + min(int(1.1 * 1024**3), 2 * most + 64 * 1024**2)


def free_bytes(postgres: Postgres, path: str) -> int:
    """Free space below a path of the server's host, for users that are not root."""
    done = postgres.host.run(["df", "-B1", "--output=avail", path], as_root=not Path(path).exists())
    return int(done.output.split()[-1])
