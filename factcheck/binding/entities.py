"""Binds a number to the sibling metric of the entity that its sentence names: "vdc: MB/s 21.7" under metrics of vdb and vdc, "Q3 takes 40.8%".

Facts often hold the same metrics of several things: of two disks, of six queries, of four wait classes. A name may then be told in parts, with the
thing once and its metrics after it, or by the thing alone, where the unit says which of its metrics is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from factcheck.binding.scene import Scene


def siblings(scene: Scene, place: int, metric: str) -> frozenset[str]:
    """The metrics that are to the entity named before (or nearest to) a place what this one is to its own; empty where its own is named, or none."""
    entities = scene.vocabulary.entities
    own = {word for word, ids in entities.items() if metric in ids}
    said = [t.lower for t in scene.tokens if t.lower in entities]
    if not own or not said or own & set(said):
        return frozenset()
    before = [t.lower for t in scene.tokens[:place] if t.lower in entities]
    word = before[-1] if before else said[0]
    unit = scene.vocabulary.unit_of(metric)
    rests = {_without(metric, one) for one in own}
    return frozenset(m for m in entities[word] if _without(m, word) in rests and scene.vocabulary.unit_of(m) == unit)


def _without(metric: str, word: str) -> str:
    return metric.lower().replace(word, "", 1).strip("_")


def by_parts(scene: Scene, place: int, text: str) -> frozenset[str]:
    """The metric whose name is this text and the entity that was named before the place: "IOPS" after "vdc"."""
    entities = scene.vocabulary.entities
    said = [t.lower for t in scene.tokens[:place] if t.lower in entities]
    if not said:
        return frozenset()
    words = set(_words(text)) | {said[-1]}
    names = (
        (m.id, name)
        for m in scene.vocabulary.facts.metrics
        if m.id in entities[said[-1]]
        for called in m.names.values()
        for name in called
    )
    return frozenset(metric for metric, name in names if set(_words(name)) == words)


def _words(text: str) -> list[str]:
    return [w for w in re.split(r"[\W_]+", text.lower()) if w]


def of_its_unit(scene: Scene, text: str, fits: Callable[[str], bool]) -> frozenset[str]:
    """The metrics of an entity named alone whose unit fits a number: "Q3" for 40.8% is its share, though its name is that of a time."""
    return frozenset(m for m in scene.vocabulary.entities.get(text.lower(), ()) if fits(m))
