"""Reads Markdown or plain text into blocks that know their surroundings, with each character's place in its line.

What a line claims often hangs on what stands above it: the heading names the level, the lead-in the statistic, the
table header the metric. A block therefore carries its context, nearest first. Code is stripped, its place remains.
"""

from __future__ import annotations

import itertools
import re
from array import array
from collections import Counter
from dataclasses import dataclass, field

from factcheck.reading.text import clean
from factcheck.reading.tooloutput import is_tool_output
from factcheck.reading.wikitables import goes_on, starts_wiki_table, wiki_cells, wiki_heading, without_marks

_FENCE = re.compile(r"^\s{0,3}(```+|~~~+)")
_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s+")
_BULLET = re.compile(r"^(\s*)(?:[-*+•▪◦‣·–—]|\d{1,3}[.)])(?:\s+|(?=\*\*))(?=\S)")
_NUMBERED = re.compile(r"\s*(\d{1,2}(?:\.\d{1,2})+[.:]?|\d{1,2}\.)\s*(?=[^\W\d])")
_SECTIONED = re.compile(
    r"\s*\d{1,2}(?:\.\d{1,2})+[.)]\s+(?=[^\W\d])"
)  # "4.2. Latency. It doubles": a part of section 4
_TABLE_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_LINK_TARGET = re.compile(r"\]\((?:[^()\s]|\([^()\s]*\)){0,2000}(?:\s+\"[^\"]*\")?\)")
_URL = re.compile(r"(?:https?|ftp)://[^\s)>\]]+|www\.[^\s)>\]]+")
_TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^<>]{0,300}>")
_BREAK = re.compile(r"<br\s*/?>(?!\s*\()", re.I)
_CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_EMPHASIS = re.compile(r"\*+|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|~~")
_FOOTNOTE = re.compile(r"\[\^[\w-]{1,20}\]:?|(?<=[\w.,;:)%\"'])\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\](?!\()")
_ENTITY = re.compile(r"&(?:nbsp|thinsp|ndash|mdash|minus|gt|lt|amp|quot|#160|#8239);")
_ENTITY_CHAR = {
    "&nbsp;": " ", "&thinsp;": " ", "&#160;": " ", "&#8239;": " ", "&ndash;": "–", "&mdash;": "—", "&minus;": "-",
    "&gt;": ">", "&lt;": "<", "&amp;": "&", "&quot;": '"',
}  # fmt: skip
_OPEN_END = re.compile(
    r"(?:[,(–—:=]|(?<!\w)(?:до|от|на|в|с|со|и|при|из|или|чем|не|для|за|к|of|to|from|by|at|the|a|and|or|with|than|in|for|is|are|on))\s*$",
    re.I,
)
_TERMINAL = re.compile(r"[.!?;:…]\s*[)\"'*_]*\s*$")
_NAMED_FILE = re.compile(r":\s+[^\s='\"]*[_/][^\s='\"]*$")  # "Log: pgbench_ssd_600"
_CAPTION = re.compile(r"^\s*(?:рис(?:унок|\.)|табл(?:ица|\.)|figure|fig\.|table|график|диаграмма)\s*\d*", re.I)


LINE_END = "\u2028"  # a line that is broken off within a paragraph or a cell, which ends a sentence
_PARENTS = 24  # list parents and former cells that a block remembers: a reader keeps no more in mind
_BESIDE = 6
_LONGEST = 20_000  # characters that hard-wrapped lines may add up to; then another paragraph begins
_INFERRED = 16  # the depth of a heading that is only known by its looks


@dataclass(slots=True, eq=False)
class Block:
    """One paragraph, item, heading or cell: its text as read, and where each character of it stands."""

    kind: str  # heading | lead | paragraph | item | cell
    text: str
    lines: array[int]  # line of each character (one more for the end)
    columns: array[int]  # offset in that line of each character
    context: list[Block] = field(default_factory=list)  # nearest first: list parents, lead-ins, headings
    row_header: Block | None = None
    column_header: Block | None = None
    table: int | None = None
    caption: Block | None = None
    code: list[tuple[int, int]] = field(default_factory=list)  # inline code
    depth: int = 0
    order: int = 0
    section: int = 0


def _blanked(line: str) -> tuple[str, list[tuple[int, int]]]:
    """The line with markup replaced by spaces of the same length, and where its inline code stands."""
    code: list[tuple[int, int]] = []
    if "&" in line:
        line = _ENTITY.sub(lambda m: _ENTITY_CHAR[m.group()] + " " * (len(m.group()) - 1), line)
    if "`" in line:
        for found in _CODE.finditer(line):
            code.append((found.start(), found.end()))
        line = line.replace("`", " ")
    if "[" in line:
        line = _FOOTNOTE.sub(lambda m: " " * len(m.group()), line)
    if "](" in line:
        line = _LINK_TARGET.sub(lambda m: "]" + " " * (len(m.group()) - 1), line)
        line = line.replace("![", "  ").replace("[", " ").replace("]", " ") if "](" not in line else line
    if "://" in line or "www." in line:
        line = _URL.sub(lambda m: " " * len(m.group()), line)
    if "<" in line and ">" in line:
        line = _BREAK.sub(lambda m: LINE_END + " " * (len(m.group()) - 1), line)
        line = _TAG.sub(lambda m: " " * len(m.group()), line)
    if "''" in line:
        line = without_marks(line)
    if "*" in line or "_" in line or "~~" in line:
        line = _EMPHASIS.sub(lambda m: " " * len(m.group()), line)
    return line, code


_HIDDEN = 0xE000  # escaped marks wait among the private characters until the markup is gone
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_ESCAPED = re.compile(f"[{chr(_HIDDEN)}-{chr(_HIDDEN + 127)}]")


def _escaped(text: str, offsets: list[int]) -> tuple[str, list[int]]:
    r"""The text without the backslashes of Markdown's escapes; what they protect is hidden from the markup."""
    if "\\" not in text:
        return text, offsets
    dropped = {found.start() for found in _ESCAPE.finditer(text)}
    plain = _ESCAPE.sub(lambda found: "\\" + chr(ord(found.group(1)) + _HIDDEN), text)
    kept = [at for at in range(len(text)) if at not in dropped]
    return "".join(plain[at] for at in kept), [*(offsets[at] for at in kept), offsets[-1]]


class _Reader:
    def __init__(self, text: str) -> None:
        self.raw = text.split("\n")
        self.blocks: list[Block] = []
        self.headings: list[Block] = []
        self.leads: list[Block] = []
        self.items: list[Block] = []
        self.open: Block | None = None
        self.table_count = 0
        self.section = 0
        self.fresh_lead = False
        self.introduced: Block | None = None
        lines = Counter(line.strip() for line in self.raw if line.strip())
        self.repeated = {line for line, count in lines.items() if count > 1}

    def add(self, kind: str, number: int, line: str, start: int, depth: int = 0, stop: int | None = None) -> Block:
        text, offsets = clean(line[start:stop])
        text, offsets = _escaped(text, offsets)
        text, code = _blanked(text)
        text = _ESCAPED.sub(lambda found: chr(ord(found.group()) - _HIDDEN), text)
        columns = array("l", (start + offset for offset in offsets))
        lines = array("l", [number]) * len(columns)
        if self.open is not None and kind == "more":
            block = self.open
            # a space joins the lines; it stands at the end of the former
            shift = len(block.text) + 1
            block.text += " " + text
            block.lines += lines
            block.columns += columns
            block.code += [(a + shift, b + shift) for a, b in code]
            return block
        introduced = [self.introduced] if kind == "item" and self.introduced is not None else []
        context = [*reversed(self.items[-_PARENTS:]), *introduced, *reversed(self.leads), *reversed(self.headings)]
        block = Block(kind, text, lines, columns, context, code=code, depth=depth)
        block.order, block.section = len(self.blocks), self.section
        self.blocks.append(block)
        self.open = block
        return block

    def end_block(self) -> None:
        self.open = None

    def heading(self, number: int, line: str, start: int, depth: int, stop: int | None = None) -> None:
        lead = self.blocks[-1] if self.blocks and self.blocks[-1].kind == "lead" and depth >= _INFERRED else None
        self.items, self.leads, self.introduced = [], [], None
        self.headings = [one for one in self.headings if one.depth < depth and one.kind == "heading"]
        if lead is not None:  # "With the cache at 4 GB:" goes on over the heading that it introduces
            self.headings.append(lead)
        self.section += 1
        block = self.add("heading", number, line, start, depth, stop)
        self.headings.append(block)
        self.end_block()


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def read(article: str) -> list[Block]:
    """The blocks of an article in reading order. Lines count from 1; columns are characters of the original."""
    reader = _Reader(article)
    raw = reader.raw
    fence: str | None = None
    position = 0
    if raw and raw[0].strip() == "---":
        ends = next((i for i in range(1, min(len(raw), 200)) if raw[i].strip() in ("---", "...")), None)
        if ends and all(re.match(r"\s*[\w-]+\s*:|\s*-|\s*$|\s+\S", raw[i]) for i in range(1, ends)):
            position = ends + 1
    comment = False
    while position < len(raw):
        line = raw[position].rstrip("\r")
        number = position + 1
        position += 1
        mark = _FENCE.match(line)
        if fence:
            if mark and mark.group(1).startswith(fence):
                fence = None
            continue
        if mark:
            fence = mark.group(1)[:3]
            reader.end_block()
            continue
        if comment or ("<!--" in line and "-->" not in line[line.find("<!--") :]):
            comment = "-->" not in line
            continue
        if re.match(r"\s*<(style|script|pre)\b", line, re.I):
            ending = re.compile(r"</(style|script|pre)>", re.I)
            while position < len(raw) and not ending.search(line):
                line = raw[position]
                position += 1
            reader.end_block()
            continue
        if not line.strip():
            reader.end_block()
            if reader.items and position < len(raw) and raw[position].strip():
                nxt = raw[position]
                if not _BULLET.match(nxt) and _indent(nxt) < 2:
                    reader.items = []
            continue
        if re.fullmatch(r"\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})", line):
            reader.end_block()
            continue
        heading = _HEADING.match(line)
        if heading:
            numbered = _NUMBERED.match(line, heading.end())
            reader.heading(number, line, numbered.end() if numbered else heading.end(), len(heading.group(1)))
            continue
        if wiki := wiki_heading(line):
            reader.heading(number, line, wiki[0], wiki[2], wiki[1])
            continue
        if starts_wiki_table(raw, position - 1):
            position = _wiki_table(reader, position - 1)
            continue
        if (
            position < len(raw)
            and re.fullmatch(r"\s{0,3}(=+|-{3,})\s*", raw[position])
            and "|" not in line
            and reader.open is None
        ):
            if not _BULLET.match(line):
                reader.heading(number, line, 0, 1 if raw[position].strip()[0] == "=" else 2)
                position += 1
                continue
        if _starts_table(raw, position - 1):
            position = _table(reader, position - 1)
            continue
        if _starts_plain_table(raw, position - 1):
            position = _plain_table(reader, position - 1)
            continue
        if _starts_plain_list(raw, position - 1):
            position = _plain_list(reader, position - 1)
            continue
        _line(reader, number, line, raw[position] if position < len(raw) else "")
    return reader.blocks


def _head_of_section(line: str, behind: list[str]) -> int:
    """Where the words begin of "1. Value 1" that heads a section whose first part is numbered 1.1; 0 of any other line."""
    numbered = re.match(r"(\d{1,2})\.\s+(?=\S)", line)
    if not numbered or _TERMINAL.search(line) or len(line) > 120:
        return 0
    first = next((one for one in behind if one.strip()), "")
    return numbered.end() if re.match(rf"\s*{numbered[1]}\.1(?:\.|\)|\s)", first) else 0


def _line(reader: _Reader, number: int, line: str, following: str) -> None:
    quote = re.match(r"\s{0,3}(?:>\s?)+", line)
    start = quote.end() if quote else 0
    if not quote and (words := _head_of_section(line, reader.raw[number : number + 3])):
        reader.heading(number, line, words, 10)
        reader.fresh_lead = False
        return
    bullet = _BULLET.match(line, start) if not quote else _BULLET.match(line[start:])
    if bullet:
        depth = len(bullet.group(1).expandtabs(4))
        while reader.items and reader.items[-1].depth >= depth:
            popped = reader.items.pop()
            if popped.depth == depth and popped.text.rstrip().endswith(":"):
                # lists flattened by copying: what ends with a colon goes on introducing its neighbours
                reader.introduced = popped
        block = reader.add("item", number, line, start + bullet.end() if quote else bullet.end(), depth)
        reader.items.append(block)
        reader.fresh_lead = False
        return
    stripped = line[start:].strip()
    if not stripped:
        reader.end_block()
        return
    part = _SECTIONED.match(line, start)
    if part:
        reader.end_block()
    if (
        reader.open is not None
        and len(reader.open.text) < _LONGEST
        and reader.open.kind in ("paragraph", "item", "lead")
        and _continues(reader.open, line, start)
    ):
        reader.add("more", number, line, start + _indent(line[start:]))
        return
    indent = _indent(line[start:])
    if reader.items and indent == 0 and not (reader.open is not None and reader.open.kind == "item"):
        reader.items = []
    text_start = start + indent
    numbered = _NUMBERED.match(line, start)
    short = len(stripped) <= 120
    if re.fullmatch(r"\*\*[^*]+\*\*:?", stripped) or re.fullmatch(r"__[^_]+__:?", stripped):
        short = True
    if stripped.rstrip("*_ ").endswith(":") and short:
        if not reader.fresh_lead:
            # a lead-in ends the one before it, unless that one introduced it
            reader.leads = reader.leads[:0] if not (reader.open and reader.open.kind == "lead") else reader.leads
        else:
            reader.leads = reader.leads[:1] if len(reader.leads) > 1 else reader.leads
        if numbered and numbered.group(1).count(".") >= 2:
            text_start = numbered.end()
        reader.introduced = None
        reader.headings = [one for one in reader.headings if one.kind == "heading"]
        block = reader.add("lead", number, line, text_start)
        if reader.leads and not reader.fresh_lead:
            reader.leads = []
        reader.leads.append(block)
        reader.leads = reader.leads[-2:]
        reader.fresh_lead = True
        reader.end_block()
        return
    bold = re.fullmatch(r"\*\*[^*]+\*\*|__[^_]+__", stripped) is not None
    if (
        short
        and (bold or not _TERMINAL.search(stripped))
        and reader.open is None
        and _looks_like_heading(stripped, numbered, following)
    ):
        depth = 20 if bold else 10 + numbered.group(1).strip(".").count(".") if numbered else _INFERRED
        if stripped in reader.repeated:
            depth += 1  # "Recommended machine" under each disk: a part of its section
        reader.heading(number, line, numbered.end() if numbered else text_start, depth)
        reader.fresh_lead = False
        return
    if reader.blocks and reader.blocks[-1].kind == "item":
        reader.leads = []
    reader.introduced = None
    reader.add("paragraph", number, line, part.end() if part else text_start)
    reader.fresh_lead = False


def _looks_like_heading(stripped: str, numbered: re.Match[str] | None, following: str) -> bool:
    if _CAPTION.match(stripped) or is_tool_output(stripped) or _NAMED_FILE.search(stripped):
        return False
    if following.strip() and not _BULLET.match(following):
        return False
    if numbered and len(stripped.split()) <= 16:
        return True
    if re.fullmatch(r"\*\*[^*]+\*\*|__[^_]+__", stripped):
        return True
    words = stripped.split()
    return len(words) <= 12 and (stripped[0].isupper() or "=" in stripped) and not re.search(r"\d\s?%|→", stripped)


def _continues(block: Block, line: str, start: int) -> bool:
    """Whether a further line goes on with the paragraph: hard-wrapped prose does, a line of its own does not."""
    former = block.text[-200:].rstrip()
    if block.lines and block.kind == "lead":
        return False
    last_line_length = block.columns[-1]
    here = line[start:].strip()
    if re.fullmatch(r"[-–]\d{1,3}", here) or is_tool_output(here):
        return False  # what is left of a picture when a page is copied
    if _OPEN_END.search(former) or here[:1].islower():
        return True
    return last_line_length >= 55 or block.kind != "item" and here[:1].isdigit() and not _TERMINAL.search(former)


_GAP = re.compile(r" {2}|\t")


def _gapped(line: str) -> list[tuple[int, int]]:
    """The cells of a line whose columns are only set apart by tabs, or by two spaces or more."""
    return [(m.start(), m.end()) for m in re.finditer(r"[^ \t]+(?: [^ \t]+)*", line.rstrip())]


def _starts_plain_table(raw: list[str], index: int) -> bool:
    """A head and a row in columns set apart by spaces, as mail and terminals have them."""
    if index + 1 >= len(raw) or not all(_GAP.search(line.strip()) for line in raw[index : index + 2]):
        return False
    if len(raw[index]) > 400 or len(raw[index + 1]) > 400 or _BULLET.match(raw[index]):
        return False
    below = index + 2 if re.fullmatch(r"[\s=+-]{5,}", raw[index + 1]) and index + 2 < len(raw) else index + 1
    head, row = _gapped(raw[index]), _gapped(raw[below])
    numbers = sum(1 for a, b in row if re.match(r"[-+−–~<>]?\d", raw[below][a:b]))
    return len(row) >= 3 and len(head) in (len(row), len(row) - 1) and numbers >= 2


def _starts_plain_list(raw: list[str], index: int) -> bool:
    """Two or more lines of a name and a number set apart by spaces: "off      21 470"."""
    rows = [_gapped(line) if len(line) <= 200 else [] for line in raw[index : index + 2]]
    return len(rows) == 2 and all(
        len(row) == 2 and not _BULLET.match(line) and re.match(r"[-+−–~<>]?\d", line[row[1][0] : row[1][1]]) is not None
        for line, row in zip(raw[index : index + 2], rows, strict=True)
    )


def _plain_list(reader: _Reader, index: int) -> int:
    """Reads such lines as rows of a table without a head, under the line that leads to them."""
    raw = reader.raw
    reader.end_block()
    caption = reader.blocks[-1] if reader.blocks and reader.blocks[-1].kind in ("paragraph", "lead") else None
    reader.table_count += 1
    while index < len(raw) and len(spans := _gapped(raw[index])) == 2:
        name = reader.add("cell", index + 1, raw[index], spans[0][0], stop=spans[0][1])
        reader.end_block()
        value = reader.add("cell", index + 1, raw[index], spans[1][0], stop=spans[1][1])
        reader.end_block()
        for block in (name, value):
            block.table, block.caption = reader.table_count, caption
        value.row_header = name
        index += 1
    reader.items = []
    return index


def _plain_table(reader: _Reader, index: int) -> int:
    """Reads a table whose columns are set apart by spaces."""
    raw = reader.raw
    reader.end_block()
    caption = reader.blocks[-1] if reader.blocks and reader.blocks[-1].kind in ("paragraph", "lead") else None
    reader.table_count += 1
    heads: list[Block] = []
    for start, stop in _gapped(raw[index]):
        heads.append(reader.add("cell", index + 1, raw[index], start, stop=stop))
        heads[-1].table = reader.table_count
        reader.end_block()
    index += 1
    if re.fullmatch(r"[\s=+-]{5,}", raw[index]):
        index += 1
    while index < len(raw) and len(spans := _gapped(raw[index])) >= 3 and len(spans) in (len(heads), len(heads) + 1):
        shift = len(spans) - len(heads)
        first: Block | None = None
        for place, (start, stop) in enumerate(spans):
            block = reader.add("cell", index + 1, raw[index], start, stop=stop)
            reader.end_block()
            block.table, block.caption = reader.table_count, caption
            block.column_header = heads[place - shift] if place >= shift else None
            if place == 0:
                first = block
            else:
                block.row_header = first
        index += 1
    reader.items = []
    return index


def _starts_table(raw: list[str], index: int) -> bool:
    line = raw[index]
    if (
        line.count("|") >= 1
        and index + 1 < len(raw)
        and _TABLE_RULE.match(raw[index + 1])
        and "|" in raw[index + 1] + line
    ):
        return "-" in raw[index + 1] and line.count("|") >= 1
    if line.count("\t") >= 1 and index + 1 < len(raw) and raw[index + 1].count("\t") == line.count("\t"):
        return line.strip("\t ") != "" and sum(bool(cell.strip()) for cell in line.split("\t")) >= 2
    return False


def _cells(line: str) -> list[tuple[int, int]]:
    """Where the cells of a table row stand, outer bars dropped."""
    separator = "|" if "|" in line else "\t"
    bounds = [
        -1,
        *(m.start() for m in re.finditer(re.escape(separator), line) if line[m.start() - 1 : m.start()] != "\\"),
        len(line),
    ]
    spans = [(a + 1, b) for a, b in itertools.pairwise(bounds)]
    if spans and separator == "|":
        if not line[: spans[0][1]].strip() and line.lstrip().startswith("|"):
            spans = spans[1:]
        if spans and not line[spans[-1][0] :].strip():
            spans = spans[:-1]
    return spans


def _table(reader: _Reader, index: int) -> int:
    """Reads a table; every body cell knows its row's first cell and its column's head."""
    raw = reader.raw
    reader.end_block()
    caption = reader.blocks[-1] if reader.blocks and reader.blocks[-1].kind in ("paragraph", "lead") else None
    reader.table_count += 1
    heads: list[Block] = []
    for start, stop in _cells(raw[index]):
        heads.append(reader.add("cell", index + 1, raw[index], start, stop=stop))
        heads[-1].table = reader.table_count
        reader.end_block()
    index += 1
    separator = "|" if "|" in raw[index - 1] else "\t"
    if separator == "|":
        index += 1
    while index < len(raw) and separator in raw[index] and raw[index].strip():
        _row(reader, index, _cells(raw[index]), heads, caption)
        index += 1
    reader.items = []
    return index


def _row(reader: _Reader, index: int, spans: list[tuple[int, int]], heads: list[Block], caption: Block | None) -> None:
    """Adds the cells of a table's row."""
    row_header: Block | None = None
    former: list[Block] = []
    for place, (start, stop) in enumerate(spans):
        block = reader.add("cell", index + 1, reader.raw[index], start, stop=stop)
        reader.end_block()
        block.context = [*former[:0:-1][:_BESIDE], *block.context]
        if len(block.text) <= 24:
            former.append(block)
        block.table = reader.table_count
        block.caption = caption
        block.column_header = heads[place] if place < len(heads) else None
        if place == 0:
            row_header = block
        else:
            block.row_header = row_header


def _wiki_table(reader: _Reader, index: int) -> int:
    """Reads a table of double bars; one of two columns is a list of names and values and has no head."""
    raw = reader.raw
    reader.end_block()
    caption = reader.blocks[-1] if reader.blocks and reader.blocks[-1].kind in ("paragraph", "lead") else None
    reader.table_count += 1
    heads: list[Block] = []
    spans = wiki_cells(raw[index])
    if len(spans) > 2 or not raw[index + 1].lstrip().startswith("||"):
        for start, stop in spans:
            heads.append(reader.add("cell", index + 1, raw[index], start, stop=stop))
            heads[-1].table = reader.table_count
            reader.end_block()
        index += 1
    while goes_on(raw, index):
        _row(reader, index, wiki_cells(raw[index]), heads, caption)
        index += 1
    reader.items = []
    return index
