"""Judges how fast something went up or down within a run: "declined by 0.94 TPS every minute", "снижалась на 2,71 TPS за минуту, при 160 — на 18,7".

Such a number is the slope of its metric at its level, with the sign that the verb tells, and no difference between levels.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, multiple_of
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import DOWN, UP
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_said
from factcheck.judging.verdicts import Ruling
from factcheck.reading.lexicon import way_words
from factcheck.reading.units import compatible, convert, unit_named

_TIMES = [
    ("s", r"second|sec|секунд\w*|сек"),
    ("min", r"minute|min|минут\w*|мин"),
    ("h", r"hour|h|час\w*|ч"),
]
_NAMES = "|".join(f"(?P<{name}>{words})" for name, words in _TIMES)
RATE = re.compile(
    rf"(?:(?<!\w)(?:per|a|an|every|each|за|в|кажд\w+|за кажд\w+)\s+|(?<![bб])/\s?)(?:{_NAMES})(?!\w)", re.I
)
FLOWS = ("frequency", "bandwidth")
_IN_TIME = re.compile(r"(?<!\w)со временем(?!\w)|\b(?:over|with) time\b", re.I)
_SECONDS = {"s": 1.0, "min": 60.0, "h": 3600.0}
_GROWS = re.compile(r"^(?:accumulat|accru|build|накаплива|прираст|прибавл|набира)", re.I)
_MOVES = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive", "up.noun", "down.noun", "better", "worse")  # fmt: skip


#: "slowest of all at 30 (31.5)": how steep a slope is, and not which way it goes.
_PACE = re.compile(r"\b(?:fastest|slowest|quickest|steepest|most (?:rapidly|slowly))\b[^;,]*$|(?<!\w)(?:быстрее|медленнее|круче) (?:всего|всех)(?!\w)[^;,]*$", re.I)  # fmt: skip


def judge_slope(scene: Scene, bound: Bound) -> Ruling | None:
    """The ruling on a number that tells a slope; None when it tells none, or of a metric that the facts hold no slope of."""
    number = bound.number
    if (
        number.high is not None
        or number.kind != "value"
        or bound.stat == "r_squared"
        or number.dimension in ("percent", "points", "time")
        and not _over_time(scene, bound)
        or scene.block.kind == "cell"
        or bound.place
        and scene.tokens[bound.place - 1].lower in ("до", "to", "с", "со", "from")
    ):
        return None
    metrics = _metrics(scene, bound)
    if number.dimension in ("percent", "points") and bound.stat != "slope":
        # "falls by 2% a minute" is a slope of what is told in percent only
        metrics = [
            m for m in metrics if (unit := scene.vocabulary.unit_of(m)) is not None and unit.dimension == "percent"
        ]
    rate = _rate(scene, bound, metrics)
    own = RATE.search(scene.tokens[bound.place].text) if rate is None and metrics else None
    rate = own.lastgroup if own is not None else rate
    if not metrics or rate is None or not _moves(scene, bound):
        return None
    way = 0 if _PACE.search(_before(scene, bound)) else direction_said(scene, bound)[0] or _course(scene, bound)
    candidates, certain = _levels(scene, bound)
    held = [
        fact
        for metric in metrics
        for fact in scene.vocabulary.values(metric, "slope", any_level=True)
        if not candidates or fact.level in candidates
    ]
    if own is not None and not any(_tells(scene, bound, fact, way, rate) for fact in held):
        return None  # "falls at 8 with 412,300 a minute": of what is told over a time, a value as well
    bound.stat, bound.metrics = "slope", frozenset(metrics)
    for fact in held:
        if _tells(scene, bound, fact, way, rate):
            bound.levels = bound.levels or ([frozenset({fact.level})] if fact.level else [])
            return Ruling(
                "supported", f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}", (fact.name,)
            )
    names = tuple(fact.name for fact in held[:4])
    if not held or not certain:
        return Ruling(
            "unverifiable", "of which level this slope is, is open", "о каком уровне этот наклон, неясно", names
        )
    text = ", ".join(f"{fact.level}: {fact.value:g}" for fact in held[:4])
    return Ruling("contradicted", f"the slopes are {text}", f"наклоны: {text}", names, text)


def _over_time(scene: Scene, bound: Bound) -> bool:
    """Whether a time is told right behind the number: "slope 0.03 pp/min", "latency creeps up by 0.31 ms a minute"."""
    return RATE.match(scene.block.text[bound.number.end :].lstrip()) is not None


def _before(scene: Scene, bound: Bound) -> str:
    return scene.sentence.text[: scene.tokens[bound.place].start - scene.tokens[0].start]


def _metrics(scene: Scene, bound: Bound) -> list[str]:
    """The metrics with a slope that are spoken of: the number's own, those named before it, or those inherited."""
    named = [m for m in reversed(scene.mentions.metrics) if m.last <= bound.place and m.metrics and not m.modifier]
    near = bound.metric_source == "near" and bound.metrics
    for group in (
        (bound.metrics,) if near else (*(m.metrics for m in named[:1]), bound.metrics, scene.inherited_metrics)
    ):
        held = sorted(m for m in group if scene.vocabulary.values(m, "slope", any_level=True))
        if held:
            return held
    return []


def _rate(scene: Scene, bound: Bound, metrics: list[str]) -> str | None:
    """The time that the change is told over (s, min or h): in the number's clause, or of a slope told before it in the sentence."""
    text, start = scene.sentence.text, scene.tokens[0].start
    place = scene.tokens[bound.place]
    flows = any(
        unit is not None and unit.dimension in FLOWS
        for unit in (scene.vocabulary.unit_of(metric) for metric in metrics)
    )
    for match in RATE.finditer(text):
        inside = place.start - start <= match.start() < place.end - start
        between = text[min(match.end(), place.start - start) : max(match.start(), place.end - start)]
        named = any(
            scene.tokens[m.first].start - start <= match.start() < scene.tokens[m.last].end - start
            for m in scene.mentions.metrics
            if m.last != bound.place
        )
        if named:
            continue
        if (
            (not flows or not inside)
            and not re.search(r"[;:]|\d\D*\d", between.replace(place.text, ""))
            and len(between) < 70
        ):
            return match.lastgroup
    told = [b for p, b in scene.bounds.items() if p < bound.place and b.stat == "slope" and b.verdict]
    in_time = bound.number.signed and _IN_TIME.search(
        text[: place.start - start]
    )  # "grows over time most at 2 (+38.4)"
    if told and (over := [m.lastgroup for m in RATE.finditer(text[: place.start - start])]):
        return over[-1]  # "by 3.1 an hour at 128, by 1.4 at 512"
    return "min" if told or in_time else None


def _moves(scene: Scene, bound: Bound) -> bool:
    by = bound.place > 0 and scene.tokens[bound.place - 1].lower in ("by", "на") and _over_time(scene, bound)
    return by or bound.number.signed or any(t.has(*_MOVES) for t in scene.tokens[: bound.place]) or _course(scene, bound) != 0  # fmt: skip


def _course(scene: Scene, bound: Bound) -> int:
    """The way of a verb that is only said of what goes on in time: "builds up", "erodes", "накапливается", "тает"; 0 where there is none."""
    words = way_words()
    for token in reversed(scene.tokens[max(0, bound.place - 6) : bound.place]):
        ways = {way for stem in token.stems for way in words.get(stem, ())} & {"up", "down"}
        if _GROWS.match(token.lower) or len(ways) == 1:
            return UP if _GROWS.match(token.lower) or "up" in ways else DOWN
    return 0


def _levels(scene: Scene, bound: Bound) -> tuple[set[str], bool]:
    """The levels that may be meant (empty: any), and whether a miss at all of them refutes."""
    own = {level for ids in bound.levels for level in ids}
    if bound.level_source in ("sentence", "none"):
        return (own | scene.inherited_levels), bool(own or scene.inherited_levels)
    return own, bound.level_source == "own" or bool(own)


def _tells(scene: Scene, bound: Bound, fact: Fact, way: int, rate: str) -> bool:
    """Whether the number is the fact's slope, told over the time that is said."""
    if way and (fact.value > 0) != (way > 0):
        return False
    told = (
        fact.unit if fact.unit != scene.vocabulary.metrics[fact.metric].unit else None
    )  # "1/s": the metric's own, no time told
    of = next((name for name in ("min", "h", "s") if (told or "").endswith("/" + name)), rate)
    value = abs(fact.value) * _SECONDS[rate] / _SECONDS[of]
    values = [value, value * multiple_of(fact.unit)]
    unit = unit_named(fact.unit)
    if unit is not None and bound.number.unit is not None and compatible(bound.number.unit, unit):
        values += convert(abs(fact.value), unit, bound.number.unit)
    return agrees(bound.number, [*values, *(-v for v in values)])
