"""Lines of a load tool's report as articles quote them: "number of clients: 95", "tps = 1848.9 (excluding ...)", "progress: 6.0 s, 824.2 tps"."""

from __future__ import annotations

import re

_SET = r"transaction type|(?:default )?transaction isolation level|(?:transaction )?maximum (?:tries number|number of tries)|scaling factor|query mode|number of \w+(?: \w+){0,4}|duration|pgbench \("
_MEASURED = r"latency (?:average|stddev)|initial connection time|average connection time|tps"
_LINE = re.compile(rf"\s*(?:(?P<set>{_SET})|(?P<measured>{_MEASURED}))\s*[:=(]", re.I)
_INTERVAL = re.compile(r"\s*(?:progress:\s*\d|\[\s*\d+s\s*\]\s*thds:)", re.I)  # of pgbench, of sysbench
_WITHOUT_CONNECTING = re.compile(r"\((?:\W*)(?:excluding|without)\W+\w+", re.I)


def is_tool_output(line: str) -> bool:
    """Whether the line is one of a load tool's report."""
    return _LINE.match(line) is not None or tells_an_interval(line)


def tells_an_interval(line: str) -> bool:
    """ "progress: 6.0 s, 824.2 tps, lat 9.7 ms stddev 8.5": a few seconds of a run."""
    return _INTERVAL.match(line) is not None


def tells_a_setting(line: str) -> bool:
    """Whether it says how pgbench was run, or what it counted on the way: "scaling factor: 1000"."""
    found = _LINE.match(line)
    return found is not None and found.group("set") is not None


def leaves_connecting_out(line: str) -> bool:
    """ "tps = 1849.27 (excluding connections establishing)": counted apart from the rate of the line above."""
    found = _LINE.match(line)
    return found is not None and found.group("measured") is not None and _WITHOUT_CONNECTING.search(line) is not None
