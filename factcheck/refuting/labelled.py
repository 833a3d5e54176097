"""Refuses a value right behind its label that the level in force does not have: "With 2 GB: BufferMapping 41.6 %, WALWrite 39.7 %", "sync 83.1 % on IO, io_uring 52.7 %".

The label is a metric's whole name, where one level is in force, or a level, where the value before it was of one metric: all that the metric has at
that level must differ. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, in_unit, significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.mentions import LevelMention
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token

_LINKS = {"—", "–", ":", "=", "(", "-", "is", "was", "at", "made", "up", "took", "takes", "занимали", "занимает", "составляет", "составила", "составил", "составили", "даёт", "дает", "уже", "already",
          "only", "just", "только", "всего", "а", "and", "и", "with", "под", "при", "у", "с", "на"}  # fmt: skip
_PARTS = {",", "and", "и", "а", "while", "but", "но", "—", "–", "under", "with", "at", "for", "при", "у", "с", "на", "для"}  # fmt: skip
_BEHIND = re.compile(
    r"^\s*(?:of\b|more\b|less\b|higher\b|lower\b|faster\b|slower\b|points?\b|,?\s*and\s+\d|/|→|->|от(?!\w)|всех|больше|меньше|выше|ниже|быстрее|медленнее|пункт|(?:,|и|and|–|—|-)\s*\d)",
    re.I,
)
_OTHERWISE = re.compile(
    r"\b(?:than|compared|against|versus|vs|from|instead|before|after|previous\w*|another|other|sum|total|together|difference|by|per|each|every|all|everywhere|both)\b|"
    r"(?<!\w)(?:чем|против|вместо|до|после|прежн\w+|друг\w+|сумм\w+|вместе|разниц\w+|раньше|все|всех|каждо\w+|обоих|обеих|везде)(?!\w)",
    re.I,
)


def judge_labelled(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each value that its label does not have at the level in force."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        if not _plain(scene, bound):
            continue
        meant = _by_metric(scene, place) or _by_level(scene, bounds, place)
        if meant is None:
            continue
        first, metric, level = meant
        fact = scene.vocabulary.by_name.get(bound.facts[0]) if bound.verdict == "supported" and bound.facts else None
        if fact is not None and fact.metric != metric:
            continue  # "the share of IO in the waits (38.9 %)": what it was found to be is of another name
        own = _held(scene, metric, level)
        unit = scene.vocabulary.unit_of(metric)
        shown = [value for fact in own for value in in_unit(fact, bound.number.unit, unit)]
        if not shown or agrees(bound.number, shown):
            continue
        right = own[0]
        text = f"{right.name} is {right.value:g}", f"{right.name} равно {right.value:g}"
        found.append((first, place, "value", Ruling("contradicted", *text, (right.name,), f"{right.value:g}")))
    return found


def _plain(scene: Scene, bound: Bound) -> bool:
    """A value with two digits at least, neither a change nor a range nor a part of a row, which nothing has been said against yet."""
    number = bound.number
    if (
        bound.reread
        or bound.verdict not in ("supported", "unverifiable")
        or bound.predicate not in ("value", "share", "design")
    ):
        return False
    if (
        number.high is not None
        or number.hedge is not None
        or number.signed
        or number.fraction
        or number.kind != "value"
    ):
        return False
    behind = scene.block.text[number.end :]
    return significant_digits(number.text) >= 2 and not _BEHIND.match(behind) and bound.place not in scene.mentions.level_tokens  # fmt: skip


def _held(scene: Scene, metric: str, level: str) -> list[Fact]:
    return [f for f in scene.vocabulary.by_metric.get(metric, ()) if f.partner is None and f.level is not None and scene.vocabulary.canonical(f.level) == level]  # fmt: skip


def _segment(scene: Scene, place: int) -> tuple[int, int]:
    """The part of the sentence between semicolons."""
    start = max((t.index for t in scene.tokens[:place] if t.text == ";"), default=-1) + 1
    stop = next((t.index for t in scene.tokens[place:] if t.text == ";"), len(scene.tokens))
    return start, stop


def _by_metric(scene: Scene, place: int) -> tuple[int, str, str] | None:
    """(first token, metric, level) of "BufferMapping 41.6 %" where one level is in force."""
    mention = next((m for m in scene.mentions.metrics if m.exact and not m.modifier and len(m.metrics) == 1 and m.last < place and _links(scene.tokens[m.last + 1 : place])), None)  # fmt: skip
    if mention is None or mention.whole or "/" in mention.text or mention.text.lower() in ("tps", "qps", "iops"):
        return None
    if mention.first - 1 in scene.bounds:
        return None  # "of 7,182 samples 1,774 fell on": the name has its own value before it
    start, stop = _segment(scene, place)
    text = scene.text_of(start, stop - 1)
    said = [m for m in scene.mentions.levels if start <= m.first < stop]
    ids = {m.ids for m in said} if said else {scene.inherited_levels} if not scene.mentions.levels else set()
    if not said and any(t.has("superlative.max", "superlative.min") for t in scene.tokens):
        return None  # "the price of the shortest sleep is the WAL rate: 38.2 MB/s": a level called by its size
    if len(ids) != 1 or any(m.role == "than" or m.group for m in said) or _OTHERWISE.search(text):
        return None
    (level,) = ids
    if len(level) != 1 or any(m.first > place for m in said):
        return None
    return mention.first, next(iter(mention.metrics)), next(iter(level))


def _links(tokens: list[Token]) -> bool:
    return len(tokens) <= 2 and all(t.lower in _LINKS for t in tokens)


def _by_level(scene: Scene, bounds: dict[int, Bound], place: int) -> tuple[int, str, str] | None:
    """(first token, metric, level) of "io_uring 52.7 %" behind "sync 83.1 % on IO": the metric of the value before, which is of another level."""
    mention = next(
        (m for m in scene.mentions.levels if m.last < place and _links(scene.tokens[m.last + 1 : place])), None
    )
    before = max((at for at in bounds if at < place), default=None)
    if mention is None or before is None or mention.role == "than" or mention.group or len(mention.ids) != 1 or before > mention.first:  # fmt: skip
        return None
    fact = scene.vocabulary.by_name.get(bounds[before].facts[0]) if len(bounds[before].facts) == 1 else None
    if fact is None or bounds[before].verdict != "supported" or bounds[before].predicate != "value" or fact.partner is not None or fact.level is None:  # fmt: skip
        return None
    between = scene.tokens[before + 1 : mention.first]
    if any(t.text in ";:." for t in between) or not any(t.lower in _PARTS for t in between):
        return None
    level = next(iter(mention.ids))
    first = _own_level(scene, before)
    if first is None or not {fact.level, scene.vocabulary.canonical(fact.level)} & first.ids or level in first.ids:
        return None
    named = {
        metric
        for m in scene.mentions.metrics
        if m.first < place
        for metric in sorted(m.metrics)
        if m.exact and not m.modifier
    }
    offset = scene.tokens[0].start
    text = scene.sentence.text[: scene.tokens[place].end - offset]
    if named - {fact.metric} or not named or bounds[before].number.dimension != bounds[place].number.dimension or _OTHERWISE.search(text):  # fmt: skip
        return None
    return mention.first, fact.metric, level


def _own_level(scene: Scene, place: int) -> LevelMention | None:
    """The only level that the sentence names up to a value."""
    said = [m for m in scene.mentions.levels if m.first < place]
    return said[0] if len({m.ids for m in said}) == 1 else None
