"""Judges "monotone" and "non-monotone" said of a metric over the levels."""

from __future__ import annotations

import itertools

from factcheck.binding.arguments import argument_of, is_negated
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token


def judge_monotone(scene: Scene, token: Token) -> tuple[str, Ruling]:
    """The predicate and the ruling of the word, by the first metric that has a series."""
    argument = argument_of(scene, token)
    if argument is None or not argument.metrics:
        return "monotone", Ruling("unverifiable", "of what is not said", "не сказано, о чём речь")
    negative = token.has("nonmonotone") or is_negated(scene, token.index)
    for metric in sorted(argument.metrics):
        row = scene.vocabulary.series(metric)
        if len(row) < 2:
            continue
        values = [fact.value for _, fact in row]
        steps = [b - a for a, b in itertools.pairwise(values)]
        monotone = all(step > 0 for step in steps) or all(step < 0 for step in steps)
        text = " → ".join(f"{value:g}" for value in values)
        names = tuple(fact.name for _, fact in row)
        predicate = "not_monotone" if negative else "monotone"
        if monotone != negative:
            return predicate, Ruling("supported", text, text, names)
        return predicate, Ruling("contradicted", text, text, names, text)
    return "monotone", Ruling("unverifiable", "the facts hold no such series", "в фактах нет такого ряда")


def is_said_both_ways(scene: Scene) -> bool:
    """ "The dependence is not monotone: both ends lose to the middle": no word of way there is told of all levels."""
    return any(t.has("nonmonotone") or t.has("monotone") and is_negated(scene, t.index) for t in scene.tokens)
