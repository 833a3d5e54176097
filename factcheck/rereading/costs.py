"""Withholds the refusal of an amount that is told of no measured value: "Sorting cost: 10–39% performance impact", "the overhead does not exceed 1–3%", "may increase by 6–15%".

A percentage beside a noun of cost is a change, of what is seldom said there; held to the values of the nearest metric it fails whatever was measured.
And what "may" happen is told of other loads, too, so that no measured change can refute it.
"""

from __future__ import annotations

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling
from factcheck.reading.lexicon import COSTS, is_merely_possible
from factcheck.reading.sentences import Token

_MOVES = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive", "better", "worse")
_REACH_BEFORE, _REACH_BEHIND = 6, 3


def open_cost(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> Ruling:
    """The ruling of an amount in prose: unverifiable where it is a cost of what is not said, or only possible."""
    if ruling.verdict not in ("contradicted", "unparsed") or scene.block.kind == "cell":
        return ruling
    if predicate == "value" and _is_a_cost(scene, bound):
        return Ruling(
            "unverifiable",
            "a cost; of which metric it is told is not said",
            "цена изменения; о каком показателе речь, не сказано",
        )
    if predicate in ("delta", "ratio") and _only_may_be(scene, bound):
        return Ruling("unverifiable", "what may be, and not what was measured", "то, что возможно, а не измерено")
    return ruling


def _is_a_cost(scene: Scene, bound: Bound) -> bool:
    """Whether a noun of cost is what a percentage is said of, and no metric is called so."""
    if bound.number.dimension != "percent" or _of_a_metric(scene, bound):
        return False
    before = _up_to_a_number(scene, scene.tokens[max(0, bound.place - _REACH_BEFORE) : bound.place][::-1])
    behind = _up_to_a_number(scene, scene.tokens[bound.place + 1 : bound.place + 1 + _REACH_BEHIND])
    nouns = {stem for t in (*before, *behind) for stem in t.stems & COSTS}
    called = {stem for name in scene.vocabulary.names if name.metrics for word in name.words for stem in word}
    return bool(nouns - called)


def _of_a_metric(scene: Scene, bound: Bound) -> bool:
    """ "It cost us 4.9% of tps": what the percentage is of stands right behind it."""
    told = bound.metric_at
    return told is not None and told.first == bound.place + 2 and scene.tokens[bound.place + 1].lower in ("of", "от")


def _up_to_a_number(scene: Scene, row: list[Token]) -> list[Token]:
    """The tokens of one clause next to a number: up to a mark that ends it, or another number."""
    found = []
    for token in row:
        if token.text in ".;," or token.number is not None and token.index not in scene.mentions.level_tokens:
            break
        found.append(token)
    return found


def _only_may_be(scene: Scene, bound: Bound) -> bool:
    """Whether "may" stands right before the verb of an amount: "may increase 6-15%", "может вырасти на 12%"."""
    tokens = scene.tokens
    for verb in reversed(tokens[max(0, bound.place - 4) : bound.place]):
        if verb.text in ".;,:":
            return False
        if verb.has(*_MOVES):
            return any(is_merely_possible(t.stems) for t in tokens[max(0, verb.index - 2) : verb.index])
    return False
