"""Withholds the refusal of a word whose clause says something that the judge left out: an amount of its own, a denial of all others, the stretch or the group meant.

"The cache becomes smaller by 735 MB", "nobody has a better one", "the smallest of the three at every size", "it grows again after 5", "even where user time falls":
each is told of less, or of something else, than the row over all levels that refused it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from factcheck.binding.agreement import agrees, in_unit, shown
from factcheck.binding.bound import Bound
from factcheck.binding.parameter import may_be_parameter
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import foreign_subject, segment
from factcheck.judging.superlatives import says_each_row
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token
from factcheck.rereading.witnesses import BY_FORM, facts_of, way_around

_PROSE = ("paragraph", "item", "lead")


def open_left_out(scene: Scene, predicate: str, place: int, ruling: Ruling) -> Ruling:
    """The ruling of a claiming word in prose: unverifiable instead of contradicted where its clause says what the refusal did not take in."""
    if ruling.verdict != "contradicted" or scene.block.kind not in _PROSE:
        return ruling
    rules: tuple[Callable[[Scene, Token, str, Ruling], bool], ...] = (
        _of_nobody, _possessed, _plain_amount, _among_others, _steepest, _from_there, _where, _level_unread, _of_a_noun_before, _of_a_way, _operand, _nobody_beside, _joined_behind
    )  # fmt: skip
    token = scene.tokens[place]
    by_form = ruling.en.startswith(BY_FORM)  # refused by the values themselves
    if not _as_it_grows(scene, token, predicate, ruling) and (by_form or not any(rule(scene, token, predicate, ruling) for rule in rules)):  # fmt: skip
        return ruling
    return Ruling(
        "unverifiable",
        f"not all that is said was understood ({ruling.en})",
        f"не всё сказанное понято ({ruling.ru})",
        ruling.facts,
    )


def _plain_amount(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether a change has its own amount behind it, which two levels of the metric do differ by, the way it says: "the cache becomes smaller by 735 MB"."""
    way = way_around(scene, token)
    if predicate not in ("order", "monotone") or not way:
        return False
    behind = next((b for p, b in sorted(scene.bounds.items()) if token.index < p <= token.index + 6), None)
    if behind is None or behind.verdict == "contradicted" or behind.number.high is not None or behind.number.dimension in ("percent", "points"):  # fmt: skip
        return False
    gap = scene.tokens[token.index + 1 : behind.place]
    if any(t.text in ",;:" for t in gap) or not (
        token.has("up.noun", "down.noun") or any(t.lower in ("на", "by") for t in gap)
    ):
        return False
    metrics = {fact.metric for fact in facts_of(scene, ruling.facts)}
    return any(_differ_by(scene, behind, metric, way) for metric in metrics)


def _differ_by(scene: Scene, bound: Bound, metric: str, way: int) -> bool:
    """Whether a value is the difference of two levels of a metric, or of the ends of one level's run."""
    vocabulary = scene.vocabulary
    central = [fact for _, fact in vocabulary.series(metric)]
    pairs = [(one, two) for one, two in itertools.permutations(central, 2)]
    for level in vocabulary.level_ids:
        pairs += [(one, two) for one in vocabulary.values(metric, "first", level) for two in vocabulary.values(metric, "last", level)]  # fmt: skip
    unit = vocabulary.unit_of(metric)
    changes = (one.model_copy(update={"value": abs(shown(two) - shown(one))}) for one, two in pairs if (two.value - one.value) * way > 0)  # fmt: skip
    return any(agrees(bound.number, in_unit(change, bound.number.unit, unit)) for change in changes)


_NOBODY = re.compile(r"\b(?:no other|nobody|none|nothing|no one|not one)\b|(?<!\w)(?:нет (?:ни у кого|нигде|ни у одно\w+)|никто|ничто|никого|ни у кого|ни од(?:ин|на|но))(?!\w)", re.I)  # fmt: skip


def _of_nobody(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether a comparative is denied of all others, so that its level has the extreme: "nobody has a better one", "no other level swings wider"."""
    if predicate != "order" or not token.has("up.comparative", "down.comparative", "better", "worse"):
        return False
    start, stop = segment(scene, token.index)
    near = scene.text_of(max(start, token.index - 6), min(stop, token.index + 4))
    others = any(start <= m.first <= stop and m.last != token.index for m in scene.mentions.metrics)
    return not others and _NOBODY.search(near) is not None


_AMONG = re.compile(
    r"\bof (?:the|all|these|those) (?P<en>\w+)\b|(?<!\w)из (?:всех |этих )?(?P<ru>двух|тр[её]х|четыр[её]х|пяти|шести|семи|восьми)(?!\w)",
    re.I,
)
_AT_EACH = re.compile(
    r"\b(?:at|in|on|under|with|for) (?:every|each|all|both|any)\b|\beverywhere\b|\bup to\b|\bfrom \S+ (?:on|upwards?)\b|(?<!\w)(?:начиная с|вплоть до)(?!\w)|"
    r"(?<!\w)(?:в|на|при|у) (?:всех|каждом|каждой|обоих|обеих|любом|любой)(?!\w)|(?<!\w)(?:везде|всюду)(?!\w)",
    re.I,
)


def _among_others(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether an extreme is told of a metric among others, at every level: "the smallest of the three at every size", "the smaller of the two"."""
    levels = {fact.level for fact in facts_of(scene, ruling.facts)}
    if predicate not in ("best", "order", "monotone") or ruling.facts and len(levels) < 2:
        return False
    start, stop = segment(scene, token.index)
    said = scene.text_of(start, stop)
    if any(start <= m.first <= token.index for m in scene.mentions.levels):
        return False  # a level is the subject, and the group is one of levels
    counts = [WORD_NUMBERS.get((m["en"] or m["ru"]).lower()) for m in _AMONG.finditer(said)]
    others = any(count is not None and count != len(scene.vocabulary.level_ids) for count in counts)
    rows = any(says_each_row(scene, token, m.factor) for m in scene.mentions.levels if start <= m.first <= stop and len(m.ids) > 1)  # fmt: skip
    return others or predicate == "best" and _AT_EACH.search(said) is not None and not rows


def _of_a_way(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether it is a way that is called fastest or slowest, and values refused it: "throughput declined fastest at 40, slowest at 10"."""
    used = facts_of(scene, ruling.facts)
    if predicate != "best" or not used or any(fact.stat in ("slope", "angle") for fact in used):
        return False
    if not any(pattern.match(token.lower) for pattern in (_FAST, _SLOW)):
        return False
    start, stop = segment(scene, token.index)
    begun = segment(scene, start - 2)[0] if start > 1 else start
    return any(t.has("up.intransitive", "down.intransitive") for t in scene.tokens[begun : stop + 1])


def _operand(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether an extreme is one side of a comparison, and no place among the levels: "the worst at 40 is below the worst at 10"."""
    if predicate != "best" or any(fact.stat in ("min", "max") for fact in facts_of(scene, ruling.facts)):
        return False
    start, stop = segment(scene, token.index)
    compared = [
        t for t in scene.tokens[start : stop + 1] if t.has("up.comparative", "down.comparative", "better", "worse")
    ]
    twice = sum(t.stems == token.stems for t in scene.tokens[start : stop + 1]) > 1
    return twice and bool(compared)


_JOINS = {"and", "but", "while", "и", "а", "но"}


def _joined_behind(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether the metric that refused is the subject of the next statement: "A gains and B loses"."""
    used = {fact.metric for fact in facts_of(scene, ruling.facts)}
    own = any(
        token.index - 3 <= m.last < token.index and m.exact and m.metrics and not m.metrics & used
        for m in scene.mentions.metrics
    )
    behind = [m for m in scene.mentions.metrics if m.metrics & used]
    way = token.has("up.intransitive", "down.intransitive", "better", "worse", "up.noun", "down.noun")
    if predicate != "order" or not way or not own or not behind or any(m.first < token.index for m in behind):
        return False
    return any(t.lower in _JOINS for t in scene.tokens[token.index + 1 : behind[0].first])


def _as_it_grows(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether the words only say that the parameter is changed: "as clients are added"."""
    start, stop = token.index, segment(scene, token.index)[1]
    if predicate != "order" or token.lower not in ("as", "when", "while", "когда", "пока"):
        return False
    named = any(start <= m.first <= stop and m.metrics for m in scene.mentions.metrics)
    parameter = any(start <= at <= stop for at, _ in scene.mentions.factors)
    return not named and (parameter or any(may_be_parameter(scene, t.text) for t in scene.tokens[start : stop + 1] if t.is_word))  # fmt: skip


_THAN = re.compile(r"\bthan\b|\bbaseline\b|\bdefault\b|(?<!\w)(?:чем|баз\w+|умолчани\w+|исходн\w+)(?!\w)", re.I)


def _nobody_beside(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether all others are denied to be better than a level that was named just before: "4400 at 20 ms; nobody does better"."""
    if predicate != "all":
        return False
    start, stop = segment(scene, token.index)
    said = scene.text_of(start, stop)
    named = any(m.last < start for m in scene.mentions.levels)
    return named and _NOBODY.search(said) is not None and _THAN.search(said) is None


_FAST = re.compile(r"^(?:fast|quick|steep|sharp|rapid|быстр|круч|крут|резк|сильн)", re.I)
_SLOW = re.compile(r"^(?:slow|gentl|flat|медленн|пологий|полог|плавн)", re.I)


def _steepest(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether a fall is called fast or slow and the slopes, by their size, bear it out: "speed declined fastest at 20"."""
    slopes = {fact.level: fact.value for fact in facts_of(scene, ruling.facts) if fact.stat == "slope"}
    start, stop = segment(scene, token.index)
    levels = {m.ids for m in scene.mentions.levels if start <= m.first <= max(stop, token.index + 5)}
    if predicate != "best" or len(slopes) < 2 or len(levels) != 1:
        return False
    fast, slow = (any(pattern.match(t.lower) for t in scene.tokens[start : stop + 1]) for pattern in (_FAST, _SLOW))
    edge = (max if fast else min)(slopes, key=lambda level: abs(slopes[level]))
    return fast != slow and {edge} == set(next(iter(levels)))


_AFTER = {"after", "beyond", "past", "после", "за", "свыше", "выше"}


def _from_there(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether a way is told of what lies behind a level, and was refused by what lies before it: "it grows again after 5"."""
    start, stop = segment(scene, token.index)
    order = scene.vocabulary.numeric_order
    used = {fact.level for fact in facts_of(scene, ruling.facts)}
    said = {m.first: next(iter(m.ids)) for m in scene.mentions.levels if len(m.ids) == 1}
    from_here = [
        said.get(at, scene.tokens[at].text)
        for at in range(start + 1, stop + 1)
        if scene.tokens[at - 1].lower in _AFTER and (at in said or scene.tokens[at].text in order)
    ]
    if predicate != "order" or len(from_here) != 1 or from_here[0] not in used or not used <= set(order):
        return False
    return any(order.index(level) < order.index(from_here[0]) for level in used if level is not None)


def _where(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether a way only says which levels are meant: "system time rises even where user time falls"."""
    start, _ = segment(scene, token.index)
    said = [t.lower for t in scene.tokens[max(0, start - 1) : token.index]]
    return predicate in ("order", "monotone") and any(word in ("where", "wherever", "где") for word in said)


def _of_a_noun_before(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether a noun that is no metric stands right before the extreme, and its clause names none: "system time is lowest, user time highest there"."""
    start, stop = segment(scene, token.index)
    if predicate != "best" or token.index <= start or any(start <= m.first <= stop for m in scene.mentions.metrics):
        return False
    return foreign_subject(scene, token.index - 1, token.index - 1, token.index)


_TOLD_LEVEL = re.compile(r"(?:^|[\s,])([^\s:,]+): (-?\d+(?:\.\d+)?)(?=[,;]|$)")


def _level_unread(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether the clause says the very level by its bare number, which was not read as one: "by the spread 10 is best, too"."""
    tried = set(scene.vocabulary.level_ids)
    told = {level: float(value) for level, value in _TOLD_LEVEL.findall(ruling.en) if level in tried}
    if predicate != "best" or ruling.expected != ruling.en or len(told) < 2:
        return False
    edges = {level for level, value in told.items() if value in (min(told.values()), max(told.values()))}
    start, stop = segment(scene, token.index)
    bare = [t for t in scene.tokens[start : stop + 1] if t.text in edges and t.index not in scene.mentions.level_tokens]
    return any((bound := scene.bounds.get(t.index)) is None or bound.verdict != "supported" for t in bare)


_OWN = {"its", "their", "his", "her", "свой", "своя", "своё", "свое", "свои", "своего", "своей", "своих", "свою", "его", "ее", "её", "их"}  # fmt: skip


def _possessed(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether an extreme is the best or worst of what one level or group has itself: "their worst is below …", "direct connections reach their best throughput"."""
    if predicate != "best" or not token.index or scene.tokens[token.index - 1].lower not in _OWN:
        return False
    start, _ = segment(scene, token.index)
    if any(fact.stat in ("min", "max") for fact in facts_of(scene, ruling.facts)):
        return False
    return not any(start <= m.first < token.index for m in scene.mentions.metrics)
