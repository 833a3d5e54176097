"""Tables of an article, made of claims' figures and nothing else."""

from prompts import marks
from prompts.claims.load import statement_entities
from prompts.claims.model import IN_TABLE, Claim, Level, finding_fact
from prompts.document import Table
from prompts.rows import Findings
from prompts.wording import Wording

#: Rows of the summary table in this order, as far as the marts hold means for every level.
SUMMARY = (
    "tps",
    "operational_speed",
    "latency_ms",
    "latency_p95_ms",
    "latency_p99_ms",
    "active_sessions",
    "waits_share",
    "cpu_us_pct",
    "wal_mbps",
    "w_await_ms",
    "cache_hit_pct",
)
MOST_EVENTS = 6
#: A table of effects with more levels than this is no longer read; prose names the strongest.
MOST_COLUMNS = 3


def summary_claims(findings: Findings) -> list[Claim]:
    """A row of means for the primary metric and for those that readers know it by."""
    names = dict.fromkeys((findings.primary, *SUMMARY))
    if not set(SUMMARY) & set(findings.metrics):
        names = dict.fromkeys((findings.primary, *findings.metrics))
    claims = []
    for name in names:
        if name in findings.metrics:
            items = tuple((Level(level), finding_fact(findings, name, "mean", level)) for level in findings.levels)
            if all(mean is not None for _, mean in items):
                claims.append(
                    Claim(f"summary.{name}", "value", "table.row", "summary", {"metric": name, "items": items})
                )
    return claims


def table_claims(findings: Findings) -> list[Claim]:
    """Claims that only tables word."""
    return summary_claims(findings)


def build(name: str, findings: Findings, claims: list[Claim], wording: Wording) -> list[Table]:
    """The tables of that name; none where the marts have nothing to fill them with."""
    makers = {
        "summary": _summary,
        "effects": _effects,
        "boundaries": _boundaries,
        "waits": _waits,
        "statements": _statements,
    }
    return [table for table in makers[name](findings, claims, wording) if table is not None]


def _row_head(wording: Wording, metric: str) -> str:
    row, term = wording.findings.metrics[metric], wording.metric(metric)
    shown = term.unit.strip("-") if term.unit else wording._unit_text(row.unit, None).strip()
    return wording.cap(term.nom) + (f", {shown}" if shown else "")


def _summary(findings: Findings, claims: list[Claim], wording: Wording) -> list[Table]:
    mine = [claim for claim in claims if claim.topic == "summary"]
    if not mine:
        return []
    head = (wording.text("table.head.metric"), *(wording.short_level(Level(level)) for level in findings.levels))
    rows = tuple(
        (_row_head(wording, c.args["metric"]), *wording.aligned([figure for _, figure in c.args["items"]]))
        for c in mine
    )
    return [Table(wording.text("table.summary"), head, rows, tuple(claim.id for claim in mine))]


def _effects(findings: Findings, claims: list[Claim], wording: Wording) -> list[Table]:
    """Differences of the other metrics from the baseline: a row a metric, a column a level, each with its interval."""
    mine = [claim for claim in claims if claim.topic == "secondary" and claim.form == "table.row"]
    if len(mine) < 2 or len(mine[0].args["items"]) > MOST_COLUMNS:
        return []
    effect, interval = (wording.text(f"table.head.{name}").lower() for name in ("effect", "interval"))
    levels = [wording.short_level(level) for level, _ in mine[0].args["items"]]
    head = (wording.text("table.head.metric"), *(f"{level}: {what}" for level in levels for what in (effect, interval)))
    rows = tuple(
        (
            wording.cap(wording.metric(c.args["metric"]).nom),
            *(
                cell
                for _, f in c.args["items"]
                for cell in ((wording.signed(f), wording.interval(f)) if f else ("—", "—"))
            ),
        )
        for c in mine
    )
    caption = wording.text("table.effects", baseline=wording.level(Level(findings.baseline)))
    return [Table(caption, head, rows, tuple(claim.id for claim in mine))]


def _boundaries(findings: Findings, claims: list[Claim], wording: Wording) -> list[Table]:
    """A table a metric: a row a level, the bounds in columns."""
    mine = [claim for claim in claims if claim.topic == "boundaries" and claim.paragraph == IN_TABLE]
    stats = ("min", "p5", "median", "p95", "max")
    found = []
    for metric in dict.fromkeys(claim.args["metric"] for claim in mine):
        of_metric = [claim for claim in mine if claim.args["metric"] == metric]
        head = (wording.text("table.head.level"), *(wording.cap(wording.words["stats"][stat]) for stat in stats))
        rows = tuple(
            (wording.short_level(c.args["level"]), *(wording.number(c.args[s]) if c.args[s] else "—" for s in stats))
            for c in of_metric
        )
        found.append(Table(_row_head(wording, metric), head, rows, tuple(claim.id for claim in of_metric)))
    return found


def _waits(findings: Findings, claims: list[Claim], wording: Wording) -> list[Table]:
    from prompts.claims.load import _share

    rows_of = [
        row
        for row in findings.pareto
        if row.kind == "wait" and row.rank and row.level in findings.levels and row.entity != "CPU"
    ]
    events = list(dict.fromkeys(row.entity for row in sorted(rows_of, key=lambda r: (r.rank or 0, r.entity))))[
        :MOST_EVENTS
    ]
    if len(events) < 2:
        return []
    head = (wording.text("table.head.event"), *(wording.short_level(Level(level)) for level in findings.levels))
    rows = []
    for event in events:
        cells = [marks.escape(event)]
        for level in findings.levels:
            row = next((r for r in rows_of if r.entity == event and r.level == level), None)
            share = _share(findings, row) if row else None
            cells.append(wording.quantity(share) if share else "—")
        rows.append(tuple(cells))
    return [Table(wording.text("table.waits"), head, tuple(rows))]


def _statements(findings: Findings, claims: list[Claim], wording: Wording) -> list[Table]:
    entities = statement_entities(findings)[:MOST_EVENTS]
    if not entities:
        return []
    texts = {row.entity: row.label or "" for row in findings.pareto if row.kind == "statement"}
    rows = tuple((f"S{number}", marks.literal(texts.get(entity, ""))) for number, entity in enumerate(entities, 1))
    return [
        Table(
            wording.text("table.statements"),
            (wording.text("table.head.statement"), wording.text("table.head.text")),
            rows,
        )
    ]
