"""Articles with an audit of their statements, and what the checker says of each statement.

An audit is a list of statements of one article, each with its line, an exact quote, a verdict (supported, contradicted, unverifiable) and how sure the reader
was of it (high, medium, low). A contradicted statement is caught when a claim that overlaps its quote is contradicted. A supported one is refused when such
a claim is contradicted or unparsed, unless that claim also covers a contradicted statement of the line.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from factcheck import check
from factcheck.forms.facts import load_facts
from factcheck.forms.result import Claim
from tests.factcheck.mutants import EXCHANGED, NUMERIC, VERBAL, mutants

_WRONG = ("contradicted", "unparsed")
FOLDER = Path(__file__).parent / "corpus" / "audited"


def tally(article: Path, *, with_answers: bool = False, strict: bool = True) -> Counter[tuple[str, str, str]]:
    """Counts by (verdict of the audit, how sure it is, what was said: caught, missed, refused, accepted); when strict, nothing is held in doubt.

    `with_answers`: a model helps to read, whose answers stand beside the article (all of them; of each part those of its lines count).
    """
    statements = json.loads(article.with_suffix(".audit.json").read_text(encoding="utf-8"))
    text = article.read_text(encoding="utf-8")
    answers = article.with_suffix(".answers.jsonl").read_text(encoding="utf-8") if with_answers else None
    ask = (lambda system, user: answers) if with_answers else None
    claims = check(text, load_facts(article.with_suffix(".facts.json")), strict=strict, ask=ask).claims
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


def mutants_caught(article: Path, each: int) -> Iterator[tuple[str, str, bool, str]]:
    """(numeric, verbal or exchanged, operator, whether it was refused, the line) of mutants of statements that the audit is sure are true; `each`: so many of an operator.

    Nothing was written for these articles, unlike those of `corpus/dev`: this is what falsehoods of this kind meet in text by others. Lines that
    are not neighbours are changed in one text, and each mutant is refused by a claim of its own line.
    """
    text, facts = article.read_text(encoding="utf-8"), load_facts(article.with_suffix(".facts.json"))
    before = {(claim.line, claim.quote) for claim in check(text, facts, strict=True).claims if claim.verdict in _WRONG}
    for told, changed in changed_in_turn(article, each):
        after = {
            (claim.line, claim.quote) for claim in check(told, facts, strict=True).claims if claim.verdict in _WRONG
        } - before
        for line, (kind, operator, new) in changed.items():
            yield kind, operator, any(at == line for at, _ in after), new


def changed_in_turn(article: Path, each: int) -> Iterator[tuple[str, dict[int, tuple[str, str, str]]]]:
    """An article's text with some of its lines changed, and how: {line: (numeric, verbal or exchanged, operator, new line)}; no two changed lines are neighbours."""
    lines = article.read_text(encoding="utf-8").split("\n")
    left = list(_mutants_of_true_statements(article, lines, each))
    while left:
        now: list[tuple[str, str, int, str]] = []
        for one in left:
            if all(abs(one[2] - other[2]) > 1 for other in now):
                now.append(one)
        left = [one for one in left if one not in now]
        changed = {line: (kind, operator, new) for kind, operator, line, new in now}
        yield "\n".join(changed[at][2] if at in changed else line for at, line in enumerate(lines, 1)), changed


def _mutants_of_true_statements(article: Path, lines: list[str], each: int) -> Iterator[tuple[str, str, int, str]]:
    """(kind, operator, line number, new line): so many of each operator, drawn by the article's name."""
    document = _with_decimals(article.with_suffix(".facts.json"))
    statements = json.loads(article.with_suffix(".audit.json").read_text(encoding="utf-8"))
    false = {s["line"] for s in statements if s["verdict"] == "contradicted"}
    spans = [
        (s["line"], start := lines[s["line"] - 1].index(s["quote"]), start + len(s["quote"])) for s in statements
        if s["verdict"] == "supported" and s["confidence"] == "high" and s["line"] not in false
    ]  # fmt: skip
    for kind, operators in (("numeric", NUMERIC), ("verbal", VERBAL), ("exchanged", EXCHANGED)):
        for operator, change in operators.items():
            made = []
            for mutant in mutants("\n".join(lines), document, {operator: change}):
                line = mutant.text.split("\n")[mutant.line - 1]
                at = next((i for i, (a, b) in enumerate(zip(lines[mutant.line - 1], line, strict=False)) if a != b), -1)
                if any(mutant.line == told and start <= at < end for told, start, end in spans):
                    made.append((kind, operator, mutant.line, line))
            random.Random(f"{article.stem} {operator}").shuffle(made)
            yield from made[:each]


def _with_decimals(path: Path) -> dict[str, Any]:
    """A facts file as the mutants read it: each value with its shown decimals, each effect with its interval or none."""
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for fact in document["facts"]:
        fact.setdefault("decimals", len(str(fact["value"]).partition(".")[2]))
    for effect in document.setdefault("effects", []):
        effect.setdefault("ci_pct", None)
        effect.setdefault("effect_pct", None)
    document.setdefault("windows", [])
    return document
