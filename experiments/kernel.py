"""The host's side: sysctls, pools of huge pages, transparent huge pages, caches and mounts; read back from the kernel, always."""

from __future__ import annotations

import re
from typing import Any

from experiments.hosts import Host
from pgverdict.errors import ComponentFailed

#: The part of the sysctl tree that can move a database's figures; all of it is compared before and after each run.
WATCHED_TREES = ("vm", "kernel")
WATCHED = re.compile(
    r"^(vm\.(?!stat_refresh|compact_memory|drop_caches|hugetlb_optimize_vmemmap$).*"
    r"|kernel\.(sched_.*|numa_balancing.*|shm.*|sem|io_uring_disabled|threads-max|pid_max|timer_migration)"
    r"|fs\.(aio-max-nr|file-max))$"
)
#: Values that the kernel moves by itself.
RESTLESS = {"vm.nr_hugepages", "vm.nr_hugepages_mempolicy", "vm.min_free_kbytes"}  # the last follows huge pages

HUGE_PAGE_KB = {"2MB": 2048, "1GB": 1048576}
#: What a reservation of huge pages leaves to everybody else.
MEMORY_LEFT_KB = 1024 * 1024
TRANSPARENT = "/sys/kernel/mm/transparent_hugepage/enabled"


def sysctl_path(name: str) -> str:
    return "/proc/sys/" + name.replace(".", "/")


def read_sysctl(host: Host, name: str) -> str | None:
    """A sysctl's value with single blanks, None when the kernel has none of that name."""
    text = host.read(sysctl_path(name))
    return None if text is None else " ".join(text.split())


def write_sysctl(host: Host, name: str, value: str) -> None:
    """Errors: ComponentFailed when the kernel refuses, or took something else (it clamps some values silently)."""
    done = host.run(["tee", sysctl_path(name)], stdin=value + "\n", as_root=True, check=False)
    if not done.is_ok:
        raise ComponentFailed(f"the kernel refused {name} = {value}: {done.errors.strip()[-200:]}")
    taken = read_sysctl(host, name)
    if taken != " ".join(value.split()):
        raise ComponentFailed(f"the kernel took {name} = {taken} instead of {value}")


def read_watched(host: Host) -> dict[str, str]:
    """The watched part of the sysctl tree, in one command."""
    done = host.run(
        [
            "sh",
            "-c",
            "cd /proc/sys && find vm kernel fs -type f -perm -0400 2>/dev/null | xargs grep -H '' 2>/dev/null; true",
        ],
        check=False,
    )
    found: dict[str, str] = {}
    for line in done.output.splitlines():
        path, _, value = line.partition(":")
        name = path.replace("/", ".")
        if WATCHED.match(name) and name not in RESTLESS and name not in found:
            found[name] = " ".join(value.split())
    return found


# ---------------------------------------------------------------- huge pages


def pool_path(size_kb: int) -> str:
    return f"/sys/kernel/mm/hugepages/hugepages-{size_kb}kB"


def read_pools(host: Host) -> dict[str, dict[str, int]]:
    """Pools of huge pages by their page size in kB: nr, free, resv, surplus, overcommit."""
    pools: dict[str, dict[str, int]] = {}
    for size in HUGE_PAGE_KB.values():
        names = ("nr_hugepages", "free_hugepages", "resv_hugepages", "surplus_hugepages", "nr_overcommit_hugepages")
        values = [host.read(f"{pool_path(size)}/{name}") for name in names]
        if values[0] is not None:
            pools[str(size)] = {name: int(value or 0) for name, value in zip(names, values, strict=True)}
    return pools


def set_pool(host: Host, size_kb: int, pages: int) -> None:
    """Sets a pool's size; compacts memory once when the kernel cannot find enough at first.

    Errors: ComponentFailed, with what it gave (and after having put back what there was), or without having tried where
    the pages would leave the machine too little memory to live on.
    """
    path = f"{pool_path(size_kb)}/nr_hugepages"
    before = int(host.read(path) or 0)
    available = re.search(r"^MemAvailable:\s+(\d+)", host.read("/proc/meminfo") or "", re.M)
    if available and (pages - before) * size_kb > int(available[1]) - MEMORY_LEFT_KB:
        raise ComponentFailed(
            f"{pages} huge pages of {size_kb} kB are not to be had: {int(available[1]) >> 10} MB of memory are available"
        )
    for attempt in (1, 2, 3):
        host.run(["tee", path], stdin=f"{pages}\n", as_root=True)
        got = int(host.read(path) or 0)
        if got == pages:
            return
        if attempt < 3:
            host.run(
                ["sh", "-c", "sync; echo 1 > /proc/sys/vm/drop_caches; echo 1 > /proc/sys/vm/compact_memory"],
                as_root=True,
                check=False,
            )
    host.run(["tee", path], stdin=f"{before}\n", as_root=True, check=False)
    raise ComponentFailed(
        f"the kernel gave {got} of {pages} huge pages of {size_kb} kB: memory is too small or too fragmented; free some or reserve them at boot"
    )


def read_transparent(host: Host) -> str | None:
    """The active word of transparent_hugepage/enabled."""
    match = re.search(r"\[(\w+)\]", host.read(TRANSPARENT) or "")
    return match[1] if match else None


def write_transparent(host: Host, word: str) -> None:
    host.run(["tee", TRANSPARENT], stdin=word, as_root=True)
    if read_transparent(host) != word:
        raise ComponentFailed(f"the kernel keeps transparent huge pages at {read_transparent(host)} instead of {word}")


def huge_pages_of_process(host: Host, pid: int) -> dict[str, int]:
    """kB of private and shared hugetlb memory of a process, and the page sizes that its huge mappings have."""
    text = host.read(f"/proc/{pid}/smaps", as_root=True) or ""
    used = {"private_kb": 0, "shared_kb": 0}
    for key, pattern in (("private_kb", r"^Private_Hugetlb:\s+(\d+)"), ("shared_kb", r"^Shared_Hugetlb:\s+(\d+)")):
        used[key] = sum(int(value) for value in re.findall(pattern, text, re.M))
    for size in HUGE_PAGE_KB.values():
        if re.search(rf"^KernelPageSize:\s+{size} kB", text, re.M):
            used[f"mapped_{size}"] = 1
    return used


# ---------------------------------------------------------------- caches, mounts, the machine


def drop_caches(host: Host) -> None:
    """Writes dirty pages back, then drops page cache, dentries and inodes."""
    host.run(["sh", "-c", "sync && echo 3 > /proc/sys/vm/drop_caches"], as_root=True, timeout_s=300)


def read_mounts(host: Host) -> list[str]:
    """Mounts as 'device mountpoint type options', without those that come and go by themselves."""
    lines = (host.read("/proc/self/mounts") or host.read("/proc/mounts") or "").splitlines()
    kept = [" ".join(line.split()[:4]) for line in lines]
    return sorted(line for line in kept if line.split()[2] not in ("autofs", "fuse.lxcfs", "nsfs", "binfmt_misc"))


def fingerprint(host: Host, data_directory: str) -> dict[str, Any]:
    """What the machine is: CPU, memory, kernel, the data's file system and device, virtualisation."""
    cpu = host.read("/proc/cpuinfo") or ""
    memory = host.read("/proc/meminfo") or ""
    model = re.search(r"^model name\s*:\s*(.+)$", cpu, re.M)
    total = re.search(r"^MemTotal:\s+(\d+)", memory, re.M)
    swap = re.search(r"^SwapTotal:\s+(\d+)", memory, re.M)
    uname = host.run(["uname", "-srm"], check=False).output.strip()
    # findmnt is not everywhere; df is.
    mounted = host.run(["df", "-PT", data_directory], as_root=False, check=False).output.splitlines()[-1:] or [""]
    fields = mounted[0].split()
    mount = next((line for line in read_mounts(host) if fields and line.split()[1] == fields[-1]), "")
    device = fields[0].removeprefix("/dev/") if fields else ""
    virtual = "hypervisor" in cpu
    vendor = (host.read("/sys/class/dmi/id/sys_vendor") or "").strip()
    return {
        "cpu_model": model[1].strip() if model else "",
        "cpu_cores": len(re.findall(r"^processor\s*:", cpu, re.M)),
        "memory_mb": int(total[1]) // 1024 if total else None,
        "swap_mb": int(swap[1]) // 1024 if swap else None,
        "kernel": uname,
        "virtualisation": (vendor or "virtual machine") if virtual else "none seen",
        "file_system": fields[1] if len(fields) > 1 else "",
        "mount_options": mount.split()[3] if mount else "",
        "device": device,
        "device_mb": int(fields[2]) // 1024 if len(fields) > 2 and fields[2].isdigit() else None,
        "device_model": (host.read(f"/sys/block/{device}/device/model") or "").strip(),
        "device_scheduler": (host.read(f"/sys/block/{device}/queue/scheduler") or "").strip(),
        "transparent_huge_pages": read_transparent(host),
        "clocksource": (host.read("/sys/devices/system/clocksource/clocksource0/current_clocksource") or "").strip(),
    }
