"""Reads numbers that are spelled out: "a fifth", "две трети", "в два с половиной раза", "half a percentage point", "пять минут".

Each is found with the slack that a reader allows it: a third is not 33.3%. Words that only count runs or levels are left to
`structure`, which knows what they count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.reading.units import unit_at

_ONES = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "eighteen": 18, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100,
    "один": 1, "одна": 1, "одну": 1, "одного": 1, "одной": 1, "одним": 1, "одном": 1, "одному": 1, "два": 2, "две": 2, "двух": 2, "двумя": 2, "двум": 2, "три": 3, "трех": 3, "трёх": 3, "тремя": 3,
    "трем": 3, "трём": 3, "четыре": 4, "четырех": 4, "четырёх": 4, "четырем": 4, "четырём": 4, "четырьмя": 4, "пять": 5, "пяти": 5, "пятью": 5,
    "шесть": 6, "шести": 6, "шестью": 6, "семь": 7, "семи": 7, "семью": 7, "восемь": 8, "восьми": 8, "восемью": 8, "восьмью": 8, "девять": 9, "девяти": 9, "девятью": 9, "десять": 10, "десяти": 10,
    "десятью": 10, "одиннадцать": 11, "двенадцать": 12,
    "двенадцати": 12, "пятнадцать": 15, "пятнадцати": 15, "пятнадцатью": 15, "шестнадцать": 16, "шестнадцати": 16, "шестнадцатью": 16, "двадцать": 20, "двадцати": 20, "тридцать": 30,
    "двадцатью": 20, "тридцати": 30, "тридцатью": 30, "сорок": 40, "сорока": 40, "пятьдесят": 50, "сто": 100, "ста": 100,
    "полтора": 1.5, "полторы": 1.5, "полутора": 1.5,
}  # fmt: skip
_PARTS_EN = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "eleventh": 11,
    "twelfth": 12,
    "fifteenth": 15,
    "sixteenth": 16,
    "twentieth": 20,
    "thirtieth": 30,
    "fortieth": 40,
    "fiftieth": 50,
    "hundredth": 100,
}
_PARTS_RU = (
    (r"половин[ауые]\w?|половиной|вполовину|наполовину", 2), (r"трет[ьи]|третью|третей", 3), (r"четверт[ьи]|четвертью|четвертей", 4), (r"пят(?:ая|ую|ой|ых|ые) част\w+|пят(?:ых|ой)(?= доли)", 5),
    (r"шест(?:ая|ую|ой|ых) част\w+", 6), (r"седьм(?:ая|ую|ой|ых) част\w+", 7), (r"восьм(?:ая|ую|ой|ых) част\w+", 8), (r"десят(?:ая|ую|ой|ых) част\w+", 10),
)  # fmt: skip
_WORD = "|".join(sorted(_ONES, key=len, reverse=True))
_ORDINALS_RU = {"трет": 3, "четв": 4, "пят": 5, "шест": 6, "седь": 7, "вось": 8, "девя": 9, "деся": 10, "двен": 12, "двад": 20, "трид": 30, "соро": 40, "сот": 100}  # fmt: skip
_ORDINAL_RU = r"трет|четв[её]рт|пят|шест|седьм|восьм|девят|десят|двенадцат|двадцат|тридцат|сороков|сот"
#: What a Russian ordinal begins with, for a look before it is searched for.
_ORDINAL_RU_STARTS = (
    "трет",
    "четв",
    "пят",
    "шест",
    "седьм",
    "восьм",
    "девят",
    "десят",
    "двенадцат",
    "двадцат",
    "тридцат",
    "сороков",
    "сот",
)
_EN = re.compile(
    rf"(?<![\w-])(?:(?P<n>an?|another|{_WORD})[ -](?P<d>{'|'.join(_PARTS_EN)})s?|(?P<h>half))(?![\w-])"
    r"(?!\s+(?:an?\s+)?(?:gig|gigabyte|megabyte|terabyte|gb|mb|tb|ms|millisecond|hour|day|year|minute|second|dozen|million|billion|percent|point|run|time|way|level|place|party|generation|experiment|column|row|of (?:the )?(?:year|hour)))",
    re.I,
)
_RU = re.compile(
    rf"(?<!\w)(?:(?P<n>{_WORD})\s)?(?:"
    + "|".join(f"(?P<d{value}>{words})" for words, value in _PARTS_RU)
    + r")(?!\w)(?!\s+(?:час|дня|суток|года|раз|четверт|миллисек|микросек|секунд|минут|гигабайт|мегабайт|процент))",
    re.I,
)
#: "четыре пятых", "седьмая часть", "каждая пятая секунда".
_RU_ORDINAL = re.compile(
    rf"(?<!\w)(?:(?P<n>{_WORD})\s(?P<d>{_ORDINAL_RU})(?:ьих|их|ых|ыми|ими|ая|ую|ой)(?:\s(?:част|дол)\w+)?(?!\w)(?!\s+(?:миллисек|микросек|секунд|процент|мс|мин|час|доли процент))|"
    rf"(?P<one>{_ORDINAL_RU})(?:ья|ью|ьей|ей|ая|ую|ой)\s(?:част|дол)(?:ь|и|ью|я|ю|ей)(?!\w))",
    re.I,
)
#: "one in five", "three out of four", "каждая четвёртая секунда".
_ONE_OF = re.compile(
    rf"\b(?P<of>one|two|three|four) (?:out of (?:every )?|in (?:every )?)(?P<n>two|three|four|five|six|seven|eight|nine|ten|twenty)(?![\w-])(?!\s+(?:levels?|settings?|cells?|runs?|cases?|variants?|configurations?|metrics?|steps?|hours?|minutes?))|"
    rf"(?<!\w)кажд(?:ая|ую|ой) (?P<ru>{_ORDINAL_RU})(?:ья|ью|ьей|ая|ую|ой)(?=\s(?:секунд|минут|миллисекунд|транзакци|страниц|операци))",
    re.I,
)
_TIMES = re.compile(
    rf"(?<!\w)(?P<n>{_WORD})(?P<half> с половиной| and a half)?(?: с (?:лишним|небольшим|гаком))?\s(?:раза?|times)(?!\w)(?!\s+(?:in a row|подряд))",
    re.I,
)
#: «Раза в три», an estimate.
_TURNED_TIMES = re.compile(
    rf"(?<!\w)раза? в (?P<n>{_WORD})(?!\w)(?! (?:час|минут|секунд|ден|сутк|недел|месяц|год|миллисек))", re.I
)
_HALF_TIMES = re.compile(
    r"(?<!\w)(?:one and a half times|half as (?:much|many|large|big|long|often|high)(?P<again>(?=(?: \w+){0,3} again))?|(?P<more>half again))(?!\w)",
    re.I,
)
#: "that factor is above six", "отношение сжимается до двух с половиной": a multiple without its "times".
_FACTOR = re.compile(
    rf"(?:above|below|over|under|nearly|almost|about|only|is|to|just|до|почти|выше|ниже|около|примерно|лишь|уже|равно|—)\s(?P<n>{_WORD})(?P<half> с половиной| and a half)?(?=[.,;:)]|$|\s(?:at|with|on|under|in|при|на|у)\s)",
    re.I,
)
#: "By a factor of almost six".
_FACTOR_OF = re.compile(rf"\bfactor of (?:\w+ |more than |less than |just (?:over|under) )?(?P<n>{_WORD})(?P<half> and a half)?(?!\w)", re.I)  # fmt: skip
_SAID_FACTOR = re.compile(r"\b(?:that|this|the|same) (?:factor|ratio|multiple)\b|(?<!\w)(?:это|то же|этот|такое) (?:соотношени|отношени|множител)\w*", re.I)  # fmt: skip
_FOLDS_RU = {"дву": 2, "трё": 3, "тре": 3, "тро": 3, "чет": 4, "пяти": 5, "шести": 6, "семи": 7, "восьми": 8, "девяти": 9, "десяти": 10, "одиннадцати": 11, "двенадцати": 12, "пятнадцати": 15,
    "шестнадцати": 16, "двадцати": 20, "тридцати": 30, "сорока": 40, "пятидесяти": 50, "сто": 100}  # fmt: skip
_FOLD = re.compile(
    rf"(?<![\w-])(?:(?P<en>{_WORD})-?fold|(?P<ru>двух?|тр[её]х|трое|четыр[её]х|четверо|{'|'.join(w for w in _FOLDS_RU if len(w) > 3)}|сто)кратн\w+)(?!\w)",
    re.I,
)
_HALF_POINT = re.compile(
    r"(?<!\w)half an?\s(?=percent|percentage|per cent)|(?<!\w)(?:пол|половин[ау]\s)(?=процент)", re.I
)
#: "half a megabyte", "полсекунды": a value in its unit, and no part of anything.
_HALF_UNIT = re.compile(r"(?<!\w)half an?\s(?=[a-z]{4})|(?<!\w)(?:пол(?=[а-я]{5})|половин[ау]\s(?=[а-я]{5}))", re.I)
_MEASURED = re.compile(rf"(?<![\w-])(?P<n>{_WORD})(?P<half> с половиной| and a half)?[ -](?=[^\W\d_]|%)", re.I)
#: The tens of "тридцать восемь процентов", "thirty-eight percent".
_TENS = re.compile(rf"(?<!\w)(?P<n>{'|'.join(sorted((w for w, v in _ONES.items() if 20 <= v < 100 and v % 10 == 0), key=len, reverse=True))})[\s-]$", re.I)  # fmt: skip
#: The lower end of "between seven and nine percent", whose unit stands behind the upper.
_LOWER_END = re.compile(rf"(?<!\w)(?:between|между)\s(?P<n>{_WORD})\s(?:and|и)\s$", re.I)
_WHOLE_WORD = re.compile(r"\w+")
_UNITS = ("time", "points", "percent", "bytes")
#: "одноминутный", "тридцатисекундного", "восьмигигабайтной": a value and its unit in one word.
_COMPOUND_UNITS = {"секундн": "секунда", "минутн": "минута", "часов": "час", "мегабайтн": "мегабайт", "гигабайтн": "гигабайт"}  # fmt: skip
_COMPOUND = re.compile(
    rf"(?<!\w)(?P<n>одно|полу|полутора|двух|тр[её]х|четыр[её]х|{'|'.join(w for w in _FOLDS_RU if len(w) > 3)})(?P<u>{'|'.join(_COMPOUND_UNITS)})(?:ый|ой|ого|ому|ым|ом|ая|ую|ое|ые|ых|ыми)(?!\w)",
    re.I,
)

#: The first three letters of one word at least of every number in words.
_BEGINNINGS = frozenset(word[:3] for word in (*_ONES, *_PARTS_EN, *_FOLDS_RU, *_ORDINAL_RU_STARTS, "половина", "вполовину", "наполовину", "каждая"))  # fmt: skip


def spelled_out(text: str) -> list[tuple[int, int, str, float, float, object | None]]:
    """(start, end, kind, value, size of its last place, unit) of each spelled number; kind is `fraction`, `times` or `value`."""
    lower = text.lower()
    words = _WHOLE_WORD.findall(lower)
    if _BEGINNINGS.isdisjoint([word[:3] for word in words]):
        return []  # as most cells and headings
    found: list[tuple[int, int, str, float, float, object | None]] = []

    def each(pattern: re.Pattern[str], *needed: str) -> Iterator[re.Match[str]]:
        """The matches of a pattern that cannot match without one of some letters: cheaper to look for than the pattern."""
        return pattern.finditer(text) if any(letters in lower for letters in needed) else iter(())

    for m in each(_TIMES, "раз", "times"):
        value = _ONES[m.group("n").lower()] + (0.5 if m.group("half") else 0)
        if value > 1:
            found.append((m.start(), m.end(), "times", value, 0.0, None))
    for m in each(_TURNED_TIMES, "раз"):
        found.append((m.start(), m.end(), "times", float(_ONES[m.group("n").lower()]), 0.0, None))
    for m in each(_HALF_TIMES, "half"):
        more = m.group("again") is not None or m.group("more") or m.group().lower().startswith("one")
        found.append((m.start(), m.end(), "times", 1.5 if more else 0.5, 0.0, None))
    for m in _FACTOR.finditer(text) if _SAID_FACTOR.search(text) else ():
        value = _ONES[m.group("n").lower()] + (0.5 if m.group("half") else 0)
        if _SAID_FACTOR.search(text, max(0, m.start() - 120), m.start()) and value > 1:
            found.append((m.start("n"), m.end(), "times", value, 0.0, None))
    for m in each(_FACTOR_OF, "factor of"):
        value = _ONES[m.group("n").lower()] + (0.5 if m.group("half") else 0)
        found.append((m.start("n"), m.end(), "times", value, 0.0, None))
    for m in each(_FOLD, "fold", "кратн"):
        found.append((m.start(), m.end(), "times", _fold(m), 0.0, None))
    for m in each(_HALF_POINT, "half", "пол"):
        unit = unit_at(text, m.end())
        if unit:
            found.append((m.start(), unit[1], "value", 0.5, 0.2, unit[0]))
    for m in each(_HALF_UNIT, "half", "пол"):
        unit = unit_at(text, m.end())
        if unit and unit[0].dimension in ("time", "bytes"):
            found.append((m.start(), unit[1], "value", 0.5, 0.2, unit[0]))
    for m in _MEASURED.finditer(text) if not _ONES.keys().isdisjoint(words) else ():
        unit = unit_at(text, m.end())
        if unit and unit[0].dimension in _UNITS and unit[1] - m.end() > 2:
            value = _ONES[m.group("n").lower()] + (0.5 if m.group("half") else 0)
            tens = _TENS.search(text, max(0, m.start() - 20), m.start()) if value < 10 else None
            value += _ONES[tens.group("n").lower()] if tens is not None else 0
            found.append(
                (
                    tens.start() if tens is not None else m.start(),
                    unit[1],
                    "value",
                    value,
                    1.0 if value >= 1 and value == int(value) else 0.5,
                    unit[0],
                )
            )
            low = _LOWER_END.search(text, max(0, m.start() - 40), m.start())
            if low is not None:
                found.append((low.start("n"), low.end("n"), "value", float(_ONES[low.group("n").lower()]), 1.0, unit[0]))  # fmt: skip
    for m in each(_COMPOUND, *_COMPOUND_UNITS):
        unit = unit_at(_COMPOUND_UNITS[m.group("u").lower()], 0)
        value = {"одно": 1.0, "полу": 0.5, "полутора": 1.5}.get(m.group("n").lower()) or _fold_ru(m.group("n"))
        if unit:
            found.append((m.start(), m.end(), "value", value, 1.0 if value == int(value) else 0.5, unit[0]))
    for m in each(_EN, *_PARTS_EN):
        if re.search(rf"(?<!\w)(?:{_WORD}) and $", text[max(0, m.start() - 14) : m.start()], re.I):
            continue  # "three and a quarter"
        one = m.group("h") or m.group("n").lower() in ("a", "an", "another")
        count = 1.0 if one else float(_ONES[m.group("n").lower()])
        share = 100 * count / (2 if m.group("h") else _PARTS_EN[m.group("d").lower()])
        found.append((m.start(), m.end(), "fraction", share, 0.15 * share, None))
    for m in each(_RU, "полов", "трет", "четверт", "част", "дол"):
        if re.search(r"\w\sс\s$", text[max(0, m.start() - 4) : m.start()]):
            continue  # "двух с половиной"
        part = next(value for _, value in _PARTS_RU if m.group(f"d{value}"))
        share = 100 * (_ONES[m.group("n").lower()] if m.group("n") else 1) / part
        found.append((m.start(), m.end(), "fraction", share, 0.15 * share, None))
    for m in each(_ONE_OF, " in ", " out of ", "кажд"):
        size = _ONES[m.group("n").lower()] if m.group("n") else next(v for w, v in _ORDINALS_RU.items() if m.group("ru").lower().startswith(w))  # fmt: skip
        share = 100 * _ONES[m.group("of").lower() if m.group("of") else "one"] / size
        found.append((m.start(), m.end(), "fraction", share, 0.15 * share, None))
    for m in each(_RU_ORDINAL, *_ORDINAL_RU_STARTS):
        word = (m.group("d") or m.group("one")).lower()
        part = next(value for start, value in _ORDINALS_RU.items() if word.startswith(start))
        share = 100 * (_ONES[m.group("n").lower()] if m.group("n") else 1) / part
        found.append((m.start(), m.end(), "fraction", share, 0.15 * share, None))
    found.sort(key=lambda row: (row[0], -row[1]))
    kept: list[tuple[int, int, str, float, float, object | None]] = []
    for row in found:
        if (not kept or row[0] >= kept[-1][1]) and row[3] < (100 if row[2] == "fraction" else 1e9):
            kept.append(row)
    return kept


def _fold(found: re.Match[str]) -> float:
    """The multiple of "sevenfold", "двенадцатикратно"."""
    if found.group("en"):
        return float(_ONES[found.group("en").lower()])
    return _fold_ru(found.group("ru"))


def _fold_ru(word: str) -> float:
    """The number that a compound begins with: "двенадцати" of "двенадцатикратно"."""
    longest = sorted(_FOLDS_RU.items(), key=lambda one: -len(one[0]))
    return float(next(value for start, value in longest if word.lower().startswith(start)))
