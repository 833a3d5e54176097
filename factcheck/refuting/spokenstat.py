"""Holds a value to the statistic that the words beside it name: a maximum called an amplitude, a mean told "even at the 99th percentile".

An amplitude is the distance of the two ends of a run, held or derived; where it is widest follows from both. Values are only refuted.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.arguments import clause_bounds, is_hedged, is_negated, said_levels
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling

_SWING = re.compile(r"\bamplitudes?\b|(?<!\w)(?:амплитуд\w+|размах\w*)", re.I)
_AFTER = re.compile(
    r"^\W{0,2}(?:(?:even|already|only|just|даже|уже|лишь)\s+|(?:(?!and|but|while|и|а|но)[^\W\d_]+\s+){1,2}(?=at|on))?"
    r"(?:(?P<mean>on average|in the mean|на круг|в среднем)|"
    r"(?P<p99>(?:at|in|by) (?:the )?(?:99th percentile|p99)|(?:по|на уровне|в) (?:p99|99-?(?:й|го|му|м) перцентил\w+))|"
    r"(?P<p95>(?:at|in|by) (?:the )?(?:95th percentile|p95)|(?:по|на уровне|в) (?:p95|95-?(?:й|го|му|м) перцентил\w+))|"
    r"(?P<max>at (?:its |the )?(?:peak|maximum)|on (?:its |the )?peak|at (?:the )?worst|на пике|в пике|в максимуме|в худшем случае)|"
    r"(?P<min>at (?:its |the )?(?:minimum|lowest)|в минимуме))(?!\w)",
    re.I,
)
_CENTRAL = ("mean", "median")
_NUMBER = re.compile(r"\W{0,4}(?:(?:до|с|about|около)\s+)?\d")


def judge_spoken_stat(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each value (or extreme) that is of another statistic than the one named."""
    if scene.block.kind == "cell" or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    return [*_amplitudes(scene, bounds), *_named_behind(scene, bounds), *_steepest(scene)]


def swing(scene: Scene, metric: str, level: str) -> float | None:
    """The amplitude of a metric in a level's run: held, or the distance of its ends."""
    held = _of_level(scene, metric, level, "amplitude")
    low, high = _of_level(scene, metric, level, "min"), _of_level(scene, metric, level, "max")
    if held is not None:
        return held.value
    return high.value - low.value if low is not None and high is not None else None


def _of_level(scene: Scene, metric: str, level: str, stat: str) -> Fact | None:
    held = [
        f for f in scene.vocabulary.values(metric, stat, level)
        if f.run is None and f.partner is None and f.scope in (None, "run")
    ]  # fmt: skip
    return held[0] if len(held) == 1 else None


def _told(scene: Scene, bound: Bound) -> Fact | None:
    """The one fact of a level that a number was found right by."""
    fact = scene.vocabulary.by_name.get(bound.facts[0]) if len(bound.facts) == 1 else None
    right = bound.verdict == "supported" and bound.predicate == "value" and fact is not None
    if fact is None or not right or fact.level is None or fact.run is not None or fact.partner is not None:
        return None
    return fact


def _amplitudes(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """ "The amplitude of WAL writing is 73.8 MB/s" where this is the maximum."""
    found: list[Ruled] = []
    for phrase in phrases(scene, _SWING):
        place = min((p for p in bounds if p > phrase.last), default=None)
        fact = _told(scene, bounds[place]) if place is not None else None
        if place is None or fact is None or fact.stat == "amplitude" or place - phrase.last > 12:
            continue
        if scene.tokens[place - 1].lower in ("from", "between", "от", "между", "с"):
            continue  # "a swing from 251 to 334": told by its ends
        if any(t.text in ";." for t in scene.tokens[phrase.last : place]) or is_negated(scene, phrase.first):
            continue
        level = scene.vocabulary.canonical(fact.level or "")
        wide = swing(scene, fact.metric, level)
        low = next(iter(scene.vocabulary.values(fact.metric, "mean", level)), None)
        if wide is None and fact.stat == "max" and low is not None and low.value > fact.value / 3:
            text = f"{fact.name} is the maximum", f"{fact.name} — это максимум"
        elif wide is not None and not agrees(bounds[place].number, _shown(scene, fact, wide)):
            text = f"the amplitude is {wide:g}", f"амплитуда — {wide:g}"
        else:
            continue
        found.append((phrase.first, place, "value", Ruling("contradicted", *text, (fact.name,), f"{wide:g}" if wide is not None else None)))  # fmt: skip
    return found


def _shown(scene: Scene, fact: Fact, value: float) -> list[float]:
    return [value, round(value, fact.decimals) if fact.decimals is not None else value]


def judge_widest(scene: Scene) -> list[Ruled]:
    """ "The amplitude of the waits is largest at 15": over the amplitudes of all levels."""
    found: list[Ruled] = []
    if scene.block.kind == "cell" or len(scene.vocabulary.facts.experiment.factors) > 1:
        return found
    for phrase in phrases(scene, _SWING):
        start, stop = clause_bounds(scene, phrase.first)
        words = [
            (t, kind) for t in scene.tokens[start : stop + 1]
            if (kind := superlative_kind(scene, t)) in ("max", "min") and abs(t.index - phrase.first) <= 8
        ]  # fmt: skip
        named = [
            m for m in scene.mentions.metrics if not m.modifier and len(m.metrics) == 1 and start <= m.first <= stop
        ]
        metrics = {m.metrics for m in named} or {scene.inherited_metrics}
        if len(words) != 1 or len(metrics) != 1 or len(next(iter(metrics))) != 1:
            continue
        word, kind = words[0]
        ((metric,),) = metrics
        levels = said_levels(scene, word)
        wide = {level: swing(scene, metric, level) for level in scene.vocabulary.level_ids}
        if len(levels) != 1 or None in wide.values() or is_negated(scene, word.index) or is_hedged(scene, word.index):
            continue
        known = {level: value for level, value in wide.items() if value is not None}
        edge = (max if kind == "max" else min)(known.values())
        top = sorted(level for level, value in known.items() if value == edge)
        text = ", ".join(f"{level}: {value:g}" for level, value in known.items())
        first, last = min(phrase.first, word.index), max(phrase.last, word.index)
        right = bool(set(top) & levels)
        found.append((first, last, "best", Ruling("supported" if right else "contradicted", text, text, (), None if right else ", ".join(top))))  # fmt: skip
    return found


_STEEP = re.compile(
    r"\b(?P<max>steepest|strongest|sharpest)\s+(?:trend|slope)|\b(?P<min>flattest)\s+(?:trend|slope|line)|"
    r"(?<!\w)сам\w+\s+(?:(?P<max_ru>крут\w+)|(?P<min_ru>полог\w+))\s+(?:тренд|наклон|лини)\w*",
    re.I,
)


def _steepest(scene: Scene) -> list[Ruled]:
    """ "The steepest trend was found at 8": over the slopes of the metric named, or of the primary one."""
    found: list[Ruled] = []
    for phrase in phrases(scene, _STEEP):
        named = {m.metrics for m in scene.mentions.metrics if m.exact and not m.modifier and len(m.metrics) == 1}
        primary = scene.vocabulary.facts.experiment.primary
        metric = next(iter(next(iter(named)))) if len(named) == 1 else primary if not named else None
        levels = said_levels(scene, scene.tokens[phrase.first])
        row = dict(scene.vocabulary.series(metric, "slope")) if metric is not None else {}
        if len(levels) != 1 or len(row) != len(scene.vocabulary.level_ids) or is_negated(scene, phrase.first):
            continue
        steep = {level: abs(fact.value) for level, fact in row.items()}
        most = (max if phrase.match.group("max") or phrase.match.group("max_ru") else min)(steep.values())
        top = sorted(level for level, value in steep.items() if value == most)
        if not set(top) & levels:
            text = f"{metric} slope: " + ", ".join(f"{level}: {fact.value:g}" for level, fact in row.items())
            found.append((phrase.first, phrase.last, "best", Ruling("contradicted", text, text, (), ", ".join(top))))
    return found


def stat_behind(scene: Scene, place: int) -> str | None:
    """The statistic that the words right behind a number name."""
    said = _AFTER.match(scene.sentence.text[scene.tokens[place].end - scene.tokens[0].start :])
    return next((name for name, text in said.groupdict().items() if text), None) if said is not None else None


def _named_behind(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """ "An fsync takes 11.2 ms even at the 99th percentile" where this is the mean, and the percentile is held, too."""
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        fact = _told(scene, bound)
        behind = scene.sentence.text[scene.tokens[place].end - scene.tokens[0].start :]
        said = _AFTER.match(behind)
        if behind.startswith(";") or behind.startswith(",") and bound.stat_at is not None and bound.stat_at < place:
            continue  # "4.6; at the peak there were 18", "on average 4.6, at the peak some eighteen": of what follows
        if fact is None or said is None or _NUMBER.match(behind[said.end() :]):
            continue  # "5,210, at the peak 6,010": the statistic of the next value
        stat = next(name for name, text in said.groupdict().items() if text)
        if re.search(r"worst|худш", said.group(), re.I) and scene.vocabulary.better(fact.metric) == "higher":
            stat = "min"  # "throughput falls to 5,210 at worst"
        names = _CENTRAL if stat == "mean" else (stat,)
        own = [held for name in names if (held := _of_level(scene, fact.metric, fact.level or "", name)) is not None]
        if fact.stat in names or fact.stat not in ("mean", "median", "min", "max", "p95", "p99"):
            continue
        if not own and (fact.stat not in _CENTRAL or stat not in ("max", "min") or _end_of_row(scene, fact, stat)):
            continue
        unit = scene.vocabulary.unit_of(fact.metric)
        if any(agrees(bound.number, in_unit(held, bound.number.unit, unit)) for held in own):
            continue
        true = own[0] if own else fact
        text = f"{true.name} is {true.value:g}", f"{true.name} равно {true.value:g}"
        last = next((t.index for t in scene.tokens if t.end - scene.tokens[0].start >= scene.tokens[place].end - scene.tokens[0].start + said.end()), place)  # fmt: skip
        found.append(
            (place, last, "value", Ruling("contradicted", *text, (true.name,), f"{true.value:g}" if own else None))
        )
    return found


def _end_of_row(scene: Scene, fact: Fact, stat: str) -> bool:
    """Whether a mean is the highest (lowest) of the levels', which a peak may mean, too."""
    row = [one.value for _, one in scene.vocabulary.series(fact.metric, fact.stat)]
    return len(row) < 2 or fact.value == (max if stat == "max" else min)(row)
