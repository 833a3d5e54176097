"""Every text in the fixtures becomes the rows beside it; jc's own parse of its texts agrees with ours."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from collectors.imports.files import BULK_READERS, PARSERS
from tests.collectors.imports.pairs import FIXTURES, as_json, read, texts

JC = FIXTURES / "jc"


def test_there_is_a_pair_for_every_kind_of_text() -> None:
    assert {path.parent.name for path in texts()} == {*PARSERS, *BULK_READERS, "pgbench_aggregate"}


@pytest.mark.parametrize("path", texts(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_text_becomes_its_rows(path: Path) -> None:
    assert as_json(path) == json.loads(path.with_suffix(".json").read_text())


IOSTAT_NAMES = {
    "tps": "tps", "r_s": "reads_per_s", "w_s": "writes_per_s", "rkb_s": "read_kb_per_s", "wkb_s": "write_kb_per_s",
    "kb_read_s": "read_kb_per_s", "kb_wrtn_s": "write_kb_per_s", "rrqm_s": "rrqm_per_s", "wrqm_s": "wrqm_per_s",
    "percent_rrqm": "rrqm_pct", "percent_wrqm": "wrqm_pct", "r_await": "r_await_ms", "w_await": "w_await_ms", "aqu_sz": "aqu_sz",
    "rareq_sz": "rareq_kb", "wareq_sz": "wareq_kb", "svctm": "svctm_ms", "percent_util": "util_pct",
}  # fmt: skip
MEGABYTES = {
    "rmb_s": "read_kb_per_s",
    "wmb_s": "write_kb_per_s",
    "mb_read_s": "read_kb_per_s",
    "mb_wrtn_s": "write_kb_per_s",
}
CPU_NAMES = {f"percent_{name}": f"{name}_pct" for name in ("user", "nice", "system", "iowait", "steal", "idle")}


def assert_equal_figures(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    compared = 0
    for name, value in theirs.items():
        if column := (IOSTAT_NAMES | CPU_NAMES).get(name):
            assert ours[column] == value, name
            compared += 1
        elif column := MEGABYTES.get(name):
            assert math.isclose(ours[column], value * 1024), name
            compared += 1
    assert compared >= 3


@pytest.mark.parametrize("name", ["iostat", "iostat-1", "iostat-m", "iostat-mx", "iostat-x"])
def test_iostat_is_read_as_jc_reads_it(name: str) -> None:
    ours, _ = read(JC / f"{name}.out", "iostat")
    theirs = json.loads((JC / f"{name}.json").read_text())
    assert len(ours) == len(theirs) > 0
    for own, other in zip(ours, theirs, strict=True):
        assert own["table"] == ("iostat_cpu" if other["type"] == "cpu" else "iostat")
        assert own.get("device") == other.get("device")
        assert_equal_figures(own, other)


def test_vmstat_is_read_as_jc_reads_it() -> None:
    ours, _ = read(JC / "vmstat-1-long.out", "vmstat")
    theirs = json.loads((JC / "vmstat-1-long.json").read_text())
    assert len(ours) == len(theirs) > 0
    names = {"runnable_procs": "r", "uninterruptible_sleeping_procs": "b", "free_mem": "free_kb", "blocks_in": "bi_kb_per_s",
             "context_switches": "cs_per_s", "idle_time": "id_pct"}  # fmt: skip
    for own, other in zip(ours, theirs, strict=True):
        assert {other_name: own[name] for other_name, name in names.items()} == {name: other[name] for name in names}


def test_the_first_report_is_the_average_since_boot_unless_the_manifest_says_that_it_was_left_out() -> None:
    rows, _ = read(JC / "iostat-1.out", "iostat")
    first = rows[0]["at"]
    assert all(row["is_since_boot"] == (row["at"] == first) for row in rows)
    rows, _ = read(JC / "iostat-1.out", "iostat", is_since_boot=False)
    assert not any(row["is_since_boot"] for row in rows)
    rows, _ = read(JC / "vmstat-1-long.out", "vmstat")
    assert [row["is_since_boot"] for row in rows].count(True) == 1
    assert rows[0]["is_since_boot"]


def test_the_three_forms_of_sar_tell_the_same_figures() -> None:
    def known(name: str) -> dict[tuple[Any, ...], float]:
        rows, _ = read(FIXTURES / "sar" / name, "sar")
        return {(r["at"], r["metric"], r["entity"]): r["value"] for r in rows if not r["metric"].startswith("sar_")}

    text, database, document = known("text-12.6.out"), known("sadf-d-12.6.out"), known("sadf-j-12.6.out")
    assert {"cpu_us_pct", "run_queue", "iops", "util_pct"} <= {metric for _, metric, _ in database}
    for key, value in database.items():
        assert math.isclose(text[key], value, abs_tol=1e-9)
        assert math.isclose(document[key], value, abs_tol=0.011)  # JSON has one more digit or one less


def test_what_iostat_tells_better_is_not_taken_from_sar() -> None:
    rows, _ = read(FIXTURES / "sar" / "text-12.6.out", "sar", siblings=frozenset({"sar", "iostat"}))
    metrics = {row["metric"] for row in rows}
    assert not metrics & {"cpu_us_pct", "util_pct", "iops"}
    assert {"sar_cpu_pct_user", "sar_disk_pct_util", "run_queue"} <= metrics


def test_vmstat_in_other_units_is_converted_to_kilobytes() -> None:
    rows, _ = read(FIXTURES / "other" / "vmstat-S-M-4.0.out", "vmstat", unit="M")
    assert rows[0]["free_kb"] == 17589 * 1024
    assert rows[0]["bi_kb_per_s"] == 837  # blocks are not converted by -S
