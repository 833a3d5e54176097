"""The runs of one imported experiment: which there are, when they were, in which order, and which baseline run is the sentinel."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from statistics import median
from typing import Any

import numpy as np

from collectors.imports.clocks import from_micros, micros
from collectors.imports.manifest import Experiment, Run
from pgverdict.errors import Refused

#: How many different instants of a run are remembered to tell how far apart they are.
REMEMBERED = 512


@dataclass
class Span:
    """From when to when there are data, in microseconds since 1970; half open."""

    first: int | None = None
    last: int | None = None
    is_instants: bool = False
    seen: set[int] = field(default_factory=set)

    def add(self, first: int, last: int) -> None:
        """Data of the interval [first, last)."""
        self.first = first if self.first is None else min(self.first, first)
        self.last = last if self.last is None else max(self.last, last)

    def add_instants(self, first: int, last: int, some: set[int]) -> None:
        """Samples from `first` to `last`; `some` of their instants tell how far apart they are."""
        self.add(first, last)
        self.is_instants = True
        if len(self.seen) < REMEMBERED:
            self.seen |= some

    @property
    def ends(self) -> int | None:
        """The end: n samples at instants span n intervals, so the typical distance is added to the last (1 s for a single one)."""
        if self.last is None or not self.is_instants:
            return self.last
        distances = [after - before for before, after in pairwise(sorted(self.seen))]
        return self.last + round(median(distances) if distances else 1e6)


@dataclass
class ImportedRun:
    """One run. `run_id` is the warehouse's; The spans are those of pgbench's clocks, its summary, all others."""

    levels: tuple[str, ...]
    repeat: int
    order: int | None = None
    declared: Run | None = None
    number: int = 0  # from 1, in the order in which the runs were found
    run_id: int = 0
    role: str = "level"
    position: int = 0
    clients: int | None = None
    load: Span = field(default_factory=Span)
    summarised: Span = field(default_factory=Span)
    samples: Span = field(default_factory=Span)

    @property
    def level(self) -> str:
        return "/".join(self.levels)

    @property
    def span(self) -> Span:
        """When it was, by the best that is known: pgbench's clocks, its summary's duration from started_at, all other samples."""
        return next((span for span in (self.load, self.summarised) if span.first is not None), self.samples)

    @property
    def started_at(self) -> datetime | None:
        """As declared, otherwise the first data; None where nothing tells."""
        if self.declared is not None and self.declared.started_at is not None:
            return self.declared.started_at
        return None if self.span.first is None else from_micros(self.span.first)

    def __str__(self) -> str:
        return f"level {self.level}, repeat {self.repeat}" + ("" if self.order is None else f", order {self.order}")


def some_of(at_us: Any) -> set[int]:
    """Some neighbouring instants of a block: those of its first rows, which are neighbours in any file that is in order."""
    return {int(at) for at in np.unique(at_us[: 64 * REMEMBERED])[:REMEMBERED]}


class RunBook:
    """All runs of one manifest, by levels, repeat and order; tables may bring runs that the manifest does not list."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.runs: list[ImportedRun] = []
        self._cells: dict[tuple[tuple[str, ...], int], list[ImportedRun]] = {}

    def declare(self, run: Run) -> ImportedRun:
        """A run of the manifest's list. Errors: ValueError when there is one like it already."""
        levels = tuple(self._level(factor.name, run.level[factor.name]) for factor in self.experiment.factors)
        for other in self._cells.get((levels, run.repeat), []):
            if other.order == run.order and (other.declared is None or other.declared.role == run.role):
                raise ValueError(
                    f"level {'/'.join(levels)} is there twice in repeat {run.repeat}; two runs of the baseline in one block "
                    "are told apart by `order`, other levels have one run a block"
                )
        return self._new(ImportedRun(levels, run.repeat, run.order, declared=run, role=run.role or "level"))

    def find(self, levels: tuple[str, ...], repeat: int, order: int | None) -> ImportedRun | None:
        """The run that a row of a table belongs to; None when there is none yet.

        A row without order means the only run there is; a run that the manifest lists without order gets that of the table.
        Errors: ValueError when two runs could be meant.
        """
        runs = self._cells.get((levels, repeat), [])
        candidates = (
            runs
            if order is None
            else [run for run in runs if run.order == order] or [run for run in runs if run.order is None]
        )
        if len(candidates) > 1:
            raise ValueError(
                f"level {'/'.join(levels)} has two runs in repeat {repeat}: the rows must tell them apart by `order`"
            )
        if not candidates:
            return None
        candidates[0].order = order if candidates[0].order is None else candidates[0].order
        return candidates[0]

    def add(self, levels: tuple[str, ...], repeat: int, order: int | None) -> ImportedRun:
        """A run that only a table names."""
        return self._new(ImportedRun(levels, repeat, order))

    def level(self, factor: str, text: str) -> str:
        """The level that a table's text means. Errors: ValueError."""
        return self._level(factor, text)

    def _new(self, run: ImportedRun) -> ImportedRun:
        self._cells.setdefault((run.levels, run.repeat), []).append(run)
        self.runs.append(run)
        run.number = len(self.runs)
        return run

    def _level(self, factor_name: str, text: str) -> str:
        factor = next(each for each in self.experiment.factors if each.name == factor_name)
        level = factor.level(text)
        if level is None:
            raise ValueError(f"{text!r} is none of the levels of {factor_name}: {', '.join(factor.levels)}")
        return level

    @property
    def blocks(self) -> list[int]:
        return sorted({run.repeat for run in self.runs})

    def settle(self) -> tuple[bool | None, bool]:
        """Gives every run its position and role; returns (is_randomised, has_sentinel). Errors: Refused."""
        self._draw_sentinels()
        is_known = self._order()
        is_randomised = None if not is_known else self._is_randomised()
        sentinels = {run.repeat for run in self.runs if run.role == "sentinel"}
        return is_randomised, bool(sentinels) and sentinels == set(self.blocks)

    @property
    def base(self) -> tuple[str, ...]:
        """The cell where all factors are at their baselines."""
        return tuple(factor.base for factor in self.experiment.factors)

    def _draw_sentinels(self) -> None:
        for (levels, repeat), runs in self._cells.items():
            most = 2 if levels == self.base else 1
            if len(runs) > most or (levels != self.base and runs[0].role == "sentinel"):
                raise Refused(
                    f"{self.experiment.id}: {len(runs)} runs of level {'/'.join(levels)} in repeat {repeat}; a block holds each level "
                    f"once, and the baseline {'/'.join(self.base)} at most twice (one of them is the sentinel)"
                )
            if len(runs) == 2 and len({run.role for run in runs}) == 1:
                named = [run for run in runs if run.declared is not None and run.declared.role is not None]
                if len(named) == 2:
                    raise Refused(
                        f"{self.experiment.id}: both baseline runs of repeat {repeat} have the role {named[0].role}"
                    )
                self._draw(runs, repeat, named)

    def _draw(self, runs: list[ImportedRun], repeat: int, named: list[ImportedRun]) -> None:
        """Where the manifest does not say which one is the sentinel: by a hash of experiment and block, so that drift cannot choose."""
        if named:  # the other one has role: level
            sentinel = next(run for run in runs if run is not named[0])
        else:
            drawn = hashlib.sha256(f"{self.experiment.id}/{repeat}".encode()).digest()[0] & 1
            sentinel = sorted(runs, key=lambda run: run.order or 0)[drawn]
        sentinel.role = "sentinel"

    def _order(self) -> bool:
        """Positions 1…n over the whole execution; True when something tells in which order the runs really were."""
        if all(run.order is not None for run in self.runs):
            orders = [run.order for run in self.runs]
            if len(set(orders)) == len(orders):
                self._number(sorted(self.runs, key=lambda run: run.order or 0))
            else:
                within = [(run.repeat, run.order) for run in self.runs]
                if len(set(within)) < len(within):
                    twice = next(key for key in within if within.count(key) > 1)
                    raise Refused(f"{self.experiment.id}: two runs of repeat {twice[0]} have order {twice[1]}")
                self._number(sorted(self.runs, key=lambda run: (run.repeat, run.order or 0)))
            return True
        timed = [(micros(run.started_at), run) for run in self.runs if run.started_at is not None]
        is_known = (
            len(timed) == len(self.runs) and len({at for at, _ in timed}) == len(timed) and not _overlap(self.runs)
        )
        if is_known:
            self._number([run for _, run in sorted(timed, key=lambda pair: pair[0])])
        else:
            self._number(sorted(self.runs, key=lambda run: run.repeat))
        return is_known

    def _number(self, runs: list[ImportedRun]) -> None:
        for position, run in enumerate(runs, 1):
            run.position = position

    def _is_randomised(self) -> bool:
        """Whether some block has its levels in another order than the listed one (the sentinel left out)."""
        listed = [{level: rank for rank, level in enumerate(factor.levels)} for factor in self.experiment.factors]
        for block in self.blocks:
            runs = sorted(
                (r for r in self.runs if r.repeat == block and r.role == "level"), key=lambda run: run.position
            )
            ranks = [tuple(rank[level] for rank, level in zip(listed, run.levels, strict=True)) for run in runs]
            if ranks != sorted(ranks):
                return True
        return False


def _overlap(runs: list[ImportedRun]) -> bool:
    spans = sorted(
        (run.span.first, run.span.last) for run in runs if run.span.first is not None and run.span.last is not None
    )
    return any(after[0] < before[1] for before, after in pairwise(spans))
