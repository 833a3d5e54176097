"""Finds numbers as Russian and English prose writes them, each with its readings, precision, unit and hedges.

What only looks like a number (a version, a clock, a date, part of a name) is returned as such, never as a value.
An ambiguous form keeps both readings ("1,284"), and the fact it is bound to decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from factcheck.reading.spelled import spelled_out
from factcheck.reading.units import Unit, unit_at

_CORE = (
    r"(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\d)"
    r"|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d])"
    r"|\d{1,3}(?:\.\d{3})+,\d+(?!\d)|\d{1,3}(?:\.\d{3}){2,}(?!\d)"
    r"|\d{1,3}(?:'\d{3})+(?!\d)"
    r"|\d+(?:[.,]\d+)?(?:[eE][-+]?\d{1,3}(?!\w))?|(?<![\w.,)])\.\d{1,6}(?![\w.]))"
)
_NUMBER = re.compile(rf"(?P<sign>(?<![\w.)\]%])[-+±]\s?(?=\d)|(?<=[\s(=:~\[|>])[–](?=\d))?(?P<core>{_CORE})")
_SMALLER = re.compile(r"\s?(?:(?:and|и)\s)?(?=\d)")
_MINUTE = 6e4  # ms
_OPENS = ("", "(", "[", "|", "=", ":", ",")
_RANGE_LINK = re.compile(r"\s?(?:–|—|-|\.\.\.?|…)\s?(?=[-+]?\d)")
_AT = re.compile(r"(?<!\w)(?:при|для|у|на|at|with|for|under|in)\s$", re.I)
#: Words of a range: without them a dash between spaces parts a level from its value.
_RANGED = re.compile(
    r"(?:диапазон|колеб|вари|предел|разброс|размах|интервал|\bот\b|\brang|\bvar(?:y|ie)|\bbetween|\bfrom\b|\bspan|[~≈\[(])",
    re.I,
)
_CLOCK = re.compile(r"(?<![\d.,])\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?![\d])")
_MONTH = (
    r"(?:январ|феврал|март|апрел|ма[яй]|июн|июл|август|сентябр|октябр|ноябр|декабр|"
    r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[а-яa-z]*"
)
_DATE = re.compile(
    r"(?<![\d])\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?(?!\d)"
    r"|(?<![\d.])\d{1,2}[./]\d{1,2}[./]\d{4}(?!\d)"
    rf"|(?<![\d.,])\d{{1,2}}(?:\s?[-–]\s?\d{{1,2}})?\s{_MONTH}(?:\s\d{{4}})?(?:\sг(?:ода|\.)?)?"
    rf"|\b{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?,?\s\d{{4}}"
    rf"|\b{_MONTH}\s(?:19|20)\d{{2}}\b"
    r"|(?<![\d.,])(?:19|20)\d{2}\s(?:год[а-я]*|г\.)",
    re.I,
)
_VERSION = re.compile(
    r"(?<![\d.,])v?\d+\.\d+\.\d+[\w.\-]*|(?:PostgreSQL:?|Postgres:?|pgbench|Ubuntu|Debian|kernel|Linux|ядр[оа]|верси[яию]|"
    r"version|release|sysstat|Python|pg_expecto|CentOS|RHEL|glibc|ext)\s?v?\d+(?:\.\d+)*(?:beta\d|rc\d)?(?:-[\w.\-]+)?(?![\w%])(?!\.\d)",
    re.I,
)
_SPOKEN_SIGN = re.compile(r"(?<!\w)(минус|плюс|minus|plus)\s$", re.I)
_IDENTIFIER = re.compile(r"[^\W\d][\w]*(?:\.[^\W\d]\w*)*")
_ROUND = re.compile(
    r"[1-9]\d+000"
)  # "1,000,000 connections": of its zeros only the first two are taken for digits that were measured
_PERCENTILE = re.compile(
    r"(?<![\w.,])9[059]%(?= (?:tail )?(?:latenc|response|percentile|quantile|задерж|перцентил|процентил|квантил))", re.I
)
#: "On the configuration 1-1 speed fell", "схема 2-1": so many of the one and of the other, and no range.
_SET_UP = re.compile(r"(?:\b(?:configuration|config|set-?up|topology|layout|scheme)s?|(?<!\w)(?:конфигураци|схем|топологи|раскладк)\w+)\s(?P<name>\d{1,2}(?:-\d{1,2})+)(?![\w%]|[.,]\d|\s?%)", re.I)  # fmt: skip
_MODEL = re.compile(r"[A-Z]{1,2}\d-\d{4}\w?(?![.,]?\w)")  # "Xeon E5-2683"
_NAME_TAIL = re.compile(r"\w+(?:[-.]\w+)*")
_MULTIPLIER = re.compile(
    r"\s?(?:(?P<k>тыс\.?|тысяч[аиуе]?|thousands?\b|[kK](?![\w/])|К(?![\w/]))|(?P<m>млн\.?|миллион\w*|millions?\b|[M](?![\w/])|М(?![\w/]))"
    r"|(?P<g>млрд\.?|миллиард\w*|billions?\b))"
)
_TIMES = re.compile(r"\s?-?(?:с (?:лишним|небольшим|гаком) )?(?:раз(?:а)?\b|times\b|[xхX×](?![\w])|-?fold\b|кратн\w+)")
_FACTOR_OF = re.compile(r"\bfactor of (?:(?:about|almost|nearly|roughly|around|over|more than|less than|just over|just under|at least|only|some) )?$", re.I)  # fmt: skip
_CROSSED = re.compile(r"(?:^|[(\s~≈*])[×✕]$")
_ORDINAL = re.compile(r"(?:st|nd|rd|th|-?(?:й|я|е|го|му|м|ой|ую|ым|ых|х))\b")

_ABOUT = r"(?<!\w)near|около|примерно|приблизительно|порядка|где-то|about|around|roughly|approximately|approx\.?|circa|some|or so|ориентировочно|~"
_NEARLY = r"почти|almost|nearly|close to|близко к|чуть менее|чуть меньше|just under|just below"
_SOONER = r"(?:,? чем(?: за| через)?)?"  # "менее чем за 20 минут"
_PASSES = r"превыша\w+|превыс[ия]\w*|превосход[ия]\w+|превзо\w+|surpass\w*|(?:выш[еёл]\w+|выход\w+|заш\w+|заход\w+|перевал\w+|уш[её]?л\w*|уход\w+) за|перешаг\w+(?: через)?|преодол\w+|далеко за|clears?|cleared|(?:well )?north of"
_OVER = (
    rf"более{_SOONER}|больше{_SOONER}|дольше,? чем за|позже,? чем через|свыше|чуть более|чуть больше|more than|over|above|exceed\w*|greater than|{_PASSES}|"
    rf"just over|just above|well over|past|beyond|in excess of|upwards of|>|выше|не ниже|не менее{_SOONER}|не меньше{_SOONER}|at least|no less than|≥|>="
)
_UNDER = (
    rf"не более{_SOONER}|не больше{_SOONER}|не (?:дольше|позже){_SOONER}|(?:быстрее|скорее|раньше),? чем (?:за|через)|не выше|at most|no more than|not more than|up to|<=|≤|"
    rf"менее{_SOONER}|меньше{_SOONER}|ниже|less than|fewer than|below|under|within|<|в пределах|not exceed\w*|"
    r"не \w+(?: \w+)? и(?: половины)?|не (?:доход|дош|дотя|добр|добир|подн|взлет)\w+ (?:до|выше)|не достиг\w*|не (?:длил|занима|занял|выполнял|продолжал)\w+ (?:дольше|больше|более)|"
    r"(?:not|cannot|\w+n['’]t) (?:reach|exceed|hit|touch|last longer than|take longer than|take more than)|short of|shy of|fit(?:s|ted)? (?:in|into|within|inside)|(?:умеща|умест|вписыва|впис|укладыва|уклад|улож)\w+ в|в рамк\w+"
)
_BOUND_THAN = r"более чем|больше чем|менее чем|меньше чем|не более чем|не менее чем|не более|не менее|не больше|не меньше|свыше|more than|less than|at least|at most|no more than|up to|fewer than|превыш\w+|over"
_NO_HEDGE = re.compile(
    r"\b(?:add|sum|build)(?:s|ed|ing|med|ming)? up to\s$|\b(?:means?|medians?|averages?|averaged|averaging|sums?|summed|totals?) over\s$",
    re.I,
)
_NEVER = (
    r"(?:never|nowhere|nobody|nothing|none|no one|not once|at no (?:time|moment|point)|(?<!at )(?<!in )(?<!on )(?<!for )(?<!with )(?<!under )(?:no|not one|not a single) [^\W\d]+|"
    r"(?:нигде|никогда)(?: \w+)? не|никто не|ничто не|ни разу(?: \w+)? не|ни од(?:ин|на|но)(?: из)? \w+ не)(?: \w+){0,3}?"
)
_UP_NOT = r"(?:not|cannot|\w+n['’]t) (?:(?:go|rise|climb|get|pass|come|move|peak)(?:ing|es|s)? )?|не "
_DOWN_NOT = r"(?:not|cannot|\w+n['’]t) (?:(?:go|fall|drop|dip|sink|get|come|slip)(?:ing|es|s)? )?|не (?:(?:опус|пада|упа|сниж|сниз|просед|просаж|быва)\w+ )?"
#: What a number is of, before it where it is an estimate: «процентов на 14».
_TURNED = re.compile(
    r"(?<!\w)(?<!в )(?<!за )(?<!/)(?:(?:процент|миллисекунд|секунд|минут|мегабайт|гигабайт)\w* (?:на|в)|раза? в)\s$",
    re.I,
)
_BEFORE = 44  # how far before a number its hedge may begin
_HEDGES = [
    (
        kind,
        re.compile(
            rf"(?:(?<![\w]){words}|{symbol})\s?"
            + (r"(?:на |в |by |an? |the )?$" if kind in ("about", "nearly") else r"$"),
            re.I,
        ),
    )
    for kind, words, symbol in (
        ("over", rf"(?:{_NEVER} |{_DOWN_NOT})(?:below|under|less than|ниже|меньше)", "(?!)"),
        (
            "under",
            rf"(?:(?:{_NEVER} )(?:above|over|past|beyond|more than|longer than|exceed\w*|reach\w*|cross\w*|выше|больше|дольше|достиг\w*|(?:доход|дош|дотя|добр|добир|подн)\w+ до|(?:затя|растя)\w+ на|{_PASSES})|"
            rf"(?:{_UP_NOT})(?:above|over|past|beyond|exceed\w*|{_PASSES}))",
            "(?!)",
        ),
        ("under", rf"(?:{_UNDER})", "[<≤]=?"),
        ("over", rf"(?:{_OVER})", "[>≥]=?"),
        ("nearly", rf"(?:{_NEARLY})", "(?!)"),
        ("about", rf"(?:{_ABOUT})", "[~]"),
    )
]

WORD_NUMBERS = {
    "ноль": 0, "один": 1, "одна": 1, "одно": 1, "одного": 1, "одной": 1, "одному": 1, "одним": 1, "одну": 1,
    "два": 2, "две": 2, "двух": 2, "двум": 2, "двумя": 2, "оба": 2, "обе": 2, "обоих": 2, "три": 3, "трех": 3, "трем": 3,
    "тремя": 3, "четыре": 4, "четырех": 4, "пять": 5, "пяти": 5, "шесть": 6, "шести": 6, "семь": 7, "семи": 7,
    "восемь": 8, "восьми": 8, "девять": 9, "девяти": 9, "десять": 10, "десяти": 10, "двенадцать": 12,
    "single": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "одиннадцать": 11, "одиннадцати": 11, "двенадцати": 12, "тринадцать": 13, "тринадцати": 13, "четырнадцать": 14,
    "четырнадцати": 14, "пятнадцать": 15, "пятнадцати": 15, "шестнадцать": 16, "шестнадцати": 16, "восемнадцать": 18, "восемнадцати": 18, "двадцать": 20, "двадцати": 20,
    "тридцать": 30, "тридцати": 30, "сорок": 40, "сорока": 40, "пятьдесят": 50, "пятидесяти": 50, "шестьдесят": 60, "шестидесяти": 60, "восемьдесят": 80, "восьмидесяти": 80,
    "сто": 100, "ста": 100, "сотня": 100, "сотне": 100, "сотню": 100, "сотней": 100, "двести": 200, "двухсот": 200, "sixty": 60, "eighty": 80, "четырьмя": 4, "пятью": 5, "семью": 7, "шестью": 6, "восемью": 8, "девятью": 9, "десятью": 10,
}  # fmt: skip
_MULTIPLES = {
    "вдвое": 2.0, "втрое": 3.0, "вчетверо": 4.0, "впятеро": 5.0, "twice": 2.0, "double": 2.0, "doubled": 2.0,
    "doubles": 2.0, "doubling": 2.0, "tripled": 3.0, "triple": 3.0, "triples": 3.0, "thrice": 3.0, "удвоилась": 2.0,
    "удвоился": 2.0, "удвоилось": 2.0, "удвоились": 2.0, "удваивается": 2.0, "удваиваются": 2.0, "удваивает": 2.0, "удваивалась": 2.0, "удвоил": 2.0, "удвоила": 2.0,
    "утроилась": 3.0, "утроился": 3.0, "утроились": 3.0, "утроил": 3.0, "утроила": 3.0, "утраивается": 3.0, "утраиваются": 3.0, "утраивает": 3.0,
    "учетверяется": 4.0, "учетверяются": 4.0, "tripling": 3.0, "quadrupling": 4.0, "двукратная": 2.0, "двукратной": 2.0, "трехкратная": 3.0, "трехкратной": 3.0, "трехкратного": 3.0,
    "halved": 0.5, "halves": 0.5, "halving": 0.5, "quadrupled": 4.0, "quadruples": 4.0, "quadruple": 4.0, "quintupled": 5.0, "quintuples": 5.0,
    "вшестеро": 6.0, "всемеро": 7.0, "ввосьмеро": 8.0, "вдесятеро": 10.0, "учетверился": 4.0, "учетверилась": 4.0, "учетверилось": 4.0, "учетверились": 4.0,
    "двукратное": 2.0, "двукратным": 2.0, "двукратного": 2.0, "двукратный": 2.0, "трехкратное": 3.0, "трехкратным": 3.0, "трехкратный": 3.0, "четырехкратное": 4.0, "четырехкратным": 4.0, "четырехкратный": 4.0,
    "twofold": 2.0, "threefold": 3.0, "fourfold": 4.0, "fivefold": 5.0, "sixfold": 6.0, "sevenfold": 7.0, "eightfold": 8.0, "tenfold": 10.0,
}  # fmt: skip
_MULTIPLE_WORD = re.compile(r"(?<!\w)(?:" + "|".join(_MULTIPLES) + r")(?!\w)", re.I)

#: What stands in front of a step that is called a doubling.
_OF_A_STEP = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|next|final|further|previous|each|every|another|whose|that|this|any|one) (?:single )?$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read digits: the value, and the size of its last shown place."""

    value: float
    quantum: float


@dataclass(slots=True)
class Number:
    """A number in a text. `start` and `end` cover sign, digits and unit; `high` is set when it is a range."""

    start: int
    end: int
    text: str
    kind: str  # value | times | date | clock | version | ordinal | name
    readings: list[Reading] = field(default_factory=list)
    high: list[Reading] | None = None
    unit: Unit | None = None
    unit_start: int = 0
    signed: bool = False  # the sign is written, so that it states a direction
    hedge: str | None = None  # about | nearly | over | under
    hedge_start: int | None = None
    open_end: bool = False  # "30+"
    shared_unit: bool = False  # the unit is said once, further on in the row
    fraction: bool = False  # "a fifth": a change, a ratio or a share, as the sentence decides

    @property
    def is_value(self) -> bool:
        return self.kind in ("value", "times")

    @property
    def dimension(self) -> str | None:
        return self.unit.dimension if self.unit else None

    def low_value(self) -> float:
        return self.readings[0].value


def _readings(core: str, sign: str) -> list[Reading]:
    """The values that the digits may stand for."""
    factor = -1.0 if sign.strip() in ("-", "–") else 1.0
    exponent = 0
    power = re.search(r"[eE]([-+]?\d+)$", core)
    if power:
        exponent, core = int(power.group(1)), core[: power.start()]
    plain: list[str] = []
    if re.fullmatch(r"\d{1,3}(?: \d{3})+(?:[.,]\d+)?", core):
        plain = [core.replace(" ", "").replace(",", ".")]
    elif re.fullmatch(r"\d{1,3}(?:'\d{3})+", core):
        plain = [core.replace("'", "")]
    elif re.fullmatch(r"\d{1,3},\d{3}", core):
        plain = [core.replace(",", ""), core.replace(",", ".")]
        if core.startswith("0"):
            plain = plain[1:]
    elif re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", core):
        plain = [core.replace(",", "")]
    elif re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+", core):
        plain = [core.replace(".", "").replace(",", ".")]
    elif re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", core):
        plain = [core.replace(".", "")]
    else:
        plain = [core.replace(",", ".")]
    found = []
    for digits in plain:
        if len(digits) > 300:
            continue
        decimals = len(digits.partition(".")[2])
        place = 10.0**-decimals
        if _ROUND.fullmatch(digits):
            place = min(10.0 ** (len(digits) - len(digits.rstrip("0"))), float(digits) / 100)
        found.append(Reading(factor * float(digits) * 10.0**exponent, place * 10.0**exponent))
    return found or [Reading(float("inf"), 1.0)]


def _blocked(text: str) -> list[tuple[int, int, str]]:
    """Places that hold digits but no value: dates, clocks, versions, names with digits."""
    spans = [(m.start(), m.end(), "date") for m in _DATE.finditer(text)]
    spans += [(m.start(), m.end(), "clock") for m in _CLOCK.finditer(text)]
    spans += [(m.start(), m.end(), "version") for m in _VERSION.finditer(text)]
    spans += [(m.start(), m.end(), "name") for m in _PERCENTILE.finditer(text)]
    spans += [(*m.span("name"), "name") for m in _SET_UP.finditer(text)]
    for m in _IDENTIFIER.finditer(text):
        if any(char.isdigit() for char in m.group()):
            end = m.end()
            tail = re.match(r"(?:[-.]\w+)+", text[end : end + 80])
            joined = tail and not re.match(r"-\d+(?:[.,]\d+)?(?:$|\W)", tail.group())
            if tail and (joined or _MODEL.match(text, m.start())):
                end += tail.end()
            spans.append((m.start(), end, "name"))
        elif re.match(r"[-№#_]\d+(?:-\d+)*(?![\d.,]*\d*[%])", text[m.end() : m.end() + 24]) and m.group()[-1] != "_":
            tail = re.match(r"[-№#_]\d+(?:[-.]\d+)*\w*(?:-[A-Za-z]\w*)*", text[m.end() : m.end() + 60])
            assert tail
            spans.append((m.start(), m.end() + tail.end(), "name"))
    return sorted(spans)


def find_numbers(text: str) -> list[Number]:
    """All numbers of a cleaned text in order, with the non-values (dates, clocks, versions, names) among them."""
    if not any(char.isdigit() for char in text):
        multiples = _multiples(text)
        return _spoken_ranges(text, sorted([*multiples, *_spelled(text, multiples)], key=lambda number: number.start))
    blocked = _blocked(text)
    numbers: list[Number] = []
    cursor = 0
    for start, end, kind in blocked:
        if start < cursor:
            continue
        _scan(text, cursor, start, numbers)
        numbers.append(Number(start, end, text[start:end], kind))
        cursor = end
    _scan(text, cursor, len(text), numbers)
    numbers += _multiples(text)
    numbers += _spelled(text, numbers)
    numbers.sort(key=lambda number: number.start)
    return _spoken_ranges(text, _distributed(text, numbers))


def _multiples(text: str) -> list[Number]:
    return [
        Number(m.start(), m.end(), m.group(), "ordinal" if _is_a_step(text, m) else "times", [Reading(_MULTIPLES[m.group().lower()], 0.0)], hedge="about")
        for m in _MULTIPLE_WORD.finditer(text)
    ]  # fmt: skip


def _is_a_step(text: str, found: re.Match[str]) -> bool:
    """ "The last doubling saves 0.3 ms": one of the steps that the parameter was taken up, and not how much something grew."""
    return found.group().lower().endswith("ing") and bool(_OF_A_STEP.search(text, max(0, found.start() - 24), found.start()))  # fmt: skip


def _spelled(text: str, others: list[Number]) -> list[Number]:
    """Numbers in words that no number in digits touches."""
    found = []
    for start, end, kind, value, place, unit in spelled_out(text):
        if any(other.start < end and start < other.end for other in others):
            continue
        number = Number(start, end, text[start:end], "times" if kind == "times" else "value", [Reading(value, place)])
        number.unit = unit if isinstance(unit, Unit) else None
        _find_hedge(text, number)
        if kind == "fraction":
            number.fraction, number.unit = True, Unit("%", "percent", 1.0)
            if number.hedge in ("nearly", "about"):
                number.readings = [Reading(value, 0.25 * value)]
        elif kind == "times":
            beyond = re.search(r" с (?:лишним|небольшим|гаком) ", number.text)
            number.hedge = "over" if beyond else number.hedge or "about"
        found.append(number)
    return found


def _scan(text: str, start: int, stop: int, numbers: list[Number]) -> None:
    place = start
    while True:
        found = _NUMBER.search(text, place, stop)
        if not found:
            return
        number = _one(text, found, stop)
        number = _with_smaller_unit(text, number, stop)
        link = _RANGE_LINK.match(text, number.end, stop)
        if number.is_value and link and number.kind == "value":
            second = _NUMBER.match(text, link.end(), stop)
            if second and _is_range(text, number, second, link):
                other = _one(text, second, stop)
                if number.unit is None or other.unit is None or number.unit.dimension == other.unit.dimension:
                    number = _joined(text, number, other)
        numbers.append(number)
        place = max(number.end, found.end())


def _with_smaller_unit(text: str, number: Number, stop: int) -> Number:
    """ "2 min 43 s", "5 мин 2 сек": one length of time, told in two units."""
    unit = number.unit
    if unit is None or unit.dimension != "time" or unit.scale < _MINUTE or number.kind != "value":
        return number
    rest = _SMALLER.match(text, number.end, stop)
    second = _NUMBER.match(text, rest.end(), stop) if rest else None
    if second is None or second.group("sign"):
        return number
    other = _one(text, second, stop)
    least = other.unit
    if least is None or least.dimension != "time" or least.scale >= unit.scale:
        return number
    ratio = unit.scale / least.scale
    if other.low_value() >= ratio or any(r.value != int(r.value) for r in number.readings):
        return number
    sums = [Reading(a.value + b.value / ratio, b.quantum / ratio) for a in number.readings for b in other.readings]
    return replace(number, end=other.end, text=text[number.start : other.end], readings=sums)


def _is_range(text: str, number: Number, second: re.Match[str], link: re.Match[str]) -> bool:
    spaced = link.group() != link.group().strip()
    dash = link.group().strip()
    if (
        dash == "-"
        and spaced
        and not _is_near(text, number, second)
        or spaced
        and dash == "—"
        and _AT.search(text[max(0, number.start - 8) : number.start])
    ):
        return False  # "при 2 — 51,6": a level and its value
    if spaced and dash == "—" and not _RANGED.search(text[max(0, number.start - 30) : number.start]):
        return False  # "память под пулом 160 — 3 560 МБ"
    high = _readings(second.group("core"), second.group("sign") or "")
    low = number.readings
    return any(b.value >= a.value for a in low for b in high) or dash in ("…", "...", "..")


def _is_near(text: str, number: Number, second: re.Match[str]) -> bool:
    """ "300 - 400 ms": two ends that are near each other, and no level with its value."""
    before = text[max(0, number.start - 8) : number.start]
    low, high = number.low_value(), _readings(second.group("core"), "")[0].value
    return number.unit is None and low >= 10 and low < high <= 2 * low and not _AT.search(before)


def _one(text: str, found: re.Match[str], stop: int) -> Number:
    sign = found.group("sign") or ""
    core = found.group("core")
    start, end = found.start(), found.end()
    if sign == "- " and text[:start].rstrip(" ") != text[:start] and text[:start].strip()[-1:] not in _OPENS:
        sign, start = "", found.start("core")  # "memory - 3.5 GB": a dash
    spoken = _SPOKEN_SIGN.search(text, max(0, start - 7), start) if not sign else None
    if spoken:
        sign = "-" if spoken.group(1).lower() in ("минус", "minus") else "+"
        start = spoken.start()
    number = Number(start, end, core, "value", _readings(core, sign), signed=bool(sign.strip()))
    if (
        core == "1"
        and re.match(r"/(?:с|s|сек|sec|мин|min|ч|h|час)\b", text[end : end + 5])
        and re.search(r"(?:^|[,(\[])\s*$", text[:start])
    ):
        number.kind, number.end = "name", end  # "переключения, 1/с": a unit
        return number
    ordinal = _ORDINAL.match(text, end, stop)
    if ordinal and not (text[end : end + 2] in ("м", "x ") or ordinal.group().startswith("х")):
        number.kind, number.end = "ordinal", ordinal.end()
        return number
    turned = _TURNED.search(text, max(0, start - 24), start)
    if turned is not None and unit_at(text, end + 1) is None:  # "процентов на 14", "раза в 3"
        told = unit_at(text, turned.start())
        number.kind, number.unit, number.hedge = ("value", told[0], "about") if told is not None else ("times", None, "about")  # fmt: skip
        return number
    times = _TIMES.match(text, end, stop)
    if times is None and _CROSSED.search(text[max(0, start - 3) : start]):
        number.kind = "times"  # "(×2.6)"
        return number
    if times is None and _FACTOR_OF.search(text[max(0, start - 32) : start]):
        number.kind = "times"  # "by a factor of 2.6"
        _find_hedge(text, number)
        return number
    multiplier = _MULTIPLIER.match(text, end, stop)
    if multiplier:
        factor = 1e3 if multiplier.group("k") else 1e6 if multiplier.group("m") else 1e9
        number.readings = [Reading(r.value * factor, r.quantum * factor) for r in number.readings]
        end = number.end = multiplier.end()
        times = None
    if times:
        number.kind, number.end = "times" if number.low_value() > 0 else "value", times.end()  # nothing is no multiple
    else:
        plus = re.compile(r"\s?\+(?!\s?\d)").match(text, end, stop)
        if plus:
            number.open_end, end = True, plus.end()
            number.end = end
        gap = re.compile(r"[ \-]?").match(text, end, stop)
        unit_place = gap.end() if gap else end
        unit = unit_at(text, unit_place) if unit_place < stop else None
        if unit and text[end:unit_place] == "-" and unit[0].dimension not in ("time", "bytes", "percent"):
            unit = None
        if unit and unit[1] <= stop + 40:
            number.unit, number.end, number.unit_start = unit[0], unit[1], unit_place
        elif end < stop and re.match(r"[^\W\d_]|_", text[end : end + 1] or " ") and not multiplier:
            tail = _NAME_TAIL.match(text, end)
            number.kind, number.end = "name", tail.end() if tail else end
    _find_hedge(text, number)
    return number


def _find_hedge(text: str, number: Number) -> None:
    """The hedge right before a number."""
    start = number.start
    before = text[max(0, start - _BEFORE) : start]
    before = re.sub(r"[$€£₽]\s?$", "", before)  # "more than $450"
    through = re.search(r"(?:на|в|by)\s$", before, re.I)
    if through and re.search(rf"(?<!\w)(?:{_BOUND_THAN})\s$", before[: through.start()], re.I):
        before = before[: through.start()]  # "более чем на 5%"
    for kind, pattern in _HEDGES:
        hedge = pattern.search(before)
        if hedge and not _NO_HEDGE.search(before):
            number.hedge = kind
            number.hedge_start = max(0, start - _BEFORE) + hedge.start()
            break
    if number.unit is not None and number.kind == "value" and number.hedge is None:
        _find_mark(text, number)


#: What makes a number a mark that is passed or missed, around it: "faster than 500 MB/s", «до 5000 tps не дотягивают», "neither reaches 3,100 MB/s".
_QUICKER = re.compile(
    r"(?:faster than|quicker than|shorter than|better than|быстрее(?:,? чем)?(?: за)?|короче(?:,? чем)?|лучше)\s$", re.I
)
_CLEARED = re.compile(r"\b(?:clears?|cleared|breaks?|broke|crosses|crossed|passes|passed|tops?) (?:the )?(?:bar|barrier|mark|threshold|line) of\s$", re.I)  # fmt: skip
#: "взяли 8 тысяч tps", «до отметки не дотянули, 8 тысяч не вытянуло»: what is reached; behind or before the number.
_TAKEN = re.compile(
    r"(?P<not>не\s)?(?:взя\w+|осил\w+|вытян\w+|преодоле\w+|покор\w+)(?:\s(?:даже|и|планку в|отметку в|рубеж в|барьер в))*\s$",
    re.I,
)
_TAKEN_BEHIND = re.compile(r"\s(?:\w+\s){0,2}?(?P<not>не\s)?(?:взя\w+|осил\w+|вытян\w+|преодоле\w+|покор\w+)", re.I)
_PAST_BEHIND = re.compile(
    r"\s(?:\w+\s){0,2}?(?P<not>не\s)?(?:перевал|перешаг|вышл|вышел|ушл|ушел|ушёл|зашл|зашёл|зашел)\w*", re.I
)
_SLOWER = re.compile(
    r"(?:slower than|longer than|worse than|хуже|медленнее(?:,? чем)?(?: за)?|дольше(?:,? чем)?)\s$", re.I
)
_MISSED = re.compile(r"\s(?:\w+\s){0,3}?не (?:дотя|доход|дош|добир|добр|доста)\w+", re.I)
_NOT_REACHED = re.compile(
    r"(?:\b(?:neither|none|nobody|nothing|no \w+|not|never)|n['’]t)(?:\s[\w-]+){0,5}?\s(?:manag|reach|attain|achiev|deliver|hit|mak|get|got)\w*(?:\sto)?\s$",
    re.I,
)


def _find_mark(text: str, number: Number) -> None:
    before, behind = text[max(0, number.start - 70) : number.start], text[number.end : number.end + 50]
    timed = number.dimension == "time"
    if (found := _QUICKER.search(before)) is not None:
        number.hedge = "under" if timed else "over"
    elif (found := _CLEARED.search(before)) is not None:
        number.hedge = "over"
    elif (
        found := re.search(r"(?<!\w)(?P<more>больше|более|дольше|меньше|менее),? чем до\s$", before, re.I)
    ) is not None:
        number.hedge = "under" if found["more"].lower().startswith("м") else "over"
    elif (found := re.search(r"\b(?:clear|cross|pass|break|top|exceed|reach|hit)(?:s|es|ed)? (?:the|a)\s$", before, re.I)) is not None and re.match(r"\s(?:\w+\s)?(?:line|mark|bar|barrier|threshold|level)\b", behind, re.I):  # fmt: skip
        number.hedge = "over"
    elif (found := _SLOWER.search(before)) is not None:
        number.hedge = "over" if timed else "under"
    elif (found := _NOT_REACHED.search(before)) is not None:
        number.hedge = "under"
    elif (found := _TAKEN.search(before)) is not None or (found := _TAKEN_BEHIND.match(behind)) is not None:
        number.hedge = "under" if found["not"] else "over"
        number.hedge_start = max(0, number.start - 70) + found.start() if found.re is _TAKEN else number.start
        return
    elif re.search(r"(?<!\w)за\s$", before, re.I) and (found := _PAST_BEHIND.match(behind)) is not None:
        number.hedge = "under" if found["not"] else "over"
        number.hedge_start = number.start
        return
    elif (found := re.search(r"(?<!\w)(?:был[аои]?|ушл\w+|уш[её]л) за\s$", before, re.I)) is not None:
        number.hedge = "over"
    elif (found := re.search(r"(?<!\w)до\s$", before, re.I)) is not None and _MISSED.match(behind):
        number.hedge = "under"
    if found is not None and number.hedge is not None:
        number.hedge_start = max(0, number.start - 70) + found.start()


def never_passed(text: str, number: Number) -> bool:
    """Whether the hedge says of all values that none is past the number: "never above 0.7"."""
    start = number.hedge_start
    return start is not None and re.match(rf"(?:{_NEVER}) ", text[start : start + 40], re.I) is not None


def missed(text: str, number: Number) -> bool:
    """ "До 9000 tps не дотянул": whether a number is told not to be reached by what stands behind it."""
    return _MISSED.match(text[number.end : number.end + 50]) is not None


_WITHIN = re.compile(r"within(?!\w)|в пределах(?!\w)", re.I)


def _joined(text: str, low: Number, high: Number) -> Number:
    """A range; the multiplier and the unit at its end belong to both ends."""
    joined = replace(low, end=high.end, text=text[low.start : high.end], high=high.readings)
    if joined.unit is None:
        joined.unit, joined.unit_start = high.unit, high.unit_start
    joined.kind = high.kind if high.kind == "times" and low.low_value() > 0 else low.kind
    if joined.hedge == "under" and joined.hedge_start is not None and _WITHIN.match(text, joined.hedge_start):
        joined.hedge = joined.hedge_start = None  # "stays within 68–74%": both ends are told
    return joined


_CHANGES = (
    r"(?:improvements?|increases?|gains?|growth|speed-?ups?|boosts?|reductions?|decreases?|drops?|declines?|slow-?downs?|loss(?:es)?|savings?"
    r"|рост\w*|прирост\w*|увеличени\w+|ускорени\w+|улучшени\w+|снижени\w+|уменьшени\w+|сокращени\w+|замедлени\w+|потер\w+|экономи\w+)(?!\w)"
)
_CHANGE_BEHIND = re.compile(rf"\s(?:[^\W\d]+ ){{0,2}}{_CHANGES}", re.I)
_CHANGE_BEFORE = re.compile(rf"(?<!\w){_CHANGES}(?: [^\W\d]+){{0,4}} (?:of|от) (?:~|about |примерно )?$", re.I)
_THROUGH = {"to", "до"}


def _ends_of_change(text: str, low: Number, high: Number, opener: re.Match[str] | None) -> bool:
    """ "Grew between 11% to 47%", "a 175% to 375% improvement", "прирост от 4% до 11%": the least and the most of several changes, and no way from one to the other."""
    if text[low.end : high.start].strip().lower() not in _THROUGH or not high.low_value() >= low.low_value() > 0:
        return False
    if opener is not None and opener.group(1).lower() in ("between", "между"):
        return True
    before = _CHANGE_BEFORE.search(text, max(0, low.start - 80), low.start) is not None
    return before or opener is None and _CHANGE_BEHIND.match(text, high.end) is not None


_FROM = re.compile(
    r"(?<!\w)(от|с|со|from|between|между|в пределах от|в диапазоне от)\s?(?:~\s?|примерно |about )?$", re.I
)
_SPOKEN = (("between", "and"), ("между", "и"), ("в пределах от", "до"), ("в диапазоне от", "до"))
_INTERVAL = re.compile(r"(?<!\w)(?:ДИ|CI|интервал\w*|interval)(?!\w)[^.;\d]{0,40}$", re.I)
_TO = re.compile(r"\s?(?:до|to|and|и)\s$", re.I)


def _spoken_ranges(text: str, numbers: list[Number]) -> list[Number]:
    """ "between 18 and 29%", "между 18 и 29%" is one range; "from 18 to 29" stays two numbers, since it may be a change."""
    result: list[Number] = []
    for number in numbers:
        last = result[-1] if result else None
        if last and last.kind == number.kind == "value" and last.high is None and number.high is None:
            link = text[last.end : number.start]
            opener = _FROM.search(text[max(0, last.start - 24) : last.start])
            one_unit = last.unit is None or number.unit is None or last.unit == number.unit
            spoken = (opener.group(1).lower(), link.strip().lower()) if opener and one_unit else None
            whole = last.unit is not None and last.unit == number.unit and last.dimension == "percent"
            if spoken in _SPOKEN or whole and _ends_of_change(text, last, number, opener):
                result[-1] = _joined(text, last, number)
                continue
            said_interval = _INTERVAL.search(text[max(0, last.start - 60) : last.start]) and re.fullmatch(
                r"\s?(?:до|to|and|и|;|,|…|\.\.\.?)\s?", link
            )
            listed = (
                link.strip().lower() in ("and", "и") and opener is None
            )  # "minus 11.7% and minus 17.7%": two numbers
            moved = last.signed and number.signed and _TO.fullmatch(link) and number.unit is not None
            if said_interval or moved and not listed:
                result[-1] = _joined(text, last, number)
                continue
            bracket = text[max(0, last.start - 1) : last.start] in ("[", "(") and re.fullmatch(
                r"\s?[;,]\s?|\s?\.\.\s?", link
            )
            if (
                bracket
                and text[number.end : number.end + 1] in ("]", ")")
                and (text[last.start - 1] == "[" or last.signed or number.signed)
            ):
                result[-1] = _joined(text, last, number)
                continue
        result.append(number)
    return result


def _multiplier_of(text: str, number: Number) -> float:
    """The factor of "61.9 thousand", 1 where none is said."""
    digits = _NUMBER.match(text, number.start)
    found = _MULTIPLIER.match(text, digits.end(), number.end) if digits else None
    return 1.0 if found is None else 1e3 if found.group("k") else 1e6 if found.group("m") else 1e9


def _in_thousands(text: str, numbers: list[Number]) -> None:
    """ "71.2 → 24.8 million", "1,260, 690 and 655 thousand": a way and a row of three or more take the multiplier of the last."""
    factor, row = 1.0, 0
    for place in range(len(numbers) - 2, -1, -1):
        one, two = numbers[place], numbers[place + 1]
        link = text[one.end : two.start].lower() if one.kind == two.kind == "value" else "."
        pair = re.fullmatch(r"\s?(?:до|to|→|->|против|against|vs\.?|versus)\s?", link) is not None
        if not (pair or re.fullmatch(r"\s?(?:→|->|,|,? ?и|,? ?and)\s?", link)) or one.unit is not None or one.signed:
            factor, row = 1.0, 0
            continue
        own = _multiplier_of(text, two)
        factor, row = (own, 1) if own > 1 else (factor, row + 1)
        if factor == 1 or _multiplier_of(text, one) > 1 or row == 1 and not (pair or _goes_on(text, numbers, place)):
            continue
        told = two.readings[0].value / factor
        if told and 1 / 30 <= one.readings[0].value / told <= 30:
            one.readings = [Reading(r.value * factor, r.quantum * factor) for r in one.readings] + one.readings


def _goes_on(text: str, numbers: list[Number], place: int) -> bool:
    """Whether another number of the row stands before this one."""
    former = numbers[place - 1] if place else None
    return (
        former is not None
        and former.kind == "value"
        and former.unit is None
        and re.fullmatch(r"\s?(?:→|->|,)\s?", text[former.end : numbers[place].start]) is not None
    )


_AT = re.compile(r"\s(?:at|при|on|with|на)\s", re.I)  # "from 15.2 ms at 500 to 41.3 ms": 500 is where


def _distributed(text: str, numbers: list[Number]) -> list[Number]:
    """ "с 13,8 до 9,8 мс", "from 31.4 to 61.9 thousand": what is said once at the end belongs to its whole row."""
    _in_thousands(text, numbers)
    for place in range(len(numbers) - 2, -1, -1):
        one, two = numbers[place], numbers[place + 1]
        if (
            one.kind == two.kind == "value"
            and one.unit is None
            and one.low_value() < 1000
            and (factor := _multiplier_of(text, two)) > 1
        ):
            link = text[one.end : two.start].lower()
            moved = re.fullmatch(r"\s?(?:→|->|до|to)\s?", link) and _FROM.search(
                text[max(0, one.start - 24) : one.start]
            )
            if (
                (moved or re.fullmatch(r"\s?(?:and|и|or|или)\s?", link))
                and _multiplier_of(text, one) == 1
                and "." in one.text + "." * ("," in one.text)
            ):
                one.readings = [Reading(r.value * factor, r.quantum * factor) for r in one.readings]
        placed = (
            place and numbers[place - 1].unit == two.unit and _AT.fullmatch(text[numbers[place - 1].end : one.start])
        )
        ends = one.kind == two.kind == "value" and one.unit is None and two.unit is not None
        # "17,223 → 8,794, −48.9%", "slipped to 6,105, 5.8% below"
        own = ends and two.dimension == "percent" and (two.signed and not one.signed or abs(one.low_value()) > 150)
        if ends and not own and not placed:
            link = text[one.end : two.start]
            if re.fullmatch(
                r"\s?(?:→|->|до|to|против|vs\.?|versus|against|,|/|\s?и|\s?and|,? а|or|или)\s?(?:на |by )?"
                rf"(?:(?:{_ABOUT}|{_NEARLY})\s?)?",
                link.lower(),
            ):
                one.unit, one.shared_unit = two.unit, True
        elif one.kind == "value" and two.kind == "times" and one.unit is None and one.low_value() > 0:
            link = text[one.end : two.start]
            whole = text[two.start : two.end].isalpha()  # "relative to 1024 and doubles the latency": a word of its own
            if not whole and re.fullmatch(r"\s?(?:до|to|and|и|или|or)\s?", link.lower()):
                one.kind = "times"
    return numbers
