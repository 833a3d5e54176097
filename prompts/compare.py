"""`pgverdict write --compare`: the same claims worded by the templates and by the model, side by side with what each cost."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from pgverdict.config import settings
from pgverdict.errors import Refused
from pgverdict.facts import facts_document
from pgverdict.i18n import LANGUAGES
from pgverdict.warehouse import connect
from prompts import marks, verdicts
from prompts.document import Document
from prompts.pages import markdown
from prompts.plan import kind_of
from prompts.read import read_findings
from prompts.writing import all_claims, make_document


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
    with connect("pgverdict_prompts", dsn) as connection:
        model = writer or _configured(connection)
        findings = read_findings(execution_id, dsn)
        facts = facts_document(connection, execution_id)
        claims = all_claims(connection, findings)
        kind = kind_of(findings)
        return "\n\n".join(_one(findings, facts, claims, kind, language, check, model) for language in languages)


def _configured(connection: Any) -> Any:
    if not settings().llm_base_url:
        raise Refused(
            "no model is configured; set PGVERDICT_LLM_BASE_URL and PGVERDICT_LLM_MODEL (docs/handbook/models.md)"
        )
    from prompts.llm.writer import LlmWriter

    return LlmWriter.configured(connection)


def _one(findings: Any, facts: dict[str, Any], claims: Any, kind: str, language: str, check: Any, model: Any) -> str:
    began = time.monotonic()
    plain, _ = make_document(findings, facts, claims, kind, language, check)
    middle = time.monotonic()
    worded, report = make_document(findings, facts, claims, kind, language, check, model)
    rows = [
        ("", "template", f"model {report['model']}"),
        ("claims covered", _covered(plain), _covered(worded)),
        ("sentences", len(plain.sentences()), len(worded.sentences())),
        ("worded by the model", 0, sum(s.writer == "model" for _, s in worded.sentences())),
        ("fell back", 0, report["fell_back"]),
        (
            "problems found by the checker",
            _problems(plain, facts, language, check),
            _problems(worded, facts, language, check),
        ),
        ("calls (from the store)", 0, f"{report['calls']} ({report['from_store']})"),
        ("tokens in, out", "0, 0", f"{report['prompt_tokens']}, {report['completion_tokens']}"),
        ("seconds", f"{middle - began:.1f}", f"{time.monotonic() - middle:.1f}"),
    ]
    table = "\n".join(f"{name:32} {left!s:>14} {right!s:>28}" for name, left, right in rows)
    return f"{findings.experiment.experiment_id} ({language})\n{table}\n\n{_differences(plain, worded)}"


def _covered(document: Document) -> int:
    return len({claim_id for _, sentence in document.sentences() for claim_id in sentence.claim_ids})


def _problems(document: Document, facts: dict[str, Any], language: str, check: Any) -> int:
    return len(verdicts.problems(check(markdown.render(document).text, facts, language), language))


def _differences(plain: Document, worded: Document) -> str:
    templates = {sentence.claim_ids[0]: sentence for _, sentence in plain.sentences() if sentence.claim_ids}
    found = []
    for _, sentence in worded.sentences():
        if sentence.writer == "model":
            found += [
                f"template  {marks.plain(templates[sentence.claim_ids[0]].text)}",
                f"model     {marks.plain(sentence.text)}",
                "",
            ]
        elif sentence.reason:
            found += [f"fell back {sentence.claim_ids[0]}: {sentence.reason}", ""]
    return "\n".join(found) or "No sentence was worded by the model."
