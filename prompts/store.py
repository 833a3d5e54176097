"""Keeps articles in articles.*: text, page, pictures, claims with verdicts, sentences with their writers, and the hash of the inputs."""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from prompts import marks
from prompts.claims.model import Claim
from prompts.document import Document


@dataclass(frozen=True)
class Article:
    """One written article. `problems` are sentences for a person; without any the article may be published."""

    article_id: int
    experiment_id: str
    execution_id: int | None  # None: a digest, which is of several
    kind: str
    language: str
    title: str
    markdown: str
    html: str
    check: dict[str, Any] = field(repr=False)
    provenance: dict[str, Any] = field(repr=False)
    problems: tuple[str, ...] = ()

    @property
    def is_publishable(self) -> bool:
        """True when nothing in the text is contradicted by the facts or could not be bound to them."""
        return not self.problems


def inputs_hash(execution_id: int | None, facts: dict[str, Any], language: str, kind: str) -> str:
    """The hash of what the article is made from; the same inputs give the same article."""
    canonical = json.dumps(facts, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(f"{execution_id}|{language}|{kind}|{canonical}".encode()).hexdigest()


def save(
    connection: psycopg.Connection[Any],
    night: date | None,
    document: Document,
    claims: list[Claim],
    verdicts: dict[str, str],
    article: Article,
    facts: dict[str, Any],
    lead: str,
) -> Article:
    """Stores the article as a draft, or as refused; an earlier unpublished one of the same execution and language goes."""
    digest = inputs_hash(article.execution_id, facts, document.language, document.kind)
    with connection.cursor() as cursor:
        cursor.execute(
            "delete from articles.articles"
            " where experiment_id = %s and execution_id is not distinct from %s and language = %s and kind = %s"
            " and status <> 'published'",
            [article.experiment_id, article.execution_id, document.language, document.kind],
        )
        row = cursor.execute(
            """
            insert into articles.articles (experiment_id, execution_id, kind, language, night, status, title, markdown,
                inputs_hash, facts, provenance, check_result, html, lead)
            values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) returning article_id
            """,
            [
                article.experiment_id,
                article.execution_id,
                document.kind,
                document.language,
                night,
                "draft" if article.is_publishable else "refused",
                article.title,
                article.markdown,
                digest,
                Jsonb(json.loads(json.dumps(facts, default=str))),
                Jsonb(article.provenance),
                Jsonb(article.check),
                article.html,
                lead,
            ],
        ).fetchone()
        article_id = int(row[0]) if row else 0
        _details(cursor, article_id, document, claims, verdicts)
    return Article(
        **{**{name: getattr(article, name) for name in article.__dataclass_fields__}, "article_id": article_id}
    )


def _details(
    cursor: psycopg.Cursor[Any], article_id: int, document: Document, claims: list[Claim], verdicts: dict[str, str]
) -> None:
    cursor.executemany(
        "insert into articles.pictures (article_id, name, svg) values (%s, %s, %s)",
        [(article_id, name, svg) for name, svg in document.pictures.items()],
    )
    unique = {claim.id: claim for claim in reversed(claims)}
    cursor.executemany(
        "insert into articles.claims (article_id, claim_id, predicate, modality, is_mandatory, facts, payload, verdict)"
        " values (%s, %s, %s, %s, %s, %s, %s, %s)",
        [
            (
                article_id,
                c.id,
                c.predicate,
                c.modality,
                any(x.is_mandatory for x in claims if x.id == c.id),
                list(c.fact_ids),
                Jsonb(payload_of(c)),
                verdicts.get(c.id),
            )
            for c in unique.values()
        ],
    )
    cursor.executemany(
        "insert into articles.sentences (article_id, position, section, text, claim_ids, writer, model, attempts, reason)"
        " values (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
        [
            (
                article_id,
                position,
                section,
                marks.plain(s.text),
                list(s.claim_ids),
                s.writer,
                s.model,
                s.attempts,
                s.reason,
            )
            for position, (section, s) in enumerate(document.sentences())
        ],
    )


def payload_of(claim: Claim) -> dict[str, Any]:
    """A claim's contents as JSON: figures with their values, the assertion, caveats and what would refute it."""
    args = {name: value for name, value in claim.args.items() if name != "of"}
    plain: dict[str, Any] = json.loads(
        json.dumps(args, default=lambda value: asdict(value) if hasattr(value, "__dataclass_fields__") else str(value))
    )
    return {
        "args": plain,
        "assertion": claim.assertion,
        "caveats": list(claim.caveats),
        "refuted_by": claim.refuted_by,
        "topic": claim.topic,
    }
