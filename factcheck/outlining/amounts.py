"""Holds an amount to all that the metrics and levels of its piece can give: values, differences, changes in percent, ratios. Refuses what is none of them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from factcheck.binding.agreement import agrees
from factcheck.binding.scene import Scene
from factcheck.forms.result import Claim
from factcheck.judging.values import PER_ONE
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.outlining.outline import Piece
from factcheck.outlining.values import (  # fmt: skip
    amounts_of,
    before_and_after,
    cells_named,
    in_unit_of,
    measured,
    metrics_named,
    row_told,
    rows_through,
    value,
)
from factcheck.reading.numbers import Number
from factcheck.reading.words import part_of_speech
from factcheck.stating.orders.words import function_words

#: What makes an amount one of something that no pair of levels gives.
_PER = {"per", "each", "every", "каждый", "пересчёт", "пересчет", "total", "sum", "add", "adds", "суммарно", "altogether", "together", "сумма", "итого", "вместе", "average", "combined", "minute", "hour", "half"}  # fmt: skip


def judge_amounts(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """(first token, last token, predicate, ruling) of the first amount of a piece that nothing gives."""
    named, metrics = _levels_meant(scene, piece), _metrics_meant(scene, piece)
    values = [
        t
        for t in scene.tokens
        if t.number is not None and t.number.kind == "value" and t.index not in scene.mentions.level_tokens
    ]
    if not 1 <= len(named) <= 4 or not metrics or len(values) > len(named) or _is_open(scene, piece):
        return
    for place, number in piece.numbers:
        if number.hedge in ("over", "under") or number.high is not None or number.kind not in ("value", "times") or place in scene.mentions.level_tokens:  # fmt: skip
            continue
        if number.kind == "times" and _MORE_THAN.search(scene.block.text[max(0, number.start - 24) : number.start]):
            continue
        if number.kind == "value" and scene.tokens[place].lower.endswith(("times", "раз", "раза")):
            continue  # how often, or a multiple that was not taken for one
        if _is_of_something_else(scene, place, number) or len(named) == 1 and values and number.kind == "times":
            continue
        given = [amount for metric in metrics for amount in _given(scene, metric, named, number)]
        if not given or agrees_with_amounts(number, given) and not _goes_the_other_way(scene, piece, metrics, number):
            continue
        held = {level: told for level in named if (told := value(scene, metrics[0], level)) is not None}
        text = row_told(metrics[0], held)
        predicate = "ratio" if number.kind == "times" or number.fraction else "delta" if number.dimension == "percent" else "value"  # fmt: skip
        yield (place, place, predicate, Ruling("contradicted", text, text, (), text))
        return


_MORE_THAN = re.compile(r"(?:more|less|better|over|under|almost|nearly|better) (?:than )?$|(?:больше|более|меньше|менее),? чем (?:в )?$|почти (?:в )?$", re.I)  # fmt: skip


def _levels_meant(scene: Scene, piece: Piece) -> list[str]:
    """The levels that a sentence names, or both of before and after; none where the piece names none itself."""
    named, whole = cells_named(scene), before_and_after(scene)
    if whole is not None and len(named) < 2:
        return [*whole]
    if len(scene.vocabulary.level_ids) == 2 and not named and len(piece.numbers) == 1:
        return list(scene.vocabulary.level_ids)
    return named if piece.levels else []


def _metrics_meant(scene: Scene, piece: Piece) -> tuple[str, ...]:
    """The one metric that a piece names, by its ids, or that its adjectives measure."""
    if piece.metrics and not piece.lent:
        return piece.metrics[0].ids if len(piece.metrics) == 1 else ()
    return measured(scene, piece) or _in_unit(scene, piece)


def _in_unit(scene: Scene, piece: Piece) -> tuple[str, ...]:
    """The one metric that is measured in bytes, or in a rate of bytes, as the one amount of a piece that names none: "the database grew by 81 GB"."""
    told = [number.dimension for _, number in piece.numbers]
    if piece.metrics or len(told) != 1 or told[0] not in ("bytes", "bandwidth") or scene.mentions.metrics:
        return ()
    held = [m for m in scene.vocabulary.metrics if (unit := scene.vocabulary.unit_of(m)) is not None and unit.dimension == told[0]]  # fmt: skip
    return tuple(held) if len(held) == 1 else ()


def _is_open(scene: Scene, piece: Piece) -> bool:
    """Whether an amount of a piece may be of something that no pair of levels gives: a sum, one of many, what another metric costs."""
    if piece.words("except", "other", "everywhere.else", "nobody", "pays") or len(piece.numbers) > 2:
        return True
    if len({m.metrics for m in scene.mentions.metrics if m.metrics}) > 1 and _tells_of_others(scene, piece):
        return True
    words = {word for part in piece.parts if part.kind == "word" for word in ({part.text} if part.text.isascii() else {part.text, *scene.tokens[part.first].stems})}  # fmt: skip
    if scene.matches(PER_ONE):
        return True
    return bool(words & _PER) or scene.matches(_GAP_OF_TWO) or len({t.statistic for t in scene.tokens if t.statistic}) > 1  # fmt: skip


_GAP_OF_TWO = re.compile(r"\b(?:gap|difference|spread) between (?:the )?(?:mean|median|average|p\d+)|(?<!\w)(?:разрыв|разница) между (?:средн|медиан|p\d+)", re.I)  # fmt: skip
_MORE = {"прибавить", "прибавлять", "добавить", "добавлять", "дополнительно", "сверху", "extra", "additional", "adds", "added"}  # fmt: skip
_GAINS = {"принести", "gains", "gained", "brings", "brought", "contributed", "yielded", "выиграть", "выигрыш"}
_COSTS = {"costs", "cost", "lost", "loses", "потерять", "терять", "отнять", "отнимать", "стоить"}


def _goes_the_other_way(scene: Scene, piece: Piece, metrics: tuple[str, ...], number: Number) -> bool:
    """ "Going from 24 to 32 brought another 800 tps" of a loss, where from which level to which is said."""
    if (
        number.kind != "times"
        and len(metrics) == 1
        and (whole := before_and_after(scene)) is not None
        and not piece.levels
    ):
        ways = {1 if part.has("up") else -1 for part in piece.words("up", "down")}
        a, b = (value(scene, metrics[0], level) for level in whole)
        return len(ways) == 1 and a is not None and b is not None and not piece.negations() and (b - a) * ways.pop() < 0
    if _is_turned_round(scene, piece, metrics, number):
        return True
    start, goal = piece.role("from"), piece.role("to")
    if len(start) != 1 or len(goal) != 1 or len(piece.levels) != 2 or len(metrics) != 1 or number.kind == "times" or piece.negations():  # fmt: skip
        return False
    said = {stem for part in piece.parts if part.kind == "word" for stem in {part.text, *scene.tokens[part.first].stems}}  # fmt: skip
    a, b = (value(scene, metrics[0], part.ids[0]) for part in (start[0], goal[0]))
    good = {"higher": 1, "lower": -1}.get(scene.vocabulary.better(metrics[0]) or "", 0)
    ways = {way for told, way in ((_MORE, 1), (_GAINS, good), (_COSTS, -good)) if said & told}
    return a is not None and b is not None and len(ways) == 1 and (b - a) * ways.pop() < 0


def _is_turned_round(scene: Scene, piece: Piece, metrics: tuple[str, ...], number: Number) -> bool:
    """ "Eight cores deliver half the throughput of four": a part or a multiple of what "of" names, where it is the other way round."""
    place = next(at for at, one in piece.numbers if one is number)
    tokens = scene.tokens
    subject = [
        part for part in piece.levels if part.last < place and len(part.ids) == 1 and part.role in ("bare", "at")
    ]
    behind = [part for part in piece.levels if part.first > place and len(part.ids) == 1]
    if len(subject) != 1 or len(behind) != 1 or len(metrics) != 1 or len(piece.levels) != 2 or piece.negations():
        return False
    between = [t.lower for t in tokens[place + 1 : behind[0].first]]
    if between[-1:] not in (["of"], ["that"]) and between[-2:] not in (["of", "the"], ["that", "of"]) or len(between) > 6 or between[:1] == ["as"]:  # fmt: skip
        return False
    a, b = (value(scene, metrics[0], part.ids[0]) for part in (subject[0], behind[0]))
    if not a or not b or not (number.fraction or number.kind == "times"):
        return False
    told = number.low_value() / 100 if number.fraction else number.low_value()
    return abs(a / b - told) > _FRACTION * told and abs(b / a - told) <= _FRACTION * told


_OTHERS = re.compile(
    r"\b(?:without|and costs|at the (?:cost|price|expense) of|in exchange)\b|(?<!\w)(?:ценой|без|за счёт|за счет|взамен)(?!\w)",
    re.I,
)


def _tells_of_others(scene: Scene, piece: Piece) -> bool:
    """ "Half the switches at the price of 1280 tps", "890 tps without any additional WAL": an amount beside the metric of another."""
    own = {metric for part in piece.metrics for metric in part.ids}
    units = {m.first for m in scene.mentions.metrics if m.metrics and not m.metrics & own}
    return scene.matches(_OTHERS) or bool(units & {place for place, _ in piece.numbers})


_HALVES = {"bigger", "larger", "better", "worse", "second", "first", "lower", "upper", "other", "большая", "бо́льшая", "вторая", "первая", "лучшая"}  # fmt: skip
_BOUNDING = {"longer", "shorter", "faster", "slower", "дольше", "короче", "быстрее", "медленнее", "выше", "ниже", "больше", "меньше", "above", "below"}  # fmt: skip
_MARK = {"threshold", "mark", "bar", "limit", "barrier", "порог", "отметка", "планка", "граница", "предел"}
_FRACTION = 0.22  # how far from a spoken fraction a share may lie, in parts of it


def _is_of_something_else(scene: Scene, place: int, number: Number) -> bool:
    """ "63 dollars a month", "71% of WAL", "the bigger half", "the threshold of 100 thousand": an amount of something that is no metric's, or no amount."""
    tokens = scene.tokens
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    before = {stem for t in tokens[max(0, place - 2) : place] for stem in {t.lower, *t.stems}}
    levels = {m.first for m in scene.mentions.levels}
    if number.kind == "times" and tokens[place].lower.endswith(("ing", "ение", "ении", "ив")) and levels & set(range(place + 1, place + 6)):  # fmt: skip
        return True  # "doubling 16 MB to 32 MB"
    if "iops" in tokens[place].lower and all(
        scene.vocabulary.counts_transactions(metric) for metric in metrics_named(scene)
    ):
        return True  # of a disk, where transactions are measured
    if number.unit is None and any(level.number == number.low_value() for level in scene.vocabulary.levels):
        return True  # a level that was not taken for one: "the same throughput as 1000"
    if _BOUNDING & before or before & _MARK or number.fraction and place and tokens[place - 1].lower in _HALVES:
        return True
    own = {m for mention in scene.mentions.metrics for m in mention.metrics}
    shares = any(
        (unit := scene.vocabulary.unit_of(metric)) is not None and unit.dimension == "percent" for metric in own
    )
    relative = number.kind == "times" or number.kind == "value" and number.dimension in ("percent", "points")
    if after is not None and after.lower in ("the", "more", "less") and relative and _is_foreign_noun(scene, place + 2):
        return True  # "3.4 times the CPU"
    whole = tokens[place + 2].index if place + 2 < len(tokens) and tokens[place + 2].lower != "the" else place + 3
    of_metric = scene.matches(_TAKES) and any(
        m.metrics and m.first <= whole + 1 and m.last >= whole for m in scene.mentions.metrics
    )
    if number.dimension == "percent" and after is not None and after.lower in ("of", "от") and not shares and not of_metric:  # fmt: skip
        return True  # of what is not said here
    if (
        after is not None
        and after.lower in ("more", "less", "fewer", "больше", "меньше")
        and _is_foreign_noun(scene, place + 2)
    ):
        return True  # "for 41% more money than with A"
    named = after is not None and (any(m.first <= after.index <= m.last for m in scene.mentions.metrics) or bool(after.concepts))  # fmt: skip
    counted = after is not None and after.is_word and not named and (after.text.isascii() and after.lower.endswith("s") or part_of_speech(after.lower) == "NOUN")  # fmt: skip
    return number.unit is None and number.kind == "value" and not number.fraction and counted


_TAKES = re.compile(
    r"\b(?:costs?|los(?:e|es|t|ing)|giv(?:e|es|ing) (?:up|away)|gave (?:up|away)|retains?|keeps?|kept|delivers?|reach(?:es)?|achieves?|gains?|saves?|adds?|shaves?)\b"
    r"|(?<!\w)(?:теря|потер|сохран|отда[её]|отдал|достига|выигр|прибав|добав|отним|отня|съед)\w*", re.I
)  # fmt: skip


def _is_foreign_noun(scene: Scene, place: int) -> bool:
    """Whether a word is a noun of no metric."""
    if place >= len(scene.tokens) or any(m.first <= place <= m.last for m in scene.mentions.metrics):
        return False
    token = scene.tokens[place]
    return token.is_word and not ({token.lower} | token.stems) & function_words() and (token.text.isascii() or part_of_speech(token.lower) == "NOUN")  # fmt: skip


def agrees_with_amounts(number: Number, given: list[float]) -> bool:
    """Whether an amount is one of those given; a spoken fraction or multiple with its slack, and thousands or millions of what is counted in them."""
    if number.fraction:
        told = number.low_value() / 100
        return any(abs(one - told) <= _FRACTION * told for one in given)
    scaled = [one * scale for one in given for scale in (1.0, 1e3, 1e6)] if number.low_value() >= 1000 and number.dimension != "percent" else given  # fmt: skip
    return agrees(number, scaled)


def is_given_by_two(scene: Scene, claim: Claim) -> bool:
    """Whether all numbers of a claim are the difference of a metric that the sentence names at the two levels that it names: "off instead of on: plus 10110 tps"."""
    named, numbers = cells_named(scene), [number for _, number in amounts_of(scene, claim)]
    return len(named) == 2 and bool(numbers) and all(_is_gap(scene, named, number) for number in numbers)


def _is_gap(scene: Scene, named: list[str], number: Number) -> bool:
    if number.kind != "value" or number.fraction or number.high is not None or number.dimension == "percent":
        return False
    return any(agrees_with_amounts(number, _gap(scene, metric, named, number)) for metric in metrics_named(scene))


def _gap(scene: Scene, metric: str, named: list[str], number: Number) -> list[float]:
    """The difference of a metric at two levels, in the unit of a number."""
    one, two = (value(scene, metric, level) for level in named)
    return [] if one is None or two is None else in_unit_of(scene, metric, number, [one - two, two - one])


def _given(scene: Scene, metric: str, named: list[str], number: Number) -> list[float]:
    """All amounts that a metric gives at the levels named, and between them (of a single one, and any other); none where its unit is another."""
    levels = named if len(named) > 1 else [level for row in rows_through(scene, named[0]) for level in row]
    held = {level: told for level in {*levels, *named} if (told := value(scene, metric, level)) is not None}
    if not all(level in held for level in named):
        return []
    pairs = [(held[a], held[b]) for a, b in itertools.permutations(held, 2) if a in named or b in named]
    if number.kind == "times":
        return [found for a, b in pairs if b for found in (a / b, a / b - 1)]
    if number.fraction:
        return [found for a, b in pairs if b for found in (a / b, abs(1 - a / b), a / b - 1)]
    own = scene.vocabulary.unit_of(metric)
    percent = own is not None and own.dimension == "percent"
    if number.dimension in ("percent", "points") and not percent:
        changes = [100 * (a - b) / b for a, b in pairs if b]
        return [] if number.dimension == "points" else [found for one in changes for found in (one, abs(one), 100 + one, -one)]  # fmt: skip
    amounts = [*(held[level] for level in named), *(abs(a - b) for a, b in pairs), *(a - b for a, b in pairs)]
    if percent and number.dimension == "percent":
        amounts += [found for a, b in pairs if b for found in (abs(100 * (a - b) / b), 100 * a / b)]
    if number.dimension in ("percent", "points", None):
        return amounts
    return in_unit_of(scene, metric, number, amounts)
