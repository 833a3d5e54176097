"""What kind of answer the marts hold: decides titles, summaries and what must not be said (rules 1 and 9)."""

from collections.abc import Iterable, Sequence
from typing import Any

from prompts.claims.model import MOST_IN_SENTENCE, Level
from prompts.rows import EffectRow, Findings

#: Kinds of factor that are met, not chosen.
CONDITIONS = ("workload", "clients", "scale")

#: Verdicts that license a comparison in words; all others are described, never ranked.
SIGNIFICANT = ("better", "worse")
SITUATIONS = ("progress", "invalid", "single_run", "drifting", "decided", "equivalent", "undecided", "no_data")


def situation(findings: Findings) -> str:
    """One word of SITUATIONS, by the verdicts of the primary metric's pairs in method.md's order."""
    if findings.experiment.verdict_scope == "progress":
        return "progress"
    effects = primary_pairs(findings)
    if not effects:
        return "no_data"
    verdicts = {effect.verdict for effect in effects}
    if verdicts & set(SIGNIFICANT):
        return "decided"
    # One undecided pair among equivalent ones leaves the question open; one invalid pair does not hide the others.
    for verdict in ("single_run", "drifting", "undecided", "equivalent", "invalid"):
        if verdict in verdicts:
            return verdict
    return "no_data"


def condition_places(findings: Findings) -> tuple[int, ...]:
    """Places of the factors that are no choice of the reader's (workload, clients, scale) beside some that are: a server is not set
    to read, and is compared only under the same load."""
    kinds = [str(factor.get("kind") or "guc") for factor in findings.experiment.factors]
    places = tuple(place for place, kind in enumerate(kinds) if kind in CONDITIONS)
    return places if len(places) < len(kinds) else ()


def condition_of(findings: Findings, level: str) -> tuple[str, ...]:
    """A cell's levels of the condition factors; () where all factors are choices."""
    parts = level.split("/")
    return tuple(parts[place] for place in condition_places(findings) if place < len(parts))


def choices(findings: Findings) -> dict[str, Any]:
    """What the reader chooses and what is met: names of the choices, kinds of the conditions; `is_long`: too many cells to list."""
    places = condition_places(findings)
    factors = findings.experiment.factors
    return {
        "choices": tuple(str(f["name"]) for place, f in enumerate(factors) if place not in places),
        "held": tuple(str(factors[place]["kind"]) for place in places),
        "is_long": len(findings.levels) > MOST_IN_SENTENCE,
    }


def conditions(findings: Findings) -> tuple[tuple[str, ...], ...]:
    """The combinations of the condition factors' levels, in the order of the levels; one empty one where there are none."""
    return tuple(dict.fromkeys(condition_of(findings, level) for level in findings.levels))


def own_baseline(findings: Findings, level: str) -> str:
    """The cell that a cell is compared with first: the choices at their baselines, the conditions as they are."""
    places = condition_places(findings)
    if not places:
        return findings.baseline
    parts = zip(level.split("/"), findings.baseline.split("/"), strict=True)
    return "/".join(mine if place in places else base for place, (mine, base) in enumerate(parts))


def named(findings: Findings, places: Sequence[int], parts: Sequence[str]) -> Level:
    """Levels of some factors as a level that names them: `load=read`, `clients/scale=4/5`."""
    names = [str(findings.experiment.factors[place]["name"]) for place in places]
    return Level(f"{'/'.join(names)}={'/'.join(parts)}")


def baseline_level(findings: Findings) -> Level:
    """What captions and lists call the baseline: the cell, or the choices' baselines where every condition has its own."""
    held = condition_places(findings)
    if not held:
        return Level(findings.baseline)
    places = [place for place in range(len(findings.experiment.factors)) if place not in held]
    parts = findings.baseline.split("/")
    return named(findings, places, [parts[place] for place in places])


def primary_pairs(findings: Findings) -> tuple[EffectRow, ...]:
    """The pairs of levels compared on the primary metric: those of one condition, since what a heavier load costs is no answer."""
    return pairs_of_choice(findings, findings.primary)


def pairs_of_choice(findings: Findings, metric: str) -> tuple[EffectRow, ...]:
    """The metric's pairs that differ in a factor that the reader chooses."""
    return tuple(
        effect
        for effect in findings.effects_of(metric)
        if condition_of(findings, effect.level) == condition_of(findings, effect.baseline)
    )


def against_baseline(findings: Findings, effects: Iterable[EffectRow]) -> list[EffectRow]:
    """Those that compare with the baseline (of their own condition), which readers ask about first."""
    return [effect for effect in effects if effect.baseline == own_baseline(findings, effect.level)]


def leaders(findings: Findings, metric: str, condition: tuple[str, ...]) -> tuple[str, ...]:
    """The condition's cells that no other cell of it was shown to beat on the metric, in the order of the levels."""
    beaten = {
        effect.level if effect.verdict == "worse" else effect.baseline
        for effect in pairs_of_choice(findings, metric)
        if effect.verdict in SIGNIFICANT
    }
    return tuple(
        level for level in findings.levels if condition_of(findings, level) == condition and level not in beaten
    )


def is_comparable(findings: Findings) -> bool:
    """True where words of comparison are allowed at all."""
    return situation(findings) in ("decided", "equivalent", "undecided")
