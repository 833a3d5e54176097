"""Confidence, p values, thresholds and the effect that a night could have found."""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, rounds_to
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import pairs_for
from factcheck.binding.scene import Scene
from factcheck.binding.surroundings import header_text, text_after, text_before
from factcheck.judging.counted_runs import REPEATS, RUNS
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import Reading

_P = re.compile(
    r"(?:^|[\s(\[,;|])(?:p|р)(?:-?\s?(?:values?|значени\w+|adj|adjusted|holm|с поправкой(?: \w+)?|with \w+ correction|\(holm\)))?\.?\s?(?:[=<>≤≥:]|is|равно|below|under|ниже|меньше|менее)?\s?$",
    re.I,
)


_N = re.compile(r"(?:^|[\s(\[,;])(?:n|N|R|r|k|K)(?:_?eff)?\s?[=:]\s?$")


_CONFIDENCE = re.compile(
    r"^[ \-]?(?:-?(?:й|ный|го|м|процентн\w+))?\s?-?(?:\w{1,2}\s)?(?:CI\b|ДИ\b|confidence|доверит|интервал|interval|credible|bootstrap|бутстр|predict|power|мощност)",
    re.I,
)


_THRESHOLD = re.compile(
    r"(?:минимальн\w+ (?:значим\w+ )?эффект|наименьш\w+ эффект\w*, о котором (?:стоит|имеет смысл) говорить|smallest effect worth talking about|minimum effect|минимально\w* (?:важн|интересн|значим)\w* эффект|smallest effect of interest|"
    r"порог\w*(?: эффекта| значимости для читателя)?|threshold|effect (?:that )?(?:matters|size of interest)|важн\w+ для читател\w+)",
    re.I,
)


_POWER = re.compile(
    r"мощност|power\b|смог\w* бы|could have (?:shown|detected|seen)|можно было (?:бы )?(?:увидеть|обнаружить|показать)|"
    r"detectable|обнаружим|различ\w+ бы|наименьш\w+ (?:эффект|разниц|просадк)|smallest (?:effect|difference|drop)|alpha|альфа|уровень значимости|significance level",
    re.I,
)


_DETECT = re.compile(
    r"would have noticed|could have (?:noticed|shown|detected|seen)|заметил бы|замечен[ао]? был|показал бы|увидел бы|обнаружил бы|smallest effect (?:that )?(?:this|the|such)|"
    r"наименьший эффект, который|detectable",
    re.I,
)


_MORE_REPEATS = re.compile(
    r"closing it would take|would take about|would (?:need|settle)|понадоб|потребу|нужно (?:было бы )?(?:около|примерно)|хватило бы|закрыть",
    re.I,
)


def judge_power(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """What the design could have shown, and the repeats that would settle it: of the pair that the sentence is about."""
    number = bound.number
    following = {s for t in scene.tokens[bound.place + 1 : bound.place + 3] for s in t.stems}
    repeats = number.unit is None and bool(following & (REPEATS | RUNS)) and scene.matches(_MORE_REPEATS)
    detect = number.dimension == "percent" and scene.matches(_DETECT)
    if not repeats and not detect:
        return None
    pairs = pairs_for(scene, None, bound.place)
    wanted = {frozenset((p.level, p.base)) for p in pairs if p.explicit} or {
        frozenset((p.level, p.base)) for p in pairs
    }
    metrics = {m for mention in scene.mentions.metrics for m in mention.metrics} or set(scene.inherited_metrics)
    values = []
    for metric in metrics:
        for effect in scene.vocabulary.effects(metric):
            if (
                frozenset(
                    (
                        scene.vocabulary.canonical_effect(effect.level),
                        scene.vocabulary.canonical_effect(effect.baseline or ""),
                    )
                )
                in wanted
            ):
                value = effect.repeats_needed if repeats else effect.detectable_pct
                if value is not None:
                    values.append(value)
    if not values and detect:
        values = [f.value for f in scene.vocabulary.facts.facts if "detect" in f.metric.lower()]
    if not values:
        return "design", Ruling(
            "unverifiable", "the facts do not hold the power of the design", "мощности плана в фактах нет"
        )
    if any(any(rounds_to(value, r) for r in number.readings) or agrees(number, [value]) for value in values):
        return "design", Ruling(
            "supported", f"as the effect says: {values[0]:g}", f"как сказано в эффекте: {values[0]:g}", ("effects",)
        )
    return "design", Ruling(
        "contradicted", f"the effect says {values[0]:g}", f"в эффекте {values[0]:g}", ("effects",), f"{values[0]:.4g}"
    )


def judge_statistical(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    number = bound.number
    before, after = text_before(scene, bound), text_after(scene, bound)
    header = header_text(scene)
    if _P.search(before) or re.fullmatch(r"p|р|p[- _]?(value|adj\w*|adjusted|значение)|p \(holm\)", header):
        return "significance", _p_value(scene, bound)
    if (
        number.dimension == "percent"
        and number.high is None
        and _CONFIDENCE.match(after)
        and not re.search(r"смог|could", before)
    ):
        if number.low_value() in (90, 95, 99, 80, 99.9):
            return "interval", Ruling("unverifiable", "the level of an interval", "уровень интервала")
    held_pct = scene.vocabulary.facts.experiment.minimum_effect_pct
    if (
        held_pct is not None
        and number.dimension == "percent"
        and number.hedge == "under"
        and scene.has("equal")
        and bound.place
        and scene.tokens[bound.place - 1].lower in ("within", "пределах")
    ):
        good = agrees(number, [held_pct]) and any(r.value == held_pct for r in number.readings)
        return "threshold", Ruling(
            "supported" if good else "contradicted",
            f"the minimum effect is {held_pct:g}%",
            f"минимальный эффект {held_pct:g}%",
            ("experiment.minimum_effect_pct",),
            None if good else f"{held_pct:g}",
        )
    margin = (
        held_pct is not None
        and number.dimension == "percent"
        and number.high is None
        and _margin(scene, bound, held_pct)
    )
    if margin:
        return "threshold", Ruling(
            "supported",
            f"the minimum effect is {held_pct:g}%",
            f"минимальный эффект {held_pct:g}%",
            ("experiment.minimum_effect_pct",),
        )
    row_head = scene.block.row_header
    threshold = _THRESHOLD.search(before[-48:]) or row_head is not None and _THRESHOLD.search(row_head.text) or None
    if (
        threshold
        and number.dimension in ("percent", None)
        and scene.vocabulary.facts.experiment.minimum_effect_pct is not None
        and number.high is None
    ):
        held = scene.vocabulary.facts.experiment.minimum_effect_pct
        if not any(m.first < bound.place and m.last >= bound.place - 3 for m in scene.mentions.metrics):
            if agrees(number, [held]) or any(r.value == held for r in number.readings):
                return "threshold", Ruling(
                    "supported",
                    f"the minimum effect is {held:g}%",
                    f"минимальный эффект {held:g}%",
                    ("experiment.minimum_effect_pct",),
                )
            if re.search(r"эффект|effect", threshold.group(), re.I):
                return "threshold", Ruling(
                    "contradicted",
                    f"the minimum effect is {held:g}%",
                    f"минимальный эффект {held:g}%",
                    ("experiment.minimum_effect_pct",),
                    f"{held:g}",
                )
    if scene.matches(_POWER) and number.dimension in ("percent", None, "points") and not _equals_any(scene, bound):
        return "design", Ruling(
            "unverifiable", "the facts do not hold the power of the design", "мощности плана в фактах нет"
        )
    if _N.search(before) and number.unit is None:
        return "design", _count(scene, bound)
    if re.fullmatch(
        r"n|r|runs?|прогон\w*|повтор\w*|число прогонов|кол-во прогонов|repeats?|blocks?|блок\w*|samples|порядок|order|block|run|№|#|position|день|night|ночь|шаг|step|seed",
        header,
    ):
        return "design", _count(scene, bound)
    return None


_MARGIN = re.compile(
    r"margin|threshold|set in advance|fixed in advance|beforehand|care about|of interest|within (?:our|the|my|its)?\s?$|below the|immaterial|порог\w*|заранее|до первого прогона|не интересует|не волнует|в пределах|принят\w+",
    re.I,
)


def _margin(scene: Scene, bound: Bound, held: float) -> bool:
    """ "equivalent within the 2% margin", "порог, ниже которого разница меня не интересует, — 5 %": the minimum effect, so named."""
    if not any(r.value == held for r in bound.number.readings):
        return False
    text = scene.block.text
    around = text[max(0, bound.number.start - 90) : bound.number.end + 40]
    if re.search(r"within (?:our|the|my|its|a)?\s?$", text[: bound.number.start], re.I):
        return True
    heads = " ".join(b.text for b in (scene.block.row_header, scene.block.column_header) if b is not None)
    return bool(
        _MARGIN.search(around) or re.search(r"minimum effect|порог|threshold|margin|минимальн\w+ эффект", heads, re.I)
    )


def _equals_any(scene: Scene, bound: Bound) -> bool:
    return any(
        effect.effect_pct is not None
        and any(rounds_to(abs(effect.effect_pct), Reading(abs(r.value), r.quantum)) for r in bound.number.readings)
        for metric in sorted(bound.metrics)
        for effect in scene.vocabulary.effects(metric)
    )


def _p_value(scene: Scene, bound: Bound) -> Ruling:
    pool = [
        e
        for m in (bound.metrics or scene.inherited_metrics or frozenset(scene.vocabulary.metrics))
        for e in scene.vocabulary.effects(m)
    ]
    held = [e for e in pool if e.p_adjusted is not None]
    ids = {i for levels in bound.levels for i in levels}
    named = [
        e
        for e in held
        if not ids
        or scene.vocabulary.canonical_effect(e.level) in ids
        or scene.vocabulary.canonical_effect(e.baseline or "") in ids
    ]
    if not named:
        return Ruling("unverifiable", "the facts hold no p value here", "в фактах нет p-значения")
    for effect in named:
        assert effect.p_adjusted is not None
        hedge = bound.number.hedge
        value = effect.p_adjusted
        if (
            hedge == "under"
            and value <= bound.number.low_value()
            or hedge == "over"
            and value >= bound.number.low_value()
        ):
            return Ruling(
                "supported",
                f"adjusted p is {value:g}",
                f"p с поправкой равно {value:g}",
                (f"effect {effect.metric} {effect.level}",),
            )
        if hedge is None and agrees(bound.number, [value]):
            return Ruling(
                "supported",
                f"adjusted p is {value:g}",
                f"p с поправкой равно {value:g}",
                (f"effect {effect.metric} {effect.level}",),
            )
    value = named[0].p_adjusted or 0.0
    return Ruling(
        "contradicted",
        f"adjusted p is {value:g}",
        f"p с поправкой равно {value:g}",
        (f"effect {named[0].metric} {named[0].level}",),
        f"{value:g}",
    )


def _count(scene: Scene, bound: Bound) -> Ruling:
    values = {
        float(f.n) for m in bound.metrics for f in scene.vocabulary.facts.facts if f.metric == m and f.n is not None
    }
    values |= {float(f.runs) for f in scene.vocabulary.facts.facts if f.runs is not None}
    if scene.vocabulary.facts.experiment.repeats is not None:
        values.add(float(scene.vocabulary.facts.experiment.repeats))
    if any(agrees(bound.number, [v]) for v in values):
        return Ruling("supported", "a count of the design", "число из плана")
    return Ruling("unverifiable", "a count that the facts do not hold", "такого числа в фактах нет")
