"""Refuses a value that is of another level than the one its clause is of: "`off` is next with 19.7 ms", "zstd follows at 5,542" where these are another's.

The level begins the clause (or stands there behind "at"), and nothing but a verb and the metric's own name part it from the value. Only refutes.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import agrees, in_unit, significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.mentions import LevelMention
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.refuting.tight import level_at
from factcheck.rereading.series import in_series

_OPENS = {",", ";", ":", "—", "–", "(", "and", "but", "while", "whereas", "и", "а", "но"}
_BEFORE = {"at", "with", "under", "in", "for", "on", "при", "у", "с", "со", "на", "в", "для", "the", "level", "режим", "режиме", "вариант", "версия", "версии", "уровень"}  # fmt: skip
_BEHIND = {"at", "with", "under", "in", "for", "on", "of", "from", "against", "vs", "versus", "than", "при", "у", "с", "на", "в", "для", "против", "чем", "от", "("}  # fmt: skip
_SETS = _BEFORE - {"the", "level", "режим", "режиме", "вариант", "версия", "версии", "уровень"}
_HELD_AGAINST = re.compile(r"(?<!\w)(?:than|against|vs|versus|compared|чем|против|вместо)(?!\w)", re.I)
_WITHIN = 7
_OPEN = re.compile(
    r"(?<!\w)(?:than|чем|compared|against|против|versus|vs|from|instead|вместо|from|loses?|gains?|отста\w+|опереж\w+|after|после|before|до|unlike|relative|относительно|difference|разниц\w+|gap|until|below|above|выше|ниже|over|under|per|"
    r"другой|другого|another|other|остальн\w+|former|previous|предыдущ\w+|прежн\w+|default|базов\w+|умолчани\w+)(?!\w)",
    re.I,
)


#: "on the SSD it ranged from 44.7": the first end of a level's own range.
_RANGED = re.compile(
    r"(?:rang\w+|vari\w+|fluctuat\w+|swung|swings|lies|lay|moved?s?|колеб\w+|варьир\w+|меня\w+|лежит|лежал\w*|держ\w+|ходит|ходил\w*)\s+(?:between|from|от|с|между|в пределах(?: от)?)\s*$", re.I
)  # fmt: skip


def judge_own_levels(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each value that its clause's own level does not have."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    rows = {place for place, bound in bounds.items() if in_series(scene, bound)}
    found: list[Ruled] = [*_fully_bound(scene, bounds, rows), *_ranges(scene, bounds)]
    for place, bound in sorted(bounds.items()):
        if place in rows:
            continue
        fact = scene.vocabulary.by_name.get(bound.facts[0]) if len(bound.facts) == 1 else None
        told = bound.verdict == "supported" and bound.predicate == "value" and fact is not None
        if fact is None or not told or fact.level is None or fact.partner is not None or fact.run is not None:
            continue
        if bound.number.high is not None or bound.number.hedge is not None or significant_digits(bound.number.text) < 2:
            continue
        if place + 1 < len(scene.tokens) and scene.tokens[place + 1].text in ("→", "->"):
            continue  # "at 1 client throughput rose (35 → 1620)": where it came from is another level
        mention = _subject(scene, bounds, place) or _of_sentence(scene, place) or _of_label(scene, place)
        here = {fact.level, scene.vocabulary.canonical(fact.level)}
        first, ids = (mention.first, mention.ids) if mention is not None else (place, frozenset())
        if not ids or here & ids:
            first, ids = _of_its_mean(scene, bounds, place, fact)
        if not ids or here & ids:
            continue
        own = [
            held for level in ids for held in scene.vocabulary.values(fact.metric, fact.stat, level)
            if held.run is None and held.partner is None and held.denominator == fact.denominator and held.scope == fact.scope
        ]  # fmt: skip
        if not own or any(_tells(scene, bound, one) for one in _all(scene, fact, ids)):
            continue
        text = f"{own[0].name} is {own[0].value:g}; {fact.name} is {fact.value:g}"
        ru = f"{own[0].name} равно {own[0].value:g}; {fact.name} равно {fact.value:g}"
        ruling = Ruling("contradicted", text, ru, (own[0].name, fact.name), f"{own[0].value:g}")
        found.append((first, place, "value", ruling))
    return found


def _fully_bound(scene: Scene, bounds: dict[int, Bound], rows: set[int]) -> list[Ruled]:
    """ "smallest at 16 (standard deviation 130)": metric, statistic and the sentence's only level are told, and only another level has this."""
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        if bound.reread or place in rows:
            continue
        named = {m.ids for m in scene.mentions.levels}
        alone = len(bound.metrics) == 1 and len(named) == 1 and len(bound.levels) == 1 and bound.levels[0] in named
        if bound.verdict != "unverifiable" or not alone or bound.stat not in ("stddev", "p95", "p99", "median", "amplitude"):  # fmt: skip
            continue
        if len(bound.levels[0]) != 1 or bound.number.high is not None or bound.number.hedge is not None or bound.stat_at is None:  # fmt: skip
            continue
        if not 0 <= place - bound.stat_at <= 4 or significant_digits(bound.number.text) < 2 or scene.mentions.levels[0].first > place:  # fmt: skip
            continue
        (metric,), (level,) = bound.metrics, bound.levels[0]
        row = scene.vocabulary.series(metric, bound.stat)
        own = [fact for at, fact in row if at == level]
        if not own or _tells(scene, bound, own[0]) or not any(_tells(scene, bound, fact) for _, fact in row):
            continue
        text = f"{own[0].name} is {own[0].value:g}", f"{own[0].name} равно {own[0].value:g}"
        found.append((bound.stat_at, place, "value", Ruling("contradicted", *text, (own[0].name,), f"{own[0].value:g}")))  # fmt: skip
    return found


def _ranges(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """ "the run ranged from 17,900 to 18,990": the minimum of one level and the maximum of another, which are not the outermost ones either."""
    found: list[Ruled] = []
    for one, two in itertools.pairwise(sorted(bounds)):
        gap = [t.lower for t in scene.tokens[one + 1 : two]]
        if gap not in (["to"], ["до"], ["and"], ["и"]) or not one or scene.tokens[one - 1].lower not in ("from", "between", "от", "между", "с"):  # fmt: skip
            continue
        facts = [scene.vocabulary.by_name.get(b.facts[0]) if len(b.facts) == 1 and b.verdict == "supported" else None for b in (bounds[one], bounds[two])]  # fmt: skip
        low, high = facts
        if low is None or high is None or (low.stat, high.stat) != ("min", "max") or low.metric != high.metric or low.level == high.level:  # fmt: skip
            continue
        lows, highs = ([f.value for _, f in scene.vocabulary.series(low.metric, stat)] for stat in ("min", "max"))
        same = any(_tells(scene, bounds[one], f) and any(_tells(scene, bounds[two], g) and f.level == g.level for g in scene.vocabulary.by_metric.get(low.metric, ()))
                   for f in scene.vocabulary.by_metric.get(low.metric, ()))  # fmt: skip
        if same or not lows or not highs or (low.value == min(lows) and high.value == max(highs)):
            continue
        text = f"{low.name} and {high.name} are of two levels"
        ru = f"{low.name} и {high.name} относятся к разным уровням"
        found.append((one, two, "value", Ruling("contradicted", text, ru, (low.name, high.name))))
    return found


def _all(scene: Scene, fact: Fact, ids: frozenset[str]) -> list[Fact]:
    """All that the metric has at the level: a value that is any of it is not of another level."""
    return [
        one for one in scene.vocabulary.by_metric.get(fact.metric, ())
        if one.partner is None and one.level is not None and {one.level, scene.vocabulary.canonical(one.level)} & ids
    ]  # fmt: skip


def _tells(scene: Scene, bound: Bound, fact: Fact) -> bool:
    return agrees(bound.number, in_unit(fact, bound.number.unit, scene.vocabulary.unit_of(fact.metric)))


def _subject(scene: Scene, bounds: dict[int, Bound], place: int) -> LevelMention | None:
    """The level that begins the value's clause, where no other level, number or metric stands between or behind."""
    tokens = scene.tokens
    before = [m for m in scene.mentions.levels if m.last < place]
    mention = _bare(scene, place) or (before[-1] if before else None)
    if mention is None or mention.role != "at" or mention.group or place - mention.last > _WITHIN:
        return None
    gap = tokens[mention.last + 1 : place - (tokens[place - 1].text == "(")]
    if any(t.index in bounds or t.text in ",;:.()" or t.number is not None and t.number.kind != "name" for t in gap):
        return None
    if _OPEN.search(_RANGED.sub("", scene.block.text[tokens[mention.last].end : tokens[place].start])):
        return None
    at = mention.first - 1
    while at >= 0 and tokens[at].lower in _BEFORE:
        at -= 1
    if at >= 0 and tokens[at].lower not in _OPENS:
        return None
    if any(t.lower in ("and", "и", "или", "or") for t in tokens[at : at + 1]) and any(m.last == at - 1 for m in before):
        return None  # "32 and 64 reach 400"
    behind = tokens[place + 1] if place + 1 < len(tokens) else None
    if behind is not None and (behind.lower in _BEHIND and level_at(scene, place + 2)[0] or level_at(scene, place + 1)[0]):  # fmt: skip
        return None
    return mention


def _bare(scene: Scene, place: int) -> LevelMention | None:
    """ "…; 40 follows with 4,990": a level by its number alone, where it begins the clause and a verb stands behind it."""
    tokens = scene.tokens
    at = max((t.index for t in tokens[:place] if t.text in ",;:—–"), default=-1) + 1
    if at >= place - 1 or tokens[at].text not in scene.vocabulary.level_ids or not tokens[at + 1].is_word:
        return None
    return LevelMention(at, at, frozenset({tokens[at].text}))


def _of_sentence(scene: Scene, place: int) -> LevelMention | None:
    """ "With 20 clients: 412 against 61 MB": the level that begins the sentence, in a grid where it names no other of the factor."""
    levels = scene.mentions.levels
    first = levels[0] if levels else None
    if (
        first is None
        or first.role != "at"
        or first.group
        or len({m.ids for m in levels if m.factor == first.factor}) > 1
    ):
        return None
    if any(t.lower not in _BEFORE for t in scene.tokens[: first.first]) or first.last > place:
        return None
    if len(scene.vocabulary.facts.experiment.factors) < 2 or len(first.ids) < 2:
        return None
    text = scene.block.text
    setting = any(t.lower in _SETS for t in scene.tokens[: first.first])
    if not setting and _HELD_AGAINST.search(text[scene.tokens[first.last].end : scene.tokens[place].start]):
        return None  # "RAID5 is near it in the median (5,120 vs 5,010 ms)": the second is of what it is held against
    around = text[scene.tokens[first.first].start : scene.tokens[place].start] + text[scene.tokens[place].end :][:40]
    return None if _ELSEWHERE.search(around) or ";" in around else first


def _of_label(scene: Scene, place: int) -> LevelMention | None:
    """ "- none: minimum 402,700, median 944,100": the level that labels an item, for all that follows up to another level or a comparison."""
    tokens, levels = scene.tokens, scene.mentions.levels
    first = levels[0] if levels else None
    if scene.block.kind != "item" or scene.former is not None or first is None or first.role != "at" or first.group:
        return None
    labels = len(first.ids) == 1 and first.last + 1 < place and tokens[first.last + 1].text in (":", "—", "–")
    if not labels or first.first > 1 or any(m.first <= place + 4 for m in levels[1:]):
        return None
    around = scene.block.text[tokens[first.last].end : tokens[place].start] + scene.block.text[tokens[place].end :][:25]
    return None if _OPEN.search(around) or any(t.text in ";." for t in tokens[first.last : place]) else first


#: Words that leave the level of the sentence, even where its cells are compared.
_ELSEWHERE = re.compile(
    r"(?<!\w)(?:другой|другого|других|another|other|others|остальн\w+|former|previous|предыдущ\w+|прежн\w+|default|базов\w+|умолчани\w+|elsewhere|соседн\w+|overall|всего|все|all|before|было|was)(?!\w)",
    re.I,
)


def _of_its_mean(scene: Scene, bounds: dict[int, Bound], place: int, fact: Fact) -> tuple[int, frozenset[str]]:
    """ "29,870 TPS, minimum 26,480": an extreme right behind a mean is of the mean's level."""
    before = [at for at in sorted(bounds) if at < place]
    said = scene.tokens[place - 1].statistic if place else None
    if not before or said not in ("min", "max") or fact.stat != said or place - before[-1] > 5:
        return place, frozenset()
    mean = bounds[before[-1]]
    held = scene.vocabulary.by_name.get(mean.facts[0]) if len(mean.facts) == 1 else None
    right = held is not None and mean.verdict == "supported" and (held.metric, held.stat) == (fact.metric, "mean")
    named = any(before[-1] < m.first < place for m in scene.mentions.levels)
    if held is None or not right or named or held.level is None:
        return place, frozenset()
    twins = [one for one in scene.vocabulary.values(fact.metric, "mean", any_level=True) if _tells(scene, mean, one)]
    return (before[-1], frozenset({held.level})) if len(twins) == 1 else (place, frozenset())
