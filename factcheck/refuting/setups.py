"""Judges what is said of the design in words that hold no number of their own: the baseline's cell, the grid's ends, restarts of all parameters.

Only refutations are given; what agrees is left to the judges of numbers and restarts.
"""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases
from factcheck.judging.verdicts import Ruling
from factcheck.reading.counts import TO_COME

_BASELINE_HEAD = re.compile(
    r"\W*(?:(?:the )?baseline(?: cell| level| value| setting)?|базов\w+(?: (?:ячейка|уровень|значение|вариант))?)\W*",
    re.I,
)
_END = re.compile(
    r"\b(?:is|was) the (?:(?P<low>lowest|smallest)|(?P<high>highest|largest)) (?:level|value|setting|size)(?: that)?(?: we)? (?:tried|tested|ran|measured)\b|"
    r"(?<!\w)(?:(?P<low_ru>наименьшее|самое малое)|(?P<high_ru>наибольшее|самое большое)) из (?:испытанных|проверенных|опробованных)", re.I
)  # fmt: skip
_NEEDS = re.compile(
    r"\b(?:(?P<none>neither (?:parameter|setting)|none of the (?:parameters|settings))|both (?:parameters|settings)) (?:needs?|requires?) (?:a |any )?(?:server )?restart",
    re.I,
)
_RUN_EACH = re.compile(
    r"кажд\w+ (?:значени\w+|уровень|вариант\w*) (?:проверен\w*|испытан\w*|измерен\w*)\W+(?P<count>одним|двумя|тремя|четырьмя|пятью|шестью|семью)\W+прогон",
    re.I,
)
_COUNTS = {"одним": 1, "двумя": 2, "тремя": 3, "четырьмя": 4, "пятью": 5, "шестью": 6, "семью": 7}


def judge_baseline_cell(scene: Scene) -> tuple[int, int, Ruling] | None:
    """A refutation of "| Baseline cell | 16GB / off |" when another level is the baseline."""
    head, base = scene.block.row_header, scene.vocabulary.special("baseline")
    if head is None or len(base) != 1 or not _BASELINE_HEAD.fullmatch(head.text):
        return None
    row = [m for m in scene.mentions.levels if len(m.ids) == 1]
    if len(row) != 1 or row[0].ids == base or any(not row[0].first <= t.index <= row[0].last for t in scene.tokens):
        return None
    text = ", ".join(base)
    return (
        row[0].first,
        row[0].last,
        Ruling("contradicted", f"the baseline is {text}", f"базовый уровень — {text}", (), text),
    )


def judge_set_up(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of what the design refutes."""
    found = []
    facts, order = scene.vocabulary.facts, scene.vocabulary.numeric_order
    for phrase in phrases(scene, _END):
        named = [m for m in scene.mentions.levels if len(m.ids) == 1 and 0 < phrase.first - m.last <= 2]
        low = bool(phrase.match.group("low") or phrase.match.group("low_ru"))
        if len(named) == 1 and len(order) > 1 and named[0].ids != {order[0] if low else order[-1]}:
            text = ", ".join(order)
            found.append((named[0].first, phrase.last, "levels", Ruling("contradicted", text, text, (), text)))
    for phrase in phrases(scene, _NEEDS):
        contexts = [
            scene.vocabulary.settings[f.name].context
            for f in facts.experiment.factors
            if f.name in scene.vocabulary.settings
        ]
        if len(contexts) < 2 or any(context is None for context in contexts):
            continue
        needing = [context == "postmaster" for context in contexts]
        if any(needing) if phrase.match.group("none") else not all(needing):
            text = ", ".join(str(context) for context in contexts)
            found.append((phrase.first, phrase.last, "setting", Ruling("contradicted", text, text, (), text)))
    for phrase in phrases(scene, _RUN_EACH):
        repeats = facts.experiment.repeats
        if (
            repeats
            and not TO_COME.search(scene.sentence.text)
            and repeats != _COUNTS[phrase.match.group("count").lower()]
        ):
            told = f"experiment.repeats: {repeats}"
            found.append(
                (
                    phrase.first,
                    phrase.last,
                    "runs",
                    Ruling("contradicted", told, told, ("experiment.repeats",), str(repeats)),
                )
            )
    return found
