"""Claims that answer the question: the best level with its gain against baseline and default, ties as ties, ends of the grid as such (rule 3)."""

from typing import Any

from prompts.claims.effects import direction, effect_claim, effect_figure, minimum_effect, price_claim
from prompts.claims.model import Claim, Level, column_of_experiment, finding_fact, of_column
from prompts.claims.situation import against_baseline, primary_pairs, situation
from prompts.rows import EffectRow, Findings, OptimumRow


def answer_claims(findings: Findings) -> list[Claim]:
    """Three sentences: the answer, its price, and how far it carries."""
    kind = situation(findings)
    claims = [_headline(findings, kind)]
    if kind == "decided":
        claims.append(_copy(price_claim(findings), "answer"))
    else:
        claims += _strongest_undecided(findings, kind)
    return [*claims, _reach(findings, kind)]


def best_level(findings: Findings) -> OptimumRow | None:
    """The primary's single best level; None where a tied set is all that can be said."""
    rows = [row for row in findings.optima if row.purpose in ("primary", findings.primary) and row.is_best]
    return rows[0] if len(rows) == 1 and not rows[0].is_tied else None


def _headline(findings: Findings, kind: str) -> Claim:
    args: dict[str, Any] = {"metric": findings.primary, "baseline": Level(findings.baseline), "minimum": minimum_effect(findings)}
    levels = tuple(Level(level) for level in findings.levels)
    if kind == "decided":
        return _decided(findings, args)
    predicate = {"equivalent": "equivalent", "undecided": "undecided"}.get(kind, "within_noise")
    args |= {"levels": levels, "repeats": repeats(findings)}
    return Claim(f"answer.{kind}", predicate, f"answer.{kind}", "answer", args, "derived", 0, True, kind, "refute.equivalent" if kind == "equivalent" else None)


def _decided(findings: Findings, args: dict[str, Any]) -> Claim:
    best = best_level(findings)
    pairs = primary_pairs(findings)
    if best is not None and best.level != findings.baseline:
        pair = next((p for p in against_baseline(findings, pairs) if p.level == best.level and p.verdict == "better"), None)
        if pair is not None:
            args |= {"level": Level(best.level), "effect": effect_figure(findings, pair), "direction": direction(pair)}
            return Claim(
                "answer.best", "best", "answer.best", "answer", args, "derived", 0, True, best.level, "refute.best",
                ("edge",) if best.is_edge_of_grid else (),
            )  # fmt: skip
    if best is not None and best.level == findings.baseline:
        args |= {"worst": _strongest(findings, [p for p in against_baseline(findings, pairs) if p.verdict == "worse"])}
        return Claim("answer.best", "best", "answer.best_is_baseline", "answer", args, "derived", 0, True, best.level, "refute.best")
    tied = tuple(Level(r.level) for r in findings.optima if r.purpose in ("primary", findings.primary) and r.is_best)
    shown = [p for p in against_baseline(findings, pairs) if p.verdict in ("better", "worse")] or [
        p for p in pairs if p.verdict in ("better", "worse")
    ]
    args |= {"levels": tied, "strongest": _strongest(findings, shown)}
    form = "answer.tied" if len(tied) > 1 else "answer.difference"
    return Claim("answer.best", "order", form, "answer", args, "derived", 0, True, ",".join(level.text for level in tied) or "difference", "refute.best")


def _strongest(findings: Findings, pairs: list[EffectRow]) -> dict[str, Any] | None:
    if not pairs:
        return None
    pair = max(pairs, key=lambda p: abs(p.effect_pct or 0))
    return {
        "level": Level(pair.level), "baseline": Level(pair.baseline), "effect": effect_figure(findings, pair), "direction": direction(pair),
    }  # fmt: skip


def _strongest_undecided(findings: Findings, kind: str) -> list[Claim]:
    """Without an answer the second sentence gives the largest difference seen, as what it is."""
    if kind == "progress":
        return []
    pairs = [p for p in against_baseline(findings, primary_pairs(findings)) if p.effect_pct is not None]
    if not pairs:
        return []
    pair = max(pairs, key=lambda p: abs(p.effect_pct or 0))
    return [_copy(effect_claim(findings, pair, "answer", is_mandatory=True), "answer")]


def _reach(findings: Findings, kind: str) -> Claim:
    """How many runs it stands on, and whether the best of those tried lies at the end of the grid."""
    best = best_level(findings)
    is_edge = kind == "decided" and best is not None and best.is_edge_of_grid
    args = {
        "repeats": repeats(findings),
        "valid": column_of_experiment(findings, "runs_valid", findings.experiment.runs_valid),
        "is_short": findings.experiment.profile == "short",
        "level": Level(best.level) if best else None,
    }
    form = "reach.progress" if kind == "progress" else "reach.edge" if is_edge else "reach.plain"
    return Claim("reach", "edge_of_grid" if is_edge else "design", form, "answer", args, "observed", 0, True)


def edge_claim(findings: Findings) -> list[Claim]:
    """Rule 3: the best at an end of the grid is the best of those tried, and no more."""
    best = best_level(findings)
    if situation(findings) != "decided" or best is None or not best.is_edge_of_grid:
        return []
    return [Claim("edge", "edge_of_grid", "optimum.edge", "optimum", {"level": Level(best.level)}, "derived", 1, True, best.level)]


def repeats(findings: Findings) -> Any:
    """The number of blocks, which is the number of repeats of each level."""
    return column_of_experiment(findings, "repeats", findings.experiment.repeats)


def optimum_claims(findings: Findings) -> list[Claim]:
    """What is best for which purpose: only where the marts separate a level; otherwise the tied set."""
    if situation(findings) not in ("decided", "undecided", "equivalent"):
        return []
    claims = []
    for purpose in dict.fromkeys(["primary", findings.primary, *(row.purpose for row in findings.optima)]):
        rows = [row for row in findings.optima if row.purpose == purpose and row.is_best]
        metric = findings.primary if purpose == "primary" else purpose
        if not rows or metric not in findings.metrics or (purpose == findings.primary and any(c.id == "best.primary" for c in claims)):
            continue
        claims.append(_purpose(findings, purpose, metric, rows))
    return claims[:7] + edge_claim(findings)


def _purpose(findings: Findings, purpose: str, metric: str, rows: list[OptimumRow]) -> Claim:
    args: dict[str, Any] = {"metric": metric, "levels": tuple(Level(row.level) for row in rows), "baseline": Level(findings.baseline)}
    name = "primary" if metric == findings.primary else purpose
    if len(rows) == 1 and not rows[0].is_tied:
        row = rows[0]
        key = {"level": row.level, "purpose": row.purpose}
        pair = next((p for p in against_baseline(findings, findings.effects_of(metric)) if p.level == row.level), None)
        args |= {
            "level": Level(row.level),
            "mean": finding_fact(findings, metric, "mean", row.level),
            "effect": effect_figure(findings, pair) if pair else None,
            "direction": direction(pair) if pair else None,
            "default": of_column(findings, "rpt_optima", "gain_vs_default_pct", key, row.gain_vs_default_pct, 1, "%"),
            "default_level": default_level(findings),
        }
        form = "optimum.best_is_baseline" if row.level == findings.baseline else "optimum.best"
        return Claim(f"best.{name}", "best", form, "optimum", args, "derived", 0, False, row.level, "refute.best")
    everything = len(rows) >= len(findings.levels)
    form = "optimum.all_tied" if everything else "optimum.tied"
    return Claim(f"best.{name}", "order", form, "optimum", args, "derived", 0, False, ",".join(row.level for row in rows))


def default_level(findings: Findings) -> Level | None:
    """The server's own default where it is a level of its own beside the baseline."""
    parts = [str(factor.get("default") or "") for factor in findings.experiment.factors]
    level = "/".join(parts)
    return Level(level) if all(parts) and level != findings.baseline else None


def _copy(claim: Claim, topic: str) -> Claim:
    """The same claim said again at the top of the article (its id tells that it is the same)."""
    from dataclasses import replace

    form = {"price.none": "answer.price_none", "price.some": "answer.price_some"}.get(claim.form, claim.form)
    return replace(claim, topic=topic, form=form, paragraph=0)
