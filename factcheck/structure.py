"""Judges what a report says of its own design: runs, levels, settings, hardware, durations, p values, thresholds.

Most of it is held by `experiment`, `runs`, `settings` and `environment`; what is not is unverifiable, since it claims
nothing of a metric.
"""

from __future__ import annotations

import re

from factcheck.accounts import judge_accounts
from factcheck.agreement import agrees, hedged_agrees, rounds_to
from factcheck.binding import Bound, _more_of_metric
from factcheck.counts import OF_OTHERS, TO_COME
from factcheck.facts import Setting
from factcheck.mentions import LevelMention, count_word
from factcheck.numbers import Reading
from factcheck.pairs import pairs_for
from factcheck.scene import Scene
from factcheck.sentences import Token
from factcheck.units import convert, unit_named
from factcheck.verdicts import Ruling

_RUNS = {"прогон", "запуск", "run", "измерение", "measurement", "тест", "trial", "замер"}
_REPEATS = {
    "повтор",
    "повторение",
    "repeat",
    "repetition",
    "block",
    "блок",
    "repeats",
    "replic",
    "replica",
    "replicat",
    "раунд",
    "round",
}
_LEVELS = {"уровень", "level", "значение", "value", "setting", "эксперимент", "experiment", "сценарий", "scenario", "вариант", "configuration",
           "конфигурация", "режим", "interval", "интервал", "настройка", "variant"}  # fmt: skip
_HARDWARE = {"cpu", "ядро", "core", "vcpu", "ram", "память", "memory", "озу", "сокет", "socket", "thread", "поток", "процессор", "гигабайт", "nvme", "диск",
             "disk", "ssd", "hdd", "node", "нода", "сервер", "server", "ghz", "ггц", "mhz", "machine", "машина", "vm", "вм", "kernel", "ядра", "storage"}  # fmt: skip
_DESIGN = {"клиент", "client", "сессия", "session", "connection", "соединение", "подключение", "scale", "масштаб", "seed", "зерно", "warmup", "warm-up",
           "прогрев", "шаг", "step", "sample", "выборка", "отсчет", "точка", "point", "seconds", "ночь", "night", "день", "day", "неделя", "week", "месяц",
           "month", "час", "hour", "thread", "job", "worker", "строка", "row", "таблица", "table", "скрипт", "script", "лист", "версия", "version", "page",
           "страница", "раздел", "section", "глава", "chapter", "пункт", "item", "рис", "fig", "figure", "рисунок", "звезда", "сравнение", "comparison",
           "пара", "pair", "проверка", "check", "метрика", "metric", "параметр", "parameter", "factor", "фактор", "исполнение", "execution", "порядок",
           "факт", "fact", "утверждение", "statement", "вопрос", "question", "итог", "причина", "reason", "фраза", "sentence", "предупреждение", "warning", "way",
           "событие", "event", "пример", "example", "критерий", "type", "тип", "вид", "kind", "группа", "group", "этап", "stage", "фаза", "phase", "bit", "порт",
           "port", "часть", "part", "том", "volume", "процесс", "process", "backend", "бэкенд", "транзакция", "transaction", "cycle", "цикл", "checkpoint", "word", "слово"}  # fmt: skip
_ENVIRONMENT = {"cpu_cores": {"cpu", "ядро", "core", "vcpu", "процессор"}, "ram_gb": {"ram", "память", "memory", "озу"}}
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


_YEAR = re.compile(r"\b(?:in|since|until|from|by|of|back in|circa)\s$|(?<!\w)(?:в|с|до|от|из|к|за)\s$", re.I)


def judge_structure(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """(predicate, ruling) for a number of the design; None when it is not one."""
    told = bound.number
    year = told.unit is None and told.kind == "value" and re.fullmatch(r"(?:19[5-9]|20[0-4])\d", told.text) is not None
    if (
        year
        and scene.block.kind != "cell"
        and _YEAR.search(_text_before(scene, bound, 12))
        and not _equals_value(scene, bound)
    ):
        return "design", Ruling("unverifiable", "a year", "год")
    accounted = judge_accounts(scene, bound)
    if accounted is not None:
        return accounted
    if bound.metrics and bound.number.kind == "value" and _more_of_metric(scene, bound.place):
        return None
    if bare(scene, bound) and not _next_words(scene, bound.place):
        return "design", Ruling("unverifiable", "a number of the text itself", "число самого текста")
    for rule in (
        _checked,
        _numbered,
        _power,
        _statistical,
        _setting,
        _coded,
        _runs,
        _environment,
        _counted,
        _hold,
    ):
        found = rule(scene, bound)
        if found is not None:
            return found
    return None


def _checked(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """A number in the sentence of a data check, as the facts word it."""
    if not scene.vocabulary.facts.checks or scene.block.kind not in ("item", "paragraph", "cell"):
        return None
    texts, masked = scene.vocabulary.checks
    said = _spoken_check(scene)
    if any(text in said for text in texts if len(text) > 20):
        return "check", Ruling("supported", "a data check says so", "так говорит проверка данных", ("checks",))
    blank = re.sub(r"\d+(?:[.,]\d+)?", "#", said)
    for pattern, text in masked.items():
        if len(pattern) > 20 and pattern in blank:
            return "check", Ruling(
                "contradicted", f"the check says: {text}", f"проверка говорит: {text}", ("checks",), text
            )
    return None


def _spoken_check(scene: Scene) -> str:
    from factcheck.vocabulary import plain_sentence

    return plain_sentence(scene.block.text) if len(scene.block.text) < 2000 else plain_sentence(scene.sentence.text)


def is_check(scene: Scene) -> bool:
    """Whether the block is the sentence of a data check, whose words are the check's own."""
    if not scene.vocabulary.facts.checks:
        return False
    said = _spoken_check(scene)
    blank = re.sub(r"\d+(?:[.,]\d+)?", "#", said)
    return any(len(pattern) > 20 and pattern in blank for pattern in scene.vocabulary.checks[1])


def judge_misquoted(scene: Scene) -> tuple[int, Ruling] | None:
    """The first word in which a sentence departs from the data check that it repeats; None when it repeats none."""
    if (
        scene.sentence.index
        or scene.block.kind not in ("item", "paragraph", "cell")
        or not scene.vocabulary.facts.checks
    ):
        return None
    said = _WORDS.findall(_spoken_check(scene))
    for text in scene.vocabulary.checks_by_start.get(tuple(said[:2]), ()):
        words = _WORDS.findall(text)
        apart = [at for at, (one, two) in enumerate(zip(words, said, strict=False)) if one != two]
        if len(words) < 8 or len(said) < len(words) or not 0 < len(apart) <= 2 or words[apart[0]][0].isdigit():
            continue
        token = next((t for t in scene.tokens if t.lower == said[apart[0]]), None)
        if token is not None:
            en, ru = f"the check says: {text}", f"проверка говорит: {text}"
            return token.index, Ruling("contradicted", en, ru, ("checks",), words[apart[0]])
    return None


_WORDS = re.compile(r"\d+(?:[.,]\d+)?|[^\W\d_]+")
_NUMBERED = {
    "no",
    "№",
    "number",
    "номер",
    "#",
    "nr",
    "выполнение",
    "execution",
    "step",
    "шаг",
    "рисунок",
    "figure",
    "таблица",
    "table",
    "раздел",
    "section",
    "глава",
    "chapter",
    "issue",
}


def _numbered(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "No. 2", "выполнение № 2", "run 7": the name of a thing, not a quantity."""
    number, tokens, place = bound.number, scene.tokens, bound.place
    if number.unit is not None or number.kind != "value" or number.high is not None or not place:
        return None
    before = tokens[place - 1]
    if before.text == "." and place > 1:
        before = tokens[place - 2]
    if before.lower in _NUMBERED or before.stems & _NUMBERED:
        execution = scene.vocabulary.facts.experiment.execution
        if (
            any(t.stems & {"выполнение", "execution"} for t in tokens[max(0, place - 4) : place])
            and execution is not None
            and str(execution).isdigit()
        ):
            good = any(r.value == float(execution) for r in number.readings)
            return "design", Ruling(
                "supported" if good else "contradicted",
                f"execution {execution}",
                f"выполнение {execution}",
                ("experiment.execution",),
                None if good else str(execution),
            )
        return "design", Ruling("unverifiable", "a number of the text itself", "число самого текста")
    if before.stems & (_RUNS | {"block", "блок"}) and before.lower not in (
        "runs",
        "прогонов",
        "blocks",
        "блоков",
        "блока",
        "прогона",
    ):
        known = {str(run.run) for run in scene.vocabulary.facts.runs} | {
            str(run.block) for run in scene.vocabulary.facts.runs
        }
        good = any(f"{r.value:g}" in known for r in number.readings)
        return "runs", Ruling(
            "supported" if good else "unverifiable",
            "a run of the execution",
            "прогон выполнения",
            ("runs",) if good else (),
        )
    return None


_DETECT = re.compile(
    r"would have noticed|could have (?:noticed|shown|detected|seen)|заметил бы|замечен[ао]? был|показал бы|увидел бы|обнаружил бы|smallest effect (?:that )?(?:this|the|such)|"
    r"наименьший эффект, который|detectable",
    re.I,
)
_MORE_REPEATS = re.compile(
    r"closing it would take|would take about|would (?:need|settle)|понадоб|потребу|нужно (?:было бы )?(?:около|примерно)|хватило бы|закрыть",
    re.I,
)


def _power(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """What the design could have shown, and the repeats that would settle it: of the pair that the sentence is about."""
    number = bound.number
    following = {s for t in scene.tokens[bound.place + 1 : bound.place + 3] for s in t.stems}
    repeats = number.unit is None and bool(following & (_REPEATS | _RUNS)) and scene.matches(_MORE_REPEATS)
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


def _coded(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """A number inside inline code is part of a command, a version or a file, not a measured value."""
    if not scene.tokens[bound.place].code:
        return None
    spans = [(a, b) for a, b in scene.block.code if a <= scene.tokens[bound.place].start < b]
    inner = any(m.first <= bound.place <= m.last for m in scene.mentions.metrics)
    if inner or bound.place and scene.tokens[bound.place - 1].text == "$":
        return "design", Ruling("unverifiable", "part of a name", "часть имени")
    named = any(
        m.metrics and spans and spans[0][0] <= scene.tokens[m.first].start < spans[0][1] for m in scene.mentions.metrics
    )
    inside = scene.block.text[spans[0][0] : spans[0][1]].strip() if spans else ""
    if named and len(inside.split()) <= 6:
        return None
    if re.fullmatch(r"[-+]?[\d.,\s]+\s?[%\w/]*", inside) and bound.metrics and bound.metric_source == "near":
        return None
    return "design", Ruling("unverifiable", "part of the set-up as written", "часть обстановки, как она записана")


def _equals_value(scene: Scene, bound: Bound) -> bool:
    return bound.metric_source == "near" and any(
        rounds_to(fact.value, reading)
        for m in bound.metrics
        for fact in scene.vocabulary.by_metric.get(m, ())
        for reading in bound.number.readings
    )


def _text_before(scene: Scene, bound: Bound, size: int = 60) -> str:
    return scene.block.text[max(0, bound.number.start - size) : bound.number.start]


def _text_after(scene: Scene, bound: Bound, size: int = 60) -> str:
    return scene.block.text[bound.number.end : bound.number.end + size]


def _header_text(scene: Scene) -> str:
    return scene.block.column_header.text.strip().lower() if scene.block.column_header is not None else ""


def _statistical(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    number = bound.number
    before, after = _text_before(scene, bound), _text_after(scene, bound)
    header = _header_text(scene)
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
        for metric in bound.metrics
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


def _next_words(scene: Scene, place: int, size: int = 3) -> list[Token]:
    row = []
    for token in scene.tokens[place + 1 : place + 1 + size]:
        if token.text in ".,;:()—–" or token.number is not None:
            break
        row.append(token)
    return row


def _runs(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    number = bound.number
    if number.kind == "times":
        return _times_run(scene, bound)
    if number.unit is not None or number.kind != "value":
        return None
    following = _next_words(scene, bound.place)
    before = scene.tokens[max(0, bound.place - 3) : bound.place]
    nouns = {stem for token in following for stem in token.stems}
    if following and following[0].lower in _A_RUN:
        return None  # "486 a run": of a run, not of runs
    values = {reading.value for reading in number.readings}
    if (
        nouns & _RUNS - {"тест"}
        and number.hedge is None
        and _told_as_total(scene, number.start, number.end)
        and (total := total_ruling(scene, values))
    ):
        return "runs", total
    if nouns & (_RUNS | _REPEATS) or any(t.stems & (_RUNS | _REPEATS) for t in before[-2:]) and not bound.metric_at:
        if (
            bound.place
            and scene.tokens[bound.place - 1].lower == "по"
            or any(t.statistic in ("mean", "median") for t in scene.tokens)
        ):
            nouns = nouns | {"каждый"}
        return "runs", runs_ruling(
            scene,
            values,
            nouns | {s for t in before for s in t.stems} | _sentence_words(scene),
            bound.number.hedge,
        )
    if nouns & _LEVELS and following and not following[0].has("up.comparative"):
        return "levels", levels_ruling(scene, number.low_value())
    if any(t.stems & {"зерно", "seed"} for t in before):
        return "design", Ruling("unverifiable", "a seed", "зерно генератора")
    return None


def _sentence_words(scene: Scene) -> set[str]:
    """Words of the sentence that tell a total from a part."""
    said = {s for t in scene.tokens for s in t.stems}
    return (
        said & {"всего", "запланировать", "planned", "plan", "пригодный", "valid"}
        if not said & {"каждый", "each"}
        else set()
    )


def _times_run(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "прогнан 7 раз", "run five times": how often, not how many times more."""
    tokens, place = scene.tokens, bound.place
    before = tokens[place - 1] if place else None
    following = _next_words(scene, place, 2)
    if scene.tokens[place].text.lower() in ("twice", "thrice") and not any(
        t.lower == "as" or t.lower == "the" for t in following
    ):
        if any(
            t.stems & {"run", "repeat", "measur", "measure", "execut", "execute", "carri", "carry"}
            for t in tokens[max(0, place - 4) : place]
        ):
            return "runs", Ruling("unverifiable", "how often the facts do not say", "как часто, факты не говорят")
        return None
    if not scene.tokens[place].text.lower().endswith(("раз", "раза", "times")) or any(
        t.has("up.comparative", "down.comparative", "better", "worse") or t.lower in ("as", "the") for t in following
    ):
        return None
    if before is not None and before.lower in ("в", "во"):
        return None
    if (
        any(t.lower in ("run", "прогон") for t in following)
        or any(place - 8 <= m.first and m.last <= place + 3 and m.last != place - 1 and m.metrics and not m.rooted for m in scene.mentions.metrics)
    ):  # fmt: skip
        bound.number.kind = (
            "value"  # "ran autovacuum 24 times", "486 times a run": how often something happened in a run
        )
        return None
    if following and following[0].lower in ("each", "apiece", "каждый", "каждую", "каждое"):
        return "runs", runs_ruling(scene, {r.value for r in bound.number.readings}, {"each", "run"})
    if scene.tokens[place - 1].lower == "по" if place else False:
        return "runs", runs_ruling(scene, {r.value for r in bound.number.readings}, {"каждый", "прогон"})
    ran = {"гонять", "прогнать", "прогнан", "прогонять", "запускать", "запустить", "повторить", "повторять", "измерить", "измерять", "выполнить", "выполнять", "run", "repeat", "execut", "measur",
           "measured", "executed", "repeated", "провести", "проводить", "тестировать", "test", "tested"}  # fmt: skip
    if any(t.stems & ran for t in tokens[max(0, place - 7) : place + 3]):
        return "runs", runs_ruling(scene, {r.value for r in bound.number.readings}, {"каждый", "прогон"})
    return None


_TOTAL_BEFORE = re.compile(
    r"(?:\b(?:makes?|gives?|yields?|made|totals?)|in total|altogether|a total of|totall?ing|hence|so|which (?:gives|makes)|that (?:gives|makes)|i\.e\.|"
    r"всего|итого|в сумме|в общей сложности|то есть|что да[её]т|получается|вошл\w+(?: результаты)?|отчёт о|описание)[ ,:—–-]*$",
    re.I,
)
_TOTAL_AFTER = re.compile(
    r"^(?:\s+\w+)?\s+\w+[ ,]*(?:in total|in all|altogether|all told|enter the comparison|went into|в сумме|в общей сложности|всего)(?!\s*\d)",
    re.I,
)
_TO_EACH = re.compile(
    r"^\s+\w+\s+(?:per|each|a (?:level|value|setting)|на (?:кажд|уровень|значение|вариант)|у каждо)", re.I
)


def _told_as_total(scene: Scene, start: int, end: int) -> bool:
    """ "hence 42 runs", "всего 20 прогонов": a number of runs that is told of the whole experiment."""
    before, after = scene.block.text[max(0, start - 40) : start], scene.block.text[end : end + 60]
    return not _TO_EACH.search(after) and bool(_TOTAL_BEFORE.search(before) or _TOTAL_AFTER.search(after))


_A_RUN = ("a", "per", "за", "в", "during", "of", "at", "from")


def total_ruling(scene: Scene, values: set[float]) -> Ruling | None:
    """All runs, or those that compare levels, or the valid ones of either; None where the facts cannot tell."""
    facts = scene.vocabulary.facts
    repeats, levels = facts.experiment.repeats, len(scene.vocabulary.level_ids)
    totals = {float(repeats * levels), float(repeats * (levels + 1))} if repeats else set()
    if facts.runs and (meant := _which_runs(scene)) is not None:
        kept = [run for run in facts.runs if meant == "all" or (run.role == "sentinel") == (meant == "sentinel")]
        totals = {float(len(kept)), float(sum(run.valid is not False for run in kept))}
    elif facts.runs:
        for runs in (facts.runs, [run for run in facts.runs if run.role != "sentinel"]):
            counted = {float(len(runs)), float(sum(run.valid is not False for run in runs))}
            # a list of just the planned runs is the count; another leaves the plan as a reading
            totals = counted if runs is facts.runs and len(runs) == (repeats or 0) * levels else totals | counted
    if not totals:
        return None
    said = " / ".join(f"{total:g}" for total in sorted(totals))
    if values & totals:
        return Ruling("supported", f"runs: {said}", f"прогонов: {said}", ("runs",))
    return Ruling("contradicted", f"runs: {said}", f"прогонов: {said}", ("runs",), said)


_WITH_SENTINEL = re.compile(
    r"sentinel|control|second (?:time|run|baseline|`)|run twice|a repeat of|once more|контрольн|часов\w+|второ\w+ (?:раз|прогон)|дважды|повтор\w+ баз",
    re.I,
)
_MAIN_ONLY = re.compile(
    r"\bruns? plus\b|enter the comparison|into the comparison|compared|основн|сравнени|анализ|прогон\w* (?:плюс|и ещё|и еще)|не считая|besides|without the",
    re.I,
)


def _which_runs(scene: Scene) -> str | None:
    """`all` where the sentence (or the one before) counts the control runs in, `level` where it sets them apart; None where it does not say."""
    if not any(run.role == "sentinel" for run in scene.vocabulary.facts.runs):
        return None
    text = scene.sentence.text
    if _MAIN_ONLY.search(text):
        return "level"
    former = scene.former.sentence.text if scene.former is not None else ""
    return "all" if _WITH_SENTINEL.search(text) or _WITH_SENTINEL.search(former) else None


_FUTURE = re.compile(
    r"\b(?:should|would|next time|tomorrow)\b|(?<!\w)(?:следует|надо|нужно|стоило|впредь|в следующ\w+)(?!\w)", re.I
)


def runs_ruling(scene: Scene, values: set[float], words: set[str], hedge: str | None = None) -> Ruling:
    """How many runs, repeats or blocks there were."""
    facts = scene.vocabulary.facts
    repeats = facts.experiment.repeats
    known: dict[float, str] = {}
    if repeats is not None:
        known[float(repeats)] = "experiment.repeats"
        count = len(scene.vocabulary.level_ids)
        if words & {"block", "блок"}:
            known.setdefault(float(count), "a block's runs")
            known.setdefault(float(count + 1), "a block's runs with its sentinel")
        known.setdefault(float(repeats * count), "all runs")
        known.setdefault(float(repeats * (count + 1)), "runs with sentinels")
    if facts.runs:
        known.setdefault(float(len(facts.runs)), "runs")
        known.setdefault(float(sum(1 for run in facts.runs if run.valid is not False)), "valid runs")
        known.setdefault(float(sum(1 for run in facts.runs if run.valid is False)), "invalid runs")
        known.setdefault(float(sum(1 for run in facts.runs if run.role == "sentinel")), "sentinels")
        blocks = {run.block for run in facts.runs if run.block is not None}
        known.setdefault(float(len(blocks)), "blocks")
        for level in {run.level for run in facts.runs}:
            known.setdefault(float(sum(1 for run in facts.runs if run.level == level)), f"runs of {level}")
        numbers = {float(run.run) for run in facts.runs if run.run is not None and str(run.run).isdigit()}
    else:
        numbers = set()
    for fact in facts.facts:
        if fact.runs is not None:
            known.setdefault(float(fact.runs), "facts.runs")
    each = words & {"каждый", "each", "every", "per", "уровень", "level"} or words & _REPEATS
    for value in values:
        if value in known and not (
            each
            and repeats is not None
            and value != repeats
            and ("runs of" in known[value] or known[value] == "runs with sentinels" and not facts.runs)
        ):
            return Ruling("supported", f"{known[value]}: {value:g}", f"{known[value]}: {value:g}", (known[value],))
        if (
            hedge in ("over", "under")
            and repeats is not None
            and hedged_agrees(float(repeats), Reading(value, 1.0), hedge)
        ):
            return Ruling("supported", f"repeats: {repeats}", f"повторов: {repeats}", ("experiment.repeats",))
    total = words & {"всего", "запланировать", "planned", "plan", "valid", "пригодный", "total", "годный", "плановый"}
    if facts.runs and total and all(value > (repeats or 0) for value in values):
        planned = sum(1 for run in facts.runs if run.valid is not False)
        return Ruling(
            "contradicted",
            f"{planned} valid runs of {len(facts.runs)}",
            f"пригодных прогонов {planned} из {len(facts.runs)}",
            ("runs",),
            str(planned),
        )
    if (
        repeats is not None
        and (each or words & (_RUNS | _REPEATS))
        and not words & {"номер", "number", "no", "позиция", "position", "ранее", "earlier"}
    ):
        if any(value in numbers and value > repeats for value in values) and not each:
            return Ruling("unverifiable", "the number of a run", "номер прогона")
        if _FUTURE.search(scene.sentence.text):
            return Ruling("unverifiable", "a plan, not what was done", "план, а не сделанное")
        if each or not facts.runs and len(values) == 1 and words & {"прогон", "run"}:
            return Ruling(
                "contradicted",
                f"the design has {repeats} run(s) a level",
                f"в плане {repeats} прогон(ов) на уровень",
                ("experiment.repeats",),
                str(repeats),
            )
    return Ruling("unverifiable", "the facts do not count this", "в фактах такого счёта нет")


def levels_ruling(scene: Scene, value: float) -> Ruling:
    """How many levels or experiments there were."""
    counts = {float(len(factor.levels)) for factor in scene.vocabulary.facts.experiment.factors} | {
        float(len(scene.vocabulary.level_ids))
    }
    if value in counts:
        return Ruling("supported", f"{value:g} levels", f"уровней: {value:g}", ("experiment.factors",))
    if value < max(counts, default=0):
        return Ruling("unverifiable", "some of the levels", "часть уровней")
    return Ruling("unverifiable", "the facts do not count this", "в фактах такого счёта нет")


def judge_cells(scene: Scene) -> list[tuple[int, int, Ruling]]:
    """ "off/42" where the grid has off/8 and off/32: a cell that was not run."""
    vocabulary, tokens, found = scene.vocabulary, scene.tokens, []
    if len(vocabulary.facts.experiment.factors) < 2:
        return []
    for mention in scene.mentions.levels:
        second = next((level for level in vocabulary.levels if level.factor == 1), None)
        if mention.factor != 0 or mention.last + 2 >= len(tokens) or tokens[mention.last + 1].text != "/":
            continue
        part = tokens[mention.last + 2]
        if second is None or second.number is None or part.number is None or not part.number.is_value:
            continue
        cells = ", ".join(vocabulary.level_ids[:8])
        text = f"{tokens[mention.last].text}/{part.text}"
        found.append(
            (
                mention.first,
                part.index,
                Ruling(
                    "contradicted",
                    f"the experiment has no level {text}; it has {cells}",
                    f"в эксперименте нет уровня {text}; есть {cells}",
                    ("experiment.factors",),
                    cells,
                ),
            )
        )
    return found


def _environment(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    number = bound.number
    following = _next_words(scene, bound.place)
    before = [t for t in scene.tokens[max(0, bound.place - 4) : bound.place] if t.text not in ",;"]
    following = [
        t
        for t in following
        if not any(m.first <= t.index <= m.last for m in scene.mentions.levels)
        and not any(m.first <= t.index <= m.last for m in scene.mentions.metrics if m.exact)
    ]
    cut = next(
        (
            i
            for i, t in enumerate(following)
            if t.lower
            in (
                "with",
                "at",
                "in",
                "on",
                "between",
                "и",
                "and",
                "при",
                "с",
                "на",
                "в",
                "у",
                "for",
                "для",
                "to",
                "до",
                "than",
                "чем",
            )
        ),
        len(following),
    )
    following = following[:cut]
    own = {stem for token in following[:2] for stem in token.stems}
    if (
        bound.metrics
        and bound.metric_at is not None
        and bound.metric_at.exact
        and own
        & {
            stem
            for name in scene.vocabulary.names
            if name.metrics & bound.metrics
            for word in name.words
            for stem in word
        }
    ):
        return None  # "0.32 sessions" of the active sessions
    around = own | {stem for token in before[-3:] for stem in token.stems}
    if bound.metric_at is not None and bound.metric_cost <= 3 and bound.metrics and not own & _HARDWARE:
        return None
    environment = scene.vocabulary.facts.experiment.environment or {}
    for key in environment:
        kind = "ram_gb" if re.search(r"(?:ram|mem|memory)_?(?:gb|mb|kb|bytes)?$", key) else key
        words = _ENVIRONMENT.get(kind, set())
        if own & _DESIGN and not own & words:
            continue  # "(8 cores, 64 GB, 40 clients)": the noun behind the number says what it counts
        if around & words and isinstance(environment[key], (int, float)):
            unit = unit_named(key.rsplit("_", 1)[-1].upper().replace("KB", "kB")) if kind == "ram_gb" else None
            unit = unit_named("GB") if kind == "ram_gb" and unit is None else unit
            if kind == "ram_gb" and number.dimension != "bytes" or kind == "cpu_cores" and number.unit is not None:
                continue
            values = convert(float(environment[key]), unit, number.unit) if unit else [float(environment[key])]
            if (
                agrees(number, values)
                or kind == "ram_gb"
                and number.unit is not None
                and any(abs(v / r.value - 1) < 0.08 for v in values for r in number.readings if r.value)
            ):
                return "environment", Ruling(
                    "supported",
                    f"environment.{key} is {environment[key]}",
                    f"{key} = {environment[key]}",
                    (f"environment.{key}",),
                )
            if number.open_end or number.hedge or scene.has("hedge", "recommend"):
                return "environment", Ruling(
                    "unverifiable", "not the machine that was tested", "не та машина, что испытана"
                )
            return "environment", Ruling(
                "contradicted",
                f"environment.{key} is {environment[key]}",
                f"{key} = {environment[key]}",
                (f"environment.{key}",),
                str(environment[key]),
            )
    if own & (_HARDWARE | _DESIGN) or number.dimension == "bytes" and around & _HARDWARE:
        if not (bound.metrics and bound.metric_cost <= 3):
            return "design", Ruling(
                "unverifiable",
                "a part of the set-up that the facts do not hold",
                "часть обстановки, которой нет в фактах",
            )
    return None


def _counted(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "Пригодных прогонов — 20, отброшенных — 4": a whole number in a sentence about runs that names no metric."""
    number = bound.number
    loose = bound.metric_source in ("none", "inherited") or bound.metric_at is not None and bound.metric_at.modifier
    if (
        not loose
        or number.high is not None
        or number.unit is not None
        or number.kind != "value"
        or any(m.exact and m.metrics for m in scene.mentions.metrics)
    ):
        return None
    if not any(t.stems & (_RUNS | _REPEATS) for t in scene.tokens) or number.low_value() != int(number.low_value()):
        return None
    return "runs", runs_ruling(scene, {reading.value for reading in number.readings}, set(), number.hedge)


def _hold(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """Durations and sizes that no metric near claims."""
    number = bound.number
    row = scene.tokens
    fraction = (
        any(0 <= at < len(row) and row[at].text == "/" for at in (bound.place - 1, bound.place + 1))
        and number.unit is None
    )
    named = bound.place and row[bound.place - 1].stems & _DESIGN and number.unit is None
    if fraction and bound.metric_source != "near" and not (scene.block.kind == "cell" and bound.metrics) or named:
        return "design", Ruling("unverifiable", "a number of the text itself", "число самого текста")
    if bound.metrics and bound.metric_source in ("near", "sentence", "unit"):
        return None
    if (
        number.unit is None
        and not bound.metrics
        and any(t.stems & {"значение", "value", "уровень", "level", "setting"} for t in row)
    ):
        return "design", Ruling("unverifiable", "a value that was not tested", "значение, которое не испытывалось")
    if number.dimension in ("points", "percent"):
        return None
    if (
        bound.metrics
        and number.unit is not None
        and any(
            (u := scene.vocabulary.unit_of(m)) is not None
            and (u.dimension == "bytes" or u.scale * 100 >= number.unit.scale)
            for m in bound.metrics
        )
    ):
        return None
    if bound.mismatch is not None and number.dimension is None:
        return None
    if bound.metrics and any(
        fact.metric in bound.metrics
        and (not bound.levels or any(fact.level in ids for ids in bound.levels))
        and any(rounds_to(fact.value, r) for r in number.readings)
        for fact in scene.vocabulary.facts.facts
    ):
        return None  # the digits of the fact under another unit
    before = scene.tokens[max(0, bound.place - 3) : bound.place]
    if number.dimension in ("time", "bytes") or any(t.stems & _DESIGN for t in before):
        if bound.metrics and number.dimension not in ("time", "bytes"):
            return None
        if number.dimension == "time" and bound.metrics and number.unit is not None and number.unit.scale <= 1:
            return None
        if bound.mismatch is not None and _digits_match(scene, bound):
            return None
        return "design", Ruling(
            "unverifiable",
            "a duration or size that the facts do not hold",
            "длительность или размер, которых нет в фактах",
        )
    return None


def bare(scene: Scene, bound: Bound) -> bool:
    """A single digit without unit in a sentence that names no metric ("Sim 1"): too little to be a value of an inherited one."""
    number = bound.number
    plain = (
        number.unit is None
        and number.kind == "value"
        and number.high is None
        and len(number.text.strip()) == 1
        and not number.signed
    )
    return (
        plain
        and bound.metric_source in ("inherited", "none")
        and scene.block.kind in ("paragraph", "heading", "lead")
        and not scene.mentions.levels
    )


def _digits_match(scene: Scene, bound: Bound) -> bool:
    assert bound.mismatch is not None
    return any(
        fact.metric in bound.mismatch.metrics and any(rounds_to(fact.value, r) for r in bound.number.readings)
        for fact in scene.vocabulary.facts.facts
    )


# -- settings ---------------------------------------------------------------------------------------------------------

_SETTING_LINKS = {
    "=",
    ":",
    "с",
    "со",
    "до",
    "from",
    "to",
    "(",
    ")",
    "'",
    '"',
    "на",
    "at",
    "is",
    "—",
    "равен",
    "в",
    "of",
    "value",
    "значение",
    "set",
    "→",
}
_BOOLEAN = {"on", "off", "true", "false", "yes", "no"}


def _setting(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "bgwriter_delay = 5ms", "shared_buffers до 4GB": a value outside what the server allows is refuted."""
    tokens = scene.tokens
    for back in range(1, 9):
        at = bound.place - back
        if at < 0:
            return None
        token = tokens[at]
        name = token.lower.split(".")[-1] if token.is_word else ""
        setting = scene.vocabulary.settings.get(token.lower) or scene.vocabulary.settings.get(name)
        if (
            setting is None
            and token.is_word
            and "_" in token.text
            and not any(m.first <= at <= m.last for m in scene.mentions.metrics)
        ):
            if any(m.first <= at <= m.last for m in scene.mentions.levels):
                return None
            if tokens[at + 1].text in ("=", ":") or tokens[at + 1].lower in ("до", "to", "с"):
                if back <= 3 or all(
                    t.lower in ("=", "с", "до", "from", "to", "(", ":", '"', "'") or t.number
                    for t in tokens[at + 1 : bound.place]
                ):
                    return "setting", Ruling(
                        "unverifiable",
                        f"the facts hold no setting {token.text}",
                        f"в фактах нет настройки {token.text}",
                    )
        if setting is not None:
            between = tokens[at + 1 : bound.place]
            linked = all(t.number is not None or t.lower in _SETTING_LINKS for t in between) and len(between) <= 7
            if ":" in [t.text for t in between] and (bound.metrics or any(at == p for p, _ in scene.mentions.factors)):
                return None
            if not linked or ":" in [t.text for t in between[:-1]]:
                return None
            if any(m.first > at and m.last < bound.place and m.metrics for m in scene.mentions.metrics):
                return None
            if bound.number.dimension == "percent":
                return None
            return "setting", setting_ruling(setting, bound)
        if token.text in ";" or token.has("than"):
            return None
    return None


def setting_ruling(setting: Setting, bound: Bound) -> Ruling:
    """Whether a value lies within the setting's range (numbers without a unit are in the setting's own)."""
    unit = unit_named(setting.unit)
    values = [v for r in bound.number.readings for v in convert(r.value, bound.number.unit, unit)]
    if not values:
        return Ruling(
            "contradicted",
            f"{setting.name} is not measured in this unit",
            f"{setting.name} измеряется в других единицах",
            (f"setting {setting.name}",),
            setting.unit,
        )
    low, high = setting.min, setting.max
    special = {-1.0, 0.0} if low is not None and low <= 0 else set()
    if any(
        (low is None or v >= low) and (high is None or v <= high) or v in special and low is not None and low <= v
        for v in values
    ):
        return Ruling(
            "unverifiable",
            f"allowed for {setting.name}; the effect of this value was not measured",
            f"значение допустимо для {setting.name}; его действие не измерено",
            (f"setting {setting.name}",),
        )
    bounds = f"{low if low is not None else '-'}…{high if high is not None else '-'} {setting.unit or ''}".strip()
    return Ruling(
        "contradicted",
        f"{setting.name} allows {bounds}",
        f"{setting.name} допускает {bounds}",
        (f"setting {setting.name}",),
        bounds,
    )


def _listed_counts(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "four pool sizes (20, 50, 100 and 200)": a count before its own list of levels."""
    found = []
    for token in scene.tokens:
        value = count_word(token)
        opened = next((t.index for t in scene.tokens[token.index + 1 : token.index + 6] if t.text in ("(", ":")), None)
        if (
            value is None
            or value < 2
            or opened is None
            or any(t.text in ",;" or count_word(t) for t in scene.tokens[token.index + 1 : opened])
        ):
            continue
        row: list[LevelMention] = []
        closed = len(scene.tokens)
        for at, one in enumerate(scene.tokens[opened + 1 :], opened + 1):
            level = next((m for m in scene.mentions.levels if m.first <= at <= m.last), None)
            if level is not None:
                if not row or row[-1] is not level:
                    row.append(level)
            elif one.text in (")", ".", ";"):
                closed = at
                break
            elif one.lower not in (",", "и", "and", "/", "or", "или"):
                row = []
                break
        if len(row) >= 2:
            right = len(row) == value
            told = f"{len(row)} are listed", f"перечислено {len(row)}"
            found.append(
                (
                    token.index,
                    min(closed, len(scene.tokens) - 1),
                    "levels",
                    Ruling("supported" if right else "contradicted", *told, (), None if right else str(len(row))),
                )
            )
    return found


def _control_ruling(scene: Scene, value: int) -> Ruling:
    """ "One more control run in each block": what the list of runs holds of them, in all or a block."""
    control = [run for run in scene.vocabulary.facts.runs if run.role == "sentinel"]
    blocks = {run.block for run in control}
    if control and value in (len(control), len(control) / max(1, len(blocks))):
        return Ruling("supported", f"{len(control)} control runs", f"контрольных прогонов: {len(control)}", ("runs",))
    return Ruling("unverifiable", "the facts do not count this", "в фактах такого счёта нет")


_PLANNED = re.compile(r"(?:не меньше|не менее|хотя бы|at least|no fewer than)\s+$", re.I)


def judge_spoken_counts(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "три прогона на уровень", "a single run": counts in words."""
    found = _listed_counts(scene)
    for token in scene.tokens:
        value = count_word(token)
        if value is None and token.lower in ("единственный", "однократный", "единственного"):
            value = 1
        if value is None:
            continue
        following = _next_words(scene, token.index, 2)
        if _PLANNED.search(scene.block.text[max(0, token.start - 24) : token.start]):
            continue  # "не меньше пяти блоков": a plan
        if TO_COME.search(scene.sentence.text) or OF_OTHERS.search(scene.sentence.text):
            continue  # "план на завтра: по пять повторов"
        if (
            following
            and following[0].lower in ("times", "раз", "раза")
            and any(
                t.stems
                & {
                    "run",
                    "repeat",
                    "measur",
                    "measured",
                    "execut",
                    "прогнать",
                    "повторить",
                    "прогонять",
                    "запускать",
                    "измерить",
                    "провести",
                    "повторять",
                    "запустить",
                    "repeated",
                }
                for t in scene.tokens[max(0, token.index - 7) : token.index]
            )
        ):
            if not any(t.has("up.comparative", "down.comparative") for t in following):
                found.append(
                    (token.index, following[0].index, "runs", runs_ruling(scene, {float(value)}, {"каждый", "прогон"}))
                )
            continue
        nouns = {stem for t in following for stem in t.stems}
        if (
            value > 1
            and nouns & _RUNS - {"тест", "test"}
            and _told_as_total(scene, token.start, token.end)
            and (total := total_ruling(scene, {float(value)}))
        ):
            last = next(t.index for t in following if t.stems & _RUNS)
            found.append((token.index, last, "runs", total))
            continue
        definite = token.lower.endswith(("умя", "емя")) or token.index and scene.tokens[token.index - 1].lower in (
            "the", "these", "those", "any", "all", "between", "обоими", "любыми", "любых", "этих", "эти", "этими", "между", "остальные", "other", "всех", "всеми",
        )  # fmt: skip
        if nouns & (_RUNS | _REPEATS) - {"тест", "test"} and definite and value > 1:
            continue  # "the two runs of 14", "между двумя прогонами": some runs, not their number
        if nouns & (_RUNS | _REPEATS) and nouns & {"контрольный", "control", "sentinel", "дополнительный", "extra"}:
            found.append((token.index, following[0].index, "runs", _control_ruling(scene, value)))
            continue
        if nouns & (_RUNS | _REPEATS) - {"тест", "test"}:
            words_before = {s for t in scene.tokens[max(0, token.index - 3) : token.index] for s in t.stems}
            last = next(t.index for t in following if t.stems & (_RUNS | _REPEATS))
            words = (
                nouns
                | {s for t in scene.tokens[last + 1 : last + 4] for s in t.stems}
                | words_before & {"block", "блок"}
            )
            if (
                token.index
                and scene.tokens[token.index - 1].lower == "по"
                or any(t.statistic in ("mean", "median") for t in scene.tokens)
            ):
                words = words | {"каждый"}
            found.append((token.index, last, "runs", runs_ruling(scene, {float(value)}, words)))
        elif (
            nouns & {"уровень", "level", "эксперимент", "experiment", "сценарий", "scenario"}
            and value > 1
            and token.lower not in ("оба", "обе", "both")
        ):
            last = next(t.index for t in following if t.stems & _LEVELS)
            found.append((token.index, last, "levels", levels_ruling(scene, float(value))))
    return found
