"""Holds a way, an order or an extreme to the values where its metric, level or partner stands in a clause before: "On 18 it got faster still", "the minimum slips as well", "Системное тоже".

All readings that `binding/subjects.py` leaves are tried. Only refutes: where every one of them is shown to be false.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.contenders import rows_through
from factcheck.binding.pairs import parameter_words
from factcheck.binding.rows import grows_within
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import (
    AT,
    LEVEL_NOUNS,
    SPREAD_WORDS,
    Row,
    bases,
    foreign_subject,
    goals,
    goes_on,
    is_of_noun_before,
    is_tail,
    levels_in,
    named_tokens,
    names_metric,
    rows_meant,
    rows_of,
    says_pronoun,
    segment,
    stat_in,
)
from factcheck.binding.superlative_kinds import (
    compared_behind,
    names_level,
    of_an_item,
    speaks_of_level,
    superlative_kind,
)
from factcheck.judging.changes import direction_of
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

_WAYS = ("up.intransitive", "down.intransitive", "up.comparative", "down.comparative", "better", "worse")
_SUPPOSED = re.compile(
    r"\b(?:if|would|could|expected|supposed)\b|(?<!\w)(?:чем [^,;]+, тем|если|бы|чтобы|ожида\w+ся)(?!\w)", re.I
)
_CLAIMS = (*_WAYS, "superlative.max", "superlative.min", "superlative.best", "superlative.worst", "equal", "stable")
_OPEN = re.compile(
    r"\b(?:almost|nearly|over time|during|within (?:a|the|each) run|minutes?|hours?|seconds? (?:in|of) the|drops?|dips?|stalls?|crisis|crises|window|correlat\w+|link|r²|"
    r"linear|trend|slope|recommend\w*|usually|typically|steps?)\b|(?<!\w)(?:почти|едва|со временем|в ходе|в течение|минут\w*|час\w*|просад\w+|провал\w*|кризис\w*|"
    r"окн\w+|коррел\w+|связ\w+|тренд\w*|наклон\w*|рекоменд\w+|обычно|надо|нужно|ступен\w*)(?!\w)",
    re.I,
)
#: Verbs that a level does to another by whatever the experiment is decided on.
_OF_LEVELS = {
    "проиграть", "проигрывать", "выиграть", "выигрывать", "победить", "уступать", "уступить", "win", "lose", "los", "beat", "outperform", "впереди", "позади", "отставать", "опережать", "опередить", "обогнать", "обгонять",
    "превосходить", "превзойти", "превышать", "превысить", "exceed", "outnumber", "surpass",
}  # fmt: skip
_SPEED = {"faster", "slower", "quicker", "быстрее", "медленнее"}
_NEGATED = {"не", "нет", "not", "never", "no", "nor", "без", "without"}
_ASIDES = {"что", "what", "that", "which", "where", "где", "как", "how"}
_LATER = {"затем", "потом", "далее", "дальше", "после", "then", "after", "afterwards", "thereafter", "beyond"}


def judge_elliptic(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each statement that all of its readings refute."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    if scene.matches(_SUPPOSED) or scene.within_run:
        return []
    own = parameter_words(scene)
    found = []
    for token in scene.tokens:
        extreme = superlative_kind(scene, token) is not None
        if (
            token.index in own
            or not (extreme or _is_way(scene, token))
            or _OPEN.search(_text(scene, token))
            or is_negated(scene, token.index)
            or is_hedged(scene, token.index)
        ):
            continue
        ruled = _extreme(scene, token) if extreme else _way(scene, token)
        if ruled is not None:
            found.append(ruled)
    return found + [ruled for token in scene.tokens if (ruled := _too(scene, token)) is not None]


# -- ways and orders --------------------------------------------------------------------------------------------------


def _text(scene: Scene, token: Token) -> str:
    """The text of the clause of a word."""
    return scene.text_of(*segment(scene, token.index))


def _is_way(scene: Scene, token: Token) -> bool:
    """Whether a word says of its subject that it goes, or stands, another way than before."""
    if not token.has(*_WAYS):
        if not token.has("up.noun", "down.noun"):
            return False
        start, _ = segment(scene, token.index)
        return any(t.lower.startswith(("продолж", "continu")) for t in scene.tokens[start : token.index])
    if token.stems & _OF_LEVELS or _attributive(scene, token) or _of_an_amount(scene, token):
        return False
    former = scene.tokens[token.index - 1].lower if token.index else ""
    following = scene.tokens[token.index + 1].lower if token.index + 1 < len(scene.tokens) else ""
    if former in ("once", "no", "any", "ever", "раз", "не") or following in ("не", "нет"):
        return False  # "once more", "больше не"
    if token.has("up.noun", "down.noun") and former in ("a", "an", "the", "of", "this", "that", "its"):
        return False
    if token.text.isascii():
        return True
    acts = token.has("better", "worse") and part_of_speech(token.lower) == "VERB" and not token.lower.endswith(("ся", "сь"))  # fmt: skip
    return not acts and part_of_speech(token.lower) != "NOUN"  # "ухудшает запросы" has an object


def _way(scene: Scene, token: Token) -> Ruled | None:
    start, stop = segment(scene, token.index)
    if names_metric(scene, token.index) and not goes_on(scene, start, stop):
        return None  # judged where it names all that it is of
    own = levels_in(scene, start, stop)
    than = any(m.role == "than" and start <= m.first <= stop + 4 for m in scene.mentions.levels)
    if not own and not than and not goes_on(scene, start, stop) and not any(_TOO.match(t.text) for t in scene.tokens[start : stop + 1]):  # fmt: skip
        return None  # "so it grew fivefold": between which two is not said here
    if (
        any(t.lower in _NEGATED for t in scene.tokens[start : stop + 1])
        or start
        and scene.tokens[start].lower in _ASIDES
    ):
        return None
    behind = any(t.lower in _LATER for m in scene.mentions.levels if start <= m.first <= stop for t in scene.tokens[max(0, m.first - 2) : m.first])  # fmt: skip
    if any(t.lower in _LATER for t in scene.tokens[start : token.index]) and (not own or behind):
        return None  # "and falls then", «после 128 МБ снова растёт»: from there on
    if _of_coefficients(scene, start, stop):
        return None
    if grows_within(scene, token.index, stop + 1):
        return None
    if _tells_its_way(scene, token) or scene.tokens[start].lower.startswith("котор"):
        return None
    rows = rows_meant(scene, token.index)
    primary = scene.vocabulary.facts.experiment.primary
    if rows and primary and token.lower in _SPEED and not names_metric(scene, token.index) and not says_pronoun(scene, start, stop):  # fmt: skip
        rows = (*rows, *rows_of(scene, frozenset({primary}), None))  # a level, too, is called slow
    return _held_to(scene, token, rows, goals(scene, token.index), (start, stop))


def _of_coefficients(scene: Scene, start: int, stop: int) -> bool:
    """ "With IOPS it is lower still, 0.6420", "it is strongest at 40 (-0.52)": of coefficients."""
    return any(b.predicate == "correlates" and start <= at <= stop + 2 for at, b in scene.bounds.items())


def _tells_its_way(scene: Scene, token: Token) -> bool:
    """ "from 104 at 15s to 497", "640 → 1090": the values that a word is of stand behind it."""
    after = scene.tokens[token.index + 1 : token.index + 8]
    levels = scene.mentions.level_tokens
    opened = next((t.index for t in scene.tokens[token.index : token.index + 9] if t.text == "("), len(scene.tokens))
    row = [t for t in scene.tokens[opened + 1 : opened + 4] if t.index not in levels]
    if len(row) == 3 and row[0].number is not None and row[2].number is not None:
        return True  # "выше, чем при одном (205 100 против 198 700)"
    return any(
        t.text in ("→", "->") or t.lower in ("from", "с", "со", "от") and n.number is not None and n.index not in levels
        for t, n in itertools.pairwise(after)
    )


def _held_to(
    scene: Scene,
    token: Token,
    rows: tuple[Row, ...],
    levels: list[str],
    span: tuple[int, int],
    base_levels: list[str] | None = None,
    there: Scene | None = None,
) -> Ruled | None:
    """The refusal where every row, at every level, goes the other way from every level it may be compared with."""
    told = []
    for row in rows:
        way = direction_of(there or scene, token, frozenset({row.metric}))
        for goal in levels:
            against = base_levels or bases(there or scene, token.index, goal)
            if not way or not against:
                return None
            for base in against:
                one, two = row.at(scene, base), row.at(scene, goal)
                if one is None or two is None or (two - one) * way >= 0:
                    return None
                told.append((row, base, one, goal, two))
    if not told:
        return None
    row, base, one, goal, two = told[0]
    text = f"{row}: {one:g} ({base}) → {two:g} ({goal})"
    return span[0], span[1], "order", Ruling("contradicted", text, text, (), text)


def _attributive(scene: Scene, token: Token) -> bool:
    """ "Higher concurrency", "with a lower mean": the comparative of a noun behind it."""
    if not token.has("up.comparative", "down.comparative", "better", "worse"):
        return False
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    former = scene.tokens[token.index - 1].lower if token.index else ""
    return former in ("a", "the", "with", "more", "less", "any", "no", "for") or (
        following is not None and following.is_word and following.text.isascii() and following.lower not in ("than", "at", "with", "in", "on", "under", "still", "again", "too", "as", "by", "and", "for", "here", "there", "here", "once", "yet")
    )  # fmt: skip


_CLOSING = {",", ";", ".", ":", ")", "—", "–", "("}


def _of_an_amount(scene: Scene, token: Token) -> bool:
    """ "More than half of", "больше восьми", "below 3%": what is compared with is an amount, not a level."""
    bare = token.lower in ("more", "less", "fewer", "больше", "меньше")
    if not bare and token.lower not in ("above", "below", "over", "выше", "ниже"):
        return False
    after = scene.tokens[token.index + 1 : token.index + 4]
    levels = scene.mentions.levels
    if after and after[0].lower in ("than", "чем"):
        return not any(t.lower in AT for t in after[1:]) or not any(m.role == "than" for m in levels) and any(t.number is not None for t in after)  # fmt: skip
    if bare or not after or after[0].text in _CLOSING:
        ends = not after or after[0].text in ".;"
        return bare and not (ends and any(m.role == "at" for m in levels_in(scene, *segment(scene, token.index))))
    return not any(m.first - token.index in (1, 2) for m in levels) and after[0].lower not in AT | {"still", "too", "again", "and", "и"}  # fmt: skip


# -- extremes ---------------------------------------------------------------------------------------------------------


_PARTLY = re.compile(
    r"\b(?:so far|until (?:now|then)|one of|"
    r"among|nearly|almost|second|third|two|except|but|besides|minute|moment|this (?:concurrency|load|size|group|number)|of (?:these|those)|either|except|next|after|previous|that fit|(?:of|among) the \w+ (?:\w+ )?that|"
    r"account\w*|belong\w*|due|gap|difference)\b|"
    r"(?<!\w)(?:пока|до сих пор|одн\w+ из|среди|почти|втор\w+|трет\w+|двух|двое|кроме|минут\w*|момент\w*|эт(?:ом|ой|их) |после|следующ\w+|прежн\w+|прошл\w+|запрос\w*|шаг\w*|переход\w*|относ[ия]тся|приход[ия]тся|разниц\w+|разрыв\w*)(?!\w)",
    re.I,
)
_SHARE_OF_TIME = re.compile(
    r"\w+ (?:share|part|portion) of [\w ]*time\b|\w+ (?:доля|доли|долю|часть|части) [\w ]*времени(?!\w)", re.I
)
_LEADERS = ("leader", "winner", "лидер", "победител")
_EVERY_STAT = ("max", "min", "median", "p95", "p99")


def _extreme(scene: Scene, token: Token) -> Ruled | None:
    """ "На 100 разброс был самым маленьким из всех", "and the highest peak too": the level is at the edge of no row that may be meant."""
    kind = superlative_kind(scene, token) if not token.lower.startswith(_LEADERS) else None
    if kind not in ("max", "min", "best", "worst", "stable", "unstable") or token.statistic in ("max", "min") and not token.lower.endswith(("ен", "на", "но", "ны", "al")):  # fmt: skip
        return None
    start, stop = segment(scene, token.index)
    if compared_behind(scene, token) or is_of_noun_before(scene, start):
        return None
    if _of_coefficients(scene, start, stop) or _of_its_moments(scene, token):
        return None
    if (
        _PARTLY.search(_text(scene, token))
        or _of_another_noun(scene, token, stop)
        or _SHARE_OF_TIME.match(scene.text_of(token.index, stop))
    ):
        return None
    named = names_metric(scene, token.index)
    stat = stat_in(scene, start, stop, token.index)
    behind = _level_behind_dash(scene, start, stop)
    if behind == []:
        return None  # "the shortest recovery — with the gigabyte of the baseline"
    if stat not in ("spread", "cv") and named and levels_in(scene, start, stop) or speaks_of_level(scene, token) or names_level(scene, token) or of_an_item(scene, token):  # fmt: skip
        return None
    if stat is None and not named and not says_pronoun(scene, start, stop):
        return None  # "largest with none": of a noun that is left out
    rows = rows_meant(scene, token.index, "spread" if kind in ("stable", "unstable") else None, inherit=False)
    levels = behind or goals(scene, token.index)
    if not rows or len(levels) != 1 or len(scene.vocabulary.level_ids) < 3:
        return None
    if stat is None and kind not in ("stable", "unstable"):
        metrics = frozenset(row.metric for row in rows)
        rows = (*rows, *(row for one in _EVERY_STAT for row in rows_of(scene, metrics, one)))
    told = [(row, _values(scene, row)) for row in rows]
    among = [frozenset(scene.vocabulary.level_ids), *rows_through(scene, frozenset(levels), token.index)]
    if any(_at_edge(scene, row, {one: values[one] for one in values if one in ids}, levels[0], kind, len(ids)) is not False for row, values in told for ids in among):  # fmt: skip
        return None
    row, values = told[0]
    text = f"{row}: " + ", ".join(f"{level}: {value:g}" for level, value in values.items())
    return start, stop, "best", Ruling("contradicted", text, text, (), text)


def _of_its_moments(scene: Scene, token: Token) -> bool:
    """ "Steal is under 2% even at its worst", "даже в худший момент не выше 2%": beside a value, the extreme of the runs of one level."""
    start, stop = segment(scene, token.index)
    row = [t.lower for t in scene.tokens[max(start, token.index - 2) : token.index]]
    behind = scene.tokens[token.index + 1 : token.index + 2]
    own = row in (["at", "its"], ["at", "their"]) or any(t.stems & {"moment", "момент", "минута"} for t in behind)
    return own and any(start <= at <= stop for at in scene.bounds)


def _level_behind_dash(scene: Scene, start: int, stop: int) -> list[str] | None:
    """The level behind "the largest deviation — with"; none where what stands there is not read, None where there is no dash."""
    if stop + 1 >= len(scene.tokens) or scene.tokens[stop + 1].text not in "—–:" or levels_in(scene, start, stop):
        return None
    row = [m for m in levels_in(scene, stop + 2, stop + 5) if len(m.ids) == 1 and m.role != "than"]
    return sorted(row[0].ids) if row else []


def _values(scene: Scene, row: Row) -> dict[str, float]:
    return {level: value for level in scene.vocabulary.level_ids if (value := row.at(scene, level)) is not None}


def _at_edge(scene: Scene, row: Row, values: dict[str, float], level: str, kind: str, among: int) -> bool | None:
    """Whether a level has the extreme of a row over so many levels; None where the row cannot say."""
    if level not in values or len(values) < among:
        return None
    better = scene.vocabulary.better(row.metric)
    if kind in ("best", "worst") and row.stat in ("stddev", "cv", "amplitude"):
        kind = "min" if kind == "best" else "max"
    elif kind in ("best", "worst"):
        if better is None:
            return None
        kind = ("max" if better == "higher" else "min") if kind == "best" else ("min" if better == "higher" else "max")
    up = kind in ("max", "unstable")
    return values[level] == (max if up else min)(values.values())


def _of_another_noun(scene: Scene, token: Token, stop: int) -> bool:
    """ "The weakest result", "самый частый запрос": the superlative of a noun that is no metric and no statistic."""
    known = named_tokens(scene)
    following = scene.tokens[token.index + 1 : min(stop, token.index + 3) + 1]
    for word in following:
        if not word.is_word or word.index in known or word.concepts or word.statistic or is_tail(word):
            continue
        if word.text.isascii():
            return word.lower not in _AFTER
        if part_of_speech(word.lower) == "NOUN" and not word.lower.startswith((*SPREAD_WORDS, *LEVEL_NOUNS)):
            return True
    return False


_AFTER = {"of", "at", "in", "on", "with", "under", "too", "as", "also", "here", "there", "for", "across", "over", "and", "by", "one", "was", "is", "spread", "variation", "deviation", "scatter", "dispersion", "it", "among"}  # fmt: skip


# -- what is said to be so too ----------------------------------------------------------------------------------------


_TOO = re.compile(r"^(?:тоже|также|too|likewise|well)$", re.I)


def _too(scene: Scene, token: Token) -> Ruled | None:
    """ "Системное тоже", "и p99 тоже", "XFS as well": what was said right before, of another metric or another level."""
    if not _TOO.match(token.lower) or token.lower == "well" and scene.tokens[token.index - 1].lower != "as":
        return None
    start, stop = segment(scene, token.index)
    row = scene.tokens[start : stop + 1]
    if len(row) > 9 or any(t.has(*_CLAIMS) or t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens for t in row):  # fmt: skip
        return None
    before = _said_before(scene, start)
    if before is None or foreign_subject(scene, start, stop, stop):
        return None
    there, word = before
    metrics = [m for m in scene.mentions.metrics if start <= m.first <= stop and not m.whole and m.metrics]
    stat = stat_in(scene, start, stop, -1)
    levels = {m.ids for m in levels_in(scene, start, stop)}
    held = rows_meant(there, word.index)
    if metrics or stat is not None:
        subject = metrics[0].metrics if metrics else frozenset(one.metric for one in held)
        return _same_way(scene, there, word, rows_of(scene, subject, stat), (start, stop))
    goal = next(iter(next(iter(levels)))) if len(levels) == 1 and len(next(iter(levels))) == 1 else None
    if goal is None or not held:
        return None
    than = [level for m in there.mentions.levels if m.role == "than" for level in m.ids if level != goal]
    base = than or [
        one for one in sorted({*scene.vocabulary.special("baseline"), *goals(there, word.index)}) if one != goal
    ]
    return _held_to(scene, word, held, [goal], (start, stop), base, there)


def _said_before(scene: Scene, start: int) -> tuple[Scene, Token] | None:
    """The way or order told last before a clause, in its sentence or the one before."""
    for there, stop in ((scene, start), (scene.former, None)):
        if there is None:
            return None
        own = parameter_words(there)
        row = [t for t in there.tokens[:stop] if _is_way(there, t) and t.index not in own and not t.has("superlative.max", "superlative.min")]  # fmt: skip
        if row and is_negated(there, row[-1].index):
            return None
        if row:
            return there, row[-1]
        if stop and any(t.has(*_CLAIMS) or t.number is not None for t in there.tokens[:stop]):
            return None
    return None


def _same_way(scene: Scene, there: Scene, word: Token, rows: tuple[Row, ...], span: tuple[int, int]) -> Ruled | None:
    """Another metric that is said to go as the one before: over all levels where that was told so, else between its levels."""
    levels = goals(there, word.index) if levels_in(there, *segment(there, word.index)) else []
    if levels and not there.has("all"):
        return _held_to(scene, word, rows, levels, span, None, there)
    order = scene.vocabulary.numeric_order
    if len(scene.vocabulary.facts.experiment.factors) > 1 or len(order) < 2:
        return None
    told = [(row, row.at(scene, order[0]), row.at(scene, order[-1]), direction_of(there, word, frozenset({row.metric}))) for row in rows]  # fmt: skip
    if not told or any(one is None or two is None or not way or (two - one) * way >= 0 for _, one, two, way in told):
        return None
    row = told[0][0]
    text = f"{row}: " + " → ".join(f"{value:g}" for value in _values(scene, row).values())
    return span[0], span[1], "order", Ruling("contradicted", text, text, (), text)
