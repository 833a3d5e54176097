"""Refuses a value that is of another statistic than the one its clause names before it: "the mean shoots up to 38.5 ms" of a p95, "its peak is 29.7%" of a mean.

An extreme may also be the highest of the levels' means, so a mean that is the outermost one keeps its "peak", unless only the peak of a run can be meant:
"the best peak is 10,480", "peak latency 6.1 ms" of the level that is spoken of, "peak lag rises from 0.43 to 0.93 s". Only refutes.
"""

from __future__ import annotations

import re
from dataclasses import replace

from factcheck.binding.agreement import agrees, in_unit, rounds_to, shown, significant_digits
from factcheck.binding.arguments import PERCENTILES
from factcheck.binding.bound import Bound
from factcheck.binding.scene import STATS_SAID, Scene
from factcheck.binding.scope import topics
from factcheck.binding.statwords import leaves_room
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_said
from factcheck.judging.values import is_end_of_levels
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import Token
from factcheck.reading.units import compatible
from factcheck.refuting.spokenstat import stat_behind

_SAID = [
    ("mean", re.compile(r"^(?:mean|average|averages|averaged|avg|средн\w+|среднем|усредн\w+)$")),
    ("median", re.compile(r"^(?:median|медиан\w*|p50)$")),
    ("max", re.compile(r"^(?:peaks?|peaked|maximum|max|maxima|пик\w*|максимум\w*|максимальн\w+)$")),
    ("min", re.compile(r"^(?:minimum|min|minima|floor|trough|минимум\w*|минимальн\w+)$")),
    ("p95", re.compile(r"^(?:p95)$")),
    ("p99", re.compile(r"^(?:p99)$")),
    ("percentile", re.compile(r"^(?:percentile|перцентил\w+)$")),
]
_KINDS = ("mean", "median", "max", "min", "p95", "p99", "p90", "stddev")
_EXTREMES = {"max": max, "min": min}
_OF_ONE = re.compile(
    r"\b(?P<side>worst|poorest|weakest|best|slowest|fastest)\s+(?:single\s+)?(?:[\w-]+\s+)?(?:runs?|moment|minute|second|case|reading|sample|interval)\b[^,.;:\d]{0,30}?[,(]?\s*(?:is|was|of|at|—|–|:)?\s*\(?$|"
    r"\b(?P<max>longest|slowest|largest|highest|biggest) single\s+[\w -]{2,30}?,?\s*\(?$|"
    r"(?<!\w)(?P<side_ru>худш|лучш)\w+\s+(?:\w+\s+)?(?:прогон\w*|момент\w*|мгновени\w*|минут\w*|секунд\w*|случа\w*)[^,.;:\d]{0,30}?[,(—–]?\s*\(?$|"
    r"(?<!\w)сам\w+\s+(?P<max_ru>долг|длинн|медленн|больш)\w+\s+(?:одиночн|отдельн|единичн)\w+\s+[\w -]{2,30}?,?\s*[(—–]?\s*$",
    re.I,
)
_WORST_OF = r"worst|best|slowest|fastest|longest|shortest|largest|biggest|heaviest|busiest|fullest"
_MOMENT = (
    rf"at (?:its|the|their)(?: very)? (?:{_WORST_OF}|peak|height)(?: (?:moment|minute|second|point))?|at worst|"
    r"(?:in|at|during) (?:its|the|their|a) (?:worst|busiest|bad|best) (?:case|moments?|minutes?|seconds?|point|hour)|at (?:no|any one) (?:moment|time|point)|"
    r"(?:на|в)(?: сам\w+| своём| своем)? пике|в (?:сам\w+ )?(?:худш|лучш|плох|тяж[её]л|напряж[её]нн)\w+ (?:минут|момент|секунд|случа|мгновени|час|врем)\w*|в пиков\w+ (?:минут|момент|секунд)\w*"
)
_OF_MOMENT = re.compile(rf"(?<!\w)(?P<at>{_MOMENT})(?!\w)[^.;:()\d]{{0,70}}$", re.I)
_OF_MOMENT_BEHIND = re.compile(rf"^ (?:\w+ )?(?P<at>{_MOMENT})(?!\w)(?![^.;:]{{0,40}}\d)", re.I)
_EVEN = re.compile(
    rf"(?<!\w)even (?:the |its |their )?(?:{_WORST_OF})(?: \w+){{0,3}} [^.;:()\d]{{0,40}}$|(?<!\w)даже сам\w+ (?:долг|медленн|длинн|тяж[её]л|больш|быстр|коротк)\w+ [^.;:()\d]{{0,50}}$",
    re.I,
)
_TOOK = re.compile(
    r"\b(?:(?P<max>longest|slowest)|shortest|fastest|quickest)(?: [a-z]+)? (?:took|takes|lasted|lasts|needed|needs)(?: just| only)? $|"
    r"(?<!\w)сам\w{2} (?:(?P<max_ru>долг|длинн|медленн)|корот|быстр)\w+ (?:\w+ )?(?:занял\w*|занимает|длил\w+|выполнял\w+|шёл|шла|шло)(?: всего| лишь)? $",
    re.I,
)
_GOOD = re.compile(r"best|fastest|shortest|лучш|быстр|коротк", re.I)
_HIGH = re.compile(r"peak|height|fullest|busiest|heaviest|largest|biggest|longest|slowest|пик|напряж|больш|долг|длинн|медленн", re.I)  # fmt: skip
_BACK = 9  # tokens between the statistic and its number
_STOPS = {";", ":", "(", ")", ".", "but", "но", "а", "while", "whereas", "than", "чем", "against", "против", "over", "above", "below", "from", "от", "of which", "deviation", "отклонение", "отклонения"}  # fmt: skip
_ABOVE = {"выше", "ниже", "больше", "меньше"}
_OWN = {"its", "their", "свой", "своего", "своему", "своём", "своем"}
_PREDICATE = re.compile(r"^(?:peaks|peaked|максимально|минимально|максимальн[аы]|минимальн[аы])$")
_NO_NOUN = {"at", "is", "was", "of", "in", "to", "with", "are", "were", "on", "comes", "for", "and", "при", "на", "в", "у", "с", "и"}  # fmt: skip
_OVER_LEVELS = re.compile(
    r"\b(?:of|over|across|in) (?:all|the (?:\w+ )?(?:series|grid|study|test|experiment|levels|values|settings|curve))\b|(?<!\w)(?:всей |всего )?(?:серии|сетки|кривой|опыта|эксперимента)(?!\w)|(?<!\w)(?:из|среди|по) всех",
    re.I,
)
_OF_SPREAD = re.compile(r"deviation|отклонени|spread|scatter|разброс|range|размах|амплитуд|amplitude|correlat|коррел|slope|наклон", re.I)  # fmt: skip


def judge_said_statistics(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each value whose clause names a statistic that it is not."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        said = _of_one(scene, bound) or _said_before(scene, bounds, place) if _told(scene, bound) else None
        if said is None:
            continue
        stat, at = said
        if not _plain(_as_value(scene, bound)):
            ruling = _of_several(scene, bound, stat)
            if ruling is not None:
                found.append((at, place, bound.predicate, ruling))
            continue
        fact = _other(scene, bound, stat, at)
        if fact is not None and not _of_best_level(scene, fact, stat) and not is_end_of_levels(scene, fact, stat):
            text, ru = f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}"
            own = next(iter(_of(scene, fact.metric, stat, fact.level)), None)
            if own is not None:
                text, ru = f"{own.name} is {own.value:g}; {text}", f"{own.name} равно {own.value:g}; {ru}"
            names = (own.name, fact.name) if own is not None else (fact.name,)
            ruling = Ruling("contradicted", text, ru, names, f"{own.value:g}" if own is not None else None)
            found.append((at, place, "value", ruling))
    return found


def _of_best_level(scene: Scene, fact: Fact, stat: str) -> bool:
    """ "At its best it stands at 34,620 TPS": where no level is named, the extreme of the levels' own values may be meant."""
    rows = [f for level in scene.vocabulary.level_ids for f in _of(scene, fact.metric, fact.stat, level)]
    end = _EXTREMES[stat]((f.value for f in rows), default=None) if stat in _EXTREMES else None
    return not scene.mentions.levels and not scene.inherited_levels and fact.value == end


def statistic_said(scene: Scene, bound: Bound) -> tuple[str, int] | None:
    """The statistic that the clause names before a value, or that its words ask for, and where."""
    return _of_one(scene, bound) or _said_before(scene, scene.bounds, bound.place)


def told_plainly(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> Ruling:
    """A percentile or an extreme told with no word of it, where the mean is held, too: "a typical commit waits 31.4 ms" of a p99."""
    fact = scene.vocabulary.by_name.get(ruling.facts[0]) if len(ruling.facts) == 1 else None
    told = predicate == "value" and ruling.verdict == "supported" and bound.number.hedge is None and fact is not None
    if fact is None or not told or fact.level is None or fact.run is not None or fact.scope not in (None, "run"):
        return ruling
    own = [one for stat in ("mean", "median") for one in _of(scene, fact.metric, stat, fact.level)]
    if fact.partner is not None or not own or bound.number.high is not None or leaves_room(scene, fact.stat, bound.place):  # fmt: skip
        return ruling
    if any(_tells(scene, bound.number, one) for one in own) or _is_end_of_span(scene, bound, fact):
        return ruling
    text = f"{fact.name} is {fact.value:g}, no mean; {own[0].name} is {own[0].value:g}"
    ru = f"{fact.name} равно {fact.value:g}, это не среднее; {own[0].name} равно {own[0].value:g}"
    return Ruling("contradicted", text, ru, (own[0].name, fact.name), f"{own[0].value:g}")


def _is_end_of_span(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """ "**4**: 498 to 522 s": the least and the most of one level, told as a span."""
    other = {"min": 2, "max": -2}.get(fact.stat)
    at = bound.place + (other or 0)
    if other is None or not 0 <= at < len(scene.tokens) or (number := scene.tokens[at].number) is None:
        return False
    linked = scene.tokens[(at + bound.place) // 2].lower in ("to", "до", "–", "—", "-", "and", "и")
    return linked and any(_tells(scene, number, one) for one in _of(scene, fact.metric, "max" if fact.stat == "min" else "min", fact.level))  # fmt: skip


def _told(scene: Scene, bound: Bound) -> bool:
    """Whether a number is a value told plainly, a range or an amount of two values, or a value that was read as an amount: "в пике занят на 88,9%"."""
    several = bound.predicate in ("value", "ratio", "delta") and bound.verdict == "supported" and len(bound.facts) >= 2
    return several or _plain(_as_value(scene, bound))


def _as_value(scene: Scene, bound: Bound) -> Bound:
    """ "Диск занят в пике на 88,9%": an amount with no word of a way is a value."""
    way = 0 if bound.predicate != "delta" else direction_said(scene, bound)[0]
    if bound.predicate != "delta" or way or bound.number.signed:
        return bound
    return replace(bound, predicate="value", verdict="unverifiable")


def _of_several(scene: Scene, bound: Bound, stat: str) -> Ruling | None:
    """ "Peak write latency stays within 0.62-0.71 ms", "the peak grows only 4.4 times" of the means, where the maxima are others."""
    facts = [held for name in bound.facts if (held := scene.vocabulary.by_name.get(name)) is not None]
    kinds = {(fact.metric, fact.stat) for fact in facts}
    if (
        len(facts) != len(bound.facts)
        or len(kinds) != 1
        or facts[0].stat not in ("mean", "median")
        or stat not in _EXTREMES
    ):
        return None
    own = [ends_of[0] for fact in facts if (ends_of := _of(scene, fact.metric, stat, fact.level))]
    if len(own) != len(facts) or any(fact.level is None for fact in facts):
        return None
    values = [shown(fact) for fact in own]
    if bound.number.high is not None:
        unit = scene.vocabulary.unit_of(own[0].metric)
        ends = [in_unit(end(own, key=lambda f: f.value), bound.number.unit, unit) for end in (min, max)]
        right = agrees(bound.number, ends[0]) and agrees(bound.number, ends[1], high=True)
    else:
        if bound.predicate == "value" or len(values) != 2 or 0 in values:
            return None
        one, two = values
        ratios = [two / one, one / two]
        told = ratios if bound.predicate == "ratio" else [abs(ratio - 1) * 100 for ratio in ratios] + [abs(two - one)]
        right = agrees(bound.number, told)
    if right:
        return None
    text = ", ".join(f"{fact.level}: {fact.value:g}" for fact in own)
    return Ruling("contradicted", f"{own[0].metric} {stat}: {text}", f"{own[0].metric} {stat}: {text}", tuple(f.name for f in own))  # fmt: skip


def _plain(bound: Bound) -> bool:
    number = bound.number
    told = bound.verdict == "supported" and bound.predicate == "value" or bound.verdict == "unverifiable"
    plain = number.kind == "value" and number.high is None and not number.fraction and not number.signed
    if not told or not plain or bound.predicate not in ("value", "design"):
        return False
    return number.hedge in (None, "under", "about") and significant_digits(number.text) >= 2


def _of_one(scene: Scene, bound: Bound) -> tuple[str, int] | None:
    """ "The worst run was 5,423", "the longest single transaction, 22 ms": the extreme that a phrase right before a number asks for."""
    before = scene.sentence.text[: scene.tokens[bound.place].start - scene.tokens[0].start]
    found = _OF_ONE.search(before)
    took = _TOOK.search(before)
    if took is not None and _is_end(scene, bound):
        return "max" if took["max"] or took["max_ru"] else "min", bound.place
    if found is None:
        return _of_moment(scene, bound, _without_levels(scene, before))
    at = next(t.index for t in scene.tokens if t.end - scene.tokens[0].start > found.start())
    if found.group("max") or found.group("max_ru"):
        return "max", at
    sides = {scene.vocabulary.better(metric) for metric in bound.metrics}
    if len(sides) != 1 or not sides <= {"higher", "lower"}:
        return None
    good = (found.group("side") or found.group("side_ru")).lower() in ("best", "fastest", "лучш")
    return ("max" if (sides == {"higher"}) == good else "min"), at


def _is_end(scene: Scene, bound: Bound) -> bool:
    """Whether a number is an end of a run of its metric."""
    held = (fact for metric in bound.metrics for fact in scene.vocabulary.by_metric.get(metric, ()))
    return any(fact.stat in _EXTREMES and fact.partner is None and _tells(scene, bound.number, fact) for fact in held)


def _of_moment(scene: Scene, bound: Bound, before: str) -> tuple[str, int] | None:
    """ "The queue climbs to 31.2 at its worst moment", "even the slowest query is done in 14.2 s": an extreme of the run, not of the levels."""
    behind = scene.sentence.text[scene.tokens[bound.place].end - scene.tokens[0].start :]
    found = _EVEN.search(before) or _OF_MOMENT.search(before) or _OF_MOMENT_BEHIND.match(behind)
    if found is None or _MEAN.search(found.group()) or scene.tokens[bound.place].number is None:
        return None
    if re.search(r"\bp\d\d|percentile|перцентил", re.split(r"[;:]", before)[-1], re.I):
        return None  # "the p99 is at its best, 9.8 ms": over the levels
    if any(found.start() <= m.start() for m in _MEAN.finditer(before)):
        return None
    if told := _MEAN.search(re.split(r"[,;:(]", before[: found.start()])[-1]):
        central = next((stat for stat, said in _CENTRAL if told.group().lower().startswith(said)), None)
        return None if central is None else (central, bound.place)  # "the mean is at its best, 4.38 ms"
    if _is_of_levels(scene, found):
        return None
    sides = {scene.vocabulary.better(metric) for metric in bound.metrics}
    word = found.group()
    if _HIGH.search(word):
        return "max", bound.place
    if len(sides) != 1 or not sides <= {"higher", "lower"}:
        return None
    return ("max" if (sides == {"higher"}) == bool(_GOOD.search(word)) else "min"), bound.place


_BARE = re.compile(rf"at (?:its|the|their)(?: very)? (?:{_WORST_OF}|peak|height)|at worst|(?:на|в)(?: сам\w+| своём| своем)? пике", re.I)  # fmt: skip


def _is_of_levels(scene: Scene, found: re.Match[str]) -> bool:
    """ "Latency is at its best with 16MB, 4.38 ms": the level that stands right behind is where the metric is at its best of all."""
    if not _BARE.fullmatch(found.group("at") if "at" in found.groupdict() else ""):
        return False
    end = scene.tokens[0].start + found.end("at")
    behind = next((t.index for t in scene.tokens if t.start >= end), len(scene.tokens))
    return any(m.role != "than" and behind < m.first <= behind + 2 for m in scene.mentions.levels) and found.start() > 0


def _without_levels(scene: Scene, text: str) -> str:
    """The text with the levels that it names blanked out: their digits are no values."""
    start = scene.tokens[0].start
    for at in scene.mentions.level_tokens:
        token = scene.tokens[at]
        text = text[: token.start - start] + " " * (token.end - token.start) + text[token.end - start :] if token.end - start <= len(text) else text  # fmt: skip
    return text


_CENTRAL = (("mean", ("mean", "average", "средн")), ("median", ("median", "медиан")))
_MEAN = re.compile(r"\b(?:mean|average|median|percentile|p\d\d)|(?<!\w)(?:средн|медиан|перцентил)", re.I)


def _said_before(scene: Scene, bounds: dict[int, Bound], place: int) -> tuple[str, int] | None:
    """The one statistic that the clause names before a number, with no other number between."""
    found: list[tuple[str, int]] = []
    for token in reversed(scene.tokens[max(0, place - _BACK) : place]):
        stat = named_statistic(scene, token) if not _over_runs(scene, token) else None
        if stat is not None and _follows_its_value(scene, bounds, token):
            break  # "6.1 ms on average and 17.9 ms": of the value before
        if stat is not None and scene.tokens[token.index - 1].lower in _ABOVE and token.index:
            continue  # "медиана чуть выше среднего — 10 340"
        if stat is not None:
            found.append((stat, token.index))
            continue
        if token.index in bounds and _in_row(scene, token.index, place):
            continue  # "the peaks are 52 and 96"
        if token.index == place - 1 and token.text == "(" or _from(scene, token):
            continue  # "the peak is lowest at 50 ms (3.6 ms)", "the peak rises from 0.43"
        if token.index in bounds or token.lower in _STOPS or token.text == "," and found:
            break
    found = found or _of_head(scene, place)
    if scene.tokens[place - 1].text == "(" and len({stat for t in scene.tokens[:place] if (stat := named_statistic(scene, t))}) > 1:  # fmt: skip
        return None  # "Mean and p99 of the scan time diverge at 64 (12.9 and 61.8 ms)"
    start, end = scene.tokens[0].start, scene.tokens[place].end
    clause = scene.block.text[start:end] + re.split(r"[,;.]\s", scene.block.text[end:])[0]
    if len({stat for stat, _ in found}) != 1 or _OF_SPREAD.search(clause):
        return None
    between = scene.tokens[found[0][1] : place]
    if between[-1].text == "," and any(superlative_kind(scene, t) in ("max", "min") for t in between[1:]):
        between = between[:-1]  # "peak latency is the lowest of all, 0.42 ms"
    if [t.text for t in between[1:]] == [","] and scene.tokens[between[0].index - 1].lower in _OWN:
        between = between[:-1]  # "they reach their maximum, 187 thousand a second"
    comma = any(t.text == "," for t in between) and found != _of_head(scene, place)
    return None if comma or stat_behind(scene, place) is not None else found[0]


def _follows_its_value(scene: Scene, bounds: dict[int, Bound], token: Token) -> bool:
    """ "6.1 ms on average and 17.9 ms", "9.6 requests on average": a statistic right behind a value, or linked to one and what it counts."""
    linked = token.index > 1 and scene.tokens[token.index - 1].lower in ("on", "at", "в", "на")
    return any(t.index in bounds for t in scene.tokens[max(0, token.index - (3 if linked else 2)) : token.index])


def _over_runs(scene: Scene, token: Token) -> bool:
    """ "Average p99 latency", "средний 95-й процентиль": of a percentile, over the runs."""
    behind = scene.tokens[token.index + 1 : token.index + 3]
    return token.statistic == "mean" and any(t.statistic in PERCENTILES or t.rank for t in behind)


def _in_row(scene: Scene, one: int, two: int) -> bool:
    """Whether only "and", a slash, an arrow or the word of a way parts two numbers."""
    return [t.lower for t in scene.tokens[one + 1 : two]] in (["and"], ["и"], ["/"], ["→"], ["->"], ["to"], ["до"])


def _from(scene: Scene, token: Token) -> bool:
    """ "Rises from 0.43", "падает с 96": where a way begins, and no end of a range."""
    before = scene.tokens[token.index - 1] if token.index else token
    return token.lower in ("from", "с", "со", "от") and before.has("up.intransitive", "down.intransitive", "up.transitive", "down.transitive")  # fmt: skip


def _of_head(scene: Scene, place: int) -> list[tuple[str, int]]:
    """ "Nothing dramatic on average: the queue is 7.9, latency 4.2 ms": what is named before the colon, where nothing is behind it."""
    colon = next((t.index for t in scene.tokens[:place] if t.text == ":"), None)
    if colon is None or any(
        t.statistic in STATS_SAID or t.text == ";" or named_statistic(scene, t) is not None
        for t in scene.tokens[colon:place]
    ):
        return []
    extreme = any(t.statistic in ("max", "min") for t in scene.tokens[:colon])
    if extreme and (
        scene.tokens[0].lower in ("for", "для") or any(m.first == colon + 1 for m in scene.mentions.levels)
    ):
        return []  # "For minimal read latency: 64 (4.1 ms)": what is wanted, and no minimum of a run
    if any(t.number is not None and t.number.is_value for t in scene.tokens[:colon]):
        return []  # "319 on average, but the runs differ: from 281 to 344"
    said = [(stat, t.index) for t in scene.tokens[:colon] if (stat := named_statistic(scene, t)) is not None]
    return said if len(said) == 1 and (said[0][0] == "mean" or colon <= 4) else []


def named_statistic(scene: Scene, token: Token) -> str | None:
    """The statistic that a word is the name of, where it is no part of a metric's or a level's name: "пиковое", "average"."""
    names = [(m.first, m.last) for m in scene.mentions.metrics if m.exact and m.metrics and m.first < m.last]
    names += [(m.first, m.last) for m in scene.mentions.levels]
    if any(first <= token.index <= last for first, last in names):
        return None  # "the 95th percentile of latency" may be a metric's name
    following = scene.tokens[token.index + 1].lower if token.index + 1 < len(scene.tokens) else ""
    if following == "out":
        return _OUT.get(token.lower)
    return next((name for name, words in _SAID if words.match(token.lower)), None)


#: "Tops out at 84%", "bottoms out at 5.1 ms": the end that a run comes to.
_OUT = {word: stat for stat, said in (("max", "tops topped topping maxes maxed"), ("min", "bottoms bottomed bottoming")) for word in said.split()}  # fmt: skip


def _of(scene: Scene, metric: str, stat: str, level: str | None) -> list[Fact]:
    if stat == "percentile":
        return [fact for name in ("p90", "p95", "p99") for fact in _of(scene, metric, name, level)]
    names = ("mean", "median") if stat == "mean" and "mean" not in scene.vocabulary.stats_of(metric) else (stat,)
    return [
        fact for name in names for fact in scene.vocabulary.values(metric, name, level)
        if fact.run is None and fact.partner is None
    ]  # fmt: skip


def _other(scene: Scene, bound: Bound, stat: str, at: int) -> Fact | None:
    """The one fact of another statistic that a number tells, where none of the named statistic is told by it."""
    levels = _levels(scene, bound)
    equal = [f for f in _candidates(scene, bound) if _level(scene, f) in levels and f.stat in _KINDS]
    if not equal or len({fact.metric for fact in equal}) != 1:
        return None
    if any(fact.stat == stat or stat == "percentile" and fact.stat not in ("mean", "median") or stat == "mean" and fact.stat == "median" and not _of(scene, fact.metric, "mean", fact.level) for fact in equal):  # fmt: skip
        return None
    fact = equal[0]
    single = _of_one(scene, bound) is not None  # of one run or moment no mean may be told
    no_end = fact.stat in ("mean", "median") or single and fact.stat.startswith("p")
    other_end = single and {fact.stat, stat} == {"min", "max"}  # "at its best" of the worst
    held = _of(scene, fact.metric, stat, fact.level) or stat in _EXTREMES and no_end or other_end
    if len({one.stat for one in equal}) > 1 and stat not in _EXTREMES or not held:
        return None
    if any(_tells(scene, bound.number, own) for level in levels for own in _of(scene, fact.metric, stat, level)):
        return None
    if stat not in _EXTREMES or single or not outermost(scene, fact, stat):
        return fact
    return fact if _of_the_run(scene, bound, fact, at) else None


def _of_the_run(scene: Scene, bound: Bound, fact: Fact, at: int) -> bool:
    """Whether a peak can only be that of its run: "the best peak", one told of the level that is spoken of, one of a row of them."""
    if at and superlative_kind(scene, scene.tokens[at - 1]) in ("max", "min", "best", "worst"):
        return True
    others = (scene.vocabulary.by_name.get(b.facts[0]) for p, b in scene.bounds.items() if p > at and p != bound.place and len(b.facts) == 1)  # fmt: skip
    following = scene.tokens[at + 1]
    attribute = following.is_word and following.lower not in _NO_NOUN and not _PREDICATE.match(scene.tokens[at].lower)
    if attribute and any(one is not None and (one.metric, one.stat) == (fact.metric, fact.stat) and one.level != fact.level for one in others):  # fmt: skip
        return True
    spoken_of = scene.inherited_levels == {fact.level} and not scene.mentions.levels
    if _PREDICATE.match(scene.tokens[at].lower):
        return False  # "wait is lowest here: 8.8%", "it peaks at 1.5 with 2,150"
    start, end = scene.tokens[at].start, scene.tokens[bound.place].end
    clause = scene.block.text[start:end] + re.split(r"[,;.(]\s?|\bwith\b|(?<!\w)при(?!\w)", scene.block.text[end:])[0]
    return spoken_of and fact.stat in ("mean", "median") and not _OVER_LEVELS.search(clause)


def outermost(scene: Scene, fact: Fact, stat: str) -> bool:
    """Whether a value is the highest (lowest) of its own statistic over the levels, which a peak may mean, too."""
    row = [one.value for _, one in scene.vocabulary.series(fact.metric, fact.stat)]
    return (
        not row or fact.value == _EXTREMES[stat](row) or fact.stat in _EXTREMES and fact.stat != stat and len(row) < 2
    )


def _level(scene: Scene, fact: Fact) -> str:
    return scene.vocabulary.canonical(fact.level) if fact.level is not None else ""


def _levels(scene: Scene, bound: Bound) -> list[str]:
    named = frozenset().union(*bound.levels) | frozenset().union(*(m.ids for m in scene.mentions.levels))
    said = named or scene.inherited_levels
    return [level for level in scene.vocabulary.level_ids if not said or level in said]


def _candidates(scene: Scene, bound: Bound) -> list[Fact]:
    """The facts that a number tells, of its metrics; where it has none, of the metrics that are called as a word before it."""
    number = bound.number
    units = {m: scene.vocabulary.unit_of(m) for m in bound.metrics}
    metrics = {
        m for m, unit in units.items() if number.unit is None or unit is not None and compatible(number.unit, unit)
    }
    if not metrics and number.unit is not None and _of_one(scene, bound) is not None:
        metrics = {m for mention in scene.mentions.metrics for m in mention.metrics} or {
            m for group in topics(scene)[:1] for m in group
        }
    if not metrics and number.unit is not None:
        called = [m.text.lower() for m in scene.mentions.metrics if m.exact and m.last < bound.place and m.text]
        metrics = {
            metric for metric in scene.vocabulary.metrics for text in called
            if re.match(rf"{re.escape(text)}(?:_|$)", metric.lower())
        }  # fmt: skip
    named = scene.vocabulary.by_name.get(bound.facts[0]) if len(bound.facts) == 1 else None
    if named is not None and named.metric not in metrics and _tells(scene, number, named):
        metrics.add(named.metric)  # "report time (mean, 2) is no max"
    found = []
    for metric in metrics:
        unit = scene.vocabulary.unit_of(metric)
        if number.unit is not None and not compatible(number.unit, unit):
            continue
        for fact in scene.vocabulary.by_metric.get(metric, ()):
            whole = fact.run is None and fact.partner is None and fact.scope in (None, "run") and fact.level is not None
            if whole and _tells(scene, number, fact):
                found.append(fact)
    return found


def _tells(scene: Scene, number: Number, fact: Fact) -> bool:
    """Whether a number is a fact as shown, whatever stands before it ("up to")."""
    values = in_unit(fact, number.unit, scene.vocabulary.unit_of(fact.metric))
    return any(rounds_to(value, reading) for value in values for reading in number.readings)
