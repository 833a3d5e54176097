"""Limits and use of the control group that the server runs in (version 2 and 1): a throttled server is not a slow setting."""

from typing import NamedTuple

from collectors.os.mounts import Mount, parse_mountinfo

#: Files worth reading, by controller. Version 2 has them in one directory, version 1 in one a controller.
FILES_V2 = {
    "cpu": ("cpu.max", "cpu.stat"),
    "memory": ("memory.max", "memory.current", "memory.events"),
    "io": ("io.max", "io.stat"),
}
FILES_V1 = {
    "cpu": ("cpu.cfs_quota_us", "cpu.cfs_period_us", "cpu.stat"),
    "memory": ("memory.limit_in_bytes", "memory.usage_in_bytes", "memory.failcnt"),
    "blkio": (
        "blkio.throttle.read_iops_device", "blkio.throttle.write_iops_device", "blkio.throttle.read_bps_device",
        "blkio.throttle.write_bps_device", "blkio.throttle.io_serviced", "blkio.throttle.io_service_bytes",
    ),
}  # fmt: skip


class Value(NamedTuple):
    """raw.os_cgroup: one number; devices and operations stand in the key ("io.stat 254:0 rbytes")."""

    controller: str
    key: str
    value: float


def paths(proc_cgroup: str, mountinfo: str) -> dict[str, str]:
    """The files of a process' groups: path -> controller. From /proc/PID/cgroup and the mounts of cgroup file systems.

    Not all of them need exist: a controller may be off, and the root of a hierarchy has no limits.
    """
    found: dict[str, str] = {}
    mounts = [mount for mount in parse_mountinfo(mountinfo) if mount.file_system in ("cgroup", "cgroup2")]
    for line in proc_cgroup.splitlines():
        _, controllers, group = line.split(":", 2)
        is_v2 = controllers == ""
        for controller, names in _worth_reading(is_v2, group).items():
            if not is_v2 and controller not in controllers.split(","):
                continue
            root = _root(mounts, None if is_v2 else controller)
            if root is not None:
                found |= {f"{root}{group.rstrip('/')}/{name}": controller for name in names}
    return found


def _worth_reading(is_v2: bool, group: str) -> dict[str, tuple[str, ...]]:
    """Of the root of a hierarchy, which is the whole machine, only the limits on devices: the rest is in /proc."""
    if group != "/":
        return FILES_V2 if is_v2 else FILES_V1
    return {} if is_v2 else {"blkio": tuple(name for name in FILES_V1["blkio"] if name.endswith("_device"))}


def _root(mounts: list[Mount], controller: str | None) -> str | None:
    for mount in mounts:
        name = mount.mount_point
        if controller is None and mount.file_system == "cgroup2":
            return name
        if controller and mount.file_system == "cgroup" and controller in name.rpartition("/")[2].split(","):
            return name
    return None


def parse_cgroup_file(controller: str, name: str, text: str) -> list[Value]:
    """One file: a number ("max": none), "key value" lines, "MAJ:MIN key=value …" lines, or "MAJ:MIN Operation value" lines."""
    values = []
    for line in text.splitlines():
        words = line.split()
        if len(words) == 1:
            pairs = [(name, words[0])]
        elif name == "cpu.max":
            pairs = [(f"{name} quota", words[0]), (f"{name} period", words[1])]
        elif all("=" in word for word in words[1:]):
            pairs = [
                (f"{name} {words[0]} {key}", number) for key, _, number in (word.partition("=") for word in words[1:])
            ]
        else:
            pairs = [(" ".join([name, *words[:-1]]), words[-1])]
        values += [Value(controller, key, float(number)) for key, number in pairs if _is_number(number)]
    return values


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text not in ("max", "inf", "nan")
