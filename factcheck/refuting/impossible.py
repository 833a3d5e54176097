"""Refuses values that cannot be what they are said to be, whatever the facts hold: "mean 240 s, p95 214 s", "R² = 58.2", "120 of 17 samples".

A statistic keeps its place among the others of the same values (the minimum is the least, a p99 no less than a p95), the middle of a range lies
in it, a coefficient of determination is no more than 1, and a part no more than its whole. Only refutes.
"""

from __future__ import annotations

import itertools

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruled, Ruling

_RANKS = {"min": 0, "median": 2, "mean": 2, "p95": 3, "p99": 4, "max": 5}
_OF = {"of", "из"}
_TURNED = {"against", "versus", "vs", "than", "чем", "против", "вместо", "instead", "from", "с", "со"}


def judge_impossible(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of what contradicts itself."""
    if scene.block.kind not in ("paragraph", "item", "lead"):
        return []
    row = [bounds[place] for place in sorted(bounds) if bounds[place].number.kind == "value"]
    found: list[Ruled] = []
    for bound in row:
        if _no_determination(scene, bound):
            found.append((bound.place, bound.place, "value", _refusal(f"R² = {bound.number.low_value():g}")))
    for one, two in itertools.pairwise(row):
        if _out_of_rank(scene, one, two) or _out_of_range(scene, one, two) or _part_over_whole(scene, one, two):
            text = f"{one.number.text}, {two.number.text}"
            found.append((one.place, two.place, "value", _refusal(text)))
    return found


def _refusal(text: str) -> Ruling:
    return Ruling("contradicted", f"this cannot be: {text}", f"так не может быть: {text}", (), None)


def _no_determination(scene: Scene, bound: Bound) -> bool:
    """ "R² = 58.2": right behind the name of the coefficient, and more than 1 or less than 0."""
    number = bound.number
    if bound.stat != "r_squared" or bound.stat_at is None or not 0 < bound.place - bound.stat_at <= 3:
        return False
    between = scene.tokens[bound.stat_at + 1 : bound.place]
    plain = number.unit is None and not number.fraction and number.high is None
    near = all(t.text in "²^=:≈~—–()" or t.lower in ("of", "is", "was", "2") for t in between)
    return plain and near and not 0 <= number.low_value() <= 1


def _statistic_before(scene: Scene, bound: Bound, since: int) -> str | None:
    """The one statistic that is named before a number, since the number before it."""
    said = {t.lower if t.lower in _RANKS else t.statistic for t in scene.tokens[since + 1 : bound.place]} & set(_RANKS)
    return next(iter(said)) if len(said) == 1 else None


def _same_thing(scene: Scene, one: Bound, two: Bound) -> bool:
    """Whether two plain numbers of one unit are told of one metric and level, with no comparison between."""
    a, b = one.number, two.number
    between = scene.tokens[one.place + 1 : two.place]
    plain = all(n.high is None and not n.fraction and n.hedge is None and not n.signed for n in (a, b))
    alike = a.unit is not None and b.unit is not None and (a.unit.dimension, a.unit.scale) == (b.unit.dimension, b.unit.scale)  # fmt: skip
    apart = any(t.text in ";." or t.lower in _TURNED for t in between)
    named = any(one.place < m.first < two.place and m.exact for m in scene.mentions.metrics)
    named = named or any(one.place < m.first < two.place for m in scene.mentions.levels)
    return plain and alike and not apart and not named and len(between) <= 10


def _out_of_rank(scene: Scene, one: Bound, two: Bound) -> bool:
    """ "Mean 240 s, p95 214 s": both statistics are named, each before its number."""
    if not _same_thing(scene, one, two):
        return False
    former = max((place for place in scene.bounds if place < one.place), default=-1)
    a, b = _statistic_before(scene, one, former), _statistic_before(scene, two, one.place)
    if a is None or b is None or _RANKS[a] == _RANKS[b] or one.stat not in (a, None) or two.stat not in (b, None):
        return False
    low, high = one.number.low_value(), two.number.low_value()
    return low != high and (low < high) != (_RANKS[a] < _RANKS[b])


def _out_of_range(scene: Scene, one: Bound, two: Bound) -> bool:
    """ "Between 412 and 419 s, with a median of 430 s": the middle of a range that does not lie in it."""
    high = one.number.high
    if high is None or two.number.high is not None or two.number.unit is None:
        return False
    if one.number.unit is None or (one.number.unit.dimension, one.number.unit.scale) != (two.number.unit.dimension, two.number.unit.scale):  # fmt: skip
        return False
    between = scene.tokens[one.place + 1 : two.place]
    middle = _statistic_before(scene, two, one.place) in ("mean", "median")
    other = any(t.text in ";." or t.lower in _TURNED for t in between)
    other = other or any(one.place < m.first < two.place for m in scene.mentions.metrics)
    other = other or any(one.place < m.first < two.place for m in scene.mentions.levels)
    value = two.number.low_value()
    return middle and not other and len(between) <= 6 and not one.number.low_value() <= value <= high[0].value


def _part_over_whole(scene: Scene, one: Bound, two: Bound) -> bool:
    """ "In 120 samples of 17", "в 120 отсчётах из 17": two whole numbers without a unit."""
    between = [t.lower for t in scene.tokens[one.place + 1 : two.place]]
    a, b = one.number, two.number
    plain = all(n.unit is None and n.high is None and not n.fraction and n.hedge is None and not n.signed for n in (a, b))  # fmt: skip
    whole = plain and all(n.low_value() == int(n.low_value()) and n.readings[0].quantum == 1 for n in (a, b))
    noun = len(between) == 1 or len(between) == 2 and between[0].isalpha()
    return whole and noun and between[-1] in _OF and a.low_value() > b.low_value() > 1
