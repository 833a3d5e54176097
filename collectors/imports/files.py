"""Which file of which kind is read by which parser; brings one run's files into the warehouse."""

import glob
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from collectors.imports import bulk, csvs, iostat, pgbench, postgres_log, sar, vmstat
from collectors.imports.binary import Fixed, encode, instants, night_column
from collectors.imports.clocks import micros
from collectors.imports.manifest import File
from collectors.imports.rows import Context, Row, Rows
from collectors.imports.runs import REMEMBERED, ImportedRun, some_of
from collectors.imports.text import Lines, open_bytes
from collectors.imports.writer import Writer
from collectors.lines import LineProblem

Parser = Callable[[Lines, Context], Rows]

#: Kinds whose files are read one by one, lines in, rows out.
PARSERS: dict[str, Parser] = {
    "pgbench_summary": pgbench.read_summary,
    "pgbench_progress": pgbench.read_progress,
    "iostat": iostat.read_iostat,
    "vmstat": vmstat.read_vmstat,
    "sar": sar.read_sar,
    "postgres_log": postgres_log.read_log,
    "pg_settings": csvs.read_settings,
}
#: Kinds that grow long: read by blocks of columns.
BULK_READERS: dict[str, Callable[[IO[bytes], Context], Iterator[bulk.Bulk | Row]]] = {
    "wait_events": bulk.read_wait_events,
    "statements": bulk.read_statements,
}
#: Kinds of pgbench: they say from when to when the load was.
LOAD_KINDS = frozenset({"pgbench_progress", "pgbench_log", "pgbench_aggregate", "pgbench_summary"})
#: Kinds that say nothing about when the run was.
TIMELESS_KINDS = frozenset({"postgres_log", "pg_settings"})
#: Server logs mix encodings: what matters in them is ASCII.
LENIENT_KINDS = frozenset({"postgres_log"})
#: Texts that have no time of their own before every line: one that stands there was put there by `ts` or the like.
STAMPED_KINDS = frozenset({"iostat", "vmstat", "pgbench_progress"})


def expanded(manifest_path: Path, pattern: str) -> list[Path]:
    """The files that a path or pattern means, sorted by name; relative to the manifest. Errors: FileNotFoundError."""
    base = manifest_path.resolve().parent
    exact = base / pattern
    if exact.is_file():
        return [exact]
    found = sorted(Path(name) for name in glob.glob(str(exact), recursive=True) if Path(name).is_file())  # noqa: PTH207
    if not found:
        raise FileNotFoundError(f"there is no file {pattern!r} in {base}")
    return found


def load_files(file: File, paths: list[Path], run: ImportedRun, context: Context, writer: Writer) -> set[str]:
    """Brings the files of one entry of a run in; returns the metrics that went to raw.series. Errors: LineProblem with its file."""
    if file.kind == "pgbench_log":
        return _load(pgbench.read_logs(paths, context), file.kind, run, writer)
    metrics: set[str] = set()
    for thread, path in enumerate(paths):
        try:
            with open_bytes(path) as stream:
                if file.kind in BULK_READERS:
                    _load_bulk(BULK_READERS[file.kind](stream, context), run, writer)
                    continue
                lines = Lines(stream, file.kind in LENIENT_KINDS, file.kind in STAMPED_KINDS)
                is_aggregate = file.kind == "pgbench_aggregate"
                rows = (
                    pgbench.read_aggregate(lines, context, thread)
                    if is_aggregate
                    else PARSERS[file.kind](lines, context)
                )
                count = _Counted(rows)
                metrics |= _load(count, file.kind, run, writer)
                if not count.count and not context.is_silent:
                    raise LineProblem(max(lines.number, 1), f"there is no {file.kind} in it")
        except LineProblem as problem:
            raise (problem if problem.path else problem.within(path)) from None
    return metrics


class _Counted:
    def __init__(self, rows: Rows) -> None:
        self.rows, self.count = rows, 0

    def __iter__(self) -> Rows:
        for row in self.rows:
            self.count += 1
            yield row


def _load(rows: Iterable[Row], kind: str, run: ImportedRun, writer: Writer) -> set[str]:
    metrics: set[str] = set()
    notes = _Notes(run, kind)
    for table, values in rows:
        writer.add(table, run.run_id, values)
        notes.add(table, values)
        if table == "series":
            metrics.add(values["metric"])
    notes.finish()
    return metrics


def _load_bulk(items: Iterable[bulk.Bulk | Row], run: ImportedRun, writer: Writer) -> None:
    for item in items:
        if isinstance(item, Row):
            writer.add(item.table, run.run_id, item.values)
            continue
        rows = len(item.at_us)
        if not rows:
            continue
        columns = [Fixed(">i8", run.run_id), night_column(writer.night), instants(item.at_us), *item.columns]
        writer.add_binary(item.table, encode(columns, rows))
        writer.counts[run.run_id] += rows
        run.samples.add_instants(int(item.at_us.min()), int(item.at_us.max()), some_of(item.at_us))


class _Notes:
    """Notes from when to when a file has data."""

    def __init__(self, run: ImportedRun, kind: str) -> None:
        self.span = {"pgbench_summary": run.summarised}.get(kind, run.load if kind in LOAD_KINDS else run.samples)
        self.is_timeless = kind in TIMELESS_KINDS
        self.first = self.last = 0
        self.some: set[int] = set()

    def add(self, table: str, values: dict[str, Any]) -> None:
        if self.is_timeless or values.get("is_since_boot") or "at" not in values:
            return
        at = micros(values["at"])
        if table in _LENGTHS_S:
            before, after = _LENGTHS_S[table](values)
            self.span.add(at - round(before * 1e6), at + round(after * 1e6))
            return
        self.first, self.last = min(at, self.first or at), max(at, self.last)
        if len(self.some) < REMEMBERED:
            self.some.add(at)

    def finish(self) -> None:
        if self.some:
            self.span.add_instants(self.first, self.last, self.some)


#: Rows that stand for an interval: how many seconds of it lie before and after `at`. The microsecond keeps a half open window's end.
_LENGTHS_S: dict[str, Callable[[dict[str, Any]], tuple[float, float]]] = {
    "pgbench_progress": lambda values: (values["interval_s"] or 0.0, 1e-6),
    "pgbench_aggregate": lambda values: (0.0, values["interval_s"]),
    "latency_histograms": lambda values: (0.0, 1.0),
    "pgbench_summary": lambda values: (
        pgbench.length_s(values["duration_s"], values["transactions"], values["tps"]),
        1e-6,
    ),
}
