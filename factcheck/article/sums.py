"""Adds up what an article lists as parts: shares of one whole over 100%, rows of a table over their total.

Only what the facts left open is refused; numbers that the facts decide are never touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from factcheck.article.across import refuse
from factcheck.binding.bound import Bound, reads_as_change
from factcheck.binding.scene import Scene
from factcheck.forms.result import Claim
from factcheck.reading.document import Block
from factcheck.reading.numbers import Number, find_numbers

_OF_WHOLE = re.compile(
    r"\bof (?:all|the total|total|the whole|overall)\b|\bof (?:\w+ ){0,3}(?:time|waits|work|traffic|writes|reads|sessions)\b|\bbreak(?:s|down)\b.{0,12}\binto\b|\bsplits?\b|"
    r"(?<!\w)(?:от|из) (?:всего|всех|общего|общей)(?!\w)|(?<!\w)всего (?:времени|объ[её]ма)|(?<!\w)(?:распределя|делится|складывается|приходится)",
    re.I,
)
_NESTED = re.compile(
    r"\bof which\b|\bincluding\b|\boverlap|\bof it\b|(?<!\w)из них|(?<!\w)в том числе|(?<!\w)включая|перекрыва", re.I
)
_TOTAL = re.compile(r"^\W*(?:total|sum|overall total|итого|всего|сумма)\b", re.I)
_ADDED = ("bandwidth", "bytes", "frequency", None)


@dataclass(frozen=True, slots=True)
class Part:
    """A share that a sentence gives to a term of its own."""

    term: str
    number: Number
    claim: Claim


def parts_of(scene: Scene, judged: Iterable[tuple[Bound, Claim]]) -> list[Part]:
    """The shares of one whole that a sentence lists, one a term, all at one level (or at none)."""
    text = scene.sentence.text
    if not _OF_WHOLE.search(text) or _NESTED.search(text) or any(t.statistic == "max" for t in scene.tokens):
        return []  # peaks are not reached together
    rows = [
        (bound, claim)
        for bound, claim in judged
        if bound.number.dimension == "percent"
        and bound.number.high is None
        and bound.number.hedge is None
        and not bound.number.signed
        and claim.predicate in ("value", "design")
        and not reads_as_change(scene, bound.place)
        and not _of_a_whole(scene, bound.place)
    ]
    if len({tuple(bound.levels) for bound, _ in rows}) > 1 or len({m.ids for m in scene.mentions.levels}) > 1:
        return []
    parts = [Part(_term(scene, bound), bound.number, claim) for bound, claim in rows]
    return parts if len({part.term for part in parts}) == len(parts) >= 2 and all(part.term for part in parts) else []


def _of_a_whole(scene: Scene, place: int) -> bool:
    """Whether a whole of its own is named right behind: "41% writes, and all of it only 22.6% of active time"."""
    behind = scene.tokens[place + 1 : place + 2]
    named = any(place < m.first <= place + 4 and (m.metrics or m.whole) for m in scene.mentions.metrics)
    return named and any(t.lower in ("of", "от") for t in behind)


def _term(scene: Scene, bound: Bound) -> str:
    """The word that a share is said of: the nearest before it in its own part of the list, or right after."""
    for token in reversed(scene.tokens[max(0, bound.place - 5) : bound.place]):
        if token.text in ",;:(" or token.number is not None:
            break
        if token.is_word and len(token.text) > 1 and not token.has("hedge") and token.lower not in _LINKS:
            return token.lower
    following = scene.tokens[bound.place + 1 : bound.place + 4]
    return next((t.lower for t in following if t.is_word and t.lower not in _LINKS), "")


_LINKS = {
    "is", "are", "was", "were", "of", "the", "and", "at", "takes", "took", "make", "makes", "for", "with", "to", "by", "up", "goes", "did",
    "does", "do", "wrote", "had", "has", "holds", "gets", "got", "used", "uses", "spends", "spent", "accounts", "account", "only", "about", "и",
    "на", "при", "а", "от", "из", "занимает", "составляет", "еще", "сделал", "сделали", "сделало", "занял", "заняла", "заняли", "пришлось",
    "забирает", "забрал", "дает", "дал", "лишь", "около",
}  # fmt: skip


def shares_over_the_whole(parts: list[Part]) -> None:
    """Parts of one whole that add up to more than it."""
    total = sum(part.number.low_value() for part in parts)
    slack = sum(part.number.readings[0].quantum / 2 for part in parts)
    last = next((part for part in reversed(parts) if part.claim.verdict == "unverifiable"), None)
    if last is not None and total - slack > 100:
        listed = " + ".join(f"{part.number.low_value():g}" for part in parts)
        refuse(last.claim, f"{listed} = {total:g}, more than the whole", f"{listed} = {total:g}, больше целого", "100%")


def totals_of_tables(blocks: list[Block], claims: list[Claim]) -> None:
    """A column whose rows add up to more than the total below (or above) them."""
    places: dict[int, list[Claim]] = {}
    for claim in claims:
        places.setdefault(claim.line, []).append(claim)
    for column in _columns(blocks):
        totals = [block for block in column if block.row_header is not None and _TOTAL.match(block.row_header.text)]
        if len(totals) != 1 or len(column) < 3:
            continue
        whole, parts = _value(totals[0]), [_value(block) for block in column if block is not totals[0]]
        known = [part for part in parts if part is not None]
        if (
            whole is None
            or len(known) < 2
            or whole.dimension not in _ADDED
            or any(p.dimension != whole.dimension for p in known)
        ):
            continue
        if whole.unit is not None and any(part.unit != whole.unit for part in known):
            continue
        total = sum(part.low_value() for part in known)
        slack = (sum(part.readings[0].quantum for part in known) + whole.readings[0].quantum) / 2
        if total - slack <= whole.low_value():
            continue
        line, start = totals[0].lines[0], totals[0].columns[0]
        end = totals[0].columns[-1]
        for claim in places.get(line, ()):
            if start <= claim.start <= end and claim.verdict == "unverifiable":
                listed = " + ".join(f"{part.low_value():g}" for part in known[:8])
                refuse(
                    claim, f"the rows add up to {total:g}: {listed}", f"сумма строк — {total:g}: {listed}", f"{total:g}"
                )


def _columns(blocks: list[Block]) -> Iterator[list[Block]]:
    """The body cells of tables that have a row of totals, by column; averages and shares have no totals."""
    columns: dict[tuple[int, int], list[Block]] = {}
    tables = {
        b.table
        for b in blocks
        if b.kind == "cell" and b.row_header is None and b.column_header is not None and _TOTAL.match(b.text)
    }
    for block in blocks:
        if block.table in tables and block.row_header is not None and block.column_header is not None:
            columns.setdefault((block.table or 0, block.column_header.order), []).append(block)
    for column in columns.values():
        head = column[0].column_header
        if head is not None and not re.search(
            r"%|mean|average|median|max|min|\bms\b|latency|средн|медиан|макс|мин|задержк|\bмс\b|p\d\d", head.text, re.I
        ):
            yield column


def _value(block: Block) -> Number | None:
    """The one plain number of a cell."""
    found = [number for number in find_numbers(block.text) if number.is_value]
    plain = len(found) == 1 and found[0].kind == "value" and found[0].high is None and not found[0].signed
    return found[0] if plain and len(block.text) < 60 else None
