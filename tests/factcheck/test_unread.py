"""What says something of the results and that nothing has read is marked as unread; what is no such clause, or has a claim, is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from factcheck import check
from factcheck.forms.result import CheckResult, Claim, Judgement, Why
from factcheck.output.marked import left_unread, marked, segments
from factcheck.output.page import page
from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import facts, run

BATCHES: dict[str, Any] = document(
    "batches", "batch_rows", None, ["10", "50", "250"],
    {
        "loads": metric("1/s", "higher", 0, "loads per second", "загрузки в секунду", {"mean": [910, 1440, 1720], "stddev": [40, 55, 130]}),
        "flush": metric("ms", "lower", 1, "flush delay", "задержка сброса", {"mean": [12.4, 8.1, 6.6], "p95": [30.2, 21.7, 29.5]}),
    },
    repeats=1, primary="loads", baseline="10",
)  # fmt: skip
OPENING = {"en": "We loaded a table.\n\n", "ru": "Мы загрузили таблицу.\n\n"}


def language(text: str) -> str:
    """The language of a few words."""
    return "en" if text.isascii() else "ru"


def unread(text: str) -> list[str]:
    """The quotes that are marked as unread behind an opening paragraph."""
    return [claim.quote for claim in run(OPENING[language(text)] + text, BATCHES).unread]


@pytest.mark.parametrize(
    "text",
    [
        "The two are furthest apart at 250.",
        "Only the flush delay of 250 keeps its temper.",
        "Loads per second breathe out at 250.",
        "All of the flush delay at 50 is honest work.",
        "Flush delay keeps its temper at 250.",
        "Задержка сброса при 250 показывает другое лицо.",
        "Загрузки в секунду при 50 рассказывают другую историю.",
        "Только при 250 задержка сброса сохраняет лицо.",
        "Задержка сброса и загрузки в секунду дальше всего друг от друга при 250.",
    ],
)
@pytest.mark.parametrize("mark", ["", "- "])
def test_what_says_something_of_the_results_in_unknown_words_is_unread(text: str, mark: str) -> None:
    text = mark + text
    result = run(OPENING[language(text)] + text, BATCHES)
    assert result.unread and result.status == 0, "nothing is said of it, for or against"
    for claim in result.unread:
        assert (claim.predicate, claim.verdict, claim.line, claim.facts) == ("unread", "unverifiable", 3, [])
        assert claim.quote == text[claim.start : claim.end]
        assert "not read" in claim.why.en and "не прочитан" in claim.why.ru


@pytest.mark.parametrize(
    "text",
    [
        "Does flush delay keep its temper at 250?",
        "Сохраняет ли задержка сброса лицо при 250?",
        "## Flush delay keeps its temper at 250",
        "## Задержка сброса при 250 показывает другое лицо",
        "Nobody at the office had ever asked before.",
        "Раньше в отделе об этом никто не спрашивал.",
    ],
)
def test_questions_headings_and_what_is_of_no_result_are_not_unread(text: str) -> None:
    assert not unread(text)


@pytest.mark.parametrize(
    "text",
    [
        "Flush delay bothers those who load tables.",
        "Loads per second have many admirers.",
        "Задержка сброса часто мешает читателям.",
    ],
)
def test_the_opening_paragraph_says_what_is_asked(text: str) -> None:
    assert not run(text, BATCHES).unread
    assert not run("# Batches\n\n" + text, BATCHES).unread, "a heading before it is no paragraph"
    assert unread(text), "elsewhere the same words are of the results"


@pytest.mark.parametrize(
    "text", ["Only the flush delay of 250 keeps its temper.", "Только при 250 задержка сброса сохраняет лицо."]
)
def test_a_comparison_is_marked_in_the_opening_paragraph_too(text: str) -> None:
    assert run(text, BATCHES).unread


@pytest.mark.parametrize(
    "text",
    [
        "Flush delay is 6.6 ms at 250.",
        "Flush delay is 66 ms at 250.",
        "Flush delay is lowest at 250.",
        "Flush delay is lowest at 50.",
        "Flush delay falls because the disk is bored.",
        "Задержка сброса при 250 составила 6,6 мс.",
        "Задержка сброса ниже всего при 250.",
        "Задержка сброса ниже всего при 50.",
        "Задержка сброса падает с каждым шагом.",
    ],
)
def test_what_some_judge_has_a_claim_on_is_not_unread(text: str) -> None:
    assert run(OPENING[language(text)] + text, BATCHES).claims
    assert not unread(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Flush delay is 6.6 ms at 250, and loads per second only breathe out there.", ["and loads per second only breathe out there"]),
        ("Задержка сброса при 250 составила 6,6 мс; только храбрец пойдёт на это при 250.", ["только храбрец пойдёт на это при 250"]),
    ],
)  # fmt: skip
def test_of_a_sentence_only_the_clause_that_nothing_touches_is_unread(text: str, left: list[str]) -> None:
    result = run(OPENING[language(text)] + text, BATCHES)
    assert [claim.quote for claim in result.unread] == left
    assert {claim.verdict for claim in result.claims if claim.predicate == "value"} == {"supported"}


def test_unread_counts_only_what_is_left_open() -> None:
    result = run(OPENING["en"] + "Flush delay keeps its temper at 250. Flush delay is 6.6 ms at 250.", BATCHES)
    assert len(result.unread) == 1 == result.summary.unverifiable
    result.unread[0].verdict = "supported"
    assert not result.unread


# -- what people see ----------------------------------------------------------------------------------------------------

EN = "We loaded a table.\n\nFlush delay keeps its temper at 250.\n\nFlush delay is 6.6 ms at 250.\n\nLoads per second breathe out at 50.\n"
RU = "Мы загрузили таблицу.\n\nЗадержка сброса при 250 показывает другое лицо.\n\nЗадержка сброса при 250 составила 6,6 мс.\n\nЗагрузки в секунду при 50 рассказывают другую историю.\n"


@pytest.mark.parametrize(
    ("text", "line", "fine"),
    [
        (EN, "Not read, and so not checked: 2 (lines 3, 7)", "Nothing is contradicted."),
        (RU, "Не прочитано, и поэтому не проверено: 2 (строки 3, 7)", "Ничего не опровергнуто."),
    ],
)
def test_the_terminal_and_the_page_tell_how_many_are_unread_and_where(text: str, line: str, fine: str) -> None:
    result = run(text, BATCHES)
    terminal, html = marked(text, result), page(text, result)
    assert left_unread(result) == line
    assert line in terminal.split("\n") and fine in terminal.split("\n")
    assert f"<p>{line}</p>" in html and f"<p>{fine}</p>" in html


@pytest.mark.parametrize("text", [EN, RU])
def test_it_is_told_beside_what_is_wrong_as_well(text: str) -> None:
    text = text.replace("6.6", "9.9").replace("6,6", "9,9")
    result = run(text, BATCHES)
    assert result.status == 1 and left_unread(result)
    assert left_unread(result) in marked(text, result) and left_unread(result) in page(text, result)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("We loaded a table.\n\nFlush delay is 6.6 ms at 250.\n", "Not read"),
        ("Мы загрузили таблицу.\n\nЗадержка сброса при 250 составила 6,6 мс.\n", "Не прочитано"),
    ],
)
def test_nothing_is_told_where_everything_was_read(text: str, words: str) -> None:
    result = run(text, BATCHES)
    assert not result.unread and left_unread(result) == ""
    assert words not in marked(text, result) and words not in page(text, result)
    assert "<p></p>" not in page(text, result)


def test_of_very_many_lines_the_first_are_told() -> None:
    text = OPENING["en"] + "Flush delay keeps its temper at 250.\n\n" * 45
    told = left_unread(run(text, BATCHES))
    assert told.startswith("Not read, and so not checked: 45 (lines 3, 5, ") and told.endswith(", 81, …)")


# -- a model that helps to read -----------------------------------------------------------------------------------------


def read_as(text: str, line: int, quote: str, formula: str) -> CheckResult:
    """The check of a text with a model that reads a few of its words as a formula."""
    said = json.dumps({"line": line, "quote": quote, "formula": formula})
    return check(text, facts(BATCHES), ask=lambda system, user: said)


TEMPER = "Flush delay keeps its temper at 250"


def test_a_formula_that_holds_settles_what_was_unread() -> None:
    result = read_as(EN, 3, TEMPER, 'value("flush", "250") < value("flush", "10")')
    assert [claim.line for claim in result.unread] == [7]
    (claim,) = [claim for claim in result.claims if claim.line == 3]
    assert claim.verdict == "supported" and claim.facts == ["250.flush.mean", "10.flush.mean"]
    assert left_unread(result) == "Not read, and so not checked: 1 (lines 7)"


def test_a_formula_that_fails_replaces_what_was_unread() -> None:
    result = read_as(EN, 3, TEMPER, 'value("flush", "250") > value("flush", "10")')
    assert [claim.line for claim in result.unread] == [7] and result.status == 1
    (claim,) = [claim for claim in result.claims if claim.line == 3]
    assert (claim.predicate, claim.verdict, claim.quote) == ("formula", "contradicted", TEMPER)
    assert result.summary.unverifiable == 1 and result.summary.contradicted == 1


def test_a_formula_that_nothing_can_be_said_of_leaves_it_unread() -> None:
    result = read_as(EN, 3, TEMPER, 'value("absent", "250") > 1')
    assert [claim.line for claim in result.unread] == [3, 7] and result.status == 0


def test_the_narrower_of_two_marks_is_shown_unless_one_is_wrong() -> None:
    def claim(start: int, end: int, verdict: Judgement) -> Claim:
        return Claim(line=1, start=start, end=end, quote="", predicate="value", verdict=verdict, why=Why(en="", ru=""))

    wide, narrow = claim(0, 9, "unverifiable"), claim(3, 6, "supported")
    assert [one for _, _, one in segments(9, [wide, narrow])] == [wide, narrow, wide]
    wrong = claim(0, 9, "contradicted")
    assert all(one is wrong for _, _, one in segments(9, [wrong, narrow]))


def test_the_interval_of_an_effect_tells_no_influence() -> None:
    told: dict[str, Any] = {
        "format": "pgverdict-facts/1",
        "experiment": {"id": "e", "title": {}, "repeats": 5, "primary": "tps", "factors": [{"name": "synchronous_commit", "levels": ["on", "off"], "baseline": "on"}]},
        "metrics": [{"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}}],
        "facts": [{"level": level, "metric": "tps", "stat": "mean", "value": value, "decimals": 0} for level, value in (("on", 100), ("off", 150))],
        "effects": [{"metric": "tps", "level": "off", "baseline": "on", "effect_pct": 50.0, "ci_pct": [45.0, 55.0], "verdict": "better"}],
    }  # fmt: skip
    for text in (
        "At off throughput is 50% higher than at on (95% interval of the effect: 45% to 55%).",
        "При off пропускная способность на 50 % выше, чем при on (95-процентный интервал эффекта — от 45 до 55 %).",
    ):
        assert "influence" not in {claim.predicate for claim in check(text, facts(told)).claims}
