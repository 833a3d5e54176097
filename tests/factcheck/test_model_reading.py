"""A model that helps to read: it sees no value, what it says is worked out by the facts, and nothing it answers can make the checker fail."""

from __future__ import annotations

import json
import re

import pytest

from factcheck import check
from factcheck.assisted.reader import MOST_STATEMENTS, described
from factcheck.binding.vocabulary import Vocabulary
from factcheck.forms.result import CheckResult
from tests.factcheck.helpers import DOCUMENT, facts

TEXT = """# Cost limits

At the middle limit the disk answers as it does at the end of the grid.

Reads wait least where the limit is greatest, 9.8 ms, and never more than at the start.
"""


def said(text: str, *rows: tuple[int, str, str], prompts: list[str] | None = None) -> CheckResult:
    """The check of a text with a model that says these rows (line, quote, formula) of every part."""

    def ask(system: str, user: str) -> str:
        if prompts is not None:
            prompts.append(system + user)
        return "\n".join(
            json.dumps({"line": line, "quote": quote, "formula": formula}) for line, quote, formula in rows
        )

    return check(text, facts(), ask=ask)


def refused(result: CheckResult) -> list[str]:
    """The quotes that a formula refutes."""
    return [claim.quote for claim in result.claims if claim.predicate == "formula"]


def test_a_formula_that_fails_refutes_its_words_and_tells_the_values() -> None:
    quote = "the disk answers as it does at the end of the grid"
    result = said(TEXT, (3, quote, 'value("r_await", "100") == value("r_await", "150")'))
    (claim,) = [claim for claim in result.claims if claim.predicate == "formula"]
    assert (claim.line, claim.quote, claim.verdict) == (3, quote, "contradicted")
    assert claim.quote == TEXT.split("\n")[2][claim.start : claim.end]
    assert claim.facts == ["100.r_await.mean", "150.r_await.mean"]
    assert "12.5" in claim.why.en and "9.8" in claim.why.en and "неверно" in claim.why.ru


def test_a_formula_that_holds_settles_what_was_open() -> None:
    text = "The lowest anywhere was seen with nothing less than 9.8 in the last corner.\n"
    alone = [claim.verdict for claim in check(text, facts()).claims if "9.8" in claim.quote]
    assert alone and alone[0] in ("unparsed", "unverifiable")
    result = said(text, (1, text.strip("\n."), 'min(values("r_await")) == "9.8"'))
    assert not refused(result) and [c.verdict for c in result.claims if "9.8" in c.quote] == ["supported"]


WRONG = (1, "Read latency was 9.8 ms at 150", 'value("r_await", "50") == "9.8 ms"')


def test_a_number_that_the_checker_finds_right_is_not_refuted_on_the_word_of_an_untried_model() -> None:
    result = said("Read latency was 9.8 ms at 150.\n", WRONG)
    assert not refused(result) and result.status == 0


@pytest.mark.parametrize("misread", [0, 1, 4])
def test_a_model_is_believed_by_how_it_reads_what_the_checker_knows(misread: int) -> None:
    values = (("r_await", "read latency", [13.8, 12.5, 9.8]), ("w_await", "write latency", [6.6, 7.0, 7.3]), ("mbps", "disk throughput", [116.1, 129.6, 137.5]), ("util", "disk utilisation", [95.1, 92.7, 92.7]))  # fmt: skip
    lines = [(name, metric, level, value) for metric, name, row in values for level, value in zip(("50", "100", "150"), row, strict=True)]  # fmt: skip
    text = (
        "".join(f"At {level} the {name} was {value}.\n\n" for name, _, level, value in lines)
        + TEXT.split("\n")[2]
        + "\n"
    )
    rows = [
        (
            2 * n + 1,
            f"was {value}",
            f'value("{metric}", "{"150" if n < misread and level != "150" else level}") == "{value}"',
        )
        for n, (_, metric, level, value) in enumerate(lines)
    ]
    quote = "the disk answers as it does at the end of the grid"
    rows.append((2 * len(lines) + 1, quote, 'value("r_await", "100") == value("r_await", "150")'))
    result = said(text, *rows)
    assert (quote in refused(result)) is (misread < 2), "one of twelve is not often"


def test_a_model_that_reads_none_of_many_numbers_found_right_is_not_believed_of_the_rest() -> None:
    values = (("read latency", [13.8, 12.5, 9.8]), ("write latency", [6.6, 7.0, 7.3]), ("disk throughput", [116.1, 129.6, 137.5]), ("disk utilisation", [95.1, 92.7, 92.7]))  # fmt: skip
    lines = [(name, level, value) for name, row in values for level, value in zip(("50", "100", "150"), row, strict=True)]  # fmt: skip
    text = "".join(f"At {level} the {name} was {value}.\n\n" for name, level, value in lines) + TEXT.split("\n")[2]
    guess = (2 * len(lines) + 1, "the disk answers as it does at the end of the grid", 'value("r_await", "100") == value("r_await", "150")')  # fmt: skip
    alone, with_guess = check(text, facts()), said(text, guess)
    assert with_guess.claims == alone.claims and sum(claim.verdict == "supported" for claim in alone.claims) >= 10
    read = [(2 * n + 1, f"was {value}", f'value("{name}", "{level}") == "{value}"') for n, (name, level, value) in enumerate(lines[:2])]  # fmt: skip
    assert refused(said(text, guess, *read)) == [guess[1]], "a sixth of the numbers is enough to be heard"


def test_where_two_readings_disagree_the_statement_is_left_open() -> None:
    text = "Read latency was 9.8 ms at 50.\n"
    assert check(text, facts()).status == 1
    result = said(text, (1, "Read latency was 9.8 ms at 50", 'value("r_await", "150") == "9.8 ms"'))
    (claim,) = [claim for claim in result.claims if "9.8" in claim.quote]
    assert claim.verdict == "unverifiable" and "13.8" in claim.why.en and "9.8" in claim.why.en


def test_the_model_sees_names_and_the_article_but_no_value() -> None:
    prompts: list[str] = []
    said("Nothing is said here.\n", prompts=prompts)
    (prompt,) = prompts
    assert (
        "r_await" in prompt and "задержка чтения" in prompt and '"150"' in prompt and "Nothing is said here." in prompt
    )
    told = described(Vocabulary(facts()))
    for fact in DOCUMENT["facts"]:
        if len(str(fact["value"])) > 3:
            assert not re.search(rf"(?<![\d.]){re.escape(str(fact['value']))}(?![\d.])", told)
    assert "09:52" not in prompt and "2147483647" not in prompt


@pytest.mark.parametrize(
    "answer",
    [
        "", "I cannot help with that.", "{}", "[]", "null", '{"line": "x"}', '{"line": 1, "quote": "", "formula": ""}', '{"line": 99, "quote": "Read", "formula": "1"}',
        '{"line": -1, "quote": "Read", "formula": "1 == 2"}', '{"line": 1, "quote": "not there", "formula": "1 == 2"}', "[" * 100_000, '{"line": 1' * 10_000, "\x00\ud800",
        '{"line": 1, "quote": "Read", "formula": "__import__(\'os\').abort()"}', '{"line": true, "quote": "Read", "formula": "value(\'r_await\', \'50\') == 9"}',
        '{"line": 1, "quote": "Read", "formula": "' + "(" * 5000 + '"}',
    ],
)  # fmt: skip
def test_whatever_a_model_answers_the_check_says_what_it_says_without_it(answer: str) -> None:
    text = "Read latency was 13.8 ms at 50.\n"
    assert check(text, facts(), ask=lambda system, user: answer) == check(text, facts())
    assert check(text, facts(), ask=lambda system, user: None) == check(text, facts())


def test_a_long_article_is_asked_of_in_parts_that_know_what_stands_before() -> None:
    prompts: list[str] = []
    text = (
        "# One\n\n"
        + "".join(f"Sentence {n} says a little about the disk and its reads.\n\n" for n in range(120))
        + "# Two\n\nThe end.\n"
    )
    said(text, prompts=prompts)
    assert len(prompts) > 3
    asked = [prompt.split("Translate the statements of these lines:\n")[1] for prompt in prompts]
    assert sum("Sentence" in line for part in asked for line in part.split("\n")) == 120
    assert "1: # One" in prompts[2].split("Before (context only):")[1]


def test_an_answer_is_bounded() -> None:
    row = (3, "the disk answers", 'value("r_await", "100") == value("r_await", "150")')
    assert len(refused(said(TEXT, *[row] * 500))) <= MOST_STATEMENTS
