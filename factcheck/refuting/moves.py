"""Refuses "from A to B" whose numbers go against what stands beside them: "rise from 655 to 410", "from 6.6% down to 22.8%", "98–89% of the time".

The word of way is the one of the numbers' own clause; without any, what is told from its higher end is no range ("от 9 890 до 4 180" of a run's
extremes) and no way along the levels, which are told from the first on. Only refutes.
"""

from __future__ import annotations

import itertools

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import DOWN, UP, parameter_words
from factcheck.binding.scene import Scene
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_of
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech
from factcheck.refuting.permuted import BACK

_FROM = {"from", "с", "со", "от"}
_TO = {"to", "до", "к"}
_ARROWS = {"→", "->", "⟶"}
_OTHER_CLAUSE = {"while", "whereas", "but", "though", "although", "а", "но", "тогда", "зато", "хотя", "yet"}
_OTHER_WAY = {"down": DOWN, "up": UP, "вниз": DOWN, "вверх": UP}
_WORDS = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive", "up.noun", "down.noun")
_WEAKER, _STRONGER = ("weaken", "ослаб", "слабе"), ("strengthen", "усил")
_GOES = {
    "go",
    "goes",
    "went",
    "going",
    "gone",
    "come",
    "comes",
    "came",
    "is",
    "are",
    "was",
    "were",
    "climbs",
    "moves",
    "moved",
}
_OF_ANOTHER = {
    "every",
    "each",
    "any",
    "мере",
    "with",
    "каждым",
    "каждом",
}  # "по мере роста порога": the parameter's way
_BY = {"by", "на"}
_REACH = 14
_EXTREMES = ("min", "max")


def judge_moves(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each pair of values that is told the wrong way round."""
    if scene.block.kind not in ("paragraph", "item", "lead"):
        return []
    found: list[Ruled] = []
    former: tuple[Token, int] | None = None
    last = -1  # the latter number of the pair before
    for one, two in itertools.pairwise(bounds[place] for place in sorted(bounds)):
        shape = _shape(scene, one, two)
        if shape is None or not _comparable(one, two, shape):
            continue
        between = [place for place in bounds if last < place < one.place]
        if any(scene.tokens[place - 1].lower not in _BY for place in between):
            former = None
        word = _word_of(scene, one, two, former)
        if shape == "way" and _from_the_end(scene, one, two):
            found.append((one.place, two.place, "order", _refusal(one, two)))
        elif shape == "range" and two.number.low_value() >= 0 and (two.number.unit is not None or one.metrics | two.metrics):  # fmt: skip
            if one.number.low_value() > two.number.low_value():
                found.append((one.place, two.place, "order", _refusal(one, two)))
        elif word is not None and shape == "way" and _goes_against(word, one, two):
            found.append((min(word[0].index, one.place), two.place, "order", _refusal(one, two)))
        elif word is None and _told_from_above(scene, one, two):
            found.append((one.place, two.place, "order", _refusal(one, two)))
        former, last = word if shape == "way" else None, two.place
    return found


def _refusal(one: Bound, two: Bound) -> Ruling:
    text = f"{one.number.low_value():g} → {two.number.low_value():g}"
    return Ruling("contradicted", f"the values go the other way: {text}", f"значения идут иначе: {text}", (), text)


def _comparable(one: Bound, two: Bound, shape: str) -> bool:
    """Whether the two are plain numbers of one unit, and not the same."""
    a, b = one.number, two.number
    plain = all(n.kind == "value" and n.high is None and not n.fraction and (n.hedge in (None, "about", "nearly") or shape == "range") for n in (a, b))  # fmt: skip
    alike = a.unit is None or b.unit is None or (a.unit.dimension, a.unit.scale) == (b.unit.dimension, b.unit.scale)
    return plain and alike and a.low_value() != b.low_value()


def _shape(scene: Scene, one: Bound, two: Bound) -> str | None:
    """How the two are told: a way "from A to B", or a range "A–B"."""
    tokens = scene.tokens
    gap = tokens[one.place + 1 : two.place]
    if len(gap) == 1 and gap[0].text in "–—-" and gap[0].start == tokens[one.place].end and gap[0].end == tokens[two.place].start:  # fmt: skip
        return "range"
    words = [t.lower for t in gap]
    opened = any(t.lower in _FROM for t in tokens[max(0, one.place - 2) : one.place])
    if opened and len(gap) <= 6 and _TO & set(words) and not any(t.text in ".;:" for t in gap):
        return "way"
    alone = not any(t.text in _ARROWS for t in (*tokens[max(0, one.place - 1) : one.place], *tokens[two.place + 1 : two.place + 2]))  # fmt: skip
    return "way" if len(words) == 1 and words[0] in _ARROWS and alone else None


def _word_of(scene: Scene, one: Bound, two: Bound, former: tuple[Token, int] | None) -> tuple[Token, int] | None:
    """The word of way of the clause, with its way; that of the pair before, where the clause goes on without a verb of its own."""
    tokens = scene.tokens
    for token in tokens[one.place + 1 : two.place]:
        if token.lower in _OTHER_WAY:
            return token, _OTHER_WAY[token.lower]
    own = parameter_words(scene)
    arrow = tokens[one.place + 1].text in _ARROWS
    since: list[Token] = []
    for token in reversed(tokens[max(0, one.place - _REACH) : one.place]):
        if (
            token.text == ";"
            or token.text == ":"
            and (arrow or one.place - token.index > 3)
            or token.lower in _OTHER_CLAUSE
        ):
            return None
        if token.number is not None and token.number.is_value and tokens[token.index - 1].lower not in _BY:
            break
        if token.lower.startswith((*_WEAKER, *_STRONGER)):
            return None if is_negated(scene, token.index) else (token, UP if token.lower.startswith(_STRONGER) else DOWN)  # fmt: skip
        if token.lower in ("up", "down") and tokens[max(0, token.index - 1)].lower in _GOES:
            return token, _OTHER_WAY[token.lower]
        if token.index in own or not token.has(*_WORDS) or tokens[max(0, token.index - 1)].lower in _OF_ANOTHER:
            since.append(token)
            continue
        way = direction_of(scene, token, one.metrics)
        if way not in (UP, DOWN) or is_negated(scene, token.index) or is_hedged(scene, token.index):
            return None
        return token, way
    return former if not any(part_of_speech(t.lower) == "VERB" for t in since) else None


def _goes_against(word: tuple[Token, int], one: Bound, two: Bound) -> bool:
    """Whether the second number lies on the other side of the first; of a link's strength, by their sizes."""
    a, b = one.number.low_value(), two.number.low_value()
    if word[0].lower.startswith((*_WEAKER, *_STRONGER)):
        a, b = abs(a), abs(b)
    elif a < 0 and b < 0:
        return False  # "the link drops from −0.9 to −0.4": of its size, or of its value
    return a != b and (b > a) != (word[1] == UP)


def _held(scene: Scene, one: Bound, two: Bound) -> list[tuple[Fact, Fact]]:
    """The facts of one metric that the two numbers state."""
    pairs: list[tuple[Fact, Fact]] = []
    for metric in (one.metrics & two.metrics) or one.metrics | two.metrics or scene.inherited_metrics:
        held = [f for f in scene.vocabulary.by_metric.get(metric, []) if f.level is not None and f.run is None]
        first, last = ([f for f in held if _states(scene, bound, f)] for bound in (one, two))
        pairs += [(a, b) for a in first for b in last if (a.partner, a.denominator) == (b.partner, b.denominator)]
    return pairs


def _from_the_end(scene: Scene, one: Bound, two: Bound) -> bool:
    """ "The speed slips from 1640 to 1921" where the run ends with the former, or begins with the latter."""
    pairs = [(a.stat, b.stat) for a, b in _held(scene, one, two) if a.level == b.level]
    ends = [(a, b) for a, b in pairs if a == "last" or b == "first"]
    return bool(ends) and not any(a == "first" or b == "last" for a, b in pairs) and not any(a in _EXTREMES and b in _EXTREMES for a, b in pairs)  # fmt: skip


def _told_from_above(scene: Scene, one: Bound, two: Bound) -> bool:
    """Whether a pair without a word of way is told from its higher end: a run's extremes, or levels from the later to the former."""
    around = scene.tokens[max(0, one.place - 4) : two.place + 5]
    ends = any(superlative_kind(scene, token) is not None for token in around)  # "from 33.8 ms in the worst cell"
    if one.number.low_value() < two.number.low_value() or ends or BACK.search(scene.sentence.text):
        return False
    named = {i for m in scene.mentions.levels for i in m.ids if len(m.ids) == 1}
    every = [*scene.vocabulary.level_ids]
    against = False
    for a, b in _held(scene, one, two):
        if a.level == b.level:
            against = against or (b.stat, a.stat) == _EXTREMES
        elif a.stat == b.stat:
            if not scene.vocabulary.is_ordered:
                return False  # "the fix took it from 72 ms to 52": what came first is not said by a list of names
            former, latter = (every.index(scene.vocabulary.canonical(f.level or "")) for f in (a, b))
            if former < latter or named == {b.level}:
                return False
            against = against or len(named) < 2
    return against


def _states(scene: Scene, bound: Bound, fact: Fact) -> bool:
    unit = scene.vocabulary.unit_of(fact.metric) if fact.partner is None else None
    return agrees(bound.number, in_unit(fact, bound.number.unit, unit) if fact.partner is None else [fact.value])
