"""Whole articles and whole prompts, byte for byte: a change of wording is seen in full before it is kept.

`python tests/prompts/test_golden.py` writes the files anew; read the difference before committing it.
"""

import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent)]

import nights
from conftest import everything

from pgverdict.i18n import LANGUAGES
from prompts import listings
from prompts.compose import Extras, compose
from prompts.llm import protocol
from prompts.llm.templates import load_prompt
from prompts.llm.writer import NOT_FOR_MODELS
from prompts.pages import markdown
from prompts.plan import kind_of
from prompts.wording import Wording

GOLDEN = Path(__file__).parents[1] / "golden"
NIGHTS = {
    "commit": nights.Shape(
        effects={"off": 0.66, "local": 0.02}, checks=(("warning", 3), ("warning", 5)), worse_metrics=("latency_p99_ms",)
    ),
    "timeout": nights.Shape(
        experiment_id="timeout", factors=[dict(nights.TIMEOUT)], effects={"1min": -0.25, "30min": 0.12}, profile="short"
    ),
    "grid": nights.Shape(
        experiment_id="grid",
        factors=[dict(nights.HUGE), dict(nights.CLIENTS)],
        effects={"on": 0.1, "16": 0.3, "32": 0.35},
    ),
    "single": nights.Shape(experiment_id="single", repeats=1, effects={"off": 0.6}),
    "import": nights.Shape(
        experiment_id="import", origin="import", factors=[dict(nights.TIMEOUT)], effects={"1min": -0.25}, sources=()
    ),
}


def article(name: str, language: str) -> str:
    """The article's Markdown without pictures."""
    night = nights.make(NIGHTS[name])
    return markdown.render(
        compose(night, everything(night), kind_of(night), language, Extras(listings=listings.listings(night)))
    ).text


def prompt(language: str) -> str:
    """The messages of one call, with a reason for one of its claims."""
    night = nights.make(NIGHTS["commit"])
    wording = Wording(night, language)
    claims = [
        claim
        for claim in everything(night)
        if claim.topic in ("primary", "waits") and claim.topic not in NOT_FOR_MODELS
    ]
    lines = [protocol.encode(f"c{number}", c.id, c.predicate, wording.say(c)) for number, c in enumerate(claims, 1)]
    messages = load_prompt(language).messages("Section", lines, {"c1": "digits stand outside placeholders"})
    return "\n\n".join(f"--- {message['role']}\n{message['content']}" for message in messages) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NIGHTS)
def test_articles_are_what_they_were(name: str, language: str) -> None:
    assert article(name, language) == (GOLDEN / f"{name}.{language}.md").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_are_what_they_were_byte_for_byte(language: str) -> None:
    assert prompt(language).encode() == (GOLDEN / f"prompt.{language}.txt").read_bytes()


if __name__ == "__main__":
    for one in LANGUAGES:
        for which in NIGHTS:
            (GOLDEN / f"{which}.{one}.md").write_text(article(which, one), "utf-8")
        (GOLDEN / f"prompt.{one}.txt").write_text(prompt(one), "utf-8")
