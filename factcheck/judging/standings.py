"""Judges places in an order: chains (`a` < `b` < `c`), lists from least to most, first and second place, extremes of "it".

An order is of levels by a metric, or of parts by their share of one whole. Which metric is meant may be open; an order is
refuted when it is that of none that may be meant.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import clause_bounds
from factcheck.binding.bound import Bound
from factcheck.binding.mentions import LevelMention, MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.scope import candidates, metrics_said, phrases, topics
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling

_LIST = re.compile(
    r"\bfrom (?:the )?(?P<from>least|fewest|smallest|lowest|shortest|most|largest|highest|greatest|longest|best|fastest|worst|slowest|cheapest) to (?:the )?\w+|"
    r"(?P<asc>по возрастанию|in ascending order|в порядке возрастания|от меньш\w+ к больш\w+)|(?P<desc>по убыванию|in descending order|в порядке убывания|от больш\w+ к меньш\w+)|"
    r"(?P<up>от худш\w+ к лучш\w+|от медленн\w+ к быстр\w+)|(?P<down>от лучш\w+ к худш\w+|от быстр\w+ к медленн\w+)",
    re.I,
)
_THEN = re.compile(
    r"\bthen\b|(?<!\w)затем(?!\w)|(?<!\w)потом(?!\w)|ahead of (?:them )?all|впереди всех|замыка\w+", re.I
)
_PLACE = re.compile(
    r"\b(?:comes?|came|ranks?|ranked|is|was|stands?|takes?|finishes) (?:in )?(?P<en>first|second|third|fourth|last)(?: place)?\b(?! (?:run|block|time|quarter|half|few|step|version|question))|"
    r"(?<!\w)(?P<ru>перво[ем]|второ[ем]|треть[ем]|четверто[ем]|последн(?:ее|ем|яя|ий|ие))(?:\s+мест\w+)?(?=\s+(?:занима\w+|у|за|всё равно|все равно|уже|остаётся|по|в|во)\b|[ ,—]*(?:\(|—|лёгк|тяж|[A-Z]))",
    re.I,
)
_RANKS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}
_RANKS_RU = {"перв": 0, "втор": 1, "трет": 2, "четв": 3, "посл": -1}


def judge_standings(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of each order that the facts can decide."""
    if scene.block.kind == "cell" or scene.tokens[-1].text == "?":
        return []
    found = [*_chains(scene), *_lists(scene), *_ratings(scene)]
    if not found:
        found = [*_sequences(scene)]
    for ruled in _places(scene):
        if not any(first <= ruled[1] and ruled[0] <= last for first, last, _, _ in found):
            found.append(ruled)
    return found


def _row(scene: Scene, metric: str, levels: list[str]) -> list[float]:
    held = [scene.vocabulary.central(metric, level) for level in levels]
    return [shown(fact) for fact in held if fact is not None] if all(held) else []


def _ordered(values: list[float], way: int) -> bool:
    return all((b - a) * way >= 0 for a, b in itertools.pairwise(values)) and values[0] != values[-1]


def _single(ids: frozenset[str]) -> str | None:
    return next(iter(ids)) if len(ids) == 1 else None


def _decide(scene: Scene, metrics: list[str], levels: list[str], ways: dict[str, list[int]]) -> Ruling | None:
    """Whether a row of levels is in the order said, by one of the metrics; None when none has values for them."""
    tried = []
    for metric in metrics:
        values = _row(scene, metric, levels)
        if len(values) != len(levels):
            continue
        text = ", ".join(f"{level}: {value:g}" for level, value in zip(levels, values, strict=True))
        if any(_ordered(values, way) for way in ways[metric]):
            return Ruling("supported", f"{metric}: {text}", f"{metric}: {text}", (metric,))
        tried.append(f"{metric}: {text}")
    return Ruling("contradicted", tried[0], tried[0], (), tried[0]) if tried else None


def _chains(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "`powersave` < `schedutil` < `performance`"."""
    row = [m for m in scene.mentions.levels if len(m.ids) == 1]
    found = []
    at = 0
    while at < len(row) - 1:
        marks = []
        end = at
        while end + 1 < len(row):
            between = _unbracketed([t.text for t in scene.tokens[row[end].last + 1 : row[end + 1].first]])
            if between not in (["<"], [">"], ["≤"], ["≥"]):
                break
            marks.append(between[0])
            end += 1
        if len(set(marks)) == 1:
            way = 1 if marks[0] in "<≤" else -1
            metrics = list(
                dict.fromkeys([*candidates(scene, row[at].first), *[m for g in topics(scene) for m in sorted(g)]])
            )
            levels = [level for m in row[at : end + 1] if (level := _single(m.ids)) is not None]
            ruling = _decide(scene, metrics[:6], levels, {m: [way] for m in metrics})
            if ruling is not None:
                found.append((row[at].first, row[end].last, "order", ruling))
        at = end + 1
    return found


def _unbracketed(texts: list[str]) -> list[str]:
    """The words between two links of a chain, without the value in brackets: "none (918 300) > kyber"."""
    return texts[3:] if len(texts) == 4 and texts[0] == "(" and texts[2] == ")" else texts


def _listed(scene: Scene, start: int) -> list[LevelMention]:
    """The levels that follow a place in one list; numbers in brackets between them do not end it."""
    found: list[LevelMention] = []
    for mention in scene.mentions.levels:
        if mention.first < start or _single(mention.ids) is None:
            continue
        gap = scene.tokens[(found[-1].last if found else start) + 1 : mention.first]
        words = [
            t
            for t in gap
            if t.is_word
            and t.lower not in ("and", "и", "is", "then", "затем", "это", "next", "потом", "at", "with", "при", "у")
        ]
        if found and (len(words) > 1 or any(t.text in ";." for t in gap)) or not found and len(gap) > 8:
            break
        found.append(mention)
    return found


def _lists(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "By user CPU, from least to most: off, lz4, zstd, pglz"."""
    found = []
    for phrase in phrases(scene, _LIST):
        row = _listed(scene, phrase.last)
        if len(row) < 3:
            continue
        named = (phrase.match.group("from") or "").lower()
        metrics = candidates(scene, phrase.first)[:3]
        ways: dict[str, list[int]] = {}
        for metric in metrics:
            better = 1 if scene.vocabulary.better(metric) == "higher" else -1
            if named in ("least", "fewest", "smallest", "lowest", "shortest") or phrase.match.group("asc"):
                ways[metric] = [1]
            elif named in ("most", "largest", "highest", "greatest", "longest") or phrase.match.group("desc"):
                ways[metric] = [-1]
            else:
                ways[metric] = (
                    [-better] if named in ("best", "fastest", "cheapest") or phrase.match.group("down") else [better]
                )
        ruling = _decide(scene, metrics, [next(iter(m.ids)) for m in row], ways)
        if ruling is not None:
            found.append((phrase.first, row[-1].last, "order", ruling))
    return found


_RATING = re.compile(
    r"\b(?:rating|ranking|ranked|rank|order)\s+(?:by|on)\b[^:;.]{2,60}:|(?<!\w)(?:рейтинг|порядок|ранжирование)\s+по\b[^:;.]{2,60}:",
    re.I,
)


def _ratings(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "Rating by tail latency: 8 GB, 2 GB, 16 GB": every level once behind a colon, the best first."""
    vocabulary = scene.vocabulary
    if len(vocabulary.facts.experiment.factors) > 1 or len(vocabulary.level_ids) < 3:
        return []
    found = []
    for phrase in phrases(scene, _RATING):
        named = [m for m in scene.mentions.metrics if phrase.first <= m.first <= phrase.last and len(m.metrics) == 1]
        row = _levels_listed(scene, phrase.last + 1)
        if len({m.metrics for m in named}) != 1 or sorted(row) != sorted(vocabulary.level_ids):
            continue
        ((metric,),) = {m.metrics for m in named}
        stat = next((t.statistic for t in scene.tokens[phrase.first : named[0].first] if t.statistic in ("max", "min", "median", "p95", "p99")), None)  # fmt: skip
        held = [vocabulary.central(metric, level, stat) for level in row]
        better = vocabulary.better(metric)
        values = [shown(fact) for fact in held if fact is not None]
        if better is None or len(values) != len(row):
            continue
        text = f"{metric}: " + ", ".join(f"{level}: {value:g}" for level, value in zip(row, values, strict=True))
        if not _ordered(values, 1) and not _ordered(values, -1):
            found.append((phrase.first, len(scene.tokens) - 1, "order", Ruling("contradicted", text, text, (metric,), text)))  # fmt: skip
    return found


def _levels_listed(scene: Scene, start: int) -> list[str]:
    """The levels in a list behind a colon, their numbers among them, up to a word that is no link."""
    row: list[str] = []
    for token in scene.tokens[start:]:
        if token.text in (",", ">", "<", "—", "–", "/", "→", "≥") or token.lower in ("and", "и", "then", "затем"):
            continue
        mention = next((m for m in scene.mentions.levels if m.first <= token.index <= m.last), None)
        if mention is not None:
            level = _single(mention.ids)
        else:
            number = token.number
            same = [
                one for one in scene.vocabulary.levels if number is not None and scene.world.finder.equal(one, number)
            ]
            level = _single(scene.vocabulary.ids_of(same[0])) if len(same) == 1 else None
        if level is None:
            return row if token.text in ".;" else []
        if not row or row[-1] != level:
            row.append(level)
    return row


def _sequences(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "The order by speed: std, then lto, ahead of all pgo": every level once, one after the other."""
    vocabulary = scene.vocabulary
    if len(vocabulary.facts.experiment.factors) > 1 or len(vocabulary.level_ids) < 3:
        return []
    found = []
    for phrase in phrases(scene, _THEN):
        start, stop = clause_bounds(scene, phrase.first)
        row = [m for m in scene.mentions.levels if start <= m.first <= stop and _single(m.ids) is not None]
        levels = [next(iter(m.ids)) for m in row]
        numbers = any(b for at, b in scene.bounds.items() if row and row[0].first <= at <= row[-1].last)
        if sorted(levels) != sorted(vocabulary.level_ids) or numbers:
            continue
        metrics = metrics_said(scene, phrase.first)
        names = [m for group in metrics for m in sorted(group)][:3] or (
            [vocabulary.facts.experiment.primary] if vocabulary.facts.experiment.primary else []
        )
        ruling = _decide(scene, names, levels, {m: [1, -1] for m in names})
        if ruling is not None:
            found.append((row[0].first, row[-1].last, "order", ruling))
            break
    return found


# -- places -----------------------------------------------------------------------------------------------------------


def _places(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    found = []
    for phrase in phrases(scene, _PLACE):
        word = (phrase.match.group("en") or phrase.match.group("ru")).lower().replace("ё", "е")
        rank = _RANKS[word] if phrase.match.group("en") else _RANKS_RU[word[:4]]
        if re.match(
            r"\W+(?:on|in|at|by|по|в)\s+(?:every|each|all|кажд|все)", scene.sentence.text[phrase.match.end() :], re.I
        ):
            continue
        ruling = _place_of_part(
            scene, phrase.first, phrase.last, rank, bool(phrase.match.group("en"))
        ) or _place_of_level(scene, phrase.first, phrase.last, rank)
        if ruling is not None:
            found.append((phrase.first, phrase.last, "order", ruling))
    return found


def _parts_of(scene: Scene, mention: MetricMention) -> list[Fact]:
    return [
        f
        for metric in sorted(mention.metrics)
        for f in scene.vocabulary.values(metric, "share", any_level=True)
        if f.run is None
    ]


def _place_of_part(scene: Scene, first: int, last: int, rank: int, english: bool) -> Ruling | None:
    """ "LWLock comes first", "первое место занимают тяжёлые блокировки": by the share of one whole."""
    from factcheck.judging.relations import rivals_of

    named = [m for m in scene.mentions.metrics if not m.modifier and not m.whole and m.metrics and _parts_of(scene, m)]
    before = [m for m in named if m.last < first]
    after = [m for m in named if m.first > last and m.first - last <= 8]
    subject = (
        (before[-1] if before and first - before[-1].last <= 4 else None)
        if english
        else (after[0] if after else before[-1] if before and first - before[-1].last <= 4 else None)
    )
    if subject is None:
        return None
    levels = frozenset().union(*(m.ids for m in scene.mentions.levels)) or scene.inherited_levels
    rows = [f for f in _parts_of(scene, subject) if not levels or f.level in levels or f.level is None]
    tried = []
    for fact in rows:
        rivals = [f for f in rivals_of(scene, fact) if f.level == fact.level]
        if not rivals:
            continue
        order = sorted([fact, *rivals], key=lambda f: -f.value)
        at = next(i for i, f in enumerate(order) if f.value == fact.value)
        wanted = len(order) - 1 if rank < 0 else rank
        readings = {
            at,
            at - 1 if any("cpu" in f.metric.lower() and f.value > fact.value for f in order) else at,
        }  # "among the waits proper"
        tried.append((wanted in readings, f"{fact.name}: {at + 1} of {len(order)}"))
    if not tried:
        return None
    good = all(right for right, _ in tried) if not levels else any(right for right, _ in tried)
    if not levels and any(right for right, _ in tried) and not good:
        return None
    text = next((text for right, text in tried if right == good), tried[0][1])
    return Ruling("supported" if good else "contradicted", text, text)


def _place_of_level(scene: Scene, first: int, last: int, rank: int) -> Ruling | None:
    """ "zstd comes second on throughput": among the levels, the best first."""
    vocabulary = scene.vocabulary
    row = [m for m in scene.mentions.levels if m.last < first and first - m.last <= 4]
    behind = [m for m in scene.mentions.levels if 0 < m.first - last <= 3]
    link = [t.lower for t in scene.tokens[last + 1 : behind[0].first]] if behind else []
    if link and set(link) <= {"—", "–", "-", "у", "за"}:
        row = behind[:1]  # "второе место у двухсот, третье — у восьмисот"
    level = _single(row[-1].ids) if row else None
    if level is None or len(vocabulary.level_ids) < 3 or len(vocabulary.facts.experiment.factors) > 1:
        return None
    metrics = [m for group in metrics_said(scene, first) for m in sorted(group) if vocabulary.better(m)]
    tried = []
    for metric in metrics[:4]:
        held = vocabulary.series(metric)
        if len(held) < len(vocabulary.level_ids):
            continue
        order = sorted(held, key=lambda one: -one[1].value if vocabulary.better(metric) == "higher" else one[1].value)
        mine = next(shown(f) for name, f in held if name == level)
        at = {i for i, (_, f) in enumerate(order) if shown(f) == mine}
        tried.append(
            (
                (len(order) - 1 if rank < 0 else rank) in at,
                f"{metric}: " + ", ".join(f"{name}: {shown(f):g}" for name, f in order),
            )
        )
    if not tried:
        return None
    good = any(right for right, _ in tried)
    text = tried[0][1]
    return Ruling("supported" if good else "contradicted", text, text)
