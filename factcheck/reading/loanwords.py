"""Russian words that are Latin ones by their sound: «пинг» for ping, «дамп» for dump, «во Франкфурте» for Frankfurt."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache

_LETTERS = dict(zip("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", ["a", "b", "v", "g", "d", "e", "e", "g", "s", "i", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "h", "s", "c", "s", "s", "", "i", "", "e", "u", "a"], strict=True))  # fmt: skip
_SPELLINGS = (
    ("tch", "c"), ("sch", "s"), ("ph", "f"), ("ck", "k"), ("sh", "s"), ("ch", "c"), ("th", "t"), ("qu", "kv"), ("q", "k"), ("x", "ks"), ("w", "v"), ("dj", "g"), ("j", "g"), ("z", "s"),
    ("ee", "i"), ("ea", "i"), ("oo", "u"), ("ou", "u"), ("y", "i"),
)  # fmt: skip
_SOFT_C, _DOUBLED, _VOWELS = re.compile(r"c(?=[eiy])"), re.compile(r"(.)\1"), re.compile(r"[aeiouh]")
_ENDINGS = ("инг", "ия", "ный", "ый", "ий", "а", "я")
_ALIKE, _CLOSE = 0.5, 0.8  # how much of two words must be the same, with the same consonants and without


def sounds_like(russian: str, latin: str) -> bool:
    """Whether a Russian lemma may be a Latin word taken over by its sound: both have the same consonants, three at least, or nearly the same letters."""
    told, held = _heard(russian), _spelled(latin)
    if not told or not held or (told[0] in "aeiou") != (held[0] in "aeiou"):
        return False
    if abs(len(told) - len(held)) > 4:
        return False
    alike = SequenceMatcher(None, told, held).ratio()
    one, two = _VOWELS.sub("", told), _VOWELS.sub("", held)
    return one == two and len(one) >= 3 and alike >= _ALIKE or alike >= _CLOSE and min(len(told), len(held)) >= 3


@lru_cache(maxsize=20_000)
def _heard(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            word = word.removesuffix(ending)
            break
    word = word.replace("дж", "ж")
    word = word.removesuffix("ц") + "тион" if word.endswith("ц") and len(word) > 5 else word
    return _DOUBLED.sub(r"\1", "".join(_LETTERS.get(letter, "") for letter in word))


@lru_cache(maxsize=20_000)
def _spelled(word: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c))
    for written, heard in _SPELLINGS:
        plain = plain.replace(written, heard)
    plain = _SOFT_C.sub("s", plain).replace("c", "k") if "c" in plain and not _has_ch(word) else plain
    return _DOUBLED.sub(r"\1", plain.removesuffix("e") if len(plain) > 4 else plain)


def _has_ch(word: str) -> bool:
    return "ch" in word.lower()
