"""Brings the topics' claims together, and refuses a set that breaks a rule of writing.md."""

from collections.abc import Sequence
from typing import Any

from prompts.claims import answer, design, effects, limits_of_knowledge, load, method, nights, series
from prompts.claims.model import Claim
from prompts.claims.situation import is_comparable, situation
from prompts.rows import Findings


def make_claims(findings: Findings, ledger: Sequence[dict[str, Any]] = ()) -> list[Claim]:
    """All claims that the marts license, in the order in which an article makes them. `ledger`: what changed since before."""
    if situation(findings) == "progress":
        claims = answer.answer_claims(findings) + design.question_claims(findings) + design.design_claims(findings)
        return claims + design.quality_claims(findings)
    claims = [
        *answer.answer_claims(findings),
        *design.question_claims(findings),
        *design.design_claims(findings),
        *design.quality_claims(findings),
        *method.method_claims(findings),
        *effects.primary_claims(findings),
        *effects.secondary_claims(findings),
        *nights.factorial_claims(findings),
        *series.dose_claims(findings),
        *series.boundary_claims(findings),
        *load.correlation_claims(findings),
        *series.slope_claims(findings),
        *load.wait_claims(findings),
        *load.statement_claims(findings),
        *load.resource_claims(findings),
        *load.limit_claims(findings),
        *load.checkpoint_claims(findings),
        *series.drop_claims(findings),
        *series.stability_claims(findings),
        *answer.optimum_claims(findings),
        *nights.nightly_claims(findings),
        *nights.ledger_claims(ledger),
    ]
    claims += limits_of_knowledge.not_shown_claims(findings) + limits_of_knowledge.refutations(claims)
    assert_rules(findings, claims)
    return claims


def assert_rules(findings: Findings, claims: Sequence[Claim]) -> None:
    """The rules that hold over the whole set. Errors: ValueError naming the rule, which is a defect of the engine."""
    predicates = {claim.predicate for claim in claims}
    ids = {claim.id for claim in claims}
    if situation(findings) == "single_run" and predicates & {
        "best",
        "order",
        "monotone",
        "not_monotone",
        "dominates",
        "stable",
    } - {"dominates"}:
        raise ValueError("rule 1: a single run a level licenses no ranking, optimum or trend")
    if "best" in predicates and not ids & {"price.none", "price.some"}:
        raise ValueError("rule 10: what got worse is said whenever something is said to be better")
    if (
        "best" in predicates
        and answer.is_edge(findings, answer.best_level(findings))
        and not any(claim.predicate == "edge_of_grid" for claim in claims)
    ):
        raise ValueError("rule 3: the best at an end of the grid is the best of those tried")
    if not is_comparable(findings) and any(claim.form in ("effect.better", "effect.worse") for claim in claims):
        raise ValueError("rule 1: a comparison is worded although the primary metric licenses none")
    if any(check.severity == "critical" for check in findings.checks) and "quality.failed" not in ids:
        raise ValueError("rule 9: a failed check is itself a claim")
