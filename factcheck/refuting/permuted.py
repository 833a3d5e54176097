"""Refuses a row whose values are those of a metric at its levels, each once, in an order that no one tells: "8122 → 9684 → 9239 → 7410".

A row of three and more goes along the levels, or against them, or as the levels are named beside it; an arrow between two leads from the former
of them to the latter. What else the single values may be does not save the row. Only refutes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.binding.agreement import significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.mentions import Mentions
from factcheck.binding.rows import states
from factcheck.binding.scene import Scene
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.forms.facts import Fact
from factcheck.judging.lines import orders_of
from factcheck.judging.verdicts import Ruled, Ruling

_ARROWS = {"→", "->", "⟶", "⇒"}
_JOINTS = {*_ARROWS, "/", ",", ";", "|", "(", ")", "and", "then", "и", "то", "затем", "а", "потом", "later"}
_FIRM = 6  # digits that a row must show together
_GAP = 7
_RANKED = re.compile(
    r"\b(?:sorted|ranked|ranking|in (?:ascending|descending|increasing|decreasing) order|from (?:the )?(?:best|worst|highest|lowest|largest|smallest)|in order of)\b"
    r"|(?<!\w)(?:по (?:убыванию|возрастанию)|от (?:лучш|худш|больш|меньш|наиболь|наимень)\w+|в порядке (?:убывания|возрастания)|отсортирован\w*|ранжир\w*)",
    re.I,
)
#: "Going back to 1GB (35 → 11)": the levels are told from the latter to the former.
BACK = re.compile(
    r"\b(?:back|return\w*|undo|revert\w*|without)\b|(?<!\w)(?:обратно|назад|возвра\w+|вернуть\w*|без)(?!\w)", re.I
)
_Series = dict[str, Fact]


def judge_permuted(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each row whose values stand in the places of one another."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.matches(_RANKED):
        return []
    found: list[Ruled] = []
    for row in _rows(scene, bounds):
        told = _permuted(scene, row) if len(row) > 2 else _backwards(scene, row)
        if told is not None and any(bound.verdict != "contradicted" for bound in row):
            text = " / ".join(bound.number.text for bound in row)
            right = ", ".join(f"{level}: {fact.value:g}" for level, fact in told.items())
            ruling = Ruling(
                "contradicted", f"these are not the values in the order of the levels: {text} ({right})",
                f"это не значения в порядке уровней: {text} ({right})", tuple(fact.name for fact in told.values()), right,
            )  # fmt: skip
            found.append((row[0].place, row[-1].place, "order", ruling))
    return found


def _rows(scene: Scene, bounds: dict[int, Bound]) -> Iterator[list[Bound]]:
    """Plain numbers with nothing but marks, small words and levels between; two only where an arrow joins them."""
    taken = {i for m in scene.mentions.levels for i in range(m.first, m.last + 1)}
    row: list[Bound] = []
    for place in [*sorted(bounds), None]:
        bound = bounds[place] if place is not None else None
        plain = bound is not None and bound.number.kind == "value" and bound.number.high is None and not bound.number.fraction  # fmt: skip
        gap = scene.tokens[row[-1].place + 1 : place] if row and place is not None else []
        joined = bool(gap) and len(gap) <= _GAP and all(t.lower in _JOINTS or t.index in taken for t in gap)
        alike = joined and bound is not None and row[-1].number.dimension in (None, bound.number.dimension)
        if plain and alike and bound is not None:
            row.append(bound)
            continue
        arrow = len(row) == 2 and {t.lower for t in scene.tokens[row[0].place + 1 : row[1].place]} <= _ARROWS
        if len(row) > 2 or arrow:
            yield row
        row = [bound] if plain and bound is not None else []


def _series(scene: Scene) -> list[tuple[tuple[str | None, ...], _Series]]:
    """The values of a metric's statistic (or of a coefficient), level by level."""
    found: dict[tuple[str | None, ...], _Series] = {}
    for fact in scene.vocabulary.facts.facts:
        if fact.level is not None and fact.run is None:
            key = (fact.metric, fact.stat, fact.partner, fact.denominator, fact.scope)
            found.setdefault(key, {})[scene.vocabulary.canonical(fact.level)] = fact
    return [(key, held) for key, held in found.items() if len(held) > 1]


def _orders(scene: Scene) -> list[list[str]]:
    """The orders that levels are told in: those of a row without levels, and every order in which they are named around."""
    found = orders_of(scene)
    around: list[Mentions] = [scene.mentions, *(scene.world.mentions_of(block) for block in scene.surroundings[:3])]
    around += [one.mentions for one in scene.before(2)]
    for mentions in around:
        named = list(dict.fromkeys(next(iter(m.ids)) for m in mentions.levels if len(m.ids) == 1))
        if len(named) > 1:
            found += [named, named[::-1]]
    return found


def _runs_along(scene: Scene, row: list[Bound], held: _Series, order: list[str]) -> bool:
    """Whether the values of a row are met one after another on the way along an order of the levels."""
    left = list(row)
    for level in order:
        if left and level in held and states(scene, left[0], held[level]):
            left.pop(0)
    return not left


def _permuted(scene: Scene, row: list[Bound]) -> _Series | None:
    """The series that a row tells in no order; None where it tells any series in one."""
    texts = [bound.number.text for bound in row]
    if sum(significant_digits(text) for text in texts) < _FIRM or len({b.number.low_value() for b in row}) < 3:
        return None
    named = {m for mention in scene.mentions.metrics for m in mention.metrics}
    own = _own_levels(scene, row)
    orders = [own] if own else _orders(scene)
    told: _Series | None = None
    for key, held in _series(scene):
        if any(_runs_along(scene, row, held, order) for order in orders):
            return None
        spoken = not named or key[0] in named or key[2] in named
        if told is None and spoken and len(held) >= len(row):
            met = _matched(scene, row, held)
            told = met if met is not None and _on_a_line(scene, met) else None
    return None if told is None or _ranked_by_another(scene, told) or _ranked_from_an_end(scene, row) else told


def _ranked_from_an_end(scene: Scene, row: list[Bound]) -> bool:
    """ "From the longest: 11.3, 8.1, 6.9 and 6.4 ms": a row by size, behind the word of its end."""
    values = [bound.number.low_value() for bound in row]
    before = scene.tokens[max(0, row[0].place - 6) : row[0].place]
    ranked = any(superlative_kind(scene, token) is not None for token in before)
    return ranked and values in (sorted(values), sorted(values, reverse=True))


def _ranked_by_another(scene: Scene, told: _Series) -> bool:
    """ "Context switches decline in step with tps: 142.6 → 128.9 → 118.3": in the order in which another metric of the sentence has the levels."""
    named = {m for mention in scene.mentions.metrics for m in mention.metrics}
    for metric in named - {fact.metric for fact in told.values()}:
        values = [fact.value for level in told if (fact := scene.vocabulary.central(metric, level)) is not None]
        if len(values) == len(told) and values in (sorted(values), sorted(values, reverse=True)):
            return True
    return False


def _own_levels(scene: Scene, row: list[Bound]) -> list[str]:
    """The levels that stand behind the numbers, "18,420 (20) → 31,760 (40)", where each has one of its own."""
    found = []
    for bound, after in zip(row, [*row[1:], None], strict=True):
        stop = after.place if after is not None else bound.place + 4
        behind = [m for m in scene.mentions.levels if bound.place < m.first < stop and len(m.ids) == 1]
        opened = bound.place + 1 < len(scene.tokens) and scene.tokens[bound.place + 1].text == "("
        if len(behind) != 1 or not opened:
            return []
        found.append(next(iter(behind[0].ids)))
    return found


def _matched(scene: Scene, row: list[Bound], held: _Series) -> _Series | None:
    """The levels whose values a row's numbers are, each another one; in the order of the row."""
    if not row:
        return {}
    for level, fact in held.items():
        if states(scene, row[0], fact):
            rest = _matched(scene, row[1:], {one: other for one, other in held.items() if one != level})
            if rest is not None:
                return {level: fact, **rest}
    return None


def _on_a_line(scene: Scene, met: _Series) -> bool:
    """Whether the levels are of one parameter, or cells of a grid that differ in one part only."""
    if len(scene.vocabulary.facts.experiment.factors) < 2:
        return True
    parts = [re.split(r"[/_,; ]+", level) for level in met]
    return len({len(one) for one in parts}) == 1 and sum(len(set(column)) > 1 for column in zip(*parts, strict=True)) == 1  # fmt: skip


def _backwards(scene: Scene, row: list[Bound]) -> _Series | None:
    """ "43.5% → 38.3%": what an arrow tells from the latter level to the former, or from the end of a run to its start."""
    one, two = row
    metrics = one.metrics & two.metrics
    if len(metrics) != 1 or one.number.low_value() == two.number.low_value():
        return None
    named = list(dict.fromkeys(next(iter(m.ids)) for m in scene.mentions.levels if len(m.ids) == 1))
    every = scene.vocabulary.level_ids
    if BACK.search(scene.sentence.text):
        return None
    told: _Series | None = None
    for key, held in _series(scene):
        if key[0] not in metrics or key[2] is not None:
            continue
        first = [level for level, fact in held.items() if states(scene, one, fact)]
        last = [level for level, fact in held.items() if states(scene, two, fact)]
        if any(every.index(a) < every.index(b) for a in first for b in last):
            return None
        if len(first) == len(last) == 1 and len(named) < 2 and named != last:
            met = {first[0]: held[first[0]], last[0]: held[last[0]]}
            told = met if _on_a_line(scene, met) else told
    return told
