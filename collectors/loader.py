"""Brings sealed segments of a spool into raw.*, each exactly once: its batch and its rows are one transaction."""

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from collectors.spool import note_loaded, read_segment
from pgverdict.errors import ComponentFailed
from pgverdict.warehouse import connect

TICKS = "ticks"


@dataclass
class Loaded:
    """What was brought in: segments and rows, and the samples expected, taken and missed by family."""

    segments: int = 0
    rows: int = 0
    expected: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    taken: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    missed: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add_ticks(self, text: bytes) -> None:
        """Counts rows of raw.ticks: run, night, at, family, expected, taken, late, missed, max_late_ms, reason."""
        for line in text.decode().splitlines():
            values = line.split("\t")
            family, expected, taken, missed, reason = (
                values[3],
                int(values[4]),
                int(values[5]),
                int(values[7]),
                values[9],
            )
            self.expected[family] += expected
            self.taken[family] += taken
            if missed:
                self.missed[family].append(f"{values[2]}: {missed} missed, {reason}")


def load_spool(directory: Path, dsn: str | None, loaded: Loaded | None = None) -> Loaded:
    """Loads every sealed segment, oldest first, and removes it. Errors: ComponentFailed when the warehouse is away; nothing is lost then."""
    loaded = loaded or Loaded()
    segments = sorted(directory.glob("*.sealed"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    if not segments:
        return loaded
    try:
        with connect("pgverdict_collector", dsn) as connection:
            for path in segments:
                _load_segment(connection, path, loaded)
    except psycopg.OperationalError as error:
        raise ComponentFailed(f"the warehouse went away while {directory} was being loaded ({error})") from None
    return loaded


def load_patiently(
    directory: Path,
    dsn: str | None,
    patience_s: float,
    loaded: Loaded | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> Loaded:
    """Like `load_spool`, trying again while the warehouse is away, for `patience_s` at most. Errors: ComponentFailed."""
    loaded = loaded or Loaded()
    deadline, pause = time.monotonic() + patience_s, 0.5
    while True:
        try:
            return load_spool(directory, dsn, loaded)
        except ComponentFailed as error:
            if time.monotonic() + pause > deadline:
                raise ComponentFailed(
                    f"{error}; the samples are safe in {directory}, `pgverdict resume` brings them in once it is back"
                ) from None
            sleep(pause)
            pause = min(pause * 2, 10)


def _load_segment(connection: psycopg.Connection[Any], path: Path, loaded: Loaded) -> None:
    header, frames = read_segment(path)
    gathered: dict[str, list[bytes]] = defaultdict(list)
    rows, seconds = 0, []
    for frame in frames:
        seconds.append(frame.second)
        for table, (count, text) in frame.blocks.items():
            gathered[table].append(text)
            rows += count
    if rows:
        texts = {table: b"".join(parts) for table, parts in gathered.items()}
        with connection.transaction():
            is_new = claim_batch(connection, path.stem, header["run_id"], date.fromisoformat(header["night"]), rows)
            if is_new:
                for table, text in texts.items():
                    copy_text(connection, table, header["columns"][table], text)
        loaded.rows += rows if is_new else 0
        loaded.add_ticks(texts.get(TICKS, b""))
    loaded.segments += 1
    if seconds:
        note_loaded(path.parent, max(seconds))
    path.unlink()


def claim_batch(connection: psycopg.Connection[Any], batch_id: str, run_id: int, night: date, rows: int) -> bool:
    """Marks a batch as loaded, within the caller's transaction; False when it was loaded before (a kill after the commit)."""
    # The embedded warehouse commits asynchronously: a crash would lose what we believe loaded, and the segment is gone then.
    connection.execute("set local synchronous_commit = on")
    connection.execute("select raw.ensure_night(%s)", [night])
    claimed = connection.execute(
        "insert into raw.batches (batch_id, run_id, night, row_count) values (%s, %s, %s, %s) on conflict do nothing returning 1",
        [batch_id, run_id, night, rows],
    ).fetchone()
    return claimed is not None


def copy_text(connection: psycopg.Connection[Any], table: str, columns: list[str], text: bytes) -> None:
    """COPY of text that is in COPY's own format already."""
    statement = sql.SQL("copy raw.{} ({}) from stdin").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    with connection.cursor().copy(statement) as copy:
        copy.write(text)
