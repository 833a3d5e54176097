"""Judges extremes told right beside their value: "88.9 GB, the largest of the four", "minimal at 1000 (3 980)", "third with 17,340".

The value says by itself which metric, statistic and level are meant; its place among all the levels then decides. This judge only
refutes: what agrees is left to the other judges, which ask for verdicts too.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.mention_words import SEVERAL_LEVELS
from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases
from factcheck.binding.superlative_kinds import compared_behind, only_points, superlative_kind
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.units import compatible
from factcheck.reading.words import is_finite

_NEAR = 7  # tokens between an extreme and its value
_AMONG = re.compile(
    r"^\W*(?:\w+\W+){0,2}?(?:of|among|out of|из|среди)\s+(?:the\s+|all\s+|all the\s+|all of the\s+|всех\s+)?(?P<count>[\w-]+)",
    re.I,
)
#: "The largest step that qualifies": one of some levels only, unless all of them are meant ("that we saw").
_SOME = re.compile(r"^\W*(?:\w+\W+){0,2}?(?:that|which)\s+(?!(?:we|i|you|was|were|is|has|had|have|any|the)\b)", re.I)
_COUNTS = {
    "two": 2, "both": 2, "двух": 2, "обоих": 2, "three": 3, "трех": 3, "трёх": 3, "four": 4, "четырех": 4, "четырёх": 4,
    "five": 5, "пяти": 5, "six": 6, "шести": 6,
}  # fmt: skip
_RANKED = re.compile(
    r"\b(?:fourth|next|nearly|almost|one of|among the)[\s-]*(?:the\s+)?$|\b(?:втор\w+|трет\w+|почти|едва|чуть|одн\w+ из)(?:\s+по\s+\w+)?\s*$",
    re.I,
)
_PLACED = re.compile(
    r"\b(?:landed|came|comes|finished|finishes|ranks|ranked|is|was)\s+(?P<place>second|third|fourth|last)\s+(?:with|at)\s",
    re.I,
)
_ORDINAL = {"second": 1, "third": 2, "fourth": 3, "last": -1}
_SECOND = re.compile(r"\b(?P<rank>second|third)[\s-]+$", re.I)
_EVEN = re.compile(r"\b(?:even|даже)\s+(?:the\s+)?$", re.I)
_SCATTER = {"scatter", "spread", "разброс", "dispersion"}
_WITHIN_RUN = re.compile(r"minute|second|moment|run\b|block|минут|секунд|момент|прогон|блок|запрос|query|queries", re.I)


def judge_extremes(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each extreme that the value beside it refutes."""
    if scene.block.kind == "cell" or not bounds or scene.tokens[-1].text == "?":
        return []
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        return _opposite_ends(scene, bounds)
    found = [*_places(scene, bounds)]
    for token in scene.tokens:
        kind = superlative_kind(scene, token)
        if kind not in ("max", "min", "best", "worst"):
            continue
        ruled = _scatter(scene, bounds, token, kind) or _extreme(scene, bounds, token, kind)
        if ruled is not None:
            found.append(ruled)
    return found


def _opposite_ends(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """Of a grid an extreme may be of a row; refuted only where the value is the other end of the whole grid."""
    found = []
    for token in scene.tokens:
        kind = superlative_kind(scene, token)
        fact = _beside(scene, bounds, token) if kind in ("max", "min") else None
        if fact is None or is_negated(scene, token.index) or token.statistic == fact.stat:
            continue
        ruled = _other_end(scene, token, fact, str(kind))
        if ruled is not None:
            found.append(ruled)
    return found


def _other_end(scene: Scene, token: Token, fact: Fact, kind: str) -> Ruled | None:
    """A refutation when the value is the very opposite of the extreme that it is called."""
    row = scene.vocabulary.series(fact.metric, fact.stat)
    values = [shown(one) for _, one in row]
    other = (min if kind == "max" else max)(values, default=0.0)
    if len(values) < 4 or shown(fact) != other or values.count(other) != 1:
        return None
    text = f"{fact.metric} {fact.stat}: " + ", ".join(f"{level}: {shown(one):g}" for level, one in row)
    return token.index, token.index, "order", Ruling("contradicted", text, text, (fact.name,))


def _told(scene: Scene, bound: Bound) -> Fact | None:
    """The one central value of one level that a number confirms."""
    if bound.verdict != "supported" or bound.predicate != "value" or len(bound.facts) != 1 or bound.number.hedge in ("over", "under"):  # fmt: skip
        return None
    fact = scene.vocabulary.by_name.get(bound.facts[0])
    if fact is None or fact.level is None or fact.run is not None or fact.partner is not None or "share" in fact.stat:
        return None
    return fact if compatible(bound.number.unit, scene.vocabulary.unit_of(fact.metric)) else None


def _beside(scene: Scene, bounds: dict[int, Bound], token: Token) -> Fact | None:
    """The value that follows an extreme in its own part of the sentence, or that it stands behind in apposition."""
    end = token.index
    other = [
        t.index
        for t in scene.tokens
        if t.index not in (end, end + 1 if t.statistic else end) and superlative_kind(scene, t) is not None
    ]
    for place in sorted(place for place in bounds if place > end):
        gap = scene.tokens[end + 1 : place]
        if (
            len(gap) > _NEAR
            or any(t.text in ";.—–," for t in gap[: -1 if _apposed(gap) else None])
            or any(end < at < place for at in other)
        ):
            break
        if any(t.has("than") or t.lower in ("from", "от", "с", "до", "to", "against", "против") for t in gap):
            break
        return _told(scene, bounds[place])
    dashed = end + 1 < len(scene.tokens) and scene.tokens[end + 1].text in "—–"
    if any(is_finite(t.lower) for t in scene.tokens[end + 1 : end + 4]):
        return None  # "171 passes, the longest took a minute": it says something of its own
    if any(end < place <= end + (6 if dashed else 4) for place in bounds):
        return None  # "97 s on average, the longest — 130 s": it has a value of its own
    for place in sorted((place for place in bounds if place < end), reverse=True):
        gap = scene.tokens[place + 1 : end]
        words = [t.lower for t in gap if t.is_word]
        if len(gap) <= 4 and "," in [t.text for t in gap] and set(words) <= {"the", "this", "is", "это", "что", "и", "and", "самый", "самая", "самое"}:  # fmt: skip
            fact = _told(scene, bounds[place])
            own = next((m for m in scene.mentions.levels if 0 < m.first - end <= 3), None)
            return fact if fact is None or own is None or fact.level in own.ids else None  # "1,655 at 15, lowest at 5"
        break
    return None


_WHOLE = {
    "всех",
    "всего",
    "of",
    "all",
    "the",
    "type",
    "level",
    "value",
    "setting",
    "system",
    "tested",
    "tried",
    "measured",
}


def _apposed(gap: list[Token]) -> bool:
    """ "least of all, 7.3 GB": nothing but the whole set stands between the word and the comma before its value."""
    return bool(gap) and gap[-1].text == "," and all(t.lower in _WHOLE for t in gap[:-1])


def _extreme(scene: Scene, bounds: dict[int, Bound], token: Token, kind: str) -> Ruled | None:
    fact = _beside(scene, bounds, token) if not _is_the_second_of_two(scene, token) else None
    if fact is None or is_negated(scene, token.index) or compared_behind(scene, token) or only_points(scene, token):
        return None
    text, at = scene.sentence.text, token.start - scene.tokens[0].start
    after = text[at + len(token.text) :]
    if (
        _RANKED.search(text[:at])
        or _EVEN.search(text[:at])
        or _WITHIN_RUN.search(_SECOND.sub("", text[:at])[-12:] + text[at : at + len(token.text) + 24])
    ):
        return None
    if token.statistic in ("max", "min") and (
        token.statistic == fact.stat
        or token.statistic in scene.vocabulary.stats_of(fact.metric)
        and not _predicate(token)
        and fact.stat not in ("max", "min")
    ):
        return None  # a statistic of the run, no extreme over the levels
    if fact.stat in ("max", "min") and kind in ("max", "min") and not token.statistic:
        return _other_end(scene, token, fact, kind)
    if fact.stat in ("max", "min") and not _names_statistic(scene, token, fact.stat) and not token.statistic:
        return None
    every = len(scene.vocabulary.level_ids)
    if _SOME.match(after) or any(t.lower in SEVERAL_LEVELS for t in scene.tokens[token.index + 1 : token.index + 2]):
        return None  # "the largest step that qualifies": of some levels only
    among = _AMONG.match(after)
    if among is not None:
        count = _COUNTS.get(among.group("count").lower(), every)
        if count != every or every == 2:
            return None
    second = _SECOND.search(text[:at])
    place = _ORDINAL[second.group("rank").lower()] if second else 0
    if fact.stat == "slope" and kind in ("best", "worst") and (pace := _PACE.match(token.lower)):
        steep = "max" if pace["fast"] else "min"  # "waits pile up fastest at 15: a slope of 47.9"
        return _rank(scene, token.index, token.index, fact, steep, place, size=True)
    return _rank(scene, token.index, token.index, fact, kind, place)


def _is_the_second_of_two(scene: Scene, token: Token) -> bool:
    """ "The gap between the best and the worst p95 is 11.9 ms": of both ends."""
    former = [
        t for t in scene.tokens[max(0, token.index - 3) : token.index] if t.lower not in ("the", "самый", "самым")
    ]
    return len(former) > 1 and former[-1].lower in ("and", "и") and superlative_kind(scene, former[-2]) is not None


_PACE = re.compile(r"(?:(?P<fast>fast|quick|rapid|быстр)|slow|медлен)")


def _scatter(scene: Scene, bounds: dict[int, Bound], token: Token, kind: str) -> Ruled | None:
    """ "The scatter was smallest for C: from 1120 to 3688": by the deviation, or by the distance of the two ends that follow."""
    if kind not in ("max", "min") or not any(
        t.stems & _SCATTER for t in scene.tokens[max(0, token.index - 7) : token.index + 3]
    ):
        return None
    following = [place for place in sorted(bounds) if token.index < place <= token.index + 14]
    facts = [
        scene.vocabulary.by_name.get(bounds[place].facts[0]) for place in following if len(bounds[place].facts) == 1
    ]
    held = [fact for fact in facts[:2] if fact is not None and fact.level is not None and fact.run is None]
    if held and held[0].stat == "stddev":
        return _rank(scene, token.index, token.index, held[0], kind, 0)
    if len(held) < 2 or [held[0].stat, held[1].stat] != ["min", "max"]:
        return None
    low, high = held
    lows, highs = (dict(scene.vocabulary.series(low.metric, stat)) for stat in ("min", "max"))
    if low.metric != high.metric or low.level != high.level or len(lows) < 3 or set(lows) != set(highs):
        return None
    wide = {level: highs[level].value - lows[level].value for level in lows}
    edge = (max if kind == "max" else min)(wide.values())
    if wide[scene.vocabulary.canonical(low.level or "")] == edge:
        return None
    text = f"{low.metric} max - min: " + ", ".join(f"{level}: {value:g}" for level, value in wide.items())
    return token.index, token.index, "order", Ruling("contradicted", text, text, (), f"{edge:g}")


def _predicate(token: Token) -> bool:
    """ "минимально при 1000", "largest": a word that no statistic is called by."""
    return token.lower in ("максимально", "минимально", "максимальна", "минимальна", "максимален", "минимален", "largest", "smallest", "highest", "lowest")  # fmt: skip


def _names_statistic(scene: Scene, token: Token, stat: str) -> bool:
    """Whether the statistic stands right behind the word: "the best minimum"."""
    return any(t.statistic == stat for t in scene.tokens[token.index + 1 : token.index + 3])


def _rank(
    scene: Scene, first: int, last: int, fact: Fact, kind: str, place: int, *, size: bool = False
) -> Ruled | None:
    """A refutation when the value, or its size, does not have this place among the levels, the tied counted as each other."""
    better = scene.vocabulary.better(fact.metric)
    if kind in ("best", "worst"):
        if better is None:
            return None
        kind = "max" if (better == "higher") == (kind == "best") else "min"
    row = scene.vocabulary.series(fact.metric, fact.stat)
    if len(row) < max(3, len(scene.vocabulary.level_ids)):
        return None
    told: Callable[[float], float] = abs if size else float
    values = sorted((told(shown(one)) for _, one in row), reverse=kind == "max")
    wanted = values[place]
    if told(shown(fact)) == wanted:
        return None
    text = f"{fact.metric} {fact.stat}: " + ", ".join(f"{level}: {shown(one):g}" for level, one in row)
    return first, last, "order", Ruling("contradicted", text, text, tuple(one.name for _, one in row), f"{wanted:g}")


def _places(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """ "ZFS landed third with 17,340 tps": the value is that one's, and it has that place from the best down."""
    found = []
    for phrase in phrases(scene, _PLACED):
        following = [place for place in sorted(bounds) if phrase.last < place <= phrase.last + 2]
        fact = _told(scene, bounds[following[0]]) if following else None
        if fact is None or scene.vocabulary.better(fact.metric) is None:
            continue
        ruled = _rank(scene, phrase.first, phrase.last, fact, "best", _ORDINAL[phrase.match.group("place").lower()])
        if ruled is not None:
            found.append(ruled)
    return found
