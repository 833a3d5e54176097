"""Which parser reads which folder of fixtures: a new text of the operating system is one entry here and one pair of files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from collectors import pgbench
from collectors.os import cgroup, mounts, proc, processes
from collectors.pgbench_summary import parse_summary

FIXTURES = Path(__file__).parent / "fixtures"


def _cgroup(text: str, name: str) -> list[Any]:
    controller, _, file = name.partition(".")
    return list(cgroup.parse_cgroup_file(controller, file, text))


def _pgbench(text: str, name: str) -> Any:
    lines = text.splitlines()
    if name.startswith("summary"):
        summary = parse_summary(lines)
        return vars(summary) | {"total": vars(summary.total), "scripts": [vars(script) for script in summary.scripts]}
    if name.startswith("progress"):
        return list(pgbench.parse_progress(lines))
    if name.startswith("aggregate"):
        return list(pgbench.parse_aggregate(lines))
    return list(pgbench.parse_transactions(lines))


#: Folder -> a function of the text and the file's name without its ending.
PARSERS: dict[str, Callable[[str, str], Any]] = {
    "stat": lambda text, name: proc.parse_stat(text, "0.52 0.58 0.59 2/450 12345"),
    "meminfo": lambda text, name: proc.parse_meminfo(text),
    "vmstat": lambda text, name: proc.parse_vmstat(text),
    "diskstats": lambda text, name: proc.parse_diskstats(text, frozenset({"vda", "sda1"})),
    "pressure": lambda text, name: proc.parse_pressure(name.partition(".")[0], text),
    "net_dev": lambda text, name: proc.parse_net_dev(text),
    "pid_stats": lambda text, name: processes.parse_pid_stats(text),
    "mountinfo": lambda text, name: mounts.parse_mountinfo(text),
    "cgroup": _cgroup,
    "pgbench": _pgbench,
}


def parsed(path: Path) -> Any:
    """What the parser of the file's folder makes of it, as JSON has it."""
    rows = PARSERS[path.parent.name](path.read_text(), path.stem)
    plain = [row._asdict() for row in rows] if isinstance(rows, list) else rows
    return json.loads(json.dumps(plain))


if __name__ == "__main__":  # writes the .json of texts that have none yet; read them before committing
    for text in sorted(FIXTURES.glob("*/*.out")):
        pair = text.with_suffix(".json")
        if not pair.exists():
            pair.write_text(json.dumps(parsed(text), indent=1) + "\n")
