"""Who holds a server between two steps of a night, and whether he still lives: what tells a pause from a crash."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Holder:
    """The night that holds a server. While a step is at work, an advisory lock shows that; this is for the pauses.

    A night in one process lives as long as that process does. One whose steps are processes of their own (a DAG) has a
    `name`, and lives for `lease_s` after the last of its steps ended. `until` is when its window closes.
    """

    host: str
    boot_id: str
    pid: int
    started_ticks: int
    name: str | None
    lease_s: float
    seen_at: datetime
    until: datetime | None

    @classmethod
    def of_this_process(cls, name: str | None, lease_s: float, until: datetime | None) -> Holder:
        pid = os.getpid()
        return cls(
            socket.gethostname(), _boot_id(), pid, _started_ticks(pid) or 0, name, lease_s, datetime.now(UTC), until
        )

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Holder:
        values = {key: row[key] for key in ("host", "boot_id", "pid", "started_ticks", "name", "lease_s")}
        until = datetime.fromisoformat(row["until"]) if row["until"] else None
        return cls(**values, seen_at=datetime.fromisoformat(row["seen_at"]), until=until)

    def as_json(self) -> dict[str, Any]:
        values = {key: getattr(self, key) for key in ("host", "boot_id", "pid", "started_ticks", "name", "lease_s")}
        return values | {"seen_at": self.seen_at.isoformat(), "until": self.until.isoformat() if self.until else None}

    def seen_now(self) -> Holder:
        """The same, after a step of it ended just now."""
        return replace(self, seen_at=datetime.now(UTC))

    def is_alive(self, asking: str | None) -> bool:
        """Whether that night may still go on. `asking` is the name of the night that asks: nobody is kept out by himself."""
        if self.name is not None and self.name == asking:
            return False
        if self.lease_s > 0 and datetime.now(UTC) < self.seen_at + timedelta(seconds=self.lease_s):
            return True
        if self.name is not None or self.pid == os.getpid():
            return False
        is_here = self.host == socket.gethostname()
        return is_here and self.boot_id == _boot_id() and _started_ticks(self.pid) == self.started_ticks

    def describe(self) -> str:
        who = f"night {self.name}" if self.name else f"process {self.pid} on {self.host}"
        return f"{who}, last seen {self.seen_at:%Y-%m-%d %H:%M:%S} UTC"


def _boot_id() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def _started_ticks(pid: int) -> int | None:
    """When a process was started, in ticks since boot: a number that was given again to another process differs in it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else int(fields[19])
