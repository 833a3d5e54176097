"""Holds extremes told in other words than a superlative beside a metric: "reaches its peak at 15", "the record belongs to B", "the fastest reads", "most weakly under C", "Q9 gained the most".

Only refutes: the level (or query) that is named is not at the extreme of any row that may be meant.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import Argument, clause_bounds, is_hedged, is_negated, stat_of
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases, refuted, topics
from factcheck.binding.superlative_kinds import of_an_item
from factcheck.judging.superlatives import extremes
from factcheck.judging.verdicts import Ruled

_AT = r"(?:at|with|under|in|on|for|при|на|у|с|в)"
_REACH = re.compile(
    rf"\b(?:reach(?:es|ed)?|hits?|attains?|peaks?(?= (?:at|with|under))|bottoms? out) ?(?:(?:its|their|the|a) )?(?P<en>peak|maximum|highest|minimum|lowest|low|high)?(?: \w+)??(?= {_AT} )|"
    rf"(?<!\w)достига\w+ (?:своего |своих )?(?P<ru>пика|максимума|максимумов|минимума|наибольшего значения|наименьшего значения)(?= {_AT} )",
    re.I,
)
_LOW = re.compile(r"minimum|lowest|\blow\b|bottoms|миним|наименьш", re.I)
_RECORD = re.compile(
    r"\b(?:the )?record (?:\w+ )?(?:belongs to|goes to|is held by)|\bholds? the record\b|(?<!\w)рекорд\w* (?:\w+ )?(?:принадлеж\w+|за|у|достал\w+|оста\w+ за)(?!\w)|(?<!\w)рекордсмен\w*(?!\w)",
    re.I,
)
_FASTEST = re.compile(r"\b(?P<best>fastest|quickest)|\b(?P<worst>slowest)\b|(?<!\w)сам\w+ (?:быстр(?P<best_ru>\w+)|медленн(?P<worst_ru>\w+))(?!\w)", re.I)  # fmt: skip
_LINKED = re.compile(
    r"\b(?:most (?P<strong>strongly|closely|tightly)|most (?P<weak>weakly|loosely))\b|\b(?P<strong_too>strongest|closest|tightest)\b|\b(?P<weak_too>weakest|loosest)\b|"
    r"(?<!\w)(?P<strong_ru>сильнее|теснее|крепче) всего(?!\w)|(?<!\w)(?P<weak_ru>слабее) всего(?!\w)",
    re.I,
)
_LINK = re.compile(r"коррел|связ|correlat|\blink|\brelat|oppos|connect", re.I)
_GAINED = re.compile(
    r"\bmain beneficiar\w+|\b(?:gain(?:s|ed)?|benefit(?:s|ed)?|profit(?:s|ed)?) (?:the )?most\b|\bbiggest winner\b|(?<!\w)(?:больше|сильнее) всех (?:\w+ ){0,2}(?:выигра\w+|ускор\w+)|выигра\w+ больше всех|(?<!\w)главн\w+ выигравш\w+",
    re.I,
)
_BUT = re.compile(r"\b(?:except|but|almost|nearly|if|second|after|among)\b|(?<!\w)(?:кроме|почти|если|втор\w+|после|среди)(?!\w)", re.I)  # fmt: skip


def judge_records(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each such extreme that belongs to another."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    if len(scene.vocabulary.facts.experiment.factors) > 1 or scene.within_run or _BUT.search(scene.sentence.text):
        return []
    found: list[Ruled] = []
    for pattern, judge in (
        (_REACH, _reached),
        (_RECORD, _record),
        (_FASTEST, _fastest),
        (_LINKED, _linked),
        (_GAINED, _gained),
    ):
        for phrase in phrases(scene, pattern):
            if not is_negated(scene, phrase.first) and not is_hedged(scene, phrase.first):
                found += judge(scene, phrase)
    return found


def _level_after(scene: Scene, phrase: Phrase, reach: int = 3) -> str | None:
    """The one level named right behind a phrase, in its clause."""
    row = [m for m in scene.mentions.levels if phrase.last < m.first <= phrase.last + reach and len(m.ids) == 1]
    following = [m for m in scene.mentions.levels if m.first > phrase.last]
    joined = len(following) > 1 and following[1].first - following[0].last <= 2
    return next(iter(row[0].ids)) if row and not joined else None


def _level_of_clause(scene: Scene, phrase: Phrase) -> str | None:
    start, stop = clause_bounds(scene, phrase.first)
    named = {m.ids for m in scene.mentions.levels if start <= m.first <= stop and m.role != "than"}
    return next(iter(next(iter(named)))) if len(named) == 1 and len(next(iter(named))) == 1 else None


def _reached(scene: Scene, phrase: Phrase) -> list[Ruled]:
    """ "Maximum waits reach their peak at 15": the subject's row over the levels."""
    level = _level_after(scene, phrase)
    before = [m for m in scene.mentions.metrics if m.last < phrase.first and not m.modifier and len(m.metrics) == 1]
    if level is None or not before:
        return []
    mention = before[-1]
    (metric,) = mention.metrics
    stat = stat_of(scene, Argument(mention.metrics, mention.first, mention.last, True), scene.tokens[phrase.first])
    kind = "min" if _LOW.search(phrase.match.group()) else "max"
    rows: list[str | None] = [stat] if stat is not None else [None, kind]
    if stat is not None and stat not in scene.vocabulary.stats_of(metric):
        return []
    tops = [extremes(scene, metric, kind, one) for one in rows if one is None or one in scene.vocabulary.stats_of(metric)]  # fmt: skip
    return [_refused(scene, phrase, metric, stat)] if tops and all(top and level not in top for top in tops) else []


def _record(scene: Scene, phrase: Phrase) -> list[Ruled]:
    """ "The record belongs to B": of the metric of the sentence or of what was spoken of; a tie is no record."""
    level = _level_after(scene, phrase) or _level_of_clause(scene, phrase)
    said = [m.metrics for m in scene.mentions.metrics if not m.modifier and len(m.metrics) == 1] or topics(scene)[:1]
    if level is None or len(set(said)) != 1 or len(said[0]) != 1:
        return []
    (metric,) = said[0]
    stats: list[str | None] = [s for s in ("mean", "max", "min") if s in scene.vocabulary.stats_of(metric)]
    kinds = ("max",) if scene.vocabulary.better(metric) == "higher" else ("max", "min")
    tops = [extremes(scene, metric, kind, stat) for kind in kinds for stat in stats or [None]]
    return [_refused(scene, phrase, metric, None)] if all(top != {level} for top in tops) else []


def _fastest(scene: Scene, phrase: Phrase) -> list[Ruled]:
    """ "B gives the fastest reads": by the latency that "reads" stands for."""
    groups = phrase.match.groupdict()
    level = _level_of_clause(scene, phrase)
    mention = next((m for m in scene.mentions.metrics if m.first == phrase.last + 1 and len(m.metrics) == 1), None)
    if level is None or mention is None or not mention.modifier or of_an_item(scene, scene.tokens[phrase.last]):
        return []
    (metric,) = mention.metrics
    better = scene.vocabulary.better(metric)
    top = extremes(scene, metric, "worst" if groups["worst"] or groups["worst_ru"] else "best")
    return [_refused(scene, Phrase(phrase.match, phrase.first, mention.last), metric, None)] if better and top and level not in top else []  # fmt: skip


def _linked(scene: Scene, phrase: Phrase) -> list[Ruled]:
    """ "Tied most weakly under C": the size of the pair's coefficients."""
    level = _level_after(scene, phrase)
    said = {m for mention in scene.mentions.metrics if mention.exact and not mention.modifier for m in mention.metrics}
    if level is None or not (_LINK.search(scene.sentence.text) or scene.has("correlate")) or len(said) != 2:
        return []
    groups = phrase.match.groupdict()
    weak = any(groups[name] for name in ("weak", "weak_too", "weak_ru"))
    tops = []
    for stat in ("pearson", "spearman"):
        row = {f.level: abs(shown(f)) for f in scene.vocabulary.correlated if f.stat == stat and {f.metric, f.partner} == said and f.level}  # fmt: skip
        if len(row) == len(scene.vocabulary.level_ids) >= 2:
            edge = min(row.values()) if weak else max(row.values())
            tops.append(({one for one, value in row.items() if value == edge}, row))
    if not tops or any(level in top for top, _ in tops):
        return []
    text = ", ".join(f"{one}: {value:g}" for one, value in tops[0][1].items())
    return [refuted(phrase, "strength", text, (), text)]


def _gained(scene: Scene, phrase: Phrase) -> list[Ruled]:
    """ "Q9 gained the most": no pair of levels shows it so among the numbered queries."""
    named = [m.metrics for m in scene.mentions.metrics if not m.modifier and len(m.metrics) == 1 and m.exact]
    order = scene.vocabulary.numeric_order
    metric = next(iter(named[0])) if len(set(named)) == 1 else ""
    match = re.fullmatch(r"([a-z]+_?)\d+(.*)", metric, re.I)
    if match is None:
        return []
    family = [m for m in scene.vocabulary.metrics if re.fullmatch(rf"{match[1]}\d+{re.escape(match[2])}", m)]
    rows = {m: dict(scene.vocabulary.series(m)) for m in family}
    rows = {
        m: row for m, row in rows.items() if len(row) == len(order) and all(fact.value > 0 for fact in row.values())
    }
    if len(rows) < 2 or metric not in rows:
        return []
    pairs = [(a, b) for i, a in enumerate(order) for b in order[i + 1 :]]
    ratios = {m: [row[a].value / row[b].value for a, b in pairs] for m, row in rows.items()}
    best = {m: max(shown(f) for f in row.values()) / min(shown(f) for f in row.values()) for m, row in rows.items()}
    leads = [max(ratios, key=lambda m: ratios[m][at]) for at in range(len(pairs)) if pairs[at][0] == order[0]]
    if metric in leads or max(best, key=lambda m: best[m]) == metric:
        return []
    text = ", ".join(f"{m}: {value:.3g}x" for m, value in best.items())
    return [refuted(phrase, "best", text, (), text)]


def _refused(scene: Scene, phrase: Phrase, metric: str, stat: str | None) -> Ruled:
    row = scene.vocabulary.series(metric, stat)
    text = f"{metric} {stat or ''}".strip() + ": " + ", ".join(f"{level}: {shown(fact):g}" for level, fact in row)
    return refuted(phrase, "best", text, tuple(fact.name for _, fact in row), text)
