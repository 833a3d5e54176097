"""Holds amounts to what they are told of: "minimum at three quarters of its own mean", "4 ГБ — пятую часть", "1 ГБ сохраняет больше половины скорости восьми".

An amount in words finds its like among any set of facts. Here only the readings that its clause allows count (`binding/operands.py`), with
the slack that its words give it: an amount that none of them bears out is refuted, one that a clear reading bears out is right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from factcheck.binding.arguments import is_hedged
from factcheck.binding.bound import Bound, reads_as_change
from factcheck.binding.operands import (
    Frame,
    Reading,
    frame_of,
    has_speed,
    is_of_speed,
    speaks_of_factor,
    statistics_in,
    window,
)
from factcheck.binding.scene import Scene
from factcheck.judging.changes import direction_said, is_multiple_of_the_next
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import Number

_NEARLY = {"почти", "almost", "nearly", "малого", "barely", "shy", "close"}
_OVER = {
    "over",
    "above",
    "exceeds",
    "exceed",
    "свыше",
    "выше",
    "превышает",
    "превысил",
    "превысила",
    "перешагнула",
    "перешагнул",
    "past",
    "beyond",
    "tops",
    "переваливала",
}
_UNDER = {"under", "below", "ниже", "within"}
_ABOUT = {"about", "roughly", "around", "some", "примерно", "около", "приблизительно", "порядка", "approximately"}
_LITTLE = {"little", "just", "slightly", "чуть", "немного", "едва"}
_EXACTLY = {"exactly", "precisely", "ровно", "точно"}
_NOT = {"не", "not", "never", "ни"}
_FEW_LEVELS = 3
_COST = 1000  # what an amount takes of the workings that may be tried: bounds the work on hostile text


@dataclass(frozen=True, slots=True)
class Span:
    """From where to where the amount is right, and what is no longer within its slack."""

    low: float
    high: float
    slack: float

    def holds(self, value: float) -> bool:
        return self.low * 0.9999 <= value <= self.high * 1.0001

    def is_near(self, value: float) -> bool:
        """Right, or so little beside it that the writer may have rounded otherwise."""
        return self.low - self.slack <= value <= self.high + self.slack


def judge_proportion(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> tuple[str, Ruling]:
    """The predicate and the ruling of an amount; those that it had where its clause leaves open what it is of."""
    if not _is_amount(scene, bound, predicate, ruling) or scene.world.workings <= 0:
        return predicate, ruling
    scene.world.workings -= _COST
    frame = frame_of(scene, bound.place, _frame_before(scene, bound.place))
    if frame is None or len(frame.levels) > _FEW_LEVELS or not frame.levels:
        return predicate, ruling
    span, (start, stop) = _span(scene, bound), window(scene, bound.place)
    tried = [(reading, level, value) for reading in frame.readings for level in frame.levels for value in reading.at(scene, level)]  # fmt: skip
    told = {(reading, level): values[0] for reading in frame.readings for level in frame.levels if (values := reading.at(scene, level))}  # fmt: skip
    way, _ = direction_said(scene, bound)
    if not any(start <= m.first <= stop for m in scene.mentions.levels):
        way = 0  # which of two levels is the later one is open
    good = [one for one in tried if any(span.holds(size) for size in _sizes(scene, bound, one[0], one[2], way))]
    near = good or [one for one in tried if any(span.is_near(size) for size in _sizes(scene, bound, one[0], one[2], way))]  # fmt: skip
    held = [reading for reading, _, _ in good] or ([] if near else frame.readings)
    scene.frames[bound.place] = Frame(list(dict.fromkeys(held)), frame.levels, frame.certain, frame.against, frame.taken_over)  # fmt: skip
    if not tried or not frame.certain:
        return predicate, ruling
    exact = [one for one in good if told[one[0], one[1]] == one[2]]
    digits = (
        bound.number.dimension == "percent"
        and not bound.number.fraction
        and frame.against in ("level", "metric", "sum", "")
    )
    if exact and ruling.verdict == "contradicted" and not digits and (frame.against or frame.taken_over):
        return "ratio", _told(scene, "supported", *exact[0])
    if (
        good
        and not way
        and ruling.verdict == "contradicted"
        and _of_its_statistic(scene, bound, [r for r, _, _ in good])
    ):
        return predicate, Ruling("unverifiable", "a statistic against another of its level", "одна статистика к другой того же уровня")  # fmt: skip
    if near or ruling.verdict == "contradicted" or not _may_refute(scene, bound, frame, span, predicate, ruling):
        return predicate, ruling
    if _glossed(scene, bound, span) or _of_the_value_before(scene, bound, span):
        return predicate, ruling
    return "ratio", _told(scene, "contradicted", *tried[0])


def _glossed(scene: Scene, bound: Bound, span: Span) -> bool:
    """ "Почти половина обращений (48,7%)": a part in words whose percentage stands in brackets behind it and is judged itself."""
    _, stop = window(scene, bound.place)
    for token in scene.tokens[bound.place + 1 : stop + 4] if bound.number.fraction else ():
        number = token.number
        if number is not None and number.is_value and scene.tokens[token.index - 1].text == "(":
            return number.dimension == "percent" and span.holds(number.low_value() / 100)
    return False


def _of_the_value_before(scene: Scene, bound: Bound, span: Span) -> bool:
    """ "The pool waits 0.4 ms, about 4% of mean latency": what a value told before makes of the metric that is named here."""
    told = [one for at, one in sorted(scene.bounds.items()) if at < bound.place and one.predicate == "value"]
    fact = scene.vocabulary.by_name.get(told[-1].facts[0]) if told and len(told[-1].facts) == 1 else None
    if fact is None or fact.level is None or told[-1].verdict != "supported":
        return False
    start, stop = window(scene, bound.place)
    named = {one for m in scene.mentions.metrics if start <= m.first <= stop for one in m.metrics} - {fact.metric}
    wholes = [scene.vocabulary.central(one, fact.level) for one in named]
    unit = scene.vocabulary.unit_of(fact.metric)
    return any(
        whole is not None and whole.value and unit == scene.vocabulary.unit_of(whole.metric) and span.is_near(fact.value / whole.value)
        for whole in wholes
    )  # fmt: skip


def _frame_before(scene: Scene, place: int) -> Frame | None:
    """How the amount before in the sentence was read."""
    before = [at for at in scene.frames if at < place]
    frame = scene.frames[max(before)] if before else None
    if frame is None and scene.former is not None and scene.former.frames and speaks_of_factor(scene, place):
        frame = scene.former.frames[max(scene.former.frames)]
    return frame if frame is not None and frame.readings else None


def _is_amount(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    number = bound.number
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?" or number.high is not None:
        return False
    if not number.readings or not number.low_value() or number.signed or predicate == "window":
        return False
    following = scene.tokens[bound.place + 1].lower if bound.place + 1 < len(scene.tokens) else ""
    if number.text.lower() in ("doubling", "halving", "double") and following == "of":
        return False  # "the last doubling of clients"
    if number.kind == "times" or number.fraction:
        return True
    return number.dimension == "percent"


def _of_its_statistic(scene: Scene, bound: Bound, good: list[Reading]) -> bool:
    """ "На 16 ГБ хвост снова шестикратный": a statistic that is said, told as so many times the mean of its level."""
    start, stop = window(scene, bound.place)
    if not statistics_in(scene, start, stop) or bound.number.text.lower().startswith(("doubl", "tripl", "quadr", "удво", "утро", "halv")):  # fmt: skip
        return False
    if any(t.has("up.comparative", "down.comparative") or t.lower.startswith(("меньш", "больш")) for t in scene.tokens[bound.place + 1 : stop + 1]):  # fmt: skip
        return False
    return any(r.over.rows != r.under.rows and r.over.rows and r.over.rows[0].stat not in ("mean", "median", "share") for r in good)  # fmt: skip


def _may_refute(scene: Scene, bound: Bound, frame: Frame, span: Span, predicate: str, ruling: Ruling) -> bool:
    """Whether an amount that no reading bears out is told for certain, and as an amount."""
    if is_hedged(scene, bound.place):
        return False
    if any(_of_two_units(scene, reading) for reading in frame.readings):
        return False  # "you pay 2.8 ms of latency for a third more throughput"
    if is_multiple_of_the_next(scene, bound.place):
        return False  # "more throughput than 64 at half the latency"
    shares = frame.against == "whole"
    if bound.number.hedge in ("about", "under") and not shares and not re.search(r"\d", bound.number.text):
        return False  # "almost twice as much", "около половины": rounded so freely, it is of what else is spoken of
    start, stop = window(scene, bound.place)
    named = [m for m in scene.mentions.metrics if start <= m.first <= stop and m.metrics]
    if not frame.taken_over and not named and not shares:
        return False  # "it went on eight times as long": what it is of is a guess
    if bound.number.fraction and not frame.taken_over and not shares and all(m.first > bound.place for m in named) and _is_part_of(scene, bound.place):  # fmt: skip
        return False  # "to make up four fifths of wait time": the part is not said
    number = bound.number
    if is_of_speed(scene, bound.place) and not any(has_speed(scene, row.metric) for r in frame.readings for row in r.over.rows):  # fmt: skip
        return False  # "queries 52% slower": of how long they take, and not of the blocks that a query reads
    if number.dimension == "percent" and any(
        span.holds(w.depth_pct / 100) for w in scene.vocabulary.facts.windows if w.depth_pct
    ):
        return False  # how deep a drop is
    if number.kind == "times" or number.fraction:
        return True
    if ruling.verdict == "supported" and predicate in ("value", "share"):
        return False
    if frame.taken_over and all(
        reading.under.constant == 100 and len(reading.over.rows) > 1 for reading in frame.readings
    ):
        return True  # "user and system come to 69% under pglz, to 63% under lz4"
    return frame.against == "statistic" or frame.against == "level" and reads_as_change(scene, bound.place)


def _of_two_units(scene: Scene, reading: Reading) -> bool:
    """Whether one metric is held against another that is not measured in its kind of unit."""
    units = [scene.vocabulary.unit_of(row.metric) for term in (reading.over, reading.under) for row in term.rows]
    return len({unit.dimension if unit is not None else None for unit in units}) > 1


def _is_part_of(scene: Scene, place: int) -> bool:
    """Whether the whole stands right behind an amount."""
    following = scene.tokens[place + 1 : place + 3]
    return any(t.lower == "of" for t in following)


def _told(scene: Scene, verdict: str, reading: Reading, level: str, value: float) -> Ruling:
    over, under = reading.over.at(scene, level), reading.under.at(scene, level)
    text = f"{over:.6g} / {under:.6g} = {value:.3g}"
    names = tuple(f"{reading.over.level or level}.{row}" for row in reading.over.rows)
    facts = tuple(name for name in names if name in scene.vocabulary.by_name)
    if verdict == "supported":
        return Ruling("supported", text, text, facts)
    return Ruling("contradicted", f"by what it is told of it is {text}", f"от того, о чём сказано, это {text}", facts, f"{value:.3g}")  # fmt: skip


# -- sizes ------------------------------------------------------------------------------------------------------------


def _sizes(scene: Scene, bound: Bound, reading: Reading, value: float, way: int) -> list[float]:
    """What an amount may say of a quotient: a multiple either way round, a part, or the distance from one on the side that is said."""
    if value <= 0:
        return []
    number = bound.number
    if number.kind == "times":
        if way > 0:
            return [value]
        return [1 / value] if way < 0 else [value, 1 / value]
    if reading.kind == "of":
        return [value]
    if way and (value - 1) * way < 0:
        return []
    return [abs(value - 1)]


def _span(scene: Scene, bound: Bound) -> Span:
    number = bound.number
    wanted = abs(number.low_value())
    if number.kind == "times":
        wanted = 1 / wanted if wanted < 1 else wanted
    else:
        wanted /= 100
    start, _ = window(scene, bound.place)
    words = [t.lower for t in scene.tokens[max(start, bound.place - 6) : bound.place]]
    after = [t.lower for t in scene.tokens[bound.place + 1 : bound.place + 3]]
    hedge = "over" if after in (["с", "лишним"], ["с", "небольшим"]) else _hedge(number, words)
    if number.fraction or number.readings[0].quantum == 0:
        return _worded(number, wanted, hedge, words)
    place = number.readings[0].quantum * (0.01 if number.kind != "times" else 1)
    if hedge == "over":
        return Span(wanted - place / 2, 1e9, place / 2)
    if hedge == "under":
        return Span(0, wanted + place / 2, place / 2)
    room = max(place, 0.05 * wanted) if hedge in ("about", "nearly") else place / 2
    return Span(wanted - room, wanted + room, place * 0.6)


def _worded(number: Number, wanted: float, hedge: str | None, words: list[str]) -> Span:
    little = bool(_LITTLE & set(words))
    if hedge == "over":
        beyond = " с лишним" in number.text
        high = wanted + 1 if beyond else wanted * 1.25 if little else 1e9
        return Span(wanted * 0.985, high, 0.03 * wanted)
    if hedge == "under":
        return Span(wanted * 0.75 if little else 0, wanted * 1.015, 0.03 * wanted)
    if hedge == "nearly":
        return Span(wanted * 0.8, wanted * 1.03, 0.04 * wanted)
    room = 0.04 if _EXACTLY & set(words) else 0.2 if hedge == "about" else 0.12
    return Span(wanted * (1 - room), wanted * (1 + room), 0.04 * wanted)


def _hedge(number: Number, words: list[str]) -> str | None:
    """How the amount is hedged by its own words; a multiple in words is taken as said unless they say otherwise."""
    denied = bool(_NOT & set(words))
    said = number.hedge if not (number.kind == "times" and number.hedge == "about") else None
    if said is None:
        than = words[-2:] in (["more", "than"], ["less", "than"], ["более", "чем"], ["менее", "чем"], ["больше", "чем"], ["меньше", "чем"])  # fmt: skip
        word = words[-2] if than else words[-1] if words and words[-1] in ("более", "менее") else ""
        if word:
            return ("under" if word in ("less", "менее", "меньше") else "over") if not denied else "over" if word in ("less", "менее", "меньше") else "under"  # fmt: skip
        near = set(words[-2:]) | (set(words[-4:]) & (_NEARLY | _ABOUT))
        said = "nearly" if near & _NEARLY else "over" if near & _OVER else "under" if near & _UNDER else "about" if near & _ABOUT else None  # fmt: skip
    if words[-3:] == ["all", "but", "a"] or words[-2:] == ["all", "but"]:
        return "nearly"
    if denied and said in ("over", "under"):
        own = (
            number.hedge_start is not None and any(w in _NOT for w in words[-3:]) and number.hedge in ("over", "under")
        )
        return said if own and set(words[-3:-2]) & _NOT else "under" if said == "over" else "over"
    return said
