"""The words around a number: before it, after it, in the heads of its table."""

from __future__ import annotations

import re

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.reading.sentences import Token


def text_before(scene: Scene, bound: Bound, size: int = 60) -> str:
    return scene.block.text[max(0, bound.number.start - size) : bound.number.start]


def text_after(scene: Scene, bound: Bound, size: int = 60) -> str:
    return scene.block.text[bound.number.end : bound.number.end + size]


def header_text(scene: Scene) -> str:
    return scene.block.column_header.text.strip().lower() if scene.block.column_header is not None else ""


def next_words(scene: Scene, place: int, size: int = 3) -> list[Token]:
    row = []
    for token in scene.tokens[place + 1 : place + 1 + size]:
        if token.text in ".,;:()—–" or token.number is not None or token.lower in ("running", "ran"):
            break  # "six programs running in parallel" counts no runs
        row.append(token)
    return row


def sentence_words(scene: Scene) -> set[str]:
    """Words of the sentence that tell a total from a part."""
    said = {s for t in scene.tokens for s in t.stems}
    return (
        said & {"всего", "запланировать", "planned", "plan", "пригодный", "valid"}
        if not said & {"каждый", "each"}
        else set()
    )


_GROUP = re.compile(r"\b(?:the other (?:two|three|four)|the others|(?<!at )(?<!on )(?:any|either) (?!step|level|further|more)\w+)\s|(?<!\w)(?:остальные|другие|любо[ей]|любая|оба других)\s", re.I)  # fmt: skip


def of_a_group(scene: Scene, place: int) -> bool:
    """ "Любое сжатие урезает журнал больше чем вдвое, у pglz он компактнее": of several levels, none of which is named before the word."""
    start = next((t.index + 1 for t in reversed(scene.tokens[:place]) if t.text in ";:"), 0)
    found = _GROUP.search(scene.text_of(start, place))
    return found is not None and not any(start <= m.first <= place for m in scene.mentions.levels)
