"""Works out a formula, loosely where repeats give an estimate of their own that is not worked out of the means."""

from __future__ import annotations

import re

from factcheck.assisted.formulas import Formulas, Outcome
from factcheck.binding.agreement import MEASURED, in_unit
from factcheck.binding.arguments import UNSETTLED
from factcheck.binding.scene import Scene
from factcheck.reading.numbers import Number

_WORKED = re.compile(r"change\(|effect\(| / | - ")
_DENIED = re.compile(
    r"""^\(?not any\(+value\(["'](?P<metric>[^"']+)["'], l\) (?P<sign>[<>])=? value\(["'](?P=metric)["'], ["'](?P<base>[^"']+)["']\)"""
)
_TOLD = re.compile(r'(?P<left>[^"=<>]*(?:"[^"]*"[^"=<>]*)*) == (?P<right>"[^"]*\d[^"]*"|\d+(?:\.\d+)?)$')


def worked_out(scene: Scene, formula: str, numbers: list[Number]) -> Outcome:
    """The outcome; where repeats are estimated a number that is near the means' own difference decides nothing. Errors: Unusable."""
    language = Formulas(scene.vocabulary)
    outcome = language.work_out(formula, numbers)
    if outcome.truth is False and _in_no_unit_of(scene, outcome, _compared(scene, formula, numbers)):
        outcome.truth = None
    if outcome.truth is not False or not scene.vocabulary.repeated:
        return outcome
    if (denied := _DENIED.search(formula)) is not None and not _has_settled(scene, denied, outcome):
        outcome.truth = None
        return outcome
    if not outcome.failed_numbers or len(outcome.facts) <= 1:
        return outcome
    loose = loosened(formula)
    if loose == formula or language.work_out(loose, numbers).truth is not False:
        outcome.truth = None
    return outcome


def _compared(scene: Scene, formula: str, numbers: list[Number]) -> list[Number]:
    """The numbers that a formula compares with, none of which is a level's own ("highest at 1024 kB")."""
    levels = {t.number.text for t in scene.tokens if t.number is not None and t.index in scene.mentions.level_tokens}
    return [n for n in numbers if n.text not in levels and any(f'{sign} "{n.text}' in formula for sign in "<>=")]


def _in_no_unit_of(scene: Scene, outcome: Outcome, numbers: list[Number]) -> bool:
    """Whether a number that is compared is in a unit that none of the metrics is measured in: "none exceeds 15 minutes" where a queue was spoken of before."""
    unit_of = scene.vocabulary.unit_of
    told = [n for n in numbers if n.kind == "value" and n.unit is not None and n.dimension in MEASURED]
    measured = [f for f in outcome.facts if f.unit is not None or unit_of(f.metric) is not None]
    known = any(unit_of(metric) is not None for metric in scene.vocabulary.by_metric)
    return bool(outcome.facts) and known and any(not any(in_unit(f, n.unit, unit_of(f.metric)) for f in measured) for n in told)  # fmt: skip


def _has_settled(scene: Scene, denied: re.Match[str], outcome: Outcome) -> bool:
    """Whether a verdict, and not a few more units alone, puts one of the levels beyond that which none is said to pass: "no level tried is better"."""
    base = next((f for f in outcome.facts if f.level == denied["base"] and f.metric == denied["metric"]), None)
    sign = 1 if denied["sign"] == ">" else -1
    beyond = [
        f.level
        for f in outcome.facts
        if base is not None and f.level is not None and f.metric == base.metric and (f.value - base.value) * sign > 0
    ]
    held = [scene.vocabulary.effect(denied["metric"], level, denied["base"]) for level in beyond]
    return base is None or any(one is None or one[0].verdict not in UNSETTLED for one in held)


def loosened(formula: str) -> str:
    """A formula with "about" in the place of "equals" where a difference or a multiple is told: `about(change(…), "12%")`."""
    return " and ".join(_about(part) for part in formula.split(" and "))


def _about(part: str) -> str:
    found = _TOLD.match(part)
    return f"about({found['left']}, {found['right']})" if found and _WORKED.search(found["left"]) else part
