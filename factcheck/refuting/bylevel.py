"""Refuses a value of a row that names its levels: "I/O wait by level: 0.0% (off), 2.2% (local), 1.5% (on)" where local has another.

The row is of the metric whose whole name stands before it, and of the statistic that all the others have at their levels (or that all have,
in another order). What else the number may be elsewhere does not save it. Only refutes.
"""

from __future__ import annotations

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling

_JOINTS = {",", "и", "and", ";", "but", "но", "а", "then", "затем"}
_STATS = ("mean", "median", "share", "max", "min", "p95", "p99", "stddev", "last", "count")


def judge_rows_by_level(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each value that its level does not have."""
    if scene.block.kind not in ("paragraph", "item", "lead"):
        return []
    found: list[Ruled] = []
    for row in _rows(scene, bounds):
        metric = _metric_before(scene, row[0][0].place)
        for bound, fact in _misplaced(scene, row, metric) if metric is not None else []:
            if bound.verdict != "contradicted":
                value = f"{fact.value:g}"
                ruling = Ruling("contradicted", f"{fact.name} is {value}", f"{fact.name} равно {value}", (fact.name,), value)  # fmt: skip
                found.append((bound.place, bound.place, "value", ruling))
    return found


def _rows(scene: Scene, bounds: dict[int, Bound]) -> list[list[tuple[Bound, str]]]:
    """Rows of plain values, each with its one level in brackets right behind it."""
    tokens = scene.tokens
    rows: list[list[tuple[Bound, str]]] = []
    end = -9
    for place, bound in sorted(bounds.items()):
        level = next(
            (m for m in scene.mentions.levels if m.first == place + 2 and len(m.ids) == 1 and not m.group), None
        )
        number = bound.number
        plain = number.kind == "value" and number.high is None and number.hedge is None and not number.signed
        if level is None or not plain or tokens[place + 1].text != "(":
            continue
        close = level.last + 1
        if close >= len(tokens) or tokens[close].text != ")":
            continue
        joined = place - end <= 2 and all(t.lower in _JOINTS for t in tokens[end + 1 : place])
        if not joined:
            rows.append([])
        rows[-1].append((bound, next(iter(level.ids))))
        end = close
    return [row for row in rows if len(row) >= 2 and len({level for _, level in row}) == len(row)]


def _metric_before(scene: Scene, place: int) -> str | None:
    """The metric that is named last before the row, where nothing but small words and no number stands between."""
    named = [m for m in scene.mentions.metrics if m.metrics and not m.modifier and m.last < place]
    if not named or not named[-1].exact or len(named[-1].metrics) != 1 or place - named[-1].last > 8:
        return None
    between = scene.tokens[named[-1].last + 1 : place]
    if any(t.number is not None or t.text == ";" for t in between):
        return None
    return next(iter(named[-1].metrics))


def _misplaced(scene: Scene, row: list[tuple[Bound, str]], metric: str) -> list[tuple[Bound, Fact]]:
    """The values that break the row, with what stands there in the facts; none where the row is of no statistic."""
    best: list[tuple[Bound, Fact]] | None = None
    for stat in _STATS:
        held = [scene.vocabulary.central(metric, level, stat) for _, level in row]
        facts = [fact for fact in held if fact is not None]
        if len(facts) < len(row):
            continue
        wrong = [
            (bound, fact) for (bound, _), fact in zip(row, facts, strict=True) if not _is_scoped(scene, bound, fact)
        ]
        if not wrong:
            return []
        swapped = all(any(_is(scene, bound, fact) for fact in facts) for bound, _ in wrong) and len(wrong) >= 2
        single = len(wrong) == 1 and len(row) >= 3
        if (swapped or single) and (best is None or len(wrong) < len(best)):
            best = wrong
    return best or []


def _is_scoped(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether the number is the fact, or where this is of one scope of several (timed checkpoints, requested ones) that of another."""
    alike = [fact]
    if fact.scope not in (None, "run"):
        told = scene.vocabulary.facts.facts
        alike += [
            f for f in told if (f.metric, f.level, f.stat, f.run) == (fact.metric, fact.level, fact.stat, fact.run)
        ]
    return any(_is(scene, bound, one) for one in alike)


def _is(scene: Scene, bound: Bound, fact: Fact) -> bool:
    return agrees(bound.number, in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(fact.metric)))
