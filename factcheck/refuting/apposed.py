"""Refuses an extreme told in apposition to a value that is no such extreme: "412 s — the best result of the series", "the highest deviation, 7,450", "5.4 ms is also the worst".

The value says of which metric, statistic and level the word is. It is held against all levels, in a grid also against the row and the column of its cell, and as
a share also against the other parts of its whole; refused where it is the extreme of none of them. A statistic named between the two is that of the value:
"the highest peak throughput, 18,420" of a mean. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, in_unit, shown
from factcheck.binding.arguments import clause_bounds, is_hedged, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.mention_words import SEVERAL_LEVELS
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import LEVEL_NOUNS
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.units import compatible
from factcheck.reading.words import is_finite
from factcheck.refuting.statsaid import named_statistic

_DASHES = {"—", "–"}
_FAR = 7  # tokens between a value and the extreme
_PHRASE = 8  # tokens of the extreme's own phrase
#: What may stand between the mark behind a value and the extreme.
_LINKS = {"the", "this", "it", "is", "was", "also", "both", "still", "again", "its", "their", "a", "которая", "это", "что", "также", "тоже", "тем", "самым", "самый", "самая", "самое", "самые", "оба", "обе", "их", "его"}  # fmt: skip
_COPULAS = {"is", "was", "are", "were", "это"}
_STOPS = {
    ",",
    ";",
    ".",
    ":",
    "(",
    ")",
    "—",
    "–",
    "and",
    "but",
    "и",
    "а",
    "но",
    "while",
    "which",
    "that",
    "although",
    "хотя",
    "at",
    "with",
}
_ELSEWHERE = {"than", "чем", "from", "to", "от", "до", "against", "против", "vs", "versus", "or", "или", "nor", "ни", "not", "не", "below", "above", "ниже", "выше", "between", "между"}  # fmt: skip
_VERB = re.compile(
    r"^(?:is|was|are|were|has|had|have|took|takes?|lasts?|lasted|came|comes?|goes|went|belongs?|needs?|needed|reach\w*|falls?|fell|rises?|rose|stays?|gets?|got|gives?|gave|shows?|showed|wins?|won|does|did|can|may|made|makes?|serves?|writes?|reads?|finish\w*)$",
    re.I,
)
#: An extreme of some levels only, of a run's own moments, or one that is qualified.
_PARTLY = re.compile(
    r"\b(?:so far|yet|until|up to|except|but|besides|other|next|after|previous|second|third|fourth|nearly|almost|one of|among|single|run|runs|minute|moment|point|case|seconds?|interval|block|quer(?:y|ies)|steps?|"
    r"gains?|change|difference|gap|effect|price|cost|increase|drop|rise|fall|jump|growth|gaps?|ratio|multiple|even|possible|part)\b|"
    r"(?<!\w)(?:пока|до сих пор|кроме|помимо|друг\w+|следующ\w+|после|прошл\w+|втор\w+|трет\w+|почти|едва|чуть|одн\w+ из|среди|прогон\w*|минут\w*|момент\w*|точк\w*|случа\w*|секунд\w*|интервал\w*|блок\w*|"
    r"запрос\w*|шаг\w*|прирост\w*|изменени\w*|разниц\w*|разрыв\w*|эффект\w*|цен\w*|рост\w*|падени\w*|скач\w*|отношени\w*|даже|возможн\w+|часть|части)(?!\w)",
    re.I,
)
#: "The largest that qualifies": one of some levels only, unless all of them are meant ("that we saw").
_SOME = re.compile(r"^\W*(?:\w+\W+){0,2}?(?:that|which|котор\w+|при котор\w+)\s+(?!(?:we|i|you|was|were|is|has|had|have|any|the|мы|я)\b)", re.I)  # fmt: skip
_AMONG = re.compile(
    r"^\W*(?:\w+\W+){0,3}?(?:of|among|out of|из|среди)\s+(?:the\s+|all\s+|all the\s+|all of the\s+|всех\s+|этих\s+)?(?P<count>[\w-]+)",
    re.I,
)
_COUNTS = {
    "two": 2, "both": 2, "двух": 2, "обоих": 2, "three": 3, "трех": 3, "трёх": 3, "four": 4, "четырех": 4, "четырёх": 4,
    "five": 5, "пяти": 5, "six": 6, "шести": 6, "seven": 7, "семи": 7, "eight": 8, "восьми": 8,
}  # fmt: skip
_LEADS = ("лидир", "лидер", "lead", "led", "winner", "победител")
_LEVELS = tuple(noun for noun in LEVEL_NOUNS if not noun.startswith(("value", "run", "значени", "прогон")))
_LINKS_HELD = ("pearson", "spearman", "partial", "r_squared")
_OF_ENDS = ("max", "min")
_STATS = ("mean", "median", "max", "min", "p90", "p95", "p99", "stddev", "last", "value", "count")


def judge_apposed(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each extreme that the value it stands beside refutes."""
    if scene.block.kind not in ("paragraph", "item", "lead") or not bounds or scene.tokens[-1].text == "?":
        return []
    found = []
    for token in scene.tokens:
        kind = superlative_kind(scene, token)
        if kind not in ("max", "min", "best", "worst") or token.statistic in _OF_ENDS and not _adjective(token):
            continue
        if token.lower.startswith(_LEADS):
            continue  # "лидирует IO, 58,4%": the first of the parts of a whole
        place = _value_before(scene, bounds, token)
        place = _value_behind(scene, bounds, token) if place is None else place
        if place is None or _denied(scene, token, place) or is_hedged(scene, token.index):
            continue
        ruled = _refused(scene, bounds[place], token, kind)
        if ruled is not None:
            found.append(ruled)
    return found


def _adjective(token: Token) -> bool:
    """ "минимальна", "максимальный": no noun of a statistic."""
    return token.lower.startswith(("минимальн", "максимальн", "minimal", "maximal"))


def _denied(scene: Scene, token: Token, place: int) -> bool:
    """ "5.1 ms, not the lowest"; in "не менее 23,9 ГБ — наибольший запас" the denial is of the bound."""
    if place > token.index:
        return is_negated(scene, token.index)
    return any(t.has("negation") for t in scene.tokens[place + 1 : token.index])


def _phrase(scene: Scene, token: Token) -> list[Token]:
    """The words of an extreme's own phrase behind it, up to a mark, a number or a conjunction."""
    found: list[Token] = []
    for word in scene.tokens[token.index + 1 : token.index + 1 + _PHRASE]:
        level = word.index in scene.mentions.level_tokens
        if word.lower in _STOPS or word.number is not None and word.number.is_value and not level:
            break
        found.append(word)
    return found


def _states_more(phrase: list[Token]) -> bool:
    """ "171 passes, the longest took a minute": the phrase says something of its own."""
    return any(is_finite(t.lower) or _VERB.match(t.text) for t in phrase)


def _value_before(scene: Scene, bounds: dict[int, Bound], token: Token) -> int | None:
    """ "36.9% with zstd, the lowest figure", "10 260 — лучший средний результат", "p99 of 52.4 ms is also the lowest"."""
    place = max((p for p in bounds if p < token.index), default=None)
    if place is None or token.index - place > _FAR + 3:
        return None
    gap = scene.tokens[place + 1 : token.index]
    at = next((t.index for t in gap if t.text == "," or t.text in _DASHES or t.lower in _COPULAS), None)
    if at is None or any(t.lower not in _LINKS for t in scene.tokens[at + 1 : token.index]):
        return None
    if scene.tokens[at].lower in _COPULAS and at != place + 1:
        return None  # "5.1 ms at 4 is the lowest" is fine, yet what stands between may be the subject
    if not _plain(scene, scene.tokens[place + 1 : at]) or _states_more(_phrase(scene, token)):
        return None
    if token.text.isascii() and scene.tokens[at].text == "," and scene.tokens[token.index - 1].index == at:
        return None  # "11.6 ms under none, longest under bfq": another one
    behind = _phrase(scene, token)
    after = scene.tokens[behind[-1].index + 1 if behind else token.index + 1 :][:1]
    own = any(0 < p - token.index <= len(behind) + 2 for p in bounds)
    if own and (not after or after[0].text in {"—", "–", "(", ":"} or after[0].index in bounds or after[0].lower in ("at", "with")):  # fmt: skip
        return None  # "97 s on average, the longest — 130 s": it has a value of its own
    return place


def _value_behind(scene: Scene, bounds: dict[int, Bound], token: Token) -> int | None:
    """ "The highest standard deviation, 7,450", "Худший результат — 3 046", "at their worst: 331,000", "минимальна — 14,0%"."""
    place = min((p for p in bounds if p > token.index), default=None)
    if place is None or place - token.index > _FAR + 1:
        return None
    gap = scene.tokens[token.index + 1 : place]
    if not gap or gap[-1].text not in {",", ":", "(", *_DASHES} or not _plain(scene, gap[:-1]):
        return None
    if _states_more(gap) or any(t.lower.startswith(_LEVELS) for t in gap):
        return None  # "belongs to the worst setting: 6120"
    if any(t.text in ("→", "->") for t in scene.tokens[place + 1 : place + 8]):
        return None  # "best to worst: 11,840 → 11,690": a row
    at = bounds[place].metric_at
    return None if at is not None and at.first > place else place  # "fewest waits, 12 ms of latency"


def _plain(scene: Scene, gap: list[Token]) -> bool:
    """Whether nothing between a value and the extreme makes them two statements."""
    if len(gap) > _FAR:
        return False
    levels = scene.mentions.level_tokens
    for token in gap:
        if token.text in {",", ";", ".", ":", "(", ")", *_DASHES} or token.lower in _ELSEWHERE:
            return False
        if token.lower in ("and", "и", "but", "но", "а") or token.number is not None and token.index not in levels:
            return False
        if is_finite(token.lower) or _VERB.match(token.text) or superlative_kind(scene, token) in ("best", "worst"):
            return False
    return True


def _refused(scene: Scene, bound: Bound, token: Token, kind: str) -> Ruled | None:
    fact = _told(scene, bound)
    if fact is None or fact.level is None:
        return None
    following = scene.tokens[token.index + 1 : token.index + 2]
    if following and following[0].lower in SEVERAL_LEVELS:
        return None  # "identical at the two largest sizes (0.57 ms)": how levels are called
    phrase = _phrase(scene, token)
    near = scene.text_of(max(0, token.index - 3), phrase[-1].index if phrase else token.index)
    text = scene.block.text[token.end : token.end + 60]
    if _PARTLY.search(near) or not _of_all(scene, text) or _of_another(scene, token, phrase, fact):
        return None
    said = _statistic_of(scene, token, phrase)
    if said is not None and said != fact.stat:
        return _other_statistic(scene, bound, token, fact, said)
    if fact.stat in _OF_ENDS and said is None and not _said_as_end(scene, bound, token, fact.stat):
        return None  # "97 s on average, the longest — 130 s": of its own run
    return _ranked(scene, token, fact, kind)


def _said_as_end(scene: Scene, bound: Bound, token: Token, stat: str) -> bool:
    """ "Max 130 ms, the highest of all", "не менее 23,9 ГБ — наибольший запас": the value is told as an end of its run by another word than the extreme."""
    if bound.number.hedge in ("over", "under"):
        return True
    before = scene.tokens[clause_bounds(scene, token.index)[0] : token.index]
    return any(named_statistic(scene, t) == stat for t in before)


def _told(scene: Scene, bound: Bound) -> Fact | None:
    """The one value of one level that a number confirms."""
    fact = scene.vocabulary.by_name.get(bound.facts[0]) if len(bound.facts) == 1 else None
    right = bound.verdict == "supported" and bound.predicate in ("value", "correlates") and bound.number.high is None
    if fact is None or not right or fact.level is None or fact.run is not None:
        return None
    if fact.partner is not None:
        return fact if fact.stat in _LINKS_HELD else None
    if fact.stat not in (*_STATS, "share") or fact.scope not in (None, "run"):
        return None
    return (
        fact if fact.stat == "share" or compatible(bound.number.unit, scene.vocabulary.unit_of(fact.metric)) else None
    )


def _of_all(scene: Scene, text: str) -> bool:
    """Whether an extreme is not said to be one of so many that are fewer, or other, than the levels."""
    if _SOME.match(text):
        return False
    among = _AMONG.match(re.split(r"[,;.(]", text)[0])
    every = [len(factor.levels) for factor in scene.vocabulary.facts.experiment.factors]
    count = _COUNTS.get(among.group("count").lower()) if among is not None else None
    return count is None or count in (*every, len(scene.vocabulary.level_ids))


def _of_another(scene: Scene, token: Token, phrase: list[Token], fact: Fact) -> bool:
    """Whether the phrase names another metric, or another level, than the value is of."""
    last = phrase[-1].index if phrase else token.index
    for metric in scene.mentions.metrics:
        if token.index < metric.first <= last and metric.metrics and fact.metric not in metric.metrics:
            return True
    level = scene.vocabulary.canonical(fact.level or "")
    return any(token.index < m.first <= last + 3 and level not in m.ids for m in scene.mentions.levels if m.role != "than")  # fmt: skip


def _statistic_of(scene: Scene, token: Token, phrase: list[Token]) -> str | None:
    """ "The highest peak of the series", "лучшее среднее": the statistic that stands right behind the extreme."""
    return next((stat for word in phrase[:2] if (stat := named_statistic(scene, word)) is not None), None)


def _other_statistic(scene: Scene, bound: Bound, token: Token, fact: Fact, said: str) -> Ruled | None:
    """ "548 s, the shortest peak of all four" of a mean."""
    own = scene.vocabulary.central(fact.metric, fact.level or "", said)
    unit = scene.vocabulary.unit_of(fact.metric)
    if own is not None and agrees(bound.number, in_unit(own, bound.number.unit, unit)):
        return None
    no_end = said in _OF_ENDS and (fact.stat in ("mean", "median") or _other_end(scene, fact))
    if own is None and not no_end or said not in ("mean", "median", *_OF_ENDS):
        return None
    text, ru = f"{fact.name} is {fact.value:g}", f"{fact.name} равно {fact.value:g}"
    if own is not None:
        text, ru = f"{own.name} is {own.value:g}; {text}", f"{own.name} равно {own.value:g}; {ru}"
    names = (own.name, fact.name) if own is not None else (fact.name,)
    first, last = min(token.index, bound.place), max(token.index, bound.place)
    return first, last, "value", Ruling("contradicted", text, ru, names, f"{own.value:g}" if own is not None else None)


def _other_end(scene: Scene, fact: Fact) -> bool:
    """Whether a value is one end of a run that has two: of a maximum that lies above the mean no minimum can be told."""
    central = scene.vocabulary.central(fact.metric, fact.level or "", "mean")
    return fact.stat in _OF_ENDS and central is not None and shown(central) != shown(fact)


def _ranked(scene: Scene, token: Token, fact: Fact, kind: str) -> Ruled | None:
    """The refusal where a value is the extreme of no row that it stands in."""
    end = kind
    if fact.partner is not None and kind in ("best", "worst"):
        return None
    if kind in ("best", "worst"):
        better = scene.vocabulary.better(fact.metric)
        if fact.stat == "stddev":
            better = "lower"
        if better is None:
            return None
        end = "max" if (better == "higher") == (kind == "best") else "min"
    series = _series(scene, fact)
    if len(series) < max(3, len(scene.vocabulary.level_ids)):
        return None
    for row in _rows(scene, fact, [(level, shown(one)) for level, one in series]):
        if shown(fact) == (max if end == "max" else min)(row):
            return None
    if fact.partner is not None and abs(shown(fact)) == (max if end == "max" else min)(abs(shown(one)) for _, one in series):  # fmt: skip
        return None  # "the strongest link, -0.83": by its size
    text = f"{fact.metric} {fact.stat}: " + ", ".join(f"{level}: {shown(one):g}" for level, one in series)
    return token.index, token.index, "best", Ruling("contradicted", text, text, tuple(one.name for _, one in series))


def _series(scene: Scene, fact: Fact) -> list[tuple[str, Fact]]:
    """A value's metric and statistic at every level; shares of the same whole and coefficients of the same two only."""
    if fact.partner is not None:
        rows = (f for f in scene.vocabulary.correlated if (f.metric, f.stat, f.partner, f.run) == (fact.metric, fact.stat, fact.partner, fact.run))  # fmt: skip
        return [(scene.vocabulary.canonical(f.level), f) for f in rows if f.level is not None]
    if fact.stat != "share":
        return scene.vocabulary.series(fact.metric, fact.stat)
    held = (f for f in scene.vocabulary.shares if (f.metric, f.denominator, f.run) == (fact.metric, fact.denominator, fact.run))  # fmt: skip
    return [(scene.vocabulary.canonical(f.level), f) for f in held if f.level is not None]


def _rows(scene: Scene, fact: Fact, series: list[tuple[str, float]]) -> list[list[float]]:
    """The rows that a value stands in: all levels, in a grid those that share one part with its cell, as a share the parts of its whole."""
    rows = [[value for _, value in series]]
    vocabulary = scene.vocabulary
    if len(vocabulary.facts.experiment.factors) > 1:
        for at, part in enumerate(vocabulary.parts_of(vocabulary.canonical(fact.level or ""))):
            rows.append([value for level, value in series if vocabulary.parts_of(level)[at : at + 1] == (part,)])
    if fact.stat == "share":
        rows.append([one.value for one in scene.vocabulary.shares if (one.level, one.denominator, one.run) == (fact.level, fact.denominator, fact.run)])  # fmt: skip
    return [row for row in rows if len(row) > 1]
