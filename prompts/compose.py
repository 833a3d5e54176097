"""Composes an article: takes the plan's sections in order, words each claim, leaves out what the marts cannot fill."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from pgverdict.i18n import text_of
from prompts import marks, tables
from prompts.claims.model import IN_TABLE, Claim
from prompts.claims.situation import situation
from prompts.document import Block, Bullets, Code, Document, Paragraph, Picture, Section, Sentence
from prompts.plan import PlannedSection, load_plan
from prompts.rows import Findings
from prompts.wording import Wording


@dataclass(frozen=True)
class Extras:
    """What an article holds beside claims: pictures by name (SVG), listings by name, ready sentences of a model by claim id."""

    pictures: Mapping[str, str] = field(default_factory=dict)
    alts: Mapping[str, str] = field(default_factory=dict)
    listings: Mapping[str, Code] = field(default_factory=dict)
    sentences: Mapping[str, Sentence] = field(default_factory=dict)


def compose(findings: Findings, claims: Sequence[Claim], kind: str, language: str, extras: Extras) -> Document:
    """The article in one language. Errors: KeyError where a claim's form has no wording in that language."""
    writer = _Composer(findings, list(claims), Wording(findings, language, kind), extras)
    lead = tuple(writer.sentence(claim) for claim in claims if claim.topic == "answer")
    sections = [writer.section(planned) for planned in load_plan(kind)]
    return Document(
        language, kind, writer.title(), writer.subtitle(), lead, tuple(s for s in sections if s is not None),
        {name: svg for name, svg in extras.pictures.items() if _is_used(name, sections)},
    )  # fmt: skip


def _is_used(name: str, sections: Sequence[Section | None]) -> bool:
    return any(
        isinstance(block, Picture) and block.name == name for section in sections if section for block in section.blocks
    )


@dataclass
class _Composer:
    findings: Findings
    claims: list[Claim]
    wording: Wording
    extras: Extras

    def title(self) -> str:
        first = next(claim for claim in self.claims if claim.topic == "answer")
        return self.wording.text(f"title.{first.form}", c=first.args)

    def subtitle(self) -> str:
        experiment = self.findings.experiment
        night = self.wording.date(experiment.last_night) if experiment.last_night else None
        return self.wording.text(
            "subtitle",
            title=self.wording.experiment_title(),
            id=marks.code(experiment.experiment_id),
            execution=experiment.execution,
            night=night,
        )

    def section(self, planned: PlannedSection) -> Section | None:
        """The section, or None when nothing but its introduction would stand in it."""
        made = [(kind, self.item(kind, name)) for kind, name in planned.items]
        has_substance = any(blocks for kind, blocks in made if kind not in ("note", "text"))
        if not (has_substance or planned.always):
            return None
        blocks: list[Block] = []
        for position, (kind, mine) in enumerate(made):
            # An introduction stands only before something that it introduces.
            if kind == "note" and not any(later for k, later in made[position + 1 :] if k not in ("note", "text")):
                continue
            blocks = _join(blocks, mine, kind, made[position - 1][0] if position else "")
        return Section(planned.id, self.wording.text(f"section.{planned.id}"), tuple(blocks))

    def item(self, kind: str, name: str) -> list[Block]:
        if kind == "note":
            own = f"note.{name}.{situation(self.findings)}"
            return [Paragraph((Sentence(self.wording.text(own if own in self.wording.keys else f"note.{name}")),))]
        if kind == "text":
            return self.given_text(name)
        if kind == "claims":
            return self.paragraphs(name)
        if kind == "list":
            items = tuple((self.sentence(claim),) for claim in self.claims if claim.topic == name)
            return [Bullets(items)] if items else []
        if kind == "table":
            return list(tables.build(name, self.findings, self.claims, self.wording))
        if kind == "picture":
            if name not in self.extras.pictures:
                return []
            return [
                Picture(
                    name,
                    self.wording.text(f"picture.{name}"),
                    self.extras.alts.get(name) or self.wording.text(f"picture.{name}.alt", metric=""),
                )
            ]
        return [self.extras.listings[name]] if name in self.extras.listings else []

    def given_text(self, key: str) -> list[Block]:
        """The question as the experiment file asks it."""
        question = text_of(self.findings.experiment.question, self.wording.language)
        if not question:
            return []
        return [Paragraph((Sentence(self.wording.text(key, text=marks.escape(question))),))]

    def paragraphs(self, topic: str) -> list[Block]:
        mine = sorted(
            (claim for claim in self.claims if claim.topic == topic and claim.paragraph != IN_TABLE),
            key=lambda claim: claim.paragraph,
        )
        return [
            Paragraph(tuple(self.sentence(claim) for claim in group))
            for _, group in groupby(mine, key=lambda claim: claim.paragraph)
        ]

    def sentence(self, claim: Claim) -> Sentence:
        """The model's sentence where there is one that passed, otherwise the template's."""
        ready = self.extras.sentences.get(claim.id)
        if ready is not None and ready.writer == "model" and claim.topic not in ("answer",):
            return ready
        text = self.wording.say(claim)
        return Sentence(
            text, (claim.id,), attempts=ready.attempts if ready else 0, reason=ready.reason if ready else None
        )


def _join(blocks: list[Block], mine: list[Block], kind: str, before: str) -> list[Block]:
    """A note and the first paragraph after it are one paragraph, so that an introduction does not stand alone."""
    if (
        mine
        and before in ("note", "text")
        and kind == "claims"
        and blocks
        and isinstance(blocks[-1], Paragraph)
        and isinstance(mine[0], Paragraph)
    ):
        return [*blocks[:-1], Paragraph(blocks[-1].sentences + mine[0].sentences), *mine[1:]]
    return [*blocks, *mine]


def claims_of_facts(claims: Sequence[Claim]) -> dict[str, Any]:
    """Claims by id, the first of equal ones."""
    found: dict[str, Claim] = {}
    for claim in claims:
        found.setdefault(claim.id, claim)
    return found
