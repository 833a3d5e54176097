"""What parsers of imported files give and get: rows of raw tables, and what the manifest says of a file."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from collectors.lines import LineProblem


class Row(NamedTuple):
    """One row of `raw.<table>`; columns that are not in `values` are null."""

    table: str
    values: dict[str, Any]


Rows = Iterator[Row]


@dataclass
class Context:
    """What the manifest says of a file's run, and what its parser learns beside the rows.

    `environment`: what the file tells of the machine (cpu_cores, kernel, pg_version); `clients`: of pgbench.
    """

    started_at: datetime | None = None
    interval_s: float | None = None
    sampling_rate: float = 1.0
    group: str = "main"
    is_since_boot: bool | None = None
    unit: str = "K"
    is_silent: bool = False  # set by a parser: a sound file of this kind may give no row
    siblings: frozenset[str] = frozenset()  # the kinds of the run's other files
    environment: dict[str, Any] = field(default_factory=dict)
    defaults: dict[str, str | None] = field(default_factory=dict)  # settings' boot_val
    clients: int | None = None
    load_ended_at: datetime | None = None
    imported_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    warnings: list[str] = field(default_factory=list)

    def warn(self, text: str) -> None:
        """Says something once."""
        if text not in self.warnings:
            self.warnings.append(text)

    def start(self, line: int) -> datetime:
        """The run's started_at, which a file without a clock needs. Errors: LineProblem."""
        if self.started_at is None:
            raise LineProblem(line, "the file has no clock of its own: give the run's started_at")
        return self.started_at

    def tick(self, line: int, position: int) -> datetime:
        """The instant of the report number `position` (from 0) of a file without a clock; the interval is 1 s unless given."""
        if self.interval_s is None:
            self.interval_s = 1.0
            self.warn("the file tells neither times nor its interval: 1 s is assumed (`interval:` says another)")
        return self.start(line) + timedelta(seconds=position * self.interval_s)


def number(text: str) -> float:
    """A number with a decimal point or comma. Errors: ValueError."""
    return float(text.replace(",", ".") if "," in text else text)
