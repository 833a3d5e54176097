"""Judges a fraction in words ("a fifth below", "more than half of the waits") by what its clause speaks of, and by nothing else.

A fraction is a share of a whole, a change, or what one value is of another; each finds its like among any set of facts. It is therefore
held to the kind that its words tell, to the metrics of its clause (to those of the sentences before where it names none) and to its level.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.arguments import clause_bounds, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.denominators import wholes_behind
from factcheck.binding.pairs import changes_pct, pairs_for, ratios
from factcheck.binding.scene import Scene
from factcheck.binding.scope import metrics_said, topics
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_said
from factcheck.judging.values import allowed_stats, facts_for
from factcheck.judging.verdicts import Ruling
from factcheck.refuting.portions import kind_of
from factcheck.rereading.beside import little_more, part_agrees
from factcheck.rereading.combinations import SUMMED
from factcheck.rereading.readings import EXTRA
from factcheck.rereading.roles import foreign_role

_Told = tuple[float, tuple[str, ...]]
_OF_A_UNIT = re.compile(r"^\s*(?:of an? )?(?:percent|hour|minute|second|процента|часа|минуты|секунды)(?!\w)", re.I)
_OF_A_VALUE = re.compile(r"^ (?:(?:of )?(?:that|what|its|it|the \d\S*|where)|of (?:its|what)|as|(?:от )?(?:того|этого|его|её|ее)|от)(?!\w)", re.I)  # fmt: skip
_SIDES = ("below", "above", "under", "over", "ниже", "выше")
_SEVERAL = re.compile(r"\b(?:both|two|three|pair)\b|(?<!\w)(?:оба|обе|два|две|пара|тройка)(?!\w)", re.I)


def judge_fraction(scene: Scene, bound: Bound) -> Ruling:
    """The ruling of a fraction: supported where the one kind of reading that its words leave gives it, refuted where a comparison does not."""
    number, place = bound.number, bound.place
    behind = scene.block.text[number.end : number.end + 60]
    former = scene.tokens[place - 1].lower if place else ""
    compared = _compares(scene, bound) or any(t.stems & EXTRA for t in scene.tokens[place + 1 : place + 3])
    kind = kind_of(scene, place) or ("share" if former in _SIDES else "change" if compared and former != "," else None)
    own = bound.metrics if bound.metric_source != "inherited" else frozenset[str]()
    said = metrics_said(scene, place) or ([] if own else topics(scene)[:1])
    groups = [bound.metrics, *said]
    metrics = list(dict.fromkeys(m for group in groups for m in sorted(group)))
    changes, others = [], []
    denied = is_negated(scene, place) and (number.hedge is None or former in _SIDES)
    if kind == "change":
        changes = _changes(scene, bound, metrics)
    elif not denied and not _OF_A_UNIT.match(behind):
        shares = _shares(scene, bound, metrics)
        others = _held(scene, bound, shares) if shares is not None else _parts(scene, bound, metrics)
        levels = any(0 < m.first - place <= 5 for m in scene.mentions.levels)
        told = former == "," or levels or _OF_A_VALUE.match(behind) is not None or shares is None and not others
        if kind == "ratio" or told and kind is None:
            others += _ratios(scene, bound, metrics)
    way, _ = direction_said(scene, bound)
    little = little_more(scene, place)
    tried = changes + others
    agreeing = [one for one in tried if part_agrees(number, abs(one[0]) / 100, little=little)]
    near = bound.metrics and bound.metric_source == "near"
    fitting = [one for one in agreeing if not (one in changes and way and near) or (one[0] > 0) == (way > 0)]
    if fitting:
        value, names = fitting[0]
        return Ruling("supported", f"{value:+.4g}%", f"{value:+.4g} %", names)
    named = near and bound.metric_at is not None and compared and bool(scene.mentions.levels or bound.levels)
    if agreeing or tried and named and foreign_role(scene, bound) is None:
        value, names = (agreeing or tried)[0]
        en, ru = f"by the facts it is {value:+.4g}%", f"по фактам это {value:+.4g} %"
        return Ruling("contradicted", en, ru, names, f"{value:+.3g}%")
    return Ruling("unverifiable", "of what the part is taken is not held", "от чего взята часть, в фактах нет")


def _levels(scene: Scene, bound: Bound) -> frozenset[str] | None:
    return bound.levels[0] if bound.levels else scene.inherited_levels or None


def _changes(scene: Scene, bound: Bound, metrics: list[str]) -> list[_Told]:
    pairs = pairs_for(scene, _target(bound), bound.place)
    pairs = [pair for pair in pairs if pair.explicit] or pairs[:8]
    return [
        one for metric in metrics for pair in pairs for one in changes_pct(scene, metric, pair, _stat(scene, bound))
    ]


def _ratios(scene: Scene, bound: Bound, metrics: list[str]) -> list[_Told]:
    """What a value is of the same at another level, the greater being the whole."""
    pairs = pairs_for(scene, _target(bound), bound.place)
    pairs = [pair for pair in pairs if pair.explicit] or pairs[:8]
    held = [one for metric in metrics for pair in pairs for one in ratios(scene, metric, pair, _stat(scene, bound))]
    return [(100 * min(value, 1 / value), names) for value, names in held if value > 0]


def _target(bound: Bound) -> frozenset[str] | None:
    return bound.levels[0] if bound.levels else None


def _stat(scene: Scene, bound: Bound) -> str | None:
    """The statistic that the number was bound to, or the nearest that is named before it."""
    said = [t.statistic for t in reversed(scene.tokens[: bound.place]) if t.statistic]
    stat = bound.stat or next(iter(said), None)
    return stat if stat in ("max", "min", "median", "p95", "p99") else None


def _shares(scene: Scene, bound: Bound, metrics: list[str]) -> list[tuple[Fact, ...]] | None:
    """The shares that are held of the metrics, of the whole that is named behind, or as many as are told together; None where none is held."""
    levels = _levels(scene, bound)
    every = [
        fact
        for metric in metrics
        for fact in facts_for(scene, metric, levels, [*allowed_stats(scene, bound, metric, levels)[0], "share"])
        if fact.unit == "%" or fact.stat == "share" or scene.vocabulary.tells_percent(metric, strictly=True)
    ]
    if not every:
        return None
    wholes = wholes_behind(scene, bound.place)
    every = [f for f in every if not wholes or f.denominator is None or f.denominator in wholes]
    start, stop = clause_bounds(scene, bound.place)
    clause = scene.block.text[scene.tokens[start].start : scene.tokens[stop].end]
    if len({f.metric for f in every}) == 1 or not (SUMMED.search(clause) or _SEVERAL.search(clause)):
        return [(fact,) for fact in every]
    rows = (parts for size in (2, 3) for parts in itertools.combinations(every[:24], size))
    return [
        row for row in rows
        if len({f.metric for f in row}) == len(row) and len({(f.level, f.denominator, f.stat) for f in row}) == 1
    ]  # fmt: skip


def _held(scene: Scene, bound: Bound, shares: list[tuple[Fact, ...]]) -> list[_Told]:
    """The shares and their sums; what is said of every level only where it is so at each."""
    rows: dict[tuple[str, ...], list[_Told]] = {}
    for row in shares:
        told = (sum(_percent(f) for f in row), tuple(f.name for f in row))
        rows.setdefault(tuple(f"{f.metric} {f.stat}" for f in row), []).append(told)
    start, stop = clause_bounds(scene, bound.place)
    if bound.number.hedge in ("over", "under") and any(t.has("all") for t in scene.tokens[start : stop + 1]):
        edge = min if bound.number.hedge == "over" else max
        return [edge(row) for row in rows.values()]
    return [one for row in rows.values() for one in row]


def _percent(fact: Fact) -> float:
    return fact.value * 100 if fact.unit in ("1", "ratio") else fact.value


def _parts(scene: Scene, bound: Bound, metrics: list[str]) -> list[_Told]:
    """What one metric of the clause is of another at a level: "waiting for a connection is a third of the latency"."""
    start, stop = clause_bounds(scene, bound.place)
    own = {m for mention in scene.mentions.metrics if start <= mention.first <= stop for m in mention.metrics}
    found: list[_Told] = []
    for level in sorted(_levels(scene, bound) or ()):
        facts = [f for m in metrics if m in own and (f := scene.vocabulary.central(m, level, _stat(scene, bound)))]
        for one, whole in itertools.permutations(facts, 2):
            alike = one.stat == whole.stat and one.unit == whole.unit
            if alike and scene.vocabulary.unit_of(one.metric) == scene.vocabulary.unit_of(whole.metric) and 0 < one.value < whole.value:  # fmt: skip
                found.append((100 * one.value / whole.value, (one.name, whole.name)))
    return found


def _compares(scene: Scene, bound: Bound) -> bool:
    """Whether a part is told as a change: "a fifth below", "fell by a third", "costs half of the throughput", "на треть"."""
    before, after = scene.tokens[max(0, bound.place - 4) : bound.place], scene.tokens[bound.place + 1 : bound.place + 3]
    if before and before[-1].lower in ("by", "на"):
        return True
    if any(
        t.has("up.comparative", "down.comparative", "better", "worse") or t.lower in ("below", "above")
        for t in after[:2]
    ):
        return True
    verbs = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive", "up.noun", "down.noun")
    return any(t.has(*verbs) or t.stems & EXTRA for t in before)
