"""Holds a share within a class that is told of the whole against the product of both shares: "91% of all waits" of what is 91% of IO waits.

A part has a share of its class, the class one of the whole; the part's share of the whole is their product, which a sentence that takes the
inner share for the outer one misses by far. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, rounds_to, significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases, topics
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import Number

_WHOLE = re.compile(
    r"\b(?:all|total|overall)\s+(?:of\s+)?(?:the\s+)?(?:(?:database|server|system)(?:'s)?\s+)?(?:wait(?:s|ing)?(?:\s+(?:time|events))?)\b|"
    r"(?<!\w)(?:всех|всего|общего|суммарного|совокупного)\s+(?:(?:времени|числа|количества|объ[её]ма)\s+)?(?:всех\s+)?ожидани[яй]\w*",
    re.I,
)
_BEFORE = re.compile(
    r"(?:\b(?:of|in|among)|(?<!\w)(?:во|в|от|из|среди))\s+(?:all\s+(?:the\s+)?waits?\w*(?:\s+(?:time|events))?|всех?\s+ожидани\w+|общем\s+\w+\s+ожидани\w+)",
    re.I,
)
#: What is said of everything right behind a percentage, up to the end of the phrase, where the class of the part may still be named.
_EVERYTHING = re.compile(
    r"^\s*(?:of|from)?\s*(?:all|the (?:whole|entire|total)|total|overall|everything)\b(?P<rest>[^,.;:()—]{0,60})|^\s*(?:от\s+)?(?:всех|всего|всей|общего|общей|совокупн\w+)(?!\w)(?P<rest_ru>[^,.;:()—]{0,60})",
    re.I,
)
_CLASS = re.compile(r"^\W*(?:типа|класса|вида|этого|того|of type|of this|of that|in its)\b", re.I)


def judge_inner_shares(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each share of a part that is told of the whole although it is of the part's class."""
    if scene.block.kind == "cell" or not scene.vocabulary.shares or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for pattern, behind in ((_WHOLE, True), (_BEFORE, False)):
        for phrase in phrases(scene, pattern):
            place = _number(scene, phrase, behind)
            if place is None or any(first <= place <= last for first, last, _, _ in found) or _narrower(scene, phrase):
                continue
            mention = _part(scene, place, phrase)
            if mention is None:
                continue
            ruling = _ruling(scene, place, mention)
            if ruling is not None:
                found.append((min(place, phrase.first), max(place, phrase.last), "share", ruling))
    return found


def judge_told_of_all(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """ "На 200 — 58,7% всех ожиданий", "43.5% of the whole CPU goes to it": a share of a class told of everything, where its part is spoken of before."""
    found: list[Ruled] = []
    if scene.block.kind == "cell" or not scene.vocabulary.shares or scene.tokens[-1].text == "?":
        return found
    for place, bound in sorted(bounds.items()):
        number = bound.number
        if number.dimension != "percent" or number.fraction or number.high is not None or significant_digits(number.text) < 2:  # fmt: skip
            continue
        said = _EVERYTHING.match(scene.sentence.text[scene.tokens[place].end - scene.tokens[0].start :])
        if said is None or any(first <= place <= last for first, last, _, _ in found):
            continue
        facts = _inner_told(scene, bound)
        rest = (said.group("rest") or said.group("rest_ru") or "").lower()
        end = scene.tokens[place].end + said.end()
        inside = {m for mention in scene.mentions.metrics if place < mention.first and scene.tokens[mention.first].start < end for m in mention.metrics}  # fmt: skip
        if not facts or any(f.denominator in inside or _names(f.denominator or "", rest) for f in facts):
            continue
        found.append((place, place, "share", _of_its_class(facts[0])))
    return found


def _names(denominator: str, text: str) -> bool:
    """Whether a phrase says the class itself, by its own word."""
    words = [
        word
        for word in re.split(r"[\W_]+", denominator.lower())
        if len(word) > 1 and word not in ("time", "waits", "wait")
    ]
    return any(re.search(rf"(?<!\w){re.escape(word)}", text) for word in words)


def _inner_told(scene: Scene, bound: Bound) -> list[Fact]:
    """The shares within a class that a percentage tells, where it tells no share of another whole; of what is spoken of if two digits say little."""
    levels = {i for m in scene.mentions.levels if m.role != "than" for i in m.ids} or set(scene.inherited_levels)
    levels |= {i for ids in bound.levels for i in ids}
    told = [
        f for f in scene.vocabulary.shares
        if f.run is None and f.level is not None and any(rounds_to(f.value, r) for r in bound.number.readings)
        and (not levels or scene.vocabulary.canonical(f.level) in levels)
    ]  # fmt: skip
    parts = {f.metric for f in scene.vocabulary.shares}
    wholes = {f.denominator for f in scene.vocabulary.shares}
    inner = [f for f in told if f.denominator in parts or _has_wider(scene, f, wholes)]
    if len(inner) != len(told) or not inner:
        return []
    spoken = {m for mention in scene.mentions.metrics for m in mention.metrics} | {
        m for group in topics(scene)[:4] for m in group
    }
    own = [f for f in inner if f.metric in spoken or {f.metric} == bound.metrics]
    sure = significant_digits(bound.number.text) >= 3 and len({f.metric for f in inner}) == 1
    return own or (inner if sure else [])


def _has_wider(scene: Scene, fact: Fact, wholes: set[str | None]) -> bool:
    """Whether the facts also hold the part's share of something wider, which is smaller."""
    others = [
        f
        for f in scene.vocabulary.shares
        if f.metric == fact.metric and f.level == fact.level and f.denominator != fact.denominator
    ]
    return any(f.value < fact.value for f in others)


def _of_its_class(fact: Fact) -> Ruling:
    en, ru = f"{fact.name} is a share of {fact.denominator}", f"{fact.name} — доля от {fact.denominator}"
    return Ruling("contradicted", en, ru, (fact.name,), fact.denominator)


def _number(scene: Scene, phrase: Phrase, behind: bool) -> int | None:
    """The percentage or fraction that a phrase of the whole follows, or that follows a share "of all waits"."""
    stretch = (
        range(phrase.first - 1, max(-1, phrase.first - 4), -1)
        if behind
        else range(phrase.last + 1, min(len(scene.tokens), phrase.last + 9))
    )
    for at in stretch:
        token = scene.tokens[at]
        if token.text in ";:.(),":
            return None
        if token.number is not None and at not in scene.mentions.level_tokens:
            told = token.number.is_value and (token.number.fraction or token.number.dimension == "percent")
            return at if told and token.number.high is None else None
    return None


def _narrower(scene: Scene, phrase: Phrase) -> bool:
    """ "всех ожиданий IO", "of all waits of type Lock": the class is the whole that is meant."""
    after = scene.sentence.text[phrase.match.end() :]
    beside = any(m.first - phrase.last == 1 and m.metrics for m in scene.mentions.metrics)
    inside = any(
        phrase.first <= m.first and m.last <= phrase.last and _of_class(scene, m) for m in scene.mentions.metrics
    )
    return bool(_CLASS.match(after)) or inside or beside


def _of_class(scene: Scene, mention: MetricMention) -> bool:
    """Whether a mention names a class: something that is itself a share of another."""
    return any(fact.metric in mention.metrics for fact in scene.vocabulary.shares)


def _part(scene: Scene, place: int, phrase: Phrase) -> MetricMention | None:
    """The nearest metric to the number besides the whole itself, where it has shares of its own."""
    row = [
        m
        for m in scene.mentions.metrics
        if m.metrics and not m.modifier and not (phrase.first <= m.first and m.last <= phrase.last)
        and not any(t.text in ";." for t in scene.tokens[min(m.first, place) : max(m.first, place)])
    ]  # fmt: skip
    if not row:
        return None
    nearest = min(row, key=lambda m: min(abs(place - m.first), abs(place - m.last)))
    return nearest if nearest.exact and len(nearest.metrics) == 1 and _of_class(scene, nearest) else None


def _share(scene: Scene, metric: str, level: str) -> Fact | None:
    held = [
        f for f in scene.vocabulary.shares if f.metric == metric and f.level is not None and f.run is None
        and f.scope in (None, "run") and scene.vocabulary.canonical(f.level) == level and f.denominator
    ]  # fmt: skip
    return held[0] if len(held) == 1 else None


def _levels(scene: Scene) -> list[str]:
    named = {i for m in scene.mentions.levels if m.role != "than" for i in m.ids} or set(scene.inherited_levels)
    return [level for level in scene.vocabulary.level_ids if not named or level in named]


def share_of_whole(scene: Scene, metric: str, level: str) -> tuple[float, Fact, Fact] | None:
    """The share of the whole in percent that a part of a class has at a level, with the two shares that it is the product of."""
    part = _share(scene, metric, level)
    whole = _share(scene, part.denominator, level) if part is not None and part.denominator else None
    return (part.value * whole.value / 100, part, whole) if part is not None and whole is not None else None


def _ruling(scene: Scene, place: int, mention: MetricMention) -> Ruling | None:
    number = scene.tokens[place].number
    assert number is not None
    (metric,) = mention.metrics
    inner: list[Fact] = []
    outer: list[tuple[str, float]] = []
    for level in _levels(scene):
        product = share_of_whole(scene, metric, level)
        if product is None:
            return None
        inner.append(product[1])
        outer.append((level, product[0]))
    if any(_tells(number, value) for _, value in outer) or not any(_tells(number, part.value) for part in inner):
        return None
    text = ", ".join(f"{level}: {value:.1f}%" for level, value in outer)
    names = tuple(part.name for part in inner)
    of = inner[0].denominator
    return Ruling(
        "contradicted",
        f"a share of {of}; of the whole it is {text}",
        f"это доля от {of}; от целого — {text}",
        names,
        text,
    )


def _tells(number: Number, percent: float) -> bool:
    """Whether a percentage or a fraction states a share in percent; a bare fraction is told loosely."""
    if not number.fraction:
        return agrees(number, [percent])
    said = number.low_value() * (1 if number.dimension == "percent" and number.low_value() > 1 else 100)
    if number.hedge in ("over", "under"):
        return percent > said if number.hedge == "over" else percent < said
    return abs(percent - said) <= 0.12 * said
