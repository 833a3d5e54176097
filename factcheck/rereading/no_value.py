"""Tells numbers that are no value of the metric they were taken for: a level without its unit, a run's number, an amount of something else.

"6.4% for 5s", "the speed that 16 has", "4.4 transactions" of a latency, "seven times per configuration", "0.483 × 0.712".
"""

from __future__ import annotations

import re

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.reading.sentences import Token

_AT = ("у", "при", "at", "on", "with", "under", "на", "для", "for", "than", "чем", "версии", "version", "с", "из", "between", "между")  # fmt: skip
_NUMBERED = ("номер", "номером", "number", "no", "№", "#")
_EACH = ("per", "each", "every", "a", "an", "на", "за", "каждый", "каждую", "каждое")
_NOUN = re.compile(
    r"^(?!is$|was$|has$|does$|as$|its$|this$|thus$|vs$|across$|less$|plus$|minus$|always$|besides$)[a-z]{4,}s$"
)
_FACTOR = re.compile(r"\s*[×*·]?\s*\d")
_MANY_RUNS = 1000


def is_no_value(scene: Scene, bound: Bound, predicate: str) -> bool:
    """Whether the number is something else than what it was refused as."""
    before = scene.tokens[bound.place - 1] if bound.place else None
    after = scene.tokens[bound.place + 1] if bound.place + 1 < len(scene.tokens) else None
    if predicate == "runs":
        bracketed = before is not None and before.text == "("
        return bracketed or any(r.value != int(r.value) or r.value >= _MANY_RUNS for r in bound.number.readings)
    if bound.number.kind == "times":
        return _no_multiple(scene, bound, after)
    if bound.number.kind != "value" or bound.number.signed:
        return False
    lower = before.lower if before is not None else ""
    return (
        lower in _NUMBERED
        or _is_level(scene, bound, predicate, lower, after)
        or predicate == "value"
        and (_times_a_count(scene, bound) or _of_a_setting(scene, bound) or _counts_another(scene, bound, after))
    )


def _no_multiple(scene: Scene, bound: Bound, after: Token | None) -> bool:
    """ "seven times per configuration" counts, and "0.483 × 0.712" is the factor of a product."""
    if "×" in scene.block.text[bound.number.start : bound.number.end]:
        return _FACTOR.match(scene.block.text[bound.number.end :]) is not None
    whole = all(r.value == int(r.value) for r in bound.number.readings)
    return whole and after is not None and after.lower in ("per", "each", "every", "каждый", "каждую", "каждое")


def _is_level(scene: Scene, bound: Bound, predicate: str, before: str, after: Token | None) -> bool:
    """A level by its number: with its own unit, without any, or two of them ("between 100 and 90")."""
    ids, number = scene.vocabulary.level_ids, bound.number
    told = scene.block.text[number.start : number.end].replace(" ", "")
    bare = re.sub(r"\D", "", number.text)
    sizes = [re.findall(r"\d+(?:[.,]\d+)?", level) for level in ids]
    if number.high is not None:
        ends = {f"{r.value:g}" for r in (*number.readings[:1], *number.high[:1])}
        return (
            number.unit is None and before in ("between", "между") and ends <= {size for row in sizes for size in row}
        )
    if number.unit is not None and not told.isdigit() and told in ids:
        return before in _AT
    if predicate == "delta" and not (after is not None and after.text == "%"):
        return any(number.text.strip() in row for row in sizes)
    if number.unit is not None:
        return False
    alone = after is None or not after.is_word
    return predicate == "value" and before in _AT and alone and any(re.fullmatch(rf"{bare} ?[^\W\d]+", i) for i in ids)


def _times_a_count(scene: Scene, bound: Bound) -> bool:
    """A time ("every thirty seconds") that was taken for a value of what the facts only count."""
    if bound.number.dimension != "time" or not bound.metrics:
        return False
    held = [f for m in bound.metrics for f in scene.vocabulary.by_metric.get(m, ())]
    return bool(held) and all(f.stat == "count" for f in held)


def _of_a_setting(scene: Scene, bound: Bound) -> bool:
    """ "checkpoint_timeout was left at five minutes": of the setting that is named right before."""
    named = [at for at, _ in scene.mentions.settings if 0 < bound.place - at <= 4]
    near = bound.metric_source == "near" and bound.metric_at is not None and bound.metric_at.exact
    return bool(named) and not near


def _counts_another(scene: Scene, bound: Bound, after: Token | None) -> bool:
    """ "4.4 transactions" where only measures of time, size or share are near."""
    if bound.number.unit is not None or bound.number.high is not None:
        return False
    units = [scene.vocabulary.unit_of(m) for m in bound.metrics]
    measured = bool(units) and all(
        u is not None and u.dimension in ("time", "bytes", "percent", "bandwidth") for u in units
    )
    named = [(m.first, m.last) for m in scene.mentions.metrics] + [(m.first, m.last) for m in scene.mentions.levels]
    counted = after is not None and _NOUN.match(after.text) and not any(a <= after.index <= b for a, b in named)
    return measured and bool(counted)
