"""Puts into a clause what it only points at: "two others are above that", "nowhere else is it higher", "the former is lower", "выше он только при 8"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from factcheck.binding.scene import Scene
from factcheck.reading.sentences import Token
from factcheck.stating.echoes import name_of, said_again, with_stat
from factcheck.stating.focus import Focus
from factcheck.stating.words import grade_of, parts

_REST = re.compile(
    r"\b(?:other|others|remaining|rest|else|elsewhere|no|none|nowhere|nothing|nobody|neither|everything|every|each|all|any|another|both)\b"
    r"|(?<!\w)(?:остальн\w+|друг\w+|проч\w+|ин(?:ой|ого|ом|ые|ых|ым)|больше нигде|нигде|ни один|ни одн\w+|никто|ничто|ничего|никак\w+|все|всех|всем|любо\w+|кажд\w+|только|лишь|оба|обоих|обе|кто-то)(?!\w)",
    re.I,
)  # words by which a clause sets something against all else
_HELD = re.compile(
    r"^(?:above|below|over|under|than|beats?|exceed(?:s|ing)?|surpass(?:es)?|outperforms?|outdo(?:es)?|against|with|tops?|to|of|on|approach(?:es)?|reach(?:es)?|match(?:es)?|rivals?"
    r"|чем|над|выше|ниже|больше|меньше|лучше|хуже|превыша[ею]т|превосход[ия]т|обход[ия]т|уступа[ею]т|против)$"
)
_POINTS = {"that", "it", "this", "them", "него", "нее", "неё", "этого", "его", "ее", "её", "ему", "ей"}
_MARKS = {"mark", "value", "figure", "level", "result", "number", "one", "average", "mean", "отметки", "отметку", "значения", "уровня", "показателя", "результата", "среднего"}  # fmt: skip
_LEVEL_NOUNS = {
    "setting",
    "settings",
    "value",
    "values",
    "level",
    "levels",
    "значение",
    "значения",
    "уровень",
    "уровни",
}
_SUBJECTS = {"it", "they", "он", "она", "оно", "они", "показатель", "значение", "its", "их"}
_FIRST = re.compile(r"^(?:former|первый|первая|первое|первого|первому|первым|первом)$", re.I)
_SECOND = re.compile(r"^(?:latter|второй|вторая|второе|второго|второму|вторым|втором)$", re.I)


def may_point(scene: Scene, first: int, last: int) -> bool:
    """Whether a clause has words that lean on another one."""
    tokens = scene.tokens[first : last + 1]
    return any(_compares(t) or _FIRST.match(t.text) or _SECOND.match(t.text) for t in tokens)


def filled(scene: Scene, first: int, last: int, focus: Focus) -> list[str]:
    """The texts of a clause with all that it leaves out; none where it leaves nothing out, or more than can be told."""
    tokens = scene.tokens[first : last + 1]
    if len(tokens) > 30 or any(t.number is not None and t.index not in scene.mentions.level_tokens | scene.mentions.name_tokens and not _counts(t) for t in tokens):  # fmt: skip
        return []
    metrics = [m for m in scene.mentions.metrics if first <= m.first and m.last <= last and not m.modifier]
    levels = [m for m in scene.mentions.levels if first <= m.first and m.last <= last and not m.group]
    put: dict[int, tuple[int, str]] = {}
    base = ""
    ordinal = _ordinals(tokens, focus, put)
    if ordinal is None or any(m.role == "than" for m in levels):  # "вдвое выше базового" has its base
        return []
    if ordinal and _leans(scene, first, last, tokens, levels or focus.levels):
        base = _base(scene, tokens, _other(focus, put))
    elif not ordinal and _leans(scene, first, last, tokens, levels):
        if len(focus.levels) != 1 or focus.base or focus.levels[0] in {one for m in levels for one in m.ids}:
            return []
        if not _pointed(tokens, focus.levels[0], put):
            base = _base(scene, tokens, focus.levels[0])
    elif not ordinal:
        return []
    names = _names(scene, focus, tokens) if not metrics else [""]
    subject = next((t.index for t in tokens if t.lower in _SUBJECTS and t.index not in put), None)
    if not metrics and subject is not None:
        put[subject] = (subject, "")
    return [_lead(scene, name) + said_again(scene, first, last, put) + base + "." for name in names]


def _other(focus: Focus, put: dict[int, tuple[int, str]]) -> str:
    """Of two levels the one that is not spoken of."""
    told = {words for _, words in put.values()}
    return focus.pair[1] if focus.pair[0] in told else focus.pair[0]


def _counts(token: Token) -> bool:
    return token.text.isalpha()


def _names(scene: Scene, focus: Focus, tokens: list[Token]) -> list[str]:
    """What the metric is called, with and without the statistic told of it."""
    if len(focus.metrics) != 1:
        return []
    name = name_of(scene, focus.metrics[0])
    held = [stat for stat in focus.stats if stat in scene.vocabulary.stats_of(focus.metrics[0])]
    said = [with_stat(scene, name, stat) for stat in held]
    return said if said and any(t.lower in ("one", "ones") for t in tokens) else [name, *said]


def _lead(scene: Scene, name: str) -> str:
    if not name:
        return ""
    return f"По метрике {name} " if scene.world.language == "ru" else f"For {name}, "


def _base(scene: Scene, tokens: list[Token], level: str) -> str:
    if any(t.lower in ("так", "столь") for t in tokens):
        return f", как при {level}"
    return f", чем при {level}" if scene.world.language == "ru" else f" than at {level}"


def _leans(scene: Scene, first: int, last: int, tokens: list[Token], levels: Sequence[object]) -> bool:
    """Whether a clause compares what it names, or all else, with something that it does not name."""
    named = (scene.tokens[place] for place, _ in scene.mentions.factors if first <= place <= last)
    if any(t.lower not in _LEVEL_NOUNS for t in named):
        return False
    if any(t.lower in ("than", "чем", "compared", "versus", "сравнению") for t in tokens):
        return False
    rest = _REST.search(scene.text_of(first, last)) is not None
    return (rest or bool(levels)) and any(_compares(t) and not _has_object(scene, t, last) for t in tokens)


def _has_object(scene: Scene, token: Token, last: int) -> bool:
    """ "Under 8", "loses only to 8": a word that is followed by what it holds something against; or by a metric that leads among shares."""
    if grade_of(token.text) is not None:
        return False
    behind = [*(m.first for m in scene.mentions.levels), *(m.first for m in scene.mentions.metrics)]
    return any(token.index < place <= last for place in behind)


def _compares(token: Token) -> bool:
    grade = grade_of(token.text) if token.is_word else None
    if grade is not None and grade.grade == "cmp":
        return True
    keys = {token.lower, *token.stems}
    return any(not {"above", "below", "wins", "loses", "rivals", "more", "less"}.isdisjoint(parts().get((key,), ())) for key in keys)  # fmt: skip


def _pointed(tokens: list[Token], level: str, put: dict[int, tuple[int, str]]) -> bool:
    """Puts the level in the place of "that" in "above that"."""
    for at in range(len(tokens) - 1, 0, -1):
        token, before = tokens[at], tokens[at - 1]
        if token.lower in _POINTS and _HELD.match(before.lower):
            stop = at + 1 if at + 1 < len(tokens) and tokens[at + 1].lower in _MARKS else at
            put[token.index] = (tokens[stop].index, level)
            return True
    return False


def _ordinals(tokens: list[Token], focus: Focus, put: dict[int, tuple[int, str]]) -> bool | None:
    """Puts a level in the place of "the former"; None where it is not told of which two."""
    found = False
    for token in tokens:
        place = 0 if _FIRST.match(token.text) else 1 if _SECOND.match(token.text) else None
        if place is None:
            continue
        if len(focus.pair) != 2 or found:
            return None
        put[token.index] = (token.index, focus.pair[place])
        if token.index > tokens[0].index and tokens[token.index - tokens[0].index - 1].lower == "the":
            put[token.index - 1] = (token.index, focus.pair[place])
        found = True
    return found
