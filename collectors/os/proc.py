"""Linux's /proc texts to samples: counters since boot, exactly as read. Sources: proc(5), Documentation/admin-guide/iostats.rst.

Each function takes one file's text and returns rows as named tuples whose fields are the columns of its raw table.
A field that this kernel does not give is None. Errors: ValueError for a text of another kind.
"""

from typing import NamedTuple


class Cpu(NamedTuple):
    """raw.os_cpu: all CPUs together; ticks of 1/ticks_per_s second."""

    cpus: int
    ticks_per_s: int
    user_ticks: int
    nice_ticks: int
    system_ticks: int
    idle_ticks: int
    iowait_ticks: int
    irq_ticks: int
    softirq_ticks: int
    steal_ticks: int
    guest_ticks: int
    guest_nice_ticks: int
    context_switches: int | None
    interrupts: int | None
    forks: int | None
    procs_running: int | None
    procs_blocked: int | None
    load_1: float | None
    booted_at: str | None


def parse_stat(text: str, loadavg: str = "", ticks_per_s: int = 100) -> list[Cpu]:
    """/proc/stat, with /proc/loadavg for the load. `booted_at` is Unix seconds as ISO 8601 in UTC."""
    totals: list[int] = []
    cpus = 0
    named: dict[str, int] = {}
    for line in text.splitlines():
        if line.startswith("cpu "):
            totals = [int(field) for field in line.split()[1:11]]
        elif line.startswith("cpu"):
            cpus += 1
        else:
            name, _, rest = line.partition(" ")
            # "intr" lists every interrupt after its total: thousands of numbers on a large machine.
            named[name] = int(rest.split(" ", 1)[0] or 0)
    if not totals:
        raise ValueError('no line "cpu " in /proc/stat')
    totals += [0] * (10 - len(totals))
    return [
        Cpu._make([
            cpus, ticks_per_s, *totals, named.get("ctxt"), named.get("intr"), named.get("processes"), named.get("procs_running"),
            named.get("procs_blocked"), float(loadavg.split()[0]) if loadavg else None,
            _utc(named["btime"]) if "btime" in named else None,
        ])
    ]  # fmt: skip


class Memory(NamedTuple):
    """raw.os_memory: kB (huge pages: pages)."""

    mem_total_kb: int | None
    mem_free_kb: int | None
    mem_available_kb: int | None
    buffers_kb: int | None
    cached_kb: int | None
    swap_cached_kb: int | None
    active_kb: int | None
    inactive_kb: int | None
    swap_total_kb: int | None
    swap_free_kb: int | None
    dirty_kb: int | None
    writeback_kb: int | None
    anon_pages_kb: int | None
    mapped_kb: int | None
    shmem_kb: int | None
    slab_kb: int | None
    sreclaimable_kb: int | None
    page_tables_kb: int | None
    committed_kb: int | None
    anon_huge_pages_kb: int | None
    hugepages_total: int | None
    hugepages_free: int | None
    hugepages_rsvd: int | None
    hugepages_surp: int | None
    hugepage_size_kb: int | None


#: Names of /proc/meminfo in the order of `Memory`.
MEMINFO = (
    "MemTotal", "MemFree", "MemAvailable", "Buffers", "Cached", "SwapCached", "Active", "Inactive", "SwapTotal", "SwapFree",
    "Dirty", "Writeback", "AnonPages", "Mapped", "Shmem", "Slab", "SReclaimable", "PageTables", "Committed_AS", "AnonHugePages",
    "HugePages_Total", "HugePages_Free", "HugePages_Rsvd", "HugePages_Surp", "Hugepagesize",
)  # fmt: skip


def parse_meminfo(text: str) -> list[Memory]:
    """/proc/meminfo."""
    named = {}
    for line in text.splitlines():
        name, _, rest = line.partition(":")
        named[name] = rest
    if "MemTotal" not in named:
        raise ValueError("no MemTotal in /proc/meminfo")
    return [Memory(*(int(named[name].split()[0]) if name in named else None for name in MEMINFO))]


class VmStat(NamedTuple):
    """raw.os_vmstat: events since boot (pgpgin and pgpgout in kB, the others in pages or events)."""

    pgpgin: int | None
    pgpgout: int | None
    pswpin: int | None
    pswpout: int | None
    pgfault: int | None
    pgmajfault: int | None
    pgscan_kswapd: int | None
    pgscan_direct: int | None
    pgsteal_kswapd: int | None
    pgsteal_direct: int | None
    oom_kill: int | None
    thp_fault_alloc: int | None
    compact_stall: int | None


def parse_vmstat(text: str) -> list[VmStat]:
    """/proc/vmstat."""
    words = text.split()
    named = dict(zip(words[::2], words[1::2], strict=True))
    if "pgpgin" not in named:
        raise ValueError("no pgpgin in /proc/vmstat")
    return [VmStat(*(int(named[name]) if name in named else None for name in VmStat._fields))]


class Disk(NamedTuple):
    """raw.os_disk: sectors of 512 bytes, times in ms, since boot."""

    device: str
    is_data_device: bool
    reads: int
    reads_merged: int
    sectors_read: int
    read_ms: int
    writes: int
    writes_merged: int
    sectors_written: int
    write_ms: int
    in_flight: int
    io_ms: int
    weighted_io_ms: int
    discards: int | None = None
    discards_merged: int | None = None
    sectors_discarded: int | None = None
    discard_ms: int | None = None
    flushes: int | None = None
    flush_ms: int | None = None


def parse_diskstats(text: str, data_devices: frozenset[str] = frozenset()) -> list[Disk]:
    """/proc/diskstats: every device and partition; the one that holds the data directory is marked."""
    disks = []
    for line in text.splitlines():
        words = line.split()
        if len(words) < 14:
            raise ValueError(f"not a line of /proc/diskstats: {line[:80]!r}")
        disks.append(Disk(words[2], words[2] in data_devices, *map(int, words[3:20])))
    return disks


class Pressure(NamedTuple):
    """raw.os_pressure: shares of time in which some or all tasks waited for a resource; total in µs since boot."""

    resource: str
    kind: str
    avg10_pct: float
    avg60_pct: float
    avg300_pct: float
    total_us: int


def parse_pressure(resource: str, text: str) -> list[Pressure]:
    """/proc/pressure/RESOURCE: "some avg10=0.00 avg60=0.00 avg300=0.00 total=0" and "full …"."""
    rows = []
    for line in text.splitlines():
        kind, *fields = line.split()
        values = dict(field.split("=", 1) for field in fields)
        rows.append(
            Pressure(
                resource,
                kind,
                float(values["avg10"]),
                float(values["avg60"]),
                float(values["avg300"]),
                int(values["total"]),
            )
        )
    return rows


class Network(NamedTuple):
    """raw.os_network: since boot or the interface's birth."""

    interface: str
    rx_bytes: int
    rx_packets: int
    rx_errors: int
    rx_dropped: int
    tx_bytes: int
    tx_packets: int
    tx_errors: int
    tx_dropped: int


def parse_net_dev(text: str) -> list[Network]:
    """/proc/net/dev: every interface."""
    rows = []
    for line in text.splitlines():
        name, colon, rest = line.partition(":")
        if not colon:
            continue
        words = [int(word) for word in rest.split()]
        if len(words) < 16:
            raise ValueError(f"not a line of /proc/net/dev: {line[:80]!r}")
        rows.append(Network(name.strip(), *words[0:4], *words[8:12]))
    return rows


def _utc(unix_s: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(unix_s, UTC).isoformat()
