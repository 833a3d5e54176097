"""Withholds the refusal of a word that the numbers beside it bear out, or whose metric is not its subject: "strengthens step by step (0.31 → 0.44 → 0.57)".

The judges of words guess what a word is said of. A row of values that goes as the word says, a value right behind it that is a fact of
another metric, an exception or a rival ("except Q3", "ahead of IPC") show that the guess was wrong; what then is false, the numbers' judges find.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from factcheck.binding.bound import Bound, tells_slope
from factcheck.binding.pairs import parameter_words
from factcheck.binding.rows import lists_in
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token

_PROSE = ("paragraph", "item", "lead")
_WORDS = ("order", "best", "monotone", "dominates", "verdict", "equivalent")
BY_FORM = (
    "the values go the other way",
    "in this row",
    "drops:",
    "along the levels",
)  # refused by the values themselves
_UP = ("up.intransitive", "up.transitive", "up.comparative", "up.noun")
_DOWN = ("down.intransitive", "down.transitive", "down.comparative", "down.noun")
_TO = {"to", "до", "below", "above", "under", "ниже", "выше", "at", "by", "на", ":", "—", "–"}
_EXCEPT = {"except", "кроме", "besides", "but", "excluding", "помимо", "исключая", "исключением"}
_RIVAL = {
    "ahead",
    "впереди",
    "behind",
    "позади",
    "above",
    "below",
    "выше",
    "ниже",
    "exceeds",
    "превышает",
    "опережает",
    "обгоняет",
    "outruns",
}
_STATISTIC = re.compile(r"^(?:минимум|максимум|minimum|maximum|peak|пик)", re.I)
_EQUAL = re.compile(r"\bequivalen|(?<!\w)эквивалент", re.I)


def open_word(scene: Scene, predicate: str, place: int, ruling: Ruling) -> Ruling:
    """The ruling of a claiming word in prose: unverifiable instead of contradicted where what stands beside it shows another subject or bears it out."""
    if (
        ruling.verdict != "contradicted"
        or scene.block.kind not in _PROSE
        or predicate not in _WORDS
        or ruling.en.startswith(BY_FORM)
    ):
        return ruling
    token = scene.tokens[place]
    rules: tuple[Callable[[Scene, Token, str, Ruling], bool], ...] = (
        _row_goes_so, _of_the_number_behind, _of_a_slope, _excepted, _rival, _own_amount, _then, _until, _of_a_drop, _differs_little, _statistic, _equivalence, _attribute, _of_another_clause
    )  # fmt: skip
    if not any(rule(scene, token, predicate, ruling) for rule in rules):
        return ruling
    return Ruling(
        "unverifiable",
        f"of what it is said is open ({ruling.en})",
        f"о чём это сказано, не решено ({ruling.ru})",
        ruling.facts,
    )


def _way(token: Token) -> int:
    return 1 if token.has(*_UP) else -1 if token.has(*_DOWN) else 0


def _row_goes_so(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether three and more values stand behind the word in one list and go its way at every step."""
    if predicate not in ("order", "monotone"):
        return False
    way = way_around(scene, token)
    for row in rows_behind(scene, token.index):
        values = [bound.number.low_value() for bound in row]
        steps = [b - a for a, b in itertools.pairwise(values)]
        if all(s > 0 for s in steps) and way >= 0 or all(s < 0 for s in steps) and way <= 0:
            return True
    return False


def way_around(scene: Scene, token: Token) -> int:
    """The way that a word tells, or the nearest word of direction beside it: 1 up, -1 down, 0 none."""
    own = parameter_words(scene)  # "снижается с ростом параметра"
    around = [_way(t) for t in scene.tokens[max(0, token.index - 4) : token.index + 5] if t.index not in own]
    return _way(token) or next((w for w in around if w), 0)


def rows_behind(scene: Scene, start: int) -> list[list[Bound]]:
    """The lists of three and more values of one kind behind a place, none of them refuted."""
    told = (b for b in scene.bounds.values() if b.place >= start and b.verdict != "contradicted" and b.number.kind == "value")  # fmt: skip
    return [row for row in lists_in(scene, told) if len(row) >= 3]


def facts_of(scene: Scene, names: tuple[str, ...]) -> list[Fact]:
    return [fact for name in names if (fact := scene.vocabulary.by_name.get(name)) is not None]


def _of_the_number_behind(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether the word leads to a value that was found right of another metric or pair than the word was refused by: "falls to 0.12"."""
    refused = {_kind(f) for f in facts_of(scene, ruling.facts)}
    behind = next((b for p, b in sorted(scene.bounds.items()) if token.index < p <= token.index + 6), None)
    if behind is None or behind.verdict != "supported" or not refused:
        return False
    gap = scene.tokens[token.index + 1 : behind.place]
    if not gap or not any(t.lower in _TO for t in gap) or any(t.text in ",;" for t in gap):
        return False
    own = {_kind(f) for f in facts_of(scene, behind.facts)}
    return bool(own) and not own & refused


def _kind(fact: Fact) -> tuple[str, str | None, str]:
    return fact.metric, fact.partner, fact.stat if fact.stat in ("min", "max") else ""


def _attribute(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether a comparative describes another metric, which stands right behind it: "the cost is a slower Q5"."""
    refused = {f.metric for f in facts_of(scene, ruling.facts)}
    behind = [m for m in scene.mentions.metrics if m.first == token.index + 1 and m.metrics]
    return predicate == "order" and bool(refused) and bool(behind) and not any(m.metrics & refused for m in behind)


def _of_another_clause(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether the levels that the word was refused by are those of the next clause: "shrinks with every method and ties between A and B"."""
    if predicate != "order" or not scene.has("all"):
        return False
    refused = {f.level for f in facts_of(scene, ruling.facts) if f.level is not None}
    named = [m for m in scene.mentions.levels if m.ids & refused]
    return (
        bool(named)
        and all(
            any(t.lower in ("and", "и") for t in scene.tokens[token.index : m.first])
            for m in named
            if m.first > token.index
        )
        and all(m.first > token.index for m in named)
    )


def _of_a_slope(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether the way is that of the runs themselves, whose slopes the sentence tells: "declines in every run: by 480, 310 and 905"."""
    if predicate not in ("order", "monotone"):
        return False
    slopes = [f for b in scene.bounds.values() if tells_slope(scene, b) for f in facts_of(scene, b.facts)]
    return bool(slopes) and all(f.value * way_around(scene, token) > 0 for f in slopes)


def _excepted(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether the metric that the word was refused by is the exception: "every query except Q3 increased its share"."""
    refused = {f.metric for f in facts_of(scene, ruling.facts)}
    return any(
        m.metrics & refused and m.first and scene.tokens[m.first - 1].lower in _EXCEPT for m in scene.mentions.metrics
    )


def _rival(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether the metric stands behind a word of rank, as what something else is ahead of: "stays ahead of IPC"."""
    if token.lower not in _RIVAL or predicate != "order":
        return False
    start = (
        token.index + 2
        if token.index + 1 < len(scene.tokens) and scene.tokens[token.index + 1].lower == "of"
        else token.index + 1
    )
    refused = {f.metric for f in facts_of(scene, ruling.facts)}
    return any(m.first == start and m.metrics & refused for m in scene.mentions.metrics)


_THEN = re.compile(
    r"(?:^|[,;.]\s*|\b(?:and|but)\s+|(?<!\w)(?:и|но|а)\s+)(?:then|afterwards|after that|beyond that|from there|затем|потом|дальше|далее|после (?:этого|чего))(?!\w)",
    re.I,
)
_UNTIL = re.compile(r"\b(?:until|till|up to (?:that|this|here))\b|(?<!\w)до (?:этой|этого|той)(?!\w)", re.I)
_DROP_WORDS = re.compile(r"^(?:deeper|longer|shorter|shallower|milder|глубже|дольше|короче|мельче|длиннее)$")
_ALIKE = re.compile(r"\b(?:and|or) [\w %]+ alike\b", re.I)  # "in TPS, latency and p99 alike": each of them
_LITTLE = re.compile(
    r"\b(?:little|hardly|barely|slightly|marginally)\b|(?<!\w)(?:мало|слабо|едва|незначительно|почти не|несущественно)(?!\w)",
    re.I,
)


def _then(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether the way is told of what follows a place that was named before, with no level of its own: "reaches 76.2% at 64 and then declines"."""
    if predicate not in ("order", "monotone") or any(m.first > token.index for m in scene.mentions.levels):
        return False
    start = scene.tokens[0].start
    return _THEN.search(scene.sentence.text[: token.start - start]) is not None


def _until(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether a trend is told up to a place only: "up to that point it grows at every step"."""
    if predicate not in ("order", "monotone"):
        return False
    start = scene.tokens[0].start
    ends = [
        m
        for m in scene.mentions.levels
        if m.last < token.index and m.first and scene.tokens[m.first - 1].lower in ("до", "until", "till")
    ]
    return bool(ends) or _UNTIL.search(scene.sentence.text[: token.start - start]) is not None


def _of_a_drop(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether a word of length or depth is told where drops are spoken of, whose own judges hold it to them."""
    if predicate != "order" or not _DROP_WORDS.match(token.lower) or not scene.vocabulary.facts.windows:
        return False
    return any(s is not None and s.has("drop") for s in (scene, scene.former)) or any(
        t.has("drop") for b in scene.surroundings[:2] for t in scene.world.tokens_of(b)
    )


def _differs_little(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether levels that were shown equivalent are said to differ little: "различаются мало, от 97,1 до 98,3%"."""
    if predicate == "equivalent":
        return _ALIKE.search(scene.sentence.text) is not None
    return "equivalent" in ruling.en and token.has("differ") and _LITTLE.search(scene.sentence.text) is not None


def _own_amount(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether a noun of change has its own amount behind it, which was judged: "the gain of version 16 amounts to 3.9%"."""
    if predicate != "order" or not token.has("up.noun", "down.noun"):
        return False
    behind = next((b for p, b in sorted(scene.bounds.items()) if token.index < p <= token.index + 10), None)
    if behind is None or behind.verdict != "supported" or behind.number.dimension not in ("percent", "points"):
        return False
    return not any(t.text in ",;" for t in scene.tokens[token.index : behind.place])


def _statistic(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether an extreme is the statistic of one run, whose value stands behind it: "the minimum speed barely moves: 1,190"."""
    if predicate != "best" or not (_STATISTIC.match(token.text) or token.statistic in ("min", "max")):
        return False
    if token.index and scene.tokens[token.index - 1].lower in ("по", "by", "in"):
        return True
    return any(
        f.stat in ("min", "max") for p, b in scene.bounds.items() if token.index < p <= token.index + 8 and b.verdict == "supported" for f in facts_of(scene, b.facts)
    )  # fmt: skip


def _equivalence(scene: Scene, token: Token, predicate: str, ruling: Ruling) -> bool:
    """Whether what is confirmed is the equivalence itself, as the facts have it."""
    return (
        predicate == "verdict"
        and token.lower.startswith(("confirm", "подтвержд"))
        and ruling.en.endswith("equivalent")
        and scene.matches(_EQUAL)
    )
