"""Articles that quote pgbench's report, name their machine, and say which one they would recommend; pages copied without their marks."""

from typing import Any

import pytest

from factcheck.reading.tooloutput import is_tool_output
from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, run, verdicts

VOLUMES: dict[str, Any] = document(
    "volumes", "volume", None, ["Basic HDD", "Ceph SSD", "Local NVMe"],
    {"tps": metric("1/s", "higher", 3, "tps;transactions per second", "TPS;транзакций в секунду", {"mean": [88.412, 1310.207, 5204.118]}),
     "latency": metric("ms", "lower", 3, "latency", "задержка", {"mean": [723.884, 48.847, 12.298]}),
     "reads": metric("1/s", "higher", 0, "read requests;reads", "чтение", {"mean": [210, 2600, 9400]}),
     "load": metric("%", "none", 0, "CPU load", "нагрузка на CPU", {"mean": [6, 22, 47]})},
    repeats=1, primary="tps", baseline="Ceph SSD", environment={"cpu_cores": 16, "ram_gb": 64},
)  # fmt: skip

REPORT = """{head}

Reading by pgbench:

scaling factor: {scale}

number of clients: 64

number of transactions actually processed: 235837

latency average = {latency} ms

tps = {tps} (including connections establishing)

tps = {apart} (excluding connections establishing)

Log: pgbench_180_read

While it read, the CPU load was {load}%.
"""
TOLD = {"head": "Ceph SSD", "scale": 900, "latency": "48.847", "tps": "1310.207", "apart": "1311.002", "load": 22}


def test_a_quoted_report_is_held_to_its_level() -> None:
    """Neither the scale nor the rate without connecting is another figure; what is measured is held to the level of the page's heading."""
    assert not is_refused(REPORT.format(**TOLD), VOLUMES)
    assert is_refused(REPORT.format(**{**TOLD, "latency": "12.298"}), VOLUMES)
    assert is_refused(REPORT.format(**{**TOLD, "tps": "5204.118"}), VOLUMES)
    assert is_refused(REPORT.format(**{**TOLD, "load": 47}), VOLUMES)


@pytest.mark.parametrize("apart", ["1811.002", "1301.002"])
def test_a_rate_without_connecting_is_near_the_other(apart: str) -> None:
    assert is_refused(REPORT.format(**{**TOLD, "apart": apart}), VOLUMES)


@pytest.mark.parametrize("line", ["tps = 85.1 (without initial connection time)", "latency stddev = 2.1 ms", "query mode: simple", "number of threads: 8"])  # fmt: skip
def test_lines_of_a_report(line: str) -> None:
    assert is_tool_output(line)


@pytest.mark.parametrize(
    "line", ["tps fell from 1310 to 88", "The duration: 180 s", "checkpoint_timeout = 5min", "latency, ms"]
)
def test_other_lines(line: str) -> None:
    assert not is_tool_output(line)


RECOMMENDED = """Basic HDD

The CPU load is {load}%.

{advice}

Not above Small (2 CPU, 4 GB RAM).

Ceph SSD

The CPU load is 22%.

{advice}

Up to Medium (4 CPU, 8 GB RAM).
"""


def test_a_recommended_machine_is_not_the_tested_one() -> None:
    assert not is_refused(RECOMMENDED.format(load=6, advice="Recommended machine for these disks"), VOLUMES)
    assert is_refused(RECOMMENDED.format(load=47, advice="Recommended machine for these disks"), VOLUMES)
    assert is_refused(RECOMMENDED.format(load=6, advice="The machine that ran it"), VOLUMES)


def test_a_heading_told_again_is_a_part_of_its_section() -> None:
    """ "Results" under each volume goes on with that volume, in plain text as in Markdown."""
    page = "Basic HDD\n\nResults\n\nThe CPU load was {}%.\n\nLocal NVMe\n\nResults\n\nThe CPU load was {}%.\n"
    assert verdicts(page.format(6, 47), VOLUMES) == {"supported"}
    assert is_refused(page.format(47, 6), VOLUMES)


@pytest.mark.parametrize("text", ["The server: Xeon E5-2683 at 2.00 GHz.", "Процессор с частотой 2,4 ГГц."])
def test_a_clock_is_no_rate_of_transactions(text: str) -> None:
    assert all(claim.expected is None for claim in run(text, VOLUMES).claims)
    assert not is_refused(text, VOLUMES)


PROGRESS = "Ceph SSD\n\nprogress: 6.0 s, 1412.4 tps, lat 45.112 ms stddev 8.530\nprogress: 12.0 s, 1288.2 tps, lat 49.691 ms stddev 8.469\n\n{}\n"


def test_some_seconds_of_a_run_are_not_its_mean() -> None:
    assert not is_refused(PROGRESS.format("The mean is 1310.207 tps."), VOLUMES)
    assert is_refused(PROGRESS.format("The mean is 1412.4 tps."), VOLUMES)


THREADS: dict[str, Any] = document(
    "threads", "max_parallel_workers", None, ["2", "4", "8"],
    {"events": metric("", "higher", 0, "events per thread", "событий на поток", {"mean": [732, 745, 751]}),
     "ram": metric("GB", "lower", 0, "RAM used by Postgres", "память, занятая Postgres", {"mean": [28, 30, 31]}),
     "links": metric("", "higher", 0, "simultaneous connections", "одновременные подключения", {"max": [990000, 1003200, 1004400]}),
     "qps": metric("1/s", "higher", 0, "QPS;queries per second", "QPS;запросов в секунду", {"mean": [19800, 20000, 20400]}),
     "hits": metric("%", "higher", 0, "hit ratio", "доля попаданий", {"mean": [73, 75, 82]})},
    repeats=1, primary="qps", baseline="4", environment={"cpu_cores": 12, "ram_gb": 128},
    effects=[("qps", "2", "4", -1.0, None, None, "single_run"), ("qps", "8", "4", 2.0, None, None, "single_run")],
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "# Load of a small server (sysbench, 64 threads)",
        "# Нагрузка малого сервера (sysbench, 64 потока)",
        "With 8 workers we moved to a machine with 128 GB of RAM and more disks.",
        "### Scaling to 1,000,000 connections\n\nAt 4 it held 1,003,200 simultaneous connections.",
        "At 4 we ran 5,300 queries per second for ten minutes.",
        "При 4 начали с 5300 запросов в секунду.",
        "The machine has 12 cores (24 with HT).",
        "There are six programs running in parallel.",
        "The requests were dropped by `connectionTimeoutMs=2000`.",
        "| Service | Type | Count |\n|---|---|---|\n| PD | m5.xlarge | 3 |\n| KV | i3.large | 5 |",
        "shared_buffers = 4194304 x 8kB (25% of RAM)",
    ],
)  # fmt: skip
def test_numbers_of_the_set_up(text: str) -> None:
    assert not is_refused(text, THREADS)


@pytest.mark.parametrize(
    "text",
    [
        "At 4 there are 64 events per thread.",
        "At 4 the RAM used by Postgres is 64 GB.",
        "At 4 it held 1,100,000 simultaneous connections.",
        "At 4 it served 5,300 queries per second.",
        "The machine has 24 cores.",
        "Each level had six runs.",
        "shared_buffers = 4194304 x 8kB (40% of RAM)",
    ],
)  # fmt: skip
def test_the_same_of_what_was_measured(text: str) -> None:
    assert is_refused(text, THREADS)


def test_a_configuration_names_no_level_but_the_factors() -> None:
    """Options beside it are no levels; a line that is broken off in a cell ends a sentence."""
    table = "| workers | configuration |\n|---|---|\n| 4 | max_worker_processes=8<br>max_parallel_workers_per_gather=2<br>jit_cost.above=1<br>hit ratio = {}% |\n"
    assert not is_refused(table.format(75), THREADS)
    assert is_refused(table.format(73), THREADS)
    assert is_refused("With max_parallel_workers=4, work_mem.size=1 and shared_buffers.size=2 the hit ratio is 82%.", THREADS)  # fmt: skip


def test_a_word_beside_an_amount_of_one_run_is_no_verdict() -> None:
    table = "| workers | QPS | against 4 |\n|---|---|---|\n| 2 | 19800 | {} |\n"
    assert not is_refused(table.format("-1% (equivalent)"), THREADS)
    assert is_refused(table.format("-1% (better)"), THREADS)


PERCENTILES: dict[str, Any] = document(
    "percentiles", "threads", None, ["300", "600"],
    {"p95": metric("ms", "lower", 2, "95% latency", "задержка 95%", {"p95": [1.93, 3.68]})}, repeats=1, primary="p95", baseline="300",
)  # fmt: skip


@pytest.mark.parametrize("head", ["95% latency (ms)", "95% задержка, мс"])
def test_a_percentile_may_be_told_in_percent(head: str) -> None:
    table = f"| Threads | {head} |\n|---|---|\n| 300 | {{}} |\n| 600 | 3.68 |\n"
    assert not is_refused(table.format("1.93"), PERCENTILES)
    assert is_refused(table.format("3.93"), PERCENTILES)


HEADS = "| Target | c=64 QPS | QPS (50) | 502/504 |\n|---|---|---|---|\n| 4 | 20000 | 20000 | 0 |\n"


def test_numbers_in_a_tables_head_are_labels() -> None:
    assert not is_refused(HEADS, THREADS)
    assert is_refused(HEADS.replace("| 20000 | 20000", "| 23000 | 20000"), THREADS)


def test_numbered_headings_and_models_hold_no_values() -> None:
    """ "4.1: Check" numbers a heading; "Gold 6151 CPU" is a model; what processes ran were no runs."""
    for text in ("### 4.1: QPS after the change", "The server: Xeon Gold 6151 CPU.", "All 800 processes ran at once."):
        assert not is_refused(text, THREADS), text
    for text in ("### QPS is 4.1 after the change to 4", "The server has 61 CPU cores.", "All 80 runs were made."):
        assert is_refused(text, THREADS), text
