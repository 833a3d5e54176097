"""Judges which way: directions, comparisons and monotone sequences, with ties and noise.

An order of measured values is a description. Where the design has repeats, "higher" and "best" also need a verdict;
a difference that is undecided or equivalent, told without "within noise" near it, is refuted.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import (
    BETTERMENTS,
    DIRECTIONS,
    PERCENTILES,
    UNSETTLED,
    Argument,
    argument_of,
    clause_bounds,
    coordinated,
    is_hedged,
    is_negated,
    measured_metrics,
    missing_statistic,
    noise_near,
    stat_of,
    worst_of,
)
from factcheck.binding.contenders import grid_rows
from factcheck.binding.courselines import goes_from, goes_on_beyond
from factcheck.binding.mention_words import count_word
from factcheck.binding.operands import clause_speaks_of_else
from factcheck.binding.pairs import DOWN, UP, Pair, effect_pct, pairs_for, parameter_words
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import is_range, levels_in, segment
from factcheck.binding.surroundings import of_a_group
from factcheck.binding.ways import within_runs
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_of, is_how_often
from factcheck.judging.monotone import is_said_both_ways
from factcheck.judging.offlevels import off_the_levels
from factcheck.judging.untold import along_no_order, is_change_between_names, of_untold_levels, of_value_beside
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

_OVER_TIME = ("времен", "over time", "концу", "в ходе", "during the", "в начале", "by the end", "к концу", "постепенно", "throughout", "в течение", "с течением", "after the start",
              "по ходу", "за прогон", "over the run", "минуту", "per minute", "a minute", "an hour", "as the test", "through the run", "in the course of",
              "under growing load", "under rising load", "under increasing load", "растущей нагруз")  # fmt: skip


def judge_direction(scene: Scene, token: Token) -> tuple[Argument, Ruling] | None:
    """The ruling on a direction word; None when it makes no statement of its own."""
    if token.index in parameter_words(scene) or _beside_a_link(scene, token) or _compared_in_speed(scene, token):
        return None
    offset = token.start - scene.tokens[0].start
    if is_of_place(scene, token) or any(m.start() <= offset < m.end() for m in EACH_STEP.finditer(scene.sentence.text)):
        return None
    argument = argument_of(scene, token)
    primary = scene.vocabulary.facts.experiment.primary
    if (
        (argument is None or not argument.metrics)
        and token.has("better", "worse")
        and scene.mentions.levels
        and primary
        and not token.has("up.comparative", "down.comparative")
        and not (argument is not None and argument.own and token.stems & BETTERMENTS)
    ):
        if scene.vocabulary.better(primary) is not None:
            argument = Argument(frozenset({primary}), token.index, token.index, False)
    if argument is None or _circumstance(scene, token, argument):
        return None
    if argument.metrics and token.lower in _SPEED and not any(_is_speed(scene, m) for m in argument.metrics):
        # a share cannot be slower: the word is said of what the experiment is decided on
        if primary is None or not (scene.mentions.levels or scene.inherited_levels):
            return argument, Ruling("unverifiable", "what is faster is not said", "не сказано, что быстрее")
        argument = Argument(frozenset({primary}), token.index, token.index, False)
    if _outdoes(scene, token, argument):
        return argument, Ruling("unverifiable", "one metric against another", "одна метрика против другой")
    if not argument.metrics:
        return argument, Ruling("unverifiable", "the facts hold nothing about this", "в фактах об этом ничего нет")
    if _beyond_a_colon(scene, token, argument):
        return argument, Ruling("unverifiable", "of what the clause names itself", "о том, что названо в самой части")
    start, stop = clause_bounds(scene, token.index)
    if any(t.lower in _AT_TIMES for t in scene.tokens[start : stop + 1]):
        return argument, Ruling("unverifiable", "said of some runs or moments", "о некоторых прогонах или моментах")
    own_levels = [m for m in scene.mentions.levels if start <= m.first <= stop] or scene.mentions.levels
    if over_executions(scene, token):
        return argument, Ruling(
            "unverifiable", "over executions, of which the facts hold one", "по выполнениям, а в фактах оно одно"
        )
    if any(t.number is not None and is_how_often(scene.block.text, t.number) for t in scene.tokens[start : stop + 1]):
        return argument, Ruling("unverifiable", "how often it happened", "сколько раз это случилось")
    if of_a_group(scene, token.index):
        return argument, Ruling("unverifiable", "of several levels, called together", "о нескольких уровнях вместе")
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    if token.has("better", "worse") and following is not None and count_word(following) and not scene.mentions.levels:
        return argument, Ruling("unverifiable", "of a level that is not named", "об уровне, который не назван")
    negated = is_negated(scene, token.index)
    if negated and _BOUNDED.match(scene.block.text[token.end : token.end + 24]):
        return argument, Ruling("unverifiable", "a bound, judged by its number", "граница: о ней судят по числу")
    correlated = _correlation_direction(scene, token)
    if correlated is not None:
        return argument, correlated
    scattered = _of_scatter(scene, token, argument, bool(own_levels), negated)
    if scattered is not None:
        return argument, scattered
    if any(t.has("stable", "unstable") for t in scene.tokens[start : token.index]) and token.has(
        "up.comparative", "down.comparative", "better", "worse"
    ):
        return argument, Ruling(
            "unverifiable", "the facts hold no dispersion for this", "в фактах нет разброса для этого"
        )
    rulings: list[Ruling] = []
    for metrics in coordinated(scene, argument, token):
        way = direction_of(scene, token, metrics)
        if not way:
            rulings.append(
                Ruling("unverifiable", "no side of this metric is called better", "у этой метрики нет лучшей стороны")
            )
            continue
        rulings += [
            _direction(scene, token, argument, metric, way, bool(own_levels), negated)
            for metric in sorted(measured_metrics(scene, metrics))
        ]
    ruling = worst_of(rulings) if rulings else None
    if ruling is not None and ruling.verdict == "contradicted" and argument.first == argument.last == token.index:
        for metric in sorted(argument.metrics):
            for stat in _stats_beside(scene, metric, token):
                other = _direction(scene, token, argument, metric, direction_of(scene, token, argument.metrics), bool(own_levels), negated, stat)  # fmt: skip
                ruling = other if other.verdict != "contradicted" else ruling
    if (
        ruling is not None
        and ruling.verdict == "contradicted"
        and (off_the_levels(scene, token.index) or _of_extreme_before(scene, token))
    ):
        ruling = Ruling("unverifiable", "told of other metrics or levels", "сказано о других метриках или уровнях")
    beyond = all(goes_from(scene, m) for m in own_levels) if own_levels else goes_on_beyond(scene, start, stop) is not None  # fmt: skip
    if ruling is not None and (beyond or ruling.verdict == "contradicted" and _goes_on_than(scene, token)):
        ruling = Ruling("unverifiable", "with what it is compared stands elsewhere", "с чем сравнивают, сказано раньше")
    if ruling is not None and ruling.verdict == "supported" and _of_the_only(scene, token):
        ruling = Ruling("unverifiable", "of the only one that does so", "о единственном, у кого это так", ruling.facts)
    untold = not own_levels and (of_untold_levels(scene, token) or is_change_between_names(scene, token))
    if ruling is not None and ruling.verdict == "contradicted" and untold:
        ruling = Ruling("unverifiable", "along which levels is not said", "вдоль каких уровней, не сказано")
    return (argument, ruling) if ruling is not None else None


def _of_the_only(scene: Scene, token: Token) -> bool:
    """ "B is the only one that improves on A": that no other one does is a part of what is said."""
    before = scene.tokens[: token.index]
    only = next((t.index for t in reversed(before) if t.has("only")), None)
    return only is not None and any(t.lower in ("that", "which", "who") or t.lower.startswith("котор") for t in before[only:])  # fmt: skip


def _stats_beside(scene: Scene, metric: str, token: Token) -> list[str]:
    """ "The 95th percentile of read latency is 14.3 and 14.9 ms: here 512 is worse": the statistics told beside a metric before the word's clause."""
    near = [
        t
        for m in scene.mentions.metrics
        if metric in m.metrics and m.last < token.index
        for t in scene.tokens[max(0, m.first - 4) : m.last + 3]
    ]
    said = {t.rank or t.statistic for t in near} & {"max", "min", "median", *PERCENTILES}
    return sorted(stat for stat in said if stat and stat in scene.vocabulary.stats_of(metric))


def _of_the_noun_behind(scene: Scene, token: Token, argument: Argument) -> bool:
    """ "The disk moves more data in fewer requests", "больше данных": how much there is of the noun behind the word, which is no metric."""
    behind = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    if (
        token.lower not in _MANY
        or behind is None
        or not behind.is_word
        or behind.concepts
        or argument.last > token.index
    ):
        return False
    named = any(m.first <= behind.index <= m.last for m in scene.mentions.metrics)
    named = named or any(m.first <= behind.index <= m.last for m in scene.mentions.levels)
    return not named and part_of_speech(behind.lower) == "NOUN" if not behind.text.isascii() else not named and behind.stems & _THINGS != set()  # fmt: skip


_MANY = {"more", "fewer", "less", "больше", "меньше"}
_THINGS = {"data", "request", "operation", "work", "write", "read", "byte", "page", "row", "file"}


def _beyond_a_colon(scene: Scene, token: Token, argument: Argument) -> bool:
    """ "It changes how the disk works: fewer operations, larger requests": the metric is taken from before a colon, behind which something else is named."""
    parted = any(t.text == ":" for t in scene.tokens[argument.last : token.index])
    behind = scene.tokens[token.index + 1 : token.index + 2]
    other = clause_speaks_of_else(scene, token.index) or any(t.stems & _THINGS for t in behind)
    other = other or _of_the_noun_behind(scene, token, argument)
    return parted and argument.last < token.index and other


def _of_extreme_before(scene: Scene, token: Token) -> bool:
    """ "The longest response (35 ms) is even shorter than with 20": of the extreme or percentile that is told right before the word."""
    before = [bound for at, bound in sorted(scene.bounds.items()) if token.index - 6 <= at < token.index]
    fact = scene.vocabulary.by_name.get(before[-1].facts[0]) if before and len(before[-1].facts) == 1 else None
    return (
        fact is not None
        and fact.stat in ("max", "min", "p95", "p99")
        and scene.tokens[before[-1].place + 1].text == ")"
    )


_PERIOD_EN = r"(?:nights?|days?|weeks?|months?|years?|executions?|releases?)"
_PERIOD_RU = r"(?:ноч\w*|дн(?:я|ей|ям|и)|дней|сут(?:ки|ок|кам)|недел\w*|месяц\w*|лет|год\w*|выполнени\w+)"
_OVER_EXECUTIONS = re.compile(
    rf"\b(?:over|across|within|in|during|for|through) (?:the )?(?:last |past |these |all )?(?:[\w.,]+ )?{_PERIOD_EN}\b|\bfrom {_PERIOD_EN} to {_PERIOD_EN}\b"
    rf"|\b{_PERIOD_EN} (?:by|after) {_PERIOD_EN}\b|(?<!\w)(?:за|в течение|на протяжении|по) (?:последни\w+ |все |эти )?(?:[\w.,]+ )?{_PERIOD_RU}(?!\w)"
    rf"|(?<!\w)от {_PERIOD_RU} к {_PERIOD_RU}(?!\w)|(?<!\w){_PERIOD_RU} за {_PERIOD_RU}(?!\w)",
    re.I,
)


def over_executions(scene: Scene, token: Token) -> bool:
    """ "Throughput rises over 12 nights", "растёт от ночи к ночи": facts are of one execution and know no others."""
    return token.has("up.intransitive", "down.intransitive") and told_over_executions(scene, token.index)


def told_over_executions(scene: Scene, place: int) -> bool:
    """Whether the clause of a word speaks of many nights."""
    start, stop = clause_bounds(scene, place)
    return _OVER_EXECUTIONS.search(scene.text_of(start, stop).replace("\u00a0", " ")) is not None


_INTO = {"into", "within", "inside", "under", "onto", "outside"}


def is_of_place(scene: Scene, token: Token) -> bool:
    """ "Three checkpoints fell into this run": where something lies, not which way it goes."""
    following = scene.tokens[token.index + 1].lower if token.index + 1 < len(scene.tokens) else ""
    return token.lower in ("fall", "falls", "fell", "fallen", "falling") and following in _INTO


_BOUNDED = re.compile(r"\s+(?:below|under|above|over|past|beyond|ниже|выше|больше|меньше)\s+(?:\w+\s+)?[~≈]?\d", re.I)
_SCATTER = {
    "scatter",
    "spread",
    "dispersion",
    "variability",
    "variance",
    "разброс",
    "дисперсия",
    "вариация",
    "вариативность",
}
_WIDTHS = ("stddev", "amplitude", "mad")


def _of_scatter(scene: Scene, token: Token, argument: Argument, levels_said: bool, negated: bool) -> Ruling | None:
    """ "Dispersion grows with the ratio", "at 64 its range is wider": the way of the deviations (or amplitudes), not of the metric itself; None when no scatter is its subject."""
    before = scene.tokens[max(0, token.index - 7) : token.index]
    subject = next((t for t in reversed(before) if t.index >= token.index - 4 and t.stems & _SCATTER or is_range(scene, t)), None)  # fmt: skip
    if subject is None or not token.has("up.intransitive", "down.intransitive", "up.comparative", "down.comparative"):
        return None
    ranged = not subject.stems & _SCATTER
    way = UP if token.has("up.intransitive", "up.comparative") else DOWN
    held = scene.vocabulary.stats_of
    rulings = [
        _direction(scene, token, argument, metric, way, levels_said, negated, stat)
        for metric in sorted(measured_metrics(scene, argument.metrics))
        for stat in (("amplitude",) if ranged else _WIDTHS)
        if stat in held(metric) or ranged and {"min", "max"} <= set(held(metric))
    ]
    if not rulings:
        return Ruling("unverifiable", "the facts hold no dispersion for this", "в фактах нет разброса для этого")
    return next((ruling for ruling in rulings if ruling.verdict == "supported"), worst_of(rulings))


def _compared_in_speed(scene: Scene, token: Token) -> bool:
    """ "grows faster than the time shrinks": how fast two things go, which no fact tells."""
    before = [t.lower for t in scene.tokens[max(0, token.index - 3) : token.index]]
    return (
        token.has("up.intransitive", "down.intransitive")
        and bool({"чем", "than"} & set(before))
        and not any(m.role == "than" for m in scene.mentions.levels)
    )


def _circumstance(scene: Scene, token: Token, argument: Argument) -> bool:
    """ "With a larger cache IO waits lose weight": under which setting, where the noun is no metric's whole name."""
    before = [t.lower for t in scene.tokens[max(0, token.index - 2) : token.index] if t.lower not in ("a", "the")]
    loose = not any(m.exact for m in scene.mentions.metrics if m.first == argument.first)
    opened = token.index <= 2 and bool(before) and before[-1] in ("with", "при", "с", "со")
    return opened and loose and argument.first > token.index and token.has("up.comparative", "down.comparative")


_TIES = ("weaken", "strengthen", "loosen", "tighten", "ослаб", "усили")


def _beside_a_link(scene: Scene, token: Token) -> bool:
    """ "the correlation weakens as the cache grows": the second verb is the parameter's."""
    before = [t.lower for t in scene.tokens[max(0, token.index - 4) : token.index]]
    linked = any(t.has("correlate") for t in scene.tokens) and any(t.lower.startswith(_TIES) for t in scene.tokens)
    return linked and not token.lower.startswith(_TIES) and bool({"as", "when", "with", "когда", "чем"} & set(before))


_OUTDO = {
    "превосходить",
    "превзойти",
    "опережать",
    "опередить",
    "обгонять",
    "обогнать",
    "exceed",
    "outnumber",
    "surpass",
    "outweigh",
    "уступать",
}


def _outdoes(scene: Scene, token: Token, argument: Argument) -> bool:
    """ "it outnumbers the timeouts": the metric behind the verb is what something else is compared with."""
    return bool(token.stems & _OUTDO) and argument.own and 0 < argument.first - token.index <= 2


_SPEED = {"faster", "slower", "quicker", "быстрее", "медленнее"}


def _is_speed(scene: Scene, metric: str) -> bool:
    unit = scene.vocabulary.unit_of(metric)
    return unit is not None and unit.dimension in ("time", "frequency", "bandwidth")


def _correlation_direction(scene: Scene, token: Token) -> Ruling | None:
    """ "корреляция возрастает с 0,78 до 0,94": the coefficients of the sentence decide."""
    start, _ = clause_bounds(scene, token.index)
    if not any(t.has("correlate") for t in scene.tokens[start : token.index + 1]):
        return None
    values = [
        t.number.low_value()
        for t in scene.tokens
        if t.number is not None
        and t.number.is_value
        and t.number.unit is None
        and abs(t.number.low_value()) <= 1
        and t.index not in scene.mentions.level_tokens
    ]
    way = UP if token.has("up.intransitive", "up.noun", "up.transitive", "up.comparative") else DOWN
    if len(values) < 2:
        return Ruling("unverifiable", "the coefficients are not compared here", "коэффициенты здесь не сравниваются")
    steps = [abs(b) - abs(a) for a, b in itertools.pairwise(values)]
    signed = [b - a for a, b in itertools.pairwise(values)]
    text = " → ".join(f"{value:g}" for value in values)
    good = all(step * way > 0 for step in steps) or all(step * way > 0 for step in signed)
    return Ruling("supported" if good else "contradicted", text, text, (), None if good else text)


_CONTESTS = {"проиграть", "проигрывать", "уступать", "уступить", "отставать"}
#: Won by someone: "the two middle sizes beat both ends" is no way along the sizes.
_VICTORIES = {"win", "beat", "outperform", "выиграть", "выигрывать", "победить", "побеждать", "опередить", "опережать", "обогнать", "обгонять", "превзойти", "превосходить"}  # fmt: skip


def _direction(
    scene: Scene,
    token: Token,
    argument: Argument,
    metric: str,
    way: int,
    levels_said: bool,
    negated: bool,
    of: str | None = None,
) -> Ruling:
    """The ruling on one metric; `of` is the statistic that the word is known to be of."""
    text = scene.sentence.lower_text
    parametric = any(scene.mentions.factors) and bool(parameter_words(scene))
    if (
        (any(word in text for word in _OVER_TIME) or within_runs(scene))
        and not parametric
        and not any(m.role in ("than",) for m in scene.mentions.levels)
    ):
        return _over_time(scene, token, metric, way, negated)
    stat = of or stat_of(scene, argument, token)
    if stat in ("r_squared", "slope", "angle") and not any(t.statistic == stat for t in scene.tokens[: token.index]):
        return _over_time(scene, token, metric, way, negated)  # "throughput falls at 64 (R² = 0.81)"
    if (missing := missing_statistic(scene, metric, stat)) is not None:
        return missing
    if (pair := _on_from(scene, token)) is not None:
        return _pair(scene, token, metric, pair, way, stat, negated)
    if stat is None and _reaches_extreme(scene, token):
        return Ruling("unverifiable", "within a run, up to its extreme", "внутри прогона, до его крайнего значения")
    told = _told_values(scene, token, metric) if of is None else None
    if told is not None:
        first, second, base, level = told
        way_told = UP if second > first else DOWN if second < first else 0
        if (way_told != way) != negated:
            return Ruling(
                "contradicted",
                f"{first:g} → {second:g} goes the other way",
                f"{first:g} → {second:g} — в обратную сторону",
                (),
                f"{first:g} → {second:g}",
            )
        if base and level and base != level:
            return _pair(scene, token, metric, Pair(base, level, True), way, stat, negated)
        if not scene.has("monotone", "trend") and _told_count(scene, token, metric) < len(scene.vocabulary.level_ids):
            # two values of two levels that are not said: they are what the word is of, not the row of all levels
            text = f"{first:g} → {second:g}"
            return Ruling("supported", text, text)
    beside = of_value_beside(scene, token, metric, way) if not levels_said and not negated and of is None else None
    if beside is not None:
        return beside
    both_ways = is_said_both_ways(scene)
    sequence = (
        scene.has("trend")
        or scene.has("monotone")
        and not both_ways
        or parametric
        or scene.matches(EACH_STEP)
        or any(t.text in ("→", "->") for t in scene.tokens)
    )
    pairs = pairs_for(scene, None, token.index, within=not _OVER_ALL.search(text))
    explicit = _before_but(scene, token, [p for p in pairs if p.explicit])
    if explicit and not (sequence and len({m.ids for m in scene.mentions.levels}) > 2):
        strict = scene.has("monotone") and not both_ways and len({m.ids for m in scene.mentions.levels}) <= 2
        if strict and _stretch_goes(scene, metric, way, stat):
            return _pairs(scene, token, metric, explicit, way, stat, negated)
        if strict and not any(m.role == "than" for m in scene.mentions.levels):
            return _trend(scene, metric, way, stat, True, negated)
        return _pairs(scene, token, metric, explicit, way, stat, negated)
    if levels_said and not sequence or (scene.inherited_levels and not sequence and not scene.mentions.levels):
        return _open_pairs(scene, token, metric, pairs, way, stat, negated, own=levels_said)
    if (
        levels_said
        and any(m.role == "to" for m in scene.mentions.levels)
        and not scene.has("monotone", "trend")
        and not any(t.text in ("→", "->") for t in scene.tokens)
    ):
        return _open_pairs(scene, token, metric, pairs, way, stat, negated, own=True)
    if (
        (sequence or not levels_said)
        and not parametric
        and nominal(scene)
        and token.has("up.intransitive", "down.intransitive")
    ):
        return _over_time(
            scene, token, metric, way, negated
        )  # levels that are mere names have no order along which it could rise
    two = _of_two(scene) if not levels_said and not parametric and not scene.inherited_levels else None
    if two is not None and _pair(scene, token, metric, two, way, stat, negated).verdict == "supported":
        return _pair(scene, token, metric, two, way, stat, negated)
    if two is not None or not levels_said and not scene.inherited_levels and along_no_order(scene):
        return Ruling("unverifiable", "along which levels is not said", "вдоль каких уровней, не сказано")
    if both_ways or token.stems & (_VICTORIES if levels_said else _VICTORIES | _CONTESTS):
        return Ruling("unverifiable", "along which levels is not said", "вдоль каких уровней, не сказано")
    if sequence or not levels_said:
        order = DOWN if _reversed_parameter(scene) else UP
        return _trend(
            scene,
            metric,
            way * order,
            stat,
            scene.has("monotone")
            or parametric
            or scene.matches(EACH_STEP)
            or any(t.text in ("→", "->") for t in scene.tokens),
            negated,
        )
    return Ruling("unverifiable", "which levels are compared is not said", "не сказано, какие уровни сравниваются")


_OVER_ALL = re.compile(r"\b(?:all|every|each|both)\b|(?<!\w)(?:кажд\w+|любо\w+|все[хм]|обоих|обеих)(?!\w)", re.I)
#: "Speed rises with every increase of the workers": along the whole row.
EACH_STEP = re.compile(r"\bwith (?:each|every) (?:step|increase|increment|rise)\b|(?<!\w)с каждым (?:шагом|увеличением|повышением|добавлени\w+)(?!\w)", re.I)  # fmt: skip
_BUT = {"though", "although", "but", "yet", "while", "хотя", "но", "однако", "зато"}


def _stretch_goes(scene: Scene, metric: str, way: int, stat: str | None) -> bool:
    """ "From 0 to 800 it rises steadily": whether every step between the two named levels goes the way."""
    named = [next(iter(m.ids)) for m in scene.mentions.levels if m.role in ("from", "to") and len(m.ids) == 1]
    row = scene.vocabulary.series(metric, stat if stat in scene.vocabulary.stats_of(metric) else None)
    places = [at for at, (level, _) in enumerate(row) if level in named]
    if len(set(named)) != 2 or len(places) != 2:
        return False
    values = [shown(fact) for _, fact in row[places[0] : places[1] + 1]]
    return all((b - a) * way > 0 for a, b in itertools.pairwise(values))


def _before_but(scene: Scene, token: Token, pairs: list[Pair]) -> list[Pair]:
    """ "slipped 5.8% below 16, though it still beats the baseline": of several bases those that are named before the turn."""
    cut = next((t.index for t in scene.tokens[token.index :] if t.lower in _BUT), None)
    if cut is None:
        return pairs
    said = {i for m in scene.mentions.levels if m.first < cut for i in m.ids}
    return [p for p in pairs if p.base in said] or pairs


def _of_two(scene: Scene) -> Pair | None:
    """Of two levels that are names, what gets better or worse does so from the baseline to the other."""
    levels, base = scene.vocabulary.level_ids, sorted(scene.vocabulary.special("baseline"))
    if len(levels) != 2 or len(base) != 1 or any(char.isdigit() for level in levels for char in level):
        return None
    return Pair(base[0], next(level for level in levels if level != base[0]), True)


def nominal(scene: Scene) -> bool:
    """Whether the levels are names: three or more, none of them a number."""
    levels = scene.vocabulary.level_ids
    return len(levels) > 2 and not any(char.isdigit() for level in levels for char in level)


#: "In 28 s, compared to 32 s": "to" leads to no second end.
_HELD_AGAINST = {"compared", "comparison", "relative", "opposed", "contrast", "next", "close", "equal", "due", "сравнении", "сравнению", "отличие"}  # fmt: skip


def _told_values(scene: Scene, token: Token, metric: str) -> tuple[float, float, str | None, str | None] | None:
    """ "с 3,80 (off) до 3,60 (2 МБ)", "41.2 → 48.8" after the word: first and last value, and their levels if said."""
    row = [
        b
        for place, b in sorted(scene.bounds.items())
        if place > token.index
        and metric in b.metrics
        and b.predicate == "value"
        and b.number.kind == "value"
        and b.number.high is None
    ]
    row = [b for b in row if not any(t.text == ";" or t.wall >= 6 for t in scene.tokens[token.index : b.place])]
    if len(row) < 2 or row[0].place - token.index > 12:
        return None
    for one, two in itertools.pairwise(row):
        words = [t.lower for t in scene.tokens[one.place + 1 : two.place]]
        turns = any(t.has(*DIRECTIONS) for t in scene.tokens[one.place + 1 : two.place])
        turns = turns or any(word in _HELD_AGAINST for word in words)
        if turns or not any(word in ("до", "to", "→", "->") for word in words) or len(words) > 9:
            row = row[: row.index(two)]
            break
    if len(row) < 2:
        return None
    ends = [
        next(iter(b.levels[0]))
        if b.level_source in ("own", "sequence") and len(b.levels) == 1 and len(b.levels[0]) == 1
        else None
        for b in (row[0], row[-1])
    ]
    if len(row) > 2:
        # a row of values: each step must go the same way
        values = [b.number.low_value() for b in row]
        up = all(b >= a for a, b in itertools.pairwise(values))
        down = all(b <= a for a, b in itertools.pairwise(values))
        if not up and not down:
            return None
    one, two = row[0].number, row[-1].number
    same = one.unit is None or two.unit is None or one.unit == two.unit
    scale = 1.0 if same or one.unit is None or two.unit is None else one.unit.scale / two.unit.scale
    return one.low_value() * scale, two.low_value(), ends[0], ends[1]


def _on_from(scene: Scene, token: Token) -> Pair | None:
    """ "растёт до 16 и снижается к 64": the second way leads from the level that the first one ended at."""
    ends = [
        m for m in scene.mentions.levels
        if len(m.ids) == 1 and m.first and scene.tokens[m.first - 1].lower in ("до", "к", "to", "until")
    ]  # fmt: skip
    here = next((m for m in ends if 0 < m.first - token.index <= 3), None)
    before = next((m for m in reversed(ends) if m.last < token.index), None)
    ways = [t for t in scene.tokens[: before.first] if t.has("up.intransitive", "down.intransitive")] if before else []
    if here is None or before is None or not ways or here.ids == before.ids:
        return None
    return Pair(next(iter(before.ids)), next(iter(here.ids)), True)


def _reaches_extreme(scene: Scene, token: Token) -> bool:
    """ "writes jump to 118,900": the one value behind the word is an extreme of a run, which says nothing of the levels' order."""
    for place in range(token.index + 2, min(len(scene.tokens), token.index + 5)):
        bound = scene.bounds.get(place)
        if bound is not None:
            fact = scene.vocabulary.by_name.get(bound.facts[0]) if len(bound.facts) == 1 else None
            gap = {t.lower for t in scene.tokens[token.index + 1 : place]}
            return (
                bound.verdict == "supported"
                and fact is not None
                and fact.stat in ("max", "min")
                and bool(gap & {"to", "до"})
            )
    return False


def _told_count(scene: Scene, token: Token, metric: str) -> int:
    """How many values of the metric the sentence tells after the word."""
    return sum(p > token.index and metric in b.metrics and b.predicate == "value" for p, b in scene.bounds.items())


def _reversed_parameter(scene: Scene) -> bool:
    pairs = pairs_for(scene, None)
    order = scene.vocabulary.numeric_order
    return not scene.mentions.levels and bool(pairs) and bool(order) and pairs[0].base == order[-1]


_REST = {"other", "others", "rest", "remaining", "остальной", "прочий"}


def _spoken_of(scene: Scene, token: Token) -> set[str]:
    """The levels of a word's own clause; "on the other three" those that are not named before it; else the sentence's, or those inherited."""
    start, stop = segment(scene, token.index)
    here = {i for m in levels_in(scene, start, stop) if m.role != "than" for i in m.ids}
    named = {i for m in scene.mentions.levels for i in m.ids}
    if not here and any(t.stems & _REST for t in scene.tokens[start : stop + 1]):
        before = {i for m in scene.mentions.levels if m.last < start for i in m.ids}
        return set(scene.vocabulary.level_ids) - before if before else set()
    return here or named or set(scene.inherited_levels)


def _over_time(scene: Scene, token: Token, metric: str, way: int, negated: bool) -> Ruling:
    levels = _spoken_of(scene, token)
    told = scene.vocabulary.values(metric, "slope", any_level=True) or scene.vocabulary.values(
        metric, "angle", any_level=True
    )
    held = [f for f in told if not levels or f.level in levels]
    if any(t.lower in ("почти", "hardly", "barely", "scarcely", "almost") for t in scene.tokens) and negated | bool(
        re.search(r"\b(?:hardly|barely|scarcely)\b", scene.sentence.text, re.I)
    ):
        return Ruling("unverifiable", "how little is not said", "насколько мало, не сказано")
    if not held:
        return Ruling("unverifiable", f"the facts hold no slope of {metric}", f"в фактах нет наклона {metric}")
    fits = all((f.value > 0) == (way > 0) for f in held) != negated
    names = tuple(f.name for f in held)
    if fits:
        return Ruling("supported", f"slope of {metric}", f"наклон {metric}", names)
    one = next((f for f in held if (f.value > 0) != (way > 0)), held[0])
    return Ruling(
        "contradicted", f"{one.name} is {one.value:g}", f"{one.name} равно {one.value:g}", names, f"{one.value:g}"
    )


def difference(scene: Scene, metric: str, pair: Pair, stat: str | None = None) -> tuple[int, Fact | None, Fact | None]:
    """The sign of level minus base as displayed, with the facts; 0 for a tie, and None facts where they are missing."""
    vocabulary = scene.vocabulary
    name = stat if stat in vocabulary.stats_of(metric) else None
    if stat == "amplitude" and name is None:
        ends = [vocabulary.central(metric, level, edge) for level in (pair.base, pair.level) for edge in ("min", "max")]
        row = [shown(fact) for fact in ends if fact is not None]
        if len(row) == 4:  # "the spread is larger than at 100": from the two ends of the runs
            gap = (row[3] - row[2]) - (row[1] - row[0])
            return (UP if gap > 0 else DOWN if gap < 0 else 0), ends[1], ends[3]
    for choice in (name,) if name else (None, "median", "mean", "max", "min"):
        base, level = vocabulary.central(metric, pair.base, choice), vocabulary.central(metric, pair.level, choice)
        if base is not None and level is not None and base.stat == level.stat:
            gap = shown(level) - shown(base)
            return (UP if gap > 0 else DOWN if gap < 0 else 0), base, level
    held = vocabulary.effect(metric, pair.level, pair.base)
    if held:
        value = effect_pct(held[0], held[1])
        if value is not None:
            return (UP if value > 0 else DOWN if value < 0 else 0), None, None
    return 0, None, None


def _pairs(
    scene: Scene, token: Token, metric: str, pairs: list[Pair], way: int, stat: str | None, negated: bool
) -> Ruling:
    """Explicit pairs: all of those that one base or one level give must hold."""
    both_ways = {(p.level, p.base) for p in pairs} & {(p.base, p.level) for p in pairs}
    rulings = [_pair(scene, token, metric, pair, way, stat, negated) for pair in pairs]
    if both_ways:
        good = [r for r in rulings if r.verdict == "supported"]
        return good[0] if good else rulings[0]
    if _without_subject(pairs) and any(r.verdict == "supported" for r in rulings):
        return Ruling("unverifiable", "of which level is not said", "о каком уровне, не сказано")
    return worst_of(rulings)


def _without_subject(pairs: list[Pair]) -> bool:
    """ "At 256 it is faster than PgBouncer": in a grid, the base gives a level of a factor of which the other side gives none, or what is compared is now this factor, now that."""
    cells = [(pair.base.split("/"), pair.level.split("/")) for pair in pairs]
    if len({len(side) for cell in cells for side in cell}) != 1 or len(cells[0][0]) < 2:
        return False
    varied = {tuple(one != two for one, two in zip(*cell, strict=True)) for cell in cells}
    bases, levels = (zip(*sides, strict=True) for sides in zip(*cells, strict=True))
    unsaid = any(len(set(told)) == 1 < len(set(left)) for told, left in zip(bases, levels, strict=True))
    return unsaid or len(varied) > 1


def _goes_on_than(scene: Scene, token: Token) -> bool:
    """ "It is faster than B on reads and 20% faster on writes": in a grid, the base of the second comparison stands behind the first."""
    start, _ = clause_bounds(scene, token.index)
    before = scene.tokens[start : token.index]
    behind = scene.tokens[token.index + 1 : token.index + 4]
    than = next((t.index for t in before if t.lower in ("than", "чем")), None)
    joined = than is not None and any(t.lower in ("and", "и", ",") for t in before if t.index > than)
    grid = len(scene.vocabulary.facts.experiment.factors) > 1
    return grid and joined and not any(t.lower in ("than", "чем") for t in behind) and token.has("up.comparative", "down.comparative", "better", "worse")  # fmt: skip


def _pair(scene: Scene, token: Token, metric: str, pair: Pair, way: int, stat: str | None, negated: bool) -> Ruling:
    sign, base, level = difference(scene, metric, pair, stat)
    held = scene.vocabulary.effect(metric, pair.level, pair.base)
    if base is None and held is None:
        return Ruling(
            "unverifiable", f"the facts hold no {metric} for these levels", f"в фактах нет {metric} для этих уровней"
        )
    names = tuple(f.name for f in (level, base) if f is not None)
    what = (
        f"{metric}: {level.value:g} ({pair.level}) and {base.value:g} ({pair.base})"
        if base and level
        else f"{metric}: effect {held[0].effect_pct if held else ''}%"
    )
    ru = what.replace(" and ", " и ").replace("effect", "эффект")
    if negated:
        if sign == way and not (held and held[0].verdict in UNSETTLED):
            return Ruling("contradicted", what, ru, names)
        return Ruling("supported", what, ru, names)
    if sign != way:
        return Ruling(
            "contradicted",
            what + ("; they are equal" if sign == 0 else ""),
            ru + ("; они равны" if sign == 0 else ""),
            names,
        )
    if (
        held is not None
        and held[0].verdict in UNSETTLED
        and scene.vocabulary.repeated
        and not noise_near(scene)
        and not is_hedged(scene, token.index)
        and scene.block.kind != "cell"
        and not (base is not None and base.stat not in ("mean", "median", "count", "share"))
        and not _of_told_values(scene, token, names)
    ):
        if _lists_statistics(scene, token):
            return Ruling("unverifiable", "of the values of several statistics", "о значениях нескольких статистик")
        return Ruling(
            "contradicted",
            f"{what}: the verdict is {held[0].verdict}, the difference is not established",
            f"{ru}: вердикт {held[0].verdict}, разница не установлена",
            names,
            held[0].verdict,
        )
    return Ruling("supported", what, ru, names)


_THAN_ANY = re.compile(r"^\W*(?:than|чем)\s+(?:\w+\s+){0,2}(?:any|every|all|люб\w+|все\w*|кажд\w+)", re.I)


def _lists_statistics(scene: Scene, token: Token) -> bool:
    """ "Only 64 beats the baseline on mean, median and p99 alike": of what each of them is, and of no verdict on the metric."""
    start, stop = clause_bounds(scene, token.index)
    row = scene.tokens[start if scene.tokens[start].lower in ("by", "on", "in", "по") else token.index + 1 : stop + 1]
    told = {t.rank or t.statistic for t in row if t.index != token.index}
    return len(told & {"mean", "median", "max", "min", *PERCENTILES}) > 1


def _of_told_values(scene: Scene, token: Token, names: tuple[str, ...]) -> bool:
    """ "418 queries an hour, more than at any other value": of the value that stands before the word, and of no verdict."""
    before = [b for at, b in scene.bounds.items() if token.index - 6 <= at < token.index and b.verdict == "supported"]
    held = any(name in b.facts for b in before for name in names)
    return held and _THAN_ANY.match(scene.block.text[token.end :]) is not None


def _open_pairs(
    scene: Scene, token: Token, metric: str, pairs: list[Pair], way: int, stat: str | None, negated: bool, *, own: bool
) -> Ruling:
    """One level is said, the base is not: right against the baseline or against all the others, wrong against none."""
    rulings = [(pair, _pair(scene, token, metric, pair, way, stat, negated)) for pair in pairs]
    known = [(pair, ruling) for pair, ruling in rulings if ruling.verdict != "unverifiable"]
    if not known:
        return rulings[0][1] if rulings else Ruling("unverifiable", "nothing to compare with", "не с чем сравнить")
    if all(ruling.verdict == "contradicted" for _, ruling in known):
        return known[0][1]
    if all(ruling.verdict == "supported" for _, ruling in known) or own and known[0][1].verdict == "supported":
        return known[0][1]
    return Ruling(
        "unverifiable",
        "it depends on the level that it is compared with",
        "зависит от того, с каким уровнем сравнивать",
    )


_AT_TIMES = {"sometimes", "occasionally", "иногда", "порой", "временами", "местами"}
_EACH_ROW = re.compile(r"\b(?:every|each|all|any|both)\b|(?<!\w)(?:кажд|все|всех|всем|любо|обе|оба|обоих)\w*", re.I)


def _trend(scene: Scene, metric: str, way: int, stat: str | None, strict: bool, negated: bool) -> Ruling:
    """Over all levels in their order; in a grid along the row that is headed, or else along those of each factor."""
    row = scene.vocabulary.series(metric, stat if stat in scene.vocabulary.stats_of(metric) else None)
    factors = len(scene.vocabulary.facts.experiment.factors)
    if factors < 2:
        return _along(scene, metric, way, row, strict, negated)
    headed = [one for one in row if one[0] in scene.inherited_levels and not scene.mentions.levels]
    if headed:
        return _along(scene, metric, way, headed, strict, negated)
    fixed = [m.ids for m in scene.mentions.levels if not m.group]
    every, truth = _EACH_ROW.search(scene.sentence.text) is not None, []
    for at in range(factors):
        rows = [
            [one for one in row if one[0] in ids and all(one[0] in i for i in fixed)] for ids in grid_rows(scene, at)
        ]
        told = [_along(scene, metric, way, cells, strict, negated) for cells in rows if len(cells) > 1]
        failed = [ruling for ruling in told if ruling.verdict == "contradicted"]
        if told and (len(failed) == len(told) or every and failed):
            truth.append(failed[0])
        elif told:
            truth.append(next((ruling for ruling in told if ruling.verdict != "supported"), told[0]))
    if truth and len({ruling.verdict for ruling in truth}) == 1:
        return truth[0]
    return Ruling("unverifiable", "along which factor is not said", "вдоль какого фактора, не сказано")


def _along(scene: Scene, metric: str, way: int, row: list[tuple[str, Fact]], strict: bool, negated: bool) -> Ruling:
    """Whether a metric goes a way along a row of levels."""
    if len(row) < 2:
        return Ruling(
            "unverifiable", f"the facts hold no {metric} over the levels", f"в фактах нет {metric} по уровням"
        )
    values = [shown(fact) for _, fact in row]
    names = tuple(fact.name for _, fact in row)
    text = " → ".join(f"{value:g} ({level})" for (level, _), value in zip(row, values, strict=True))
    steps = [b - a for a, b in itertools.pairwise(values)]
    falls = all(step * way > 0 for step in steps)
    ends = (values[-1] - values[0]) * way > 0
    if negated:
        return Ruling("contradicted" if falls else "supported", text, text, names)
    if falls:
        unsettled = _unsettled_trend(scene, metric, [level for level, _ in row])
        if unsettled and not noise_near(scene):
            return Ruling(
                "contradicted",
                f"{text}: {unsettled}, the difference is not established",
                f"{text}: {unsettled}, разница не установлена",
                names,
                unsettled,
            )
        return Ruling("supported", text, text, names)
    if not ends:
        return Ruling("contradicted", text, text, names, text)
    if strict:
        return Ruling("contradicted", f"not monotone: {text}", f"не монотонно: {text}", names, text)
    return Ruling("unverifiable", f"only from end to end: {text}", f"только от края до края: {text}", names)


def _unsettled_trend(scene: Scene, metric: str, levels: list[str]) -> str | None:
    """With repeats a trend needs its ends to differ: the verdict that says they do not."""
    if not scene.vocabulary.repeated:
        return None
    held = scene.vocabulary.effect(metric, levels[-1], levels[0])
    if held is not None:
        return held[0].verdict if held[0].verdict in UNSETTLED else None
    around = list(scene.vocabulary.effects(metric))
    return around[0].verdict if around and all(e.verdict in UNSETTLED for e in around) else None
