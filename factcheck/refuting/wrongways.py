"""Refuses words of way that their own numbers turn round: "выросла с 71,4 % до 35,0 %", "rises: 4.9 → 4.6 → 4.3", "never rose below 85%", "median slightly lower, 9,960" after a mean of 9,910.

What a metric rises to is above what it is held against (the baseline, the level before, what was spoken of); a row told behind a word of way goes
that way; a bound that is never passed has its side; a median is above a mean where it is the greater of the two. Only refutes.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import in_unit, shown
from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import DOWN, UP, parameter_words
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_of
from factcheck.judging.others import told_of_others
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token
from factcheck.refuting.otherway import bases_of

_WAYS = ("up.intransitive", "down.intransitive")
_TO, _FROM = {"to", "до"}, {"from", "с", "со", "от"}
_LEADS = {"as", "when", "if", "once", "чем", "мере", "когда", "если", "при", "с", "со", "with", "after", "после"}
_ARROWS = ("→", "->", "⟶")
_WITHIN = re.compile(
    r"\b(?:end of|start of|by the end|during|then|before|again|back|minutes?|at times|at first|briefly|momentar\w+)\b"
    r"|(?<!\w)(?:к концу|в конце|в начале|начал\w+|за время|в течение|минут\w*|затем|потом|снова|обратно|момент\w*|временами|просадк\w+|провал\w*)(?!\w)",
    re.I,
)
_NEVER_UP = re.compile(
    r"\b(?:never|not|n't|without|nowhere|nor)\s+(?:\w+\s+)?(?:ris\w+|rose|climb\w*|grow\w*|grew|increas\w+|jump\w*)\s+(?:\w+\s+)?(?P<en>below|under)\b"
    r"|(?<!\w)не\s+(?:\w+\s+)?(?:поднима|подня|раст|вырас|вырос|увелич|повыша|повыси)\w*\s+(?:\w+\s+)?(?P<ru>ниже)(?!\w)",
    re.I,
)
_NEVER_DOWN = re.compile(
    r"\b(?:never|not|n't|without|nowhere|nor)\s+(?:\w+\s+)?(?:fall\w*|fell|drop\w*|s[aiu]nk\w*|dip\w*|declin\w+|decreas\w+)\s+(?:\w+\s+)?(?P<en>above|over|beyond)\b"
    r"|(?<!\w)не\s+(?:\w+\s+)?(?:опуска|опусти|пада|упа|снижа|снизи|уменьша|просед|проваль?ива)\w*\s+(?:\w+\s+)?(?P<ru>выше)(?!\w)",
    re.I,
)
_EVEN = re.compile(
    r"(?P<low>\bno less than|\bnot less than|\bnever below|(?<!\w)не (?:ниже|меньше|менее))\s[^,;.]{1,24}(?:even at (?:the|its) (?:peak|worst|maximum)|даже (?:в|на) (?:\w+ )?(?:пик|максимум))"
    r"|(?P<high>\bno more than|\bnever above|(?<!\w)не (?:выше|больше|более))\s[^,;.]{1,24}(?:even at (?:the|its) (?:low|bottom|minimum)|даже (?:в|на) (?:\w+ )?(?:минимум|дне))",
    re.I,
)
_NEVER_MORE = re.compile(
    r"(?:\bnever (?:\w+ )?(?:more than|above|over)|(?<!\w)(?:никогда|ни разу) не (?:\w+ )?(?:больше|выше|более))\s$",
    re.I,
)
_NEVER_LESS = re.compile(
    r"(?:\bnever (?:\w+ )?(?:less than|below|under)|(?<!\w)(?:никогда|ни разу) не (?:\w+ )?(?:меньше|ниже|менее))\s$",
    re.I,
)
_STATS = ("median", "mean", "p95", "p99")


def judge_wrong_ways(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each word of way that the numbers of its sentence turn round."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    return [*_along_rows(scene), *_reached(scene), *_never(scene), *_statistics(scene), *_tail_against_mean(scene)]


def _ruled(first: int, last: int, text: str, facts: tuple[str, ...] = ()) -> Ruled:
    return (
        first,
        last,
        "order",
        Ruling(
            "contradicted", f"the numbers go the other way: {text}", f"числа идут в другую сторону: {text}", facts, text
        ),
    )


# -- rows: "rises: 4.9 → 4.6 → 4.3", "выросла с 71,4 % до 35,0 %" --------------------------------------------------------


def _plain(scene: Scene, token: Token) -> bool:
    number = token.number
    taken = scene.mentions.level_tokens | scene.mentions.name_tokens
    told = (
        number is not None
        and number.is_value
        and number.kind == "value"
        and number.high is None
        and bool(number.readings)
    )
    return number is not None and told and not number.fraction and not number.signed and token.index not in taken


def _rows(scene: Scene) -> list[list[Token]]:
    """The numbers that arrows, "from … to …", or the commas of a bracket or of what stands behind a colon join."""
    values = [t for t in scene.tokens if _plain(scene, t)]
    rows: list[list[Token]] = []
    for token in values:
        last = rows[-1][-1] if rows else None
        gap = [t.lower for t in scene.tokens[last.index + 1 : token.index]] if last is not None else []
        if last is not None and gap and _joins(scene, rows[-1], gap):
            rows[-1].append(token)
        else:
            rows.append([token])
    return [row for row in rows if len(row) > 1]


def _joins(scene: Scene, row: list[Token], gap: list[str]) -> bool:
    first = row[0].index
    before = scene.tokens[first - 1].lower if first else ""
    if any(text in _ARROWS for text in gap):
        return len(gap) <= 3
    if len(row) == 1 and before in _FROM:
        return gap in (["to"], ["до"])
    return before in ("(", ":") and gap in ([","], ["и"], ["and"], [",", "and"])


def _along_rows(scene: Scene) -> list[Ruled]:
    found: list[Ruled] = []
    own = parameter_words(scene)
    for row in _rows(scene):
        first = row[0].index
        opened = scene.tokens[first - 1].lower if first else ""
        if len(row) == 2 and opened not in _FROM or opened not in (*_FROM, "(", ":"):
            continue
        values = [
            t.number.low_value() * (t.number.unit.scale if t.number.unit is not None else 1.0)
            for t in row
            if t.number is not None
        ]
        units = {t.number.unit.dimension if t.number is not None and t.number.unit is not None else None for t in row}
        if len(units - {None}) > 1 or len(units) > 1 and "time" in units:
            continue
        way = (
            UP
            if all(b > a for a, b in itertools.pairwise(values))
            else DOWN
            if all(b < a for a, b in itertools.pairwise(values))
            else 0
        )
        words = [
            t
            for t in scene.tokens[max(0, first - 14) : first]
            if t.has(*_WAYS) and t.index not in own and not _led(scene, t)
        ]
        if (
            not way
            or len(words) != 1
            or (word := words[0]) is None
            or is_negated(scene, word.index)
            or is_hedged(scene, word.index)
        ):
            continue
        gap = scene.tokens[word.index + 1 : first - 1]
        if (
            any(t.text in ";." or t.wall >= 6 or t.number is not None and _plain(scene, t) for t in gap)
            or opened in _FROM
            and len(gap) > 4
        ):
            continue
        bound = scene.bounds.get(first)
        if word.has("drop") and (bound is None or bound.predicate != "value" or bound.verdict != "supported"):
            continue  # "three drops, each deeper: 41% → 48% → 55%": what falls is not what the numbers are of
        said = direction_of(scene, word, bound.metrics if bound is not None else frozenset())
        if said * way < 0:
            found.append(_ruled(word.index, word.index, " → ".join(t.number.text for t in row if t.number is not None)))
    return found


def _led(scene: Scene, token: Token) -> bool:
    """ "as the load grows", "с ростом": a word of way that says when, and of something else."""
    before = scene.tokens[max(0, token.index - 6) : token.index]
    cut = max((t.index for t in before if t.text in ",;:."), default=-1)
    return any(t.lower in _LEADS and t.index > cut for t in before)


# -- "rises to 9.6%" -----------------------------------------------------------------------------------------------------


def _reached(scene: Scene) -> list[Ruled]:
    """ "DataFileRead rises to 9.6% on ZFS": no level that it may be held against is below."""
    found: list[Ruled] = []
    own = parameter_words(scene)
    if len(scene.vocabulary.facts.experiment.factors) != 1 or scene.matches(_WITHIN):
        return []
    for place, bound in sorted(scene.bounds.items()):
        fact = _fact(scene, bound)
        if fact is None or place < 2 or scene.tokens[place - 1].lower not in _TO:
            continue
        words = [t for t in scene.tokens[max(0, place - 5) : place - 1] if t.has(*_WAYS) and t.index not in own]
        if (
            len(words) != 1
            or _led(scene, words[0])
            or is_negated(scene, words[0].index)
            or is_hedged(scene, words[0].index)
        ):
            continue
        if any(t.text in ",;()" or t.number is not None for t in scene.tokens[words[0].index + 1 : place]):
            continue
        way = direction_of(scene, words[0], bound.metrics)
        if not way or fact.stat == ("max" if way > 0 else "min") and bound.stat_at is None:
            continue
        others = _held_against(scene, fact)
        if others and all((shown(fact) - shown(other)) * way < 0 for other in others):
            other = others[0]
            text = f"{other.level} {shown(other):g} → {fact.level} {shown(fact):g}"
            found.append(_ruled(words[0].index, place, text, (other.name, fact.name)))
    return found


def _fact(scene: Scene, bound: Bound) -> Fact | None:
    facts = [f for name in bound.facts if (f := scene.vocabulary.by_name.get(name)) is not None]
    told = bound.verdict == "supported" and bound.predicate == "value" and len(facts) == 1 and bound.partner is None
    return (
        facts[0] if told and facts[0].level is not None and facts[0].partner is None and facts[0].run is None else None
    )


def _held_against(scene: Scene, fact: Fact) -> list[Fact]:
    """The same at the levels that a level may be held against: the baseline, the one before, those spoken of; all for the first of them."""
    vocabulary = scene.vocabulary
    level = vocabulary.canonical(fact.level or "")
    bases = bases_of(scene, level) - {level}
    named = bases if level not in vocabulary.special("baseline") else set(vocabulary.level_ids)
    rows = [
        f for at, f in vocabulary.series(fact.metric, fact.stat) if at in named and at != level and f.stat == fact.stat
    ]
    return [f for f in rows if f.denominator == fact.denominator]


# -- "never rose below" --------------------------------------------------------------------------------------------------


def _never(scene: Scene) -> list[Ruled]:
    found: list[Ruled] = []
    text, offset = scene.sentence.text, scene.tokens[0].start
    for pattern in (_NEVER_UP, _NEVER_DOWN, _EVEN):
        for said in pattern.finditer(text):
            inside = [t.index for t in scene.tokens if said.start() <= t.start - offset < said.end()]
            behind = scene.tokens[inside[-1] + 1 : inside[-1] + 4] if inside else []
            if inside and (pattern is _EVEN or any(t.number is not None for t in behind)):
                found.append(_ruled(inside[0], inside[-1], said.group()))
    for place, bound in sorted(scene.bounds.items()):
        ruled = _never_past(scene, place, bound)
        if ruled is not None:
            found.append(ruled)
    return found


def _never_past(scene: Scene, place: int, bound: Bound) -> Ruled | None:
    """ "412 s on average and never more than 371 s": what is told of the same passes it; "never more than 76% busy" where that is the least."""
    number = bound.number
    before = scene.sentence.text[: number.start - scene.tokens[0].start]
    way = UP if _NEVER_MORE.search(before) else DOWN if _NEVER_LESS.search(before) else 0
    if not way or not number.readings or number.high is not None or number.unit is None or told_of_others(scene, bound):
        return None
    former = [b for at, b in sorted(scene.bounds.items()) if at < place][-1:]
    if (
        former
        and former[0].number.unit == number.unit
        and former[0].verdict == "supported"
        and former[0].predicate == "value"
    ):
        gap = scene.tokens[former[0].place + 1 : place]
        other = former[0].number.low_value()
        if (
            (other - number.low_value()) * way > 0
            and not any(former[0].place < m.first < place for m in scene.mentions.metrics)
            and len(gap) <= 8
            and not any(t.text == ";" for t in gap)
        ):
            return _ruled(place, place, f"{former[0].number.text}, {number.text}")
    levels = frozenset().union(*bound.levels) if bound.levels else scene.inherited_levels
    ends = {"max": False, "min": False}
    for fact in scene.vocabulary.facts.facts:
        if (
            fact.stat in ends
            and fact.level in levels
            and fact.partner is None
            and (not bound.metrics or fact.metric in bound.metrics)
        ):
            unit = scene.vocabulary.unit_of(fact.metric)
            if unit is not None and unit.dimension == number.dimension:
                ends[fact.stat] |= any(
                    abs(v - number.low_value()) <= (number.readings[0].quantum or 1) / 2
                    for v in in_unit(fact, number.unit, unit)
                )
    if ends["min" if way > 0 else "max"] and not ends["max" if way > 0 else "min"] and len(levels) == 1:
        return _ruled(place, place, "min" if way > 0 else "max")
    return None


# -- "median slightly lower, 9,960" ----------------------------------------------------------------------------------------


def _statistics(scene: Scene) -> list[Ruled]:
    """ "9 910, медиана чуть ниже, 9 960": the statistic that is compared stands right behind, what it is held against before."""
    found: list[Ruled] = []
    for one, two in itertools.pairwise(sorted(scene.bounds)):
        a, b = scene.bounds[one], scene.bounds[two]
        gap = scene.tokens[one + 1 : two]
        words = [
            t for t in gap if t.has("up.comparative", "down.comparative") and (not t.has("small") or t.has("degree"))
        ]
        names = [t for t in gap if t.statistic in _STATS and words and t.index < words[0].index][-1:]
        if not names or len(words) != 1 or not 0 < words[0].index - names[0].index <= 3 or len(gap) > 9:
            continue
        others = {t.statistic for t in gap if t.statistic and t not in names} | ({a.stat} if a.stat else set())
        marked = any(t.text in ",:—–(" for t in gap[-1:]) and any(
            t.text in ",;—–" for t in scene.tokens[one + 1 : names[0].index]
        )
        if (
            not marked
            or is_negated(scene, words[0].index)
            or len(others - {"mean", None}) > 0
            or names[0].statistic != "median"
        ):
            continue
        if (
            a.number.dimension != b.number.dimension
            and None not in (a.number.dimension, b.number.dimension)
            or not (a.number.readings and b.number.readings)
        ):
            continue
        way = UP if words[0].has("up.comparative") else DOWN
        if (b.number.low_value() - a.number.low_value()) * way < 0:
            found.append(_ruled(words[0].index, two, f"{a.number.text}, {b.number.text}", (*a.facts, *b.facts)))
    return found


# -- "the tail grows slower than the mean" ---------------------------------------------------------------------------------

_TAIL_GROWS = re.compile(
    r"\b(?:tail|p99|p95|maximum)\b (?:of \w+ )?(?:latency )?(?:grow|stretch|ris|lengthen|increas)\w* (?:\w+ )?(?P<en>faster|slower)\b(?: than (?:the|its) (?:mean|average))?"
    r"|(?<!\w)(?:хвост|p99|p95|максимум)\w* (?:раст[её]т|удлиняется|вытягивается|увеличивается) (?:\w+ )?(?P<ru>быстрее|медленнее)(?!\w)(?:,? чем средн\w+| средн\w+)?",
    re.I,
)
_OF_MEAN = re.compile(r"\b(?:mean|average)\b|(?<!\w)средн", re.I)


def _tail_against_mean(scene: Scene) -> list[Ruled]:
    """ "The tail grows slower than the mean": along the levels (or between the two that are named) every tail that is held outgrew its mean."""
    text, offset = scene.sentence.text, scene.tokens[0].start
    said = _TAIL_GROWS.search(text)
    order = scene.vocabulary.numeric_order
    if (
        said is None
        or len(order) < 2
        or not _OF_MEAN.search(text)
        or len(scene.vocabulary.facts.experiment.factors) != 1
    ):
        return []
    inside = [t.index for t in scene.tokens if said.start() <= t.start - offset < said.end()]
    if is_hedged(scene, inside[0]) or is_negated(scene, inside[-1]):
        return []
    named = [level for level in order if any(m.ids == {level} for m in scene.mentions.levels)]
    first, last = (named[0], named[-1]) if len(named) == 2 else (order[0], order[-1])
    near = {m for mention in scene.mentions.metrics for m in mention.metrics} | scene.inherited_metrics
    way = UP if (said["en"] or said["ru"]).lower() in ("faster", "быстрее") else DOWN
    grown: list[tuple[float, str]] = []
    for metric in sorted(near or scene.vocabulary.metrics):
        means = [scene.vocabulary.central(metric, level, "mean") for level in (first, last)]
        for stat in ("p99", "p95"):
            tails = [scene.vocabulary.central(metric, level, stat) for level in (first, last)]
            rows = [f for f in (*means, *tails) if f is not None and shown(f) > 0]
            if len(rows) == 4 and {f.stat for f in rows} == {"mean", stat}:
                mean, tail = shown(rows[1]) / shown(rows[0]), shown(rows[3]) / shown(rows[2])
                grown.append((tail / mean, f"{stat} {tail:.3g}, mean {mean:.3g} ({first} → {last})"))
    if grown and all((ratio - 1) * way < -0.03 for ratio, _ in grown):
        return [_ruled(inside[0], inside[-1], grown[0][1])]
    return []
