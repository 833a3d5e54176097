"""Servers that are not ours: Debian's PostgreSQL 15 by binaries and data directory, by own commands, and over a real SSH."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from experiments import night
from experiments.postgres import Postgres
from experiments.servers import load_servers
from pgverdict.errors import ComponentFailed, Refused
from pgverdict.interfaces import RunTarget
from tests.experiments.conftest import GOOD
from tests.experiments.fakes import StillRecorder, sound

BINARIES = Path("/usr/lib/postgresql/15/bin")
USER = "postgres"
pytestmark = [
    pytest.mark.debian,
    pytest.mark.root,
    pytest.mark.skipif(not (BINARIES / "postgres").exists(), reason="needs Debian's PostgreSQL 15"),
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to become the user postgres"),
]

RESTARTING = GOOD.replace(
    "name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB",
    "name: shared_buffers, kind: guc, levels: [16MB, 24MB], baseline: 16MB",
)


def as_postgres(*command: str) -> None:
    subprocess.run(
        ["setpriv", "--reuid", USER, "--regid", USER, "--init-groups", *command],
        check=True,
        capture_output=True,
        cwd="/",
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class Debian:
    folder: Path
    data: Path
    port: int

    @property
    def dsn(self) -> str:
        return f"host={self.folder} port={self.port} user=postgres dbname=postgres"

    def servers(self, more: str) -> Path:
        path = self.folder / "servers.yml"
        text = f'servers:\n  deb:\n    may_touch: {{guc: ["*"]}}\n    postgres:\n      binaries: {BINARIES}\n      dsn: "{self.dsn}"\n{more}'
        path.write_text(text)
        return path


@pytest.fixture(scope="module")
def debian() -> Iterator[Debian]:
    """A running cluster of Debian's PostgreSQL 15, owned by the user postgres."""
    folder = Path("/tmp") / f"pgverdict-debian-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o755)
    shutil.chown(folder, USER, USER)
    cluster = Debian(folder, folder / "data", free_port())
    as_postgres(str(BINARIES / "initdb"), "-D", str(cluster.data), "-A", "trust", "--no-sync")
    with (cluster.data / "postgresql.conf").open("a") as conf:
        conf.write(
            f"port = {cluster.port}\nunix_socket_directories = '{folder}'\nlisten_addresses = '127.0.0.1'\nshared_buffers = 16MB\nfsync = off\n"
        )
    start(cluster)
    yield cluster
    subprocess.run(
        [
            "setpriv",
            "--reuid",
            USER,
            "--regid",
            USER,
            "--init-groups",
            str(BINARIES / "pg_ctl"),
            "-D",
            str(cluster.data),
            "-m",
            "immediate",
            "stop",
        ],
        capture_output=True,
    )
    shutil.rmtree(folder, ignore_errors=True)


def start(cluster: Debian) -> None:
    as_postgres("sh", "-c", f"{BINARIES}/pg_ctl -D {cluster.data} -l {cluster.folder}/log -w start >/dev/null 2>&1")


def one_night(path: Path, servers: Path, dsn: str, runs: int = 3) -> night.ExecutionState:
    started = night.begin(path, server="deb", servers_file=servers, dsn=dsn)
    for _ in range(runs):
        outcome = night.run_next(started.execution_id, StillRecorder(_sees_the_load), sound, dsn=dsn)
        assert outcome is not None and outcome.status == "done", outcome
    return night.finish(started.execution_id, dsn=dsn)


def _sees_the_load(target: RunTarget) -> None:
    with psycopg.connect(target.dsn) as connection:
        row = connection.execute("select current_database(), session_user").fetchone()
    assert row == ("pgverdict_load", "pgverdict_collector")


def value(cluster: Debian, query: str) -> str:
    with psycopg.connect(cluster.dsn) as connection:
        row = connection.execute(query).fetchone()  # type: ignore[arg-type]
    assert row is not None
    return str(row[0])


OURS = """select count(*) from (select datname from pg_database where datname like 'pgverdict%'
    union all select rolname from pg_roles where rolname like 'pgverdict%') as ours"""


def test_a_debian_cluster_is_restarted_by_its_binaries_and_left_without_a_trace(
    debian: Debian, write: Callable[..., Path], warehouse_dsn: str
) -> None:
    servers = debian.servers(f"      data_directory: {debian.data}\n")
    state = one_night(write(RESTARTING), servers, warehouse_dsn)
    assert state.status == "complete" and state.restored is not None and state.restored.is_restored
    assert value(debian, "show shared_buffers") == "16MB"
    assert value(debian, OURS) == "0"
    assert "shared_buffers" not in (debian.data / "postgresql.auto.conf").read_text()


def test_own_commands_restart_a_server(debian: Debian, write: Callable[..., Path], warehouse_dsn: str) -> None:
    become = f"setpriv --reuid {USER} --regid {USER} --init-groups"
    command = f"{become} {BINARIES}/pg_ctl -D {debian.data} -l {debian.folder}/log -w restart >/dev/null 2>&1"
    servers = debian.servers(f'      restart: "{command}"\n')
    state = one_night(write(RESTARTING), servers, warehouse_dsn, runs=2)
    assert state.restored is not None and state.restored.is_restored
    assert value(debian, "show shared_buffers") == "16MB"


def test_a_server_that_nobody_can_restart_refuses_what_needs_it(
    debian: Debian, write: Callable[..., Path], warehouse_dsn: str
) -> None:
    with pytest.raises(
        Refused, match=r"shared_buffers needs restarts, and .*servers.yml does not say how server deb is restarted"
    ):
        night.begin(write(RESTARTING), server="deb", servers_file=debian.servers(""), dsn=warehouse_dsn)


def test_a_server_that_looks_like_production_needs_a_word(
    debian: Debian, write: Callable[..., Path], warehouse_dsn: str
) -> None:
    servers = debian.servers("")
    with psycopg.connect(debian.dsn, autocommit=True, application_name="shop") as shop:
        with pytest.raises(Refused, match=r"looks like production.*postgres: 1 sessions.*--confirm"):
            night.begin(write(), server="deb", servers_file=servers, dsn=warehouse_dsn)
        started = night.begin(write(), server="deb", servers_file=servers, dsn=warehouse_dsn, confirm=True)
        night.finish(started.execution_id, dsn=warehouse_dsn)
        shop.execute("select 1")


def test_a_server_kept_down_by_its_setting_is_restored_off_line(
    debian: Debian, write: Callable[..., Path], warehouse_dsn: str
) -> None:
    servers = debian.servers(f"      data_directory: {debian.data}\n")
    started = night.begin(write(RESTARTING), server="deb", servers_file=servers, dsn=warehouse_dsn)
    postgres = Postgres(load_servers(servers)["deb"])
    with postgres.connect() as connection:
        connection.execute("alter system set shared_buffers = '900GB'")
    postgres.stop()
    with pytest.raises(ComponentFailed):
        postgres.start()
    state = night.finish(started.execution_id, dsn=warehouse_dsn)
    assert (
        state.restored is not None
        and "server started after our settings were taken out of postgresql.auto.conf" in state.restored.restored
    )
    assert value(debian, "show shared_buffers") == "16MB"


# ---------------------------------------------------------------- SSH


@dataclass(frozen=True)
class Sshd:
    port: int
    folder: Path
    known_hosts: Path
    key: Path
    process: subprocess.Popen[bytes]

    def form(self, known_hosts: Path | None = None) -> str:
        keys = f"known_hosts: {known_hosts or self.known_hosts}, key_file: {self.key}"
        return f"    ssh: {{host: 127.0.0.1, port: {self.port}, user: {USER}, {keys}}}\n"


@pytest.fixture(scope="module")
def sshd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sshd]:
    """A real sshd on loopback that lets the user postgres in with a key of this test's own."""
    if not Path("/usr/sbin/sshd").exists():
        pytest.skip("needs Debian's openssh-server")
    folder = Path("/tmp") / f"pgverdict-sshd-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o755)
    Path("/run/sshd").mkdir(exist_ok=True)
    for name in ("host_key", "user_key"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True)
    shutil.copy(folder / "user_key.pub", folder / "authorized_keys")
    (folder / "authorized_keys").chmod(0o644)
    port = free_port()
    (folder / "sshd_config").write_text(
        f"ListenAddress 127.0.0.1\nPort {port}\nHostKey {folder}/host_key\nAuthorizedKeysFile {folder}/authorized_keys\nPidFile {folder}/pid\n"
        "PasswordAuthentication no\nUsePAM yes\nStrictModes no\n"
    )
    key = (folder / "host_key.pub").read_text().split()
    (folder / "known_hosts").write_text(f"[127.0.0.1]:{port} {key[0]} {key[1]}\n")
    process = subprocess.Popen(["/usr/sbin/sshd", "-D", "-f", str(folder / "sshd_config")], stderr=subprocess.DEVNULL)
    _wait_for(port)
    yield Sshd(port, folder, folder / "known_hosts", folder / "user_key", process)
    process.terminate()
    process.wait()
    shutil.rmtree(folder, ignore_errors=True)


def _wait_for(port: int) -> None:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        import time

        time.sleep(0.05)
    raise AssertionError("sshd did not start")


def test_a_remote_server_is_restarted_and_restored_over_ssh(
    debian: Debian, sshd: Sshd, write: Callable[..., Path], warehouse_dsn: str
) -> None:
    servers = debian.servers(f"      data_directory: {debian.data}\n{sshd.form()}")
    state = one_night(write(RESTARTING), servers, warehouse_dsn, runs=2)
    assert state.restored is not None and state.restored.is_restored
    assert value(debian, "show shared_buffers") == "16MB"


def test_commands_really_run_as_the_remote_user(debian: Debian, sshd: Sshd) -> None:
    host = Postgres(load_servers(debian.servers(sshd.form()))["deb"]).host
    assert host.run(["id", "-un"]).output.strip() == USER
    assert host.read("/proc/sys/vm/swappiness") is not None
    assert host.read("/no/such/file") is None
    target = debian.folder / "written"
    target.write_text("old")
    shutil.chown(target, USER, USER)
    host.write(str(target), "new 'text'\n")
    assert target.read_text() == "new 'text'\n"
    assert len(host.run(["seq", "1", "200000"]).output.splitlines()) == 200000
    host.close()


def test_an_unknown_or_changed_host_key_is_refused(debian: Debian, sshd: Sshd) -> None:
    empty, wrong = sshd.folder / "empty", sshd.folder / "wrong"
    empty.write_text("")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(sshd.folder / "other")], check=True)
    key = (sshd.folder / "other.pub").read_text().split()
    wrong.write_text(f"[127.0.0.1]:{sshd.port} {key[0]} {key[1]}\n")
    for known, words in (
        (empty, "does not know the key of 127.0.0.1"),
        (wrong, "is not the one in"),
        (sshd.folder / "none", "is not there"),
    ):
        host = Postgres(load_servers(debian.servers(sshd.form(known)))["deb"]).host
        with pytest.raises(Refused, match=words):
            host.run(["true"])


def test_a_remote_user_without_root_is_told_so_before_anything_is_touched(
    debian: Debian, sshd: Sshd, write: Callable[..., Path], warehouse_dsn: str
) -> None:
    servers = debian.servers(sshd.form())
    servers.write_text(servers.read_text().replace('guc: ["*"]', 'guc: ["*"], sysctl: ["vm.*"]'))
    text = GOOD.replace(
        "name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB",
        "name: vm.vfs_cache_pressure, kind: sysctl, levels: [50, 100]",
    )
    with pytest.raises(Refused, match=r"sysctls need root on postgres@127.0.0.1"):
        night.begin(write(text), server="deb", servers_file=servers, dsn=warehouse_dsn)


def test_a_lost_connection_fails_the_run_and_the_next_one_goes_on(
    debian: Debian, sshd: Sshd, write: Callable[..., Path], warehouse_dsn: str
) -> None:
    servers = debian.servers(f"      data_directory: {debian.data}\n{sshd.form()}")
    started = night.begin(write(), server="deb", servers_file=servers, dsn=warehouse_dsn)

    def cut(_: RunTarget) -> None:
        subprocess.run(["pkill", "-KILL", "-P", str(sshd.process.pid)], check=False)

    lost = night.run_next(started.execution_id, StillRecorder(cut), sound, dsn=warehouse_dsn)
    after = night.run_next(started.execution_id, StillRecorder(), sound, dsn=warehouse_dsn)
    state = night.finish(started.execution_id, dsn=warehouse_dsn)
    assert lost is not None and (lost.status == "done" or "SSH connection" in str(lost.reason)), lost
    assert after is not None and after.status == "done"
    assert state.restored is not None and state.restored.is_restored
