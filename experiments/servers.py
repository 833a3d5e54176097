"""The servers under test as servers.yml names them, with the settings that may be touched on them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from fnmatch import fnmatchcase
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from experiments.forms import ServerForm, ServersForm
from experiments.located import nearest, read_yaml
from experiments.validation import complain, validated
from pgverdict.config import settings
from pgverdict.errors import Refused


@dataclass(frozen=True)
class Window:
    """Hours of the day in a time zone; it may span midnight. A night is named by the day on which its window opens."""

    opens: time
    closes: time
    zone: ZoneInfo

    @classmethod
    def parse(cls, text: str) -> Window:
        """'22:00-06:00 Europe/Moscow'. Errors: ValueError."""
        match = re.fullmatch(r"(\d\d):(\d\d)-(\d\d):(\d\d)(?: (\S+))?", text)
        if not match:
            raise ValueError(f"{text!r} is not a window like 22:00-06:00 Europe/Moscow")
        try:
            zone = ZoneInfo(match[5] or "UTC")
        except (ZoneInfoNotFoundError, ValueError):
            raise ValueError(f"{match[5]!r} is no time zone like Europe/Moscow") from None
        opens, closes = time(int(match[1]), int(match[2])), time(int(match[3]), int(match[4]))
        if opens == closes:
            raise ValueError(f"{text!r} opens and closes at the same time")
        return cls(opens, closes, zone)

    def span(self, now: datetime) -> tuple[datetime, datetime]:
        """The window that is open at `now`, otherwise the next one; both ends in its zone."""
        local = now.astimezone(self.zone)
        for days in (-1, 0, 1):
            day = local.date() + timedelta(days=days)
            opens = datetime.combine(day, self.opens, self.zone)
            closes = datetime.combine(day + timedelta(days=self.closes <= self.opens), self.closes, self.zone)
            if local < closes:
                return opens, closes
        raise AssertionError("one of three days holds the next window")

    def seconds_left(self, now: datetime) -> float:
        """Seconds until it closes; 0 when it is not open."""
        opens, closes = self.span(now)
        return (closes - now).total_seconds() if opens <= now else 0.0

    def night(self, now: datetime) -> date:
        """The day on which the window that `now` is in (or before) opens."""
        return self.span(now)[0].date()


@dataclass(frozen=True)
class Server:
    """A server under test: its name, its form, and what may be touched on it."""

    name: str
    form: ServerForm
    file: Path

    @property
    def window(self) -> Window | None:
        return Window.parse(self.form.window) if self.form.window else None

    @property
    def is_embedded(self) -> bool:
        return self.form.postgres.binaries == "embedded" and self.form.postgres.dsn is None

    @property
    def queue(self) -> str:
        return self.form.queue or self.name

    @property
    def keeps_data(self) -> bool:
        return self.is_embedded if self.form.keep_data is None else self.form.keep_data

    def may_set(self, kind: str, name: str) -> bool:
        """Whether `may_touch` allows a setting; `*` in patterns also passes dots."""
        return any(fnmatchcase(name, pattern) for pattern in getattr(self.form.may_touch, kind))

    def night(self, now: datetime) -> date:
        """The date that names a night begun now: the window's opening day, without a window the day in UTC."""
        return self.window.night(now) if self.window else now.date()


def load_servers(path: Path | None = None) -> dict[str, Server]:
    """The servers by name. Errors: Refused with file, line, key and the nearest right one."""
    path = path or settings().servers_file
    tree = read_yaml(path)
    form = validated(ServersForm, tree)
    for name, server in form.servers.items():
        if server.window is not None:
            try:
                Window.parse(server.window)
            except ValueError as error:
                raise complain(tree, ("servers", name, "window"), str(error)) from None
        postgres = server.postgres
        if server.ssh is not None and postgres.dsn is None:
            raise complain(tree, ("servers", name, "postgres"), "a remote server needs a dsn")
        if postgres.binaries != "embedded" and postgres.dsn is None:
            raise complain(tree, ("servers", name, "postgres"), "a server that is not embedded needs a dsn")
        if postgres.dsn and "password" in postgres.dsn:
            raise complain(
                tree,
                ("servers", name, "postgres", "dsn"),
                "passwords do not belong in this file; use a password file or the environment",
            )
    return {name: Server(name, server, path) for name, server in form.servers.items()}


def server_named(name: str, servers: dict[str, Server]) -> Server:
    """The server of that name. Errors: Refused, with the nearest."""
    if name not in servers:
        where = next(iter(servers.values())).file if servers else settings().servers_file
        raise Refused(f"there is no server {name!r} in {where}{nearest(name, servers)}")
    return servers[name]
