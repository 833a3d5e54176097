"""Reads comparisons of levels and of parts by their meaning: who, by what, in which relation, to whom; refuted where every reading fails.

"По p99 он проигрывает значению 4GB", "its closest follower is lz4", "the slowest write under lz4 undercuts the slowest one under off". A clause is cut out around each word
that ranks or compares (`reading/degrees.py`), what it compares by is found by `binding/criteria.py`, and who by the levels (or the parts of a whole) that it names or that were told before.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import UNSETTLED, is_hedged, is_negated
from factcheck.binding.contenders import THAN, Contest, Who, contests
from factcheck.binding.criteria import (
    Criterion,
    Told,
    criterion,
    direction,
    metrics_in,
    stats_in,
    topics_of,
    unread_measure,
    unread_noun,
)
from factcheck.binding.droprows import DROP, Drops, drop_rows
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import AT, Row, row_of
from factcheck.binding.superlative_kinds import compared_behind, is_slight
from factcheck.forms.facts import Fact
from factcheck.judging.gaps import differences
from factcheck.judging.relations import rivals_of
from factcheck.judging.superlatives import of_a_drop
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.degrees import Mark, Way, marks_of
from factcheck.reading.document import Block
from factcheck.reading.words import is_finite

_CONJUNCTIONS = {
    "и",
    "а",
    "но",
    "зато",
    "однако",
    "хотя",
    "тогда",
    "причем",
    "and",
    "but",
    "yet",
    "while",
    "whereas",
    "though",
    "although",
}
_OPEN = re.compile(
    r"\b(?:if|unless|would|should|could|might|may|expect\w*|suppos\w*|almost|nearly|roughly|about as|hardly|barely|not|never|cannot|"
        r"sometimes|usually|each|every|always|everywhere|both(?! (?:[\w-]+ ){1,3}and\b)|(?<!in )both|either|neither|nor|until|except for time|"
    r"except|apart from|besides|excluding|only|used to|plan\w*|hope\w*|want\w*|per|relative to|run \d|step \d|minute \d|hour|of the two|pair)\b|"
    r"(?<!\w)(?:если|бы|почти|едва|примерно|приблизительно|не|ни|никогда|иногда|обычно|кажд\w+|всегда|везде|всюду|оба|обе|обоих|кроме|"
        r"помимо|исключая|за исключением|только|лишь|ожида(?:ли|лось|ем)\w*|должн\w+|план\w*|хот\w+|можно|прогон\w* \d|шаг\w* \d|минут\w* \d|"
        r"на единицу|в расч[её]те)(?!\w)",
    re.I,
)  # fmt: skip
#: What is told of something else than of values over the levels: slopes, single runs, changes, gaps.
_ELSEWHERE = re.compile(
    r"\b(?:r²|r2|slopes?|angle|trend|(?:worst|best|slowest|fastest)(?: \S+)? runs?|on all|in all|in no|"
    r"on every|half of|most of)\b|r²|(?<!\w)(?:тренд\w*|наклон\w*|угол|угла|(?:худш|"
    r"лучш)\w+ (?:\S+ )?прогон\w*|обоим|обеим|по всем|во всех|отрицательн\w+|положительн\w+|половин\w+|больше нуля)(?!\w)",
    re.I,
)
_GAIN = re.compile(
    r"\b(?:gains?|gained|improve\w*|savings?|sav(?:es|ed)|increas\w+|growth|loss(?:es)?|penalt\w+|effects?|impacts?|influences?|chang\w+|moved|gaps?|lead over|"
    r"margins?|differ\w+|(?<!load )steps?|jumps?|leaps?|hurts?|adds|price tags?|closer|between|win over|distance)\b|"
    r"(?<!\w)(?:прибав\w+|выигр(?:ыш\w*|ал[аои]?)|прирост\w*|рост\w*|вырос\w*|раст[её]т|экономи(?:я|и|ю|ей)|эффект(?:а|у|ом|ы|ов)?|влияни(?:е|я|ю|ем)|воздействи(?:е|я|ю|ем)|"
    r"измен\w+|улучшени\w+|ухудшени\w+|потер\w+|скач\w+|разрыв\w*|отрыв\w*|разниц\w+|ближе|между|переход\w*|шаг\w*|дорожа\w+|"
    r"дешеве[ею]т\w*|отличи\w+|расхожд\w+)(?!\w)",
    re.I,
)
_SURE = re.compile(r"\b(?:significant\w*|clear\w*|proven|decisive\w*)\b|(?<!\w)(?:значим\w*|явн\w*|уверенн\w*|достоверн\w*|однозначн\w*)|\b(?:twice|"
        r"double|triple|half|\w+fold)\b|(?<!\w)(?:вдвое|втрое|вчетверо|впятеро|вшестеро|кратно)(?!\w)", re.I)  # fmt: skip
_BEHIND = {
    "с",
    "со",
    "к",
    "ко",
    "от",
    "до",
    "чем",
    "than",
    "to",
    "from",
    "below",
    "above",
    "of",
    "near",
    "behind",
    "in",
    "в",
    "во",
    "over",
}
_NOBODY = re.compile(r"^\W*(?:(?:and|but|и|но|а) )?(?:no (?!compression)\w+|none of \w+|nobody|nothing|no one|ни од(?:ин|на|но) \w+(?: \w+)? не|никто(?: \w+)? не|ничто не)\b", re.I)  # fmt: skip
_ALL_OTHERS = re.compile(r"\b(?:than|to|behind|of|beats?|outruns?|all|over) (?:any|all|every|everyone|everything|the (?:rest|others?|field))\b|"
        r"(?<!\w)чем (?:все|у всех|на всех|остальные|у остальных|на остальных|любой|любая|на любом)(?!\w)", re.I)  # fmt: skip
_GROUP = re.compile(r"\b(?:of|among|out of|across|between) (?:the |all |all the )?(two|three|four|five|six|seven) (\w+)|(?<!\w)(?:из|"
        r"среди) (?:всех )?(двух|тр[её]х|четыр[её]х|пяти|шести|семи) (\w+)", re.I)  # fmt: skip
_OF_SO_MANY = re.compile(r"\b(?:of|among) (?:the|all) (two|three|four|five|six|seven)\b|(?<!\w)(?:из|среди) (?:всех )?(двух|тр[её]х|четыр[её]х|пяти|шести|семи)(?!\w)", re.I)  # fmt: skip
_REST_OF = re.compile(r"\b(?:of|among) the (?:rest|others|remaining)\b|(?<!\w)(?:из|среди) (?:остальных|прочих|оставшихся)(?!\w)", re.I)  # fmt: skip
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "двух": 2, "трех": 3, "трёх": 3, "четырех": 4, "четырёх": 4, "пяти": 5, "шести": 6, "семи": 7}  # fmt: skip
_PRONOUN = re.compile(r"(?<!\w)(?<!\bat )(?<!\bin )(?<!\bon )(?<!\bwith )(?<!\bby )(?<!\bв )(?<!\bна )(?<!\bпо )(?<!\bпри )(?:он|она|оно|ему|ей|его|её|ее|"
        r"него|неё|нее|им|ним|it|its|he|that one|this one|the same (?:codec|setting|value|level))(?!\w)", re.I)  # fmt: skip
_LEVEL_NOUNS_OFF = re.compile(r"^(?:off|none|no|0|disabled|without|выкл\w*|нет)$", re.I)


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence around its marks."""

    first: int
    last: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What one way to understand a clause comes to."""

    true: bool
    text: str
    facts: tuple[str, ...] = ()
    unsettled: bool = False


def comparisons(scene: Scene) -> list[tuple[Ruled, set[int]]]:
    """Each comparison that every reading refutes or every reading bears out: (first token, last token, predicate, ruling), and the tokens that it settles."""
    told = _told(scene)
    if scene.block.kind not in ("paragraph", "item", "lead"):
        return []
    named = {at for m in scene.mentions.levels for at in range(m.first, m.last + 1)}
    named |= {at for m in scene.mentions.metrics if m.exact and m.metrics for at in range(m.first, m.last + 1)}
    marks = marks_of(scene.tokens, scene.sentence.text, scene.tokens[0].start, named) if scene.tokens else []
    found: list[tuple[Ruled, set[int]]] = []
    marks = sorted([*(m for m in marks if not _weighs(scene, m.first)), *_positions(scene)], key=lambda one: one.first)
    question = scene.tokens[-1].text == "?"
    fresh = True
    for clause in _clauses(scene, marks):
        before = metrics_in(scene, 0, clause.first - 1) if fresh and clause.first else frozenset()
        if len(before) == 1:
            told.metrics, told.stats = before, ()  # "DataFileRead занимает 18, 17, 16 и 21%; меньше всего — при 1000"
        ruled = None if question else _judge(scene, clause, told, fresh)
        if ruled is not None:
            found.append((ruled, {at for m in clause.marks for at in range(m.first, m.last + 1)}))
        fresh = False
    if not marks:
        topics_of(scene, told)
        spoken = {m.ids for m in scene.mentions.levels}
        told.subject = next(iter(spoken)) if len(spoken) == 1 else frozenset()
    return found


def _weighs(scene: Scene, place: int) -> bool:
    """ "Where latency matters most", "если важнее всего p99": how much something means to a reader, and no ranking."""
    before = scene.tokens[place - 1] if place else None
    return scene.tokens[place].lower.startswith("важн") or before is not None and (bool(before.stems & {"matter", "care"}) or before.lower.startswith("важн"))  # fmt: skip


def _told(scene: Scene) -> Told:
    """What was told last in this section; a new section begins with its heading's own words."""
    told = scene.world.told
    section = scene.block.section
    if not isinstance(told, Told) or told.section != section:
        told = scene.world.told = Told(section)
        for block in scene.block.context:
            metrics = _headed(scene, block)
            if metrics:
                told.metrics = metrics
                break
    if scene.block.kind in ("lead", "item") and scene.block.context and scene.block.context[0].kind in ("lead", "item") and not told.metrics:  # fmt: skip
        told.metrics = _headed(scene, scene.block.context[0])
    return told


def _headed(scene: Scene, block: Block) -> frozenset[str]:
    rows = scene.world.scenes_of(block)
    return frozenset().union(*(metrics_in(row, 0, len(row.tokens) - 1) for row in rows[:1])) if rows else frozenset()


# -- clauses ----------------------------------------------------------------------------------------------------------


def _clauses(scene: Scene, marks: list[Mark]) -> list[Clause]:
    """The clauses that hold marks: cut at every stop, and at commas and conjunctions between two of them."""
    tokens = scene.tokens
    cuts: list[int] = []
    for token in tokens:
        if token.text in (";", ".", "!"):
            cuts.append(token.index)
            continue
        if token.text not in (",", ":", "(", ")") and token.lower not in _CONJUNCTIONS:
            continue
        following = tokens[token.index + 1].lower if token.index + 1 < len(tokens) else ""
        if following in THAN or following == "as":
            continue
        start = max((cut for cut in cuts if cut < token.index), default=-1)
        stop = next((t.index for t in tokens[token.index + 1 :] if t.text in ";."), len(tokens))
        before = [m for m in marks if start < m.first < token.index]
        after = [m for m in marks if token.index < m.first < stop]
        if before and after and not _joined(scene, token.index, before[-1], after[0]):
            cuts.append(token.index)
    edges = [-1, *cuts, len(tokens)]
    found = []
    for one, two in itertools.pairwise(edges):
        inside = tuple(m for m in marks if one < m.first and m.last < two)
        if inside and two - one > 1:
            found.append(Clause(one + 1, two - 1, inside))
    return found


def _joined(scene: Scene, at: int, before: Mark, after: Mark) -> bool:
    """Whether a comma only sets off what stands between: no level, part or metric of its own on one of its sides up to the next mark."""
    if scene.tokens[at].text == ":":
        return False
    return (
        scene.tokens[at].lower in ("и", "and")
        and after.first - at <= 2
        and at - before.last <= 2
        and before.ways == after.ways
    )


# -- who --------------------------------------------------------------------------------------------------------------


def _part(scene: Scene, metrics: frozenset[str]) -> bool:
    held = [scene.vocabulary.metrics.get(metric) for metric in metrics]
    whole = {f.denominator for f in scene.vocabulary.shares if f.metric in metrics and f.denominator}
    shared = any(f.denominator in whole and f.metric not in metrics for f in scene.vocabulary.shares)
    return bool(held) and (shared or all(m is not None and m.part_of is not None for m in held))


def _parts(scene: Scene, first: int, last: int) -> list[tuple[int, int, str]]:
    """The parts of a whole (wait events) that a clause names."""
    return [
        (m.first, m.last, next(iter(m.metrics)))
        for m in scene.mentions.metrics
        if first <= m.first <= last and m.exact and len(m.metrics) == 1 and _part(scene, m.metrics)
    ]


# -- judging a clause -------------------------------------------------------------------------------------------------


_RANKED = re.compile(r"\bp\d\d|percentile|перцентил|процентил", re.I)


def _judge(scene: Scene, clause: Clause, told: Told, fresh: bool) -> Ruled | None:
    text = scene.text_of(clause.first, clause.last)
    mark = _main(scene, clause, text)
    contest = contests(scene, clause.first, clause.last, text)
    compared = mark is not None and mark.kind == "extreme" and compared_behind(scene, scene.tokens[mark.first])
    timed = any(t.number is not None and t.number.kind == "clock" for t in scene.tokens[clause.first : clause.last + 1])
    timed = timed and mark is not None and scene.tokens[mark.first].lower in _WHEN
    if mark is None or contest is None or compared or timed or _ELSEWHERE.search(text):
        _forget(scene, clause, told)
        return None
    dropped = (
        DROP.search(text) is not None
        and not _ranks_a_statistic(scene, mark)
        or mark.kind == "extreme"
        and of_a_drop(scene, scene.tokens[mark.first])
        or told.stats == ("drop",)
        and not metrics_in(scene, clause.first, clause.last, mark)
        and not _RANKED.search(text)  # "at the 95th percentile it is the slowest of the five"
    )
    by = criterion(scene, clause.first, clause.last, mark, told, fresh)
    if dropped:
        by = Criterion(drop_rows(scene, text, scene.text_of(mark.first, mark.last)), True, ("drop",), frozenset())
    values = _values_told(scene, clause)
    judged = _asserted(scene, mark, text, contest) and _told_of(scene, mark, values, contest, told)
    if not dropped and (mark.kind == "between" or _GAIN.search(_listed_part(scene, clause, mark))):
        readings = _of_differences(scene, clause, mark, text, by, contest, told)
    elif not dropped and not _LINKED.search(text) and (parts := _parts(scene, clause.first, clause.last)):
        readings = _of_parts(scene, clause, mark, parts, list(contest[0].who), told) if len(contest) == 1 else []
        by = Criterion((), True, (), frozenset(name for _, _, name in parts))
        judged = judged and not any(one.true for one in readings)  # what holds of parts is told by the judges of shares
        told.ways = (("size", 1),)
    else:
        if values:
            by = Criterion(tuple(dict.fromkeys(row for _, row in values)), by.own, by.stats, by.metrics)
        bounded = _NOBODY.match(text) and _bound_behind(scene, clause)
        unread = bounded or not dropped and (unread_noun(scene, mark, clause.first, clause.last) or unread_measure(scene, clause.first, clause.last))  # fmt: skip
        before = (told.subject, told.past, told.ways)
        readings = []
        for one in () if unread else contest:
            told.subject, told.past, told.ways = before
            readings += _of_levels(scene, mark, text, by, one, told, fresh)
    told.metrics, told.stats = by.metrics or told.metrics, by.stats
    ruling = _decide(readings) if judged else None
    if (
        _NOBODY.match(text)
        and ruling is not None
        and ruling.verdict == "contradicted"
        and any(one.unsettled for one in readings)
    ):
        ruling = None  # "nothing beats 40", where no verdict has put anybody above it
    if ruling is None and judged and not dropped and _GAIN.search(text) and any(one.true for one in readings):
        text = next(one.text for one in readings if one.true)
        ruling = Ruling(
            "unverifiable", f"it depends on how it is reckoned: {text}", f"зависит от того, как считать: {text}"
        )
    if ruling is None or ruling.verdict == "supported" and (values != [] or _SURE.search(text)):
        return None  # a number, or a degree, is judged by itself
    if ruling.verdict == "contradicted" and not by.own and any(axis == "good" for axis, _ in mark.ways):
        return None  # "it is the best of those tried": by what is not said
    return (*_span(scene, clause), "best" if mark.kind in ("extreme", "place") else "order", ruling)


_WHEN = ("раньше", "позже", "earliest", "latest", "earlier", "later", "first", "last")


def _ranks_a_statistic(scene: Scene, mark: Mark) -> bool:
    """ "It had the second-lowest p99 and one shallow drop": of the percentile right behind the word, and not of the drop that follows."""
    behind = scene.tokens[mark.last + 1 : mark.last + 2]
    return any(t.statistic is not None or t.rank for t in behind)


def _bound_behind(scene: Scene, clause: Clause) -> bool:
    """ "No pass at 10 ms was longer than eleven minutes": a bound, judged by its number."""
    row = scene.tokens[clause.first : clause.last + 1]
    than = next((t.index for t in row if t.lower in ("than", "чем")), None)
    behind = scene.tokens[than + 1 : than + 4] if than is not None else []
    return any(t.number is not None and t.number.is_value and t.number.unit is not None and t.index not in scene.mentions.level_tokens for t in behind)  # fmt: skip


def _listed_part(scene: Scene, clause: Clause, mark: Mark) -> str:
    """What stands between the commas around a mark, where three or more part the clause: "it takes the largest share, the load steps reach a plateau, ..."."""
    first, last = clause.first, clause.last
    colon = max((t.index for t in scene.tokens[first : mark.first] if t.text == ":"), default=first)
    if any(is_finite(t.lower) or t.lower in _TO_BE for t in scene.tokens[first:colon]):
        first = colon  # "peaks are a different matter: the highest is at 8"
    commas = [t.index for t in scene.tokens[first : last + 1] if t.text == ","]
    if len(commas) >= 3:
        first = max((at + 1 for at in commas if at < mark.first), default=first)
        last = min((at - 1 for at in commas if at > mark.last), default=last)
    return scene.text_of(first, last)


_TO_BE = {"is", "are", "was", "were", "has", "have"}


def _asserted(scene: Scene, mark: Mark, text: str, contest: list[Contest]) -> bool:
    """Whether a clause says plainly that something is so: no condition, no denial, no guess."""
    nobody = _NOBODY.match(text)
    if nobody:
        return _OPEN.search(text[nobody.end() :]) is None and mark.kind == "order" and len(contest[0].who) == 1
    plain = _OPEN.search(text) is None and not _aside(scene, mark)
    return plain and not is_hedged(scene, mark.first) and not is_negated(scene, mark.first)


def _told_of(
    scene: Scene, mark: Mark, values: list[tuple[str, Row]] | None, contest: list[Contest], told: Told
) -> bool:
    """Whether the numbers that a clause tells leave it to be read: none, or values of one row at the levels that it names."""
    if values is None:
        return False
    statistic = scene.tokens[mark.first].statistic in ("max", "min")  # "максимальная 310,5 мс"
    if mark.kind == "extreme" and any(row.stat in ("max", "min") for _, row in values):
        return False  # "at 12 the worst minute was 4,040": the extreme of its own runs
    if len({row for _, row in values}) > 1 or values and statistic:
        return False
    who = {w.level for one in contest for w in one.who} or told.subject
    return all(level in who for level, _ in values)


def _span(scene: Scene, clause: Clause) -> tuple[int, int]:
    """The first and the last word of a clause."""
    first, last = clause.first, clause.last
    while first < last and not (scene.tokens[first].is_word or scene.tokens[first].number is not None):
        first += 1
    while last > first and scene.tokens[last].text in ".,;:()—–":
        last -= 1
    return first, last


def _of_differences(
    scene: Scene, clause: Clause, mark: Mark, text: str, by: Criterion, contest: list[Contest], told: Told
) -> list[Reading]:
    """The readings of a clause that compares differences, by `judging/gaps.py`."""
    who = contest[0].who
    than = next((t.index for t in scene.tokens[clause.first : clause.last + 1] if t.lower in THAN), clause.last + 1)
    if than > clause.last and mark.kind == "order":
        than = mark.first
    ends = ([w.level for w in who if w.first < than], [w.level for w in who if w.first > than])
    held = next(iter(told.subject)) if len(told.subject) == 1 and (_PRONOUN.search(text) or not who) else None
    parts = _parts(scene, clause.first, clause.last)
    outcomes = _part_gaps(scene, mark, parts, ends) if parts else differences(scene, text, mark, by, ends, held)
    told.subject = frozenset({who[0].level}) if who else told.subject
    if len(contest) > 1 or not outcomes:
        return []
    return [Reading(true, line, (), _SURE.search(text) is not None) for true, line in outcomes]


def _part_gaps(
    scene: Scene, mark: Mark, parts: list[tuple[int, int, str]], ends: tuple[list[str], list[str]]
) -> list[tuple[bool, str]]:
    """ "IO's lead over LWLock is greater at 1GB than at 2GB"."""
    names = list(dict.fromkeys(name for _, _, name in parts))
    signs = {sign for axis, sign in mark.ways if axis == "size"}
    if len(names) != 2 or (len(ends[0]), len(ends[1])) != (1, 1) or len(signs) != 1 or mark.kind != "order":
        return []
    gaps = []
    for level in (ends[0][0], ends[1][0]):
        one, two = (_share(scene, name, level) for name in names)
        if one is None or two is None:
            return []
        gaps.append(shown(one) - shown(two))
    told = f"{names[0]} - {names[1]}: {ends[0][0]}: {gaps[0]:+.4g}, {ends[1][0]}: {gaps[1]:+.4g}"
    return [((abs(gaps[0]) - abs(gaps[1])) * signs.pop() > 0, told)]


def _positions(scene: Scene) -> list[Mark]:
    """ "stands between 4GB and 2GB": a place told by its neighbours."""
    found = []
    for token in scene.tokens:
        if token.lower not in ("between", "между"):
            continue
        before = scene.tokens[max(0, token.index - 3) : token.index]
        following = [m for m in scene.mentions.levels if 0 < m.first - token.index <= 6]
        if any(t.lower in THAN for t in before):
            continue
        if len(following) >= 2 and any(_STANDS.match(t.lower) for t in before):
            found.append(Mark(token.index, token.index, "between", (("size", 1),)))
    return found


_STANDS = re.compile(r"^(?:sits?|sat|stands?|lies|lay|falls|fell|lands?|ranks?|slots?|is|comes|ends|settles|remains|сто[ия]т|наход\w+|лежит|располо\w+|"
        r"располаг\w+|оказа\w+|попада\w+|помеща\w+|устроил\w*|держ\w+|занял\w*|вста\w+|остал\w+|остает\w+)$", re.I)  # fmt: skip
_LINKED = re.compile(r"\bcorrelat\w+|\blink(?:s|ed)?\b|(?<!\w)коррел\w+|(?<!\w)связ[ьи]\w*", re.I)


def _aside(scene: Scene, mark: Mark) -> bool:
    """ "against the best result", "in the worst second", "with the largest": an extreme that is no predicate; "the same leader" points back; "higher than anything 8 showed" is above one level; "grows faster": how a way is gone."""
    row = [
        t.lower for t in scene.tokens[max(0, mark.first - 2) : mark.first] if t.lower not in ("the", "a", "an", "its")
    ]
    if mark.kind == "extreme" and row and row[-1] in _BEHIND and scene.tokens[mark.first - 1].text not in ",;":
        return True
    if mark.kind == "extreme" and is_slight(scene, scene.tokens[mark.first]):
        return True
    following = next((t for t in scene.tokens[mark.last + 1 : mark.last + 2]), None)
    if row and row[-1] in AT and (following is None or following.text in ".,;:)" or following.lower in _CONJUNCTIONS):
        return True
    if row[-1:] == ["same"] or row[-1:] == ["же"] and row[-2] in _LIKE:
        return True
    if scene.tokens[mark.last].lower in _ANYTHING and any(m.first == mark.last + 1 for m in scene.mentions.levels):
        return True
    speedy = any(axis == "speed" for axis, _ in mark.ways)
    return speedy and any(t.has("up.intransitive", "down.intransitive") or t.lower.startswith(("коп", "accumul")) for t in scene.tokens[max(0, mark.first - 3) : mark.last + 4] if not mark.first <= t.index <= mark.last)  # fmt: skip


_LIKE = ("тот", "та", "те", "тем", "того")
_ANYTHING = ("any", "anything", "everything", "all", "everyone", "anyone", "всех", "всего")


def _values_told(scene: Scene, clause: Clause) -> list[tuple[str, Row]] | None:
    """(level, row) of the values that a clause tells; None where it tells a number that is none of the facts' values."""
    found: list[tuple[str, Row]] = []
    skipped = scene.mentions.level_tokens | scene.mentions.name_tokens
    for token in scene.tokens[clause.first : clause.last + 1]:
        if (
            token.number is None
            or not token.number.is_value
            or token.index in skipped
            or re.fullmatch(r"p\d+|\d{2}(?:th|-?[а-яё]{1,3})", token.lower)
        ):
            continue
        bound = scene.bounds.get(token.index)
        fact = (
            scene.vocabulary.by_name.get(bound.facts[0])
            if bound is not None
            and bound.verdict == "supported"
            and bound.predicate == "value"
            and len(bound.facts) == 1
            else None
        )
        if fact is None or fact.level is None or fact.run is not None or fact.scope not in (None, "run"):
            return None
        found.append((scene.vocabulary.canonical(fact.level), row_of(fact)))
    return found


def _main(scene: Scene, clause: Clause, text: str) -> Mark | None:
    """The one mark that a clause asserts: a place with the extreme that says of what, or an order whose sides are extremes ("the worst second … quicker")."""
    marks = [m for m in clause.marks if not m.noun] or list(clause.marks)
    places = [m for m in marks if m.kind == "place"]
    extremes = [m for m in marks if m.kind == "extreme"]
    orders = [m for m in marks if m.kind == "order"]
    if any(m.kind == "between" for m in clause.marks):
        return next((m for m in clause.marks if m.kind == "between"), None) if len(clause.marks) == 1 else None
    if orders:
        return orders[0] if len(orders) == 1 and not places else None
    if places:
        if len(places) > 1 or len(extremes) > 1:
            return None
        if extremes and abs(extremes[0].first - places[0].last) <= 5:
            return Mark(min(places[0].first, extremes[0].first), max(places[0].last, extremes[0].last), "place", extremes[0].ways, places[0].place)  # fmt: skip
        return places[0] if not extremes else None
    return extremes[0] if len(extremes) == 1 else None


def _forget(scene: Scene, clause: Clause, told: Told) -> None:
    metrics = metrics_in(scene, clause.first, clause.last)
    if metrics:
        linked = _LINKED.search(scene.text_of(clause.first, clause.last)) is not None and len(metrics) >= 2
        told.metrics, told.stats = metrics, ("pearson",) if linked else ()
    told.subject = frozenset()


def _decide(readings: list[Reading]) -> Ruling | None:
    """Refuted where all readings fail; borne out where all hold and no verdict says otherwise."""
    if not readings:
        return None
    if not any(one.true for one in readings):
        one = readings[0]
        return Ruling("contradicted", one.text, one.text, one.facts, one.text)
    if all(one.true and not one.unsettled for one in readings):
        one = readings[0]
        return Ruling("supported", one.text, one.text, one.facts)
    return None


# -- levels -----------------------------------------------------------------------------------------------------------


def _of_levels(
    scene: Scene, mark: Mark, text: str, by: Criterion, contest: Contest, told: Told, fresh: bool
) -> list[Reading]:
    """The readings of a clause that compares levels."""
    who = list(contest.who)
    nobody = _NOBODY.match(text) is not None
    pronoun = _PRONOUN.search(text) is not None
    if mark.kind == "order" and not (nobody or _ALL_OTHERS.search(text)):
        sides = _sides(scene, mark, who, told, pronoun)
        if sides is None:
            told.subject = frozenset({who[0].level}) if len(who) == 1 else frozenset()
            return []
        one, two = sides
        told.past, told.subject, told.ways = [frozenset({one}), frozenset({two})], frozenset({one}), mark.ways
        apart = _across(scene, mark, by, who, one, two)
        if apart is not None:
            return apart
        pairs = [_ordered(scene, row, one, two, sign) for row, sign in _signed(scene, by, mark.ways)]
        return [reading for reading in pairs if reading is not None]
    levels = {w.level for w in who}
    if not levels and pronoun and len(told.subject) == 1 and not scene.of_other_levels:
        levels = set(told.subject)
    group = list(contest.group) if contest.group is not None else _group(scene, text, told)
    if len(levels) != 1 or group is None:
        told.subject = frozenset()
        return []
    (level,) = levels
    place = mark.place if mark.kind == "place" else 1
    placed = [_placed(scene, row, level, sign, place, group) for row, sign in _ends(scene, mark, by, told, fresh)]
    told.subject = frozenset({level})
    return [reading for reading in placed if reading is not None]


def _across(scene: Scene, mark: Mark, by: Criterion, who: list[Who], one: str, two: str) -> list[Reading] | None:
    """ "The minimum of 32 is higher than the mean of 16": each side by its own statistic; None where both are of the same."""
    if len(by.stats) < 2 or len(who) != 2:
        return None
    first, last = min(w.first for w in who), max(w.last for w in who)
    left = stats_in(scene.text_of(max(0, first - 6), mark.first))
    right = stats_in(scene.text_of(mark.last, min(last + 3, len(scene.tokens) - 1)))
    if not left or not right or set(left) & set(right):
        return None
    found = []
    for metric in sorted(by.metrics):
        a, b = Row(metric, left[-1]), Row(metric, right[-1])
        values = a.at(scene, one), b.at(scene, two)
        if values[0] is None or values[1] is None:
            return []
        for sign in sorted({direction(scene, way, a) for way in mark.ways} - {0}):
            text = f"{metric}: {one} {a.stat} {values[0]:g}, {two} {b.stat} {values[1]:g}"
            found.append(Reading((values[0] - values[1]) * sign > 0, text))
    return found


def _ends(scene: Scene, mark: Mark, by: Criterion, told: Told, fresh: bool) -> list[tuple[Row, int]]:
    """The rows and the end of each that a place is counted from: "the next one" goes on from the extreme told before."""
    chosen: list[tuple[Row, int]] = []
    same = not by.own or by.metrics == told.metrics
    if mark.kind == "place" and mark.ways == (("place", 1),) and abs(mark.place) != 1 and told.ways and same:
        chosen = _signed(scene, by, told.ways)
        if fresh:
            chosen += _signed(scene, by, mark.ways)
    if not chosen:
        chosen = _signed(scene, by, mark.ways)
        told.ways = tuple((axis, sign * (1 if mark.place > 0 else -1)) for axis, sign in mark.ways)
    return chosen


def _signed(scene: Scene, by: Criterion, ways: tuple[Way, ...]) -> list[tuple[Row, int]]:
    """The rows with the end of each that the words mean; all of their axes that are said of such values."""
    found = []
    for row in by.rows:
        for sign in sorted({direction(scene, way, row) for way in ways} - {0}):
            found.append((row, sign))
    return list(dict.fromkeys(found))


def _sides(scene: Scene, mark: Mark, who: list[Who], told: Told, pronoun: bool) -> tuple[str, str] | None:
    """Who is compared with whom: the one before the word or the only one that is not behind "than", and the other."""
    levels = list(dict.fromkeys(w.level for w in who))
    if len(levels) == 2 and len(who) == 2:
        one, two = who
        if one.than and not two.than:
            one, two = two, one
        if mark.verb and not (one.first < mark.first < two.first):
            return None
        if not mark.verb and not two.than and not _genitive(scene, mark, one, two):
            return None
        if mark.verb and scene.tokens[one.first].lower in ("базу", "базовую"):
            one, two = two, one
        return one.level, two.level
    if len(levels) == 1 and len(who) == 1 and pronoun and len(told.subject) == 1:
        held = next(iter(told.subject))
        if who[0].first > mark.last or who[0].than:
            if held != levels[0]:
                return held, levels[0]
        elif mark.verb and held != levels[0]:
            return levels[0], held
    if not levels and pronoun and mark.verb and len(told.past) == 2:
        return next(iter(told.past[0])), next(iter(told.past[1]))
    return None


def _genitive(scene: Scene, mark: Mark, one: Who, two: Who) -> bool:
    """ "быстрее базы", "короче наихудшего ответа 8GB": what is compared with stands behind a Russian comparative without a preposition."""
    if scene.tokens[mark.first].text.isascii() or not one.first < mark.first < two.first or two.first - mark.last > 4:
        return False
    between = scene.tokens[mark.last + 1 : two.first]
    return not any(
        t.lower in ("при", "на", "у", "с", "со", "в", "для", "под", "за") or t.text in ",;:—" for t in between
    )


def _group(scene: Scene, text: str, told: Told) -> list[str] | None:
    """The levels that one is ranked among; None where the sentence names a group that is not understood."""
    every = list(scene.vocabulary.level_ids)
    counted = _GROUP.search(text)
    if _REST_OF.search(text):
        left = [level for level in every if level not in told.subject]
        return left if told.subject and len(left) >= 2 else None
    if counted is not None:
        count = _NUMBERS[(counted.group(1) or counted.group(3)).lower()]
        off = [level for level in every if _LEVEL_NOUNS_OFF.match(level)] or sorted(
            scene.vocabulary.special("baseline")
        )
        if count == len(every):
            return every
        if count == len(every) - 1 and len(off) == 1:
            return [level for level in every if level not in off]
        return None
    if re.search(r"(?<!\w)(?:среди|among|из числа|out of)(?!\w)", text, re.I) and not re.search(r"(?:among|среди) (?:all|them|всех|них|the (?:codecs|levels|settings|values|options)|значений|вариантов|уровней|ожиданий)", text, re.I):  # fmt: skip
        return None
    return every


def _values(scene: Scene, row: Row, group: list[str]) -> dict[str, float]:
    held = {level: row.at(scene, level) for level in group}
    found = {level: value for level, value in held.items() if value is not None}
    return {level: abs(value) for level, value in found.items()} if row.partner is not None else found


def _line(row: Row, values: dict[str, float]) -> str:
    name = f"{row.metric} ~ {row.partner}" if row.partner else f"{row.metric} {row.stat}"
    return f"{name}: " + ", ".join(f"{level}: {value:g}" for level, value in values.items())


def _placed(scene: Scene, row: Row, level: str, sign: int, place: int, group: list[str]) -> Reading | None:
    """Whether a level has a place in a row, counted from the end that the words mean; ties may have each other's."""
    values = _values(scene, row, group)
    partial = len(values) < len(group) and not isinstance(row, Drops)
    if level not in values or partial or len(values) < max(2, abs(place)):
        return None
    order = sorted(values.values(), reverse=sign > 0)
    wanted = order[place - 1] if place > 0 else order[place]
    facts = tuple(f.name for one in group for f in scene.vocabulary.values(row.metric, row.stat, one) if f.run is None)[:8]  # fmt: skip
    near = [value for one, value in values.items() if one != level]
    close = any(_near(scene, row, values[level], value) for value in near)
    return Reading(values[level] == wanted, _line(row, values), facts, close or _unsettled(scene, row, {level}, set(group) - {level}))  # fmt: skip


def _ordered(scene: Scene, row: Row, one: str, two: str, sign: int) -> Reading | None:
    values = _values(scene, row, [one, two])
    if len(values) < 2 or one == two:
        return None
    facts = tuple(f.name for level in (one, two) for f in scene.vocabulary.values(row.metric, row.stat, level) if f.run is None)[:4]  # fmt: skip
    close = _near(scene, row, values[one], values[two])
    return Reading((values[one] - values[two]) * sign > 0, _line(row, values), facts, close or _unsettled(scene, row, {one}, {two}))  # fmt: skip


def _near(scene: Scene, row: Row, one: float, two: float) -> bool:
    """Whether two values of one run each lie closer than the smallest effect that counts."""
    if scene.vocabulary.repeated or row.partner is not None or not two:
        return False
    least = scene.vocabulary.facts.experiment.minimum_effect_pct or 3
    return 100 * abs(one - two) / abs(two) < least


def _unsettled(scene: Scene, row: Row, ones: set[str], others: set[str]) -> bool:
    """Whether the verdict on what is typical leaves the two sides undecided."""
    if not scene.vocabulary.repeated or row.stat not in ("mean", "median") or row.partner is not None:
        return False
    for effect in scene.vocabulary.effects(row.metric):
        pair = {
            scene.vocabulary.canonical_effect(effect.level),
            scene.vocabulary.canonical_effect(effect.baseline or ""),
        }
        if pair & ones and pair & others and effect.verdict in UNSETTLED:
            return True
    return False


# -- parts of a whole -------------------------------------------------------------------------------------------------


def _of_parts(
    scene: Scene, clause: Clause, mark: Mark, parts: list[tuple[int, int, str]], who: list[Who], told: Told
) -> list[Reading]:
    """ "On 4GB LWLock outweighs IO", "second place is held by Lock", "WALInsert weighs most with pglz"."""
    names = list(dict.fromkeys(name for _, _, name in parts))
    levels = list(dict.fromkeys(w.level for w in who))
    if not levels:
        levels = sorted(told.level if told.sentence is scene.sentence else scene.inherited_levels)
    told.sentence, told.level = scene.sentence, frozenset(levels)
    told.subject = frozenset(levels) if len(levels) == 1 else frozenset()
    signs = {1 if axis == "place" else sign for axis, sign in mark.ways if axis in ("size", "cost", "place", "length", "ahead") or axis == "good" and mark.kind == "order"}  # fmt: skip
    if len(signs) != 1:
        return []
    sign = signs.pop()
    if mark.kind == "order":
        if len(names) != 2 or len(levels) != 1:
            return _of_one_part(scene, mark, names, who, sign)
        behind = {name for first, _, name in parts if any(t.lower in THAN for t in scene.tokens[max(clause.first, first - 3) : first])}  # fmt: skip
        one, two = names
        if behind == {one}:
            one, two = two, one
        elif not behind and not any(last < mark.first for _, last, name in parts if name == one):
            return []
        facts = [_share(scene, name, levels[0]) for name in (one, two)]
        if any(fact is None for fact in facts):
            return []
        a, b = (fact for fact in facts if fact is not None)
        return [
            Reading(
                (shown(a) - shown(b)) * sign > 0, f"{a.name}: {shown(a):g}, {b.name}: {shown(b):g}", (a.name, b.name)
            )
        ]
    if len(names) != 1:
        return []
    place = mark.place if mark.kind == "place" else 1
    spoken = mark.kind == "place" or _says_waits(scene, clause)
    fronted = spoken and bool(who) and who[0].first < min(mark.first, parts[0][0])  # among the waits of that level
    readings = []
    if len(levels) == 1:
        readings += _among_parts(scene, names[0], levels[0], sign, place)
    # "its share is smallest at 100, where that of WALSync is largest": of all levels, also where the level was told before
    if len(who) == 1 and not fronted or not who and not spoken and len(levels) == 1:
        level = who[0].level if who else levels[0]
        fact = _share(scene, names[0], level)
        if fact is not None:
            row = Row(fact.metric, fact.stat, fact.partner, fact.denominator)
            reading = _placed(scene, row, level, sign, place, list(scene.vocabulary.level_ids))
            readings += [reading] if reading is not None else []
    return readings


_OF_WAITS = re.compile(r"\b(?:events?|waits|class(?:es)?|among|list|of the (?:two|three|four|five))\b|(?<!\w)(?:событи\w+|ожидани\w+|класс\w*|среди|спис\w+)(?!\w)", re.I)  # fmt: skip


def _says_waits(scene: Scene, clause: Clause) -> bool:
    """Whether a clause ranks among the waits, outside of their names; "of the four" of as many levels may be of these."""
    named = {at for m in scene.mentions.metrics if m.metrics for at in range(m.first, m.last + 1)}
    row = [t for t in scene.tokens[clause.first : clause.last + 1] if t.index not in named]
    counted = _OF_SO_MANY.search(scene.text_of(clause.first, clause.last))
    if counted is not None and _NUMBERS[(counted[1] or counted[2]).lower()] == len(scene.vocabulary.level_ids):
        return False
    return _OF_WAITS.search(" ".join(t.text for t in row)) is not None


def _of_one_part(scene: Scene, mark: Mark, names: list[str], who: list[Who], sign: int) -> list[Reading]:
    """ "LWLock is heavier on 8GB than on 1GB"."""
    if len(names) != 1 or len(who) != 2 or not who[1].than:
        return []
    fact = _share(scene, names[0], who[0].level)
    if fact is None:
        return []
    reading = _ordered(
        scene, Row(fact.metric, fact.stat, fact.partner, fact.denominator), who[0].level, who[1].level, sign
    )
    return [reading] if reading is not None else []


def _share(scene: Scene, metric: str, level: str) -> Fact | None:
    held = [f for f in scene.vocabulary.values(metric, "share", level) if f.run is None and f.scope in (None, "run")]
    return held[0] if len(held) == 1 else scene.vocabulary.central(metric, level) if not held else None


def _among_parts(scene: Scene, metric: str, level: str, sign: int, place: int) -> list[Reading]:
    """Whether a part has a place among the parts of its whole at a level."""
    fact = _share(scene, metric, level)
    if fact is None:
        return []
    rivals = [fact, *(f for f in rivals_of(scene, fact) if f.level == fact.level)]
    if fact.stat != "share":
        own = scene.vocabulary.metrics[metric].part_of
        parts = [_share(scene, m.id, level) for m in scene.vocabulary.metrics.values() if m.part_of == own]
        rivals = [f for f in parts if f is not None and f.stat == fact.stat and f.denominator == fact.denominator]
    waits = [f for f in rivals if "cpu" not in f.metric.lower()]  # "among the waits proper"
    readings = []
    for row in [rivals] if waits == rivals else [rivals, waits]:
        if len(row) < max(2, abs(place)) or fact not in row:
            continue
        order = sorted(row, key=lambda f: -shown(f) * sign)
        wanted = order[place - 1] if place > 0 else order[place]
        text = f"{level}: " + ", ".join(f"{f.metric}: {shown(f):g}" for f in order)
        readings.append(Reading(shown(fact) == shown(wanted), text, tuple(f.name for f in order[:6])))
    return readings
