"""Reads what was not there and what was not tried, and how the experiment was set up: "no drop was found in any run", "values between 2 and 10 ms were not tested", "менялся один параметр".

Every word has its part; windows, counts that are zero at all levels, the tried levels and the factors decide.
"""

from __future__ import annotations

from factcheck.binding.mentions import is_off
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import Number
from factcheck.reading.units import convert, unit_named
from factcheck.stating.roles import Parts, candidates, lexicon, parts_of

_FILL = (
    "a an the of for in on at by is are was were be been has have had there it its here as also and we i our own so only still during any anywhere "
    "в во на по при для у о об с со от и а но же до за из это его её мы я так лишь только"
)
_DENIALS = "not no neither nor never none nothing nobody nowhere without n't не ни нет ничего нигде без"
_WHERE = "run runs test tests night level levels series прогон уровень тест серия ночь"
_ANY = "whole весь один каждый each every all any"
_FOUND = (
    "found seen observed recorded registered detected occurred occur happened happen logged noticed find найти найдено найдена найдены обнаружить обнаружено обнаружен наблюдаться наблюдалось наблюдались "
    "зафиксировать зафиксировано отметить отмечено случиться случилось быть было была были происходить возникнуть встретиться заметить замечено"
)
_HAPPENED = lexicon(
    fill=f"{_FILL} {_ANY} altogether completely entirely fully полностью совсем",
    not_=_DENIALS,
    rid="remove eliminate prevent избавить избавлять устранить устранять убрать убирать исключить исключать",
    where=_WHERE,
    found=_FOUND,
    rate="speed скорость",
    drop="drop drops dip dips просадка просадки просадок провал провалы",
)
_TRIED = lexicon(
    fill=_FILL,
    not_=_DENIALS,
    where="run runs прогон",
    values="value values interval intervals setting settings size sizes range gap anything значение значения промежуток размер интервал уровень level levels list список intermediate промежуточный",
    nothing="nothing ничего",
    in_list="list список",
    tried="tested tried test try measured checked explored examined covered проверять проверялся проверялись проверяли проверялась проверялось"
    " проверены проверить испытать испытывать испытывались испытаны измерять измерялись пробовать пробовали опробовать мерить",
    between="between между",
    above="above over beyond higher larger more than выше больше свыше более чем",
    below="below under lower smaller less ниже меньше менее",
    which="that which который",
)  # fmt: skip
_PLAN = lexicon(
    fill=_FILL + " being принять принят принята принято служить служит take taken served serves to",
    vary="varied varying vary changed меняться менялся менялась менялось менялись изменяться изменялся варьировать варьировался",
    study="study investigation",
    under="under",
    parameter="parameter setting factor variable knob параметр настройка фактор kernel ядро server сервер",
    one="one single один единственный",
    base="baseline reference base исходный базовый база исходное базовое",
    levels="levels values уровень уровни значения",
)  # fmt: skip
_ZERO = 1e-12


def judge_absences(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each such statement that the facts bear out or refute."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for first, last in candidates(scene):
        if any(one[0] <= last and first <= one[1] for one in found):
            continue
        for words, predicate, judge in (
            (_HAPPENED, "window", _happened),
            (_TRIED, "levels", _tried),
            (_PLAN, "design", _planned),
        ):
            parts = parts_of(scene, first, last, words)
            ruling = judge(scene, parts) if parts is not None else None
            if ruling is not None:
                found.append((first, last, predicate, ruling))
                break
    return found


# -- what did not happen ----------------------------------------------------------------------------------------------


def _happened(scene: Scene, parts: Parts) -> Ruling | None:
    """ "No drop of speed was found in any run", "контрольных точек не было", "hot_standby_feedback removed the drops": drops, or a count that is zero."""
    if parts.has("rid", "drop") and not (parts.has("not_") or parts.numbers or parts.counts):
        return _rid_of(scene, parts)
    if not parts.has("not_") or parts.numbers or parts.counts or not (parts.has("found") or parts.has("where")):
        return None
    return _no_drops(scene, parts) if parts.has("drop") else _none_counted(scene, parts)


def _rid_of(scene: Scene, parts: Parts) -> Ruling | None:
    """What a level, or a setting that is on or off, is said to have removed: there is none at that level, at no level of the other factors."""
    if len(parts.levels) == 1 and not parts.factors:
        return _no_drops(scene, parts, set(parts.levels[0].ids))
    if parts.levels or len(parts.factors) != 1:
        return None
    own = [level for level in scene.vocabulary.levels if level.factor in parts.factors]
    on = [level for level in own if not is_off(level.text)]
    return _no_drops(scene, parts, set(scene.vocabulary.ids_of(on[0]))) if len(on) == 1 and len(own) == 2 else None


def _no_drops(scene: Scene, parts: Parts, at: set[str] | None = None) -> Ruling | None:
    facts = scene.vocabulary.facts
    levels = at or {i for one in parts.levels for i in one.ids}
    drops = [w for w in facts.windows if w.kind != "step" and (not levels or w.level in levels)]
    metrics = {m for one in parts.metrics for m in one}
    if not drops:
        if "windows" not in facts.model_fields_set:
            return None
        return Ruling("supported", "no drops among the windows", "просадок среди окон нет", ("windows",))
    if metrics and not any(w.metric is None or w.metric in metrics for w in drops):
        return None
    if not levels and (not parts.has("where") or _headed(scene)):
        return None
    told = ", ".join(dict.fromkeys(str(w.level) for w in drops if w.level is not None))
    return Ruling("contradicted", f"drops at {told}", f"просадки при {told}", ("windows",), str(len(drops)))


def _headed(scene: Scene) -> bool:
    """Whether what is said may be of the level that a heading, a lead or the sentence before names."""
    heads = [b for b in scene.surroundings if b.kind == "lead" or b.kind == "heading" and b.depth > 1]
    return bool(scene.inherited_levels or scene.mentions.levels) or any(scene.world.mentions_of(b).levels for b in heads)  # fmt: skip


def _none_counted(scene: Scene, parts: Parts) -> Ruling | None:
    """ "There were no checkpoints at any level": a count or a rate whose every value is zero."""
    if len(parts.metrics) != 1:
        return None
    levels = {i for one in parts.levels for i in one.ids}
    if not levels and (not parts.has("where") or _headed(scene)):
        return None
    truths: list[bool] = []
    held: list[Fact] = []
    for metric in sorted(parts.metrics[0]):
        unit = scene.vocabulary.unit_of(metric)
        facts = [f for f in scene.vocabulary.by_metric.get(metric, ()) if f.partner is None and f.stat in ("mean", "median", "max", "sum", "total", "count", "value")]  # fmt: skip
        facts = [f for f in facts if not levels or f.level in levels]
        if not facts:
            continue
        if unit is not None and unit.dimension not in ("count", "frequency"):
            return None
        truths.append(all(abs(f.value) <= _ZERO for f in facts))
        held += facts
    if not truths or len(set(truths)) > 1:
        return None
    some = [f for f in held if abs(f.value) > _ZERO] or held
    text = "; ".join(f"{f.name} = {f.value:g}" for f in some[:3])
    names = tuple(f.name for f in some[:4])
    return Ruling("supported", text, text, names) if truths[0] else Ruling("contradicted", text, text, names, f"{some[0].value:g}")  # fmt: skip


# -- what was not tried -----------------------------------------------------------------------------------------------


def _tried(scene: Scene, parts: Parts) -> Ruling | None:
    """ "Nothing between 4 and 8 was tried", "values above eight were not tested": no level lies there."""
    if not parts.has("tried") or parts.has("not_") == parts.has("nothing") or parts.metrics:
        return None
    listed = ", ".join(scene.vocabulary.level_ids)
    if parts.has("in_list", "which", "values") and not parts.levels and not parts.numbers:
        return Ruling("supported", f"tested: {listed}", f"испытаны: {listed}", ("experiment.factors",))
    sizes = _sizes(scene)
    ends = _ends(scene, parts, sizes)
    if not sizes or ends is None or parts.has("which"):
        return None
    if parts.has("between") and len(ends) == 2 and not parts.has("above") and not parts.has("below"):
        inside = [level for level, size in sizes.items() if min(ends) < size < max(ends)]
    elif len(ends) == 1 and (parts.has("values") or parts.has("nothing")) and parts.has("above") != parts.has("below"):
        inside = [level for level, size in sizes.items() if (size > ends[0] if parts.has("above") else size < ends[0])]
    else:
        return None
    if not inside:
        return Ruling("supported", f"tested: {listed}", f"испытаны: {listed}", ("experiment.factors",))
    if not set(ends) <= set(sizes.values()):
        return None  # "between 10 and 50 million": the first is no level as it stands
    return Ruling("contradicted", f"tested: {listed}", f"испытаны: {listed}", ("experiment.factors",), ", ".join(inside))  # fmt: skip


def _sizes(scene: Scene) -> dict[str, float]:
    """The levels of a single factor by their size in its unit; empty where they have none."""
    vocabulary = scene.vocabulary
    factors = vocabulary.facts.experiment.factors
    if len(factors) != 1 or not vocabulary.is_ordered:
        return {}
    unit = unit_named(factors[0].unit)
    found: dict[str, float] = {}
    for level in vocabulary.levels:
        sizes = convert(level.number, level.unit, unit) if level.number is not None else ()
        for one in vocabulary.ids_of(level):
            if sizes:
                found[one] = float(next(iter(sizes)))
    return found if len(found) == len(vocabulary.level_ids) else {}


def _ends(scene: Scene, parts: Parts, sizes: dict[str, float]) -> list[float] | None:
    """The bounds that are named, as levels or as numbers."""
    found = []
    for one in parts.levels:
        if len(one.ids) != 1 or next(iter(one.ids)) not in sizes:
            return None
        found.append(sizes[next(iter(one.ids))])
    for number in parts.numbers:
        for end in (number.low_value(), *([number.high[0].value] if number.high else [])):
            size = _size_of(scene, number, end)
            if size is None:
                return None
            found.append(size)
    return found + [float(count) for count in parts.counts]


def _size_of(scene: Scene, number: Number, end: float) -> float | None:
    unit = unit_named(scene.vocabulary.facts.experiment.factors[0].unit)
    if number.kind != "value" or number.signed:
        return None
    if number.unit is None:
        return end
    values = convert(end, number.unit, unit)
    return float(next(iter(values))) if values else None


# -- how it was set up ------------------------------------------------------------------------------------------------


def _planned(scene: Scene, parts: Parts) -> Ruling | None:
    """ "Менялся один параметр", "the parameter under study is X", "the baseline is 4MB", "the levels are 1, 2 and 4"."""
    if parts.metrics or parts.numbers:
        return None
    factors = scene.vocabulary.facts.experiment.factors
    names, listed = ", ".join(f.name for f in factors), ", ".join(scene.vocabulary.level_ids)
    if parts.has("base"):
        if len(parts.levels) != 1 or parts.has("vary") or parts.has("levels"):
            return None
        base = scene.vocabulary.special("baseline")
        if not base or not all(f.baseline for f in factors):
            return None
        good, text = bool(parts.levels[0].ids & base), ", ".join(sorted(base))
        if good:
            return Ruling("supported", f"the baseline is {text}", f"исходный уровень {text}", ("experiment.factors",))
        return Ruling("contradicted", f"the baseline is {text}", f"исходный уровень {text}", ("experiment.factors",), text)  # fmt: skip
    if parts.has("levels") and len(parts.levels) > 1 and not parts.has("vary"):
        every = {frozenset({i}) for i in scene.vocabulary.level_ids} == {one.ids for one in parts.levels}
        return Ruling("supported", f"the levels are {listed}", f"уровни {listed}", ("experiment.factors",)) if every else None  # fmt: skip
    varied = parts.has("vary", "parameter") or parts.has("vary") and parts.factors or parts.has("under", "study")
    if not varied or parts.levels or not (parts.factors or parts.has("one")) or any(count != 1 for count in parts.counts):  # fmt: skip
        return None
    if parts.has("one") and len(factors) != 1:
        return Ruling("contradicted", f"varied: {names}", f"менялись: {names}", ("experiment.factors",), str(len(factors)))  # fmt: skip
    return Ruling("supported", f"varied: {names}", f"менялись: {names}", ("experiment.factors",))
