"""Judges an extreme told of the level that its section (or "it") stands for: "and the shortest run queue" under experiment 2, "the same one gives the least WAL".

Such a sentence names no level, so the general judge leaves it open. Here the extreme must stand tightly by a metric's whole name, the level must be
the one that a head or the item before names, and no statistic of the metric may have its extreme there. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import foreign_subject, is_of_noun_before, segment
from factcheck.binding.superlative_kinds import names_level, of_an_item, speaks_of_level, superlative_kind
from factcheck.forms.facts import Fact
from factcheck.judging.superlatives import LEADS, extremes, of_its_whole
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token

_ELSE = re.compile(
    r"\b(?:so far|yet|until now|minute|second|moment|hour|repeat|repetition|phase|period|drop|dip|this run|the run|during|second-|third-|one of|among|nearly|almost|not the|of (?:the )?two|after|before)\b|"
    r"(?<!\w)(?:пока|до сих пор|минут\w*|секунд\w*|момент\w*|час\w*|повтор\w*|фаз\w+|период\w*|просад\w+|провал\w*|этом прогоне|прогона|в ходе|втор\w+ по|одн\w+ из|среди|почти|едва|чуть|из двух|после|перед|то же|так же)(?!\w)",
    re.I,
)
_WHOLE = re.compile(
    r"^\W*(?:in|of|over|among|во?|из|за|среди)?\s*(?:the\s+)?(?:whole\s+|entire\s+|всей\s+)?(?:series|of all|overall|of the (?:three|four|five|six)|experiments?|runs|levels|"
    r"серии|из всех|всех|всей серии|всего эксперимента)(?!\w)",
    re.I,
)
_IS = {
    "is",
    "was",
    "are",
    "were",
    "—",
    "–",
    "это",
    "also",
    "the",
    "remains",
    "this",
    "which",
    "and",
    "at",
    "same",
    "time",
}
_COPULA = {"is", "was", "are", "were", "remains", "—", "–", "это"}
_HERE = re.compile(
    r"\b(?:here|it|its|this one|this (?:setting|value|level|variant)|the same (?:one|value|setting))\b|(?<!\w)(?:здесь|тут|он|она|оно|его|е[её]|этот|эта|это значение|этого)(?!\w)",
    re.I,
)
_STATS = (None, "max", "min", "median", "p95", "p99")


def judge_sectioned(scene: Scene, bounds: dict[int, Bound]) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each extreme that the level of its section does not have."""
    if scene.block.kind not in ("paragraph", "item", "lead") or len(scene.vocabulary.facts.experiment.factors) > 1:
        return []
    if scene.tokens[-1].text == "?":
        return []
    found = [ruled for token in scene.tokens if (ruled := _of_value(scene, bounds, token)) is not None]
    level = _level(scene)
    if level is None or scene.matches(_ELSE) or scene.has("negation"):
        return found
    for token in scene.tokens:
        start, stop = segment(scene, token.index)
        if is_of_noun_before(scene, start) or not token.text.isascii() and foreign_subject(scene, start, stop, token.index):  # fmt: skip
            continue  # "the radical options, which gave the best TPS": of something else than the section
        ruled = _of_section(scene, token, level)
        if ruled is not None and not any(first <= token.index <= last for first, last, _, _ in found):
            found.append(ruled)
    return found


def _level(scene: Scene) -> str | None:
    """The level of the section's head, or of the item before where "it" or "here" leans on that; None when any is named here."""
    if scene.mentions.levels or any(t.text in scene.vocabulary.level_ids for t in scene.tokens):
        return None
    ids = scene.inherited_levels
    if not ids and scene.former is None and scene.matches(_HERE):
        at = scene.block.order - 1
        before = scene.world.blocks[at] if 0 <= at < len(scene.world.blocks) else None
        if before is not None and before.section == scene.block.section and before.kind in ("paragraph", "item"):
            said = {m.ids for m in scene.world.mentions_of(before).levels if m.role != "than"}
            ids = next(iter(said)) if len(said) == 1 else frozenset()
    return next(iter(ids)) if len(ids) == 1 else None


def _kind(scene: Scene, token: Token) -> str | None:
    kind = superlative_kind(scene, token)
    if kind not in ("max", "min", "best", "worst") or is_negated(scene, token.index) or is_hedged(scene, token.index):
        return None
    if speaks_of_level(scene, token) or names_level(scene, token) or of_an_item(scene, token):
        return None
    return kind


def _of_section(scene: Scene, token: Token, level: str) -> Ruled | None:
    kind = _kind(scene, token)
    mention = _beside(scene, token) if kind else None
    if kind is None or mention is None:
        return None
    (metric,) = mention.metrics
    row = scene.vocabulary.series(metric)
    if len(row) < max(3, len(scene.vocabulary.level_ids)):
        return None
    stats = _stats(scene, token, mention, metric)
    if stats is None:
        return None
    if token.lower.startswith(LEADS) and of_its_whole(scene, metric, frozenset({level})) is not None:
        return None  # "лидирует IO: 58,4%": among the shares of its level
    tops = [
        extremes(scene, metric, kind, stat)
        for stat in stats
        if stat is None or stat in scene.vocabulary.stats_of(metric)
    ]
    if not tops or any(not ids or level in ids for ids in tops):
        return None
    text = f"{metric}: " + ", ".join(
        f"{name}: {shown(fact):g}" for name, fact in scene.vocabulary.series(metric, stats[0])
    )
    first, last = min(token.index, mention.first), max(token.index, mention.last)
    names = tuple(fact.name for _, fact in row)
    return first, last, "best", Ruling("contradicted", text, text, names, ", ".join(sorted(tops[0])))


def _beside(scene: Scene, token: Token) -> MetricMention | None:
    """The metric that an extreme is told of: right behind it, or right before its "is"."""
    for mention in scene.mentions.metrics:
        if not mention.exact or mention.modifier or mention.whole or len(mention.metrics) != 1:
            continue
        ahead = scene.tokens[token.index + 1 : mention.first]
        if token.index < mention.first and len(ahead) <= 1 and all(_links(t) for t in ahead):
            return mention
        back = scene.tokens[mention.last + 1 : token.index]
        joined = {t.lower for t in back}
        if mention.last < token.index and len(back) <= 4 and joined <= _IS - {"and"} and joined & _COPULA:
            return mention
    return None


def _links(token: Token) -> bool:
    """Whether a word may stand between an extreme and its metric: an adverb of it, or the noun of its statistic."""
    return (
        token.lower in ("of", "average", "mean", "средний", "средняя", "среднее", "среднюю", "average")
        or token.statistic == "mean"
    )


def _stats(scene: Scene, token: Token, mention: MetricMention, metric: str) -> list[str | None] | None:
    """The statistics by which the extreme may be meant; None when the one that is named is not held."""
    held = scene.vocabulary.stats_of(metric)
    around = scene.tokens[max(0, min(token.index, mention.first) - 3) : max(token.index, mention.last) + 1]
    text = scene.sentence.text[: scene.tokens[mention.first].start - scene.tokens[0].start]
    if re.search(r"(?:\btails?\s+(?:of\s+)?(?:the\s+)?|(?<!\w)хвост\w*\s+)$", text, re.I):
        tails = [stat for stat in ("p99", "p95") if stat in held]
        return [*tails] if tails else None
    named = next(
        (t.statistic for t in around if t.statistic in ("p95", "p99", "median", "stddev") and t.index != token.index),
        None,
    )
    if named is not None:
        return [named] if named in held else None
    noun = (
        token.statistic in ("max", "min")
        and mention.first != token.index + 1
        and token.lower.startswith(("максимум", "минимум", "maximum", "minimum", "peak", "пик"))
    )  # "peak bandwidth" may as well be the highest of the means
    if noun:
        return [token.statistic] if token.statistic in held else None
    return [*_STATS]


def _of_value(scene: Scene, bounds: dict[int, Bound], token: Token) -> Ruled | None:
    """ "Its peak of 58.7 ms is the worst in the series": the value's place among the levels' values of its statistic."""
    kind = _kind(scene, token)
    place = max((p for p in bounds if p < token.index), default=None)
    if kind is None or place is None:
        return None
    gap = [t.lower for t in scene.tokens[place + 1 : token.index]]
    after = scene.sentence.text[token.end - scene.tokens[0].start :]
    if not 1 <= len(gap) <= 4 or not set(gap) <= _IS or not set(gap) & _COPULA or not _WHOLE.match(after):
        return None
    bound = bounds[place]
    fact: Fact | None = scene.vocabulary.by_name.get(bound.facts[0]) if len(bound.facts) == 1 else None
    if fact is None or bound.verdict != "supported" or bound.predicate != "value" or fact.level is None or fact.partner:
        return None
    top = extremes(scene, fact.metric, kind, fact.stat)
    row = scene.vocabulary.series(fact.metric, fact.stat)
    if not top or len(row) < max(3, len(scene.vocabulary.level_ids)) or scene.vocabulary.canonical(fact.level) in top:
        return None
    text = f"{fact.metric} {fact.stat}: " + ", ".join(f"{name}: {shown(one):g}" for name, one in row)
    return place, token.index, "best", Ruling("contradicted", text, text, tuple(one.name for _, one in row), ", ".join(sorted(top)))  # fmt: skip
