"""What the tests of the writers share: a checker that finds nothing, one that finds everything, and nights in a warehouse."""

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import nights

from prompts import tables
from prompts.claims import Claim, make_claims
from prompts.recommend import recommendations
from prompts.rows import Findings


def passes(text: str, facts: dict[str, Any], language: str) -> dict[str, Any]:
    """contracts.md 4 of a text in which nothing is wrong."""
    return {
        "format": "pgverdict-check/1",
        "language": language,
        "claims": [],
        "summary": {"supported": 0, "contradicted": 0, "unverifiable": 0, "unparsed": 0},
    }


def rejects(what: str, verdict: str = "contradicted") -> Any:
    """A checker to which every line with `what` in it is wrong."""

    def check(text: str, facts: dict[str, Any], language: str) -> dict[str, Any]:
        found = [
            {
                "line": number,
                "start": line.index(what),
                "end": line.index(what) + len(what),
                "quote": what,
                "predicate": "value",
                "verdict": verdict,
                "facts": [],
                "expected": "4.8",
                "why": {"en": "it is not so", "ru": "это не так"},
            }
            for number, line in enumerate(text.splitlines(), 1)
            if what in line
        ]
        return passes(text, facts, language) | {"claims": found}

    return check


def everything(findings: Findings) -> list[Claim]:
    """All claims as an article gets them, without a ledger."""
    claims = make_claims(findings)
    claims += recommendations(findings, claims)
    return claims + tables.table_claims(findings)


@pytest.fixture
def decided() -> Findings:
    """A night with an answer: off is far better than on, and something got worse."""
    return nights.make(
        nights.Shape(effects={"off": 0.66, "local": 0.02}, checks=(("warning", 3),), worse_metrics=("latency_p99_ms",))
    )
