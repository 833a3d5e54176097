"""Holds multiples and fractions in words to the one pair of values that a sentence leaves for them: "doubles from 64 to 128", "578, about half of the 1,150".

A worded amount finds its like among any set of facts. Where the sentence itself says between what it holds (two levels, the value
before and the value after, a value and the baseline) only that counts. This judge only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import clause_bounds, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.scope import metrics_said, topics
from factcheck.forms.facts import Fact
from factcheck.judging.changes import past
from factcheck.judging.turns import last_value
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import Number
from factcheck.refuting.spokenstat import swing
from factcheck.rereading.beside import little_more, part_agrees, times_fit

_OF = {"of", "от", "из"}
_SO = re.compile(
    r"(?:\bso|\bthus|\bhence|\btherefore|(?<!\w)значит,?|(?<!\w)то есть|(?<!\w)так что)\s+(?:it|they|он|она|оно|они)\W+(?:\w+\W+){0,2}$",
    re.I,
)
_THAN = {"as", "than", "чем"}
_MOVES = ("up.intransitive", "down.intransitive")
_BELOW = re.compile(
    r"^\W*(?:below|above|under|over|less than|more than|lower than|higher than|ниже|выше)\s+(?:the\s+)?(?:baseline|default|базы|исходн\w+|базов\w+|умолчани\w+)",
    re.I,
)
_PART_OF_GAIN = re.compile(
    r"^\W*(?:of|от)?\s*(?:the|that|this|its|эт\w+|всего)?\s*(?:\w+\s+)?(?:gain|saving|advantage|difference|effect|выигрыш\w*|экономи\w*|прирост\w*|разниц\w*|эффект\w*)",
    re.I,
)


def judge_multiples(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each worded amount that the one pair left for it refutes."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found = []
    for place, bound in sorted(bounds.items()):
        number = bound.number
        worded = number.fraction or _is_multiple(number) and number.readings[0].quantum == 0
        if not worded or bound.verdict == "contradicted" or number.high is not None or is_negated(scene, place):
            continue
        if _PART_OF_GAIN.match(scene.sentence.text[number_end(scene, place) :]):
            continue
        values = (
            _of_the_other(scene, place)
            or _between_levels(scene, place)
            or _since_before(scene, place)
            or _to_other(scene, bounds, place)
            or _to_statistic(scene, bounds, place)
            or _swing_to_other(scene, bounds, place)
        )
        if values and not any(_fits(scene, number, place, low, high) for low, high in values):
            low, high = values[0]
            text = f"{low:g} → {high:g}"
            found.append(
                (
                    place,
                    place,
                    "ratio",
                    Ruling("contradicted", f"does not follow from {text}", f"не следует из {text}", (), text),
                )
            )
    return found


def _is_multiple(number: Number) -> bool:
    """Whether a number is a multiple, "five times" among them, which also counts events."""
    return number.kind == "times" or number.unit is None and number.text.lower().endswith(" times")


def number_end(scene: Scene, place: int) -> int:
    """Where a number ends in its sentence's text."""
    return scene.tokens[place].end - scene.tokens[0].start


def _fits(scene: Scene, number: Number, place: int, low: float, high: float) -> bool:
    """Whether the amount is how the second value stands to the first, as a multiple, a part or a change."""
    if not low or not high:
        return True
    small, big = sorted((abs(low), abs(high)))
    if _is_multiple(number):
        wanted = number.low_value()
        return (
            times_fit(number, big / small)
            or wanted < 1
            and times_fit(number, small / big)
            or _close(scene, number, place, big / small)
            or past(scene, place, big / small, wanted)
        )
    little = little_more(scene, place)
    return any(part_agrees(number, value, little=little) for value in (small / big, 1 - small / big, big / small - 1))


_ROUGHLY = {"roughly", "about", "around", "nearly", "almost", "примерно", "около", "почти", "где-то"}


def _close(scene: Scene, number: Number, place: int, ratio: float) -> bool:
    """A multiple that is hedged before its verb: "it roughly doubles"."""
    hedged = any(t.lower in _ROUGHLY for t in scene.tokens[max(0, place - 3) : place])
    return hedged and abs(ratio / number.low_value() - 1) <= 0.25


def _of_the_other(scene: Scene, place: int) -> list[tuple[float, float]]:
    """ "578 MB/s, about half of the 1,150 MB/s": the value before against the value that the part is taken of."""
    tokens = scene.tokens
    after = next((t for t in tokens[place + 1 : place + 5] if t.number is not None), None)
    before = next((t for t in reversed(tokens[max(0, place - 6) : place]) if t.number is not None), None)
    if after is None or before is None or after.number is None or before.number is None:
        return []
    gap = [t.lower for t in tokens[place + 1 : after.index]]
    if not gap or gap[0] not in _OF or before.number.kind != "value" or after.number.kind != "value":
        return []
    one, two = before.number, after.number
    if one.unit is None or two.unit is None or one.unit != two.unit or one.dimension == "percent" or one.fraction:
        return []
    opened = [t.text for t in tokens[before.index + 1 : place]]
    return [(one.low_value(), two.low_value())] if set(opened) & {",", "—", "–", "(", "is"} else []


def _between_levels(scene: Scene, place: int) -> list[tuple[float, float]]:
    """ "It roughly doubles from 64 to 128": by the one metric that is spoken of, at the two levels."""
    tokens = scene.tokens
    start, stop = clause_bounds(scene, place)
    inside = [m for m in scene.mentions.levels if start <= m.first <= stop]
    if len(inside) != 2 or any(len(m.ids) != 1 for m in inside) or not 0 < inside[0].first - place <= 4:
        return []
    one, two = inside
    gap = [t.lower for t in tokens[one.last + 1 : two.first]]
    opened = tokens[one.first - 1].lower in ("from", "between", "с", "от", "между")
    if not opened or not set(gap) & {"to", "and", "до", "к", "и"} or len(gap) > 3:
        return []
    if _of_the_levels(scene, place, next(iter(one.ids)), next(iter(two.ids))):
        return []
    said = metrics_said(scene, place) or topics(scene)[:1]
    stat = next(
        (t.statistic for t in tokens[start:stop] if t.statistic in ("max", "min", "p99", "p95", "median")), None
    )
    return _values(scene, said, next(iter(one.ids)), next(iter(two.ids)), stat)


def _of_the_levels(scene: Scene, place: int, one: str, two: str) -> bool:
    """ "We doubled the clients from 64 to 128": the multiple may be that of the parameter itself."""
    try:
        low, high = sorted((float(one), float(two)))
    except ValueError:
        return False
    number = scene.tokens[place].number
    return number is not None and low > 0 and high / low == number.low_value()


def _values(
    scene: Scene, groups: list[frozenset[str]], one: str, two: str, stat: str | None
) -> list[tuple[float, float]]:
    found = []
    for metric in dict.fromkeys(m for group in groups for m in sorted(group)):
        for name in (stat,) if stat in scene.vocabulary.stats_of(metric) else (None, "max", "min", "p99"):
            a, b = (scene.vocabulary.central(metric, level, name) for level in (one, two))
            if a is not None and b is not None and a.stat == b.stat:
                found.append((shown(a), shown(b)))
    return found


def _since_before(scene: Scene, place: int) -> list[tuple[float, float]]:
    """ "… at 256 is 9.6 ms. At 16 it is 1.9 ms, so it grew about fivefold": the two values told last."""
    text = scene.sentence.text[: scene.tokens[place].start - scene.tokens[0].start]
    if (
        scene.former is None
        or not _SO.search(text)
        or not any(t.has(*_MOVES) for t in scene.tokens[max(0, place - 4) : place])
    ):
        return []
    here, before = last_value(scene, place), last_value(scene.former, len(scene.former.tokens))
    return [(shown(here), shown(before))] if here and before and _alike(here, before) else []


def _to_other(scene: Scene, bounds: dict[int, Bound], place: int) -> list[tuple[float, float]]:
    """ "24.3 ms, about a quarter below the baseline", "61.4 minutes, five times as long as none": the value before against the other level's."""
    fact = last_value(scene, place)
    at = max((p for p in bounds if p < place), default=None)
    level = _other_level(scene, place)
    if fact is None or at is None or place - at > 5 or level is None or fact.level == level:
        return []
    other = scene.vocabulary.central(fact.metric, level, fact.stat)
    return [(shown(fact), shown(other))] if other is not None and _alike(fact, other) else []


_OF_ITSELF = re.compile(
    r"^\W*(?:(?:higher|more|larger|longer|greater|lower|выше|больше|длиннее|дольше|ниже)\W+)?(?:than\W+|of\W+|чем\W+)?(?:the\W+|its\W+|own\W+|его\W+)*(?:(?P<mean>mean|average|среднего|средней|среднем\w+)|(?P<median>median|медианы))(?!\w)",
    re.I,
)


def _to_statistic(scene: Scene, bounds: dict[int, Bound], place: int) -> list[tuple[float, float]]:
    """ "p99 is 47.5 ms, five times the mean": the value before against that statistic of its own level."""
    said = _OF_ITSELF.match(scene.sentence.text[number_end(scene, place) :])
    fact = last_value(scene, place)
    at = max((p for p in bounds if p < place), default=None)
    if said is None or fact is None or at is None or place - at > 5 or fact.level is None:
        return []
    stat = "mean" if said.group("mean") else "median"
    level = scene.vocabulary.canonical(fact.level)
    other = scene.vocabulary.central(fact.metric, level, stat)
    return [(shown(fact), shown(other))] if other is not None and fact.stat != stat else []


_THAT_OF = re.compile(
    r"^\W*(?:than\W+|as\W+)?(?:that|those)\W+(?:of|at|with|under)\b|^\W*(?:больше|меньше|шире)?\W*чем\W+при\b", re.I
)


def _swing_to_other(scene: Scene, bounds: dict[int, Bound], place: int) -> list[tuple[float, float]]:
    """ "The amplitude is 1753, five times that of 1": the amplitude told before against the other level's."""
    at = max((p for p in bounds if p < place), default=None)
    row = bounds[at].facts if at is not None and place - at <= 4 and bounds[at].verdict == "supported" else ()
    facts = [fact for name in row if (fact := scene.vocabulary.by_name.get(name)) is not None]
    ends = {fact.stat for fact in facts}
    if at is None or not facts or ends not in ({"min", "max"}, {"amplitude"}) or len({f.level for f in facts}) != 1:
        return []
    if not _THAT_OF.match(scene.sentence.text[number_end(scene, place) :]):
        return []
    after = next((m for m in scene.mentions.levels if place < m.first <= place + 6 and len(m.ids) == 1), None)
    wide = swing(scene, facts[0].metric, next(iter(after.ids))) if after is not None else None
    return [(bounds[at].number.low_value(), wide)] if wide else []


def _other_level(scene: Scene, place: int) -> str | None:
    """The level that an amount is compared with right after it, or the baseline by its name."""
    if _BELOW.match(scene.sentence.text[number_end(scene, place) :]):
        base = sorted(scene.vocabulary.special("baseline"))
        return base[0] if len(base) == 1 else None
    after = [t.lower for t in scene.tokens[place + 1 : place + 6]]
    if "as" in after and {"no", "without", "nothing"} & set(after):  # "five times as long as no compression"
        named = ("none", "off", "no", "without")
        return next((level for level in scene.vocabulary.level_ids if level.lower() in named), None)
    for mention in scene.mentions.levels:
        gap = [t.lower for t in scene.tokens[place + 1 : mention.first]]
        if (
            0 < len(gap) <= 5
            and len(mention.ids) == 1
            and gap[-1] in _THAN | {"at", "при", "with", "without"}
            and set(gap) & _THAN
        ):
            return next(iter(mention.ids))
    return None


def _alike(one: Fact, two: Fact) -> bool:
    return one.metric == two.metric and one.stat == two.stat and one.level != two.level
