"""Superlatives: which level is best, worst, highest or lowest, and of which group."""

from __future__ import annotations

import re
from dataclasses import replace

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import (
    DESCRIBED,
    DIRECTIONS,
    PERCENTILES,
    UNSETTLED,
    Argument,
    argument_of,
    clause_bounds,
    coordinated,
    is_denied,
    is_hedged,
    is_negated,
    measured_metrics,
    missing_statistic,
    noise_near,
    said_levels,
    stat_of,
    stat_said,
    worst_of,
)
from factcheck.binding.contenders import grid_rows, rows_through
from factcheck.binding.mention_words import is_told_for_a_goal
from factcheck.binding.quantifiers import find
from factcheck.binding.scene import Scene
from factcheck.binding.superlative_kinds import names_level, of_an_item, speaks_of_level, superlative_kind
from factcheck.binding.vocabulary import CENTRAL
from factcheck.forms.facts import Fact
from factcheck.forms.result import Judgement
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token


def of_a_coefficient(scene: Scene, token: Token) -> bool:
    """Whether a superlative or a comparative stands between the word of a correlation, or the sentence before or heading that has it, and its coefficient: of it, and of neither metric."""
    headed = (t for block in scene.surroundings[:2] for t in scene.world.tokens_of(block))
    former = scene.former.tokens if scene.former is not None else ()
    linked = any(t.has("correlate") or t.stems & _LINKS for t in (*scene.tokens[: token.index], *former, *headed))
    behind = next((b for p, b in sorted(scene.bounds.items()) if token.index < p <= token.index + 10), None)
    return linked and behind is not None and behind.predicate == "correlates"


_LINKS = {"связь", "link", "relationship", "relation"}
_GAP_BEFORE = re.compile(r"(?:\b(?:gap|difference|distance|spread|margin)\s+between\b|(?<!\w)(?:разрыв|разниц[аы]|расстояние|размах)\s+между(?!\w))[^;:(]*$", re.I)  # fmt: skip
_INFLUENCES = {"influence", "impact", "effect", "влияние", "воздействие", "эффект"}


def _of_an_influence(scene: Scene, token: Token) -> bool:
    """ "The impact on throughput is minimal", "влияние на скорость минимально": how much something matters, and no value."""
    start = next((t.index for t in reversed(scene.tokens[: token.index]) if t.text in ",;:()"), -1)
    near = scene.tokens[start + 1 : token.index] + scene.tokens[token.index + 1 : token.index + 2]
    return any(t.stems & _INFLUENCES for t in near)


_DROP_SIZES = {"shallow", "deep", "глубокий", "мелкий", "неглубокий", "долгий", "короткий", "длинный", "long", "short"}


def _of_a_gap(scene: Scene, token: Token) -> bool:
    """ "The gap between the fastest and the slowest build is widest at 4GB": of the gap, and not of the builds."""
    return _GAP_BEFORE.search(scene.sentence.text[: token.start - scene.tokens[0].start]) is not None


def of_a_drop(scene: Scene, token: Token) -> bool:
    """ "Three drops were logged. The one with 8 is the shallowest", "Самая долгая — вторая": told by its place or its size of one of the drops spoken of before, or named by the heading."""
    if not scene.vocabulary.facts.windows or any(m.metrics and not m.modifier for m in scene.mentions.metrics):
        return False
    adjective = scene.tokens[token.index + 1] if token.stems & {"самый"} and token.index + 1 < len(scene.tokens) else token  # fmt: skip
    sized = adjective.stems & _DROP_SIZES or adjective.lower in ("deepest", "shallowest", "longest", "shortest")
    former = scene.former
    while sized and former is not None:
        if any(t.has("drop") for t in former.tokens):
            return True
        former = former.former
    return bool(sized) and _under_drops(scene)


def _is_plural_noun(scene: Scene, token: Token) -> bool:
    """ "The peaks at 8 and 16 coincided", "its peaks": maxima of which something is said, and no verb."""
    if token.lower not in ("peaks", "troughs", "highs", "lows"):
        return False
    before = scene.tokens[token.index - 1].lower if token.index else ""
    _, stop = clause_bounds(scene, token.index)
    said = any(t.has("equal", "differ") for t in scene.tokens[token.index + 1 : stop + 1])
    return said or before in ("the", "its", "their", "these", "those", "both", "all")


def _is_so_too(scene: Scene, token: Token) -> bool:
    """ "p95 is best at 8, and the maximum too": a statistic of which is said what was said before."""
    behind = [t.lower for t in scene.tokens[token.index + 1 : token.index + 4]]
    noun = token.lower.startswith(("maximum", "minimum", "peak", "максимум", "минимум", "пик"))
    return noun and (behind[:1] in (["too"], ["тоже"], ["также"], ["likewise"]) or behind == ["as", "well", "."])


def _under_drops(scene: Scene) -> bool:
    """ "B, 02:03–02:05: −24.2%, the shallowest and the quickest to heal" below "Drops": of the drop, where no metric is named."""
    if any(m.exact and m.metrics for m in scene.mentions.metrics) or not scene.vocabulary.facts.windows:
        return False
    around = [*scene.surroundings[:1], *scene.world.neighbours(scene.block)]
    return any(t.has("drop") for block in around for t in scene.world.tokens_of(block))


def judge_superlative(scene: Scene, token: Token, kind: str) -> tuple[Argument | None, Ruling] | None:
    """The ruling on "наибольший", "best", "lowest"; None when the word is a statistic or speaks of a level."""
    if of_a_coefficient(scene, token) or _of_a_gap(scene, token) or of_a_drop(scene, token):
        return None
    if _of_an_influence(scene, token):
        return None
    if _of_a_moment(scene, token) and any(t.has("up.intransitive", "down.intransitive") for t in scene.tokens[token.index + 1 : token.index + 8]):  # fmt: skip
        return None  # "the longest single run grows again at 4GB": which way it goes
    if speaks_of_level(scene, token) or names_level(scene, token) or of_an_item(scene, token):
        return None
    if (
        token.lower in _LEADERS
        or _is_plural_noun(scene, token)
        or _is_so_too(scene, token)
        or _is_next_to(scene, token)
    ):
        return None
    before = scene.tokens[max(0, token.index - 2) : token.index]
    graded = len(before) == 2 and before[0].lower.startswith("сам") and before[1].is_word
    if token.statistic in ("max", "min") and before and (graded or superlative_kind(scene, before[-1])):
        return None  # "the best minimum", "самой низкой пиковой": one extreme, told by its first word
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    if following is not None and following.has("up.noun", "down.noun", "drop"):
        return _greatest_change(scene, token, kind)
    if any(_AMOUNT.match(t.lower) for t in scene.tokens[token.index + 1 : token.index + 3]):
        return None, Ruling("unverifiable", "of an amount of change", "о величине изменения")
    argument = _right_behind(scene, token) or argument_of(scene, token)
    if argument is not None and argument.own and _CHEAP.match(token.lower) and not _is_a_price(scene, argument.metrics):
        return None  # "the cheapest offer has the nicest latency"
    start, stop = clause_bounds(scene, token.index)
    if (argument is None or not argument.own) and (
        any(t.has("drop") for t in scene.tokens[start : stop + 1]) or _under_drops(scene)
    ):
        return None  # "15 was in dips for longest": of the drops
    levels = said_levels(scene, token)
    percentile: str | None = None
    if argument is None or not argument.own or not argument.metrics:
        told = [
            b
            for place, b in sorted(scene.bounds.items())
            if 0 < place - token.index <= 9 and b.metrics and b.predicate == "value"
        ]
        if told:
            # "the smallest table, 16.3 GB": the value says what is meant
            argument = Argument(told[0].metrics, token.index, told[0].place, True)
            percentile = told[0].stat if told[0].stat in PERCENTILES else None
    if argument is None or not argument.metrics:
        subject = [b for at, b in scene.bounds.items() if clause_bounds(scene, token.index)[0] <= at < token.index]
        if subject and subject[-1].number.unit is not None and kind in ("best", "worst"):
            return None  # "its median of 9.8 ms is the best of the four": of what the number is of
        if kind in ("best", "worst") and levels and (argument is None):
            if _NOT_FOUND.match(scene.sentence.text, token.start - scene.tokens[0].start):
                return None
            if _of_an_event(scene, token):
                return None, Ruling("unverifiable", "of what the noun says", "о том, что названо существительным")
            if any(_stat_before(scene, token, mark, frozenset(scene.vocabulary.metrics)) for mark in ":;"):
                return None, Ruling("unverifiable", "of which metric is not said", "о какой метрике, не сказано")
            return None, _overall(scene, token, kind, levels)
        return (
            None
            if argument is None
            else (argument, Ruling("unverifiable", "the facts hold nothing about this", "в фактах об этом ничего нет"))
        )
    fast = any(_FAST.match(t.lower) for t in scene.tokens[token.index : token.index + 2])
    slope = _slope_behind(scene, token) if fast else None
    if slope is not None and (wrong := _not_the_steepest(scene, token, slope)) is not None:
        return argument, wrong
    if fast and (_is_of_growth(scene, token) or slope is not None):
        return argument, Ruling("unverifiable", "how fast it grows", "как быстро растёт")
    if kind in ("max", "min") and not argument.own and token.statistic in ("max", "min"):
        return None  # "a single second makes a minimum": of nothing in particular
    goal = any(is_told_for_a_goal(scene.tokens, m.first) for m in scene.mentions.levels)
    if kind in ("max", "min") and not goal and _is_statistic(scene, token, argument, kind, levels):
        return None
    if not levels or not scene.mentions.levels and scene.matches(_OF_ALL):
        return argument, _without_level(scene, token, argument, kind)
    put_right = [is_denied(scene, m) for m in scene.mentions.levels if m.ids <= levels]
    negated = is_negated(scene, token.index) != (bool(put_right) and all(put_right))
    rulings = []
    for metrics in coordinated(scene, argument, token):
        rulings += [
            extreme(
                scene,
                token,
                metric,
                kind,
                levels,
                percentile
                or stat_said(scene, token)
                or stat_of(scene, argument, token)
                or _stat_before(scene, token, ":", argument.metrics)
                or _of_the_first(scene, token),
            )
            if not _of_a_moment(scene, token)
            else _best_moment(scene, token, metric, kind, levels)
            for metric in sorted(measured_metrics(scene, metrics))
        ]
    rulings += [
        extreme(scene, token, metric, kind, levels, stat) for metric, stat in _beside_it(scene, token, argument)
    ]
    ruling = worst_of(rulings)
    other = _stat_before(scene, token, ";", argument.metrics) if ruling.verdict == "contradicted" else None
    if other is not None and all(levels & extremes(scene, metric, kind, other) for metric in argument.metrics):
        text = f"by the {other} it is", f"по статистике {other} это так"
        ruling = Ruling("unverifiable", *text, ruling.facts)  # "the median hardly moves; the best is at 8"
    if negated:
        turned: dict[Judgement, Judgement] = {"supported": "contradicted", "contradicted": "supported"}
        ruling = replace(ruling, verdict=turned.get(ruling.verdict, ruling.verdict))
    return argument, ruling


def _beside_it(scene: Scene, token: Token, argument: Argument) -> list[tuple[str, str]]:
    """ "The best mean speed and p99 latency belong to 6": another metric that the word is said of, and its own statistic."""
    named = [m for m in scene.mentions.metrics if not m.modifier and m.metrics]
    at = next((i for i, m in enumerate(named) if m.first == argument.first), None)
    if at is None or at + 1 >= len(named) or token.index > argument.first:
        return []
    joint, said = (*scene.tokens[named[at].last + 1 : named[at].last + 3], None, None)[:2]
    two = next((m for m in named[at + 1 :] if said is not None and m.last > said.index), None)
    if joint is None or said is None or two is None or joint.lower not in ("and", "и") or two.first > said.index + 1:
        return []
    levels = scene.mentions.level_tokens | {m.first for m in scene.mentions.levels}
    behind = [t for t in scene.tokens[two.last + 1 : two.last + 4] if t.index not in levels]
    if any(t.number is not None and t.number.is_value for t in behind) or len(two.metrics) != 1:
        return []
    stat = said.lower if said.lower in PERCENTILES else said.statistic
    return [(next(iter(two.metrics)), stat)] if stat else []


_EVENTS = {
    "recovery",
    "восстановление",
    "checkpoint",
    "scan",
    "pass",
    "проход",
    "failover",
    "restart",
    "перезапуск",
    "start",
    "запуск",
}


def _of_an_event(scene: Scene, token: Token) -> bool:
    """ "The slowest recovery", "самое быстрое восстановление": how long something took, and no level that is fast."""
    row = scene.tokens[token.index : token.index + 3]
    at = next((t.index for t in row if _FAST.match(t.lower)), None)
    return at is not None and any(t.stems & _EVENTS for t in scene.tokens[at + 1 : at + 2])


#: "The best work_mem is not bracketed", "лучшее значение не найдено": of no level.
_NOT_FOUND = re.compile(
    r"\w+ [\w ]{2,40}? (?:(?:is|was) not|isn't|wasn't) (?:bracketed|known|found|established|settled|covered)\b|"
    r"\w+ [\w ]{2,40}? не (?:найден|определ|установлен|охвачен|известн)",
    re.I,
)


#: "The largest single saving, 15.2 ms, comes with 2".
_AMOUNT = re.compile(r"(?:savings?|gains?|cuts?|gaps?|jumps?|steps?)$|экономи|выигрыш|разрыв|скач|прибавк", re.I)
_SLOW = re.compile(r"slow|медленн", re.I)
_FAST = re.compile(r"fastest|slowest|quickest|быстр|медленн", re.I)


def _is_of_growth(scene: Scene, token: Token) -> bool:
    """ "Рост ожиданий при 500 самый быстрый": the growth within the runs."""
    return any(t.has("up.noun", "down.noun") for t in scene.tokens[clause_bounds(scene, token.index)[0] : token.index])


def _slope_behind(scene: Scene, token: Token) -> Fact | None:
    """ "Speed drifted down, fastest at 8 (-9.4 per minute)": the slope that stands behind the word, in its clause."""
    stop = clause_bounds(scene, token.index)[1]
    behind = next((b for place, b in sorted(scene.bounds.items()) if place > token.index), None)
    if behind is None or behind.stat != "slope" or behind.place > stop or len(behind.metrics) != 1:
        return None
    levels = {level for ids in behind.levels for level in ids}
    held = [f for m in behind.metrics for f in scene.vocabulary.values(m, "slope", any_level=True) if f.level in levels]
    return held[0] if len(held) == 1 else None


def _not_the_steepest(scene: Scene, token: Token, slope: Fact) -> Ruling | None:
    """The refusal of a slope that is called fastest or slowest and is, by its size, neither."""
    row = [f for f in scene.vocabulary.values(slope.metric, "slope", any_level=True) if f.run is None]
    slow = any(_SLOW.match(t.lower) for t in scene.tokens[token.index : token.index + 2])
    edge = (min if slow else max)(abs(fact.value) for fact in row)
    if abs(slope.value) == edge:
        return None
    text = ", ".join(f"{fact.level}: {fact.value:g}" for fact in row)
    return Ruling("contradicted", f"the slopes are {text}", f"наклоны: {text}", tuple(f.name for f in row), text)


def _stat_before(scene: Scene, token: Token, mark: str, metrics: frozenset[str]) -> str | None:
    """ "With p95 it is the same: the minimum is at 8", "По медиане иначе: лидирует 400": the statistic before the colon, where what stands behind names nothing of its own."""
    at = next((t.index for t in reversed(scene.tokens[: token.index]) if t.text in ":;"), None)
    if at is None or scene.tokens[at].text != mark or any(m.first > at for m in scene.mentions.metrics):
        return None
    start = next((t.index + 1 for t in reversed(scene.tokens[:at]) if t.text == ";"), 0)
    told = {t.rank or t.statistic for t in scene.tokens[start:at]} - {None}
    own = {t.statistic for t in scene.tokens[at:] if t.index != token.index} - {None}
    held = {stat for metric in metrics for stat in scene.vocabulary.stats_of(metric)}
    return told.pop() if len(told) == 1 and not own and told <= held & {"median", *PERCENTILES} else None


def _of_the_first(scene: Scene, token: Token) -> str | None:
    """ "The maximum is highest at 64 and lowest at 8": the statistic that an extreme joined to another one leaves to it."""
    start, _ = clause_bounds(scene, token.index)
    first = next(
        (t for t in reversed(scene.tokens[start : token.index]) if superlative_kind(scene, t) and t.statistic is None),
        None,
    )
    joins = [
        t for t in scene.tokens[max(start, token.index - 2) : token.index] if t.lower in ("and", "и", "а", "but", ",")
    ]
    if first is None or not joins or any(first.index < m.first < token.index for m in scene.mentions.metrics):
        return None
    between = scene.tokens[first.index + 1 : token.index + 4]
    if any(t.statistic and t.index != token.index for t in between):
        return None
    return next(
        (
            t.rank or t.statistic
            for t in reversed(scene.tokens[max(start, first.index - 4) : first.index])
            if t.statistic in ("max", "min", "mean", "median") or t.rank
        ),
        None,
    )


_OF_ALL = re.compile(r"\bof the (?:whole )?grid\b|(?<!\w)всей сетки|(?<!\w)по всей сетке", re.I)


_SINGLE = {"single", "individual", "одиночный", "отдельный", "единичный"}
_MOMENTS = {"minute", "second", "moment", "interval", "reading", "минута", "секунда", "момент", "минуту", "минут"}


def _of_a_moment(scene: Scene, token: Token) -> bool:
    """ "The best single minute of the night", "the longest single run": an extreme within the runs, compared over them."""
    following = scene.tokens[token.index + 1 : token.index + 2]
    return any(t.stems & _SINGLE for t in following) or any(
        t.stems & _MOMENTS for t in scene.tokens[token.index + 1 : token.index + 3]
    )


def _best_moment(scene: Scene, token: Token, metric: str, kind: str, levels: frozenset[str]) -> Ruling:
    """By the maxima of the runs (or the minima), where the facts hold them."""
    higher = scene.vocabulary.better(metric) == "higher"
    stat = "max" if kind == "max" or kind in ("best", "worst") and (kind == "best") == higher else "min"
    if stat not in scene.vocabulary.stats_of(metric):
        return Ruling("unverifiable", f"the facts hold no {stat} of {metric}", f"в фактах нет {stat} для {metric}")
    return extreme(scene, token, metric, kind, levels, stat)


def _greatest_change(scene: Scene, token: Token, kind: str) -> tuple[Argument | None, Ruling]:
    """ "наибольший рост ожиданий", "the deepest drop": by slopes, or by the depth of the drops."""
    argument = argument_of(scene, scene.tokens[token.index + 1])
    levels = said_levels(scene, token)
    deep: dict[str, float] = {}
    if scene.tokens[token.index + 1].has("drop"):
        for window in scene.vocabulary.facts.windows:
            if (
                window.depth_pct is not None
                and window.level is not None
                and (
                    argument is None
                    or not argument.metrics
                    or window.metric is None
                    or window.metric in argument.metrics
                )
            ):
                level = scene.vocabulary.canonical(window.level)
                deep[level] = max(deep.get(level, 0.0), window.depth_pct)
    elif argument is not None:
        for metric in sorted(argument.metrics):
            for stat in ("slope", "angle"):
                for level, fact in scene.vocabulary.series(metric, stat):
                    deep.setdefault(level, fact.value)
    if len(deep) < 2 or not levels:
        return argument, Ruling(
            "unverifiable", "the facts do not rank such changes", "факты не упорядочивают таких изменений"
        )
    edge = max(deep.values()) if kind == "max" else min(deep.values())
    top = frozenset(level for level, value in deep.items() if value == edge)
    text = ", ".join(f"{level}: {value:g}" for level, value in deep.items())
    if top & levels:
        return argument, Ruling("supported", text, text)
    return argument, Ruling("contradicted", text, text, (), ", ".join(sorted(top)))


def _is_statistic(scene: Scene, token: Token, argument: Argument, kind: str, levels: frozenset[str]) -> bool:
    """Whether "максимальная скорость" is the maximum of a run: such facts exist, and a value or direction follows."""
    if token.statistic not in ("max", "min"):
        return False
    if any(token.statistic not in scene.vocabulary.stats_of(metric) for metric in argument.metrics):
        return False
    start, stop = clause_bounds(scene, token.index)
    directed = any(
        (t.has(*DIRECTIONS, "optimum", "balance") or t.stems & {"достигать", "достичь", "reach", "минимизация"})
        and t.index != token.index
        for t in scene.tokens[start : stop + 1]
    )
    number = any(
        t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens
        for t in scene.tokens[start : stop + 1]
    )
    return directed or number or scene.block.kind in ("cell", "heading", "lead")


def _reaches(scene: Scene, one: Token, two: Token) -> bool:
    """ "from 82% in the worst cell to 4% in the best": two ends, which never fall together."""
    between = scene.tokens[min(one.index, two.index) : max(one.index, two.index)]
    return any(t.lower in ("to", "до") for t in between)


_CONTRARY = ({"max", "min"}, {"best", "worst"})


def _without_level(scene: Scene, token: Token, argument: Argument, kind: str) -> Ruling:
    """No level is said: two extremes in one sentence must at least fall together; a value must be the extreme."""
    others = [
        t
        for t in scene.tokens
        if t.index != token.index
        and (contrary := superlative_kind(scene, t))
        and not ({kind, contrary} in _CONTRARY and _reaches(scene, t, token))
        and not speaks_of_level(scene, t)
        and not any(
            between.has("negation") for between in scene.tokens[min(t.index, token.index) : max(t.index, token.index)]
        )
    ]
    tried = set(scene.vocabulary.level_ids)
    if scene.mentions.levels or any(t.lower in tried for t in scene.tokens):
        others = []  # some level is said, and which extreme it has was not understood
    for other in others:
        second = argument_of(scene, other)
        other_kind = superlative_kind(scene, other)
        if second is None or not second.metrics or second.metrics == argument.metrics or other_kind is None:
            continue
        apart = range(min(token.index, other.index) + 1, max(token.index, other.index))
        if any(m.first in apart for m in scene.mentions.levels) and any(
            m.first > apart.stop for m in scene.mentions.levels
        ):
            continue  # each has a level of its own
        one = [extremes(scene, metric, kind) for metric in measured_metrics(scene, argument.metrics)]
        two = [extremes(scene, metric, other_kind) for metric in measured_metrics(scene, second.metrics)]
        if all(one) and all(two):
            joint = set.intersection(*(set(ids) for ids in [*one, *two]))
            if joint:
                return Ruling("supported", f"both at {', '.join(sorted(joint))}", f"оба при {', '.join(sorted(joint))}")
            return Ruling("contradicted", "no level has both extremes", "ни один уровень не даёт обе крайности")
    return Ruling("unverifiable", "which level is meant is not said", "не сказано, о каком уровне речь")


def extremes(scene: Scene, metric: str, kind: str, stat: str | None = None) -> frozenset[str]:
    """The levels where a metric is at its extreme, as displayed; several for a tie."""
    if kind in ("best", "worst") and scene.vocabulary.better(metric) is None:
        return frozenset()
    row = scene.vocabulary.series(metric, stat if stat in scene.vocabulary.stats_of(metric) else None)
    return _edges(row, _way_of(scene, metric, kind))


def _way_of(scene: Scene, metric: str, kind: str) -> str:
    """The edge of a row that a superlative means: the best of what should be low is the least."""
    if kind not in ("best", "worst"):
        return kind
    return "max" if (scene.vocabulary.better(metric) == "higher") == (kind == "best") else "min"


def _edges(row: list[tuple[str, Fact]], kind: str) -> frozenset[str]:
    """The levels of a row with its largest or smallest shown value."""
    if len(row) < 2:
        return frozenset()
    values = [shown(fact) for _, fact in row]
    edge = max(values) if kind == "max" else min(values)
    return frozenset(level for (level, _), value in zip(row, values, strict=True) if value == edge)


_MEAN = re.compile(r"mean|average|средн\w+", re.I)


def _of_means(scene: Scene, token: Token) -> bool:
    """ "the highest mean belongs to 3000": which mean is highest needs no verdict."""
    return any(_MEAN.fullmatch(t.lower) for t in scene.tokens[token.index + 1 : token.index + 3])


LEADS = ("лидир", "lead", "led")


def of_its_whole(scene: Scene, metric: str, levels: frozenset[str]) -> Ruling | None:
    """ "local: лидирует IO — 58,4%": the largest of the shares of its whole at the level, not its own largest over the levels."""
    for own in (fact for level in sorted(levels) for fact in scene.vocabulary.values(metric, "share", level)):
        beside = [f for f in scene.vocabulary.shares if (f.level, f.denominator, f.run) == (own.level, own.denominator, own.run)]  # fmt: skip
        if len(beside) > 1 and own.value == max(f.value for f in beside):
            text = ", ".join(f"{f.metric} {f.value:g}%" for f in sorted(beside, key=lambda f: -f.value)[:3])
            return Ruling("supported", f"{own.level}: {text}", f"{own.level}: {text}", (own.name,))
    return None


def _of_percentiles(scene: Scene, token: Token, metric: str, kind: str, levels: frozenset[str]) -> Ruling | None:
    """ "У 200 лучшие перцентили задержки": of each percentile that the facts hold, and not of the mean."""
    said = any(t.stems & {"процентиль", "перцентиль", "percentile", "percentil"} and not any(c.isdigit() for c in t.text) for t in scene.tokens[token.index + 1 : token.index + 4])  # fmt: skip
    held = [stat for stat in sorted(PERCENTILES) if stat in scene.vocabulary.stats_of(metric)]
    if not said or not held:
        return None
    rulings = [extreme(scene, token, metric, kind, levels, stat) for stat in held]
    if len({one.verdict for one in rulings}) > 1:
        return Ruling("unverifiable", "of some of its percentiles", "о части перцентилей")
    return rulings[0]


def _in_each_row(scene: Scene, token: Token, metric: str, kind: str, levels: frozenset[str], stat: str | None) -> Ruling | None:  # fmt: skip
    """ "B is the fastest option in both modes": a level of one factor, ranked in each row of the grid; None where no such thing is said."""
    vocabulary = scene.vocabulary
    own = (
        {level.factor for level in vocabulary.levels if vocabulary.ids_of(level) == levels}
        if len(levels) > 1
        else set()
    )
    better = vocabulary.better(metric)
    if len(own) != 1 or not says_each_row(scene, token, *own) or kind in ("best", "worst") and better is None:
        return None
    kind = _way_of(scene, metric, kind)
    told = []
    for row in grid_rows(scene, *own):
        series = vocabulary.series(metric, stat, sorted(row, key=vocabulary.order_of))
        edges = _edges(series, kind)
        if len(series) != len(row) or not edges:
            return None
        told.append((edges, series))
    text = "; ".join(", ".join(f"{level}: {fact.value:g}" for level, fact in series) for _, series in told)
    names = tuple(fact.name for _, series in told for _, fact in series)
    wrong = [edges for edges, _ in told if not edges <= levels]
    if not wrong:
        return Ruling("supported", text, text, names)
    return Ruling("contradicted", text, text, names, ", ".join(sorted(wrong[0])))


def says_each_row(scene: Scene, token: Token, factor: int) -> bool:
    """Whether "in both modes", "at every size", "в обоих режимах" stands in the clause, of another factor than this one."""
    finder, (start, stop) = scene.world.finder, clause_bounds(scene, token.index)
    called = [a | b for a, b in zip(finder.factor_parts, finder.factor_nouns, strict=True)]
    other = frozenset(s for at, parts in enumerate(called) if at != factor for s in parts)
    own = called[factor] - other
    for one in find(scene.tokens, start, stop, other, frozenset(scene.mentions.level_tokens)):
        before = scene.tokens[one.first - 1].lower if one.first else ""
        if one.kind == "all" and one.noun == "level" and before in _IN:
            return not any(t.stems & own for t in scene.tokens[one.first : one.last + 1])
    return False


_IN = {"in", "at", "under", "with", "on", "for", "across", "в", "во", "на", "при", "у", "с", "для"}


def extreme(scene: Scene, token: Token, metric: str, kind: str, levels: frozenset[str], stat: str | None) -> Ruling:
    """Whether a metric has its extreme at these levels and at no other."""
    if (missing := missing_statistic(scene, metric, stat)) is not None:
        return missing
    if (each := _in_each_row(scene, token, metric, kind, levels, stat)) is not None:
        return each
    if token.lower.startswith(LEADS) and (lead := of_its_whole(scene, metric, levels)) is not None:
        return lead
    if stat is None and (ranked := _of_percentiles(scene, token, metric, kind, levels)) is not None:
        return ranked
    names = [None, "max", "min", "median", "p99", "p95"] if stat is None else [stat]
    candidates = [
        (name, extremes(scene, metric, kind, name))
        for name in names
        if name is None or name in scene.vocabulary.stats_of(metric)
    ]
    candidates = [(name, ids) for name, ids in candidates if ids]
    if not candidates and stat is not None:
        candidates = [(None, ids) for ids in [extremes(scene, metric, kind)] if ids]
    if not candidates:
        return Ruling("unverifiable", f"the facts cannot rank {metric}", f"по фактам {metric} не упорядочить")
    if stat is None and not (kind in ("max", "min") and token.statistic in ("max", "min")):
        candidates = candidates[:1]
    first_name, first = candidates[0]
    row = scene.vocabulary.series(metric, first_name if first_name in scene.vocabulary.stats_of(metric) else None)
    text = ", ".join(f"{level}: {fact.value:g}" for level, fact in row)
    names_of = tuple(fact.name for _, fact in row)
    for name, ids in candidates:
        if ids & levels and (ids <= levels or len(scene.vocabulary.facts.experiment.factors) > 1):
            # a verdict compares what is typical; extremes of the runs and percentiles are told as they are
            typical = (None, *[stat for stat in CENTRAL if stat in scene.vocabulary.stats_of(metric)][:1])
            unsettled = _rivals(scene, metric, kind, ids & levels) if name in typical else None
            described = any(t.stems & DESCRIBED for t in scene.tokens) or _of_means(scene, token)
            if (
                unsettled
                and (unsettled[1] != "undecided" or _CERTAIN.search(scene.text_of(*clause_bounds(scene, token.index))))
                and not described
                and not noise_near(scene)
                and not is_hedged(scene, token.index)
                and scene.block.kind != "cell"
            ):
                return Ruling(
                    "contradicted",
                    f"{text}; against {unsettled[0]} the verdict is {unsettled[1]}",
                    f"{text}; против {unsettled[0]} вердикт {unsettled[1]}",
                    names_of,
                    unsettled[1],
                )
            return Ruling("supported", text, text, names_of)
    for name, _ in candidates:
        for through in rows_through(scene, levels, token.index):
            series = scene.vocabulary.series(metric, name, sorted(through, key=scene.vocabulary.order_of))
            if len(series) < 2 or scene.matches(_IN_A_CASE):
                return Ruling(
                    "unverifiable", "among which levels is not said", "среди каких уровней, не сказано", names_of
                )
            if _edges(series, _way_of(scene, metric, kind)) <= levels and len(series) == len(through):
                return Ruling("unverifiable", "so in one row of the grid", "так в одном ряду сетки", names_of)
    named = frozenset().union(*(m.ids for m in scene.mentions.levels)) if scene.mentions.levels else frozenset()
    if first & levels and first <= named:
        return Ruling("supported", text, text, names_of)  # "одинакова и минимальна при 8 и 16"
    if first & levels:
        tied = ", ".join(sorted(first))
        return Ruling("contradicted", f"a tie of {tied}: {text}", f"ничья между {tied}: {text}", names_of, tied)
    return Ruling("contradicted", text, text, names_of, ", ".join(sorted(first)))


_LEADERS = {"leaders", "winners", "лидеры", "лидеров", "лидерам", "лидерами", "лидерах", "победителей", "победители"}
_CHEAP = re.compile(r"cheap|priciest|dearest|дешев|дешёв|дорог")


def _right_behind(scene: Scene, token: Token) -> Argument | None:
    """ "Больше всего транзакций и самый низкий p99": the metric that stands right behind a superlative adjective is what it ranks."""
    before = scene.tokens[token.index - 1].lower if token.index else ""
    if not before.startswith("сам") or before == "само":
        return None
    own = next((m for m in scene.mentions.metrics if m.first == token.index + 1 and m.exact and m.metrics), None)
    return Argument(own.metrics, own.first, own.last, True) if own is not None else None


def _is_a_price(scene: Scene, metrics: frozenset[str]) -> bool:
    held = (scene.vocabulary.metrics.get(metric) for metric in metrics)
    names = " ".join(" ".join([one.id, *(name for row in one.names.values() for name in row)]) for one in held if one is not None)  # fmt: skip
    return re.search(r"price|cost|цена|стоимост|\$|usd|eur|rub", names, re.I) is not None


_RANKS = {"second", "third", "fourth", "второй", "третий", "четвёртый", "четвертый"}


def _is_next_to(scene: Scene, token: Token) -> bool:
    """ "Second-worst", "the third lowest", «второй по величине»: a place behind the extreme."""
    at = token.index - 1
    while at > 0 and scene.tokens[at].lower in ("-", "по", "самый", "самая", "самое"):
        at -= 1
    return at >= 0 and bool(scene.tokens[at].stems & _RANKS)


#: "For lower connection counts it has the lowest latency": of a part of the levels that is not named.
_IN_A_CASE = re.compile(
    r"\b(?:for|at|with|under) (?:\w+ )?(?:low|lower|small|smaller|high|higher|large|larger)\b"
    r"|(?<!\w)(?:при|для|на|под) (?:\w+ )?(?:низк|мал|небольш|высок|больш)\w+",
    re.I,
)
_CERTAIN = re.compile(
    r"\b(?:significant|clear|proven|proved|confirmed|undisputed|decisive|definite|certain|undoubted)\w*|(?<!\w)(?:значим|достоверн|доказан|уверенн|явн|подтвержд|бесспорн|однозначн|убедительн|несомненн|безоговорочн)\w*",
    re.I,
)


def _rivals(scene: Scene, metric: str, kind: str, ids: frozenset[str]) -> tuple[str, str] | None:
    """With repeats: a level from which the extreme one is not told apart."""
    if not scene.vocabulary.repeated:
        return None
    for effect in scene.vocabulary.effects(metric):
        one, two = (
            scene.vocabulary.canonical_effect(effect.level),
            scene.vocabulary.canonical_effect(effect.baseline or ""),
        )
        if (one in ids) != (two in ids) and effect.verdict in UNSETTLED:
            return (two if one in ids else one), effect.verdict
    return None


def _overall(scene: Scene, token: Token, kind: str, levels: frozenset[str]) -> Ruling:
    """ "Best" or "worst" of nothing named: of most metrics when that is said, otherwise of the primary metric."""
    metrics = [m for m in scene.vocabulary.metrics if scene.vocabulary.better(m) and extremes(scene, m, kind)]
    if any(t.stems & {"большинство", "majority", "большинств"} or t.lower == "most" for t in scene.tokens) and metrics:
        hits = [m for m in metrics if extremes(scene, m, kind) <= levels]
        verdict: Judgement = "supported" if len(hits) * 2 > len(metrics) else "contradicted"
        return Ruling(verdict, f"{len(hits)} of {len(metrics)} metrics", f"{len(hits)} из {len(metrics)} метрик")
    primary = scene.vocabulary.facts.experiment.primary
    if (
        primary
        and extremes(scene, primary, kind)
        and (
            scene.vocabulary.values(primary, "mean", any_level=True)
            or scene.vocabulary.values(primary, "median", any_level=True)
        )
    ):
        ids = extremes(scene, primary, kind)
        if not ids & levels:
            return Ruling(
                "contradicted",
                f"on {primary} it is {', '.join(sorted(ids))}",
                f"по {primary} это {', '.join(sorted(ids))}",
                (),
                ", ".join(sorted(ids)),
            )
        if scene.vocabulary.repeated:
            return extreme(scene, token, primary, kind, levels, None)
    if metrics and not any(extremes(scene, m, kind) & levels for m in metrics):
        return Ruling("contradicted", "on no metric", "ни по одной метрике")
    return Ruling("unverifiable", "by which criterion is not said", "не сказано, по какому признаку")
