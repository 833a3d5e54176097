"""The levels of a parameter that counts something, or is a time, as people say them: "twenty-four cores", "a single worker", "без реплик", "восьмиядерная", "half an hour".

Where one level was told with what it counts, another may be told by its number alone: "four cores against two", "чем с тремя".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.binding.vocabulary import Level, Vocabulary
from factcheck.reading.concepts import akin
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech, stems

#: What a parameter may count; the parts of other names ("timeout", "limit") are nothing that stands behind a number.
_COUNTED = frozenset(
    stem
    for word in ("core", "worker", "thread", "client", "connection", "replica", "partition", "session", "standby", "process", "job", "node", "shard", "vcpu", "cpu", "user", "subscriber", "warehouse")
    for stem in akin(frozenset(stems(word)))
)  # fmt: skip
_NO_THINGS = {"bytes", "seconds", "millis", "percents", "levels", "limits", "settings", "params", "values", "series", "minutes", "hours", "pages"}  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    "двадцать": 20, "двадцати": 20, "двадцатью": 20, "тридцать": 30, "тридцати": 30, "тридцатью": 30, "сорок": 40, "сорока": 40, "пятьдесят": 50, "пятидесяти": 50, "пятьюдесятью": 50,
    "шестьдесят": 60, "шестидесяти": 60, "шестьюдесятью": 60, "восемьдесят": 80, "восьмидесяти": 80,
}  # fmt: skip
_ONES = {
    "тремя": 3, "трём": 3, "трех": 3, "трёх": 3, "четырьмя": 4, "четырём": 4, "четырем": 4, "четырёх": 4, "шестнадцатью": 16, "шестнадцать": 16, "шестнадцати": 16, "двенадцатью": 12, "пятнадцатью": 15,
    "ноль": 0, "нуля": 0, "нулём": 0, "нулем": 0, "нуле": 0, "zero": 0, "lone": 1, "одном": 1,
}  # fmt: skip
#: What a Russian compound adjective begins with: "двухъядерная", "восьмиядерный", "шестнадцатипроцессный".
_PREFIXES = {
    "одно": 1, "двух": 2, "двухъ": 2, "трёх": 3, "трех": 3, "трёхъ": 3, "трехъ": 3, "четырёх": 4, "четырех": 4, "четырёхъ": 4, "четырехъ": 4, "пяти": 5, "шести": 6, "восьми": 8, "десяти": 10, "двенадцати": 12,
    "пятнадцати": 15, "шестнадцати": 16, "двадцати": 20, "двадцатичетырёхъ": 24, "двадцатичетырехъ": 24, "двадцатичетырёх": 24, "двадцатичетырех": 24, "тридцати": 30, "тридцатидвух": 32, "тридцатидвухъ": 32, "сорока": 40,
    "шестидесяти": 60, "шестидесятичетырёх": 64, "шестидесятичетырехъ": 64, "": 1,
}  # fmt: skip
_SIZES = (("gig", 1024.0**3), ("meg", 1024.0**2), ("гиг", 1024.0**3), ("мег", 1024.0**2))
_TIMED = {"секундн": 1e3, "минутн": 6e4, "часов": 3.6e6, "получасов": 1.8e6}
_BETWEEN = {"parallel", "cpu", "concurrent", "параллельный", "рабочий", "процессорный", "вычислительный", "physical", "read", "the", "-"}  # fmt: skip
_ALONE_BEHIND = {
    "with", "at", "above", "below", "than", "from", "to", "over", "for", "against", "versus", "vs", "by", "and", "or", "on", "both", "beyond", "between", "outperformed", "beat", "beats", "обходят", "обошли", "бьют", "surpassed", "of", "only",
    "при", "с", "со", "на", "для", "чем", "до", "от", "к", "вместо", "против", "над", "и", "или", "у", "между", "уступают", "уступили", "уступает", "опережает", "опередили", "опережают",
}  # fmt: skip
_CLOSES = {
    "and", "or", "is", "was", "are", "were", "than", "but", "while", "only", "still", "it", "to", "with", "against", "had", "has", "did", "in", "on", "for", "by", "gave", "gives", "reached",
    "и", "или", "на", "по", "до", "к", "а", "но", "—", "не", "даёт", "дают", "дал", "дали", "ускорили", "ускорил",
}  # fmt: skip
_BEFORE_AN_HOUR = {"кроме", "на", "с", "со", "до", "при", "у", "от", "к", "чем", "что", "и", "или", "даёт", "дает", "против", "вместо", "лучше", "хуже"}  # fmt: skip
_WITHOUT = {"without", "no", "zero", "без"}
_THEM = {"them", "it", "any", "них", "неё", "нее", "него", "этого"}
#: What is said where nothing of what is counted is there: "serial execution" of workers, "a stand-alone server" of replicas.
_NONE_OF = {
    "worker": {"serial", "serially", "sequential", "sequentially", "последовательный", "последовательно"},
    "replica": {"standalone", "stand-alone", "solitary", "одиночный"},
}
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8,
    "первый": 1, "второй": 2, "третий": 3, "четвёртый": 4, "четвертый": 4, "пятый": 5, "шестой": 6, "восьмой": 8,
}  # fmt: skip
_LEVEL_NOUNS = {"setting", "value", "level", "значение", "уровень", "настройка"}
_ONE = {"single", "lone", "sole", "единственный", "один"}


@dataclass(slots=True)
class Counted:
    """A level with the tokens that tell its number, and the noun behind it, if any."""

    first: int
    last: int
    level: Level
    noun: int | None
    former: Level | None = None  # "the fourth replica": from three to four


def counting_nouns(vocabulary: Vocabulary) -> list[frozenset[str]]:
    """By factor, the nouns of what it counts, in both languages; none for a factor whose levels are no plain numbers."""
    found = []
    for index, factor in enumerate(vocabulary.facts.experiment.factors):
        words = re.split(r"[_.\s]+", factor.name.lower())
        plain = all(level.number is not None and level.unit is None for level in vocabulary.levels if level.factor == index)  # fmt: skip
        found.append(frozenset(stem for word in words for stem in akin(frozenset(stems(word))) if plain and (set(stems(word)) & _COUNTED or vocabulary.is_spreadsheet and _is_plural(word))))  # fmt: skip
    return found


def _is_plural(word: str) -> bool:
    return len(word) > 4 and word.isascii() and word.endswith("s") and not word.endswith(("ss", "us", "is")) and word not in _NO_THINGS  # fmt: skip


class CountedLevels:
    """Finds them in a sentence, with one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.levels = [level for level in vocabulary.levels if level.number is not None]
        self.nouns = counting_nouns(vocabulary)
        self.sized = {level.unit.scale: level for level in self.levels if vocabulary.is_spreadsheet and level.number == 1 and level.unit is not None and level.unit.dimension == "bytes"}  # fmt: skip
        self.timed = [level for level in self.levels if level.unit is not None and level.unit.dimension == "time"]

    def find(self, tokens: Sequence[Token]) -> list[Counted]:
        """The levels that a sentence tells so, in their order."""
        if not any(self.nouns) and not self.timed and not self.sized:
            return []
        found: list[Counted] = []
        at = 0
        while at < len(tokens):
            one = self._counted(tokens, at) or self._compound(tokens, at) or self._absent(tokens, at) or self._hour(tokens, at) or self._single(tokens, at) or self._next(tokens, at)  # fmt: skip
            if one is not None:
                found.append(one)
            at = at + 1 if one is None else max(one.last, one.noun or 0) + 1
        found += self._alone(tokens, found)
        return sorted(found, key=lambda one: one.first)

    def _level(self, value: float, factor: int) -> Level | None:
        return next((one for one in self.levels if one.factor == factor and one.number == value and one.unit is None), None)  # fmt: skip

    def _counted(self, tokens: Sequence[Token], at: int) -> Counted | None:
        """ "twenty-four cores", "the eight-worker run", "4 реплики", "с двумя параллельными процессами"."""
        told = number_at(tokens, at)
        if told is None:
            return None
        value, end = told
        noun = self._noun_behind(tokens, end)
        level = self._level(value, noun[1]) if noun is not None else None
        return Counted(at, end - 1, level, noun[0]) if noun is not None and level is not None else None

    def _noun_behind(self, tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
        """Where, from a place on, the noun stands that a factor counts, and which factor; a few words may stand between."""
        for place in range(at, min(at + 4, len(tokens))):
            token = tokens[place]
            for factor, nouns in enumerate(self.nouns):
                if token.stems & nouns:
                    return place, factor
            if token.lower not in _BETWEEN and not token.stems & _BETWEEN:
                return None
        return None

    def _compound(self, tokens: Sequence[Token], at: int) -> Counted | None:
        """ "двухъядерная", "однопроцессный", "пятиминутный", "часовой"."""
        word = tokens[at].lower
        if not tokens[at].is_word or word.isascii() or len(word) < 6:
            return None
        for prefix, value in _PREFIXES.items():
            if not word.startswith(prefix):
                continue
            rest = word.removeprefix(prefix)
            for factor, nouns in enumerate(self.nouns if prefix else ()):
                if any(not noun.isascii() and len(rest) > 4 and rest[:3] in (noun[:3], "яде") for noun in nouns) and (level := self._level(value, factor)):  # fmt: skip
                    if rest[:3] != "яде" or "ядро" in nouns:
                        return Counted(at, at, level, None)
            scale = next((scale for beginning, scale in _TIMED.items() if rest.startswith(beginning)), None)
            level = self._of_time(value * scale) if scale is not None else None
            if level is not None:
                return Counted(at, at, level, None)
        return None

    def _next(self, tokens: Sequence[Token], at: int) -> Counted | None:
        """ "the fourth replica", «подключение первой реплики»: the step from one less."""
        value = next((_ORDINALS[stem] for stem in sorted(tokens[at].stems) if stem in _ORDINALS), None)
        if value is None:
            return None
        noun = self._noun_behind(tokens, at + 1)
        if noun is None:
            return None
        level, former = self._level(value, noun[1]), self._level(value - 1, noun[1])
        return Counted(at, at, level, noun[0], former) if level is not None and former is not None else None

    def _of_time(self, length: float) -> Level | None:
        return next((one for one in self.timed if one.unit is not None and one.number is not None and abs(one.number * one.unit.scale - length) < 1e-6), None)  # fmt: skip

    def _absent(self, tokens: Sequence[Token], at: int) -> Counted | None:
        """ "without replicas", "без воркеров", "чем без неё", "a single client"."""
        word = tokens[at].lower
        for kind, words in _NONE_OF.items():
            if word in words or tokens[at].stems & words:
                level = next((self._level(0.0, factor) for factor, nouns in enumerate(self.nouns) if kind in nouns), None)  # fmt: skip
                return Counted(at, at, level, None) if level is not None else None
        one = word in _ONE or bool(tokens[at].stems & _ONE)
        if not one and word not in _WITHOUT:
            return None
        noun, last = self._noun_behind(tokens, at + 1), at
        if noun is None and not one and at + 1 < len(tokens) and tokens[at + 1].lower in _THEM:  # "without them"
            last = at + 1
            noun = next(((last, factor) for factor, nouns in enumerate(self.nouns) if any(t.stems & nouns for t in tokens[:at])), None)  # fmt: skip
        level = self._level(1.0 if one else 0.0, noun[1]) if noun is not None else None
        return Counted(at, last, level, noun[0]) if noun is not None and level is not None else None

    def _hour(self, tokens: Sequence[Token], at: int) -> Counted | None:
        """ "an hour", "a minute", «час», «на получасе», «минуты»; "per hour" and «в минуту» are rates."""
        token = tokens[at]
        held = {"час": 3.6e6, "минута": 6e4, "секунда": 1e3, "получас": 1.8e6, "полчаса": 1.8e6, "hour": 3.6e6, "minut": 6e4, "minute": 6e4, "second": 1e3}  # fmt: skip
        length = next((held[stem] for stem in sorted(token.stems) if stem in held), None)
        if token.lower == "получаса":
            length = 1.8e6
        if length is None or not self.timed or token.number is not None:
            return None
        level = self._of_time(length)
        before = tokens[at - 1] if at else None
        if level is None or before is not None and (before.number is not None or number_at(tokens, at - 1) is not None and before.lower not in ("a", "an", "one", "single", "одна", "одной", "одну", "один", "одном")):  # fmt: skip
            return None
        if token.text.isascii():
            further = tokens[at - 2].lower if at > 1 else ""
            if before is None or before.lower not in ("a", "an", "one", "single", "full", "-") or further in ("per", "half"):  # fmt: skip
                return None
            return Counted(at - 1, at, level, None)
        if before is not None and before.lower not in _BEFORE_AN_HOUR and before.text not in "—–(,:":
            return None
        return Counted(at, at, level, None)

    def _single(self, tokens: Sequence[Token], at: int) -> Counted | None:
        """ "To a gig", «на гигабайте»: one of a unit of bytes."""
        token = tokens[at]
        scale = next((scale for words, scale in _SIZES if token.lower.startswith(words)), None)
        level = self.sized.get(scale) if scale is not None and token.is_word else None
        before = tokens[at - 1] if at else None
        if level is None or before is not None and (before.number is not None or number_at(tokens, at - 1) is not None and before.lower not in ("a", "one", "single") or before.lower in ("per", "half", "в", "за")):  # fmt: skip
            return None
        if token.text.isascii() and (before is None or before.lower not in ("a", "one", "single", "full", "whole")):
            return None
        return Counted(at, at, level, None)

    def _alone(self, tokens: Sequence[Token], found: list[Counted]) -> list[Counted]:
        """ "than twenty-four", "против двух", "both eight and sixteen cores": the number without what it counts, where the sentence names that."""
        likes = {one.level.factor: one.level for one in found}
        for token in tokens:  # "ten minutes beats fifteen"
            number = token.number
            if number is not None and number.unit is not None and number.dimension == "time" and (timed := self._of_time(number.low_value() * number.unit.scale)):  # fmt: skip
                likes.setdefault(timed.factor, timed)
        for factor, nouns in enumerate(self.nouns):
            if any(t.stems & nouns for t in tokens):
                likes.setdefault(factor, next(one for one in self.levels if one.factor == factor))
        taken = {at for one in found for at in range(one.first, max(one.last, one.noun or 0) + 1)}
        more: list[Counted] = []
        for at in range(len(tokens)):
            told = number_at(tokens, at) if at not in taken and tokens[at].number is None else None
            if told is None or any(one.first <= at <= one.last for one in more):
                continue
            value, end = told
            if not self._stands_alone(tokens, at, end):
                continue
            like = next((one for other in likes.values() if (one := self._like(value, other))), None)
            if like is not None:
                more.append(Counted(at, end - 1, like, None))
        return more

    @staticmethod
    def _stands_alone(tokens: Sequence[Token], at: int, end: int) -> bool:
        """Whether what stands around a number in words lets it be a level, and what follows is nothing that it counts."""
        before = tokens[at - 1] if at else None
        after = tokens[end] if end < len(tokens) else None
        joined = after is not None and after.lower in ("and", "or", "и", "или", ",")
        closed = after is None or not after.is_word or after.lower in _CLOSES or bool(after.concepts) or part_of_speech(after.lower) == "VERB"  # fmt: skip
        if not closed:
            return False
        if before is None:
            return joined
        if before.lower == "of":
            return at > 1 and _is_of_a_level(tokens[at - 2], after, counts=number_at(tokens, at - 2) is not None)
        return before.lower in _ALONE_BEHIND or before.text in ",(" or bool(before.stems & _LEVEL_NOUNS)

    def _like(self, value: float, other: Level) -> Level | None:
        """The level of a number in the unit of another one."""
        return next((one for one in self.levels if one.factor == other.factor and one.number == value and one.unit == other.unit), None)  # fmt: skip


def _is_of_a_level(former: Token, after: Token | None, *, counts: bool) -> bool:
    """ "A setting of four", "short of four", "half the throughput of four."; not "two of four" and "out of four"."""
    if former.stems & _LEVEL_NOUNS or former.lower in ("short", "ahead", "instead"):
        return True
    ends = after is None or after.text in ".,;"
    return ends and not counts and former.lower not in ("out", "all", "both", "none", "only")


def ends_a_number(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is the end of a number of two words: "four" of "twenty-four"."""
    return at > 1 and tokens[at - 1].text == "-" and tokens[at - 2].lower in _TENS or at > 0 and tokens[at - 1].lower in _TENS  # fmt: skip


def number_at(tokens: Sequence[Token], at: int) -> tuple[float, int] | None:
    """The whole number that begins at a token, in words ("twenty-four", «двадцати четырёх») or digits, and where it ends."""
    token = tokens[at]
    if token.number is not None:
        plain = token.number.kind == "value" and token.number.high is None and token.number.unit is None and not token.number.signed  # fmt: skip
        return (token.number.low_value(), at + 1) if plain and token.number.hedge is None else None
    word = token.lower
    if word in _TENS:
        join = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].text == "-")
        ones = _one(tokens[join].lower) if join < len(tokens) else None
        if ones is not None and 0 < ones < 10:
            return _TENS[word] + ones, join + 1
        return float(_TENS[word]), at + 1
    ones = _one(word)
    return (ones, at + 1) if ones is not None else None


def _one(word: str) -> float | None:
    if word in ("both", "оба", "обе", "обоих", "single"):
        return None
    held = WORD_NUMBERS.get(word.replace("ё", "е"), _ONES.get(word))
    return float(held) if held is not None else None
