"""Fits how likely a reading of an article's sentence is by its marks (`factcheck/weighing/weights_of_articles.json`).

`python -m tests.benchmarks.fit_article_readings FOLDS [--write] [--every N]`, twenty minutes; before `fit_doubts`, which takes the weights of the folds. It learns from the articles
whose statements are held as formulas (NAME.answers.jsonl), as they stand and in two other wordings each (`corpus/formulas/wordings.jsonl`): a reading is meant where it is so in all facts
in which a formula of its sentence is so, and not in others; the facts are made by chance (`tests/factcheck/facts_varied.py`). What is learned is as in `fit_readings`.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from factcheck.assisted.amounts import Unusable
from factcheck.assisted.formulas import Formulas, Outcome
from factcheck.binding.scene import Scene, World
from factcheck.binding.vocabulary import Vocabulary
from factcheck.checker import learn_heads
from factcheck.forms.facts import Fact, load_facts
from factcheck.judging.lines import read_lines
from factcheck.reading.document import read
from factcheck.reading.numbers import Number, find_numbers
from factcheck.reading.text import clean, language_of
from factcheck.reading.words import forget
from factcheck.weighing.balance import readings_in
from factcheck.weighing.marks import Marker
from factcheck.weighing.readings import Named, Reading, holds
from factcheck.weighing.weights import OF_ARTICLES
from tests.benchmarks.fit_readings import FOLDS, Collected, Sentence, as_weights, fitted, fold_of, matrix, meaning
from tests.factcheck.anew import ANSWERS, FOLDERS, Told, article_named, as_it_stands, put_anew
from tests.factcheck.facts_varied import Varied, bearing_out, is_so, values_of
from tests.factcheck.worded import CORPUS

TURNS = (-1, 0, 1)  # as it stands, and in other words
#: So many readings of a sentence that are meant, and others, are learned from; one of the others stands for so many at most.
MEANT, OTHERS, MOST = 10, 14, 40.0


@dataclass
class Twins:
    """The facts of an article, to ask of what is so, and the same once more, to be varied."""

    formulas: Formulas
    places: dict[int, int]
    varied: Formulas
    facts: list[Fact]

    @classmethod
    def of(cls, article: Path) -> Twins:
        one, two = (load_facts(article.with_suffix(".facts.json")) for _ in range(2))
        two.effects = []  # what is recorded of differences would not vary with them
        places = {id(fact): at for at, fact in enumerate(one.facts)}
        return cls(Formulas(Vocabulary(one)), places, Formulas(Vocabulary(two)), two.facts)


def main() -> None:
    """Fits the weights of each fold and of all, and writes those of all where asked."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folds", type=Path, help="folder for the weights of each fold")
    arguments.add_argument("--write", action="store_true", help=f"write {OF_ARTICLES.name}")
    arguments.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth article, to try it")
    asked = arguments.parse_args()
    answers = [path for folder in FOLDERS for path in sorted((CORPUS / folder).glob(f"*{ANSWERS}"))][:: asked.every]
    with ProcessPoolExecutor() as workers:
        held = list(workers.map(_collected, answers))
    has, meant, of, names = matrix([one for one, _ in held])
    others = np.array([one for _, row in held for one in row])
    much = np.where(meant == 1, 1.0, others)
    fold = np.array([fold_of(article) for article in of])
    asked.folds.mkdir(parents=True, exist_ok=True)
    for at in range(FOLDS):
        rows = np.flatnonzero(fold != at)
        as_weights(fitted(has[rows], meant[rows], much[rows]), names).write(asked.folds / f"{at}.json")
    weights = as_weights(fitted(has, meant, much), names)
    weights.write(asked.folds / "all.json")
    print(len(of), "readings,", int((meant == 1).sum()), "meant,", sum(map(len, weights.marks.values())), "weights")
    if asked.write:
        weights.write(OF_ARTICLES)


def _collected(answers: Path) -> tuple[Collected, list[float]]:
    """Readings of the sentences of an article that hold a formula, by their marks, and for each reading how many a reading that is not meant stands for."""
    article = article_named(answers.name.removesuffix(ANSWERS), answers.parent)
    twins, names = Twins.of(article), dict[str, int]()
    found, others = list[Sentence](), list[float]()
    for turn in TURNS:
        lines, told = as_it_stands(article, answers) if turn < 0 else put_anew(article, answers, turn)
        for scene, here in _sentences(article, lines, told):
            held = readings_in(scene)
            if held is None:
                continue
            named, words, readings = held
            rng = random.Random(f"{article.stem} {turn} {here[0][:3]}")
            meant = _meant(scene, named, readings, lines, here, twins, rng)
            own = [at for at, one in meant.items() if one == 1]
            left = [at for at in range(len(readings)) if at not in meant]
            if not meant:
                continue
            chosen = rng.sample(own, min(MEANT, len(own))) + rng.sample(left, min(OTHERS, len(left)))
            marker = Marker(scene, named, words)
            marks = [[names.setdefault(f"{readings[at].kind}|{mark}", len(names)) for _, row in marker.marks_of(readings[at]) for mark in row] for at in chosen]  # fmt: skip
            found.append(Sentence(article.stem, "", True, [int(at in meant) for at in chosen], marks))
            others += [min(MOST, len(left) / OTHERS)] * len(chosen)
    return Collected(answers, found, list(names)), others


def _meant(scene: Scene, named: Named, readings: list[Reading], lines: list[str], here: list[Told], twins: Twins, rng: random.Random) -> dict[int, int]:  # fmt: skip
    """The readings that some formula of a sentence implies: 1 where it tells something that they do (they fail often enough elsewhere), otherwise -1."""
    twin = {id(fact): other for fact, other in zip(scene.vocabulary.facts.facts, twins.facts, strict=True)}
    found: dict[int, int] = {}
    for line, start, end, formula in here:
        worked = _worked_out(twins.formulas, formula, lines[line - 1], start, end)
        used = [twins.facts[twins.places[id(fact)]] for fact in worked[0].facts if id(fact) in twins.places] if worked else []  # fmt: skip
        if worked is None or worked[0].truth is None or not used:
            continue
        columns = [twin[id(fact)] for column in named.columns.values() for fact in column.facts if fact is not None and id(fact) in twin]  # fmt: skip
        varied = Varied(used, columns, worked[1], rng)
        within, without = (
            [replace(named, values=values) for values in row]
            for row in bearing_out(varied, partial(is_so, twins.varied, formula, worked[1]), partial(values_of, named.columns, twin), worked[0].truth)
        )  # fmt: skip
        for at, reading in enumerate(readings if within else ()):
            told = meaning(partial(holds, scene, reading), within, without)
            if told:
                found[at] = max(found.get(at, -1), told)
    return found


def _worked_out(formulas: Formulas, formula: str, line: str, start: int, end: int) -> tuple[Outcome, list[Number]] | None:  # fmt: skip
    """The outcome of a formula by the numbers of its quote, or of its line."""
    for text in (line[start:end], line):
        numbers = find_numbers(clean(text)[0])
        try:
            return formulas.work_out(formula, numbers), numbers
        except Unusable:
            continue
    return None


def _sentences(article: Path, lines: list[str], told: list[Told]) -> Iterator[tuple[Scene, list[Told]]]:
    """The sentences of a text that hold formulas, as they are read before anything is judged."""
    forget()
    text, of_line = "\n".join(lines), defaultdict[int, list[Told]](list)
    for one in told:
        of_line[one[0]].append(one)
    blocks = read(text)
    world = World(Vocabulary(load_facts(article.with_suffix(".facts.json"))), language_of(text), blocks)
    learn_heads(world, blocks)
    read_lines(world, blocks)
    for block in blocks:
        for scene in world.scenes_of(block):
            places = scene.places
            here = [one for line in {line for line, _ in places} for one in of_line[line] if any((line, at) in places for at in range(one[1], one[2]))]  # fmt: skip
            if here:
                yield scene, here


if __name__ == "__main__":
    main()
