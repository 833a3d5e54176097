"""Keeps a claiming word from being refused where its sentence leaves open too much of what it is said of.

Counted on articles that nobody had read before: extremes in a sentence that names no level, or three and more, orders in one that names no metric,
verdicts of equality, bare digits, and numbers that are a fact of something named nowhere around were refused wrongly about as often as rightly (ADR 0047).
"""

from __future__ import annotations

import re
from dataclasses import replace

from factcheck.binding.agreement import significant_digits
from factcheck.binding.arguments import Argument, clause_bounds, is_hedged, said_levels
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import named_tokens
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech
from factcheck.refuting.tight import taken
from factcheck.rereading.clemency import states
from factcheck.rereading.comparisons import metrics_around
from factcheck.rereading.told_of import is_told_plainly

_PROSE = ("paragraph", "item", "lead")
_OF_ALL = re.compile(
    r"^\W*(?:it|this one|he|она?|оно|они)\b.*(?:\bof (?:all|the (?:two|three|four|five|six|\d+))\b|(?<!\w)из (?:всех|двух|трёх|трех|четырёх|четырех|пяти|шести)(?!\w))",
    re.I,
)


def open_extreme(scene: Scene, ruling: Ruling) -> Ruling:
    """The ruling of an extreme: unverifiable instead of contradicted unless its sentence names one level or two, or "it" is said to be so "of the three"."""
    levels = {m.ids for m in scene.mentions.levels}
    clear = 1 <= len(levels) <= 2 or not levels and _OF_ALL.search(scene.sentence.text)
    if ruling.verdict != "contradicted" or scene.block.kind not in _PROSE or clear:
        return ruling
    return _open(ruling)


_DIRECT = re.compile(r"(?:^|/)(?:direct|none|no|without|off|baseline|plain|bare|нет|без|выкл|напрямую|прям)", re.I)
_OF_ANY_KIND = {
    "level", "setting", "value", "configuration", "config", "option", "variant", "result", "one", "run", "choice", "candidate", "combination", "set-up", "setup", "case", "test", "mode", "number", "of", "all",
    "уровень", "настройка", "значение", "конфигурация", "вариант", "результат", "прогон", "выбор", "сочетание", "режим", "случай", "тест", "число", "всё", "показатель", "время", "скорость", "time", "speed", "performance",
}  # fmt: skip


def open_kind(scene: Scene, token: Token, ruling: Ruling) -> Ruling:
    """ "The fastest pooler for both workloads", "самый быстрый пулер": the best of a kind, which not all levels are of; open unless the noun is the factor's and no level goes without."""
    behind = scene.tokens[token.index + 1 : token.index + 3]
    if ruling.verdict != "contradicted" or scene.block.kind not in _PROSE or not behind:
        return ruling
    graded = behind[0].concepts or token.stems & {"самый", "наиболее", "most", "least"}
    noun = behind[1] if len(behind) > 1 and graded else behind[0]
    if not noun.is_word or noun.concepts or noun.stems & _OF_ANY_KIND or noun.index in named_tokens(scene):
        return ruling
    if token.has("superlative.max", "superlative.min") and scene.tokens[min(noun.index + 1, len(scene.tokens) - 1)].lower not in ("of", "из"):  # fmt: skip
        return ruling  # "session mode has the smallest footprint": of all levels
    finder = scene.world.finder
    named = {stem for row in (*finder.factor_parts, *finder.factor_single, *finder.factor_short) for stem in row}
    if noun.stems & named:
        without = [level for level in scene.vocabulary.level_ids if _DIRECT.search(level)]
        return _open(ruling) if without and not _beaten(scene, token, set(without)) else ruling
    english = noun.text.isascii() and noun.lower not in _FUNCTION_WORDS
    return _open(ruling) if english or part_of_speech(noun.lower) == "NOUN" and not noun.text.isascii() else ruling


def _beaten(scene: Scene, token: Token, without: set[str]) -> bool:
    """Whether another level of the kind is ahead of the one that is said to be best, in what the experiment is decided on."""
    primary, said = scene.vocabulary.facts.experiment.primary, said_levels(scene, token)
    better = scene.vocabulary.better(primary) if primary is not None else None
    if primary is None or better not in ("higher", "lower") or len(scene.vocabulary.facts.experiment.factors) > 1:
        return False
    sign = (1 if better == "higher" else -1) * (-1 if token.has("superlative.worst") else 1)
    row = [(sign * fact.value, level) for level, fact in scene.vocabulary.series(primary) if level not in without]
    return bool(said - without) and max(row)[1] not in said if row else False


_FUNCTION_WORDS = {
    "at", "in", "on", "with", "under", "by", "for", "to", "from", "among", "than", "across", "between", "after", "before", "throughout", "the", "a", "and", "but", "or", "so", "as", "if", "when", "while", "that", "which",
    "is", "was", "are", "were", "has", "had", "came", "comes", "remains", "gives", "gave", "followed", "it", "both", "not", "also", "even", "too", "here", "there", "overall", "again", "still", "only", "now", "then", "everywhere",
}  # fmt: skip
_LOAD = re.compile(r"^(?:нагрузк\w*|loads?)$")


def of_load(scene: Scene, argument: Argument | None, ruling: Ruling) -> Ruling:
    """The ruling of a word said of "load" as a common noun ("снижение нагрузки на диск"): no statement on the metric that is called so."""
    if ruling.verdict != "contradicted" or argument is None or not argument.own:
        return ruling
    token = scene.tokens[argument.first]
    alone = argument.first == argument.last and not token.code and _LOAD.match(token.text)
    return _open(ruling) if alone and scene.block.kind in _PROSE else ruling


def open_attribute(scene: Scene, token: Token, ruling: Ruling) -> Ruling:
    """The ruling of a comparative that only describes: "указывает на более высокий уровень блокировок" compares with nothing that is named."""
    if ruling.verdict != "contradicted" or scene.block.kind not in _PROSE or scene.bounds:
        return ruling
    if scene.mentions.levels or scene.inherited_levels:
        return ruling
    former = scene.tokens[token.index - 1].lower if token.index else ""
    hedged = is_hedged(scene, token.index) or _SUPPOSED.search(scene.sentence.text)
    attributive = former in ("более", "менее") or token.lower in ("more", "less") and hedged
    return _open(ruling) if attributive or hedged else ruling


_SUPPOSED = re.compile(
    r"\b(?:hypothesis|presumably|probably|perhaps|supposedly)\b|(?<!\w)(?:гипотез\w+|вероятно|возможно|предположительно|по-видимому|видимо)(?!\w)",
    re.I,
)


def open_way(scene: Scene, token: Token, ruling: Ruling) -> Ruling:
    """The ruling of a way or an order: unverifiable instead of contradicted where its sentence names no metric at all, or only in another clause than the word's."""
    named = (
        any(m.metrics and not m.modifier for m in scene.mentions.metrics)
        or _two_in_speed(scene)
        or _by_its_value(scene, ruling)
    )
    if ruling.verdict != "contradicted" or scene.block.kind not in _PROSE or scene.has("significant"):
        return ruling
    return ruling if named and not _of_another_clause(scene, token, ruling) else _open(ruling)


_PRONOUNS = {"он", "она", "оно", "они", "здесь", "тут", "it", "they", "here"}


def _of_another_clause(scene: Scene, token: Token, ruling: Ruling) -> bool:
    """ "It is 0.8% above the baseline, and this is less than the smallest effect": the metric that refused stands in another clause of the sentence, and none in this one."""
    used = {f.metric for name in ruling.facts if (f := scene.vocabulary.by_name.get(name))}
    start, stop = clause_bounds(scene, token.index)
    named = [m for m in scene.mentions.metrics if m.metrics & used and not m.modifier]
    if any(t.lower in _PRONOUNS for t in scene.tokens[start : stop + 1]):
        return False
    return bool(named) and not any(start <= m.first <= stop for m in named) and not _by_its_value(scene, ruling)


def _by_its_value(scene: Scene, ruling: Ruling) -> bool:
    """ "It is 3.59 ms at 1 GB; this is lower than at 2 MB": the value tells the metric, and both levels are named."""
    by_name = scene.vocabulary.by_name
    told = {
        (f.metric, f.stat)
        for b in scene.bounds.values()
        if b.verdict == "supported" and b.predicate == "value"
        for n in b.facts
        if (f := by_name.get(n))
    }
    refused = {(f.metric, f.stat) for n in ruling.facts if (f := by_name.get(n))}
    return len({m.ids for m in scene.mentions.levels}) == 2 and len(told) == 1 and told == refused


def _two_in_speed(scene: Scene) -> bool:
    """ "3000 is clearly faster than 1000": two levels and a word of speed, which is told of what the experiment is decided on."""
    others = [m for m in scene.mentions.levels if m.role == "than"]
    speed = any(t.lower in ("faster", "slower", "быстрее", "медленнее") for t in scene.tokens)
    return (
        speed and len(others) == 1 and len({m.ids for m in scene.mentions.levels}) == 2 and not scene.mentions.metrics
    )


def open_equality(scene: Scene, ruling: Ruling) -> Ruling:
    """The ruling of a verdict of equality (or of none): contradicted only where one metric, by its whole name, and both levels are named."""
    named = [m for m in scene.mentions.metrics if m.metrics and not m.modifier]
    levels = {m.ids for m in scene.mentions.levels}
    told = {f.level for b in scene.bounds.values() for n in b.facts if (f := scene.vocabulary.by_name.get(n))}
    paired = len(levels) == 2 or len(told) == 2
    clear = len({m.metrics for m in named}) == 1 and any(m.exact for m in named) and paired
    if ruling.verdict != "contradicted" or scene.block.kind not in _PROSE or clear:
        return ruling
    return _open(ruling)


def open_value(scene: Scene, bound: Bound, ruling: Ruling) -> Ruling:
    """The ruling of a number in prose: unverifiable instead of contradicted where what it is of is a guess.

    So it is with a bare number of one digit, and with one that is exactly a fact of a metric that nothing around it names.
    """
    number = bound.number
    if ruling.verdict == "contradicted" and scene.block.kind != "cell" and _held_at_some(scene, bound, ruling):
        return _open(ruling)
    if ruling.verdict != "contradicted" or scene.block.kind not in _PROSE or number.high is not None:
        return ruling
    if _part_of_another(scene, bound):
        return _open(ruling)
    if number.unit is None and significant_digits(number.text) <= 1:
        return _open(ruling)
    if number.hedge in ("over", "under"):
        bound = replace(bound, number=replace(number, hedge=None))  # a bound holds for many a fact, and states none
    near = bound.metrics | metrics_around(scene)
    held = [fact for fact in scene.vocabulary.facts.facts if fact.partner is None and states(scene, bound, fact)]
    others = {fact.metric for fact in held}
    if (
        held
        and not others & near
        and not _by_chance(scene, bound, len(held))
        and not is_told_plainly(scene, bound, others)
    ):
        return _open(ruling)
    return _open(ruling) if _in_a_row(scene, bound, ruling, held) else ruling


def _held_at_some(scene: Scene, bound: Bound, ruling: Ruling) -> bool:
    """ "An average latency of less than 1 ms", where no level is said: it may be of a level at which the facts hold none."""
    facts = [fact for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]
    if bound.levels or bound.metric_source == "none" or not facts or any(fact.level is None for fact in facts):
        return False
    held = {fact.level for metric in bound.metrics for fact in scene.vocabulary.by_metric.get(metric, ())}
    return None not in held and held < set(scene.vocabulary.level_ids)


def _part_of_another(scene: Scene, bound: Bound) -> bool:
    """ "The queue costs 22% of the speed": a percentage of the metric right behind, and no value of one that is not told in percent."""
    if bound.number.dimension != "percent" or any(
        scene.vocabulary.tells_percent(one, strictly=True) for one in bound.metrics
    ):
        return False
    behind = next((m for m in scene.mentions.metrics if m.first > bound.place and m.metrics), None)
    gap = [t.lower for t in scene.tokens[bound.place + 1 : behind.first]] if behind is not None else ["?"]
    return behind is not None and not behind.metrics & bound.metrics and gap in ([], ["of"], ["of", "the"], ["of", "its"], ["от"])  # fmt: skip


def _by_chance(scene: Scene, bound: Bound, held: int) -> bool:
    """Whether so many facts hold a number only because there are thousands, while its own metric stands right beside it by its whole name."""
    at = bound.metric_at
    around = scene.tokens[max(0, bound.place - 1) : bound.place + 6]
    chained = any(t.text in ("→", "->") for t in around) and any(m.tight for m in bound.level_at)
    if chained and at is not None and at.exact:
        return True  # "checkpoints: 174 (1min) → 36 (5min) → 12 (15min)"
    told = bound.metric_source == "near" and bound.metric_cost <= 3 and at is not None and at.exact
    return told and bool(bound.levels) and len(scene.vocabulary.facts.facts) >= _THOUSANDS * held


_THOUSANDS = 500


def _in_a_row(scene: Scene, bound: Bound, ruling: Ruling, held: list[Fact]) -> bool:
    """ "31 (on), 44, 55 and 89 MB/s (off)": a value of another level among values of its metric, with no level of its own beside it."""
    judged = scene.vocabulary.by_name.get(ruling.facts[0]) if ruling.facts else None
    beside = scene.tokens[max(0, bound.place - 1) : bound.place + 2]
    if judged is None or any(t.text in ("→", "->", "/", "⟶") for t in beside):
        return False
    like = {fact.level for fact in held if (fact.metric, fact.stat) == (judged.metric, judged.stat)} - {judged.level}
    near = [
        m
        for m in scene.mentions.levels
        if m.last < bound.place <= m.last + 5 or bound.place < m.first <= bound.place + 3
    ]
    if not like or any(not taken(scene, m) or m.first > bound.place for m in near):
        return False
    row = scene.vocabulary.series(judged.metric, judged.stat)
    others = [b for at, b in scene.bounds.items() if at != bound.place and abs(at - bound.place) <= 12]
    return sum(any(fact.level not in like and states(scene, b, fact) for _, fact in row) for b in others) >= 2


def _open(ruling: Ruling) -> Ruling:
    return Ruling(
        "unverifiable",
        f"what is meant is not said clearly ({ruling.en})",
        f"что имеется в виду, ясно не сказано ({ruling.ru})",
        ruling.facts,
    )
