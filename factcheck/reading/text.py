"""Reads hostile text as plain text: one kind of space, minus and letter, with every character's place kept.

A claim is reported by its exact place in the author's line, so cleaning never loses where a character stood:
``clean`` returns the readable text together with the offset of each of its characters in the original line.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# One character for one: typographic forms that mean the same to a reader.
_SAME = {
    "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2007": " ", "\u2002": " ", "\u2003": " ", "\u2008": " ",
    "\u200a": " ", "\u205f": " ", "\u3000": " ", "\t": " ", "\u000b": " ", "\u000c": " ", "\u0085": " ",
    "\u2212": "-", "\u2010": "-", "\u2011": "-", "\ufe63": "-", "\uff0d": "-", "\u2012": "–",
    "\u00ad": "", "\u02dc": "~", "\u223c": "~", "\u2248": "~", "\u2243": "~", "\u00d7": "×", "\u2715": "×",
    "\u2018": "'", "\u2019": "'", "\u201b": "'", "\u02bc": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"',
    "\u00ab": '"', "\u00bb": '"', "\uff05": "%", "\uff0c": ",", "\uff0e": ".", "\uff1a": ":", "\u2044": "/",
    "ё": "е", "Ё": "Е", "\u27f6": "→", "\u21d2": "→", "\u279c": "→", "\u2192": "→", "\u00b5": "μ",
    "\u2264": "≤", "\u2265": "≥", "\u2a7d": "≤", "\u2a7e": "≥",
}  # fmt: skip

# Letters of other scripts that look like Latin or Cyrillic ones; a word of mixed scripts is read in one of them.
_CYRILLIC_LOOK = "аеорсухіјѕАВЕКМНОРСТХІЈЅ"
_LATIN_LOOK = "aeopcyxijsABEKMHOPCTXIJS"
_TO_LATIN = dict(zip(_CYRILLIC_LOOK, _LATIN_LOOK, strict=True))
_TO_CYRILLIC = {
    latin: cyrillic for cyrillic, latin in zip(_CYRILLIC_LOOK, _LATIN_LOOK, strict=True) if latin not in "ijsIJS"
}
_MIXED = re.compile(r"[^\W\d_]{2,}")
_LATIN = re.compile(r"[A-Za-z]")
_CYRILLIC = re.compile(r"[А-Яа-я]")
#: Where a word may hold letters of both: next to a Latin letter stands another that is none.
_TWO_SCRIPTS = re.compile(r"[A-Za-z][^\W\d_A-Za-z]|[^\W\d_A-Za-z][A-Za-z]")


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    """The character a reader sees; empty for what only directs or hides."""
    if char < "\u007f" and char >= " ":
        return char
    if char in _SAME:
        return _SAME[char]
    if unicodedata.category(char) in ("Cf", "Cc", "Mn", "Me") and char not in "\u0306":
        return ""
    # digits and letters of compatibility blocks (full width, mathematical) are their plain selves
    plain = unicodedata.normalize("NFKC", char)
    return plain if len(plain) == 1 else char


def _unmix(word: re.Match[str]) -> str:
    """A word of mixed scripts in the script of most of its letters, when every stranger has a twin there."""
    text = word.group()
    latin, cyrillic = len(_LATIN.findall(text)), len(_CYRILLIC.findall(text))
    if not latin or not cyrillic:
        return text
    table, stranger = (_TO_CYRILLIC, _LATIN) if cyrillic >= latin else (_TO_LATIN, _CYRILLIC)
    folded = "".join(table.get(char, char) for char in text)
    return text if stranger.search(folded) else folded


def clean(line: str) -> tuple[str, list[int]]:
    """The line as read, and the offset in the original of each of its characters (and of its end)."""
    if line.isascii() and line.isprintable():
        return line, list(range(len(line) + 1))
    # a composed й must stay one letter although it can be written as two characters
    kept: list[str] = []
    offsets: list[int] = []
    for place, char in enumerate(line):
        if char == "\u0306" and kept and kept[-1] in "иИ":
            kept[-1] = "й" if kept[-1] == "и" else "Й"
            continue
        if char == "\u0308" and kept and kept[-1] in "еЕ":
            continue
        plain = _plain(char)
        if plain:
            kept.append(plain)
            offsets.append(place)
    offsets.append(len(line))
    read = "".join(kept)
    return _MIXED.sub(_unmix, read) if _TWO_SCRIPTS.search(read) else read, offsets


def language_of(text: str) -> str:
    """`ru` when a fifth of the letters or more is Cyrillic (terms stay Latin in Russian texts), otherwise `en`."""
    sample = text[:200_000]
    cyrillic, latin = len(_CYRILLIC.findall(sample)), len(_LATIN.findall(sample))
    return "ru" if cyrillic * 4 >= latin and cyrillic else "en"
