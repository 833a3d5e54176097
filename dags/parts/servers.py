"""What the nightly DAGs take from servers.yml: a server's name, its window as a timetable, its rotation and its queue."""

import re
from dataclasses import dataclass
from typing import Any

_WINDOW = re.compile(r"(?P<hour>\d{1,2}):(?P<minute>\d\d)\s*-\s*\d{1,2}:\d\d\s+(?P<zone>\S+)")


@dataclass(frozen=True)
class NightlyServer:
    """A server under test as its DAG sees it; `window` is "22:00-06:00 Europe/Moscow" or None: only by hand."""

    name: str
    window: str | None
    rotation: tuple[str, ...]
    cadence: str = "*"  # days of the week as cron writes them

    @property
    def queue(self) -> str:
        """The Celery queue whose workers reach this server: one a server, so that hosts are never mixed up."""
        return f"server_{self.name}"

    def timetable(self) -> Any:
        """When the night begins, in the window's own time zone; None without a window or a rotation. Missed nights stay missed."""
        if self.window is None or not self.rotation:
            return None
        from airflow.sdk import CronTriggerTimetable

        match = _WINDOW.fullmatch(self.window.strip())
        if match is None:
            raise ValueError(f"servers.yml: {self.name}: window: {self.window!r} is not like '22:00-06:00 Europe/Moscow'")
        return CronTriggerTimetable(f"{int(match['minute'])} {int(match['hour'])} * * {self.cadence}", timezone=match["zone"])


def nightly_servers() -> list[NightlyServer]:
    """Every server of servers.yml. Errors: Refused, which Airflow shows as an import error with file, line and key."""
    from experiments.servers import load_servers

    return [
        NightlyServer(server.name, server.window_text, tuple(server.experiments), getattr(server, "cadence", None) or "*")
        for server in load_servers().values()
    ]
