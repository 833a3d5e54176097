"""Brings long CSV tables, of one run or of many, into raw.series (or raw.results where there is no time)."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from collectors.imports import series
from collectors.imports.binary import Column, Fixed, Ints, Text, encode, instants, night_column
from collectors.imports.manifest import Columns, SeriesTable
from collectors.imports.runs import ImportedRun, RunBook, some_of
from collectors.imports.series import Block, Header, Layout
from collectors.imports.text import open_bytes
from collectors.imports.writer import Writer
from collectors.lines import LineProblem

#: Gives new runs their run_id.
Register = Callable[[list[ImportedRun]], None]


class SeriesLoader:
    """Loads the CSV files of one manifest; `metrics` collects the names that they hold."""

    def __init__(self, book: RunBook, writer: Writer, register: Register, metrics: set[str]) -> None:
        self.book, self.writer, self.register, self.metrics = book, writer, register, metrics

    def load_file(self, path: Path, run: ImportedRun) -> None:
        """A `series` file: columns at, metric, value and perhaps entity, nothing else. Errors: LineProblem."""
        with open_bytes(path) as stream:
            header = series.read_header(stream)
            known = ("at", "metric", "entity", "value")
            for name in header.names:
                if name not in known:
                    raise LineProblem(1, f"unknown column {name!r}; a series has {', '.join(known)}")
            positions = {name: header.position(name, path, name != "entity") for name in known}
            texts = [p for name, p in positions.items() if p is not None and name != "value"]
            value = _sure(positions["value"])
            declared = run.declared.started_at if run.declared else None
            for block in series.read_blocks(stream, header, Layout(texts, [value])):
                at_us = series.instants(block, _sure(positions["at"]), declared)
                runs = np.zeros(len(at_us), dtype=np.int64)
                self._write(block, [run], runs, at_us, _sure(positions["metric"]), positions["entity"], value)

    def load_table(self, path: Path, table: SeriesTable) -> None:
        """Many runs in one CSV, its columns as the manifest says. Errors: LineProblem."""
        with open_bytes(path) as stream:
            header = series.read_header(stream)
            places = _Places(self.book, header, path, table.columns)
            for block in series.read_blocks(stream, header, Layout(places.texts, [places.value])):
                found, runs = self._runs(block, places)
                if places.at is None:
                    self._write_results(block, found, runs, places)
                else:
                    at_us = self._instants(block, places.at, found, runs)
                    self._write(block, found, runs, at_us, places.metric, places.entity, places.value)

    def _instants(self, block: Block, column: int, found: list[ImportedRun], runs: Ints) -> Ints:
        starts = {run.declared.started_at if run.declared else None for run in found}
        if len(starts) == 1:
            return series.instants(block, column, starts.pop())
        # Runs that start at different times: where times are relative, each run's rows have their own origin.
        at_us = np.empty(len(runs), dtype=np.int64)
        for number, run in enumerate(found):
            rows = np.flatnonzero(runs == number)
            part = Block(block.frame.iloc[rows].copy(), block.lines[rows])
            part.frame[column] = part.frame[column].cat.remove_unused_categories()
            at_us[rows] = series.instants(part, column, run.declared.started_at if run.declared else None)
        return at_us

    def _runs(self, block: Block, places: "_Places") -> tuple[list[ImportedRun], Ints]:
        """The block's runs, and each row's position among them."""
        factors = self.book.experiment.factors
        level_texts = [
            series.mapped(block, column, lambda text, name=factor.name: self.book.level(name, text))  # type: ignore[misc]
            for factor, column in zip(factors, places.levels, strict=True)
        ]
        repeats = [1] if places.repeat is None else series.mapped(block, places.repeat, _whole)
        orders = [None] if places.order is None else series.mapped(block, places.order, _whole_or_none)
        columns = [*places.levels, places.repeat, places.order]
        key = np.zeros(len(block.frame), dtype=np.int64)
        sizes = [*(len(texts) for texts in level_texts), len(repeats), len(orders)]
        for column, size in zip(columns, sizes, strict=True):
            key = key * size + (0 if column is None else block.frame[column].cat.codes.to_numpy())
        rows, distinct = pd.factorize(key)
        found, new = [], []
        for code in distinct:
            parts: list[int] = []
            rest = int(code)
            for size in reversed(sizes):
                rest, part = divmod(rest, size)
                parts.insert(0, part)
            levels = tuple(texts[part] for texts, part in zip(level_texts, parts, strict=False))
            identity = (levels, repeats[parts[-2]], orders[parts[-1]])
            run = self.book.find(*identity)
            if run is None:
                run = self.book.add(*identity)
                new.append(run)
            found.append(run)
        if new:
            self.register(new)
        return found, np.asarray(rows, dtype=np.int64)

    def _write(
        self,
        block: Block,
        found: list[ImportedRun],
        runs: Ints,
        at_us: Ints,
        metric: int,
        entity: int | None,
        value: int,
    ) -> None:
        names, pairs = self._names(block, metric, entity)
        ids = np.array([run.run_id for run in found], dtype=np.int64)
        values = block.frame[value].to_numpy(dtype=np.float64)
        columns: list[Column] = [
            Fixed(">i8", ids[runs]), night_column(self.writer.night), instants(at_us), Text([name for name, _ in names], pairs),
            Text([entity_name for _, entity_name in names], pairs), Fixed(">f8", values, np.isnan(values)),
        ]  # fmt: skip
        self.writer.add_binary("series", encode(columns, len(runs)))
        order = np.argsort(runs, kind="stable")
        bounds = np.flatnonzero(np.diff(runs[order])) + 1
        for rows in np.split(order, bounds):
            run = found[int(runs[rows[0]])]
            self.writer.counts[run.run_id] += len(rows)
            mine = at_us[rows]
            run.samples.add_instants(int(mine.min()), int(mine.max()), some_of(mine))

    def _names(self, block: Block, metric: int, entity: int | None) -> tuple[list[tuple[bytes, bytes]], Ints]:
        """The different pairs of metric and entity, and which one each row has."""
        metrics = series.mapped(block, metric, _name)
        self.metrics.update(metrics)
        codes = block.frame[metric].cat.codes.to_numpy().astype(np.int64)
        if entity is None:
            return [(name.encode(), b"") for name in metrics], codes
        entities = [str(text) for text in block.frame[entity].cat.categories]
        key = codes * len(entities) + block.frame[entity].cat.codes.to_numpy()
        pairs, distinct = pd.factorize(key)
        names = [
            (metrics[k // len(entities)].encode(), entities[k % len(entities)].encode()) for k in map(int, distinct)
        ]
        return names, np.asarray(pairs, dtype=np.int64)

    def _write_results(self, block: Block, found: list[ImportedRun], runs: Ints, places: "_Places") -> None:
        metrics = series.mapped(block, places.metric, _name)
        self.metrics.update(metrics)
        codes = block.frame[places.metric].cat.codes.to_numpy()
        values = block.frame[places.value].to_numpy(dtype=np.float64)
        for row, (run, code, value) in enumerate(zip(runs, codes, values, strict=True)):
            if np.isnan(value):
                raise LineProblem(int(block.lines[row]), "a result without a value")
            target = found[int(run)]
            self.writer.add("results", target.run_id, {"metric": metrics[int(code)], "value": float(value)})


class _Places:
    """Where the columns of a table of many runs are. Errors: LineProblem."""

    def __init__(self, book: RunBook, header: Header, path: Path, columns: Columns) -> None:
        factors = book.experiment.factors
        named: dict[str, str] = {factor.name: factor.name for factor in factors}
        if isinstance(columns.level, str):
            named = {factors[0].name: columns.level}
        elif columns.level is not None:
            named |= columns.level
        self.levels = [_sure(header.position(named[factor.name], path)) for factor in factors]
        self.repeat = self._optional(header, path, columns.repeat, "repeat")
        self.order = self._optional(header, path, columns.order, "order")
        self.at = self._optional(header, path, columns.at, "at")
        self.entity = self._optional(header, path, columns.entity, "entity")
        self.metric = _sure(header.position(columns.metric, path))
        self.value = _sure(header.position(columns.value, path))
        optional = (self.repeat, self.order, self.at, self.entity)
        self.texts = [*self.levels, self.metric, *(place for place in optional if place is not None)]
        if len({*self.texts, self.value}) <= len(self.texts):
            raise LineProblem(1, "one column is named for two purposes", str(path))

    def _optional(self, header: Header, path: Path, given: str | None, usual: str) -> int | None:
        """A column that is named must be there; the usual name is used where it is."""
        return header.position(given or usual, path, is_required=given is not None)


def _sure(position: int | None) -> int:
    if position is None:  # positions of required columns were refused before
        raise LookupError("a required column has no position")
    return position


def _name(text: str) -> str:
    if not text.strip():
        raise ValueError("the metric has no name")
    return text.strip()


def _whole(text: str) -> int:
    try:
        value = float(text)
    except ValueError:
        value = 0.5
    if value != int(value) or value < 1:
        raise ValueError(f"{text!r} is not a whole number from 1 on")
    return int(value)


def _whole_or_none(text: str) -> int | None:
    return None if text.strip() in series.MISSING else _whole(text)
