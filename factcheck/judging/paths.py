"""Judges a direction word against the values that stand with it: "rose from 21.4 to 17.1", "shortens with every step: 149, 208, 268".

The values themselves may all be right; the word that connects them is what is false. Only contradictions are said here: that a
direction is right is the finding of `orders` and `changes`.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.bound import Bound, tells_slope
from factcheck.binding.pairs import DOWN, UP, parameter_words
from factcheck.binding.scene import Scene
from factcheck.judging.changes import direction_of
from factcheck.judging.lines import rows_departing
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

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
        if bounds[place].verdict == "supported"
        and bounds[place].predicate == "value"
        and not tells_slope(scene, bounds[place])
    ]
    found = []
    for one, two in itertools.pairwise(held):
        if one.metrics == two.metrics and _from_to(scene, one.place, two.place) and not _turns(scene, one.place):
            word = _word_before(scene, one.place, one)
            if word is not None and _against(word[1], [one, two]):
                found.append((word[0].index, two.place, _refuted([one, two])))
    found += _stepwise(scene, held)
    found += rows_departing(scene, bounds) + _ties(scene, bounds)
    found += _listed(scene, held) + _signs(scene, bounds) + _whole_way(scene, held)
    found += _held_against(scene, held) + _gaps(scene, bounds)
    return found


_BUT = {"but", "yet", "though", "however", "но", "однако", "хотя", "зато"}
_THEN = {"then", "затем", "потом", "далее", "afterwards", "later", "позже"}


def _turns(scene: Scene, place: int) -> bool:
    """ "растёт до 3000 и затем падает: …": two ways are said before a row, which goes one way and then the other."""
    words = [t for t in scene.tokens[:place] if t.has("up.intransitive", "down.intransitive")]
    both = any(t.has("up.intransitive") for t in words) and any(t.has("down.intransitive") for t in words)
    if not both or not any(t.lower in _THEN for t in scene.tokens[words[0].index : words[-1].index]):
        return False
    between = scene.tokens[words[0].index : place]
    return not any(t.number and t.number.is_value and t.index not in scene.mentions.level_tokens for t in between)


_AGAINST = {"against", "versus", "vs", "instead", "rather", "против", "вместо"}
_COMPARED = ("up.comparative", "down.comparative", "better", "worse")


def _held_against(scene: Scene, held: list[Bound]) -> list[tuple[int, int, Ruling]]:
    """ "takes longer since 16: 0.231 ms against 0.212 ms": a comparative before a colon, and the two values that explain it."""
    found = []
    for one, two in itertools.pairwise(held):
        gap = [t.lower for t in scene.tokens[one.place + 1 : two.place]]
        if one.metrics != two.metrics or len(one.metrics) != 1 or len(gap) > 7 or not _AGAINST & set(gap) or ";" in gap:
            continue
        before = scene.tokens[max(0, one.place - 12) : one.place]
        mark = next((t.index for t in reversed(before[-6:]) if t.text in (":", "(")), None)
        words = [t for t in before if t.has(*_COMPARED) and mark is not None and t.index < mark]
        if len(words) != 1 or is_negated(scene, words[0].index) or is_hedged(scene, words[0].index):
            continue
        if any(t.text in ";." for t in scene.tokens[words[0].index : one.place]) or words[0].index in parameter_words(
            scene
        ):
            continue
        if part_of_speech(words[0].lower) == "NOUN" and any(part_of_speech(t.lower) == "VERB" for t in scene.tokens[words[0].index : mark]):  # fmt: skip
            continue  # "the gain is partly lost: 12.7 ms against 9.1": what becomes of it is not understood
        way = direction_of(scene, words[0], one.metrics)
        if way in (UP, DOWN) and _against(way, [two, one]):
            found.append((words[0].index, two.place, _refuted([two, one])))
    return found


_MORE = re.compile(r"^(?:more|longer|higher|larger|больше|дольше|выше)$", re.I)
_LESS = re.compile(r"^(?:less|fewer|shorter|lower|smaller|меньше|короче|ниже)$", re.I)


def _gaps(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, Ruling]]:
    """ "takes 142 µs; under mq-deadline it needs 9 µs more": the way from the value told before to the level named since."""
    found = []
    for place, bound in bounds.items():
        word = scene.tokens[place + 1] if place + 1 < len(scene.tokens) else None
        if word is None or not (_MORE.match(word.lower) or _LESS.match(word.lower)) or bound.number.kind != "value":
            continue
        before = max((p for p in bounds if p < place), default=None)
        name = bounds[before].facts[0] if before is not None and len(bounds[before].facts) == 1 else ""
        fact = scene.vocabulary.by_name.get(name)
        since = [
            m
            for m in scene.mentions.levels
            if before is not None
            and before < m.first < place
            and len(m.ids) == 1
            and m.ids != {fact.level if fact else ""}
        ]
        if (
            fact is None
            or not fact.level
            or fact.partner
            or len(since) != 1
            or bounds[before or 0].predicate != "value"
        ):
            continue
        other = scene.vocabulary.central(fact.metric, next(iter(since[0].ids)), fact.stat)
        if other is None or since[0].role == "than" or bound.number.dimension == "percent" or bound.number.fraction:
            continue
        gap = other.value - fact.value
        same = abs(abs(gap) - abs(bound.number.low_value())) <= bound.number.readings[0].quantum
        if same and gap and (gap > 0) != bool(_MORE.match(word.lower)):
            text = f"{fact.value:g} → {other.value:g}"
            found.append((place, word.index, Ruling("contradicted", text, text, (fact.name, other.name), text)))
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


def _listed(scene: Scene, held: list[Bound]) -> list[tuple[int, int, Ruling]]:
    """ "fell when …: 0.61 ms with A, 0.94 with B": a word, a colon or a bracket, and the values of levels in their order."""
    order = scene.vocabulary.numeric_order
    row: list[Bound] = []
    found = []
    for bound in [*held, None]:
        fact = scene.vocabulary.by_name.get(bound.facts[0]) if bound is not None and len(bound.facts) == 1 else None
        goes_on = (
            bound is not None
            and fact is not None
            and fact.level in order
            and row
            and row[-1].metrics == bound.metrics
            and bound.place - row[-1].place <= 8
        )
        if goes_on and bound is not None:
            row.append(bound)
            continue
        if len(row) >= 2:
            opened = _opened(scene, row[0])
            places = [order.index(_level_of(scene, one)) for one in row]
            values = [one.number.low_value() for one in row]
            rising = all(value > values[0] for value in values[1:])
            falling = all(value < values[0] for value in values[1:])
            listed = [scene.vocabulary.level_ids.index(_level_of(scene, one)) for one in row]
            upwards = any(all(b > a for a, b in itertools.pairwise(row_)) for row_ in (places, listed))
            turned = _turns(scene, row[0].place)
            if opened is not None and not turned and upwards and (rising or falling) and rising != (opened[1] == UP):
                found.append((opened[0].index, row[-1].place, _refuted(row)))
        row = [bound] if bound is not None and fact is not None and fact.level in order else []
    return found


def _level_of(scene: Scene, bound: Bound) -> str:
    fact = scene.vocabulary.by_name.get(bound.facts[0]) if bound.facts else None
    return fact.level or "" if fact is not None else ""


def _opened(scene: Scene, first: Bound) -> tuple[Token, int] | None:
    """The one direction word of the clause that a colon or a bracket before the first value explains."""
    tokens = scene.tokens
    mark = next((t for t in reversed(tokens[max(0, first.place - 4) : first.place]) if t.text in (":", "(")), None)
    if mark is None:
        return None
    own = parameter_words(scene)
    clause = []
    for token in reversed(tokens[max(0, mark.index - 14) : mark.index]):
        if token.text in ".;:()," or token.number is not None and token.number.is_value:
            break
        clause.append(token)
    clause.reverse()
    mark_at = next((n for n, t in enumerate(clause) if n and t.lower in _WHEN), len(clause))
    aside = clause[mark_at:]  # "when the cache grew": the parameter's way
    if any(t.has(*_DOWNWARDS) or t.lower.startswith(_SMALLER) for t in aside):
        return None
    words = [
        t
        for t in clause[:mark_at]
        if t.index not in own
        and (
            t.has("up.intransitive", "down.intransitive")
            or t.has("up.comparative", "down.comparative")
            and t.index
            and tokens[t.index - 1].lower in ("стало", "стала", "стал", "стали", "became", "becomes", "got", "gets")
            or t.lower in ("up", "down")
            and (t is clause[0] or tokens[t.index - 1].lower in _GOES)
        )
    ]
    if len(words) != 1 or is_negated(scene, words[0].index) or is_hedged(scene, words[0].index):
        return None
    word = words[0]
    way = {"up": UP, "down": DOWN}.get(word.lower) or direction_of(scene, word, first.metrics)
    return (word, way) if way in (UP, DOWN) else None


_WHEN = ("when", "as", "with", "while", "когда", "при", "с", "по", "вслед")
_GOES = ("go", "goes", "went", "going", "come", "comes", "came", "is", "are", "was", "were")
_DOWNWARDS = ("down.intransitive", "down.transitive", "down.noun", "down.comparative")
_WEAKER, _STRONGER = ("weaken", "ослаб", "слабе"), ("strengthen", "усили")


def _ties(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, Ruling]]:
    """ "The link weakens from −0.21 to −0.88": the way of a correlation's strength against its two coefficients."""
    told = [
        bounds[p] for p in sorted(bounds) if bounds[p].predicate == "correlates" and bounds[p].verdict == "supported"
    ]
    word = next((t for t in scene.tokens if t.lower.startswith((*_WEAKER, *_STRONGER))), None)
    if word is None or len(told) != 2 or is_negated(scene, word.index) or not 0 < told[0].place - word.index <= 6:
        return []
    gap = scene.tokens[told[0].place + 1 : told[1].place]
    opened = any(t.lower in (*_FROM, "от") for t in scene.tokens[word.index + 1 : told[0].place])
    if not opened or not any(t.lower in _TO for t in gap):
        return []
    first, last = (abs(b.number.low_value()) for b in told)
    weaker = word.lower.startswith(_WEAKER)
    return [] if first == last or (last < first) == weaker else [(word.index, told[1].place, _refuted(told))]


_SMALLER = ("уменьш", "сниж", "пониж", "decreas", "lower", "reduc", "smaller", "shrink")
_POSITIVE = re.compile(r"^(?:positive|положител\w+)$", re.I)
_NEGATIVE = re.compile(r"^(?:negative|отрицател\w+)$", re.I)


def _signs(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, Ruling]]:
    """ "The slope is positive: −36.8": a sign in words against the sign of the value that explains it."""
    found = []
    for token in scene.tokens:
        positive, negative = _POSITIVE.match(token.lower), _NEGATIVE.match(token.lower)
        if not positive and not negative or is_negated(scene, token.index):
            continue
        after = next((bounds[place] for place in sorted(bounds) if place > token.index), None)
        if after is None or after.verdict != "supported" or after.predicate not in ("value", "correlates"):
            continue
        gap = scene.tokens[token.index + 1 : after.place]
        marks = [t for t in gap if t.text in (":", "(")]
        if len(gap) > 8 or len(marks) != 1 or any(t.text in ".;," for t in gap) or marks[0].index < after.place - 3:
            continue
        value = after.number.low_value()
        fact = scene.vocabulary.by_name.get(after.facts[0]) if len(after.facts) == 1 else None
        if fact is not None and value and (value > 0) == (fact.value > 0) and (value > 0) != bool(positive):
            found.append((token.index, after.place, _refuted([after])))
    return found


def _whole_way(scene: Scene, held: list[Bound]) -> list[tuple[int, int, Ruling]]:
    """ "R² grows from 0.29 to 0.71" without a level: from the first level to the last, so not the other way round."""
    order = scene.vocabulary.numeric_order
    if scene.mentions.levels or len(order) < 3 or parameter_words(scene):
        return []
    found = []
    for one, two in itertools.pairwise(held):
        if _from_to(scene, one.place, two.place) and scene.tokens[one.place - 1].lower in _FROM:
            word = _word_before(scene, one.place, one)
            names = {name.split(".", 1)[1] if "." in name else name for b in (one, two) for name in b.facts}
            ends = [_level_of(scene, b) for b in (one, two) if len(b.facts) == 1]
            if word is not None and len(names) == 1 and ends == [order[-1], order[0]]:
                told = [two, one]
                found.append((word[0].index, two.place, _refuted(told)))
    return found


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
    first = min(at, words[0].index)
    stop = next((t.index for t in scene.tokens[first:] if t.lower in _BUT), len(scene.tokens))
    row = [bound for bound in held if first < bound.place < stop]
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
