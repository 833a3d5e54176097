"""How much of its whole a part is at a level: by its share, or by its maximum or mean against those of the whole."""

from __future__ import annotations

from factcheck.binding.vocabulary import Vocabulary

#: What a weight is measured by: (statistic, whole, scope).
Measure = tuple[str, str, str]


def ancestry(vocabulary: Vocabulary, metric: str) -> list[str]:
    """A metric and the wholes that it is a part of, the nearest first."""
    row = [metric]
    while (held := vocabulary.metrics.get(row[-1])) is not None and held.part_of and held.part_of not in row:
        row.append(held.part_of)
    return row


def own_weights(vocabulary: Vocabulary, metric: str, level: str) -> dict[Measure, float]:
    """The part that a metric is of its whole (the outermost one that is known), by each measure that the facts hold."""
    row = ancestry(vocabulary, metric)
    found: dict[Measure, float] = {}
    for fact in vocabulary.values(metric, "share", any_level=True):
        if fact.level is not None and vocabulary.canonical(fact.level) != level or fact.denominator is None:
            continue
        scope = fact.scope or "run"
        if fact.denominator in row[1:-1]:
            for measure, weight in weights(vocabulary, fact.denominator, level).items():
                found[measure] = weight * fact.value / 100
        else:
            found["share", fact.denominator, scope] = fact.value / 100
    for stat in ("mean", "median", "max"):
        part, whole = vocabulary.central(metric, level, stat), vocabulary.central(row[-1], level, stat)
        if len(row) > 1 and part is not None and whole is not None and whole.value > 0:
            found[stat, row[-1], "run"] = part.value / whole.value * vocabulary.scale_between(metric, row[-1])
    return found


def weights(vocabulary: Vocabulary, metric: str, level: str) -> dict[Measure, float]:
    """The same, or what the whole is of its own whole where the facts do not hold the part: no part is more."""
    for one in ancestry(vocabulary, metric):
        found = own_weights(vocabulary, one, level)
        if found:
            return found
    return {}


def related(vocabulary: Vocabulary, one: str, two: str) -> bool:
    """Whether one metric is a part of the other."""
    return one in ancestry(vocabulary, two) or two in ancestry(vocabulary, one)


def heavier(
    vocabulary: Vocabulary, metric: str, level: str, times: float, whole: str | None = None
) -> list[tuple[str, Measure, float, float]]:
    """(other part, measure, its weight, this one's) of a part that is so many times heavier by every measure that both have; of `whole` only, if given."""
    own = weights(vocabulary, metric, level)
    found = []
    for other in vocabulary.metrics:
        if related(vocabulary, metric, other) or whole is not None and whole not in ancestry(vocabulary, other)[1:]:
            continue
        held = own_weights(vocabulary, other, level)
        common = [measure for measure in own if measure in held]
        if common and all(held[measure] > times * own[measure] for measure in common):
            found.append((other, common[0], held[common[0]], own[common[0]]))
    return sorted(found, key=lambda one: -one[2])
