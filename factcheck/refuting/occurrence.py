"""Judges how often something is said to happen, and what a single run is said to be: "evicts significantly less often than", "statistically insignificant".

Only refutes. With repeats, "less often" needs the verdict of its effect; without them, nothing can be called significant or insignificant.
"""

from __future__ import annotations

import re

from factcheck.binding.arguments import is_hedged, is_negated, noise_near
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases
from factcheck.judging.verdicts import Ruled, Ruling

_OFTEN = re.compile(r"\b(?P<less>less|more) (?:often|frequently)\b|(?<!\w)(?P<ru>реже|чаще)(?!\w)", re.I)
_INSIGNIFICANT = re.compile(
    r"(?<!\w)статистически\s+(?:\w+\s+)?(?:незначим\w*|не значим\w*|недостоверн\w*|не достоверн\w*|неразличим\w*|не различ\w+|не отлича\w+|одинаков\w*|равн\w+)|"
    r"\bstatistically (?:insignificant|indistinguishable|equal|identical|not significant)\b|\b(?:not|no) statistically significant\b",
    re.I,
)
_UNTOLD = re.compile(r"нельзя|невозможно|не можем|не позвол|один прогон|одному прогону|cannot|can't|can not|impossible|single run|one run|коррел|correl|коэффициент|coefficient|whether|(?<!\w)ли(?!\w)", re.I)  # fmt: skip


def judge_occurrence(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each such statement that the facts refute."""
    if scene.block.kind not in ("paragraph", "item", "lead") or not scene.tokens or scene.tokens[-1].text == "?":
        return []
    return [*_oftener(scene), *_insignificant(scene)]


def _oftener(scene: Scene) -> list[Ruled]:
    """ "The server evicts less often at 16 than at 8": the effect of what it does, at the two levels that are named."""
    levels = list(dict.fromkeys(m.ids for m in scene.mentions.levels if len(m.ids) == 1))
    if not scene.vocabulary.repeated or len(levels) != 2 or noise_near(scene):
        return []
    base = next((m.ids for m in scene.mentions.levels if m.role == "than"), levels[1])
    subject = next(ids for ids in levels if ids != base)
    found = []
    for phrase in phrases(scene, _OFTEN):
        metric = _done(scene, phrase)
        held = scene.vocabulary.effect(metric, next(iter(subject)), next(iter(base))) if metric is not None else None
        if held is None or is_negated(scene, phrase.first) or is_hedged(scene, phrase.first):
            continue
        effect, turned = held
        less = (phrase.match.group("less") or phrase.match.group("ru")).lower() in ("less", "реже")
        falls = ((effect.effect_pct or 0.0) < 0) != turned
        if effect.verdict in ("undecided", "equivalent") or effect.effect_pct is not None and falls != less:
            told = f"{effect.metric} {effect.level} vs {effect.baseline}: {effect.effect_pct}%, {effect.verdict}"
            name = (f"effect {effect.metric} {effect.level} vs {effect.baseline}",)
            first = max(0, phrase.first - 1)
            found.append((first, phrase.last, "order", Ruling("contradicted", told, told, name, effect.verdict)))
    return found


def _done(scene: Scene, phrase: Phrase) -> str | None:
    """The count of what is done: the metric that the clause names, or whose name has the root of the verb before ("evicts": evictions)."""
    named = {next(iter(m.metrics)) for m in scene.mentions.metrics if m.exact and len(m.metrics) == 1}
    if len(named) == 1 and _counts(scene, next(iter(named))):
        return next(iter(named))
    if named:
        return None
    roots = [t.lower[:5] for t in scene.tokens[max(0, phrase.first - 6) : phrase.first] if t.is_word and len(t.text) >= 5]  # fmt: skip
    for root in roots:
        found = {
            metric
            for name in scene.vocabulary.names
            if name.known and any(stem.startswith(root) for stem in name.words[-1])
            for metric in sorted(name.metrics)
            if _counts(scene, metric)
        }
        if found:
            return next(iter(found)) if len(found) == 1 else None
    return None


def _counts(scene: Scene, metric: str) -> bool:
    unit = scene.vocabulary.unit_of(metric)
    return unit is None or unit.dimension in ("frequency", "count")


def _insignificant(scene: Scene) -> list[Ruled]:
    """ "Statistically insignificant" told of levels with one run each."""
    facts = scene.vocabulary.facts
    if facts.experiment.repeats != 1 or scene.vocabulary.repeated or scene.matches(_UNTOLD):
        return []
    if not facts.effects or any(
        effect.verdict not in ("single_run", "invalid", "drifting") for effect in facts.effects
    ):
        return []
    en, ru = "one run a level shows neither significance nor its absence", "один прогон на уровень не показывает ни значимости, ни её отсутствия"  # fmt: skip
    return [
        (phrase.first, phrase.last, "significance", Ruling("contradicted", en, ru, (), "single_run"))
        for phrase in phrases(scene, _INSIGNIFICANT)
        if not is_hedged(scene, phrase.first)
    ]
