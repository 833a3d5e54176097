"""The marks of a reading: what kind it is with which words around it, how its metric, levels and number are named, in what order they stand and what else the sentence names.

A mark is a string; a reading has some 150. None holds a name of the table: metrics, levels and numbers are slots ("<M>", "<A>", "<B>", "<N>"; "<m>" and "<l>" for others).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass

from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.outlining.outline import Piece, pieces_of
from factcheck.outlining.values import measured
from factcheck.reading.numbers import Number
from factcheck.weighing.readings import Named, Reading

Span = tuple[int, int]
_UPWARD, _DOWNWARD = {"~up", "~higher", "~max", "~exceeds", "~ge"}, {"~down", "~lower", "~min", "~under", "~le"}
_FOR, _AGAINST = {"~better", "~best", "~good", "~wins", "~surpasses"}, {"~worse", "~worst", "~bad", "~loses"}
_WAYS = _UPWARD | _DOWNWARD | _FOR | _AGAINST
_LINKS = {"and", "but", "и", "а", "но", "than", "чем", "while", "with"}


@dataclass(slots=True)
class Words:
    """What the words of a sentence are, token by token, whatever reading is asked for."""

    symbols: list[set[str]]
    pieces: dict[int, int]  # the piece that a token stands in
    count: int  # of pieces
    roles: dict[int, str]  # of levels, by their first tokens
    measured: set[str]  # metrics that adjectives measure
    of_metrics: set[int]
    of_levels: set[int]
    groups: int


def words_of(scene: Scene) -> Words:
    """The words of a sentence as marks take them."""
    pieces = pieces_of(scene)
    parts = [part for piece in pieces for part in piece.parts]
    senses = {part.first: part.senses for part in parts if part.kind == "word"}
    return Words(
        symbols=[_symbols(scene, at, senses.get(at, frozenset())) for at in range(len(scene.tokens))],
        pieces={at: number for number, piece in enumerate(pieces) for at in range(piece.first, piece.last + 1)},
        count=len(pieces),
        roles={part.first: part.role for part in parts if part.kind == "level"},
        measured=set(measured(scene, Piece(parts))),
        of_metrics={at for m in scene.mentions.metrics if m.metrics for at in range(m.first, m.last + 1)},
        of_levels=scene.mentions.level_tokens
        | {at for m in scene.mentions.levels for at in range(m.first, m.last + 1)},
        groups=min(sum(m.group for m in scene.mentions.levels), 2),
    )


def _symbols(scene: Scene, at: int, senses: Iterable[str]) -> set[str]:
    """What a token is: its word, the senses of the word (~) and its concepts (^), or the kind of a number (#)."""
    token, found = scene.tokens[at], set()
    if token.number is not None:
        if token.number.is_value:
            found.add("#" + _kind(token.number))
        if token.number.hedge:
            found.add("#" + token.number.hedge)
    if token.number is None:
        found.add(token.lower if token.text.isascii() else min(token.stems, default=token.lower))
        found |= {"~" + sense for sense in senses} | {"^" + concept for concept in token.concepts}
    return found


def _kind(number: Number) -> str:
    return "times" if number.kind == "times" else "fraction" if number.fraction else number.dimension or "bare"


class Marker:
    """Finds the marks of a sentence's readings; readings with the same slots share what is found of them."""

    def __init__(self, scene: Scene, named: Named, words: Words) -> None:
        self._scene, self._named, self._words = scene, named, words
        self._found: dict[Hashable, list[str]] = {}

    def marks_of(self, reading: Reading) -> Iterator[tuple[Hashable, list[str]]]:
        """The marks of a reading in groups, each with what it is the same for."""
        scene, named, words = self._scene, self._named, self._words
        spans = spans_of(reading, named)
        slots = tuple(spans.items())
        column = named.columns[reading.metric]
        better = {"higher": 1, "lower": -1}.get(scene.vocabulary.better(column.metric) or "", 0)
        gain = reading.sign * better
        order = (slots, column.metric, column.partner, reading.levels, reading.number)
        yield reading, _naming(scene, reading, named, words, spans)
        yield self._once(("around", slots), lambda: _around(self._stream(slots), spans))
        yield self._once(("order", *order), lambda: _order(scene, reading, named, words, spans))
        yield self._once(
            ("senses", slots, reading.sign, gain, better),
            lambda: _senses(words, self._stream(slots), spans, reading.sign, gain, better),
        )

    def _once(self, key: Hashable, make: Callable[[], list[str]]) -> tuple[Hashable, list[str]]:
        if key not in self._found:
            self._found[key] = make()
        return key, self._found[key]

    def _stream(self, slots: tuple[tuple[str, Span], ...]) -> list[set[str]]:
        return _stream(self._words, dict(slots))


def spans_of(reading: Reading, named: Named) -> dict[str, Span]:
    """Where the metric (M), the levels (A, B) and the number (N) of a reading are named; the metric there where it stands nearest."""
    spans: dict[str, Span] = {}
    for slot, level in zip("AB", reading.levels, strict=False):
        if level in named.levels:
            mention = named.levels[level][0]
            spans[slot] = (mention.first, mention.last)
    if reading.number is not None:
        spans["N"] = (reading.number, reading.number)
    near = spans.get("N", spans.get("A", (0, 0)))[0]
    if mentions := named.mentions_of(reading.metric):
        metric = min(mentions, key=lambda m: abs(m.first - near))
        spans["M"] = (metric.first, metric.last)
    partners = named.metrics.get(named.columns[reading.metric].partner or "", ())
    if partner := min(partners, key=lambda m: abs(m.first - near), default=None):
        spans["P"] = (partner.first, partner.last)
    return spans


def _naming(scene: Scene, reading: Reading, named: Named, words: Words, spans: dict[str, Span]) -> list[str]:
    """How the slots are named, and what of the sentence the reading leaves out."""
    column = named.columns[reading.metric]
    own = {column.metric, column.partner}
    others = {m.metrics for m in scene.mentions.metrics if m.metrics and not own & m.metrics}
    found = [f"other metrics {min(len(others), 2)}"]
    if "M" in spans:
        metric = next(m for m in named.mentions_of(reading.metric) if m.first == spans["M"][0])
        found.append(_how(metric))
    else:
        found.append("no metric" if not others else "another metric")
        if column.metric in words.measured:
            found.append("metric measured")
    if named.of_article:
        found += [
            f"metric {column.said}",
            f"stat {column.stat}",
            f"stat {column.stat}, {column.said}",
            f"partner named {'P' in spans}",
        ]
    if reading.number is not None:
        number, unit_of = named.numbers[reading.number], scene.vocabulary.unit_of(column.metric)
        unit = "" if unit_of is None or number.unit is None else " of its unit" if unit_of.dimension == number.dimension else " of another unit"  # fmt: skip
        found += [f"number {_kind(number)}{unit}", f"number {number.hedge}"]
    found.append(f"other numbers {min(len(named.numbers) - (reading.number is not None), 3)}")
    for slot, level in zip("AB", reading.levels, strict=False):
        if slot in spans:
            found += [f"{slot} {named.levels[level][0].role}", f"{slot} is {words.roles.get(spans[slot][0])}"]  # fmt: skip
        else:
            other = reading.levels[1 - "AB".index(slot)] if len(reading.levels) == 2 else None
            found += [f"{slot} unnamed", f"{slot} unnamed {_place(level, other, named.size)}"]
            found += [f"{slot} around {named.around.index(level)}"] if level in named.around else []
    told = sum(level in named.levels for level in reading.levels)
    found += [f"other levels {min(len(named.levels) - told, 2)}", f"groups {words.groups}"]
    if reading.count is not None:
        found.append("count said" if reading.count in named.counts else "count unsaid")
    return found


def _how(metric: MetricMention) -> str:
    one = "one" if len(metric.metrics) == 1 else "one of several"
    return f"metric {one}{' exactly' if metric.exact else ''}{' as a modifier' if metric.modifier else ''}"


def _place(level: int, other: int | None, size: int) -> str:
    ends = "first " if level == 0 else "last " if level == size - 1 else ""
    return ends + ("next" if other is not None and level == other + 1 else "before" if other is not None and level == other - 1 else "")  # fmt: skip


def _stream(words: Words, spans: dict[str, Span]) -> list[set[str]]:
    """The sentence with slots for what is named."""
    own = {at: f"<{slot}>" for slot, (first, last) in spans.items() for at in range(first, last + 1)}
    return [
        {own[at]} if at in own else {"<m>"} if at in words.of_metrics else {"<l>"} if at in words.of_levels else held
        for at, held in enumerate(words.symbols)
    ]


def _around(stream: list[set[str]], spans: dict[str, Span]) -> list[str]:
    """The words of the sentence, those beside each slot, and those between two."""
    found = [f"length {min(len(stream) // 6, 5)}"] + [f"says {word}" for word in set().union(*stream)]
    for slot, (first, last) in spans.items():
        for name, at in ((f"1 before {slot}", first - 1), (f"2 before {slot}", first - 2), (f"1 behind {slot}", last + 1), (f"2 behind {slot}", last + 2)):  # fmt: skip
            if 0 <= at < len(stream):
                found += [f"{name}: {word}" for word in stream[at]]
    for one, two in itertools.combinations(sorted(spans, key=lambda slot: spans[slot]), 2):
        between = stream[spans[one][1] + 1 : spans[two][0]]
        found.append(f"{one} {two} apart {min(len(between), 6)}")
        said = set().union(*between)
        found += [f"{one} {two} between: {word}" for word in said if word[0] in "~^<," or word in _LINKS]
    return found


def _order(scene: Scene, reading: Reading, named: Named, words: Words, spans: dict[str, Span]) -> list[str]:
    """In what order the slots stand, in how many pieces, and whether another name stands nearer."""
    found = ["order " + "".join(sorted(spans, key=lambda slot: spans[slot]))]
    found += [f"in pieces {len({words.pieces.get(span[0]) for span in spans.values()})}", f"pieces {min(words.count, 4)}"]  # fmt: skip
    column = named.columns[reading.metric]
    metrics = [
        (m.first, m.last)
        for m in scene.mentions.metrics
        if m.metrics and not {column.metric, column.partner} & m.metrics
    ]
    levels = [(row[0].first, row[0].last) for level, row in named.levels.items() if level not in reading.levels]
    numbers = [(at, at) for at in named.numbers if at != reading.number]
    for slot, to, others in (("M", "N", metrics), ("A", "N", levels), ("N", "A", numbers), ("M", "A", metrics)):
        if slot in spans and to in spans:
            own = abs(spans[slot][0] - spans[to][0])
            found.append(f"nearer {slot} to {to}: {min(sum(abs(other[0] - spans[to][0]) < own for other in others), 2)}")  # fmt: skip
    if "M" in spans and "A" in spans:
        found.append(f"M and A together {words.pieces.get(spans['M'][0]) == words.pieces.get(spans['A'][0])}")
    return found


def _senses(words: Words, stream: list[set[str]], spans: dict[str, Span], sign: int, gain: int, better: int) -> list[str]:  # fmt: skip
    """The senses in the pieces of the slots, with which way the reading goes, and whether they say that way."""
    own = {words.pieces.get(span[0]) for span in spans.values()}
    inside = [held for at, held in enumerate(stream) if words.pieces.get(at) in own]
    here = set().union(*inside)
    denied = min(sum("~neg" in held or "^negation" in held for held in inside), 2)
    way = "for" if gain > 0 else "against" if gain < 0 else "either"
    found = [mark for word in here if word[0] in "~^" for mark in (f"here {word}", f"{way} here {word}")]
    if sign:
        found += [f"{way if gain else 'unjudged'} {word}" for word in set().union(*stream) if word[0] in "~^"]
    said = ",".join(sorted(here & _WAYS))
    order = "".join(sorted(spans, key=lambda slot: spans[slot]))
    roles = "/".join(str(words.roles.get(spans[slot][0])) if slot in spans else "-" for slot in "AB")
    told = bool(here & _UPWARD) - bool(here & _DOWNWARD) + (bool(here & _FOR) - bool(here & _AGAINST)) * better
    return [
        *found,
        f"denied {denied}",
        f"ways {said} {way} {sign} {denied % 2} {order}",
        f"ways {said} {way} {denied % 2} {roles}",
        f"told {max(-1, min(1, told))} {sign} {denied % 2}",
    ]
