"""Claims about differences between levels: only those that survived the marts' verdict are worded as differences (rules 1 and 10)."""

from collections.abc import Sequence
from typing import Any

from pgverdict.i18n import round_half_up
from prompts.claims.model import IN_TABLE, Claim, Figure, Level, finding_fact, of_column
from prompts.claims.situation import (
    CONDITIONS,
    SIGNIFICANT,
    against_baseline,
    baseline_level,
    choices,
    condition_places,
    conditions,
    is_comparable,
    leaders,
    own_baseline,
    pairs_of_choice,
    primary_pairs,
    situation,
)
from prompts.claims.told import direction, effect_figure, key_of, size, told, way_of
from prompts.rows import EffectRow, Findings

#: Reasons of "undecided" that have a wording of their own; any other is worded by the mart's general rule.
UNDECIDED_REASONS = ("differs_in_stalls", "sentinel_differs", "differs_without_direction", "below_minimum_effect")
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


def effect_claim(
    findings: Findings, effect: EffectRow, topic: str, paragraph: int = 0, is_mandatory: bool = False
) -> Claim:
    """The claim of one row: a difference, an equivalence, or what kept it from being either."""
    figure = effect_figure(findings, effect)
    args: dict[str, Any] = {
        "level": Level(effect.level),
        "baseline": Level(effect.baseline),
        **told(findings, effect),
        "better": "none" if _is_of_condition(findings, effect) else findings.metrics[effect.metric].better,
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
    if effect.verdict == "drifting":
        args["apart"] = _apart(findings, effect)
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


def _apart(findings: Findings, effect: EffectRow) -> tuple[tuple[Figure, Figure], tuple[Figure, Figure]] | None:
    """The least and the greatest of the runs' medians at both levels, where no run of one reaches a run of the other: how large a difference is, levels that
    drift cannot tell, but on which side each run was is a fact."""
    ends = []
    for level in (effect.level, effect.baseline):
        runs = [run.run for run in findings.runs if run.level == level and run.is_valid]
        medians = [finding_fact(findings, effect.metric, "median", level, run=run) for run in runs]
        found = sorted((figure for figure in medians if figure is not None), key=lambda figure: figure.value)
        if not found or len(found) < len(runs):
            return None
        ends.append((found[0], found[-1]))
    mine, other = ends
    shown = [round_half_up(figure.value, figure.decimals) for figure in (mine[0], mine[1], other[0], other[1])]
    return (mine, other) if shown[0] > shown[3] or shown[1] < shown[2] else None


def _is_of_condition(findings: Findings, effect: EffectRow) -> bool:
    """A main effect of a load: it changes the figures, and is neither better nor worse."""
    kinds = {str(factor["name"]): factor.get("kind") for factor in findings.experiment.factors}
    return effect.kind == "main" and kinds.get(effect.level.partition("=")[0]) in CONDITIONS


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
        for effect in against_baseline(findings, pairs_of_choice(findings, metric))
    ]
    moved = sorted((e for e in effects if e.verdict in SIGNIFICANT), key=_by_weight)
    spread = _spread(moved)
    price = price_claim(findings, winners_of(findings))
    # What the price names is not told twice in one section.
    priced = {(item["metric"], item["level"].text) for item in price.args.get("items", ())}
    fresh = [effect for effect in spread if (effect.metric, effect.level) not in priced]
    claims = [effect_claim(findings, effect, "secondary", 1) for effect in fresh[:MOST_WORDED]]
    claims += _table_rows(findings, [effect.metric for effect in spread])
    for listed in ("equivalent", "differs", "undecided"):
        names = tuple(dict.fromkeys(e.metric for e in effects if _listed_as(e) == listed))
        names = tuple(n for n in names if all(_listed_as(e) == listed for e in effects if e.metric == n))
        if names:
            predicate = "equivalent" if listed == "equivalent" else "undecided"
            shown = sorted(names, key=_familiarity)[:MOST_NAMED]
            args = {
                "metrics": tuple(shown),
                "is_cut": len(names) > MOST_NAMED,
                "baseline": baseline_level(findings),
                "minimum": minimum_effect(findings),
                **choices(findings),
            }
            claims.append(Claim(f"{listed}.list", predicate, f"{listed}.list", "secondary", args, "derived", 2))
    ways = [claim.args.get("way") for claim in claims] + [item["way"] for item in price.args.get("items", ())]
    if "values" not in ways and not any(claim.form == "table.values" for claim in claims):
        return [*claims, price]
    return [*claims, price, Claim("effect.by_values", "design", "effect.by_values", "secondary", {}, "derived", 3)]


def _listed_as(effect: EffectRow) -> str:
    """The list that names the metric where all its levels agree: a difference of a metric without a better side was shown all the same."""
    return "differs" if effect.reason_code == "differs_without_direction" else effect.verdict


def winner_of(findings: Findings) -> str | None:
    """The level that the answer names as better than the baseline: the one that gains most."""
    gains = [e for e in against_baseline(findings, primary_pairs(findings)) if e.verdict == "better"]
    return max(gains, key=size).level if gains else None


def winners_of(findings: Findings) -> tuple[str, ...]:
    """The levels whose price is asked for: the winner, or where every condition has its own answer all that gained and lead there."""
    winner = winner_of(findings)
    if winner is None or not condition_places(findings):
        return (winner,) if winner else ()
    gains = {e.level for e in against_baseline(findings, primary_pairs(findings)) if e.verdict == "better"}
    ahead = {level for condition in conditions(findings) for level in leaders(findings, findings.primary, condition)}
    return tuple(level for level in findings.levels if level in gains & ahead) or (winner,)


def _table_rows(findings: Findings, metrics: list[str]) -> list[Claim]:
    """A row a metric for the tables of differences: each level's effect against the baseline where it was shown, else nothing;
    the means of those levels and the baseline's for metrics that are told by values."""
    rows = []
    for metric in metrics:
        shown = {
            e.level: e
            for e in against_baseline(findings, pairs_of_choice(findings, metric))
            if e.verdict in SIGNIFICANT
        }
        is_percent = all(way_of(findings, effect)[0] == "percent" for effect in shown.values())
        items = tuple(
            (Level(level), _cell(findings, metric, level, shown.get(level), is_percent))
            for level in findings.levels
            if level != own_baseline(findings, level) or not is_percent
        )
        form = "table.row" if is_percent else "table.values"
        args = {"metric": metric, "items": items}
        if is_percent or sum(figure is not None for _, figure in items) > 1:
            rows.append(Claim(f"effects.{metric}", "delta", form, "secondary", args, "derived", IN_TABLE))
    return rows


def _cell(findings: Findings, metric: str, level: str, effect: EffectRow | None, is_percent: bool) -> Figure | None:
    if effect is None:
        return (
            None
            if is_percent or level != own_baseline(findings, level)
            else finding_fact(findings, metric, "mean", level)
        )
    return effect_figure(findings, effect) if is_percent else finding_fact(findings, metric, "mean", level)


def _familiarity(metric: str) -> int:
    """Where readers look first; metrics that they know less come after."""
    return KNOWN_FIRST.index(metric) if metric in KNOWN_FIRST else len(KNOWN_FIRST)


def _by_weight(effect: EffectRow) -> tuple[float, int]:
    """The largest difference first; among those that are larger than a percentage can say, the best known metric."""
    return -size(effect), _familiarity(effect.metric)


def _spread(moved: list[EffectRow]) -> list[EffectRow]:
    """The strongest differences, at most one level a metric, so that one metric does not fill the list."""
    seen: dict[str, EffectRow] = {}
    for effect in moved:
        seen.setdefault(effect.metric, effect)
    return list(seen.values())[:MOST_SECONDARY]


def worsened(findings: Findings, levels: Sequence[str] = ()) -> list[EffectRow]:
    """Effects of verdict `worse` against the baseline on any metric but the primary; of some levels where they are named."""
    return [
        e
        for metric in findings.metrics
        if metric != findings.primary
        for e in against_baseline(findings, pairs_of_choice(findings, metric))
        if e.verdict == "worse" and (not levels or e.level in levels)
    ]


def price_claim(findings: Findings, winners: Sequence[str] = ()) -> Claim:
    """Rule 10: whenever something may be called better, what got worse (with the winners, if there are some) is said, or that nothing was shown to."""
    worse = worsened(findings, winners)
    if not worse:
        args = {"baseline": baseline_level(findings), "levels": tuple(map(Level, winners)), **choices(findings)}
        form = "price.none" if winners else "price.none_worse"
        return Claim("price.none", "value", form, "secondary", args, "derived", 3, True)
    strongest: dict[str, EffectRow] = {}
    for effect in sorted(worse, key=_by_weight):
        strongest.setdefault(effect.metric, effect)
    items = tuple(
        {"level": Level(e.level), "baseline": Level(e.baseline), **told(findings, e)}
        for e in list(strongest.values())[:3]
    )
    found: dict[str, Any] = {"items": items}
    # Without a winner nothing was bought: the same differences are the losers' further losses.
    form = "price.some_worse" if not winners and situation(findings) == "decided" else "price.some"
    return Claim("price.some", "delta", form, "secondary", found, "derived", 3, True)


def minimum_effect(findings: Findings) -> Figure | None:
    """The smallest effect that matters to the reader, fixed before the first run."""
    value = findings.experiment.minimum_effect_pct
    return of_column(
        findings, "rpt_experiments", "minimum_effect_pct", {}, value, 0 if float(value).is_integer() else 1, "%"
    )
