"""Withholds the refusal of a way that may be meant within the runs: "Throughput sank", "Таблица не выросла", "Every experiment degrades".

It is withheld where the slopes of the runs, or their first and last values, all go the way that is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from factcheck.binding.scene import Scene
from factcheck.forms.result import Claim, Why
from factcheck.reading.sentences import Token

_KINDS = ("order", "monotone", "all", "stated")
_UP, _DOWN = ("up.intransitive", "up.noun"), ("down.intransitive", "down.noun")
_DEGRADES = re.compile(r"degrad|деград|ухудша|worsen", re.I)
_ALONG = re.compile(
    r"\b(?:than|steps?|size|number|along|monoton\w*|with (?:each|every)|every (?:increase|raise)|from|against|versus|vs)\b"
    r"|(?<!\w)(?:чем|шаг\w*|ступен\w*|монотон\w*|от|с ростом|с увеличением|с каждым|кажд\w+ (?:следующ|очередн)\w+|против|относительно|по сравнению|базы?|базов\w+)(?!\w)",
    re.I,
)


def open_within_runs(scene: Scene, claims: Iterable[Claim]) -> None:
    """Leaves open what is refused along the levels and holds within the runs of the levels that are spoken of."""
    refused = [c for c in claims if c.verdict == "contradicted" and c.predicate in _KINDS and "slope" not in " ".join(c.facts)]  # fmt: skip
    at = scene.places if refused else {}
    for claim in refused:
        places = sorted({at[claim.line, i] for i in range(claim.start, claim.end) if (claim.line, i) in at})
        if places and _holds(scene, scene.tokens[places[0] : places[-1] + 1]):
            claim.verdict, claim.expected = "unverifiable", None
            claim.why = Why(en="within the runs it goes so", ru="внутри прогонов это так")


def _holds(scene: Scene, clause: list[Token]) -> bool:
    first, last = clause[0].index, clause[-1].index
    levels = [m for m in scene.mentions.levels if first <= m.first <= last]
    numbers = [t for t in clause if t.number is not None and t.index not in scene.mentions.level_tokens]
    if numbers or _ALONG.search(scene.text_of(first, last)) or any(m.role != "at" for m in levels):
        return False
    if any(token.statistic for token in clause):
        return False  # "the minimum rose" is no way that a run goes
    named = [m.metrics for m in scene.mentions.metrics if first <= m.first <= last and m.metrics] or [scene.inherited_metrics]  # fmt: skip
    if len(set(named)) != 1 or len(named[0]) != 1:
        return False
    (metric,) = named[0]
    ways = {way for token in clause if (way := _way(scene, token, metric))}
    if len(ways) != 1:
        return False
    around = frozenset[str]() if any(token.has("all", "both") for token in clause) else scene.inherited_levels
    told = {i for m in levels for i in m.ids} or around or set(scene.vocabulary.level_ids)
    moves = [_move(scene, metric, level) for level in told]
    way, denied = ways.pop(), any(token.has("negation") for token in clause)
    return all(move is not None and (move * way > 0) is not denied for move in moves)


def _way(scene: Scene, token: Token, metric: str) -> int:
    """1 where a word says that something goes up, -1 where it says down; a comparative says neither."""
    ways = [way for way, names in ((1, _UP), (-1, _DOWN)) if token.has(*names)]
    if not ways and _DEGRADES.match(token.lower):
        return -1 if scene.vocabulary.metrics[metric].better == "higher" else 1
    return ways[0] if len(ways) == 1 and not token.has("up.comparative", "down.comparative") else 0


def _move(scene: Scene, metric: str, level: str) -> float | None:
    """How a metric goes within a level's runs: its slope, or the last value less the first; None where the facts hold neither."""
    held = {stat: fact.value for stat in ("slope", "first", "last") for fact in scene.vocabulary.values(metric, stat, level)[:1]}  # fmt: skip
    if "slope" in held:
        return held["slope"]
    return held["last"] - held["first"] if {"first", "last"} <= held.keys() else None
