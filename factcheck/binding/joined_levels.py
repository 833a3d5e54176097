"""Levels whose names people write otherwise: in parts ("B-tree" for btree, "RAID 10" for raid10, "remote apply") or in the other language («B-дерево», «хеш», «январь»)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from factcheck.binding.mention_words import COMMON
from factcheck.binding.vocabulary import Level
from factcheck.reading.concepts import akin
from factcheck.reading.sentences import Token
from factcheck.reading.words import stems
from factcheck.stating.orders.words import function_words

_NO_LETTER = re.compile(r"[\W_]+")
_MOST = 6  # tokens of one name


_SEGMENTS, _WORDS = re.compile(r"[=+(),:;|]|\s/\s"), re.compile(r"[\s_-]+")
#: What a level has in its name beside what sets it apart.
_GENERIC = {
    "with", "without", "only", "page", "pages", "table", "index", "mode", "node", "instance", "volume", "disk", "server", "driver", "method", "size", "time", "level", "mount", "file", "data", "test", "second", "seconds",
    "minute", "minutes", "from", "into", "over", "user", "users", "client", "clients", "core", "cores", "local", "remote", "single", "double", "multi", "simple", "plain", "hand", "huge", "each", "then", "same", "more", "less",
}  # fmt: skip


#: How people call what was not changed.
_STOCK = ("stock", "out of the box", "untouched", "по умолчанию", "из коробки")
#: How people call the two sides of a table of before and after.
_SIDES = {
    "before": "old version|old release|old server|previously|used to be|before the upgrade|старой версии|старая версия|раньше|прежней версии|до обновления|до апгрейда|до миграции",
    "after": "new version|new release|new server|now|after the upgrade|новой версии|новая версия|теперь|после обновления|после апгрейда|после миграции",
}  # fmt: skip


def joined_names(levels: Sequence[Level], *, of_spreadsheet: bool) -> dict[str, Level]:
    """By what a level, or a part of it that no other has, is called without spaces and marks, the level; names that two levels share are left out.

    Where the facts are a mere spreadsheet, "interleave" is "interleave=all", and "stock" is default.
    """
    held: dict[str, set[int]] = {}
    parts: dict[str, set[int]] = {}
    for at, level in enumerate(levels):
        if level.number is not None or level.text.lower() in COMMON or not re.search(r"[^\W\d_]", level.text):
            continue
        for name in _names(level.text.lower()):
            if len(name) > 2:
                held.setdefault(name, set()).add(at)
        for name in _part_names(level.text.lower()) if of_spreadsheet or "=" not in level.text else ():
            parts.setdefault(name, set()).add(at)
    for name, ats in parts.items():
        held.setdefault(name, ats)
    texts = [level.text.lower() for level in levels]
    if of_spreadsheet and texts.count("default") == 1:
        for name in _STOCK:
            held.setdefault(_plain(name), {texts.index("default")})
    if sorted(texts) == ["after", "before"]:
        for side, called in _SIDES.items():
            for name in called.split("|"):
                held[_plain(name)] = {texts.index(side)}
    return {name: levels[ats.pop()] for name, ats in held.items() if len(ats) == 1}


def _names(text: str) -> set[str]:
    """A name without spaces and marks; of a single word all forms of it, in the other language, too."""
    words = _WORDS.split(text)
    return {_plain(text)} | ({_plain(stem) for stem in akin(frozenset(stems(text)) | {text})} if len(words) == 1 else set())  # fmt: skip


def _part_names(text: str) -> set[str]:
    """What may stand for a level of several parts: "interleave" of "interleave=all", "Frankfurt" of "eu-central-1 (Frankfurt)", "Citus" of "Citus columnar"."""
    segments = [segment.strip() for segment in _SEGMENTS.split(text) if segment.strip()]
    found = {name for segment in segments if len(segments) > 1 and _is_told(segment) for name in _names(segment)}
    for segment in segments:
        words = [word for word in _WORDS.split(segment) if word]
        if len(words) > 1:
            found |= {name for word in words if len(_plain(word)) > 3 and _is_told(word) and word not in _GENERIC for name in _names(word)}  # fmt: skip
    return found - function_words() - {""}


def _is_told(word: str) -> bool:
    """Whether a part can stand for the whole: no number, no word of every day."""
    return len(word) > 2 and word not in COMMON and bool(re.search(r"[^\W\d_]{2}", word))


def numbered_parts(levels: Sequence[Level]) -> tuple[dict[str, Level], frozenset[str]]:
    """By their numbers the levels that share a word and have a number each, and that word: "1.2" and "1.3" of "TLS 1.2", "TLS 1.3"."""
    found: dict[str, list[tuple[str, Level]]] = {}
    for level in levels:
        cut = re.fullmatch(r"([^\W\d_]+)[\s_-]?v?(\d+(?:\.\d+)?)", level.text) if level.number is None else None
        if cut is not None:
            found.setdefault(cut.group(1).lower(), []).append((cut.group(2), level))
    best = max(found.items(), key=lambda one: len(one[1]), default=("", []))
    numbers = dict(best[1])
    return (numbers, frozenset({best[0]})) if len(numbers) == len(best[1]) > 1 else ({}, frozenset())


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
    word = tokens[place].lower
    if len(word) > 10:  # "serializability" of "SERIALIZABLE"
        alike = {id(level): level for name, level in names.items() if len(name) > 10 and name[:9] == word[:9]}
        if len(alike) == 1:
            return next(iter(alike.values())), place + 1
    return None


def _plain(text: str) -> str:
    return _NO_LETTER.sub("", text.lower()).replace("ё", "е")
