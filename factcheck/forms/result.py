"""The checker's answer in the contract's form (`pgverdict-check/1`): claims with their places, verdicts and reasons."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Judgement = Literal["supported", "contradicted", "unverifiable", "unparsed"]


class Why(BaseModel):
    """One sentence of reason in both languages."""

    en: str
    ru: str


class Claim(BaseModel):
    """One claim of the article: `line` from 1, `start` and `end` are character offsets in that line."""

    model_config = ConfigDict(extra="forbid")

    line: int = Field(ge=1)
    start: int = Field(ge=0)
    end: int
    quote: str
    predicate: str
    verdict: Judgement
    facts: list[str] = []
    expected: str | None = None
    why: Why
    hedged: bool = False
    doubted: bool = Field(default=False, exclude=True)  # something speaks against it, and may have been misread


class Summary(BaseModel):
    """How many claims got which verdict."""

    supported: int = 0
    contradicted: int = 0
    unverifiable: int = 0
    unparsed: int = 0


class CheckResult(BaseModel):
    """What an article claims and what the facts say to it."""

    format: Literal["pgverdict-check/1"] = "pgverdict-check/1"
    language: Literal["ru", "en"]
    experiment: str | None = None
    strict: bool = False
    claims: list[Claim] = []
    summary: Summary = Summary()

    def to_json(self) -> dict[str, Any]:
        """The document as plain data."""
        return self.model_dump(mode="json")

    @property
    def refused(self) -> list[Claim]:
        """The claims for which the article does not pass: contradicted, unparsed, and when strict what asserts
        without evidence."""
        return [
            claim for claim in self.claims if claim.verdict in ("contradicted", "unparsed") or self._strictly(claim)
        ]

    def _strictly(self, claim: Claim) -> bool:
        return self.strict and claim.verdict == "unverifiable" and not claim.hedged and claim.predicate in STRICT

    @property
    def unread(self) -> list[Claim]:
        """What says something of the results in words that were not read: nothing is said of it, for or against."""
        return [claim for claim in self.claims if claim.predicate == UNREAD and claim.verdict == "unverifiable"]

    @property
    def doubted(self) -> list[Claim]:
        """What something speaks against, though it may have been misread: unverifiable, and worth a look."""
        return [claim for claim in self.claims if claim.doubted and claim.verdict == "unverifiable"]

    @property
    def status(self) -> int:
        """The exit status: 0 when nothing is refused, otherwise 1."""
        return 1 if self.refused else 0


#: How the reason of a doubt begins.
IN_DOUBT = {
    "en": "In doubt, the sentence may be read otherwise: ",
    "ru": "Под сомнением, предложение можно прочесть иначе: ",
}
#: The predicate of a clause that says something of the results and whose words were not read.
UNREAD = "unread"
# What may not be published unverified: a cause that is asserted, without a hedge.
STRICT = frozenset({"cause"})
