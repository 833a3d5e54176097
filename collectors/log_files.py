"""Reads one run's part of a server log, however large the file is: the beginning is found by bisection on the times."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from collectors.log_events import event_of
from collectors.remote import remote_file
from collectors.server_log import LogEvent, LogLine, parse_csvlog, parse_jsonlog, parse_stderr, parse_time

#: Bisection stops here; the rest is read.
_NEAR_ENOUGH = 1 << 16
#: Lines to look at for a time; entries may go on over many lines.
_MOST_CONTINUED = 2000


def events_between(path: Path, begins: datetime, ends: datetime, ssh: dict[str, Any] | None = None) -> list[LogEvent]:
    """Events of the log at `path` (a file, or a folder of rotated ones) from `begins` to `ends`; none where it cannot be read.

    With `ssh` the log is a file of that host. Errors: ComponentFailed when the host cannot be reached.
    """
    if ssh:
        try:
            with remote_file(ssh, str(path)) as stream:
                return _events(path, stream, begins, ends)
        except OSError:
            return []
    events = []
    for file in _files(path, begins):
        try:
            with file.open("rb") as stream:
                events += _events(file, stream, begins, ends)
        except OSError:
            continue
    return events


def _events(file: Path, stream: BinaryIO, begins: datetime, ends: datetime) -> list[LogEvent]:
    stream.seek(offset_before(stream, begins))
    return [event for line in _lines(file, stream, ends) if line.at >= begins and (event := event_of(line))]


def _files(path: Path, begins: datetime) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = [file for file in sorted(path.iterdir()) if file.suffix in (".json", ".csv", ".log")]
    recent = [file for file in files if file.stat().st_mtime >= begins.timestamp()]
    # logging_collector with several destinations writes the same entries twice: the most precise form wins.
    for suffix in (".json", ".csv", ".log"):
        if chosen := [file for file in recent if file.suffix == suffix and file.stat().st_size]:
            return chosen
    return []


def _lines(file: Path, stream: BinaryIO, ends: datetime) -> Iterator[LogLine]:
    texts = (line.decode(errors="replace").replace("\0", "") for line in stream)
    parse = {".json": parse_jsonlog, ".csv": parse_csvlog}.get(file.suffix, parse_stderr)
    for line in parse(texts):
        if line.at > ends:
            return
        yield line


def offset_before(stream: BinaryIO, begins: datetime) -> int:
    """A place in the file, at the beginning of a line, before which every entry is older than `begins`."""
    stream.seek(0, 2)  # the files of an SFTP client do not return the position
    low, high = 0, stream.tell()
    while high - low > _NEAR_ENOUGH:
        middle = (low + high) // 2
        stream.seek(middle)
        stream.readline()
        entry = _next_entry(stream, high)
        if entry is not None and entry[1] < begins:
            low = entry[0]
        else:
            high = middle
    return low


def _next_entry(stream: BinaryIO, end: int) -> tuple[int, datetime] | None:
    """Offset and time of the next line that begins an entry; to begin within one would turn a csvlog's quotes inside out."""
    for _ in range(_MOST_CONTINUED):
        start = stream.tell()
        line = stream.readline()
        if not line or start > end:
            return None
        if at := parse_time(line[:200].decode(errors="replace").removeprefix('{"timestamp":"')):
            return start, at
    return None
