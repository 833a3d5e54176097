"""Claims over nights and over grids: changes, earlier claims that held or fell, main effects and interactions."""

from collections.abc import Sequence
from typing import Any

from prompts.claims.effects import effect_claim
from prompts.claims.model import Claim, Level, of_column
from prompts.rows import Findings

#: Assertions that are each other's opposite.
REVERSALS = ({"better:up", "worse:down"}, {"better:down", "worse:up"}, {"rising", "falling"}, {"positive", "negative"})
#: Main effects and interactions below this p of their F test are called shown.
SHOWN = 0.01


def factorial_claims(findings: Findings) -> list[Claim]:
    """Main effects and interactions of the primary metric, by the block-adjusted F test."""
    claims = []
    for row in findings.factorial:
        if row.metric != findings.primary or row.p_value is None:
            continue
        is_interaction = ":" in row.term or "×" in row.term or "*" in row.term
        is_shown = row.p_value < SHOWN
        args = {
            "metric": row.metric,
            "factors": tuple(row.term.replace("×", ":").replace("*", ":").split(":")),
        }
        form = f"factorial.{'interaction' if is_interaction else 'main'}.{'shown' if is_shown else 'not_shown'}"
        claims.append(
            Claim(
                f"factorial.{row.metric}.{row.term}",
                "order" if is_shown else "undecided",
                form,
                "grid",
                args,
                "derived",
                int(is_interaction),
                assertion="shown" if is_shown else "not_shown",
            )
        )
    mains = findings.effects_of(findings.primary, "main")
    return claims + [effect_claim(findings, effect, "grid", 2) for effect in mains[:6]]


def nightly_claims(findings: Findings) -> list[Claim]:
    """Changes over nights: trends and shifts where the mart found them, otherwise how many nights there are."""
    claims = []
    mine = [row for row in findings.nightly_changes if row.metric == findings.primary and row.level in findings.levels]
    for row in sorted(mine, key=lambda r: findings.levels.index(r.level)):
        key = {"level": row.level, "metric": row.metric}
        args = {
            "metric": row.metric,
            "level": Level(row.level),
            "nights": of_column(findings, "rpt_nightly_changes", "nights", key, row.nights, 0, "count"),
            "night": row.pettitt_night,
        }
        predicate = "change" if row.verdict in ("rising", "falling", "shifted") else "within_noise"
        claims.append(
            Claim(
                f"nights.{row.metric}.{row.level}",
                predicate,
                f"nights.{row.verdict}",
                "nights",
                args,
                "derived",
                assertion=row.verdict,
            )
        )
    verdicts = {c.form for c in claims}
    if claims and verdicts <= {"nights.too_few_nights"}:
        first = claims[0]
        return [Claim("nights.too_few", "within_noise", "nights.too_few_nights", "not_shown", first.args, "derived", 1)]
    return claims


def _levels_then(change: dict[str, Any]) -> tuple[Level, ...]:
    """The levels that the earlier execution had named where this one names others."""
    return tuple(map(Level, change["before"].split(","))) if change["claim_id"] in ("answer.best", "advice") else ()


def ledger_claims(changes: Sequence[dict[str, Any]]) -> list[Claim]:
    """What this execution says of the previous one's claims: `changes` come from `prompts.ledger`."""
    claims = []
    for number, change in enumerate(changes):
        args = {
            "status": change["status"],
            "of": change["claim"],
            "execution": change["execution"],
            "before": change["before"],
            "is_reversed": {change["before"], change["claim"].assertion} in REVERSALS,
            "then": _levels_then(change),
        }
        claims.append(
            Claim(
                f"ledger.{change['claim_id']}",
                "change",
                "ledger.resized" if change["is_resized"] else f"ledger.{change['status']}",
                "ledger",
                args,
                "derived",
                number,
                is_mandatory=change["status"] == "contradicted",
            )
        )
    return claims
