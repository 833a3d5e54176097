"""Refuses a fall told in percent that no fall can have, or whose base is the other end: "went down by 374% from 2 to 16", "from 20 to 40 it shrank by 126%".

What cannot be negative falls by at most 100%; a larger figure is the rise told from the wrong end. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruled, Ruling

_FALL = re.compile(
    r"\b(?:went down|goes? down|fell|falls|fall of|dropp\w*|drops?|declin\w+|decreas\w+|reduc\w+|shr[aiu]nk\w*|cuts?|lower(?:s|ed)?|shorten\w*|saves?|saved|sheds?|less|fewer|lower|shorter|smaller)\b|"
    r"(?<!\w)(?:упал\w*|пада\w+|падени\w+|сниз\w+|снижа\w+|снижени\w+|уменьш\w+|сократ\w+|сокраща\w+|сокращени\w+|укорот\w+|просел\w*|короче|ниже|меньше|реже)(?!\w)",
    re.I,
)
_RISE = re.compile(
    r"\b(?:rose|rises?|grew|grows?|gain\w*|increas\w+|climb\w*|up by|went up|goes up|higher|more|longer|larger|above)\b|"
    r"(?<!\w)(?:вырос\w*|раст[её]т|рост\w*|увелич\w+|прибав\w+|возрос\w*|прирост\w*|выше|больше|дольше|длиннее|подн\w+)(?!\w)",
    re.I,
)


def judge_over_falls(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each fall of more than 100%."""
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        number = bound.number
        if number.dimension != "percent" or bound.verdict == "contradicted" or number.signed or number.high is not None:
            continue
        if number.fraction or number.low_value() <= 100 or scene.block.kind == "cell" or bound.predicate != "delta":
            continue
        before = scene.sentence.text[: scene.tokens[place].start - scene.tokens[0].start]
        after = scene.sentence.text[scene.tokens[place].end - scene.tokens[0].start :][:24]
        falls = [m.start() for m in _FALL.finditer(before)]
        rises = [m.start() for m in _RISE.finditer(before)]
        next_fall, next_rise = _FALL.match(after.lstrip()), _RISE.match(after.lstrip())
        down = bool(next_fall) or not next_rise and bool(falls) and max(falls) > max(rises, default=-1)
        values = [f.value for m in bound.metrics for f in scene.vocabulary.by_metric.get(m, ()) if f.partner is None]
        if down and values and not any(value < 0 for value in values if value is not None):
            text = "a fall cannot exceed 100%", "падение не может превышать 100%"
            found.append((place, place, "delta", Ruling("contradicted", *text, bound.facts)))
    return found
