"""Finds the block device that holds a directory, from the texts of /proc/self/mountinfo and /proc/diskstats."""

import re
from typing import NamedTuple


class Mount(NamedTuple):
    """One line of /proc/self/mountinfo (proc_pid_mountinfo(5))."""

    device_number: str  # "254:0"; major 0: no block device of its own (overlay, btrfs, tmpfs)
    mount_point: str
    file_system: str
    source: str
    options: str


def parse_mountinfo(text: str) -> list[Mount]:
    """Every mount, in the order of mounting. Paths with spaces are written \\040 there."""
    mounts = []
    for line in text.splitlines():
        left, separator, right = line.partition(" - ")
        words, tail = left.split(), right.split()
        if not separator or len(words) < 6 or len(tail) < 2:
            raise ValueError(f"not a line of mountinfo: {line[:80]!r}")
        mounts.append(Mount(words[2], _unescaped(words[4]), tail[0], _unescaped(tail[1]), words[5]))
    return mounts


def mount_of(path: str, mounts: list[Mount]) -> Mount | None:
    """The mount that a path (absolute, links resolved) lies on: the longest mount point, the latest of equals."""
    best = None
    for mount in mounts:
        prefix = mount.mount_point.rstrip("/") + "/"
        if (path.rstrip("/") + "/").startswith(prefix) and (
            best is None or len(mount.mount_point) >= len(best.mount_point)
        ):
            best = mount
    return best


def data_devices(path: str, mountinfo: str, diskstats: str) -> frozenset[str]:
    """Names (as in diskstats) of the device that holds `path`; empty where it cannot be known (network or memory file systems).

    By device number; where the file system has none of its own (btrfs), by the name of the mount's source; for an overlay,
    by the mount of "/" below it or else the only whole disk that was ever used.
    """
    numbers = {}
    for line in diskstats.splitlines():
        words = line.split()
        if len(words) >= 14:
            numbers[f"{words[0]}:{words[1]}"] = words[2]
    mounts = parse_mountinfo(mountinfo)
    mount = mount_of(path, mounts)
    if mount is None:
        return frozenset()
    if mount.device_number in numbers:
        return frozenset({numbers[mount.device_number]})
    name = mount.source.rpartition("/")[2]
    if name in numbers.values():
        return frozenset({name})
    if mount.file_system == "overlay":
        used = {words[2] for line in diskstats.splitlines() if (words := line.split()) and words[3] != "0"}
        whole = {device for device in used if not re.match(r"(loop|ram|zram|sr)\d", device)}
        whole = {device for device in whole if not any(device != other and device.startswith(other) for other in whole)}
        return frozenset(whole) if len(whole) == 1 else frozenset()
    return frozenset()


def _unescaped(text: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)
