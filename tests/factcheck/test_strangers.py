"""Articles in styles that the checker was not built on: mail, blog, report, paper, forum, thesis; true as written, false as edited."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factcheck import check
from factcheck.forms.facts import load_facts
from factcheck.forms.result import CheckResult, Claim

HERE = Path(__file__).parent / "corpus" / "strangers"
NAMES = sorted(path.stem for path in HERE.glob("*.md"))


def _refuted(result: CheckResult) -> list[Claim]:
    """What the judges refuse; strict, so that nothing is held in doubt."""
    return [claim for claim in result.claims if claim.verdict in ("contradicted", "unparsed")]


def test_there_are_strangers_in_both_languages() -> None:
    assert sum(name.endswith("_ru") for name in NAMES) >= 3 and sum(name.endswith("_en") for name in NAMES) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_a_strangers_true_article_raises_no_alarm(name: str) -> None:
    result = check(
        (HERE / f"{name}.md").read_text(encoding="utf-8"), load_facts(HERE / f"{name}.facts.json"), strict=True
    )
    assert result.summary.supported >= 50
    assert [(claim.line, claim.quote, claim.why.en) for claim in _refuted(result)] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_is_made_false_in_it_is_refuted_in_its_line(name: str) -> None:
    text, facts = (HERE / f"{name}.md").read_text(encoding="utf-8"), load_facts(HERE / f"{name}.facts.json")
    edits = json.loads((HERE / f"{name}.edits.json").read_text(encoding="utf-8"))
    missed = []
    for edit in edits[::2]:
        assert text.count(edit["old"]) == 1
        line = text.count("\n", 0, text.index(edit["old"])) + 1
        claims = check(text.replace(edit["old"], edit["new"]), facts, strict=True).claims
        if not any(
            claim.verdict == "contradicted" and line <= claim.line <= line + edit["new"].count("\n") for claim in claims
        ):
            missed.append(edit["new"])
    assert len(edits) >= 8 and missed == []


# Articles that are not wholly read yet: how many alarms they may raise, and how many of their edits must be refused.
OPEN = {
    "completion_target_note_en": (2, 14),
    "filesystems_blog_en": (3, 20),
    "max_wal_size_lists_ru": (4, 25),
    "recordsize_tables_ru": (1, 15),
}


@pytest.mark.parametrize("name", OPEN)
def test_an_article_of_another_style_stays_within_what_was_reached(name: str) -> None:
    alarms, caught = OPEN[name]
    text, facts = (
        (HERE / "open" / f"{name}.md").read_text(encoding="utf-8"),
        load_facts(HERE / "open" / f"{name}.facts.json"),
    )
    edits = json.loads((HERE / "open" / f"{name}.edits.json").read_text(encoding="utf-8"))
    held = [(claim.quote, claim.why.en) for claim in _refuted(check(text, facts, strict=True))]
    assert len(held) <= alarms, held
    quotes = {quote for quote, _ in held}
    missed = [
        edit["new"]
        for edit in edits
        if not any(
            claim.quote not in quotes
            for claim in _refuted(check(text.replace(edit["old"], edit["new"], 1), facts, strict=True))
        )
    ]
    assert len(edits) - len(missed) >= caught, missed
