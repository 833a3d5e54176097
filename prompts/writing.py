"""Writes an execution's articles: reads the marts, makes claims once, words them in each language, has them checked, stores them."""

import os
from collections.abc import Callable, Sequence
from typing import Any

from pgverdict.facts import facts_document
from pgverdict.i18n import LANGUAGES
from pgverdict.warehouse import connect
from prompts import listings, marks, store, tables, verdicts
from prompts.claims import Claim, make_claims
from prompts.claims.model import Figure
from prompts.claims.nights import ledger_claims
from prompts.compose import Extras, compose
from prompts.document import Document
from prompts.ledger import changes_since, record
from prompts.lexicon import LEXICON
from prompts.pages import html, markdown
from prompts.pictures import draw_pictures
from prompts.plan import kind_of
from prompts.read import read_findings
from prompts.recommend import proposed_files, recommendations
from prompts.rows import Findings
from prompts.store import Article
from prompts.wording import Wording

#: The article's text, the facts document and the language in; contracts.md 4 out.
Check = Callable[[str, dict[str, Any], str], dict[str, Any]]


def write(
    execution_id: int,
    *,
    languages: Sequence[str] = LANGUAGES,
    check: Check,
    kind: str | None = None,
    dsn: str | None = None,
    writer: Any = None,
) -> list[Article]:
    """One article a language, stored as drafts with the checker's answer, or as refused where it contradicts or cannot bind.

    `writer`: a `prompts.llm.LlmWriter` or None; by default the configured endpoint, if any. Errors: Refused when the
    marts do not hold the execution or `kind` is unknown.
    """
    findings = read_findings(execution_id, dsn)
    chosen = kind or kind_of(findings)
    with connect("pgverdict_prompts", dsn) as connection:
        facts = facts_document(connection, execution_id)
        claims = all_claims(connection, findings)
        model = writer if writer is not None else _configured_writer(dsn)
        articles = [
            _write_one(connection, findings, facts, claims, chosen, language, check, model) for language in languages
        ]
        record(connection, findings.experiment.experiment_id, execution_id, findings.experiment.execution, claims)
    proposed_files(findings, claims, write=True)
    return articles


def all_claims(connection: Any, findings: Findings) -> list[Claim]:
    """The engine's claims, what they say of the night before, the recommendations that follow, and the tables' rows."""
    claims = make_claims(findings)
    changes = changes_since(connection, findings.experiment.experiment_id, findings.execution_id, claims)
    claims += ledger_claims(changes)
    claims += recommendations(findings, claims)
    return claims + tables.table_claims(findings)


def _configured_writer(dsn: str | None) -> Any:
    """The model writer where an endpoint is configured; the openai client is imported only then (a second)."""
    from pgverdict.config import settings

    if not settings().llm_base_url or os.environ.get("PGVERDICT_WRITER") == "template":
        return None
    from prompts.llm.writer import LlmWriter

    return LlmWriter.configured(dsn)


def _write_one(
    connection: Any,
    findings: Findings,
    facts: dict[str, Any],
    claims: list[Claim],
    kind: str,
    language: str,
    check: Check,
    model: Any,
) -> Article:
    document, model_report = make_document(findings, facts, claims, kind, language, check, model)
    rendered = markdown.render(document)
    answer = check(rendered.text, facts, language)
    found = verdicts.problems(answer, language)
    by_claim = verdicts.claim_verdicts(rendered, answer)
    provenance = _provenance(document, model_report)
    used = figures_of(claims)
    mine = _worded(document, claims)
    page = html.render(
        document,
        rendered.marked,
        used,
        mine,
        by_claim,
        {"root": "../../", "provenance": _about(document, provenance, language)},
    )
    experiment = findings.experiment
    article = Article(
        0,
        experiment.experiment_id,
        findings.execution_id,
        kind,
        language,
        marks.plain(document.title),
        rendered.text,
        page,
        answer,
        provenance,
        found,
    )
    lead = " ".join(marks.plain(sentence.text) for sentence in document.lead)
    return store.save(connection, experiment.last_night, document, mine, by_claim, article, facts, lead)


def make_document(
    findings: Findings,
    facts: dict[str, Any],
    claims: list[Claim],
    kind: str,
    language: str,
    check: Check,
    model: Any = None,
) -> tuple[Document, dict[str, Any]]:
    """The composed article, with a model's sentences where `model` gives some that pass, and the model's report."""
    sentences, report = (
        model.sentences(findings, claims, kind, language, facts, check) if model is not None else ({}, {})
    )
    pictures, alts = draw_pictures(findings, claims, Wording(findings, language, kind))
    extras = Extras(pictures, alts, listings.listings(findings), sentences)
    return compose(findings, claims, kind, language, extras), report


def figures_of(claims: Sequence[Claim]) -> dict[str, Figure]:
    """Every figure that the claims hold, by id."""
    found: dict[str, Figure] = {}
    for claim in claims:
        for figure in claim.figures:
            found.setdefault(figure.id, figure)
        earlier = claim.args.get("of")
        if isinstance(earlier, Claim):
            for figure in earlier.figures:
                found.setdefault(figure.id, figure)
    return found


def _worded(document: Document, claims: list[Claim]) -> list[Claim]:
    """The claims that the article words, in its sentences or its tables."""
    from prompts.document import Table

    said = {claim_id for _, sentence in document.sentences() for claim_id in sentence.claim_ids}
    said |= {
        claim_id
        for section in document.sections
        for block in section.blocks
        if isinstance(block, Table)
        for claim_id in block.claim_ids
    }
    return [claim for claim in claims if claim.id in said]


def _provenance(document: Document, report: dict[str, Any]) -> dict[str, Any]:
    sentences = [sentence for _, sentence in document.sentences()]
    by_model = [s for s in sentences if s.writer == "model"]
    return {
        "sentences": len(sentences),
        "by_model": len(by_model),
        "fell_back": sum(1 for s in sentences if s.reason),
        "models": sorted({s.model for s in by_model if s.model}),
        "model": report,
    }


def _about(document: Document, provenance: dict[str, Any], language: str) -> str:
    words = LEXICON[language]["page"]
    if provenance["by_model"]:
        return str(words["by_model"]).format(
            model=", ".join(provenance["models"]), by_model=provenance["by_model"], sentences=provenance["sentences"]
        )
    return str(words["by_template"])
