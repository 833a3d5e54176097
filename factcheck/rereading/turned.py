"""Withholds the refusal of a word whose clause turns round, restricts or places what is said in a way that its judge does not read.

"It is the worst in neither", "nothing better than the baseline was found", "of the two the former is better", "the reverse holds for B", "it is lower there", "in terms of stability 8 is best",
"66% above the peak at 10", "here 8 is ahead, with a higher average": a judge that looks for one word takes these for the plain claim, and the plain claim is not what was said.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from factcheck.binding.agreement import agrees, shown
from factcheck.binding.arguments import DIRECTIONS, said_levels
from factcheck.binding.mention_words import is_told_for_a_goal
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import segment
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token
from factcheck.reading.units import unit_named
from factcheck.rereading.witnesses import way_around

_PROSE = ("paragraph", "item", "lead")
_DENIED = re.compile(
    r"\b(?:neither|nowhere|nothing|not in either|in no (?:respect|metric|case))\b"
    r"|(?<!\w)(?:нигде|ничего|ничто|ничем|ни (?:по|в|у|на|при) \w+[^.;]*(?:не|нет))(?!\w)",
    re.I,
)
_ORDINAL = re.compile(
    r"\b(?:the )?(?:former|latter)\b|\bthe (?:first|second|other)(?: one)? (?:is|was|wins|loses|does|has|comes|of)\b"
    r"|(?<!\w)(?:перв|втор)(?:ый|ая|ое|ого|ой|ому|ым)(?: из (?:них|двух))?(?= (?:\w+ )?(?:лучше|хуже|выше|ниже|больше|меньше|быстрее|медленнее|выигрыва|проигрыва|уступа|превосход|опережа|обгоня|отста|берет|берёт))",
    re.I,
)
_REVERSED = re.compile(
    r"\b(?:the (?:opposite|reverse|contrary)|opposite (?:picture|way|direction)|reversed|the other way (?:a)?round|not so)\b"
    r"|(?<!\w)(?:обратн\w+|противоположн\w+|наоборот|не так|иначе)(?!\w)",
    re.I,
)
_HERE = re.compile(r"\b(?:here|there|then)\b|(?<!\w)(?:здесь|там|тут|тогда|на н[её]м|при н[её]м)(?!\w)", re.I)
_STEADY = re.compile(
    r"\b(?:for|by|of|in terms of|when it comes to|as for|on|regarding|as regards|judged by|ranked by)\s+(?:its |the )?(?:\w+ )?(?:stability|steadiness|consistency|predictability|evenness|smoothness|variability|spread|scatter|jitter|variation)\b"
    r"|(?<!\w)(?:по|в плане|с точки зрения|в смысле|в части|что касается|насчет|насчёт)\s+(?:\w+ )?(?:стабильност\w*|устойчивост\w*|ровност\w*|предсказуемост\w*|разброс\w*|вариативност\w*|колебани\w*)",
    re.I,
)
_SPREADS = ("stddev", "cv", "amplitude", "mad")
_PART_OF_PEAK = re.compile(
    r"(?:%|percent|процент\w*|times|раза?|fold|half|twice|вдвое|втрое|половин\w+|points|пункт\w*|п\. ?п\.)\s*(?:\([^)]*\)\s*)?"
    r"(?:as (?:high|low|much|large) as|above|below|over|under|of|from|higher than|lower than|more than|less than|выше|ниже|от|больше|меньше)\s+(?:чем )?(?:the |its |that )?(?:\w+ )?$",
    re.I,
)
_WITH_SIDE = re.compile(
    r"\bwith (?:a|the|an) (?:higher|lower|larger|smaller|bigger|greater|shorter|longer)\b|(?<!\w)(?:с|со|при|имея) (?:более |менее )?(?:высок|низк|больш|меньш)\w+",
    re.I,
)
_DIFFERENCE = re.compile(
    r"\b(?:change|difference|gap|gain|loss|increase|decrease|rise|fall|drop|step|jump|effect|swing|shift|improvement)\s+(?:\w+ )?(?:is|was|gets|becomes|turns out)\b"
    r"|(?<!\w)(?:изменени\w+|разниц\w+|разрыв\w*|прирост\w*|выигрыш\w*|проигрыш\w*|рост|падени\w+|снижени\w+|скач\w+|шаг\w*|эффект\w*|сдвиг\w*)\s+(?:\w+ ){0,2}(?:больше|меньше|выше|ниже|сильнее|слабее|заметнее|круче)",
    re.I,
)
_EVEN_MORE = re.compile(r"\b(?:even|still|yet) (?:more|less|faster|further)\b|\bin relative terms\b|(?<!\w)(?:ещ[её] (?:больше|сильнее|меньше|быстрее)|относительно (?:говоря|базы)|в относительном выражении|в процентах)(?!\w)", re.I)  # fmt: skip
_NEVER_BEYOND = re.compile(
    r"\b(?:never|not|no\w*|without|cannot)\b[^,.;]{0,25}\b(?:below|above|under|over|beyond|past)\b|(?<!\w)(?:не|никогда|нигде|ни разу)\b[^,.;]{0,25}(?:ниже|выше|за пределы|меньше|больше)(?!\w)",
    re.I,
)
_OVER = re.compile(r"\b(?:gains?|gained|loses?|lost|wins?|won)\s+(?:over|to|against|on)\b", re.I)
_COMPARED = r"(?:\b(?:compared (?:with|to)|in comparison (?:with|to)|relative to|against|versus)\b|(?<!\w)(?:по сравнению с|относительно|против|в сравнении с)(?!\w))"
_THE_REST = re.compile(
    r"\b(?:elsewhere|the (?:others?|rest|remaining)|other levels|all others)\b|(?<!\w)(?:остальн|прочи)\w+", re.I
)
_OUTDONE = re.compile(r"уступ|отста|trail|lags?\b|lagg|behind", re.I)
_OF_METRIC = re.compile(r"along the levels: ([^\s:]+)")
_COLLAPSES = re.compile(
    r"\b(?:collaps\w+|stall(?:s|ed)|dip(?:s|ped)|sag(?:s|ged))\b|(?<!\w)(?:просед\w+|просел\w*|провалива\w+|провалил\w+)(?!\w)",
    re.I,
)
_DROPS = re.compile(r"\b(?:drops?|dips?|stalls?|crisis|crises)\b|(?<!\w)(?:просад|провал|кризис)\w+", re.I)
_FOR_A_WHILE = re.compile(r"\bfor (?:\w+ )?(?:minutes?|seconds?|a while|a moment)\b|(?<!\w)(?:ненадолго|на \S+ (?:минут|секунд)\w*|на (?:минут|секунд)\w+|кратковременно)(?!\w)", re.I)  # fmt: skip
_HOW_MANY = {"меньше", "больше", "fewer", "more", "less"}
_PRONOUN = re.compile(r"^(?:(?:and|but|while|so|а|но|и|зато)\s+)?(?:it|they|он|она|оно|они)(?!\w)", re.I)
_OF_BASE = re.compile(r"(?<!\w)(?:исходн(?:ого|ой|ых)|базов(?:ого|ой)|умолчательн\w+)(?=\W*$|\s*[—–(,:])|\bthan (?:the )?(?:default|baseline|original)\b", re.I)  # fmt: skip
_PARTLY = re.compile(r"\b(?:after|beyond|past|from there|afterwards|thereafter|up to|until)\b|(?<!\w)(?:после|за (?:ним|ней|этим)|дальше|далее|затем|вплоть до|до)(?!\w)", re.I)  # fmt: skip
_PERCENTILE = re.compile(r"p\d\d(?!\w)|percentile|median|перцентил|процентил|медиан", re.I)
_TO_NUMBER = re.compile(r"(?:\bto|(?<!\w)до)\s+[\d.,]+", re.I)
_STATISTICS = re.compile(r"\bmedians?\b|\bpercentiles?\b|\bmaxim(?:a|ums?)\b|\bminim(?:a|ums?)\b|(?<!\w)(?:медиан|перцентил|процентил|максимум|минимум)\w*", re.I)  # fmt: skip
_LEAD = re.compile(
    r"\b(?:lead|advantage|edge|superiority)\b|(?<!\w)(?:перевес|преимуществ|превосходств|отставани)\w*", re.I
)
_AT_EVERY = re.compile(
    r"\b(?:at|in|under|with) (?:every|each|all|any) (?!step|increase|doubling|rise)\w+|(?<!\w)(?:на|при|в) (?:каждом|всех|любом) (?!шаг)\w+",
    re.I,
)
_MARKS = frozenset(",;:.—–()")
_OF_WAYS = ("along the levels",)


def open_turned(scene: Scene, predicate: str, place: int, ruling: Ruling) -> Ruling:
    """The ruling of a claiming word in prose: unverifiable instead of contradicted where its clause turns what is said."""
    if ruling.verdict != "contradicted" or scene.block.kind not in _PROSE:
        return ruling
    token = scene.tokens[place]
    start, stop = segment(scene, place)
    clause = scene.text_of(start, stop)
    rules: tuple[Callable[[Scene, str, Token, str, Ruling], bool], ...] = (
        _denied, _of_one_of_two, _reversed, _placed, _by_the_course_before, _of_steadiness, _part_of_a_peak, _side_said,
        _of_a_difference, _bounded, _compared_with, _of_the_rest, _outdone, _each_its_end, _of_the_next_in_list, _of_a_drop,
        _for_a_while, _by_pronoun, _above_an_extreme, _of_base, _partly, _within_its_level, _with_its_value, _alike_there, _by_the_statistic_before, _by_statistics_named, _of_a_lead, _beside_a_partner, _of_no_link,
        _by_an_amount, _than_unnamed, _how_fast, _levels_of_others, _from_there, _than_a_metric
    )  # fmt: skip
    if not any(rule(scene, predicate, token, clause, ruling) for rule in rules):
        return ruling
    return Ruling(
        "unverifiable",
        f"the clause says it otherwise ({ruling.en})",
        f"сказано об этом иначе ({ruling.ru})",
        ruling.facts,
    )


def _denied(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "It is the worst in neither", "nowhere else does it climb so high", "nothing better than the baseline was found"."""
    return predicate in ("order", "best") and _DENIED.search(clause) is not None


def _of_one_of_two(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "Of 8 and 4 the former is better": which of two is told by its place."""
    return predicate in ("order", "best") and _ORDINAL.search(clause) is not None


def _reversed(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "The reverse is true of B": refused by the way that was told of A."""
    told = _OF_METRIC.match(ruling.en)
    if predicate != "order" or told is None or not _REVERSED.search(clause):
        return False
    start, stop = segment(scene, token.index)
    own = {one for m in scene.mentions.metrics if start <= m.first <= stop + 8 for one in m.metrics}
    return told[1] not in own


def _along_all(scene: Scene, ruling: Ruling) -> bool:
    """Whether a refusal stands on the row over all levels."""
    return ruling.en.count(" → ") == len(scene.vocabulary.level_ids) - 1 > 1


def _placed(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "It is lower there": one level against another, and no way along all of them."""
    compares = token.has("up.comparative", "down.comparative", "better", "worse")
    return predicate == "order" and compares and _along_all(scene, ruling) and _HERE.search(clause) is not None


def _by_the_course_before(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "From 5 to 10 A grows. B falls": the course of the sentence before, along which the way does hold."""
    former = scene.former
    if predicate != "order" or former is None or not _along_all(scene, ruling) or scene.mentions.levels:
        return False
    course = [next(iter(m.ids)) for m in former.mentions.levels if len(m.ids) == 1]
    if len(course) != 2:
        return False
    way = way_around(scene, token)
    used = {fact.metric for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None}
    for metric in used:
        one, two = (scene.vocabulary.central(metric, level, None) for level in course)
        if one is not None and two is not None and (shown(two) - shown(one)) * way > 0:
            return True
    return False


def _of_steadiness(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "In terms of stability 8 is the best of the lot": refused by the values themselves."""
    used = {fact.stat for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None}
    return (
        predicate in ("best", "order")
        and bool(used)
        and not used & set(_SPREADS)
        and _STEADY.search(clause) is not None
    )


def _part_of_a_peak(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "66% above the peak at 10": what an amount is held against."""
    return predicate == "best" and _PART_OF_PEAK.search(scene.block.text[: token.start][-60:]) is not None


def _side_said(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "8 is ahead of 4, with a higher average": by which side it leads is said."""
    return predicate == "order" and _WITH_SIDE.search(scene.sentence.text[token.start - scene.tokens[0].start :]) is not None  # fmt: skip


def _of_a_difference(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "From 1 to 8 the change is larger", "in relative terms B grows even more": how two changes compare."""
    return predicate == "order" and (
        _DIFFERENCE.search(clause) is not None or _along_all(scene, ruling) and _EVEN_MORE.search(clause) is not None
    )


def _bounded(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "It never falls below the value at 16" is a bound, "what it gains over 4" a comparison: neither goes along the levels."""
    bound = ruling.en.startswith(_OF_WAYS) and _NEVER_BEYOND.search(clause) is not None
    return predicate == "order" and (bound or _OVER.match(scene.block.text[token.start :]) is not None)


def _compared_with(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "Compared with the run at 30 it went up": from that level to the one in force, where the refusal went to it."""
    goal = re.search(r"\(([^()]+)\)$", ruling.en.rstrip("."))
    if predicate != "order" or goal is None or not ruling.en.startswith(_OF_WAYS):
        return False
    return (
        re.search(_COMPARED + r"[^,;]*(?<!\w)" + re.escape(goal[1]) + r"(?!\w)", scene.sentence.text, re.I) is not None
    )


def _of_the_rest(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "Positive at 8, at the other levels — negative": refused by the level of the clause before."""
    first = token.index
    while first and scene.tokens[first - 1].text not in ",;.:":
        first -= 1
    named = any(first <= m.first <= token.index for m in scene.mentions.levels)
    return predicate == "correlates" and not named and _THE_REST.search(scene.text_of(first, token.index)) is not None


def _outdone(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "8 trails 4 in latency": worse than it, which is more where less is better."""
    used = {fact.metric for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None}
    sides = {scene.vocabulary.better(metric) for metric in used}
    return predicate == "order" and sides == {"lower"} and _OUTDONE.match(token.lower) is not None


def _of_a_drop(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "At 6 throughput collapses now and then": within the run, where the facts hold drops."""
    held = any(window.kind == "drop" for window in scene.vocabulary.facts.windows)
    return predicate == "order" and held and _COLLAPSES.search(clause) is not None


def _each_its_end(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "It grows to 23.3, the spread to 3.7": two ends of two ways, and no way from the one to the other."""
    if predicate != "order" or not ruling.en.rstrip(".").endswith("goes the other way"):
        return False
    behind = scene.block.text[token.start :]
    return len(_TO_NUMBER.findall(behind[:120])) > 1


def _of_the_next_in_list(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "Highest peak, fewest waits": refused by the metric that the next superlative is of."""
    used = {fact.metric for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None}
    used |= {metric for metric in scene.vocabulary.metrics if ruling.en.lower().startswith(f"{metric.lower()} ")}
    comma = next((t.index for t in scene.tokens[token.index : token.index + 4] if t.text == ","), None)
    if predicate != "best" or comma is None or comma + 1 >= len(scene.tokens):
        return False
    named = [m for m in scene.mentions.metrics if m.metrics & used]
    return superlative_kind(scene, scene.tokens[comma + 1]) is not None and bool(named) and all(m.first > comma for m in named)  # fmt: skip


def _for_a_while(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "The drop at 80 was over faster", "the speed fell by 27% for six minutes": of a drop, and of no level's mean."""
    if predicate != "order" or not scene.vocabulary.facts.windows or token.lower in _HOW_MANY:
        return False  # "fewer drops than at 20" is of their number
    return _DROPS.search(clause) is not None or _FOR_A_WHILE.search(scene.sentence.text) is not None


def _spoken(scene: Scene, first: int, last: int) -> set[str]:
    """The metrics that a stretch names."""
    return {one for m in scene.mentions.metrics if first <= m.first <= last for one in m.metrics}


def _used(scene: Scene, ruling: Ruling) -> set[str]:
    """The metrics of the facts that refuse."""
    facts = (scene.vocabulary.by_name.get(name) for name in ruling.facts)
    return {fact.metric for fact in facts if fact is not None}


def _by_pronoun(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "So the tail decides, and it is best at 8": of what the clause before names, and of nothing farther back."""
    start, stop = segment(scene, token.index)
    if predicate not in ("order", "best", "monotone") or start < 2 or not _PRONOUN.match(clause):
        return False
    before, _ = segment(scene, start - 2)
    said = _spoken(scene, before, start - 1)
    return not _spoken(scene, start, stop) and not said & _used(scene, ruling)


def _above_an_extreme(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "Its worst run is faster than the best at 8": the best is what is compared with."""
    before = scene.tokens[token.index - 1] if token.index else None
    return predicate == "best" and before is not None and (before.has("up.comparative", "down.comparative", "better", "worse") or before.lower in ("than", "чем"))  # fmt: skip


def _of_base(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "With one of them p99 is even better than the default": against the base, and no way along the levels."""
    compares = token.has("up.comparative", "down.comparative", "better", "worse")
    return predicate == "order" and compares and _along_all(scene, ruling) and _OF_BASE.search(clause) is not None


def _partly(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "Grows up to 40 and declines after it: 6 → 11 → 16 → 13": the row is of both ways."""
    head, colon, row = scene.block.text[token.end :].partition(":")
    order = scene.vocabulary.numeric_order
    ends = {one for m in scene.mentions.levels if m.first > token.index for one in m.ids} & {order[0], order[-1]}
    partly = _PARTLY.search(head) is not None and len(head) < 30 and not ends  # "up to the last" is the whole way
    return predicate == "order" and bool(colon) and "→" in row[:60] and partly


def _within_its_level(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "## 128MB … the longest one took 118 s": the longest of that level, where its value is just that."""
    if predicate not in ("order", "best") or len(scene.inherited_levels) != 1 or scene.mentions.levels:
        return False
    said = next((t for t in scene.tokens[token.index :] if superlative_kind(scene, t) is not None), None)
    if said is None:
        return False
    numbers = [t.number for t in scene.tokens[said.index : said.index + 7] if t.number is not None]
    metrics = _used(scene, ruling) | _spoken(scene, 0, len(scene.tokens))
    (level,) = scene.inherited_levels
    ends = [fact for stat in ("max", "min") for metric in metrics for fact in scene.vocabulary.values(metric, stat, level)]  # fmt: skip
    return any(agrees(number, [shown(fact)]) for number in numbers[:1] for fact in ends)


def _with_its_value(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "4,480 came with 8, the lowest, 2,110, with 2": the end that the number behind it is, and no rank of the level before."""
    if predicate != "best":
        return False
    said = next(
        (t for t in scene.tokens[token.index : token.index + 14] if superlative_kind(scene, t) in ("max", "min")), None
    )
    behind = scene.tokens[said.index + 1 : said.index + 3] if said is not None else []
    if said is None or len(behind) < 2 or behind[0].text != "," or behind[1].number is None:
        return False
    end = max if superlative_kind(scene, said) == "max" else min
    rows = [[shown(f) for _, f in scene.vocabulary.series(metric)] for metric in _spoken(scene, 0, said.index)]
    return any(row and agrees(behind[1].number, [end(row)]) for row in rows)


def _alike_there(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "Identical at 5 and 30; at 1 it is higher": alike at the levels of its own clause."""
    stop = next((t.index for t in scene.tokens[token.index :] if t.text == ";"), len(scene.tokens))
    start = next((t.index for t in reversed(scene.tokens[: token.index]) if t.text == ";"), -1)
    levels = {one for m in scene.mentions.levels if start < m.first < stop and len(m.ids) == 1 for one in m.ids}
    if predicate != "equivalent" or len(levels) != 2:
        return False
    rows = [{shown(fact) for level, fact in scene.vocabulary.series(metric) if level in levels} for metric in _used(scene, ruling)]  # fmt: skip
    return bool(rows) and all(len(row) == 1 for row in rows)


def _by_the_statistic_before(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "p99 is twice as high at 8, and only two of them stay within 12 ms": of the statistic that the clause before names."""
    start, stop = segment(scene, token.index)
    before = scene.text_of(0, start - 1) if start else ""
    headed = before.rstrip().endswith(":")  # "p99: all three are worse"
    return (
        predicate == "all" and not headed and not _spoken(scene, start, stop) and _PERCENTILE.search(before) is not None
    )


def _by_statistics_named(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "The medians at 8 and 16 nearly coincide", "both percentiles are best at 8": refused by the means."""
    judged = {fact.stat for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None}
    held = {fact.stat for fact in scene.vocabulary.facts.facts if fact.stat not in ("mean", "share")}
    ranked = predicate in ("best", "equivalent", "order")
    marks = [t.index for t in scene.tokens[: token.index] if t.text in _MARKS]
    first = marks[-1] + 1 if marks else 0
    goal = any(is_told_for_a_goal(scene.tokens, m.first) for m in scene.mentions.levels)
    lead = scene.text_of(first, token.index - goal) if first < token.index else ""
    return ranked and judged == {"mean"} and len(held) > 1 and _STATISTICS.search(lead) is not None


def _of_a_lead(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "At 8 it is 41% above the base, at 16 the lead shrinks to 26%": what shrinks is the lead."""
    return predicate == "order" and token.has(*DIRECTIONS) and _LEAD.search(clause) is not None


def _beside_a_partner(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "Writes are the weaker companion at every size": weaker than what was told before, and not from size to size."""
    compares = any(
        t.has("up.comparative", "down.comparative") and not t.has(*DIRECTIONS)
        for t in scene.tokens[max(0, token.index - 4) : token.index + 5]
    )
    return predicate == "monotone" and compares and _AT_EVERY.search(clause) is not None


def _of_no_link(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "Remote accesses are 2.3%, the same as …": held to be a likeness of coefficients where no link is spoken of."""
    judged = {fact.stat for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None}
    links = any(
        t.has("correlate") or t.number is not None and abs(t.number.low_value() if t.number.readings else 9) <= 1
        for t in scene.tokens
    )
    return predicate == "equivalent" and judged <= {"pearson", "spearman", "partial"} and bool(judged) and not links


_COMPARES = ("up.comparative", "down.comparative", "better", "worse")
_PARTS = ("half", "third", "quarter", "twice", "полов", "вполов", "трет", "четверт", "полтор", "полутор", "вдвое", "втрое", "вчетверо", "гига", "мега", "кило")  # fmt: skip
_BETWEEN = {"than", "чем", "на", "в", "by", "a", "an", "the", "одну", "один"}


def _by_an_amount(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "Fewer than nine were running", "потерял чуть больше гигабайта", "more than half of IO": a bound or an amount told in words, and no comparison of levels."""
    if predicate not in ("order", "monotone", "degree") or not token.has(*_COMPARES[:2]):
        return False
    behind = scene.tokens[token.index + 1 : token.index + 5]
    if token.lower in ("more", "less", "fewer") and (not behind or behind[0].lower != "than"):
        return False
    amount = next((t for t in behind if t.lower not in _BETWEEN), None)
    if amount is None or any(m.first <= amount.index <= m.last for m in scene.mentions.levels):
        return False
    number = amount.number is not None and amount.number.is_value
    return number or amount.lower in WORD_NUMBERS or amount.lower.startswith(_PARTS) or unit_named(amount.lower) is not None  # fmt: skip


_THOSE = re.compile(
    r"\W*(?:(?:than|чем)\s+)?(?:(?:for|in|at|with|on|у|при)\s+)?(?:either|both|обоих|обеих|обе|оба)(?!\w)", re.I
)
_ANYWHERE = re.compile(
    r"\W*(?:than|чем)\s+(?:(?:at|in|on|with|for|у|при|на)\s+)?(?:any\w*|где-либо|где бы|кто-либо|когда-либо|любо\w+|у кого)(?!\w)",
    re.I,
)


def _than_unnamed(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "It is slower than either": against levels that a pronoun stands for; "fewer than anywhere else": right where its level has the extreme of all."""
    behind = scene.block.text[token.end :]
    if predicate != "order" or not token.has(*_COMPARES):
        return False
    said = said_levels(scene, token) or scene.inherited_levels
    if _THOSE.match(behind):
        named = {m.ids: m.role for m in scene.mentions.levels if m.first < token.index}
        subjects = [ids for ids, role in named.items() if role != "than"]
        said = subjects[0] if len(subjects) == 1 else said
        others = (
            frozenset().union(*(ids for ids in named if not ids & said)) or frozenset(scene.vocabulary.level_ids) - said
        )
        return len(said) != 1 or len(others) != 2 or not _against_both(scene, said | others, said, token, ruling)
    if not _ANYWHERE.match(behind) or len(said) != 1:
        return False
    rows = [[(shown(f), level) for level, f in scene.vocabulary.series(metric)] for metric in _used(scene, ruling)]
    return any(row and {min(row)[1], max(row)[1]} & said for row in rows)


def _against_both(
    scene: Scene, levels: frozenset[str], said: frozenset[str] | set[str], token: Token, ruling: Ruling
) -> bool:
    """Whether a level has not the end of the three that a comparative with "both" gives it."""
    told = {(f.metric, f.stat) for name in ruling.facts if (f := scene.vocabulary.by_name.get(name)) is not None}
    rows = [[(shown(f), one) for one, f in scene.vocabulary.series(m, s) if one in levels] for m, s in sorted(told)]
    way = -1 if token.has("down.comparative") else 1 if token.has("up.comparative") else 0
    ends = [{max(row)[1]} if way > 0 else {min(row)[1]} if way < 0 else {min(row)[1], max(row)[1]} for row in rows if row]  # fmt: skip
    return bool(ends) and all(not end & said for end in ends)


_RATES = {"faster", "slower", "quicker", "быстрее", "медленнее", "больше", "сильнее", "меньше", "слабее"}
_COPULAS = {
    "is", "are", "was", "were", "be", "been", "gets", "get", "got", "becomes", "became", "runs", "ran", "works", "worked", "goes", "went", "comes", "came", "turns", "stays", "remains", "answers", "still", "even",
    "стал", "стала", "стало", "стали", "был", "была", "было", "были", "будет", "оказался", "оказалась", "оказалось", "оказались", "становится", "становятся", "работает", "работают", "идёт", "идет", "шла", "шёл", "остаётся", "остается",
}  # fmt: skip


def _how_fast(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "Waits accumulate faster with every value", "the tail gains even more": how fast or how much something goes, and not how high it is."""
    word = next((t for t in scene.tokens[token.index : segment(scene, token.index)[1] + 1] if t.lower in _RATES), None)
    if predicate not in ("order", "monotone") or word is None or not word.index or "slope" in " ".join(ruling.facts):
        return False
    before = [t for t in scene.tokens[max(0, word.index - 3) : word.index] if t.lower not in ("ещё", "еще", "even", "much", "гораздо", "намного", "чуть")]  # fmt: skip
    if not before or before[-1].lower in _COPULAS:
        return False
    way = before[-1].has("up.intransitive", "down.intransitive", "better", "worse") and not before[-1].has(
        *_COMPARES[:2]
    )
    return way and before[-1].lower not in _RATES


def _levels_of_others(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "It rises from mode to mode, and the step to A is larger than that to B": refused by two levels that only the next clause names."""
    levels = {fact.level for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None}
    start, stop = segment(scene, token.index)
    way = token.has("up.intransitive", "down.intransitive", *_COMPARES)
    if (
        predicate != "order"
        or len(levels) != 2
        or not way
        or any(start <= m.first <= stop for m in scene.mentions.levels)
    ):
        return False
    if scene.tokens[start].lower in ("despite", "несмотря", "notwithstanding"):
        return False  # "Despite the decreased memory use, tuned is faster": of the subject that follows
    following = scene.tokens[min(stop + 2, len(scene.tokens) - 1)].lower
    if following in ("than", "чем") or following.endswith(("ing", "ая", "яя", "ясь")):
        return False  # "lower, than at 8", "fall, reaching 85,400 under strict": still the same clause
    behind = {one for m in scene.mentions.levels if m.first > stop for one in m.ids}
    before = {one for m in scene.mentions.levels if m.first < start for one in m.ids} | set(scene.inherited_levels)
    return bool(levels & behind) and not levels <= before


_ON = re.compile(
    r"\b(?:from (?:there|then)|(?<!step )(?<!value )(?<!level )after (?:it|that)|before (?:it|that)|thereafter)\b"
    r"|(?<!\w)(?:до|от) (?:него|неё|нее|них|этого)(?!\w)|(?<!\w)после (?:него|неё|нее|них)(?!\w)|(?<!\w)оттуда(?!\w)",
    re.I,
)


def _from_there(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "Up to it speed rises with every step", "it bottoms out at 8, rises from there": of the levels on one side of one that a pronoun stands for."""
    used = _used(scene, ruling)
    spoken = used or {metric for metric in scene.vocabulary.metrics if metric in ruling.en}
    split = scene.matches(_ON) and not any(m.role == "to" for m in scene.mentions.levels)
    return predicate in ("order", "monotone", "all") and split and bool(spoken) and ("→" in ruling.en or _ON.search(clause) is not None)  # fmt: skip


def _than_a_metric(scene: Scene, predicate: str, token: Token, clause: str, ruling: Ruling) -> bool:
    """ "At each value the fit for waits is better than for speed": one metric against another, refused by the course of one of them."""
    than = next((t for t in scene.tokens[token.index : token.index + 14] if t.lower in ("than", "чем")), None)
    if predicate not in ("order", "monotone") or than is None or "→" not in ruling.en:
        return False
    near = [m for m in scene.mentions.metrics if 0 < m.first - than.index <= 2]
    own = [m for m in scene.mentions.metrics if m.last < than.index and m.metrics]
    return bool(near) and bool(own) and near[0].metrics != own[-1].metrics
