"""Withholds the refusal of a verdict that was judged by another pair of levels, or another metric, than its words may speak of.

"The gain from 2 to 4 is not proven" is of that step; "that step is not significant; 2 → 4 is" names its levels only in the next clause; "the fall from 128 to 256 is
established" below a table is of any metric that fell; "beyond the noise" denies the noise. A verdict of the metric and the pair that the clause names stays refuted.
"""

from __future__ import annotations

import re

from factcheck.binding.arguments import clause_bounds
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Effect
from factcheck.judging.verdicts import Ruling

_PROSE = ("paragraph", "item", "lead")
_WORDS = ("verdict", "significance", "within_noise")
_UNTESTED = {"single_run", "drifting", "invalid"}
_NAMED = re.compile(r"^effect (\S+) (.+) vs (.+)$")
_BEYOND = re.compile(r"\b(?:beyond|outside|above|exceed\w*|out of|larger than|more than|clear of)\b|(?<!\w)(?:вне|за пределами|выше|больше|превыша\w+|шире)(?!\w)", re.I)  # fmt: skip
_BOTH = {"both", "оба", "обе"}


def open_pair(scene: Scene, predicate: str, place: int, ruling: Ruling) -> Ruling:
    """The ruling of a verdict in prose: unverifiable instead of contradicted where its clause speaks of another pair, or leaves the metric open."""
    if ruling.verdict != "contradicted" or predicate not in _WORDS or scene.block.kind not in _PROSE:
        return ruling
    effects = _effects(scene, ruling)
    start, stop = clause_bounds(scene, place)
    other = (
        _beyond(scene, predicate, place)
        or bool(effects)
        and (_of_another_step(scene, effects, start, stop) or _levels_elsewhere(scene, effects, start, stop) or _of_both(scene, effects, start, stop) or _metric_open(scene, effects))
    )  # fmt: skip
    if not other:
        return ruling
    return Ruling(
        "unverifiable",
        f"which comparison is meant is not said clearly ({ruling.en})",
        f"какое сравнение имеется в виду, ясно не сказано ({ruling.ru})",
        ruling.facts,
    )


def _effects(scene: Scene, ruling: Ruling) -> list[Effect]:
    """The comparisons that a refusal was judged by."""
    named = {found.groups() for name in ruling.facts if (found := _NAMED.match(name))}
    return [
        effect
        for metric in sorted({metric for metric, _, _ in named})
        for effect in scene.vocabulary.effects(metric)
        if (metric, effect.level, effect.baseline) in named and effect.verdict not in _UNTESTED
    ]


def _ends(scene: Scene, effect: Effect) -> set[str]:
    """The two levels of a comparison."""
    return {scene.vocabulary.canonical_effect(level) for level in (effect.level, effect.baseline) if level}


def _beyond(scene: Scene, predicate: str, place: int) -> bool:
    """Whether what is told is that something stands beyond the noise."""
    return predicate == "within_noise" and _BEYOND.search(scene.text_of(max(0, place - 4), place)) is not None


def _of_another_step(scene: Scene, effects: list[Effect], start: int, stop: int) -> bool:
    """Whether the clause tells from where to where, and no comparison that was asked is that step."""
    here = [m for m in scene.mentions.levels if start <= m.first <= stop]
    sources, goals = ([m for m in here if m.role == role] for role in ("from", "to"))
    if len(sources) != 1 or len(goals) != 1 or sources[0].ids == goals[0].ids:
        return False
    if sources[0].factor != goals[0].factor:
        return True  # a step along no factor: one of the two was not understood
    return not any(ends & sources[0].ids and ends & goals[0].ids for ends in (_ends(scene, e) for e in effects))


def _levels_elsewhere(scene: Scene, effects: list[Effect], start: int, stop: int) -> bool:
    """Whether the clause names no level and those that were compared stand only behind it: "that step is not significant; 2 → 4 is"."""
    levels = scene.mentions.levels
    if any(start <= m.first <= stop for m in levels) or not any(m.first > stop for m in levels):
        return False
    behind = frozenset().union(*(m.ids for m in levels if m.first > stop))
    before = frozenset().union(*(m.ids for m in levels if m.first < start))
    return all(_ends(scene, effect) <= behind and not _ends(scene, effect) <= before for effect in effects)


def _of_both(scene: Scene, effects: list[Effect], start: int, stop: int) -> bool:
    """Whether two comparisons are spoken of and one alone was asked: "both gains are confirmed"."""
    both = any(t.lower in _BOTH for t in scene.tokens[start : stop + 1])
    return both and len({(e.metric, e.level, e.baseline) for e in effects}) == 1


def _metric_open(scene: Scene, effects: list[Effect]) -> bool:
    """Whether the metric is named neither here nor in what heads the sentence, and another one compared so has another verdict."""
    metrics = {effect.metric for effect in effects}
    if scene.vocabulary.facts.experiment.primary in metrics:
        return False  # what the question is decided on is meant where nothing is said
    last = scene.end_of_block_before("paragraph", "item")
    spoken = [scene, *scene.before(), *([last, *last.before()] if last is not None else ())]
    heads = [b for b in scene.surroundings if b.kind != "heading" or b.depth > 1]
    if any(mention.metrics & metrics for one in spoken for mention in one.mentions.metrics):
        return False
    if any(m.exact and m.metrics & metrics for block in heads for m in scene.world.mentions_of(block).metrics):
        return False
    verdicts = {effect.verdict for effect in effects}
    pairs = [_ends(scene, effect) for effect in effects]
    return any(
        effect.verdict not in verdicts | _UNTESTED and _ends(scene, effect) in pairs
        for metric in scene.vocabulary.metrics
        for effect in scene.vocabulary.effects(metric)
    )
