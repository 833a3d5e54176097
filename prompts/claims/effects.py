"""Claims about differences between levels: only those that survived the marts' verdict are worded as differences (rules 1 and 10)."""

from typing import Any

from prompts.claims.model import IN_TABLE, Claim, Figure, Level, of_column
from prompts.claims.situation import SIGNIFICANT, against_baseline, is_comparable, primary_pairs, situation
from prompts.rows import EffectRow, Findings

#: Reasons of "undecided" that have a wording of their own; any other is worded by the mart's general rule.
UNDECIDED_REASONS = ("differs_in_stalls", "sentinel_differs", "below_minimum_effect")
#: A list of metrics names this many; readers know these first.
MOST_NAMED = 8
KNOWN_FIRST = (
    "tps",
    "operational_speed",
    "latency_ms",
    "latency_p95_ms",
    "latency_p99_ms",
    "waits_share",
    "active_sessions",
    "cpu_us_pct",
    "cpu_sy_pct",
    "wal_mbps",
    "w_await_ms",
    "r_await_ms",
    "util_pct",
    "cache_hit_pct",
)
#: The sentinel shows something below this p (method.md).
SENTINEL_LEVEL = 0.05
#: No more secondary differences than a reader can hold; the summary table and the facts have the rest.
MOST_SECONDARY = 12
#: Pairs beside those with the baseline that are still told in sentences.
MOST_PAIRS_TOLD = 4
#: Of these, the strongest are worded; the table has all of them.
MOST_WORDED = 2


def key_of(effect: EffectRow) -> dict[str, Any]:
    """The columns that find the row again."""
    return {"metric": effect.metric, "level": effect.level, "baseline": effect.baseline}


def effect_figure(findings: Findings, effect: EffectRow) -> Figure | None:
    """The effect with its interval: in per cent, or on the metric's own scale where it can be negative."""
    if effect.effect_pct is not None:
        return of_column(
            findings,
            "rpt_effects",
            "effect_pct",
            key_of(effect),
            effect.effect_pct,
            1,
            "%",
            effect.effect_low_pct,
            effect.effect_high_pct,
        )
    metric = findings.metrics[effect.metric]
    return of_column(
        findings,
        "rpt_effects",
        "effect_abs",
        key_of(effect),
        effect.effect_abs,
        metric.decimals,
        metric.unit,
        effect.effect_abs_low,
        effect.effect_abs_high,
    )


def direction(effect: EffectRow) -> str:
    """'up' or 'down': the sign of the metric's change, whether good or bad."""
    value = effect.effect_pct if effect.effect_pct is not None else effect.effect_abs
    return "up" if (value or 0) >= 0 else "down"


def effect_claim(
    findings: Findings, effect: EffectRow, topic: str, paragraph: int = 0, is_mandatory: bool = False
) -> Claim:
    """The claim of one row: a difference, an equivalence, or what kept it from being either."""
    figure = effect_figure(findings, effect)
    args: dict[str, Any] = {
        "metric": effect.metric,
        "level": Level(effect.level),
        "baseline": Level(effect.baseline),
        "direction": direction(effect),
        "effect": figure,
        "better": findings.metrics[effect.metric].better,
        "is_primary": effect.metric == findings.primary,
    }
    key = key_of(effect)
    if effect.p_adjusted is not None and effect.verdict in SIGNIFICANT:
        args["p"] = of_column(findings, "rpt_effects", "p_adjusted", key, effect.p_adjusted, 3, "1")
    if effect.verdict == "undecided":
        args["detectable"] = of_column(findings, "rpt_effects", "detectable_pct", key, effect.detectable_pct, 1, "%")
        args["repeats_needed"] = of_column(
            findings, "rpt_effects", "repeats_needed", key, effect.repeats_needed, 0, "count"
        )
    form = f"effect.{effect.verdict}"
    if figure is None:
        form = "effect.no_data"
    elif effect.verdict == "undecided" and effect.reason_code in UNDECIDED_REASONS:
        form = f"effect.undecided.{effect.reason_code}"
    predicates = {"better": "delta", "worse": "delta", "equivalent": "equivalent", "undecided": "undecided"}
    assertion = f"{effect.verdict}:{direction(effect)}" if effect.verdict in SIGNIFICANT else effect.verdict
    return Claim(
        id=f"effect.{effect.metric}.{effect.level}.{effect.baseline}",
        predicate=predicates.get(effect.verdict, "within_noise"),
        form=form,
        topic=topic,
        args=args,
        modality="derived",
        paragraph=paragraph,
        is_mandatory=is_mandatory,
        assertion=assertion,
        refuted_by="refute.effect"
        if effect.verdict in SIGNIFICANT
        else "refute.equivalent"
        if effect.verdict == "equivalent"
        else None,
    )


def primary_claims(findings: Findings) -> list[Claim]:
    """Every pair on the primary metric; against the baseline first, which is what the question asks."""
    if situation(findings) == "progress":
        return []
    pairs = primary_pairs(findings)
    first = against_baseline(findings, pairs)
    rest = [pair for pair in pairs if pair not in first]
    # A grid has dozens of pairs: those against the baseline are told, the others stand in a table.
    where = 1 if len(rest) <= MOST_PAIRS_TOLD else IN_TABLE
    claims = [effect_claim(findings, pair, "primary", 0, is_mandatory=True) for pair in first]
    claims += [effect_claim(findings, pair, "primary", where, is_mandatory=True) for pair in rest]
    return claims + stall_claims(findings, pairs) + sentinel_claim(findings, pairs)


def stall_claims(findings: Findings, pairs: tuple[EffectRow, ...]) -> list[Claim]:
    """A median hides stalls: where a difference was shown, the marts compared the total work as well, and it agreed."""
    shown = [p for p in pairs if p.verdict in SIGNIFICANT and p.stalls_effect_pct is not None]
    if not shown:
        return []
    return [Claim("stalls", "value", "effect.total_work", "primary", {"metric": findings.primary}, "derived", 2)]


def sentinel_claim(findings: Findings, pairs: tuple[EffectRow, ...]) -> list[Claim]:
    """What the baseline showed against itself, in words: its numbers are no facts of the document, so none is printed."""
    tested = [pair for pair in pairs if pair.sentinel_p is not None]
    if not tested:
        return []
    is_quiet = all((pair.sentinel_p or 0.0) > SENTINEL_LEVEL for pair in tested)
    args = {"metric": findings.primary, "baseline": Level(findings.baseline)}
    form, predicate = ("sentinel.quiet", "within_noise") if is_quiet else ("sentinel.differs", "quality")
    return [
        Claim(f"sentinel.{findings.primary}", predicate, form, "primary", args, "derived", 2, is_mandatory=not is_quiet)
    ]


def secondary_claims(findings: Findings) -> list[Claim]:
    """The other metrics against the baseline: what changed, what was shown not to, and (rule 10) what got worse."""
    if not is_comparable(findings):
        return []
    effects = [
        effect
        for metric in findings.metrics
        if metric != findings.primary
        for effect in against_baseline(findings, findings.effects_of(metric))
    ]
    moved = sorted((e for e in effects if e.verdict in SIGNIFICANT), key=lambda e: -abs(e.effect_pct or 0))
    spread = _spread(moved)
    claims = [effect_claim(findings, effect, "secondary", 1) for effect in spread[:MOST_WORDED]]
    claims += _table_rows(findings, [effect.metric for effect in spread])
    for verdict in ("equivalent", "undecided"):
        names = tuple(dict.fromkeys(e.metric for e in effects if e.verdict == verdict))
        names = tuple(n for n in names if all(e.verdict == verdict for e in effects if e.metric == n))
        if names:
            predicate = "equivalent" if verdict == "equivalent" else "undecided"
            shown = sorted(
                names, key=lambda name: KNOWN_FIRST.index(name) if name in KNOWN_FIRST else len(KNOWN_FIRST)
            )[:MOST_NAMED]
            args = {
                "metrics": tuple(shown),
                "is_cut": len(names) > MOST_NAMED,
                "baseline": Level(findings.baseline),
                "minimum": minimum_effect(findings),
            }
            claims.append(Claim(f"{verdict}.list", predicate, f"{verdict}.list", "secondary", args, "derived", 2))
    return [*claims, price_claim(findings, winner_of(findings))]


def winner_of(findings: Findings) -> str | None:
    """The level that the answer names as better than the baseline, whose price is asked for."""
    gains = [e for e in against_baseline(findings, primary_pairs(findings)) if e.verdict == "better"]
    return max(gains, key=lambda e: abs(e.effect_pct or 0)).level if gains else None


def _table_rows(findings: Findings, metrics: list[str]) -> list[Claim]:
    """A row a metric for the table of differences: each level's effect against the baseline where it was shown, else nothing."""
    rows = []
    for metric in metrics:
        shown = {
            e.level: e for e in against_baseline(findings, findings.effects_of(metric)) if e.verdict in SIGNIFICANT
        }
        items = tuple(
            (Level(level), effect_figure(findings, shown[level]) if level in shown else None)
            for level in findings.levels
            if level != findings.baseline
        )
        args = {"metric": metric, "items": items}
        rows.append(Claim(f"effects.{metric}", "delta", "table.row", "secondary", args, "derived", IN_TABLE))
    return rows


def _spread(moved: list[EffectRow]) -> list[EffectRow]:
    """The strongest differences, at most one level a metric, so that one metric does not fill the list."""
    seen: dict[str, EffectRow] = {}
    for effect in moved:
        seen.setdefault(effect.metric, effect)
    return list(seen.values())[:MOST_SECONDARY]


def worsened(findings: Findings, level: str | None = None) -> list[EffectRow]:
    """Effects of verdict `worse` against the baseline on any metric but the primary; of one level where it is named."""
    return [
        e
        for e in findings.effects
        if e.kind == "pair"
        and e.verdict == "worse"
        and e.baseline == findings.baseline
        and e.metric != findings.primary
        and level in (None, e.level)
    ]


def price_claim(findings: Findings, winner: str | None = None) -> Claim:
    """Rule 10: whenever something may be called better, what got worse (with the winner, if there is one) is said, or that nothing was shown to."""
    worse = worsened(findings, winner)
    if not worse:
        args = {"baseline": Level(findings.baseline), "level": Level(winner) if winner else None}
        form = "price.none" if winner else "price.none_worse"
        return Claim("price.none", "value", form, "secondary", args, "derived", 3, True, "none")
    strongest: dict[str, EffectRow] = {}
    for effect in sorted(worse, key=lambda e: -abs(e.effect_pct or 0)):
        strongest.setdefault(effect.metric, effect)
    items = tuple(
        {"metric": e.metric, "level": Level(e.level), "effect": effect_figure(findings, e), "direction": direction(e)}
        for e in list(strongest.values())[:3]
    )
    found: dict[str, Any] = {"items": items, "baseline": Level(findings.baseline)}
    assertion = ",".join(sorted(strongest))
    # Without a winner nothing was bought: the same differences are the losers' further losses.
    form = "price.some_worse" if winner is None and situation(findings) == "decided" else "price.some"
    return Claim("price.some", "delta", form, "secondary", found, "derived", 3, True, assertion)


def minimum_effect(findings: Findings) -> Figure | None:
    """The smallest effect that matters to the reader, fixed before the first run."""
    value = findings.experiment.minimum_effect_pct
    return of_column(
        findings, "rpt_experiments", "minimum_effect_pct", {}, value, 0 if float(value).is_integer() else 1, "%"
    )
