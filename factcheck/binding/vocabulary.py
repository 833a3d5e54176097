"""What these facts call their metrics, levels and settings, in every wording a text may use for them."""

from __future__ import annotations

import copy
import itertools
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from factcheck.binding.parts import with_parts
from factcheck.forms.facts import Effect, Fact, Facts, Metric, Setting
from factcheck.reading.concepts import akin
from factcheck.reading.lexicon import class_names, terms
from factcheck.reading.sentences import Token, tokens_of
from factcheck.reading.units import Unit, convert, unit_named
from factcheck.reading.words import stems

CENTRAL = ("mean", "median")
#: What a database does, and no disk: of these no rate is told in IOPS.
_OF_A_DATABASE = {"tps", "transaction", "транзакция", "qps", "query", "запрос"}
_FILLERS = {
    "по",
    "the",
    "of",
    "a",
    "disk",
    "диск",
    "диска",
    "запросов",
    "в",
    "for",
    "на",
    "ms",
    "мс",
    "системы",
    "субд",
}
_RESOURCES = {
    "cpu",
    "процессор",
    "память",
    "memory",
    "сеть",
    "network",
    "диск",
    "disk",
    "ram",
    "озу",
    "кэш",
    "cache",
    "ядро",
    "gpu",
}
# Wholes that shares are taken of, in the words of reports; the names of others are made of their ids.
_WHOLES = {
    "active_session_time": ("active session time", "время активных сеансов", "время активных сессий"),
    "execution_time": ("execution time", "время выполнения", "время исполнения"),
    "wait_time": ("wait time", "время ожиданий", "время ожидания"),
}  # fmt: skip
_FUNCTION = {
    "of",
    "the",
    "a",
    "an",
    "на",
    "в",
    "по",
    "к",
    "и",
    "от",
    "для",
    "per",
    "to",
    "in",
    "at",
    "on",
    "by",
    "у",
    "с",
    "до",
    "из",
    "за",
    "об",
}


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a metric: the stems of each of its words."""

    words: tuple[frozenset[str], ...]
    metrics: frozenset[str]
    known: bool  # False: a term of the field that these facts do not hold
    text: str
    whole: bool = False  # what shares are taken of


@dataclass(frozen=True, slots=True)
class Level:
    """One level of one factor, in all the forms it may be written in."""

    factor: int
    text: str
    number: float | None
    unit: Unit | None
    words: tuple[frozenset[str], ...]


def _plain_id(metric: Metric) -> str:
    """A metric's id without the unit that a spreadsheet's head has behind it: cache_hit of "cache_hit_pct", latency_avg of "latency_avg_ms"."""
    plain = re.sub(r"_(?:pct|percent|ms|us|sec|s)$", "", metric.id.lower())
    return plain if is_well_named(metric) else _UNIT_BEHIND.sub("", plain)


def is_well_named(metric: Metric) -> bool:
    """Whether a metric has names of its own, so that none need be guessed; a table's head gives one at most."""
    return sum(len(names) for names in metric.names.values()) > 1


@lru_cache(maxsize=4096)  # the terms of the field are the same for all facts
def word_stems(text: str) -> tuple[frozenset[str], ...]:
    return tuple(
        token.stems if token.stems else frozenset({token.text.lower()})
        for token in tokens_of(text.lower())
        if token.text not in ("%", '"', "(", ")") or token.number
    )


#: A unit or what else is no part of a name behind a head: "build time [s]", "latency, ms", "wal_gb", "cpu %".
_UNIT_BEHIND = re.compile(
    r"[\s_]*(?:\([^()]*\)|\[[^\[\]]*\]|,\s*[^\s,]+|%|[\s_](?:pct|percent|ms|us|sec|s|kb|mb|gb|tb|kib|mib|gib|mln|k))$",
    re.I,
)


#: A word of letters and digits that names what is measured: "q18"; "p99" is a statistic.
_CODE = re.compile(r"(?!p\d)[a-z]{1,4}\d{1,3}[a-z]?")


#: Where a name of several words in one is cut: "WALSync" is "WAL sync".
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z][a-zA-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def _words_named(text: str) -> tuple[frozenset[str], ...]:
    """The words of a name or a head, without its unit."""
    return word_stems(_cut_words(text).lower())


def _cut_words(text: str) -> str:
    """A head without its unit, cut into words: "seqscan_sec" is "seq scan"."""
    words = _CAMEL.sub(" ", _UNIT_BEHIND.sub("", text)).replace("_", " ").split(" ")
    return " ".join(_uncompounded(word) for word in words)


@lru_cache(maxsize=1024)
def _uncompounded(word: str) -> str:
    """ "base backup" of "basebackup": two words that are known to have other names, written as one."""
    for at in range(3, len(word) - 2):
        if all(len(akin(frozenset(stems(part)))) > len(stems(part)) for part in (word[:at].lower(), word[at:].lower())):
            return f"{word[:at]} {word[at:]}"
    return word


#: Names that stand for the one rate of a table, by the group of terms that has them: the unit's dimension, and which they are.
_RATES = {
    "tps": ("frequency", ("throughput", "пропускная способность")),
    "mbps": ("bandwidth", ("bandwidth", "пропускная способность")),
}
_A_LATENCY = re.compile(r"lat(?![a-z])|latenc|respon|commit|avg|average|mean|median|задерж|отклик", re.I)
#: A head of bytes in a time: "wal_gb_per_hour".
_AMOUNT_A_TIME = re.compile(r"([a-z_]{2,}?)[_ ](?:[kmgt]i?b)_per_(?:s|sec|min|minute|hour|h|day)", re.I)
#: A percentile in a head: the middle one, and any.
_MIDDLE, _RANK = re.compile(r"p50(?![\d])"), re.compile(r"p\d{2,3}")
Found = TypeVar("Found")
_VALUES = frozenset(
    {"first", "last", "mean", "median", "min", "max", "amplitude", "stddev", "p95", "p99", "count", "duration"}
)


_PLAIN_WORD = re.compile(r"[^\W\d_]\d+|\d+(?:[.,\s]\d{3})*|[^\W\d_]{2,}")
_GROUPED = re.compile(r"(?<=\d)[.,\s](?=\d{3})")
#: What tells a statistic or nothing apart; another statistic of one metric is judged as such.
_NO_KIND = {
    "mean", "average", "median", "max", "maximum", "min", "minimum", "peak", "total", "share", "count", "number", "rate", "percent", "latency", "time", "ratio",
    "the", "with", "for", "and", "per", "all", "from", "on", "at", "in", "of", "to", "by", "по", "на", "от", "из", "во", "среднее", "средняя", "средний", "медиана", "максимум", "минимум", "пик", "доля", "число", "время", "для", "при", "без",
}  # fmt: skip


def words_of(text: str) -> frozenset[str]:
    """The words of two letters and more and the numbers of a text: "20,000QPS" has "20000" and "qps"."""
    return frozenset(_PLAIN_WORD.findall(_GROUPED.sub("", text.lower())))


def _with_off(sizes: dict[str, float]) -> dict[str, float]:
    """Sizes in the order listed, of which a single -1 ("off", "no limit") is none: "-1, 1000, 100, 0" begins above 1000, "0, 100, -1" ends above 100."""
    row = list(sizes.values())
    if [size for size in row if size < 0] != [-1.0] or len(row) < 3:
        return sizes
    rest = [size for size in row if size >= 0]
    falls, rises = rest == sorted(rest, reverse=True), rest == sorted(rest)
    above = row[0] == -1 and falls or row[-1] == -1 and rises
    return {one: math.inf if above and size == -1 else size for one, size in sizes.items()}


class Vocabulary:
    """The index of one experiment's facts."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts = with_parts(facts)
        self.metrics: dict[str, Metric] = {metric.id: metric for metric in facts.metrics}
        self.levels = self._levels()
        self.otherwise: set[tuple[frozenset[str], ...]] = set()  # names that these facts do not give themselves
        self.names = self._names()
        self.by_first = self._by_first(self.names)
        self.modifiers, self.heads = self._parts()
        self._by_key: dict[tuple[str, str], list[Fact]] = {}
        self.by_metric: dict[str, list[Fact]] = {}
        self._stats: dict[str, list[str]] = {}
        for fact in facts.facts:
            if (fact.metric, fact.stat) not in self._by_key:
                self._stats.setdefault(fact.metric, []).append(fact.stat)
            self._by_key.setdefault((fact.metric, fact.stat), []).append(fact)
            self.by_metric.setdefault(fact.metric, []).append(fact)
        self._central: dict[tuple[str, str, str | None], Fact | None] = {}
        self._effects: dict[str, list[Effect]] = {}
        for effect in facts.effects:
            self._effects.setdefault(effect.metric, []).append(effect)
        self._specials: dict[str, frozenset[str]] = {}
        self._worked_out: dict[object, Any] = {}
        self.settings: dict[str, Setting] = {setting.name.lower(): setting for setting in facts.settings}

    @cached_property
    def is_spreadsheet(self) -> bool:
        """Whether no metric has names beside its head: what its readers call the levels and metrics is then to be guessed."""
        return not any(is_well_named(metric) for metric in self.facts.metrics)

    def once(self, key: object, make: Callable[[], Found]) -> Found:
        """What is worked out of these facts alone, once for the article: judges ask for it at every sentence."""
        if key not in self._worked_out:
            self._worked_out[key] = make()
        found: Found = self._worked_out[key]
        return found

    # -- levels ---------------------------------------------------------------------------------------------------

    def _levels(self) -> list[Level]:
        found = []
        for index, factor in enumerate(self.facts.experiment.factors):
            unit = unit_named(factor.unit)
            texts = list(factor.levels)
            for extra in (factor.baseline, factor.default):
                if extra is not None and extra not in texts and not self._same_number(extra, texts, unit):
                    texts.append(extra)
            for text in texts:
                found.append(self._level(index, text, unit))
        if not self.facts.experiment.factors:
            seen = dict.fromkeys(fact.level for fact in self.facts.facts if fact.level is not None)
            found = [self._level(0, text, None) for text in seen]
        return found

    def _same_number(self, text: str, others: list[str], unit: Unit | None) -> bool:
        one = self._level(0, text, unit)
        return any(
            one.number is not None and other.number == one.number and (other.unit == one.unit)
            for other in (self._level(0, text, unit) for text in others)
        )

    @staticmethod
    def _level(factor: int, text: str, unit: Unit | None) -> Level:
        tokens = tokens_of(text)
        number = tokens[0].number if len(tokens) == 1 else None
        if number and number.is_value and number.high is None:
            return Level(factor, text, number.readings[0].value, number.unit or unit, ())
        spoken = tuple(word for word in word_stems(text) if "-" not in word)
        return Level(factor, text, None, None, spoken)  # "two-cores" is told as "two cores", too

    @cached_property
    def level_ids(self) -> list[str]:
        """Level strings as the facts write them, in the order of the experiment."""
        seen = dict.fromkeys(fact.level for fact in self.facts.facts if fact.level)
        for effect in self.facts.effects:
            for level in (effect.level, effect.baseline):
                if level and "=" not in level:
                    seen.setdefault(level)
        if len(self.facts.experiment.factors) > 1:
            cells = [one for one in seen if self._cut(one) is not None]  # a main effect's baseline is no cell
            return sorted(cells, key=self._cell_order)
        ordered = [self.canonical(level.text) for level in self.levels]
        return list(dict.fromkeys([*[one for one in ordered if one in seen], *seen]))

    @cached_property
    def inner_words(self) -> frozenset[tuple[str, str]]:
        """Words of the metrics' names with those that follow them, in lower case: ("busiest", "core") of "softirq load of the busiest core"."""
        named = [
            name.lower().split() for metric in self.metrics.values() for row in metric.names.values() for name in row
        ]
        return frozenset(pair for words in named for pair in itertools.pairwise(words) if len(words) > 2)

    def parts_of(self, cell: str) -> tuple[str, ...]:
        """A grid's cell as the levels of its factors in their order; what is no cell (or no grid's) is one part."""
        return self._cut(cell) or (cell,)

    def apart(self, one: str, two: str) -> list[int]:
        """The factors in which two cells differ, by their place; none where one of them is no cell."""
        a, b = self.parts_of(one), self.parts_of(two)
        return [at for at in range(len(a)) if a[at] != b[at]] if len(a) == len(b) else []

    def _cut(self, cell: str) -> tuple[str, ...] | None:
        """A cell cut where one factor's level ends; a level may hold a slash itself ("/data/16")."""
        factors = self.facts.experiment.factors
        if cell not in self._cuts and len(factors) > 1:
            rows: list[tuple[tuple[str, ...], str]] = [((), cell + "/")]
            for factor in factors:
                slashed = [text for text in factor.levels if "/" in text]
                rows = [
                    ((*parts, text), rest[len(text) + 1 :])
                    for parts, rest in rows
                    for text in (*slashed, rest.partition("/")[0])
                    if text and rest.startswith(text + "/")
                ]
            self._cuts[cell] = next((parts for parts, rest in rows if not rest), None)
        return self._cuts.get(cell)

    @cached_property
    def _cuts(self) -> dict[str, tuple[str, ...] | None]:
        return {}

    def _cell_order(self, cell: str) -> tuple[int, ...]:
        """A cell's place in the grid: the positions of its factors' levels."""
        places = []
        for factor, part in zip(self.facts.experiment.factors, self.parts_of(cell), strict=False):
            places.append(factor.levels.index(part) if part in factor.levels else len(factor.levels))
        return tuple(places)

    def canonical(self, text: str) -> str:
        """The facts' own string for a level of a single factor ("1" and "1min" are one)."""
        used = self._levels_used
        if text in used:
            return text
        unit = unit_named(self.facts.experiment.factors[0].unit) if self.facts.experiment.factors else None
        one = self._level(0, text, unit)
        for other in used:
            two = self._level(0, other, unit)
            if (
                one.number is not None
                and two.number is not None
                and one.number in convert(two.number, two.unit, one.unit)
            ):
                return other
            if one.number is None and one.words == two.words:
                return other
        return text

    @cached_property
    def steps(self) -> dict[str, list[Fact]]:
        """The facts of each load step within the runs, by the step's number as text."""
        found: dict[str, list[Fact]] = {}
        for fact in self.facts.facts:
            step = re.fullmatch(r"step[ _]?(\d+)", fact.scope or "")
            if step is not None and fact.partner is None and fact.run is None:
                found.setdefault(step[1], []).append(fact)
        return found

    @cached_property
    def _levels_used(self) -> set[str]:
        return {fact.level for fact in self.facts.facts if fact.level}

    @cached_property
    def _part_cache(self) -> dict[tuple[int, str], frozenset[str]]:
        return {}

    def ids_of(self, level: Level) -> frozenset[str]:
        """The level strings that hold this level of its factor."""
        key = (level.factor, level.text)
        if key not in self._part_cache:
            if len(self.facts.experiment.factors) <= 1:
                self._part_cache[key] = frozenset({self.canonical(level.text)})
            else:
                matching = set()
                for one in self.level_ids:
                    parts = self.parts_of(one)
                    if level.factor < len(parts) and self._part_equal(parts[level.factor], level):
                        matching.add(one)
                self._part_cache[key] = frozenset(matching)
        return self._part_cache[key]

    def _part_equal(self, text: str, level: Level) -> bool:
        if text == level.text:
            return True
        unit = unit_named(self.facts.experiment.factors[level.factor].unit)
        other = self._level(level.factor, text, unit)
        return (
            level.number is not None
            and other.number is not None
            and level.number in convert(other.number, other.unit, level.unit)
        )

    def special(self, kind: str) -> frozenset[str]:
        """The level ids of `baseline` or `default`."""
        if kind not in self._specials:
            self._specials[kind] = self._special(kind)
        return self._specials[kind]

    def _special(self, kind: str) -> frozenset[str]:
        found: frozenset[str] | None = None
        for index, factor in enumerate(self.facts.experiment.factors):
            text = (factor.default if kind == "default" else factor.baseline) or factor.baseline or factor.default
            if text is None:
                continue
            ids = self.ids_of(self._level(index, text, unit_named(factor.unit)))
            found = ids if found is None else found & ids
        return found or frozenset()

    def order_of(self, level: str) -> int:
        """The position of a level in the experiment's order; unknown ones come last."""
        try:
            return self.level_ids.index(level)
        except ValueError:
            return len(self.level_ids)

    @cached_property
    def numeric_order(self) -> list[str]:
        """Levels by their numeric value where all of a single factor have one, otherwise as listed."""
        return sorted(self.level_ids, key=self._sizes.__getitem__) if self._sizes else self.level_ids

    def as_listed(self) -> Vocabulary | None:
        """The same with the levels in the order in which they are listed, along which an article may tell of them, too; None where that is their numeric order."""
        if self.numeric_order == self.level_ids:
            return None
        other = copy.copy(self)
        other.numeric_order = list(self.level_ids)
        return other

    def counts_transactions(self, metric: str) -> bool:
        """Whether a metric is a rate of transactions or queries, by its names, and none of a disk's operations."""
        words = {word for name in self.names if metric in name.metrics for part in name.words for word in part}
        return bool(words & _OF_A_DATABASE) and "iops" not in words

    @property
    def is_ordered(self) -> bool:
        """Whether the levels of a single factor have an order of their own: "on" and "off" have none."""
        return bool(self._sizes)

    @cached_property
    def _sizes(self) -> dict[str, float]:
        """The numeric value of each level, in the factor's unit; empty where one has none or where there are several factors."""
        factors = self.facts.experiment.factors
        if len(factors) > 1:
            return {}
        unit = unit_named(factors[0].unit) if factors else None
        parsed = {one: self._level(0, one, unit) for one in self.level_ids}
        if any(level.number is None for level in parsed.values()):
            return {}
        sizes = {
            one: (level.number or 0.0) * (level.unit.scale if level.unit else 1.0) for one, level in parsed.items()
        }
        return _with_off(sizes)

    # -- metrics --------------------------------------------------------------------------------------------------

    def kinds_of(self, metric: str) -> list[tuple[str, frozenset[str], bool]]:
        """The metrics in this one's unit whose names have all the words of a name of it, and more ("query duration", "select query duration at 5,000 QPS"); whether the short name is one word."""
        return self._kinds.get(metric, [])

    @cached_property
    def _kinds(self) -> dict[str, list[tuple[str, frozenset[str], bool]]]:
        called = [(one, [words_of(name) for row in one.names.values() for name in row]) for one in self.facts.metrics]
        found: dict[str, list[tuple[str, frozenset[str], bool]]] = {}
        for (one, short), (other, long) in itertools.permutations(called, 2):
            for a, b in itertools.product(short, long) if one.unit == other.unit else ():
                more = b - a - _NO_KIND
                if a and a < b and more:
                    found.setdefault(one.id, []).append((other.id, more, len(a) == 1))
        return found

    @cached_property
    def long_names(self) -> list[tuple[str, str]]:
        """Names of two words and more as the facts spell them, of one metric alone, with that metric; the longest first."""
        held: dict[str, set[str]] = {}
        for metric in self.facts.metrics:
            for name in (name.lower() for row in metric.names.values() for name in row if " " in name):
                held.setdefault(name, set()).add(metric.id)
        return sorted(((name, ids.pop()) for name, ids in held.items() if len(ids) == 1), key=lambda one: -len(one[0]))

    @cached_property
    def long_names_by_start(self) -> dict[str, list[tuple[str, str]]]:
        """The same by their first two letters."""
        found: dict[str, list[tuple[str, str]]] = {}
        for name, metric in self.long_names:
            found.setdefault(name[:2], []).append((name, metric))
        return found

    def _names(self) -> list[Name]:
        rows: dict[tuple[frozenset[str], ...], tuple[set[str], bool, str]] = {}

        def add(text: str, metric: str | None, known: bool) -> None:
            words = word_stems(text)
            if not words or (len(words) == 1 and all(len(stem) < 2 for stem in words[0])):
                return
            held = rows.setdefault(words, (set(), known, text))
            if metric and (held[1] or not held[0]):
                held[0].add(metric)

        for metric in self.facts.metrics:
            add(metric.id, metric.id, True)
            if "_" in metric.id:
                add(metric.id.replace("_", " "), metric.id, True)
            for names in metric.names.values():
                for name in names:
                    add(name, metric.id, True)
                    bare = re.sub(r"\s*\([^)]*\)", "", name).strip()
                    if bare and bare != name:
                        add(bare, metric.id, True)
        self._shortened(rows)
        self._called_otherwise(rows)
        wholes: set[tuple[frozenset[str], ...]] = set()
        for denominator in sorted({fact.denominator for fact in self.facts.facts if fact.denominator}):
            for text in (denominator.replace("_", " "), *_WHOLES.get(denominator, ())):
                words = word_stems(text)
                if words not in rows and len(words) > 1:
                    rows[words] = (set(), False, text)
                    wholes.add(words)
        taken = set(rows)
        own_heads = {stem for words in taken for word in words for stem in word}
        held: dict[str, set[str]] = {}
        for fact in self.facts.facts:
            held.setdefault(fact.stat, set()).add(fact.metric)
        for group, ids, names in terms():
            own = [m for m in self.facts.metrics if _plain_id(m) in ids or self._named_so(m, names)]
            own = own if len(own) == 1 else [m for m in own if _plain_id(m) in ids][:1]
            rates = self._only_rate(_RATES[group][0]) if not own and group in _RATES else []
            if not own and group == "latency":
                own = self._only_latency()
            for name in names:
                words = word_stems(name)
                if words in taken:
                    continue
                if rates and name in _RATES[group][1]:
                    add(name, rates[0].id, True)
                    continue
                if own:
                    add(name, own[0].id, True)
                elif group in held:  # "p99": a statistic of what else is named, or of the one metric that has it
                    if len(held[group]) == 1:
                        add(name, next(iter(held[group])), True)
                elif len(words) > 1 or not words[0] & own_heads:
                    rows.setdefault(words, (set(), False, name))
        for ids, names in class_names():
            own = [m for m in self.facts.metrics if m.id.lower() in ids]
            for name in names if len(own) == 1 else ():
                if word_stems(name) not in taken:
                    add(name, own[0].id, True)
        found = [
            Name(words, frozenset(metrics), bool(metrics), text, words in wholes)
            for words, (metrics, _, text) in rows.items()
        ]
        return sorted(found, key=lambda name: -len(name.words))

    @staticmethod
    def _shortened(rows: dict[tuple[frozenset[str], ...], tuple[set[str], bool, str]]) -> None:
        """ "контрольная точка" for "длительность контрольной точки", where no other metric is so called."""
        shorter: dict[tuple[frozenset[str], ...], set[str]] = {}
        texts: dict[tuple[frozenset[str], ...], str] = {}
        for words, (metrics, _, text) in rows.items():
            if (
                len(words) == 3
                and not any("percentile" in w or "процентиль" in w or "second" in w or "секунда" in w for w in words)
                and all(any(char.isalpha() for stem in word for char in stem) for word in words)
            ):
                for part in (words[1:], words[:2]):
                    if any(word & _FUNCTION for word in part):
                        continue
                    shorter.setdefault(part, set()).update(metrics)
                    texts[part] = text
        for words, metrics in shorter.items():
            if words not in rows and len(metrics) == 1 and all(max(len(s) for s in word) > 1 for word in words):
                rows[words] = (set(metrics), True, texts[words])

    def _called_otherwise(self, rows: dict[tuple[frozenset[str], ...], tuple[set[str], bool, str]]) -> None:
        """ "время построения" and "construction time" for "build time": the words of names by what else they are called, in any order."""
        held: dict[tuple[frozenset[str], ...], set[str]] = {}
        told = [metric for metric in self.facts.metrics if not is_well_named(metric)]
        for metric in told:
            for text in [metric.id, *(name for names in metric.names.values() for name in names)]:
                words = _words_named(text)
                wide = tuple(akin(word) for word in words)
                amount = _AMOUNT_A_TIME.fullmatch(text)
                if amount is not None:  # "log" of log_mb_per_hour
                    held.setdefault(word_stems(amount.group(1).replace("_", " ")), set()).add(metric.id)
                rest = tuple(word for word in words if not any(_RANK.fullmatch(stem) for stem in word))
                if metric.unit in ("ms", "s", "us") and 1 <= len(rest) < len(words) <= 3 and not any("latency" in word for word in rest):  # fmt: skip
                    for named in (rest, (*rest, frozenset(stems("latency"))), (frozenset(stems("задержка")), *rest)):
                        held.setdefault(tuple(akin(word) for word in named), set()).add(metric.id)
                if len(words) == 3 and "per" in words[1]:
                    held.setdefault((frozenset(stems("удельный")), wide[0]), set()).add(metric.id)
                if 1 <= len(words) <= 3 and wide != words:
                    for order in itertools.permutations(wide):
                        held.setdefault(order, set()).add(metric.id)
        for metric in told:
            for text in [metric.id, *(name for names in metric.names.values() for name in names)]:
                for word in text.lower().replace("_", " ").split():
                    if _CODE.fullmatch(word):
                        held.setdefault(word_stems(word), set()).add(metric.id)  # "q18" of q18_duration_s
        ranked = sorted(self.percentiles.items(), key=lambda one: float(one[0]))
        if ranked and len(ranked[-1][1]) == 1 and ranked[-1][1] <= {metric.id for metric in told}:
            for text in ("tail", "tail latency", "хвост", "хвост задержки", "хвостовая задержка"):
                held.setdefault(word_stems(text), set()).update(ranked[-1][1])
        middle = {metric.id for metric in told if _MIDDLE.match(metric.id.lower())}
        if len(middle) == 1 and {fact.metric for fact in self.facts.facts if fact.stat == "median"} <= middle:
            for text in ("median", "median latency", "median response time", "медиана", "медианная задержка", "медианное время отклика"):  # fmt: skip
                held.setdefault(word_stems(text), set()).update(middle)
        for words, metrics in held.items():
            if len(metrics) == 1 and words not in rows:
                rows[words] = (metrics, True, next(iter(metrics)))
                self.otherwise.add(words)

    def _only_latency(self) -> list[Metric]:
        """The one percentile of a table that has no other latency: "p95_ms" is what its readers call the latency."""
        held = [metric for metric in self.facts.metrics if any(metric.id in ids for ids in self.percentiles.values())]
        others = any(_A_LATENCY.search(metric.id) for metric in self.facts.metrics if metric not in held)
        return held if len(held) == 1 and not others and not is_well_named(held[0]) and re.match(r"p\d", held[0].id.lower()) else []  # fmt: skip

    def _only_rate(self, dimension: str) -> list[Metric]:
        """The one metric that is a rate of what is done, or of bytes, where these facts have no other: "req/s" is the throughput."""
        rates = [m for m in self.facts.metrics if (m.better == "higher" or dimension == "bandwidth") and (unit := unit_named(m.unit)) is not None and unit.dimension == dimension]  # fmt: skip
        return rates if len(rates) == 1 and not is_well_named(rates[0]) else []

    @staticmethod
    def _named_so(metric: Metric, names: list[str]) -> bool:
        own = {name.lower() for group in metric.names.values() for name in group} | {metric.id.lower()}
        return any(
            name.lower() in own
            for name in names
            if name.lower() not in ("throughput", "пропускная способность", "wa", "latency")
        )

    @staticmethod
    def _by_first(names: list[Name]) -> dict[str, list[Name]]:
        table: dict[str, list[Name]] = {}
        for name in names:
            for stem in name.words[0]:
                table.setdefault(stem, []).append(name)
        return table

    def _parts(self) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
        """Single words of the metrics' names: modifiers ("чтения") and heads ("задержка"), with the metrics meant."""
        general = {"процентиль", "перцентиль", "percentile", "second", "секунда", "минута", "minute", "hour", "час", "диск", "запрос", "disk", "вывод", "ввод", "cpu", "time", "время",
                   "количество", "число", "file", "файл", "per", "with", "without", "rate", "count", "average", "способность", "доля", "объем", "share", "part",
                   "and", "other", "the", "или", "все", "весь", "всё", "all", "total", "общий", "каждый", "each", "every", "для", "при", "прочее", "прочие", "first", "новый"}  # fmt: skip
        modifiers: dict[str, set[str]] = {}
        heads: dict[str, set[str]] = {}
        for metric in self.facts.metrics:
            for language, names in [*metric.names.items()] or [("en", [metric.id])]:
                for name in names:
                    if not is_well_named(metric):
                        name = _cut_words(name)
                    name = name.lower()
                    words = [
                        token
                        for token in tokens_of(re.sub(r"\([^)]*\)", "", name))
                        if token.is_word and len(token.text) > 2 and token.statistic is None
                    ]
                    row = tokens_of(name)
                    averaged = any(token.statistic in ("mean", "median", "max", "min") for token in row)
                    short = any(token.is_word and len(token.text) == 2 and token.statistic is None for token in row) and not is_well_named(metric)  # fmt: skip
                    if len(words) == 1 and len(row) == 2 and (averaged or short) and not words[0].stems & general:
                        for stem in words[0].stems if is_well_named(metric) else akin(words[0].stems):
                            heads.setdefault(stem, set()).add(metric.id)
                    if not 2 <= len(words) <= 3:
                        continue
                    head = (
                        words[0]
                        if language == "ru" and not words[0].text.endswith(("ая", "ое", "ый", "ий", "ые", "ой", "ее"))
                        else words[-1]
                    )
                    if head.stems & {"time", "время"} and len(words) == 2:
                        head = next(token for token in words if token is not head)
                    for token in words:
                        if token.stems & general:
                            continue
                        table = heads if token is head else modifiers
                        for stem in sorted(token.stems if is_well_named(metric) else akin(token.stems)):
                            table.setdefault(stem, set()).add(metric.id)
        return (
            {stem: frozenset(ids) for stem, ids in modifiers.items()},
            {stem: frozenset(ids) for stem, ids in heads.items()},
        )

    @cached_property
    def by_name(self) -> dict[str, Fact]:
        """Facts by their names."""
        return {fact.name: fact for fact in self.facts.facts}

    @cached_property
    def percentiles(self) -> dict[str, frozenset[str]]:
        """Metrics that are percentiles, by their rank: "99" and "99.9"."""
        found: dict[str, set[str]] = {}
        for metric in self.facts.metrics:
            names = " ".join([metric.id, *(name for row in metric.names.values() for name in row)]).lower()
            for rank in re.findall(
                r"(?<![a-z\d])p_?(\d{2}(?:\.\d+)?|999)(?!\d)|(?<!\d)(\d{2}(?:[.,]\d+)?)(?:th|-?[йгм]\w*)? (?:percentile|п[ер]{2}центил)",
                names,
            ):
                plain = next(part for part in rank if part).replace(",", ".")
                found.setdefault("99.9" if plain == "999" else plain, set()).add(metric.id)
        return {rank: frozenset(ids) for rank, ids in found.items()}

    @cached_property
    def roots(self) -> dict[str, frozenset[str]]:
        """Roots of words that stand in the names of one metric only, with that metric: "vacuum" of "vacuum duration"."""
        common = {"time", "rate", "share", "count", "average", "maximum", "second", "latency", "throughput", "length", "volume", "usage", "total", "speed", "время", "скорость", "объем", "доля", "число", "задержка", "загрузка",
                  "длительность", "размер", "количество", "среднее", "ожидание", "waits", "system", "process", "процесс", "server", "сервер", "база", "database", "data", "данные", "memory", "память", "block", "level"}  # fmt: skip
        found: dict[str, set[str]] = {}
        for metric in self.facts.metrics:
            for name in (one for row in metric.names.values() for one in row):
                for token in tokens_of(name.lower()):
                    if (
                        token.is_word
                        and token.statistic is None
                        and not token.concepts
                        and len(token.text) >= 5
                        and not token.stems & common
                        and token.text not in common
                    ):
                        for stem in sorted(token.stems):
                            if len(stem) >= 5:
                                found.setdefault(root_of(stem), set()).add(metric.id)
        return {root: frozenset(ids) for root, ids in found.items() if len(ids) == 1}

    def unit_of(self, metric: str) -> Unit | None:
        """The unit of a metric: that of its facts where they are shares alone, whatever it is itself measured in."""
        held = self.metrics.get(metric)
        return unit_named("%" if metric in self.in_shares[0] else held.unit) if held else None

    def scale_between(self, one: str, two: str) -> float:
        """What a value of one metric is multiplied by to be in the unit of another: 0.001 of ms in s; 1 of what cannot be."""
        return next(iter(convert(1.0, self.unit_of(one), self.unit_of(two))), 1.0)

    @cached_property
    def in_shares(self) -> tuple[frozenset[str], frozenset[str]]:
        """The metrics of which only shares are held, in percent, and those of which shares are held beside other values."""
        shares = {f.metric for f in self.facts.facts if f.stat == "share" and f.unit == "%"}
        others = {f.metric for f in self.facts.facts if f.stat in _VALUES and f.unit != "%"}
        return frozenset(shares - others), frozenset(shares & others)

    def tells_percent(self, metric: str, *, strictly: bool = False) -> bool:
        """Whether a percentage can be said of a metric as a value: its unit, a share, or (not strictly) what is told as one."""
        unit = self.unit_of(metric)
        if unit is not None:
            return unit.dimension == "percent" or metric in self.in_shares[1]
        stats = set(self.stats_of(metric))
        if "share" in stats or any(fact.unit == "%" for fact in self.by_metric.get(metric, ())):
            return True
        held = self.metrics.get(metric)
        return not strictly and (
            bool(stats & {"pearson", "spearman", "partial"})
            or held is not None
            and held.part_of is not None
            or held is not None
            and held.unit in ("ratio", "share", "fraction")
        )

    def has_percentile(self, word: str, metrics: frozenset[str]) -> bool:
        """Whether a word is a percentile that one of these metrics has as a statistic (and not a part of its name)."""
        return word in ("p95", "p99") and any(word in self.stats_of(metric) for metric in metrics)

    def better(self, metric: str) -> str | None:
        """`higher`, `lower`, or None where neither is."""
        held = self.metrics.get(metric)
        return held.better if held and held.better in ("higher", "lower") else None

    # -- facts ----------------------------------------------------------------------------------------------------

    def values(self, metric: str, stat: str, level: str | None = None, *, any_level: bool = False) -> list[Fact]:
        """Facts of a metric and statistic over runs of a level."""
        held = self._by_key.get((metric, stat), [])
        return [fact for fact in held if any_level or fact.level == level]

    def stats_of(self, metric: str) -> list[str]:
        """The statistics that exist for a metric."""
        return self._stats.get(metric, [])

    def central(self, metric: str, level: str, stat: str | None = None) -> Fact | None:
        """The fact that stands for a metric at a level: the given statistic, or its mean, median or only value."""
        key = (metric, level, stat)
        if key not in self._central:
            self._central[key] = self._central_fact(metric, level, stat)
        return self._central[key]

    def _central_fact(self, metric: str, level: str, stat: str | None) -> Fact | None:
        names = (stat,) if stat else (*CENTRAL, "last", "value", "max", "share", "count", "p95", "p99", "min")
        for name in names:
            whole = _whole_of([fact for fact in self.values(metric, name, level) if fact.partner is None])
            if whole:
                return whole[0] if len({f.scope for f in whole}) < 2 or len({f.value for f in whole}) == 1 else None
        if stat is None:
            for name in self.stats_of(metric):
                held = _whole_of([fact for fact in self.values(metric, name, level) if fact.partner is None])
                if held and name not in (
                    "pearson",
                    "spearman",
                    "partial",
                    "slope",
                    "angle",
                    "r_squared",
                    "delta_pct",
                    "ratio",
                    "stddev",
                ):
                    return held[0]
        return None

    def series(self, metric: str, stat: str | None = None, levels: list[str] | None = None) -> list[tuple[str, Fact]]:
        """(level, fact) of a metric over the levels in order, one statistic for all."""
        chosen = levels or self.numeric_order
        others = sorted((s for s in self.stats_of(metric) if s not in CENTRAL), key=lambda s: s == "first")
        names = [stat] if stat else [*CENTRAL, *others]  # where a run began says least of it
        for name in names:
            row = [(level, self.central(metric, level, name)) for level in chosen]
            held = [(level, fact) for level, fact in row if fact is not None]
            if len(held) >= 2:
                return held
        return []

    def effects(self, metric: str) -> list[Effect]:
        """The effects of a metric."""
        return self._effects.get(metric, [])

    def effect(self, metric: str, one: str, two: str) -> tuple[Effect, bool] | None:
        """The effect between two levels, and whether it is told the other way round (two against one)."""
        for effect in self.effects(metric):
            level, base = self.canonical_effect(effect.level), self.canonical_effect(effect.baseline or "")
            if (level, base) == (one, two):
                return effect, False
            if (level, base) == (two, one):
                return effect, True
        return None

    def contains(self, one: str, two: str) -> bool:
        """Whether one metric is a part of the other, of whatever depth: "WALSync" of "IO waits"."""
        return one in self._wholes_of(two) or two in self._wholes_of(one)

    def _wholes_of(self, metric: str) -> list[str]:
        found: list[str] = []
        held = self.metrics.get(metric)
        while held is not None and held.part_of is not None and held.part_of not in found:
            found.append(held.part_of)
            held = self.metrics.get(held.part_of)
        return found

    @cached_property
    def shares(self) -> list[Fact]:
        """The facts that are shares of a whole."""
        return [fact for fact in self.facts.facts if fact.stat == "share"]

    @cached_property
    def titles(self) -> set[str]:
        """The experiment's titles, as plain sentences."""
        title = self.facts.experiment.title
        return {plain_sentence(text) for text in ([title] if isinstance(title, str) else title.values()) if text}

    @cached_property
    def main_levels(self) -> dict[frozenset[str], str]:
        """The levels of one factor that the facts compare over all the others ("disk=slow"), by the cells they hold."""
        names = {name for effect in self.facts.effects for name in (effect.level, effect.baseline or "")}
        factors = [factor.name for factor in self.facts.experiment.factors]
        found = {}
        for level in self.levels if len(factors) > 1 else ():
            name = f"{factors[level.factor]}={level.text}"
            if name in names:
                found[self.ids_of(level)] = name
        return found

    def canonical_effect(self, level: str) -> str:
        return self.canonical(level) if len(self.facts.experiment.factors) <= 1 and "=" not in level else level

    def is_value(self, value: float) -> bool:
        """Whether some fact is displayed as this value."""
        return value in self._shown_values

    @cached_property
    def _shown_values(self) -> set[float]:
        return {round(fact.value, fact.decimals if fact.decimals is not None else 6) for fact in self.facts.facts}

    @cached_property
    def correlated(self) -> list[Fact]:
        """The facts that are correlations."""
        return [fact for fact in self.facts.facts if fact.stat in ("pearson", "spearman", "partial")]

    @cached_property
    def checks(self) -> tuple[set[str], dict[str, str]]:
        """The sentences of the data checks, and the same with their digits masked."""
        texts = {plain_sentence(text) for check in self.facts.checks for text in (check.en, check.ru) if text}
        return texts, {re.sub(r"\d+(?:[.,]\d+)?", "#", text): text for text in texts}

    @cached_property
    def checks_by_start(self) -> dict[tuple[str, ...], list[str]]:
        """The sentences of the data checks by their first two words ("run 3")."""
        found: dict[tuple[str, ...], list[str]] = {}
        for text in sorted(self.checks[0]):
            found.setdefault(tuple(re.findall(r"\d+(?:[.,]\d+)?|[^\W\d_]+", text)[:2]), []).append(text)
        return found

    @cached_property
    def entities(self) -> dict[str, frozenset[str]]:
        """Words that several metrics share in their names, and not most of them: "q3" of q3_time and q3_calls, "vdc" of vdc_util and vdc_iops."""
        found: dict[str, set[str]] = {}
        for metric in self.facts.metrics:
            first = metric.id.lower().partition("_")[0]
            names = " ".join(name for called in metric.names.values() for name in called).lower()
            for word in sorted(
                {w for w in re.split(r"[\W_]+", names) if len(w) > 1 and (w == first or any(c.isdigit() for c in w))}
            ):
                found.setdefault(word, set()).add(metric.id)
        most = max(2, len(self.facts.metrics) // 2)
        return {word: frozenset(ids) for word, ids in found.items() if 2 <= len(ids) <= most}

    @cached_property
    def repeated(self) -> bool:
        """Whether the design has repeats, so that effects decide what may be said."""
        if self.facts.experiment.repeats is not None:
            return self.facts.experiment.repeats > 1
        return any(effect.verdict != "single_run" for effect in self.facts.effects)

    def match_names(self, tokens: list[Token], place: int) -> tuple[Name, int] | None:
        """The longest name that begins at this token, and the place after it."""
        token = tokens[place]
        keys = token.stems or {token.text.lower()}
        best: tuple[Name, int] | None = None
        for key in sorted(keys):
            for name in self.by_first.get(key, ()):
                end = _matches(name, tokens, place)
                own = name.known and name.text == token.text and token.text.isupper()  # "IO", as the facts write it
                if end == place + 1 and len(name.text) == 1 and token.lower != name.text.lower():
                    continue  # the stem of "are" is no "b"
                if end == place + 1 and len(token.text) <= 2 and not own and not _abbreviation(tokens, place):
                    continue
                if end is not None and (
                    best is None or end > best[1] or (end == best[1] and name.known and not best[0].known)
                ):
                    best = (name, end)
        return best

    def loosely(self, tokens: list[Token], place: int) -> frozenset[str] | None:
        """The one metric whose long name begins here and of which another word, that no other metric has, follows closely."""
        token = tokens[place]
        for stem in sorted(token.stems):
            for name, marks in self._long_names.get(stem, ()):
                for other in tokens[place + 1 : place + 5]:
                    if other.text in ".;:()" or other.number is not None:
                        break
                    if other.stems & marks:
                        return name.metrics
        return None

    @cached_property
    def _long_names(self) -> dict[str, list[tuple[Name, frozenset[str]]]]:
        """Names of four words and more by their first word, with the stems that mark them out."""
        owners: dict[str, set[str]] = {}
        for name in self.names:
            for word in name.words:
                for stem in word:
                    owners.setdefault(stem, set()).update(name.metrics)
        table: dict[str, list[tuple[Name, frozenset[str]]]] = {}
        for name in self.names:
            if not name.known or len(name.words) < 4 or len(name.metrics) != 1:
                continue
            marks = frozenset(
                s
                for word in name.words[1:]
                for s in word
                if owners[s] == name.metrics and len(s) > 3 and s not in _FUNCTION
            )
            for stem in name.words[0]:
                table.setdefault(stem, []).append((name, marks))
        return table

    def resource_conflict(self, name: Name, tokens: list[Token], end: int) -> bool:
        """ "утилизация CPU" is not the disk's "утилизация": a resource follows that no name of the metric knows."""
        for following in tokens[end : end + 1]:
            resources = following.stems & _RESOURCES
            if resources and name.known and not any(resources & word for word in name.words):
                allowed = {
                    stem
                    for metric in name.metrics
                    for other in self.names
                    if metric in other.metrics
                    for word in other.words
                    for stem in word
                }
                return not resources & allowed
        return False


_LITTLE = frozenset(
    [
        "us",
        "so",
        "in",
        "as",
        "is",
        "it",
        "at",
        "to",
        "by",
        "on",
        "or",
        "of",
        "id",
        "we",
        "he",
        "me",
        "my",
        "no",
        "up",
        "do",
        "if",
        "go",
        "an",
        "am",
        "be",
        "ms",
        "kb",
        "mb",
        "gb",
        "tb",
        "hz",
        "db",
        "vs",
        "os",
    ]
)


def _abbreviation(tokens: list[Token], place: int) -> bool:
    """Whether a word of two letters is meant as a column's name ("wa", "us"): alone, in code, brackets or after CPU."""
    before = tokens[place - 1].lower if place else ""
    if len(tokens[place].text) == 2 and tokens[place].text.isascii():
        if tokens[place].lower not in _LITTLE:
            return True  # "wa reaches 41%"
        if any(
            _is_column(tokens[place + 2 * way].text) and tokens[place + way].lower in ("and", "+", "/", ",", "или", "и")
            for way in (-1, 1)
            if 0 <= place + 2 * way < len(tokens)
        ):
            return True  # "us and sy together"
        beside = [tokens[at].text for at in (place - 2, place - 1, place + 1, place + 2) if 0 <= at < len(tokens)]
        if (
            any("а" <= char <= "я" for text in beside for char in text.lower())
            or place > 1
            and tokens[place - 2].lower == "cpu"
            or _listed_column(tokens, place)
        ):
            return True
    if len(tokens[place].text) == 1 and not tokens[place].code:
        return len(tokens) <= 2
    return (
        len(tokens) <= 2
        or tokens[place].code
        or before in ("(", "cpu", "%", '"', "versus", "vs", "~")
        or place + 1 < len(tokens)
        and tokens[place + 1].text in (":", "=", ",")
        and place == 0
    )


def _listed_column(tokens: list[Token], place: int) -> bool:
    """ "us, sy and wa add up to 82%": a short word joined to another column's name."""
    for join, other in ((place + 1, place + 2), (place - 1, place - 2)):
        if min(join, other) >= 0 and max(join, other) < len(tokens) and tokens[join].lower in (",", "and", "+", "/"):
            word = tokens[other].lower
            if word in ("sy", "wa", "sys", "iowait") or word == "us" and tokens[place].lower != "us":
                return True
    return False


def _is_column(text: str) -> bool:
    return len(text) == 2 and text.isascii() and text.isalpha() and text.islower() and text not in _LITTLE


def _whole_of(facts: list[Fact]) -> list[Fact]:
    """The facts of whole runs; of a part of a run only where it is the one part that is held, as of several none stands for the run."""
    whole = [fact for fact in facts if fact.scope in (None, "run")]
    return [fact for fact in whole if fact.run is None] or whole or (facts if len({fact.scope for fact in facts}) == 1 else [])  # fmt: skip


def root_of(word: str) -> str:
    """The part of a word that its derivations share."""
    return word[: max(6, len(word) - 2)] if len(word) > 6 else word


def whole_names(denominator: str) -> set[str]:
    """How the whole of a share may be named, in lower case."""
    spaced = denominator.replace("_", " ").lower()
    return {denominator.lower(), spaced, *_WHOLES.get(spaced.replace(" ", "_"), ())}


@lru_cache(maxsize=256)  # asked for once a number of the same sentence
def plain_sentence(text: str) -> str:
    """A sentence without case, typography and its last stop, for comparison."""
    from factcheck.reading.text import clean

    return re.sub(r"[\s`*]+", " ", clean(text)[0].lower()).strip(" .")


def _matches(name: Name, tokens: list[Token], place: int) -> int | None:
    """Where a name that begins here ends; one filler word may stand inside, and of a long name the end may be missing."""
    at, brackets = place, 0
    for number, word in enumerate(name.words):
        while number and at + 1 < len(tokens) and tokens[at].text in '"()' and tokens[at].text not in word:
            brackets += {"(": 1, ")": -1}.get(tokens[at].text, 0)
            at += 1
        if name.known and number >= 3 and len(name.words) > 3 and (at >= len(tokens) or not _fits(word, tokens[at])):
            return at
        if at >= len(tokens):
            return None
        token = tokens[at]
        if not _fits(word, token):
            skipped = (
                number > 0
                and at + 1 < len(tokens)
                and tokens[at].is_word
                and (token.lower in _FILLERS or token.stems & _FILLERS)
            )
            if skipped and _fits(word, tokens[at + 1]):
                at += 1
            else:
                return None
        at += 1
    while brackets > 0 and at < len(tokens) and tokens[at].text == ")":
        brackets, at = brackets - 1, at + 1
    return at


def _akin(word: frozenset[str], stems_: frozenset[str]) -> bool:
    """Two case forms of a Russian word that the dictionary does not bring together ("буферы", "буферов")."""
    one, two = max(word, key=len), max(stems_, key=len)
    size = min(len(one), len(two)) - 2
    return (
        size >= 4
        and abs(len(one) - len(two)) <= 2
        and one[:size] == two[:size]
        and not one.isascii()
        and not two.isascii()
    )


def _fits(word: frozenset[str], token: Token) -> bool:
    if token.stems:
        return bool(word & token.stems) or _akin(word, token.stems)
    return token.text.lower() in word
