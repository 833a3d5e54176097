"""The server's side of the sampling: asks what is due, keeps what is answered, and says why an answer is missing."""

import re
import time
from dataclasses import dataclass

from collectors.clocks import COLUMNS as CLOCK_COLUMNS
from collectors.clocks import best_offset
from collectors.families import Family, families
from collectors.rows import RowWriter, text_of
from collectors.schedule import Book, Due, iso
from collectors.server import Answer, ServerLink
from pgverdict.errors import ComponentFailed

#: How long the first connection may take: a server that was just restarted lets nobody in for a while.
START_TIMEOUT_S = 15.0
#: What no waiting mends.
HOPELESS = re.compile(
    r'(role|database) ".*" does not exist|authentication failed|no pg_hba\.conf entry|no password supplied|no member of pg_monitor'
)
#: How long the samples before and after are waited for: they look at every table.
MOMENT_TIMEOUT_S = 20.0
#: An answer that takes longer than this comes from a connection that is dead (statements end after 20 s).
DEAD_AFTER_S = 30.0


@dataclass
class Asked:
    """A tick whose answers are awaited: what was due, our clock when it was asked (wall and monotonic)."""

    due: dict[str, Due]
    at: float
    sent: float


class ServerSide:
    """Samples of one server. Every family that is due is in the book in the end: taken, or missed with the reason."""

    def __init__(self, dsn: str, book: Book) -> None:
        self.link, self.book = ServerLink(dsn), book
        self.writers = {name: RowWriter(family, book.prefix) for name, family in families().items()}
        self.asked: Asked | None = None
        self.is_last = False
        self._counts: dict[str, int] = {}
        self._failures: dict[str, int] = {}

    def connect(self, timeout_s: float = START_TIMEOUT_S) -> None:
        """Logs in for the first time. Errors: ComponentFailed after `timeout_s`, or at once where waiting mends nothing."""
        deadline = time.monotonic() + timeout_s
        while True:
            self.link.tend()
            if self.link.state == "ready":
                return
            if time.monotonic() > deadline or HOPELESS.search(self.link.reason):
                raise ComponentFailed(f"the collector cannot log in to the server under test: {self.link.reason}")
            time.sleep(0.002 if self.link.state == "connecting" else 0.1)

    def intervals(self) -> dict[str, float]:
        """The sampled families of this server and their intervals."""
        return {name: family.interval_s for name, family in self.link.prepared.items() if family.interval_s}

    def ask(self, due: dict[str, Due], at: float, now: float) -> None:
        """Sends what is due in one packet; where that cannot be, books it as missed."""
        if self.link.state != "ready":
            is_slow = self.link.state == "waiting"
            reason = (
                "the server had not answered the sample before"
                if is_slow
                else f"the server is away: {self.link.reason}"
            )
            self._missed(due, reason)
            return
        for name in due.keys() - self.link.prepared.keys():
            self._missed({name: due[name]}, self.link.absent.get(name, "not on this server"))
        # A family that failed goes last: an error in a pipeline takes along what follows it.
        names = sorted(
            (name for name in due if name in self.link.prepared), key=lambda name: self._failures.get(name, 0)
        )
        if names:
            self.asked = Asked({name: due[name] for name in names}, at, now)
            self.link.send([(self.link.prepared[name], self._parameter(self.link.prepared[name])) for name in names])

    def _parameter(self, family: Family) -> bytes | None:
        if family.thorough_every is None:
            return None
        count = self._counts[family.name] = self._counts.get(family.name, -1) + 1
        return b"t" if self.is_last or count % family.thorough_every == 0 else b"f"

    def _missed(self, due: dict[str, Due], reason: str) -> None:
        for sample in due.values():
            self.book.missed(sample.second, sample.name, reason)

    def tend(self) -> None:
        """Takes in what has arrived and goes on with connecting; never waits."""
        if self.link.state == "waiting":
            answers = self.link.receive()
            if answers is not None:
                self._answered(answers)
            elif self.link.state == "waiting" and self.asked and time.monotonic() - self.asked.sent > DEAD_AFTER_S:
                self.link.give_up(f"no answer within {DEAD_AFTER_S:.0f} s")
        elif self.link.state != "ready":
            self.link.tend()
        if self.asked is not None and self.link.state not in ("waiting", "ready"):
            self._missed(self.asked.due, f"the server went away: {self.link.reason}")
            self.asked = None

    def wait(self, timeout_s: float) -> None:
        """Waits for what is asked; afterwards nothing is."""
        if self.link.state == "waiting" and (answers := self.link.wait(timeout_s)) is not None:
            self._answered(answers)
        if self.asked is not None:
            self._missed(
                self.asked.due, f"no answer within {timeout_s:.0f} s: {self.link.reason or 'the server is slow'}"
            )
            self.asked = None

    def _answered(self, answers: list[Answer]) -> None:
        asked, self.asked = self.asked, None
        if asked is None:
            return
        at = iso(asked.at).encode()
        for answer in answers:
            due = asked.due[answer.family.name]
            if answer.error is not None:
                self._failures[due.name] = self._failures.get(due.name, 0) + 1
                self.book.missed(due.second, due.name, answer.error)
                continue
            self._keep(answer, due.second, at)
            self.book.taken(due)

    def _keep(self, answer: Answer, second: int, at: bytes) -> None:
        family = answer.family
        if family.of is not None:
            silence = self.writers[family.of].silence
            wanted = {key[0] for key in silence.moving} if silence else set()
            answer.rows = [row for row in answer.rows if row[0] in wanted]
        writer = self.writers[family.name]
        lines = writer.lines(answer, at)
        self.book.add(second, family.table, writer.columns, lines)

    # ------------------------------------------------------------------------------------------ once a run

    def moment(self, position: int) -> None:
        """The families of the beginning (0) or the end (-1) of the run, one after the other."""
        at, second = time.time(), int(time.time())
        for family in [family for family in self.link.prepared.values() if family.moments]:
            if position == 0 and len(family.moments) == 1:
                continue
            due = Due(family.name, second, 0.0, False, ())
            if self.link.state != "ready":
                self._missed({family.name: due}, f"the server is away: {self.link.reason}")
                continue
            takes_moment = "$1" in family.variants[0].sql
            self.asked = Asked({family.name: due}, at, time.monotonic())
            self.link.send([(family, family.moments[position].encode() if takes_moment else None)])
            self.wait(MOMENT_TIMEOUT_S)

    def measure_clock(self) -> None:
        """The server's clock against ours, by the quickest of a few questions; only while nothing is asked."""
        if self.link.state == "ready" and (questions := self.link.ask_clock()):
            offset = best_offset(questions)
            note_clock(self.book, "server", offset.offset_ms, offset.uncertainty_ms)


def note_clock(book: Book, clock: str, offset_ms: float, uncertainty_ms: float | None) -> None:
    """A row of raw.clock_offsets: another clock minus ours."""
    now = time.time()
    values = [iso(now), clock, round(offset_ms, 4), None if uncertainty_ms is None else round(uncertainty_ms, 4)]
    book.add(int(now), "clock_offsets", CLOCK_COLUMNS, [book.prefix + b"\t".join(map(text_of, values)) + b"\n"])
