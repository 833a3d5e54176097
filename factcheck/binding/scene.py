"""The surroundings of a sentence: what its block, list, table, lead-in and heading have already said.

A sentence inherits what it does not name itself: the level from the heading, the metric from the list item above, the
statistic from the table's caption. Nearest first, and a paragraph's earlier sentences before everything.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from factcheck.binding.heads import agrees_with_unit, metric_of_head, tells_change
from factcheck.binding.loans import take_loanwords
from factcheck.binding.mentions import Finder, LevelMention, Mentions, MetricMention
from factcheck.binding.vocabulary import Level, Vocabulary, plain_sentence, word_stems
from factcheck.forms.facts import Fact
from factcheck.reading.document import Block
from factcheck.reading.sentences import Sentence, Token, sentences_of

if TYPE_CHECKING:
    from factcheck.judging.lines import Index

_CHAIN = 12
_EVERY = {"both", "all", "every", "each", "either", "any", "все", "всех", "обе", "оба", "обоих", "обеих", "обеими", "каждой", "каждом", "каждый", "любой", "любом"}  # fmt: skip
_DECIMAL = re.compile(r"(?<![\d.,])\d{1,4}\.\d{1,2}(?![\d.])")
STATS_SAID = {
    "mean",
    "median",
    "max",
    "min",
    "amplitude",
    "stddev",
    "p95",
    "p99",
    "slope",
    "angle",
    "r_squared",
    "first",
    "last",
    "share",
    "duration",
    "count",
}


class Stretch(NamedTuple):
    """Tokens of a sentence that hold as a whole, and whether its numbers do."""

    first: int
    last: int
    numbers: bool


_OTHER_LEVELS = re.compile(
    r"\b(?:at|with|in|on|under) (?:all |the )*(?:other|remaining) (?:levels|values|settings)\b|(?<!\w)(?:при|на|у|в) (?:всех )?(?:остальных|прочих|других) (?:уровнях|значениях|уровней|значений)(?!\w)",
    re.I,
)


@dataclass
class Scene:
    """A sentence with its mentions and its surroundings."""

    sentence: Sentence
    mentions: Mentions
    world: World
    former: Scene | None = None  # the sentence before it in the same block
    consumed: set[int] = field(default_factory=set)  # tokens that a claim has used
    _matched: dict[str, bool] = field(default_factory=dict)
    _fitting: dict[str, list[Token]] = field(default_factory=dict)
    bounds: dict[int, Any] = field(default_factory=dict)  # number tokens and their bindings, once bound
    named: dict[int, str | None] = field(default_factory=dict)  # number tokens and the statistic that a phrase names
    told_ways: list[Any] | None = None  # the ways that the sentence tells, once read
    held: list[tuple[int, int]] = field(default_factory=list)  # stretches that were judged as wholes
    stated: list[Stretch] = field(default_factory=list)  # plain statements whose every word was read, and that hold
    statements: dict[tuple[int, int, bool], list[Any]] = field(
        default_factory=dict
    )  # stretches that were read by their parts
    assumed: frozenset[str] = frozenset()  # a reading that is tried: the metric that a word is said of
    assumed_levels: frozenset[str] = frozenset()  # and the level
    frames: dict[int, Any] = field(
        default_factory=dict
    )  # amounts and what they were read as, with the readings that hold

    @property
    def tokens(self) -> list[Token]:
        return self.sentence.tokens

    @property
    def block(self) -> Block:
        return self.sentence.block

    @property
    def vocabulary(self) -> Vocabulary:
        return self.world.vocabulary

    @cached_property
    def surroundings(self) -> list[Block]:
        """Headers of the cell, list parents, lead-ins and headings, nearest first."""
        own = [one for one in (self.block.row_header, self.block.column_header, self.block.caption) if one is not None]
        return own + self.block.context

    @property
    def places(self) -> dict[tuple[int, int], int]:
        """The token that stands at each (line, column) of the sentence."""
        block = self.block
        return {(block.lines[i], block.columns[i]): t.index for t in self.tokens for i in range(t.start, t.end)}

    def before(self, most: int | None = None) -> Iterator[Scene]:
        """The sentences before this one in its block, nearest first; at most so many."""
        scene = self.former
        while scene is not None and (most is None or most > 0):
            yield scene
            scene, most = scene.former, None if most is None else most - 1

    def text_of(self, first: int, last: int) -> str:
        """The sentence's text from one token to another (inclusive); empty where the second stands before the first."""
        offset = self.tokens[0].start
        return (
            self.sentence.text[self.tokens[first].start - offset : self.tokens[last].end - offset]
            if first <= last
            else ""
        )

    def cells_of(self, mentions: Iterable[LevelMention]) -> frozenset[str]:
        """The levels that are named, all of one factor; in a grid the cells that "off, 30 s" name together, of those that the surroundings speak of."""
        by_factor: dict[int, frozenset[str]] = {}
        for mention in mentions:
            by_factor[mention.factor] = by_factor.get(mention.factor, frozenset()) | mention.ids
        every = frozenset().union(*by_factor.values())
        if len(self.vocabulary.facts.experiment.factors) <= 1 or not every:
            return every
        joint = frozenset.intersection(*by_factor.values()) or every
        return (joint & self.inherited_levels) or joint

    def end_of_block_before(self, *kinds: str) -> Scene | None:
        """The last sentence of the block before this one, where that is of one of the kinds and in the same section."""
        at = self.block.order - 1
        other = self.world.blocks[at] if 0 <= at < len(self.world.blocks) else None
        if other is None or other.section != self.block.section or other.kind not in kinds:
            return None
        row = self.world.scenes_of(other)
        return row[-1] if row else None

    @cached_property
    def of_other_levels(self) -> bool:
        """Whether a sentence that names no level is said of "the other levels"."""
        return not self.mentions.levels and self.matches(_OTHER_LEVELS)

    @cached_property
    def inherited_levels(self) -> frozenset[str]:
        """The level that the surroundings speak of, "at the other levels" all but those told before; empty when they name none or several."""
        if self.of_other_levels:
            told = (
                frozenset(i for m in self.former.mentions.levels for i in m.ids)
                if self.former is not None
                else frozenset()
            )
            return frozenset(self.vocabulary.level_ids) - told if told else frozenset()
        of_section = self._level_of_section
        for scene in self.before():
            found = _one_level(scene.mentions.levels)
            if found is not None:
                return of_section or found
            if len({m.ids for m in scene.mentions.levels}) > 1 and len(self.vocabulary.facts.experiment.factors) <= 1:
                break  # the sentence before speaks of several: which one is meant is open
        gathered: frozenset[str] | None = None
        factors: set[int] = set()
        for block in self.surroundings:
            mentions = self.world.mentions_of(block)
            if not mentions.levels or block.order == 0 and block.kind == "heading" and block.depth <= 1:
                continue
            new = [one for one in mentions.levels if one.factor not in factors and one.role != "than"]
            new = [one for one in new if not self.world.is_of_all(self.tokens, one.factor)]
            by_factor: dict[int, frozenset[str]] = {}
            for one in new:
                by_factor[one.factor] = by_factor.get(one.factor, frozenset()) | one.ids
            for factor, ids in by_factor.items():
                if len({one.ids for one in new if one.factor == factor}) > 1 and block not in (
                    self.block.row_header,
                    self.block.column_header,
                ):
                    return gathered or frozenset()
                gathered = ids if gathered is None else (gathered & ids or gathered)
                factors.add(factor)
            if len(factors) >= len(self.vocabulary.facts.experiment.factors):
                break
        return gathered or frozenset()

    @cached_property
    def _level_of_section(self) -> frozenset[str]:
        """The one level that the nearest heading is of, the article's title aside: what a sentence before compares it with is not spoken of further."""
        head = next((block for block in self.block.context if block.kind == "heading"), None)
        if head is None or head.order == 0 or len(self.vocabulary.facts.experiment.factors) != 1:
            return frozenset()
        named = {one.ids for one in self.world.mentions_of(head).levels}
        return next(iter(named)) if len(named) == 1 and len(next(iter(named))) == 1 else frozenset()

    @cached_property
    def inherited_metrics(self) -> frozenset[str]:
        """The metric that the surroundings speak of last."""
        return self._inherited_metrics()[0]

    @cached_property
    def inherited_unknown(self) -> bool:
        """Whether the nearest term around is one that the facts do not hold."""
        return self._inherited_metrics()[1]

    def _inherited_metrics(self) -> tuple[frozenset[str], bool]:
        for scene in self.before():
            own = [m for m in scene.mentions.metrics if not m.modifier]
            if own:
                return own[-1].metrics if len({m.metrics for m in own}) == 1 else own[0].metrics | own[
                    -1
                ].metrics, not own[-1].metrics
            said = [
                bound.metrics
                for bound in scene.bounds.values()
                if bound.metrics and bound.verdict == "supported" and bound.predicate == "value"
            ]
            if said:
                return said[-1], False
        foreign = self._foreign_heads()
        for block in self.surroundings:
            if foreign and block not in (self.block.row_header, self.block.column_header):
                break
            if block is self.block.row_header or block is self.block.column_header:
                exactly = frozenset().union(
                    *(m.metrics for m in self.world.mentions_of(block).metrics if m.exact and not m.modifier)
                )
                if not agrees_with_unit(self.vocabulary, block.text[:80], exactly) and (
                    headed := self.world.headed(block)
                ):
                    return headed, False
            own = [m for m in self.world.mentions_of(block).metrics if not m.modifier]
            if not own and block in (self.block.row_header, self.block.column_header):
                # a header may shorten the name: "Процессов, максимум"
                parts = {
                    frozenset(
                        one
                        for one in sorted(m.metrics)
                        if len(m.metrics) == 1 or self.inherited_stat in self.vocabulary.stats_of(one)
                    )
                    for m in self.world.mentions_of(block).metrics
                }
                parts = {ids for ids in parts if len(ids) == 1}
                if len(parts) == 1:
                    return next(iter(parts)), False
            if own:
                exact = [m for m in own if m.exact] or own
                joined = frozenset().union(*(m.metrics for m in exact)) or self._headed_so(exact)
                return joined, not joined
        head = self.block.column_header
        if head is not None and "%" in head.text + self.block.text and self.world.tells_change(head):
            return self.world.only_metric_of(self.block.table), False
        if len(self.vocabulary.metrics) == 1 and self._crosses_levels():
            return frozenset(self.vocabulary.metrics), False
        before = self.block.order - 1
        if self.block.kind in ("item", "paragraph") and 0 <= before < len(self.world.blocks):
            other = self.world.blocks[before]
            if other.section == self.block.section and other.kind in ("item", "paragraph"):
                own = [m for m in self.world.mentions_of(other).metrics if not m.modifier and m.metrics]
                if own:
                    return own[-1].metrics, False
        return frozenset(), False

    def _crosses_levels(self) -> bool:
        """Whether a cell's row and column are headed by levels of two factors and nothing else, so that it holds what was measured."""
        heads = [self.world.mentions_of(b) for b in (self.block.row_header, self.block.column_header) if b is not None]
        factors = [{m.factor for m in one.levels} for one in heads]
        return len(factors) == 2 and all(len(one) == 1 for one in factors) and factors[0] != factors[1]

    def _headed_so(self, mentions: list[MetricMention]) -> frozenset[str]:
        """ "TPS" at the head of a column, under "Point Select performance": the one metric of the heading that is called "Point Select TPS", too."""
        said = [words for m in mentions for words in word_stems(m.text)]
        headings = (block for block in self.block.context if block.kind in ("heading", "lead"))
        named = (
            m.metrics for block in headings for m in self.world.mentions_of(block).metrics if m.exact and m.metrics
        )
        nearest: frozenset[str] = next(named, frozenset())
        called = any(
            nearest <= name.metrics and len(name.words) > len(said) and all(any(one & word for word in name.words) for one in said)
            for name in self.vocabulary.names
        )  # fmt: skip
        return nearest if called and said and len(nearest) == 1 else frozenset()

    def _foreign_heads(self) -> bool:
        """Whether a cell's row is headed by words that name neither a level nor a metric: "PostgreSQL | 17.4"."""
        head = self.block.row_header
        if self.block.kind != "cell" or head is None:
            return False
        mentions = self.world.mentions_of(head)
        named = bool(mentions.levels or mentions.factors) or any(m.metrics for m in mentions.metrics)
        words = [t.text for t in self.world.tokens_of(head) if t.is_word]
        return not named and any(len(word) > 2 or len(word) == 2 and word.isupper() for word in words)

    @cached_property
    def inherited_stat(self) -> str | None:
        """The statistic that headers or lead-ins name."""
        return self._inherited_stat[0]

    @cached_property
    def stat_of_header(self) -> bool:
        """Whether the inherited statistic stands in the cell's own row or column head."""
        return self._inherited_stat[1]

    @cached_property
    def _inherited_stat(self) -> tuple[str | None, bool]:
        own = (self.block.row_header, self.block.column_header)
        for block in self.surroundings:
            named = [m for m in self.world.mentions_of(block).metrics if m.exact and m.metrics]
            for token in self.world.plain_tokens_of(block):
                statistic = token.lower if token.lower in ("p95", "p99") and block.kind == "cell" else token.statistic
                if statistic in STATS_SAID and not (
                    token.has("superlative.max", "superlative.min") and block.kind != "cell"
                ):
                    if (
                        any(m.first <= token.index <= m.last for m in named)
                        and self._held_by(named, statistic) is False
                    ):
                        continue  # "медиана времени ответа" is the metric's name
                    return statistic, any(block is one for one in own)
        return None, False

    def _held_by(self, mentions: list[MetricMention], statistic: str | None) -> bool:
        return any(statistic in self.vocabulary.stats_of(metric) for m in mentions for metric in m.metrics)

    def holds(self, first: int, last: int) -> bool:
        """Whether a stretch was judged as a part of a whole statement, so that its words are not refused one by one."""
        return any(start <= first and last <= stop for start, stop in self.held) or self.states(first, last)

    def states(self, first: int, last: int) -> bool:
        """Whether a stretch is part of a plain statement that holds; its numbers only where they are part of its formula."""
        told = any(t.number is not None and t.number.is_value and t.index not in self.mentions.level_tokens for t in self.tokens[first : last + 1])  # fmt: skip
        return any(one.first <= first and last <= one.last and (one.numbers or not told) for one in self.stated)

    def words(self, *concepts: str) -> list[Token]:
        """Tokens that carry one of the concepts."""
        return [token for token in self.tokens if any(name in token.concepts for name in concepts)]

    def has(self, *concepts: str) -> bool:
        """Whether any token carries one of the concepts."""
        return any(token.concepts and not token.concepts.isdisjoint(concepts) for token in self.tokens)

    @cached_property
    def advises(self) -> bool:
        """Whether the sentence advises, or stands under a lead or a heading that does: "Recommended machine"."""
        nearest = next(
            (block for block in self.surroundings if block.kind in ("lead", "heading") and block.order), None
        )
        heading = self.world.tokens_of(nearest) if nearest is not None else []
        return self.has("recommend") or any(token.has("recommend") for token in heading)

    def matches(self, pattern: re.Pattern[str]) -> bool:
        """Whether a pattern occurs in the sentence; searched once a sentence."""
        if pattern.pattern not in self._matched:
            self._matched[pattern.pattern] = pattern.search(self.sentence.text) is not None
        return self._matched[pattern.pattern]

    def fitting(self, words: re.Pattern[str]) -> list[Token]:
        """The tokens that a pattern fits as a whole; searched once a sentence, as its clauses are asked for in turn."""
        if words.pattern not in self._fitting:
            self._fitting[words.pattern] = [token for token in self.tokens if words.fullmatch(token.lower)]
        return self._fitting[words.pattern]

    @cached_property
    def within_run(self) -> bool:
        """Whether the sentence speaks of a moment or stretch inside a run: a clock stands here or in what introduces it."""
        if any(token.number is not None and token.number.kind == "clock" for token in self.tokens):
            return True
        near = self.block.context[:2]
        if any(
            token.number is not None and token.number.kind == "clock"
            for block in near
            for token in self.world.tokens_of(block)
        ):
            return True
        return any(t.number is not None and t.number.kind == "clock" for scene in self.before() for t in scene.tokens)

    @cached_property
    def quotes_title(self) -> bool:
        """Whether the sentence is the experiment's own title, which names a topic and asserts nothing."""
        return plain_sentence(self.sentence.text) in self.vocabulary.titles


def _one_level(levels: list[LevelMention]) -> frozenset[str] | None:
    said = [one for one in levels if one.role != "than" and not one.group]
    distinct = {one.ids for one in said}
    return next(iter(distinct)) if len(distinct) == 1 else None


#: What an article says of its base: "базой служит 200 мс", "fpw=on, он же базовый".
_SETS_BASE = re.compile(
    r"\bbaseline\b|(?<!\w)баз(?:ой|овой|овая|овым|овый|ову\w+|а)\s+(?:(?:сравнения )?(?:служит|считается|взят|принят)|выбран|—|–|явля|был)|"
    r"(?<!\w)за базу|(?<!\w)(?:он|она|оно|они) же,? базов|(?<!\w)служит и базой|(?<!\w)базовая ступень|(?<!\w)базовый уровень|"
    r"% (?:к|от) баз[еы](?! данн)|(?<!\w)(?:относительно|против|ниже|выше|хуже|лучше|быстрее|медленнее) базы(?! данн)", re.I)  # fmt: skip


#: Letters among the digits of a level that is no size: "1S+1A", "2S ALL", but not "4GB" or "30 min".
_MIXED = re.compile(r"^(?=.*\d)(?=.*[^\W\d_])(?:[^\W_]+[+/&-][^\W_]+|\d+[^\W\d_]+ [^\W\d_]+)$")


class World:
    """One article against one set of facts: the vocabulary, and what each block mentions."""

    def __init__(self, vocabulary: Vocabulary, language: str, blocks: list[Block] | None = None) -> None:
        self.blocks = blocks or []
        self.vocabulary = vocabulary
        self.language = language
        self.decimal_points = any(_DECIMAL.search(block.text) for block in self.blocks[:400])
        self.finder = Finder(vocabulary)
        self.finder.calls_base = any(_SETS_BASE.search(block.text) for block in self.blocks[:60])
        self._sentences: dict[int, list[Sentence]] = {}
        self._mentions: dict[int, Mentions] = {}
        self._scenes: dict[int, list[Scene]] = {}
        self._headed: dict[int, frozenset[str]] = {}
        self._of_tables: dict[int | None, frozenset[str]] = {}
        self.column_levels: dict[int, str] = {}  # by the place of a head: the level that it stands for
        self.departing: dict[
            int, Fact
        ] = {}  # by the place of a cell that departs from its line: the fact that stands there
        self.workings = (
            3_000_000  # how many workings may still be tried before refusals stand: bounds the work on hostile text
        )
        self.index: Index | None = None  # the facts by level and by what they are of, once read
        self.told: object = None  # what the section was last told to be compared by, kept by `judging/comparing.py`

    def of(self, vocabulary: Vocabulary) -> World:
        """The same article by another vocabulary of the same facts."""
        other = copy.copy(self)
        other.vocabulary, other._scenes = vocabulary, {}
        return other

    def forget_mentions(self) -> None:
        """Drops what was found before a new name was learnt."""
        for held in (self._mentions, self._scenes, self._headed, self._of_tables):
            held.clear()

    def forget(self, block: Block) -> None:
        """Drops what only this block needed; headings, leads and the last blocks stay for those that follow."""
        old = block.order - 64
        if old >= 0 and (0 <= old < len(self.blocks)) and self.blocks[old].kind in ("cell", "paragraph", "item"):
            for held in (self._scenes, self._mentions, self._sentences):
                held.pop(old, None)

    def neighbours(self, block: Block) -> list[Block]:
        """The blocks just before and after, in the same section."""
        return [
            other
            for at in (block.order - 1, block.order + 1)
            if 0 <= at < len(self.blocks)
            and (other := self.blocks[at]).section == block.section
            and other.kind in ("paragraph", "item")
        ]

    def sentences_of(self, block: Block) -> list[Sentence]:
        """The sentences of a block, read once."""
        if block.order not in self._sentences:
            self._sentences[block.order] = list(sentences_of(block))
            take_loanwords(self.vocabulary, [t for sentence in self._sentences[block.order] for t in sentence.tokens])
        return self._sentences[block.order]

    def tokens_of(self, block: Block) -> list[Token]:
        """The tokens of a block's first sentences."""
        return [token for sentence in self.sentences_of(block)[:3] for token in sentence.tokens]

    def plain_tokens_of(self, block: Block) -> list[Token]:
        """The tokens of a block's first sentences that are no part of a level's name ("ssd 500 (shared)" says no share)."""
        found = []
        for scene in self.scenes_of(block)[:3]:
            named = {at for m in scene.mentions.levels for at in range(m.first, m.last + 1)}
            found += [token for token in scene.tokens if token.index not in named]
        return found

    def mentions_of(self, block: Block) -> Mentions:
        """What the block as a whole mentions (its first sentences)."""
        if block.order not in self._mentions:
            joined = Mentions()
            for scene in self.scenes_of(block)[:2]:
                joined.metrics += scene.mentions.metrics
                joined.levels += scene.mentions.levels
                joined.factors += scene.mentions.factors
            self._mentions[block.order] = joined
        return self._mentions[block.order]

    def _under_heads(self, block: Block, mentions: Mentions, tokens: list[Token]) -> None:
        """In a grid, a level told under a heading or a lead that has one level of another factor is of that cell: "With 48 clients no drop was logged" under "8GB"."""
        if (
            len(self.vocabulary.facts.experiment.factors) <= 1
            or block.kind in ("heading", "cell")
            or not mentions.levels
        ):
            return
        told = {mention.factor for mention in mentions.levels}
        if -1 in told or any(mention.role == "than" and mention.ids == self.vocabulary.special("default") for mention in mentions.levels):  # fmt: skip
            return
        for head in block.context:
            if head.order == 0 and head.kind == "heading" and head.depth <= 1:
                continue
            said = [one for one in self.mentions_of(head).levels if one.factor not in told]
            if said and self.is_of_all(tokens, said[0].factor):
                continue
            if len({one.ids for one in said}) == 1 and said[0].factor >= 0 and said[0].role != "than":
                for mention in mentions.levels:
                    mention.ids = mention.ids & said[0].ids or mention.ids
            told |= {one.factor for one in said}

    def is_of_all(self, tokens: list[Token], factor: int) -> bool:
        """Whether a sentence speaks of all levels of a factor: "highest on RAID5 in both loads", under the heading of one load."""
        if factor < 0 or len(self.finder.factor_parts) < 2:
            return False
        nouns = self.finder.factor_parts[factor] | self.finder.factor_nouns[factor]
        return any(t.stems & nouns and any(b.lower in _EVERY for b in tokens[max(0, t.index - 2) : t.index]) for t in tokens)  # fmt: skip

    @cached_property
    def _heads_of_tables(self) -> dict[int | None, list[Block]]:
        found: dict[int | None, list[Block]] = {}
        for block in self.blocks:
            if block.kind == "cell" and block.table is not None and block.column_header is None:
                found.setdefault(block.table, []).append(block)
        return found

    @cached_property
    def _columns(self) -> dict[str, list[Block]]:
        found: dict[str, list[Block]] = {}
        for block in self.blocks:
            if block.kind == "cell" and block.column_header is not None:
                found.setdefault(block.column_header.text.strip().lower(), []).append(block)
        return found

    def cells_under(self, head: Block) -> list[Block]:
        """The cells under a head, in its table and in those that repeat it."""
        return self._columns.get(head.text.strip().lower(), [])

    def only_metric_of(self, table: int | None) -> frozenset[str]:
        """The one metric that the heads of a table name, which a column of changes is of then: "Time | vs default"."""
        if table not in self._of_tables:
            named = {
                m.metrics
                for b in self._heads_of_tables.get(table, ())
                for m in self.mentions_of(b).metrics
                if m.metrics and not m.modifier
            }
            self._of_tables[table] = (
                next(iter(named)) if len(named) == 1 and len(next(iter(named))) == 1 else frozenset()
            )
        return self._of_tables[table]

    def tells_change(self, head: Block) -> bool:
        """Whether a head says that its column holds changes, apart from the names of levels in it: "vs default", and not the level "Change A"."""
        text = head.text.lower()
        for level in self.vocabulary.levels:
            text = text.replace(level.text.lower(), " ") if len(level.text) > 3 else text
        return tells_change(text)

    def headed(self, block: Block) -> frozenset[str]:
        """The metric that a table's head means, found once."""
        if block.order not in self._headed:
            text = block.text
            short = len(text) <= 80
            self._headed[block.order] = (
                metric_of_head(self.vocabulary, text, self.tokens_of(block)) if short else frozenset()
            )
        return self._headed[block.order]

    def _whole_cell(self, block: Block, sentence: Sentence) -> Mentions | None:
        """ "2S ALL" or "1S+1A" alone in a cell: the level that is written so, whatever its parts may be read as."""
        level = self._written_levels.get(block.text.strip().lower()) if block.kind == "cell" else None
        if level is None:
            return None
        last = len(sentence.tokens) - 1
        mention = LevelMention(0, last, self.vocabulary.ids_of(level), level.factor)
        return Mentions(levels=[mention], level_tokens=set(range(last + 1)))

    @cached_property
    def _written_levels(self) -> dict[str, Level]:
        """Levels with letters and digits or several words, by how the experiment writes them, where no other one is written so."""
        found: dict[str, list[Level]] = {}
        for factor, held in enumerate(self.vocabulary.facts.experiment.factors):
            for level in self.vocabulary.levels:
                if level.factor == factor and level.text in held.levels and _MIXED.search(level.text):
                    found.setdefault(level.text.lower(), []).append(level)
        return {text: levels[0] for text, levels in found.items() if len({one.factor for one in levels}) == 1}

    def scenes_of(self, block: Block) -> list[Scene]:
        """The block's sentences as scenes."""
        if block.order not in self._scenes:
            scenes: list[Scene] = []
            for sentence in self.sentences_of(block):
                mentions = self._whole_cell(block, sentence) or self.finder.find(sentence)
                self._under_heads(block, mentions, sentence.tokens)
                self.finder.learn(sentence, mentions)
                # the chain of former sentences is cut now and then, so that a block of any length stays linear
                former = scenes[-1] if scenes and len(scenes) % _CHAIN else None
                scenes.append(Scene(sentence, mentions, self, former))
            self._scenes[block.order] = scenes
        return self._scenes[block.order]


__all__ = ["LevelMention", "MetricMention", "Scene", "World"]
