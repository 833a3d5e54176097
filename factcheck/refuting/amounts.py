"""Holds an amount to the value that it is told of: "p95 is 88.4 s, twice the serial value", "34.2 MB/s, or 9% of its mean", "sevenfold, to 1.31 ms".

Among all facts some pair has nearly any ratio. Where the sentence says of which value an amount is, only what this value can be held against
counts: the level, the baseline or the statistic that is named behind it, otherwise the same metric at the other levels.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from factcheck.binding.agreement import agrees, in_unit, shown
from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.mention_words import NUMBER_NOUNS
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_of, direction_said, past
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import Number
from factcheck.rereading.beside import little_more, part_agrees, times_fit

_MARKS = {",", "—", "–", "(", ":", "which", "что", "is", "this", "это"}
_GLUE = _MARKS | {
    "or", "или", "то", "есть", "that", "i.e", "а", "and", "и", "about", "roughly", "around", "some", "approximately", "almost", "nearly", "close", "to", "still", "already", "just", "only", "well",
    "more", "less", "than", "over", "under", "a", "an", "good", "little", "as", "примерно", "около", "почти", "более", "менее", "чем", "больше", "меньше", "всего", "лишь", "уже", "еще", "целых",
    "в", "на", "by", "thus", "hence", "so", "therefore", "значит", "таким", "образом", "ровно", "exactly", "fully", "even", "аж", "с", "плюс", "минус", "up", "down", "+", "~", "≈", "at", "при", "on", "for", "with", "у", "под",
    "tps", "tpm", "ms", "average", "mean", "среднем", "принадлежит", "belongs", "here", "there", "здесь", "тут", "там", "показал", "дал", "дает",
}  # fmt: skip
_COMPARED = ("up.comparative", "down.comparative", "better", "worse")
_BASE_WORDS = {"than", "чем", "of", "the", "that", "as", "to", "к", "ко", "от", "против", "against", "over", "at", "при", "у", "on", "with", "under", "for", "in", "from", "его", "ее", "its", "own", "своего", "своей", "much", "many",
               "long", "high", "large", "big", "often", "slow", "fast", "для", "vs", "versus", "compared", "relative", "по", "сравнению", "относительно", "above", "below", "what", "get", "we", "с", "со", "на", "в"}  # fmt: skip
_OF_WHOLE = {"of", "as", "the", "that", "its", "what"}
_RELATIVE = {"to", "к", "ко", "against", "против", "vs", "versus", "compared", "relative", "сравнению", "относительно", "over", "than", "чем", "from", "above", "below", "under"}  # fmt: skip
_ENDS = {",", ".", ";", ")", "!", ":", "—", "–", "and", "и", "but", "но", "while", "а"}
_STATISTIC = re.compile(r"^(?:(?P<mean>mean|average|средн\w+)|(?P<median>median|медиан\w+))$")
_BASELINE = re.compile(r"^(?:baseline|default|original|исходн\w+|базов\w+|базы|умолчани\w+|дефолт\w*)$")
_FORMER = re.compile(r"^(?:previous|former|preceding|предыдущ\w+|прежн\w+)$")
_VALUE = re.compile(r"^(?:value|figure|result|level|one|значени\w+|показател\w+|результат\w*|уровн\w+)$")
_POINTS_AT_IT = re.compile(
    r"^\W*(?:(?:and|so|but|и|а|но)\s+)?(?:это|this is|that is|that's|it is|which is)(?!\w)", re.I
)
_FACTORS = 40  # pairs that are looked at


@dataclass(frozen=True, slots=True)
class Anchor:
    """The value that an amount is told of, and what it may be held against; `named` where the text says it."""

    fact: Fact
    bases: list[float]
    named: bool
    way: int = 0  # the value is above (+1) or below (−1) its base
    whole: bool = (
        False  # "of its mean", "half the default": the amount is the value as a part or a multiple of its base
    )


def amount_of_value(scene: Scene, bound: Bound) -> Ruling | None:
    """The ruling on an amount that stands behind its value; None where the text leaves open what it is of."""
    anchor = _behind(scene, bound) if _is_amount(bound.number) and _is_prose(scene) else None
    return _ruled(scene, bound, anchor) if anchor is not None else None


def _is_prose(scene: Scene) -> bool:
    return scene.block.kind in ("paragraph", "item", "lead") and scene.tokens[-1].text != "?"


def _is_amount(number: Number) -> bool:
    if number.high is not None or not number.readings or not number.low_value():
        return False
    return number.kind == "times" or number.fraction or number.dimension == "percent" and number.kind == "value"


# -- the value --------------------------------------------------------------------------------------------------------


def _told(scene: Scene, bound: Bound) -> Fact | None:
    """The fact that a number tells of one level's whole run."""
    if bound.verdict != "supported" or bound.predicate != "value" or bound.number.hedge in ("over", "under"):
        return None
    facts = [fact for name in bound.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]
    told = [f for f in facts if agrees(bound.number, in_unit(f, bound.number.unit, scene.vocabulary.unit_of(f.metric)))]
    if len(told) != 1 or told[0].level is None or told[0].partner is not None:
        return None
    return told[0] if told[0].run is None and told[0].scope in (None, "run") else None


def _behind(scene: Scene, bound: Bound) -> Anchor | None:
    """ "88.4 s, twice the serial value", "8.1%, что в полтора раза больше, чем при 1000"; or the value told last, where the sentence points at it."""
    place = bound.place
    if is_negated(scene, place) or is_hedged(scene, place):
        return None
    before = [at for at in sorted(scene.bounds) if at < place]
    first = place
    while before and _is_amount(scene.bounds[before[-1]].number) and _joined(scene, before[-1], first):
        first = before.pop()  # "a fifth of one and half of what the other delivered"
    fact: Fact | None = None
    if before:
        fact = _told(scene, scene.bounds[before[-1]])
        gap = scene.tokens[before[-1] + 1 : first]
        if fact is None or len(gap) > 9 or not any(t.lower in _MARKS for t in gap):
            return None
        named = {
            at for m in scene.mentions.levels for at in range(m.first, m.last + 1) if _canonical(scene, fact) in m.ids
        }
        if not all(t.lower in _GLUE or t.index in named for t in gap):
            return None
    elif scene.former is not None and place <= 5 and _POINTS_AT_IT.match(scene.sentence.text):
        told = sorted(scene.former.bounds.items())
        fact = _told(scene.former, told[-1][1]) if told else None
    anchor = _against(scene, bound, fact) if fact is not None else None
    if (
        anchor is None
        or anchor.way
        or anchor.whole
        or not before
        or scene.tokens[before[-1] - 1].lower not in ("до", "to")
    ):
        return anchor
    way, _ = direction_said(scene, scene.bounds[before[-1]])
    return replace(anchor, way=way)  # "falls to 1,420, by a factor of 2.7"


def _joined(scene: Scene, one: int, two: int) -> bool:
    gap = [t.lower for t in scene.tokens[one + 1 : two]]
    return len(gap) <= 8 and bool({"and", "и", ","} & set(gap)) and not {".", ";", ":", "(", ")"} & set(gap)


def _canonical(scene: Scene, fact: Fact) -> str:
    return scene.vocabulary.canonical(fact.level or "")


# -- what it is held against ------------------------------------------------------------------------------------------


def _against(scene: Scene, bound: Bound, fact: Fact) -> Anchor | None:
    tokens, at = scene.tokens, bound.place + 1
    way, compared = _signed(bound.number), False
    while at < len(tokens) and (
        tokens[at].has(*_COMPARED) or tokens[at].lower in ("above", "below", "under", "с", "лишним")
    ):
        word = tokens[at]
        side = {"above": 1, "below": -1, "under": -1}.get(word.lower, 0) or direction_of(
            scene, word, frozenset({fact.metric})
        )
        if not side and word.has(*_COMPARED):
            return None  # which side is better is not known
        way, compared, at = side or way, True, at + 1
    if at + 1 < len(tokens) and tokens[at].text == "," and tokens[at + 1].lower in ("чем", "than", "as"):
        at += 1
    start = at
    while at < len(tokens) and tokens[at].lower in _BASE_WORDS and at - start < 6 and not _level_at(scene, at):
        at += 1
    passed = {t.lower for t in tokens[start:at]}
    if "от" in passed and scene.tokens[bound.place - 1].lower == "на":
        passed.add("относительно")  # "на 8,6% от прежнего значения"
    whole = not compared and bool(passed & _OF_WHOLE) and not passed & _RELATIVE
    if (
        bound.number.dimension == "percent"
        and not bound.number.fraction
        and not (compared or whole or passed & _RELATIVE)
    ):
        return None  # a percentage behind a value is one more value where nothing says that it compares
    if at >= len(tokens) or tokens[at].lower in _ENDS and (at == start or tokens[at].text in ".,;)"):
        told = [] if at > start and not compared else _others(scene, fact) + _nearby(scene, bound)
        return Anchor(fact, told, False, way) if told else None
    ids = _level_at(scene, at)
    if ids:
        bases = [v for level in sorted(ids) if level != _canonical(scene, fact) for v in _same(scene, fact, level)]
        return Anchor(fact, bases, True, way, whole) if bases and _canonical(scene, fact) not in ids else None
    word_ = tokens[at].lower
    if (statistic := _STATISTIC.match(word_)) is not None:
        stat = "mean" if statistic.group("mean") else "median"
        own = [f for f in scene.vocabulary.values(fact.metric, stat, fact.level) if f.run is None and f is not fact]
        return Anchor(fact, [shown(f) for f in own], True, way, whole) if own and fact.stat != stat else None
    if _BASELINE.match(word_):
        base = scene.vocabulary.special("baseline")
        bases = [v for level in sorted(base) if level != _canonical(scene, fact) for v in _same(scene, fact, level)]
        return Anchor(fact, bases, True, way, whole) if bases and len(base) == 1 else None
    following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if _FORMER.match(word_) or _VALUE.match(word_) or _VALUE.match(following) and tokens[at].is_word:
        bases = [v for level in scene.vocabulary.level_ids if level != _canonical(scene, fact) for v in _same(scene, fact, level)]  # fmt: skip
        return Anchor(fact, bases, True, way, whole) if bases else None
    return None


def _signed(number: Number) -> int:
    return (1 if number.low_value() > 0 else -1) if number.signed else 0


def _level_at(scene: Scene, place: int) -> frozenset[str]:
    """The level that is named at a token, by its name or as the round number that it is called ("сотни")."""
    named = next((m.ids for m in scene.mentions.levels if m.first == place), frozenset[str]())
    called = {str(NUMBER_NOUNS[stem]) for stem in scene.tokens[place].stems if stem in NUMBER_NOUNS}
    return named or frozenset(called & set(scene.vocabulary.level_ids))


def _same(scene: Scene, fact: Fact, level: str) -> list[float]:
    held = [f for f in scene.vocabulary.values(fact.metric, fact.stat, level) if f.run is None and f.partner is None and f.denominator == fact.denominator]  # fmt: skip
    return [shown(f) for f in held if f.scope in (None, "run")]


def _others(scene: Scene, fact: Fact) -> list[float]:
    """The value's own statistic at the other levels, and its other statistics."""
    own = [
        v for level in scene.vocabulary.level_ids if level != _canonical(scene, fact) for v in _same(scene, fact, level)
    ]
    more = [f for f in scene.vocabulary.by_metric.get(fact.metric, ()) if f.partner is None and f is not fact and f.stat in _OPEN]  # fmt: skip
    return [*own, *(shown(f) for f in more)] if own else []


_OPEN = ("mean", "median", "min", "max", "p95", "p99", "first", "last")


def _nearby(scene: Scene, bound: Bound) -> list[float]:
    """The other values of the sentence and of the two before it, whatever they are of."""
    around = [b for of in (scene, *scene.before(2)) for b in of.bounds.values() if b is not bound]
    return [b.number.low_value() for b in around if b.number.kind == "value" and b.number.dimension != "percent"][:_FACTORS]  # fmt: skip


# -- the sum ----------------------------------------------------------------------------------------------------------


def _ruled(scene: Scene, bound: Bound, anchor: Anchor) -> Ruling | None:
    value, number = shown(anchor.fact), bound.number
    pairs = [(value, base) for base in anchor.bases if base and value]
    if not pairs:
        return None
    good = [base for one, base in pairs if _fits(scene, bound, anchor, one, base)]
    if good:
        text = f"{value:g} / {good[0]:g} = {value / good[0]:.3g}"
        return Ruling("supported", text, text, (anchor.fact.name,)) if anchor.named else None
    base = pairs[0][1]
    if not anchor.named and any(_loosely(number, one, other) for one, other in pairs):
        return None
    text = f"{value:g} / {base:g} = {value / base:.3g}"
    return Ruling("contradicted", f"does not follow from {text}", f"не следует из {text}", (anchor.fact.name,), text)


def _fits(scene: Scene, bound: Bound, anchor: Anchor, value: float, base: float) -> bool:
    number, ratio = bound.number, value / base
    slack = _slack(anchor.fact.decimals, value) + _slack(anchor.fact.decimals, base)
    if anchor.way and ratio != 1 and (ratio > 1) != (anchor.way > 0):
        return False
    if number.kind == "times":
        sizes = [ratio] if anchor.whole or anchor.way > 0 else [1 / ratio] if anchor.way else [ratio, 1 / ratio]
        if (
            not re.search(r"\d", number.text)
            and number.hedge_start is None
            and number.hedge != "over"
            and not _roughly(scene, bound.place)
        ):
            return any(abs(size / number.low_value() - 1) <= 0.12 or past(scene, bound.place, size, number.low_value()) for size in sizes)  # fmt: skip
        return any(
            times_fit(number, size, slack) or past(scene, bound.place, size, number.low_value()) for size in sizes
        )
    parts = [ratio] if anchor.whole else [abs(ratio - 1)] if anchor.way else [ratio, abs(ratio - 1), abs(1 / ratio - 1)]
    if anchor.way and number.fraction:
        parts.append(abs(1 / ratio - 1) if ratio < 1 else abs(ratio - 1))
    if number.fraction:
        return any(part_agrees(number, part, slack, little_more(scene, bound.place)) for part in parts)
    return any(_percent_fits(number, part * 100, slack) for part in parts)


def _roughly(scene: Scene, place: int) -> bool:
    return any(t.lower in _ROUGHLY for t in scene.tokens[max(0, place - 4) : place])


_ROUGHLY = {"roughly", "about", "around", "nearly", "almost", "close", "примерно", "около", "почти", "more", "over"}  # fmt: skip


def _percent_fits(number: Number, percent: float, slack: float) -> bool:
    place = number.readings[0].quantum or 1.0
    told = abs(number.low_value())
    if number.hedge in ("over", "under"):
        return percent >= told * 0.98 if number.hedge == "over" else percent <= told * 1.02
    loose = max(place, 0.08 * told) if number.hedge in ("about", "nearly") else 0.55 * place
    return abs(percent - told) <= loose + slack * (100 + percent)


def _slack(decimals: int | None, value: float) -> float:
    return 0.5 * 10.0 ** -(decimals if decimals is not None else 0) / abs(value) if value else 0.0


def _loosely(number: Number, value: float, base: float) -> bool:
    """Whether an amount is nearly right of an unnamed base: which one the writer meant is then open."""
    ratio = value / base
    if number.kind == "times":
        return any(abs(size / number.low_value() - 1) <= 0.18 for size in (ratio, 1 / ratio))
    told = abs(number.low_value()) / 100
    return any(abs(part - told) <= 0.12 * told for part in (ratio, abs(ratio - 1), abs(1 / ratio - 1)))
