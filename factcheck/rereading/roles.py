"""Tells what a number is when it is no value of a metric: a price, a reference, a version, a size or count of something else.

A number's own noun decides before its neighbours do: "14 copies" counts copies, whatever metric stands beside it. Only
numbers that no fact confirms are asked for their role, so that a role never hides a true value.
"""

from __future__ import annotations

import re
from functools import lru_cache

from factcheck.binding.bound import Bound
from factcheck.binding.mentions import LevelMention, MetricMention
from factcheck.binding.scene import Scene
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

_MONEY_BEFORE = re.compile(r"(?:[$€£¥₽]|USD|EUR|RUB|CHF)\s?$")
_MONEY_AFTER = re.compile(
    r"\s?(?:[$€£¥₽]|(?:USD|EUR|RUB|CHF|руб\w*|р\.|долл\w*|евро|копе\w+|dollars?|euros?|cents?)(?!\w))"
)
_REFERENCE = re.compile(
    r"(?:§+|¶|#|№|\bet al\.?,?|\bстр\.|\bгл\.|\bрис\.|\bтабл\.|\bп\.|\bpp?\.|\beq\.|\bsec(?:t|tion)?\.?|\bch(?:apter|\.)|\bfig(?:ure|\.)|\btable|\btab\.|"
    r"\bappendix|\bприложени\w+|\bраздел\w*|\bтаблиц\w+|\bрисун\w+|\bbug|\bissue|\bticket|\bPR|\bRFC|\bпункт\w*|\bстатья|\bcommit|\bseed|\bport|\bпорт\w*|\bDOI|\bstep|\bшаг)\s?$",
    re.I,
)
_LABELS = {"level", "уровень", "tier", "stage", "этап", "phase", "фаза", "step", "шаг", "generation", "поколение", "rank", "attempt", "попытка", "bucket", "shard", "channel",
           "версия", "version", "release", "выпуск", "издание", "edition", "rev", "revision", "build", "сборка", "part", "часть", "seed", "зерно", "raid", "row", "column",
           "строка", "столбец", "line", "page", "страница", "node", "узел", "rack", "host", "core", "socket", "pass", "проход", "arm", "variant", "вариант", "question", "вопрос"}  # fmt: skip
_NEVER_NOUN = {
    "in", "on", "at", "to", "of", "by", "for", "from", "with", "without", "under", "over", "per", "and", "or", "but", "than", "as", "if", "when", "while", "where", "that",
    "which", "who", "is", "was", "are", "were", "be", "been", "has", "have", "had", "does", "did", "do", "can", "could", "may", "might", "will", "would", "should", "must",
    "not", "no", "only", "just", "even", "still", "already", "again", "too", "also", "so", "then", "now", "here", "there", "out", "up", "down", "off", "back", "away", "apart",
    "total", "overall", "altogether", "mean", "median", "average", "each", "every", "both", "all", "respectively", "instead", "against", "versus", "vs", "compared", "across",
    "during", "after", "before", "since", "until", "because", "due", "through", "throughout", "between", "within", "among", "into", "onto", "via", "the", "a", "an", "this",
    "these", "those", "its", "their", "our", "my", "his", "it", "they", "we", "you", "i", "one", "ones", "more", "less", "fewer", "most", "least", "nor", "yet", "worth", "high",
    "low", "long", "wide", "big", "small", "large", "extra", "earlier", "later", "ago", "today", "yesterday", "left", "right", "either", "neither", "about", "roughly", "i.e", "e.g",
    "gone", "goes", "go", "went", "get", "gets", "got", "came", "comes", "stays", "stayed", "remains", "remained", "means", "makes", "made", "took", "takes", "costs", "cost", "said",
    "value", "values", "result", "results", "figure", "figures", "units", "unit", "point", "points", "percent", "first", "last", "second", "whereas", "though", "although", "however",
}  # fmt: skip
_IRREALIS = re.compile(
    r"\b(?:would|could|should|if|suppose|assume|say|e\.g|for example|for instance|such as|at least for|target|SLA|SLO|budget|limit(?:ed)? (?:of|to)|goal|(?:we|you|they) (?:need|want)|allowed|"
    r"hypothetical|unless|imagine|in theory|planned?|next time|not (?:test|measur|tri|check|look)\w*|n[o']t (?:test|measur|try|tri|check|look|tune|vary|change)\w*)\b|"
    r"(?<!\w)(?:если|бы|допустим|например|скажем|к примеру|SLA|SLO|бюджет\w*|лимит\w*|требовани\w+|цел[ьи]|хотим|хочется|предположим|пусть|теоретически|в теории|запас\w*|"
    r"планиру\w+|в следующий раз|не (?:провер|измер|тестир|пробова|испыт|смотре|трога|меня)\w*)(?!\w)",
    re.I,
)
_GIVEN = re.compile(r"\b(?:the|this|that) (?:\w+ ){1,2}of $", re.I)  # what might be is said of an amount that is
_RANGED = re.compile(r"\s?[–—-]\s?\d")


def _named(scene: Scene) -> list[MetricMention | LevelMention]:
    """All that a sentence names of the facts."""
    return [*scene.mentions.metrics, *scene.mentions.levels]


def foreign_role(scene: Scene, bound: Bound) -> tuple[str, str] | None:
    """What the number is instead of a metric's value, in both languages; None when nothing says that it is not one."""
    number, tokens, place = bound.number, scene.tokens, bound.place
    start, end = tokens[place].start, tokens[place].end
    text = scene.block.text
    before, after = text[max(0, start - 28) : start], text[end : end + 14]
    if _MONEY_BEFORE.search(before) or _MONEY_AFTER.match(after):
        return "a price", "цена"
    if scene.block.kind != "cell" and (
        re.match(r"\s?[×*·^/]\s?\d", after) or re.search(r"(?<![\w.,])\d[\d.,]*\)?\s?[×*·^=]\s?$|\^$", before)
    ):  # "R² = 0.33" and "p99 = 30" name a statistic
        return "part of a formula", "часть формулы"
    if number.kind == "times" and _times_of_another(scene, bound):
        return "it is said of something else", "сказано о другом"
    if _REFERENCE.search(before) and number.unit is None:
        return "a reference", "ссылка"
    if number.unit is None and number.kind == "value" and number.high is None:
        if _is_year(bound) and not (bound.metric_source == "near" and bound.metric_cost <= 2):
            return "a year", "год"
        former = tokens[place - 1] if place else None
        if former is not None and (
            former.lower == "per" or former.lower in ("каждые", "каждых", "every") and place + 1 < len(tokens)
        ):
            return "what a rate is told of", "на сколько приходится величина"
        ranged = _RANGED.match(after) is not None
        if former is not None and former.stems & _LABELS and not ranged and not _names_metric(scene, place - 1, bound):
            return f"the name of a {former.lower}", "номер, а не величина"
        if _is_version(scene, bound):
            return "a version", "версия"
    if scene.block.kind != "cell" and not fully_bound(scene, bound) and _irrealis(scene, bound):
        return "a condition or a plan, not a result", "условие или план, а не результат"
    noun = own_noun(scene, bound) or _bracketed(scene, bound)
    if noun is not None:
        return f"it is said of “{noun}”", f"сказано о «{noun}»"
    return None


def _times_of_another(scene: Scene, bound: Bound) -> bool:
    """ "at twice the price": so many times of a thing that is no metric."""
    following = scene.tokens[bound.place + 1 : bound.place + 3]
    if (
        len(following) < 2
        or following[0].lower not in ("the", "a")
        or not following[1].is_word
        or following[1].concepts
    ):
        return False
    return not any(
        m.first <= following[1].index + 1 and following[1].index <= m.last for m in _named(scene)
    ) and following[1].lower not in ("baseline", "default", "value", "rate")


def fully_bound(scene: Scene, bound: Bound) -> bool:
    """Whether the number has a metric beside it and a level of its own (or its sentence's both levels)."""
    near = (
        bound.metric_source == "near"
        and bound.metric_cost <= 4
        and bound.metric_at is not None
        and bound.metric_at.exact
    )
    roles = {m.role for m in scene.mentions.levels}
    return near and (bound.level_source == "own" or "than" in roles and bool(bound.levels))


def _is_year(bound: Bound) -> bool:
    number = bound.number
    return len(number.text) == 4 and number.text.isdigit() and 1950 <= number.low_value() < 2050


def _is_version(scene: Scene, bound: Bound) -> bool:
    """ "gperftools 2.15", "Java 21": a Latin name right before a number that has no unit."""
    place = bound.place
    if not place or scene.block.kind == "cell":
        return False
    former = scene.tokens[place - 1]
    named = (
        former.is_word
        and former.text.isascii()
        and not former.concepts
        and former.statistic is None
        and former.lower not in _NEVER_NOUN
        and not any(m.first <= place - 1 <= m.last for m in _named(scene))
        and not any(at == place - 1 for at, _ in scene.mentions.factors)
    )
    if not named:
        return False
    proper = (
        former.text[:1].isupper()
        and place >= 2
        or scene.world.language == "ru"
        or any(c.isupper() for c in former.text[1:])
    )
    dotted = "." in bound.number.text and bound.verdict == "unparsed"
    return proper or dotted or not bound.metrics


def _irrealis(scene: Scene, bound: Bound) -> bool:
    """Whether the number's clause speaks of what might be, is wanted or was not tried."""
    tokens, place = scene.tokens, bound.place
    start = place
    while start > 0 and tokens[start - 1].text not in ",;:()—–" and place - start < 14:
        start -= 1
    stop = place
    while stop + 1 < len(tokens) and tokens[stop + 1].text not in ",;:()—–" and stop - place < 8:
        stop += 1
    text, begun = scene.block.text, tokens[start].start
    told = _GIVEN.search(text[begun : tokens[place].start]) is not None
    return _IRREALIS.search(text[begun : tokens[place if told else stop].end]) is not None


_SPANS = {"range", "band", "corridor", "bracket"}


def own_noun(scene: Scene, bound: Bound) -> str | None:
    """The noun that a number counts or measures, when it is not the metric's: "14 копий", "1 KB messages", "40 topics"."""
    tokens, place = scene.tokens, bound.place
    if bound.number.kind == "times" or bound.number.dimension in ("percent", "points"):
        return None
    own = _words_of(scene, bound)
    row: list[Token] = []
    for token in tokens[place + 1 : place + 4]:
        if not token.is_word or not _may_be_noun(token, bool(row)):
            break
        if bound.number.high is not None and not row and token.lower in _SPANS:
            return None  # "in the 28–188 ms range": of the values themselves
        if any(m.first <= token.index <= m.last for m in scene.mentions.levels):
            break
        row.append(token)
    while row and _part(row[-1]) in ("ADJ", "PART"):
        row.pop()
    if not row:
        return None
    if any(token.stems & own for token in row):
        return None
    known = [m for m in scene.mentions.metrics if m.metrics and any(m.first <= t.index <= m.last for t in row)]
    if any(m.metrics & bound.metrics for m in known):
        return None
    head = row[-1] if not _russian(row[0]) else next((t for t in row if _part(t) == "NOUN"), row[0])
    if not _russian(head) and bound.number.unit is None and not head.lower.endswith("s") and len(row) == 1:
        return None  # "27.1 broker": without a plural nothing is counted
    return head.text


def _bracketed(scene: Scene, bound: Bound) -> str | None:
    """ "one client count (64)": the number in brackets is that of the noun before them."""
    tokens, place = scene.tokens, bound.place
    if (
        place < 2
        or tokens[place - 1].text != "("
        or place + 1 >= len(tokens)
        or tokens[place + 1].text != ")"
        or bound.number.unit is not None
    ):
        return None
    noun = tokens[place - 2]
    own = _words_of(scene, bound)
    if (
        not noun.is_word
        or noun.stems & own
        or noun.code
        or noun.concepts
        or _russian(noun)
        and _part(noun) != "NOUN"
        or not bound.number.text.isdigit()
        or any(m.first <= noun.index <= m.last for m in _named(scene))
    ):
        return None
    return noun.text if noun.statistic == "count" or _may_be_noun(noun, True) else None


def _words_of(scene: Scene, bound: Bound) -> frozenset[str]:
    """All words of the names of the metrics that the number is bound to."""
    held: set[str] = set()
    for name in scene.vocabulary.names:
        if name.metrics & bound.metrics:
            for word in name.words:
                held |= word
    return frozenset(held)


def _names_metric(scene: Scene, place: int, bound: Bound) -> bool:
    return any(m.first <= place <= m.last and m.exact and m.metrics & bound.metrics for m in scene.mentions.metrics)


def _russian(token: Token) -> bool:
    return not token.text.isascii()


def _may_be_noun(token: Token, inside: bool) -> bool:
    if token.lower in _NEVER_NOUN or token.statistic is not None:
        return False
    if token.has("negation", "than", "up.comparative", "down.comparative", "better", "worse", "all", "only"):
        return False
    if _russian(token):
        return _part(token) in ("NOUN", "ADJ")
    return not (token.lower.endswith(("ly", "ed")) or token.concepts and not inside)


@lru_cache(maxsize=20_000)
def _word_class(word: str) -> str:
    return part_of_speech(word)


def _part(token: Token) -> str:
    return _word_class(token.lower) if _russian(token) else "NOUN"
