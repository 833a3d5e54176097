"""What pgbench leaves behind comes to the warehouse whole, once, and agrees with pgbench's own summary."""

import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from collectors.ingest import ingest_load, progress_rows, script_hash
from collectors.lines import LineProblem
from collectors.pgbench import ProgressSample
from pgverdict.clusters import Cluster
from pgverdict.interfaces import LoadFiles, RunTarget

Targets = Callable[..., RunTarget]


def _run_pgbench(
    server: Cluster, directory: Path, *options: str, aggregate: int | None = None, sampling: float = 1.0
) -> LoadFiles:
    summary, progress = directory / "summary.out", directory / "progress.log"
    command = [
        str(server.binaries / "pgbench"),
        "-n",
        "-c",
        "4",
        "-j",
        "2",
        "-T",
        "2",
        "-P",
        "1",
        "--progress-timestamp",
        "--log",
    ]
    command += [f"--log-prefix={directory / 'log'}", *options]
    command += [f"--aggregate-interval={aggregate}"] if aggregate else []
    command += [f"--sampling-rate={sampling}"] if sampling < 1 else []
    started = datetime.now(UTC)
    with summary.open("w") as out, progress.open("w") as err:
        subprocess.run([*command, server.dsn("bench")], check=True, stdout=out, stderr=err)
    logs = sorted(directory.glob("log.*"))
    return LoadFiles(
        "main", 4, 2, ["<builtin: tpcb-like>"], summary, progress, logs, aggregate, sampling, started, datetime.now(UTC)
    )


def _ask(dsn: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(dsn) as connection:
        return connection.execute(query).fetchall()  # type: ignore[arg-type]


def test_transactions_a_second_and_script_add_up_to_the_summary(
    server_under_test: Cluster, target_of: Targets, warehouse_dsn: str
) -> None:
    target = target_of(71)
    load = _run_pgbench(server_under_test, target.directory, "-b", "simple-update@2", "-b", "select-only@1")
    for _ in range(2):  # the second time changes nothing
        ingest_load(target, [load], warehouse_dsn)
    ((total,),) = _ask(warehouse_dsn, "select transactions from raw.pgbench_summary where run_id = 71 and script = ''")
    by_script = _ask(
        warehouse_dsn,
        "select transactions from raw.pgbench_summary where run_id = 71 and script <> '' order by script desc",
    )
    logged = _ask(
        warehouse_dsn,
        "select sum(transactions) from raw.pgbench_aggregate where run_id = 71 group by script order by script",
    )
    bucketed = _ask(
        warehouse_dsn,
        "select sum(transactions) from raw.latency_histograms where run_id = 71 group by script order by script",
    )
    assert sum(int(str(count)) for (count,) in logged) == total
    assert logged == bucketed
    # pgbench's threads count scripts without a lock, so that its own parts may be a few below its total.
    parts = sorted(int(str(count)) for (count,) in by_script)
    assert parts == pytest.approx(sorted(int(str(count)) for (count,) in logged), rel=0.01)
    reports = _ask(
        warehouse_dsn,
        "select sum(tps * interval_s), count(*), min(clients) from raw.pgbench_progress where run_id = 71",
    )
    # pgbench may end before it prints the report of its last second.
    reported, count, clients = (float(str(value)) for value in reports[0])
    assert count in (1, 2)
    assert clients == 4
    assert 0 < reported <= 1.1 * float(str(total))


def test_aggregates_keep_lag_and_skipped_of_a_rate(
    server_under_test: Cluster, target_of: Targets, warehouse_dsn: str
) -> None:
    target = target_of(72)
    load = _run_pgbench(server_under_test, target.directory, "-S", "-R", "500", "-L", "20", aggregate=1)
    ingest_load(target, [load], warehouse_dsn)
    rows = _ask(
        warehouse_dsn,
        "select thread, script, transactions, lag_sum_us, skipped from raw.pgbench_aggregate where run_id = 72",
    )
    assert {row[0] for row in rows} == {0, 1}
    assert all(row[1] is None and row[3] is not None and row[4] is not None for row in rows)
    ((lag,),) = _ask(warehouse_dsn, "select schedule_lag_ms from raw.pgbench_summary where run_id = 72 and script = ''")
    assert float(str(lag)) > 0


def test_a_sampled_log_gives_histograms_and_no_counts(
    server_under_test: Cluster, target_of: Targets, warehouse_dsn: str
) -> None:
    target = target_of(73)
    load = _run_pgbench(server_under_test, target.directory, "-S", sampling=0.1)
    ingest_load(target, [load], warehouse_dsn)
    assert _ask(warehouse_dsn, "select distinct sampling_rate from raw.latency_histograms where run_id = 73") == [
        (0.1,)
    ]
    assert _ask(warehouse_dsn, "select count(*) from raw.pgbench_aggregate where run_id = 73") == [(0,)]


def test_a_broken_log_is_refused_with_file_and_line_and_leaves_nothing(target_of: Targets, warehouse_dsn: str) -> None:
    target = target_of(74)
    log = target.directory / "log.1"
    log.write_text("0 1 2829 0 1795262835 309654\n0 2 28\n")
    (target.directory / "p").write_text("")
    now = datetime.now(UTC)
    load = LoadFiles("main", 1, 1, [], target.directory / "s", target.directory / "p", [log], None, 1.0, now, now)
    with pytest.raises(LineProblem, match=r"log\.1:2: "):
        ingest_load(target, [load], warehouse_dsn)
    assert _ask(warehouse_dsn, "select count(*) from raw.batches") == [(0,)]


def test_reports_know_their_length() -> None:
    start = datetime(2026, 11, 21, 12, tzinfo=UTC)

    def report(clock: float, is_epoch: bool) -> ProgressSample:
        return ProgressSample(clock, is_epoch, 1.0, 1.0, 0.1, 0, None, None, None, None)

    rows = progress_rows([report(5.0, False), report(10.0, False), report(12.5, False)], "main", 4, start)
    assert [row["interval_s"] for row in rows] == [5.0, 5.0, 2.5]
    assert rows[0]["at"] == datetime(2026, 11, 21, 12, 0, 5, tzinfo=UTC)
    epoch = start.timestamp()
    rows = progress_rows(
        [report(epoch + 1.4, True), report(epoch + 2.4, True), report(epoch + 3.4, True)], "main", 4, start
    )
    assert [row["interval_s"] for row in rows] == [1.0, 1.0, 1.0]


def test_a_changed_script_is_another_workload(tmp_path: Path) -> None:
    script = tmp_path / "mix.sql"
    script.write_text("select 1;")
    before = script_hash([f"{script}@2"])
    assert before == script_hash([f"{script}@2"]) != script_hash([f"{script}@1"])
    script.write_text("select 2;")
    assert script_hash([f"{script}@2"]) != before
