"""Finds what a clause is said of where it does not say so itself: "On 18 it got faster still", "the minimum slips as well", "to 800 it sinks even lower".

The metric (with its statistic) is that of the clause, or of the clause or sentence before; a pronoun or a verb leaves only those that agree with it in gender and number.
The levels it is compared with are those told before, the one before it in the order, or the baseline. All are candidates: who asks refutes only what each of them refutes.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from factcheck.binding.agreement import shown
from factcheck.binding.mentions import LevelMention, MetricMention
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.reading.sentences import Token
from factcheck.reading.words import grammar_of, head_grammar, is_subject_noun

_HARD = {",", ";", ":", "(", ")", "—", "–", "."}
_TURNS = {"но", "а", "однако", "хотя", "зато", "but", "while", "whereas", "though", "although", "yet"}
_JOINS = {"и", "and"}
_CLAIMS = (
    "up.intransitive", "down.intransitive", "up.comparative", "down.comparative", "better", "worse",
    "superlative.max", "superlative.min", "superlative.best", "superlative.worst",
)  # fmt: skip
_PLURAL_EN, _SINGULAR_EN = {"they", "these", "those"}, {"it", "this", "that"}
_PRONOUNS_RU = {"он", "она", "оно", "они"}
_STATS = ("max", "min", "median", "p95", "p99", "stddev", "amplitude")
_CENTRAL = ("mean", "median", "share", "last", "count", "value")
_SPREADS = ("stddev", "amplitude", "cv")
_TAIL = ("p95", "p99", "p999", "max")
SPREAD_WORDS = ("разброс", "spread", "deviation", "отклонени", "variation", "вариаци", "scatter", "dispersion")
LEVEL_NOUNS = ("setting", "value", "run", "level", "configuration", "variant", "cell", "version", "mode", "значени", "прогон", "уров", "вариант", "конфигураци", "верси", "режим", "настройк")  # fmt: skip
_FUNCTION = {
    "it", "them", "they", "within", "among", "between", "inside", "this", "that", "these", "those", "and", "but", "so", "then", "yet", "also", "too", "even", "still", "further", "again", "once", "more", "keeps", "kept",
    "keep", "continues", "continued", "continue", "goes", "on", "went", "at", "with", "to", "in", "under", "for", "from", "of", "by", "as", "up", "down", "back", "is", "was", "are", "were", "be", "been", "being", "has",
    "had", "have", "gets", "got", "get", "become", "becomes", "became", "remains", "remained", "stays", "there", "here", "both", "all", "only", "just", "now", "later", "already", "much", "far", "somewhat", "slightly", "a",
    "the", "an", "its", "their", "when", "which", "until", "till", "through", "over", "across", "every", "each", "step", "another", "one", "ones", "than", "however", "moreover", "meanwhile", "not",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One value for each level: of a metric's statistic, or of its link with a partner, or its share of a whole."""

    metric: str
    stat: str
    partner: str | None = None
    whole: str | None = None

    def at(self, scene: Scene, level: str) -> float | None:
        """The shown value of a level over its runs."""
        if self.stat == "cv" and not scene.vocabulary.values(self.metric, "cv", level):
            spread, mean = Row(self.metric, "stddev").at(scene, level), Row(self.metric, "mean").at(scene, level)
            return round(100 * spread / mean, 1) if spread is not None and mean else None
        for fact in scene.vocabulary.values(self.metric, self.stat, level):
            if fact.run is None and fact.scope in (None, "run") and (fact.partner, fact.denominator) == (self.partner, self.whole):  # fmt: skip
                return shown(fact)
        return None

    def order(self) -> tuple[str, int, str, str, str]:
        """A fixed order among rows: by metric, its central statistics first."""
        central = _CENTRAL.index(self.stat) if self.stat in _CENTRAL else len(_CENTRAL)
        return self.metric, central, self.stat, self.partner or "", self.whole or ""

    def __str__(self) -> str:
        return self.metric if self.stat in _CENTRAL else f"{self.metric} {self.stat}"


def row_of(fact: Fact) -> Row:
    return Row(fact.metric, fact.stat, fact.partner, fact.denominator)


def segment(scene: Scene, place: int) -> tuple[int, int]:
    """The tokens of the narrowest clause around a place: between commas, brackets and turns, and at an "and" that joins two statements."""
    tokens = scene.tokens
    start, stop = place, place
    while start > 0 and not _ends(tokens[start - 1]) and not _joins_statements(scene, start - 1, place):
        start -= 1
    while stop + 1 < len(tokens) and not _ends(tokens[stop + 1]) and not _joins_statements(scene, stop + 1, place):
        stop += 1
    return start, stop


def _ends(token: Token) -> bool:
    return token.text in _HARD or token.lower in _TURNS


def _joins_statements(scene: Scene, at: int, place: int) -> bool:
    """Whether an "and" stands between two claiming words, each with its own subject or level."""
    tokens = scene.tokens
    if tokens[at].lower not in _JOINS:
        return False
    step = 1 if at > place else -1
    end = at + step
    while 0 <= end < len(tokens) and not _ends(tokens[end]):
        number = tokens[end].number
        if tokens[end].has(*_CLAIMS) or number is not None and number.is_value:
            return True
        end += step
    return False


# -- which rows -------------------------------------------------------------------------------------------------------


def rows_meant(scene: Scene, place: int, of: str | None = None, *, inherit: bool = True) -> tuple[Row, ...]:
    """Every row of values (`of` a statistic) that the clause of a place may be said of; empty where one may be meant that the facts do not hold."""
    start, stop = segment(scene, place)
    if foreign_subject(scene, start, stop, place):
        return ()
    stat = of or stat_in(scene, start, stop, place)
    own = [m for m in _named(scene, start, stop) if not _compared(scene, m)]
    if any(not m.metrics for m in own):
        return ()
    if own:
        before = [m for m in own if m.last < place]
        mention = before[-1] if before else own[0]
        return rows_of(scene, mention.metrics, stat)
    if stat is None and any(t.statistic == "mean" and t.index != place for t in scene.tokens[start : stop + 1]):
        stat = "mean"  # "…, but the mean falls short": not the statistic told before
    if stat == "tail":  # "the shortest tail": of all that have one
        return rows_of(scene, frozenset(m for m in scene.vocabulary.metrics if {"p95", "p99"} & set(scene.vocabulary.stats_of(m))), stat)  # fmt: skip
    rows = rows_before(scene, start, place, stat, inherit)
    primary = scene.vocabulary.facts.experiment.primary
    if not rows and stat in ("spread", "cv") and primary is not None:
        return rows_of(scene, frozenset({primary}), stat)  # "the coefficient of variation" of what is decided on
    return rows


def names_metric(scene: Scene, place: int) -> bool:
    """Whether the clause of a place names a metric of its own."""
    return any(not _compared(scene, m) for m in _named(scene, *segment(scene, place)))


def _named(scene: Scene, start: int, stop: int) -> list[MetricMention]:
    pronoun = says_pronoun(scene, start, stop)
    return [
        m for m in scene.mentions.metrics
        if start <= m.first <= stop and not m.whole and (not m.modifier or not pronoun and len(m.metrics) == 1 and m.last <= stop)
    ]  # fmt: skip


def says_pronoun(scene: Scene, start: int, stop: int) -> bool:
    """Whether a clause has a pronoun for its subject; "this" and "those" only where they begin it."""
    row = [t.lower for t in scene.tokens[start : stop + 1]]
    if row and row[0] in _JOINS:
        row = row[1:]
    return bool(row) and (
        row[0] in _PLURAL_EN | _SINGULAR_EN or any(word in _PRONOUNS_RU | {"it", "they"} for word in row)
    )


_BESIDE = {"with", "under", "с", "со"}
_EACH = {"each", "every", "any", "a", "the", "каждым", "каждой"}


def is_circumstance(scene: Scene, token: Token) -> bool:
    """ "Speed declines under growing load", "comes down with every lengthening of the nap", "с ростом задержки": what goes on beside, where another word tells what comes of it."""
    if not token.has("up.noun", "down.noun", "up.intransitive", "down.intransitive") or not token.index:
        return False
    if token.text.isascii() and not token.has("up.noun", "down.noun") and not token.lower.endswith("ing"):
        return False
    before = [t.lower for t in scene.tokens[max(0, token.index - 3) : token.index]]
    while before and before[-1] in _EACH:
        before.pop()
    said = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive", "better", "worse")
    near = scene.tokens[max(0, token.index - 10) : token.index + 8]
    return before[-1:] != [] and before[-1] in _BESIDE and any(t.has(*said) for t in near if t.index != token.index)


def _compared(scene: Scene, mention: MetricMention) -> bool:
    """Whether a metric is what something is compared with, or what goes on beside: "than the reads", "с ростом задержки"."""
    if mention.first and is_circumstance(scene, scene.tokens[mention.first - 1]):
        return True
    return any(t.lower in ("than", "чем", "ahead", "above", "below", "behind") for t in scene.tokens[max(0, mention.first - 3) : mention.first])  # fmt: skip


def stat_in(scene: Scene, start: int, stop: int, place: int) -> str | None:
    """The statistic that a clause names as its subject."""
    for token in scene.tokens[start : stop + 1]:
        if token.rank is not None:
            return token.rank
        if token.index != place and token.statistic in _STATS:
            return token.statistic
        if token.lower.startswith(("коэффициент", "coefficient")) and any(t.lower.startswith(("вариаци", "variation")) for t in scene.tokens[token.index : token.index + 3]):  # fmt: skip
            return "cv"
        if token.lower.startswith(SPREAD_WORDS):
            return "spread"
        if is_tail(token):
            return "tail"
    return None


def is_range(scene: Scene, token: Token) -> bool:
    """ "The range of speed", "its range", "диапазон скорости": how far a metric's values lie apart, and not that of the levels."""
    if not token.stems & _RANGES:
        return False
    before = scene.tokens[token.index - 1].lower if token.index else ""
    row = [t for t in scene.tokens[token.index + 1 : token.index + 4] if t.lower != "the"]
    of = row[1:] if row and row[0].lower == "of" else row if token.lower in _RANGES and not token.text.isascii() else []
    named = bool(of) and any(m.first == of[0].index for m in scene.mentions.metrics)
    return named or before in ("its", "their", "его", "её", "ее", "их")


_RANGES = {"range", "span", "amplitude", "диапазон", "размах", "амплитуда"}


def is_tail(token: Token) -> bool:
    """ "The tail", "хвост": the high percentiles."""
    return token.lower in ("tail", "tails") or token.lower.startswith("хвост")


def rows_of(scene: Scene, metrics: frozenset[str], stat: str | None) -> tuple[Row, ...]:
    """The rows that hold a metric's statistic (its central ones where none is said) at two levels at least."""
    vocabulary = scene.vocabulary
    wanted = _CENTRAL if stat is None else _SPREADS if stat == "spread" else _TAIL if stat == "tail" else (stat,)
    rows = {row_of(f) for m in metrics for s in wanted for level in vocabulary.level_ids for f in vocabulary.values(m, s, level) if f.partner is None and f.run is None and f.scope in (None, "run")}  # fmt: skip
    if "cv" in wanted:
        rows |= {Row(m, "cv") for m in metrics}
    return tuple(sorted((row for row in rows if sum(row.at(scene, level) is not None for level in vocabulary.level_ids) >= 2), key=Row.order))  # fmt: skip


def told_rows(scene: Scene, stop: int | None = None) -> list[Row]:
    """The rows of the values that a sentence tells, up to a place."""
    found = []
    for at, bound in sorted(scene.bounds.items()):
        if stop is not None and at >= stop or bound.verdict != "supported" or bound.predicate != "value":
            continue
        facts = [scene.vocabulary.by_name.get(name) for name in bound.facts]
        found += [row_of(f) for f in facts if f is not None and f.level is not None and f.run is None and f.scope in (None, "run")]  # fmt: skip
    return list(dict.fromkeys(found))


def rows_before(scene: Scene, start: int, place: int, stat: str | None = None, inherit: bool = True) -> tuple[Row, ...]:
    """The rows of the clauses before in the sentence, else of the sentence before that names or tells any, that agree with the word."""
    wanted = agreement(scene, start, place) if stat is None else frozenset()
    here: Scene | None = scene
    stop: int | None = start
    back = 0
    while here is not None and back < 3:
        last = len(here.tokens) if stop is None else stop
        mentions = [m for m in here.mentions.metrics if m.last < last and not m.whole and (not m.modifier or len(m.metrics) == 1)]  # fmt: skip
        if here is scene and not mentions and stat is not None:  # "the smallest spread is that of 17, 84 TPS"
            mentions = [m for m in here.mentions.metrics if m.exact and not m.modifier and not m.whole]
        told = told_rows(here, stop)
        if told:
            mentions = [m for m in mentions if m.metrics]
        elif any(not m.metrics and not m.modifier for m in mentions):
            return ()
        if mentions or told:
            return agreeing(here, mentions, told, wanted, stat)
        here, stop, back = here.former or (None if back else _leant_on(here)), None, back + 1
    if inherit and scene.inherited_metrics and not scene.inherited_unknown:
        return rows_of(scene, scene.inherited_metrics, stat)
    return ()


def _leant_on(scene: Scene) -> Scene | None:
    """The last sentence of the item or paragraph before, which the first words of its like lean on ("They already outweigh I/O")."""
    return scene.end_of_block_before(scene.block.kind) if scene.block.kind in ("item", "paragraph") else None


#: What a statistic itself is called, so that "она" after a share and "он" after a percentile are that.
_GENDERS = {
    **{stat: frozenset({"masc"}) for stat in ("max", "min", "p95", "p99", "amplitude")},
    **{stat: frozenset({"femn"}) for stat in ("share", "median", "amplitude")},
    **{stat: frozenset({"neut", "masc"}) for stat in ("stddev", "mean")},
}


def agreeing(
    scene: Scene, mentions: list[MetricMention], told: list[Row], wanted: frozenset[str], stat: str | None
) -> tuple[Row, ...]:
    exact = [m for m in mentions if not m.modifier] or mentions
    metrics = {metric for m in exact for metric in m.metrics if _fits(scene, metric, m, wanted)}
    metrics |= {row.metric for row in told if _fits(scene, row.metric, None, wanted) or wanted & _GENDERS.get(row.stat, frozenset())}  # fmt: skip
    if stat is not None:
        return rows_of(scene, frozenset(metrics), stat)
    rows = [row for row in told if row.metric in metrics]
    spoken = sorted({said for m in exact if (said := stat_in(scene, max(0, m.first - 3), m.last, -1))})
    for metric in sorted(metrics):
        if not any(row.metric == metric for row in rows) or any(row.stat not in _CENTRAL for row in rows):
            rows += rows_of(scene, frozenset({metric}), None)
        for said in spoken:
            rows += rows_of(scene, frozenset({metric}), said)
    return tuple(dict.fromkeys(rows))


# -- agreement --------------------------------------------------------------------------------------------------------


def agreement(scene: Scene, start: int, place: int) -> frozenset[str]:
    """What the subject must be ("masc", "femn", "neut", "plur", "sing"): by the pronoun of the clause, or by the word itself; empty where all may be."""
    _, stop = segment(scene, place)
    for token in scene.tokens[start : stop + 1]:
        if token.lower in _PRONOUNS_RU:
            return frozenset({{"он": "masc", "она": "femn", "оно": "neut", "они": "plur"}[token.lower]})
        if token.lower in _PLURAL_EN:
            return frozenset({"plur"})
        if token.lower == "it":
            return frozenset({"sing"})
    for token in scene.tokens[start : stop + 1]:
        if token.is_word and (said := grammar_of(token.lower)):
            return said
    return frozenset()


def _fits(scene: Scene, metric: str, mention: MetricMention | None, wanted: frozenset[str]) -> bool:
    if not wanted:
        return True
    held = scene.vocabulary.metrics.get(metric)
    names = [name for called in (held.names.values() if held is not None else ()) for name in called]
    if mention is not None and not mention.modifier:
        names = [" ".join(t.text for t in scene.tokens[mention.first : mention.last + 1]), *names]
    has = frozenset().union(*(head_grammar(name) for name in names))
    if wanted == {"sing"}:
        return not has or bool(has - {"plur"})
    return not has or bool(wanted & has)


def named_tokens(scene: Scene) -> set[int]:
    """The tokens that name metrics or levels."""
    spans = [(m.first, m.last) for m in scene.mentions.metrics] + [(m.first, m.last) for m in scene.mentions.levels]
    return {at for first, last in spans for at in range(first, last + 1)}


def foreign_subject(scene: Scene, start: int, stop: int, place: int) -> bool:
    """Whether a clause has a subject that is neither a metric nor a level: "the kernel eats more", "запросы стали медленнее"."""
    known = named_tokens(scene)
    known |= {at for at, _ in scene.mentions.factors} | {at for at, _ in scene.mentions.settings}
    parts = {stem for row in (*scene.world.finder.factor_parts, *scene.world.finder.factor_single, *scene.world.finder.factor_short) for stem in row}  # fmt: skip
    for token in scene.tokens[start : stop + 1]:
        if token.index in known or token.number is not None or token.concepts or token.statistic or not token.is_word:
            continue
        if (
            is_tail(token)
            or token.stems & parts
            or token.lower.startswith((*SPREAD_WORDS, "coefficient", "коэффициент", "standard", *LEVEL_NOUNS))
        ):
            continue
        if token.text.isascii():
            if token.index < place and token.lower not in _FUNCTION and not token.lower.endswith("ly"):
                return True
        elif is_subject_noun(token.lower):
            return True
    return False


_RELATIVE = {"который", "которая", "которое", "которые", "что", "which", "that"}
_POINTING = {"этот", "эта", "это", "эти", "тот", "та", "те", "такой", "такая", "такое", "такие", "он", "она", "оно", "они", "здесь", "тут", "this", "that", "these", "those", "it", "they", "such", "here", "both", "оба", "обе"}  # fmt: skip


def is_of_noun_before(scene: Scene, first: int) -> bool:
    """ "I turned on aggressive settings (fsync), which gave the largest gain": a relative clause is of the noun before it and of no level told earlier, unless something there points back."""
    if not first or scene.tokens[first].lower not in _RELATIVE:
        return False
    before = scene.tokens[:first]
    if any(t.lower in _POINTING or t.stems & _POINTING or t.number is not None and t.number.is_value for t in before):
        return False
    plain = [t for t in before if t.is_word and not t.code and not _is_inside(before, t)]
    return bool(plain) and plain[-1].index not in named_tokens(scene)


def _is_inside(row: list[Token], token: Token) -> bool:
    """Whether a token stands in brackets."""
    texts = [t.text for t in row[: row.index(token)]]
    return texts.count("(") > texts.count(")")


# -- which levels -----------------------------------------------------------------------------------------------------

AT = {"at", "with", "under", "on", "in", "for", "при", "на", "у", "в", "с", "для"}
_SIDES = {"первый", "последний", "другой", "остальной", "first", "last", "other", "former", "latter"}
_ON = {"еще", "ещё", "still", "further", "even", "again", "keeps", "kept", "keep", "continues", "continued", "continue", "снова", "вновь", "опять", "далее", "дальше", "yet"}  # fmt: skip


def goes_on(scene: Scene, start: int, stop: int) -> bool:
    """Whether a clause goes on from what was told before: "still", "ещё", "keeps", "продолжила"."""
    row = [t.lower for t in scene.tokens[start : stop + 1]]
    goes = any(one in ("goes", "going", "went") and two == "on" for one, two in itertools.pairwise(row))
    return goes or any(word in _ON or word.startswith("продолж") for word in row)


def levels_in(scene: Scene, start: int, stop: int) -> list[LevelMention]:
    return [m for m in scene.mentions.levels if start <= m.first <= stop and not m.group]


def one(ids: frozenset[str]) -> str | None:
    return next(iter(ids)) if len(ids) == 1 else None


def goals(scene: Scene, place: int) -> list[str]:
    """The levels that a clause may be of: its own, that of an adverbial beside it, or the one spoken of before."""
    start, stop = segment(scene, place)
    named = [
        m
        for m in levels_in(scene, start, stop)
        if m.role not in ("than", "from") and not _right_behind(scene, place, m)
    ]
    if not named and _names_unread_level(scene, start, stop):
        return []
    if named:
        return [level for m in named if (level := one(m.ids)) is not None] if len({m.ids for m in named}) == 1 else []
    before = segment(scene, start - 2) if start >= 2 else None
    if before is not None and not any(t.has(*_CLAIMS) for t in scene.tokens[before[0] : before[1] + 1]):
        near = [m for m in levels_in(scene, *before) if m.role != "than"]
        if len({m.ids for m in near}) == 1 and (level := one(near[0].ids)) is not None:
            return [level]
    here = {m.ids for m in scene.mentions.levels if m.role != "than"}
    if not here and scene.former is not None and len({m.ids for m in scene.former.mentions.levels}) > 1:
        return []
    if here:
        before_it = len(here) == 1 and all(m.last < start for m in scene.mentions.levels)
        return [level] if before_it and (level := one(next(iter(here)))) is not None else []
    return [level] if (level := one(scene.inherited_levels)) is not None else []


def _right_behind(scene: Scene, place: int, mention: LevelMention) -> bool:
    """ "на 30% меньше ext4": a level right behind a comparative is what it is compared with."""
    return mention.first == place + 1 and scene.tokens[place].has(
        "up.comparative", "down.comparative", "better", "worse"
    )


def _names_unread_level(scene: Scene, start: int, stop: int) -> bool:
    """ "with the seventeenth version": a level may be named in words that are not read."""
    row = scene.tokens[start : stop + 1]
    return any(
        t.lower in AT and any(n.lower.startswith(LEVEL_NOUNS) or n.stems & _SIDES for n in row[at + 1 : at + 4])
        for at, t in enumerate(row)
    )


def bases(scene: Scene, place: int, goal: str) -> list[str]:
    """The levels that a clause may compare its own with."""
    start, stop = segment(scene, place)
    than = [m for m in scene.mentions.levels if (m.role in ("than", "from") or _right_behind(scene, place, m)) and m.first > start - 1 and (m.first <= stop or m.role == "than")]  # fmt: skip
    if than:
        ids = {level for m in than for level in m.ids}
        return sorted(ids - {goal})
    on = goes_on(scene, start, stop)
    if on and len(scene.vocabulary.facts.experiment.factors) > 1 and (last := level_of_head_before(scene, goal)):
        return [last]
    told = [level for m in scene.mentions.levels if m.last < start and (level := one(m.ids)) is not None]
    if scene.former is not None and (not told or not on):
        told += [level for m in scene.former.mentions.levels if (level := one(m.ids)) is not None]
    if on:
        told = told[-1:]  # it goes on from what was told last
    row = list(dict.fromkeys(told[::-1])) + _neighbours(scene, goal)
    if not on or not row:
        row += sorted(scene.vocabulary.special("baseline"))
    return [level for level in dict.fromkeys(row) if level != goal]


def level_of_head_before(scene: Scene, goal: str) -> str | None:
    """The level of the nearest section before this one that is of another."""
    for block in scene.world.blocks[max(0, scene.block.order - 40) : scene.block.order][::-1]:
        if block.kind != "heading":
            continue
        cells = frozenset(scene.vocabulary.level_ids)
        mentions = scene.world.mentions_of(block).levels
        for mention in mentions:
            cells &= mention.ids
        level = one(cells) if mentions else None
        if level != goal:
            return level
    return None


def _neighbours(scene: Scene, goal: str) -> list[str]:
    """The level before in the order; of a cell, those that are one step lower in one factor."""
    vocabulary = scene.vocabulary
    factors = vocabulary.facts.experiment.factors
    if len(factors) <= 1:
        order = vocabulary.numeric_order
        return [order[order.index(goal) - 1]] if goal in order and order.index(goal) else []
    parts = vocabulary.parts_of(goal)
    found = []
    for at, factor in enumerate(factors):
        levels = [str(level) for level in factor.levels]
        if at < len(parts) and parts[at] in levels and (place := levels.index(parts[at])):
            found.append("/".join([*parts[:at], levels[place - 1], *parts[at + 1 :]]))
    return [cell for cell in found if cell in vocabulary.level_ids]
