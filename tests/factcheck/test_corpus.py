"""True articles pass, and what is made false in them does not: both corpora, both languages, and a night's own articles."""

from __future__ import annotations

import importlib
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from factcheck import check
from factcheck.forms.facts import Facts, facts_of, load_facts
from tests.factcheck.mutants import NUMERIC, VERBAL, Mutant, mutants

HERE = Path(__file__).parent / "corpus"
OWN = Path(__file__).parents[1] / "fixtures" / "own_articles"
ARTICLES = sorted(
    path.relative_to(HERE).with_suffix("").as_posix()
    for path in HERE.glob("*/*.md")
    if (path.parent / "facts.py").exists()
)
OWN_ARTICLES = sorted(path.name for path in OWN.glob("*.??.md"))


@cache
def article(name: str) -> tuple[str, dict[str, Any], Facts]:
    folder, _, stem = name.partition("/")
    module = importlib.import_module(f"tests.factcheck.corpus.{folder}.facts")
    document = module.FACTS[stem]
    return (HERE / f"{name}.md").read_text(encoding="utf-8"), document, facts_of(document)


def caught(mutant: Mutant, facts: Facts) -> bool:
    return bool(check(mutant.text, facts, strict=True).refused)


def test_there_are_articles_in_both_languages() -> None:
    assert sum(name.endswith("_ru") for name in ARTICLES) >= 4 and sum(name.endswith("_en") for name in ARTICLES) >= 4


@pytest.mark.parametrize("name", ARTICLES)
def test_a_true_article_raises_no_alarm(name: str) -> None:
    text, _, facts = article(name)
    result = check(text, facts)
    assert result.summary.supported >= 15
    assert [(claim.line, claim.quote, claim.why.en) for claim in [*result.refused, *result.doubted]] == []


@pytest.mark.parametrize("name", ARTICLES)
def test_changed_numbers_are_caught(name: str) -> None:
    text, document, facts = article(name)
    rows = list(mutants(text, document, NUMERIC))[::3]
    missed = [(mutant.operator, mutant.line) for mutant in rows if not caught(mutant, facts)]
    assert len(rows) >= 8 and missed == []


def test_turned_words_are_caught() -> None:
    rows = [(mutant, article(name)[2]) for name in ARTICLES for mutant in mutants(*article(name)[:2], VERBAL)]
    missed = [(mutant.operator, mutant.line) for mutant, facts in rows if not caught(mutant, facts)]
    assert len(rows) >= 60 and len(missed) <= 0.05 * len(rows), missed


def test_there_are_at_least_twelve_operators() -> None:
    used = {mutant.operator for name in ARTICLES for mutant in mutants(*article(name)[:2], {**NUMERIC, **VERBAL})}
    assert len(used) >= 12


@pytest.mark.parametrize("name", OWN_ARTICLES)
def test_a_nights_own_article_may_be_published(name: str) -> None:
    facts = load_facts(OWN / (name.split(".")[0] + ".facts.json"))
    result = check((OWN / name).read_text(encoding="utf-8"), facts, strict=True)
    assert [(claim.line, claim.verdict, claim.quote, claim.why.en) for claim in result.refused] == []


@pytest.mark.parametrize(("old", "new"), [
    (r"(\d)(\d)(\d\.\d)%\shigher", r"\g<2>\g<1>\g<3>% higher"), (r"%\shigher than", "% lower than"), (r"maximum\sof\s(\d),(\d)", r"maximum of 9,\2"), (r"\b2\sCPU\scores", "12 CPU cores"),
    (r"median\sof\s(\d),", "median of 7,"), (r"interval of the effect: (\d)", "interval of the effect: 9"),
])  # fmt: skip
def test_a_planted_error_stops_the_publication(old: str, new: str) -> None:
    text = (OWN / "quickstart.en.md").read_text(encoding="utf-8")
    planted = re.sub(old, new, text, count=1)
    assert planted != text
    assert check(planted, load_facts(OWN / "quickstart.facts.json"), strict=True).status == 1
