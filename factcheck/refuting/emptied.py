"""Holds what is said to be gone, absent or zero against the values: "the queue disappeared completely", "at the other sizes there were none".

Only counts are held so (what has no unit, or a rate), only where the clause names them or leans on them by a pronoun, and only where
nothing softens the word. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.arguments import is_hedged
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases, refuted
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled

_GONE = re.compile(
    r"(?P<pron>\b(?:there\s+(?:were|was|are|is)|(?:saw|had|recorded|showed))\s+none\b(?!\s+of)|(?<!\w)(?:их|его|е[её])\s+(?:\w+\s+){0,2}(?:не\s+было|нет|не\s+наблюдалось|не\s+возникало)(?!\w))|"
    r"(?P<gone>\b(?:disappear(?:s|ed)?|vanish(?:es|ed)?|(?:is|are|was|were)\s+gone|(?:drops?|dropped|fell|falls|goes|went|down)\s+to\s+zero|(?:is|are|was|were)\s+(?:zero|absent|eliminated))\b|"
    r"(?<!\w)(?:исчез\w*|пропал\w*|отсутству\w+|отсутствова\w+|(?:упал\w*|снизил\w+|сократил\w+|свел\w+|падает|падают)\s+до\s+нуля|равн\w+\s+нулю|обнулил\w+|не\s+было|не\s+возникало)(?!\w))",
    re.I,
)
_SOFT = re.compile(
    r"\b(?:almost|nearly|virtually|practically|essentially|effectively|correlation|link|difference|gap|gain|advantage|effect|dependence|growth|trend|spikes?|peaks?|drops?|again|later)\b|"
    r"(?<!\w)(?:почти|практически|фактически|связ\w+|корреляц\w+|разниц\w+|различи\w+|эффект\w*|преимуществ\w+|выигрыш\w*|прирост\w*|зависимост\w+|рост\w*|тренд\w*|выброс\w*|пик\w*|просад\w+|провал\w*|потом|затем|перестал\w*)(?!\w)",
    re.I,
)
_OTHERS = re.compile(
    r"\b(?:the\s+)?(?:other|remaining)\b|\ball\s+others\b|(?<!\w)(?:остальн\w+|прочи\w+|других)(?!\w)", re.I
)


def judge_emptied(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each count that is said to be nothing where the facts hold some."""
    if scene.block.kind not in ("paragraph", "item", "lead") or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    found = []
    for phrase in phrases(scene, _GONE):
        start, stop = _clause(scene, phrase)
        clause = scene.text_of(start, stop)
        if _SOFT.search(clause) or is_hedged(scene, phrase.first) or scene.tokens[-1].text == "?":
            continue
        if any(t.number is not None and (t.number.fraction or t.number.dimension == "percent") for t in scene.tokens[start : stop + 1]):  # fmt: skip
            continue  # "more than a quarter of the throughput is gone": a part of it
        metric = _metric(scene, phrase, start, stop)
        levels = _levels(scene, start, stop)
        if metric is None or not levels:
            continue
        some = [fact for level in levels if (fact := _some(scene, metric, level)) is not None]
        if some and (len(levels) == 1 or len(some) >= 1):
            text = ", ".join(f"{fact.name}: {fact.value:g}" for fact in some)
            found.append(refuted(phrase, "value", text, tuple(fact.name for fact in some), text))
    return found


def _clause(scene: Scene, phrase: Phrase) -> tuple[int, int]:
    start = next((t.index + 1 for t in reversed(scene.tokens[: phrase.first]) if t.text in ";:,."), 0)
    if all(
        t.lower in ("наконец", "finally", "итак", "so") or not t.is_word for t in scene.tokens[start : phrase.first]
    ):
        start = 0
    stop = next((t.index - 1 for t in scene.tokens[phrase.last + 1 :] if t.text in ";:,."), len(scene.tokens) - 1)
    return start, max(stop, phrase.last)


def _metric(scene: Scene, phrase: Phrase, start: int, stop: int) -> str | None:
    """The count right before what is said of it (or right behind "there was no"); what a pronoun stands for in the clause before."""
    named = [m for m in scene.mentions.metrics if len(m.metrics) == 1 and not m.modifier]
    if phrase.match.group("pron"):
        pool = [m for m in named if m.last < start][:1] if start else []
        if pool and _SOFT.search(scene.text_of(0, start - 1)):
            return None
        if not pool and scene.former is not None and not scene.mentions.metrics:
            if _SOFT.search(scene.former.sentence.text):
                return None  # "eight drops of speed were recorded. At 1500 there was none": of the drops
            pool = [m for m in scene.former.mentions.metrics if len(m.metrics) == 1 and not m.modifier][:1]
    else:
        pool = [
            m
            for m in named
            if start <= m.first <= stop and 0 <= min(abs(m.first - phrase.last), abs(phrase.first - m.last)) <= 3
        ]
        pool = sorted(pool, key=lambda m: min(abs(m.first - phrase.last), abs(phrase.first - m.last)))[:1]
        if len(pool) != 1 or not 0 < phrase.first - pool[0].last <= 3 and not 0 < pool[0].first - phrase.last <= 2:
            return None
    if len(pool) != 1:
        return None
    (metric,) = pool[0].metrics
    unit = scene.vocabulary.unit_of(metric)
    return metric if unit is None or unit.dimension in ("count", "frequency", None) else None


def _levels(scene: Scene, start: int, stop: int) -> list[str]:
    """The levels of the clause: those named, the others than those named before, or the one that is inherited."""
    every = scene.vocabulary.level_ids
    here = {i for m in scene.mentions.levels if start <= m.first <= stop and m.role != "than" for i in m.ids}
    clause = scene.text_of(start, stop)
    if not here and _OTHERS.search(clause):
        told = {i for m in scene.mentions.levels if m.last < start for i in m.ids}
        told |= {t.text for t in scene.tokens[:start] if t.text in every}
        return [level for level in every if level not in told] if told else []
    if here:
        return [level for level in every if level in here]
    return [level for level in every if level in scene.inherited_levels]


def _some(scene: Scene, metric: str, level: str) -> Fact | None:
    """A fact that there was some of it at a level."""
    for stat in ("count", "mean", "median", "last", "min"):
        held = [
            f for f in scene.vocabulary.values(metric, stat, level)
            if f.run is None and f.partner is None and f.scope in (None, "run")
        ]  # fmt: skip
        if held:
            return held[0] if held[0].value > 0 else None
    return None
