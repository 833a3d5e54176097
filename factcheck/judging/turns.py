"""Judges a way that is told stop by stop: "it rises to 73.4% at 128 and then slips to 70.2% at 256", "climbs up to 100 and then falls".

Each word is of its own stretch: up to the value (or level) that follows it, from the one told before it. Judged as one way over all
the levels of the sentence, every such sentence would be false.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import DOWN, UP, parameter_words
from factcheck.binding.scene import Scene
from factcheck.binding.scope import metrics_said, topics
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_of
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token

_THEN = re.compile(r"^(?:then|afterwards|before|after|again|back|затем|потом|далее|дальше|после|снова|опять)$", re.I)
_TO = {"to", "до"}
_WAYS = ("up.intransitive", "down.intransitive")
_REACH = 6  # tokens between a direction word and the value that it leads to


def judge_turns(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of each direction word of a sentence that turns."""
    if scene.block.kind not in ("paragraph", "item", "lead") or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    own = parameter_words(scene) if scene.mentions.factors else set()
    words = [t for t in scene.tokens if t.has(*_WAYS) and t.index not in own]
    if not words:
        return []
    found = [ruled for word in words if (ruled := _since_before(scene, word)) is not None]
    if found or not any(_THEN.match(t.text) for t in scene.tokens):
        return found
    for word in words:
        if is_negated(scene, word.index) or is_hedged(scene, word.index):
            continue
        ruled = _to_value(scene, bounds, word) or _to_level(scene, word, words)
        if ruled is not None:
            found.append(ruled)
    return found


def _held(scene: Scene, bound: Bound) -> Fact | None:
    """The one fact of one level that a told value is."""
    if bound.verdict != "supported" or bound.predicate != "value" or len(bound.facts) != 1:
        return None
    fact = scene.vocabulary.by_name.get(bound.facts[0])
    return fact if fact is not None and fact.level and fact.run is None and fact.partner is None else None


def _to_value(scene: Scene, bounds: dict[int, Bound], word: Token) -> tuple[int, int, str, Ruling] | None:
    """ "slips to 70.2% at 256": from the value told before it, or from the levels before that one."""
    place = next((p for p in sorted(bounds) if word.index < p <= word.index + _REACH), None)
    if place is None or not {t.lower for t in scene.tokens[word.index + 1 : place]} & _TO:
        return None
    if any(t.lower in ("from", "с", "со") for t in scene.tokens[word.index + 1 : place]):
        return None
    goal = _held(scene, bounds[place])
    way = direction_of(scene, word, bounds[place].metrics)
    if goal is None or way not in (UP, DOWN):
        return None
    before = [fact for p in sorted(bounds) if p < word.index and (fact := _held(scene, bounds[p]))]
    before = [f for f in before if (f.metric, f.stat) == (goal.metric, goal.stat) and f.level != goal.level][-1:]
    row = before or _at_the_stop_before(scene, goal, word) or _earlier(scene, goal)
    if not row:
        return None
    good = [fact for fact in row if (shown(goal) - shown(fact)) * way > 0]
    one = (good or row)[0]
    text = f"{goal.metric}: {one.level} {shown(one):g} → {goal.level} {shown(goal):g}"
    ruling = Ruling("supported" if good else "contradicted", text, text, (one.name, goal.name), None if good else text)
    return word.index, place, "order", ruling


def _at_the_stop_before(scene: Scene, goal: Fact, word: Token) -> list[Fact]:
    """ "It climbs up to 1000, after which it falls to 39": the value at the level where the way turns."""
    named = [m for m in scene.mentions.levels if m.last < word.index and len(m.ids) == 1]
    if not named or not any(_THEN.match(t.text) for t in scene.tokens[named[-1].last + 1 : word.index]):
        return []
    level = next(iter(named[-1].ids))
    return [f for at, f in scene.vocabulary.series(goal.metric, goal.stat) if at == level != goal.level]


def _earlier(scene: Scene, goal: Fact) -> list[Fact]:
    """The values at the levels before, the nearest first; at the first level there are none."""
    row = scene.vocabulary.series(goal.metric, goal.stat)
    at = next((i for i, (level, _) in enumerate(row) if level == scene.vocabulary.canonical(goal.level or "")), 0)
    return [fact for _, fact in reversed(row[:at])]


def _to_level(scene: Scene, word: Token, words: list[Token]) -> tuple[int, int, str, Ruling] | None:
    """ "climbs up to 100 and then falls": up to the level before the turn, and beyond it from there."""
    order = scene.vocabulary.numeric_order
    if len(words) != 2 or len(order) < 3:
        return None
    between = [m for m in scene.mentions.levels if words[0].index < m.first < words[1].index and len(m.ids) == 1]
    if len(between) != 1 or (level := next(iter(between[0].ids))) not in order[1:-1]:
        return None
    turn, first = order.index(level), word is words[0]
    groups = metrics_said(scene, word.index) or topics(scene)
    tried = []
    for metric in [m for group in groups for m in sorted(group)][:3]:
        way = direction_of(scene, word, frozenset({metric}))
        row = dict(scene.vocabulary.series(metric))
        if way not in (UP, DOWN) or any(level not in row for level in order):
            continue
        part = order[: turn + 1] if first else order[turn:]
        gone = (shown(row[part[-1]]) - shown(row[part[0]])) * way
        text = f"{metric}: " + " → ".join(f"{level} {shown(row[level]):g}" for level in part)
        names = tuple(row[level].name for level in part)
        if gone > 0:
            return word.index, word.index, "order", Ruling("supported", text, text, names)
        tried.append(Ruling("contradicted", text, text, names, text))
    return (word.index, word.index, "order", tried[0]) if tried else None


_SO = re.compile(
    r"(?:\bso|\bthus|\bhence|\btherefore|(?<!\w)значит,?|(?<!\w)то есть|(?<!\w)так что|(?<!\w)стало быть,?)\s+(?:it|they|он|она|оно|они)\s+(?:\w+\s+)?$",
    re.I,
)


def _since_before(scene: Scene, word: Token) -> tuple[int, int, str, Ruling] | None:
    """ "… at 256 is 9.6 ms. At 16 it is 1.9 ms, so it grew": from the one value told to the other, in the order of their levels."""
    if not _SO.search(scene.sentence.text[: word.start - scene.tokens[0].start]) or scene.former is None:
        return None
    here, before = last_value(scene, word.index), last_value(scene.former, len(scene.former.tokens))
    order = scene.vocabulary.numeric_order
    if here is None or before is None or (here.metric, here.stat) != (before.metric, before.stat):
        return None
    one, two = sorted((here, before), key=lambda f: order.index(f.level) if f.level in order else 0)
    way = direction_of(scene, word, frozenset({here.metric}))
    if one.level == two.level or way not in (UP, DOWN) or is_negated(scene, word.index):
        return None
    good = (shown(two) - shown(one)) * way > 0
    text = f"{one.metric}: {one.level} {shown(one):g} → {two.level} {shown(two):g}"
    ruling = Ruling("supported" if good else "contradicted", text, text, (one.name, two.name), None if good else text)
    return word.index, word.index, "order", ruling


def last_value(scene: Scene, place: int) -> Fact | None:
    """The value of one level that a sentence tells last before a place."""
    for at in sorted((at for at in scene.bounds if at < place), reverse=True) if scene.bounds else ():
        if (fact := _held(scene, scene.bounds[at])) is not None:
            return fact
    return None
