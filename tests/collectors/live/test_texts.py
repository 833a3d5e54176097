"""Every text of the fixtures is read as its pair says; every parser refuses a text of another kind."""

import json
import sys
from pathlib import Path

import pytest

from collectors.lines import LineProblem
from collectors.os import cgroup, mounts, proc, processes
from collectors.pgbench import bucket, bucket_bounds, parse_aggregate, parse_progress, parse_transactions
from collectors.pgbench_summary import parse_summary

sys.path.insert(0, str(Path(__file__).parent))
from parsing import FIXTURES, PARSERS, parsed

TEXTS = sorted(FIXTURES.glob("*/*.out"))


def test_there_is_a_text_for_every_parser() -> None:
    assert {path.parent.name for path in TEXTS} == set(PARSERS)


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_text_is_read_as_its_pair_says(text: Path) -> None:
    assert parsed(text) == json.loads(text.with_suffix(".json").read_text())


@pytest.mark.parametrize(
    "parse",
    [
        lambda: proc.parse_stat("MemTotal: 12 kB\n"),
        lambda: proc.parse_meminfo("cpu 1 2 3\n"),
        lambda: proc.parse_vmstat("cpu 1 2\n"),
        lambda: proc.parse_diskstats("8 0 sda 1 2\n"),
        lambda: proc.parse_net_dev("eth0: 1 2 3\n"),
        lambda: mounts.parse_mountinfo("nothing of the kind\n"),
    ],
)
def test_a_text_of_another_kind_is_refused(parse: object) -> None:
    with pytest.raises((ValueError, KeyError)):
        parse()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("parse", "lines", "line"),
    [
        (parse_progress, ["starting vacuum...end.", "progress: 1.0 s, many tps"], 2),
        (parse_aggregate, ["1 2 3 4 5 6", "1 2 3"], 2),
        (parse_aggregate, ["1 2 3 4 5 x"], 1),
        (parse_transactions, ["0 1 2829 0 1795262835 309654", "0 1 quick 0 1795262835 1"], 2),
        (parse_transactions, ["0 1"], 1),
        (parse_summary, ["transaction type: x", "number of clients: 4"], 2),
        (parse_summary, ["tps = fast"], 1),
        (parse_summary, [], 1),
    ],
)
def test_a_bad_line_of_pgbench_is_named(parse: object, lines: list[str], line: int) -> None:
    with pytest.raises(LineProblem) as problem:
        list(parse(lines))  # type: ignore[operator]
    assert problem.value.line == line
    assert f"run.log:{line}: " in str(problem.value.within("run.log"))


def test_a_transaction_log_of_one_run_has_the_sums_of_its_lines() -> None:
    from collectors.pgbench import TransactionTotals

    lines = (FIXTURES / "pgbench" / "transactions-rate-18.out").read_text().splitlines()
    totals = TransactionTotals()
    totals.add(parse_transactions(lines))
    done = [line.split() for line in lines if "skipped" not in line]
    samples = [sums.sample(second) for (second, _), sums in totals.seconds.items()]
    assert sum(sample.transactions for sample in samples) == len(done) == sum(totals.histograms.values())
    assert sum(sample.latency_sum_us for sample in samples) == sum(float(fields[2]) for fields in done)
    assert sum(sample.lag_sum_us or 0 for sample in samples) == sum(float(fields[6]) for fields in done)
    assert sum(sample.skipped or 0 for sample in samples) == len(lines) - len(done) > 0


@pytest.mark.parametrize("latency_us", [0, 0.5, 1, 1.04, 17, 999, 1_000_000])
def test_a_latency_lies_within_its_bucket(latency_us: float) -> None:
    lower, upper = bucket_bounds(bucket(latency_us))
    assert lower <= latency_us * (1 + 1e-9)
    assert latency_us < upper * (1 + 1e-9)


@pytest.mark.parametrize(
    ("path", "device"),
    [
        ("/var/lib/postgresql/15/main", {"dm-3"}),
        ("/var/lib/postgresqlX", {"sda1"}),
        ("/srv/btr fs/data", {"sdb"}),
        ("/proc/x", set()),
    ],
)
def test_the_device_of_a_directory_is_found_by_its_mount(path: str, device: set[str]) -> None:
    diskstats = "\n".join(f"{numbers} {name} " + " ".join(["1"] * 11) for numbers, name in
                          [("8 0", "sda"), ("8 1", "sda1"), ("8 16", "sdb"), ("253 3", "dm-3")])  # fmt: skip
    mountinfo = (FIXTURES / "mountinfo" / "cloud.out").read_text()
    assert mounts.data_devices(path, mountinfo, diskstats) == device


def test_in_a_container_the_only_disk_in_use_is_the_data_device() -> None:
    overlay = "30 1 0:45 / / rw,relatime - overlay overlay rw,lowerdir=/x\n"
    disks = "7 0 loop0 5 0 0 0 0 0 0 0 0 0 0\n254 0 vda 9 0 0 0 0 0 0 0 0 0 0\n254 1 vda1 9 0 0 0 0 0 0 0 0 0 0\n"
    assert mounts.data_devices("/data", overlay, disks) == {"vda"}
    two = disks + "254 16 vdb 3 0 0 0 0 0 0 0 0 0 0\n"
    assert mounts.data_devices("/data", overlay, two) == set()


def test_cpu_time_of_a_group_never_falls_when_a_process_ends() -> None:
    groups = processes.ProcessGroups(postmaster=100, ours=frozenset({7}))
    server, backend = (
        processes.Process(100, "postgres", 1, 50, 5, 10),
        processes.Process(101, "postgres", 100, 40, 6, 10),
    )
    other = processes.Process(102, "postgres", 99, 30, 6, 10)
    ours = processes.Process(7, "python", 1, 3, 6, 10)

    def ticks(found: list[processes.Process]) -> dict[str, int]:
        return {row.process_group: row.cpu_ticks for row in groups.look(found)}

    assert ticks([server, backend, other, ours]) == {"postgres": 0, "pgbench": 0, "pgverdict": 0, "other": 0}
    busy = [server._replace(cpu_ticks=52), backend._replace(cpu_ticks=90), other._replace(cpu_ticks=35), ours]
    assert ticks(busy) == {"postgres": 52, "pgbench": 0, "pgverdict": 0, "other": 5}
    born = processes.Process(103, "pgbench", 1, 8, 900, 1)
    assert ticks([server._replace(cpu_ticks=53), born]) == {"postgres": 53, "pgbench": 8, "pgverdict": 0, "other": 5}


def test_a_process_number_that_was_given_again_is_another_process() -> None:
    groups = processes.ProcessGroups(postmaster=100, ours=frozenset())
    groups.look([processes.Process(200, "bash", 1, 500, 5, 1)])
    rows = groups.look([processes.Process(200, "cc1", 1, 20, 77, 1)])
    assert next(row for row in rows if row.process_group == "other").cpu_ticks == 20


def test_control_group_files_are_found_in_both_versions() -> None:
    mountinfo = "35 31 0:31 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
    found = cgroup.paths("4:memory:/pg/main\n0::/system.slice/pg.service\n", mountinfo)
    assert found["/sys/fs/cgroup/memory/pg/main/memory.limit_in_bytes"] == "memory"
    assert found["/sys/fs/cgroup/unified/system.slice/pg.service/cpu.stat"] == "cpu"
    assert not [path for path in found if "blkio" in path]


def test_of_the_root_group_only_limits_on_devices_are_read() -> None:
    mountinfo = "35 31 0:31 / /sys/fs/cgroup/blkio rw - cgroup cgroup rw,blkio\n41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
    found = cgroup.paths("7:blkio:/\n0::/\n", mountinfo)
    assert len(found) == 4
    assert all(path.startswith("/sys/fs/cgroup/blkio/blkio.throttle.") and path.endswith("_device") for path in found)
