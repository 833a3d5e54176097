"""Which words are superlatives of a measured thing, and of what kind: the best, the worst, the highest, the lowest."""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.reading.lexicon import SUPERLATIVE_ADJECTIVES
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

_RANK = re.compile(r"p\d\d\d?")


_COMPARED = re.compile(
    r"^[^;:.]*?(?:\([^()]*\))?[^;:.]*?\b(?:is|was|are|were)(?: \w+)? (?:\w+er|(?:more|less) \w+) than\b|"
    r"^[^;:.]*?(?:\([^()]*\))?[^;:.]*?(?<!\w)(?:даже|ещё|еще|оказал\w+|был\w*)(?: \w+)? \w+(?:е|ше),? чем(?!\w)",
    re.I,
)


def compared_behind(scene: Scene, token: Token) -> bool:
    """ "The longest response (35 ms) is even shorter than with 20": the extreme of a run, which the clause goes on to compare."""
    return (
        _COMPARED.search(re.sub(r"(?<=\d)[.:](?=\d)", "", scene.text_of(token.index, len(scene.tokens) - 1)))
        is not None
    )


_SLIGHT = {"минимальный", "minimal"}
_SLIGHTLY = {"разница", "различие", "отличие", "потеря", "издержка", "difference", "differenc", "loss", "cost", "overhead", "penalty", "price"}  # fmt: skip


def is_slight(scene: Scene, token: Token) -> bool:
    """ "The impact on throughput is minimal", "разница минимальна": how small an influence or a difference is, and no lowest value."""
    if not token.stems & _SLIGHT:
        return False
    return any(t.has("influence") or t.stems & _SLIGHTLY for t in scene.tokens[max(0, token.index - 9) : token.index])


def superlative_kind(scene: Scene, token: Token) -> str | None:
    """`max`, `min`, `best`, `worst`, `stable`, `unstable`, `balanced`, or None when the word is no superlative here."""
    if is_slight(scene, token):
        return None
    tokens, place = scene.tokens, token.index
    following = tokens[place + 1] if place + 1 < len(tokens) else None
    if (
        following is not None
        and token.statistic is None
        and (token.lower, following.lower) in scene.vocabulary.inner_words
    ):
        return None  # "the busiest core spends 9.7% in softirq": in the name of what is measured
    if (
        following is not None
        and following.lower in ("всего", "всех")
        and token.lower not in ("более", "менее")
        and not _over_another(scene, place)
    ):
        # "больше всего", "быстрее всех": a comparative over everything
        for concept, kind in (
            ("up.comparative", "max"),
            ("down.comparative", "min"),
            ("better", "best"),
            ("worse", "worst"),
        ):
            if token.has(concept) and token.lower.endswith(("е", "ше")):
                return kind
    if token.stems & {"самый", "наиболее", "most"} or token.lower in ("least", "наименее"):
        if following is None or following.number is not None:
            return None
        way = next((SUPERLATIVE_ADJECTIVES[s] for s in sorted(following.stems) if s in SUPERLATIVE_ADJECTIVES), None)
        if token.lower in ("least", "наименее") and way:
            return {
                "max": "min",
                "min": "max",
                "best": "worst",
                "worst": "best",
                "stable": "unstable",
                "unstable": "stable",
            }.get(way)
        return way if way != "other" else None
    if token.lower in (
        "лучшее",
        "лучший",
        "лучшая",
        "лучшие",
        "лучших",
        "лучшую",
        "лучшей",
        "лучшего",
        "лучшим",
        "лучшими",
        "лучшему",
    ):
        return "best"
    if token.lower.startswith("худш"):
        return "worst"
    if "superlative.best" in token.concepts:
        return "best"
    if "superlative.worst" in token.concepts:
        return "worst"
    if "superlative.max" in token.concepts and not token.has("up.comparative"):
        return "max"
    if "superlative.min" in token.concepts:
        return "min"
    return None


def _over_another(scene: Scene, place: int) -> bool:
    """ "WALWrite заметно больше всех LWLock": a whole name behind "всех" is what another metric is compared with."""
    named = [m for m in scene.mentions.metrics if m.exact and m.metrics and not m.modifier]
    behind = next((m for m in named if m.first == place + 2 and scene.tokens[place + 1].lower == "всех"), None)
    former = next((m for m in reversed(named) if m.last < place), None)
    return behind is not None and former is not None and not former.metrics & behind.metrics


def is_subject_statistic(scene: Scene, token: Token) -> bool:
    """ "The maximum is lowest at 16": a statistic of which another extreme is told, and no extreme itself."""
    if token.statistic not in ("max", "min") or not token.lower.startswith(
        ("maximum", "minimum", "peak", "максимум", "минимум", "пик")
    ):
        return False
    row = scene.tokens[max(0, token.index - 2) : token.index]
    if len(row) == 2 and row[1].lower in (",", "and", "и") and (row[0].statistic or _RANK.fullmatch(row[0].lower)):
        return True  # "by mean, p99 and maximum"
    for word in scene.tokens[token.index + 1 : token.index + 6]:
        if word.text in ",;:.(" or word.number is not None:
            return False
        if superlative_kind(scene, word) is not None:
            return True
    return False


def speaks_of_level(scene: Scene, token: Token) -> bool:
    """ "при максимальном значении 150": the level is meant."""
    following = scene.tokens[token.index + 1 : token.index + 3]
    for at in following[:1]:
        if at.stems & {
            "значение",
            "value",
            "setting",
            "level",
            "уровень",
            "параметр",
            "parameter",
            "эффект",
            "effect",
            "интервал",
            "interval",
            "wal",
            "размер",
            "size",
        } and any(m.first in (token.index, token.index + 1, token.index + 2) for m in scene.mentions.levels):
            return True
        if at.stems & {"эффект", "effect"}:
            return True
    return any(m.first <= token.index <= m.last for m in scene.mentions.levels)


_RESULTS = {
    "результат",
    "result",
    "случай",
    "case",
    "показатель",
    "value",
    "значение",
    "момент",
    "moment",
    "figure",
    "number",
    "цифра",
}


_BASE = re.compile(
    r"(?:\bcompared (?:with|to)|\brelative to|\bclose to|\bnear(?:ly)?|\bon a par with|\bagainst) the\s+$|"
    r"(?:(?<!\w)по сравнению с|(?<!\w)относительно|(?<!\w)близк\w+ к|(?<!\w)рядом с|(?<!\w)на уровне|(?<!\w)наравне с|(?<!\w)от)\s+$",
    re.I,
)


def names_level(scene: Scene, token: Token) -> bool:
    """ "from the slowest governor to the fastest one", "даже худший результат меньше минуты": it names a level, and claims nothing of it."""
    tokens, at = scene.tokens, token.index
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is None:
        return False
    former = tokens[max(0, at - 2) : at]
    if _is_end_of_a_gap(scene, token) or _is_what_costs(scene, token):
        return True
    if only_points(scene, token):
        return True
    if (
        former
        and former[-1].lower == "the"
        and former[0].lower in ("off", "behind", "than", "against", "versus", "beat", "beats")
    ):
        return True  # "44 seconds off the fastest cell"
    if former and former[-1].lower in ("до", "to", "the") and (former[0].lower == "to" or former[-1].lower != "the"):
        if any(superlative_kind(scene, t) is not None and scene.tokens[t.index - 1].lower in ("от", "from", "the") for t in tokens[max(0, at - 5) : at]):  # fmt: skip
            return True  # "от худшей секунды до лучшей": how far apart the two are
    if _BASE.search(scene.sentence.text[: token.start - tokens[0].start]):
        return True  # "по сравнению с лучшим результатом", "close to the best value"
    factor = any(place == following.index for place, _ in scene.mentions.factors) or any(
        following.stems & parts for parts in scene.world.finder.factor_parts
    )
    if (factor or following.lower in ("one", "ones")) and any(
        t.lower in ("from", "to", "than", "of", "between", "and", "with", "at") for t in former
    ):
        return True
    if following.lower == "one" and any(t.text in ",(" for t in tokens[at + 2 : at + 3]):
        return True  # "the worst one, 371, lies below": one of what was spoken of, told by its value
    even = any(t.lower in ("even", "даже") for t in former)
    return even and any(t.stems & _RESULTS for t in tokens[at + 1 : at + 5])


def only_points(scene: Scene, token: Token) -> bool:
    """Whether a superlative calls a level by its end, or is an extreme within a level: it ranks no levels."""
    return _is_owner(scene, token) or _is_owned(scene, token)


_PARTS = {"one", "some", "most", "many", "few", "several", "none", "any", "all", "each", "both", "rest", "two", "three", "four", "five"}  # fmt: skip
_CASES = {"самого", "самой", "самых"}


def _is_owner(scene: Scene, token: Token) -> bool:
    """ "Half the time of the smallest ring", "вдвое меньше времени самого маленького кольца": the level whose value is told of, called by its end."""
    tokens, at = scene.tokens, token.index
    noun = tokens[at + 2 : at + 3] if token.lower in _CASES else tokens[at + 1 : at + 2]
    if not noun or not noun[0].is_word or any(m.first <= noun[0].index <= m.last for m in scene.mentions.metrics):
        return False
    if (
        not noun[0].text.isascii()
        and part_of_speech(noun[0].lower) != "NOUN"
        or noun[0].statistic
        or noun[0].stems & _RESULTS
    ):
        return False
    if token.lower in _CASES:
        return any(m.last == at - 1 and m.metrics for m in scene.mentions.metrics)
    former = tokens[max(0, at - 3) : at]
    return [t.lower for t in former[1:]] == ["of", "the"] and former[0].is_word and former[0].lower not in _PARTS


def _is_owned(scene: Scene, token: Token) -> bool:
    """ "More than double what the default's worst case needed": the extreme within a level, and no level is said to be it."""
    text, start = scene.sentence.text, scene.tokens[0].start
    owner = re.search(r"['’]s $", text[: token.start - start])
    return owner is not None and any(
        0 <= owner.start() - (scene.tokens[m.last].end - start) <= 1 or m.last == token.index - 1
        for m in scene.mentions.levels
    )


_BETWEEN_ENDS = re.compile(r"\b(?:between|from)\s+(?:the\s+)?(\w+)\s+(?:and|to)\s+(?:the\s+)?(\w+)(?!\w)(?!\s*\()|(?<!\w)между\s+(\w+)\s+и\s+(\w+)(?!\w)(?!\s*\()", re.I)  # fmt: skip


def _is_end_of_a_gap(scene: Scene, token: Token) -> bool:
    """ "The gap between the best and the worst value": what a difference is of, and no level is said to be it."""
    text, at = scene.sentence.text, token.start - scene.tokens[0].start
    for hit in _BETWEEN_ENDS.finditer(text):
        ends = [group for group in (1, 2, 3, 4) if hit.group(group)]
        starts = {hit.start(group) for group in ends}
        ranked = [t for t in scene.tokens if t.start - scene.tokens[0].start in starts and superlative_kind(scene, t)]
        if at in starts and len(ranked) == 2:
            return True
    return False


_COSTING = {"cost", "buy", "bring", "lose", "стоить", "обходиться", "отнимать", "терять"}


def _is_what_costs(scene: Scene, token: Token) -> bool:
    """ "The shallowest queue costs 22% of the speed": a level, called by its end, of which something else is told."""
    named = next((m for m in scene.mentions.metrics if m.first == token.index + 1), None)
    behind = scene.tokens[named.last + 1] if named is not None and named.last + 1 < len(scene.tokens) else None
    return behind is not None and bool(behind.stems & _COSTING)


_ITEMS = {"query", "queri", "запрос", "table", "tabl", "таблица", "index", "индекс", "report", "отчет", "transaction", "транзакция", "relation", "partition", "секция", "statement"}  # fmt: skip


def of_an_item(scene: Scene, token: Token) -> bool:
    """ "the five fastest", "the worst query": some of many, or one of the things that a run is made of, no level."""
    former = scene.tokens[token.index - 1] if token.index else None
    counted = former is not None and (former.lower in WORD_NUMBERS and WORD_NUMBERS[former.lower] > 1)
    following = scene.tokens[token.index + 1 : token.index + 2]
    even = [t.lower for t in scene.tokens[max(0, token.index - 2) : token.index]]
    if even == ["even", "the"] or even[-1:] == ["даже"] or even[:1] == ["даже"] and even[-1].startswith("сам"):
        return scene.tokens[token.index].lower[:4] in ("slow", "long", "fast", "медл", "долг", "длин", "быст")
    if any(m.first <= token.index <= m.last and m.exact for m in scene.mentions.metrics):
        return False  # "the slowest query" may be the name of a metric
    if any(t.stems & {"query", "queri", "запрос"} for t in following):
        return True
    return counted or any(
        t.stems & _ITEMS and not any(m.first <= t.index <= m.last for m in scene.mentions.metrics) for t in following
    )
