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
