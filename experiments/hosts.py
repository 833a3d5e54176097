"""One way to run commands and read files on the server's host, whether that is this machine or one behind SSH."""

from __future__ import annotations

import os
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pgverdict.errors import ComponentFailed


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    status: int
    output: str
    errors: str

    @property
    def is_ok(self) -> bool:
        return self.status == 0


class Host(Protocol):
    """A machine on which the server under test runs."""

    name: str

    def run(
        self,
        command: list[str],
        *,
        stdin: str | None = None,
        as_root: bool = False,
        check: bool = True,
        timeout_s: float = 120,
    ) -> Done:
        """Runs a command. Errors: ComponentFailed when it cannot be run or (with `check`) fails."""

    def read(self, path: str, *, as_root: bool = False) -> str | None:
        """The text of a file, None when it is not there. Errors: ComponentFailed when it may not be read."""

    def write(self, path: str, text: str) -> None:
        """Replaces a file's content, as root where needed; the file's owner and mode stay."""

    def close(self) -> None: ...


def is_root(host: Host) -> bool:
    """Whether we can do as root there what is asked with `as_root`."""
    done = host.run(["id", "-u"], as_root=True, check=False)
    return done.is_ok and done.output.strip() == "0"


def failed(host: str, command: list[str], done: Done) -> ComponentFailed:
    """The error of a failed command, with its last words."""
    words = (done.errors.strip() or done.output.strip())[-800:]
    return ComponentFailed(f"on {host}: `{shlex.join(command)}` ended with status {done.status}: {words}")


class LocalHost:
    """This machine."""

    name = "this machine"

    def run(
        self,
        command: list[str],
        *,
        stdin: str | None = None,
        as_root: bool = False,
        check: bool = True,
        timeout_s: float = 120,
    ) -> Done:
        if as_root and os.geteuid() != 0:
            command = ["sudo", "-n", *command]
        try:
            result = subprocess.run(
                command,
                input=stdin,
                stdin=None if stdin is not None else subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=timeout_s,
                env=os.environ | {"LC_ALL": "C"},
            )
        except FileNotFoundError:
            done = Done(127, "", f"{command[0]}: there is no such program here")
        except subprocess.TimeoutExpired:
            raise ComponentFailed(
                f"on {self.name}: `{shlex.join(command)}` did not end within {timeout_s:.0f} s"
            ) from None
        else:
            done = Done(result.returncode, result.stdout, result.stderr)
        if check and not done.is_ok:
            raise failed(self.name, command, done)
        return done

    def read(self, path: str, *, as_root: bool = False) -> str | None:
        try:
            return Path(path).read_text(errors="replace")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except PermissionError:
            done = self.run(["cat", path], as_root=True, check=False)
            if not done.is_ok:
                raise ComponentFailed(f"{path} cannot be read: {done.errors.strip()}") from None
            return done.output
        except OSError as error:
            raise ComponentFailed(f"{path} cannot be read: {error.strerror}") from None

    def write(self, path: str, text: str) -> None:
        target = Path(path)
        try:
            if path.startswith(("/proc/", "/sys/")):
                target.write_text(text)
                return
            _replace(target, text)
        except OSError as error:
            raise ComponentFailed(f"{path} cannot be written: {error.strerror}") from None

    def close(self) -> None:
        """Nothing to close."""


def _replace(target: Path, text: str) -> None:
    """Writes beside the file and renames, so that a full disk or a kill leaves the old content whole."""
    partial = target.with_name(f"{target.name}.pgverdict")
    with partial.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    if target.exists():
        status = target.stat()
        partial.chmod(status.st_mode & 0o7777)
        if os.geteuid() == 0:
            os.chown(partial, status.st_uid, status.st_gid)
    partial.rename(target)
