"""Finds in a sentence what it speaks of: metrics, levels, statistics, settings.

A mention is a span of tokens. A number that is a level ("при 50", "(1 мин)", "32 clients") is recognised here, so that
it is never judged as a value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from factcheck.binding.counted_levels import Counted, CountedLevels, ends_a_number
from factcheck.binding.joined_levels import joined_level, joined_names, numbered_parts
from factcheck.binding.mention_words import (
    ARTICLES,
    AT,
    CHOSEN,
    COMMON,
    COMPARED,
    FACTOR_NOUNS,
    HIGH,
    LEVEL_CARRIERS,
    LEVEL_NOUNS,
    LINKED_BASE,
    LOW,
    MIDDLE,
    NUMBER_NOUNS,
    OUTDOES,
    STRONG_AT,
    SWITCHED_OFF,
    THAN,
    WITH_NOUNS,
    alias_of,
    count_word,
    is_foreign_name,
    is_told_for_a_goal,
    nouns_of,
    short_nouns,
    single_words,
    spelled,
    synonyms,
    tells_way,
)
from factcheck.binding.numbered import number_named, numbered_levels
from factcheck.binding.ordinals import end_of_levels, experiment_numbered, level_in_place, side_of
from factcheck.binding.section_heads import level_behind, number_of_section
from factcheck.binding.switched import switched_level
from factcheck.binding.vocabulary import Level, Vocabulary, root_of, word_stems
from factcheck.reading.concepts import akin
from factcheck.reading.document import Block
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import Sentence, Token, tokens_of
from factcheck.reading.units import convert
from factcheck.reading.words import PAST, is_plural, part_of_speech, stems

_BASES = {"база", "baseline"}
BASE_FORMS = {"база", "базы", "базе", "базу", "базой"}
#: What follows a level that is told by its number in words: no noun that would be counted.
_BEHIND_A_LEVEL = {"and", "or", "is", "was", "are", "were", "the", "it", "than", "but", "while", "only", "still", "too", "also"}  # fmt: skip
_AFTER_A_LEVEL = {"and", "is", "was", "gave", "или", "и", "than", "it", "we", "they", "he", "she", "this", "these", "the", "a", "an", "there", "does", "did", "has", "had", "are", "were", "—",
    "он", "она", "оно", "они", "его", "её", "их", "уже", "ещё", "только", "даже"}  # fmt: skip
#: Parts of a parameter's name that say nothing of what it counts.
_NO_NOUNS = {"max", "min", "level", "log", "enable", "use", "default", "effective", "target", "size", "bytes", "time", "count", "number"}  # fmt: skip
#: What stands before a zero that is a level: "with zero", «вместо нуля».
_BEFORE_ZERO = {"at", "with", "from", "than", "vs", "versus", "against", "over", "and", "or", "like", "при", "на", "с", "со", "у", "от", "чем", "вместо", "против", "и", "или", "только", "only", "считая"}  # fmt: skip
_COUNTED_IN_TITLE = re.compile(r"(?:\bnumber of|\bhow many|(?<!\w)(?:число|количество|сколько))\s+([\w-]+)", re.I)
_INSTRUMENTAL = ("базой", "ым", "ом", "ем", "ами", "ями")
_OF_BASE = {"к", "от", "над", "относительно", "против"}
#: What may follow a parameter's short noun where nothing is compounded with it.
_CLOSES = {"size", "to", "from", "beyond", "above", "below", "is", "was", "does", "did", "has", "makes", "leads", "by", "размера", "с", "от", "до", "выше", "ниже", "сверх", "и", "and"}  # fmt: skip
_COMPARATIVES = ("better", "worse", "up.comparative", "down.comparative")
_HELD_BY = {"at", "than", "при", "у", "чем"}
_BEFORE_A_NUMBER = _HELD_BY | {"to", "from", "between", "с", "до", "от", "к", "между"}
_MORE = {
    "more",
    "less",
    "fewer",
    "higher",
    "lower",
    "longer",
    "shorter",
    "более",
    "менее",
    "больше",
    "меньше",
    "выше",
    "ниже",
    "дольше",
}
_FOR_EACH = {"per", "each", "every", "one", "за", "каждую", "каждая", "одну", "одна"}
_BACK = re.compile(r"return|recover|restor|regain|вер[нт]|возвра|восстан")
_DETERMINERS = {"the", "a", "an", "its", "this", "that", "these", "each", "every", "any"}
#: What stands before a level that is told in percent: "at 3% the disk is idle".
_AT_A_RATIO = {"at", "with", "under", "при", "у"}
_TO_BE = {"be", "been", "is", "are", "was", "were"}
_CONTENDS = {
    "beat",
    "outperform",
    "опередить",
    "опережать",
    "обогнать",
    "обгонять",
    "обойти",
    "обходить",
    "уступить",
    "уступать",
}
#: "max_worker_processes=16, max_parallel_workers=8, shared_buffers=4GB": three of them are a configuration, whose numbers are levels of the factor alone.
_OPTION = re.compile(r"(?<!\w)[a-z]+(?:[_.]\w+)+(?=\s?=)")
_BEFORE_A_LEVEL = {"of", "из", "=", "size", "размера", "размером", "объёмом", "объемом"}
_FROM_TO = {"до", "от", "to", "from"}
_GAINS_FROM = {"benefit", "profit", "suffer"}
_WITH, _WITHOUT = {"with", "с", "со"}, {"without", "без"}


@dataclass(slots=True)
class MetricMention:
    """`first` and `last` are token places (last inclusive); no metrics means a term that the facts do not hold."""

    first: int
    last: int
    metrics: frozenset[str]
    exact: bool  # a whole name, not one word of it
    text: str = ""
    modifier: bool = False
    whole: bool = False
    rooted: bool = False  # found by a root alone


@dataclass(slots=True)
class LevelMention:
    """`ids` are the level strings meant; `role` is `than` after "чем", `from`/`to` in "с 50 до 150", otherwise `at`."""

    first: int
    last: int
    ids: frozenset[str]
    factor: int = 0
    role: str = "at"
    tight: bool = False  # alone in brackets: "(50)"
    sign: str = ""
    group: bool = False  # "all the earlier versions"


_CELL_LINKS = frozenset(("и", "and", "at", "при", "with", "с", "/", "+", "×", "x"))
_ROW_LINKS = frozenset(("и", "and", ",", "или", "or", "/", "to", "до", "→", "->"))


@dataclass(slots=True)
class Mentions:
    """Everything that a sentence mentions."""

    metrics: list[MetricMention] = field(default_factory=list)
    levels: list[LevelMention] = field(default_factory=list)
    factors: list[tuple[int, int]] = field(default_factory=list)
    settings: list[tuple[int, str]] = field(default_factory=list)
    level_tokens: set[int] = field(default_factory=set)
    name_tokens: set[int] = field(default_factory=set)  # numbers that are a part of a metric's name
    all_levels: bool = False
    unknown: bool = False


class Finder:
    """Finds mentions with one vocabulary; experiment aliases ("эксперимент-2") are learned from the article."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.in_cell = self.in_heading = self.in_options = False
        self.aliases: dict[str, frozenset[str]] = {}
        self.calls_base = False  # whether the article says what its base is, so that "база" is no data base
        self.called: dict[str, frozenset[str]] = {}  # short names that a table of the article gives to metrics
        self.by_length = sorted(vocabulary.levels, key=lambda level: -len(level.words))
        self.level_marks = self._marks_of_levels()
        self.long_names = _long_names(vocabulary)
        factors = vocabulary.facts.experiment.factors
        self.long_factors = [(i, row) for i, one in enumerate(factors) if len(row := _factor_words(one.name)) > 1]
        self.numbered = numbered_levels(vocabulary.levels)
        self.counted = CountedLevels(vocabulary)
        self.joined = joined_names(vocabulary.levels, of_spreadsheet=vocabulary.is_spreadsheet)
        self.parts_numbered = numbered_parts(vocabulary.levels) if vocabulary.is_spreadsheet else ({}, frozenset())
        self.factor_words: list[set[str]] = []
        self.level_words = {level.text.lower() for level in vocabulary.levels if not level.text.isnumeric()}
        self.cell_words = {
            str(level).lower() for factor in vocabulary.facts.experiment.factors for level in factor.levels
        }
        for factor in vocabulary.facts.experiment.factors:
            name = factor.name.lower()
            words = {name, name.split(".")[-1]}
            if len(name.split("_")) > 1:
                words.add(name.replace("_", " "))
            self.factor_words.append(words)
        switched = {level.factor for level in vocabulary.levels if is_off(level.text)}
        self.switches = [words for at, words in enumerate(self.factor_words) if at in switched]
        self.factor_parts = [
            {stem for part in factor.name.lower().replace(".", "_").split("_") for stem in stems(part)}
            for factor in vocabulary.facts.experiment.factors
        ]
        self.factor_single = [
            {stem for word in words for stem in single_words(word)} | synonyms(words) for words in self.factor_words
        ]
        for single, nouns in zip(self.factor_single, self.counted.nouns, strict=True):
            single |= nouns
        self.factor_akin = frozenset(
            stem
            for factor in (factors if vocabulary.is_spreadsheet else ())
            for part in re.split(r"[\s_.]+", factor.name.lower())
            if len(part) > 2 and part not in _NO_NOUNS
            for stem in akin(frozenset(stems(part)))
        )
        self.factor_nouns = [{stem for noun in nouns_of(factor.name) for stem in stems(noun)} for factor in vocabulary.facts.experiment.factors]  # fmt: skip
        self.factor_short = [
            {stem for noun in short_nouns(factor.name) for stem in stems(noun)}
            for factor in vocabulary.facts.experiment.factors
        ]

    def _marks_of_levels(self) -> list[tuple[frozenset[str], Level]]:
        """The words that set one level apart: "HDD" of "network HDD", "network SSD" and "local SSD"; abbreviations and long words that no metric has in its name."""
        levels = self.vocabulary.levels if len(self.vocabulary.facts.experiment.factors) == 1 else []
        of_metrics = {stem for name in self.vocabulary.names for word in name.words for stem in word}
        held = [(word, said, level) for level in levels for word, said in zip(level.words, re.split(r"[\s-]+", level.text), strict=False)]  # fmt: skip
        return [
            (word, level)
            for word, said, level in held
            if " " in level.text
            and sum(bool(word & other) for other, _, _ in held) == 1
            and not word & of_metrics
            and (len(said) > 2 and said[1:] != said[1:].lower() or len(said) > 9)
        ]

    def counted_nouns(self) -> frozenset[str]:
        """The nouns by which levels are counted: of the parameter's name, and of what it counts."""
        return frozenset().union(*self.factor_parts, *self.factor_nouns, *self.counted.nouns)

    def find(self, sentence: Sentence) -> Mentions:
        """All mentions of a sentence."""
        found = Mentions()
        tokens = sentence.tokens
        self.in_cell, self.in_heading = sentence.block.kind == "cell", sentence.block.kind == "heading"
        self.in_options = sentence.block.text.count("=") > 2 and len(set(_OPTION.findall(sentence.block.text))) > 2
        self._metrics(tokens, found)
        self._factors(tokens, found)
        found.metrics = [
            m for m in found.metrics if not self._is_set(tokens, m, found) and not self._is_a_level(tokens, m)
        ]
        self._levels(sentence, found)
        if self.in_heading and len(self.vocabulary.facts.experiment.factors) == 1:
            self._of_section(sentence, found)
        found.metrics = [m for m in found.metrics if not self._is_the_factor(tokens, m, found)]
        for at in found.level_tokens:
            if tokens[at].is_word and tokens[at].lower in self.cell_words:
                tokens[at].concepts, tokens[at].statistic = frozenset(), None  # the level "minimal" ranks nothing
        self._settings(tokens, found)
        if len(self.vocabulary.facts.experiment.factors) > 1:
            self._default_beside(tokens, found.levels)
            found.levels = _cells_joined(tokens, found.levels)
        return found

    def _of_section(self, sentence: Sentence, found: Mentions) -> None:
        """Where a heading counts ("Experiment 4 — 8 GB", "Эксперимент 1. Пауза 10 секунд"), its level is what stands behind the number, and the number is none."""
        tokens, goes_on = sentence.tokens, sentence.tokens[-1].end < len(sentence.block.text.rstrip())
        if len(tokens) <= 3 and not found.levels and not goes_on:  # "Fraction 0.1"
            told = [(one, t.index) for t in tokens if t.number is not None for one in self.vocabulary.levels if self.equal(one, t.number)]  # fmt: skip
            found.levels = [LevelMention(at, at, self.vocabulary.ids_of(one), one.factor) for one, at in told if len(told) == 1]  # fmt: skip
            found.level_tokens |= {one.first for one in found.levels}
        place = number_of_section(tokens)
        if place is None and (not sentence.index or number_of_section(tokens_of(sentence.block.text[:40])) is None):
            return
        behind = [one for one in found.levels if place is None or one.first > place]
        if not behind and (named := level_behind(tokens, -1 if place is None else place, self.vocabulary)) is not None:
            level, at = named
            behind = [LevelMention(at, at, self.vocabulary.ids_of(level), level.factor)]
            found.level_tokens.add(at)
        if behind or goes_on:
            found.levels = behind

    def _default_beside(self, tokens: list[Token], levels: list[LevelMention]) -> None:
        """ "34.7% at 128 clients with the default": beside a level of one factor, the default is that of the other one."""
        vocabulary, factors = self.vocabulary, self.vocabulary.facts.experiment.factors
        told = {one.factor for one in levels if one.ids not in (vocabulary.special("default"), vocabulary.special("baseline"))}  # fmt: skip
        left = [factor for factor in range(len(factors)) if factor not in told]
        if len(left) != 1 or len(factors) != 2:
            return
        for mention in levels:
            before = [t.lower for t in tokens[max(0, mention.first - 2) : mention.first] if t.lower != "the"]
            if before[-1:] and before[-1] in ("with", "under", "при", "с") and mention.role == "at" and mention.ids in (vocabulary.special("default"), vocabulary.special("baseline")):  # fmt: skip
                own = next((level for level in vocabulary.levels if level.factor == left[0] and mention.ids <= vocabulary.ids_of(level)), None)  # fmt: skip
                if own is not None:
                    mention.ids, mention.factor = vocabulary.ids_of(own), left[0]

    def _is_set(self, tokens: list[Token], mention: MetricMention, found: Mentions) -> bool:
        """ "clients = 16", "huge_pages/clients = on/16": the parameter at one of its levels, even where a metric is called "Client"."""
        at = mention.last + 2
        if not mention.exact or at >= len(tokens) or tokens[at - 1].text != "=":
            return False
        factor = next((index for place, index in found.factors if place == mention.last), None)
        if factor is not None and mention.first and tokens[mention.first - 1].text == "/":
            return True  # "build/scale/clients = after the patch/10/16": a cell by its factors
        value, number = tokens[at].text.lower(), tokens[at].number
        levels = [level for level in self.vocabulary.levels if level.factor == factor]
        return any(
            level.text.lower() == value or number is not None and self.equal(level, number) for level in levels
        ) or (factor is not None and value in self.cell_words)

    def _is_a_level(self, tokens: list[Token], mention: MetricMention) -> bool:
        """ "From off to inline": a level by its very name, and not the metric "inlining"."""
        word = tokens[mention.first].lower
        if mention.last > mention.first or word not in self.cell_words or not word.isalpha():
            return False
        held = (self.vocabulary.metrics.get(metric) for metric in mention.metrics)
        names = [name.lower() for one in held if one is not None for row in one.names.values() for name in row]
        return word not in names and word not in mention.metrics

    def _is_the_factor(self, tokens: list[Token], mention: MetricMention, found: Mentions) -> bool:
        """ "without JIT", "с JIT": the factor switched off or on, and not the metric that is called alike."""
        before = tokens[mention.first - 1] if mention.first else None
        if mention.last > mention.first:
            return False
        if not mention.exact and any(tokens[mention.first].lower in words for words in self.switches):
            return True  # "JIT saves 9%", "turning JIT off", though "JIT time" is a metric
        if not mention.exact and self._stands_for_levels(tokens, mention.first, found):
            return True
        called = any(tokens[mention.first].stems & self._last_words(one) for one in range(len(self.vocabulary.facts.experiment.factors)))  # fmt: skip
        each = before is not None and before.lower in ("each", "every", "any", "каждый", "каждая", "каждое", "любой", "любая", "любое")  # fmt: skip
        if not mention.exact and called and (each or is_plural(tokens[mention.first].text)):
            return True  # "both sizes", "each size", where "table size" is a metric and wal_segment_size is varied
        if before is None:
            return False
        if not mention.exact and before.index in found.level_tokens and before.number is not None:
            # "при 40 соединениях": what the level counts
            return before.number.unit is None and is_plural(tokens[mention.first].text)
        if not mention.exact and before.index in found.level_tokens and count_word(before) is not None:
            return self._is_unit_of_factor(tokens, mention.first)  # "with four workers"
        if not mention.exact and any(m.last == before.index for m in found.levels) and side_of(before) is not None:
            return True  # "from the smallest to the largest cache"
        return (
            bool(self.switches) and before.lower in _WITH | _WITHOUT and self._is_unit_of_factor(tokens, mention.first)
        )

    def _stands_for_levels(self, tokens: list[Token], place: int, found: Mentions) -> bool:
        """ "The pool of 80", "пулы 10 и 20": the parameter's short noun in front of its levels, where "pool wait" is a metric."""
        behind = place + 1
        if behind < len(tokens) and tokens[behind].lower in _BEFORE_A_LEVEL:
            behind += 1
        level = next((m for m in found.levels if m.first <= behind <= m.last), None)
        if level is not None and tokens[level.first].number is None:
            return False  # "huge pages on"
        level = level or next((m for m in found.levels if m.first <= place <= m.last), None)
        return level is not None and bool(tokens[place].stems & self.factor_short[level.factor])

    # -- metrics --------------------------------------------------------------------------------------------------

    def _metrics(self, tokens: list[Token], found: Mentions) -> None:
        vocabulary = self.vocabulary
        place = 0
        while place < len(tokens):
            token = tokens[place]
            if token.lower in self.called:
                found.metrics.append(MetricMention(place, place, self.called[token.lower], True, token.text))
                place += 1
                continue
            if token.number is not None and token.number.is_value:
                said = self._in_unit(token)
                if said:
                    found.metrics.append(MetricMention(place, place, said, True, token.text))
                place += 1
                continue
            if (
                place + 1 < len(tokens)
                and token.stems & {"wait", "событие", "event"}
                and tokens[place + 1].stems & {"event", "ожидание"}
                and not token.code
            ):
                place += 2  # "wait events" are what is counted, not a metric
                continue
            hit = vocabulary.match_names(tokens, place)
            stop = max((end for words in self.long_names if (end := spelled(words, tokens, place))), default=0)
            if stop > (hit[1] if hit else 0):
                place = stop  # "write through" is a level, though "journal writes" are a metric
                continue
            if hit and hit[1] == place + 1 and token.has("better", "worse") and not token.code and not self.in_cell:
                place += 1  # "worse" compares, even where queries that got worse are a metric called so
                continue
            if hit and hit[1] == place + 1 and token.lower in self.level_words and token.lower not in hit[0].text.lower().split():  # fmt: skip
                place += 1  # "inline" is a level, though "inlining" is a metric
                continue
            if hit and hit[1] == place + 1 and not self.in_cell and _falls(tokens, place):
                place += 1  # "WAL writes drop from 3,910", where the stalls are called drops, too
                continue
            otherwise = hit is not None and hit[0].words in vocabulary.otherwise
            if hit and otherwise and hit[1] == place + 1 and place and tokens[place - 1].lower in _FOR_EACH:
                place += 1  # "WAL per transaction" is of no rate of transactions
                continue
            # A name said in full wins: "95th percentile of latency" may be a metric of its own.
            ranked = frozenset() if hit else self._percentile(tokens, place)
            if ranked:
                found.metrics.append(
                    MetricMention(place, place + 1, ranked, True, f"{token.text} {tokens[place + 1].text}")
                )
                found.name_tokens.add(place)
                place += 2
                continue
            if hit:
                name, end = hit
                metrics = name.metrics
                if vocabulary.resource_conflict(name, tokens, end):
                    metrics = frozenset()
                    end += 1
                exact = not (otherwise and token.lower in PAST)  # "it ran autovacuum"
                found.metrics.append(MetricMention(place, end - 1, metrics, exact, name.text, whole=name.whole))
                found.name_tokens.update(at for at in range(place, end) if tokens[at].number is not None)
                place = end
                continue
            if is_foreign_name(token) and not (
                place and tokens[place - 1].text in "-–/" or place + 1 < len(tokens) and tokens[place + 1].text in "-–/"
            ):
                if not any(
                    token.lower in words or token.lower == level.text.lower()
                    for words in self.factor_words
                    for level in vocabulary.levels
                ):
                    found.metrics.append(MetricMention(place, place, frozenset(), True, token.text))
                    place += 1
                    continue
            if self._is_cell_part(tokens, place):
                place += 1
                continue
            loose = vocabulary.loosely(tokens, place)
            if loose is not None:
                found.metrics.append(MetricMention(place, place, loose, True, token.text))
                place += 1
                continue
            if token.lower in self.cell_words and not token.lower.isnumeric():
                place += 1  # "fsync" is a level, though "fsync calls" are a metric
                continue
            heads = frozenset() if tells_way(token) else self._part(token, vocabulary.heads)
            if token.lower in PAST:  # "the load ran evenly" speaks of no runs, "it ran autovacuum" of autovacuum runs
                heads &= self._part(tokens[place + 1], vocabulary.modifiers) if place + 1 < len(tokens) else frozenset()
            if heads:
                found.metrics.append(MetricMention(place, place, heads, False, token.text))
            else:
                parts = self._part(token, vocabulary.modifiers)
                if parts:
                    found.metrics.append(MetricMention(place, place, parts, False, token.text, modifier=True))
            place += 1
        self._narrow(found)
        self._of_another(tokens, found)
        self._rooted(tokens, found)

    def _percentile(self, tokens: list[Token], place: int) -> frozenset[str]:
        """ "95-м процентиле", "the 99th percentile": the metric with that rank in its name."""
        following = tokens[place + 1] if place + 1 < len(tokens) else None
        if (
            self.in_cell
            or following is None
            or not following.stems & {"процентиль", "перцентиль", "percentile", "percentil"}
        ):
            return frozenset()
        rank = re.match(r"\d{2}(?:[.,]\d+)?", tokens[place].text)
        return self.vocabulary.percentiles.get(rank.group().replace(",", "."), frozenset()) if rank else frozenset()

    def _rooted(self, tokens: list[Token], found: Mentions) -> None:
        """ "vacuuming the table took 318 s": where a sentence names no metric, a word that shares its root with one metric's name."""
        if self.in_cell or any(not m.modifier for m in found.metrics):
            return
        for place, token in enumerate(tokens):
            if not token.is_word or len(token.text) < 5 or token.code:
                continue
            ids = next(
                (
                    self.vocabulary.roots[root]
                    for stem in sorted(token.stems)
                    if len(stem) >= 5 and (root := root_of(stem)) in self.vocabulary.roots
                ),
                None,
            )
            if ids and not any(m.first <= place <= m.last for m in found.metrics):
                found.metrics.append(MetricMention(place, place, ids, False, token.text, rooted=True))
        found.metrics.sort(key=lambda m: m.first)

    def _is_cell_part(self, tokens: list[Token], place: int) -> bool:
        """ "write" in "(slow/write)" and in "load=write" names a level, not what is written."""
        if tokens[place].lower not in self.cell_words:
            return False
        beside = [tokens[at].text for at in (place - 1, place + 1) if 0 <= at < len(tokens)]
        return "/" in beside or place >= 2 and tokens[place - 1].text == "="

    def _in_unit(self, token: Token) -> frozenset[str]:
        """The metric that a number's unit names: "8897 транзакций в секунду", "116,1 МБ/с"."""
        number = token.number
        if number is None or number.unit is None or number.dimension not in ("frequency", "bandwidth"):
            return frozenset()
        words = tokens_of(token.text[number.unit_start - token.start :])
        hit = self.vocabulary.match_names(words, 0) if words else None
        return hit[0].metrics if hit and hit[1] >= len(words) - 1 else frozenset()

    @staticmethod
    def _part(token: Token, table: dict[str, frozenset[str]]) -> frozenset[str]:
        ids: set[str] = set()
        if token.lower.endswith(("ed", "ing")) and token.text.isascii() and token.lower not in table:
            return frozenset()
        for stem in sorted(token.stems):
            ids |= table.get(stem, frozenset())
        return frozenset(ids)

    @staticmethod
    def _narrow(found: Mentions) -> None:
        """A head beside its modifier is one mention: "задержки при записи"; a lone modifier needs a head nearby."""
        heads = [m for m in found.metrics if not m.modifier]
        kept: list[MetricMention] = list(heads)
        for mention in found.metrics:
            if not mention.modifier:
                continue
            family = next((h for h in reversed(heads) if h.first < mention.first and h.metrics & mention.metrics), None)
            family = family or next((h for h in heads if h.metrics & mention.metrics and not h.exact), None)
            if family is None:
                kept.append(mention)
                continue
            joint = family.metrics & mention.metrics
            if not family.exact and 0 < mention.first - family.last <= 3 and joint and len(family.metrics) > len(joint):
                family.metrics, family.last = joint, mention.last
            else:
                if not family.exact:
                    mention.metrics = joint
                kept.append(mention)
        found.metrics = sorted(kept, key=lambda m: m.first)

    def _of_another(self, tokens: list[Token], found: Mentions) -> None:
        """ "the latency of a single fsync": the two together name one metric; "commits that share an fsync": only tells which commits."""
        kept: list[MetricMention] = []
        for mention in found.metrics:
            former = kept[-1] if kept else None
            gap = [t.lower for t in tokens[former.last + 1 : mention.first]] if former is not None else []
            if (
                former is not None
                and gap[:1] == ["of"]
                and len(gap) > 1
                and set(gap[1:]) <= ARTICLES
                and not former.exact
            ):
                joint = frozenset(
                    m for m in former.metrics if self._named_after(m, tokens[mention.first : mention.last + 1])
                )
                if len(joint) == 1:
                    former.metrics, former.last, former.exact = joint, mention.last, True
                    continue
            mention.modifier = mention.modifier or _in_relative_clause(tokens, mention)
            kept.append(mention)
        found.metrics = kept

    def _named_after(self, metric: str, words: list[Token]) -> bool:
        """Whether a name of a metric holds all these words."""
        held = self.vocabulary.metrics.get(metric)
        names = [name.lower().split() for row in held.names.values() for name in row] if held is not None else []
        return any(all(t.lower in name for t in words) and len(name) > len(words) for name in names)

    # -- factors and levels ---------------------------------------------------------------------------------------

    def _factors(self, tokens: list[Token], found: Mentions) -> None:
        for place, token in enumerate(tokens):
            if not (token.is_word or (token.number and token.number.kind == "name")):
                continue
            for index, words in enumerate(self.factor_single):
                if token.lower in words or token.stems & words:
                    found.factors.append((place, index))
                    break
            else:
                short = next((i for i, nouns in enumerate(self.factor_short) if token.stems & nouns), None)
                if token.stems & {"параметр", "parameter", "factor", "фактор", "setting"} or _is_turned(
                    tokens, place, found
                ):
                    found.factors.append((place, 0))
                elif short is not None and self._moved(tokens, place, found):
                    found.factors.append((place, short))
        for index, name in self.long_factors:
            ends = (end for place in range(len(tokens)) if (end := spelled(name, tokens, place)) is not None)
            found.factors += [(end - 1, index) for end in ends if not any(at == end - 1 for at, _ in found.factors)]

    @staticmethod
    def _moved(tokens: list[Token], place: int, found: Mentions) -> bool:
        """Whether a parameter's short noun stands as such: "lowering the ratio", "чем больше пул", "the larger the pool"; no metric's name."""
        if any(m.first <= place <= m.last and (m.exact or m.first < m.last) for m in found.metrics):
            return False
        before = [t for t in tokens[max(0, place - 2) : place] if t.lower not in ("the", "a", "our", "its")]
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        alone = after is None or not after.is_word or bool(after.concepts) or after.lower in _CLOSES
        moves = ("up.noun", "down.noun", "up.transitive", "down.transitive", "up.comparative", "down.comparative")
        ahead = tokens[place + 1 : place + 2]
        when = {t.lower for t in tokens[max(0, place - 3) : place]} & {"as", "when", "если", "когда", "чем", "мере"}
        ways = ("up.intransitive", "down.intransitive")
        if (
            before
            and before[-1].lower in ("with", "с")
            and any(t.has(*ways) for t in tokens[max(0, place - 5) : place])
        ):
            return alone
        grows = bool(when) and any(t.has(*ways) for t in ahead)
        of_it = (
            bool(before) and before[-1].has("up.noun", "down.noun") and not before[-1].text.isascii()
        )  # "с ростом пула"
        return bool(before) and before[-1].has(*moves) and (alone or bool(when) or of_it) or grows

    def _levels(self, sentence: Sentence, found: Mentions) -> None:
        tokens = sentence.tokens
        vocabulary = self.vocabulary
        place = 0
        if sentence.block.kind == "cell" and len(tokens) == 1 and self._heads_a_table(sentence.block, tokens[0], found):
            return
        inside_metric = {i for m in found.metrics for i in range(m.first, m.last + 1)}
        factors = self._switches(tokens, found)
        counted = {one.first: one for one in self.counted.find(tokens)}
        while place < len(tokens):
            token = tokens[place]
            number = token.number
            if (told := counted.get(place)) is not None:
                self._add_counted(tokens, told, found)
                place = told.last + 1
                continue
            cell = self._cell(tokens, place)
            if cell is not None:
                self._add(found, tokens, place, cell[1] - 1, cell[0], -1)
                found.level_tokens.update(range(place, cell[1]))
                place = cell[1]
                continue
            if number is not None and number.kind == "version":
                level = self._version_level(token)
                if level is not None:
                    self._add(found, tokens, place, place, vocabulary.ids_of(level), level.factor)
                    place += 1
                    continue
            if number is not None and number.kind in ("value", "version", "name") and number.unit is None and (level := self._by_its_number(tokens, place)) is not None:  # fmt: skip
                self._add(found, tokens, place, place, vocabulary.ids_of(level), level.factor)
                found.level_tokens.add(place)
                place += 1
                continue
            named = number_named(self.numbered, tokens, place, found.level_tokens)
            if named is not None:
                self._add(found, tokens, place, place, vocabulary.ids_of(named), named.factor)
                found.level_tokens.add(place)
                place += 1
                continue
            if number is not None and number.kind == "name":
                alias = self.aliases.get(alias_of(token.text))
                if alias:
                    self._add(found, tokens, place, place, alias, 0)
                    place += 1
                    continue
            if number is not None and number.kind == "value" and number.high is not None:
                ends = self._level_range(tokens, place, number)
                if ends:
                    for level, role in zip(ends, ("from", "to"), strict=True):
                        found.levels.append(LevelMention(place, place, vocabulary.ids_of(level), level.factor, role))
                    found.level_tokens.add(place)
                    place += 1
                    continue
            if number is not None and number.kind == "value":
                alias = experiment_numbered(tokens, place, self.aliases)
                if alias:
                    self._add(found, tokens, place, place, alias, 0)
                    found.level_tokens.add(place)
                    place += 1
                    continue
                named = self._numeric_level(tokens, place, number, found)
                if named is not None:
                    first, last = place, place
                    self._add(found, tokens, first, last, vocabulary.ids_of(named), named.factor)
                    found.level_tokens.add(place)
                place += 1
                continue
            if place not in inside_metric or (number is not None and number.kind == "name"):
                span = (
                    self._named_level(tokens, place)
                    or joined_level(self.joined, tokens, place)
                    or self._spelled_level(tokens, place)
                    or switched_level(tokens, place, factors, vocabulary.levels)
                    or self._absent(tokens, place)
                )
                if span:
                    level, end = span
                    self._add(found, tokens, place, end - 1, vocabulary.ids_of(level), level.factor)
                    found.level_tokens.update(range(place, end))
                    place = end
                    continue
                placed = level_in_place(tokens, place, self._in_order(), self.aliases)
                if placed:
                    self._add(found, tokens, place, place, placed, 0)
                    place += 1
                    continue
                special = end_of_levels(tokens, place, self._in_order(by_value=True)) or self._special(
                    tokens, place, found
                )
                if special:
                    self._add(found, tokens, place, special[1], special[0], 0)
                    place = special[1] + 1
                    continue
            place += 1
        self._others(tokens, found)
        self._roles(tokens, found)

    def _by_its_number(self, tokens: list[Token], place: int) -> Level | None:
        """ "TLS 1.3, then 1.2": a level by the number of its name, where the sentence has the word."""
        numbers, words = self.parts_numbered
        level = numbers.get(tokens[place].text)
        if level is None or not any(t.lower in words for t in tokens):
            return None
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        return level if after is None or not after.is_word or not after.text.isascii() or after.lower in ("and", "or", "is", "was", "with", "has", "does", "to", "on", "in", "share", "comes") else None  # fmt: skip

    def _add_counted(self, tokens: list[Token], told: Counted, found: Mentions) -> None:
        """A level with what it counts: the noun is the parameter's, and no word of a metric's name."""
        if told.former is not None:
            ids = self.vocabulary.ids_of(told.former)
            found.levels.append(LevelMention(told.first, told.last, ids, told.level.factor, "from"))
        self._add(found, tokens, told.first, told.last, self.vocabulary.ids_of(told.level), told.level.factor)
        if told.former is not None:
            found.levels[-1].role = "to"
        found.level_tokens.update(range(told.first, told.last + 1))
        places = {*range(told.first, told.last + 1), told.noun}
        found.metrics = [m for m in found.metrics if m.exact or m.first not in places]
        if told.noun is not None and not any(at == told.noun for at, _ in found.factors):
            found.factors.append((told.noun, told.level.factor))

    def _switches(self, tokens: list[Token], found: Mentions) -> dict[int, int]:
        """The parameters that can be switched off, by the places where they are named, a noun of the name ("compression") included."""
        if not self.switches:
            return {}
        parts = [short | single for short, single in zip(self.factor_short, self.factor_single, strict=True)]
        named = {t.index: at for t in tokens for at, stems_ in enumerate(parts) if t.stems & stems_}
        return named | dict(found.factors)

    def _in_order(self, by_value: bool = False) -> list[str]:
        """The levels that experiments are counted by, or by their value: none in a grid, whose cells have no one order."""
        if len(self.vocabulary.facts.experiment.factors) != 1:
            return []
        valued = all(level.number is not None for level in self.vocabulary.levels)
        return self.vocabulary.level_ids if not by_value else self.vocabulary.numeric_order if valued else []

    def _heads_a_table(self, block: Block, token: Token, found: Mentions) -> bool:
        """A number at the head of a column or row that is a level names it, whatever else has this value."""
        number = token.number
        heads = block.column_header is None or block.row_header is None and self._named_by(block.column_header)
        if not heads or number is None or number.kind != "value" or number.high is not None or number.signed:
            return False
        level = next((level for level in self.vocabulary.levels if self.equal(level, number)), None)
        if level is None:
            return False
        self._add(found, [token], 0, 0, self.vocabulary.ids_of(level), level.factor)
        found.level_tokens.add(0)
        return True

    def _named_by(self, head: Block) -> bool:
        """Whether a column's head names a factor, or nothing that is measured: what stands below are levels."""
        tokens = tokens_of(head.text.lower())
        said = Mentions()
        self._metrics(tokens, said)
        self._factors(tokens, said)
        return bool(said.factors) or not any(m.exact for m in said.metrics)

    def _cell(self, tokens: list[Token], place: int) -> tuple[frozenset[str], int] | None:
        """ "slow/write", "off/8": the levels of all factors, joined by strokes, are one level of the grid."""
        factors = len(self.vocabulary.facts.experiment.factors)
        if factors < 2 or place and tokens[place - 1].text == "/":
            return None
        ids: frozenset[str] | None = None
        for factor in range(factors):
            if factor and (place >= len(tokens) or tokens[place].text != "/"):
                return None
            place += 1 if factor else 0
            part = next(
                (hit for level in self.by_length if (hit := self._part_of_cell(level, factor, tokens, place))), None
            )
            if part is None:
                return None
            ids, place = part[0] if ids is None else ids & part[0], part[1]
        return (ids, place) if ids else None

    def _part_of_cell(
        self, level: Level, factor: int, tokens: list[Token], place: int
    ) -> tuple[frozenset[str], int] | None:
        if level.factor != factor or place >= len(tokens):
            return None
        number = tokens[place].number
        if level.number is not None:
            fits = number is not None and number.kind == "value" and number.high is None and self.equal(level, number)
            return (self.vocabulary.ids_of(level), place + 1) if fits else None
        end = spelled(level.words, tokens, place)
        return (self.vocabulary.ids_of(level), end) if end is not None else None

    def _version_level(self, token: Token) -> Level | None:
        """ "version 16" where the versions are the levels."""
        tail = token.text.split()[-1].lstrip("v")
        return next(
            (
                level
                for level in self.vocabulary.levels
                if level.text.lower().lstrip("v") == tail.lower() and level.number is not None
            ),
            None,
        )

    def _others(self, tokens: list[Token], found: Mentions) -> None:
        """ "чем в других экспериментах", "than at any other level": all the levels that are not named."""
        for place, token in enumerate(tokens[:-1]):
            earlier = token.stems & {
                "earlier",
                "previous",
                "older",
                "former",
                "предыдущий",
                "прежний",
                "ранний",
                "старый",
            } or token.lower in ("earlier", "older")
            if earlier and tokens[place + 1].stems & (
                set().union(*self.factor_parts) | {"level", "уровень", "версия", "version"}
            ):
                ids = frozenset(self.vocabulary.level_ids[:-1])
                back = any(_BACK.match(t.lower) for t in tokens)  # "did not return to its former level": of speed
                if len(ids) > 1 and not back:
                    found.levels.append(LevelMention(place, place + 1, ids, 0, "at", group=True))
        for place, token in enumerate(tokens):
            if not (token.stems & {"другой", "остальной", "прочий", "other", "others", "rest"}):
                continue
            following = tokens[place + 1] if place + 1 < len(tokens) else None
            noun = following is not None and following.stems & (
                set().union(*self.factor_parts)
                | FACTOR_NOUNS
                | {"эксперимент", "experiment", "run", "прогон", "два", "two", "случай"}
            )
            if any(t.stems & THAN or t.lower in THAN for t in tokens[max(0, place - 4) : place]) and (
                noun or token.lower in ("others", "остальных", "остальные")
            ):
                named = frozenset().union(*(m.ids for m in found.levels)) if found.levels else frozenset()
                ids = frozenset(self.vocabulary.level_ids) - named
                if ids:
                    found.levels.append(LevelMention(place, place + (1 if noun else 0), ids, 0, "than"))
        found.levels.sort(key=lambda m: m.first)

    def _add(
        self, found: Mentions, tokens: list[Token], first: int, last: int, ids: frozenset[str], factor: int
    ) -> None:
        if not ids:
            return
        ids, factor = self._of_the_factor_named(found, tokens, first, ids, factor)
        if first >= 2 and tokens[first - 1].text == "=" and any(at == first - 2 for at, _ in found.factors):
            first -= 2  # "synchronous_commit = off" is one mention
            while first >= 2 and tokens[first - 1].text == "/" and any(at == first - 2 for at, _ in found.factors):
                first -= 2  # "huge_pages/clients = off/8"
        tight = (
            first > 0 and tokens[first - 1].text in "([" and last + 1 < len(tokens) and tokens[last + 1].text in ")]"
        )
        found.levels.append(LevelMention(first, last, ids, factor, "at", tight))

    def _of_the_factor_named(
        self, found: Mentions, tokens: list[Token], first: int, ids: frozenset[str], factor: int
    ) -> tuple[frozenset[str], int]:
        """ "synchronous_commit = on" where huge_pages has a level `on` as well: the level of the factor that is named before it."""
        at = first - 2 if first > 1 and tokens[first - 1].text in ("=", ":") else first - 1
        is_count = tokens[first].number is not None or count_word(tokens[first]) is not None
        counted = dict(found.factors).get(first + 1, factor) if is_count else factor  # "4 clients"
        named = next((index for place, index in found.factors if place == at), counted)
        if named == factor or factor < 0 or at and tokens[at - 1].text == "/":
            return ids, factor
        levels, ids_of = self.vocabulary.levels, self.vocabulary.ids_of
        called = {level.text.lower() for level in levels if level.factor == factor and ids_of(level) == ids}
        own = next((level for level in levels if level.factor == named and level.text.lower() in called), None)
        return (ids_of(own), named) if own is not None else (ids, factor)

    def _numeric_level(self, tokens: list[Token], place: int, number: Number, found: Mentions) -> Level | None:
        if number.shared_unit and number.dimension in ("percent", "points"):
            number = replace(number, unit=None)
        before = tokens[place - 1].lower if place else ""
        of_ratio = number.dimension == "percent" and before in _AT_A_RATIO and not number.signed
        if number.high is not None or number.hedge in ("about", "nearly") or number.dimension in ("percent", "points") and not of_ratio:  # fmt: skip
            return None
        went = before in ("to", "до") and any(t.lower in ("from", "с", "со", "от") and any(m.first == t.index + 1 for m in found.levels) for t in tokens[max(0, place - 4) : place])  # fmt: skip
        if number.dimension == "frequency" and (
            went or before in ("at", "при", "than", "чем", "у", "vs", "against", "на")
        ):
            number = replace(number, unit=None)  # "at 100 tps is higher": the metric follows the level
        noun = place >= 2 and tokens[place - 1].is_word and tokens[place - 2].lower in ("при", "at", "with", "на", "у")
        if noun and number.dimension == "frequency" and not self.vocabulary.is_value(number.readings[0].value):
            number = replace(number, unit=None)  # "при глубине 64 RPS вырос": the metric follows the level, again
        if before == "=" and self.in_options and not self._is_factor(tokens, place - 2, found):
            return None
        candidates = [level for level in self.vocabulary.levels if self.equal(level, number)]
        if candidates and number.unit is None and _is_in_a_row_of_values(tokens, place):
            return None
        if number.shared_unit and candidates:
            number = replace(
                number,
                unit=candidates[0].unit
                if number.dimension == (candidates[0].unit.dimension if candidates[0].unit else "")
                else None,
            )
        best: tuple[float, Level] | None = None
        for level in candidates:
            score = self._level_score(tokens, place, number, level, found)
            if score >= 2 and (best is None or score > best[0]):
                best = (score, level)
        return best[1] if best else None

    def _level_range(self, tokens: list[Token], place: int, number: Number) -> tuple[Level, Level] | None:
        """ "between 64 MB and 256 MB" of two levels."""
        assert number.high is not None
        before = tokens[place - 1].lower if place else ""
        if before not in ("between", "между", "при", "at", "from", "с", "от", "для", "for") or number.dimension in (
            "percent",
            "points",
        ):
            return None
        named = [self.numbered[end] for end in number.text.split() if end in self.numbered]
        if len(named) == 2 and number.unit is None:
            return named[0], named[1]
        low = next((level for level in self.vocabulary.levels if self.equal(level, replace(number, high=None))), None)
        high = next(
            (
                level
                for level in self.vocabulary.levels
                if self.equal(level, replace(number, high=None, readings=number.high))
            ),
            None,
        )
        if (
            low is None
            or high is None
            or low.factor != high.factor
            or (number.unit is None and low.unit is not None and before not in ("между", "between"))
        ):
            return None
        return low, high

    @staticmethod
    def equal(level: Level, number: Number) -> bool:
        if number.shared_unit and number.dimension not in (level.unit.dimension if level.unit else None,):
            number = replace(number, unit=None)  # "13.8 ms at 50 and 9.8 ms": the unit is the next value's
        if level.number is None or number.hedge in ("over", "under") and number.unit is None and level.unit is not None:
            return False
        for reading in number.readings:
            if number.unit is None:
                if reading.value == level.number:
                    return True
            elif level.unit is not None and any(
                abs(v - level.number) < 1e-9 * max(1.0, level.number)
                for v in convert(reading.value, number.unit, level.unit)
            ):
                return True
        return False

    def _level_score(self, tokens: list[Token], place: int, number: Number, level: Level, found: Mentions) -> float:
        before = tokens[place - 1] if place else None
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        score = 0.0
        if before is not None and before.text == "," and after is not None and after.has("drop"):
            return score  # "at on/64, 2 drops were found": how many, though a level is called "2"
        if number.unit is not None:
            score += 2.5
            spanning = before is not None and before.lower in (
                "за",
                "через",
                "каждые",
                "every",
                "after",
                "lasted",
                "длился",
                "within",
                "during",
                "for",
                "последние",
                "first",
                "первые",
            )
            if spanning and level.unit is not None and level.unit.dimension == "time":
                score -= 3
        if before is not None:
            if before.text == ":" and number.unit is None and self._lists_levels(tokens, place):
                score += 2.5  # "от самого ровного: 10, 100"
            if before.text == ":" and number.unit is None and is_told_for_a_goal(tokens, place):
                score += 5  # "For minimum read latency: 150 (9.8 ms)"
            if before.text == ":" and after is None and self.in_heading:
                score += 2.5  # "Test 3: 400"
            if before.text == "=" or before.text == ":" and self._is_factor(tokens, place - 2, found):
                score += 2.5 if not self._metric_before(place - 1, found) else -2
            elif before.lower in STRONG_AT or before.stems & STRONG_AT:
                score += 2.5
            elif before.lower in AT or before.lower == "у" or before.stems & (AT | COMPARED):
                score += 1
                if before.lower == "у" and number.unit is None:
                    score += 1.5  # "у 4096 наклон отрицательный"
                if any(abs(place - at) <= 6 for at, _ in found.factors) or self._neighbour_level(tokens, place, found):
                    score += 1.5
                told = tokens[place - 2].number if place > 1 else None
                if before.lower in ("at", "при") and number.unit is None and told is not None and told.unit is not None:
                    score += 1  # "from 15.2 ms at 500 to 41.3 ms at 2000"
                if (
                    before.lower in ("на", "on", "in", "в")
                    and number.unit is None
                    and after is not None
                    and after.is_word
                ):
                    score += 0.5
            elif before.text in "([" and after is not None and after.text in ")],;/":
                if (
                    number.unit is None
                    and self._metric_before(place - 1, found)
                    and not self._value_before(tokens, place - 1)
                ):
                    score += 0.0
                else:
                    score += 2
            elif self._neighbour_level(tokens, place, found) and before.text in (",", "/", "(", "→", "->"):
                score += 2
            if number.unit is None and (
                before.lower in self._last_words(level.factor) or before.stems & {"пул", "pool", "mode", "режим"}
            ):
                score += 2.5  # "that of ratio 5" where the factor is dirty_ratio
            if (
                not before.text.isascii()
                and before.has("better", "worse")
                and before.lower.endswith(("ее", "чше", "хуже"))
            ):
                score += 2.5 if number.unit is None else 0  # "быстрее 1000"
            if before.lower in ("с", "со", "with") and place > 1 and tokens[place - 2].stems & WITH_NOUNS:
                score += 2.5  # "в прогоне с 20"
            linking = before.lower in ("are", "is", "were", "was", ":", "—", "–")
            if (
                self._is_factor(tokens, place - 1, found)
                or any(before.stems & nouns for nouns in self.factor_short)
                or linking
                and place > 1
                and tokens[place - 2].stems & LEVEL_NOUNS
                and (
                    self._neighbour_level(tokens, place, found)
                    or any(t.stems & CHOSEN for t in tokens[max(0, place - 5) : place - 2])
                )
            ) or (
                before.lower
                in ("above", "below", "beyond", "over", "выше", "ниже", "больше", "меньше", "более", "менее")
                and place > 1
                and self._is_factor(tokens, place - 2, found)
            ):
                score += 2.5
            if (
                number.unit is None
                and score < 2
                and self._neighbour_level(tokens, place, found)
                and not (after is not None and after.stems & FACTOR_NOUNS)
            ):
                score += 2.0 if self._metric_before(place, found) or before.stems & COMPARED else 0
        elif number.unit is None and after is not None and after.is_word:
            score += 1.5
        if place == 0 and after is not None and after.text in (":", "—", "–", "-"):
            score += 2
        elif place == 0 and after is not None and after.text in "⭐★✅⚠❌🥇🥈🥉":
            score += 3  # "64 ⭐⭐⭐: highest peak, fewest waits": a rating of levels
        elif after is not None and after.text == ":" and number.unit is None and before is not None and before.is_word:
            score += 1.5  # "предпочтительнее выглядит 5: …"
        if after is not None and self._is_factor(tokens, place + 1, found):
            score += 2.5
        if after is not None and after.text == "-" and place + 2 < len(tokens) and tokens[place + 2].is_word:
            score += 1
        counted = any(at == place + 1 for at, _ in found.factors)  # "for the lowest p99: 32 vCPUs"
        if before is not None and before.text == ":" and self._metric_before(place - 1, found) and not counted:
            score -= 2.5
        elif before is not None and before.text in ":;" and number.unit is None and self._acts(tokens, place):
            score += 1.5  # "nothing is free: 500 writes the most"
        elif before is not None and before.lower == "what" and number.unit is None and self._acts(tokens, place):
            score += 3  # "what 4 offers in return"
        if number.unit is None and not self.vocabulary.is_value(number.readings[0].value):
            # a bare number that is a level and no value of anything
            score += 1
            if self._neighbour_level(tokens, place, found) or after is None and before is None:
                score += 1
            if (
                after is not None
                and (
                    after.lower in ("is", "was", "are", "were", "beat", "beats", "and", "и", "дает", "—", "(")
                    or after.concepts
                    or after.stems & _CONTENDS
                    or place + 2 < len(tokens)
                    and tokens[place + 2].lower in ("ahead", "behind")
                )
                or before is None
            ):
                score += 1
        if after is not None and after.text == "(" and number.unit is None and self._ranked(tokens, place):
            score += 4  # "16 (6 480) > 64 (6 105)": a level and its value in brackets
        if number.unit is not None and any(t is not None and t.text in "<>" for t in (before, after)):
            score += 3  # "4GB < 1GB < 16GB": a chain of levels
        if number.signed:
            score -= 4
        said = [t.lower for t in tokens[max(0, place - 2) : place]]
        singled = after is not None and after.lower == "that" and any(t.lower == "it" for t in tokens[:place])
        if number.unit is None and singled and said[-1:] in (["is"], ["was"], ["and"]):
            score += 3  # "it is 500 that holds steadiest"
        if number.unit is None and said in (["setting", "but"], ["level", "but"], ["value", "but"], ["everywhere", "but"], ["везде", "кроме"]):  # fmt: skip
            score += 3  # "at every setting but 60"
        return score

    @staticmethod
    def _acts(tokens: list[Token], place: int) -> bool:
        """Whether the word behind a number is a verb that it is the subject of: "500 writes the most", "12000 saves more"."""
        row = [t.lower for t in tokens[place + 1 : place + 3]]
        what = place > 0 and tokens[place - 1].lower == "what"  # "what 4 offers in return"
        return len(row) == 2 and row[0].endswith("s") and (row[1] in _OBJECTS or what and row[1] in _BEHIND_A_VERB)

    @staticmethod
    def _ranked(tokens: list[Token], place: int) -> bool:
        """Whether a bracketed number follows, and then a mark of order; or stands before, behind such a mark."""
        closed = [t.text for t in tokens[place + 3 : place + 5]]
        behind = place + 2 < len(tokens) and tokens[place + 2].number is not None and closed[:1] == [")"]
        marks = (">", "<", "≥", "≤", "≈")
        return behind and (closed[-1] in marks or bool(place) and tokens[place - 1].text in marks)

    def _lists_levels(self, tokens: list[Token], place: int) -> bool:
        """Whether what stands from here to the end of the sentence are all the levels of the one factor, and nothing else."""
        if len(self.vocabulary.facts.experiment.factors) != 1:
            return False
        rest = [t for t in tokens[place:] if t.text not in (",", ".", "и", "and")]
        named = [
            next((level.text for level in self.vocabulary.levels if t.number and self.equal(level, t.number)), None)
            for t in rest
        ]
        return len(named) > 1 and None not in named and len(set(named)) == len(named) == len(self.vocabulary.levels)

    def _last_words(self, factor: int) -> set[str]:
        """The last word of a factor's name: "ratio" of vm.dirty_ratio."""
        name = self.vocabulary.facts.experiment.factors[factor].name.lower()
        parts = name.replace(".", "_").split("_")
        return {parts[-1]} if len(parts) > 1 and len(parts[-1]) > 3 else set()

    def _is_factor(self, tokens: list[Token], place: int, found: Mentions) -> bool:
        if place < 0 or place >= len(tokens):
            return False
        return any(at == place for at, _ in found.factors) or bool(tokens[place].stems & FACTOR_NOUNS)

    @staticmethod
    def _metric_before(place: int, found: Mentions) -> bool:
        return any(m.last in (place - 1, place - 2) for m in found.metrics)

    @staticmethod
    def _value_before(tokens: list[Token], place: int) -> bool:
        return place > 0 and tokens[place - 1].number is not None

    def _neighbour_level(self, tokens: list[Token], place: int, found: Mentions) -> bool:
        """Whether another level stands beside it in a list: "50, 100 и 150", "с 50 до 150"."""
        for other in range(max(0, place - 3), min(len(tokens), place + 4)):
            number = tokens[other].number
            if (
                other != place
                and number is not None
                and number.kind == "version"
                and self._version_level(tokens[other]) is not None
                and len(tokens[min(place, other) + 1 : max(place, other)]) == 1
                and tokens[min(place, other) + 1].lower in ("or", "and", "и", "или", ",", "/", "to", "vs", "→")
            ):
                return True
            if (
                other != place
                and number is not None
                and number.kind == "value"
                and number.unit is None
                and number.high is None
            ):
                between = tokens[min(place, other) + 1 : max(place, other)]
                linked = all(
                    t.lower
                    in (
                        "с",
                        "with",
                        "к",
                        ",",
                        "и",
                        "and",
                        "до",
                        "to",
                        "/",
                        "or",
                        "или",
                        "→",
                        "против",
                        "against",
                        "versus",
                        "vs",
                        "at",
                        "при",
                        "for",
                    )
                    for t in between
                )
                if linked and between and any(self.equal(level, number) for level in self.vocabulary.levels):
                    return True
        return False

    def _named_level(self, tokens: list[Token], place: int) -> tuple[Level, int] | None:
        for level in self.by_length:
            end = spelled(level.words, tokens, place) if level.words else None
            if end is not None:
                row = tokens[place:end]
                if (
                    end - place == 1
                    and row[0].lower in _FROM_TO
                    and end < len(tokens)
                    and tokens[end].number is not None
                ):
                    continue  # "with 72.8 up to 114.5" of the levels "before" and "after": in Russian "до" is both
                if len(level.words) == 1 and level.text.lower() in COMMON:
                    before = tokens[place - 1] if place else None
                    if row[0].lower == "read" and before is not None and before.lower in _TO_BE and not row[0].code:
                        continue  # "it should be read together with them": a participle
                    if row[0].text.isascii() and _among_russian(tokens, place):
                        return level, end  # "быстрее on": in a Russian text it can be nothing else
                    if (
                        self.vocabulary.is_spreadsheet
                        and level.text.lower() == "default"
                        and (before is None or before.lower != "by")
                    ):
                        return level, end
                    quoted = before is not None and (before.text in ('"', "=", "'", ":", "(", "/") or row[0].code)
                    known = FACTOR_NOUNS | (
                        self.factor_single[level.factor] | self.factor_parts[level.factor]
                        if self.factor_single
                        else set()
                    )
                    after = tokens[place + 1] if place + 1 < len(tokens) else None
                    if row[0].lower in ("before", "after") and after is not None and after.lower in _DETERMINERS:
                        continue  # "to its former level before the end of the run": a preposition
                    english_on = (
                        level.text.lower() == "on"
                        and before is not None
                        and before.text.isascii()
                        and not (
                            before.lower
                            in ("at", "to", "than", "vs", "against", "with", "under", "beats", "beat", "over", "versus")
                            and (
                                after is None
                                or not after.is_word
                                or after.lower
                                in ("and", "or", "is", "was", "are", "in", "by", "does", "did", "on", "for")
                            )
                        )
                    )
                    ends = after is None or not after.is_word or after.lower in _BEHIND_A_LEVEL
                    under = before is not None and before.lower == "under" and ends  # "under local,", and no local load
                    linked = (
                        before is not None
                        and not english_on
                        and (
                            under
                            or before.stems & (STRONG_AT | THAN | {"исходный", "базовый", "baseline", "default"})
                            or before.lower
                            in ("to", "к", "у", "from", "от", "с", "в", "и", "and", "be", "is", "vs", "without")
                        )
                    )
                    against = after is not None and after.lower in ("against", "vs", "versus", "против")
                    named = before is not None and (before.stems & known or linked) or against
                    if after is not None and self.factor_single:
                        # "the slow disk", and then "the fast one"
                        named = named or bool(after.stems & self.factor_single[level.factor]) or after.lower == "one"
                    paired = row[0].text.isupper() and self._with_another(tokens, place + 1)
                    paired = paired or self._with_a_name(tokens, end, level)
                    valued = after is not None and after.number is not None and after.number.is_value
                    listed = valued and before is not None and before.text in (",", ":", ";", "/", "(", "|")
                    if not quoted and not named and not listed and not paired and place:
                        continue
                return level, end
        mark = next(
            (level for word, level in self.level_marks if tokens[place].is_word and word & tokens[place].stems), None
        )
        return (mark, place + 1) if mark is not None else None

    def _with_a_name(self, tokens: list[Token], place: int, level: Level) -> bool:
        """ "minimal and replica": a level that is an everyday word stands before another one, whose name is none."""
        if place + 1 >= len(tokens) or tokens[place].text.lower() not in ("и", "and", "or", "или", "/", ","):
            return False
        others = [
            one for one in self.vocabulary.levels if one.factor == level.factor and one.text.lower() not in COMMON
        ]
        return any(
            one.words and one.number is None and spelled(one.words, tokens, place + 1) is not None for one in others
        )

    def _with_another(self, tokens: list[Token], place: int) -> bool:
        """ "A и B", "A/B": a level of one capital letter stands beside another one."""
        if place + 1 >= len(tokens) or tokens[place].text.lower() not in ("и", "and", "/", ","):
            return False
        return tokens[place + 1].text in {level.text for level in self.vocabulary.levels if len(level.text) == 1}

    def _spelled_level(self, tokens: list[Token], place: int) -> tuple[Level, int] | None:
        """ "with eight", "above four", "One replica": a small number in words that is a level."""
        if ends_a_number(tokens, place):
            return None
        noun = next((NUMBER_NOUNS[stem] for stem in sorted(tokens[place].stems) if stem in NUMBER_NOUNS), None)
        if noun is not None:
            named = next(
                (level for level in self.vocabulary.levels if level.number == noun and level.unit is None), None
            )
            after = tokens[place + 1] if place + 1 < len(tokens) else None
            counted = (
                after is not None
                and after.is_word
                and after.lower.endswith(("ов", "ей"))
                or tokens[place].lower in ("сотня", "сотни", "сотню")
                and (
                    after is not None
                    and after.is_word
                    or not place
                    or tokens[place - 1].lower not in ("у", "при", "для")
                )
            )
            if named is not None and (not counted or self._is_unit_of_factor(tokens, place + 1)):
                return named, place + 1
        if tokens[place].stems & {"ноль", "нуль", "zero", "нулевой"}:
            zero = next((level for level in self.vocabulary.levels if level.number == 0), None)
            at_it = place > 0 and tokens[place - 1].lower in ("при", "with") and "нулевой" not in tokens[place].stems
            is_level = self._zero_is_a_level(tokens, place) if self.vocabulary.is_spreadsheet else at_it
            return (zero, place + 1) if zero is not None and is_level else None
        value = count_word(tokens[place])
        if value is not None and (elided := self._without_its_unit(tokens, place, value)) is not None:
            return elided
        if (
            value is None
            or tokens[place].lower in ("оба", "обе", "both", "single", "one", "один", "одна", "одно")
            and not self._is_unit_of_factor(tokens, place + 1)
        ):
            return None
        level = next((level for level in self.vocabulary.levels if level.number == value and level.unit is None), None)
        if level is None:
            return self._in_a_row(tokens, place, value)
        before = tokens[place - 1].lower if place else ""
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        closed = after is None or not after.is_word or after.lower in _AFTER_A_LEVEL
        heads = place == 0 and after is not None and after.text == ":"  # "Eight: 5.64 planned, 2.46 started"
        between = before in ("между", "between") or before in ("и", "and") and self._between(tokens, place - 3)
        if (
            between
            or heads
            or self._is_unit_of_factor(tokens, place + 1)
            or closed
            and before
            in ("with", "at", "above", "below", "than", "from", "to", "при", "с", "на", "over", "for", "чем", "до")
        ):
            return level, place + 1
        return None

    def _zero_is_a_level(self, tokens: list[Token], place: int) -> bool:
        """ "При нуле", "from zero to 2 ms", "zero delay", "set to zero", whatever its unit; not "zero errors", "falls to zero"."""
        if tokens[place].lower == "нуле" and place and tokens[place - 1].lower in ("на", "при"):
            return True
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        if after is not None and self._is_unit_of_factor(tokens, place + 1):
            return True
        if after is not None and after.is_word and after.lower not in _AFTER_A_LEVEL and part_of_speech(after.lower) != "VERB" and not after.concepts:  # fmt: skip
            return False
        before = [t.lower for t in tokens[max(0, place - 4) : place]]
        if not before:
            return True
        if before[-1] in ("to", "до", "к", "в"):
            return bool(set(before) & {"set", "setting", "from", "с", "от", "ставить", "поставить"})
        return before[-1] in _BEFORE_ZERO

    def _in_a_row(self, tokens: list[Token], place: int, value: int) -> tuple[Level, int] | None:
        """ "При двух, четырёх и восьми": levels in words without their unit, of which there are several in a row behind one preposition."""
        level = next((level for level in self.vocabulary.levels if level.number == value), None)
        step = [t.lower for t in tokens[max(0, place - 1) : place + 2]]
        if level is None or len(step) < 3 or self._is_unit_of_factor(tokens, place + 1):
            return None
        first = place
        while first >= 2 and tokens[first - 1].lower in (",", "и", "and") and count_word(tokens[first - 2]) is not None:
            first -= 2
        last = place
        while last + 2 < len(tokens) and tokens[last + 1].lower in (",", "и", "and") and count_word(tokens[last + 2]) is not None:  # fmt: skip
            last += 2
        row = [count_word(t) for t in tokens[first : last + 1 : 2]]
        known = {one.number for one in self.vocabulary.levels}
        after = tokens[last + 1] if last + 1 < len(tokens) else None
        counted = after is not None and after.is_word and part_of_speech(after.lower) in ("NOUN", "ADJ")
        unit = level.unit.dimension if level.unit is not None else None
        alike = any(t.number is not None and t.number.dimension == unit for t in tokens[:first]) if unit else False
        if len(row) < 2 and not alike or not set(row) <= known or counted or not first:
            return None
        return (level, place + 1) if tokens[first - 1].lower in ("при", "с", "у", "at", "with") else None

    def _without_its_unit(self, tokens: list[Token], place: int, value: int) -> tuple[Level, int] | None:
        """ "At 30 minutes it is four times what it is at one", "from five to 15 minutes", "15 минут хуже одной": the unit is that of the level beside it."""
        level = next((one for one in self.vocabulary.levels if one.number == value and one.unit is not None), None)
        unit = level.unit if level is not None else None
        if level is None or unit is None or not place:
            return None
        before, after = tokens[place - 1], tokens[place + 1] if place + 1 < len(tokens) else None
        compared = not before.text.isascii() and before.has(*_COMPARATIVES)
        if not compared and before.lower not in _BEFORE_A_NUMBER:
            return None
        near = tokens[:place] if compared or before.lower in _HELD_BY else tokens[max(0, place - 3) : place]
        timed = [t.number for t in near if t.number is not None and t.number.unit is not None and t.number.dimension == unit.dimension]  # fmt: skip
        follows = bool(timed) and (after is None or not after.is_word or after.lower in _AFTER_A_LEVEL)
        ahead = tokens[place + 2].number if after is not None and place + 2 < len(tokens) and after.lower in _ROW_LINKS else None  # fmt: skip
        beside = timed[-1] if follows else ahead
        known = {(one.number, one.unit.scale) for one in self.vocabulary.levels if one.unit is not None}
        if beside is None or beside.unit is None or (beside.low_value(), beside.unit.scale) not in known:
            return None
        return (level, place + 1) if beside.unit.scale == unit.scale else None

    @staticmethod
    def _between(tokens: list[Token], place: int) -> bool:
        """ "между четырьмя и восемью": whether "between" stands there, before another number word."""
        return place >= 0 and tokens[place].lower in ("между", "between") and count_word(tokens[place + 1]) is not None

    def _is_unit_of_factor(self, tokens: list[Token], place: int) -> bool:
        """Whether a word names what the factor counts: "replicas", "клиентов"."""
        if place >= len(tokens):
            return False
        if tokens[place].stems & self.factor_akin:
            return True
        return bool(tokens[place].stems & self.titled) or any(
            tokens[place].stems & (parts | single | synonyms(parts | {f"{part}s" for part in parts}))
            for parts, single in zip(self.factor_parts, self.factor_single, strict=True)
        )

    @cached_property
    def titled(self) -> frozenset[str]:
        """What the title says that the one factor counts: "Число подписчиков логической репликации"."""
        experiment = self.vocabulary.facts.experiment
        title = experiment.title
        words = " ".join(title.values()) if isinstance(title, dict) else str(title)
        counted = _COUNTED_IN_TITLE.findall(words) if len(experiment.factors) == 1 else []
        return frozenset(stem for word in counted for stem in stems(word.lower()))

    def _absent(self, tokens: list[Token], place: int) -> tuple[Level, int] | None:
        """ "without compression", "без фильтров", "no pooling": the level that is called off, none, no or «нет»."""
        if (turned := self._turned(tokens, place)) is not None:
            return turned
        level = next(
            (one for one in self.vocabulary.levels if one.text.lower() in SWITCHED_OFF),
            None,
        )
        if level is not None and tokens[place].lower == "uncompressed" and any("compress" in stem for stem in self.factor_parts[level.factor]):  # fmt: skip
            return level, place + 1
        if tokens[place].lower not in _WITHOUT | {"no", "disabled"} or place + 1 >= len(tokens):
            return self._present(tokens, place)
        if tokens[place + 1].lower in ("a", "an", "any") and level is not None and self._is_unit_of_factor(tokens, place + 2):  # fmt: skip
            return level, place + 3
        if (
            level is None
            or not self._is_unit_of_factor(tokens, place + 1)
            and not (tokens[place].lower in _WITHOUT and self._in_title(tokens[place + 1]))
        ):
            return None
        return level, place + 2

    def _turned(self, tokens: list[Token], place: int) -> tuple[Level, int] | None:
        """ "autogroup off", "with autogroup on": the level 0 or 1 of a parameter that has no others, behind its name."""
        wanted = {"off": "0", "on": "1"}.get(tokens[place].lower)
        if wanted is None or not place:
            return None
        for factor, one in enumerate(self.vocabulary.facts.experiment.factors):
            named = self.factor_short[factor] | self.factor_single[factor]
            it = tokens[place - 1].lower == "it" and any(t.stems & named for t in tokens[: place - 1])
            if set(one.levels) == {"0", "1"} and (it or tokens[place - 1].stems & named):
                return next(level for level in self.vocabulary.levels if level.factor == factor and level.text == wanted), place + 1  # fmt: skip
        return None

    def _present(self, tokens: list[Token], place: int) -> tuple[Level, int] | None:
        """ "with jit", "с компрессией": the other of two levels, where one is called off."""
        if tokens[place].lower not in _WITH or not self._is_unit_of_factor(tokens, place + 1):
            return None
        levels = {level.text.lower(): level for level in self.vocabulary.levels}
        off = [text for text in levels if text in SWITCHED_OFF]
        after = tokens[place + 2].lower if place + 2 < len(tokens) else ""
        if len(levels) != 2 or len(off) != 1 or after in levels or after in ("=", ":", "set"):
            return None
        return next(level for text, level in levels.items() if text not in off), place + 2

    def _in_title(self, token: Token) -> bool:
        title = self.vocabulary.facts.experiment.title
        if len(token.text) < 4:
            return False
        words = " ".join(title.values()) if isinstance(title, dict) else str(title)
        return any(token.stems & stems(word) for word in words.lower().split())

    def _special(self, tokens: list[Token], place: int, found: Mentions) -> tuple[frozenset[str], int] | None:
        """ "the default", "базовое значение", "при высоких значениях параметра", "the largest setting"."""
        token = tokens[place]
        following = tokens[place + 1] if place + 1 < len(tokens) else None
        lower = token.lower.removesuffix("'s")
        if lower in (
            "baseline",
            "default",
            "defaults",
            "умолчанию",
            "умолчании",
            "умолчанием",
            "умолчания",
            "дефолт",
            "дефолтное",
        ) or token.stems & {
            "базовый",
            "дефолтный",
            "стандартный",
        }:
            noun = following is not None and following.stems & (FACTOR_NOUNS | LEVEL_CARRIERS)
            lone = self._elided(token, following) or lower in (
                "baseline",
                "default",
                "defaults",
                "умолчанию",
                "умолчании",
                "умолчанием",
                "умолчания",
            )
            level_of_metric = (
                following is not None
                and following.stems & {"уровень", "level"}
                and any(m.first == place + 2 for m in found.metrics)
            )
            if (
                (noun or lone)
                and not level_of_metric
                and not (following and following.stems & {"рекомендовать", "рекомендованный"})
            ):
                ids = self.vocabulary.special(
                    "default" if lower not in ("baseline",) and "базовый" not in token.stems else "baseline"
                )
                return (ids, place + (1 if noun else 0)) if ids else None
        if self.calls_base and lower in BASE_FORMS and not (following is not None and following.stems & {"данные"}):
            ids = self.vocabulary.special("baseline")  # "в базе 7,60 мс", "ниже базы"
            return (ids, place) if ids else None
        if (
            lower == "сейчас"
            or token.stems & {"текущий", "нынешний"}
            and following is not None
            and following.stems & FACTOR_NOUNS
        ):
            ids = self.vocabulary.special("baseline")
            return (ids, place + (lower != "сейчас")) if ids else None
        if following is not None and self._is_factor(tokens, place + 1, found) and token.is_word:
            order = self._in_order(by_value=True)  # "the smallest index" is none of the kinds of index
            if len(order) >= 2:
                # a number that follows names the level itself
                numbered = place + 2 < len(tokens) and tokens[place + 2].number is not None
                comparative = (
                    token.lower.startswith(("более", "менее"))
                    or place
                    and tokens[place - 1].lower in ("более", "менее", "с")
                )
                if numbered or comparative or place and tokens[place - 1].lower in _ITS:
                    return None  # "latency has its smallest value here": a value of the metric
                if token.stems & LOW:
                    return frozenset({order[0]}), place + 1
                if token.stems & HIGH:
                    return frozenset({order[-1]}), place + 1
                if (
                    token.stems & MIDDLE
                    and len(order) == 3
                    and following.stems & {"интервал", "interval", "уровень", "level", "setting"}
                ):
                    return frozenset({order[1]}), place + 1
        return None

    @staticmethod
    def _elided(token: Token, following: Token | None) -> bool:
        """ "вдвое выше базового", "проигрывает базовому 39,7 %": the noun is left out, and the level is meant."""
        if "базовый" not in token.stems:
            return False
        return following is None or not following.is_word or part_of_speech(following.lower) not in ("NOUN", "ADJ")

    def _roles(self, tokens: list[Token], found: Mentions) -> None:
        for mention in found.levels:
            before = tokens[max(0, mention.first - 4) : mention.first]
            called = tokens[mention.first].lower in BASE_FORMS
            if before and before[-1].lower in _OF_BASE and called or _beside_a_change(tokens, mention.first):
                mention.role = "than"  # "-7,6% к базе", "+27,6% к значению по умолчанию"
                continue
            words = [token for token in before if token.lower != "the"]
            if any(one.lower == "from" and two.stems & _GAINS_FROM for two, one in pairwise(words)):
                continue  # "latency benefits from full_page_writes=off", "suffers from turning it on"
            if _as_much_as(tokens, words):
                mention.role = "than"
                continue
            if [token.lower for token in words[-3:]] == ["as", "far", "as"]:
                mention.role = "to"
                continue
            others = {at for m in found.levels if m is not mention for at in range(m.first, m.last + 1)}
            if (
                _beyond_that(tokens, mention.first)
                or _as_there(tokens, mention.first)
                or _at_its_level(words)
                or self._falls_short(tokens, mention, found)
            ):
                mention.role = "than"
                continue
            for back, token in enumerate(reversed(words)):
                if token.index in others and len(self.factor_words) == 1:
                    break  # "против базового значения единица …": what is compared is the other one; lists are read below
                if back and words[-back].stems & _BASES:
                    break  # "относительно базы подтверждено для 512": what is compared with is the base
                of_that = token.lower == "of" and back + 1 < len(words) and words[-back - 2].lower in ("that", "those")
                numbers = [t.number for t in tokens[max(0, token.index - 3) : token.index] if t.number]
                of_what = token.lower == "what" and any(n.kind == "times" or n.fraction for n in numbers)
                if token.stems & THAN or token.lower in THAN or of_that or of_what:
                    mention.role = "than"  # "five times that of 10", "twice what 10 needed"
                    break
                times = token.number is not None and token.number.text.lower().endswith(("times", "twice"))
                if back == 0 and (times or token.stems & OUTDOES or token.lower in OUTDOES):
                    mention.role = "than"  # "three times 10", "exceeds 10", "double the baseline"
                    break
                if (
                    back <= 1
                    and token.lower in LINKED_BASE
                    and any(
                        t.stems & LINKED_BASE[token.lower]
                        for t in (
                            *_since_mark(tokens, mention.first - back - 1, found),
                            *(
                                tokens[mention.last + 1 : mention.last + 3] if token.lower == "от" else ()
                            ),  # "от уровня 0 отличить"
                        )
                    )
                ):
                    mention.role = "than"
                    break
                if token.number is not None and token.number.is_value and not token.number.signed:
                    former = words[-back - 2] if back + 1 < len(words) else None
                    bounding = former is not None and former.lower in ("below", "above", "over", "behind")
                    bounding = bounding or _bounds_it(tokens, token.index)
                    if former is not None and not bounding and (former.stems & THAN or former.lower in THAN):
                        mention.role = "than"
                    break
                if (
                    token.number is not None
                    or token.text in "(),;"
                    or (token.has("up.intransitive", "down.intransitive") and back)
                ):
                    break
                if (
                    back == 0
                    and not token.text.isascii()
                    and token.has("better", "worse")
                    and token.lower.endswith("ее")
                ):
                    mention.role = "than"  # "быстрее 16MB"
                    break
                if back == 1 and _genitive_statistic(words[-1]) and not token.text.isascii() and token.has("better", "worse", "up.comparative", "down.comparative"):  # fmt: skip
                    mention.role = "than"  # "хуже минимума SATA"
                    break
                based = "базовый" in tokens[mention.first].stems or tokens[mention.first].lower in BASE_FORMS
                if back == 0 and token.has(*_COMPARATIVES) and based:
                    mention.role = "than"  # "лучше базового", "чуть лучше базы"
                    break
                signed = token.index and tokens[token.index - 1].number
                if (
                    back == 0
                    and token.lower == "к"
                    and signed
                    and signed.signed
                    and "базовый" in tokens[mention.first].stems
                ):
                    mention.role = "than"  # "47 820 (+15,9% к базовому значению)"
                    break
                if back == 0 and token.lower in ("ниже", "выше") and any(t.number is not None for t in words):
                    mention.role = "than"  # "на 12,6 % ниже базового уровня"
                    break
                if back == 0 and token.lower in ("с", "со") and len(words) > 1 and words[-2].stems & WITH_NOUNS:
                    continue  # "в прогоне с 20": with
                if back == 0 and token.lower in ("с", "со") and tokens[mention.first].lower.endswith(_INSTRUMENTAL):
                    break  # "соседних с базой", "рядом с базовым значением": with, not from
                if back == 0 and token.lower in ("с", "со") and _with_so_many(tokens, mention.last):
                    break  # "с восемью воркерами": with, not from
                if back == 0 and token.lower in ("с", "со", "from", "от"):
                    mention.role = "from"
                    break
                if back == 0 and (
                    token.lower in ("до", "to")
                    or token.lower == "к"
                    and any(m.role == "from" and m.last < mention.first for m in found.levels)
                ):
                    mention.role = "to"
                    break
        for one, two in zip(found.levels, found.levels[1:], strict=False):
            arrow = [t.text for t in tokens[one.last + 1 : two.first]] in (["→"], ["->"])
            if arrow and len(found.levels) == 2 and one.role == two.role == "at":
                one.role, two.role = "from", "to"
        # "чем при 50 и 100": the rest of the list has the role of its first
        for one, two in zip(found.levels, found.levels[1:], strict=False):
            between = _outside_brackets(tokens[one.last + 1 : two.first])
            if (
                one.role == "than"
                and two.role == "at"
                and between
                and all(t.lower in (",", "и", "and", "or", "или", "при", "at", "with") for t in between)
            ):
                if not any(t.number for t in between) and not (
                    between[-1].lower in ("при", "at") and between[0].text == ","
                ):
                    if [t.text for t in between] == [","] and not _goes_on(tokens, found.levels, two):
                        continue  # "relative to glibc, jemalloc is …": what follows the phrase is the subject
                    two.role = "than"

    def _falls_short(self, tokens: list[Token], mention: LevelMention, found: Mentions) -> bool:
        """ "5,120 tps, 3.5% under the baseline": by how much a value before it, of no metric told in percent, is less than that of the level."""
        at = mention.first - 1 - (tokens[mention.first - 1].lower == "the")
        told = tokens[at - 1].number if at > 1 and tokens[at].lower == "under" else None
        if told is None or told.dimension != "percent" or told.signed or tokens[at - 2].text not in ",(":
            return False
        before = [t.number for t in tokens[: at - 2] if t.number is not None and t.number.kind == "value"]
        own = {m for one in found.metrics if one.last < at for m in one.metrics}
        shares = any((unit := self.vocabulary.unit_of(m)) is not None and unit.dimension == "percent" for m in own)
        return bool(before) and before[-1].dimension != "percent" and not shares

    def _settings(self, tokens: list[Token], found: Mentions) -> None:
        for place, token in enumerate(tokens):
            if token.is_word and token.lower in self.vocabulary.settings:
                found.settings.append((place, token.lower))

    def learn_names(self, short: str, text: str) -> None:
        """ "S1 | UPDATE …": a short name stands for the metric whose whole name is in the next cell."""
        plain = text.replace("`", " ").strip()
        said = " ".join(plain.split())
        cut = said.endswith(("…", "...")) and len(said) > 24  # a long text is shortened in its cell
        said = said.rstrip("….") if cut else said
        for metric in self.vocabulary.metrics.values():
            own = {" ".join(name.split()) for names in metric.names.values() for name in names}
            if any(name.startswith(said) if cut else name == said for name in own):
                self.called[short.strip().lower()] = frozenset({metric.id})
                return

    def learn_level(self, text: str, level: str) -> None:
        """A name that the article gives to a level, read wherever it stands."""
        held = next((one for one in self.vocabulary.levels if self.vocabulary.canonical(one.text) == level), None)
        if held is not None:
            self.learn_spelling(text, held)

    def learn_spelling(self, text: str, level: Level) -> None:
        """Another spelling of a level, in words or as a name with digits in it ("x8")."""
        words = tuple(
            t.stems or frozenset({t.lower}) for t in tokens_of(text.lower()) if t.is_word or t.number is not None
        )
        if words:
            self.by_length = [replace(level, number=None, words=words), *self.by_length]

    def learn(self, sentence: Sentence, mentions: Mentions) -> None:
        """Remembers which level "Эксперимент-1", "run 1", "Test A" stands for where one line names both."""
        names = [t for t in sentence.tokens if t.number and t.number.kind == "name" and alias_of(t.text)]
        if (
            len(names) == 1
            and len(mentions.levels) == 1
            and mentions.levels[0].first > names[0].index
            and len(sentence.tokens) <= 14
        ):
            self.aliases.setdefault(alias_of(names[0].text), mentions.levels[0].ids)


_ITS = {"its", "their", "свое", "своё", "своего", "своему", "своем", "своём", "свои", "его", "ее", "её", "их"}
_BEHIND_A_VERB = {"in", "is", "was", "for", "on", "at", "here", "you", "us", "with", "over"}
_OBJECTS = {"the", "a", "an", "its", "more", "less", "fewer", "no", "both", "all", "nothing", "neither", "only"}


def _genitive_statistic(token: Token) -> bool:
    """ "минимума", "медианы", "среднего": a statistic that a comparative may be said against."""
    return token.statistic is not None and token.lower.endswith(("а", "ы", "ей", "го"))


def _long_names(vocabulary: Vocabulary) -> list[tuple[frozenset[str], ...]]:
    """The names of levels and parameters that are several words: "write through", "write cache"."""
    factors = (_factor_words(factor.name) for factor in vocabulary.facts.experiment.factors)
    names = [*(level.words for level in vocabulary.levels), *factors]
    return list(dict.fromkeys(words for words in names if len(words) > 1))


def _factor_words(name: str) -> tuple[frozenset[str], ...]:
    """The words of a parameter's name: "write cache" of write_cache."""
    return word_stems(name.lower().replace("_", " "))


def _beyond_that(tokens: list[Token], place: int) -> bool:
    """ "54% above the peak at the default", "в 4 раза выше максимума эксперимента-1": a level behind how far a value lies beyond something."""
    for token in reversed(tokens[max(0, place - 5) : place]):
        if token.number is not None or not token.is_word:
            return False
        if token.lower in ("above", "below", "over", "under", "выше", "ниже"):
            told = tokens[token.index - 1].number if token.index else None
            if told is None or told.dimension != "percent" and told.kind != "times" or told.signed:
                return False
            return token.index < place - 2 or token.index == place - 2 and tokens[place - 1].statistic is not None
    return False


_NEARLY = {"почти", "примерно", "практически", "приблизительно", "nearly", "almost", "roughly", "about", "practically"}


def _at_its_level(words: list[Token]) -> bool:
    """ "169 850 — почти на уровне шестичасовой", "169,850, about the level of 6": a level that a value is put beside."""
    row = [token.lower for token in words]
    before = row[:-2] if row[-2:] in (["на", "уровне"], ["level", "of"], ["level", "with"], ["par", "with"]) else []
    return any(word in _NEARLY or word in ("—", "–", ",", "(") for word in before)


_AS_THERE = re.compile(
    r"\b(?:the same|identical|equal(?:ly)?|as \w+) as(?: (?:at|on|with|under|in|for|that (?:of|at|on|with|under)))?(?: the)? $"
    r"|(?<!\w)(?:т[аоеуы]|той|тот|тех|тем|так(?:ая|ое|ой|ие|ую)|так) же(?: \w+)?,? (?:что|как)(?: и)?(?: (?:на|у|при|в|во|с|со|для))? $",
    re.I,
)


def _as_much_as(tokens: list[Token], words: list[Token]) -> bool:
    """ "Half as long in 17 as in 16": whether the second "as" of a comparison, with its preposition, stands last."""
    behind = words[:-1] if words and words[-1].lower in ("in", "at", "with", "on", "under", "for") else words
    if len(behind) < 2 or behind[-1].lower != "as" or behind[-2].lower in ("well", "soon", "far"):
        return False
    return any("as" in t.lower.split() for t in tokens[max(0, behind[-1].index - 8) : behind[-1].index - 1])


def _as_there(tokens: list[Token], place: int) -> bool:
    """ "The same as at the baseline", "as high as on 10", "та же, что и на базе": a level that another is called equal to."""
    before = tokens[max(0, place - 9) : place]
    return _AS_THERE.search(" ".join(t.lower for t in before).replace(" ,", ",") + " ") is not None


def _is_in_a_row_of_values(tokens: list[Token], place: int) -> bool:
    """ "Drops by level: 0, 0, 1, 2 and 3": a list behind a colon that has one number twice lists values; no level is listed twice."""
    first = last = place
    while first >= 2 and tokens[first - 1].lower in _ROW_LINKS and tokens[first - 2].number is not None:
        first -= 2
    while last + 2 < len(tokens) and tokens[last + 1].lower in _ROW_LINKS and tokens[last + 2].number is not None:
        last += 2
    row = [token.text for token in tokens[first : last + 1 : 2]]
    return len(set(row)) < len(row) and first > 0 and tokens[first - 1].text == ":"


def _bounds_it(tokens: list[Token], place: int) -> bool:
    """ "Averages more than 95% in all cells": the comparative bounds the number; not where an amount stands before it ("12% more than 41 ms at 10")."""
    number, more = tokens[place].number, max(0, place - 2)
    bounded = (
        number is not None and not number.fraction and number.hedge in ("over", "under") and tokens[more].lower in _MORE
    )
    return bounded and not any(t.number is not None for t in tokens[max(0, more - 2) : more])


def _in_relative_clause(tokens: list[Token], mention: MetricMention) -> bool:
    """ "the number of commits that share an fsync rises": the verb after it is of the noun before "that"."""
    following = tokens[mention.last + 1] if mention.last + 1 < len(tokens) else None
    if following is None or not following.has("up.intransitive", "down.intransitive"):
        return False
    for at in range(mention.first - 1, max(1, mention.first - 4), -1):
        if tokens[at].lower in ("that", "which", "who"):
            verb = tokens[at + 1]
            return (
                at + 1 < mention.first
                and verb.lower not in ARTICLES | {"this", "its", "our", "their"}
                and tokens[at - 1].is_word
                and tokens[at - 1].lower not in ("so", "show", "shows", "means", "say", "says", "see", "found", "is")
            )
    return False


def _goes_on(tokens: list[Token], levels: list[LevelMention], mention: LevelMention) -> bool:
    """Whether a list goes on after this level, up to its "and": "than 50, 100 and 150"."""
    at = levels.index(mention)
    for one, two in zip(levels[at:], levels[at + 1 :], strict=False):
        between = [t.lower for t in tokens[one.last + 1 : two.first]]
        if any(word in ("и", "and", "or", "или") for word in between) and len(between) <= 3:
            return True
        if between != [","]:
            return False
    return False


def _since_mark(tokens: list[Token], place: int, found: Mentions) -> list[Token]:
    """Up to six tokens before a place, on its side of the last punctuation; names of levels and factors do not count."""
    named = {at for level in found.levels for at in range(level.first, level.last + 1)} | {
        at for at, _ in found.factors
    }
    row: list[Token] = []
    for token in reversed(tokens[:place]):
        if token.text in ",;:()" or len(row) == 6:
            break
        if token.index not in named and token.text not in "/=":
            row.append(token)
    return row


def _is_turned(tokens: list[Token], place: int, found: Mentions) -> bool:
    """ "Raising the value reduces its share", "Увеличение значения снижает …": at the head of a sentence, the value that is turned is the parameter's."""
    if not tokens[place].stems & {"value", "значение"} or not 0 < place <= 3:
        return False
    verb = tokens[place - 2 if tokens[place - 1].lower == "the" and place > 1 else place - 1]
    of_metric = place + 1 < len(tokens) and (tokens[place + 1].lower == "of" or any(m.first == place + 1 for m in found.metrics))  # fmt: skip
    turns = verb.has("up.transitive", "down.transitive", "up.noun", "down.noun")
    return turns and not of_metric and verb.lower.endswith(("ing", "ение", "ании", "ении", "ением"))


def is_off(level: str) -> bool:
    """Whether a level means that its parameter is switched off."""
    return (
        level.lower() in ("off", "no", "none", "false", "disabled", "never")
        or re.fullmatch(r"0+(?:\.0+)?\s*[a-zA-Z]*", level) is not None
    )


def _beside_a_change(tokens: list[Token], place: int) -> bool:
    """Whether a signed percentage and what links it stand right before a level: "(+27,6% к значению по умолчанию)"."""
    at = place - 1
    while at > 0 and tokens[at].lower in ("значению", "уровню", "по", "the"):
        at -= 1
    number = tokens[at - 1].number if at > 0 else None
    return number is not None and number.signed and number.dimension == "percent" and tokens[at].lower in ("к", "от", "to", "over", "on")  # fmt: skip


def _with_so_many(tokens: list[Token], place: int) -> bool:
    """Whether what is counted stands in the instrumental: "с восемью воркерами", "с одним клиентом"; and no range begins there."""
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    counted = after is not None and after.is_word and after.lower.endswith(("ами", "ями", "ом", "ем", "ём"))
    return counted and not any(t.lower in ("до", "к", "→", "->") for t in tokens[place + 2 : place + 5])


def _cells_joined(tokens: list[Token], levels: list[LevelMention]) -> list[LevelMention]:
    """In a grid, levels of different factors that a link joins to one cell are one mention: "15min и 0,9", "on at 32"; no row of levels is."""
    joined: list[LevelMention] = []
    for at, mention in enumerate(levels):
        last = joined[-1] if joined else None
        after = levels[at + 1] if at + 1 < len(levels) else None
        before = joined[-2] if len(joined) > 1 else None
        cell = (
            last.ids & mention.ids if last is not None and _linked(tokens, last, mention, _CELL_LINKS) else frozenset()
        )
        in_row = after is not None and after.factor == mention.factor and _linked(tokens, mention, after, _ROW_LINKS)
        if last is not None and before is not None and before.factor == last.factor and _linked(tokens, before, last, _ROW_LINKS):  # fmt: skip
            in_row = True
        if last is None or len(cell) != 1 or in_row or last.factor == mention.factor or cell in (last.ids, mention.ids):
            joined.append(mention)
        else:
            joined[-1] = LevelMention(last.first, mention.last, cell, -1, last.role, last.tight and mention.tight)
    return joined


def _linked(tokens: list[Token], one: LevelMention, two: LevelMention, links: frozenset[str]) -> bool:
    gap = tokens[one.last + 1 : two.first]
    return len(gap) <= 2 and all(token.lower in links for token in gap)


def _among_russian(tokens: list[Token], place: int) -> bool:
    """Whether the words around a Latin one are Russian, and it stands before no other Latin word (as in "read latency")."""
    around = [t for t in tokens[max(0, place - 2) : place + 3] if t.is_word and t.index != place]
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    alone = after is None or not (after.is_word and after.text.isascii()) and after.text not in ("_", "-", "/", ".")
    return alone and bool(around) and all(not t.text.isascii() for t in around)


def _falls(tokens: list[Token], place: int) -> bool:
    """Whether "drop" is a verb, which tells from or to what: "writes drop from 3,910", "drops as low as 5,210"."""
    following = [t.lower for t in tokens[place + 1 : place + 4]]
    told = following[:1] in (["from"], ["to"], ["by"], ["below"]) or following == ["as", "low", "as"]
    former = tokens[place - 1] if place else None
    noun = former is None or former.lower in ("the", "a", "of", "no") or former.number is not None
    return told and tokens[place].has("down.intransitive") and not noun


def _outside_brackets(tokens: list[Token]) -> list[Token]:
    """ "than RDS (16k IOPS) and Aurora": the words between two names, without what brackets add to the former."""
    if not tokens or tokens[0].text != "(":
        return tokens
    closed = next((at for at, t in enumerate(tokens) if t.text == ")"), None)
    return tokens if closed is None else tokens[closed + 1 :]
