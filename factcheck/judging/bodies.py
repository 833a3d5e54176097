"""What each member of a quantified statement is said to be: above a bound, better than a base, changed by more than so much, the lowest, none at all.

Bodies are found in a stretch of a sentence by their words and numbers, and asked of one point of the facts: a row of values at a level, against
a base. A body answers True, False, or None where the facts do not say or a reader may see it either way.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from factcheck.binding.scene import Scene
from factcheck.binding.subjects import SPREAD_WORDS, Row
from factcheck.binding.suits import suits
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token
from factcheck.reading.units import Unit, compatible, convert, unit_at
from factcheck.reading.words import part_of_speech

_ABOVE = {"more", "over", "above", "exceed", "exceeds", "exceeded", "exceeding", "past", "beyond", "upwards", "upward", "greater", "higher", "larger", "longer", "bigger", "top", "tops", "topped", "surpass", "surpassed",
          "выше", "больше", "более", "свыше", "превышать", "превысить", "дольше", "длиннее", "перевалить", "перейти", "отметка", "планка", "порог", "рубеж", "шире", "дороже", "чаще", "крупнее"}  # fmt: skip
_REACH = {"reach", "reaches", "reached", "hit", "достигать", "достигнуть", "достичь", "дотянуться", "дотягивать", "дотянуть", "набрать", "набирать"}  # fmt: skip
_BELOW = {"less", "under", "below", "fewer", "within", "lower", "shorter", "smaller", "ниже", "меньше", "менее", "короче", "реже", "предел", "укладываться", "уложиться"}  # fmt: skip
_LEAST = {"least", "минимум", "меньший"}
_MOST = {"most", "максимум"}
_NOT = {"no", "not", "never", "не", "n't"}
_FILLERS = {"than", "чем", "the", "a", "an", "of", "by", "at", "in", "на", "в", "как", "mark", "to", "за", "отметка", "планка", "порог", "рубеж", "up", "out", "it", "their", "its", "до", "even", "уже", "или", "or", ","}  # fmt: skip
_UPS = ("up.intransitive", "up.transitive", "up.noun", "up.comparative")
_DOWNS = ("down.intransitive", "down.transitive", "down.noun", "down.comparative")
_SCATTER = ("scatter", "spread", "разброс", "рассеян", "deviation", "отклонени")
_STATS = {"max": "max", "min": "min", "median": "median", "p95": "p95", "p99": "p99", "stddev": "stddev", "amplitude": "amplitude"}  # fmt: skip


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


@dataclass(frozen=True, slots=True)
class Point:
    """What is looked at: a row of values, the level, the level that it is compared with, and whether the sign of a difference decides or its verdict."""

    row: Row | None = None
    level: str | None = None
    base: str | None = None
    nominal: bool = True
    stat: str | None = None

    def value(self, scene: Scene) -> float | None:
        return self.row.at(scene, self.level) if self.row is not None and self.level is not None else None

    def base_value(self, scene: Scene) -> float | None:
        return self.row.at(scene, self.base) if self.row is not None and self.base is not None else None


@dataclass(frozen=True)
class Body:
    """One thing said: `kind` is bound, way, good, amount or rank; `way` is up (1) or down (-1); `above` is the side of a bound."""

    kind: str
    place: int
    words: frozenset[int] = frozenset()
    way: int = 0
    above: bool = True
    inclusive: bool = False
    limit: float = 0.0
    unit: Unit | None = None
    rank: str | None = None
    verdict: str | None = None
    stats: frozenset[str] = field(default_factory=frozenset)

    @property
    def compares(self) -> bool:
        """Whether it is said of a difference between two levels."""
        return self.kind in ("way", "good", "amount", "verdict")

    @property
    def judges(self) -> bool:
        """Whether it can be said of any metric, whatever its unit: better, worse, best."""
        return self.kind in ("good", "rank", "verdict")

    def carried(self) -> Body:
        return self

    def completed(self, before: Body) -> Body:
        """An amount without a direction of its own takes that of what was said before."""
        if self.kind == "amount" and self.way == 0 and before.kind in ("way", "amount"):
            return replace(self, way=before.way)
        return self

    def suits(self, scene: Scene, metric: str) -> bool:
        """Whether a metric can be what it is said of."""
        if self.kind == "bound":
            if self.unit is None:
                return True
            return compatible(self.unit, scene.vocabulary.unit_of(metric))
        if self.kind in ("good", "rank") and scene.vocabulary.better(metric) is None:
            return False
        return suits(scene, scene.tokens[self.place], metric)  # "faster" is no file size

    def holds(self, scene: Scene, point: Point) -> bool | None:
        """Whether it is so at a point."""
        return {"bound": self._bound, "way": self._way, "good": self._good, "amount": self._amount, "rank": self._rank, "verdict": self._verdict}[self.kind](scene, point)  # fmt: skip

    def tell(self, scene: Scene, point: Point) -> str:
        """The figures that answer it."""
        value, base = point.value(scene), point.base_value(scene)
        text = "?" if value is None else f"{value:g}"
        return text if base is None else f"{base:g} → {text}"

    def _bound(self, scene: Scene, point: Point) -> bool | None:
        value = point.value(scene)
        if value is None or point.row is None:
            return None
        values = convert(value, scene.vocabulary.unit_of(point.row.metric), self.unit) if self.unit is not None else [value]  # fmt: skip
        answers = set()
        for one in values:
            if abs(one - self.limit) <= 1e-9 * max(1.0, abs(self.limit)):
                answers.add(True if self.inclusive else None)
            else:
                answers.add(one > self.limit if self.above else one < self.limit)
        return next(iter(answers)) if len(answers) == 1 else None

    def _way(self, scene: Scene, point: Point) -> bool | None:
        value, base = point.value(scene), point.base_value(scene)
        if value is None or base is None:
            return None
        if not point.nominal and (verdict := _verdict_at(scene, point)) is not None:
            if verdict in ("better", "worse"):
                return (value - base) * self.way > 0
            return False if verdict == "equivalent" else None
        return (value - base) * self.way > 0

    def _good(self, scene: Scene, point: Point) -> bool | None:
        value, base = point.value(scene), point.base_value(scene)
        side = scene.vocabulary.better(point.row.metric) if point.row is not None else None
        if value is None or base is None or side is None:
            return None
        gap = (value - base) * (1 if side == "higher" else -1) * self.way
        if not point.nominal and (verdict := _verdict_at(scene, point)) is not None:
            return gap > 0 if verdict in ("better", "worse") else False
        return gap > 0

    def _verdict(self, scene: Scene, point: Point) -> bool | None:
        verdict = _verdict_at(scene, point)
        return None if verdict is None else verdict == self.verdict

    def _amount(self, scene: Scene, point: Point) -> bool | None:
        value, base = point.value(scene), point.base_value(scene)
        if value is None or base is None or not base or self.way == 0:
            return None
        change = 100 * (value - base) / base * self.way
        if abs(change - self.limit) < 0.06 * max(1.0, abs(self.limit) / 10):
            return None
        return change > self.limit if self.above else 0 < change < self.limit

    def _rank(self, scene: Scene, point: Point) -> bool | None:
        if point.row is None or point.level is None:
            return None
        row = {level: value for level in scene.vocabulary.level_ids if (value := point.row.at(scene, level)) is not None}  # fmt: skip
        if point.level not in row or len(row) < 2:
            return None
        kind = self.rank
        if kind in ("best", "worst"):
            side = scene.vocabulary.better(point.row.metric)
            if side is None:
                return None
            kind = "max" if (side == "higher") == (kind == "best") else "min"
        top = max(row.values()) if kind == "max" else min(row.values())
        return row[point.level] == top


def _verdict_at(scene: Scene, point: Point) -> str | None:
    """The verdict on the difference at a point, as it is said of its level against its base."""
    if point.row is None or point.level is None or point.base is None or point.row.stat not in ("mean", "median", "share", "last", "count", "value"):  # fmt: skip
        return None
    held = scene.vocabulary.effect(point.row.metric, point.level, point.base)
    if held is None or held[0].verdict in ("single_run", "drifting", "invalid"):
        return None
    turned = {"better": "worse", "worse": "better"}
    return turned.get(held[0].verdict, held[0].verdict) if held[1] else held[0].verdict


# -- finding ----------------------------------------------------------------------------------------------------------


def spoken_stats(scene: Scene, first: int, last: int) -> frozenset[str]:
    """The statistics other than the mean that a stretch names."""
    found = set()
    for token in scene.tokens[first : last + 1]:
        if token.lower in ("p95", "p99", "p90"):
            found.add(token.lower)
        elif token.lower.startswith(("как", "least", "most")) or token.lower in ("минимум", "максимум") and token.index and scene.tokens[token.index - 1].lower == "как":  # fmt: skip
            continue
        elif token.statistic in _STATS and not token.has("superlative.max", "superlative.min") or token.lower in ("maximum", "minimum", "peak", "peaks", "maxima", "minima", "максимум", "минимум", "пик"):  # fmt: skip
            found.add(_STATS.get(token.statistic or "", "max"))
        elif token.lower.startswith(_SCATTER):
            found.add("spread")
    return frozenset(found)


def bodies_in(
    scene: Scene, first: int, last: int, taken: set[int], named: frozenset[int], *, concord: bool = False
) -> list[Body]:
    """The bodies that a stretch tells; a bound's number takes the words that tell its side with it. `concord`: its "не" is that of "ни один"."""
    tokens = scene.tokens[first : last + 1]
    numbers = [t for t in tokens if _is_limit(scene, t, taken, named)]
    found: list[Body] = []
    used: set[int] = set()
    for token in numbers:
        body = _of_number(scene, token, first, taken, concord)
        if body is None:
            return [Body("open", token.index), Body("open", token.index)]
        found.append(body)
        used |= body.words
    words = [t for t in tokens if t.index not in used and t.index not in taken and t.index not in named]
    words = [t for t in words if not any(m.first <= t.index <= m.last for m in scene.mentions.metrics)]
    amounts = [body for body in found if body.kind == "amount"]
    ways = [body for t in words if not _bounds_level(scene, t) and (body := _of_word(scene, t)) is not None]
    if len(amounts) == 1 and len(found) == 1:
        return [_directed(amounts[0], ways)]
    if found:
        return found  # a verb beside a bound ("fell below") only leads to it
    if len({(b.kind, b.way, b.rank, b.verdict) for b in ways}) == 1:
        return ways[:1]
    return ways


def _directed(amount: Body, ways: list[Body]) -> Body:
    way = {b.way for b in ways if b.kind == "way"}
    return replace(amount, way=next(iter(way)), place=ways[0].place) if len(way) == 1 and not amount.way else amount


def _is_limit(scene: Scene, token: Token, taken: set[int], named: frozenset[int]) -> bool:
    if token.index in taken or token.index in named:
        return False
    if token.number is not None:
        return token.number.is_value and token.index not in scene.mentions.level_tokens and token.index not in scene.mentions.name_tokens  # fmt: skip
    if token.lower in ("second", "minute", "hour", "секунда", "секунды", "минута", "минуты") and token.index > 1:
        return scene.tokens[token.index - 1].lower in ("a", "an", "one", "than") or not token.text.isascii()
    held = WORD_NUMBERS.get(token.lower.replace("ё", "е"))
    return held is not None and held >= 5 and token.index > 0 and _side(scene, token, 0, taken) is not None


def _of_number(scene: Scene, token: Token, first: int, taken: set[int], concord: bool) -> Body | None:
    number = token.number
    limit, unit = (number.low_value(), number.unit) if number is not None else (1.0, None)
    if number is None:
        spelled = WORD_NUMBERS.get(token.lower.replace("ё", "е"))
        found = unit_at(token.lower, 0) if spelled is None else None
        limit, unit = float(spelled or 1), found[0] if found else None
    elif number.high is not None or number.kind not in ("value", "times"):
        return None
    side = _side(scene, token, first, taken, concord)
    if side is None:
        return None
    above, inclusive, words = side
    before = [t.lower for t in scene.tokens[max(first, token.index - 5) : token.index]]
    by = "by" in before or "на" in before[-4:] or number is not None and number.fraction
    if number is not None and unit is not None and unit.dimension == "percent" and by:
        return Body("amount", token.index, words, 0, above, inclusive, limit)
    if number is not None and (number.kind == "times" or number.fraction):
        return None
    return Body("bound", token.index, words, 0, above, inclusive, limit, unit)


def _side(
    scene: Scene, token: Token, first: int, taken: set[int], concord: bool = False
) -> tuple[bool, bool, frozenset[int]] | None:
    """(above, inclusive, words) of the bound that a number is."""
    words = {token.index}
    tokens, at = scene.tokens, token.index - 1
    while at >= first and token.index - at <= 6:
        word = tokens[at]
        if word.lower in ("least",) and tokens[at - 1].lower == "at" or word.lower in ("минимум",) or word.lower == "мере" and tokens[at - 1].lower == "меньшей":  # fmt: skip
            return True, True, frozenset(words | {at, at - 1})
        if word.lower == "most" and tokens[at - 1].lower == "at" or word.lower == "максимум":
            return False, True, frozenset(words | {at, at - 1})
        above = _is(word, _ABOVE)
        below = _is(word, _BELOW)
        reach = _is(word, _REACH)
        if above and word.stems & {"отметка", "планка", "порог", "рубеж"} and tokens[at - 1].lower not in ("за", "через"):  # fmt: skip
            above = False
        if above or below or reach:
            words |= {at}
            denied = (
                at - 1 >= first
                and tokens[at - 1].lower in _NOT
                and at - 1 not in taken
                and not concord
                and word.lower != "within"
                and not reach
            )
            if denied and (tokens[at - 1].lower in ("no",) or _comparative(word)):
                return (not above), True, frozenset(words | {at - 1})
            return above or reach, reach or word.lower in ("within", "предел", "укладываться"), frozenset(words)
        if word.number is None and word.lower not in _FILLERS and not word.stems & _FILLERS:
            break
        words.add(at)
        at -= 1
    behind = [t.lower for t in tokens[token.index + 1 : token.index + 3]]
    if len(behind) == 2 and behind[0] in ("or", "и", "или") and behind[1] in ("more", "above", "longer", "higher", "более", "выше", "больше"):  # fmt: skip
        return True, True, frozenset({token.index, token.index + 1, token.index + 2})
    if len(behind) == 2 and behind[0] in ("or", "и", "или") and behind[1] in ("less", "below", "fewer", "lower", "менее", "ниже", "меньше"):  # fmt: skip
        return False, True, frozenset({token.index, token.index + 1, token.index + 2})
    return None


def _comparative(token: Token) -> bool:
    return token.has("up.comparative", "down.comparative") or token.lower in ("more", "less", "fewer", "более", "менее", "больше", "меньше")  # fmt: skip


def _is(token: Token, words: set[str]) -> bool:
    return token.lower in words or bool(token.stems & words)


def _bounds_level(scene: Scene, token: Token) -> bool:
    """ "values above 64": the word tells which levels are meant."""
    following = next((m for m in scene.mentions.levels if 0 < m.first - token.index <= 2), None)
    if following is None or not token.has("up.comparative", "down.comparative") or not token.index:
        return False
    before = scene.tokens[token.index - 1]
    from factcheck.binding.quantifiers import noun_kind

    return noun_kind(before) == "level" or bool(before.stems & {"любой", "каждый", "все"})


def _of_word(scene: Scene, token: Token) -> Body | None:
    """The body that a claiming word tells."""
    words = frozenset({token.index})
    if token.index and scene.tokens[token.index - 1].text in '"«“':
        return None  # a word that is quoted
    kind = superlative_kind(scene, token)
    if kind in ("max", "min", "best", "worst"):
        return Body("rank", token.index, words, rank=kind)
    if token.has("better", "worse"):
        return Body("good", token.index, words, 1 if token.has("better") else -1)
    if token.has(*_UPS) and token.has(*_DOWNS):
        return None
    if token.has(*_UPS):
        return Body("way", token.index, words, 1)
    if token.has(*_DOWNS):
        return Body("way", token.index, words, -1)
    if token.lower.startswith(("equivalent", "эквивалент")):
        return Body("verdict", token.index, words, verdict="equivalent")
    if token.has("undecided"):
        return Body("verdict", token.index, words, verdict="undecided")
    return None


#: English words that leave the meaning of a bound or comparison as it is.
_PLAIN = _words(
    "a an the of in at with for on by to from under over and or but nor than as is are was were be been being has have had do does did it its they them their there here this that these those which who what one ones",
    "so too also even still yet only just all both each every any no not never none nothing nobody neither either whatever whichever except already however though while whereas where whether",
    "keep keeps kept bring brings brought get gets got go goes went take takes took end ends ended ending stay stays stayed land lands come comes came reach reaches reached see sees saw seen show shows showed shown",
    "remain remains remained lie lies stand stands stood hold holds held finish finishes finished make makes made give gives gave given need needs needed let lets push pushes pushed pull pulls pulled drive drives drove",
    "drop drops dropped dip dips dipped dipping fall falls fell rise rises rose climb climbs climbed produce produces produced deliver delivers delivered serve serves served prove proves proved turn turns turned turning",
    "exceed exceeds exceeded fit fits pass passes passed cross crosses crossed break breaks broke occur occurs occurred appear appears appeared happen happens happened run runs mean typical average averages averaged averaging",
    "read reads write writes value values figure figures level levels setting settings mark line limit threshold case cases table list step steps tested tried measured compared comparison against baseline default",
    "compression compressed uncompressed without within beyond past upwards total alone else other others rest same own sole single way ahead behind percent per second minute hour whole range more less least most",
    "out up down off clear well far much now again once indeed altogether whatsoever further regardless matter choose chosen chose pick picked picks use uses used set sets count",
)
_PLAIN_NOUNS = _words(
    "шаг уровень значение вариант раз случай отметка планка рубеж порог предел среднее среднем показатель величина место итог счет прогон сравнение отношение переход список таблица мегабайт секунда миллисекунда минута час процент",
    "сторона граница пик максимум минимум медиана вердикт метрика исключение изъятие базовый вывод база целое общий одинаковый раздел половина треть четверть",
)
_PLAIN_ADJECTIVES = _words(
    "базовый каждый любой весь все один другой остальной прочий самый старший младший больший меньший первый второй третий последний следующий очередной предыдущий какой который такой этот тот сам оба соседний проверенный",
    "испытанный средний единственный ровный целый сколько",
)


def unread_words(scene: Scene, first: int, last: int, read: set[int]) -> list[Token]:
    """The words of a stretch that may change what it says and that nothing has read: English words that are not plain, Russian nouns and adjectives."""
    return [
        t for t in scene.tokens[first : last + 1]
        if t.index not in read and t.is_word and not _plain(scene, t)
    ]  # fmt: skip


def _plain(scene: Scene, token: Token) -> bool:
    if token.lower in ("временем", "time", "later", "share", "доля", "доли", "внутри"):
        return False
    if token.statistic is not None or token.lower in ("p95", "p99", "p90") or token.has("negation"):
        return True
    if token.text.isascii():
        return token.lower in _PLAIN or token.lower.endswith("ly") or token.lower in WORD_NUMBERS
    part = part_of_speech(token.lower)
    if part == "NOUN":
        return bool(token.stems & _PLAIN_NOUNS) or token.lower in WORD_NUMBERS
    return part != "ADJ" or bool(token.stems & _PLAIN_ADJECTIVES) or token.lower in WORD_NUMBERS


__all__ = ["SPREAD_WORDS", "Body", "Point", "bodies_in", "spoken_stats"]
