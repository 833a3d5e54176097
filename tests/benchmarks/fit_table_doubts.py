"""Grows the trees by which a refusal of a statement about a plain table is held in doubt (`factcheck/doubting/forest_tables.json`), and prints what they keep back.

`python -m tests.benchmarks.fit_table_doubts FOLDS [--write]`, with the weights of readings by folds (`fit_readings`), or `--look FILE...`. This adds what is said now of new statements (NAME.LANGUAGE.txt beside NAME.csv), before anybody
reads them, to the first looks. What it learns from:

- `corpus/plain/first_looks.jsonl`: what the checker of an earlier day said of statements (of 60 tables, by fifteen writers) that nobody had read or worked on: each with
  whether it is true. A refusal of a false one is taken to be right, of a true one it is a misreading.
- what the checker says of the same statements now, and of those of the first tables.

Of the tables in `corpus/plain/unread` nothing is learned: of them it is measured. Boosted trees (LightGBM; the form that is written needs none of it), cross-validated by table.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import lightgbm
import numpy as np

from factcheck import check
from factcheck.binding.scene import Scene
from factcheck.doubting.doubts import judged_in, signs_of_tables
from factcheck.doubting.forest import OF_TABLES, Forest
from factcheck.doubting.signs import Judged
from factcheck.forms.result import Claim
from factcheck.outlining.opening import open_otherwise
from factcheck.weighing.balance import weigh
from factcheck.weighing.weights import Weights
from tests.benchmarks.fit_readings import weights_of
from tests.benchmarks.trees import grown_trees
from tests.factcheck.plain import FIRST, FOLDER, facts, statements, table_of

FEWEST, THRESHOLD, FOLDS, TREES = 8, 0.85, 8, 150
GROWN = {
    "objective": "binary", "num_leaves": 8, "min_data_in_leaf": 10, "learning_rate": 0.05, "lambda_l2": 10.0, "feature_fraction": 0.3, "bagging_fraction": 0.7, "bagging_freq": 1,
    "seed": 1, "deterministic": True, "force_row_wise": True, "num_threads": 2, "verbose": -1,
}  # fmt: skip
#: What a refusal of the first tables' statements weighs, which are short and plain.
SHORT = 4.0
LOOKS = FOLDER / "first_looks.jsonl"


class Row(NamedTuple):
    """A refusal: of which table and statement, whether it was right, and by what one knows it."""

    table: str
    text: str
    right: bool
    signs: frozenset[str]


def main() -> None:
    """Collects, fits, prints, and writes where asked."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--write", action="store_true", help=f"write {OF_TABLES.name}")
    arguments.add_argument("--look", nargs="+", type=Path, default=[], metavar="FILE", help=f"add to {LOOKS.name} what is said of these statements")  # fmt: skip
    arguments.add_argument("folds", type=Path, nargs="?", help="folder with the weights of each fold")
    asked = arguments.parse_args()
    if asked.look:
        with LOOKS.open("a", encoding="utf-8") as out:
            out.writelines(json.dumps(look, ensure_ascii=False, separators=(",", ":")) + "\n" for file in asked.look for look in _look(file))  # fmt: skip
        return
    looks = [json.loads(line) for line in LOOKS.read_text(encoding="utf-8").splitlines()]
    files, unread = (sorted(folder.glob("*.??.txt")) for folder in (FOLDER, FOLDER / "unread"))
    with ProcessPoolExecutor() as workers:
        of_looks = [weights_of(look["table"], asked.folds) for look in looks]
        of_files = [weights_of(table_of(file).stem, asked.folds) for file in files]
        early = [row for rows in workers.map(_first_look, looks, of_looks, chunksize=20) for row in rows]
        learned = early + [row for rows in workers.map(_now, files, of_files) for row in rows]
        kept = [row for rows in workers.map(_now, unread, [None] * len(unread)) for row in rows]
    found = Counter(sign for row in learned for sign in row.signs)
    names = sorted(sign for sign, count in found.items() if count >= FEWEST)
    tables = sorted({row.table for row in learned})
    folds = {table: at % FOLDS for at, table in enumerate(tables)}
    sure: dict[int, float] = {}
    for fold in range(FOLDS):
        forest = _grown([row for row in learned if folds[row.table] != fold], names)
        sure |= {at: forest.sureness(row.signs) for at, row in enumerate(learned) if folds[row.table] == fold}
    forest = _grown(learned, names)
    for kind, rows, held in (
        ("first looks, cross-validated", early, [sure[at] for at in range(len(early))]),
        ("kept", kept, [forest.sureness(row.signs) for row in kept]),
    ):
        print(kind, "statements refused at a threshold: false, true", sep=" | ")
        for threshold in (0.0, 0.4, 0.5, 0.6, 0.65, 0.7, 0.72, 0.75, 0.8, 0.85, 0.9):
            refused = {
                (row.table, row.text, row.right) for row, one in zip(rows, held, strict=True) if one >= threshold
            }
            print(
                f"  {threshold}",
                sum(right for *_, right in refused),
                sum(not right for *_, right in refused),
                sep=" | ",
            )
    if asked.write:
        forest.write(OF_TABLES)


def _look(file: Path) -> Iterator[dict[str, Any]]:
    """What is said, before any doubt, of each statement of a file in which something is refused."""
    for is_true, text in statements(file):
        claims = check(text, facts(table_of(file)), strict=True).claims
        if any(claim.verdict == "contradicted" for claim in claims):
            told = [[claim.line, claim.start, claim.end, claim.predicate, claim.verdict, list(claim.facts)] for claim in claims]  # fmt: skip
            yield {"table": table_of(file).stem, "true": is_true, "text": text, "claims": told}


def _first_look(look: dict[str, Any], weights: Weights) -> list[Row]:
    scenes: list[Scene] = []
    with patch("factcheck.checker.open_otherwise", lambda scene, claims: scenes.append(scene)):
        check(look["text"], facts(FOLDER / f"{look['table']}.csv"), strict=True)
    places, balances = [scene.places for scene in scenes], [weigh(scene, weights) for scene in scenes]
    of_scene: dict[int, list[Judged]] = defaultdict(list)
    for line, start, end, predicate, verdict, named in look["claims"]:
        for at, place in enumerate(places):
            tokens = [place[line, i] for i in range(start, end) if (line, i) in place]
            if tokens:
                of_scene[at].append(Judged(min(tokens), max(tokens), predicate, verdict, tuple(named)))
                break
    return [
        Row(look["table"], look["text"], not look["true"], frozenset(signs_of_tables(scenes[at], one, [other for other in told if other is not one], balances[at])))
        for at, told in of_scene.items() for one in told if one.verdict == "contradicted"
    ]  # fmt: skip


def _now(file: Path, weights: Weights | None) -> list[Row]:
    return [
        Row(table_of(file).stem, text, not is_true, found)
        for is_true, text in statements(file)
        for found in _refused(text, table_of(file), weights)
    ]


def _refused(text: str, table: Path, weights: Weights | None) -> Iterator[frozenset[str]]:
    found: list[frozenset[str]] = []

    def seen(scene: Scene, claims: list[Claim]) -> None:
        open_otherwise(scene, claims)
        judged, balance = judged_in(scene, claims), weigh(scene, weights)
        found.extend(
            frozenset(signs_of_tables(scene, one, [other for other, _ in judged if other is not one], balance))
            for one, claim in judged if claim.verdict == "contradicted"
        )  # fmt: skip

    with patch("factcheck.checker.open_otherwise", seen):
        check(text, facts(table), strict=True)
    yield from found


def _grown(of: Iterable[Row], names: list[str]) -> Forest:
    """The trees that make the rows likely."""
    rows = list(of)
    at = {name: i for i, name in enumerate(names)}
    has = np.zeros((len(rows), len(names)))
    for i, row in enumerate(rows):
        has[i, [at[sign] for sign in row.signs if sign in at]] = 1
    held = lightgbm.Dataset(
        has, [row.right for row in rows], weight=[SHORT if row.table in FIRST else 1.0 for row in rows]
    )
    return Forest(THRESHOLD, at, grown_trees(lightgbm.train(GROWN, held, TREES)))


if __name__ == "__main__":
    main()
