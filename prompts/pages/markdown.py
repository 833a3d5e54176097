"""An article as Markdown that can be pasted into a blog; with marks it is also what HTML is made of."""

from dataclasses import dataclass

from prompts import marks
from prompts.document import Block, Bullets, Code, Document, Paragraph, Picture, Sentence, Table


@dataclass(frozen=True)
class Placed:
    """Where a sentence stands in the Markdown: line from 1, character offsets within it (contracts.md 4)."""

    line: int
    start: int
    end: int
    section: str
    sentence: Sentence


@dataclass(frozen=True)
class Rendered:
    """The text with marks, and without them with the place of each sentence."""

    marked: str
    text: str
    places: tuple[Placed, ...]


def render(document: Document) -> Rendered:
    """The whole article."""
    writer = _Writer(document.language)
    writer.line(f"# {document.title}")
    writer.line(f"*{document.subtitle}*")
    if document.lead:
        writer.sentences("lead", document.lead)
    for section in document.sections:
        writer.line(f"## {section.title}")
        for block in section.blocks:
            writer.block(section.id, block)
    return Rendered("\n".join(writer.lines), "\n".join(map(marks.plain, writer.lines)), tuple(writer.places))


class _Writer:
    def __init__(self, language: str) -> None:
        self.language = language
        self.lines: list[str] = []
        self.places: list[Placed] = []

    def line(self, text: str) -> None:
        self.lines += [text, ""]

    def sentences(self, section: str, sentences: tuple[Sentence, ...], prefix: str = "") -> None:
        """One paragraph on one line, so that a sentence's place is a line and two offsets."""
        offset = len(prefix)
        for sentence in sentences:
            length = len(marks.plain(sentence.text))
            self.places.append(Placed(len(self.lines) + 1, offset, offset + length, section, sentence))
            offset += length + 1
        self.lines.append(prefix + " ".join(sentence.text for sentence in sentences))
        if not prefix:
            self.lines.append("")

    def block(self, section: str, block: Block) -> None:
        if isinstance(block, Paragraph):
            self.sentences(section, block.sentences)
        elif isinstance(block, Bullets):
            for item in block.items:
                self.sentences(section, item, "- ")
            self.lines.append("")
        elif isinstance(block, Table):
            self.table(block)
        elif isinstance(block, Picture):
            self.line(f"![{marks.escape(block.alt)}]({self.language}-{block.name}.svg)")
            self.line(f"*{block.caption}*")
        elif isinstance(block, Code):
            self.lines += [f"```{block.language}", *block.text.rstrip().splitlines(), "```", ""]

    def table(self, table: Table) -> None:
        self.line(f"**{table.caption}**")
        self.lines.append("| " + " | ".join(table.head) + " |")
        self.lines.append("|" + "|".join(["---"] + ["---" if table.is_text else "---:"] * (len(table.head) - 1)) + "|")
        self.lines += ["| " + " | ".join(row) + " |" for row in table.rows]
        self.lines.append("")
