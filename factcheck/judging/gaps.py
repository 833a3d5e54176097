"""Reads comparisons of differences by their meaning: gaps between levels, steps along them, and changes from the baseline.

"16GB is closer to the baseline than to 2GB", "разрыв между 1GB и 2GB шире, чем между 4GB и 8GB", "lz4's most striking improvement is in replica lag". A difference is taken absolute and
relative; what neither bears out is refuted by `judging/comparing.py`, which calls this.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping

from factcheck.binding.criteria import Criterion
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import Row, rows_of
from factcheck.reading.degrees import Mark

#: (what it came to, the arithmetic)
Outcome = tuple[bool, str]

_CLOSER = re.compile(r"\b(?:closer|nearer) to\b|(?<!\w)ближе к(?!\w)", re.I)
_AWAY = re.compile(
    r"\b(?:further|farther) (?:away )?from\b.*\bthan from\b|(?<!\w)дальше от(?!\w).*\bчем от(?!\w)", re.I
)
_GAP = re.compile(r"\b(?:gaps?|distance|leads?|margins?|differences?|between|going from|moving from|stepping from|from|(?<!load )steps?|jumps?|leaps?|moves?)\b|"
        r"(?<!\w)(?:разрыв\w*|отрыв\w*|разниц\w+|между|переход\w*|шаг\w*|скач\w+|расстояни\w+|отличи\w+|расхожд\w+|с|от)(?!\w)", re.I)  # fmt: skip
_STEP = re.compile(r"\b(?:(?<!load )steps?|jumps?|leaps?|moves?|gains?|gaps?|drops?|falls?|rises?|increments?|going)\b|(?<!\w)(?:шаг\w*|скач\w+|переход\w*|"
        r"разрыв\w*|прирост\w*|прыж\w+|рывок|провал\w*|прибав\w+)(?!\w)", re.I)  # fmt: skip
_RAW_UP = re.compile(r"\b(?:growth|grew|increas\w+|ris(?:es?|en)|rose|up|upwards?|adds|added)\b|(?<!\w)(?:рост|роста|росту|выросл?\w*|вверх|увеличени\w+|"
        r"прибав\w+|дорожа\w+|добавл\w+)(?!\w)", re.I)  # fmt: skip
_RAW_DOWN = re.compile(r"\b(?:savings?|saved?|drops?|fell|falls?|decreas\w+|down|downwards?|cuts?|reduction)\b|(?<!\w)(?:экономи(?:я|и|ю|ей)|снижени\w+|"
        r"сокращени\w+|падени\w+|вниз|дешеве\w+)(?!\w)", re.I)  # fmt: skip
_GOOD = re.compile(
    r"\b(?:gains?|gained|improve\w*|benefits?|won|wins?)\b|(?<!\w)(?:выигр\w+|улучшени\w+|прирост\w*)(?!\w)", re.I
)
_BAD = re.compile(r"\b(?:loss(?:es)?|lost|penalt\w+|hurts?|price tags?|costs?|suffer\w*|regress\w*|worsen\w*)\b|(?<!\w)(?:потер\w+|ухудшени\w+|"
        r"проигр\w+|пострада\w+|штраф\w*)(?!\w)", re.I)  # fmt: skip
_ANY = re.compile(
    r"\b(?:effects?|chang\w+|moved|shift\w*|differ\w+)\b|(?<!\w)(?:эффект\w*|измен\w+|сдвиг\w*|сдвинул\w*)(?!\w)", re.I
)


def differences(
    scene: Scene, text: str, mark: Mark, by: Criterion, ends: tuple[list[str], list[str]], subject: str | None
) -> list[Outcome] | None:
    """What each reading of a clause about differences comes to; None where it is about none, empty where it was not understood. `ends` are the levels before and behind "than"."""
    if mark.kind == "between":
        return _between(scene, by, ends[0], subject)
    if _CLOSER.search(text) or _AWAY.search(text):
        return _closer(scene, by, ends, subject, away=_CLOSER.search(text) is None)
    signs = {sign for axis, sign in mark.ways if axis in ("size", "link", "mild", "cost")}
    if "mild" in {axis for axis, _ in mark.ways}:
        signs = {-1}
    if mark.kind == "order" and _GAP.search(text) and len(ends[0]) == 2 and ends[1]:
        return _gaps(scene, by, ends, signs)
    if mark.kind == "extreme" and _STEP.search(text) and len(ends[0]) == 2 and not ends[1]:
        return _steps(scene, text, by, ends[0], signs)
    if any(pattern.search(text) for pattern in (_GOOD, _BAD, _RAW_DOWN, _RAW_UP, _ANY)):
        return _changes(scene, text, mark, by, ends, subject, signs)
    return None


# -- between and closer -----------------------------------------------------------------------------------------------


def _between(scene: Scene, by: Criterion, levels: list[str], subject: str | None) -> list[Outcome]:
    row_of_three = (
        levels if len(levels) == 3 else [subject, *levels] if len(levels) == 2 and subject is not None else []
    )
    if len(set(row_of_three)) != 3:
        return []
    found = []
    for row in by.rows:
        values = [row.at(scene, level) for level in row_of_three]
        held = [abs(v) if row.partner else v for v in values if v is not None]
        if len(held) == 3:
            found.append((min(held[1:]) <= held[0] <= max(held[1:]), _told(row, dict(zip(row_of_three, held, strict=True)))))  # fmt: skip
    return found


def _closer(
    scene: Scene, by: Criterion, ends: tuple[list[str], list[str]], subject: str | None, *, away: bool
) -> list[Outcome]:
    """Whether a level is nearer to the one than to the other."""
    before, behind = ends
    alone = len(before) == 1 and subject is not None
    row_of_three = [*before, *behind] if len(before) == 2 else [subject or "", *before, *behind] if alone else []
    if len(set(row_of_three)) != 3 or len(behind) != 1:
        return []
    found = []
    for row in by.rows:
        held = [row.at(scene, level) for level in row_of_three]
        if len(held) == 3 and all(v is not None for v in held):
            one, near, far = (v for v in held if v is not None)
            true = (abs(one - near) < abs(one - far)) != away
            found.append((true, _told(row, dict(zip(row_of_three, (one, near, far), strict=True)))))
    return found


# -- gaps and steps ---------------------------------------------------------------------------------------------------


def _sizes(scene: Scene, row: Row, one: str, two: str) -> tuple[float, float] | None:
    """How far two levels lie apart: absolute, and in parts of the first; signed from the first to the second."""
    a, b = row.at(scene, one), row.at(scene, two)
    if a is None or b is None:
        return None
    return b - a, (b - a) / abs(a) if a else 0.0


def _gaps(scene: Scene, by: Criterion, ends: tuple[list[str], list[str]], signs: set[int]) -> list[Outcome]:
    """Whether one gap is wider (or narrower) than another."""
    before, behind = ends
    if len(signs) != 1 or len(behind) > 2:
        return []
    (sign,) = signs
    first, second = (before[0], before[1]), (behind[0], behind[1]) if len(behind) == 2 else (before[0], behind[0])
    if first[0] == first[1] or second[0] == second[1]:
        return []
    found = []
    for row in by.rows:
        one, two = _sizes(scene, row, *first), _sizes(scene, row, *second)
        if one is None or two is None or row.partner is not None:
            continue
        for wide, narrow in zip(one, two, strict=True):
            found.append(((abs(wide) - abs(narrow)) * sign > 0, f"{_told_row(row)}: {first[0]} → {first[1]}: {one[0]:+.4g} ({100 * one[1]:+.1f}%), {second[0]} → {second[1]}: {two[0]:+.4g} ({100 * two[1]:+.1f}%)"))  # fmt: skip
    return found


def _steps(scene: Scene, text: str, by: Criterion, levels: list[str], signs: set[int]) -> list[Outcome]:
    """Whether the step between two neighbouring levels is the greatest (or smallest) of all."""
    order = scene.vocabulary.numeric_order
    if len(signs) != 1 or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    (sign,) = signs
    pairs = list(itertools.pairwise(order))
    own = next((pair for pair in pairs if set(pair) == set(levels)), None)
    if own is None or len(pairs) < 2:
        return []
    found = []
    for row in by.rows:
        sizes = {pair: size for pair in pairs if (size := _sizes(scene, row, *pair)) is not None}
        if len(sizes) < len(pairs) or row.partner is not None:
            continue
        told = f"{_told_row(row)}: " + ", ".join(f"{a} → {b}: {size[0]:+.4g}" for (a, b), size in sizes.items())
        way = _way(scene, text, row)
        for at in (0, 1):
            meant = {pair: size[at] for pair, size in sizes.items() if not way or size[at] * way > 0}
            edge = (max if sign > 0 else min)((abs(size) for size in meant.values()), default=0.0)
            found.append((own in meant and abs(meant[own]) == edge, told))
    return found


# -- changes from the baseline ----------------------------------------------------------------------------------------


def _way(scene: Scene, text: str, row: Row) -> int:
    """The way that the words of a change say it goes; 0 where either will do."""
    good = {"higher": 1, "lower": -1}.get(scene.vocabulary.better(row.metric) or "", 0)
    ways = {way for pattern, way in ((_RAW_UP, 1), (_RAW_DOWN, -1), (_GOOD, good), (_BAD, -good)) if pattern.search(text)} - {0}  # fmt: skip
    return ways.pop() if len(ways) == 1 else 0


_OF_METRIC = re.compile(
    r"\b(?:gains?|improvements?|savings?|growth|increases?|loss(?:es)?|penalt\w+|changes?|effects?) (?:in|of|on) |"
    r"(?<!\w)(?:прибав\w+|прирост\w*|выигрыш\w*|рост\w*|снижени\w+|эффект\w*) (?!(?:у|на|при|—|это)\b)[a-zа-яё]", re.I)  # fmt: skip


def _changes(
    scene: Scene,
    text: str,
    mark: Mark,
    by: Criterion,
    ends: tuple[list[str], list[str]],
    subject: str | None,
    signs: set[int],
) -> list[Outcome]:
    """Whether a change is greater than another, or the greatest of the levels' or of the metrics'."""
    base = scene.vocabulary.special("baseline")
    if len(base) != 1 or len(scene.vocabulary.facts.experiment.factors) > 1 or len(signs) != 1:
        return []
    (sign,) = signs
    (baseline,) = base
    named = [level for level in dict.fromkeys([*ends[0], *ends[1]]) if level != baseline]
    metrics = _metrics_in_order(scene, mark, by)

    def change(metric: str, level: str) -> float | None:
        for row in rows_of(
            scene, frozenset({metric}), by.stats[0] if len(by.stats) == 1 and by.stats[0] != "mean" else None
        )[:1]:
            size = _sizes(scene, row, baseline, level)
            return None if size is None else 100 * size[1]
        return None

    if mark.kind == "order":
        if len(metrics) == 2 and len(named) == 1 and not set(metrics[0]) & set(metrics[1]):
            return _two(scene, [(m, named[0]) for m in (metrics[0][0], metrics[1][0])], change, sign)
        if len(metrics) == 1 and len(named) == 2 and len(ends[0]) == 1 and len(ends[1]) == 1:
            return _two(scene, [(metrics[0][0], level) for level in named], change, sign)
        return []
    if mark.kind != "extreme" or len(named) != 1 or not metrics:
        return []
    own = metrics[-1][0]
    found = []
    of_levels = {level: change(own, level) for level in scene.vocabulary.level_ids if level != baseline}
    listed = [ids[0] for ids in metrics[:-1]] if len(metrics) > 2 else []
    pool = [*listed, own] if listed else list(scene.vocabulary.metrics)
    of_metrics = {metric: change(metric, named[0]) for metric in pool}
    readings: list[tuple[dict[str, float | None], str, Callable[[str], int]]] = []
    if listed or not _OF_METRIC.search(text):  # "the biggest gain in throughput" is that of a level
        readings.append((of_metrics, own, lambda key: _way(scene, text, Row(key, "mean"))))
    if not listed:
        readings.append((of_levels, named[0], lambda _key: _way(scene, text, Row(own, "mean"))))
    for row, mine, way in readings:
        held = {
            key: value for key, value in row.items() if value is not None and (not way(key) or value * way(key) > 0)
        }
        if len(held) < 2 and mine in held:
            return []
        edge = (max if sign > 0 else min)((abs(v) for v in held.values()), default=0.0)
        told = ", ".join(f"{key}: {value:+.1f}%" for key, value in held.items())
        found.append((mine in held and abs(held[mine]) == edge, told))
    return found


def _two(
    scene: Scene, pairs: list[tuple[str, str]], change: Callable[[str, str], float | None], sign: int
) -> list[Outcome]:
    values = [change(metric, level) for metric, level in pairs]
    one, two = values
    if one is None or two is None:
        return []
    told = ", ".join(f"{m} {level}: {value:+.1f}%" for (m, level), value in zip(pairs, (one, two), strict=True))
    return [((abs(one) - abs(two)) * sign > 0, told)]


def _metrics_in_order(scene: Scene, mark: Mark, by: Criterion) -> list[list[str]]:
    """The metrics that a clause names, each once and in their order; those it takes over where it names none."""
    found = [sorted(ids) for ids in by.named if len(ids) == 1]
    if not found and len(by.metrics) == 1:
        return [sorted(by.metrics)]
    kept: list[list[str]] = []
    for ids in found:
        if ids in kept:
            kept.remove(ids)
        kept.append(ids)
    return kept


def _told_row(row: Row) -> str:
    return f"{row.metric} {row.stat}"


def _told(row: Row, values: Mapping[str | None, float] | Mapping[str, float]) -> str:
    return f"{_told_row(row)}: " + ", ".join(f"{level}: {value:g}" for level, value in values.items())
