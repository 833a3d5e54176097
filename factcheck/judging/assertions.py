"""Judges what is said about knowledge: noise, equality, significance, optimum, recommendation, cause, hypothesis.

Effects with their verdicts decide the first; causes and recommendations are never decided by numbers alone and stay
unverifiable, unless the facts refute what they rest on.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, in_unit, shown
from factcheck.binding.arguments import argument_of, clause_bounds, is_hedged, is_negated, said_levels
from factcheck.binding.mention_words import LEVEL_NOUNS
from factcheck.binding.pairs import Pair, combine, in_rows, pairs_for
from factcheck.binding.scene import Scene
from factcheck.binding.scope import metrics_said, topics
from factcheck.forms.facts import Effect, Fact
from factcheck.judging.exempt import qualified
from factcheck.judging.superlatives import extremes
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token

_ESTABLISHED = ("better", "worse")


def effects_meant(scene: Scene, token: Token) -> tuple[list[tuple[Effect, bool]], frozenset[str], list[Pair]]:
    """The effects that a sentence about a difference speaks of."""
    argument = argument_of(scene, token)
    metrics = argument.metrics if argument and argument.metrics else frozenset()
    if not metrics:
        near = metrics_said(scene, token.index) or topics(scene)
        metrics = next((group for group in near if any(scene.vocabulary.effects(m) for m in group)), frozenset())
    if not metrics:
        primary = scene.vocabulary.facts.experiment.primary
        metrics = frozenset({primary}) if primary and scene.vocabulary.effects(primary) else frozenset()
    two = _told_pair(scene, token)
    if two is not None:
        held = scene.vocabulary.effect(two[0], two[2], two[1])
        if held is not None:
            return [held], frozenset({two[0]}), [Pair(two[1], two[2], True)]
        metrics = frozenset({two[0]})
    told = [Pair(two[1], two[2], True)] if two is not None else _two_in_order(scene, token)
    pairs = told or _linked(scene, token) or _bare(scene) or pairs_for(scene, None, token.index)
    found: list[tuple[Effect, bool]] = []
    for metric in sorted(metrics):
        for pair in pairs:
            held = scene.vocabulary.effect(metric, pair.level, pair.base)
            if held and held not in found:
                found.append(held)
    explicit = [p for p in pairs if p.explicit]
    said = bool(scene.mentions.levels) or bool(scene.inherited_levels)
    if found and not explicit and said:
        # one level is named: its comparison with the baseline is meant
        found = found[:1]
    return found, metrics, pairs


_FIRST, _LAST = {"first", "первый"}, {"last", "последний"}
_TWO = {"two", "два"}


def _two_in_order(scene: Scene, token: Token) -> list[Pair]:
    """The pair of "hardly differ between the first two levels", "у последних двух уровней почти одинаковы"."""
    levels = scene.vocabulary.level_ids
    if len(scene.vocabulary.facts.experiment.factors) != 1 or len(levels) < 3:
        return []
    start, stop = clause_bounds(scene, token.index)
    row = scene.tokens[start : stop + 1]
    for one, two, noun in zip(row, row[1:], row[2:], strict=False):
        said = one.stems | two.stems
        if said & _TWO and said & (_FIRST | _LAST) and noun.stems & LEVEL_NOUNS:
            one_level, other = levels[:2] if said & _FIRST else levels[-2:]
            return [Pair(one_level, other, True)]
    return []


_BETWEEN = {"→", "->", "and", "against", "versus", "vs", "to", "и", "против", "до"}


def _told_pair(scene: Scene, token: Token) -> tuple[str, str, str] | None:
    """(metric, level, level) of "(1.52 → 1.49 ms) is within equivalence": two values of one metric told right before the word."""
    places = [at for at in sorted(scene.bounds) if at < token.index][-2:] if scene.bounds else []
    if len(places) != 2 or token.index - places[1] > 7 or places[1] - places[0] > 4:
        return None
    gap = scene.tokens[places[0] + 1 : places[1]]
    if not any(t.lower in _BETWEEN for t in gap) or any(t.text in ";.:" for t in scene.tokens[places[0] : token.index]):
        return None
    bounds = [scene.bounds[at] for at in places]
    names = list(dict.fromkeys(name for bound in bounds for name in bound.facts))
    facts = [fact for name in names if (fact := scene.vocabulary.by_name.get(name)) is not None]
    if any(b.verdict != "supported" or b.predicate != "value" for b in bounds) or len(facts) != 2:
        return None
    one, two = facts
    if one.metric != two.metric or one.stat != two.stat or not one.level or not two.level or one.level == two.level:
        return None
    return one.metric, scene.vocabulary.canonical(one.level), scene.vocabulary.canonical(two.level)


def _bare(scene: Scene) -> list[Pair]:
    """ "128 partitions do not differ from one": where no level is named as one, the number alone stands for its level."""
    if scene.mentions.levels or not scene.bounds:
        return []
    bare = [
        level
        for bound in scene.bounds.values()
        if bound.predicate == "levels"
        for level in scene.vocabulary.level_ids
        if level.isdigit() and float(level) == bound.number.low_value()
    ]
    base = sorted(scene.vocabulary.special("baseline"))
    if len(bare) != 1 or len(base) != 1 or bare[0] in base:
        return []
    return [Pair(base[0], bare[0], True)]


def _linked(scene: Scene, token: Token) -> list[Pair]:
    """ "100 и 0 эквивалентны": two levels joined by "and" before the word are compared with each other."""
    following = next(
        (
            m
            for m in scene.mentions.levels
            if 0 < m.first - token.index <= 3
            and not any(t.text in ",;(" for t in scene.tokens[token.index + 1 : m.first])
        ),
        None,
    )
    subject = next((m for m in reversed(scene.mentions.levels) if m.last < token.index and m.role != "than"), None)
    if following is not None and subject is not None and following.ids != subject.ids and token.has("equal", "differ"):
        return combine(scene, following.ids, subject.ids, True)  # "16GB … is equivalent to 8GB"
    row = [m for m in scene.mentions.levels if m.last < token.index and m.role == "at"][-2:]
    if len(row) != 2 or row[0].ids == row[1].ids or any(m.role == "than" for m in scene.mentions.levels):
        return []
    between = scene.tokens[row[0].last + 1 : row[1].first]
    if not between or not all(t.lower in ("и", "and", ",", "при", "at") for t in between):
        return []
    return combine(scene, row[0].ids, row[1].ids, True) + combine(scene, row[1].ids, row[0].ids, True)


def _name(effect: Effect) -> str:
    return f"effect {effect.metric} {effect.level} vs {effect.baseline}"


def _told(effects: list[Effect]) -> tuple[str, str, tuple[str, ...]]:
    text = "; ".join(f"{e.metric} {e.level} vs {e.baseline}: {e.verdict}" for e in effects[:4])
    return text, text, tuple(_name(e) for e in effects[:6])


_BEYOND = re.compile(r"\b(?:beyond|past|after|above) (?:that|this|it)\b[^;:]*$|\bfrom there\b[^;:]*$|(?<!\w)(?:дальше|далее|за ним|после этого)(?!\w)[^;:]*$", re.I)  # fmt: skip


def judge_knowledge(scene: Scene, token: Token, kind: str) -> Ruling | None:
    """The ruling on `noise`, `equal`, `undecided` or `significant`."""
    held, metrics, pairs = effects_meant(scene, token)
    effects = [effect for effect, _ in held]
    if kind == "equal" and _BEYOND.search(scene.sentence.text[: token.start - scene.tokens[0].start]):
        return Ruling("unverifiable", "of the levels beyond those that are named", "об уровнях за названными")
    if kind == "equal" and barely(scene, token):
        return _nearly_equal(scene, metrics, pairs, effects)
    if is_negated(scene, token.index):
        way = _way_beside(scene, token) if kind == "significant" else None
        if way is not None and {effect.verdict for effect in effects} & set(_ESTABLISHED):
            return _not_that_way(scene, held, way)
        flipped = {
            "settle": "undecided",
            "differ": "equal",
            "significant": "noise",
            "equal": "differ",
            "undecided": "settled",
            "noise": "significant",
        }
        kind = flipped[kind]
    if not effects:
        if kind == "equal" and metrics:
            return _equal_values(scene, metrics, token)
        if kind == "significant" and scene.vocabulary.facts.experiment.repeats == 1:
            return Ruling(
                "contradicted",
                "one run a level: nothing can be significant",
                "один прогон на уровень: значимость не оценить",
                (),
                "single_run",
            )
        return Ruling("unverifiable", "the facts hold no comparison here", "в фактах нет такого сравнения")
    en, ru, names = _told(effects)
    verdicts = {effect.verdict for effect in effects}
    if verdicts == {"single_run"}:
        if kind == "equal":
            return _equal_values(scene, metrics, token)
        if kind == "differ":
            return Ruling("unverifiable", en, ru, names)
        if kind == "significant":
            return Ruling(
                "contradicted",
                f"{en}: without repeats nothing is significant",
                f"{ru}: без повторов значимость не оценить",
                names,
                "single_run",
            )
        return Ruling("unverifiable", en, ru, names)
    right = {
        "noise": {"undecided", "equivalent"}, "equal": {"equivalent"}, "undecided": {"undecided"}, "significant": set(_ESTABLISHED),
        "differ": {"better", "worse"}, "settled": {"better", "worse", "equivalent"},
    }[kind]  # fmt: skip
    open_verdicts = {"drifting", "invalid", "single_run"}
    if (
        verdicts <= right
        or kind in ("differ", "significant")
        and all(effect.verdict in right or _without_a_side(scene, effect) for effect in effects)
    ):
        return Ruling("supported", en, ru, names)
    explicit = len(effects) == 1 or any(pair.explicit for pair in pairs)
    if verdicts & right and not explicit:
        return Ruling("unverifiable", en, ru, names)
    if kind in ("noise", "undecided") and verdicts & {"drifting", "invalid"} and not verdicts & set(_ESTABLISHED):
        return Ruling("unverifiable", en, ru, names)
    if verdicts <= open_verdicts and kind in ("equal", "differ"):
        return Ruling("unverifiable", en, ru, names)
    if kind == "equal" and _is_told_of_values(scene, effects):
        return Ruling("unverifiable", en, ru, names)
    return Ruling("contradicted", en, ru, names, "/".join(sorted(verdicts)))


_WAYS = {"better": "better", "worse": "worse", "up.comparative": "higher", "down.comparative": "lower"}


def _way_beside(scene: Scene, token: Token) -> str | None:
    """The way of a comparative beside the word ("significantly slower", "значимо выше"): better, worse, higher or lower."""
    beside = scene.tokens[token.index + 1 : token.index + 2] + scene.tokens[max(0, token.index - 1) : token.index]
    return next((way for t in beside for concept, way in _WAYS.items() if t.has(concept)), None)


def _not_that_way(scene: Scene, held: list[tuple[Effect, bool]], way: str) -> Ruling:
    """ "Never significantly slower than B": only an effect that goes that way refutes it; one the other way bears it out."""
    en, ru, names = _told([effect for effect, _ in held])
    base = {i for m in scene.mentions.levels if m.role == "than" for i in m.ids}
    for effect, turned in held:
        better = scene.vocabulary.better(effect.metric)
        if effect.verdict not in _ESTABLISHED:
            continue
        if better is None and way in ("higher", "lower") or (effect.level if turned else effect.baseline) not in base:
            return Ruling("unverifiable", en, ru, names)
        denied = way if way in _ESTABLISHED else "better" if way == better else "worse"
        if (effect.verdict == denied) != turned:
            return Ruling("contradicted", en, ru, names, effect.verdict)
    return Ruling("supported", en, ru, names)


def _is_told_of_values(scene: Scene, effects: list[Effect]) -> bool:
    """ "Identical at 1024 and 4096 (0.1%)": the one value that both levels show stands beside the word, whatever the interval says."""
    for effect in effects:
        one, two = (scene.vocabulary.central(effect.metric, level) for level in (effect.level, effect.baseline or ""))
        if one is None or two is None or shown(one) != shown(two):
            return False
        unit = scene.vocabulary.unit_of(effect.metric)
        told = [t.number for t in scene.tokens if t.number is not None and t.index not in scene.mentions.level_tokens]
        if not any(number.is_value and agrees(number, in_unit(one, number.unit, unit)) for number in told):
            return False
    return bool(effects)


def _without_a_side(scene: Scene, effect: Effect) -> bool:
    """Whether an effect's interval shows a difference that no verdict can name, since the metric has no better side."""
    ends = effect.ci_pct or []
    return (
        effect.verdict == "undecided"
        and scene.vocabulary.better(effect.metric) is None
        and len(ends) == 2
        and ends[0] * ends[1] > 0
    )


_BARELY = {
    "почти",
    "практически",
    "almost",
    "nearly",
    "essentially",
    "virtually",
    "barely",
    "hardly",
    "фактически",
    "roughly",
    "примерно",
    "basically",
    "largely",
    "broadly",
    "practically",
    "приблизительно",
}


def judge_denied_difference(scene: Scene, token: Token) -> Ruling:
    """ "не отличается", "does not change": equivalence, for which undecided is no licence."""
    held, metrics, pairs = effects_meant(scene, token)
    effects = [effect for effect, _ in held]
    if barely(scene, token):
        return _nearly_equal(scene, metrics, pairs, effects)
    if not effects:
        if metrics:
            return _equal_values(scene, metrics, token)
        return Ruling("unverifiable", "the facts hold no comparison here", "в фактах нет такого сравнения")
    verdicts = {effect.verdict for effect in effects}
    if (
        token.lower in ("difference", "gap", "разница", "различие")
        and qualified(scene, token)
        and verdicts <= {"equivalent", "undecided"}
    ):
        verdicts = {"equivalent"}
    text = "; ".join(f"{e.metric} {e.level} vs {e.baseline}: {e.verdict}" for e in effects[:4])
    names = tuple(f"effect {e.metric} {e.level} vs {e.baseline}" for e in effects[:6])
    significant = scene.has("significant") or scene.has("large")
    if verdicts <= {"equivalent"} or significant and verdicts <= {"equivalent", "undecided"}:
        return Ruling("supported", text, text, names)
    if verdicts <= {"single_run", "drifting", "invalid"}:
        return Ruling("unverifiable", text, text, names)
    return Ruling("contradicted", text, text, names, "/".join(sorted(verdicts)))


def barely(scene: Scene, token: Token) -> bool:
    """ "почти не изменилась", "nearly equal"."""
    return any(t.lower in _BARELY for t in scene.tokens[max(0, token.index - 3) : token.index])


def _nearly_equal(scene: Scene, metrics: frozenset[str], pairs: list[Pair], effects: list[Effect]) -> Ruling:
    """Nearly equal: closer than the minimum effect (3% where none is given), of each pair or over a whole grid."""
    threshold = _least_effect(scene)
    if len(effects) == 1 and effects[0].effect_pct is not None and "=" in effects[0].level:
        (effect,) = effects
        text = f"{effect.metric} {effect.level} vs {effect.baseline}: {effect.effect_pct:+g}%"
        if abs(effect.effect_pct or 0.0) < threshold:
            return Ruling("supported", text, text, (_name(effect),))
        return Ruling("unverifiable", text, text, (_name(effect),))
    for metric in sorted(metrics):
        for pair in pairs[:1] if any(p.explicit for p in pairs) else pairs:
            base, level = scene.vocabulary.central(metric, pair.base), scene.vocabulary.central(metric, pair.level)
            if base is None or level is None or not base.value:
                continue
            gap = abs(level.value / base.value - 1) * 100
            text = f"{level.name} = {level.value:g}, {base.name} = {base.value:g}"
            if gap < threshold:
                return Ruling("supported", text, text, (level.name, base.name))
            if pair.explicit and gap >= max(2 * threshold, 5.0) and not _told_of_other(scene, (base, level)):
                return Ruling(
                    "contradicted", f"{text}: {gap:.1f}%", f"{text}: {gap:.1f}%", (level.name, base.name), f"{gap:.1f}%"
                )
    return Ruling("unverifiable", "which levels are equal is not said", "не сказано, какие уровни равны")


_EXTREMES = ("max", "min", "median")
_PLURAL = {"peaks": "max", "maxima": "max", "пики": "max", "максимумы": "max", "minima": "min", "минимумы": "min"}


def _told_of_other(scene: Scene, facts: tuple[Fact, Fact]) -> bool:
    """ "Число проходов почти не меняется: 22 и 24": the values behind the colon are of something else than what was read."""
    colon = next((t.index for t in scene.tokens if t.text in ":("), len(scene.tokens))
    told = [t.number for t in scene.tokens[colon:] if t.number is not None and t.number.kind == "value" and t.index not in scene.mentions.level_tokens]  # fmt: skip
    unit_of = scene.vocabulary.unit_of
    return len(told) >= 2 and not any(agrees(n, in_unit(f, n.unit, unit_of(f.metric))) for n in told for f in facts)


_NEARLY = {
    "practically",
    "almost",
    "nearly",
    "virtually",
    "essentially",
    "practical",
    "практически",
    "почти",
    "примерно",
}


def _equal_values(scene: Scene, metrics: frozenset[str], token: Token) -> Ruling:
    """Without verdicts, equality is of the displayed values, of the statistic that the clause names: "the peaks at 60 and 100 coincide"."""
    start = max((t.index for t in scene.tokens[: token.index] if t.text == ";"), default=-1) + 1
    stats = (t.statistic or _PLURAL.get(t.lower) for t in scene.tokens[start : token.index])
    stat = next((one for one in stats if one in _EXTREMES), None)
    behind = next((t.index for t in scene.tokens[token.index :] if t.text in ",;"), len(scene.tokens))
    own = {i for m in scene.mentions.levels if m.first < token.index for i in m.ids}
    for metric in sorted(metrics):
        near = [m.ids for m in scene.mentions.levels if m.first < behind]
        meant = near if len(set(near)) > 1 or len(own) > 1 else [m.ids for m in scene.mentions.levels]
        mentioned = {i for ids in meant for i in ids}
        if len(mentioned) < 2:
            return Ruling("unverifiable", "which levels are equal is not said", "не сказано, какие уровни равны")
        if _says_how_small(scene, token):
            return Ruling("unverifiable", "how much it changed is said beside", "насколько изменилось, сказано рядом")
        if any(len(ids) > 1 for ids in meant):
            return _equal_in_rows(scene, metric, list(dict.fromkeys(meant)), stat)
        row = [
            (level, fact)
            for level in sorted(mentioned)
            if (fact := scene.vocabulary.central(metric, level, stat)) is not None
        ]
        if len(row) >= 2:
            text = ", ".join(f"{level}: {fact.value:g}" for level, fact in row)
            names = tuple(fact.name for _, fact in row)
            values = [shown(fact) for _, fact in row]
            if len(set(values)) == 1:
                return Ruling("supported", text, text, names)
            least = scene.vocabulary.facts.experiment.minimum_effect_pct or 3
            nearly = is_hedged(scene, token.index) or any(t.lower in _NEARLY for t in scene.tokens[max(0, token.index - 3) : token.index])  # fmt: skip
            if nearly and 100 * (max(values) - min(values)) <= least * abs(max(values, key=abs)):
                return Ruling("unverifiable", f"nearly so: {text}", f"почти так: {text}", names)
            return Ruling("contradicted", text, text, names, text)
    return Ruling("unverifiable", "the facts cannot tell", "факты этого не решают")


def _equal_in_rows(scene: Scene, metric: str, meant: list[frozenset[str]], stat: str | None) -> Ruling:
    """ "At 300 and 600 v6.1 and v6.2 are equal", in a grid: two of a factor's levels, compared in each row of the other factor."""
    unsaid = Ruling("unverifiable", "which levels are equal is not said", "не сказано, какие уровни равны")
    if len(meant) != 2 or meant[0] & meant[1]:
        return unsaid
    pairs = [
        (one, two)
        for pair in in_rows(scene, meant[0], meant[1], True)
        if (one := scene.vocabulary.central(metric, pair.base, stat)) is not None
        and (two := scene.vocabulary.central(metric, pair.level, stat)) is not None
    ]
    alike = [shown(one) == shown(two) for one, two in pairs]
    text = ", ".join(f"{fact.level}: {fact.value:g}" for pair in pairs for fact in pair)
    names = tuple(fact.name for pair in pairs for fact in pair)
    if not pairs or any(alike) and not all(alike):
        return unsaid
    return Ruling("supported", text, text, names) if all(alike) else Ruling("contradicted", text, text, names, text)


def _says_how_small(scene: Scene, token: Token) -> bool:
    """ "Unchanged, down by 0.6%": a change too small to matter that stands beside the word says how far it is meant."""
    least = _least_effect(scene)
    return any(
        number.dimension == "percent" and abs(number.low_value()) < least and number.high is None and bound.predicate == "delta"
        for place, bound in scene.bounds.items()
        if (number := bound.number) is not None and bound.verdict != "contradicted" and abs(place - token.index) <= 8
    )  # fmt: skip


def _least_effect(scene: Scene) -> float:
    return scene.vocabulary.facts.experiment.minimum_effect_pct or 3.0


_INSIDE = re.compile(
    r"\b(?:inside|within) the (?:grid|range|row|tested)|(?<!\w)внутри (?:\w+ )?(?:сетки|ряда|диапазона)|внутренн\w+ (?:точк|знач)",
    re.I,
)
_EDGE = re.compile(
    r"\bat (?:the|an?) (?:\w+ )?(?:end|edge|border|corner) of the (?:grid|range|row)|(?<!\w)на (?:\w+ )?(?:краю|границе|конце) (?:\w+ )?(?:сетки|ряда|диапазона)",
    re.I,
)


def _placed_optimum(scene: Scene, token: Token) -> Ruling | None:
    """ "The optimum lies inside the grid, somewhere between 20 and 500": where the best of the levels tried is."""
    text = scene.sentence.text
    inside, edge = bool(_INSIDE.search(text)), bool(_EDGE.search(text))
    order = scene.vocabulary.numeric_order
    argument = argument_of(scene, token, inherit=False)
    primary = scene.vocabulary.facts.experiment.primary
    metrics = sorted(argument.metrics) if argument is not None else [primary] if primary else []
    if inside == edge or len(order) < 3 or len(scene.vocabulary.facts.experiment.factors) > 1 or len(metrics) != 1:
        return None
    best = extremes(scene, metrics[0], "best")
    if len(best) != 1:
        return None
    text = f"{metrics[0]}: {next(iter(best))}"
    if (best <= {order[0], order[-1]}) != edge:
        return Ruling("contradicted", text, text, (), next(iter(best)))
    return Ruling("unverifiable", text, text)


def judge_optimum(scene: Scene, token: Token) -> Ruling:
    """An optimum needs to be bracketed and better than the rest; at the grid's edge it is the best of those tried."""
    levels = said_levels(scene, token)
    vocabulary = scene.vocabulary
    if is_negated(scene, token.index):
        return Ruling("unverifiable", "an optimum denied", "оптимум отрицается")
    placed = _placed_optimum(scene, token)
    if placed is not None:
        return placed
    if not levels:
        return Ruling("unverifiable", "which value is optimal is not said", "не сказано, какое значение оптимально")
    primary = vocabulary.facts.experiment.primary
    argument = argument_of(scene, token, inherit=False)
    metrics = list(argument.metrics if argument else []) or ([primary] if primary else [])
    for metric in metrics:
        if vocabulary.better(metric) is None:
            continue
        for effect in vocabulary.effects(metric):
            one, two = vocabulary.canonical_effect(effect.level), vocabulary.canonical_effect(effect.baseline or "")
            worse = (
                effect.verdict == "worse"
                and one in levels
                and two not in levels
                or effect.verdict == "better"
                and two in levels
                and one not in levels
            )
            if worse:
                return Ruling(
                    "contradicted",
                    f"{_name(effect)}: {effect.verdict}",
                    f"{_name(effect)}: {effect.verdict}",
                    (_name(effect),),
                    two if one in levels else one,
                )
        held = [
            e
            for e in vocabulary.effects(metric)
            if {vocabulary.canonical_effect(e.level), vocabulary.canonical_effect(e.baseline or "")} & levels
        ]
        if vocabulary.repeated and held and any(e.verdict in ("undecided", "equivalent") for e in held):
            other = next(e for e in held if e.verdict in ("undecided", "equivalent"))
            return Ruling(
                "contradicted",
                f"{_name(other)}: {other.verdict}, so no optimum is established",
                f"{_name(other)}: {other.verdict}, оптимум не установлен",
                (_name(other),),
                other.verdict,
            )
    order = vocabulary.numeric_order
    if not vocabulary.repeated:
        return Ruling(
            "unverifiable",
            "a single run a level; an optimum needs repeats",
            "один прогон на уровень; оптимум требует повторов",
            (),
            "single_run",
        )
    if levels & {order[0], order[-1]} if order else False:
        return Ruling(
            "unverifiable", "at the edge of the grid: the best of those tried", "на краю сетки: лучшее из испытанных"
        )
    return Ruling("unverifiable", "by which criterion is not said", "не сказано, по какому признаку")


def judge_recommendation(scene: Scene, token: Token) -> Ruling:
    """A recommendation is refuted when the recommended level is established as worse; otherwise it is advice."""
    levels = said_levels(scene, token)
    vocabulary = scene.vocabulary
    primary = vocabulary.facts.experiment.primary
    avoided = token.stems & {"избегать", "avoid"} or is_negated(scene, token.index)
    advised = not token.lower.startswith(
        ("need", "requir", "нуж", "потреб", "треб")
    )  # "one query in a hundred needed 884 ms"
    if primary and levels and advised and not is_hedged(scene, token.index):
        for effect in vocabulary.effects(primary):
            one, two = vocabulary.canonical_effect(effect.level), vocabulary.canonical_effect(effect.baseline or "")
            bad = effect.verdict == "worse" and levels == {one} or effect.verdict == "better" and levels == {two}
            if bad and not avoided and len(vocabulary.level_ids) == 2:
                return Ruling(
                    "contradicted",
                    f"{_name(effect)}: {effect.verdict}",
                    f"{_name(effect)}: {effect.verdict}",
                    (_name(effect),),
                )
            if bad and not avoided and effect.verdict == "worse":
                return Ruling(
                    "contradicted",
                    f"{_name(effect)}: {effect.verdict}",
                    f"{_name(effect)}: {effect.verdict}",
                    (_name(effect),),
                )
    return Ruling(
        "unverifiable", "a recommendation; nothing measured decides it", "рекомендация; измеренное её не решает"
    )


def judge_degree(scene: Scene, token: Token, direction: Token) -> Ruling:
    """ "незначительно", "sharply": by the verdict and the minimum effect, where there are any."""
    held, _, _ = effects_meant(scene, direction)
    effects = [effect for effect, _ in held if effect.effect_pct is not None]
    threshold = scene.vocabulary.facts.experiment.minimum_effect_pct
    if not effects or all(e.verdict == "single_run" for e in effects):
        return Ruling("unverifiable", "no threshold is named", "порог не назван")
    en, ru, names = _told(effects)
    small = token.has("small")
    if small and threshold is not None and all(abs(e.effect_pct or 0) < threshold for e in effects):
        return Ruling("supported", en, ru, names)
    if not small and all(e.verdict in _ESTABLISHED for e in effects):
        return Ruling("supported", en, ru, names)
    if not small and all(e.verdict in ("undecided", "equivalent") for e in effects):
        return Ruling("contradicted", en, ru, names, effects[0].verdict)
    return Ruling("unverifiable", en, ru, names)
