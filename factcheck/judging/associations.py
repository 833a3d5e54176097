"""Judges correlations that are told in words alone: "the two are tied closely and inversely", "связь слабая", "is not related to".

A word of strength or sign is refuted only when every coefficient that the sentence may mean refutes it; strengths by all
the scales in use (Chaddock, Evans, Hinkle), as for coefficients that are printed (`relations.judge_strength`).
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.relations import strengths_of
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token

_LINK = re.compile(
    r"\b(?:link(?:s|ed)?|tied|ties|relat(?:ed|ion|ionship)|associat(?:ed|ion)|correlat\w+|connected|connection|go together|goes together|moves? with|track(?:s|ed)?|"
    r"связ(?:ь|и|ью|ан\w*)|коррел\w+|взаимосвяз\w+|зависимост\w+|сопряж\w+)\b",
    re.I,
)
#: "the highest of the four" compares, and names no strength.
_MOST = re.compile(r"(?:\b(?:most|least)|(?<!\w)(?:сам(?:ый|ая|ое|ые|ой|ую)|наиболее|наименее))\s+$", re.I)
_STRENGTH = [
    ("none", r"\bnot (?:\w+ )?(?:related|linked|tied|correlated|connected)|\bno (?:link|relation\w*|association|correlation)\b|"
     r"\bunrelated|\bhardly (?:related|linked|correlated)|почти не (?:связан\w*|коррелир\w+)|не (?:связан\w*|коррелир\w+)|(?:связ\w+|корреляци\w+) (?:нет|отсутству\w+|не видно|практически нет)"),
    ("strong", r"\b(?:very |extremely )?(?:strong(?:ly)?|tight(?:ly)?|close(?:ly)?|high(?:ly)?)\b|(?:весьма |очень )?(?:тесн\w+|сильн\w+|высок\w+)|след в след"),
    ("moderate", r"\bmoderate(?:ly)?\b|\bmedium\b|умеренн\w+|средн(?:яя|ей|юю|ей силы)"),
    ("noticeable", r"\bnoticeabl\w+|заметн\w+"),
    ("weak", r"\b(?:very )?(?:weak(?:ly)?|loose(?:ly)?|slight(?:ly)?|faint(?:ly)?|low)\b|(?:весьма |очень )?(?:слаб\w+|низк\w+)"),
]  # fmt: skip
_SIGN = {
    1: re.compile(r"\b(?:direct(?:ly)?|positive(?:ly)?)\b|(?:^|[\s,(])(?:прям(?:ая|ой|ую|о)|положительн\w+)", re.I),
    -1: re.compile(r"\b(?:inverse(?:ly)?|negative(?:ly)?|opposite)\b|(?:^|[\s,(])(?:обратн\w+|отрицательн\w+)", re.I),
}
#: The words that each scale's name of a coefficient may be told with.
_FITS = {
    "none": {"none", "very weak", "weak"},
    "weak": {"none", "very weak", "weak", "moderate"},
    "moderate": {"moderate", "noticeable", "weak"},
    "noticeable": {"moderate", "noticeable", "strong"},
    "strong": {"strong", "very strong", "noticeable"},
}

_PART = re.compile(r"\b(?:except|besides|only|all but)\b|(?<!\w)(?:кроме|за исключением|только|лишь)(?!\w)", re.I)


def judge_association(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) for each word of strength or sign; empty when no coefficient is meant."""
    vocabulary = scene.vocabulary
    if not vocabulary.correlated or scene.block.kind not in ("paragraph", "item", "lead") or scene.has("hedge"):
        return []
    offset = scene.tokens[0].start
    text = scene.block.text[offset : scene.tokens[-1].end]
    link = _LINK.search(text)
    if link is None:
        return []
    meant = _meant(scene)
    if not meant:
        return []
    found = []
    near = text[max(0, link.start() - 50) : link.end() + 60]
    start = max(0, link.start() - 50)
    for word, pattern in _STRENGTH:
        hit = re.search(pattern, near, re.I)
        if hit is None or _MOST.search(near[: hit.start()]):
            continue
        fits = [any(name in _FITS[word] for name in strengths_of(f.value).values()) for f in meant]
        found.append(
            (*_tokens(scene, offset + start + hit.start(), offset + start + hit.end()), "strength", _ruled(meant, fits))
        )
        break
    signs = [(sign, hit) for sign, pattern in _SIGN.items() if (hit := pattern.search(near))]
    if len(signs) == 1 and not _PART.search(text):
        sign, hit = signs[0]
        fits = [(f.value > 0) == (sign > 0) for f in meant]
        found.append(
            (
                *_tokens(scene, offset + start + hit.start(), offset + start + hit.end()),
                "correlates",
                _ruled(meant, fits),
            )
        )
    return found


def _meant(scene: Scene) -> list[Fact]:
    """The coefficients that the sentence speaks of: both metrics named here, or one here and one before; the level when one is named."""
    own = frozenset().union(*(m.metrics for m in scene.mentions.metrics if not m.modifier))
    here = own | (scene.inherited_metrics if len(own) < 2 else frozenset())
    pairs = [f for f in scene.vocabulary.correlated if f.metric in here and f.partner in here and f.metric != f.partner]
    if len({frozenset((f.metric, f.partner)) for f in pairs}) != 1:
        return []
    levels = {i for m in scene.mentions.levels for i in m.ids}
    if levels:
        pairs = [f for f in pairs if f.level is None or scene.vocabulary.canonical(f.level) in levels]
    return pairs


def _ruled(meant: list[Fact], fits: list[bool]) -> Ruling:
    text = "; ".join(f"{f.name} = {f.value:g}" for f in meant[:4])
    names = tuple(f.name for f in meant[:4])
    if all(fits):
        return Ruling("supported", text, text, names)
    if any(fits):
        return Ruling(
            "unverifiable",
            f"which coefficient is meant is open: {text}",
            f"какой коэффициент имеется в виду, не сказано: {text}",
            names,
        )
    return Ruling("contradicted", text, text, names, f"{meant[0].value:g}")


def _tokens(scene: Scene, start: int, end: int) -> tuple[int, int]:
    inside = [t.index for t in scene.tokens if t.end > start and t.start < end]
    return inside[0], inside[-1]


_WEAKER = ("weaken", "ослаб", "слабе", "loosen", "fade")
_STRONGER = ("strengthen", "усили", "tighten", "крепн", "креп")


def judge_link_trend(scene: Scene, token: Token) -> Ruling | None:
    """ "The correlation weakens as the cache grows": the size of one pair's coefficients over the levels; None for other words."""
    stronger = token.lower.startswith(_STRONGER)
    if not stronger and not token.lower.startswith(_WEAKER):
        return None
    if not any(
        t.has("correlate") or t.lower.startswith("связ") or t.lower in ("link", "relation", "relationship")
        for t in scene.tokens
    ):
        return None
    said = {m for mention in scene.mentions.metrics for m in mention.metrics} or set(scene.inherited_metrics)
    rows: dict[tuple[str, str], dict[str, float]] = {}
    for fact in scene.vocabulary.correlated:
        if fact.level and fact.partner and fact.metric in said and fact.partner in said and fact.stat != "partial":
            rows.setdefault((fact.metric, fact.partner), {})[fact.level] = abs(fact.value)
    open_ = Ruling(
        "unverifiable", "the facts hold no such row of coefficients", "в фактах нет такого ряда коэффициентов"
    )
    for row in rows.values():
        values = [row[level] for level in scene.vocabulary.numeric_order if level in row]
        if len(values) < 3:
            continue
        text = " → ".join(f"{value:g}" for value in values)
        steps = [b - a for a, b in itertools.pairwise(values)]
        good = all(step > 0 for step in steps) if stronger else all(step < 0 for step in steps)
        return Ruling("supported" if good else "contradicted", text, text)
    return open_
