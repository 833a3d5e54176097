"""Reads long CSV (at, metric, entity, value; perhaps of many runs) about as fast as the server can load it, and points at bad lines.

A block of whole lines is parsed by pandas at once, and its columns are checked by their distinct values. Whatever pandas
does not take is read again line by line, which finds the line to blame, or reads what is merely unusual.
"""

import csv
import difflib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from collectors.imports.clocks import FIRST_EPOCH_S, instant, micros
from collectors.imports.text import read_block, read_line
from collectors.lines import LineProblem, shown

Ints = npt.NDArray[np.int64]

#: How a missing value is written; it becomes null.
MISSING = ["", "NA", "N/A", "NaN", "nan", "null", "NULL", "\\N"]
_POSTGRES_EPOCH_US = 946_684_800_000_000
_POSTGRES_EPOCH = date(2000, 1, 1)


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


@dataclass
class Block:
    """Some lines of the file: `frame` has a categorical a text column and float64 for the value; `lines` their numbers."""

    frame: pd.DataFrame
    lines: Ints


def read_blocks(stream: IO[bytes], header: Header, texts: list[int], value: int) -> Iterator[Block]:
    """The lines after the header in blocks; columns are named by position. Errors: LineProblem."""
    first = 2
    while raw := read_block(stream, first):
        lines = raw.count(b"\n") + (not raw.endswith(b"\n"))
        yield _parsed(raw, first, lines, header, texts, value)
        first += lines


def _parsed(raw: bytes, first: int, lines: int, header: Header, texts: list[int], value: int) -> Block:
    width = len(header.names)
    is_plain = b'"' not in raw and raw.count(header.delimiter.encode()) == lines * (width - 1)
    if is_plain and header.delimiter != ";":
        try:
            frame = pd.read_csv(
                io.BytesIO(raw), header=None, names=list(range(width)), usecols=[*texts, value], sep=header.delimiter,
                dtype={**dict.fromkeys(texts, "category"), value: "float64"}, engine="c", keep_default_na=False,
                na_values={value: MISSING}, skip_blank_lines=False, index_col=False, quoting=csv.QUOTE_NONE,
            )  # fmt: skip
        except (ValueError, OverflowError):
            frame = None
        if frame is not None and len(frame) == lines and not np.isinf(frame[value].to_numpy()).any():
            return Block(frame, np.arange(first, first + lines, dtype=np.int64))
    return _read_slowly(raw, first, header, texts, value)


def _read_slowly(raw: bytes, first: int, header: Header, texts: list[int], value: int) -> Block:
    """Line by line: finds the line that is wrong, and reads quotes, blank lines and decimal commas."""
    columns: dict[int, list[str]] = {position: [] for position in texts}
    values: list[float] = []
    numbers: list[int] = []
    for number, line in enumerate(raw.split(b"\n"), first):
        if not line.strip():
            continue
        fields = _fields(line, number, header)
        values.append(_value(fields[value], number, header))
        numbers.append(number)
        for position in texts:
            columns[position].append(fields[position])
    frame = pd.DataFrame({position: pd.Categorical(column) for position, column in columns.items()})
    frame[value] = np.array(values, dtype=np.float64)
    return Block(frame, np.array(numbers, dtype=np.int64))


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


def _value(text: str, number: int, header: Header) -> float:
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


def encoded(
    night: date,
    run_ids: Ints,
    at_us: Ints,
    pairs: Ints,
    names: list[tuple[bytes, bytes]],
    values: npt.NDArray[np.float64],
) -> list[bytes]:
    """Rows of raw.series in the binary form of COPY. `names[pairs[i]]` are metric and entity of row i; NaN is null.

    Rows whose names are equally long have records of one length, so that NumPy writes them at once.
    """
    lengths = np.array([(len(metric) << 32) | len(entity) for metric, entity in names], dtype=np.int64)
    day = (night - _POSTGRES_EPOCH).days
    shapes = lengths[pairs] << 1 | np.isnan(values)
    order = np.argsort(shapes, kind="stable")
    bounds = np.flatnonzero(np.diff(shapes[order])) + 1
    metrics = np.array([metric for metric, _ in names], dtype=bytes)
    entities = np.array([entity for _, entity in names], dtype=bytes)
    blocks = []
    for rows in np.split(order, bounds):
        if not len(rows):
            continue
        shape = int(shapes[rows[0]])
        is_null, metric_length, entity_length = shape & 1, shape >> 33, (shape >> 1) & 0x7FFFFFFF
        fields: list[tuple[str, str]] = [
            ("n", ">i2"), ("l1", ">i4"), ("run", ">i8"), ("l2", ">i4"), ("night", ">i4"), ("l3", ">i4"), ("at", ">i8"),
            ("l4", ">i4"), ("metric", f"S{metric_length}"), ("l5", ">i4"),
        ]  # fmt: skip
        fields += [("entity", f"S{entity_length}")] if entity_length else []
        fields += [("l6", ">i4")] + ([] if is_null else [("value", ">f8")])
        record = np.empty(len(rows), dtype=fields)
        record["n"], record["l1"], record["l2"], record["l3"] = 6, 8, 4, 8
        record["l4"], record["l5"], record["l6"] = metric_length, entity_length, -1 if is_null else 8
        record["run"], record["night"], record["at"] = run_ids[rows], day, at_us[rows] - _POSTGRES_EPOCH_US
        record["metric"] = metrics[pairs[rows]]
        if entity_length:
            record["entity"] = entities[pairs[rows]]
        if not is_null:
            record["value"] = values[rows]
        blocks.append(record.tobytes())
    return blocks
