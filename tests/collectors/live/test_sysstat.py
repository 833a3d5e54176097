"""Our counters, by the formulas of staging, against iostat and vmstat themselves: since boot, where both look at the same numbers."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from collectors.os.mounts import data_devices
from collectors.os.proc import parse_diskstats, parse_stat

pytestmark = pytest.mark.skipif(
    not shutil.which("iostat") or not shutil.which("vmstat"), reason="sysstat and procps are not installed"
)


def _lines(*words: str) -> list[list[str]]:
    done = subprocess.run(words, check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    return [line.split() for line in done.stdout.splitlines()]


def test_disk_figures_since_boot_are_iostats() -> None:
    diskstats, mountinfo = Path("/proc/diskstats"), Path("/proc/self/mountinfo").read_text()
    names = data_devices(os.path.realpath(tempfile.gettempdir()), mountinfo, diskstats.read_text())
    if not names:
        pytest.skip("the temporary directory lies on no block device")
    (name,) = names
    lines = _lines("iostat", "-d", "-x", name, "1", "1")
    disk = next(row for row in parse_diskstats(diskstats.read_text()) if row.device == name)
    uptime = float(Path("/proc/uptime").read_text().split()[0])
    heads = next(words for words in lines if words and words[0].startswith("Device"))
    values = next((words for words in lines if words and words[0] == name), None)
    if values is None or not disk.reads or not disk.writes:
        pytest.skip(f"iostat shows nothing of {name}")
    theirs = dict(zip(heads[1:], map(float, values[1:]), strict=True))
    ours = {
        "r/s": disk.reads / uptime, "w/s": disk.writes / uptime, "rkB/s": disk.sectors_read / 2 / uptime,
        "wkB/s": disk.sectors_written / 2 / uptime, "r_await": disk.read_ms / disk.reads, "w_await": disk.write_ms / disk.writes,
        "aqu-sz": disk.weighted_io_ms / 1000 / uptime, "%util": disk.io_ms / 10 / uptime,
    }  # fmt: skip
    for column, value in ours.items():
        # Two digits are printed; between the two looks a busy disk moves on a little, and aqu-sz counts times differently rounded.
        assert theirs[column] == pytest.approx(value, abs=0.0101, rel=2e-3), column


def test_cpu_shares_since_boot_are_vmstats() -> None:
    lines = _lines("vmstat", "1", "1")
    theirs = dict(zip(lines[1], map(float, lines[2]), strict=True))
    cpu = parse_stat(Path("/proc/stat").read_text())[0]
    parts = {
        "us": cpu.user_ticks + cpu.nice_ticks, "sy": cpu.system_ticks + cpu.irq_ticks + cpu.softirq_ticks, "id": cpu.idle_ticks,
        "wa": cpu.iowait_ticks, "st": cpu.steal_ticks,
    }  # fmt: skip
    for column, ticks in parts.items():
        assert theirs[column] == pytest.approx(100 * ticks / sum(parts.values()), abs=1.01), column
