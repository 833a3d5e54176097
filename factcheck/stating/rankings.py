"""Statements that one metric or statistic orders the levels as another one does: "p95 ranks the settings exactly as p99 does", "by latency the order is reversed".

Both are named, or the other one is what the stretch before orders them by. Metrics of which more is better and less is better may go together by
merit or by value: either will do.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from factcheck.assisted.amounts import Unusable
from factcheck.assisted.formulas import Outcome
from factcheck.binding.scene import Scene
from factcheck.reading.sentences import Token
from factcheck.stating.context import Context, context_of, stats_in
from factcheck.stating.estimates import worked_out
from factcheck.stating.over import quoted
from factcheck.stating.parts import Atom, Statement, statements_in
from factcheck.stating.values import STATS, value_of
from factcheck.stating.words import grade_of, parts

_PLAIN = ("ranks", "pattern", "same", "so", "exactly", "follows", "keep", "happen", "becomes", "gives", "even", "all", "by", "howmany", "reversed", "differ", "replace", "changes", "not", "from")  # fmt: skip
_RANK = re.compile(r"p(95|99)$", re.I)
_AS_WELL = re.compile(r"(?<!\w)так же(?!\w)", re.I)
_AS = re.compile(r"(?<!\w)как(?!\w)", re.I)
_LISTED = re.compile(r"\bas follows\b|(?<!\w)(?:так(?:ой|ов|ая|ова|ое|ово)|следующ\w+)(?!\w)(?! же)", re.I)
_ROUGHLY = 0.05  # a "pattern" that two metrics share is drawn less sharply than an order
_MOST = 6
_WAYS = ("up", "down", "monotone")
_BUT = re.compile(
    r"\b(?:except|apart from|aside|but for|save for|other than|out of (?:line|step)|unless|swap\w*|trad(?:e|es|ed|ing) places)\b|(?<!\w)(?:кроме|исключени\w+|разве|выбива\w+|если не|меня\w+ местами)(?!\w)",
    re.I,
)

Held = tuple[str, str | None]  # a metric, and its statistic where one is said


@dataclass(slots=True)
class _Named:
    """A metric, a statistic or both, as the clause names them."""

    metric: str | None = None
    stat: str | None = None
    called: tuple[str, ...] = ()  # metrics that the name of the statistic stands for: "p99"


def outcomes_ranking(scene: Scene, first: int, last: int, _: object = None) -> list[Outcome]:
    """What a clause says that sets one order of the levels beside another; nothing where it is not read as a whole."""
    if scene.matches(_BUT):
        return []
    statements = [s for s in statements_in(scene, first, last) if s.places("ranks", "pattern")]
    if not statements:
        return []
    context = context_of(scene, first)
    found: list[Outcome] = []
    for formula in dict.fromkeys(f for s in statements for f in rankings(s, context)):
        try:
            found.append(worked_out(scene, formula, []))
        except Unusable:
            return []
    return found


def rankings(s: Statement, context: Context) -> list[str]:
    """The readings of a statement on two orders."""
    named = _named(s)
    kind = _kind(s, named)
    if kind is None or not s.is_done(*_PLAIN):
        return []
    alike, hair = kind
    if len(named) == 2:
        rows = [(one, two) for one in _options(s, named[0], named[1], context) for two in _options(s, named[1], named[0], context)]  # fmt: skip
        chosen = [list(s.scene.vocabulary.level_ids)]
    else:
        before = _stretch_before(s.scene, s.atoms[0].first)
        if before is None or context.foreign:
            return []
        own, others = _options(s, named[0], None, context), _ordered_by(s, *before)
        rows = [(one, two) for one in own for two in others]
        if named[0].metric is None and any(one[0] == two[0] for one, two in rows):  # another statistic of the same
            rows = [(one, two) for one, two in rows if one[0] == two[0]]
        chosen = _levels_of(s, *before)
    rows = [(one, two) for one, two in dict.fromkeys(rows) if one != two]
    if not rows or len(rows) * len(chosen) > _MOST:
        return []
    return [f for (one, two), levels in itertools.product(rows, chosen) for f in _formulas(s, one, two, levels, alike, hair)]  # fmt: skip


# -- what is said -----------------------------------------------------------------------------------------------------


def _kind(s: Statement, named: list[_Named]) -> tuple[str, float] | None:
    """Whether the orders are alike, reversed or differ, and how sharply that is said; None where nothing of the kind is."""
    text = s.scene.text_of(s.atoms[0].first, s.atoms[-1].last)
    if not 1 <= len(named) <= 2 or s.of("level") or _LISTED.search(text):
        return None
    if any(not s.atoms[at].is_("ranks") for at in s.places("near", "nearly", "about", "hardly")):
        return None
    if any(s.atoms[at].value != str(len(s.scene.vocabulary.level_ids)) for at in s.places("howmany")):
        return None
    same = bool(s.places("same") or _AS_WELL.search(text) or len(named) == 2 and (s.places("so") or _AS.search(text)))
    turned, denied = bool(s.places("reversed")), bool(s.places("not"))
    differs = any(not s.atoms[at].is_("reversed") for at in s.places("differ", "replace", "changes"))
    if same + turned + differs > 1 or denied and not same:
        return None
    hair = 0.0
    if not s.places("ranks"):
        if not (s.places("pattern") and s.places("follows") and len(named) == 2) or turned or differs or denied:
            return None
        same, hair = True, _ROUGHLY
    if not (same or turned or differs):
        return None
    return ("against" if turned else "not" if differs or denied else "alike"), hair


def _named(s: Statement) -> list[_Named]:
    """The metrics and statistics that a statement names, each with its other half; nothing where two stand in one, or a number beside them."""
    found: list[_Named] = []
    now: _Named | None = None
    if len({s.atoms[at].text.lower() for at in s.of("metric")}) < len({s.atoms[at].value for at in s.of("metric")}):
        return []  # one name is one metric
    for at, atom in enumerate(s.atoms):
        stat = _stat_of(atom)
        if atom.kind == "number" and stat is None:
            return []
        if stat is not None and at and s.atoms[at - 1].first == atom.first:
            s.read.add(at)  # "p99" as a metric and its statistic
        elif atom.kind == "metric" or stat is not None:
            if now is None:
                now = _Named()
                found.append(now)
            if stat is None and now.metric or stat is not None and now.stat:
                return []
            if stat is None:
                now.metric = atom.value
            else:
                now.stat, now.called = stat, _called(s.scene, atom)
                s.read.add(at)
        elif atom.kind == "factor" or atom.kind == "word" and (not atom.is_("fill") or atom.text.lower() in ("что", "как", "as")):  # fmt: skip
            now = None
    return found


def _stat_of(atom: Atom) -> str | None:
    """The statistic that an atom names: "median", "p95", "the 99th"."""
    if atom.kind in ("number", "metric"):
        rank = _RANK.match(atom.text)
        return f"p{rank[1]}" if rank is not None else None
    return next((stat for stat in ("mean", *STATS) if atom.is_(f"stat.{stat}")), None)


def _called(scene: Scene, atom: Atom) -> tuple[str, ...]:
    """The metrics that have a statistic for their name."""
    return tuple(sorted({one for m in scene.mentions.metrics if m.first == atom.first and m.last <= atom.last for one in m.metrics}))  # fmt: skip


# -- what it is said of -----------------------------------------------------------------------------------------------


def _options(s: Statement, one: _Named, other: _Named | None, context: Context) -> list[Held]:
    """The metric with its statistic that a name may stand for."""
    vocabulary = s.scene.vocabulary
    if one.metric is not None:
        return _known(s, [(one.metric, one.stat)])
    if one.called and not any(one.stat in vocabulary.stats_of(metric) for metric in one.called):
        return _known(s, [(metric, None) for metric in one.called])
    near = [other.metric] if other is not None and other.metric is not None else context.metrics
    found = _known(s, [(metric, one.stat) for metric in near])
    if found or one.stat in (None, "mean"):
        return found
    holders = [metric.id for metric in vocabulary.facts.metrics if one.stat in vocabulary.stats_of(metric.id)]
    return _known(s, [(holders[0], one.stat)]) if len(holders) == 1 else []


def _known(s: Statement, rows: list[Held]) -> list[Held]:
    """Those that the facts hold for every level."""
    vocabulary = s.scene.vocabulary
    plain = [(metric, None if stat == "mean" else stat) for metric, stat in rows]
    return [(m, stat) for m, stat in plain if all(vocabulary.central(m, level, stat) is not None for level in vocabulary.level_ids)]  # fmt: skip


def _stretch_before(scene: Scene, first: int) -> tuple[Scene, int] | None:
    """The stretch before a clause that orders the levels, with its end: in the sentence, or the sentence before."""
    own = any(m.metrics and m.last < first for m in scene.mentions.metrics)
    former = scene.former or scene.end_of_block_before("item", "paragraph")
    where, stop = (scene, first) if own else (former, len(former.tokens) if former is not None else 0)
    return (where, stop) if where is not None and _orders(where, where.tokens[:stop]) else None


def _orders(scene: Scene, row: list[Token]) -> bool:
    """Whether tokens say which level is above which: by a rank, a comparison, a way or a row of values."""
    held = scene.mentions.level_tokens
    values = [t for t in row if t.number is not None and t.number.is_value and t.index not in held]
    grades = [grade_of(t.text) for t in row if t.is_word]
    return (
        len(values) >= len(scene.vocabulary.level_ids)
        or any(grade is not None and grade.grade in ("cmp", "sup") for grade in grades)
        or any(concept.split(".")[0] in _WAYS for t in row for concept in t.concepts)
        or any("ranks" in parts().get((key,), ()) for t in row for key in (t.lower, *t.stems))
    )


def _ordered_by(s: Statement, where: Scene, stop: int) -> list[Held]:
    """What the levels are ordered by in a stretch: each metric that it names, with each statistic."""
    metrics = [one for m in where.mentions.metrics if m.last < stop and not m.modifier for one in sorted(m.metrics)]
    stats = stats_in(where.tokens[:stop])
    held = {metric: _known(s, [(metric, stat) for stat in stats]) or _known(s, [(metric, None)]) for metric in metrics}
    return [one for rows in held.values() for one in rows]


def _levels_of(s: Statement, where: Scene, stop: int) -> list[list[str]]:
    """All levels, and those of which a stretch speaks where these are only some; the two that it compares alone: "p99 is better than the base" under a heading."""
    known = list(s.scene.vocabulary.level_ids)
    spoken = {one for m in where.mentions.levels if m.first < stop for one in m.ids}
    compared = any(m.role == "than" for m in where.mentions.levels if m.first < stop)
    if compared and len(spoken) == 1:
        spoken |= where.inherited_levels
    some = [level for level in known if level in spoken]
    if len(some) == 2 and compared:
        return [some]
    return [known, some] if 2 <= len(some) < len(known) else [known]


# -- formulas ---------------------------------------------------------------------------------------------------------


def _formulas(s: Statement, one: Held, two: Held, levels: list[str], alike: str, hair: float) -> list[str]:
    """Both orders held against each other, by value and where the better ends differ by merit."""
    better = s.scene.vocabulary.better
    rows = ", ".join(f"[{', '.join(value_of(*held)(quoted(level)) for level in levels)}]" for held in (one, two))
    args = f"{rows}, {hair}" if hair else rows
    straight, turned = (f"ranks_{way}({args})" for way in (("against", "alike") if alike == "against" else ("alike", "against")))  # fmt: skip
    if one[0] == two[0] or better(one[0]) == better(two[0]) is not None:
        found = [straight]
    elif better(one[0]) and better(two[0]):
        found = [f"{straight} or {turned}"]
    else:  # neither end is better: what is not so by value may be so in the writer's eyes
        found = [straight, f"{straight} or {turned}"]
    return [f"not ({formula})" for formula in found] if alike == "not" else found
