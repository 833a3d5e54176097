"""The sampling process: one loop, one connection, one clock. Started by `collectors.recorder`; `python -m collectors.sampler`.

Reads its order as one line of JSON from standard input; a closed input means that whoever started it is gone, and ends the
sampling in good order like the line "stop". Writes "ready" when the first sample of each family is in the book.
"""

import json
import os
import select
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from collectors import clocks
from collectors.families import Family, families
from collectors.host import (
    KERNEL_SETTINGS,
    PROCESSES,
    HostContext,
    HostFamily,
    HostSource,
    LocalHost,
    host_families,
    kernel_rows,
)
from collectors.os.cgroup import paths as cgroup_paths
from collectors.rows import HostLines, RowWriter, text_of
from collectors.schedule import TICK_COLUMNS, Book, Due, Schedule, escape, grid_points, iso
from collectors.server import Answer, ServerLink
from collectors.spool import SpoolWriter, last_second
from pgverdict.errors import ComponentFailed

#: How long the first connection may take, and how long the last samples are waited for.
START_TIMEOUT_S = 20.0
LAST_TIMEOUT_S = 5.0
#: An answer that takes longer than this comes from a connection that is dead (statements end after 20 s).
DEAD_AFTER_S = 30.0


@dataclass
class Asked:
    """A tick whose answers are awaited."""

    due: dict[str, Due]
    at: float
    sent: float


class Sampler:
    """One run's sampling. `order`: see `collectors.recorder.order_for`."""

    def __init__(self, order: dict[str, Any]) -> None:
        self.order = order
        self.spool = SpoolWriter(Path(order["spool"]), {"run_id": order["run_id"], "night": order["night"]})
        self.resumed_after = last_second(self.spool.directory)
        self.book = Book(order["run_id"], order["night"])
        self.link = ServerLink(order["dsn"])
        self.host: HostSource = _host_source(order)
        self.context = HostContext(ticks_per_s=os.sysconf("SC_CLK_TCK"))
        self.host_families: dict[str, HostFamily] = {}
        self.writers = {name: RowWriter(family, self.book.prefix) for name, family in families().items()}
        self.host_writers: dict[str, HostLines] = {}
        self.columns: dict[str, list[str]] = {"ticks": TICK_COLUMNS, "clock_offsets": clocks.COLUMNS}
        self.asked: Asked | None = None
        self.asked_host: Asked | None = None
        self.counts: dict[str, int] = {}
        self.failures: dict[str, int] = {}
        self.stopping = False
        self.schedule: Schedule
        self.clock = clocks.OwnClock()

    # ------------------------------------------------------------------------------------------ beginning

    def start(self) -> None:
        """Connects, gets to know server and host, takes the samples before and the first of each family."""
        self._connect()
        self._know_host()
        intervals = self._intervals()
        if self.resumed_after is None:
            self._moment(first=True)
        else:
            time.sleep(
                1 - time.time() % 1
            )  # a resumed sampler begins with a whole second: what was before it is written off
        self.schedule = Schedule(intervals, time.monotonic(), time.time())
        if self.resumed_after is not None:
            self._write_off(self.resumed_after + 1, self.schedule.second(time.monotonic()), intervals)
        self._measure_server_clock()
        self.tick(time.monotonic())
        if self.link.state == "waiting" and (answers := self.link.wait(LAST_TIMEOUT_S)) is not None:
            self._answered(answers)
        self._wait_host(LAST_TIMEOUT_S)

    def _connect(self) -> None:
        deadline = time.monotonic() + START_TIMEOUT_S
        while self.link.state != "ready":
            self.link.tend()
            if time.monotonic() > deadline:
                raise ComponentFailed(f"the collector cannot log in to the server under test: {self.link.reason}")
            time.sleep(0.01 if self.link.state == "connecting" else 0.1) if self.link.state != "ready" else None

    def _know_host(self) -> None:
        """Finds the server's processes, its disk and its control group."""
        self.host.ask([PROCESSES, "/proc/self/mountinfo", "/proc/diskstats", "/proc/stat"])
        texts = self._wait_host_texts(LAST_TIMEOUT_S)
        is_local = isinstance(self.host, LocalHost)
        directory = self.link.data_directory or self.order.get("data_directory")
        self.context.know_server(
            texts,
            self.link.backend_pid,
            os.getpid() if is_local else None,
            directory and os.path.realpath(directory) if is_local else directory,
        )
        if self.context.groups.postmaster:
            path = f"/proc/{self.context.groups.postmaster}/cgroup"
            self.host.ask([path])
            group = self._wait_host_texts(LAST_TIMEOUT_S).get(path, "")
            wanted = cgroup_paths(group, texts.get("/proc/self/mountinfo", ""))
            self.host.ask(list(wanted))
            there = self._wait_host_texts(LAST_TIMEOUT_S)
            self.context.cgroup_files = {path: controller for path, controller in wanted.items() if path in there}
        known = host_families(tuple(self.context.cgroup_files))
        pressure_missing = [
            name for name, family in known.items() if name == "os_pressure" and not self._exists(family)
        ]
        self.host_families = {name: family for name, family in known.items() if name not in pressure_missing}

    def _exists(self, family: HostFamily) -> bool:
        self.host.ask(list(family.files))
        return bool(self._wait_host_texts(LAST_TIMEOUT_S))

    def _intervals(self) -> dict[str, float]:
        """Every family that exists here with its interval; 0 in the configuration turns one off."""
        own = {name: family.interval_s for name, family in self.link.prepared.items() if family.interval_s}
        own |= {name: family.interval_s for name, family in self.host_families.items()}
        wanted = {name: float(self.order["intervals_s"].get(name, interval)) for name, interval in own.items()}
        return {name: interval for name, interval in wanted.items() if interval > 0}

    def _write_off(self, first: int, before: int, intervals: dict[str, float]) -> None:
        """Counts as missed what nobody sampled while the collector did not run."""
        for second in range(first, before):
            for name, interval in intervals.items():
                if points := grid_points(second, interval):
                    self.book.missed(
                        second, name, self.order.get("resumed_because") or "the collector was not running", points
                    )

    # ------------------------------------------------------------------------------------------ the loop

    def run(self) -> None:
        """Samples until told to stop."""
        control, wake = sys.stdin.fileno(), _wake_descriptor(self)
        next_chores = time.monotonic() + 0.5
        while not self.stopping:
            poll = select.poll()
            poll.register(control, select.POLLIN)
            poll.register(wake, select.POLLIN)
            if watched := self.link.descriptor():
                poll.register(*watched)
            if (descriptor := self.host.descriptor()) is not None:
                poll.register(descriptor, select.POLLIN)
            due = min(self.schedule.next_due(), next_chores)
            # poll() counts in whole milliseconds and rounds up: sleep the last one exactly.
            left = due - time.monotonic()
            events = dict(poll.poll(max(0, int(left * 1000)))) if left > 0.001 else {}
            if control in events and not self._obey(control):
                break
            self._tend_link()
            self._collect_host()
            now = time.monotonic()
            if now < due:
                if due - now < 0.0015:
                    time.sleep(due - now)
                else:
                    continue
            now = time.monotonic()
            if now >= self.schedule.next_due():
                self.tick(now)
            if now >= next_chores:
                next_chores += max(1, round(now - next_chores))
                self._chores()

    def _obey(self, control: int) -> bool:
        """False when told to stop, or when whoever started us is gone."""
        said = os.read(control, 4096)
        return bool(said) and b"stop" not in said

    def _tend_link(self) -> None:
        if self.link.state == "waiting":
            if (answers := self.link.receive()) is not None:
                self._answered(answers)
            elif self.link.state == "waiting" and self.asked and time.monotonic() - self.asked.sent > DEAD_AFTER_S:
                self.link.close()
                self.link.reason = f"no answer within {DEAD_AFTER_S:.0f} s"
        elif self.link.state != "ready":
            self.link.tend()
        if self.link.state not in ("waiting", "ready") and self.asked is not None:
            self._unanswered(f"the server went away: {self.link.reason}")

    def _unanswered(self, reason: str) -> None:
        assert self.asked is not None
        for due in self.asked.due.values():
            self.book.missed(self.schedule.second(due.due), due.name, reason)
        self.asked = None

    def tick(self, now: float) -> None:
        """Takes what is due: the server's families in one packet, the host's files while it answers."""
        at = time.time()
        server: dict[str, Due] = {}
        host: dict[str, Due] = {}
        for due in self.schedule.take(now):
            for slept in due.overslept:
                self.book.missed(self.schedule.second(slept), due.name, "the collector was not given the CPU in time")
            (host if due.name in self.host_families else server)[due.name] = due
        if server:
            self._ask_server(server, at, now)
        if host:
            self._ask_host(host, at, now)

    def _ask_server(self, due: dict[str, Due], at: float, now: float) -> None:
        if self.link.state != "ready":
            waiting = self.link.state == "waiting"
            reason = (
                "the server had not answered the sample before"
                if waiting
                else f"the server is away: {self.link.reason}"
            )
            for sample in due.values():
                self.book.missed(self.schedule.second(sample.due), sample.name, reason)
            return
        # A family that failed goes last: an error in a pipeline takes along what follows it.
        names = sorted(
            (name for name in due if name in self.link.prepared), key=lambda name: self.failures.get(name, 0)
        )
        for name in due.keys() - set(names):
            why = self.link.absent.get(name, "not on this server")
            self.book.missed(self.schedule.second(due[name].due), name, why)
        self.asked = Asked({name: due[name] for name in names}, at, now)
        self.link.send([(self.link.prepared[name], self._parameter(self.link.prepared[name])) for name in names])

    def _parameter(self, family: Family) -> bytes | None:
        if family.thorough_every is None:
            return None
        count = self.counts[family.name] = self.counts.get(family.name, -1) + 1
        return b"t" if self.stopping or count % family.thorough_every == 0 else b"f"

    def _answered(self, answers: list[Answer]) -> None:
        asked, self.asked = self.asked, None
        if asked is None:
            return
        at = iso(asked.at).encode()
        for answer in answers:
            due = asked.due[answer.family.name]
            second = self.schedule.second(due.due)
            if answer.error is not None:
                self.failures[due.name] = self.failures.get(due.name, 0) + 1
                self.book.missed(second, due.name, answer.error)
                continue
            self._keep(answer, second, at)
            self.book.taken(second, due.name, due.late_s, due.is_late)

    def _keep(self, answer: Answer, second: int, at: bytes) -> None:
        writer = self.writers[answer.family.name]
        self.columns[answer.family.table] = writer.describe(answer)
        self.book.add(second, answer.family.table, writer.lines(answer, at))

    # ------------------------------------------------------------------------------------------ the host

    def _ask_host(self, due: dict[str, Due], at: float, now: float) -> None:
        if self.asked_host is not None:
            for sample in due.values():
                self.book.missed(
                    self.schedule.second(sample.due), sample.name, "the host had not answered the sample before"
                )
            return
        self.asked_host = Asked(due, at, now)
        self.host.ask([path for name in due for path in self.host_families[name].files])
        self._collect_host()

    def _collect_host(self) -> None:
        if self.asked_host is None:
            return
        try:
            texts = self.host.receive()
        except ComponentFailed as error:
            texts, reason = {}, f"the host is away: {error}"
        else:
            reason = "the host does not give its files"
        if texts is None:
            return
        asked, self.asked_host = self.asked_host, None
        for name, due in asked.due.items():
            second = self.schedule.second(due.due)
            try:
                rows = self.host_families[name].rows(texts, self.context) if texts else None
            except (KeyError, ValueError, IndexError) as error:
                rows, reason = None, f"unreadable: {error!r}"
            if rows is None:
                self.book.missed(second, name, reason)
                continue
            self._keep_host(name, rows, second, iso(asked.at).encode())
            self.book.taken(second, name, due.late_s, due.is_late)

    def _keep_host(self, name: str, rows: list[tuple[object, ...]], second: int, at: bytes) -> None:
        family = self.host_families[name]
        if name not in self.host_writers:
            self.host_writers[name] = HostLines(family, self.book.prefix)
            self.columns[name] = self.host_writers[name].columns
        self.book.add(second, name, self.host_writers[name].lines(rows, at))

    def _wait_host(self, timeout_s: float) -> None:
        deadline = time.monotonic() + timeout_s
        while self.asked_host is not None and time.monotonic() < deadline:
            self._collect_host()
            time.sleep(0.002)

    def _wait_host_texts(self, timeout_s: float) -> dict[str, str]:
        deadline = time.monotonic() + timeout_s
        while (texts := self.host.receive()) is None:
            if time.monotonic() > deadline:
                raise ComponentFailed(
                    "the host of the server under test does not answer; `pgverdict doctor` tells more"
                )
            time.sleep(0.002)
        return texts

    # ------------------------------------------------------------------------------------------ chores, once a second

    def _chores(self) -> None:
        """Writes whole seconds to the spool; looks at the clocks and at who started us."""
        if os.getppid() != self.order["parent"]:
            self.stopping = True
        now = time.time()
        if step_ms := self.clock.step_ms():
            self._note_clock("collector step", step_ms, None, now)
        self._measure_server_clock(every_s=60)
        self._flush(int(time.monotonic() + self.schedule.offset))

    def _flush(self, before: int) -> None:
        for awaited in (self.asked, self.asked_host):
            if awaited is not None:
                before = min([before, *(self.schedule.second(due.due) for due in awaited.due.values())])
        self.spool.declare(self.columns)
        for second, rows in self.book.complete(before):
            try:
                self.spool.append(second, rows)
            except OSError as error:
                print(f"spool: {error}", file=sys.stderr, flush=True)
                for line in rows.get("ticks", []):
                    values = line.split(b"\t")
                    self.book.missed(before, values[3].decode(), f"spool: {error.strerror}", int(values[4]))

    def _measure_server_clock(self, every_s: float = 0) -> None:
        """The server's clock against ours, by the quickest of a few questions; only when nothing else is under way."""
        if self.link.state != "ready" or not self.clock.is_due("server", every_s):
            return
        if questions := self.link.ask_clock():
            best = clocks.best_offset(questions)
            self._note_clock("server", best.offset_ms, best.uncertainty_ms, time.time())

    def _note_clock(self, clock: str, offset_ms: float, uncertainty_ms: float | None, at: float) -> None:
        values = [iso(at), clock, round(offset_ms, 4), None if uncertainty_ms is None else round(uncertainty_ms, 4)]
        line = self.book.prefix + b"\t".join(text_of(value) for value in values) + b"\n"
        self.book.add(int(at), "clock_offsets", [line])

    # ------------------------------------------------------------------------------------------ before and after

    def _moment(self, first: bool) -> None:
        """Families that are asked at the beginning and the end only, and the kernel's settings."""
        at, second = time.time(), int(time.time())
        position = 0 if first else -1
        for family in [family for family in self.link.prepared.values() if family.moments]:
            if first and len(family.moments) == 1:
                continue
            if self.link.state != "ready":
                self.book.missed(second, family.name, f"the server is away: {self.link.reason}")
                continue
            takes = "$1" in (family.variants[0].sql)
            self.link.send([(family, family.moments[position].encode() if takes else None)])
            answers = self.link.wait(LAST_TIMEOUT_S * 4)
            if not answers or answers[0].error is not None:
                self.book.missed(
                    second, family.name, answers[0].error or "" if answers else f"no answer: {self.link.reason}"
                )
                continue
            self._keep(answers[0], second, iso(at).encode())
            self.book.taken(second, family.name, 0.0, False)
        self._kernel_settings("active" if first else "after", second, at)

    def _kernel_settings(self, moment: str, second: int, at: float) -> None:
        self.host.ask(list(KERNEL_SETTINGS))
        rows = kernel_rows(self._wait_host_texts(LAST_TIMEOUT_S))
        self.columns["kernel_settings"] = ["run_id", "night", "at", "moment", "name", "value"]
        lead = self.book.prefix + iso(at).encode() + b"\t" + moment.encode() + b"\t"
        self.book.add(
            second,
            "kernel_settings",
            [lead + name.encode() + b"\t" + escape(value.encode()) + b"\n" for name, value in rows],
        )

    def finish(self) -> None:
        """The last sample of every family, the state after, and everything to the spool."""
        self.stopping = True
        if self.link.state == "waiting" and (answers := self.link.wait(LAST_TIMEOUT_S)) is not None:
            self._answered(answers)
        self._wait_host(LAST_TIMEOUT_S)
        now = time.monotonic()
        for entry in self.schedule.entries:
            entry.due = min(entry.due, now)
        self.tick(now)
        if self.link.state == "waiting" and (answers := self.link.wait(LAST_TIMEOUT_S)) is not None:
            self._answered(answers)
        if self.asked is not None:
            self._unanswered(f"no answer before the end: {self.link.reason}")
        self._wait_host(LAST_TIMEOUT_S)
        self._measure_server_clock()
        self._moment(first=False)
        self.asked = self.asked_host = None
        self._flush(int(time.time()) + 2)
        self.spool.close()
        self.link.close()
        self.host.close()


def _host_source(order: dict[str, Any]) -> HostSource:
    if order.get("ssh"):
        from collectors.remote import RemoteHost

        return RemoteHost(order["ssh"])
    return LocalHost()


def _wake_descriptor(sampler: Sampler) -> int:
    """SIGTERM stops like the line "stop"; SIGINT is for whoever started us."""
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    signal.set_wakeup_fd(write_end)

    def stop(*_: object) -> None:
        sampler.stopping = True

    signal.signal(signal.SIGTERM, stop)
    return read_end


def _first_line(descriptor: int) -> bytes:
    """Byte by byte: what follows the line must stay where poll() sees it."""
    line = b""
    while not line.endswith(b"\n") and (byte := os.read(descriptor, 1)):
        line += byte
    return line


def main() -> int:
    """The process: 0 done, 3 a component failed (its message is on standard error)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
