"""Opens refusals of what a sentence about a plain table may say otherwise: of a part of the levels, of a difference, of one metric against another.

It stands behind all other judges of such facts; what is opened is unverifiable, never supported.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from factcheck.binding.agreement import agrees
from factcheck.binding.mention_words import SWITCHED_OFF
from factcheck.binding.scene import Scene
from factcheck.forms.result import Claim, Why
from factcheck.outlining.marks import factor_nouns
from factcheck.outlining.values import cells_named, value
from factcheck.reading.numbers import Number
from factcheck.reading.units import convert
from factcheck.stating.orders.words import function_words

_OF_ALL = ("all", "bound", "best", "stated", "order", "same")
_STEPWISE = ("monotone", "all", "order")
_AMOUNTS = ("value", "delta", "ratio", "share")


def open_otherwise(scene: Scene, claims: list[Claim]) -> None:
    """Opens what is refused of a plain table's sentence where it may be said of something else."""
    _open(scene, claims, _WAYS)


def open_differences(scene: Scene, claims: list[Claim]) -> None:
    """Opens the refusals of amounts that are the difference of two levels, whatever levels are named; asked before outlines, which know of differences."""
    _open(
        scene,
        claims,
        (
            (_AMOUNTS, _is_between_levels, ("the difference of two levels is so", "такова разница двух уровней")),
            (("value",), _is_a_distance, ("how far one level is from another", "насколько один уровень отстоит от другого")),  # fmt: skip
        ),
    )


_Way = tuple[tuple[str, ...], Callable[[Scene, Claim], bool], tuple[str, str]]


def _open(scene: Scene, claims: list[Claim], ways: tuple[_Way, ...]) -> None:
    places = scene.places if any(claim.verdict == "contradicted" for claim in claims) else {}
    for claim in claims:
        if claim.verdict != "contradicted" or not any((claim.line, at) in places for at in range(claim.start, claim.end)):
            continue
        reason = next((reason for predicates, holds, reason in ways if claim.predicate in predicates and holds(scene, claim)), None)  # fmt: skip
        if reason is not None:
            claim.verdict, claim.expected = "unverifiable", None
            claim.why = Why(en=reason[0], ru=reason[1])


# -- of a part of the levels --------------------------------------------------------------------------------------------

_OUTSIDE = re.compile(
    r"\b(?:outside|apart from|other than|excluding|aside from|leaving (?:out|aside)|setting aside|not counting)\b"
    r"|(?<!\w)(?:за пределами|не считая|если не (?:считать|брать)|вынести за скобки|среди|из тех)(?!\w)",
    re.I,
)
_WRITTEN = {"written", "built", "based", "made", "running", "using", "that", "which", "who", "с", "со", "на", "для", "который", "написанный"}  # fmt: skip
_GROUPS = {"of", "the", "из", "these", "those", "all", "any", "every", "each", "none", "no", "both", "only", "all", "все", "всех", "любой", "каждый", "ни", "один", "one", "two", "three", "four", "five", "six", "seven", "tested"}  # fmt: skip


def _is_of_a_part(scene: Scene, claim: Claim) -> bool:
    """ "None of the European regions", "the drivers written for Python", "outside Europe": levels that no list of these facts tells."""
    if scene.matches(_OUTSIDE):
        return True
    nouns = factor_nouns(scene)
    named = scene.mentions.level_tokens
    for token in scene.tokens:
        if not token.stems & nouns or token.index in named or not token.is_word:
            continue
        before = scene.tokens[token.index - 1] if token.index else None
        after = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
        if after is not None and (after.lower in ("written", "built", "based") or after.stems & {"написанный"}):
            return True
        grouped = any(t.lower in ("of", "из", "none", "neither", "both", "all", "обе", "оба", "все") for t in scene.tokens[max(0, token.index - 6) : token.index])  # fmt: skip
        if grouped and before is not None and before.is_word and before.text[:1].isupper() and before.index and before.index not in named:  # fmt: skip
            return True
    return False


_GROUPED = re.compile(
    r"\b(?:of|all|any|every|each|among) (?:the |these |those )?$|(?<!\w)(?:из|все|всех|любым|любой|каждый|среди|любого) $",
    re.I,
)


def _leaves_out_none(scene: Scene, claim: Claim) -> bool:
    """ "The least memory of the poolers", «с любым пулером»: the level "none" is no pooler."""
    off = [level for level in scene.vocabulary.levels if level.text.lower() in SWITCHED_OFF and level.text != "0"]
    if len(off) != 1:
        return False
    nouns, text, start = factor_nouns(scene), scene.sentence.text, scene.tokens[0].start
    metrics = {metric for m in scene.mentions.metrics for metric in m.metrics}
    if claim.predicate in ("best", "stated") and off[0].text not in scene.text_of(0, len(scene.tokens) - 1) and any(value(scene, metric, off[0].text) == 0 for metric in metrics):  # fmt: skip
        return True  # "the smallest footprint", where nothing takes none
    return any(token.stems & nouns and _GROUPED.search(text[: token.start - start]) for token in scene.tokens)


_NOUN_ALONE = re.compile(r"(?:пик\w{0,2}|peaks?|most of|most|top)", re.I)


def _is_a_noun_alone(scene: Scene, claim: Claim) -> bool:
    """ "Room for the peak", "most of the gain": the claim is one such word."""
    return _NOUN_ALONE.fullmatch(claim.quote.strip()) is not None or re.match(r"most of\b", claim.quote, re.I) is not None


_FROM_ON = re.compile(r"\b(?:only|just) (?:from|starting)\b|\bfrom [^,]{1,20} (?:on|onwards?|up)\b|\bstarting (?:at|from|with)\b|(?<!\w)(?:лишь|только) с(?!\w)|(?<!\w)начина\w+", re.I)  # fmt: skip


def _is_from_there_on(scene: Scene, claim: Claim) -> bool:
    """ "Begins only at 0.7", «начиная с 0,7»."""
    return scene.matches(_FROM_ON)


def _is_where_it_came_from(scene: Scene, claim: Claim) -> bool:
    """ "Took the median from 18.4 to 2.8 ms": the first is that of another level, which need not be named."""
    own = sorted(scene.places[claim.line, at] for at in range(claim.start, claim.end) if (claim.line, at) in scene.places)
    place = next((t for t in scene.tokens if t.index in own and t.number is not None and t.number.kind == "value" and t.index and scene.tokens[t.index - 1].lower in ("from", "с", "со", "от")), None)  # fmt: skip
    if place is None or place.number is None or len(cells_named(scene)) != 1:
        return False
    metrics = {metric for m in scene.mentions.metrics for metric in m.metrics} | _in_its_unit(scene, place.number)
    held = [told for level in scene.vocabulary.level_ids for metric in metrics if (told := value(scene, metric, level)) is not None]  # fmt: skip
    return agrees(place.number, held)


def _is_of_what_follows(scene: Scene, claim: Claim) -> bool:
    """ "A quarter less RAM": a change of what stands behind, and the claim is of another metric."""
    own = [scene.places[claim.line, at] for at in range(claim.start, claim.end) if (claim.line, at) in scene.places]
    place = next((t for t in scene.tokens if own and min(own) <= t.index <= max(own) and t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens), None)  # fmt: skip
    if place is None:
        return False
    behind = scene.tokens[place.index + 1 : place.index + 4]
    if not behind or behind[0].lower not in ("more", "less", "fewer", "больше", "меньше"):
        return False
    noun = next((t for t in behind[1:] if t.is_word and not t.stems & function_words()), None)
    if noun is None or noun.lower in ("than", "чем"):
        return False
    of = next((m for m in scene.mentions.metrics if m.first <= noun.index <= m.last and m.metrics), None)
    told = {fact.metric for name in claim.facts if (fact := scene.vocabulary.by_name.get(name)) is not None}
    told |= {metric for metric in scene.vocabulary.metrics if claim.why.en.lower().startswith(f"{metric.lower()}:")}
    return bool(told) and (not told & of.metrics if of is not None else not claim.facts)


_CONDITION = re.compile(r"^(?:if|unless)\b[^,]*\b(?:must|cannot|can['’]t|has to|have to|not an option|ruled? out|budget)\b|^если [^,]*(?:нельзя|обязан|долж|исключ|(?<!\w)не(?!\w))", re.I)  # fmt: skip


def _is_conditional(scene: Scene, claim: Claim) -> bool:
    """ "If fsync must stay on, the highest TPS is that of …": the best of what is left."""
    return _CONDITION.search(scene.sentence.text) is not None


_DENIES_A_FATE = re.compile(
    r"\b(?:did|does|do|could|would)(?: not|n['’]t) (?:stop|keep|prevent|save|spare|rescue|help)\b|\bno(?:t| longer)? (?:stop|prevent|spare)\w*"
    r"|(?<!\w)не (?:помеша|меша|спас|избав|убереж|убер[её]г|помог|воспрепятств)\w*",
    re.I,
)


def _is_no_fate(scene: Scene, claim: Claim) -> bool:
    """ "Which did not spare it the lowest rate", «не помешала обойти»: what is denied is that something kept it from happening."""
    return scene.matches(_DENIES_A_FATE)


_AGAINST = re.compile(r"\b(?:versus|vs\.?|instead of|compared (?:to|with)|against)\s|(?<!\w)(?:против|вместо|по сравнению с|относительно)\s", re.I)  # fmt: skip


def _is_against_something(scene: Scene, claim: Claim) -> bool:
    """ "Bare membind against full pinning": one level, and another that was not understood."""
    if len({m.ids for m in scene.mentions.levels}) != 1 or scene.mentions.levels[0].group:
        return False
    found, start = _AGAINST.search(scene.sentence.text), scene.tokens[0].start
    if found is None:
        return False
    behind = [t for t in scene.tokens if t.start - start >= found.end()][:4]
    return bool(behind) and behind[0].is_word and not any(t.number is not None or t.index in scene.mentions.level_tokens for t in behind)  # fmt: skip


_NEXT = re.compile(r"\b(?:next[- ]best|right behind)\b|(?<!\w)сразу за(?!\w)", re.I)  # fmt: skip


def _is_second(scene: Scene, claim: Claim) -> bool:
    """ "Next best on tps", "right behind Friday": what is told is the second place."""
    return scene.matches(_NEXT)


_PRICED = re.compile(r"\b(?:expensive|cheap\w*|pric[ei]\w+|dear\w*|bill)\b|(?<!\w)(?:дорог|дорож|дешев|дешёв)\w*", re.I)  # fmt: skip
_A_PRICE = re.compile(r"pric|cost|usd|eur|rub|\$|€|bill|цен|стоим|руб|долл", re.I)


def _is_of_a_price(scene: Scene, claim: Claim) -> bool:
    """ "Twice as dear", "the most expensive region": held to a metric that is no price, where the table has one."""
    if not scene.matches(_PRICED) or not any(_A_PRICE.search(metric) for metric in scene.vocabulary.metrics):
        return False
    if _A_PRICE.search(claim.why.en) or _A_PRICE.search(" ".join(claim.facts)):
        return False
    return bool(_PRICED.search(claim.quote)) or not scene.mentions.metrics


_NO_GAIN = re.compile(
    r"\bno (?:further|more|additional|real|extra)? ?(?:gains?|benefits?|improvements?|advantage)\b"
    r"|(?<!\w)(?:выигрыш|прирост|улучшени|ускорени|эффект|польз)\w*(?: [\w,]+){0,4}? (?:не (?:наблюда|да|принос|принес|появ|происход|видно|замет)\w*|нет)(?!\w)"
    r"|(?<!\w)(?:нет|не (?:да[её]т|дало|дал|дала|принос\w+|прин[её]с\w*)) (?:\w+ ){0,2}(?:выигрыш|прирост|улучшени|ускорени|эффект|польз)\w*", re.I
)  # fmt: skip


def _is_denied_gain(scene: Scene, claim: Claim) -> bool:
    """ "No further gain on reads", «дальнейшего выигрыша не наблюдается»: judged as if there were one."""
    return scene.matches(_NO_GAIN)


_GAP_BETWEEN = re.compile(r"\b(?:gap|difference|spread|distance|ratio) between\b|(?<!\w)(?:разрыв|разница|расстояние|отношение)\w* между(?!\w)", re.I)  # fmt: skip


def _is_a_gap(scene: Scene, claim: Claim) -> bool:
    """ "The gap between insert and update is the widest at 0": not what either of them is."""
    return scene.matches(_GAP_BETWEEN) and len({m.metrics for m in scene.mentions.metrics if m.metrics}) > 1


_FOR_EACH = re.compile(
    r"\bper (?!sec|s\b|min|hour|h\b|day)\w+|\b(?:each|every|one) \w+ (?:spent|paid|bought|invested)\b|\bbest value\b|\bbang for\b|\bfor (?:every|each) (?:dollar|euro|core|watt|gigabyte|hour)\b|(?<!\w)(?:доллар|рубль|ватт|ядро)(?!\w).{0,30}(?:прин[оеё]с|да[её]т|покупа)|(?<!\w)(?:в пересч[её]те на|в расч[её]те на|на (?:один|одну|каждый|каждую|каждое|единицу|доллар|рубль|ядро|мегабайт|гигабайт|клиента|поток))(?!\w)",
    re.I,
)


def _is_per_one(scene: Scene, claim: Claim) -> bool:
    """ "Throughput per hourly dollar is best": an amount of one metric for one of another."""
    start = scene.tokens[0].start
    said = [m for m in _FOR_EACH.finditer(scene.sentence.text) if not any(t.start - start <= m.start() < t.end - start for t in scene.tokens if t.index in scene.mentions.level_tokens)]  # fmt: skip
    return bool(said) and not any("per" in metric.lower() for m in scene.mentions.metrics for metric in m.metrics)  # fmt: skip


_BOUNDED = re.compile(
    r"\b(?:faster|quicker|slower|longer|shorter|more|less|higher|lower|above|below) than (?:an? |one |half )?(?:\d|hour|minute|second)|(?<!\w)(?:быстрее|короче|дольше|медленнее|больше|меньше|выше|ниже),?(?: чем)?(?: за)? (?:\d|час|минут|секунд|полчас)",
    re.I,
)


def _is_a_bound(scene: Scene, claim: Claim) -> bool:
    """ "Faster than in an hour", «быстрее чем за 10 мс»: a mark, and no other level."""
    found = _BOUNDED.search(scene.sentence.text)
    if found is None:
        return False
    own = {scene.places[claim.line, at] for at in range(claim.start, claim.end) if (claim.line, at) in scene.places}
    start = scene.tokens[0].start
    number = next((t for t in scene.tokens if t.start - start >= found.start() and t.number is not None), None)
    touched = any(found.start() <= scene.tokens[at].start - start < found.end() for at in own)
    return touched and (number is None or number.index not in scene.mentions.level_tokens)


_NO_MORE_THAN = re.compile(r"\bno (?:more|less|fewer|higher|lower|slower|worse|better|faster|longer)\b.*\bthan\b|(?<!\w)не (?:больше|меньше|хуже|лучше|выше|ниже|медленнее|быстрее|дольше),? чем(?!\w)", re.I)  # fmt: skip


def _is_no_more_than(scene: Scene, claim: Claim) -> bool:
    """ "Takes no more RAM than the stock config": said of two that are equal, too."""
    facts = [fact.value for name in claim.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]
    named = cells_named(scene)
    metrics = {metric for m in scene.mentions.metrics for metric in m.metrics}
    equal = len(named) == 2 and any(value(scene, metric, named[0]) == value(scene, metric, named[1]) for metric in metrics)  # fmt: skip
    return scene.matches(_NO_MORE_THAN) and (equal or len(facts) == 2 and facts[0] == facts[1])


_HE = {"it", "they", "he", "she", "он", "она", "оно", "они", "него", "неё", "нее", "него", "них", "ему", "ей", "им"}


def _is_of_the_one_before(scene: Scene, claim: Claim) -> bool:
    """ "The Java driver keeps pace, yet it holds 342 MB against 12 MB for libpq": the number is that of a level that "it" may stand for."""
    own = {scene.places[claim.line, at] for at in range(claim.start, claim.end) if (claim.line, at) in scene.places}
    if not own:
        return False
    he = next((t for t in scene.tokens[max(0, min(own) - 4) : max(own) + 1] if t.lower in _HE), None)
    if he is None:
        return False
    levels = {level for m in scene.mentions.levels if m.first < he.index for level in m.ids}
    metrics = {metric for m in scene.mentions.metrics for metric in m.metrics}
    numbers = [t.number for t in scene.tokens if t.index in own and t.number is not None and t.number.is_value]
    held = [told for level in levels for metric in metrics if (told := value(scene, metric, level)) is not None]
    return len(numbers) == 1 and agrees(numbers[0], held)


_MILLIONS = re.compile(r"(?:_|\b)(?:mln|million|millions|млн|thousands?|k|тыс)(?:_|\b)", re.I)
_SAID_MILLIONS = re.compile(r"\b(?:million|thousand|mln)s?\b|\d\s?[km]\b|(?<!\w)(?:миллион|млн|тысяч|тыс)\w*", re.I)


def _is_scaled(scene: Scene, claim: Claim) -> bool:
    """ "Past 10 million" of a metric that is told in millions."""
    return scene.matches(_SAID_MILLIONS) and any(_MILLIONS.search(metric) for m in scene.mentions.metrics for metric in m.metrics)  # fmt: skip


# -- along a part of the levels -----------------------------------------------------------------------------------------

_FROM_THERE = re.compile(
    r"\b(?:from|after|past|beyond|between|until|up to|till|starting)\b|(?<!\w)(?:от|после|до|между|начиная|дальше|далее|пока)(?!\w)",
    re.I,
)


def _is_a_stretch(scene: Scene, claim: Claim) -> bool:
    """ "After four slots it only grows", "at every step from 0 up to 5s": said of a part of the levels, but refused along all."""
    named = bool(scene.mentions.levels) or any(t.number is not None for t in scene.tokens)
    return named and claim.why.en.count("→") == len(scene.vocabulary.level_ids) - 1 and scene.matches(_FROM_THERE)


_WANDERS = re.compile(
    r"\b(?:fluctuat|vari|wander|swing|wobbl|hover|float|differ|mov)\w*|(?<!\w)(?:гуля|колебл|плава|болта|меня|отлича|расход)\w+", re.I
)


def _is_a_width(scene: Scene, claim: Claim) -> bool:
    """ "Varies within 0.2 ms": the width of a range, and no mark."""
    return scene.matches(_WANDERS)


# -- amounts --------------------------------------------------------------------------------------------------------------

_BUDGET = re.compile(r"\b(?:budget|target|slo|sla|threshold)\b|(?<!\w)(?:бюджет|порог)\w*", re.I)  # fmt: skip
_ITS_OWN = re.compile(r"\b(?:its|their)(?: own)?\b|(?<!\w)(?:её|ее|его|их|своей|своего|своих|собственн\w+)(?: же)?(?!\w)", re.I)  # fmt: skip
_AGAINST_EACH_OTHER = re.compile(r"\b(?:between|gap|ratio)\b|(?<!\w)(?:между|разрыв|отношение|соотношение)(?!\w)", re.I)


def _is_a_budget(scene: Scene, claim: Claim) -> bool:
    return scene.matches(_BUDGET)


def _is_of_two_metrics(scene: Scene, claim: Claim) -> bool:
    """ "Its tail is five times its own median", «разрыв между p99 и пингом»: one metric against another."""
    units = [unit.dimension for metric in {m.metrics for m in scene.mentions.metrics if len(m.metrics) == 1} if (unit := scene.vocabulary.unit_of(next(iter(metric)))) is not None]  # fmt: skip
    twice = any(units.count(one) > 1 for one in units)
    return twice and scene.matches(_ITS_OWN if claim.predicate == "ratio" or not scene.matches(_AGAINST_EACH_OTHER) else _AGAINST_EACH_OTHER)  # fmt: skip


_WITHIN_OF = re.compile(r"\bwithin [^,;]{1,20} of\b|\d\S*(?: \w+)? (?:short|ahead|behind|away)\b|(?<!\w)(?:в пределах [^,;]{1,20} от|отста\w+ от [^,;]{1,30} на)(?!\w)", re.I)  # fmt: skip


def _is_a_distance(scene: Scene, claim: Claim) -> bool:
    """ "Within 5 µs of bare metal": how far one level is from another."""
    return scene.matches(_WITHIN_OF)


_TOTAL = re.compile(r"\bof (?:the |all )(?:\w+['’]s )?(?:total )?\d{1,3}\b(?![.,]\d)|\b(?:in total|altogether|all told|combined|summed|adds? up|over the (?:whole )?(?:week|month|year|test))\b|(?<!\w)(?:итого|в сумме|суммарно|всего за|за (?:всю )?(?:неделю|месяц|год|тест)|вместе взят\w+)(?!\w)", re.I)  # fmt: skip


def _is_a_total(scene: Scene, claim: Claim) -> bool:
    """ "Six jobs failed over the whole week", «всего за неделю накопилось»: nothing that one level has."""
    return scene.matches(_TOTAL) and (not scene.mentions.levels or re.match(r"of\b", _TOTAL.search(scene.sentence.text).group(), re.I) is not None)  # type: ignore[union-attr]  # fmt: skip


_IS = re.compile(r"\bis (\d+(?:\.\d+)?), not ")


def _is_told_in_thousands(scene: Scene, claim: Claim) -> bool:
    """ "176.9 thousand rows per second" of a column in krows/s."""
    own = {scene.places[claim.line, at] for at in range(claim.start, claim.end) if (claim.line, at) in scene.places}
    numbers = [t.number for t in scene.tokens if t.index in own and t.number is not None and t.number.kind == "value" and t.index not in scene.mentions.level_tokens]  # fmt: skip
    told = _IS.search(claim.why.en)
    held = [float(told.group(1)) * scale for scale in (1e3, 1e6)] if told is not None else []
    return any(agrees(number, held) for number in numbers if number.hedge not in ("over", "under"))


def _is_between_levels(scene: Scene, claim: Claim) -> bool:
    """An amount that is the difference of its metric at two levels, of which no more than one need be named: "you pay 1.1 ms", "separates the first from the last"; or what is left of a whole."""
    own = {scene.places[claim.line, at] for at in range(claim.start, claim.end) if (claim.line, at) in scene.places}
    place = next((t for t in scene.tokens if t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens and t.index in own), None)  # fmt: skip
    if place is None or place.number is None or place.number.high is not None or place.number.hedge in ("over", "under") or not scene.matches(_DIFFERS):
        return False
    number, named = place.number, cells_named(scene)
    metrics = {metric for m in scene.mentions.metrics for metric in m.metrics} | _in_its_unit(scene, number)
    levels = named if len(named) > 1 else scene.vocabulary.level_ids
    for metric in metrics:
        held = {level: told for level in levels if (told := value(scene, metric, level)) is not None}
        pairs = [(held[a], held[b]) for a, b in itertools.permutations(held, 2) if len(named) != 1 or named[0] in (a, b)]
        if number.dimension == "percent" and (unit := scene.vocabulary.unit_of(metric)) is not None and unit.dimension == "percent":  # fmt: skip
            if scene.matches(_LEFT) and any(agrees(number, [100 - one]) for one in held.values()):
                return True
        if number.dimension in ("percent", "points") or number.kind == "times" or number.fraction:
            continue
        if agrees(number, _in_unit_of(scene, metric, number, [abs(a - b) for a, b in pairs if a != b])):
            return True
    return False


_DIFFERS = re.compile(
    r"\b(?:pa(?:y|ys|id)|costs?|separat\w+|trim\w*|shav\w+|sav\w+|gain\w*|los(?:e|es|t|ing)|add\w*|tak(?:e|es|en|ing)|took|off|differ\w*|gap|spare|left|apart|knock\w*|cut\w*|eats?|less|more|fewer|extra|drop\w*|grow\w*|grew|shrank|shrink\w*|fell|falls?|rose|rises?)\b"
    r"|(?<!\w)(?:разниц|разрыв|сжира|сожр|съед|отним|отня|стои|плат|теря|потер|сброс|сбра|выигр|прибав|добав|эконом|сэконом|меньш|больш|свобод|запас|остал|остаёт|отыгра|докин|накин|срез|убав|вырос|выраст|упа|пада|сниж|сниз)\w*", re.I
)  # fmt: skip
_LEFT = re.compile(r"\b(?:spare|left|idle|free|headroom|remain\w*)\b|(?<!\w)(?:остал|остаёт|остает|свобод|запас|просто)\w*", re.I)  # fmt: skip


def _in_its_unit(scene: Scene, number: Number) -> set[str]:
    """The metrics that are measured in the unit of a number."""
    if number.unit is None:
        return set()
    return {m for m in scene.vocabulary.metrics if (unit := scene.vocabulary.unit_of(m)) is not None and unit.dimension == number.dimension}  # fmt: skip


def _in_unit_of(scene: Scene, metric: str, number: Number, amounts: list[float]) -> list[float]:
    own = scene.vocabulary.unit_of(metric)
    if number.unit is None or own is None:
        return amounts
    return [found for one in amounts for found in convert(one, own, number.unit)]


_WAYS: tuple[_Way, ...] = (
    (_OF_ALL, _is_of_a_part, ("it is said of a part of the levels", "это сказано о части уровней")),
    (_OF_ALL, _leaves_out_none, ("the level without any may not be meant", "уровень, где ничего нет, может и не подразумеваться")),
    (("best", "stated"), _is_a_noun_alone, ("no superlative of a level", "не превосходная степень уровня")),
    (("all", "bound"), _is_from_there_on, ("from a level on", "начиная с уровня")),
    (("value",), _is_where_it_came_from, ("the value that it came from", "значение, от которого пришли")),
    (("ratio", "delta", "share"), _is_of_what_follows, ("of what stands behind the number", "о том, что стоит за числом")),
    (("best", "stated"), _is_conditional, ("the best of what a condition leaves", "лучший из того, что оставляет условие")),
    ((*_OF_ALL, "best"), _is_no_fate, ("what is denied is that something kept it from happening", "отрицается, что этому что-то помешало")),
    (("best", "stated", "order"), _is_second, ("the second place is told", "сказано о втором месте")),
    (("order", "stated", "ratio", "delta", "best"), _is_against_something, ("what it is compared with was not understood", "с чем сравнивается, не понято")),
    (("order", "stated", "ratio", "best"), _is_of_a_price, ("a price is told", "сказано о цене")),
    ((*_OF_ALL, *_AMOUNTS), _is_per_one, ("an amount for one, not of a level", "величина на одну единицу, а не для уровня")),
    (("value",), _is_a_total, ("a total, not the value of a level", "сумма, а не значение уровня")),
    (("value",), _is_told_in_thousands, ("the column is in thousands or millions", "столбец дан в тысячах или миллионах")),
    (("order", "best"), _is_a_bound, ("a mark, not another level", "отметка, а не другой уровень")),
    (("order", "stated"), _is_no_more_than, ("it may be said of equal values, too", "так говорят и о равных значениях")),
    (("order", "best", "stated"), _is_denied_gain, ("that there is a gain is denied", "отрицается, что есть выигрыш")),
    (("order", "best", "stated"), _is_a_gap, ("the gap between two metrics", "разрыв между двумя показателями")),
    (("value",), _is_of_the_one_before, ("the number is of a level told before", "число относится к уровню, названному раньше")),
    (("all", "bound"), _is_scaled, ("the metric is told in millions or thousands", "показатель дан в миллионах или тысячах")),
    (_STEPWISE, _is_a_stretch, ("it is said of a part of the levels", "это сказано о части уровней")),
    (("bound", "value"), _is_a_width, ("the width of a range", "ширина диапазона")),
    (("value",), _is_a_budget, ("a limit that is set, not a value", "заданный предел, а не значение")),
    (("ratio", "value"), _is_of_two_metrics, ("one metric against another", "один показатель против другого")),
)  # fmt: skip
