"""Judges what is said of all metrics at once: "loses on all counts", "gives no gain in any metric", "lowering it improves every metric".

One metric that has a better side and clearly goes the other way refutes such a sentence. Parts of a whole are no metrics of their own here,
and what an effect leaves undecided goes neither way. Only refutes.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import UNSETTLED, is_hedged, said_levels
from factcheck.binding.pairs import parameter_words
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, level_of_subject, phrases, refuted
from factcheck.judging.superlatives import extremes
from factcheck.judging.verdicts import Ruled

_NOUN_EN = r"(?:counts?|respects?|metrics?|measures?|indicators?|criteri(?:on|a)|parameters?|figures?)"
_NOUN_RU = r"(?:показател\w+|метрик\w*|параметр\w+|критери\w+|характеристик\w*|отношени\w+)"
_SET = re.compile(
    rf"(?P<none>\b(?:on|in|by|at|for)\s+(?:no|not\s+a\s+single|not\s+one|any|a\s+single)\s+(?:of\s+the\s+)?(?P<a>(?:[\w-]+\s+)??){_NOUN_EN}\b|"
    rf"(?<!\w)ни\s+(?:по|в)\s+одно(?:му|й|м)\s+(?:из\s+)?(?P<b>(?:[\w-]+\s+)??){_NOUN_RU})|"
    rf"(?P<all>\b(?:(?:on|in|by|at|for|across)\s+)?(?:all|every|each)\s+(?:of\s+)?(?:the\s+)?(?:single\s+)?(?P<c>(?:[\w-]+\s+)??){_NOUN_EN}\b|"
    rf"(?<!\w)(?:(?:по|во)\s+)?(?:всем|всех|все|кажд\w+)\s+(?P<d>(?:[\w-]+\s+)??){_NOUN_RU})",
    re.I,
)
_GOOD = re.compile(
    r"^(?:wins?|won|best|better|beats?|outperforms?|improve\w*|leads?|ahead|gains?|advantages?|benefits?|"
    r"выигр\w+|лучш\w+|превосход\w+|улучш\w+|опереж\w+|преимуществ\w*|лидир\w+|впереди|побежда\w+)$",
    re.I,
)
_BAD = re.compile(
    r"^(?:los(?:es?|ing|t)|worst|worse|worsen\w*|degrad\w+|inferior|behind|проигр\w+|уступ\w+|хуже|худш\w+|наихудш\w+|ухудш\w+|отста[её]т)$",
    re.I,
)
_TOP = re.compile(
    r"^(?:best|worst|лучший|лучшая|лучшее|лучшим|худший|худшая|худшее|худшим|наихудш\w+|наилучш\w+)$", re.I
)
_OUT = re.compile(
    r"\b(?:except|but|almost|nearly|most|main|key|important|not all|not every|other than|apart from)\b|"
    r"(?<!\w)(?:кроме|почти|помимо|исключени\w+|основн\w+|ключев\w+|главн\w+|важн\w+|не по всем|не во всех|не все|практически)(?!\w)",
    re.I,
)
_NO = {"no", "not", "never", "nor", "не", "нет", "без", "without", "doesn't", "n't", "neither"}


def judge_all_round(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each statement on all metrics that one of them refutes."""
    if scene.block.kind not in ("paragraph", "item", "lead") or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    found = []
    for phrase in phrases(scene, _SET):
        if _OUT.search(scene.sentence.text) or is_hedged(scene, phrase.first) or scene.tokens[-1].text == "?":
            continue
        ruled = _judge(scene, phrase)
        if ruled is not None:
            found.append(ruled)
    return found


def _judge(scene: Scene, phrase: Phrase) -> Ruled | None:
    words = [t for t in scene.tokens if (_GOOD.match(t.lower) or _BAD.match(t.lower)) and abs(t.index - phrase.first) <= 6]  # fmt: skip
    metrics = _metrics(scene, phrase)
    if len(words) != 1 or not metrics:
        return None
    word = words[0]
    good = bool(_GOOD.match(word.lower))
    none = bool(phrase.match.group("none"))
    denied = any(t.lower in _NO for t in scene.tokens[max(0, word.index - 3) : word.index])
    english = phrase.match.group("none") is not None and re.search(r"\b(?:any|a single)\b", phrase.match.group(), re.I)
    if denied != none and not (none and not english) or none and english and not denied:
        return None  # "is not better in all metrics" leaves open how many
    against = _in_steps(scene, metrics, good, none)
    if against is None:
        level = _level(scene, phrase)
        if level is None:
            return None
        against = _at(scene, metrics, level, good, none, bool(_TOP.match(word.lower)))
    if not against:
        return None
    metric = against[0]
    row = ", ".join(f"{level}: {shown(fact):g}" for level, fact in scene.vocabulary.series(metric))
    first, last = min(phrase.first, word.index), max(phrase.last, word.index)
    return refuted(Phrase(phrase.match, first, last), "all", f"{metric}: {row}", (metric,), metric)


def _metrics(scene: Scene, phrase: Phrase) -> list[str]:
    """The metrics with a better side that are meant; those that a word beside the noun narrows them to."""
    vocabulary = scene.vocabulary
    own = {metric.id: metric for metric in vocabulary.facts.metrics}
    row = [
        m for m in vocabulary.metrics
        if vocabulary.better(m) and len(vocabulary.series(m)) == len(vocabulary.level_ids) >= 2
        and (m not in own or own[m].part_of is None)
    ]  # fmt: skip
    narrow = next((w.strip() for name in "abcd" if (w := phrase.match.group(name)) and w.strip()), "")
    after = next((m for m in scene.mentions.metrics if 0 < m.first - phrase.last <= 2), None)
    if narrow.lower() in ("", "tested", "measured", "из", "других", "other", "these", "этим", "measurable", "measured"):
        return row if after is None or not after.metrics else [m for m in row if m in after.metrics]
    stem = narrow.lower()[:5]
    return [
        m for m in row
        if stem in m.lower() or m in own and any(stem in n.lower() for names in own[m].names.values() for n in names)
    ]  # fmt: skip


def _level(scene: Scene, phrase: Phrase) -> str | None:
    """The one level that the statement is of: named here, or the one that "it" stands for."""
    named = {m.ids for m in scene.mentions.levels if m.role != "than"}
    if len(named) > 1 or any(m.role == "than" for m in scene.mentions.levels):
        return None
    ids = next(iter(named)) if named else said_levels(scene, scene.tokens[phrase.first]) or level_of_subject(scene)
    return next(iter(ids)) if len(ids) == 1 else None


def _in_steps(scene: Scene, metrics: list[str], good: bool, none: bool) -> list[str] | None:
    """Of a parameter that is said to grow or to fall: the metrics with a step the wrong way; None when it is said of no such thing."""
    own = parameter_words(scene)
    word = next((scene.tokens[at] for at in sorted(own)), None)
    if word is None or scene.mentions.levels or scene.vocabulary.numeric_order[:1] == []:
        return None
    down = word.has("down.noun", "down.intransitive", "down.transitive", "down.comparative")
    wrong = []
    for metric in metrics:
        values = [shown(fact) for _, fact in scene.vocabulary.series(metric)]
        sign = (1 if scene.vocabulary.better(metric) == "higher" else -1) * (-1 if down else 1) * (1 if good else -1)
        steps = [(b - a) * sign for a, b in itertools.pairwise(values)]
        if scene.vocabulary.repeated:
            steps = [(values[-1] - values[0]) * sign]
        if (none and all(step > 0 for step in steps)) or (not none and any(step < 0 for step in steps)):
            wrong.append(metric)
    return wrong


def _at(scene: Scene, metrics: list[str], level: str, good: bool, none: bool, top: bool) -> list[str]:
    """The metrics by which a level is not what it is said to be by all of them."""
    wrong = []
    for metric in metrics:
        best, worst = extremes(scene, metric, "best"), extremes(scene, metric, "worst")
        if good != none:  # better in all, or worse in none: there must not be one where it is worst
            against = worst == {level} if not top or none else level not in best and best
        else:
            against = best == {level} if not top or none else level not in worst and worst
        if against and _settled(scene, metric, level):
            wrong.append(metric)
    return wrong


def _settled(scene: Scene, metric: str, level: str) -> bool:
    """With repeats, whether the level's effects on a metric are decided."""
    if not scene.vocabulary.repeated:
        return True
    held = [
        effect for effect in scene.vocabulary.effects(metric)
        if level in (scene.vocabulary.canonical_effect(effect.level), scene.vocabulary.canonical_effect(effect.baseline or ""))
    ]  # fmt: skip
    return bool(held) and not any(effect.verdict in UNSETTLED for effect in held)
