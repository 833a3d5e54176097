"""Makes a metric of each part that shares are told of, so that "IO takes 21.6%" binds like any other value.

A fact whose `partner` is no metric of a correlation and no level names a part of its metric ("CPU" of the shares of session
time). Each part becomes a metric of its own, called by its name; what was divided keeps what is said of it as a whole.
"""

from __future__ import annotations

from factcheck.forms.facts import Fact, Facts, Metric

_PAIRED = {"pearson", "spearman", "partial", "delta_pct", "ratio"}  # a partner of these is what is compared with


def with_parts(facts: Facts) -> Facts:
    """The facts with a metric for each part; the same object when there are none."""
    metrics = {metric.id: metric for metric in facts.metrics}
    levels = {fact.level for fact in facts.facts if fact.level}
    made: dict[str, Metric] = {}
    rows: list[Fact] = []
    for fact in facts.facts:
        part = fact.partner
        if part is None or fact.stat in _PAIRED or part in levels or part in metrics and fact.stat not in ("share",):
            rows.append(fact)
            continue
        name = f"{fact.metric}~{part}" + (f"@{fact.denominator}" if fact.denominator else "")
        if name not in made:
            whole = metrics.get(fact.metric)
            made[name] = Metric(
                id=name,
                unit=fact.unit or (whole.unit if whole else None),
                better=whole.better if whole else None,
                part_of=None,
                names=_names(part),
            )
        rows.append(fact.model_copy(update={"metric": name, "partner": None}))
    if not made:
        return facts
    used = {fact.metric for fact in rows} | {effect.metric for effect in facts.effects}
    kept = [
        metric
        for metric in facts.metrics
        if metric.id in used or metric.id not in {name.partition("~")[0] for name in made}
    ]
    return facts.model_copy(update={"metrics": [*kept, *made.values()], "facts": rows})


def _names(part: str) -> dict[str, list[str]]:
    """A wait event is also called by what stands after its type: "BufferMapping" of "LWLock:BufferMapping"."""
    names = [part]
    if ":" in part:
        names.append(part.partition(":")[2])
    return {"en": names, "ru": names}
