"""The host's metric families: which files each needs, and how their texts become rows of raw.os_*."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from collectors.os import cgroup, proc
from collectors.os.mounts import data_devices
from collectors.os.processes import Group, ProcessGroups, ancestors, parse_pid_stats

#: Stands for the stat file of every process; a source answers it with all of them, one a line.
PROCESSES = "/proc/[0-9]*/stat"
PRESSURE = {f"/proc/pressure/{resource}": resource for resource in ("cpu", "io", "memory")}

#: Kernel settings that PostgreSQL's speed depends on (raw.kernel_settings).
KERNEL_SETTINGS = (
    "/proc/sys/vm/*", "/proc/sys/kernel/sched_*", "/proc/sys/kernel/numa_balancing", "/proc/sys/kernel/osrelease",
    "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/kernel/mm/transparent_hugepage/defrag",
    "/sys/kernel/mm/hugepages/*/nr_hugepages", "/sys/block/*/queue/scheduler", "/sys/block/*/queue/read_ahead_kb",
    "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
)  # fmt: skip

Texts = dict[str, str]


@dataclass
class HostContext:
    """What turns texts into rows: the machine's constants, the data device, the groups of processes."""

    ticks_per_s: int = 100
    devices: frozenset[str] = frozenset()
    groups: ProcessGroups = field(default_factory=lambda: ProcessGroups(0, frozenset()))
    cgroup_files: dict[str, str] = field(default_factory=dict)

    def know_server(self, texts: Texts, backend_pid: int, our_pid: int | None, directory: str | None) -> None:
        """Finds the postmaster (the parent of our backend), the device of the data directory, and the server's control group.

        `our_pid` is None for a remote host. Texts: PROCESSES, mountinfo and diskstats; the control group is asked for after.
        """
        processes = parse_pid_stats(texts.get(PROCESSES, ""))
        parents = {process.pid: process for process in processes}
        backend = parents.get(backend_pid)
        is_postgres = backend is not None and backend.name.startswith(("postgres", "postmaster"))
        ours = ancestors(processes, our_pid) if our_pid else frozenset()
        self.groups.postmaster = backend.parent if backend is not None and is_postgres else 0
        self.groups.ours = ours | ({backend_pid} if is_postgres else frozenset())
        if directory:
            self.devices = data_devices(
                directory, texts.get("/proc/self/mountinfo", ""), texts.get("/proc/diskstats", "")
            )


class HostFamily(NamedTuple):
    """One family. `key`: how many leading columns name the row. `is_silent`: rows of zeros are held back until they move."""

    table: str
    columns: tuple[str, ...]
    files: tuple[str, ...]
    rows: Callable[[Texts, HostContext], list[tuple[object, ...]]]
    interval_s: float = 1.0
    key: int = 0
    is_silent: bool = False


def _pressure_rows(texts: Texts, _: HostContext) -> list[tuple[object, ...]]:
    return [
        row
        for path, resource in PRESSURE.items()
        if texts.get(path)
        for row in proc.parse_pressure(resource, texts[path])
    ]


def _process_rows(texts: Texts, context: HostContext) -> list[tuple[object, ...]]:
    return list(context.groups.look(parse_pid_stats(texts[PROCESSES])))


def _cgroup_rows(texts: Texts, context: HostContext) -> list[tuple[object, ...]]:
    return [
        row
        for path, controller in context.cgroup_files.items()
        if texts.get(path)
        for row in cgroup.parse_cgroup_file(controller, path.rpartition("/")[2], texts[path])
    ]


def host_families(cgroup_files: tuple[str, ...] = ()) -> dict[str, HostFamily]:
    """The families of a Linux host by table. The control group's files are known only once the server is."""
    families = [
        HostFamily("os_cpu", proc.Cpu._fields, ("/proc/stat", "/proc/loadavg"),
                   lambda t, c: list(proc.parse_stat(t["/proc/stat"], t.get("/proc/loadavg", ""), c.ticks_per_s))),
        HostFamily("os_memory", proc.Memory._fields, ("/proc/meminfo",), lambda t, c: list(proc.parse_meminfo(t["/proc/meminfo"]))),
        HostFamily("os_vmstat", proc.VmStat._fields, ("/proc/vmstat",), lambda t, c: list(proc.parse_vmstat(t["/proc/vmstat"]))),
        HostFamily("os_disk", proc.Disk._fields, ("/proc/diskstats",),
                   lambda t, c: list(proc.parse_diskstats(t["/proc/diskstats"], c.devices)), key=2, is_silent=True),
        HostFamily("os_pressure", proc.Pressure._fields, tuple(PRESSURE), _pressure_rows),
        HostFamily("os_network", proc.Network._fields, ("/proc/net/dev",),
                   lambda t, c: list(proc.parse_net_dev(t["/proc/net/dev"])), key=1, is_silent=True),
        HostFamily("os_processes", Group._fields, (PROCESSES,), _process_rows),
        HostFamily("os_cgroup", cgroup.Value._fields, cgroup_files, _cgroup_rows, key=2, is_silent=True),
    ]  # fmt: skip
    return {family.table: family for family in families if family.files}


def kernel_rows(texts: Texts) -> list[tuple[str, str]]:
    """Name and value of every kernel setting; a pattern's text holds one "path<TAB>value" a line."""
    rows = []
    for pattern, text in texts.items():
        for line in text.splitlines():
            path, tab, value = line.partition("\t") if "*" in pattern else (pattern, "\t", line)
            if tab:
                rows.append((kernel_name(path), " ".join(value.split())))
    return rows


def kernel_name(path: str) -> str:
    """sysctl's own name below /proc/sys ("vm.swappiness"), the path elsewhere."""
    return path.removeprefix("/proc/sys/").replace("/", ".") if path.startswith("/proc/sys/") else path


class HostSource(Protocol):
    """Reads files of a host. `ask` begins, `receive` gives the texts when they are there; a file that does not exist is missing."""

    def ask(self, paths: list[str]) -> None: ...

    def receive(self) -> Texts | None: ...

    def descriptor(self) -> int | None:
        """What to poll for reading while an answer is awaited."""

    def realpath(self, path: str) -> str: ...

    def ask_clock(self) -> list[tuple[float, float, float]]:
        """(sent, the host's clock, received) in Unix seconds; empty for this machine."""

    def close(self) -> None: ...


class LocalHost:
    """This machine. Files stay open between samples: reading one again at offset 0 is half the price of opening it."""

    def __init__(self) -> None:
        self._open: dict[str, int] = {}
        self._texts: Texts = {}

    def ask(self, paths: list[str]) -> None:
        """Reads at once."""
        self._texts = {}
        for path in paths:
            text = self._processes() if path == PROCESSES else self._read(path)
            if text is not None:
                self._texts[path] = text

    def receive(self) -> Texts | None:
        return self._texts

    def descriptor(self) -> int | None:
        return None

    def realpath(self, path: str) -> str:
        return os.path.realpath(path)

    def ask_clock(self) -> list[tuple[float, float, float]]:
        return []

    def close(self) -> None:
        for descriptor in self._open.values():
            os.close(descriptor)
        self._open = {}

    def _read(self, path: str) -> str | None:
        if "*" in path:
            names = sorted(str(name) for name in Path("/").glob(path.lstrip("/")))
            return "".join(f"{name}\t{text}" for name in names if (text := self._read_once(name)))
        descriptor = self._open.get(path)
        try:
            if descriptor is None:
                descriptor = self._open[path] = os.open(path, os.O_RDONLY)
            parts = [os.pread(descriptor, 1 << 17, 0)]
            while (len(parts[-1]) and len(parts[-1]) % 4096 > 3500) or len(parts[-1]) == 1 << 17:
                # /proc gives whole records up to a page or the buffer: go on until nothing is left.
                parts.append(os.pread(descriptor, 1 << 17, sum(map(len, parts))))
        except OSError:
            return None
        return b"".join(parts).decode(errors="replace")

    def _read_once(self, path: str) -> str | None:
        try:
            descriptor = os.open(path, os.O_RDONLY)
        except OSError:
            return None
        try:
            return os.read(descriptor, 1 << 14).decode(errors="replace")
        except OSError:
            return None
        finally:
            os.close(descriptor)

    def _processes(self) -> str:
        names = os.listdir("/proc")  # noqa: PTH208 - a Path for each process would double the price
        return "".join(self._read_once(f"/proc/{pid}/stat") or "" for pid in names if pid[0].isdigit())
