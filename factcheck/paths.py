"""Judges a direction word against the values that stand with it: "rose from 21.4 to 17.1", "shortens with every step: 149, 208, 268".

The values themselves may all be right; the word that connects them is what is false. Only contradictions are said here: that a
direction is right is the finding of `orders` and `changes`.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding import Bound
from factcheck.changes import direction_of
from factcheck.orders import is_hedged, is_negated
from factcheck.pairs import DOWN, UP, parameter_words
from factcheck.scene import Scene
from factcheck.sentences import Token
from factcheck.verdicts import Ruling

_STEPWISE = re.compile(
    r"\bwith (?:each|every) (?:step|increase|value|level)|\bat (?:each|every) step|\bstep by step|\ball the way\b|\bsteadily\b|\bmonoton\w+|"
    r"на каждом шаге|с каждым (?:шагом|уровнем|значением)|с каждой ступенью|(?<!не)монотонн\w+|неуклонно|на вс[её]м диапазоне|на всей сетке",
    re.I,
)
_FROM, _TO = ("from", "с", "со"), ("to", "до", "→", "->")
_WORDS = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive", "up.noun", "down.noun")


def judge_paths(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, Ruling]]:
    """(first token, last token, ruling) of each direction word that its own values refute."""
    if scene.block.kind not in ("paragraph", "item", "lead"):
        return []
    held = [
        bounds[place]
        for place in sorted(bounds)
        if bounds[place].verdict == "supported" and bounds[place].predicate == "value"
    ]
    found = []
    for one, two in itertools.pairwise(held):
        if one.metrics == two.metrics and _from_to(scene, one.place, two.place):
            word = _word_before(scene, one.place, one)
            if word is not None and _against(word[1], [one, two]):
                found.append((word[0].index, two.place, _refuted([one, two])))
    found += _stepwise(scene, held)
    return found


def _from_to(scene: Scene, one: int, two: int) -> bool:
    tokens = scene.tokens
    opened = one > 0 and tokens[one - 1].lower in _FROM
    between = tokens[one + 1 : two]
    return (
        bool(between)
        and between[-1].lower in _TO
        and (opened or between[-1].text in ("→", "->"))
        and not any(t.text in ".;" for t in between)
    )


def _word_before(scene: Scene, place: int, bound: Bound) -> tuple[Token, int] | None:
    """The nearest direction word before a number in its clause, with its way."""
    own = parameter_words(scene)
    for token in reversed(scene.tokens[max(0, place - 12) : place]):
        if token.text in (";", ":") or token.wall >= 6:
            return None
        if (
            token.index in own
            or not token.has(*_WORDS)
            or token.index
            and scene.tokens[token.index - 1].lower in ("every", "each", "any")
        ):
            continue  # "with every increase of the pool" is the parameter's way
        way = direction_of(scene, token, bound.metrics)
        if way not in (UP, DOWN) or is_negated(scene, token.index) or is_hedged(scene, token.index):
            return None
        return token, way
    return None


def _against(way: int, row: list[Bound]) -> bool:
    """Whether every reading of the values goes the other way, end to end."""
    first, last = row[0].number.low_value(), row[-1].number.low_value()
    same_unit = row[0].number.unit == row[-1].number.unit or row[0].number.unit is None or row[-1].number.unit is None
    return same_unit and first != last and (last > first) != (way == UP)


def _stepwise(scene: Scene, held: list[Bound]) -> list[tuple[int, int, Ruling]]:
    """A way that is said of every step, against three or more values of one metric in their order."""
    offset = scene.tokens[0].start
    said = _STEPWISE.search(scene.block.text[offset : scene.tokens[-1].end])
    if said is None or scene.has("nonmonotone"):
        return []
    words = [t for t in scene.tokens if t.has(*_WORDS) and t.index not in parameter_words(scene)]
    at = next((t.index for t in scene.tokens if t.end > offset + said.start()), 0)
    if (
        len(words) != 1
        or is_negated(scene, words[0].index)
        or is_hedged(scene, words[0].index)
        or is_negated(scene, at)
    ):
        return []
    row = [bound for bound in held if bound.place > min(at, words[0].index)]
    if (
        len(row) < 3
        or len({bound.metrics for bound in row}) != 1
        or len({bound.number.dimension for bound in row if bound.number.unit}) > 1
    ):
        return []
    way = direction_of(scene, words[0], row[0].metrics)
    values = [bound.number.low_value() for bound in row]
    if way not in (UP, DOWN) or all((b >= a) if way == UP else (b <= a) for a, b in itertools.pairwise(values)):
        return []
    return [(words[0].index, row[-1].place, _refuted(row))]


def _refuted(row: list[Bound]) -> Ruling:
    told = " → ".join(f"{bound.number.low_value():g}" for bound in row)
    return Ruling("contradicted", f"the values go the other way: {told}", f"значения идут иначе: {told}", (), told)
