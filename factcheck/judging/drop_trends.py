"""Holds what is told of drops as the parameter grows ("a longer interval softens the drops") to all the levels.

A way over the parameter is a claim on every level: by the depth of the deepest drop and by the lowest value of the primary metric. Only refutes,
and only where neither goes that way from level to level.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.pairs import parameter_words
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases, refuted
from factcheck.forms.facts import Window
from factcheck.judging.verdicts import Ruled

_RU = r"(?:просад|провал)\w*"
_EN = r"(?:drops?|dips?|stalls?)"
_LESS_RU = r"(?:уменьша|снижа|сокраща|сглажива|смягча)\w*"
_MORE_RU = r"(?:увеличива|углубля|усилива|усугубля)\w*"
_LESS_EN = r"(?:reduc(?:es?|ed|ing)|shrinks?|soften(?:s|ed)?|lessen(?:s|ed)?|smooth(?:s|ed)?)"
_MORE_EN = r"(?:deepen(?:s|ed)?|worsen(?:s|ed)?|aggravat(?:es?|ed))"
_BETWEEN = r"\s+(?:\w+\s+){0,2}?"
_SHALLOWER = re.compile(
    rf"(?<!\w)(?<!не ){_LESS_RU}{_BETWEEN}{_RU}|(?<!\w){_RU}\s+(?:становятся\s+)?(?:{_LESS_RU}ся|меньше|мельче|слабее|мягче)(?!\w)|"
    rf"(?:указыва\w+ на|означа\w+|значит)\s+(?:мен(?:ьшие|ее глубокие)|мелкие)\s+{_RU}|"
    rf"\b{_LESS_EN}{_BETWEEN}{_EN}\b|\b{_EN} (?:become|get|grow|are) (?:shallower|smaller|milder)\b",
    re.I,
)
_DEEPER = re.compile(
    rf"(?<!\w)(?<!не ){_MORE_RU}{_BETWEEN}{_RU}|(?<!\w){_RU}\s+(?:становятся\s+)?(?:{_MORE_RU}ся|глубже|сильнее)(?!\w)|"
    rf"\b{_MORE_EN}{_BETWEEN}{_EN}\b|\b{_EN} (?:become|get|grow|are) (?:deeper|larger|worse)\b",
    re.I,
)
_GROWS = re.compile(
    r"(?<!\w)(?:увеличени|рост|повышени|удлинени)\w*(?!\w)|(?<!\w)(?:при|с)\s+(?:более\s+)?(?:редк|длинн|больш)\w+(?!\w)|"
    r"\b(?:increas(?:e|es|ing)|rais(?:e|es|ing)|lengthening|larger|longer|higher)\b",
    re.I,
)
_SHRINKS = re.compile(
    r"(?<!\w)(?:уменьшени|снижени|сокращени)\w*(?!\w)|\b(?:decreas(?:e|es|ing)|lower(?:s|ing)?|shortening|smaller|shorter)\b",
    re.I,
)


def judge_drop_trends(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each way of the drops over the parameter that no measure of them goes."""
    found: list[Ruled] = []
    for pattern, sign in ((_SHALLOWER, -1), (_DEEPER, 1)):
        for phrase in phrases(scene, pattern):
            order = _parameter_way(scene, phrase)
            if not order:
                continue
            measures = [(row, side) for row, side in ((_depths(scene), 1), (_floors(scene), -1)) if row]
            if measures and not any(_goes(row, sign * order * side) for row, side in measures):
                told = "; ".join(", ".join(f"{level}: {value:g}" for level, value in row) for row, _ in measures)
                found.append(refuted(phrase, "monotone", told, ("windows",), told))
    return found


def _parameter_way(scene: Scene, phrase: Phrase) -> int:
    """+1 where the sentence speaks of the parameter's growth, -1 of its fall, 0 of neither or of both."""
    if len({m.ids for m in scene.mentions.levels}) > 2 or not (scene.mentions.factors or parameter_words(scene)):
        return 0
    text = scene.sentence.text
    rest = text[: phrase.match.start()] + " " * len(phrase.match.group()) + text[phrase.match.end() :]
    grows, shrinks = bool(_GROWS.search(rest)), bool(_SHRINKS.search(rest))
    return grows - shrinks


def _order(scene: Scene) -> list[str]:
    """The levels from the lowest to the highest, where they are numbers; three and more, or there is no middle to fall out of line."""
    order = scene.vocabulary.numeric_order
    return order if len(order) > 2 else []


def _depths(scene: Scene) -> list[tuple[str, float]]:
    """The depth of the deepest drop of each level, in percent; nothing where a level has none."""
    rows = []
    for level in _order(scene):
        held = [w.depth_pct for w in _drops(scene) if scene.vocabulary.canonical(w.level or "") == level]
        depths = [depth for depth in held if depth is not None]
        if not depths:
            return []
        rows.append((level, max(depths)))
    return rows


def _drops(scene: Scene) -> list[Window]:
    return [w for w in scene.vocabulary.facts.windows if w.kind in (None, "drop", "crisis")]


def _floors(scene: Scene) -> list[tuple[str, float]]:
    """The lowest value of the primary metric at each level."""
    facts = scene.vocabulary.facts
    primary = facts.experiment.primary if facts.experiment else None
    rows = []
    for level in _order(scene) if primary and scene.vocabulary.better(primary) == "higher" else ():
        held = scene.vocabulary.values(primary or "", "min", level)
        if not held:
            return []
        rows.append((level, held[0].value))
    return rows


def _goes(row: list[tuple[str, float]], way: int) -> bool:
    """Whether no step of a row goes against the way and one goes along it."""
    signs = {(two > one) - (two < one) for (_, one), (_, two) in itertools.pairwise(row)}
    return way in signs and -way not in signs
