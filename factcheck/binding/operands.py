"""Reads what an amount ("a third", "в 5,7 раза", "60%") is of: whose value, at which level, against what; or the same as the amount before it ("…, на 4 ГБ — пятую часть").

A reading is a quotient of two terms with the level left open, so that what was read of one level can be asked of the next one that is named with
nothing but its amount. Every reading that the words allow is given; who asks refutes only what none of them bears out.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from factcheck.binding.mentions import MetricMention
from factcheck.binding.pairs import Pair, changes_pct
from factcheck.binding.scene import Scene
from factcheck.binding.spoken import Spoken, spoken_levels
from factcheck.binding.subjects import (
    AT,
    LEVEL_NOUNS,
    SPREAD_WORDS,
    Row,
    agreeing,
    agreement,
    row_of,
    rows_before,
    rows_of,
    told_rows,
)
from factcheck.binding.vocabulary import word_stems
from factcheck.reading.sentences import Token
from factcheck.reading.words import is_subject_noun, part_of_speech

_SEPARATORS = {",", ";", ".", "—", "–", ":", "(", ")", "и", "and", "but", "while", "whereas", "а", "но", "зато", "though", "хотя", "although", "so", "так", "yet"}  # fmt: skip
_STOPS = {",", ";", ".", "—", "–", ":", "(", ")", "but", "while", "whereas", "а", "но", "зато", "though", "хотя", "although", "and", "и"}  # fmt: skip
_THAN = {"than", "чем", "as", "если", "if"}
_SKIPPED = {"a", "an", "the", "about", "roughly", "almost", "nearly", "well", "over", "more", "less", "than", "just", "little", "under", "some", "around", "exactly", "even", "only", "another", "full",
    "good", "fully", "close", "to", "barely",
            "почти", "примерно", "около", "более", "менее", "чем", "больше", "меньше", "целую", "добрую", "ровно", "всего", "лишь", "только", "чуть", "еще", "ещё", "без", "малого", "не", "свыше", "аж", "уже", "целых"}  # fmt: skip
_SUMMED = {"together", "combined", "sum", "pair", "both", "altogether", "jointly", "вместе", "сумма", "сумме", "суммарно", "пара", "оба", "обе", "совокупно", "совместно"}  # fmt: skip
_TOGETHER = {"два", "три", "четыре", "two", "three", "four"}
_MISSED = {"miss", "промах"}
REST = {*_MISSED, "else", "rest", "remainder", "remaining", "leftover", "остаток", "остальной", "остальное", "прочее"}
#: What says that a number is what falls to each of something.
SHARED_OUT = {"per", "each", "apiece", "каждый"}
_SAVING = {"cost", "save", "sav", "shave", "shav", "trim", "cut", "shed", "gain", "lose", "lost", "loss", "add", "drop", "fall", "fell", "shorten", "slash", "saving", "экономить", "сэкономить",
    "срезать", "урезать", "ужаться", "сжаться", "прибавить", "добавить",
           "потерять", "терять", "убавить", "сбросить", "скинуть", "стоить", "сократить", "сократиться", "отыграть", "выиграть", "подорожать", "подешеветь", "экономия"}  # fmt: skip
_LEAVING = {"leave", "leav", "keep", "kept", "retain", "preserve", "preserv", "remain", "сохранять", "сохранить", "оставлять", "оставить", "оставаться", "остаться", "удержать", "удерживать", "составить", "составлять"}  # fmt: skip
_AFTER_CHANGE = {
    "above",
    "below",
    "off",
    "more",
    "less",
    "сверху",
    "again",
    "fewer",
    "больше",
    "меньше",
    "short",
    "shy",
    "behind",
    "ahead",
}
_LOW, _HIGH = (
    ("floor", "low", "lows", "bottom", "bottoms", "trough", "дно", "проседани"),
    ("peak", "ceiling", "crest", "пик", "потолок"),
)
_TAIL = ("tail", "хвост", "99th", "99-й", "99-го", "p99")
_MEANS = ("mean", "median")
_KNOWN_NOUNS = (*LEVEL_NOUNS, "время", "времен", "time", "ступен", "настро", "step", "server", "сервер", "стоимост", "cost", "секунд", "second", "раз", "part", "часть", "дол", "share", "отсчет",
    "прогон", "конец", "край", "база", "базы", "базе", "базу", "базой", "число", "объем", "уровень", "результат", "показател", "параметр", "шаг", "отношени", "процент", "пункт", "сторон", "сум", "тип",
    "вид", "пара", "итог", "картин", "пут", "участ", "машин", "компьютер", "узл", "хост")  # fmt: skip
_GLUE = {"что", "or", "или", "это", "which", "is", "в", "на", "by", "that", "i.e", "то", "есть", "so", "значит"}
_BARE = re.compile(r"[^\W\d]+(?: с половиной| and a half)?", re.I)  # "two and a half" of a factor
_OF_CODE = {"these", "those", "this", "that", "it", "them", "its", "their", "they"}


@dataclass(frozen=True, slots=True)
class Term:
    """What is divided or divided by: rows added up (at a level of their own, or at the one spoken of), what they leave of a hundred, or a constant."""

    rows: tuple[Row, ...] = ()
    level: str | None = None
    constant: float | None = None
    rest: bool = False
    inside: Row | None = None  # a share of this share

    def at(self, scene: Scene, level: str) -> float | None:
        if self.constant is not None:
            return self.constant
        total = 0.0
        for row in self.rows:
            value = row.at(scene, self.level or level)
            if value is None:
                return None
            total += value * scene.vocabulary.scale_between(row.metric, self.rows[0].metric)
        whole = self.inside.at(scene, self.level or level) if self.inside is not None else 100.0
        if whole is None:
            return None
        total *= whole / 100
        return total if not self.rest else 100 - total if total <= 100 else None


@dataclass(frozen=True, slots=True)
class Reading:
    """One sense of an amount: the quotient itself (`of`), or how far it is from one (`change`)."""

    over: Term
    under: Term
    kind: str

    def at(self, scene: Scene, level: str) -> list[float]:
        """The quotient at a level, as the values are shown; of one row at two levels also as it was estimated."""
        over, under = self.over.at(scene, level), self.under.at(scene, level)
        if over is None or not under:
            return []
        units = [term.rows[0].metric for term in (self.over, self.under) if term.rows]
        found = [over / under * (scene.vocabulary.scale_between(*units) if len(units) == 2 else 1)]
        if self.over.rows == self.under.rows and len(self.over.rows) == 1 and self.under.level and not self.over.rest:
            row, pair = self.over.rows[0], Pair(self.under.level, self.over.level or level, True)
            stat = None if row.stat in _CENTRAL else row.stat
            found += [1 + value / 100 for value, _ in changes_pct(scene, row.metric, pair, stat)]
            main = [e.effect_pct for e in scene.vocabulary.effects(row.metric) if "=" in e.level and e.effect_pct]
            found += [1 + value / 100 for value in main if stat is None]
        return found


@dataclass(slots=True)
class Frame:
    """The readings of an amount, the levels that it may be told of, and whether its words leave no other."""

    readings: list[Reading] = field(default_factory=list)
    levels: list[str] = field(default_factory=list)
    certain: bool = False  # the metric and the level are said
    against: str = ""  # what it is held against where that is said, too: level, statistic, metric, sum or whole
    taken_over: bool = False  # read as the amount before it


def window(scene: Scene, place: int) -> tuple[int, int]:
    """The tokens between the number before and the one behind that belong to an amount."""
    tokens = scene.tokens
    before = [t.index for t in tokens[:place] if _is_number(scene, t)]
    start = before[-1] + 1 if before else 0
    if before:
        parted = next((t.index for t in tokens[start:place] if t.lower in _SEPARATORS), None)
        start = parted + 1 if parted is not None else start
    start = _own_part(scene, start, place)
    stop = place
    while stop + 1 < len(tokens) and not _is_number(scene, tokens[stop + 1]):
        following = tokens[stop + 1]
        if following.lower in _STOPS and not (
            following.text == "," and stop + 2 < len(tokens) and tokens[stop + 2].lower in _THAN
        ):
            break
        stop += 1
    return start, stop


def _is_summed(scene: Scene, start: int, stop: int) -> bool:
    """Whether a stretch adds several things up: "together", "эта пара", "the two kinds", "все три типа"."""
    row = scene.tokens[start:stop]
    if any(start < m.first and m.last < stop and _is_of_one(scene, m) for m in scene.mentions.metrics):
        return False
    counted = any(
        a.lower in ("the", "these", "all", "все", "эти") and b.lower in ("two", "three", "four", "два", "две", "три", "четыре")
        for a, b in itertools.pairwise(row)
    )  # fmt: skip
    return counted or any(t.stems & _SUMMED for t in row)


def _is_of_one(scene: Scene, mention: MetricMention) -> bool:
    """ "All lightweight locks together", "все LWLock вместе": the whole of one metric, and no sum of several."""
    before, behind = scene.tokens[max(0, mention.first - 2) : mention.first], scene.tokens[mention.last + 1 :][:1]
    every = any(t.lower in ("all", "все", "всех") for t in before) and not any(t.lower in _TOGETHER for t in before)
    return every and any(t.stems & _SUMMED for t in behind)


def _own_part(scene: Scene, start: int, place: int) -> int:
    """Where the part of the clause begins that names its own metric or statistic: "…, zstd writes 23% less WAL than lz4"."""
    tokens = scene.tokens
    start = next((at + 1 for at in range(place - 1, start - 1, -1) if tokens[at].text == ";"), start)
    if _is_summed(scene, start, place):
        return start
    for at in range(place - 1, start - 1, -1):
        if tokens[at].text in (",", ":") or tokens[at].lower in ("but", "while", "а", "но", "зато", "so"):
            named = any(at < m.first < place and m.metrics for m in scene.mentions.metrics) or any(at < m.first < place for m in scene.mentions.levels)  # fmt: skip
            if named or any(t.statistic in ("max", "min", "p99", "p95", "stddev") for t in tokens[at:place]):
                return at + 1
    return start


def _is_number(scene: Scene, token: Token) -> bool:
    taken = scene.mentions.level_tokens | scene.mentions.name_tokens
    return token.number is not None and token.number.is_value and token.index not in taken


def _level_tokens(scene: Scene) -> set[int]:
    return {at for m in scene.mentions.levels for at in range(m.first, m.last + 1)}


def _is_of_a_name(scene: Scene, token: Token) -> bool:
    """Whether a word stands in the name of the metric that is named there: "latency spread" is a metric, and no spread of latency."""
    own = (m for m in scene.mentions.metrics if m.exact and m.first <= token.index <= m.last and m.last > m.first)
    return any(
        token.stems & word
        for m in own
        for metric in m.metrics
        for names in scene.vocabulary.metrics[metric].names.values()
        for name in names
        for word in word_stems(name)
    )


def _metric_tokens(scene: Scene) -> set[int]:
    return {at for m in scene.mentions.metrics for at in range(m.first, m.last + 1)}


def mark_of(scene: Scene, place: int) -> str | None:
    """`change` or `of` where the words beside an amount say which it is."""
    tokens = scene.tokens
    start, stop = window(scene, place)
    after = tokens[place + 1] if place + 1 <= stop else None
    if after is not None and (after.lower in _AFTER_CHANGE or after.has("up.comparative", "down.comparative", "better", "worse")):  # fmt: skip
        return "change"
    back = place - 1
    while back > start and tokens[back].lower in _SKIPPED - {"to"}:
        back -= 1
    before = tokens[back].lower if back >= start else ""
    if before in ("на", "by"):
        return "change"
    if before in ("до", "to", "at"):
        return "of"
    if any(
        t.has("up.noun", "down.noun") and not t.has("up.intransitive", "down.intransitive") for t in tokens[start:place]
    ):
        return "change"  # "прирост составил 23,5%"
    for token in reversed(tokens[start:place]):
        if token.stems & _LEAVING:
            return "of"
        if token.stems & _SAVING:
            return "change"
    return None


# -- statistics -------------------------------------------------------------------------------------------------------


def statistics_in(scene: Scene, start: int, stop: int) -> list[tuple[int, str]]:
    """The statistics that are named, by their places; `spread` for what may be told in several ways."""
    found: list[tuple[int, str]] = []
    named = _level_tokens(scene)
    for token in scene.tokens[start : stop + 1]:
        lower = token.lower
        if token.index in named:
            continue
        if lower.startswith(_TAIL) or lower in ("p95", "p90", "p999"):
            found.append((token.index, lower if lower in ("p95", "p90", "p999") else "p99"))
        elif token.has("superlative.worst", "superlative.best"):
            found.append((token.index, "worst" if token.has("superlative.worst") else "best"))
        elif lower.startswith(SPREAD_WORDS) or lower.startswith("scatter"):
            if not _is_of_a_name(scene, token):
                found.append((token.index, "spread"))
        elif lower.startswith(_LOW) and not token.concepts & {"down.comparative"}:
            found.append((token.index, "min"))
        elif lower.startswith(_HIGH):
            found.append((token.index, "max"))
        elif token.statistic in ("mean", "median", "max", "min", "stddev", "amplitude"):
            found.append((token.index, token.statistic))
    return found


def _stat_rows(scene: Scene, metrics: frozenset[str], stat: str | None) -> tuple[Row, ...]:
    """The rows of a statistic; of the worst or the best, by the side that the metric is better on; of a duration where it has no other."""
    if stat in ("worst", "best"):
        found: list[Row] = []
        for metric in sorted(metrics):
            low = (scene.vocabulary.better(metric) == "higher") == (stat == "worst")
            found += rows_of(scene, frozenset({metric}), "min" if low else "max")
        return tuple(found)
    return rows_of(scene, metrics, stat) or (rows_of(scene, metrics, "duration") if stat is None else ())


def is_of_speed(scene: Scene, place: int) -> bool:
    """Whether an amount is told of how fast something goes."""
    words = [t.lower for t in scene.tokens[max(0, place - 6) : place + 3]]
    before, following = words[: min(6, place)], words[min(6, place) + 1 :]
    if before[-2:] != ["factor", "of"] and before[-3:-1] != ["factor", "of"]:
        before = []  # "slower by a factor of almost seven"
    return not {"slower", "faster", "quicker", "медленнее", "быстрее"}.isdisjoint(before + following)


def has_speed(scene: Scene, metric: str) -> bool:
    """Whether a metric is a time or a rate."""
    held, unit = scene.vocabulary.metrics.get(metric), scene.vocabulary.unit_of(metric)
    timed = unit is not None and unit.dimension in ("time", "frequency", "bandwidth")
    return timed or held is not None and "/" in (held.unit or "")


# -- the frame --------------------------------------------------------------------------------------------------------


def frame_of(scene: Scene, place: int, former: Frame | None) -> Frame | None:
    """What an amount is read as; None where its clause speaks of something that the facts do not hold."""
    start, stop = window(scene, place)
    metrics = _metrics(scene, start, stop)
    if metrics is None:
        return None
    stats = statistics_in(scene, start, stop)
    levels = spoken_levels(scene, start, stop, place)
    if former is not None and not metrics and not stats and _leans(scene, start, stop, place):
        return _taken_over(scene, place, former, levels)
    if _foreign(scene, start, stop, place, bool(metrics)) or _of_something_else(scene, start, stop, place):
        return None
    frame = Frame()
    about = _Around(scene, place, start, stop, metrics, stats, levels)
    frame.levels, level_said = about.subjects()
    rows, metric_said = about.rows()
    if not rows:
        return None
    frame.readings, frame.against = about.readings(rows, frame.levels)
    frame.certain = (metric_said or frame.against in ("sum", "whole")) and level_said and bool(frame.levels)
    return frame if frame.readings else None


def _inherited_rows(scene: Scene, start: int, place: int, stat: str | None) -> tuple[Row, ...]:
    """The rows spoken of before: in the sentence, or in the nearest of those before it that names or tells any."""
    subject = any(start <= m.first < place and m.role == "at" and (not m.first or scene.tokens[m.first - 1].lower not in AT) for m in scene.mentions.levels)  # fmt: skip
    wanted = (
        agreement(scene, start, place) if stat is None and not subject else frozenset()
    )  # "8 ГБ урезали его": the level is the verb's subject
    here: Scene | None = scene
    stop = start
    for _ in range(4):
        if here is None:
            break
        mentions = [m for m in here.mentions.metrics if m.last < stop and not m.whole and not m.modifier]
        told = told_rows(here, stop)
        if mentions or told:
            return agreeing(here, [m for m in mentions if m.metrics], told, wanted, stat)
        here = here.former
        stop = len(here.tokens) if here is not None else 0
    return rows_before(scene, start, place, stat)


def _metrics(scene: Scene, start: int, stop: int) -> list[MetricMention] | None:
    """The metrics named in a window, each once; None where one is not held."""
    inside = [m for m in scene.mentions.metrics if start <= m.first <= stop and not m.whole]
    if any(not m.metrics and not m.modifier for m in inside):
        return None
    found: list[MetricMention] = []
    for mention in inside:
        if (
            len(mention.metrics) == 1
            and not mention.modifier
            and not any(mention.metrics == other.metrics for other in found)
        ):
            found.append(mention)
    return found


def _leans(scene: Scene, start: int, stop: int, place: int) -> bool:
    """Whether a window says nothing but its amount and a level: it is read as the amount before it."""
    named = _level_tokens(scene)
    words = [t for t in scene.tokens[start : stop + 1] if t.is_word and t.index not in named and t.index != place]
    number = scene.tokens[place].number
    bare = number is not None and number.kind == "times" and _BARE.fullmatch(number.text) is not None
    if (
        not bare
        and not speaks_of_factor(scene, place)
        and any(t.lower in _OF_CODE or t.lower in ("он", "она", "оно", "они", "его", "ее", "их") for t in words)
    ):
        return False
    return not any(_unknown_noun(t, t.index < place) for t in words) and len(words) <= 9


def _unknown_noun(token: Token, before: bool) -> bool:
    if token.lower.startswith((*_TAIL, *_LOW, *_HIGH, *SPREAD_WORDS)):
        return False
    if token.number is not None or token.lower.startswith(_KNOWN_NOUNS) or token.stems & (_SUMMED | REST | _TOGETHER):
        return False
    if token.text.isascii():
        return False
    return is_subject_noun(token.lower) if before else part_of_speech(token.lower) == "NOUN"


_GENERIC = {
    "server", "stream", "codec", "run", "setting", "value", "figure", "number", "level", "time", "step", "one", "machine", "cost", "volume", "wait", "rate", "ratio", "factor", "tail", "same", "case", "average",
    "mean", "median", "maximum", "minimum", "worst", "best", "spread", "deviation", "original", "baseline", "default", "total", "whole", "share", "previous", "next", "first", "last", "way", "result",
    "slowest", "fastest", "highest", "lowest", "two", "three", "pair", "rest", "other", "remainder", "peak", "floor", "gap",
}  # fmt: skip
_DETERMINERS = {"the", "a", "an", "its", "their", "each", "every", "our", "no"}


def _foreign(scene: Scene, start: int, stop: int, place: int, named: bool) -> bool:
    """Whether the window has a noun that is neither a metric nor a level: "a third of the queries", "ядро съедает четверть"; where it names no metric, the clause before it, too."""
    known = _level_tokens(scene) | _metric_tokens(scene)
    known |= {at for at, _ in scene.mentions.factors} | {at for at, _ in scene.mentions.settings}
    tokens = scene.tokens
    for token in tokens[start if named else 0 : stop + 1]:
        if token.index in known or token.index == place or not token.is_word or token.concepts or token.statistic:
            continue
        subject = named or token.index < start
        if _unknown_noun(token, token.index < place and subject):
            return True
        if token.text.isascii() and token.index and tokens[token.index - 1].lower in _DETERMINERS:
            ahead = tokens[token.index : token.index + 2]
            fine = any(t.index in known or t.stems & _GENERIC or t.lower in _GENERIC or t.statistic or t.number is not None for t in ahead)  # fmt: skip
            if not fine:
                return True
    return False


def clause_speaks_of_else(scene: Scene, place: int) -> bool:
    """Whether what stands before a number in its clause names a thing that the facts do not hold."""
    start, stop = window(scene, place)
    metrics = _metrics(scene, start, stop)
    return metrics is None or _foreign(scene, start, place, place, bool(metrics))


_GAINED = {"gain", "difference", "saving", "advantage", "improvement", "effect", "favour", "favor", "выигрыш", "разница", "экономия", "прирост", "эффект", "польза", "way", "путь"}  # fmt: skip
_DERIVED = {"therefore", "thus", "hence", "total", "overall", "поэтому", "значит", "итого", "per", "each", "apiece", "каждый"}  # fmt: skip
_ORDINALS = {
    "first",
    "second",
    "third",
    "fourth",
    "второй",
    "третий",
    "четвертый",
    "пятый",
    "previous",
    "предыдущий",
    "earlier",
}
_TRIED = {"experiment", "эксперимент", "run", "прогон", "test", "тест", "version", "версия", "and", "и"}
_QUALITY = {
    "much",
    "many",
    "high",
    "large",
    "big",
    "long",
    "fast",
    "slow",
    "often",
    "thick",
    "great",
    "quick",
    "low",
    "short",
    "small",
}


def _of_something_else(scene: Scene, start: int, stop: int, place: int) -> bool:
    """Whether an amount is of the parameter ("восьмикратный рост нагрузки"), of a quality that nothing here measures ("вчетверо дёрганее"), or worked out of more."""
    tokens = scene.tokens
    number = tokens[place].number
    named = _level_tokens(scene)
    beside = {at for at, _ in scene.mentions.factors if start <= at <= stop and abs(at - place) <= 4 and not {at - 1, at} & named}  # fmt: skip
    if number is None or beside or any(t.stems & _DERIVED for t in tokens[start : stop + 1]):
        return True
    if any(t.stems & _GAINED for t in tokens[place + 1 : place + 5]):
        return True  # "two fifths of the gain"
    after = tokens[place + 1 : place + 3]
    if (
        after
        and after[0].lower in ("that", "those")
        or len(after) > 1
        and after[0].text == ":"
        and _is_number(scene, after[1])
    ):
        return True
    if any(t.stems & _ORDINALS and n.stems & _TRIED for t, n in itertools.pairwise(tokens[start : stop + 3])):
        return True  # "between the second and the third experiment"
    if number.fraction and after and after[0].lower.startswith(("процент", "percent", "per", "point", "пункт")):
        return True
    if number.kind != "times":
        return False
    if after and after[0].lower == "as" and len(after) > 1:
        counted = tokens[place + 3] if after[1].lower in ("many", "much") and place + 3 < len(tokens) else None
        if (
            counted is not None
            and counted.is_word
            and counted.lower not in ("as", "at", "with", "under", "on", "in")
            and counted.index not in named | _metric_tokens(scene)
        ):
            return True
        return not after[1].stems & _QUALITY and after[1].lower not in _QUALITY
    if after and after[0].is_word and after[0].lower.endswith(("ее", "ей", "че")) and not after[0].concepts:
        return True
    behind = next((t.index for t in tokens[place : stop + 1] if t.lower in ("чем", "than")), None)
    return (
        behind is not None
        and behind + 1 < len(tokens)
        and part_of_speech(tokens[behind + 1].lower) == "VERB"
        and not tokens[behind + 1].text.isascii()
    )


def speaks_of_factor(scene: Scene, place: int) -> bool:
    """ "That factor is already above six": the quotient that was told before."""
    start, _ = window(scene, place)
    return any(t.stems & {"factor", "ratio", "отношение", "соотношение"} for t in scene.tokens[start:place])


def _taken_over(scene: Scene, place: int, former: Frame, levels: list[Spoken]) -> Frame | None:
    """ "…, zstd at nine tenths", "против 8 ГБ — втрое": the readings of the amount before, of another level or against another base."""
    own = [one for one in levels if one.role == "at"]
    bases = [one for one in levels if one.role in ("than", "from")]
    if len(own) > 1 or len(bases) > 1 or any(len(one.ids) != 1 for one in levels) or not levels:
        return None
    number = scene.tokens[place].number
    if former.against == "whole" and number is not None and number.kind == "times":
        return None  # "31% of active time at 1 GB and half as much at 8 GB": no part of the whole
    readings = former.readings
    if bases:
        base = next(iter(bases[0].ids))
        readings = [replace(r, under=replace(r.under, level=base)) for r in readings if r.under.level is not None]
    if any(t.stems & REST for t in scene.tokens[window(scene, place)[0] : place]):
        readings = [replace(r, over=replace(r.over, rest=True)) for r in readings if r.under.constant == 100]
    subjects = [next(iter(own[0].ids))] if own else former.levels
    kind = mark_of(scene, place)
    readings = [r for r in readings if r.under.level is None or subjects != [r.under.level]]
    if kind is not None:
        readings = [replace(r, kind=kind) if r.under.level is not None else r for r in readings]
    return Frame(readings, subjects, former.certain, former.against, True) if readings and subjects else None


@dataclass(slots=True)
class _Around:
    """What stands around one amount."""

    scene: Scene
    place: int
    start: int
    stop: int
    metrics: list[MetricMention]
    stats: list[tuple[int, str]]
    levels: list[Spoken]

    def subjects(self) -> tuple[list[str], bool]:
        """The levels that the amount is told of, and whether they are said."""
        own = [one for one in self.levels if one.role in ("at", "to")]
        if own:
            ids: frozenset[str] = frozenset(own[0].ids)
            for one in own[1:]:
                ids = ids & one.ids or (ids | one.ids)
            if len(self.scene.vocabulary.facts.experiment.factors) > 1 and len(ids) > 1:
                ids = ids & self.scene.inherited_levels or ids
            return sorted(ids, key=self.scene.vocabulary.order_of), True
        earlier = spoken_levels(self.scene, 0, self.start - 1, self.place) if self.start else []
        bases = {level for one in self.levels for level in one.ids}
        told = [one for one in earlier if one.role in ("at", "to") and not one.ids <= bases]
        if told:
            return sorted(told[-1].ids), len(told[-1].ids) == 1
        inherited = self.scene.inherited_levels - bases
        return sorted(inherited), len(inherited) == 1

    def rows(self) -> tuple[tuple[Row, ...], bool]:
        """The rows that the amount may be told of, and whether their metric is said."""
        stat = self.own_stat()
        if self._is_a_whole():
            rows = _inherited_rows(self.scene, self.start, self.place, stat)
            if rows and not any(row.metric in self.metrics[0].metrics for row in rows):
                return rows, False
        if self.metrics:
            said = [m for m in self.metrics if m.last < self.place]
            mention = (said or self.metrics)[-1 if said else 0]
            behind = next((m for m in self.metrics if 1 < m.first - self.place <= 3 and self.scene.tokens[self.place + 1].has(*_COMPARATIVES)), None)  # fmt: skip
            mention = behind or mention
            rows = _stat_rows(self.scene, mention.metrics, stat)
            if stat is None:
                told = [
                    r
                    for of in (self.scene, *self.scene.before(2))
                    for r in told_rows(of, self.place if of is self.scene else None)
                ]
                rows = tuple(dict.fromkeys([*rows, *(r for r in told if r.metric in mention.metrics)]))
            return rows, True
        before = self._value_before()
        if before is not None:
            return before, len(before) == 1
        parts = [
            m
            for m in self.scene.mentions.metrics
            if self.start <= m.first <= self.stop and m.metrics and not self._of_the_factor(m)
        ]
        if parts:
            return rows_of(
                self.scene,
                frozenset().union(*(m.metrics for m in parts)),
                stat if stat not in ("worst", "best") else None,
            ), False
        named = [stat for _, stat in statistics_in(self.scene, 0, self.start - 1) if stat not in _MEANS] if self.start and stat is None else []  # fmt: skip
        if named:  # "Для p95 картина похожая: восемь гигабайт урезали его"
            about = _inherited_rows(self.scene, self.start, self.place, None)
            metrics = frozenset(row.metric for row in about) or self.scene.inherited_metrics
            return tuple(dict.fromkeys([*_stat_rows(self.scene, metrics, named[-1]), *about])), len(metrics) == 1
        rows = _inherited_rows(self.scene, self.start, self.place, stat if stat not in ("worst", "best") else None)
        if stat in ("worst", "best"):
            rows = _stat_rows(self.scene, frozenset(row.metric for row in rows), stat)
        return rows, 1 <= len({row.metric for row in rows}) <= 2

    def _is_a_whole(self) -> bool:
        """ "It makes up 95% of the mean latency", "на него приходится 20% средней задержки": the one metric of the clause is what the amount is a part of."""
        number = self.scene.tokens[self.place].number
        if len(self.metrics) != 1 or number is None or number.kind == "times" or self.metrics[0].first <= self.place:
            return False
        gap = self.scene.tokens[self.place + 1 : self.metrics[0].first]
        russian = not self.scene.tokens[self.metrics[0].first].text.isascii()
        return all(t.lower in _OF_WHOLE or t.statistic in _MEANS for t in gap) and (
            russian or bool(gap) and gap[0].lower == "of"
        )

    def _whole(self) -> str:
        """`wait` or `time` where that is the whole that stands right behind the amount; empty where none does."""
        tokens = self.scene.tokens
        if self.place and tokens[self.place - 1].lower in ("до", "to") or tokens[self.start].lower in ("to", "чтобы"):
            return ""  # "to make up four fifths of wait time, it takes also …": as far as which
        behind = tokens[self.place + 1 : self.place + 6]
        for token in behind:
            if token.lower.startswith(_WHOLES):
                waits = any(t.lower.startswith(_WAITS) for t in behind if t.index <= token.index + 1)
                return "wait" if waits else "time"
            if not (token.lower in _OF_WHOLE or token.lower.startswith(_OF_SESSIONS)):
                return ""
        return ""

    def _is_share_of(self, reading: Reading, whole: str) -> bool:
        """Whether all shares that a reading adds up are told of the whole that its sentence names: not of active time, where that is wait time."""
        wholes = [
            fact.denominator or ""
            for row in reading.over.rows
            for fact in self.scene.vocabulary.by_metric.get(row.metric, ())
            if fact.stat == "share"
        ]
        return bool(wholes) and all(
            ("wait" in one and "wait_" not in one) == (whole == "wait") and one for one in wholes
        )

    def _value_before(self) -> tuple[Row, ...] | None:
        """ "1 777, more than twice …": the row of the value that the amount stands behind; None where it stands behind none."""
        before = [at for at in self.scene.bounds if at < self.place]
        if not before or before[-1] in self.scene.frames:
            return None
        at = max(before)
        gap = self.scene.tokens[at + 1 : self.place]
        if not all(t.lower in _SKIPPED or t.lower in _GLUE or not t.is_word for t in gap):
            return None
        bound = self.scene.bounds[at]
        facts = [f for name in bound.facts if (f := self.scene.vocabulary.by_name.get(name)) is not None]
        return (row_of(facts[0]),) if bound.verdict == "supported" and len(facts) == 1 else ()

    def _of_the_factor(self, mention: MetricMention) -> bool:
        """ "удвоение буфера", "doubling the cache": what was done to the parameter."""
        before = self.scene.tokens[mention.first - 1] if mention.first else None
        return (
            before is not None
            and (before.has("up.noun") or before.lower.startswith(("doubl", "удво")))
            and mention.modifier
        )

    def own_stat(self) -> str | None:
        """The statistic of the subject: what is named before the amount and is not what it is held against."""
        against = self.stat_against()
        own = [stat for at, stat in self.stats if (at, stat) != against]
        return own[0] if own else None

    def stat_against(self) -> tuple[int, str] | None:
        """ "60% среднего", "eight times the mean", "p99 превосходит среднее в 5,7 раза"."""
        stats = [(at, stat) for at, stat in self.stats if stat not in _MEANS or not at or self.scene.tokens[at - 1].lower not in ("на", "at", "in", "on", "по", "в")]  # fmt: skip
        after = [(at, stat) for at, stat in stats if self.place < at <= self.place + 6 and stat in _MEANS]
        if after:
            return after[0]
        means = [(at, stat) for at, stat in stats if stat in _MEANS]
        others = [stat for _, stat in stats if stat not in _MEANS]
        return means[0] if means and others else None

    def readings(self, rows: tuple[Row, ...], subjects: list[str]) -> tuple[list[Reading], str]:
        """Every reading that the words allow, and what the amount is said to be held against."""
        against = self.stat_against()
        others = [m for m in self.metrics if not m.metrics & {row.metric for row in rows}]
        if against is not None and not (others and self._is_a_whole()):
            return list(self._of_statistics(rows, against[1])), "statistic"
        bases = [one for one in self.levels if one.role in ("than", "from")]
        summed = _is_summed(self.scene, self.start, self.stop + 1)
        shares = len(self.metrics) == 2 and all(self.scene.vocabulary.tells_percent(m) for one in self.metrics for m in one.metrics)  # fmt: skip
        if summed and not bases and not shares:
            sums, whole = list(self._of_sums()), self._whole()
            shares_of_it = [reading for reading in sums if self._is_share_of(reading, whole)] if whole else []
            return shares_of_it or sums, "whole" if shares_of_it else "sum"
        if others and not bases:
            return list(self._of_metrics(rows, others)), "metric"
        mark = mark_of(self.scene, self.place)
        number = self.scene.tokens[self.place].number
        kinds = ["of"] if number is not None and number.kind == "times" else [mark] if mark else ["of", "change"]
        found: list[Reading] = []
        named = [level for one in bases for level in sorted(one.ids)]
        if named and named == subjects:
            return list(
                self._of_statistics(rows, "mean")
            ), "statistic"  # "pglz at its worst is half as fast as pglz on average"
        rest = any(t.stems & REST for t in self.scene.tokens[self.start : self.stop + 1]) or any(t.stems & _MISSED for t in self.scene.tokens[: self.stop + 1])  # fmt: skip
        rest = rest and all(
            self.scene.vocabulary.tells_percent(row.metric) for row in rows
        )  # misses that are counted leave no rest
        for base in named or self._bases(subjects):
            found += [
                Reading(Term((row,), rest=rest), Term((row,), base, rest=rest), kind) for row in rows for kind in kinds
            ]
        if not named and "of" in kinds and not (number is not None and number.kind == "times"):
            wholes = list(self._of_wholes(rows))
            whole = self._whole()
            parts = [r for r in wholes if whole and r.under.constant == _HUNDRED and self._is_share_of(r, whole)]
            if parts:
                return parts, "whole"
            if whole and any(r.under.constant == _HUNDRED for r in wholes):
                return [], ""  # a share of another whole than the facts tell
            found += wholes
        if not named:
            found += [
                reading for row in rows if row.stat not in _CENTRAL for reading in self._of_statistics((row,), "mean")
            ]
        return found, "level" if named else ""

    def _bases(self, subjects: list[str]) -> list[str]:
        """The levels that a subject may be held against where none is named: the baseline, those told before, those beside it."""
        vocabulary = self.scene.vocabulary
        row = sorted(vocabulary.special("baseline"))
        row += [
            level for of in (self.scene, *self.scene.before(1)) for m in of.mentions.levels for level in sorted(m.ids)
        ]
        order = vocabulary.numeric_order
        if not any(one.role in ("at", "to") for one in self.levels):
            row += order
        for level in subjects:
            if len(vocabulary.facts.experiment.factors) > 1:
                row += [other for other in vocabulary.level_ids if len(vocabulary.apart(other, level)) == 1]
            elif level in order:
                at = order.index(level)
                row += order[max(0, at - 1) : at] + order[at + 1 : at + 2]
        return [level for level in dict.fromkeys(row) if subjects != [level]]

    def _of_statistics(self, rows: tuple[Row, ...], stat: str) -> Iterator[Reading]:
        mark, number = mark_of(self.scene, self.place), self.scene.tokens[self.place].number
        for row in rows:
            kinds = ["of"] if number is not None and number.kind == "times" else [mark] if mark else ["of", "change"]
            if row.stat == "cv":
                yield Reading(Term((row,)), Term(constant=100.0), "of")
                continue
            for under in rows_of(self.scene, frozenset({row.metric}), stat):
                yield from (Reading(Term((row,)), Term((under,)), kind) for kind in kinds if row != under)

    def _of_metrics(self, rows: tuple[Row, ...], others: list[MetricMention]) -> Iterator[Reading]:
        """One metric against another at a level: a part, a multiple, both of a hundred, a share within a share."""
        number = self.scene.tokens[self.place].number
        for row in rows:
            for mention in others:
                for other in rows_of(self.scene, mention.metrics, None if row.stat in _CENTRAL else row.stat):
                    one, two = Term((row,)), Term((other,))
                    yield Reading(one, two, "of")
                    yield Reading(two, one, "of")
                    if number is not None and number.kind == "times":
                        continue
                    yield Reading(one, Term((row, other)), "of")
                    yield Reading(two, Term((row, other)), "of")
                    if self._in_percent(row) and self._in_percent(other):
                        yield Reading(Term((row, other)), Term(constant=100.0), "of")
                        yield Reading(one, Term(constant=100.0), "of")
                        yield Reading(two, Term(constant=100.0), "of")
                        yield Reading(Term((row,), inside=other), Term(constant=100.0), "of")

    def _of_sums(self) -> Iterator[Reading]:
        """ "The two WAL locks", "сумма трёх типов": what is named in the clause, or was told before, added up."""
        scene = self.scene
        named = [m.metrics for m in self.metrics]
        parts = [
            frozenset({p.id})
            for p in scene.vocabulary.metrics.values()
            if p.part_of and any(p.part_of in ids for ids in named)
        ]
        told: list[frozenset[str]] = []
        earlier = scene.world.blocks[scene.block.order - 1] if scene.block.order and scene.block.order <= len(scene.world.blocks) else None  # fmt: skip
        above = scene.world.scenes_of(earlier)[-3:] if earlier is not None and earlier.section == scene.block.section else []  # fmt: skip
        for of in (scene, *scene.before(2), *above):
            mentions = [m for m in of.mentions.metrics if len(m.metrics) == 1 and not m.modifier]
            told += [m.metrics for m in mentions if m.metrics not in told]
        for group in (named if len(named) > 2 else [], parts, told, [ids for ids in told if ids not in named]):
            rows = [row for ids in group for row in rows_of(scene, ids, None)[:1] if self._in_percent(row)]
            if 2 <= len(rows) <= 4:
                for count in range(2, len(rows) + 1):
                    yield Reading(Term(tuple(rows[:count])), Term(constant=100.0), "of")

    def _of_wholes(self, rows: tuple[Row, ...]) -> Iterator[Reading]:
        """A share itself, what a part is of the whole that the facts know, and of what the machine has."""
        rest = any(t.stems & REST for t in self.scene.tokens[self.start : self.stop + 1])
        for row in rows:
            held = self.scene.vocabulary.metrics.get(row.metric)
            if self._in_percent(row):
                yield Reading(Term((row,), rest=rest), Term(constant=100.0), "of")
            if held is None:
                continue
            if held.part_of:
                for whole in rows_of(self.scene, frozenset({held.part_of}), None):
                    yield Reading(Term((row,)), Term((whole,)), "of")
                    if self._in_percent(row):
                        yield Reading(Term((row,), inside=whole), Term(constant=100.0), "of")
            for part in self.scene.vocabulary.metrics.values():
                if part.part_of == row.metric:
                    for inner in rows_of(self.scene, frozenset({part.id}), None):
                        yield Reading(Term((inner,)), Term((row,)), "of")
            unit = (held.unit or "").lower()
            for name, value in (self.scene.vocabulary.facts.experiment.environment or {}).items():
                if isinstance(value, int | float) and value and name.lower().endswith(f"_{unit}"):
                    yield Reading(Term((row,)), Term(constant=float(value)), "of")

    def _in_percent(self, row: Row) -> bool:
        return self.scene.vocabulary.tells_percent(row.metric) and row.stat != "stddev"


_HUNDRED = 100.0
_WAITS = ("wait", "ожидан")
_WHOLES = ("time", "wait", "врем", "ожидан", "total", "сумм")
_OF_SESSIONS = ("active", "session", "активн", "сесси", "all", "всех", "wait")
_OF_WHOLE = {"of", "the", "its", "all", "total", "whole", "от", "всей", "всего", "общей", "общего"}
_COMPARATIVES = ("up.comparative", "down.comparative")
_CENTRAL = ("mean", "median", "share", "last", "count", "value")

__all__ = ["Frame", "Reading", "Term", "frame_of", "mark_of", "statistics_in", "window"]
