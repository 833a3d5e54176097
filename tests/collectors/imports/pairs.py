"""The pairs of a text and its rows: where they are, and how a text is read. Run as a program it writes the `.json` that are missing."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from collectors.imports.binary import Text
from collectors.imports.bulk import Bulk
from collectors.imports.clocks import from_micros
from collectors.imports.files import BULK_READERS, LENIENT_KINDS, PARSERS, STAMPED_KINDS
from collectors.imports.pgbench import read_aggregate
from collectors.imports.rows import Context, Row
from collectors.imports.text import Lines, open_bytes
from collectors.imports.writer import TABLES

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "imports"
STARTED_AT = datetime(2025, 3, 4, 10, tzinfo=UTC)


def texts() -> list[Path]:
    """Every `.out` of a folder that is named like a kind."""
    return sorted(
        path for path in FIXTURES.glob("*/*.out") if path.parent.name in {*PARSERS, *BULK_READERS, "pgbench_aggregate"}
    )


def read(path: Path, kind: str | None = None, **options: Any) -> tuple[list[dict[str, Any]], Context]:
    """The rows as `{"table": …, column: value}`, with what the parser learned beside them."""
    kind = kind or path.parent.name
    context = Context(started_at=STARTED_AT, imported_at=STARTED_AT, **options)
    with open_bytes(path) as stream:
        if kind in BULK_READERS:
            return [row for item in BULK_READERS[kind](stream, context) for row in _rows(item)], context
        lines = Lines(stream, kind in LENIENT_KINDS, kind in STAMPED_KINDS)
        rows = read_aggregate(lines, context, 0) if kind == "pgbench_aggregate" else PARSERS[kind](lines, context)
        return [{"table": table, **values} for table, values in rows], context


def _rows(item: Bulk | Row) -> Iterator[dict[str, Any]]:
    """The rows that stand in columns."""
    if isinstance(item, Row):
        yield {"table": item.table, **item.values}
        return
    for row, at in enumerate(item.at_us):
        found: dict[str, Any] = {"table": item.table, "at": from_micros(int(at))}
        for name, column in zip(TABLES[item.table][1:], item.columns, strict=True):
            if isinstance(column, Text):
                text = column.texts[int(column.codes[row])]
                found[name] = None if text is None else text.decode()
            else:
                found[name] = column.values[row].item()
        yield found


def as_json(path: Path) -> Any:
    """The rows as they are stored."""
    rows, context = read(path)
    return json.loads(json.dumps({"environment": context.environment, "rows": rows}, default=lambda at: at.isoformat()))


def main() -> None:
    """Writes what is missing, for a person to read."""
    for path in texts():
        expected = path.with_suffix(".json")
        if not expected.exists():
            found = as_json(path)
            rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in found["rows"])
            environment = json.dumps(found["environment"], ensure_ascii=False)
            expected.write_text(f'{{"environment": {environment},\n "rows": [\n{rows}\n ]}}\n')
            print(f"{expected}: {len(found['rows'])} rows; read them before you commit")


if __name__ == "__main__":
    main()
