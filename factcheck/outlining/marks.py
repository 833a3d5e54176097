"""Holds marks that are passed or kept, and how many levels do: "two of the six exceed 10,000 tps", "only D stays under 3 ms", «нигде не опускалась ниже 2000 tps»."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.binding.agreement import agrees
from factcheck.binding.quantifiers import Quantity, find
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruled
from factcheck.outlining.outline import Piece
from factcheck.outlining.values import levels_of, metrics_in_unit, refused, row, scale_of
from factcheck.reading.concepts import akin
from factcheck.reading.numbers import Number, missed, never_passed
from factcheck.reading.units import convert
from factcheck.reading.words import stems

#: A mark of a difference, or with levels left out: "differ by less than 600 tps", "the gap exceeds 5 ms", "all but the longest".
_GAP = re.compile(
    r"\b(?:differ\w*|differences?|gap|between|apart|but the|except|other than|shav\w+|sav(?:es?|ed|ing)|cuts?|off|gains?|los(?:es?|t|ing)|adds?|added)\b"
    r"|(?<!\w)(?:различ\w+|разниц\w+|разрыв\w*|отлич\w+|между|преимуществ\w+|прирост\w*|сэконом\w+|экономи\w+|выигр\w+|потер\w+|прибав\w+|сократ\w+)(?!\w)",
    re.I,
)
_NOT = re.compile(r"(?:не|ни|neither|none|nobody|nothing|no|not|never|cannot|\w+n['’]t)(?!\w)", re.I)
_EXCEPT = re.compile(
    r"\b(?:except|but|besides|apart from)\b|(?<!\w)(?:кроме|помимо|за исключением|исключая)(?!\w)", re.I
)
_OVERALL = re.compile(r"\bacross the (?:board|range|table)\b|\bthe whole (?:week|test|time|range)(?: long)?\b|\bthroughout\b|(?<!\w)(?:везде|всюду|повсюду|во всех случаях|на всём диапазоне)(?!\w)", re.I)  # fmt: skip
_NOBODY_ELSE = re.compile(r"\b(?:nobody|no one|none|nothing) else\b|(?<!\w)(?:больше (?:никто|ни у кого|нигде)|(?:никто|нигде) больше|никто другой)(?!\w)", re.I)  # fmt: skip
_EVERY = {
    "all",
    "every",
    "each",
    "everything",
    "any",
    "все",
    "каждый",
    "каждая",
    "любой",
    "всех",
    "везде",
    "everywhere",
}
_BY = re.compile(r"(?:\bby|(?<!\w)(?:на|в))\s(?:\S+\s){0,2}$", re.I)
_LOOSE = {"almost", "nearly", "about", "most", "почти", "примерно", "большинство", "least", "more", "fewer", "более", "менее", "по", "минимум", "не"}  # fmt: skip


_NOUNS = frozenset(
    stem
    for word in (
        "array", "system", "service", "offer", "contender", "pooler", "index", "structure", "scheduler", "month", "provider", "engine", "product", "candidate", "setup", "query", "run", "mode", "delay", "way",
        "массив", "система", "сервис", "предложение", "пулер", "индекс", "планировщик", "месяц", "провайдер", "участник", "тариф", "конкурент", "вариант", "режим", "прогон", "пауза",
    )
    for stem in stems(word)
)  # fmt: skip


def level_nouns(scene: Scene) -> frozenset[str]:
    """The nouns by which the levels of a table may be counted: those of its parameter, in both languages, and common ones."""
    return factor_nouns(scene) | _NOUNS


def factor_nouns(scene: Scene) -> frozenset[str]:
    """The words of a table's parameter, in both languages, and what it counts."""
    own = scene.world.finder.counted_nouns()
    return scene.vocabulary.once("factor nouns", lambda: own.union(*(akin(frozenset({stem})) for stem in own)))


def judge_marks(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """The refusal of a piece whose one mark is passed by other levels than it says."""
    marks = [number for _, number in piece.numbers if number.hedge in ("over", "under") and number.high is None and number.kind == "value"]  # fmt: skip
    if len(marks) != 1 or len(piece.numbers) != 1 or len(piece.metrics) > 1:
        return
    (mark,) = marks
    before = scene.block.text[: mark.hedge_start if mark.hedge_start is not None else mark.start]
    if scene.matches(_GAP) or _BY.search(before[-24:]) or mark.kind == "times" or mark.fraction:
        return
    ids = (
        piece.metrics[0].ids
        if piece.metrics
        else ()
        if mark.dimension == "percent"
        else tuple(metrics_in_unit(scene, mark))
    )
    levels = levels_of(scene, piece) if len(scene.vocabulary.facts.experiment.factors) > 1 else levels_of(scene, Piece([]))  # fmt: skip
    if not ids or len(levels) < 2:
        return
    rows = [(metric, row(scene, metric, levels)) for metric in ids]
    told = [_is_so(scene, piece, mark, metric, held) for metric, held in rows if held]
    if told and all(outcome is False for outcome in told):
        yield refused(piece, "bound", rows[0][1], rows[0][0])


_RANGES = re.compile(
    r"\b(?:rang(?:es?|ed|ing)|var(?:y|ies|ied)|runs?|span(?:s|ned)?|spread|goes|move[sd]?)\b.{0,40}\bfrom\b|(?<!\w)(?:колебл|меня|варьир|наход|леж|раскида|разброс|гуля)\w*(?: в пределах)?.{0,30}(?<!\w)от(?!\w)", re.I
)  # fmt: skip


def judge_range(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """ "Throughput ranges from 24,300 to 49,600 tps": refused where the ends of the column are others."""
    if (
        len(piece.metrics) != 1
        or piece.lent
        or scene.mentions.levels
        or not scene.matches(_RANGES)
        or piece.negations()
    ):
        return
    told = [number for _, number in piece.numbers if number.kind == "value"]
    ends = [Number(n.start, n.end, n.text, n.kind, n.readings, unit=n.unit) for n in told] if len(told) == 2 else []
    if len(told) == 1 and told[0].high:
        ends = [Number(told[0].start, told[0].end, told[0].text, "value", readings, unit=told[0].unit) for readings in (told[0].readings, told[0].high)]  # fmt: skip
    if len(ends) != 2:
        return
    unit = ends[1].unit or ends[0].unit
    outcomes = []
    for metric in piece.metrics[0].ids:
        held = row(scene, metric, levels_of(scene, Piece([])))
        own = scene.vocabulary.unit_of(metric)
        if not held or unit is not None and own is not None and not convert(1.0, unit, own):
            return
        shown = [one for limit in (min(held.values()), max(held.values())) for one in (convert(limit, own, unit)[:1] if unit is not None and own is not None else [limit])]  # fmt: skip
        if len(shown) != 2:
            return
        low, high = sorted(ends, key=lambda one: one.low_value())
        outcomes.append((metric, held, agrees(low, [shown[0]]) and agrees(high, [shown[1]])))
    if outcomes and not any(fits for _, _, fits in outcomes):
        yield refused(piece, "bound", outcomes[0][1], outcomes[0][0])


def _is_so(scene: Scene, piece: Piece, mark: Number, metric: str, held: dict[str, float]) -> bool | None:
    own = scene.vocabulary.unit_of(metric)
    if mark.unit is not None and own is None and mark.dimension != "frequency":
        return None
    scale = scale_of(metric) if mark.low_value() >= scale_of(metric) else 1.0
    bound = [mark.low_value() / scale] if scale > 1 else convert(mark.low_value(), mark.unit, own) if mark.unit is not None and own is not None else [mark.low_value()]  # fmt: skip
    if len(bound) != 1 or any(told == bound[0] for told in held.values()):
        return None
    over = mark.hedge == "over"
    holding = {level for level, told in held.items() if (told > bound[0]) == over}
    excepted = _excepted(scene)
    if excepted is not None:
        return (
            set(held) - holding == excepted
            if excepted and len(scene.vocabulary.facts.experiment.factors) == 1
            else None
        )
    quantities = [q for q in find(scene.tokens, piece.first, piece.last, level_nouns(scene), frozenset(scene.mentions.level_tokens)) if q.noun in ("level", None)]  # fmt: skip
    grid = len(scene.vocabulary.facts.experiment.factors) > 1
    named = set() if grid else {level for part in piece.levels if part.role != "than" for level in part.ids}
    denied = never_passed(scene.block.text, mark) or _denied(scene, mark)
    if len(quantities) != 1:
        if quantities or piece.negations() > denied:
            return None
        if not named and _OVERALL.search(scene.sentence.text):
            return holding == set(held)
        return named <= holding if named else None
    (quantity,) = quantities
    if quantity.kind == "none" and named and _NOBODY_ELSE.search(scene.sentence.text):
        return holding == named
    around = {t.lower for t in scene.tokens[max(0, quantity.first - 2) : quantity.last + 1]}
    if around & _LOOSE and quantity.kind in ("count", "all"):
        return None
    return _fits(quantity, holding, set(held), named, denied)


def _denied(scene: Scene, mark: Number) -> bool:
    """ "Ни у одного не опускается ниже 190 мс": the hedge itself is denied."""
    start = mark.hedge_start
    return start is not None and _NOT.match(scene.block.text, start) is not None or missed(scene.block.text, mark)


def _excepted(scene: Scene) -> set[str] | None:
    """The levels that "all but 8" leaves out, of a sentence that says it of all others; none where it is not said which. None where nothing is left out."""
    cut = _EXCEPT.search(scene.sentence.text)
    if cut is None:
        return None
    at, start = cut.end(), scene.tokens[0].start
    every = any(t.lower in _EVERY for t in scene.tokens if t.start - start < at)
    behind = [m for m in scene.mentions.levels if scene.tokens[m.first].start - start >= at]
    near = bool(behind) and scene.tokens[behind[0].first].start - start - at <= 12
    return {level for m in behind for level in m.ids} if every and near and len(behind) == len(scene.mentions.levels) else set()  # fmt: skip


def _fits(quantity: Quantity, holding: set[str], every: set[str], named: set[str], denied: bool) -> bool | None:
    """Whether as many levels pass the mark as a quantifier says."""
    if quantity.kind == "all":
        if quantity.count not in (None, len(every)) or named:
            return named <= holding if named and quantity.count == len(named) else None
        return holding == every
    if quantity.kind == "none" and named:  # "neither A nor B reaches 5,000"
        return named <= holding if denied else not named & holding
    if quantity.kind == "none":
        return holding == every if denied else not holding
    if quantity.kind == "only" and named:
        return holding == named
    if quantity.kind == "but" and named:
        return every - holding == named
    if quantity.kind == "count" and quantity.count is not None and quantity.whole in (None, len(every)) and not named:
        return len(holding) == quantity.count
    return None
