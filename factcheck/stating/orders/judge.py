"""Judges a sentence that can be read whole: refuted where every formula that it may mean fails, held where one of them is true."""

from __future__ import annotations

import itertools

from factcheck.assisted.amounts import Truth, Unusable
from factcheck.assisted.formulas import Formulas, Outcome
from factcheck.binding.arguments import UNSETTLED
from factcheck.binding.courselines import goes_on_beyond
from factcheck.binding.scene import Scene, Stretch
from factcheck.binding.subjects import is_range
from factcheck.binding.ways import within_runs
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.stating.orders.grammar import formulas_of
from factcheck.stating.orders.parts import parts_of

_EACH = ("every", "each", "кажд")
_LONGEST = 60  # tokens of a plain statement


def judge_plainly(scene: Scene) -> tuple[list[Ruled], list[Stretch]]:
    """The refusal of a plain statement, or the stretch of one that holds."""
    if (
        scene.block.kind not in ("paragraph", "item", "lead")
        or len(scene.tokens) > _LONGEST
        or scene.tokens[-1].text == "?"
    ):
        return [], []
    if len(scene.vocabulary.facts.experiment.factors) != 1 or within_runs(scene) or any(is_range(scene, t) for t in scene.tokens):  # fmt: skip
        return [], []
    if (
        any(t.lower.startswith(_EACH) for t in scene.tokens)
        and goes_on_beyond(scene, 0, len(scene.tokens) - 1) is not None
    ):
        return [], []  # "it is lowest at 20 and grows with every step after that"
    parts = parts_of(scene)
    formulas = formulas_of(parts, scene.vocabulary) if parts is not None else []
    outcomes = [(formula, _outcome(scene, formula)) for formula in dict.fromkeys(formulas)]
    if not outcomes:
        return [], []
    last = len(scene.tokens) - 1
    told = {None if outcome is None else outcome.truth for _, outcome in outcomes}
    if told == {True}:
        return [], [Stretch(0, last, False)]
    if told != {False}:
        return [], []
    formula, outcome = outcomes[0]
    assert outcome is not None
    return [(0, last, "order", _refusal(formula, outcome))], []


def _outcome(scene: Scene, formula: str) -> Outcome | None:
    try:
        outcome = Formulas(scene.vocabulary).work_out(formula, [])
    except Unusable:
        return None
    outcome.truth = _settled(scene, outcome)
    return outcome


def _settled(scene: Scene, outcome: Outcome) -> Truth:
    """The truth of an outcome; open where repeats leave a difference open that it stands on."""
    if not scene.vocabulary.repeated:
        return outcome.truth
    for one, two in itertools.combinations(outcome.facts, 2):
        if one.metric == two.metric and one.level and two.level:
            held = scene.vocabulary.effect(one.metric, one.level, two.level)
            if held is not None and held[0].verdict in UNSETTLED:
                return None
    return outcome.truth


def _refusal(formula: str, outcome: Outcome) -> Ruling:
    told = "; ".join(f"{fact.metric} {fact.level}: {fact.value:g}" for fact in outcome.facts[:8])
    failed = outcome.failed[0] if outcome.failed else formula
    en, ru = f"{told}: read as {failed}, it does not hold", f"{told}: прочитано как {failed}, неверно"
    return Ruling("contradicted", en, ru, tuple(fact.name for fact in outcome.facts), told)
