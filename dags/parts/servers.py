"""What the nightly DAGs take from servers.yml: a server's name, when its nights begin, what runs in turn, and its queue."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from experiments.servers import Server, Window


@dataclass(frozen=True)
class NightlyServer:
    """A server under test as its DAG sees it; `cron` None: only by hand."""

    name: str
    queue: str  # the Celery queue whose workers reach this server and no other
    rotation: tuple[str, ...]
    cron: str | None = None
    zone: str = "UTC"
    window: "Window | None" = None

    @classmethod
    def of(cls, server: "Server") -> "NightlyServer":
        """A night begins by the server's cadence, otherwise each day when its window opens; nothing to rotate, nothing by itself."""
        form, window = server.form, server.window
        cron = form.cadence or (f"{window.opens.minute} {window.opens.hour} * * *" if window else None)
        return cls(
            server.name,
            server.queue,
            tuple(form.experiments),
            cron if form.experiments else None,
            window.zone.key if window else "UTC",
            window,
        )

    def is_open(self) -> bool:
        """Whether a night may begin now; always where there is no window."""
        return self.window is None or self.window.seconds_left(datetime.now(UTC)) > 0

    def timetable(self) -> Any:
        """The schedule in the window's own time zone. Missed nights stay missed: a timetable of instants has no past intervals."""
        if self.cron is None:
            return None
        from airflow.sdk import CronTriggerTimetable

        return CronTriggerTimetable(self.cron, timezone=self.zone)


def nightly_servers() -> Sequence[NightlyServer]:
    """Every server of servers.yml. Errors: Refused, which Airflow shows as an import error with file, line and key."""
    from experiments.servers import load_servers

    return [NightlyServer.of(server) for server in load_servers().values()]
