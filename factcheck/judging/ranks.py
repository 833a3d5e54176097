"""Judges an extreme of some of the levels: "the lowest ratio of the three methods that compress anything" leaves one out."""

from __future__ import annotations

import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import Argument, stat_of
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token

_AMONG = re.compile(
    r"^\W*(?:[\w-]+\W+){0,3}?(?:of|among|из|среди)\s+(?:the\s+|these\s+|our\s+|всех\s+|этих\s+|тех\s+)?(?P<count>[\w]+)\b",
    re.I,
)


def of_some(
    scene: Scene, token: Token, kind: str, argument: Argument | None, levels: frozenset[str], ruling: Ruling
) -> Ruling:
    """The ruling on a refused extreme when fewer levels are compared than there are: right when it is one of some such group."""
    after = scene.sentence.text[token.end - scene.tokens[0].start :]
    among = _AMONG.match(after)
    every = scene.vocabulary.level_ids
    if ruling.verdict != "contradicted" or among is None or argument is None or len(levels) != 1:
        return ruling
    count = WORD_NUMBERS.get(among.group("count").lower().replace("ё", "е"), 0)
    if not 2 <= count < len(every) or len(scene.vocabulary.facts.experiment.factors) > 1:
        return ruling
    for metric in sorted(argument.metrics):
        ranked = _ahead(scene, metric, kind, next(iter(levels)))
        if ranked is not None and ranked[0] <= len(every) - count:
            return Ruling("supported", ranked[1], ranked[1], ranked[2])
    return ruling


_PLACES = {"second": 1, "third": 2, "второй": 1, "вторая": 1, "второе": 1, "вторым": 1, "третий": 2, "третья": 2, "третье": 2, "третьим": 2}  # fmt: skip


def of_place(
    scene: Scene, token: Token, kind: str, argument: Argument | None, levels: frozenset[str], ruling: Ruling
) -> Ruling:
    """ "the second lowest of all six": one place further than the extreme."""
    place = _PLACES.get(scene.tokens[token.index - 1].lower) if token.index else None
    if place is None or argument is None or len(levels) != 1 or ruling.verdict == "unverifiable":
        return ruling
    stat = stat_of(scene, argument, token)
    told = [r for m in sorted(argument.metrics) if (r := _ahead(scene, m, kind, next(iter(levels)), stat)) is not None]
    if not told:
        return ruling
    right = next((one for one in told if one[0] == place), None)
    number, text, names = right or told[0]
    return Ruling("supported" if right else "contradicted", text, text, names, None if right else str(number + 1))


def _ahead(
    scene: Scene, metric: str, kind: str, level: str, stat: str | None = None
) -> tuple[int, str, tuple[str, ...]] | None:
    """How many levels are further towards the extreme, with the row as text and its facts."""
    better = scene.vocabulary.better(metric)
    row = dict(scene.vocabulary.series(metric, stat if stat in scene.vocabulary.stats_of(metric) else None))
    if kind in ("best", "worst") and better is None or level not in row or len(row) < len(scene.vocabulary.level_ids):
        return None
    upper = kind == "max" or kind in ("best", "worst") and (better == "higher") == (kind == "best")
    mine = shown(row[level])
    ahead = sum(shown(one) > mine if upper else shown(one) < mine for one in row.values())
    return ahead, ", ".join(f"{name}: {shown(one):g}" for name, one in row.items()), tuple(f.name for f in row.values())
