"""Holds fractions in words to one kind of reading: "fell by a third" is a change, "a fifth of the memory" a ratio, "half of the time" a share.

A fraction of no stated kind finds its like among any set of facts; held to its kind, and to the levels that are named, it can be refuted.
"""

from __future__ import annotations

import itertools

from factcheck.binding.bound import Bound
from factcheck.binding.denominators import wholes_behind
from factcheck.binding.pairs import Pair, changes_pct, pairs_for, ratios
from factcheck.binding.scene import Scene
from factcheck.binding.scope import metrics_said, topics
from factcheck.judging.changes import direction_said, of_a_difference
from factcheck.judging.verdicts import Ruling
from factcheck.rereading.beside import little_more, part_agrees

_BY = {"by", "на"}
_TO = {"to", "до"}
_MORE = ("up.comparative", "down.comparative", "better", "worse")
_LOSING = {
    "cost",
    "lose",
    "lost",
    "loss",
    "reduction",
    "improvement",
    "increase",
    "increas",
    "gain",
    "стоить",
    "терять",
    "потерять",
    "потеря",
    "выигрыш",
    "drop",
    "saving",
    "прибавка",
    "рост",
    "падение",
    "снижение",
}
_SHARING = {
    "take",
    "took",
    "spend",
    "spent",
    "account",
    "fill",
    "occupy",
    "occupi",
    "занимать",
    "занять",
    "приходиться",
    "составлять",
    "составить",
    "уходить",
}
_GAINS = {
    "gain",
    "advantage",
    "выигрыш",
    "decline",
    "прирост",
    "difference",
    "разница",
    "выгода",
    "improvement",
    "effect",
    "эффект",
}


def hold_to_its_kind(scene: Scene, bound: Bound, ruling: Ruling) -> Ruling:
    """The ruling on a fraction, when its kind and what it compares are said; the former one otherwise."""
    number = bound.number
    kind = kind_of(scene, bound.place)
    if any(t.stems & {"добавляться", "набираться", "add"} for t in scene.tokens[bound.place :]):
        return ruling  # "up to four fifths of the waits these are added"
    if kind is None or ruling.facts and ruling.verdict == "contradicted" or scene.block.kind == "cell":
        return ruling
    own = metrics_said(scene, bound.place)
    groups = own[:2] or topics(scene)[:1]
    metrics = [m for group in groups for m in sorted(group)]
    pairs, certain = _pairs(scene, bound)
    tried: list[float] = []
    wholes = wholes_behind(scene, bound.place, 2)
    way = direction_said(scene, bound)[0] if kind == "change" else 0
    for metric in metrics[:4]:
        stat = (
            bound.stat
            if bound.stat in ("max", "min", "p99", "p95") and bound.stat in scene.vocabulary.stats_of(metric)
            else None
        )
        if kind == "share":
            levels = (
                [i for ids in bound.levels for i in sorted(ids)]
                or sorted(scene.inherited_levels)
                or scene.vocabulary.level_ids
            )
            tried += [
                f.value / 100
                for f in scene.vocabulary.by_metric.get(metric, ())
                if f.level in levels
                and f.run is None
                and (f.unit == "%" or f.stat == "share")
                and (not wholes or f.denominator is None or f.denominator in wholes)
            ]
            continue
        for pair in pairs:
            if kind == "change":
                tried += [
                    abs(value) / 100
                    for value, _ in changes_pct(scene, metric, pair, stat)
                    if not way or (value > 0) == (way > 0)
                ]
            else:
                tried += [min(value, 1 / value) for value, _ in ratios(scene, metric, pair, stat) if value > 0]
    if not tried:
        return ruling
    little = little_more(scene, bound.place)
    if any(part_agrees(number, value, little=little) for value in tried):
        value = next(value for value in tried if part_agrees(number, value, little=little))
        return ruling if ruling.verdict == "supported" else Ruling("supported", f"{value:.3g}", f"{value:.3g}")
    alone = own[:1] or (groups[:1] if kind == "ratio" else [])
    if ruling.verdict != "contradicted" and certain and alone and len(alone[0]) == 1:
        text = f"{100 * tried[0]:.3g}%"
        return Ruling("contradicted", f"by the facts it is {text}", f"по фактам это {text}", (), text)
    return ruling


def kind_of(scene: Scene, place: int) -> str | None:
    """`change`, `ratio` or `share`, as the words beside say; None where they do not, or where a part of a difference is told."""
    tokens = scene.tokens
    before = [t for t in tokens[max(0, place - 5) : place] if t.text not in ",("]
    after = tokens[place + 1 : place + 5]
    if any(t.stems & _GAINS for t in after[:4]):
        return None
    hedges = {
        "about",
        "roughly",
        "almost",
        "nearly",
        "well",
        "over",
        "more",
        "less",
        "than",
        "just",
        "a",
        "little",
        "under",
        "почти",
        "примерно",
        "около",
        "более",
        "менее",
        "чем",
        "больше",
        "меньше",
        "целую",
        "the",
    }
    back = [t for t in reversed(before) if t.lower not in hedges]
    if after and after[0].has(*_MORE) or after and after[0].lower in ("below", "above"):
        return "change"
    if back and back[0].lower in _BY:
        return "change"
    if back and back[0].lower in _TO:
        return "ratio"
    if any(t.stems & _SHARING for t in back[:3]):
        return "share"
    if (
        any(t.stems & _LOSING for t in back[:2])
        or back
        and back[0].lower == "of"
        and len(back) > 1
        and back[1].stems & _LOSING
    ):
        return "change"
    if after and after[0].lower == "of" and len(after) > 1 and after[1].lower in ("the", "what", "its", "that"):
        moved = len(after) > 2 and after[2].has("up.noun", "down.noun")  # "three quarters of that growth"
        return "ratio" if after[1].lower in ("what", "that") and not moved else None
    return None


def _pairs(scene: Scene, bound: Bound) -> tuple[list[Pair], bool]:
    """The pairs that the sentence's own levels allow, and whether it says both."""
    said = [p for p in pairs_for(scene, bound.levels[0] if bound.levels else None, bound.place) if p.explicit]
    if said:
        return said, True
    levels = list(dict.fromkeys(i for m in scene.mentions.levels for i in sorted(m.ids)))
    base = sorted(scene.vocabulary.special("baseline"))
    own = levels or sorted(scene.inherited_levels)
    if own:
        rows = [Pair(a, b, False) for a, b in itertools.permutations(dict.fromkeys([*own, *base]), 2)]
        if len(own) == 1 and base and not of_a_difference(scene, bound.place):
            rows = [
                pair for pair in rows if pair.level == own[0] or own[0] in base
            ]  # a loss is told of the former value
        return rows, len(own) == 1 and bool(base) and own[0] not in base and levels != []
    return [Pair(a, b, False) for a, b in itertools.permutations(scene.vocabulary.level_ids[:8], 2)], False
