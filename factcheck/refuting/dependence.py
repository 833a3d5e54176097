"""Judges whether a metric is said to depend on the parameter: "does not depend on it" where it doubles, "clearly depends" where it stays.

Between the two lies what no number decides; only a row that is flat, or one that moves far, refutes. This judge only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import shown
from factcheck.binding.scene import Scene
from factcheck.binding.scope import metrics_said, phrases
from factcheck.judging.verdicts import Ruling

_FLAT, _FAR = 1.0, 20.0  # percent between the smallest and the largest value
_DEPENDS = re.compile(
    r"(?P<no>\b(?:does|did|do) not (?:\w+ )?depend on|\bis independent of|(?<!\w)не зависит|(?<!\w)не зависят)|"
    r"(?P<yes>\b(?:clearly|strongly|markedly|noticeably|heavily) depends? on|\bdepends? (?:clearly|strongly|markedly|noticeably|heavily) on|(?<!\w)(?:заметно|сильно|существенно|явно|ощутимо) зависит|"
    r"(?<!\w)зависит (?:\w+ ){0,4}?(?:заметно|сильно|существенно|явно|ощутимо)(?!\w))",
    re.I,
)
_PARAMETER = re.compile(r"parameter|setting|value|level|параметр|настройк|значени|уровн", re.I)


def judge_dependence(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of each dependence that the values refute."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.has("hedge") or scene.tokens[-1].text == "?":
        return []
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    found = []
    for phrase in phrases(scene, _DEPENDS):
        near = scene.tokens[max(0, phrase.first - 5) : phrase.last + 5]
        of_factor = any(at in range(phrase.first - 5, phrase.last + 6) for at, _ in scene.mentions.factors)
        if not of_factor and not any(_PARAMETER.match(t.text) for t in near):
            continue
        groups = metrics_said(scene, phrase.first)
        if not groups or len(groups[0]) != 1:
            continue
        (metric,) = groups[0]
        row = scene.vocabulary.series(metric)
        values = [shown(fact) for _, fact in row]
        if len(values) < 3 or min(values) <= 0:
            continue
        spread = (max(values) / min(values) - 1) * 100
        if spread < _FLAT if phrase.match.group("yes") else spread > _FAR and not _undecided(scene, metric):
            text = f"{metric}: " + ", ".join(
                f"{level}: {value:g}" for (level, _), value in zip(row, values, strict=True)
            )
            found.append(
                (
                    phrase.first,
                    phrase.last,
                    "influence",
                    Ruling("contradicted", text, text, tuple(f.name for _, f in row)),
                )
            )
    return found


def _undecided(scene: Scene, metric: str) -> bool:
    """Whether the facts compare a metric and none of its differences is established."""
    verdicts = {effect.verdict for effect in scene.vocabulary.effects(metric)} - {"single_run"}
    return bool(verdicts) and not verdicts & {"better", "worse"}
