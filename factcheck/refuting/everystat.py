"""Holds what is said of several statistics or kinds of one metric to each: "improves every latency figure, tail included", "the record for both mean and peak speed", "worst for reads and writes alike", "all queries gained".

Only refutes: one statistic, direction of I/O or query that goes the other way, between the two levels or at the one level that are said.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.compared import pair_said
from factcheck.binding.pairs import DOWN, UP
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, level_of_subject, phrases, refuted
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.judging.changes import direction_of
from factcheck.judging.superlatives import extremes
from factcheck.judging.verdicts import Ruled
from factcheck.reading.sentences import Token

_MEAN, _TAIL, _PEAK = ("mean",), ("p99", "p95", "max"), ("max",)
_CENTRE = r"(?:average|mean|среднее|среднюю|средний|средней|средняя)"
_HIGH = r"(?:tail|p9[59]|хвост\w*|p9[59])"
_TOP = r"(?:peak|maximum|worst case|пик\w*|максимум\w*|пиков\w+|максимальн\w+)"
_ALL = re.compile(
    r"\b(?:all|every|each)(?: of the)? (?:[\w-]+ )?(?:statistics?|percentiles?|quantiles?)\b|\b(?:all|every) (?:latency|speed|throughput|time|delay) (?:figures?|numbers?|measures?)\b|"
    r"(?<!\w)(?:все|всем|всех) (?:процентил|квантил|перцентил|статистик)\w+",
    re.I,
)
_AND_TAIL = re.compile(
    r"\b(?:tail included|including the tail|and in the tail|on average and (?:in|at) the tail)\b|(?<!\w)(?:включая хвост\w*|вместе с хвостом)(?!\w)|"
    rf"(?<!\w)и в среднем,? и (?:в хвосте|по хвосту)|как в среднем, так и в хвосте|\b(?:both )?(?:the )?{_CENTRE},? and (?:the |its )?{_HIGH}\b|(?<!\w)и {_CENTRE},? и {_HIGH}(?!\w)",
    re.I,
)
_AND_PEAK = re.compile(
    rf"\bboth (?:the )?{_CENTRE} and (?:the )?{_TOP}\b|\bboth on average and at (?:the |its )?{_TOP}\b|"
    rf"(?<!\w)и (?:по )?{_CENTRE}\w*,? и (?:по )?{_TOP}(?!\w)|(?<!\w)и в среднем,? и (?:в пике|на пике|по максимуму)(?!\w)",
    re.I,
)
_MEASURES = re.compile(
    r"\b(?:all|every|each)(?: of the)? (?:measures?|metrics?|figures?|indicators?|statistics?) (?:of|for)\b|(?<!\w)(?:все|всем|всех|каждому) показател\w+(?: (?:по|для))?(?!\w)",
    re.I,
)
_SETS = ((_ALL, (*_MEAN, *_TAIL)), (_AND_TAIL, (*_MEAN, "tail")), (_AND_PEAK, (*_MEAN, *_PEAK)))
_RECORD = re.compile(
    r"\b(?:record|lead|first place)\b|(?<!\w)(?:рекорд\w*|лидерств\w*|лидир\w+|перв\w+ мест\w+)(?!\w)", re.I
)
_ALIKE = re.compile(
    r"\b(?:reads? and writes? alike|both reads? and writes?|(?:for|in|on) (?:both )?reads? and writes?)\b|(?<!\w)(?:и (?:на )?чтени[ея],? и (?:на )?запис[иь]|как (?:на )?чтени[ея],? так и (?:на )?запис[иь])(?!\w)",
    re.I,
)
_FAMILY = re.compile(r"\b(?:all|every|each|both)(?: of)?(?: the| these)?(?: (?:two|three|four|five|six|\d+))? (?:quer(?:y|ies)|statements?)\b|(?<!\w)(?:все|каждый|оба|всех)(?: (?:два|три|четыре|пять|шесть|\d+))? запрос\w*", re.I)  # fmt: skip
_BUT = re.compile(r"\b(?:except|but|almost|nearly|most|besides|if|not all)\b|(?<!\w)(?:кроме|почти|если|помимо|не все|но|а|больш\w+ част\w+)(?!\w)", re.I)  # fmt: skip
_WAYS = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive", "better", "worse", "up.comparative", "down.comparative", "up.noun", "down.noun")  # fmt: skip
_GAINED = re.compile(r"^(?:benefit\w*|gain\w*|profit\w*|improv\w+|выигра\w+|ускор\w+)$", re.I)
_SWITCHED = re.compile(r"\b(?:switch|turn)\w* (?:it )?(?P<en>off|on)\b|\b(?:dis|en)abling it\b", re.I)
_STEP = re.compile(r"\bat (?:each|every) step\b|(?<!\w)(?:на каждом шаге|с каждым шагом)(?!\w)", re.I)


def judge_every_stat(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each statement on several statistics or kinds that one of them refutes."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    if len(scene.vocabulary.facts.experiment.factors) > 1 or scene.matches(_BUT):
        return []
    found = [ruled for pattern, wanted in _SETS for p in phrases(scene, pattern) for ruled in _statistics(scene, p, wanted)]  # fmt: skip
    found += [ruled for p in phrases(scene, _MEASURES) for ruled in _measures(scene, p)]
    found += [ruled for p in phrases(scene, _ALIKE) for ruled in _alike(scene, p)]
    return found + [ruled for p in phrases(scene, _FAMILY) for ruled in _family(scene, p)]


# -- statistics of one metric -----------------------------------------------------------------------------------------


def _statistics(scene: Scene, phrase: Phrase, wanted: tuple[str, ...]) -> list[Ruled]:
    metrics = {m.metrics for m in scene.mentions.metrics if not m.modifier and m.metrics} or {scene.inherited_metrics}
    if len(metrics) != 1 or len(next(iter(metrics))) != 1 or is_hedged(scene, phrase.first):
        return []
    ((metric,),) = metrics
    held = [stat for stat in _available(scene, metric, wanted) if stat in scene.vocabulary.stats_of(metric)]
    if len(held) < 2:
        return []
    record = next(iter(phrases(scene, _RECORD)), None)
    top = [t for t in scene.tokens if superlative_kind(scene, t) in ("best", "worst")]
    if record is not None or top:
        kind = "worst" if top and superlative_kind(scene, top[0]) == "worst" else "best"
        return _extreme(scene, record or phrase, phrase, [(metric, stat) for stat in held], kind)
    word = _word(scene, phrase)
    way = direction_of(scene, word, frozenset({metric})) if word is not None else 0
    if word is None or way not in (UP, DOWN) or is_negated(scene, word.index):
        return []
    steps = [*itertools.pairwise(scene.vocabulary.numeric_order)] if scene.matches(_STEP) else _pair(scene, word)
    for stat in held:
        if any(_goes_against(scene, metric, stat, *step, way) for step in steps):
            return [_refused(scene, phrase, word.index, word.index, metric, stat)]
    return []


def _measures(scene: Scene, phrase: Phrase) -> list[Ruled]:
    """ "8 loses to the baseline by all measures of speed and latency": each statistic of each metric that is named behind."""
    named: list[str] = []
    at = phrase.last + 1
    for mention in scene.mentions.metrics:
        gap = scene.tokens[at : mention.first]
        if mention.first >= at and len(mention.metrics) == 1 and all(t.lower in _JOINED for t in gap) and len(gap) < 3:
            named, at = [*named, *mention.metrics], mention.last + 1
    word = _word(scene, phrase)
    if not named or word is None or not word.has("better", "worse") or is_negated(scene, word.index) or is_hedged(scene, word.index):  # fmt: skip
        return []
    for metric in named:
        good = {"higher": UP, "lower": DOWN}.get(scene.vocabulary.better(metric) or "")
        way = good if good is None or word.has("better") else DOWN if good == UP else UP
        for stat in (s for s in ("mean", "median", "p95", "p99", "max") if way is not None and s in scene.vocabulary.stats_of(metric)):  # fmt: skip
            if any(_goes_against(scene, metric, stat, *step, way or 0) for step in _pair(scene, word)):
                return [_refused(scene, phrase, word.index, word.index, metric, stat)]
    return []


_JOINED = {"and", "и", ",", "the", "of"}


def _available(scene: Scene, metric: str, wanted: tuple[str, ...]) -> list[str]:
    """The statistics that are meant; the tail is the highest percentile that there is."""
    held = scene.vocabulary.stats_of(metric)
    tail = next((stat for stat in _TAIL if stat in held), "max")
    return [tail if stat == "tail" else stat for stat in wanted]


def _pair(scene: Scene, word: Token) -> list[tuple[str, str]]:
    """(level told of, level compared with): the second is the one that "than" or "from" stands before, or the baseline."""
    switched = next((m for m in _SWITCHED.finditer(scene.sentence.text) if m["en"]), None)
    base = scene.vocabulary.special("baseline")
    if switched is not None and not scene.mentions.levels:
        level = switched["en"].lower()
        return [(level, next(iter(base)))] if level in scene.vocabulary.level_ids and len(base) == 1 and level not in base else []  # fmt: skip
    pair = pair_said(scene, word.index)
    if pair is None or not scene.mentions.levels:
        return []
    named = {next(iter(m.ids)) for m in scene.mentions.levels if m.role not in ("than", "from") and len(m.ids) == 1}
    one, two = pair
    return [(one, two)] if one in named and two not in named else [(two, one)] if two in named and one not in named else []  # fmt: skip


def _goes_against(scene: Scene, metric: str, stat: str | None, first: str, second: str, way: int) -> bool:
    """Whether a statistic goes the other way; the first level against the second, or a step from the first to the second."""
    one, two = (scene.vocabulary.central(metric, level, stat) for level in (first, second))
    if one is None or two is None:
        return False
    change = shown(two) - shown(one) if scene.matches(_STEP) else shown(one) - shown(two)
    return change * way < 0


def _word(scene: Scene, phrase: Phrase) -> Token | None:
    """The one word of way of the sentence."""
    words = [t for t in scene.tokens if t.has(*_WAYS) and not phrase.first <= t.index <= phrase.last and t.lower != "included"]  # fmt: skip
    return words[0] if len(words) == 1 else None


# -- reads and writes, queries ----------------------------------------------------------------------------------------


def _alike(scene: Scene, phrase: Phrase) -> list[Ruled]:
    """ "BFQ has the worst latency for reads and writes alike": of both metrics."""
    said = _two_kinds(scene) or {m for mention in scene.mentions.metrics for m in mention.metrics}
    units = {scene.vocabulary.metrics[m].unit for m in said}
    word = next((t for t in scene.tokens if superlative_kind(scene, t) in ("best", "worst", "max", "min")), None)
    if len(said) != 2 or len(units) != 1 or word is None or is_negated(scene, word.index):
        return []
    kind = superlative_kind(scene, word) or "best"
    return _extreme(
        scene, Phrase(phrase.match, word.index, word.index), phrase, [(m, None) for m in sorted(said)], kind
    )


def _two_kinds(scene: Scene) -> set[str]:
    """The metrics of reads and of writes whose common name stands in the sentence: "read latency" and "write latency"."""
    text, found = scene.sentence.lower_text, []
    for reads, writes in (("read", "write"), ("чтения", "записи")):
        names = {name.lower(): m.id for m in scene.vocabulary.facts.metrics for row in m.names.values() for name in row}
        for name, metric in names.items():
            other = names.get(re.sub(rf"\b{reads}\b", writes, name))
            noun = re.sub(rf"\W*\b{reads}\b\W*", "", name)
            if other is not None and other != metric and noun and noun[:6] in text:
                found.append({metric, other})
    return found[0] if found and all(one == found[0] for one in found) else set()


def _extreme(scene: Scene, word: Phrase, phrase: Phrase, rows: list[tuple[str, str | None]], kind: str) -> list[Ruled]:
    """Refuted by the first row whose extreme is at another level than the one named."""
    levels = {m.ids for m in scene.mentions.levels if m.role != "than"} or {level_of_subject(scene)}
    if len(levels) != 1 or len(next(iter(levels))) != 1:
        return []
    (level,) = next(iter(levels))
    for metric, stat in rows:
        top = extremes(scene, metric, kind, stat)
        if top and level not in top:
            return [_refused(scene, phrase, word.first, word.last, metric, stat)]
    return []


def _family(scene: Scene, phrase: Phrase) -> list[Ruled]:
    """ "All queries benefited": each of the numbered queries, between the ends, or at the level where it is best."""
    family = _queries(scene)
    word = next((t for t in scene.tokens if t.index > phrase.last and (t.has("better", "worse", "superlative.best") or _GAINED.match(t.text))), None)  # fmt: skip
    if len(family) < 2 or word is None or is_negated(scene, word.index) or is_hedged(scene, word.index):
        return []
    after = scene.tokens[word.index + 1].lower if word.index + 1 < len(scene.tokens) else ""
    if after in ("всего", "of") or superlative_kind(scene, word):
        return _extreme(
            scene, Phrase(phrase.match, word.index, word.index), phrase, [(m, None) for m in family], "best"
        )
    every = scene.vocabulary.level_ids
    if not _GAINED.match(word.text) or len(every) != 2 or scene.mentions.levels:
        return []
    base = scene.vocabulary.special("baseline")
    level = next((one for one in every if one not in base), every[-1])
    other = next(one for one in every if one != level)
    for metric in family:
        good = UP if scene.vocabulary.better(metric) == "higher" else DOWN
        way = direction_of(scene, word, frozenset({metric})) if word.has("better", "worse") else good
        if way and _goes_against(scene, metric, None, level, other, way):
            return [_refused(scene, phrase, word.index, word.index, metric, None)]
    return []


def _queries(scene: Scene) -> list[str]:
    """The metrics of numbered queries ("q1_ms", "q9") that have a better side."""
    named = [(m, found.group(1)) for m in scene.vocabulary.metrics if (found := re.fullmatch(r"q(?:uery)?_?\d+(.*)", m, re.I)) and scene.vocabulary.better(m)]  # fmt: skip
    suffixes = {suffix for _, suffix in named}
    timed = [s for s in suffixes if s in ("", "_ms", "_s", "_time", "_sec")]
    return [m for m, suffix in named if len(timed) == 1 and suffix == timed[0]]


def _refused(scene: Scene, phrase: Phrase, first: int, last: int, metric: str, stat: str | None) -> Ruled:
    row = scene.vocabulary.series(metric, stat)
    text = f"{metric} {stat or ''}".strip() + ": " + ", ".join(f"{level}: {shown(fact):g}" for level, fact in row)
    span = Phrase(phrase.match, min(phrase.first, first), max(phrase.last, last))
    return refuted(span, "all", text, tuple(fact.name for _, fact in row), text)
