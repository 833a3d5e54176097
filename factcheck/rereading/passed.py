"""Reads a number as a mark that values pass: "the only one to break through 1,000 MB/s", "on the other two it is under 3 s"."""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene

_THROUGH = re.compile(
    r"\b(?:(?:break\w*|broke\w*|cross\w*|pass\w*)(?:\s+(?:through|past|beyond|above|over))?|(?:go\w*|went|get\w*|got|push\w*|climb\w*)\s+(?:through|past|beyond|above|over))\s+"
    r"(?:the\s+)?(?:mark of\s+|barrier of\s+|line of\s+)?$"
    r"|\b(?:through|past|beyond|mark of|barrier of)\s+(?:the\s+)?$|(?<!\w)(?:рубеж|отметк|планк|порог|барьер|черт)\w*\s+(?:в\s+)?$|(?<!\w)(?:перевал|переш|вы[шх]|уш|заш)\w*\s+за\s+$",
    re.I,
)
_OTHERS = re.compile(
    r"\b(?:the )?(?:other|others|rest|remaining|elsewhere|everywhere else)\b|(?<!\w)(?:остальн\w+|друг\w+|прочи\w+)(?!\w)",
    re.I,
)


def passed(scene: Scene, bound: Bound, predicate: str) -> str | None:
    """What passes the mark, in words; None where the number is none, or nothing passes it."""
    if bound.of_others:
        return None  # "no other setting went beyond 50%": whether they pass it is what is judged
    number = bound.number
    if predicate != "value" or number.high is not None or number.kind != "value":
        return None
    if _THROUGH.search(scene.block.text[max(0, number.start - 32) : number.start]):
        own = frozenset().union(*bound.levels) if bound.levels else frozenset()
        rows = [pair for metric in sorted(bound.metrics) for pair in scene.vocabulary.series(metric)]
        for level, fact in rows:
            unit = scene.vocabulary.unit_of(fact.metric)
            if (not own or level in own) and any(v >= number.low_value() for v in in_unit(fact, number.unit, unit)):
                return f"passed by {fact.name}"
    if number.hedge in ("over", "under") and _OTHERS.search(scene.block.text[max(0, number.start - 40) : number.start]):
        return _of_the_others(scene, bound)
    return None


def _of_the_others(scene: Scene, bound: Bound) -> str | None:
    """Whether every level but the one that was spoken of holds the bound."""
    named = {i for m in scene.mentions.levels for i in m.ids} | scene.inherited_levels
    for metric in sorted(bound.metrics):
        unit = scene.vocabulary.unit_of(metric)
        row = [fact for level, fact in scene.vocabulary.series(metric) if level not in named]
        if row and named and all(agrees(bound.number, in_unit(fact, bound.number.unit, unit)) for fact in row):
            return f"{metric} of the other levels"
    return None
