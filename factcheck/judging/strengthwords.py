"""Judges the words of strength beside correlation coefficients and R²: "очень высокая (0,8191)", "r = 0.41, moderate", "a clear linear decline (R² = 0.15)"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.relations import is_sign, judge_strength
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token


def judge_strengths(scene: Scene, bounds: dict[int, Bound]) -> Iterator[tuple[Ruled, int, int]]:
    """The rulings, each with the first and the last token of its words."""
    around = (scene.tokens, *(scene.world.tokens_of(block) for block in scene.surroundings[:2]))
    if not any(token.has("correlate") for row in around for token in row):
        return
    for place, bound in bounds.items():
        number = bound.number
        if number.unit is not None or number.high is not None or number.readings[0].quantum >= 1 or any(abs(r.value) > 1 for r in number.readings):  # fmt: skip
            continue
        behind = _strength_behind(scene, place)
        found = judge_strength(scene, behind, number.low_value(), None) if behind is not None else None
        if behind is not None and found is not None:
            yield (place, behind.index, "strength", found[1]), found[0], behind.index
            continue
        fact = next((f for f in scene.vocabulary.correlated if abs(f.value - number.low_value()) < 1e-9), None)
        for token in reversed(scene.tokens[max(0, place - 6) : place]):
            if token.text in (";", ",", ")") or token.number is not None:
                break
            if any(m.first <= token.index <= m.last for m in scene.mentions.metrics):
                continue
            found = judge_strength(scene, token, number.low_value(), fact.name if fact else None)
            if found is not None:
                last = place + 1 if place + 1 < len(scene.tokens) and scene.tokens[place + 1].text == ")" else place
                yield (found[0], last, "strength", found[1]), found[0], token.index
                if not is_sign(token) or found[1].verdict == "contradicted":
                    break  # "strong negative (-0.19)": how strong is told before the sign


_CLEAR = re.compile(r"(?:very )?(?:clear(?:ly)?|strong(?:ly)?|pronounced|unmistakable|distinct(?:ly)?|well-defined)|(?:очень )?(?:ч[её]тк\w*|ярк\w+|сильн\w+|явн\w+|отч[её]тлив\w+|уверенн\w+)", re.I)  # fmt: skip
_TREND = re.compile(
    r"trends?|linear(?:ly)?|declines?|growth|fall|rise|тренд\w*|линейн\w+|снижени\w+|рост\w*|падени\w+", re.I
)
_UNCLEAR = re.compile(
    r"\b(?:no|not|n't|nor|without|less|hardly|barely|far from|if|but|though|although|yet|while|correlat\w+)\b|n't\b|"
    r"(?<!\w)(?:не|нет|без|ни|менее|слабо|едва|если|но|хотя|однако|корреляц\w+|связ\w+)(?!\w)",
    re.I,
)
_LITTLE = 0.2  # a line that explains less than this of the variance is no clear one


def judge_fits(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """The refusals of trends that are called clear and whose line, by the R² told beside them, describes little."""
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        number = bound.number
        if bound.stat != "r_squared" or bound.verdict != "supported" or number.high is not None or number.hedge:
            continue
        start = next((t.index + 1 for t in reversed(scene.tokens[:place]) if t.text in ";"), 0)
        row = scene.tokens[start:place]
        word = next((t for t in reversed(row) if _CLEAR.fullmatch(t.text)), None)
        near = [t for t in scene.tokens[max(start, word.index - 7) : word.index + 4] if _TREND.fullmatch(t.text)] if word else []  # fmt: skip
        if word is None or not near or number.low_value() > _LITTLE or scene.matches(_UNCLEAR):
            continue
        if any(b.stat == "r_squared" and at != place for at, b in bounds.items()):
            continue  # which of the lines is meant is not said
        text = f"R² = {number.low_value():g}"
        ruling = Ruling("contradicted", f"{text}: the line describes little", f"{text}: прямая описывает мало", bound.facts, text)  # fmt: skip
        found.append((word.index, word.index, "strength", ruling))
    return found


def _strength_behind(scene: Scene, place: int) -> Token | None:
    """ "−0,58 при 20 (заметная)": the word in the bracket that follows the number."""
    row = scene.tokens[place + 1 : place + 8]
    opened = next((i for i, t in enumerate(row) if t.text == "("), None)
    if opened is None or any(
        t.text in ",;" or t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens
        for t in row[:opened]
    ):
        return None
    inside = []
    for token in row[opened + 1 :]:
        if token.text in "),;":
            break
        inside.append(token)
    return next(
        (
            t
            for t in reversed(inside[:3])
            if t.has("degree", "large", "small")
            or t.stems & {"заметный", "умеренный", "тесный", "weak", "moderate", "strong"}
        ),
        None,
    )
