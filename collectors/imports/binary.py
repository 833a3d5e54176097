"""Writes whole columns in the binary form of COPY: rows whose texts are equally long have records of one length, which NumPy fills at once."""

from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
POSTGRES_EPOCH_US = 946_684_800_000_000
POSTGRES_EPOCH = date(2000, 1, 1)


@dataclass(frozen=True)
class Fixed:
    """A column of a type of fixed length: NumPy's big-endian `dtype` (>i4, >i8, >f8), a value or one for all, and which ones are null."""

    dtype: str
    values: Any
    nulls: npt.NDArray[np.bool_] | None = None


@dataclass(frozen=True)
class Text:
    """A column of text: `texts[codes[i]]` is row i's, in UTF-8; None is null."""

    texts: list[bytes | None]
    codes: Ints


Column = Fixed | Text


def encode(columns: list[Column], rows: int) -> list[bytes]:
    """The rows in COPY's binary form, without its header; grouped by the lengths of their texts, so in another order."""
    shapes = np.zeros(rows, dtype=np.int64)
    for column in columns:
        shapes = _refined(shapes, column)
    order = np.argsort(shapes, kind="stable")
    bounds = np.flatnonzero(np.diff(shapes[order])) + 1
    return [_records(columns, part).tobytes() for part in np.split(order, bounds) if len(part)]


def _refined(shapes: Ints, column: Column) -> Ints:
    """The number of each row's shape, told further apart by this column's lengths."""
    if isinstance(column, Fixed):
        return shapes if column.nulls is None else shapes * 2 + column.nulls
    lengths = np.array([-1 if text is None else len(text) for text in column.texts], dtype=np.int64)
    distinct, codes = np.unique(lengths, return_inverse=True)
    return shapes * len(distinct) + codes[column.codes]


def _records(columns: list[Column], rows: Ints) -> Any:
    fields: list[tuple[str, str]] = [("n", ">i2")]
    filled: dict[str, Any] = {"n": len(columns)}
    for number, column in enumerate(columns):
        length, dtype, values = _content(column, rows)
        fields.append((f"l{number}", ">i4"))
        filled[f"l{number}"] = length
        if length > 0:
            fields.append((f"v{number}", dtype))
            filled[f"v{number}"] = values
    records = np.empty(len(rows), dtype=fields)
    for name, values in filled.items():
        records[name] = values
    return records


def _content(column: Column, rows: Ints) -> tuple[int, str, Any]:
    """Length, type and values of a column in rows of one shape; -1 is null."""
    first = rows[0]
    if isinstance(column, Fixed):
        if column.nulls is not None and column.nulls[first]:
            return -1, "", None
        values = column.values[rows] if isinstance(column.values, np.ndarray) else column.values
        return np.dtype(column.dtype).itemsize, column.dtype, values
    text = column.texts[int(column.codes[first])]
    if text is None:
        return -1, "", None
    return len(text), f"S{len(text)}", np.array([t or b"" for t in column.texts], dtype=bytes)[column.codes[rows]]


def instants(at_us: Ints) -> Fixed:
    """A column of timestamptz from microseconds since 1970."""
    return Fixed(">i8", at_us - POSTGRES_EPOCH_US)


def night_column(night: date) -> Fixed:
    """A column of one date."""
    return Fixed(">i4", (night - POSTGRES_EPOCH).days)
