"""Withholds the refusal of a number that its sentence's metrics and levels give by a working nobody spelled out: "frees 1,868 MB", "gained 1.7 ms".

What a number is of was guessed from where it stands. Where another fact, or one step of arithmetic, gives it exactly from metrics and levels
that the sentence names at least as near, the guess may be wrong: the refusal was wrong more often than right on articles nobody had read (ADR 0049).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import pairs_for
from factcheck.binding.scene import Scene
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.units import compatible
from factcheck.rereading.clemency import beside_level, states
from factcheck.rereading.derived import way_of
from factcheck.rereading.no_value import is_no_value
from factcheck.rereading.other_changes import another_change
from factcheck.rereading.other_facts import another_fact
from factcheck.rereading.passed import passed
from factcheck.rereading.products import product_or_quotient

_PROSE = ("paragraph", "item", "lead")
_FAR, _INHERITED = 40.0, 14.0
_WALLS = {",": 2.0, ";": 9.0, ":": 2.0, "(": 1.0, ")": 1.0}
_SIDE = ("on", "at", "under", "with", "for", "in", "of", "на", "при", "у", "для", "в", "с", "(", "без", "without")
_DEPTH = re.compile(
    r"\b(?:deep|deeper|long|longer|short|shorter|lasted)\b|(?<!\w)(?:глубж|дольш|длил|коро[чт]|длинн)\w*", re.I
)
_FURTHER = re.compile(
    r"\b(?:first|second|third|fourth|last|next|final|further|another|added) (?:\w+ )?(?:steps?|pairs?|doublings?|stages?|jumps?|increments?)\b"
    r"|(?<!\w)(?:перв|втор|трет|последн|следующ|очередн)\w+ (?:удвоен|пар|ступен|прибавк)\w*"
    r"|\b(?:after that|beyond that)\b|(?<!\w)(?:дальше|далее|шаг\w*)(?!\w)",
    re.I,
)
_INTERVAL = re.compile(r"\bintervals?\b|\bCI\b|(?<!\w)(?:ДИ|интервал\w*)(?!\w)")
_LINKS = (
    "and",
    "и",
    "to",
    "до",
    "or",
    "или",
    "against",
    "против",
    "vs",
    "then",
    "затем",
    "а",
    "it",
    "is",
    "was",
    "are",
    "were",
    "он",
    "она",
    "оно",
    "равен",
    "равна",
    "составляет",
)
_TOGETHER = re.compile(
    r"\w\s?\+\s?[^\W\d]|\b(?:together|total|sum|combined|in all|altogether|refused|missing)\b|(?<!\w)(?:вместе|итого|в сумме|суммарн\w*|почти исчерпан\w*|совокупн\w*)",
    re.I,
)
_SPREAD = re.compile(r"\b(?:spread|range|scatter|swing)\w*|(?<!\w)(?:разброс|размах|диапазон|колеба)\w*", re.I)
_RELATIVE = re.compile(
    r"\b(?:variation|deviation|relative|of (?:the|its) (?:mean|median|average)|(?:divided|relative) (?:by|to) )\b|(?<!\w)(?:вариаци|отклонени|относительн|от (?:среднего|медианы))\w*",
    re.I,
)
_PHRASAL = re.compile(r"\b(?:slow|speed)\w*\s+(?:down|up)\b", re.I)  # the word behind says nothing of the metric's way
_SPEED = re.compile(r"^(?:fast\w*|slow\w*|speed\w*|быстр\w+|медленн\w+|ускор\w+|замедл\w+)$")


def open_working(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> Ruling:
    """The ruling of a number in prose: unverifiable instead of contradicted where another working from what is named gives it."""
    if scene.block.kind not in (*_PROSE, "heading") or ruling.verdict not in ("contradicted", "unparsed"):
        return ruling
    if ruling.verdict == "unparsed":
        return _unbound(scene, bound, ruling)
    if is_no_value(scene, bound, predicate):
        en, ru = "what the number is of is not said clearly", "о чём это число, ясно не сказано"
        return Ruling("unverifiable", en, ru, ruling.facts)
    if scene.block.kind == "heading":
        return ruling
    told = None if _certain(scene, bound, predicate, ruling) else _working(scene, bound, predicate)
    told = told or passed(scene, bound, predicate)
    if told is None and bound.number.fraction and not ruling.en.startswith("does not follow"):
        told = another_change(scene, bound, predicate)
    if told is None:
        return ruling
    bound.reread = True
    return Ruling(
        "unverifiable",
        f"it may be {told}; which is meant is not said clearly",
        f"это может быть {told}; что имеется в виду, ясно не сказано",
        ruling.facts,
    )


def _unbound(scene: Scene, bound: Bound, ruling: Ruling) -> Ruling:
    """The ruling of a number that nothing beside it names: open where it is a fact, or a change of what was spoken of, unparsed otherwise."""
    held = (f.name for f in scene.vocabulary.facts.facts if f.partner is None and states(scene, bound, f))
    told = next(held, None) if _shown_digits(bound.number.text) >= 2 else None
    told = told or another_change(scene, bound, "delta")
    if told is None and scene.matches(_RELATIVE):
        told = next(_two_of_one_metric(scene, bound, "delta", _metrics(scene, bound), _levels(scene, bound)), None)
    if told is None:
        return ruling
    return Ruling("unverifiable", f"it may be {told}; of what it is told is not said", f"это может быть {told}; о чём это, не сказано")  # fmt: skip


def _certain(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """Whether the form of the sentence says what the number is: a row of arrows, values beside it that refute it, a bound that is passed."""
    number = bound.number
    arrows = any(t.text in ("/", "→", "->", "⟶") for t in scene.tokens[max(0, bound.place - 1) : bound.place + 2])
    judged = (
        predicate not in ("value", "delta", "ratio")
        or ruling.en.startswith("does not follow from")
        and not _OWN_MEAN.search(scene.block.text[number.end : number.end + 48])
    )
    return judged or arrows or number.fraction or number.hedge in ("over", "under")


def _working(scene: Scene, bound: Bound, predicate: str) -> str | None:
    """What else the number may be, in words; None when nothing that is named gives it."""
    number = bound.number
    if predicate == "ratio" and scene.vocabulary.facts.windows:
        if _DEPTH.search(scene.block.text[max(0, number.start - 24) : number.end + 24]):
            return "a drop's length or depth"
    if number.high is not None:
        return _nearer_range(scene, bound)
    if predicate == "value" and number.dimension == "time" and not any(char.isdigit() for char in number.text):
        return product_or_quotient(scene, bound)  # "a vacuum every seven seconds"
    worked = _RELATIVE.search(scene.sentence.text) and number.dimension == "percent" or "." in number.text.replace(",", ".") and _FURTHER.search(scene.sentence.text)  # fmt: skip
    percent = predicate == "delta" and number.dimension == "percent"
    if (
        _shown_digits(number.text, percent=percent) < 2
        and number.kind != "times"
        and number.dimension != "points"
        and not worked
    ):
        return None
    near = (_nearer_fact(scene, bound) if number.kind == "value" else None) or another_fact(scene, bound)
    told = near or next(_worked_out(scene, bound, predicate), None)
    if told is None and not scene.matches(_INTERVAL):
        told = another_change(scene, bound, predicate)
    if told is None and predicate == "value":
        told = product_or_quotient(scene, bound, beside=_beside_all(scene, bound))
    return told


def _beside_all(scene: Scene, bound: Bound) -> bool:
    """Whether the metric, by its whole name, and the level both stand right beside the number: it is that value or an error."""
    exact = bound.metric_source == "near" and bound.metric_cost <= 3 and bound.metric_at is not None
    return exact and bound.metric_at is not None and bound.metric_at.exact and beside_level(scene, bound)


def _shown_digits(text: str, *, percent: bool = False) -> int:
    """How many digits of a number are told: 2 for "70 %" and for 0.71, and for 0.9 %, which is as exact as 10.9 %."""
    digits = re.sub(r"\D", "", text.split("e")[0])
    return len(digits if percent else digits.lstrip("0"))


_OWN_MEAN = re.compile(
    r"(?:below|under|off|from|of|against|relative to) (?:its|their|the|that) (?:own )?(?:mean|average|median)\b|(?<!\w)(?:от|ниже|относительно|против) (?:\w+ )?(?:средн|медиан)\w+",
    re.I,
)

# -- another fact that stands as near ----------------------------------------------------------------------------------


def _nearer_fact(scene: Scene, bound: Bound) -> str | None:
    """The fact that the number states, of a metric and a level that stand at least as near as those it was bound to."""
    held = [f for f in scene.vocabulary.facts.facts if f.partner is None and f.run is None and _tells(scene, bound, f)]
    held = [f for f in held if f.metric not in bound.metrics or not _statistic_said(scene, bound, f)]
    wholes = _whole_of(scene, bound.metrics)
    held = [f for f in held if f.metric not in wholes]
    if _fixed(scene, bound):
        held = [f for f in held if any(f.level in ids for ids in bound.levels)]
    limit = _bound_distance(scene, bound)
    return next(
        (
            f.name
            for f in held
            if _distance(scene, bound, f.metric, f.level) <= limit and not _exchanged(scene, bound, f)
        ),
        None,
    )


def _whole_of(scene: Scene, metrics: frozenset[str]) -> set[str | None]:
    """What the metrics are parts of, by the facts: "28.6% of latches" is no value of the latches."""
    parts = {m.part_of for m in scene.vocabulary.facts.metrics if m.id in metrics}
    wholes = {f.denominator for m in metrics for f in scene.vocabulary.by_metric.get(m, ()) if f.stat == "share"}
    return parts | wholes


def _fixed(scene: Scene, bound: Bound) -> bool:
    """Whether the number's level stands in the bracket behind it, or right beside it."""
    return bound.level_source == "own" and any(m.tight or 0 < m.first - bound.place <= 3 for m in bound.level_at)


def _exchanged(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether another number of the sentence is bound to this fact, and says what this number is bound to: two values in each other's place."""
    own = _expected(scene, bound)
    for other in scene.bounds.values():
        if other is bound or fact not in _expected(scene, other):
            continue
        if any(_tells(scene, other, f) for f in own if f.stat == fact.stat):
            return True
    return False


def _expected(scene: Scene, bound: Bound) -> list[Fact]:
    """The facts of the metrics and levels that a number was bound to."""
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    return [
        f
        for m in bound.metrics
        for f in scene.vocabulary.by_metric.get(m, ())
        if f.partner is None and f.run is None and (f.level in own or not own)
    ]


def _nearer_range(scene: Scene, bound: Bound) -> str | None:
    """The metric and level whose minimum and maximum a range tells, where both stand at least as near as those it was bound to."""
    limit = _bound_distance(scene, bound)
    vocabulary = scene.vocabulary
    for metric in vocabulary.metrics:
        unit = vocabulary.unit_of(metric)
        if bound.number.unit is not None and not compatible(bound.number.unit, unit):
            continue
        for level in vocabulary.level_ids:
            if _of_entity(scene, bound, metric) >= _FAR or _distance(scene, bound, metric, level) > limit:
                continue
            low, high = vocabulary.values(metric, "min", level), vocabulary.values(metric, "max", level)
            if low and high and agrees(bound.number, in_unit(low[0], bound.number.unit, unit)):
                if agrees(bound.number, in_unit(high[0], bound.number.unit, unit), high=True):
                    return f"{low[0].name} … {high[0].name}"
    return None


def _tells(scene: Scene, bound: Bound, fact: Fact) -> bool:
    if fact.stat == "slope":
        way = way_of(scene, bound, fact.metric)
        if way and way * fact.value < 0:
            return False
        return bound.number.dimension in (None, "percent", "frequency") and agrees(
            bound.number, [fact.value] if bound.number.signed else [abs(fact.value), fact.value]
        )
    return states(scene, bound, fact)


def _statistic_said(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether the sentence gives this number a statistic that is not the fact's, by a word that no number before it has used up."""
    if bound.stat_at is None or bound.stat == fact.stat:
        return False
    if bound.stat == "share" and bound.number.dimension not in ("percent", None):
        return False  # "the share falls to 4.8% (9.7 s)": seconds are no share
    at = bound.stat_at
    if at == bound.place:  # taken over from the number before
        former = max((p for p in scene.bounds if p < at), default=at)
        return _in_a_list(scene, former, at)
    return not any(at < place < bound.place and not _in_a_list(scene, place, bound.place) for place in scene.bounds)


def _in_a_list(scene: Scene, one: int, two: int) -> bool:
    """Whether only links, units and levels stand between two numbers: they are of one list."""
    levels = {i for m in scene.mentions.levels for i in range(m.first, m.last + 1)}
    gap = scene.tokens[one + 1 : two]
    return all(
        t.index in levels or not t.is_word or t.lower in _LINKS or t.lower in _SIDE or t.index == one + 1 for t in gap
    )


def _bound_distance(scene: Scene, bound: Bound) -> float:
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    return _of_metrics(scene, bound, bound.metrics) + _of_levels(scene, bound, own)


def _distance(scene: Scene, bound: Bound, metric: str, level: str | None) -> float:
    there = min(_of_metrics(scene, bound, frozenset({metric})), _of_entity(scene, bound, metric))
    where = _of_levels(scene, bound, frozenset({level}) if level is not None else frozenset())
    if where >= _FAR and _extreme_beside(scene, bound):
        where = _INHERITED  # "the smallest momentary value, 4,385": of whichever level has it
    return there + where if max(there, where) < _FAR else 2 * _FAR + 1


def _extreme_beside(scene: Scene, bound: Bound) -> bool:
    if scene.mentions.levels or scene.inherited_levels:
        return False
    return any(
        superlative_kind(scene, t) in ("max", "min", "best", "worst")
        for t in scene.tokens[max(0, bound.place - 7) : bound.place]
    )


def _of_metrics(scene: Scene, bound: Bound, metrics: frozenset[str]) -> float:
    near = [_apart(scene, bound.place, m.first, m.last) for m in scene.mentions.metrics if m.metrics & metrics]
    return min(near) if near else _INHERITED if metrics & scene.inherited_metrics else _FAR


def _of_entity(scene: Scene, bound: Bound, metric: str) -> float:
    """How far the word stands that a metric shares with a few others: "vdc", "Q3"."""
    near = [
        _apart(scene, bound.place, t.index, t.index)
        for t in scene.tokens
        if metric in scene.vocabulary.entities.get(t.lower, ())
    ]
    return min(near) + 1.0 if near else _FAR


def _of_levels(scene: Scene, bound: Bound, levels: frozenset[str]) -> float:
    near = [_apart(scene, bound.place, m.first, m.last) for m in scene.mentions.levels if m.ids & levels]
    if near:
        return min(near)
    return _INHERITED if not levels or levels & scene.inherited_levels else _FAR


def _apart(scene: Scene, place: int, first: int, last: int) -> float:
    """How far a mention stands from a number: tokens, with walls and other numbers between counted heavier."""
    if last >= place >= first:
        return 0.0
    behind = first > place
    gap = scene.tokens[place + 1 : first] if behind else scene.tokens[last + 1 : place]
    if behind and gap and gap[0].lower in _SIDE and len(gap) <= 2 and not any(t.text in ",;:)" for t in gap):
        return 0.5
    values = [
        t for t in gap if t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens
    ]
    return len(gap) + sum(_WALLS.get(t.text, 0.0) for t in gap) + 5.0 * len(values) + (2.0 if behind else 0.0)


# -- one step of arithmetic --------------------------------------------------------------------------------------------


def _worked_out(scene: Scene, bound: Bound, predicate: str) -> Iterator[str]:
    """What one step of arithmetic makes of facts that the sentence names: a difference, a percentage, a multiple, a product, a quotient, a rest."""
    if (
        predicate == "value"
        and bound.level_source == "own"
        and (_fixed(scene, bound) or beside_level(scene, bound) and bound.metric_source == "near")
    ):
        if not _tells_difference(scene, bound):
            return  # the value of a metric at a level that stands beside it
    if (
        predicate == "value"
        and bound.partner is not None
        and not bound.number.signed
        or predicate == "delta"
        and scene.matches(_INTERVAL)
    ):
        return  # an end of "from A to B", or the estimate of an effect with its interval
    if predicate == "value" and bound.metric_at is not None and bound.metric_at.last == bound.place - 1 and not _tells_difference(scene, bound):  # fmt: skip
        return  # "IOPS 1 405, aqu_sz 1,6": the value of what stands right before it
    levels = _levels(scene, bound)
    metrics = _metrics(scene, bound)
    yield from _of_the_load(scene, bound)
    yield from _depth_of_a_drop(scene, bound)
    yield from _two_of_one_metric(scene, bound, predicate, metrics, levels)
    yield from _two_metrics(scene, bound, metrics, levels)
    yield from _rest_of_the_whole(scene, bound)


_DIFFERENCE = re.compile(
    r"\b(?:gain|los[est]|differ|gap|more|less|fewer|additional|extra|sav(?:e|ing)|step|amounts?|add|cost|apart|ahead|behind|drop|free)\w*"
    r"|(?<!\w)(?:выигр|потер|теря|разниц|разрыв|больше|меньше|добав|экономи|прибав|шаг|высвобо|отрыв|отста|прирост|снижени|лишн)\w*",
    re.I,
)


def _tells_difference(scene: Scene, bound: Bound) -> bool:
    """Whether the sentence speaks of a difference, or goes from one level to another."""
    roles = {m.role for m in scene.mentions.levels}
    return {"from", "to"} <= roles or _DIFFERENCE.search(scene.sentence.text) is not None


def _metrics(scene: Scene, bound: Bound) -> list[str]:
    named = [m for mention in scene.mentions.metrics for m in sorted(mention.metrics)]
    akin = [m for t in scene.tokens for m in sorted(scene.vocabulary.entities.get(t.lower, ()))]
    speed = any(_SPEED.match(t.text.lower()) for t in scene.tokens)
    told = [
        m
        for b in (scene.former.bounds.values() if scene.former is not None else ())
        if b.verdict == "supported"
        for m in sorted(b.metrics)
    ]
    primary = scene.vocabulary.facts.experiment.primary
    return list(
        dict.fromkeys(
            [
                *sorted(bound.metrics),
                *named,
                *akin,
                *(() if named else sorted(scene.inherited_metrics)),
                *(() if named else told),
                *([primary] if primary and (speed or not named) else []),
            ]
        )
    )[:16]


def _levels(scene: Scene, bound: Bound) -> set[str]:
    """The levels that the sentence names, with those it inherits where it names fewer than two; all where none is meant."""
    if scene.matches(_FURTHER):
        return set(scene.vocabulary.level_ids)
    said = {i for m in scene.mentions.levels for i in m.ids}
    if len({m.ids for m in scene.mentions.levels}) < 2:
        said |= scene.inherited_levels | scene.vocabulary.special("baseline")
    return said if len(said) > 1 else set(scene.vocabulary.level_ids)


def _two_of_one_metric(
    scene: Scene, bound: Bound, predicate: str, metrics: list[str], levels: set[str]
) -> Iterator[str]:
    """Two levels by one statistic, or two statistics of one level where the sentence names one of them."""
    pairs = (
        pairs_for(scene, bound.levels[0] if bound.levels else None, bound.place)
        if predicate in ("delta", "ratio")
        else []
    )
    single = len(scene.vocabulary.facts.experiment.factors) == 1
    explicit = {frozenset((p.base, p.level)) for p in pairs if p.explicit} if single else set()
    said = {t.statistic for t in scene.tokens if t.statistic} | ({bound.stat} if bound.stat else set())
    own = next((t.statistic for t in scene.tokens[bound.place + 1 : bound.place + 4] if t.statistic), None)
    if _fixed(scene, bound):
        levels = (
            levels & frozenset().union(*bound.levels) | scene.vocabulary.special("baseline")
            if len(scene.vocabulary.facts.experiment.factors) == 1
            else set()
        )
    spread, relative = bool(_SPREAD.search(scene.sentence.text)), bool(_RELATIVE.search(scene.sentence.text))
    if predicate == "value" and not (spread or relative or _tells_difference(scene, bound)):
        return  # a value of the metric, not what it differs by
    if spread or scene.matches(_OWN_MEAN):
        said |= {"min", "max"}
    if relative:
        said |= {"stddev"}
    named = {i for m in scene.mentions.levels for i in m.ids}
    base = scene.vocabulary.special("baseline") - named
    for metric in metrics:
        way = _sign_before(scene, bound) or (0 if scene.matches(_PHRASAL) else way_of(scene, bound, metric))
        rows = [
            f
            for f in scene.vocabulary.by_metric.get(metric, ())
            if f.partner is None and f.run is None and f.level in levels
        ]
        rows = [f for f in rows if f.stat in said | {"mean", "median", "count", "share"}]
        for one, two in itertools.permutations(rows, 2):
            if bound.number.signed and one.stat == two.stat and _backwards(scene, one, two):
                continue
            if way and two.level in base and one.level != two.level:
                continue  # told the other way round every change has the other sign
            if one.stat == two.stat:
                if own is not None and one.stat != own or way and (two.value > one.value) != (way > 0):
                    continue
                another = one.stat in said and {one.level, two.level} in explicit
                if explicit and metric in bound.metrics and not another:
                    continue  # what is compared is said: only another metric, or a statistic that is named, may be meant
            elif one.level != two.level or not {one.stat, two.stat} & said:
                continue
            if _gives(scene, bound, predicate, one, two, relative):
                yield f"{two.name} − {one.name}"


def _backwards(scene: Scene, one: Fact, two: Fact) -> bool:
    """Whether a signed change would be told against the order of the levels, and not from the baseline."""
    order, base = scene.vocabulary.order_of, scene.vocabulary.special("baseline")
    if one.level is None or two.level is None or one.level in base:
        return False
    return two.level in base or order(two.level) < order(one.level)


def _sign_before(scene: Scene, bound: Bound) -> int:
    """The sign that stands before a number as a word: "плюс 3,5 п. п."."""
    word = scene.tokens[bound.place - 1].lower if bound.place else ""
    if bound.number.signed:
        return 1 if bound.number.low_value() > 0 else -1
    return 1 if word in ("плюс", "plus") else -1 if word in ("минус", "minus") else 0


def _gives(scene: Scene, bound: Bound, predicate: str, one: Fact, two: Fact, relative: bool) -> bool:
    """Whether the number is the difference of two facts of one metric, in its unit, in percent of the first, or how often it holds the first."""
    number = bound.number
    unit = scene.vocabulary.unit_of(one.metric)
    if number.kind == "times":
        return bool(one.value) and one.stat == two.stat and agrees(number, [abs(two.value / one.value)])
    if number.dimension == "percent" and (predicate == "delta" or unit is None or unit.dimension != "percent"):
        whole = abs(one.value)
        of_it = [abs(two.value) / whole * 100] if whole and relative and one.stat != two.stat else []
        return bool(whole) and agrees(number, [abs(two.value - one.value) / whole * 100, *of_it])
    if number.dimension == "points":
        return unit is not None and unit.dimension == "percent" and agrees(number, [abs(two.value - one.value)])
    if number.unit is not None and not compatible(number.unit, unit):
        return False
    rows = zip(in_unit(two, number.unit, unit), in_unit(one, number.unit, unit), strict=False)
    return agrees(number, [abs(a - b) for a, b in rows])


def _two_metrics(scene: Scene, bound: Bound, metrics: list[str], levels: set[str]) -> Iterator[str]:
    """At one level, a share of a value ("65 MB/s of page images"), a quotient ("4.4 transactions a sync"), a sum or a difference of two metrics."""
    number = bound.number
    if (
        number.kind != "value"
        or len(bound.metrics) == 1
        and bound.metric_source == "near"
        and bound.metric_cost <= 3
        and not scene.matches(_TOGETHER)
    ):
        return
    named = {m for mention in scene.mentions.metrics for m in mention.metrics} | set(bound.metrics)
    former = scene.former
    named |= {m for mention in former.mentions.metrics for m in mention.metrics} if former is not None else set()
    wholes = {m for m in _whole_of(scene, frozenset(named)) if m in scene.vocabulary.metrics}
    named, metrics = named | wholes, [*metrics, *sorted(m for m in wholes if m and m not in metrics)]
    unit = scene.vocabulary.unit_of
    for level in sorted(levels):
        held = [f for m in metrics if m in named and (f := scene.vocabulary.central(m, level)) is not None and f.value]
        for one, two in itertools.permutations(held, 2):
            share = (
                one.stat == "share"
                and two.stat != "share"
                and number.dimension != "percent"
                and number.unit is not None
                and compatible(number.unit, unit(two.metric))
            )
            if share and any(
                agrees(number, [one.value * v / 100]) for v in in_unit(two, number.unit, unit(two.metric))
            ):
                yield f"{one.name} · {two.name}"
            elif (
                one.unit == two.unit
                and one.stat == two.stat
                and (number.unit is None or compatible(number.unit, unit(one.metric)))
            ):
                if agrees(number, [one.value + two.value, abs(one.value - two.value)]):
                    yield f"{one.name} ± {two.name}"
            elif (
                not share
                and one.stat == two.stat
                and number.dimension is None
                and agrees(number, [one.value / two.value * scene.vocabulary.scale_between(one.metric, two.metric)])
            ):
                yield f"{one.name} / {two.name}"


_LOAD = re.compile(
    r"\b(?:clients?|connections?|sessions?|workers?|load|threads|times as many|pool|setting)\b|(?<!\w)(?:клиент|соединени|сесси|нагрузк|воркер|параметр|поток)\w*",
    re.I,
)


def _of_the_load(scene: Scene, bound: Bound) -> Iterator[str]:
    """How many times more the parameter itself is: "eight times as many clients"."""
    number = bound.number
    if number.kind != "times" or not _LOAD.search(
        scene.block.text[max(0, number.start - 12) : number.start]
        + "|"
        + scene.block.text[number.end : number.end + 24]
    ):
        return
    for factor in scene.vocabulary.facts.experiment.factors:
        sizes = [
            float(m[0].replace(",", ".")) for level in factor.levels if (m := re.search(r"\d+(?:[.,]\d+)?", str(level)))
        ]
        if agrees(bound.number, [a / b for a, b in itertools.permutations(sizes, 2) if b and a > b]):
            yield f"{factor.name}"


def _depth_of_a_drop(scene: Scene, bound: Bound) -> Iterator[str]:
    """How deep a drop was, where the paragraph tells a clock time or speaks of drops: "sagged between 21:14 and 21:20, losing 22.9%"."""
    if bound.number.dimension != "percent" or not (scene.has("drop") or re.search(r"\d{1,2}:\d\d", scene.block.text)):
        return
    if (
        way_of(scene, bound, next(iter(sorted(bound.metrics)), "")) > 0
        or scene.tokens[max(0, bound.place - 1)].lower == "up"
    ):
        return
    for window in scene.vocabulary.facts.windows:
        if window.depth_pct is not None and agrees(bound.number, [window.depth_pct]):
            yield f"window {window.level} {window.starts_at}"


def _rest_of_the_whole(scene: Scene, bound: Bound) -> Iterator[str]:
    """What is left of 100% by the shares that were told before: "the others take 5.8%"."""
    if bound.number.dimension != "percent" or bound.number.kind != "value":
        return
    told = [
        b.number.low_value()
        for one in (scene, scene.former)
        if one is not None
        for b in one.bounds.values()
        if b is not bound and b.number.dimension == "percent" and b.verdict == "supported"
    ]
    if agrees(bound.number, [100 - v for v in told]) or len(told) > 1 and agrees(bound.number, [100 - sum(told)]):
        yield "100% − …"
