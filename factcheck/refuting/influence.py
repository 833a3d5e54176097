"""Holds what is said of a part's growing weight to its weights: "lock waits become the main factor as it grows", "the largest influence of latches (0.91)".

A correlation is no weight. Only refutes: where the part's weight in its whole does not grow over the levels, is not the largest where it is said to be, or
where the part was the heaviest from the first level on.
"""

from __future__ import annotations

import re

from factcheck.binding.arguments import is_negated
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, level_of_subject, phrases
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.refuting.weights import ancestry, heavier, own_weights

_WEIGHT = r"(?:влияни[еяю]|значимост[ьи]|вес(?:а|у)?|рол[ьи]|важност[ьи])"
_GROWS = re.compile(
    rf"(?<!\w)(?:усилива\w+|увеличива\w+|наращива\w+|повыша\w+|рост|усиление|увеличение) (?:сво[её]\w* )?{_WEIGHT}(?!\w)|(?<!\w){_WEIGHT}(?: \w+){{0,3}} (?:раст[её]т|растут|возраста\w+|усилива\w+|увеличива\w+)(?!\w)|"
    r"(?<!\w)станов\w+ (?:\w+ )?(?:более|всё более|все более) (?:значим|важн|весом)\w*|\b(?:gains?|growing|increasing|rising) (?:in )?(?:influence|importance|weight|significance)\b|\b(?:becomes?|became|"
    r"grows?) (?:\w+ )?more (?:important|significant|influential)\b|"
    r"\b(?:influence|importance|weight) (?:of \w+(?: \w+)? )?(?:grows|rises|increases)\b",
    re.I,
)
_GREATEST = re.compile(
    r"(?<!\w)(?:максимальн|наибольш|сильнейш)\w+ (?:влияни\w+|значимост\w+|вес\w*|рол\w+)(?!\w)|\b(?:largest|greatest|strongest|maximum|highest) (?:influence|impact|importance|weight)\b",
    re.I,
)
_BECOMES = re.compile(
    r"(?<!\w)(?:станов(?:ится|ятся)|стал[аио]?)(?!\w)[^.,;]{0,24}?(?<!\w)(?:доминирующ|основн|главн|преобладающ|ведущ)\w+|(?<!\w)(?:доминирующ|основн|главн|преобладающ|ведущ)\w+ (?:\w+ ){1,2}станов(?:ится|ятся)(?!\w)|"
    r"\b(?:becomes?|became|turns? into) (?:the |a )?(?:\w+ )?(?:dominant|dominating|main|primary|principal|leading|largest)\b",
    re.I,
)
_OVER = re.compile(
    r"(?<!\w)(?:при|с) (?:увеличени\w+|рост\w+|повышени\w+|больш\w+|длинн\w+|редк\w+|высок\w+)(?!\w)|\b(?:as|when|with) (?:\w+ ){1,5}(?:grows?|increas\w+|rises?|is raised)\b|\bwith (?:a )?(?:larger|higher|longer|bigger|"
    r"increasing|growing)\b",
    re.I,
)
_SLACK = 1.02


def judge_influence(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each such statement that the weights refute."""
    if scene.block.kind not in ("paragraph", "item", "lead") or not scene.tokens or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for pattern, judge in ((_GROWS, _grows), (_GREATEST, _greatest), (_BECOMES, _becomes)):
        for phrase in phrases(scene, pattern):
            metric = _part(scene, phrase)
            if metric is None or _hedged(scene, phrase) or is_negated(scene, phrase.first):
                continue
            text = judge(scene, metric)
            if text is not None:
                ruling = Ruling("contradicted", f"weight of {metric}: {text}", f"вес {metric}: {text}", (), text)
                found.append((phrase.first, phrase.last, "dominates", ruling))
    return found


def _hedged(scene: Scene, phrase: Phrase) -> bool:
    """Whether a hedge stands between the same commas; "…, which may be due to" hedges the reason alone."""
    marks = [t.index for t in scene.tokens if t.text in ",;"]
    start = max((at for at in marks if at < phrase.first), default=-1)
    stop = min((at for at in marks if at > phrase.last), default=len(scene.tokens))
    return any(token.has("hedge") for token in scene.tokens[start + 1 : stop])


def _part(scene: Scene, phrase: Phrase) -> str | None:
    """The one part of a whole that the phrase is of: the nearest one named before it, else right after; its whole beside it is no rival."""
    held = [
        m
        for m in scene.mentions.metrics
        if m.exact
        and len(m.metrics) == 1
        and not m.modifier
        and len(ancestry(scene.vocabulary, next(iter(m.metrics)))) > 1
    ]
    after = [m for m in held if 0 < m.first - phrase.last <= 4]
    before = [m for m in held if 0 < phrase.first - m.last <= 6]
    chosen = after[:1] or before[-1:]
    return next(iter(chosen[0].metrics)) if chosen else None


def _rows(scene: Scene, metric: str) -> list[dict[str, float]]:
    """The weights over the levels, by each measure of whole runs (by those of stretches where there is none of whole runs)."""
    rows: dict[tuple[str, str, str], dict[str, float]] = {}
    for level in scene.vocabulary.numeric_order:
        for measure, weight in own_weights(scene.vocabulary, metric, level).items():
            rows.setdefault(measure, {})[level] = weight
    whole = [row for measure, row in rows.items() if measure[2] == "run" and len(row) > 1]
    return whole or [row for row in rows.values() if len(row) > 1]


def _text(row: dict[str, float]) -> str:
    return " → ".join(f"{weight:.1%} ({level})" for level, weight in row.items())


def _grows(scene: Scene, metric: str) -> str | None:
    """The weights where none of them grows from the first level to the last."""
    if scene.mentions.levels and not scene.matches(_OVER):
        return None
    order, inherited = scene.vocabulary.numeric_order, scene.inherited_levels
    rows = _rows(scene, metric)
    ends = [(next(iter(row.values())), list(row.values())[-1]) for row in rows]
    if inherited:  # under the head of one level: against the level before it
        at = order.index(next(iter(inherited))) if len(inherited) == 1 and inherited <= set(order) else 0
        pair = order[at - 1 : at + 1] if at else []
        ends = [(row[pair[0]], row[pair[1]]) for row in rows if len(pair) == 2 and set(pair) <= set(row)]
        rows = rows if ends else []
    return _text(rows[0]) if rows and all(last <= first for first, last in ends) else None


def _greatest(scene: Scene, metric: str) -> str | None:
    """The weights where the level that is meant has the largest by no measure."""
    own = {m.ids for m in scene.mentions.levels if m.role != "than"} or {level_of_subject(scene)}
    level = next(iter(next(iter(own)))) if len(own) == 1 and len(next(iter(own))) == 1 else None
    rows = [row for row in _rows(scene, metric) if level in row]
    wrong = rows and all(row[level or ""] * _SLACK < max(row.values()) for row in rows)
    return _text(rows[0]) if wrong else None


def _becomes(scene: Scene, metric: str) -> str | None:
    """The weights where the part is the heaviest from the first level on, and by far."""
    first = scene.vocabulary.numeric_order[0] if scene.vocabulary.numeric_order else ""
    if not scene.matches(_OVER):
        return None
    rows = [row for row in _rows(scene, metric) if first in row]
    outweighed = heavier(scene.vocabulary, metric, first, 0.5)
    led = rows and not outweighed and all(row[first] >= 0.5 for row in rows)
    return _text(rows[0]) if led and all(row[first] * _SLACK >= list(row.values())[-1] for row in rows) else None
