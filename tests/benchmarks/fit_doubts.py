"""Grows the trees by which a refusal is held in doubt (`factcheck/doubting/forest.json`), and prints what they keep back.

`python -m tests.benchmarks.fit_doubts FOLDS [--write]`, half an hour, with the weights of readings by folds (`fit_article_readings`). What it learns from:

- `corpus/first_looks.jsonl`: what the checker of an earlier day said of articles that nobody had read or worked on. A refusal of a statement that its audit is sure is
  false is right, of one that is sure to be true a misreading. Eight articles (`kept`) are not learned from: of them it is measured.
- the same statements as other writers would put them (`corpus/formulas/wordings.jsonl`), each in its own line of the article: their formulas say whether they are true.
  An `id` there is the article and the line (from 0) of its answers.
- mutants of true statements of all audited articles, and wordings whose truth is known (`corpus/worded`): without them every number beside another number would be in doubt.

Boosted trees (LightGBM; the form that is written needs none of it), cross-validated by article.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import lightgbm
import numpy as np

from factcheck import check
from factcheck.assisted.amounts import Unusable
from factcheck.assisted.formulas import Formulas
from factcheck.binding.scene import Scene
from factcheck.binding.vocabulary import Vocabulary
from factcheck.doubting.doubts import judged_in, signs_of_articles
from factcheck.doubting.forest import FILE, Forest
from factcheck.doubting.signs import Judged
from factcheck.forms.facts import Facts, load_facts
from factcheck.judging.verdicts import Collector
from factcheck.reading.numbers import find_numbers
from factcheck.reading.text import clean
from factcheck.weighing.balance import weigh
from factcheck.weighing.weights import Weights
from tests.benchmarks.fit_readings import weights_of
from tests.benchmarks.trees import grown_trees
from tests.factcheck.anew import ANSWERS, FOLDERS, article_named, put_anew
from tests.factcheck.audits import changed_in_turn
from tests.factcheck.worded import CORPUS, rows, statements

FEWEST, THRESHOLD, FOLDS = 12, 0.67, 8
#: Many small steps, each of a third of the signs and two thirds of the rows.
TREES = 500
GROWN = {
    "objective": "binary", "num_leaves": 63, "min_data_in_leaf": 20, "learning_rate": 0.05, "lambda_l2": 10.0, "feature_fraction": 0.3, "bagging_fraction": 0.7,
    "bagging_freq": 1, "seed": 1, "deterministic": True, "force_row_wise": True, "num_threads": 2, "verbose": -1,
}  # fmt: skip
#: What one refusal weighs: of an early article, of a later one (its checker is nearer to this one), of a mutant, of a wording that was rightly or wrongly refused,
#: of a statement worded anew.
EARLY, LATE, MUTANT, WORDED_RIGHT, WORDED_WRONG, ANEW = 1.0, 2.0, 8.0, 1.0, 1.0, 1.0
Place = tuple[int, int, int, str]  # line, start, end, predicate


class Row(NamedTuple):
    """A refusal: whether it was right, and by what one knows it."""

    kind: str  # natural, kept, numeric, verbal, exchanged, worded, anew
    article: str
    weight: float
    right: bool
    signs: frozenset[str]


def main() -> None:
    """Collects, fits, prints, and writes where asked."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--write", action="store_true", help=f"write {FILE.name}")
    arguments.add_argument("folds", type=Path, help="folder with the weights of each fold")
    asked = arguments.parse_args()
    with ProcessPoolExecutor() as workers:
        jobs = _jobs()
        held = [row for rows_ in workers.map(_collected, jobs, [asked.folds] * len(jobs)) for row in rows_]
    learned, kept = [row for row in held if row.kind != "kept"], [row for row in held if row.kind == "kept"]
    found = Counter(sign for row in learned if row.kind in ("natural", "anew") for sign in row.signs)
    names = sorted(sign for sign, count in found.items() if count >= FEWEST)
    sure = np.zeros(len(learned))
    folds = {article: at % FOLDS for at, article in enumerate(sorted({row.article for row in learned}))}
    for fold in range(FOLDS):
        others = [row for row in learned if folds[row.article] != fold]
        inside = [at for at, row in enumerate(learned) if folds[row.article] == fold]
        sure[inside] = _sureness(_grown(others, names), [learned[at] for at in inside])
    forest = _grown(learned, names)
    print("refusals | of which | in doubt")
    for kind in sorted({row.kind for row in learned}):
        for right in (True, False):
            own = [s for row, s in zip(learned, sure, strict=True) if row.kind == kind and row.right is right]
            if own:
                _line(f"{kind}, cross-validated", right, own)
    for right in (True, False):
        _line("kept", right, _sureness(forest, [row for row in kept if row.right is right]))
    if asked.write:
        forest.write(FILE)


def _line(kind: str, right: bool, sure: Sequence[float]) -> None:
    print(kind, f"{'right' if right else 'wrong'} {len(sure)}", sum(one < THRESHOLD for one in sure), sep=" | ")


def _jobs() -> list[tuple[str, Any]]:
    """What is collected apart: each first look, the mutants of each article that is learned from, the wordings of each language."""
    looks = [json.loads(told) for told in (CORPUS / "first_looks.jsonl").read_text(encoding="utf-8").splitlines()]
    kept = {look["article"] for look in looks if look["kept"]}
    learned = [path for path in sorted(CORPUS.glob("audited*/*.md")) if path.stem not in kept]
    answers = [path for folder in FOLDERS for path in sorted((CORPUS / folder).glob(f"*{ANSWERS}"))]
    anew = [
        ("anew", (path, turn)) for path in answers if path.name.removesuffix(ANSWERS) not in kept for turn in range(2)
    ]
    return [("en", None), ("ru", None), *(("mutants", path) for path in learned), *(("look", look) for look in looks), *anew]  # fmt: skip


def _collected(job: tuple[str, Any], folds: Path) -> list[Row]:
    kind, of = job
    match kind:
        case "look":
            return list(_first_look(of, folds))
        case "mutants":
            return list(_mutants(of, folds))
        case "anew":
            path, turn = of
            return list(_anew(path, turn, folds))
    return list(_worded(kind, folds))


def _first_look(look: dict[str, Any], folds: Path) -> Iterator[Row]:
    path = article_named(look["article"])
    text = path.read_text(encoding="utf-8")
    right = _audited(path, text.split("\n"))
    weights = weights_of(path.stem, folds)
    scenes = [scene for scene, _ in _refusing(text, load_facts(path.with_suffix(".facts.json")), weights, every=True)]
    kind, weight = "kept" if look["kept"] else "natural", LATE if look["late"] else EARLY
    of_scene: dict[int, list[tuple[Place, Judged]]] = defaultdict(list)
    places = [scene.places for scene in scenes]
    for line, start, end, predicate, verdict, facts in look["claims"]:
        for at, place in enumerate(places):
            tokens = [place[line, i] for i in range(start, end) if (line, i) in place]
            if tokens:
                judged = Judged(min(tokens), max(tokens), predicate, verdict, tuple(facts))
                of_scene[at].append(((line, start, end, predicate), judged))
                break
    for at, claims in of_scene.items():
        balance = weigh(scenes[at], weights)
        for place_of, one in claims:
            verdict_of = right(*place_of[:3]) if one.verdict == "contradicted" else None
            if verdict_of is not None:
                beside = [other for _, other in claims if other is not one]
                found = signs_of_articles(scenes[at], one, beside, balance)
                yield Row(kind, look["article"], weight, verdict_of, frozenset(found))


def _audited(path: Path, lines: list[str]) -> Any:
    """Whether a span touches a statement that is surely false (True), only such as are surely true (False), or neither (None)."""
    spans: dict[int, list[tuple[int, int, bool]]] = defaultdict(list)
    for told in json.loads(path.with_suffix(".audit.json").read_text(encoding="utf-8")):
        if told["confidence"] == "high" and told["verdict"] in ("supported", "contradicted"):
            start = lines[told["line"] - 1].index(told["quote"])
            spans[told["line"]].append((start, start + len(told["quote"]), told["verdict"] == "contradicted"))

    def right(line: int, start: int, end: int) -> bool | None:
        touched = [false for a, b, false in spans[line] if a < end and b > start]
        return any(touched) if touched else None

    return right


def _mutants(path: Path, folds: Path) -> Iterator[Row]:
    text, facts = path.read_text(encoding="utf-8"), load_facts(path.with_suffix(".facts.json"))
    weights = weights_of(path.stem, folds)
    before = {(line, quote) for _, claims in _refusing(text, facts, weights) for (line, quote), _, _ in claims}
    for told, changed in changed_in_turn(path, each=2):
        for _, claims in _refusing(told, facts, weights):
            for (line, quote), _, found in claims:
                if line in changed and (line, quote) not in before:
                    yield Row(changed[line][0], path.stem, MUTANT, True, found)


def _anew(answers: Path, turn: int, folds: Path) -> Iterator[Row]:
    """An article with as many of its statements as have another wording in it; only refusals of those count."""
    name = answers.name.removesuffix(ANSWERS)
    path = article_named(name, answers.parent)
    facts = load_facts(path.with_suffix(".facts.json"))
    lines, told = put_anew(path, answers, turn)
    spans: dict[int, list[tuple[int, int, bool]]] = defaultdict(list)
    formulas = Formulas(Vocabulary(facts))
    for line, start, end, formula in told:
        try:
            truth = formulas.work_out(formula, find_numbers(clean(lines[line - 1])[0])).truth
        except Unusable:
            continue
        if truth is not None:
            spans[line].append((start, end, truth is False))
    for scene, claims in _refusing("\n".join(lines), facts, weights_of(name, folds)):
        places = {token: place for place, token in scene.places.items()}
        for _, one, found in claims:
            touched = [
                false
                for token in range(one.first, one.last + 1)
                for line, column in [places[token]]
                for start, end, false in spans[line]
                if start <= column < end
            ]
            if touched:
                yield Row("anew", name, ANEW, any(touched), found)


def _worded(language: str, folds: Path) -> Iterator[Row]:
    for said in statements(language, rows(CORPUS / "worded" / f"{language}_context.json")):
        text = said.text.replace("«", "").replace("»", "")
        for _, claims in _refusing(text, _facts(said.facts), weights_of(None, folds)):
            for _, _, found in claims:
                weight = WORDED_WRONG if said.is_true else WORDED_RIGHT
                yield Row("worded", said.wording, weight, not said.is_true, found)


_facts = cache(load_facts)
Refusals = list[tuple[tuple[int, str], Judged, frozenset[str]]]


def _refusing(text: str, facts: Facts, weights: Weights, *, every: bool = False) -> list[tuple[Scene, Refusals]]:
    """The sentences of a text that hold a refusal (or all), each with ((line, quote), the claim, its signs) of its refusals before any is held in doubt."""
    found: list[tuple[Scene, Refusals]] = []

    def seen(scene: Scene, collector: Collector) -> None:
        judged = judged_in(scene, collector.claims_near(scene))
        balance = weigh(scene, weights) if judged else None
        refusals = [
            (
                (claim.line, claim.quote),
                one,
                frozenset(signs_of_articles(scene, one, [o for o, _ in judged if o is not one], balance)),
            )
            for one, claim in judged
            if claim.verdict == "contradicted"
        ]
        if refusals or every:
            found.append((scene, refusals))

    with patch("factcheck.checker.doubt_refusals", seen):
        check(text, facts)
    return found


def _grown(of: list[Row], names: list[str]) -> Forest:
    """The trees that make the rows likely."""
    at = {name: i for i, name in enumerate(names)}
    has = np.zeros((len(of), len(names)))
    for i, row in enumerate(of):
        has[i, [at[sign] for sign in row.signs if sign in at]] = 1
    rows_ = lightgbm.Dataset(has, [row.right for row in of], weight=[row.weight for row in of])
    return Forest(THRESHOLD, at, grown_trees(lightgbm.train(GROWN, rows_, TREES)))


def _sureness(forest: Forest, of: list[Row]) -> list[float]:
    """How sure each refusal is; a kind that was not seen often enough is never in doubt."""
    kinds = {sign for sign in forest.signs if sign.startswith("is ")}
    return [forest.sureness(row.signs) if kinds & row.signs else 1.0 for row in of]


if __name__ == "__main__":
    main()
