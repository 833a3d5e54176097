"""Answers to rows of COPY text: values stay as the server sent them, and rows that say nothing are held back, losing nothing."""

from collectors.families import Family
from collectors.host import HostFamily
from collectors.normalise import normalise_query
from collectors.schedule import escape
from collectors.server import Answer

_ZEROS = frozenset({None, b"0", b"0.0", b"\\N"})


class Silence:
    """Holds rows back until they move; the last held sample of a row comes out with its first moving one.

    Differences of counters are the same as if every row had been written: what is left out is a run of equal samples at the
    beginning. "zero": rows of zeros. "unchanged": rows that are as they were at the first sample; a row that first appears
    later is new and is written at once.
    """

    def __init__(self, kind: str, key_width: int, value_columns: list[int]) -> None:
        self.kind, self.key_width, self.values = kind, key_width, value_columns
        self.moving: set[tuple[bytes | None, ...]] = set()
        self.held: dict[tuple[bytes | None, ...], tuple[list[bytes | None], bytes]] = {}
        self.is_first = True

    def pass_on(self, row: list[bytes | None], line: bytes) -> list[bytes]:
        """The lines to write now for a row."""
        key = tuple(row[: self.key_width])
        if key in self.moving:
            return [line]
        if self._is_still(key, row):
            self.held[key] = (row, line)
            return []
        self.moving.add(key)
        before = self.held.pop(key, None)
        return [before[1], line] if before else [line]

    def _is_still(self, key: tuple[bytes | None, ...], row: list[bytes | None]) -> bool:
        if self.kind == "zero":
            return all(row[column] in _ZEROS for column in self.values)
        before = self.held.get(key)
        if before is None:
            return self.is_first
        return all(before[0][column] == row[column] for column in self.values)


class RowWriter:
    """Turns one family's answers into COPY lines, each led by run, night and time."""

    def __init__(self, family: Family, prefix: bytes) -> None:
        self.family, self.prefix = family, prefix
        self.columns: list[str] = []
        self.silence: Silence | None = None

    def _describe(self, answer: Answer) -> None:
        if not self.columns:
            self.columns = ["run_id", "night", *(["at"] if self.family.has_clock else []), *answer.columns]
            if self.family.silent:
                width = len(self.family.key)
                values = [
                    position
                    for position, name in enumerate(answer.columns)
                    if position >= width and not name.endswith(("_reset", "_at", "dealloc"))
                ]
                self.silence = Silence(self.family.silent, width, values)

    def lines(self, answer: Answer, at: bytes) -> list[bytes]:
        """The lines of one sample taken at `at`; `columns` says what they hold."""
        self._describe(answer)
        lead = self.prefix + at + b"\t" if self.family.has_clock else self.prefix
        normalised = answer.columns.index(self.family.normalised) if self.family.normalised else None
        lines: list[bytes] = []
        for row in answer.rows:
            if normalised is not None:
                row[normalised] = normalise_query((row[normalised] or b"").decode(errors="replace")).encode()
            for position in answer.texts:
                value = row[position]
                if value is not None:
                    row[position] = escape(value)
            line = lead + b"\t".join([b"\\N" if value is None else value for value in row]) + b"\n"
            if self.silence is None:
                lines.append(line)
            else:
                lines += self.silence.pass_on(row, line)
        if self.silence is not None:
            self.silence.is_first = False
        return lines


class HostLines:
    """Turns one host family's rows into COPY lines."""

    def __init__(self, family: HostFamily, prefix: bytes) -> None:
        self.prefix = prefix
        self.columns = ["run_id", "night", "at", *family.columns]
        values = list(range(family.key, len(family.columns)))
        self.silence = Silence("zero", family.key, values) if family.is_silent else None

    def lines(self, rows: list[tuple[object, ...]], at: bytes) -> list[bytes]:
        """The lines of one sample taken at `at`."""
        lead = self.prefix + at + b"\t"
        lines: list[bytes] = []
        for row in rows:
            values: list[bytes | None] = [text_of(value) for value in row]
            line = lead + b"\t".join(values) + b"\n"  # type: ignore[arg-type]
            lines += self.silence.pass_on(values, line) if self.silence else [line]
        return lines


def text_of(value: object) -> bytes:
    """A Python value as COPY text."""
    if value is None:
        return b"\\N"
    if isinstance(value, bool):
        return b"t" if value else b"f"
    if isinstance(value, str):
        return escape(value.encode())
    return repr(value).encode()
