"""The columns that a sentence may be of: what the facts hold of a metric and a statistic, level by level, and by what in the text that comes to be meant."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from factcheck.binding.agreement import amount_in_unit, shown
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.outlining.values import fact_at, metrics_in_unit
from factcheck.reading.numbers import Number
from factcheck.stating.context import Context, stats_in

#: Statistics of two metrics.
PAIRED = ("pearson", "spearman", "partial")
_MOST_METRICS, _MOST_AROUND, _MOST_OTHERS, _MOST_PARTS = 6, 3, 12, 3


@dataclass(frozen=True, slots=True)
class Column:
    """The facts of a metric and statistic by level, None where there is none; `said` is how the metric and the statistic come to be meant."""

    metric: str
    facts: tuple[Fact | None, ...]
    stat: str | None = None  # of a table the one that there is
    partner: str | None = None
    said: str = ""
    whole: bool = True  # all kinds of readings are made of it, not values alone

    @property
    def values(self) -> list[float]:
        """The values as they are displayed; not a number where there is none."""
        return [math.nan if fact is None else shown(fact) for fact in self.facts]


def told_in(scene: Scene, column: Column, number: Number, amounts: list[float]) -> list[float]:
    """Amounts of a column in the unit of a number; none where they cannot be told in it."""
    name = next(fact.unit for fact in column.facts if fact is not None)
    own = scene.vocabulary.unit_of(column.metric) if column.stat not in (*PAIRED, "r_squared", "count") else None
    return [one for amount in amounts for one in amount_in_unit(amount, name, number.unit, own)]


def columns_of_table(scene: Scene) -> dict[str, Column]:
    """The columns of a plain table, by their metrics; those without a gap."""
    found = {}
    for metric in scene.vocabulary.metrics:
        facts = tuple(fact_at(scene, metric, level) for level in scene.vocabulary.level_ids)
        if None not in facts:
            found[metric] = Column(metric, facts)
    return found


def columns_of_article(scene: Scene, context: Context) -> dict[str, Column]:
    """The columns that a sentence of an article names, or that its context speaks of."""
    metrics = _metrics(scene, context)
    named = {*stats_in(scene.tokens), *(token.statistic for token in scene.tokens)}
    found: dict[str, Column] = {}
    for metric, source in metrics.items():
        held = scene.vocabulary.stats_of(metric)
        main = _facts(scene, metric, None)
        told = next((fact.stat for fact in main if fact is not None), None)
        for stat in dict.fromkeys([told, *held]):
            if stat is None or stat in PAIRED:
                continue
            how = "named" if stat in named else "around" if stat in context.stats else "other"
            how = f"main {how}" if stat == told else how
            if stat != told and (of_all := _scalar(scene, metric, stat)):
                found[f"{metric} {stat}, of all"] = Column(metric, of_all, stat, None, f"{source}, {how}", False)
            facts = main if stat == told else _facts(scene, metric, stat)
            if any(fact is not None for fact in facts):
                whole = how != "other" and sum(fact is not None for fact in facts) > 1
                found[f"{metric} {stat}"] = Column(metric, facts, stat, None, f"{source}, {how}", whole)
    for metric in [one for one in scene.vocabulary.metrics if one not in metrics][:_MOST_OTHERS]:
        facts = _facts(scene, metric, None)
        if any(fact is not None for fact in facts):
            found[metric] = Column(metric, facts, None, None, "not spoken of", False)
    return _with_parts(scene, found | _correlations(scene, metrics))


def _with_parts(scene: Scene, columns: dict[str, Column]) -> dict[str, Column]:
    """In a grid also the columns of the parts that the sentence or what stands around it names: of all cells "with 48 clients"."""
    if len(scene.vocabulary.facts.experiment.factors) < 2:
        return columns
    parts = [m.ids for m in scene.mentions.levels if len(m.ids) > 1 and not m.group]
    parts += [scene.inherited_levels] if len(scene.inherited_levels) > 1 else []
    order, found = scene.vocabulary.numeric_order, dict(columns)
    for at, ids in enumerate(list(dict.fromkeys(parts))[:_MOST_PARTS]):
        for name, column in columns.items():
            if column.whole:
                facts = tuple(fact if level in ids else None for level, fact in zip(order, column.facts, strict=True))
                if sum(fact is not None for fact in facts) > 1:
                    found[f"{name}, part {at + 1}"] = replace(column, facts=facts, said=f"{column.said}, of a part")
    return found


def _metrics(scene: Scene, context: Context) -> dict[str, str]:
    """The metrics that may be meant, and by what: those of the sentence, those around it, those of a number's unit where nothing else is named."""
    found: dict[str, str] = {}
    for mention in scene.mentions.metrics:
        for metric in sorted(mention.metrics) if len(mention.metrics) <= _MOST_AROUND else ():
            found[metric] = "named"
    for at, metric in enumerate(context.metrics[:_MOST_AROUND]):
        found.setdefault(metric, f"around {at + 1}")
    if not found:
        for token in scene.tokens:
            for metric in metrics_in_unit(scene, token.number)[:_MOST_AROUND] if token.number is not None else ():
                found.setdefault(metric, "of the unit")
    return dict(list(found.items())[:_MOST_METRICS])


def _facts(scene: Scene, metric: str, stat: str | None) -> tuple[Fact | None, ...]:
    return tuple(scene.vocabulary.central(metric, level, stat) for level in scene.vocabulary.numeric_order)


def _scalar(scene: Scene, metric: str, stat: str) -> tuple[Fact, ...]:
    """The one fact over all levels."""
    held = [fact for fact in scene.vocabulary.values(metric, stat) if fact.level is None and fact.partner is None]
    return tuple(held) if len(held) == 1 else ()


def _correlations(scene: Scene, metrics: dict[str, str]) -> dict[str, Column]:
    order = {level: at for at, level in enumerate(scene.vocabulary.numeric_order)}
    rows: dict[tuple[str, str, str], dict[int | None, Fact]] = {}
    for fact in scene.vocabulary.correlated:
        if fact.partner in metrics and fact.metric in metrics and fact.run is None and fact.scope in (None, "run"):
            at = order.get(scene.vocabulary.canonical(fact.level)) if fact.level is not None else None
            if at is not None or fact.level is None:
                rows.setdefault((fact.metric, fact.partner, fact.stat), {}).setdefault(at, fact)
    found = {}
    for (metric, partner, stat), row in rows.items():
        said = f"{metrics[metric]}, {metrics[partner]}, {stat if stat != 'pearson' else ''}"
        if None in row:
            found[f"{metric} {partner} {stat}, of all"] = Column(metric, (row[None],), stat, partner, said, False)
        if set(row) - {None}:
            facts = tuple(row.get(at) for at in range(len(order)))
            found[f"{metric} {partner} {stat}"] = Column(metric, facts, stat, partner, said)
    return found
