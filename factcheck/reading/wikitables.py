"""Recognises the markup of wikis and trackers (Jira, Confluence, Trac, Redmine): tables of double bars, headings between equals signs, marks."""

from __future__ import annotations

import itertools
import re

_BARS = re.compile(r"\|{1,2}")
_HEADING = re.compile(r"\s{0,3}(?P<open>={1,6})\s+\S.*?\s+(?P<close>={1,6})\s*$|\s{0,3}h(?P<jira>[1-6])\.\s+(?=\S)")
_MARKS = re.compile(r"'{2,5}|(?<=\|)=(?=\s)|(?<=\s)=(?=\|\|)")


def starts_wiki_table(raw: list[str], index: int) -> bool:
    """Whether a row of double bars begins here, and another row of bars with as many cells follows."""
    if index + 1 >= len(raw) or not raw[index].lstrip().startswith("||"):
        return False
    following = raw[index + 1].strip()
    return following.startswith("|") and len(wiki_cells(following)) == len(wiki_cells(raw[index])) >= 2


def goes_on(raw: list[str], index: int) -> bool:
    """Whether a line is a further row."""
    return index < len(raw) and raw[index].lstrip().startswith("|")


def wiki_cells(line: str) -> list[tuple[int, int]]:
    """Where the cells of a row stand, outer bars dropped."""
    bars = [m.span() for m in _BARS.finditer(line)]
    spans = [(one[1], two[0]) for one, two in itertools.pairwise(bars)]
    if bars and line[bars[-1][1] :].strip():
        spans.append((bars[-1][1], len(line.rstrip())))
    return spans


def wiki_heading(line: str) -> tuple[int, int, int] | None:
    """(start of its text, end of its text, depth) of "== Waits ==" or "h2. Waits"."""
    found = _HEADING.match(line)
    if found is None:
        return None
    if found.group("jira"):
        return found.end(), len(line), int(found.group("jira"))
    return found.end("open"), found.start("close"), len(found.group("open"))


def without_marks(line: str) -> str:
    """The line with ''italic'' and '''bold''' marks blanked, as long as before."""
    return _MARKS.sub(lambda m: " " * len(m.group()), line)
