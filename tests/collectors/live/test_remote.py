"""Another host's files, over a real SSH connection to a server that this test runs; its host key is checked."""

import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import paramiko
import psycopg
import pytest

from collectors import remote
from collectors.host import KERNEL_SETTINGS, PROCESSES, LocalHost
from collectors.recorder import ProcessRecorder
from collectors.remote import RemoteHost, split_answer
from pgverdict.errors import ComponentFailed
from pgverdict.interfaces import HostAccess, RunTarget


class _Shell(paramiko.ServerInterface):
    """Accepts one key and runs one command with this machine's shell."""

    def __init__(self, key: paramiko.PKey) -> None:
        self.key = key

    def check_auth_publickey(self, username: str, key: paramiko.PKey) -> int:
        return paramiko.common.AUTH_SUCCESSFUL if key == self.key else paramiko.common.AUTH_FAILED

    def get_allowed_auths(self, username: str) -> str:
        return "publickey"

    def check_channel_request(self, kind: str, chanid: int) -> int:
        return paramiko.common.OPEN_SUCCEEDED

    def check_channel_exec_request(self, channel: paramiko.Channel, command: bytes) -> bool:
        threading.Thread(target=_carry_out, args=[channel, command], daemon=True).start()
        return True


def _carry_out(channel: paramiko.Channel, command: bytes) -> None:
    with subprocess.Popen(["/bin/sh", "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def forward() -> None:
            while data := channel.recv(65536):
                process.stdin.write(data)  # type: ignore[union-attr]
                process.stdin.flush()  # type: ignore[union-attr]
            process.stdin.close()  # type: ignore[union-attr]

        threading.Thread(target=forward, daemon=True).start()
        while data := process.stdout.read1(65536):  # type: ignore[attr-defined]
            channel.sendall(data)
        channel.close()


@dataclass
class Host:
    ssh: dict[str, Any]
    transports: list[paramiko.Transport] = field(default_factory=list)

    def cut(self) -> None:
        for transport in self.transports:
            transport.close()
        self.transports.clear()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """An SSH server on loopback that knows one key."""
    host_key, user_key = paramiko.ECDSAKey.generate(), paramiko.ECDSAKey.generate()
    user_key.write_private_key_file(str(tmp_path / "key"))
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    (tmp_path / "known").write_text(f"[127.0.0.1]:{port} {host_key.get_name()} {host_key.get_base64()}\n")
    made = Host(
        {
            "host": "127.0.0.1",
            "port": port,
            "user": "u",
            "key_file": str(tmp_path / "key"),
            "known_hosts": str(tmp_path / "known"),
        }
    )

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            transport = paramiko.Transport(connection)
            transport.add_server_key(host_key)
            try:
                transport.start_server(server=_Shell(user_key))
            except (paramiko.SSHException, EOFError):
                continue
            made.transports.append(transport)

    threading.Thread(target=serve, daemon=True).start()
    yield made
    listener.close()
    made.cut()


def _read(source: RemoteHost, paths: list[str]) -> dict[str, str]:
    source.ask(paths)
    deadline = time.monotonic() + 10
    while (texts := source.receive()) is None:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return texts


def test_another_hosts_files_read_like_our_own(host: Host) -> None:
    far, near = RemoteHost(host.ssh), LocalHost()
    paths = ["/proc/self/mountinfo", "/proc/sys/kernel/osrelease", "/proc/nothing", "/proc/stat"]
    texts = _read(far, paths)
    near.ask(paths)
    assert texts.keys() == near.receive().keys() == set(paths) - {"/proc/nothing"}
    assert texts["/proc/sys/kernel/osrelease"] == near.receive()["/proc/sys/kernel/osrelease"]
    assert len(texts["/proc/stat"].splitlines()) == len(near.receive()["/proc/stat"].splitlines())
    processes = _read(far, [PROCESSES])[PROCESSES].splitlines()
    assert len(processes) > 3
    assert all(line.split(" ", 1)[0].isdigit() for line in processes)
    assert "/proc/sys/vm/swappiness\t" in _read(far, list(KERNEL_SETTINGS))["/proc/sys/vm/*"]
    assert far.realpath("/proc/self/../self/mounts").endswith("/mounts")
    sent, there, received = far.ask_clock()[0]
    assert sent - 0.5 < there < received + 0.5
    far.close()


def test_a_host_whose_key_is_not_known_is_refused(host: Host, tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    with pytest.raises(ComponentFailed, match="not found in known_hosts"):
        RemoteHost(host.ssh | {"known_hosts": str(tmp_path / "empty")})


def test_a_lost_connection_is_made_again(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "RETRY_S", 0.1)
    far = RemoteHost(host.ssh)
    assert _read(far, ["/proc/stat"])
    host.cut()
    deadline = time.monotonic() + 20
    with pytest.raises(ComponentFailed, match=r"SSH connection|connecting again"):
        while time.monotonic() < deadline:
            _read(far, ["/proc/stat"])
            time.sleep(0.05)
    while time.monotonic() < deadline:
        try:
            assert _read(far, ["/proc/stat"])
            break
        except ComponentFailed:
            time.sleep(0.1)
    else:
        pytest.fail("never connected again")
    far.close()


def test_a_run_on_another_host_is_sampled_over_ssh(
    host: Host, target_of: Callable[..., RunTarget], recorder: ProcessRecorder, warehouse_dsn: str
) -> None:
    recorder.start(target_of(81, host=HostAccess(host.ssh)))
    time.sleep(2.2)
    report = recorder.stop()
    assert report.taken["os_cpu"] >= 3
    assert report.taken["os_processes"] >= 3
    with psycopg.connect(warehouse_dsn) as connection:
        assert connection.execute("select count(distinct at) from raw.os_disk where run_id = 81").fetchone() == (
            report.taken["os_disk"],
        )
        ((clocks,),) = connection.execute("select count(*) from raw.clock_offsets where clock = 'host'").fetchall()
        ((postgres,),) = connection.execute(
            "select max(processes) from raw.os_processes where run_id = 81 and process_group = 'postgres'"
        ).fetchall()
    assert clocks == 2
    assert postgres > 3


def test_lines_of_patterns_keep_their_paths() -> None:
    answer = b"/proc/stat:cpu 1\n/proc/stat:btime 2\n/proc/12/stat:12 (a:b) S\n/proc/sys/vm/swappiness:60\n"
    assert split_answer(answer, ["/proc/stat", PROCESSES, "/proc/sys/vm/*"]) == {
        "/proc/stat": "cpu 1\nbtime 2\n",
        PROCESSES: "12 (a:b) S\n",
        "/proc/sys/vm/*": "/proc/sys/vm/swappiness\t60\n",
    }
