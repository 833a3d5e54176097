"""Claims about waits, statements, disks and CPU (rules 4, 5 and 7): shares name their denominator, limits need evidence, correlation is no cause."""

from typing import Any

from prompts.claims.model import IN_TABLE, MOST_IN_SENTENCE, Claim, Figure, Level, finding_fact
from prompts.rows import CorrelationRow, Findings, ParetoRow

#: What the section on disks and CPU words, in this order, as far as the marts hold it.
RESOURCES = (
    "cpu_us_pct", "cpu_sy_pct", "cpu_wa_pct", "run_queue", "context_switches_per_s", "util_pct", "r_await_ms", "w_await_ms", "aqu_sz",
    "iops", "mbps", "read_mbps", "write_mbps", "wal_mbps", "wal_per_tx_kb", "cache_hit_pct", "dirty_mb", "mem_available_mb",
    "psi_cpu_pct", "psi_io_pct", "psi_memory_pct",
)  # fmt: skip
MOST_CORRELATIONS = 4


def correlation_claims(findings: Findings) -> list[Claim]:
    """The claimable pairs (no part with its whole, says the mart), strongest first; the raw coefficient always stands beside the one that controls load."""
    known = [c for c in findings.correlations if c.metric in findings.metrics and c.partner in findings.metrics]
    claimable = sorted(
        (c for c in known if c.is_claimable and finding_fact(findings, c.metric, "pearson", c.level, c.partner)),
        key=lambda c: -abs(c.partial if c.partial is not None else c.pearson or 0),
    )
    # A pair once: over all runs where that is claimable, otherwise where it is strongest.
    pairs: dict[tuple[str, str], CorrelationRow] = {}
    for row in sorted(claimable, key=lambda c: c.level is not None):
        pairs.setdefault((row.metric, row.partner), row)
    claims = [_correlation(findings, row) for row in list(pairs.values())[:MOST_CORRELATIONS]]
    rest = [c for c in known if not c.is_claimable]
    if rest and not claims:
        claims.append(Claim("correlation.none", "within_noise", "correlation.none", "correlations", {}, "derived", 1))
    elif rest:
        claims.append(Claim("correlation.rest", "within_noise", "correlation.rest", "correlations", {}, "derived", 1))
    return claims


def _correlation(findings: Findings, row: CorrelationRow) -> Claim:
    raw = finding_fact(findings, row.metric, "pearson", row.level, row.partner)
    partial = finding_fact(findings, row.metric, "partial", row.level, row.partner)
    value = row.partial if row.partial is not None else row.pearson or 0.0
    args: dict[str, Any] = {
        "metric": row.metric, "partner": row.partner, "level": Level(row.level) if row.level else None, "pearson": raw, "partial": partial,
        "strength": row.strength, "sign": "positive" if value >= 0 else "negative", "runs": row.runs,
    }  # fmt: skip
    return Claim(
        f"correlation.{row.metric}.{row.partner}.{row.level or 'all'}", "correlates", "correlation.pair", "correlations", args, "derived", 0,
        assertion=args["sign"], refuted_by="refute.correlation",
    )  # fmt: skip


def wait_claims(findings: Findings) -> list[Claim]:
    """The first wait event of each level, its share of all active time, whether it dominates, and the 80% line; one claim where levels agree."""
    claims = []
    by_level = {
        level: sorted(
            (r for r in findings.pareto if r.kind == "wait" and r.level == level and r.rank and r.entity != "CPU"),
            key=lambda r: r.rank or 0,
        )
        for level in findings.levels
    }
    by_level = {level: rows for level, rows in by_level.items() if rows and _share(findings, rows[0])}
    firsts = [rows[0] for rows in by_level.values()]
    if len(firsts) > 1 and len({row.entity for row in firsts}) == 1 and all(row.is_dominant for row in firsts):
        items = tuple((Level(row.level), _share(findings, row)) for row in firsts)
        args = {
            "entity": firsts[0].entity,
            "items": items,
            "is_all": len(firsts) == len(findings.levels),
            "levels": tuple(Level(r.level) for r in firsts),
            "is_long": len(firsts) > MOST_IN_SENTENCE,
        }
        claims.append(
            Claim(
                "waits.first",
                "dominates",
                "waits.dominant_everywhere",
                "waits",
                args,
                assertion=f"{firsts[0].entity}:dominant",
                refuted_by="refute.dominant",
            )
        )
    else:
        claims += _first_waits(findings, firsts)
    lines = [_line(findings, level, rows) for level, rows in by_level.items()]
    is_everywhere = len(lines) == len(findings.levels) > 1
    if is_everywhere and len({line.args["only"] for line in lines}) == 1 and lines[0].args["only"]:
        lines = [
            Claim(
                "waits.line",
                "share",
                "waits.line_everywhere",
                "waits",
                {"entity": lines[0].args["only"]},
                paragraph=len(findings.levels) if len(claims) > 1 else 0,
            )
        ]
    elif is_everywhere and len({row.entity for row in firsts}) == 1:
        same = {(line.args["borderline"], tuple(entity for entity, _ in line.args["items"])) for line in lines}
        borderline, others = next(iter(same))
        if len(same) == 1 and others and not borderline:
            lines = [
                Claim(
                    "waits.line",
                    "share",
                    "waits.line_same",
                    "waits",
                    {"entities": (firsts[0].entity, *others)},
                    paragraph=len(findings.levels) if len(claims) > 1 else 0,
                )
            ]
    claims += _grouped_lines(findings, lines, claims)
    types = [
        r
        for r in findings.pareto
        if r.kind == "wait_type" and r.rank == 1 and r.level in findings.levels and _share(findings, r)
    ]
    if types and len({r.entity for r in types}) == 1 and len(types) == len(findings.levels) > 1:
        args = {
            "type": types[0].entity,
            "items": tuple(
                (Level(r.level), _share(findings, r))
                for r in sorted(types, key=lambda r: findings.levels.index(r.level))
            ),
            "is_long": len(types) > MOST_IN_SENTENCE,
        }
        claims.append(
            Claim("waits.type", "share", "waits.type", "waits", args, "observed", 30, assertion=types[0].entity)
        )
    return claims


def _share(findings: Findings, row: ParetoRow, denominator: str | None = None) -> Figure | None:
    """The share as a fact, in per cent; the denominator is part of the fact's address."""
    of = denominator or ("execution_time" if row.kind == "statement" else "active_session_time")
    return finding_fact(findings, f"{row.kind}:{row.entity}", "share", row.level, denominator=of)


def _first_waits(findings: Findings, firsts: list[ParetoRow]) -> list[Claim]:
    """A claim a level; levels at which the same event dominates are told together, at the place of their first."""
    groups: dict[tuple[str, str], list[ParetoRow]] = {}
    for row in firsts:
        groups.setdefault((row.entity, "" if row.is_dominant else row.level), []).append(row)
    claims = []
    for (entity, _), rows in groups.items():
        place = findings.levels.index(rows[0].level)
        if len(rows) == 1:
            claims.append(_first_wait(findings, rows[0], place))
            continue
        args = {
            "entity": entity,
            "items": tuple((Level(row.level), _share(findings, row)) for row in rows),
            "is_all": False,
            "levels": tuple(Level(row.level) for row in rows),
            "is_long": len(rows) > MOST_IN_SENTENCE,
        }
        claims.append(
            Claim(
                f"waits.first.{'+'.join(row.level for row in rows)}", "dominates", "waits.dominant_everywhere", "waits", args, "observed",
                place, assertion=f"{entity}:dominant", refuted_by="refute.dominant",
            )
        )  # fmt: skip
    return claims


def _grouped_lines(findings: Findings, lines: list[Claim], firsts: list[Claim]) -> list[Claim]:
    """Levels told together above, at which the same events make up the line, are told together here as well."""
    together = [{level.text for level in claim.args["levels"]} for claim in firsts if claim.args.get("is_all") is False]
    found = []
    for line in lines:
        told = _line_alone(line)
        mine = next((group for group in together if told and line.args["level"].text in group), set())
        alike = [other for other in lines if told and _line_alone(other) == told and other.args["level"].text in mine]
        if told is None or len(alike) < 2:
            found.append(line)
        elif line is alike[0]:
            levels = tuple(other.args["level"] for other in alike)
            name = f"waits.line.{'+'.join(level.text for level in levels)}"
            place = min(findings.levels.index(level) for level in mine)
            args = {"levels": levels, "events": told[1]}
            found.append(Claim(name, "share", told[0], "waits", args, "observed", place))
    return found


def _line_alone(line: Claim) -> tuple[str, tuple[str, ...]] | None:
    """How levels that share it are told of: the first event reaches the line alone, or needs the same others in some runs."""
    if line.args.get("only"):
        return "waits.line_only", (line.args["only"],)
    if line.args.get("borderline") and not line.args["items"]:
        return "waits.line_borderline", line.args["borderline"]
    return None


def _first_wait(findings: Findings, row: ParetoRow, paragraph: int) -> Claim:
    args = {
        "level": Level(row.level), "entity": row.entity, "type": row.entity.partition(":")[0], "share": _share(findings, row),
        "of_type": _share(findings, row, f"wait_type:{row.entity.partition(':')[0]}"), "resolution_ms": row.resolution_ms,
    }  # fmt: skip
    form = "waits.dominant" if row.is_dominant else "waits.first"
    predicate = "dominates" if row.is_dominant else "share"
    assertion = f"{row.entity}:{'dominant' if row.is_dominant else 'first'}"
    return Claim(
        f"waits.first.{row.level}",
        predicate,
        form,
        "waits",
        args,
        "observed",
        paragraph,
        assertion=assertion,
        refuted_by="refute.dominant" if row.is_dominant else None,
    )


def _line(findings: Findings, level: str, rows: list[ParetoRow]) -> Claim:
    members = [r for r in rows if r.membership == "member"]
    borderline = tuple(r.entity for r in rows if r.membership == "borderline")[:3]
    args = {
        "level": Level(level),
        "items": tuple((r.entity, _share(findings, r)) for r in members[1:4] if _share(findings, r)),
        "borderline": borderline if members else (),
        # Alone in every run; where another event was needed in some runs, it does not reach the line by itself.
        "only": members[0].entity if len(members) == 1 and not borderline else None,
    }
    return Claim(f"waits.line.{level}", "share", "waits.line", "waits", args, "observed", findings.levels.index(level))


def statement_claims(findings: Findings) -> list[Claim]:
    """The statement that took most of the execution time at each level, behind its handle: the text is shown apart, escaped."""
    firsts = []
    for level in findings.levels:
        rows = sorted(
            (r for r in findings.pareto if r.kind == "statement" and r.level == level and r.rank),
            key=lambda r: r.rank or 0,
        )
        if rows and _share(findings, rows[0]):
            firsts.append(rows[0])
    if len(firsts) > 1 and len({row.entity for row in firsts}) == 1:
        args = {
            "handle": statement_handle(findings, firsts[0].entity),
            "items": tuple((Level(row.level), _share(findings, row)) for row in firsts),
            "is_long": len(firsts) > MOST_IN_SENTENCE,
        }
        return [Claim("statements.first", "share", "statements.same", "statements", args, assertion=firsts[0].entity)]
    groups: dict[str, list[ParetoRow]] = {}
    for row in firsts:
        groups.setdefault(row.entity, []).append(row)
    claims = []
    for entity, rows in groups.items():
        args = {
            "handle": statement_handle(findings, entity),
            "items": tuple((Level(row.level), _share(findings, row)) for row in rows),
            "levels": tuple(Level(row.level) for row in rows),
            "is_long": len(rows) > MOST_IN_SENTENCE,
        }
        if len(rows) == 1:
            args |= {"level": Level(rows[0].level), "share": _share(findings, rows[0])}
        form = "statements.first" if len(rows) == 1 else "statements.some"
        name = f"statements.first.{'+'.join(row.level for row in rows)}"
        claims.append(Claim(name, "share", form, "statements", args, assertion=entity))
    return claims


def statement_handle(findings: Findings, entity: str) -> str:
    """S1, S2, …: untrusted text stays behind a handle that is the same all over the article."""
    return f"S{statement_entities(findings).index(entity) + 1}"


def statement_entities(findings: Findings) -> list[str]:
    """Statements in the order of their best rank, at most ten."""
    rows = sorted(
        (r for r in findings.pareto if r.kind == "statement" and r.rank), key=lambda r: (r.rank or 0, r.entity)
    )
    return list(dict.fromkeys(r.entity for r in rows))


def resource_claims(findings: Findings) -> list[Claim]:
    """The means of CPU, memory and disk metrics over the levels, as one sequence each."""
    claims = []
    for metric in RESOURCES:
        if metric == findings.primary or metric not in findings.metrics:
            continue
        items = tuple((Level(level), finding_fact(findings, metric, "mean", level)) for level in findings.levels)
        if all(mean is not None for _, mean in items):
            claims.append(
                Claim(
                    f"resources.{metric}",
                    "value",
                    "resources.sequence",
                    "resources",
                    {"metric": metric, "items": items},
                    paragraph=IN_TABLE if len(items) > MOST_IN_SENTENCE else 0,
                )
            )
    return claims[:6]


def limit_claims(findings: Findings) -> list[Claim]:
    """Rule 7: named with its evidence where the mart has two pieces; otherwise not determined."""
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for row in sorted(
        findings.limits, key=lambda r: findings.levels.index(r.level) if r.level in findings.levels else 99
    ):
        if row.level in findings.levels:
            # Levels are told together where the same signs name the same resource.
            codes = tuple(dict.fromkeys(str(item.get("code")) for item in row.evidence if item.get("code")))
            groups.setdefault((row.resource, codes if row.resource != "not_determined" else ()), []).append(row.level)
    claims: list[Claim] = []
    for (resource, codes), levels in groups.items():
        args = {
            "resource": resource,
            "levels": tuple(map(Level, levels)),
            "is_all": len(levels) == len(findings.levels),
            # The last group after others have been named.
            "is_rest": bool(claims) and (resource, codes) == list(groups)[-1] and len(levels) > MOST_IN_SENTENCE,
            "codes": codes,
        }
        form = "limits.not_determined" if resource == "not_determined" else "limits.named"
        claims.append(
            Claim(
                f"limits.{'.'.join(levels)}",
                "limiting",
                form,
                "limits",
                args,
                "derived",
                is_mandatory=True,
                assertion=resource,
                refuted_by=None if resource == "not_determined" else "refute.limit",
            )
        )
    return claims


def checkpoint_claims(findings: Findings) -> list[Claim]:
    """Timed and requested checkpoints by level, and whether a run saw two cycles of its own timeout at all."""
    claims = []
    counts = {
        scope: tuple(
            (Level(level), figure)
            for level in findings.levels
            if (figure := finding_fact(findings, "checkpoints", "count", level, scope=scope))
        )
        for scope in ("timed", "requested")
    }
    no_request = bool(counts["requested"]) and not any(figure.value for _, figure in counts["requested"])
    if counts["timed"] and not any(figure.value for items in counts.values() for _, figure in items):
        claims.append(Claim("checkpoints.none", "value", "checkpoints.none", "checkpoints"))
    elif counts["timed"]:
        if no_request:
            counts["requested"] = ()
        where = IN_TABLE if len(counts["timed"]) > MOST_IN_SENTENCE else 0
        claims.append(
            Claim(
                "checkpoints.counts",
                "value",
                "checkpoints.counts",
                "checkpoints",
                {**counts, "no_request": no_request},
                paragraph=where,
            )
        )
    short = tuple(Level(r.level) for r in findings.checkpoints if r.is_short_run and r.level in findings.levels)
    if short:
        args2 = {"levels": short, "is_all": len(short) == len(findings.levels)}
        claims.append(
            Claim(
                "checkpoints.short",
                "quality",
                "checkpoints.short",
                "checkpoints",
                args2,
                is_mandatory=True,
                paragraph=1,
            )
        )
    return claims
