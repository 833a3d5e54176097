"""Reads a count in digits or in words of two languages, compound ones too: "7", "twenty-four", "двадцать четыре", "twice"."""

from __future__ import annotations

import re

from factcheck.reading.numbers import WORD_NUMBERS

_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "двадцать": 20, "двадцати": 20, "тридцать": 30, "тридцати": 30, "сорок": 40, "сорока": 40, "пятьдесят": 50, "шестьдесят": 60}  # fmt: skip
_MORE = {"once": 1, "twice": 2, "thrice": 3, "однажды": 1, "дважды": 2, "трижды": 3, "четырежды": 4, "a single": 1, "одними": 1, "двум": 2, "трём": 3, "трем": 3, "пяти": 5, "одним": 1, "двумя": 2, "тремя": 3, "шестью": 6}  # fmt: skip
_WORD = "|".join(sorted({*WORD_NUMBERS, *_TENS, *_MORE}, key=len, reverse=True))
#: A pattern without groups.
COUNT = rf"\d{{1,3}}(?![\d.,]*\d)|(?:(?:{'|'.join(_TENS)})[- ])?(?:{_WORD})"

#: What is planned for another time.
TO_COME = re.compile(
    r"(?<!\w)план(?:ы|ирую|ируем|ируется)?(?!\w)|(?<!\w)(?:завтра|в следующий раз)(?!\w)|\b(?:tomorrow|next (?:time|week|night)|we plan|the plan is)\b",
    re.I,
)
#: What is told of somebody else's work.
OF_OTHERS = re.compile(
    r"\b(?:the|their|his|her|that|original|earlier) (?:post|blog|article|paper|talk|author|authors|report)\b|(?<!\w)(?:автор\w*|(?:в|та|той|эта|этой|чужая) стать\w*|докладчик\w*)(?!\w)",
    re.I,
)
#: Words of a sentence that tells of other runs than those that were made: plans, advice, earlier work.
OTHERWISE = re.compile(
    r"\b(?:should|would|could|will|next|plan(?:ned)?|need(?:s|ed)?|if|enough|at least|previous(?:ly)?|earlier|ago|another|somebody|tomorrow)\b|"
    r"(?<!\w)(?:следу\w+|план|планы|завтра|планир\w+|надо|нужн\w+|хватил\w*|если|бы|понадоб\w+|хотя бы|не менее|не меньше|раньше|прежн\w+|прошл\w+|впредь|потом)(?!\w)",
    re.I,
)


def count_said(text: str) -> int | None:
    """The number of "7", "seven", "twenty-four", "двадцать четыре", "twice"."""
    words = text.lower().replace("ё", "е").replace("-", " ").split()
    if not words:
        return None
    if words[0].isdigit():
        return int(words[0])
    joined = " ".join(words)
    if joined in _MORE:
        return _MORE[joined]
    values = [_TENS.get(word, WORD_NUMBERS.get(word, _MORE.get(word))) for word in words]
    return sum(value for value in values if value is not None) if any(v is not None for v in values) else None
