"""Holds advice for a goal to the figures of that goal: "where p99 matters, choose 60 minutes", "при нехватке памяти подойдёт 32 ГБ".

Advice is nobody's measurement, and stays open. But where the goal names a metric that the facts hold, and the level that is advised is the
worst of all by it, or far from the best and not called a compromise, the figures speak against the advice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import is_hedged
from factcheck.binding.mentions import MetricMention
from factcheck.binding.operands import statistics_in
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases
from factcheck.judging.relations import dispersion
from factcheck.judging.verdicts import Ruled, Ruling

_RATED = (
    r"(?:matters?(?: (?:most|more))?|counts?(?: most)?|comes? first|is (?:\w+ )?(?:critical|crucial|decisive|paramount|important|everything|"
    r"tight|scarce|short|limited|sacred|the (?:\w+ )?(?:concern|priority|goal|constraint|bottleneck))|(?:is|are) what matters)"
)
_BEFORE_METRIC = (
    r"\b(?:short (?:of|on)|(?:with|under|on) (?:a )?(?:tight|strict|limited|scarce|little)|(?:tight|strict|firm|hard) (?:on|about)|limited (?:by|in)|constrained (?:by|in)|sensitive to|"
    r"(?:strict |tight |hard |firm )?(?:requirements?|targets?|limits?|budgets?|demands?) (?:on|for|of)|"
    r"(?:only |mainly |mostly |really )?cares? (?:only |mainly |most )?about|to (?:minimi[sz]e|reduce|keep down|cut)|for (?:the )?(?:minimum|minimal|lowest|smallest|shortest|best))\b"
    r"|(?<!\w)(?:при (?:остр\w+ )?(?:нехватке|дефиците|недостатке|ж[её]стк\w+|строг\w+|ограниченн\w+|ограничени\w+|требовани\w+|приоритете|критичн\w+)|"
    r"чувствительн\w+ к|требовательн\w+ к|не хватает|(?:сам\w+ )?(?:важн\w+|важнее(?: всего)?|критичн\w+|дорог\w*|принципиальн\w+)|для (?:минимизации|минимальн\w+|снижения|сокращения))(?!\w)"
)  # fmt: skip
_AFTER_METRIC = (
    rf"\b{_RATED}\b|-(?:critical|sensitive|bound)\b"
    r"|(?<!\w)(?:важн\w+|важнее(?: всего)?|критичн\w+|на первом месте|в приоритете|прежде всего|не хватает|ограничен\w*|в дефиците)(?!\w)"
)
_GOALS = re.compile(rf"(?P<before>{_BEFORE_METRIC})|(?P<after>{_AFTER_METRIC})", re.I)
_ADVICE = re.compile(
    r"\b(?:prefer(?:able|red)?|choose|pick|recommend\w*|advis\w+|use|take|go (?:for|with|down to|up to)|stay (?:with|at|on)|set|"
    r"right choice|good choice|best choice|better choice|right setting|setting to (?:pick|choose|use|take)|suits?|suitable|fits?|safe|the (?:one|choice) to|attractive|should)\b"
    r"|(?<!\w)(?:подойд[её]т|подходит|предпочтител\w+|предпочесть|выбрать|выбирайте|выбирать|берите|брать|взять|рекоменд\w+|стоит|ставить|поставить|ставьте|задать|оставить|лучше|разумн\w+|установить|использовать|снизить|увеличить|поднять|допустим\w*|оправдан\w*)(?!\w)",
    re.I,
)  # fmt: skip
_CONCESSION = re.compile(
    r"\b(?:compromise|trade-?off|acceptable|tolerable|enough|suffic\w+|can|may|could|might|still)\b|(?<!\w)(?:компромисс\w*|баланс\w*|допустим\w*|приемлем\w*|достаточно|хватит|можно|терпим\w*)(?!\w)",
    re.I,
)
_DENIED = re.compile(r"\b(?:not|never|avoid|no longer|n't|nothing|without|less)\b|(?<!\w)(?:не|избега\w+|нельзя|ни|без|вряд)(?!\w)", re.I)  # fmt: skip
_STEADY = re.compile(r"\b(?:predictab\w+|stable|stability|steady|steadiness|even|smooth\w*)\b|(?<!\w)(?:предсказуем\w+|стабильн\w+|ровн\w+|сглаж\w+|сгладить)(?!\w)", re.I)  # fmt: skip
_SCARCE = re.compile(r"short|tight|limited|scarce|constrained|budget|minimi|reduc|cut|keep down|нехватк|дефицит|недостат|огранич|не хватает|миним|сниж|сокращ", re.I)  # fmt: skip
_LABEL = re.compile(
    r"^\W*(?:(?:for|для)\W+)?(?:the\W+)?(?:(?P<low>minimum|minimal|lowest|smallest|shortest|least|fewest|миним\w+|наименьш\w+|сам\w{2} (?:низк|коротк|мал)\w+)"
    r"|(?P<high>maximum|maximal|highest|largest|greatest|fastest|most|максим\w+|наибольш\w+|сам\w{2} (?:высок|больш)\w+)|(?P<best>best|лучш\w+|наилучш\w+))(?!\w)",
    re.I,
)
_TAIL = ("p99", "p95", "p999", "p90", "max")
_FREE = re.compile(r"free|avail|свобод|доступн", re.I)
_SPACE = re.compile(r"\b(?:disk|storage) space\b|\bspace on disk\b|(?<!\w)места? на диск\w+|(?<!\w)дисков\w+ (?:мест|пространств)\w+", re.I)  # fmt: skip
_SIZE = re.compile(r"\bsize\b|\bfootprint\b|\bspace\b|(?<!\w)размер(?!\w)", re.I)
_REACH = 6
_FAR = 1.25  # how much the best must be better for advice that is not the worst
_APART = 1.02


@dataclass(frozen=True, slots=True)
class Goal:
    """What is asked for: a metric (or one of several), its statistic, which side is wanted where the words say it, and the tokens that say so."""

    metrics: frozenset[str]
    stats: tuple[str, ...]
    first: int
    last: int
    side: str | None = None
    called: bool = False  # "Shortest p99: 200": a superlative, so that anything but the best is wrong


def judge_goals(scene: Scene) -> Iterator[Ruled]:
    """(first token, last token, predicate, ruling) of advice that the figures of its own goal speak against."""
    vocabulary = scene.vocabulary
    if scene.block.kind not in ("paragraph", "item", "lead") or len(vocabulary.facts.experiment.factors) != 1:
        return
    if len(vocabulary.level_ids) < 3 or scene.tokens[-1].text == "?":
        return
    for goal in (*_labels(scene), *_goals(scene)):
        advised = _advised(scene, goal)
        if advised is None:
            continue
        refusals = [_against(scene, metric, advised[0], goal) for metric in sorted(goal.metrics)]
        if refusals and all(refusals):
            text, names, best = next(one for one in refusals if one)
            ruling = Ruling("contradicted", f"{text}; best at {best}", f"{text}; лучше всего при {best}", names, best)
            yield advised[1], advised[2], "recommendation", ruling
            return


def _labels(scene: Scene) -> Iterator[Goal]:
    """ "Shortest p99: 200", "**Минимальная задержка чтения:** 150": what is asked for, a colon, and the level."""
    for phrase in phrases(scene, _LABEL):
        colon = next((t.index for t in scene.tokens[phrase.last : phrase.last + 9] if t.text == ":"), None)
        if colon is None:
            return
        stats = tuple(stat for at, stat in statistics_in(scene, phrase.last + 1, colon))
        named = [m for m in scene.mentions.metrics if phrase.last < m.first < colon and m.metrics and not m.modifier]
        metrics = named[0].metrics if len(named) == 1 else _of_statistics(scene, stats) if not named else frozenset()
        end = named[0].last if named else phrase.last
        if any(t.is_word and t.statistic is None for t in scene.tokens[end + 1 : colon]):
            return  # "The maximum of throughput grows to the end: at 200 …"
        side = "lower" if phrase.match["low"] else "higher" if phrase.match["high"] else None
        if metrics:
            yield Goal(metrics, stats, 0, colon, side, called=True)


def _goals(scene: Scene) -> Iterator[Goal]:
    """ "Where p99 matters", "при нехватке памяти", "if latency must be predictable"."""
    for phrase in phrases(scene, _GOALS):
        mention = _named(scene, phrase)
        first, last = (min(phrase.first, mention.first), max(phrase.last, mention.last)) if mention is not None else (max(0, phrase.first - 3), phrase.last + 4)  # fmt: skip
        said = scene.text_of(first, min(last, len(scene.tokens) - 1))
        side = "lower" if _SCARCE.search(said) else None
        if mention is not None:
            stats = tuple(stat for _, stat in statistics_in(scene, max(0, mention.first - 2), mention.last + 1))
            if _STEADY.search(said):
                stats = ("spread",)
            yield Goal(mention.metrics, stats, first, last, side)
            continue
        stats = tuple(dict.fromkeys(stat for _, stat in statistics_in(scene, first, last) if stat in _TAIL))
        metrics = _of_statistics(scene, stats)
        if _SPACE.search(said):
            metrics, side = _sizes(scene), "lower"
        elif _STEADY.search(said) and scene.vocabulary.facts.experiment.primary:
            metrics, stats = frozenset({scene.vocabulary.facts.experiment.primary}), ("spread",)
        if metrics:
            yield Goal(metrics, stats, phrase.first, phrase.last, side)


def _of_statistics(scene: Scene, stats: tuple[str, ...]) -> frozenset[str]:
    """The one metric that a percentile alone must be of; empty where several have it."""
    held = {
        one
        for one in scene.vocabulary.metrics
        if stats and all(stat in scene.vocabulary.stats_of(one) for stat in stats)
    }
    timed = {one for one in held if (unit := scene.vocabulary.unit_of(one)) is not None and unit.dimension == "time"}
    return frozenset(timed) if len(timed) == 1 and stats[0] in _TAIL else frozenset()


def _sizes(scene: Scene) -> frozenset[str]:
    """The metrics that are a size on disk."""
    return frozenset(
        one
        for one, metric in scene.vocabulary.metrics.items()
        if (unit := scene.vocabulary.unit_of(one)) is not None
        and unit.dimension == "bytes"
        and any(_SIZE.search(name) for row in metric.names.values() for name in row)
    )


def _named(scene: Scene, phrase: Phrase) -> MetricMention | None:
    """The metric that a goal names: right behind its words, or right before them."""
    held = [m for m in scene.mentions.metrics if m.metrics and not m.modifier]
    if phrase.match["before"]:
        behind = [m for m in held if phrase.last < m.first <= phrase.last + _REACH]
        chosen = behind[0] if behind else None
    else:
        ahead = [m for m in held if phrase.first - _REACH <= m.last <= phrase.first]
        chosen = ahead[-1] if ahead else None
    if chosen is None:
        return None
    gap = scene.tokens[min(phrase.last, chosen.last) + 1 : max(phrase.first, chosen.first)]
    broken = any(t.text in ",;:.()" or t.number is not None and t.index not in scene.mentions.name_tokens for t in gap)
    return None if broken else chosen


def _advised(scene: Scene, goal: Goal) -> tuple[str, int, int] | None:
    """The one level that is advised, and its tokens; None where there are several, none, or nothing is advised."""
    depth, inside = 0, set()
    for token in scene.tokens:
        depth += (token.text in "([") - (token.text in ")]")
        if depth > 0:
            inside.add(token.index)
    levels = [m for m in scene.mentions.levels if m.first not in inside and m.role not in ("than", "from")]
    if len({frozenset(m.ids) for m in levels}) != 1 or len(levels[0].ids) != 1:
        return None
    mention = levels[0]
    if goal.called and mention.first > goal.last + 3:
        return None
    if goal.first <= mention.first <= goal.last or is_hedged(scene, mention.first):
        return None
    before = scene.text_of(0, goal.first - 1) if goal.first else ""
    rest = f"{before} {scene.text_of(goal.last + 1, len(scene.tokens) - 1)}"
    colon = any(t.text in ":—–" for t in scene.tokens[max(0, mention.first - 2) : mention.first])
    if not colon and not _ADVICE.search(rest) or _DENIED.search(rest):
        return None
    return next(iter(mention.ids)), mention.first, mention.last


def _against(scene: Scene, metric: str, level: str, goal: Goal) -> tuple[str, tuple[str, ...], str] | None:
    """The figures that speak against a level, with their names and the level that is best; None where they do not."""
    rows = {one: held for one in scene.vocabulary.level_ids if (held := _held(scene, metric, one, goal.stats)) is not None}  # fmt: skip
    wanted = "lower" if "spread" in goal.stats else goal.side if goal.called and goal.side else scene.vocabulary.better(metric) or goal.side  # fmt: skip
    names = [name for row in scene.vocabulary.metrics[metric].names.values() for name in row]
    if wanted is None or level not in rows or len(rows) < len(scene.vocabulary.level_ids):
        return None
    if not goal.called and not scene.vocabulary.better(metric) and any(_FREE.search(name) for name in names):
        return None
    sign = 1 if wanted == "lower" else -1
    own, others = rows[level][0], {one: value for one, (value, _) in rows.items() if one != level}
    best = min(others, key=lambda one: sign * others[one])
    if min(own, *others.values()) < 0 or sign * own <= sign * others[best] or _is_open(scene, metric, level, best):
        return None
    large, small = max(own, others[best]), min(own, others[best])
    apart = large / small if small else float("inf")
    worst = goal.called or all(sign * own > sign * value for value in others.values())
    conceded = _settles(scene) or _CONCESSION.search(scene.sentence.text) is not None
    if apart < (_APART if worst else _FAR) or conceded and not worst:
        return None
    told = ", ".join(f"{one}: {value:g}" for one, (value, _) in rows.items())
    return (
        f"{metric}{''.join(f' {stat}' for stat in goal.stats[:1])}: {told}",
        (*rows[level][1], *rows[best][1])[:2],
        best,
    )


def _held(scene: Scene, metric: str, level: str, stats: tuple[str, ...]) -> tuple[float, tuple[str, ...]] | None:
    """The value of the statistic that a goal names at a level, or the central one, with its fact."""
    if "spread" in stats:
        return dispersion(scene, metric, level)
    if len(stats) > 1:
        return None
    stat = stats[0] if stats and stats[0] not in ("best", "worst") else "max" if stats == ("worst",) else None
    values = scene.vocabulary.values(metric, stat, level) if stat is not None else []
    fact = (
        values[0]
        if values
        else scene.vocabulary.central(metric, level)
        if stat in (None, "mean", "min", "max")
        else None
    )
    return None if fact is None else (shown(fact), (fact.name,))


def _settles(scene: Scene) -> bool:
    """Whether the sentence weighs more than one goal: "100 for latency and memory alike"."""
    return len({m.metrics for m in scene.mentions.metrics if m.metrics and not m.modifier}) > 1


def _is_open(scene: Scene, metric: str, level: str, best: str) -> bool:
    """Whether the repeats do not tell the two levels apart."""
    vocabulary = scene.vocabulary
    pair = {level, best}
    return any(
        {vocabulary.canonical_effect(e.level), vocabulary.canonical_effect(e.baseline or "")} == pair
        and e.verdict in ("undecided", "equivalent")
        for e in vocabulary.effects(metric)
    )


__all__ = ["judge_goals"]
