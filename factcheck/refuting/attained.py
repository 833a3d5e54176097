"""Holds an extreme to the level that it is said to be attained at: "the slowest transaction (3,480 ms) was recorded on the HDD" where this is another disk's.

The value itself says whose it is. Only refutes, and only where no other value stands between it and the level.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import in_unit, rounds_to, significant_digits
from factcheck.binding.arguments import is_negated
from factcheck.binding.mentions import LevelMention
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import Number
from factcheck.reading.units import compatible
from factcheck.rereading.comparisons import metrics_around

_ATTAINED = re.compile(
    r"(?:\b(?:was|were|is|are|has been|had been)(?:,? \w+,?){0,2} )?\b(?:recorded|measured|reached|seen|observed|obtained|achieved|attained|registered|"
    r"noted|logged|set|belongs?|belonged|came|comes|found|happened|happens|occurred|occurs|falls?|fell)\s+"
    r"(?:on|at|with|by|under|in|to|for|from)\s+(?:the )?(?:level |setting |run |value )?$|"
    r"(?<!\w)(?:получ\w+|зафиксир\w+|достигнут\w*|показан\w*|записан\w*|отмеч\w+|наблюдал\w+|наблюдается|принадлеж\w+|приш[её]л\w+|приход\w+|замерен\w*|измерен\w*|установлен\w*|поставлен\w*|случил\w+)\s+"
    r"(?:на|при|у|в|во|с|со|для)?\s*(?:верси\w+ |уровн\w+ |значени\w+ |режим\w* |вариант\w* |прогон\w* )?$",
    re.I,
)
_VERB = re.compile(
    r"(?:recorded|measured|reached|seen|observed|obtained|achieved|attained|registered|noted|logged|set|belong\w*|came|comes|found|happen\w*|occur\w*|falls?|fell|"
    r"получ\w+|зафиксир\w+|достигнут\w*|показан\w*|записан\w*|отмеч\w+|наблюда\w+|принадлеж\w+|приш[её]л\w+|приход\w+|замерен\w*|измерен\w*|установлен\w*|поставлен\w*|случил\w+)(?!\w)",
    re.I,
)
_WITHIN = 14  # tokens between the value and the level
_KINDS = ("mean", "median", "max", "min", "p95", "p99", "first", "last")


def judge_attained(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each level that does not have the value said to be attained at it."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for phrase in phrases(scene, _VERB):
        mention = next((m for m in scene.mentions.levels if 0 < m.first - phrase.last <= 4 and m.role == "at"), None)
        place = _value(scene, phrase, mention) if mention is not None else None
        if mention is None or place is None or mention.group or is_negated(scene, phrase.first):
            continue
        before = scene.sentence.text[: scene.tokens[mention.first].start - scene.tokens[0].start]
        facts = _facts(scene, place) if _ATTAINED.search(before) else []
        if not facts or len({fact.metric for fact in facts}) != 1 or any(_is_at(scene, fact, mention) for fact in facts):  # fmt: skip
            continue
        text = f"{facts[0].name} is {facts[0].value:g}", f"{facts[0].name} равно {facts[0].value:g}"
        ruling = Ruling("contradicted", *text, (facts[0].name,), facts[0].level)
        found.append((phrase.first, mention.last, "best", ruling))
    return found


def _is_at(scene: Scene, fact: Fact, mention: LevelMention) -> bool:
    return fact.level is None or bool({fact.level, scene.vocabulary.canonical(fact.level)} & mention.ids)


def _value(scene: Scene, phrase: Phrase, mention: LevelMention) -> int | None:
    """The one value that stands before the verb, in its part of the sentence; no value and no other level between."""
    tokens = scene.tokens
    for token in reversed(tokens[max(0, phrase.first - _WITHIN) : phrase.first]):
        following = tokens[token.index + 1].lower if token.index + 1 < len(tokens) else ""
        again = token.lower in ("and", "и") and following in ("it", "this", "that", "это", "он", "она", "оно")
        if token.text in ";:" or token.lower in ("but", "но", "while", "whereas", "and", "и", "а") and not again:
            return None
        if any(m.first <= token.index <= m.last for m in scene.mentions.levels):
            return None
        number = token.number
        if number is not None and number.is_value and token.index not in scene.mentions.name_tokens:
            plain = number.kind == "value" and number.high is None and not number.fraction and number.hedge is None
            return token.index if plain and significant_digits(number.text) >= 3 else None
    return None


def _facts(scene: Scene, place: int) -> list[Fact]:
    """The facts of single levels that a number tells, of what is spoken of."""
    number = scene.tokens[place].number
    assert number is not None
    near = metrics_around(scene)
    bound = scene.bounds.get(place)
    near |= set(bound.metrics) if bound is not None else set()
    held = [
        fact for fact in scene.vocabulary.facts.facts
        if fact.level is not None and fact.partner is None and fact.stat in _KINDS and _tells(scene, number, fact)
    ]  # fmt: skip
    return [fact for fact in held if fact.metric in near] or held


def _tells(scene: Scene, number: Number, fact: Fact) -> bool:
    unit = scene.vocabulary.unit_of(fact.metric)
    if number.unit is not None and not compatible(number.unit, unit):
        return False
    return any(rounds_to(value, reading) for value in in_unit(fact, number.unit, unit) for reading in number.readings)
