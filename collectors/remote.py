"""Another host's files over SSH: one connection, one long-lived shell, one process there for each sample. Host keys are checked."""

import fnmatch
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from collectors.host import PROCESSES, Texts
from pgverdict.errors import ComponentFailed

#: grep -H prints every line with its file's name: one process reads them all. Patterns are expanded by the shell.
_LOOP = """
LC_ALL=C; export LC_ALL
while IFS= read -r line; do
  case "$line" in
    @clock) date +%s.%N ;;
    "@realpath "*) readlink -f -- "${line#@realpath }" ;;
    *) grep -sH '' $line ;;
  esac
  printf '\\003\\n'
done
"""
_END = b"\x03\n"
CONNECT_TIMEOUT_S = 10.0
RETRY_S = 2.0


def connect(ssh: dict[str, Any]) -> Any:
    """An SSH client. `ssh`: host, and optionally port, user, key_file, known_hosts. A host whose key is not known is refused.

    Errors: ComponentFailed.
    """
    import paramiko

    client = paramiko.SSHClient()
    known_hosts = ssh.get("known_hosts")
    if known_hosts:
        client.load_host_keys(str(Path(known_hosts).expanduser()))
    else:
        client.load_system_host_keys()
    client.set_missing_host_key_policy(paramiko.RejectPolicy())
    try:
        client.connect(
            ssh["host"],
            port=int(ssh.get("port", 22)),
            username=ssh.get("user"),
            key_filename=str(Path(ssh["key_file"]).expanduser()) if ssh.get("key_file") else None,
            timeout=CONNECT_TIMEOUT_S,
            banner_timeout=CONNECT_TIMEOUT_S,
            auth_timeout=CONNECT_TIMEOUT_S,
        )
    except (paramiko.SSHException, OSError) as error:
        client.close()
        raise ComponentFailed(f"no SSH connection to {ssh['host']}: {str(error) or type(error).__name__}") from None
    return client


class RemoteHost:
    """Reads files of another host. A lost connection is made again in the background; meanwhile samples are missed, with the reason."""

    def __init__(self, ssh: dict[str, Any]) -> None:
        self.ssh = ssh
        self.reason = ""
        self._wanted: list[str] = []
        self._received = b""
        self._client: Any = None
        self._channel: Any = None
        self._reconnecting: threading.Thread | None = None
        self._connect()

    def _connect(self) -> None:
        client = connect(self.ssh)
        channel = client.get_transport().open_session()
        channel.exec_command(f"exec /bin/sh -c '{_LOOP.replace(chr(39), chr(39) + chr(92) + chr(39) + chr(39))}'")
        self._client, self._channel, self._received = client, channel, b""

    def ask(self, paths: list[str]) -> None:
        """Sends for the files; their texts come with `receive`."""
        self._wanted = paths
        self._send(" ".join(paths) if paths else "/dev/null")

    def _send(self, line: str) -> None:
        if self._channel is None:
            self._reconnect()
            return
        try:
            self._channel.sendall(line.encode() + b"\n")
        except OSError as error:
            self._lost(str(error))

    def receive(self) -> Texts | None:
        """The texts, or None while they are not there. Errors: ComponentFailed while the connection is lost."""
        answer = self._answer()
        return None if answer is None else split_answer(answer, self._wanted)

    def _answer(self) -> bytes | None:
        if self._channel is None:
            raise ComponentFailed(self.reason or "connecting again")
        while self._channel.recv_ready():
            self._received += self._channel.recv(1 << 20)
        if self._received.endswith(_END):
            answer, self._received = self._received[: -len(_END)], b""
            return answer
        if self._channel.closed or self._channel.exit_status_ready():
            self._lost("the remote shell ended")
            raise ComponentFailed(self.reason)
        return None

    def realpath(self, path: str) -> str:
        """A path with its links resolved over there; the path itself where that fails."""
        self._send(f"@realpath {path}")
        return self._wait().decode(errors="replace").strip() or path

    def ask_clock(self, questions: int = 3) -> list[tuple[float, float, float]]:
        """(sent, the host's clock, received) in Unix seconds; starting `date` over there is part of the round trip."""
        times = []
        for _ in range(questions):
            sent = time.time()
            try:
                self._send("@clock")
                times.append((sent, float(self._wait()), time.time()))
            except (ComponentFailed, ValueError):
                break
        return times

    def _wait(self, timeout_s: float = 5.0) -> bytes:
        deadline = time.monotonic() + timeout_s
        while (answer := self._answer()) is None:
            if time.monotonic() > deadline:
                self._lost(f"no answer within {timeout_s:.0f} s")
                raise ComponentFailed(self.reason)
            time.sleep(0.0005)
        return answer

    def descriptor(self) -> int | None:
        """What to poll."""
        return None if self._channel is None else int(self._channel.fileno())

    def close(self) -> None:
        """Ends the remote shell and the connection."""
        if self._client is not None:
            self._client.close()
        self._client = self._channel = None

    def _lost(self, reason: str) -> None:
        self.reason = f"the SSH connection to {self.ssh['host']} was lost: {reason}"
        self.close()
        self._reconnect()

    def _reconnect(self) -> None:
        if self._reconnecting is None or not self._reconnecting.is_alive():
            self._reconnecting = threading.Thread(target=self._try_again, daemon=True)
            self._reconnecting.start()

    def _try_again(self) -> None:
        while self._channel is None:
            time.sleep(RETRY_S)
            try:
                self._connect()
            except ComponentFailed as error:
                self.reason = str(error)


def split_answer(answer: bytes, wanted: list[str]) -> Texts:
    """Lines "path:text" to texts by path. Of a pattern's files: lines "path<TAB>text"; of the processes' the lines alone."""
    patterns = [path for path in wanted if "*" in path]
    plain = set(wanted) - set(patterns)
    texts: dict[str, list[str]] = {}
    for line in answer.decode(errors="replace").splitlines():
        path, _, text = line.partition(":")
        if path in plain:
            texts.setdefault(path, []).append(text)
            continue
        for pattern in patterns:
            if fnmatch.fnmatchcase(path, pattern):
                texts.setdefault(pattern, []).append(text if pattern == PROCESSES else f"{path}\t{text}")
    return {path: "\n".join(lines) + "\n" for path, lines in texts.items()}


@contextmanager
def remote_file(ssh: dict[str, Any], path: str) -> Iterator[BinaryIO]:
    """A file of another host, open for reading. Errors: ComponentFailed, OSError."""
    client = connect(ssh)
    try:
        with client.open_sftp() as sftp, sftp.open(path, "rb", bufsize=1 << 16) as stream:
            yield stream
    finally:
        client.close()
