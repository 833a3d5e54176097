"""Imports manifests: several in one transaction, whole or not at all, nothing where nothing changed."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import psycopg

from collectors.imports import control
from collectors.imports.clocks import from_micros
from collectors.imports.document import Document
from collectors.imports.files import LOAD_KINDS, TIMELESS_KINDS, expanded, load_files
from collectors.imports.known import check_metrics
from collectors.imports.manifest import File, Manifest, Run, read_manifest
from collectors.imports.rows import Context
from collectors.imports.runs import ImportedRun, RunBook
from collectors.imports.tables import SeriesLoader
from collectors.imports.text import check_first_line
from collectors.imports.writer import Writer
from collectors.lines import LineProblem
from pgverdict.errors import ComponentFailed, Refused
from pgverdict.warehouse import connect

#: Part of every hash: a new number makes the next import of an unchanged manifest read its files again.
FORM = "pgverdict-import/1"


@dataclass(frozen=True)
class ImportReport:
    """What an import did. `rows`: of raw samples. `warnings`: what was assumed, and what is not known."""

    experiment_id: str
    execution_id: int
    runs: int
    rows: int
    is_unchanged: bool
    warnings: list[str] = field(default_factory=list)


@dataclass
class Source:
    """One manifest with the files that it names, and what is learned while they are read."""

    path: Path
    manifest: Manifest
    document: Document
    run_files: list[list[tuple[File, list[Path]]]] = field(default_factory=list)
    table_files: list[list[Path]] = field(default_factory=list)
    source_hash: str = ""
    book: RunBook = field(init=False)
    execution_id: int = 0
    rows: int = 0
    metrics: set[str] = field(default_factory=set)
    environment: dict[str, Any] = field(default_factory=dict)
    defaults: dict[str, str | None] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.book = RunBook(self.manifest.experiment)

    @property
    def experiment_id(self) -> str:
        return self.manifest.experiment.id

    def at(self, *location: str | int) -> str:
        """'manifest.yml:12' of a place in the manifest."""
        return f"{self.path}:{self.document.line(location)}"

    def files(self) -> Iterator[Path]:
        """Every file that the manifest names, in its order."""
        for entries in self.run_files:
            for _, paths in entries:
                yield from paths
        for paths in self.table_files:
            yield from paths


def import_manifests(paths: list[Path], dsn: str | None = None) -> list[ImportReport]:
    """Brings the experiments of `paths` into the warehouse, in one transaction.

    A manifest that is in already, with the same files, changes nothing; a changed one replaces its execution.
    Errors: Refused (with file and line; the warehouse is as it was), ComponentFailed when the warehouse fails.
    """
    sources = [_source(Path(path)) for path in paths]
    _check_ids(sources)
    night = datetime.now(UTC).date()
    try:
        with connect("pgverdict_collector", dsn) as connection:
            control.lock(connection)
            unchanged = control.unchanged(connection, {s.experiment_id: s.source_hash for s in sources})
            fresh = [source for source in sources if source.experiment_id not in unchanged]
            if fresh:
                connection.execute("select raw.ensure_night(%s)", [night])
                # Its lock would hold back live collectors until we end; an empty partition is no harm if we fail.
                connection.commit()
                control.lock(connection)
                _import(connection, fresh, night)
    except psycopg.Error as error:
        raise ComponentFailed(
            f"the warehouse failed during the import, nothing of it was kept ({error}); try again"
        ) from error
    reports = {
        s.experiment_id: ImportReport(s.experiment_id, s.execution_id, len(s.book.runs), s.rows, False, s.warnings)
        for s in fresh
    }
    return [reports.get(s.experiment_id) or unchanged_report(s.experiment_id, unchanged) for s in sources]


def unchanged_report(experiment_id: str, unchanged: dict[str, tuple[int, int]]) -> ImportReport:
    """The report of an experiment that is in the warehouse already as it is."""
    execution_id, runs = unchanged[experiment_id]
    return ImportReport(experiment_id, execution_id, runs, 0, True)


def _source(path: Path) -> Source:
    manifest, document = read_manifest(path)
    source = Source(path, manifest, document)
    try:
        for index, run in enumerate(manifest.runs):
            place: tuple[str | int, ...] = ("runs", index)
            source.book.declare(run)
            entries = []
            for number, file in enumerate(run.files):
                place = ("runs", index, "files", number, "path")
                entries.append((file, expanded(path, file.path)))
            source.run_files.append(entries)
        for index, table in enumerate(manifest.series_tables):
            place = ("series_tables", index, "path")
            source.table_files.append(expanded(path, table.path))
    except (ValueError, FileNotFoundError) as error:
        raise Refused(f"{source.at(*place)}: {error}") from None
    source.source_hash = _hash(source)
    return source


def _hash(source: Source) -> str:
    """A hash of the manifest's bytes and of every file's name and bytes."""
    digest = hashlib.sha256(FORM.encode())
    for path in (source.path, *source.files()):
        check_first_line(path)
        try:
            with path.open("rb") as stream:
                digest.update(f"\0{path.name}\0".encode() + hashlib.file_digest(stream, "sha256").digest())
        except OSError as error:
            raise LineProblem(1, f"cannot be read ({error.strerror})", str(path)) from None
    return digest.hexdigest()


def _check_ids(sources: list[Source]) -> None:
    seen: dict[str, Source] = {}
    for source in sources:
        other = seen.setdefault(source.experiment_id, source)
        if other is not source:
            raise Refused(
                f"{source.at('experiment', 'id')}: experiment {source.experiment_id!r} is in {other.path} as well; ids are unique"
            )


def _import(connection: psycopg.Connection[Any], sources: list[Source], night: date) -> None:
    control.replace(connection, sources)
    with Writer(connection, night) as writer:
        writer.call(lambda to: control.insert_runs(to, [(s, run) for s in sources for run in s.book.runs], night))
        for source in sources:
            _load(source, writer, night)
    for source in sources:
        source.rows = sum(writer.counts[run.run_id] for run in source.book.runs)
        for warning in check_metrics(source.manifest, source.metrics, source.at("experiment", "primary")):
            source.warnings.append(f"{source.path}: {warning}")
        for run in source.book.runs:
            if not writer.counts[run.run_id]:
                raise Refused(f"{source.path}: {run}: nothing was found of this run in any file")
    control.settle(connection, sources)


def _load(source: Source, writer: Writer, night: date) -> None:
    loader = SeriesLoader(
        source.book,
        writer,
        lambda runs: writer.call(lambda to: control.insert_runs(to, [(source, r) for r in runs], night)),
        source.metrics,
    )
    for run, entries in zip(source.book.runs[: len(source.run_files)], source.run_files, strict=True):
        if run.declared is None:  # declared runs come first
            raise LookupError("the runs of the manifest are not the first ones")
        _load_run(source, run, run.declared, entries, loader, writer)
    for table, paths in zip(source.manifest.series_tables, source.table_files, strict=True):
        for path in paths:
            try:
                loader.load_table(path, table)
            except LineProblem as problem:
                raise (problem if problem.path else problem.within(path)) from None


def _load_run(
    source: Source,
    run: ImportedRun,
    declared: Run,
    entries: list[tuple[File, list[Path]]],
    loader: SeriesLoader,
    writer: Writer,
) -> None:
    for metric, value in declared.results.items():
        writer.add("results", run.run_id, {"metric": metric, "value": value})
        source.metrics.add(metric)
    siblings = frozenset(file.kind for file, _ in entries)
    for file, paths in sorted(entries, key=_turn):
        if file.kind == "series":
            for path in paths:
                try:
                    loader.load_file(path, run)
                except LineProblem as problem:
                    raise (problem if problem.path else problem.within(path)) from None
            continue
        context = _context(run, declared, file, siblings)
        source.metrics |= load_files(file, paths, run, context, writer)
        source.environment = context.environment | source.environment
        source.defaults |= context.defaults
        source.warnings += [f"{paths[0]}: {warning}" for warning in context.warnings]
        run.clients = context.clients if context.clients is not None else run.clients


def _turn(entry: tuple[File, list[Path]]) -> int:
    """Files with a clock come first: they tell when those were that have none (progress perhaps, settings, summaries)."""
    kind = entry[0].kind
    return 3 if kind == "pgbench_summary" else 2 if kind in TIMELESS_KINDS else 1 if kind == "pgbench_progress" else 0


def _context(run: ImportedRun, declared: Run, file: File, siblings: frozenset[str]) -> Context:
    started_at = declared.started_at
    if started_at is None and file.kind in ("pgbench_summary", "pg_settings"):
        started_at = run.started_at
    if file.kind == "pgbench_progress" and run.load.first is not None:
        started_at = from_micros(run.load.first)  # pgbench's own logs know better than the manifest when the load began
    ends = run.load.last if file.kind in LOAD_KINDS else None
    return Context(
        started_at=started_at, interval_s=file.interval, sampling_rate=file.sampling_rate, group=file.group,
        is_since_boot=file.is_since_boot, unit=file.unit, siblings=siblings,
        load_ended_at=None if ends is None else from_micros(ends), clients=run.clients,
    )  # fmt: skip
