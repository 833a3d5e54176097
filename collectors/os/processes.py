"""CPU time by group of processes: PostgreSQL, pgbench, the collector itself, and everything else ("foreign load")."""

from dataclasses import dataclass, field
from typing import NamedTuple

POSTGRES, PGBENCH, OURS, OTHER = "postgres", "pgbench", "pgverdict", "other"


class Process(NamedTuple):
    """One process of /proc/PID/stat; CPU in ticks, `started` in ticks since boot, memory in pages."""

    pid: int
    name: str
    parent: int
    cpu_ticks: int
    started: int
    rss_pages: int


class Group(NamedTuple):
    """raw.os_processes."""

    process_group: str
    processes: int
    cpu_ticks: int
    rss_kb: int


def parse_pid_stats(text: str) -> list[Process]:
    """Lines of /proc/PID/stat (proc_pid_stat(5)). The name may hold spaces and parentheses: it ends at the last ")".

    A line that is cut (its process ended while it was read) is passed over.
    """
    processes = []
    for line in text.splitlines():
        head, _, rest = line.rpartition(") ")
        pid, _, name = head.partition(" (")
        words = rest.split(" ", 22)
        if len(words) < 22 or not pid.isdigit():
            continue
        processes.append(
            Process(int(pid), name, int(words[1]), int(words[11]) + int(words[12]), int(words[19]), int(words[21]))
        )
    return processes


@dataclass
class ProcessGroups:
    """Adds up each group's CPU time since the first look.

    The kernel forgets a process when it ends, so a plain sum over the living would fall: what each process gained since the
    last look is added instead. What a process used after the last look before its end is not seen. Forked processes bring
    what they used since their birth.
    """

    postmaster: int
    ours: frozenset[int]
    page_kb: int = 4
    totals: dict[str, int] = field(default_factory=dict)
    seen: dict[tuple[int, int], int] = field(default_factory=dict)
    looks: int = 0

    def group_of(self, process: Process) -> str:
        """A process belongs to the server when its postmaster started it; our own backend is ours, not the server's."""
        if process.pid in self.ours:
            return OURS
        if process.pid == self.postmaster or (process.parent == self.postmaster and self.postmaster > 0):
            return POSTGRES
        return PGBENCH if process.name == PGBENCH else OTHER

    def look(self, processes: list[Process]) -> list[Group]:
        """The groups as they stand; every group is there, also an empty one."""
        counts = dict.fromkeys((POSTGRES, PGBENCH, OURS, OTHER), 0)
        memory = dict.fromkeys(counts, 0)
        seen: dict[tuple[int, int], int] = {}
        for process in processes:
            group = self.group_of(process)
            counts[group] += 1
            memory[group] += process.rss_pages * self.page_kb
            key = (process.pid, process.started)
            before = self.seen.get(key, process.cpu_ticks if not self.looks else 0)
            self.totals[group] = self.totals.get(group, 0) + max(0, process.cpu_ticks - before)
            seen[key] = process.cpu_ticks
        self.seen = seen
        self.looks += 1
        return [Group(group, count, self.totals.get(group, 0), memory[group]) for group, count in counts.items()]


def ancestors(processes: list[Process], pid: int) -> frozenset[int]:
    """A process and those that it descends from, the first process of the machine left out."""
    parents = {process.pid: process.parent for process in processes}
    chain = set()
    while pid > 1 and pid not in chain:
        chain.add(pid)
        pid = parents.get(pid, 0)
    return frozenset(chain)
