"""Reads statements of what was shown and what was not as wholes, and holds them to the effects' verdicts: "for latency no level separated", "against off the question is open", "отличие от on не показано".

Every word has its part, what is compared is worked out from the levels, quantifiers and steps that are named, and where a metric or a partner is left open
all readings must agree.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from factcheck.binding.scene import Scene
from factcheck.forms.facts import Effect
from factcheck.judging.outcomes import effects_of
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.stating.roles import Parts, candidates, lexicon, parts_of

_WORDS = lexicon(
    fill="a an the of for in on at by to with under between is are was were be been has have had it its there here still so far as and or but also both statistically formally formal strictly "
    "metric metrics pair pairs by own holm bonferroni correction comparisons multiple among them these those data by "
    "в во на по при для у о об с со от и а но же до это его её ее их ним они она оно было был была были есть быть так пока метрика пара между статистически формально строго поправка холм холма холму бонферрони "
    "множественный множественность сравнение уже всё-таки данные",
    against="from against versus vs than relative против чем относительно",
    not_="not no neither nor never cannot n't isn't wasn't aren't не ни нет нельзя",
    none="none nothing nobody",
    every="every each all any каждый все весь всякий любой оба обе один",
    some="some certain several некоторые некоторый ряд",
    level="level levels size sizes value values setting settings variant variants mode modes option options уровень размер значение вариант режим настройка",
    others="other others rest another remaining остальной остальные другой прочий",
    neighbour="neighbour neighbours neighbor neighbors adjacent neighbouring сосед соседний соседи",
    step="step steps шаг переход ступень",
    last="last final последний",
    first="first первый",
    this="this that one same этот тот",
    difference="difference differences отличие отличия разница разницы различие различия effect effects эффект gap gaps",
    differ="differ differs differed отличаться различаться отличается отличаются различаются отличался отличались отличалась различались",
    equal="equivalence equivalent equivalents равноценность равноценный равноценны эквивалентность эквивалентный эквивалентны",
    shown="shown showed show showing found established proven proved demonstrated confirmed detected показать показано показана показан показаны показанный доказать доказан доказано доказана установлен установлено установить "
    "подтвердить подтвержден подтверждён подтверждено подтверждена подтвердился обнаружить обнаружено обнаружен найдено найти выявить выявлено выявлена выявлен",
    significant="significant significantly reliable reliably значимый значимо значима значим значимы достоверный достоверно надежный надёжный надежны надёжны надежно надёжно",
    survive="survive survives survived withstand withstands withstood stand stands stood hold holds held выдержать выдержали выдерживать выдерживают пережить устоять устояли устояла",
    ruled_out="excluded ruled out exclude исключить исключено исключена исключён исключен исключены",
    separate="separate separated separates stand_out отделиться отделился отделилась отделились отделился отделить отделён отделен отделена отделены отделено",
    open="open undecided unresolved unsettled открытый открыт открыта открыто открыты нерешённый нерешенный нерешён нерешен нерешённым нерешено",
    question="question questions comparison comparisons вопрос вопросы сравнение сравнения",
    remain="stay stays stayed remain remains remained left остаться остался осталась осталось остались остаётся остается оставаться",
    within="within inside пределах предел",
    margin="threshold margin bounds порог допуск",
    estimate="estimate estimates оценка оценки",
    given="given reported published приводиться приводится приводятся приведена приведено дать даётся дается",
)  # fmt: skip
_SHOWN, _OPEN, _UNKNOWN = {"better", "worse"}, {"undecided"}, {"single_run", "drifting", "invalid"}
#: What each statement needs of a verdict, and what refutes it; anything else leaves it open.
_NEEDS = {
    "shown": (_SHOWN, {"undecided", "equivalent"}),
    "not_shown": ({"undecided", "equivalent"}, _SHOWN),
    "open": (_OPEN, _SHOWN | {"equivalent"}),
    "decided": (_SHOWN | {"equivalent"}, _OPEN),
    "equal": ({"equivalent"}, _SHOWN | _OPEN),
    "not_equal": (_SHOWN | _OPEN, {"equivalent"}),
    "not_given": ({"invalid"}, set[str]()),
}
_ALPHA = 0.05
_Readings = list[list[Effect | None]]
_Pair = tuple[str, str]


def judge_verdicts(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each statement of a verdict that the effects bear out or refute."""
    held = scene.vocabulary.facts.effects
    if not held or scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for first, last in candidates(scene):
        if any(one[0] <= last and first <= one[1] for one in found) or _begins_inside_a_pair(scene, first):
            continue
        parts = parts_of(scene, first, last, _WORDS)
        kind = _kind(parts) if parts is not None else None
        if parts is None or kind is None or _is_twofold(scene, first, last):
            continue
        ruling = _ruling(scene, first, last, parts, kind)
        if ruling is not None:
            found.append((first, last, "verdict", ruling))
    return found


def _begins_inside_a_pair(scene: Scene, first: int) -> bool:
    """ "The questions of off | and local stay open": the other level of the pair stands right before."""
    if not first or scene.tokens[first].lower not in ("and", "or", "и", "или"):
        return False
    before = scene.tokens[first - 1].lower  # "off" behind "of" is no mention, and a level all the same
    named = any(mention.last == first - 1 for mention in scene.mentions.levels)
    return named or before in {level.lower() for level in scene.vocabulary.level_ids}


def _kind(parts: Parts) -> str | None:
    """What is said of a comparison: that a difference is shown, or not, that it is open, or equivalent."""
    has, denied = parts.has, parts.has("not_") or parts.has("none")
    if parts.roles >= {"ruled_out"}:
        return "open" if denied and has("shown") and (has("difference") or has("equal")) else None
    if has("estimate"):
        return "not_given" if has("given") and denied and not has("difference") else None
    if has("open"):
        return ("decided" if denied else "open") if has("question") or parts.levels and has("remain") else None
    if has("equal"):
        if has("difference") or has("differ") or has("separate"):
            return None
        return "not_equal" if denied else "equal"
    sure = has("shown") or has("significant")
    told = has("separate") or has("difference") and (sure or has("survive")) or has("differ") and has("significant")
    if has("this", "significant") and not parts.levels and not parts.metrics:
        told = True  # "that one is significant"
    if has("survive") and not has("difference"):
        return None
    return ("not_shown" if denied else "shown") if told else None


def _is_twofold(scene: Scene, first: int, last: int) -> bool:
    """ "They differ significantly in tps, but not in wa": a contrast within, or two denials of which each has its own."""
    row = [t.lower for t in scene.tokens[first : last + 1] if t.is_word]
    denials = sum(word in ("not", "never", "cannot", "neither", "no", "none", "не") for word in row)
    either = "исключ" in " ".join(row) or "ни" in row and "не" in row
    return any(word in ("but", "но", "а", "yet", "while") for word in row[1:]) or denials > (2 if either else 1)


def _ruling(scene: Scene, first: int, last: int, parts: Parts, kind: str) -> Ruling | None:
    if parts.numbers or parts.has("within") != parts.has("margin") or parts.has("margin") and not parts.has("equal"):
        return None
    if _ranges_over_levels(parts) and kind == "not_shown" and (parts.has("none") or parts.has("not_")):
        return _none_apart(scene, parts)
    sure, all_readings = _readings(scene, first, last, parts)
    if not sure or not all_readings:
        return None
    if all(_truth(row, kind, scene) for row in sure):
        return _told("supported", sure)
    if all(_truth(row, kind, scene) is False for row in (*sure, *all_readings)):
        return _told("contradicted", sure)
    return None


def _ranges_over_levels(parts: Parts) -> bool:
    """ "No level separated", "ни один уровень не отделился": said of all levels, and not of one that is named."""
    return parts.has("level") and not parts.levels and not parts.has("this") and (parts.has("separate") or parts.has("differ"))  # fmt: skip


def _none_apart(scene: Scene, parts: Parts) -> Ruling | None:
    """Whether no level was shown to differ: from any other one, from the baseline, from all the others at once."""
    metrics, wide = _metrics_meant(scene, 0, parts)
    levels, base = scene.vocabulary.level_ids, scene.vocabulary.special("baseline")
    from_all = parts.has("others") or _told_of_others(scene)
    results: list[tuple[bool, ...]] = []
    effects: list[Effect] = []
    for metric in (*metrics, *wide):
        rows = {frozenset(p): _effect(scene, metric, p) for p in itertools.combinations(levels, 2)}
        held = [e for e in rows.values() if e is not None]
        if len(held) < len(rows) or any(e.verdict in _UNKNOWN or _is_sided(scene, e) for e in held):
            return None
        if metric in metrics:
            effects += held
        apart = {pair for pair, e in rows.items() if e is not None and e.verdict in _SHOWN}
        any_pair, of_base = bool(apart), any(pair & base for pair in apart)
        alone = any(all(frozenset((one, two)) in apart for two in levels if two != one) for one in levels)
        results.append((any_pair, of_base, alone))
    if not metrics:
        return None
    if all(not (alone if from_all else any_pair) for any_pair, _, alone in results[: len(metrics)]):
        return _told("supported", [effects])
    if any(all(one) for one in results[: len(metrics)]) and all(all(one) for one in results[len(metrics) :]):
        return _told("contradicted", [[e for e in effects if e.verdict in _SHOWN]])
    return None


def _told_of_others(scene: Scene) -> bool:
    """Whether the paragraph said before that levels are held against all the others."""
    former = scene.former
    while former is not None:
        if any(t.stems & {"отделиться", "separate", "separat"} for t in former.tokens):
            return any(_WORDS.get(w) == "others" for t in former.tokens for w in (t.lower, *t.stems))
        former = former.former
    return False


# -- what is compared -------------------------------------------------------------------------------------------------


def _readings(scene: Scene, first: int, last: int, parts: Parts) -> tuple[_Readings, _Readings]:
    """The effects that a statement speaks of: by the readings that must hold, and by those that must fail, too, before it is refused."""
    told = _told_before(scene, first)
    if not parts.levels and not parts.metrics and told:
        if parts.has("this") and not parts.has("level"):
            return [[told[-1]]], [[told[-1]]]
        count = parts.counts[0] if parts.counts else 2 if _is_both(scene, first, last) else None
        if parts.has("difference") and count is not None and len(told) == count:
            return [list(told)], [list(told)]
    groups = _pairs_meant(scene, first, last, parts)
    sure, wide = _metrics_meant(scene, first, parts)
    if not groups or not sure:
        return [], []
    if parts.metrics:
        rows: _Readings = [[_effect(scene, m, p) for m in sure for p in group] for group in groups]
        return rows, rows
    rows = [[_effect(scene, m, p) for p in group] for group in groups for m in sure]
    return rows, [[_effect(scene, m, p) for p in group] for group in groups for m in wide]


def _is_both(scene: Scene, first: int, last: int) -> bool:
    return any(t.lower in ("both", "оба", "обе") for t in scene.tokens[first : last + 1])


def _told_before(scene: Scene, first: int) -> list[Effect]:
    """The effects behind the changes told before a clause, in its sentence or in the one before."""
    found: list[Effect] = []
    own = [scene.bounds[at] for at in sorted(scene.bounds) if at < first]
    former = scene.former
    before = [former.bounds[at] for at in sorted(former.bounds)] if former is not None else []
    for bound in own or before:
        if bound.predicate in ("delta", "ratio") and bound.verdict == "supported":
            held = effects_of(scene, bound.facts)
            found += [e for e in held if e not in found] if len(held) == 1 else []
    return found


def _pairs_meant(scene: Scene, first: int, last: int, parts: Parts) -> list[list[_Pair]]:
    """The pairs of levels that a statement compares, one row for each reading."""
    order, base = scene.vocabulary.numeric_order, scene.vocabulary.special("baseline")
    if any(len(one.ids) != 1 for one in parts.levels) or len(order) < 2:
        return []
    named = [(next(iter(one.ids)), one.apart) for one in parts.levels]
    steps = list(itertools.pairwise(order))
    of_base = [(one, two) for two in sorted(base) for one in order if one != two] if len(base) == 1 else []
    every = list(itertools.combinations(order, 2))
    if parts.has("step"):
        ended = parts.has("last") != parts.has("first") and scene.vocabulary.is_ordered and not named
        return [[steps[-1] if parts.has("last") else steps[0]]] if ended else []
    if parts.has("last") or parts.has("first") or parts.has("neighbour") and (named or not scene.vocabulary.is_ordered):
        return []
    if parts.has("neighbour"):
        return [steps] if parts.has("every") else []
    if len(named) >= 2:
        apart = [one for one, against in named if against]
        others = [one for one, against in named if not against]
        if len(apart) == 1:
            return [[(one, apart[0]) for one in others]]
        if len(named) > 3:
            return []  # "of 1 and 2, of 4 and 2": which go together is said by the words between
        pairs = list(itertools.combinations(dict.fromkeys(one for one, _ in named), 2))
        return [pairs] if not apart and pairs else []
    if named:
        return _pairs_of_one(scene, first, named[0], parts, order, base)
    ranged = parts.has("every") and (parts.has("level") or parts.has("difference"))
    if not ranged or not (parts.has("differ") or parts.has("difference") or parts.has("separate")):
        return []
    if parts.has("others"):
        return [every]
    groups = [row for row in (of_base, steps, every) if row]
    count = 2 if _is_both(scene, first, last) else parts.counts[0] if parts.counts else None
    return [row for row in groups if count is None or len(row) == count] if parts.has("difference") else groups


def _pairs_of_one(scene: Scene, first: int, named: tuple[str, bool], parts: Parts, order: list[str], base: frozenset[str]) -> list[list[_Pair]]:  # fmt: skip
    """The pairs of a statement that names one level: against the base, or against what was spoken of before."""
    level, apart = named
    if parts.has("others") and not parts.has("some"):
        return [[(level, other) for other in order if other != level]]
    if parts.has("every") and parts.has("level"):
        return [[(other, level) for other in order if other != level]]
    if not apart:
        return [[(level, one)] for one in sorted(base) if one != level] if len(base) == 1 else []
    before = [m for m in scene.mentions.levels if m.last < first and m.role not in ("than", "from") and len(m.ids) == 1]
    subjects = list(dict.fromkeys(next(iter(m.ids)) for m in before if level not in m.ids))
    if subjects:
        return [[(one, level)] for one in subjects] if len(subjects) == 1 else []
    if parts.has("this") or level not in base:
        return []
    return [[(other, level) for other in order if other != level]]


def _metrics_meant(scene: Scene, first: int, parts: Parts) -> tuple[list[str], list[str]]:
    """The metrics that a statement is of, and all that it may be of where it names none."""
    if parts.metrics:
        single = [next(iter(one)) for one in parts.metrics if len(one) == 1]
        return (single, []) if len(single) == len(parts.metrics) else ([], [])
    primary = scene.vocabulary.facts.experiment.primary
    own = [next(iter(m.metrics)) for m in scene.mentions.metrics if len(m.metrics) == 1 and m.exact]
    around = [*own, *sorted(scene.inherited_metrics), *([primary] if primary else [])]
    held = [m for m in dict.fromkeys(around) if scene.vocabulary.effects(m)]
    own = [m for m in dict.fromkeys(own) if m in held]
    unknown = any(not m.metrics for m in scene.mentions.metrics)
    return ([] if unknown else own or held), held


def _effect(scene: Scene, metric: str, pair: _Pair) -> Effect | None:
    held = scene.vocabulary.effect(metric, *pair)
    return held[0] if held is not None else None


# -- whether it holds -------------------------------------------------------------------------------------------------


def _truth(row: Iterable[Effect | None], kind: str, scene: Scene) -> bool | None:
    """Whether a statement holds of all its effects; None where the facts leave it open."""
    truths = [_truth_of(effect, kind, scene) for effect in row]
    if any(one is False for one in truths):
        return False
    return True if truths and all(truths) else None


def _truth_of(effect: Effect | None, kind: str, scene: Scene) -> bool | None:
    if effect is None:
        return None
    needed, refuting = _NEEDS[kind]
    if effect.verdict in needed:
        return None if kind == "not_shown" and _is_sided(scene, effect) else True
    if effect.verdict not in refuting:
        return None
    return None if kind == "shown" and _is_sided(scene, effect) else False


def _is_sided(scene: Scene, effect: Effect) -> bool:
    """Whether an effect without "better" or "worse" is a difference all the same: too small to matter, or of a metric that has no better side."""
    ends = effect.ci_pct or []
    clear = len(ends) == 2 and ends[0] * ends[1] > 0 and (effect.p_adjusted is None or effect.p_adjusted < _ALPHA)
    return effect.verdict in ("equivalent", "undecided") and (clear or (effect.p_adjusted or 1.0) < _ALPHA)


def _told(verdict: str, rows: Iterable[Iterable[Effect | None]]) -> Ruling:
    effects = list({id(e): e for row in rows for e in row if e is not None}.values())
    names = tuple(f"effect {e.metric} {e.level} vs {e.baseline}" for e in effects[:6])
    text = "; ".join(f"{e.metric} {e.level} vs {e.baseline}: {e.verdict}" for e in effects[:4])
    if verdict == "supported":
        return Ruling("supported", text, text, names)
    return Ruling("contradicted", text, text, names, "/".join(sorted({e.verdict for e in effects})))
