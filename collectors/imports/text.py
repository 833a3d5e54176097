"""Reads other people's files line by line in bounded memory; whatever is no text is refused with file and line."""

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO

from collectors.imports.clocks import instant
from collectors.lines import LineProblem

#: Longer than any line of these formats (a server log's query may be long), short enough to hold.
LONGEST_LINE = 4 << 20
_BLOCK = 1 << 20
_GZIP_MAGIC = b"\x1f\x8b"
#: Byte order marks of encodings that are not UTF-8; such a file is said to be one instead of "binary".
_OTHER_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
#: What `ts` and loops in shells put before each line: ISO 8601 or a Unix time, perhaps in brackets.
_STAMP = re.compile(
    r"\[?(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?|\d{10}(?:\.\d+)?)\]?(?:[\t ]|$)"
)
#: How the texts begin whose lines may be stamped; anything else that begins with a time has it as its own.
_BEGINNING = re.compile(r"\s*(Linux |procs|-*procs|r +b |avg-cpu|Device|progress: |starting vacuum|pgbench )")


def open_bytes(path: Path) -> IO[bytes]:
    """The file's bytes, gunzipped if it is gzip (told by its first bytes, not its name). Errors: LineProblem."""
    try:
        raw = path.open("rb")
    except OSError as error:
        raise LineProblem(1, f"cannot be opened ({error.strerror})", str(path)) from None
    if raw.peek(2)[:2] == _GZIP_MAGIC:
        return io.BufferedReader(gzip.GzipFile(fileobj=raw), _BLOCK)  # type: ignore[type-var,unused-ignore]
    return raw


class Lines(Iterator[str]):
    """The lines of one file without their ends; `number` is that of the line given last, from 1.

    Where `may_be_stamped` and a tool such as `ts` put the time before every line, `stamp` is that of the line given last, without
    which it is given. UTF-8, with or without a mark; a line that is not UTF-8 is read as Latin-1 only where `is_lenient`
    (server logs may mix encodings: the words that parsers look for are ASCII). Errors: LineProblem.
    """

    def __init__(self, stream: IO[bytes], is_lenient: bool = False, may_be_stamped: bool = False) -> None:
        self.number = 0
        self.stamp: datetime | None = None
        self._is_stamped: bool | None = None if may_be_stamped else False
        self._stream = stream
        self._is_lenient = is_lenient
        self._pushed: str | None = None

    def __next__(self) -> str:
        if self._pushed is not None:
            line, self._pushed = self._pushed, None
            self.number += 1
            return line
        self.number += 1
        raw = read_line(self._stream, LONGEST_LINE + 1, self.number)
        if not raw:
            self.number -= 1
            raise StopIteration
        if len(raw) > LONGEST_LINE:
            raise LineProblem(
                self.number, f"a line is longer than {LONGEST_LINE >> 20} MB: this is no text of this kind"
            )
        return self._without_stamp(self._decoded(raw))

    def _without_stamp(self, text: str) -> str:
        found = _STAMP.match(text) if self._is_stamped is not False else None
        if self._is_stamped is None and text.strip():
            self._is_stamped = found is not None and _BEGINNING.match(text[found.end() :]) is not None
        if not self._is_stamped:
            return text
        if found is None:
            raise LineProblem(self.number, "a line without the time that the lines before it begin with")
        try:
            self.stamp = instant(found[1])
        except (ValueError, OverflowError) as error:
            raise LineProblem(self.number, str(error)) from None
        return text[found.end() :]

    def push_back(self, line: str) -> None:
        """Gives `line` once more: a parser saw that it belongs to the next part."""
        self._pushed = line
        self.number -= 1

    def _decoded(self, raw: bytes) -> str:
        if self.number == 1:
            if raw[:2] in _OTHER_MARKS:
                raise LineProblem(self.number, f"is {_OTHER_MARKS[raw[:2]]}; convert it to UTF-8")
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if b"\0" in raw:
            raise LineProblem(self.number, "holds zero bytes: it is a binary file, not a text")
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            if not self._is_lenient:
                raise LineProblem(
                    self.number, f"is not UTF-8 (byte {error.start + 1} of the line is 0x{raw[error.start]:02x})"
                ) from None
            text = raw.decode("latin-1")
        return text.rstrip("\r\n")


def read_line(stream: IO[bytes], longest: int, number: int) -> bytes:
    """The next line, or its first `longest` bytes. Errors: LineProblem when a gzip file is damaged or cut."""
    try:
        return stream.readline(longest)
    except (EOFError, zlib.error, OSError) as error:
        raise LineProblem(number, f"the file breaks off or is damaged ({error})") from None


def check_first_line(path: Path) -> None:
    """Refuses what cannot be a text by its first line, before gigabytes of it are read for its hash. Errors: LineProblem."""
    with open_bytes(path) as stream:
        try:
            next(Lines(stream, is_lenient=True), None)
        except LineProblem as problem:
            raise problem.within(path) from None


#: Bytes of a block of whole lines.
BLOCK_BYTES = 6 << 20


def read_block(stream: IO[bytes], first_line: int) -> bytes:
    """The next whole lines, about BLOCK_BYTES of them; empty at the end. Errors: LineProblem (`first_line` is their number)."""
    try:
        raw = stream.read(BLOCK_BYTES)
        rest = stream.readline(LONGEST_LINE + 1) if raw and not raw.endswith(b"\n") else b""
    except (EOFError, zlib.error, OSError) as error:
        raise LineProblem(first_line, f"the file breaks off or is damaged after this line ({error})") from None
    raw += rest
    if len(rest) > LONGEST_LINE or (len(raw) > LONGEST_LINE and b"\n" not in raw):
        line = first_line + raw.count(b"\n")
        raise LineProblem(line, f"a line is longer than {LONGEST_LINE >> 20} MB: this is no text of this kind")
    if b"\0" in raw:
        line = first_line + raw[: raw.index(b"\0")].count(b"\n")
        raise LineProblem(line, "holds zero bytes: it is a binary file, not a text")
    return raw
