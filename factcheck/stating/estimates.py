"""Works out a formula, loosely where repeats give an estimate of their own that is not worked out of the means."""

from __future__ import annotations

import re

from factcheck.assisted.formulas import Formulas, Outcome
from factcheck.binding.scene import Scene
from factcheck.reading.numbers import Number

_WORKED = re.compile(r"change\(|effect\(| / | - ")
_TOLD = re.compile(r'(?P<left>[^"=<>]*(?:"[^"]*"[^"=<>]*)*) == (?P<right>"[^"]*\d[^"]*"|\d+(?:\.\d+)?)$')


def worked_out(scene: Scene, formula: str, numbers: list[Number]) -> Outcome:
    """The outcome; where repeats are estimated a number that is near the means' own difference decides nothing. Errors: Unusable."""
    language = Formulas(scene.vocabulary)
    outcome = language.work_out(formula, numbers)
    if outcome.truth is not False or not scene.vocabulary.repeated:
        return outcome
    if not outcome.failed_numbers or len(outcome.facts) <= 1:
        return outcome
    loose = loosened(formula)
    if loose == formula or language.work_out(loose, numbers).truth is not False:
        outcome.truth = None
    return outcome


def loosened(formula: str) -> str:
    """A formula with "about" in the place of "equals" where a difference or a multiple is told: `about(change(…), "12%")`."""
    return " and ".join(_about(part) for part in formula.split(" and "))


def _about(part: str) -> str:
    found = _TOLD.match(part)
    return f"about({found['left']}, {found['right']})" if found and _WORKED.search(found["left"]) else part
