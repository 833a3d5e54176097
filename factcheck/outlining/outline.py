"""Cuts a sentence into pieces, each with its metrics, levels, numbers and the senses of its words; words that are not known are passed over.

The levels of a grid are the cells that all that the piece names have in common.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from factcheck.binding.mentions import LevelMention, MetricMention
from factcheck.binding.scene import Scene
from factcheck.outlining.words import extra_senses, superlative
from factcheck.reading.concepts import GENERAL, akin
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import Token
from factcheck.reading.words import stems
from factcheck.stating.orders.parts import Part, saying_at, set_roles, word_of

_CUTS = {";", ":", "—", "–", "("}
_JOINS = {"and", "but", "while", "whereas", "yet", "though", "although", "so", "и", "а", "но", "хотя", "тогда", "зато", "однако", "который", "which", "where", "then", "or"}  # fmt: skip
_RELATIONS = frozenset((
    "up", "down", "good", "bad", "higher", "lower", "better", "worse", "max", "min", "best", "worst", "exceeds", "surpasses", "wins", "loses", "same", "close", "differs", "flat",
    "under", "ge", "le", "monotonic", "inside", "rank",
))  # fmt: skip


@dataclass(slots=True)
class Piece:
    """A stretch of a sentence with one relation or a few."""

    parts: list[Part]
    metrics: list[Part] = field(default_factory=list)
    levels: list[Part] = field(default_factory=list)
    numbers: list[tuple[int, Number]] = field(default_factory=list)
    lent: bool = False  # the metrics are those of another piece

    @property
    def first(self) -> int:
        return self.parts[0].first

    @property
    def last(self) -> int:
        return self.parts[-1].last

    def words(self, *senses: str) -> list[Part]:
        return [part for part in self.parts if part.kind == "word" and part.has(*senses)]

    def role(self, *roles: str) -> list[Part]:
        return [part for part in self.levels if part.role in roles]

    def negations(self) -> int:
        return sum(part.has("neg") for part in self.parts)


def pieces_of(scene: Scene) -> list[Piece]:
    """The pieces of a sentence in their order; one that names no metric is lent those of the piece before it."""
    parts = _parts(scene)
    pieces = [_piece(scene, row) for row in _cut(parts)]
    for one, two in itertools.pairwise(pieces):  # "raised from 64 to 128 MB, and tps fell"
        if not two.levels and two.metrics and not one.metrics and [part.role for part in one.levels] == ["from", "to"] and not one.numbers:  # fmt: skip
            two.levels = one.levels
    for one, two in itertools.pairwise(pieces):  # "wins on updates but loses to heap on lookups"
        subject = [part for part in one.levels if part.role == "bare"]
        if len(subject) == 1 and two.levels and len(scene.vocabulary.facts.experiment.factors) == 1 and all(part.role == "than" and part.ids != subject[0].ids for part in two.levels):  # fmt: skip
            two.levels = [*subject, *two.levels]
    for at, piece in enumerate(pieces):
        if not piece.metrics:
            piece.metrics = next((list(other.metrics) for other in reversed(pieces[:at]) if other.metrics), [])
            piece.lent = bool(piece.metrics)
    return pieces


def _parts(scene: Scene) -> list[Part]:
    tokens = scene.tokens
    placed: dict[int, Part] = {}
    seconds: dict[int, Part] = {}
    for mention in sorted(scene.mentions.levels, key=lambda m: (m.first, m.role != "to")):
        if not mention.group:
            if mention.first in placed and mention.role in ("from", "to") and mention.ids != frozenset(placed[mention.first].ids):  # fmt: skip
                seconds[mention.first] = _level(scene, mention)  # "between 4 and 8"
            placed.setdefault(mention.first, _level(scene, mention))
    taken = {at for part in placed.values() for at in range(part.first, part.last + 1)}
    for metric in scene.mentions.metrics:
        span = set(range(metric.first, metric.last + 1))
        if (told := tokens[metric.first].number) is not None and told.is_value and metric.first == metric.last:
            continue  # "2,500 tps" is an amount
        if (
            metric.metrics
            and not span & taken
            and not _is_a_whole(tokens, metric.first)
            and not (metric.modifier and not _stands_for_all(scene, metric))
        ):
            placed[metric.first] = Part("metric", metric.first, metric.last, metric.text, tuple(sorted(metric.metrics)))
            taken |= span
    found: list[Part] = []
    at = 0
    while at < len(tokens):
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        graded = superlative(tokens[at], following) if at not in placed and at + 1 not in taken else None
        part = placed.get(at) or saying_at(tokens, at, taken) or _number(tokens[at]) or _word(tokens[at])
        if graded is not None and (graded or part.last == at):
            part = Part("word", at, at + 1 if graded else at, part.text, senses=graded)
        found.append(part)
        if part.first in seconds:
            found.append(seconds[part.first])
        at = part.last + 1
    set_roles(tokens, found)
    for at, second in seconds.items():
        placed[at].role, second.role = "to", "from"
        if scene.mentions.levels and any(m.first == at and m.role == "from" and m.ids == frozenset(placed[at].ids) for m in scene.mentions.levels):  # fmt: skip
            placed[at].role, second.role = "from", "to"
    for mention in scene.mentions.levels:
        level = placed.get(mention.first) if mention.first not in seconds else None
        if level is not None and mention.role in ("than", "from", "to") and level.role in ("bare", "at"):
            level.role = mention.role
    return found


_SHARES = {"share", "percentage", "proportion", "fraction", "part", "portion", "доля", "процент", "часть"}


def _is_a_whole(tokens: list[Token], place: int) -> bool:
    """ "Aborts the largest share of transactions": what a share is taken of."""
    before = [t.lower for t in tokens[max(0, place - 3) : place] if t.lower != "the"]
    if before[-1:] == ["of"]:
        return len(before) > 1 and before[-2] in _SHARES
    return bool(place) and not tokens[place].text.isascii() and bool(tokens[place - 1].stems & _SHARES)


def _stands_for_all(scene: Scene, mention: MetricMention) -> bool:
    """Whether a word tells a metric by itself: "reads" for "read tps", but not for "read latency" where no latency is spoken of; nor where its head is named, too."""
    if any(not m.modifier and m.metrics & mention.metrics for m in scene.mentions.metrics):
        return False
    said = scene.tokens[mention.first].stems
    own = [name for name in scene.vocabulary.names if name.metrics == mention.metrics and any(word & said for word in name.words)]  # fmt: skip
    around = frozenset().union(*(t.stems for t in scene.tokens))
    return any(all(word & (_GENERAL | around) for word in name.words if not word & said) for name in own)


_GENERAL = frozenset(stem for word in GENERAL for stem in akin(frozenset(stems(word))))


def _level(scene: Scene, mention: LevelMention) -> Part:
    return Part("level", mention.first, mention.last, scene.text_of(mention.first, mention.last), tuple(sorted(mention.ids)))  # fmt: skip


def _number(token: Token) -> Part | None:
    if token.number is None or not token.number.is_value:
        return None
    return Part("number", token.index, token.index, token.text)


def _word(token: Token) -> Part:
    known = word_of(token)
    part = (
        known if known is not None else Part("word" if token.is_word else "mark", token.index, token.index, token.lower)
    )
    senses = extra_senses(token)
    if senses is not None:
        part.senses = senses
    return part


def _cut(parts: list[Part]) -> list[list[Part]]:
    """Cuts at marks and at conjunctions with a relation on either side; a stretch without one goes with its neighbour."""
    rows: list[list[Part]] = [[]]
    for at, part in enumerate(parts):
        following = parts[at + 1] if at + 1 < len(parts) else None
        listed = part.text == "," and at and parts[at - 1].kind == "level" and following is not None and following.kind == "level"  # fmt: skip
        joins = part.text in _JOINS and rows[-1] and not (at and parts[at - 1].kind == (following.kind if following else "") and parts[at - 1].kind in ("level", "metric", "number"))  # fmt: skip
        if (
            part.kind == "mark"
            and (part.text in _CUTS or part.text == "," and not listed)
            or joins
            and part.kind == "word"
        ):
            rows.append([])
        rows[-1].append(part)
    merged: list[list[Part]] = []
    waiting: list[Part] = []
    for row in rows:
        one, two = ({part.ids for part in held if part.kind == "metric"} for held in (waiting, row))
        if one and two and not one & two:
            merged.append(waiting)  # "throughput did not budge, yet errors came down"
            waiting = []
        row = [*waiting, *row]
        waiting = []
        if _tells(row):
            merged.append(row)
        elif merged and not any(part.kind in ("level", "metric") for part in row):
            merged[-1] += row
        elif merged and not any(part.kind == "level" for part in row) and not any(part.kind == "metric" for part in merged[-1]) and row[0].text not in ("while", "leaving", ","):  # fmt: skip
            merged[-1] += row  # "A is faster than B both at the median and in the tail"
        else:
            waiting = row
    if waiting:
        if merged:
            merged[-1] += waiting
        else:
            merged = [waiting]
    return merged


def _tells(row: list[Part]) -> bool:
    return any(part.kind == "number" or part.kind == "word" and part.has(*_RELATIONS) for part in row)


def _piece(scene: Scene, row: list[Part]) -> Piece:
    piece = Piece(row)
    piece.metrics = [part for part in row if part.kind == "metric"]
    if not piece.metrics:  # "more than 2,500 tps" names its metric by the unit
        amounts = {part.first for part in row if part.kind == "number"}
        piece.metrics = [Part("metric", m.first, m.last, m.text, tuple(sorted(m.metrics))) for m in scene.mentions.metrics if m.first in amounts and m.metrics][:1]  # fmt: skip
    piece.levels = [part for part in row if part.kind == "level"]
    piece.numbers = [(part.first, number) for part in row if part.kind == "number" and (number := scene.tokens[part.first].number) is not None]  # fmt: skip
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        _meet(scene, piece)
    return piece


def _meet(scene: Scene, piece: Piece) -> None:
    """In a grid, the cells of a level that have the levels of the other factors that the piece names."""
    own = {part.first: frozenset(part.ids) for part in piece.levels}
    factors = {part.first: _factor(scene, own[part.first]) for part in piece.levels}
    for part in piece.levels:
        cells = own[part.first]
        for factor in {f for f in factors.values() if f is not None and f != factors[part.first]}:
            others = [own[p.first] for p in piece.levels if factors[p.first] == factor]
            if len(set(others)) == 1:
                cells = cells & others[0]
        part.ids = tuple(sorted(cells))


def _factor(scene: Scene, cells: frozenset[str]) -> int | None:
    """The factor of which all cells have one level, where the others vary."""
    rows = [set(column) for column in zip(*(scene.vocabulary.parts_of(cell) for cell in cells), strict=True)]
    fixed = [at for at, values in enumerate(rows) if len(values) == 1]
    return fixed[0] if len(fixed) == 1 else None
