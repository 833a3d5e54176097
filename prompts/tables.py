"""Tables of an article, made of claims' figures and nothing else."""

from dataclasses import replace

from prompts import marks
from prompts.claims.load import statement_entities
from prompts.claims.model import IN_TABLE, MOST_IN_SENTENCE, Claim, Figure, Level, finding_fact
from prompts.claims.situation import SIGNIFICANT, baseline_level
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
#: Places of a share in a table.
MOST_DECIMALS = 2
#: Columns of a table whose rows are the levels of a large grid.
MOST_METRICS = 5
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
    return claims[:MOST_METRICS] if len(findings.levels) > MOST_IN_SENTENCE else claims


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
        "pairs": _pairs,
        "resources": _resources,
        "checkpoints": _checkpoints,
        "stability": _stability,
    }
    return [table for table in makers[name](findings, claims, wording) if table is not None]


def _row_head(wording: Wording, metric: str) -> str:
    row, term = wording.findings.metrics[metric], wording.metric(metric)
    shown = term.unit.strip("-") if term.unit else wording._unit_text(row.unit, None).strip()
    return wording.cap(term.label) + (f", {shown}" if shown else "")


def _by_level(caption: str, wording: Wording, columns: list[tuple[str, dict[str, str]]], claims: list[Claim]) -> Table:
    """A row a level, a column a metric: for grids, whose levels no page is wide enough for. A column is its head and cells by level."""
    head = (wording.text("table.head.level"), *(name for name, _ in columns))
    rows = tuple(
        (wording.short_level(Level(level)), *(cells.get(level, "—") for _, cells in columns))
        for level in wording.findings.levels
    )
    return Table(caption, head, rows, tuple(claim.id for claim in claims))


def _metric_columns(wording: Wording, claims: list[Claim]) -> list[tuple[str, dict[str, str]]]:
    """Columns of claims that hold a figure a level (`items`), each at its own precision."""
    found = []
    for claim in claims:
        items = claim.args["items"]
        shown = wording.aligned([figure for _, figure in items])
        cells = {level.text: text for (level, _), text in zip(items, shown, strict=True)}
        found.append((_row_head(wording, claim.args["metric"]), cells))
    return found


def _pairs(findings: Findings, claims: list[Claim], wording: Wording) -> list[Table]:
    """The pairs of a grid that no sentence tells: both levels, the effect with its interval, and whether it was shown."""
    mine = [claim for claim in claims if claim.topic == "primary" and claim.paragraph == IN_TABLE]
    if not mine:
        return []
    head = tuple(wording.text(f"table.head.{name}") for name in ("level", "against", "effect", "interval", "shown"))
    rows = tuple(
        (
            wording.short_level(c.args["level"]),
            wording.short_level(c.args["baseline"]),
            *_effect_cells(wording, c),
            wording.words["shown"][_is_shown(c)],
        )
        for c in mine
    )
    caption = wording.text("table.pairs", metric=findings.primary)
    return [Table(caption, head, rows, tuple(claim.id for claim in mine))]


def _effect_cells(wording: Wording, claim: Claim) -> tuple[str, str]:
    """The effect with its interval; a word where no percentage is readable and a difference was shown, else dashes."""
    figure = claim.args["effect"]
    # What sentences give no estimate of has none in a table either.
    if figure is None or claim.form in ("effect.drifting", "effect.invalid"):
        return "—", "—"
    if claim.args["is_readable"]:
        return wording.signed(figure), wording.interval(figure) if figure.low is not None else "—"
    return (wording.by({**claim.args, "way": "words"}) if _is_shown(claim) else "—"), "—"


def _is_shown(claim: Claim) -> bool:
    return str(claim.assertion).partition(":")[0] in SIGNIFICANT


def _resources(findings: Findings, claims: list[Claim], wording: Wording) -> list[Table]:
    mine = [claim for claim in claims if claim.topic == "resources" and claim.paragraph == IN_TABLE]
    if not mine:
        return []
    return [_by_level(wording.text("table.resources"), wording, _metric_columns(wording, mine), mine)]


def _checkpoints(findings: Findings, claims: list[Claim], wording: Wording) -> list[Table]:
    mine = [claim for claim in claims if claim.id == "checkpoints.counts" and claim.paragraph == IN_TABLE]
    columns = [
        (
            wording.text(f"table.head.{scope}"),
            {level.text: wording.number(figure) for level, figure in claim.args[scope]},
        )
        for claim in mine
        for scope in ("timed", "requested")
        if claim.args[scope]
    ]
    return [_by_level(wording.text("table.checkpoints"), wording, columns, mine)] if columns else []


def _stability(findings: Findings, claims: list[Claim], wording: Wording) -> list[Table]:
    """The deviation of each level of a large grid; the ratio of percentiles stays in the facts."""
    mine = [c for c in claims if c.form == "stability.sequence" and c.paragraph == IN_TABLE and c.args["deviations"]]
    if not mine:
        return []
    cells = {level.text: wording.quantity(figure) for level, figure in mine[0].args["deviations"]}
    caption = wording.text("table.stability", metric=mine[0].args["metric"])
    return [_by_level(caption, wording, [(wording.text("table.head.deviations"), cells)], mine)]


def _summary(findings: Findings, claims: list[Claim], wording: Wording) -> list[Table]:
    mine = [claim for claim in claims if claim.topic == "summary"]
    if not mine:
        return []
    if len(findings.levels) > MOST_IN_SENTENCE:
        return [_by_level(wording.text("table.summary"), wording, _metric_columns(wording, mine), mine)]
    head = (wording.text("table.head.metric"), *(wording.short_level(Level(level)) for level in findings.levels))
    rows = tuple(
        (_row_head(wording, c.args["metric"]), *wording.aligned([figure for _, figure in c.args["items"]]))
        for c in mine
    )
    return [Table(wording.text("table.summary"), head, rows, tuple(claim.id for claim in mine))]


def _effects(findings: Findings, claims: list[Claim], wording: Wording) -> list[Table]:
    """Differences of the other metrics from the baseline: those in per cent, a column a level and its interval, and those in values."""
    percent = [claim for claim in claims if claim.topic == "secondary" and claim.form == "table.row"]
    values = [claim for claim in claims if claim.topic == "secondary" and claim.form == "table.values"]
    # One or two differences have been told in sentences.
    if len(percent) + len(values) < 2:
        return []
    caption = wording.text("table.effects", baseline=wording.level(baseline_level(findings)))
    found = []
    if percent and len(percent[0].args["items"]) <= MOST_COLUMNS:
        found.append(_percent_table(wording, caption, percent))
    if values:
        found.append(_value_table(findings, wording, values))
    return found


def _percent_table(wording: Wording, caption: str, mine: list[Claim]) -> Table:
    effect, interval = (wording.text(f"table.head.{name}").lower() for name in ("effect", "interval"))
    levels = [wording.short_level(level) for level, _ in mine[0].args["items"]]
    head = (wording.text("table.head.metric"), *(f"{level}: {what}" for level in levels for what in (effect, interval)))
    rows = tuple(
        (
            wording.cap(wording.metric(c.args["metric"]).label),
            *(
                cell
                for _, f in c.args["items"]
                for cell in ((wording.signed(f), wording.interval(f)) if f else ("—", "—"))
            ),
        )
        for c in mine
    )
    return Table(caption, head, rows, tuple(claim.id for claim in mine))


def _value_table(findings: Findings, wording: Wording, mine: list[Claim]) -> Table:
    """Means of the baseline and of the levels whose difference was shown; numbers keep their own precision, since one may be tiny."""
    caption = wording.text("table.values", baseline=wording.level(baseline_level(findings)))
    cells = {
        c.id: {level.text: wording.number(figure) if figure else "—" for level, figure in c.args["items"]} for c in mine
    }
    if len(findings.levels) > MOST_IN_SENTENCE:
        shown = mine[:MOST_METRICS]
        columns = [(_row_head(wording, c.args["metric"]), cells[c.id]) for c in shown]
        return _by_level(caption, wording, columns, shown)
    head = (wording.text("table.head.metric"), *(wording.short_level(Level(level)) for level in findings.levels))
    rows = tuple(
        (_row_head(wording, c.args["metric"]), *(cells[c.id][level] for level in findings.levels)) for c in mine
    )
    return Table(caption, head, rows, tuple(claim.id for claim in mine))


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
    cells = {
        event: {
            r.level: wording.quantity(_coarse(share))
            for r in rows_of
            if r.entity == event and (share := _share(findings, r))
        }
        for event in events
    }
    if len(findings.levels) > MOST_IN_SENTENCE:
        columns = [(marks.escape(event), cells[event]) for event in events[:MOST_METRICS]]
        return [_by_level(wording.text("table.waits"), wording, columns, [])]
    head = (wording.text("table.head.event"), *(wording.short_level(Level(level)) for level in findings.levels))
    rows = [(marks.escape(event), *(cells[event].get(level, "—") for level in findings.levels)) for event in events]
    return [Table(wording.text("table.waits"), head, tuple(rows))]


def _coarse(figure: Figure) -> Figure:
    """A share to a hundredth of a per cent: columns of a table are not read to four places."""
    return replace(figure, decimals=min(figure.decimals, MOST_DECIMALS))


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
            is_text=True,
        )
    ]
