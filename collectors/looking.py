"""The host's side of the sampling: reads what is due, here or over SSH, and says why a sample is missing."""

import os
import time

from collectors.asking import Asked, note_clock
from collectors.clocks import best_offset
from collectors.host import (
    KERNEL_SETTINGS,
    PROCESSES,
    HostContext,
    HostFamily,
    HostSource,
    LocalHost,
    Texts,
    host_families,
    kernel_rows,
)
from collectors.os.cgroup import paths as cgroup_paths
from collectors.rows import HostLines
from collectors.schedule import Book, Due, escape, iso
from pgverdict.errors import ComponentFailed

TIMEOUT_S = 5.0
MOUNTS, DISKS = "/proc/self/mountinfo", "/proc/diskstats"


class HostSide:
    """Samples of one host."""

    def __init__(self, source: HostSource, book: Book) -> None:
        self.source, self.book = source, book
        self.context = HostContext(ticks_per_s=os.sysconf("SC_CLK_TCK"))
        self.families: dict[str, HostFamily] = {}
        self.asked: Asked | None = None
        self._writers: dict[str, HostLines] = {}

    def know(self, backend_pid: int, data_directory: str | None) -> None:
        """Finds the server, and which families this host has."""
        self.know_server(backend_pid, data_directory)
        known = host_families(tuple(self.context.cgroup_files))
        there = self._read([path for family in known.values() for path in family.files])
        self.families = {name: family for name, family in known.items() if any(path in there for path in family.files)}

    def know_server(self, backend_pid: int, data_directory: str | None) -> None:
        """Finds the server's processes, its disk and its control group; again after it was restarted. 0: it is away."""
        if self.asked is not None or not backend_pid:
            return
        texts = self._read([PROCESSES, MOUNTS, DISKS])
        directory = self.source.realpath(data_directory) if data_directory else None
        our_pid = os.getpid() if isinstance(self.source, LocalHost) else None
        self.context.know_server(texts, backend_pid, our_pid, directory)
        if self.context.groups.postmaster:
            path = f"/proc/{self.context.groups.postmaster}/cgroup"
            wanted = cgroup_paths(self._read([path]).get(path, ""), texts.get(MOUNTS, ""))
            there = self._read(list(wanted))
            self.context.cgroup_files = {path: controller for path, controller in wanted.items() if path in there}

    def _read(self, paths: list[str]) -> Texts:
        self.source.ask(paths)
        deadline = time.monotonic() + TIMEOUT_S
        while (texts := self.source.receive()) is None:
            if time.monotonic() > deadline:
                raise ComponentFailed(f"the host of the server under test did not answer within {TIMEOUT_S:.0f} s")
            time.sleep(0.002)
        return texts

    def ask(self, due: dict[str, Due], at: float, now: float) -> None:
        """Reads what is due; from another host the answer comes later (`collect`)."""
        if self.asked is not None:
            self._missed(due, "the host had not answered the sample before")
            return
        self.asked = Asked(due, at, now)
        self.source.ask([path for name in due for path in self.families[name].files])
        self.collect()

    def collect(self) -> None:
        """Keeps what was read, if it is there."""
        if self.asked is None:
            return
        try:
            texts = self.source.receive()
        except ComponentFailed as error:
            asked, self.asked = self.asked, None
            self._missed(asked.due, f"the host is away: {error}")
            return
        if texts is None:
            return
        asked, self.asked = self.asked, None
        at = iso(asked.at).encode()
        for name, due in asked.due.items():
            try:
                rows = self.families[name].rows(texts, self.context)
            except (KeyError, ValueError, IndexError) as error:
                self._missed({name: due}, f"not readable on the host: {error!r}")
                continue
            self._keep(name, rows, due.second, at)
            self.book.taken(due)

    def _missed(self, due: dict[str, Due], reason: str) -> None:
        for sample in due.values():
            self.book.missed(sample.second, sample.name, reason)

    def _keep(self, name: str, rows: list[tuple[object, ...]], second: int, at: bytes) -> None:
        writer = self._writers.get(name)
        if writer is None:
            writer = self._writers[name] = HostLines(self.families[name], self.book.prefix)
        self.book.add(second, name, writer.columns, writer.lines(rows, at))

    def wait(self, timeout_s: float = TIMEOUT_S) -> None:
        """Waits for what is asked; afterwards nothing is."""
        deadline = time.monotonic() + timeout_s
        while self.asked is not None:
            self.collect()
            if self.asked is not None and time.monotonic() > deadline:
                self._missed(self.asked.due, f"no answer of the host within {timeout_s:.0f} s")
                self.asked = None
            if self.asked is not None:
                time.sleep(0.002)

    def kernel_settings(self, moment: str) -> None:
        """raw.kernel_settings, at the beginning and the end."""
        at = time.time()
        lead = self.book.prefix + iso(at).encode() + b"\t" + moment.encode() + b"\t"
        rows = kernel_rows(self._read(list(KERNEL_SETTINGS)))
        lines = [lead + escape(name.encode()) + b"\t" + escape(value.encode()) + b"\n" for name, value in rows]
        self.book.add(int(at), "kernel_settings", ["run_id", "night", "at", "moment", "name", "value"], lines)

    def measure_clock(self) -> None:
        """Another host's clock against ours; this machine's needs none."""
        if self.asked is None and (questions := self.source.ask_clock()):
            offset = best_offset(questions)
            note_clock(self.book, "host", offset.offset_ms, offset.uncertainty_ms)
