"""Statements on what is counted at each level, as formulas: "every run had twelve checkpoints", "deadlocks occurred at every level", "only 8 went without temporary files"."""

from __future__ import annotations

import re
from dataclasses import replace

from factcheck.stating.frames import SAYING, drops
from factcheck.stating.over import LEVEL_NOUNS, of_what
from factcheck.stating.parts import Statement

_OTHER = ("drop", "link", "coefficient", "scatter", "scatters", "steadiness", "share", "gap", "stat.mean", "stat.median", "stat.max", "stat.min", "stat.stddev", "stat.p95", "stat.p99")  # fmt: skip
_LOOKED_FOR = re.compile(r"(?:counted|recorded|measured|registered|logged|tracked)$|(?:под|по)?(?:счита|счёт|счет|сосчит|учтен|учтён|учит|запис|измер|регистрир|зарегистр)", re.I)  # fmt: skip
_EXACT = re.compile(r"drops\(([^()]+)\) == (\d+)")
_DROPS = re.compile(r"drops\(([^()]+)\)")
_COMPARED = re.compile(r"level_of|drop_|rises|falls|drops\(\)|drops\([^()]+\) [<>=]+ drops")


def counted(s: Statement) -> list[str]:
    """Whether and how many of a metric that counts there are: read like drops, of which the same is said."""
    at = s.of("metric")
    rest = [atom for atom in s.atoms if atom.kind != "mark"]
    apart = [atom for i, atom in enumerate(rest) if atom.kind == "factor" and not any(one.kind == "level" for one in rest[max(0, i - 1) : i + 2])]  # fmt: skip
    if apart or len(s.of("number")) + len(s.places("howmany")) > 1:
        return []
    if len(at) != 1 or s.places(*_OTHER) or not _is_named(s, at[0]) or not _counts(s, s.metrics[0]):
        return []
    if any(i != at[0] - 1 and i != at[0] + 2 and not of_what(s, i, *LEVEL_NOUNS) for i in s.places("none")):
        return []
    if not s.of("number") and not s.places("howmany", *SAYING) or _is_of_counting(s):
        return []
    as_drops = [
        replace(atom, kind="word", text="drops", plays=frozenset({"drop"}), value="") if i == at[0] else atom
        for i, atom in enumerate(s.atoms)
    ]
    found = [one for one in drops(Statement(s.scene, as_drops)) if not _COMPARED.search(one)]
    exact = [_EXACT.sub(r"(drops(\1) >= \2 and drops(\1) <= \2)", one) for one in found]
    return [_DROPS.sub(rf'value("{s.metrics[0]}", \1)', one) for one in exact]


def _is_of_counting(s: Statement) -> bool:
    """ "Deadlocks were counted at every level": that they were looked for, and not that there were any."""
    told = s.places("none", "never", "not", "free", "zero", "only", "howmany", "except") or s.of("number")
    return not told and any(_LOOKED_FOR.match(atom.text) for atom in s.atoms)


def _is_named(s: Statement, at: int) -> bool:
    """Whether the metric stands in the statement itself, by its whole name."""
    atom = s.atoms[at]
    return any(
        m.first == atom.first and m.last == atom.last and m.exact and not m.modifier for m in s.scene.mentions.metrics
    )


def _counts(s: Statement, metric: str) -> bool:
    """Whether the values of a metric are whole numbers, or some of them are zero, at every level."""
    vocabulary = s.scene.vocabulary
    values = [fact.value for _, fact in vocabulary.series(metric)]
    unit = vocabulary.unit_of(metric)
    whole = unit is None and all(value == int(value) for value in values)
    return len(values) == len(vocabulary.level_ids) and (whole or 0.0 in values)
