"""A night's digest: the answers of all its experiments in one short article, what changed against earlier nights, and which checks failed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import psycopg
from psycopg.rows import dict_row

from pgverdict.errors import Refused
from pgverdict.facts import facts_document
from pgverdict.i18n import LANGUAGES
from pgverdict.warehouse import connect
from prompts import marks, store, verdicts
from prompts.claims.model import Claim, Figure
from prompts.compose import Extras, compose
from prompts.document import Block, Bullets, Document, Paragraph, Section, Sentence
from prompts.lexicon import LEXICON
from prompts.pages import html, markdown
from prompts.read import read_findings
from prompts.rows import Findings
from prompts.store import Article
from prompts.wording import Wording
from prompts.writing import Check, all_claims, figures_of

#: Statements of earlier nights that a digest repeats; the article has the rest.
MOST_CHANGES = 3
#: Failed checks that a digest repeats, critical ones first.
MOST_CHECKS = 3
_FIGURE_ID = re.compile(f"{marks.FIGURE}(?=[^{marks.SHOWN}])")


@dataclass
class Entry:
    """One experiment of the night: its findings, claims and facts, and what the digest may say of it."""

    findings: Findings
    claims: list[Claim]
    facts: dict[str, Any]
    refused: frozenset[str]  # the languages in which the article was refused
    is_reduced: bool = False  # the checker objected to its part: only the link stays

    @property
    def id(self) -> str:
        """The experiment's id, which is also the prefix of its claims and figures."""
        return self.findings.experiment.experiment_id

    @property
    def link(self) -> str:
        """The article's place under its date, seen from site/nights/<date>/."""
        experiment = self.findings.experiment
        return f"../../articles/{self.id}/{experiment.last_night:%Y-%m-%d}-{experiment.execution_id}"


def write_due(*, check: Check, languages: Sequence[str] = LANGUAGES, dsn: str | None = None) -> list[Article]:
    """Writes the digests of the nights whose articles are newer than their digest; none when nothing is due."""
    with connect("pgverdict_prompts", dsn) as connection:
        due = connection.execute(
            """
            select night, array_agg(language order by place)
            from (
                select night, wanted.language, place, max(written_at) filter (where kind = 'digest' and articles.language = wanted.language) as digested_at,
                    max(written_at) filter (where kind <> 'digest') as written_at
                from articles.articles cross join unnest(%s::text[]) with ordinality as wanted (language, place)
                where night is not null group by night, wanted.language, place
            ) as nights
            where written_at > coalesce(digested_at, '-infinity') group by night order by night
            """,
            [list(languages)],
        ).fetchall()
    return [article for night, wanted in due for article in write_digest(night, check=check, languages=wanted, dsn=dsn)]


def write_digest(
    night: date, *, check: Check, languages: Sequence[str] = LANGUAGES, dsn: str | None = None
) -> list[Article]:
    """The digest of one night in each language, stored as a draft; nothing for a night that the marts no longer hold."""
    with connect("pgverdict_prompts", dsn) as connection:
        entries = _entries(connection, night, dsn)
        if not entries:
            return []
        return [_write_one(connection, night, entries, language, check) for language in languages]


def _entries(connection: psycopg.Connection[Any], night: date, dsn: str | None) -> list[Entry]:
    """The night's experiments, the latest execution of each, in the order of their names."""
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(
            """
            select distinct on (experiment_id) experiment_id, execution_id, array_agg(language) filter (where is_refused) as refused
            from (
                select experiment_id, execution_id, language, bool_and(status = 'refused') as is_refused
                from articles.articles
                where night = %s and kind <> 'digest' and execution_id is not null
                group by experiment_id, execution_id, language
            ) as written
            group by experiment_id, execution_id
            order by experiment_id, execution_id desc
            """,
            [night],
        ).fetchall()
    found = []
    for row in rows:
        try:
            findings = read_findings(row["execution_id"], dsn)
        except Refused:
            continue  # an import that was replaced since: its article stays, its marts are gone
        claims = _shortened(findings, all_claims(connection, findings))
        found.append(
            Entry(findings, claims, facts_document(connection, row["execution_id"]), frozenset(row["refused"] or ()))
        )
    return found


def _shortened(findings: Findings, claims: list[Claim]) -> list[Claim]:
    """The claims that a digest words: the answer, what changed, what failed."""
    answer = [claim for claim in claims if claim.topic == "answer"]
    ledger = [claim for claim in claims if claim.topic == "ledger"]
    fallen = [claim for claim in ledger if not claim.form.endswith(("confirmed", "resized"))]
    forms = {claim.form.removeprefix("ledger.") for claim in ledger}
    status = (
        "fell"
        if "contradicted" in forms
        else "outdated"
        if "outdated" in forms
        else "held"
        if ledger
        else "first"
        if findings.experiment.execution == 1
        else "none"
    )
    form = f"digest.changes.{status}"
    changes = [Claim("digest.changes", "change", form, "changes", {}, "derived")]
    changes += [
        replace(c, topic="changes", paragraph=1) for c in claims if c.topic == "nights" and c.predicate == "change"
    ]
    sanity = [replace(c, topic="sanity", paragraph=0) for c in claims if c.id in ("quality.failed", "quality.clean")]
    checks = [claim for claim in claims if claim.topic == "checks"]
    checks.sort(key=lambda claim: claim.args["severity"] != "critical")
    return [*answer, *changes, *fallen[:MOST_CHANGES], *sanity, *checks[:MOST_CHECKS]]


def _write_one(
    connection: psycopg.Connection[Any], night: date, entries: list[Entry], language: str, check: Check
) -> Article:
    for _ in range(2):
        document, figures, claims = _document(night, entries, language)
        rendered = markdown.render(document)
        answers = {
            entry.id: check(_only(rendered.text, document, entries, entry), entry.facts, language) for entry in entries
        }
        refused = [entry for entry in entries if verdicts.problems(answers[entry.id], language)]
        if not refused:
            break
        for entry in refused:
            entry.is_reduced = True
    answer = _merged(answers, language)
    found = verdicts.problems(answer, language)
    by_claim = verdicts.claim_verdicts(rendered, answer)
    provenance = {
        "sentences": len(document.sentences()),
        "by_model": 0,
        "executions": [entry.findings.execution_id for entry in entries],
        "reduced": [entry.id for entry in entries if entry.is_reduced],
    }
    about = {"root": "../../", "provenance": LEXICON[language]["page"]["by_template"]}
    page = html.render(document, rendered.marked, figures, claims, by_claim, about)
    title = marks.plain(document.title)
    name = f"night-{night:%Y-%m-%d}"
    article = Article(0, name, None, "digest", language, title, rendered.text, page, answer, provenance, found)
    facts = {entry.id: entry.facts for entry in entries}
    lead = " ".join(marks.plain(s.text) for place, s in document.sentences() if place == "glance")
    return store.save(connection, night, document, claims, by_claim, article, facts, lead)


def _document(night: date, entries: list[Entry], language: str) -> tuple[Document, dict[str, Figure], list[Claim]]:
    """The digest over all experiments; ids of claims and figures carry their experiment's."""
    wording = Wording(entries[0].findings, language, "digest")
    glance: list[tuple[Sentence, ...]] = []
    sections: list[Section] = []
    figures: dict[str, Figure] = {}
    claims: list[Claim] = []
    for entry in entries:
        mine = Wording(entry.findings, language, "digest")
        part = compose(entry.findings, entry.claims, "digest", language, Extras())
        is_refused = language in entry.refused
        if is_refused or entry.is_reduced:
            key = "digest.glance.refused" if is_refused else "digest.more"
            text = mine.text(key, id=entry.id, link=f"{entry.link}/{language}.html")
            text = text if is_refused else f"{marks.code(entry.id)}: {text}"
            glance.append((Sentence(text, (f"{entry.id}:digest",)),))
            continue
        answer = mine.text("digest.glance", id=entry.id, answer=part.title)
        headline = next(claim.id for claim in entry.claims if claim.topic == "answer")
        glance.append((_prefixed(Sentence(answer, (headline,)), entry.id),))
        sections.append(_section(part, entry, mine))
        figures |= {
            f"{entry.id}:{f.id}": replace(f, id=f"{entry.id}:{f.id}") for f in figures_of(entry.claims).values()
        }
        claims += [replace(claim, id=f"{entry.id}:{claim.id}") for claim in entry.claims]
    shown = wording.date(night)
    document = Document(
        language, "digest", wording.text("digest.title", date=shown), wording.text("digest.subtitle"), (),
        (Section("glance", wording.text("section.glance"), (Bullets(tuple(glance)),)), *sections),
    )  # fmt: skip
    return document, figures, claims


def _section(part: Document, entry: Entry, wording: Wording) -> Section:
    """An experiment's part: the three sentences of its answer, then what the plan adds, without headings of its own."""
    more = Sentence(wording.text("digest.more", link=f"{entry.link}/{part.language}.html"))
    blocks: list[Block] = [Paragraph(part.lead)]
    for section in part.sections:
        blocks += section.blocks
    blocks.append(Paragraph((more,)))
    prefixed: list[Block] = []
    for block in blocks:
        if isinstance(block, Paragraph):
            prefixed.append(Paragraph(tuple(_prefixed(s, entry.id) for s in block.sentences)))
        elif isinstance(block, Bullets):
            prefixed.append(Bullets(tuple(tuple(_prefixed(s, entry.id) for s in item) for item in block.items)))
    title = f"{wording.experiment_title()} ({marks.code(entry.id)})"
    return Section(f"experiment-{entry.id}", title, tuple(prefixed))


def _prefixed(sentence: Sentence, experiment_id: str) -> Sentence:
    """The sentence with its figures and claims named by their experiment."""
    text = _FIGURE_ID.sub(lambda match: f"{match.group(0)}{experiment_id}:", sentence.text)
    return replace(sentence, text=text, claim_ids=tuple(f"{experiment_id}:{claim}" for claim in sentence.claim_ids))


def _only(text: str, document: Document, entries: Sequence[Entry], entry: Entry) -> str:
    """The digest's text with the other experiments' lines blank: lines keep their numbers, and facts judge what is theirs."""
    owners = _owners(text, document, entries)
    return "\n".join(
        line if owner in (None, entry.id) else "" for line, owner in zip(text.split("\n"), owners, strict=True)
    )


def _owners(text: str, document: Document, entries: Sequence[Entry]) -> list[str | None]:
    """For each line the experiment that it speaks of, None for what is common to all."""
    headings = {
        f"## {marks.plain(s.title)}": s.id.removeprefix("experiment-") for s in document.sections if s.id != "glance"
    }
    glance = iter([entry.id for entry in entries])
    owners: list[str | None] = []
    current: str | None = None
    for line in text.split("\n"):
        current = headings.get(line, current)
        owners.append(next(glance, None) if current is None and line.startswith("- ") else current)
    return owners


def _merged(answers: dict[str, dict[str, Any]], language: str) -> dict[str, Any]:
    """One answer of the checker's form over all experiments; a claim on a common line counts once."""
    claims: dict[tuple[Any, ...], dict[str, Any]] = {}
    for answer in answers.values():
        for claim in answer["claims"]:
            claims.setdefault((claim["line"], claim["start"], claim["end"]), claim)
    found = sorted(claims.values(), key=lambda claim: (claim["line"], claim["start"]))
    summary = {word: sum(claim["verdict"] == word for claim in found) for word in ("supported", "contradicted", "unverifiable", "unparsed")}  # fmt: skip
    return {"format": "pgverdict-check/1", "language": language, "claims": found, "summary": summary}
