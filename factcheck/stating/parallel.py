"""Clauses that say of something else what the clause before has said: "so is the tail", "на 400 тоже", "system time moves in the same direction"."""

from __future__ import annotations

import re
from dataclasses import replace

from factcheck.stating.parts import Atom, Statement

_ALSO = re.compile(
    r"^(?:and |but |и |а )?(?:so|likewise|similarly|ditto|nor|neither)\b|\b(?:too|as well|also|likewise|ditto|same)\b|(?<!\w)(?:тоже|также|аналогичн\w+|то же|так же|та же|ту же|тот же|таким же образом)(?!\w)",
    re.I,
)
_OPPOSED = re.compile(r"\b(?:nor|neither|not|opposite|reverse)\b|(?<!\w)(?:не|противополож\w+|обратн\w+)(?!\w)", re.I)
_STATS = tuple(f"stat.{stat}" for stat in ("mean", "median", "max", "min", "p95", "p99", "stddev"))
_SOFT = ("is", "same", "so", "moves", "together", "keep", "happen", "all", "degree", "follows")


def parallel(s: Statement, before: list[Statement]) -> list[Statement]:
    """The statements before with what this clause names put in place of their metric or level; none where it says something of its own."""
    if not says_also(s) or s.of("number") or s.of("factor"):
        return []
    stats = s.places(*_STATS)[:1]
    s.read.update(stats)
    if any(
        atom.grade is not None and at not in stats and not atom.is_("fill", "degree") for at, atom in enumerate(s.atoms)
    ) or not s.is_done(*_SOFT):
        return []
    metrics, levels = s.of("metric"), s.of("level")
    if stats and not metrics and not levels:
        return [other for one in before for other in _of_statistic(one, s.atoms[stats[0]])]
    if stats or len(metrics) + len(levels) != 1:
        return []
    own = s.atoms[(metrics or levels)[0]]
    return [other for one in before for other in _replaced(one, own)]


def _of_statistic(s: Statement, stat: Atom) -> list[Statement]:
    """A statement with another statistic in the place of its own: "it is the same with the maxima"."""
    if s.of("number"):
        return []
    atoms = [stat, *(atom for atom in s.atoms if not atom.is_(*_STATS))]
    return [Statement(s.scene, atoms)]


def says_also(s: Statement) -> bool:
    """Whether a clause says that something holds as well."""
    text = s.scene.text_of(s.atoms[0].first, s.atoms[-1].last)
    return bool(_ALSO.search(text)) and not _OPPOSED.search(text)


def _replaced(s: Statement, own: Atom) -> list[Statement]:
    """A statement with its one metric, or any of its levels, put otherwise."""
    if s.of("number"):
        return []
    places = [at for at, atom in enumerate(s.atoms) if atom.kind == own.kind]
    if own.kind == "metric" and len({s.atoms[at].value for at in places}) != 1:
        return []
    if own.kind == "level":
        places = [at for at in places if s.role(at) == "at"]
    if any(s.atoms[at].value == own.value for at in places):
        return []
    found = []
    for at in places if own.kind == "level" else places[:1]:
        atoms = [*s.atoms]
        atoms[at] = replace(atoms[at], value=own.value, text=own.text)
        found.append(Statement(s.scene, atoms))
    return found
