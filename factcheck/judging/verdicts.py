"""Collects claims with their places and reasons; one place to make one, so that all have a quote that is really there."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.article.across import Answer, Stated
from factcheck.binding.scene import Scene
from factcheck.forms.result import Claim, Judgement, Why
from factcheck.reading.document import Block


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict with its evidence."""

    verdict: Judgement
    en: str
    ru: str
    facts: tuple[str, ...] = ()
    expected: str | None = None


#: (first token, last token, predicate, ruling) of a statement in words.
Ruled = tuple[int, int, str, Ruling]


def place_of(block: Block, start: int, end: int, anchor: int) -> tuple[int, int, int]:
    """(line, start, end) of a span of the block's text; a span over several lines is cut to the line of its anchor."""
    anchor = min(max(anchor, start), end - 1)
    line = block.lines[anchor]
    while start < anchor and block.lines[start] != line:
        start += 1
    while end - 1 > anchor and block.lines[end - 1] != line:
        end -= 1
    return line, block.columns[start], block.columns[end - 1] + 1


_RECENT = 200  # claims that a sentence may have


BEYOND = Why(
    en="beyond what is read of so long a text; split the article",
    ru="за пределами того, что читается в столь длинном тексте; разделите статью",
)
BROKEN = Why(
    en="an error of the checker itself, told on the error output; please report it",
    ru="ошибка самой проверки, она сообщена в потоке ошибок; сообщите о ней",
)


class Collector:
    """The claims of an article in the making."""

    def __init__(self, lines: list[str], *, strict: bool = False) -> None:
        self.lines, self.strict = lines, strict
        self.claims: list[Claim] = []
        self.answers: list[Answer] = []
        self.stated: list[Stated] = []
        self._seen: dict[tuple[int, int, int, str], int] = {}

    def unread(self, block: Block, why: Why = BEYOND) -> None:
        """A block that was not read to its end."""
        line, start = block.lines[0], block.columns[0]
        end = max(
            start + 1,
            next((c for at, c in enumerate(block.columns) if at and block.lines[at] != line), block.columns[-1]),
        )
        end = min(end, len(self.lines[line - 1]), start + 200)
        self.claims.append(
            Claim(
                line=line,
                start=start,
                end=end,
                quote=self.lines[line - 1][start:end],
                predicate="value",
                verdict="unparsed",
                why=why,
            )
        )

    def claims_near(self, scene: Scene) -> list[Claim]:
        """The claims on the lines of a sentence, of those that were made last."""
        lines = {scene.block.lines[at] for at in range(scene.tokens[0].start, scene.tokens[-1].end)}
        return [claim for claim in self.claims[-_RECENT:] if claim.line in lines]

    def has_refuted(self, scene: Scene, first: int, last: int, *, around: bool = False) -> bool:
        """Whether something that begins between two tokens, or (`around`) also goes over them, has been refuted already."""
        places = {
            (scene.block.lines[at], scene.block.columns[at])
            for at in range(scene.tokens[first].start, scene.tokens[last].end)
        }
        return any(
            claim.verdict == "contradicted"
            and (
                (claim.line, claim.start) in places
                or around
                and any(line == claim.line and claim.start <= at < claim.end for line, at in places)
            )
            for claim in self.claims[-_RECENT:]
        )

    def add(
        self,
        scene: Scene,
        first: int,
        last: int,
        predicate: str,
        ruling: Ruling,
        *,
        anchor: int | None = None,
        hedged: bool = False,
    ) -> Claim:
        """Adds a claim over the tokens `first` to `last` (inclusive), anchored at a token."""
        tokens = scene.tokens
        first, last = min(first, last), max(first, last)
        if ruling.verdict in ("contradicted", "unparsed") and scene.states(first, last):
            ruling = Ruling("supported", "as the whole statement has it", "как в утверждении целиком", ruling.facts)
        at = tokens[anchor if anchor is not None else last].start
        line, start, end = place_of(scene.block, tokens[first].start, tokens[last].end, at)
        quote = self.lines[line - 1][start:end]
        claim = Claim(
            line=line, start=start, end=end, quote=quote, predicate=predicate, verdict=ruling.verdict,
            facts=list(ruling.facts), expected=ruling.expected, why=Why(en=ruling.en, ru=ruling.ru), hedged=hedged,
        )  # fmt: skip
        key = (line, start, end, predicate)
        if key in self._seen:
            held = self.claims[self._seen[key]]
            if _rank(claim.verdict) > _rank(held.verdict):
                self.claims[self._seen[key]] = claim
            return self.claims[self._seen[key]]
        self._seen[key] = len(self.claims)
        self.claims.append(claim)
        return claim


def _rank(verdict: Judgement) -> int:
    return ("unparsed", "unverifiable", "supported", "contradicted").index(verdict)
