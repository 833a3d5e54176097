"""Finds the words that rank and compare, and along which axis they do: "the hungriest", "экономнее всех", "takes second place", "outruns".

Knows the two languages and no facts: which end of a metric a "fast" or a "modest" one is depends on the metric and is decided in `binding/criteria.py`.
A word may point along several axes ("скромнее": costs less, is smaller, is milder); all of them are readings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from factcheck.reading.sentences import Token

#: (axis, sign): "speed", 1 is fast; "cost", -1 is cheap; "place" is what wins and loses, whatever is compared.
Way = tuple[str, int]

_RU = {
    ("size", 1): "высок выш велик крупн широк глубок внушительн солидн весом значительн сильн заметн ощутим резк существенн обильн масштабн разительн",
    ("size", -1): "низк невысок мелк мал маленьк слаб скудн тонк плоск полог незначительн скромн узк незаметн",
    ("speed", 1): "быстр расторопн проворн шустр резв прытк оперативн стремительн бодр скор отзывчив",
    ("speed", -1): "медлен медленн неторопл вял нерасторопн задумчив",
    ("length", 1): "долг длин длинн затяжн продолжительн",
    ("length", -1): "коротк кратк недолг",
    ("good", 1): "хорош эффективн выгодн успешн удачн производительн благополучн",
    ("good", -1): "плох неудачн скверн печальн неэффективн невыгодн",
    ("cost", 1): "прожорлив жадн расточительн дорог тяжел ресурсоемк затратн голодн ненасытн накладн требовательн обременительн щедр",
    ("cost", -1): "экономн экономичн бережлив дешев легк скромн неприхотлив умеренн скуп нетребовательн аскетичн",
    ("steady", 1): "ровн стабильн устойчив спокойн кучн предсказуем плотн однородн постоянн",
    ("steady", -1): "нестабильн неустойчив неровн нервн шумн капризн рван изменчив непредсказуем беспокойн дерган разбросанн",
    ("link", 1): "тесн крепк сильн прочн",
    ("link", -1): "слаб рыхл свободн",
    ("often", 1): "част",
    ("often", -1): "редк",
    ("busy", 1): "занят загружен нагружен усердн напряжен активн",
    ("busy", -1): "свободн незанят незагружен ненагружен праздн ленив разгружен",
    ("mild", 1): "мягк безобидн щадящ скромн терпим",
    ("mild", -1): "страшн тяжел жестк суров серьезн болезнен ужасн чудовищн",
}  # fmt: skip
_RU_FORMS = {
    "больше": ("size", 1), "больший": ("size", 1), "меньше": ("size", -1), "выше": ("size", 1), "ниже": ("size", -1), "шире": ("size", 1), "глубже": ("size", 1), "мельче": ("size", -1),
    "дольше": ("length", 1), "короче": ("length", -1), "лучше": ("good", 1), "хуже": ("good", -1), "дороже": ("cost", 1), "дешевле": ("cost", -1),
    "ближе": ("near", 1), "дальше": ("near", -1), "чаще": ("often", 1), "реже": ("often", -1), "спокойней": ("steady", 1),
}  # fmt: skip
_RU_MANY = {
    "легче": (("cost", -1), ("mild", 1)), "мягче": (("mild", 1),), "жестче": (("mild", -1),), "крепче": (("link", 1),), "дольше": (("length", 1),), "раньше": (("speed", 1),), "позже": (("speed", -1),),
    "тише": (("busy", -1), ("steady", 1)),
}  # fmt: skip
_RU_EXTREMES = {
    "наибольш": ("size", 1), "наивысш": ("size", 1), "высш": ("size", 1), "наименьш": ("size", -1), "наинизш": ("size", -1), "низш": ("size", -1), "лучш": ("good", 1), "наилучш": ("good", 1), "худш": ("good", -1),
    "наихудш": ("good", -1), "максимальн": ("size", 1), "минимальн": ("size", -1), "кратчайш": ("length", -1), "рекордн": ("size", 1), "легчайш": ("cost", -1), "тягчайш": ("mild", -1), "мельчайш": ("size", -1),
    "крупнейш": ("size", 1), "величайш": ("size", 1), "глубочайш": ("size", 1), "широчайш": ("size", 1), "высочайш": ("size", 1), "сильнейш": ("size", 1), "слабейш": ("size", -1), "быстрейш": ("speed", 1),
    "скорейш": ("speed", 1), "медленнейш": ("speed", -1), "длиннейш": ("length", 1), "теснейш": ("link", 1), "дешевейш": ("cost", -1), "тяжелейш": ("cost", 1),
}  # fmt: skip
_EN = {
    ("size", 1): "high big large great tall much many wide broad deep thick sharp strong considerable sizeable substantial notable striking pronounced marked bulky heavy hard dramatic impressive",
    ("size", -1): "low small little few slight tiny thin narrow shallow flat modest weak minor light negligible",
    ("speed", 1): "quick fast swift prompt brisk nimble snappy responsive rapid speedy soon early agile lively",
    ("speed", -1): "slow sluggish late lazy tardy",
    ("length", 1): "long lengthy",
    ("length", -1): "short brief",
    ("good", 1): "good efficient effective favourable favorable successful",
    ("good", -1): "bad poor",
    ("cost", 1): "expensive costly hungry greedy heavy thirsty dear demanding wasteful voracious fat",
    ("cost", -1): "cheap lean frugal light thrifty economical modest undemanding sparing slim",
    ("steady", 1): "steady stable even tight calm quiet smooth consistent predictable regular uniform compact",
    ("steady", -1): "noisy erratic jumpy jittery volatile variable unstable scattered loose uneven bumpy ragged wild nervous jagged",
    ("link", 1): "tight strong close firm",
    ("link", -1): "loose weak",
    ("often", 1): "frequent often",
    ("often", -1): "rare seldom infrequent",
    ("busy", 1): "busy loaded occupied hot",
    ("busy", -1): "idle quiet free cool relaxed",
    ("mild", 1): "mild gentle soft benign harmless light forgiving",
    ("mild", -1): "severe harsh brutal nasty ugly painful grim",
}  # fmt: skip
_EN_FORMS = {"closer": ("near", 1), "nearer": ("near", 1), "better": ("good", 1), "worse": ("good", -1), "more": ("size", 1), "less": ("size", -1), "fewer": ("size", -1),
    "further": ("size", 1), "farther": ("size", 1), "above": ("size", 1), "below": ("size", -1)}  # fmt: skip
_EN_EXTREMES = {"best": ("good", 1), "worst": ("good", -1), "most": ("size", 1), "least": ("size", -1), "highest": ("size", 1), "furthest": ("size", 1), "farthest": ("size", 1)}  # fmt: skip
_REST = re.compile(r"^(?:всех|всего|прочих|остальных|других|любого|любой|any|all|every|anyone|everyone|anything|others|rest)$")  # fmt: skip

#: Verbs (and what stands for them) that put one thing before or behind another.
_VERBS_RU = {
    ("ahead", 1): "обгоня обогна опережа опереди обход обош побежда победи превзош превосход выигрыва выигра переигр побил побива",
    ("ahead", -1): "уступа уступи проигрыва проигра отста",
    ("size", 1): "превыша превыси перевеш перекрыва перевес",
}  # fmt: skip
_VERBS_EN = {
    ("ahead", 1): "beat outrun outran outpac overtak overtook outperform outdo outdid outstrip outshin surpass",
    ("ahead", -1): "trail lag yield",
    ("size", 1): "exceed outweigh outnumber dwarf overshadow",
    ("size", -1): "undercut",
}  # fmt: skip
#: Places in a ranking: (pattern, place from the top or, negative, from the bottom, axis of the ranking).
_PLACES: tuple[tuple[str, int], ...] = (
    (r"(?<!\w)замыка\w+ тройку|\brounds? out the top three\b", 3),
    (r"(?<!\w)нет равных|(?<!\w)вне конкуренции|(?<!\w)пальм\w+ первенства|(?<!\w)первенств\w+|(?<!\w)перв(?:ое|ом) мест\w+|"
        r"(?<!\w)на первой строчке|(?<!\w)на вершине|(?<!\w)впереди(?: (?:всех|остальных|прочих))?(?!\w)", 1),
    (r"(?<!\w)корон\w+|(?<!\w)лидир\w+|(?<!\w)лидер\w*|(?<!\w)возглав\w+|(?<!\w)победител\w+|(?<!\w)чемпион\w*|(?<!\w)побеждает(?!\w)|"
        r"(?<!\w)золото(?!\w)|(?<!\w)перв(?:ым|ой) (?:приход|ид[её]т|финиш|оказ|стоит)\w*", 1),
    (r"(?<!\w)всех (?:превосход|обгоня|опереж|обход|обош|обогна)\w+|(?<!\w)(?:превосход|обгоня|опереж|обход)\w+ (?:всех|остальных|прочих)(?!\w)", 1),
    (r"(?<!\w)аутсайдер\w*|(?<!\w)последн(?:ее|ем) мест\w+|(?<!\w)(?:плет[её]тся|оста[её]тся|оказал\w+|ид[её]т) в хвосте|(?<!\w)позади (?:всех|остальных|прочих)|(?<!\w)(?:уступает|"
        r"проигрывает) (?:всем|остальным|прочим)|(?<!\w)на дне(?!\w)|(?<!\w)внизу (?:списка|таблицы|рейтинга)|(?<!\w)последн(?:им|"
        r"ей) (?:приход|ид[её]т|финиш|оказ|стоит)\w*|(?<!\w)замыка\w+|(?<!\w)отста[её]т от всех", -1),
    (r"(?<!\w)втор(?:ое|ом) мест\w+|(?<!\w)втор(?:ым|ой) (?:ид[её]т|стоит|следует|приход|финиш|оказ)\w*|(?<!\w)серебр\w+|"
        r"(?<!\w)следом(?!\w)|(?<!\w)вице-чемпион\w*|(?<!\w)втор(?:ой|ая|ое) (?:с этого конца|по|в этом|в этой)(?!\w)|"
        r"(?<!\w)на второй строчке|(?<!\w)второй результат", 2),
    (r"(?<!\w)трет(?:ье|ьем) мест\w+|(?<!\w)третьим(?!\w)|(?<!\w)бронз\w+|(?<!\w)трет(?:ий|ья|ье) (?:по|в этом|в этой)(?!\w)", 3),
    (r"(?<!\w)предпоследн\w+", -2),
    (r"\bcrown\b|\bfront[- ]?runner\b|\btop(?:s|ped)? the (?:table|list|chart|ranking|field|bill)\b|\bheads? the (?:table|list|ranking|"
        r"field)\b|\bleads? the (?:field|pack|way|table|list|ranking)\b|\bin the lead\b|\btakes? (?:the )?(?:lead|gold)\b|\bin front\b|"
        r"\blead(?:s|er)\b(?! over)", 1),
    (r"\b(?:comes?|came|finish\w*|ranks?|ranked|is over|places?) (?:in )?first\b|\bfirst place\b|\bwinner\b|\bwins\b(?! over)|\bchampion\b|"
        r"\bunrivall?ed\b|\bunbeaten\b|\bunmatched\b|\bsecond to none\b|\bnumber one\b|\bahead of (?:everyone|everything|all|the (?:rest|"
        r"others|field|pack))\b|\blaurels\b|\bgold medal\b", 1),
    (r"\brear is brought up by\b|\bbrings? up the rear\b|\b(?:comes?|came|finish\w*|ranks?|ranked) (?:in )?(?:dead )?last\b|\blast place\b|"
        r"\bbottom of the (?:table|list|ranking)\b|\blaggard\b|\bbehind (?:everyone|everything|all|the (?:rest|others|field|pack))\b|"
        r"\btrails? (?:everyone|everything|all|the (?:rest|others|field|pack))\b|\bwooden spoon\b|\bstraggler\b", -1),
    (r"\bsecond place\b|\brunner[- ]?up\b|\b(?:comes?|came|finish\w*|ranks?|ranked|is|places?) (?:in )?(?:second|next)\b|"
        r"\bsecond (?:in this|in that|on this|on that|here|there)\b|\bsilver\b|\b(?:closest|nearest) (?:follower|pursuer|rival|chaser|"
        r"competitor)\b|\bright behind\b|\bsecond[- ](?=\w+est\b|best\b|worst\b|most\b|least\b)", 2),
    (r"\bthird place\b|\b(?:comes?|came|finish\w*|ranks?|ranked|is|places?) (?:in )?third\b|\bthird (?:in this|in that|on this|on that|"
        r"here|there)\b|\bbronze\b|\bthird[- ](?=\w+est\b|best\b|worst\b|most\b|least\b)", 3),
    (r"\bpenultimate\b|\bsecond[- ]to[- ]last\b|\blast but one\b|\bsecond from the bottom\b", -2),
)  # fmt: skip
#: Nouns that are an extreme by themselves.
_PEAKS = (
    (re.compile(r"(?<!\w)верхн\w+ точк\w+|(?<!\w)рекорд(?:ом|а|у|е)?(?!\w)|\bhigh(?:est)? point\b|\brecord\b(?! (?:of|the|that))", re.I), 1),
    (re.compile(r"(?<!\w)нижн\w+ точк\w+|(?<!\w)антирекорд\w*|\blow(?:est)? point\b|^минимум (?=(?!за|на|по|при|у|в|до|от)[а-яё]{4,})", re.I), -1),
)  # fmt: skip
_PLACED = [(re.compile(text, re.I), place) for text, place in _PLACES]
_REDUCES = ("squeez", "compress", "trim", "shrink", "shav", "sav", "cut", "spar", "сжима", "ужима", "урез", "эконом", "сокраща", "сбере")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """A word or phrase that compares: `kind` is "extreme", "order" (than something) or "place"; `place` counts from the top, negative from the bottom."""

    first: int
    last: int
    kind: str
    ways: tuple[Way, ...]
    place: int = 1
    verb: bool = False  # "beats", which takes what it is compared with as its object
    noun: bool = False  # "the high point", which counts where nothing else in its clause compares


def marks_of(tokens: list[Token], text: str, offset: int, named: set[int]) -> list[Mark]:
    """The marks of a sentence in their order; `named` are tokens that are names and so mark nothing."""
    found = _places(tokens, text, offset, named)
    taken = {at for mark in found for at in range(mark.first, mark.last + 1)}
    peaks = _nouns(tokens, text, offset)
    at = 0
    while at < len(tokens):
        mark = None if at in named or at in taken else _graded(tokens, at) or _verb(tokens, at)
        if mark is not None:
            found.append(mark)
            taken.update(range(mark.first, mark.last + 1))
            at = mark.last
        at += 1
    peaks = [one for one in peaks if not taken & set(range(one.first, one.last + 1))]
    return sorted([*found, *peaks], key=lambda one: one.first)


def _nouns(tokens: list[Token], text: str, offset: int) -> list[Mark]:
    """Extremes told by a noun ("рекорд", "the high point"), which count where the sentence has no other mark."""
    found: list[Mark] = []
    for pattern, sign in _PEAKS:
        for match in pattern.finditer(text):
            inside = [t.index for t in tokens if t.end > offset + match.start() and t.start < offset + match.end()]
            if inside:
                found.append(Mark(inside[0], inside[-1], "extreme", (("size", sign),), noun=True))
    return found


def _places(tokens: list[Token], text: str, offset: int, named: set[int]) -> list[Mark]:
    found: list[Mark] = []
    for pattern, place in _PLACED:
        for match in pattern.finditer(text):
            inside = [t.index for t in tokens if t.end > offset + match.start() and t.start < offset + match.end()]
            if inside and not any(one.first <= inside[-1] and inside[0] <= one.last for one in found) and not named & {inside[0]}:  # fmt: skip
                found.append(Mark(inside[0], inside[-1], "place", (("place", 1),), place))
    return found


_LESSER = re.compile(r"меньш(?:ий|ая|ее|ие|его|ей|ему|им|их|ую|ими)|больш(?:ий|его|ему|им)")


def _graded(tokens: list[Token], at: int) -> Mark | None:
    """A comparative or superlative that begins at a token."""
    word = tokens[at].lower.replace("ё", "е")
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if word.startswith("сам") and re.fullmatch(r"сам(?:ый|ая|ое|ые|ого|ой|ому|ым|ыми|ых|ую)", word) or word in ("наиболее", "наименее"):  # fmt: skip
        for ahead in tokens[at + 1 : at + 4]:
            if ways := ways_of(ahead.lower):
                sign = -1 if word == "наименее" else 1
                return Mark(at, ahead.index, "extreme", tuple((axis, way * sign) for axis, way in ways))
        return None
    if word == "рекордно" and following is not None and (ways := ways_of(following.lower)):
        return Mark(at, following.index, "extreme", tuple(ways))
    if word in ("more", "less", "most", "least", "более", "менее") and following is not None:
        sign = 1 if word in ("more", "most", "более") else -1
        kind = "extreme" if word in ("most", "least") else "order"
        if ways := () if following.lower in ("and", "of", "than") else ways_of(following.lower):
            return Mark(at, following.index, kind, tuple((axis, way * sign) for axis, way in ways))
        if word in ("более", "менее") or following.lower in ("of", "or") and word in ("most", "more", "less"):
            return None
    if _LESSER.fullmatch(word):
        return Mark(at, at, "order", (("size", 1 if word.startswith("б") else -1),))
    if word in ("most", "least"):
        return Mark(at, at, "extreme", _turned(tokens, at, (("size", 1 if word == "most" else -1),)))
    extreme = _russian_extreme(word)
    if extreme is not None:
        ways = (extreme, ("good", -1)) if word.startswith("слабейш") else (extreme,)
        return Mark(at, at, "extreme", ways)
    if word in _EN_EXTREMES:
        return Mark(at, at, "extreme", _turned(tokens, at, (_EN_EXTREMES[word],)))
    form = _form(word)
    if form is None:
        return None
    kind, ways = form
    rest = next((t for t in tokens[at + 1 : at + 4] if t.number is not None or t.is_word and t.lower not in ("чем", "than", "у", "the", "with", "in", "at", "на", "при")), None)  # fmt: skip
    if kind == "order" and rest is not None and _REST.match(rest.lower) and not (rest.lower == "всего" and word in ("выше", "ниже") and rest.index > at + 1):  # fmt: skip
        last = rest.index
        return Mark(at, last, "extreme", _turned(tokens, at, ways))
    return Mark(at, at, kind, _turned(tokens, at, ways))


_RU_ENDING = re.compile(r"(?:ий|ый|ая|ое|ее|ие|ые|его|ого|ей|ой|ему|ому|им|ым|их|ых|ую|юю|ими|ыми|о|а|ы|ен)$")


@lru_cache(maxsize=20_000)
def _russian_extreme(word: str) -> Way | None:
    """The axis of a Russian superlative in any of its forms."""
    if _RU_ENDING.search(word) is None:
        return None
    return next((way for start, way in _RU_EXTREMES.items() if re.fullmatch(start + _RU_ENDING.pattern, word)), None)


def _turned(tokens: list[Token], at: int, ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """ "squeezes the log hardest": the more of it, the less is left."""
    before = tokens[max(0, at - 4) : at]
    turned = any(t.lower.startswith(_REDUCES) and t.is_word for t in before) and not any(
        t.text in ",;:" for t in before
    )
    if not turned or not any(axis in ("size", "link") for axis, _ in ways):
        return ways
    return tuple((axis, -sign) if axis in ("size", "cost") else (axis, sign) for axis, sign in ways)


@lru_cache(maxsize=20_000)
def _form(word: str) -> tuple[str, tuple[Way, ...]] | None:
    """Whether a word is a comparative ("order") or a superlative, and along which axes."""
    if word in _RU_MANY:
        return "order", _RU_MANY[word]
    if word in _RU_FORMS:
        return "order", (_RU_FORMS[word],)
    if word in _EN_FORMS:
        return "order", (_EN_FORMS[word],)
    if re.fullmatch(r"[а-я]{4,}(?:ее|ей)", word) and word not in ("скорее", "скорей"):
        ways = tuple(way for way, row in _RU.items() if word[:-2] in row.split() and word[:-2] not in ("хорош",))
        return ("order", ways) if ways else None
    if re.fullmatch(r"[а-я]{4,}(?:ейш|айш)(?:ий|ая|ее|ие|его|ей|ему|им|их|ую|ими)", word):
        base = re.sub(r"(?:ейш|айш)\w+$", "", word)
        ways = tuple(way for way, row in _RU.items() if base in row.split())
        return ("extreme", ways) if ways else None
    for ending, kind in (("est", "extreme"), ("er", "order")):
        if word.endswith(ending) and word.isascii() and len(word) > 4:
            stem = word[: -len(ending)]
            bases = {stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem, stem[:-1] + "y" if stem.endswith("i") else stem}  # fmt: skip
            ways = tuple(way for way, row in _EN.items() if bases & set(row.split()))
            return (kind, ways) if ways else None
    return None


@lru_cache(maxsize=20_000)
def ways_of(word: str) -> tuple[Way, ...]:
    """The axes of an adjective or adverb in its plain form."""
    word = word.replace("ё", "е")
    if re.search(r"[а-я]", word):
        stem = re.sub(r"(?:ий|ый|ая|яя|ое|ее|ие|ые|его|ого|ей|ой|ему|ому|им|ым|их|ых|ую|юю|ими|ыми|о|а|ы)$", "", word)
        ways = [way for way, row in _RU.items() if {stem, stem.removesuffix("н") if stem.endswith("нн") else stem} & set(row.split())]  # fmt: skip
        if stem == "больш":
            ways.append(("size", 1))
        return tuple(ways)
    plain = {word, word.removesuffix("ly"), word[:-3] + "y" if word.endswith("ily") else word}
    return tuple(way for way, row in _EN.items() if plain & set(row.split()))


def _verb(tokens: list[Token], at: int) -> Mark | None:
    """ "beats", "loses to", "уступает": one before or behind another."""
    word = tokens[at].lower.replace("ё", "е")
    following = [t.lower for t in tokens[at + 1 : at + 3]]
    for way, row in (_VERBS_EN if word.isascii() else _VERBS_RU).items():
        if word.startswith(tuple(row.split())) and tokens[at].is_word and len(word) < 14:
            if way == ("ahead", 1) and word.startswith(("выигра", "выигрыва", "победи")) and "у" not in following:
                return None  # "выиграла относительно больше": no one is beaten
            if word.startswith(("lag", "yield")) and not {"behind", "to"} & set(following):
                return None
            return Mark(at, at, "order", (way,), verb=True)
    if word in ("loses", "lose", "lost") and following[:1] == ["to"]:
        return Mark(at, at + 1, "order", (("ahead", -1),), verb=True)
    if word in ("falls", "fell", "fall", "stays", "is", "are", "was", "lies") and following[:1] == ["behind"]:
        return Mark(at, at + 1, "order", (("ahead", -1),), verb=True)
    if word == "ahead" and following[:1] == ["of"]:
        return Mark(at, at + 1, "order", (("ahead", 1),), verb=True)
    if word in ("tops", "topped"):
        return Mark(at, at, "order", (("size", 1),), verb=True)
    if word in ("leads", "led") and following[:1] != ["to"]:
        return Mark(at, at, "order", (("ahead", 1),), verb=True)
    return None
