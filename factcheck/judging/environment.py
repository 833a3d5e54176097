"""Holds what a text says of the machine and the runs against what the facts hold of the environment, by the names of its keys."""

from __future__ import annotations

import re
from typing import Any

from factcheck.binding.agreement import agrees
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling
from factcheck.reading.units import Unit, convert, unit_named
from factcheck.reading.words import stems

_UNIT_OF_KEY = {
    "minutes": "min",
    "min": "min",
    "gb": "GB",
    "mb": "MB",
    "kb": "kB",
    "ms": "ms",
    "s": "s",
    "hours": "h",
    "seconds": "s",
    "sec": "s",
}


_SCALE_OF_KEY = {"mln": 1e6, "million": 1e6, "millions": 1e6, "k": 1e3, "thousand": 1e3}


_RANGE = re.compile(
    r"\ballowed\b|\brange\b|\bminimum\b|\bmaximum\b|\bgoes (?:from|down|up)\b|\blimits?\b|допустим|диапазон|минимум|максимум|предел",
    re.I,
)


_THRESHOLD = re.compile(
    r"\bunder\b|\bbelow\b|\bsmaller\b|\bless than\b|\bthinner\b|меньше|тоньше|ниже|порог|threshold|±|margin|worth|ignore",
    re.I,
)


def entries(scene: Scene) -> list[tuple[str, float, Unit | None]]:
    """(key, value, unit) of each number that the facts hold of the environment."""
    environment = scene.vocabulary.facts.experiment.environment or {}
    return scene.vocabulary.once("entries", lambda: _entries(environment))


def _entries(environment: dict[str, Any]) -> list[tuple[str, float, Unit | None]]:
    found = []
    for key, held in environment.items():
        parts = key.lower().split("_")
        unit = unit_named(_UNIT_OF_KEY.get(parts[-1], "")) if len(parts) > 1 else None
        for value in held.values() if isinstance(held, dict) else [held]:
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                found.append((key, float(value) * _SCALE_OF_KEY.get(parts[-1], 1.0), unit))
            elif isinstance(value, str):
                found += [
                    (key, float(digits.replace(",", "")), None)
                    for digits in re.findall(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w.])", value)
                ]
    return found


def set_up(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """A size, a duration or a version of the machine and the runs."""
    number = bound.number
    if (
        number.high is not None
        or number.fraction
        or number.kind != "value"
        or number.hedge in ("over", "under")
        or number.signed
        or scene.block.kind == "cell"
        and bound.metrics
        and number.unit is None
    ):
        return None
    for key, value, unit in entries(scene):
        if number.unit is not None and unit is None and number.dimension in ("time", "percent", "points"):
            continue
        if (
            (number.unit is None) != (unit is None)
            and number.dimension in ("bytes", "time")
            or unit is not None
            and number.unit is None
        ):
            continue
        values = convert(value, unit, number.unit) if unit is not None else [value]
        named = _named_by(scene, bound, key)
        if not named and (bound.level_source == "own" or number.unit is None and bound.metrics):
            continue
        if number.low_value() > 3 and agrees(number, values):
            return "environment", Ruling(
                "supported", f"environment.{key} is {value:g}", f"{key} = {value:g}", (f"environment.{key}",)
            )
    return None


def counts_hardware(scene: Scene, bound: Bound) -> bool:
    """Whether the number is told of the machine: its noun or its unit stands right beside."""
    near = scene.tokens[max(0, bound.place - 2) : bound.place + 3]
    words = {stem for t in near for stem in t.stems}
    if bound.number.dimension == "bytes":
        return bool(words & {"memory", "память", "ram", "озу", "машина", "machine", "server", "сервер"})
    return bound.number.low_value() == int(bound.number.low_value()) and bool(
        words & {"core", "ядро", "cpu", "vcpu", "client", "клиент", "processor", "процессор", "cores"}
    )


_NOUNS = {
    "clients": "клиент client session сеанс connection соединение", "scale": "scale масштаб", "run": "run прогон минута minute", "duration": "run прогон минута", "ram": "memory память ram ОЗУ", "cores": "core ядро cpu vcpu",
    "cpu": "core ядро cpu", "warm": "warm прогрев", "shared": "shared_buffers buffer буфер", "swap": "swap своп", "rows": "row строка", "pool": "pool пул", "pg": "postgresql версия version", "version": "postgresql версия version",
    "connections": "connection соединение", "queries": "query запрос", "table": "table таблица", "io": "iops", "nodes": "node узел", "page": "page страница", "record": "record", "storage": "iops storage",
}  # fmt: skip


def _named_by(scene: Scene, bound: Bound, key: str) -> bool:
    """Whether a noun for what the environment's key holds stands close to the number."""
    words = {stem for part in key.lower().split("_") for word in _NOUNS.get(part, part).split() for stem in stems(word)}
    near = scene.tokens[max(0, bound.place - 4) : bound.place + 4]
    return any(t.stems & words or t.lower in words for t in near if t.is_word)


def smallest_effect(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "smaller than 3 %", "±3%": the effect below which nothing matters."""
    held = scene.vocabulary.facts.experiment.minimum_effect_pct
    if (
        held is None
        or bound.number.dimension != "percent"
        or bound.number.fraction
        or bound.number.high is not None
        or not scene.matches(_THRESHOLD)
    ):
        return None
    if not agrees(bound.number, [held, -held]):
        return None
    if re.search(r"maxim\w+ effect|(?:максимальн|наибольш)\w+ эффект", scene.sentence.text, re.I):
        shown = (f"the minimum effect is {held:g}%", f"минимальный эффект {held:g} %")
        told = any(agrees(bound.number, [e.effect_pct or 0.0]) for e in scene.vocabulary.facts.effects)
        return None if told else ("threshold", Ruling("contradicted", *shown, ("experiment.minimum_effect_pct",)))
    return "threshold", Ruling(
        "supported",
        f"the minimum effect is {held:g}%",
        f"минимальный эффект {held:g} %",
        ("experiment.minimum_effect_pct",),
    )


def allowed(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """An end of a setting's allowed range, where a range is spoken of."""
    if not scene.matches(_RANGE) or bound.number.high is not None:
        return None
    for name, setting in scene.vocabulary.settings.items():
        for end in (setting.min, setting.max):
            if end is not None and agrees(
                bound.number, [end, *convert(end, unit_named(setting.unit), bound.number.unit)]
            ):
                return "setting", Ruling(
                    "supported", f"{name} may go to {end:g}", f"{name}: граница {end:g}", (f"settings.{name}",)
                )
    return None


def wrong_set_up(scene: Scene, bound: Bound) -> Ruling | None:
    """ "84 clients" where the environment holds 48: the noun right behind the number names what the facts hold."""
    number = bound.number
    following = scene.tokens[bound.place + 1 : bound.place + 3]
    if (
        not following
        or following[0].lower in ("на", "per", "a", "an", "each", "for", "every")
        or number.hedge is not None
        or number.open_end
        or scene.has("hedge")
        or scene.advises
        or number.low_value() <= 3
    ):
        return None
    if re.match(r"\s+\S+\s+(?:из|of|out of)\s+\d", scene.block.text[number.end : number.end + 40]):
        return None
    if any(
        t.lower in ("not", "не", "no", "fewer", "other", "another", "more", "или", "or", "untested")
        or t.has("negation")
        for t in scene.tokens[max(0, bound.place - 6) : bound.place + 8]
    ):
        return None
    for key, value, unit in entries(scene):
        if _by_its_name(scene, bound, key):
            comparable = (
                unit is not None
                and number.unit is not None
                and unit.dimension == number.dimension
                or unit is None
                and number.unit is None
            )
            if comparable and not agrees(number, convert(value, unit, number.unit) if unit is not None else [value]):
                return Ruling(
                    "contradicted",
                    f"environment.{key} is {value:g}",
                    f"{key} = {value:g}",
                    (f"environment.{key}",),
                    f"{value:g}",
                )
            if comparable:
                return Ruling(
                    "supported", f"environment.{key} is {value:g}", f"{key} = {value:g}", (f"environment.{key}",)
                )
        noun = _EXACT_NOUNS.get(key.lower())
        if noun is None or unit is not None or number.unit is not None and number.dimension != "count":
            continue
        words = {stem for word in noun.split() for stem in stems(word)}
        at = next((t for t in following if t.is_word), None)
        if (
            at is not None
            and at.index == bound.place + 1
            and at.stems & words
            and not any(m.first <= at.index <= m.last for m in scene.mentions.levels)
        ):
            if agrees(number, [value]):
                return None
            return Ruling(
                "contradicted",
                f"environment.{key} is {value:g}",
                f"{key} = {value:g}",
                (f"environment.{key}",),
                f"{value:g}",
            )
    return None


_RUN_LASTS = re.compile(
    r"(?:\bruns?|прогон\w*)\s+(?:takes?|took|lasts?|lasted|is|was|of|длил\w+|длится|занимал\w*|занимает|по|длительностью|—)\s*$|(?:раз|times)\s+(?:по|for)\s*$",
    re.I,
)


def wrong_length(scene: Scene, bound: Bound) -> Ruling | None:
    """ "Every run lasted 15 minutes": how long the runs were, where the facts say it."""
    if bound.number.dimension != "time" or not _RUN_LASTS.search(
        scene.block.text[max(0, bound.number.start - 40) : bound.number.start]
    ):
        return None
    held = [
        (value, unit)
        for key, value, unit in entries(scene)
        if key.lower() in ("run_minutes", "duration_min", "run_min", "duration_minutes", "run_hours", "duration_h")
    ]
    held += [
        (f.value, scene.vocabulary.unit_of(f.metric))
        for f in scene.vocabulary.facts.facts
        if f.metric in ("run_length", "run_duration") and f.level is None
    ]
    held += [(value, unit) for key, value, unit in entries(scene) if key.lower().startswith("warm")]
    if not held or bound.number.unit is None:
        return None
    values = [v for value, unit in held for v in convert(value, unit or unit_named("min"), bound.number.unit)]
    text = ", ".join(f"{value:g}" for value, _ in held[:1])
    if agrees(bound.number, values):
        return Ruling("supported", f"a run lasts {text} min", f"прогон длится {text} мин", ("environment",))
    return Ruling("contradicted", f"a run lasts {text} min", f"прогон длится {text} мин", ("environment",), text)


def _by_its_name(scene: Scene, bound: Bound, key: str) -> bool:
    """Whether the entry's own name stands right beside: "`work_mem` равен 64 МБ", "160 GB of shared buffers", "180 млн строк"."""
    parts = [part for part in key.lower().split("_") if part not in _UNIT_OF_KEY and part not in _SCALE_OF_KEY]
    if len(parts) < 2 or any(part in ("run", "duration", "warm", "pg", "version", "ram", "cpu") for part in parts):
        return False
    before = scene.block.text[max(0, bound.number.start - 40) : bound.number.start].lower()
    after = scene.block.text[bound.number.end : bound.number.end + 40].lower()
    name = r"[ _]+".join(map(re.escape, parts))
    if re.search(rf"{name}\W+(?:равен|равно|равна|=|:|is|was|of|at|set to|в|—|-)?\W*$", before) or re.match(
        rf"\s*(?:of |под |на |в )?\W*{name}", after
    ):
        return not any(m.first <= bound.place <= m.last for m in scene.mentions.levels) and name not in {
            f.name.lower() for f in scene.vocabulary.facts.experiment.factors
        }
    return (
        parts[-1] == "rows" and bool(re.match(r"\s*(?:rows|строк)", after)) and bool(re.search(r"table|таблиц", before))
    )


_EXACT_NOUNS = {
    "clients": "client клиент",
    "cpu_cores": "core ядро",
    "numa_nodes": "node узел",
    "queries": "query запрос",
}
