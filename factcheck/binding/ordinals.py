"""Reads "the third experiment", "в экспериментах 1 и 3", "from the smallest to the largest cache", "самый маленький пул" as levels: by the article's own numbering, otherwise by their order."""

from __future__ import annotations

from factcheck.binding.mention_words import alias_of
from factcheck.reading.sentences import Token

_ORDINALS = {
    "первый": 1, "второй": 2, "третий": 3, "четвертый": 4, "пятый": 5, "шестой": 6, "последний": -1,
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": -1,
}  # fmt: skip
_NOUNS = {"эксперимент", "experiment"}
_LISTS = {"и", "and", "или", "or", ","}
_JOINS = {"и", "and", "the", "to", "до", "в", "во", "in"}


def level_in_place(
    tokens: list[Token], place: int, levels: list[str], aliases: dict[str, frozenset[str]]
) -> frozenset[str]:
    """The level that an ordinal with its "experiment" stands for (its noun may follow a second ordinal); empty when it is none."""
    count = ordinal(tokens[place])
    if count is None or not _before_its_noun(tokens, place):
        return frozenset()
    if aliases:
        numbered = {int(name[6:]): ids for name, ids in aliases.items() if name[6:].isdigit()}
        return numbered.get(max(numbered, default=0) if count < 0 else count, frozenset())
    if len(levels) < 2 or count > len(levels):
        return frozenset()
    return frozenset({levels[count - 1 if count > 0 else -1]})


def experiment_numbered(tokens: list[Token], place: int, aliases: dict[str, frozenset[str]]) -> frozenset[str]:
    """ "В экспериментах 1 и 3", where the article calls them "Эксперимент-1": the level of the experiment so numbered; empty when it is none."""
    number = tokens[place].number
    if not aliases or number is None or number.unit is not None or number.high is not None:
        return frozenset()
    at = place - 1
    while at >= 2 and tokens[at].lower in _LISTS and tokens[at - 1].number is not None:
        at -= 2
    at -= at > 0 and tokens[at].text == "№"
    return aliases.get(alias_of(f"{tokens[at].text}-{tokens[place].text}"), frozenset()) if at >= 0 else frozenset()


def ordinal(token: Token) -> int | None:
    if token.number is not None and token.number.kind == "ordinal":
        digits = "".join(char for char in token.text if char.isdigit())
        return int(digits) if digits and len(digits) <= 2 else None
    return next((_ORDINALS[stem] for stem in sorted(token.stems) if stem in _ORDINALS), None)


def _before_its_noun(tokens: list[Token], place: int) -> bool:
    for token in tokens[place + 1 : place + 5]:
        if token.stems & _NOUNS:
            return not alias_of(token.text)
        if token.lower not in _JOINS and ordinal(token) is None:
            return False
    return False


_LEAST = {"smallest", "lowest", "shortest", "наименьший", "малый", "маленький", "короткий", "низкий"}
_MOST = {"largest", "biggest", "highest", "longest", "наибольший", "большой", "длинный", "высокий"}
_FROM, _TO = {"from", "от", "с", "со"}, {"to", "до", "к", "ко"}
_SIZES = {"пул", "лимит", "пауза", "таймаут", "порог", "pool", "limit", "pause", "nap", "timeout", "threshold"}


def end_of_levels(tokens: list[Token], place: int, order: list[str]) -> tuple[frozenset[str], int] | None:
    """The first or last level where an extreme names it, and the last token of the name; None for other words.

    So it is in "from the smallest to the largest", whatever noun follows, and before what a level is the size of.
    """
    at = place + 1 if tokens[place].stems & {"самый", "сам"} and place + 1 < len(tokens) else place
    side = side_of(tokens[at])
    if (
        side is None
        or len(order) < 2
        or not (at > place or tokens[at].lower.endswith("est") or "наи" in tokens[at].lower)
    ):
        return None
    level = frozenset({order[0 if side < 0 else -1]})
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is not None and following.stems & _SIZES:
        return level, at + 1
    before = {t.lower for t in tokens[max(0, place - 2) : place]}
    there = next((n for n in range(at + 1, min(len(tokens), at + 7)) if side_of(tokens[n]) == -side), None)
    if before & _FROM and there is not None and _TO & {t.lower for t in tokens[at + 1 : there]}:
        return level, at
    back = next((n for n in range(place - 1, max(-1, place - 7), -1) if side_of(tokens[n]) == -side), None)
    if before & _TO and back is not None and _FROM & {t.lower for t in tokens[max(0, back - 3) : back]}:
        return level, at
    return None


def side_of(token: Token) -> int | None:
    """-1 for a word of the low end, +1 for one of the high end."""
    return (
        -1
        if token.stems & _LEAST or token.lower in _LEAST
        else 1
        if token.stems & _MOST or token.lower in _MOST
        else None
    )
