"""Judges the verdict words of a table: the row and the column say which metric and level they are about."""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.forms.facts import Effect
from factcheck.judging.superlatives import extremes
from factcheck.judging.verdicts import Ruling

_WORDS: dict[str, frozenset[str]] = {
    "better": frozenset({"better", "лучше", "improved", "выигрыш"}),
    "worse": frozenset({"worse", "хуже", "регресс", "regression"}),
    "equivalent": frozenset({"equivalent", "эквивалентно", "эквивалентны", "равны", "same", "равноценно", "равноценны", "эквивалентен", "эквивалентна"}),
    "undecided": frozenset({"undecided", "неопределенно", "нерешено", "inconclusive", "шум", "noise", "неясно"}),
    "single_run": frozenset({"single_run", "single"}),
    "drifting": frozenset({"drifting", "drift", "дрейф"}),
    "invalid": frozenset({"invalid", "недействительно", "негодно"}),
}  # fmt: skip


def verdict_word(scene: Scene) -> tuple[int, int, frozenset[str]] | None:
    """The verdicts that a cell's words may mean, with their place."""
    tokens = scene.tokens
    if len(tokens) > 6:
        return None
    lower = [token.lower for token in tokens]
    if (
        lower[:2] == ["не", "решено"]
        or lower[:2] == ["не", "установлено"]
        or lower[:2] in (["not", "significant"], ["within", "noise"], ["в", "пределах"])
    ):
        return 0, len(tokens) - 1, frozenset({"undecided", "equivalent"} if lower[1] != "решено" else {"undecided"})
    for at, word in enumerate(lower):
        for verdict, words in _WORDS.items():
            if word in words:
                return at, at, frozenset({verdict})
    return None


_LEADING = re.compile(
    r"\bahead\b|\bwinner\b|\bbest\b|\bbetter\b|\bwins\b|\bleads\b|лучш|победител|впереди|лидер|выигр", re.I
)


def _leader(scene: Scene) -> tuple[int, int, Ruling] | None:
    """ "| p99, ms | 24.8 | 19.3 | mq-deadline |" under "who is ahead": the level that is best by the row's metric."""
    head, row = scene.block.column_header, scene.block.row_header
    said = {m.ids for m in scene.mentions.levels}
    if head is None or row is None or not _LEADING.search(head.text) or len(said) != 1 or len(scene.tokens) > 5:
        return None
    metrics = {m for mention in scene.world.mentions_of(row).metrics for m in mention.metrics}
    (ids,) = said
    tops = [extremes(scene, metric, "best") for metric in sorted(metrics)]
    tops = [top for top in tops if top]
    if not tops:
        return None
    text = ", ".join(sorted(tops[0]))
    good = any(ids & top for top in tops)
    return (
        0,
        len(scene.tokens) - 1,
        Ruling(
            "supported" if good else "contradicted",
            f"the best is {text}",
            f"лучший — {text}",
            (),
            None if good else text,
        ),
    )


_SLIGHT = 3.0  # percent; without repeats no verdict tells a smaller difference from none


def _as_the_values(scene: Scene, pool: list[Effect], said: frozenset[str]) -> bool:
    """ "0% (equivalent)" of one run a level: the word for the values, or for the number beside it, where these are close together."""
    told = [t.number for t in scene.tokens if t.number is not None and t.number.dimension == "percent"]
    slight = [abs(e.effect_pct) for e in pool if e.effect_pct is not None] + [abs(n.low_value()) for n in told]
    return bool(slight) and min(slight) < _SLIGHT and bool(said & {"equivalent", "undecided"})


def _is_beside_an_amount(scene: Scene) -> bool:
    """ "23x better", "5% (worse)": a word that says which way the amount goes, which is judged itself."""
    return any(
        t.number is not None and (t.number.kind == "times" or t.number.dimension == "percent") for t in scene.tokens
    )


def judge_cell(scene: Scene) -> tuple[int, int, Ruling] | None:
    """The ruling on a verdict cell; None when the cell is no verdict or the table's header row."""
    if scene.block.column_header is None or not scene.vocabulary.facts.effects:
        return None
    leader = _leader(scene)
    if leader is not None:
        return leader
    found = verdict_word(scene)
    if found is None:
        return None
    first, last, said = found
    metrics = scene.inherited_metrics
    levels: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    for block in scene.surroundings:
        mentions = scene.world.mentions_of(block).levels
        ids = frozenset().union(*(m.ids for m in mentions if m.role != "than")) if mentions else frozenset()
        base = frozenset().union(*(m.ids for m in mentions if m.role == "than")) if mentions else frozenset()
        levels = levels or ids
        others = others or base
        if levels and (metrics or block is scene.block.column_header):
            break
    if not metrics:
        primary = scene.vocabulary.facts.experiment.primary
        metrics = frozenset({primary}) if primary else frozenset()
    pool: list[Effect] = []
    for metric in metrics:
        for effect in scene.vocabulary.effects(metric):
            one, two = (
                scene.vocabulary.canonical_effect(effect.level),
                scene.vocabulary.canonical_effect(effect.baseline or ""),
            )
            if (
                not levels
                or one in levels
                and (not others or two in others or two in levels)
                or two in levels
                and one in (others or levels)
            ):
                pool.append(effect)
    baseline = scene.vocabulary.special("baseline")
    if len(pool) > 1 and not others:
        against = [e for e in pool if scene.vocabulary.canonical_effect(e.baseline or "") in baseline]
        pool = against or pool
    if not pool:
        return first, last, Ruling("unverifiable", "the facts hold no such comparison", "в фактах нет такого сравнения")
    names = tuple(f"effect {e.metric} {e.level} vs {e.baseline}" for e in pool)
    if any(e.verdict in said for e in pool):
        return first, last, Ruling("supported", pool[0].verdict, pool[0].verdict, names)
    if {e.verdict for e in pool} == {"single_run"} and (
        _is_beside_an_amount(scene) or _as_the_values(scene, pool, said)
    ):
        en, ru = "one run a level; so go the values", "один прогон на уровень; таковы значения"
        return first, last, Ruling("unverifiable", en, ru, names)
    return (
        first,
        last,
        Ruling(
            "contradicted", f"the verdict is {pool[0].verdict}", f"вердикт: {pool[0].verdict}", names, pool[0].verdict
        ),
    )
