"""What run control and the recorder say to each other; the command and the DAGs bring the two rooms together."""

from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any, Protocol


@dataclass(frozen=True)
class HostAccess:
    """How the host of a server is reached: None in `ssh` means this machine."""

    ssh: dict[str, Any] | None = None  # host, port, user, key_file, known_hosts, sudo


@dataclass(frozen=True)
class RunTarget:
    """What a recorder needs to know of the run that it records.

    `dsn` logs in as the collector's role (pg_monitor and nothing else); `database` is the one under load.
    `directory` is the run's own folder: pgbench's outputs are (or will be) in it as described by `load_files`.
    """

    run_id: int
    execution_id: int
    night: date
    server: str
    dsn: str
    database: str
    directory: Path
    host: HostAccess = field(default_factory=HostAccess)
    data_directory: str | None = None  # the server's, to find its device
    log_file: str | None = None  # the server log, where readable
    intervals_s: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class LoadFiles:
    """What pgbench left behind for one script group of a run; times are UTC.

    `progress` holds pgbench's stderr (-P 1 --progress-timestamp), `summary` its stdout, `logs` the --log files
    (aggregate when `aggregate_interval_s` is set, else transactions at `sampling_rate`).
    """

    group: str
    clients: int
    threads: int
    scripts: list[str]
    summary: Path
    progress: Path
    logs: list[Path]
    aggregate_interval_s: int | None
    sampling_rate: float
    started_at: datetime
    ended_at: datetime
    step: int = 1


@dataclass(frozen=True)
class RecorderReport:
    """What was recorded: expected and taken samples by family, and what was missed with its reason."""

    expected: dict[str, int]
    taken: dict[str, int]
    missed: dict[str, list[str]]


class Recorder(Protocol):
    """A recorder samples from `start` to `stop`, in a process of its own, and survives the warehouse being away."""

    def start(self, target: RunTarget) -> None:
        """Begins sampling; returns when the first sample of each family is taken. Errors: ComponentFailed."""

    def stop(self) -> RecorderReport:
        """Ends sampling and brings everything spooled so far into the warehouse."""

    def ingest(self, target: RunTarget, load: list[LoadFiles]) -> None:
        """Brings pgbench's outputs and the server log's part of this run into raw.*; idempotent."""


class RunCheck(Protocol):
    """Decides right after a run, in SQL, whether it must be repeated: the critical failures as sentences, empty when sound."""

    def __call__(self, run_id: int) -> list[str]: ...
