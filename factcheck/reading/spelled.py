"""Reads numbers that are spelled out: "a fifth", "две трети", "в два с половиной раза", "half a percentage point", "пять минут".

Each is found with the slack that a reader allows it: a third is not 33.3%. Words that only count runs or levels are left to
`structure`, which knows what they count.
"""

from __future__ import annotations

import re

from factcheck.reading.units import unit_at

_ONES = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100,
    "один": 1, "одна": 1, "одну": 1, "одного": 1, "одной": 1, "два": 2, "две": 2, "двух": 2, "двумя": 2, "три": 3, "трех": 3, "трёх": 3, "тремя": 3, "четыре": 4, "четырех": 4, "четырёх": 4, "пять": 5, "пяти": 5,
    "шесть": 6, "шести": 6, "семь": 7, "семи": 7, "восемь": 8, "восьми": 8, "девять": 9, "девяти": 9, "десять": 10, "десяти": 10, "одиннадцать": 11, "двенадцать": 12,
    "двенадцати": 12, "пятнадцать": 15, "пятнадцати": 15, "двадцать": 20, "двадцати": 20, "тридцать": 30, "тридцати": 30, "сорок": 40, "сорока": 40, "пятьдесят": 50, "сто": 100, "ста": 100,
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
    "twentieth": 20,
}
_PARTS_RU = (
    (r"половин[ауые]\w?|половиной|вполовину|наполовину", 2), (r"трет[ьи]|третью|третей", 3), (r"четверт[ьи]|четвертью|четвертей", 4), (r"пят(?:ая|ую|ой|ых|ые) част\w+|пят(?:ых|ой)(?= доли)", 5),
    (r"шест(?:ая|ую|ой|ых) част\w+", 6), (r"седьм(?:ая|ую|ой|ых) част\w+", 7), (r"восьм(?:ая|ую|ой|ых) част\w+", 8), (r"десят(?:ая|ую|ой|ых) част\w+", 10),
)  # fmt: skip
_WORD = "|".join(sorted(_ONES, key=len, reverse=True))
_EN = re.compile(
    rf"(?<![\w-])(?:(?P<n>an?|{_WORD})[ -](?P<d>half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|twentieth)s?|(?P<h>half))(?![\w-])"
    r"(?!\s+(?:an?\s+)?(?:hour|day|year|minute|second|dozen|million|billion|percent|point|run|time|way|level|place|party|generation|experiment|column|row|of (?:the )?(?:year|hour)))",
    re.I,
)
_RU = re.compile(
    rf"(?<!\w)(?:(?P<n>{_WORD})\s)?(?:"
    + "|".join(f"(?P<d{value}>{words})" for words, value in _PARTS_RU)
    + r")(?!\w)(?!\s+(?:час|дня|суток|года|раз|четверт))",
    re.I,
)
_TIMES = re.compile(
    rf"(?<!\w)(?P<n>{_WORD})(?P<half> с половиной| and a half)?\s(?:раза?|times)(?!\w)(?!\s+(?:in a row|подряд))", re.I
)
_HALF_TIMES = re.compile(r"(?<!\w)(?:one and a half times|half as (?:much|many|large|big|long|often|high))(?!\w)", re.I)
_HALF_POINT = re.compile(
    r"(?<!\w)half an?\s(?=percent|percentage|per cent)|(?<!\w)(?:пол|половин[ау]\s)(?=процент)", re.I
)
_MEASURED = re.compile(rf"(?<![\w-])(?P<n>{_WORD})(?P<half> с половиной| and a half)?[ -](?=[^\W\d_]|%)", re.I)
_UNITS = ("time", "points", "percent", "bytes")


def spelled_out(text: str) -> list[tuple[int, int, str, float, float, object | None]]:
    """(start, end, kind, value, size of its last place, unit) of each spelled number; kind is `fraction`, `times` or `value`."""
    found: list[tuple[int, int, str, float, float, object | None]] = []
    for m in _TIMES.finditer(text):
        value = _ONES[m.group("n").lower()] + (0.5 if m.group("half") else 0)
        if value > 1:
            found.append((m.start(), m.end(), "times", value, 0.0, None))
    for m in _HALF_TIMES.finditer(text):
        found.append((m.start(), m.end(), "times", 1.5 if m.group().lower().startswith("one") else 0.5, 0.0, None))
    for m in _HALF_POINT.finditer(text):
        unit = unit_at(text, m.end())
        if unit:
            found.append((m.start(), unit[1], "value", 0.5, 0.2, unit[0]))
    for m in _MEASURED.finditer(text):
        unit = unit_at(text, m.end())
        if unit and unit[0].dimension in _UNITS and unit[1] - m.end() > 2:
            value = _ONES[m.group("n").lower()] + (0.5 if m.group("half") else 0)
            found.append(
                (m.start(), unit[1], "value", value, 1.0 if value >= 1 and value == int(value) else 0.5, unit[0])
            )
    for m in _EN.finditer(text):
        count = 1.0 if m.group("h") or m.group("n").lower() in ("a", "an") else float(_ONES[m.group("n").lower()])
        share = 100 * count / (2 if m.group("h") else _PARTS_EN[m.group("d").lower()])
        found.append((m.start(), m.end(), "fraction", share, 0.15 * share, None))
    for m in _RU.finditer(text):
        part = next(value for _, value in _PARTS_RU if m.group(f"d{value}"))
        share = 100 * (_ONES[m.group("n").lower()] if m.group("n") else 1) / part
        found.append((m.start(), m.end(), "fraction", share, 0.15 * share, None))
    found.sort(key=lambda row: (row[0], -row[1]))
    kept: list[tuple[int, int, str, float, float, object | None]] = []
    for row in found:
        if (not kept or row[0] >= kept[-1][1]) and row[3] < (100 if row[2] == "fraction" else 1e9):
            kept.append(row)
    return kept
