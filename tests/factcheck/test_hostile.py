"""Hostile text: bounded work, no crash, and verdicts only."""

from __future__ import annotations

import cProfile
import pstats
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factcheck import check
from factcheck.checker import Budget
from factcheck.forms.facts import load_facts
from factcheck.reading.document import read
from tests.factcheck.helpers import run


@pytest.mark.parametrize("text", [
    "(" * 5000 + "13,8" + ")" * 5000, "*" * 9000, "`" * 9001, "[" * 4000 + "](x)" * 4000, "<" * 8000, "<!--" * 3000, ">" * 5000 + " 13,8", "- " * 3000, "|" * 4000 + "\n" + "|-" * 2000,
    "\n".join(" " * depth + "- read latency 13,8" for depth in range(300)), "при 50 и 100 " * 1500, "13,8 → " * 800, "\u202e13,8\u202c " * 500, "r_\u0430wait 13,8\u200b мс при 50. " * 200, "\x00\x01\ufffe 13,8",
    "9" * 5000, "1e999 ms", "-" * 4000 + "\n" + "=" * 4000, "9,9" * 2000,
])  # fmt: skip
def test_it_is_read_to_the_end(text: str) -> None:
    result = run(text)
    for claim in result.claims:
        assert text.split("\n")[claim.line - 1][claim.start : claim.end] == claim.quote


def test_a_row_of_a_hundred_thousand_numbers_is_one_claim_a_stretch() -> None:
    result = run(" ".join(str(number) for number in range(20_000)))
    assert 0 < len(result.claims) < 200 and result.summary.unparsed == len(result.claims)


def test_beyond_the_budget_the_rest_is_said_to_be_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Budget, "CHARACTERS", 200)
    result = run("\n\n".join(["Read latency was 13.8 ms at 50."] * 20))
    assert result.summary.supported >= 1 and result.summary.unparsed >= 10


def test_what_is_not_read_is_said_even_where_it_holds_no_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Budget, "CHARACTERS", 60)
    result = run(
        "Read latency was 13.8 ms at 50.\n\nRead latency is best at 150.\n\nRead latency is the same everywhere.\n"
    )
    assert [claim.line for claim in result.claims if claim.verdict == "unparsed"] == [3, 5]


LONG: dict[str, Callable[[int], str]] = {
    "numbers in a line": lambda n: " ".join(str(7919 * number % 99_991) for number in range(8 * n)),
    "a list nested deep": lambda n: "\n".join("  " * depth + f"- read latency {depth} ms" for depth in range(n)),
    "rows of a table": lambda n: "| Level | read latency |\n|---|---|\n" + "\n".join(f"| 50 | {row % 100}.8 |" for row in range(n)),
    "columns of a table": lambda n: "|" + "|".join(f"a{c}" for c in range(n)) + "|\n|" + "---|" * n + "\n|" + "|".join(str(c) for c in range(n)) + "|",
    "paragraphs": lambda n: "\n\n".join(f"At 50 read latency was {p % 30}.8 ms, higher than at 150." for p in range(n)),
    "sentences of a paragraph": lambda n: " ".join(f"At 50 read latency was {p % 30}.8 ms, higher than at 150." for p in range(n)),
    "lines of a paragraph": lambda n: "\n".join(f"at 50 read latency was {p % 30}.8 ms, and this line is a long one, higher than at 150," for p in range(n)),
    "headings": lambda n: "\n".join("#" * (h % 6 + 1) + f" read latency at 50 is {h} ms" for h in range(n)),
    "levels": lambda n: " ".join("at 50 and 150" for _ in range(4 * n)),
    "metrics": lambda n: ",".join("read latency" for _ in range(8 * n)),
    "arrows": lambda n: " → ".join("13,8" for _ in range(8 * n)),
    "brackets": lambda n: "(" * (8 * n) + "13,8 ms" + ")" * (8 * n),
    "escapes": lambda n: "\\*" * (40 * n),
}  # fmt: skip


def _work(text: str) -> int:
    """Calls that checking a text takes: the same on a fast machine and on a slow one."""
    profile = cProfile.Profile()
    profile.runcall(run, text)
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


@pytest.mark.parametrize("shape", LONG)
def test_twice_the_text_takes_no_more_than_about_twice_the_work(shape: str) -> None:
    run(LONG[shape](20))  # words and modules that are met for the first time cost once
    one, two = _work(LONG[shape](150)), _work(LONG[shape](300))
    assert two < 2.3 * one + 20_000


def test_a_block_remembers_a_bounded_number_of_others() -> None:
    blocks = read(LONG["a list nested deep"](400)) + read(LONG["columns of a table"](400))
    assert max(len(block.context) for block in blocks) <= 40


@given(st.text(alphabet=st.sampled_from("ab 0159.,;:%()[]|-–→*`#>\n<!\u00a0\u0301rмсприат"), max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_text_gives_claims_that_are_really_there(text: str) -> None:
    lines = text.split("\n")
    for claim in run(text).claims:
        assert lines[claim.line - 1][claim.start : claim.end] == claim.quote


@given(st.text(max_size=200))
@settings(max_examples=60, deadline=None)
def test_reading_never_fails(text: str) -> None:
    for block in read(text):
        assert len(block.lines) == len(block.columns) == len(block.text) + 1 or block.text.count(" ") > 0


def _spoilt(line: str, other: str, rng: random.Random) -> str:
    """A line cut short or beheaded, with words missing or exchanged, or with the end of another line."""
    words = line.split(" ")
    at = rng.randrange(len(words))
    return " ".join(
        rng.choice([
            words[:at], words[at:], words[:at] + words[at + 1 :], [*words[:at], words[-1], *words[at + 1 :]],
            words[: len(words) // 2] + other.split(" ")[at:], words,
        ])
    )  # fmt: skip


@pytest.mark.parametrize(
    "article", sorted(Path(__file__).parent.glob("corpus/audited*/*.md"))[::4], ids=lambda p: p.stem
)
def test_sentences_that_are_cut_and_mixed_are_read_to_the_end(article: Path) -> None:
    facts, rng = load_facts(article.with_suffix(".facts.json")), random.Random(article.stem)
    lines = article.read_text(encoding="utf-8").split("\n")
    spoilt = [_spoilt(line, rng.choice(lines), rng) for line in lines]
    for claim in check("\n".join(spoilt), facts).claims:
        assert spoilt[claim.line - 1][claim.start : claim.end] == claim.quote
