"""Refuses words of amount that the values beside them bear out only turned round: "0.43 → 0.93 s, it less than doubles", "84,3 % — вдвое меньше, чем у 100".

A multiple, a part or a percentage that fits a pair of values in size is of that pair; where every pair that fits it in size goes the other way, or
passes the bound on the other side ("less than half" of 0.53), the word is wrong. What fits nothing in size is left to other judges. Only refutes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.binding.agreement import agrees, close_to_bound, in_unit, shown
from factcheck.binding.arguments import clause_bounds, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.mentions import LevelMention
from factcheck.binding.pairs import DOWN, UP, levels_between
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_said
from factcheck.judging.turns import last_value
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import Token
from factcheck.rereading.beside import pair_beside, percent_beside, times_fit

_MORE = re.compile(
    r"(?:\b(?:more than|over)(?: by)?|(?<!\w)(?:более(?: чем)?|больше чем|свыше)(?: на| в)?)\s+(?:an? )?$", re.I
)
_LESS = re.compile(
    r"(?:\b(?:less than|fewer than|under)(?: by)?|(?<!\w)(?:менее(?: чем)?|меньше чем)(?: на| в)?)\s+(?:an? )?$", re.I
)
_MORE_OF = re.compile(r"(?<!\w)больше\s+$", re.I)  # "больше половины", but "больше вдвое" compares
_LESS_OF = re.compile(r"(?<!\w)меньше\s+$", re.I)
_DENIED = re.compile(r"(?:\b(?:no|not|never|nor|without|hardly)|(?<!\w)(?:не|ни|никогда|нигде))\s+(?:\w+\s+)?$", re.I)
_NOT_PAIRED = re.compile(r"\b(?:difference|gap|gain|lead|step)s?\b|(?<!\w)(?:разниц|разрыв|выигрыш|прирост|шаг)", re.I)
_OF_STEPS = ("doubling", "halving", "tripling", "quadrupling")
_ROOM = 1.02  # how far past its bound an amount is plainly on the other side
_NEAR = 1.7  # how far past it the word turned round would still be said of it
_REACH = 12  # tokens between a value and the amount that is told of it
_TIMES = ("up.comparative", "down.comparative", "better", "worse")


@dataclass(frozen=True, slots=True)
class Size:
    """A value and what it is held against, as a reader would divide them."""

    value: float
    base: float
    text: str

    @property
    def ratio(self) -> float:
        return self.value / self.base


def judge_other_way(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each amount that the values beside it bear out only turned round."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for place, bound in sorted(scene.bounds.items()):
        number = bound.number
        if not number.readings or number.high is not None or bound.verdict == "contradicted" or not number.low_value():
            continue
        told = _past_its_bound(scene, bound) or _the_other_way(scene, bound)
        if told is not None:
            en, ru = (
                f"the other way round by what stands beside it: {told}",
                f"наоборот, судя по тому, что рядом: {told}",
            )
            found.append((place, place, "ratio", Ruling("contradicted", en, ru, bound.facts, told)))
    return found


# -- "more than twice", "less than half" -------------------------------------------------------------------------------


def bound_said(scene: Scene, place: int) -> int:
    """+1 where an amount is said to be passed, -1 where it is said not to be reached, 0 where neither is said (or it is denied)."""
    number = scene.tokens[place].number
    if number is None:
        return 0
    start = number.start
    before = scene.block.text[max(0, start - 40) : start]
    more, less = _MORE.search(before), _LESS.search(before)
    if number.fraction:
        more, less = more or _MORE_OF.search(before), less or _LESS_OF.search(before)
    said = more or less
    if said is None or _DENIED.search(before[: said.start()]):
        return 0
    return UP if more else DOWN


def _past_its_bound(scene: Scene, bound: Bound) -> str | None:
    """ "17.3 ms, more than half of the 34.5 ms", "less than doubles (0.43 → 0.93)": what refutes the side that is said."""
    number, place = bound.number, bound.place
    side = bound_said(scene, place)
    if not side or not (number.fraction or number.kind == "times"):
        return None
    wanted = number.low_value()
    if not number.fraction and wanted < 1:
        wanted = 1 / wanted
        if not number.text.lower().startswith("halv"):
            side = -side  # "less than half as long": the other is more than twice as long
    wanted = wanted / 100 if number.fraction else wanted
    sizes = [(size, text) for size, text in _amounts(scene, bound) if size > 0]
    if not sizes or any((size / wanted - 1) * side >= -0.003 for size, _ in sizes):
        return None
    turned = [
        text for size, text in sizes
        if _ROOM <= (wanted / size if side > 0 else size / wanted) <= (_NEAR if side < 0 or not number.fraction else 2.2)
    ]  # fmt: skip
    return turned[0] if turned else None


def _amounts(scene: Scene, bound: Bound) -> Iterator[tuple[float, str]]:
    """What the amount may be, as a multiple of at least one or as a part of one, by the nearest values that give any."""
    number, place = bound.number, bound.place
    percent = percent_beside(scene, place)
    if percent is not None:
        ratio = 1 + percent / 100
        yield (abs(percent) / 100 if number.fraction else max(ratio, 1 / ratio) if ratio > 0 else 0.0, f"{percent:g}%")
        return
    pair = pair_beside(scene, place, True)
    if pair is not None:
        yield from _of(number, Size(pair.level, pair.base, f"{pair.base:g} → {pair.level:g}"), changes=_is_change(scene, place), parts=pair.ordered)  # fmt: skip
        return
    if number.fraction and (share := _share_beside(scene, place)) is not None:
        yield share / 100, f"{share:g}%"
        return
    change = _is_change(scene, place)
    sizes = _of_that(scene, bound) or _sizes(scene, bound)
    if not sizes and (change or not number.fraction):  # "more than half of the clients wait longer" is of the clients
        sizes = _to_the_value_before(scene, bound)
    way, _ = direction_said(scene, bound)
    sizes = [size for size in sizes if (size.ratio - 1) * way > 0] or sizes
    for size in sizes:
        yield from _of(number, size, changes=change, parts=True)
    if not sizes and number.fraction and not change and not _OF_THAT.match(scene.block.text[number.end :]):
        parts = _told_together(scene, place)
        if parts:
            yield sum(parts) / 100, " + ".join(f"{part:g}%" for part in parts)
            return
        yield from ((share / 100, f"{share:g}%") for share in _shares_held(scene, bound))
    if not sizes:
        for size in _pairs(scene, bound):
            yield from _of(number, size, changes=change, parts=False)


def _of_that(scene: Scene, bound: Bound) -> list[Size]:
    """ "LWLock takes 9.8%, heavyweight locks more than half of that (4.2%)", "36.8 ms at 40, and at 160 it is less than twice that": against the value told last."""
    place = bound.place
    if not re.match(r"\W*(?:of )?that\b|\W*(?:от )?(?:того|этого)(?!\w)", scene.block.text[bound.number.end :], re.I):
        return []
    base = last_value(scene, place)
    after = scene.tokens[place + 1 : place + 6]
    own = next((t.number for t in after if t.number is not None), None)
    if base is None or not shown(base):
        return []
    if own is not None and any(t.text == "(" for t in after) and own.kind == "value" and not own.signed:
        return [Size(own.low_value(), shown(base), f"{own.low_value():g} / {shown(base):g}")]
    told = max(at for at in scene.bounds if at < place)
    levels = [m for m in scene.mentions.levels if told < m.first < place and len(m.ids) == 1]
    goal = scene.vocabulary.central(base.metric, next(iter(levels[-1].ids)), base.stat) if levels else None
    if goal is None or goal.stat != base.stat or goal.level == base.level or _another_metric(scene, base, told, place):
        return []
    return [Size(shown(goal), shown(base), f"{shown(goal):g} / {shown(base):g}")]


def _told_together(scene: Scene, place: int) -> list[float]:
    """ "LWLock 38.4% and Lock 17.2%: together less than half": the parts that are added up."""
    before = scene.tokens[max(0, place - 6) : place]
    if not any(t.lower in ("together", "вместе", "combined", "суммарно", "сумме") for t in before):
        return []
    parts = [b for at, b in sorted(scene.bounds.items()) if at < place and b.number.dimension == "percent"]
    fine = len(parts) > 1 and all(b.verdict == "supported" and b.predicate in ("value", "share") for b in parts)
    return [b.number.low_value() for b in parts] if fine else []


def _to_the_value_before(scene: Scene, bound: Bound) -> list[Size]:
    """ "402 at 30 minutes; at 15 it is 1.8 times lower": the same at the level of the clause against the value told last."""
    place = bound.place
    fact = last_value(scene, place)
    told = max((at for at in scene.bounds if at < place), default=None)
    if fact is None or fact.level is None or told is None or fact.name not in scene.bounds[told].facts:
        return []
    levels = [m for m in scene.mentions.levels if told < m.first < place and len(m.ids) == 1 and not m.tight]
    apart = any(t.text in ",;" for t in scene.tokens[told:place])
    if len(levels) != 1 or not apart or levels[0].role != "at" or _another_metric(scene, fact, told, place):
        return []
    if any(m.first > place for m in scene.mentions.levels) or any(t.statistic for t in scene.tokens[told + 1 : place]):
        return []
    goal = scene.vocabulary.central(fact.metric, next(iter(levels[0].ids)), fact.stat)
    if goal is None or goal.stat != fact.stat or goal.level == fact.level or not shown(fact):
        return []
    return [Size(shown(goal), shown(fact), f"{goal.level} {shown(goal):g}, {fact.level} {shown(fact):g}")]


def _shares_held(scene: Scene, bound: Bound) -> list[float]:
    """ "на ввод-вывод приходится меньше половины": the shares that are held of the metric beside, at the level that is spoken of."""
    levels = frozenset().union(*bound.levels) if bound.levels else scene.inherited_levels
    at = bound.metric_at
    between = scene.tokens[bound.place : at.first] if at is not None else []
    if at is None or at.first > bound.place and not any(t.lower in ("is", "are", "was", "were") for t in between):
        return []  # "more than half of the clients wait longer"
    clause = scene.tokens[bound.place : clause_bounds(scene, bound.place)[1] + 1]
    if (
        bound.metric_source != "near"
        or len(bound.metrics) != 1
        or len(levels) != 1
        or any(t.lower in ("без", "without") for t in clause)
    ):
        return []
    facts = [
        f
        for m in bound.metrics
        for f in scene.vocabulary.by_metric.get(m, ())
        if f.level in levels and f.partner is None
    ]
    facts = [
        f
        for f in facts
        if f.stat in ("share", "mean") and (f.unit == "%" or scene.vocabulary.tells_percent(f.metric, strictly=True))
    ]
    return [shown(f) for f in facts]


def _of(number: Number, size: Size, *, changes: bool, parts: bool) -> Iterator[tuple[float, str]]:
    ratio = abs(size.ratio)
    if not ratio:
        return
    if number.kind == "times":
        yield max(ratio, 1 / ratio), size.text
    elif changes:
        yield abs(ratio - 1), size.text
    elif parts:
        yield ratio, size.text


def _is_change(scene: Scene, place: int) -> bool:
    """ "by more than half", "на треть": a change, and no part that is left."""
    before = scene.sentence.text[: scene.tokens[place].start - scene.tokens[0].start][-40:]
    return re.search(r"\bby (?:\w+ ){0,3}$|(?<!\w)на (?:\w+ )?(?:\w+ )?$|(?<!\w)(?:более|больше|менее|меньше) чем на $", before, re.I) is not None  # fmt: skip


_OF_THAT = re.compile(r"^\W*(?:of|as|than|от)\b\W*(?:that|this|what|its|the \w+ (?:figure|count|value)|it\b|the former)|^\W*(?:того|этого|от|его|её|ее)(?!\w)", re.I)  # fmt: skip


def _share_beside(scene: Scene, place: int) -> float | None:
    """ "меньше половины ожиданий LWLock (52,9 %)", "на сон уходит больше половины времени, 46 %": the percentage that says the part again."""
    tokens = scene.tokens
    number = tokens[place].number
    if number is None or _is_change(scene, place) or _OF_THAT.match(scene.block.text[number.end :]):
        return None
    after = next((t for t in tokens[place + 1 : place + 8] if t.number is not None and t.index not in scene.mentions.level_tokens), None)  # fmt: skip
    if (
        after is not None
        and after.number is not None
        and after.number.dimension == "percent"
        and not after.number.signed
    ):
        gap = tokens[place + 1 : after.index]
        marks = [t for t in gap if t.text in "(,—–:"]
        if len(marks) == 1 and marks[0].index == after.index - 1 and not any(t.text in ";." for t in gap):
            return after.number.low_value()
        return None
    before = next((t for t in reversed(tokens[max(0, place - 7) : place]) if t.number is not None and t.index not in scene.mentions.level_tokens), None)  # fmt: skip
    if (
        before is not None
        and before.number is not None
        and before.number.dimension == "percent"
        and not before.number.signed
    ):
        gap = tokens[before.index + 1 : place]
        marks = [t for t in gap if t.text in ",—–("]
        words = [t for t in gap if t.is_word]
        behind = tokens[place + 1] if place + 1 < len(tokens) else None
        part = behind is None or behind.text in ".,;)" or behind.lower in ("of", "времени", "ожиданий", "всех", "всего")
        if len(marks) == 1 and len(words) <= 3 and part:
            return before.number.low_value()
    return None


# -- "twice as low", "на 24 % выше" -------------------------------------------------------------------------------------


def _the_other_way(scene: Scene, bound: Bound) -> str | None:
    """ "4 120 — в 1,8 раза ниже среднего", "30,5 %, почти в полтора раза меньше, чем без пула": what it fits, which goes the other way."""
    number, place = bound.number, bound.place
    if not (number.kind == "times" or number.fraction or number.dimension in ("percent", "points")) or number.signed:
        return None
    way, word = direction_said(scene, bound)
    if number.text.lower() in ("twice", "thrice") and word is not None and word.index < place:
        return None  # "it dropped twice": how often
    if (
        not way
        or word is None
        or abs(word.index - place) > 4
        or is_negated(scene, place)
        or is_negated(scene, word.index)
    ):
        return None
    if scene.matches(_NOT_PAIRED) or number.kind != "times" and number.fraction:
        return None
    pair = pair_beside(scene, place, True)
    if pair is not None and (pair.ordered or _in_order(scene, bound, word)):
        if bound.verdict == "supported" and pair.ordered or word.index == place:
            return None
        size = Size(pair.level, pair.base, f"{pair.base:g} → {pair.level:g}")
        near = abs(word.index - place) <= 3 or bound_said(scene, place)
        return size.text if near and (size.ratio - 1) * way < 0 and _fits(number, size) else None
    own = _of_its_own_facts(scene, bound, word)
    if own is not None and (own.ratio - 1) * way < 0:
        return own.text
    compared = word.index > place and word.has(*_TIMES)
    told = [size for size in (_sizes(scene, bound) if compared else []) if _fits(number, size)]
    for sizes in (_to_the_value_before(scene, bound), _pairs(scene, bound), _of_its_facts(scene, bound)):
        told = told or [size for size in sizes if _fits(number, size)]
    if not told or any((size.ratio - 1) * way > 0 for size in told):
        return None
    return told[0].text


def _in_order(scene: Scene, bound: Bound, word: Token) -> bool:
    """ "92,400 without a pool and 14,200 with 8704, a fall of 85%": two values told in the order of their levels (or of the run), summed up by a noun."""
    before = [scene.bounds[at] for at in sorted(scene.bounds) if at < bound.place][-2:]
    facts = [f for b in before for name in b.facts if (f := scene.vocabulary.by_name.get(name)) is not None]
    if len(before) != 2 or len(facts) != 2 or not word.has("up.noun", "down.noun") or word.index > bound.place:
        return False
    one, two = facts
    if (one.stat, two.stat) == ("first", "last"):
        return one.metric == two.metric
    order = [scene.vocabulary.order_of(scene.vocabulary.canonical(f.level or "")) for f in facts]
    return (one.metric, one.stat) == (two.metric, two.stat) and (order[0] < order[1] or one.level in scene.vocabulary.special("baseline"))  # fmt: skip


def _of_its_own_facts(scene: Scene, bound: Bound, word: Token) -> Size | None:
    """What a change was found to be, from the former to the latter, where the verb before it says the other way."""
    facts = [f for name in bound.facts if (f := scene.vocabulary.by_name.get(name)) is not None]
    verb = word.index < bound.place and word.has("up.intransitive", "down.intransitive") and not word.has("up.noun", "down.noun")  # fmt: skip
    if (
        bound.verdict != "supported"
        or bound.predicate != "delta"
        or not verb
        or len(facts) != 2
        or len(bound.facts) != 2
    ):
        return None
    one, two = facts
    order = [scene.vocabulary.order_of(scene.vocabulary.canonical(f.level or "")) for f in facts]
    if (one.metric, one.stat) != (two.metric, two.stat) or order[0] >= order[1] or not shown(one):
        return None
    return Size(shown(two), shown(one), f"{one.level} {shown(one):g} → {two.level} {shown(two):g}")


def _fits(number: Number, size: Size) -> bool:
    """Whether the amount is how far the value is from its base, whichever of the two is the greater."""
    ratio = abs(size.ratio)
    if not ratio:
        return False
    if number.kind == "times":
        return any(times_fit(number, one) for one in (ratio, 1 / ratio) if one > 1)
    if number.dimension == "points":
        return agrees(number, [abs(size.value - size.base)])
    change = abs(ratio - 1) * 100
    return agrees(number, [change]) and (number.hedge not in ("over", "under") or close_to_bound(number, change))


# -- what an amount is held against -------------------------------------------------------------------------------------

_MEAN = re.compile(r"^[^.;,]{0,30}?(?:\b(?:mean|average)\b|(?<!\w)средн(?:его|ей|их)(?!\w))", re.I)
_MEDIAN = re.compile(r"^[^.;,]{0,30}?(?:\bmedian\b|(?<!\w)медианы(?!\w))", re.I)
_FORMER = re.compile(
    r"^[^.;]{0,40}\b(?:one (?:level|step) (?:below|before|earlier|down)|previous|preceding)\b|^[^.;]{0,40}(?<!\w)(?:предыдущ|предшеств)",
    re.I,
)


def _sizes(scene: Scene, bound: Bound) -> list[Size]:
    """The value that an amount is told of (before it, or behind it: ", до 12,1 %"), against each that its words leave."""
    fact = _value_told(scene, bound.place)
    if fact is None or fact.level is None or _level_between(scene, fact, bound.place):
        return []
    one, level = shown(fact), scene.vocabulary.canonical(fact.level)
    number = scene.tokens[bound.place].number
    behind = scene.block.text[number.end if number is not None else 0 :][:60]
    against = _number_behind(scene, bound.place)
    if against is not None:
        values = in_unit(fact, against.unit, scene.vocabulary.unit_of(fact.metric))
        return [Size(values[0], against.low_value(), f"{values[0]:g} / {against.low_value():g}")] if values and against.low_value() else []  # fmt: skip
    for said, stat in ((_MEAN, "mean"), (_MEDIAN, "median")):
        if said.match(behind) and fact.stat != stat:
            other = scene.vocabulary.central(fact.metric, level, stat)
            return (
                [Size(one, shown(other), f"{one:g} / {shown(other):g}")] if other is not None and shown(other) else []
            )
    rows = [
        (at, f)
        for at, f in scene.vocabulary.series(fact.metric, fact.stat)
        if at != level and f.stat == fact.stat and shown(f)
    ]
    named = {i for m in _named_behind(scene, bound.place) for i in m.ids}
    named = named if named - {level} else bases_of(scene, level)
    order = scene.vocabulary.numeric_order
    if _FORMER.search(behind) and level in order[1:]:
        named = {order[order.index(level) - 1]}
    kept = [(at, f) for at, f in rows if at in named] or rows
    return [Size(one, shown(f), f"{level} {one:g}, {at} {shown(f):g}") for at, f in kept]


def _of_its_facts(scene: Scene, bound: Bound) -> list[Size]:
    """The two values that an open amount was held to: from the former to the latter."""
    facts = [f for name in bound.facts if (f := scene.vocabulary.by_name.get(name)) is not None]
    if (
        bound.verdict != "unverifiable"
        or bound.metric_source != "near"
        or len(facts) != 2
        or not all(shown(f) for f in facts)
    ):
        return []
    one, two = facts
    if (one.metric, one.stat) != (two.metric, two.stat) or one.metric not in bound.metrics or one.level == two.level:
        return []
    if not scene.vocabulary.is_ordered and one.level not in scene.vocabulary.special("baseline"):
        return []  # of two names neither is the former
    return [Size(shown(two), shown(one), f"{one.level} {shown(one):g} → {two.level} {shown(two):g}")]


_SINCE = {"начиная", "starting", "beginning", "since"}


def _pairs(scene: Scene, bound: Bound) -> list[Size]:
    """The values at the level that an amount is told of against those at the levels which its clause leaves, by every statistic."""
    vocabulary, place = scene.vocabulary, bound.place
    if len(vocabulary.facts.experiment.factors) != 1 or len(bound.metrics) != 1:
        return []
    if (
        bound.predicate == "arithmetic"
        or bound.number.text.lower() in _OF_STEPS
        or any(b.predicate == "levels" for b in scene.bounds.values())
    ):
        return []
    if bound.stat is not None and not any(bound.stat in vocabulary.stats_of(m) for m in bound.metrics):
        return []
    start, stop = clause_bounds(scene, place)
    inside = [m for m in scene.mentions.levels if start <= m.first <= stop]
    if any(t.lower in _SINCE for m in inside for t in scene.tokens[max(0, m.first - 3) : m.first]):
        return []  # "almost twice as fast starting with 17": so it is there, and not against it
    own = [m for m in inside if m.role in ("at", "to") and m.first < place] or [
        m for m in inside if m.role in ("at", "to")
    ]
    against = {i for m in inside if m.role in ("than", "from") for i in m.ids}
    levels = set(own[-1].ids) if own else set(scene.inherited_levels)
    ends = levels_between(scene)
    if ends is not None and against == ends[0] | ends[1]:  # "more than triple between 2 and 32"
        levels, against = set(ends[1]), set(ends[0])
    exact = bound.number.dimension in ("percent", "points") and bool(against) and bool(own)
    if bound.metric_source != "near" and not exact or len(levels) != 1 or len({m.ids for m in own}) > 1:
        return []
    (level,) = levels
    bases = (against or bases_of(scene, level)) - {level}
    found = []
    for metric in sorted(bound.metrics):
        stats = (bound.stat,) if bound.stat is not None else tuple(vocabulary.stats_of(metric))
        for stat in (one for one in stats if one != "slope"):
            for base in sorted(bases):
                one, two = vocabulary.central(metric, level, stat), vocabulary.central(metric, base, stat)
                if one is not None and two is not None and one.stat == two.stat and shown(two) and shown(one):
                    found.append(
                        Size(shown(one), shown(two), f"{metric} {stat}: {level} {shown(one):g}, {base} {shown(two):g}")
                    )
    return found


def bases_of(scene: Scene, level: str) -> set[str]:
    """What a level is held against where nothing is named: the baseline, the first of all, the one before, and those that were spoken of."""
    order = scene.vocabulary.numeric_order
    found = {one for of in (scene, *scene.before(1)) for m in of.mentions.levels for one in m.ids}
    found |= scene.vocabulary.special("baseline") | set(order[:1])
    if level in order:
        found |= set(order[max(0, order.index(level) - 1) : order.index(level)])
    return found


def _named_behind(scene: Scene, place: int) -> list[LevelMention]:
    """The levels that stand in the clause behind an amount, where a word of comparison stands before them."""
    found = []
    for mention in scene.mentions.levels:
        gap = scene.tokens[place + 1 : mention.first]
        if mention.first > place and len(gap) <= 8 and not any(t.text in ";.(" for t in gap):
            found.append(mention)
    return found


def _level_between(scene: Scene, fact: Fact, place: int) -> bool:
    """Whether another level is named between a value and an amount: "94.9 at 1.1, at 4.0 10.7 points less"."""
    told = max((at for at in scene.bounds if at < place), default=place)
    return any(told < m.first < place and fact.level not in m.ids for m in scene.mentions.levels)


def _number_behind(scene: Scene, place: int) -> Number | None:
    """ "less than double the 9.8% of the default": the number that the amount is of."""
    tokens = scene.tokens
    gap: list[Token] = []
    for token in tokens[place + 1 : place + 6]:
        if token.number is not None and token.number.is_value and token.index not in scene.mentions.level_tokens:
            fine = bool(gap) and gap[-1].lower in ("the", "of", "than", "чем", "от", "против") and not any(t.text in ",;.(" for t in gap)  # fmt: skip
            return token.number if fine and token.number.kind == "value" and not token.number.fraction else None
        gap.append(token)
    return None


def _value_told(scene: Scene, place: int) -> Fact | None:
    """The one fact that the value right before an amount tells, or that which stands behind it after "to"."""
    before = max((at for at in scene.bounds if at < place), default=None)
    if before is not None and place - before <= _REACH:
        gap = scene.tokens[before + 1 : place]
        if any(t.text in ",—–(:)" or t.lower in ("is", "это") for t in gap) and not any(
            t.text == ";" or t.wall >= 6 for t in gap
        ):
            fact = last_value(scene, place)
            bound = scene.bounds[before]
            return (
                fact
                if fact is not None and fact.name in bound.facts and not _another_metric(scene, fact, before, place)
                else None
            )
    after = min((at for at in scene.bounds if at > place), default=None)
    if after is not None and after - place <= 5:
        gap = scene.tokens[place + 1 : after]
        bound = scene.bounds[after]
        facts = [f for name in bound.facts if (f := scene.vocabulary.by_name.get(name)) is not None]
        to = any(t.lower in ("to", "до") for t in gap) and any(t.text == "," for t in gap)
        right_behind = bool(gap) and gap[-1].text in (",", ":") and len([t for t in gap if t.is_word]) <= 1
        right_behind = right_behind and not any(after < at <= after + 4 for at in scene.bounds)  # ": 62 ms and 143 ms"
        if (to or right_behind) and len(facts) == 1:
            return facts[0] if bound.verdict == "supported" and bound.predicate == "value" else None
    return None


def _another_metric(scene: Scene, fact: Fact, before: int, place: int) -> bool:
    """Whether another metric is named between a value and an amount."""
    return any(before < m.first < place and m.metrics and fact.metric not in m.metrics for m in scene.mentions.metrics)
