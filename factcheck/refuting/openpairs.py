"""Refuses a direction told of two levels whose effect is open: "3000 is clearly faster than 1000", "improves bloat: 14.9% against 15.0%".

With repeats a comparison needs its verdict. Here the two levels are said outright, as bare values of the parameter or by the two values that stand
beside each other; where the sentence or its neighbours say that nothing is established, nothing is refused.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import rounds_to
from factcheck.binding.arguments import DIRECTIONS, is_hedged, is_negated, noise_near
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases
from factcheck.forms.facts import Effect, Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token

_SURE = r"(?:уверенно|явно|заметно|ощутимо|достоверно|значимо|однозначно|определ[её]нно|clearly|definitely|reliably|significantly|noticeably|markedly|certainly|decidedly|is|are|was)"
_WAY = r"(?P<way>быстрее|медленнее|лучше|хуже|производительнее|faster|slower|better|worse|quicker)"
_BARE = re.compile(
    rf"^\W*(?:(?:at|при|у|with)\s+)?(?P<one>[\w/-]+(?:\.\d+)?)\s+(?:(?:is|are|was)\s+)?(?:{_SURE}\s+)?{_WAY}\s+(?:than\s+|чем\s+(?:при\s+)?)?(?P<two>[\w/-]+(?:\.\d+)?)(?=\W*(?:$|[,;(]))",
    re.I,
)
_AGAINST = re.compile(r"^[\s%\w]{0,14}?(?<!\w)(?:против|вместо|vs\.?|versus|against|instead of)\s*$", re.I)
_CALM = re.compile(r"(?<!\w)(?:почти|практически|едва|лишь|чуть|незначительно|слегка|не|ненамного)(?!\w)|\b(?:hardly|barely|almost|nearly|slightly|marginally|only|not|no|practically|virtually)\b", re.I)  # fmt: skip
_OPEN = ("undecided", "equivalent")


def judge_open_pairs(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of a direction between two levels that are not told apart."""
    if not scene.vocabulary.repeated or scene.block.kind not in ("paragraph", "item", "lead") or not scene.tokens:
        return []
    if scene.tokens[-1].text == "?" or noise_near(scene) and not re.search(_SURE, scene.sentence.text, re.I):
        return []
    if _CALM.search(scene.sentence.text):
        return []
    return [*_bare(scene), *_beside(scene)]


def _bare(scene: Scene) -> list[Ruled]:
    """ "3000 is clearly faster than 1000": of the primary metric where none is named."""
    found = []
    for phrase in phrases(scene, _BARE):
        one, two = (scene.vocabulary.canonical(phrase.match.group(name)) for name in ("one", "two"))
        named = {metric for m in scene.mentions.metrics if m.exact for metric in m.metrics}
        primary = scene.vocabulary.facts.experiment.primary
        metric = next(iter(named)) if len(named) == 1 else primary if not named else None
        if metric is None or one == two or not {one, two} <= set(scene.vocabulary.level_ids) or is_hedged(scene, phrase.first):  # fmt: skip
            continue
        held = scene.vocabulary.effect(metric, one, two)
        if held is not None and held[0].verdict in _OPEN:
            found.append((phrase.first, phrase.last, "order", _refused(held[0])))
    return found


def _beside(scene: Scene) -> list[Ruled]:
    """ "Improves bloat: 14.9% against 15.0%": the two values that stand beside each other say which levels are compared."""
    told = [(at, fact) for at, bound in sorted(scene.bounds.items()) if (fact := _fact(scene, bound)) is not None]  # fmt: skip
    found = []
    offset = scene.tokens[0].start
    for (at, one), (other, two) in itertools.pairwise(told):
        gap = scene.sentence.text[scene.tokens[at].end - offset : scene.tokens[other].start - offset]
        if one.metric != two.metric or one.stat != two.stat or one.level == two.level or not _AGAINST.search(gap):
            continue
        word = _word(scene, at)
        held = scene.vocabulary.effect(one.metric, *(scene.vocabulary.canonical(f.level or "") for f in (one, two)))
        if word is not None and held is not None and held[0].verdict in _OPEN:
            found.append((word.index, other, "order", _refused(held[0])))
    return found


def _fact(scene: Scene, bound: Bound) -> Fact | None:
    """The mean that a number was found to be, of those that its ruling rests on."""
    if bound.verdict != "supported" or bound.predicate != "value":
        return None
    named = [fact for name in bound.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]
    own = [f for f in named if f.partner is None and f.level and f.stat in ("mean", "median")]
    stated = [f for f in own if any(rounds_to(f.value, reading) for reading in bound.number.readings)]
    return stated[0] if len(stated) == 1 else None


def _word(scene: Scene, place: int) -> Token | None:
    """The word of a change right before the first value, with no other number between."""
    for token in reversed(scene.tokens[max(0, place - 8) : place]):
        if token.text == ";" or token.number is not None and token.number.is_value and token.index not in scene.mentions.level_tokens:  # fmt: skip
            return None
        if token.has(*DIRECTIONS) and not is_negated(scene, token.index) and not is_hedged(scene, token.index):
            return token
    return None


def _refused(effect: Effect) -> Ruling:
    told = f"{effect.metric} {effect.level} vs {effect.baseline}: {effect.verdict}"
    return Ruling("contradicted", told, told, (f"effect {told.split(':')[0]}",), effect.verdict)
