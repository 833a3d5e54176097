"""Holds a percentage to the values that its own sentence gives it: "from 14.6 to 12.1%, by 2.5%", "15,020, 18% above the peak of 14,870", "2,910 → 2,640 → 2,385, by 22%".

Each is a sum that any reader can check: points of a percentage are no percent, what is above a value is a part of that value, and a way has its
first value as its base. Only refutes, and only where the two values stand right beside.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.binding.arguments import is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import UP
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_said
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import Token

_BY = {"by", "на", "минус", "плюс", "minus", "plus", "of", "about", "примерно", "около", "roughly", "almost", "почти"}
_TO = {"to", "до", "→", "->", "against", "против", "and", "и", "vs", "versus", "instead", "вместо", "with", "при", "from", "с", "со", "у", "в"}  # fmt: skip
_CHANGED = (
    "up.intransitive", "down.intransitive", "up.noun", "down.noun", "up.transitive", "down.transitive", "better", "worse",
    "up.comparative", "down.comparative",
)  # fmt: skip
_ABOVE = re.compile(
    r"^\W*(?:above|below|over|under|(?:higher|lower|more|less|greater|smaller|larger|faster|slower|longer|shorter|better|worse|fewer) than|beyond|"
    r"выше|ниже|больше|меньше|быстрее|медленнее|дольше|короче|лучше|хуже)(?:,? чем)?(?!\w)",
    re.I,
)
_PERCENT = re.compile(
    r"%|процент|per ?cent", re.I
)  # a number's own unit: before another it may have taken over that one's
_SO_MUCH = {"or", "или", "(", "то", "that", "i.e", "i.e.", "это", "=", "—", "–", "т", "т.е"}


def judge_sizes(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each percentage that does not follow from the values beside it."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        number = bound.number
        if (
            number.dimension != "percent"
            or number.high is not None
            or number.fraction
            or bound.verdict == "contradicted"
        ):
            continue
        if number.hedge in ("over", "under") or is_negated(scene, place) or not number.readings:
            continue
        told = _points(scene, place) or _past_a_value(scene, bounds, place) or _along(scene, place) or _beside_gap(scene, bounds, place) or _after_points(scene, place)  # fmt: skip
        if told:
            text = f"does not follow from {told}", f"не следует из {told}"
            found.append((place, place, "delta", Ruling("contradicted", *text, bound.facts, told)))
    return found


def _plain(token: Token) -> Number | None:
    number = token.number
    told = number is not None and number.is_value and number.kind == "value" and number.high is None
    return number if number is not None and told and not number.fraction and not number.signed else None


def _near(number: Number, value: float, slack: float = 0.0) -> bool:
    """Whether a percentage is a value in percent, as far as the values beside it are rounded."""
    place = number.readings[0].quantum or 1.0
    loose = 2.0 if number.hedge is not None else 1.0
    return abs(abs(number.low_value()) - value) <= place * loose + slack * (100 + value)


def _slack(*numbers: Number) -> float:
    return sum((n.readings[0].quantum / 2) / abs(n.low_value()) for n in numbers if n.low_value())


def _values(scene: Scene, start: int = 0, stop: int | None = None) -> list[tuple[Token, Number]]:
    """The values told in a part of the sentence; the level of an interval ("95-процентный") is none."""
    row = scene.tokens[start:stop]
    of_intervals = {place for place, bound in scene.bounds.items() if bound.predicate == "interval" and not bound.facts}
    taken = scene.mentions.level_tokens | scene.mentions.name_tokens | of_intervals
    return [(t, n) for t in row if t.index not in taken and (n := _plain(t)) is not None]


# -- points of a percentage -------------------------------------------------------------------------------------------


def _points(scene: Scene, place: int) -> str:
    """ "from 14.6 to 12.1% (by 2.5%)": the difference of two percentages, told in percent of something."""
    tokens = scene.tokens
    number = tokens[place].number
    assert number is not None
    before = tokens[place - 1].lower if place else ""
    changed = before in _BY or any(t.has(*_CHANGED) for t in tokens[max(0, place - 3) : place + 2])
    if not changed or before in ("to", "до", "with", "с"):
        return ""
    for one, two in _percent_pairs(scene, place):
        a, b = one.low_value(), two.low_value()
        if not a or not b:
            continue
        gap, change = abs(b - a), abs(b / a - 1) * 100
        wide = one.readings[0].quantum / 2 + two.readings[0].quantum / 2
        exact = abs(abs(number.low_value()) - gap) <= number.readings[0].quantum / 2 + wide + 1e-9
        if exact and not _near(number, change, _slack(one, two)) and not _near(number, abs(a / b - 1) * 100, _slack(one, two)):  # fmt: skip
            return f"{a:g}% → {b:g}%: {b - a:+.3g} points, {(b / a - 1) * 100:+.3g}%"
    return ""


def _percent_pairs(scene: Scene, place: int) -> Iterator[tuple[Number, Number]]:
    """The two percentages told right before a place, in its sentence or, where that has none, in the one before."""
    here = _values(scene, 0, place)
    rows = [(scene, here)] if here or scene.former is None else [(scene.former, _values(scene.former))]
    for of, row in rows:
        if len(row) < 2 or of is not scene and len(row) != 2:
            continue
        (t1, one), (t2, two) = row[-2:]
        gap = [t.lower for t in of.tokens[t1.index + 1 : t2.index]]
        if two.dimension != "percent" or one.dimension not in ("percent", None) or one.unit is None and len(gap) > 3:
            continue
        if len(gap) <= 12 and set(gap) & _TO and ";" not in gap and (of is not scene or place - t2.index <= 9):
            yield one, two


# -- above a value ----------------------------------------------------------------------------------------------------


def _past_a_value(scene: Scene, bounds: dict[int, Bound], place: int) -> str:
    """The sum that a percentage fails where the value behind it is right."""
    pair = past_a_value(scene, place)
    number = scene.tokens[place].number
    if pair is None or number is None or pair.behind not in bounds or bounds[pair.behind].verdict != "supported":
        return ""
    return "" if pair.fits(number) else f"{pair.value:g} / {pair.base:g}: {(pair.value / pair.base - 1) * 100:+.3g}%"


@dataclass(frozen=True, slots=True)
class Past:
    """A value and the one that it is told to be above or below of, with the error that their rounding allows."""

    value: float
    base: float
    behind: int  # the token of the base
    slack: float

    def fits(self, number: Number) -> bool:
        return _near(number, abs(self.value / self.base - 1) * 100, self.slack)


def past_a_value(scene: Scene, place: int) -> Past | None:
    """ "15,020, 18% above the SSD's peak of 14,870": the value before a percentage and the one behind, which is its base."""
    tokens = scene.tokens
    behind = scene.block.text[tokens[place].end :]
    if not _ABOVE.match(behind):
        return None
    before = _values(scene, max(0, place - 4), place)
    after = _values(scene, place + 1, place + 14)
    if not before or not after:
        return None
    (t1, one), (t2, two) = before[-1], after[0]
    gap = [t.text for t in tokens[t1.index + 1 : place]]
    between = tokens[place + 1 : t2.index]
    if not set(gap) & {",", "(", "—", "–"} or any(t.text in ";.,()" or t.number is not None for t in between):
        return None
    if one.unit != two.unit and one.unit is not None and two.unit is not None or not two.low_value():
        return None
    if (one.dimension == "percent") != (two.dimension == "percent") or one.dimension == "percent":
        return None
    a, b = one.low_value(), two.low_value()
    return Past(a, b, t2.index, _slack(one, two)) if max(a, b) <= 20 * min(a, b) else None


def _after_points(scene: Scene, place: int) -> str:
    """ "from 14.8 to 9.1, by 5.7 points, or by 63%": a way, its difference, and its percentage, which has the first value as its base."""
    row = _values(scene, 0, place)
    number = scene.tokens[place].number
    if len(row) < 3 or number is None or scene.tokens[place - 1].lower not in (*_BY, "or", "или"):
        return ""
    (t1, one), (t2, two), (t3, gap) = row[-3:]
    a, b, size = one.low_value(), two.low_value(), gap.low_value()
    wide = sum(n.readings[0].quantum for n in (one, two, gap)) / 2
    between = [t.lower for t in scene.tokens[t1.index + 1 : t2.index]]
    if not a or not b or place - t3.index > 5 or t3.index - t2.index > 6 or not set(between) & {"to", "до", "→", "->"}:
        return ""
    if abs(abs(b - a) - size) > wide + 1e-9 or _near(number, abs(b / a - 1) * 100, _slack(one, two)):
        return ""
    return f"{a:g} → {b:g}: {(b / a - 1) * 100:+.3g}%"


# -- along a way ------------------------------------------------------------------------------------------------------


def _along(scene: Scene, place: int) -> str:
    """ "2,910 → 2,640 → 2,385, by 22%": of the way's first value, not of its last."""
    tokens = scene.tokens
    number = tokens[place].number
    assert number is not None
    row = _values(scene, 0, place)
    chain = row[-1:]
    for one in reversed(row[:-1]):
        gap = [t.text for t in tokens[one[0].index + 1 : chain[0][0].index]]
        if gap not in (["→"], ["->"], ["⇒"], ["—>"]):
            break
        chain.insert(0, one)
    if len(chain) < 2 or any(_PERCENT.search(t.text) for t, _ in chain):
        return ""
    gap = [t.lower for t in tokens[chain[-1][0].index + 1 : place]]
    marks = [text for text in gap if text in (",", "(", "—", "–")]
    if not marks or len(gap) > 4 or any(text in (";", ".", "and", "и", "but", "но") for text in gap):
        return ""
    values = [n.low_value() for _, n in chain]
    slack = _slack(*(n for _, n in chain))
    if not all(values):
        return ""
    right = any(_near(number, abs(b / a - 1) * 100, slack) for a, b in itertools.combinations(values, 2))
    wrong = any(_near(number, abs(a / b - 1) * 100, slack) for a, b in itertools.combinations(values, 2))
    return f"{values[0]:g} → {values[-1]:g}: {(values[-1] / values[0] - 1) * 100:+.3g}%" if wrong and not right else ""


def _way_of_move(scene: Scene, one: Fact, two: Fact) -> int:
    """Which way a difference goes between two levels that the sentence names "from … to …"."""
    row = [m for m in scene.mentions.levels if len(m.ids) == 1]
    for a, b in itertools.pairwise(row):
        before = scene.tokens[a.first - 1].lower if a.first else ""
        gap = [t.lower for t in scene.tokens[a.last + 1 : b.first]]
        values = {scene.vocabulary.canonical(f.level or ""): f.value for f in (one, two)}
        if (
            before in ("from", "с", "со", "от")
            and gap in (["to"], ["до"], ["к"], ["на"])
            and a.ids | b.ids == set(values)
        ):
            return UP if values[next(iter(b.ids))] > values[next(iter(a.ids))] else -UP
    return 0


# -- beside a difference ----------------------------------------------------------------------------------------------


def _beside_gap(scene: Scene, bounds: dict[int, Bound], place: int) -> str:
    """ "higher by 8.8 MB/s, or 9%": a difference and its percentage are of one pair of values."""
    before = [at for at in sorted(bounds) if at < place]
    gap = bounds[before[-1]] if before else None
    if gap is None or gap.predicate != "delta" or gap.verdict != "supported" or gap.number.dimension in ("percent", "points"):  # fmt: skip
        return ""
    between = [t.lower for t in scene.tokens[gap.place + 1 : place]]
    joined = between and len(between) <= 3 and between[0] in (",", "(", "—", "–", "or", "или") and set(between) & (_SO_MUCH | {","})  # fmt: skip
    facts = [scene.vocabulary.by_name.get(name) for name in gap.facts]
    if not joined or len(facts) != 2 or facts[0] is None or facts[1] is None:
        return ""
    low, high = sorted((abs(facts[0].value), abs(facts[1].value)))
    number = scene.tokens[place].number
    assert number is not None
    if not low or facts[0].metric != facts[1].metric or facts[0].level is None:
        return ""
    way, _ = direction_said(scene, gap)
    way = _way_of_move(scene, facts[0], facts[1]) or way
    rise, fall = (high / low - 1) * 100, (1 - low / high) * 100
    fits = [rise] if way == UP else [fall] if way else [rise, fall]
    if any(_near(number, value) for value in fits):
        return ""
    return f"{facts[0].value:g} → {facts[1].value:g}: {fits[0]:.3g}%"
