"""Hostile text: bounded work, no crash, and verdicts only."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factcheck.checker import Budget
from factcheck.document import read
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
