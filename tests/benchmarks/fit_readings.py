"""Fits how likely a reading is by its marks, and grows the trees that say how sure a refusal by readings is (`factcheck/weighing`); prints what they refuse.

`python -m tests.benchmarks.fit_readings FOLDS [--write]`, some ten minutes; before `fit_table_doubts`, which takes the weights of the folds, and after it once more for the trees. It learns from the statements of `corpus/plain` whose claim is held as a condition (`conditions/`):

- a reading is meant where it is so in every table in which the condition is so, and not in others: tables are made by chance (`tests/factcheck/conditions.py`). By this the
  likelihoods are fitted (logistic regression, L-BFGS);
- a refusal is right where the statement is false: by this the trees are grown (LightGBM), on likelihoods that were cross-validated by table.

Of `corpus/plain/unread` nothing is learned: of it is measured.
"""

from __future__ import annotations

import argparse
import random
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import lightgbm
import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from factcheck import check
from factcheck.binding.scene import Scene
from factcheck.doubting.forest import Forest
from factcheck.forms.result import Claim
from factcheck.weighing.balance import Balance, readings_in, weigh
from factcheck.weighing.judge import FOREST, suspects
from factcheck.weighing.marks import Marker
from factcheck.weighing.readings import Named, Reading, holds
from factcheck.weighing.weights import FILE, Weights
from tests.benchmarks.trees import grown_trees
from tests.factcheck.conditions import Columns, Table, bearing_out, claimed_of
from tests.factcheck.plain import FOLDER, facts, statements, table_of

FOLDS, THRESHOLD, TREES = 5, 0.77, 120
#: A mark counts where so many readings have it, and so many that are meant; a weight below the least is left out.
OFTEN, OFTEN_MEANT, LEAST_WEIGHT = 40, 5, 0.05
RIDGE, KEPT = (
    25.0,
    0.25,
)  # the penalty on the squares of weights, and the part of the readings not meant that is learned from
GROWN = {
    "objective": "binary", "num_leaves": 8, "min_data_in_leaf": 15, "learning_rate": 0.05, "lambda_l2": 5.0, "feature_fraction": 0.4, "bagging_fraction": 0.8, "bagging_freq": 1,
    "seed": 1, "deterministic": True, "force_row_wise": True, "num_threads": 2, "verbose": -1,
}  # fmt: skip


@dataclass
class Sentence:
    """A sentence of a statement: `meant` of each of its readings is 1, 0 or, where that is not known, -1; `marks` are places in `names`."""

    table: str
    text: str
    is_true: bool
    meant: list[int]
    marks: list[list[int]]


@dataclass
class Collected:
    """The sentences of a file's statements, and the names of their marks."""

    file: Path
    sentences: list[Sentence]
    names: list[str]


@dataclass(frozen=True)
class Suspect:
    """A reading that a table does not bear out, by its signs: of which statement."""

    table: str
    text: str
    is_true: bool
    signs: frozenset[str]


def main() -> None:
    """Fits the weights where the folder of folds holds none, then the trees; prints, and writes where asked."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument(
        "folds", type=Path, help="folder for the weights of each fold; fitted anew where it is empty"
    )
    arguments.add_argument("--write", action="store_true", help=f"write {FILE.name} and {FOREST.name}")
    asked = arguments.parse_args()
    files, unread = (sorted(folder.glob("*.??.txt")) for folder in (FOLDER, FOLDER / "unread"))
    with ProcessPoolExecutor() as workers:
        if not asked.folds.exists():
            _fit_folds(list(workers.map(_collected, files)), asked.folds)
        weights = Weights.read(asked.folds / "all.json")
        if asked.write:
            weights.write(FILE)
        by_fold = [weights_of(table_of(file).stem, asked.folds) for file in files]
        told = [row for rows in workers.map(_suspected, files, by_fold) for row in rows]
        kept = [row for rows in workers.map(_suspected, unread, [weights] * len(unread)) for row in rows]
    sure = [0.0] * len(told)
    for fold in range(FOLDS):
        forest = _grown([one for one in told if fold_of(one.table) != fold])
        for at, one in enumerate(told):
            if fold_of(one.table) == fold:
                sure[at] = forest.sureness(one.signs)
    forest = _grown(told)
    _print("cross-validated by table", told, sure)
    _print("unread", kept, [forest.sureness(one.signs) for one in kept])
    if asked.write:
        forest.write(FOREST)


def fold_of(name: str) -> int:
    """The fold that a table, or an article, belongs to."""
    return zlib.crc32(name.encode()) % FOLDS


@cache
def weights_of(name: str | None, folds: Path) -> Weights:
    """The weights that were fitted without the fold of a table, or an article; those of all for other text."""
    return Weights.read(folds / ("all.json" if name is None else f"{fold_of(name)}.json"))


def _fit_folds(held: list[Collected], folds: Path) -> None:
    has, meant, of, names = matrix(held)
    at = np.array([fold_of(table) for table in of])
    folds.mkdir(parents=True)
    for fold in range(FOLDS):
        as_weights(_fitted_to_some(has[at != fold], meant[at != fold]), names).write(folds / f"{fold}.json")
    weights = as_weights(_fitted_to_some(has, meant), names)
    weights.write(folds / "all.json")
    print(len(of), "readings,", int((meant == 1).sum()), "meant,", sum(map(len, weights.marks.values())), "weights")


def _print(kind: str, of: list[Suspect], sure: list[float]) -> None:
    print(kind, "statements refused anew at a threshold: false, true", sep=" | ")
    for threshold in (0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9):
        told = {(one.table, one.text, one.is_true) for one, how in zip(of, sure, strict=True) if how >= threshold}
        print(f"  {threshold}", sum(not is_true for *_, is_true in told), sum(is_true for *_, is_true in told), sep=" | ")  # fmt: skip


def _seen(text: str, table: Path) -> Iterator[tuple[Scene, list[Claim]]]:
    """The sentences of a statement that come to be weighed, each with what has been said of it."""
    seen: list[tuple[Scene, list[Claim]]] = []

    def judge(scene: Scene, claims: list[Claim], _: Balance | None) -> list[Any]:
        seen.append((scene, list(claims)))
        return []

    with patch("factcheck.checker.judge_readings", judge):
        check(text, facts(table))
    yield from seen


def _collected(file: Path) -> Collected:
    """The readings of all sentences of a file's statements by their marks, and which of them are meant."""
    table, names = Table.read(table_of(file)), dict[str, int]()
    found = []
    for is_true, text, claimed in claimed_of(file):
        assert table is not None
        within, without = bearing_out(claimed, table, is_true, random.Random(text))
        for scene, _ in _seen(text, table_of(file)):
            held = readings_in(scene)
            if held is None:
                continue
            named, words, readings = held
            heads = {metric: _head(scene, metric, table) for metric in named.columns}
            meant = [_meant(scene, one, named, heads, within, without) for one in readings]
            marker = Marker(scene, named, words)
            marks = [[names.setdefault(f"{one.kind}|{mark}", len(names)) for _, row in marker.marks_of(one) for mark in row] for one in readings]  # fmt: skip
            found.append(Sentence(table_of(file).stem, text, is_true, meant, marks))
    return Collected(file, found, list(names))


def _suspected(file: Path, weights: Weights) -> list[Suspect]:
    """The suspects of all sentences of a file's statements in which nothing is refused."""
    return [
        Suspect(table_of(file).stem, text, is_true, frozenset(signs))
        for is_true, text in statements(file)
        for scene, claims in _seen(text, table_of(file))
        for _, signs in suspects(scene, claims, weigh(scene, weights))
    ]


def _head(scene: Scene, metric: str, table: Table) -> str | None:
    """The head of a metric's column."""
    held = next(one for one in scene.vocabulary.facts.metrics if one.id == metric)
    called = {metric, *(name for names in held.names.values() for name in names)}
    return next((head for head in table.columns if head in called), None)


def _meant(scene: Scene, reading: Reading, named: Named, heads: dict[str, str | None], within: list[Columns], without: list[Columns]) -> int:  # fmt: skip
    """Whether a reading is so wherever the condition is, and fails often enough elsewhere for that to tell something."""
    head = heads[reading.metric]
    return -1 if head is None else meaning(lambda table: _is_so(scene, reading, named, table[head]), within, without)


def meaning(is_so: Callable[[Any], bool], within: list[Any], without: list[Any]) -> int:
    """1 for a reading that is so wherever a claim is, and fails often enough elsewhere for that to tell something; -1 for one that does not, or where nothing is known; else 0."""
    if not within:
        return -1
    if not all(is_so(one) for one in within):
        return 0
    others = without[:60]
    failing = sum(not is_so(one) for one in others)
    return 1 if failing >= max(3, 0.2 * len(others)) else -1


def _is_so(scene: Scene, reading: Reading, named: Named, column: list[float]) -> bool:
    return holds(scene, reading, replace(named, values={reading.metric: column}))


def matrix(held: list[Collected]) -> tuple[Any, np.ndarray[Any, Any], list[str], list[str]]:
    """Readings by marks (a last column of ones), whether each is meant, its table, and the names of the marks that are frequent enough."""
    often, meant_often = Counter[str](), Counter[str]()
    for one in held:
        for sentence in one.sentences:
            for is_meant, marks in zip(sentence.meant, sentence.marks, strict=True):
                for mark in set(marks):
                    often[one.names[mark]] += 1
                    meant_often[one.names[mark]] += is_meant == 1
    names = sorted(name for name, count in often.items() if count >= OFTEN and meant_often[name] >= OFTEN_MEANT)
    at = {name: place for place, name in enumerate(names)}
    columns, ends, meant, tables = array("i"), array("q", [0]), array("b"), []
    for one in held:
        places = [at.get(name, -1) for name in one.names]
        for sentence in one.sentences:
            for is_meant, marks in zip(sentence.meant, sentence.marks, strict=True):
                columns.extend(sorted({places[mark] for mark in marks} - {-1}))
                columns.append(len(names))
                ends.append(len(columns))
                meant.append(is_meant)
                tables.append(sentence.table)
    shape = (len(meant), len(names) + 1)
    has = sparse.csr_matrix((np.ones(len(columns)), np.frombuffer(columns, dtype=np.int32), np.frombuffer(ends, dtype=np.int64)), shape=shape)  # fmt: skip
    return has, np.frombuffer(meant, dtype=np.int8), tables, names


def _fitted_to_some(has: Any, meant: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The weights by the readings that are meant and some of the others."""
    rows = np.flatnonzero((meant == 1) | (meant == 0) & (np.random.default_rng(1).random(len(meant)) < KEPT))
    return fitted(has[rows], meant[rows], np.where(meant[rows] == 1, 1.0, 1 / KEPT))


def fitted(has: Any, meant: np.ndarray[Any, Any], much: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The weights of the marks, and last the base, that make the readings as meant as they are; `much` is how many a reading stands for."""
    told = meant.astype(float)
    ridge = np.full(has.shape[1], RIDGE)
    ridge[-1] = 0.0

    def loss(weights: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any]]:
        odds = has @ weights
        likely = 1 / (1 + np.exp(-odds))
        cost = float(much @ (np.logaddexp(0, odds) - told * odds)) + float(ridge @ weights**2) / 2
        return cost, has.T @ (much * (likely - told)) + ridge * weights

    return np.asarray(minimize(loss, np.zeros(has.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x)


def as_weights(fitted: np.ndarray[Any, Any], names: list[str]) -> Weights:
    marks: dict[str, dict[str, float]] = {}
    for name, one in zip(names, fitted, strict=False):
        if abs(one) >= LEAST_WEIGHT:
            kind, _, mark = name.partition("|")
            marks.setdefault(kind, {})[mark] = round(float(one), 2)
    return Weights(round(float(fitted[-1]), 3), marks)


def _grown(rows: list[Suspect]) -> Forest:
    """The trees that make it likely that a suspect is of a false statement."""
    often = Counter(sign for row in rows for sign in row.signs)
    at = {sign: place for place, sign in enumerate(sorted(sign for sign, count in often.items() if count >= 8))}
    has = np.zeros((len(rows), len(at)))
    for i, row in enumerate(rows):
        has[i, [at[sign] for sign in row.signs if sign in at]] = 1
    held = lightgbm.Dataset(has, [not row.is_true for row in rows])
    return Forest(THRESHOLD, at, grown_trees(lightgbm.train(GROWN, held, TREES)))


if __name__ == "__main__":
    main()
