"""Withholds the refusal of a number that its sentence gives a place of its own: "X to 20 instead of 5 gives 3,390 instead of 2,985", "241 on average, 520 at most", under "1 | 256": "6.2% | 11.4%".

The judge has bound it to the nearest level and statistic. Where the wording says which level, statistic, base or metric it is of, and the number is just that, nothing was refuted.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound
from factcheck.binding.operands import has_speed, is_of_speed
from factcheck.binding.pairs import Pair, changes_pct
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import segment
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_said
from factcheck.judging.superlatives import extremes
from factcheck.judging.verdicts import Ruling
from factcheck.rereading.clemency import states

_INSTEAD = re.compile(
    r"\b(?:instead of|rather than|in place of|against|versus|vs)\b|(?<!\w)(?:вместо|против)(?!\w)", re.I
)
_MOST = re.compile(
    r"^\W*(?:\w+ ){0,2}(?:at (?:the )?(?:very )?(?:most|peak|maximum|worst|top)|tops|maximum|в (?:пике|максимуме|худшем случае|худший момент)|по максимуму|максимум|на пике)\b",
    re.I,
)
_LEAST = re.compile(
    r"^\W*(?:\w+ ){0,2}(?:at (?:the )?(?:very )?(?:least|minimum|lowest|bottom)|minimum|в (?:минимуме|лучшем случае)|по минимуму|минимум)\b",
    re.I,
)
_AS_A_BASE = re.compile(r"(?:\bas|=|(?<!\w)за|\bto|(?<!\w)к|\bat)\s*$", re.I)
_TAKEN = re.compile(
    r"\b(?:tak(?:e|ing)|set(?:ting)?|with|let|put(?:ting)?|normali[sz]\w+|index\w*|if)\b|(?<!\w)(?:принять|приняв|примем|если|взять|взяв|считая|принимая|нормир\w+|за)(?!\w)",
    re.I,
)
_NOT_LESS = re.compile(
    r"(?:\bat least|\bmore than|\bno(?:t)? less than|\bwell over|\bover|\bnot even|не менее(?: чем)?|не меньше(?: чем)?|как минимум|минимум|более чем|больше чем|по меньшей мере|хотя бы)(?: в)?\s*$",
    re.I,
)
_THE_REST = re.compile(
    r"\b(?:elsewhere|(?:the|all) others?|(?:the )?other \w+|the rest|(?:the )?remaining|every other|any other)\b"
    r"|(?<!\w)(?:остальн\w+|прочи\w+|других|другие|другом|иных)(?!\w)",
    re.I,
)
_NO_LESS = re.compile(
    r"\b(?:at least|no less|not less|above|over|more than|not below|never below)\b|(?<!\w)(?:не (?:ниже|менее|меньше)|выше|больше|более|свыше)(?!\w)",
    re.I,
)
_NO_MORE = re.compile(
    r"\b(?:at most|no more|not more|below|under|less than|not above|up to|within)\b|(?<!\w)(?:не (?:выше|более|больше)|ниже|меньше|менее|до)(?!\w)",
    re.I,
)
_EXTREME = re.compile(r"\b(?P<low>minimum|lowest|bottom|low point)\b|\b(?:maximum|highest|top|peak)\b|(?<!\w)(?P<low_ru>минимум|минимал\w+|дно)(?!\w)|(?<!\w)(?:максимум|максимал\w+|пик)(?!\w)", re.I)  # fmt: skip
_AGAINST = {"против", "against", "vs", "versus"}
_OUTERMOST = re.compile(
    r"\b(?P<low>lowest|smallest|least|shortest|minimum)\b|\b(?:highest|largest|greatest|longest|most|maximum)\b"
    r"|(?<!\w)(?P<low_ru>наименьш\w+|миним\w+|сам\w{2} низк\w+)|(?<!\w)(?:наибольш\w+|максим\w+|сам\w{2} высок\w+)",
    re.I,
)
_BUSY = re.compile(r"(?:\b(?:busy|utili[sz]ed|loaded|saturated|full)(?: \w+){0,2} (?:at|to)|(?<!\w)(?:занят|загруж|заполн|утилизир|нагруж)\w*(?: \w+){0,3} на)\s*(?:и |даже |лишь |только |почти |около )*$", re.I)  # fmt: skip
_BETWEEN_THEM = re.compile(r"^\W*(?:\w+ ){0,2}(?:between|among) them\b|^\W*(?:combined|together|taken together|all told)\b|^\W*(?:вместе|в сумме|суммарно|на двоих|на троих|на всех)(?!\w)", re.I)  # fmt: skip
_NUMBER_OF_DROPS = re.compile(r"(?:\b(?:number|count|frequency) of (?:the )?(?:drops?|dips?|stalls?|crises)|(?<!\w)(?:число|количество|частота) (?:просад|провал|кризис)\w+)(?: \w+){0,2}$", re.I)  # fmt: skip
_PER_PIECE = re.compile(
    r"\bper (?P<en>transaction|query|commit|row|request|statement|core|client|worker)s?\b"
    r"|(?<!\w)на (?:одну |один |каждую |каждый )?(?P<ru>транзакци|запрос|строк|ядр|клиент)\w*(?!\w)",
    re.I,
)
_BEST_AND_WORST = re.compile(
    r"\bbetween (?:the )?(?:best|worst|highest|lowest|fastest|slowest|largest|smallest) and (?:the )?(?:best|worst|highest|lowest|fastest|slowest|largest|smallest)\b"
    r"|(?<!\w)между (?:сам\w+ )?(?:лучш|худш|наи|высок|низк|быстр|медлен)\w+ и (?:сам\w+ )?(?:лучш|худш|наи|высок|низк|быстр|медлен)\w+",
    re.I,
)
_EXPECTED = re.compile(r"-?\d+(?:\.\d+)?")


def open_placed(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> Ruling:
    """The ruling of a number in prose: unverifiable instead of contradicted where its place says what it is of, and it is that."""
    if ruling.verdict != "contradicted" or scene.block.kind not in ("paragraph", "item", "lead"):
        return ruling
    rules: tuple[Callable[[Scene, Bound, str, Ruling], bool], ...] = (
        _instead, _at_an_end, _as_hundred, _by_heads, _at_least, _of_the_rest, _of_the_extreme, _behind_its_level, _of_the_parent, _of_its_subject,
        _one_against_another, _outermost, _busy, _between_them, _of_drops, _next_in_row, _of_a_whole, _chained, _per_piece,
        _between_extremes, _counted_part, _in_its_name, _of_how_fast
    )  # fmt: skip
    if not any(rule(scene, bound, predicate, ruling) for rule in rules):
        return ruling
    bound.reread = True
    return Ruling(
        "unverifiable",
        f"its place says what it is of ({ruling.en})",
        f"о чём это, говорит его место ({ruling.ru})",
        ruling.facts,
    )


def _rows(scene: Scene, bound: Bound, level: str | None, stat: str | None = None) -> Iterator[Fact]:
    """The facts at a level of the metrics that a number may be of: those it was bound to and those that its sentence names."""
    metrics = bound.metrics.union(*(m.metrics for m in scene.mentions.metrics if m.exact))
    for metric in sorted(metrics):
        for fact in scene.vocabulary.by_metric.get(metric, ()):
            if fact.level == level and fact.partner is None and (stat is None or fact.stat == stat):
                yield fact


def _told_at(scene: Scene, bound: Bound, level: str | None, stat: str | None = None) -> bool:
    return any(states(scene, bound, fact) for fact in _rows(scene, bound, level, stat))


def _numbers(scene: Scene) -> list[int]:
    named = scene.mentions.level_tokens | scene.mentions.name_tokens
    return [t.index for t in scene.tokens if t.number is not None and t.number.is_value and t.index not in named]


def _levels(scene: Scene) -> list[str]:
    return [next(iter(m.ids)) for m in scene.mentions.levels if len(m.ids) == 1]


def _instead(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "20 instead of 5 gives 3,390 instead of 2,985": the first number is of the first level."""
    places, levels = _numbers(scene), _levels(scene)
    if predicate != "value" or len(places) != 2 or len(levels) != 2 or bound.place not in places:
        return False
    twice = len(_INSTEAD.findall(scene.sentence.text)) == 2
    return twice and _told_at(scene, bound, levels[places.index(bound.place)])


def _at_an_end(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "241 on average, 520 at most": the statistic stands behind its number."""
    after = scene.block.text[scene.tokens[bound.place].end :][:40]
    stat = "max" if _MOST.match(after) else "min" if _LEAST.match(after) else None
    if predicate != "value" or stat is None or len(bound.levels) != 1:
        return False
    return any(_told_at(scene, bound, level, stat) for level in bound.levels[0])


def _as_hundred(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "Taking 1000 as 100%": the base of the percentages that follow."""
    before = scene.block.text[: scene.tokens[bound.place].start]
    whole = bound.number.low_value() in (1, 100) and bound.number.high is None
    return whole and _AS_A_BASE.search(before[-12:]) is not None and _TAKEN.search(before[-60:]) is not None


def _by_heads(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """Under "1 | 256": "system CPU: 6.2% | 11.4%": one number for each level, in their order."""
    places = _numbers(scene)
    if len(places) < 2 or bound.place not in places or scene.mentions.levels:
        return False
    for block in scene.surroundings[:2]:
        levels = [t.text for t in scene.world.tokens_of(block) if t.text in scene.vocabulary.level_ids]
        if len(levels) == len(places) and len(set(levels)) == len(levels):
            return _told_at(scene, bound, levels[places.index(bound.place)])
    return False


def _at_least(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "At least twice as high", refused by a larger multiple."""
    before = scene.block.text[: scene.tokens[bound.place].start]
    if predicate != "ratio" or not _NOT_LESS.search(before[-30:]):
        return False
    told = _EXPECTED.search(ruling.expected or "")
    return told is not None and abs(float(told.group())) >= abs(bound.number.low_value())


def _of_the_rest(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "At the other levels no less than 3.8": refused by the level of the clause before."""
    start, stop = segment(scene, bound.place)
    named = any(start <= m.first <= stop for m in scene.mentions.levels)
    lead = scene.text_of(max(0, start - 6), bound.place)
    used = {fact.level for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None}
    of_the_one = bool(used) and used <= {one for m in scene.mentions.levels for one in m.ids}
    if predicate != "value" or named or not of_the_one or not _THE_REST.search(lead):
        return False
    least, most = _NO_LESS.search(lead), _NO_MORE.search(lead)
    values = [
        value
        for metric in bound.metrics
        for level, fact in scene.vocabulary.series(metric)
        if level not in used
        for value in in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(metric))
    ]
    told = bound.number.low_value()
    return any(value >= told if least else value <= told if most else agrees(bound.number, [value]) for value in values)


def _of_the_extreme(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "The minimum is at 8 (352)": the value of the level that has the least, and not the least of its run."""
    start = bound.place
    while start and scene.tokens[start - 1].text not in ",;.":
        start -= 1
    said = _EXTREME.search(scene.text_of(start, bound.place))
    levels = frozenset().union(*bound.levels) if bound.levels else frozenset()
    named = bound.metric_at
    attributed = named is not None and (named.first - 1, named.last + 1) == (bound.stat_at, bound.place)
    attributed = attributed or bound.stat_at == bound.place - 2 and scene.tokens[bound.place - 1].lower == "of"
    if predicate != "value" or said is None or len(levels) != 1 or attributed:
        return False  # "peak latency 20.7 ms", "a peak of 20.7 ms" is of the run
    (level,) = levels
    kind = "min" if said["low"] or said["low_ru"] else "max"
    return any(
        fact.stat == "mean" and level in extremes(scene, fact.metric, kind) and states(scene, bound, fact)
        for fact in _rows(scene, bound, level)
    )


def _behind_its_level(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "400 – 16,340, 800 – 9,120": a level, a dash and its value, and no range."""
    number = bound.number
    first = re.match(r"[\w.,]+", number.text)
    if number.high is None or first is None or first.group() not in scene.vocabulary.level_ids:
        return False
    alone = [*scene.vocabulary.metrics] if not bound.metrics else sorted(bound.metrics)
    facts = (f for metric in alone for f in scene.vocabulary.by_metric.get(metric, ()) if f.level == first.group() and f.partner is None)  # fmt: skip
    return any(agrees(number, [fact.value], high=True) for fact in facts)


def _of_the_parent(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "- WAL volume by scale", and below it "- 500 – 28.8 MB/s": of the metric that the line above names."""
    named = any(scene.tokens[m.first].number is None for m in scene.mentions.metrics)
    if predicate != "value" or named or not scene.surroundings:
        return False
    above = {one for m in scene.world.mentions_of(scene.surroundings[0]).metrics if m.exact for one in m.metrics}
    levels = frozenset().union(*bound.levels) if bound.levels else frozenset()
    facts = (f for one in above - bound.metrics for f in scene.vocabulary.by_metric.get(one, ()) if f.level in levels and f.partner is None)  # fmt: skip
    return len(levels) == 1 and any(states(scene, bound, fact) for fact in facts)


def _of_its_subject(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "A vs B. B is lower by 96%": the level that the clause begins with, held against the other of the two."""
    start, _ = segment(scene, bound.place)
    own = [m for m in scene.mentions.levels if start <= m.first < bound.place and len(m.ids) == 1 and m.role != "than"]
    around = list(dict.fromkeys([*_levels(scene), *(one for former in scene.before(1) for one in _levels(former))]))
    first = scene.tokens[start].text
    if predicate != "delta" or len(around) != 2 or not (len(own) == 1 or first in around):
        return False
    level = first if first in around else next(iter(own[0].ids))
    base = next((one for one in around if one != level), level)
    way, _ = direction_said(scene, bound)
    return any(
        agrees(bound.number, [abs(value)]) and (not way or (value > 0) == (way > 0))
        for metric in sorted(bound.metrics)
        for value, _ in changes_pct(scene, metric, Pair(base, level, True), bound.stat)
    )


def _one_against_another(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "At 4 nearly twice as steep as at 2 (17.4 against 9.1)": the first number is of the level that is told first."""
    joined = [t.index for t in scene.tokens if t.lower in _AGAINST and bound.place in (t.index - 1, t.index + 1)]
    if predicate != "value" or not joined:
        return False
    before = [next(iter(m.ids)) for m in scene.mentions.levels if m.last < joined[0] - 1 and len(m.ids) == 1][-2:]
    return len(before) == 2 and _told_at(scene, bound, before[bound.place > joined[0]])


def _outermost(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "The highest mean, 18,420, belongs to A, the lowest, 4,310, to B": called an end of all, and it is."""
    said = _OUTERMOST.search(scene.text_of(max(0, bound.place - 3), bound.place))
    if predicate != "value" or said is None:
        return False
    end = min if said["low"] or said["low_ru"] else max
    for metric in bound.metrics:
        rows = [fact for _, fact in scene.vocabulary.series(metric)]
        if rows and states(scene, bound, end(rows, key=lambda fact: fact.value)):
            return True
    return False


def _busy(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "Диск занят и на 90%": how busy it is, and no change by that much."""
    return predicate == "delta" and _BUSY.search(scene.block.text[: scene.tokens[bound.place].start][-60:]) is not None


def _between_them(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "LWLock, IO and Timeout share 25.8% between them": the sum of what stands before."""
    if predicate not in ("value", "share") or not _BETWEEN_THEM.match(scene.block.text[scene.tokens[bound.place].end :][:40]):  # fmt: skip
        return False
    levels = frozenset().union(*bound.levels) if bound.levels else scene.inherited_levels
    named = list(dict.fromkeys(next(iter(m.metrics)) for m in scene.mentions.metrics if m.last < bound.place and len(m.metrics) == 1))  # fmt: skip
    for level in levels:
        shares = [next(iter(scene.vocabulary.values(metric, "share", level)), None) for metric in named]
        values = [fact.value for fact in shares if fact is not None]
        if any(agrees(bound.number, [sum(values[at:])]) for at in range(len(values) - 1)):
            return True
    return False


def _of_drops(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "The number of drops doubles": of how many there are, and of no metric."""
    before = scene.block.text[: scene.tokens[bound.place].start].rstrip()[-60:]
    return predicate in ("ratio", "delta") and _NUMBER_OF_DROPS.search(before) is not None


def _next_in_row(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "Median 33.9 ms, p99 54.7 ms": the statistic of the number before is not that of the next."""
    if predicate != "value" or bound.stat is None or bound.stat_at is None or bound.stat_at > bound.place:
        return False
    between = scene.tokens[bound.stat_at : bound.place]
    comma = next((t.index for t in between if t.text == "," and any(o.number is not None and o.index < t.index for o in between)), None)  # fmt: skip
    return comma is not None and any(comma < m.first < bound.place for m in scene.mentions.metrics)


def _of_a_whole(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "A takes more than half of B (52.9%)": a share of what stands beside the number, of what the sentence speaks of."""
    if bound.number.dimension != "percent" or bound.metric_at is None or bound.metric_at.first > bound.place:
        return False
    wholes = {name.lower() for name in _names(scene, bound)}
    named = {one for m in scene.mentions.metrics for one in m.metrics} - bound.metrics
    levels = frozenset().union(*bound.levels) if bound.levels else scene.inherited_levels
    return any(
        fact.stat == "share" and fact.level in levels and (fact.denominator or "").lower() in wholes and states(scene, bound, fact)
        for metric in named
        for fact in scene.vocabulary.by_metric.get(metric, ())
    )  # fmt: skip


def _chained(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "Switches decline in step with speed: 142.6 → 128.9 → 118.3": all of the row are values of one other metric that is named."""
    row = [at for at in sorted(scene.bounds) if _joined(scene, at)]
    if predicate != "value" or bound.place not in row or len(row) < 3:
        return False
    named = {one for m in scene.mentions.metrics for one in m.metrics} - bound.metrics
    rows = (
        [f for f in scene.vocabulary.by_metric.get(one, ()) if f.partner is None and f.run is None] for one in named
    )
    return any(all(any(states(scene, scene.bounds[at], fact) for fact in facts) for at in row) for facts in rows)


def _joined(scene: Scene, at: int) -> bool:
    around = (*scene.tokens[max(0, at - 1) : at], *scene.tokens[at + 1 : at + 2])
    return any(t.text in ("→", "->") for t in around)


def _per_piece(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "Per transaction it is about eight: 8.0 at 1 and 7.8 at 8": of a quotient that no metric is."""
    said = _PER_PIECE.search(scene.sentence.text)
    own = scene.sentence.text[scene.tokens[bound.place].end - scene.tokens[0].start : said.start()] if said else ""
    if "," in own:
        return False  # "188.6, comes to almost twelve per core": of what stands behind the comma
    piece = (said["en"] or said["ru"]).lower() if said is not None else ""
    return predicate == "value" and bool(piece) and not any(piece in name.lower() for name in _names(scene, bound))


def _between_extremes(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "Between the best and the worst level latency differs by only 0.25 ms": the distance of the two, and no value."""
    if predicate != "value" or not _BEST_AND_WORST.search(
        scene.sentence.text[: bound.number.start - scene.tokens[0].start]
    ):
        return False
    for metric in bound.metrics:
        rows = [fact for _, fact in scene.vocabulary.series(metric)]
        held = [next(iter(in_unit(f, bound.number.unit, scene.vocabulary.unit_of(metric))), None) for f in rows]
        values = [value for value in held if value is not None]
        if len(values) > 1 and agrees(bound.number, [max(values) - min(values)]):
            return True
    return False


def _counted_part(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "WALWrite gives some 1,030 waits a minute": a part of the whole that the number was bound to, told as an amount by its share."""
    if predicate != "value" or bound.number.dimension == "percent" or len(bound.levels) != 1:
        return False
    parts = {one for m in scene.mentions.metrics for one in m.metrics} - bound.metrics
    for whole, part, level in itertools.product(bound.metrics, parts, bound.levels[0]):
        names = {whole, *(name for names in scene.vocabulary.metrics[whole].names.values() for name in names)}
        for share in scene.vocabulary.values(part, "share", level):
            total = scene.vocabulary.central(whole, level)
            if share.denominator in names and share.unit == "%" and total is not None and total.stat != "share":
                if agrees(bound.number, [value * share.value / 100 for value in in_unit(total, bound.number.unit, scene.vocabulary.unit_of(whole))]):  # fmt: skip
                    return True
    return False


def _in_its_name(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "44 queries are misestimated more than tenfold": the number is a word of the metric's name."""
    words = " ".join(t.lower for t in scene.tokens[max(0, bound.place - 2) : bound.place + 1])
    return predicate == "ratio" and words.count(" ") == 2 and any(words in name.lower() for name in _names(scene, bound))  # fmt: skip


def _of_how_fast(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> bool:
    """ "Queries get 52% slower": of how long they take, and not of the blocks that a query reads."""
    if predicate not in ("delta", "ratio") or not is_of_speed(scene, bound.place):
        return False
    return bool(bound.metrics) and not any(has_speed(scene, metric) for metric in bound.metrics)


def _names(scene: Scene, bound: Bound) -> list[str]:
    """All names of the metrics that a number was bound to."""
    return [name for one in bound.metrics for names in scene.vocabulary.metrics[one].names.values() for name in names]
