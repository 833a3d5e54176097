"""Claims about what was not shown, and what observation would overturn each main claim; an article without them oversells."""

from collections.abc import Sequence
from typing import Any

from pgverdict.i18n import round_half_up
from prompts.claims.answer import is_ordered
from prompts.claims.model import Claim, Level, of_column
from prompts.claims.situation import own_baseline, primary_pairs, situation
from prompts.claims.told import MOST_PCT, key_of
from prompts.rows import EffectRow, Findings

#: Nobody runs more blocks than this for one question.
MOST_REPEATS = 50
#: Open pairs that are named one by one.
MOST_PAIRS = 4


def not_shown_claims(findings: Findings) -> list[Claim]:
    """Undecided pairs with what would settle them, then the bounds of levels, machine, load and time."""
    kind = situation(findings)
    claims = []
    open_pairs = [pair for pair in primary_pairs(findings) if pair.verdict == "undecided" and kind != "progress"]
    # Those with the baseline are what the question asks.
    open_pairs.sort(key=lambda pair: pair.baseline != own_baseline(findings, pair.level))
    claims += _open_questions(findings, open_pairs[:MOST_PAIRS])
    if len(open_pairs) > MOST_PAIRS:
        claims.append(Claim("not_shown.more", "undecided", "not_shown.more", "not_shown", {}, "derived"))
    experiment = findings.experiment
    factors = tuple(factor["name"] for factor in experiment.factors)
    bounds = ["not_shown.levels", "not_shown.machine", "not_shown.cause"]
    if experiment.profile == "short":
        bounds.insert(1, "not_shown.short")
    if kind == "single_run":
        bounds.insert(0, "not_shown.single_run")
    if findings.limits and all(row.resource == "not_determined" for row in findings.limits):
        bounds.append("not_shown.limit")
    is_scale = all(is_ordered(factor["levels"]) for factor in experiment.factors)
    args = {"factors": factors, "metric": findings.primary, "is_scale": is_scale}
    return claims + [Claim(form, "design", form, "not_shown", args, "domain", 1) for form in bounds]


def _open_questions(findings: Findings, open_pairs: Sequence[EffectRow]) -> list[Claim]:
    """One claim for all pairs of which the same is to be said: a pooled variance gives most pairs the same figures."""
    groups: dict[tuple[Any, ...], list[EffectRow]] = {}
    for pair in open_pairs:
        # What only an elevenfold difference would have shown is no threshold that anybody plans by.
        detectable = pair.detectable_pct if (pair.detectable_pct or 0) < MOST_PCT else None
        shown = round_half_up(detectable, 1) if detectable is not None else None
        is_impractical = (pair.repeats_needed or 0) > MOST_REPEATS
        repeats = None if is_impractical else pair.repeats_needed
        is_below = pair.reason_code == "below_minimum_effect"
        groups.setdefault((shown, repeats, is_below, is_impractical), []).append(pair)
    claims = []
    for (shown, repeats, is_below, is_impractical), pairs in groups.items():
        first, key = pairs[0], key_of(pairs[0])
        detectable = first.detectable_pct if shown is not None else None
        args = {
            "metric": first.metric,
            "pairs": tuple((Level(pair.level), Level(pair.baseline)) for pair in pairs),
            "detectable": of_column(findings, "rpt_effects", "detectable_pct", key, detectable, 1, "%"),
            "repeats_needed": of_column(findings, "rpt_effects", "repeats_needed", key, repeats, 0, "count"),
            "is_below": is_below,
            "is_impractical": is_impractical,
        }
        name = "+".join(f"{pair.level}.{pair.baseline}" for pair in pairs)
        claims.append(
            Claim(f"not_shown.{first.metric}.{name}", "undecided", "not_shown.pair", "not_shown", args, "derived")
        )
    return claims


def refutations(claims: Sequence[Claim]) -> list[Claim]:
    """For each kind of refutable claim the first one's counter-observation, in the order in which the article makes them."""
    seen: dict[str, Claim] = {}
    for claim in claims:
        if claim.refuted_by and claim.refuted_by not in seen:
            seen[claim.refuted_by] = Claim(
                f"{claim.refuted_by}.{claim.id}", "hypothesis", claim.refuted_by, "refute", claim.args, "hypothesis", 0
            )
    return list(seen.values())[:6]
