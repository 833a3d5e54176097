"""Joins what a model's formulas come to with the claims that the checker found by itself.

A formula that fails makes a contradicted claim. One that holds settles what was left open or unread, and leaves open what the
checker refuted by another reading. How well a model reads shows on the numbers that the checker finds right by itself: one
whose formulas often fail there, or are hardly ever about them, is not believed at all (ADR 0052).
"""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.assisted.amounts import Unusable
from factcheck.assisted.formulas import Formulas, Outcome
from factcheck.assisted.reader import Asks, Statement, statements_of
from factcheck.binding.vocabulary import Vocabulary
from factcheck.forms.facts import Fact
from factcheck.forms.result import UNREAD, Claim, Why
from factcheck.reading.numbers import Number, find_numbers
from factcheck.reading.text import clean

PREDICATE = "formula"
#: What no figure settles, whatever a model makes of it.
_OPEN = frozenset({"cause", "recommendation", "hypothesis"})
#: Of so many numbers that the checker finds right by itself ...
ENOUGH = 10
#: ... this part may be read otherwise by a model that is believed, ...
DISPUTED = 0.1
#: ... and this part it reads at least (models that read well: 0.46 to 1.3 of 124 articles; one of 1.5 billion weights that has not learned to: 0.00).
READ = 0.1


@dataclass(frozen=True, slots=True)
class _Read:
    """A statement that came out true or false, and the checker's own claims on its words."""

    statement: Statement
    outcome: Outcome
    here: list[Claim]

    @property
    def disputes(self) -> bool:
        """Whether it fails on a number that the checker found right."""
        texts = {number.text for number in self.outcome.failed_numbers}
        return self.outcome.truth is False and any(number.text in texts for number in self._found_right)

    @property
    def agrees(self) -> bool:
        """Whether it holds where the checker found a number right."""
        return self.outcome.truth is True and bool(self._found_right)

    @property
    def _found_right(self) -> list[Number]:
        return [number for claim in self.here for number in _found_right(claim)]


def _found_right(claim: Claim) -> list[Number]:
    """The numbers of a claim that the checker finds right by itself."""
    if claim.verdict != "supported":
        return []
    return [number for number in find_numbers(clean(claim.quote)[0]) if number.is_value]


def read_with_model(article: list[str], vocabulary: Vocabulary, claims: list[Claim], ask: Asks) -> list[Claim]:
    """The claims that a model's reading adds; what it settles or opens in `claims` is changed there."""
    read = [one for one in _read(article, vocabulary, claims, ask) if one.outcome.truth is not None]
    disputed, agreed = sum(one.disputes for one in read), sum(one.agrees for one in read)
    known = sum(bool(_found_right(claim)) for claim in claims)
    if disputed + agreed >= ENOUGH and disputed > DISPUTED * (disputed + agreed):
        return []
    if known >= ENOUGH and disputed + agreed < READ * known:
        return []
    added: dict[tuple[int, int, int], Claim] = {}
    for one in read:
        if one.outcome.truth:
            _settle(one)
        elif disputed + agreed >= ENOUGH or not one.disputes:
            claim = _refused(one)
            added.setdefault((claim.line, claim.start, claim.end), claim)
            claims[:] = [held for held in claims if held.predicate != UNREAD or held not in one.here]
    _open(read, claims)
    return list(added.values())


def _read(article: list[str], vocabulary: Vocabulary, claims: list[Claim], ask: Asks) -> list[_Read]:
    formulas = Formulas(vocabulary)
    by_line: dict[int, list[Claim]] = {}
    for claim in claims:
        by_line.setdefault(claim.line, []).append(claim)
    found = []
    for statement in statements_of(article, vocabulary, ask):
        numbers = [n for text in (statement.quote, article[statement.line - 1]) for n in find_numbers(clean(text)[0])]
        try:
            outcome = formulas.work_out(statement.formula, numbers)
        except Unusable:
            continue
        here = [c for c in by_line.get(statement.line, ()) if c.start < statement.end and c.end > statement.start]
        found.append(_Read(statement, outcome, here))
    return found


def _settle(read: _Read) -> None:
    """What was open or unread within the words of a formula that holds is right."""
    for claim in read.here:
        whole = read.statement.start <= claim.start and claim.end <= read.statement.end
        if whole and claim.verdict in ("unparsed", "unverifiable") and claim.predicate not in _OPEN:
            claim.verdict, claim.expected = "supported", None
            claim.why, claim.facts = _why(read), [fact.name for fact in read.outcome.facts]


def _open(read: list[_Read], claims: list[Claim]) -> None:
    """What the checker refuted, and formulas that hold say of most of the same words, is left open; not where another fails there."""
    over: dict[int, list[_Read]] = {}
    for one in read:
        for claim in one.here:
            over.setdefault(id(claim), []).append(one)
    for claim in claims:
        said = over.get(id(claim), [])
        if claim.verdict != "contradicted" or not said or not all(one.outcome.truth for one in said):
            continue
        words = {at for one in said for at in range(one.statement.start, one.statement.end)}
        if 2 * sum(at in words for at in range(claim.start, claim.end)) >= claim.end - claim.start:
            was, now = claim.why, _why(said[0])
            claim.verdict, claim.expected = "unverifiable", None
            claim.why = Why(en=f"{now.en}; read otherwise: {was.en}", ru=f"{now.ru}; прочитано иначе: {was.ru}")


def _refused(read: _Read) -> Claim:
    said, outcome = read.statement, read.outcome
    return Claim(
        line=said.line, start=said.start, end=said.end, quote=said.quote, predicate=PREDICATE, verdict="contradicted",
        facts=[fact.name for fact in outcome.facts], expected=outcome.expected, why=_why(read),
    )  # fmt: skip


def _why(read: _Read) -> Why:
    outcome = read.outcome
    holds, holds_ru = ("it holds", "верно") if outcome.truth else ("it does not hold", "неверно")
    formula = outcome.failed[0] if outcome.failed and not outcome.truth else read.statement.formula
    values = [(fact.name, _value(fact)) for fact in outcome.facts[:8]]
    en, ru = ("; ".join(f"{name} {verb} {value}" for name, value in values) for verb in ("is", "="))
    return Why(
        en=f"{en + ': ' if en else ''}read as {formula}, {holds}",
        ru=f"{ru + ': ' if ru else ''}прочитано как {formula}: {holds_ru}",
    )


def _value(fact: Fact) -> str:
    return f"{fact.value:g}" if fact.decimals is None else f"{fact.value:.{fact.decimals}f}"
