"""Refusals that are more likely misreadings are told as doubts: nothing is lost, and nothing true is called false for want of reading."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from factcheck.binding.agreement import display
from factcheck.command import run_check
from factcheck.doubting import doubts
from factcheck.doubting.forest import Forest
from factcheck.forms.result import CheckResult
from factcheck.output.marked import grouped
from factcheck.reading.numbers import Reading
from tests.factcheck.helpers import facts, run

LONG = "At 150 write latency is 7.3 ms and read latency is 12.4 ms."
SHORT = "At 150 read latency is 12.4 ms."
RUSSIAN = "При 150 задержка чтения 12,4 мс, а задержка записи там 7,3 мс."


@pytest.fixture(autouse=True)
def _doubts_of_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Doubts what stands in a sentence of two numbers or more, whatever the weights say."""
    forest = Forest(0.5, {"numbers 2+": 0, "is value": 1}, [2.0, [0, 0.0, -4.0]])
    monkeypatch.setattr(doubts, "forest", lambda: forest)


def _of(text: str, number: str, *, strict: bool = False) -> tuple[CheckResult, str]:
    result = run(f"# Night\n\n{text}\n", strict=strict)
    return result, next(claim.verdict for claim in result.claims if number in claim.quote)


@pytest.mark.parametrize(("text", "number"), [(LONG, "12.4"), (RUSSIAN, "12,4")])
def test_a_refusal_in_doubt_is_open_and_keeps_its_reason_and_what_is_expected(text: str, number: str) -> None:
    result, verdict = _of(text, number)
    assert verdict == "unverifiable" and result.status == 0 and result.summary.contradicted == 0
    (claim,) = result.doubted
    assert claim.expected in ("9.8", "9,8") and claim.why.en.startswith("In doubt") and "9.8" in claim.why.en
    assert claim.why.ru.startswith("Под сомнением")
    assert "doubted" not in result.to_json()["claims"][0]


def test_a_refusal_that_is_sure_stays() -> None:
    result, verdict = _of(SHORT, "12.4")
    assert verdict == "contradicted" and not result.doubted and result.status == 1


def test_a_kind_of_refusal_that_was_never_seen_at_first_sight_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doubts, "forest", lambda: Forest(0.5, {"numbers 2+": 0}, [2.0, [0, 0.0, -4.0]]))
    assert _of(LONG, "12.4")[1] == "contradicted"


def test_for_publication_nothing_is_held_in_doubt() -> None:
    assert _of(LONG, "12.4", strict=True)[1] == "contradicted"


def test_doubts_are_listed_by_themselves_and_do_not_fail_the_article(tmp_path: Path) -> None:
    article, out, page = tmp_path / "a.md", io.StringIO(), tmp_path / "a.html"
    article.write_text(f"# Night\n\n{LONG}\n", encoding="utf-8")
    assert run_check(article, None, facts=facts(), out=out, colour=False, html_path=page) == 0
    told = out.getvalue()
    assert "Nothing is contradicted." in told and "In doubt, look yourself" in told and "expected: 9.8" in told
    assert "In doubt, look yourself" in page.read_text(encoding="utf-8")
    article.write_text(f"# Night\n\n{SHORT}\n", encoding="utf-8")
    out = io.StringIO()
    assert run_check(article, None, facts=facts(), out=out, colour=False) == 1 and "In doubt" not in out.getvalue()


def test_a_model_that_reads_settles_what_was_in_doubt() -> None:
    formula = r'{"line": 3, "quote": "read latency is 12.4 ms", "formula": "value(\"r_await\", \"150\") == \"12.4\""}'
    result = run(f"# Night\n\n{LONG}\n", strict=False, ask=lambda system, user: formula)
    assert any(claim.verdict == "contradicted" for claim in result.claims)


def test_a_false_statement_is_listed_once_with_all_its_reasons() -> None:
    result = run("# Night\n\nRead latency rises with every step.\n")
    assert len(result.refused) > 1 and len(grouped(result.refused)) == 1


def test_what_is_expected_is_never_rounded_to_nothing() -> None:
    assert display(2960, Reading(7_350_000, 10_000)) == "2960" and display(0, Reading(7_350_000, 10_000)) == "0"
