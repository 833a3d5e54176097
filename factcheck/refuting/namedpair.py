"""Refuses a percentage whose base is named and that is only right the other way round: "loses 34.1% to mq-deadline", "moving from 10 to 2 costs 5.1%".

A change has the level it starts from, or is held against, as its base; told from the other end it is another number. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees, significant_digits
from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import Pair, changes_pct
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.numbers import Number
from factcheck.refuting.tight import level_at
from factcheck.rereading.comparisons import metrics_around

_FROM, _TO = {"from", "с", "со", "от"}, {"to", "на", "до", "к", "→", "->"}
_LOSING = re.compile(
    r"\b(?:los(?:es?|ing|t)|trail(?:s|ed|ing)?|lag(?:s|ged)?|falls? short)\b|(?<!\w)(?:уступа\w+|уступил\w*|проигр\w+|теря\w+|отста\w+)(?!\w)",
    re.I,
)
_BEHIND = {"to", "behind", "from", "against", "от", "против", "перед"}
_MOVING = re.compile(
    r"\b(?:from|mov\w+|go(?:es|ing)?|switch\w*|step\w*|chang\w+)\b|(?<!\w)(?:с|со|переход\w*|перейти|смен\w+|шаг\w*)(?!\w)", re.I
)  # fmt: skip
_STATS = (None, "median", "max", "min", "p95", "p99", "stddev")


def judge_named_pairs(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each percentage that is of the reversed pair."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for place, bound in sorted(bounds.items()):
        number = bound.number
        plain = number.dimension == "percent" and number.high is None and not number.fraction and number.hedge in (None, "about", "nearly")  # fmt: skip
        if not plain or bound.verdict == "contradicted" or number.signed:
            continue
        with_others = _told_with_others(scene, bounds, bound)
        if not with_others and (number.hedge is not None or significant_digits(number.text) < 2):
            continue
        if is_negated(scene, place) or is_hedged(scene, place):
            continue
        pair = _from_to(scene, bounds, place) or _lost_to(scene, bounds, place)
        if pair is None:
            continue
        first, last, bases, levels = pair
        metrics = _metrics(scene, bounds, bound)
        right = [value for metric in metrics for value in _changes(scene, metric, bases, levels)]
        wrong = [value for metric in metrics for value in _changes(scene, metric, levels, bases)]
        if not right or _fits(number, right) or not (_fits(number, wrong) or with_others):
            continue
        text = f"from {'/'.join(bases)}: {right[0]:+.3g}%"
        ru = f"от {'/'.join(bases)}: {right[0]:+.3g}%"
        found.append((min(place, first), max(place, last), "delta", Ruling("contradicted", text, ru, (), f"{right[0]:+.3g}%")))  # fmt: skip
    return found


def _fits(number: Number, values: list[float]) -> bool:
    return any(agrees(number, [abs(value)]) for value in values)


def _changes(scene: Scene, metric: str, bases: list[str], levels: list[str]) -> list[float]:
    found = []
    for stat in _STATS:
        if stat is None or stat in scene.vocabulary.stats_of(metric):
            for base in bases:
                for level in levels:
                    found += [value for value, _ in changes_pct(scene, metric, Pair(base, level, True), stat)] if base != level else []  # fmt: skip
    return found


def _metrics(scene: Scene, bounds: dict[int, Bound], bound: Bound) -> list[str]:
    """All that the percentage may be of: its own metrics, those named here or around, those of the other numbers, what is decided on."""
    told = {m for other in bounds.values() if other.verdict == "supported" for m in other.metrics}
    said = {m for name in bound.facts if (m := _of_name(scene, name)) is not None}
    primary = scene.vocabulary.facts.experiment.primary
    row = [
        *said,
        *sorted(bound.metrics),
        *sorted(told),
        *([primary] if primary else []),
        *sorted(metrics_around(scene)),
    ]
    return list(dict.fromkeys(row))[:12]


def _of_name(scene: Scene, name: str) -> str | None:
    effect = re.match(r"effect (\S+) ", name)
    fact = scene.vocabulary.by_name.get(name)
    return effect[1] if effect is not None else fact.metric if fact is not None else None


def _level(scene: Scene, place: int) -> tuple[list[str], int]:
    ids, last = level_at(scene, place)
    return sorted(ids), last


def _from_to(scene: Scene, bounds: dict[int, Bound], place: int) -> tuple[int, int, list[str], list[str]] | None:
    """ "51% from `on` to `remote_write`", "the step from 10 to 2 costs 5.1%": the one move in the number's part of the sentence."""
    tokens = scene.tokens
    start = max((t.index for t in tokens[:place] if t.text in ";:"), default=-1) + 1
    stop = next((t.index for t in tokens[place:] if t.text in ";:"), len(tokens))
    moves = []
    for at in range(start, stop - 3):
        if tokens[at].lower not in _FROM:
            continue
        one, last = _level(scene, at + 1)
        two, end = _level(scene, last + 2) if last + 2 < stop and tokens[last + 1].lower in _TO else ([], 0)
        if len(one) == 1 and len(two) == 1 and one != two:
            moves.append((at, end, one, two))
    near = [m for m in moves if 0 < place - m[1] <= 3] or [
        m for m in moves if m[0] - place in range(1, 3) or 0 < place - m[1] <= 9 and len(moves) == 1
    ]
    if len(near) != 1:
        return None
    first, last, one, two = near[0]
    between = tokens[min(last, place) + 1 : max(first, place)]
    gaps = {t.index for t in between if t.index in bounds and bounds[t.index].number.dimension != "percent"}
    told = len(gaps) == 1 and bool(
        {"or", "или", "i.e", "то"} & {t.lower for t in tokens[max(gaps) : place]}
    )  # "2,070 TPS, i.e. 17.4%"
    if any(t.index in bounds and t.index != place or t.text in ",." for t in between) and not told or not scene.matches(_MOVING):  # fmt: skip
        return None
    return first, last, one, two


def _lost_to(scene: Scene, bounds: dict[int, Bound], place: int) -> tuple[int, int, list[str], list[str]] | None:
    """ "It loses 22.4% to none and 34.1% to mq-deadline": of the level that is lost to."""
    tokens = scene.tokens
    start = max((t.index for t in tokens[:place] if t.text in ";:."), default=-1) + 1
    before = scene.block.text[tokens[start].start : tokens[place].start] if start < place else ""
    if not _LOSING.search(before) or place + 2 >= len(tokens) or tokens[place + 1].lower not in _BEHIND:
        return None
    base, last = _level(scene, place + 2)
    if len(base) != 1 or last + 1 < len(tokens) and tokens[last + 1].lower in _TO:
        return None
    subject = [m for m in scene.mentions.levels if start <= m.first < place and m.role == "at" and base[0] not in m.ids]
    losing = [m for m in subject if m.first < start + max(1, place - start)][:1]
    levels = sorted(losing[0].ids) if losing and not any(t.index in bounds for t in tokens[start : losing[0].first]) else []  # fmt: skip
    every = [level for level in scene.vocabulary.level_ids if level not in base]
    return place + 1, last, base, every if not levels else list(dict.fromkeys([*levels, *every]))


def _told_with_others(scene: Scene, bounds: dict[int, Bound], bound: Bound) -> bool:
    """Whether the sentence tells another move by the same pattern, rightly: a row of steps of one metric."""
    if _from_to(scene, bounds, bound.place) is None:
        return False
    for at, other in bounds.items():
        move = _from_to(scene, bounds, at) if at != bound.place and other.number.dimension == "percent" else None
        if move is None or other.number.high is not None or significant_digits(other.number.text) < 2:
            continue
        if any(_fits(other.number, _changes(scene, m, move[2], move[3])) for m in _metrics(scene, bounds, bound)[:4]):
            return True
    return False
