"""Says which metrics a word of speed or length can be told of: "fastest" of times and rates, "shortest" of times; not of memory or a share."""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.binding.scope import metrics_said, topics
from factcheck.reading.sentences import Token

_SPEED = re.compile(r"^(?:fast|slow|quick|быстр|медленн)", re.I)
_LENGTH = re.compile(r"^(?:short|long|кратчайш|коротк|короч|дольш|долг|длинн|длительн|продолжительн)", re.I)
_LONG = re.compile(r"queue|length|tail|list|wait|очеред|длин|хвост|спис|ожидан", re.I)
_SIZE = re.compile(r"^(?:small|larg|bigg|least|lightest|heav)", re.I)
_RATES = {"time", "frequency", "bandwidth"}


def adjective_of(scene: Scene, token: Token) -> Token:
    """The word that carries the meaning of a superlative: "самый быстрый" is of speed."""
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    return following if following is not None and token.stems & {"самый", "наиболее", "most"} else token


def suits(scene: Scene, token: Token, metric: str) -> bool:
    """Whether a metric can be what a word of speed or length is told of; any metric for all other words."""
    word = adjective_of(scene, token).lower
    unit = scene.vocabulary.unit_of(metric)
    dimension = unit.dimension if unit is not None else "count"
    if _SPEED.match(word):
        rate = dimension == "time" or dimension in _RATES and scene.vocabulary.better(metric) != "lower"
        return rate or metric == scene.vocabulary.facts.experiment.primary  # "the fastest" has no least journal traffic
    if _LENGTH.match(word):
        known = scene.vocabulary.metrics.get(metric)
        names = [name for row in known.names.values() for name in row] if known is not None else []
        return dimension == "time" or any(_LONG.search(name) for name in (metric, *names))
    if _to_keep(scene, token):
        return dimension == "bytes"
    return True


def _to_keep(scene: Scene, token: Token) -> bool:
    """ "the smallest to store": of a size, whatever was named before."""
    following = [t.lower for t in scene.tokens[token.index + 1 : token.index + 3]]
    return (
        bool(_SIZE.match(token.lower))
        and following[:1] == ["to"]
        and following[-1] in ("store", "keep", "ship", "send", "copy")
    )


def is_of_kind(scene: Scene, token: Token) -> bool:
    """Whether a word is one of speed or length at all."""
    word = adjective_of(scene, token).lower
    return bool(_SPEED.match(word) or _LENGTH.match(word)) or _to_keep(scene, token)


def suited(scene: Scene, token: Token) -> list[str]:
    """The metrics that such a word may be of: those that the sentence or its surroundings name, then all that the facts hold."""
    near = [m for group in (metrics_said(scene, token.index) or topics(scene)) for m in sorted(group)]
    return [m for m in dict.fromkeys([*near, *scene.vocabulary.metrics]) if suits(scene, token, m)]
