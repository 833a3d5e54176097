"""Judges what is said of all metrics at once: "loses on all counts", "no indicator deteriorates", "better than B by every measure", "faster with no drawbacks".

One metric that has a better side and clearly goes the other way refutes such a sentence, whatever else stands in it; what it is held against (the level
named, the baseline, all other levels, every step of the parameter) is read in each sensible way, and only what fails in all of them is refuted. Parts of a
whole are no metrics of their own here, and what is not shown to differ does not count as "worse". Only refutes.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import UNSETTLED, clause_bounds, is_hedged, said_levels
from factcheck.binding.contenders import grid_rows
from factcheck.binding.pairs import parameter_words
from factcheck.binding.quantifiers import noun_kind
from factcheck.binding.scene import Scene
from factcheck.binding.scope import level_of_subject, phrases
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

_GOOD = re.compile(
    r"^(?:wins?|won|best|better|beats?|outperforms?|improv\w+|leads?|led|ahead|first|unbeaten|gains?|advantages?|benefits?|favou?rs?|"
    r"выигр\w+|лучш\w+|превосход\w+|улучш\w+|опере[жд]\w+|обошл\w+|обходит|преимуществ\w*|лидир\w+|лидер|впереди|побежда\w+)$",
    re.I,
)
_BAD = re.compile(
    r"^(?:los(?:es?|ing|t)|worst|worse|worsen\w*|degrad\w+|deteriorat\w+|inferior|behind|suffer\w*|проигр\w+|уступ\w+|хуже|худш\w+|наихудш\w+|ухудш\w+|отста[её]т)$",
    re.I,
)
_TOP = re.compile(
    r"^(?:best|worst|first|unbeaten|leads?|лучш(?:ий|ая|ее|им)|(?:наи)?худш(?:ий|ая|ее|им)|наилучш\w+|лидер|лидир\w+)$",
    re.I,
)
_CHANGED = re.compile(r"^(?:improv\w+|worsen\w*|degrad\w+|deteriorat\w+|suffer\w*|улучш\w+|ухудш\w+)$", re.I)
_NO_HARM = re.compile(
    r"\b(?:no|without)(?: any| other)? (?:drawbacks?|downsides?|disadvantages?|trade-?offs?)\b|(?<!\w)без (?:\w+ )?(?:недостатков|потерь|ухудшени\w+)",
    re.I,
)
_ON_ITS_SIDE = re.compile(
    r"\ball (?:the )?(?:other|remaining) \w+\b[^.;]{0,20}?\b(?:on its side|in its favou?r|speak for it)\b|"
    r"(?<!\w)(?:все )?остальные \w+[^.;]{0,20}?(?:на (?:его|е[её]) стороне|в (?:его|е[её]) пользу|за не(?:го|[её]))(?!\w)",
    re.I,
)
_IN_NOTHING = re.compile(r"\b(?:in|by) nothing\b|(?<!\w)ничем не(?!\w)|(?<!\w)ни в ч[её]м(?!\w)", re.I)
_OUT = re.compile(
    r"\b(?:except|but|almost|nearly|most|main|key|important|not all|not every|other than|apart from)\b|"
    r"(?<!\w)(?:кроме|почти|помимо|исключением|основн\w+|ключев\w+|главн\w+|важн\w+|не по всем|не во всех|не все|практически)(?!\w)",
    re.I,
)
_OTHERS = re.compile(r"\b(?:other|others|rest|all of them|of all)\b|(?<!\w)(?:остальн\w+|други\w+|проч\w+)(?!\w)", re.I)
_BASE = re.compile(r"\b(?:baseline|default|base)\b|(?<!\w)(?:баз(?:а|е|у|ы|ой)|базов\w+|умолчани\w+)(?!\w)", re.I)
_PROVEN = re.compile(
    r"\b(?:confirmed|proven|significantly|established)\b|(?<!\w)(?:подтвержд\w+|доказан\w+|значимо)(?!\w)", re.I
)
_NO = {"no", "not", "never", "nor", "не", "нет", "doesn't", "n't", "don't", "didn't"}
_ENDS = {";", ":", "—", "–", "(", ")", "but", "yet", "while", "whereas", "но", "а", "однако", "зато", "хотя"}
#: What may stand beside "metrics" without narrowing them.
_PLAIN = re.compile(
    r"^(?:we|i|our|the|of|it|is|are|at|in|by|on|for|that|which|was|were|single|one|other|these|this|those|same|\w+ed|\w+able|at all|"
    r"из|без|этим|этих|наш\w*|остальн\w+|других|сам\w+|одн\w+|единого|исключения|(?:из|со)мер\w+|собран\w+|рассмотрен\w+|сравнива\w+|бы)$",
    re.I,
)
_NOUN = re.compile(
    r"^(?:figures?|характеристик\w*)$", re.I
)  # metrics only where a word of better or worse is beside them
_QUANTIFIERS = {
    "all": {"every", "all", "each", "все", "всем", "всех", "всеми", "каждый", "каждой", "каждому", "любой", "любому"},
    "none": {"no", "ни"},
    "any": {"any", "a"},
}


#: Tells of a metric whether it goes against what is said.
_Reading = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class _Said:
    """All (or none) of `metrics` are said to be `good` (or bad); tokens `first` to `last`, the side's word at `word`."""

    first: int
    last: int
    word: Token
    good: bool
    none: bool
    metrics: list[str]


def judge_all_round(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each statement on all metrics that one of them refutes."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found = []
    for said in _said(scene):
        if scene.matches(_OUT) or is_hedged(scene, said.first):
            continue
        against = _against(scene, said)
        if against is not None:
            metric, stat = against
            told = ", ".join(f"{level}: {shown(fact):g}" for level, fact in scene.vocabulary.series(metric, stat))
            named = f"{metric} {stat}" if stat else metric
            ruling = Ruling("contradicted", f"{named}: {told}", f"{named}: {told}", (metric,), metric)
            found.append((min(said.first, said.word.index), max(said.last, said.word.index), "all", ruling))
    return found


def is_of_all_metrics(scene: Scene, place: int) -> bool:
    """Whether the clause of a word says it of all metrics, or of none: one that goes this way does not bear it out."""
    start, stop = clause_bounds(scene, place)
    return any(start <= first <= stop for first, _, _ in _universals(scene))


# -- what is said -----------------------------------------------------------------------------------------------------


def _said(scene: Scene) -> Iterator[_Said]:
    tokens = scene.tokens
    for first, last, kind in _universals(scene):
        start = next((t.index + 1 for t in reversed(tokens[:first]) if t.lower in _ENDS), 0)
        stop = next((t.index for t in tokens[last + 1 :] if t.lower in _ENDS), len(tokens))
        words = [t for t in tokens[start:stop] if _side(t) is not None and abs(t.index - first) <= 9]
        metrics = _metrics(scene, first, last)
        if len({_side(t) for t in words}) != 1 or not metrics:
            continue
        word = min(words, key=lambda t: abs(t.index - first))
        near = tokens[max(start, min(word.index, first) - 3) : max(word.index, last) + 1]
        denied = any(t.lower in _NO or t.lower.endswith("n't") for t in near if not first <= t.index <= last)
        if denied and kind == "all":
            continue  # "is not better in all metrics" leaves open how many
        yield _Said(first, last, word, bool(_side(word)), kind == "none" or denied, metrics)
    for pattern, good, none in ((_NO_HARM, False, True), (_ON_ITS_SIDE, True, False), (_IN_NOTHING, None, True)):
        for phrase in phrases(scene, pattern):
            words = [t for t in tokens if _side(t) is not None]
            word = words[0] if words else tokens[phrase.first]
            if good is not None or words:
                every = _every(scene) if good is None else _other_than_told(scene)
                yield _Said(phrase.first, phrase.last, word, bool(_side(word)) if good is None else good, none, every)


def _universals(scene: Scene) -> Iterator[tuple[int, int, str]]:
    """(first token, last token, all, none or any) of "every metric", "all latency figures", "ни по одному показателю", "a single measure"."""
    tokens = scene.tokens
    for at, token in enumerate(tokens):
        kind = next((kind for kind, words in _QUANTIFIERS.items() if token.lower in words), None)
        following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
        if kind is None or token.lower == "a" and following != "single":
            continue
        for noun in tokens[at + 1 : at + 6]:
            if noun.text in ",;:.()" or noun.number is not None:
                break
            if noun_kind(noun) == "metric" or _NOUN.match(noun.lower):
                yield at, noun.index, kind
                break


def _side(token: Token) -> bool | None:
    """Whether a word tells the better side; None for other words."""
    if _GOOD.match(token.lower):
        return True
    if _BAD.match(token.lower):
        return False
    return None


def _every(scene: Scene) -> list[str]:
    """The metrics with a better side that have a value at all levels and are parts of no whole."""
    vocabulary = scene.vocabulary
    return [
        name
        for name, metric in vocabulary.metrics.items()
        if vocabulary.better(name)
        and len(vocabulary.series(name)) == len(vocabulary.level_ids) >= 2
        and not metric.part_of
    ]


def _metrics(scene: Scene, first: int, last: int) -> list[str]:
    """The metrics that are meant: every one, or those to which a word beside the noun narrows them; none where that word is not known."""
    tokens, row = scene.tokens, _every(scene)
    of = last + 1 < len(tokens) and tokens[last + 1].lower in ("of", "for")
    behind = list(itertools.takewhile(lambda t: t.is_word, tokens[last + 1 + of : last + 4]))
    if not of and (not behind or behind[0].text.isascii() or part_of_speech(behind[0].lower) != "NOUN"):
        behind = []
    groups = [[t] for t in tokens[first + 1 : last]] + ([behind] if behind else [])
    for group in groups:
        words = [t for t in group if t.is_word and not _PLAIN.match(t.lower) and _side(t) is None and not _plain_word(scene, t)]  # fmt: skip
        stems = [t.lower[: min(5, max(4, len(t.text) - 2))] for t in words]
        if stems:
            row = [m for m in row if any(s in name for s in stems for name in (m.lower(), *(n.lower() for names in scene.vocabulary.metrics[m].names.values() for n in names)))]  # fmt: skip
    return row


def _plain_word(scene: Scene, token: Token) -> bool:
    """A preposition, a number or a level, which narrows nothing."""
    at_level = any(m.first <= token.index <= m.last for m in scene.mentions.levels)
    return at_level or len(token.text) <= 3 or token.number is not None


def _other_than_told(scene: Scene) -> list[str]:
    """The metrics that neither this sentence nor the one before names."""
    told = {
        m for s in (scene, scene.former) if s is not None for mention in s.mentions.metrics for m in mention.metrics
    }
    return [m for m in _every(scene) if m not in told]


# -- against what -----------------------------------------------------------------------------------------------------


def _against(scene: Scene, said: _Said) -> tuple[str, str | None] | None:
    """A metric (and which statistic of it) that refutes the statement in every reading of what it is held against."""
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        return _in_grid(scene, said)
    steps = _in_steps(scene, said)
    if steps is not None:
        return (steps[0], None) if steps else None
    readings = _readings(scene, said)
    wrong = [[m for m in said.metrics if reading(m)] for reading in readings]
    return (wrong[0][0], None) if wrong and all(wrong) else None


def _readings(scene: Scene, said: _Said) -> list[_Reading]:
    """For each reading, what tells of a metric whether it goes against what is said."""
    base = scene.vocabulary.special("baseline")
    named = list(dict.fromkeys(next(iter(m.ids)) for m in scene.mentions.levels if len(m.ids) == 1))
    if len(named) > 2 or any(len(m.ids) != 1 for m in scene.mentions.levels) and not scene.matches(_OTHERS):
        return []
    if len(named) == 2:
        level, other = named
        roles = {next(iter(m.ids)): m.role for m in scene.mentions.levels}
        if roles[level] in ("than", "from") or roles[other] == "to":
            level, other = other, level
        return [lambda m: _differs(scene, said, m, level, other)]
    if named and named[0] in base and said.word.index < scene.mentions.levels[0].first and scene.former is not None:
        subject = level_of_subject(scene)  # "it improves on the default"
        level = next(iter(subject)) if len(subject) == 1 else ""
        return [lambda m: _differs(scene, said, m, level, named[0])] if level and level not in base else []
    level = named[0] if named else next(iter(said_levels(scene, said.word) or level_of_subject(scene)), "")
    if level not in scene.vocabulary.level_ids:
        every = scene.vocabulary.level_ids
        if len(every) != 2 or len(base) != 1 or not scene.mentions.factors:
            return []
        level = next(one for one in every if one not in base)
    if any(m.role == "than" and len(m.ids) == 1 for m in scene.mentions.levels):
        return []  # than what is said, and what it is said of is not
    against_all = [lambda m: _not_first(scene, said, m, level)]
    if scene.matches(_OTHERS):
        return against_all
    if len(base) == 1 and level not in base:
        against_base = [lambda m: _differs(scene, said, m, level, next(iter(base)))]
        if scene.matches(_BASE):
            return against_base
        if said.word.has("better", "worse") and _CHANGED.match(said.word.lower):
            return against_base + _against_former(scene, said, level)
        return against_all if _TOP.match(said.word.lower) else against_base + against_all
    return against_all


def _in_grid(scene: Scene, said: _Said) -> tuple[str, str | None] | None:
    """Of a level of one factor of a grid, which has two: the metric that goes against it in a row that is named, or in no row its way."""
    vocabulary = scene.vocabulary
    factors = vocabulary.facts.experiment.factors
    groups = {frozenset(c for c in vocabulary.level_ids if level in vocabulary.parts_of(c)): at for at, one in enumerate(factors) if len(one.levels) == 2 for level in one.levels}  # fmt: skip
    said_so = [m for m in scene.mentions.levels if not _BASE.search(scene.text_of(m.first, m.last))]
    subjects = {m.ids for m in said_so if m.ids in groups and m.role != "than"}
    subjects |= {
        group for group in groups for m in said_so if len(m.ids) == 1 and m.ids <= group
    }  # a cell: its level, and its row
    others = [m for m in said_so if m.ids not in groups]
    start, stop = clause_bounds(scene, said.word.index)
    if len(subjects) != 1 or not all(start <= m.first <= stop for m in others):
        return None
    (cells,) = subjects
    named = frozenset().union(*(m.ids for m in others))
    rows = [row for row in grid_rows(scene, groups[cells]) if not named or row & named]
    pairs = [(*(row & cells), *(row - cells)) for row in rows]
    if any(len(pair) != 2 for pair in pairs):
        return None
    for metric in said.metrics:
        stats = ("mean", "median", "p95", "p99", "max") if len(said.metrics) == 1 else (None,)
        for stat in (s for s in stats if s is None or s in vocabulary.stats_of(metric)):
            gaps = [gap for level, other in pairs if (gap := _gap(scene, metric, level, other, stat)) is not None and not (said.none and _unsettled(scene, metric, level, other))]  # fmt: skip
            sign = 1 if said.good == said.none else -1
            wrong = [gap for gap in gaps if gap * sign > 0]
            if wrong and (named or 2 * len(wrong) >= len(gaps) and not any(gap * sign < 0 for gap in gaps)):
                return metric, stat
    return None


def _against_former(scene: Scene, said: _Said, level: str) -> list[_Reading]:
    """ "At 40 all metrics get worse": against the level before it, too."""
    order = scene.vocabulary.numeric_order
    at = order.index(level) if level in order else 0
    return [lambda m: _differs(scene, said, m, level, order[at - 1])] if at else []


def _gap(scene: Scene, metric: str, level: str, other: str, stat: str | None = None) -> float | None:
    """By how much a level is better than another in a metric, as shown; None where it is not known or shown to be none."""
    one, two = (scene.vocabulary.central(metric, cell, stat) for cell in (level, other))
    if one is None or two is None:
        return None
    return (shown(one) - shown(two)) * (1 if scene.vocabulary.better(metric) == "higher" else -1)


def _unsettled(scene: Scene, metric: str, level: str, other: str) -> str | None:
    """The verdict of an effect that shows no difference; "unknown" where there are repeats and no effect."""
    if not scene.vocabulary.repeated:
        return None
    held = scene.vocabulary.effect(metric, level, other)
    if held is None:
        return "unknown" if scene.vocabulary.effects(metric) else None
    return held[0].verdict if held[0].verdict in UNSETTLED else None


def _differs(scene: Scene, said: _Said, metric: str, level: str, other: str) -> bool:
    """Whether a metric goes against "A is better than B in all", or "in none"."""
    gap, open_ = _gap(scene, metric, level, other), _unsettled(scene, metric, level, other)
    if gap is None:
        return False
    if said.none:
        return open_ is None and (gap > 0 if said.good else gap < 0)
    if scene.matches(_PROVEN) and open_ in UNSETTLED:
        return True
    return open_ != "equivalent" and (gap < 0 if said.good else gap > 0)


def _not_first(scene: Scene, said: _Said, metric: str, level: str) -> bool:
    """Whether a metric goes against "A is the best of all in every metric" (the worst), or "in none"."""
    gaps = [(other, gap) for other in scene.vocabulary.level_ids if other != level and (gap := _gap(scene, metric, level, other)) is not None]  # fmt: skip
    sign = 1 if said.good else -1
    if not gaps:
        return False
    if said.none:
        return all(gap * sign > 0 and _unsettled(scene, metric, level, other) is None for other, gap in gaps)
    if _TOP.match(said.word.lower) or scene.matches(_OTHERS):
        return any(gap * sign < 0 and _unsettled(scene, metric, level, other) is None for other, gap in gaps)
    return any(gap for _, gap in gaps) and all(gap * sign <= 0 and _unsettled(scene, metric, level, other) is None for other, gap in gaps)  # fmt: skip


def _in_steps(scene: Scene, said: _Said) -> list[str] | None:
    """Of a parameter that is said to grow or to fall: the metrics with a step the wrong way; None when it is said of no such thing."""
    word = next((scene.tokens[at] for at in sorted(parameter_words(scene))), None)
    if word is None or scene.mentions.levels or not scene.vocabulary.numeric_order:
        return None
    down = word.has("down.noun", "down.intransitive", "down.transitive", "down.comparative")
    wrong = []
    for metric in said.metrics:
        values = [shown(fact) for _, fact in scene.vocabulary.series(metric)]
        sign = (
            (1 if scene.vocabulary.better(metric) == "higher" else -1) * (-1 if down else 1) * (1 if said.good else -1)
        )
        steps = [(b - a) * sign for a, b in itertools.pairwise(values)]
        if scene.vocabulary.repeated:
            steps = [(values[-1] - values[0]) * sign]
        if all(step > 0 for step in steps) if said.none else any(step < 0 for step in steps):
            wrong.append(metric)
    return wrong
