"""What an amount in a sentence about a plain table may be of, beside the value of its metric at its level: a difference, a total, a limit, one for another."""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import agrees
from factcheck.binding.scene import Scene
from factcheck.forms.result import Claim
from factcheck.outlining.values import (  # fmt: skip
    amounts_of,
    cells_named,
    in_unit_of,
    metrics_in_unit,
    metrics_named,
    tokens_of,
    value,
)
from factcheck.stating.orders.words import function_words


def is_where_it_came_from(scene: Scene, claim: Claim) -> bool:
    """ "Took the median from 18.4 to 2.8 ms": the first is that of another level, which need not be named."""
    told = next((number for at, number in amounts_of(scene, claim) if number.kind == "value" and at and scene.tokens[at - 1].lower in ("from", "с", "со", "от")), None)  # fmt: skip
    if told is None or len(cells_named(scene)) != 1:
        return False
    metrics = {*metrics_named(scene), *metrics_in_unit(scene, told)}
    held = [one for level in scene.vocabulary.level_ids for metric in metrics if (one := value(scene, metric, level)) is not None]  # fmt: skip
    return agrees(told, held)


def is_of_what_follows(scene: Scene, claim: Claim) -> bool:
    """ "A quarter less RAM": a change of what stands behind, and the claim is of another metric."""
    place = next((at for at, _ in amounts_of(scene, claim)), None)
    if place is None:
        return False
    behind = scene.tokens[place + 1 : place + 4]
    if not behind or behind[0].lower not in ("more", "less", "fewer", "больше", "меньше"):
        return False
    noun = next((t for t in behind[1:] if t.is_word and not t.stems & function_words()), None)
    if noun is None or noun.lower in ("than", "чем"):
        return False
    of = next((m for m in scene.mentions.metrics if m.first <= noun.index <= m.last and m.metrics), None)
    told = {fact.metric for name in claim.facts if (fact := scene.vocabulary.by_name.get(name)) is not None}
    told |= {metric for metric in scene.vocabulary.metrics if claim.why.en.lower().startswith(f"{metric.lower()}:")}
    return bool(told) and (not told & of.metrics if of is not None else not claim.facts)


_PRICED = re.compile(r"\b(?:expensive|cheap\w*|pric[ei]\w+|dear\w*|bill)\b|(?<!\w)(?:дорог|дорож|дешев|дешёв)\w*", re.I)  # fmt: skip
_A_PRICE = re.compile(r"pric|cost|usd|eur|rub|\$|€|bill|цен|стоим|руб|долл", re.I)


def is_of_a_price(scene: Scene, claim: Claim) -> bool:
    """ "Twice as dear", "the most expensive region": held to a metric that is no price, where the table has one."""
    if not scene.matches(_PRICED) or not any(_A_PRICE.search(metric) for metric in scene.vocabulary.metrics):
        return False
    if _A_PRICE.search(claim.why.en) or _A_PRICE.search(" ".join(claim.facts)):
        return False
    return bool(_PRICED.search(claim.quote)) or not scene.mentions.metrics


_FOR_EACH = re.compile(
    r"\bper (?!sec|s\b|min|hour|h\b|day)\w+|\b(?:each|every|one) \w+ (?:spent|paid|bought|invested)\b"
    r"|\bbest value\b|\bbang for\b|\bfor (?:every|each) (?:dollar|euro|core|watt|gigabyte|hour)\b|(?<!\w)(?:доллар|рубль|ватт|ядро)(?!\w).{0,30}(?:прин[оеё]с|да[её]т|покупа)"
    r"|(?<!\w)на \w+ .{0,25}приход|приходится на \w+|\b(?:a|one) single \w+ (?:node|server|core|machine|client)\b"
    r"|(?<!\w)(?:в пересч[её]те на|в расч[её]те на|на (?:один|одну|каждый|каждую|каждое|единицу|доллар|рубль|ядро|мегабайт|гигабайт|клиента|поток))(?!\w)",
    re.I,
)


def is_per_one(scene: Scene, claim: Claim) -> bool:
    """ "Throughput per hourly dollar is best": an amount of one metric for one of another."""
    start = scene.tokens[0].start
    said = [m for m in _FOR_EACH.finditer(scene.sentence.text) if not any(t.start - start <= m.start() < t.end - start for t in scene.tokens if t.index in scene.mentions.level_tokens)]  # fmt: skip
    return bool(said) and not any("per" in metric.lower() for m in scene.mentions.metrics for metric in m.metrics)  # fmt: skip


_HE = {"it", "they", "he", "she", "он", "она", "оно", "они", "него", "неё", "нее", "них", "ему", "ей", "им"}


def is_of_the_one_before(scene: Scene, claim: Claim) -> bool:
    """ "The Java driver keeps pace, yet it holds 342 MB against 12 MB for libpq": the number is that of a level that "it" may stand for."""
    own = tokens_of(scene, claim)
    he = next((t for t in scene.tokens[max(0, min(own) - 4) : max(own) + 1] if t.lower in _HE), None)
    if he is None:
        return False
    levels = {level for m in scene.mentions.levels if m.first < he.index for level in m.ids}
    numbers = [number for _, number in amounts_of(scene, claim)]
    held = [
        told for level in levels for metric in metrics_named(scene) if (told := value(scene, metric, level)) is not None
    ]
    return len(numbers) == 1 and agrees(numbers[0], held)


_MILLIONS = re.compile(r"(?:_|\b)(?:mln|million|millions|млн|thousands?|k|тыс)(?:_|\b)", re.I)
_SAID_MILLIONS = re.compile(r"\b(?:million|thousand|mln)s?\b|\d\s?[km]\b|(?<!\w)(?:миллион|млн|тысяч|тыс)\w*", re.I)


def is_scaled(scene: Scene, claim: Claim) -> bool:
    """ "Past 10 million" of a metric that is told in millions."""
    return scene.matches(_SAID_MILLIONS) and any(_MILLIONS.search(metric) for m in scene.mentions.metrics for metric in m.metrics)  # fmt: skip


_WANDERS = re.compile(
    r"\b(?:fluctuat|vari|wander|swing|wobbl|hover|float|differ|mov)\w*|(?<!\w)(?:гуля|колебл|плава|болта|меня|отлича|расход)\w+",
    re.I,
)


def is_a_width(scene: Scene, claim: Claim) -> bool:
    """ "Varies within 0.2 ms": the width of a range, and no mark."""
    return scene.matches(_WANDERS)


_BUDGET = re.compile(r"\b(?:budget|target|slo|sla|threshold)\b|(?<!\w)(?:бюджет|порог)\w*", re.I)  # fmt: skip


def is_a_budget(scene: Scene, claim: Claim) -> bool:
    return scene.matches(_BUDGET)


_ITS_OWN = re.compile(r"\b(?:its|their)(?: own)?\b|(?<!\w)(?:её|ее|его|их|своей|своего|своих|собственн\w+)(?: же)?(?!\w)", re.I)  # fmt: skip
_AGAINST_EACH_OTHER = re.compile(r"\b(?:between|gap|ratio)\b|(?<!\w)(?:между|разрыв|отношение|соотношение)(?!\w)", re.I)


def is_of_two_metrics(scene: Scene, claim: Claim) -> bool:
    """ "Its tail is five times its own median", «разрыв между p99 и пингом»: one metric against another."""
    units = [unit.dimension for metric in {m.metrics for m in scene.mentions.metrics if len(m.metrics) == 1} if (unit := scene.vocabulary.unit_of(next(iter(metric)))) is not None]  # fmt: skip
    twice = any(units.count(one) > 1 for one in units)
    against = claim.predicate != "ratio" and scene.matches(_AGAINST_EACH_OTHER)
    return twice and (against or scene.matches(_ITS_OWN))


_WITHIN_OF = re.compile(r"\bwithin [^,;]{1,20} of\b|\d\S*(?: \w+)? (?:short|ahead|behind|away)\b|(?<!\w)(?:в пределах [^,;]{1,20} от|отста\w+ от [^,;]{1,30} на)(?!\w)", re.I)  # fmt: skip


def is_a_distance(scene: Scene, claim: Claim) -> bool:
    """ "Within 5 µs of bare metal": how far one level is from another."""
    return scene.matches(_WITHIN_OF)


_TOTAL = re.compile(
    r"\bof (?:the |all )(?:\w+['’]s )?(?:total )?\d{1,3}\b(?![.,]\d)|\b(?:in total|altogether|all told|combined|summed|adds? up|over the (?:whole )?(?:week|month|year|test))\b"
    r"|(?<!\w)(?:итого|в сумме|суммарно|всего за|за (?:всю )?(?:неделю|месяц|год|тест)|вместе взят\w+)(?!\w)",
    re.I,
)


def is_a_total(scene: Scene, claim: Claim) -> bool:
    """ "Six jobs failed over the whole week", «всего за неделю накопилось»: nothing that one level has."""
    found = _TOTAL.search(scene.sentence.text)
    return found is not None and (not scene.mentions.levels or found.group().lower().startswith("of "))


_IS = re.compile(r"\bis (\d+(?:\.\d+)?), not ")


def is_told_in_thousands(scene: Scene, claim: Claim) -> bool:
    """ "176.9 thousand rows per second" of a column in krows/s."""
    told = _IS.search(claim.why.en)
    held = [float(told.group(1)) * scale for scale in (1e3, 1e6)] if told is not None else []
    return any(agrees(number, held) for _, number in amounts_of(scene, claim) if number.kind == "value" and number.hedge not in ("over", "under"))  # fmt: skip


_DIFFERS = re.compile(
    r"\b(?:pa(?:y|ys|id)|costs?|separat\w+|trim\w*|shav\w+|sav\w+|gain\w*|los(?:e|es|t|ing)|add\w*|tak(?:e|es|en|ing)|took|off|differ\w*|gap|spare|left|apart|knock\w*|cut\w*|eats?|less|more|fewer|extra|drop\w*|grow\w*|grew|shrank|shrink\w*|fell|falls?|rose|rises?)\b"
    r"|(?<!\w)(?:разниц|разрыв|сжира|сожр|съед|отним|отня|стои|плат|теря|потер|сброс|сбра|выигр|прибав|добав|эконом|сэконом|меньш|больш|свобод|запас|остал|остаёт|отыгра|докин|накин|срез|убав|вырос|выраст|упа|пада|сниж|сниз)\w*", re.I
)  # fmt: skip
_LEFT = re.compile(r"\b(?:spare|left|idle|free|headroom|remain\w*)\b|(?<!\w)(?:остал|остаёт|остает|свобод|запас|просто)\w*", re.I)  # fmt: skip


_MOST_LEVELS = 100  # each pair is tried


def is_between_levels(scene: Scene, claim: Claim) -> bool:
    """An amount that is the difference of its metric at two levels, of which no more than one need be named: "you pay 1.1 ms", "separates the first from the last"; or what is left of a whole."""
    number = next((number for _, number in amounts_of(scene, claim)), None)
    if number is None or number.high is not None or number.hedge in ("over", "under") or not scene.matches(_DIFFERS):
        return False
    named, metrics = cells_named(scene), {*metrics_named(scene), *metrics_in_unit(scene, number)}
    levels = named if len(named) > 1 else scene.vocabulary.level_ids
    if len(levels) > _MOST_LEVELS:
        return False
    for metric in metrics:
        held = {level: told for level in levels if (told := value(scene, metric, level)) is not None}
        pairs = [
            (held[a], held[b]) for a, b in itertools.permutations(held, 2) if len(named) != 1 or named[0] in (a, b)
        ]
        if number.dimension == "percent" and (unit := scene.vocabulary.unit_of(metric)) is not None and unit.dimension == "percent":  # fmt: skip
            if scene.matches(_LEFT) and any(agrees(number, [100 - one]) for one in held.values()):
                return True
        if number.dimension in ("percent", "points") or number.kind == "times" or number.fraction:
            continue
        if agrees(number, in_unit_of(scene, metric, number, [abs(a - b) for a, b in pairs if a != b and a and b])):
            return True
    return False
