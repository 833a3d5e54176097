"""Judges what is said of every step from one level to the next: "it falls at every step", "монотонно растёт".

Each step is asked on its own; a row that is told backwards ("from 11.8 to 3.1") is walked backwards.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import clause_bounds
from factcheck.binding.courselines import goes_on_beyond
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, candidates, metrics_said, names_unknown, phrases
from factcheck.binding.subjects import rows_of, stat_in
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token
from factcheck.refuting.alongways import extremum_of_subject

_STEPS = re.compile(
    r"\bat (?:every|each) step|\bwith (?:every|each) (?:\w+\s+)?(?:step|increase|version|doubling|enlargement|size)|\b(?:all the way|all along|right up) (?:along|up|down|to|through)|\bthroughout\b|"
    r"\bна каждо[мй] (?:шаге|ступени)|\bс каждым (?:шагом|увеличением|удвоением)|\bна всей сетке|\bна вс[её]м диапазоне|\bмонотонн\w+",
    re.I,
)
_UPWARD = ("up.intransitive", "up.transitive", "up.noun", "up.comparative")
_DOWNWARD = ("down.intransitive", "down.transitive", "down.noun", "down.comparative")


def judge_steps(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of each statement on every step that the facts can decide."""
    if scene.block.kind not in ("paragraph", "item", "lead", "heading") or scene.tokens[-1].text == "?":
        return []
    return [ruled for phrase in phrases(scene, _STEPS) if (ruled := _steps(scene, phrase)) is not None]


# -- steps ------------------------------------------------------------------------------------------------------------


def _goes(row: list[float], way: int, denied: bool) -> bool:
    """Whether each step of a row goes one way."""
    steps = [b - a for a, b in itertools.pairwise(row)]
    return not any(step * way < 0 or step == 0 and not denied for step in steps)


def _rows_spoken(scene: Scene, metric: str, word: Token, span: tuple[int, int], levels: list[str]) -> list[list[float]]:
    """The rows of a statistic that is no extreme and that the clause names: "the spread of throughput grows with each step"."""
    stat = stat_in(scene, *span, word.index)
    if stat not in ("spread", "cv", "median", "p95", "p99"):
        return []
    rows = [[row.at(scene, level) for level in levels] for row in rows_of(scene, frozenset({metric}), stat)]
    return [
        [value for value in row if value is not None]
        for row in rows
        if len(row) > min(2, len(levels) - 1) and None not in row
    ]


def _levels_meant(scene: Scene, start: int, stop: int) -> list[str] | None:
    """All levels in their order, or those from where the clause goes on: "lowest at 20 and longer with every step after that"; None where that is not said."""
    order = scene.vocabulary.numeric_order
    there = goes_on_beyond(scene, start, stop)
    if there is None:
        return order
    begins = next((at for at, level in enumerate(order) if level in there), len(order))
    return order[begins:] if len(there) == 1 and begins + 1 < len(order) else None


def _steps(scene: Scene, phrase: Phrase) -> tuple[int, int, str, Ruling] | None:
    start, stop = clause_bounds(scene, phrase.first)
    word = _way_word(scene, start, stop, phrase.first)
    if (
        word is None
        or _is_said_not_to_be(scene, phrase)
        or names_unknown(scene, word.index)
        or len(scene.vocabulary.facts.experiment.factors) > 1
    ):
        return None
    levels = _levels_meant(scene, start, stop)
    if levels is None:
        return None
    way = 1 if word.has(*_UPWARD) else -1
    denied = is_denied(scene, word.index)
    told = _own_ends(scene, max(word.index, phrase.last))
    if told is not None and not denied:
        one, two, text = told
        if (two - one) * way > 0:
            return None
        ends = Ruling("contradicted", f"{text} goes the other way", f"{text} — в обратную сторону", (), text)
        return min(word.index, phrase.first), max(word.index, phrase.last), "monotone", ends
    outcomes = []
    own = metrics_said(scene, word.index)
    if _subject_is_unknown(scene, word.index, frozenset().union(*own)):
        return None
    if not own and word.has("up.transitive", "down.transitive"):
        return None  # "поднял одну реплику и прошёлся по всем уровням": of an object that is no metric
    if told_backwards(scene, word.index, stop):
        way = -way
    for metric in candidates(scene, word.index, primary=False)[:4]:
        clause = scene.tokens[start : stop + 1]
        said = {t.statistic for t in clause if t.statistic in ("max", "min")} | {extremum_of_subject(scene)}
        said |= _stats_behind(scene, word, metric)
        stats: list[str | None] = [
            stat for stat in ("max", "min") if stat in said and stat in scene.vocabulary.stats_of(metric)
        ] or [None]
        if "share" in {t.statistic for t in clause}.intersection(scene.vocabulary.stats_of(metric)):
            stats = ["share"]
        spoken = _rows_spoken(scene, metric, word, (start, stop), levels)
        outcomes += [(metric, _goes(row, way, denied), " → ".join(f"{value:g}" for value in row)) for row in spoken]
        for stat in stats if not spoken else ():
            row = [shown(fact) for level, fact in scene.vocabulary.series(metric, stat) if level in levels]
            if len(row) < min(3, len(levels)):
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


def _own_ends(scene: Scene, last: int) -> tuple[float, float, str] | None:
    """ "Errors grow monotonically (16 → 35)": the amounts right behind, from the one to the other, where they are not the values of two levels; None where none are told."""
    row = scene.tokens[last + 1 : last + 7]
    told = [t for t in row if t.number is not None and t.number.is_value and t.number.high is None]
    told = [t for t in told if t.index not in scene.mentions.level_tokens]
    if len(told) != 2 or not any(t.text in ("→", "->") or t.lower in ("to", "до") for t in row[: row.index(told[1])]):
        return None
    if any(t.text in ",;:." or t.wall >= 6 for t in scene.tokens[last + 1 : told[0].index]):
        return None
    held = [scene.bounds[t.index].facts for t in told if t.index in scene.bounds]
    levels = {f.level for names in held for name in names if (f := scene.vocabulary.by_name.get(name)) is not None}
    one, two = (t.number.low_value() for t in told if t.number is not None)
    return (one, two, f"{one:g} → {two:g}") if len(levels) < 2 else None


def _stats_behind(scene: Scene, word: Token, metric: str) -> set[str | None]:
    """ "The shortest report shrinks at each step, from 371 to 149 s": the extreme that the values behind the word are of."""
    told = [b for at, b in scene.bounds.items() if word.index < at <= word.index + 10 and b.verdict == "supported"]
    held = [f for b in told for name in b.facts if (f := scene.vocabulary.by_name.get(name)) is not None]
    stats = {f.stat for f in held if f.metric == metric}
    return set(stats) if len(stats) == 1 and stats <= {"max", "min"} else set()


def _subject_is_unknown(scene: Scene, place: int, own: frozenset[str]) -> bool:
    """ "The share of DataFileRead grows at each step; so does LWLock's": what is read as the subject stands in the next clause."""
    wall = next((t.index for t in scene.tokens[place:] if t.text == ";"), None)
    named = [m for m in scene.mentions.metrics if m.metrics & own]
    return wall is not None and bool(named) and all(m.first > wall for m in named)


def _is_said_not_to_be(scene: Scene, phrase: Phrase) -> bool:
    """ "Строгой монотонности нет", "no monotone growth"."""
    behind = scene.tokens[phrase.last + 1].lower if phrase.last + 1 < len(scene.tokens) else ""
    before = {t.lower for t in scene.tokens[max(0, phrase.first - 2) : phrase.first]}
    return "монотонн" in phrase.match.group().lower() and (
        behind in ("нет", "не") or bool(before & {"нет", "без", "не"})
    )


def told_backwards(scene: Scene, place: int, stop: int) -> bool:
    """ "drop at each step, from 11.8 thousand to 3.1": the values behind the word are those of the last level and then of the first."""
    order = scene.vocabulary.numeric_order
    told = [
        bound.facts
        for at, bound in sorted(scene.bounds.items())
        if place < at <= stop + 6 and bound.predicate == "value"
    ]
    facts = [scene.vocabulary.by_name.get(names[0]) if len(names) == 1 else None for names in told[:2]]
    levels = [fact.level if fact is not None else None for fact in facts]
    return len(order) > 1 and levels == [order[-1], order[0]]


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


def is_denied(scene: Scene, place: int) -> bool:
    """Whether a word is denied right before it, or by "нет" behind it."""
    before = [t.lower for t in scene.tokens[max(0, place - 3) : place]]
    following = scene.tokens[place + 1].lower if place + 1 < len(scene.tokens) else ""
    return following == "нет" or any(
        word in ("not", "не", "never", "n't", "doesn't", "didn't", "don't") for word in before
    )
