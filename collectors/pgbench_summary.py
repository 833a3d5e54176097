"""Reads the summary that pgbench prints when it ends, from version 9.4 ("latency average: X") to 18. Pure: text in, summary out."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from collectors.lines import LineProblem, shown


@dataclass
class ScriptSummary:
    """What is said of one script, or of all of them together. None: not printed. Latencies in milliseconds."""

    script: str
    weight: int | None = None
    transactions: int | None = None
    failed: int | None = None
    skipped: int | None = None
    above_latency_limit: int | None = None
    latency_ms: float | None = None
    latency_stddev_ms: float | None = None
    tps: float | None = None


@dataclass
class Summary:
    """One pgbench call. `tps` is without the time of connecting where both are printed (`tps_includes_connecting`)."""

    total: ScriptSummary = field(default_factory=lambda: ScriptSummary(TOTAL))
    scripts: list[ScriptSummary] = field(default_factory=list)
    pgbench_version: str | None = None
    server_version: str | None = None
    transaction_type: str | None = None
    scale: int | None = None
    query_mode: str | None = None
    clients: int | None = None
    threads: int | None = None
    max_tries: int | None = None
    duration_s: float | None = None
    transactions_per_client: int | None = None
    retried: int | None = None
    retries: int | None = None
    schedule_lag_ms: float | None = None
    schedule_lag_max_ms: float | None = None
    initial_connection_ms: float | None = None
    average_connection_ms: float | None = None
    tps_includes_connecting: bool | None = None


#: The script of the row over all scripts in raw.pgbench_summary.
TOTAL = ""

_VERSION = re.compile(r"pgbench \((?:PostgreSQL\) )?([^,\s)]+)")
_SERVER_VERSION = re.compile(r", server ([^,\s)]+)")
_TPS = re.compile(r"tps = ([\d.]+|-?nan|-?inf)(?: \((.+)\))?")
_SCRIPT = re.compile(r"(?:SQL )?script (\d+): (.+)")
_LAG = re.compile(r"rate limit schedule lag: avg ([\d.]+) \(max ([\d.]+)\) ms")

_TEXTS = {
    "transaction type": "transaction_type",
    "query mode": "query_mode",
}
_WHOLES = {
    "scaling factor": "scale",
    "number of clients": "clients",
    "number of threads": "threads",
    "maximum number of tries": "max_tries",
    "number of transactions per client": "transactions_per_client",
    "number of transactions retried": "retried",
    "total number of retries": "retries",
}
_PER_SCRIPT_WHOLES = {
    "number of transactions actually processed": "transactions",
    "number of failed transactions": "failed",
    "number of transactions skipped": "skipped",
    "number of transactions above the": "above_latency_limit",
}
_MILLISECONDS = {
    "latency average": "latency_ms",
    "latency stddev": "latency_stddev_ms",
}


def parse_summary(lines: Iterable[str]) -> Summary:
    """The summary in pgbench's output; statement latencies and messages are passed over.

    Errors: LineProblem when a line of the summary cannot be read, or when the text holds no summary (its last line: "tps = …").
    """
    summary, position = Summary(), 0
    for position, line in enumerate(lines, 1):
        text = line.rstrip()
        try:
            if text.startswith(" - "):
                _read_of_script(summary, text[3:])
            elif not text.startswith((" ", "\t")):
                _read_of_whole(summary, text)
        except (ValueError, IndexError):
            raise LineProblem(position, f"not a line of pgbench's summary: {shown(text)}") from None
    if summary.total.tps is None:
        raise LineProblem(
            max(position, 1), 'no summary of pgbench here: its line "tps = …" is missing (was it interrupted?)'
        )
    if not summary.scripts:
        summary.scripts = [_alone(summary)]
    return summary


def _alone(summary: Summary) -> ScriptSummary:
    """A single script's figures are those of the whole."""
    total = summary.total
    return ScriptSummary(
        summary.transaction_type or "unknown", None, total.transactions, total.failed, total.skipped,
        total.above_latency_limit, total.latency_ms, total.latency_stddev_ms, total.tps,
    )  # fmt: skip


def _read_of_whole(summary: Summary, text: str) -> None:
    if text.startswith("tps = "):
        _read_tps(summary, text)
    elif found := _SCRIPT.match(text):
        summary.scripts.append(ScriptSummary(found[2]))
    elif found := _LAG.match(text):
        summary.schedule_lag_ms, summary.schedule_lag_max_ms = float(found[1]), float(found[2])
    elif text.startswith("pgbench (") and (found := _VERSION.match(text)):
        server = _SERVER_VERSION.search(text)  # printed only where it differs from pgbench's own
        summary.pgbench_version, summary.server_version = found[1], server[1] if server else found[1]
    else:
        _read_named(summary, summary.total, *_split(text))


def _read_named(summary: Summary, target: ScriptSummary, name: str, value: str) -> None:
    if _read_figure(target, name, value):
        return
    if name in _TEXTS:
        setattr(summary, _TEXTS[name], value)
    elif name in _WHOLES:
        setattr(summary, _WHOLES[name], _leading_whole(value))
    elif name == "duration":
        summary.duration_s = float(value.split()[0])
    elif name == "initial connection time":
        summary.initial_connection_ms = float(value.split()[0])
    elif name == "average connection time":
        summary.average_connection_ms = float(value.split()[0])


def _read_figure(target: ScriptSummary, name: str, value: str) -> bool:
    if name in _MILLISECONDS:
        setattr(target, _MILLISECONDS[name], float(value.split()[0]))
        return True
    for beginning, attribute in _PER_SCRIPT_WHOLES.items():
        if name.startswith(beginning):
            setattr(target, attribute, _leading_whole(value))
            return True
    return False


def _read_of_script(summary: Summary, text: str) -> None:
    """Lines such as " - weight: 2 (targets 66.7% of total)" and " - 500 transactions (50.0% of total, tps = 42.5)"."""
    if not summary.scripts:  # " - statement latencies in milliseconds:" of a single script
        return
    target = summary.scripts[-1]
    if found := re.match(r"(\d+) transactions \(", text):
        target.transactions = int(found[1])
    if found := re.search(r"tps = ([\d.]+)", text):
        target.tps = float(found[1])
    name, value = _split(text)
    if name == "weight":
        target.weight = _leading_whole(value)
    else:
        _read_figure(target, name, value)


def _read_tps(summary: Summary, text: str) -> None:
    found = _TPS.match(text)
    if found is None:
        raise ValueError(text)
    value = float(found[1])
    says = found[2] or ""
    # Up to 13 "including connections establishing" beside "excluding …"; from 14 with -C "including reconnection times".
    includes = says.startswith("including")
    if summary.total.tps is not None and includes:
        return
    summary.total.tps, summary.tps_includes_connecting = value, includes


def _split(text: str) -> tuple[str, str]:
    """Name and value of a line: both "latency average = 1.2 ms" and "latency average: 1.2 ms"."""
    found = re.match(r"([A-Za-z][^:=]*?)\s*[:=]\s*(.*)", text)
    return (found[1], found[2]) if found else ("", "")


def _leading_whole(value: str) -> int | None:
    """The number that a value begins with: "3/100 (3.0%)" gives 3, "1000/1000" 1000, "(unlimited)" None."""
    found = re.match(r"\d+", value)
    return int(found[0]) if found else None
