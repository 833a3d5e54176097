"""Holds who is called the most (or least) steady to the dispersion that the facts hold, whatever the sentence takes for stability: R², a trend, an impression.

Only refutes: where the run so called has neither the smallest (for "least": the largest) standard deviation nor the smallest spread, absolute or
relative, by a clear margin; or where R² alone is told as stability. A metric that is not named is the primary one.
"""

from __future__ import annotations

import re

from factcheck.binding.arguments import clause_bounds, is_hedged, is_negated
from factcheck.binding.contenders import rows_through
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, level_of_subject, metrics_said, phrases, topics
from factcheck.judging.verdicts import Ruled, Ruling

_EVEN_RU = r"(?:стабильн|устойчив|предсказуем|ровн|плавн|равномерн)"
_UNEVEN_RU = r"(?:нестабильн|неустойчив|непредсказуем|неровн|волатильн|рван)"
_EVEN_EN = r"(?:stabl[ey]|steady|steadily|predictabl[ey]|even(?:ly)?|consistent(?:ly)?|smooth(?:ly)?|regular(?:ly)?|uniform(?:ly)?)"
_UNEVEN_EN = r"(?:unstabl[ey]|unsteady|unpredictabl[ey]|uneven(?:ly)?|erratic(?:ally)?|volatile|jittery|irregular(?:ly)?|inconsistent(?:ly)?)"
_MOST = re.compile(
    rf"(?P<least>(?<!\w)(?:наименее|менее всего) {_EVEN_RU}\w*|(?<!\w)(?:наиболее|самы\w+|самая|самое|сильнее всего) {_UNEVEN_RU}\w*|(?<!\w)(?:минимальн|наименьш|наихудш|худш)\w+ (?:стабильност|устойчивост|предсказуемост)\w*|"
    rf"\b(?:fluctuat|vari|oscillat|scatter)\w* (?:the )?most\b|\bleast {_EVEN_EN}\b|\bmost {_UNEVEN_EN}\b)|"
    rf"(?P<most>(?<!\w)(?:наиболее|самы\w+|самая|самое|максимально) {_EVEN_RU}\w*|(?<!\w){_EVEN_RU}ее (?:всего|всех|остальных|прочих|других)(?!\w)|"
    rf"(?<!\w)(?:максимальн|наибольш|наилучш|лучш)\w+ (?:стабильност|устойчивост|предсказуемост)\w*|"
    rf"\bmost {_EVEN_EN}\b|\b(?:steadiest|smoothest)\b|\b(?:fluctuat|vari|oscillat|scatter)\w* (?:the )?least\b|\bleast (?:variation|fluctuation|scatter)\b)",
    re.I,
)
_R2 = re.compile(r"(?<!\w)R\s?(?:²|\^?2)(?!\w)|детерминац|determination", re.I)
_EQUATED = re.compile(
    rf"(?:R\s?(?:²|\^?2)|determination|детерминац).{{0,60}}?(?:означает|значит|следовательно|говорит о|свидетельств\w+|показыва\w+|поэтому|то есть|means?|shows?|so\b|hence|therefore|indicat\w+|proves?|"
    rf"confirms?).{{0,60}}?(?:{_EVEN_RU}|{_EVEN_EN})|"
    rf"(?:стабильност|устойчивост|предсказуемост|stability|predictability|steadiness)\w*\s*(?:\w+\s+)?\(\s*R\s?(?:²|\^?2)|"
    rf"(?:{_EVEN_RU}|{_EVEN_EN})\w*.{{0,40}}?(?:так как|потому что|поскольку|ведь|because|since|as|:|судя по|judging by|by its).{{0,40}}?R\s?(?:²|\^?2)|"
    rf"\bwith (?:an |the )?(?:\w+ )?R\s?(?:²|\^?2).{{0,60}}?\b(?:most |more )?{_EVEN_EN}",
    re.I,
)
_DENIAL = re.compile(r"(?<!\w)(?:не|нет|ничего|а не)(?!\w)|\b(?:not|no|nothing|never|neither)\b|n't\b", re.I)
_CONCEDED = re.compile(
    r"(?<!\w)(?:хотя|несмотря|вопреки)(?!\w)|\b(?:although|though|despite|in spite of|even if)\b", re.I
)
_RELATIVE = re.compile(
    r"\brelative to (?:its|the|their) (?:own )?(?:mean|average)|coefficient of variation|\bin (?:relative|percentage) terms|(?<!\w)(?:в долях|относительно|по отношению к) (?:от )?(?:своего |своему )?средне\w+|коэффициент\w* вариации",
    re.I,
)
_CLEARLY = 1.1


def judge_steadiness(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of a run that is called the steadiest and is not, and of R² told as stability."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for phrase in phrases(scene, _MOST):
        if is_negated(scene, phrase.first) or is_hedged(scene, phrase.first):
            continue
        text = _refuted(scene, phrase)
        if text is not None:
            found.append((phrase.first, phrase.last, "stable", Ruling("contradicted", f"spread: {text}", f"разброс: {text}", (), text)))  # fmt: skip
    if not found and not scene.matches(_DENIAL) and not scene.matches(_CONCEDED):
        for phrase in phrases(scene, _EQUATED):
            if not is_hedged(scene, phrase.first):
                en, ru = "R² tells how well a line fits, not stability", "R² говорит о том, как ложится прямая, а не о стабильности"  # fmt: skip
                found.append((phrase.first, phrase.last, "stable", Ruling("contradicted", en, ru, (), "dispersion")))
    return found


def _level(scene: Scene, phrase: Phrase) -> str | None:
    """The one run that is so called: of its clause, a bare number beside it, or the subject of what stands before."""
    start, stop = clause_bounds(scene, phrase.first)
    inside = {m.ids for m in scene.mentions.levels if start <= m.first <= stop and m.role != "than"}
    near = scene.tokens[max(0, phrase.first - 4) : phrase.last + 4]
    bare = {frozenset({t.text}) for t in near if t.text in scene.vocabulary.level_ids and t.number is not None}
    named = inside or bare or ({level_of_subject(scene)} if not scene.mentions.levels else set())
    one = next(iter(named)) if len(named) == 1 else frozenset()
    return next(iter(one)) if len(one) == 1 else None


def _refuted(scene: Scene, phrase: Phrase) -> str | None:
    """The spreads of the runs where none makes the one that is named the steadiest; None where one does, or the facts hold none."""
    level = _level(scene, phrase)
    if level is None:
        return None
    primary = scene.vocabulary.facts.experiment.primary
    said = metrics_said(scene, phrase.first)
    groups = said or topics(scene)[:2]
    names = {metric for group in groups for metric in group} or ({primary} if primary else set())
    rows = [row for metric in sorted(names) for row in spreads(scene, metric) if level in row and len(row) >= 3]
    if not rows and primary:
        rows = [row for row in spreads(scene, primary) if level in row and len(row) >= 3]
    if not said and not _dispersed(scene, names | {primary or ""}):
        return None  # a maximum and a minimum of what is not even named
    if scene.matches(_RELATIVE):  # said to be so relative to the mean: the absolute spread is no excuse
        rows = [
            row for metric in sorted(names | {primary or ""}) for row in relative(scene, metric) if level in row
        ] or rows
    among = rows_through(scene, frozenset({level}), phrase.first)
    for row in [*rows, *({one: row[one] for one in ids if one in row} for row in rows for ids in among)]:
        others = [value for other, value in row.items() if other != level]
        if phrase.match.group("most") and row[level] <= _CLEARLY * min(others):
            return None
        if phrase.match.group("least") and row[level] * _CLEARLY >= max(others):
            return None
    return ", ".join(f"{one}: {value:.3g}" for one, value in rows[0].items()) if rows else None


def _dispersed(scene: Scene, names: set[str]) -> bool:
    return any({"stddev", "cv", "mad", "amplitude"} & set(scene.vocabulary.stats_of(metric)) for metric in names)


def spreads(scene: Scene, metric: str) -> list[dict[str, float]]:
    """By each measure of dispersion that the facts hold, absolute and relative to the mean: its value at each level."""
    vocabulary = scene.vocabulary
    rows: list[dict[str, float]] = []
    for stat in ("stddev", "cv", "mad", "amplitude", "range"):
        row: dict[str, float] = {}
        for level in vocabulary.level_ids:
            fact = vocabulary.central(metric, level, stat)
            low, high = vocabulary.central(metric, level, "min"), vocabulary.central(metric, level, "max")
            if fact is not None:
                row[level] = fact.value
            elif stat == "range" and low is not None and high is not None:
                row[level] = high.value - low.value
        rows += [row, _to_the_mean(scene, metric, row)]
    return [row for row in rows if row]


def relative(scene: Scene, metric: str) -> list[dict[str, float]]:
    """The standard deviation over the mean, by level."""
    row = {level: fact.value for level in scene.vocabulary.level_ids if (fact := scene.vocabulary.central(metric, level, "stddev")) is not None}  # fmt: skip
    return [one for one in (_to_the_mean(scene, metric, row),) if len(one) >= 3]


def _to_the_mean(scene: Scene, metric: str, row: dict[str, float]) -> dict[str, float]:
    """A row of spreads divided by the means; empty where a level has none."""
    held = {level: fact.value for level in row if (fact := scene.vocabulary.central(metric, level, "mean")) is not None}
    return (
        {level: value / abs(held[level]) for level, value in row.items()}
        if len(held) == len(row) and all(held.values())
        else {}
    )
