"""Finds the quantifiers of a sentence: "three of the four codecs", "ни при одном значении", "nobody but pglz", "на каждом шаге", "in all metrics".

Which kind it is, how many are meant, what they are members of (levels, steps, metrics, statistics) and whom it names. What each of
them is said to be is read by `judging/generality.py`; nothing here knows any facts.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

#: Nouns of what is quantified over, by kind (English ones as they are written, Russian ones by lemma).
_NOUNS = {
    "level": "setting settings value values level levels configuration configurations config configs variant variants option options rival rivals contender contenders competitor competitors candidate candidates "
    "version versions size sizes case cases machine machines cell cells mode modes codec codecs algorithm algorithms method methods alternative alternatives choice choices policy policies scheduler schedulers filesystem filesystems "
    "значение уровень вариант конфигурация настройка режим кодек размер машина ячейка соперник конкурент сосед случай версия алгоритм метод претендент альтернатива политика планировщик участник",
    "step": "step steps transition transitions increase increases doubling doublings increment increments jump jumps move moves шаг переход ступень увеличение повышение удвоение наращивание",
    "metric": "metric metrics measure measures indicator indicators count counts respect respects criterion criteria parameter parameters показатель метрика параметр критерий отношение величина",
    "stat": "statistic statistics percentile percentiles quantile quantiles перцентиль процентиль квантиль статистика",
}  # fmt: skip
NOUNS = {word: kind for kind, words in _NOUNS.items() for word in words.split()}

_ALL = {"all", "each", "every", "both", "все", "всех", "всем", "всеми", "каждый", "любой", "оба"}
_BOTH = {"both", "оба"}
_ALL_ADVERBS = {"everywhere", "always", "throughout", "invariably", "universally", "везде", "всюду", "повсюду", "всегда", "неизменно", "повсеместно"}  # fmt: skip
_ANY = {"any", "whichever", "whatever", "regardless", "irrespective"}
_NOBODY = {"nobody", "none", "nowhere", "never", "никто", "нигде", "никогда"}
_ONLY = {"only", "just", "solely", "exclusively", "sole", "alone", "только", "лишь", "исключительно", "единственный", "единственно"}  # fmt: skip
_EXACT = {"exactly", "precisely", "ровно", "только", "лишь", "only", "just", "merely", "всего"}
_BUT = {"except", "but", "excepting", "save", "besides", "кроме", "исключение", "помимо"}
_SKIP = {"the", "of", "these", "those", "them", "this", "our", "its", "tested", "tried", "single", "one", "other", "из", "этих", "них", "эти", "самый", "in", "at", "with", "for", "on", "при", "на", "у", "в", "во", "по", "с", "для",
         "four", "three", "two", "five", "six", "seven", "eight", "number", "число", "количество"}  # fmt: skip
_BETWEEN = {
    "larger", "smaller", "bigger", "new", "higher", "lower", "non-baseline", "remaining", "younger", "older", "last", "first", "next", "further",
    "following", "subsequent", "disk", "latency", "others", "longer", "shorter", "compressed", "largest", "smallest", "highest", "lowest",
}  # fmt: skip
_LEANING = {"not", "не", "almost", "nearly", "почти", "of", "из", "среди", "after", "than", "чем", "against"}
_AT = {"in", "at", "with", "for", "on", "by", "under", "при", "на", "у", "в", "во", "по", "с", "со", "для"}


@dataclass(slots=True)
class Quantity:
    """A quantifier: `kind` is all, none, only, but, count or some; `first` to `last` are its tokens with its noun."""

    kind: str
    first: int
    last: int
    noun: str | None = None  # level, step, metric, stat; None: not said
    count: int | None = None  # how many, or of how many where all or none are meant
    whole: int | None = None  # "three of the four"
    named_from: int | None = None  # where the members begin that are named
    at: int | None = None  # the noun's token
    words: set[int] = field(default_factory=set)


def count_of(token: Token) -> int | None:
    """The small number that a word is."""
    if token.number is not None:
        is_count = token.number.is_value and token.text.isdigit() and len(token.text) < 3
        return int(token.number.low_value()) if is_count else None
    word = token.lower.replace("ё", "е")
    held = WORD_NUMBERS.get(word)
    return held if held is not None and held <= 12 else None


def noun_kind(token: Token, extra: frozenset[str] = frozenset()) -> str | None:
    """What a word counts as a noun of; `extra` are the words of the experiment's own factor."""
    if token.number is not None and token.lower not in NOUNS or not token.text[:1].isalpha():
        return None  # "doubling" is a number, too
    if token.text.isascii():
        if token.lower in NOUNS:
            return NOUNS[token.lower]
        return "level" if token.stems & extra and len(token.text) > 3 else None
    for stem in sorted(token.stems):
        if stem in NOUNS:
            return NOUNS[stem]
    return "level" if token.stems & extra and len(token.text) > 3 else None


def _is(token: Token, words: set[str]) -> bool:
    return token.lower in words or bool(token.stems & words)


def find(tokens: list[Token], start: int, stop: int, extra: frozenset[str] = frozenset(), levels: frozenset[int] = frozenset()) -> list[Quantity]:  # fmt: skip
    """The quantifiers among the tokens `start` to `stop`, in their order; those inside another are left out, and the tokens of `levels` count nothing."""
    found: list[Quantity] = []
    at = start
    while at <= stop:
        quantity = _at(tokens, at, stop, extra, levels) if at not in levels else None
        if quantity is None:
            at += 1
        else:
            found.append(quantity)
            at = quantity.last + 1
    return found


def _at(tokens: list[Token], at: int, stop: int, extra: frozenset[str], levels: frozenset[int]) -> Quantity | None:
    for reader in (_counted, _only, _none, _any, _all):
        quantity = reader(tokens, at, stop, extra)
        if quantity is not None and quantity.kind == "count" and levels & set(range(quantity.first, quantity.last + 1)):
            quantity = None  # "only at 8": a level
        if quantity is not None:
            return quantity
    return None


def _noun(tokens: list[Token], at: int, stop: int, extra: frozenset[str], far: int = 4) -> tuple[str | None, int | None, int | None]:  # fmt: skip
    """(kind, place, count) of the noun behind a quantifier; articles, counts and adjectives may stand between."""
    count = None
    for place in range(at, min(stop, at + far) + 1):
        token = tokens[place]
        if token.text in ",;:.()" or token.has("negation"):
            break
        kind = noun_kind(token, extra)
        if kind is not None:
            return kind, place, count
        held = count_of(token)
        if held is not None and held > 1:
            count = held
            continue
        if not token.is_word or not (_is(token, _SKIP) or _adjective(token)):
            break
    return None, None, count


def _adjective(token: Token) -> bool:
    """A word that may stand between a quantifier and its noun."""
    if token.text.isascii():
        return token.lower in _BETWEEN
    return token.lower.endswith(("ых", "их", "ые", "ие", "ом", "ый", "ий", "ой", "ое", "ая", "ую", "ым", "им", "ыми", "ими", "ого", "его", "ому", "ему", "ей", "ем"))  # fmt: skip


def _counted(tokens: list[Token], at: int, stop: int, extra: frozenset[str]) -> Quantity | None:
    """ "three of the four codecs", "exactly two settings", "три уровня из шести", "на четырёх уровнях", "half of the settings"."""
    place, exact = at, False
    if _is(tokens[at], _EXACT) and at < stop:
        place, exact = at + 1, True
        if tokens[place].lower in _AT and place < stop:
            place += 1
    count = count_of(tokens[place])
    before = tokens[at - 1].lower if at else ""
    if count is None or _is(tokens[place], _BOTH) or before in ("of", "из", "between", "между", "the", "first", "last", "next", "these", "those", "эти", "этих"):  # fmt: skip
        return None
    whole, last = None, place
    for link in (place + 1, place + 2, place + 3):
        if link + 1 > stop or tokens[link].text in ",;:":
            break
        if tokens[link].lower in ("of", "из") or tokens[link].lower == "out" and tokens[link + 1].lower == "of":
            for two in range(link + 1, min(stop, link + 4) + 1):
                if (held := count_of(tokens[two])) is not None:
                    whole, last = held, two
                    break
            break
    kind, noun_at, _ = _noun(tokens, place + 1, stop, extra, 2)
    if noun_at is None and whole is not None:
        kind, noun_at, _ = _noun(tokens, last + 1, stop, extra, 1)
    located = place > at and tokens[place - 1].lower in _AT or bool(at) and before in _AT
    ends = last == stop or tokens[last + 1].text in ".,;:"
    if noun_at is None and whole is None and not (located and (exact or ends)):
        return None
    if noun_at is not None and noun_at < stop and _is(tokens[noun_at + 1], _ONLY):
        return Quantity("count", at, noun_at + 1, kind, count, whole, None, noun_at)
    if noun_at is not None and whole is None and not exact and count == 1:
        return None
    return Quantity("count", at, max(last, noun_at or last), kind, count, whole, None, noun_at)


def _only(tokens: list[Token], at: int, stop: int, extra: frozenset[str]) -> Quantity | None:
    """ "only lz4", "лишь на 256 МБ", "the sole metric in which", "единственный уровень, уступивший ..., — 4 МБ", "pglz alone"."""
    token = tokens[at]
    if not _is(token, _ONLY):
        return None
    if at and tokens[at - 1].lower in ("не", "not", "если", "if") or at < stop and tokens[at + 1].lower in ("when", "если", "когда", "if", "after"):  # fmt: skip
        return None
    if token.lower in ("sole", "only") or token.stems & {"единственный"}:
        kind, noun_at, count = _noun(tokens, at + 1, stop, extra, 2)
        if noun_at is not None and count is None:
            return Quantity("only", at, noun_at, kind, None, None, None, noun_at)
    if at < stop and tokens[at + 1].has("up.intransitive", "down.intransitive", "up.transitive", "down.transitive", "better", "worse"):  # fmt: skip
        return None  # "the spread only grew"
    return Quantity("only", at, at, None, None, None, at + 1)


def _none(tokens: list[Token], at: int, stop: int, extra: frozenset[str]) -> Quantity | None:
    """ "none of the codecs", "no setting", "neither lz4 nor zstd", "not a single run", "ни один", "ни при одном значении", "nobody"."""
    token, word = tokens[at], tokens[at].lower
    following = tokens[at + 1].lower if at < stop else ""
    if word in ("none", "neither"):
        kind, noun_at, count = _noun(tokens, at + 1, stop, extra)
        return Quantity("none", at, noun_at or at, kind, 2 if word == "neither" else count, None, None, noun_at)
    if word == "no" and following == "one" or word in _NOBODY or token.stems & _NOBODY:
        return Quantity("none", at, at + 1 if word == "no" else at)
    if word == "nothing" or token.stems & {"ничто"} and word != "ни":
        return Quantity("none", at, at, "metric")
    if word == "no" or word == "not" and following in ("a", "one", "any"):
        kind, noun_at, count = _noun(tokens, at + 1, stop, extra)
        return Quantity("none", at, noun_at, kind, count, None, None, noun_at) if noun_at is not None else None
    if word == "ни":
        return _none_ru(tokens, at, stop, extra)
    return None


def _none_ru(tokens: list[Token], at: int, stop: int, extra: frozenset[str]) -> Quantity | None:
    place = at + 1
    if place <= stop and tokens[place].lower in _AT:
        place += 1
    if place > stop:
        return None
    if tokens[place].lower == "разу":
        return Quantity("none", at, place)
    if tokens[place].lower == "в" or tokens[place].lower in ("чем", "чём"):
        return Quantity("none", at, place, "metric")
    if tokens[place].stems & {"один", "единый", "какой"}:
        kind, noun_at, count = _noun(tokens, place + 1, stop, extra)
        return Quantity("none", at, noun_at or place, kind, count, None, None, noun_at)
    if any(t.lower == "ни" for t in tokens[place : stop + 1]):
        return Quantity("none", at, at, None, None, None, at + 1)  # "ни 4, ни 16 МБ"
    return None


def _any(tokens: list[Token], at: int, stop: int, extra: frozenset[str]) -> Quantity | None:
    """ "whichever codec is chosen", "regardless of the setting", "no matter with what", "какое бы значение мы ни взяли", "независимо от кодека"."""
    token, word = tokens[at], tokens[at].lower
    following = tokens[at + 1].lower if at < stop else ""
    if word in _ANY or word == "no" and following == "matter":
        kind, noun_at, _ = _noun(tokens, at + 1 + (word == "no"), stop, extra, 5)
        if word == "any" and noun_at is None:
            return None
        return Quantity("all", at, noun_at or at + (word == "no"), kind or "level", None, None, None, noun_at)
    if token.stems & {"какой", "который"} and following == "бы":
        kind, noun_at, _ = _noun(tokens, at + 2, stop, extra, 2)
        denied = next((t.index for t in tokens[at : stop + 1] if t.lower == "ни"), None)
        if denied is None:
            return None
        found = Quantity("all", at, noun_at or at + 1, kind or "level", None, None, None, noun_at)
        found.words = {denied, *range(denied + 1, min(denied + 2, stop) + 1)}
        return found
    if word in ("независимо", "вне") and any(t.lower == "от" for t in tokens[at : at + 3]):
        kind, noun_at, _ = _noun(tokens, at + (3 if word == "вне" else 2), stop, extra, 2)
        return Quantity("all", at, noun_at, kind, None, None, None, noun_at) if noun_at is not None else None
    return None


def _leans(before: Token, following: str) -> bool:
    """Whether "all" belongs to what stands before it: "not all", "best of all", "больше всего", "at all"."""
    if before.lower in _LEANING or before.lower == "at" and following in ("", ".", ","):
        return True
    return before.has("up.comparative", "down.comparative", "better", "worse") or bool(
        before.stems & {"хорошо", "плохо", "самый"}
    )


def _all(tokens: list[Token], at: int, stop: int, extra: frozenset[str]) -> Quantity | None:
    token, word = tokens[at], tokens[at].lower
    following = tokens[at + 1].lower if at < stop else ""
    before = tokens[at - 1] if at else None
    if before is not None and _leans(before, following):
        return None
    if following in ("еще", "ещё", "же", "равно", "это", "таки", "-"):
        return None
    if word == "all" and following in ("the", "along") and at + 2 <= stop and tokens[at + 2].lower in ("way", "time", "while"):  # fmt: skip
        return Quantity("mixed", at, at)
    if word in _ALL_ADVERBS or word == "everyone" or word == "everybody":
        return Quantity("all", at, at)
    if word == "without" and following in ("exception", "exceptions") or word == "без" and following.startswith(("исключен", "изъят")):  # fmt: skip
        return Quantity("all", at, at + 1)
    if word in ("everything", "всё", "все", "всем", "всём") and (word == "everything" or tokens[max(0, at - 1)].lower == "во"):  # fmt: skip
        return Quantity("all", at, at, "metric")
    if not _is(token, _ALL):
        return None
    if following in ("but", "кроме") and at + 2 <= stop and count_of(tokens[at + 2]) is not None:
        return Quantity("mixed", at, at + 2)  # "all but two": which are left out is not said
    if following in ("раз", "time") or following == "but":
        return Quantity("all", at, at + 1, "step" if following != "but" else None)
    number = tokens[at + 1].number if at < stop else None
    if number is not None and number.kind == "times":
        return Quantity("all", at, at + 1, "step")  # "все пять раз"
    both = _is(token, _BOTH)
    kind, noun_at, count = _noun(tokens, at + 1, stop, extra)
    last = noun_at if noun_at is not None else at
    if noun_at is None and count is not None:
        last = next(t.index for t in tokens[at + 1 : stop + 1] if count_of(t) == count)
    if noun_at is None and not both and _of_another(tokens, last + 1, stop):
        return Quantity("mixed", at, at)
    return Quantity("all", at, last, kind, 2 if both else count, None, at + 1 if both else None, noun_at)


def _of_another(tokens: list[Token], at: int, stop: int) -> bool:
    """Whether what follows a quantifier is a noun of other things: "every lz4 run", "каждый узел"."""
    if at > stop:
        return False
    token = tokens[at]
    if token.lower in ("of", "из"):
        return not (at < stop and tokens[at + 1].lower in ("them", "these", "those", "the", "них", "этих", "which"))
    if not token.is_word:
        return False
    if token.text.isascii():
        return token.lower not in _PLAIN_EN and not token.has("up.intransitive", "down.intransitive", "better", "worse", "up.transitive", "down.transitive")  # fmt: skip
    return part_of_speech(token.lower) in ("NOUN", "ADJ") and not token.stems & {"базовый"}


_PLAIN_EN = {"but", "except", "is", "are", "was", "were", "got", "have", "had", "has", "stay", "stayed", "keep", "kept", "still", "under", "over", "above", "below", "at", "by", "in", "with", "remain", "remained", "lie", "and",
             "did", "do", "fell", "rose", "average", "averaged", "exceed", "exceeded", "also", "too", "beat", "outran", "without", "show", "showed", "finished", "lose", "win", "gain", "gained", "on", "for"}  # fmt: skip


def exception_after(tokens: list[Token], start: int, stop: int) -> int | None:
    """Where the exception of a piece begins: behind "except", "but", "кроме", "за исключением"."""
    for token in tokens[start : stop + 1]:
        if _is(token, _BUT) and not (token.lower == "but" and token.index and tokens[token.index - 1].text == ","):
            if token.stems & {"исключение"} and token.lower != "исключением":
                continue
            return token.index
    return None
