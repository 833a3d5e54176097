"""The level that a numbered heading stands for: "Experiment 4 — 8 GB" is not of 4 GB, "Эксперимент 3: четыре помощника" is of 4, "Day 1, off" of off."""

from __future__ import annotations

from factcheck.binding.mention_words import count_word
from factcheck.binding.vocabulary import Level, Vocabulary
from factcheck.reading.sentences import Token

_NUMBERED = {
    "experiment", "test", "day", "phase", "stage", "part", "step", "variant", "option", "candidate", "case", "run", "series", "round", "scenario", "configuration", "config",
    "эксперимент", "тест", "день", "этап", "часть", "шаг", "вариант", "кандидат", "случай", "прогон", "серия", "раунд", "опыт", "испытание", "сценарий", "конфигурация",
}  # fmt: skip
_NONE = {"no", "without", "zero", "без", "ноль", "нуль"}
_OPENING = 6  # tokens among which the number stands
_SHORT = 6  # words of what stands behind it


def number_of_section(tokens: list[Token]) -> int | None:
    """The place of the number by which a heading counts: of "1" in "🧪 Эксперимент-1: off"."""
    for place, token in enumerate(tokens[:_OPENING]):
        if token.number is None or not place:
            continue
        before = place - 2 if place > 1 and tokens[place - 1].text in ("-", "№", "#", "–") else place - 1
        named = tokens[before].lower in _NUMBERED or not tokens[before].stems.isdisjoint(_NUMBERED)
        return place if named and token.number.unit is None else None
    return None


def level_behind(tokens: list[Token], place: int, vocabulary: Vocabulary) -> tuple[Level, int] | None:
    """The level that the words behind a section's number name, where they are few: by its own name, or by a number word; and the place of its word."""
    words = [token for token in tokens[place + 1 :] if token.is_word]
    if not words or len(words) > _SHORT:
        return None
    named = {level.text.lower(): level for level in vocabulary.levels if level.factor == 0}
    if len(words) <= 2 and (level := named.get(words[0].lower)) is not None:
        return level, words[0].index
    for word in words[:2]:
        count = 0 if word.lower in _NONE else count_word(word)
        level = next((one for one in named.values() if count is not None and one.number == count), None)
        if level is not None:
            return level, word.index
    return None
