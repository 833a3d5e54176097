"""Numbers that a text works out of others: sums, shares of shares, percentages of a value, changes between two numbers beside.

Asked only for numbers that their own binding refutes. What they are worked out of is judged on its own, so a true derivation of
false numbers is not lost.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import agrees, as_multiple
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import Pair, ratios
from factcheck.binding.scene import Scene
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_said
from factcheck.judging.verdicts import Ruling
from factcheck.judging.windows import judge_depth_limit, windows_at
from factcheck.reading.numbers import Number

_TOGETHER = re.compile(
    r"\b(?:together|combined|altogether|in sum|sums? to|adds? up to|in total|jointly|both|added up|summed)\b|"
    r"(?<!\w)(?:вместе|в сумме|суммарно|совокупно|совместно|итого|(?<!ее )(?<!же )(?<!ше )всего(?! лишь| на| времени| объ[её]ма)|сложить|складывая)(?!\w)",
    re.I,
)
_OTHERS = re.compile(r"\b(?:other|others|rest|remaining)\b|(?<!\w)(?:остальн|прочи|оставш)\w*", re.I)
_DEEPER_THAN = re.compile(
    r"(?:\b(?:drops?|dips?|stalls?)|(?<!\w)(?:просад|провал)\w*) (?:deeper than|глубже(?: чем(?: на)?)?)\s+$", re.I
)
_CUE = re.compile(
    r"\b(?:i\.e|that is|which is|or|so|hence|thus|makes?|making|meaning|by|of|is|are|was|times|as|a change|to)\b|(?<!\w)(?:то есть|т\.\s?е|или|это|выходит|получается|составля\w+|от|на|в|разниц\w+|итого|значит)(?!\w)|[=(→]",
    re.I,
)


def derived(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """The ruling of the derivation that gives the number, or None."""
    for rule in (_depth, _sum, _largest_parts, _product, _percent_of, _between, _ratio, _main_effect):
        found = rule(scene, bound, predicate)
        if found is not None:
            return found
    return None


def way_of(scene: Scene, bound: Bound, metric: str) -> int:
    """The direction that is said of this metric close to the number: +1, -1 or 0."""
    kept, bound.metrics = bound.metrics, frozenset({metric})
    way, word = direction_said(scene, bound)
    bound.metrics = kept
    return 0 if word is not None and abs(word.index - bound.place) > 6 else way


def _yes(predicate: str, en: str, ru: str, names: tuple[str, ...] = ()) -> tuple[str, Ruling]:
    return predicate, Ruling("supported", en, ru, names)


def _meant(scene: Scene, number: Number) -> bool:
    """ "All drops deeper than 50% fell on it": a bound that says which drops are meant, and no depth that is told of them."""
    after = scene.block.text[number.end : number.end + 3].strip()
    return (
        _DEEPER_THAN.search(scene.block.text[max(0, number.start - 40) : number.start]) is not None
        and after[:1].isalpha()
    )


def _depth(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "худшая просадка — 31 %", "скорость упала на 52 %" where drops are spoken of: how deep a drop was."""
    number = bound.number
    if number.dimension != "percent" or not scene.vocabulary.facts.windows or number.signed and number.low_value() > 0:
        return None
    own = scene.has("drop") or any(t.stems & {"глубокий", "глубина", "deep", "depth", "deepest"} for t in scene.tokens)
    about = own or scene.former is not None and scene.former.has("drop")
    about = about or any(t.has("drop") for block in scene.surroundings[:2] for t in scene.world.tokens_of(block))
    if not about:
        return None
    held = [w for w in windows_at(scene, bound.levels[0] if bound.levels else None) if w.depth_pct is not None]
    of_depth = (not bound.metrics or predicate == "delta") and not _meant(scene, number)
    limited = judge_depth_limit(scene, bound, held) if of_depth else None
    if limited is not None:
        return "window", limited
    deeper = any(t.stems & {"глубокий", "глубоко", "deep"} for t in scene.tokens[max(0, bound.place - 4) : bound.place])
    rises = not deeper and (
        way_of(scene, bound, next(iter(sorted(bound.metrics)), "")) > 0
        or bound.place
        and scene.tokens[bound.place - 1].lower == "up"
    )
    superlative = any(superlative_kind(scene, t) for t in scene.tokens[max(0, bound.place - 8) : bound.place])
    if superlative and held:
        deepest = max(w.depth_pct or 0.0 for w in held)
        held = [w for w in held if w.depth_pct == deepest]
    for window in held if not rises else []:
        if agrees(number, [window.depth_pct or 0.0, -(window.depth_pct or 0.0)]):
            return _yes(
                "window",
                f"a drop of {window.depth_pct:g}%",
                f"просадка {window.depth_pct:g} %",
                (f"window {window.level} {window.starts_at}",),
            )
    if _meant(scene, number) and any((w.depth_pct or 0.0) > number.low_value() for w in held) != scene.has("negation"):
        return "window", Ruling("unverifiable", "a bound of the drops that are meant", "граница глубины просадок, о которых речь")  # fmt: skip
    near = any(
        t.has("drop") or t.stems & {"глубокий", "глубина", "deep", "depth"}
        for t in scene.tokens[max(0, bound.place - 6) : bound.place + 3]
    )
    if held and near and (not bound.metrics or predicate == "delta"):
        text = ", ".join(f"{w.starts_at}: {w.depth_pct:g}%" for w in held[:4])
        return "window", Ruling(
            "contradicted", text, text, tuple(f"window {w.level} {w.starts_at}" for w in held[:4]), text
        )
    return None


def _shares(scene: Scene, level: str) -> list[Fact]:
    """The percentages of one level that are parts of something."""
    return [
        fact
        for fact in scene.vocabulary.facts.facts
        if fact.level == level
        and fact.run is None
        and (fact.stat == "share" or "~" in fact.metric)
        and fact.partner is None
    ]


def _has_own(bound: Bound, *facts: Fact) -> bool:
    """Whether one of the facts is of the metric that stands beside the number, where one does."""
    return bound.metric_source != "near" or any(fact.metric in bound.metrics for fact in facts)


def _levels(scene: Scene, bound: Bound) -> list[str]:
    own = [i for ids in bound.levels for i in sorted(ids)]
    said = [i for m in scene.mentions.levels for i in sorted(m.ids)]
    return list(dict.fromkeys(own or said or scene.vocabulary.level_ids))


def _sum(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "вместе они составляют 70,1 %": the values of two or three metrics at one level."""
    if bound.number.high is not None or bound.number.kind != "value" or not scene.matches(_TOGETHER):
        return None
    named = list(dict.fromkeys(m for mention in scene.mentions.metrics for m in sorted(mention.metrics)))
    own = set(named)
    if len(named) < 2:  # "Taken together they are 91.4%": of what was named before
        named += [m for one in scene.before(3) for mention in one.mentions.metrics for m in sorted(mention.metrics)]
    tried = False
    for level in _levels(scene, bound):
        pools = [[f for m in named for f in (scene.vocabulary.central(m, level),) if f is not None]]
        if sum(f.metric in own and (f.stat == "share" or f.unit == "%") for f in pools[0]) < 2:
            pools.append(_shares(scene, level)[:12])  # what is added up is not named here
        for pool in pools:
            for size in (2, 3):
                for row in itertools.combinations(pool[:12], size):
                    if (
                        len({f.unit for f in row}) > 1
                        or len({f.denominator for f in row}) > 1
                        or not _has_own(bound, *row)
                    ):
                        continue
                    tried = True
                    if agrees(bound.number, [sum(f.value for f in row)]):
                        text = " + ".join(f"{f.value:g}" for f in row)
                        return _yes("share", text, text, tuple(f.name for f in row))
    near = _TOGETHER.search(scene.block.text[max(0, bound.number.start - 60) : bound.number.start])
    if tried and bound.level_source != "own" and _sum_at_another(scene, bound, named):
        return "share", Ruling("unverifiable", "a sum at another level", "сумма при другом уровне")
    rest = _OTHERS.search(scene.block.text[max(0, bound.number.start - 60) : bound.number.start])
    if rest and bound.levels:
        left = [100 - f.value for ids in bound.levels for level in ids for f in _shares(scene, level)]
        if agrees(bound.number, left):
            return _yes("share", "what is left of the whole", "остаток целого")
    if tried and near and bound.levels and bound.number.dimension == "percent":
        return "share", Ruling(
            "contradicted",
            "no two parts make this sum at this level",
            "никакие две части не дают такой суммы при этом уровне",
        )
    return None


def _sum_at_another(scene: Scene, bound: Bound, named: list[str]) -> bool:
    """Whether two of the named metrics make this sum at a level that was not found in the sentence."""
    named += [m for t in scene.tokens for m in sorted(scene.vocabulary.entities.get(t.lower, ()))]
    for level in scene.vocabulary.level_ids:
        held = [f for m in dict.fromkeys(named) for f in scene.vocabulary.by_metric.get(m, ()) if f.level == level and f.stat == "share"]  # fmt: skip
        if any(agrees(bound.number, [a.value + b.value]) for a, b in itertools.combinations(held, 2)):
            return True
    return False


def _scale(number: Number) -> float:
    """What a number's unit multiplies it by."""
    return number.unit.scale if number.unit is not None else 1.0


_COVERED = re.compile(
    r"\+|\b(?:cover|types?|classes|kinds|events|needs? the third|add(?:s|ed)? up|cumulative)\w*|(?<!\w)(?:покрыва|тип|вид|класс|событи|накоплен|суммарн|нараста)\w*", re.I
)  # fmt: skip


def _largest_parts(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "two types cover 87.7% of the waits (IO + Lock)": the sum of the largest parts of one whole, as a Pareto list adds them up."""
    if bound.number.dimension != "percent" or bound.number.high is not None or bound.number.kind != "value":
        return None
    if not scene.matches(_COVERED):
        return None
    for level in dict.fromkeys([*_levels(scene, bound), *scene.vocabulary.level_ids]):
        wholes: dict[str | None, list[Fact]] = {}
        for fact in _shares(scene, level):
            wholes.setdefault(fact.denominator, []).append(fact)
        for parts in wholes.values():
            row = sorted(parts, key=lambda fact: -fact.value)
            for size in range(2, min(len(row), 6)):
                if agrees(bound.number, [sum(fact.value for fact in row[:size])]):
                    text = " + ".join(f"{fact.value:g}" for fact in row[:size])
                    return _yes("share", text, text, tuple(fact.name for fact in row[:size]))
    return None


def _product(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """A share of a part told as a share of the whole: 64% of LWLock time, which is 22.4% of all, makes 14.3%."""
    if bound.number.dimension != "percent" or bound.number.high is not None:
        return None
    elsewhere = [] if bound.level_source == "own" else scene.vocabulary.level_ids
    for level in dict.fromkeys([*_levels(scene, bound), *elsewhere]):
        rows = _shares(scene, level)
        for part, whole in itertools.permutations(rows[:40], 2):
            name = whole.metric.partition("~")[2].partition("@")[0].lower() or whole.metric.lower()
            if (
                part.denominator
                and name
                and _has_own(bound, part, whole)
                and name in part.denominator.lower()
                and agrees(bound.number, [part.value * whole.value / 100])
            ):
                return _yes(
                    "share",
                    f"{part.value:g}% of {whole.value:g}%",
                    f"{part.value:g} % от {whole.value:g} %",
                    (part.name, whole.name),
                )
    return None


def _percent_of(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "32 clients give 95% of it": a level's value as a percentage of another level's."""
    if bound.number.dimension != "percent" or bound.number.high is not None or bound.number.fraction:
        return None
    tail = [t.lower for t in scene.tokens[bound.place + 1 : bound.place + 3]]
    if not tail or tail[0] not in ("of", "от"):
        return None
    said = list(dict.fromkeys(i for m in scene.mentions.levels for i in sorted(m.ids)))
    if any(bound.place < m.first <= bound.place + 4 and (m.metrics or m.whole) for m in scene.mentions.metrics):
        return None  # "96% of the waits": a share, and of them
    if len(said) < 2:
        said = list(scene.vocabulary.level_ids)
    metrics = [m for mention in scene.mentions.metrics for m in sorted(mention.metrics)] or sorted(
        scene.inherited_metrics
    )
    for metric in dict.fromkeys([*sorted(bound.metrics), *metrics]):
        for one, two in itertools.permutations(said[:8], 2):
            for value, names in ratios(scene, metric, Pair(one, two, True), None):
                if agrees(bound.number, [value * 100]):
                    return _yes(
                        "share",
                        f"{metric}: {two} is {value:.1%} of {one}",
                        f"{metric}: {two} — {value:.1%} от {one}",
                        names,
                    )
    return None


def _between(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """A percentage, a ratio or a difference of two numbers that stand before it in the sentence (or in the one before)."""
    number = bound.number
    if number.high is not None or not _CUE.search(scene.block.text[max(0, number.start - 40) : number.end + 6]):
        return None
    rows: list[tuple[float, str | None, int, float]] = []
    metric = next(iter(sorted(bound.metrics)), None) or next(iter(sorted(scene.inherited_metrics)), "")
    way = way_of(scene, bound, metric)
    place: Scene | None = scene
    for _ in range(2):
        if place is None:
            break
        rows = [
            (b.number.low_value(), b.number.dimension, p if place is scene else -1, _scale(b.number))
            for p, b in sorted(place.bounds.items())
            if b is not bound and (b.verdict in ("supported", "unverifiable") or not b.verdict and bool(b.metrics & bound.metrics)) and b.number.kind == "value" and b.number.high is None and not b.number.fraction
            and (place is not scene or abs(p - bound.place) <= 24) and b.predicate in ("value", "design", "share", "") and not _of_another_percentile(scene, bound, b)
        ] + rows  # fmt: skip
        place = place.former
    rows = rows[-6:]
    for (one, kind, at, by), (two, other, then, with_) in itertools.combinations(rows, 2):
        if kind == other == "time" and by != with_:
            one, two = one * by, two * with_  # "2.14 s against 760 ms"
        if not one or not two or kind != other and kind is not None and other is not None:
            continue
        if way and two != one:
            words = {t.lower for t in scene.tokens[max(at, 0) : max(then, 0)]} if at >= 0 else set()
            # "214 ms, which is 2.5 times more than … (87 ms)": only a move or an opposition orders the two
            ordered = number.kind != "times" or at < 0 or words & {"to", "до", "→", "->", "against", "vs", "против"}
            rising = (two > one) != bool(words & {"against", "vs", "versus", "против", "than", "чем"})
            if ordered and rising != (way > 0):
                continue
        if number.kind == "times":
            values = [max(one, two) / min(one, two)] if one * two > 0 else []
        elif number.dimension == "percent" and kind != "percent":
            left = [] if _as_change(scene, bound.place) else [min(one, two) / max(one, two) * 100]
            values = [abs(two - one) / abs(one) * 100, *left]
        elif number.dimension == kind or number.dimension == "points" and kind == "percent":
            values = [abs(two - one)]
        else:
            continue
        loose = number.kind == "times" and number.readings[0].quantum == 0
        if (
            loose
            and any(abs(v - number.low_value()) <= 0.12 * v for v in values)
            or not loose
            and agrees(number, values)
        ):
            return _yes("arithmetic", f"of {one:g} and {two:g}", f"из {one:g} и {two:g}")
    return None


def _of_another_percentile(scene: Scene, bound: Bound, other: Bound) -> bool:
    """ "p99 goes up threefold, 21.7 to 64.3; p95 triples as well": values of another percentile than the one that is told of."""
    held = {f.stat for name in other.facts if (f := scene.vocabulary.by_name.get(name)) is not None}
    return bound.stat in ("p90", "p95", "p99", "median") and bool(held) and bound.stat not in held


def _as_change(scene: Scene, place: int) -> bool:
    """ "a reduction of 60%", "снижение на 60%": by how much, not what is left."""
    former = scene.tokens[max(0, place - 3) : place]
    of = bool(former) and former[-1].lower in ("of", "на", "by")
    return of and any(t.has("up.noun", "down.noun") for t in former)


def _ratio(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """ "более чем впятеро", "примерно вдвое": between levels that the sentence or its surroundings name, or from each to the next."""
    number = bound.number
    if number.kind != "times":
        return None
    said = [i for m in scene.mentions.levels for i in sorted(m.ids)] + [i for ids in bound.levels for i in sorted(ids)]
    said = list(dict.fromkeys([*said, *sorted(scene.vocabulary.special("baseline"))]))
    named = [m for mention in scene.mentions.metrics for m in sorted(mention.metrics)]
    primary = scene.vocabulary.facts.experiment.primary
    metrics = dict.fromkeys(
        [*sorted(bound.metrics), *named, *sorted(scene.inherited_metrics), *([primary] if primary else [])]
    )
    order = scene.vocabulary.numeric_order
    each = any(t.has("all") or t.stems & {"удвоение", "doubl", "doubling", "ступень", "step"} for t in scene.tokens)
    explicit = any(m.role == "than" for m in scene.mentions.levels) and any(
        m.role != "than" for m in scene.mentions.levels
    )
    if explicit and bound.metric_source == "near" and bound.metric_cost <= 4:
        return None
    own = {i for ids in bound.levels for i in ids}
    for metric in metrics:
        way = way_of(scene, bound, metric)
        if each:
            row = [
                value
                for one, two in itertools.pairwise(order)
                for value, _ in ratios(scene, metric, Pair(one, two, False), None)[:1]
            ]
            if len(row) >= 2 and all(
                times_agree(number, value) and (not way or (value > 1) == (way > 0)) for value in row
            ):
                return _yes("ratio", f"{metric}: from each level to the next", f"{metric}: от уровня к уровню")
            if row and way and all(times_agree(number, value) for value in row):
                return None  # the other way round
        for one, two in itertools.permutations(said[:6], 2):
            if len(scene.vocabulary.apart(one, two)) > 1:
                continue  # cells that differ in more than one factor
            if way and (own and (two not in own or one in own) or not own and order.index(one) > order.index(two)):
                continue
            for value, names in ratios(scene, metric, Pair(one, two, True), None):
                if (value >= 1 if not way else (value >= 1) == (way > 0)) and times_agree(number, value):
                    return _yes(
                        "ratio",
                        f"{metric}: {two} over {one} is {value:.4g}",
                        f"{metric}: {two} к {one} — {value:.4g}",
                        names,
                    )
    return None


def times_agree(number: Number, value: float) -> bool:
    """Whether a ratio (told either way round) is the multiple that the text says."""
    big = value if value >= 1 else 1 / value if value else 0.0
    wanted = as_multiple(number.low_value())
    if abs(big - wanted) > 0.3 * wanted and number.hedge != "over":
        return False  # 5.9 is no "about 10 times", though it rounds to ten
    if number.hedge == "over":
        return wanted * 0.98 <= big <= wanted * 1.5
    if number.hedge in ("under", "nearly"):
        return wanted * 0.8 <= big <= wanted * 1.02
    return abs(big - wanted) <= 0.12 * wanted if number.readings[0].quantum == 0 else agrees(number, [big])


_AVERAGED = re.compile(
    r"main effect|on average|averaged|average over|overall|over the grid|across the grid|averaging|в среднем|по (?:всей )?сетке|главн\w+ эффект|усредн\w+|по всем",
    re.I,
)


def _main_effect(scene: Scene, bound: Bound, predicate: str) -> tuple[str, Ruling] | None:
    """In a grid: the effect of one factor over all levels of the other."""
    if bound.number.dimension != "percent" or not scene.matches(_AVERAGED):
        return None
    metrics = bound.metrics or scene.inherited_metrics
    primary = scene.vocabulary.facts.experiment.primary
    if primary and bound.metric_source != "near":
        metrics = metrics | {primary}
    for effect in scene.vocabulary.facts.effects:
        if "=" in effect.level and effect.effect_pct is not None and (effect.metric in metrics or not metrics):
            if agrees(bound.number, [effect.effect_pct, abs(effect.effect_pct)]):
                return _yes(
                    "delta",
                    f"main effect of {effect.level}",
                    f"главный эффект {effect.level}",
                    (f"effect {effect.metric} {effect.level}",),
                )
    return None
