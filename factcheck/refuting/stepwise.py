"""Holds a way that is told of every step to every step: "falls with each version", "the link weakens as the delay grows", "so does the 95th percentile", "чем больше соединений, тем полезнее".

What goes along the levels is a row of values, a gain, coefficients or times of recovery (`binding/courses.py`). Only refutes: a step that is shown
to go the other way, in every row that may be meant.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from factcheck.binding.arguments import clause_bounds, is_hedged, is_negated
from factcheck.binding.courses import Course, courses_of, values_of
from factcheck.binding.mentions import MetricMention
from factcheck.binding.pairs import DOWN, UP
from factcheck.binding.parameter import may_be_parameter
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token
from factcheck.refuting.alongways import extremum_of_subject

_STEP_EN = r"(?:step|doubling|increase|increment|level|size|version|release|setting|value|notch|generation|bump|rise)"
_STEP_RU = r"(?:шаг|удвоени|увеличени|уровн|верси|релиз|значени|ступен|поколени|повышени|прибавк|настройк)\w*"
_GROWTH_RU = r"(?P<way_ru>рост|увеличени|повышени|удлинени|расширени|наращивани|подъ[её]м|уменьшени|снижени|сокращени|понижени)\w*"
_EACH = re.compile(
    rf"\b(?:with|at|on) (?:each|every) (?:[\w-]+ )??{_STEP_EN}s?\b|\bwith (?:each|every) (?:faster|larger|bigger|higher|newer|stronger|successive|next|later) [\w-]+|"
    r"\bfrom (?P<en>\w+) to (?P=en)\b|"
    rf"(?<!\w)(?:с|на|при) кажд\w+ (?:[\w-]+ )??{_STEP_RU}|(?<!\w)от (?P<ru>\w{{4,}})\w{{1,3}} к (?P=ru)\w{{1,3}}(?!\w)",
    re.I,
)
_STEADY = re.compile(
    r"\b(?:steadily|monotonically|consistently|continuously|progressively|invariably|stepwise|step by step)\b|(?<!\w)(?:неуклонно|монотонно|последовательно|непрерывно)(?!\w)",
    re.I,
)
_GROWING = re.compile(
    rf"(?<!\w)(?:с|по мере|при) {_GROWTH_RU} (?:числа |количества |размера |величины |значения )?(?P<of_ru>[\w-]+)|"
    r"(?<!\w)вслед за (?:ростом |увеличением |числом |количеством |размером |величиной |значением )?(?P<behind_ru>[\w-]+)|"
    r"(?<!\w)вместе со? (?:числом |количеством |размером |величиной |значением )?(?P<with_ru>[\w-]+)|"
    r"\b(?:along |together )?with (?:the |its |our )?(?:(?:growing|rising|increasing) |number of |size of )?(?:the )?(?P<with_en>[\w-]+)|"
    r"\bas (?:the |its |our )?(?:number of )?(?P<of_en>[\w-]+) (?:is |are |gets? )?(?P<way_en>grow\w*|ris\w+|increas\w+|raised|lengthen\w*|longer|larger|bigger|higher|decreas\w+|shrink\w*|lower(?:ed)?|reduced|shorter)",
    re.I,
)
_SHRINKS = re.compile(r"уменьшен|снижен|сокращен|понижен|decreas|shrink|lower|reduc|shorter", re.I)
_THE_MORE = re.compile(
    r"\bthe (?P<en>\w+er|more|less) (?P<subject_en>[^,.;:]{3,40}?), the (?=\w+er\b|more\b|less\b)|"
    r"(?<!\w)чем (?P<ru>\w+(?:ше|же|ее|че|ре|ще)) (?P<subject_ru>[^,.;:]{3,40}?), тем (?=\w+)",
    re.I,
)
_LESS = re.compile(r"^(?:less|lower|smaller|shorter|fewer|weaker|меньше|ниже|короче|слабее|реже)$", re.I)
_OFTEN = re.compile(r"(?:реже|чаще|(?:more|less) (?:often|frequently)|rarer)(?!\w)", re.I)
_SO = re.compile(
    r"^\W*(?:so (?:does|do|did|is|are)|the same (?:is true|holds|goes) (?:of|for)|likewise|то же (?:самое )?(?:\w+ )?(?:и )?(?:с|у|для|верно для|касается|относится к|происходит с)|"
    r"так же вед[её]т себя|аналогично вед[её]т себя)(?!\w)",
    re.I,
)
_PERCENTILE = re.compile(
    r"(?<!\w)p(9[059]|50|75)(?!\w)|(?<!\w)(9[059]|50|75)(?:th|-?[а-яё]{1,3})? ?(?:percentile|перцентил|процентил)", re.I
)
_OPEN = re.compile(
    r"\b(?:overall|on the whole|mostly|mainly|at first|until|up to|beyond|then|but|except|almost|nearly|not|no longer|nor|if|would|partly)\b|"
    r"(?<!\w)(?:в целом|в основном|сначала|затем|потом|после|но|кроме|вплоть|до (?=\d)|почти|не|если|бы|лишь|кажется|отчасти|до определ\w+)(?!\w)",
    re.I,
)
_OVER_TIME = re.compile(r"\b(?:over time|per (?:minute|hour)|during|throughout the|within (?:a|the|each) run|minute by minute|as the run|with time)\b|(?<!\w)(?:со временем|в ходе|в течение|внутри прогона|по ходу|с начала)(?!\w)", re.I)  # fmt: skip
_WORDS = ("up.intransitive", "down.intransitive", "up.noun", "down.noun", "up.comparative", "down.comparative", "up.transitive", "down.transitive", "better", "worse")  # fmt: skip
_LINK_WAYS = {
    UP: ("усили", "крепн", "креп", "strengthen", "tighten", "stronger", "сильнее", "теснее"),
    DOWN: ("слабе", "ослаб", "weaken", "loosen", "weaker"),
}
_FAST = re.compile(r"^(?:faster|quicker|быстрее|shorter|короче|скорее)$", re.I)
_SLOW = re.compile(r"^(?:slower|longer|медленнее|дольше|длиннее)$", re.I)
_GOOD = {"better", "worse", "лучше", "хуже", "steadier", "calmer", "ровнее", "спокойнее"}
_USEFUL = re.compile(r"^(?:полезнее|выгоднее|ощутимее|заметнее|useful|helpful|pronounced)$", re.I)
_PARAMETER = re.compile(
    r"^(?:параметр\w*|настройк\w+|значени\w+|уровн\w+|parameters?|settings?|value|knob|level)$", re.I
)


@dataclass(frozen=True, slots=True)
class Along:
    """The words that say that all levels are meant, in which order of them (+1 upwards, -1 downwards, 0 where either will do)."""

    first: int
    last: int
    sign: int


def judge_stepwise(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each way along the levels that one of its steps refutes."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    if extremum_of_subject(scene) is not None:
        return []  # "the peaks only grow": judged by the metric told before, in `alongways`
    found: list[Ruled] = []
    for along in _alongs(scene):
        word = _word(scene, along)
        if word is None or any(first <= word.index <= last for first, last, _, _ in found):
            continue
        if _of_a_stretch(scene) or _OPEN.search(_clause_text(scene, word)) or scene.matches(_OVER_TIME):
            continue
        if _told_of_another(scene, word, courses_of(scene, word, along.first, along.last)):
            continue
        if not is_negated(scene, word.index) and not is_hedged(scene, word.index):
            found += _ruled(scene, along, word, courses_of(scene, word, along.first, along.last))
    return [*found, *_so_does(scene)]


_COEFFICIENT = re.compile(r"\b(?:coefficients?|correlations?)\b|(?<!\w)(?:коэффициент|корреляци)\w*", re.I)


def _told_of_another(scene: Scene, word: Token, courses: list[Course]) -> bool:
    """ "falls at every step, from 31.6 to 6.4%": the values behind the word are of none of the rows that it was taken to be of."""
    _start, stop = clause_bounds(scene, word.index)
    rows = {(f.metric, f.stat) for course in courses for n in course.facts if (f := scene.vocabulary.by_name.get(n)) is not None}  # fmt: skip
    if _COEFFICIENT.search(_clause_text(scene, word)) and all("pearson" not in c.name and "spearman" not in c.name for c in courses):  # fmt: skip
        return True  # "the coefficient gets smaller at each level": of a link, and not of a metric
    told = [
        b for at, b in scene.bounds.items() if word.index < at <= max(stop, word.index + 8) and b.verdict == "supported"
    ]
    held = {(f.metric, f.stat) for b in told for n in b.facts if (f := scene.vocabulary.by_name.get(n)) is not None}
    return bool(held) and bool(rows) and not held & rows


def _of_a_stretch(scene: Scene) -> bool:
    """Whether the sentence itself tells a row of values that are of fewer levels than there are: "rises: 8 → 14 → 17"."""
    told = [b for _, b in sorted(scene.bounds.items()) if b.predicate == "value" and b.verdict == "supported"]
    arrows = [t for t in scene.tokens if t.text in ("→", "->", "/")]
    levels = len(scene.vocabulary.numeric_order)
    return 2 <= len(arrows) < levels - 1 and 3 <= len(told) < levels


def _clause_text(scene: Scene, word: Token) -> str:
    return scene.text_of(*clause_bounds(scene, word.index))


# -- which order ------------------------------------------------------------------------------------------------------


def _alongs(scene: Scene) -> list[Along]:
    """The words of this sentence that say that every step is meant."""
    named = _way_of_levels(scene)
    found = [Along(p.first, p.last, named or 1) for p in phrases(scene, _EACH) if not _one_level(scene)]
    for phrase in phrases(scene, _STEADY):
        if len({m.ids for m in scene.mentions.levels}) >= 2 and named:
            found.append(Along(phrase.first, phrase.last, named))
    for phrase in phrases(scene, _GROWING):
        groups = phrase.match.groupdict()
        noun = groups["of_ru"] or groups["with_ru"] or groups["behind_ru"] or groups["with_en"] or groups["of_en"] or ""
        way = groups["way_ru"] or groups["way_en"] or ""
        level = any(phrase.first <= m.last and m.first <= phrase.last + 1 for m in scene.mentions.levels)
        if not level and _names_parameter(scene, phrase, noun):  # "with version 15" is one level
            found.append(Along(phrase.first, phrase.last, -1 if _SHRINKS.match(way) else 1))
    for phrase in phrases(scene, _THE_MORE):
        subject = phrase.match.group("subject_en") or phrase.match.group("subject_ru")
        said = phrase.match.group("en") or phrase.match.group("ru")
        words = re.split(r"\s", subject.strip())
        noun = next((w for w in reversed(words) if _names_parameter(scene, phrase, w)), words[-1])
        if (_FAST.match(said) or _SLOW.match(said) or said.lower() in _GOOD) and not _is_of_time(scene):
            continue  # "чем быстрее носитель": in the order of what they do, and not of the levels
        inside = [m for m in scene.mentions.metrics if phrase.first <= m.first <= phrase.last and not m.modifier]
        if _names_parameter(scene, phrase, noun):
            turned = -1 if _OFTEN.match(f"{said} {subject}") and _is_of_time(scene) else 1
            found.append(Along(phrase.first, phrase.last, -turned if _LESS.match(said) else turned))
        elif not inside and len(scene.vocabulary.facts.experiment.factors) == 1 and not _numbers(scene):
            found.append(Along(phrase.first, phrase.last, 0))
    return found


def _is_of_time(scene: Scene) -> bool:
    """ "Чем реже просыпается bgwriter": the more seldom something comes, the higher is the delay that is set."""
    return all(level.unit is not None and level.unit.dimension == "time" for level in scene.vocabulary.levels)


def _numbers(scene: Scene) -> bool:
    """Whether the levels are numbers, so that a word of size says their order."""
    return all(level.number is not None for level in scene.vocabulary.levels)


def _one_level(scene: Scene) -> bool:
    """Whether a single level is named, up to or from which the way may be meant."""
    return len({m.ids for m in scene.mentions.levels}) == 1


def _way_of_levels(scene: Scene) -> int:
    """The order from the level that the sentence begins at to the last one that it names; 0 when it names no such way."""
    order = scene.vocabulary.numeric_order
    row = [m for m in scene.mentions.levels if len(m.ids) == 1 and not m.group and m.role != "than"]
    if not row or row[0].role != "from":
        return 0
    named = [next(iter(m.ids)) for m in row]
    places = [order.index(level) for level in named if level in order]
    return 0 if len(set(places)) < 2 or places[0] == places[-1] else 1 if places[-1] > places[0] else -1


def _names_parameter(scene: Scene, phrase: Phrase, noun: str) -> bool:
    """Whether a noun is the parameter: by its name, a word for it, or a word of its name."""
    if any(phrase.first <= at <= phrase.last for at, _ in scene.mentions.factors) or _PARAMETER.match(noun):
        return not any(m.exact and phrase.first <= m.first <= phrase.last for m in scene.mentions.metrics)
    return may_be_parameter(scene, noun)


# -- which way --------------------------------------------------------------------------------------------------------


def _word(scene: Scene, along: Along) -> Token | None:
    """The word of way beside the words that say that all levels are meant."""
    start, stop = clause_bounds(scene, along.first)
    stop = next((t.index - 1 for t in scene.tokens[along.last + 1 : stop + 1] if t.text == ":"), stop)
    near = [
        t for t in scene.tokens[start : stop + 1]
        if not along.first <= t.index <= along.last and abs(t.index - along.first) <= 10 and _is_way(scene, t)
    ]  # fmt: skip
    after = [t for t in near if t.index > along.last]
    if scene.tokens[along.first].lower in ("the", "чем"):
        return after[0] if after else None
    return min(near, key=lambda t: min(abs(t.index - along.first), abs(t.index - along.last)), default=None)


def _is_way(scene: Scene, token: Token) -> bool:
    spans = [(m.first, m.last) for m in scene.mentions.levels] + [(m.first, m.last) for m in scene.mentions.metrics]
    if any(first <= token.index <= last for first, last in spans):
        return False
    if token.has("up.comparative", "down.comparative", "better", "worse") and _compares(scene, token):
        return False
    linked = any(token.lower.startswith(starts) for starts in _LINK_WAYS.values())
    return token.has(*_WORDS) or linked or _USEFUL.match(token.text) is not None


_STEP_BEFORE = re.compile(r"\b(?:than|чем)\b[^,;]*(?:previous|before|last|preceding|предыдущ|прежн|прошл|раньше)", re.I)


def _compares(scene: Scene, token: Token) -> bool:
    """ "At each value A is better than B", "more than 95% at every level": held against something else than the step before."""
    behind = scene.text_of(token.index, min(token.index + 9, len(scene.tokens) - 1))
    than = any(t.lower in ("than", "чем") for t in scene.tokens[token.index + 1 : token.index + 4])
    return than and not _STEP_BEFORE.search(behind)


def _way(word: Token, course: Course) -> int:
    """The way that a word says a row goes."""
    for way, starts in _LINK_WAYS.items():
        if word.lower.startswith(starts):
            return way if course.name.startswith("|") else 0
    if course.name.startswith(("recovery", "mean recovery")):
        fast, slow = _FAST.match(word.text) or word.has("better"), _SLOW.match(word.text) or word.has("worse")
        return DOWN if fast else UP if slow else 0
    if _USEFUL.match(word.text):
        return UP if course.name.endswith("%") else 0
    if word.has("better", "worse") and not word.has("up.comparative", "down.comparative"):
        good = {"higher": UP, "lower": DOWN}.get(course.better or "", 0)
        return good if word.has("better") else -good
    up = word.has("up.intransitive", "up.noun", "up.comparative", "up.transitive")
    down = word.has("down.intransitive", "down.noun", "down.comparative", "down.transitive")
    return 0 if up == down else UP if up else DOWN


def _ruled(scene: Scene, along: Along, word: Token, courses: list[Course], *, other: bool = False) -> list[Ruled]:
    """The refutation of a word by all the rows that it may be said of."""
    ways = [_way(word, course) * along.sign for course in courses]
    if not courses or along.sign and 0 in ways:
        return []
    for course, way in zip(courses, ways, strict=True):
        steps = [b - a for (_, a), (_, b) in itertools.pairwise(_between_named(scene, course))]
        if not along.sign:
            against = any(step > 0 for step in steps) and any(step < 0 for step in steps)
        else:
            against = any(step * way < 0 for step in steps)
        if not against:
            return []
    text = str(courses[0])
    ruling = Ruling("contradicted", f"not at every step: {text}", f"не на каждом шаге: {text}", courses[0].facts, text)
    if other:  # the word stands in the sentence before
        return [(along.first, along.last, "monotone", ruling)]
    return [(min(along.first, word.index), max(along.last, word.index), "monotone", ruling)]


def _between_named(scene: Scene, course: Course) -> tuple[tuple[str, float], ...]:
    """The part of a row between the levels that the sentence names as the ends of the way; all of it where it names none."""
    route = [m for m in scene.mentions.levels if m.role != "than" and len(m.ids) == 1]
    named = [next(iter(m.ids)) for m in route] if any(m.role in ("from", "to") for m in route) else []
    places = [at for at, (level, _) in enumerate(course.row) if level in named]
    if len(places) >= 2:
        return course.row[places[0] : places[-1] + 1]
    return () if places else course.row


# -- "so does the 95th percentile" ------------------------------------------------------------------------------------


def _so_does(scene: Scene) -> list[Ruled]:
    """What the sentence (or the item) before tells of all steps, said of another statistic or metric."""
    so = next(phrases(scene, _SO), None)
    former = scene.former or scene.end_of_block_before("paragraph", "item")
    if so is None or former is None or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    every = [Along(p.first, p.last, _way_of_levels(former) or 1) for p in phrases(former, _STEADY)] + _alongs(former)
    word = next((w for along in every if (w := _word(former, along)) is not None), None)
    own = next((m for m in scene.mentions.metrics if m.metrics and not m.modifier), None)
    if word is None or own is None or is_negated(former, word.index):
        return []
    stat = _statistic(scene, own)
    metrics = own.metrics if len(own.metrics) == 1 else own.metrics & scene.inherited_metrics
    courses = [course for metric in sorted(metrics) if (course := values_of(scene, metric, stat)) is not None]
    return _ruled(scene, Along(so.first, so.last, every[0].sign), word, courses, other=True)


def _statistic(scene: Scene, own: MetricMention) -> str | None:
    """The statistic that the sentence begins with, or that stands in the name."""
    percentile: re.Match[str] | None = _PERCENTILE.search(scene.sentence.text)
    if percentile is not None:
        return f"p{percentile.group(1) or percentile.group(2)}"
    row = [*scene.tokens[own.first : own.last + 1], *scene.tokens[: own.first + 4]]
    return next((t.statistic for t in row if t.statistic), None)
