"""Finds the fact that a number states where the form of its sentence leaves its level or statistic open: "grew from 104 at A to 497", "the smallest deviation (74 TPS)".

Elsewhere a number that is the fact of another level or statistic is an exchange, and stays refused: here only the second end of a move that names
no level, the scatter or the extreme over all levels that the words before it name, and two values in the order of two metrics are read so.
"""

from __future__ import annotations

import re

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.rereading.clemency import beside_level, states
from factcheck.rereading.spoken_of import value_of

_BEFORE = 9
_SMALL = re.compile(
    r"\b(?:smallest|lowest|least|tightest|narrowest|minimum|minimal)\b|(?<!\w)(?:наименьш|самы[йм] маленьк|самы[йм] низк|минимальн|сам\w+ узк)\w*",
    re.I,
)
_LARGE = re.compile(
    r"\b(?:largest|highest|greatest|widest|peak|maximum|maximal|record|worst)\b|(?<!\w)(?:наибольш|самы[йм] больш|самы[йм] высок|максимальн|пиков|рекорд|сам\w+ широк)\w*",
    re.I,
)
_SCATTER = re.compile(
    r"\b(?:deviation|spread|scatter|variation|swing)s?\b|(?<!\w)(?:отклонени|разброс|колебани|размах)\w*", re.I
)
_SWINGS = re.compile(r"\b(?:swing|rang|amplitude|span)\w*|(?<!\w)(?:размах|амплитуд|колеба)\w*", re.I)
_MOMENT = re.compile(
    r"\b(?:momentary|instantaneous|single|peak|dip|trough)\b|(?<!\w)(?:мгновенн|пик|провал|единичн)\w*", re.I
)
_LEADS = re.compile(
    r"(?:\b(?:to|instead of|became|becomes|now|then)|(?<!\w)(?:до|вместо|стал\w*|теперь|сейчас|стало)(?:\s+\w+)?)\s*$",
    re.I,
)
_VERSUS = re.compile(r"(?:\b(?:against|versus|vs\.?)|(?<!\w)против)(?:\s+\w+)?\s*$", re.I)
_AGAINST = ("against", "против", "vs", "versus")


def another_fact(scene: Scene, bound: Bound) -> str | None:
    """The fact that the number may state, by its name; None when the sentence leaves nothing open."""
    number = bound.number
    if number.kind != "value" or number.high is not None or number.signed:
        return None
    for rule in (
        _second_end,
        _first_end,
        _behind_another_label,
        _of_the_scatter,
        _extreme_of_all,
        _in_their_order,
        _first_of_a_list,
    ):
        found = rule(scene, bound)
        if found is not None:
            return found.name
    return None


def _second_end(scene: Scene, bound: Bound) -> Fact | None:
    """ "from 104 at 15s to 497", "11.6 GB instead of 10.5": a value of the metric and the statistic of the number before, at whatever level.

    "Not NVMe but RAID10: 22,460 against 21,930": at the other level that the sentence names, or at the base.
    """
    text = scene.block.text[max(0, bound.number.start - 24) : bound.number.start]
    behind = any(bound.place < m.first <= bound.place + 4 for m in scene.mentions.levels)
    against = _VERSUS.search(text) is not None
    if behind or not against and not _LEADS.search(text):
        return None
    former = [p for p in scene.bounds if p < bound.place]
    if not former or bound.place - max(former) > 8:
        return None
    told = [
        fact
        for name in scene.bounds[max(former)].facts
        if (fact := scene.vocabulary.by_name.get(name)) is not None and scene.bounds[max(former)].verdict == "supported"
    ]
    levels = {i for m in scene.mentions.levels if m.last > max(former) for i in m.ids}
    for one in told:
        if against:
            levels = {i for m in scene.mentions.levels for i in m.ids} - {one.level or ""} or set(
                scene.vocabulary.special("baseline")
            )
            if not levels:
                continue
        levels -= {one.level or ""}
        for fact in scene.vocabulary.by_metric.get(one.metric, ()):
            like = fact.stat == one.stat and fact.partner is None and fact.run is None and fact.level != one.level
            if like and (not levels or fact.level in levels) and states(scene, bound, fact):
                return fact
    return None


_WAS = re.compile(
    r"(?:\b(?:was|were|used to be|formerly|previously|initially|before)|(?<!\w)(?:был\w*|раньше|прежде|ранее|сначала))\s*:?\s*$",
    re.I,
)
_NOW = re.compile(r"\b(?:now|became|becomes|is)\b|(?<!\w)(?:стал\w*|теперь|сейчас)(?!\w)", re.I)


def _first_end(scene: Scene, bound: Bound) -> Fact | None:
    """ "it was 48,200 and became 44,900", "было 48 200, стало 44 900": a value of the base."""
    text = scene.block.text
    if not _WAS.search(text[max(0, bound.number.start - 14) : bound.number.start]):
        return None
    if not _NOW.search(text[bound.number.end : bound.number.end + 48]):
        return None
    base = scene.vocabulary.special("baseline")
    return next((fact for i in sorted(base) for fact in _stated_at(scene, bound, bound.metrics, i)), None)


def _behind_another_label(scene: Scene, bound: Bound) -> Fact | None:
    """ "The tree: 2,142 MB, hash: 2,496 MB": the level behind the comma labels the next number, and what labels this one is not known."""
    mention = bound.level_at[0] if len(bound.level_at) == 1 else None
    if mention is None or mention.first < bound.place or mention.last + 2 >= len(scene.tokens):
        return None
    gap = [t.text for t in scene.tokens[bound.place + 1 : mention.first]]
    own = (
        scene.tokens[mention.last + 1].text in (":", "—", "–", "-")
        and scene.tokens[mention.last + 2].number is not None
    )
    labelled = bound.place >= 2 and scene.tokens[bound.place - 1].text in (":", "—", "–", "-")
    if "," not in gap or not own or not labelled:
        return None
    return next(
        (
            f
            for i in scene.vocabulary.level_ids
            for f in _stated_at(scene, bound, bound.metrics, i)
            if i not in mention.ids
        ),
        None,
    )


def _of_the_scatter(scene: Scene, bound: Bound) -> Fact | None:
    """ "the smallest deviation (74 TPS)": the scatter of the level that is spoken of, or the smallest of all."""
    own = frozenset().union(*bound.levels) if bound.levels else frozenset()
    before = scene.block.text[scene.tokens[0].start : bound.number.start]
    if bound.level_source == "own" and beside_level(scene, bound) and _SWINGS.search(before):
        made = (value_of(scene, m, "amplitude", i) for m in sorted(bound.metrics) for i in sorted(own))
        found = next((fact for fact in made if fact is not None and states(scene, bound, fact)), None)
        if found is not None:
            return found
    if not _SCATTER.search(_words_before(scene, bound)):
        return None
    for fact in _held(scene, bound, ("stddev", "amplitude", "mad", "iqr")):
        if bound.level_source == "own" and own:
            if fact.level in own:
                return fact
        elif _is_extreme(scene, bound, fact):
            return fact
    return None


def _extreme_of_all(scene: Scene, bound: Bound) -> Fact | None:
    """ "the lowest momentary value, 4,385" in a sentence that names no level: the extreme over all levels."""
    if scene.mentions.levels or not _MOMENT.search(_words_before(scene, bound)):
        return None
    return next((f for f in _held(scene, bound, ("min", "max")) if _is_extreme(scene, bound, f)), None)


def _held(scene: Scene, bound: Bound, stats: tuple[str, ...]) -> list[Fact]:
    metrics = bound.metrics | scene.inherited_metrics
    return [
        fact
        for metric in sorted(metrics)
        for fact in scene.vocabulary.by_metric.get(metric, ())
        if fact.stat in stats and fact.partner is None and fact.run is None and states(scene, bound, fact)
    ]


def _words_before(scene: Scene, bound: Bound) -> str:
    former = max((p for p in scene.bounds if p < bound.place), default=-1)
    return " ".join(t.text for t in scene.tokens[max(former + 1, bound.place - _BEFORE) : bound.place])


def _is_extreme(scene: Scene, bound: Bound, fact: Fact) -> bool:
    """Whether the fact is the smallest or the largest of its statistic over the levels, as the words before the number say."""
    words = _words_before(scene, bound)
    row = [held.value for _, held in scene.vocabulary.series(fact.metric, fact.stat)]
    if len(row) < 2:
        return False
    return bool(_SMALL.search(words) and fact.value == min(row) or _LARGE.search(words) and fact.value == max(row))


def _in_their_order(scene: Scene, bound: Bound) -> Fact | None:
    """ "LWLock is ahead of IO (38.6% against 31.5%)": two numbers in the order of the two metrics before them."""
    places = sorted(scene.bounds)
    at = places.index(bound.place)
    for one, two in ((at, at + 1), (at - 1, at)):
        if one < 0 or two >= len(places):
            continue
        first, second = scene.bounds[places[one]], scene.bounds[places[two]]
        gap = scene.tokens[first.place + 1 : second.place]
        named = [m for m in scene.mentions.metrics if m.metrics and m.last < first.place]
        if len(named) < 2 or len(gap) > 3 or not any(t.lower in _AGAINST for t in gap):
            continue
        for level in scene.vocabulary.level_ids:
            ahead = [f for m in named[:-1] for f in _stated_at(scene, first, m.metrics - named[-1].metrics, level)]
            behind = _stated_at(scene, second, named[-1].metrics, level)
            if ahead and behind:
                return ahead[0] if bound is first else behind[0]
    return None


def _stated_at(scene: Scene, bound: Bound, metrics: frozenset[str], level: str) -> list[Fact]:
    return [fact for m in sorted(metrics) for fact in _at(scene, m, level) if states(scene, bound, fact)]


def _at(scene: Scene, metric: str, level: str) -> list[Fact]:
    rows = scene.vocabulary.by_metric.get(metric, ())
    return [f for f in rows if f.level == level and f.partner is None and f.run is None]


def _first_of_a_list(scene: Scene, bound: Bound) -> Fact | None:
    """ "351 at 400, at 800 a little less": of two levels that only a comma parts the nearer one."""
    if len(bound.levels) < 2 or len(bound.level_at) < 2 or not beside_level(scene, bound):
        return None
    first, second = sorted(bound.level_at, key=lambda m: abs(m.first - bound.place))[:2]
    gap = [t.lower for t in scene.tokens[first.last + 1 : second.first]]
    if "," not in gap or any(word in ("and", "и", "or", "или") for word in gap):
        return None
    return next((fact for i in sorted(first.ids) for fact in _stated_at(scene, bound, bound.metrics, i)), None)
