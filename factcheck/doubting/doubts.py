"""Keeps back a refusal that is more likely a misreading: the claim stays, with what was found against it, but is not called false."""

from __future__ import annotations

from functools import cache

from factcheck.binding.scene import Scene
from factcheck.doubting.forest import OF_TABLES, Forest
from factcheck.doubting.signs import Judged, signs, words_around
from factcheck.forms.result import IN_DOUBT, Claim, Why
from factcheck.judging.verdicts import Collector
from factcheck.weighing.balance import Balance, weigh


@cache
def forest() -> Forest:
    """The trees, read when they are first needed."""
    return Forest.read()


@cache
def forest_of_tables() -> Forest:
    """The trees for statements about a plain table."""
    return Forest.read(OF_TABLES)


def is_known(predicate: str) -> bool:
    """Whether refusals of this kind were seen at first sight often enough to say how sure they are; one that was not stands as its judge has it."""
    return f"is {predicate}" in forest().signs


def doubt_refusals(scene: Scene, collector: Collector) -> None:
    """Turns the refusals of a sentence that are in doubt into doubts."""
    judged = judged_in(scene, collector.claims_near(scene))
    balance = weigh(scene) if judged else None
    for one, claim in judged:
        if claim.verdict != "contradicted" or not is_known(claim.predicate):
            continue
        found = signs_of_articles(scene, one, [other for other, _ in judged if other is not one], balance)
        if forest().sureness(found) < forest().threshold:
            claim.verdict = "unverifiable"
            claim.doubted = True


def signs_of_articles(scene: Scene, one: Judged, others: list[Judged], balance: Balance | None) -> set[str]:
    """The signs of a refusal of an article's sentence; among them how likely readings are that the facts bear out, and that they do not."""
    return signs(scene, one, others) | _of_readings(scene, one, balance)


def _of_readings(scene: Scene, one: Judged, balance: Balance | None) -> set[str]:
    if balance is None:
        return set()
    metrics = {scene.vocabulary.by_name[name].metric for name in one.facts if name in scene.vocabulary.by_name}
    return balance.signs(one.first, one.last, metrics)


def doubt_of_tables(scene: Scene, claims: list[Claim], balance: Balance | None) -> None:
    """Turns the refusals of a sentence about a plain table that are in doubt into doubts; asked when all judges have spoken."""
    judged = judged_in(scene, claims)
    told = [
        (claim, signs_of_tables(scene, one, [other for other, _ in judged if other is not one], balance))
        for one, claim in judged
        if claim.verdict == "contradicted"
    ]
    for claim, found in told:
        if forest_of_tables().sureness(found) < forest_of_tables().threshold:
            claim.verdict = "unverifiable"
            claim.doubted = True


#: How sure the trees of articles are is a sign for those of tables: at least so.
_SURE = (0.3, 0.5, 0.65, 0.75, 0.85, 0.9, 0.95, 0.98)


def signs_of_tables(scene: Scene, one: Judged, others: list[Judged], balance: Balance | None) -> set[str]:
    """The signs of a refusal of a sentence about a plain table; among them how likely readings are that the table bears out, and that it does not."""
    found = signs(scene, one, others) | _of_readings(scene, one, balance)
    if not one.facts:
        found.add("rests on no fact")  # of an outline
    sure = forest().sureness(found) if is_known(one.predicate) else 1.0
    refusing = 1 + sum(other.verdict == "contradicted" for other in others)
    return found | {f"sure {least}" for least in _SURE if sure >= least} | {f"refused {count}+" for count in (2, 3) if refusing >= count} | words_around(scene)  # fmt: skip


def in_doubt(why: Why) -> Why:
    """The reason of a claim that is held in doubt."""
    return Why(en=IN_DOUBT["en"] + why.en, ru=IN_DOUBT["ru"] + why.ru)


def judged_in(scene: Scene, claims: list[Claim]) -> list[tuple[Judged, Claim]]:
    """The claims that stand in a sentence, by its tokens, as they were judged."""
    if not any(claim.verdict == "contradicted" for claim in claims):
        return []
    at, found = scene.places, []
    for claim in claims:
        places = [at[claim.line, i] for i in range(claim.start, claim.end) if (claim.line, i) in at]
        if places:
            found.append((Judged(min(places), max(places), claim.predicate, claim.verdict, tuple(claim.facts)), claim))
    return found
