"""Refuses what was found right of other levels than those that stand tightly beside a number: "9 ms in B", "+0.6% at the third step".

A number was accepted because some fact has it. Here the levels of that very fact are compared with what the sentence fixes by its form alone:
a level right behind the number, the way of a step, the kind of coefficient that is named.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees
from factcheck.binding.bound import Bound
from factcheck.binding.mentions import LevelMention
from factcheck.binding.pairs import Pair, changes_pct
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling

_EFFECT = re.compile(r"^effect (\S+) (.+) vs (.+)$")
_WAY = re.compile(r": (\S+) → (\S+) is ")
_IN = {"in", "with", "at", "under", "for", "on", "в", "при", "у", "для", "на"}
_STEP = ("step", "шаг")
_KINDS = {
    "partial": re.compile(r"partial$|частн\w+"),
    "spearman": re.compile(r"spearman|спирмен\w*"),
    "pearson": re.compile(r"pearson|пирсон\w*"),
}


def refused_by_what_is_tight(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> Ruling | None:
    """The refusal of a supported number whose fact is not of what stands tightly beside it; None where nothing is so fixed."""
    if ruling.verdict != "supported" or scene.block.kind == "cell" or bound.number.high is not None:
        return None
    levels = levels_of(scene, ruling)
    if predicate == "correlates" and not _kind_said(scene, bound, ruling) and not _is_over_all(scene, bound, ruling):
        return _refusal(ruling, ())
    if not levels:
        return None
    fixed = _level_behind(scene, bound.place) or _level_before(scene, bound.place)
    if predicate == "value" and len(levels) == 1:
        if fixed and levels[0] not in fixed or _exchanged(scene, bound, levels[0]):
            return _refusal(ruling, levels)
        if _another_statistic(scene, bound, ruling):
            return _refusal(ruling, ())
    if predicate == "delta" and len(levels) == 2:
        other = fixed and not fixed & set(levels) and _changes_to(scene, ruling, levels[0], fixed)
        if other or _step_backwards(scene, bound, levels):
            return _refusal(ruling, levels)
    return None


def _is_over_all(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """Whether the facts hold that coefficient of the pair over all levels, of the kind that is named before the number."""
    one = scene.vocabulary.by_name.get(ruling.facts[0]) if ruling.facts else None
    before = scene.tokens[max(0, bound.place - 14) : bound.place]
    said = next((kind for kind, word in _KINDS.items() if any(word.match(t.lower) for t in before)), None)
    return one is not None and said is not None and any(
        f.level is None and f.stat == said and {f.metric, f.partner} == {one.metric, one.partner} and agrees(bound.number, [f.value])
        for f in scene.vocabulary.facts.facts
    )  # fmt: skip


def _another_statistic(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """Whether the fact is not of the statistic that stands right before the number ("minimum 487"), though the facts hold that one, too."""
    said = scene.tokens[bound.place - 1].statistic if bound.place else None
    fact = scene.vocabulary.by_name.get(ruling.facts[0]) if len(ruling.facts) == 1 else None
    if said not in ("min", "max", "median", "mean") or fact is None or fact.level is None or fact.stat == said:
        return False
    held = scene.vocabulary.values(fact.metric, said, fact.level)
    return bool(held) and fact.stat in ("min", "max", "median", "mean") and held[0].value != fact.value


def _exchanged(scene: Scene, bound: Bound, level: str) -> bool:
    """Whether the number is the value of the level that its partner in "(3.19 against 3.65 ms)" was paired with."""
    if bound.level_source != "own" or len(bound.levels) != 1 or level in bound.levels[0]:
        return False
    places = sorted(scene.bounds)
    at = places.index(bound.place)
    for other in (at - 1, at + 1):
        if not 0 <= other < len(places):
            continue
        partner = scene.bounds[places[other]]
        between = scene.tokens[min(bound.place, partner.place) + 1 : max(bound.place, partner.place)]
        versus = [t.lower for t in between] in (["against"], ["vs"], ["versus"], ["против"])
        if versus and partner.level_source == "own" and len(partner.levels) == 1 and level in partner.levels[0]:
            return True
    return False


def _changes_to(scene: Scene, ruling: Ruling, base: str, goals: frozenset[str]) -> bool:
    """Whether the facts hold a change of the ruling's metric from the base to the level that stands beside the number."""
    names = [name for name in ruling.facts if name in scene.vocabulary.by_name]
    effect = _EFFECT.match(ruling.facts[0]) if ruling.facts else None
    metric = scene.vocabulary.by_name[names[0]].metric if names else effect[1] if effect else ""
    return any(changes_pct(scene, metric, Pair(base, goal, True), None) for goal in goals if goal != base)


_IS = {":", "—", "–", "=", "is", "was", "gives", "gave", "takes", "took", "это", "дает", "дал", "(", "составляет", "составила", "составил", "составило"}  # fmt: skip


def _level_before(scene: Scene, place: int) -> frozenset[str]:
    """The one level right before a number, with nothing but a dash or an "is" between: "при 2 — 51,6", "worker: 1620"."""
    tokens = scene.tokens
    first = place - 1 if place and tokens[place - 1].lower in _IS else place
    mention = next((m for m in scene.mentions.levels if m.last == first - 1 and m.role == "at" and not m.group), None)
    if mention is None or first == place and tokens[mention.last].number is not None:
        return frozenset()
    before = tokens[mention.first - 1].lower if mention.first else ""
    after = tokens[place + 1].lower if place + 1 < len(tokens) else "."
    if before in ("and", "и", "or", "или", "/", "→", "->") or after in _IN or after == "(":
        return frozenset()
    return mention.ids


def levels_of(scene: Scene, ruling: Ruling) -> tuple[str, ...]:
    """The levels of the facts that a ruling rests on: (base, level) of a change, one of a value."""
    every = scene.vocabulary.level_ids
    if len(ruling.facts) == 1 and (effect := _EFFECT.match(ruling.facts[0])) is not None:
        # an effect is named one way, and may have been read the other: the reason says which
        way = _WAY.search(ruling.en)
        names = (way[1], way[2]) if way is not None else (effect[3], effect[2])
        return names if all(name in every for name in names) else ()
    found = []
    for name in ruling.facts[:2]:
        fact = scene.vocabulary.by_name.get(name)
        if fact is None or fact.level is None or fact.level not in scene.vocabulary.level_ids:
            return ()
        found.append(fact.level)
    return tuple(found)


def _refusal(ruling: Ruling, levels: tuple[str, ...]) -> Ruling:
    said = " → ".join(levels) or ruling.facts[0]
    return Ruling("contradicted", f"the number is of {said}", f"это число относится к {said}", ruling.facts, said)


def level_at(scene: Scene, place: int) -> tuple[frozenset[str], int]:
    """The level that begins at a token (also one whose plain name is too common a word to be found elsewhere), and its last token."""
    mention = next((m for m in scene.mentions.levels if m.first == place and not m.group), None)
    if mention is not None:
        return mention.ids, mention.last
    if place < len(scene.tokens) and scene.tokens[place].text in scene.vocabulary.level_ids:
        return frozenset({scene.tokens[place].text}), place
    return frozenset(), place


def _level_behind(scene: Scene, place: int) -> frozenset[str]:
    """The one level right behind a number and its preposition: "0.31 ms in B"; empty when another number or level shares it."""
    tokens = scene.tokens
    if place + 2 >= len(tokens) or tokens[place + 1].lower not in _IN:
        return frozenset()
    ids, last = level_at(scene, place + 2)
    after = tokens[last + 1].lower if last + 1 < len(tokens) else "."
    shared = after in ("and", "и", "or", "или") and level_at(scene, last + 2)[0] or after in ("/", "to", "до")
    if shared or any(m.last < place and place - m.last <= 4 and not taken(scene, m) for m in scene.mentions.levels):
        return frozenset()
    before = tokens[place - 1].lower if place else ""
    return frozenset() if before in ("and", "и", "/", ",") else ids


def taken(scene: Scene, mention: LevelMention) -> bool:
    """Whether a level stands right behind a number of its own."""
    former = scene.tokens[max(0, mention.first - 2) : mention.first]
    return len(former) == 2 and former[0].number is not None and former[1].lower in _IN


def _step_backwards(scene: Scene, bound: Bound, levels: tuple[str, ...]) -> bool:
    """Whether a signed change of "the third step" was found only by walking the levels downwards."""
    order = scene.vocabulary.numeric_order
    if not bound.number.signed or len(order) < 3 or any(level not in order for level in levels):
        return False
    near = scene.tokens[max(0, bound.place - 6) : bound.place]
    if not any(t.lower.startswith(_STEP) for t in near) or any(
        t.lower in ("вниз", "down", "back", "назад") for t in near
    ):
        return False
    if any(m.first < bound.place for m in scene.mentions.levels):
        return False
    return order.index(levels[0]) > order.index(levels[1])


def _kind_said(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """Whether the coefficient is of the kind that stands right before it: a partial one where "partial" is said."""
    before = scene.tokens[max(0, bound.place - 4) : bound.place]
    if any(t.number is not None for t in before):
        before = before[max(t.index for t in before if t.number is not None) - before[0].index + 1 :]
    said = {kind for kind, pattern in _KINDS.items() for t in before if pattern.match(t.lower)}
    facts = [scene.vocabulary.by_name.get(name) for name in ruling.facts]
    kinds = {fact.stat for fact in facts if fact is not None and fact.stat in _KINDS}
    if not kinds or len(said) != 1 or said & kinds:
        return True
    pairs = {(fact.level, frozenset((fact.metric, fact.partner))) for fact in facts if fact is not None}
    like = [f for f in scene.vocabulary.correlated if (f.level, frozenset((f.metric, f.partner))) in pairs]
    return any(fact.stat in said and agrees(bound.number, [fact.value]) for fact in like)  # both kinds may be the same
