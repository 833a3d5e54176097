"""Words of outlines that say which way by what is measured: "faster", "производительнее", "компактнее", «самый медленный»."""

from __future__ import annotations

from functools import cache

from factcheck.reading.sentences import Token

#: sense: forms and lemmas. `fast` is better in what has speed, `large` more in what has size.
_SENSES = {
    "fast better": "faster quicker быстрее скорее шустрее проворнее",
    "fast worse": "slower медленнее",
    "fast good": "accelerate accelerates accelerated speed-up speeds ускорять ускорить ускоряться ускориться ускорение",
    "fast bad": "slow slows slowed замедлять замедлить замедляться замедлиться замедление",
    "fast best": "fastest quickest soonest",
    "fast worst": "slowest",
    "higher": "производительнее longer дольше bulkier pricier dearer дороже",
    "lower": "compacter компактнее leaner cheaper дешевле shorter короче",
    "max": "longest priciest dearest bulkiest",
    "min": "shortest cheapest",
    "flat": "budge budged",
    "": "moving",
    "exceeds": "outnumber outnumbers outnumbered",
    "down": "frees freed free shortened save saves saved saving spare spares экономить сэкономить сберечь экономия",
    "up": "raised lengthened",
    "wins": "outruns outran outpaces outpaced outstrips outstripped surpassed outperformed beats beat превзойти превосходить обойти обходить опередить опережать",
    "rank": "second third fourth next-best runner-up второй третий следующий второе третье",
}  # fmt: skip


@cache
def _table() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for senses, words in _SENSES.items():
        for word in words.split():
            found[word] = frozenset(senses.split())
    return found


def extra_senses(token: Token) -> frozenset[str] | None:
    """The senses of a word that this table holds; None for all others."""
    table = _table()
    if token.lower in table:
        return table[token.lower]
    if token.text.isascii():
        return None
    return next((table[stem] for stem in sorted(token.stems) if stem in table and stem not in ("скорый",)), None)


#: What is measured where an adjective alone says it: "twice as large as", "the cheapest", «дольше всех».
_MEASURED = {
    "size": "large larger largest small smaller smallest big bigger biggest bulky compact compacter bulkier bulkiest компактнее компактный объёмный крупный",
    "price": "cheap cheaper cheapest expensive pricier priciest dear dearer дешевле дороже дешёвый дешевый дорогой стоить",
    "time": "long longer longest short shorter shortest дольше короче долгий долго",
    "throughput": "производительнее производительный",
    "memory": "leaner",
}  # fmt: skip


@cache
def _measures() -> dict[str, str]:
    return {word: what for what, words in _MEASURED.items() for word in words.split()}


def measured_by(token: Token) -> str | None:
    """What an adjective measures: size, price, time, throughput or memory."""
    table = _measures()
    return table.get(token.lower) or next((table[stem] for stem in sorted(token.stems) if stem in table), None)


_MOST = {"самый", "самая", "самое", "самые", "самой", "самого", "самым", "самых"}
_GRADED = {
    "fast best": "быстрый шустрый",
    "fast worst": "медленный",
    "min": "низкий маленький малый короткий небольшой слабый компактный дешёвый дешевый",
    "max": "высокий большой крупный длинный долгий объёмный объемный сильный дорогой",
    "best": "хороший лучший выгодный",
    "worst": "плохой худший",
}
_BY_MOST = {"compact": False, "expensive": True, "voluminous": True, "economical": False}  # whether more is meant
_ENGLISH = ("ous", "ive", "ible", "able", "ed", "ent", "ant", "ic", "ful", "ing", "ical", "ory")


def superlative(token: Token, following: Token | None) -> frozenset[str] | None:
    """The senses of "самый" or "most" with the adjective behind it, «самый быстрый»; none of an adjective that says nothing known. None where there is no such pair."""
    if following is None:
        return None
    if token.lower in _MOST:
        return next((frozenset(senses.split()) for senses, words in _GRADED.items() if following.stems & set(words.split())), frozenset())  # fmt: skip
    if token.lower in ("most", "least") and following.lower in _BY_MOST:
        way = _BY_MOST[following.lower] == (token.lower == "most")
        return frozenset({"max" if way else "min"})
    if token.lower in ("most", "least", "more", "less", "более", "менее", "наиболее", "наименее"):
        graded = following.lower.endswith(_ENGLISH) if token.text.isascii() else following.lower.endswith(("ый", "ий", "ая", "ое", "ые", "ой", "ым", "но", "о"))  # fmt: skip
        return frozenset() if graded else None
    return None
