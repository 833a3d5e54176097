"""Holds what is called the bottleneck, the main part or a balance to the weights of the parts: "the bottleneck: LockManager", "balanced between Lock and LWLock".

Only refutes, and only where another part of the same whole is clearly heavier by every measure that the facts hold (`weights`); where
no part is held, nothing is said.
"""

from __future__ import annotations

import re

from factcheck.binding.arguments import is_hedged
from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.refuting.weights import Measure, ancestry, heavier, own_weights, weights
from factcheck.refuting.wholes import is_work

_MAIN_RU = r"(?:основн|главн|ключев|доминирующ|решающ|преобладающ)\w+"
_MAIN_EN = r"(?:main|primary|principal|dominant|dominating|chief|biggest|largest|leading|prevailing)"
_PART_RU = r"(?:механизм|фактор|причин|источник|компонент|ожидани|проблем|ограничени|тип|вид|виновник|потребител|составляющ|вклад|рол)\w*"
_PART_EN = r"(?:mechanism|factor|cause|source|component|contributor|waits?|problem|constraint|culprit|consumer|limiter|type|class|contribution|role)"
_NAMED = (
    rf"(?<!\w)узк\w+ мест\w+|(?<!\w){_MAIN_RU} (?:\w+ )?{_PART_RU}|\bbottleneck\b|\b{_MAIN_EN} (?:\w+ )?{_PART_EN}\b"
)
_CALLED = re.compile(_NAMED, re.I)
_OF_WAITS = re.compile(r"\bwaits?\b|(?<!\w)ожидани", re.I)
_HELD_BY = re.compile(
    r"(?<!\w)(?:в основном|преимущественно|главным образом) (?:из-за|вызван\w*|обусловлен\w*|занят\w*)(?!\w)|(?<!\w)(?:вызван|обусловлен)\w* (?:в основном|преимущественно|главным образом)(?!\w)|"
    r"\b(?:caused|driven|explained|made up|dominated) (?:mainly|mostly|chiefly|primarily|largely|predominantly) by\b|\b(?:mainly|mostly|chiefly|primarily|largely) (?:due to|because of|caused by|made up of)\b|\bdominated by\b|"
    r"(?<!\w)упира(?:ется|лась|лся|лось|ются) в(?!\w)|(?<!\w)блокиру\w+ на уровне(?!\w)|(?<!\w)ограничен[аоы]?(?!\w)|\b(?:limited|bound|constrained|throttled|held back) by\b|\bbottlenecked (?:on|by)\b",
    re.I,
)
_BALANCED = re.compile(
    r"(?<!\w)(?:сбалансирован|равномерн)\w*|(?<!\w)поровну(?!\w)|(?<!\w)в равной (?:мере|степени|доле)(?!\w)|(?<!\w)примерно (?:одинаков|равн)\w+|\b(?:balanced|evenly (?:split|shared|distributed|spread)|split evenly|"
    r"in equal (?:measure|parts|shares)|equally (?:important|heavy|large))\b",
    re.I,
)
_OTHERWISE = re.compile(
    r"(?<!\w)(?:не|нет|ли|бы|если|раньше|ранее|прежд\w+|до|вместо|кроме|искать|найти|проверить)(?!\w)|\b(?:not|no|never|whether|if|would|formerly|previously|earlier|before|until|once|instead|unlike|second|next)\b",
    re.I,
)
_INSIDE = {"внутри", "среди", "within", "inside", "among", "в", "in", "of", "из", "from", "от"}
_JOINTS = {"и", "and", "или", "or", "+", ",", "(", ")", "/", "&", "the", "это", "is", "are", "was", "were", "«", "»", '"', "“", "”", "—", "–", "-", ":", "а", "также", "as", "well", "both", "являются", "является", "стал",
           "стали", "стала", "становится", "становятся", "остаются", "остаётся", "остается", "then", "therefore", "clearly", "именно", "here", "здесь", "тут", "waits", "ожидания"}  # fmt: skip
_LINKS = {"is", "are", "was", "were", "becomes", "became", "remains", "stays", "shifts", "moves", "lies", "sits", "это", "является", "являются", "становятся", "становится", "стал", "стали", "стала", "выступает", "выступают",
          "служит", "служат", "оказывается", "оказываются", "оказался", "оказались", "был", "была", "были", "было", "вносит", "вносят", "играет", "играют", "остаётся", "остается", "остаются"}  # fmt: skip
_BREAKS = {";", "."}
_TWICE, _THRICE = 2.0, 3.0


def judge_bottlenecks(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each part that is called the main one or one of a balance, and is not."""
    if scene.block.kind == "cell" or not scene.tokens or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for phrase in phrases(scene, _CALLED):
        if not _open(scene, phrase):
            found += _refused(scene, phrase, _named(scene, phrase), _whole(scene, phrase))
    for phrase in phrases(scene, _HELD_BY):
        if not _open(scene, phrase):
            found += _refused(scene, phrase, _following(scene, phrase, 6), None)
    for phrase in phrases(scene, _BALANCED):
        if not _open(scene, phrase):
            found += _unbalanced(scene, phrase)
    return found or _labelled(scene)


def _open(scene: Scene, phrase: Phrase) -> bool:
    """Whether nothing is asserted: a hedge, a denial, a condition."""
    text = scene.sentence.text
    around = f"{text[max(0, phrase.match.start() - 40) : phrase.match.start()]} {text[phrase.match.end() : phrase.match.end() + 24]}"
    return is_hedged(scene, phrase.first) or _OTHERWISE.search(around) is not None


def _parts(scene: Scene) -> list[MetricMention]:
    """The mentions of parts whose weight is known at some level."""
    vocabulary = scene.vocabulary
    return [
        m
        for m in scene.mentions.metrics
        if len(m.metrics) == 1
        and m.exact
        and not m.modifier
        and any(weights(vocabulary, next(iter(m.metrics)), level) for level in vocabulary.level_ids)
    ]


def _following(scene: Scene, phrase: Phrase, reach: int) -> list[MetricMention]:
    """The parts listed after a phrase: the first near it, each further one joined to the one before."""
    row: list[MetricMention] = []
    end = phrase.last
    for mention in _parts(scene):
        if mention.first <= end:
            continue
        gap = scene.tokens[end + 1 : mention.first]
        if any(t.text in _BREAKS or t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens for t in gap):  # fmt: skip
            break
        joined = all(t.lower in _JOINTS for t in gap)
        if row and not joined and not any(t.text in "+,(" or t.lower in ("и", "and") for t in gap):
            break
        if not row and len(gap) > reach or row and gap and gap[-1].lower in _INSIDE:
            break
        row.append(mention)
        end = mention.last
    return row


def _named(scene: Scene, phrase: Phrase) -> list[MetricMention]:
    """What is called so: "the bottleneck: A and B", "A is the main factor", "A as the new bottleneck"."""
    after = scene.tokens[phrase.last + 1 : phrase.last + 14]
    mark = next((t for t in after if t.text in (":", "—", "–", "-") or t.lower in _LINKS), None)  # fmt: skip
    if mark is not None and not any(t.text in ",;(" for t in after[: mark.index - phrase.last - 1]):
        return _following(scene, Phrase(phrase.match, mark.index, mark.index), 4)
    row = [m for m in _parts(scene) if m.last < phrase.first]
    gap = scene.tokens[row[-1].last + 1 : phrase.first] if row else []
    if row and len(gap) <= 5 and not any(t.text in ",;:" or t.number is not None and t.number.is_value for t in gap):
        return row[-1:]
    return []


def _whole(scene: Scene, phrase: Phrase) -> str | None:
    """The whole within which something is the main part: "the main component of LWLock is …", "внутри LWLock …"."""
    for mention in scene.mentions.metrics:
        if len(mention.metrics) != 1 or not mention.exact:
            continue
        metric = next(iter(mention.metrics))
        before = scene.tokens[max(0, mention.first - 2) : mention.first]
        parts = any(metric in ancestry(scene.vocabulary, other)[1:] for other in scene.vocabulary.metrics)
        right_behind = 0 < mention.first - phrase.last <= 3
        if parts and (right_behind or mention.first < phrase.first and any(t.lower in _INSIDE for t in before)):
            mark = scene.tokens[phrase.last + 1 : mention.first]
            if not any(t.text in (":", "—", "–", "-") or t.lower in _LINKS for t in mark):
                return metric
    return None


def _levels(scene: Scene) -> list[str]:
    """The levels of which it is said: those of the sentence, else the one in force, else all."""
    own = frozenset().union(*(m.ids for m in scene.mentions.levels if m.role != "than"))
    return sorted(own or scene.inherited_levels) or scene.vocabulary.level_ids


def _refused(scene: Scene, phrase: Phrase, named: list[MetricMention], whole: str | None) -> list[Ruled]:
    """A refusal where one of the parts named is outweighed at every level that is meant."""
    times = _TWICE if len({m.metrics for m in named}) == 1 else _THRICE
    for mention in named:
        metric = next(iter(mention.metrics))
        if whole == metric:
            continue
        reasons: list[tuple[str, tuple[str, Measure, float, float]]] = []
        for level in _levels(scene):
            rows = heavier(scene.vocabulary, metric, level, times, whole)
            if _OF_WAITS.search(phrase.match.group()):
                rows = [row for row in rows if not is_work(scene.vocabulary, row[0])]
            known = weights(scene.vocabulary, metric, level)
            if not rows and known:
                reasons = []
                break
            if rows:
                reasons.append((level, rows[0]))
        if reasons:
            level, (other, measure, more, less) = reasons[0]
            first, last = min(phrase.first, mention.first), max(phrase.last, mention.last)
            return [(first, last, "dominates", _ruling(level, other, metric, measure, more, less))]
    return []


def _ruling(level: str, other: str, metric: str, measure: Measure, more: float, less: float) -> Ruling:
    text = f"{level}: {other} {more:.1%}, {metric} ≤ {less:.1%}"
    return Ruling("contradicted", f"{text} of {measure[1]}", f"{text} от {measure[1]}", (), other)


def _unbalanced(scene: Scene, phrase: Phrase) -> list[Ruled]:
    """ "A balanced influence of Lock and LWLock" where one is a multiple of the other."""
    named = _following(scene, phrase, 5)
    pair = list(dict.fromkeys(next(iter(m.metrics)) for m in named))
    if len(pair) != 2 or pair[0] in ancestry(scene.vocabulary, pair[1]) or pair[1] in ancestry(scene.vocabulary, pair[0]):  # fmt: skip
        return []
    for level in _levels(scene):
        one, two = (own_weights(scene.vocabulary, metric, level) for metric in pair)
        common = [measure for measure in one if measure in two]
        if not common or any(max(one[m], two[m]) <= _THRICE * min(one[m], two[m]) for m in common):
            return []
        measure = common[0]
        text = f"{level}: {pair[0]} {one[measure]:.1%}, {pair[1]} {two[measure]:.1%}"
        en, ru = f"{text} of {measure[1]}", f"{text} от {measure[1]}"
        return [(phrase.first, named[-1].last, "balance", Ruling("contradicted", en, ru, (), text))]
    return []


def _labelled(scene: Scene) -> list[Ruled]:
    """An item "4 GB: LWLock" under "Bottlenecks:"."""
    if scene.block.kind != "item" or not scene.block.context or len(scene.tokens) > 18 or not scene.mentions.levels:
        return []
    head = scene.block.context[0]
    called = _CALLED.search(head.text) or re.search(r"узких мест|bottlenecks", head.text, re.I)
    if called is None or len(head.text.split()) > 7 or head.kind not in ("lead", "heading") or _parts_of_head(scene):
        return []
    values = [t for t in scene.tokens if t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens]  # fmt: skip
    named = _parts(scene)
    if values or not named or scene.has("hedge", "negation", "up.intransitive", "down.intransitive"):
        return []
    whole = Phrase(called, named[0].first, named[0].first)
    return _refused(scene, whole, named, None)


def _parts_of_head(scene: Scene) -> bool:
    return any(m.metrics and m.exact for m in scene.world.mentions_of(scene.block.context[0]).metrics)
