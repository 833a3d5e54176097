"""Articles with an audit of their statements, and what the checker says of each statement.

An audit is a list of statements of one article, each with its line, an exact quote, a verdict (supported, contradicted, unverifiable) and how sure the reader
was of it (high, medium, low). A contradicted statement is caught when a claim that overlaps its quote is contradicted. A supported one is refused when such
a claim is contradicted or unparsed, unless that claim also covers a contradicted statement of the line.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from factcheck import check
from factcheck.forms.facts import load_facts
from factcheck.forms.result import Claim

FOLDER = Path(__file__).parent / "corpus" / "audited"


def tally(article: Path, *, with_answers: bool = False) -> Counter[tuple[str, str, str]]:
    """Counts by (verdict of the audit, how sure it is, what was said: caught, missed, refused, accepted).

    `with_answers`: a model helps to read, whose answers stand beside the article (all of them; of each part those of its lines count).
    """
    statements = json.loads(article.with_suffix(".audit.json").read_text(encoding="utf-8"))
    text = article.read_text(encoding="utf-8")
    answers = article.with_suffix(".answers.jsonl").read_text(encoding="utf-8") if with_answers else None
    ask = (lambda system, user: answers) if with_answers else None
    claims = check(text, load_facts(article.with_suffix(".facts.json")), ask=ask).claims
    lines = text.split("\n")
    spans = [(s, start := lines[s["line"] - 1].index(s["quote"]), start + len(s["quote"])) for s in statements]
    false = [(s["line"], start, end) for s, start, end in spans if s["verdict"] == "contradicted"]
    found: Counter[tuple[str, str, str]] = Counter()
    for statement, start, end in spans:
        here = [claim for claim in claims if _covers(claim, statement["line"], start, end)]
        found[statement["verdict"], statement["confidence"], _said(statement, here, false)] += 1
    return found


def _covers(claim: Claim, line: int, start: int, end: int) -> bool:
    return claim.line == line and claim.start < end and claim.end > start


def _said(statement: dict[str, Any], here: list[Claim], false: list[tuple[int, int, int]]) -> str:
    if statement["verdict"] == "contradicted":
        return "caught" if any(claim.verdict == "contradicted" for claim in here) else "missed"
    refusing = [claim for claim in here if claim.verdict in ("contradicted", "unparsed")]
    own = [claim for claim in refusing if not any(_covers(claim, *span) for span in false)]
    return "refused" if own else "accepted"
