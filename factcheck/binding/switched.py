"""The levels on and off told by the act of switching: "with JIT disabled", "enabling it", "при включённом параметре", "отключение full_page_writes"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from factcheck.binding.mention_words import SWITCHED_OFF
from factcheck.binding.vocabulary import Level
from factcheck.reading.sentences import Token

#: The act in one word: whether it switches on.
_ACTS = {
    "enable": True, "enabled": True, "enabling": True, "enables": True, "activated": True, "activating": True,
    "disable": False, "disabled": False, "disabling": False, "disables": False, "deactivated": False, "deactivating": False,
}  # fmt: skip
_TURNS = {"turned", "turning", "turn", "switched", "switching", "switch"}
_SIDES = {"on": True, "off": False}
_RUSSIAN = {"включить": True, "включение": True, "включенный": True, "отключить": False, "отключение": False, "отключенный": False, "выключить": False, "выключение": False, "выключенный": False}  # fmt: skip
#: What is switched stands on either side of a participle, behind a verb or a noun.
_PARTICIPLE = re.compile(r"(?:ed|[её]н[аоы]?|нн\w{2,3})$")
_BETWEEN = {"the", "a", "is", "was", "were", "are", "being", "been", "be", "has", "have", "had", "explicitly", "была", "был", "было", "были", "же", "самого", "самой", "нашу", "эту", "этой", "этом", "этого", "этот", "этим"}  # fmt: skip
_WHEN = {"when", "once", "if", "while", "whenever", "если", "когда", "пока"}
_IT = {"it", "this", "that", "он", "она", "оно", "его", "её", "ее", "им", "ей", "ним", "ней"}
_NOUNS = {"parameter", "setting", "option", "feature", "knob", "параметр", "настройка", "опция", "режим", "функция"}


def switched_level(
    tokens: Sequence[Token], place: int, factors: Mapping[int, int], levels: Sequence[Level]
) -> tuple[Level, int] | None:
    """The level that a switching word at `place` tells, and the place behind the word; `factors` are the parameters named in the sentence by their places."""
    act = _act(tokens, place)
    if act is None:
        return None
    on, end, told = act
    factor = _object(tokens, place, end, told, factors)
    if factor is None:
        return None
    if place and tokens[place - 1].lower in ("not", "не"):
        on = not on
    pairs = _pairs(levels)
    if factor >= 0:
        pair = pairs.get(factor)
    else:
        pair = next(iter(pairs.values())) if len(pairs) == 1 else None
    level = pair[on] if pair is not None else None
    return (level, end) if level is not None else None


def _act(tokens: Sequence[Token], place: int) -> tuple[bool, int, str] | None:
    """Whether something is switched on, where the words end, and on which side what is switched stands: "before", "behind" or "around"."""
    word = tokens[place]
    behind = tokens[place + 1].lower if place + 1 < len(tokens) else ""
    if word.lower in _TURNS and behind in _SIDES:
        return _SIDES[behind], place + 2, _side(word)
    if word.lower in _SIDES and any(t.lower in _TURNS for t in tokens[max(0, place - 4) : max(0, place - 1)]):
        return _SIDES[word.lower], place + 1, "before"
    if word.lower in _ACTS:
        return _ACTS[word.lower], place + 1, _side(word)
    stem = next((stem for stem in word.stems if stem in _RUSSIAN), None)
    return (_RUSSIAN[stem], place + 1, _side(word)) if stem is not None else None


def _side(word: Token) -> str:
    return "around" if _PARTICIPLE.search(word.lower) else "behind"


def _object(tokens: Sequence[Token], place: int, end: int, told: str, factors: Mapping[int, int]) -> int | None:
    """The factor that is switched, -1 for the one that the words point to; None where something else is."""
    after = next((t for t in tokens[end : end + 3] if t.lower not in _BETWEEN), None)
    before = next((t for t in tokens[max(0, place - 3) : place][::-1] if t.lower not in _BETWEEN | {"not", "не"}), None)
    around = [before, after] if tokens[place].text.isascii() else [after, before]
    near = {"behind": [after], "before": [before], "around": around}[told]
    for one in near:
        if one is not None and one.index in factors:
            return factors[one.index]
    for one in near:
        if one is not None and (one.lower in _IT or one.stems & _NOUNS):
            return -1
    if told == "around" and before is not None and before.lower in _WHEN:
        return -1
    alone = after is None or not after.is_word
    led = before is not None and before.lower in ("с", "при", "with", "чем", "than")
    return -1 if told == "around" and alone and led else None


def _pairs(levels: Sequence[Level]) -> dict[int, dict[bool, Level | None]]:
    """Of each factor that can be switched off: its level off, and the one on where no other is."""
    found: dict[int, dict[bool, Level | None]] = {}
    for factor in {level.factor for level in levels}:
        own = [level for level in levels if level.factor == factor]
        off = [level for level in own if level.text.lower() in SWITCHED_OFF]
        if len(off) == 1 and (off[0].text != "0" or len(own) == 2):
            on = [one for one in own if one is not off[0]]
            found[factor] = {False: off[0], True: on[0] if len(on) == 1 else None}
    return found
