"""The sampling process: one loop, one connection, one clock. Started by `collectors.recorder` as `python -m collectors.sampler`.

Reads its order as one line of JSON from standard input. A closed input means that whoever started it is gone, and ends the
sampling in good order, like the line "stop". Writes "ready" when the first sample of each family is in the book.
"""

import contextlib
import json
import os
import select
import signal
import sys
import time
from pathlib import Path
from typing import Any

from collectors.asking import ServerSide, note_clock
from collectors.clocks import OwnClock
from collectors.host import HostSource, LocalHost
from collectors.looking import HostSide
from collectors.schedule import Book, Due, Schedule, grid_points
from collectors.spool import SpoolWriter, last_second, remembered
from pgverdict.errors import ComponentFailed

#: How long the first and the last samples are waited for.
LAST_TIMEOUT_S = 5.0
NICENESS = -10
#: How long a successor waits for the server before it goes on without.
RESUMED_TIMEOUT_S = 2.0
#: Between two measurements of the other clocks.
CLOCK_EVERY_S = 60.0
#: The once-a-second chores run this long after a second's end: its last samples are answered then, and no other is due.
CHORES_AT_S = 0.05


class Sampler:
    """One run's sampling. `order`: see `collectors.recorder.order_for`."""

    def __init__(self, order: dict[str, Any]) -> None:
        self.order = order
        header = {"run_id": order["run_id"], "night": order["night"]}
        self.spool = SpoolWriter(Path(order["spool"]), header, order["segment_s"])
        self.last_second = last_second(self.spool.directory)
        self.is_successor = "resumed_because" in order
        self.book = Book(order["run_id"], order["night"])
        self.server = ServerSide(order["dsn"], self.book)
        self.host = HostSide(_host_source(order), self.book)
        self.clock = OwnClock()
        self.is_stopping = False
        self.known_connection = 0
        self.schedule: Schedule

    # ------------------------------------------------------------------------------------------ beginning

    def start(self) -> None:
        """Connects, gets to know server and host, takes the samples before and the first of each family."""
        try:
            self.server.connect(RESUMED_TIMEOUT_S if self.is_successor else self.order["connect_timeout_s"])
        except ComponentFailed:
            if not self.is_successor:
                raise  # a successor begins without the server: its absence is recorded like any other
        self.host.know(*self._whereabouts())
        intervals = self._intervals()
        if self.last_second is None:  # also when the first one was killed before anything was written
            self.server.moment(0)
            self.host.kernel_settings("active")
        for name, reason in self.server.link.absent.items():
            self.book.absent(int(time.time()), name, reason)
        self._measure_clocks()
        self.schedule = Schedule(intervals, time.monotonic(), time.time())
        if self.is_successor:
            first = self.order["began_s"] if self.last_second is None else self.last_second + 1
            self._write_off(first, time.time(), intervals)
        self.tick(time.monotonic())
        self.server.wait(LAST_TIMEOUT_S)
        self.host.wait(LAST_TIMEOUT_S)

    def _intervals(self) -> dict[str, float]:
        """Every family that exists here with its interval; 0 in the configuration leaves one out."""
        own = self.server.intervals() | {name: family.interval_s for name, family in self.host.families.items()}
        wanted = {name: float(self.order["intervals_s"].get(name, interval)) for name, interval in own.items()}
        wanted = {name: interval for name, interval in wanted.items() if interval > 0}
        return remembered(self.spool.directory, wanted)

    def _whereabouts(self) -> tuple[int, str | None]:
        """Our backend's process number (0 while the server is away) and the directory of the data; remembers for which connection."""
        link = self.server.link
        self.known_connection = link.connections
        return link.backend_pid if link.connections else 0, link.data_directory or self.order.get("data_directory")

    def _write_off(self, first: int, before: float, intervals: dict[str, float]) -> None:
        """Counts as missed what nobody sampled while the collector did not run, up to this moment."""
        for second in range(first, int(before) + 1):
            for name, interval in intervals.items():
                if points := grid_points(second, min(second + 1, before), interval):
                    self.book.missed(second, name, self.order["resumed_because"], points)

    # ------------------------------------------------------------------------------------------ the loop

    def run(self) -> None:
        """Samples until told to stop."""
        control, woken = sys.stdin.fileno(), self._wake_on_signals()
        chores = self._next_chores()
        while not self.is_stopping:
            due = min(self.schedule.next_due(), chores)
            events = self._sleep_until(due, [control, woken])
            if control in events and not _is_to_go_on(control):
                return
            self.server.tend()
            self.host.collect()
            now = time.monotonic()
            if now >= self.schedule.next_due():
                self.tick(now)
            if now >= chores:
                self._chores()
                chores = self._next_chores()

    def _sleep_until(self, due: float, controls: list[int]) -> dict[int, int]:
        """Sleeps until `due` or until there is something to read. poll() counts whole milliseconds: the last one is slept exactly."""
        poll = select.poll()
        for control in controls:
            poll.register(control, select.POLLIN)
        if watched := self.server.link.descriptor():
            poll.register(*watched)
        if (descriptor := self.host.source.descriptor()) is not None:
            poll.register(descriptor, select.POLLIN)
        left = due - time.monotonic()
        if left <= 0:
            return {}
        events = dict(poll.poll(int(left * 1000)))
        if not events and 0 < (left := due - time.monotonic()) < 0.0015:
            time.sleep(left)
        return events

    def tick(self, now: float) -> None:
        """Takes what is due: the server's families in one packet, the host's files while it answers."""
        at = time.time()
        server: dict[str, Due] = {}
        host: dict[str, Due] = {}
        for due in self.schedule.take(now):
            for second in due.overslept:
                self.book.missed(second, due.name, "the collector was not given the CPU in time")
            (host if due.name in self.host.families else server)[due.name] = due
        if server:
            self.server.ask(server, at, now)
        if host:
            self.host.ask(host, at, now)

    # ------------------------------------------------------------------------------------------ chores, once a second

    def _next_chores(self) -> float:
        now = time.time()
        return time.monotonic() + (CHORES_AT_S - now % 1) % 1 + (1 if now % 1 == CHORES_AT_S else 0)

    def _chores(self) -> None:
        """Writes whole seconds to the spool; looks at the clocks and at who started us."""
        if os.getppid() != self.order["parent"]:
            self.is_stopping = True
        if step_ms := self.clock.step_ms():
            note_clock(self.book, "collector step", step_ms, None)
        if self.server.link.connections != self.known_connection:  # restarted: other processes, perhaps elsewhere
            self.host.know_server(*self._whereabouts())
        if self.clock.is_due("others", CLOCK_EVERY_S):
            self._measure_clocks()
        self._flush(self.schedule.second(time.monotonic()))

    def _measure_clocks(self) -> None:
        self.clock.is_due("others", 0)
        self.server.measure_clock()
        self.host.measure_clock()

    def _flush(self, before: int) -> None:
        """Seconds that are over, and whose samples are all answered, go to the spool."""
        for awaited in (self.server.asked, self.host.asked):
            if awaited is not None:
                before = min([before, *(due.second for due in awaited.due.values())])
        self.spool.declare(self.book.columns)
        for second, rows in self.book.complete(before):
            try:
                self.spool.append(second, rows)
            except OSError as error:
                print(f"spool: {error}", file=sys.stderr, flush=True)
                self.book.write_off(second, rows, f"spool: {error.strerror}")

    # ------------------------------------------------------------------------------------------ end

    def finish(self) -> None:
        """The last sample of every family, the state after, and everything to the spool."""
        self.server.is_last = True
        self.server.wait(LAST_TIMEOUT_S)
        self.host.wait(LAST_TIMEOUT_S)
        now = time.monotonic()
        self.schedule.all_due(now)
        self.tick(now)
        self.server.wait(LAST_TIMEOUT_S)
        self.host.wait(LAST_TIMEOUT_S)
        self._measure_clocks()
        self.server.moment(-1)
        self.host.kernel_settings("after")
        self._flush(int(time.time()) + 2)
        self.spool.close()
        self.server.link.close()
        self.host.source.close()

    def _wake_on_signals(self) -> int:
        """SIGTERM stops like the line "stop"; SIGINT is for whoever started us."""
        read_end, write_end = os.pipe()
        os.set_blocking(write_end, False)
        signal.set_wakeup_fd(write_end)

        def stop(*_: object) -> None:
            self.is_stopping = True

        signal.signal(signal.SIGTERM, stop)
        return read_end


def _is_to_go_on(control: int) -> bool:
    """False when told to stop, or when whoever started us is gone."""
    said = os.read(control, 4096)
    return bool(said) and b"stop" not in said


def _host_source(order: dict[str, Any]) -> HostSource:
    if order.get("ssh"):
        from collectors.remote import RemoteHost

        remote: HostSource = RemoteHost(order["ssh"])
        return remote
    return LocalHost()


def _go_before_the_load() -> None:
    """Asks the kernel to wake us in time on a saturated machine: it costs no more CPU, and fewer samples are late. Root only."""
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)


def _first_line(descriptor: int) -> bytes:
    """Byte by byte: what follows the line must stay where poll() sees it."""
    line = b""
    while not line.endswith(b"\n") and (byte := os.read(descriptor, 1)):
        line += byte
    return line


def main() -> int:
    """The process: 0 done, 3 a component failed (the line "failed …" says which)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _go_before_the_load()
    order = json.loads(_first_line(sys.stdin.fileno()))
    try:
        sampler = Sampler(order)
        sampler.start()
        print("ready", flush=True)
        sampler.run()
        sampler.finish()
    except ComponentFailed as error:
        print(f"failed {error}", flush=True)
        return error.exit_status
    return 0


if __name__ == "__main__":
    sys.exit(main())
