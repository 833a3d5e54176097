"""Judges what is said of all, none, both or only some of the levels, and of every step from one to the next.

"All three exceed 90 %", "only one of them beats the default", "it falls at every step": each level (or step) is asked on its own,
by the value against a threshold or against the base. Every reading of which levels are meant is tried before one is refuted.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import in_unit, shown
from factcheck.binding.arguments import clause_bounds
from factcheck.binding.bound import Bound, tells_slope
from factcheck.binding.quantifiers import exception_after, find
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, candidates, metrics_said, names_unknown, phrases
from factcheck.binding.subjects import rows_of, stat_in
from factcheck.forms.facts import Fact
from factcheck.judging.orders import nominal
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token
from factcheck.reading.units import compatible
from factcheck.refuting.alongways import extremum_of_subject

_COUNT = r"(?:two|three|four|five|six|seven|eight|двух|две|два|тр[её]х|три|четыр[её]х|четыре|пяти|пять|шести|шесть|восьми|\d)"
_QUANTIFIER = re.compile(
    rf"(?P<only>\b(?:only|just|merely)\s+(?:(?:with|at|in|for|under)\s+)?(?:one|two|three)(?: of (?:the |them|these )?)?|\b(?:лишь|только)\s+(?:(?:у|при|на|в|с)\s+)?(?:одн\w+|дв\w+|тр[иеё]\w*)(?:\s+\w+)?(?:\s+из)?)|"
    rf"(?P<none>\bnone of (?:the |them|these )?|\bneither(?: of (?:the |them)?)?|\bnot (?:one|a single)(?: of)?|\bни (?:у |при |на |в )?(?:одн\w+|один)(?:\s+из)?|\bни разу)|"
    rf"(?P<all>\ball (?:the |of the |these )?(?:{_COUNT}\b|(?=\w))|\bevery(?: one of)?(?: the| them)?|\beach(?: of)?(?: the| them)?|\bboth(?: of)?(?: the| them)?|\bevery\b|\bвсе(?:х|м|ми)?\b(?:\s+{_COUNT}\b)?|\bкажд\w+|"
    rf"\bоб[ае]\w{{0,3}}\b)",
    re.I,
)
_OF_LEVELS = {
    "run", "прогон", "value", "значение", "setting", "level", "уровень", "version", "версия", "cell", "ячейка", "policy", "политика", "variant", "вариант", "build", "сборка", "instance", "type", "тип",
    "size", "размер", "pool", "algorithm", "алгоритм", "method", "метод", "governor", "machine", "машина", "configuration", "конфигурация", "filesystem", "режим", "mode", "case", "случай", "candidate", "кандидат",
    "them", "них", "option", "points", "точка", "system", "система", "limit", "лимит", "step", "scheduler", "планировщик",
}  # fmt: skip
_LARGER = re.compile(
    r"\b(?:larger|bigger|higher|greater|other|remaining|new|increased)\b|\b(?:больш\w+|увеличенн\w+|друг\w+|остальн\w+|прочи\w+)",
    re.I,
)
_STEPS = re.compile(
    r"\bat (?:every|each) step|\bwith (?:every|each) (?:\w+\s+)?(?:step|increase|version|doubling|enlargement|size)|\b(?:all the way|all along|right up) (?:along|up|down|to|through)|\bthroughout\b|"
    r"\bна каждо[мй] (?:шаге|ступени)|\bс каждым (?:шагом|увеличением|удвоением)|\bна всей сетке|\bна вс[её]м диапазоне|\bмонотонн\w+",
    re.I,
)
_UPWARD = ("up.intransitive", "up.transitive", "up.noun", "up.comparative")
_DOWNWARD = ("down.intransitive", "down.transitive", "down.noun", "down.comparative")
_MORE_WORDS = {"climb", "climbs", "keeps", "longer", "увеличиваться", "удлиняться"}


def judge_quantities(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of each quantified statement that the facts can decide."""
    if scene.block.kind not in ("paragraph", "item", "lead", "heading") or scene.tokens[-1].text == "?":
        return []
    found = [ruled for phrase in phrases(scene, _STEPS) if (ruled := _steps(scene, phrase)) is not None]
    for phrase in phrases(scene, _QUANTIFIER):
        if any(first <= phrase.last and phrase.first <= last for first, last, _, _ in found):
            continue
        ruled = _quantified(scene, bounds, phrase)
        if ruled is not None:
            found.append(ruled)
    return found


# -- steps ------------------------------------------------------------------------------------------------------------


def _goes(row: list[float], way: int, denied: bool) -> bool:
    """Whether each step of a row goes one way."""
    steps = [b - a for a, b in itertools.pairwise(row)]
    return not any(step * way < 0 or step == 0 and not denied for step in steps)


def _rows_spoken(scene: Scene, metric: str, word: Token, span: tuple[int, int]) -> list[list[float]]:
    """The rows of a statistic that is no extreme and that the clause names: "the spread of throughput grows with each step"."""
    stat = stat_in(scene, *span, word.index)
    if stat not in ("spread", "cv", "median", "p95", "p99"):
        return []
    rows = [
        [row.at(scene, level) for level in scene.vocabulary.numeric_order]
        for row in rows_of(scene, frozenset({metric}), stat)
    ]
    return [[value for value in row if value is not None] for row in rows if len(row) > 2 and None not in row]


def _steps(scene: Scene, phrase: Phrase) -> tuple[int, int, str, Ruling] | None:
    start, stop = clause_bounds(scene, phrase.first)
    word = _way_word(scene, start, stop, phrase.first)
    if word is None or names_unknown(scene, word.index) or len(scene.vocabulary.facts.experiment.factors) > 1:
        return None
    way = 1 if word.has(*_UPWARD) else -1
    denied = _denied(scene, word.index)
    outcomes = []
    own = metrics_said(scene, word.index)
    for metric in candidates(scene, word.index, primary=False)[:4]:
        said = {t.statistic for t in scene.tokens if t.statistic in ("max", "min")} | {extremum_of_subject(scene)}
        stats: list[str | None] = [
            stat for stat in ("max", "min") if stat in said and stat in scene.vocabulary.stats_of(metric)
        ] or [None]
        spoken = _rows_spoken(scene, metric, word, (start, stop))
        outcomes += [(metric, _goes(row, way, denied), " → ".join(f"{value:g}" for value in row)) for row in spoken]
        for stat in stats if not spoken else ():
            row = [shown(fact) for _, fact in scene.vocabulary.series(metric, stat)]
            if len(row) < 3:
                continue
            outcomes.append((metric, _goes(row, way, denied), " → ".join(f"{value:g}" for value in row)))
        if own and outcomes:
            break
    if not outcomes:
        return None
    first, last = min(word.index, phrase.first), max(word.index, phrase.last)
    for metric, holds, text in outcomes:
        if holds != denied:
            return first, last, "monotone", Ruling("supported", f"{metric}: {text}", f"{metric}: {text}", (metric,))
    metric, _, text = outcomes[0]
    if not own and not denied and _told_before_goes(scene, way):
        return (
            first,
            last,
            "monotone",
            Ruling("unverifiable", "of what it is told is not said", "о чём это, не сказано"),
        )
    return first, last, "monotone", Ruling("contradicted", f"{metric}: {text}", f"{metric}: {text}", (metric,), text)


def _told_before_goes(scene: Scene, way: int) -> bool:
    """Whether a statistic whose values the sentences before told goes this way at every step: it may be what the word is said of."""
    before = [b for former in scene.before(2) for b in former.bounds.values() if b.verdict == "supported"]
    told = [scene.vocabulary.by_name.get(name) for bound in before for name in bound.facts]
    for metric, stat in {(fact.metric, fact.stat) for fact in told if fact is not None and fact.partner is None}:
        row = [fact.value for _, fact in scene.vocabulary.series(metric, stat)]
        if len(row) >= 3 and all((b - a) * way > 0 for a, b in itertools.pairwise(row)):
            return True
    return False


def _way_word(scene: Scene, start: int, stop: int, place: int) -> Token | None:
    """The direction word nearest to a place within a clause, unless it tells of the factor."""
    from factcheck.binding.pairs import parameter_words

    factor = parameter_words(scene)
    words = [
        t
        for t in scene.tokens[start : stop + 1]
        if t.has(*_UPWARD, *_DOWNWARD) and t.index not in factor and not (t.has(*_UPWARD) and t.has(*_DOWNWARD))
        and t.lower not in ("more", "less", "over", "above", "below", "increase", "увеличением", "удвоением", "enlargement")
    ]  # fmt: skip
    return min(words, key=lambda t: abs(t.index - place), default=None)


def _denied(scene: Scene, place: int) -> bool:
    before = [t.lower for t in scene.tokens[max(0, place - 3) : place]]
    following = scene.tokens[place + 1].lower if place + 1 < len(scene.tokens) else ""
    return following == "нет" or any(
        word in ("not", "не", "never", "n't", "doesn't", "didn't", "don't") for word in before
    )


# -- quantifiers ------------------------------------------------------------------------------------------------------


def _quantified(scene: Scene, bounds: dict[int, Bound], phrase: Phrase) -> tuple[int, int, str, Ruling] | None:
    kind = next(name for name in ("only", "none", "all") if phrase.match.group(name))
    if not _of_levels(scene, phrase) or any(tells_slope(scene, bound) for bound in bounds.values()):
        return None
    if kind == "all" and phrase.first and scene.tokens[phrase.first - 1].lower in ("over", "across", "по"):
        # "Over all levels latency rises with the setting": a trend over them, no comparison of each with the baseline.
        is_denied = any(t.lower in ("neither", "nor", "ни", "no") for t in scene.tokens[: phrase.first])
        return None if is_denied else _steps(scene, phrase)
    start, stop = clause_bounds(scene, phrase.first)
    read = find(scene.tokens, phrase.first, stop)
    if exception_after(scene.tokens, start, stop) is not None or read and read[0].kind == "mixed":
        return None  # of all but one, or of other things: "every lz4 run"
    if len(list(phrases(scene, _QUANTIFIER))) > 1 and kind != "none":
        rivals = [p for p in phrases(scene, _QUANTIFIER) if start <= p.first <= stop]
        if len(rivals) > 1:
            return None  # "every one of them beat every run": two sets at once
    count = _said_count(phrase.match.group())
    threshold = _threshold(scene, bounds, start, stop) or _compared(scene, start, stop, phrase.first)
    if threshold is None:
        return None
    place, metrics, holds_for = threshold
    results: list[tuple[bool, str]] = []
    for metric in metrics[:3]:
        values = [
            (level, f)
            for level in scene.vocabulary.level_ids
            if (f := scene.vocabulary.central(metric, level, holds_for.stat_of(scene, metric)))
        ]
        if len(values) < 2:
            continue
        for domain in _domains(scene, start, stop, phrase, count if kind != "only" else None):
            domain = domain - holds_for.base
            inside = [(level, fact) for level, fact in values if level in domain]
            if len(inside) < len(domain) or not inside:
                continue
            hits = sum(holds_for.holds(scene, metric, fact) for _, fact in inside)
            right = hits == len(inside) if kind == "all" else hits == 0 if kind == "none" else hits == (count or 1)
            results.append((right, ", ".join(f"{level}: {shown(fact):g}" for level, fact in inside)))
    if not results:
        return None
    first, last = min(phrase.first, place), max(phrase.last, place)
    for right, text in results:
        if right:
            return first, last, "all", Ruling("supported", text, text, tuple(metrics[:1]))
    return first, last, "all", Ruling("contradicted", results[0][1], results[0][1], tuple(metrics[:1]), results[0][1])


def _of_levels(scene: Scene, phrase: Phrase) -> bool:
    """Whether what is quantified are the levels: their noun, the factor's name or nothing else follows."""
    finder = scene.world.finder
    following = scene.tokens[phrase.first : phrase.last + 5]
    nouns = [t for t in following if t.index > phrase.first and t.is_word]
    for token in nouns[:4]:
        if token.stems & _OF_LEVELS or any(
            token.stems & (a | b) for a, b in zip(finder.factor_parts, finder.factor_single, strict=True)
        ):
            return True
        if any(m.first <= token.index <= m.last for m in scene.mentions.levels):
            return True
        if token.stems & {
            "metric",
            "метрика",
            "показатель",
            "pair",
            "пара",
            "comparison",
            "сравнение",
            "query",
            "запрос",
            "block",
            "блок",
        }:
            return False
    return False


def _said_count(text: str) -> int | None:
    for word in reversed(text.lower().replace("ё", "е").split()):
        if word.isdigit():
            return int(word)
        if word in WORD_NUMBERS or word.startswith(("одн", "один")):
            return WORD_NUMBERS.get(word, 1)
        if word.startswith(("both", "обо", "оба", "обе", "neither")):
            return 2
    return None


def _domains(scene: Scene, start: int, stop: int, phrase: Phrase, count: int | None) -> list[frozenset[str]]:
    """The sets of levels that may be meant: those named beside, those but the baseline, all."""
    every = frozenset(scene.vocabulary.level_ids)
    base = scene.vocabulary.special("baseline")
    named = frozenset().union(*(m.ids for m in scene.mentions.levels if start <= m.first <= stop and m.role != "than"))
    row = [every - base, every] if _LARGER.search(scene.sentence.text) else [every, every - base]
    said = frozenset().union(*(m.ids for m in scene.mentions.levels if m.role != "than"))
    if len(said) == 1 and not said <= base:
        return []  # "the five lz4 runs": runs of one level
    if named and len(named) > 1 and not base <= named:
        row.append(named)
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        row = [named] if named else [every]
    row = [ids for ids in dict.fromkeys(row) if len(ids) > 1]
    return [ids for ids in row if len(ids) == count] if count is not None else row


class _Threshold:
    """A bound that a value is held against."""

    base: frozenset[str] = frozenset()

    def __init__(self, bound: Bound, above: bool) -> None:
        self.bound, self.above = bound, above

    def stat_of(self, scene: Scene, metric: str) -> str | None:
        stat = self.bound.stat
        return stat if stat in scene.vocabulary.stats_of(metric) else None

    def holds(self, scene: Scene, metric: str, fact: Fact) -> bool:
        limit = self.bound.number.low_value()
        values = (
            [fact.value]
            if self.bound.number.fraction
            else in_unit(fact, self.bound.number.unit, scene.vocabulary.unit_of(metric))
        )
        return any(value > limit if self.above else value < limit for value in values)


class _Comparison:
    """A direction against the baseline: "beats today's", "fell", "is better than the default"."""

    def __init__(self, word: Token, base: frozenset[str]) -> None:
        self.word, self.base = word, base

    def stat_of(self, scene: Scene, metric: str) -> str | None:
        return None

    def holds(self, scene: Scene, metric: str, fact: Fact) -> bool:
        base = scene.vocabulary.central(metric, next(iter(self.base)), fact.stat)
        if base is None:
            return False
        gap = shown(fact) - shown(base)
        if self.word.has("better", "worse"):
            gap = gap if scene.vocabulary.better(metric) == "higher" else -gap
            return gap > 0 if self.word.has("better") else gap < 0
        return gap > 0 if self.word.has(*_UPWARD) else gap < 0


def _compared(scene: Scene, start: int, stop: int, place: int) -> tuple[int, list[str], _Comparison] | None:
    base = scene.vocabulary.special("baseline")
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        return None
    if len(base) != 1 or any(m.role == "than" and m.ids != base for m in scene.mentions.levels):
        return None
    words = [
        t for t in scene.tokens[start : stop + 1]
        if not (t.has("up.intransitive", "down.intransitive") and nominal(scene)) and t.has("better", "worse", *_UPWARD, *_DOWNWARD) and t.lower not in ("more", "less", "over", "above", "below", "больше", "меньше")
        and not t.has("degree") and not _LARGER.fullmatch(t.text) and abs(t.index - place) <= 8 and not any(o.text in ":;" for o in scene.tokens[min(t.index, place) : max(t.index, place)]) and not _describes_level(scene, t)
    ]  # fmt: skip
    if len(words) != 1 or _denied(scene, words[0].index) or names_unknown(scene, words[0].index):
        return None
    word = words[0]
    metrics = [
        m for m in candidates(scene, word.index) if not word.has("better", "worse") or scene.vocabulary.better(m)
    ]
    return (word.index, metrics, _Comparison(word, base)) if metrics else None


def _describes_level(scene: Scene, token: Token) -> bool:
    """ "на двух меньших значениях": an adjective of the levels themselves."""
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    finder = scene.world.finder
    return following is not None and bool(
        following.stems & _OF_LEVELS
        or any(following.stems & (a | b) for a, b in zip(finder.factor_parts, finder.factor_single, strict=True))
    )


def _threshold(
    scene: Scene, bounds: dict[int, Bound], start: int, stop: int
) -> tuple[int, list[str], _Threshold] | None:
    """(place, metrics, test) of "выше 90 %", "exceeds 10 ms", "fill more than half" in the clause."""
    for place, bound in sorted(bounds.items()):
        if not start <= place <= stop or bound.number.high is not None or bound.number.kind != "value":
            continue
        before = [t for t in scene.tokens[max(0, place - 4) : place] if t.text not in ",;"]
        words = {t.lower for t in before}
        stems = {stem for t in before for stem in t.stems}
        above = bool(
            words & {"above", "over", "exceeds", "exceeded", "выше", "свыше", "более", "больше"}
            or stems & {"exceed", "превышать", "превысить"}
            or {"more", "than"} <= words
        )
        below = bool(
            words & {"below", "under", "ниже", "менее", "меньше"}
            or {"less", "than"} <= words
            or {"fewer", "than"} <= words
        )
        reach = bool(stems & {"достигать", "достичь", "reach", "fill"})
        if above == below and not reach or above and below:
            continue
        if _denied(scene, place) and (above or reach):
            above, below = False, True
        metrics = [*sorted(bound.metrics)] if bound.metrics else []
        own = metrics_said(scene, place)
        metrics += [m for group in own for m in sorted(group) if m not in metrics]
        fitting = [m for m in metrics if compatible(bound.number.unit, scene.vocabulary.unit_of(m))]
        if fitting:
            return place, fitting, _Threshold(bound, above or not below)
    return None
