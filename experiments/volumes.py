"""Storage as a factor: volumes on loop devices, the data directory (or the load's tablespace) on them, and the way back.

A volume's copy of the data directory is mounted over the original with a bind mount. So the original is never touched, and
undoing it, also after a crash or a reboot, is unmounting.
"""

from __future__ import annotations

import shlex
from typing import Any

from psycopg import sql

from experiments import data
from experiments.desired import Desired
from experiments.hosts import Host, is_root
from experiments.limits import MEASURED_S, clear_limits, measure, read_limits, set_limits
from experiments.model import Experiment
from experiments.postgres import Postgres
from pgverdict.errors import ComponentFailed, Refused
from pgverdict.paths import state_directory
from pgverdict.units import size_bytes

#: A file in each copied data directory that says on which volume it lies.
MARKER = "pgverdict.volume"
TABLESPACE = "pgverdict_volume"


def planned(postgres: Postgres, experiment: Experiment, names: list[str]) -> dict[str, dict[str, Any]]:
    """Where each volume will be, written into the saved state before any of them is made."""
    base = postgres.server.form.volumes_directory or (
        str(state_directory() / "volumes") if postgres.is_local else "/var/lib/pgverdict/volumes"
    )
    result: dict[str, dict[str, Any]] = {}
    for name in names:
        form = experiment.form.volumes[name]
        stem = f"{base}/{postgres.name}-{name}"
        result[name] = form.model_dump(exclude_none=True) | {
            "mount": f"{form.path.rstrip('/')}/pgverdict-{postgres.name}" if form.path else stem,
            "image": None if form.path else f"{stem}.img",
            "size_bytes": size_bytes(form.size) if form.size else None,
            "limits": {
                "read_iops": form.read_iops,
                "write_iops": form.write_iops,
                "read_bps": _bps(form.mbps or form.read_mbps),
                "write_bps": _bps(form.mbps or form.write_mbps),
            },
        }
    return result


def _bps(megabytes: int | None) -> int | None:
    return megabytes * 1024**2 if megabytes else None


def _root(host: Host, script: str, *, check: bool = True, timeout_s: float = 600) -> str:
    return host.run(["sh", "-c", script], as_root=True, check=check, timeout_s=timeout_s).output.strip()


# ---------------------------------------------------------------- making and mounting


def current(postgres: Postgres) -> str | None:
    """The volume that the data directory lies on now; None is the server's own."""
    text = postgres.host.read(f"{postgres.data_directory}/{MARKER}", as_root=True)
    return text.strip() if text else None


def switch(postgres: Postgres, state: dict[str, Any], wanted: Desired) -> bool:
    """Brings the data directory (or the load's tablespace) to the wanted volume; True when something had to be done."""
    if not state["volumes"]:
        return False
    if wanted.placement == "tablespace":
        return _switch_tablespace(postgres, state, wanted.volume)
    here = current(postgres)
    if here == wanted.volume:
        return False
    postgres.stop()
    if here is not None:
        _unmount(postgres.host, postgres.data_directory)
    if wanted.volume is not None:
        volume = state["volumes"][wanted.volume]
        make(postgres, volume)
        _copy_data_directory(postgres, volume, wanted.volume)
        _root(
            postgres.host,
            f"mount --bind {shlex.quote(volume['mount'] + '/data')} {shlex.quote(postgres.data_directory)}",
        )
    postgres.start()
    return True


def make(postgres: Postgres, volume: dict[str, Any]) -> None:
    """Makes and mounts a volume unless it is; a half-made one is made again. Errors: ComponentFailed, Refused (no space)."""
    host, mount, image = postgres.host, shlex.quote(volume["mount"]), volume["image"]
    owner = _root(host, f"stat -c %u:%g {shlex.quote(postgres.data_directory)}")
    if image is None:
        _root(host, f"mkdir -p {mount} && chown {owner} {mount}")
        return
    if _is_mounted(host, volume["mount"]):
        return
    path = shlex.quote(image)
    _root(host, f"mkdir -p {mount} $(dirname {path}) && chmod 755 $(dirname {path})")
    free = int(_root(host, f"df -B1 --output=avail $(dirname {path}) | tail -1"))
    if free < volume["size_bytes"] + 1024**3:
        raise Refused(
            f"volume {image} needs {volume['size_bytes'] >> 20} MB and 1 GB to spare; there are {free >> 20} MB"
        )
    _detach(host, image)
    # The blocks are allocated now: a sparse file would grow during the measurement.
    _root(host, f"rm -f {path} && fallocate -l {volume['size_bytes']} {path} && chmod 600 {path}")
    device = _root(host, f"losetup --find --show --direct-io=on {path}")
    _root(host, f"mkfs.{volume['fs']} -q {'-F' if volume['fs'] == 'ext4' else '-f'} {device}")
    options = f"-o {shlex.quote(volume['mount_options'])}" if volume.get("mount_options") else ""
    _root(host, f"mount {options} {device} {mount} && chown {owner} {mount} && chmod 700 {mount}")


def _copy_data_directory(postgres: Postgres, volume: dict[str, Any], name: str) -> None:
    """Copies the stopped server's own data directory to the volume, once; the marker comes last."""
    host, target = postgres.host, f"{volume['mount']}/data"
    if host.read(f"{target}/{MARKER}", as_root=True) is not None:
        return
    source, quoted = shlex.quote(postgres.data_directory), shlex.quote(target)
    _root(
        host,
        f"rm -rf {quoted} && cp -a {source} {quoted} && echo {shlex.quote(name)} > {quoted}/{MARKER} && sync",
        timeout_s=7200,
    )


def _switch_tablespace(postgres: Postgres, state: dict[str, Any], name: str | None) -> bool:
    assert name is not None
    volume = state["volumes"][name]
    with postgres.connect() as connection:
        row = connection.execute(
            "select pg_tablespace_location(oid) from pg_tablespace where spcname = %s", [TABLESPACE]
        ).fetchone()
        location = f"{volume['mount']}/tablespace"
        if row and row[0] == location:
            return False
        _drop_tablespace(postgres)
        make(postgres, volume)
        owner = _root(postgres.host, f"stat -c %u:%g {shlex.quote(postgres.data_directory)}")
        quoted = shlex.quote(location)
        _root(postgres.host, f"mkdir -p {quoted} && chown {owner} {quoted} $(dirname {quoted}) && chmod 700 {quoted}")
        connection.execute(
            sql.SQL("create tablespace {} location {}").format(sql.Identifier(TABLESPACE), sql.Literal(location))
        )
        connection.execute(sql.SQL("grant create on tablespace {} to public").format(sql.Identifier(TABLESPACE)))
    return True


def _drop_tablespace(postgres: Postgres) -> None:
    data.drop_database(postgres, data.DATABASE)
    with postgres.connect() as connection:
        connection.execute(sql.SQL("drop tablespace if exists {}").format(sql.Identifier(TABLESPACE)))


def tablespace(wanted: Desired) -> str | None:
    """The tablespace for the load's database in a run, None for the default."""
    return TABLESPACE if wanted.volume is not None and wanted.placement == "tablespace" else None


# ---------------------------------------------------------------- limits


def device_of(host: Host, volume: dict[str, Any]) -> str:
    """'major:minor' of the volume's device."""
    return _root(host, f"stat -c '%Hd:%Ld' {shlex.quote(volume['mount'])}")


def limit(postgres: Postgres, state: dict[str, Any], wanted: Desired) -> None:
    """Sets the wanted volume's limits; after the data were restored, which they would only slow down."""
    if wanted.volume is None:
        return
    volume = state["volumes"][wanted.volume]
    if any(volume["limits"].values()):
        set_limits(postgres.host, device_of(postgres.host, volume), volume["limits"], postgres.postmaster_pid())


def unlimit(postgres: Postgres, state: dict[str, Any]) -> None:
    """Lifts the limits of every volume that is mounted."""
    for volume in state["volumes"].values():
        if any(volume["limits"].values()) and _is_mounted(postgres.host, volume["mount"]):
            clear_limits(postgres.host, device_of(postgres.host, volume))


def limits_in_force(postgres: Postgres, state: dict[str, Any], wanted: Desired) -> list[str]:
    """The wanted volume's limits as the kernel has them now; what differs from what was asked for is an error.

    Errors: ComponentFailed.
    """
    if wanted.volume is None or not any(state["volumes"][wanted.volume]["limits"].values()):
        return []
    volume = state["volumes"][wanted.volume]
    return read_limits(postgres.host, device_of(postgres.host, volume), volume["limits"], postgres.postmaster_pid())


def prove_limits(postgres: Postgres, state: dict[str, Any], wanted: Desired) -> dict[str, Any]:
    """Measures the volume with direct reads, direct writes and a synced buffered write.

    What the kernel lets pass at once can make a short measurement too fast; a longer one tells that from a missing limit.

    Errors: ComponentFailed when something is faster than its limit allows (by more than a fifth), in both.
    """
    if wanted.volume is None:
        return {}
    volume = state["volumes"][wanted.volume]
    limits, found, too_fast = volume["limits"], {}, []
    for seconds in (MEASURED_S, 4 * MEASURED_S):
        found = measure(postgres.host, volume["mount"], limits, seconds)
        too_fast = [
            f"{key} {found[key]:.0f} at a limit of {limits[key]}"
            for key in found
            if limits.get(key) and found[key] > 1.2 * limits[key]
        ]
        if not too_fast:
            return found
    raise ComponentFailed(
        f"volume {wanted.volume} does not keep to its limits: {', '.join(too_fast)}; the host's cgroups do not throttle it"
    )


def problems(postgres: Postgres, state: dict[str, Any], wanted: Desired) -> list[str]:
    """Whether the data lie where they should."""
    if not state["volumes"] or wanted.placement != "data_directory":
        return []
    here = current(postgres)
    return (
        []
        if here == wanted.volume
        else [f"the data directory lies on {here or 'its own volume'}, it should be on {wanted.volume}"]
    )


# ---------------------------------------------------------------- the way back


def restore(postgres: Postgres, state: dict[str, Any]) -> list[str]:
    """Unmounts, detaches and removes whatever there is of our volumes. Safe to call at any time, any number of times."""
    if not state["volumes"]:
        return []
    host, done = postgres.host, []
    if current(postgres) is not None:
        postgres.stop()
        while current(postgres) is not None:
            _unmount(host, state["data_directory"])
        done.append("data directory back on its own volume")
        postgres.start()
    elif postgres.answers():
        _drop_tablespace(postgres)
    for name, volume in state["volumes"].items():
        unlimit_one(host, volume)
        if volume["image"] is None:
            _root(host, f"rm -rf {shlex.quote(volume['mount'])}")
            continue
        while _is_mounted(host, volume["mount"]):
            _unmount(host, volume["mount"])
        _detach(host, volume["image"])
        if _root(
            host, f"rm -fv {shlex.quote(volume['image'])}; rmdir {shlex.quote(volume['mount'])} 2>/dev/null; true"
        ):
            done.append(f"volume {name} removed")
    return done


def unlimit_one(host: Host, volume: dict[str, Any]) -> None:
    if any(volume["limits"].values()) and _is_mounted(host, volume["mount"]):
        clear_limits(host, device_of(host, volume))


def left_behind(postgres: Postgres, state: dict[str, Any]) -> list[str]:
    """What of our volumes is still there; empty when all is gone."""
    if not state["volumes"]:
        return []
    left = [f"the data directory still lies on volume {current(postgres)}"] if current(postgres) else []
    for name, volume in state["volumes"].items():
        if volume["image"] and _is_mounted(postgres.host, volume["mount"]):
            left.append(f"volume {name} is still mounted at {volume['mount']}")
        if volume["image"] and _root(postgres.host, f"losetup -j {shlex.quote(volume['image'])}", check=False):
            left.append(f"volume {name} still has a loop device")
    return left


def _is_mounted(host: Host, path: str) -> bool:
    return host.run(["mountpoint", "-q", path], as_root=True, check=False).is_ok


def _unmount(host: Host, path: str) -> None:
    quoted = shlex.quote(path)
    # Somebody who only looks into it (a shell, a sampler) must not keep us from going: then lazily.
    _root(host, f"for i in 1 2 3 4 5; do umount {quoted} 2>/dev/null && exit 0; sleep 0.3; done; umount -l {quoted}")


def _detach(host: Host, image: str) -> None:
    path = shlex.quote(image)
    _root(host, f"for d in $(losetup -j {path} | cut -d: -f1); do losetup -d $d; done", check=False)


def check(host: Host) -> list[str]:
    """Programs and rights that making volumes needs and that are missing here."""
    missing = [
        program
        for program in ("losetup", "mkfs.ext4", "mount", "umount", "fallocate", "mountpoint")
        if not host.run(
            ["sh", "-c", f"command -v {program} || test -x /sbin/{program} || test -x /usr/sbin/{program}"], check=False
        ).is_ok
    ]
    if not is_root(host):
        missing.append("root rights (sudo without a password)")
    return missing
