"""Clauses that only say that something else is so, too, or the other way round: "so does N", "the reverse is true of N", "чего не скажешь о N", "the same goes for 8"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from factcheck.binding.scene import Scene
from factcheck.reading.sentences import Token
from factcheck.stating.words import parts

_REVERSE = "reverse reversed opposite contrary converse conversely inverse inverted vice versa обратный противоположный наоборот"
_ROUND = re.compile(r"\bother way (?:round|around|about)\b|\bmirror image\b", re.I)
_DENIED = "not n't cannot can't isn't aren't doesn't don't wasn't didn't не нет нельзя"
_ALIKE = "likewise similarly ditto too also well follows follow followed suit echoes mirrors тоже также аналогичный аналогично повторять последовать"
_SAID_SO = "is are was were do does did has have had can could will"
_SAME_OF = (
    "direction path true holds hold held goes go applies apply applied case said of for with happens happen valid picture story pattern "
    "направление сторона справедливо справедливый верно верный самый относиться касаться можно наблюдаться происходить случаться картина ситуация история дело с вести себя двигаться"
)
_SMALL = (
    "the a an and but yet while whereas though although as so same this that it which it's that's what one on in terms of for with by to at is are was were be been has have had do does did can could said true hold "
    "holds held goes go applies apply applied case happens happen valid picture story pattern situation relation relationship order trend tendency behaviour behavior effect thing things exactly just quite precisely equally "
    "however again here there then other way round around about mirror image metric parameter indicator neither nor either contrast turn reads looks shows show tells case all everything any moves move moved direction goes suit path "
    "и а но у по с со для на в о об про при же то так этот тот это всё все быть есть самый картина ситуация соотношение расклад порядок дело история тенденция зависимость эффект поведение динамика связь обстоять наблюдаться происходить "
    "доля пара share of downward upward average mean средний и ещё "
    "settings setting levels range each their both весь "
    "складываться выглядеть получаться вести себя справедливо справедливый верно верный сказать скажешь чего что который относиться касаться можно метрика показатель параметр величина он она оно они и точно ровно именно в точности "
    "зато однако тогда как случай сторона движение двигаться отношение относительно применительно просто тут здесь там уже вот хотя при этом"
)  # fmt: skip
_BASE = {"относительно", "relative", "against", "compared", "over"}
_NOUNS = {"max": "maxima maximum maximums peaks peak максимум пик максимумы", "min": "minima minimum minimums минимум", "median": "medians median медиана", "p95": "p95", "p99": "p99"}  # fmt: skip
_PERCENTILES = ("p95", "p99")
_RANK = re.compile(r"(95|99)(?:th|-?(?:й|го|му|м|я|ю))\b", re.I)
_PERCENTILE = {"percentile", "percentil", "процентиль", "перцентиль"}
_FLIPPED = {"highest": "lowest", "lowest": "highest", "rises": "falls", "falls": "rises", "level_of_highest": "level_of_lowest", "level_of_lowest": "level_of_highest", ">": "<", "<": ">", ">=": "<=", "<=": ">="}  # fmt: skip
_TURNS = re.compile(r"\b(?:level_of_)?(?:highest|lowest)\b|\b(?:rises|falls)\b|[<>]=?")


@dataclass(frozen=True, slots=True)
class Echo:
    """What a clause names, and whether what was said before is so of it, is not, or is reversed."""

    kind: str  # same | not | reverse
    of: str  # metric | level | stat
    value: str
    against: bool  # a level that something is held against

    def put_into(self, scene: Scene, start: int, stop: int) -> list[str]:
        """The texts of a stretch with what the clause names in the place of what the stretch names."""
        named = scene.mentions.level_tokens | scene.mentions.name_tokens
        named |= {at for one in _asides(scene, start, stop) for at in one}
        if any(t.number is not None and t.index not in named and t.lower not in _PERCENTILES for t in scene.tokens[start : stop + 1]):  # fmt: skip
            return []
        if _nearly_all(scene.tokens[start : stop + 1]) or _bounded_before(scene, start):
            return []
        if self.kind == "same-denied" and not _denies(scene.tokens[start : stop + 1]):
            return []
        if self.of == "metric":
            return self._with_metric(scene, start, stop)
        if self.of == "stat":
            return self._with_stat(scene, start, stop)
        return self._with_level(scene, start, stop)

    def as_way(self, scene: Scene, start: int, stop: int) -> str | None:
        """ "N falls at every step", where a stretch says of another metric that it goes one way all along."""
        way = _way_along(scene, start, stop)
        named = [m for m in scene.mentions.metrics if start <= m.first and m.last <= stop]
        named = [m for m in named if not m.modifier] or named
        if way is None or self.of == "level" or len({m.metrics for m in named}) != 1 or len(named[0].metrics) != 1:
            return None
        metric = next(iter(named[0].metrics))
        if self.of == "metric" and metric == self.value:
            return None
        name = name_of(scene, self.value) if self.of == "metric" else with_stat(scene, name_of(scene, metric), self.value)  # fmt: skip
        if scene.world.language == "ru":
            return f"{name} {'растёт' if way > 0 else 'падает'} на каждом шаге"
        return f"{name} {'rises' if way > 0 else 'falls'} at every step"

    def behind(self, other: Echo) -> Echo | None:
        """This echo of what is itself an echo; None where either denies."""
        if {self.kind, other.kind} - {"same", "reverse"} or other.of == "level":
            return None
        return replace(self, kind="same" if self.kind == other.kind else "reverse")

    def _with_metric(self, scene: Scene, start: int, stop: int) -> list[str]:
        named = [m for m in scene.mentions.metrics if start <= m.first and m.last <= stop]
        held = [m for m in named if not m.modifier] or named
        if not held or any(len(m.metrics) != 1 for m in held) or len({m.metrics for m in held}) != 1:
            return []
        if held[0].metrics == {self.value}:
            return []
        name = name_of(scene, self.value)
        return [said_again(scene, start, stop, {m.first: (m.last, name) for m in held})]

    def _with_level(self, scene: Scene, start: int, stop: int) -> list[str]:
        held = [m for m in scene.mentions.levels if start <= m.first and m.last <= stop]
        if any(m.group or len(m.ids) != 1 or self.value in m.ids for m in held):
            return []
        wanted = [m for m in held if (m.role == "than") == self.against]
        return [said_again(scene, start, stop, {m.first: (m.last, self.value)}) for m in wanted]

    def _with_stat(self, scene: Scene, start: int, stop: int) -> list[str]:
        held = [m for m in scene.mentions.metrics if start <= m.first and m.last <= stop and not m.modifier]
        ranks = {t.index: (t.index, self.value) for t in scene.tokens[start : stop + 1] if t.lower in _PERCENTILES}
        if ranks:
            return [said_again(scene, start, stop, ranks)] if self.value in _PERCENTILES else []
        if not held or len(held) > 2 or any(len(m.metrics) != 1 for m in held):
            return []
        if any(self.value not in scene.vocabulary.stats_of(one) for m in held for one in m.metrics):
            return []  # "A falls and B rises. So does p99", which B has none of
        inside = {at for m in held for at in range(m.first, m.last + 1)}
        means = {
            t.index: (t.index, "") for t in scene.tokens[start : stop + 1] if _names_stat(t) and t.index not in inside
        }
        means |= {at - 1: (at - 1, "") for at in means if at and scene.tokens[at - 1].lower in ("on", "в", "the")}
        put = {m.first: (m.last, with_stat(scene, name_of(scene, next(iter(m.metrics))), self.value)) for m in held}
        return [said_again(scene, start, stop, means | put)]


def echoes_of(scene: Scene, first: int, last: int) -> list[Echo]:
    """The echo that a clause is, or one for each of two things that it names; nothing where it says anything of its own."""
    tokens = scene.tokens[first : last + 1]
    if len(tokens) > 16:
        return []
    own = _named(scene, first, last)
    rows = [own] if own is not None else _two_named(scene, first, last)
    places = {at for _, _, held in rows for at in held}
    found = [_echo(scene, first, last, of, value, places) for of, value, _ in rows]
    return [one for one in found if one is not None] if None not in found else []


def _echo(scene: Scene, first: int, last: int, of: str, value: str, places: set[int]) -> Echo | None:
    tokens = scene.tokens[first : last + 1]
    words = [t for t in tokens if t.index not in places and (t.is_word or t.number is not None)]
    keys = [_keys(t) for t in words]
    small = _table()
    if not words or any(not key & small for key in keys):
        return None
    said = set().union(*keys)
    kind = _kind(scene.text_of(first, last), said)
    return None if kind is None else Echo(kind, of, value, bool(said & _BASE))


def _kind(text: str, said: set[str]) -> str | None:
    """Whether what was said is so, too, is not, or is the other way round."""
    if said & _words(_REVERSE) or _ROUND.search(text):
        return None if said & _words(_DENIED) else "reverse"
    if said & {"neither", "nor"}:
        return "same-denied"
    if said & _words(_DENIED):
        return "not"
    if said & _words(_ALIKE):
        return "same"
    if said & {"so", "as"} and said & _words(_SAID_SO):
        return "same"
    alike = "same" in said or re.search(r"(?<!\w)(?:то|та|тот|так|ту|той|том|тем|те) же(?!\w)", text, re.I)
    return "same" if alike and said & _words(_SAME_OF) else None


def _named(scene: Scene, first: int, last: int) -> tuple[str, str, set[int]] | None:
    """(metric, level or stat, its id, its places): the one thing that a clause names."""
    metrics = [m for m in scene.mentions.metrics if first <= m.first and m.last <= last and not m.modifier]
    levels = [m for m in scene.mentions.levels if first <= m.first and m.last <= last]
    if len(metrics) == 1 and not levels and scene.text_of(metrics[0].first, metrics[0].last).lower() in _PERCENTILES:
        return "stat", scene.tokens[metrics[0].first].lower, {metrics[0].first}
    if len(metrics) == 1 and not levels and len(metrics[0].metrics) == 1:
        return "metric", next(iter(metrics[0].metrics)), set(range(metrics[0].first, metrics[0].last + 1))
    if len(levels) == 1 and not metrics and len(levels[0].ids) == 1 and not levels[0].group:
        return "level", next(iter(levels[0].ids)), set(range(levels[0].first, levels[0].last + 1))
    if metrics or levels:
        return None
    for token in scene.tokens[first : last + 1]:
        rank = _RANK.match(scene.block.text[token.start :])
        if rank is not None and scene.tokens[min(token.index + 1, last)].stems & _PERCENTILE:
            return "stat", f"p{rank[1]}", {token.index, token.index + 1}
        for stat, nouns in _NOUNS.items():
            if _keys(token) & _words(nouns):
                return "stat", stat, {token.index}
    return None


def _two_named(scene: Scene, first: int, last: int) -> list[tuple[str, str, set[int]]]:
    """ "The same holds for p95 and p99", "for A and B": the two that a clause names beside each other."""
    joints = [t.index for t in scene.tokens[first + 1 : last] if t.lower in ("and", "и", "nor", "ни")]
    if len(joints) != 1:
        return []
    at = joints[0]
    one, two = _named(scene, first, at - 1), _named(scene, at + 1, last)
    if one is None or two is None or one[0] != two[0] or one[0] == "level":
        return []
    gap = [t for t in scene.tokens[max(one[2]) + 1 : min(two[2])] if t.lower not in ("and", "и", "the", "для", "for", "of", "у", "nor", "ни", "доля")]  # fmt: skip
    return [one, two] if not gap else []


_EACH = "every each каждый"
_ALONG = (
    "throughout monotone monotonically steadily consistently монотонно монотонный последовательно неуклонно стабильно"
)
_RANGED = "once when from above beyond past after starting if among with at on for in within при после начиная выше свыше когда если среди у для с на в"
_BOUNDS = "from once after beyond above past starting until till below up among between из с от до после начиная выше ниже свыше среди между пока"
_BROKEN = "not n't never except but until till first then before не ни кроме пока сначала сперва затем потом до кое почти almost nearly barely hardly"


def _way_along(scene: Scene, start: int, stop: int) -> int | None:
    """1 or -1 where a stretch says that something rises, or falls, with every step; None where it says more, or less."""
    row = scene.tokens[start : stop + 1]
    spoken = {one for m in scene.mentions.levels for one in m.ids}
    if any(start <= m.first <= stop for m in scene.mentions.levels) or any(_keys(t) & _words(_BROKEN) for t in row):
        return None
    if 0 < len(spoken) < len(scene.vocabulary.level_ids) or any(
        t.lower in _words(_RANGED) for t in scene.tokens[: start + 1]
    ):
        return None  # "once it is on, A climbs with every step: 21 (2), 38 (4)": of some levels only
    each = [at for at, t in enumerate(row) if _keys(t) & _words(_EACH)]
    if len(each) > 1 or not each and not any(_keys(t) & _words(_ALONG) for t in row):
        return None
    told = {at: way for at, t in enumerate(row) if t.is_word and (way := _way(t))}
    steps = {at: way for at, way in told.items() if each and each[0] < at <= each[0] + 3}
    ways = {way for at, way in told.items() if at not in steps}
    return ways.pop() if len(ways) == 1 and -1 not in steps.values() and len(steps) <= 1 else None


def _bounded_before(scene: Scene, start: int) -> bool:
    """ "From 2 on, | A rises at every step": what stands before says of which levels it is so."""
    stop = max((t.index + 1 for t in scene.tokens[:start] if t.text in (";", ":", "—", "–")), default=0)
    lead = next((t.lower for t in scene.tokens[stop:start] if t.lower not in ("and", "but", "и", "а", "но")), "")
    return start > stop and scene.tokens[start - 1].text == "," and lead in _words(_BOUNDS)


def _nearly_all(row: list[Token]) -> bool:
    """ "Almost every step", "почти с каждым шагом": of some, and nobody knows which."""
    near = [
        at
        for at, t in enumerate(row)
        if t.lower in ("almost", "nearly", "почти", "практически", "virtually", "practically")
    ]
    return any(_keys(t) & _words("every each all каждый весь") for at in near for t in row[at + 1 : at + 3])


def _way(token: Token) -> int:
    """1 for up, -1 for down; 0 where a word says neither or both."""
    told = {part for key in _keys(token) for part in parts().get((key,), ()) if part in ("up", "down")}
    return 0 if len(told) != 1 else 1 if told == {"up"} else -1


_STAT = re.compile(r'value\("[^"]*", "[^"]*", "(\w+)"\)')


def turned(formula: str, echo: Echo) -> str | None:
    """A formula as an echo has it; None where it has no other side, or where only one of two values got the echo's statistic."""
    if len(set(_STAT.findall(formula))) > 1:
        return None
    if echo.kind == "not":
        return f"not ({formula})"
    if echo.kind != "reverse":
        return formula
    if re.search(r"about\(|flat\(|steady\(|much\(", formula) or "==" in formula and "est(" not in formula:
        return None
    found = _TURNS.sub(lambda m: _FLIPPED[m.group()], formula)
    return found if found != formula else None


def name_of(scene: Scene, metric: str) -> str:
    """A metric's name in the language of the article."""
    held = next(one for one in scene.vocabulary.facts.metrics if one.id == metric)
    return next(iter(held.names.get(scene.world.language) or ()), metric)


def with_stat(scene: Scene, name: str, stat: str) -> str:
    """ "The maximum of latency"."""
    if scene.world.language == "ru":
        return f"{ {'max': 'максимум', 'min': 'минимум', 'median': 'медиана', 'stddev': 'стандартное отклонение'}.get(stat, stat) } {name}"
    return f"{ {'max': 'maximum', 'min': 'minimum', 'median': 'median', 'stddev': 'standard deviation'}.get(stat, stat) } of {name}"


def said_again(scene: Scene, first: int, last: int, put: dict[int, tuple[int, str]]) -> str:
    """The text of a stretch with other words in some places: first token to (last token, words)."""
    tokens, at = scene.tokens, first
    put = {**put, **{one.start: (one.stop - 1, "") for one in _asides(scene, first, last)}}
    found: list[str] = []
    while at <= last:
        stop, words = put.get(at, (at, None))
        text = tokens[at].text if words is None else words
        glued = words is None and at > first and tokens[at].start == tokens[at - 1].end
        found.append(text if glued or not found or not text else " " + text)
        at = stop + 1
    return "".join(found).strip(" ,;:—–-")


def _asides(scene: Scene, first: int, last: int) -> list[range]:
    """ "It is the lowest of all (6.6 ms)": values in brackets, which say nothing of their own."""
    found = []
    for token in scene.tokens[first : last + 1]:
        stop = next((t.index for t in scene.tokens[token.index + 1 : token.index + 4] if t.text == ")"), None)
        inside = scene.tokens[token.index + 1 : stop] if token.text == "(" and stop is not None else []
        if inside and all(t.number is not None and t.index not in scene.mentions.level_tokens for t in inside):
            found.append(range(token.index, inside[-1].index + 2))
    return found


def _names_stat(token: Token) -> bool:
    """ "Mean", "median", "maximum": a statistic's name, and no word that ranks."""
    return token.statistic in ("mean", "median") or any(_keys(token) & _words(nouns) for nouns in _NOUNS.values())


def _denies(tokens: list[Token]) -> bool:
    return any(_keys(t) & _words(_DENIED) or t.lower in ("no", "never", "neither", "none") for t in tokens)


def _keys(token: Token) -> set[str]:
    return {token.lower.replace("ё", "е"), *token.stems}


@cache
def _words(row: str) -> frozenset[str]:
    return frozenset(word.replace("ё", "е") for word in row.split())


@cache
def _table() -> frozenset[str]:
    return frozenset().union(*map(_words, (_REVERSE, _DENIED, _ALIKE, _SMALL)))
