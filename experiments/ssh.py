"""A server's host behind SSH (paramiko). Host keys are checked against known_hosts; an unknown or changed key is refused."""

from __future__ import annotations

import shlex
import socket
import time
from pathlib import Path
from typing import Any

import paramiko

from experiments.forms import SshForm
from experiments.hosts import Done, failed
from pgverdict.errors import ComponentFailed, Refused

CONNECT_S = 15


class SshHost:
    """One connection that is opened when first needed, and once more when it was lost."""

    def __init__(self, form: SshForm) -> None:
        self.form = form
        self.name = f"{form.user}@{form.host}"
        self._client: paramiko.SSHClient | None = None

    def _connected(self) -> paramiko.SSHClient:
        transport = self._client.get_transport() if self._client else None
        if self._client is not None and transport is not None and transport.is_active():
            return self._client
        self.close()
        client = paramiko.SSHClient()
        client.set_missing_host_key_policy(paramiko.RejectPolicy())
        known = (
            Path(self.form.known_hosts).expanduser()
            if self.form.known_hosts
            else Path("~/.ssh/known_hosts").expanduser()
        )
        if not known.exists():
            raise Refused(
                f"{known} is not there, so the key of {self.form.host} cannot be checked; add it with ssh-keyscan after comparing it"
            )
        client.load_host_keys(str(known))
        key = str(Path(self.form.key_file).expanduser()) if self.form.key_file else None
        try:
            client.connect(
                self.form.host, self.form.port, self.form.user, key_filename=key, timeout=CONNECT_S, banner_timeout=CONNECT_S, auth_timeout=CONNECT_S,
                allow_agent=key is None, look_for_keys=key is None,
            )  # fmt: skip
        except paramiko.BadHostKeyException as error:
            raise Refused(
                f"the host key of {self.form.host} is not the one in {known}: somebody may sit in between, or it was reinstalled ({error})"
            ) from None
        except paramiko.AuthenticationException:
            raise Refused(f"{self.name} does not let us in; check key_file and the user's authorized_keys") from None
        except (paramiko.SSHException, OSError) as error:
            if "not found in known_hosts" in str(error):
                raise Refused(
                    f"{known} does not know the key of {self.form.host}; add it with ssh-keyscan after comparing it"
                ) from None
            raise ComponentFailed(f"{self.form.host} cannot be reached over SSH: {error}") from None
        transport = client.get_transport()
        if transport is not None:
            transport.set_keepalive(10)
        self._client = client
        return client

    def run(
        self,
        command: list[str],
        *,
        stdin: str | None = None,
        as_root: bool = False,
        check: bool = True,
        timeout_s: float = 120,
    ) -> Done:
        if as_root and self.form.sudo and self.form.user != "root":
            command = ["sudo", "-n", *command]
        try:
            done = self._run(f"LC_ALL=C PATH=$PATH:/usr/sbin:/sbin {shlex.join(command)}", stdin, timeout_s)
        except (paramiko.SSHException, OSError, EOFError) as error:
            self.close()
            raise ComponentFailed(
                f"the SSH connection to {self.name} was lost ({error or type(error).__name__}) during `{shlex.join(command)[:200]}`"
            ) from None
        if check and not done.is_ok:
            raise failed(self.name, command, done)
        return done

    def _run(self, line: str, stdin: str | None, timeout_s: float) -> Done:
        transport = self._connected().get_transport()
        if transport is None:
            raise paramiko.SSHException("no transport")
        channel = transport.open_session(timeout=CONNECT_S)
        try:
            channel.settimeout(timeout_s)
            channel.exec_command(line)
            if stdin is not None:
                channel.sendall(stdin.encode())
            channel.shutdown_write()
            output, errors = _drain(channel, timeout_s)
            status = channel.recv_exit_status() if channel.exit_status_ready() else -1
            if status == -1:
                raise paramiko.SSHException("the connection ended before the command did")
            return Done(status, output, errors)
        finally:
            channel.close()

    def read(self, path: str, *, as_root: bool = False) -> str | None:
        done = self.run(["cat", path], as_root=as_root, check=False)
        if done.is_ok:
            return done.output
        if "No such file" in done.errors or "Not a directory" in done.errors:
            return None
        raise ComponentFailed(f"on {self.name}: {path} cannot be read: {done.errors.strip()[-200:]}")

    def write(self, path: str, text: str) -> None:
        quoted, partial = shlex.quote(path), shlex.quote(path + ".pgverdict")
        if path.startswith(("/proc/", "/sys/")):
            self.run(["tee", path], stdin=text, as_root=True)
            return
        keep = f"chown --reference={quoted} {partial} && chmod --reference={quoted} {partial}"
        script = f"cat > {partial} && {{ [ ! -e {quoted} ] || {{ {keep}; }}; }} && sync && mv {partial} {quoted}"
        self.run(["sh", "-c", script], stdin=text, as_root=True)

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


def _drain(channel: Any, timeout_s: float) -> tuple[str, str]:
    """Reads both streams until the command ends; reading one after the other could block on the other's full window."""
    output, errors, deadline = bytearray(), bytearray(), time.monotonic() + timeout_s
    while True:
        moved = False
        while channel.recv_ready():
            output += channel.recv(65536)
            moved = True
        while channel.recv_stderr_ready():
            errors += channel.recv_stderr(65536)
            moved = True
        if channel.exit_status_ready() and not channel.recv_ready() and not channel.recv_stderr_ready():
            break
        if channel.closed and not moved:
            break
        if time.monotonic() > deadline:
            raise socket.timeout(f"no end within {timeout_s:.0f} s")  # noqa: UP041 (what paramiko raises too)
        if not moved:
            time.sleep(0.01)
    return output.decode(errors="replace"), errors.decode(errors="replace")
