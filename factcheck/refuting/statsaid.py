"""Refuses a value that is of another statistic than the one its clause names before it: "the mean shoots up to 38.5 ms" of a p95, "its peak is 29.7%" of a mean.

An extreme may also be the highest of the levels' means, so a mean that is the outermost one keeps its "peak". Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import in_unit, rounds_to, significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.scene import STATS_SAID, Scene
from factcheck.binding.scope import topics
from factcheck.binding.statwords import leaves_room
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import Token
from factcheck.reading.units import compatible
from factcheck.refuting.spokenstat import stat_behind

_SAID = [
    ("mean", re.compile(r"^(?:mean|average|averages|averaged|avg|средн\w+|среднем|усредн\w+)$")),
    ("median", re.compile(r"^(?:median|медиан\w*)$")),
    ("max", re.compile(r"^(?:peaks?|peaked|maximum|max|maxima|пик\w*|максимум\w*|максимальн\w+)$")),
    ("min", re.compile(r"^(?:minimum|min|minima|floor|trough|минимум\w*|минимальн\w+)$")),
    ("p95", re.compile(r"^(?:p95)$")),
    ("p99", re.compile(r"^(?:p99)$")),
    ("percentile", re.compile(r"^(?:percentile|перцентил\w+)$")),
]
_KINDS = ("mean", "median", "max", "min", "p95", "p99", "p90", "stddev")
_EXTREMES = {"max": max, "min": min}
_OF_ONE = re.compile(
    r"\b(?P<side>worst|best|slowest|fastest)\s+(?:single\s+)?(?:[\w-]+\s+)?(?:runs?|moment|minute|second|case|reading|sample)\b[^,.;:\d]{0,30}?[,(]?\s*(?:is|was|of|at|—|–|:)?\s*\(?$|"
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
_GOOD = re.compile(r"best|fastest|shortest|лучш|быстр|коротк", re.I)
_HIGH = re.compile(r"peak|height|fullest|busiest|heaviest|largest|biggest|longest|slowest|пик|напряж|больш|долг|длинн|медленн", re.I)  # fmt: skip
_BACK = 9  # tokens between the statistic and its number
_STOPS = {";", ":", "(", ")", ".", "but", "но", "а", "while", "whereas", "than", "чем", "against", "против", "over", "above", "below", "from", "от", "of which", "deviation", "отклонение", "отклонения"}  # fmt: skip
_OF_SPREAD = re.compile(r"deviation|отклонени|spread|разброс|range|размах|амплитуд|amplitude|correlat|коррел|slope|наклон", re.I)  # fmt: skip


def judge_said_statistics(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each value whose clause names a statistic that it is not."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        if not _plain(bound):
            continue
        said = _of_one(scene, bound) or _said_before(scene, bounds, place)
        if said is None:
            continue
        stat, at = said
        fact = _other(scene, bound, stat)
        if fact is not None and not _of_best_level(scene, fact, stat):
            own = (_of(scene, fact.metric, stat, fact.level) or [fact])[0]
            text = f"{own.name} is {own.value:g}; {fact.name} is {fact.value:g}"
            ru = f"{own.name} равно {own.value:g}; {fact.name} равно {fact.value:g}"
            ruling = Ruling("contradicted", text, ru, (own.name, fact.name), f"{own.value:g}")
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
    if any(_tells(scene, bound.number, one) for one in own):
        return ruling
    text = f"{fact.name} is {fact.value:g}, no mean; {own[0].name} is {own[0].value:g}"
    ru = f"{fact.name} равно {fact.value:g}, это не среднее; {own[0].name} равно {own[0].value:g}"
    return Ruling("contradicted", text, ru, (own[0].name, fact.name), f"{own[0].value:g}")


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


def _of_moment(scene: Scene, bound: Bound, before: str) -> tuple[str, int] | None:
    """ "The queue climbs to 31.2 at its worst moment", "even the slowest query is done in 14.2 s": an extreme of the run, not of the levels."""
    behind = scene.sentence.text[scene.tokens[bound.place].end - scene.tokens[0].start :]
    found = _EVEN.search(before) or _OF_MOMENT.search(before) or _OF_MOMENT_BEHIND.match(behind)
    if found is None or _MEAN.search(found.group()) or scene.tokens[bound.place].number is None:
        return None
    if any(found.start() <= m.start() for m in _MEAN.finditer(before)):
        return None
    sides = {scene.vocabulary.better(metric) for metric in bound.metrics}
    word = found.group()
    if _HIGH.search(word):
        return "max", bound.place
    if len(sides) != 1 or not sides <= {"higher", "lower"}:
        return None
    return ("max" if (sides == {"higher"}) == bool(_GOOD.search(word)) else "min"), bound.place


def _without_levels(scene: Scene, text: str) -> str:
    """The text with the levels that it names blanked out: their digits are no values."""
    start = scene.tokens[0].start
    for at in scene.mentions.level_tokens:
        token = scene.tokens[at]
        text = text[: token.start - start] + " " * (token.end - token.start) + text[token.end - start :] if token.end - start <= len(text) else text  # fmt: skip
    return text


_MEAN = re.compile(r"\b(?:mean|average|median|percentile|p\d\d)|(?<!\w)(?:средн|медиан|перцентил)", re.I)


def _said_before(scene: Scene, bounds: dict[int, Bound], place: int) -> tuple[str, int] | None:
    """The one statistic that the clause names before a number, with no other number between."""
    found: list[tuple[str, int]] = []
    for token in reversed(scene.tokens[max(0, place - _BACK) : place]):
        stat = _statistic(scene, token)
        if stat is not None and any(t.index in bounds for t in scene.tokens[max(0, token.index - 2) : token.index]):
            break  # "6.1 ms on average and 17.9 ms": of the value before
        if stat is not None:
            found.append((stat, token.index))
            continue
        if token.index in bounds and _in_row(scene, token.index, place):
            continue  # "the peaks are 52 and 96"
        if token.index in bounds or token.lower in _STOPS or token.text == "," and found:
            break
    found = found or _of_head(scene, place)
    start, end = scene.tokens[0].start, scene.tokens[place].end
    clause = scene.block.text[start:end] + re.split(r"[,;.]\s", scene.block.text[end:])[0]
    if len({stat for stat, _ in found}) != 1 or _OF_SPREAD.search(clause):
        return None
    between = scene.tokens[found[0][1] : place]
    if between[-1].text == "," and any(superlative_kind(scene, t) in ("max", "min") for t in between[1:]):
        between = between[:-1]  # "peak latency is the lowest of all, 0.42 ms"
    comma = any(t.text == "," for t in between) and found != _of_head(scene, place)
    return None if comma or stat_behind(scene, place) is not None else found[0]


def _in_row(scene: Scene, one: int, two: int) -> bool:
    """Whether only "and" or a slash parts two numbers."""
    return [t.lower for t in scene.tokens[one + 1 : two]] in (["and"], ["и"], ["/"])


def _of_head(scene: Scene, place: int) -> list[tuple[str, int]]:
    """ "Nothing dramatic on average: the queue is 7.9, latency 4.2 ms": what is named before the colon, where nothing is behind it."""
    colon = next((t.index for t in scene.tokens[:place] if t.text == ":"), None)
    if colon is None or any(
        t.statistic in STATS_SAID or t.text == ";" or _statistic(scene, t) is not None
        for t in scene.tokens[colon:place]
    ):
        return []
    if any(t.number is not None and t.number.is_value for t in scene.tokens[:colon]):
        return []  # "319 on average, but the runs differ: from 281 to 344"
    said = [(stat, t.index) for t in scene.tokens[:colon] if (stat := _statistic(scene, t)) is not None]
    return said if len(said) == 1 and (said[0][0] == "mean" or colon <= 4) else []


def _statistic(scene: Scene, token: Token) -> str | None:
    names = [(m.first, m.last) for m in scene.mentions.metrics if m.exact and m.metrics and m.first < m.last]
    names += [(m.first, m.last) for m in scene.mentions.levels]
    if any(first <= token.index <= last for first, last in names):
        return None  # "the 95th percentile of latency" may be a metric's name
    return next((name for name, words in _SAID if words.match(token.lower)), None)


def _of(scene: Scene, metric: str, stat: str, level: str | None) -> list[Fact]:
    if stat == "percentile":
        return [fact for name in ("p90", "p95", "p99") for fact in _of(scene, metric, name, level)]
    names = ("mean", "median") if stat == "mean" and "mean" not in scene.vocabulary.stats_of(metric) else (stat,)
    return [
        fact for name in names for fact in scene.vocabulary.values(metric, name, level)
        if fact.run is None and fact.partner is None
    ]  # fmt: skip


def _other(scene: Scene, bound: Bound, stat: str) -> Fact | None:
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
    held = _of(scene, fact.metric, stat, fact.level) or stat in _EXTREMES and no_end
    if len({one.stat for one in equal}) > 1 and stat not in _EXTREMES or not held:
        return None
    if any(_tells(scene, bound.number, own) for level in levels for own in _of(scene, fact.metric, stat, level)):
        return None
    return None if stat in _EXTREMES and not single and outermost(scene, fact, stat) else fact


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
