"""Judges the range that a parameter is said to allow: "goes from 1 to 32", "may go down to 10", "допустимый диапазон от -1 до 10000".

Only limits are judged here: a sentence that speaks of what was tried or measured names no limit, and is left alone.
"""

from __future__ import annotations

import re
from dataclasses import replace

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases
from factcheck.forms.facts import Setting
from factcheck.judging.structure import setting_ruling
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import Reading
from factcheck.reading.units import convert, unit_named

_NUMBER = r"[-−–]?\d[\d ,\u00a0]*"
_RANGE = re.compile(
    rf"(?:\bfrom|\bbetween|(?<!\w)от|(?<!\w)с)\s+(?P<low>{_NUMBER})\s+(?:to|and|до)\s+(?P<high>{_NUMBER})", re.I
)
_LIMIT = re.compile(
    rf"\b(?:may|can) (?:go|be set|be lowered|be raised|be turned) (?:(?P<down>down to|as low as)|(?P<up>up to|as high as)) (?P<value>{_NUMBER})",
    re.I,
)
_SPOKEN_OF = re.compile(
    r"\b(?:the )?(?:parameter|setting)\b[^.;]{0,12}\b(?:goes|ranges|accepts|allows|may|can)|\ballowed\b|\bpermitted\b|допустим|допускает|разреш[её]н|принимает значения",
    re.I,
)
_TRIED = re.compile(
    r"\b(?:tried|tested|measured|grew|rose|fell|raised|moved)\b|испыт|провер|измер|вырос|снизил|подня", re.I
)


_RAISED = re.compile(
    rf"(?:(?<!\w)(?:подня\w+|поднима\w+|увелич\w+|повы[шс]\w+|довести|снизить|снижать|уменьш\w+|опустить|выстав\w+|постав\w+)\s+(?:\w+\s+)?(?:лимит|предел|порог|значени[ея]|параметр|настройк[уи]|его|её|ее)(?:\s+\w+)?\s+(?:до|на|в)|"
    rf"\b(?:rais|increas|lower|reduc|push|set|bump)\w*\s+(?:the |this |that |its )?(?:limit|threshold|value|setting|parameter|it)(?:\s+\w+)?\s+(?:to|at))\s+(?P<value>{_NUMBER})(?!\s*[\w%.,]\w)",
    re.I,
)


def judge_allowed(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of each limit that is not the setting's own, and of each value beyond the factor's."""
    return [*_beyond(scene), *_limits(scene), *_advised(scene), *_unnamed(scene)]


def _beyond(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "The limit can be raised to 20000": a value of the factor, which is not called by its name, outside what it allows."""
    factors = scene.vocabulary.facts.experiment.factors
    setting = scene.vocabulary.settings.get(factors[0].name.lower()) if len(factors) == 1 else None
    others = any(t.lower in scene.vocabulary.settings and t.lower != factors[0].name.lower() for t in scene.tokens)
    if setting is None or others or setting.unit is not None and setting.unit != factors[0].unit or _denied(scene):
        return []
    found = []
    for phrase in phrases(scene, _RAISED):
        value = _value(phrase.match.group("value"))
        high = setting.max is not None and value > setting.max
        if high or setting.min is not None and value < setting.min:
            found.append((phrase.first, phrase.last, "setting", _refuted(setting)))
    return found


_ADVICE = re.compile(
    r"\b(?:set|rais\w+|lower\w*|increas\w+|reduc\w+|keep|leav\w+|left|bump\w*|can be|should be|go(?:es)? (?:up|down))\b|"
    r"(?<!\w)(?:подн(?:ять|имите|ята)|увелич(?:ить|ьте)|повы[сш](?:ить|ьте)|сниз(?:ить|ьте)|уменьш(?:ить|ите)|остав(?:ить|ьте|ляем)|постав(?:ить|ьте)|установ(?:ить|ите)|задать|задайте|выстав(?:ить|ьте)|довести|опустить)(?!\w)",
    re.I,
)


_POSSIBLE = re.compile(
    r"\b(?:allowed|permitted|possible|accepts?|accepted|acceptable)\b|(?<!\w)(?:допуст\w+|допуска\w+|разреш\w+|возможн\w+|принимает)(?!\w)", re.I
)  # fmt: skip


_RELATIVE = {"which", "that", "который", "которая", "которое"}


def _advised(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "work_mem can be left at 32 kB", "raise max_workers to 2048": a value advised for a setting that the server does not accept."""
    if not scene.matches(_ADVICE) and (not scene.matches(_POSSIBLE) or _denied(scene)):
        return []
    found = []
    for token in scene.tokens:
        setting = scene.vocabulary.settings.get(token.lower)
        if setting is None:
            continue
        for at in range(token.index + 1, min(len(scene.tokens), token.index + 8)):
            later = scene.tokens[at]
            if later.text == "," and (scene.tokens[at + 1].lower in _RELATIVE if at + 1 < len(scene.tokens) else False):
                continue  # "commit_delay, which accepts up to 200,000 µs"
            if later.text in ",;.:()" or later.lower in scene.vocabulary.settings or later.has("than"):
                break
            if any(m.first <= at <= m.last and m.metrics for m in scene.mentions.metrics):
                break
            if later.has("negation") or later.lower in ("нельзя", "невозможно", "cannot"):
                break
            if later.number is not None and later.number.kind != "name":
                ruling = _accepted(setting, Bound(at, later.number))
                if ruling.verdict == "contradicted" and later.number.dimension not in ("percent", "points"):
                    found.append((token.index, at, "setting", ruling))
                break
    return found


_TO_TRY = re.compile(
    r"(?:\b(?:go|going|try|trying|test|testing|set|setting|use|using|choose|pick|raise|raising|move|moving|switch|jump|start with|begin with|increase|bump|recommend(?:ing)?|suggest(?:ing)?|advis(?:e|ing)|values?|settings?)\b"
    r"(?: (?:it|this|the|a|an|value|setting|parameter|limit|with|of|even|up|all|way))*(?: to| at| as high as)?|"
    r"(?<!\w)(?:попроб\w+|испыт\w+|проверить|провер(?:им|ьте)|постав\w+|выстав\w+|установ\w+|задать|задайте|задавать|взять|брать|выбрать|использовать|перейти|переходить|поднять|поднимать|увелич\w+|повы[сш]\w+|довести|начать|начинать|"
    r"рекоменд\w+|подойд[её]т|подойдут|годится|значени[еяю])(?: (?:и|даже|его|её|параметр|лимит|значени[ея]|сразу|вплоть|с))*(?: до| на| в| к)?)\s+(?P<value>\d[\d ,\u00a0]*)",
    re.I,
)


def _unnamed(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "On large arrays go to 2000": a number advised for the one factor, which is not called by its name, beyond what it allows."""
    factors = scene.vocabulary.facts.experiment.factors
    setting = scene.vocabulary.settings.get(factors[0].name.lower()) if len(factors) == 1 else None
    named = [name for _, name in scene.mentions.settings] + [t.lower for t in scene.tokens if t.lower in scene.vocabulary.settings]  # fmt: skip
    if setting is None or any(name != factors[0].name.lower() for name in named) or _denied(scene):
        return []
    if scene.block.kind not in ("paragraph", "item", "lead") or any(
        m.metrics and m.exact for m in scene.mentions.metrics
    ):
        return []
    found = []
    for phrase in phrases(scene, _TO_TRY):
        token = next((t for t in scene.tokens[phrase.first : phrase.last + 1] if t.number is not None), None)
        following = scene.tokens[token.index + 1] if token is not None and token.index + 1 < len(scene.tokens) else None
        if (
            token is None
            or token.number is None
            or following is not None
            and following.is_word
            and following.lower not in _FREE
        ):
            continue
        bare = token.number.unit is None
        if not bare and (setting.unit is None or not convert(1.0, token.number.unit, unit_named(setting.unit))):
            continue
        if bare and (factors[0].unit or setting.unit) not in (None, "1") and setting.unit != factors[0].unit:
            continue
        ruling = _accepted(setting, Bound(token.index, token.number))
        told = abs(token.number.low_value() if token.number.readings else float(re.sub(r"\D", "", token.text) or 0))
        if ruling.verdict == "contradicted" and (not bare or _of_its_size(factors[0].levels, told)):
            found.append((phrase.first, token.index, "setting", ruling))
    return found


#: What may follow a bare value: not a noun, of which it would be a count.
_FREE = {"and", "or", "for", "on", "in", "at", "with", "if", "when", "where", "only", "there", "и", "или", "для", "на", "в", "при", "если", "когда", "там", "где", "только"}  # fmt: skip


def _of_its_size(levels: list[str], told: float) -> bool:
    """Whether a bare number may be a value of the factor at all: of its levels' own order."""
    sizes = [float(level) for level in levels if re.fullmatch(r"\d+(?:\.\d+)?", level)]
    return bool(sizes) and max(sizes) < told <= 1000 * max(max(sizes), 1.0)


def _accepted(setting: Setting, bound: Bound) -> Ruling:
    """The ruling on a value, without its words: a year is read as a number here."""
    number = bound.number
    if not number.readings:
        digits = float(re.sub(r"\D", "", number.text) or 0)
        number = replace(number, kind="value", readings=[Reading(digits, 1.0)])
    number = replace(number, readings=number.readings[:1])  # "200,000" as thousands
    return setting_ruling(setting, replace(bound, number=number))


def _denied(scene: Scene) -> bool:
    """Whether the sentence itself denies that it can be done."""
    return re.search(r"\b(?:not|cannot|can't|no)\b|(?<!\w)(?:не|нельзя|невозможно)(?!\w)", scene.sentence.text, re.I) is not None  # fmt: skip


def _limits(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    if scene.mentions.metrics and any(m.metrics and m.exact for m in scene.mentions.metrics):
        return []
    if not scene.matches(_SPOKEN_OF) and not _ranges(scene):
        return []
    held = _settings(scene)
    found = []
    for phrase in phrases(scene, _RANGE):
        if _TRIED.search(_clause(scene, phrase)):
            continue
        low, high = _value(phrase.match.group("low")), _value(phrase.match.group("high"))
        if any(s.min == low and s.max == high for s in held):
            continue
        told = scene.tokens[phrase.last].number
        unit = told.unit if told is not None else None
        near = [
            s
            for s in held
            if (s.min == low or s.max == high)
            and None not in (s.min, s.max)
            and (unit is None or unit == unit_named(s.unit))
        ]  # "from 0 to 2 MB" of what is set in blocks is for others to convert
        if near:
            found.append((phrase.first, phrase.last, "setting", _refuted(near[0])))
    for phrase in phrases(scene, _LIMIT):
        if _TRIED.search(_clause(scene, phrase)):
            continue
        value = _value(phrase.match.group("value"))
        ends = [(s, s.min if phrase.match.group("down") else s.max) for s in held]
        if len(held) == 1 and ends[0][1] is not None and ends[0][1] != value and held[0].unit in (None, "%"):
            found.append((phrase.first, phrase.last, "setting", _refuted(held[0])))
    return found


_OF_RANGE = re.compile(r"\b(?:range|accepts|allows|spans)\b|(?<!\w)(?:диапазон|предел)\w*", re.I)


def _ranges(scene: Scene) -> bool:
    """ "hash_mem_multiplier is open to any user, with a range from 1 to 100": a range is told where a setting is named that is not the one under test."""
    named = {t.lower for t in scene.tokens if t.lower in scene.vocabulary.settings}
    factors = {factor.name.lower() for factor in scene.vocabulary.facts.experiment.factors}
    return len(named) == 1 and not named & factors and _OF_RANGE.search(scene.sentence.text) is not None


def _clause(scene: Scene, phrase: Phrase) -> str:
    text = scene.sentence.text
    start = text.rfind(";", 0, phrase.match.start()) + 1
    stop = text.find(";", phrase.match.end())
    return text[start : stop if stop >= 0 else len(text)]


def _settings(scene: Scene) -> list[Setting]:
    """The settings that the sentence names, otherwise all; only those that have a limit."""
    named = [s for t in scene.tokens if (s := scene.vocabulary.settings.get(t.lower)) is not None]
    for row in (named, scene.vocabulary.facts.settings):
        limited = [s for s in row if s.min is not None or s.max is not None]
        if limited:
            return limited
    return []


def _value(text: str) -> float:
    sign = -1.0 if text[0] in "-−–" else 1.0
    return sign * float(re.sub(r"\D", "", text))


def _refuted(setting: Setting) -> Ruling:
    bounds = (
        f"{setting.min:g}…{setting.max:g}"
        if setting.min is not None and setting.max is not None
        else f"{setting.min}…{setting.max}"
    )
    name = (f"setting {setting.name}",)
    return Ruling("contradicted", f"{setting.name} allows {bounds}", f"{setting.name} допускает {bounds}", name, bounds)
