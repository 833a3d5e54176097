"""Splits the parts of a plain statement into clauses with one relation each, and lends each what it leaves out: metrics, levels, the course along the factor."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from factcheck.stating.orders.parts import Part

WAYS = ("up", "down", "good", "bad")
COMPARES = ("higher", "lower", "better", "worse")
EXTREMES = ("max", "min", "best", "worst")
AGAINST = ("exceeds", "surpasses", "wins", "loses", "under", "ge", "le", "reaches", "reaches.low", "rivals")
LIKE = ("same", "close", "flat", "differs", "none.differs")
SHAPES = ("monotonic", "oppose", "alike", "echo", "pays", "inside")
RELATIONS = frozenset((*WAYS, *COMPARES, *EXTREMES, *AGAINST, *LIKE, *SHAPES))
_RISING = {"up": 1, "higher": 1, "down": -1, "lower": -1}
_WALLS = {",", ";", ":", "–", "—", "-", "(", ")"}
_JOINS = {
    "and",
    "и",
    "but",
    "а",
    "но",
    "while",
    "whereas",
    "зато",
    "тогда",
    "пока",
    "yet",
    "though",
    "although",
    "хотя",
    "однако",
    "or",
}
_GOVERNED = {"we", "you", "set", "the", "of", "in", "is", "make", "value", "a", "one", "on", "значение", "значения", "параметра", "our", "этого", "самого", "мы", "делаем", "ставим", "берем", "задаем", "параметр", "быть",
             "ставить", "size", "each", "every", "further", "new", "successive", "values", "levels", "settings", "значениях", "значений", "уровнях"}  # fmt: skip
_AS = {"as", "when", "once", "if", "while", "whenever", "пока", "когда", "если", "мере", "with"}


@dataclass(slots=True)
class Clause:
    """One relation with what it is said of."""

    parts: list[Part]
    relations: list[Part] = field(default_factory=list)
    metrics: list[Part] = field(default_factory=list)
    levels: list[Part] = field(default_factory=list)
    steps: list[Part] = field(default_factory=list)
    lent: bool = False  # whether its levels are those of another clause
    along: bool = False  # whether a clause of the statement speaks of the whole range
    course: int = 0  # +1 as the factor grows, -1 as it falls
    former: Clause | None = None

    def has(self, *names: str) -> bool:
        return any(part.has(*names) for part in self.parts)

    def count(self, *names: str) -> int:
        return sum(part.has(*names) for part in self.parts)

    def role(self, *roles: str) -> list[Part]:
        return [part for part in self.levels if part.role in roles]

    def factor(self) -> bool:
        return any(part.kind == "factor" for part in self.parts)


def clauses_of(parts: list[Part]) -> list[Clause]:
    """The clauses of a statement in their order."""
    course = _take_course(parts)
    pieces = _merged(_cut(parts))
    clauses = [_clause(piece) for piece in pieces]
    for one, following in itertools.pairwise(clauses):
        if following.parts[0].has("pays"):
            for part in one.relations:
                part.senses -= {"up", "down"} if part.has("good", "bad") else frozenset()
    _lend(clauses, course)
    return clauses


# -- the course along the factor --------------------------------------------------------------------------------------


def _take_course(parts: list[Part]) -> int:
    """Takes the words that say that the factor grows, and tells which way it goes; 0 where no such thing is said."""
    for at, part in enumerate(parts):
        if part.kind != "factor":
            continue
        taken = _governing(parts, at) or _following(parts, at)
        if taken:
            sign = 1
            for one in taken:
                sign *= next(_RISING[name] for name in _RISING if one.has(name))
                one.senses = frozenset()
            return sign
    return 0


def _is_rising(part: Part) -> bool:
    return part.kind == "word" and part.has(*_RISING) and not part.has("good", "bad")


def _governing(parts: list[Part], at: int) -> list[Part]:
    """The words before the factor that say that it grows: "the more we raise F", "larger values of F", "с ростом F"."""
    taken: list[Part] = []
    for one in reversed(parts[:at]):
        if one.kind == "word" and _is_rising(one):
            taken.append(one)
        elif one.kind != "word" or one.text not in (_ONWARD if taken else _GOVERNED) and not one.has("each"):
            break
    return taken


_ONWARD = {"we", "you", "the", "мы", "is", "set", "to"}


def _following(parts: list[Part], at: int) -> list[Part]:
    if not any(part.text in _AS for part in parts[max(0, at - 2) : at]):
        return []
    for one in parts[at + 1 : at + 4]:
        if _is_rising(one):
            return [one]
        if one.kind != "word" or one.senses:
            break
    return []


# -- clauses ----------------------------------------------------------------------------------------------------------


def _cut(parts: list[Part]) -> list[list[Part]]:
    pieces: list[list[Part]] = [[]]
    for at, part in enumerate(parts):
        around = [
            one
            for one in (parts[at - 1] if at else None, parts[at + 1] if at + 1 < len(parts) else None)
            if one is not None
        ]
        between = len(around) == 2 and all(one.kind == "level" for one in around)
        if part.kind == "mark" and part.text in _WALLS or part.text in _JOINS and not between or part.has("pays"):
            pieces.append([part])
        else:
            pieces[-1].append(part)
    return [piece for piece in pieces if piece]


def related(part: Part) -> bool:
    """Whether a word tells a relation."""
    return part.kind == "word" and not part.senses.isdisjoint(RELATIONS)


def _merged(pieces: list[list[Part]]) -> list[list[Part]]:
    """Pieces without a relation go to the one before, or to the next; a lone comparison ("Ниже, чем при a, …") goes on."""
    row: list[list[Part]] = []
    carried: list[Part] = []
    for at, piece in enumerate(pieces):
        if not any(related(part) for part in piece):
            if row and not carried and not _opens(row[-1], piece) and not _subject_of_next(pieces, at):
                row[-1] = [*row[-1], *piece]
            else:
                carried += piece
            continue
        if row and not carried and _waits(row[-1]) and any(part.kind == "metric" for part in piece):
            row[-1] = [*row[-1], *piece]
            continue
        row.append([*carried, *piece])
        carried = []
    if carried and row:
        row[-1] = [*row[-1], *carried]
    return row


def _waits(former: list[Part]) -> bool:
    """Whether a clause has only said "lower than at a": of what, the next one tells."""
    return not any(part.kind == "metric" for part in former) and all(
        part.has(*COMPARES) for part in former if related(part)
    )


def _subject_of_next(pieces: list[list[Part]], at: int) -> bool:
    """ "…, последний — повышает": what stands before a dash is what the next piece is said of."""
    following = pieces[at + 1] if at + 1 < len(pieces) else []
    return (
        bool(following)
        and following[0].text in ("–", "—", "-")
        and any(related(part) for part in following)
        and not any(p.kind in ("level", "step", "metric") for p in following)
    )


def _opens(former: list[Part], piece: list[Part]) -> bool:
    """Whether a piece without a relation begins what follows: "…, and N" behind a whole clause."""
    return (
        any(p.kind == "metric" for p in former)
        and any(p.kind == "metric" for p in piece)
        and piece[0].text not in ("and", "и", ",")
    )


def _clause(piece: list[Part]) -> Clause:
    _deny(piece)
    held = Clause(piece)
    held.relations = [part for part in piece if related(part)]
    held.metrics = [part for part in piece if part.kind == "metric"]
    held.levels = [part for part in piece if part.kind == "level"]
    held.steps = [part for part in piece if part.kind == "step"]
    return held


def _deny(piece: list[Part]) -> None:
    """ "at a, not at b": the level that is only denied is no level of the statement."""
    for at, part in enumerate(piece):
        if part.kind != "level" or at < 2 or len({p.ids for p in piece if p.kind == "level"}) < 2:
            continue
        near = [one for one in piece[max(0, at - 2) : at] if one.text in ("not", "не")]
        first = piece[piece.index(near[0]) - 1] if near and near[0] is not piece[0] else None
        if near and (first is None or first.kind == "mark" or first.text in ("and", "а", "but")):
            near[0].senses = frozenset()
            piece.remove(part)
            return


def _lend(clauses: list[Clause], course: int) -> None:
    along = bool(course) or any(one.factor() or one.has("every", "each", "range", "monotonic") for one in clauses)
    for at, one in enumerate(clauses):
        one.along = along
        one.former = clauses[at - 1] if at else None
        if not one.metrics:
            one.metrics = _nearest(clauses, at, "metrics")
        if not one.levels and not one.steps:
            one.steps = [] if one.has("every", "range") else _nearest(clauses, at, "steps")
            one.lent = True
            one.levels = [] if one.steps or one.has("every") else _nearest(clauses, at, "levels")
        one.course = course
        _lend_base(clauses, one)


def _lend_base(clauses: list[Clause], one: Clause) -> None:
    """ "a has both a higher M and a lower N than b": the base, or the level told of, of the other clause."""
    own = [part for part in one.parts if part.kind == "level"]
    if (
        one.steps
        or not any(part.has(*COMPARES, *AGAINST) for part in one.relations)
        or any(p.role in ("from", "to") for p in own)
    ):
        return
    others = [part for other in clauses if other is not one for part in other.parts if part.kind == "level"]
    told, base = [p for p in own if p.role in ("bare", "at")], [p for p in own if p.role == "than"]
    if told and not base:
        one.levels = [*one.levels, *(p for p in others if p.role == "than")]
    elif base and not told:
        one.levels = [*one.levels, *(p for p in others if p.role in ("bare", "at"))]


def _nearest(clauses: list[Clause], at: int, name: str) -> list[Part]:
    for place in [*range(at - 1, -1, -1), *range(at + 1, len(clauses))]:
        own = {"metrics": "metric", "steps": "step", "levels": "level"}[name]
        found = [part for part in clauses[place].parts if part.kind == own]
        if found:
            return found
    return []
