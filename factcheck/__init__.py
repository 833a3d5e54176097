"""Checks what a benchmark article claims against the facts it is about; shares nothing with any writer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from factcheck.assisted.reader import Asks
    from factcheck.forms.facts import Facts
    from factcheck.forms.result import CheckResult


def check(
    article_text: str, facts: Facts, language: str | None = None, strict: bool = False, ask: Asks | None = None
) -> CheckResult:
    """Judges an article (plain text or Markdown, Russian or English) by facts; see `factcheck.checker.check`."""
    from factcheck.checker import check as judge

    return judge(article_text, facts, language, strict, ask)


__all__ = ["check"]
