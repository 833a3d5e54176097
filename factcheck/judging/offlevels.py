"""Finds words of way that are told of something else than the named metric along its levels: of the other metrics, of one metric as another goes, beyond a level."""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases

_OTHER_METRICS = re.compile(
    r"(?<!\w)(?:остальн|проч)\w+ (?:средн|показател|метрик|величин|цифр|перцентил)\w*|"
    r"\b(?:other|remaining) (?:metrics|figures|averages|means|measures|percentiles)\b|\bthe rest of the (?:metrics|figures|measures)\b",
    re.I,
)
_AS_ANOTHER = re.compile(r"(?<!\w)(?:when(?:ever)?|where|когда|где)(?!\w)[^,.;:()]*", re.I)
_FURTHER = re.compile(r"(?<!\w)дальнейш\w+ (?:рост|увеличени|повышени|снижени|уменьшени)\w*|\bfurther (?:increases?|growth|raises?|reductions?)\b", re.I)  # fmt: skip


def off_the_levels(scene: Scene, place: int) -> bool:
    """ "Only w_await got worse, the other averages fell", "where speed is higher, waits are fewer", "2048 is allowed; a further increase speeds up nothing"."""
    stop = next((t.index for t in scene.tokens[place:] if t.text in ";."), len(scene.tokens))
    start = next((t.index for t in reversed(scene.tokens[:place]) if t.text in ";.:,"), -1)
    if any(start < one.first <= stop for one in phrases(scene, _OTHER_METRICS)):
        return True
    if any(start < one.first <= place for one in phrases(scene, _FURTHER)):
        return True
    for one in phrases(scene, _AS_ANOTHER):
        inside = [m for m in scene.mentions.metrics if one.first <= m.first and m.last <= one.last and m.metrics]
        beside = [m for m in scene.mentions.metrics if m not in inside and m.metrics]
        places = [*(m.first for m in scene.mentions.levels), *(place for place, _ in scene.mentions.factors)]
        levels = any(one.first <= at <= one.last for at in places)
        parts = {
            part
            for f in scene.vocabulary.facts.experiment.factors
            for part in f.name.lower().split("_")
            if len(part) > 3
        }
        factor = any(t.lower in parts for t in scene.tokens[one.first : one.last + 1])
        if inside and not levels and not factor and any(m.metrics.isdisjoint(inside[0].metrics) for m in beside):
            return True
    return False
