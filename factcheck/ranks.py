"""Judges an extreme of some of the levels: "the lowest ratio of the three methods that compress anything" leaves one out."""

from __future__ import annotations

import re

from factcheck.agreement import shown
from factcheck.numbers import WORD_NUMBERS
from factcheck.orders import Argument
from factcheck.scene import Scene
from factcheck.sentences import Token
from factcheck.verdicts import Ruling

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
        better = scene.vocabulary.better(metric)
        if kind in ("best", "worst") and better is None:
            continue
        upper = kind == "max" or kind in ("best", "worst") and (better == "higher") == (kind == "best")
        row = dict(scene.vocabulary.series(metric))
        mine = row.get(next(iter(levels)))
        if mine is None or len(row) < len(every):
            continue
        ahead = sum(shown(one) > shown(mine) if upper else shown(one) < shown(mine) for one in row.values())
        if ahead <= len(every) - count:
            text = ", ".join(f"{level}: {shown(one):g}" for level, one in row.items())
            return Ruling("supported", text, text, tuple(one.name for one in row.values()))
    return ruling
