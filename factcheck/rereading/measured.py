"""Withholds the refusal of a word whose clause speaks of something worked out of the values, or of another statistic than the one that refused it.

"Per client, throughput shrinks", "the share of locks is the smallest", "the flattest is at 2", "taken together they are highest": a judge of words that knows nothing of shares, slopes or sums
holds the word to the plain values, and these may go as they like. What a clause says of its measure is a word of `reading/lexicon.py`; the refusal stands only where its own facts are of that measure.
"""

from __future__ import annotations

import re
from collections import Counter

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import clause_bounds
from factcheck.binding.pairs import parameter_words
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import AT, segment
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.binding.vocabulary import whole_names
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.lexicon import measures
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

_PROSE = ("paragraph", "item", "lead")
_WORDS = (
    "order",
    "best",
    "monotone",
    "not_monotone",
    "all",
    "none",
    "only",
    "dominates",
    "equivalent",
    "verdict",
    "significance",
)
#: The statistics that a measure is told by, and how a reason that names no fact says so.
_TOLD_BY: dict[str, tuple[frozenset[str], re.Pattern[str]]] = {
    "share": (frozenset({"share"}), re.compile(r"share|%|weight", re.I)),
    "slope": (frozenset({"slope", "angle", "r_squared"}), re.compile(r"slope|angle|r_squared|R²", re.I)),
    "spread": (frozenset({"stddev", "amplitude", "cv", "min", "max"}), re.compile(r"spread|stddev|amplitude|\bcv\b|drops", re.I)),
    "link": (frozenset({"pearson", "spearman", "partial"}), re.compile(r"pearson|correl|spearman", re.I)),
    "fit": (frozenset({"r_squared"}), re.compile(r"r_squared|R²|R\^2", re.I)),
    "ratio": (frozenset({"ratio"}), re.compile(r"ratio|times", re.I)),
    "tail": (frozenset({"p90", "p95", "p99", "p999", "max"}), re.compile(r"p_?9\d|tail|хвост|percentile|перцентил", re.I)),
    "depth": (frozenset({"depth", "min"}), re.compile(r"drops|window|depth|\d\d:\d\d|length", re.I)),
}  # fmt: skip
_PER = re.compile(
    r"\b(?:per|for (?:each|every)|a single) (?!second|minute|hour|day|cent|step|level|run\b|se\b)[a-z]+|"
    r"(?<!\w)(?:на|в расчёте на|в расчете на) (?:одн(?:ого|у|о)|кажд(?:ого|ую|ое)|единицу) (?!шаг|ступен|уровн|прогон)\w+",
    re.I,
)
_RATIO = re.compile(r"(?<![^\W_])(?:per|each|every|на|за|в)(?![^\W_])|/", re.I)
_OF_WHOLE = re.compile(r"(?:of|in|within|от|в|внутри|среди)\s+(?:the\s+|all\s+|its\s+)?", re.I)
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_LINKED = re.compile(r"^(\S+) ~ ([^\s:]+):")
_EXTREMES = ("superlative.max", "superlative.min", "superlative.best", "superlative.worst")
_RUNS = {"run", "прогон", "minute", "минута", "second", "секунда", "interval", "интервал", "moment", "момент"}
_CENTRAL = ("mean", "median", "share", "count", "last")
_VALUE = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?![\w.]*[A-Za-z])")
_SUMMED = re.compile(r"\b(?:taken together|combined|in total|in sum|summed|their sum)\b|(?<!\w)(?:вместе взят\w+|в сумме|суммарн\w+|в совокупности)(?!\w)", re.I)  # fmt: skip


def open_measure(scene: Scene, predicate: str, place: int, ruling: Ruling) -> Ruling:
    """The ruling of a claiming word in prose: unverifiable instead of contradicted where its clause speaks of a measure that did not refuse it."""
    if ruling.verdict != "contradicted" or scene.block.kind not in _PROSE:
        return ruling
    why = measure_missed(scene, predicate, place, ruling)
    if why is None:
        return ruling
    return Ruling(
        "unverifiable",
        f"it is told of a measure ({why}) that the facts named do not hold ({ruling.en})",
        f"речь о другой мере ({why}), чем у названных фактов ({ruling.ru})",
        ruling.facts,
    )


def measure_missed(scene: Scene, predicate: str, place: int, ruling: Ruling) -> str | None:
    """The measure that the clause of a word speaks of and the facts of its ruling do not hold; None where they do, and for other claims."""
    if predicate not in _WORDS or _by_its_own_values(scene, place, ruling):
        return None
    return _other_measure(scene, predicate, place, ruling)


def _by_its_own_values(scene: Scene, place: int, ruling: Ruling) -> bool:
    """Whether the clause's own numbers refute it: "the link strengthens from 0.68 to 0.41"."""
    told = {abs(float(text)) for text in _VALUE.findall(_IN_BRACKETS.sub("", ruling.en))}
    start, stop = clause_bounds(scene, place)
    said = {abs(r.value) for t in scene.tokens[start : stop + 1] if t.number is not None for r in t.number.readings}
    return len(told) >= 1 and told <= said


def _other_measure(scene: Scene, predicate: str, place: int, ruling: Ruling) -> str | None:
    """The measure that the clause of a word speaks of and its refusal does not."""
    start, stop = _reach(scene, place)
    used = _told_facts(scene, ruling)
    said = scene.text_of(start, stop)
    here = [m for m in scene.mentions.metrics if start <= m.first <= stop]
    spoken = {fact.metric for fact in used}.union(*(m.metrics for m in here))
    if (per := _PER.search(said)) and not _is_name(scene, spoken, per.group()):
        return per.group()
    if len({fact.metric for fact in used}) <= 1 and (summed := _SUMMED.search(said)) and "sum" not in ruling.en:
        return summed.group()
    if predicate == "order" and (extreme := _of_extremes(scene, place, start, stop, used)) is not None:
        return extreme
    if (linked := _of_another_link(scene, place, ruling)) is not None:
        return linked
    told = " ".join((ruling.en, *ruling.facts, *sorted({fact.metric for fact in used})))
    start, stop = _own_item(scene, place, start, stop)
    for token in scene.tokens[start : stop + 1]:
        if _in_a_name(scene, token):
            continue
        for kind in sorted(_kinds(token)):
            stats, marker = _TOLD_BY[kind]
            taken = [fact for fact in used if fact.stat in stats]
            if not taken and not marker.search(told) or kind == "share" and _of_another_whole(scene, token, taken):
                return token.text
    return None


def _own_item(scene: Scene, place: int, start: int, stop: int) -> tuple[int, int]:
    """ "The shortest p99 tail and the fewest faults": of two extremes that are joined, each with its metric, the part that a word stands in."""
    ranked = [t.index for t in scene.tokens[start : stop + 1] if superlative_kind(scene, t) is not None]
    heads = [m.first for m in scene.mentions.metrics if m.metrics]
    for token in scene.tokens[start : stop + 1]:
        sides = (start, token.index), (token.index, stop + 1)
        if token.lower not in ("и", "and") or not all(any(a <= at < b for at in row) for a, b in sides for row in (ranked, heads)):  # fmt: skip
            continue
        if token.index < place:
            start = token.index + 1
        else:
            return start, token.index - 1
    return start, stop


def _of_extremes(scene: Scene, place: int, start: int, stop: int, used: list[Fact]) -> str | None:
    """The extreme of what is compared, where means refused: "the worst run at 64MB is below the worst at 4MB"."""
    if not used or any(fact.stat not in _CENTRAL for fact in used):
        return None
    heads = {m.first: m.metrics for m in scene.mentions.metrics if m.metrics}
    compared = {fact.metric for fact in used}
    for token in scene.tokens[start:stop]:
        predicative = not token.text.isascii() and part_of_speech(token.lower) != "ADJ"
        if token.index == place or not token.has(*_EXTREMES) or token.index in heads or predicative:
            continue
        following = scene.tokens[token.index + 1]
        if heads.get(following.index, frozenset()) & compared or following.stems & _RUNS or following.lower in AT:
            return token.text
    return None


def _of_another_link(scene: Scene, place: int, ruling: Ruling) -> str | None:
    """The partner that the sentence names, where links with another one refused: "the link with write latency is tightest at 64MB"."""
    found = _LINKED.match(ruling.en)
    if found is None:
        return None
    start, stop = clause_bounds(scene, place)
    named = frozenset().union(*(m.metrics for m in scene.mentions.metrics if start <= m.first <= stop))
    others = {fact.partner for fact in scene.vocabulary.correlated if fact.metric == found[1] and fact.partner} | {
        fact.metric for fact in scene.vocabulary.correlated if fact.partner == found[1]
    }
    missing = others & named - {found[1], found[2]}
    return sorted(missing)[0] if missing and found[2] not in named else None


def _kinds(token: Token) -> frozenset[str]:
    table = measures()
    return frozenset().union(*(table.get(form, frozenset()) for form in (token.lower, *token.stems)))


def _of_another_whole(scene: Scene, token: Token, used: list[Fact]) -> bool:
    """Whether a share is told of a whole that its text names, and was refused by shares of other wholes: "as a share of active time"."""
    behind = scene.text_of(token.index + 1, min(token.index + 6, len(scene.tokens) - 1)).lower()
    opened = _OF_WHOLE.match(behind)
    wholes = {fact.denominator for fact in scene.vocabulary.shares if fact.denominator}
    named = {
        whole
        for whole in wholes
        if opened and any(behind[opened.end() :].startswith(name) for name in whole_names(whole))
    }
    return bool(named) and bool(used) and not any(fact.denominator in named for fact in used)


def _reach(scene: Scene, place: int) -> tuple[int, int]:
    """The clause of a word, with what leads into its sentence ("Per client, …") and, where it names no metric, the clause before."""
    start, stop = segment(scene, place)
    outer = clause_bounds(scene, place)[0]
    while start - 1 > outer and (
        _glued(scene, start - 1) or not any(start <= m.first <= stop for m in scene.mentions.metrics)
    ):
        start = segment(scene, start - 2)[0] if start > 1 else 0
    if start > 1 and segment(scene, 0)[1] == start - 2 and start <= 8:
        lead = scene.tokens[: start - 1]
        if not any(t.concepts or t.number is not None for t in lead):
            start = 0
    return start, stop


def _glued(scene: Scene, at: int) -> bool:
    """Whether a mark only joins two words: "throughput–IOPS"."""
    tokens = scene.tokens
    return (
        0 < at < len(tokens) - 1 and tokens[at - 1].end == tokens[at].start and tokens[at].end == tokens[at + 1].start
    )


def _in_a_name(scene: Scene, token: Token) -> bool:
    """Whether a word is a part of a metric's or a level's name."""
    spans = [(m.first, m.last) for m in scene.mentions.metrics if m.exact] + [
        (m.first, m.last) for m in scene.mentions.levels
    ]
    if any(first <= token.index <= last for first, last in spans) or token.index in parameter_words(scene):
        return True
    return any(token.lower[:5] in factor.name.lower() for factor in scene.vocabulary.facts.experiment.factors)


def _is_name(scene: Scene, metrics: set[str], text: str) -> bool:
    """Whether a metric that is spoken of is itself called so: "WAL per transaction"."""
    last = text.lower().split()[-1]
    for metric in metrics:
        known = scene.vocabulary.metrics.get(metric)
        names = [name for row in known.names.values() for name in row] if known is not None else []
        if any(last[:5] in name.lower() and _RATIO.search(name) for name in (metric, *names)):
            return True
    return False


def _told_facts(scene: Scene, ruling: Ruling) -> list[Fact]:
    """The facts that a refusal names, and those of its metrics whose values its reason tells row by row."""
    named = [fact for name in ruling.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]
    metrics = {fact.metric for fact in named}
    told = {round(abs(float(text)), 2) for text in _VALUE.findall(ruling.en)}
    facts = [f for f in scene.vocabulary.facts.facts if (f.metric in metrics if metrics else f.metric in ruling.en)]
    held = [fact for fact in facts if round(abs(shown(fact)), 2) in told]
    rows = Counter((fact.metric, fact.stat, fact.partner, fact.denominator) for fact in held)
    return named + [fact for fact in held if rows[fact.metric, fact.stat, fact.partner, fact.denominator] >= 2]
