"""What is written to the kernel for a volume's limits, and where, with either version of cgroups: on a tree of files that stands for it.

Hosts of version 2 were not at hand: these tests show each path and each line, not what a kernel does with them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from experiments import limits
from experiments.hosts import LocalHost
from experiments.limits import clear_limits, read_limits, set_limits
from pgverdict.errors import ComponentFailed

LIMITS: dict[str, int | None] = {"read_iops": 3000, "write_iops": 1500, "read_bps": None, "write_bps": 125829120}
PID = os.getpid()


class Host(LocalHost):
    """This machine, but for what it says of a process's cgroup."""

    def __init__(self, cgroup: str) -> None:
        self.cgroup = cgroup

    def read(self, path: str, *, as_root: bool = False) -> str | None:
        return self.cgroup if path == f"/proc/{PID}/cgroup" else super().read(path, as_root=as_root)

    def run(self, command: list[str], **options: object):  # type: ignore[no-untyped-def,override]
        return super().run(command, **{**options, "as_root": False})  # type: ignore[arg-type]


@pytest.fixture
def v2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree like version 2's, with the controller on for a service and off for a session."""
    monkeypatch.setattr(limits, "V1", str(tmp_path / "no-such-controller"))
    monkeypatch.setattr(limits, "V2", str(tmp_path))
    for group in ("", "system.slice/postgresql.service", "user.slice/session-1.scope"):
        (tmp_path / group).mkdir(parents=True, exist_ok=True)
    (tmp_path / "cgroup.subtree_control").write_text("cpu memory\n")
    (tmp_path / "system.slice/postgresql.service/io.max").write_text("8:0 rbps=max wbps=max riops=500 wiops=max\n")
    return tmp_path


def test_version_2_limits_the_servers_own_group_in_one_line(v2: Path) -> None:
    host = Host("0::/system.slice/postgresql.service\n")
    set_limits(host, "7:0", LIMITS, PID)
    path = v2 / "system.slice/postgresql.service/io.max"
    assert path.read_text() == "7:0 riops=3000 wiops=1500 rbps=max wbps=125829120\n"
    assert read_limits(host, "7:0", LIMITS, PID) == ["read_iops 3000", "write_iops 1500", "write_bps 125829120"]
    clear_limits(host, "7:0")
    assert path.read_text() == "7:0 riops=max wiops=max rbps=max wbps=max\n"
    assert not (v2 / "io.max").exists()


def test_version_2_leaves_the_limits_of_other_devices_alone(v2: Path) -> None:
    clear_limits(Host("0::/system.slice/postgresql.service\n"), "7:0")
    assert (v2 / "system.slice/postgresql.service/io.max").read_text().startswith("8:0 ")


def test_version_2_gives_a_server_in_the_root_group_one_of_its_own(v2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A kernel makes io.max with the group; a folder does not.
    monkeypatch.setattr(limits, "GROUP", "ours")
    (v2 / "ours").mkdir()
    (v2 / "ours/io.max").write_text("")
    set_limits(Host("0::/\n"), "7:0", LIMITS, PID)
    assert (v2 / "cgroup.subtree_control").read_text() == "+io\n"
    assert int((v2 / "ours/cgroup.procs").read_text()) > 0  # a file keeps the last line, a kernel all of them
    assert (v2 / "ours/io.max").read_text() == "7:0 riops=3000 wiops=1500 rbps=max wbps=125829120\n"


def test_the_group_of_our_own_goes_when_the_server_has_left_it(v2: Path) -> None:
    (v2 / limits.GROUP).mkdir()
    clear_limits(Host("0::/\n"), "7:0")
    assert not (v2 / limits.GROUP).exists()


def test_a_group_without_the_io_controller_is_refused_with_what_switches_it_on(v2: Path) -> None:
    with pytest.raises(ComponentFailed, match=r"systemctl set-property session-1\.scope IOAccounting=yes"):
        set_limits(Host("0::/user.slice/session-1.scope\n"), "7:0", LIMITS, PID)


def test_a_limit_that_the_kernel_does_not_hold_is_missed(v2: Path) -> None:
    host = Host("0::/system.slice/postgresql.service\n")
    set_limits(host, "7:0", LIMITS, PID)
    (v2 / "system.slice/postgresql.service/io.max").write_text("7:0 rbps=max wbps=125829120 riops=3000 wiops=max\n")
    with pytest.raises(ComponentFailed, match="not in force: write_iops 1500"):
        read_limits(host, "7:0", LIMITS, PID)


def test_version_1_limits_the_servers_group_and_the_root_to_which_write_back_is_charged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "V1", str(tmp_path))
    for group in ("", "docker/abc"):
        (tmp_path / group).mkdir(parents=True, exist_ok=True)
        for name in limits.FILES.values():
            (tmp_path / group / f"blkio.throttle.{name}").write_text("")
    host = Host("12:memory:/elsewhere\n7:blkio:/docker/abc\n")
    set_limits(host, "7:0", LIMITS, PID)
    for group in ("", "docker/abc"):
        assert (tmp_path / group / "blkio.throttle.read_iops_device").read_text() == "7:0 3000\n"
        assert (tmp_path / group / "blkio.throttle.read_bps_device").read_text() == "7:0 0\n"
    assert read_limits(host, "7:0", LIMITS, PID) == ["read_iops 3000", "write_iops 1500", "write_bps 125829120"]
    clear_limits(host, "7:0")
    assert (tmp_path / "docker/abc/blkio.throttle.write_bps_device").read_text() == "7:0 0\n"
