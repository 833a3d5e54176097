"""The host's side for real: sysctls, huge pages, transparent huge pages, volumes with limits; set, proven, tampered with, put back."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from experiments import hostmark, kernel, night, preflight, volumes
from experiments.desired import Desired
from experiments.hosts import LocalHost
from experiments.limits import has_v1
from experiments.model import load_experiment
from experiments.postgres import Postgres
from pgverdict.errors import ComponentFailed, Refused
from pgverdict.interfaces import RunTarget
from tests.experiments.conftest import GOOD
from tests.experiments.fakes import StillRecorder, sound

HOST = LocalHost()
pytestmark = [
    pytest.mark.root,
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root: sysctls, huge pages, loop devices"),
]
FACTOR = "name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB"
SYSCTL = GOOD.replace(FACTOR, 'name: vm.vfs_cache_pressure, kind: sysctl, levels: ["50", "150"]')
HUGE = (
    GOOD.replace(FACTOR, "name: huge_pages, kind: huge_pages, levels: [none, 2MB]")
    + "hold: {transparent_huge_pages: never}\n"
)
DISK = (
    GOOD.replace(FACTOR, "name: disk, kind: storage, levels: [slow, fast]")
    + "volumes:\n  slow: {size: 600MB, fs: ext4, read_iops: 200, write_iops: 200, mbps: 8}\n  fast: {size: 600MB, fs: ext4}\n"
)
Write = Callable[..., Path]


def rows(dsn: str, query: str) -> list[dict[str, Any]]:
    with psycopg.connect(dsn, row_factory=dict_row) as connection:
        return connection.execute(query).fetchall()  # type: ignore[arg-type]


def can_have_huge_pages() -> bool:
    try:
        kernel.set_pool(HOST, 2048, 8)
        kernel.set_pool(HOST, 2048, 0)
    except ComponentFailed:
        return False
    return True


def carry_out(
    path: Path, servers: Path, dsn: str, runs: int = 3, during: Callable[[RunTarget], None] | None = None
) -> list[night.RunOutcome]:
    """A night of a few runs, finished and proven restored."""
    begun = night.begin(path, dsn=dsn, servers_file=servers)
    outcomes = []
    for _ in range(runs):
        outcome = night.run_next(begun.execution_id, StillRecorder(during), sound, dsn=dsn)
        assert outcome is not None
        outcomes.append(outcome)
    state = night.finish(begun.execution_id, dsn=dsn)
    assert state.restored is not None and state.restored.is_restored
    return outcomes


def test_a_sysctl_is_set_for_each_run_and_put_back(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    before = kernel.read_sysctl(HOST, "vm.vfs_cache_pressure")
    seen: list[str | None] = []
    path = write(SYSCTL.replace('levels: ["50", "150"]', 'levels: ["51"]'))
    outcomes = carry_out(
        path,
        servers_file,
        warehouse_dsn,
        during=lambda _: seen.append(kernel.read_sysctl(HOST, "vm.vfs_cache_pressure")),
    )
    assert [(outcome.status, outcome.reason) for outcome in outcomes] == [("done", None)] * 3
    assert seen == [outcome.level for outcome in outcomes]
    # The server's own value was no level: it became one, and the baseline.
    factor = rows(warehouse_dsn, "select factors->0 as factor from control.executions")[0]["factor"]
    assert factor["levels"] == ["51", before] and factor["baseline"] == before
    assert kernel.read_sysctl(HOST, "vm.vfs_cache_pressure") == before


def test_a_sysctl_reset_by_hand_in_mid_run_ends_the_run(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    outcomes = carry_out(
        write(SYSCTL),
        servers_file,
        warehouse_dsn,
        runs=1,
        during=lambda _: kernel.write_sysctl(HOST, "vm.vfs_cache_pressure", "77"),
    )
    assert outcomes[0].status == "failed" and "vm.vfs_cache_pressure became 77" in str(outcomes[0].reason)


def test_what_the_kernel_does_not_take_is_told() -> None:
    with pytest.raises(ComponentFailed, match=r"the kernel refused vm\.overcommit_memory = 9"):
        kernel.write_sysctl(HOST, "vm.overcommit_memory", "9")


def test_huge_pages_are_used_proven_and_given_back(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    if not can_have_huge_pages():
        pytest.skip("this kernel gives no huge pages")
    before, transparent = kernel.read_pools(HOST), kernel.read_transparent(HOST)
    used: dict[str, int] = {}

    def look(target: RunTarget) -> None:
        level = rows(warehouse_dsn, f"select level from control.runs where run_id = {target.run_id}")[0]["level"]
        used[level] = kernel.huge_pages_of_process(HOST, postgres.postmaster_pid()).get("mapped_2048", 0)
        assert kernel.read_transparent(HOST) == "never"

    outcomes = carry_out(write(HUGE), servers_file, warehouse_dsn, during=look)
    assert [(outcome.status, outcome.reason) for outcome in outcomes] == [("done", None)] * 3
    assert used == {"none": 0, "2MB": 1}
    assert kernel.read_pools(HOST) == before and kernel.read_transparent(HOST) == transparent


def test_huge_pages_that_are_not_to_be_had_fail_the_run_with_the_reason(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    text = HUGE.replace("hold: {", "hold: {guc: {shared_buffers: 900GB}, ").replace("[none, 2MB]", "[2MB, 1GB]")
    outcomes = carry_out(write(text), servers_file, warehouse_dsn, runs=1)
    assert outcomes[0].status == "failed" and "are not to be had" in str(outcomes[0].reason)


def test_the_data_directory_moves_to_a_limited_volume_and_back(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    if volumes.check(HOST) or not has_v1(HOST):
        pytest.skip(f"volumes with limits cannot be made here: {volumes.check(HOST) or 'no blkio cgroup'}")
    lies_on: dict[str, str | None] = {}

    def look(target: RunTarget) -> None:
        level = rows(warehouse_dsn, f"select level from control.runs where run_id = {target.run_id}")[0]["level"]
        lies_on[level] = volumes.current(postgres)

    outcomes = carry_out(write(DISK), servers_file, warehouse_dsn, during=look)
    assert [(outcome.status, outcome.reason) for outcome in outcomes] == [("done", None)] * 3
    assert lies_on == {"slow": "slow", "fast": "fast"}
    measured = rows(
        warehouse_dsn,
        "select detail->'measured' as found from control.run_steps where detail->>'volume' = 'slow' and detail ? 'measured'",
    )
    assert len(measured) == 1 and measured[0]["found"]["read_iops"] < 240
    assert volumes.current(postgres) is None
    assert "server-local" not in Path("/proc/self/mounts").read_text().replace("/server-local/", "")
    assert not subprocess.run(["losetup", "-l"], capture_output=True, text=True).stdout.count("/local-slow.img")


def test_a_volume_that_is_full_fails_the_run_and_the_server_goes_home(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if volumes.check(HOST):
        pytest.skip(f"volumes cannot be made here: {volumes.check(HOST)}")
    monkeypatch.setattr(preflight, "_volumes_room", lambda *_: None)  # which would have refused it
    text = DISK.replace("600MB", "70MB").replace(", read_iops: 200, write_iops: 200, mbps: 8", "")
    outcomes = carry_out(write(text), servers_file, warehouse_dsn, runs=2)
    assert all(
        outcome.status == "failed" and "No space left on device" in str(outcome.reason) for outcome in outcomes
    ), outcomes
    assert volumes.current(postgres) is None and postgres.answers()


def test_a_volume_that_cannot_hold_the_data_is_refused_before_anything_is_touched(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    if volumes.check(HOST):
        pytest.skip(f"volumes cannot be made here: {volumes.check(HOST)}")
    with pytest.raises(Refused, match=r"yml:\d+: volumes\.slow\.size: 70MB is too small .* about 0\.\d GB"):
        night.begin(
            write(DISK.replace("slow: {size: 600MB", "slow: {size: 70MB")), dsn=warehouse_dsn, servers_file=servers_file
        )


def test_a_volume_faster_than_its_limits_is_refused(
    postgres: Postgres, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = {
        "volumes": {
            "slow": {
                "mount": "/",
                "limits": {"read_iops": 100, "write_iops": None, "read_bps": None, "write_bps": None},
            }
        }
    }
    monkeypatch.setattr(volumes, "measure", lambda *_: {"read_iops": 5000.0})
    with pytest.raises(ComponentFailed, match="does not keep to its limits: read_iops 5000 at a limit of 100"):
        volumes.prove_limits(postgres, state, Desired(volume="slow"))
    # What the kernel lets pass at once spoils a short measurement only.
    monkeypatch.setattr(volumes, "measure", lambda *given: {"read_iops": 125.0 if given[-1] < 2 else 104.0})
    assert volumes.prove_limits(postgres, state, Desired(volume="slow")) == {"read_iops": 104.0}


def test_the_plan_names_each_volume_before_any_is_made(postgres: Postgres, write: Write) -> None:
    planned = volumes.planned(postgres, load_experiment(write(DISK)), ["slow", "fast"])
    assert planned["slow"]["limits"] == {
        "read_iops": 200,
        "write_iops": 200,
        "read_bps": 8 * 2**20,
        "write_bps": 8 * 2**20,
    }
    assert planned["fast"]["image"].endswith("/local-fast.img") and not Path(planned["fast"]["image"]).exists()


def test_another_state_directorys_experiment_keeps_ours_off_this_kernel(
    postgres: Postgres, write: Write, servers_file: Path, warehouse_dsn: str
) -> None:
    stranger = {"server": "pg_b", "state": "/elsewhere"}
    hostmark.take(HOST, stranger)
    try:
        with pytest.raises(Refused, match=r"is being set by an experiment on server pg_b \(state in /elsewhere\)"):
            night.begin(write(SYSCTL), dsn=warehouse_dsn, servers_file=servers_file)
        assert rows(warehouse_dsn, "select 1 from control.executions") == []
        hostmark.release(HOST, {"server": "local", "state": "mine"})
        assert hostmark.read(HOST) == stranger
    finally:
        hostmark.release(HOST, stranger)
    assert hostmark.read(HOST) is None
