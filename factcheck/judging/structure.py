"""Judges what a report says of its own design: settings, hardware, counts of other things, durations.

Most of it is held by `experiment`, `runs`, `settings` and `environment`; what is not is unverifiable, since it claims
nothing of a metric.
"""

from __future__ import annotations

import re

from factcheck.article.accounts import judge_accounts
from factcheck.binding.agreement import agrees, rounds_to
from factcheck.binding.bound import Bound, more_of_metric
from factcheck.binding.scene import Scene
from factcheck.binding.surroundings import next_words, text_before
from factcheck.forms.facts import Setting
from factcheck.judging.counted_runs import RUNS, judge_counted, judge_runs
from factcheck.judging.significance import judge_power, judge_statistical
from factcheck.judging.verdicts import Ruling
from factcheck.reading.units import convert, unit_named
from factcheck.reading.words import stems

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

_CORES = _ENVIRONMENT["cpu_cores"]


_LOGICAL_CORES = re.compile(r"\b(?:HT|SMT|vCPUs?)\b|hyper-?thread|\blogical\b|(?<!\w)логическ", re.I)
_OFFERED = re.compile(
    r"\b(?:(?:we|i) (?:ran|issued|sent|offered|submitted|generated)|start(?:ed|ing)? with|(?:fixed|constant|target|offered) (?:rate|load) of|limited to)\s$"
    r"|(?<!\w)(?:подавал\w*|подали|начал\w* с|нагрузк\w* (?:в|из)|ограничи\w+)\s$",
    re.I,
)
_MOST_CORES = 2048  # "a Xeon Gold 6151 CPU": a model
_YEAR = re.compile(r"\b(?:in|since|until|from|by|of|back in|circa)\s$|(?<!\w)(?:в|с|до|от|из|к|за)\s$", re.I)


#: "`warm_up: 10s`", as a configuration file has it.
_OPTION = re.compile(r"[A-Za-z][\w.-]*:\s*\S+")
_EACH = ("на", "per", "a", "an", "each", "for", "every")  # "15 per core" counts no cores


def judge_structure(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """(predicate, ruling) for a number of the design; None when it is not one."""
    told = bound.number
    year = told.unit is None and told.kind == "value" and re.fullmatch(r"(?:19[5-9]|20[0-4])\d", told.text) is not None
    if (
        year
        and scene.block.kind != "cell"
        and _YEAR.search(text_before(scene, bound, 12))
        and not _equals_value(scene, bound)
    ):
        return "design", Ruling("unverifiable", "a year", "год")
    accounted = judge_accounts(scene, bound)
    if accounted is not None:
        return accounted
    if bound.metrics and bound.number.kind == "value" and more_of_metric(scene, bound.place):
        return None
    if bare(scene, bound) and not next_words(scene, bound.place):
        return "design", Ruling("unverifiable", "a number of the text itself", "число самого текста")
    for rule in (
        _checked,
        _numbered,
        judge_power,
        judge_statistical,
        _setting,
        _coded,
        _offered,
        judge_runs,
        _environment,
        judge_counted,
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
    from factcheck.binding.vocabulary import plain_sentence

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
    if before.stems & (RUNS | {"block", "блок"}) and before.lower not in (
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


def _among_options(scene: Scene, inside: str) -> bool:
    """ "`tps: 400`" beside "`warm_up: 10s`": an option of the same file, where the key of another is neither a metric nor a parameter."""
    start, end = scene.tokens[0].start, scene.tokens[-1].end
    spans = [
        (a, b) for a, b in scene.block.code if start <= a < end and _OPTION.fullmatch(scene.block.text[a:b].strip())
    ]
    known = [t for m in scene.mentions.metrics for t in scene.tokens[m.first : m.last + 1]]
    known += [scene.tokens[at] for at, _ in scene.mentions.factors]
    strange = [(a, b) for a, b in spans if not any(a <= t.start < b for t in known)]
    return bool(strange) and _OPTION.fullmatch(inside) is not None


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
    if named and len(inside.split()) <= 6 and not _among_options(scene, inside):
        return None
    if re.fullmatch(r"[-+]?[\d.,\s]+\s?[%\w/]*", inside) and bound.metrics and bound.metric_source == "near":
        return None
    return "design", Ruling("unverifiable", "part of the set-up as written", "часть обстановки, как она записана")


def _offered(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "We ran 5,000 queries per second": the load that was offered, and not what came of it."""
    if bound.number.dimension != "frequency" or _equals_value(scene, bound):
        return None
    if not _OFFERED.search(text_before(scene, bound, 40)):
        return None
    return "design", Ruling("unverifiable", "the load that was offered", "поданная нагрузка")


def _equals_value(scene: Scene, bound: Bound) -> bool:
    return bound.metric_source == "near" and any(
        rounds_to(fact.value, reading)
        for m in sorted(bound.metrics)
        for fact in scene.vocabulary.by_metric.get(m, ())
        for reading in bound.number.readings
    )


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


_PART_OF_THAT = re.compile(
    r"\s*(?:of (?:which|them|it|this|that)|из (?:которых|которой|которого|них|неё|нее|него|этого))(?!\w)", re.I
)


def _environment(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    number = bound.number
    following = next_words(scene, bound.place)
    if _PART_OF_THAT.match(scene.block.text[number.end :]):
        return None  # "16 GB of RAM, 4 GB of which are shared buffers"
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
    if own & _CORES and any(_CORES & stems(unit) for unit in _units_in_words(scene)):
        return None  # "5-6 cores" where the use of the processor is told in cores
    environment = scene.vocabulary.facts.experiment.environment or {}
    for key in environment:
        kind = "ram_gb" if re.search(r"(?:ram|mem|memory)_?(?:gb|mb|kb|bytes)?$", key) else key
        words = _ENVIRONMENT.get(kind, set())
        if own & _DESIGN and not own & words:
            continue  # "(8 cores, 64 GB, 40 clients)": the noun behind the number says what it counts
        if around & words and isinstance(environment[key], (int, float)) and not (kind == "cpu_cores" and number.low_value() > _MOST_CORES):  # fmt: skip
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
            each = scene.tokens[bound.place + 1].lower in _EACH if bound.place + 1 < len(scene.tokens) else False
            doubled = (
                kind == "cpu_cores"
                and agrees(number, [part * v for v in values for part in (2.0, 0.5)])
                and scene.matches(_LOGICAL_CORES)
            )
            if each or doubled or number.open_end or number.hedge or scene.has("hedge") or scene.advises:
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
        named = bound.metric_at is not None and not bound.metric_at.exact and bool(own & _HARDWARE)
        in_part = named and number.dimension in (None, "bytes")
        if in_part or not (bound.metrics and bound.metric_cost <= 3):  # "64 threads" is no "events per thread"
            return "design", Ruling(
                "unverifiable",
                "a part of the set-up that the facts do not hold",
                "часть обстановки, которой нет в фактах",
            )
    return None


def _units_in_words(scene: Scene) -> list[str]:
    """The units of the metrics that are nouns: "cores" of the processor's use."""
    return [m.unit for m in scene.vocabulary.metrics.values() if m.unit and m.unit.isalpha() and len(m.unit) > 3]


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
            for m in sorted(bound.metrics)
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
            if tokens[at + 1].text in ("=", ":") or tokens[at + 1].lower in ("до", "to", "с", "на"):
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


def is_setting(scene: Scene, bound: Bound) -> bool:
    """Whether a number is the value of a setting: "`ef_search` = 100", "work_mem from 4 MB"."""
    return _setting(scene, bound) is not None


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
    ends = ("-" if end is None else f"{end:.15g}" for end in (low, high))
    bounds = f"{'…'.join(ends)} {setting.unit or ''}".strip()
    return Ruling(
        "contradicted",
        f"{setting.name} allows {bounds}",
        f"{setting.name} допускает {bounds}",
        (f"setting {setting.name}",),
        bounds,
    )
