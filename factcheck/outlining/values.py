"""What the facts hold of a piece: the value of a metric at a level, which side is meant, and which metrics a piece is of."""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import shown
from factcheck.binding.operands import has_speed
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.forms.result import Claim
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.outlining.outline import Piece
from factcheck.outlining.words import measured_by
from factcheck.reading.concepts import akin
from factcheck.reading.numbers import Number
from factcheck.reading.units import convert
from factcheck.reading.words import stems
from factcheck.stating.orders.parts import Part

_SIGNS = {"higher": 1, "lower": -1, "up": 1, "down": -1, "max": 1, "min": -1, "exceeds": 1, "under": -1, "ge": 1, "le": -1}  # fmt: skip
_JUDGED = {"better": 1, "worse": -1, "good": 1, "bad": -1, "best": 1, "worst": -1, "wins": 1, "loses": -1, "surpasses": 1}  # fmt: skip


def value(scene: Scene, metric: str, level: str) -> float | None:
    """The value of a metric at a level, as it is displayed."""
    fact = fact_at(scene, metric, level)
    return shown(fact) if fact is not None else None


def fact_at(scene: Scene, metric: str, level: str) -> Fact | None:
    """The fact that stands for a metric at a level: of the statistic that the sentence names, where the metric has it; none of several."""
    named = {told for t in scene.tokens for told in (t.statistic, t.rank) if told is not None} & set(
        scene.vocabulary.stats_of(metric)
    )
    if len(named) > 1:
        return None
    stat = next(iter(named), None)
    return scene.vocabulary.central(metric, level, stat)


def metrics_named(scene: Scene) -> set[str]:
    """The metrics that a sentence names."""
    return {metric for mention in scene.mentions.metrics for metric in mention.metrics}


def metrics_in_unit(scene: Scene, number: Number) -> list[str]:
    """The metrics that are measured in the unit of a number."""
    if number.unit is None:
        return []
    return [metric for metric in scene.vocabulary.metrics if (own := scene.vocabulary.unit_of(metric)) is not None and own.dimension == number.dimension]  # fmt: skip


def in_unit_of(scene: Scene, metric: str, number: Number, amounts: list[float]) -> list[float]:
    """Amounts of a metric in the unit of a number; none where they cannot be told in it."""
    own = scene.vocabulary.unit_of(metric)
    if number.unit is None:
        return amounts
    if own is None:
        return amounts if number.dimension == "frequency" else []
    return [found for one in amounts for found in convert(one, own, number.unit)]


def tokens_of(scene: Scene, claim: Claim) -> set[int]:
    """The tokens of a sentence that a claim covers; none where it stands in another sentence of the line."""
    return {scene.places[claim.line, at] for at in range(claim.start, claim.end) if (claim.line, at) in scene.places}


def amounts_of(scene: Scene, claim: Claim) -> list[tuple[int, Number]]:
    """The numbers of a claim that are no levels, by their tokens."""
    own = sorted(tokens_of(scene, claim) - scene.mentions.level_tokens)
    return [(at, number) for at in own if (number := scene.tokens[at].number) is not None and number.is_value]


def row(scene: Scene, metric: str, levels: list[str]) -> dict[str, float]:
    """The values at these levels; empty where one is missing."""
    found = {level: value(scene, metric, level) for level in levels}
    return {} if None in found.values() else {level: told for level, told in found.items() if told is not None}


_MILLIONS, _THOUSANDS = re.compile(r"(?:_|\b)(?:mln|millions?|млн)(?:_|\b)", re.I), re.compile(r"(?:_|\b)(?:k|thousands?|тыс|krows|kops)(?:_|\b)", re.I)  # fmt: skip


def scale_of(metric: str) -> float:
    """What a metric is told in by its head: 1e6 for "dead_tuples_mln"."""
    return 1e6 if _MILLIONS.search(metric) else 1e3 if _THOUSANDS.search(metric) else 1.0


def sign(scene: Scene, part: Part, metric: str) -> int:
    """+1 where a word says more of the metric, -1 where less, 0 where that cannot be told."""
    found = {_SIGNS[sense] for sense in part.senses if sense in _SIGNS}
    if not found:
        good = {"higher": 1, "lower": -1}.get(scene.vocabulary.better(metric) or "", 0)
        if part.has("fast") and not has_speed(scene, metric):
            return 0
        found = {_JUDGED[sense] * good for sense in part.senses if sense in _JUDGED}
    return found.pop() if len(found) == 1 else 0


def metrics_of(scene: Scene, piece: Piece, relation: Part | None = None) -> list[tuple[str, ...]]:
    """The metrics that a piece is of, each as the ids that its name may mean; by a word of speed alone, all that measure speed, as one."""
    if relation is not None and relation.has("fast") and (not piece.metrics or piece.lent):
        speeds = tuple(m for m in scene.vocabulary.metrics if has_speed(scene, m) and scene.vocabulary.better(m))
        return [speeds] if speeds else []
    if (not piece.metrics or piece.lent) and (ids := measured(scene, piece)):
        return [ids]
    return list(dict.fromkeys(part.ids for part in (piece.metrics if relation is None else nearest(piece, relation))))


def measured(scene: Scene, piece: Piece) -> tuple[str, ...]:
    """The metrics of what the adjectives of a piece measure, where it names none: "the cheapest offer", "twice as large as"."""
    found: dict[str, None] = {}
    for token in scene.tokens[piece.first : piece.last + 1]:
        what = measured_by(token) if token.is_word else None
        if what == "time":
            found |= {m: None for m in scene.vocabulary.metrics if (unit := scene.vocabulary.unit_of(m)) is not None and unit.dimension == "time"}  # fmt: skip
        elif what is not None:
            words = akin(frozenset(stems(what)))
            found |= {name_of: None for name in scene.vocabulary.names if name.known and any(word & words for word in name.words) for name_of in sorted(name.metrics)}  # fmt: skip
    return tuple(found)


def nearest(piece: Piece, relation: Part) -> list[Part]:
    """The metrics that a word is said of, of several: the group joined by "and" that follows it closely, or else the one that stands nearest."""
    groups: list[list[Part]] = []
    for part in piece.metrics:
        between = [p for p in piece.parts if groups and groups[-1][-1].last < p.first < part.first]
        if groups and all(p.text in _JOINTS for p in between):
            groups[-1].append(part)
        else:
            groups.append([part])
    if len(groups) < 2:
        return piece.metrics
    behind = next((group for group in groups if 0 < group[0].first - relation.last <= 4), None)
    return behind or min(groups, key=lambda group: min(abs(part.first - relation.first) for part in group))


_JOINTS = {"and", "и", ",", "both", "in", "по", "или", "or", "the", "on"}


def cells_named(scene: Scene) -> list[str]:
    """The levels that a sentence names; in a grid the cells that levels of all factors make together, none where a factor is not named."""
    mentions = [m for m in scene.mentions.levels if not m.group]
    factors = len(scene.vocabulary.facts.experiment.factors)
    if factors <= 1:
        return list(dict.fromkeys(next(iter(m.ids)) for m in mentions if len(m.ids) == 1))
    whole = [m.ids for m in mentions if len(m.ids) == 1]
    by_factor = [list(dict.fromkeys(m.ids for m in mentions if m.factor == factor and len(m.ids) > 1)) for factor in range(factors)]  # fmt: skip
    if all(by_factor):
        whole += [frozenset.intersection(*row) for row in itertools.product(*by_factor)]
    return list(dict.fromkeys(next(iter(cell)) for cell in whole if len(cell) == 1))


def before_and_after(scene: Scene) -> tuple[str, str] | None:
    """The two levels of a table of before and after, in this order; None of any other table."""
    levels = scene.vocabulary.level_ids
    called = [level.lower() for level in levels]
    first = [at for at, level in enumerate(called) if level in ("before", "old", "до", "было", "старая", "старый")]
    return (levels[first[0]], levels[1 - first[0]]) if len(levels) == 2 and len(first) == 1 else None


def rows_through(scene: Scene, level: str) -> list[list[str]]:
    """The rows of levels in which one stands: all; in a grid, one row for each factor, with the others as they are."""
    every = scene.vocabulary.level_ids
    factors = len(scene.vocabulary.facts.experiment.factors)
    if factors <= 1:
        return [list(every)]
    return [[other for other in every if other == level or scene.vocabulary.apart(level, other) == [factor]] for factor in range(factors)]  # fmt: skip


def levels_of(scene: Scene, piece: Piece) -> list[str]:
    """The levels that a statement on all of them is of: all, or in a grid those with what the piece names."""
    every = scene.vocabulary.level_ids
    if len(scene.vocabulary.facts.experiment.factors) <= 1:
        return list(every)
    cells = frozenset(every)
    for part in piece.levels:
        cells &= frozenset(part.ids)
    return [level for level in every if level in cells]


def row_told(metric: str, told: dict[str, float]) -> str:
    """The values of a metric as a reason tells them."""
    return f"{metric}: " + ", ".join(f"{level}: {held:g}" for level, held in told.items())


def refused(piece: Piece, predicate: str, told: dict[str, float], metric: str) -> Ruled:
    """The refusal of a piece, with the values that speak against it."""
    text = row_told(metric, told)
    return (piece.first, piece.last, predicate, Ruling("contradicted", text, text, (), text))
