"""Refuses a sentence about a plain table where the likeliest readings are false, and nothing that it may say instead is true.

How sure that is, trees say (`forest_readings.json`, grown by `tests/benchmarks/fit_readings.py`) that are asked with signs of the reading and of its rivals.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from factcheck.binding.scene import Scene
from factcheck.doubting.forest import Forest
from factcheck.doubting.signs import at_least, words_around
from factcheck.forms.result import Claim
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.outlining.values import row_told, tokens_of
from factcheck.weighing.balance import Balance, Weighed, likely
from factcheck.weighing.marks import Words, spans_of
from factcheck.weighing.readings import Named, Reading

FOREST = Path(__file__).with_name("forest_readings.json")
_FEWEST, _RIVALS = 0.1, 3
_PREDICATES = {"value": "value", "difference": "delta", "change": "delta", "ratio": "ratio", "same": "same", "higher": "order", "lower": "order"}  # fmt: skip


@cache
def forest() -> Forest:
    """The trees, read when they are first needed."""
    return Forest.read(FOREST)


def judge_readings(scene: Scene, claims: list[Claim], balance: Balance | None) -> Iterator[Ruled]:
    """The refusal of a sentence that no likely reading bears out; none where something of the sentence is refused already."""
    found = [(one, forest().sureness(signs)) for one, signs in suspects(scene, claims, balance)]
    if balance is None or max((sureness for _, sureness in found), default=0.0) < forest().threshold:
        return
    reading = found[0][0]
    spans = spans_of(reading, balance.named).values() or [(0, len(scene.tokens) - 1)]
    predicate = _PREDICATES.get(reading.kind, "best" if reading.number is None else "bound")
    values, levels = balance.named.values, scene.vocabulary.level_ids
    metrics = dict.fromkeys(one.metric for one, _ in found)
    told = "; ".join(row_told(metric, dict(zip(levels, values[metric], strict=True))) for metric in metrics)
    ruling = Ruling("contradicted", f"no likely reading is so: {told}", f"ни в одном вероятном прочтении это не так: {told}", (), told)  # fmt: skip
    yield min(first for first, _ in spans), max(last for _, last in spans), predicate, ruling


def suspects(scene: Scene, claims: list[Claim], balance: Balance | None) -> Iterator[tuple[Reading, set[str]]]:
    """The likeliest readings of a sentence that are false, each with its signs; none where something of it is refused already."""
    own = [claim for claim in claims if tokens_of(scene, claim)]
    if balance is None or any(claim.verdict == "contradicted" for claim in own):
        return
    common = _of_sentence(scene, own, balance.named, balance.words)
    for rank, one in enumerate(balance.false[:_RIVALS]):
        if one.likelihood >= _FEWEST:
            yield one.reading, common | _of_reading(scene, own, balance.named, one.reading) | _of_rivals(one, rank, balance)  # fmt: skip


def _of_rivals(one: Weighed, rank: int, balance: Balance) -> set[str]:
    """How likely a reading is, and how likely what stands against it: true readings of its number, of its kind, of anything."""
    reading = one.reading
    of_number = [rival for rival in balance.true if rival.reading.number == reading.number]
    found = likely("likely", [one]) | at_least("rank", rank, 1, 2)
    for name, rivals in (
        ("true", balance.true),
        ("true of its number", of_number),
        ("true of its number and metric", [rival for rival in of_number if rival.reading.metric == reading.metric]),
        ("true of its kind", [rival for rival in balance.true if rival.reading.kind == reading.kind]),
        ("false", [rival for rival in balance.false if rival is not one]),
    ):
        found |= likely(name, rivals)
    for name, rivals in (("sum of true", balance.true), ("sum of false", balance.false)):
        whole = sum(rival.likelihood for rival in rivals)
        found |= {f"{name} {bound}+" for bound in (0.2, 0.5, 1, 1.5, 2, 3, 4, 6) if whole >= bound}
    return found


def _of_reading(scene: Scene, claims: list[Claim], named: Named, reading: Reading) -> set[str]:
    """What the reading is, how what it is of is named, and whether another judge has understood its number."""
    spans = spans_of(reading, named)
    found = {f"is {reading.kind}"} | {f"names {slot}" for slot in spans}
    column, metrics = named.columns[reading.metric], named.mentions_of(reading.metric)
    found |= {"metric exactly"} if any(m.exact for m in metrics) else set()
    found |= {"metric one of several"} if metrics and all(len(m.metrics) > 1 for m in metrics) else set()
    found |= {"metric as a modifier"} if metrics and all(m.modifier for m in metrics) else set()
    others = {m.metrics for m in scene.mentions.metrics if m.metrics and column.metric not in m.metrics}
    found |= at_least("other metrics", len(others), 1, 2)
    found |= at_least("other levels", len(named.levels) - sum(level in named.levels for level in reading.levels), 1, 2)
    if reading.number is None:
        return found | at_least("numbers left", len(named.numbers), 1, 2)
    found |= at_least("numbers left", len(named.numbers) - 1, 1, 2) | {f"hedge {named.numbers[reading.number].hedge}"}
    for claim in claims:
        if reading.number in tokens_of(scene, claim):
            found.add("number in doubt" if claim.doubted else f"number {claim.verdict}")
    return found


def _of_sentence(scene: Scene, claims: list[Claim], named: Named, words: Words) -> set[str]:
    """What the sentence is: how long, of how many pieces, which small words it has and what has been said of it."""
    found = words_around(scene) | at_least("words", len(scene.tokens), 6, 9, 12, 15, 20) | at_least("pieces", words.count, 2, 3)  # fmt: skip
    found |= at_least("levels", len(named.levels), 1, 2, 3) | at_least("groups", words.groups, 1)
    found |= {f"marks {token.text}" for token in scene.tokens if token.text in (",", ":", ";", "—", "(")}
    found |= {"denied"} if any("~neg" in held or "^negation" in held for held in words.symbols) else set()
    unknown = sum(not any(word[0] in "~^#" for word in held) for at, held in enumerate(words.symbols) if at not in words.of_metrics | words.of_levels)  # fmt: skip
    found |= at_least("unknown words", unknown, 3, 5, 7, 10)
    for verdict in ("supported", "unverifiable", "unparsed"):
        found |= at_least(verdict, sum(claim.verdict == verdict and not claim.doubted for claim in claims), 1, 2)
    return found | ({"something in doubt"} if any(claim.doubted for claim in claims) else set()) | {f"in {scene.world.language}"}  # fmt: skip
