"""What is read of pgbench's logs adds up to what its summary says."""

from pathlib import Path
from typing import Any

import pytest

from collectors.imports.pgbench import read_aggregate, read_logs, read_summary
from collectors.imports.rows import Context
from collectors.imports.text import Lines, open_bytes
from collectors.pgbench import bucket
from tests.collectors.imports.pairs import FIXTURES, STARTED_AT

REAL, AWS = FIXTURES / "pgbench-real", FIXTURES / "serverscamp-aws"


def summary(path: Path) -> dict[str, Any]:
    with open_bytes(path) as stream:
        return next(iter(read_summary(Lines(stream), Context(started_at=STARTED_AT)))).values


def rows_of_logs(pattern: str, **options: Any) -> list[tuple[str, dict[str, Any]]]:
    paths = sorted(REAL.glob(pattern))
    assert paths
    return [(table, values) for table, values in read_logs(paths, Context(**options))]


def aggregates(folder: Path, pattern: str) -> list[dict[str, Any]]:
    found = []
    for thread, path in enumerate(sorted(folder.glob(pattern))):
        with open_bytes(path) as stream:
            found += [values for _, values in read_aggregate(Lines(stream), Context(), thread)]
    return found


def test_the_logs_of_all_threads_hold_as_many_transactions_as_the_summary() -> None:
    rows = rows_of_logs("rate.5403*")
    total = summary(REAL / "s_rate.out")
    assert (
        sum(values["transactions"] for table, values in rows if table == "latency_histograms")
        == total["transactions"]
        == 776
    )


def test_failed_and_retried_transactions_of_a_log_are_those_of_the_summary() -> None:
    rows = rows_of_logs("ser.5231*")
    total = summary(REAL / "s_ser.out")
    assert (
        sum(values["transactions"] for table, values in rows if table == "latency_histograms") == total["transactions"]
    )
    assert total["failed"] == 1998
    progress = [values for table, values in rows if table == "pgbench_progress"]
    # The last instant of the load covers too little of its second to give a speed; its failures are in no row.
    assert 0.97 * total["failed"] <= sum(values["failed"] for values in progress) <= total["failed"]
    assert 0.97 * 4715 <= sum(values["retries"] for values in progress) <= 4715


def test_the_mean_latency_of_a_log_is_that_of_the_summary() -> None:
    rows = [values for table, values in rows_of_logs("rate.5403*") if table == "pgbench_progress"]
    done = [values["tps"] * values["interval_s"] for values in rows]
    mean = sum(values["latency_ms"] * count for values, count in zip(rows, done, strict=True)) / sum(done)
    assert abs(mean - summary(REAL / "s_rate.out")["latency_ms"]) < 0.05


def test_a_sampling_rate_scales_the_speed_but_not_the_counts() -> None:
    whole, sampled = rows_of_logs("rate.5403*"), rows_of_logs("rate.5403*", sampling_rate=0.5)

    def of(rows: list[tuple[str, dict[str, Any]]], name: str, column: str) -> list[float]:
        return [values[column] for table, values in rows if table == name]

    assert of(sampled, "latency_histograms", "transactions") == of(whole, "latency_histograms", "transactions")
    assert of(sampled, "pgbench_progress", "tps") == pytest.approx(
        [2 * tps for tps in of(whole, "pgbench_progress", "tps")]
    )


def test_a_progress_file_makes_progress_from_the_log_needless() -> None:
    rows = rows_of_logs("rate.5403*", siblings=frozenset({"pgbench_log", "pgbench_progress"}))
    assert {table for table, _ in rows} == {"latency_histograms"}


def test_buckets_are_those_of_live_collection() -> None:
    cells = {
        (values["lower_us"], values["upper_us"])
        for table, values in rows_of_logs("rate.5403*")
        if table == "latency_histograms"
    }
    latencies = [
        float(line.split()[2]) for path in sorted(REAL.glob("rate.5403*")) for line in path.read_text().splitlines()
    ]
    assert len(cells) == len({bucket(latency) for latency in latencies})
    assert all(any(lower <= latency < upper for lower, upper in cells) for latency in latencies)


@pytest.mark.parametrize(
    ("folder", "pattern", "report", "interval_s"),
    [(AWS, "run1.9026*", "run1.txt", 10.0), (REAL, "agg.*", "s_agg.out", 2.0)],
)
def test_aggregate_logs_hold_the_summary_up_to_the_last_interval(
    folder: Path, pattern: str, report: str, interval_s: float
) -> None:
    rows, total = aggregates(folder, pattern), summary(folder / report)
    logged = sum(row["transactions"] for row in rows)
    assert {row["interval_s"] for row in rows} == {interval_s}
    assert 0 <= total["transactions"] - logged <= total["tps"] * interval_s
    mean = sum(row["latency_sum_us"] for row in rows) / logged / 1000
    assert abs(mean - total["latency_ms"]) < 0.05 * total["latency_ms"]
