"""Checks an article against itself: one question has one answer, a "may" does not grow into a "must", a table agrees
with the prose about it.

It only raises what the facts left open; a claim that the facts decide is never touched.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from factcheck.binding.agreement import rounds_to
from factcheck.forms.result import Claim, Why
from factcheck.reading.numbers import Number
from factcheck.reading.words import stems

_SMALL = {
    "это",
    "что",
    "при",
    "для",
    "the",
    "this",
    "that",
    "and",
    "with",
    "как",
    "или",
    "than",
    "may",
    "might",
    "could",
    "может",
    "мочь",
    "возможно",
    "быть",
    "be",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question that an article may answer twice: which level is optimal, balanced, recommended."""

    question: str
    levels: frozenset[str]
    claim: Claim


@dataclass(frozen=True, slots=True)
class Stated:
    """A value of something that the facts do not hold."""

    term: str
    levels: frozenset[str]
    stat: str | None
    number: Number
    in_table: bool
    claim: Claim


def refuse(claim: Claim, en: str, ru: str, expected: str | None = None) -> None:
    """Turns an open claim into a contradicted one."""
    claim.verdict = "contradicted"
    claim.expected = expected
    claim.why = Why(en=en, ru=ru)


def one_answer(answers: Iterable[Answer]) -> None:
    """The second, different answer to one question contradicts the first."""
    first: dict[str, Answer] = {}
    for answer in answers:
        if answer.claim.verdict != "unverifiable" or len(answer.levels) != 1:
            continue
        held = first.setdefault(answer.question, answer)
        if held.levels != answer.levels:
            level = next(iter(held.levels))
            refuse(
                answer.claim,
                f"line {held.claim.line} answers the same question with {level}",
                f"в строке {held.claim.line} на тот же вопрос отвечено: {level}",
                level,
            )


def may_stays_may(claims: list[Claim]) -> None:
    """What was a hypothesis further up may not be told as a fact further down."""
    hypotheses = [(claim, _content(claim.quote)) for claim in claims if claim.predicate == "hypothesis"]
    if not hypotheses:
        return
    for claim in claims:
        if claim.predicate != "cause" or claim.verdict != "unverifiable" or claim.hedged:
            continue
        words = _content(claim.quote)
        for hypothesis, other in hypotheses:
            if (
                hypothesis.line < claim.line
                and len(words & other) >= 3
                and len(words & other) * 2 >= min(len(words), len(other)) * 1.4
            ):
                refuse(
                    claim,
                    f"line {hypothesis.line} tells this as a hypothesis",
                    f"в строке {hypothesis.line} это названо гипотезой",
                )
                break


def _content(text: str) -> set[str]:
    found = set()
    for word in text.lower().split():
        plain = word.strip(".,;:()«»\"'—–-*`")
        if len(plain) > 3 and plain not in _SMALL:
            found.add(min(stems(plain), key=lambda stem: (len(stem), stem)))
    return found


def one_value_a_level(stated: list[Stated]) -> None:
    """A value told of one level that was told of another before, while this level has a value of its own: taken twice by accident."""
    rows: dict[tuple[str, str | None, str | None], list[Stated]] = {}
    for one in stated:
        if one.number.high is None and one.number.hedge is None and len(one.levels) == 1:
            rows.setdefault((one.term, one.stat, one.number.dimension), []).append(one)
    for row in rows.values():
        for one in row:
            if one.claim.verdict != "unverifiable" or len(one.number.text.strip("0., ")) < 3:
                continue
            value = one.number.readings[0]
            twin = next((o for o in row if o.levels != one.levels and o.number.readings[0] == value), None)
            own = next((o for o in row if o.levels == one.levels and not _agree(o.number, one.number)), None)
            if twin is not None and own is not None and twin.claim.line != one.claim.line != own.claim.line:
                other, here = next(iter(twin.levels)), next(iter(one.levels))
                refuse(
                    one.claim,
                    f"line {twin.claim.line} gives this value to {other}, line {own.claim.line} gives {own.number.text} to {here}",
                    f"в строке {twin.claim.line} это значение у {other}, в строке {own.claim.line} у {here} — {own.number.text}",
                    own.number.text,
                )


def _agree(one: Number, two: Number) -> bool:
    a, b = one.readings[0], two.readings[0]
    return rounds_to(a.value, b) or rounds_to(b.value, a)


def table_agrees_with_prose(stated: list[Stated]) -> None:
    """A value of one term at one level, told by the table and by the prose, must be one."""
    tables: dict[tuple[str, frozenset[str], str | None], Stated] = {}
    for one in stated:
        if one.in_table and one.levels:
            tables.setdefault((one.term, one.levels, one.number.dimension), one)
    for one in stated:
        held = tables.get((one.term, one.levels, one.number.dimension)) if not one.in_table else None
        if (
            held is None
            or one.claim.verdict != "unverifiable"
            or one.number.high is not None
            or one.stat is not None
            or one.number.hedge is not None
        ):
            continue
        value, other = one.number.readings[0], held.number.readings[0]
        if not rounds_to(other.value, value) and not rounds_to(value.value, other):
            refuse(
                one.claim,
                f"the table in line {held.claim.line} says {held.number.text}",
                f"в таблице (строка {held.claim.line}) {held.number.text}",
                held.number.text,
            )
