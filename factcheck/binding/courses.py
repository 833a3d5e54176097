"""Finds the row over the levels that a word of way is said of: the values of a metric, the gain of one factor over another, coefficients, times of recovery."""

from __future__ import annotations

import re
from dataclasses import dataclass

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import PERCENTILES, argument_of, stat_of
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import Row, names_metric, rows_meant, rows_of, segment, stat_in
from factcheck.reading.sentences import Token

_GAIN = re.compile(
    r"^(?:выигрыш\w*|польз[аыу]|полезн\w+|преимуществ\w*|прирост\w*|эффект\w*|отдач\w+|gains?|benefits?|advantages?|payoff|speedups?|speed-up|helpful|useful)$",
    re.I,
)
_LINK = re.compile(r"^(?:связь|связи|корреляци\w+|взаимосвяз\w+|зависимост\w+|link|correlation|relation(?:ship)?|coupling|association)$", re.I)  # fmt: skip
_RECOVERY = re.compile(r"^(?:восстановлени\w+|recover(?:y|ies|s|ed)?)$", re.I)


@dataclass(frozen=True, slots=True)
class Course:
    """Values over levels in their order, what they are of, and whether a smaller one is told as better or faster."""

    name: str
    row: tuple[tuple[str, float], ...]
    facts: tuple[str, ...] = ()
    better: str | None = None

    def __str__(self) -> str:
        return f"{self.name}: " + " → ".join(f"{value:g} ({level})" for level, value in self.row)


def courses_of(scene: Scene, word: Token, first: int, last: int) -> list[Course]:
    """Every row that a word may be said of, along the parameter told at these tokens; empty where that is not said clearly."""
    near = scene.tokens[max(0, word.index - 6) : word.index + 4]
    if any(_LINK.match(t.text) for t in scene.tokens):
        return _coefficients(scene, first, last)
    gained = [t for t in (*near, word) if _GAIN.match(t.text) and not t.has("up.transitive")]
    if gained and (len(scene.vocabulary.facts.experiment.factors) == 2 or gained[0].index < word.index):
        return _gains(scene, {index for at, index in scene.mentions.factors if first <= at <= last})
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    if any(_RECOVERY.match(t.text) for t in near) and not any(m.exact for m in scene.mentions.metrics):
        return _recoveries(scene)
    return _of_metric(scene, word)


def _of_metric(scene: Scene, word: Token) -> list[Course]:
    argument = argument_of(scene, word)
    if argument is None or not argument.metrics:
        return _of_what_was_said(scene, word)
    said = stat_of(scene, argument, word)
    metrics = _narrowed(scene, argument.metrics)
    if len(metrics) != 1 or not argument.own and len(scene.inherited_metrics) != 1:
        return []
    held = [course for metric in sorted(metrics) if (course := values_of(scene, metric, said)) is not None]
    return held if len(held) == len(metrics) else []


def _of_what_was_said(scene: Scene, word: Token) -> list[Course]:
    """The rows of a clause that names no metric: "Standard deviation …, rising with every step"."""
    if names_metric(scene, word.index) or any(t.text in ("→", "->") for t in scene.tokens):
        return []
    rows = rows_meant(scene, word.index, inherit=False)
    if not rows and any(m for m in scene.mentions.metrics if not m.modifier):
        return []
    found = []
    for row in rows or _of_the_spread(scene, word):
        held = [(level, row.at(scene, level)) for level in scene.vocabulary.numeric_order]
        values = tuple((level, value) for level, value in held if value is not None)
        better = "lower" if row.stat in ("stddev", "cv", "amplitude") else scene.vocabulary.better(row.metric)
        if len(values) < 3 or len(values) != len(held):
            return []
        found.append(Course(str(row), values, (), better))
    return found


def _of_the_spread(scene: Scene, word: Token) -> tuple[Row, ...]:
    """ "Stability improves with every step", "the deviation grows": of what the experiment is decided on."""
    start, stop = segment(scene, word.index)
    row = scene.tokens[start : stop + 1]
    primary = scene.vocabulary.facts.experiment.primary
    stable = word.has("better", "worse") and any(
        t.lower.startswith(("стабильност", "stability", "steadiness")) for t in row
    )
    said = stable or stat_in(scene, start, stop, word.index) == "spread"
    return rows_of(scene, frozenset({primary}), "spread") if said and primary is not None else ()


def _narrowed(scene: Scene, metrics: frozenset[str]) -> frozenset[str]:
    """Of names that share a word, the one that is spoken of: "аналитическая производительность" after its values."""
    whole = [m for m in scene.mentions.metrics if m.metrics and not m.modifier]
    loose = len({m.metrics for m in whole}) > 1 and not any(m.exact for m in whole)
    if (loose or len(metrics) > 1) and len(scene.inherited_metrics) == 1:
        named = frozenset().union(*(m.metrics for m in whole)) if whole else metrics
        return scene.inherited_metrics & named
    return metrics


def values_of(scene: Scene, metric: str, stat: str | None) -> Course | None:
    """The shown values of a metric's statistic at all levels; None where one is missing."""
    vocabulary = scene.vocabulary
    if stat is not None and stat not in vocabulary.stats_of(metric):
        if stat not in PERCENTILES or stat not in metric:  # "p95" may be in the metric's own name
            return None
        stat = None
    row = vocabulary.series(metric, stat)
    if len(row) < 3 or len(row) != len(vocabulary.numeric_order):
        return None
    values = tuple((level, shown(fact)) for level, fact in row)
    name = metric if stat in (None, "mean") else f"{metric} {stat}"
    return Course(name, values, tuple(fact.name for _, fact in row), vocabulary.better(metric))


def _gains(scene: Scene, along: set[int]) -> list[Course]:
    """In a grid of two factors, what the one brings at each level of the other, whose growth is spoken of."""
    vocabulary = scene.vocabulary
    factors = vocabulary.facts.experiment.factors
    if len(factors) != 2 or len(along) != 1:
        return []
    (own,) = along
    if len(factors[1 - own].levels) != 2 or len(factors[own].levels) < 3:
        return []
    named = {m for mention in scene.mentions.metrics if mention.exact for m in mention.metrics}
    metrics = named or set(scene.inherited_metrics) or {vocabulary.facts.experiment.primary or ""}
    rows = [_gain_row(scene, metric, own) for metric in sorted(metrics)]
    return [row for row in rows if row is not None] if all(rows) else []


def _gain_row(scene: Scene, metric: str, own: int) -> Course | None:
    """The size of the effects between the cells that differ in the other factor alone."""
    factors = scene.vocabulary.facts.experiment.factors
    row = []
    for level in factors[own].levels:
        cells = {"/".join((level, other) if own == 0 else (other, level)) for other in factors[1 - own].levels}
        held = [e for e in scene.vocabulary.effects(metric) if {e.level, e.baseline} == cells]
        if len(held) != 1 or held[0].effect_pct is None:
            return None
        good = 1 if scene.vocabulary.better(metric) == "higher" else -1
        row.append((level, held[0].effect_pct * good))
    return Course(f"{metric}, %", tuple(row), (), "higher") if scene.vocabulary.better(metric) else None


def _coefficients(scene: Scene, first: int, last: int) -> list[Course]:
    """How strong the link of the one pair is at each level: the pair whose coefficients are told here, or that is named in full."""
    vocabulary = scene.vocabulary
    told = {
        frozenset((fact.metric, fact.partner))
        for bound in scene.bounds.values() for name in bound.facts
        if (fact := vocabulary.by_name.get(name)) is not None and fact.partner is not None and fact.stat in ("pearson", "spearman")
    }  # fmt: skip
    parted = {t.index for t in scene.tokens if t.text == ";"}  # "it tightens with every step; so does that of A with B"
    spoken = [
        m for m in scene.mentions.metrics
        if m.exact and not m.modifier and not first <= m.last <= last and not parted & set(range(last, m.first))
    ]  # fmt: skip
    named = {metric for mention in spoken for metric in mention.metrics}
    pairs = told or {frozenset(named)}
    if len(pairs) != 1 or len(next(iter(pairs))) != 2:
        return []
    (pair,) = pairs
    rows: dict[str, dict[str, float]] = {}
    for fact in vocabulary.correlated:
        if fact.level and frozenset((fact.metric, fact.partner)) == pair and fact.stat != "partial":
            rows.setdefault(fact.stat, {})[vocabulary.canonical(fact.level)] = abs(shown(fact))
    name = " ~ ".join(sorted(map(str, pair)))
    return [
        Course(f"|{stat}| {name}", tuple((level, row[level]) for level in order))
        for stat, row in sorted(rows.items()) for order in _orders(scene, first, last) if set(order) <= set(row)
    ]  # fmt: skip


def _orders(scene: Scene, first: int, last: int) -> list[list[str]]:
    """The levels in their order; in a grid those along the factor told at these tokens, at each level of the other one that is spoken of."""
    vocabulary = scene.vocabulary
    factors = vocabulary.facts.experiment.factors
    if len(factors) == 1:
        return [vocabulary.numeric_order] if len(vocabulary.numeric_order) >= 3 else []
    along = {index for at, index in scene.mentions.factors if first <= at <= last}
    if len(factors) != 2 or len(along) != 1:
        return []
    (own,) = along
    fixed = [m.ids for m in scene.mentions.levels if m.factor != own] or [scene.inherited_levels]
    orders = [
        ["/".join((level, other) if own == 0 else (other, level)) for level in factors[own].levels]
        for other in factors[1 - own].levels
    ]
    return [o for o in orders if len(o) >= 3 and any(not ids or set(o) & ids for ids in fixed)]


def _recoveries(scene: Scene) -> list[Course]:
    """The longest and the mean time of recovery of each level."""
    times: dict[str, list[float]] = {}
    for window in scene.vocabulary.facts.windows:
        if window.recovered_after_s is not None and window.level:
            times.setdefault(scene.vocabulary.canonical(window.level), []).append(window.recovered_after_s)
    order = scene.vocabulary.numeric_order
    if set(times) != set(order) or len(order) < 3:
        return []
    longest = Course("recovery, s", tuple((level, max(times[level])) for level in order), ("windows",), "lower")
    mean = Course("mean recovery, s", tuple((level, sum(times[level]) / len(times[level])) for level in order), ("windows",), "lower")  # fmt: skip
    return [longest, mean]
