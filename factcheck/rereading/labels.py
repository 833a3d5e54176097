"""Tells numbers that only label or count something of the text: an experiment's number, a part of "99 out of 100", a bar that was set."""

from __future__ import annotations

import re

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling

_LABELLED = {
    "эксперимент", "experiment", "тест", "test", "прогон", "run", "этап", "stage", "шаг", "step", "часть", "part", "раздел", "section", "рисунок", "figure", "таблица", "table",
    "блок", "block", "номер", "number", "пункт", "вопрос", "question", "версия", "version", "кризис", "rev", "revision", "сценарий", "день", "day", "ночь", "night",
}  # fmt: skip


_OUT_OF = re.compile(r"^\W{0,3}(?:out of|in every|из)\s+(?:every\s+|каждых\s+)?\d|^\s*[×*·]\s*\d", re.I)


_OUT_OF_BEFORE = re.compile(r"\d\s+(?:out of|in every|из)\s+(?:every\s+|каждых\s+)?$|\d\s*[×*·]\s*$", re.I)


_BAR = re.compile(
    r"(?:порог\w*|threshold|a limit|лимит\w*|цел[ьи]\w*|target|SLA|SLO)\s+(?:of\s+|в\s+|на\s+|at\s+|is\s+|was\s+|—\s+)?$",
    re.I,
)


def label(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """The number of an experiment, a part of "99 out of 100", a bar that was set: nothing that was measured."""
    number = bound.number
    text, start = scene.block.text, number.start
    before, after = text[max(0, start - 40) : start], text[number.end : number.end + 24]
    former = scene.tokens[bound.place - 1] if bound.place else None
    whole = number.unit is None and text[start : number.end].strip().isdigit()
    if whole and number.low_value() < 100 and former is not None and former.stems & _LABELLED:
        return "design", Ruling("unverifiable", "a number of the text itself", "номер в самом тексте")
    if (
        scene.block.kind != "cell"
        and bound.place == 0
        and number.unit is None
        and re.match(r"\d{1,2}(?:\.\d{1,2})*\.\s+\S", text[start:])
        and bound.metric_source != "near"
    ):
        return "design", Ruling("unverifiable", "a number of the text itself", "номер в самом тексте")
    if (
        scene.block.kind == "cell"
        and scene.block.row_header is not None
        and re.match(r"\W*(?:runs|прогон\w*|число прогонов|number of runs)\W*$", scene.block.row_header.text, re.I)
    ):
        return "runs", Ruling("unverifiable", "a count of runs", "число прогонов")
    if _OUT_OF.match(after) and number.unit is None or _OUT_OF_BEFORE.search(before):
        return "design", Ruling(
            "unverifiable", "a part of a count that the facts do not hold", "часть счёта, которого нет в фактах"
        )
    if _BAR.search(before):
        return "design", Ruling("unverifiable", "a bar that was set, not a result", "назначенный порог, не результат")
    return None
