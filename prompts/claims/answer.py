"""Claims that answer the question: the best level with its gain against baseline and default, ties as ties, ends of the grid as such (rule 3)."""

from typing import Any

from pgverdict.errors import Refused
from pgverdict.units import split_quantity
from prompts.claims.effects import effect_claim, minimum_effect, price_claim, winners_of
from prompts.claims.model import Claim, Level, column_of_experiment, finding_fact
from prompts.claims.situation import (
    SIGNIFICANT,
    against_baseline,
    choices,
    condition_of,
    condition_places,
    conditions,
    leaders,
    named,
    pairs_of_choice,
    primary_pairs,
    situation,
)
from prompts.claims.told import effect_figure, size, told, way_of
from prompts.rows import EffectRow, Findings, OptimumRow

#: Conditions (loads, numbers of clients) that a sentence tells one by one; those where a difference was shown come first.
MOST_CONDITIONS = 4
#: Purposes beyond these are metrics that few readers choose by.
MOST_PURPOSES = 7


def answer_claims(findings: Findings) -> list[Claim]:
    """Three sentences: the answer, its price, and how far it carries."""
    kind = situation(findings)
    claims = [_headline(findings, kind)]
    if kind == "decided":
        claims.append(_copy(price_claim(findings, winners_of(findings)), "answer"))
    else:
        claims += _strongest_undecided(findings, kind)
    return [*claims, _reach(findings, kind)]


def best_level(findings: Findings) -> OptimumRow | None:
    """The primary's single best level; None where a tied set is all that can be said."""
    rows = front(findings, "primary")
    return rows[0] if len(rows) == 1 and rows[0].is_best and not rows[0].is_tied else None


def front(findings: Findings, purpose: str) -> list[OptimumRow]:
    """The levels that nothing was shown to beat for the purpose, in the order of the levels: one best, or a tied set; nothing where
    each condition has its own (`by_condition`)."""
    if condition_places(findings):
        return []
    names = ("primary", findings.primary) if purpose in ("primary", findings.primary) else (purpose,)
    rows = [
        row
        for row in findings.optima
        if row.purpose in names and (row.is_best or row.is_tied) and row.level in findings.levels
    ]
    return sorted({row.level: row for row in rows}.values(), key=lambda row: findings.levels.index(row.level))


def is_edge(findings: Findings, best: OptimumRow | None) -> bool:
    """True when the best lies at the end of a grid whose levels are numbers: a list of words has no end to go beyond."""
    return (
        best is not None
        and best.is_edge_of_grid
        and all(is_ordered(factor["levels"]) for factor in findings.experiment.factors)
    )


def is_ordered(levels: list[Any]) -> bool:
    """True when all levels are quantities."""
    try:
        return all(split_quantity(str(level)) for level in levels)
    except Refused:
        return False


def _headline(findings: Findings, kind: str) -> Claim:
    args: dict[str, Any] = {
        "metric": findings.primary,
        "baseline": Level(findings.baseline),
        "minimum": minimum_effect(findings),
        "is_preregistered": findings.experiment.is_preregistered,
    }
    levels = tuple(Level(level) for level in findings.levels)
    if kind == "decided":
        return _decided(findings, args)
    predicate = {"equivalent": "equivalent", "undecided": "undecided"}.get(kind, "within_noise")
    is_mixed = kind == "undecided" and any(pair.verdict == "equivalent" for pair in primary_pairs(findings))
    # Loud sentinels, stalls and metrics without a better side leave a question open that no repeats would close.
    reasons = {pair.reason_code for pair in primary_pairs(findings) if pair.verdict == "undecided"}
    is_too_few = not reasons & {
        "sentinel_differs",
        "differs_in_stalls",
        "differs_without_direction",
        "below_minimum_effect",
    }
    args |= {
        "levels": levels,
        "repeats": repeats(findings),
        "is_mixed": is_mixed,
        "is_too_few": is_too_few,
        **choices(findings),
    }
    return Claim(
        f"answer.{kind}",
        predicate,
        f"answer.{kind}",
        "answer",
        args,
        "derived",
        0,
        True,
        kind,
        "refute.equivalent" if kind == "equivalent" else None,
    )


def by_condition(findings: Findings, metric: str) -> tuple[dict[str, Any], ...]:
    """For each condition the cells that lead on the metric, and the largest difference from its own baseline that was shown (None:
    nothing separated); conditions with a difference first, at most MOST_CONDITIONS."""
    places = condition_places(findings)
    found = []
    for condition in conditions(findings):
        pairs = [p for p in pairs_of_choice(findings, metric) if condition_of(findings, p.level) == condition]
        shown = [p for p in pairs if p.verdict in SIGNIFICANT]
        ahead = leaders(findings, metric, condition)
        # The gain of a single leader, otherwise the largest difference from the baseline, otherwise the largest of all.
        gains = [p for p in against_baseline(findings, shown) if p.verdict == "better" and ahead == (p.level,)]
        first = gains or against_baseline(findings, shown) or shown
        item = {
            "condition": named(findings, places, condition),
            "levels": tuple(map(Level, ahead)),
            "strongest": _strongest(findings, first),
        }
        found.append(item)
    return tuple(sorted(found, key=lambda item: item["strongest"] is None)[:MOST_CONDITIONS])


def _same_leader(findings: Findings, items: tuple[dict[str, Any], ...]) -> Level | None:
    """The choice that leads alone under every condition, named without the conditions; None where there is no such one."""
    held = condition_places(findings)
    places = [place for place in range(len(findings.experiment.factors)) if place not in held]
    chosen = {tuple(level.text.split("/")[place] for place in places) for item in items for level in item["levels"]}
    is_all = len(items) == len(conditions(findings)) and all(i["strongest"] and len(i["levels"]) == 1 for i in items)
    return named(findings, places, next(iter(chosen))) if is_all and len(chosen) == 1 else None


def _decided_by_condition(findings: Findings, args: dict[str, Any]) -> Claim:
    """The answer of a grid over loads: what leads under each, since a server is not set to be read instead of written."""
    items = by_condition(findings, findings.primary)
    args |= choices(findings) | {
        "items": items,
        "strongest": max((i["strongest"] for i in items if i["strongest"]), key=lambda told: told["size"]),
        # Under more conditions than two the sentence names the leaders, and only the largest difference of all.
        "is_many": len(items) > 2,
        "everywhere": _same_leader(findings, items),
        "is_cut": len(conditions(findings)) > MOST_CONDITIONS,
    }
    assertion = ",".join(level.text for item in items for level in item["levels"])
    return Claim(
        "answer.best", "order", "answer.by_condition", "answer", args, "derived", 0, True, assertion, "refute.best"
    )


def _decided(findings: Findings, args: dict[str, Any]) -> Claim:
    if condition_places(findings):
        return _decided_by_condition(findings, args)
    best = best_level(findings)
    pairs = primary_pairs(findings)
    if best is not None and best.level != findings.baseline:
        pair = next(
            (p for p in against_baseline(findings, pairs) if p.level == best.level and p.verdict == "better"), None
        )
        if pair is not None:
            args |= {
                "level": Level(best.level),
                "tied": (),
                **told(findings, pair),
            }
            return Claim(
                "answer.best", "best", "answer.best", "answer", args, "derived", 0, True, best.level, "refute.best",
                ("edge",) if is_edge(findings, best) else (),
            )  # fmt: skip
    if best is not None and best.level == findings.baseline:
        args |= {"worst": _strongest(findings, [p for p in against_baseline(findings, pairs) if p.verdict == "worse"])}
        return Claim(
            "answer.best",
            "best",
            "answer.best_is_baseline",
            "answer",
            args,
            "derived",
            0,
            True,
            best.level,
            "refute.best",
        )
    leading = _leader(findings, pairs)
    if leading is not None:
        args |= leading
        return Claim(
            "answer.best", "delta", "answer.better", "answer", args, "derived", 0, True, leading["level"].text, "refute.effect",
            ("tied",) if leading["tied"] else (),
        )  # fmt: skip
    tied = tuple(Level(row.level) for row in front(findings, "primary"))
    shown = [p for p in against_baseline(findings, pairs) if p.verdict in ("better", "worse")] or [
        p for p in pairs if p.verdict in ("better", "worse")
    ]
    args |= {"levels": tied, "strongest": _strongest(findings, shown), "is_equal": _are_equal(findings, tied)}
    form = "answer.tied" if len(tied) > 1 else "answer.difference"
    return Claim(
        "answer.best",
        "order",
        form,
        "answer",
        args,
        "derived",
        0,
        True,
        ",".join(level.text for level in tied) or "difference",
        "refute.best",
    )


def _are_equal(findings: Findings, group: tuple[Level, ...]) -> bool:
    """True where every two levels of the group were shown to be equivalent; not to be told apart is not to be equal."""
    names = {level.text for level in group}
    pairs = [p for p in primary_pairs(findings) if {p.level, p.baseline} <= names]
    return len(pairs) == len(names) * (len(names) - 1) // 2 and all(p.verdict == "equivalent" for p in pairs)


def _leader(findings: Findings, pairs: tuple[EffectRow, ...]) -> dict[str, Any] | None:
    """Without a single best level: the front's level that gains most over the baseline, and those it did not separate from."""
    members = [row.level for row in front(findings, "primary")]
    gains = [p for p in against_baseline(findings, pairs) if p.verdict == "better" and p.level in members]
    if not gains or findings.baseline in members:
        return None
    pair = max(gains, key=size)
    tied = tuple(Level(level) for level in members if level != pair.level)
    return {
        "level": Level(pair.level),
        **told(findings, pair),
        "tied": tied,
    }


def _strongest(findings: Findings, pairs: list[EffectRow]) -> dict[str, Any] | None:
    if not pairs:
        return None
    pair = max(pairs, key=size)
    return {"level": Level(pair.level), "baseline": Level(pair.baseline), **told(findings, pair)}


def _strongest_undecided(findings: Findings, kind: str) -> list[Claim]:
    """Without an answer the second sentence gives the largest difference seen, as what it is."""
    if kind == "progress":
        return []
    pairs = [p for p in against_baseline(findings, primary_pairs(findings)) if p.effect_pct is not None]
    if not pairs:
        return []
    pair = max(pairs, key=size)
    return [_copy(effect_claim(findings, pair, "answer", is_mandatory=True), "answer")]


def _reach(findings: Findings, kind: str) -> Claim:
    """How many runs it stands on, and whether the best of those tried lies at the end of the grid."""
    best = best_level(findings)
    at_edge = kind == "decided" and is_edge(findings, best)
    args = {
        "repeats": repeats(findings),
        "valid": column_of_experiment(findings, "runs_valid", findings.experiment.runs_valid),
        "metric": findings.primary,
        "is_short": findings.experiment.profile == "short",
        "level": Level(best.level) if best else None,
    }
    concludes = kind in ("decided", "equivalent")
    form = "reach.edge" if at_edge else "reach.plain" if concludes else "reach.data"
    if kind == "progress":
        form = "reach.progress"
    return Claim("reach", "edge_of_grid" if at_edge else "design", form, "answer", args, "observed", 0, True)


def edge_claim(findings: Findings) -> list[Claim]:
    """Rule 3: the best at an end of the grid is the best of those tried, and no more."""
    best = best_level(findings)
    if situation(findings) != "decided" or best is None or not is_edge(findings, best):
        return []
    return [
        Claim(
            "edge",
            "edge_of_grid",
            "optimum.edge",
            "optimum",
            {"level": Level(best.level)},
            "derived",
            1,
            True,
            best.level,
        )
    ]


def repeats(findings: Findings) -> Any:
    """The number of blocks, which is the number of repeats of each level."""
    return column_of_experiment(findings, "repeats", findings.experiment.repeats)


def optimum_claims(findings: Findings) -> list[Claim]:
    """What is best for which purpose: only where the marts separate a level; otherwise the tied set."""
    if situation(findings) not in ("decided", "undecided", "equivalent"):
        return []
    if condition_places(findings):
        return _optima_by_condition(findings)
    claims: list[Claim] = []
    for purpose in dict.fromkeys(["primary", findings.primary, *(row.purpose for row in findings.optima)]):
        rows = front(findings, purpose)
        metric = findings.primary if purpose == "primary" else purpose
        if (
            not rows
            or metric not in findings.metrics
            or (purpose == findings.primary and any(c.id == "best.primary" for c in claims))
        ):
            continue
        claims.append(_purpose(findings, purpose, metric, rows))
    return _grouped_ties(claims[:MOST_PURPOSES]) + edge_claim(findings)


def _optima_by_condition(findings: Findings) -> list[Claim]:
    """What leads under each condition, for the primary metric; for the other purposes where two conditions can be told in a sentence."""
    purposes = [findings.primary, *(row.purpose for row in findings.optima)]
    metrics = [metric for metric in dict.fromkeys(purposes) if metric in findings.metrics]
    claims = []
    for metric in metrics[: MOST_PURPOSES if len(conditions(findings)) <= 2 else 1]:
        items = by_condition(findings, metric)
        name = "primary" if metric == findings.primary else metric
        is_shown = any(item["strongest"] for item in items)
        args: dict[str, Any] = {"metric": metric, "items": items}
        assertion = ",".join(level.text for item in items for level in item["levels"]) if is_shown else "tied"
        form = "optimum.by_condition" if is_shown else "optimum.all_tied"
        predicate = "order" if is_shown else "within_noise"
        args |= {"levels": tuple(Level(level) for level in findings.levels)}
        claims.append(Claim(f"best.{name}", predicate, form, "optimum", args, "derived", assertion=assertion))
    return _grouped_ties(claims)


def _grouped_ties(claims: list[Claim]) -> list[Claim]:
    """Purposes that end in the same group of equals are told in one sentence; the primary metric keeps its own."""
    groups: dict[tuple[str, str | None], list[Claim]] = {}
    for claim in claims:
        if claim.form in ("optimum.all_tied", "optimum.tied", "optimum.by_condition") and claim.id != "best.primary":
            groups.setdefault((claim.form, claim.assertion), []).append(claim)
    found = [claim for claim in claims if not any(claim in group for group in groups.values())]
    for (form, _), group in groups.items():
        if len(group) == 1:
            found.append(group[0])
            continue
        args = {**group[0].args, "metrics": tuple(claim.args["metric"] for claim in group)}
        name = f"best.{'+'.join(args['metrics'])}"
        predicate = "within_noise" if form == "optimum.all_tied" else "order"
        found.append(Claim(name, predicate, f"{form}_together", "optimum", args, "derived"))
    return found


def _purpose(findings: Findings, purpose: str, metric: str, rows: list[OptimumRow]) -> Claim:
    args: dict[str, Any] = {
        "metric": metric,
        "levels": tuple(Level(row.level) for row in rows),
        "baseline": Level(findings.baseline),
    }
    name = "primary" if metric == findings.primary else purpose
    if len(rows) == 1 and rows[0].is_best:
        row = rows[0]
        pair = next((p for p in against_baseline(findings, findings.effects_of(metric)) if p.level == row.level), None)
        args |= {
            "level": Level(row.level),
            "mean": finding_fact(findings, metric, "mean", row.level),
            **(told(findings, pair) if pair else {"effect": None}),
            "default": _against_default(findings, metric, row.level),
            "default_level": default_level(findings),
        }
        form = "optimum.best_is_baseline" if row.level == findings.baseline else "optimum.best"
        return Claim(f"best.{name}", "best", form, "optimum", args, "derived", 0, False, row.level, "refute.best")
    everything = len(rows) >= len(findings.levels)
    form = "optimum.all_tied" if everything else "optimum.tied"
    return Claim(
        f"best.{name}", "order", form, "optimum", args, "derived", 0, False, ",".join(row.level for row in rows)
    )


def _against_default(findings: Findings, metric: str, level: str) -> Any:
    """Rule 3: the gain against the server's default as well, where that pair was compared and shown."""
    default = default_level(findings)
    pair = next(
        (p for p in findings.effects_of(metric) if default and {p.level, p.baseline} == {level, default.text}), None
    )
    if pair is None or pair.verdict not in ("better", "worse") or pair.level != level:
        return None
    return effect_figure(findings, pair) if way_of(findings, pair)[0] == "percent" else None


def default_level(findings: Findings) -> Level | None:
    """The server's own default where it is a level of its own beside the baseline."""
    parts = [str(factor.get("default") or "") for factor in findings.experiment.factors]
    level = "/".join(parts)
    return Level(level) if all(parts) and level != findings.baseline else None


def _copy(claim: Claim, topic: str) -> Claim:
    """The same claim said again at the top of the article (its id tells that it is the same)."""
    from dataclasses import replace

    form = f"answer.{claim.form.replace('.', '_')}" if claim.form.startswith("price.") else claim.form
    return replace(claim, topic=topic, form=form, paragraph=0)
