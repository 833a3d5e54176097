"""Looks again at a number before it is called false: what else a reader would take it for.

A number is refuted only when no reasonable reading holds: it may be a spread, a difference told beside its values, one of a
row of values whose levels are those of the row before, the value of the base that something is compared with, or the value
of another metric that stands as near. What is left goes to `roles`, and only then is the refusal kept.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable

from factcheck.binding.agreement import agrees, in_unit
from factcheck.binding.bound import Bound, possible, reads_as_change
from factcheck.binding.pairs import Pair, changes_pct, differences, pairs_for, ratios
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import segment
from factcheck.forms.facts import Fact
from factcheck.judging.values import allowed_stats, definite_extreme, facts_for
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import Token
from factcheck.reading.units import compatible, convert
from factcheck.rereading.derived import derived, times_agree, way_of
from factcheck.rereading.roles import foreign_role
from factcheck.rereading.stat_readings import STAT_READINGS, held_otherwise, held_value
from factcheck.rereading.told_of import metric_is_told

_SETTLED = {"environment", "runs", "setting", "threshold", "levels", "check", "significance", "correlates", "window"}
_COMPARED = {
    "вместо",
    "instead",
    "than",
    "from",
    "vs",
    "versus",
    "against",
    "чем",
    "против",
    "от",
    "с",
    "со",
    "относительно",
}
_ARROWS = {"→", "->", "до", "to", "против", "vs", "versus", "against", "and", "и"}
_LIST_LINKS = {",", "и", "and", "/", "а", "&", "then", "затем", "потом", "→", "->", "до", "to", ";"}
EXTRA = {
    "выигрывать", "выиграть", "проигрывать", "проиграть", "отыгрывать",
    "разница", "difference", "differenc", "gap", "разрыв", "расхождение", "расход", "add", "added", "save", "saved", "gain", "lose", "lost", "loss", "cost", "extra", "another", "additional",
    "добавить", "добавлять", "прибавить", "прибавлять", "прибавка", "сэкономить", "экономить", "экономия", "потерять", "терять", "потеря", "стоить", "еще", "лишний", "дополнительный", "overhead",
    "накладной", "выигрыш", "проигрыш", "penalti", "penalty", "margin", "further", "shave", "spend", "delta", "spread", "swing", "lead", "отрыв", "отставание", "absolut", "absolute", "абсолютный",
    "итого", "worth", "buy", "bought", "прирост", "recover", "give", "отыграть", "надбавка", "плата", "платить", "цена", "price",
}  # fmt: skip


def second_look(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> tuple[str, Ruling]:
    """Another reading of a refuted or unbound number, or the ruling as it was."""
    if predicate == "runs" and ruling.verdict == "contradicted" and bound.number.kind == "times":
        words = {stem for t in scene.tokens[max(0, bound.place - 3) : bound.place + 2] for stem in t.stems}
        for name in scene.vocabulary.names:
            if name.metrics and any(word & words and max(map(len, word)) > 4 for word in name.words):
                for metric in sorted(name.metrics):
                    fact = _fitting(scene, bound, metric, bound.levels[0] if bound.levels else None)
                    if fact is not None:
                        return held_value(fact)
    if ruling.verdict not in ("contradicted", "unparsed") or predicate in _SETTLED:
        return predicate, ruling
    bound.verdict = ruling.verdict
    for rule in (
        _spread,
        _row,
        _base,
        _difference,
        _reversed_interval,
        _move,
        _share_of_value,
        derived,
        *STAT_READINGS,
        _other_metric,
    ):
        found = rule(scene, bound, predicate)
        if found is not None:
            return found
    if predicate == "value" and _is_a_level(scene, bound):
        return "levels", Ruling("unverifiable", "a level by its number alone", "уровень, названный одним числом")
    role = foreign_role(scene, bound)
    if role is not None:
        return "design", Ruling("unverifiable", role[0], role[1])
    if (
        ruling.verdict == "contradicted"
        and predicate in ("value", "delta", "ratio")
        and open_level(scene, bound, predicate)
    ):
        return predicate, Ruling(
            "unverifiable",
            "right for other levels; which are meant is not said clearly",
            "верно для других уровней; какие имеются в виду, ясно не сказано",
        )
    if ruling.verdict == "contradicted" and predicate == "value" and _far_off(scene, bound):
        return "value", Ruling(
            "unverifiable",
            "too far from any value of the metric that stands near",
            "слишком далеко от любого значения метрики, названной рядом",
        )
    if ruling.verdict == "unparsed" and not _claims_something(scene, bound) and not _bare(scene, bound):
        return "design", Ruling(
            "unverifiable",
            "nothing that the facts hold is named here",
            "здесь не названо ничего из того, что есть в фактах",
        )
    return predicate, ruling


def _is_a_level(scene: Scene, bound: Bound) -> bool:
    """ "отличить 100 от 0": in prose a whole number without unit that is exactly a level's own, and no value of anything."""
    number = bound.number
    if number.unit is not None or number.signed or number.high is not None or scene.block.kind == "cell":
        return False
    text = number.text.strip()
    return text.isdigit() and text in scene.vocabulary.level_ids and not scene.vocabulary.is_value(float(text))


def open_level(scene: Scene, bound: Bound, predicate: str) -> bool:
    """Whether the number is right for other levels than those it was bound to, and its sentence does not tie it to those."""
    if scene.block.kind == "cell" or not bound.metrics or bound.number.high is not None:
        return False
    every = scene.vocabulary.level_ids
    if predicate == "value":
        if _tied(scene, bound):
            return False
        return any(
            _fitting(scene, bound, metric, frozenset({level})) is not None
            for metric in sorted(bound.metrics)
            for level in every
        )
    if len(scene.vocabulary.facts.experiment.factors) > 1 or _pair_said(scene, bound):
        return False
    number = bound.number
    for metric in sorted(bound.metrics):
        way = way_of(scene, bound, metric)
        base = scene.vocabulary.special("baseline")
        for one, two in itertools.permutations(every[:8], 2):
            if way and one not in base and (two in base or every.index(one) > every.index(two)):
                continue  # told the other way round every change has the other sign
            pair = Pair(one, two, False)
            if predicate == "delta":
                rows = _differences(scene, bound, metric, pair)
                if any(
                    (not way or not value or (value > 0) == (way > 0)) and agrees(number, told)
                    for value, told, _ in rows
                ):
                    return True
            elif any(
                (not way or (value > 1) == (way > 0)) and times_agree(number, value)
                for value, _ in ratios(scene, metric, pair, None)
            ):
                return True
    return False


def _tied(scene: Scene, bound: Bound) -> bool:
    """Whether a number and its level stand together, or the heading above gives the level of all that follows."""
    if bound.level_source in ("own", "sequence"):
        if not bound.level_at:
            return True
        mention = min(bound.level_at, key=lambda m: abs(m.first - bound.place))
        low, high = sorted(
            (
                mention.last if mention.last < bound.place else bound.place,
                bound.place if mention.last < bound.place else mention.first,
            )
        )
        between = scene.tokens[low + 1 : high]
        return (
            mention.tight
            or len(between) <= 12
            and not any(t.text in ";." or t.lower in ("but", "but", "но", "а", "while", "whereas") for t in between)
        )
    if bound.level_source == "inherited":
        former = scene.former
        while former is not None:
            if former.mentions.levels:
                return False
            former = former.former
        return True
    return bound.level_source == "sentence" and not (scene.former is not None and scene.former.mentions.levels)


def _pair_said(scene: Scene, bound: Bound) -> bool:
    """Whether both levels of a comparison stand in the number's own part of the sentence."""
    tokens, place = scene.tokens, bound.place
    start, stop = place, place
    while start > 0 and tokens[start - 1].text not in ";:.":
        start -= 1
    while stop + 1 < len(tokens) and tokens[stop + 1].text not in ";:.":
        stop += 1
    here = [m for m in scene.mentions.levels if start <= m.first <= stop]
    roles = {m.role for m in here}
    return "than" in roles and roles - {"than"} != set() or {"from", "to"} <= roles


def _far_off(scene: Scene, bound: Bound) -> bool:
    """A number that no metric stands beside, and that is ten times off every value of the one it was bound to."""
    if scene.block.kind == "cell":
        return False
    if bound.metric_source == "near" and bound.metric_cost <= 4 and bound.number.dimension != "time":
        return False
    if any(char.isdigit() for char in bound.number.text):
        return False  # a wrong unit or a wrong digit is an error of its own
    values = [
        abs(v)
        for m in bound.metrics
        for f in facts_for(scene, m, None, None)
        for v in in_unit(f, bound.number.unit, scene.vocabulary.unit_of(m))
        if v
    ]
    told = abs(bound.number.low_value())
    return bool(values) and (told > 10 * max(values) or told < min(values) / 10)


def _bare(scene: Scene, bound: Bound) -> bool:
    """A number in prose without a unit or anything else that says what it is: too little to know that it claims nothing."""
    return bound.number.unit is None and scene.block.kind != "cell"


def _claims_something(scene: Scene, bound: Bound) -> bool:
    """Whether the sentence (or the cell's heads) names a metric whose value the number might be."""
    if bound.metrics:
        return True
    if bound.mismatch is not None and bound.number.dimension not in (None, "percent"):
        return False  # its unit is not that of the metric that stands near
    if bound.mismatch is not None and bound.number.dimension == "percent":
        return True
    named = [m for m in scene.mentions.metrics if m.exact and m.metrics]
    if scene.block.kind == "cell":
        for header in (scene.block.row_header, scene.block.column_header):
            if header is not None:
                named += [m for m in scene.world.mentions_of(header).metrics if m.metrics]
    return any(compatible(bound.number.unit, scene.vocabulary.unit_of(metric)) for m in named for metric in m.metrics)


def _candidates(scene: Scene, bound: Bound) -> list[str]:
    """The bound metrics first, then those that the sentence names, then the inherited ones; those whose unit is possible."""
    said = [m for mention in scene.mentions.metrics if not mention.whole for m in sorted(mention.metrics)]
    row = [*sorted(bound.metrics), *said, *sorted(scene.inherited_metrics)]
    return [m for m in dict.fromkeys(row) if possible(scene, bound.number, m)]


def _fitting(
    scene: Scene, bound: Bound, metric: str, levels: frozenset[str] | None, stat: str | None = None
) -> Fact | None:
    """A fact of the metric at a level that the number states."""
    if stat is not None:
        stats = [stat] if stat in scene.vocabulary.stats_of(metric) else []
    else:
        stats, _ = allowed_stats(scene, bound, metric, levels)
    unit = scene.vocabulary.unit_of(metric)
    for fact in facts_for(scene, metric, levels, stats):
        if agrees(bound.number, in_unit(fact, bound.number.unit, unit)):
            return fact
    return None


# -- spreads ----------------------------------------------------------------------------------------------------------


def _spread(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "842 ± 61": a deviation or half of an interval."""
    if not scene.block.text[bound.number.start : bound.number.end].lstrip().startswith("±"):
        return None
    metrics = bound.metrics or (bound.mismatch.metrics if bound.mismatch is not None else frozenset())
    levels = bound.levels[0] if bound.levels else None
    held = []
    for metric in sorted(metrics):
        unit = scene.vocabulary.unit_of(metric)
        for fact in facts_for(scene, metric, levels, None):
            if fact.stat in ("stddev", "mad", "iqr", "sem", "stderr"):
                held.append(fact)
                if agrees(bound.number, in_unit(fact, bound.number.unit, unit)):
                    return held_value(fact)
            if fact.ci and len(fact.ci) == 2 and fact.ci[1] > fact.ci[0]:
                held.append(fact)
            if (
                fact.ci
                and len(fact.ci) == 2
                and agrees(bound.number, convert((fact.ci[1] - fact.ci[0]) / 2, unit, bound.number.unit))
            ):
                return "interval", Ruling(
                    "supported", f"half the interval of {fact.name}", f"половина интервала {fact.name}", (fact.name,)
                )
        for effect in scene.vocabulary.effects(metric):
            if (
                effect.ci_pct
                and len(effect.ci_pct) == 2
                and agrees(bound.number, [(effect.ci_pct[1] - effect.ci_pct[0]) / 2])
            ):
                return "interval", Ruling(
                    "supported", "half the effect's interval", "половина интервала эффекта", (f"effect {metric}",)
                )
    if held and levels is not None:
        return held_otherwise(held[0])
    return "value", Ruling("unverifiable", "the facts hold no such spread", "в фактах нет такого разброса")


# -- rows of numbers --------------------------------------------------------------------------------------------------


def _same_row(scene: Scene, one: Bound, two: Bound) -> bool:
    between = scene.tokens[one.place + 1 : two.place]
    labels = {(scene.vocabulary.metrics[m].unit or "").lower() for m in one.metrics if m in scene.vocabulary.metrics}
    words = [
        t.lower
        for t in between
        if t.lower not in ("на", "by", "about", "около", "примерно", "~", "further", "another", "a", "еще")
        and t.lower not in labels
    ]
    return len(words) <= 3 and all(word in _LIST_LINKS for word in words) and bool(words)


def _row_of(scene: Scene, bound: Bound) -> list[Bound]:
    """The numbers that stand in one row with this one, joined by commas and "and"."""
    places = sorted(scene.bounds)
    at = places.index(bound.place) if bound.place in places else -1
    if at < 0:
        return []
    row = [bound]
    for step in (-1, 1):
        here = at
        while 0 <= here + step < len(places):
            one, two = scene.bounds[places[min(here, here + step)]], scene.bounds[places[max(here, here + step)]]
            if not _same_row(scene, one, two) or one.number.high is not None or two.number.high is not None:
                break
            here += step
            row.insert(0, scene.bounds[places[here]]) if step < 0 else row.append(scene.bounds[places[here]])
    return row


def _orders(scene: Scene, size: int) -> list[list[str]]:
    """The rows of levels that a row of so many numbers may stand for."""
    vocabulary = scene.vocabulary
    every = vocabulary.numeric_order
    listed = vocabulary.level_ids
    baseline = vocabulary.special("baseline")
    rows = [
        every,
        listed,
        [one for one in every if one not in baseline],
        [one for one in listed if one not in baseline],
    ]
    said: list[str] = []
    place: Scene | None = scene
    while place is not None:
        own = [next(iter(m.ids)) for m in place.mentions.levels if len(m.ids) == 1]
        own = list(dict.fromkeys(own))
        rows += [own, [one for one in own if one not in baseline]]
        said = [*own, *said]
        place = place.former
    said = list(dict.fromkeys(said))
    rows += [said, [one for one in said if one not in baseline]]
    near = scene.world.blocks[max(0, scene.block.order - 2) : scene.block.order]
    for block in near:
        own = list(dict.fromkeys(next(iter(m.ids)) for m in scene.world.mentions_of(block).levels if len(m.ids) == 1))
        rows += [own, [one for one in own if one not in baseline]]
    unique: list[list[str]] = []
    for row in rows:
        if len(row) == size and row not in unique:
            unique.append(row)
    return unique


def _row(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "fell by 62.6% and 56.4%", "44,6, 46,9, 52,3 и 71,8 мс": the whole row must be the values of one row of levels."""
    if _against_way(scene, bound):
        return None
    row = _row_of(scene, bound)
    if any(one.level_source == "own" or one.level_source == "sequence" and scene.mentions.levels for one in row):
        return None
    if not 2 <= len(row) <= 12:
        return None
    unit = next((one.number.unit for one in row if one.number.unit is not None), None)
    change = any(reads_as_change(scene, one.place) for one in row) or bound.number.dimension in ("percent", "points")
    for levels in _orders(scene, len(row)):
        for metric in _row_metrics(scene, row, unit):
            names = _row_holds(scene, row, metric, levels, unit, change)
            if names:
                text = ", ".join(levels)
                return "value", Ruling("supported", f"{metric} at {text}", f"{metric} при {text}", tuple(names))
    return None


def _row_metrics(scene: Scene, row: list[Bound], unit: object) -> list[str]:
    metrics: list[str] = []
    for one in row:
        metrics += _candidates(scene, one)
        if any(reads_as_change(scene, each.place) for each in row):
            metrics += [m for mention in scene.mentions.metrics for m in sorted(mention.metrics)] + sorted(
                scene.inherited_metrics
            )
    return list(dict.fromkeys(metrics))


def _row_holds(scene: Scene, row: list[Bound], metric: str, levels: list[str], unit: object, change: bool) -> list[str]:
    vocabulary = scene.vocabulary
    stats = [row[0].stat] if row[0].stat in vocabulary.stats_of(metric) else []
    stats += [s for s in ("mean", "median", *vocabulary.stats_of(metric)) if s in vocabulary.stats_of(metric)]
    for stat in dict.fromkeys(stats):
        names = []
        for one, level in zip(row, levels, strict=True):
            fact = vocabulary.central(metric, level, stat)
            wanted = one.number.unit or unit
            if fact is None or not agrees(one.number, in_unit(fact, wanted, vocabulary.unit_of(metric))):  # type: ignore[arg-type]
                break
            names.append(fact.name)
        if len(names) == len(row):
            return names
    if not change:
        return []
    for base in sorted(vocabulary.special("baseline")) or [levels[0]]:
        names = []
        for one, level in zip(row, levels, strict=True):
            if level == base:
                break
            held = changes_pct(scene, metric, Pair(base, level, False), None)
            match = next((n for value, n in held if agrees(one.number, [abs(value), value])), None)
            if match is None:
                break
            names += match
        if len(names) >= len(row):
            return names
    return []


# -- the base of a comparison -----------------------------------------------------------------------------------------


def _base(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "than 690", "the baseline's 2.73 ms", "690 → 580 MB/s": the value of what something is compared with."""
    if predicate not in ("value", "delta") or not bound.metrics or bound.number.high is not None:
        return None
    if predicate == "delta" and not _after_base(scene, bound):
        return None
    place = bound.place
    if _against_way(scene, bound):
        return None
    than = [m for m in scene.mentions.levels if m.role == "than" and place - m.last == 1]
    if than:
        levels: list[str] = [i for m in than for i in m.ids]
    else:
        if not _after_base(scene, bound) and not _starts_move(scene, bound):
            return None
        own = {i for ids in bound.levels for i in ids}
        if bound.level_source == "own" and bound.level_at and bound.level_at[0].first > place:
            return None
        levels = [level for level in scene.vocabulary.level_ids if level not in own]
    for metric in sorted(bound.metrics):
        for level in levels:
            fact = _fitting(scene, bound, metric, frozenset({level}))
            if fact is not None:
                return held_value(fact)
    return None


def _against_way(scene: Scene, bound: Bound) -> bool:
    """ "up 10%, from 9,268 to 8,412": the two values go the other way than what is said of them."""
    places = sorted(scene.bounds)
    at = places.index(bound.place) if bound.place in places else -1
    metric = next(iter(sorted(bound.metrics)), "")
    for one, two in ((at - 1, at), (at, at + 1)):
        if at < 0 or one < 0 or two >= len(places):
            continue
        first, second = scene.bounds[places[one]], scene.bounds[places[two]]
        words = [t.lower for t in scene.tokens[first.place + 1 : second.place]]
        before = scene.tokens[first.place - 1].lower if first.place else ""
        moved = (
            any(w in ("→", "->") for w in words)
            or before in ("from", "с", "со", "от")
            and any(w in ("to", "до") for w in words)
        )
        if moved and len(words) <= 4 and first.number.dimension == second.number.dimension:
            way = way_of(scene, first, metric)
            gap = second.number.low_value() - first.number.low_value()
            if way and gap and (gap > 0) != (way > 0):
                return True
    return False


def _after_base(scene: Scene, bound: Bound) -> bool:
    for token in reversed(scene.tokens[max(0, bound.place - 2) : bound.place]):
        if token.lower in _COMPARED:
            return True
        if not token.is_word or token.concepts:
            return False
    return False


def _starts_move(scene: Scene, bound: Bound) -> bool:
    """ "690 → 580": a number from which an arrow or "to" leads to the next one."""
    following = [p for p in sorted(scene.bounds) if p > bound.place]
    if not following:
        return False
    between = [t.lower for t in scene.tokens[bound.place + 1 : following[0]]]
    other = scene.bounds[following[0]]
    return (
        bool(between)
        and len(between) <= 4
        and between[-1] in ("→", "->", "до", "to")
        and bool(other.metrics & bound.metrics)
    )


# -- differences ------------------------------------------------------------------------------------------------------


def _difference(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "580 MB above glibc", "adds 270 MB", "разница — 1,7 минуты": a difference of two values, told in the metric's unit or in percent."""
    number = bound.number
    if predicate not in ("value", "delta", "design") or number.kind != "value" or number.high is not None:
        return None
    if not speaks_of_difference(scene, bound) or reached(scene, bound):
        return None
    metrics = list(dict.fromkeys(_all_candidates(scene, bound)))
    if predicate == "delta" and alone_in_its_clause(scene, bound):
        metrics = sorted(bound.metrics)
    if predicate == "delta" and any(
        p.explicit for p in pairs_for(scene, bound.levels[0] if bound.levels else None, bound.place)
    ):
        # both levels are said, and the metric's own change was refused: only another metric may be meant
        last = next((m for m in reversed(scene.mentions.metrics) if m.last < bound.place), None)
        if bound.metric_source == "near" and (bound.metric_cost <= 4 or bound.metric_at == last):
            return None
        metrics = [m for m in metrics if m not in bound.metrics]
    for metric in metrics:
        way = way_of(scene, bound, metric)
        for pair in _pairs(scene, bound, bool(way)):
            for value, told, names in _differences(scene, bound, metric, pair):
                if way and value and (value > 0) != (way > 0):
                    continue
                if agrees(number, told) or agrees(number, [-v for v in told]):
                    return "delta", Ruling(
                        "supported",
                        f"{metric}: {pair.base} → {pair.level} is {value:+.4g}",
                        f"{metric}: {pair.base} → {pair.level} — это {value:+.4g}",
                        names,
                    )
    return None


def _differences(
    scene: Scene, bound: Bound, metric: str, pair: Pair
) -> list[tuple[float, list[float], tuple[str, ...]]]:
    """(signed difference, its size in the number's unit, facts): in percent, in points, or in the metric's unit."""
    number, unit = bound.number, scene.vocabulary.unit_of(metric)
    if number.dimension == "percent":
        return [(value, [abs(value)], names) for value, names in changes_pct(scene, metric, pair, None)]
    if number.dimension == "points":
        if unit is None or unit.dimension != "percent":
            return []
    elif not possible(scene, number, metric):
        return []
    own = [bound.stat] if bound.stat in scene.vocabulary.stats_of(metric) else []
    rows = []
    for stat in (
        own if own and definite_extreme(scene, bound) else dict.fromkeys((*own, None, "max", "min", "median", "last"))
    ):
        for value, names, _ in differences(scene, metric, pair, stat):
            told = [abs(value)] if number.dimension == "points" else convert(abs(value), unit, number.unit)
            rows.append((value, told, names))
    return rows


def reached(scene: Scene, bound: Bound) -> bool:
    """ "упал до 53%": a value that was reached, not by how much it changed."""
    former = scene.tokens[bound.place - 1] if bound.place else None
    return former is not None and former.lower in ("до", "to", "с", "со", "from", "at", "при")


def alone_in_its_clause(scene: Scene, bound: Bound) -> bool:
    """Whether the clause of a number names the metric that it was bound to, and no other."""
    first, last = segment(scene, bound.place)
    named = {
        m.metrics
        for m in scene.mentions.metrics
        if first <= m.first <= last and not m.modifier and m.first not in scene.mentions.level_tokens
    }
    return bool(bound.metrics) and named == {bound.metrics}


def _all_candidates(scene: Scene, bound: Bound) -> Iterable[str]:
    row = [*sorted(bound.metrics)]
    row += [m for mention in scene.mentions.metrics if not mention.whole for m in sorted(mention.metrics)]
    former = scene.former
    row += _rooted(scene, bound)
    in_its_unit = bound.number.unit is not None and bound.number.dimension not in ("percent", "points")
    if in_its_unit and not (bound.metric_at is not None and bound.metric_at.exact and bound.metric_source == "near"):
        row += [m for m in scene.vocabulary.metrics if scene.vocabulary.unit_of(m) == bound.number.unit]
    row += sorted(scene.inherited_metrics)
    if former is not None:
        row += [m for other in former.bounds.values() if other.verdict == "supported" for m in sorted(other.metrics)]
    return row


def _rooted(scene: Scene, bound: Bound) -> list[str]:
    """Metrics whose name shares its root with a word close before: "восстанавливается" and "время восстановления"."""
    found = []
    for token in scene.tokens[max(0, bound.place - 4) : bound.place + 2]:
        if not token.is_word or len(token.text) < 7:
            continue
        root = token.lower[: 7 if not token.text.isascii() else 6]
        for name in scene.vocabulary.names:
            if name.metrics and any(stem.startswith(root) for word in name.words for stem in word):
                found += sorted(name.metrics)
    return list(dict.fromkeys(found))


_OR_PERCENT = re.compile(
    r"\w*,? (?:or|i\.e\.,?|that is,?|или|то есть|т\.\s?е\.) (?:by |на |about |около |примерно )?\d+(?:[.,]\d+)?\s?%(?! (?:of|от) )",
    re.I,
)


def speaks_of_difference(scene: Scene, bound: Bound) -> bool:
    tokens, place = scene.tokens, bound.place
    after = tokens[place + 1 : place + 4]
    for token in after:
        if token.text in ",;." or token.number is not None:
            break
        if token.has("up.comparative", "down.comparative", "better", "worse", "differ") or token.lower in (
            "above",
            "below",
            "extra",
            "apart",
            "behind",
            "ahead",
            "сверх",
            "more",
            "less",
        ):
            return True
    if _OR_PERCENT.match(scene.block.text[bound.number.end : bound.number.end + 32]) and bound.number.unit is not None:
        return True  # "0.7 s, or 2.9%": the same difference in both
    if any(t.stems & {"разница", "difference", "differenc", "разрыв", "gap", "расхождение"} for t in tokens[:6]):
        return True  # "the difference between A and B is 1.7 minutes in time, 85 GB in size"
    before = tokens[max(0, place - 12) : place]
    for token in reversed(before):
        if token.text == ";":
            break
        if token.stems & EXTRA:
            return True
        if place - token.index <= 3 and (token.lower in ("на", "by") or token.has("up.noun", "down.noun")):
            return True
        if place - token.index <= 4 and token.has(
            "up.transitive", "down.transitive", "up.intransitive", "down.intransitive"
        ):
            return True
    return any(t.lower in ("absolute", "абсолютных", "абсолютном", "абсолютно") for t in tokens)


def _pairs(scene: Scene, bound: Bound, directed: bool) -> list[Pair]:
    """Pairs that a difference may be between: of the sentence's levels, with the baseline, of the sentence before.

    Where a direction is said, only pairs that lead to the number's own level: otherwise either way round would do.
    """
    vocabulary = scene.vocabulary
    own = [i for ids in bound.levels for i in sorted(ids)]
    said = [i for m in scene.mentions.levels for i in sorted(m.ids)] or sorted(scene.inherited_levels)
    if scene.former is not None:
        said += [i for m in scene.former.mentions.levels for i in sorted(m.ids)]
    baseline = sorted(vocabulary.special("baseline"))
    levels = list(dict.fromkeys([*own, *said, *baseline]))
    pairs = pairs_for(scene, bound.levels[0] if bound.levels else None, bound.place)[:6]
    if any(
        t.stems & {"расхождение", "spread", "разброс", "swing", "largest", "greatest", "наибольший", "самый"}
        for t in scene.tokens
    ):
        levels = list(vocabulary.level_ids)
    if len(vocabulary.facts.experiment.factors) > 1:
        return list(dict.fromkeys(pairs))
    if not directed and not (bound.level_source == "own" and len(own) == 1):
        pairs += [Pair(a, b, False) for a, b in itertools.permutations(levels[:8], 2)]
    else:
        goals = own or [i for m in scene.mentions.levels if m.role != "than" for i in sorted(m.ids)][:1]
        pairs += [Pair(a, b, False) for b in goals for a in levels[:8] if a != b and a not in goals]
    return list(dict.fromkeys(pairs))


# -- others -----------------------------------------------------------------------------------------------------------


def _reversed_interval(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """An interval is told from the baseline even where the sentence names the levels the other way round."""
    number = bound.number
    if predicate != "interval" or number.high is None:
        return None
    said = (
        {i for m in scene.mentions.levels for i in m.ids}
        | set(scene.inherited_levels)
        | {i for ids in bound.levels for i in ids}
    )
    said |= scene.vocabulary.special("baseline")
    return interval_either_way(scene, number, _all_candidates(scene, bound), said)


def interval_either_way(
    scene: Scene, number: Number, metrics: Iterable[str], levels: set[str], or_main: bool = False
) -> tuple[str, Ruling] | None:
    """The interval of an effect between two of the levels (`or_main`: or of one over all cells of a grid), whichever of them is the base."""
    for metric in metrics:
        for effect in scene.vocabulary.effects(metric):
            ends = {
                scene.vocabulary.canonical_effect(effect.level),
                scene.vocabulary.canonical_effect(effect.baseline or ""),
            }
            if effect.ci_pct and len(effect.ci_pct) == 2 and (ends <= levels or or_main and "=" in effect.level):
                low, high = effect.ci_pct
                if (
                    agrees(number, [low])
                    and agrees(number, [high], high=True)
                    or agrees(number, [-high])
                    and agrees(number, [-low], high=True)
                ):
                    name = f"effect {effect.metric} {effect.level} vs {effect.baseline}"
                    return "interval", Ruling("supported", f"interval of {name}", f"интервал: {name}", (name,))
    return None


def _move(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "takes QPS from 81.2 to 131.8": two values whose levels are not said, in the order of the levels."""
    if (
        predicate != "value"
        or bound.level_source == "own"
        or bound.number.high is not None
        or _against_way(scene, bound)
    ):
        return None
    places = sorted(scene.bounds)
    at = places.index(bound.place)
    order = scene.vocabulary.level_ids
    for other, first in ((at - 1, False), (at + 1, True)):
        if not 0 <= other < len(places):
            continue
        one, two = (bound, scene.bounds[places[other]]) if first else (scene.bounds[places[other]], bound)
        words = [t.lower for t in scene.tokens[one.place + 1 : two.place]]
        if (
            len(words) > 4
            or not any(w in ("to", "до", "→", "->") for w in words)
            or two.level_source == "own"
            or one.level_source == "own"
        ):
            continue
        for metric in sorted(bound.metrics):
            for a, b in itertools.combinations(order, 2):
                low, high = _fitting(scene, one, metric, frozenset({a})), _fitting(scene, two, metric, frozenset({b}))
                if low is not None and high is not None and low.stat == high.stat:
                    return held_value(low if first else high)
    return None


def _share_of_value(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "128 TPS, или 5,3 % от прогона с умолчанием": a number of the sentence as a percentage of a value."""
    number = bound.number
    if number.dimension != "percent" or number.high is not None:
        return None
    tail = [t.lower for t in scene.tokens[bound.place + 1 : bound.place + 3]]
    if not tail or tail[0] not in ("of", "от"):
        return None
    former = [
        b
        for p, b in sorted(scene.bounds.items())
        if p < bound.place and b.verdict == "supported" and b.number.dimension != "percent" and b.metrics
    ]
    if not former:
        return None
    whole = former[-1]
    for metric in sorted(whole.metrics):
        for level in scene.vocabulary.level_ids:
            fact = scene.vocabulary.central(metric, level)
            if fact is not None and fact.value:
                held = in_unit(fact, whole.number.unit, scene.vocabulary.unit_of(metric))
                if any(v and agrees(number, [abs(whole.number.low_value() / v) * 100]) for v in held):
                    return "share", Ruling("supported", f"of {fact.name}", f"от {fact.name}", (fact.name,))
    return None


def _other_metric(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """A number that no metric stands right beside may be the value of any that its sentence or its surroundings name."""
    number = bound.number
    if predicate != "value" or number.high is not None or number.kind != "value":
        return None
    pointed = bound.metric_at is not None and _of_a_pronoun(scene.tokens, bound)
    if not pointed and (metric_is_told(scene, bound) or bound.metric_at is not None and _beside(scene.tokens, bound)):
        return None
    for metric in _candidates(scene, bound):
        if metric in bound.metrics and len(bound.metrics) == 1:
            continue
        for levels in bound.levels or [None]:  # type: ignore[list-item]
            fact = _fitting(scene, bound, metric, levels)
            if fact is not None:
                return held_value(fact)
    return None


def _of_a_pronoun(tokens: list[Token], bound: Bound) -> bool:
    """ "With generic plans it falls to 8.9%": a pronoun between a metric and the number may be of another one."""
    assert bound.metric_at is not None
    return any(t.lower in _PRONOUNS for t in tokens[bound.metric_at.last + 1 : bound.place])


_PRONOUNS = {"он", "она", "оно", "it"}


def _beside(tokens: list[Token], bound: Bound) -> bool:
    assert bound.metric_at is not None
    behind = [t.lower for t in tokens[bound.place + 1 : bound.metric_at.first] if t.text != "%"]
    if bound.metric_at.exact and bound.metric_at.first > bound.place and behind in (["у"], ["for"]):
        return True  # "34.5% against 31.7% for LWLock"
    gap = tokens[bound.metric_at.last + 1 : bound.place]
    return (
        bound.metric_at.exact
        and bound.metric_at.last < bound.place
        and len(gap) <= 2
        and all(t.lower in ("of", "is", "was", "=", ":", "at", "—", "-", "составить", "about") for t in gap)
    )
