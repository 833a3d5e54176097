"""A score of somebody else's method: what an imported benchmark can and cannot answer, aspect by aspect, before what it says."""

from prompts.claims.model import Claim
from prompts.claims.situation import situation
from prompts.rows import Findings


def method_claims(findings: Findings) -> list[Claim]:
    """One claim an aspect, `method.<aspect>.<good|bad|unknown>`; only imports are scored, our own method is written down elsewhere."""
    if findings.experiment.origin != "import":
        return []
    return [
        Claim(
            f"method.{aspect}",
            "quality",
            f"method.{aspect}.{grade}",
            "method",
            {},
            "derived",
            is_mandatory=grade == "bad",
        )
        for aspect, grade in scores(findings).items()
    ]


def scores(findings: Findings) -> dict[str, str]:
    """Aspect to grade: good, bad, or unknown where the files do not tell."""
    experiment = findings.experiment
    known_order = {None: "unknown", True: "good", False: "bad"}[experiment.is_randomised]
    short = [row.is_short_run for row in findings.checkpoints if row.is_short_run is not None]
    kind = situation(findings)
    return {
        "repeats": "good" if experiment.repeats >= 3 else "bad",
        "order": known_order,
        "drift": "bad" if kind == "drifting" else "unknown" if experiment.repeats < 3 else "good",
        "length": "unknown" if not short else "bad" if any(short) else "good",
        "warm_up": "good" if experiment.spec.get("warm_up") else "unknown",
        "checks": "bad" if any(check.severity == "critical" for check in findings.checks) else "good",
        "environment": "good" if experiment.environment else "unknown",
    }
