"""Absolute times of sampling, and the book of what was expected, taken, late and missed with its reason, by family and second."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import floor

#: A sample is late when it begins this share of its interval after its time; a whole interval later it is missed.
LATE_SHARE = 0.25
#: Smaller lateness is the kernel's timer, not ours.
LEAST_LATE_S = 0.005

TICK_COLUMNS = ["run_id", "night", "at", "family", "expected", "taken", "late", "missed", "max_late_ms", "reason"]


@dataclass
class Entry:
    """One family's place in the schedule; `due` is on the monotonic clock."""

    name: str
    interval_s: float
    due: float


@dataclass(frozen=True)
class Due:
    """A sample to be taken now: the Unix second it belongs to, how late it is, and the seconds of those before it that were slept over."""

    name: str
    second: int
    late_s: float
    is_late: bool
    overslept: tuple[int, ...]


class Schedule:
    """Families on a grid of absolute times. The first sample is due at once, the others on whole multiples of the interval
    since the Unix epoch, so that samples of one second belong to that second, whatever a sample costs."""

    def __init__(self, intervals: dict[str, float], monotonic: float, wall: float) -> None:
        self.offset = wall - monotonic
        self.entries = [Entry(name, interval, monotonic) for name, interval in intervals.items()]

    def next_due(self) -> float:
        """Monotonic time of the next sample."""
        return min(entry.due for entry in self.entries)

    def second(self, monotonic: float) -> int:
        """The Unix second that a scheduled time belongs to. Times on a whole second may be a rounding below it."""
        return floor(monotonic + self.offset + 1e-6)

    def take(self, now: float) -> list[Due]:
        """What is due now; each entry moves on to its first time after now, so that nothing is caught up in a burst."""
        taken = []
        for entry in self.entries:
            if entry.due > now:
                continue
            times = [entry.due]
            while (following := self._after(times[-1], entry.interval_s)) <= now:
                times.append(following)
            late = now - times[-1]
            is_late = late > max(LEAST_LATE_S, LATE_SHARE * entry.interval_s)
            taken.append(Due(entry.name, self.second(times[-1]), late, is_late, tuple(map(self.second, times[:-1]))))
            entry.due = following
        return taken

    def all_due(self, now: float) -> None:
        """Makes every family due: the last sample of a run, outside the grid."""
        for entry in self.entries:
            entry.due = min(entry.due, now)

    def _after(self, due: float, interval_s: float) -> float:
        """The next grid time after `due`. The tolerance is a thousandth of an interval: grid times carry rounding errors."""
        return (floor((due + self.offset) / interval_s + 1e-3) + 1) * interval_s - self.offset


@dataclass
class Tick:
    """A row of raw.ticks in the making."""

    expected: int = 0
    taken: int = 0
    late: int = 0
    missed: int = 0
    max_late_ms: float = 0.0
    reasons: list[str] = field(default_factory=list)


@dataclass
class Second:
    """What one second brought: rows of COPY text by table, and the ticks by family."""

    rows: dict[str, list[bytes]] = field(default_factory=dict)
    ticks: dict[str, Tick] = field(default_factory=dict)


class Book:
    """Seconds that are not written yet. A second's samples and its ticks leave together, in one frame of the spool."""

    def __init__(self, run_id: int, night: str) -> None:
        self.prefix = f"{run_id}\t{night}\t".encode()
        self.columns: dict[str, list[str]] = {"ticks": TICK_COLUMNS}
        self.seconds: dict[int, Second] = {}

    def _second(self, second: int) -> Second:
        return self.seconds.setdefault(second, Second())

    def tick(self, second: int, family: str) -> Tick:
        """The row of a family and second."""
        return self._second(second).ticks.setdefault(family, Tick())

    def taken(self, due: Due) -> None:
        """A sample was taken."""
        tick = self.tick(due.second, due.name)
        tick.expected += 1
        tick.taken += 1
        tick.late += due.is_late
        tick.max_late_ms = max(tick.max_late_ms, 1000 * due.late_s)

    def missed(self, second: int, family: str, reason: str, count: int = 1) -> None:
        """Samples that should have been taken were not."""
        tick = self.tick(second, family)
        tick.expected += count
        tick.missed += count
        if reason not in tick.reasons:
            tick.reasons.append(reason)

    def absent(self, second: int, family: str, reason: str) -> None:
        """A family that this server or host does not have: nothing is expected of it, and the reason is kept."""
        self.tick(second, family).reasons.append(reason)

    def add(self, second: int, table: str, columns: list[str], rows: Iterable[bytes]) -> None:
        """Rows of COPY text that hold these columns of their table."""
        self.columns[table] = columns
        self._second(second).rows.setdefault(table, []).extend(rows)

    def write_off(self, second: int, rows: dict[str, list[bytes]], reason: str) -> None:
        """A second that could not be written: all its samples are missed. Its ticks are in `rows`, as `complete` gave them."""
        for line in rows.get("ticks", []):
            values = line.split(b"\t")
            self.missed(second, values[3].decode(), reason, int(values[4]))

    def complete(self, before: int) -> list[tuple[int, dict[str, list[bytes]]]]:
        """Seconds below `before`, as blocks of the spool, with their ticks; they leave the book."""
        done = []
        for second in sorted(number for number in self.seconds if number < before):
            content = self.seconds.pop(second)
            at = iso(second).encode()
            content.rows["ticks"] = [
                b"%s%s\t%s\t%d\t%d\t%d\t%d\t%.1f\t%s\n"
                % (
                    self.prefix, at, family.encode(), tick.expected, tick.taken, tick.late, tick.missed, tick.max_late_ms,
                    escape("; ".join(tick.reasons).encode()) if tick.reasons else b"\\N",
                )
                for family, tick in content.ticks.items()
            ]  # fmt: skip
            done.append((second, content.rows))
        return done


def grid_points(begins: float, ends: float, interval_s: float) -> int:
    """How many samples of a family are due from `begins` (included) to `ends` (not included), in Unix seconds."""
    first, end = (-floor(-(edge / interval_s) + 1e-3) for edge in (begins, ends))
    return max(0, end - first)


def iso(unix_s: float) -> str:
    """A Unix time as PostgreSQL reads it, in UTC with microseconds."""
    return datetime.fromtimestamp(unix_s, UTC).isoformat(sep=" ")


def escape(value: bytes) -> bytes:
    """A value as COPY's text format wants it."""
    if b"\\" in value:
        value = value.replace(b"\\", b"\\\\")
    return value.replace(b"\t", b"\\t").replace(b"\n", b"\\n").replace(b"\r", b"\\r")
