"""An article before it is a page: sections of sentences, tables and pictures, each sentence knowing its claims and its writer."""

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Sentence:
    """One sentence with marks (`prompts.marks`), the claims that it words, and who worded it."""

    text: str
    claim_ids: tuple[str, ...] = ()
    writer: Literal["template", "model"] = "template"
    model: str | None = None
    attempts: int = 0
    reason: str | None = None  # why it fell back to the template


@dataclass(frozen=True)
class Paragraph:
    """Sentences that are read together."""

    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Bullets:
    """A list, for what really is one: checks, hypotheses, counter-observations."""

    items: tuple[tuple[Sentence, ...], ...]


@dataclass(frozen=True)
class Table:
    """A table; cells carry marks. `claim_ids` are the claims that its rows word."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    claim_ids: tuple[str, ...] = ()
    is_text: bool = False  # cells are words, so that no column stands to the right


@dataclass(frozen=True)
class Picture:
    """A picture by its name; the SVG lives beside the document. `alt` says in words what it shows."""

    name: str
    caption: str
    alt: str


@dataclass(frozen=True)
class Code:
    """A listing."""

    text: str
    language: str = ""


Block = Paragraph | Bullets | Table | Picture | Code


@dataclass(frozen=True)
class Section:
    """A heading with what stands under it."""

    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Document:
    """The article: title and lead say the answer, sections say why it may be believed."""

    language: str
    kind: str
    title: str
    subtitle: str
    lead: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    pictures: dict[str, str] = field(default_factory=dict)  # name: SVG

    def sentences(self) -> list[tuple[str, Sentence]]:
        """(section id, sentence) in reading order; a table is no sentence."""
        found = [("lead", sentence) for sentence in self.lead]
        for section in self.sections:
            for block in section.blocks:
                if isinstance(block, Paragraph):
                    found += [(section.id, sentence) for sentence in block.sentences]
                elif isinstance(block, Bullets):
                    found += [(section.id, sentence) for item in block.items for sentence in item]
        return found
