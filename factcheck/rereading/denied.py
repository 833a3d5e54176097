"""Numbers that a sentence denies: "9.6 ms and not 6.9 ms", "21 вместо 24" where a figure of somebody else is put right."""

from __future__ import annotations

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling

_NOT = {"not", "не"}
_OPPOSED = {"and", "but", "а", "и", ",", "(", "—", "–"}


def denied(scene: Scene, bound: Bound, ruling: Ruling) -> Ruling | None:
    """The ruling of a number right behind "and not", "а не", or of a verb that is denied ("does not double"): that it is no value of the facts is what the text says."""
    tokens, place = scene.tokens, bound.place
    if ruling.verdict not in ("contradicted", "unparsed") or place < 2 or bound.number.hedge in ("over", "under"):
        return None
    word = bound.number.kind == "times" and not any(char.isdigit() for char in tokens[place].text)  # "does not double"
    if tokens[place - 1].lower in _NOT and (word or tokens[place - 2].lower in _OPPOSED):
        return Ruling("unverifiable", "told as what it is not", "названо тем, чем оно не является")
    return None
