"""Refuses a value told of a level that was never tried: "13.8 (50) → 12.5 (130) → 9.8 (150)", "9,8 мс против 13,8 при 60".

The value itself is right, so that the level is what is wrong; a number that no fact knows is left to the other judges. Only refutes.
"""

from __future__ import annotations

from factcheck.binding.agreement import in_unit, rounds_to
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.vocabulary import Level
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.units import convert

_AT = {"at", "with", "under", "при", "у", "на"}
_VALUE = {"value", "values", "значении", "значение", "уровне"}
_ENDS = {".", ",", ";", ")", ":", "—", "–", "→", "->", "!"}


def judge_absent_levels(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each number that stands in a level's place and is none."""
    tried = [level for level in scene.vocabulary.levels if level.number is not None]
    if scene.block.kind not in ("paragraph", "item", "lead") or len(tried) < 2:
        return []
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        plain = bound.number.kind == "value" and bound.number.high is None and bound.number.hedge is None
        in_chain = _bracketed(scene, bounds, place)
        if not plain or bound.predicate not in ("value", "design") or bound.verdict == "supported" and in_chain is None:
            continue
        value = next((v for v in (in_chain, _told_at(scene, bounds, place), _told_behind(scene, bounds, place)) if v is not None), None)  # fmt: skip
        like = [level for level in tried if _alike(bound, level)]
        if value is None or not like or any(_is(bound, level) for level in like):
            continue
        factors = {level.factor for level in like}
        numbers = {i for level in tried if level.factor in factors for i in scene.vocabulary.ids_of(level)}
        facts = [fact for fact in _told(scene, bounds[value]) if fact.level in numbers]
        held = [fact for metric in sorted({f.metric for f in facts}) for fact in scene.vocabulary.by_metric[metric]]
        if not facts or in_chain is None and any(_tells(scene, bound, fact) for fact in held):
            continue
        said, row = bound.number.text, ", ".join(level.text for level in like)
        text = f"{said} was not tried (levels: {row}); {facts[0].name} is {facts[0].value:g}"
        ru = f"уровня {said} в опыте не было (уровни: {row}); {facts[0].name} равно {facts[0].value:g}"
        found.append((value, place, "value", Ruling("contradicted", text, ru, (facts[0].name,), str(facts[0].level))))
    return found


def _bracketed(scene: Scene, bounds: dict[int, Bound], place: int) -> int | None:
    """The value right before "(130)", where another value of the sentence has a tried level in brackets behind it."""
    tokens = scene.tokens
    if place < 2 or place + 1 >= len(tokens) or tokens[place - 1].text != "(" or tokens[place + 1].text != ")":
        return None
    if not any(m.tight and m.first >= 2 and m.first - 2 in bounds for m in scene.mentions.levels):
        return None
    return place - 2 if place - 2 in bounds else None


def _told_at(scene: Scene, bounds: dict[int, Bound], place: int) -> int | None:
    """The value right before "at 60", which ends there or goes on with the factor's own name."""
    tokens = scene.tokens
    ended = place + 1 >= len(tokens) or tokens[place + 1].text in _ENDS or _names_factor(scene, place + 1)
    return place - 2 if ended and place - 2 in bounds and tokens[place - 1].lower in _AT else None


def _told_behind(scene: Scene, bounds: dict[int, Bound], place: int) -> int | None:
    """The value behind "at 60 (95.1%)" and "at 60 clients it is 95.1%"."""
    tokens = scene.tokens
    start = place - 1 - (place > 1 and tokens[place - 1].lower in _VALUE)
    if start < 0 or tokens[start].lower not in _AT or place + 2 >= len(tokens):
        return None
    if tokens[place + 1].text == "(":
        return place + 2 if place + 2 in bounds else None
    if not _names_factor(scene, place + 1):
        return None
    behind = tokens[place + 2 : place + 5]
    value = next((t.index for t in behind if t.index in bounds), None)
    return value if value is not None and not any(t.text in _ENDS for t in behind if t.index < value) else None


def _names_factor(scene: Scene, index: int) -> bool:
    return index < len(scene.tokens) and any(first <= index <= last for first, last in scene.mentions.factors)


def _alike(bound: Bound, level: Level) -> bool:
    if level.unit is None or level.unit.dimension == "count":
        return bound.number.unit is None
    return bound.number.unit is not None and bound.number.unit.dimension == level.unit.dimension


def _is(bound: Bound, level: Level) -> bool:
    return level.number is not None and any(
        abs(value - reading.value) <= 1e-9 * max(1.0, abs(value))
        for reading in bound.number.readings for value in convert(level.number, level.unit, bound.number.unit)
    )  # fmt: skip


def _told(scene: Scene, bound: Bound) -> list[Fact]:
    """The facts of the value's own metric that it tells; nothing where its metric is open or it is too round to know."""
    if sum(char.isdigit() for char in bound.number.text) < 2 or bound.number.kind != "value":
        return []
    metrics = bound.metrics or frozenset(f.metric for n in bound.facts if (f := scene.vocabulary.by_name.get(n)))
    return [fact for m in metrics for fact in scene.vocabulary.by_metric.get(m, ()) if _tells(scene, bound, fact)]


def _tells(scene: Scene, bound: Bound, fact: Fact) -> bool:
    if fact.partner is not None:
        return False
    values = in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(fact.metric))
    return any(rounds_to(value, reading) for value in values for reading in bound.number.readings)
