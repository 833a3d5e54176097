"""Holds what is said of the place of two extremes to both: "queries per hour and memory peak in the same cell", "the highest rate and its smallest deviation are at different settings".

Each extreme may be of several rows (`binding/subjects.py`); it is refuted only when no choice of them agrees. Only refutes.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases, refuted
from factcheck.binding.subjects import Row, rows_of, stat_in
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.judging.verdicts import Ruled

_NOUN_EN = r"(?:cells?|levels?|settings?|values?|configurations?|points?|runs?|sizes?|variants?)"
_NOUN_RU = r"(?:значени\w+|уровн\w+|настройк\w+|прогон\w*|конфигураци\w+|вариант\w*|точк\w+|ячейк\w+)"
_WHERE = re.compile(
    rf"(?P<same>\b(?:in|at|on|under|with) the (?:very )?same {_NOUN_EN}|(?<!\w)(?:в|на|при) одн\w+ и (?:том|той|тех) же {_NOUN_RU})|"
    rf"(?P<apart>\b(?:in|at|on|under|with) (?:two )?different {_NOUN_EN}|(?<!\w)(?:в|на|при) разных {_NOUN_RU})",
    re.I,
)
_PEAKS = re.compile(r"^(?:peak|peaks|culminate|culminates|достигают|максимальны|максимумы)$", re.I)


def judge_coinciding(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each pair of extremes that are told to be together or apart and are not."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found = []
    for phrase in phrases(scene, _WHERE):
        sides = _sides(scene, phrase)
        if len(sides) != 2 or is_negated(scene, phrase.first) or is_hedged(scene, phrase.first):
            continue
        tops = [[top for row, kind in side if (top := _top(scene, row, kind))] for side in sides]
        together = [one == two and len(one) == 1 for one, two in itertools.product(*tops)]
        meet = [bool(one & two) for one, two in itertools.product(*tops)]
        wrong = not any(meet) if phrase.match.group("same") else all(together)
        if all(tops) and wrong:
            text = "; ".join(
                f"{side[0][0]}: {', '.join(sorted(top[0]))}" for side, top in zip(sides, tops, strict=True)
            )
            span = Phrase(phrase.match, min(phrase.first, 0), phrase.last)
            found.append(refuted(span, "best", text, (), text))
    return found


def _sides(scene: Scene, phrase: Phrase) -> list[list[tuple[Row, str]]]:
    """The two extremes told before the words: each metric (or its spread) with the superlative that stands by it."""
    tokens = scene.tokens[: phrase.first]
    both = next((t for t in tokens if _PEAKS.match(t.text)), None)
    named = [m for m in scene.mentions.metrics if m.last < phrase.first and m.exact and not m.modifier and m.metrics]
    words = [(t.index, kind) for t in tokens if (kind := superlative_kind(scene, t)) in ("max", "min", "best", "worst")]
    if both is not None and len(named) == 2:
        return [_rows(scene, m.metrics, m.first, "max") for m in named]
    if len(words) != 2 or not named or len(named) > 2:
        return []
    sides = []
    for at, (place, kind) in enumerate(words):
        end = words[at + 1][0] if at + 1 < len(words) else phrase.first
        own = [m for m in named if place <= m.first < end]
        spread = stat_in(scene, place, end - 1, place) if not own or at else None
        if own or spread in ("spread", "cv") and len(named) == 1:
            metrics = (own or named)[0].metrics
            sides.append(
                [(row, kind or "") for row in rows_of(scene, metrics, spread)]
                if spread
                else _rows(scene, metrics, place, kind or "")
            )
    return sides


def _rows(scene: Scene, metrics: frozenset[str], place: int, kind: str) -> list[tuple[Row, str]]:
    said = stat_in(scene, max(0, place - 2), place - 1, place)
    stats: list[str | None] = [said] if said else [None, "max" if kind == "max" else "min" if kind == "min" else None]
    return [(row, kind) for stat in dict.fromkeys(stats) for row in rows_of(scene, metrics, stat)]


def _top(scene: Scene, row: Row, kind: str) -> frozenset[str]:
    """The levels where a row has its extreme."""
    held = {level: value for level in scene.vocabulary.level_ids if (value := row.at(scene, level)) is not None}
    better = scene.vocabulary.better(row.metric)
    if kind in ("best", "worst"):
        if better is None:
            return frozenset()
        kind = "max" if (better == "higher") == (kind == "best") else "min"
    if len(held) < len(scene.vocabulary.level_ids):
        return frozenset()
    edge = max(held.values()) if kind == "max" else min(held.values())
    return frozenset(level for level, value in held.items() if value == edge)
