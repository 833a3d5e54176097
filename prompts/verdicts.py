"""Brings the checker's answer back to claims: each checked quote lies in a sentence, each sentence words claims."""

from collections.abc import Sequence
from typing import Any

from prompts.pages.markdown import Placed, Rendered

#: From the worst to the best; a claim has the worst verdict of what was checked in its sentences.
WORST_FIRST = ("contradicted", "unparsed", "unverifiable", "supported")
#: Verdicts with which an article is not published.
FATAL = ("contradicted", "unparsed")


def sentence_at(places: Sequence[Placed], line: int, start: int, end: int | None = None) -> Placed | None:
    """The sentence that holds most of the span at that line and offset."""
    stop = start + 1 if end is None else end
    best: tuple[int, Placed] | None = None
    for place in places:
        if place.line == line:
            overlap = min(place.end, stop) - max(place.start, start)
            if overlap > 0 and (best is None or overlap > best[0]):
                best = (overlap, place)
    return best[1] if best else None


def claim_verdicts(rendered: Rendered, check: dict[str, Any]) -> dict[str, str]:
    """Claim id to verdict, for claims in whose sentences something was checked."""
    found: dict[str, str] = {}
    for item in check.get("claims", ()):
        place = sentence_at(rendered.places, item["line"], item["start"], item["end"])
        for claim_id in place.sentence.claim_ids if place else ():
            known = found.get(claim_id)
            if known is None or WORST_FIRST.index(item["verdict"]) < WORST_FIRST.index(known):
                found[claim_id] = item["verdict"]
    return found


def problems(check: dict[str, Any], language: str) -> tuple[str, ...]:
    """What keeps the article from being published, a sentence each: where, what, and the checker's reason."""
    found = []
    for item in check.get("claims", ()):
        if item["verdict"] in FATAL:
            why = item.get("why") or {}
            reason = why.get(language) or why.get("en") or ""
            found.append(f"line {item['line']}: {item['verdict']}: {item['quote']!r} {reason}".strip())
    return tuple(found)
