"""Holds a share of the machine's memory or of the run's time to their sizes: "10.4 GB, that is 40% of all RAM", "the drops lasted 14 minutes, a fifth of the test".

The size of the whole is among the facts of the environment, the part is told before or is the length of the drops. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.environment import entries
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.judging.windows import length_of, windows_at
from factcheck.reading.numbers import Number
from factcheck.reading.units import convert, unit_named
from factcheck.rereading.beside import little_more, part_agrees

_OF = r"^\W*(?:of|from|от|из)?\s*(?:all\s+|the\s+|its\s+|our\s+|total\s+|whole\s+|entire\s+|installed\s+|server's\s+|machine's\s+|всей\s+|всего\s+|общей\s+|физическ\w+\s+){0,3}"
_MEMORY = re.compile(_OF + r"(?:ram|memory|оперативк\w+|оперативной памяти|памяти|озу)(?!\w)", re.I)
_RUN = re.compile(
    _OF
    + r"(?:[\w/.-]+\s+)?(?:run|test|experiment|measurement)(?:'s (?:time|length|duration))?(?!\w)|"
    + _OF
    + r"(?:времени\s+)?(?:теста|прогона|испытания|эксперимента|замера)(?!\w)",
    re.I,
)
_DROPS = re.compile(r"\b(?:drops?|dips?|stalls?|crises|crisis|troughs?|outages?|collapses?)\b|(?<!\w)(?:просад|кризис|провал|падени|спад|остановк)\w*", re.I)  # fmt: skip
_LENGTHS = (
    "duration_min",
    "run_min",
    "run_minutes",
    "duration_minutes",
    "duration_h",
    "run_hours",
    "duration_s",
    "run_s",
)


def judge_whole_sizes(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each share that the sizes of part and whole refute."""
    found: list[Ruled] = []
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return found
    for place, bound in sorted(bounds.items()):
        number = bound.number
        if not number.fraction and number.dimension != "percent" or number.high is not None or bound.verdict == "contradicted":  # fmt: skip
            continue
        exact = not number.fraction and number.hedge is None
        if exact and agrees(number, [w.depth_pct for w in scene.vocabulary.facts.windows if w.depth_pct is not None]):
            continue  # "the deepest, 58.8%, struck run 10": how deep a drop was
        behind = scene.sentence.text[scene.tokens[place].end - scene.tokens[0].start :]
        parts = _of_memory(scene, place) if _MEMORY.match(behind) else _of_run(scene) if _RUN.match(behind) else []
        if parts and not any(_fits(scene, place, number, part) for part in parts):
            text = f"{parts[0]:.3g}%"
            found.append((place, place, "share", Ruling("contradicted", f"it is {text}", f"это {text}", (), text)))
    return found


def _of_memory(scene: Scene, place: int) -> list[float]:
    """What part of the memory the sizes told before are, in percent."""
    whole = next((value for key, value, _ in entries(scene) if key.lower() in ("ram_gb", "memory_gb", "ram")), None)
    if not whole:
        return []
    told: list[float] = []
    aside = scene.tokens[place + 1 : place + 7]
    opened = next((t.index for t in aside if t.text == "("), None)
    if opened is not None and (size := scene.tokens[opened + 1].number) is not None and size.dimension == "bytes":
        return [
            value / whole * 100 for value in convert(size.low_value(), size.unit, unit_named("GB"))
        ]  # "a quarter of RAM (16 GB)"
    for of in (scene, *scene.before()):
        if len(told) >= 6:
            break
        for at, bound in of.bounds.items():
            number = bound.number
            if (of is not scene or at < place) and number.dimension == "bytes" and number.unit is not None:
                size = number.low_value() * _pages(of, at)
                told += [value / whole * 100 for value in convert(size, number.unit, unit_named("GB"))]
    return told


def _pages(scene: Scene, place: int) -> float:
    """How many there are of a size: "209715 x 8kB"."""
    before = scene.bounds.get(place - 1)
    return before.number.low_value() if before is not None and before.number.kind == "times" else 1.0


def _of_run(scene: Scene) -> list[float]:
    """What part of a run its drops took: each, and those of a level and of a run together; empty where no drop is spoken of."""
    texts = [scene.sentence.text] + ([scene.former.sentence.text] if scene.former is not None else [])
    heads = [block.text for block in scene.surroundings[:2]]
    whole = _length(scene)
    if whole is None or not any(_DROPS.search(text) for text in (*texts, *heads)):
        return []
    levels = frozenset().union(*(m.ids for m in scene.mentions.levels)) or scene.inherited_levels
    rows: dict[str | None, list[float]] = {}
    for window in windows_at(scene, levels or None):
        if (length := length_of(window)) is not None:
            rows.setdefault(window.level, []).append(length)
            rows.setdefault(f"{window.level} {window.run}", []).append(length)
    every = [sum(row) for row in rows.values()] + [length for row in rows.values() for length in row]
    every.append(sum(sum(row) for level, row in rows.items() if level in scene.vocabulary.level_ids))
    return [100 * part / whole for part in every if part]


def _length(scene: Scene) -> float | None:
    for key, value, _ in entries(scene):
        if key.lower() in _LENGTHS:
            return value * (
                60 if key.lower().endswith(("_h", "hours")) else 1 / 60 if key.lower().endswith("_s") else 1
            )
    return None


def _fits(scene: Scene, place: int, number: Number, percent: float) -> bool:
    if number.fraction:
        return part_agrees(number, percent / 100, little=little_more(scene, place))
    told, size = number.low_value(), number.readings[0].quantum or 1.0
    if number.hedge in ("over", "under"):
        return percent >= told * 0.97 if number.hedge == "over" else percent <= told * 1.03
    return abs(percent - told) <= max(size, (0.1 if number.hedge else 0.03) * told)
