"""Reads long CSV about as fast as the server can load it, and points at bad lines.

A block of whole lines is parsed by pandas at once, and its columns are checked by their distinct values. Whatever pandas
does not take is read again line by line, which finds the line to blame, or reads what is merely unusual.
"""

import csv
import difflib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any

import numpy as np
import pandas as pd

from collectors.imports.binary import Ints
from collectors.imports.clocks import FIRST_EPOCH_S, instant, micros
from collectors.imports.text import read_block, read_line
from collectors.lines import LineProblem, shown

#: How a missing value is written; it becomes null.
MISSING = ["", "NA", "N/A", "NaN", "nan", "null", "NULL", "\\N"]


@dataclass(frozen=True)
class Header:
    """The first line: the names, their delimiter and, with `;`, perhaps decimal commas."""

    names: list[str]
    delimiter: str

    def position(self, name: str, path: Path, is_required: bool = True) -> int | None:
        """The column's position. Errors: LineProblem with the nearest name."""
        if name in self.names:
            return self.names.index(name)
        if not is_required:
            return None
        near = difflib.get_close_matches(name, self.names, n=1, cutoff=0.0)
        raise LineProblem(1, f"there is no column {name!r}; the nearest is {near[0] if near else 'none'!r}", str(path))


def read_header(stream: IO[bytes]) -> Header:
    """Reads the first line. Errors: LineProblem when it is none of a CSV."""
    raw = read_line(stream, 1 << 16, 1)
    if not raw.strip():
        raise LineProblem(1, "the file is empty")
    if not raw.endswith(b"\n") and len(raw) == 1 << 16:
        raise LineProblem(1, "the first line is too long for a CSV's header")
    try:
        text = raw.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError:
        raise LineProblem(1, "is not UTF-8 text") from None
    if "\0" in text:
        raise LineProblem(1, "holds zero bytes: it is a binary file, not a CSV")
    delimiter = max(",;\t", key=text.count)
    names = [name.strip() for name in next(csv.reader([text.rstrip("\r\n")], delimiter=delimiter))]
    if len(set(names)) < len(names):
        raise LineProblem(1, "two columns have one name")
    return Header(names, delimiter)


@dataclass(frozen=True)
class Layout:
    """Which columns are read, by position: texts, reals (may be missing), whole numbers (may not)."""

    texts: list[int]
    reals: list[int]
    wholes: list[int] = field(default_factory=list)

    @property
    def types(self) -> dict[int, str]:
        """What pandas makes of them. Not "category": it takes texts that all look like numbers for numbers, and 010 for 10."""
        return (
            dict.fromkeys(self.texts, "object")
            | dict.fromkeys(self.reals, "float64")
            | dict.fromkeys(self.wholes, "int64")
        )


@dataclass
class Block:
    """Some lines of the file: `frame` has a categorical a text column, float64 or int64 otherwise; `lines` their numbers."""

    frame: pd.DataFrame
    lines: Ints


def read_blocks(stream: IO[bytes], header: Header, layout: Layout) -> Iterator[Block]:
    """The lines after the header in blocks; columns are named by position. Errors: LineProblem, also when there are none."""
    first = 2
    while raw := read_block(stream, first):
        lines = raw.count(b"\n") + (not raw.endswith(b"\n"))
        yield parse_block(raw, first, lines, header, layout)
        first += lines
    if first == 2:
        raise LineProblem(1, "holds a header only: there are no data")


def parse_block(raw: bytes, first: int, lines: int, header: Header, layout: Layout) -> Block:
    """Whole lines, the first of which has the number `first`. Errors: LineProblem."""
    width = len(header.names)
    is_plain = b'"' not in raw and raw.count(header.delimiter.encode()) == lines * (width - 1)
    if is_plain and header.delimiter != ";":
        types = layout.types
        try:
            frame = pd.read_csv(
                io.BytesIO(raw), header=None, names=list(range(width)), usecols=list(types), sep=header.delimiter, dtype=types, engine="c",
                keep_default_na=False, na_values=dict.fromkeys(layout.reals, MISSING), skip_blank_lines=False, index_col=False,
                quoting=csv.QUOTE_NONE,
            )  # fmt: skip
        except (ValueError, OverflowError):
            frame = None
        if (
            frame is not None
            and len(frame) == lines
            and not any(np.isinf(frame[real].to_numpy()).any() for real in layout.reals)
        ):
            for text in layout.texts:
                frame[text] = _categorical(frame[text].to_numpy())
            return Block(frame, np.arange(first, first + lines, dtype=np.int64))
    return read_slowly(raw, first, header, layout)


def read_slowly(raw: bytes, first: int, header: Header, layout: Layout) -> Block:
    """Line by line: finds the line that is wrong, and reads quotes, blank lines and decimal commas. Errors: LineProblem."""
    columns: dict[int, list[Any]] = {position: [] for position in layout.types}
    numbers: list[int] = []
    for number, line in enumerate(raw.split(b"\n"), first):
        if not line.strip():
            continue
        fields = _fields(line, number, header)
        numbers.append(number)
        for position in layout.texts:
            columns[position].append(fields[position])
        for position in layout.reals:
            columns[position].append(_real(fields[position], number, header))
        for position in layout.wholes:
            columns[position].append(_whole(fields[position], number))
    frame = pd.DataFrame(
        {position: _categorical(np.array(columns[position], dtype=object)) for position in layout.texts}
    )
    for position in (*layout.reals, *layout.wholes):
        frame[position] = np.array(columns[position], dtype=layout.types[position])
    return Block(frame, np.array(numbers, dtype=np.int64))


def _categorical(texts: Any) -> pd.Categorical:
    codes, distinct = pd.factorize(texts)
    return pd.Categorical.from_codes(codes, pd.Index(distinct, dtype=object))


def _fields(line: bytes, number: int, header: Header) -> list[str]:
    try:
        text = line.decode().rstrip("\r")
    except UnicodeDecodeError as error:
        raise LineProblem(
            number, f"is not UTF-8 (byte {error.start + 1} of the line is 0x{line[error.start]:02x})"
        ) from None
    try:
        fields = next(csv.reader([text], delimiter=header.delimiter, strict=True))
    except csv.Error as error:
        raise LineProblem(number, f"is no line of a CSV ({error}): {shown(text)}") from None
    if len(fields) != len(header.names):
        raise LineProblem(number, f"has {len(fields)} fields where the header has {len(header.names)}: {shown(text)}")
    return fields


def _real(text: str, number: int, header: Header) -> float:
    bare = text.strip()
    if bare in MISSING:
        return float("nan")
    try:
        value = float(bare.replace(",", ".") if header.delimiter == ";" else bare)
    except ValueError:
        value = float("inf")
    if not np.isfinite(value) or "_" in bare:
        raise LineProblem(number, f"{shown(text)} is not a number")
    return value


def _whole(text: str, number: int) -> int:
    try:
        value = int(text)
    except ValueError:
        value = 1 << 64
    if not -(1 << 63) <= value < 1 << 63 or "_" in text:
        raise LineProblem(number, f"{shown(text)} is not a whole number")
    return value


def first_line(block: Block, codes: Any, code: int) -> int:
    """The first line of the block on which a column holds its value number `code`."""
    return int(block.lines[int(np.argmax(np.asarray(codes) == code))])


def mapped(block: Block, column: int, function: Callable[[str], Any]) -> list[Any]:
    """`function` of each distinct text of a column, in the order of its codes. A ValueError becomes a LineProblem with its line."""
    found = []
    categorical = block.frame[column].cat
    for code, text in enumerate(categorical.categories):
        try:
            found.append(function(str(text)))
        except ValueError as error:
            raise LineProblem(first_line(block, categorical.codes, code), str(error)) from None
    return found


def instants(block: Block, column: int, started_at: datetime | None) -> Ints:
    """The column's times a row, in microseconds since 1970. Errors: LineProblem."""
    categorical = block.frame[column].cat
    codes = categorical.codes.to_numpy()
    texts = categorical.categories
    known = _fast_instants(texts)
    if known is None:
        known = np.array(mapped(block, column, lambda text: micros(instant(text, started_at))), dtype=np.int64)
    found: Ints = known[codes]
    return found


def _fast_instants(texts: Any) -> Ints | None:
    """All at once where they are plain ISO 8601 or plain seconds of an epoch; None where each must be looked at."""
    if len(texts) == 0 or not all(len(str(text)) >= 10 for text in (texts[0], texts[-1])):
        return None
    if "-" in str(texts[0])[:8]:
        try:
            parsed = pd.DatetimeIndex(pd.to_datetime(texts, format="ISO8601", utc=True))
        except (ValueError, OverflowError):
            return None
        return None if parsed.hasnans else np.asarray(parsed.as_unit("us").asi8)
    try:
        seconds = np.array(texts, dtype=np.float64)
    except ValueError:
        return None
    if (seconds < FIRST_EPOCH_S).any() or not (seconds < 1e11).all():
        return None
    return np.round(seconds * 1e6).astype(np.int64)
