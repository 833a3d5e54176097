"""`pgverdict write --compare`: the same claims worded by the templates and by the model, side by side with what each cost."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pgverdict.config import settings
from pgverdict.errors import Refused
from pgverdict.facts import facts_document
from pgverdict.i18n import LANGUAGES
from pgverdict.warehouse import connect
from prompts import marks, verdicts
from prompts.document import Document, Table
from prompts.pages import markdown
from prompts.plan import kind_of
from prompts.read import read_findings
from prompts.writing import all_claims, make_document


@dataclass(frozen=True)
class Side:
    """What one writer made of the claims; `seconds` of wall clock include the calls and the checks between them, not the last check."""

    writer: str
    claims_covered: int
    mandatory_covered: int
    sentences: int
    worded_by_model: int
    copied: int
    fell_back: int
    supported: int
    problems: int
    words: int
    calls: int
    from_store: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float


@dataclass(frozen=True)
class Comparison:
    """Both sides of one article, and the sentences that differ: (template's, model's), or why a sentence fell back, by claim."""

    experiment: str
    language: str
    claims: int
    mandatory: int
    template: Side
    model: Side
    pairs: tuple[tuple[str, str], ...]
    fallbacks: tuple[tuple[str, str], ...]

    def to_text(self) -> str:
        """Two columns of figures, then the sentences."""
        left, right = self.template, self.model
        rows: list[tuple[str, Any, Any]] = [
            ("", left.writer, right.writer),
            (f"claims covered, of {self.claims}", left.claims_covered, right.claims_covered),
            (f"mandatory ones, of {self.mandatory}", left.mandatory_covered, right.mandatory_covered),
            ("sentences", left.sentences, right.sentences),
            ("worded by the model", left.worded_by_model, right.worded_by_model),
            ("the template's own words again", left.copied, right.copied),
            ("fell back to the template", left.fell_back, right.fell_back),
            ("statements the checker supports", left.supported, right.supported),
            ("problems found by the checker", left.problems, right.problems),
            ("words", left.words, right.words),
            ("calls (answers from the store)", "0 (0)", f"{right.calls} ({right.from_store})"),
            ("tokens in, out", "0, 0", f"{right.prompt_tokens}, {right.completion_tokens}"),
            ("seconds", f"{left.seconds:.1f}", f"{right.seconds:.1f}"),
        ]
        table = "\n".join(f"{name:34} {a!s:>14} {b!s:>28}" for name, a, b in rows)
        found = [f"template  {a}\nmodel     {b}\n" for a, b in self.pairs]
        found += [f"fell back {claim}: {reason}\n" for claim, reason in self.fallbacks]
        return f"{self.experiment} ({self.language})\n{table}\n\n" + (
            "\n".join(found) or "No sentence was worded by the model."
        )


def compare_writers(
    execution_id: int,
    *,
    languages: Sequence[str] = LANGUAGES,
    check: Callable[[str, dict[str, Any], str], dict[str, Any]],
    dsn: str | None = None,
    writer: Any = None,
) -> str:
    """Both articles' figures and the sentences that differ, as text; nothing is stored but the model's answers.

    Errors: Refused when no endpoint is configured.
    """
    found = comparisons(execution_id, languages=languages, check=check, dsn=dsn, writer=writer)
    return "\n\n".join(comparison.to_text() for comparison in found)


def comparisons(
    execution_id: int,
    *,
    languages: Sequence[str] = LANGUAGES,
    check: Callable[[str, dict[str, Any], str], dict[str, Any]],
    dsn: str | None = None,
    writer: Any = None,
) -> list[Comparison]:
    """The same as values, one a language."""
    with connect("pgverdict_prompts", dsn) as connection:
        model = writer or _configured(dsn)
        findings = read_findings(execution_id, dsn)
        facts = facts_document(connection, execution_id)
        claims = all_claims(connection, findings)
        kind = kind_of(findings)
        return [_one(findings, facts, claims, kind, language, check, model) for language in languages]


def _configured(dsn: str | None) -> Any:
    if not settings().llm_base_url:
        raise Refused(
            "no model is configured; set PGVERDICT_LLM_BASE_URL and PGVERDICT_LLM_MODEL (docs/handbook/models.md)"
        )
    from prompts.llm.writer import LlmWriter

    return LlmWriter.configured(dsn)


def _one(
    findings: Any, facts: dict[str, Any], claims: Any, kind: str, language: str, check: Any, model: Any
) -> Comparison:
    began = time.monotonic()
    plain, _ = make_document(findings, facts, claims, kind, language, check)
    middle = time.monotonic()
    worded, report = make_document(findings, facts, claims, kind, language, check, model)
    ended = time.monotonic()
    wanted = {claim.id for claim in claims if claim.is_mandatory}

    def side(name: str, document: Document, seconds: float, cost: dict[str, Any]) -> Side:
        rendered = markdown.render(document)
        answer = check(rendered.text, facts, language)
        covered = _covered(document)
        return Side(
            name,
            len(covered),
            len(covered & wanted),
            len(document.sentences()),
            sum(s.writer == "model" for _, s in document.sentences()),
            int(cost.get("copied", 0)),
            int(cost.get("fell_back", 0)),
            int(answer["summary"]["supported"]),
            len(verdicts.problems(answer, language)),
            len(rendered.text.split("```")[0].split()),
            int(cost.get("calls", 0)),
            int(cost.get("from_store", 0)),
            int(cost.get("prompt_tokens", 0)),
            int(cost.get("completion_tokens", 0)),
            seconds,
        )

    return Comparison(
        findings.experiment.experiment_id,
        language,
        len({claim.id for claim in claims}),
        len(wanted),
        side("template", plain, middle - began, {}),
        side(f"model {report['model']}", worded, ended - middle, report),
        *_differences(plain, worded),
    )


def _covered(document: Document) -> set[str]:
    """Claims that sentences or tables word."""
    said = {claim_id for _, sentence in document.sentences() for claim_id in sentence.claim_ids}
    tables = [block for section in document.sections for block in section.blocks if isinstance(block, Table)]
    return said | {claim_id for table in tables for claim_id in table.claim_ids}


def _differences(plain: Document, worded: Document) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    templates = {sentence.claim_ids[0]: sentence for _, sentence in plain.sentences() if sentence.claim_ids}
    pairs: list[tuple[str, str]] = []
    fallbacks: dict[str, str] = {}
    for _, sentence in worded.sentences():
        if sentence.writer == "model":
            pairs.append((marks.plain(templates[sentence.claim_ids[0]].text), marks.plain(sentence.text)))
        elif sentence.reason:
            fallbacks[sentence.claim_ids[0]] = sentence.reason  # a claim of the lead is told again below: once here
    return tuple(pairs), tuple(fallbacks.items())
