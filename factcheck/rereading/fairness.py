"""Tries the other readings of a claiming word before it is called false: another metric or level that the sentence leaves open.

"The worst was 1,530", "that difference is undecided" lean on what was said before. Only where the metric (and the level) stand right
beside the word is there nothing else to try.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from factcheck.binding.arguments import Argument, argument_of, clause_bounds, said_levels
from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.scope import level_of_subject, metrics_said, topics
from factcheck.binding.suits import is_of_kind, suited, suits
from factcheck.judging.orders import EACH_STEP
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.words import is_plural

_FIGURES = {"figure", "value", "number", "reading", "metric", "показатель", "значение", "цифра"}
_NEAR = 4.0  # how far a metric may stand from its word and still be surely its own


def fair(
    scene: Scene, token: Token, ruling: Ruling, judge: Callable[[], Ruling | None], *, levels: bool = False
) -> Ruling:
    """The ruling, or that of the first other reading that the facts support."""
    if (
        ruling.verdict != "contradicted"
        or ruling.expected == "single_run"
        and scene.vocabulary.facts.experiment.repeats == 1
    ):
        return ruling
    metrics = [] if _certain(scene, token) else _other_metrics(scene, token)
    argument = argument_of(scene, token)
    if levels and is_of_kind(scene, token):
        named = argument.metrics if argument is not None and _joined(scene, token, argument) else frozenset()
        if not any(suits(scene, token, metric) for metric in named):
            metrics = [frozenset({metric}) for metric in suited(scene, token)]
    try:
        for group in metrics:
            scene.assumed = group
            found = judge()
            if found is not None and found.verdict == "supported":
                return found
        scene.assumed = frozenset()
        if levels and not _level_beside(scene, token):
            for ids in _other_levels(scene, token):
                for group in [frozenset(), *metrics]:
                    scene.assumed, scene.assumed_levels = group, ids
                    found = judge()
                    if found is not None and found.verdict == "supported":
                        return found
    finally:
        scene.assumed = scene.assumed_levels = frozenset()
    if token.has(*_WAYS):
        told = _told_after(scene, token)
        if told is not None:
            return told
        headed = bool(scene.inherited_levels) and scene.matches(
            EACH_STEP
        )  # "with every increase", under a heading: along its row
        grid = len(scene.vocabulary.facts.experiment.factors) > 1 and "→" in ruling.en and not headed
        if grid or scene.matches(_TURNS) and "(" in ruling.en and "→" in ruling.en:
            return Ruling(
                "unverifiable",
                "it goes one way and then the other",
                "сначала в одну сторону, потом в другую",
                ruling.facts,
            )
    if scene.matches(_IF) and (argument_of(scene, token) is None or not metrics_said(scene, token.index)):
        return Ruling("unverifiable", "of what it is said is open", "о чём это сказано, неясно", ruling.facts)
    if scene.vocabulary.repeated and scene.matches(_ONE_RUN):
        return Ruling("unverifiable", "of one run among the repeats", "об одном прогоне из повторов", ruling.facts)
    if token.has("better", "worse") and _THAN_BASE.match(scene.sentence.text[token.end - scene.tokens[0].start :]):
        if all(mention.first > token.index for mention in scene.mentions.levels):
            return Ruling(
                "unverifiable", "which level is compared is open", "какой уровень сравнивают, неясно", ruling.facts
            )
    if levels and not scene.mentions.levels and scene.matches(_WHERE):
        return Ruling("unverifiable", "of which level is open", "о каком уровне речь, неясно", ruling.facts)
    if (
        (argument is None or not argument.own)
        and not metrics_said(scene, token.index)
        and not scene.inherited_levels
        and not scene.mentions.levels
    ):
        return Ruling("unverifiable", "of what it is said is open", "о чём это сказано, неясно", ruling.facts)
    return ruling


def _joined(scene: Scene, token: Token, argument: Argument) -> bool:
    """Whether nothing parts a word from the metric that it was bound to in its own sentence."""
    if not argument.own or argument.first == token.index:
        return False
    return argument.first < token.index or not any(t.text in ",;:" for t in scene.tokens[token.index : argument.first])


_WAYS = ("up.intransitive", "down.intransitive", "up.transitive", "down.transitive", "up.noun", "down.noun")
_TURNS = re.compile(
    r"\bthen\b|at the end|at first|up to \S+ and|plateau|flatten|и далее|(?<!\w)затем|(?<!\w)потом|сначала|на последн|плато|к концу",
    re.I,
)
_ONE_RUN = re.compile(r"\b(?:in|during|before|after) run \d+|(?<!\w)(?:в|перед|после|у) прогон\w* (?:№ ?)?\d+", re.I)
_THAN_BASE = re.compile(r"^\s+(?:и\s+)?(?:базы|исходн\w+|базов\w+)\s*,?\s+и\s|^\s+than both\s", re.I)
_WHERE = re.compile(r"(?<!\w)там,? где(?!\w)|\b(?:right|just|exactly|precisely) where\b", re.I)
_IF = re.compile(r"^\W*(?:if|where|when)\b|^\W*(?:если|когда|где)\b", re.I)


def _told_after(scene: Scene, token: Token) -> Ruling | None:
    """ "it rose from 3.1 to 8.9 s": the two values that follow the word go its way."""
    after = [
        b
        for p, b in sorted(scene.bounds.items())
        if token.index < p <= token.index + 10 and b.number.kind == "value" and b.number.high is None
    ][:2]
    if len(after) != 2 or any(b.verdict != "supported" for b in after):
        return None
    one, two = after
    gap = [t.lower for t in scene.tokens[one.place + 1 : two.place]]
    before = scene.tokens[one.place - 1].lower if one.place else ""
    if (
        not (set(gap) & {"to", "до", "→", "->"})
        or len(gap) > 6
        or before not in ("from", "с", "со", "от", ":", "(")
        and "→" not in gap
    ):
        return None
    a, b = one.number, two.number
    scale = a.unit.scale / b.unit.scale if a.unit is not None and b.unit is not None else 1.0
    gone = b.low_value() - a.low_value() * scale
    up = token.has("up.intransitive", "up.transitive", "up.noun")
    if gone and (gone > 0) == up and not (up and token.has("down.intransitive", "down.transitive", "down.noun")):
        return Ruling(
            "supported",
            f"{a.low_value():g} → {b.low_value():g}",
            f"{a.low_value():g} → {b.low_value():g}",
            one.facts + two.facts,
        )
    return None


def _certain(scene: Scene, token: Token) -> bool:
    """Whether a metric of the facts stands right beside the word, by its whole name."""
    argument = argument_of(scene, token)
    if argument is None or not argument.own or not argument.metrics:
        return False
    mention = next(
        (m for m in scene.mentions.metrics if m.first == argument.first and m.exact and not m.modifier), None
    )
    return (
        mention is not None
        and min(scene.sentence.distance(token.index, mention.first), scene.sentence.distance(token.index, mention.last))
        <= _NEAR
    )


def _other_metrics(scene: Scene, token: Token) -> list[frozenset[str]]:
    primary = scene.vocabulary.facts.experiment.primary
    row = metrics_said(scene, token.index) or topics(scene)[:6]
    if row:
        primary = None  # the sentence says itself what it is of
    if not any(_names_several(scene, m) for m in scene.mentions.metrics if len(m.metrics) > 1 and not m.modifier):
        row += [frozenset({metric}) for group in row if 1 < len(group) <= 4 for metric in sorted(group)]
    if primary:
        row.append(frozenset({primary}))
    return [group for group in dict.fromkeys(row) if group][:12]


def _names_several(scene: Scene, mention: MetricMention) -> bool:
    """ "The latencies", "показатели задержки", "latency and CPU figures": all of those that a name stands for."""
    behind = scene.tokens[mention.last + 1 : mention.last + 5]
    joined = bool(behind) and behind[0].lower in ("and", "и")
    around = (*scene.tokens[max(0, mention.first - 1) : mention.first], *(behind if joined else behind[:1]))
    return is_plural(scene.tokens[mention.first].text) or any(t.stems & _FIGURES and is_plural(t.text) for t in around)


def _level_beside(scene: Scene, token: Token) -> bool:
    """Whether a level follows the word in its own part of the sentence: "the smallest belongs to 80"."""
    if any(
        0 < token.index - m.last <= 2 and scene.tokens[m.last + 1].text in ("—", "–", "-", ":")
        for m in scene.mentions.levels
    ):
        return False  # "btrfs — аутсайдер": the level stands before it
    for place, bound in scene.bounds.items():
        gap = scene.tokens[min(place, token.index) + 1 : max(place, token.index)]
        if (
            bound.verdict == "supported"
            and bound.level_source == "own"
            and len(gap) <= 3
            and not any(t.text in ";." for t in gap)
        ):
            return True  # "17.2 GB, the smallest of the three"
    for mention in scene.mentions.levels:
        gap = scene.tokens[token.index + 1 : mention.first]
        other = any(t.has("superlative.max", "superlative.min", "superlative.best", "superlative.worst") for t in gap)
        if (
            token.index < mention.first
            and len(gap) <= 9
            and mention.role != "than"
            and not other
            and not any(t.text in ";." for t in gap)
        ):
            return True
    return False


def _other_levels(scene: Scene, token: Token) -> list[frozenset[str]]:
    start, stop = clause_bounds(scene, token.index)
    inside = [m.ids for m in scene.mentions.levels if start <= m.first <= stop and m.role != "than"]
    told = [
        ids
        for b in scene.bounds.values()
        if b.verdict == "supported" and start <= b.place <= stop and abs(b.place - token.index) <= 12
        for ids in b.levels
    ]
    row = [*inside, *told, level_of_subject(scene)]
    return [ids for ids in dict.fromkeys(row) if ids and ids != said_levels(scene, token)][:5]
