"""The server under test in our hands: connecting, starting, stopping, and its files, for each way in which it may be run."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo

from experiments.hosts import Done, Host, LocalHost
from experiments.servers import Server
from pgverdict.clusters import Cluster, embedded_binaries
from pgverdict.errors import ComponentFailed, Refused

#: Settings of the embedded server under test: as PostgreSQL has them, but for what observation needs and a small machine can hold.
EMBEDDED_SETTINGS = {
    "shared_buffers": "128MB",
    "max_connections": "200",
    "shared_preload_libraries": "pg_stat_statements",
    "track_io_timing": "on",
    "track_wal_io_timing": "on",
    "log_checkpoints": "on",
    "log_autovacuum_min_duration": "0",
    "log_temp_files": "0",
    "log_lock_waits": "on",
    "logging_collector": "off",
    "log_line_prefix": "%m [%p] ",
    "timezone": "UTC",
    "log_timezone": "UTC",
}

APPLICATION = "pgverdict"


class Postgres:
    """A server under test. Everything that differs between embedded, local, commanded and remote servers is in here."""

    def __init__(self, server: Server, host: Host | None = None) -> None:
        self.server = server
        self.form = server.form.postgres
        self.host: Host = host or open_host(server)
        self._data_directory: str | None = self.form.data_directory
        self._config_file: str | None = self.form.config_file

    # ------------------------------------------------------------ where things are

    @property
    def name(self) -> str:
        return self.server.name

    @property
    def cluster(self) -> Cluster:
        """The embedded cluster; only for servers that are one."""
        return Cluster.embedded(f"server-{self.name}")

    @property
    def is_local(self) -> bool:
        return self.server.form.ssh is None

    @property
    def client_binaries(self) -> Path:
        """Where pgbench and psql are, on this machine; the embedded ones serve where a server came without its clients."""
        if self.form.binaries != "embedded" and self.is_local and (Path(self.form.binaries) / "pgbench").exists():
            return Path(self.form.binaries)
        return embedded_binaries()

    @property
    def data_directory(self) -> str:
        """The server's data directory on its host; asked of the running server where servers.yml leaves it out."""
        if self.server.is_embedded:
            return str(self.cluster.data_directory)
        if self._data_directory is None:
            with self.connect() as connection:
                self._data_directory = _one(connection, "select current_setting('data_directory')")
        return self._data_directory

    @property
    def auto_conf(self) -> str:
        return f"{self.data_directory}/postgresql.auto.conf"

    @property
    def log_file(self) -> str | None:
        """The server's log where this machine can read it."""
        if self.server.is_embedded:
            return str(self.cluster.log_file)
        return self.form.log_file

    # ------------------------------------------------------------ connecting

    def dsn(self, database: str | None = None, user: str | None = None) -> str:
        if self.server.is_embedded:
            return self.cluster.dsn(database or "postgres", user or "postgres")
        changes: dict[str, Any] = {key: value for key, value in (("dbname", database), ("user", user)) if value}
        return make_conninfo(str(self.form.dsn), **changes)

    @contextmanager
    def connect(self, database: str | None = None, **options: Any) -> Iterator[psycopg.Connection[Any]]:
        """A superuser's connection with autocommit. Errors: ComponentFailed when the server does not answer."""
        dsn = options.pop("dsn", None) or self.dsn(database)
        try:
            connection = psycopg.connect(
                dsn, autocommit=True, connect_timeout=10, application_name=APPLICATION, **options
            )
        except psycopg.OperationalError as error:
            raise ComponentFailed(f"server {self.name} does not answer: {str(error).strip()}") from None
        try:
            yield connection
        finally:
            connection.close()

    def answers(self) -> bool:
        """Whether it lets us in."""
        try:
            with self.connect():
                return True
        except ComponentFailed:
            return False

    def wait_until_it_answers(self, timeout_s: float = 60) -> None:
        """Errors: ComponentFailed with the last refusal."""
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                with self.connect():
                    return
            except ComponentFailed:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    # ------------------------------------------------------------ starting and stopping

    @property
    def can_restart(self) -> bool:
        """Whether we know how, and servers.yml allows it."""
        knows = self.server.is_embedded or self._has_commands or self._has_pg_ctl
        return bool(knows and self.server.form.may_touch.restart)

    @property
    def _has_commands(self) -> bool:
        return bool(self.form.restart or (self.form.start and self.form.stop))

    @property
    def _has_pg_ctl(self) -> bool:
        return self.form.binaries != "embedded" and self.form.data_directory is not None

    def prepare(self) -> None:
        """Creates and starts the embedded server where it does not run yet; others must be running.

        Errors: ComponentFailed.
        """
        if self.server.is_embedded:
            self.cluster.create(EMBEDDED_SETTINGS)
            self.ensure_up()

    def is_running(self) -> bool:
        if self.server.is_embedded:
            return (self.cluster.data_directory / "PG_VERSION").exists() and self.cluster.is_running()
        if self._has_pg_ctl:
            return self._pg_ctl("status", check=False).is_ok
        return self.answers()

    def start(self, timeout_s: int = 120) -> None:
        """Errors: ComponentFailed with the end of the server's log where it can be read."""
        if self.is_running():
            return
        if self.server.is_embedded:
            self.cluster.start(timeout_s=timeout_s)
        elif self.form.start:
            self._command(self.form.start, timeout_s)
        elif self.form.restart:
            self._command(self.form.restart, timeout_s)
        elif self._has_pg_ctl:
            self._pg_ctl(
                "start",
                "-w",
                "-t",
                str(timeout_s),
                "-l",
                f"{self.data_directory}/pgverdict-start.log",
                *self._config_option(),
            )
        else:
            raise ComponentFailed(
                f"server {self.name} is down and servers.yml does not say how to start it; start it, then `pgverdict restore {self.name}`"
            )
        self.wait_until_it_answers(timeout_s)

    def ensure_up(self, timeout_s: float = 120) -> None:
        """Brings it up from whatever a killed process left: down, still starting, or still shutting down.

        Errors: ComponentFailed when it neither answers nor starts.
        """
        deadline = time.monotonic() + timeout_s
        while not self.answers():
            if not self.is_running():
                self._start_beside_another()
            elif time.monotonic() > deadline:
                raise ComponentFailed(
                    f"server {self.name} runs but has not answered for {timeout_s:.0f} s: {self.log_tail(3)}"
                )
            else:
                time.sleep(0.2)

    def _start_beside_another(self) -> None:
        """Starts it; a start that failed because somebody else's came first is none that failed."""
        try:
            self.start()
        except ComponentFailed:
            time.sleep(1)
            if not self.is_running():
                raise

    def stop(self, timeout_s: int = 120) -> None:
        if not self.is_running():
            return
        if self.server.is_embedded:
            self.cluster.stop(timeout_s=timeout_s)
        elif self.form.stop:
            self._command(self.form.stop, timeout_s)
        elif self._has_pg_ctl:
            self._pg_ctl("stop", "-m", "fast", "-w", "-t", str(timeout_s))
        else:
            raise ComponentFailed(f"servers.yml does not say how to stop server {self.name}")

    def restart(self, timeout_s: int = 180) -> None:
        if not self.can_restart:
            raise Refused(
                f"server {self.name} may not be restarted, or servers.yml does not say how (data_directory with binaries, or restart)"
            )
        if self.form.restart and not self.server.is_embedded:
            self._command(self.form.restart, timeout_s)
            self.wait_until_it_answers(timeout_s)
            return
        self.stop(timeout_s)
        self.start(timeout_s)

    def _command(self, command: str, timeout_s: float) -> None:
        self.host.run(["sh", "-c", command], timeout_s=timeout_s)

    def _config_option(self) -> list[str]:
        return ["-o", f"-c config_file={self._config_file}"] if self._config_file else []

    def _pg_ctl(self, verb: str, *arguments: str, check: bool = True) -> Done:
        command = [f"{self.form.binaries}/pg_ctl", verb, "-D", self.data_directory, *arguments]
        # A background server would keep our pipes open for as long as it lives.
        script = f"o=$(mktemp); {shlex.join(command)} </dev/null >$o 2>&1; s=$?; cat $o; rm -f $o; exit $s"
        return self.as_owner(["sh", "-c", script], check=check)

    def as_owner(self, command: list[str], *, check: bool = True) -> Done:
        """Runs a command as the user that the server runs as; a number without an account serves as well."""
        if self.form.user:
            uid = self.host.run(["id", "-u", self.form.user]).output.strip()
            gid = self.host.run(["id", "-g", self.form.user]).output.strip()
        else:
            uid, gid = self.owner().split(":")
        if self.host.run(["id", "-u"]).output.strip() == uid:
            return self.host.run(command, check=check, timeout_s=300)
        identity = [f"--reuid={uid}", f"--regid={gid}", "--clear-groups"]
        return self.host.run(["setpriv", *identity, *command], as_root=True, check=check, timeout_s=300)

    def log_tail(self, lines: int = 12) -> str:
        """The end of the server's log, or that it cannot be read."""
        text = self.host.read(self.log_file) if self.log_file else None
        return "\n".join(text.splitlines()[-lines:]) if text else "(its log cannot be read from here)"

    # ------------------------------------------------------------ what it says of itself

    def version(self) -> int:
        """Major version. Errors: Refused outside 14 to 18."""
        with self.connect() as connection:
            major = connection.info.server_version // 10000
        if not 14 <= major <= 18:
            raise Refused(f"server {self.name} is PostgreSQL {major}; 14 to 18 are supported")
        return major

    def offline_setting(self, name: str) -> str | None:
        """A setting as the stopped server would start with it (`postgres -C`); None where this version does not know it.

        Values come in the setting's base unit; PostgreSQL gives run-time computed ones only while it is down.
        """
        binaries = str(self.cluster.binaries) if self.server.is_embedded else self.form.binaries
        command = [f"{binaries}/postgres", "-D", self._config_directory(), "-C", name]
        done = self.as_owner(command, check=False)
        return done.output.strip().splitlines()[-1] if done.is_ok and done.output.strip() else None

    def _config_directory(self) -> str:
        return str(Path(self.form.config_file).parent) if self.form.config_file else self.data_directory

    def postmaster_pid(self) -> int:
        """Errors: ComponentFailed when it does not run."""
        text = self.host.read(f"{self.data_directory}/postmaster.pid", as_root=True)
        if not text:
            raise ComponentFailed(f"server {self.name} does not run")
        return int(text.split()[0])

    def owner(self) -> str:
        """'uid:gid' of the data directory."""
        return self.host.run(["stat", "-c", "%u:%g", self.data_directory], as_root=True).output.strip()

    def close(self) -> None:
        self.host.close()


def open_host(server: Server) -> Host:
    """The server's host: this machine, or one behind SSH."""
    if server.form.ssh is None:
        return LocalHost()
    from experiments.ssh import SshHost  # paramiko takes 0.3 s to import and few need it

    host: Host = SshHost(server.form.ssh)
    return host


def _one(connection: psycopg.Connection[Any], query: str) -> Any:
    row = connection.execute(query).fetchone()  # type: ignore[arg-type]
    assert row is not None
    return row[0]


def quote_setting(value: str) -> str:
    """A value as a literal of postgresql.conf."""
    return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'"


def parse_auto_conf(text: str) -> dict[str, str]:
    """postgresql.auto.conf as ALTER SYSTEM writes it: name to value."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        match = re.match(r"\s*([A-Za-z_][\w.]*)\s*=?\s*'((?:[^']|'')*)'", line)
        if match:
            found[match[1]] = match[2].replace("''", "'").replace("\\\\", "\\")
    return found
