"""Judges what an article says of the experiment itself: its threshold, its default and baseline, which level a run had, a setting's
range and restart, the edges of what was tried, how often each level was run.

These stand in the facts' head, not among its values, so that they are read from their own turns of phrase before any number is bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.facts import Setting
from factcheck.numbers import Number
from factcheck.scene import LevelMention, Scene
from factcheck.verdicts import Ruling

Found = tuple[int, int, str, Ruling]

_AGREED = re.compile(
    r"in advance|beforehand|up front|agreed|before the first run|of interest|interests? us|nobody|worth talking|worth a (?:word|line)|do(?:es)? not matter|ignore|minimum effect|"
    r"smallest effect|заранее|договор|условил|интересует|безразлич|не важн|минимальн\w+ эффект|наименьш\w+ эффект|для читателя",
    re.I,
)
_THRESHOLD_BEFORE = re.compile(
    r"(?:below|under|smaller than|less than|fixed at|set (?:to|at)|effect of|change of|within our|threshold(?: of| is|:)?|"
    r"меньше|менее|ниже|эффект\w*|порог\w*(?:\s+[^\W\d]+){0,3}|[—:])\s*$",
    re.I,
)
_THRESHOLD_AFTER = re.compile(r"^\s*(?:,\s*)?(?:порог|threshold)", re.I)
_WITHIN_OURS = re.compile(r"within our\s*$", re.I)

_OPEN = r"^[\s)»\"'`*]*"
_DEFAULT_AFTER = re.compile(
    _OPEN + r"(?:[,(;]|[—–-]\s|\bis\b|\bwas\b)\s*(?:as now, |как сейчас, )?(?:which is |it is |that is |это |он же |она же |оно же )*(?P<no>not |не )?"
    r"(?:(?:also|still|и|the|distribution's|product|kernel's|server's)\s+)*"
    r"(?:default|значени\w+ по умолчанию|по умолчанию|умолчани\w+)(?=(?: here| сервера| ядра| of the kernel)?\s*(?:[,.;:)—–|`*\]]|$))",
    re.I,
)  # fmt: skip
_DEFAULT_BEFORE = re.compile(
    r"(?:\bdefault(?: value)?\s*(?:is|:|=|—)|(?:^|[;,(]|значени\w+ )\s*по умолчанию(?: в \w+)?\s*(?:стоит|—|:|=))\s*[`*«\"']*$", re.I
)  # fmt: skip
_BASELINE_BEFORE = re.compile(
    r"(?:\bbaseline(?: cell| level| value)?\s*(?:is|was|:|=|—)?|исходн\w+ (?:уровень|значение)\s*(?:—|:|=)|"
    r"базов\w+ (?:уровень|значение)\s*(?:—|:|=)|\bбаза(?: сравнения)?\s*(?:—|:|=))\s*[`*«\"']*$",
    re.I,
)
_BASELINE_HEAD = re.compile(
    r"\W*(?:baseline(?: cell| level)?|compared with|база(?: сравнения)?|исходный уровень)\W*", re.I
)
_RUN_OF = re.compile(
    r"(?:\brun|\bпрогон\w*|\bзапуск\w*)\s+(?:№\s*|no\.?\s*|#)?(?P<run>\d+)(?:\s*\(|,\s*(?:which was )?an?\s+|,\s*который был\s+)",
    re.I,
)
_RANGE = re.compile(
    r"(?:from|between|от|с)\s+(?P<low>[-−–]?\d+)\s*(?:to|and|до|по)\s+(?P<high>[-−–]?\d+)(?!\d|[.,]\d|\s*%)", re.I
)
_OF_A_SETTING = re.compile(r"parameter|setting|allow|accept|valid|допустим|параметр|диапазон|принима", re.I)
_DOWN_TO = re.compile(r"(?:may|can) go (?P<end>down|up) to\s+(?P<value>[-−–]?\d+)(?!\d|[.,]\d)", re.I)
_ALL_RESTART = re.compile(
    r"\b(?P<who>both|all|neither|none|оба|обе|все|ни один|ни одна)\b[^.;]{0,60}?"
    r"(?:(?:needs?|requires?)\b[^.;]{0,24}\brestart|(?:требу\w+|нужен|нужна)[^.;]{0,24}перезапуск)",
    re.I,
)
_NOBODY = {"neither", "none", "ни один", "ни одна"}
_EDGE = re.compile(
    _OPEN
    + r"(?:is|was|[—–-]|—\s*это)\s*(?:the\s+)?(?P<end>lowest|smallest|highest|largest|middle|upper|lower|верхн\w+|нижн\w+|средн\w+|наибольш\w+|наименьш\w+)"
    r"(?:\s+(?:level|value|setting|one|значение|уровень))?(?:\s+(?:of|из|that|which|we|those))*\s*(?:tried|tested|всех )?(?:испытанн|проверенн|tried|tested|values)",
    re.I,
)
_INSIDE = re.compile(
    r"(?P<inside>(?:внутри|inside|within) (?:the )?(?:tested |tried |проверенного |испытанного )?(?:range|диапазона))|"
    r"(?P<edge>(?:на краю|на границе|at the (?:edge|end|boundary) of the) (?:the )?(?:tested |tried |проверенного |испытанного )?(?:range|диапазона|grid|сетки))",
    re.I,
)
_LOWEST, _HIGHEST = (
    ("lowest", "smallest", "lower", "нижн", "наименьш"),
    ("highest", "largest", "upper", "верхн", "наибольш"),
)
_BY_RUNS = re.compile(
    r"\b(одним|двумя|тремя|четырьмя|пятью|шестью|семью|восемью|девятью|десятью) (?:независимыми )?прогон\w+", re.I
)
_INSTRUMENTAL = [
    "одним",
    "двумя",
    "тремя",
    "четырьмя",
    "пятью",
    "шестью",
    "семью",
    "восемью",
    "девятью",
    "десятью",
]


def judge_design(scene: Scene) -> list[Found]:
    """(first token, last token, predicate, ruling) of every statement about the experiment's own design; each only where the facts can tell."""
    if not scene.tokens or scene.block.kind == "code":
        return []
    found = [
        *_threshold(scene),
        *_default_and_baseline(scene),
        *_level_of_run(scene),
        *_settings(scene),
        *_edges(scene),
        *_repeats(scene),
    ]
    return [one for one in found if one is not None]


def _tokens_of(scene: Scene, start: int, end: int) -> tuple[int, int]:
    """Places of the first and the last token within a span of the block's text."""
    inside = [t.index for t in scene.tokens if t.start < end and t.end > start]
    return (inside[0], inside[-1]) if inside else (0, 0)


def _sides(scene: Scene, first: int, last: int, size: int = 60) -> tuple[str, str]:
    """What the sentence says just before and just after some of its tokens."""
    text, tokens = scene.block.text, scene.tokens
    before = text[max(tokens[0].start, tokens[first].start - size) : tokens[first].start]
    return before, text[tokens[last].end : min(tokens[-1].end, tokens[last].end + size)]


def _verdict(is_good: bool, en: str, ru: str, facts: str, expected: str) -> Ruling:
    return Ruling("supported" if is_good else "contradicted", en, ru, (facts,), None if is_good else expected)


def _threshold(scene: Scene) -> Iterator[Found]:
    """ "Anything below 3% was agreed not to matter": the minimum effect."""
    minimum = scene.vocabulary.facts.experiment.minimum_effect_pct
    if minimum is None:
        return
    for token in scene.tokens:
        number = token.number
        if not _is_plain_percent(number):
            continue
        before, after = _sides(scene, token.index, token.index)
        told = _THRESHOLD_BEFORE.search(before) or _THRESHOLD_AFTER.search(after)
        if not told or not (scene.matches(_AGREED) or _WITHIN_OURS.search(before)):
            continue
        is_good = any(reading.value == minimum for reading in number.readings)  # type: ignore[union-attr]
        text = f"{minimum:g}%"
        yield (
            token.index,
            token.index,
            "design",
            _verdict(
                is_good, f"the minimum effect is {text}", f"наименьший эффект — {text}",
                "experiment.minimum_effect_pct", text,
            ),
        )  # fmt: skip


def _is_plain_percent(number: Number | None) -> bool:
    return (
        number is not None
        and number.dimension == "percent"
        and number.high is None
        and number.kind == "value"
        and not number.text.startswith(("+", "-", "−", "–"))
    )


def _ids_of(scene: Scene, factor: int, text: str) -> frozenset[str]:
    """The levels (cells, in a grid) in which a factor has a value."""
    vocabulary = scene.vocabulary
    wanted = vocabulary.canonical(text)
    for level in vocabulary.levels:
        if level.factor == factor and (level.text == text or vocabulary.canonical(level.text) == wanted):
            return vocabulary.ids_of(level)
    return frozenset()


def _default_and_baseline(scene: Scene) -> Iterator[Found]:
    factors = scene.vocabulary.facts.experiment.factors
    if any(level.lower() == "default" for factor in factors for level in factor.levels):
        return  # a level of that name: the word says nothing else
    head = scene.block.row_header
    is_baseline_cell = scene.block.kind == "cell" and head is not None and bool(_BASELINE_HEAD.fullmatch(head.text))
    for mention in scene.mentions.levels:
        if mention.factor >= len(factors) or mention.group:
            continue
        factor = factors[mention.factor]
        before, after = _sides(scene, mention.first, mention.last)
        told = _DEFAULT_AFTER.search(after)
        if factor.default and (told or _DEFAULT_BEFORE.search(before)) and not _goes_on(scene, mention):
            denied = bool(told and told.group("no"))
            yield _is_named(scene, mention, factor.default, denied, "the default", "значение по умолчанию")
        if factor.baseline and (is_baseline_cell or _BASELINE_BEFORE.search(before)):
            yield _is_named(scene, mention, factor.baseline, False, "the baseline", "исходный уровень")


def _goes_on(scene: Scene, mention: LevelMention) -> bool:
    """ "at 5, the default, and 20": an enumeration in which the default is a level beside this one."""
    following = [other for other in scene.mentions.levels if mention.last < other.first <= mention.last + 8]
    between = scene.tokens[mention.last + 1 : following[0].first] if following else []
    return any(t.lower in ("and", "и", "or", "или") for t in between[-2:])


def _is_named(scene: Scene, mention: LevelMention, text: str, denied: bool, en: str, ru: str) -> Found:
    ids = _ids_of(scene, mention.factor, text)
    is_it = bool(mention.ids & ids)
    ruling = _verdict(is_it != denied, f"{en} is {text}", f"{ru} — {text}", "experiment.factors", text)
    return mention.first, mention.last, "design", ruling


def _level_of_run(scene: Scene) -> Iterator[Found]:
    """ "In run 13 (fillfactor 70)": the level that this run had."""
    runs = scene.vocabulary.facts.runs
    text = scene.block.text[: scene.tokens[-1].end]
    for match in _RUN_OF.finditer(text, scene.tokens[0].start) if runs else ():
        said = match["run"]
        levels = {
            scene.vocabulary.canonical(run.level)
            for run in runs
            if run.level is not None and (str(run.run) == said or (run.run is None and str(run.order) == said))
        }
        near = [
            m
            for m in scene.mentions.levels
            if 0 <= scene.tokens[m.first].start - match.end() <= 24
            and ")" not in text[match.end() : scene.tokens[m.first].start]
        ]
        if len(levels) != 1 or not near:
            continue
        level = next(iter(levels))
        for mention in near[: len(scene.vocabulary.facts.experiment.factors)]:
            first, _ = _tokens_of(scene, match.start(), match.end())
            ruling = _verdict(
                level in mention.ids, f"run {said} had level {level}", f"прогон {said} шёл при {level}", "runs", level
            )
            yield first, mention.last, "runs", ruling


def _settings(scene: Scene) -> Iterator[Found]:
    """Ranges of settings, and whether they need a restart."""
    known = _settings_said(scene)
    if not known:
        return
    text = scene.block.text[: scene.tokens[-1].end]
    start = scene.tokens[0].start
    if scene.matches(_OF_A_SETTING):
        for match in _RANGE.finditer(text, start):
            low, high = _whole(match["low"]), _whole(match["high"])
            for setting in known:
                ends = (setting.min == low, setting.max == high)
                if any(ends):  # one end tells which range is meant, the other may be wrong
                    said = f"{setting.min:.12g} to {setting.max:.12g}"
                    yield (
                        *_tokens_of(scene, match.start("low"), match.end("high")),
                        "setting",
                        _verdict(
                            all(ends), f"{setting.name}: {said}", f"{setting.name}: {said.replace(' to ', ' … ')}",
                            "settings", said,
                        ),
                    )  # fmt: skip
                    break
        for match in _DOWN_TO.finditer(text, start):
            if len(known) != 1:
                continue
            end = known[0].min if match["end"].lower() == "down" else known[0].max
            if end is not None:
                ruling = _verdict(
                    _whole(match["value"]) == end, f"{known[0].name} may go to {end:.12g}",
                    f"{known[0].name}: не дальше {end:.12g}", "settings", f"{end:.12g}",
                )  # fmt: skip
                yield *_tokens_of(scene, match.start(), match.end()), "setting", ruling
    for match in _ALL_RESTART.finditer(text, start):
        needing = [one.name for one in known if one.context == "postmaster"]
        if any(one.context is None for one in known):
            continue
        is_good = not needing if match["who"].lower() in _NOBODY else len(needing) == len(known)
        said = ", ".join(needing) or "none"
        ruling = _verdict(is_good, f"a restart is needed by: {said}", f"перезапуск нужен: {said}", "settings", said)
        yield *_tokens_of(scene, match.start(), match.end()), "setting", ruling


def _settings_said(scene: Scene) -> list[Setting]:
    """The settings that a sentence is about: those it names, else the factors that are settings."""
    settings = scene.vocabulary.facts.settings
    said = {name for _, name in scene.mentions.settings}
    varied = {factor.name for factor in scene.vocabulary.facts.experiment.factors}
    return [one for one in settings if one.name in said] or [one for one in settings if one.name in varied]


def _whole(text: str) -> float:
    return float(text.replace("−", "-").replace("–", "-"))


def _edges(scene: Scene) -> Iterator[Found]:
    """ "70 is the lowest level that we tried", "inside the tested range"."""
    order = scene.vocabulary.numeric_order
    if len(order) < 2 or any(level.number is None for level in scene.vocabulary.levels):
        return
    inside = _INSIDE.search(scene.block.text, scene.tokens[0].start, scene.tokens[-1].end)
    for mention in scene.mentions.levels:
        if len(mention.ids) != 1:
            continue
        level = next(iter(mention.ids))
        at_edge = level in (order[0], order[-1])
        _, after = _sides(scene, mention.first, mention.last, 90)
        told = _EDGE.search(after)
        if told and level in order:
            end = told["end"].lower()
            is_good = (
                level == order[0] if end.startswith(_LOWEST)
                else level == order[-1] if end.startswith(_HIGHEST)
                else not at_edge
            )  # fmt: skip
            text = " < ".join(order)
            yield mention.first, mention.last, "levels", _verdict(is_good, text, text, "experiment.factors", text)
        if inside and len(scene.mentions.levels) == 1 and level in order:
            is_good = at_edge if inside["edge"] else not at_edge
            text = " < ".join(order)
            last = _tokens_of(scene, inside.start(), inside.end())[1]
            yield mention.first, last, "levels", _verdict(is_good, text, text, "experiment.factors", text)


def _repeats(scene: Scene) -> Iterator[Found]:
    """ "Каждое значение проверено тремя прогонами"."""
    experiment = scene.vocabulary.facts.experiment
    if experiment.repeats is None:
        return
    for match in _BY_RUNS.finditer(scene.block.text, scene.tokens[0].start, scene.tokens[-1].end):
        said = _INSTRUMENTAL.index(match[1].lower()) + 1
        is_good = said in (experiment.repeats, len(scene.vocabulary.facts.runs))
        yield (
            *_tokens_of(scene, match.start(), match.end()),
            "runs",
            _verdict(
                is_good, f"repeats: {experiment.repeats}", f"повторов: {experiment.repeats}",
                "experiment.repeats", str(experiment.repeats),
            ),
        )  # fmt: skip
