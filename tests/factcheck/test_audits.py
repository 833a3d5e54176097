"""Articles of the kind that models write of load tests, audited statement by statement: false ones are caught, true ones are let be."""

from __future__ import annotations

from collections import Counter

from tests.factcheck.audits import FOLDER, tally

ARTICLES = sorted(FOLDER.glob("*.md"))


def test_audited_articles_are_judged_as_their_readers_judged_them() -> None:
    found = sum((tally(article) for article in ARTICLES), Counter())
    false = sum(n for (verdict, sure, _), n in found.items() if (verdict, sure) == ("contradicted", "high"))
    true = sum(n for (verdict, sure, _), n in found.items() if (verdict, sure) == ("supported", "high"))
    assert len(ARTICLES) == 5 and false >= 95 and true >= 280
    assert found["contradicted", "high", "caught"] >= 0.95 * false
    assert found["supported", "high", "refused"] <= 0.02 * true
