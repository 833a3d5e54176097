"""Claims about the course of a run: boundaries, slopes, drops, stability. A maximum is no amplitude, R² no stability (rule 6)."""

from itertools import pairwise

from prompts.claims.answer import is_ordered
from prompts.claims.model import IN_TABLE, MOST_IN_SENTENCE, Claim, Level, finding_fact, of_column
from prompts.claims.situation import is_comparable, situation
from prompts.rows import DoseRow, DropRow, Findings, SlopeRow

#: Speed first, then what the seeds' readers look for; the first two that the marts hold are worded.
SPEEDS = ("operational_speed", "tps")
WAITS = ("active_sessions", "waits_share", "waiting_sessions")
#: Boundaries of more levels than this stand in a table.
MOST_LEVELS_TOLD = 4
BOUNDARY_STATS = ("min", "p5", "median", "mean", "p95", "max", "amplitude")


def has_boundaries(findings: Findings, metric: str) -> bool:
    """True when the marts hold the boundaries of the metric for some level."""
    return any(finding_fact(findings, metric, "median", level) for level in findings.levels)


def speed_metrics(findings: Findings) -> list[str]:
    """The primary metric and the operational speed, as far as they have boundaries."""
    wanted = dict.fromkeys((findings.primary, *(() if findings.primary in SPEEDS else SPEEDS)))
    return [metric for metric in wanted if has_boundaries(findings, metric)][:2]


def wait_metric(findings: Findings) -> str | None:
    """The waits' quantity that has boundaries."""
    return next((metric for metric in WAITS if has_boundaries(findings, metric)), None)


def boundary_claims(findings: Findings) -> list[Claim]:
    """Minimum, median, maximum and the outer percentiles of speed and waits, a level a claim."""
    claims = []
    waits = wait_metric(findings)
    for paragraph, metric in enumerate([*speed_metrics(findings), *([waits] if waits else [])]):
        for level in findings.levels:
            args = {stat: finding_fact(findings, metric, stat, level) for stat in BOUNDARY_STATS}
            if any(args[stat] is None for stat in ("min", "p5", "median", "p95", "max")):
                continue
            claims.append(
                Claim(
                    f"boundaries.{metric}.{level}",
                    "value",
                    "boundaries.percentiles",
                    "boundaries",
                    args | {"metric": metric, "level": Level(level)},
                    paragraph=IN_TABLE if paragraph or len(findings.levels) > MOST_LEVELS_TOLD else 0,
                )
            )
    return claims


def slope_claims(findings: Findings) -> list[Claim]:
    """How speed and waits moved within a run; R² is named for what it is, once."""
    claims = []
    wanted = [*speed_metrics(findings), *filter(None, [wait_metric(findings)])]
    rows = [
        row for metric in wanted for row in findings.slopes if row.metric == metric and row.level in findings.levels
    ]
    silent = []
    for metric in wanted:
        mine = [row for row in rows if row.metric == metric]
        moving = [
            row
            for row in mine
            if row.verdict in ("rising", "falling") and finding_fact(findings, metric, "slope", row.level)
        ]
        claims += [_slope(findings, row) for row in moving]
        calm = [row for row in mine if row.verdict not in ("rising", "falling")]
        if calm and len(calm) == len(findings.levels):
            silent.append(metric)
        elif calm:
            args = {"metric": metric, "levels": tuple(Level(row.level) for row in calm)}
            claims.append(
                Claim(f"slope.{metric}.not_shown", "within_noise", "slope.not_shown", "slopes", args, "derived", 1)
            )
    if silent:
        claims.append(
            Claim("slope.none", "within_noise", "slope.none", "slopes", {"metrics": tuple(silent)}, "derived", 1)
        )
    return claims


def _slope(findings: Findings, row: SlopeRow) -> Claim:
    args = {
        "metric": row.metric, "level": Level(row.level), "slope": finding_fact(findings, row.metric, "slope", row.level),
        "r_squared": finding_fact(findings, row.metric, "r_squared", row.level),
    }  # fmt: skip
    return Claim(
        f"slope.{row.metric}.{row.level}",
        "slope",
        f"slope.{row.verdict}",
        "slopes",
        args,
        "derived",
        0,
        assertion=row.verdict,
        refuted_by="refute.slope",
    )


def drop_claims(findings: Findings) -> list[Claim]:
    """Drops by level: how many, the deepest with its window and recovery; where none was seen, the smallest visible."""
    claims = []
    sentinels = {run.run for run in findings.runs if run.role == "sentinel"}
    watched = next(
        (metric for metric in (findings.primary, *SPEEDS) if any(drop.metric == metric for drop in findings.drops)),
        None,
    )
    for level in findings.levels:
        mine = [drop for drop in findings.drops if drop.level == level and drop.metric == watched]
        # The level's count leaves sentinel runs out; where they alone had drops, that is said.
        drops = [drop for drop in mine if drop.run not in sentinels] or mine
        if drops:
            claims.append(_drops_of_level(findings, level, drops, is_counted=drops[0].run not in sentinels))
            claims.append(_deepest(findings, max(drops, key=lambda d: d.depth_pct), len(drops) == 1))
    # Of no speed at all: a level whose other speed dropped is not called calm.
    calm = tuple(Level(level) for level in findings.levels if not any(d.level == level for d in findings.drops))
    is_all = len(calm) == len(findings.levels)
    # In a large grid the levels with drops are named, and a list of all the others would say nothing more.
    if calm and (is_all or len(calm) <= MOST_IN_SENTENCE) and _speed_was_watched(findings):
        args = {"levels": calm, "is_all": is_all}
        claims.append(Claim("no_drops", "window", "drops.none", "drops", args, paragraph=len(claims), assertion="none"))
    return claims


def _speed_was_watched(findings: Findings) -> bool:
    return bool(findings.stability or findings.series or findings.drops)


def _drops_of_level(findings: Findings, level: str, drops: list[DropRow], is_counted: bool) -> Claim:
    speed = drops[0].metric
    count = finding_fact(findings, speed, "count", level, scope="drops") if is_counted else None
    args = {
        "level": Level(level), "metric": speed, "count": count, "is_only": len(drops) == 1,
        "minutes": finding_fact(findings, speed, "duration", level, scope="drops"),
    }  # fmt: skip
    return Claim(
        f"drops.{level}",
        "window",
        "drops.level",
        "drops",
        args,
        paragraph=findings.levels.index(level),
        assertion="some",
    )


def _deepest(findings: Findings, drop: DropRow, is_only: bool) -> Claim:
    key = {"level": drop.level, "run": drop.run, "name": drop.drop_name}
    args = {
        "level": Level(drop.level), "run": drop.run, "metric": drop.metric, "starts_at": drop.starts_at, "ends_at": drop.ends_at,
        "depth": of_column(findings, "rpt_windows", "depth_pct", key, drop.depth_pct, 1, "%"),
        "recovered": of_column(findings, "rpt_windows", "recovered_after_s", key, drop.recovered_after_s, 0, "s"),
        "is_only": is_only, "is_censored": bool(drop.is_censored) or drop.recovered_after_s is None, "wait": drop.wait_during if drop.wait_during != "CPU" else None,
    }  # fmt: skip
    return Claim(
        f"drops.deepest.{drop.level}",
        "window",
        "drops.deepest",
        "drops",
        args,
        paragraph=findings.levels.index(drop.level),
    )


def stability_claims(findings: Findings) -> list[Claim]:
    """Stability by dispersion; ranked only where the intervals separate."""
    speed = next(
        (metric for metric in (findings.primary, *SPEEDS) if any(row.metric == metric for row in findings.stability)),
        None,
    )
    rows = [
        row
        for row in findings.stability
        if row.level in findings.levels and row.p5_to_p50 is not None and row.metric == speed
    ]
    rows.sort(key=lambda row: findings.levels.index(row.level))
    ratios, deviations = (
        tuple(
            (Level(row.level), figure)
            for row in rows
            if (figure := finding_fact(findings, row.metric, stat, row.level))
        )
        for stat in ("p5_to_p50", "mad")
    )
    if not ratios:
        return []
    args = {"metric": rows[0].metric, "ratios": ratios, "deviations": deviations}
    where = IN_TABLE if len(ratios) > MOST_IN_SENTENCE else 0
    claims = [Claim(f"stability.{rows[0].metric}", "value", "stability.sequence", "stability", args, paragraph=where)]
    if len(rows) < 2 or not is_comparable(findings):
        return claims
    ranked = sorted((row for row in rows if row.rank is not None), key=lambda row: row.rank or 0)
    if len(ranked) == len(rows) and all(row.is_separated for row in ranked):
        ordered = {"levels": tuple(Level(row.level) for row in ranked), "metric": ranked[0].metric}
        rank = Claim(
            "stability.rank",
            "stable",
            "stability.ranked",
            "stability",
            ordered,
            "derived",
            1,
            assertion=">".join(r.level for r in ranked),
        )
    else:
        rank = Claim(
            "stability.rank",
            "within_noise",
            "stability.not_ranked",
            "stability",
            {"metric": rows[0].metric},
            "derived",
            1,
            assertion="tied",
        )
    return [*claims, rank]


def _all_steps_shown(findings: Findings, row: DoseRow) -> bool:
    """Rule 2: every two neighbouring levels were shown to differ; a contrast over all of them is not enough."""
    shown = {
        frozenset((e.level, e.baseline)) for e in findings.effects_of(row.metric) if e.verdict in ("better", "worse")
    }
    return all(frozenset(pair) in shown for pair in pairwise(row.levels))


def dose_claims(findings: Findings) -> list[Claim]:
    """Rule 2: a trend only where all levels are monotone beyond noise; otherwise the whole sequence is shown."""
    if situation(findings) not in ("decided", "undecided", "equivalent"):
        return []
    claims = []
    rows = sorted(findings.dose_response, key=lambda row: (row.metric != findings.primary, row.metric))
    wanted = (findings.primary, "latency_p95_ms", "latency_ms")
    for row in [r for r in rows if r.metric in wanted and r.metric in findings.metrics and len(r.levels) > 2][:2]:
        if not all(is_ordered(f["levels"]) for f in findings.experiment.factors if f["name"] == row.factor):
            continue
        means = [finding_fact(findings, row.metric, "mean", level) for level in row.levels]
        if any(mean is None for mean in means):
            continue
        shape = row.shape if row.shape not in ("rising", "falling") or _all_steps_shown(findings, row) else "not_shown"
        args = {
            "factor": row.factor, "metric": row.metric, "shape": shape, "items": tuple(zip(map(Level, row.levels), means, strict=True)),
        }  # fmt: skip
        is_trend = shape in ("rising", "falling")
        predicate = "monotone" if is_trend else "not_monotone" if shape == "not_monotone" else "within_noise"
        claims.append(
            Claim(
                f"dose.{row.factor}.{row.metric}",
                predicate,
                f"dose.{shape}",
                "dose",
                args,
                "derived",
                assertion=shape,
                refuted_by="refute.dose" if is_trend else None,
            )
        )
    return claims
