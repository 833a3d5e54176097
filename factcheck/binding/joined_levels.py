"""Levels whose names people write otherwise: in parts ("B-tree" for btree, "RAID 10" for raid10, "remote apply") or in the other language («B-дерево», «хеш», «январь»)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from factcheck.binding.mention_words import COMMON
from factcheck.binding.vocabulary import Level
from factcheck.reading.concepts import akin
from factcheck.reading.sentences import Token
from factcheck.reading.words import stems

_NO_LETTER = re.compile(r"[\W_]+")
_MOST = 4  # tokens of one name


#: How people call the two sides of a table of before and after.
_SIDES = {
    "before": "old version|old release|old server|previously|used to be|before the upgrade|старой версии|старая версия|раньше|прежней версии|до обновления|до апгрейда|до миграции",
    "after": "new version|new release|new server|now|after the upgrade|новой версии|новая версия|теперь|после обновления|после апгрейда|после миграции",
}  # fmt: skip


def joined_names(levels: Sequence[Level]) -> dict[str, Level]:
    """By what a level is called without spaces and marks, the level; names that two levels share are left out."""
    held: dict[str, set[int]] = {}
    for at, level in enumerate(levels):
        if level.number is not None or level.text.lower() in COMMON or not re.search(r"[^\W\d_]", level.text):
            continue
        names = {_plain(level.text)}
        words = re.split(r"[\s_-]+", level.text.lower())
        if len(words) == 1:
            names |= {_plain(stem) for stem in akin(frozenset(stems(words[0])) | {words[0]})}
        for name in names:
            if len(name) > 2:
                held.setdefault(name, set()).add(at)
    texts = [level.text.lower() for level in levels]
    if sorted(texts) == ["after", "before"]:
        for side, called in _SIDES.items():
            for name in called.split("|"):
                held[_plain(name)] = {texts.index(side)}
    return {name: levels[ats.pop()] for name, ats in held.items() if len(ats) == 1}


def joined_level(names: dict[str, Level], tokens: Sequence[Token], place: int) -> tuple[Level, int] | None:
    """The level that a name beginning at a token means, and the place behind it."""
    if not names or not (tokens[place].is_word or tokens[place].number is not None):
        return None
    for size in range(min(_MOST, len(tokens) - place), 0, -1):
        row = tokens[place : place + size]
        if not (row[-1].is_word or row[-1].number is not None) or any(t.text in ",.;:()" for t in row):
            continue
        head = _plain("".join(t.text for t in row[:-1]))
        for end in sorted({row[-1].lower, *row[-1].stems}):
            level = names.get(head + _plain(end))
            if level is not None:
                return level, place + size
    return None


def _plain(text: str) -> str:
    return _NO_LETTER.sub("", text.lower()).replace("ё", "е")
