"""I/O limits of a volume through the kernel's cgroups (blkio of version 1, io of version 2), and the measurements that prove them."""

from __future__ import annotations

import math
import re
import shlex

from experiments.hosts import Host
from pgverdict.errors import ComponentFailed

V1 = "/sys/fs/cgroup/blkio"
V2 = "/sys/fs/cgroup"
GROUP = "pgverdict"

#: Our names to the files of version 1 and the keys of version 2.
FILES = {
    "read_iops": "read_iops_device",
    "write_iops": "write_iops_device",
    "read_bps": "read_bps_device",
    "write_bps": "write_bps_device",
}
KEYS = {"read_iops": "riops", "write_iops": "wiops", "read_bps": "rbps", "write_bps": "wbps"}


def has_v1(host: Host) -> bool:
    return host.read(f"{V1}/blkio.throttle.read_iops_device") is not None


def set_limits(host: Host, device: str, limits: dict[str, int | None], postmaster: int) -> None:
    """Limits a device ('major:minor') for the server and, with version 1, for the root group as well.

    Version 1 charges buffered write-back to the root group, whoever wrote: limits in the server's group alone would let
    checkpoints escape. Errors: ComponentFailed where the kernel has neither.
    """
    if has_v1(host):
        for group in {"", _group_of(host, postmaster, "blkio")}:
            for key, value in limits.items():
                _put(host, f"{V1}{group}/blkio.throttle.{FILES[key]}", f"{device} {value or 0}")
        return
    group = _own_group_v2(host, postmaster)
    if host.read(f"{V2}{group}/io.max") is None:
        raise ComponentFailed(
            f"the kernel does not limit I/O for the server's cgroup {group} (no io.max there): the io controller is off. "
            f"`systemctl set-property {group.rsplit('/', 1)[-1]} IOAccounting=yes` switches it on for a service"
        )
    words = " ".join(f"{KEYS[key]}={value or 'max'}" for key, value in limits.items())
    _put(host, f"{V2}{group}/io.max", f"{device} {words}")


def read_limits(host: Host, device: str, limits: dict[str, int | None], postmaster: int) -> list[str]:
    """What the kernel holds for a device in the server's group, as text. Errors: ComponentFailed where a limit is not there."""
    found: list[str] = []
    if has_v1(host):
        group = _group_of(host, postmaster, "blkio")
        for key, value in limits.items():
            text = host.read(f"{V1}{group}/blkio.throttle.{FILES[key]}") or ""
            found += [f"{key} {value}"] if value and f"{device} {value}" in text.splitlines() else []
    else:
        text = host.read(f"{V2}{_own_group_v2(host, postmaster)}/io.max") or ""
        line = next((line for line in text.splitlines() if line.startswith(f"{device} ")), "")
        found += [f"{key} {value}" for key, value in limits.items() if value and f"{KEYS[key]}={value}" in line.split()]
    missing = [f"{key} {value}" for key, value in limits.items() if value and f"{key} {value}" not in found]
    if missing:
        raise ComponentFailed(f"limits of device {device} are not in force: {', '.join(missing)}")
    return found


def clear_limits(host: Host, device: str) -> None:
    """Lifts every limit on a device, in whichever group it was set."""
    if has_v1(host):
        script = f"for f in $(grep -rls --include='blkio.throttle.*_device' '^{device} ' {V1}); do echo '{device} 0' > $f; done"
    else:
        script = (
            f"for f in $(grep -rls --include=io.max '^{device} ' {V2}); do echo '{device} riops=max wiops=max rbps=max wbps=max' > $f; done; "
            f"rmdir {V2}/{GROUP}"  # ours, once the server has left it; not before
        )
    host.run(["sh", "-c", script], as_root=True, check=False)


def _put(host: Host, path: str, text: str) -> None:
    done = host.run(["tee", path], stdin=text + "\n", as_root=True, check=False)
    if not done.is_ok:
        raise ComponentFailed(
            f"{path} does not take {text!r}: {done.errors.strip()[-200:]}; this kernel or container does not limit volumes"
        )


def _group_of(host: Host, pid: int, controller: str) -> str:
    """The path of a process's cgroup of one version 1 controller, '' for the root group."""
    for line in (host.read(f"/proc/{pid}/cgroup") or "").splitlines():
        _, controllers, path = line.split(":", 2)
        if controller in controllers.split(","):
            return "" if path == "/" else path
    return ""


def _own_group_v2(host: Host, postmaster: int) -> str:
    """The server's cgroup of version 2; a server in the root group, which cannot be limited, moves to one of its own."""
    match = re.search(r"^0::(.*)$", host.read(f"/proc/{postmaster}/cgroup") or "", re.M)
    path = match[1] if match else "/"
    if path != "/":
        return path
    script = (
        f"echo +io > {V2}/cgroup.subtree_control && mkdir -p {V2}/{GROUP} && "
        f"for p in {postmaster} $(pgrep -P {postmaster}); do echo $p > {V2}/{GROUP}/cgroup.procs; done"
    )
    done = host.run(["sh", "-c", script], as_root=True, check=False)
    if not done.is_ok:
        raise ComponentFailed(f"no cgroup could be made for the server: {done.errors.strip()[-200:]}")
    return f"/{GROUP}"


# ---------------------------------------------------------------- proof


#: Each measurement moves what the limit allows in this time: the kernel lets a tenth of a second's worth pass at once, at times two.
MEASURED_S = 1.2
MOST_MB = 256


def measure(host: Host, directory: str, limits: dict[str, int | None], seconds: float = MEASURED_S) -> dict[str, float]:
    """What the volume really does, `seconds` a direction at the limit: direct 8 kB reads and writes, and a synced buffered write.

    Returns read_iops, write_iops (requests/s), read_bps and write_bps (bytes/s) for the limits that are set.
    """
    path = shlex.quote(f"{directory}/pgverdict.probe")
    most_bps = max(limits.get("read_bps") or 0, limits.get("write_bps") or 0, 8 * 2**20)
    size_mb = min(MOST_MB, math.ceil(most_bps * seconds / 2**20))
    found: dict[str, float] = {}
    host.run(
        ["sh", "-c", f"dd if=/dev/zero of={path} bs=1M count={size_mb} conv=fsync status=none"],
        as_root=True,
        timeout_s=600,
    )
    try:
        for key, options in (
            ("read", f"if={path} of=/dev/null iflag=direct"),
            ("write", f"if=/dev/zero of={path} oflag=direct conv=notrunc"),
        ):
            if limit := limits.get(f"{key}_iops"):
                count = min(int(limit * seconds), size_mb * 128)
                found[f"{key}_iops"] = count / _timed(host, f"dd {options} bs=8k count={count} status=none")
        for key, options in (
            ("read", f"if={path} of=/dev/null iflag=direct"),
            ("write", f"if=/dev/zero of={path} conv=fsync,notrunc"),
        ):
            if limit := limits.get(f"{key}_bps"):
                count = max(1, min(size_mb, int(limit * seconds / 2**20)))
                found[f"{key}_bps"] = count * 2**20 / _timed(host, f"dd {options} bs=1M count={count} status=none")
    finally:
        host.run(["rm", "-f", f"{directory}/pgverdict.probe"], as_root=True, check=False)
    return found


def _timed(host: Host, command: str) -> float:
    """Seconds that a command takes on the host, by the host's own clock."""
    done = host.run(["sh", "-c", f"date +%s.%N; {command}; date +%s.%N"], as_root=True, timeout_s=600)
    first, last = done.output.split()[:2]
    return max(float(last) - float(first), 1e-6)
