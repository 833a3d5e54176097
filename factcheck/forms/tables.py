"""Reads a CSV table, however it is laid out, as rows of one value each: level, metric, stat, value and what else is known of it.

Four layouts are understood: a value a line (columns metric, stat, value); levels in the first column and a metric in each other; a grid, where several
columns say what was varied ("shared_buffers,clients,tps"); metrics in the first column and a level in each other.
"""

from __future__ import annotations

import csv
import difflib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from factcheck.forms.facts import UnusableFacts
from factcheck.forms.sides import better_by_name

REQUIRED = ("metric", "stat", "value")
KNOWN = (*REQUIRED, "level", "unit", "decimals", "n", "runs", "scope", "partner", "denominator", "name_en", "name_ru", "better", "run", "ci_low", "ci_high")  # fmt: skip
_ALIASES = {
    "setting": "level", "variant": "level", "config": "level", "configuration": "level", "уровень": "level", "вариант": "level", "настройка": "level",
    "statistic": "stat", "aggregate": "stat", "agg": "stat", "статистика": "stat", "measure": "metric", "метрика": "metric", "показатель": "metric", "значение": "value",
    "units": "unit", "единица": "unit", "единицы": "unit", "ед": "unit", "ед.": "unit", "repeat": "run", "repetition": "run", "rep": "run", "iteration": "run", "iter": "run",
    "attempt": "run", "прогон": "run", "повтор": "run", "повторение": "run", "итерация": "run", "попытка": "run",
}  # fmt: skip
_EMPTY = ("", "-", "–", "—", "n/a", "н/д")
Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one value each with the number of their line, the columns that were varied, and what separates the columns."""

    rows: list[tuple[int, Row]]
    factors: list[str]
    delimiter: str


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Cells under their heads; `names` are the heads as the columns are known."""

    heads: list[str]
    names: list[str]
    rows: list[tuple[int, list[str]]]

    def column(self, at: int) -> list[str]:
        return [cells[at] for _, cells in self.rows]


def read_table(path: Path, factors: Sequence[str] = ()) -> Table:
    """The table of a file; `factors` names the columns that were varied. Errors: UnusableFacts with line or column."""
    sheet, delimiter = _sheet(path)
    names = sheet.names
    if {"metric", "value"} <= set(names):
        return Table(*_long(path, sheet, factors), delimiter)
    if "metric" in names and not _meant(sheet, "value"):
        return Table(_turned(path, sheet), list(factors), delimiter)
    if {"metric", "stat", "value"} & set(names[1:]) or names[0] in ("metric", "stat") or len(sheet.heads) < 2:
        raise _missing(path, sheet)
    return Table(*_wide(path, sheet, factors), delimiter)


def _sheet(path: Path) -> tuple[_Sheet, str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnusableFacts(
            f"{path}: {error.strerror}; give a CSV file with the columns {', '.join(REQUIRED)}"
        ) from None
    except UnicodeDecodeError as error:
        raise UnusableFacts(f"{path}: not UTF-8 at byte {error.start}; save the table as UTF-8") from None
    head = text.splitlines()[0] if text.strip() else ""
    delimiter = max((";", ",", "\t"), key=head.count) if head else ","
    reader = csv.reader(text.splitlines(), delimiter=delimiter)
    heads = [name.strip() for name in next(reader, [])]
    rows = [(reader.line_num, _fitted(cells, len(heads))) for cells in reader if any(cell.strip() for cell in cells)]
    if not rows:
        raise UnusableFacts(f"{path}: no rows under the header")
    return _Sheet(heads, [_ALIASES.get(name.lower(), name.lower()) for name in heads], rows), delimiter


def _fitted(cells: list[str], columns: int) -> list[str]:
    return [cell.strip() for cell in [*cells, *[""] * (columns - len(cells))][:columns]]


def _meant(sheet: _Sheet, column: str) -> str | None:
    """The head that is nearly the name of a column: "valeu"."""
    close = difflib.get_close_matches(column, [name for name in sheet.names if name not in KNOWN], 1, 0.7)
    return close[0] if close else None


def _missing(path: Path, sheet: _Sheet) -> UnusableFacts:
    missing = [name for name in REQUIRED if name not in sheet.names]
    meant = [f"{head!r} for {name!r}?" for name in missing if (head := _meant(sheet, name))]
    told = "; ".join([f"no column {', '.join(missing)}", *meant, f"columns are {', '.join(KNOWN)}"])
    return UnusableFacts(f"{path}: line 1: {told}")


# -- layouts ----------------------------------------------------------------------------------------------------------


def _long(path: Path, sheet: _Sheet, factors: Sequence[str]) -> tuple[list[tuple[int, Row]], list[str]]:
    """A value a line. A factor that is no column names what the column `level` holds."""
    varied = [sheet.heads.index(one) for one in factors if one in sheet.heads]
    if "stat" not in sheet.names:
        raise _missing(path, sheet)
    for at, name in enumerate(sheet.names):
        if name and name not in KNOWN and at not in varied:
            close = difflib.get_close_matches(name, KNOWN, 1)
            advice = f"did you mean {close[0]!r}?" if close else f"if it was varied: --factor {sheet.heads[at]!r}"
            raise UnusableFacts(f"{path}: line 1: unknown column {name!r}; {advice}")
    found = []
    for number, cells in sheet.rows:
        row = dict(zip(sheet.names, cells, strict=True))
        if varied:
            row["level"] = "/".join(cells[at] for at in varied)
        found.append((number, row))
    return found, list(factors)


def _wide(path: Path, sheet: _Sheet, factors: Sequence[str]) -> tuple[list[tuple[int, Row]], list[str]]:
    """A run or a level a line, a metric a column."""
    for one in factors:
        if one not in sheet.heads:
            raise UnusableFacts(f"{path}: line 1: --factor {one!r} is no column; columns are {', '.join(sheet.heads)}")
    varied = [sheet.heads.index(one) for one in factors] or _varied(sheet)
    run = sheet.names.index("run") if "run" in sheet.names else None
    measured = [at for at, head in enumerate(sheet.heads) if head and at not in varied and at != run]
    for at in measured:
        if not any(
            re.search(r"\d", cell) and not re.search(r"[^\W\d_]{2}|\d[:\-]\d", cell) for cell in sheet.column(at)
        ):
            head = sheet.heads[at]
            raise UnusableFacts(f"{path}: column {head!r} holds no measured values; take it out, or if it was varied: --factor {head!r}")  # fmt: skip
    found = [
        (number, {"level": "/".join(cells[at] for at in varied), "metric": sheet.heads[at], "value": cells[at], "run": cells[run] if run is not None else ""})
        for number, cells in sheet.rows
        for at in measured
        if cells[at] not in _EMPTY
    ]  # fmt: skip
    if not found:
        raise UnusableFacts(f"{path}: the table holds no values beside its first column")
    return found, [sheet.heads[at] for at in varied]


def _varied(sheet: _Sheet) -> list[int]:
    """The columns that say what was varied: the first, and those behind it that make a full grid with it where it alone leaves rows alike."""
    run = sheet.names.index("run") if "run" in sheet.names else None
    columns = [at for at in range(len(sheet.heads)) if at != run]
    found = columns[:1]
    for at in columns[1:]:
        rows = Counter(tuple(cells[i] for i in found) + ((cells[run],) if run is not None else ()) for _, cells in sheet.rows)  # fmt: skip
        if max(rows.values()) == 1 or better_by_name(sheet.heads[at]) is not None:
            break
        pairs = Counter((tuple(cells[i] for i in found), cells[at]) for _, cells in sheet.rows)
        befores, values = {before for before, _ in pairs}, {value for _, value in pairs}
        if min(len(befores), len(values)) < 2 or len(pairs) != len(befores) * len(values) or len(set(pairs.values())) > 1:  # fmt: skip
            break
        found.append(at)
    return found


def _turned(path: Path, sheet: _Sheet) -> list[tuple[int, Row]]:
    """A metric a line, a level a column; what else is known of the metric in columns of their own."""
    levels = [at for at, name in enumerate(sheet.names) if name and name not in KNOWN]
    if not levels:
        raise UnusableFacts(f"{path}: line 1: no column value, and none that is a level; columns are {', '.join(KNOWN)}")  # fmt: skip
    return [
        (number, {**{name: cells[i] for i, name in enumerate(sheet.names) if name in KNOWN}, "level": sheet.heads[at], "value": cells[at]})
        for number, cells in sheet.rows
        for at in levels
        if cells[at] not in _EMPTY
    ]  # fmt: skip


__all__ = ["KNOWN", "REQUIRED", "Row", "Table", "read_table"]
