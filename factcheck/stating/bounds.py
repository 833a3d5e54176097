"""How a statement compares with its number: equals, exceeds, stays under, at least; "16.4 ms is a ceiling that it does not break"."""

from __future__ import annotations

from factcheck.stating.over import Said
from factcheck.stating.parts import Atom, Statement

_SIGNS = {"above": ">", "below": "<", "atleast": ">=", "atmost": "<="}


def bounded(s: Statement, at: int, *, amount: bool = False) -> str | None:
    """The sign by which a number at a place is compared, told before it ("more than", "не выше") or pointed at ("a mark above which"); its words are read.

    Of an amount only what stands right before it: "higher by 5%" is its way.
    """
    if not amount and s.take("cap"):
        s.take("above", "not", "never", "mark")
        return "<="
    places = s.places("above", "below", "atleast", "atmost", "cap", "notmorethan", "notlessthan")
    places = [i for i in places if i == at - 1 or not s.atoms[i].is_("stat.max", "stat.min")]  # "максимум при 8 — 12"
    graded = [] if amount else s.graded("size", "amount", "often", "length", "depth", grade="cmp")
    if amount:
        places = [i for i in places if i < at and _leads(s, i, at)]
        graded = [
            i for i in s.graded("size", "amount", grade="cmp") if i < at and _than_only(s, i, at)
        ]  # "less than 5%", "меньше половины"
    near = [i for i in (*places, *graded) if i < at and _leads(s, i, at)] or [i for i in (*places, *graded) if _told_of_mark(s, i)]  # fmt: skip
    if len(near) != 1:
        return None
    atom = s.atoms[near[0]]
    s.read.add(near[0])
    s.take("mark", "than")
    return sign_of(atom)


def sign_of(atom: Atom) -> str | None:
    """The comparison that a word is."""
    for part, sign in (*_SIGNS.items(), ("cap", "<="), ("notmorethan", "<="), ("notlessthan", ">=")):
        if atom.is_(part):
            return sign
    return None if atom.grade is None else ">" if atom.grade.way > 0 else "<"


def _leads(s: Statement, one: int, number: int) -> bool:
    """Whether a word is followed by its number, with small words between them."""
    return all(atom.is_("fill", "than", "mark", "is", "stat.mean", "from", "reach", "to", "by") or atom.kind == "mark" for atom in s.atoms[one + 1 : number])  # fmt: skip


def _than_only(s: Statement, one: int, number: int) -> bool:
    """Whether nothing stands between a comparative and its number but "than" ("more than by 5%")."""
    between = s.atoms[one + 1 : number]
    return not between or between[0].is_("than") and all(atom.is_("than", "by", "fill") for atom in between)


def _told_of_mark(s: Statement, at: int) -> bool:
    """ "5 ms is a mark above which": a comparison whose number is only pointed at, unless it is with a level ("6.9%, lower than with any other value")."""
    behind = s.atoms[at + 1 : at + 3]
    return bool(s.places("mark", "cap")) or not any(atom.kind == "level" or atom.is_("than") for atom in behind)


def compared_number(s: Statement, value: Said) -> Said | None:
    """What is said of a value by a statement's only number."""
    numbers = s.of("number")
    if len(numbers) != 1:
        return None
    at = numbers[0]
    atom = s.atoms[at]
    if atom.number is None or atom.number.kind != "value" or atom.number.high is not None:
        return None
    sign = bounded(s, at) or "=="
    s.read.add(at)
    if sign == "==" and s.places("by"):
        return None
    return lambda level: f'{value(level)} {sign} "{number_text(atom)}"'


def number_text(atom: Atom) -> str:
    """A number as a formula has it."""
    return atom.text.rstrip(".").replace('"', "").strip()
