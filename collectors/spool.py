"""The local append-only spool: one checked frame a second, so that a kill at any moment loses less than a second and says which.

A segment is a file of frames. A frame is magic, second, length, CRC-32 and payload; the payload is blocks of COPY text, each
led by "table rows bytes". The first frame of a segment is its header (JSON: run, night, columns of each table). A segment is
written as `*.open` and renamed to `*.sealed` when full or finished; only sealed segments are loaded, each exactly once.
"""

import errno
import fcntl
import json
import os
import struct
import uuid
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pgverdict.errors import ComponentFailed

_FRAME = struct.Struct("<4sqII")
MAGIC = b"pgv1"
HEADER_SECOND = -1
LAST_LOADED = "last_loaded_second"

#: A segment is sealed when it holds this many bytes or seconds: what a loader takes at once, and what it may have to repeat.
SEGMENT_BYTES = 8 << 20
SEGMENT_SECONDS = 60


class SpoolWriter:
    """Appends frames. Holds the spool's lock as long as it lives: two samplers never write into one spool.

    Every frame is one write(2), so a killed process leaves whole frames and at most one torn tail, which readers cut off.
    """

    def __init__(self, directory: Path, header: dict[str, Any], segment_s: float = SEGMENT_SECONDS) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.directory, self.header, self.segment_s = directory, header, segment_s
        self._lock = (directory / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ComponentFailed(
                f"spool {directory} is being written by another sampler; end that one first"
            ) from None
        seal_abandoned(directory)
        self.name = uuid.uuid4().hex[:12]
        self.segments = 0
        self._file: int | None = None
        self._path: Path | None = None
        self._bytes = 0
        self._first_second = 0

    def declare(self, columns: dict[str, list[str]]) -> None:
        """Says which columns the blocks of each table hold from now on; begins a new segment where that changes."""
        if self.header.get("columns") != columns:
            self.header["columns"] = {table: list(names) for table, names in columns.items()}
            self._seal()

    def append(self, second: int, blocks: dict[str, list[bytes]]) -> None:
        """Writes one frame: rows of COPY text by table, all of one second."""
        payload = b"".join(
            b"%s %d %d\n%s" % (table.encode(), len(rows), len(text), text)
            for table, rows in blocks.items()
            if rows
            for text in (b"".join(rows),)
        )
        if self._file is not None and (self._bytes > SEGMENT_BYTES or second - self._first_second >= self.segment_s):
            self._seal()
        if self._file is None:
            self._begin(second)
        self._write(second, payload)

    def close(self) -> None:
        """Seals the last segment and lets go of the lock."""
        self._seal()
        self._lock.close()

    def _begin(self, second: int) -> None:
        self.segments += 1
        self._path = self.directory / f"{self.name}-{self.segments:05d}.open"
        self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        self._bytes, self._first_second = 0, second
        self._write(HEADER_SECOND, json.dumps(self.header).encode())

    def _write(self, second: int, payload: bytes) -> None:
        frame = _FRAME.pack(MAGIC, second, len(payload), zlib.crc32(payload)) + payload
        assert self._file is not None
        written = 0
        try:
            written = os.write(self._file, frame)
        finally:
            if written != len(frame):  # a full disk: no torn frame may stand before whole ones
                os.ftruncate(self._file, self._bytes)
        if written != len(frame):
            raise OSError(errno.ENOSPC, f"only {written} of {len(frame)} bytes fit", str(self._path))
        self._bytes += len(frame)

    def _seal(self) -> None:
        if self._file is None or self._path is None:
            return
        os.fdatasync(self._file)
        os.close(self._file)
        self._path.rename(self._path.with_suffix(".sealed"))
        self._file = self._path = None


def is_written(directory: Path) -> bool:
    """Whether a sampler holds the spool now."""
    if not (directory / "lock").exists():
        return False
    with (directory / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def seal_abandoned(directory: Path) -> int:
    """Seals segments that a killed sampler left open; only for who knows that none writes (holds the lock). Returns how many."""
    abandoned = sorted(directory.glob("*.open"))
    for path in abandoned:
        path.rename(path.with_suffix(".sealed"))
    return len(abandoned)


@dataclass(frozen=True)
class Frame:
    """One second's blocks: table -> (rows, COPY text)."""

    second: int
    blocks: dict[str, tuple[int, bytes]]


def read_segment(path: Path) -> tuple[dict[str, Any], Iterator[Frame]]:
    """The header and the frames of a segment up to its first torn or damaged frame; an empty header where not even that is whole."""
    frames = _raw_frames(path.read_bytes())
    first = next(frames, None)
    if first is None or first[0] != HEADER_SECOND:
        return {}, iter(())
    header: dict[str, Any] = json.loads(first[1])
    return header, (Frame(second, _blocks(payload)) for second, payload in frames)


def last_second(directory: Path) -> int | None:
    """The last second that the spool holds a frame of, loaded segments not counted; None where it is empty."""
    seconds = []
    for path in directory.glob("*-*.*"):
        try:
            seconds += [frame.second for frame in read_segment(path)[1]]
        except FileNotFoundError:  # loaded this moment: the note below knows its seconds
            continue
    loaded = directory / LAST_LOADED
    if loaded.exists():
        seconds.append(int(loaded.read_text()))
    return max(seconds, default=None)


def remembered(directory: Path, families: dict[str, float]) -> dict[str, float]:
    """The families that the run's first sampler had, with their intervals: what a successor owes even while the server is away."""
    note = directory / "families.json"
    if note.exists():
        families = json.loads(note.read_text())
    else:
        aside = note.with_suffix(".new")
        aside.write_text(json.dumps(families))
        aside.replace(note)
    return families


def note_loaded(directory: Path, second: int) -> None:
    """Notes the last second of a segment before it is removed; written aside, since a sampler may be reading the note."""
    aside = directory / f"{LAST_LOADED}.new"
    aside.write_text(str(second))
    aside.replace(directory / LAST_LOADED)


def _raw_frames(content: bytes) -> Iterator[tuple[int, bytes]]:
    position = 0
    while position + _FRAME.size <= len(content):
        magic, second, length, checksum = _FRAME.unpack_from(content, position)
        payload = content[position + _FRAME.size : position + _FRAME.size + length]
        if magic != MAGIC or len(payload) != length or zlib.crc32(payload) != checksum:
            return
        yield second, payload
        position += _FRAME.size + length


def _blocks(payload: bytes) -> dict[str, tuple[int, bytes]]:
    blocks: dict[str, tuple[int, bytes]] = {}
    position = 0
    while position < len(payload):
        end = payload.index(b"\n", position)
        table, rows, length = payload[position:end].split(b" ")
        blocks[table.decode()] = (int(rows), payload[end + 1 : end + 1 + int(length)])
        position = end + 1 + int(length)
    return blocks
