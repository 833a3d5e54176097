"""Judges a percentage that is a correlation in disguise: "iowait explains 91% of the variation", "the speed is determined by it to 91%".

Of the variation of one metric another explains r², not |r|. Where the sentence speaks of what explains or determines and the percentage is the
coefficient of the metrics that it names, it is refused; where it is r², it is right.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import rounds_to
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.scope import topics
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling

_EXPLAINS = re.compile(
    r"\b(?:explain\w*|account(?:s|ed|ing)? for|determine[sd]?|attribut\w+|due to|owing to|responsible|caused? by|depend\w*|driven by|governed by|dictate\w*|stems? from|comes? from)\b|"
    r"(?<!\w)(?:определя\w+|обуслов\w+|обусла\w+|объясн\w+|завис\w+|вызван\w*|вызыва\w+|диктуе\w+|связан\w*|отвеча\w+ за|складыва\w+ из|происход\w+ из-за|приход\w+ на сч[её]т|за сч[её]т|из-за)(?!\w)",
    re.I,
)
_VARIATION = re.compile(r"\b(?:variation|variance|variability|fluctuation\w*|dispersion)\b|(?<!\w)(?:вариац|изменчив|дисперси|разброс|колебани|вариатив)\w*", re.I)  # fmt: skip
_PERFORMANCE = re.compile(r"\b(?:performance|speed)\b|(?<!\w)(?:производительност|быстродействи|скорост)\w*", re.I)
_LINE = re.compile(r"\b(?:straight line|linear|trend)\b|(?<!\w)(?:прям(?:ая|ой|ую)|линейн\w+|тренд\w*)(?!\w)", re.I)
_SQUARED = re.compile(r"r\s?(?:²|\^?2)|детерминац|determination", re.I)


def judge_explained(scene: Scene, bound: Bound, ruling: Ruling) -> Ruling | None:
    """The ruling of a percentage that is told as what one metric explains of another; None where it is something else."""
    number = bound.number
    if number.dimension != "percent" or number.high is not None or scene.block.kind == "cell":
        return None
    spelled = None if number.hedge in ("over", "under") else _as_a_share(scene, bound, ruling)
    if spelled is not None:
        return spelled
    text = scene.sentence.text
    if not _EXPLAINS.search(text) or not scene.vocabulary.correlated:
        return None
    pairs = _pairs(scene, bound)
    spoken = _VARIATION.search(text) is not None
    readings = number.readings
    squared = next((f for f in pairs if any(rounds_to(f.value**2 * 100, r) for r in readings)), None)
    if squared is not None and (spoken or _SQUARED.search(text)):
        worked = f"{squared.value:g}² = {squared.value**2:.3g}"
        return Ruling("supported", worked, worked, (squared.name,))
    told = next((f for f in pairs if any(rounds_to(abs(f.value) * 100, r) for r in readings)), None)
    if told is None or squared is not None or not spoken and (_is_told(scene, bound) and ruling.verdict == "supported"):
        return None
    part = f"r² = {told.value**2:.3f}"
    return Ruling(
        "contradicted",
        f"{told.name} = {told.value:g} is a correlation, not a share; {part}",
        f"{told.name} = {told.value:g} — корреляция, а не доля; {part}",
        (told.name,),
        f"{told.value**2 * 100:.1f}%",
    )


_COEFFICIENTS = ("pearson", "spearman", "partial", "r_squared")
_LOSS = re.compile(
    r"\b(?:lost|loss(?:es)?|slow(?:s|ed|down|ing)?|perform\w*|degrad\w*|cause\w*|affect\w*|explain\w*|spent|due|owe\w*|respons\w*|come[s]? from)\b|"
    r"(?<!\w)(?:потер|теря|производительн|отнима|отъеда|забира|съеда|обеспеч|уход|тратит|объясня|следстви|деградац|замедл|виноват|вклад)\w*",
    re.I,
)
_FOLLOWS = re.compile(
    r"\b(?:so|thus|hence|therefore|means?|meaning|in other words|that is|consequently|says|confirms?|tells|i\.e)\b|"
    r"(?<!\w)(?:значит|следовательно|то есть|иными словами|таким образом|стало быть|следует|говорит|означает|получается|выходит|поэтому)(?!\w)|:|=",
    re.I,
)


def _as_a_share(scene: Scene, bound: Bound, ruling: Ruling) -> Ruling | None:
    """ "r = -0.64, so 64% of the lost time is due to it", "R² of 0.58: 58% of the transactions were affected": the digits of a coefficient told as a share."""
    held = [fact for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]
    own = any(fact.stat not in _COEFFICIENTS and (fact.metric in bound.metrics or ruling.verdict != "supported") for fact in held)  # fmt: skip
    if ruling.verdict == "supported" and own and bound.predicate in ("value", "") and not bound.number.fraction:
        return None
    text = scene.sentence.text
    itself = held[:1] if held and all(f.stat in _COEFFICIENTS for f in held) and ruling.verdict == "supported" else []
    fact = next((f for f in [*itself, *_told_coefficients(scene, bound)] if _digits_of(bound, f)), None)
    if fact is None and _LOSS.search(text) and ruling.verdict != "supported":
        fact = next((f for f in _held_coefficients(scene) if _digits_of(bound, f) and not bound.number.fraction), None)
    elif fact is not None and not (_LOSS.search(text) or _FOLLOWS.search(text)):
        return None
    if fact is None or fact.stat == "r_squared" and (_VARIATION.search(text) or _LINE.search(text)):
        return None  # "a straight line explains 94% of it" is what R² tells
    kind = ("R²", "R²") if fact.stat == "r_squared" else ("a correlation", "корреляция")
    told = f"{fact.name} = {fact.value:g}"
    return Ruling("contradicted", f"{told} is {kind[0]}, no share of this", f"{told} — {kind[1]}, а не доля", (fact.name,), f"{fact.value:g}")  # fmt: skip


def _told_coefficients(scene: Scene, bound: Bound) -> list[Fact]:
    """The coefficients that the sentence tells before a number, or the sentence before it."""
    found: list[Fact] = []
    rows, former = [(scene, bound.place)], scene.former
    while former is not None and len(rows) < 3:
        rows.append((former, len(former.tokens)))
        former = former.former
    for of, stop in rows:
        for at, other in sorted(of.bounds.items(), reverse=True):
            if at < stop and other.predicate == "correlates" and other.verdict == "unverifiable":
                found += [f for f in scene.vocabulary.correlated if any(rounds_to(f.value, r) for r in other.number.readings)]  # fmt: skip
            if at < stop and other.verdict == "supported" and other.number.unit is None:
                found += [f for name in other.facts if (f := scene.vocabulary.by_name.get(name)) is not None and f.stat in _COEFFICIENTS]  # fmt: skip
    return found


def _held_coefficients(scene: Scene) -> list[Fact]:
    """The coefficients of what the sentence names with what is decided on, at the levels that are meant."""
    own = {metric for m in scene.mentions.metrics if not m.modifier for metric in m.metrics}
    levels = frozenset().union(*(m.ids for m in scene.mentions.levels)) or scene.inherited_levels
    primary = scene.vocabulary.facts.experiment.primary or ""
    row = [
        f
        for f in scene.vocabulary.correlated
        if {f.metric, f.partner or f.metric} <= own | {primary} and own & {f.metric, f.partner}
    ]
    row += [
        f for metric in sorted(own | {primary}) for f in scene.vocabulary.values(metric, "r_squared", any_level=True)
    ]
    return [f for f in row if not levels or f.level is None or scene.vocabulary.canonical(f.level) in levels]


def _digits_of(bound: Bound, fact: Fact) -> bool:
    share = abs(fact.value) * 100
    if bound.number.fraction:
        return abs(share - bound.number.low_value()) <= 0.12 * share
    return any(r.value and rounds_to(share, r) for r in bound.number.readings)


def _pairs(scene: Scene, bound: Bound) -> list[Fact]:
    """The coefficients of the metrics that the sentence names, or of one that it names and one spoken of before; at the levels that are meant."""
    own = frozenset().union(*(m.metrics for m in scene.mentions.metrics if not m.modifier))
    around = own.union(_loosely(scene), *topics(scene)) if len(own) < 2 else own
    primary = scene.vocabulary.facts.experiment.primary
    around |= {primary} if primary is not None and scene.matches(_PERFORMANCE) else set()
    levels = frozenset().union(*(m.ids for m in scene.mentions.levels if m.role != "than"))
    if not levels and len(scene.vocabulary.facts.experiment.factors) == 1:
        levels = scene.inherited_levels  # in a grid the last cell told is not yet what a conclusion is of
    return [
        fact
        for fact in scene.vocabulary.correlated
        if fact.stat != "partial"
        and {fact.metric, fact.partner or ""} <= around
        and own & {fact.metric, fact.partner or ""}
        and (not levels or fact.level is None or scene.vocabulary.canonical(fact.level) in levels)
    ]


def _loosely(scene: Scene) -> frozenset[str]:
    """The metrics of which the sentence says two words of a longer name: "query time" for "query execution time"."""
    said = {stem for token in scene.tokens if token.is_word for stem in token.stems}
    partners = {metric for fact in scene.vocabulary.correlated for metric in (fact.metric, fact.partner or "")}
    return frozenset(
        metric
        for name in scene.vocabulary.names
        for metric in sorted(name.metrics & partners)
        if len(name.words) > 1 and sum(bool(word & said) for word in name.words) >= 2
    )


def _is_told(scene: Scene, bound: Bound) -> bool:
    """Whether the percentage is a share or a value in percent of a metric that the sentence names."""
    own = frozenset().union(*(m.metrics for m in scene.mentions.metrics if not m.modifier))
    held = [
        fact
        for metric in sorted(own)
        for fact in scene.vocabulary.by_metric.get(metric, ())
        if fact.partner is None and (fact.stat == "share" or scene.vocabulary.tells_percent(metric))
    ]
    return any(rounds_to(fact.value, reading) for fact in held for reading in bound.number.readings)
