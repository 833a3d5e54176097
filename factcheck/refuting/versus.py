"""Judges one metric (or statistic) told against another: "execution takes longer than planning", "the median is above the mean everywhere".

Both must be of one unit and have values at the levels that are meant; it is refuted when it holds at none of them, or fails at one
of those that the sentence names. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import clause_bounds, is_hedged, is_negated
from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, candidates, phrases
from factcheck.binding.subjects import Row, goals, row_of, rows_before, rows_of, says_pronoun, segment
from factcheck.forms.facts import Fact
from factcheck.judging.changes import direction_of
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token

_MORE = re.compile(
    r"(?P<up>\b(?:more|longer|higher|larger|greater|above|exceeds?|slower)\b|(?<!\w)(?:больше|дольше|выше|длиннее|медленнее|превышает))|"
    r"(?P<down>\b(?:less|shorter|lower|smaller|below|faster)\b|(?<!\w)(?:меньше|короче|ниже|быстрее)(?!\w))",
    re.I,
)
#: Verbs that put their subject before their object.
_BEFORE = re.compile(
    r"(?P<up>\b(?:outweigh(?:s|ed)?|overtakes?|overtook|overtaken|ahead of|exceed(?:s|ed)|surpass(?:es|ed)?|outstrip(?:s|ped)?)\b|"
    r"(?<!\w)(?:обогнал\w*|обгоня\w+|обош[её]?л\w*|опереди\w+|опережа\w+|превыси\w+|превыша\w+|превосход\w+|превзош\w+|перевешива\w+|перевеси\w+)(?!\w))|"
    r"(?P<down>\b(?:falls? behind|lags? behind|outweighed by|overtaken by)\b|(?<!\w)(?:уступа\w+|уступи\w+|отста[её]т от)(?!\w))",
    re.I,
)
_ALL = re.compile(
    r"\b(?:everywhere|always|throughout|at every|in every|at all|on all|on every|with every)\b|(?<!\w)(?:везде|всюду|всегда|при любом|при каждом|при всех|во всех|на всех|у всех)(?!\w)",
    re.I,
)
_EXCEPT = re.compile(r"\b(?:except|but|save)\b|(?<!\w)(?:кроме|помимо|за исключением)(?!\w)", re.I)
_SUPPOSED = re.compile(
    r"\b(?:if|unless|whether|would|could|might|expect\w*|supposed|assum\w+|effects?|impact|influence)\b|(?<!\w)(?:если|бы|чтобы|предполага\w+|ожидал\w*|эффект\w*|влияни\w+)(?!\w)",
    re.I,
)  # a condition, a guess, or an effect on what is named
_OTHERS = re.compile(
    r"\b(?:other|remaining) (?:levels|values|settings|variants|runs)\b|(?<!\w)(?:остальн\w+|прочих) (?:\w+)", re.I
)


def judge_versus(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each comparison of two metrics, or statistics, that the facts refute."""
    if scene.block.kind not in ("paragraph", "item", "lead") or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    found = []
    for phrase in phrases(scene, _MORE):
        if (
            is_negated(scene, phrase.first)
            or is_hedged(scene, phrase.first)
            or any(
                t.number
                for t in scene.tokens[max(0, phrase.first - 3) : phrase.last + 4]
                if t.number and t.number.is_value
            )
        ):
            continue
        ruled = _metrics(scene, phrase) or _statistics(scene, phrase)
        if ruled is not None:
            found.append(ruled)
    return found


def judge_rivals(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each metric that is put before another, "they already outweigh I/O", where it is behind."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found = []
    for phrase in phrases(scene, _BEFORE) if not scene.matches(_SUPPOSED) else ():
        if not is_negated(scene, phrase.first) and not is_hedged(scene, phrase.first):
            found += _rival(scene, phrase)
    return found


def _everywhere(scene: Scene) -> list[str]:
    """All levels; in a grid those of the one row that is named: "with eight workers it exceeds IO under all loads"."""
    said = {m.ids for m in scene.mentions.levels if m.role != "than"}
    row = next(iter(said)) if len(said) == 1 else frozenset()
    grid = len(scene.vocabulary.facts.experiment.factors) > 1 and len(row) > 1
    return [level for level in scene.vocabulary.level_ids if level in row] if grid else list(scene.vocabulary.level_ids)


def _rival(scene: Scene, phrase: Phrase) -> list[Ruled]:
    """The subject of the verb (its value, if one is told) against what stands right behind the verb, at the level that is meant."""
    start, stop = segment(scene, phrase.first)
    after = [
        m for m in scene.mentions.metrics if phrase.last < m.first <= phrase.last + 4 and m.first <= stop and m.metrics
    ]
    gap = scene.tokens[phrase.last + 1 : after[0].first] if after else []
    if not after or any(t.number is not None and t.number.is_value for t in gap):
        return []
    facts = _told_before(scene, phrase.first)
    subjects = _subjects(scene, phrase, start) if not facts else ()
    pairs = [(fact, other) for fact in facts for other in _beside(scene, fact, after[0].metrics)]
    everywhere = bool(_ALL.search(scene.sentence.text)) and not _EXCEPT.search(scene.sentence.text)
    for level in _everywhere(scene) if everywhere else goals(scene, phrase.first):
        for fact in (
            f
            for f in scene.vocabulary.facts.facts
            if f.level == level and row_of(f) in subjects and f.run is None and f.scope in (None, "run")
        ):
            pairs += [(fact, other) for other in _beside(scene, fact, after[0].metrics)]
    up = bool(phrase.match.group("up"))
    wrong = [(a, b) for a, b in pairs if shown(a) != shown(b) and (shown(a) > shown(b)) != up]
    if not wrong or len(wrong) < len(pairs) and (not everywhere or len(subjects) > 1):
        return []
    a, b = wrong[0]
    text = f"{a.name} is {a.value:g}, {b.name} is {b.value:g}"
    ru = f"{a.name} — {a.value:g}, {b.name} — {b.value:g}"
    return [(start, stop, "order", Ruling("contradicted", text, ru, (a.name, b.name), f"{a.value:g} / {b.value:g}"))]


_STAT_SAID = {
    "mean": re.compile(r"(?<!\w)(?:mean|average|средн(?:его|ей|ее|яя|юю|ий|им))(?!\w)", re.I),
    "median": re.compile(r"(?<!\w)(?:median|медиан\w+)(?!\w)", re.I),
    "max": re.compile(r"(?<!\w)(?:maximum|peak|максимум\w*|пик\w*)(?!\w)", re.I),
    "min": re.compile(r"(?<!\w)(?:minimum|минимум\w*)(?!\w)", re.I),
    "p95": re.compile(r"(?<!\w)p95(?!\w)", re.I),
    "p99": re.compile(r"(?<!\w)p99(?!\w)", re.I),
    "worst": re.compile(
        r"(?<!\w)(?:worst|slowest|худш\w+|сам\w+ (?:неудачн|медленн)\w+) (?:run|repeat|прогон\w*|повтор\w*)", re.I
    ),
    "best": re.compile(
        r"(?<!\w)(?:best|fastest|лучш\w+|сам\w+ (?:удачн|быстр)\w+) (?:run|repeat|прогон\w*|повтор\w*)", re.I
    ),
}
_SIDED = re.compile(
    r"(?P<way>\b(?:better|worse|higher|lower|faster|slower|longer|shorter|above|below)\b|(?<!\w)(?:лучше|хуже|выше|ниже|быстрее|медленнее|дольше|короче|больше|меньше)(?!\w))",
    re.I,
)


def judge_sides(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of one level's statistic told against another's: "its minimum is still better than the average under 5min"."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found = []
    for phrase in phrases(scene, _SIDED):
        word = scene.tokens[phrase.first]
        start, stop = segment(scene, phrase.first)
        if (
            scene.tokens[min(stop + 1, len(scene.tokens) - 1)].text == ","
            and scene.tokens[min(stop + 2, len(scene.tokens) - 1)].lower == "чем"
        ):
            stop = segment(scene, stop + 2)[1]
        if (
            is_negated(scene, phrase.first)
            or is_hedged(scene, phrase.first)
            or any(
                t.number is not None and t.index not in scene.mentions.level_tokens
                for t in scene.tokens[phrase.last + 1 : stop + 1]
            )
        ):
            continue
        right = _side(scene, phrase.last + 1, stop)
        left = _side(scene, start, phrase.first - 1)
        found += _against(scene, phrase, word, left, right, (start, stop))
    return found


def _side(scene: Scene, first: int, last: int) -> tuple[str | None, str | None, frozenset[str]]:
    """(statistic, level, metrics) that a stretch of a sentence names."""
    text = scene.text_of(first, last)
    stats = [stat for stat, pattern in _STAT_SAID.items() if pattern.search(text)]
    levels = {m.ids for m in scene.mentions.levels if first <= m.first <= last and len(m.ids) == 1}
    metrics = frozenset().union(
        *(m.metrics for m in scene.mentions.metrics if first <= m.first <= last and m.exact and not m.modifier)
    )
    return (
        (stats[0] if len(stats) == 1 else None),
        (next(iter(next(iter(levels)))) if len(levels) == 1 else None),
        metrics,
    )


def _against(
    scene: Scene,
    phrase: Phrase,
    word: Token,
    left: tuple[str | None, str | None, frozenset[str]],
    right: tuple[str | None, str | None, frozenset[str]],
    span: tuple[int, int],
) -> list[Ruled]:
    if right[0] is None or right[1] is None:
        return []
    told = _told_before(scene, span[0] if left[0] is None else phrase.first, 30) if left[0] is None else []
    if left[0] is None and len(told) != 1:
        return []
    metrics = (
        left[2] | right[2]
        or frozenset(f.metric for f in told)
        or frozenset(row.metric for row in rows_before(scene, span[0], phrase.first))
    )
    levels = (
        [told[0].level]
        if told and left[1] is None
        else [left[1]]
        if left[1]
        else [level for level in goals(scene, phrase.first) if level != right[1]]
    )
    pairs = []
    for metric in metrics:
        way = direction_of(scene, word, frozenset({metric}))
        for level in levels:
            one = shown(told[0]) if told and left[0] is None else _end(scene, metric, level or "", left[0] or "mean")
            two = _end(scene, metric, right[1], right[0])
            if one is None or two is None or not way:
                return []
            pairs.append((metric, level, one, two, (one - two) * way))
    if not pairs or any(pair[-1] >= 0 for pair in pairs):
        return []
    metric, level, one, two, _ = pairs[0]
    text = f"{metric}: {one:g} ({left[0] or told[0].stat}, {level}), {two:g} ({right[0]}, {right[1]})"
    return [(*span, "order", Ruling("contradicted", text, text, (), text))]


def _end(scene: Scene, metric: str, level: str, stat: str) -> float | None:
    """A statistic of a level; its worst or best run."""
    if stat not in ("worst", "best"):
        return Row(metric, stat).at(scene, level)
    runs = [shown(f) for f in scene.vocabulary.values(metric, "mean", level) if f.run is not None and f.partner is None]
    better = scene.vocabulary.better(metric)
    if len(runs) < 2 or better is None:
        return None
    return max(runs) if (better == "higher") == (stat == "best") else min(runs)


def _subjects(scene: Scene, phrase: Phrase, start: int) -> tuple[Row, ...]:
    """What a verb is said of: the metric named before it in its clause, or what its pronoun stands for."""
    named = [
        m for m in scene.mentions.metrics if start <= m.first and m.last < phrase.first and m.metrics and not m.whole
    ]
    if named:
        return rows_of(scene, named[-1].metrics, None)
    pronoun = says_pronoun(scene, start, phrase.first)
    return rows_before(scene, start, phrase.first, inherit=False) if pronoun else ()


def _told_before(scene: Scene, place: int, reach: int = 5) -> list[Fact]:
    """The fact of the value told between the subject and its verb: "LWLock (21.7%) has overtaken I/O"."""
    at = max((p for p in scene.bounds if place - reach <= p < place), default=None)
    bound = scene.bounds[at] if at is not None else None
    if bound is None or bound.verdict != "supported" or bound.predicate != "value":
        return []
    held = [scene.vocabulary.by_name.get(name) for name in bound.facts]
    return [fact for fact in held if fact is not None and fact.level is not None]


def _beside(scene: Scene, fact: Fact, metrics: frozenset[str]) -> list[Fact]:
    """What another metric is at the same level, statistic, whole and stretch of time."""
    unit = scene.vocabulary.unit_of(fact.metric)
    return [
        f for m in metrics - {fact.metric} if unit is not None and scene.vocabulary.unit_of(m) == unit
        for f in scene.vocabulary.values(m, fact.stat, fact.level)
        if (f.scope, f.run, f.denominator, f.partner) == (fact.scope, fact.run, fact.denominator, fact.partner)
    ]  # fmt: skip


def _metrics(scene: Scene, phrase: Phrase) -> Ruled | None:
    start, _ = clause_bounds(scene, phrase.first)
    named = [m for m in scene.mentions.metrics if not m.modifier and len(m.metrics) == 1]
    before = [m for m in named if start <= m.first and m.last < phrase.first and phrase.first - m.last <= 3]
    after = [m for m in named if phrase.last < m.first and m.first - phrase.last <= 5 and _than(scene, phrase, m)]
    if not before or not after or before[-1].metrics == after[0].metrics:
        return None
    one, two = next(iter(before[-1].metrics)), next(iter(after[0].metrics))
    if scene.vocabulary.unit_of(one) is None or scene.vocabulary.unit_of(one) != scene.vocabulary.unit_of(two):
        return None
    pairs = {
        level: (a, b)
        for level in scene.vocabulary.level_ids
        if (a := scene.vocabulary.central(one, level)) is not None
        and (b := scene.vocabulary.central(two, level)) is not None
        and a.stat == b.stat
    }
    return _ruled(scene, phrase, pairs, after[0].last)


def _than(scene: Scene, phrase: Phrase, mention: MetricMention) -> bool:
    gap = [t.lower for t in scene.tokens[phrase.last + 1 : mention.first]]
    return bool({"than", "чем"} & set(gap)) or phrase.match.group().lower() in (
        "above",
        "below",
        "exceeds",
        "exceed",
        "превышает",
    )


def _statistics(scene: Scene, phrase: Phrase) -> Ruled | None:
    """ "Медиана везде больше среднего"."""
    before = [t for t in scene.tokens[max(0, phrase.first - 4) : phrase.first] if t.statistic in ("median", "mean")]
    after = [t for t in scene.tokens[phrase.last + 1 : phrase.last + 4] if t.statistic in ("median", "mean")]
    if not before or not after or before[-1].statistic == after[0].statistic:
        return None
    for metric in candidates(scene, phrase.first)[:4]:
        pairs = {
            level: (a, b)
            for level in scene.vocabulary.level_ids
            if (a := scene.vocabulary.central(metric, level, before[-1].statistic)) is not None
            and (b := scene.vocabulary.central(metric, level, after[0].statistic)) is not None
            and a.stat != b.stat
        }
        if pairs:
            return _ruled(scene, phrase, pairs, after[0].index)
    return None


def _ruled(scene: Scene, phrase: Phrase, pairs: dict[str, tuple[Fact, Fact]], last: int) -> Ruled | None:
    """A refutation when the comparison fails at a level that is meant, or at all where none is."""
    levels, each = _meant(scene, phrase)
    meant = {level: pair for level, pair in pairs.items() if level in levels}
    up = bool(phrase.match.group("up"))
    wrong = [level for level, (a, b) in meant.items() if (shown(a) > shown(b)) != up]
    if not meant or not wrong or not each and len(wrong) < len(meant):
        return None
    a, b = meant[wrong[0]]
    text = f"{a.name} is {a.value:g}, {b.name} is {b.value:g}"
    ru = f"{a.name} — {a.value:g}, {b.name} — {b.value:g}"
    return phrase.first, last, "order", Ruling("contradicted", text, ru, (a.name, b.name), f"{a.value:g} / {b.value:g}")


def _meant(scene: Scene, phrase: Phrase) -> tuple[list[str], bool]:
    """The levels that a comparison is of, and whether it must hold at each."""
    every = scene.vocabulary.level_ids
    start, stop = clause_bounds(scene, phrase.first)
    named = {i for m in scene.mentions.levels if start <= m.first <= stop for i in m.ids}
    if named:
        return [level for level in every if level in named], True
    if scene.matches(_OTHERS) and scene.former is not None:
        told = {i for m in scene.former.mentions.levels for i in m.ids}
        return [level for level in every if level not in told], bool(told)
    if scene.matches(_ALL):
        return every, True
    return (sorted(scene.inherited_levels), True) if scene.inherited_levels else (every, False)
