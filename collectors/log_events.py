"""What a line of the server's log tells: which kind of event, with its numbers; never with a user's data."""

import re
from typing import Any

from collectors.server_log import LogEvent, LogLine

#: Errors whose message quotes what the user sent (data exceptions, syntax errors, raised ones): only their class is kept.
_QUOTING = re.compile(r"(22|42601|P0|XX|0A|HV|57014|23505|23503|23514|23502|23P01)")
_LONGEST = 500

_CHECKPOINT = re.compile(
    r"(?P<what>checkpoint|restartpoint) complete: wrote (?P<buffers>\d+) buffers \((?P<buffers_pct>[\d.]+)%\)"
    r"(?:, wrote (?P<slru_buffers>\d+) SLRU buffers)?; (?P<wal_added>\d+) (?:WAL|transaction log) file\(s\) added, (?P<wal_removed>\d+) removed, "
    r"(?P<wal_recycled>\d+) recycled; write=(?P<write_s>[\d.]+) s, sync=(?P<sync_s>[\d.]+) s, total=(?P<total_s>[\d.]+) s; "
    r"sync files=(?P<sync_files>\d+), longest=(?P<longest_sync_s>[\d.]+) s, average=(?P<average_sync_s>[\d.]+) s"
    r"(?:; distance=(?P<distance_kb>\d+) kB, estimate=(?P<estimate_kb>\d+) kB)?"
)
_STARTING = re.compile(r"(?P<what>checkpoint|restartpoint) starting:(?P<flags>[ a-z-]*)")
_FREQUENT = re.compile(r"checkpoints are occurring too frequently \((?P<seconds_apart>\d+) seconds? apart\)")
_VACUUM = re.compile(
    r'automatic (?:aggressive )?(?P<what>vacuum|analyze)(?: to prevent wraparound)? of table "(?P<table>[^"]*)"'
)
_VACUUM_PARTS: tuple[re.Pattern[str], ...] = (
    re.compile(r"index scans: (?P<index_scans>\d+)"),
    re.compile(
        r"pages: (?P<pages_removed>\d+) removed, (?P<pages_remain>\d+) remain(?:, (?P<pages_scanned>\d+) scanned)?"
    ),
    re.compile(
        r"tuples: (?P<tuples_removed>\d+) removed, (?P<tuples_remain>\d+) remain(?:, (?P<tuples_dead>\d+) are dead)?"
    ),
    re.compile(
        r"buffer usage: (?P<buffer_hits>\d+) hits, (?P<buffer_reads>\d+) (?:misses|reads), (?P<buffer_dirtied>\d+) dirtied"
    ),
    re.compile(r"avg read rate: (?P<read_mb_per_s>[\d.]+) MB/s, avg write rate: (?P<write_mb_per_s>[\d.]+) MB/s"),
    re.compile(r"WAL usage: (?P<wal_records>\d+) records, (?P<wal_fpi>\d+) full page images, (?P<wal_bytes>\d+) bytes"),
    re.compile(
        r"CPU: user: (?P<cpu_user_s>[\d.]+) s, system: (?P<cpu_system_s>[\d.]+) s, elapsed: (?P<elapsed_s>[\d.]+) s"
    ),
)
_TEMPORARY = re.compile(r'temporary file: path "[^"]*", size (?P<bytes>\d+)')
_LOCK = re.compile(
    r"process (?P<pid>\d+) (?P<what>still waiting for|acquired) (?P<mode>\w+) on (?P<object>\w+(?: \w+)?) .*after (?P<waited_ms>[\d.]+) ms"
)
_SETTING = re.compile(r'parameter "(?P<name>[^"]+)" (?:changed to "(?P<value>[^"]*)"|removed|cannot be changed)')
_SERVER = re.compile(
    r"starting PostgreSQL|database system (?:is ready|is shut down|was shut down|was interrupted|was not properly)|received \w+ shutdown request"
    r"|(?:server|background worker|checkpointer|startup) process .*(?:was terminated|exited)|all server processes terminated"
    r"|received SIGHUP|terminating any other active|redo (?:starts|done)|aborting any active transactions"
)


def event_of(line: LogLine) -> LogEvent | None:
    """The event that a line tells; None for what nobody analyses (statements, connections, durations …)."""
    for kind_of in (_checkpoint, _maintenance, _waiting, _server):
        event = kind_of(line)
        if event is not None:
            return event
    if line.severity in ("ERROR", "FATAL", "PANIC"):
        return LogEvent(line.at, "error", line.severity, line.sqlstate, without_data(line))
    if line.severity == "WARNING":
        return LogEvent(line.at, "warning", line.severity, line.sqlstate, without_data(line))
    return None


def without_data(line: LogLine) -> str:
    """The first line of a message without what the user sent; where the class is not known, without anything quoted."""
    message = line.message.split("\n", 1)[0][:_LONGEST]
    if line.sqlstate is None or line.sqlstate == "00000" or _QUOTING.match(line.sqlstate):
        message = re.sub(r'"[^"]*"|\'[^\']*\'', '"…"', message)
        message = re.sub(r'["\'].*', "…", message) if message.count('"') % 2 else message
    return message


def _event(line: LogLine, kind: str, found: re.Match[str], more: dict[str, Any] | None = None) -> LogEvent:
    named = {name: _number(value) for name, value in found.groupdict().items() if value is not None and name != "what"}
    return LogEvent(line.at, kind, line.severity, line.sqlstate, found[0][:_LONGEST], named | (more or {}))


def _checkpoint(line: LogLine) -> LogEvent | None:
    if found := _CHECKPOINT.match(line.message):
        return _event(line, found["what"], found)
    if found := _STARTING.match(line.message):
        flags = found["flags"].split()
        return _event(line, f"{found['what']}_starting", found, {"flags": flags, "is_timed": "time" in flags})
    if found := _FREQUENT.match(line.message):
        return _event(line, "checkpoints_too_frequent", found)
    return None


def _maintenance(line: LogLine) -> LogEvent | None:
    if found := _VACUUM.match(line.message):
        parts: dict[str, Any] = {}
        for part in _VACUUM_PARTS:
            if seen := part.search(line.message):
                parts |= {name: _number(value) for name, value in seen.groupdict().items() if value is not None}
        return _event(line, f"auto{found['what']}", found, parts)
    if found := _TEMPORARY.match(line.message):
        event = _event(line, "temporary_file", found)
        return LogEvent(event.at, event.kind, event.severity, event.sqlstate, "temporary file", event.detail)
    return None


def _waiting(line: LogLine) -> LogEvent | None:
    if found := _LOCK.match(line.message):
        return _event(line, "lock_wait" if found["what"].startswith("still") else "lock_acquired", found)
    if line.message.startswith("deadlock detected"):
        return LogEvent(line.at, "deadlock", line.severity, line.sqlstate, "deadlock detected")
    return None


def _server(line: LogLine) -> LogEvent | None:
    if found := _SETTING.match(line.message):
        return _event(line, "setting_changed", found)
    if found := _SERVER.search(line.message):
        return LogEvent(line.at, "server", line.severity, line.sqlstate, line.message.split("\n", 1)[0][:_LONGEST])
    return None


def _number(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text.strip()
