"""Finds levels that are one word and a number ("PG15", "build-7") where the text writes the number behind a noun of its own: "версия 15", "versions 15 and 16", "from 7 to 8"."""

from __future__ import annotations

import re

from factcheck.binding.vocabulary import Level
from factcheck.reading.sentences import Token

_NUMBERED = re.compile(r"(?P<word>[^\W\d_]{1,12})[ _.-]?(?P<number>\d+(?:\.\d+){0,2})")
_NOUNS = {"версия", "version", "release", "релиз", "выпуск", "postgresql", "postgres", "pg", "сборка", "build", "ревизия", "revision", "вариант", "variant", "профиль", "profile", "конфигурация", "configuration"}  # fmt: skip
_JOINS = {"и", "and", "или", "or", ",", "/", "до", "to", "к", "с", "from", "than", "чем", "vs", "against", "против", "на"}  # fmt: skip
_MOVES = {"переход", "перейти", "обновление", "миграция", "upgrade", "migration", "mov", "move", "upgrad", "migrat", "switch"}  # fmt: skip


def numbered_levels(levels: list[Level]) -> dict[str, Level]:
    """By its number, each level of a factor whose levels are all one same word and a number; empty otherwise."""
    for factor in sorted({level.factor for level in levels}):
        own = [level for level in levels if level.factor == factor]
        parts = [(_NUMBERED.fullmatch(level.text), level) for level in own]
        held = {match["number"]: level for match, level in parts if match is not None}
        words = {match["word"].lower() for match, _ in parts if match is not None}
        if len(held) == len(own) >= 2 and len(words) == 1 and all(level.number is None for level in own):
            return held
    return {}


def number_named(held: dict[str, Level], tokens: list[Token], place: int, found: set[int]) -> Level | None:
    """The level whose number stands at a place, where a noun before it, or another such number beside it, says that a level is meant."""
    token = tokens[place]
    number = token.number
    if not held or number is None:
        return None
    level = held.get(re.split(r"[\s-]", token.text.lower().lstrip("v"))[-1 if number.kind == "version" else 0])
    if level is None or number.kind == "version" or token.lower.startswith("v"):
        return level
    before = tokens[place - 1] if place else None
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if number.kind == "ordinal":
        return level if after is not None and after.stems & _NOUNS else None
    if number.kind != "value" or number.unit is not None or number.high is not None or before is None:
        return None
    moved = before.lower in ("на", "to", "с", "from") and any(t.stems & _MOVES for t in tokens[max(0, place - 4) : place])  # fmt: skip
    joined = before.lower in _JOINS and place >= 2 and place - 2 in found
    return level if before.stems & _NOUNS or moved or joined else None
