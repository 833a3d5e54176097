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
_NOTHING = re.compile(
    r"(?P<none>\b(?:in|by|on) nothing\b|\bno(?: other)? (?:drawbacks?|downsides?|disadvantages?|trade-?offs?)\b|\bwithout (?:any )?(?:drawbacks?|downsides?|disadvantages?)\b|"
    r"(?<!\w)(?:ни в ч[её]м|без (?:\w+ )?(?:недостатков|потерь|ухудшени\w+)|ничем не|ни одного из (?:\w+ )?показател\w+))|"
    r"(?P<all>\b(?:in every respect|in every way|in everything)\b|(?<!\w)во вс[её]м(?!\w))",
    re.I,
)
_HARM = re.compile(r"drawback|downside|disadvantage|trade-?off|недостатк|потерь|ухудшени", re.I)
_ON_ITS_SIDE = re.compile(
    r"\ball (?:the )?(?:other|remaining) (?:indicators?|metrics?|figures?|measures?)\b[^.;]{0,20}?\b(?:on its side|in its favou?r|speak for it)\b|"
    r"(?<!\w)(?:все )?остальные (?:показатели|метрики)[^.;]{0,20}?(?:на (?:его|е[её]) стороне|в (?:его|е[её]) пользу|за не(?:го|[её]))(?!\w)",
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
_CHANGED = re.compile(r"^(?:improv\w+|worsen\w*|degrad\w+|улучш\w+|ухудш\w+)$", re.I)
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
        ruled = _judge(scene, phrase) or _against_base(scene, phrase)
        if ruled is not None:
            found.append(ruled)
    return found + _in_nothing(scene) + _on_its_side(scene)


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


def _every(scene: Scene) -> list[str]:
    """The metrics with a better side that have a value at all levels and are parts of no whole."""
    vocabulary = scene.vocabulary
    own = {metric.id: metric for metric in vocabulary.facts.metrics}
    return [
        m for m in vocabulary.metrics
        if vocabulary.better(m) and len(vocabulary.series(m)) == len(vocabulary.level_ids) >= 2
        and (m not in own or own[m].part_of is None)
    ]  # fmt: skip


def _worsened(scene: Scene, level: str, base: str, good: bool = True) -> str | None:
    """A metric by which a level is worse than another (better, where it is said to be worse), as shown and not known to be none."""
    for metric in _every(scene):
        one, two = scene.vocabulary.central(metric, level), scene.vocabulary.central(metric, base)
        held = scene.vocabulary.effect(metric, level, base) if scene.vocabulary.repeated else None
        if one is None or two is None or held is not None and held[0].verdict == "equivalent":
            continue
        gap = (shown(one) - shown(two)) * (1 if scene.vocabulary.better(metric) == "higher" else -1)
        if gap < 0 if good else gap > 0:
            return metric
    return None


def _against_base(scene: Scene, phrase: Phrase) -> Ruled | None:
    """ "B improved every metric": one that it did not improve against the baseline."""
    words = [t for t in scene.tokens if t.has("better", "worse") and abs(t.index - phrase.first) <= 3 and _CHANGED.match(t.text)]  # fmt: skip
    than = [m for m in scene.mentions.levels if m.role == "than" and len(m.ids) == 1]
    if len(than) == 1 and (pair := _pair(scene)) is not None and next(iter(than[0].ids)) == pair[1]:
        return _against_the_other(scene, phrase, pair)
    level, base = _level(scene, phrase), scene.vocabulary.special("baseline")
    if len(words) != 1 or level is None or level in base or len(base) != 1 or not phrase.match.group("all"):
        return None
    if any(phrase.match.group(name) for name in "cd") or any(t.lower in _NO for t in scene.tokens):
        return None
    metric = _worsened(scene, level, next(iter(base)), words[0].has("better"))
    return _told(scene, phrase, words[0].index, metric) if metric is not None else None


def _against_the_other(scene: Scene, phrase: Phrase, pair: tuple[str, str]) -> Ruled | None:
    """ "B is better than A by every measure": one by which it is not."""
    words = [t for t in scene.tokens if t.has("better", "worse") and t.index < phrase.first]
    if len(words) != 1 or not phrase.match.group("all") or any(t.lower in _NO for t in scene.tokens):
        return None
    metric = _worsened(scene, *pair, good=words[0].has("better"))
    return _told(scene, phrase, words[0].index, metric) if metric is not None else None


def _in_nothing(scene: Scene) -> list[Ruled]:
    """ "B loses to A in nothing", "faster with no drawbacks": a metric by which it does lose."""
    found = []
    for phrase in phrases(scene, _NOTHING):
        if _OUT.search(scene.sentence.text) or is_hedged(scene, phrase.first) or scene.tokens[-1].text == "?":
            continue
        words = [t for t in scene.tokens if _GOOD.match(t.lower) or _BAD.match(t.lower) or t.has("better", "worse")]
        bad = any(_BAD.match(t.lower) or t.has("worse") for t in words)
        harm = bool(_HARM.search(phrase.match.group()))
        pair = _pair(scene)
        if not words or pair is None or (bad if harm or phrase.match.group("all") else not bad):
            continue
        metric = _worsened(scene, *pair)
        if metric is not None:
            found.append(_told(scene, phrase, phrase.first, metric))
    return found


def _pair(scene: Scene) -> tuple[str, str] | None:
    """(level told of, level compared with): two named ones, or one and the baseline, or the two of an experiment."""
    named = list(dict.fromkeys(next(iter(m.ids)) for m in scene.mentions.levels if len(m.ids) == 1))
    base = scene.vocabulary.special("baseline")
    every = scene.vocabulary.level_ids
    if len(named) == 2:
        return named[0], named[1]
    if len(base) != 1 or len(named) > 1 or named and named[0] in base:
        return None
    if not named and (len(every) != 2 or not scene.mentions.factors):
        return None
    return (named or [one for one in every if one not in base])[0], next(iter(base))


def _on_its_side(scene: Scene) -> list[Ruled]:
    """ "All other indicators are on its side too": one by which another level is the best, not named just before."""
    found = []
    for phrase in phrases(scene, _ON_ITS_SIDE):
        level = _level(scene, phrase)
        before = {m for s in (scene.former,) if s is not None for mention in s.mentions.metrics for m in mention.metrics}  # fmt: skip
        wrong = [m for m in _every(scene) if m not in before and (top := extremes(scene, m, "best")) and level not in top]  # fmt: skip
        if level is not None and wrong and not scene.vocabulary.repeated:
            found.append(_told(scene, phrase, phrase.first, wrong[0]))
    return found


def _told(scene: Scene, phrase: Phrase, word: int, metric: str) -> Ruled:
    row = ", ".join(f"{level}: {shown(fact):g}" for level, fact in scene.vocabulary.series(metric))
    span = Phrase(phrase.match, min(phrase.first, word), max(phrase.last, word))
    return refuted(span, "all", f"{metric}: {row}", (metric,), metric)


def _metrics(scene: Scene, phrase: Phrase) -> list[str]:
    """The metrics with a better side that are meant; those that a word beside the noun narrows them to."""
    own = {metric.id: metric for metric in scene.vocabulary.facts.metrics}
    row = _every(scene)
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
            against = (
                level in worst if not top and not none else worst == {level} if none else level not in best and best
            )
        else:
            against = (
                level in best if not top and not none else best == {level} if none else level not in worst and worst
            )
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
