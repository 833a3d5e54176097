"""Holds what is said of all levels to each: "the largest class at both levels", "a constant 10% at all settings", "falls with every compressor", "+7% under any load".

Only refutes: one level that is shown to be otherwise. A sentence that leaves some out ("almost all", "all but one", "all three of four") is open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from factcheck.binding.agreement import rounds_to, shown
from factcheck.binding.arguments import argument_of, clause_bounds, is_negated, stat_of
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import DOWN, UP
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases, refuted
from factcheck.binding.subjects import Row, names_metric, rows_meant, rows_of
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_of
from factcheck.judging.verdicts import Ruled
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token
from factcheck.reading.words import stems
from factcheck.refuting.wholes import is_work

_COUNT = r"(?:two|three|four|five|six|двух|тр[её]х|четыр[её]х|пяти|шести|двумя|тремя|\d+)"
_EVERY = re.compile(
    rf"\b(?:at|in|on|under|with|for|across) (?P<all>both|all|every|each|any)(?: of)?(?: the| these)?(?: (?P<count>{_COUNT}))?(?: (?:number|amount) of)? (?P<noun>[\w-]+)|"
    rf"(?<!\w)(?:в|во|при|на|у|под|для|со?) (?P<all_ru>обоих|обеих|обоими|обеими|всех|всеми|каждом|каждой|каждым|любом|любой|любых|любым)(?: (?P<count_ru>{_COUNT}))?(?: (?:числе|количестве|размере))? (?P<noun_ru>[\w-]+)|"
    r"\b(?P<always>everywhere|throughout)\b(?! the)|(?<!\w)(?P<always_ru>везде|всюду|повсюду)(?!\w)",
    re.I,
)
_SUBJECT = re.compile(
    rf"(?:^|[,;:.] ?|\b(?:and|so|и) )\W*(?P<all>every|each|all|both|кажд\w+|все|всякий|оба|обе)(?: (?P<count>{_COUNT}|три|четыре|пять))? (?P<noun>[\w-]+)",
    re.I,
)
_OPEN = re.compile(
    r"\b(?:almost|nearly|most|mostly|but|except|besides|other|others|remaining|than|if|not all|not every|first|last)\b|"
    r"(?<!\w)(?:почти|больш\w+ част\w+|кроме|помимо|исключени\w+|остальн\w+|друг\w+|прочи\w+|если|не во всех|не всегда|не при)(?!\w)",
    re.I,
)
_NOUNS = frozenset(
    stem
    for words in (
        "level setting mode run value variant configuration case experiment version size point option test measurement load",
        "уровень режим прогон эксперимент значение вариант конфигурация версия настройка случай нагрузка точка ступень измерение тест",
    )
    for word in words.split()
    for stem in stems(word)
)
_FIRST = re.compile(
    r"\b(?:largest|biggest|leading|main|dominant|top|first|heaviest|prevail\w*|dominat\w+|leads?)\b|"
    r"(?<!\w)(?:крупнейш\w+|главн\w+|ведущ\w+|лидиру\w+|преоблада\w+|доминиру\w+|на первом месте|занима\w+ первое место)(?!\w)",
    re.I,
)
_SECOND = re.compile(
    r"\bsecond\b(?! (?:largest )?(?:run|step|level|per|after|time))|(?<!\w)(?:на втором месте|занима\w+ второе место)(?!\w)",
    re.I,
)
_RANKS = ((_FIRST, 1), (_SECOND, 2))
_IN_A_RUN = re.compile(
    r"\b(?:runs?|tests?|measurements?|experiments?)$|(?<!\w)(?:прогон|эксперимент|тест|измерени|случа)\w*$", re.I
)
_OF_WAITS = re.compile(r"\bwait(?:s| events?)?\b|(?<!\w)(?:ожидани(?:й|е|ем)|событи(?:й|е|ем) ожидания)(?!\w)", re.I)
_WAYS = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive", "better", "worse")


@dataclass(frozen=True, slots=True)
class Everywhere:
    """The words that say that all levels are meant, and the levels."""

    phrase: Phrase
    levels: tuple[str, ...]


def judge_every_level(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each statement on all levels that one of them refutes."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    if scene.matches(_OPEN) or scene.has("hedge"):
        return []
    found: list[Ruled] = []
    for place in _everywhere(scene):
        if is_negated(scene, place.phrase.first):
            continue
        found += _rank(scene, place) or _constant(scene, place) or _change(scene, place) or _way(scene, place)  # fmt: skip
    found += [ruled for phrase in phrases(scene, _ALL_CELLS) for ruled in _pair_everywhere(scene, phrase)]
    return found + [ruled for place in _subjects(scene) for ruled in _way(scene, place)]


# -- which levels -----------------------------------------------------------------------------------------------------


def _everywhere(scene: Scene) -> list[Everywhere]:
    found = []
    for phrase in phrases(scene, _EVERY):
        groups = phrase.match.groupdict()
        always = groups["always"] or groups["always_ru"]
        noun, word = groups["noun"] or groups["noun_ru"] or "", groups["all"] or groups["all_ru"] or ""
        levels = _levels(scene, noun)
        if levels and (
            always
            or _names_levels(scene, phrase, noun)
            and _counted(word, groups["count"] or groups["count_ru"], levels)
        ):
            found.append(Everywhere(phrase, levels))
    return found


def _subjects(scene: Scene) -> list[Everywhere]:
    """ "Every compressor shortens the tail": the levels as the subject."""
    found = []
    for phrase in phrases(scene, _SUBJECT):
        levels = _levels(scene, "")
        others = [level for level in levels if level not in scene.vocabulary.special("baseline")]
        noun, count = phrase.match.group("noun"), phrase.match.group("count")
        fits = _counted(phrase.match.group("all"), count, levels) or _counted(phrase.match.group("all"), count, tuple(others))  # fmt: skip
        if levels and fits and _names_levels(scene, phrase, noun):
            found.append(Everywhere(phrase, levels))
    return found


def _levels(scene: Scene, noun: str) -> tuple[str, ...]:
    """All levels; in a grid the cells of what else the sentence names, where one factor alone is left open."""
    every = scene.vocabulary.level_ids
    if len(scene.vocabulary.facts.experiment.factors) <= 1:
        return () if any(not m.group and m.role != "than" for m in scene.mentions.levels) else tuple(every)
    cells = frozenset(every)
    for mention in scene.mentions.levels:
        cells &= mention.ids
    named = sorted(cells, key=scene.vocabulary.order_of)
    parts = [set(part) for part in zip(*(scene.vocabulary.parts_of(cell) for cell in named), strict=True)]
    if not scene.mentions.levels:
        return tuple(named)
    return tuple(named) if len(named) > 1 and sum(len(part) > 1 for part in parts) == 1 else ()


def _names_levels(scene: Scene, phrase: Phrase, noun: str) -> bool:
    """Whether a noun stands for the levels: a word for settings and runs, or one of the parameter's name ("compressor")."""
    held = stems(noun.lower()) | {noun.lower()}
    if held & _NOUNS:
        return True
    if any(phrase.first <= at <= phrase.last for at, _ in scene.mentions.factors):
        return True
    names = [part for factor in scene.vocabulary.facts.experiment.factors for part in re.split(r"[_.\s]", factor.name.lower())]  # fmt: skip
    return any(len(part) >= 5 and noun.lower().startswith(part[:6]) for part in names)


def _counted(word: str, count: str | None, levels: tuple[str, ...]) -> bool:
    """Whether as many are said as there are."""
    if word.lower().startswith(("both", "об")):
        return len(levels) == 2
    if count is None:
        return True
    said = int(count) if count.isdigit() else WORD_NUMBERS.get(count.lower().replace("ё", "е"), 0)
    return said == len(levels)


# -- what is said of them ---------------------------------------------------------------------------------------------


def _rank(scene: Scene, place: Everywhere) -> list[Ruled]:
    """ "IO is the largest class at both levels": its share among those of the same whole at each level."""
    start, stop = clause_bounds(scene, place.phrase.first)
    labels = [t.index for t in scene.tokens[start : place.phrase.first] if t.text in ".:"]
    if labels and any(m.exact and m.metrics and m.first > labels[-1] for m in scene.mentions.metrics if m.last < place.phrase.first):  # fmt: skip
        start = labels[-1]  # "**Lock.** transactionid leads at every level"
    subjects = [m for m in scene.mentions.metrics if m.exact and not m.modifier and len(m.metrics) == 1 and start <= m.first <= stop]  # fmt: skip
    if not subjects or scene.has("correlate") or any(t.lower in ("or", "или") for t in scene.tokens[start : stop + 1]):
        return []
    (metric,) = subjects[0].metrics
    for pattern, rank in _RANKS:
        word = next((p for p in phrases(scene, pattern) if start <= p.first <= stop and p.first > subjects[0].last), None)  # fmt: skip
        if word is None or is_negated(scene, word.first):
            continue
        behind = [m for m in subjects if word.last < m.first <= word.last + 3]
        if behind and word.first - subjects[0].last > 3:  # "IO leads everywhere, in second place always comes LWLock"
            (metric,) = behind[0].metrics
        of_waits = _OF_WAITS.search(scene.text_of(word.first, min(stop, word.last + 6)))
        for level in place.levels:
            row = _siblings(scene, metric, level)
            if of_waits:
                row = [f for f in row if f.metric == metric or not is_work(scene.vocabulary, f.metric)]
            own = next((shown(f) for f in row if f.metric == metric), None)
            if own is None or len(row) < 2:
                continue
            above = [f for f in row if shown(f) > own]
            if len(above) != rank - 1 and not (len(above) < rank - 1 and any(shown(f) == own for f in row if f.metric != metric)):  # fmt: skip
                text = f"{level}: " + ", ".join(f"{f.metric} {shown(f):g}%" for f in sorted(row, key=shown, reverse=True)[:4])  # fmt: skip
                return [_refused(place, word, "dominates", text, row)]
    return []


def _siblings(scene: Scene, metric: str, level: str) -> list[Fact]:
    """The shares of one whole at a level among which a metric's is; the smallest whole that it has other parts of."""
    shares = [f for f in scene.vocabulary.shares if f.level == level and f.partner is None and f.scope in (None, "run") and f.run is None]  # fmt: skip
    wholes = [f.denominator for f in shares if f.metric == metric]
    rows = [
        [f for f in shares if f.denominator == whole and not scene.vocabulary.contains(f.metric, metric)]
        for whole in wholes
    ]
    found = max(rows, key=len, default=[])
    # An event is held against events and a class against classes, where facts hold both as shares of one whole.
    classes = {name for f in found for name in _names(scene, f.metric)}
    events = {f.metric for f in found if any(":" in name and name.partition(":")[0] in classes for name in _names(scene, f.metric))}  # fmt: skip
    return [f for f in found if metric not in events or f.metric in events or not _is_class(scene, f.metric, events)]


def _names(scene: Scene, metric: str) -> set[str]:
    held = scene.vocabulary.metrics.get(metric)
    return {name for names in held.names.values() for name in names} if held is not None else set()


def _is_class(scene: Scene, metric: str, events: set[str]) -> bool:
    """Whether a metric is the class of one of these events, as their names tell it: "LWLock" of "LWLock:WALWrite"."""
    own = _names(scene, metric)
    return any(name.partition(":")[0] in own for event in events for name in _names(scene, event))


def _constant(scene: Scene, place: Everywhere) -> list[Ruled]:
    """ "A constant 10% at all four settings": the one value beside the words, at each level."""
    told = _one_number(scene, place, "value")
    fact = scene.vocabulary.by_name.get(told.facts[0]) if told is not None and told.facts else None
    if told is None or fact is None or fact.partner is not None or fact.level is None or told.number.hedge:
        return []
    row = [
        f for f in scene.vocabulary.by_metric.get(fact.metric, [])
        if f.stat == fact.stat and f.denominator == fact.denominator and f.scope == fact.scope and f.run == fact.run and f.level in place.levels
    ]  # fmt: skip
    if len({f.level for f in row}) != len(place.levels):
        return []
    others = [f for f in row if not any(rounds_to(f.value, r) for r in (*told.number.readings, *(told.number.high or ())))]  # fmt: skip
    if told.number.high is not None:
        low, high = told.number.low_value(), max(r.value for r in told.number.high)
        others = [f for f in others if not low <= shown(f) <= high]
    if not others or len(others) == len(row):
        return []
    text = ", ".join(f"{f.level}: {shown(f):g}" for f in row)
    return [_refused(place, Phrase(place.phrase.match, told.place, told.place), "value", text, row)]


def _change(scene: Scene, place: Everywhere) -> list[Ruled]:
    """ "Faster by 7% under any load": the same switch at each level of the other factor."""
    told = _one_number(scene, place, "delta")
    named = re.fullmatch(r"effect (\S+) (\S+) vs (\S+)", told.facts[0]) if told is not None and told.facts else None
    factors = scene.vocabulary.facts.experiment.factors
    if told is None or named is None or len(factors) < 2:
        return []
    vocabulary = scene.vocabulary
    apart = vocabulary.apart(named[2], named[3])
    if len(apart) != 1:
        return []
    at, one, two = apart[0], vocabulary.parts_of(named[2]), vocabulary.parts_of(named[3])
    row = [
        e for e in vocabulary.effects(named[1])
        if e.effect_pct is not None and vocabulary.apart(e.level, e.baseline or "") == apart
        and (vocabulary.parts_of(e.level)[at], vocabulary.parts_of(e.baseline or "")[at]) == (one[at], two[at])
    ]  # fmt: skip
    others = [e for e in row if not any(rounds_to(abs(e.effect_pct or 0.0), r) for r in told.number.readings)]
    if len(row) < 2 or not others or len(others) == len(row):
        return []
    text = ", ".join(f"{e.level}: {e.effect_pct:+g}%" for e in row)
    return [_refused(place, Phrase(place.phrase.match, told.place, told.place), "delta", text, [])]


_ALL_CELLS = re.compile(
    r"\b(?:at|in|on|under|with|for) (?:both|all|every|each|any)(?: of)?(?: the)?(?: (?:two|three|four))? [\w-]+(?: levels?| settings?| counts?)?|\beverywhere\b|"
    r"(?<!\w)(?:в|во|при|на|у|под|для) (?:обоих|обеих|всех|каждом|каждой|любом|любой|любых)(?: (?:числе|количестве|размере))? [\w-]+|(?<!\w)(?:везде|всюду)(?!\w)",
    re.I,
)
_OUTDOES = {"outperform", "beat", "win", "опережать", "обгонять", "превосходить", "выигрывать"}


def _pair_everywhere(scene: Scene, phrase: Phrase) -> list[Ruled]:
    """ "B outperforms A at every concurrency", "two workers improve the median at both": one level of a factor against another at each level of the other."""
    factors = scene.vocabulary.facts.experiment.factors
    named = [m for m in scene.mentions.levels if m.ids and not m.group and not phrase.first <= m.first <= phrase.last]
    if len(factors) != 2 or not 1 <= len(named) <= 2 or len({m.factor for m in named}) != 1 or is_negated(scene, phrase.first):  # fmt: skip
        return []
    at = named[0].factor
    start, stop = clause_bounds(scene, phrase.first)
    words = [t for t in scene.tokens[start : stop + 1] if t.has("better", "worse", "up.comparative", "down.comparative", "up.transitive", "down.transitive")]  # fmt: skip
    if len(words) != 1 or is_negated(scene, words[0].index) or any(t.number is not None and t.index not in scene.mentions.level_tokens for t in scene.tokens[start : stop + 1]):  # fmt: skip
        return []
    word, other = words[0], named[1].ids if len(named) == 2 else _of_the_other(scene, at, named[0].ids)
    rows = _rows_of_pair(scene, word)
    told = []
    for row in rows:
        way = direction_of(scene, word, frozenset({row.metric}))
        steps = [
            (a, b, row.at(scene, a), row.at(scene, b))
            for a in named[0].ids
            for b in other
            if scene.vocabulary.apart(a, b) == [at]
        ]
        wrong = [one for one in steps if one[2] is not None and one[3] is not None and (one[2] - one[3]) * way < 0]
        if not way or len(steps) < 2 or not wrong:
            return []
        told += wrong[:1]
    if not told:
        return []
    a, b, one, two = told[0]
    text = f"{rows[0]}: {one:g} ({a}), {two:g} ({b})"
    span = Phrase(phrase.match, min(word.index, phrase.first), max(word.index, phrase.last))
    return [refuted(span, "order", text, (), text)]


def _rows_of_pair(scene: Scene, word: Token) -> tuple[Row, ...]:
    """What one cell is better by: the metric of the clause or the one spoken of; with a verb of winning also what is decided on."""
    primary = scene.vocabulary.facts.experiment.primary
    if names_metric(scene, word.index) or not word.stems & _OUTDOES or primary is None:
        return rows_meant(scene, word.index)
    topic = scene.inherited_metrics if not scene.inherited_unknown else frozenset()
    return (*rows_of(scene, frozenset({primary}), None), *rows_of(scene, topic - {primary}, None))


def _of_the_other(scene: Scene, at: int, named: frozenset[str]) -> frozenset[str]:
    """The cells of a factor's baseline; of a factor of two levels, those of the one that is not named."""
    factor, cells = scene.vocabulary.facts.experiment.factors[at], scene.vocabulary.level_ids
    rest = frozenset(cell for cell in cells if cell not in named)
    if len(factor.levels) == 2:
        return rest
    return frozenset(
        cell
        for cell in rest
        if factor.baseline is not None and scene.vocabulary.parts_of(cell)[at] == str(factor.baseline)
    )


def _one_number(scene: Scene, place: Everywhere, predicate: str) -> Bound | None:
    """The only number of the clause, right for some level, that stands beside the words."""
    start, stop = clause_bounds(scene, place.phrase.first)
    inside = [b for at, b in scene.bounds.items() if start <= at <= stop and not place.phrase.first <= at <= place.phrase.last]  # fmt: skip
    if len(inside) != 1 or inside[0].verdict != "supported" or inside[0].predicate != predicate:
        return None
    at = inside[0].place
    return inside[0] if min(abs(at - place.phrase.first), abs(at - place.phrase.last)) <= 7 else None


def _way(scene: Scene, place: Everywhere) -> list[Ruled]:
    """ "It falls with every compressor": each level against the baseline."""
    base = scene.vocabulary.special("baseline")
    if len(base) != 1 or len(scene.vocabulary.facts.experiment.factors) > 1 or len(place.levels) < 3:
        return []
    if all(level.number is not None for level in scene.vocabulary.levels):
        return []  # "rises at every level": from step to step
    if _IN_A_RUN.search(place.phrase.match.group()):
        return []  # "declines in every run": within each of them
    word = _direction(scene, place)
    argument = argument_of(scene, word) if word is not None else None
    if word is None or argument is None or len(argument.metrics) != 1 or is_negated(scene, word.index):
        return []
    (metric,), (own,) = argument.metrics, base
    way = direction_of(scene, word, argument.metrics)
    stat = stat_of(scene, argument, word)
    row = dict(scene.vocabulary.series(metric, stat if stat in scene.vocabulary.stats_of(metric) else None))
    if way not in (UP, DOWN) or own not in row or stat is not None and stat not in scene.vocabulary.stats_of(metric):
        return []
    against = [level for level, fact in row.items() if level != own and (shown(fact) - shown(row[own])) * way < 0]
    if not against or len(row) != len(scene.vocabulary.level_ids):
        return []
    text = f"{metric}: " + ", ".join(f"{level}: {shown(fact):g}" for level, fact in row.items())
    return [_refused(place, Phrase(place.phrase.match, word.index, word.index), "all", text, list(row.values()))]


def _direction(scene: Scene, place: Everywhere) -> Token | None:
    """The word of way right beside the words, of a setting that is switched on ("with every compressor"), not of a step."""
    start, stop = clause_bounds(scene, place.phrase.first)
    near = [
        t for t in scene.tokens[max(start, place.phrase.first - 4) : min(stop, place.phrase.last + 4) + 1]
        if (t.has(*_WAYS) or _compares(scene, place, t)) and not place.phrase.first <= t.index <= place.phrase.last
        and not any(b.text in ",;:" for b in scene.tokens[min(t.index, place.phrase.last) : max(t.index, place.phrase.first)])
    ]  # fmt: skip
    return near[0] if len(near) == 1 else None


def _compares(scene: Scene, place: Everywhere, token: Token) -> bool:
    """ "Is lower with every compressor", but not "more than half"."""
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    alone = following is None or following.text in ".,;:" or following.index == place.phrase.first
    return alone and token.has("up.comparative", "down.comparative")


def _refused(place: Everywhere, said: Phrase, predicate: str, text: str, row: list[Fact]) -> Ruled:
    first, last = min(place.phrase.first, said.first), max(place.phrase.last, said.last)
    return refuted(Phrase(place.phrase.match, first, last), predicate, text, tuple(f.name for f in row), text)
