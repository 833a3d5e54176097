"""What kind of answer the marts hold: decides titles, summaries and what must not be said (rules 1 and 9)."""

from collections.abc import Iterable

from prompts.rows import EffectRow, Findings

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


def primary_pairs(findings: Findings) -> tuple[EffectRow, ...]:
    """The pairs of levels compared on the primary metric."""
    return findings.effects_of(findings.primary)


def against_baseline(findings: Findings, effects: Iterable[EffectRow]) -> list[EffectRow]:
    """Those that compare with the experiment's baseline, which readers ask about first."""
    return [effect for effect in effects if effect.baseline == findings.baseline]


def is_comparable(findings: Findings) -> bool:
    """True where words of comparison are allowed at all."""
    return situation(findings) in ("decided", "equivalent", "undecided")
