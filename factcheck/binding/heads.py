"""Finds the metric that a table's head means, when it says only part of the name but also the unit.

"запись контрольной точки, с" is the write time and not the number of checkpoints: a head is the metric whose name covers most
of it and whose unit it gives. A head that fits two metrics equally well names none here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from factcheck.reading.units import Unit, unit_named

if TYPE_CHECKING:
    from factcheck.binding.vocabulary import Vocabulary
    from factcheck.reading.sentences import Token

_UNIT = re.compile(r"(?:,|\(|\[|;|:)\s*(?P<unit>[^,()\[\];:]{1,14}?)\s*[)\]]?\s*$")
_COUNTS = ("шт", "штук", "count", "pcs", "раз", "times", "число", "количество")
_SMALL = {
    "of",
    "the",
    "a",
    "an",
    "на",
    "в",
    "по",
    "к",
    "и",
    "от",
    "для",
    "per",
    "to",
    "in",
    "у",
    "с",
    "and",
    "vs",
    "за",
    "all",
    "при",
}


_CHANGE = ("эффект", "effect", "изменени", "δ", "delta", "change", "difference", "разница", "vs ", "против", "относительно", "прирост", "gain", "diff")  # fmt: skip


def tells_change(text: str) -> bool:
    """Whether a head says that its column holds changes: "vs default", "Эффект, %"."""
    return any(word in text.lower() for word in _CHANGE)


def _unit(text: str) -> tuple[str | None, Unit | None]:
    """The unit at the end of a head: its label and what it is, if known."""
    found = _UNIT.search(text)
    if found is None:
        return None, None
    label = found.group("unit").strip(" .")
    unit = unit_named(label)
    if unit is None and label.lower() not in _COUNTS and len(label) > 4:
        return None, None  # "Процессов, максимум": what stands after the comma is no unit
    return label, unit


def agrees_with_unit(vocabulary: Vocabulary, text: str, metrics: frozenset[str]) -> bool:
    """Whether a head that names these metrics gives no unit that is none of theirs."""
    label, unit = _unit(text)
    if label is None:
        return True
    if unit is None:
        return bool(metrics) and not (
            label.lower().rstrip(".") in _COUNTS and all(vocabulary.unit_of(m) is not None for m in metrics)
        )
    return any((held := vocabulary.unit_of(m)) is not None and held.dimension == unit.dimension for m in metrics)


def metric_of_head(vocabulary: Vocabulary, text: str, tokens: list[Token]) -> frozenset[str]:
    """The one metric that a head speaks of; empty when none or several fit."""
    label, unit = _unit(text)
    words = [
        t for t in tokens if (t.is_word or t.number is not None and t.number.kind == "name") and t.lower not in _SMALL
    ]
    if label is not None:
        words = [t for t in words if t.text.strip(" .") not in label.split("/") and t.lower != label.lower()] or words
    if not words or len(words) > 8:
        return frozenset()
    scores: dict[str, float] = {}
    for name in vocabulary.names:
        for metric in sorted(name.metrics):
            held = vocabulary.unit_of(metric)
            own = vocabulary.metrics[metric].unit if metric in vocabulary.metrics else None
            bonus = 0.0
            if unit is not None:
                if held is None or held.dimension != unit.dimension:
                    continue
                bonus = 1.5 if held.scale == unit.scale else 1.0
            elif label is not None and own is not None and label.lower().rstrip(".") == own.lower():
                bonus = 1.5
            elif label is not None and label.lower().rstrip(".") in _COUNTS:
                if held is not None:
                    continue
                bonus = 1.0
            content = [word for word in name.words if not word & _SMALL]
            covered = [word for word in content if any(word & (t.stems or {t.lower}) for t in words)]
            if not covered:
                continue
            spare = [t for t in words if not any(word & (t.stems or {t.lower}) for word in content)]
            score = 2.0 * len(covered) - 0.5 * (len(content) - len(covered)) - 0.7 * len(spare) + bonus
            scores[metric] = max(scores.get(metric, -9.0), score)
    if not scores:
        return frozenset()
    best = max(scores.values())
    top = [metric for metric, score in scores.items() if score > best - 0.25]
    return frozenset(top) if len(top) == 1 and best >= 1.0 else frozenset()
